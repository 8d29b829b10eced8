//! Pages that may call this server from elsewhere: their browser asks first, and is told so for these alone.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

const METHODS: HeaderValue = HeaderValue::from_static("GET, POST");
/// Everything that clients of the protocol send beyond what a browser lets any page send.
const HEADERS: HeaderValue = HeaderValue::from_static(
    "Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID",
);
/// What a page may read of an answer's head.
const SHOWN: HeaderValue = HeaderValue::from_static("WWW-Authenticate, Retry-After");

#[derive(Debug)]
pub struct Origins(Vec<String>);

impl Origins {
    pub fn new(allowed: &[String]) -> Self {
        Self(allowed.iter().map(|origin| plain(origin)).collect())
    }

    /// The origin of the request, if its pages may call.
    fn allowed(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        let origin = headers.get(header::ORIGIN)?;
        let name = plain(origin.to_str().ok()?);
        self.0.contains(&name).then(|| origin.clone())
    }
}

/// An origin as a browser writes it: without the port that its scheme has anyway.
fn plain(origin: &str) -> String {
    let origin = origin.trim_end_matches('/').to_ascii_lowercase();
    let port = if origin.starts_with("https:") { ":443" } else { ":80" };
    origin.strip_suffix(port).unwrap_or(&origin).to_owned()
}

/// The same with its port, for whom a name without one stands for all of them.
pub fn with_port(origin: &str) -> String {
    let origin = plain(origin);
    let port = match origin.split_once("://") {
        Some(("https", host)) if !has_port(host) => ":443",
        Some(("http", host)) if !has_port(host) => ":80",
        _ => "",
    };
    origin + port
}

fn has_port(host: &str) -> bool {
    // The colons of an address are in brackets.
    host.rsplit(']').next().is_some_and(|rest| rest.contains(':'))
}

/// Answers browsers that ask whether a page may call, and says so with each answer that the page gets.
pub async fn told(State(origins): State<Arc<Origins>>, request: Request, next: Next) -> Response {
    let Some(origin) = origins.allowed(request.headers()) else { return next.run(request).await };
    let asks = request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let mut response = match asks {
        true => StatusCode::NO_CONTENT.into_response(),
        false => next.run(request).await,
    };
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.append(header::VARY, HeaderValue::from_static("Origin"));
    if asks {
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, METHODS);
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HEADERS);
    } else {
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, SHOWN);
    }
    response
}
