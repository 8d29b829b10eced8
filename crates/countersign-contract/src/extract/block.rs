//! A text as blocks: list items, paragraphs, headings, and the shell lines of a verification.

use crate::Span;
use crate::command_line::{CommandKind, kind_of};

use super::announced::{self, Head, Listed};
use super::below;
use super::demand;
use super::introduction;
use super::lexicon;
use super::program;
use super::section::{self, Section};
use super::steps;
use super::table;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// To be read as sentences.
    Prose,
    /// One command of a fenced block under a verification.
    Shell,
    /// A row of a table: read as no sentence, and listed.
    Row,
    /// The first line of a fenced block or of a configuration, which stands for all of it: likewise.
    Listing,
    /// A label that says more than which section it opens: likewise.
    Label,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    pub span: Span,
    pub section: Section,
    pub form: Form,
    /// Stood behind a list marker, so that a bare command may be all there is to it.
    pub item: bool,
    /// Stood in a list of what must pass or be there, by the words above it.
    pub listed: Option<Listed>,
    /// Only announces such a list, which says all of it.
    pub announces: bool,
    /// Only names the kind of what stands below it.
    pub names: bool,
    /// How far the line is set in, so that an item may belong to the one above it.
    pub indent: usize,
}

/// Most words of a label.
const MOST_OF_LABEL: usize = 8;

/// A line this long was probably wrapped, not ended.
const WRAPPED: usize = 60;

/// A text cut up, each part of it once.
#[derive(Debug, Default)]
pub(super) struct Cut {
    pub blocks: Vec<Block>,
    /// What only gives the text its form, in order: markers, fences and what stands in them, names of columns, labels.
    pub form: Vec<Span>,
}

pub(super) fn blocks(text: &str) -> Cut {
    let mut cutter = Cutter::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        cutter.line(text, line, at);
        at += line.len();
    }
    steps::put_aside(text, &mut cutter.found);
    Cut { blocks: cutter.found, form: cutter.form }
}

#[derive(Default)]
struct Cutter {
    found: Vec<Block>,
    form: Vec<Span>,
    /// From the last heading.
    heading: Option<Section>,
    /// From the last line that ended in a colon; a blank line before prose ends it.
    label: Option<Section>,
    /// Whether that line forbids something that it names itself, and not what stands below it.
    forbids_its_own: bool,
    /// What that line says of all below it.
    list: Option<List>,
    fence: Option<Fence>,
    /// Whether the next plain line may go on with the last block.
    open: bool,
    after_blank: bool,
    /// Whether the last label has opened a list, which ends with the first line that is no item.
    listed: bool,
    /// Whether the last line was a key of a configuration.
    configuration: bool,
    /// Whether the last block is a row of a table, on the line before.
    row_above: bool,
    indent: usize,
}

/// A list that was announced.
#[derive(Clone, Copy)]
struct List {
    head: Head,
    /// How far the line above is set in where it is an item itself: those set in further are its own.
    below: Option<usize>,
    /// How far the first of its items is set in. What is set in further belongs to one of them.
    first: Option<usize>,
}

/// A line that may announce a list; an item with how far it is set in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Heading,
    Plain,
    Item(usize),
}

struct Fence {
    mark: char,
    length: usize,
    /// Whether it stands below "Create these files:" and its first line is still to come.
    listed: bool,
    /// Whether that line is the name of one, so that each is.
    names: bool,
    shell: bool,
    /// Whether it stands in a section of checks.
    verifies: bool,
    /// Whether its first line, which stands for all of it, is still to come.
    unlisted: bool,
}

impl Fence {
    /// Whether its lines are the names of files or packages, given the next of them.
    fn holds_names(&mut self, line: &str) -> bool {
        if core::mem::take(&mut self.listed) {
            self.names = below::is_name(without_marker(line));
        }
        self.names
    }
}

impl Cutter {
    fn section(&self) -> Section {
        self.label.or(self.heading).unwrap_or(Section::Neutral)
    }

