//! Points of a list within a sentence: "(1) add the route, (2) write the test".

/// Which of the marks count up from the first, of at least two. Each is given with its place and what stands between its
/// brackets.
pub(crate) fn in_order<'w>(marks: impl Iterator<Item = (usize, &'w str)>) -> Vec<usize> {
    let mut found = Vec::new();
    let mut run: Vec<usize> = Vec::new();
    for (at, word) in marks {
        match ordinal(word) {
            Some(number) if number == run.len() + 1 => run.push(at),
            Some(number) => {
                found.extend(Some(core::mem::take(&mut run)).filter(|run| run.len() > 1));
                run.extend((number == 1).then_some(at));
            }
            None => {}
        }
    }
    found.extend(Some(run).filter(|run| run.len() > 1));
    found.concat()
}

fn ordinal(word: &str) -> Option<usize> {
    match word.as_bytes() {
        [letter @ b'a'..=b'h'] => Some(usize::from(letter - b'a') + 1),
        [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9'] => word.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn only_what_counts_up_from_the_first_is_a_list() {
        for (marks, wanted) in [
            (&["1", "2", "3"][..], &[0, 1, 2][..]),
            (&["a", "b"], &[0, 1]),
            (&["1"], &[]),
            (&["2", "3"], &[]),
            (&["1", "3"], &[]),
            (&["7", "1", "x", "2", "1", "2"], &[1, 3, 4, 5]),
            (&["s", "see", ""], &[]),
        ] {
            assert_eq!(in_order(marks.iter().copied().enumerate()), wanted, "{marks:?}");
        }
    }
}
