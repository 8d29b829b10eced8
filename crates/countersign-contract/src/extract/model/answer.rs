//! A model's answer, taken apart: each criterion is accepted with its place in the text, or refused with a
//! reason. One bad criterion does not spoil the others; an answer that is no array is refused whole.

use serde_json::{Map, Value};

use crate::Span;
use crate::command_line::{CommandKind, kind_of};
use crate::extract::constraint::{Constraint, Tidiness};
use crate::newline::lines_with_ends;

use super::ground;

const MOST_CRITERIA: usize = 50;
const LONGEST_COMMAND: usize = 1000;
const LONGEST_DESCRIPTION: usize = 500;
const LONGEST_FIELD: usize = 500;
const LONGEST_ANSWER: usize = 256 * 1024;

/// A criterion that a model found, and the words of the text it rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelStated {
    pub constraint: Constraint,
    pub description: Option<String>,
    pub span: Span,
}

/// Something in an answer that was not taken, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    pub what: String,
    pub why: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelReading {
    pub accepted: Vec<ModelStated>,
    pub refused: Vec<Refused>,
}

/// Reads a model's answer about `text`.
pub fn read_answer(answer: &str, text: &str) -> ModelReading {
    let mut reading = ModelReading::default();
    let elements = match array(answer) {
        Ok(elements) => elements,
        Err(why) => {
            reading.refused.push(Refused { what: "the whole answer".to_owned(), why });
            return reading;
        }
    };
    let total = elements.len();
    for element in elements.into_iter().take(MOST_CRITERIA) {
        let what = shortened(&element.to_string());
        match criterion(element, text) {
            Ok(stated) => reading.accepted.push(stated),
            Err(why) => reading.refused.push(Refused { what, why }),
        }
    }
    if total > MOST_CRITERIA {
        let what = format!("{} criteria after the first {MOST_CRITERIA}", total - MOST_CRITERIA);
        let why = format!("an answer may hold at most {MOST_CRITERIA} criteria");
        reading.refused.push(Refused { what, why });
    }
    reading
}

fn array(answer: &str) -> Result<Vec<Value>, String> {
    if answer.len() > LONGEST_ANSWER {
        return Err(format!("it is longer than {LONGEST_ANSWER} bytes"));
    }
    let body = only_value(answer.trim());
    match serde_json::from_str(body) {
        Ok(Value::Array(elements)) => Ok(elements),
        Ok(_) => Err("it is JSON but no array; answer with one JSON array".to_owned()),
        Err(error) => Err(format!("it is no JSON array: {error}")),
    }
}

/// The one value of an answer. A sentence may stand before it and a code fence around it; whatever stands
/// after it spoils it, as a second value does.
fn only_value(answer: &str) -> &str {
    let begins = |text: &str| text.starts_with(['[', '{']) || text.starts_with("```");
    let line = lines_with_ends(answer).find(|line| begins(line.trim_start()));
    let offset = |part: &str| (part.as_ptr() as usize).saturating_sub(answer.as_ptr() as usize);
    let start = match line {
        Some(line) => offset(line.trim_start()),
        None => answer.find("```").or_else(|| answer.find('[')).unwrap_or(0),
    };
    let value = answer.get(start..).unwrap_or(answer);
    let inner = value.strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    let Some((info, body)) = inner.and_then(|inner| inner.split_once('\n')) else { return value };
    let info = info.trim();
    if info.is_empty() || info.eq_ignore_ascii_case("json") { body.trim() } else { value }
}

fn criterion(element: Value, text: &str) -> Result<ModelStated, String> {
    let Value::Object(mut fields) = element else { return Err("it is no object".to_owned()) };
    let kind = required(&mut fields, "type")?;
    let description = optional(&mut fields, "description")?;
    if description.as_ref().is_some_and(|words| words.len() > LONGEST_DESCRIPTION) {
        return Err(format!("its description is longer than {LONGEST_DESCRIPTION} bytes"));
    }
    let constraint = constraint(&kind, &mut fields)?;
    if let Some(unknown) = fields.keys().next() {
        return Err(format!("the field \"{unknown}\" does not belong to {kind}"));
    }
    let span = ground::find(&constraint, text)?;
    Ok(ModelStated { constraint, description, span })
}

