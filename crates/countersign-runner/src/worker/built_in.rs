//! Profiles of agents that many people have, so that nothing has to be written for them.
//!
//! Each runs without asking for anything, since nobody is there to answer: the jail is the wall. What was
//! tried: Claude Code 2.1, Codex 0.169, Gemini CLI 0.61.

use std::collections::BTreeMap;

use super::home::HomePart;
use super::profile::{Brief, CommandLine, Profile};
use super::reader::Dialect;

impl Profile {
    pub const BUILT_IN: [&str; 3] = ["claude", "codex", "gemini"];

    /// One of [`Self::BUILT_IN`] by its name.
    pub fn built_in(name: &str) -> Option<Self> {
        match name {
            "claude" => Some(claude()),
            "codex" => Some(codex()),
            "gemini" => Some(gemini()),
            _ => None,
        }
    }
}

fn claude() -> Profile {
    let command = ["claude", "-p", "--output-format", "stream-json", "--verbose"];
    let autonomy = ["--permission-mode", "bypassPermissions"];
    Profile {
        speaks: Dialect::Claude,
        environment: names(&["ANTHROPIC_*", "CLAUDE_*"]),
        set: variables(&[
            // It refuses to work for root without asking, unless it is told that there is a wall.
            ("IS_SANDBOX", "1"),
            ("DISABLE_AUTOUPDATER", "1"),
            ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
        ]),
        home: vec![
            HomePart::renewed(".claude/.credentials.json"),
            HomePart::read(".claude/settings.json"),
            HomePart::read(".claude/CLAUDE.md"),
            HomePart::read(".claude.json"),
            HomePart::read(".gitconfig"),
        ],
        ..agent("claude", &[&command[..], &autonomy].concat())
    }
}

fn codex() -> Profile {
    let command = ["codex", "exec", "--json", "--skip-git-repo-check", "--color", "never"];
    // A wall inside of ours could not be raised. The last argument: the prompt is on standard input.
    let autonomy = ["--dangerously-bypass-approvals-and-sandbox", "-"];
    Profile {
        speaks: Dialect::Codex,
        environment: names(&["OPENAI_*", "CODEX_*"]),
        home: vec![
            HomePart::renewed(".codex/auth.json"),
            HomePart::read(".codex/config.toml"),
            HomePart::read(".codex/AGENTS.md"),
            HomePart::read(".gitconfig"),
        ],
        ..agent("codex", &[&command[..], &autonomy].concat())
    }
}

fn gemini() -> Profile {
    let command = ["gemini", "--output-format", "stream-json"];
    let autonomy = ["--approval-mode", "yolo", "--skip-trust"];
    Profile {
        speaks: Dialect::Gemini,
        environment: names(&["GEMINI_*", "GOOGLE_*"]),
        home: vec![
            HomePart::renewed(".gemini/oauth_creds.json"),
            HomePart::read(".gemini/google_accounts.json"),
            HomePart::read(".gemini/installation_id"),
            HomePart::read(".gemini/settings.json"),
            HomePart::read(".gemini/GEMINI.md"),
            HomePart::read(".gemini/.env"),
            HomePart::read(".gitconfig"),
        ],
        ..agent("gemini", &[&command[..], &autonomy].concat())
    }
}

/// All of them read the brief on standard input and take a model by the same option.
fn agent(name: &str, command: &[&str]) -> Profile {
    let command = CommandLine::Arguments(names(command));
    Profile {
        brief: Brief::Stdin,
        model_option: Some("--model".to_owned()),
        ..Profile::custom(name, command)
    }
}

fn names(all: &[&str]) -> Vec<String> {
    all.iter().map(ToString::to_string).collect()
}

fn variables(all: &[(&str, &str)]) -> BTreeMap<String, String> {
    all.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}
