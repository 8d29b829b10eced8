//! Values that are certainly others.

use super::chance::Draw;

/// Another whole number than the literal, in decimal, with the literal's own suffix: a little less, or a
/// little more where it is nothing or one, so that it fits in every type that the literal fits in. Nothing
/// where the literal is not understood.
pub fn other_integer(literal: &str, suffixes: &[&str], draw: Draw) -> Option<String> {
    let digits = literal.replace('_', "");
    let suffix = suffixes.iter().copied().filter(|suffix| digits.ends_with(*suffix));
    // `0x1f32` ends in digits, not in a suffix.
    let is_hex = digits.starts_with("0x") || digits.starts_with("0X");
    let suffix = suffix.max_by_key(|suffix| suffix.len());
    let suffix = suffix.filter(|suffix| !is_hex || !suffix.starts_with('f')).unwrap_or_default();
    let digits = digits.strip_suffix(suffix)?;
    let lower = digits.to_ascii_lowercase();
    let value = if let Some(hex) = lower.strip_prefix("0x") {
        u128::from_str_radix(hex, 16)
    } else if let Some(octal) = lower.strip_prefix("0o") {
        u128::from_str_radix(octal, 8)
    } else if let Some(binary) = lower.strip_prefix("0b") {
        u128::from_str_radix(binary, 2)
    } else if lower.len() > 1 && lower.starts_with('0') {
        // Octal in some languages and not in others.
        return None;
    } else {
        lower.parse()
    };
    let value = value.ok()?;
    let others: &[u128] = match value {
        0 => &[1, 2, 3],
        1 => &[2, 0, 3],
        2 => &[1, 0, 3],
        _ => &[value - 1, value - 2, value - 3],
    };
    let other = draw.one_of(others)?;
    Some(format!("{other}{suffix}"))
}

/// Another number than the literal, written alike and further from it than `tolerance` of either: the first
/// digit that counts is another one. Nothing where the literal is not understood, or no digit is enough.
pub fn other_number(literal: &str, tolerance: Tolerance, draw: Draw) -> Option<String> {
    let value = plain_number(literal)?;
    let mantissa = literal.find(['e', 'E']).unwrap_or(literal.len());
    let digit = |from: char| {
        let digits = literal.get(..mantissa)?.char_indices();
        digits.into_iter().find(|(_, c)| (from..='9').contains(c)).map(|(at, _)| at)
    };
    let at = digit('1').or_else(|| digit('0'))?;
    let others: Vec<String> = ('1'..='9')
        .map(|other| {
            let (before, after) = (literal.get(..at), literal.get(at + 1..));
            format!("{}{other}{}", before.unwrap_or_default(), after.unwrap_or_default())
        })
        .filter(|other| {
            let other = plain_number(other);
            other.is_some_and(|other| other != value && tolerance.is_exceeded(value, other))
        })
        .collect();
    others.get(draw.of(others.len())).cloned()
}

/// How far two numbers may be apart and still be called the same.
#[derive(Debug, Clone, Copy)]
pub struct Tolerance {
    pub absolute: f64,
    /// In parts of the larger one.
    pub relative: f64,
}

impl Tolerance {
    pub const NONE: Self = Self { absolute: 0.0, relative: 0.0 };

    fn is_exceeded(self, one: f64, other: f64) -> bool {
        let largest = one.abs().max(other.abs());
        // Twice as much, so that no rounding decides.
        (one - other).abs() > 2.0 * self.absolute.max(self.relative * largest)
    }
}

/// The value of a decimal literal.
pub fn plain_number(literal: &str) -> Option<f64> {
    const SUFFIXES: [&str; 2] = ["f32", "f64"];
    let plain = literal.replace('_', "");
    let plain = SUFFIXES.iter().find_map(|suffix| plain.strip_suffix(suffix)).unwrap_or(&plain);
    let is_plain = |c: char| c.is_ascii_digit() || ".eE+-".contains(c);
    let value: f64 = plain.chars().all(is_plain).then(|| plain.parse().ok())??;
    value.is_finite().then_some(value)
}

/// Another text than the literal, written alike, so that nothing about it tells that it was altered: one
/// letter or digit is another one of its kind. Where there is none, it is a character longer. Nothing where
/// the literal says more than its letters do.
pub fn other_text(literal: &str, draw: Draw) -> Option<String> {
    let from = literal.find(['"', '\''])?;
    let quote = literal.get(from..)?.chars().next()?;
    let prefix = literal.get(..from)?;
    if !prefix.chars().all(|c| "rRbBuU".contains(c)) {
        return None;
    }
    let thrice = quote.to_string().repeat(3);
    let long = literal.len() >= from + 6 && literal.get(from..)?.starts_with(&thrice);
    let width = if long { 3 } else { 1 };
    let (first, end) = (from + width, literal.len().checked_sub(width)?);
    let inner = literal.get(first..end)?;
    let is_raw = prefix.contains(['r', 'R']);
    let places: Vec<(usize, char)> = changeable(inner, is_raw)?;
    let put = |at: usize, width: usize, text: &str| {
        let (before, after) = (inner.get(..at)?, inner.get(at + width..)?);
        Some(format!("{}{before}{text}{after}{}", literal.get(..first)?, literal.get(end..)?))
    };
    let Some((at, old)) = draw.one_of(&places) else {
        // Once more what stands at its end; a letter where nothing stands there.
        let more = inner.chars().next_back().unwrap_or_else(|| draw.letter());
        let is_safe = !"\\\"'{}%$".contains(more) && !more.is_control();
        return is_safe.then(|| put(inner.len(), 0, &more.to_string())).flatten();
    };
    put(at, 1, &other_character(old, draw.next())?.to_string())
}

