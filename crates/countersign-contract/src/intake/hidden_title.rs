//! Lines that speak of hidden tests, in whatever letters: what stands under them must not be shown.

use core::iter::once;

use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

use super::lines::{lines_in, step_over};
use super::task_file::{SectionKind, kind_of};
use crate::Span;
use crate::runs::{is_letter, places, runs};

/// What remains of an entity's name after the letter that it stands for: `&eacute;`, `&Hfr;`.
const OF_A_LETTER: [&str; 18] = [
    "fr", "scr", "opf", "acute", "grave", "circ", "uml", "tilde", "ring", "cedil", "caron",
    "breve", "dot", "macr", "ogon", "strok", "math", "nodot",
];
/// Longest name or number of an entity.
const LONGEST_ENTITY: usize = 32;

/// The first line outside of code that speaks of hidden tests, in a text that its worker reads as it is.
pub(super) fn hidden_tests(text: &str) -> Option<Span> {
    let mut block = None;
    let mut lines = lines_in(text, Span::new(0, text.len()));
    let speaks = |text: &str| says_hidden_tests(text) || is_heading_about_them(text);
    lines.find(|line| !step_over(&mut block, line) && speaks(line.text)).map(|line| line.span())
}

/// Whether the line may be either of the below, by its first marks and letter: hardly any may.
pub(super) fn may_speak_of_them(line: &str) -> bool {
    may_speak_from(line, line.bytes().find(|byte| *byte != b' '))
}

/// The same where the first byte is known that is no blank.
pub(super) fn may_speak_from(line: &str, first: Option<u8>) -> bool {
    let is_space = |byte: &u8| matches!(byte, b'\t'..=b'\r' | b' ');
    let first = match first {
        Some(b'\t'..=b'\r') => line.bytes().find(|byte| !is_space(byte)),
        known => known,
    };
    match first {
        // By which a heading begins.
        Some(b'#') => !is_of_the_format(line),
        Some(b'>' | b'<') => true,
        Some(b'h' | b'H' | b'&' | 0x80..) => true,
        Some(mark) if is_plain_mark(mark) => {
            let mut bytes = line.bytes().skip_while(|byte| is_plain_mark(*byte));
            matches!(bytes.next(), Some(b'h' | b'H' | b'&' | 0x80..))
                || is_item_with_heading(line)
                || is_bold(line)
        }
        Some(b'+' | b'0'..=b'9') => is_item_with_heading(line),
        Some(letter) if begins_another_name(letter) => {
            may_have_other_name(line) && stands_alone(line).is_some()
        }
        Some(_) | None => false,
    }
}

/// Whether the line is a heading of the format as most files have it, which is about nothing hidden.
fn is_of_the_format(line: &str) -> bool {
    matches!(
        line,
        "## Contract"
            | "## Dependencies (Interfaces Only)"
            | "## Test Specification"
            | "## Output Files"
            | "## Verification (Deterministic)"
            | "## Verification"
            | "## Done When"
    )
}

/// Whether a line that begins with this letter or mark may speak of them.
pub(super) const fn is_suspect(first: u8) -> bool {
    matches!(first, b'#' | b'>' | b'<' | b'h' | b'H' | b'&' | 0x80..|b'+'| b'0'..=b'9')
        || is_plain_mark(first)
        || begins_another_name(first)
}

/// The capitals of [`OTHER_NAMES`] that `Hidden` does not begin with.
const fn begins_another_name(first: u8) -> bool {
    matches!(first, b'S' | b'P' | b'C' | b'I' | b'U' | b'W')
}

/// Whether the line is an item of a list that may begin with a heading.
fn is_item_with_heading(line: &str) -> bool {
    without_marks(line).starts_with(['#', '<'])
}

/// Marks that may stand around the title.
const fn is_plain_mark(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ' | b'#' | b'*' | b'_' | b':' | b'=' | b'-')
}

/// Whether the line is that title, whatever marks stand around it, or a heading that begins with it.
pub(super) fn says_hidden_tests(line: &str) -> bool {
    // Most lines are told by their first letter.
    let first = line.bytes().find(|byte| !is_plain_mark(*byte));
    if !first.is_some_and(|first| matches!(first, b'h' | b'H' | b'&') || !first.is_ascii()) {
        return false;
    }
    let is_heading = is_heading(line);
    if is_disguised(line) {
        return readings(line).any(|letters| {
            matches!(letters.as_str(), "hiddentests" | "hiddentest")
                || (is_heading && letters.starts_with("hiddentest"))
        });
    }
    let is_mark = |c: char| c.is_whitespace() || "#*_:=-".contains(c);
    let words = line.trim_matches(is_mark);
    let begins = |title: &str| {
        words.get(..title.len()).is_some_and(|start| start.eq_ignore_ascii_case(title))
    };
    kind_of(words) == SectionKind::HiddenTests || (is_heading && begins("hidden test"))
}

