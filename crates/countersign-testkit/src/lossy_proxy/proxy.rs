//! The proxy as tests see it: a socket to connect to, and the order to lose an answer.

use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::JoinHandle;

use tempfile::TempDir;

use super::link::{Link, Orders};
use crate::wire::{SOCKET_NAME, socket_folder, socket_url};

#[derive(Debug)]
pub struct LossyProxy {
    folder: TempDir,
    shared: Arc<Shared>,
    acceptor: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    orders: Orders,
    stopping: AtomicBool,
    links: Mutex<Vec<Weak<Link>>>,
}

impl LossyProxy {
    /// Listens on a socket in a folder of its own and passes everything on to this one.
    ///
    /// # Panics
    /// Where it cannot listen.
    #[must_use]
    pub fn start(upstream_socket: &Path) -> Self {
        let folder = socket_folder("cs-px-");
        let listener =
            UnixListener::bind(folder.path().join(SOCKET_NAME)).expect("a socket can be bound");
        let shared = Arc::new(Shared::default());
        let acceptor = std::thread::spawn({
            let (shared, upstream) = (Arc::clone(&shared), upstream_socket.to_path_buf());
            move || accept(&listener, &upstream, &shared)
        });
        Self { folder, shared, acceptor: Some(acceptor) }
    }

    /// The URL of a database of the server behind the proxy.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        socket_url(self.folder.path(), database)
    }

    /// The folder that holds the socket, as a `host` for drivers.
    #[must_use]
    pub fn socket_folder(&self) -> &Path {
        self.folder.path()
    }

    /// The next COMMIT on any connection is carried out by the server; then the connection is cut
    /// and nothing of the answer is relayed. One order loses one answer.
    pub fn drop_next_commit_reply(&self) {
        self.shared.orders.drop_next_commit_reply.store(true, Ordering::SeqCst);
    }

    /// How many transactions were committed without the client being told. A test asks this to be
    /// sure that what it tested did happen.
    #[must_use]
    pub fn commit_replies_dropped(&self) -> usize {
        self.shared.orders.commit_replies_dropped.load(Ordering::SeqCst)
    }
}

impl Drop for LossyProxy {
    fn drop(&mut self) {
        self.shared.stopping.store(true, Ordering::SeqCst);
        // Accepting cannot be interrupted, only satisfied.
        drop(UnixStream::connect(self.folder.path().join(SOCKET_NAME)));
        if let Some(acceptor) = self.acceptor.take() {
            drop(acceptor.join());
        }
        let links = self.shared.links.lock().unwrap_or_else(PoisonError::into_inner);
        for link in links.iter().filter_map(Weak::upgrade) {
            link.cut();
        }
    }
}

fn accept(listener: &UnixListener, upstream: &Path, shared: &Arc<Shared>) {
    for client in listener.incoming() {
        if shared.stopping.load(Ordering::SeqCst) {
            return;
        }
        let client = client.expect("the proxy can accept connections");
        // A server that is down shows itself as a connection closed at once.
        let Ok(server) = UnixStream::connect(upstream) else { continue };
        let link = Arc::new(Link::new(client, server));
        let mut links = shared.links.lock().unwrap_or_else(PoisonError::into_inner);
        links.retain(|link| link.strong_count() > 0);
        links.push(Arc::downgrade(&link));
        drop(links);
        let shared = Arc::clone(shared);
        std::thread::spawn(move || link.relay(&shared.orders));
    }
}
