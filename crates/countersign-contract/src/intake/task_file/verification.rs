//! Where the commands of Verification stand: in blocks of a shell, and wherever else something plainly is a command.
//! Nothing that looks as if it were to be run is passed over: what cannot be read as commands is told.

use std::borrow::Cow;
use std::collections::HashSet;

use super::plainly::{is_command, is_sure_command};
use super::prose_commands;
use super::{Block, Section};
use crate::Span;
use crate::intake::lines::{Line, heading, lines_in};
use crate::newline::trimmed;

/// Lines that one shell would run, from the root of the workspace on.
pub(super) struct Piece<'t> {
    /// Without bullets, back-ticks and indentation.
    pub lines: Vec<Line<'t>>,
    /// As a script, where it takes one shell for all of them.
    pub script: Cow<'t, str>,
    pub span: Span,
    /// Prompts stand before its commands, and output may stand between them.
    pub is_session: bool,
}

#[derive(Default)]
pub(super) struct Found<'t> {
    pub pieces: Vec<Piece<'t>>,
    /// What is to be run or compared and cannot be, with the reason.
    pub unread: Vec<(Span, String)>,
    /// Commands that a sentence begins with or asks to be run. Where no piece runs them, nobody does.
    pub said: Vec<(Span, Cow<'t, str>)>,
}

impl<'t> Found<'t> {
    fn say(&mut self, span: Span, command: impl Into<Cow<'t, str>>) {
        self.said.push((span, command.into()));
    }
}

/// What a block holds, by its language.
enum Kind {
    Shell,
    /// Commands or what they print.
    Text,
    /// What commands print or write.
    Data,
    Program,
}

fn kind_of(block: &Block<'_>) -> Kind {
    if block.is_shell() && !block.is_session() || block.info.is_empty() {
        return Kind::Shell;
    }
    match block.language().to_ascii_lowercase().as_str() {
        "text" | "txt" | "plain" | "plaintext" | "terminal" => Kind::Text,
        _ if block.is_session() => Kind::Text,
        "json" | "jsonc" | "yaml" | "yml" | "toml" | "xml" | "html" | "csv" | "diff" | "log"
        | "output" | "ansi" => Kind::Data,
        _ => Kind::Program,
    }
}

impl<'t> Piece<'t> {
    pub fn of_block(text: &'t str, block: &Block<'t>) -> Self {
        let lines: Vec<Line<'t>> = lines_in(text, block.content_span).collect();
        let is_session = block.is_session() && has_prompts(&lines);
        Self { lines, script: Cow::Borrowed(block.content), span: block.content_span, is_session }
    }

    fn of_lines(lines: Vec<Line<'t>>) -> Option<Self> {
        let span = Span::new(lines.first()?.start, lines.last()?.span().end);
        let script: Vec<&str> = lines.iter().map(|line| line.text).collect();
        Some(Self { script: Cow::Owned(script.join("\n")), lines, span, is_session: false })
    }
}

fn has_prompts(lines: &[Line<'_>]) -> bool {
    lines.iter().any(|line| trimmed(line.text).starts_with("$ "))
}

/// All that a section has, in its order.
pub(super) fn read<'t>(text: &'t str, section: &Section<'t>) -> Found<'t> {
    let mut found = Found::default();
    let mut from = section.body.start;
    for block in &section.blocks {
        loose(text, Span::new(from, block.span.start), &mut found);
        from = block.span.end;
        match kind_of(block) {
            Kind::Shell if is_output(text, block, &found) => {}
            Kind::Shell => found.pieces.push(Piece::of_block(text, block)),
            Kind::Text => {
                let mut piece = Piece::of_block(text, block);
                piece.is_session = has_prompts(&piece.lines);
                shown(piece, block.span, &mut found);
            }
            Kind::Data if !found.pieces.is_empty() && !has_command(text, block) => {}
            Kind::Data | Kind::Program => {
                let why = format!(
                    "blocks of `{}` are not run: give the commands in a `bash` block",
                    block.language()
                );
                found.unread.push((block.span, why));
            }
        }
    }
    loose(text, Span::new(from, section.body.end), &mut found);
    found
}

/// Whether a block of no language shows what the commands before it print: a label above it says so, and it has no command.
fn is_output(text: &str, block: &Block<'_>, found: &Found<'_>) -> bool {
    const SAYS: [&str; 6] = ["output", "print", "expect", "result", "shows", "looks like"];
    if !block.info.is_empty() || found.pieces.is_empty() || has_command(text, block) {
        return false;
    }
    let above = text.get(..block.span.start).unwrap_or_default();
    let label = above.lines().rev().map(trimmed).find(|line| !line.is_empty());
    let label = label.unwrap_or_default().trim_matches(['*', '_', ' ']).to_lowercase();
    label.ends_with(':') && SAYS.iter().any(|word| label.contains(word))
}

/// Whether what looks like output or a file says what is to be run: `+ npm test`, `- run: npm test`.
fn has_command(text: &str, block: &Block<'_>) -> bool {
    lines_in(text, block.content_span).any(|line| {
        let said = trimmed(line.text).trim_start_matches(['+', '-', ' ', '\t', '"', '\'']);
        let value = said.split_once(": ").map(|(_, value)| trimmed(value));
        let plain = |said: &str| is_sure_command(said.trim_matches(['"', '\'', ',']));
        plain(said.strip_prefix("$ ").unwrap_or(said)) || value.is_some_and(plain)
    })
}

/// Commands, or what the commands before them print. Both at once cannot be told apart without prompts.
fn shown<'t>(piece: Piece<'t>, span: Span, found: &mut Found<'t>) {
    if piece.is_session {
        found.pieces.push(piece);
        return;
    }
    let (mut commands, mut others) = (0_usize, 0_usize);
    let mut goes_on = false;
    for line in &piece.lines {
        let said = trimmed(line.text);
        if !goes_on && (said.is_empty() || said.starts_with('#')) {
            continue;
        }
        match goes_on || is_command(said) {
            true => commands += 1,
            false => others += 1,
        }
        goes_on = said.ends_with('\\');
    }
    match (commands, others) {
        (0, 0) => {}
        (_, 0) => found.pieces.push(piece),
        (0, _) if !found.pieces.is_empty() => {}
        _ => {
            let why = "not all of this can be read as commands: give the commands in a `bash` block, without \
                       what they print";
            found.unread.push((span, why.to_owned()));
        }
    }
}

