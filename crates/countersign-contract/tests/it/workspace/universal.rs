//! Criteria that hold for every task.

use countersign_contract::workspace::{universal, universal_for_skip};
use countersign_contract::{Origin, Workspace};
use countersign_core::Check;

use super::{SCRIPTS, workspace};

fn monorepo() -> Workspace {
    workspace(&[
        ("package.json", r#"{"scripts": {"test": "turbo run test", "build": "turbo run build"}}"#),
        ("apps/web/package.json", SCRIPTS),
        ("services/api/pyproject.toml", "[tool.pytest.ini_options]\n[tool.ruff]\n"),
        ("services/api/tests/test_main.py", ""),
    ])
}

pub(super) fn commands(proposals: &[countersign_contract::Proposal]) -> Vec<String> {
    let line = |run: &str, cwd: &Option<String>| format!("{}:{run}", cwd.as_deref().unwrap_or(""));
    proposals
        .iter()
        .map(|proposal| match &proposal.check {
            Check::Tests { run, cwd, .. } => line(run, cwd),
            Check::Lint { run, cwd } | Check::Typecheck { run, cwd } => line(run, cwd),
            other => panic!("{other:?}"),
        })
        .collect()
}

#[test]
fn universal_criteria_are_those_of_the_root_and_of_touched_folders() {
    let touched =
        |paths: &[&str]| -> Vec<String> { paths.iter().map(|path| (*path).to_owned()).collect() };
    let api = universal(&monorepo(), &touched(&["services/api/app/main.py"]));
    assert_eq!(commands(&api), [":npm test", "services/api:pytest", "services/api:ruff check ."]);
    let alike = universal(&monorepo(), &touched(&["apps/website/x.ts"]));
    assert_eq!(commands(&alike), [":npm test"], "web is not website");
}

#[test]
fn suites_that_no_root_runs_are_asked_for_while_nothing_is_known_to_be_touched() {
    let own = [":npm test", "services/api:pytest", "services/api:ruff check ."];
    assert_eq!(commands(&universal(&monorepo(), &[])), own, "the root's script is the web's too");
    let pytest = ("api/pyproject.toml", "[tool.pytest.ini_options]");
    let lint_only = [
        ("package.json", r#"{"scripts": {"lint": "eslint ."}}"#),
        ("web/package.json", r#"{"scripts": {"test": "node --test"}}"#),
        pytest,
        ("api/test_a.py", ""),
        ("docs/package.json", r#"{"scripts": {"test": "check-links"}}"#),
    ];
    let workspace_of = workspace(&lint_only);
    assert_eq!(
        commands(&universal(&workspace_of, &[])),
        ["api:pytest", "web:npm test", ":npm run lint"]
    );
    let made = [("Makefile", "test:\n\tcd api && pytest\n"), pytest, ("api/test_a.py", "")];
    assert_eq!(commands(&universal(&workspace(&made), &[])), [":make test"]);
    assert_eq!(commands(&universal_for_skip(&workspace_of, &[])), [":npm run lint"]);
}

#[test]
fn without_a_root_toolchain_every_folder_is_concerned_until_files_are_known() {
    let files = [("a/pytest.ini", ""), ("a/x_test.py", ""), ("b/go.mod", "module b\n")];
    assert_eq!(commands(&universal(&workspace(&files), &[])).len(), 3);
    let only_a = universal(&workspace(&files), &["a/x.py".to_owned()]);
    assert_eq!(commands(&only_a), ["a:pytest"]);
}

#[test]
fn a_universal_criterion_says_what_and_why_in_plain_words() {
    let proposals = universal(&workspace(&[("package.json", SCRIPTS)]), &[]);
    let words: Vec<&str> = proposals.iter().map(|proposal| proposal.description.as_str()).collect();
    let expected = [
        "The existing tests pass (`npm test`)",
        "The linter finds nothing (`npm run lint`)",
        "There are no type errors (`npm run typecheck`)",
    ];
    assert_eq!(words, expected);
    let origin = Origin::Marker { path: "package.json".into(), what: "scripts.test".into() };
    assert_eq!(proposals[0].origin, origin);
}

#[test]
fn trivial_work_is_held_to_lint_and_types_only() {
    let workspace = workspace(&[("package.json", SCRIPTS)]);
    let expected = [":npm run lint", ":npm run typecheck"];
    assert_eq!(commands(&universal_for_skip(&workspace, &[])), expected);
}

#[test]
fn changelog_and_backlog_are_asked_for_where_they_are_kept() {
    let mut kept =
        workspace(&[("changelogs/shop.md", ""), ("backlogs/shop.md", ""), ("changelogs/x.md", "")]);
    assert_eq!(universal(&kept, &[]), [], "a workspace without a name has no records");
    kept.name = Some("shop".to_owned());
    let checks: Vec<Check> = universal(&kept, &[]).into_iter().map(|it| it.check).collect();
    let changelog = Check::Changelog { path: "changelogs/shop.md".into(), pattern: None };
    let backlog = Check::Backlog { path: "backlogs/shop.md".into(), item: None, pattern: None };
    assert_eq!(checks, [changelog, backlog]);
    kept.name = Some("other".to_owned());
    assert_eq!(universal(&kept, &[]), []);
}
