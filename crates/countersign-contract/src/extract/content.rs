//! Literal text that a named file must contain.

use super::constraint::Constraint;
use super::lexicon::{self, Verb};
use super::package;
use super::path::Shape;
use super::token::{Kind, Token};

/// Nobody lists more in one clause, and each costs a search of the file.
const MOST: usize = 20;

/// The literals of a part of a clause. Bare words count only where `names` says that names are spoken of.
pub(super) fn literals(text: &str, part: &[Token<'_>], names: bool) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(token) = part.get(at).filter(|_| found.len() < MOST) {
        let pair = key_and_value(text, part, at);
        if let Some(literal) = pair {
            found.push(literal.to_owned());
            at += 2;
        } else if let Some(literal) = literal(token, names)
            && !found.iter().any(|known| known == literal)
        {
            found.push(literal.to_owned());
        }
        at += 1;
    }
    found
}

/// `"strict": true` is one literal, quotation marks and all.
fn key_and_value<'t>(text: &'t str, part: &[Token<'_>], at: usize) -> Option<&'t str> {
    let [key, colon, value] = part.get(at..at + 3)? else { return None };
    let quoted = key.kind == Kind::Quote && colon.kind == Kind::Colon;
    let scalar = value.kind == Kind::Quote
        || (value.is_word()
            && (matches!(&*value.lower, "true" | "false" | "null")
                || value.text.bytes().all(|b| b.is_ascii_digit())));
    (quoted && scalar && colon.span.start == key.span.end)
        .then(|| text.get(key.span.start..value.span.end))
        .flatten()
}

fn literal<'t>(token: &Token<'t>, names: bool) -> Option<&'t str> {
    let text = token.text.strip_suffix("()").unwrap_or(token.text);
    if text.is_empty() || text.len() > 200 {
        return None;
    }
    match token.kind {
        Kind::Code | Kind::Quote => Some(text),
        Kind::Word if text.starts_with('[') && text.ends_with(']') && text.len() > 3 => Some(text),
        Kind::Word if is_identifier(text) || (names && is_name(text)) => Some(text),
        Kind::Word
        | Kind::Comma
        | Kind::Semicolon
        | Kind::Colon
        | Kind::Open
        | Kind::Close
        | Kind::Dash
        | Kind::Stop
        | Kind::Question => None,
    }
}

/// `GET /health`: how one speaks of a route. A page about it spells it so, a program does not.
pub(super) fn may_hold(path: &str, text: &str) -> bool {
    let page =
        [".md", ".mdx", ".rst", ".adoc", ".txt", ".http"].iter().any(|end| path.ends_with(end));
    let route = text.split_once(' ').is_some_and(|(method, path)| {
        path.starts_with('/')
            && matches!(method, "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS")
    });
    page || !route
}

/// `backlog_directory`, `API_KEY`, `--dry-run`: no English word is spelt so.
fn is_identifier(text: &str) -> bool {
    let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let snake = plain && text.trim_matches('_').contains('_');
    let flag = text.strip_prefix("--").is_some_and(|rest| {
        rest.len() > 1 && rest.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    });
    snake || flag
}

/// `LoopCommand`, `parseToken`: a name in a program, when names are spoken of.
fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    let first = chars.next().is_some_and(|c| c.is_ascii_alphabetic());
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let upper = text.chars().filter(char::is_ascii_uppercase).count();
    let kebab = text.contains('-')
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    let lower = text.contains(|c: char| c.is_ascii_lowercase());
    first && text.len() > 2 && (kebab || (plain && upper >= 1 && lower))
}

/// A file of settings that is no manifest: its keys are names.
pub(super) fn is_settings(path: &str) -> bool {
    let ends = [".json", ".yaml", ".yml", ".toml", ".ini", ".conf", ".properties"];
    ends.iter().any(|end| path.ends_with(end)) && !package::is_manifest(path)
}

