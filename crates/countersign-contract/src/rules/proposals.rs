//! Criteria for what the rules call for.

use std::collections::BTreeSet;

use countersign_core::{Check, Timing};

use super::activity::{Activities, Activity, Asked};
use super::rule::Scope;
use crate::command_line::CommandKind;
use crate::workspace::{Notice, Survey, ToolCommand};
use crate::{Origin, Proposal, Workspace};

/// Most files that a description names.
const NAMED: usize = 3;
/// Most files that a critic is told of by name.
const LISTED: usize = 50;

/// Criteria, and what was called for that the workspace has no means for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proposed {
    pub proposals: Vec<Proposal>,
    /// Files whose tests a rule asks for, where the workspace has no command that would run them.
    pub untested: Vec<Notice>,
    /// Whatever else was called for in vain.
    pub notices: Vec<Notice>,
}

impl Activities {
    /// One criterion for each command and each critic, however many files call for it.
    pub fn proposals(&self, workspace: &Workspace) -> Proposed {
        self.proposals_from(&workspace.survey())
    }

    /// See [`Activities::proposals`].
    pub fn proposals_from(&self, survey: &Survey) -> Proposed {
        let mut groups = Groups::default();
        for activity in &self.asked {
            groups.add(activity, survey);
        }
        Proposed {
            proposals: groups.list.iter().map(Group::proposal).collect(),
            untested: groups.untested.into_iter().collect(),
            notices: groups.notices.into_iter().collect(),
        }
    }
}

#[derive(Debug, Default)]
struct Groups<'a> {
    list: Vec<Group<'a>>,
    untested: BTreeSet<Notice>,
    notices: BTreeSet<Notice>,
}