/// Another text to look for in a longer one, in which it is not by chance either.
pub fn other_part(literal: &str, draw: Draw) -> Option<String> {
    const ENOUGH: usize = 5;
    let letters = literal.chars().filter(char::is_ascii_alphanumeric).count();
    let other = other_text(literal, draw)?;
    if letters >= ENOUGH {
        return Some(other);
    }
    let end =
        other.rfind(|c: char| !"\"'".contains(c)).map(|at| other.ceil_char_boundary(at + 1))?;
    let mut more = String::new();
    let mut draw = draw;
    for _ in 0..ENOUGH {
        draw = draw.next();
        more.push(draw.letter());
    }
    Some(format!("{}{more}{}", other.get(..end)?, other.get(end..)?))
}

/// Letters and digits that stand for themselves. Nothing for a text with escapes that are not understood.
fn changeable(inner: &str, is_raw: bool) -> Option<Vec<(usize, char)>> {
    let mut places = Vec::new();
    let mut depth = 0_usize;
    let mut characters = inner.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' if !is_raw => {
                let (_, escaped) = characters.next()?;
                if !"ntr\\\"'\n".contains(escaped) {
                    return None;
                }
            }
            // A place in a format is no text.
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '%' => {
                characters.next();
            }
            _ if depth == 0 && character.is_ascii_alphanumeric() => places.push((at, character)),
            _ => {}
        }
    }
    Some(places)
}

/// Another letter or digit of the same kind. No letter in the other case: some who compare do not care.
pub fn other_character(old: char, draw: Draw) -> Option<char> {
    let (first, count) = match old {
        'a'..='z' => (b'a', 26_u8),
        'A'..='Z' => (b'A', 26),
        '0'..='9' => (b'0', 10),
        _ => return None,
    };
    let place = u8::try_from(old).ok()?.checked_sub(first)?;
    let step = u8::try_from(draw.of(usize::from(count) - 1)).ok()? + 1;
    Some(char::from(first + (place + step) % count))
}

/// Letters that stand in no specification by chance, and in every file other ones: a text that is searched
/// for them must know them first.
pub fn mark(text: &str) -> String {
    // FNV-1a.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let mut mark = String::new();
    for _ in 0..8 {
        let letter = u8::try_from(hash % 26).unwrap_or(0);
        mark.push(char::from(b'a' + letter));
        hash /= 26;
    }
    mark
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws() -> impl Iterator<Item = Draw> {
        (0..40).map(|at| crate::spec::Chance::new(11, 0).at(at))
    }

    #[test]
    fn another_integer_fits_where_the_literal_fits() {
        let rust = ["u8", "i32", "usize", "f32"];
        for (literal, most, suffix) in [
            ("4", 3, ""),
            ("0", 3, ""),
            ("255", 254, ""),
            ("255u8", 254, "u8"),
            ("1_000", 999, ""),
            ("0xff", 254, ""),
            ("0x1f32", 7985, ""),
            ("0b101i32", 4, "i32"),
            ("2f32", 3, "f32"),
        ] {
            for draw in draws() {
                let other = other_integer(literal, &rust, draw).unwrap();
                let digits = other.strip_suffix(suffix).unwrap();
                let value: u32 = digits.parse().unwrap();
                assert!(value <= most && literal != other, "{literal} {other}");
            }
        }
        for draw in draws() {
            assert_eq!(other_integer("017", &rust, draw), None);
            assert_eq!(other_integer("1e5", &rust, draw), None);
        }
    }

    #[test]
    fn another_number_is_out_of_reach() {
        let hundredth = Tolerance { absolute: 0.01, relative: 0.0 };
        for draw in draws() {
            for literal in ["3.3", "0.25", "1_000.5", "1e5", "0.0", "7", "2.5f64", ".5"] {
                let other = other_number(literal, hundredth, draw).unwrap();
                let (value, other) =
                    (plain_number(literal).unwrap(), plain_number(&other).unwrap());
                assert!((value - other).abs() > 0.01, "{literal} {other}");
            }
            let all = Tolerance { absolute: 0.0, relative: 1.0 };
            assert_eq!(other_number("3.3", all, draw), None);
            assert_eq!(other_number("0x1f", Tolerance::NONE, draw), None);
        }
    }

    #[test]
    fn another_text_looks_like_the_literal() {
        for draw in draws() {
            for literal in [
                "\"hello-world\"",
                "'Fizz'",
                "b'9!'",
                "\"a…\"",
                "r\"a\\d\"",
                "\"a\\n\"",
                "\"{a} b\"",
            ] {
                let other = other_text(literal, draw).unwrap();
                assert_eq!(other.chars().count(), literal.chars().count(), "{literal} {other}");
                assert_ne!(other.to_lowercase(), literal.to_lowercase());
                let kind = |text: &str| {
                    text.replace(|c: char| c.is_ascii_lowercase(), "a")
                        .replace(|c: char| c.is_ascii_digit(), "0")
                };
                assert_eq!(kind(&other).len(), kind(literal).len());
            }
            assert_eq!(other_text("\"…\"", draw).as_deref(), Some("\"……\""));
            assert_eq!(other_text("\"\"", draw).unwrap().len(), 3);
            assert_eq!(other_text("b\"\"", draw).unwrap().len(), 4);
            assert_eq!(other_text("\"{}\"", draw), None);
            for unclear in ["f\"{name}\"", "\"a\\x41\"", "`x`", "\"\\u{61}\""] {
                assert_eq!(other_text(unclear, draw), None, "{unclear}");
            }
        }
    }

    #[test]
    fn marks_differ_from_file_to_file() {
        assert_ne!(mark("a"), mark("b"));
        assert_eq!(mark("a").len(), 8);
    }
}
