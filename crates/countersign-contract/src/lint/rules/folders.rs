//! Blocks of Verification that start at the root again, where the one before them went into a folder.

use crate::Span;
use crate::intake::{Block, Command};
use crate::lint::catalogue::verification::FOLDER_NOT_CARRIED;
use crate::lint::finding::Findings;

use super::Parts;

pub(super) fn check(parts: &Parts<'_, '_>, blocks: &[Block<'_>], found: &mut Findings<'_>) {
    let mut commands = parts.contents.commands.iter().peekable();
    let mut left_in: Option<&str> = None;
    for block in blocks.iter().filter(|_| blocks.len() > 1) {
        while commands.next_if(|one| one.span.start < block.content_span.start).is_some() {}
        let is_inside = |one: &&Command| one.span.start < block.content_span.end;
        let Some(first) = commands.next_if(is_inside) else { continue };
        let begins_at_root = first.cwd.is_none() && !moves_first(block.content);
        if let Some(folder) = left_in.filter(|_| begins_at_root) {
            let why = format!(
                "this runs at the root: `cd {folder}` of the block before does not carry on"
            );
            let line = first.span.of(parts.file.text).split('\n').next().unwrap_or_default();
            found.add(
                &FOLDER_NOT_CARRIED,
                Span::new(first.span.start, first.span.start + line.len()),
                why,
            );
        }
        let mut last = first;
        while let Some(next) = commands.next_if(is_inside) {
            last = next;
        }
        left_in = last.cwd.as_deref();
    }
}

/// Whether the first line that says something changes the folder, also back to the root.
fn moves_first(script: &str) -> bool {
    let mut said = script.lines().map(|line| line.trim().trim_start_matches("$ "));
    let first = said.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| line.starts_with("cd ") || line.starts_with("(cd "))
}
