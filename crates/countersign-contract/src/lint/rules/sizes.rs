//! How large a task may be.

use std::collections::BTreeSet;

use crate::Span;
use crate::intake::{Complexity, OutputMode, SectionKind, TaskFile};
use crate::lint::catalogue::sizes::{
    FILE_TOO_LONG, INDEPENDENT_FUNCTIONS, LINES_FOR_COMPLEXITY, LINES_TOO_MANY, MANY_OUTPUTS,
    TOKENS_FOR_COMPLEXITY, TOKENS_TOO_MANY, TOO_MANY_FILES_TO_READ, TOO_MANY_STEPS,
};
use crate::lint::finding::Findings;
use crate::lint::prose::{lines, prose};
use crate::lint::tokens;

use super::Parts;
use super::front_matter::key_span;

const MOST_TOKENS: usize = 2000;
const MOST_LINES: u32 = 65;
const MOST_FILES_TO_READ: usize = 2;
const MOST_OUTPUTS: usize = 3;
const MOST_STEPS: usize = 3;
const MOST_FUNCTIONS: usize = 3;

/// Tokens and lines of output.
fn budget(complexity: Complexity) -> (usize, u32) {
    match complexity {
        Complexity::Trivial => (500, 15),
        Complexity::Simple => (1000, 30),
        Complexity::Medium => (1500, 50),
        Complexity::Complex => (MOST_TOKENS, MOST_LINES),
    }
}

fn called(complexity: Complexity) -> &'static str {
    match complexity {
        Complexity::Trivial => "trivial",
        Complexity::Simple => "simple",
        Complexity::Medium => "medium",
        Complexity::Complex => "complex",
    }
}

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let place = key_span(parts.file, "estimated_complexity")
        .or(parts.file.heading.map(|(_, span)| span))
        .unwrap_or(Span::new(0, 0));
    tokens_of(parts.file, place, found);
    output_lines(parts, place, found);
    long_files(parts, found);
    files_to_read(parts, found);
    steps(parts.file, found);
    functions(parts, found);
}

fn tokens_of(file: &TaskFile<'_>, place: Span, found: &mut Findings<'_>) {
    if !found.wants(&TOKENS_TOO_MANY) && !found.wants(&TOKENS_FOR_COMPLEXITY) {
        return;
    }
    let allowed = file.front.complexity.map_or(MOST_TOKENS, |complexity| budget(complexity).0);
    let read = read_by_the_worker(file);
    if tokens::fit(&read, allowed) {
        return;
    }
    let count = tokens::exact(&read.concat());
    match file.front.complexity {
        _ if count > MOST_TOKENS => {
            let message = format!("{count} tokens; no task may have more than {MOST_TOKENS}");
            found.add(&TOKENS_TOO_MANY, place, message);
        }
        Some(complexity) if count > allowed => {
            let kind = called(complexity);
            let message = format!("{count} tokens; a {kind} task may have {allowed}");
            found.add(&TOKENS_FOR_COMPLEXITY, place, message);
        }
        Some(_) | None => {}
    }
}

/// Everything but the hidden tests.
fn read_by_the_worker<'t>(file: &TaskFile<'t>) -> Vec<&'t str> {
    let mut parts = Vec::new();
    let mut at = 0;
    for hidden in file.sections_of(SectionKind::HiddenTests) {
        parts.push(Span::new(at, hidden.heading.start).of(file.text));
        at = hidden.body.end;
    }
    parts.push(Span::new(at, file.text.len()).of(file.text));
    parts
}

/// What the Test Specification gives is not the worker's output.
fn output_lines(parts: &Parts<'_, '_>, place: Span, found: &mut Findings<'_>) {
    let is_given = |path: &str| {
        parts.is_given(path) || !parts.tests.is_empty() && file_limit(path).0 == "test"
    };
    let own = parts.outputs.iter().filter(|output| !is_given(&output.path));
    let lines: u32 = own.filter_map(|output| output.lines).fold(0, u32::saturating_add);
    if lines > MOST_LINES {
        let message = format!("{lines} lines of output; no task may have more than {MOST_LINES}");
        found.add(&LINES_TOO_MANY, place, message);
    } else if let Some(complexity) = parts.file.front.complexity {
        let (_, allowed) = budget(complexity);
        if lines > allowed {
            let kind = called(complexity);
            let message = format!("{lines} lines of output; a {kind} task may have {allowed}");
            found.add(&LINES_FOR_COMPLEXITY, place, message);
        }
    }
}

fn long_files(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    for output in parts.outputs.iter().filter(|output| output.mode == OutputMode::Write) {
        let (kind, most) = file_limit(&output.path);
        if let Some(lines) = output.lines.filter(|lines| *lines as usize > most) {
            let message =
                format!("`{}` has {lines} lines; a {kind} file may have {most}", output.path);
            found.add(&FILE_TOO_LONG, output.span, message);
        }
    }
    for spec in parts.tests.iter().chain(&parts.hidden_tests) {
        let Some(target) = &spec.target else { continue };
        let (kind, most) = file_limit(&target.path);
        let lines = spec.block.content.lines().count();
        if lines > most {
            let message =
                format!("`{}` has {lines} lines; a {kind} file may have {most}", target.path);
            found.add(&FILE_TOO_LONG, target.span, message);
        }
    }
}

