//! Assertions that hold whatever the worker does: `expect(true).toBe(true)`, `assert x == x`.

use crate::Span;
use crate::lint::code::Language;
use crate::newline::trimmed;

use super::claims::claims_nothing;

/// Longest assertion in bytes that is looked at.
const LONGEST: usize = 300;

/// As far behind a subject as a call is looked for at first.
const NEAR: usize = 24;

/// What the names of assertions begin with.
const ASSERTIONS: [&str; 6] =
    ["expect", "assert", "Assert", "require", "debug_assert", "XCTAssert"];

/// Words between a subject and what is claimed of it.
const LINKS: [&str; 11] =
    ["to", "be", "been", "is", "that", "which", "and", "has", "have", "deep", "a"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    True,
    False,
    Equal,
    Unequal,
    Null,
    Defined,
}

/// A part of the code, and the same with blanks for what is comment or inside of strings.
#[derive(Clone, Copy)]
struct Part<'c> {
    said: &'c str,
    bare: &'c str,
}

/// Why an assertion cannot fail, and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Idle {
    AlwaysTrue(Span),
    ClaimsNothing(Span),
}

/// Whether a name may be that of an assertion.
#[inline]
pub(super) fn is_assertion(name: &str) -> bool {
    // Which of them it may be is told by the first letter.
    let first = name.as_bytes().first();
    ASSERTIONS.iter().any(|with| with.as_bytes().first() == first && name.starts_with(*with))
}

/// The assertion that begins with a name, if it cannot fail.
pub(super) fn idle(
    code: &str,
    bare: &str,
    language: Language,
    (at, name): (usize, &str),
) -> Option<Idle> {
    let mut reader = Reader { all: Part { said: code, bare }, language, at: at + name.len() };
    reader.pass('!');
    let is_statement = matches!(language, Language::Python | Language::Ruby) && name == "assert";
    let holds = if is_statement {
        reader.rest_of_line()?.holds()
    } else if matches!(name, "expect" | "expectThat" | "assertThat") {
        let subject = reader.subject()?;
        // Nearly always something is called on it.
        let mut near = reader.ahead().trim_start().bytes().take(NEAR);
        let is_chained = near.next() == Some(b'.');
        let next = near.find(|byte| matches!(byte, b'(' | b';' | b'}' | b'\n'));
        if !(is_chained && next == Some(b'('))
            && let Some(span) = claims_nothing(bare, language, (at, name))
        {
            return Some(Idle::ClaimsNothing(span));
        }
        reader.claimed_of(subject)?
    } else {
        let (called, arguments) = reader.call(name)?;
        let is_go = language == Language::Go && arguments.first().is_some_and(|t| t.said == "t");
        let arguments = arguments.get(usize::from(is_go)..)?;
        if !may_be_nonsense(arguments) {
            return None;
        }
        claimed(claim(called)?, arguments)?
    };
    holds.then(|| Idle::AlwaysTrue(Span::new(at, reader.at)))
}

/// By the last word of its name, whatever the library: `assertEquals`, `assert_eq`, `assert.strictEqual`.
fn claim(name: &str) -> Option<Claim> {
    let plain: String = name.chars().filter(|c| *c != '_').collect();
    let plain = plain.to_ascii_lowercase();
    let plain = plain.trim_start_matches("debug").trim_start_matches("xct");
    let plain = plain.strip_prefix("assert").filter(|rest| !rest.is_empty()).unwrap_or(plain);
    Some(match plain {
        "assert" | "true" | "ok" | "istrue" | "truthy" | "tobetruthy" | "tobetrue" => Claim::True,
        "false" | "isfalse" | "falsy" | "tobefalsy" | "tobefalse" => Claim::False,
        "eq" | "equal" | "equals" | "is" | "same" | "areequal" | "strictequal" | "deepequal"
        | "deepstrictequal" | "eql" | "isequalto" | "tobe" | "toequal" | "tostrictequal" => {
            Claim::Equal
        }
        "ne" | "notequal" | "notequals" | "notstrictequal" | "arenotequal" => Claim::Unequal,
        "null" | "nil" | "isnone" | "isnull" | "isnil" | "tobenull" | "tobenil"
        | "tobeundefined" => Claim::Null,
        "defined" | "tobedefined" | "notnull" | "notnil" | "isnotnone" | "isnotnull" => {
            Claim::Defined
        }
        _ => return None,
    })
}

