//! Values that are certainly others.

/// Another whole number than the literal, in decimal, with the literal's own suffix: one less, or one
/// where it is zero, so that it fits in every type that the literal fits in. Nothing where the literal is
/// not understood.
pub fn other_integer(literal: &str, suffixes: &[&str]) -> Option<String> {
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
    let other = value.ok()?.checked_sub(1).unwrap_or(1);
    Some(format!("{other}{suffix}"))
}

/// Another text than the literal, written alike: one letter or digit is another one, so that nothing about it
/// tells that it was altered. Nothing where the literal has none, or says more than its letters do.
pub fn other_text(literal: &str) -> Option<String> {
    let from = literal.find(['"', '\''])?;
    let prefix = literal.get(..from)?;
    let is_plain = |text: &str| !text.contains(['\\', '{', '\n', '#']);
    if !is_plain(literal) || prefix.contains(['f', 'F', '`']) {
        return None;
    }
    let (at, last) = literal.char_indices().rev().find(|(_, c)| c.is_ascii_alphanumeric())?;
    let other = match last {
        'z' => 'y',
        'Z' => 'Y',
        '9' => '8',
        _ => char::from(u8::try_from(last).ok()?.checked_add(1)?),
    };
    // A letter before the quotes is no part of the text.
    (at > from).then(|| {
        let (before, after) = (literal.get(..at), literal.get(at + 1..));
        format!("{}{other}{}", before.unwrap_or_default(), after.unwrap_or_default())
    })
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

    #[test]
    fn another_integer_fits_where_the_literal_fits() {
        let rust = ["u8", "i32", "usize", "f32"];
        for (literal, other) in [
            ("4", "3"),
            ("0", "1"),
            ("255", "254"),
            ("255u8", "254u8"),
            ("1_000", "999"),
            ("0xff", "254"),
            ("0x1f32", "7985"),
            ("0b101i32", "4i32"),
            ("2f32", "1f32"),
        ] {
            assert_eq!(other_integer(literal, &rust).as_deref(), Some(other), "{literal}");
        }
        assert_eq!(other_integer("017", &rust), None);
        assert_eq!(other_integer("1e5", &rust), None);
    }

    #[test]
    fn another_text_looks_like_the_literal() {
        for (literal, other) in [
            ("\"hello-world\"", "\"hello-worle\""),
            ("'Fizz'", "'Fizy'"),
            ("b'9!'", "b'8!'"),
            ("\"a…\"", "\"b…\""),
        ] {
            assert_eq!(other_text(literal).as_deref(), Some(other), "{literal}");
        }
        for unclear in ["\"\"", "b\"\"", "\"…\"", "f\"{name}\"", "\"a\\n\"", "`x`"] {
            assert_eq!(other_text(unclear), None, "{unclear}");
        }
    }

    #[test]
    fn marks_differ_from_file_to_file() {
        assert_ne!(mark("a"), mark("b"));
        assert_eq!(mark("a").len(), 8);
    }
}
