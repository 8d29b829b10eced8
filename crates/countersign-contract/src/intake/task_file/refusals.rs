//! Whatever no task can be made of, all of it and in the order of its weight. Intake refuses a file for the
//! first of these; lint tells them all, so that a file without a finding is a file that is taken.

use core::cell::OnceCell;
use std::borrow::Cow;
use std::collections::BTreeMap;

use countersign_core::{MAX_CRITERIA, Placement, TaskId};

use super::{Block, Contents, SectionKind, SpecBlock, Target, TaskFile};
use crate::intake::error::{HiddenFault, Problem};
use crate::intake::hidden_title::{is_heading_about_them, says_hidden_tests};
use crate::intake::lines::{Fence, fence, lines_in};
use crate::intake::words::{control_characters, is_blank, path_problem, tidy_path};
use crate::{LineIndex, Span, always_succeeds};

/// More control characters than this need not be told apart.
const MOST_TOLD: usize = 20;

impl TaskFile<'_> {
    pub(crate) fn refusals(&self, contents: &Contents<'_>) -> Vec<(Span, Problem)> {
        let lines = OnceCell::new();
        let mut reader = Reader { file: self, contents, lines, found: Vec::new() };
        reader.well_formed();
        reader.hidden_is_apart();
        reader.hidden_is_a_section();
        reader.readable();
        reader.titled();
        reader.shown_files();
        reader.hidden_files();
        reader.outputs();
        reader.commands();
        reader.exports();
        reader.hidden_checks();
        reader.hidden_scripts();
        reader.number();
        reader.found
    }
}

struct Reader<'f, 't> {
    file: &'f TaskFile<'t>,
    contents: &'f Contents<'t>,
    /// Only made for what is there twice.
    lines: OnceCell<LineIndex>,
    found: Vec<(Span, Problem)>,
}

impl Reader<'_, '_> {
    fn refuse(&mut self, span: Span, problem: Problem) {
        self.found.push((span, problem));
    }

    fn hide(&mut self, span: Span, why: HiddenFault) {
        self.refuse(span, Problem::Hidden { why });
    }

    fn line_of(&self, span: Span) -> usize {
        let lines = self.lines.get_or_init(|| LineIndex::new(self.file.text));
        lines.line(span.start)
    }

    /// The line that opens a block.
    fn fence_of(&self, block: &Block<'_>) -> Span {
        lines_in(self.file.text, block.span)
            .next()
            .map_or(Span::new(block.span.start, block.span.start), |line| line.span())
    }

    /// Each section once, every block closed.
    fn well_formed(&mut self) {
        // For each kind the latest.
        let mut seen = [None; SectionKind::Other as usize];
        for section in &self.file.sections {
            let latest = seen.get_mut(section.kind as usize);
            if let Some(before) = latest.and_then(|latest| latest.replace(section.heading)) {
                let (name, first) = (section.title.to_owned(), self.line_of(before));
                self.refuse(section.heading, Problem::DuplicateSection { name, first });
            }
            let is_known = section.kind != SectionKind::Other;
            let is_open =
                |block: &&Block<'_>| !block.is_closed() || is_known && self.ends_with_inner(block);
            let open: Vec<&Block<'_>> = section.blocks.iter().filter(is_open).collect();
            for open in open {
                self.refuse(self.fence_of(open), Problem::UnclosedBlock);
            }
        }
    }

    /// Whether the fence that ends a block ends one that was opened in it as well, so that nothing tells where the
    /// outer was to end.
    fn ends_with_inner(&self, block: &Block<'_>) -> bool {
        let mut fences = lines_in(self.file.text, block.span).filter_map(|line| fence(&line));
        let Some(outer) = fences.next() else { return false };
        let mut inner: Vec<Fence<'_>> = Vec::new();
        for fence in lines_in(self.file.text, block.content_span).filter_map(|line| fence(&line)) {
            if !fence.reaches(&outer) {
                continue;
            }
            if !fence.info.is_empty() {
                inner.push(fence);
            } else {
                inner.pop_if(|innermost| fence.reaches(innermost));
            }
        }
        !inner.is_empty()
    }

