//! Where bytes of one kind are in a text: sixty-four of them are looked at as one number.

use core::ops::ControlFlow;

/// Where such bytes are. A byte of zero must be of another kind.
#[inline]
pub(crate) fn places<F: Fn(u8) -> bool>(text: &[u8], is: F) -> impl Iterator<Item = usize> {
    Bits { text, next: 0, bits: 0, look: move |block: &[u8; BLOCK]| marked(block, &is) }
}

/// Where runs of such bytes begin and end: the places of the first byte and of the one after the last.
#[inline]
pub(crate) fn runs<F: Fn(u8) -> bool>(text: &[u8], is: F) -> impl Iterator<Item = (usize, usize)> {
    // Whether the last byte that was looked at was in a run.
    let mut last = 0;
    let look = move |block: &[u8; BLOCK]| {
        let inside = marked(block, &is);
        let edges = inside ^ (inside << 1 | last);
        last = inside >> (BLOCK - 1);
        edges
    };
    let mut edges = Bits { text, next: 0, bits: 0, look };
    core::iter::from_fn(move || {
        let start = edges.next()?;
        Some((start, edges.next().unwrap_or(text.len())))
    })
}

/// One bit for each byte of a text that is no longer than a number has bits, the first lowest. A byte of zero must be of
/// another kind.
#[inline]
pub(crate) fn bits<F: Fn(u8) -> bool>(text: &[u8], is: F) -> Option<u64> {
    (text.len() <= BLOCK).then(|| marked(&padded(text), is))
}

/// Whether all bytes are of a kind. A byte of zero must be of another.
#[inline]
pub(crate) fn all<F: Fn(u8) -> bool>(text: &[u8], is: F) -> bool {
    text.chunks(BLOCK)
        .all(|part| bits(part, &is).is_some_and(|bits| bits.trailing_ones() as usize >= part.len()))
}

/// Letters of ASCII.
#[inline]
pub(crate) fn is_letter(byte: u8) -> bool {
    (byte | 0x20).wrapping_sub(b'a') < 26
}

/// What can be part of a name: letters, digits, `_`, `$` and all that is not ASCII, so that a name is always
/// cut between characters.
#[inline]
pub(crate) fn is_name_part(byte: u8) -> bool {
    // Without `||`: there is nothing to decide, and sixteen bytes are compared at once.
    is_letter(byte)
        | (byte.wrapping_sub(b'0') < 10)
        | (byte == b'_')
        | (byte == b'$')
        | (byte >= 0x80)
}

/// One bit for each byte of a text, kept to be asked more than once.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    blocks: Vec<u64>,
}

impl Marks {
    /// Where such bytes are. A byte of zero must be of another kind.
    pub fn of(text: &[u8], is: impl Fn(u8) -> bool) -> Self {
        let (whole, rest) = text.as_chunks();
        let mut blocks = Vec::with_capacity(whole.len() + 1);
        blocks.extend(whole.iter().map(|block| marked(block, &is)));
        if !rest.is_empty() {
            blocks.push(marked(&padded(rest), &is));
        }
        Self { blocks }
    }

    /// The first place that is marked, from a place on.
    #[inline]
    pub fn next(&self, from: usize) -> Option<usize> {
        let mut block = from / BLOCK;
        let mut bits = *self.blocks.get(block)? & (u64::MAX << (from % BLOCK));
        while bits == 0 {
            block += 1;
            bits = *self.blocks.get(block)?;
        }
        Some(block * BLOCK + bits.trailing_zeros() as usize)
    }

    /// Takes the marks away from a part of the text.
    pub fn clear(&mut self, from: usize, to: usize) {
        let Some(last) = to.checked_sub(1).filter(|last| from <= *last) else { return };
        let (first_block, last_block) = (from / BLOCK, last / BLOCK);
        for block in first_block..=last_block {
            let after = if block == first_block { u64::MAX << (from % BLOCK) } else { u64::MAX };
            let before =
                if block == last_block { u64::MAX >> (BLOCK - 1 - last % BLOCK) } else { u64::MAX };
            if let Some(bits) = self.blocks.get_mut(block) {
                *bits &= !(after & before);
            }
        }
    }

