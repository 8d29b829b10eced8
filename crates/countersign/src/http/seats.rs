//! Places for connections. Who comes when none is left takes that of whoever has been quiet the longest, so that nobody
//! who shows no token keeps others out.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use rustix::process::{Resource, getrlimit};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::rate::Share;

/// Most connections that are open at once.
const MOST: u64 = 2048;
/// How long is waited for a place before the next quiet one is dismissed.
const LOOK: Duration = Duration::from_millis(20);

#[derive(Debug, Clone)]
pub struct Seats {
    free: Arc<Semaphore>,
    quiet: Arc<Mutex<Quiet>>,
}

/// Connections over which nobody with a token is being answered, the longest quiet first.
#[derive(Debug, Default)]
struct Quiet {
    next: u64,
    all: BTreeMap<u64, Arc<Notify>>,
}

impl Quiet {
    fn enter(&mut self, dismissed: &Arc<Notify>) -> u64 {
        self.next += 1;
        self.all.insert(self.next, Arc::clone(dismissed));
        self.next
    }
}

fn locked(quiet: &Mutex<Quiet>) -> MutexGuard<'_, Quiet> {
    quiet.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Seats {
    /// As many as leave half of the files that this process may have open to what is judged and to the store.
    pub fn of_this_process() -> Self {
        let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        let most = (files / 2).clamp(16, MOST);
        Self::new(usize::try_from(most).unwrap_or(usize::MAX))
    }

    fn new(most: usize) -> Self {
        Self { free: Arc::new(Semaphore::new(most)), quiet: Arc::default() }
    }

    /// A place, if need be that of another.
    pub async fn take(&self) -> Option<Arc<Seat>> {
        let place = loop {
            if let Ok(place) = Arc::clone(&self.free).try_acquire_owned() {
                break place;
            }
            if let Some((_, longest)) = locked(&self.quiet).all.pop_first() {
                longest.notify_one();
            }
            if let Ok(place) = timeout(LOOK, Arc::clone(&self.free).acquire_owned()).await {
                break place.ok()?;
            }
        };
        let dismissed = Arc::new(Notify::new());
        let number = Mutex::new(locked(&self.quiet).enter(&dismissed));
        let quiet = Arc::clone(&self.quiet);
        Some(Arc::new(Seat { number, dismissed, quiet, _place: place }))
    }
}

/// One connection's place, given back when it is dropped.
#[derive(Debug)]
pub struct Seat {
    number: Mutex<u64>,
    dismissed: Arc<Notify>,
    quiet: Arc<Mutex<Quiet>>,
    _place: OwnedSemaphorePermit,
}

impl Seat {
    /// Over once another needs the place.
    pub async fn dismissed(&self) {
        self.dismissed.notified().await;
    }

    fn number(&self) -> MutexGuard<'_, u64> {
        self.number.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Kept as long as somebody with a token is being answered.
    pub fn kept(self: &Arc<Self>) -> Kept {
        locked(&self.quiet).all.remove(&self.number());
        Kept(Arc::clone(self))
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        locked(&self.quiet).all.remove(&self.number());
    }
}

#[derive(Debug)]
pub struct Kept(Arc<Seat>);

impl Drop for Kept {
    fn drop(&mut self) {
        *self.0.number() = locked(&self.0.quiet).enter(&self.0.dismissed);
    }
}

impl Kept {
    /// Until all of the answer is on its way, with the actor's share: who does not read it takes nobody else's place.
    pub fn with(self, share: Share, answer: Response) -> Response {
        answer.map(|body| Body::new(Answer { body, _held: (self, share) }))
    }
}

struct Answer {
    body: Body,
    _held: (Kept, Share),
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_was_quiet_the_longest_makes_room_and_who_is_answered_does_not() {
        let seats = Seats::new(2);
        let first = seats.take().await.unwrap();
        let second = seats.take().await.unwrap();
        let kept = first.kept();
        let waiting = tokio::spawn({
            let seats = seats.clone();
            async move { seats.take().await }
        });
        second.dismissed().await;
        assert!(timeout(LOOK * 2, first.dismissed()).await.is_err(), "it is being answered");
        drop(second);
        let third = waiting.await.unwrap().unwrap();
        assert_eq!(locked(&seats.quiet).all.len(), 1);
        drop(kept);
        assert_eq!(locked(&seats.quiet).all.len(), 2);
        drop((first, third));
        assert!(locked(&seats.quiet).all.is_empty(), "nothing is remembered of who is gone");
    }
}
