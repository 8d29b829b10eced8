//! Toolchains by their marker files, universal criteria and predicted files.

// Helpers of tests are tests, too: what they do not expect should stop them.
#![allow(clippy::wildcard_enum_match_arm)]

mod expected;
mod languages;
mod node;
mod python;
mod survey;
mod targets;
mod tested;
mod universal;

use countersign_contract::Workspace;
use countersign_contract::workspace::{Toolchain, WorkspaceFile};

/// Files with their texts; an empty text is still a text.
fn workspace(files: &[(&str, &str)]) -> Workspace {
    let file = |(path, text): &(&str, &str)| {
        let text = Workspace::wants_text(path).then(|| (*text).to_owned());
        WorkspaceFile { path: (*path).to_owned(), text }
    };
    let mut workspace =
        Workspace { files: files.iter().map(file).collect(), ..Workspace::default() };
    let untold: Vec<String> = workspace.untold_tests().into_iter().map(str::to_owned).collect();
    for (file, (_, text)) in workspace.files.iter_mut().zip(files) {
        if untold.contains(&file.path) && !text.is_empty() {
            file.text = Some((*text).to_owned());
        }
    }
    workspace
}

fn only(files: &[(&str, &str)]) -> Toolchain {
    let survey = workspace(files).survey();
    assert_eq!(survey.notices, [], "{files:?}");
    assert_eq!(survey.toolchains.len(), 1, "{:?}", survey.toolchains);
    survey.toolchains[0].clone()
}

fn run(command: &Option<countersign_contract::workspace::ToolCommand>) -> &str {
    command.as_ref().map_or("-", |command| command.run.as_str())
}

/// test, lint, format, typecheck, build
fn runs(chain: &Toolchain) -> [&str; 5] {
    [&chain.test, &chain.lint, &chain.format, &chain.typecheck, &chain.build].map(run)
}

/// Paths and texts.
type Files = &'static [(&'static str, &'static str)];

const SCRIPTS: &str = r#"{"scripts": {"test": "vitest run", "lint": "eslint src", "build": "vite build",
    "typecheck": "tsc -p .", "format:check": "prettier --check ."}}"#;
