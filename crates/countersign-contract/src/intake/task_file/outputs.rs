//! The lines of Output Files.

use globset::Glob;

use super::{Output, OutputMode, SectionKind, TaskFile};
use crate::Span;
use crate::intake::lines::{Line, fence, lines_in};
use crate::newline::{trimmed, words};

/// The longer name first: one begins with the other's last word.
const MODES: [(&str, OutputMode); 4] = [
    ("MAY WRITE", OutputMode::MayWrite),
    ("WRITE", OutputMode::Write),
    ("MODIFY", OutputMode::Modify),
    ("DELETE", OutputMode::Delete),
];

/// Words that people write in place of WRITE, MODIFY and DELETE.
const NEARLY: [&str; 7] = ["CREATE", "ADD", "UPDATE", "EDIT", "REMOVE", "CHANGE", "NEW"];

impl TaskFile<'_> {
    /// The outputs, and the lines that seem to be meant as one, with what is wrong with them.
    pub fn outputs(&self) -> (Vec<Output>, Vec<(Span, String)>) {
        let (mut outputs, mut malformed) = (Vec::new(), Vec::new());
        for section in self.sections_of(SectionKind::OutputFiles) {
            let mut blocks = section.blocks.iter().peekable();
            for line in lines_in(self.text, section.body) {
                while blocks.next_if(|block| block.span.end <= line.start).is_some() {}
                let inside = blocks.peek().is_some_and(|block| block.span.start <= line.start);
                match entry(&line, inside) {
                    Entry::Output(output) => outputs.push(output),
                    Entry::Malformed(why) => malformed.push((line.span(), why)),
                    Entry::Nothing => {}
                }
            }
        }
        (outputs, malformed)
    }
}

enum Entry {
    Output(Output),
    Malformed(String),
    Nothing,
}

fn entry(line: &Line<'_>, inside_block: bool) -> Entry {
    let said = unmarked(line.text);
    if said.is_empty() || fence(line).is_some() || said.starts_with("//") || said.starts_with('#') {
        return Entry::Nothing;
    }
    let is_item = said.len() < trimmed(line.text).len();
    let upper =
        |word: &str| said.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let mode = MODES.iter().find(|(name, _)| upper(name));
    let Some((name, mode)) = mode else {
        let nearly = || {
            NEARLY.iter().any(|word| upper(word) && said.as_bytes().get(word.len()) == Some(&b':'))
        };
        return if upper("REMOVE") && (inside_block || nearly()) {
            Entry::Malformed("say DELETE: for a file that is to be gone".to_owned())
        } else if inside_block || nearly() || (is_item && said.starts_with('`')) {
            Entry::Malformed("say WRITE: for a new file, MODIFY: for one that is there".to_owned())
        } else {
            Entry::Nothing
        };
    };
    let rest = said.get(name.len()..).unwrap_or_default().trim_start_matches('*').trim_start();
    let Some(rest) = rest.strip_prefix(':') else {
        // "Write the tests first" is a sentence.
        return if inside_block {
            Entry::Malformed(format!("a colon belongs after {name}"))
        } else {
            Entry::Nothing
        };
    };
    match output(*mode, trimmed(rest.trim_start_matches('*'))) {
        Ok((path, lines, note)) => {
            Entry::Output(Output { mode: *mode, path, lines, note, span: line.span() })
        }
        Err(why) => Entry::Malformed(why.to_owned()),
    }
}

/// Without the marks of a list or of bold text.
fn unmarked(line: &str) -> &str {
    let line = trimmed(line);
    let line = line
        .strip_prefix(['-', '*', '+'])
        .filter(|rest| rest.starts_with(' '))
        .unwrap_or(line)
        .trim_start();
    let line =
        line.strip_prefix("[ ]").or_else(|| line.strip_prefix("[x]")).unwrap_or(line).trim_start();
    let mut line = line;
    while let Some(rest) = line.strip_prefix("**") {
        line = rest;
    }
    // "`WRITE: a.ts`" as a whole, but not "`a.ts`".
    match line.strip_prefix('`').and_then(|inner| inner.strip_suffix('`')) {
        Some(inner) if inner.contains(':') && !inner.contains('`') => inner,
        Some(_) | None => line,
    }
}

/// What stands before the first white space, and what stands after it.
fn first_word(text: &str) -> (&str, &str) {
    let end = text.bytes().position(|byte| !byte.is_ascii_graphic());
    match end.and_then(|end| text.as_bytes().get(end).zip(text.split_at_checked(end))) {
        Some((b' ', (word, rest))) => (word, rest.get(1..).unwrap_or_default()),
        Some(_) => text.split_once(char::is_whitespace).unwrap_or((text, "")),
        None => (text, ""),
    }
}

type Parts = (String, Option<u32>, Option<String>);

fn output(mode: OutputMode, rest: &str) -> Result<Parts, &'static str> {
    let quote = rest.chars().next().filter(|c| matches!(c, '`' | '"' | '\''));
    let (path, after) = match quote {
        Some(quote) => {
            let inside = rest.strip_prefix(quote).unwrap_or_default();
            inside.split_once(quote).ok_or("the quotation mark around the path is never closed")?
        }
        None => first_word(rest),
    };
    let path = path.strip_prefix("./").unwrap_or(path);
    if path.is_empty() {
        return Err("the path is missing");
    }
    if path.ends_with('/') {
        return Err("name a file, not a folder; MAY WRITE takes a pattern such as docs/**");
    }
    let after = trimmed(after);
    let remark = after.strip_prefix('(').map(|inner| inner.strip_suffix(')').unwrap_or(inner));
    if remark.is_none() && !after.is_empty() {
        return Err("a remark stands in parentheses; a path with blanks stands in backticks");
    }
    if mode == OutputMode::MayWrite {
        Glob::new(path)
            .map_err(|_| "this is not a pattern that can be matched: use *, ** and ?")?;
    } else if path.contains('*') {
        return Err("a pattern is only for MAY WRITE: name each file");
    }
    let (lines, note) = remark.map_or((None, None), estimate);
    Ok((path.to_owned(), lines, note))
}

/// `~40 lines` and nothing else, as nearly all of them are.
fn plain_figure(part: &str) -> Option<u32> {
    let digits = part.strip_prefix('~').unwrap_or(part).strip_suffix(" lines")?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

/// `~40 lines`, `30-40 lines, add export`: the upper figure, and what else is said.
fn estimate(remark: &str) -> (Option<u32>, Option<String>) {
    let mut lines = None;
    let mut note: Option<String> = None;
    for part in remark.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()) {
        if let Some(figure) = plain_figure(part).filter(|_| lines.is_none()) {
            lines = Some(figure);
            continue;
        }
        let is_count = words(part).any(|word| matches!(word, "line" | "lines" | "LOC" | "loc"));
        let figures = part
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|digits| digits.parse::<u32>().ok());
        match figures.max().filter(|_| is_count && lines.is_none()) {
            Some(figure) => lines = Some(figure),
            None => match note.as_mut() {
                Some(note) => note.extend([", ", part]),
                None => note = Some(part.to_owned()),
            },
        }
    }
    (lines, note)
}
