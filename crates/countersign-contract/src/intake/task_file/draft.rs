//! A task file as a draft of a task. What is wrong with it is in `refusals.rs`.

use std::collections::BTreeSet;

use countersign_core::{Check, ContractKind, GeneratedFrom, SpecFile, Visibility};

use super::hidden::for_hidden;
use super::{Command, ContractBlock, Output, OutputMode, SectionKind, SpecBlock, Target, TaskFile};
use crate::brief::in_words;
use crate::intake::Draft;
use crate::intake::error::IntakeError;
use crate::intake::words::{is_blank, tidy_path, title};
use crate::{LineIndex, Origin, Proposal, Span, command_line};

/// Files in which exports can be looked up.
const TYPED: [&str; 12] =
    ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "py", "pyi", "rs", "go"];

impl TaskFile<'_> {
    /// The task this file states.
    pub fn draft(&self) -> Result<Draft, IntakeError> {
        let contents = self.contents();
        let lines = LineIndex::new(self.text);
        if let Some((span, problem)) = self.refusals(&contents).into_iter().next() {
            let at = lines.position(self.text, span.start);
            return Err(IntakeError { at, span, problem });
        }
        let items = self.done_when();
        let told = self.told(&contents, &items, &lines, |block| looked_up(block).is_some());
        let reader = Reader { file: self, lines };
        let (id, words) = self.name();
        let title = title(words);
        let shown = reader.spec_files(&contents.tests, Visibility::Shown);
        let hidden = reader.spec_files(&contents.hidden_tests, Visibility::Hidden);
        let (outputs, expected_files) = reader.outputs(&contents.outputs);
        let (commands, hidden_commands) = (contents.judging(), contents.judging_hidden());
        let mut stated: Vec<Proposal> = outputs.into_iter().collect();
        stated.extend(reader.deleted(&contents.outputs));
        stated.extend(reader.exports(&contents.contract));
        stated.extend(reader.protected(&shown));
        stated.extend(commands.iter().map(|command| reader.judged(command, Visibility::Shown)));
        let files = (shown.as_slice(), hidden.as_slice());
        stated.extend(reader.hidden_checks(&commands, &hidden_commands, files));
        // A title is cut where it is long, and all of it is said.
        let said = if title.ends_with('…') { words.to_owned() } else { title.clone() };
        let ask = core::iter::once(said).chain(items.iter().map(|item| format!("- {}", item.text)));
        Ok(Draft {
            id: id.map(str::to_owned),
            brief: reader.brief(),
            ask: ask.collect::<Vec<_>>().join("\n"),
            title,
            notes: String::new(),
            kind: Some(ContractKind::Verifiable),
            generated_from: GeneratedFrom::User,
            depends_on: self.front.depends_on.clone(),
            layer: self.front.layer,
            track: self.front.track.clone(),
            complexity: self.front.complexity,
            role: None,
            worker: self.front.worker.clone(),
            further: (self.front.unknown.iter())
                .map(|key| (key.name.clone(), key.value.clone()))
                .collect(),
            output_path: None,
            expected_files,
            stated,
            acceptance: Vec::new(),
            told,
            spec_files: shown.into_iter().chain(hidden).collect(),
        })
    }

    /// Its id, if it has one, and the words of its title, which may be none.
    pub(super) fn name(&self) -> (Option<&str>, &str) {
        let (of_heading, words) = match self.heading {
            Some((heading, _)) => match heading.split_once(':') {
                Some((id, rest)) if !id.trim().contains(char::is_whitespace) => {
                    (Some(id.trim()), rest.trim())
                }
                Some(_) | None => (None, heading),
            },
            None => (None, ""),
        };
        let id = self.front.id.as_deref().or(of_heading).filter(|id| !id.is_empty());
        (id, self.front.title.as_deref().unwrap_or(words))
    }
}

