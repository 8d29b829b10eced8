//! What a command's end says about its criterion.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use countersign_core::{
    Check, Criterion, Exit, Finding, Observation, Output, TestOutcome, Visibility,
};

use super::case::Case;
use super::lacks::Lack;
use super::probe::OnBase;
use super::tools::PYTHON_TOOLS;
use crate::jail::Ended;
use crate::report::{ReportError, TestRun};
use crate::room::Rewritten;
use crate::spec;

/// Most failed tests that are named in a reason.
const MOST_NAMED: usize = 12;
/// Most bytes of a failed test's own words in a reason.
const MOST_WORDS: usize = 400;
/// Longest line of a command's output in a reason.
const LONGEST_LINE: usize = 200;

/// A command that has run.
pub(super) struct Ran {
    pub line: String,
    pub ended: Ended,
    /// Which tests it ran; nothing where it is no test command.
    pub tests: Option<Result<TestRun, ReportError>>,
    /// What it asked for that no clean room has.
    pub lack: Option<Lack>,
    /// What it rests on and what was changed while it ran.
    pub rewritten: Rewritten,
    /// The folder that it was to run in, where there is none: it was not started.
    pub no_folder: Option<String>,
}

/// Whether a check is a command.
pub(super) fn runs(check: &Check) -> bool {
    line(check).is_some()
}

/// The line that a check runs.
pub(super) fn line(check: &Check) -> Option<&str> {
    match check {
        Check::Command { run, .. }
        | Check::Tests { run, .. }
        | Check::Lint { run, .. }
        | Check::Typecheck { run, .. } => Some(run),
        Check::File { .. }
        | Check::Content { .. }
        | Check::Outputs { .. }
        | Check::Exports { .. }
        | Check::Signal { .. }
        | Check::Dependency { .. }
        | Check::Changelog { .. }
        | Check::Backlog { .. }
        | Check::Protected { .. }
        | Check::Evaluate { .. }
        | Check::Critic { .. }
        | Check::None => None,
    }
}

impl Ran {
    pub fn judged(
        self,
        case: &Case<'_>,
        criterion: &Criterion,
        on_base: Option<&OnBase>,
    ) -> Observation {
        self.judged_without(case, criterion, on_base, &BTreeSet::new())
    }

    /// The same, where failures of some tests do not stand against the work.
    pub fn judged_without(
        self,
        case: &Case<'_>,
        criterion: &Criterion,
        on_base: Option<&OnBase>,
        failed_before: &BTreeSet<String>,
    ) -> Observation {
        let (finding, reason, tests) = match &self.tests {
            None => {
                let (finding, reason) = self.by_exit(criterion, on_base);
                (finding, reason, BTreeMap::new())
            }
            Some(_) => self.by_tests(case, criterion, on_base, failed_before),
        };
        let has_failed = |name: &&String| tests.get(*name) == Some(&TestOutcome::Failed);
        let failed_before = failed_before.iter().filter(has_failed).cloned().collect();
        Observation {
            exit: Some(self.ended.exit),
            tests,
            output: self.ended.output,
            duration_ms: u64::try_from(self.ended.duration.as_millis()).unwrap_or(u64::MAX),
            ran: Some(self.line),
            failed_before,
            ..Observation::new(criterion.id.clone(), finding, reason)
        }
    }

    /// The command in words. Of a hidden one a worker is told only that there is one.
    fn called(&self, criterion: &Criterion) -> String {
        match criterion.visibility {
            Visibility::Shown => format!("`{}`", self.line),
            Visibility::Hidden => "a hidden check".to_owned(),
        }
    }

    /// What it printed last, which mostly says why.
    fn last_line(&self) -> Option<String> {
        let Output { head, tail, .. } = &self.ended.output;
        let says_something = |line: &&str| !line.is_empty();
        let mut lines = head.lines().chain(tail.lines()).map(str::trim);
        let last = lines.rfind(says_something)?;
        Some(last.chars().take(LONGEST_LINE).collect())
    }

