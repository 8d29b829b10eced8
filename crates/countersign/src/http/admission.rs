//! Who is let in: the bearer of a token, not too often, not too many at once, and not too slowly.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use countersign_core::{ActorId, Team};
use countersign_engine::{EngineError, Session, now};
use tokio::sync::{Mutex, Semaphore};
use tokio::time::timeout;

use super::Settings;
use super::arrival::{self, Short, turned_away};
use super::listener::Peer;
use super::rate::{Rate, Shares, Strangers};
use super::routes::{LOOPBACK, METADATA};
use super::seats::Seat;
use crate::mcp::house::House;
use crate::mcp::message::{self, Fault};
use crate::mcp::wire;

/// Longest request.
pub const LONGEST_BODY: usize = message::LONGEST;
/// How long a request may take to arrive, once its head is here.
const ARRIVAL: Duration = Duration::from_secs(15);
/// How old the team may be by which those who guess are told from others.
const GLANCE: Duration = Duration::from_millis(200);

pub struct Gate {
    house: Arc<House>,
    hosts: Vec<String>,
    scheme: &'static str,
    /// Who is being asked for their token; that is short, and whoever comes then waits for it.
    asked: Semaphore,
    at_once: Semaphore,
    shares: Shares,
    rate: Rate<ActorId>,
    strangers: Strangers,
    /// The team as it was a moment ago, for telling who is on it from those who guess.
    glance: Mutex<Option<(Instant, Arc<Team>)>>,
}

/// Of how many places at once one actor, with all who work for it, may have one part.
const PARTS: u32 = 4;

impl Gate {
    pub fn new(house: Arc<House>, settings: &Settings) -> Self {
        let [asked, at_once] = [(); 2].map(|()| Semaphore::new(settings.at_once as usize));
        let shares = Shares::new((settings.at_once / PARTS).max(PARTS));
        let hosts =
            LOOPBACK.into_iter().map(ToOwned::to_owned).chain(settings.hosts.iter().cloned());
        let scheme = if settings.tls.is_some() { "https" } else { "http" };
        let (rate, strangers) = (Rate::new(settings.rate), Strangers::new(settings.rate));
        let (hosts, glance) = (hosts.collect(), Mutex::default());
        Self { house, hosts, scheme, asked, at_once, shares, rate, strangers, glance }
    }

    /// Whether a token opens something, as far as that can be told without asking the store for each one.
    async fn is_likely(&self, token: &str) -> bool {
        let mut glance = self.glance.lock().await;
        let fresh = glance.as_ref().filter(|(at, _)| at.elapsed() < GLANCE);
        let team = match fresh {
            Some((_, team)) => Arc::clone(team),
            None => {
                let Ok((team, _)) = self.house.engine.store().shared_team().await else {
                    return false;
                };
                *glance = Some((Instant::now(), Arc::clone(&team)));
                team
            }
        };
        drop(glance);
        Session::would_open(token, &team, now())
    }

    /// Who answers for it: its pilot, or the pilot's pilot. Who makes minions makes no more places.
    async fn topmost(&self, actor: &ActorId) -> ActorId {
        match self.house.engine.store().shared_team().await {
            Ok((team, _)) => team.lineage(actor).last().unwrap_or(actor).clone(),
            Err(_) => actor.clone(),
        }
    }

    /// Whether that is a name of this server, and nothing beside it.
    fn is_own_name(&self, name: &Authority) -> bool {
        if name.as_str().contains('@') {
            return false;
        }
        let bare = name.host().trim_start_matches('[').trim_end_matches(']');
        self.hosts.iter().any(|known| {
            known.eq_ignore_ascii_case(bare) || known.eq_ignore_ascii_case(name.as_str())
        })
    }

    /// Why the request was not meant for this server, if so. Whoever names a host or an origin twice, or another host in
    /// its target, means it to be read in two ways.
    fn stranger(&self, request: &Request) -> Option<Response> {
        let unknown = "this server is not known by that name: see --host";
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Some(plain(StatusCode::BAD_REQUEST, "a request names its host once"));
        };
        if request.headers().get_all(header::ORIGIN).iter().nth(1).is_some() {
            return Some(plain(StatusCode::BAD_REQUEST, "a request names its origin once"));
        }
        let host = host.to_str().ok().and_then(|host| host.parse::<Authority>().ok());
        let is_known = host.is_some_and(|host| self.is_own_name(&host))
            && request.uri().authority().is_none_or(|target| self.is_own_name(target));
        (!is_known).then(|| plain(StatusCode::FORBIDDEN, unknown))
    }
}

/// Lets through what names this server, whatever it asks for.
pub async fn meant(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    match gate.stranger(&request) {
        Some(refused) => refused,
        None => next.run(request).await,
    }
}

