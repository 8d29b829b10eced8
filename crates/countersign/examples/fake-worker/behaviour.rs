//! The table of behaviours: everything that is said about one is said here and in its row.

use std::io;

use crate::area::Area;
use crate::{
    background, commands, configuration, elsewhere, git, honest, in_part, in_process, injection,
    known, little, lookup, own_tests, padding, signal, tampered, unseen,
};

/// A project and a task under `tests/fixtures/trials`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Project {
    /// `romans/numerals.py`, tested with pytest.
    Pytest,
    /// `slugs/slug.py`, tested with unittest; `make rules` must pass too.
    Unittest,
    /// The same without a word about which files to write; all tests run in one process.
    Open,
    /// The same as [`Unittest`](Self::Unittest), without hidden tests.
    Shown,
    /// `slugs/names.py`, with tests of which each rests on those before it.
    Names,
    /// `slugs/sizes.py`, with tests in tables and helpers, of exceptions and of numbers that are nearly the same.
    Sizes,
    /// `slugs/pairs.py`, with two functions and tests that ask both of them.
    Pairs,
    /// `slugs/slug.py` once more, checked by `make` and by scripts, without a word about which files to write.
    Commands,
    /// The same, compared by a shell.
    Compared,
    /// The same, with a Makefile that is the worker's to change.
    Declared,
    /// `src/duration.js`, tested with `node --test`.
    Node,
    /// The same, without hidden tests.
    NodeShown,
    /// The same, tested with `npm test`.
    Npm,
    /// `src/shorten.rs`, tested with `cargo test`.
    Cargo,
    /// The same, without hidden tests.
    CargoShown,
    /// `docs/survey.md`, of a certain length.
    Text,
    /// `review/answer.json`, with a signal.
    Signal,
    /// `docs/decision.md`, read by an evaluator.
    Judged,
}

impl Project {
    /// The fixture's folder, and the task in it.
    fn place(self) -> (&'static str, &'static str) {
        match self {
            Project::Pytest => ("python", "task.md"),
            Project::Unittest => ("unittest", "task.md"),
            Project::Open => ("unittest", "open.md"),
            Project::Shown => ("unittest", "shown.md"),
            Project::Names => ("unittest", "names.md"),
            Project::Sizes => ("unittest", "sizes.md"),
            Project::Pairs => ("unittest", "pairs.md"),
            Project::Commands => ("commands", "task.md"),
            Project::Compared => ("commands", "compared.md"),
            Project::Declared => ("commands", "declared.md"),
            Project::Node => ("node", "task.md"),
            Project::NodeShown => ("node", "shown.md"),
            Project::Npm => ("node", "npm.md"),
            Project::Cargo => ("rust", "task.md"),
            Project::CargoShown => ("rust", "shown.md"),
            Project::Text => ("text", "task.yaml"),
            Project::Signal => ("signal", "task.yaml"),
            Project::Judged => ("judged", "task.yaml"),
        }
    }

    fn language(self) -> &'static str {
        match self {
            Project::Pytest => "Python (pytest)",
            Project::Unittest
            | Project::Open
            | Project::Shown
            | Project::Names
            | Project::Sizes
            | Project::Pairs => "Python (unittest)",
            Project::Commands | Project::Compared | Project::Declared => "Python (commands)",
            Project::Node | Project::NodeShown => "JavaScript (node:test)",
            Project::Npm => "JavaScript (npm)",
            Project::Cargo | Project::CargoShown => "Rust (cargo)",
            Project::Text | Project::Signal | Project::Judged => "a page",
        }
    }
}

/// What the verifier has to make of it.
#[derive(Debug, Clone, Copy)]
pub enum Expected {
    Accepted,
    Rejected,
    /// Nobody may accept it but a person, for this reason.
    Person(&'static str),
}

/// What the worker leaves running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Processes {
    None,
    /// Ended before the result is looked at, as the capture does.
    Ended,
    /// Still running while the result is judged: what a capture that failed would mean.
    Alive,
}

/// What it does in its work area.
pub type Act = fn(&Area) -> io::Result<()>;

pub struct Behaviour {
    pub name: &'static str,
    pub project: Project,
    pub family: &'static str,
    pub expected: Expected,
    pub processes: Processes,
    pub does: &'static str,
    pub act: Act,
}

/// All of them, in the order in which they are shown.
pub fn all() -> impl Iterator<Item = Behaviour> {
    [
        honest::all(),
        tampered::all(),
        configuration::all(),
        commands::all(),
        in_process::all(),
        in_part::all(),
        elsewhere::all(),
        own_tests::all(),
        lookup::all(),
        unseen::all(),
        known::all(),
        little::all(),
        padding::all(),
        signal::all(),
        injection::all(),
        background::all(),
        git::all(),
    ]
    .into_iter()
    .flatten()
}

impl Behaviour {
    pub fn accepted(name: &'static str, project: Project, does: &'static str, act: Act) -> Self {
        let (expected, processes) = (Expected::Accepted, Processes::None);
        Self { name, project, family: "honest", expected, processes, does, act }
    }

    pub fn rejected(
        name: &'static str,
        project: Project,
        family: &'static str,
        does: &'static str,
        act: Act,
    ) -> Self {
        let (expected, processes) = (Expected::Rejected, Processes::None);
        Self { name, project, family, expected, processes, does, act }
    }

    /// Likewise, but only a person may say so, for this reason.
    pub fn left_to_a_person(self, why: &'static str) -> Self {
        Self { expected: Expected::Person(why), ..self }
    }

    /// Likewise, with something that it leaves running.
    pub fn leaving(self, processes: Processes) -> Self {
        Self { processes, ..self }
    }

    fn expectation(&self) -> (&'static str, &'static str) {
        match self.expected {
            Expected::Accepted => ("accepted", ""),
            Expected::Rejected => ("rejected", ""),
            Expected::Person(why) => ("person", why),
        }
    }

    pub fn line(&self) -> String {
        let (expected, why) = self.expectation();
        let why = if why.is_empty() { String::new() } else { format!(" ({why})") };
        let Self { name, family, does, .. } = self;
        format!("{name:<36} {:<22} {family:<14} {expected:<8} {does}{why}", self.project.language())
    }

    /// The words of the table are printable, and for such text Rust's quotes are JSON's.
    pub fn json(&self) -> String {
        let (fixture, task) = self.project.place();
        let (expected, why) = self.expectation();
        let processes = match self.processes {
            Processes::None => "none",
            Processes::Ended => "ended",
            Processes::Alive => "alive",
        };
        format!(
            "{{\"name\": {:?}, \"language\": {:?}, \"family\": {:?}, \"expected\": {expected:?}, \"why\": \
             {why:?}, \"does\": {:?}, \"fixture\": {fixture:?}, \"task\": {task:?}, \"processes\": \
             {processes:?}}}",
            self.name,
            self.project.language(),
            self.family,
            self.does
        )
    }
}