    /// Where runs of marked places begin.
    #[inline]
    pub fn starts(&self) -> impl Iterator<Item = usize> {
        let mut blocks = self.blocks.iter();
        let (mut base, mut starts, mut last) = (0_usize.wrapping_sub(BLOCK), 0_u64, 0);
        core::iter::from_fn(move || {
            while starts == 0 {
                let inside = *blocks.next()?;
                starts = inside & !(inside << 1 | last);
                last = inside >> (BLOCK - 1);
                base = base.wrapping_add(BLOCK);
            }
            let at = base + starts.trailing_zeros() as usize;
            starts &= starts - 1;
            Some(at)
        })
    }

    /// Where the run that a marked place is in ends.
    #[inline]
    pub fn run_end(&self, from: usize) -> usize {
        let mut block = from / BLOCK;
        let bits = self.blocks.get(block).copied().unwrap_or_default();
        let mut end = from + (bits >> (from % BLOCK)).trailing_ones() as usize;
        // Whether it goes on in the blocks that follow.
        while end == (block + 1) * BLOCK {
            block += 1;
            let more = self.blocks.get(block).copied().unwrap_or_default();
            end += more.trailing_ones() as usize;
        }
        end
    }

    /// Where runs of marked places begin and end, in a text of this length.
    #[inline]
    pub fn runs(&self, length: usize) -> impl Iterator<Item = (usize, usize)> {
        self.runs_from(0, length)
    }

    /// Those from a place on.
    #[inline]
    pub fn runs_from(&self, from: usize, length: usize) -> impl Iterator<Item = (usize, usize)> {
        let first = from / BLOCK;
        let mut blocks = self.blocks.get(first..).unwrap_or_default().iter();
        let mut wanted = u64::MAX << (from % BLOCK);
        let (mut base, mut edges, mut last) = ((first * BLOCK).wrapping_sub(BLOCK), 0_u64, 0);
        let mut edge = move || {
            while edges == 0 {
                let inside = *blocks.next()? & core::mem::replace(&mut wanted, u64::MAX);
                edges = inside ^ (inside << 1 | last);
                last = inside >> (BLOCK - 1);
                base = base.wrapping_add(BLOCK);
            }
            let at = base + edges.trailing_zeros() as usize;
            edges &= edges - 1;
            Some(at)
        };
        core::iter::from_fn(move || {
            let start = edge()?;
            Some((start, edge().unwrap_or(length)))
        })
    }

    /// Tells where each run of at least [`LONG_RUN`] marked places begins and ends, until it is told to stop.
    #[inline]
    pub fn each_long_run(&self, mut tell: impl FnMut(usize, usize) -> ControlFlow<()>) {
        let mut last = 0;
        for (block, bits) in self.blocks.iter().copied().enumerate() {
            let after = self.blocks.get(block + 1).copied().unwrap_or_default();
            let goes_on = |by: u32| bits >> by | after << (u64::BITS - by);
            let long = bits & goes_on(1) & goes_on(2) & goes_on(3);
            let mut starts = long & !(bits << 1 | last);
            last = bits >> (BLOCK - 1);
            while starts != 0 {
                let bit = starts.trailing_zeros();
                starts &= starts - 1;
                let start = block * BLOCK + bit as usize;
                let mut end = start + (bits >> bit).trailing_ones() as usize;
                // Whether it goes on in the blocks that follow.
                let mut further = block + 1;
                while end == further * BLOCK
                    && let Some(more) = self.blocks.get(further)
                {
                    end += more.trailing_ones() as usize;
                    further += 1;
                }
                if tell(start, end).is_break() {
                    return;
                }
            }
        }
    }