/// What stands outside of blocks: lines and list items that are commands, indented blocks, and prose.
fn loose<'t>(text: &'t str, span: Span, found: &mut Found<'t>) {
    if span.of(text).trim().is_empty() {
        return;
    }
    let mut reader = Loose::default();
    for line in lines_in(text, span) {
        reader.take(line, found);
    }
    reader.end(found);
    let in_sentences = prose_commands::read(&reader.words);
    if !in_sentences.is_empty() {
        // In back-ticks, a command is found by its marks already.
        let known: HashSet<String> = found.said.iter().map(|(_, said)| said.to_string()).collect();
        let new = in_sentences.into_iter().filter(|(_, said)| !known.contains(said));
        found.said.extend(new.map(|(span, said)| (span, Cow::Owned(said))));
    }
}

#[derive(Default)]
struct Loose<'t> {
    commands: Vec<Line<'t>>,
    indented: Vec<Line<'t>>,
    in_item: bool,
    in_paragraph: bool,
    in_remark: bool,
    /// Lines of sentences, without bullets and marks of quotation.
    words: Vec<Line<'t>>,
}

impl<'t> Loose<'t> {
    fn end(&mut self, found: &mut Found<'t>) {
        self.end_of_commands(found);
        self.end_of_indented(found);
    }

    fn end_of_commands(&mut self, found: &mut Found<'t>) {
        found.pieces.extend(Piece::of_lines(core::mem::take(&mut self.commands)));
    }

    fn end_of_indented(&mut self, found: &mut Found<'t>) {
        let lines = core::mem::take(&mut self.indented);
        // A list item may have paragraphs.
        if self.in_item && !lines.iter().any(|line| runs(trimmed(line.text))) {
            return;
        }
        if let Some(mut piece) = Piece::of_lines(lines) {
            piece.is_session = has_prompts(&piece.lines);
            let span = piece.span;
            shown(piece, span, found);
        }
    }

    fn take(&mut self, line: Line<'t>, found: &mut Found<'t>) {
        let said = trimmed(line.text);
        if self.in_remark || said.starts_with("<!--") {
            self.in_remark = !said.contains("-->");
            return;
        }
        let titled = heading(&line);
        if said.is_empty() || titled.is_some() {
            self.in_paragraph = false;
            self.in_item &= titled.is_none();
            if let Some((_, title)) = titled.filter(|(_, title)| is_sure_command(title)) {
                found.say(line.span_of(title), title);
            }
            return;
        }
        if said.starts_with('>') {
            return self.take_quoted(part(&line, said.trim_start_matches(['>', ' '])), found);
        }
        if self.is_indented(&line) {
            self.end_of_commands(found);
            // A block within a list item is indented, and so are its fences.
            if !said.starts_with("```") && !said.starts_with("~~~") {
                self.indented.push(part(&line, unindented(line.text)));
            }
            return;
        }
        self.end_of_indented(found);
        let goes_on = self.commands.last().is_some_and(|last| last.text.ends_with('\\'));
        let (item, is_item) = item(said);
        self.in_item = is_item || self.in_item && line.text.starts_with([' ', '\t']);
        let after_words = core::mem::replace(&mut self.in_paragraph, true) && !is_item;
        if let Some((code, rest)) = code_at_start(item) {
            if rest.is_empty() && is_command_in_marks(code) {
                self.commands.push(part(&line, code));
                self.in_paragraph = false;
                return;
            }
            self.end_of_commands(found);
            if is_command_in_marks(code) {
                found.say(line.span_of(code), code);
                self.words.push(part(&line, item));
            } else if rest.is_empty() {
                let why = "this is no command that is known: give it in a `bash` block".to_owned();
                found.unread.push((line.span_of(code), why));
            }
            return;
        }
        let prompted = item.strip_prefix("$ ").map(trimmed);
        let plain = Some(item).filter(|item| goes_on || !after_words && is_command(item));
        match prompted.or(plain) {
            Some(command) => {
                self.commands.push(part(&line, command));
                self.in_paragraph = false;
            }
            None => {
                self.end_of_commands(found);
                for code in asked_for(item).filter(|code| is_command_in_marks(code)) {
                    found.say(line.span_of(code), code);
                }
                for bare in bare(item) {
                    found.say(line.span_of(bare), bare);
                }
                self.words.push(part(&line, item));
            }
        }
    }

