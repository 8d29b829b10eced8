//! Nothing in the core reads a clock, a file or the environment.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found = Vec::new();
    for path in entries {
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

#[test]
fn the_crate_has_no_standard_library_and_so_no_clock_file_or_environment() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let root = fs::read_to_string(folder.join("lib.rs")).unwrap();
    assert!(root.lines().any(|line| line == "#![no_std]"), "the crate root says #![no_std]");
    let sources = sources(&folder);
    assert!(sources.len() > 15, "the sources were found: {}", sources.len());
    for path in sources {
        for (number, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for forbidden in
                ["extern crate std", "use std", "std::", "Timestamp::now", "Zoned::now"]
            {
                assert!(!code.contains(forbidden), "{}:{}: {line}", path.display(), number + 1);
            }
        }
    }
}
