//! Writer processes that can be stopped and killed, what the store told them, and what it then has
//! to hold.

#![allow(clippy::print_stderr)]

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use countersign_store::{Committed, Journal, Record, SqlStore, Stream};

use crate::world::key;

/// Chance that can be repeated. The seed is told where a test fails.
pub(crate) struct Dice {
    state: u64,
    seed: u64,
}

impl Dice {
    /// From `COUNTERSIGN_TEST_SEED`, or always the same.
    pub(crate) fn from_environment() -> Self {
        let seed = match std::env::var("COUNTERSIGN_TEST_SEED") {
            Ok(seed) => seed.parse().unwrap(),
            Err(_) => 20_260_301,
        };
        Self { state: seed, seed }
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// At least 0 and less than `end`, by SplitMix64.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    pub(crate) fn within(&mut self, longest: Duration) -> Duration {
        let longest = u64::try_from(longest.as_micros()).unwrap();
        Duration::from_micros(self.below(longest))
    }
}

impl Drop for Dice {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("to see the same again: COUNTERSIGN_TEST_SEED={}", self.seed);
        }
    }
}

/// One who writes: whoever comes back under the same number sends the same commits again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Identity(pub(crate) u64);

/// Most tasks that one commit of a writer creates.
const MOST_TASKS: u64 = 3;
/// More commits than anyone lives to send.
const ENDLESS: u64 = 1_000_000;

impl Identity {
    fn key(self, n: u64) -> String {
        format!("w-{}-{n}", self.0)
    }

    /// The streams that the commit of this key has to write, all or none.
    fn streams_of(key: &str) -> Vec<String> {
        let (_, n) = key.rsplit_once('-').unwrap();
        let n: u64 = n.parse().unwrap();
        let more = (1..1 + n % MOST_TASKS).map(|n| format!("task/{key}.{n}"));
        std::iter::once(format!("task/{key}")).chain(more).collect()
    }
}

/// All that was acknowledged: keys and where the store said they are.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ledger(Arc<Mutex<BTreeMap<String, u64>>>);

impl Ledger {
    pub(crate) fn so_far(&self) -> BTreeMap<String, u64> {
        self.0.lock().unwrap().clone()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.lock().unwrap().len()
    }

    /// Notes one line. One that is not ended was not said.
    fn note(&self, line: &[u8]) -> bool {
        let Some(line) = line.strip_suffix(b"\n") else { return false };
        let words = String::from_utf8(line.to_vec()).unwrap();
        let [ack, key, seq] = words.split(' ').collect::<Vec<_>>().try_into().unwrap();
        assert_eq!(ack, "ack");
        let seq = seq.parse().unwrap();
        let before = self.0.lock().unwrap().insert(key.to_string(), seq);
        assert!(before.is_none_or(|before| before == seq), "{key} is at {before:?} and at {seq}");
        true
    }
}

/// A running journal-writer. Whatever it says goes to the ledger at once.
pub(crate) struct WriterProcess {
    child: Child,
    listener: Option<JoinHandle<()>>,
    told: Arc<AtomicU64>,
    complaints: Option<JoinHandle<String>>,
}

/// How a writer ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Whether it ran until it was killed.
    pub(crate) hit: bool,
    pub(crate) succeeded: bool,
    pub(crate) acknowledged: u64,
    pub(crate) complaints: String,
}

impl WriterProcess {
    pub(crate) fn start(url: &str, who: Identity, ledger: &Ledger) -> Self {
        Self::start_counted(url, who, ENDLESS, ledger)
    }

