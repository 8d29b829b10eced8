//! Who is let in: the bearer of a token, not too often, not too many at once, and not too slowly.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use countersign_engine::{EngineError, Session};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::Settings;
use super::rate::Rate;
use super::routes::METADATA;
use crate::mcp::house::House;

/// Longest request.
pub const LONGEST_BODY: usize = 2 * 1024 * 1024;
/// How long a request may take to arrive, once its head is here.
const ARRIVAL: Duration = Duration::from_secs(15);

pub struct Gate {
    house: Arc<House>,
    at_once: Semaphore,
    rate: Rate,
}

impl Gate {
    pub fn new(house: Arc<House>, settings: &Settings) -> Self {
        let at_once = Semaphore::new(settings.at_once as usize);
        Self { house, at_once, rate: Rate::new(settings.rate) }
    }
}

/// Lets a request through with the session it stands for.
pub async fn admit(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    // Counted before anything is looked at: what is refused costs something too.
    let Ok(_place) = gate.at_once.try_acquire() else {
        return later(StatusCode::SERVICE_UNAVAILABLE, "too many requests at once");
    };
    let (mut parts, body) = request.into_parts();
    let session = match session(&gate, &parts.headers).await {
        Ok(session) => session,
        Err(refused) => return refused,
    };
    if !gate.rate.allows(session.actor()) {
        return later(StatusCode::TOO_MANY_REQUESTS, "too many requests in a second");
    }
    let body = match timeout(ARRIVAL, to_bytes(body, LONGEST_BODY)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => {
            return plain(StatusCode::PAYLOAD_TOO_LARGE, "the request is too long, or was cut off");
        }
        Err(_) => return plain(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive"),
    };
    parts.extensions.insert(session);
    next.run(Request::from_parts(parts, Body::from(body))).await
}

async fn session(gate: &Gate, headers: &HeaderMap) -> Result<Session, Response> {
    let Some(token) = bearer(headers) else {
        return Err(unknown("Bearer", headers, "a token is wanted: Authorization: Bearer TOKEN"));
    };
    match gate.house.engine.authenticate(token).await {
        Ok(session) => Ok(session),
        Err(EngineError::Auth(error)) => {
            Err(unknown("Bearer error=\"invalid_token\",", headers, &error.to_string()))
        }
        Err(error) => Err(plain(StatusCode::SERVICE_UNAVAILABLE, &error.to_string())),
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut all = headers.get_all(header::AUTHORIZATION).iter();
    let (value, None) = (all.next()?, all.next()) else { return None };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

fn unknown(challenge: &str, headers: &HeaderMap, why: &str) -> Response {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let challenge = format!("{challenge} resource_metadata=\"http://{host}{METADATA}\"");
    let mut response = plain(StatusCode::UNAUTHORIZED, why);
    if let Ok(challenge) = HeaderValue::from_str(&challenge) {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
    }
    response
}

fn later(status: StatusCode, why: &str) -> Response {
    let mut response = plain(status, why);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

fn plain(status: StatusCode, why: &str) -> Response {
    (status, format!("{why}\n")).into_response()
}
