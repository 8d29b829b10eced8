//! What a task file says outside of what its form makes a check of: its prose, the comments in its code, the remarks behind
//! its outputs, and code that nothing looks at.

use std::collections::HashSet;

use super::target;
use super::{Block, Contents, ContractBlock, DoneItem, Output, SectionKind, TaskFile};
use crate::extract::{is_heading, obliges, remarks};
use crate::intake::lines::{Line, heading, lines_in};
use crate::intake::{Manner, Told};
use crate::{LineIndex, Span};

/// What stands in parentheses behind the titles of the format.
const OF_TITLES: [&str; 2] = ["deterministic", "interfaces only"];

impl<'t> TaskFile<'t> {
    /// Everything that nothing else reads. `is_looked_up` tells the blocks of Contract that a check looks at.
    pub(super) fn told(
        &self,
        contents: &Contents<'t>,
        items: &[DoneItem<'_>],
        lines: &LineIndex,
        is_looked_up: impl Fn(&ContractBlock<'t>) -> bool,
    ) -> Vec<Told> {
        let mut reader = Reader { file: self, lines, found: Vec::new() };
        reader.head();
        let outputs: HashSet<usize> =
            contents.outputs.iter().map(|output| output.span.start).collect();
        for section in &self.sections {
            let is_read = match section.kind {
                // Nobody may be told of what is hidden.
                SectionKind::HiddenTests => continue,
                SectionKind::DoneWhen => items,
                SectionKind::Contract
                | SectionKind::Dependencies
                | SectionKind::TestSpecification
                | SectionKind::OutputFiles
                | SectionKind::Verification
                | SectionKind::Other => &[],
            };
            let mut blocks = section.blocks.iter().peekable();
            let mut items = is_read.iter().peekable();
            let prose = |line: Line<'t>| {
                while blocks.next_if(|block| block.span.end <= line.start).is_some() {}
                while items.next_if(|item| item.span.end <= line.start).is_some() {}
                let inside = blocks.peek().is_some_and(|block| {
                    block.span.start <= line.start && !is_shown(section.kind, block)
                });
                let item = items.peek().is_some_and(|item| item.span.start < line.next);
                !inside && !item && !outputs.contains(&line.start)
            };
            // A title that the format does not know may say something itself.
            let from = if section.kind == SectionKind::Other {
                section.heading.start
            } else {
                reader.behind_title(section.title, section.heading);
                section.body.start
            };
            let manner = match section.kind {
                SectionKind::Dependencies => Manner::Given,
                SectionKind::Contract
                | SectionKind::TestSpecification
                | SectionKind::OutputFiles
                | SectionKind::Verification
                | SectionKind::DoneWhen
                | SectionKind::HiddenTests
                | SectionKind::Other => Manner::Said,
            };
            reader.read(section.title, Span::new(from, section.body.end), manner, prose);
            for block in &section.blocks {
                reader.block(section.title, section.kind, block, is_read, &outputs);
            }
        }
        for block in &contents.contract {
            if !is_looked_up(block) && !shows_text(SectionKind::Contract, &block.block) {
                reader.code(&block.block);
            }
        }
        for output in &contents.outputs {
            reader.note(output);
        }
        reader.found.sort_by_key(|(at, _)| *at);
        reader.found.into_iter().map(|(_, told)| told).collect()
    }
}

/// Whether a block is text, and no program or data.
fn shows_text(kind: SectionKind, block: &Block<'_>) -> bool {
    match block.language().to_ascii_lowercase().as_str() {
        "text" | "txt" | "plain" | "plaintext" | "md" | "markdown" => true,
        "" => matches!(kind, SectionKind::DoneWhen | SectionKind::Other),
        _ => false,
    }
}

/// Whether a block is code that only shows something: it is read with the prose around it, which names it.
fn is_shown(kind: SectionKind, block: &Block<'_>) -> bool {
    kind == SectionKind::Other && !shows_text(kind, block)
}

struct Reader<'f, 't> {
    file: &'f TaskFile<'t>,
    lines: &'f LineIndex,
    found: Vec<(usize, Told)>,
}

impl<'t> Reader<'_, 't> {
    /// What stands before the first section.
    fn head(&mut self) {
        let start = self.file.front.span.map_or(0, |span| span.end);
        let end = self.file.sections.first().map_or(self.file.text.len(), |one| one.heading.start);
        // The title is what the task is called, unless its front matter has another one.
        let (_, called) = self.file.name();
        let own = self.file.heading.map(|(_, span)| span.start);
        let prose = |line: Line<'t>| {
            let is_title = || {
                let title = heading(&line).filter(|_| Some(line.start) == own);
                title.is_some_and(|(_, title)| title.ends_with(called))
            };
            !is_title()
        };
        self.read("", Span::new(start, end), Manner::Said, prose);
    }

    /// "Done When (on Windows)".
    fn behind_title(&mut self, title: &str, span: Span) {
        let Some((_, behind)) = title.split_once('(') else { return };
        let behind = behind.trim_end_matches([')', ':', ' ']);
        if !OF_TITLES.iter().any(|known| known.eq_ignore_ascii_case(behind)) {
            self.push(title, span.start, behind.to_owned(), Manner::Said);
        }
    }

    fn block(
        &mut self,
        title: &str,
        kind: SectionKind,
        block: &Block<'t>,
        items: &[DoneItem<'_>],
        outputs: &HashSet<usize>,
    ) {
        let shows_text = shows_text(kind, block);
        let mut comments = Comments::default();
        let mut comment = |line: Line<'t>, is_told: fn(&str) -> bool| {
            let said = comments.of(line.text);
            if is_told(said.of(line.text)) { said } else { Span::new(0, 0) }
        };
        let span = block.content_span;
        match kind {
            // The tests are what is checked, and nobody may be told of what is hidden.
            SectionKind::HiddenTests | SectionKind::TestSpecification => {}
            SectionKind::Contract if !shows_text => {
                // The comment that names the file is no remark.
                let part = |line: Line<'t>| {
                    let said = comment(line, |_| true);
                    let is_name = target::of_comment(&line).is_some();
                    if is_name { Span::new(0, 0) } else { said }
                };
                self.read_parts(title, span, Manner::Said, part);
            }
            SectionKind::Dependencies if !shows_text => {
                self.read_parts(title, span, Manner::Said, |line| comment(line, obliges));
            }
            SectionKind::Verification if !shows_text => {
                self.read_parts(title, span, Manner::Said, |line| comment(line, remarks));
            }
            SectionKind::OutputFiles => {
                let part = |line: Line<'t>| {
                    if outputs.contains(&line.start) {
                        Span::new(0, 0)
                    } else {
                        comment(line, |said| !is_heading(said))
                    }
                };
                self.read_parts(title, span, Manner::Said, part);
            }
            SectionKind::Contract
            | SectionKind::Dependencies
            | SectionKind::Verification
            | SectionKind::DoneWhen
            | SectionKind::Other
                if shows_text =>
            {
                let first = items.partition_point(|item| item.span.end <= block.span.start);
                let mut items = items.iter().skip(first).peekable();
                self.read(title, span, Manner::Said, |line| {
                    while items.next_if(|item| item.span.end <= line.start).is_some() {}
                    items.peek().is_none_or(|item| item.span.start >= line.next)
                });
            }
            SectionKind::DoneWhen => self.code(block),
            SectionKind::Contract
            | SectionKind::Dependencies
            | SectionKind::Verification
            | SectionKind::Other => {}
        }
    }

    /// Code that nothing looks at.
    fn code(&mut self, block: &Block<'t>) {
        let said = |line: &Line<'t>| line.text.contains(char::is_alphanumeric);
        if let Some(first) = lines_in(self.file.text, block.content_span).find(said) {
            let section = self.file.sections.iter().rfind(|one| one.body.start <= first.start);
            let title = section.map_or("", |section| section.title);
            self.push(title, first.start, first.text.trim().to_owned(), Manner::Code);
        }
    }

    /// "MODIFY: a.ts (add export)": that the file has changed says nothing of how.
    fn note(&mut self, output: &Output) {
        let Some(note) = output.note.as_deref().filter(|note| !is_heading(note)) else { return };
        let section = self.file.sections_of(SectionKind::OutputFiles);
        let title = section.map(|section| section.title).next().unwrap_or_default();
        let text = format!("{} ({note})", output.path);
        self.push(title, output.span.start, text, Manner::Said);
    }

    fn push(&mut self, title: &str, at: usize, text: String, manner: Manner) {
        let line = self.lines.position(self.file.text, at).line;
        self.found.push((at, Told { line, section: title.to_owned(), text, manner }));
    }

    fn read(
        &mut self,
        title: &str,
        span: Span,
        manner: Manner,
        mut is_read: impl FnMut(Line<'t>) -> bool,
    ) {
        self.read_parts(title, span, manner, |line| {
            let end = if is_read(line) { line.text.len() } else { 0 };
            Span::new(0, end)
        });
    }

    /// Reads a part of each line. What is left out leaves its line empty, so that places stay known.
    fn read_parts(
        &mut self,
        title: &str,
        span: Span,
        manner: Manner,
        mut part: impl FnMut(Line<'t>) -> Span,
    ) {
        let mut text = String::new();
        for line in lines_in(self.file.text, span) {
            text.push_str(part(line).of(line.text));
            text.push('\n');
        }
        if text.contains(char::is_alphanumeric) {
            self.push(title, span.start, text, manner);
        }
    }
}

/// The comments of a program, line by line.
#[derive(Default)]
struct Comments {
    /// The mark that ends the one that is open.
    open: Option<&'static str>,
}

impl Comments {
    /// The words of the line's comment, without its marks; an empty part where it has none.
    fn of(&mut self, line: &str) -> Span {
        let place = |words: &str, start: usize| {
            let trimmed = words.trim_start_matches(['/', '*', '!', '#', ' ', '\t']);
            let start = start + (words.len() - trimmed.len());
            let said = trimmed.trim_end();
            let said = said.strip_suffix("*/").unwrap_or(said);
            let said = said.trim_end_matches(['"', '\'']).trim_end();
            Span::new(start, start + said.len())
        };
        if let Some(end) = self.open {
            let words = match line.split_once(end) {
                Some((words, _)) => {
                    self.open = None;
                    words
                }
                None => line,
            };
            return place(words, 0);
        }
        let marks =
            [("//", ""), ("/*", "*/"), ("\"\"\"", "\"\"\""), ("'''", "'''"), ("#", ""), ("--", "")];
        let first = marks.iter().filter_map(|(mark, end)| {
            let at = line.find(mark)?;
            let before = line.get(..at).unwrap_or_default();
            // "https://" and "#[derive]", "a--": no comments.
            let parted = before.is_empty() || before.ends_with([' ', '\t']);
            let rest = line.get(at + mark.len()..).unwrap_or_default();
            let words = *mark != "#" || !rest.starts_with(['[', '!']);
            let starts = *mark != "--" || before.trim().is_empty();
            (parted && words && starts).then_some((at, *mark, *end, rest))
        });
        let Some((at, mark, end, rest)) = first.min_by_key(|(at, ..)| *at) else {
            return Span::new(0, 0);
        };
        let start = at + mark.len();
        match rest.split_once(end).filter(|_| !end.is_empty()) {
            Some((words, _)) => place(words, start),
            None => {
                self.open = Some(end).filter(|end| !end.is_empty());
                place(rest, start)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_comments_of_a_program_are_found_in_common_languages() {
        for (code, wanted) in [
            ("// a\nb // c\nd(\"https://e\")", vec!["a", "c"]),
            ("/** a\n * b\n */\nc();\n/* d */", vec!["a", "b", "d"]),
            ("def a():\n    \"\"\"B.\n\n    C.\n    \"\"\"\n    # d\n", vec!["B.", "C.", "d"]),
            ("#[derive(A)]\n/// b\n#!/bin/sh\n", vec!["b"]),
            ("-- a\nselect 1 -- 2\nx--;", vec!["a"]),
        ] {
            let mut comments = Comments::default();
            let said = code.lines().map(|line| comments.of(line).of(line));
            let said: Vec<&str> = said.filter(|words| !words.is_empty()).collect();
            assert_eq!(said, wanted, "{code}");
        }
    }
}
