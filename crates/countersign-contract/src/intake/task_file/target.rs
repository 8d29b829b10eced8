//! The file a code block is for: in its info string or in its first comment.

use countersign_core::Placement;

use super::Block;
use crate::Span;
use crate::intake::lines::{Line, fence, lines_in};
use crate::intake::words::is_plain;
use crate::newline::trimmed;

/// Lines at the top of a block in which its path is looked for.
const TOP: usize = 8;

/// The file a block is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    pub path: String,
    /// Added where the comment says so: `// ADD to src/price.test.ts`.
    pub placement: Placement,
    pub span: Span,
}

pub(super) fn of_block(text: &str, block: &Block<'_>) -> Option<Target> {
    of_info(text, block).or_else(|| {
        lines_in(text, block.content_span)
            .take(TOP)
            .take_while(|line| {
                line.is_blank() || is_preamble(line.text) || comment(line.text).is_some()
            })
            .find_map(|line| of_comment(&line))
    })
}

/// `json path=cases.json`, `ts title="src/a b.ts"`, `ts src/price.ts`.
fn of_info(text: &str, block: &Block<'_>) -> Option<Target> {
    // Most name a language and nothing else.
    if block.info.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let line = lines_in(text, block.span).next()?;
    let info = fence(&line)?.info;
    let keys: &[&str] =
        if info.contains('=') { &["path=", "file=", "filename=", "title="] } else { &[] };
    let named = keys.iter().find_map(|key| {
        let starts_word = |at: usize| {
            info.get(..at).is_none_or(|before| !before.ends_with(char::is_alphanumeric))
        };
        let (at, _) = info.match_indices(key).find(|(at, _)| starts_word(*at))?;
        let value = info.get(at + key.len()..)?;
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        let end = |c: char| quote.map_or(c.is_whitespace() || c == '}', |quote| c == quote);
        value.trim_start_matches(['"', '\'']).split(end).next()
    });
    let second =
        || info.split_whitespace().nth(1).filter(|word| is_path(word) && word.contains('/'));
    let path = named.or_else(second).filter(|path| !path.trim().is_empty())?;
    Some(Target { path: path.to_owned(), placement: Placement::Whole, span: line.span_of(path) })
}

/// What a comment line names, if it names a file and nothing else.
pub(super) fn of_comment(line: &Line<'_>) -> Option<Target> {
    let (placement, said, is_told) = told(comment(line.text)?);
    let said = bare(said);
    let is_one = is_plain(said)
        || (!said.is_empty() && !said.contains(|c: char| c.is_whitespace() || c.is_control()));
    let found = is_one && (is_path(said) || (is_told && !said.contains("://")));
    found.then(|| Target { path: said.to_owned(), placement, span: line.span_of(said) })
}

/// What stands before code and is no comment.
fn is_preamble(line: &str) -> bool {
    let line = trimmed(line);
    line.starts_with("#!")
        || line.starts_with("<?php")
        || matches!(line, "'use strict';" | "\"use strict\";")
}

/// The words of a line that is only a comment.
pub(super) fn comment(line: &str) -> Option<&str> {
    let line = trimmed(line);
    // What every mark below begins with.
    if !matches!(line.as_bytes().first()?, b'<' | b'/' | b'-' | b'#' | b'*' | b';' | b'%') {
        return None;
    }
    let after = |mark: &str| line.strip_prefix(mark);
    let spaced = |mark: &str| {
        after(mark).filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '#', '*']))
    };
    let words = after("<!--")
        .or_else(|| after("/**"))
        .or_else(|| after("/*"))
        .or_else(|| after("///"))
        .or_else(|| after("//!"))
        .or_else(|| after("//"))
        .or_else(|| spaced("--"))
        .or_else(|| spaced("#"))
        .or_else(|| spaced("*"))
        .or_else(|| after("*/"))
        .or_else(|| after(";"))
        .or_else(|| spaced("%"))?;
    let words = words.trim_start_matches([';', '#']);
    let words = words.strip_suffix("-->").or_else(|| words.strip_suffix("*/")).unwrap_or(words);
    Some(trimmed(words))
}

