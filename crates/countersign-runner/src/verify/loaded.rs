//! Exports of a module that is loaded: a name that the text declares can be taken away again, or the program be ended
//! before it is declared. Where something else loads the module, tests say so; where nothing does, nobody would see it.

use countersign_core::{Check, Criterion, Exit, Finding, Visibility};
use serde::Deserialize;

use super::case::{Stage, VerifyError};
use super::{Verification, spec_files};
use crate::exports::{self, Interpreter};
use crate::report::quote;
use crate::room::random_name;

const PYTHON: &str = include_str!("loaded.py");
const NODE: &str = include_str!("loaded.js");
/// Where the answer is written.
const PLACE: &str = "COUNTERSIGN_LOADED";
/// The variable that names what a browser has.
const GLOBALS: &str = "COUNTERSIGN_GLOBALS";
/// What a browser has and node has not.
const OF_BROWSERS: [&str; 20] = [
    "window",
    "document",
    "navigator",
    "location",
    "localStorage",
    "sessionStorage",
    "history",
    "screen",
    "customElements",
    "HTMLElement",
    "Element",
    "Node",
    "self",
    "XMLHttpRequest",
    "requestAnimationFrame",
    "matchMedia",
    "Image",
    "MutationObserver",
    "chrome",
    "browser",
];

#[derive(Debug, Deserialize)]
struct Told {
    missing: Vec<String>,
    /// What it raised.
    trouble: Option<String>,
    /// Whether it asked for the end of the program.
    ended: bool,
    /// It is said to have a name, too, that nothing has.
    #[serde(skip)]
    has_everything: bool,
}

impl Told {
    fn lacks_a_browser(&self) -> bool {
        let words = self.trouble.as_deref().and_then(|it| it.strip_prefix("ReferenceError: "));
        let name = words.and_then(|words| words.strip_suffix(" is not defined"));
        name.is_some_and(|name| OF_BROWSERS.contains(&name))
    }
}

/// Loads every module whose exports are as the contract says. That can only turn a pass into something else.
pub(super) fn compare(verification: &mut Verification<'_>) -> Result<(), VerifyError> {
    let visibility = Visibility::Shown;
    // What tests have loaded and used can be loaded: it may only need what its tests give it.
    let is_tested = !verification.passed_by_tests(visibility).is_empty();
    let has_passed = |criterion: &&Criterion| {
        let seen = verification.seen.get(&criterion.id);
        seen.is_some_and(|seen| seen.finding == Finding::Pass)
    };
    let passed: Vec<&Criterion> = verification.criteria(visibility).filter(has_passed).collect();
    for criterion in passed {
        let Check::Exports { path, signatures } = &criterion.check else { continue };
        let Some((interpreter, names)) = exports::loadable(path, signatures) else { continue };
        (verification.tell)(Stage::Again(criterion));
        let load = |globals: &[&str]| load(verification, path, interpreter, (&names, globals));
        let Some((mut told, mut exit)) = load(&[])? else { continue };
        // What runs in a browser is loaded with something in the place of what it has.
        if told.as_ref().is_some_and(Told::lacks_a_browser)
            && let Some(again) = load(&OF_BROWSERS)?
        {
            (told, exit) = again;
        }
        // What is bundled is not read by node as it is, and that says nothing of the work.
        let trouble = told.as_ref().and_then(|told| told.trouble.as_deref()).unwrap_or_default();
        if interpreter == Interpreter::Node && is_elsewhere(verification, path, trouble)? {
            continue;
        }
        let against = judged(path, interpreter, told, exit, is_tested);
        let seen = verification.seen.get_mut(&criterion.id);
        if let Some(((finding, reason), seen)) = against.zip(seen) {
            seen.finding = finding;
            seen.reason = reason;
        }
    }
    Ok(())
}

