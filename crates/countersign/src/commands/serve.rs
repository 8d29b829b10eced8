//! `serve`: many agents, over HTTP.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::http::{self, Settings, Tls};
use crate::mcp::house::House;
use crate::runners;
use crate::trust::Door;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign serve\n  countersign serve --listen 127.0.0.1:0 --json\n  countersign serve \
    --listen 0.0.0.0:8443 --host build.example --tls-cert cert.pem --tls-key key.pem\n\nAgents call POST /mcp with \
    Authorization: Bearer TOKEN; a lead makes tokens with countersign actor add and countersign actor token. What a \
    browser sends from another page, and what names another host, is refused."
)]
pub struct Serve {
    /// Where to listen; port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7878")]
    listen: SocketAddr,
    /// A name under which it is reached, beside the loopback ones; may be given more than once
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// An origin from which pages may call it (scheme, host and port); may be given more than once
    #[arg(long = "origin", value_name = "ORIGIN")]
    origins: Vec<String>,
    /// A certificate chain in PEM: serve TLS
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Its private key in PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Most requests a second of one actor, and of one address without a valid token
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
    /// Most requests at once
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..))]
    at_once: u32,
}

/// Where it is served, as soon as it is.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Serving")]
pub struct ServingView {
    url: String,
    project: String,
}

impl Serve {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let project = context.project()?;
        let root = project.root().to_owned();
        // A lead who serves has what is needed to judge; anyone else may find that there is no runner.
        if let Ok(desk) = context.desk().await
            && runners::of_this_machine(&desk).await?.is_none()
        {
            let _ = runners::add(&desk).await;
        }
        let tls = match (self.tls_cert, self.tls_key) {
            (Some(certificate), Some(key)) => Some(Tls { certificate, key }),
            _ => None,
        };
        let settings = Settings {
            listen: self.listen,
            hosts: self.hosts,
            origins: self.origins,
            tls,
            rate: self.rate,
            at_once: self.at_once,
        };
        if !settings.listen.ip().is_loopback() && settings.tls.is_none() {
            context.printer.notice(
                "note: tokens go over the network as they are; --tls-cert and --tls-key keep them from being read",
            );
        }
        let store = context.engine().await?.store().id().to_owned();
        Door::Agents { store }.tell(&project, context.printer)?;
        let bound = http::bind(settings)?;
        let view = ServingView { url: bound.url(), project: root.display().to_string() };
        context.printer.answer(&view, |page| {
            page.title(&format!("serving {} at {}", view.project, view.url));
            page.line("Ctrl-C stops it.");
        })?;
        let url = context.store_url()?;
        // Other threads than this one: a client that keeps one busy must not keep the others waiting.
        let served = tokio::task::spawn_blocking(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .enable_all()
                .build()
                .map_err(|source| Failure::Runtime { source })?;
            runtime.block_on(async move {
                let engine = crate::context::open(&url).await?;
                bound.serve(Arc::new(House::new(engine, root))).await
            })
        });
        served.await.map_err(|died| Failure::Runtime { source: died.into() })??;
        Ok(Ending::Done)
    }
}