/// What one criterion stands for.
#[derive(Debug)]
struct Group<'a> {
    target: Target<'a>,
    first: &'a Activity,
    /// One for each further rule that asks for it.
    others: Vec<&'a Activity>,
    files: Vec<&'a str>,
    seen: BTreeSet<&'a str>,
    testers: BTreeSet<&'a str>,
    reasons: Vec<&'a str>,
    timing: Timing,
    scope: Scope,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target<'a> {
    Unit(&'a ToolCommand),
    EndToEnd(&'a ToolCommand),
    Critic(&'a str),
}

impl<'a> Groups<'a> {
    fn add(&mut self, activity: &'a Activity, survey: &'a Survey) {
        let file = activity.file.as_deref();
        match &activity.asked {
            Asked::UnitTests { tester } => {
                let command = match file {
                    Some(file) => survey.test_for(file),
                    None => survey.command(CommandKind::Test).filter(|command| !command.assumed),
                };
                let Some(command) = command else { return self.untested(activity) };
                self.add_to(Target::Unit(command), activity, |group| {
                    group.testers.extend(tester.as_deref());
                });
            }
            Asked::EndToEndTests { timing, scope } => {
                let Some(command) = survey.end_to_end_for(file) else {
                    return self.without_end_to_end(activity);
                };
                self.add_to(Target::EndToEnd(command), activity, |group| {
                    group.scope = group.scope.max(*scope);
                    // What one file needs with every attempt cannot wait for the goal.
                    if *timing == Timing::Immediate {
                        group.timing = Timing::Immediate;
                    }
                });
            }
            Asked::Critic { name } => {
                self.add_to(Target::Critic(name), activity, |_| {});
            }
        }
    }

    /// Adds an activity to its target's group, and what only that kind of target has.
    fn add_to(
        &mut self,
        target: Target<'a>,
        activity: &'a Activity,
        more: impl FnOnce(&mut Group<'a>),
    ) {
        let known = self.list.iter_mut().find(|group| group.target == target);
        if let Some(group) = known {
            group.add(activity);
            more(group);
            return;
        }
        let mut group = Group::new(target, activity);
        group.add(activity);
        more(&mut group);
        self.list.push(group);
    }

    fn untested(&mut self, activity: &Activity) {
        self.untested.insert(missing("test", activity));
    }

    fn without_end_to_end(&mut self, activity: &Activity) {
        self.notices.insert(missing("end-to-end test", activity));
    }
}

fn missing(kind: &str, activity: &Activity) -> Notice {
    let path = activity.file.clone().unwrap_or_else(|| activity.pattern.clone());
    let what = format!(
        "no {kind} command for {path}, although {} asks for one: {}",
        activity.pattern, activity.reason
    );
    Notice { path, what }
}

impl<'a> Group<'a> {
    fn new(target: Target<'a>, first: &'a Activity) -> Self {
        let timing = match target {
            Target::Unit(_) | Target::Critic(_) => Timing::Immediate,
            Target::EndToEnd(_) => Timing::Deferred,
        };
        Self {
            target,
            first,
            others: Vec::new(),
            files: Vec::new(),
            seen: BTreeSet::new(),
            testers: BTreeSet::new(),
            reasons: Vec::new(),
            timing,
            scope: Scope::Direct,
        }
    }

    fn add(&mut self, activity: &'a Activity) {
        if let Some(file) = activity.file.as_deref()
            && self.seen.insert(file)
        {
            self.files.push(file);
        }
        let mut rules = core::iter::once(&self.first).chain(&self.others);
        if !rules.any(|rule| rule.pattern == activity.pattern) {
            self.others.push(activity);
        }
        if !self.reasons.contains(&activity.reason.as_str()) && self.reasons.len() < NAMED {
            self.reasons.push(&activity.reason);
        }
    }

    fn proposal(&self) -> Proposal {
        let (check, description) = match self.target {
            Target::Unit(command) => {
                let by: Vec<&str> = self.testers.iter().copied().collect();
                let by =
                    if by.is_empty() { String::new() } else { format!(", by {}", by.join(", ")) };
                let words = format!("Tests for {}{by} (`{}`)", self.subject(), command.run);
                (tests(command), words)
            }
            Target::EndToEnd(command) => {
                let reach = match self.scope {
                    Scope::Direct => "",
                    Scope::Dependents => " and what depends on it",
                };
                let words =
                    format!("End-to-end tests for {}{reach} (`{}`)", self.subject(), command.run);
                (tests(command), words)
            }
            Target::Critic(name) => {
                let check = Check::Critic { name: name.to_owned(), rubric: self.rubric(name) };
                (check, format!("Review of {} by {name}", self.subject()))
            }
        };
        let origin = |rule: &&Activity| Origin::Rule {
            pattern: rule.pattern.clone(),
            file: rule.file.clone(),
            reason: rule.reason.clone(),
        };
        Proposal {
            timing: self.timing,
            also_from: self.others.iter().map(origin).collect(),
            ..Proposal::shown(check, description, origin(&self.first))
        }
    }

    /// `a.ts, b.ts and 3 more`
    fn subject(&self) -> String {
        let names = self.files.iter().map(|path| path.rsplit('/').next().unwrap_or(path));
        let named: Vec<&str> = names.take(NAMED).collect();
        match self.files.len() {
            0 => "the whole change".to_owned(),
            count if count > NAMED => format!("{} and {} more", named.join(", "), count - NAMED),
            _ => named.join(", "),
        }
    }

    fn rubric(&self, name: &str) -> String {
        let listed: Vec<&str> = self.files.iter().copied().take(LISTED).collect();
        let more = self.files.len().saturating_sub(LISTED);
        let files = match (listed.is_empty(), more) {
            (true, _) => "the whole change".to_owned(),
            (false, 0) => listed.join(", "),
            (false, more) => format!("{} and {more} more", listed.join(", ")),
        };
        format!(
            "Review the change as {name}.\nWhy: {}.\nLook at: {files}.",
            self.reasons.join("; ")
        )
    }
}

fn tests(command: &ToolCommand) -> Check {
    Check::Tests { run: command.run.clone(), cwd: command.cwd.clone(), named: Vec::new() }
}
