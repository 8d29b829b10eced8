//! The name of a test or a suite, of which parts may be known only when it runs.

use std::fmt;

/// A name with gaps: `adds ${a}` is `adds ` and a gap.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Title {
    /// What stands between the gaps; one piece is a name without any.
    pieces: Vec<String>,
}

impl Title {
    pub fn literal(text: impl Into<String>) -> Self {
        Self { pieces: vec![text.into()] }
    }

    /// A name of which nothing is known.
    pub fn any() -> Self {
        Self { pieces: vec![String::new(), String::new()] }
    }

    pub(super) fn of_pieces(pieces: Vec<String>) -> Self {
        Self { pieces }
    }

    pub(super) fn pieces(&self) -> &[String] {
        &self.pieces
    }

    /// Several titles as one, with a separator between them.
    pub(super) fn join(titles: &[Self], separator: &str) -> Self {
        let mut pieces = vec![String::new()];
        for (index, title) in titles.iter().enumerate() {
            let mut parts = title.pieces.iter();
            if let (Some(last), Some(first)) = (pieces.last_mut(), parts.next()) {
                if index > 0 {
                    last.push_str(separator);
                }
                last.push_str(first);
            }
            pieces.extend(parts.cloned());
        }
        Self { pieces }
    }

    /// Whether the text can be this title.
    pub fn matches(&self, text: &str) -> bool {
        let Some((first, rest)) = self.pieces.split_first() else { return false };
        let Some((last, middle)) = rest.split_last() else { return text == first };
        let Some(mut text) = text.strip_prefix(first.as_str()) else { return false };
        for piece in middle {
            match text.find(piece.as_str()) {
                Some(at) => text = text.get(at + piece.len()..).unwrap_or_default(),
                None => return false,
            }
        }
        text.ends_with(last.as_str())
    }
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.pieces.join("…"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_take_any_text_and_pieces_must_be_there_in_order() {
        let title = Title::of_pieces(vec!["adds ".into(), " and ".into(), String::new()]);
        assert!(title.matches("adds 1 and 2"));
        assert!(title.matches("adds  and "));
        assert!(!title.matches("adds 1"));
        assert!(!title.matches("and adds 1 and 2"));
        assert!(Title::any().matches(""));
        assert!(Title::literal("a").matches("a") && !Title::literal("a").matches("ab"));
        let joined = Title::join(&[Title::literal("s"), title], " > ");
        assert!(joined.matches("s > adds 1 and 2") && !joined.matches("adds 1 and 2"));
        // Overlapping pieces are not taken twice.
        assert!(!Title::of_pieces(vec!["ab".into(), "ab".into()]).matches("ab"));
    }
}
