//! `content`: a pattern is found in the file.
//!
//! Looked for in the text as a reader sees it: decoded, with `\n` at line ends, without the characters
//! that nobody sees. `^` and `$` stand for the ends of a line. A match in which nothing can be seen is
//! none: padding would match `.{200}` as well.

use regex::{Regex, RegexBuilder};

use super::{Seen, absent, text};
use crate::files::{Files, Unreadable};

/// Bytes that a compiled pattern may take.
const MAX_COMPILED: usize = 16 * 1024 * 1024;

pub fn see(room: &dyn Files, path: &str, pattern: &str, literal: bool) -> Seen {
    look(room, path, pattern, literal).unwrap_or_else(Seen::from)
}

fn look(room: &dyn Files, path: &str, pattern: &str, literal: bool) -> Result<Seen, Unreadable> {
    let regex = match compile(pattern, literal) {
        Ok(regex) => regex,
        Err(why) => return Ok(unusable(pattern, &why)),
    };
    let Some(bytes) = room.read(path)? else {
        return Ok(Seen::fail(absent::words(room, path)));
    };
    let content = text::without_invisible(&text::decode(&bytes));
    let mut matches = regex.find_iter(&content).peekable();
    let is_found = matches.peek().is_some();
    let what = if literal { "the text" } else { "a match for" };
    let wanted = text::quoted(pattern);
    let seen = match matches.find(|found| !text::is_blank(found.as_str())) {
        Some(found) => {
            let line = content.get(..found.start()).unwrap_or_default().matches('\n').count() + 1;
            Seen::pass(format!("`{path}` has {what} `{wanted}` in line {line}."))
        }
        None if is_found => Seen::fail(format!(
            "`{path}` matches `{wanted}` only where there is nothing to see. Write content that matches it."
        )),
        None if literal => Seen::fail(format!(
            "`{path}` does not contain `{wanted}`.{} Write it there in exactly these characters.",
            nearly(&content, pattern)
        )),
        None => Seen::fail(format!(
            "`{path}` has no match for the regular expression `{wanted}`. Write what it asks for."
        )),
    };
    Ok(seen.of(path, &bytes))
}

/// Nobody who works can mend the contract.
pub(super) fn unusable(pattern: &str, why: &str) -> Seen {
    Seen::undecided(format!(
        "The contract's pattern `{}` cannot be used: {why}. The contract must be mended; the work was not \
         judged by it.",
        text::quoted(pattern)
    ))
}

/// The pattern as it is looked for in texts without invisible characters.
pub(super) fn compile(pattern: &str, literal: bool) -> Result<Regex, String> {
    // The text is searched without its invisible characters, so the pattern must be without them too.
    let pattern = text::without_invisible(&pattern.replace("\r\n", "\n"));
    if text::is_blank(&pattern) {
        return Err("there is nothing in it that can be seen".to_owned());
    }
    let source = if literal { regex::escape(&pattern) } else { pattern };
    let built = RegexBuilder::new(&source)
        .multi_line(true)
        .size_limit(MAX_COMPILED)
        .dfa_size_limit(MAX_COMPILED)
        .build();
    built.map_err(|error| error.to_string())
}

/// Where something is there that differs only in case or white space.
fn nearly(content: &str, pattern: &str) -> String {
    let loose = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let wanted = loose(pattern);
    let line = content.lines().position(|line| loose(line).contains(&wanted));
    line.map_or_else(String::new, |line| {
        format!(" Line {} differs from it only in case or white space.", line + 1)
    })
}
