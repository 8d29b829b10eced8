//! Commands in which a shell compares what the work answers with words of its own. Whoever is started by it can read
//! these words; so the command runs once more without them, and the answers are compared here.

use countersign_core::{Check, Criterion, Exit, Finding, Placement, SpecFile, Visibility};

use super::case::{Stage, VerifyError, immediate};
use super::{Verification, ran, spec_files};
use crate::files::Files;
use crate::protect::expects;
use crate::report::{Compared, blanked, split, written};

/// The variable that names the file for answers.
const VARIABLE: &str = "ANSWERS";

/// A command with blanks: in its own line, or in the script that it runs.
struct Blanked {
    run: String,
    /// The script, and empty files in the place of those that say what is expected.
    files: Vec<SpecFile>,
    compared: Vec<Compared>,
}

pub(super) fn compare(
    verification: &mut Verification<'_>,
    visibility: Visibility,
) -> Result<(), VerifyError> {
    let has_passed = |criterion: &&Criterion| {
        let seen = verification.seen.get(&criterion.id);
        seen.is_some_and(|seen| seen.finding == Finding::Pass && seen.tests.is_empty())
    };
    let passed: Vec<&Criterion> = verification.criteria(visibility).filter(has_passed).collect();
    for criterion in passed {
        let Some(blanked) = of(verification, criterion)? else { continue };
        (verification.tell)(Stage::Twins);
        let answers = answers(verification, criterion, &blanked)?;
        let given = |place: usize| answers.iter().filter(move |(at, _)| *at == place);
        let is_wrong = |(place, compared): (usize, &Compared)| {
            given(place).any(|(_, answer)| !compared.holds(answer))
        };
        let is_missing =
            |(place, compared): (usize, &Compared)| compared.sure && given(place).next().is_none();
        let mut all = blanked.compared.iter().enumerate();
        let (wrong, missing) = (all.clone().any(is_wrong), all.any(is_missing));
        let Some(seen) = verification.seen.get_mut(&criterion.id) else { continue };
        if wrong {
            seen.finding = Finding::Fail;
            seen.reason = "the command passes as it is written, and the answers are wrong where nothing shows what is \
                           expected. The work looks it up in the command that starts it"
                .to_owned();
        } else if missing {
            seen.finding = Finding::Undecided;
            seen.reason = "the command passes as it is written, and does not get to its end where nothing shows what is \
                           expected: a person has to look"
                .to_owned();
        } else {
            seen.reason.push_str("; so it does where nothing shows what is expected");
        }
    }
    Ok(())
}

fn of(
    verification: &Verification<'_>,
    criterion: &Criterion,
) -> Result<Option<Blanked>, VerifyError> {
    let Check::Command { run, cwd, .. } = &criterion.check else { return Ok(None) };
    let spec = spec_files(verification.case, criterion.visibility);
    let expected = |path: &str| {
        let whole = joined(cwd.as_deref(), path);
        let lines =
            verification.criteria(criterion.visibility).filter_map(|one| ran::line(&one.check));
        // What is worked with as well cannot be taken away.
        let is_used = lines.map(|line| uses(line, path)).sum::<usize>() > 1;
        let path = whole;
        expects(&path).filter(|_| !is_used && !is_the_workers(verification, &path))?;
        let bytes = given(verification, &spec, &path).ok()??;
        String::from_utf8(bytes).ok()
    };
    let empty = |compared: &[Compared]| -> Vec<SpecFile> {
        let files = compared.iter().filter_map(|one| one.file.as_deref());
        files.map(|path| laid(joined(cwd.as_deref(), path), "\n".to_owned())).collect()
    };
    if let Some((run, compared)) = blanked(run, VARIABLE, false, &expected) {
        return Ok(Some(Blanked { run, files: empty(&compared), compared }));
    }
    let Some(path) = script(run) else { return Ok(None) };
    // One that the worker may change is the work.
    if is_the_workers(verification, &path) {
        return Ok(None);
    }
    let bytes = given(verification, &spec, &path)?;
    let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) else {
        return Ok(None);
    };
    let is_shells =
        text.lines().next().is_some_and(|first| !first.starts_with("#!") || first.ends_with("sh"));
    let blanked = blanked(&text, VARIABLE, true, &expected);
    let Some((content, compared)) = blanked.filter(|_| is_shells) else {
        return Ok(None);
    };
    let mut files = empty(&compared);
    files.push(laid(path, content));
    Ok(Some(Blanked { run: run.clone(), files, compared }))
}

