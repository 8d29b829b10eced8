//! Many processes on one store: nothing is lost and nothing is there twice.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use countersign_store::Journal;

use crate::place::{Place, on_both};

on_both!(sixteen_processes_write_at_once);

const WRITERS: u64 = 16;
const EACH: u64 = 50;

async fn sixteen_processes_write_at_once(place: &Place) {
    let store = place.create().await;
    let writers: Vec<_> = (0..WRITERS)
        .map(|n| {
            Command::new(env!("CARGO_BIN_EXE_journal-writer"))
                .args([place.url(), format!("w{n}"), EACH.to_string(), n.to_string()])
                .stdout(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    let mut acknowledged = BTreeMap::new();
    for writer in writers {
        let output = tokio::task::block_in_place(|| writer.wait_with_output()).unwrap();
        assert!(output.status.success());
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            let [ack, key, seq] = line.split(' ').collect::<Vec<_>>().try_into().unwrap();
            assert_eq!(ack, "ack");
            let seq: u64 = seq.parse().unwrap();
            assert_eq!(acknowledged.insert(seq, key.to_string()), None, "{seq} is given once");
        }
    }
    let mut stored = BTreeMap::new();
    let mut after = 0;
    loop {
        let page = store.log(after, 100).await.unwrap();
        let Some(last) = page.last() else { break };
        after = last.seq;
        stored.extend(page.into_iter().map(|record| (record.seq, record.key.to_string())));
    }
    assert_eq!(stored.len() as u64, WRITERS * EACH);
    assert_eq!(stored, acknowledged);
    assert!(store.audit(|_| {}).await.unwrap().is_sound());
}
