//! Which tools are at home in a workspace, by the files that it has.

use super::generic::Topic;
use super::lexicon;
use super::token::Token;

/// Tools of one language, and the files that show that a workspace is written in it.
struct Home {
    tools: &'static [&'static str],
    markers: &'static [&'static str],
    sources: &'static [&'static str],
}

#[rustfmt::skip]
const HOMES: [Home; 5] = [
    Home {
        tools: &["biome", "eslint", "prettier", "stylelint", "tsc"],
        markers: &["package.json", "tsconfig.json", "deno.json"],
        sources: &[".ts", ".tsx", ".js", ".jsx", ".mjs", ".vue", ".css"],
    },
    Home {
        tools: &["flake8", "mypy", "pylint", "pyright", "ruff"],
        markers: &["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "tox.ini", "Pipfile"],
        sources: &[".py"],
    },
    Home { tools: &["clippy", "rustfmt"], markers: &["Cargo.toml"], sources: &[".rs"] },
    Home { tools: &["gofmt", "golangci-lint"], markers: &["go.mod", "go.work"], sources: &[".go"] },
    Home { tools: &["rubocop"], markers: &["Gemfile", "Rakefile"], sources: &[".rb", ".gemspec"] },
];

/// The languages of a workspace.
#[derive(Debug, Default)]
pub(super) struct Languages([bool; HOMES.len()]);

impl Languages {
    pub(super) fn of<'p>(paths: impl Iterator<Item = &'p str>) -> Self {
        let mut found = Self::default();
        for path in paths {
            let name = path.rsplit('/').next().unwrap_or(path);
            for (here, home) in found.0.iter_mut().zip(&HOMES) {
                *here = *here
                    || home.markers.contains(&name)
                    || home.sources.iter().any(|end| name.ends_with(end));
            }
        }
        found
    }

    /// Whether a word is a tool of a language that is none of the workspace's. Of a workspace without a known
    /// language nothing can be said.
    fn is_foreign(&self, word: &str) -> bool {
        let mut homes = self.0.iter().zip(&HOMES);
        let home = homes.find(|(_, home)| home.tools.contains(&word));
        home.is_some_and(|(here, _)| !here) && self.0.contains(&true)
    }

    /// Whether a check is named by such tools alone: the workspace's own command is another check.
    pub(super) fn lack(&self, topic: Topic, words: &[Token<'_>]) -> bool {
        let mut names = words
            .iter()
            .filter(|t| t.is_word() && lexicon::check(&t.lower) == Some(topic))
            .peekable();
        names.peek().is_some() && names.all(|t| self.is_foreign(&t.lower))
    }
}
