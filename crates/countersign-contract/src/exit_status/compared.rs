//! Comparisons that come out alike whatever the work is like: `test 1 -eq 1`, `[ $? -ge 0 ]`, `[[ -n "x" ]]`.

use super::simple::{is_literal, plain};
use super::{CAN, CANNOT, Shell, Status};

/// Most words of one comparison that are looked at.
const MOST: usize = 64;

/// How a comparison of these words may end.
pub(super) fn status_of(words: &[&str]) -> Status {
    match outcome(words) {
        Some(true) => CANNOT,
        Some(false) => Status { never: true, ..CAN },
        None => CAN,
    }
}

/// How it comes out, where that is the same each time. The words are those between the brackets, as they are written.
pub(crate) fn outcome(words: &[&str]) -> Option<bool> {
    if words.len() > MOST {
        return None;
    }
    let any = joined(words, &["-o", "||"]).map(|part| {
        let mut all = joined(part, &["-a", "&&"]).map(single);
        all.try_fold(true, |so_far, one| match one {
            Some(false) => Err(Some(false)),
            Some(true) => Ok(so_far),
            None => Err(None),
        })
    });
    let mut known = true;
    for part in any {
        match part {
            Ok(true) => return Some(true),
            Ok(false) | Err(Some(_)) => {}
            Err(None) => known = false,
        }
    }
    known.then_some(false)
}

/// The parts between words that join them. What such a word stands behind or before may make it an operand.
fn joined<'a, 'w>(words: &'a [&'w str], by: &[&str]) -> impl Iterator<Item = &'a [&'w str]> {
    let is_operator =
        |word: &str| word.starts_with('-') || matches!(word, "!" | "=" | "==" | "!=" | "=~" | "(");
    let mut cuts = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        if by.contains(word) && before.is_some_and(|before| !is_operator(before)) {
            cuts.push(at);
        }
    }
    cuts.push(words.len());
    let mut from = 0;
    cuts.into_iter().map(move |to| {
        let part = words.get(from..to).unwrap_or_default();
        from = to + 1;
        part
    })
}

fn single(words: &[&str]) -> Option<bool> {
    match words {
        [] => Some(false),
        ["!", rest @ ..] if !rest.is_empty() => single(rest).map(|holds| !holds),
        [word] | ["-n", word] => says_something(word),
        ["-z", word] => says_something(word).map(|says| !says),
        [one, operator, other] => compared(one, operator, other),
        _ => None,
    }
}

fn says_something(word: &str) -> Option<bool> {
    match value(word)? {
        Value::Text(text) => Some(!text.is_empty()),
        Value::Code => Some(true),
    }
}

enum Value {
    Text(String),
    /// How the last command ended.
    Code,
}

impl Value {
    /// The least and the greatest number that it may be.
    fn range(&self) -> Option<(i64, i64)> {
        match self {
            Self::Text(text) => text.parse().ok().map(|number| (number, number)),
            Self::Code => Some((0, 255)),
        }
    }
}

/// What a word stands for, where that is known.
fn value(word: &str) -> Option<Value> {
    let of_a_part = word.trim_matches('"').starts_with("${PIPESTATUS[");
    if of_a_part || matches!(word, "$?" | "\"$?\"" | "${?}" | "\"${?}\"") {
        return Some(Value::Code);
    }
    // Names of files may be put in their place.
    let is_pattern = word.contains(['*', '?', '[', '{', '~', '(', '<', '>']);
    (is_literal(word) && !is_pattern).then(|| Value::Text(plain(word).into_owned()))
}

fn compared(one: &str, operator: &str, other: &str) -> Option<bool> {
    if matches!(operator, "=" | "==" | "!=") {
        let same = match (value(one), value(other)) {
            (Some(Value::Text(one)), Some(Value::Text(other))) => one == other,
            _ if one == other && is_variable(one) => true,
            _ => return None,
        };
        return Some(same == (operator != "!="));
    }
    let ((low, high), (from, to)) = (value(one)?.range()?, value(other)?.range()?);
    let sure = |holds: bool, fails: bool| match (holds, fails) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        (false, false) => None,
    };
    let apart = high < from || to < low;
    let same = low == high && from == to && low == from;
    match operator {
        "-eq" => sure(same, apart),
        "-ne" => sure(apart, same),
        "-ge" => sure(low >= to, high < from),
        "-gt" => sure(low > to, high <= from),
        "-le" => sure(high <= from, low > to),
        "-lt" => sure(high < from, low >= to),
        _ => None,
    }
}

/// `"$name"`, which is the same as itself.
fn is_variable(word: &str) -> bool {
    let name = word.strip_prefix("\"$").and_then(|rest| rest.strip_suffix('"'));
    name.is_some_and(|name| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}

impl<'s> Shell<'s> {
    /// `((1))`
    pub(super) fn arithmetic(&mut self) -> Status {
        let start = self.at;
        self.balanced();
        let said = self.text.get(start..self.at).unwrap_or_default();
        let number: Option<i64> = said.trim_matches(['(', ')', ' ']).parse().ok();
        let status = match number {
            Some(0) => Status { never: true, ..CAN },
            Some(_) => CANNOT,
            None => CAN,
        };
        self.fallible |= status.fails;
        status
    }

    /// `[[ … ]]`, behind its brackets.
    pub(super) fn conditional(&mut self) -> Status {
        let words = self.until_closed();
        let status = status_of(&words);
        self.fallible |= status.fails;
        status
    }
}