/// "Add RetryPolicy to settings.json": a name in two or more capitalised parts, and nothing else.
pub(super) fn only_name(object: &[Token<'_>]) -> Option<String> {
    let mut words = object.iter().filter(|t| !lexicon::is_determiner(&t.lower));
    let name = words.next().filter(|t| t.is_word() && words.next().is_none())?;
    let capitals = name.text.bytes().filter(u8::is_ascii_uppercase).count();
    let begins = name.text.starts_with(|c: char| c.is_ascii_uppercase());
    (begins && capitals > 1 && is_name(name.text)).then(|| name.text.to_owned())
}

/// What is spelt as the file's own words are: a variable in `.env.example` and an instruction in a `Dockerfile`
/// in capitals, a folder in `.gitignore` with its slash.
pub(super) fn variables(path: &str, part: &[Token<'_>]) -> Vec<String> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let in_capitals = file.starts_with(".env") || file.starts_with("Dockerfile");
    let in_folders = file.starts_with('.') && file.ends_with("ignore");
    let own = |t: &&Token<'_>| {
        let capitals = t.text.len() > 2 && t.text.bytes().all(|b| b.is_ascii_uppercase());
        let folder = t.text.len() > 1 && t.text.ends_with('/');
        t.is_word() && (in_capitals && capitals || in_folders && folder)
    };
    let named = part.iter().filter(own);
    named.take(MOST).map(|t| t.text.to_owned()).collect()
}

fn is_json(path: &str) -> bool {
    path.ends_with(".json") || path.ends_with(".jsonc")
}

/// `strict: true` is how one speaks of a setting; in JSON it is never spelt so.
fn is_unquoted_pair(literal: &str) -> bool {
    literal.split_once(": ").is_some_and(|(key, _)| {
        !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.$".contains(&b))
    })
}

/// Whether a part has a key with its value: `"type": "module"` names no package.
pub(super) fn has_pair(text: &str, part: &[Token<'_>]) -> bool {
    (0..part.len()).any(|at| key_and_value(text, part, at).is_some())
}

/// What a new file is said to hold: "FILE that contains X", "FILE containing X", "FILE with the text X", "FILE whose content
/// is X". The literal stands in quotation marks or as code; what is only described is left to a person.
pub(super) fn stated(text: &str, rest: &[Token<'_>]) -> Option<String> {
    const HOLDS: &[&str] = &["contain", "contains", "holds", "reads", "says"];
    const HELD: &[&str] =
        &["content", "contents", "line", "string", "text", "value", "word", "words"];
    let mut files = rest.iter().enumerate().filter(|(_, t)| t.shape == Shape::File);
    let (at, _) = files.next().filter(|_| files.next().is_none())?;
    let behind = rest.get(at + 1..)?;
    let joins = |t: &Token<'_>| t.is("file") || matches!(t.kind, Kind::Comma | Kind::Open);
    let behind = behind.get(behind.iter().take_while(|t| joins(t)).count()..)?;
    let any = |t: &Token<'_>, words: &[&str]| t.is_word() && words.contains(&&*t.lower);
    let object = match behind {
        [holding, object @ ..] if any(holding, &["containing", "reading", "saying"]) => object,
        [that, holds, object @ ..] if any(that, &["that", "which"]) && any(holds, HOLDS) => object,
        [whose, held, be, object @ ..]
            if whose.is("whose") && any(held, HELD) && any(be, &["are", "equals", "is"]) =>
        {
            object
        }
        [with, object @ ..] if with.is("with") => {
            let noun = object.iter().take(4).position(|t| any(t, HELD))?;
            object.get(noun + 1..)?
        }
        _ => return None,
    };
    let leads = |t: &Token<'_>| {
        t.kind == Kind::Colon
            || any(t, HELD)
            || any(
                t,
                &[
                    "a",
                    "exact",
                    "exactly",
                    "following",
                    "heading",
                    "key",
                    "just",
                    "only",
                    "single",
                    "the",
                    "title",
                ],
            )
    };
    let literal = object.get(object.iter().take(5).take_while(|t| leads(t)).count()..)?;
    literal.first().filter(|first| first.is_literal())?;
    literals(text, literal.get(..literal.len().min(3))?, false).into_iter().next()
}

/// What a file is said to hold in brackets behind it: "FILE (it must include X and Y)".
pub(super) fn bracketed(text: &str, rest: &[Token<'_>]) -> Vec<String> {
    const LEADS: &[&str] =
        &["it", "must", "should", "shall", "has", "needs", "to", "which", "that", "also"];
    const HOLDS: &[&str] = &[
        "contain", "contains", "declare", "declares", "define", "defines", "export", "exports",
        "include", "includes", "list", "lists", "mention", "mentions", "set", "sets",
    ];
    let open = rest.iter().position(|t| t.kind == Kind::Open).unwrap_or(rest.len());
    let (before, behind) = rest.split_at_checked(open).unwrap_or_default();
    let alone = before.iter().filter(|t| t.shape == Shape::File).count() == 1
        && before.last().is_some_and(|t| t.shape == Shape::File);
    let inside = behind.get(1..).unwrap_or_default();
    let inside: Vec<Token<'_>> =
        inside.iter().take_while(|t| t.kind != Kind::Close).cloned().collect();
    let any = |t: &Token<'_>, words: &[&str]| t.is_word() && words.contains(&&*t.lower);
    let leads = inside.iter().take_while(|t| any(t, LEADS)).count();
    let holds = inside.get(leads).is_some_and(|t| any(t, HOLDS));
    let object = inside.get(leads + 1..).filter(|_| alone && holds).unwrap_or_default();
    literals(text, object, false)
}

pub(super) fn matches(
    path: &str,
    literals: impl IntoIterator<Item = String>,
) -> impl Iterator<Item = Constraint> {
    literals
        .into_iter()
        .filter(move |pattern| pattern != path && !path.is_empty() && may_hold(path, pattern))
        .filter(move |pattern| !(is_json(path) && is_unquoted_pair(pattern)))
        .map(move |pattern| Constraint::ContentMatch { path: path.to_owned(), pattern })
}

/// "add X to FILE", "export X from FILE": the object's literals, and the file they go into.
pub(super) struct Into<'a, 't> {
    pub object: &'a [Token<'t>],
    pub target: Option<&'a Token<'t>>,
    /// What follows the file: ", plus a "Usage" note".
    pub tail: &'a [Token<'t>],
}

pub(super) fn into<'a, 't>(rest: &'a [Token<'t>], verb: Verb) -> Into<'a, 't> {
    let exporting = verb == Verb::Declare;
    let is_link = |token: &Token<'_>| {
        token.is_word()
            && (matches!(
                &*token.lower,
                "to" | "in" | "into" | "inside" | "within" | "on" | "at" | "under" | "onto"
            ) || (exporting && matches!(&*token.lower, "from" | "by")))
    };
    // "add A, plus a link to it in FILE": the place is that of the second.
    let own = rest.iter().take_while(|token| !token.is("plus")).count();
    let Some(first) = rest.iter().take(own).position(is_link) else {
        return Into { object: rest, target: None, tail: &[] };
    };
    let (object, after) = rest.split_at_checked(first).unwrap_or((rest, &[]));
    let mut linked = false;
    let mut target = None;
    for (at, token) in after.iter().enumerate() {
        if is_link(token) {
            linked = true;
        } else if token.is_word() && lexicon::is_aside(&token.lower) {
            // "in the footer of FILE" is in the file.
            let part = at.checked_sub(1).and_then(|at| after.get(at));
            linked &= token.is("of") && part.is_some_and(|t| lexicon::is_part_of_file(&t.lower));
        }
        if linked && (token.shape == Shape::File || token.is("it")) {
            target = Some((at, token));
            break;
        }
    }
    let tail = target.and_then(|(at, _)| after.get(at + 1..)).unwrap_or_default();
    let tail = tail
        .iter()
        .position(|token| token.is("plus"))
        .and_then(|at| tail.get(at..))
        .unwrap_or_default();
    Into { object, target: target.map(|(_, token)| token), tail }
}
