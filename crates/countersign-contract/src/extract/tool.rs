//! The tool by whose name a check without a command is asked for: "flake8 must pass".

use crate::Span;
use crate::command_line::{CommandKind, kind_of};

use super::check::has_command;
use super::constraint::Constraint;
use super::generic::{self, Topic};
use super::lexicon;
use super::program::is_program;
use super::token::{Token, tokens};

/// The tools of a check's kind that a part of the text names, where the check has no command of its own.
pub(crate) fn named<'t>(text: &'t str, span: Span, constraint: &Constraint) -> Vec<&'t str> {
    let Some(topic) = generic::topic_of(constraint).filter(|_| !has_command(constraint)) else {
        return Vec::new();
    };
    let words = tokens(text, span).into_iter().filter(Token::is_word);
    words.filter(|token| is_tool(&token.lower, topic)).map(|token| token.text).collect()
}

pub(super) fn is_tool(word: &str, topic: Topic) -> bool {
    // The linter of `cargo` is no program of its own.
    let is_name = is_program(word) || word == "clippy";
    is_name && (lexicon::check(word) == Some(topic) || kind_of(word) == kind(topic))
}

fn kind(topic: Topic) -> CommandKind {
    match topic {
        Topic::Tests => CommandKind::Test,
        Topic::Lint => CommandKind::Lint,
        Topic::Format => CommandKind::Format,
        Topic::Types => CommandKind::Typecheck,
        Topic::Build => CommandKind::Build,
    }
}
