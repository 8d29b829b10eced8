//! What `cargo test` prints, both streams in one: `binary module::test`, and documentation tests under
//! their own name.
//!
//! Each binary announces how many tests it runs and ends with its totals; what lies between must agree
//! with both. Tests that print without being captured make lines that are no lines of the report; where
//! they hide an outcome the totals do not agree, and that is an error.

use countersign_core::TestOutcome;

use crate::report::{ReportError, TestRun};

pub fn read(text: &str) -> Result<TestRun, ReportError> {
    let mut run = TestRun::default();
    let mut binary = String::new();
    let mut section: Option<Section> = None;
    let mut sections = 0_usize;
    for line in text.lines() {
        if let Some(open) = &mut section {
            if let Some(totals) = line.strip_prefix("test result: ") {
                open.close_pending();
                open.add_to(&mut run, &binary, totals)?;
                section = None;
            } else if binary_of(line).is_some() {
                // The next binary is run, and this one has not told its totals.
                return Err(open.cut_off());
            } else {
                open.line(line);
            }
        } else if let Some(name) = binary_of(line) {
            binary = name;
        } else if let Some(announced) = announced(line) {
            section = Some(Section { announced, ..Section::default() });
            sections += 1;
        }
    }
    if let Some(open) = section {
        return Err(open.cut_off());
    }
    if sections == 0 {
        return Err(ReportError::CutOff { what: "no binary with tests was run".into() });
    }
    Ok(run)
}

/// `Running unittests src/lib.rs (target/debug/deps/name-0123456789abcdef)`, or `Doc-tests name`.
fn binary_of(line: &str) -> Option<String> {
    // Cargo puts its words in a column; nothing that stands at the margin is one of them.
    let line = line.strip_prefix("   ")?.trim();
    if line.starts_with("Doc-tests ") {
        return Some(String::new());
    }
    let (what, executable) = line.strip_prefix("Running ")?.strip_suffix(')')?.rsplit_once(" (")?;
    let file = executable.rsplit('/').next().unwrap_or(executable);
    let name = match file.rsplit_once('-') {
        Some((name, hash))
            if hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) =>
        {
            name
        }
        _ => file,
    };
    let source = what.strip_prefix("unittests ").unwrap_or(what);
    let is_binary =
        what.starts_with("unittests ") && (source.ends_with("main.rs") || source.contains("bin/"));
    Some(if is_binary { format!("bin/{name} ") } else { format!("{name} ") })
}

fn announced(line: &str) -> Option<usize> {
    let count = line.strip_prefix("running ")?;
    count.strip_suffix(" tests").or_else(|| count.strip_suffix(" test"))?.parse().ok()
}

#[derive(Default)]
struct Section {
    announced: usize,
    found: Vec<(String, TestOutcome)>,
    /// What looks like a test behind something that was printed on the same line.
    glued: Vec<(String, TestOutcome)>,
    /// A test that began, and the last thing since that could be its outcome.
    pending: Option<(String, Option<TestOutcome>)>,
    /// After `failures:` only what tests printed follows.
    over: bool,
}

impl Section {
    fn line(&mut self, line: &str) {
        if self.over {
            return;
        }
        if line == "failures:" || line == "successes:" {
            self.close_pending();
            self.over = true;
            return;
        }
        if let Some((name, end)) = line.strip_prefix("test ").and_then(|l| l.split_once(" ... ")) {
            self.close_pending();
            let name = test_name(name);
            match outcome(end) {
                Some(outcome) => self.found.push((name, outcome)),
                None => self.pending = Some((name, glued_outcome(end))),
            }
            return;
        }
        if let Some((_, last)) = &mut self.pending {
            if let Some(outcome) = glued_outcome(line) {
                *last = Some(outcome);
            }
        } else if let Some((_, test)) = line.rsplit_once("test ")
            && let Some((name, end)) = test.split_once(" ... ")
            && let Some(outcome) = outcome(end)
        {
            self.glued.push((test_name(name), outcome));
        }
    }

    fn cut_off(&self) -> ReportError {
        let what = format!("{} of {} tests ended", self.found.len(), self.announced);
        ReportError::CutOff { what }
    }

    fn close_pending(&mut self) {
        if let Some((name, Some(outcome))) = self.pending.take() {
            self.found.push((name, outcome));
        }
    }

    fn add_to(&mut self, run: &mut TestRun, binary: &str, totals: &str) -> Result<(), ReportError> {
        if self.found.len() + self.glued.len() == self.announced {
            self.found.append(&mut self.glued);
        }
        let count = |wanted| self.found.iter().filter(|(_, outcome)| *outcome == wanted).count();
        let passed = count(TestOutcome::Passed);
        let failed = count(TestOutcome::Failed);
        let ignored = count(TestOutcome::Skipped);
        let said = Totals::of(totals).ok_or_else(|| ReportError::Malformed {
            format: "what cargo test prints",
            why: format!("{totals:?} are no totals"),
        })?;
        if said.as_shown() != [passed, failed, ignored] || self.found.len() != self.announced {
            return Err(ReportError::Contradiction {
                said: format!("{} tests, {}", self.announced, totals.trim()),
                shown: format!("{passed} passed, {failed} failed, {ignored} ignored"),
            });
        }
        for (name, outcome) in self.found.drain(..) {
            run.add(format!("{binary}{name}"), outcome)?;
        }
        Ok(())
    }
}

/// `ok. 2 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.25s`
struct Totals {
    passed: usize,
    failed: usize,
    ignored: usize,
    measured: usize,
}

impl Totals {
    fn of(text: &str) -> Option<Self> {
        let (_, counts) = text.split_once(". ")?;
        let count = |what: &str| {
            let part = counts.split(';').find_map(|part| part.trim().strip_suffix(what))?;
            part.trim().parse().ok()
        };
        Some(Self {
            passed: count("passed")?,
            failed: count("failed")?,
            ignored: count("ignored")?,
            measured: count("measured")?,
        })
    }

    /// A benchmark that ran is a test that passed.
    fn as_shown(&self) -> [usize; 3] {
        [self.passed + self.measured, self.failed, self.ignored]
    }
}

fn test_name(name: &str) -> String {
    // What libtest and rustdoc add to a name to say how it is judged.
    const KINDS: &[&str] = &[" - should panic", " - compile fail", " - compile"];
    KINDS.iter().find_map(|kind| name.strip_suffix(kind)).unwrap_or(name).to_owned()
}

fn outcome(end: &str) -> Option<TestOutcome> {
    // `--report-time` adds a time.
    let end = end.split_once(" <").map_or(end, |(end, _)| end);
    match end {
        "ok" => Some(TestOutcome::Passed),
        "FAILED" => Some(TestOutcome::Failed),
        "ignored" => Some(TestOutcome::Skipped),
        _ if end.starts_with("ignored, ") => Some(TestOutcome::Skipped),
        _ if end.starts_with("bench: ") => Some(TestOutcome::Passed),
        _ if end.starts_with("FAILED (") => Some(TestOutcome::Failed),
        _ => None,
    }
}

/// The outcome at the end of a line on which a test printed something as well.
fn glued_outcome(line: &str) -> Option<TestOutcome> {
    if line.ends_with("FAILED") {
        Some(TestOutcome::Failed)
    } else if line.ends_with("ok") {
        Some(TestOutcome::Passed)
    } else {
        None
    }
}
