//! Reading a text clause by clause.

use core::cell::OnceCell;
use std::collections::{BTreeSet, HashSet};

use crate::{Span, Workspace};

use super::again;
use super::announced::Listed;
use super::behaviour;
use super::below;
use super::beside::beside;
use super::block::{self, Form};
use super::check::has_command;
use super::clause;
use super::command;
use super::constraint::{By, Constraint, Extraction, NotCovered, Stated};
use super::coverage::{self, Why};
use super::excused;
use super::executable;
use super::folder::{Folders, Place};
use super::generic;
use super::head::{head, labelled};
use super::history;
use super::home::Languages;
use super::introduction;
use super::leave_out;
use super::lexicon::{self, Verb};
use super::memory::Memory;
use super::occasion;
use super::package;
use super::part::{self, Part, Stance};
use super::path::{self, Shape};
use super::question;
use super::reading::{Reading, why_nothing};
use super::refusal;
use super::registry::Registries;
use super::reproduction;
use super::rest;
use super::run_at::Runs;
use super::section::Section;
use super::spelling;
use super::sweep;
use super::token::{Kind, Token, tokens};
use super::tool;

/// The checks that a text states, and the clauses that state none. The text alone decides: where it names a
/// check without its command, the command is left open.
pub fn extract(text: &str, workspace: &Workspace) -> Extraction {
    let mut reader = Reader::new(text, workspace);
    let cut = block::blocks(text);
    for block in &cut.blocks {
        let block = *block;
        if block.form != Form::Prose {
            let above = reader.above.take();
            reader.list_line_above(above);
        }
        match block.form {
            Form::Prose => {
                reader.taken.clear();
                let before = reader.extraction.not_covered.len();
                reader.prose(block);
                if block.names {
                    reader.forget(before, block.span);
                }
                for span in sweep::passed_over(text, block.span, &mut reader.taken) {
                    reader.uncover(span, Why::Unread);
                }
            }
            Form::Shell => reader.shell(block),
            Form::Row => reader.list(block, Why::Table),
            Form::Listing => reader.list(block, Why::Fenced),
            Form::Label => reader.uncover(block.span, said_by_label(block.section)),
        }
    }
    let above = reader.above.take();
    reader.list_line_above(above);
    for span in sweep::between(text, &cut) {
        reader.uncover(span, Why::Unread);
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

/// The tests of the workspace, whatever runs them.
const ALL_TESTS: Constraint = Constraint::TestPass { command: None };

/// So far back a clause is looked for that was listed while its sentence was read.
const LISTED_BEFORE: usize = 16;

pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) present: HashSet<&'t str>,
    languages: Languages,
    pub(super) registries: Registries,
    /// With the tools that each names: "ruff passes" asks for something else than "flake8 passes".
    seen: HashSet<(Constraint, Vec<&'t str>)>,
    /// Whether the last thing said asked for a check and for nothing else.
    checked: bool,
    /// The commands that the last things said tell to fail.
    failing: Vec<&'t str>,
    pub(super) extraction: Extraction,
    /// The line above a list, until what follows it was read.
    above: Option<Span>,
    /// What of the block at hand was read, whatever came of it.
    taken: Vec<Span>,
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
    /// Whether something is to be made of which no file is known yet; and in the block at hand.
    makes: bool,
    makes_here: bool,
    /// The folders of the workspace, gathered when the first is asked for.
    pub(super) folders: OnceCell<Folders<'t>>,
    /// Where the commands of a sentence are to run.
    pub(super) runs: Runs,
    /// Whether the next sentence is a further step by which a fault is seen.
    reproducing: bool,
    /// Whether the sentence or the one behind it lets some of the tests fail.
    excused: bool,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, workspace: &'t Workspace) -> Self {
        Self {
            text,
            present: workspace.files.iter().map(|file| file.path.as_str()).collect(),
            languages: Languages::of(workspace.files.iter().map(|file| file.path.as_str())),
            registries: Registries::of(workspace.files.iter().map(|file| file.path.as_str())),
            seen: HashSet::new(),
            checked: false,
            failing: Vec::new(),
            extraction: Extraction::default(),
            above: None,
            taken: Vec::new(),
            announced: None,
            block_before: 0,
            asked: 0,
            folder: None,
            parent: None,
            memory: Memory::default(),
            makes: false,
            makes_here: false,
            folders: OnceCell::new(),
            runs: Runs::default(),
            reproducing: false,
            excused: false,
        }
    }

    fn shell(&mut self, block: block::Block) {
        let line = block.span.of(self.text);
        let line = line.strip_prefix("$ ").unwrap_or(line).trim();
        if let Some(folder) = line.strip_prefix("cd ").filter(|rest| !rest.contains("&&")) {
            self.folder = Some(folder.trim().to_owned());
        } else if spelling::is_line(line) {
            let whole = match &self.folder {
                Some(folder) => format!("cd {folder} && {line}"),
                None => line.to_owned(),
            };
            let before = self.extraction.stated.len();
            self.block_before = before;
            self.state(vec![command::constraint(&whole)], block.span);
            self.checked = true;
            self.settle(before);
        } else {
            self.uncover(block.span, Why::NoCommand);
        }
    }

    /// What is not read, with what its section says of it or else what it is.
    fn list(&mut self, block: block::Block, what: Why) {
        self.checked = false;
        let in_part =
            self.extraction.stated.last().is_some_and(|last| block.span.contains(last.span));
        let why = match block.section {
            _ if in_part => Why::Rest,
            Section::Context => Why::Context,
            Section::Example => Why::Example,
            Section::Excluded => Why::Excluded,
            Section::Quoted => Why::Quotation,
            Section::Change => Why::FileToChange,
            Section::Neutral | Section::Create | Section::Verify => what,
        };
        self.uncover(block.span, why);
    }

    /// "Expected: FAIL" below a command: it is run to see it fail, before the work.
    fn take_back(&mut self, from: usize, why: Why) {
        let from = from.min(self.extraction.stated.len());
        for stated in self.extraction.stated.drain(from..).collect::<Vec<_>>() {
            // "`X` passes. Verify that it fails without the fix.": the first was said outright.
            let mut said = stated.span.of(self.text).split_whitespace();
            let check = generic::topic_of(&stated.constraint).is_some();
            if check && !said.any(lexicon::is_passing) {
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
        self.reproducing = false;
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
        if block.announces {
            let above = self.above.replace(block.span);
            self.list_line_above(above);
            return self.taken.push(block.span);
        }
        let above = self.above.take();
        let mut block = block;
        match block.listed.filter(|_| asks(block.section)) {
            Some(Listed::Passing) => {
                if let Some(lines) = below::commands(&all) {
                    self.checked = true;
                    if below::says_more(&all) {
                        self.uncover(block.span, Why::Rest);
                    }
                    self.state(lines.into_iter().map(command::constraint).collect(), block.span);
                    return self.settle(before);
                }
            }
            Some(Listed::Files) if below::is_file(&all) => block.section = Section::Create,
            Some(Listed::Packages) => {
                if let Some(packages) = package::item(&all) {
                    if packages.glossed {
                        self.uncover(block.span, Why::Rest);
                    }
                    return self.state(packages.found, block.span);
                }
                self.list_line_above(above);
            }
            Some(Listed::Files) | None => self.list_line_above(above),
        }
        let sentences = clause::sentences(&all);
        let mut sentence_before = before;
        for (at, (range, question)) in sentences.iter().enumerate() {
            let sentence = all.get(range.clone()).unwrap_or_default();
            // "Run `X`. It must fail."
            if refusal::is_of_the_one_before(sentence) {
                self.take_back(sentence_before, Why::Failure);
            }
            sentence_before = self.extraction.stated.len();
            if at == 0 {
                self.makes_here = false;
            }
            let following = sentences.get(at + 1).and_then(|(range, _)| all.get(range.clone()));
            let following = following.unwrap_or_default();
            let remark = occasion::remark(following);
            self.excused = excused::some_tests(sentence) || excused::some_tests(following);
            let answer =
                at.checked_sub(1).and_then(|at| sentences.get(at)).is_some_and(|(_, asks)| *asks);
            if answer && question::only_says_yes(sentence) {
                self.taken.push(part::span_of(sentence));
                continue;
            }
            // "Do the following: (1) ..."
            let announces = sentence.last().is_some_and(|token| token.kind == Kind::Colon);
            if announces && at + 1 < sentences.len() {
                let line = part::span_of(sentence);
                if introduction::is_bare(line.of(self.text)) {
                    self.taken.push(line);
                    continue;
                }
            }
            let request = question::request(sentence).filter(|_| *question);
            let asks = *question && request.is_none() && !question::says_yes(following);
            self.sentence(request.unwrap_or(sentence), remark, asks, block);
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
        self.memory.swapped = sentence.windows(2).any(|pair| {
            matches!(pair, [from, file] if from.is("from") && package::is_manifest(file.text))
        });
        self.memory.target = self.parent.as_ref().map(|(_, file)| file.clone());
        self.runs = Runs::default();
        let steps = core::mem::take(&mut self.reproducing) || reproduction::tells(sentence);
        let (unnumbered, number) = reproduction::without_number(sentence);
        let sentence = if steps { unnumbered } else { sentence };
        self.reproducing = steps && number;
        if let Some(path) = self.made_there(sentence).filter(|_| asks(block.section)) {
            self.memory.created = Some(path.clone());
            (self.makes, self.makes_here) = (false, false);
            return self.state(vec![Constraint::FileExists { path }], part::span_of(sentence));
        }
        let whole = sentence;
        let (label, sentence) = labelled(sentence);
        if let Some(section) = label.filter(|_| sentence.len() < whole.len()) {
            let words = whole.len() - sentence.len();
            let span = part::span_of(whole.get(..words).unwrap_or_default());
            self.taken.push(span);
            if introduction::says_more(span.of(self.text), section) {
                self.uncover(span, said_by_label(section));
            }
        }
        if label.is_some() && sentence.is_empty() && block.section != Section::Quoted {
            self.announced = label.filter(|_| !self.reproducing);
            return;
        }
        let section = label.unwrap_or(inherited);
        let of_the_program = occasion::is_of_the_program(sentence);
        let optional = occasion::is_optional(sentence) || occasion::is_optional(remark);
        let kept_out = leave_out::is_kept_out(sentence) || leave_out::is_kept_out(remark);
        let folders = || self.folders.get_or_init(|| Folders::of(self.present.iter().copied()));
        let within = occasion::within(sentence, folders);
        let clear = within.as_ref().filter(|within| within.place != Place::Unclear);
        let sentence = clear.map_or(sentence, |within| within.said);
        let within = within.map(|within| (within.place, within.files));
        // Whether only commands were spoken of so far: behind other work, nobody knows where a command is to run.
        let mut only_commands = true;
        let conditional = sentence.first().is_some_and(|word| lexicon::is_condition(&word.lower));
        let condition_ends =
            sentence.iter().find(|token| token.kind == Kind::Semicolon).map(|mark| mark.span.start);
        if question && block.section != Section::Quoted {
            (self.checked, self.failing) = (false, Vec::new());
            return self.uncover(part::span_of(sentence), Why::Question);
        }
        let mut readings: Vec<(Span, Reading)> = Vec::new();
        let excepted = excused::excepted(sentence);
        let looks = reproduction::looks(sentence);
        let reported = history::reports_failure(sentence);
        let joints = behaviour::Joints::of(sentence);
        for clause in clause::clauses(sentence) {
            // "If A, do B; `X` must pass": what is stated behind the semicolon holds in any case.
            let behind = condition_ends
                .zip(clause.first())
                .is_some_and(|(end, first)| first.span.start > end);
            let stated = matches!(head(clause).verb, None | Some(Verb::Ensure));
            let conditional = conditional && !(behind && stated);
            let at_run_time = joints.go_on(clause) || behaviour::is_at_run_time(clause);
            for part in part::parts(clause) {
                let mut reading = match part.stance {
                    _ if block.section == Section::Quoted => Reading::nothing(Why::Quotation),
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
                    Stance::Asked
                        if steps && !reproduction::demands(&part.tokens)
                            || reproduction::is_run_for_it(&part.tokens)
                            || looks.is_some_and(|looks| looks.is_for(&part.tokens)) =>
                    {
                        Reading::nothing(Why::Context)
                    }
                    Stance::Asked if reported && head(&part.tokens).verb.is_none() => {
                        Reading::nothing(Why::Symptom)
                    }
                    Stance::Asked => self.clause(&part.tokens, section, block.item),
                };
                if block.item && self.languages.describes_another(&part.tokens, &reading.found) {
                    reading = Reading::nothing(Why::Foreign);
                }
                if let Some((place, files)) = &within {
                    if let (Place::Folder(folder), true) = (place, files) {
                        let from_root = occasion::is_from_root(folder, sentence);
                        occasion::put_within(folder, from_root, &mut reading.found);
                    }
                    only_commands &= reading.found.iter().any(has_command);
                    let place = match place {
                        Place::Folder(_) if !only_commands => &Place::Unclear,
                        Place::Unclear if !only_commands => &Place::Root,
                        Place::Folder(_) | Place::Root | Place::Unclear => place,
                    };
                    if !self.runs.lead(place, part.span, &mut reading.found) {
                        self.uncover(part.span, Why::Rest);
                    }
                }
                if part.leaves && !reading.found.is_empty() {
                    self.uncover(part::span_of(clause), Why::Rest);
                }
                if part.stance == Stance::Asked && !conditional && !optional {
                    self.executable(&part, &mut reading);
                }
                if self.excused && reading.found.contains(&ALL_TESTS) {
                    reading.found.retain(|one| *one != ALL_TESTS);
                    reading.why = Why::Exception;
                    if !reading.found.is_empty() {
                        self.uncover(part.span, Why::Exception);
                    }
                }
                let of_part = |span: &Span| part.span.contains(*span);
                if excepted.iter().any(of_part) {
                    let before = reading.found.len();
                    reading.found.retain(|one| generic::topic_of(one).is_none());
                    if reading.found.len() < before {
                        reading.why = Why::Exception;
                        if !reading.found.is_empty() {
                            self.uncover(part.span, Why::Exception);
                        }
                    }
                }
                self.leave_out(&part, kept_out, &mut reading);
                // "Run `X` and check that it fails".
                if refusal::is_of_the_one_before(&part.tokens)
                    && let Some((span, before)) = readings.last_mut()
                {
                    before.fail(span.of(self.text).split_whitespace().any(lexicon::is_passing));
                }
                if at_run_time {
                    behaviour::without_output(&mut reading);
                }
                let makes = matches!(head(&part.tokens).verb, Some(Verb::Create | Verb::Make));
                let file = |one: &Constraint| matches!(one, Constraint::FileExists { .. });
                if makes && asks(block.section) && !reading.found.iter().any(file) {
                    (self.makes, self.makes_here) = (true, true);
                }
                let span = if reading.found.is_empty() { part.extent } else { part.span };
                readings.push((span, reading));
            }
        }
        // "Run `X` and verify that all tests pass": the command is the check that the words describe.
        let named = readings
            .iter()
            .flat_map(|(_, reading)| &reading.found)
            .filter(|constraint| has_command(constraint) && !executable::is(constraint))
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
                let said = tokens(self.text, span);
                let told = matches!(reading.why, Why::Behaviour | Why::Symptom | Why::History);
                let again = told && again::says_again(&said);
                let failing = again::of_which(&said, &self.failing);
                if again && again::demands(&said) && !failing.is_empty() {
                    // "`X` exits 2. It must exit 0."
                    self.checked = true;
                    let wanted = failing.iter().map(|line| command::constraint(line)).collect();
                    self.state(wanted, span);
                    self.failing.clear();
                } else if again && self.checked {
                    self.taken.push(span);
                } else {
                    self.checked = false;
                    let failing = if told { again::failing(&said) } else { Vec::new() };
                    if failing.is_empty() {
                        self.failing.clear();
                    }
                    self.failing.extend(failing);
                    self.uncover(span, reading.why);
                }
            } else {
                self.failing.clear();
                self.checked = reading.found.iter().all(asks);
                let mut listed = self.extraction.not_covered.iter().rev().take(LISTED_BEFORE);
                let listed = listed.any(|clause| clause.span == span);
                let words = self.runs.without_used(tokens(self.text, span));
                let left = rest::is_left(&words, &reading.found) || self.runs.is_unclear(span);
                if !listed {
                    self.list_beside(span, left, &words, &reading.found);
                }
                self.runs.put(span, &mut reading.found);
                self.state(reading.found, span);
            }
        }
    }

    /// What a clause with checks says that none of them looks for: the whole where it cannot be told apart.
    fn list_beside(&mut self, span: Span, left: bool, words: &[Token<'t>], found: &[Constraint]) {
        let beside = beside(self.text, words, found);
        if left || beside.within {
            return self.uncover(span, Why::Rest);
        }
        for words in beside.own {
            self.uncover(part::span_of(words), why_nothing(head(words).verb, words));
        }
    }

    /// "make it executable".
    fn executable(&self, part: &Part<'_, 't>, reading: &mut Reading) {
        let speaks = |t: &Token<'_>| t.is("executable") || t.text.starts_with("chmod");
        if part.tokens.iter().any(speaks) {
            let before = self.memory.created.as_ref().or(self.memory.file.as_ref());
            let wanted = executable::wanted(&part.tokens, &reading.found, before);
            reading.found.extend(wanted);
        }
    }

    /// A file that a line of its own names for what was just asked to be made: "**File**: `x.py`".
    fn made_there(&self, sentence: &[Token<'t>]) -> Option<String> {
        let file = match sentence {
            [label, colon, file] | [label, colon, file, _] if colon.kind == Kind::Colon => {
                let alone = sentence.get(3).is_none_or(|t| t.kind == Kind::Open);
                let labels = label.is("file") || label.is("path") || label.is("location");
                Some(file).filter(|_| alone && labels && self.makes)
            }
            [file] | [file, _] => {
                let announced = sentence.get(1).is_none_or(|t| t.kind == Kind::Colon);
                Some(file).filter(|t| announced && self.makes_here && path::is_test(t.text))
            }
            _ => None,
        };
        let path = file.filter(|t| t.is_path())?.text.trim_start_matches("./");
        (!self.present.contains(path)).then(|| path.to_owned())
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

    /// Takes back what was listed of a title that only names a kind of things.
    fn forget(&mut self, from: usize, title: Span) {
        let new = self.extraction.not_covered.drain(from..).collect::<Vec<_>>();
        let others = new.into_iter().filter(|clause| !title.contains(clause.span));
        self.extraction.not_covered.extend(others);
    }

    /// "Add these pages:" and no file below it: the line is more than the name of a list.
    fn list_line_above(&mut self, line: Option<Span>) {
        if let Some(line) = line {
            self.uncover(line, Why::Behaviour);
        }
    }

    fn state(&mut self, found: Vec<Constraint>, span: Span) {
        self.taken.push(span);
        for constraint in found {
            if let Constraint::FileExists { path } = &constraint {
                self.languages.take_in(path);
            }
            let tools = tool::named(self.text, span, &constraint);
            if self.seen.insert((constraint.clone(), tools)) {
                self.extraction.stated.push(Stated { constraint, span, by: By::Text });
            }
        }
    }

    fn uncover(&mut self, span: Span, why: Why) {
        self.taken.push(span);
        let text = span.of(self.text);
        let mut listed = self.extraction.not_covered.iter().rev().take(LISTED_BEFORE);
        if !coverage::says_nothing(text) && !listed.any(|clause| clause.span == span) {
            let why = why.words().to_owned();
            self.extraction.not_covered.push(NotCovered { span, text: text.to_owned(), why });
        }
    }
}

/// Whether what stands in a section may be asked for.
fn asks(section: Section) -> bool {
    match section {
        Section::Neutral | Section::Create | Section::Verify => true,
        Section::Context
        | Section::Example
        | Section::Excluded
        | Section::Quoted
        | Section::Change => false,
    }
}

/// What becomes of that which a label says beside opening a section.
fn said_by_label(section: Section) -> Why {
    match section {
        Section::Excluded => Why::Negation,
        Section::Context => Why::Context,
        Section::Example => Why::Example,
        Section::Neutral
        | Section::Create
        | Section::Verify
        | Section::Change
        | Section::Quoted => Why::Rest,
    }
}

/// An instruction other than to see to something.
fn is_told_to_do(tokens: &[Token<'_>]) -> bool {
    head(tokens).verb.is_some_and(|verb| verb != Verb::Ensure)
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
