//! Reading a text clause by clause.

use std::collections::{BTreeSet, HashSet};

use crate::{Span, Workspace};

use super::again;
use super::block::{self, Form};
use super::check::has_command;
use super::clause;
use super::command;
use super::constraint::{By, Constraint, Extraction, NotCovered, Stated};
use super::coverage::Why;
use super::denial;
use super::file;
use super::generic;
use super::head::{head, is_permission, labelled, mask, without_reminder};
use super::history;
use super::home::Languages;
use super::leave_out;
use super::lexicon::{self, Verb};
use super::occasion;
use super::part::{self, Part, Stance};
use super::path::{self, Shape};
use super::record;
use super::refusal;
use super::rest;
use super::section::Section;
use super::token::{Kind, Token, tokens};
use super::tool;

/// The checks that a text states, and the clauses that state none. The text alone decides: where it names a
/// check without its command, the command is left open.
pub fn extract(text: &str, workspace: &Workspace) -> Extraction {
    let mut reader = Reader::new(text, workspace);
    for block in block::blocks(text) {
        match block.form {
            Form::Prose => reader.prose(block),
            Form::Shell => reader.shell(block),
        }
    }
    without_short_names(&mut reader.extraction.stated);
    reader.extraction
}

/// "Implement a.test.ts. Create test/a.test.ts": one file, first by its name alone.
fn without_short_names(stated: &mut Vec<Stated>) {
    let file = |stated: &Stated| {
        if let Constraint::FileExists { path } = &stated.constraint {
            Some(path.clone())
        } else {
            None
        }
    };
    let files: Vec<String> = stated.iter().filter_map(file).collect();
    let in_folders: HashSet<&str> =
        files.iter().filter_map(|path| path.rsplit_once('/')).map(|(_, name)| name).collect();
    stated.retain(|one| file(one).is_none_or(|path| !in_folders.contains(path.as_str())));
}

/// So far back a clause is looked for that was listed while its sentence was read.
const LISTED_BEFORE: usize = 16;

pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) present: HashSet<&'t str>,
    languages: Languages,
    /// With the tools that each names: "ruff passes" asks for something else than "flake8 passes".
    seen: HashSet<(Constraint, Vec<&'t str>)>,
    /// Whether the last thing said asked for a check and for nothing else.
    checked: bool,
    extraction: Extraction,
    /// The section that a sentence ending in a colon opened, for the blocks of its list.
    announced: Option<Section>,
    /// How many constraints there were before the last block.
    block_before: usize,
    /// How many of the last constraints a block that ended in a colon stated.
    asked: usize,
    /// What a shell block's `cd` lines lead to.
    folder: Option<String>,
    /// The file that an item names and nothing else, and how far it is set in: what is below it goes there.
    parent: Option<(usize, String)>,
    pub(super) memory: Memory,
}

/// What "it" and "there" stand for.
#[derive(Default)]
pub(super) struct Memory {
    /// From "In FILE, ...".
    pub(super) target: Option<String>,
    pub(super) created: Option<String>,
    pub(super) spoken: Option<String>,
    /// The file that was spoken of last, whatever was named behind it.
    pub(super) file: Option<String>,
    /// The folder that was asked for last, until another file is spoken of.
    pub(super) folder: Option<String>,
}

/// What a clause was found to state, or why nothing.
struct Reading {
    found: Vec<Constraint>,
    why: Why,
}

impl Reading {
    fn nothing(why: Why) -> Self {
        Self { found: Vec::new(), why }
    }

