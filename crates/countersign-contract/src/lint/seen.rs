//! What was there before.

use std::collections::HashSet;

/// As many as are looked through one by one. For more that would not end.
const FEW: usize = 8;

/// A set that costs nothing for a few, which most are.
#[derive(Debug, Default)]
pub(super) struct Seen<'s> {
    few: [&'s str; FEW],
    count: usize,
    /// Those that came after the first few.
    more: HashSet<&'s str>,
}

impl<'s> Seen<'s> {
    /// Whether it was not there before.
    pub fn insert(&mut self, text: &'s str) -> bool {
        if self.few.iter().take(self.count).any(|known| *known == text) {
            return false;
        }
        match self.few.get_mut(self.count) {
            Some(free) => {
                *free = text;
                self.count += 1;
                true
            }
            None => self.more.insert(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn each_is_new_once(texts in prop::collection::vec("[a-d]{0,2}", 0..40)) {
            let (mut seen, mut known) = (Seen::default(), HashSet::new());
            for text in &texts {
                prop_assert_eq!(seen.insert(text), known.insert(text));
            }
        }
    }
}
