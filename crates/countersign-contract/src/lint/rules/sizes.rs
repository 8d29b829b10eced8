//! How large a task may be.

use crate::Span;
use crate::intake::{Complexity, Output, OutputMode, SectionKind, TaskFile};
use crate::lint::catalogue::sizes::{
    FILE_TOO_LONG, INDEPENDENT_FUNCTIONS, LINES_FOR_COMPLEXITY, LINES_TOO_MANY, MANY_OUTPUTS,
    TOKENS_FOR_COMPLEXITY, TOKENS_TOO_MANY,
};
use crate::lint::finding::Findings;
use crate::lint::tokens;
use crate::newline::count_lines;
use crate::runs::places;

use super::Parts;
use super::file_kind::FileKind;
use super::front_matter::key_span;

const MOST_TOKENS: usize = 2000;
const MOST_LINES: u32 = 65;
const MOST_OUTPUTS: usize = 3;
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
    tokens_of(parts.file, found);
    output_lines(parts, found);
    long_files(parts, found);
    many_outputs(parts, found);
    functions(parts, found);
}

/// Where the size of the whole task is told.
fn place(file: &TaskFile<'_>) -> Span {
    key_span(file, "estimated_complexity")
        .or(file.heading.map(|(_, span)| span))
        .unwrap_or(Span::new(0, 0))
}

fn tokens_of(file: &TaskFile<'_>, found: &mut Findings<'_>) {
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
            found.add(&TOKENS_TOO_MANY, place(file), message);
        }
        Some(complexity) if count > allowed => {
            let kind = called(complexity);
            let message = format!("{count} tokens; a {kind} task may have {allowed}");
            found.add(&TOKENS_FOR_COMPLEXITY, place(file), message);
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
fn output_lines(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let is_given = |(output, kind): &(&Output, FileKind)| {
        parts.is_given(&output.path) || !parts.contents.tests.is_empty() && *kind == FileKind::Test
    };
    let own = parts.outputs_with_kind().filter(|output| !is_given(output));
    let lines: u32 = own.filter_map(|(output, _)| output.lines).fold(0, u32::saturating_add);
    if lines > MOST_LINES {
        let message = format!("{lines} lines of output; no task may have more than {MOST_LINES}");
        found.add(&LINES_TOO_MANY, place(parts.file), message);
    } else if let Some(complexity) = parts.file.front.complexity {
        let (_, allowed) = budget(complexity);
        if lines > allowed {
            let kind = called(complexity);
            let message = format!("{lines} lines of output; a {kind} task may have {allowed}");
            found.add(&LINES_FOR_COMPLEXITY, place(parts.file), message);
        }
    }
}

fn long_files(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let mut judge = |path: &str, lines: usize, kind: FileKind, place: Span| {
        let most = kind.most_lines();
        if lines > most {
            let kind = kind.name();
            let message = format!("`{path}` has {lines} lines; a {kind} file may have {most}");
            found.add(&FILE_TOO_LONG, place, message);
        }
    };
    for (output, kind) in parts.outputs_with_kind() {
        if output.mode == OutputMode::Write {
            judge(&output.path, output.lines.unwrap_or(0) as usize, kind, output.span);
        }
    }
    for spec in parts.contents.tests.iter().chain(&parts.contents.hidden_tests) {
        let Some(target) = &spec.target else { continue };
        // As many bytes as lines at most: no need to count those of a short block.
        let content = spec.block.content;
        let kind = FileKind::of(&target.path);
        if content.len() > kind.most_lines() {
            judge(&target.path, count_lines(content), kind, target.span);
        }
    }
}

fn many_outputs(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let written =
        parts.outputs_with_kind().filter(|(output, _)| output.mode != OutputMode::MayWrite);
    let own =
        written.filter(|(output, kind)| *kind != FileKind::Test && !parts.is_given(&output.path));
    let mut count = 0;
    let mut last = None;
    for (output, _) in own {
        count += 1;
        last = Some(output.span);
    }
    if let Some(last) = last.filter(|_| count > MOST_OUTPUTS) {
        found.add(&MANY_OUTPUTS, last, format!("{count} files besides the tests"));
    }
}

/// Top-level functions of the contract. Methods of one object belong together.
fn functions(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let blocks = &parts.contents.contract;
    let words: usize = blocks.iter().map(|block| function_words(block.block.content)).sum();
    if words <= MOST_FUNCTIONS {
        return;
    }
    let signatures = blocks.iter().flat_map(|block| block.signatures().into_owned());
    let own: Vec<_> = signatures.filter(|signature| is_free_function(&signature.text)).collect();
    if let Some(fourth) = own.get(MOST_FUNCTIONS) {
        let message = format!("the contract exports {} functions", own.len());
        found.add(&INDEPENDENT_FUNCTIONS, fourth.span, message);
    }
}

/// How many words of a code may be `function`, `func`, `fn` or `def`. There are no more functions than that.
fn function_words(code: &str) -> usize {
    let bytes = code.as_bytes();
    let begins = |at: &usize| {
        matches!(bytes.get(*at..), Some([b'f', b'u' | b'n', ..] | [b'd', b'e', b'f', ..]))
    };
    places(bytes, |byte| (byte == b'f') | (byte == b'd')).filter(begins).count()
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
