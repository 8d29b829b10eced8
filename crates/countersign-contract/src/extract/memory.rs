//! What "it" and "there" stand for, from clause to clause.

use super::constraint::Constraint;
use super::lexicon::{self, Verb};
use super::path::Shape;
use super::read::Reader;
use super::token::{Kind, Token};

/// What "it" and "there" stand for.
#[derive(Default)]
pub(super) struct Memory {
    /// From "In FILE, ...".
    pub(super) target: Option<String>,
    pub(super) created: Option<String>,
    pub(super) spoken: Option<String>,
    /// The file that was spoken of last, whatever was named behind it.
    pub(super) file: Option<String>,
    /// The one file that the last instruction makes or changes, for "the file".
    pub(super) in_hand: Option<String>,
    /// Whether the sentence takes something out of a manifest: what it adds beside it is a package too.
    pub(super) swapped: bool,
    /// The folder that was asked for last, until another file is spoken of.
    pub(super) folder: Option<String>,
}

impl<'t> Reader<'t> {
    pub(super) fn meant(&self, token: &Token<'t>) -> String {
        if token.is("it") {
            let known = self.memory.created.clone().or_else(|| self.memory.target.clone());
            known.or_else(|| self.memory.file.clone()).unwrap_or_default()
        } else {
            token.text.trim_start_matches("./").to_owned()
        }
    }

    /// "FILE with X in it": the file of the same clause comes before those of earlier ones.
    pub(super) fn meant_behind(&self, token: &Token<'t>, before: &[Token<'t>]) -> String {
        let own = before.iter().rev().find(|t| t.is_path() && t.span.end <= token.span.start);
        own.filter(|_| token.is("it")).map_or_else(|| self.meant(token), |own| self.meant(own))
    }

    /// The file that "the file" is: the one that was made or changed last, if it was one.
    pub(super) fn take_in_hand(
        &mut self,
        verb: Option<Verb>,
        tokens: &[Token<'t>],
        found: &[Constraint],
    ) {
        let made: Vec<&String> =
            found
                .iter()
                .filter_map(|one| {
                    if let Constraint::FileExists { path } = one { Some(path) } else { None }
                })
                .collect();
        let mut paths = tokens.iter().filter(|t| t.is_path());
        let changes = matches!(verb, Some(Verb::Change | Verb::Declare | Verb::Add | Verb::Make));
        self.memory.in_hand = match (made.as_slice(), paths.next(), paths.next()) {
            ([one], _, _) => Some((*one).clone()),
            ([], Some(only), None) if changes => {
                Some(only.text.trim_start_matches("./").to_owned())
            }
            ([], None, _) => return,
            _ => None,
        };
    }

    pub(super) fn remember(&mut self, tokens: &[Token<'t>], found: &[Constraint]) {
        if let Some(token) = tokens.iter().rev().find(|t| t.is_path() || t.kind == Kind::Code) {
            // "Pull the helpers out of FILE": the file is where they were.
            let source = tokens.windows(2).any(|pair| {
                matches!(pair, [link, file] if file.span == token.span
                    && file.is_path()
                    && (link.is("of") || link.is("from")))
            });
            self.memory.spoken = (!source).then(|| token.text.to_owned());
        }
        if is_written_by_program(tokens) {
            // "The script writes FILE. Add a flag to it": to the script.
            (self.memory.spoken, self.memory.file) = (None, None);
        } else if let Some(token) = tokens.iter().rev().find(|t| t.is_path()) {
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

/// "The script creates FILE at run time": a program's own verb stands between it and the file.
pub(super) fn is_written_by_program(tokens: &[Token<'_>]) -> bool {
    let Some(file) = tokens.iter().position(Token::is_path) else { return false };
    let writes =
        |t: &Token<'_>| t.is_word() && t.lower.ends_with('s') && lexicon::is_output(&t.lower);
    let verb = tokens.iter().take(file).position(writes);
    let subject = verb.and_then(|at| at.checked_sub(1)).and_then(|at| tokens.get(at));
    subject.is_some_and(|t| {
        t.is_word() && !lexicon::is_change(&t.lower) && !lexicon::is_determiner(&t.lower)
    })
}
