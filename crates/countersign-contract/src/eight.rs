//! Eight bytes of a text looked at as one number: what each of them is, in its high bit.
//!
//! No sum here carries from one byte into the next: what is added to has at most seven bits, and so has
//! what is added.

const EACH: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x80 * EACH;

/// Which of eight ASCII bytes are letters.
pub(crate) fn letters(bytes: u64) -> u64 {
    between(bytes | (0x20 * EACH), b'a', b'z')
}

/// Which of eight bytes can be part of a name: letters, digits, `_`, `$` and all that is not ASCII.
pub(crate) fn name_parts(bytes: u64) -> u64 {
    let low = bytes & !HIGH;
    let marks = equal(low, b'_') | equal(low, b'$');
    letters(low) | between(low, b'0', b'9') | marks | (bytes & HIGH)
}

/// How many of the bytes, from the first on, have their bit.
pub(crate) fn leading(bits: u64) -> usize {
    (!bits & HIGH).trailing_zeros() as usize / 8
}

/// One bit for each byte, the first lowest.
pub(crate) fn packed(bits: u64) -> u64 {
    ((bits & HIGH) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

fn between(bytes: u64, first: u8, last: u8) -> u64 {
    let at_least = bytes + (0x80 - first as u64) * EACH;
    let beyond = bytes + (0x7F - last as u64) * EACH;
    at_least & !beyond & HIGH
}

fn equal(bytes: u64, byte: u8) -> u64 {
    !((bytes ^ (byte as u64 * EACH)) + 0x7F * EACH) & HIGH
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn each_byte_is_told_by_itself(bytes in "[ -~\\x00-\\x1f\\x7f]{8}") {
            let eight = u64::from_le_bytes(*bytes.as_bytes().first_chunk().unwrap());
            for (at, byte) in bytes.bytes().enumerate() {
                prop_assert_eq!(packed(letters(eight)) >> at & 1 == 1, byte.is_ascii_alphabetic());
            }
        }

        #[test]
        fn parts_of_names_in_any_text(eight in any::<u64>()) {
            let is_part = |byte: &u8| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
            };
            for (at, byte) in eight.to_le_bytes().iter().enumerate() {
                prop_assert_eq!(packed(name_parts(eight)) >> at & 1 == 1, is_part(byte));
            }
            let first = eight.to_le_bytes().iter().take_while(|byte| is_part(byte)).count();
            prop_assert_eq!(leading(name_parts(eight)), first);
        }
    }
}