    /// A hidden test that holds fences of its own may be cut short where it is read, and what is left
    /// of it would be shown. So nothing that could be such a rest may follow.
    fn hidden_is_apart(&mut self) {
        for pair in self.file.sections.windows(2) {
            let [hidden, next] = pair else { continue };
            if hidden.kind != SectionKind::HiddenTests {
                continue;
            }
            let after_blocks =
                hidden.blocks.last().map_or(hidden.body.start, |block| block.span.end);
            let rest = Span::new(after_blocks, hidden.body.end).of(self.file.text);
            let holds_fences =
                |span| lines_in(self.file.text, span).any(|line| fence(&line).is_some());
            let why = if next.kind == SectionKind::Other {
                HiddenFault::FollowedByAnother
            } else if !rest.trim().is_empty() {
                HiddenFault::WordsAfterBlocks
            } else if hidden.blocks.iter().any(|block| holds_fences(block.content_span)) {
                HiddenFault::FencesBeforeAnother
            } else {
                continue;
            };
            self.hide(next.heading, why);
        }
    }

    /// Hidden Tests under another kind of heading, or swallowed by a block that was not closed in time,
    /// would be shown.
    fn hidden_is_a_section(&mut self) {
        let (file, text) = (self.file, self.file.text);
        let blocks = file.sections.iter().flat_map(|section| &section.blocks);
        let mut blocks = blocks.peekable();
        let mut sections = file.sections.iter().peekable();
        let mut inside = None;
        for line in &file.suspects {
            let is_title = says_hidden_tests(line.text);
            if !is_title && !is_heading_about_them(line.text) {
                continue;
            }
            while blocks.next_if(|block| block.span.end <= line.start).is_some() {}
            while let Some(next) = sections.next_if(|next| next.heading.start <= line.start) {
                inside = Some(next.kind);
            }
            if inside == Some(SectionKind::HiddenTests) {
                continue;
            }
            let block = blocks.peek().filter(|block| block.span.start <= line.start);
            let fence = block.and_then(|block| fence(&lines_in(text, block.span).next()?));
            match fence {
                Some(fence) if fence.length > 3 => {}
                // A comment of some language, and not the title of a section that was swallowed.
                Some(_) if !is_title => {}
                Some(_) => self.hide(line.span(), HiddenFault::HeadingInBlock),
                None => self.hide(line.span(), HiddenFault::OtherHeading),
            }
        }
    }

    /// What no editor shows and some tools stop at.
    fn readable(&mut self) {
        for (span, character) in control_characters(self.file.text).take(MOST_TOLD) {
            self.refuse(span, Problem::ControlCharacter { character });
        }
        self.escaped();
    }

    /// The same in values of the front matter that spell them: `"\\u202E"` is no such character before it is read.
    fn escaped(&mut self) {
        let front = &self.file.front;
        let Some(span) = front.span.filter(|span| span.of(self.file.text).contains('\\')) else {
            return;
        };
        let named = [("id", &front.id), ("title", &front.title), ("track", &front.track)];
        let named = named.into_iter().chain([("worker", &front.worker)]);
        let named = named.filter_map(|(key, value)| Some((key, value.as_deref()?)));
        let needs = front.depends_on.iter().map(|id| ("depends_on", id.as_str()));
        let others = front.unknown.iter().map(|key| (key.name.as_str(), key.value.as_str()));
        let values = named.chain(needs).chain(others);
        let found: Vec<(Span, char)> = values
            .filter_map(|(key, value)| {
                let in_name = control_characters(key).next();
                let (_, character) = in_name.or_else(|| control_characters(value).next())?;
                let mut lines = lines_in(self.file.text, span);
                let line = lines.find(|line| line.text.starts_with(key));
                Some((line.map_or(span, |line| line.span()), character))
            })
            .take(MOST_TOLD)
            .collect();
        for (span, character) in found {
            self.refuse(span, Problem::ControlCharacter { character });
        }
    }

