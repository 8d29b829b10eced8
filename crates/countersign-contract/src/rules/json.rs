//! JSON that remembers where each of its parts stands.
//!
//! serde_json knows the place of a syntax error only. Rules go wrong in other ways, and a person has to
//! find the place among hundreds of alike lines.

use core::ops::Range;
use std::collections::HashSet;

use serde::de::IgnoredAny;

/// Rules nest four deep.
const MAX_DEPTH: usize = 16;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Node {
    /// Offset of its first byte.
    pub(super) at: usize,
    pub(super) value: Value,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    /// In the order of the text.
    Object(Vec<Member>),
    Array(Vec<Node>),
    Text(String),
    Number(serde_json::Number),
    Bool(bool),
    Null,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Member {
    pub(super) key: String,
    /// Offset of the key's opening quote.
    pub(super) at: usize,
    pub(super) node: Node,
}

impl Value {
    /// With its article, for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Object(_) => "an object",
            Value::Array(_) => "a list",
            Value::Text(_) => "a text",
            Value::Number(_) => "a number",
            Value::Bool(_) => "true or false",
            Value::Null => "null",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Malformed {
    pub(super) at: usize,
    pub(super) what: String,
}

pub(super) fn parse(text: &str) -> Result<Node, Malformed> {
    if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
        let place = format!(" at line {} column {}", error.line(), error.column());
        let words = error.to_string();
        let what = words.strip_suffix(&place).unwrap_or(&words).to_owned();
        return Err(Malformed { at: offset(text, error.line(), error.column()), what });
    }
    let mut scanner = Scanner { text, at: 0 };
    scanner.node(0)
}

/// serde_json counts bytes, and from one.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let lines_before = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len);
    let at = lines_before.sum::<usize>() + column.saturating_sub(1);
    text.floor_char_boundary(at)
}

/// Reads text that is known to be JSON, so that it only has to find the parts.
struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl Scanner<'_> {
    fn node(&mut self, depth: usize) -> Result<Node, Malformed> {
        self.pass_blanks();
        let at = self.at;
        if depth > MAX_DEPTH {
            return Err(self.malformed(at, "nested too deeply to be a rule"));
        }
        let value = match self.peek() {
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.array(depth)?,
            Some(b'"') => Value::Text(self.string()?),
            _ => self.scalar()?,
        };
        Ok(Node { at, value })
    }

    fn object(&mut self, depth: usize) -> Result<Value, Malformed> {
        let mut members = Vec::new();
        let mut seen = HashSet::new();
        self.at += 1;
        while self.begins_entry(b'}') {
            let at = self.at;
            let key = self.string()?;
            // serde_json would keep the last of them without a word.
            if !seen.insert(key.clone()) {
                return Err(
                    self.malformed(at, &format!("\"{key}\" is there twice; keep one of them"))
                );
            }
            self.pass_blanks();
            self.at += 1;
            let node = self.node(depth + 1)?;
            members.push(Member { key, at, node });
        }
        Ok(Value::Object(members))
    }

    fn array(&mut self, depth: usize) -> Result<Value, Malformed> {
        let mut nodes = Vec::new();
        self.at += 1;
        while self.begins_entry(b']') {
            nodes.push(self.node(depth + 1)?);
        }
        Ok(Value::Array(nodes))
    }

    /// Passes what separates entries. At the end, passes the closing bracket and says no.
    fn begins_entry(&mut self, close: u8) -> bool {
        self.pass_blanks();
        if self.peek() == Some(b',') {
            self.at += 1;
            self.pass_blanks();
        }
        match self.peek() {
            None => false,
            Some(byte) if byte == close => {
                self.at += 1;
                false
            }
            Some(_) => true,
        }
    }

    fn string(&mut self) -> Result<String, Malformed> {
        let start = self.at;
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'"' {
                break;
            }
        }
        self.decoded(start..self.at)
    }

    fn scalar(&mut self) -> Result<Value, Malformed> {
        let start = self.at;
        let ends = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b'}' | b']');
        while self.peek().is_some_and(|byte| !ends(byte)) {
            self.at += 1;
        }
        Ok(match self.text.get(start..self.at) {
            Some("true") => Value::Bool(true),
            Some("false") => Value::Bool(false),
            Some("null") => Value::Null,
            _ => Value::Number(self.decoded(start..self.at)?),
        })
    }

    fn decoded<T: serde::de::DeserializeOwned>(&self, range: Range<usize>) -> Result<T, Malformed> {
        let slice = self.text.get(range.clone()).unwrap_or_default();
        let spelled = |error: serde_json::Error| {
            let words = error.to_string();
            let what = words.split(" at line ").next().unwrap_or_default();
            self.malformed(range.start, what)
        };
        serde_json::from_str(slice).map_err(spelled)
    }

    fn malformed(&self, at: usize, what: &str) -> Malformed {
        Malformed { at, what: what.to_owned() }
    }

    fn pass_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }
}