/// Lets a request through with the session it stands for.
pub async fn admit(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let full = || later(StatusCode::SERVICE_UNAVAILABLE, "too many requests at once");
    let (mut parts, mut body) = request.into_parts();
    let session = {
        // What is refused costs something too.
        let Ok(turn) = gate.asked.acquire().await else { return full() };
        let found = from_peer(&gate, &parts).await;
        drop(turn);
        match found {
            Ok(session) => session,
            Err(refused) => return turned_away(&parts.headers, body, refused).await,
        }
    };
    // From here on nobody takes its place.
    let kept = parts.extensions.get::<Arc<Seat>>().map(Seat::kept);
    if !gate.rate.allows(session.actor()) {
        let refused = later(StatusCode::TOO_MANY_REQUESTS, "too many requests in a second");
        return turned_away(&parts.headers, body, refused).await;
    }
    let Some(share) = gate.shares.take(&gate.topmost(session.actor()).await) else {
        let why = "too many requests of one actor and its minions at once";
        let refused = later(StatusCode::TOO_MANY_REQUESTS, why);
        return turned_away(&parts.headers, body, refused).await;
    };
    let too_long = || plain(StatusCode::PAYLOAD_TOO_LARGE, "the request is too long");
    if announced(&parts.headers).is_some_and(|length| length > LONGEST_BODY as u64) {
        return turned_away(&parts.headers, body, too_long()).await;
    }
    let body = match timeout(ARRIVAL, arrival::whole(&mut body, LONGEST_BODY)).await {
        Ok(Ok(body)) => body,
        Ok(Err(Short::TooLong)) => return turned_away(&parts.headers, body, too_long()).await,
        Ok(Err(Short::CutOff)) => {
            return closing(plain(StatusCode::BAD_REQUEST, "the request was cut off"));
        }
        Err(_) => {
            let late = "the request took too long to arrive";
            return closing(plain(StatusCode::REQUEST_TIMEOUT, late));
        }
    };
    // No place is kept for what is only on its way.
    let Ok(_place) = gate.at_once.try_acquire() else { return full() };
    let body = if parts.method == Method::POST && is_json(&parts.headers) {
        match checked(&body) {
            Ok(message) => Body::from(message),
            Err(fault) => return answered(&fault),
        }
    } else {
        Body::from(body)
    };
    parts.extensions.insert(session);
    let answer = next.run(Request::from_parts(parts, body)).await;
    match kept {
        Some(kept) => kept.with(share, answer),
        None => answer,
    }
}

/// How long the body is said to be. What is too long is not waited for.
fn announced(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Whether the body says that it is JSON. What says otherwise is refused further on, with the status for it.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let name = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
    name.is_some_and(|name| name.eq_ignore_ascii_case("application/json"))
}

/// The message once more, as it was understood: nobody behind here reads anything else out of it.
fn checked(body: &[u8]) -> Result<String, Fault> {
    let message = message::read(body)?;
    wire::typed(message.clone())?;
    Ok(message.to_string())
}

fn answered(fault: &Fault) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (StatusCode::BAD_REQUEST, kind, fault.answer().to_string()).into_response()
}

/// Whose token it is. Where too many came from that open nothing, only one that is likely to open something is looked at:
/// others may come from the same address.
async fn from_peer(gate: &Gate, parts: &Parts) -> Result<Session, Response> {
    let token = bearer(&parts.headers);
    let peer = parts.extensions.get::<Peer>().map(|Peer(address)| *address);
    let is_crowd = peer.is_some_and(|peer| !gate.strangers.may_try(peer));
    let is_likely = match token {
        Some(token) if is_crowd => gate.is_likely(token).await,
        _ => !is_crowd,
    };
    if !is_likely {
        let why = "too many requests without a valid token in a second";
        return Err(later(StatusCode::TOO_MANY_REQUESTS, why));
    }
    let found = session(gate, &parts.headers).await;
    if let (Err(refused), Some(peer)) = (&found, peer)
        && refused.status() == StatusCode::UNAUTHORIZED
    {
        gate.strangers.failed(peer);
    }
    found
}

async fn session(gate: &Gate, headers: &HeaderMap) -> Result<Session, Response> {
    let Some(token) = bearer(headers) else {
        return Err(unknown(
            gate,
            "Bearer",
            headers,
            "a token is wanted: Authorization: Bearer TOKEN",
        ));
    };
    match gate.house.engine.authenticate(token).await {
        Ok(session) => Ok(session),
        Err(EngineError::Auth(error)) => {
            Err(unknown(gate, "Bearer error=\"invalid_token\",", headers, &error.to_string()))
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

fn unknown(gate: &Gate, challenge: &str, headers: &HeaderMap, why: &str) -> Response {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let challenge = format!("{challenge} resource_metadata=\"{}://{host}{METADATA}\"", gate.scheme);
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

/// Nothing more is read of that connection.
fn closing(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

fn plain(status: StatusCode, why: &str) -> Response {
    (status, format!("{why}\n")).into_response()
}