/// The file in which the exports of a block are looked up, and what is looked for.
fn looked_up<'b>(block: &'b ContractBlock<'_>) -> Option<(&'b Target, Vec<String>)> {
    let target = block.target.as_ref()?;
    let path = tidy_path(&target.path);
    let is_typed = path.rsplit_once('.').is_some_and(|(_, extension)| TYPED.contains(&extension));
    let signatures = block.signatures().into_owned().into_iter().map(|one| one.text);
    let signatures: Vec<String> = signatures.filter(|text| !is_blank(text)).collect();
    (is_typed && !signatures.is_empty()).then_some((target, signatures))
}

/// A path as a pattern that stands for nothing else.
fn as_pattern(path: &str) -> String {
    let mut pattern = String::with_capacity(path.len());
    for character in path.chars() {
        match character {
            '?' | '[' | '{' => pattern.extend(['[', character, ']']),
            _ => pattern.push(character),
        }
    }
    pattern
}

struct Reader<'f, 't> {
    file: &'f TaskFile<'t>,
    lines: LineIndex,
}

impl Reader<'_, '_> {
    fn origin(&self, kind: SectionKind, span: Span) -> Origin {
        let title = self.file.sections_of(kind).next().map_or("", |section| section.title);
        let line = self.lines.position(self.file.text, span.start).line;
        Origin::Section { name: title.to_owned(), line }
    }

    fn spec_files(&self, tests: &[SpecBlock<'_>], visibility: Visibility) -> Vec<SpecFile> {
        let file = |test: &SpecBlock<'_>| {
            let target = test.target.as_ref()?;
            let content = test.file_content(self.file.text);
            let (path, placement) = (tidy_path(&target.path).into_owned(), test.placement(target));
            Some(SpecFile { path, content, placement, visibility })
        };
        tests.iter().filter_map(file).collect()
    }

    fn outputs(&self, outputs: &[Output]) -> (Option<Proposal>, Vec<String>) {
        let (mut write, mut modify, mut may_write) = (Vec::new(), Vec::new(), Vec::new());
        for output in outputs {
            let path = tidy_path(&output.path).into_owned();
            match output.mode {
                OutputMode::Delete => may_write.push(as_pattern(&path)),
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
        (proposal, expected)
    }

    /// Files that are not to be there any more.
    fn deleted(&self, outputs: &[Output]) -> Vec<Proposal> {
        let gone = outputs.iter().filter(|output| output.mode == OutputMode::Delete);
        let proposal = |output: &Output| {
            let path = tidy_path(&output.path);
            let run = format!("test ! -e '{}'", path.replace('\'', r"'\''"));
            let check = Check::Command { run, cwd: None, time_limit_seconds: None };
            let origin = self.origin(SectionKind::OutputFiles, output.span);
            Proposal::shown(check, format!("`{path}` is deleted"), origin)
        };
        gone.map(proposal).collect()
    }

    fn exports(&self, blocks: &[ContractBlock<'_>]) -> Vec<Proposal> {
        let mut proposals = Vec::new();
        for block in blocks {
            let Some((target, signatures)) = looked_up(block) else { continue };
            let path = tidy_path(&target.path).into_owned();
            let description = format!("{path} declares what the contract states");
            let origin = self.origin(SectionKind::Contract, target.span);
            proposals.push(Proposal::shown(
                Check::Exports { path, signatures },
                description,
                origin,
            ));
        }
        proposals
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
        Proposal { visibility, ..Proposal::shown(check, description, origin) }
    }

    /// The section's own commands, or those of Verification once more, for the hidden files.
    fn hidden_checks(
        &self,
        shown: &[Command],
        own: &[Command],
        (shown_files, hidden_files): (&[SpecFile], &[SpecFile]),
    ) -> Vec<Proposal> {
        if self.file.sections_of(SectionKind::HiddenTests).next().is_none() {
            return Vec::new();
        }
        if !own.is_empty() {
            return own.iter().map(|command| self.judged(command, Visibility::Hidden)).collect();
        }
        let again = |command: &Command| for_hidden(command, shown_files, hidden_files);
        shown.iter().map(|command| self.judged(&again(command), Visibility::Hidden)).collect()
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
