//! Captions that fit.

use crate::ELLIPSIS;

/// The text, or its beginning with an ellipsis.
pub fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let Some(kept) = most.checked_sub(1) else { return String::new() };
    let start: String = text.chars().take(kept).collect();
    format!("{}{ELLIPSIS}", start.trim_end())
}
