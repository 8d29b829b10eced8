//! A `make test` written out, where its runner cannot be asked for its tests in any other way.

use super::find::join;
use super::scripts;
use super::shell::{self, quote};
use super::strip::base_name;
use crate::files::Files;

/// The line with the recipes of the base's own Makefile in the place of `make`; nothing where there is none, or where one
/// is not understood to the last word.
pub fn recipes_written_out(line: &str, base: &dyn Files, folder: &str) -> Option<String> {
    let mut folder = join("", folder);
    let mut written = line.to_owned();
    let mut is_other = false;
    let mut shift = 0_usize;
    for command in shell::split(line)? {
        let words = command.texts();
        if let ["cd" | "pushd", into, ..] = words.as_slice() {
            folder = join(&folder, into);
            continue;
        }
        let Some((first, last)) = command.words.first().zip(command.words.last()) else { continue };
        if !["make", "gmake"].contains(&base_name(&first.text)) {
            continue;
        }
        let Make { into, target } = Make::of(words.get(1..)?)?;
        let lines = scripts::recipe_of_makefile(base, &join(&folder, into), target)?;
        // Each line has a shell of its own, and the first that fails is the last.
        let go = if into.is_empty() { String::new() } else { format!("cd {} && ", quote(into)) };
        let all: Vec<String> = lines.iter().map(|line| format!("( {go}{line} )")).collect();
        let text = format!("{{ {}; }}", all.join(" && "));
        let span = first.span.start + shift..last.span.end + shift;
        shift += text.len();
        shift = shift.checked_sub(span.len())?;
        written.replace_range(span, &text);
        is_other = true;
    }
    is_other.then_some(written)
}

/// What make is told.
struct Make<'w> {
    into: &'w str,
    target: &'w str,
}

impl<'w> Make<'w> {
    fn of(words: &[&'w str]) -> Option<Self> {
        let mut into = "";
        let mut target = None;
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "-C" => into = words.next()?,
                "-s" | "--silent" | "--quiet" | "--no-print-directory" => {}
                flag if flag.starts_with('-') || flag.contains('=') => return None,
                name if target.is_none() => target = Some(name),
                _ => return None,
            }
        }
        Some(Self { into, target: target? })
    }
}
