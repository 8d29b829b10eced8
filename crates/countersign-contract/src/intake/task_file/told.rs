//! What a task file demands outside of what is read for checks: in its prose and in the comments of its Contract.

use std::collections::HashSet;

use super::{Block, Contents, DoneItem, SectionKind, TaskFile};
use crate::extract::{Manner, demands};
use crate::intake::Demand;
use crate::intake::lines::{Line, heading, lines_in, step_over};
use crate::{LineIndex, Span};

impl<'t> TaskFile<'t> {
    /// Every sentence that demands something and that nothing else reads.
    pub(super) fn demands(
        &self,
        contents: &Contents<'_>,
        items: &[DoneItem<'_>],
        lines: &LineIndex,
    ) -> Vec<Demand> {
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
                let inside = blocks.peek().is_some_and(|block| block.span.start <= line.start);
                let item = items.peek().is_some_and(|item| item.span.start < line.next);
                !inside && !item && !outputs.contains(&line.start)
            };
            reader.read(section.title, section.body, Manner::Prose, prose);
            for block in &section.blocks {
                reader.block(section.title, section.kind, block, is_read);
            }
        }
        reader.found.sort_by_key(|(at, _)| *at);
        reader.found.into_iter().map(|(_, demand)| demand).collect()
    }
}

struct Reader<'f, 't> {
    file: &'f TaskFile<'t>,
    lines: &'f LineIndex,
    found: Vec<(usize, Demand)>,
}

impl<'t> Reader<'_, 't> {
    /// What stands before the first section.
    fn head(&mut self) {
        let start = self.file.front.span.map_or(0, |span| span.end);
        let end = self.file.sections.first().map_or(self.file.text.len(), |one| one.heading.start);
        let mut block = None;
        let prose = |line: Line<'t>| {
            let is_title = || heading(&line).is_some_and(|(level, _)| level == 1);
            !step_over(&mut block, &line) && !is_title()
        };
        self.read("", Span::new(start, end), Manner::Prose, prose);
    }

    fn block(&mut self, title: &str, kind: SectionKind, block: &Block<'t>, items: &[DoneItem<'_>]) {
        let shows_text = match block.language().to_ascii_lowercase().as_str() {
            "text" | "txt" | "plain" | "plaintext" | "md" | "markdown" => true,
            "" => matches!(kind, SectionKind::DoneWhen | SectionKind::Other),
            _ => false,
        };
        let mut comments = Comments::default();
        match kind {
            SectionKind::Contract if !shows_text => {
                let said = |line: Line<'t>| comments.of(line.text);
                self.read_parts(title, block.content_span, Manner::Remark, said);
            }
            SectionKind::Contract
            | SectionKind::Dependencies
            | SectionKind::DoneWhen
            | SectionKind::Other
                if shows_text =>
            {
                let first = items.partition_point(|item| item.span.end <= block.span.start);
                let mut items = items.iter().skip(first).peekable();
                self.read(title, block.content_span, Manner::Remark, |line| {
                    while items.next_if(|item| item.span.end <= line.start).is_some() {}
                    items.peek().is_none_or(|item| item.span.start >= line.next)
                });
            }
            SectionKind::Contract
            | SectionKind::Dependencies
            | SectionKind::Other
            | SectionKind::TestSpecification
            | SectionKind::OutputFiles
            | SectionKind::Verification
            | SectionKind::DoneWhen
            | SectionKind::HiddenTests => {}
        }
    }

    fn read(
        &mut self,
        title: &str,
        span: Span,
        manner: Manner,
        mut is_read: impl FnMut(Line<'t>) -> bool,
    ) {
        let whole = |line: Line<'t>| if is_read(line) { line.text.len() } else { 0 };
        let mut whole = whole;
        self.read_parts(title, span, manner, |line| {
            let end = whole(line);
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
        let (mut text, mut places) = (String::new(), Vec::new());
        for line in lines_in(self.file.text, span) {
            let said = part(line);
            places.push((text.len(), line.start + said.start));
            text.push_str(said.of(line.text));
            text.push('\n');
        }
        for span in demands(title, &text, manner).spans {
            let line = places.partition_point(|(start, _)| *start <= span.start);
            let Some((start, there)) = line.checked_sub(1).and_then(|line| places.get(line)) else {
                continue;
            };
            let at = there + (span.start - start);
            let line = self.lines.position(self.file.text, at).line;
            self.found.push((at, Demand::new(line, title, span.of(&text))));
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
