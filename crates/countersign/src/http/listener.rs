//! Connections: each has a place, and is given up if nothing comes over it.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;

use super::Tls;
use super::seats::Seats;
use crate::failure::Failure;

/// Where a request comes from.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub IpAddr);

/// How long the head of a request, and a handshake, may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long an answer may lie unread, in milliseconds.
const UNREAD: u32 = 30_000;
/// How long an answer that is under way may take once it is to stop.
const LAST_WORDS: Duration = Duration::from_secs(10);

pub fn acceptor(tls: &Tls) -> Result<TlsAcceptor, Failure> {
    let bad = |path: &std::path::Path, why: String| Failure::BadFile { path: path.to_owned(), why };
    let certificates: Result<Vec<_>, _> =
        CertificateDer::pem_file_iter(&tls.certificate).and_then(Iterator::collect);
    let certificates =
        certificates.map_err(|error| bad(&tls.certificate, format!("no certificate: {error}")))?;
    let key = PrivateKeyDer::from_pem_file(&tls.key)
        .map_err(|error| bad(&tls.key, format!("no private key: {error}")))?;
    let config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(certificates, key)
        .map_err(|error| bad(&tls.certificate, error.to_string()))?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// Answers until the process is told to stop, and says so.
pub async fn accept(
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
    routes: Router,
    stopping: impl FnOnce(),
) {
    let seats = Seats::of_this_process();
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(told_to_stop());
    loop {
        let next = async { (listener.accept().await, seats.take().await) };
        let (accepted, seat) = tokio::select! {
            next = next => next,
            () = &mut stop => break,
        };
        let (Ok((stream, from)), Some(seat)) = (accepted, seat) else {
            // Out of file descriptors, mostly: some will be free again soon.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Who does not take its answer is let go. Where the system knows no such limit, there is none.
        let _ = rustix::net::sockopt::set_tcp_user_timeout(&stream, UNREAD);
        let (tls, watcher) = (tls.clone(), graceful.watcher());
        let known = (Extension(Peer(from.ip())), Extension(Arc::clone(&seat)));
        let routes = routes.clone().layer(known.0).layer(known.1);
        let served = async move {
            match tls {
                None => answer(stream, routes, watcher).await,
                Some(tls) => {
                    if let Ok(Ok(stream)) = timeout(PATIENCE, secured(tls, stream)).await {
                        answer(stream, routes, watcher).await;
                    }
                }
            }
        };
        tokio::spawn(async move {
            tokio::select! {
                () = served => {}
                () = seat.dismissed() => {}
            }
        });
    }
    stopping();
    let _ = timeout(LAST_WORDS, graceful.shutdown()).await;
}

async fn secured(
    tls: TlsAcceptor,
    stream: TcpStream,
) -> std::io::Result<tokio_rustls::server::TlsStream<TcpStream>> {
    tls.accept(stream).await
}

async fn answer<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    routes: Router,
    watcher: hyper_util::server::graceful::Watcher,
) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes));
    // Whoever broke off is not told.
    let _ = watcher.watch(connection).await;
}

async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut term), Ok(mut int)) =
        (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = term.recv() => {}
        _ = int.recv() => {}
    }
}
