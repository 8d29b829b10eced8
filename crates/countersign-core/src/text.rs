//! Text that is written into the record: never blank, never unbounded.

use alloc::string::{String, ToString};
use core::fmt;

use serde::{Deserialize, Serialize};

/// Longest statement in bytes.
const MAX_STATEMENT: usize = 16 * 1024;
/// Longest title in bytes.
const MAX_TITLE: usize = 200;

/// Why a text was not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadText {
    #[error("{0} is blank: say it in words")]
    Blank(&'static str),
    #[error("{what} is longer than {limit} bytes")]
    TooLong { what: &'static str, limit: usize },
    #[error("a title is one line without control characters")]
    NotOneLine,
}

/// What an actor states for the record: a reason, or notes of what was tried.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Statement(String);

impl Statement {
    /// Takes the text if it says anything. Zero-width and other invisible characters say nothing.
    pub fn new(text: impl Into<String>) -> Result<Self, BadText> {
        let text = text.into();
        if !text.chars().any(is_visible) {
            return Err(BadText::Blank("the statement"));
        }
        if text.len() > MAX_STATEMENT {
            return Err(BadText::TooLong { what: "the statement", limit: MAX_STATEMENT });
        }
        Ok(Self(text.trim().to_string()))
    }

    /// A sentence that the system itself says, which is neither blank nor long.
    pub(crate) fn of_ours(text: String) -> Self {
        Self(text)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One line that names a task or a goal for people.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Title(String);

impl Title {
    pub fn new(text: impl Into<String>) -> Result<Self, BadText> {
        let text = text.into();
        let text = text.trim();
        if !text.chars().any(is_visible) {
            return Err(BadText::Blank("the title"));
        }
        if text.len() > MAX_TITLE {
            return Err(BadText::TooLong { what: "the title", limit: MAX_TITLE });
        }
        if text.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
            return Err(BadText::NotOneLine);
        }
        Ok(Self(text.to_string()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Letters, digits, marks of punctuation: anything a reader would see.
pub fn is_visible(c: char) -> bool {
    let invisible = matches!(c,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}');
    !invisible && !c.is_whitespace() && !c.is_control()
}

macro_rules! plain_text {
    ($name:ident) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
        impl TryFrom<String> for $name {
            type Error = BadText;
            fn try_from(text: String) -> Result<Self, BadText> {
                Self::new(text)
            }
        }
        impl core::str::FromStr for $name {
            type Err = BadText;
            fn from_str(text: &str) -> Result<Self, BadText> {
                Self::new(text)
            }
        }
        impl From<$name> for String {
            fn from(text: $name) -> String {
                text.0
            }
        }
    };
}

plain_text!(Statement);
plain_text!(Title);