    fn line(&mut self, text: &str, line: &str, at: usize) {
        let trimmed = line.trim();
        let start = at + (line.len() - line.trim_start().len());
        let span = Span::new(start, start + trimmed.len());
        self.indent = start - at;
        if self.in_fence(text, trimmed, span) {
            self.form.push(span);
            return;
        }
        if trimmed.is_empty() {
            (self.open, self.after_blank) = (false, true);
            return;
        }
        if trimmed.starts_with('|') {
            self.row(text, trimmed, span);
            self.open = false;
            return;
        }
        self.row_above = false;
        if trimmed.bytes().all(|b| matches!(b, b'-' | b'=' | b'*' | b'_')) {
            self.open = false;
            return;
        }
        if let Some(quoted) = trimmed.strip_prefix('>') {
            let body = without_marker(quoted.trim_start());
            let (section, indent) = (Section::Quoted, self.indent);
            let start = span.start;
            let span = Span::new(span.end - body.len(), span.end);
            self.form.push(Span::new(start, span.start));
            self.open = false;
            if !body.is_empty() {
                self.found.push(Block {
                    span,
                    section,
                    form: Form::Prose,
                    item: false,
                    listed: None,
                    announces: false,
                    names: false,
                    indent,
                });
            }
            return;
        }
        if let Some(title) = heading(trimmed) {
            self.heading = Some(section::of_label(title).unwrap_or(Section::Neutral));
            (self.label, self.open) = (None, false);
            self.announce(title, Line::Heading);
            if self.heading == Some(Section::Neutral) {
                let from = span.end - title.len();
                self.push(Span::new(from, span.end), Form::Prose, false);
                self.mark_title(title);
            } else {
                self.label(title, Span::new(span.end - title.len(), span.end));
            }
            return;
        }
        let before = self.configuration;
        self.configuration = is_configuration(line, before);
        if self.configuration {
            if !before {
                self.push(span, Form::Listing, false);
            }
            self.form.push(span);
            self.open = false;
            return;
        }
        let body = without_marker(trimmed);
        let item = body.len() < trimmed.len() || self.is_only_name(trimmed);
        let body_span = Span::new(span.end - body.len(), span.end);
        self.form.push(Span::new(start, body_span.start));
        if !item && self.open && self.goes_on(text, trimmed) {
            if let Some(last) = self.found.last_mut() {
                last.span.end = span.end;
            }
            self.announce(trimmed, Line::Plain);
            return;
        }
        if !item && (self.after_blank || self.listed) {
            self.label = None;
        }
        let listed = if item { self.of_list(body) } else { None };
        if !item {
            self.announce(body, Line::Plain);
        }
        (self.after_blank, self.listed) = (false, item);
        if !item && is_title_of_verification(trimmed) {
            (self.heading, self.label, self.open) = (Some(Section::Verify), None, false);
            self.form.push(span);
            return;
        }
        if let Some(label) = label_line(body) {
            self.label = section::of_label(label);
            self.forbids_its_own = introduction::forbids_its_own(label);
            self.open = false;
            if self.label.is_none() {
                self.push(body_span, Form::Prose, item);
                self.mark_title(label);
            } else {
                self.label(label, body_span);
            }
            return;
        }
        let excluded = self.label;
        if excluded == Some(Section::Excluded)
            && self.forbids_its_own
            && table::is_stated_check(body)
        {
            self.label = Some(Section::Neutral);
        }
        self.push(body_span, Form::Prose, item);
        self.label = excluded;
        if let Some(last) = self.found.last_mut() {
            last.listed = listed;
        }
        self.open = true;
    }

    /// A label whose section is known is no sentence, unless it states a check. What it demands or forbids beside is listed.
    fn label(&mut self, label: &str, span: Span) {
        if section::is_check(label) {
            self.push(span, Form::Prose, false);
        } else if introduction::says_more(label, self.section()) {
            self.push(span, Form::Label, false);
        } else {
            self.form.push(span);
        }
    }

    /// Takes in what a line says of the list below it.
    fn announce(&mut self, line: &str, kind: Line) {
        let plain = line.trim_end_matches(['*', '_', ' ']);
        let title = plain.strip_suffix(':').or((kind == Line::Heading).then_some(plain));
        let passing =
            || below::is_head(line).then_some(Head { listed: Listed::Passing, only: false });
        let head = title.and_then(announced::head).or_else(passing);
        let below = match kind {
            Line::Item(indent) => Some(indent),
            Line::Heading | Line::Plain => None,
        };
        self.list = head.map(|head| List { head, below, first: None });
    }

    /// The block that was pushed last is a title or the line above a list. It may say nothing that its items do not say.
    fn mark_title(&mut self, title: &str) {
        let only = self.list.is_some_and(|list| list.head.only && list.first.is_none());
        if let Some(last) = self.found.last_mut() {
            last.announces = only;
            last.names = introduction::is_heading(title);
        }
    }

    /// What an item is by the line above its list. An item may announce a list of its own.
    fn of_list(&mut self, body: &str) -> Option<Listed> {
        let indent = self.indent;
        if body.trim_end_matches(['*', '_', ' ']).ends_with(':') {
            let before = self.list;
            self.announce(body, Line::Item(indent));
            if self.list.is_some() {
                return None;
            }
            self.list = before;
        }
        let list = self.list.as_mut()?;
        if list.below.is_some_and(|below| indent <= below) {
            self.list = None;
            return None;
        }
        let first = *list.first.get_or_insert(indent);
        (list.head.listed == Listed::Passing || indent <= first).then_some(list.head.listed)
    }

