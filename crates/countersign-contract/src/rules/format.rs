//! The shape of a rule file, for its JSON Schema. Reading it is `read.rs`, which knows the place of
//! every mistake.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

/// `test-activity-rules.json`: which activities a change calls for.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RulesFile {
    #[serde(default)]
    #[schemars(with = "VersionEntry")]
    pub version: Option<VersionEntry>,
    /// Whether the built-in rules stay in force beside these.
    #[serde(default = "yes")]
    pub extends: bool,
    /// For files that no pattern matches.
    #[serde(default)]
    #[schemars(with = "RuleEntry")]
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

/// The one version there is; a file that does not say it is of that version, too.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("enum" = [1, "1", "1.0", "1.0.0"]))]
pub struct VersionEntry(pub serde_json::Value);

/// What a rule asks for.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RuleEntry {
    #[serde(default)]
    pub critics: Vec<String>,
    #[serde(default)]
    #[schemars(with = "YesOrName")]
    pub unit: Option<YesOrName>,
    #[serde(default)]
    #[schemars(with = "EndToEndEntry")]
    pub e2e: Option<EndToEndEntry>,
    #[serde(default)]
    #[schemars(with = "ScopeEntry")]
    pub e2e_scope: Option<ScopeEntry>,
    #[serde(default)]
    #[schemars(with = "YesOrNames")]
    pub quality: Option<YesOrNames>,
    #[serde(default)]
    #[schemars(with = "String")]
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
    #[serde(default)]
    #[schemars(with = "MultipleDirectories")]
    pub multiple_directories: Option<MultipleDirectories>,
    #[serde(default)]
    #[schemars(with = "SharedModuleTouch")]
    pub shared_module_touch: Option<SharedModuleTouch>,
}

/// A change that spans many folders.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct MultipleDirectories {
    #[schemars(range(min = 1))]
    pub threshold: u64,
    pub add: RuleEntry,
    /// May stand here or in what is added.
    #[serde(default)]
    #[schemars(with = "String")]
    pub reason: Option<String>,
}

/// A change of what others build on.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct SharedModuleTouch {
    pub paths: Vec<String>,
    pub add: RuleEntry,
    /// May stand here or in what is added.
    #[serde(default)]
    #[schemars(with = "String")]
    pub reason: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_rules_have_this_shape() {
        let file: RulesFile = serde_json::from_str(include_str!("default.json")).unwrap();
        assert_eq!(file.version.map(|version| version.0), Some(1.into()));
        assert!(!file.file_patterns.is_empty());
    }
}
