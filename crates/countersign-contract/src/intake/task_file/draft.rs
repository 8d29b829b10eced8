//! A task file as a draft of a task. Whatever is wrong with it is refused here.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{
    Check, ContractKind, GeneratedFrom, Placement, SpecFile, Timing, Visibility,
};

use super::{Command, OutputMode, Section, SectionKind, SpecBlock, TaskFile};
use crate::brief::in_words;
use crate::intake::Draft;
use crate::intake::error::{IntakeError, Problem};
use crate::intake::lines::{fence, lines_in};
use crate::intake::words::{path_problem, tidy_path, title};
use crate::{LineIndex, Origin, Proposal, Span, command_line};

/// Files in which exports can be looked up.
const TYPED: [&str; 12] =
    ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "py", "pyi", "rs", "go"];

impl TaskFile<'_> {
    /// The task this file states.
    pub fn draft(&self) -> Result<Draft, IntakeError> {
        let reader = Reader { file: self, lines: LineIndex::new(self.text) };
        reader.well_formed()?;
        let (id, title) = reader.name()?;
        let shown = reader.spec_files(&self.tests(), Visibility::Shown)?;
        let hidden = reader.spec_files(&self.hidden_tests(), Visibility::Hidden)?;
        let (outputs, expected_files) = reader.outputs()?;
        let commands = reader.commands()?;
        if commands.is_empty() && shown.is_empty() {
            let heading = self.sections_of(SectionKind::Verification).next();
            let span = heading.map_or(Span::new(0, 0), |section| section.heading);
            return Err(reader.refuse(span, Problem::NothingToVerify));
        }
        let mut stated = outputs;
        stated.extend(reader.exports()?);
        stated.extend(reader.protected(&shown));
        stated.extend(commands.iter().map(|command| reader.judged(command, Visibility::Shown)));
        stated.extend(reader.hidden_checks(&commands, !hidden.is_empty())?);
        let items = self.done_when();
        let ask = core::iter::once(title.clone())
            .chain(items.iter().map(|item| format!("- {}", item.text)));
        Ok(Draft {
            id,
            brief: reader.brief(),
            ask: ask.collect::<Vec<_>>().join("\n"),
            title,
            kind: Some(ContractKind::Verifiable),
            generated_from: GeneratedFrom::User,
            depends_on: self.front.depends_on.clone(),
            layer: self.front.layer,
            track: self.front.track.clone(),
            complexity: self.front.complexity,
            role: None,
            output_path: None,
            expected_files,
            stated,
            acceptance: Vec::new(),
            spec_files: shown.into_iter().chain(hidden).collect(),
        })
    }
}

struct Reader<'f, 't> {
    file: &'f TaskFile<'t>,
    lines: LineIndex,
}

impl Reader<'_, '_> {
    fn refuse(&self, span: Span, problem: Problem) -> IntakeError {
        IntakeError { at: self.lines.position(self.file.text, span.start), span, problem }
    }

    fn line_of(&self, span: Span) -> usize {
        self.lines.position(self.file.text, span.start).line
    }

    fn origin(&self, kind: SectionKind, span: Span) -> Origin {
        let title = self.file.sections_of(kind).next().map_or("", |section| section.title);
        Origin::Section { name: title.to_owned(), line: self.line_of(span) }
    }

    /// Each section once, every block closed, and nothing of Hidden Tests outside of its section.
    fn well_formed(&self) -> Result<(), IntakeError> {
        let mut seen: BTreeMap<SectionKind, Span> = BTreeMap::new();
        for section in &self.file.sections {
            if section.kind != SectionKind::Other
                && let Some(first) = seen.insert(section.kind, section.heading)
            {
                let problem = Problem::DuplicateSection {
                    name: section.title.to_owned(),
                    first: self.line_of(first),
                };
                return Err(self.refuse(section.heading, problem));
            }
            if let Some(open) = section.blocks.iter().find(|block| !block.is_closed()) {
                return Err(self
                    .refuse(Span::new(open.span.start, open.span.start), Problem::UnclosedBlock));
            }
        }
        self.hidden_is_apart()
    }