/// How the file is meant, the rest of the words, and whether they were announced as a file.
fn told(words: &str) -> (Placement, &str, bool) {
    let starts =
        |word: &str| words.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    if starts("add ") || starts("append ") || starts("extend ") {
        let place = words.split_once(" to ").or_else(|| words.split_once(' '));
        return (Placement::Added, place.map_or(words, |(_, place)| place), true);
    }
    if let Some((name, rest)) = words.split_once(':') {
        let name = name.trim().trim_matches('*');
        let is_label = ["file", "path", "filename", "file path", "test file", "new file", "target"];
        if is_label.iter().any(|label| label.eq_ignore_ascii_case(name)) {
            return (Placement::Whole, rest, true);
        }
    }
    (Placement::Whole, words, false)
}

/// Without quotes, what stands in parentheses after it, a dash and its remark, or a colon.
fn bare(said: &str) -> &str {
    let mut said = trimmed(said);
    if said.contains(' ') {
        said = [" (", " - ", " – ", " — "]
            .iter()
            .fold(said, |said, cut| said.split_once(cut).map_or(said, |(path, _)| path));
    }
    trimmed(said).trim_end_matches(':').trim_matches(['`', '"', '\'', '*'])
}

fn is_path(word: &str) -> bool {
    let odd = |c: char| match c {
        '*' | '?' | '<' | '>' | '|' | ';' | ',' | '`' | '"' | '\'' | '=' | '!' => true,
        c => c.is_whitespace() || c.is_control(),
    };
    let is_odd = || word.contains(odd) || word.contains("://");
    if word.ends_with(['/', '.']) || (!is_plain(word) && is_odd()) {
        return false;
    }
    let name = word.rsplit('/').next().unwrap_or(word);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let has_extension = (1..=10).contains(&extension.len())
        && extension.chars().all(char::is_alphanumeric)
        && extension.contains(char::is_alphabetic);
    has_extension || (word.contains('/') && word.len() > 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path_of(line: &str) -> Option<(String, Placement)> {
        let line = Line { text: line, start: 0, next: line.len() };
        of_comment(&line).map(|target| (target.path, target.placement))
    }

    #[test]
    fn a_comment_names_a_file_in_many_ways() {
        for line in [
            "// src/a.test.ts",
            "# src/a.test.ts",
            "-- src/a.test.ts",
            "/* src/a.test.ts */",
            "/** src/a.test.ts */",
            " * src/a.test.ts",
            "<!-- src/a.test.ts -->",
            "; src/a.test.ts",
            "// File: src/a.test.ts",
            "# file: `src/a.test.ts`",
            "// src/a.test.ts (new)",
            "// src/a.test.ts - the cases",
            "// src/a.test.ts:",
        ] {
            assert_eq!(
                path_of(line),
                Some(("src/a.test.ts".to_owned(), Placement::Whole)),
                "{line}"
            );
        }
        for line in [
            "// ADD to src/a.test.ts",
            "# add these cases to src/a.test.ts:",
            "// Append to `src/a.test.ts`",
        ] {
            assert_eq!(
                path_of(line),
                Some(("src/a.test.ts".to_owned(), Placement::Added)),
                "{line}"
            );
        }
        assert_eq!(path_of("# File: Makefile"), Some(("Makefile".to_owned(), Placement::Whole)));
    }

    #[test]
    fn other_comments_name_no_file() {
        for line in [
            "// ADD to existing price object:",
            "// From TASK-101: money.ts",
            "// see https://example.org/a.ts",
            "# e.g.",
            "#include \"a.h\"",
            "#[cfg(test)]",
            "// version 1.2",
            "// 1.2",
            "const a = 'src/a.ts';",
            "",
        ] {
            assert_eq!(path_of(line), None, "{line}");
        }
    }
}