    fn titled(&mut self) {
        let (id, words) = self.file.name();
        if is_blank(words) {
            self.refuse(Span::new(0, 0), Problem::NoTitle);
        }
        // A task that has none yet may get one later.
        if let Some(Err(error)) = id.map(TaskId::new) {
            let front = self.file.front.id.as_ref().and(self.file.front.span);
            let place = front.or(self.file.heading.map(|(_, span)| span));
            let place = place.unwrap_or(Span::new(0, 0));
            let line = lines_in(self.file.text, place).find(|line| line.text.starts_with("id"));
            self.refuse(line.map_or(place, |line| line.span()), Problem::BadId(error));
        }
    }

    fn shown_files(&mut self) {
        let contents = self.contents;
        let mut seen = BTreeMap::new();
        for test in &contents.tests {
            let at = self.fence_of(&test.block);
            let Some(target) = &test.target else {
                self.refuse(at, Problem::TestWithoutPath);
                continue;
            };
            let path = || tidy_path(&target.path).into_owned();
            if let Some(why) = path_problem(&target.path) {
                self.refuse(target.span, Problem::BadPath { path: target.path.clone(), why });
            } else if contents.tests.len() > 1
                && let Some(first) = given_before(test, at, &mut seen)
            {
                let first = self.line_of(first);
                self.refuse(at, Problem::DuplicateFile { path: path(), first });
            } else if is_blank(test.block.content) {
                self.refuse(at, Problem::EmptyFile { path: path() });
            } else if self.is_whole(test, |path| self.is_contracted(path)) {
                self.refuse(at, Problem::TestIsTheWork { path: path() });
            }
        }
    }

    /// As above, said without a word of them.
    fn hidden_files(&mut self) {
        let contents = self.contents;
        let mut seen = BTreeMap::new();
        for test in &contents.hidden_tests {
            let at = self.fence_of(&test.block);
            let Some(target) = &test.target else {
                self.hide(at, HiddenFault::TestWithoutPath);
                continue;
            };
            if path_problem(&target.path).is_some() {
                self.hide(target.span, HiddenFault::BadPath);
            } else if given_before(test, at, &mut seen).is_some() {
                self.hide(at, HiddenFault::DuplicateFile);
            } else if is_blank(test.block.content) {
                self.hide(at, HiddenFault::EmptyFile);
            } else if self.is_whole(test, |path| self.is_work(path)) {
                self.hide(at, HiddenFault::IsTheWork);
            }
        }
    }

    fn is_whole(&self, test: &SpecBlock<'_>, of: impl Fn(&str) -> bool) -> bool {
        let whole = |target: &&Target| test.placement(target) == Placement::Whole;
        test.target.as_ref().filter(whole).is_some_and(|target| of(&tidy_path(&target.path)))
    }

    /// Whether the contract says what this file exports.
    fn is_contracted(&self, path: &str) -> bool {
        let mut targets = self.contents.contract.iter().filter_map(|block| block.target.as_ref());
        targets.any(|target| tidy_path(&target.path) == path)
    }

    /// Whether the worker is to write it, and it is no test that is given to the worker too.
    fn is_work(&self, path: &str) -> bool {
        let Contents { outputs, tests, .. } = self.contents;
        let mut given = tests.iter().filter_map(|test| test.target.as_ref());
        outputs.iter().any(|output| tidy_path(&output.path) == path)
            && !given.any(|target| tidy_path(&target.path) == path)
    }

    fn outputs(&mut self) {
        let contents = self.contents;
        for (span, why) in &contents.malformed_outputs {
            self.refuse(*span, Problem::BadOutput { why: why.clone() });
        }
        for output in &contents.outputs {
            if let Some(why) = path_problem(&output.path) {
                self.refuse(output.span, Problem::BadPath { path: output.path.clone(), why });
            }
        }
    }

    fn commands(&mut self) {
        let contents = self.contents;
        for (span, why) in &contents.unusable_commands {
            self.refuse(*span, Problem::BadCommand { why: why.clone() });
        }
        for (span, why) in &contents.silenced {
            self.refuse(*span, Problem::NeverFails { why: why.clone() });
        }
        if contents.commands.is_empty() && contents.unusable_commands.is_empty() {
            let heading = self.file.sections_of(SectionKind::Verification).next();
            let span = heading.map_or(Span::new(0, 0), |section| section.heading);
            let is_tested = !contents.tests.is_empty();
            let problem = if is_tested { Problem::TestsNotRun } else { Problem::NothingToVerify };
            self.refuse(span, problem);
        }
    }