/// Whether the line is a heading that speaks of hidden tests in whatever spelling: a number before it, code or
/// a link around it, other marks or invisible ones between its words, letters of another script that look like
/// these. Its section would be shown.
pub(super) fn is_heading_about_them(line: &str) -> bool {
    let speaks = |letters: String| {
        ["hiddentest", "testshidden", "testhidden"].iter().any(|words| letters.contains(words))
            || is_called_otherwise(&letters)
    };
    if is_heading(line) {
        return (may_have_its_letters(line) || may_have_other_name(line))
            && readings(line).any(speaks);
    }
    let title = if is_bold(line) { Some(line) } else { stands_alone(line) };
    title.is_some_and(|title| {
        may_have_other_name(title) && readings(title).any(|letters| is_another_name(&letters))
    })
}

/// Longest line without marks that is looked at as a title.
const LONGEST_TITLE: usize = 80;

/// A line of few words that begins with a capital, as a title does whether it is underlined or not; without a remark in
/// brackets behind it. In running text the words begin small.
fn stands_alone(line: &str) -> Option<&str> {
    let line = line.trim();
    if line.len() > LONGEST_TITLE || !line.starts_with(char::is_uppercase) || line.ends_with('.') {
        return None;
    }
    let title = line.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
    let title = title.map_or(line, |(title, _)| title).trim_end_matches([' ', ':']);
    (title.split_whitespace().count() <= 3).then_some(title)
}

/// What else such tests are called. An `l` is read as an `i`, which it looks like.
const OTHER_NAMES: [&str; 12] = [
    "secret",
    "private",
    "conceaied",
    "confidentiai",
    "invisibie",
    "undisciosed",
    "unseen",
    "unshown",
    "withheid",
    "heidout",
    "heidback",
    "hoidout",
];

/// Whether one of its words may begin another name of them; hardly any heading has one.
fn may_have_other_name(line: &str) -> bool {
    let alike = |(own, other): (u8, u8)| {
        let own = own.to_ascii_lowercase();
        own == other || own == b'l' && other == b'i'
    };
    let may_begin = |word: &[u8], name: &str| {
        word.len() <= name.len() && word.iter().copied().zip(name.bytes()).all(alike)
    };
    let bytes = line.as_bytes();
    let long = runs(bytes, is_letter).filter(|(start, end)| end - start > 3);
    let mut words = long.filter_map(|(start, end)| bytes.get(start..end));
    // Most words are told by their first letter.
    let may_be_one = |word: &[u8]| match word.first().map(u8::to_ascii_lowercase) {
        Some(b's' | b'p' | b'c' | b'i' | b'l' | b'u' | b'w' | b'h') => {
            OTHER_NAMES.iter().any(|name| may_begin(word, name))
        }
        Some(_) | None => false,
    };
    words.any(may_be_one) || is_disguised(line)
}

/// "Secret Tests", "Private tests (not shown)", "Tests (secret)"; not "Private test helpers".
fn is_called_otherwise(letters: &str) -> bool {
    const ENDS: [&str; 5] = ["s", "cases", "suite", "fiies", "specification"];
    let begins = |name: &str| {
        let rest = letters.strip_prefix(name).and_then(|rest| rest.strip_prefix("test"));
        rest.is_some_and(|rest| ENDS.iter().any(|end| rest.starts_with(end)))
    };
    let ends = |name: &str| letters.strip_suffix(name).is_some_and(|rest| rest.ends_with("tests"));
    is_another_name(letters) || OTHER_NAMES.iter().any(|name| begins(name) || ends(name))
}

/// "Secret Tests" and nothing more.
fn is_another_name(letters: &str) -> bool {
    let names = || OTHER_NAMES.iter().filter_map(|name| letters.strip_prefix(name));
    names().any(|rest| matches!(rest, "test" | "tests"))
}