    /// A hidden test that holds fences of its own may be cut short where it is read, and what is left
    /// of it would be shown. So nothing that could be such a rest may follow.
    fn hidden_is_apart(&self) -> Result<(), IntakeError> {
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
                "only a section of the task format may follow; put this one before it"
            } else if !rest.trim().is_empty() {
                "where another section follows, nothing may stand after the last code block"
            } else if hidden.blocks.iter().any(|block| holds_fences(block.content_span)) {
                "a test that holds code fences must be in the last section of the file"
            } else {
                continue;
            };
            return Err(self.refuse(next.heading, Problem::Hidden { why }));
        }
        self.hidden_is_a_section()
    }

    /// Hidden Tests under another kind of heading, or swallowed by a block that was not closed in time,
    /// would be shown.
    fn hidden_is_a_section(&self) -> Result<(), IntakeError> {
        let text = self.file.text;
        let blocks = self.file.sections.iter().flat_map(|section| &section.blocks);
        let mut blocks = blocks.peekable();
        let hidden = || self.file.sections_of(SectionKind::HiddenTests);
        for line in lines_in(text, Span::new(0, text.len())) {
            while blocks.next_if(|block| block.span.end <= line.start).is_some() {}
            if !says_hidden_tests(line.text) {
                continue;
            }
            let is_kept = |section: &Section<'_>| {
                section.heading.start == line.start || section.body.contains(line.span())
            };
            if hidden().any(is_kept) {
                continue;
            }
            let block = blocks.peek().filter(|block| block.span.start <= line.start);
            let fence = block.and_then(|block| fence(&lines_in(text, block.span).next()?));
            let why = match fence {
                Some(fence) if fence.length > 3 => continue,
                Some(_) => {
                    "the heading stands in a code block: close the block before it or, if the block is to \
                     show a task file, give it a fence of four"
                }
                None => {
                    "the heading must be `## Hidden Tests`, of the second level and with nothing more"
                }
            };
            return Err(self.refuse(line.span(), Problem::Hidden { why }));
        }
        Ok(())
    }

    fn name(&self) -> Result<(Option<String>, String), IntakeError> {
        let (of_heading, words) = match self.file.heading {
            Some((heading, _)) => match heading.split_once(':') {
                Some((id, rest)) if !id.trim().contains(char::is_whitespace) => {
                    (Some(id.trim()), rest.trim())
                }
                Some(_) | None => (None, heading),
            },
            None => (None, ""),
        };
        let front = &self.file.front;
        let id =
            front.id.clone().or_else(|| of_heading.map(str::to_owned)).filter(|id| !id.is_empty());
        let title = title(front.title.as_deref().unwrap_or(words));
        if crate::intake::words::is_blank(&title) {
            return Err(self.refuse(Span::new(0, 0), Problem::NoTitle));
        }
        Ok((id, title))
    }

    fn spec_files(
        &self,
        tests: &[SpecBlock<'_>],
        visibility: Visibility,
    ) -> Result<Vec<SpecFile>, IntakeError> {
        let mut files: Vec<SpecFile> = Vec::new();
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        let hidden = |why| Problem::Hidden { why };
        let is_hidden = visibility == Visibility::Hidden;
        for test in tests {
            let at = Span::new(test.block.span.start, test.block.span.start);
            let Some(target) = &test.target else {
                let problem = if is_hidden {
                    hidden(
                        "a test does not say which file it is: begin it with a comment that names it",
                    )
                } else {
                    Problem::TestWithoutPath
                };
                return Err(self.refuse(at, problem));
            };
            if let Some(why) = path_problem(&target.path) {
                let problem = if is_hidden {
                    hidden("a path leaves the workspace: give it from the workspace's root, with /")
                } else {
                    Problem::BadPath { path: target.path.clone(), why }
                };
                return Err(self.refuse(target.span, problem));
            }
            let path = tidy_path(&target.path);
            if target.placement == Placement::Whole
                && let Some(first) = seen.insert(path.clone(), at)
            {
                let problem = if is_hidden {
                    hidden(
                        "two tests are for one file: merge them, or begin the second with `ADD to`",
                    )
                } else {
                    Problem::DuplicateFile { path, first: self.line_of(first) }
                };
                return Err(self.refuse(at, problem));
            }
            let content = test.file_content(self.file.text);
            files.push(SpecFile { path, content, placement: target.placement, visibility });
        }
        Ok(files)
    }

    fn outputs(&self) -> Result<(Vec<Proposal>, Vec<String>), IntakeError> {
        let (outputs, malformed) = self.file.outputs();
        if let Some((span, why)) = malformed.into_iter().next() {
            return Err(self.refuse(span, Problem::BadOutput { why }));
        }
        let (mut write, mut modify, mut may_write) = (Vec::new(), Vec::new(), Vec::new());
        for output in &outputs {
            if let Some(why) = path_problem(&output.path) {
                let problem = Problem::BadPath { path: output.path.clone(), why };
                return Err(self.refuse(output.span, problem));
            }
            let path = tidy_path(&output.path);
            match output.mode {
                OutputMode::Write => write.push(path),
                OutputMode::Modify => modify.push(path),
                OutputMode::MayWrite => may_write.push(path),
            }
        }
        let expected = write.iter().chain(&modify).cloned().collect();
        let proposal =
            outputs.first().filter(|_| !(write.is_empty() && modify.is_empty())).map(|first| {
                let origin = self.origin(SectionKind::OutputFiles, first.span);
                Proposal::shown(
                    Check::Outputs { write, modify, may_write },
                    "the declared files are there and changed",
                    origin,
                )
            });
        Ok((proposal.into_iter().collect(), expected))
    }

    fn exports(&self) -> Result<Vec<Proposal>, IntakeError> {
        let mut proposals = Vec::new();
        for block in self.file.contract_blocks() {
            let Some(target) = block.target else { continue };
            if let Some(why) = path_problem(&target.path) {
                return Err(self.refuse(target.span, Problem::BadPath { path: target.path, why }));
            }
            let path = tidy_path(&target.path);
            let is_typed =
                path.rsplit_once('.').is_some_and(|(_, extension)| TYPED.contains(&extension));
            if !is_typed || block.signatures.is_empty() {
                continue;
            }
            let description = format!("{path} declares what the contract states");
            let signatures = block.signatures.into_iter().map(|signature| signature.text).collect();
            let origin = self.origin(SectionKind::Contract, target.span);
            proposals.push(Proposal::shown(
                Check::Exports { path, signatures },
                description,
                origin,
            ));
        }
        Ok(proposals)
    }

    fn protected(&self, shown: &[SpecFile]) -> Option<Proposal> {
        let paths: BTreeSet<String> = shown.iter().map(|file| file.path.clone()).collect();
        let paths: Vec<String> = paths.into_iter().collect();
        let section = self.file.sections_of(SectionKind::TestSpecification).next()?;
        let origin = self.origin(SectionKind::TestSpecification, section.heading);
        let description = "the tests of the specification are the ones that run";
        (!paths.is_empty())
            .then(|| Proposal::shown(Check::Protected { paths }, description, origin))
    }

    fn commands(&self) -> Result<Vec<Command>, IntakeError> {
        let (commands, problems) = self.file.commands();
        match problems.into_iter().next() {
            Some((span, why)) => Err(self.refuse(span, Problem::BadCommand { why })),
            None => Ok(commands),
        }
    }

    fn judged(&self, command: &Command, visibility: Visibility) -> Proposal {
        let check = command_line::check_for(command.run.clone(), command.cwd.clone());
        let kind = match visibility {
            Visibility::Shown => SectionKind::Verification,
            Visibility::Hidden => SectionKind::HiddenTests,
        };
        // A script is told by its first line; the whole of it is in the section.
        let description = if command.run.contains('\n') {
            let first = command.run.lines().find(|line| *line != "set -e").unwrap_or_default();
            format!("the script from `{}` on succeeds", title(first))
        } else {
            in_words(&check)
        };
        let origin = self.origin(kind, command.span);
        Proposal { check, description, timing: Timing::Immediate, visibility, origin }
    }

    /// The section's own commands, or those of Verification once more.
    fn hidden_checks(
        &self,
        shown: &[Command],
        has_tests: bool,
    ) -> Result<Vec<Proposal>, IntakeError> {
        let Some(section) = self.file.sections_of(SectionKind::HiddenTests).next() else {
            return Ok(Vec::new());
        };
        let (own, problems) = self.file.hidden_commands();
        if let Some((span, _)) = problems.first() {
            let why = "a command cannot be run: `cd` stays in the workspace and names a folder";
            return Err(self.refuse(*span, Problem::Hidden { why }));
        }
        let commands = if own.is_empty() { shown } else { own.as_slice() };
        if has_tests && commands.is_empty() {
            let why =
                "no command runs them: add a bash block to the section, or a Verification section";
            return Err(self.refuse(section.heading, Problem::Hidden { why }));
        }
        if !has_tests && own.is_empty() {
            let why = "the section has neither a test nor a command";
            return Err(self.refuse(section.heading, Problem::Hidden { why }));
        }
        Ok(commands.iter().map(|command| self.judged(command, Visibility::Hidden)).collect())
    }

    /// The file without its front matter and without anything hidden.
    fn brief(&self) -> String {
        let text = self.file.text;
        let start = self.file.front.span.map_or(0, |span| span.end);
        let mut brief = String::new();
        let mut from = start;
        for section in self.file.sections_of(SectionKind::HiddenTests) {
            brief.push_str(Span::new(from, section.heading.start).of(text));
            from = section.body.end;
        }
        brief.push_str(Span::new(from, text.len()).of(text));
        brief.replace("\r\n", "\n").trim_matches(['\u{feff}', '\n', ' ']).to_owned()
    }
}

/// Whether the line is that title, whatever marks stand around it, or a heading that begins with it.
fn says_hidden_tests(line: &str) -> bool {
    let words = line.trim_matches(|c: char| c.is_whitespace() || "#*_:=-".contains(c));
    if !words.starts_with(['H', 'h']) {
        return false;
    }
    let begins = |title: &str| {
        words.get(..title.len()).is_some_and(|start| start.eq_ignore_ascii_case(title))
    };
    super::kind_of(words) == SectionKind::HiddenTests
        || (line.trim_start().starts_with('#') && begins("hidden test"))
}