    /// Only success passes. What cannot be started here and could not on the base is our machine's lack.
    fn by_exit(&self, criterion: &Criterion, on_base: Option<&OnBase>) -> (Finding, String) {
        let line = self.called(criterion);
        if let Some(folder) = &self.no_folder {
            let words = format!("{line} runs in the folder `{folder}`, which is not there");
            return (Finding::Fail, format!("{words}: make `{folder}`"));
        }
        if let Some(stopped) = &self.ended.stopped {
            let words = format!("{line} was stopped: {stopped}");
            return match on_base {
                Some(base) if base.stopped => (
                    Finding::Undecided,
                    format!(
                        "{words}, here and on the base alike: the limits under [verify] in the base's \
                         countersign.toml are too narrow for it"
                    ),
                ),
                Some(_) | None => (Finding::Fail, words),
            };
        }
        if let (Some(lack), Exit::Failure(code)) = (&self.lack, self.ended.exit) {
            let words = format!("{line} ended with exit code {code}: {}", lack.words);
            let is_ours = lack.is_certain || on_base.is_some_and(|base| base.unstartable);
            return (if is_ours { Finding::Undecided } else { Finding::Fail }, words);
        }
        match self.ended.exit {
            Exit::Success if !self.rewritten.changed.is_empty() => {
                let words = format!("{line} ended with success, but says nothing");
                let files = self.rewritten.changed.join("`, `");
                match criterion.visibility {
                    Visibility::Shown => (
                        Finding::Fail,
                        format!(
                            "{words}: `{files}`, on which it rests, was changed while it ran. Nothing may \
                             write there"
                        ),
                    ),
                    Visibility::Hidden => (
                        Finding::Fail,
                        format!("{words}: what it rests on was changed while it ran"),
                    ),
                }
            }
            Exit::Success if !self.rewritten.touched.is_empty() => {
                let files = match criterion.visibility {
                    Visibility::Shown => format!("`{}`", self.rewritten.touched.join("`, `")),
                    Visibility::Hidden => "a file".to_owned(),
                };
                let words = format!(
                    "{line} ended with success, but {files}, on which it rests, was written while it ran, and may have \
                     been another one meanwhile: a person has to look"
                );
                (Finding::Undecided, words)
            }
            Exit::Success if !self.rewritten.replaced.is_empty() => {
                let files = match criterion.visibility {
                    Visibility::Shown => format!("`{}`", self.rewritten.replaced.join("`, `")),
                    Visibility::Hidden => "code".to_owned(),
                };
                let words = format!(
                    "{line} ended with success, but {files} was written while it ran, and is not what was handed in: a \
                     person has to say whether its tests may do that"
                );
                (Finding::Undecided, words)
            }
            Exit::Success => (Finding::Pass, format!("{line} ended with success")),
            Exit::Failure(code @ (126 | 127)) => {
                let words = format!(
                    "{line} could not be run (exit {code}): a program in it is missing or cannot be started"
                );
                match on_base {
                    Some(base) if base.unstartable => (
                        Finding::Undecided,
                        format!("{words}, here and on the base alike: install it on this machine"),
                    ),
                    Some(_) | None => (Finding::Fail, words),
                }
            }
            Exit::Failure(_) if self.lacks_a_program() => {
                let words = format!(
                    "{line} could not be run: a program or package that runs it is missing"
                );
                match on_base {
                    Some(base) if base.unstartable => (
                        Finding::Undecided,
                        format!("{words}, here and on the base alike: install it on this machine"),
                    ),
                    Some(_) | None => (Finding::Fail, words),
                }
            }
            Exit::Failure(code) => {
                let words = format!("{line} ended with exit code {code}");
                let last = self.last_line().filter(|_| criterion.visibility == Visibility::Shown);
                (Finding::Fail, last.map_or(words.clone(), |last| format!("{words}: {last}")))
            }
            Exit::TimedOut => (
                Finding::Fail,
                format!("{line} did not end within its time (time_limit_seconds in [verify])"),
            ),
            Exit::Signalled(signal) => {
                (Finding::Fail, format!("{line} was ended by signal {signal}"))
            }
            Exit::Lost => (Finding::Undecided, format!("nobody knows how {line} ended")),
        }
    }

