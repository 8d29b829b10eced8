//! Numbered steps of a report: below "Steps", and before what was expected and what happened instead.

use super::block::{Block, Form};
use super::section::Section;

/// What such a list is called where its name does not speak of a reproduction.
const NAMES: [&str; 4] = ["how to see it", "steps", "steps i took", "steps taken"];

/// How the lines begin that tell what came of the steps.
const OUTCOMES: [&str; 4] = ["actual", "expected", "got", "observed"];

/// Makes the steps of every report what they are: told so that somebody can see the fault, and not asked for.
pub(super) fn put_aside(text: &str, blocks: &mut [Block]) {
    let mut rest = blocks;
    while let Some((first, behind)) = rest.split_first_mut() {
        if !is_name(first.span.of(text)) {
            rest = behind;
            continue;
        }
        let items =
            behind.iter().take_while(|block| block.item && block.form == Form::Prose).count();
        let Some((steps, after)) = behind.split_at_mut_checked(items) else { return };
        let from = steps.last().map_or(first.span.end, |last| last.span.start);
        let to = after.first().map_or(text.len(), |next| next.span.end);
        if text.get(from..to).unwrap_or_default().lines().any(is_outcome) {
            for step in steps {
                step.section = Section::Context;
            }
        }
        rest = after;
    }
}

fn plain(line: &str) -> &str {
    line.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '#' | '_' | ':' | '-'))
}

fn is_name(block: &str) -> bool {
    NAMES.iter().any(|name| plain(block).eq_ignore_ascii_case(name))
}

fn is_outcome(line: &str) -> bool {
    let first = plain(line).split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    OUTCOMES.iter().any(|word| first.eq_ignore_ascii_case(word))
}
