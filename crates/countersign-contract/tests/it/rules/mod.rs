//! `test-activity-rules.json`: what is read, what is refused and where, and what is called for.

// Helpers of tests are tests, too: what they do not expect should stop them.
#![allow(clippy::wildcard_enum_match_arm)]

mod built_in;
mod matching;
mod proposals;
mod read;
mod robust;

use countersign_contract::Position;
use countersign_contract::rules::{Activities, Asked, Parsed, Rules, RulesError};
use countersign_core::Timing;

fn parsed(text: &str) -> Parsed {
    Rules::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn rules(text: &str) -> Rules {
    let parsed = parsed(text);
    assert_eq!(parsed.notices, [], "{text}");
    parsed.rules
}

fn refusal(text: &str) -> RulesError {
    Rules::parse(text).map(|_| ()).expect_err(text)
}

fn at(line: usize, column: usize) -> Position {
    Position { line, column }
}

/// `unit`, `unit:tester`, `e2e:immediate`, `critic:name`, each with the pattern that asks.
fn told(activities: &Activities) -> Vec<String> {
    let told = activities.asked.iter().map(|activity| {
        let asked = match &activity.asked {
            Asked::UnitTests { tester: None } => "unit".to_owned(),
            Asked::UnitTests { tester: Some(tester) } => format!("unit:{tester}"),
            Asked::EndToEndTests { timing: Timing::Immediate, .. } => "e2e:immediate".to_owned(),
            Asked::EndToEndTests { timing: Timing::Deferred, .. } => "e2e:deferred".to_owned(),
            Asked::Critic { name } => format!("critic:{name}"),
        };
        format!("{asked} {}", activity.pattern)
    });
    told.collect()
}

fn called(rules: &Rules, file: &str) -> Vec<String> {
    told(&rules.for_files(&[file]))
}

const PROJECT: &str = r#"{
  "$schema": "./rules.schema.json",
  "version": 1,
  "extends": false,
  "defaults": { "e2e": "deferred", "unit": true },
  "filePatterns": {
    "**/*.ts": { "unit": true, "e2e": "deferred", "reason": "code" },
    "**/*.tsx": { "unit": "@react-tester", "critics": ["@frontend-critic"], "reason": "components" },
    "**/auth/**": { "e2e": "immediate", "e2eScope": "dependents", "critics": ["security-critic"], "quality": true, "reason": "sign-in" },
    "**/api/**": { "e2e": "deferred", "quality": ["api-critic"] },
    "**/*.test.ts": { "unit": false, "e2e": "skip", "reason": "tests" },
    "**/docs/**": { "unit": false, "e2e": "skip" },
    "**/app/**/*.tsx": { "e2e": "immediate" },
    "**/.eslintrc*": { "unit": false, "e2e": "skip", "critics": ["lint-critic"] },
    "**/middleware.ts": { "e2e": "immediate", "reason": "every request" },
    "**/*.config.ts": { "unit": false, "e2e": "skip" },
    "**/README*": { "unit": false, "e2e": "skip" }
  },
  "codePatterns": {
    "db\\.(insert|update)": { "critics": ["data-critic"], "reason": "writes" },
    "eval\\(|new Function\\(": { "critics": ["security-critic"], "unit": true }
  },
  "crossCuttingRules": {
    "multipleDirectories": { "threshold": 3, "add": { "critics": ["architect"], "reason": "wide" } },
    "sharedModuleTouch": { "paths": ["**/shared/**", "lib/core/*"], "add": { "e2e": "immediate", "e2eScope": "dependents" }, "reason": "used by all" }
  }
}"#;
