//! The checks of a clause: commands that must succeed, and checks without a command.

use super::clause;
use super::command;
use super::constraint::Constraint;
use super::folder::Folders;
use super::generic;
use super::head::{Head, example};
use super::lexicon::{self, Verb};
use super::list;
use super::package;
use super::read::Reader;
use super::section::Section;
use super::token::Token;
use super::tool;

impl<'t> Reader<'t> {
    /// Commands, and checks without one.
    pub(super) fn checks(
        &mut self,
        clause: &[Token<'t>],
        head: Head,
        section: Section,
        item: bool,
        found: &mut Vec<Constraint>,
    ) {
        let cut = example(clause);
        let writes = matches!(head.verb, Some(Verb::Create | Verb::Add | Verb::Declare));
        let commands = command::wanted(self.text, clause, cut, section, item);
        let mut any = false;
        let mut beside = Vec::new();
        if !commands.is_empty() {
            let folders = self.folders.get_or_init(|| Folders::of(self.present.iter().copied()));
            self.runs.read(clause, &commands, folders);
        }
        for command in commands {
            let packages = package::of_command(command.line);
            let asserted = clause
                .get(command.last + 1..)
                .unwrap_or_default()
                .iter()
                .take(5)
                .any(|t| lexicon::is_passing(&t.lower) || t.is("longer"))
                || ends_without_trouble(clause, command.last);
            if writes && !asserted {
                continue;
            }
            any = true;
            beside.extend(list::behind(clause, command.last).names);
            if packages.is_empty() {
                found.push(command::constraint(command.line));
            } else {
                found.extend(packages);
            }
        }
        let outside = command::without_bare(self.text, clause, cut);
        let mut topics = generic::checks(&outside, cut);
        if any && clause::explains_command(clause, 1) {
            topics.clear();
        }
        if head.verb == Some(Verb::Run) && !any {
            topics.extend(generic::run(clause.get(head.rest..).unwrap_or_default(), cut));
        }
        // "Run pytest and mypy": the second is a check, although no command.
        if head.verb == Some(Verb::Run) {
            topics.extend(beside.iter().filter_map(|at| generic::topic_at(&outside, *at)));
        }
        for topic in topics {
            let constraint = generic::constraint(topic);
            let named = found
                .iter()
                .any(|known| has_command(known) && generic::topic_of(known) == Some(topic));
            // "writes tests" is no "tests pass", and "X passes all tests" is the command itself.
            let tests = topic == generic::Topic::Tests;
            let other = tests && (any || (writes && !says_pass(clause)));
            if !named && !other && !found.contains(&constraint) {
                let is_tool =
                    |token: &Token<'_>| token.is_word() && tool::is_tool(&token.lower, topic);
                let has = |name: &str| self.present.contains(name);
                let on_paths = self.runs.tool_on(&outside, is_tool, has);
                found.push(on_paths.map_or(constraint, |line| command::constraint(&line)));
            }
        }
    }
}

/// "must finish without errors".
fn ends_without_trouble(clause: &[Token<'_>], command: usize) -> bool {
    let mut behind = clause.iter().skip(command + 1).take(6);
    behind.any(|t| lexicon::is_none(&t.lower)) && behind.any(|t| lexicon::is_trouble(&t.lower))
}

fn says_pass(clause: &[Token<'_>]) -> bool {
    clause.iter().any(|t| matches!(&*t.lower, "pass" | "passes" | "passing"))
}

pub(super) fn has_command(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::TestPass { command }
        | Constraint::CommandSuccess { command }
        | Constraint::NoLintErrors { command, .. } => command.is_some(),
        Constraint::FileExists { .. }
        | Constraint::ContentMatch { .. }
        | Constraint::PackageInstalled { .. }
        | Constraint::ChangelogUpdated { .. }
        | Constraint::BacklogUpdated { .. } => false,
    }
}