    /// A line of a quotation. Its fences are passed over: what stands between them is read as lines.
    fn take_quoted(&mut self, line: Line<'t>, found: &mut Found<'t>) {
        if line.text.starts_with("```") || line.text.starts_with("~~~") {
            self.in_paragraph = false;
        } else {
            self.take(line, found);
        }
    }

    /// By four blanks or a tab, where it does not go on with a paragraph or with the words of a list item.
    fn is_indented(&self, line: &Line<'_>) -> bool {
        let is_deep = line.text.starts_with("    ") || line.text.starts_with('\t');
        let goes_on = self.commands.last().is_some_and(|last| last.text.ends_with('\\'));
        let is_inner_item = self.in_item && item(trimmed(line.text)).1;
        is_deep && !self.in_paragraph && !goes_on && !is_inner_item
    }
}

fn runs(said: &str) -> bool {
    said.starts_with("$ ") || is_command(said)
}

fn unindented(text: &str) -> &str {
    text.strip_prefix("    ").or_else(|| text.strip_prefix('\t')).unwrap_or(text)
}

/// A part of a line as a line of its own.
fn part<'t>(line: &Line<'t>, text: &'t str) -> Line<'t> {
    Line { text, start: line.span_of(text).start, next: line.next }
}

/// What a list item says, and whether it is one: without its bullet or number, and without its box.
fn item(said: &str) -> (&str, bool) {
    let bullet = said.strip_prefix(['-', '*', '+']);
    let numbered = || {
        let rest = said.trim_start_matches(|c: char| c.is_ascii_digit());
        (rest.len() < said.len()).then(|| rest.strip_prefix(['.', ')'])).flatten()
    };
    let Some(rest) = bullet.or_else(numbered).filter(|rest| rest.starts_with([' ', '\t'])) else {
        return (said, false);
    };
    let rest = trimmed(rest);
    let boxes = ["[ ] ", "[x] ", "[X] "];
    let unboxed = boxes.iter().find_map(|mark| rest.strip_prefix(mark));
    (unboxed.map_or(rest, trimmed), true)
}

/// What stands in back-ticks at the beginning, and what follows it.
fn code_at_start(said: &str) -> Option<(&str, &str)> {
    let marks = said.len() - said.trim_start_matches('`').len();
    let (fence, inside) = said.split_at_checked(marks).filter(|_| marks > 0)?;
    let (code, rest) = inside.split_once(fence)?;
    Some((trimmed(code), trimmed(rest).trim_matches(['.', ';', ','])))
}

/// What stands in back-ticks behind a label, in a cell of its own, or behind a word that says to run it.
fn asked_for(said: &str) -> impl Iterator<Item = &str> {
    // Of the parts between back-ticks every second one is inside of them.
    let mut before = "";
    said.split('`').enumerate().filter_map(move |(at, part)| {
        if at % 2 == 0 {
            before = part;
            return None;
        }
        let words = before.trim_end().trim_end_matches(['*', '_']).to_ascii_lowercase();
        let mut last = words.split_whitespace().rev();
        let says_run = matches!(last.next(), Some("run" | "execute" | "running"))
            && !last.next().is_some_and(|word| word == "not" || word.ends_with("n't"));
        (says_run || words.ends_with([':', '|'])).then(|| trimmed(part))
    })
}

/// What stands without back-ticks behind a label or in a cell of its own.
fn bare(said: &str) -> impl Iterator<Item = &str> {
    let label = said.split_once(": ").map(|(_, rest)| rest);
    let cells = said.strip_prefix('|').into_iter().flat_map(|rest| rest.split('|'));
    let alone = |part: &&str| is_sure_command(part);
    label.into_iter().chain(cells).map(|part| trimmed(part).trim_end_matches('.')).filter(alone)
}

/// In back-ticks a prompt may stand before it.
fn is_command_in_marks(code: &str) -> bool {
    super::plainly::is_command_in_marks(code.strip_prefix("$ ").unwrap_or(code))
}
