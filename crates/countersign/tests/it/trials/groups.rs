//! The trials, in groups that run beside each other.

use std::fmt::Write as _;

use super::table::{Behaviour, Expected, Processes, behaviours};
use super::trial::{Answer, Court};

/// Which test tries a behaviour.
fn group(behaviour: &Behaviour) -> String {
    let language = behaviour.name.split('-').next().unwrap();
    let family = behaviour.family.as_str();
    let part = match (language, family) {
        ("git", _) | (_, "background process") => return family.replace(' ', "_"),
        ("text" | "signal" | "judged", _) => return "pages".into(),
        ("make" | "shell", _) => return "unittest_outside".into(),
        (_, "honest") => "honest",
        (_, "tests tampered" | "runner or configuration replaced" | "work elsewhere")
        | (_, "tests of its own") => "outside",
        // Each of these runs in many rooms.
        (_, "hidden tests alone") => "unseen",
        (_, _) => "inside",
    };
    format!("{language}_{part}")
}

/// Tries every behaviour of a group, and shows the whole answer wherever the verdict is another one.
fn all_of(name: &str) {
    let mut court = Court::new();
    let mut differences = String::new();
    let mut tried = 0;
    for behaviour in behaviours().iter().filter(|behaviour| group(behaviour) == name) {
        let answer = court.trial(behaviour);
        tried += 1;
        if !is_as_expected(behaviour, &answer) {
            let _ = writeln!(
                differences,
                "=== {} ({}): expected {:?}, got exit {}\n{}\n",
                behaviour.name, behaviour.does, behaviour.expected, answer.exit, answer.whole
            );
        }
    }
    assert!(tried > 0, "no behaviour is in {name}");
    assert!(differences.is_empty(), "{differences}");
}

fn is_as_expected(behaviour: &Behaviour, answer: &Answer) -> bool {
    let is = |expected: Expected| {
        let (exit, verdict) = match expected {
            Expected::Accepted => (0, "passed"),
            Expected::Rejected => (1, "failed"),
            Expected::Person => (3, "undecided"),
        };
        answer.exit == exit && answer.verdict.as_deref() == Some(verdict)
    };
    // Whether a process that nobody ended comes in time is chance. Where it does, what was to be judged has
    // changed under our hands; that is our trouble, and so a person's to judge. It is never a pass.
    is(behaviour.expected) || (behaviour.processes == Processes::Alive && answer.exit == 3)
}

macro_rules! groups {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            all_of(stringify!($name));
        })*

        #[test]
        fn every_behaviour_is_tried() {
            let groups = [$(stringify!($name)),*];
            for behaviour in behaviours() {
                let group = group(&behaviour);
                assert!(groups.contains(&group.as_str()), "{} is in {group}", behaviour.name);
            }
        }
    };
}

groups! {
    background_process
    cargo_honest
    cargo_inside
    cargo_outside
    cargo_unseen
    git
    node_honest
    node_inside
    node_outside
    node_unseen
    npm_honest
    npm_outside
    pages
    pytest_honest
    pytest_inside
    pytest_outside
    pytest_unseen
    unittest_honest
    unittest_inside
    unittest_outside
    unittest_unseen
}

#[test]
fn the_table_is_wide_enough() {
    let all = behaviours();
    let names: std::collections::BTreeSet<&str> =
        all.iter().map(|behaviour| behaviour.name.as_str()).collect();
    assert_eq!(names.len(), all.len(), "no name comes twice");
    assert!(all.len() >= 60, "{}", all.len());
    for language in
        ["Python (pytest)", "Python (unittest)", "JavaScript (node:test)", "Rust (cargo)"]
    {
        for expected in [Expected::Accepted, Expected::Rejected] {
            let is_one = |one: &&Behaviour| one.language == language && one.expected == expected;
            assert!(all.iter().any(|one| is_one(&one)), "{language} {expected:?}");
        }
    }
    for one in all.iter().filter(|one| one.expected == Expected::Person) {
        assert!(!one.why.is_empty(), "{}: why a person?", one.name);
    }
}
