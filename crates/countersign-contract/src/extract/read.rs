//! Reading a text clause by clause.

use std::collections::HashSet;

use crate::{Span, Workspace};

use super::block::{self, Form};
use super::clause;
use super::command;
use super::constraint::{By, Constraint, Extraction, NotCovered, Stated};
use super::content;
use super::coverage::Why;
use super::file;
use super::generic;
use super::lexicon::{self, Verb};
use super::package;
use super::path::{self, Shape};
use super::record;
use super::section::{self, Section};
use super::token::{Kind, Token, tokens};

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
    reader.extraction
}

struct Reader<'t> {
    text: &'t str,
    present: HashSet<&'t str>,
    seen: HashSet<Constraint>,
    extraction: Extraction,
    /// The section that a sentence ending in a colon opened, for the blocks of its list.
    announced: Option<Section>,
    /// What a shell block's `cd` lines lead to.
    folder: Option<String>,
    memory: Memory,
}

/// What "it" and "there" stand for.
#[derive(Default)]
struct Memory {
    /// From "In FILE, ...".
    target: Option<String>,
    created: Option<String>,
    spoken: Option<String>,
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
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, workspace: &'t Workspace) -> Self {
        Self {
            text,
            present: workspace.files.iter().map(|file| file.path.as_str()).collect(),
            seen: HashSet::new(),
            extraction: Extraction::default(),
            announced: None,
            folder: None,
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
            self.state(vec![command::constraint(&whole)], block.span);
        }
    }

    fn prose(&mut self, block: block::Block) {
        self.folder = None;
        let all = tokens(self.text, block.span);
        if !block.item {
            self.announced = None;
        }
        for (range, question) in clause::sentences(&all) {
            let sentence = all.get(range).unwrap_or_default();
            self.sentence(sentence, question, block);
        }
    }

    fn sentence(&mut self, sentence: &[Token<'t>], question: bool, block: block::Block) {
        let inherited = if block.section == Section::Neutral {
            self.announced.unwrap_or(Section::Neutral)
        } else {
            block.section
        };
        self.memory.target = None;
        let (label, sentence) = labelled(sentence);
        if label.is_some() && sentence.is_empty() {
            self.announced = label;
            return;
        }
        let section = label.unwrap_or(inherited);
        let conditional = sentence.first().is_some_and(|word| lexicon::is_condition(&word.lower));
        let mut readings: Vec<(Span, Reading)> = Vec::new();
        for clause in clause::clauses(sentence) {
            let span = span_of(clause);
            let reading = match (question, conditional) {
                (true, _) => Reading::nothing(Why::Question),
                (false, true) => Reading::nothing(Why::Condition),
                (false, false) => self.clause(clause, section, block.item),
            };
            readings.push((span, reading));
        }
        // "Run `X` and verify that all tests pass": the command is the check that the words describe.
        let named: Vec<generic::Topic> = readings
            .iter()
            .flat_map(|(_, reading)| &reading.found)
            .filter(|constraint| has_command(constraint))
            .filter_map(generic::topic_of)
            .collect();
        for (span, mut reading) in readings {
            let before = reading.found.len();
            reading.found.retain(|constraint| {
                has_command(constraint)
                    || generic::topic_of(constraint).is_none_or(|topic| !named.contains(&topic))
            });
            if reading.found.is_empty() && before == 0 {
                self.uncover(span, reading.why);
            } else {
                self.state(reading.found, span);
            }
        }
    }

    fn state(&mut self, found: Vec<Constraint>, span: Span) {
        for constraint in found {
            if self.seen.insert(constraint.clone()) {
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
            Section::Neutral | Section::Create | Section::Verify => {}
        }
        let Some(clause) = self.opened(whole) else { return Reading::nothing(Why::Condition) };
        let head = head(clause);
        if head.negated {
            let tests = generic::checks(whole, whole.len());
            let found: Vec<_> = tests.into_iter().map(generic::constraint).collect();
            return Reading { found, why: Why::Negation };
        }
        let rest = clause.get(head.rest..).unwrap_or_default();
        let mask = mask(rest);
        let visible = rest.get(..mask).unwrap_or_default();
        let mut found = Vec::new();
        match head.verb {
            Some(Verb::Remove) => return Reading::nothing(Why::Removal),
            Some(Verb::Read) => return Reading::nothing(Why::Reading),
            Some(verb) => {
                let word = head.rest.checked_sub(1).and_then(|at| clause.get(at));
                let names = word.is_some_and(|word| lexicon::is_naming(&word.lower));
                self.instruction(verb, names, visible, &mut found);
            }
            None => self.statement(visible, section, &mut found),
        }
        let instructed = head.verb;
        self.remember(visible, &found);
        self.checks(clause, head, section, item, &mut found);
        found.extend(record::wanted(visible, visible.len(), instructed));
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
        let place = matches!(&*first.lower, "in" | "inside" | "within" | "for" | "at" | "under");
        let before = clause.get(..mark.unwrap_or(0)).unwrap_or_default();
        let named = before.iter().take(6).find(|t| t.shape == Shape::File);
        if mark.is_none() && place && clause.len() <= 6 && clause.last().is_some_and(Token::is_path)
        {
            self.memory.target = clause.last().map(|t| t.text.to_owned());
        }
        if let Some(path) = named.filter(|_| place || before.len() == 1) {
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

    fn instruction(
        &mut self,
        verb: Verb,
        names: bool,
        rest: &[Token<'t>],
        found: &mut Vec<Constraint>,
    ) {
        match verb {
            Verb::Create | Verb::Move | Verb::Make => self.create(verb, rest, found),
            Verb::Add => self.add(rest, found),
            Verb::Declare => self.declare(rest, names, found),
            Verb::Change => self.change(rest, found),
            Verb::Ensure | Verb::Get => self.statement(rest, Section::Neutral, found),
            Verb::Install => found.extend(package::installed(rest)),
            Verb::Bump => found.extend(bumped(rest)),
            Verb::Other => found.extend(covered_by(rest)),
            Verb::Remove | Verb::Read | Verb::Run | Verb::Tick => {}
        }
    }

    fn create(&mut self, verb: Verb, rest: &[Token<'t>], found: &mut Vec<Constraint>) {
        let files = file::created(rest, verb);
        let direct = rest.iter().take(4).any(|t| t.is_path());
        for path in files.created {
            // "Create a target in the Makefile" that is there already.
            if !(self.present.contains(path.as_str()) && !direct) {
                self.memory.created = Some(path.clone());
                found.push(Constraint::FileExists { path });
            }
        }
        if verb == Verb::Create
            && let [Constraint::FileExists { path }] = found.as_slice()
        {
            let path = path.clone();
            found.extend(content::matches(&path, promised(self.text, rest)));
        }
    }

    fn add(&mut self, rest: &[Token<'t>], found: &mut Vec<Constraint>) {
        let rest = up_to_description(rest);
        let into = content::into(rest, Verb::Add);
        let target =
            into.target.map(|token| self.meant(token)).or_else(|| self.memory.target.clone());
        let depends =
            package::speaks_of_dependency(if into.target.is_none() { rest } else { into.object });
        if depends {
            found.extend(package::installed(rest));
            if !found.is_empty() {
                return;
            }
        }
        if let Some(target) = &target {
            if package::is_manifest(target) && package::is_all_packages(into.object) {
                found.extend(package::installed(into.object));
                if !found.is_empty() {
                    return;
                }
            }
            let tests = into.object.iter().any(|t| t.is_word() && lexicon::is_test_noun(&t.lower));
            let mut literals = content::literals(self.text, into.object, false);
            literals.extend(content::literals(self.text, into.tail, false));
            if into.object.last().is_some_and(|t| t.is("it") || t.is("them")) {
                literals.extend(self.memory.spoken.clone());
            }
            if !literals.is_empty() && !tests {
                found.extend(content::matches(target, literals));
                return;
            }
        }
        let files = file::created(rest, Verb::Add);
        for path in files.created.into_iter().filter(|path| !self.present.contains(path.as_str())) {
            self.memory.created = Some(path.clone());
            found.push(Constraint::FileExists { path });
        }
    }

    fn declare(&mut self, rest: &[Token<'t>], names: bool, found: &mut Vec<Constraint>) {
        let into = content::into(rest, Verb::Declare);
        let target =
            into.target.map(|token| self.meant(token)).or_else(|| self.memory.target.clone());
        if let Some(target) = target {
            let literals = content::literals(self.text, into.object, names);
            found.extend(content::matches(&target, literals));
        }
    }

    /// "Update FILE to mention `X`".
    fn change(&mut self, rest: &[Token<'t>], found: &mut Vec<Constraint>) {
        let Some(file) = rest.iter().position(Token::is_path) else { return };
        let purpose = rest.iter().enumerate().skip(file).find(|(at, token)| {
            token.is("to")
                && rest.get(at + 1).is_some_and(|next| lexicon::is_containing(&next.lower))
        });
        if let (Some((at, _)), Some(target)) = (purpose, rest.get(file)) {
            let named = rest.get(at + 1..).unwrap_or_default();
            let literals = content::literals(self.text, until_break(named), false);
            found.extend(content::matches(target.text, literals));
        }
    }

    fn statement(&mut self, tokens: &[Token<'t>], section: Section, found: &mut Vec<Constraint>) {
        let starts = tokens.first().map(|t| &*t.lower).unwrap_or_default();
        if section == Section::Create {
            let files = file::created(tokens, Verb::Create);
            found.extend(files.created.into_iter().map(|path| Constraint::FileExists { path }));
            return;
        }
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.is_path()) {
            if file::is_marked_new(tokens, at) {
                found.extend(
                    path::expand(token.text)
                        .into_iter()
                        .flatten()
                        .map(|path| Constraint::FileExists { path }),
                );
            }
        }
        let happens = tokens.iter().any(|t| {
            t.is_word()
                && (lexicon::is_time(&t.lower)
                    || matches!(&*t.lower, "if" | "automatically" | "by"))
        });
        if !happens {
            self.present_files(tokens, found);
        }
        self.contents(tokens, found);
        if let Some(at) = tokens.iter().position(|t| t.is("installed"))
            && let Some(subject) = tokens.get(..at)
        {
            let subject: Vec<Token<'t>> = subject
                .iter()
                .filter(|t| !matches!(&*t.lower, "is" | "are" | "be" | "must" | "should"))
                .cloned()
                .collect();
            found.extend(package::installed(&subject));
        }
        let noun_phrase =
            starts == "new" || tokens.iter().take(3).any(|t| lexicon::is_test_noun(&t.lower));
        if noun_phrase
            && found.is_empty()
            && !happens
            && !tokens.iter().any(|t| {
                lexicon::is_modal(&t.lower)
                    || lexicon::is_failing(&t.lower)
                    || lexicon::is_passing(&t.lower)
            })
        {
            let files = file::created(tokens, Verb::Add);
            let wanted =
                files.created.into_iter().filter(|path| starts == "new" || path::is_test(path));
            found.extend(wanted.map(|path| Constraint::FileExists { path }));
        }
    }

    /// "FILE exists", "a migration created at FILE".
    fn present_files(&mut self, tokens: &[Token<'t>], found: &mut Vec<Constraint>) {
        let is_presence = |word: &str| matches!(word, "exists" | "exist" | "present");
        let Some(at) = tokens.iter().position(|t| {
            t.is_word()
                && (is_presence(&t.lower)
                    || lexicon::participle(&t.lower)
                        .is_some_and(|v| matches!(v, Verb::Create | Verb::Add)))
        }) else {
            return;
        };
        let negated = tokens.iter().take(at).any(|t| lexicon::is_negation(&t.lower) || t.is("no"));
        let (before, after) = tokens.split_at_checked(at).unwrap_or_default();
        if negated {
            return;
        }
        let plain = !before
            .iter()
            .any(|t| t.is_word() && (lexicon::is_aside(&t.lower) || lexicon::is_goal(&t.lower)));
        let included = tokens.get(at).is_some_and(|t| t.is("included"));
        let into = after.iter().any(|t| t.is("to") || t.is("in"));
        if plain && !included && !(into && after.iter().any(Token::is_path)) {
            let subjects = before
                .iter()
                .filter(|t| t.is_path())
                .filter_map(|t| path::expand(t.text))
                .flatten();
            found.extend(subjects.map(|path| Constraint::FileExists { path }));
        }
        let participle = tokens.get(at).and_then(|t| lexicon::participle(&t.lower));
        let verb = if participle == Some(Verb::Add) { Verb::Add } else { Verb::Create };
        let goal = after.iter().any(|t| t.is_word() && lexicon::is_goal(&t.lower));
        if goal && !included {
            let noun = before.iter().chain(after).cloned().collect::<Vec<_>>();
            let files = if verb == Verb::Add {
                file::created(&noun, verb)
            } else {
                file::created(after, verb)
            };
            found.extend(files.created.into_iter().map(|path| Constraint::FileExists { path }));
        }
    }

    /// "FILE contains X", "X is listed in FILE".
    fn contents(&mut self, tokens: &[Token<'t>], found: &mut Vec<Constraint>) {
        let verb = tokens
            .iter()
            .enumerate()
            .skip(1)
            .find(|(_, t)| t.is_word() && lexicon::is_containing(&t.lower));
        if let Some((at, word)) = verb {
            let before = tokens.get(..at).unwrap_or_default();
            let subject = before.iter().rev().take(6).find(|t| t.is_path() || t.is("it"));
            let negated = before.iter().any(|t| lexicon::is_negation(&t.lower));
            let names = lexicon::is_naming(&word.lower);
            if let Some(subject) = subject.filter(|_| !negated) {
                let object = until_break(tokens.get(at + 1..).unwrap_or_default());
                let literals = content::literals(self.text, object, names);
                found.extend(content::matches(&self.meant(subject), literals));
                return;
            }
        }
        let participle = tokens.iter().position(|t| {
            t.is_word()
                && lexicon::participle(&t.lower)
                    .is_some_and(|v| matches!(v, Verb::Add | Verb::Declare))
        });
        let Some(at) = participle else { return };
        let (before, after) = tokens.split_at_checked(at).unwrap_or_default();
        let negated = before.iter().any(|t| lexicon::is_negation(&t.lower));
        let into = content::into(after, Verb::Declare);
        let target = into.target.map(|t| self.meant(t)).or_else(|| self.memory.target.clone());
        if let Some(target) = target.filter(|_| !negated) {
            let names = tokens.get(at).is_some_and(|word| lexicon::is_naming(&word.lower));
            let literals = content::literals(self.text, before, names);
            found.extend(content::matches(&target, literals));
        }
    }

    fn meant(&self, token: &Token<'t>) -> String {
        if token.is("it") {
            self.memory.created.clone().or_else(|| self.memory.target.clone()).unwrap_or_default()
        } else {
            token.text.trim_start_matches("./").to_owned()
        }
    }

    fn remember(&mut self, tokens: &[Token<'t>], found: &[Constraint]) {
        if let Some(token) = tokens.iter().rev().find(|t| t.is_path() || t.kind == Kind::Code) {
            self.memory.spoken = Some(token.text.to_owned());
        }
        if let Some(Constraint::FileExists { path }) = found.last() {
            self.memory.created = Some(path.clone());
        }
    }

    /// Commands, and checks without one.
    fn checks(
        &mut self,
        clause: &[Token<'t>],
        head: Head,
        section: Section,
        item: bool,
        found: &mut Vec<Constraint>,
    ) {
        let cut = example(clause);
        let writes = matches!(head.verb, Some(Verb::Create | Verb::Add | Verb::Declare));
        let commands = command::wanted(self.text, clause, cut, section, item);
        let mut any = false;
        for command in commands {
            let packages = package::of_command(command.line);
            let asserted = clause
                .get(command.last + 1..)
                .unwrap_or_default()
                .iter()
                .take(5)
                .any(|t| lexicon::is_passing(&t.lower));
            if writes && !asserted {
                continue;
            }
            any = true;
            if packages.is_empty() {
                found.push(command::constraint(command.line));
            } else {
                found.extend(packages);
            }
        }
        let mut topics = generic::checks(clause, cut);
        if head.verb == Some(Verb::Run) && !any {
            topics.extend(generic::run(clause.get(head.rest..).unwrap_or_default(), cut));
        }
        for topic in topics {
            let constraint = generic::constraint(topic);
            let named = found
                .iter()
                .any(|known| has_command(known) && generic::topic_of(known) == Some(topic));
            let told = any && topic == generic::Topic::Tests;
            if !named
                && !told
                && !found.contains(&constraint)
                && !(writes && topic == generic::Topic::Tests && !says_pass(clause))
            {
                found.push(constraint);
            }
        }
    }
}

fn says_pass(clause: &[Token<'_>]) -> bool {
    clause.iter().any(|t| matches!(&*t.lower, "pass" | "passes" | "passing"))
}

fn has_command(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::TestPass { command }
        | Constraint::CommandSuccess { command }
        | Constraint::NoLintErrors { command, .. } => command.is_some(),
        Constraint::FileExists { .. }
        | Constraint::ContentMatch { .. }
        | Constraint::PackageInstalled { .. }
        | Constraint::ChangelogUpdated { .. }
        | Constraint::BacklogUpdated { .. } => false,
    }
}

fn span_of(clause: &[Token<'_>]) -> Span {
    let start = clause.first().map_or(0, |token| token.span.start);
    Span::new(start, clause.last().map_or(start, |token| token.span.end))
}

/// A known label at the start of a sentence, and what follows it.
fn labelled<'a, 't>(sentence: &'a [Token<'t>]) -> (Option<Section>, &'a [Token<'t>]) {
    let colon = sentence.iter().take(8).position(|token| token.kind == Kind::Colon);
    let Some(at) = colon.filter(|at| *at > 0) else { return (None, sentence) };
    let words = sentence.get(..at).unwrap_or_default();
    if words.iter().any(|token| !token.is_word()) {
        return (None, sentence);
    }
    let label = words.iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
    match section::of_label(&label) {
        // The colon stays in front of a verification, so that its command is seen to be its value.
        Some(Section::Verify) => (Some(Section::Verify), sentence),
        Some(section) => (Some(section), sentence.get(at + 1..).unwrap_or_default()),
        None => (None, sentence),
    }
}

#[derive(Clone, Copy)]
struct Head {
    verb: Option<Verb>,
    /// Where what the verb speaks of begins.
    rest: usize,
    negated: bool,
}

fn head(clause: &[Token<'_>]) -> Head {
    let word =
        |at: usize| clause.get(at).filter(|t| t.is_word()).map(|t| &*t.lower).unwrap_or_default();
    let mut at = 0;
    // "feat: add X", "fix(parser): ...", "Unit tests: create X".
    if let Some(colon) = clause.iter().take(6).position(|t| t.kind == Kind::Colon)
        && clause.get(colon + 1).is_some_and(|t| clause::is_instruction(t, clause.get(colon + 2)))
    {
        at = colon + 1;
    }
    loop {
        if lexicon::is_opener(word(at)) {
            at += 1;
        } else if lexicon::is_addressee(word(at)) && lexicon::is_modal(word(at + 1)) {
            at += 2;
        } else {
            break;
        }
    }
    let denied =
        |at: usize| lexicon::is_negation(word(at)) || (word(at) == "do" && word(at + 1) == "not");
    if denied(at) {
        return Head { verb: None, rest: at, negated: true };
    }
    // "make sure" is "ensure".
    if word(at) == "make" && word(at + 1) == "sure"
        || word(at) == "double" && word(at + 1) == "check"
    {
        return Head { verb: Some(Verb::Ensure), rest: at + 2, negated: false };
    }
    let Some((verb, sure)) = lexicon::verb(word(at)) else {
        return Head { verb: None, rest: at, negated: false };
    };
    let next = clause.get(at + 1);
    let noun = next.is_some_and(|next| {
        next.is_word()
            && (lexicon::is_passing(&next.lower)
                || lexicon::is_modal(&next.lower)
                || lexicon::is_failing(&next.lower)
                || matches!(&*next.lower, "is" | "are" | "exists" | "succeeds"))
    });
    if noun || (!sure && verb == Verb::Get && next.is_none()) {
        return Head { verb: None, rest: at, negated: false };
    }
    Head { verb: Some(verb), rest: at + 1, negated: false }
}

/// Where examples begin.
fn example(tokens: &[Token<'_>]) -> usize {
    let found = tokens.iter().enumerate().position(|(at, t)| {
        let next = tokens.get(at + 1);
        t.is_word()
            && (matches!(&*t.lower, "e.g." | "eg" | "e.g" | "i.e.")
                || (t.is("for") && next.is_some_and(|n| n.is("example") || n.is("instance")))
                || (t.is("such") && next.is_some_and(|n| n.is("as"))))
    });
    found.unwrap_or(tokens.len())
}

/// Where what is asked ends: at an example, or at what is not to be done.
fn mask(tokens: &[Token<'_>]) -> usize {
    let turn = tokens.iter().position(|t| t.is_word() && lexicon::is_turning(&t.lower));
    example(tokens).min(turn.unwrap_or(tokens.len()))
}

/// The words up to the next comma that is not part of a list of literals.
fn until_break<'a, 't>(tokens: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let end = tokens.iter().enumerate().position(|(at, t)| {
        let list = tokens.get(at + 1).is_some_and(|n| n.is_literal() || n.is("and"));
        (t.kind == Kind::Comma && !list)
            || t.is("that")
            || t.is("which")
            || t.is("so")
            || t.is("for")
    });
    tokens.get(..end.unwrap_or(tokens.len())).unwrap_or_default()
}

/// "Add FILE: what it is for": what follows the colon describes the file.
fn up_to_description<'a, 't>(rest: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let colon = rest.iter().take(6).position(|t| t.kind == Kind::Colon);
    let described = colon.and_then(|at| rest.get(..at)).filter(|before| {
        before.last().is_some_and(Token::is_path)
            && !before.iter().any(|t| lexicon::is_goal(&t.lower))
    });
    described.unwrap_or(rest)
}

/// What a new file is said to be made with: "with a `[workspace]` table".
fn promised(text: &str, rest: &[Token<'_>]) -> Vec<String> {
    let Some(with) =
        rest.iter().position(|t| t.is("with") || t.is("containing") || t.is("exporting"))
    else {
        return Vec::new();
    };
    let object = rest.get(with + 1..).unwrap_or_default();
    let near: Vec<Token<'_>> =
        object.iter().take(3).filter(|t| t.shape == Shape::Plain).cloned().collect();
    let literals = content::literals(text, &near, false);
    literals
        .into_iter()
        .filter(|literal| !literal.contains(' ') || literal.starts_with('#'))
        .take(1)
        .collect()
}

/// "Cover this with tests in FILE".
fn covered_by(rest: &[Token<'_>]) -> Vec<Constraint> {
    let Some(with) = rest.iter().position(|t| t.is("with")) else { return Vec::new() };
    let after = rest.get(with + 1..).unwrap_or_default();
    let tests = after.iter().take(4).any(|t| lexicon::is_test_noun(&t.lower));
    let files = if tests { file::created(after, Verb::Add).created } else { Vec::new() };
    files
        .into_iter()
        .filter(|path| path::is_test(path))
        .map(|path| Constraint::FileExists { path })
        .collect()
}

/// "Bump tokio from 1.34.0 to 1.35.0".
fn bumped(rest: &[Token<'_>]) -> Option<Constraint> {
    let object = rest.iter().find(|t| !lexicon::is_determiner(&t.lower))?;
    let version = rest.iter().skip_while(|t| !t.is("to")).nth(1)?;
    let numbered = version
        .text
        .trim_start_matches(['v', '^', '~', '=', '>'])
        .starts_with(|c: char| c.is_ascii_digit());
    match package::of_spec(object.text)? {
        Constraint::PackageInstalled { package, .. } if numbered => {
            Some(Constraint::PackageInstalled { package, version: Some(version.text.to_owned()) })
        }
        _ => None,
    }
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