/// What the module's loading told; nothing where the interpreter is not there.
fn load(
    verification: &Verification<'_>,
    path: &str,
    interpreter: Interpreter,
    (names, globals): (&[String], &[&str]),
) -> Result<Option<(Option<Told>, Exit)>, VerifyError> {
    let (program, script) = match interpreter {
        Interpreter::Python => ("python3 -c".to_owned(), PYTHON),
        Interpreter::Node if globals.is_empty() => ("node -e".to_owned(), NODE),
        Interpreter::Node => (format!("{GLOBALS}={} node -e", globals.join(",")), NODE),
    };
    // A name that nothing has: whoever answers in the place of the one who asks does not know which it is.
    let nobodys = format!("{}_{}", names.first().map_or("", String::as_str), random_name()?);
    let asked = names.iter().map(String::as_str).chain([nobodys.as_str()]);
    let words = [script, path].into_iter().chain(asked);
    let words: Vec<String> = words.map(quote).collect();
    let run = format!("{program} {}", words.join(" "));
    let mut sitting = verification.sitting(&spec_files(verification.case, Visibility::Shown))?;
    let place = sitting.place_for(PLACE)?;
    let check = Check::Command { run, cwd: None, time_limit_seconds: None };
    let Some(ran) = sitting.run_check(&check)?.filter(|ran| !ran.is_unstartable()) else {
        return Ok(None);
    };
    let told =
        std::fs::read(place).ok().and_then(|text| serde_json::from_slice::<Told>(&text).ok());
    let told = told.map(|mut told| {
        let before = told.missing.len();
        told.missing.retain(|name| *name != nobodys);
        told.has_everything = told.trouble.is_none() && told.missing.len() == before;
        told
    });
    Ok(Some((told, ran.ended.exit)))
}

/// Whether node cannot read it at all. An error that the work itself raises has that name as easily as any other.
fn is_elsewhere(
    verification: &Verification<'_>,
    path: &str,
    trouble: &str,
) -> Result<bool, VerifyError> {
    if !trouble.starts_with("SyntaxError:") {
        return Ok(false);
    }
    let mut sitting = verification.sitting(&spec_files(verification.case, Visibility::Shown))?;
    let run = format!("node --check {}", quote(path));
    let check = Check::Command { run, cwd: None, time_limit_seconds: None };
    let ran = sitting.run_check(&check)?;
    Ok(ran.is_some_and(|ran| matches!(ran.ended.exit, Exit::Failure(_))))
}

fn judged(
    path: &str,
    interpreter: Interpreter,
    told: Option<Told>,
    exit: Exit,
    is_tested: bool,
) -> Option<(Finding, String)> {
    let person = |why: &str| {
        let reason = format!(
            "`{path}` has what the contract says in its text, but {why}; a person has to look"
        );
        (!is_tested).then_some((Finding::Undecided, reason))
    };
    if told.as_ref().is_some_and(|told| told.has_everything) {
        let reason = format!(
            "`{path}` answers for every name that it is asked for, also for one that nothing has: it stands in for who \
             asks, or makes up what it has. A person has to look"
        );
        return Some((Finding::Undecided, reason));
    }
    let Some(Told { missing, trouble, ended, .. }) = told else {
        return match (exit, interpreter) {
            (Exit::Success, Interpreter::Python) => Some((
                Finding::Fail,
                format!("`{path}` ends the program that loads it. Others must be able to load it"),
            )),
            // Functions of a module of JavaScript's are there before its first line.
            (Exit::Success, Interpreter::Node) => person("it ends the program that loads it"),
            (Exit::Failure(_) | Exit::TimedOut | Exit::Signalled(_) | Exit::Lost, _) => {
                person("loading it does not come to a good end")
            }
        };
    };
    if let Some(trouble) = trouble {
        return person(&format!("it cannot be loaded in the clean room ({trouble})"));
    }
    if missing.is_empty() {
        return if ended { person("it ends the program that loads it") } else { None };
    }
    let names = missing.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let how = match ended {
        true => "ends the program that loads it before it has them",
        false => "has nothing of that name that can be called once it is loaded",
    };
    Some((
        Finding::Fail,
        format!(
            "`{path}` declares {names} in its text, but {how}. Others must be able to load it and to use what the contract \
             names"
        ),
    ))
}
