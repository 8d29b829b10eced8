//! Bodies as they arrive: whole, or read over so that whoever sends one is answered and not cut off.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{CONNECTION, EXPECT};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use tokio::time::timeout;

/// How much of a body that nobody wants is read over, and for how long.
const MOST: usize = 16 * 1024 * 1024;
const PATIENCE: Duration = Duration::from_secs(2);

/// Why a body is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Short {
    TooLong,
    CutOff,
}

pub async fn whole(body: &mut Body, most: usize) -> Result<Vec<u8>, Short> {
    let mut all = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await {
        let frame = frame.map_err(|_| Short::CutOff)?;
        let Some(data) = frame.data_ref() else { continue };
        if all.len().saturating_add(data.len()) > most {
            return Err(Short::TooLong);
        }
        all.extend_from_slice(data);
    }
    Ok(all)
}

/// Answers somebody whose body is not taken. What is on its way is read over, as far as that is bearable: a connection
/// that is closed before takes the answer with it. One that has more to come is closed then, and the answer says so.
pub async fn turned_away(headers: &HeaderMap, mut body: Body, mut answer: Response) -> Response {
    // Who waits to be told to send sends nothing.
    let is_over = !headers.contains_key(EXPECT)
        && timeout(PATIENCE, read_over(&mut body)).await.unwrap_or(false);
    if !is_over {
        answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    answer
}

/// Whether it came to its end.
async fn read_over(body: &mut Body) -> bool {
    let mut read = 0_usize;
    while let Some(frame) = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await {
        let Ok(frame) = frame else { return false };
        read = read.saturating_add(frame.data_ref().map_or(0, Bytes::len));
        if read > MOST {
            return false;
        }
    }
    true
}
