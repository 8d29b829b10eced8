//! Statements: "FILE exists", "FILE contains X", "X is installed".

use super::constraint::Constraint;
use super::content;
use super::file;
use super::lexicon::{self, Verb};
use super::package;
use super::path::{self, Shape};
use super::read::Reader;
use super::section::Section;
use super::subject;
use super::token::{Kind, Token, word};

impl<'t> Reader<'t> {
    pub(super) fn statement(
        &mut self,
        tokens: &[Token<'t>],
        section: Section,
        found: &mut Vec<Constraint>,
    ) {
        let article = tokens.first().is_some_and(|t| t.is("a") || t.is("an"));
        let starts = tokens.get(usize::from(article)).map(|t| &*t.lower).unwrap_or_default();
        if section == Section::Create {
            let files = file::created(tokens, Verb::Create);
            found.extend(files.created.into_iter().map(|path| Constraint::FileExists { path }));
            return;
        }
        if there_may_be(tokens) {
            return;
        }
        if let Some(wanted) = there_must_be(tokens) {
            return self.instruction(Verb::Add, false, wanted, found);
        }
        if let Some((first, rest)) = tokens.split_first()
            && (first.is("requires") || first.is("needs"))
        {
            found.extend(package::versioned(rest));
        }
        let parted = tokens.windows(3).any(|three| {
            matches!(three, [into, a, new] if into.is("into") && a.is("a") && new.is("new"))
        });
        let further = if parted { parted_into(tokens) } else { Vec::new() };
        for path in further.into_iter().filter(|path| !self.present.contains(path.as_str())) {
            found.push(Constraint::FileExists { path });
        }
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.is_path()) {
            if !parted && file::is_marked_new(tokens, at) {
                found.extend(
                    path::expand(token.text)
                        .into_iter()
                        .flatten()
                        .map(|path| Constraint::FileExists { path }),
                );
            }
        }
        found.extend(
            named_as(tokens)
                .into_iter()
                .filter(|path| !self.present.contains(path.as_str()))
                .map(|path| Constraint::FileExists { path }),
        );
        let happens = tokens.iter().any(|t| {
            t.is_word()
                && (lexicon::is_time(&t.lower)
                    || matches!(&*t.lower, "if" | "automatically" | "by"))
        });
        if !happens {
            self.present_files(tokens, found);
        }
        self.contents(tokens, found);
        let depends = package::speaks_of_dependency(tokens)
            && !tokens.iter().any(|t| lexicon::is_negation(&t.lower) || t.is("no"));
        if let Some(at) =
            tokens.iter().position(|t| t.is("installed") || (depends && t.is("added")))
            && let Some(subject) = tokens.get(..at)
        {
            let subject: Vec<Token<'t>> = subject
                .iter()
                .filter(|t| !matches!(&*t.lower, "is" | "are" | "be" | "must" | "should"))
                .cloned()
                .collect();
            found.extend(package::installed(&subject));
        }
        let lives = tokens.iter().position(|t| matches!(&*t.lower, "lives" | "resides" | "sits"));
        let new = lives.and_then(|at| tokens.get(..at)).unwrap_or_default();
        if let Some(at) = lives.filter(|_| new.iter().any(|t| t.is("new"))) {
            let place = tokens.get(at + 1..).unwrap_or_default();
            let files = file::created(place, Verb::Create);
            found.extend(files.created.into_iter().map(|path| Constraint::FileExists { path }));
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
        let Some(at) = tokens.iter().enumerate().position(|(at, t)| {
            t.is_word()
                && (is_presence(&t.lower)
                    || t.is("checked") && next_is_in(tokens, t)
                    || is_kept(tokens, at)
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
        let there = tokens.get(at).is_some_and(|t| is_presence(&t.lower));
        let listed = listed_behind(before, after.get(1..).unwrap_or_default());
        if there && !listed.is_empty() {
            found.extend(listed.into_iter().map(|path| Constraint::FileExists { path }));
            return;
        }
        let named = |t: &Token<'_>| t.is("file") || t.is("it");
        if before.iter().take(2).any(named) && !tokens.iter().any(Token::is_path) {
            let spoken = self.memory.spoken.clone();
            let file = spoken.filter(|text| path::shape(text, true) == Shape::File);
            found.extend(file.map(|path| Constraint::FileExists { path }));
            return;
        }
        // "A and B have to exist".
        let plain = !before
            .iter()
            .take_while(|t| !(t.is_word() && lexicon::is_modal(&t.lower)))
            .any(|t| t.is_word() && (lexicon::is_aside(&t.lower) || lexicon::is_goal(&t.lower)));
        let included = tokens.get(at).is_some_and(|t| t.is("included"));
        // "A is present and B links to it": another subject.
        let own = after.iter().take_while(|t| !t.is("and") && t.kind != Kind::Comma).count();
        let into = after.iter().take(own).any(|t| t.is("to") || t.is("in"));
        if plain && !included && !(into && after.iter().take(own).any(Token::is_path)) {
            let subjects = before
                .iter()
                .filter(|t| t.is_path())
                .filter_map(|t| path::expand(t.text))
                .flatten();
            found.extend(subjects.map(|path| Constraint::FileExists { path }));
        }
        let kept = is_kept(tokens, at).then_some(Verb::Create);
        let participle = tokens.get(at).and_then(|t| lexicon::participle(&t.lower)).or(kept);
        let verb = if participle == Some(Verb::Add) { Verb::Add } else { Verb::Create };
        let goal =
            participle.is_some() && after.iter().any(|t| t.is_word() && lexicon::is_goal(&t.lower));
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
        let leaves_out = |at: usize, t: &Token<'_>| {
            let file = at.checked_sub(1).and_then(|at| tokens.get(at));
            (t.is("excludes") || t.is("ignores"))
                && file.is_some_and(|f| f.text.ends_with("ignore"))
        };
        // The "document" of "this document" is its subject.
        let subject = 1 + usize::from(speaks_of_the_file(tokens.get(..2).unwrap_or_default()));
        let verb = tokens.iter().enumerate().skip(subject).find(|(at, t)| {
            let needs = || {
                (t.is("needs") || t.is("requires"))
                    && tokens.iter().skip(at + 1).take(2).any(Token::is_literal)
            };
            t.is_word() && (lexicon::is_containing(&t.lower) || needs() || leaves_out(*at, t))
        });
        if let Some((at, word)) = verb {
            let before = tokens.get(..at).unwrap_or_default();
            let near = before.len().saturating_sub(6);
            let last = before.iter().skip(near).rposition(|t| t.is_path() || t.is("it"));
            let last = last.map(|last| near + last);
            let subject = match last.and_then(|at| before.get(at)) {
                Some(token) => Some(self.meant(token)),
                None => self.memory.in_hand.clone().filter(|file| {
                    let noun = before.get(1).map(|t| &*t.lower).unwrap_or_default();
                    speaks_of_the_file(before) && may_be_called(file, noun)
                }),
            };
            let others = last.map(|last| subject::row_before(before, last)).unwrap_or_default();
            let negated = before.iter().any(|t| lexicon::is_negation(&t.lower) || t.is("longer"));
            let names = lexicon::is_naming(&word.lower);
            if let Some(file) = subject.filter(|_| !negated) {
                let object = until_break(tokens.get(at + 1..).unwrap_or_default());
                // "imports with no X", "on X": what is not there, and where it is.
                let place =
                    object.iter().position(|t| matches!(&*t.lower, "on" | "via" | "through"));
                let object = object.get(..place.unwrap_or(object.len())).unwrap_or_default();
                let none = |t: &Token<'_>| lexicon::is_none(&t.lower) || t.is("neither");
                if object.iter().take(2).any(none) {
                    return;
                }
                if package::is_manifest(&file) && package::speaks_of_dependency(object) {
                    found.extend(package::installed(object));
                    return;
                }
                if package::is_manifest(&file) {
                    let lists = word.is("list") || word.is("lists");
                    let listed = package::only_listed(object, self.registries, lists);
                    if !listed.is_empty() {
                        return found.extend(listed);
                    }
                }
                let mut literals = content::literals(self.text, object, names);
                if literals.is_empty() {
                    literals = content::variables(&file, object);
                }
                for file in others.iter().map(|other| self.meant(other)).chain([file]) {
                    found.extend(content::matches(&file, literals.clone()));
                }
                return;
            }
        }
        // "is listed", "listed in"; not "a listed price".
        let predicates = |at: usize| {
            let be = at
                .checked_sub(1)
                .and_then(|at| tokens.get(at))
                .is_some_and(|t| lexicon::is_being(&t.lower));
            be || tokens.get(at + 1).is_none_or(|t| {
                !t.is_word() || lexicon::is_goal(&t.lower) || lexicon::is_aside(&t.lower)
            })
        };
        let participle = tokens.iter().enumerate().position(|(at, t)| {
            let verb = lexicon::participle(&t.lower).filter(|_| t.is_word());
            verb.is_some_and(|verb| matches!(verb, Verb::Add | Verb::Declare)) && predicates(at)
        });
        let Some(at) = participle else { return };
        let (before, after) = tokens.split_at_checked(at).unwrap_or_default();
        let negated = before.iter().any(|t| lexicon::is_negation(&t.lower));
        let into = content::into(after, Verb::Declare);
        let target = into.target.map(|t| self.meant(t)).or_else(|| self.memory.target.clone());
        if let Some(target) = target.filter(|_| !negated) {
            let names = tokens.get(at).is_some_and(|word| lexicon::is_naming(&word.lower));
            let literals = content::literals(self.text, own_subject(before), names);
            found.extend(content::matches(&target, literals));
        }
    }
}

/// "All checks pass (`X`), results are listed in FILE": behind the comma another subject begins.
fn own_subject<'a, 't>(before: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let comma = before.iter().rposition(|t| t.kind == Kind::Comma);
    let said =
        |at: usize| before.iter().take(at).any(|t| t.is_word() && lexicon::is_predicate(&t.lower));
    comma.filter(|at| said(*at)).and_then(|at| before.get(at + 1..)).unwrap_or(before)
}

/// "The file must", "this document should also": the file that was named before, and nothing of its own.
fn speaks_of_the_file(before: &[Token<'_>]) -> bool {
    let [the, noun, rest @ ..] = before else { return false };
    let helps = |t: &Token<'_>| lexicon::is_modal(&t.lower) || t.is("to") || t.is("also");
    matches!(&*the.lower, "the" | "this" | "that")
        && noun.is_word()
        && lexicon::is_file_spoken_of(&noun.lower)
        && rest.iter().all(helps)
        && !rest.iter().any(|t| lexicon::is_permissive(&t.lower))
}

/// A page is a document; anything else than "the file" is in the file's own name.
fn may_be_called(file: &str, noun: &str) -> bool {
    let page = || [".md", ".mdx", ".rst", ".adoc", ".txt"].iter().any(|end| file.ends_with(end));
    match noun {
        "file" => true,
        "document" | "doc" => page(),
        _ => file.to_ascii_lowercase().contains(noun),
    }
}

/// "these files exist: A, B", "the files are present (A and B)", "a licence must be present in each, i.e. A and B": what is to
/// be there is named behind, and nothing else.
fn listed_behind(before: &[Token<'_>], after: &[Token<'_>]) -> Vec<String> {
    let restated = after.iter().take(8).position(|t| t.is("i.e.") || t.is("namely"));
    let files = before.iter().any(|t| t.is("files") || t.is("file"));
    let opens = after.first().is_some_and(|t| matches!(t.kind, Kind::Open | Kind::Colon));
    let start = match restated {
        Some(at) if !after.iter().take(at).any(Token::is_path) => at + 1,
        Some(_) => return Vec::new(),
        None if files && opens && !before.iter().any(Token::is_path) => 1,
        None => return Vec::new(),
    };
    let list = after.get(start..).unwrap_or_default();
    let joins = |t: &Token<'_>| {
        matches!(t.kind, Kind::Comma | Kind::Colon | Kind::Close | Kind::Stop)
            || t.is("and")
            || t.is("both")
    };
    if !list.iter().all(|t| t.is_path() || joins(t)) {
        return Vec::new();
    }
    let paths = list.iter().filter(|t| t.is_path());
    paths.filter_map(|t| path::expand(t.text)).flatten().collect()
}

/// "The report is to be stored at FILE", "screenshots placed in FILE": what people leave behind. What "is stored" somewhere, a program
/// may put there.
fn is_kept(tokens: &[Token<'_>], at: usize) -> bool {
    const KEPT: &[&str] = &["archived", "filed", "kept", "placed", "put", "stored"];
    if !KEPT.contains(&word(tokens, at)) {
        return false;
    }
    let before = tokens.get(at.saturating_sub(16)..at).unwrap_or_default().iter();
    let (mut outcome, mut told, mut asked) = (false, false, false);
    for token in before.filter(|t| t.is_word()) {
        outcome |= lexicon::is_outcome(&token.lower);
        told |= matches!(&*token.lower, "is" | "are" | "was" | "were" | "gets" | "get");
        asked |= matches!(&*token.lower, "must" | "should" | "to");
    }
    outcome && (asked || !told)
}

/// "helpers go into a new file A, views into B": a place that is new, and the further ones for which the verb is not said again.
pub(super) fn parted_into(tokens: &[Token<'_>]) -> Vec<String> {
    let into = |(at, t): &(usize, &Token<'_>)| {
        let before = tokens.get(at.saturating_sub(4)..*at).unwrap_or_default();
        let words = before.iter().rev().take_while(|t| {
            lexicon::is_determiner(&t.lower) || matches!(&*t.lower, "file" | "module" | "own")
        });
        let place = before.len().checked_sub(words.count() + 1).and_then(|at| before.get(at));
        t.is_path() && place.is_some_and(|t| t.is("into"))
    };
    let paths = tokens.iter().enumerate().filter(into);
    paths.filter_map(|(_, t)| path::expand(t.text)).flatten().collect()
}

/// "checked in".
fn next_is_in(tokens: &[Token<'_>], word: &Token<'_>) -> bool {
    tokens.iter().find(|t| t.span.start >= word.span.end).is_some_and(|t| t.is("in"))
}

/// "There may be a X in FILE" asks for none.
fn there_may_be(tokens: &[Token<'_>]) -> bool {
    let allows = |t: &Token<'_>| lexicon::is_permissive(&t.lower) || t.is("can");
    tokens.first().is_some_and(|t| t.is("there"))
        && tokens.get(1).is_some_and(allows)
        && tokens.iter().take(4).any(|t| t.is("be") || t.is("exist"))
}

/// What "there must be a X in FILE" wants to be there.
fn there_must_be<'a, 't>(tokens: &'a [Token<'t>]) -> Option<&'a [Token<'t>]> {
    let modal = tokens.get(1).is_some_and(|t| lexicon::is_modal(&t.lower));
    let be = tokens.iter().take(4).position(|t| t.is("be"))?;
    let wanted = tokens.get(be + 1..)?;
    let none = wanted.first().is_some_and(|t| lexicon::is_none(&t.lower));
    (tokens.first()?.is("there") && modal && !none).then_some(wanted)
}

/// The words up to the next comma that is not part of a list of literals.
pub(super) fn until_break<'a, 't>(tokens: &'a [Token<'t>]) -> &'a [Token<'t>] {
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

/// "should come with a code of conduct, named FILE".
fn named_as(tokens: &[Token<'_>]) -> Option<String> {
    let [.., named, file] = tokens else { return None };
    let demanded = tokens.windows(2).any(|pair| {
        matches!(pair, [must, verb] if lexicon::is_modal(&must.lower)
            && matches!(&*verb.lower, "come" | "have" | "include" | "contain" | "ship" | "get" | "provide"))
    });
    let is_name = named.is("named") || named.is("called");
    let denied = tokens.iter().any(|t| lexicon::is_negation(&t.lower) || t.is("no"));
    let path =
        path::expand(file.text).filter(|_| file.is_path() && demanded && is_name && !denied)?;
    path.into_iter().next()
}
