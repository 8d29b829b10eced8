//! The same for many things, on all cores where there are enough of them.

use rayon::prelude::*;

/// For fewer, waking another thread takes longer than doing it oneself.
const FEW: usize = 8;

/// In their order.
pub(crate) fn each<T: Send, R: Send>(all: Vec<T>, act: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    in_shares(all, 1, act)
}

/// Likewise, where one core takes so many of them at once.
pub(crate) fn in_shares<T: Send, R: Send>(
    all: Vec<T>,
    share: usize,
    act: impl Fn(T) -> R + Sync + Send,
) -> Vec<R> {
    if all.len() < FEW.max(share.saturating_mul(2)) {
        return all.into_iter().map(act).collect();
    }
    all.into_par_iter().with_min_len(share).map(act).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_come_in_their_order() {
        for count in [0, 1, 7, 8, 1000] {
            let all: Vec<usize> = (0..count).collect();
            let twice: Vec<usize> = all.iter().map(|one| one * 2).collect();
            assert_eq!(each(all.clone(), |one| one * 2), twice);
            assert_eq!(in_shares(all, 32, |one| one * 2), twice);
        }
    }
}
