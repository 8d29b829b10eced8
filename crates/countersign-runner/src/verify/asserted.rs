//! Commands that are no test runner and assert something themselves: `python3 -c "…; assert add(2, 3) == 5"`,
//! `node check.js`. The work that they load could end them with success, or equal everything. So they run once more
//! with wrong expectations, and must fail. Those that assert nothing in their own words, and only load the work and use
//! it, are made to fail as soon as they have loaded it; of the others the exit code is all that is known. Work that knows
//! a command by its text would behave where that is another: so with the same expectations in other words it has to
//! pass.

use countersign_core::{
    Check, Criterion, CriterionId, Exit, Finding, Placement, SpecFile, Visibility,
};

use super::case::{Stage, VerifyError, immediate};
use super::{Verification, spec_files};
use crate::files::Files;
use crate::report::{Script, quote, script_of, split};
use crate::spec::{Chance, Part, cut_script, rewritten_script, wrong_script};

/// How often a wrong expectation is tried that the right work may meet as well, though not every time.
const ROUNDS: usize = 3;

/// How a script is altered, given its path and its text, and whether it then fails for certain.
type Alter<'a> = dyn Fn(&str, &str) -> Option<(String, bool)> + 'a;

/// A command with wrong expectations: in its own words, or in the files that it runs.
struct Wrong {
    run: String,
    files: Vec<SpecFile>,
    sure: bool,
}

/// Runs every command that passed by its exit code alone, and that asserts something, with wrong expectations.
pub(super) fn compare(
    verification: &mut Verification<'_>,
    visibility: Visibility,
) -> Result<(), VerifyError> {
    let has_passed = |criterion: &&Criterion| {
        let seen = verification.seen.get(&criterion.id);
        seen.is_some_and(|seen| seen.finding == Finding::Pass && seen.tests.is_empty())
    };
    let passed: Vec<&Criterion> = verification.criteria(visibility).filter(has_passed).collect();
    let seed = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), ());
    for criterion in passed {
        let Check::Command { run, .. } = &criterion.check else { continue };
        let mut passes = None;
        // One expectation after the other: one that is not met says nothing of those behind it.
        for part in 0.. {
            let Some(ends_well) = ends_well_in_part(verification, criterion, run, (seed, part))?
            else {
                break;
            };
            passes = Some(ends_well);
            if ends_well {
                break;
            }
        }
        let cut =
            |path: &str, text: &str| Some((cut_script(path, text, Chance::new(seed, 0))?, true));
        let mut is_ended = None;
        if passes.is_none()
            && let Some(wrong) = wrong(verification, run, &cut)?
        {
            (verification.tell)(Stage::Twins);
            is_ended = Some(ends_well(verification, visibility, criterion, &wrong)?);
        }
        let otherwise = |path: &str, text: &str| {
            Some((rewritten_script(path, text, Chance::new(seed, 0))?, true))
        };
        let mut is_known = false;
        if visibility == Visibility::Shown
            && passes.or(is_ended) == Some(false)
            && let Some(same) = wrong(verification, run, &otherwise)?
        {
            (verification.tell)(Stage::Twins);
            is_known = !ends_well(verification, visibility, criterion, &same)?;
        }
        let Some(seen) = verification.seen.get_mut(&criterion.id) else { continue };
        if is_known {
            seen.finding = Finding::Undecided;
            seen.reason = "the command passes as it is written, and not with other comments, quotation marks and \
                           numerals: the work seems to know it by its text, and a person has to look"
                .to_owned();
            continue;
        }
        match (passes, is_ended) {
            (Some(true), _) => {
                seen.finding = Finding::Fail;
                seen.reason = "the command passes whatever it expects: with wrong expectations it ends with success \
                               too. The work has to meet them, and not to end the command or to equal everything"
                    .to_owned();
            }
            (None, Some(true)) => {
                seen.finding = Finding::Fail;
                seen.reason = "the command never comes to its own end: what it loads ends it with success. The work \
                               has to let it go on"
                    .to_owned();
            }
            (Some(false), _) => seen.reason.push_str("; with wrong expectations it fails"),
            (None, Some(false) | None) => {
                seen.reason.push_str("; its exit code is all that is known of it");
            }
        }
    }
    Ok(())
}

