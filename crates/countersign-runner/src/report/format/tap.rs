//! TAP 13 and 14, with the subtests that node indents by four blanks: `suite > test`.

use std::path::Path;

use countersign_core::TestOutcome;

use super::within;
use crate::report::{ReportError, TestRun};

/// Deepest nesting of subtests.
const MAX_DEPTH: usize = 64;

pub fn read(text: &str, room: &Path) -> Result<TestRun, ReportError> {
    let mut parser = Parser::default();
    for line in text.lines() {
        parser.line(line)?;
    }
    parser.finish(room)
}

#[derive(Default)]
struct Parser {
    /// What was found at each depth, and not yet put under the test it belongs to.
    levels: Vec<Level>,
    /// Inside a block of details; it ends at a line with this indent.
    details: Option<usize>,
}

#[derive(Default)]
struct Level {
    found: Vec<Found>,
    /// Lines with an outcome since the last plan.
    ended: usize,
    /// How many a plan announced.
    plan: Option<usize>,
    /// A test in braces is open: what is found below belongs to it (TAP 14).
    braces: Option<usize>,
}

struct Found {
    name: String,
    outcome: TestOutcome,
    /// A test below it failed.
    blamed: bool,
    suite: bool,
}

impl Parser {
    fn line(&mut self, line: &str) -> Result<(), ReportError> {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let content = line.trim_start_matches(' ').trim_end();
        if let Some(details) = self.details {
            if indent == details && content == "..." {
                self.details = None;
            } else if indent == details && content == "type: 'suite'" {
                self.mark_suite(details);
            }
            return Ok(());
        }
        let depth = indent / 4;
        if indent % 4 == 2 && content == "---" {
            self.details = Some(indent);
        } else if indent.is_multiple_of(4) {
            if content.starts_with("Bail out!") {
                return Err(ReportError::CutOff { what: content.to_owned() });
            }
            if let Some(count) = content.strip_prefix("1..") {
                let count = count.split(' ').next().unwrap_or_default();
                if let Ok(count) = count.parse() {
                    self.level(depth)?.plan = Some(count);
                }
            } else if content == "}" {
                self.close_braces(depth)?;
            } else if let Some(result) = Outcome::of(content) {
                self.result(depth, &result)?;
            }
        }
        Ok(())
    }

    fn level(&mut self, depth: usize) -> Result<&mut Level, ReportError> {
        if depth > MAX_DEPTH {
            return Err(malformed("it is nested too deeply"));
        }
        while self.levels.len() <= depth {
            self.levels.push(Level::default());
        }
        self.levels.get_mut(depth).ok_or_else(|| malformed("it is nested too deeply"))
    }

    /// What lies below `depth`, which must be complete.
    fn children(&mut self, depth: usize) -> Result<Vec<Found>, ReportError> {
        if self.levels.len() > depth + 2 {
            let below = self.levels.iter().skip(depth + 2).any(|level| !level.found.is_empty());
            if below {
                return Err(malformed("a subtest belongs to no test"));
            }
        }
        let level = std::mem::take(self.level(depth + 1)?);
        level.check()?;
        Ok(level.found)
    }

    fn result(&mut self, depth: usize, result: &Outcome) -> Result<(), ReportError> {
        let children = self.children(depth)?;
        let level = self.level(depth)?;
        level.ended += 1;
        let first = level.found.len();
        level.found.push(Found {
            name: result.name.clone(),
            outcome: result.outcome,
            blamed: false,
            suite: false,
        });
        if result.braces {
            level.braces = Some(first);
        }
        level.adopt(first, children);
        Ok(())
    }

    fn close_braces(&mut self, depth: usize) -> Result<(), ReportError> {
        if self.level(depth)?.braces.is_some() {
            let children = self.children(depth)?;
            let level = self.level(depth)?;
            if let Some(parent) = level.braces.take() {
                level.adopt(parent, children);
            }
        }
        Ok(())
    }

    /// The details of the last outcome say that it is a suite, not a test.
    fn mark_suite(&mut self, details: usize) {
        let level = self.levels.get_mut(details / 4);
        if let Some(found) = level.and_then(|level| {
            // The own entry stands before those of its children.
            level.found.iter_mut().rev().find(|found| !found.name.contains(SEPARATOR))
        }) {
            found.suite = true;
        }
    }

