//! `file`: it is there, and says something.
//!
//! Its length is the number of characters that a reader sees: white space, control and zero-width
//! characters count nothing, and a letter with marks on it counts one.
//!
//! In a page (Markdown, HTML) what stands in comments is not seen either. Lines that differ in their number alone repeat
//! each other, so that a text is looked at once more without its digits; rows of data differ in nothing else, so that this
//! too counts only where what repeats is most of the whole.
//!
//! Repetition counts nothing where it is padding. A stretch of `GRAM` characters or more that stood in
//! the file before is *old*; where it follows at once on what it repeats, as with one character, one line
//! or one group of lines over and over, it is *padding*. Code, tables and lock files repeat themselves
//! too, so both are held against a file only where they make up most of it: padding more than half, or
//! what is old more than seven parts in eight.

use std::collections::HashMap;

use super::{Seen, absent, text};
use crate::files::{Files, Unreadable};

/// Shorter stretches repeat in honest texts all the time.
const GRAM: usize = 16;

pub fn see(room: &dyn Files, path: &str, min_length: u64) -> Seen {
    look(room, path, min_length).unwrap_or_else(Seen::from)
}

fn look(room: &dyn Files, path: &str, min_length: u64) -> Result<Seen, Unreadable> {
    let Some(bytes) = room.read(path)? else {
        return Ok(Seen::fail(absent::words(room, path)));
    };
    let wanted = min_length.max(1);
    let text = text::decode(&bytes);
    let text = if is_page(path) { text::uncommented(&text) } else { text };
    let visible: Vec<char> = text.chars().filter(|c| text::is_counted(*c)).collect();
    let counted = counted(&visible, wanted);
    let visible = visible.len() as u64;
    let seen = if counted >= wanted {
        Seen::pass(format!("`{path}` is there, with {}.", characters(visible)))
    } else if bytes.is_empty() {
        Seen::fail(format!("`{path}` is empty. Write its content."))
    } else if visible == 0 {
        Seen::fail(format!(
            "`{path}` has {} bytes and nothing in them that can be seen: white space, NUL and control \
             or zero-width characters are no content, nor are comments of a page. Write its content.",
            bytes.len()
        ))
    } else if visible < wanted {
        Seen::fail(format!(
            "`{path}` has {} that can be seen, and at least {wanted} are asked for. Write the rest.",
            characters(visible)
        ))
    } else {
        Seen::fail(format!(
            "`{path}` has {} that can be seen, but most of them repeat what stands before them; without \
             the repetition there are {}, and at least {wanted} are asked for. Write content instead of \
             padding.",
            characters(visible),
            counted
        ))
    };
    Ok(seen.of(path, &bytes))
}

/// What of the visible characters is no padding, as they stand and without their digits.
fn counted(visible: &[char], wanted: u64) -> u64 {
    let (digits, others): (Vec<char>, Vec<char>) = visible.iter().partition(|c| c.is_ascii_digit());
    let digits = digits.len() as u64;
    let mut apart = Length::of(&others, wanted.saturating_sub(digits));
    apart.visible = apart.visible.saturating_add(digits);
    apart.new = apart.new.saturating_add(digits);
    Length::of(visible, wanted).counted().min(apart.counted())
}

fn is_page(path: &str) -> bool {
    let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    matches!(ending.as_deref(), Some("md" | "markdown" | "html" | "htm"))
}

fn characters(count: u64) -> String {
    format!("{count} character{}", if count == 1 { "" } else { "s" })
}

/// How much there is to read.
#[derive(Default)]
struct Length {
    visible: u64,
    /// Characters that are part of nothing that stood there before.
    new: u64,
    padding: u64,
    /// There is more that is new than was asked for, and the rest was not looked at.
    is_enough: bool,
}

impl Length {
    fn of(visible: &[char], wanted: u64) -> Self {
        let mut length = Self { visible: visible.len() as u64, ..Self::default() };
        length.measure(visible, wanted);
        length
    }

    fn counted(&self) -> u64 {
        if self.is_enough {
            self.visible
        } else if self.new.saturating_mul(8) < self.visible {
            self.new
        } else if self.padding.saturating_mul(2) > self.visible {
            self.visible.saturating_sub(self.padding)
        } else {
            self.visible
        }
    }

    /// Stops where enough is new, so that the memory grows with what was asked for and not with the file.
    fn measure(&mut self, visible: &[char], wanted: u64) {
        let mut last_place: HashMap<&[char], usize> = HashMap::new();
        let mut run = Run::default();
        let (mut old_until, mut padded_until) = (0, 0);
        let mut close = |run: &Run, padding: &mut u64| {
            if run.is_padding() {
                *padding += run.until.saturating_sub(run.from.max(padded_until)) as u64;
                padded_until = run.until;
            }
        };
        for at in 0..visible.len() {
            if let Some(gram) = visible.get(at..at + GRAM)
                && let Some(before) = last_place.insert(gram, at)
            {
                old_until = at + GRAM;
                if !run.goes_on(at, at - before) {
                    close(&run, &mut self.padding);
                    run = Run { from: at, until: at, distance: at - before };
                }
                run.until = at + GRAM;
            }
            if at >= old_until {
                self.new += 1;
                self.is_enough = self.new >= wanted;
                if self.is_enough {
                    return;
                }
            }
        }
        close(&run, &mut self.padding);
    }
}

/// A stretch that repeats what stands at one distance before it.
#[derive(Default)]
struct Run {
    from: usize,
    until: usize,
    distance: usize,
}

impl Run {
    fn goes_on(&self, at: usize, distance: usize) -> bool {
        self.distance == distance && at < self.until
    }

    /// It follows at once on what it repeats.
    fn is_padding(&self) -> bool {
        self.distance > 0 && self.until.saturating_sub(self.from) >= self.distance
    }
}
