//! Makefiles that the work has changed where the contract lets it. Whoever is to add a target can also empty the one that
//! judges the work. So what passed with targets that were there before runs once more with the base's Makefile: where the
//! answers differ, a person has to say whether that change was asked for.

use std::collections::BTreeMap;

use countersign_core::{Check, Criterion, CriterionId, Finding, Placement, SpecFile, Visibility};

use super::as_before::AsBefore;
use super::case::VerifyError;
use super::{Verification, ran, spec_files};
use crate::files::Files;
use crate::report::split;
use crate::room::Fate;

const NAMES: [&str; 3] = ["Makefile", "makefile", "GNUmakefile"];
const MAKES: [&str; 2] = ["make", "gmake"];
/// Flags of make that have a word of their own behind them.
const WITH_WORD: [&str; 6] = ["-C", "-f", "-j", "-o", "-W", "-I"];

pub(super) fn compare(
    verification: &mut Verification<'_>,
    visibility: Visibility,
) -> Result<(), VerifyError> {
    let mut spec = spec_files(verification.case, visibility);
    let before = put_back(verification, &spec)?;
    if before.is_empty() {
        return Ok(());
    }
    let targets: Vec<String> = before.iter().flat_map(|file| targets(&file.content)).collect();
    let is_judge = |target: &str| {
        targets.iter().any(|one| one == target) && !speaks_of(verification.case.brief, target)
    };
    let first = targets.first().filter(|first| is_judge(first)).is_some();
    let judged: BTreeMap<CriterionId, Check> = verification
        .criteria(visibility)
        .filter(|one| verification.seen.get(&one.id).is_some_and(|s| s.finding == Finding::Pass))
        .filter_map(|one| {
            let line = with_goals(ran::line(&one.check)?, &is_judge, first)?;
            Some((one.id.clone(), in_its_place(one, &line)))
        })
        .collect();
    if judged.is_empty() {
        return Ok(());
    }
    let changed = before.iter().map(|file| file.path.clone()).collect();
    spec.extend(before);
    AsBefore { what: "targets", changed, files: spec, judged }.compare(verification, visibility)
}

/// The Makefiles that the work may change, as they were.
fn put_back(
    verification: &Verification<'_>,
    spec: &[SpecFile],
) -> Result<Vec<SpecFile>, VerifyError> {
    let mut files = Vec::new();
    for (path, fate) in &verification.after.plan().fates {
        let is_makefile = path.rsplit('/').next().is_some_and(|name| NAMES.contains(&name));
        if !is_makefile || *fate != Fate::Comes || spec.iter().any(|file| file.path == *path) {
            continue;
        }
        let Some(bytes) = verification.before.base().read(path)? else { continue };
        let Ok(content) = String::from_utf8(bytes) else { continue };
        let (placement, visibility) = (Placement::Whole, Visibility::Shown);
        files.push(SpecFile { path: path.clone(), content, placement, visibility });
    }
    Ok(files)
}

/// What a Makefile has rules for, in its order.
fn targets(text: &str) -> Vec<String> {
    let is_rule = |line: &&str| !line.starts_with(['\t', ' ', '#', '.']);
    let names = text.lines().filter(is_rule).filter_map(|line| {
        let (names, rest) = line.split_once(':')?;
        let is_variable = rest.starts_with('=') || rest.starts_with(":=") || names.contains('=');
        (!is_variable).then(|| names.split_whitespace().map(str::to_owned))
    });
    names.flatten().collect()
}

/// The line with only those goals of make that were there before; nothing where there is none. `first` says whether
/// what make does without a goal is one.
fn with_goals(line: &str, is_judge: &dyn Fn(&str) -> bool, first: bool) -> Option<String> {
    let mut written = line.to_owned();
    let mut has_any = false;
    for command in split(line)?.iter().rev() {
        let program = command.words.first().map(|word| word.text.as_str()).unwrap_or_default();
        if !MAKES.contains(&program.rsplit('/').next().unwrap_or(program)) {
            continue;
        }
        let (mut goals, mut others) = (0, Vec::new());
        let mut words = command.words.iter().skip(1);
        while let Some(word) = words.next() {
            let text = word.text.as_str();
            if WITH_WORD.contains(&text) {
                words.next();
            } else if is_judge(text) {
                goals += 1;
            } else if !text.starts_with('-') && !text.contains('=') {
                others.push(word.span.clone());
            }
        }
        if goals == 0 && !(others.is_empty() && first) {
            continue;
        }
        has_any = true;
        for span in others.into_iter().rev() {
            written.replace_range(span, "");
        }
    }
    has_any.then_some(written)
}

fn in_its_place(criterion: &Criterion, line: &str) -> Check {
    let mut check = criterion.check.clone();
    if let Check::Command { run, .. }
    | Check::Tests { run, .. }
    | Check::Lint { run, .. }
    | Check::Typecheck { run, .. } = &mut check
    {
        line.clone_into(run);
    }
    check
}

/// Whether a task says something of a target itself, and not only runs it.
fn speaks_of(brief: &str, target: &str) -> bool {
    let (brief, target) = (brief.to_lowercase(), target.to_lowercase());
    [
        format!("`{target}` target"),
        format!("'{target}' target"),
        format!("\"{target}\" target"),
        format!("`make {target}` target"),
        format!("target `{target}`"),
        format!("target '{target}'"),
        format!("target \"{target}\""),
        format!("the {target} target"),
        format!("a {target} target"),
        format!("make `make {target}`"),
    ]
    .iter()
    .any(|words| brief.contains(words.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_keeps_the_goals_that_were_there_before() {
        let is_judge = |goal: &str| goal == "test" || goal == "lint";
        let of = |line: &str| with_goals(line, &is_judge, true);
        assert_eq!(of("make test docs").as_deref(), Some("make test "));
        assert_eq!(
            of("make -C app -j 2 lint V=1 && x").as_deref(),
            Some("make -C app -j 2 lint V=1 && x")
        );
        assert_eq!(of("make").as_deref(), Some("make"));
        assert_eq!(of("make docs"), None);
        assert_eq!(of("npm test"), None);
    }

    #[test]
    fn rules_are_targets_and_variables_are_not() {
        let text =
            "PY := python3\nX ?= a:b\n.PHONY: test\ntest lint: build\n\t$(PY) a: b\nbuild:\n";
        assert_eq!(targets(text), ["test", "lint", "build"]);
    }
}