    /// The last run before a place.
    pub fn last_run(&self, before: usize) -> Option<(usize, usize)> {
        let last = self.last(before, 0)?;
        let start = self.last(last, u64::MAX).map_or(0, |unmarked| unmarked + 1);
        Some((start, last + 1))
    }

    /// The last place before another that is marked, or that is not, where all bits are turned.
    fn last(&self, before: usize, turned: u64) -> Option<usize> {
        let mut block = before / BLOCK;
        let below = !(u64::MAX << (before % BLOCK));
        let mut bits = (self.blocks.get(block).copied().unwrap_or_default() ^ turned) & below;
        while bits == 0 {
            block = block.checked_sub(1)?;
            bits = *self.blocks.get(block)? ^ turned;
        }
        Some(block * BLOCK + (BLOCK - 1) - bits.leading_zeros() as usize)
    }
}

/// With zeros after it.
fn padded(rest: &[u8]) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    let length = rest.len().min(BLOCK);
    if let (Some(to), Some(from)) = (block.get_mut(..length), rest.get(..length)) {
        to.copy_from_slice(from);
    }
    block
}

/// The bits of a text, one for each byte.
struct Bits<'t, F> {
    text: &'t [u8],
    look: F,
    /// Where the bytes begin that are not looked at yet.
    next: usize,
    /// Those of the bytes before them that were not told yet.
    bits: u64,
}

const BLOCK: usize = 64;

/// How long a long run is at least.
pub(crate) const LONG_RUN: usize = 4;

impl<F: FnMut(&[u8; BLOCK]) -> u64> Bits<'_, F> {
    /// Apart from the rest, which is then short enough to be part of every loop.
    #[inline(never)]
    fn look_further(&mut self) -> Option<()> {
        while self.bits == 0 {
            let rest = self.text.get(self.next..).filter(|rest| !rest.is_empty())?;
            self.bits = match rest.first_chunk() {
                Some(block) => (self.look)(block),
                None => (self.look)(&padded(rest)),
            };
            self.next += BLOCK;
        }
        Some(())
    }
}

impl<F: FnMut(&[u8; BLOCK]) -> u64> Iterator for Bits<'_, F> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.bits == 0 {
            self.look_further()?;
        }
        let at = self.next - BLOCK + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(at)
    }
}

/// One bit for each byte, the first lowest.
#[cfg(target_arch = "x86_64")]
#[inline]
fn marked(block: &[u8; BLOCK], is: impl Fn(u8) -> bool) -> u64 {
    use safe_arch::{m128i, move_mask_i8_m128i};

    let flags = block.map(|byte| if is(byte) { u8::MAX } else { 0 });
    let (parts, _) = flags.as_chunks::<16>();
    // The highest bit of each byte, as every processor of this kind can gather them.
    let gathered = |part: &[u8; 16]| u64::from(move_mask_i8_m128i(m128i::from(*part)) as u16);
    parts.iter().rev().fold(0, |bits, part| bits << 16 | gathered(part))
}

