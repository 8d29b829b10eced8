//! The power is cut while writers write: on the disk that is found afterwards there is everything
//! that had been acknowledged. The rig is shown to lose what was not synced.

#![allow(clippy::print_stderr)]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use countersign_store::SqlStore;
use countersign_testkit::LoopImage;

use crate::writers::{Dice, Identity, Ledger, WriterProcess, commit_further, examine};

const ROUNDS: u64 = 12;
const WRITERS: u64 = 2;
/// Between two cuts.
const LONGEST_PAUSE: Duration = Duration::from_millis(300);
const PATIENCE: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn power_cut_loses_nothing_acknowledged() {
    if !LoopImage::possible() {
        eprintln!(
            "NOT TESTED: mounting a loop image needs root on Linux, mkfs.ext4 and loop devices"
        );
        return;
    }
    let mut dice = Dice::from_environment();
    let begun = Instant::now();
    let disk = LoopImage::create(64).unwrap();
    let url = url_on(&disk.mount_point());
    SqlStore::create(&url).await.unwrap().close().await;
    let ledger = Ledger::default();
    let mut writers = Vec::new();
    let (mut lost_unsynced, mut beyond) = (0, 0);
    for round in 0..ROUNDS {
        // Those of the last round stood still until now, so that the disk does not fill.
        writers.iter().for_each(WriterProcess::go_on);
        for n in writers.len() as u64..WRITERS {
            writers.push(WriterProcess::start(&url, Identity(round * WRITERS + n), &ledger));
        }
        let before = ledger.len();
        until("something is acknowledged", || ledger.len() > before);
        std::thread::sleep(dice.within(LONGEST_PAUSE));

        // What is acknowledged here was so before the cut; more may follow until the writers stop.
        let acknowledged = ledger.so_far();
        let control = format!("not-synced-{round}");
        fs::write(disk.mount_point().join(&control), CONTROL).unwrap();
        let kills = dice.below(2) == 0;
        if kills {
            for ended in writers.drain(..).map(WriterProcess::kill) {
                assert!(ended.hit, "a writer failed by itself: {}", ended.complaints);
            }
        } else {
            writers.iter().for_each(WriterProcess::stop);
        }
        let after = disk.copy_as_after_power_cut().unwrap();

        let found = fs::read(after.mount_point().join(&control)).unwrap_or_default();
        lost_unsynced += u32::from(found != CONTROL);
        let store = SqlStore::open(&url_on(&after.mount_point())).await.unwrap();
        let held = examine(&store, &acknowledged).await;
        beyond += held.len() - acknowledged.len();
        commit_further(&store, "after-the-cut").await;
        assert!(store.audit(|_| {}).await.unwrap().is_sound());
        store.close().await;
    }
    for ended in writers.into_iter().map(WriterProcess::kill) {
        assert!(ended.hit, "a writer failed by itself: {}", ended.complaints);
    }
    eprintln!(
        "{ROUNDS} power cuts; {} commits acknowledged, none lost; {beyond} times a commit was there \
         that was not known to be; a file without sync lost in {lost_unsynced} of {ROUNDS}; \
         {:.1} s; seed {}",
        ledger.len(),
        begun.elapsed().as_secs_f64(),
        dice.seed()
    );
    assert!(lost_unsynced > 0, "this rig loses nothing, so it shows nothing");
}

/// Long enough that it cannot be kept within the directory.
const CONTROL: &[u8] = &[b'x'; 10_000];

fn url_on(mount_point: &Path) -> String {
    SqlStore::sqlite_url(&mount_point.join("store.db"))
}

fn until(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < deadline, "not in time: {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}
