//! Lines out of pieces. A line that is too long is passed over, and nothing after it is lost.

/// A line of JSON may hold a whole file.
const LONGEST: usize = 4 * 1024 * 1024;

#[derive(Debug, Default)]
pub(super) struct Lines {
    begun: Vec<u8>,
    /// The line that has begun is too long.
    passed_over: bool,
}

impl Lines {
    pub fn take(&mut self, bytes: &[u8], line: &mut dyn FnMut(&[u8])) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (piece, is_whole) = match piece.strip_suffix(b"\n") {
                Some(piece) => (piece, true),
                None => (piece, false),
            };
            if self.begun.len() + piece.len() > LONGEST {
                self.passed_over = true;
                self.begun = Vec::new();
            }
            if !self.passed_over {
                self.begun.extend_from_slice(piece);
            }
            if is_whole {
                self.end(line);
            }
        }
    }

    /// What has begun is all there is.
    pub fn end(&mut self, line: &mut dyn FnMut(&[u8])) {
        if !self.passed_over && !self.begun.is_empty() {
            line(&self.begun);
        }
        self.begun.clear();
        self.passed_over = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(pieces: &[&[u8]]) -> Vec<String> {
        let mut found = Vec::new();
        let mut keep = |line: &[u8]| found.push(String::from_utf8_lossy(line).into_owned());
        let mut lines = Lines::default();
        for piece in pieces {
            lines.take(piece, &mut keep);
        }
        lines.end(&mut keep);
        found
    }

    #[test]
    fn lines_are_the_same_whatever_the_pieces() {
        let text = b"one\n\ntwo\nthree";
        for size in 1..=text.len() {
            let pieces: Vec<&[u8]> = text.chunks(size).collect();
            assert_eq!(lines(&pieces), ["one", "two", "three"], "{size}");
        }
    }

    #[test]
    fn a_line_without_end_is_passed_over_and_the_next_one_is_read() {
        let long = vec![b'x'; LONGEST / 2 + 1];
        assert_eq!(lines(&[b"one\n", &long, &long, &long, b"\ntwo\n"]), ["one", "two"]);
    }
}