    fn finish(mut self, room: &Path) -> Result<TestRun, ReportError> {
        if self.details.is_some() {
            return Err(ReportError::CutOff { what: "the details of a test do not end".into() });
        }
        if self.levels.iter().skip(1).any(|level| !level.found.is_empty()) {
            return Err(ReportError::CutOff { what: "a test with subtests did not end".into() });
        }
        let level = std::mem::take(self.level(0)?);
        if level.plan.is_none() {
            return Err(ReportError::CutOff { what: "there is no plan".into() });
        }
        if level.braces.is_some() {
            return Err(ReportError::CutOff { what: "a brace is not closed".into() });
        }
        level.check()?;
        let mut run = TestRun::default();
        for found in level.found {
            // A suite, and a file that node ran, is no test; it counts only where it fails by itself.
            let container = found.suite || is_file(&found.name);
            if container && (found.outcome != TestOutcome::Failed || found.blamed) {
                continue;
            }
            let name = within(&found.name, room).replace(SEPARATOR, " > ");
            run.add(name, found.outcome)?;
        }
        Ok(run)
    }
}

/// Between the names of a test and its parents, as long as they are not final; no line contains it.
const SEPARATOR: &str = "\n";

impl Level {
    fn adopt(&mut self, parent: usize, children: Vec<Found>) {
        let Some(found) = self.found.get_mut(parent) else { return };
        found.blamed |= children.iter().any(|child| child.outcome == TestOutcome::Failed);
        let prefix = found.name.clone();
        let children = children
            .into_iter()
            .map(|child| Found { name: format!("{prefix}{SEPARATOR}{}", child.name), ..child });
        self.found.extend(children);
    }

    fn check(&self) -> Result<(), ReportError> {
        match self.plan {
            Some(plan) if plan != self.ended => Err(ReportError::Contradiction {
                said: format!("{plan} tests"),
                shown: self.ended.to_string(),
            }),
            None if self.ended > 0 => Err(ReportError::CutOff { what: "there is no plan".into() }),
            Some(_) | None => Ok(()),
        }
    }
}

struct Outcome {
    name: String,
    outcome: TestOutcome,
    braces: bool,
}

impl Outcome {
    /// `not ok 4 - name # TODO why`
    fn of(content: &str) -> Option<Self> {
        let (good, rest) = match content.strip_prefix("not ok") {
            Some(rest) => (false, rest),
            None => (true, content.strip_prefix("ok")?),
        };
        if !rest.is_empty() && !rest.starts_with(' ') {
            return None;
        }
        let rest = rest.trim_start();
        let unnumbered = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = rest.len() - unnumbered.len();
        let numbered = number > 0 && (unnumbered.is_empty() || unnumbered.starts_with(' '));
        let rest = if numbered { unnumbered.trim_start() } else { rest };
        let rest = rest.strip_prefix("- ").unwrap_or(rest);
        let (description, directive) = split_directive(rest);
        let (description, braces) = match description.strip_suffix('{') {
            Some(open) if !directive_is_set(directive) => (open.trim_end(), true),
            _ => (description, false),
        };
        let outcome = if directive_is_set(directive) {
            TestOutcome::Skipped
        } else if good {
            TestOutcome::Passed
        } else {
            TestOutcome::Failed
        };
        Some(Self { name: unescape(description.trim_end()), outcome, braces })
    }
}

fn directive_is_set(directive: &str) -> bool {
    let word = directive.get(..4).unwrap_or_default();
    word.eq_ignore_ascii_case("skip") || word.eq_ignore_ascii_case("todo")
}

/// The description, and what stands behind the first `#` that is not escaped and begins a directive.
fn split_directive(text: &str) -> (&str, &str) {
    let mut escaped = false;
    for (at, char) in text.char_indices() {
        match char {
            '\\' => escaped = !escaped,
            '#' if !escaped => {
                let behind = text.get(at + 1..).unwrap_or_default().trim_start();
                if directive_is_set(behind) {
                    return (text.get(..at).unwrap_or_default(), behind);
                }
            }
            _ => escaped = false,
        }
    }
    (text, "")
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        if char != '\\' {
            plain.push(char);
            continue;
        }
        match chars.next() {
            Some('n') => plain.push(' '),
            Some(next) => plain.push(next),
            None => plain.push('\\'),
        }
    }
    plain
}

fn is_file(name: &str) -> bool {
    name.starts_with('/') && !name.contains(SEPARATOR)
}

fn malformed(why: &str) -> ReportError {
    ReportError::Malformed { format: "TAP", why: why.to_owned() }
}