fn constraint(kind: &str, fields: &mut Map<String, Value>) -> Result<Constraint, String> {
    match kind {
        "file_exists" => Ok(Constraint::FileExists { path: path(&required(fields, "path")?)? }),
        "content_match" => {
            let path = path(&required(fields, "path")?)?;
            let pattern = literal(&required(fields, "pattern")?)?;
            Ok(Constraint::ContentMatch { path, pattern })
        }
        "test_pass" => Ok(Constraint::TestPass { command: command(optional(fields, "command")?)? }),
        "command_success" => {
            let named = required(fields, "command")?;
            Ok(Constraint::CommandSuccess { command: command(Some(named))? })
        }
        "no_lint_errors" => {
            let command = command(optional(fields, "command")?)?;
            let kind = tidiness(optional(fields, "kind")?.as_deref(), command.as_deref())?;
            Ok(Constraint::NoLintErrors { command, kind })
        }
        "package_installed" => {
            let package = required(fields, "package")?;
            if package.contains(char::is_whitespace) {
                return Err(format!("\"{package}\" is no package name"));
            }
            Ok(Constraint::PackageInstalled { package, version: optional(fields, "version")? })
        }
        "changelog_updated" => Ok(Constraint::ChangelogUpdated {
            path: optional(fields, "path")?.as_deref().map(path).transpose()?,
        }),
        "backlog_updated" => Ok(Constraint::BacklogUpdated {
            path: optional(fields, "path")?.as_deref().map(path).transpose()?,
        }),
        unknown => Err(format!("the type \"{}\" is not known", shortened(unknown))),
    }
}

fn required(fields: &mut Map<String, Value>, name: &str) -> Result<String, String> {
    optional(fields, name)?.ok_or_else(|| format!("the field \"{name}\" is missing"))
}

fn optional(fields: &mut Map<String, Value>, name: &str) -> Result<Option<String>, String> {
    match fields.remove(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(value)) if value.trim().is_empty() => {
            Err(format!("the field \"{name}\" is empty"))
        }
        Some(Value::String(value)) => Ok(Some(value.trim().to_owned())),
        Some(_) => Err(format!("the field \"{name}\" is no string")),
    }
}

/// A path inside the workspace.
fn path(path: &str) -> Result<String, String> {
    let plain = path.strip_prefix("./").unwrap_or(path);
    let outside = plain.starts_with(['/', '\\', '~'])
        || plain.split(['/', '\\']).any(|part| part == "..")
        || plain.as_bytes().get(1) == Some(&b':');
    if outside {
        return Err(format!("the path \"{}\" leads out of the workspace", shortened(path)));
    }
    if plain.is_empty() || plain.len() > LONGEST_FIELD || plain.contains(char::is_control) {
        return Err("its path cannot be one".to_owned());
    }
    Ok(plain.to_owned())
}

/// The literal text of a pattern. A regular expression that only escapes a literal is that literal; any
/// other is refused, because a content criterion is literal text.
fn literal(pattern: &str) -> Result<String, String> {
    if pattern.len() > LONGEST_FIELD || pattern.contains(char::is_control) {
        return Err("its pattern is not one short line".to_owned());
    }
    let unanchored = pattern.strip_prefix('^').unwrap_or(pattern);
    let unanchored = unanchored.strip_suffix('$').unwrap_or(unanchored);
    let mut plain = String::with_capacity(unanchored.len());
    let mut chars = unanchored.chars();
    let mut escaped = false;
    while let Some(c) = chars.next() {
        match (c, chars.clone().next()) {
            ('\\', Some(next)) if next.is_ascii_punctuation() => {
                escaped = true;
                plain.extend(chars.next());
            }
            _ => plain.push(c),
        }
    }
    // Only what was written as a regular expression is read as one.
    let expression = escaped || unanchored.len() < pattern.len();
    let compiles = || regex::Regex::new(pattern).is_ok();
    let repeats = [".*", ".+", "\\s", "\\d", "\\w", "(?", "]+", "]*"];
    match repeats.iter().any(|mark| unanchored.contains(mark)) && compiles() {
        true => Err("its pattern is a regular expression; write the literal text".to_owned()),
        false if expression && compiles() => Ok(plain),
        false => Ok(pattern.to_owned()),
    }
}

fn command(command: Option<String>) -> Result<Option<String>, String> {
    let Some(line) = command else { return Ok(None) };
    if line.contains(char::is_control) {
        return Err("its command is more than one line".to_owned());
    }
    if line.len() > LONGEST_COMMAND {
        return Err(format!("its command is longer than {LONGEST_COMMAND} bytes"));
    }
    Ok(Some(line))
}

fn tidiness(kind: Option<&str>, command: Option<&str>) -> Result<Tidiness, String> {
    match (kind, command.map(kind_of)) {
        (Some("lint"), _) => Ok(Tidiness::Lint),
        (Some("format"), _) => Ok(Tidiness::Format),
        (Some("typecheck"), _) => Ok(Tidiness::Typecheck),
        (Some(other), _) => Err(format!("the kind \"{}\" is not known", shortened(other))),
        (None, Some(CommandKind::Format)) => Ok(Tidiness::Format),
        (None, Some(CommandKind::Typecheck)) => Ok(Tidiness::Typecheck),
        (
            None,
            None
            | Some(CommandKind::Test | CommandKind::Lint | CommandKind::Build | CommandKind::Other),
        ) => Ok(Tidiness::Lint),
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(120).collect()
}