/// A line that is bold as a whole stands for a heading.
fn is_bold(line: &str) -> bool {
    let line = line.trim_matches([' ', '\t', '\r', ':']);
    ["**", "__"].iter().any(|mark| {
        let inside = line.strip_prefix(mark).map(|rest| rest.trim_end_matches(':'));
        inside.is_some_and(|rest| rest.ends_with(mark) && rest.len() > mark.len())
    })
}

/// An `h` and two `d`s, as "hidden" has them, or letters that may be others than they look like; most headings are told
/// by that.
fn may_have_its_letters(line: &str) -> bool {
    let bytes = line.as_bytes();
    let ds = || places(bytes, |byte| byte | 0x20 == b'd').take(2).count();
    let has_h = || places(bytes, |byte| byte | 0x20 == b'h').next().is_some();
    (ds() == 2 && has_h()) || is_disguised(line)
}

/// Longest number of an item of a list, as markdown has it.
const LONGEST_NUMBER: usize = 9;

/// What stands behind the marks of quotations and lists: `> 1. - ## a` is `## a`.
fn without_marks(line: &str) -> &str {
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches(['>', ' ', '\t']);
        let digits = rest.bytes().take(LONGEST_NUMBER).take_while(u8::is_ascii_digit).count();
        let ends: &[char] = if digits > 0 { &['.', ')'] } else { &['-', '*', '+'] };
        let item = rest.get(digits..).and_then(|mark| mark.strip_prefix(ends));
        match item.filter(|item| item.starts_with([' ', '\t'])) {
            Some(item) => rest = item,
            None => return rest,
        }
    }
}

/// By marks, also in a quotation or a list, or by a tag: that of a heading, or of what is folded away.
fn is_heading(line: &str) -> bool {
    let line = without_marks(line);
    let is_tag = || {
        let level = line.strip_prefix("<h").or_else(|| line.strip_prefix("<H"));
        level.is_some_and(|level| level.starts_with(|c: char| matches!(c, '1'..='6')))
    };
    let folds = || line.starts_with('<') && line.to_ascii_lowercase().contains("<summary");
    line.starts_with('#') || is_tag() || folds()
}

/// Whether letters may be others than they look like.
fn is_disguised(line: &str) -> bool {
    places(line.as_bytes(), |byte| (byte >= 0x80) | (byte == b'&')).next().is_some()
}

/// The small letters of a line as a reader sees them, with small and with capital letters for a start: what
/// looks like an `H` is not always the capital of what looks like an `h`.
fn readings(line: &str) -> impl Iterator<Item = String> {
    let text = without_tags(&without_entities(line));
    let plain = text.is_ascii();
    let seen = |text: &str| -> String {
        let letters = |c: char| c.is_alphabetic().then_some(if c == 'l' { 'i' } else { c });
        if plain {
            return text.to_ascii_lowercase().chars().filter_map(letters).collect();
        }
        let decomposed: String = text.nfkd().collect();
        skeleton(&decomposed)
            .collect::<String>()
            .to_lowercase()
            .chars()
            .filter_map(letters)
            .collect()
    };
    let capital = (!plain).then(|| seen(&text.nfkd().collect::<String>().to_uppercase()));
    once(seen(&text)).chain(capital)
}

fn without_tags(line: &str) -> String {
    let mut rest = line;
    let mut text = String::with_capacity(line.len());
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        // What is never closed is no tag, and then nothing after it is one either.
        let Some((_, after)) = tag.split_once('>') else {
            rest = tag;
            break;
        };
        rest = after;
    }
    text.push_str(rest);
    text
}

/// With the characters that `&#72;`, `&#x48;` and `&Hfr;` stand for. One that stands for no letter, such as
/// `&nbsp;`, leaves nothing.
fn without_entities(line: &str) -> String {
    let mut rest = line;
    let mut text = String::with_capacity(line.len());
    while let Some((before, after)) = rest.split_once('&') {
        text.push_str(before);
        rest = after;
        let end = after.bytes().take(LONGEST_ENTITY).position(|byte| byte == b';');
        let Some((name, more)) = end.and_then(|end| after.split_at_checked(end)) else { continue };
        text.extend(character(name));
        rest = more.trim_start_matches(';');
    }
    text.push_str(rest);
    text
}

