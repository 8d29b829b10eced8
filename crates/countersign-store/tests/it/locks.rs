//! What keeps other processes from removing the log under ours.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::MetadataExt;

use countersign_store::SqlStore;

/// Whether this process holds a lock on a file, as the kernel has it.
fn is_locked(file: &std::path::Path) -> bool {
    let inode = format!(":{} ", file.metadata().unwrap().ino());
    let own = format!(" {} ", std::process::id());
    let locks = fs::read_to_string("/proc/locks").unwrap();
    locks.lines().any(|lock| lock.contains(&inode) && lock.contains(&own))
}

#[tokio::test(flavor = "multi_thread")]
async fn opening_it_once_more_gives_up_no_lock_of_this_process() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal.db");
    let url = SqlStore::sqlite_url(&file);
    let first = SqlStore::create(&url).await.unwrap();
    first.team().await.unwrap();
    assert!(is_locked(&file));
    for _ in 0..3 {
        let again = SqlStore::open(&url).await.unwrap();
        again.team().await.unwrap();
        assert!(is_locked(&file), "as long as anybody of this process is connected");
        drop(again);
        assert!(is_locked(&file));
    }
    first.team().await.unwrap();
}
