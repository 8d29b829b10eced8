//! Making foreign text safe to look at.

use countersign_core::Timestamp;

/// Text from an actor, without anything that could move the cursor or repaint the screen.
pub fn plain(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\t' => c,
            c if c.is_control() => '\u{FFFD}',
            // Direction marks can make a line read as something it is not.
            '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
                '\u{FFFD}'
            }
            c => c,
        })
        .collect()
}

/// A moment, to the second, in UTC.
pub fn when(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M:%SZ").to_string()
}
