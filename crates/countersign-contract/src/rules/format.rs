//! The shape of a rule file, for its JSON Schema. Reading it is `read.rs`, which knows the place of
//! every mistake.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

/// `test-activity-rules.json`: which activities a change calls for.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RulesFile {
    pub version: u32,
    /// Whether the built-in rules stay in force beside these.
    #[serde(default = "yes")]
    pub extends: bool,
    /// For files that no pattern matches.
    #[serde(default)]
    pub defaults: Option<RuleEntry>,
    /// Rules by glob.
    #[serde(default)]
    pub file_patterns: BTreeMap<String, RuleEntry>,
    /// Rules by regular expression on the added lines of a diff.
    #[serde(default)]
    pub code_patterns: BTreeMap<String, RuleEntry>,
    #[serde(default)]
    pub cross_cutting_rules: CrossCuttingEntries,
}

fn yes() -> bool {
    true
}

/// What a rule asks for.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RuleEntry {
    #[serde(default)]
    pub critics: Vec<String>,
    pub unit: Option<YesOrName>,
    pub e2e: Option<EndToEndEntry>,
    pub e2e_scope: Option<ScopeEntry>,
    pub quality: Option<YesOrNames>,
    pub reason: Option<String>,
}

/// Unit tests at all, or those of a named tester.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum YesOrName {
    Yes(bool),
    Name(String),
}

/// A quality check at all, or named ones.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum YesOrNames {
    Yes(bool),
    Names(Vec<String>),
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndToEndEntry {
    Immediate,
    Deferred,
    Skip,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScopeEntry {
    Direct,
    Dependents,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CrossCuttingEntries {
    pub multiple_directories: Option<MultipleDirectories>,
    pub shared_module_touch: Option<SharedModuleTouch>,
}

/// A change that spans many folders.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct MultipleDirectories {
    pub threshold: u32,
    pub add: RuleEntry,
}

/// A change of what others build on.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct SharedModuleTouch {
    pub paths: Vec<String>,
    pub add: RuleEntry,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_rules_have_this_shape() {
        let file: RulesFile = serde_json::from_str(include_str!("default.json")).unwrap();
        assert_eq!(file.version, 1);
        assert!(!file.file_patterns.is_empty());
    }
}
