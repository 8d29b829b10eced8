//! Rows that tests read from a file, with wrong expectations. What is named as an expectation is altered; where nothing is,
//! what is named as an answer, and where the rows have no such names, the last of each or all that they hold.

use serde_json::{Map, Number, Value};

/// What a column or a member is called that says what is right.
const EXPECTED: [&str; 6] = ["expected", "expect", "expects", "want", "wanted", "wants"];
/// What may say it. `output` and `result` may be anything's.
const ANSWER: [&str; 14] = [
    "output", "outputs", "out", "result", "results", "answer", "answers", "returns", "return",
    "right", "correct", "solution", "should", "response",
];

/// A data file with wrong rows.
#[derive(Debug, PartialEq, Eq)]
pub struct WrongRows {
    pub text: String,
    pub by: Choice,
    /// What the members or columns of its rows are called.
    pub names: Vec<String>,
}

/// Which members of a row are altered; the surest of what a file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Choice {
    /// Rows without any name that tells. Right work need not fail with these altered: a test may only write them and
    /// read them again.
    Any,
    Answer,
    Expected,
}

impl Choice {
    const ALL: [Self; 3] = [Self::Expected, Self::Answer, Self::Any];

    /// `expected_output` and `wantErr` are named as well.
    fn takes(self, name: &str) -> bool {
        let known: &[&str] = match self {
            Self::Expected => &EXPECTED,
            Self::Answer => &ANSWER,
            Self::Any => return false,
        };
        words(name).iter().any(|word| known.contains(&word.as_str()))
    }
}

/// `wantErr` as `want` and `err`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for c in name.chars() {
        if !c.is_alphanumeric() || c.is_uppercase() {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(last) = words.last_mut()
        {
            last.extend(c.to_lowercase());
        }
    }
    // A name in capitals is one word.
    if !name.contains(char::is_lowercase) {
        words.push(name.trim().to_lowercase());
    }
    words
}

/// The file with all its expectations wrong; nothing where it has no rows.
pub fn wrong_rows(path: &str, text: &str) -> Option<WrongRows> {
    let of = |choice: Choice| -> Option<String> {
        match path.rsplit_once('.')?.1 {
            "json" => {
                let mut value: Value = serde_json::from_str(text).ok()?;
                in_members(&mut value, choice).then(|| format!("{value:#}\n"))
            }
            "csv" => columns(text, ',', choice),
            "tsv" => columns(text, '\t', choice),
            "yaml" | "yml" => pairs(text, choice),
            _ => None,
        }
    };
    let names = || match path.rsplit_once('.') {
        Some((_, "json")) => {
            serde_json::from_str(text).map_or_else(|_| Vec::new(), |it| names(&it))
        }
        Some((_, "csv" | "tsv")) => {
            let cells = text.lines().next().unwrap_or_default().split([',', '\t']);
            cells.map(|cell| cell.trim().to_owned()).collect()
        }
        _ => Vec::new(),
    };
    let of = |by| Some(WrongRows { text: of(by)?, by, names: names() });
    Choice::ALL.into_iter().find_map(of)
}

