//! `expect(total)` without a word on what is expected of it: no library fails there.

use crate::Span;
use crate::lint::code::Language;

use super::always_true::outer;

/// Words between a subject and what is claimed of it, which claim nothing themselves.
const LINKS: [&str; 14] = [
    "to", "be", "been", "is", "that", "which", "and", "has", "have", "deep", "a", "not",
    "resolves", "rejects",
];

/// After one of these a line goes on with what stands before it.
const OPERATORS: [char; 15] =
    ['=', '(', ',', '[', '?', ':', '>', '<', '&', '|', '+', '-', '*', '/', '.'];

/// The statement that begins with a name and expects something that it does not say.
pub(super) fn claims_nothing(
    bare: &str,
    language: Language,
    (at, name): (usize, &str),
) -> Option<Span> {
    let has_matchers = matches!(language, Language::Script | Language::Ruby);
    if name != "expect" || !has_matchers || !begins_statement(bare.get(..at)?) {
        return None;
    }
    let open = at + name.len();
    let inside = bare.get(open..)?.strip_prefix('(')?;
    let mut end = open + 1 + outer(inside, |_| {})? + 1;
    loop {
        let rest = bare.get(end..)?;
        let Some(member) = rest.trim_start().strip_prefix('.') else { break };
        let word = member.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let is_called = member.get(word.len()..).is_some_and(|after| after.starts_with('('));
        if !LINKS.contains(&word) || is_called {
            return None;
        }
        end += rest.len() - member.len() + word.len();
    }
    let after = bare.get(end..)?.trim_start_matches([' ', '\t']);
    let ends = after.is_empty() || after.starts_with([';', '\n', '\r', '}']);
    ends.then(|| Span::new(at, end))
}

fn begins_statement(before: &str) -> bool {
    let line = before.trim_end_matches([' ', '\t']);
    let line = line.strip_suffix("await").unwrap_or(line).trim_end_matches([' ', '\t']);
    if line.ends_with([';', '{', '}']) {
        return true;
    }
    line.is_empty() || line.ends_with('\n') && !line.trim_end().ends_with(OPERATORS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: &str) -> Option<&str> {
        let at = code.find("expect")?;
        let span = claims_nothing(code, Language::Script, (at, "expect"))?;
        code.get(span.range())
    }

    #[test]
    fn a_subject_alone_claims_nothing() {
        for (code, said) in [
            ("expect(a);", "expect(a)"),
            ("{ expect(f(a, b)) }", "expect(f(a, b))"),
            ("const a = 1\n  expect(a)\n}", "expect(a)"),
            ("await expect(a).resolves;", "expect(a).resolves"),
            ("expect(a)\n  .to\n  .be;", "expect(a)\n  .to\n  .be"),
        ] {
            assert_eq!(found(code), Some(said), "{code}");
        }
    }

    #[test]
    fn whatever_else_follows_claims_something() {
        for code in [
            "expect(a).toBe(1);",
            "expect(a)\n  .toBe(1);",
            "expect(a).to.be.true;",
            "expect(a).not.toThrow();",
            "expect(a).and(b);",
            "request.expect(200);",
            "const e = expect(a);",
            "const e =\n  expect(a);",
            "check(\n  expect(a)\n);",
            "return expect(a);",
            "() => expect(a);",
            "expect(a, 1), b;",
            "function expect(a) {}",
            "expect<number>(a);",
            "expect(a",
            "expect.assertions(2);",
        ] {
            assert_eq!(found(code), None, "{code}");
        }
    }
}
