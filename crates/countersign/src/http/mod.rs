//! The protocol over HTTP. Every request shows a token; nothing is remembered between two.

mod admission;
mod arrival;
mod listener;
mod origins;
mod rate;
mod routes;
mod seats;

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use crate::failure::Failure;
use crate::mcp::house::House;

/// How it is served.
#[derive(Debug)]
pub struct Settings {
    pub listen: SocketAddr,
    pub hosts: Vec<String>,
    pub origins: Vec<String>,
    pub tls: Option<Tls>,
    /// Requests a second of one actor.
    pub rate: u32,
    pub at_once: u32,
}

#[derive(Debug)]
pub struct Tls {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// An address that is ours already.
pub struct Bound {
    listener: TcpListener,
    address: SocketAddr,
    tls: Option<tokio_rustls::TlsAcceptor>,
    settings: Settings,
}

pub fn bind(settings: Settings) -> Result<Bound, Failure> {
    let at = settings.listen.to_string();
    let failed = |why: std::io::Error| Failure::Serving { at: at.clone(), why: why.to_string() };
    let tls = settings.tls.as_ref().map(listener::acceptor).transpose()?;
    let listener = TcpListener::bind(settings.listen).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok(Bound { listener, address, tls, settings })
}

impl Bound {
    pub fn url(&self) -> String {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        format!("{scheme}://{}/mcp", self.address)
    }

    /// Serves until it is told to stop; whoever is being answered then is answered.
    pub async fn serve(self, house: Arc<House>) -> Result<(), Failure> {
        let failed = |why: std::io::Error| Failure::Serving {
            at: self.address.to_string(),
            why: why.to_string(),
        };
        let listener = tokio::net::TcpListener::from_std(self.listener).map_err(failed)?;
        house.take_up_what_is_left();
        let routes = routes::all(Arc::clone(&house), &self.settings, self.address.port());
        listener::accept(listener, self.tls, routes, || house.judgements.stop()).await;
        house.judgements.over().await;
        Ok(())
    }
}
