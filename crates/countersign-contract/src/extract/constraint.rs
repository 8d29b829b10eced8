//! A check that a text states, and what the text says that became none.

use serde::{Deserialize, Serialize};

use crate::Span;

/// A check that a text states, in the terms of dispatch records.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Constraint {
    FileExists {
        path: String,
    },
    TestPass {
        /// Absent where neither the text nor the workspace names one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        command: Option<String>,
    },
    /// Without a command: the build.
    CommandSuccess {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        command: Option<String>,
    },
    /// The pattern is literal text.
    ContentMatch {
        path: String,
        pattern: String,
    },
    NoLintErrors {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        command: Option<String>,
        kind: Tidiness,
    },
    PackageInstalled {
        package: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<String>,
    },
    ChangelogUpdated {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
    },
    BacklogUpdated {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
    },
}

/// What "no lint errors" is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tidiness {
    Lint,
    Format,
    Typecheck,
}

/// Who understood the text so.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum By {
    #[default]
    Text,
    Model,
}

impl By {
    fn is_text(&self) -> bool {
        *self == By::Text
    }
}

/// A constraint and the part of the text that states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Stated {
    #[serde(flatten)]
    pub constraint: Constraint,
    pub span: Span,
    #[serde(skip_serializing_if = "By::is_text")]
    pub by: By,
}

/// A clause of the text that became no criterion: nobody will check it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct NotCovered {
    pub span: Span,
    pub text: String,
    /// Why it became none, in words.
    pub why: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Extraction {
    pub stated: Vec<Stated>,
    pub not_covered: Vec<NotCovered>,
}
