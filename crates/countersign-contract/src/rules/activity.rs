//! What rules call for, with the rule that calls for it.

use countersign_core::Timing;

use super::rule::{EndToEnd, Rule, Scope, Unit};

/// What a change calls for, in the order of its files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Activities {
    pub asked: Vec<Activity>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activity {
    pub asked: Asked,
    /// The glob or expression of the rule, or the name of a rule without one.
    pub pattern: String,
    /// Absent where the list of files as a whole calls for it.
    pub file: Option<String>,
    pub reason: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    UnitTests { tester: Option<String> },
    EndToEndTests { timing: Timing, scope: Scope },
    Critic { name: String },
}

impl Activities {
    pub fn and(mut self, other: Activities) -> Self {
        self.asked.extend(other.asked);
        self
    }

    /// Everything that one rule asks for.
    pub(super) fn add_rule(&mut self, rule: &Rule, pattern: &str, file: Option<&str>) {
        if let Some(unit) = &rule.unit {
            self.add_unit(unit, rule, pattern, file);
        }
        if let Some(end_to_end) = rule.end_to_end {
            self.add_end_to_end(end_to_end, rule, pattern, file);
        }
        self.add_critics(rule, pattern, file);
    }

    pub(super) fn add_unit(&mut self, unit: &Unit, rule: &Rule, pattern: &str, file: Option<&str>) {
        match unit {
            Unit::No => {}
            Unit::Yes { tester } => {
                self.add(Asked::UnitTests { tester: tester.clone() }, rule, pattern, file);
            }
        }
    }

    pub(super) fn add_end_to_end(
        &mut self,
        wanted: EndToEnd,
        rule: &Rule,
        pattern: &str,
        file: Option<&str>,
    ) {
        let timing = match wanted {
            EndToEnd::Skip => return,
            EndToEnd::Deferred => Timing::Deferred,
            EndToEnd::Immediate => Timing::Immediate,
        };
        let scope = rule.scope.unwrap_or_default();
        self.add(Asked::EndToEndTests { timing, scope }, rule, pattern, file);
    }

    pub(super) fn add_critics(&mut self, rule: &Rule, pattern: &str, file: Option<&str>) {
        for name in rule.critics.iter().chain(&rule.quality) {
            self.add(Asked::Critic { name: name.clone() }, rule, pattern, file);
        }
    }

    fn add(&mut self, asked: Asked, rule: &Rule, pattern: &str, file: Option<&str>) {
        let reason = rule.reason.clone().filter(|reason| !reason.trim().is_empty());
        let reason = reason.unwrap_or_else(|| format!("the rule for {pattern} asks for it"));
        let (pattern, file) = (pattern.to_owned(), file.map(str::to_owned));
        self.asked.push(Activity { asked, pattern, file, reason });
    }
}
