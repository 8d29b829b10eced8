//! What there is to call.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;

use super::Settings;
use super::admission::{self, Gate, LONGEST_BODY};
use super::origins::{self, Origins};
use crate::mcp::house::House;
use crate::mcp::server::{Caller, Server};

/// Where a client that was refused finds out what kind of token is wanted.
pub const METADATA: &str = "/.well-known/oauth-protected-resource";
pub const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

pub fn all(house: Arc<House>, settings: &Settings, port: u16) -> Router {
    let gate = Arc::new(Gate::new(Arc::clone(&house), settings));
    let allowed = Arc::new(Origins::new(&settings.origins));
    let pages = settings.origins.iter().map(|origin| origins::with_port(origin));
    let hosts = LOOPBACK.into_iter().map(ToOwned::to_owned).chain(settings.hosts.iter().cloned());
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(LONGEST_BODY)
        .with_allowed_hosts(hosts)
        .with_allowed_origins(own_origins(settings, port).chain(pages))
        .enforce_origin_validation();
    let server = Server::new(house, Caller::EachRequest);
    let sessions = Arc::new(NeverSessionManager::default());
    let mcp = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
    let guarded = Router::new()
        .route_service("/mcp", mcp)
        // Only this one: a client that looks for an authorization server is to find that there is none, and not that it
        // may not ask.
        .route_layer(middleware::from_fn_with_state(Arc::clone(&gate), admission::admit));
    Router::new()
        .merge(guarded)
        .route(METADATA, get(metadata))
        .route(&format!("{METADATA}/mcp"), get(metadata))
        .route("/health", get(|| async { "ok\n" }))
        .layer(middleware::from_fn_with_state(allowed, origins::told))
        .layer(middleware::from_fn_with_state(gate, admission::meant))
        .with_state(settings.tls.is_some())
}

/// A page that comes from this server may call it.
fn own_origins(settings: &Settings, port: u16) -> impl Iterator<Item = String> {
    let scheme = if settings.tls.is_some() { "https" } else { "http" };
    ["localhost", "127.0.0.1", "[::1]"]
        .into_iter()
        .map(move |host| format!("{scheme}://{host}:{port}"))
}

/// Which tokens are wanted, for clients that ask. There is no server that gives them out: a lead does.
async fn metadata(State(tls): State<bool>, request: Request) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let scheme = if tls { "https" } else { "http" };
    let resource = format!("{scheme}://{}/mcp", host.unwrap_or("localhost"));
    let told = json!({
        "resource": resource,
        "bearer_methods_supported": ["header"],
        "resource_name": "Countersign",
    });
    ([(header::CONTENT_TYPE, "application/json")], told.to_string()).into_response()
}