/// Of the first rows that there are.
fn names(value: &Value) -> Vec<String> {
    match value {
        Value::Array(all) if are_rows(all) => match all.first() {
            Some(Value::Object(row)) => row.keys().cloned().collect(),
            Some(_) | None => Vec::new(),
        },
        Value::Array(all) => {
            all.iter().map(names).find(|names| !names.is_empty()).unwrap_or_default()
        }
        Value::Object(members) => {
            members.values().map(names).find(|names| !names.is_empty()).unwrap_or_default()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

/// Whether anything was altered.
fn in_members(value: &mut Value, choice: Choice) -> bool {
    match value {
        Value::Object(members) => {
            let mut is_altered = false;
            for (name, member) in members {
                let is_taken = choice.takes(name);
                is_altered |= if is_taken { alter(member, 1) } else { in_members(member, choice) };
            }
            is_altered
        }
        Value::Array(all) if choice == Choice::Any && are_rows(all) => {
            all.iter_mut().fold(false, |altered, row| in_row(row) | altered)
        }
        Value::Array(all) => {
            all.iter_mut().fold(false, |altered, one| in_members(one, choice) | altered)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Two or more of the same shape, of two things or more.
fn are_rows(all: &[Value]) -> bool {
    let keys = |row: &Map<String, Value>| row.keys().cloned().collect::<Vec<_>>();
    let Some((first, others)) = all.split_first().filter(|(_, others)| !others.is_empty()) else {
        return false;
    };
    match first {
        Value::Array(row) => {
            let is_same = |one: &Value| one.as_array().is_some_and(|one| one.len() == row.len());
            row.len() > 1 && others.iter().all(is_same)
        }
        Value::Object(row) => {
            let is_same = |one: &Value| one.as_object().is_some_and(|one| keys(one) == keys(row));
            row.len() > 1 && others.iter().all(is_same)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Of a list the last is mostly what is expected, and where it is not, right work answers otherwise. Members have no
/// order: each is altered in another way, so that what belongs together does not any more.
fn in_row(row: &mut Value) -> bool {
    match row {
        Value::Array(cells) => cells.last_mut().is_some_and(|last| alter(last, 1)),
        Value::Object(members) => {
            let members = members.values_mut().zip(1..);
            members.fold(false, |altered, (one, by)| alter(one, by * by + 1) | altered)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Makes every scalar another one.
fn alter(value: &mut Value, by: i64) -> bool {
    match value {
        Value::Null => *value = Value::Bool(true),
        Value::Bool(one) => *one = !*one,
        Value::Number(one) => *one = other_number(one, by),
        Value::String(one) => *one = other_text(one, by),
        Value::Array(all) => {
            return all.iter_mut().fold(false, |altered, one| alter(one, by) | altered);
        }
        Value::Object(members) => {
            return members.values_mut().fold(false, |altered, one| alter(one, by) | altered);
        }
    }
    true
}

fn other_number(number: &Number, by: i64) -> Number {
    let whole = number.as_i64().and_then(|one| one.checked_add(by)).map(Number::from);
    let broken = || number.as_f64().and_then(|one| Number::from_f64(one.mul_add(2.0, 1.0)));
    whole.or_else(broken).unwrap_or_else(|| Number::from(1))
}

fn other_text(text: &str, by: i64) -> String {
    let whole = || text.parse::<i64>().ok()?.checked_add(by).map(|number| number.to_string());
    let broken = || text.parse::<f64>().ok().map(|number| number.mul_add(2.0, 1.0).to_string());
    let told = || match text {
        "true" => Some("false".to_owned()),
        "false" => Some("true".to_owned()),
        _ => None,
    };
    let letters = || "kqvx".chars().cycle().take(usize::try_from(by).unwrap_or(1));
    let longer = || text.chars().chain(letters()).collect();
    whole().or_else(broken).or_else(told).unwrap_or_else(longer)
}

/// Rows whose first one names the columns, unless it is one of them. With quotation marks a row may be of several lines.
fn columns(text: &str, separator: char, choice: Choice) -> Option<String> {
    let mut lines = text.lines();
    let head = lines.next().filter(|_| !text.contains('"'))?;
    let names: Vec<&str> = head.split(separator).collect();
    let has_names = names.iter().all(|name| name.trim().parse::<f64>().is_err());
    let last = names.len().checked_sub(1).filter(|last| *last > 0);
    let is_taken = |at: usize| match choice {
        Choice::Expected | Choice::Answer => {
            has_names && names.get(at).is_some_and(|name| choice.takes(name))
        }
        Choice::Any => Some(at) == last,
    };
    let of_line = |line: &str| {
        let cells = line.split(separator).enumerate();
        let cells = cells.map(|(at, cell)| match is_taken(at) {
            true => other_text(cell.trim(), 1),
            false => cell.to_owned(),
        });
        cells.collect::<Vec<_>>().join(&separator.to_string())
    };
    let rows: Vec<String> = lines
        .map(|line| if line.trim().is_empty() { line.to_owned() } else { of_line(line) })
        .collect();
    let head = if has_names { head.to_owned() } else { of_line(head) };
    let is_altered = (0..names.len()).any(is_taken) && !(has_names && rows.is_empty());
    is_altered.then(|| [vec![head], rows].concat().join("\n") + "\n")
}

/// YAML by its pairs of a name and a scalar, in lines of their own or in braces. What goes over lines stays as it is.
fn pairs(text: &str, choice: Choice) -> Option<String> {
    let mut is_altered = false;
    let mut written = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        while let Some((before, after)) = rest.split_once(':') {
            let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
            let quoted = before.trim_end_matches(['"', '\'']);
            let name = quoted.rsplit(|c: char| !is_name(c)).next().unwrap_or_default();
            written.push_str(before);
            written.push(':');
            rest = after;
            let value = after.trim_start_matches(' ');
            let end = scalar(value);
            let found = value.get(..end).map(str::trim_end).filter(|value| !value.is_empty());
            let begins_more = |value: &str| value.starts_with(['|', '>', '{', '[', '&', '*', '!']);
            let Some(found) = found.filter(|found| choice.takes(name) && !begins_more(found))
            else {
                continue;
            };
            let quote = found.chars().next().filter(|c| matches!(c, '"' | '\''));
            let inner = quote.map_or(found, |quote| found.trim_matches(quote));
            let quote = quote.map(String::from).unwrap_or_default();
            written.push_str(&format!(" {quote}{}{quote}", other_text(inner, 1)));
            rest = value.get(found.len()..).unwrap_or_default();
            is_altered = true;
        }
        written.push_str(rest);
    }
    is_altered.then_some(written)
}

/// How far a scalar goes on its line.
fn scalar(value: &str) -> usize {
    if let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let inner = value.get(1..).unwrap_or_default();
        return inner.find(quote).map_or(0, |end| end + 2);
    }
    let comment = value.find(" #");
    let end = value.find([',', '}', ']', '\n', '\r']);
    comment.into_iter().chain(end).min().unwrap_or(value.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(path: &str, text: &str) -> (String, Choice) {
        let WrongRows { text, by, .. } = wrong_rows(path, text).unwrap();
        (text, by)
    }

    fn wrong_json(text: &str) -> (Value, Choice) {
        let (text, by) = wrong("rows.json", text);
        (serde_json::from_str(&text).unwrap(), by)
    }

    #[test]
    fn what_is_named_as_an_expectation_is_altered_and_nothing_else() {
        let json = r#"[{"a": 1, "expected": 2}, {"a": "x", "expected": {"b": ["y", true]}}]"#;
        let right = r#"[{"a": 1, "expected": 3}, {"a": "x", "expected": {"b": ["yk", false]}}]"#;
        assert_eq!(wrong_json(json), (serde_json::from_str(right).unwrap(), Choice::Expected));
        let csv = "a,b,expected\n1,2,3\nx,y,xy\n";
        assert_eq!(
            wrong("rows.csv", csv),
            ("a,b,expected\n1,2,4\nx,y,xyk\n".into(), Choice::Expected)
        );
        let yaml = "- a: 1\n  expected: 2 # two\n- {a: 'x', wantText: \"y\", b: z}\n";
        let right = "- a: 1\n  expected: 3 # two\n- {a: 'x', wantText: \"yk\", b: z}\n";
        assert_eq!(wrong("rows.yaml", yaml), (right.into(), Choice::Expected));
    }

    #[test]
    fn without_such_a_name_answers_or_the_last_of_a_row_are_altered() {
        assert_eq!(
            wrong("a.csv", "celsius,answer\n0,32\n"),
            ("celsius,answer\n0,33\n".into(), Choice::Answer)
        );
        assert_eq!(wrong("a.csv", "a,sum\n0,32\n"), ("a,sum\n0,33\n".into(), Choice::Any));
        assert_eq!(wrong("a.csv", "1,2\n3,4\n"), ("1,3\n3,5\n".into(), Choice::Any));
        let json = wrong_json(r#"{"rows": [[1, 2], [3, 4]]}"#);
        assert_eq!(json, (serde_json::json!({"rows": [[1, 3], [3, 5]]}), Choice::Any));
        let json = wrong_json(r#"[{"a": 1, "b": 1}, {"a": 2, "b": 2}]"#);
        assert_eq!(json, (serde_json::json!([{"a": 3, "b": 6}, {"a": 4, "b": 7}]), Choice::Any));
    }

    #[test]
    fn what_has_no_rows_stays() {
        for (path, text) in [
            ("rows.json", r#"[{"a": 1}, [2, 3]]"#),
            ("rows.json", r#"{"name": "x", "size": 2}"#),
            ("rows.csv", "a\n1\n"),
            ("rows.yaml", "a: 1\nexpected: |\n  text\n"),
            ("rows.txt", "expected: 1\n"),
        ] {
            assert_eq!(wrong_rows(path, text), None, "{path}: {text}");
        }
    }
}