    /// Whether the command fell over something that is not on this machine, before it came to the work.
    pub fn is_unstartable(&self) -> bool {
        // A program that is named by its path lies in the room: the work has to bring it.
        let by_path = self.line.split_whitespace().next().is_some_and(|word| word.contains('/'));
        !by_path && matches!(self.ended.exit, Exit::Failure(126 | 127))
            || self.lacks_a_program()
            || self.lack.is_some()
    }

    /// What launchers say that find nothing to launch: `python -m`, `npx`, `cargo` with a plugin, `npm run`.
    fn lacks_a_program(&self) -> bool {
        let output = [self.ended.output.head.as_str(), self.ended.output.tail.as_str()];
        let says = |words: &str| output.iter().any(|part| part.contains(words));
        let lacks_tool = |tool: &&str| says(&format!(": No module named {tool}\n"));
        PYTHON_TOOLS.iter().any(lacks_tool)
            || says("] Error 127\n")
            || says("error: no such command: `")
            || says("npm error could not determine executable to run")
    }

    fn by_tests(
        &self,
        case: &Case<'_>,
        criterion: &Criterion,
        on_base: Option<&OnBase>,
        failed_before: &BTreeSet<String>,
    ) -> (Finding, String, BTreeMap<String, TestOutcome>) {
        let (mut by_exit, exit_words) = self.by_exit(criterion, on_base);
        let run = match self.tests.as_ref() {
            Some(Ok(run)) => run,
            Some(Err(error)) => {
                return match (by_exit, error) {
                    (Finding::Pass, ReportError::NoSource) => (
                        Finding::Undecided,
                        format!(
                            "{} ended with success, but nothing shows which tests it ran: a person has to \
                             look, or the contract names a test runner that is known",
                            self.called(criterion)
                        ),
                        BTreeMap::new(),
                    ),
                    (Finding::Pass, ReportError::Unreadable { .. }) => {
                        (Finding::Undecided, error.to_string(), BTreeMap::new())
                    }
                    (Finding::Pass, _) => (
                        Finding::Fail,
                        format!("{} ended with success, but {error}", self.called(criterion)),
                        BTreeMap::new(),
                    ),
                    (finding, _) => (finding, exit_words, BTreeMap::new()),
                };
            }
            None => return (by_exit, exit_words, BTreeMap::new()),
        };
        let mut tests = run.tests.clone();
        let wanted = self.wanted(case, criterion, run);
        for (name, outcome) in &wanted {
            tests.insert(name.clone(), outcome.unwrap_or(TestOutcome::Skipped));
        }
        let mut faults = Vec::new();
        let (known, failed): (Vec<&String>, Vec<&String>) =
            of(run, TestOutcome::Failed).partition(|name| failed_before.contains(*name));
        // A runner says by its exit code that a test failed.
        let says_so = matches!(self.ended.exit, Exit::Failure(_)) && by_exit == Finding::Fail;
        if !known.is_empty() && failed.is_empty() && says_so {
            by_exit = Finding::Pass;
        }
        if !failed.is_empty() {
            faults.push(failed_words(run, &failed, criterion.visibility));
        }
        if (failed.is_empty() && by_exit != Finding::Pass) || by_exit == Finding::Undecided {
            faults.push(exit_words);
        }
        if run.count(TestOutcome::Passed) == 0 && failed.is_empty() {
            faults.push("no test ran".to_owned());
        }
        for (name, outcome) in &wanted {
            match outcome {
                Some(TestOutcome::Passed | TestOutcome::Failed) => {}
                Some(TestOutcome::Skipped) => {
                    faults.push(format!("{name} was skipped: it must run and pass"));
                }
                None => faults.push(format!("{name} did not run: it must run and pass")),
            }
        }
        let ran = run.tests.len() - run.count(TestOutcome::Skipped);
        if let Some(before) = on_base.and_then(|base| base.tests)
            && ran < before
            && failed.is_empty()
        {
            faults.push(format!("only {ran} tests ran; before the work it were {before}"));
        }
        if faults.is_empty() && known.is_empty() {
            (Finding::Pass, format!("{ran} tests ran and passed"), tests)
        } else if faults.is_empty() {
            let words = format!(
                "{} tests ran and passed; these failed before the work already: {}",
                ran - known.len(),
                named(&known)
            );
            (Finding::Pass, words, tests)
        } else {
            let finding =
                if by_exit == Finding::Undecided { Finding::Undecided } else { Finding::Fail };
            (finding, faults.join("; "), tests)
        }
    }

