//! What the machine can do at best: how often a second it puts four kibibytes on its disk for good.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

const BLOCK: [u8; 4096] = [0x5a; 4096];
/// As large as SQLite lets its write-ahead log grow before it begins at the front again.
const ROUND: u64 = 1000;

/// Where a block goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Onto {
    /// Over blocks that exist, as databases write their logs: the file's size does not change, so
    /// nothing but the block has to reach the disk.
    Old,
    /// After the end: the file system writes its own journal with every block.
    New,
}

/// A file to sync.
#[derive(Debug)]
pub struct Floor {
    file: File,
    blocks: u64,
    onto: Onto,
}

impl Floor {
    pub fn new(folder: &Path, onto: Onto) -> Self {
        let name = match onto {
            Onto::Old => "floor-old",
            Onto::New => "floor-new",
        };
        let mut file = File::create(folder.join(name)).expect("a file can be made");
        if onto == Onto::Old {
            for _ in 0..ROUND {
                file.write_all(&BLOCK).expect("a block can be written");
            }
            file.sync_all().expect("the disk syncs");
        }
        Self { file, blocks: 0, onto }
    }

    /// Syncs per second.
    pub fn rate(&mut self, during: Duration) -> f64 {
        let started = Instant::now();
        let before = self.blocks;
        while started.elapsed() < during {
            if self.onto == Onto::Old && self.blocks.is_multiple_of(ROUND) {
                self.file.seek(SeekFrom::Start(0)).expect("a file has a start");
            }
            self.file.write_all(&BLOCK).expect("a block can be written");
            self.file.sync_data().expect("the disk syncs");
            self.blocks += 1;
        }
        (self.blocks - before) as f64 / started.elapsed().as_secs_f64()
    }
}
