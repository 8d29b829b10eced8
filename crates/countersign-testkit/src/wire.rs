//! The framing of the PostgreSQL wire protocol: as much as a probe and a proxy need, no more.

use std::io::{self, Read, Write};
use std::path::Path;

/// The port is only a part of the socket's name: nothing here listens on TCP.
pub(crate) const SOCKET_NAME: &str = ".s.PGSQL.5432";

/// `sun_path` holds 108 bytes, the last of them a NUL.
const LONGEST_SOCKET_PATH: usize = 107;

/// Longer than any reply a test asks for; a length beyond it means that the framing was lost.
const LONGEST_MESSAGE: usize = 1 << 30;

#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) kind: u8,
    pub(crate) body: Vec<u8>,
}

impl Message {
    pub(crate) fn read(from: &mut impl Read) -> io::Result<Self> {
        let mut kind = [0];
        from.read_exact(&mut kind)?;
        let [kind] = kind;
        Ok(Self { kind, body: read_untyped(from)? })
    }

    pub(crate) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let mut bytes = vec![self.kind];
        push_untyped(&mut bytes, &self.body)?;
        to.write_all(&bytes)
    }
}

/// Reads a packet that has a length but no kind, which is how a connection begins.
pub(crate) fn read_untyped(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    // The length counts itself.
    let length =
        usize::try_from(u32::from_be_bytes(length)).ok().and_then(|all| all.checked_sub(4));
    let Some(length) = length.filter(|length| *length <= LONGEST_MESSAGE) else {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "impossible message length"));
    };
    let mut body = vec![0; length];
    from.read_exact(&mut body)?;
    Ok(body)
}

pub(crate) fn write_untyped(to: &mut impl Write, body: &[u8]) -> io::Result<()> {
    let mut bytes = Vec::new();
    push_untyped(&mut bytes, body)?;
    to.write_all(&bytes)
}

fn push_untyped(bytes: &mut Vec<u8>, body: &[u8]) -> io::Result<()> {
    let length = u32::try_from(body.len() + 4).map_err(io::Error::other)?;
    bytes.extend_from_slice(&length.to_be_bytes());
    bytes.extend_from_slice(body);
    Ok(())
}

/// Takes the text up to the next NUL off the front of `bytes`.
pub(crate) fn take_text(bytes: &mut &[u8]) -> Option<String> {
    let end = bytes.iter().position(|byte| *byte == 0)?;
    let (text, rest) = bytes.split_at(end);
    *bytes = rest.get(1..)?;
    Some(String::from_utf8_lossy(text).into_owned())
}

/// A URL that names everything a client would otherwise take from its environment (`PGPORT`,
/// `PGSSLMODE`), so that no test reaches another server by accident.
pub(crate) fn socket_url(folder: &Path, database: &str) -> String {
    let folder = percent_encoded(folder.to_str().expect("the temporary folder's name is UTF-8"));
    let database = percent_encoded(database);
    format!("postgres://postgres@localhost:5432/{database}?host={folder}&sslmode=disable")
}

/// A fresh folder for a socket, short enough for the socket's path to fit.
pub(crate) fn socket_folder(prefix: &str) -> tempfile::TempDir {
    let folder =
        tempfile::Builder::new().prefix(prefix).tempdir().expect("a temporary folder can be made");
    let socket = folder.path().join(SOCKET_NAME);
    assert!(
        socket.as_os_str().len() <= LONGEST_SOCKET_PATH,
        "{} is too long for a unix socket ({LONGEST_SOCKET_PATH} bytes): set TMPDIR to a shorter path",
        socket.display()
    );
    folder
}

fn percent_encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                char::from(byte).to_string()
            }
            other => format!("%{other:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_survives_an_odd_folder() {
        assert_eq!(
            socket_url(Path::new("/tmp/a b&c"), "ä"),
            "postgres://postgres@localhost:5432/%C3%A4?host=/tmp/a%20b%26c&sslmode=disable"
        );
    }

    #[test]
    fn a_message_reads_back_as_written() {
        let mut bytes = Vec::new();
        Message { kind: b'Q', body: b"SELECT 1\0".to_vec() }.write(&mut bytes).unwrap();
        let back = Message::read(&mut bytes.as_slice()).unwrap();
        assert_eq!((back.kind, back.body.as_slice()), (b'Q', b"SELECT 1\0".as_slice()));
    }

    #[test]
    fn a_length_shorter_than_itself_is_refused() {
        let error = read_untyped(&mut [0, 0, 0, 3].as_slice()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }
}
