//! Which of several wrong expectations is taken. Work that could foresee it could look for it.

/// The choices of one round. Another seed makes others, and another round of the same seed makes another one
/// wherever there are enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chance {
    seed: u64,
    round: usize,
}

impl Chance {
    pub fn new(seed: u64, round: usize) -> Self {
        Self { seed, round }
    }

    /// The choices for one place in a file: the same whoever asks.
    pub(super) fn at(self, place: usize) -> Draw {
        Draw { state: scattered(self.seed ^ scattered(place as u64)), round: self.round }
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Draw {
    state: u64,
    round: usize,
}

impl Draw {
    /// One of so many; the first where there is none.
    pub fn of(self, count: usize) -> usize {
        let Some(most) = u64::try_from(count).ok().filter(|most| *most > 0) else { return 0 };
        let first = usize::try_from(self.state % most).unwrap_or(0);
        (first + self.round) % count
    }

    pub fn one_of<T: Copy>(self, all: &[T]) -> Option<T> {
        all.get(self.of(all.len())).copied()
    }

    /// A further choice at the same place.
    pub fn next(self) -> Self {
        Self { state: scattered(self.state), ..self }
    }

    pub fn letter(self) -> char {
        char::from(b'a' + u8::try_from(self.of(26)).unwrap_or(0))
    }
}

/// SplitMix64's finishing steps: neighbours come out far apart.
fn scattered(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_round_makes_another_choice() {
        for place in 0..50 {
            let rounds = [0, 1, 2].map(|round| Chance::new(7, round).at(place).of(3));
            assert_eq!(rounds.iter().sum::<usize>(), 3, "{rounds:?}");
        }
    }

    #[test]
    fn seeds_differ() {
        let drawn = |seed| (0..20).map(|at| Chance::new(seed, 0).at(at).of(10)).collect::<Vec<_>>();
        assert_ne!(drawn(1), drawn(2));
    }
}
