//! Killed at any instant, writers and the server alike: nothing acknowledged is lost, nothing is
//! there twice or in part, and the store opens and goes on.

#![allow(clippy::print_stderr)]

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use countersign_store::{Journal, SqlStore, StoreError, Stream};
use countersign_testkit::ThrowawayPostgres;
use tempfile::TempDir;

use crate::place::{Place, on_both};
use crate::world::{assignment, creation, task};
use crate::writers::{
    Dice, Ended, Identity, Ledger, WriterProcess, commit_further, examine, send_again, signal,
};

on_both!(a_holder_that_was_stopped_past_its_lease_is_fenced_when_it_goes_on);

const KILLS: u32 = 100;
/// A rig in which kills do not hit must fail, not go on for ever.
const MOST_ROUNDS: u32 = 200;
/// From the start of a process to well within its work.
const LONGEST_LIFE: Duration = Duration::from_millis(100);
const LOOK_AGAIN: Duration = Duration::from_micros(200);
/// How often the store is examined in between, in rounds.
const EXAMINED_EVERY: u32 = 12;
/// How many of the writers come back at the end and finish.
const FINISHING: usize = 12;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kill_9_of_writers_loses_nothing_on_sqlite() {
    let place = Place::sqlite();
    kill_writers(&place.url(), None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kill_9_of_writers_and_the_server_loses_nothing_on_postgres() {
    let server = ThrowawayPostgres::start();
    let url = server.create_database();
    kill_writers(&url, Some(server)).await;
}

/// How a writer's death is timed.
#[derive(Debug, Clone, Copy)]
enum Death {
    /// So long after its start: it may not even have opened the store.
    Early(Duration),
    /// So long after it was first told something.
    AtWork(Duration),
    /// So long after it was told something by a server that had been killed and came back.
    AfterTheServer(Duration),
}

#[derive(Debug, Default)]
struct Toll {
    hits: u32,
    /// Hits of writers that had been told nothing yet.
    early: u32,
    failed: u32,
    servers: u32,
    /// Hits of writers that had lost the server and found it again.
    survivors: u32,
}

async fn kill_writers(url: &str, mut server: Option<ThrowawayPostgres>) {
    let mut dice = Dice::from_environment();
    let begun = Instant::now();
    SqlStore::create(url).await.unwrap().close().await;
    let ledger = Ledger::default();
    let mut toll = Toll::default();
    let mut everyone: Vec<Identity> = Vec::new();
    for round in 1.. {
        if toll.hits >= KILLS {
            break;
        }
        assert!(round <= MOST_ROUNDS, "{toll:?}");
        // Not always at the same beat as the examinations.
        let doomed = server.as_mut().filter(|_| round % 7 == 3);
        let server_dies = doomed.is_some();
        let crew = gather(&mut dice, &mut everyone, server_dies);
        let server_life = dice.within(LONGEST_LIFE / 2);
        let server_is_back = AtomicBool::new(false);
        let ended = tokio::task::block_in_place(|| {
            std::thread::scope(|scope| {
                let crew: Vec<_> = crew
                    .iter()
                    .map(|(who, death)| {
                        let (ledger, is_back) = (&ledger, &server_is_back);
                        scope.spawn(|| live_and_die(url, *who, *death, ledger, is_back))
                    })
                    .collect();
                if let Some(server) = doomed {
                    let before = ledger.len();
                    wait_for(|| ledger.len() > before);
                    std::thread::sleep(server_life);
                    server.kill_and_restart();
                    server_is_back.store(true, Ordering::SeqCst);
                    toll.servers += 1;
                }
                crew.into_iter().map(|one| one.join().unwrap()).collect::<Vec<_>>()
            })
        });
        for (Ended { hit, acknowledged, complaints, .. }, outlived) in ended {
            toll.hits += u32::from(hit);
            toll.early += u32::from(hit && acknowledged == 0);
            toll.survivors += u32::from(hit && outlived);
            if !hit {
                // Writers may give up on a server that is gone, and on nothing else.
                assert!(server_dies, "a writer failed by itself in round {round}: {complaints}");
                toll.failed += 1;
            }
        }
        if round % EXAMINED_EVERY == 0 {
            let store = SqlStore::open(url).await.unwrap();
            commit_further(&store, &format!("round-{round}")).await;
            examine(&store, &ledger.so_far()).await;
            // Every second time the last one to leave tidies up; otherwise it is as if killed, too.
            if round % (2 * EXAMINED_EVERY) == 0 {
                store.close().await;
            }
        }
    }
    settle(url, &ledger, &everyone).await;
    eprintln!(
        "{} kills of running writers, {} of them before the first answer; the server killed {} \
         times, outlived by {} writers; {} writers gave up; {} commits acknowledged; {:.1} s; \
         seed {}",
        toll.hits,
        toll.early,
        toll.servers,
        toll.survivors,
        toll.failed,
        ledger.len(),
        begun.elapsed().as_secs_f64(),
        dice.seed()
    );
    assert!(toll.hits >= KILLS);
    // Both kinds of moments were met, or the test would show less than it says.
    assert!(toll.early >= KILLS / 20 && toll.hits - toll.early >= KILLS / 20, "{toll:?}");
    assert!(server.is_none() || (toll.servers >= 4 && toll.survivors >= 1), "{toll:?}");
}

/// Two to four writers, most of them new; some come back to send again what they had sent.
fn gather(
    dice: &mut Dice,
    everyone: &mut Vec<Identity>,
    server_dies: bool,
) -> Vec<(Identity, Death)> {
    let crew = (0..2 + dice.below(3)).map(|_| {
        let known = everyone.len() as u64;
        let who = match dice.below(4) {
            0 if known > 0 => everyone[usize::try_from(dice.below(known)).unwrap()],
            _ => Identity(known),
        };
        if who.0 == known {
            everyone.push(who);
        }
        let life = dice.within(LONGEST_LIFE);
        let death = match dice.below(4) {
            _ if server_dies => Death::AfterTheServer(life / 2),
            0 => Death::AtWork(life / 2),
            // Opening takes a few milliseconds only, and is to be met as well.
            1 => Death::Early(life / 8),
            _ => Death::Early(life),
        };
        (who, death)
    });
    crew.collect()
}

/// How it ended, and whether it had outlived the server.
fn live_and_die(
    url: &str,
    who: Identity,
    death: Death,
    ledger: &Ledger,
    server_is_back: &AtomicBool,
) -> (Ended, bool) {
    let writer = WriterProcess::start(url, who, ledger);
    let (life, outlived) = match death {
        Death::Early(life) => (life, false),
        Death::AtWork(life) => {
            wait_for(|| writer.told() > 0);
            (life, false)
        }
        Death::AfterTheServer(life) => {
            while !server_is_back.load(Ordering::SeqCst) {
                std::thread::sleep(LOOK_AGAIN);
            }
            let before = writer.told();
            wait_for(|| writer.told() > before);
            (life, before > 0 && writer.told() > before)
        }
    };
    std::thread::sleep(life);
    (writer.kill(), outlived)
}

/// Not for ever: what is waited for may have failed.
fn wait_for(is_so: impl Fn() -> bool) {
    let patience = Instant::now() + Duration::from_secs(3);
    while !is_so() && Instant::now() < patience {
        std::thread::sleep(LOOK_AGAIN);
    }
}

/// After the last kill: everything is there, and whatever was in doubt is sent again.
async fn settle(url: &str, ledger: &Ledger, everyone: &[Identity]) {
    let store = SqlStore::open(url).await.unwrap();
    commit_further(&store, "after-all").await;
    let held = examine(&store, &ledger.so_far()).await;
    let finishing = &everyone[everyone.len().saturating_sub(FINISHING)..];
    let resent = tokio::task::block_in_place(|| send_again(url, finishing, &held)).so_far();
    for (name, seq) in &resent {
        assert!(held.get(name).is_none_or(|before| before == seq), "{name} moved to {seq}");
    }
    let mut all = ledger.so_far();
    all.extend(resent);
    let held = examine(&store, &all).await;
    for who in finishing {
        assert!(held.contains_key(&format!("w-{}-0", who.0)), "what {who:?} sent again is there");
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kill_9_of_a_maker_leaves_a_store_or_none_on_sqlite() {
    let folder = TempDir::with_prefix("cs makers-").unwrap();
    let url = |n: u32| SqlStore::sqlite_url(&folder.path().join(format!("{n}.db")));
    kill_makers(url, Duration::from_millis(40)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kill_9_of_a_maker_leaves_a_store_or_none_on_postgres() {
    let server = ThrowawayPostgres::start();
    kill_makers(|_| server.create_database(), Duration::from_millis(130)).await;
}

/// Each place sees makers killed until a store is there, or for a few times.
async fn kill_makers(place: impl Fn(u32) -> String, longest_life: Duration) {
    let mut dice = Dice::from_environment();
    let (mut hits, mut places) = (0, 0);
    while hits < 20 {
        places += 1;
        assert!(places < 100, "{hits} hits only");
        let url = place(places);
        for _ in 0..5 {
            let mut maker = fixture(&["create", &url]);
            std::thread::sleep(dice.within(longest_life));
            maker.kill().unwrap();
            let status = maker.wait().unwrap();
            hits += u32::from(status.signal() == Some(9));
            match SqlStore::open(&url).await {
                Ok(_) => break,
                Err(StoreError::NotAStore) => assert!(!status.success()),
                Err(error) => panic!("{error}"),
            }
        }
        let store = match SqlStore::create(&url).await {
            Err(StoreError::Exists) => SqlStore::open(&url).await.unwrap(),
            made => made.unwrap(),
        };
        assert_eq!(store.head().await.unwrap().size, 0);
        commit_further(&store, "TASK-1").await;
        assert!(store.audit(|_| {}).await.unwrap().is_sound());
        store.close().await;
    }
    eprintln!("{hits} kills of makers in {places} places; seed {}", dice.seed());
}

async fn a_holder_that_was_stopped_past_its_lease_is_fenced_when_it_goes_on(place: &Place) {
    let store = place.create().await;
    store.commit(creation("A")).await.unwrap();
    store.commit(assignment("A", 1)).await.unwrap();

    let mut old = Holder::start(&place.url(), "old", 100);
    assert_eq!(old.hear(), "lease A 1");
    signal(&old.child, "STOP");
    // It has its orders and cannot follow them: it is stopped.
    old.order();
    let mut new = Holder::start(&place.url(), "new", 60_000);
    assert_eq!(new.hear(), "lease A 2");
    new.order();
    assert_eq!(new.hear(), "ack by-new 3");
    signal(&old.child, "CONT");
    assert_eq!(old.hear(), "fenced");

    assert!(old.child.wait().unwrap().success() && new.child.wait().unwrap().success());
    assert_eq!(store.head().await.unwrap().size, 3);
    assert!(store.stream(&Stream::Task(task("by-old"))).await.unwrap().is_empty());
    assert!(store.audit(|_| {}).await.unwrap().is_sound());
}

fn fixture(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_journal-writer"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// A process that works under a lease.
struct Holder {
    child: Child,
    said: BufReader<std::process::ChildStdout>,
}

impl Holder {
    fn start(url: &str, owner: &str, milliseconds: u64) -> Self {
        let mut child = fixture(&["lease", url, owner, &milliseconds.to_string()]);
        let said = BufReader::new(child.stdout.take().unwrap());
        Self { child, said }
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        tokio::task::block_in_place(|| self.said.read_line(&mut line)).unwrap();
        line.trim_end().to_string()
    }

    fn order(&mut self) {
        self.child.stdin.as_mut().unwrap().write_all(b"go on\n").unwrap();
    }
}

impl Drop for Holder {
    /// Stopped or not, it ends with the test.
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