    fn exports(&mut self) {
        let contents = self.contents;
        for target in contents.contract.iter().filter_map(|block| block.target.as_ref()) {
            if let Some(why) = path_problem(&target.path) {
                self.refuse(target.span, Problem::BadPath { path: target.path.clone(), why });
            }
        }
    }

    fn hidden_checks(&mut self) {
        let (file, contents) = (self.file, self.contents);
        let Some(section) = file.sections_of(SectionKind::HiddenTests).next() else { return };
        for (span, _) in &contents.unusable_hidden_commands {
            self.hide(*span, HiddenFault::BadCommand);
        }
        let own = &contents.hidden_commands;
        if !own.is_empty()
            && own.iter().all(|one| always_succeeds::checks_nothing(&one.run).is_some())
        {
            self.hide(section.heading, HiddenFault::NoCommand);
        }
        if !contents.unusable_hidden_commands.is_empty() || !own.is_empty() {
            return;
        }
        if contents.hidden_tests.is_empty() {
            self.hide(section.heading, HiddenFault::Empty);
        } else if contents.commands.is_empty() {
            self.hide(section.heading, HiddenFault::NoCommand);
        }
    }

    /// A script that begins with the name of a file is that file and no command, and no test runner looks for it.
    /// Where all that is run only looks at files, it would never be run.
    fn hidden_scripts(&mut self) {
        let Contents { hidden_tests, tests, commands, hidden_commands, .. } = self.contents;
        let has_own = !hidden_commands.is_empty();
        let run = if has_own { hidden_commands } else { commands };
        // The hidden one takes the place of the shown one.
        let takes_a_place = !has_own && tests.iter().any(|test| test.block.is_shell());
        if run.is_empty() || takes_a_place || !run.iter().all(|command| only_looks(&command.run)) {
            return;
        }
        for test in hidden_tests.iter().filter(|test| test.block.is_shell()) {
            let Some(target) = &test.target else { continue };
            let name = target.path.rsplit('/').next().unwrap_or(&target.path);
            if !run.iter().any(|command| command.run.contains(name)) {
                self.hide(self.fence_of(&test.block), HiddenFault::NotRun);
            }
        }
    }

    /// What the file itself states; the workspace's own checks come to it later.
    fn number(&mut self) {
        let Contents { contract, tests, outputs, commands, hidden_commands, .. } = self.contents;
        let is_hidden = self.file.sections_of(SectionKind::HiddenTests).next().is_some();
        let hidden = match hidden_commands.len() {
            0 if is_hidden => commands.len(),
            own => own,
        };
        let whole = usize::from(!tests.is_empty()) + usize::from(!outputs.is_empty());
        let count = contract.len() + whole + commands.len() + hidden;
        if count > MAX_CRITERIA {
            let heading = self.file.sections_of(SectionKind::Verification).next();
            let span = heading.map_or(Span::new(0, 0), |section| section.heading);
            self.refuse(span, Problem::TooManyChecks { count, limit: MAX_CRITERIA });
        }
    }
}

/// Whether a line runs nothing but programs that look at files and run no other.
fn only_looks(line: &str) -> bool {
    const LOOKS: [&str; 14] = [
        "grep", "egrep", "fgrep", "test", "[", "[[", "diff", "cmp", "cat", "ls", "head", "tail",
        "wc", "true",
    ];
    let parts = line.split(['|', '&', ';', '\n']);
    parts.map(str::trim).filter(|part| !part.is_empty()).all(|part| {
        let mut words = part.split_whitespace().filter(|word| *word != "!");
        words.next().is_some_and(|word| LOOKS.contains(&word)) && !part.contains(['$', '`', '('])
    })
}

/// Where the file that a test is for was given before, if it was. What is added to a file may come in
/// several parts.
fn given_before<'s>(
    test: &'s SpecBlock<'_>,
    at: Span,
    seen: &mut BTreeMap<Cow<'s, str>, Span>,
) -> Option<Span> {
    let whole = |target: &&Target| test.placement(target) == Placement::Whole;
    let target = test.target.as_ref().filter(whole)?;
    seen.insert(tidy_path(&target.path), at)
}