    pub(crate) fn start_counted(url: &str, who: Identity, count: u64, ledger: &Ledger) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_journal-writer"))
            .args([url, "w", &count.to_string(), &who.0.to_string(), &MOST_TASKS.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let told = Arc::new(AtomicU64::new(0));
        let (ledger, counted) = (ledger.clone(), Arc::clone(&told));
        let listener = std::thread::spawn(move || {
            let mut line = Vec::new();
            while said.read_until(b'\n', &mut line).unwrap() > 0 {
                counted.fetch_add(u64::from(ledger.note(&line)), Ordering::SeqCst);
                line.clear();
            }
        });
        let mut complained = child.stderr.take().unwrap();
        let complaints = std::thread::spawn(move || {
            let mut words = String::new();
            complained.read_to_string(&mut words).unwrap();
            words
        });
        Self { child, listener: Some(listener), told, complaints: Some(complaints) }
    }

    /// How many acknowledgements of it have been heard.
    pub(crate) fn told(&self) -> u64 {
        self.told.load(Ordering::SeqCst)
    }

    pub(crate) fn stop(&self) {
        signal(&self.child, "STOP");
    }

    pub(crate) fn go_on(&self) {
        signal(&self.child, "CONT");
    }

    /// Kills it now. What it said before it died is heard to the end.
    pub(crate) fn kill(mut self) -> Ended {
        self.child.kill().unwrap();
        self.end()
    }

    /// Waits until it has said everything.
    pub(crate) fn finish(mut self) -> Ended {
        self.end()
    }

    fn end(&mut self) -> Ended {
        self.listener.take().unwrap().join().unwrap();
        let complaints = self.complaints.take().unwrap().join().unwrap();
        let status = self.child.wait().unwrap();
        let (hit, succeeded) = (status.signal() == Some(9), status.success());
        Ended { hit, succeeded, acknowledged: self.told(), complaints }
    }
}

impl Drop for WriterProcess {
    /// Where a test fails early, its writers end with it.
    fn drop(&mut self) {
        if self.listener.is_some() {
            drop(self.child.kill());
            drop(self.child.wait());
        }
    }
}

/// Sends a signal by its name.
pub(crate) fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([&format!("-{name}"), &id]).status().unwrap();
    assert!(sent.success(), "{name} was not sent to {id}");
}

/// Sends everything again that these writers may have sent, up to the end.
pub(crate) fn send_again(url: &str, who: &[Identity], known: &BTreeMap<String, u64>) -> Ledger {
    let ledger = Ledger::default();
    for who in who {
        let sent = (0..).take_while(|n| known.contains_key(&who.key(*n))).count();
        // Beyond the last that is known, as many as could have been in flight.
        let count = u64::try_from(sent).unwrap() + 4;
        let ended = WriterProcess::start_counted(url, *who, count, &ledger).finish();
        assert!(ended.succeeded, "{}", ended.complaints);
        assert_eq!(ended.acknowledged, count);
    }
    ledger
}

/// The store is sound, has all that was acknowledged where it was said to be, has nothing twice,
/// and of what was not acknowledged has the whole or nothing. Returns all keys it has.
pub(crate) async fn examine(
    store: &SqlStore,
    acknowledged: &BTreeMap<String, u64>,
) -> BTreeMap<String, u64> {
    let audit = store.audit(|_| {}).await.unwrap();
    assert!(audit.is_sound(), "{:?}", audit.findings);
    let log = whole_log(store).await;
    assert_eq!(log.len() as u64, audit.records);
    let mut held = BTreeMap::new();
    let mut streams = BTreeSet::new();
    for commit in log.chunk_by(|a, b| a.key == b.key) {
        let (first, last) = (&commit[0], &commit[commit.len() - 1]);
        let name = first.key.to_string();
        assert_eq!(held.insert(name.clone(), first.seq), None, "{name} is there twice");
        let written: Vec<String> = commit.iter().map(|record| record.stream.to_string()).collect();
        if name.starts_with("w-") {
            assert_eq!(written, Identity::streams_of(&name), "{name} is there in part");
        }
        for stream in written {
            assert!(streams.insert(stream.clone()), "{stream} is there twice");
        }
        let noted = store.outcome(&first.key).await.unwrap();
        assert_eq!(noted, Some(Committed { first: first.seq, last: last.seq }), "{name}");
    }
    for (name, seq) in acknowledged {
        assert_eq!(held.get(name), Some(seq), "{name} was acknowledged at {seq}");
    }
    held
}

async fn whole_log(store: &SqlStore) -> Vec<Record> {
    let mut log = Vec::new();
    loop {
        let page = store.log(log.len() as u64, 1000).await.unwrap();
        if page.is_empty() {
            return log;
        }
        log.extend(page);
    }
}

/// A commit that has nothing to do with the writers. It takes its turn after all that the database
/// was told before: what a killed writer had sent is in or out from here on.
pub(crate) async fn commit_further(store: &SqlStore, name: &str) {
    let committed = store.commit(crate::world::creation(name)).await.unwrap();
    assert_eq!(store.outcome(&key(name)).await.unwrap(), Some(committed));
    let stream = Stream::Task(crate::world::task(name));
    assert_eq!(store.stream(&stream).await.unwrap().len(), 1);
}
