//! Criteria that hold whatever the task is.

use countersign_core::Check;

use super::toolchain::{Family, Notice, ToolCommand, Toolchain};
use super::{Survey, Workspace};
use crate::{Origin, Proposal};

/// Tests, lint and types of the toolchains that a change concerns, and the records that the workspace
/// keeps. Never of an assumed command.
pub fn universal(workspace: &Workspace, touched: &[String]) -> Vec<Proposal> {
    workspace.survey().universal(workspace, touched)
}

/// Lint and types only: for text that no test looks at.
pub fn universal_for_skip(workspace: &Workspace, touched: &[String]) -> Vec<Proposal> {
    workspace.survey().universal_for_skip(touched)
}

impl Survey {
    /// See [`universal`].
    pub fn universal(&self, workspace: &Workspace, touched: &[String]) -> Vec<Proposal> {
        let concerned = concerned(self, touched);
        let mut proposals = each(&concerned, |chain| chain.test.as_ref(), tests_pass);
        proposals.extend(tidy(&concerned));
        proposals.extend(records(workspace));
        proposals
    }

    /// What [`universal`] does not ask for because there is no test yet.
    pub(crate) fn untested(&self, touched: &[String]) -> Vec<Notice> {
        let concerned = concerned(self, touched);
        let tests = concerned.iter().filter_map(|chain| chain.test.as_ref());
        let notice = |command: &ToolCommand| Notice {
            path: command.marker.clone(),
            what: format!("no test was found, so `{}` is not asked for", command.run),
        };
        tests.filter(|command| command.untested).map(notice).collect()
    }

    /// See [`universal_for_skip`].
    pub fn universal_for_skip(&self, touched: &[String]) -> Vec<Proposal> {
        // A text alone breaks no code of a folder that it does not name.
        let mut concerned = concerned(self, touched);
        if concerned.iter().any(|chain| chain.dir.is_empty()) {
            concerned.retain(|chain| {
                chain.dir.is_empty() || touched.iter().any(|path| chain.covers(path))
            });
        }
        tidy(&concerned)
    }
}

/// All of the root, and those of a folder if something in it is touched. While nothing is known to be touched, also
/// those of folders for which no toolchain above them speaks: a change may well lie there.
fn concerned<'s>(survey: &'s Survey, touched: &[String]) -> Vec<&'s Toolchain> {
    let certain =
        |chain: &&Toolchain| chain.commands().into_iter().flatten().any(ToolCommand::is_certain);
    let chains: Vec<&Toolchain> = survey.toolchains.iter().filter(certain).collect();
    let is_touched = |chain: &Toolchain| touched.iter().any(|path| chain.covers(path));
    let on_its_own = |chain: &Toolchain| {
        touched.is_empty()
            && !is_beside_the_product(&chain.dir)
            && !chains.iter().any(|above| speaks_for(above, chain))
    };
    let mut concerned = chains.clone();
    concerned.retain(|chain| chain.dir.is_empty() || is_touched(chain) || on_its_own(chain));
    // A change beside every toolchain is still held to those that are there.
    if concerned.is_empty() { chains } else { concerned }
}

/// Folders of what a product is shown, documented or measured with; they often need more than the product does.
#[rustfmt::skip]
const BESIDE: &[&str] = &[
    "bench", "benches", "benchmark", "benchmarks", "demo", "demos", "doc", "docs", "e2e", "example", "examples", "fuzz",
    "playground", "sample", "samples", "script", "scripts", "site", "template", "templates", "tool", "tools", "website",
];

fn is_beside_the_product(dir: &str) -> bool {
    dir.split('/').any(|part| BESIDE.contains(&part) || part.starts_with('.'))
}

/// Whether the tests of a folder are, as a rule, run from one above it: by its family's own tests (a workspace, a
/// monorepo's script), or by a target that is there to run all of them.
fn speaks_for(above: &Toolchain, chain: &Toolchain) -> bool {
    let runs_all = matches!(above.family, Family::Make | Family::Just);
    let tests = above.test.as_ref().is_some_and(ToolCommand::is_certain);
    let is_above = above.dir != chain.dir && above.covers(&format!("{}/", chain.dir));
    is_above && tests && (runs_all || above.family == chain.family)
}

fn tidy(chains: &[&Toolchain]) -> Vec<Proposal> {
    let mut proposals = each(chains, |chain| chain.lint.as_ref(), lint_is_clean);
    proposals.extend(each(chains, |chain| chain.typecheck.as_ref(), types_are_right));
    proposals
}

fn each(
    chains: &[&Toolchain],
    of: impl Fn(&Toolchain) -> Option<&ToolCommand>,
    make: fn(&ToolCommand) -> (Check, &'static str),
) -> Vec<Proposal> {
    let certain =
        chains.iter().filter_map(|chain| of(chain)).filter(|command| command.is_certain());
    let proposal = |command: &ToolCommand| {
        let (check, words) = make(command);
        let place = command.cwd.as_ref().map(|cwd| format!(" in `{cwd}`")).unwrap_or_default();
        let description = format!("{words}{place} (`{}`)", command.run);
        let origin = Origin::Marker { path: command.marker.clone(), what: command.what.clone() };
        Proposal::shown(check, description, origin)
    };
    certain.map(proposal).collect()
}

fn tests_pass(command: &ToolCommand) -> (Check, &'static str) {
    let (run, cwd) = (command.run.clone(), command.cwd.clone());
    (Check::Tests { run, cwd, named: Vec::new() }, "The existing tests pass")
}

fn lint_is_clean(command: &ToolCommand) -> (Check, &'static str) {
    let (run, cwd) = (command.run.clone(), command.cwd.clone());
    (Check::Lint { run, cwd }, "The linter finds nothing")
}

fn types_are_right(command: &ToolCommand) -> (Check, &'static str) {
    let (run, cwd) = (command.run.clone(), command.cwd.clone());
    (Check::Typecheck { run, cwd }, "There are no type errors")
}

/// `changelogs/{workspace}.md` and `backlogs/{workspace}.md`, where they are kept.
fn records(workspace: &Workspace) -> Vec<Proposal> {
    let Some(name) = workspace.name.as_ref().filter(|name| !name.is_empty()) else {
        return Vec::new();
    };
    let kept = |folder: &str| {
        let path = format!("{folder}/{name}.md");
        workspace.files.iter().any(|file| file.path == path).then_some(path)
    };
    let marker =
        |path: &str, what: &str| Origin::Marker { path: path.to_owned(), what: what.to_owned() };
    let changelog = kept("changelogs").map(|path| {
        let origin = marker(&path, "the workspace keeps a changelog");
        let description = format!("An entry for today is added to `{path}`");
        Proposal::shown(Check::Changelog { path, pattern: None }, description, origin)
    });
    let backlog = kept("backlogs").map(|path| {
        let origin = marker(&path, "the workspace keeps a backlog");
        let description = format!("The task's item is ticked in `{path}`");
        Proposal::shown(Check::Backlog { path, item: None, pattern: None }, description, origin)
    });
    changelog.into_iter().chain(backlog).collect()
}