    /// What is to end with a failure is no command that must succeed.
    fn fail(&mut self) {
        let before = self.found.len();
        self.found.retain(|one| !has_command(one));
        if self.found.len() < before {
            self.why = Why::Failure;
        }
    }
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, workspace: &'t Workspace) -> Self {
        Self {
            text,
            present: workspace.files.iter().map(|file| file.path.as_str()).collect(),
            languages: Languages::of(workspace.files.iter().map(|file| file.path.as_str())),
            seen: HashSet::new(),
            checked: false,
            extraction: Extraction::default(),
            announced: None,
            block_before: 0,
            asked: 0,
            folder: None,
            parent: None,
            memory: Memory::default(),
        }
    }

    fn shell(&mut self, block: block::Block) {
        let line = block.span.of(self.text);
        let line = line.strip_prefix("$ ").unwrap_or(line).trim();
        if let Some(folder) = line.strip_prefix("cd ").filter(|rest| !rest.contains("&&")) {
            self.folder = Some(folder.trim().to_owned());
        } else if command::is_line(line) {
            let whole = match &self.folder {
                Some(folder) => format!("cd {folder} && {line}"),
                None => line.to_owned(),
            };
            let before = self.extraction.stated.len();
            self.block_before = before;
            self.state(vec![command::constraint(&whole)], block.span);
            self.checked = true;
            self.settle(before);
        }
    }

    /// "Expected: FAIL" below a command: it is run to see it fail, before the work.
    fn take_back(&mut self, from: usize, why: Why) {
        let from = from.min(self.extraction.stated.len());
        for stated in self.extraction.stated.drain(from..).collect::<Vec<_>>() {
            // "`X` passes. Verify that it fails without the fix.": the first was said outright.
            let mut said = stated.span.of(self.text).split_whitespace();
            if has_command(&stated.constraint) && !said.any(lexicon::is_passing) {
                let tools = tool::named(self.text, stated.span, &stated.constraint);
                self.seen.remove(&(stated.constraint, tools));
                self.uncover(stated.span, why);
            } else {
                self.extraction.stated.push(stated);
            }
        }
    }

    fn prose(&mut self, block: block::Block) {
        self.folder = None;
        let all = tokens(self.text, block.span);
        if refusal::is_expected(&all) {
            self.take_back(self.block_before, Why::Symptom);
        }
        self.block_before = self.extraction.stated.len();
        if !block.item {
            self.announced = None;
        }
        if self.parent.as_ref().is_some_and(|(indent, _)| block.indent <= *indent) {
            self.parent = None;
        }
        let before = self.extraction.stated.len();
        let sentences = clause::sentences(&all);
        let mut sentence_before = before;
        for (at, (range, question)) in sentences.iter().enumerate() {
            let sentence = all.get(range.clone()).unwrap_or_default();
            // "Run `X`. It must fail."
            if refusal::is_of_the_one_before(sentence) {
                self.take_back(sentence_before, Why::Failure);
            }
            sentence_before = self.extraction.stated.len();
            let following = sentences.get(at + 1).and_then(|(range, _)| all.get(range.clone()));
            let remark = occasion::remark(following.unwrap_or_default());
            self.sentence(sentence, remark, *question, block);
        }
        self.settle(before);
        if let Some(file) = only_file(&all).filter(|_| block.item) {
            self.parent = Some((block.indent, file.trim_start_matches("./").to_owned()));
        }
        let asks = all.last().is_some_and(|token| token.kind == Kind::Colon);
        self.asked = if asks { self.extraction.stated.len().saturating_sub(before) } else { 0 };
    }

    /// "Run the tests:" and then the command: the command is the check that the words announced.
    fn settle(&mut self, before: usize) {
        let announced = core::mem::take(&mut self.asked);
        let Some(from) = before.checked_sub(announced).filter(|_| announced > 0) else { return };
        let stated = &mut self.extraction.stated;
        let new = stated.get(before..).unwrap_or_default().iter();
        let named: BTreeSet<_> = new
            .filter(|stated| has_command(&stated.constraint))
            .filter_map(|stated| generic::topic_of(&stated.constraint))
            .collect();
        let replaced = |stated: &Stated| {
            let topic = generic::topic_of(&stated.constraint);
            !has_command(&stated.constraint) && topic.is_some_and(|topic| named.contains(&topic))
        };
        // Only the tail can change, so that many blocks do not each walk all that came before.
        let tail: Vec<Stated> = stated.drain(from..).collect();
        let kept =
            tail.into_iter().enumerate().filter(|(at, one)| *at >= announced || !replaced(one));
        stated.extend(kept.map(|(_, one)| one));
    }

    fn sentence(
        &mut self,
        sentence: &[Token<'t>],
        remark: &[Token<'t>],
        question: bool,
        block: block::Block,
    ) {
        let inherited = if block.section == Section::Neutral {
            self.announced.unwrap_or(Section::Neutral)
        } else {
            block.section
        };
        self.memory.target = self.parent.as_ref().map(|(_, file)| file.clone());
        let (label, sentence) = labelled(sentence);
        if label.is_some() && sentence.is_empty() && block.section != Section::Quoted {
            self.announced = label;
            return;
        }
        let section = label.unwrap_or(inherited);
        let of_the_program = occasion::is_of_the_program(sentence);
        let optional = occasion::is_optional(sentence) || occasion::is_optional(remark);
        let kept_out = leave_out::is_kept_out(sentence) || leave_out::is_kept_out(remark);
        let (folder, sentence) = match occasion::within(sentence) {
            Some((folder, said)) => (Some(folder), said),
            None => (None, sentence),
        };
        let conditional = sentence.first().is_some_and(|word| lexicon::is_condition(&word.lower));
        let mut readings: Vec<(Span, Reading)> = Vec::new();
        let reported = history::reports_failure(sentence);
        for clause in clause::clauses(sentence) {
            for part in part::parts(clause) {
                let mut reading = match part.stance {
                    _ if block.section == Section::Quoted => Reading::nothing(Why::Quotation),
                    _ if question => Reading::nothing(Why::Question),
                    _ if conditional => Reading::nothing(Why::Condition),
                    _ if optional => Reading::nothing(Why::Permission),
                    _ if part.tokens.iter().any(|t| t.is("unless"))
                        || (of_the_program && is_told_to_do(&part.tokens)) =>
                    {
                        Reading::nothing(Why::Condition)
                    }
                    _ if self.goes_on_allowing(readings.last(), part.span) => {
                        Reading::nothing(Why::Permission)
                    }
                    Stance::Denied => Reading::nothing(Why::Negation),
                    Stance::Likewise => self.likewise(&part.tokens, &readings),
                    Stance::Asked if reported && head(&part.tokens).verb.is_none() => {
                        Reading::nothing(Why::Symptom)
                    }
                    Stance::Asked => self.clause(&part.tokens, section, block.item),
                };
                if let Some(folder) = &folder {
                    let from_root = occasion::is_from_root(folder, sentence);
                    occasion::put_within(folder, from_root, &mut reading.found);
                }
                self.leave_out(&part, kept_out, &mut reading);
                // "Run `X` and check that it fails".
                if refusal::is_of_the_one_before(&part.tokens)
                    && let Some((_, before)) = readings.last_mut()
                {
                    before.fail();
                }
                readings.push((part.span, reading));
            }
        }
        // "Run `X` and verify that all tests pass": the command is the check that the words describe.
        let named = readings
            .iter()
            .flat_map(|(_, reading)| &reading.found)
            .filter(|constraint| has_command(constraint))
            .filter_map(generic::topic_of)
            .collect::<BTreeSet<_>>();
        for (span, mut reading) in readings {
            let before = reading.found.len();
            reading.found.retain(|constraint| {
                has_command(constraint)
                    || generic::topic_of(constraint).is_none_or(|topic| !named.contains(&topic))
            });
            let asks = |one: &Constraint| generic::topic_of(one).is_some();
            if reading.found.is_empty() && before == 0 {
                let again = self.checked && matches!(reading.why, Why::Behaviour | Why::Symptom);
                if !(again && again::says_again(&tokens(self.text, span))) {
                    self.checked = false;
                    self.uncover(span, reading.why);
                }
            } else {
                self.checked = reading.found.iter().all(asks);
                let mut listed = self.extraction.not_covered.iter().rev().take(LISTED_BEFORE);
                let listed = listed.any(|clause| clause.span == span);
                if !listed && rest::is_left(&tokens(self.text, span), &reading.found) {
                    self.uncover(span, Why::Rest);
                }
                self.state(reading.found, span);
            }
        }
    }

    /// Takes out what is named and not asked for as it stands, and says so.
    fn leave_out(&mut self, part: &Part<'_, 't>, kept_out: bool, reading: &mut Reading) {
        let before = reading.found.len();
        if kept_out {
            reading.found.retain(|one| !matches!(one, Constraint::FileExists { .. }));
        }
        let mut left_out = (reading.found.len() < before).then_some(Why::KeptOut);
        if leave_out::alternatives(&part.tokens, &mut reading.found) {
            left_out = Some(Why::Choice);
        }
        if leave_out::empty_files(&part.tokens, &mut reading.found) {
            left_out = Some(Why::MayBeEmpty);
        }
        let before = reading.found.len();
        reading.found.retain(|one| {
            let topic = generic::topic_of(one).filter(|_| !has_command(one));
            topic.is_none_or(|topic| !self.languages.lack(topic, &part.tokens))
        });
        if reading.found.len() < before {
            left_out = Some(Why::Foreign);
        }
        let Some(why) = left_out else { return };
        if reading.found.is_empty() {
            reading.why = why;
        } else {
            self.uncover(part.span, why);
        }
    }

    /// "You may create X and add Y", "Optionally, add Y": the second is allowed as the first is.
    fn goes_on_allowing(&self, last: Option<&(Span, Reading)>, span: Span) -> bool {
        last.filter(|(_, reading)| reading.why == Why::Permission).is_some_and(|(before, _)| {
            let joint = self.text.get(before.end..span.start).unwrap_or_default();
            let alone = !before.of(self.text).contains(char::is_whitespace);
            matches!(joint.trim(), "and" | "or" | "and then" | "also")
                || (alone && joint.trim() == ",")
        })
    }

    /// "mypy too", "b.ts as well": the same is asked of a second check or file as of the one before.
    fn likewise(&self, named: &[Token<'t>], readings: &[(Span, Reading)]) -> Reading {
        let last = match readings.last() {
            Some((_, reading)) => reading.found.last(),
            None => self.extraction.stated.last().map(|stated| &stated.constraint),
        };
        let found = match last {
            Some(Constraint::FileExists { .. }) => {
                let paths = named.iter().filter(|t| t.is_path());
                let paths = paths.filter_map(|t| path::expand(t.text)).flatten();
                paths.map(|path| Constraint::FileExists { path }).collect()
            }
            Some(check) if generic::topic_of(check).is_some() => checks_named(self.text, named),
            Some(_) | None => Vec::new(),
        };
        Reading { found, why: Why::Behaviour }
    }

    fn state(&mut self, found: Vec<Constraint>, span: Span) {
        for constraint in found {
            let tools = tool::named(self.text, span, &constraint);
            if self.seen.insert((constraint.clone(), tools)) {
                self.extraction.stated.push(Stated { constraint, span, by: By::Text });
            }
        }
    }

    fn uncover(&mut self, span: Span, why: Why) {
        let text = span.of(self.text);
        if text.chars().any(char::is_alphanumeric) {
            let why = why.words().to_owned();
            self.extraction.not_covered.push(NotCovered { span, text: text.to_owned(), why });
        }
    }

    fn clause(&mut self, whole: &[Token<'t>], section: Section, item: bool) -> Reading {
        match section {
            Section::Context => return self.only_marked_new(whole, Why::Context),
            Section::Change => return self.only_marked_new(whole, Why::FileToChange),
            Section::Example => return Reading::nothing(Why::Example),
            Section::Excluded => return Reading::nothing(Why::Excluded),
            Section::Quoted => return Reading::nothing(Why::Quotation),
            Section::Neutral | Section::Create | Section::Verify => {}
        }
        if section == Section::Verify
            && let Some(found) = test_files(whole)
        {
            return Reading { found, why: Why::Context };
        }
        let Some(clause) = self.opened(whole) else { return Reading::nothing(Why::Condition) };
        let clause = without_reminder(clause);
        let head = head(clause);
        if head.negated {
            self.remember(clause, &[]);
            let tests = generic::checks(whole, whole.len());
            let found: Vec<_> = tests.into_iter().map(generic::constraint).collect();
            return Reading { found, why: Why::Negation };
        }
        if is_permission(whole) {
            self.remember(clause, &[]);
            return Reading::nothing(Why::Permission);
        }
        let rest = clause.get(head.rest..).unwrap_or_default();
        let states = matches!(head.verb, None | Some(Verb::Ensure | Verb::Get));
        if states && denial::denies(rest) {
            self.remember(clause, &[]);
            return Reading::nothing(Why::Negation);
        }
        if head.verb.is_none() && section == Section::Neutral && !item && history::tells(clause) {
            self.remember(clause, &[]);
            return Reading::nothing(Why::History);
        }
        let mask = mask(rest);
        let visible = rest.get(..mask).unwrap_or_default();
        let mut found = Vec::new();
        match head.verb {
            Some(Verb::Remove) => {
                let record = record::wanted(visible, visible.len(), head.verb);
                return Reading { found: record.into_iter().collect(), why: Why::Removal };
            }
            Some(Verb::Read) => return Reading::nothing(Why::Reading),
            Some(verb) => {
                let word = head.rest.checked_sub(1).and_then(|at| clause.get(at));
                let names = word.is_some_and(|word| lexicon::is_naming(&word.lower));
                // "Import X from FILE" says where X is, not where it goes.
                let imports = word.is_some_and(|word| word.is("import"));
                let verb = if imports && visible.iter().any(|t| t.is("from")) {
                    Verb::Other
                } else if word.is_some_and(|word| makes_another(word, visible)) {
                    Verb::Move
                } else if word.is_some_and(|word| word.is("commit"))
                    && visible.first().is_some_and(Token::is_path)
                {
                    Verb::Create
                } else {
                    verb
                };
                self.instruction(verb, names, visible, &mut found);
            }
            None => self.statement(visible, section, &mut found),
        }
        let instructed = head.verb;
        self.remember(visible, &found);
        self.checks(clause, head, section, item, &mut found);
        let about = self.memory.file.as_deref();
        let record = record::wanted(visible, visible.len(), instructed)
            .or_else(|| record::of_file(about, visible, instructed))
            .or_else(|| record::updated(clause));
        if let Some(record) = record {
            // "Move the card to Done in backlog.md" moves no file.
            if let Constraint::BacklogUpdated { path: Some(kept) } = &record {
                found.retain(|one| !matches!(one, Constraint::FileExists { path } if path == kept));
            }
            found.push(record);
        }
        let why = why_nothing(instructed, visible);
        Reading { found, why }
    }

    /// A clause without what only sets the scene: "In FILE, ...", "When done, ...".
    fn opened<'a>(&mut self, clause: &'a [Token<'t>]) -> Option<&'a [Token<'t>]> {
        let first = clause.first()?;
        if lexicon::is_condition(&first.lower) {
            return None;
        }
        let mark = clause.iter().take(25).position(|t| matches!(t.kind, Kind::Comma | Kind::Colon));
        let after = mark.and_then(|at| clause.get(at + 1..)).unwrap_or_default();
        if lexicon::is_time(&first.lower) && !after.is_empty() {
            return Some(after);
        }
        // "Once finished tick X": no comma parts it.
        let finished = clause.get(1).is_some_and(|t| {
            matches!(&*t.lower, "done" | "finished" | "complete" | "completed" | "ready")
        });
        let told = clause.get(2).is_some_and(|t| clause::is_instruction(t, clause.get(3)));
        if lexicon::is_time(&first.lower) && finished && told {
            return clause.get(2..);
        }
        let place = matches!(&*first.lower, "in" | "inside" | "within" | "for" | "at" | "under");
        let before = clause.get(..mark.unwrap_or(0)).unwrap_or_default();
        let colon = mark.and_then(|at| clause.get(at)).is_some_and(|t| t.kind == Kind::Colon);
        let named = before.iter().take(6).find(|t| t.shape == Shape::File);
        if mark.is_none() && place && clause.len() <= 6 && clause.last().is_some_and(Token::is_path)
        {
            self.memory.target = clause.last().map(|t| t.text.to_owned());
        }
        if let Some(path) = named.filter(|_| place || (before.len() == 1 && colon)) {
            self.memory.target = Some(path.text.to_owned());
            return Some(after);
        }
        if clause.len() <= 2
            && first.shape == Shape::File
            && clause.last().is_some_and(|t| t.kind == Kind::Colon)
        {
            self.memory.target = Some(first.text.to_owned());
        }
        Some(clause)
    }

    /// Under "Files to modify" only what is marked as new will come into being.
    fn only_marked_new(&mut self, clause: &[Token<'t>], why: Why) -> Reading {
        let new = clause
            .iter()
            .enumerate()
            .filter(|(at, token)| token.is_path() && file::is_marked_new(clause, *at));
        let found = new.filter_map(|(_, token)| path::expand(token.text)).flatten();
        Reading { found: found.map(|path| Constraint::FileExists { path }).collect(), why }
    }

    pub(super) fn meant(&self, token: &Token<'t>) -> String {
        if token.is("it") {
            let known = self.memory.created.clone().or_else(|| self.memory.target.clone());
            known.or_else(|| self.memory.file.clone()).unwrap_or_default()
        } else {
            token.text.trim_start_matches("./").to_owned()
        }
    }

    fn remember(&mut self, tokens: &[Token<'t>], found: &[Constraint]) {
        if let Some(token) = tokens.iter().rev().find(|t| t.is_path() || t.kind == Kind::Code) {
            // "Pull the helpers out of FILE": the file is where they were.
            let source = tokens.windows(2).any(|pair| {
                matches!(pair, [link, file] if file.span == token.span
                    && file.is_path()
                    && (link.is("of") || link.is("from")))
            });
            self.memory.spoken = (!source).then(|| token.text.to_owned());
        }
        if let Some(token) = tokens.iter().rev().find(|t| t.is_path()) {
            self.memory.file = Some(token.text.trim_start_matches("./").to_owned());
        }
        let inside = |folder: &String| {
            found.iter().any(|constraint| {
                matches!(constraint, Constraint::FileExists { path } if path.starts_with(folder.as_str()))
            })
        };
        if tokens.iter().any(|t| t.shape == Shape::File) {
            self.memory.folder = self.memory.folder.take().filter(inside);
        }
        if let Some(Constraint::FileExists { path }) = found.last() {
            self.memory.created = Some(path.clone());
        }
    }
}

/// "Convert A to B", "replace A with B": another file stands where one was.
fn makes_another(verb: &Token<'_>, object: &[Token<'_>]) -> bool {
    let files = object.iter().filter(|t| t.is_path()).count();
    lexicon::is_converting(&verb.lower) && files > 1 || verb.is("replace") && replaces_file(object)
}

/// "Replace A with B": two files and nothing else.
fn replaces_file(object: &[Token<'_>]) -> bool {
    matches!(object, [old, with, new, ..] if old.is_path() && with.is("with") && new.is_path())
        && object.get(3).is_none_or(|t| !t.is_word())
}

/// An instruction other than to see to something.
fn is_told_to_do(tokens: &[Token<'_>]) -> bool {
    head(tokens).verb.is_some_and(|verb| verb != Verb::Ensure)
}

/// The checks that a few words name: commands, or else what is called by its name.
fn checks_named(text: &str, words: &[Token<'_>]) -> Vec<Constraint> {
    let commands = command::named(text, words);
    if commands.is_empty() {
        return generic::named(words).into_iter().map(generic::constraint).collect();
    }
    commands.iter().map(|one| command::constraint(one.line)).collect()
}

/// The file of "Update FILE" or "FILE:", where the block says no more.
fn only_file<'t>(tokens: &[Token<'t>]) -> Option<&'t str> {
    let tokens = match tokens {
        [rest @ .., last] if matches!(last.kind, Kind::Colon | Kind::Stop) => rest,
        all => all,
    };
    let file = match tokens {
        [file] => file,
        [verb, file] if lexicon::verb(&verb.lower).is_some_and(|(v, _)| v == Verb::Change) => file,
        _ => return None,
    };
    (file.shape == Shape::File).then_some(file.text)
}

/// "Test: FILE": where the tests of the work will be.
fn test_files(clause: &[Token<'_>]) -> Option<Vec<Constraint>> {
    let [label, colon, files @ ..] = clause else { return None };
    let labelled = matches!(&*label.lower, "test" | "tests") && colon.kind == Kind::Colon;
    let only =
        files.iter().all(|t| t.kind == Kind::Comma || t.is("and") || t.is_literal() || t.is_path());
    let paths = files.iter().filter(|t| t.is_path() && path::is_test(t.text));
    let found = paths.filter_map(|t| path::expand(t.text)).flatten();
    let found: Vec<_> = found.map(|path| Constraint::FileExists { path }).collect();
    (labelled && only && !found.is_empty()).then_some(found)
}

fn why_nothing(verb: Option<Verb>, tokens: &[Token<'_>]) -> Why {
    let path = tokens.iter().any(|t| t.shape != Shape::Plain);
    let manual = tokens.iter().any(|t| t.is("manual") || t.is("manually"));
    let symptom = verb.is_none() && tokens.iter().any(|t| lexicon::is_failing(&t.lower));
    match verb {
        _ if manual => Why::Manual,
        _ if symptom => Why::Symptom,
        Some(Verb::Change | Verb::Add | Verb::Declare | Verb::Make) if path => Why::FileToChange,
        Some(_) | None => Why::Behaviour,
    }
}
