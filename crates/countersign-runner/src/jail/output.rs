//! What a job printed: all of its standard output, and the two ends of everything.

use std::collections::VecDeque;

use countersign_core::Output;

/// Each end, in bytes of text.
const END: usize = 16 * 1024;

#[derive(Debug, Default)]
pub(super) struct Collected {
    pub stdout: Vec<u8>,
    /// Bytes of both streams.
    pub total: u64,
    first: Vec<u8>,
    last: VecDeque<u8>,
}

impl Collected {
    pub fn stdout(&mut self, bytes: &[u8], limit: u64) {
        let room = limit.saturating_sub(self.stdout.len() as u64);
        let fits = usize::try_from(room).unwrap_or(usize::MAX).min(bytes.len());
        self.stdout.extend_from_slice(bytes.get(..fits).unwrap_or(bytes));
        self.both(bytes);
    }

    pub fn both(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let (first, rest) = bytes.split_at(bytes.len().min(END - self.first.len()));
        self.first.extend_from_slice(first);
        self.last.extend(rest.get(rest.len().saturating_sub(END)..).unwrap_or(rest));
        let too_many = self.last.len().saturating_sub(END);
        self.last.drain(..too_many);
    }

    pub fn ends(&self) -> Output {
        let last: Vec<u8> = self.last.iter().copied().collect();
        let between = self.total - (self.first.len() + last.len()) as u64;
        let (head, tail, cut) = if between == 0 {
            let all = [self.first.as_slice(), &last].concat();
            let (head, taken) = front(&all);
            let rest = all.get(taken..).unwrap_or_default();
            let (tail, cut) = back(rest);
            (head, tail, cut)
        } else {
            let whole = whole_characters(&self.first);
            let (head, taken) = front(whole);
            let (tail, cut) = back(after_continuation(&last));
            let dropped = last.len() - after_continuation(&last).len();
            (head, tail, cut + dropped + (self.first.len() - taken))
        };
        Output { head, tail, bytes_left_out: between + cut as u64 }
    }
}

/// As many characters from the front as fit, and the bytes they stood for.
fn front(bytes: &[u8]) -> (String, usize) {
    let mut text = String::new();
    let mut taken = 0;
    for (character, length) in characters(bytes) {
        if text.len() + character.len_utf8() > END {
            break;
        }
        text.push(character);
        taken += length;
    }
    (text, taken)
}

/// As many characters from the back as fit, and how many bytes before them do not.
fn back(bytes: &[u8]) -> (String, usize) {
    let all: Vec<_> = characters(bytes).collect();
    let mut size = 0;
    let mut kept = 0;
    for (character, _) in all.iter().rev() {
        if size + character.len_utf8() > END {
            break;
        }
        size += character.len_utf8();
        kept += 1;
    }
    let (cut, kept) = all.split_at(all.len() - kept);
    let text = kept.iter().map(|(character, _)| character).collect();
    (text, cut.iter().map(|(_, length)| length).sum())
}

/// Characters with the number of bytes each stood for; what is no text becomes U+FFFD.
fn characters(bytes: &[u8]) -> impl Iterator<Item = (char, usize)> {
    bytes.utf8_chunks().flat_map(|chunk| {
        let invalid = chunk.invalid().len();
        let valid = chunk.valid().chars().map(|character| (character, character.len_utf8()));
        valid.chain((invalid > 0).then_some((char::REPLACEMENT_CHARACTER, invalid)))
    })
}

/// Without a last character of which only the beginning is there.
fn whole_characters(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => {
            bytes.get(..error.valid_up_to()).unwrap_or(bytes)
        }
        // Text, or no text for another reason, possibly with half a character at its end.
        Ok(_) | Err(_) => bytes,
    }
}

/// Without the rest of a character whose beginning is not there.
fn after_continuation(bytes: &[u8]) -> &[u8] {
    let rest = bytes.iter().take(3).take_while(|byte| **byte & 0b1100_0000 == 0b1000_0000).count();
    bytes.get(rest..).unwrap_or(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collected(chunks: &[&[u8]]) -> Collected {
        let mut collected = Collected::default();
        for chunk in chunks {
            collected.both(chunk);
        }
        collected
    }

    #[test]
    fn a_short_output_is_all_head() {
        let output = collected(&[b"one\n", "zwölf\n".as_bytes()]).ends();
        assert_eq!(output.head, "one\nzwölf\n");
        assert_eq!((output.tail.as_str(), output.bytes_left_out), ("", 0));
    }

    #[test]
    fn two_full_ends_leave_nothing_out() {
        let all = [vec![b'a'; END], vec![b'b'; END]].concat();
        let output = collected(&[&all]).ends();
        assert_eq!((output.head.len(), output.tail.len(), output.bytes_left_out), (END, END, 0));
        let more = [all.as_slice(), b"c"].concat();
        let output = collected(&[&more]).ends();
        assert_eq!((output.head.len(), output.tail.len(), output.bytes_left_out), (END, END, 1));
        assert!(output.tail.ends_with("bc"));
    }

    #[test]
    fn every_byte_is_shown_or_counted_whatever_the_chunks() {
        let text = "naïve – 日本語 🦀\n".repeat(5000);
        for size in [1, 7, 4096, text.len()] {
            let chunks: Vec<&[u8]> = text.as_bytes().chunks(size).collect();
            let output = collected(&chunks).ends();
            assert!(output.head.len() <= END && output.tail.len() <= END);
            assert!(text.starts_with(&output.head) && text.ends_with(&output.tail), "{size}");
            let shown = output.head.len() + output.tail.len();
            assert_eq!(shown as u64 + output.bytes_left_out, text.len() as u64);
        }
    }

    #[test]
    fn what_is_no_text_stays_within_the_bounds() {
        let output = collected(&[&vec![0xff; 3 * END]]).ends();
        assert!(output.head.len() <= END && output.tail.len() <= END);
        let shown = output.head.chars().count() + output.tail.chars().count();
        assert_eq!(shown as u64 + output.bytes_left_out, 3 * END as u64);
    }

    #[test]
    fn standard_output_is_kept_up_to_the_limit() {
        let mut collected = Collected::default();
        collected.stdout(b"12345", 8);
        collected.stdout(b"67890", 8);
        assert_eq!(collected.stdout, b"12345678");
        assert_eq!(collected.total, 10);
    }
}