/// Whether the command ends with success with one part of its expectations wrong; nothing where it has no such part.
fn ends_well_in_part(
    verification: &Verification<'_>,
    criterion: &Criterion,
    run: &str,
    (seed, part): (u64, usize),
) -> Result<Option<bool>, VerifyError> {
    let mut passes = None;
    for round in 0..ROUNDS {
        let chance = Chance::new(seed, round);
        let alter = |path: &str, text: &str| wrong_script(path, text, chance, Part::Nth(part));
        let Some(wrong) = wrong(verification, run, &alter)? else { break };
        (verification.tell)(Stage::Twins);
        let ends_well = ends_well(verification, criterion.visibility, criterion, &wrong)?;
        passes = Some(ends_well);
        if !ends_well || wrong.sure {
            break;
        }
    }
    Ok(passes)
}

/// The same line with wrong scripts; nothing where it has none that can be altered, or where a failure of its parts
/// would not be one of the whole.
fn wrong(
    verification: &Verification<'_>,
    run: &str,
    alter: &Alter<'_>,
) -> Result<Option<Wrong>, VerifyError> {
    let Some(commands) = split(run) else { return Ok(None) };
    let words: Vec<_> =
        commands.iter().flat_map(|c| c.assignments.iter().chain(&c.words)).collect();
    let ends = words.windows(2).filter_map(|pair| match pair {
        [one, two] => run.get(one.span.end..two.span.start),
        _ => None,
    });
    let first = words.first().map_or(0, |word| word.span.start);
    let last = words.last().map_or(0, |word| word.span.end);
    let around = [run.get(..first), run.get(last..)];
    let is_plain = ends.into_iter().all(|gap| matches!(gap.trim(), "" | "&&"))
        && around.iter().all(|part| part.unwrap_or("?").trim().is_empty());
    if !is_plain {
        return Ok(None);
    }
    let mut wrong = Wrong { run: run.to_owned(), files: Vec::new(), sure: false };
    let mut is_altered = false;
    let base = verification.before.base();
    // From the last on, so that the places of those before stay true.
    for command in commands.iter().rev() {
        match script_of(command) {
            Some(Script::Inline { word, path }) if !word.text.contains(['$', '`']) => {
                let Some((text, sure)) = alter(path, &word.text) else { continue };
                wrong.run.replace_range(word.span.clone(), &quote(&text));
                wrong.sure |= sure;
                is_altered = true;
            }
            Some(Script::File { path }) => {
                let path = path.strip_prefix("./").unwrap_or(path);
                // One that the worker may change is the work.
                if verification.after.plan().fates.contains_key(path) {
                    continue;
                }
                let Some(bytes) = base.read(path)? else { continue };
                let Ok(content) = String::from_utf8(bytes) else { continue };
                let Some((content, sure)) = alter(path, &content) else { continue };
                let (placement, visibility) = (Placement::Whole, Visibility::Shown);
                let path = path.to_owned();
                wrong.files.push(SpecFile { path, content, placement, visibility });
                wrong.sure |= sure;
                is_altered = true;
            }
            Some(Script::Inline { .. }) | None => {}
        }
    }
    Ok(is_altered.then_some(wrong))
}

/// Whether the command ends with success although it expects something wrong, after all that comes before it.
fn ends_well(
    verification: &Verification<'_>,
    visibility: Visibility,
    criterion: &Criterion,
    wrong: &Wrong,
) -> Result<bool, VerifyError> {
    let mut files = spec_files(verification.case, visibility);
    files.retain(|file| !wrong.files.iter().any(|other| other.path == file.path));
    files.extend(wrong.files.iter().cloned());
    let mut sitting = verification.sitting(&files)?;
    let is_it = |id: &CriterionId| *id == criterion.id;
    for other in immediate(verification.case) {
        if other.visibility != visibility {
            continue;
        }
        if !is_it(&other.id) {
            sitting.run_check(&other.check)?;
            continue;
        }
        let Check::Command { cwd, time_limit_seconds, .. } = &criterion.check else { break };
        let (run, cwd) = (wrong.run.clone(), cwd.clone());
        let check = Check::Command { run, cwd, time_limit_seconds: *time_limit_seconds };
        let ran = sitting.run_check(&check)?;
        return Ok(ran.is_some_and(|ran| ran.ended.exit == Exit::Success));
    }
    Ok(false)
}
