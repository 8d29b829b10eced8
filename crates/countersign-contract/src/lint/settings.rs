//! How severe each rule is for one project.

use std::collections::BTreeMap;

use super::rule::{Rule, Severity};
use super::{RULES, rule};

/// What the settings hold for a rule.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    Off,
    Info,
    Warning,
    Error,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadSetting {
    #[error("there is no lint rule {0:?}: countersign explain lists them")]
    NoSuchRule(String),
    #[error("{0:?} is no severity: use off, info, warning or error")]
    NoSuchLevel(String),
}

impl core::str::FromStr for Level {
    type Err = BadSetting;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "off" => Ok(Level::Off),
            "info" => Ok(Level::Info),
            "warning" => Ok(Level::Warning),
            "error" => Ok(Level::Error),
            _ => Err(BadSetting::NoSuchLevel(text.to_owned())),
        }
    }
}

impl Level {
    fn severity(self) -> Option<Severity> {
        match self {
            Level::Off => None,
            Level::Info => Some(Severity::Info),
            Level::Warning => Some(Severity::Warning),
            Level::Error => Some(Severity::Error),
        }
    }
}

/// The rules' own severities, but for those that were set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    levels: BTreeMap<&'static str, Level>,
}

impl Settings {
    /// Sets rules by code or by name; later entries win.
    pub fn new<'a>(levels: impl IntoIterator<Item = (&'a str, Level)>) -> Result<Self, BadSetting> {
        let mut settings = Self::default();
        for (key, level) in levels {
            let found = rule(key).or_else(|| RULES.iter().copied().find(|rule| rule.name == key));
            let rule = found.ok_or_else(|| BadSetting::NoSuchRule(key.to_owned()))?;
            settings.levels.insert(rule.code, level);
        }
        Ok(settings)
    }

    /// How severe a rule is, or nothing where it is off.
    pub fn severity(&self, rule: &Rule) -> Option<Severity> {
        match self.levels.get(rule.code) {
            Some(level) => level.severity(),
            None => Some(rule.severity),
        }
    }
}