    /// The tests that this command must have run: those that the criterion names, and those in Java. Of the other
    /// files of a specification all commands together are asked for them ([`unseen`](super::unseen)).
    fn wanted(
        &self,
        case: &Case<'_>,
        criterion: &Criterion,
        run: &TestRun,
    ) -> Vec<(String, Option<TestOutcome>)> {
        let mut wanted = Vec::new();
        if let Check::Tests { named, .. } = &criterion.check {
            for name in named {
                let found = run.tests.iter().filter(|(ran, _)| is_called(ran, name));
                wanted.push((name.clone(), found.map(|(_, outcome)| *outcome).max_by_key(badness)));
            }
        }
        let files = case.contract.spec_files().iter();
        for file in files.filter(|file| file.visibility == criterion.visibility) {
            for test in spec::java_tests(&file.path, &file.content) {
                let ran = run.tests.iter().filter(|(name, _)| spec::is_java_test(&test, name));
                let outcome = ran.map(|(_, outcome)| *outcome).max_by_key(badness);
                wanted.push((test, outcome));
            }
        }
        wanted
    }
}

/// Of hidden tests only how many: names of tests, too, often say what is expected.
fn failed_words(run: &TestRun, failed: &[&String], visibility: Visibility) -> String {
    if visibility == Visibility::Hidden {
        return format!("{} of {} hidden tests failed", failed.len(), run.tests.len());
    }
    let mut words = format!("{} of {} tests failed:", failed.len(), run.tests.len());
    for name in failed.iter().take(MOST_NAMED) {
        let _ = write!(words, " {name}");
        if let Some(said) = run.said.get(*name) {
            let end = said.floor_char_boundary(MOST_WORDS);
            let _ = write!(words, " ({})", said.get(..end).unwrap_or_default().trim());
        }
        words.push(',');
    }
    words.pop();
    if failed.len() > MOST_NAMED {
        let _ = write!(words, " and {} more", failed.len() - MOST_NAMED);
    }
    words
}

/// Tests by name, the first of them.
fn named(tests: &[&String]) -> String {
    let some: Vec<&str> = tests.iter().take(MOST_NAMED).map(|name| name.as_str()).collect();
    let more = tests.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    some.join(", ") + &more
}

/// The tests of one outcome.
pub(super) fn of(run: &TestRun, wanted: TestOutcome) -> impl Iterator<Item = &String> {
    run.tests.iter().filter(move |(_, outcome)| **outcome == wanted).map(|(name, _)| name)
}

/// Whether a runner means the test by that name: the whole of it, or its last part.
fn is_called(ran: &str, name: &str) -> bool {
    ran == name
        || ran.strip_suffix(name).is_some_and(|before| {
            before.ends_with("::") || before.ends_with(" > ") || before.ends_with(['/', '.', ' '])
        })
}

/// Of several outcomes of one test the worst counts.
pub(super) fn badness(outcome: &TestOutcome) -> u8 {
    match outcome {
        TestOutcome::Passed => 0,
        TestOutcome::Skipped => 1,
        TestOutcome::Failed => 2,
    }
}
