//! Data that says what is expected, by its name: golden files, snapshots, tables of cases. Who changes it changes what
//! is tested, as who changes a test does.

/// Words for nothing else.
const SURE: [&str; 7] =
    ["expected", "expectations", "golden", "goldens", "approved", "snapshot", "snapshots"];
/// Words that may as well stand for what a program works with.
const LIKELY: [&str; 6] = ["case", "cases", "want", "wanted", "baseline", "baselines"];
/// Endings of data. A module may have any name.
const DATA: [&str; 17] = [
    "txt", "json", "jsonl", "yaml", "yml", "csv", "tsv", "xml", "html", "out", "golden",
    "expected", "approved", "snap", "want", "log", "svg",
];

/// How much a name says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Expects {
    /// It counts if a check, or what steers one, speaks of the file.
    Likely,
    Sure,
}

/// Whether a file says what is expected.
pub fn expects(path: &str) -> Option<Expects> {
    let path = path.to_lowercase();
    let name = path.rsplit('/').next().unwrap_or(&path);
    if name.rsplit_once('.').is_some_and(|(_, ending)| !DATA.contains(&ending)) {
        return None;
    }
    let has = |known: &[&str]| {
        path.split(|c: char| !c.is_alphanumeric()).any(|word| known.contains(&word))
    };
    if has(&SURE) { Some(Expects::Sure) } else { has(&LIKELY).then_some(Expects::Likely) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_says_what_is_expected_and_modules_do_not() {
        for path in ["golden/out.txt", "expected.json", "a/top.expected", "cli/snapshots/help"] {
            assert_eq!(expects(path), Some(Expects::Sure), "{path}");
        }
        for path in ["data/cases.json", "app/want.yaml", "want.txt"] {
            assert_eq!(expects(path), Some(Expects::Likely), "{path}");
        }
        for path in
            ["src/snapshot.rs", "lib/expected.ts", "fixtures/users.json", "unexpectedly.txt"]
        {
            assert_eq!(expects(path), None, "{path}");
        }
    }
}