fn file_limit(path: &str) -> (&'static str, usize) {
    let lower = path.to_ascii_lowercase();
    let name = lower.rsplit('/').next().unwrap_or(&lower);
    let folders = lower.split('/');
    let words = |of: &[&str]| name.split(['.', '_', '-']).any(|part| of.contains(&part));
    let is_test = words(&["test", "tests", "spec"])
        || folders.clone().any(|folder| matches!(folder, "test" | "tests" | "__tests__" | "spec"));
    let is_schema = words(&["schema", "schemas", "migration"])
        || folders.into_iter().any(|folder| matches!(folder, "schema" | "schemas" | "migrations"))
        || name.ends_with(".prisma")
        || name.ends_with(".sql")
        || name.ends_with(".proto");
    match (is_test, is_schema) {
        (true, _) => ("test", 200),
        (false, true) => ("schema", 100),
        (false, false) => ("source", 150),
    }
}

/// A file that is changed must be read; so must one that the text tells to read.
fn files_to_read(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let changed = parts.outputs.iter().filter(|output| output.mode == OutputMode::Modify);
    let mut changed = changed.filter(|output| !parts.is_given(&output.path));
    let mut read: BTreeSet<&str> = changed.clone().map(|output| output.path.as_str()).collect();
    let mut place = changed.next_back().map(|output| output.span);
    for part in prose(parts.file) {
        for (start, line) in lines(parts.file.text, part) {
            for (at, path) in told_to_read(line) {
                if read.insert(path) {
                    place = Some(Span::new(start + at, start + at + path.len()));
                }
            }
        }
    }
    if read.len() > MOST_FILES_TO_READ {
        let names: Vec<&str> = read.iter().copied().take(6).collect();
        let message = format!("{} files have to be read: {}", read.len(), names.join(", "));
        found.add(&TOO_MANY_FILES_TO_READ, place.unwrap_or(Span::new(0, 0)), message);
    }
    let written = parts.outputs.iter().filter(|output| output.mode != OutputMode::MayWrite);
    let own: Vec<_> = written
        .filter(|output| !parts.is_given(&output.path) && file_limit(&output.path).0 != "test")
        .collect();
    if let Some(last) = own.last().filter(|_| own.len() > MOST_OUTPUTS) {
        let message = format!("{} files besides the tests", own.len());
        found.add(&MANY_OUTPUTS, last.span, message);
    }
}

/// Paths in backticks on a line that tells to read.
fn told_to_read(line: &str) -> Vec<(usize, &str)> {
    let lower = line.trim_start_matches(['-', '*', ' ']).to_ascii_lowercase();
    let tells = ["read ", "see ", "look at ", "refer to ", "study ", "open ", "consult "];
    if !tells.iter().any(|word| lower.starts_with(word)) {
        return Vec::new();
    }
    let mut at = 0;
    let mut paths = Vec::new();
    for (number, piece) in line.split('`').enumerate() {
        let is_path =
            piece.contains('/') && piece.contains('.') && !piece.contains([' ', '(', ':']);
        if number % 2 == 1 && is_path {
            paths.push((at, piece));
        }
        at += piece.len() + 1;
    }
    paths
}

/// The longest numbered list outside of code; Done When is a list by right.
fn steps(file: &TaskFile<'_>, found: &mut Findings<'_>) {
    let done = file.sections_of(SectionKind::DoneWhen).next().map(|section| section.body);
    let mut counted = 0;
    for part in prose(file) {
        for (start, line) in lines(file.text, part) {
            if line.is_empty() || line.starts_with([' ', '\t']) {
                continue;
            }
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            let rest = line.get(digits..).unwrap_or_default();
            let numbered = digits > 0 && (rest.starts_with(". ") || rest.starts_with(") "));
            let line_span = Span::new(start, start + line.len());
            if !numbered || done.is_some_and(|done| done.contains(line_span)) {
                counted = 0;
                continue;
            }
            counted += 1;
            if counted == MOST_STEPS + 1 {
                let message = format!("this is step {counted}; a task has at most {MOST_STEPS}");
                found.add(&TOO_MANY_STEPS, line_span, message);
            }
        }
    }
}

/// Top-level functions of the contract. Methods of one object belong together.
fn functions(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let signatures = parts.contract.iter().flat_map(|block| &block.signatures);
    let own: Vec<_> = signatures.filter(|signature| is_free_function(&signature.text)).collect();
    if let Some(fourth) = own.get(MOST_FUNCTIONS) {
        let message = format!("the contract exports {} functions", own.len());
        found.add(&INDEPENDENT_FUNCTIONS, fourth.span, message);
    }
}

fn is_free_function(signature: &str) -> bool {
    let words = signature.split_whitespace().filter(|word| {
        !matches!(
            *word,
            "export" | "default" | "declare" | "async" | "pub" | "pub(crate)" | "const"
        )
    });
    // Go's methods have a receiver: `func (c Cart) Total()`.
    let mut words = words.take(2);
    match (words.next(), words.next()) {
        (Some("function" | "fn" | "def"), Some(_)) => true,
        (Some("func"), Some(name)) => !name.starts_with('('),
        _ => false,
    }
}
