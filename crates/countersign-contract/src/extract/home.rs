//! Which tools are at home in a workspace, by the files that it has.

use super::constraint::Constraint;
use super::generic::Topic;
use super::lexicon;
use super::tail::line;
use super::token::{Kind, Token};

/// Tools of one language, and the files that show that a workspace is written in it.
struct Home {
    tools: &'static [&'static str],
    /// What only runs commands of such projects.
    programs: &'static [&'static str],
    markers: &'static [&'static str],
    sources: &'static [&'static str],
}

#[rustfmt::skip]
const HOMES: [Home; 5] = [
    Home {
        tools: &["biome", "eslint", "prettier", "stylelint", "tsc"],
        programs: &["bun", "npm", "pnpm", "yarn"],
        markers: &["package.json", "tsconfig.json", "deno.json"],
        sources: &[".ts", ".tsx", ".js", ".jsx", ".mjs", ".vue", ".css"],
    },
    Home {
        tools: &["flake8", "mypy", "pylint", "pyright", "ruff"],
        programs: &["poetry", "pytest", "tox", "uv"],
        markers: &["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "tox.ini", "Pipfile"],
        sources: &[".py"],
    },
    Home { tools: &["clippy", "rustfmt"], programs: &["cargo"], markers: &["Cargo.toml"], sources: &[".rs"] },
    Home {
        tools: &["gofmt", "golangci-lint"],
        programs: &["go"],
        markers: &["go.mod", "go.work"],
        sources: &[".go"],
    },
    Home {
        tools: &["rubocop"],
        programs: &["bundle", "rspec"],
        markers: &["Gemfile", "Rakefile"],
        sources: &[".rb", ".gemspec"],
    },
];

/// The languages of a workspace.
#[derive(Debug, Default)]
pub(super) struct Languages {
    here: [bool; HOMES.len()],
    /// Whose manifest the text wants to be made.
    made: [bool; HOMES.len()],
}

impl Languages {
    pub(super) fn of<'p>(paths: impl Iterator<Item = &'p str>) -> Self {
        let mut found = Self::default();
        for path in paths {
            let name = path.rsplit('/').next().unwrap_or(path);
            for (here, home) in found.here.iter_mut().zip(&HOMES) {
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
        let mut homes = self.here.iter().zip(&HOMES);
        let home = homes.find(|(_, home)| home.tools.contains(&word));
        home.is_some_and(|(here, _)| !here) && self.here.contains(&true)
    }

    /// Takes in a file that is to be made: with its manifest a language comes to the workspace.
    pub(super) fn take_in(&mut self, path: &str) {
        let name = path.rsplit('/').next().unwrap_or(path);
        for (here, home) in self.made.iter_mut().zip(&HOMES) {
            *here = *here || home.markers.contains(&name);
        }
    }

    /// Whether a command is of a language that is none of the workspace's.
    fn runs_elsewhere(&self, line: &str) -> bool {
        let program = line.split_whitespace().next().unwrap_or_default();
        let home = HOMES.iter().position(|home| home.programs.contains(&program));
        let is = |homes: &[bool], at: usize| homes.get(at).copied().unwrap_or_default();
        home.is_some_and(|at| !is(&self.here, at) && !is(&self.made, at))
            && self.here.contains(&true)
    }

    /// "Quality gates: go test, go vet": an item that only names commands, all of a language that the workspace has no files of, says
    /// what something is about.
    pub(super) fn describes_another(&self, item: &[Token<'_>], found: &[Constraint]) -> bool {
        let colon = item.iter().take(6).position(|t| t.kind == Kind::Colon);
        let Some(at) = colon.filter(|at| *at > 0) else { return false };
        let (label, rest) = item.split_at_checked(at).unwrap_or_default();
        let plain = |t: &Token<'_>| t.is_word() || t.kind == Kind::Comma;
        let said = |t: &Token<'_>| {
            t.is_word() && (lexicon::is_predicate(&t.lower) || lexicon::is_passing(&t.lower))
                || matches!(&*t.lower, "run" | "runs" | "verify")
        };
        let named = !label.iter().chain(rest).any(said)
            && label.iter().all(Token::is_word)
            && rest.iter().skip(1).all(plain);
        let mut lines = found.iter().map(line).peekable();
        named
            && lines.peek().is_some()
            && lines.all(|line| line.is_some_and(|line| self.runs_elsewhere(line)))
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
