//! What the TypeScript compiler says of a contract's signatures, where there is one.

use countersign_core::{Check, Finding, Observation, Placement, SpecFile, Visibility};
use serde_json::json;

use super::case::VerifyError;
use super::{Verification, spec_files};
use crate::exports;
use crate::files::Files;

/// Under these names our own files lie in the room; nobody else's are called so.
const ASSERTION: &str = "countersign-assertion.ts";
const SETTINGS: &str = "countersign-assertion.json";
/// Most lines of the compiler's that are told.
const MOST_LINES: usize = 6;

/// Compiles the signatures as a type assertion beside the file. Only what the compiler says of the assertion
/// itself counts: the rest of the project is the affair of other criteria.
pub(super) fn compare(
    verification: &Verification<'_>,
    check: &Check,
    seen: Observation,
) -> Result<Observation, VerifyError> {
    let Check::Exports { path, signatures } = check else { return Ok(seen) };
    if seen.finding != Finding::Pass {
        return Ok(seen);
    }
    let mut files = spec_files(verification.case, Visibility::Shown);
    let there = verification.contents(&files)?;
    let Some(text) = exports::assertion(&there, path, signatures)? else { return Ok(seen) };
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let (settings_in, extends) = nearest_settings(&there, folder)?;
    let assertion = joined(folder, ASSERTION);
    let from_settings = assertion.strip_prefix(settings_in).unwrap_or(&assertion);
    files.push(laid(&assertion, text));
    files.push(laid(
        &joined(settings_in, SETTINGS),
        settings(from_settings.trim_start_matches('/'), extends),
    ));
    let settings = joined(settings_in, SETTINGS);
    let run = format!(
        "if [ -x node_modules/.bin/tsc ]; then node_modules/.bin/tsc -p {settings}; \
         elif command -v tsc >/dev/null; then tsc -p {settings}; else exit 127; fi"
    );
    let mut sitting = verification.sitting(&files)?;
    let check = Check::Command { run, cwd: None, time_limit_seconds: None };
    let Some(ran) = sitting.run_check(&check)? else { return Ok(seen) };
    let output = String::from_utf8_lossy(&ran.ended.stdout).into_owned();
    let of_assertion = |line: &&str| line.contains(&format!("{ASSERTION}("));
    let said: Vec<&str> = output.lines().filter(of_assertion).take(MOST_LINES).collect();
    if said.is_empty() {
        return Ok(seen);
    }
    Ok(Observation {
        finding: Finding::Fail,
        reason: format!(
            "`{path}` does not have the types that the contract says; the compiler's words: {}",
            said.join("; ")
        ),
        output: ran.ended.output,
        ..seen
    })
}

fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// The folder of the project's own settings for that file, and whether there are any.
fn nearest_settings<'f>(room: &dyn Files, folder: &'f str) -> Result<(&'f str, bool), VerifyError> {
    let mut at = folder;
    loop {
        if room.read(&joined(at, "tsconfig.json"))?.is_some() {
            return Ok((at, true));
        }
        match at.rsplit_once('/') {
            Some((above, _)) => at = above,
            None if at.is_empty() => return Ok(("", false)),
            None => at = "",
        }
    }
}

fn settings(file: &str, extends: bool) -> String {
    let all = if extends {
        json!({
            "extends": "./tsconfig.json",
            "compilerOptions": {
                "noEmit": true, "composite": false, "incremental": false, "skipLibCheck": true,
                "noUnusedLocals": false, "noUnusedParameters": false,
            },
            "files": [file],
            "include": [],
        })
    } else {
        json!({
            "compilerOptions": {
                "noEmit": true, "skipLibCheck": true, "strict": true, "target": "es2022",
                "module": "esnext", "moduleResolution": "bundler",
            },
            "files": [file],
        })
    };
    all.to_string()
}

fn laid(path: &str, content: String) -> SpecFile {
    let (placement, visibility) = (Placement::Whole, Visibility::Shown);
    SpecFile { path: path.to_owned(), content, placement, visibility }
}
