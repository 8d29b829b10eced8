//! A client of the simple query protocol: enough to probe a server and to look at its tables
//! without a driver, so that what tests see does not depend on the driver under test.

use std::io;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use crate::wire::{self, Message, SOCKET_NAME};

/// Protocol 3.0.
const PROTOCOL: u32 = 3 << 16;

/// A query of a test that has no answer by then never gets one.
const PATIENCE: Duration = Duration::from_secs(30);

/// The columns as text; NULL is `None`.
pub type Row = Vec<Option<String>>;

#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    #[error("the connection failed: {0}")]
    Connection(#[from] io::Error),
    #[error("the server refused: {message} ({code})")]
    Refused { code: String, message: String },
}

#[derive(Debug)]
pub struct Client {
    stream: UnixStream,
}

impl Client {
    /// Connects as `postgres` to the server whose socket is in this folder.
    pub fn connect(socket_folder: &Path, database: &str) -> Result<Self, QueryError> {
        let stream = UnixStream::connect(socket_folder.join(SOCKET_NAME))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut client = Self { stream };

        let mut startup = PROTOCOL.to_be_bytes().to_vec();
        for text in ["user", "postgres", "database", database, ""] {
            startup.extend_from_slice(text.as_bytes());
            startup.push(0);
        }
        wire::write_untyped(&mut client.stream, &startup)?;
        client.read_until_ready()?;
        Ok(client)
    }

    /// Runs one or more statements and returns the rows of all of them.
    pub fn query(&mut self, sql: &str) -> Result<Vec<Row>, QueryError> {
        let body = [sql.as_bytes(), &[0]].concat();
        Message { kind: b'Q', body }.write(&mut self.stream)?;
        self.read_until_ready()
    }

    fn read_until_ready(&mut self) -> Result<Vec<Row>, QueryError> {
        let mut rows = Vec::new();
        let mut refused = None;
        loop {
            // After a fatal error the server hangs up instead of becoming ready again.
            let message = match (Message::read(&mut self.stream), refused.take()) {
                (Ok(message), earlier) => {
                    refused = earlier;
                    message
                }
                (Err(_), Some(refused)) => return Err(refused),
                (Err(error), None) => return Err(error.into()),
            };
            match message.kind {
                b'D' => rows.push(row(&message.body).ok_or_else(malformed)?),
                b'E' => refused = Some(refusal(&message.body)),
                b'R' if message.body != [0; 4] => {
                    return Err(io::Error::other("the server asks for a password").into());
                }
                b'Z' => return refused.map_or(Ok(rows), Err),
                _ => {}
            }
        }
    }
}

fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "malformed row")
}

fn row(body: &[u8]) -> Option<Row> {
    let (count, mut rest) = body.split_first_chunk::<2>()?;
    (0..u16::from_be_bytes(*count))
        .map(|_| {
            let (length, after) = rest.split_first_chunk::<4>()?;
            // A negative length is NULL.
            let Ok(length) = usize::try_from(i32::from_be_bytes(*length)) else {
                rest = after;
                return Some(None);
            };
            let (value, after) = after.split_at_checked(length)?;
            rest = after;
            Some(Some(String::from_utf8_lossy(value).into_owned()))
        })
        .collect()
}

fn refusal(mut body: &[u8]) -> QueryError {
    let (mut code, mut message) = (String::new(), String::new());
    while let Some((field, rest)) = body.split_first() {
        body = rest;
        let Some(text) = wire::take_text(&mut body) else { break };
        match field {
            b'C' => code = text,
            b'M' => message = text,
            _ => {}
        }
    }
    QueryError::Refused { code, message }
}
