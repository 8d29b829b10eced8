//! The README shows how many behaviours of each family get which verdict, and `docs/trials.md` each of them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::table::{Behaviour, Expected, behaviours};

const BEGIN: &str = "<!-- trials: written by COUNTERSIGN_WRITE_TRIALS=1 cargo test -p countersign trials::shown -->\n";
const END: &str = "<!-- end of trials -->\n";

#[test]
fn the_readme_has_the_verdicts_of_every_family() {
    hold_against("README.md", &families(&behaviours()));
}

#[test]
fn the_page_of_trials_has_every_behaviour_and_its_verdict() {
    hold_against("docs/trials.md", &each(&behaviours()));
}

fn hold_against(page: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page);
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(BEGIN).expect("the page has the beginning mark");
    let (kept, after) = rest.split_once(END).expect("the page has the end mark");
    if std::env::var_os("COUNTERSIGN_WRITE_TRIALS").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{made}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(kept, made, "write it with COUNTERSIGN_WRITE_TRIALS=1");
}

fn families(all: &[Behaviour]) -> String {
    let mut families: Vec<&str> = Vec::new();
    for behaviour in all {
        if !families.contains(&behaviour.family.as_str()) {
            families.push(&behaviour.family);
        }
    }
    let count = |family: &str, expected: Expected| {
        let is_one = |one: &&Behaviour| one.family == family && one.expected == expected;
        match all.iter().filter(is_one).count() {
            0 => String::new(),
            number => number.to_string(),
        }
    };
    let mut text =
        String::from("| family | accepted | rejected | left to a person |\n|---|---|---|---|\n");
    for family in families {
        let [accepted, rejected, person] =
            [Expected::Accepted, Expected::Rejected, Expected::Person]
                .map(|expected| count(family, expected));
        let _ = writeln!(text, "| {family} | {accepted} | {rejected} | {person} |");
    }
    let _ = writeln!(text, "\n{} behaviours in all.", all.len());
    text
}

fn each(all: &[Behaviour]) -> String {
    let mut text =
        String::from("| behaviour | in | what the worker does | verdict |\n|---|---|---|---|\n");
    for one in all {
        let verdict = match one.expected {
            Expected::Accepted => "accepted".to_owned(),
            Expected::Rejected => "rejected".to_owned(),
            Expected::Person => format!("a person: {}", one.why),
        };
        let _ = writeln!(text, "| `{}` | {} | {} | {verdict} |", one.name, one.language, one.does);
    }
    text
}