/// How often a line speaks of a file, or of its folder as a whole.
fn uses(line: &str, path: &str) -> usize {
    let folder = path.split_once('/').map(|(folder, _)| folder);
    let is_whole = |rest: &str| {
        let inside = rest.strip_prefix('/').unwrap_or_default();
        let name =
            inside.split([' ', '"', '\'', ')', ';', '|', '&', '>']).next().unwrap_or_default();
        name.is_empty() || name.contains(['*', '?', '$', '{'])
    };
    let folders = folder.map_or(0, |folder| {
        let places = line.match_indices(folder);
        places.filter(|(at, _)| line.get(at + folder.len()..).is_some_and(is_whole)).count()
    });
    line.matches(path).count() + folders
}

fn laid(path: String, content: String) -> SpecFile {
    let (placement, visibility) = (Placement::Whole, Visibility::Shown);
    SpecFile { path, content, placement, visibility }
}

fn joined(folder: Option<&str>, path: &str) -> String {
    folder.map_or_else(|| path.to_owned(), |folder| format!("{folder}/{path}"))
}

fn is_the_workers(verification: &Verification<'_>, path: &str) -> bool {
    verification.after.plan().fates.contains_key(path)
}

/// A file of the specification or of the base.
fn given(
    verification: &Verification<'_>,
    spec: &[SpecFile],
    path: &str,
) -> Result<Option<Vec<u8>>, VerifyError> {
    let is_it = |file: &&SpecFile| file.path == path && file.placement == Placement::Whole;
    match spec.iter().find(is_it) {
        Some(file) => Ok(Some(file.content.clone().into_bytes())),
        None => Ok(verification.before.base().read(path)?),
    }
}

/// The script that a line runs, and nothing else.
fn script(run: &str) -> Option<String> {
    let commands = split(run)?;
    let [command] = commands.as_slice() else { return None };
    let words = command.texts();
    let path = match words.as_slice() {
        ["bash" | "sh" | "dash", path, ..] if !path.starts_with('-') => *path,
        [path, ..] if path.contains('/') && !path.starts_with('/') => *path,
        _ => return None,
    };
    Some(path.strip_prefix("./").unwrap_or(path).to_owned())
}

/// What the command answers, by the places of its blanks, after all that comes before it.
fn answers(
    verification: &Verification<'_>,
    criterion: &Criterion,
    blanked: &Blanked,
) -> Result<Vec<(usize, String)>, VerifyError> {
    let mut files = spec_files(verification.case, criterion.visibility);
    files.retain(|file| blanked.files.iter().all(|other| other.path != file.path));
    files.extend(blanked.files.iter().cloned());
    let mut sitting = verification.sitting(&files)?;
    let place = sitting.place_for(VARIABLE)?;
    for other in immediate(verification.case).filter(|one| one.visibility == criterion.visibility) {
        if other.id != criterion.id {
            sitting.run_check(&other.check)?;
            continue;
        }
        let Check::Command { cwd, time_limit_seconds, .. } = &criterion.check else { break };
        let (run, cwd) = (blanked.run.clone(), cwd.clone());
        let check = Check::Command { run, cwd, time_limit_seconds: *time_limit_seconds };
        // What an earlier command wrote there is no answer of this one.
        let _ = std::fs::remove_file(&place);
        let ran = sitting.run_check(&check)?;
        if ran.is_none_or(|ran| ran.ended.exit != Exit::Success) {
            return Ok(Vec::new());
        }
        break;
    }
    let bytes = written(&place).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let answer = |one: &str| {
        let (place, answer) = one.split_once('\t')?;
        Some((place.parse().ok()?, answer.to_owned()))
    };
    Ok(text.split('\0').filter_map(answer).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_a_line_speaks_of_twice_is_worked_with() {
        assert_eq!(uses("./run && cmp out.txt golden/out.txt", "golden/out.txt"), 1);
        assert_eq!(uses("./a golden/a.txt | diff - golden/a.txt", "golden/a.txt"), 2);
        assert_eq!(uses("./a golden/* | diff - golden/a.txt", "golden/a.txt"), 2);
        assert_eq!(uses("./a -r golden | diff - golden/a.txt", "golden/a.txt"), 2);
        assert_eq!(uses("diff a golden/a.txt && diff b golden/b.txt", "golden/a.txt"), 1);
    }
}
