//! One client's connection through the proxy: two streams and the bytes between them.

use std::io::{self, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::commit_spotter::CommitSpotter;
use crate::wire::{self, Message, take_text};

const SSL_REQUEST: [u8; 4] = 80_877_103_u32.to_be_bytes();
const GSS_REQUEST: [u8; 4] = 80_877_104_u32.to_be_bytes();

/// What the proxy's owner and all its connections share.
#[derive(Debug, Default)]
pub(super) struct Orders {
    pub(super) drop_next_commit_reply: AtomicBool,
    pub(super) commit_replies_dropped: AtomicUsize,
}

#[derive(Debug)]
pub(super) struct Link {
    client: UnixStream,
    server: UnixStream,
    /// Set before a COMMIT is passed on, so that no part of its reply can be relayed.
    withheld: AtomicBool,
}

impl Link {
    pub(super) fn new(client: UnixStream, server: UnixStream) -> Self {
        Self { client, server, withheld: AtomicBool::new(false) }
    }

    pub(super) fn cut(&self) {
        // Either side may have hung up already, which is what is wanted.
        drop(self.client.shutdown(Shutdown::Both));
        drop(self.server.shutdown(Shutdown::Both));
    }

    /// Relays until either side hangs up or the reply to a COMMIT is to be lost.
    pub(super) fn relay(&self, orders: &Orders) {
        if self.relay_startup().is_ok() {
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    // An error means that a side has hung up; there is nobody to tell.
                    drop(self.relay_replies(orders));
                    self.cut();
                });
                drop(self.relay_requests(orders));
                // The server still has to answer what it was sent; cutting is left to the other
                // direction, which ends when the server sees this one end.
                drop(self.server.shutdown(Shutdown::Write));
            });
        }
        self.cut();
    }

    fn relay_startup(&self) -> io::Result<()> {
        loop {
            let packet = wire::read_untyped(&mut &self.client)?;
            if packet == SSL_REQUEST || packet == GSS_REQUEST {
                // Refused here: what is encrypted cannot be watched for COMMIT.
                (&self.client).write_all(b"N")?;
            } else {
                return wire::write_untyped(&mut &self.server, &packet);
            }
        }
    }

    fn relay_requests(&self, orders: &Orders) -> io::Result<()> {
        let mut spotter = CommitSpotter::default();
        loop {
            let message = Message::read(&mut &self.client)?;
            if spotter.runs_commit(&message)
                && orders.drop_next_commit_reply.swap(false, Ordering::SeqCst)
            {
                self.withheld.store(true, Ordering::SeqCst);
            }
            message.write(&mut &self.server)?;
        }
    }

    fn relay_replies(&self, orders: &Orders) -> io::Result<()> {
        loop {
            let message = Message::read(&mut &self.server)?;
            if !self.withheld.load(Ordering::SeqCst) {
                message.write(&mut &self.client)?;
                continue;
            }
            match (message.kind, take_text(&mut message.body.as_slice()).as_deref()) {
                // The server says so only after the transaction is committed.
                (b'C', Some("COMMIT")) => {
                    orders.commit_replies_dropped.fetch_add(1, Ordering::SeqCst);
                    return Ok(());
                }
                // The transaction had failed: that answer is lost as well, but is not counted.
                (b'C', Some("ROLLBACK")) | (b'E', _) => return Ok(()),
                _ => {}
            }
        }
    }
}
