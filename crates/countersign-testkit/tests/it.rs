//! The test rig, tested: against a real server, a real disk and a really killed process.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stderr)]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use countersign_testkit::postgres::{Client, QueryError};
use countersign_testkit::{LoopImage, LossyProxy, ThrowawayPostgres};

fn value(client: &mut Client, sql: &str) -> Option<String> {
    client.query(sql).unwrap()[0][0].clone()
}

fn process_runs(pid: u32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

fn eventually(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(10);
    while !is_so() {
        assert!(Instant::now() < deadline, "not within ten seconds: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_started_server_answers() {
    let begun = Instant::now();
    let server = ThrowawayPostgres::start();
    eprintln!("started within {:?}", begun.elapsed());
    let mut client = server.client("postgres");
    assert_eq!(value(&mut client, "SELECT 1").as_deref(), Some("1"));
    assert_eq!(value(&mut client, "SELECT NULL"), None);
    assert_eq!(value(&mut client, "SHOW fsync").as_deref(), Some("on"));
    assert_eq!(value(&mut client, "SHOW max_connections").as_deref(), Some("200"));
    let Err(QueryError::Refused { code, .. }) = client.query("SELECT nonsense") else {
        panic!("nonsense was not refused");
    };
    assert_eq!(code, "42703");
    assert_eq!(value(&mut client, "SELECT 'still here'").as_deref(), Some("still here"));
}

#[test]
fn two_databases_are_separate() {
    let server = ThrowawayPostgres::start();
    let (first, second) = (server.create_database(), server.create_database());
    assert_ne!(first, second);
    assert_eq!((first, second), (server.url("test_0"), server.url("test_1")));
    server.client("test_0").query("CREATE TABLE only_here (id int)").unwrap();
    let seen = "SELECT count(*) FROM pg_tables WHERE tablename = 'only_here'";
    assert_eq!(value(&mut server.client("test_0"), seen).as_deref(), Some("1"));
    assert_eq!(value(&mut server.client("test_1"), seen).as_deref(), Some("0"));
}

#[test]
fn a_killed_server_keeps_what_was_committed_and_nothing_else() {
    let mut server = ThrowawayPostgres::start();
    let before = server.process_id();
    let mut client = server.client("postgres");
    client.query("CREATE TABLE t (id int); INSERT INTO t VALUES (1)").unwrap();
    client.query("BEGIN; INSERT INTO t VALUES (2)").unwrap();
    let backend = value(&mut client, "SELECT pg_backend_pid()").unwrap().parse().unwrap();
    // A backend in the middle of a query does not notice by itself that its server is gone.
    let mut busy = server.client("postgres");
    let busy_backend = value(&mut busy, "SELECT pg_backend_pid()").unwrap().parse().unwrap();
    let busy = std::thread::spawn(move || busy.query("DO $$ BEGIN LOOP END LOOP; END $$"));
    eventually("the backend is busy", || {
        let sql = format!("SELECT state FROM pg_stat_activity WHERE pid = {busy_backend}");
        value(&mut server.client("postgres"), &sql).as_deref() == Some("active")
    });
    server.kill_and_restart();
    assert!(matches!(busy.join().unwrap(), Err(QueryError::Connection(_))));
    assert_ne!(server.process_id(), before);
    for pid in [before, backend, busy_backend] {
        assert!(!process_runs(pid));
    }
    assert!(client.query("COMMIT").is_err());
    let mut client = server.client("postgres");
    assert_eq!(client.query("SELECT id FROM t").unwrap(), [[Some("1".to_owned())]]);
    // Again, to see that a recovered server can be killed like a fresh one.
    server.kill_and_restart();
    let mut client = server.client("postgres");
    assert_eq!(value(&mut client, "SELECT count(*) FROM t").as_deref(), Some("1"));
}

#[test]
fn a_dropped_server_leaves_nothing_behind() {
    let server = ThrowawayPostgres::start();
    let (pid, folder) = (server.process_id(), server.socket_folder().to_path_buf());
    let mut client = server.client("postgres");
    let backend = value(&mut client, "SELECT pg_backend_pid()").unwrap().parse().unwrap();
    assert!(process_runs(pid) && process_runs(backend));
    drop(server);
    assert!(!process_runs(pid) && !process_runs(backend));
    assert!(!folder.exists());
}

#[test]
fn a_server_outlives_the_thread_that_started_it() {
    let server = std::thread::spawn(ThrowawayPostgres::start).join().unwrap();
    assert_eq!(value(&mut server.client("postgres"), "SELECT 1").as_deref(), Some("1"));
}

#[test]
fn a_server_dies_with_its_killed_owner() {
    let mut owner =
        Command::new(env!("CARGO_BIN_EXE_hold-postgres")).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(owner.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let (pid, folder) = line.trim().split_once(' ').unwrap();
    let (pid, folder): (u32, PathBuf) = (pid.parse().unwrap(), folder.into());
    assert!(process_runs(pid) && folder.exists());
    owner.kill().unwrap();
    owner.wait().unwrap();
    eventually("the server ends", || !process_runs(pid));
    eventually("its folder is removed", || !folder.exists());
}

#[test]
fn a_lost_answer_to_commit_leaves_the_transaction_committed() {
    let server = ThrowawayPostgres::start();
    server.client("postgres").query("CREATE TABLE t (id int)").unwrap();
    let proxy = LossyProxy::start(&server.socket());
    let connect = || Client::connect(proxy.socket_folder(), "postgres").unwrap();

    // Unarmed, it loses nothing.
    let mut client = connect();
    client.query("BEGIN; INSERT INTO t VALUES (1)").unwrap();
    client.query("COMMIT").unwrap();
    assert_eq!(proxy.commit_replies_dropped(), 0);

    proxy.drop_next_commit_reply();
    client.query("BEGIN; INSERT INTO t VALUES (2)").unwrap();
    assert!(matches!(client.query("COMMIT"), Err(QueryError::Connection(_))));
    assert_eq!(proxy.commit_replies_dropped(), 1);
    assert!(client.query("SELECT 1").is_err());

    // The order was for one answer: the next connection works, and sees both rows.
    let mut client = connect();
    assert_eq!(value(&mut client, "SELECT count(*) FROM t").as_deref(), Some("2"));
    client.query("BEGIN; INSERT INTO t VALUES (3)").unwrap();
    client.query("COMMIT").unwrap();
    assert_eq!(value(&mut client, "SELECT count(*) FROM t").as_deref(), Some("3"));
}

#[test]
fn a_lost_answer_to_a_failed_commit_is_not_counted() {
    let server = ThrowawayPostgres::start();
    let proxy = LossyProxy::start(&server.socket());
    let mut client = Client::connect(proxy.socket_folder(), "postgres").unwrap();
    client.query("BEGIN").unwrap();
    assert!(client.query("SELECT nonsense").is_err());
    proxy.drop_next_commit_reply();
    assert!(matches!(client.query("COMMIT"), Err(QueryError::Connection(_))));
    assert_eq!(proxy.commit_replies_dropped(), 0);
}

#[test]
fn after_a_power_cut_a_disk_holds_what_was_synced() {
    if !LoopImage::possible() {
        eprintln!(
            "NOT TESTED: mounting a loop image needs root on Linux, mkfs.ext4 and loop devices"
        );
        return;
    }
    let write = |path: &Path, text: &[u8]| {
        let mut file = File::create(path).unwrap();
        file.write_all(text).unwrap();
        file
    };
    let disk = LoopImage::create(32).unwrap();
    let place = disk.mount_point();
    write(&place.join("synced"), b"to stay").sync_all().unwrap();
    File::open(&place).unwrap().sync_all().unwrap();
    let _still_open = write(&place.join("not-synced"), b"to be lost");

    let after = disk.copy_as_after_power_cut().unwrap();
    assert_eq!(fs::read(after.mount_point().join("synced")).unwrap(), b"to stay");
    assert!(!after.mount_point().join("not-synced").exists());

    // The copy is a disk of its own, and the original goes on.
    fs::write(after.mount_point().join("later"), b"x").unwrap();
    assert!(!place.join("later").exists());
    assert_eq!(fs::read(place.join("not-synced")).unwrap(), b"to be lost");

    // Gone when dropped, the one with a file still open as well.
    let mounts = [place, after.mount_point()];
    drop(after);
    drop(disk);
    let mounted = fs::read_to_string("/proc/mounts").unwrap();
    for mount in mounts {
        assert!(!mounted.contains(mount.to_str().unwrap()) && !mount.exists());
    }
}
