//! Commands that sentences of Verification state, without back-ticks or with them.

use crate::Span;
use crate::extract::stated_commands;
use crate::intake::lines::Line;

/// The commands of these lines, each with the clause that states it. Lines that follow each other are read as one text: a
/// sentence may go on in the next.
pub(super) fn read(lines: &[Line<'_>]) -> Vec<(Span, String)> {
    let mut text = String::new();
    let mut starts: Vec<(usize, usize)> = Vec::with_capacity(lines.len());
    let mut next = None;
    for line in lines {
        // Whatever stood between two lines ends a paragraph.
        if next.is_some_and(|next| next < line.start) {
            text.push('\n');
        }
        starts.push((text.len(), line.start));
        text.push_str(line.text);
        text.push('\n');
        next = Some(line.next);
    }
    let place = |at: usize| {
        let line = starts.partition_point(|(start, _)| *start <= at).checked_sub(1)?;
        starts.get(line).map(|(start, there)| there + (at - start))
    };
    let found = stated_commands(&text).into_iter();
    found
        .filter_map(|(span, run)| Some((Span::new(place(span.start)?, place(span.end)?), run)))
        .collect()
}