/// One bit for each byte, the first lowest.
#[cfg(not(target_arch = "x86_64"))]
fn marked(block: &[u8; BLOCK], is: impl Fn(u8) -> bool) -> u64 {
    let flags = block.map(|byte| u8::from(is(byte)));
    let (eights, _) = flags.as_chunks::<8>();
    // The product has the lowest bits of all eight bytes in its highest byte.
    let gathered = |eight: &[u8; 8]| {
        u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> (u64::BITS - 8)
    };
    eights.iter().rev().fold(0, |bits, eight| bits << 8 | gathered(eight))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Byte by byte.
    fn known(text: &[u8], is: fn(u8) -> bool) -> Vec<(usize, usize)> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (at, _) in text.iter().enumerate().filter(|(_, byte)| is(**byte)) {
            match found.last_mut().filter(|(_, end)| *end == at) {
                Some((_, end)) => *end += 1,
                None => found.push((at, at + 1)),
            }
        }
        found
    }

    fn is_known_name_part(byte: u8) -> bool {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
    }

    proptest! {
        #[test]
        fn runs_are_where_the_bytes_are(text in "[ -~\\n]{0,200}|\\PC*|(a{60,70}| {60,70}|é)*|[a-z]{0,200}") {
            let text = text.as_bytes();
            let letters: Vec<_> = runs(text, is_letter).collect();
            prop_assert_eq!(letters, known(text, |byte| byte.is_ascii_alphabetic()));
            let names: Vec<_> = runs(text, is_name_part).collect();
            prop_assert_eq!(names, known(text, is_known_name_part));
            let own: Vec<_> = places(text, |byte| byte == b'\n').collect();
            let newlines = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
            prop_assert_eq!(own, newlines.map(|(at, _)| at).collect::<Vec<_>>());
        }

        #[test]
        fn marks_are_where_the_bytes_are(
            text in "[ -~\\n]{0,200}|(a{60,70}| {60,70}|é)*", from in 0..210_usize, length in 0..140_usize
        ) {
            let text = text.as_bytes();
            let mut marks = Marks::of(text, is_letter);
            prop_assert_eq!(marks.runs(text.len()).collect::<Vec<_>>(), known(text, |byte| byte.is_ascii_alphabetic()));
            let long = known(text, |byte| byte.is_ascii_alphabetic());
            let long: Vec<_> = long.into_iter().filter(|(start, end)| end - start >= LONG_RUN).collect();
            let mut own = Vec::new();
            marks.each_long_run(|start, end| {
                own.push((start, end));
                ControlFlow::Continue(())
            });
            prop_assert_eq!(&own, &long);
            let mut first = None;
            marks.each_long_run(|start, end| {
                first = Some((start, end));
                ControlFlow::Break(())
            });
            prop_assert_eq!(first, long.first().copied());
            let each = marks.starts().map(|start| (start, marks.run_end(start)));
            prop_assert_eq!(each.collect::<Vec<_>>(), known(text, |byte| byte.is_ascii_alphabetic()));
            let short = text.get(..64).unwrap_or(text);
            let of_short = short.iter().rev().map(|byte| u64::from(byte.is_ascii_alphabetic()));
            prop_assert_eq!(bits(short, is_letter), Some(of_short.fold(0, |bits, bit| bits << 1 | bit)));
            let next = text.iter().enumerate().skip(from).find(|(_, byte)| byte.is_ascii_alphabetic());
            prop_assert_eq!(marks.next(from), next.map(|(at, _)| at));
            let letters = known(text, |byte| byte.is_ascii_alphabetic());
            let before = letters.iter().rev().find(|(start, _)| *start < from);
            let last_run = before.map(|(start, end)| (*start, (*end).min(from)));
            prop_assert_eq!(marks.last_run(from.min(text.len())), last_run);
            let rest = letters.iter().filter(|(_, end)| *end > from);
            let rest: Vec<_> = rest.map(|(start, end)| ((*start).max(from), *end)).collect();
            prop_assert_eq!(marks.runs_from(from, text.len()).collect::<Vec<_>>(), rest);
            marks.clear(from, from + length);
            let mut cleared = text.to_vec();
            cleared.iter_mut().skip(from).take(length).for_each(|byte| *byte = b' ');
            let left = known(&cleared, |byte| byte.is_ascii_alphabetic());
            prop_assert_eq!(marks.runs(text.len()).collect::<Vec<_>>(), left);
        }

        #[test]
        fn each_byte_is_of_its_kind(byte in any::<u8>()) {
            prop_assert_eq!(all(&[b'a', byte], is_letter), byte.is_ascii_alphabetic());
            prop_assert_eq!(is_letter(byte), byte.is_ascii_alphabetic());
            prop_assert_eq!(is_name_part(byte), is_known_name_part(byte));
        }
    }
}