/// What is no constant, no comparison and not said twice can be anything; nearly every assertion is told by that.
fn may_be_nonsense(arguments: &[Part<'_>]) -> bool {
    arguments.first().is_some_and(|first| first.is_odd())
        || matches!(arguments, [a, b, ..] if a.said == b.said)
}

/// Whether a claim holds of what is written there. Nothing where arguments are missing.
fn claimed(claim: Claim, arguments: &[Part<'_>]) -> Option<bool> {
    let first = arguments.first()?;
    Some(match claim {
        Claim::True => first.holds(),
        Claim::False => first.is_false(),
        Claim::Equal => first.is_same(arguments.get(1)?),
        Claim::Unequal => first.is_other(arguments.get(1)?),
        Claim::Null => first.is_null(),
        Claim::Defined => first.is_literal() && !first.is_null(),
    })
}

struct Reader<'c> {
    all: Part<'c>,
    language: Language,
    at: usize,
}

impl<'c> Reader<'c> {
    fn ahead(&self) -> &'c str {
        self.all.bare.get(self.at..).unwrap_or_default()
    }

    fn pass(&mut self, mark: char) -> bool {
        let passed = self.ahead().starts_with(mark);
        self.at += usize::from(passed) * mark.len_utf8();
        passed
    }

    /// The name after a dot; in Ruby also after a blank.
    fn member(&mut self) -> Option<&'c str> {
        let blanks = self.ahead().len() - self.ahead().trim_start().len();
        let start = self.at;
        self.at += blanks;
        let follows = self.pass('.') || (self.language == Language::Ruby && blanks > 0);
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = self.ahead().split(|c| !is_part(c)).next().unwrap_or_default();
        if !follows || name.is_empty() {
            self.at = start;
            return None;
        }
        self.at += name.len();
        Some(name)
    }

    /// What stands between parentheses, cut at its commas.
    fn arguments(&mut self) -> Option<Vec<Part<'c>>> {
        let inside = self.ahead().strip_prefix('(')?;
        let start = self.at + 1;
        let mut cuts = Vec::new();
        let end = outer(inside, |comma| cuts.push(comma))?;
        let mut from = 0;
        let mut parts = Vec::with_capacity(cuts.len() + 1);
        for cut in cuts.into_iter().chain([end]) {
            parts.push(self.all.cut(start + from, start + cut)?);
            from = cut + 1;
        }
        self.at = start + end + 1;
        Some(parts)
    }

    /// The first of what stands between parentheses.
    fn subject(&mut self) -> Option<Part<'c>> {
        let inside = self.ahead().strip_prefix('(')?;
        let start = self.at + 1;
        let mut first = None;
        let end = outer(inside, |comma| {
            first.get_or_insert(comma);
        })?;
        self.at = start + end + 1;
        self.all.cut(start, start + first.unwrap_or(end))
    }

    /// A call, perhaps of a member, with the name that is called.
    fn call(&mut self, name: &'c str) -> Option<(&'c str, Vec<Part<'c>>)> {
        let mut called = name;
        for _ in 0..3 {
            if let Some(arguments) = self.arguments() {
                return Some((called, arguments));
            }
            called = self.member()?;
        }
        None
    }

    /// What Python and Ruby assert, without the message.
    fn rest_of_line(&mut self) -> Option<Part<'c>> {
        let line = self.ahead().split('\n').next()?;
        let mut first = None;
        outer(line, |comma| {
            first.get_or_insert(comma);
        });
        let end = first.unwrap_or(line.len());
        let part = self.all.cut(self.at, self.at + end)?;
        self.at += line.get(..end)?.trim_end().len();
        Some(part)
    }

    /// `.not.toBe(2)`, `.to.be.true`: what is claimed of a subject. Nothing where it is not known.
    fn claimed_of(&mut self, subject: Part<'c>) -> Option<bool> {
        if !subject.is_odd() {
            let near = self.ahead().as_bytes();
            let near = near.get(..LONGEST).unwrap_or(near);
            let end = near.iter().position(|byte| *byte == b';').unwrap_or(LONGEST);
            let rest = self.all.said.get(self.at..self.at + end);
            if rest.is_some_and(|rest| !has(rest, subject.said)) {
                return None;
            }
        }
        let mut negated = false;
        loop {
            let name = self.member()?;
            if matches!(name, "not" | "not_to" | "to_not" | "isNot") {
                negated = true;
                continue;
            }
            if LINKS.contains(&name) {
                continue;
            }
            let mut arguments = vec![subject];
            arguments.extend(self.arguments().unwrap_or_default());
            if !may_be_nonsense(&arguments) {
                return None;
            }
            let claim = claim(name)?;
            return match (claim, negated) {
                (claim, false) => claimed(claim, &arguments),
                (Claim::Equal, true) => claimed(Claim::Unequal, &arguments),
                (Claim::True, true) => claimed(Claim::False, &arguments),
                (Claim::False, true) => claimed(Claim::True, &arguments),
                (Claim::Null, true) => claimed(Claim::Defined, &arguments),
                (Claim::Unequal | Claim::Defined, true) => None,
            };
        }
    }
}

