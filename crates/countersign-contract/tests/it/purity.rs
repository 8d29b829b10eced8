//! Text in, contract out, and nothing else: no clock, no file, no environment, no randomness.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let is_source = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "rs");
    let below = folders.iter().flat_map(|folder| sources(folder));
    files.into_iter().filter(is_source).chain(below).collect()
}

#[test]
fn nothing_here_reads_a_clock_a_file_or_the_environment() {
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(sources.len() > 50, "the sources were found: {}", sources.len());
    let forbidden = [
        "std::fs",
        "std::env",
        "std::net",
        "std::process",
        "std::time",
        "Timestamp::now",
        "Instant::",
        "SystemTime",
        "std::thread",
        "stdin",
        "std::io",
    ];
    for path in sources {
        for (number, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for word in forbidden {
                let quoted = code.contains(&format!("\"{word}"));
                assert!(
                    quoted || !code.contains(word),
                    "{}:{}: {line}",
                    path.display(),
                    number + 1
                );
            }
        }
    }
}
