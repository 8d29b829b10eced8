//! Rows that tests of a specification read from a file, with wrong expectations. Only what is named as an expectation is altered:
//! of anything else nobody knows whether right work fails with it.

use serde_json::{Number, Value};

/// What a column or a member is called that says what is right. `output` and `result` may be anything's.
const EXPECTED: [&str; 6] = ["expected", "expect", "expects", "want", "wanted", "wants"];

/// The file with all its expectations wrong; nothing where it names none.
pub fn wrong_rows(path: &str, text: &str) -> Option<String> {
    match path.rsplit_once('.')?.1 {
        "json" => {
            let mut value: Value = serde_json::from_str(text).ok()?;
            in_members(&mut value).then(|| format!("{value:#}\n"))
        }
        "csv" => columns(text, ','),
        "tsv" => columns(text, '\t'),
        _ => None,
    }
}

fn is_expectation(name: &str) -> bool {
    EXPECTED.iter().any(|known| known.eq_ignore_ascii_case(name.trim()))
}

/// Whether anything was altered.
fn in_members(value: &mut Value) -> bool {
    match value {
        Value::Object(members) => {
            let mut is_altered = false;
            for (name, member) in members {
                is_altered |= if is_expectation(name) { alter(member) } else { in_members(member) };
            }
            is_altered
        }
        Value::Array(all) => all.iter_mut().fold(false, |altered, one| in_members(one) | altered),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Makes every scalar another one.
fn alter(value: &mut Value) -> bool {
    match value {
        Value::Null => *value = Value::Bool(true),
        Value::Bool(one) => *one = !*one,
        Value::Number(one) => *one = other_number(one),
        Value::String(one) => *one = other_text(one),
        Value::Array(all) => {
            return all.iter_mut().fold(false, |altered, one| alter(one) | altered);
        }
        Value::Object(members) => {
            return members.values_mut().fold(false, |altered, one| alter(one) | altered);
        }
    }
    true
}

fn other_number(number: &Number) -> Number {
    let whole = number.as_i64().and_then(|one| one.checked_add(1)).map(Number::from);
    let broken = || number.as_f64().and_then(|one| Number::from_f64(one.mul_add(2.0, 1.0)));
    whole.or_else(broken).unwrap_or_else(|| Number::from(1))
}

fn other_text(text: &str) -> String {
    text.parse::<i64>()
        .ok()
        .and_then(|number| number.checked_add(1))
        .map_or_else(|| format!("{text}k"), |number| number.to_string())
}

/// Rows whose first one names the columns. With quotation marks a row may be of several lines.
fn columns(text: &str, separator: char) -> Option<String> {
    let mut lines = text.lines();
    let head = lines.next().filter(|_| !text.contains('"'))?;
    let expected: Vec<bool> = head.split(separator).map(is_expectation).collect();
    let of_line = |line: &str| {
        let cells = line.split(separator).enumerate().map(|(at, cell)| {
            if expected.get(at) == Some(&true) { other_text(cell.trim()) } else { cell.to_owned() }
        });
        cells.collect::<Vec<_>>().join(&separator.to_string())
    };
    let rows: Vec<String> = lines
        .map(|line| if line.trim().is_empty() { line.to_owned() } else { of_line(line) })
        .collect();
    let is_altered = expected.contains(&true) && !rows.is_empty();
    is_altered.then(|| format!("{head}\n{}\n", rows.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_named_as_an_expectation_is_altered() {
        let json = r#"[{"a": 1, "expected": 2}, {"a": "x", "expected": {"b": ["y", true]}}]"#;
        let wrong: Value = serde_json::from_str(&wrong_rows("rows.json", json).unwrap()).unwrap();
        let right = r#"[{"a": 1, "expected": 3}, {"a": "x", "expected": {"b": ["yk", false]}}]"#;
        assert_eq!(wrong, serde_json::from_str::<Value>(right).unwrap());
        let csv = "a,b,expected\n1,2,3\nx,y,xy\n";
        assert_eq!(wrong_rows("rows.csv", csv).unwrap(), "a,b,expected\n1,2,4\nx,y,xyk\n");
        assert_eq!(wrong_rows("rows.json", r#"[{"a": 1}, [2, 3]]"#), None);
        assert_eq!(wrong_rows("rows.csv", "a,b\n1,2\n"), None);
    }
}