    /// A name on a line of its own, without a mark before it, in a list of files or packages.
    fn is_only_name(&self, line: &str) -> bool {
        let of_names = self.list.is_some_and(|list| list.head.listed != Listed::Passing);
        of_names && !line.contains(char::is_whitespace) && !line.ends_with(':')
    }

    /// Of a table the cells that say of a command that it passes are read; a row that says more is listed.
    fn row(&mut self, text: &str, row: &str, span: Span) {
        let above = core::mem::take(&mut self.row_above);
        if table::is_rule(row) {
            // What stands above it are the names of the columns, unless they demand something themselves.
            let names = self.found.pop_if(|last| above && !demand::obliges(text, last.span));
            self.form.extend(names.map(|names| names.span));
            return;
        }
        for (cell, _) in
            table::cells(row, span.start).filter(|(_, cell)| table::is_stated_check(cell))
        {
            self.push(cell, Form::Prose, false);
        }
        let is_more = |cell: &str| !table::is_stated_check(cell) && !table::is_mark(cell);
        if table::cells(row, span.start).any(|(_, cell)| is_more(cell)) {
            self.push(span, Form::Row, false);
            self.row_above = true;
        } else {
            self.form.push(span);
        }
    }

    fn push(&mut self, span: Span, form: Form, item: bool) {
        if span.end > span.start {
            self.found.push(Block {
                span,
                section: self.section(),
                form,
                item,
                listed: None,
                announces: false,
                names: false,
                indent: self.indent,
            });
        }
    }

    /// Whether the line is part of a fenced block, or one of its fences.
    fn in_fence(&mut self, text: &str, trimmed: &str, span: Span) -> bool {
        let mark = trimmed.chars().next().filter(|c| matches!(c, '`' | '~'));
        let length = mark.map_or(0, |mark| trimmed.chars().take_while(|c| *c == mark).count());
        if let Some(fence) = &mut self.fence {
            let rest_is_empty = trimmed.chars().skip(length).all(char::is_whitespace);
            if mark == Some(fence.mark) && length >= fence.length && rest_is_empty {
                self.fence = None;
                // "Log:" spoke of what was in the fence.
                self.label = self.label.filter(|label| *label != Section::Context);
            } else if trimmed.is_empty() {
                return true;
            } else if fence.holds_names(trimmed) {
                self.named(trimmed, span);
            } else if let Some(remark) = trimmed.strip_prefix('#').filter(|_| fence.shell) {
                if introduction::remarks(remark) {
                    self.push(Span::new(span.end - remark.len(), span.end), Form::Label, false);
                }
            } else if fence.shell && (fence.verifies || is_check(trimmed)) {
                self.push(span, Form::Shell, true);
            } else if fence.unlisted && trimmed.chars().any(char::is_alphanumeric) {
                fence.unlisted = false;
                self.push(span, Form::Listing, false);
            }
            return true;
        }
        let info = trimmed.get(length..).unwrap_or_default();
        if length < 3 || info.contains('`') {
            return false;
        }
        let shell = matches!(
            info.trim(),
            "" | "bash" | "sh" | "shell" | "console" | "zsh" | "shell-session"
        );
        let verifies = self.section() == Section::Verify;
        let shell = shell && (verifies || self.is_announced(text));
        let unlisted = !(shell && verifies);
        let listed = self.list.is_some_and(|list| list.head.listed != Listed::Passing);
        self.fence = mark.map(|mark| Fence {
            mark,
            length,
            listed,
            names: false,
            shell,
            verifies,
            unlisted,
        });
        self.open = false;
        true
    }

    /// A line of a fenced block that lists files or packages.
    fn named(&mut self, line: &str, span: Span) {
        let body = without_marker(line);
        let listed = self.of_list(body);
        self.push(Span::new(span.end - body.len(), span.end), Form::Prose, true);
        if let Some(last) = self.found.last_mut() {
            last.listed = listed;
        }
    }

    /// "- [ ] Test the local build" and then a block: the item says what its commands are for.
    fn is_announced(&self, text: &str) -> bool {
        let item = self.found.last().filter(|last| last.item && self.open && self.label.is_none());
        let first = item.and_then(|item| item.span.of(text).split_whitespace().next());
        first.is_some_and(|word| {
            matches!(
                &*word.trim_end_matches(':').to_ascii_lowercase(),
                "check" | "confirm" | "run" | "test" | "validate" | "verify"
            )
        })
    }

