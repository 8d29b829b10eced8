//! What one clause states.

use super::check::has_command;
use super::clause;
use super::command;
use super::constraint::Constraint;
use super::coverage::Why;
use super::denial;
use super::entry;
use super::file;
use super::generic;
use super::head::{head, is_permission, mask, without_reminder};
use super::history;
use super::lexicon::{self, Verb};
use super::path::{self, Shape};
use super::read::Reader;
use super::record;
use super::section::Section;
use super::telling;
use super::token::{Kind, Token};
use crate::Span;

/// What a clause was found to state, or why nothing.
pub(super) struct Reading {
    pub found: Vec<Constraint>,
    pub why: Why,
}

impl Reading {
    pub fn nothing(why: Why) -> Self {
        Self { found: Vec::new(), why }
    }

    /// What is to end with a failure is no command that must succeed, and no check unless it was `asserted`.
    pub fn fail(&mut self, asserted: bool) {
        let before = self.found.len();
        let fails =
            |one: &Constraint| has_command(one) || !asserted && generic::topic_of(one).is_some();
        self.found.retain(|one| !fails(one));
        if self.found.len() < before {
            self.why = Why::Failure;
        }
    }
}

impl<'t> Reader<'t> {
    pub(super) fn clause(&mut self, whole: &[Token<'t>], section: Section, item: bool) -> Reading {
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
        let Some(clause) = self.opened(whole, section) else {
            return Reading::nothing(Why::Condition);
        };
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
                // "Replace A by B".
                let replaces = found.is_empty() && word.is_some_and(|word| word.is("replace"));
                let new = visible.get(2).filter(|_| replaces && replaces_file(visible));
                let new = new.and_then(|new| path::expand(new.text)).into_iter().flatten();
                found.extend(new.map(|path| Constraint::FileExists { path }));
                if word.is_some_and(|word| matches!(&*word.lower, "cover" | "exercise" | "test")) {
                    found.extend(self.tested_in(visible));
                }
            }
            None => self.statement(visible, section, &mut found),
        }
        entry::spell_out(visible, &mut found);
        let instructed = head.verb;
        self.remember(visible, &found);
        self.take_in_hand(instructed, visible, &found);
        // "Document that `X` must pass": what the text is to say is no check of the work.
        let told = telling::begins(clause).unwrap_or(clause.len());
        self.checks(clause.get(..told).unwrap_or(clause), head, section, item, &mut found);
        let about = self.memory.file.as_deref();
        let record = record::wanted(visible, visible.len(), instructed)
            .or_else(|| record::of_file(about, visible, instructed))
            .or_else(|| record::noted(clause))
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
    fn opened<'a>(&mut self, clause: &'a [Token<'t>], section: Section) -> Option<&'a [Token<'t>]> {
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
        // In a list of new files "FILE: what it is for" asks for the file.
        let labels = before.len() == 1 && colon && section != Section::Create;
        if let Some(path) = named.filter(|_| place || labels) {
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

    /// "mypy too", "b.ts as well": the same is asked of a second check or file as of the one before.
    pub(super) fn likewise(&self, named: &[Token<'t>], readings: &[(Span, Reading)]) -> Reading {
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
}

/// "Convert A to B", "replace A with B": another file stands where one was.
fn makes_another(verb: &Token<'_>, object: &[Token<'_>]) -> bool {
    let files = object.iter().filter(|t| t.is_path()).count();
    lexicon::is_converting(&verb.lower) && files > 1 || verb.is("replace") && replaces_file(object)
}

/// "Replace A with B": two files and nothing else.
fn replaces_file(object: &[Token<'_>]) -> bool {
    matches!(object, [old, with, new, ..] if old.is_path() && (with.is("with") || with.is("by")) && new.is_path())
        && object.get(3).is_none_or(|t| !t.is_word() || t.is("and"))
}

/// The checks that a few words name: commands, or else what is called by its name.
fn checks_named(text: &str, words: &[Token<'_>]) -> Vec<Constraint> {
    let commands = command::named(text, words);
    if commands.is_empty() {
        return generic::named(words).into_iter().map(generic::constraint).collect();
    }
    commands.iter().map(|one| command::constraint(one.line)).collect()
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

pub(super) fn why_nothing(verb: Option<Verb>, tokens: &[Token<'_>]) -> Why {
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
