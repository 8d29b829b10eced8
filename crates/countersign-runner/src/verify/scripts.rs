//! Package scripts that the work has changed where the contract lets it change the manifest. Whoever is to add a dependency
//! can also make `lint` a `true`, or tell a runner there to load something else. So what passed with them runs once more
//! with the base's scripts and settings: where the answers differ, a person has to say whether that change was asked for.

use countersign_core::{Check, Criterion, Finding, Placement, SpecFile, Visibility};

use super::as_before::AsBefore;
use super::case::VerifyError;
use super::{Verification, ran, spec_files};
use crate::files::Files;
use crate::protect::{Steering, scripts_put_back};
use crate::report::split;
use crate::room::Fate;

const MANIFEST: &str = "package.json";

/// Programs that run a package's scripts, or may call one that does.
const CALLERS: &[&str] = &[
    "npm",
    "yarn",
    "pnpm",
    "bun",
    "npx",
    "turbo",
    "nx",
    "lerna",
    "wireit",
    "make",
    "just",
    "sh",
    "bash",
    "node",
    "corepack",
    "jest",
    "vitest",
    "mocha",
    "ava",
    "tap",
    "nyc",
    "c8",
    "eslint",
    "prettier",
    "xo",
    "standard",
    "stylelint",
    "lint-staged",
];

pub(super) fn compare(
    verification: &mut Verification<'_>,
    visibility: Visibility,
) -> Result<(), VerifyError> {
    let has_passed = |criterion: &&Criterion| {
        let seen = verification.seen.get(&criterion.id);
        seen.is_some_and(|seen| seen.finding == Finding::Pass) && calls(&criterion.check)
    };
    let passed: Vec<&Criterion> = verification.criteria(visibility).filter(has_passed).collect();
    if passed.is_empty() {
        return Ok(());
    }
    let mut spec = spec_files(verification.case, visibility);
    let (manifests, changed) = put_back(verification, &spec)?;
    if changed.is_empty() {
        return Ok(());
    }
    spec.extend(manifests);
    let judged = passed.iter().map(|one| (one.id.clone(), one.check.clone())).collect();
    let steered = AsBefore { what: "scripts or settings", changed, files: spec, judged };
    steered.compare(verification, visibility)
}

/// The manifests that the work may change, with the scripts of the base, and which these are. Scripts that the task itself speaks
/// of are the work.
fn put_back(
    verification: &Verification<'_>,
    spec: &[SpecFile],
) -> Result<(Vec<SpecFile>, Vec<String>), VerifyError> {
    let (mut files, mut changed) = (Vec::new(), Vec::new());
    let there = verification.contents(spec)?;
    for (path, fate) in &verification.after.plan().fates {
        let is_manifest = path.rsplit('/').next() == Some(MANIFEST);
        if !is_manifest || *fate != Fate::Comes || spec.iter().any(|file| file.path == *path) {
            continue;
        }
        let base = verification.before.base().read(path)?;
        let (Some(base), Some(work)) = (base, there.read(path)?) else { continue };
        let is_spoken_of = |part: Steering<'_>| match part {
            Steering::Script(name) => speaks_of(verification.case.brief, name),
            Steering::Settings(name) => configures(verification.case.brief, name),
        };
        let Some((content, names)) = scripts_put_back(&base, &work, is_spoken_of) else {
            continue;
        };
        changed.extend(names.into_iter().map(|name| format!("`{name}` in {path}")));
        let (placement, visibility) = (Placement::Whole, Visibility::Shown);
        files.push(SpecFile { path: path.clone(), content, placement, visibility });
    }
    Ok((files, changed))
}

fn calls(check: &Check) -> bool {
    let Some(line) = ran::line(check) else { return false };
    match split(line) {
        Some(all) => all
            .iter()
            .any(|one| one.words.first().is_some_and(|word| CALLERS.contains(&word.text.as_str()))),
        None => true,
    }
}

/// Whether a task says something of a script itself, and not only runs it.
fn speaks_of(brief: &str, script: &str) -> bool {
    let brief = brief.to_lowercase();
    let script = script.to_lowercase();
    [
        format!("scripts.{script}"),
        format!("\"{script}\":"),
        format!("`{script}` script"),
        format!("'{script}' script"),
        format!("\"{script}\" script"),
        format!("`npm run {script}` script"),
        format!("script `{script}`"),
        format!("script '{script}'"),
        format!("script \"{script}\""),
        format!("the {script} script"),
        format!("a {script} script"),
    ]
    .iter()
    .any(|words| brief.contains(words.as_str()))
}

/// Whether a task has something said to a runner, and not only has it run.
fn configures(brief: &str, runner: &str) -> bool {
    const WORDS: [&str; 6] = ["config", "setting", "section", "set up", "setup", "set-up"];
    let runner = runner.to_lowercase();
    let mut lines = brief.lines().map(str::to_lowercase);
    lines.any(|line| line.contains(&runner) && WORDS.iter().any(|word| line.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_speaks_of_a_script_by_its_name_and_not_by_running_it() {
        assert!(speaks_of("Make the `lint` script check src too", "lint"));
        assert!(speaks_of("Set scripts.lint to eslint", "lint"));
        assert!(!speaks_of("Add zod. `npm run lint` passes, and linting stays", "lint"));
        assert!(configures("Configure Jest for ES modules", "jest"));
        assert!(!configures("Add zod.\n\nnpx jest", "jest"));
    }
}