    /// Whether a plain line goes on with the sentence of the line before it.
    fn goes_on(&self, text: &str, line: &str) -> bool {
        let Some(last) = self.found.last() else { return false };
        // What is set out like the items is none of them, and nothing of the last.
        let set_out = self.indent <= last.indent && line.starts_with(char::is_uppercase);
        if last.listed.is_some() && set_out {
            return false;
        }
        let before = last.span.of(text);
        let last_line_length = before.rsplit('\n').next().map_or(0, str::len);
        let ended = before.ends_with(['.', ':', ';', '!', '?']);
        let first = line.split_whitespace().next().unwrap_or_default();
        let starts_low = line.starts_with(|c: char| c.is_lowercase() || matches!(c, '(' | '`'));
        let key = first.ends_with(':') || is_command(line) || begins_with_label(line);
        let imperative = line.starts_with(|c: char| c.is_uppercase())
            && lexicon::verb(&first.to_ascii_lowercase()).is_some();
        !key && !imperative && !ended && (starts_low || last_line_length >= WRAPPED)
            || (ended && last_line_length >= WRAPPED && !imperative && !key && last.item)
    }
}

/// `gates:` or `  cmd: go test`: keys in lower case, without list marker, opened by a key without value.
fn is_configuration(line: &str, before: bool) -> bool {
    let Some((key, value)) = line.trim().split_once(':') else { return false };
    let name = key.starts_with(|c: char| c.is_ascii_lowercase())
        && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    let spaced = value.is_empty() || value.starts_with(' ');
    name && spaced && (before || value.is_empty())
}

/// A command that is a check by itself: it tests, lints or builds.
fn is_check(line: &str) -> bool {
    kind_of(line.strip_prefix("$ ").unwrap_or(line)) != CommandKind::Other
}

/// A line that starts like a command is one of its own.
fn is_command(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(program::is_program)
        && words.next().is_some_and(program::is_subcommand)
}

fn heading(line: &str) -> Option<&str> {
    let level = line.bytes().take_while(|b| *b == b'#').count();
    let title = line.get(level..)?;
    ((1..=6).contains(&level) && title.starts_with(' ')).then(|| title.trim_start())
}

/// "Out of scope: the importer".
fn begins_with_label(line: &str) -> bool {
    let label = line.split_once(':').map(|(label, _)| label);
    label.is_some_and(|label| {
        label.starts_with(char::is_uppercase)
            && label.split(' ').count() <= MOST_OF_LABEL
            && section::of_label(label).is_some()
    })
}

/// The text of a line that only announces what follows: `Files to modify:` or `**Verification**`.
fn label_line(body: &str) -> Option<&str> {
    let bold = body.len() > 4 && body.starts_with("**") && body.ends_with("**");
    let inner = body.trim_matches('*').trim_end();
    let label = inner.strip_suffix(':').or(bold.then_some(inner))?;
    let words = label.split_whitespace().take(MOST_OF_LABEL + 1).count();
    (words <= MOST_OF_LABEL && !label.contains(['`', '.'])).then_some(label)
}

/// "Acceptance criteria" on a line of its own, without any mark.
fn is_title_of_verification(line: &str) -> bool {
    let words = line.split_whitespace().take(5).count();
    let last = line.rsplit(' ').next().unwrap_or_default().to_ascii_lowercase();
    let noun = matches!(
        last.as_str(),
        "criteria" | "proof" | "done" | "gates" | "plan" | "verification" | "validation"
    );
    let alone = matches!(line, "Verification" | "Validation");
    noun && (alone || (2..=4).contains(&words))
        && line.starts_with(|c: char| c.is_ascii_uppercase())
        && section::of_label(line) == Some(Section::Verify)
}

/// A list item without its marker, check box, number and task ids.
fn without_marker(line: &str) -> &str {
    let mut rest = line;
    loop {
        let next = marker(rest);
        if next == 0 {
            return rest;
        }
        let Some(after) = rest.get(next..).map(str::trim_start) else { return rest };
        if after.is_empty() {
            return rest;
        }
        rest = after;
    }
}

/// The length of one marker at the start of a line.
fn marker(line: &str) -> usize {
    let Some((first, _)) = line.split_once(char::is_whitespace) else { return 0 };
    let whole = first.len();
    let plain = first.trim_matches('*').trim_end_matches([':', '.', ')']);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let numbered = first.len() > plain.len() || plain.contains('.');
    let number = numbered && plain.split('.').all(digits) && plain.len() <= 8;
    let task_id = |prefix: &str| {
        plain.strip_prefix(prefix).is_some_and(|rest| digits(rest.trim_start_matches('-')))
    };
    let tagged = first.starts_with('[') && first.ends_with(']') && first.len() <= 6;
    let checkbox = line.starts_with("[ ]").then_some(3);
    if let Some(width) = checkbox {
        return width;
    }
    let bullet = matches!(first, "-" | "*" | "+" | "•" | "–" | "☐" | "✅" | "☑");
    let ids = ["T", "AC", "US", "REQ", "FR", "TASK", "#"].iter().any(|prefix| task_id(prefix));
    if bullet || number || (tagged && !first.contains('.')) || ids { whole } else { 0 }
}