impl<'c> Part<'c> {
    /// Without the blanks around it.
    fn cut(self, from: usize, to: usize) -> Option<Self> {
        let said = self.said.get(from..to)?;
        let before = said.len() - said.trim_start().len();
        let said = trimmed(said);
        let bare = self.bare.get(from + before..from + before + said.len())?;
        Some(Self { said, bare })
    }

    /// Whether it is true as it is written.
    fn holds(self) -> bool {
        let part = self.unwrapped();
        if part.is_literal() {
            return !part.is_false();
        }
        if let Some(other) = part.after("!").or_else(|| part.after("not ")) {
            return other.is_false();
        }
        let always = ["|| true", "or True", "or true"];
        if always.iter().any(|end| part.bare.ends_with(end)) {
            return true;
        }
        let joined = ["&&", "||", " and ", " or "];
        if joined.iter().any(|word| part.bare.contains(word)) {
            return false;
        }
        let sides = |operator: &str| {
            let at = part.bare.find(operator)?;
            Some((part.cut(0, at)?, part.cut(at + operator.len(), part.said.len())?))
        };
        let same = ["===", " is ", ">=", "<="];
        let other = ["!==", "!="];
        let same = same.into_iter().chain((!part.bare.contains("!==")).then_some("=="));
        same.into_iter().find_map(sides).is_some_and(|(a, b)| a.is_same(&b))
            || other.iter().find_map(|is| sides(is)).is_some_and(|(a, b)| a.is_other(&b))
    }

    fn after(self, mark: &str) -> Option<Self> {
        self.bare.starts_with(mark).then(|| self.cut(mark.len(), self.said.len())).flatten()
    }

    /// Without parentheses around the whole of it.
    fn unwrapped(self) -> Self {
        let inside = self.bare.strip_prefix('(').and_then(|inside| {
            let end = outer(inside, |_| {})?;
            (end + 1 == inside.len()).then(|| self.cut(1, end + 1)).flatten()
        });
        inside.unwrap_or(self)
    }

    /// Whether it may be true or false by itself.
    fn is_odd(self) -> bool {
        self.said.bytes().any(|byte| matches!(byte, b'=' | b'!' | b'|')) || self.is_literal()
    }

    fn is_literal(self) -> bool {
        let is_word = matches!(
            self.said,
            "true" | "false" | "True" | "False" | "null" | "None" | "nil" | "undefined"
        );
        // Most begin with a letter and are names.
        if is_word || self.said.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return is_word;
        }
        let digits = self.said.trim_start_matches('-');
        let is_number = digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
        let mark = self.bare.chars().next().filter(|mark| matches!(mark, '"' | '\'' | '`'));
        let is_text = mark.is_some_and(|mark| {
            let inside = self.bare.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
            // One string, and none that code is filled into.
            inside.is_some_and(|inside| inside.trim().is_empty()) && !self.said.contains("${")
        });
        is_number || is_text
    }

    fn is_false(self) -> bool {
        self.is_null() || matches!(self.said, "false" | "False" | "0" | "\"\"" | "''")
    }

    fn is_null(self) -> bool {
        matches!(self.said, "null" | "None" | "nil" | "undefined")
    }

    /// Whether both are the same thing. What is called twice may differ.
    fn is_same(self, other: &Self) -> bool {
        !self.said.is_empty() && self.said == other.said && !self.bare.contains('(')
    }

    fn is_other(self, other: &Self) -> bool {
        self.is_literal() && other.is_literal() && self.said != other.said
    }
}

/// Where the bracket around a code closes. Tells the commas on the way that are outside of all other brackets.
pub(super) fn outer(bare: &str, mut comma: impl FnMut(usize)) -> Option<usize> {
    let mut depth = 0_usize;
    let bytes = bare.as_bytes();
    for (at, byte) in bytes.get(..LONGEST).unwrap_or(bytes).iter().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return Some(at),
            },
            b',' if depth == 0 => comma(at),
            _ => {}
        }
    }
    None
}

/// For words so short that looking through a text byte by byte costs less than to prepare for it.
fn has(text: &str, words: &str) -> bool {
    let (text, words) = (text.as_bytes(), words.as_bytes());
    let Some(first) = words.first() else { return true };
    let mut starts = text.iter().enumerate().filter(|(_, byte)| *byte == first);
    starts.any(|(at, _)| text.get(at..).is_some_and(|rest| rest.starts_with(words)))
}
