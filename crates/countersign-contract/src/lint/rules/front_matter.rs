//! The front matter, the heading and the file's name.

use crate::Span;
use crate::intake::{TaskFile, UnknownKey};
use crate::lint::catalogue::structure::{
    FILE_NAME, HEADING_ID, MISSING_KEY, NO_FRONT_MATTER, NO_HEADING, UNKNOWN_KEY, UNKNOWN_TRACK,
};
use crate::lint::finding::Findings;
use crate::lint::prose::lines;

use super::Parts;

const KEYS: [&str; 6] = ["id", "title", "layer", "track", "depends_on", "estimated_complexity"];
const TRACKS: [&str; 3] = ["backend", "frontend", "shared"];

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let file = parts.file;
    let front = &file.front;
    let Some(block) = front.span else {
        found.add(&NO_FRONT_MATTER, Span::new(0, 0), "the file does not begin with front matter");
        return;
    };
    let opening = Span::new(block.start, (block.start + 3).min(block.end));
    for key in KEYS {
        let said = match key {
            "id" => front.id.is_some(),
            "title" => front.title.is_some(),
            "layer" => front.layer.is_some(),
            "track" => front.track.is_some(),
            "estimated_complexity" => front.complexity.is_some(),
            _ => !front.depends_on.is_empty(),
        };
        // `depends_on: []` says something; only its absence does not.
        let place = if said { continue } else { key_span(file, key) };
        match place {
            Some(_) if key == "depends_on" => {}
            Some(place) => found.add(&MISSING_KEY, place, format!("`{key}` has no value")),
            None => found.add(&MISSING_KEY, opening, format!("the front matter has no `{key}`")),
        }
    }
    for UnknownKey { name: key, span, .. } in &front.unknown {
        let near = KEYS.iter().find(|known| is_near(key, known));
        let fix = match near {
            Some(known) => format!("Did you mean `{known}`?"),
            None => {
                format!("The keys are {}, worker and covers; remove this one.", KEYS.join(", "))
            }
        };
        found.add_with_fix(&UNKNOWN_KEY, *span, format!("`{key}` means nothing here"), fix);
    }
    if let Some(track) = front.track.as_deref().filter(|track| !TRACKS.contains(track)) {
        let place = key_span(file, "track").unwrap_or(opening);
        found.add(&UNKNOWN_TRACK, place, format!("`{track}` is no track of the format"));
    }
    if let Some(id) = &front.id {
        heading(file, id, found);
        file_name(file, id, parts.name, opening, found);
    }
}

fn heading(file: &TaskFile<'_>, id: &str, found: &mut Findings<'_>) {
    let Some((title, span)) = file.heading else {
        let after =
            file.front.span.map_or(Span::new(0, 0), |front| Span::new(front.end, front.end));
        let fix = format!("Write `# {id}: Title` after the front matter.");
        found.add_with_fix(&NO_HEADING, after, "there is no heading", fix);
        return;
    };
    let first = title.split([':', ' ', '\t']).next().unwrap_or_default();
    if first == id {
        return;
    }
    if is_id(first) {
        found.add(&HEADING_ID, span, format!("the heading says {first}, the front matter {id}"));
    } else {
        let fix = format!("Begin the heading with `# {id}: `.");
        found.add_with_fix(&NO_HEADING, span, format!("the heading does not name {id}"), fix);
    }
}

fn file_name(file: &TaskFile<'_>, id: &str, name: &str, opening: Span, found: &mut Findings<'_>) {
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
    let mut parts = stem.splitn(3, ['-', '_']);
    let (Some(prefix), Some(number)) = (parts.next(), parts.next()) else { return };
    let Some((own_prefix, own_number)) = id.split_once('-') else { return };
    let is_kind = prefix.eq_ignore_ascii_case(own_prefix);
    if !is_kind || number.eq_ignore_ascii_case(own_number) {
        return;
    }
    let named = format!("{prefix}-{number}");
    if is_id(&named.to_ascii_uppercase()) {
        let place = key_span(file, "id").unwrap_or(opening);
        found.add(&FILE_NAME, place, format!("the file is named after {named}, the task is {id}"));
    }
}

/// `TASK-042`, `T-7a`: capital letters, a dash, a number.
pub(in crate::lint) fn is_id(word: &str) -> bool {
    let Some((prefix, number)) = word.rsplit_once('-') else { return false };
    prefix.starts_with(|c: char| c.is_ascii_uppercase())
        && prefix.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-')
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number.chars().all(|c| c.is_ascii_alphanumeric())
}

/// The line of a key at the top level of the front matter.
pub(in crate::lint) fn key_span(file: &TaskFile<'_>, key: &str) -> Option<Span> {
    let (start, line) = lines(file.text, file.front.span?).find(|(_, line)| {
        line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(':'))
    })?;
    Some(Span::new(start, start + line.trim_end().len()))
}

/// At most two letters apart in length, and equal but for marks and one letter.
fn is_near(key: &str, known: &str) -> bool {
    let plain = |text: &str| -> Vec<char> {
        text.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect()
    };
    let (a, b) = (plain(key), plain(known));
    let same_start = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let same_end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    a.len().abs_diff(b.len()) <= 2
        && same_start + same_end + 2 >= a.len().max(b.len())
        && same_start > 0
        || (known == "estimated_complexity" && key.eq_ignore_ascii_case("complexity"))
}