fn character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let hexadecimal = number.strip_prefix(['x', 'X']);
        let code = match hexadecimal {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code);
    }
    let first = name.chars().next().filter(char::is_ascii_alphabetic)?;
    name.get(1..).filter(|rest| OF_A_LETTER.contains(rest)).map(|_| first)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn look_alikes_are_read_as_what_they_look_like() {
        for heading in [
            "## Нidden Tests",
            "## Hіdden Теѕts",
            "## ΗIDDEN ΤΕSΤS",
            "## нidden тests",
            "## Ｈｉｄｄｅｎ　Ｔｅｓｔｓ",
            "## 𝐇𝐢𝐝𝐝𝐞𝐧 𝕋𝕖𝕤𝕥𝕤",
            "## Hïddén Tèsts",
            "## Hldden Tests",
            "## 7. &#72;idden Tests",
            "## &#x48;idden&nbsp;Tests",
            "## Hidden&#32;&Tfr;ests",
            "## &Hfr;idden&nbsp;Tests",
            "<h2>Hidden Tests</h2>",
            "  <H3 class=\"x\">Hidden <b>Tests</b></H3>",
            "<details><summary>Hidden Tests</summary>",
            "<Summary>Hidden tests</Summary>",
            "1. ## Hidden Tests",
            "12) ### 2. Hidden-Tests",
            "- ## Hidden tests of the parser",
            "  + ## Hidden Tests",
            "> * 1. # Hidden_Tests",
            "-\t<h2>Hidden Tests</h2>",
            "## Secret Tests",
            "### secret test",
            "## Private Tests",
            "## 7. Private Tests (not for the worker)",
            "## Held-out tests",
            "## Withheld Test Cases",
            "## Tests (secret)",
            "## Evaluation tests: secret",
            "**Secret Tests**",
            "  __Private tests__:",
            "## Ѕecret Tests",
            "> ## Undisclosed Tests",
            "<h2>Invisible Tests</h2>",
            "Secret Tests",
            "  Private tests:",
            "Held-out Tests (not shown to the worker)",
            "Held Out Tests",
            "SECRET TESTS",
            "Ѕecret Tests",
        ] {
            assert!(is_heading_about_them(heading), "{heading}");
        }
        for title in ["**Нidden Tests**", "Hidden Теsts", "&#72;idden Tests", "\u{a0}Hidden Tests"]
        {
            assert!(says_hidden_tests(title), "{title}");
        }
    }

    proptest! {
        #[test]
        fn a_line_is_only_passed_over_where_it_is_neither(
            line in "[ \\t>#*_:=-]{0,3}(([0-9]{1,3}[.)]|[-+*])[ \\t])?[ >]?#{0,2}(<h[1-6]>)?(&#72;|[hHнЋ])?[iIl]?dd ?en[ -]?[Tt]est(s|s:)?|## (Contract|Verification|Done When)( \\(hidden tests\\))?|[ >]?(1[.] )?(#{0,2}|[*]{2}) ?([Ss]ecret|PRIVATE|[Hh]eld-out|Unseen|Withheld) [Tt]est(s|s:)?([*]{2}| [(]a[)])?|[ -~]*|\\PC*"
        ) {
            if is_heading_about_them(&line) || says_hidden_tests(&line) {
                prop_assert!(may_speak_of_them(&line), "{}", line);
                let first = line.bytes().find(|byte| *byte != b' ');
                prop_assert!(first.is_some_and(is_suspect), "{}", line);
            }
        }
    }

    #[test]
    fn a_line_of_tags_that_are_never_closed_is_read_once() {
        let line = format!("## Hidden {}Tests", "<".repeat(1024 * 1024));
        assert!(is_heading_about_them(&line));
    }

    #[test]
    fn other_lines_are_not() {
        for line in [
            "## Скрытые тесты",
            "## Costs & hidden fees",
            "## Test hiding places",
            "## A hidden field is tested",
            "Hidden Теsts are wanted",
            "& so on",
            "&;",
            "&#xffffffff; &#; &#x;",
            "<h",
            "",
            "1.## Hidden Tests",
            "1. The hidden tests are run",
            "2. Write #hidden tests",
            "## Secrets",
            "**Secret tests are run elsewhere.**",
            "**Private test helpers**",
            "## Private test helpers",
            "## Private methods are tested",
            "## Tests of private keys",
            "Secret tests are run elsewhere",
            "Secret tests.",
            "secret tests",
            "- Secret tests",
            "Private test helpers",
            "Unseen",
            "# the secret test of time",
        ] {
            assert!(!is_heading_about_them(line) && !says_hidden_tests(line), "{line}");
        }
    }
}
