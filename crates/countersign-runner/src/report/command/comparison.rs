//! What a shell compares with words of its own: `[ "$(./tool 2)" = 4 ]`, `./tool | grep -q done`,
//! `case "$(./tool)" in 4) ;; *) exit 1 ;; esac`, `./tool | diff - expected.txt`.
//!
//! Who is started by it can read these words, in the line or in the script that starts it. So it is run with blanks in
//! their places, and what would have been compared is written down.

use std::ops::Range;

/// What would have been compared with, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    pub expected: String,
    pub how: How,
    /// Whoever runs it comes by.
    pub sure: bool,
    /// The file that says what is expected, if it is none of the words.
    pub file: Option<String>,
}

/// What a file says that answers are compared with; nothing where it is none of those, the worker's to change, or needed for
/// anything else.
pub type Expected<'f> = &'f dyn Fn(&str) -> Option<String>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    Same,
    Number,
    /// A line of it is the same, or has it within.
    Line,
    Part,
    /// To the last byte.
    Whole,
}

impl Compared {
    pub fn holds(&self, answer: &str) -> bool {
        let number = |text: &str| text.trim().parse::<i64>().ok();
        match self.how {
            How::Same | How::Whole => answer == self.expected,
            How::Number => number(answer).is_some() && number(answer) == number(&self.expected),
            How::Line => answer.lines().any(|line| line == self.expected),
            How::Part => answer.lines().any(|line| line.contains(&self.expected)),
        }
    }
}

/// A line, or a script, with blanks; nothing where it compares nothing in such a way. Each answer is appended to the
/// file that `variable` names: the place of the blank, a tab, the answer and a NUL.
pub fn blanked(
    text: &str,
    variable: &str,
    is_script: bool,
    expected: Expected<'_>,
) -> Option<(String, Vec<Compared>)> {
    // What stands in another text is no command of its own.
    if is_script && text.contains("<<") {
        return None;
    }
    let fails_at_once = text.lines().any(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        matches!(words.as_slice(), ["set", flags, ..] if flags.starts_with('-') && flags.contains('e'))
    });
    let last = text.lines().filter(|line| !line.trim().is_empty()).count();
    let mut seen = 0;
    let mut all = Vec::new();
    let mut lines = Vec::new();
    for line in text.split('\n') {
        seen += usize::from(!line.trim().is_empty());
        let counts = !is_script || fails_at_once || seen == last;
        let is_sure = !is_script || !line.starts_with([' ', '\t']);
        let way = Way { variable, expected };
        let blanked = of_line(line, way, counts, is_sure, &mut all);
        lines.push(blanked.unwrap_or_else(|| line.to_owned()));
    }
    (!all.is_empty()).then(|| (lines.join("\n"), all))
}

/// Where answers are written, and where expectations are read.
#[derive(Clone, Copy)]
struct Way<'w> {
    variable: &'w str,
    expected: Expected<'w>,
}

impl Way<'_> {
    /// A command whose output is an answer.
    fn told(self, place: usize, command: &str) -> String {
        let variable = self.variable;
        format!("{{ printf '%s\\t' {place}; {command}; printf '\\0'; }} >> \"${variable}\"")
    }

    fn word(self, place: usize, answer: &str) -> String {
        let quoted = match answer.starts_with('"') {
            true => answer.to_owned(),
            false => format!("\"{answer}\""),
        };
        format!("printf '%s\\t%s\\0' {place} {quoted} >> \"${}\"", self.variable)
    }
}

fn of_line(
    line: &str,
    way: Way<'_>,
    counts: bool,
    sure: bool,
    all: &mut Vec<Compared>,
) -> Option<String> {
    if let Some((text, compared)) = of_case(line.trim(), way, all.len()).filter(|_| counts) {
        all.push(Compared { sure, ..compared });
        return Some(text);
    }
    let parts = parts(line, &["&&", "||", ";", "&"])?;
    // `… || exit 1`, and otherwise one after the other as long as they hold.
    let ends =
        |part: &Part<'_>| ["exit", "return", "{ ", "( "].iter().any(|w| part.text.starts_with(w));
    let mut written = line.to_owned();
    let mut is_other = false;
    for (at, part) in parts.iter().enumerate().rev() {
        let (before, after) = (at.checked_sub(1).and_then(|at| parts.get(at)), parts.get(at + 1));
        let is_chained = before.is_none_or(|before| before.end == "&&" || before.end == ";");
        let counts = match (part.end, after) {
            ("||", Some(after)) => ends(after),
            ("&&", Some(_)) => parts.iter().skip(at).all(|later| later.end != "||") && counts,
            (";", Some(after)) if !after.text.is_empty() => false,
            ("&", _) => false,
            (_, _) => counts,
        };
        if !is_chained || !counts {
            continue;
        }
        let Some((text, compared)) = of_command(part.text, way, all.len()) else { continue };
        let sure = sure && parts.iter().take(at).all(|earlier| earlier.end != "||");
        all.push(Compared { sure, ..compared });
        written.replace_range(part.span.clone(), &text);
        is_other = true;
    }
    is_other.then_some(written)
}

fn of_command(text: &str, way: Way<'_>, place: usize) -> Option<(String, Compared)> {
    let words = words(text)?;
    let inner = match words.as_slice() {
        ["[", inner @ .., "]"] | ["[[", inner @ .., "]]"] | ["test", inner @ ..] => inner,
        ["diff" | "cmp", ..] => return of_difference(text, None, way, place),
        _ => return of_search(text, way, place),
    };
    let [one, sign, other] = inner else { return None };
    let how = match *sign {
        "=" | "==" => How::Same,
        "-eq" => How::Number,
        _ => return None,
    };
    let (answer, expected) = match (plain(one), plain(other)) {
        (None, Some(expected)) => (one, expected),
        (Some(expected), None) => (other, expected),
        (_, _) => return None,
    };
    // In double brackets an unquoted word with these is a pattern.
    if words.first() == Some(&"[[") && expected.contains(['*', '?', '[']) {
        return None;
    }
    Some((way.word(place, answer), Compared { expected, how, sure: true, file: None }))
}

/// `case "$(…)" in WORD) ;; *) exit 1 ;; esac`, on one line.
fn of_case(text: &str, way: Way<'_>, place: usize) -> Option<(String, Compared)> {
    let rest = text.strip_prefix("case ")?.strip_suffix("esac")?;
    let answer = *words(rest)?.first()?;
    let rest = rest.trim_start().get(answer.len()..)?.trim_start().strip_prefix("in ")?;
    let (pattern, rest) = rest.split_once(')')?;
    let expected = plain(pattern.trim().trim_start_matches('('))?;
    let (good, rest) = rest.split_once(";;")?;
    let is_good =
        matches!(good.trim(), "" | ":" | "true") || good.trim_start().starts_with("echo ");
    let bad = rest.trim().strip_prefix("*)")?.trim().trim_end_matches(";;").trim();
    let last = bad.rsplit(';').next().unwrap_or(bad).trim();
    let is_bad = ["exit ", "return ", "false"].iter().any(|end| last.starts_with(end));
    let is_one = !expected.contains('|') && !bad.contains(";;") && plain(answer).is_none();
    let compared = Compared { expected, how: How::Same, sure: true, file: None };
    (is_good && is_bad && is_one).then(|| (way.word(place, answer), compared))
}

/// `diff <(…) FILE`, or `… | diff - FILE` with what stands before it. Of two files the one that says what is expected is
/// known by its name.
fn of_difference(
    text: &str,
    before: Option<&str>,
    way: Way<'_>,
    place: usize,
) -> Option<(String, Compared)> {
    let words = words(text)?;
    let (_, words) = words.split_first()?;
    // Flags that leave something out of the comparison are none of these.
    let is_flag = |word: &&&str| ["-q", "-s", "-u", "-c", "-y", "--brief"].contains(*word);
    let sides: Vec<&str> = words.iter().filter(|word| !is_flag(word)).copied().collect();
    let [one, other] = sides.as_slice() else { return None };
    let inner = |word: &'_ str| Some(word.strip_prefix("<(")?.strip_suffix(')')?.trim().to_owned());
    let said = |word: &str| {
        if let Some(command) = inner(word) {
            let text = plain(command.strip_prefix("echo ")?)?;
            return (!text.starts_with('-')).then(|| (format!("{text}\n"), None));
        }
        let path = plain(word).filter(|path| !path.is_empty() && !path.starts_with(['-', '/']))?;
        let path = path.strip_prefix("./").unwrap_or(&path).to_owned();
        Some(((way.expected)(&path)?, Some(path)))
    };
    let ((expected, file), answer) = match (said(one), said(other)) {
        (Some(said), None) => (said, *other),
        (None, Some(said)) => (said, *one),
        (_, _) => return None,
    };
    let command = match (inner(answer), before) {
        (Some(command), None) => command,
        (None, Some(command)) if answer == "-" => format!("{{ {command}; }}"),
        (None, None) if plain(answer).is_some_and(|path| !path.starts_with('-')) => {
            format!("cat {answer}")
        }
        (_, _) => return None,
    };
    let compared = Compared { expected, how: How::Whole, sure: true, file };
    Some((way.told(place, &command), compared))
}

/// `… | grep -q WORDS`
fn of_search(text: &str, way: Way<'_>, place: usize) -> Option<(String, Compared)> {
    let parts = parts(text, &["|"])?;
    let (last, before) = parts.split_last()?;
    let words = words(last.text)?;
    let command = text.get(..before.last()?.span.end)?;
    if matches!(words.as_slice(), ["diff" | "cmp", ..]) {
        return of_difference(last.text, Some(command), way, place);
    }
    let [program, flags @ .., pattern] = words.as_slice() else { return None };
    let letters: String = flags.iter().map(|flag| flag.strip_prefix('-').unwrap_or("?")).collect();
    if *program != "grep" || before.is_empty() || !letters.chars().all(|c| "qxFs".contains(c)) {
        return None;
    }
    let expected = plain(pattern).filter(|words| !words.is_empty())?;
    let is_pattern = !letters.contains('F') && expected.contains(|c: char| ".*[]^$\\".contains(c));
    if is_pattern || expected.contains('\n') {
        return None;
    }
    let how = if letters.contains('x') { How::Line } else { How::Part };
    let text = format!("{command} | {}", way.told(place, "cat"));
    Some((text, Compared { expected, how, sure: true, file: None }))
}

/// What a word says, if it stands for itself.
fn plain(word: &str) -> Option<String> {
    let unquoted = |quote: char| word.strip_prefix(quote)?.strip_suffix(quote);
    if let Some(inner) = unquoted('\'').filter(|inner| !inner.contains('\'')) {
        return Some(inner.to_owned());
    }
    let inner = unquoted('"').filter(|inner| !inner.contains('"')).unwrap_or(word);
    (!inner.contains(['$', '`', '\\', '"', '\'', '*', '?', '[', '~', '<', '>', '(', ')']))
        .then(|| inner.to_owned())
}

/// A part of a line, and what stands behind it.
#[derive(Debug)]
struct Part<'l> {
    text: &'l str,
    span: Range<usize>,
    end: &'static str,
}

/// The parts of a line between these signs, where they stand outside of quotation marks and parentheses. Nothing where
/// a quotation mark stays open, or where the line begins something that is not over with it.
fn parts<'l>(line: &'l str, signs: &[&'static str]) -> Option<Vec<Part<'l>>> {
    let mut parts = Vec::new();
    let (mut from, mut at) = (0, 0);
    let mut push = |from: usize, to: usize, end: &'static str| {
        let text = line.get(from..to)?;
        let start = from + (text.len() - text.trim_start().len());
        let text = text.trim();
        parts.push(Part { text, span: start..start + text.len(), end });
        Some(())
    };
    while at < line.len() {
        let rest = line.get(at..)?;
        if let Some(sign) = signs.iter().find(|sign| rest.starts_with(**sign)) {
            // `>&2` is no end of a command.
            let is_redirection = *sign == "&" && line.get(..at)?.ends_with('>');
            let is_longer = *sign == "|" && rest.starts_with("||");
            if !is_redirection && !is_longer {
                push(from, at, sign)?;
                at += sign.len();
                from = at;
                continue;
            }
        }
        at += skipped(rest)?;
    }
    push(from, line.len(), "")?;
    Some(parts)
}

/// How far the next thing of a line goes: one character, or all that is quoted or in parentheses.
fn skipped(rest: &str) -> Option<usize> {
    let first = rest.chars().next()?;
    match first {
        '\\' => Some(1 + rest.chars().nth(1).map_or(0, char::len_utf8)),
        '\'' => rest.get(1..)?.find('\'').map(|end| end + 2),
        '"' | '(' => {
            let close = if first == '"' { '"' } else { ')' };
            let mut at = 1;
            loop {
                let inner = rest.get(at..).filter(|inner| !inner.is_empty())?;
                if inner.starts_with(close) {
                    return Some(at + 1);
                }
                // Within double quotation marks only these begin something of their own.
                let is_letter = first == '"' && inner.starts_with(['\'', '(']);
                let is_called = inner.starts_with("$(");
                at += match (is_letter, is_called) {
                    (_, true) => 1 + skipped(inner.get(1..)?)?,
                    (true, false) => 1,
                    (false, false) => skipped(inner)?,
                };
            }
        }
        '#' | '`' => None,
        other => Some(other.len_utf8()),
    }
}

/// The words of a command, as they are written.
fn words(text: &str) -> Option<Vec<&str>> {
    let mut words = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < text.len() {
        let rest = text.get(at..)?;
        if rest.starts_with([' ', '\t']) {
            words.extend(text.get(from..at).filter(|word| !word.is_empty()));
            at += 1;
            from = at;
        } else {
            at += skipped(rest)?;
        }
    }
    words.extend(text.get(from..).filter(|word| !word.is_empty()));
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Option<(String, Vec<Compared>)> {
        blanked(line, "V", false, &|path| (path == "expected.txt").then(|| "a\n".to_owned()))
    }

    #[test]
    fn comparisons_become_blanks() {
        let (text, all) = of("[ \"$(python3 app.py 2)\" = 4 ]").unwrap();
        assert_eq!(text, "printf '%s\\t%s\\0' 0 \"$(python3 app.py 2)\" >> \"$V\"");
        let compared = Compared { expected: "4".into(), how: How::Same, sure: true, file: None };
        assert_eq!(all, [compared]);
        let (text, all) = of("make && test 'a b' = \"$(./tool \"x && y\")\" && echo fine").unwrap();
        assert!(
            text.starts_with("make && printf '%s\\t%s\\0' 0 \"$(./tool \"x && y\")\""),
            "{text}"
        );
        assert!(text.ends_with("&& echo fine"), "{text}");
        assert_eq!(all[0].expected, "a b");
        let (text, all) = of("./tool 3 2>&1 | sort | grep -qx 'all done'").unwrap();
        assert!(text.starts_with("./tool 3 2>&1 | sort | { printf"), "{text}");
        assert_eq!((all[0].expected.as_str(), all[0].how), ("all done", How::Line));
        assert_eq!(of("[ $(wc -l < out) -eq 3 ] || exit 1").unwrap().1[0].how, How::Number);
    }

    #[test]
    fn what_need_not_hold_or_is_not_understood_stays() {
        for line in [
            "python3 app.py",
            "[ -f out.txt ]",
            "[ \"$(a)\" = \"$(b)\" ]",
            "[ \"$(a)\" = 4 ] || true",
            "! [ \"$(a)\" = 4 ]",
            "if [ \"$(a)\" = 4 ]; then exit 1; fi",
            "[ \"$(a)\" = 4 ]; true",
            "./tool | grep -qv error",
            "./tool | grep -q 'err.*'",
            "grep -q words README.md",
            "[[ $(a) == a* ]]",
            "case $(a) in 4|5) ;; *) exit 1 ;; esac",
            "case $(a) in 4) ;; *) echo no ;; esac",
            "case 4 in 4) ;; *) exit 1 ;; esac",
            "diff a.txt b.txt",
            "diff -w <(./a) expected.txt",
            "diff <(./a) <(./b)",
            "[ \"$(a)",
        ] {
            assert_eq!(of(line), None, "{line}");
        }
    }

    #[test]
    fn cases_and_differences_become_blanks() {
        let (text, all) = of("case \"$(./tool 2 3)\" in 5) ;; *) echo no; exit 1;; esac").unwrap();
        assert_eq!(text, "printf '%s\\t%s\\0' 0 \"$(./tool 2 3)\" >> \"$V\"");
        assert_eq!((all[0].expected.as_str(), all[0].how), ("5", How::Same));
        for (line, command, expected) in [
            ("./tool b a | diff - expected.txt", "{ ./tool b a; }", "a\n"),
            ("diff -u expected.txt <(./tool b a)", "./tool b a", "a\n"),
            ("cmp out.txt ./expected.txt", "cat out.txt", "a\n"),
            ("diff <(./tool 4 4) <(echo 8)", "./tool 4 4", "8\n"),
        ] {
            let (text, all) = of(line).unwrap();
            assert_eq!(
                text,
                format!("{{ printf '%s\\t' 0; {command}; printf '\\0'; }} >> \"$V\""),
                "{line}"
            );
            assert_eq!((all[0].expected.as_str(), all[0].how), (expected, How::Whole), "{line}");
            assert_eq!(all[0].file.is_some(), line.contains("expected.txt"), "{line}");
        }
    }

    #[test]
    fn of_a_script_only_what_ends_it_counts() {
        let script = "#!/bin/sh\n[ \"$(./a)\" = 1 ]\n[ \"$(./b)\" = 2 ]\n";
        let found = |text: &str| {
            let all = blanked(text, "V", true, &|_| None).map(|(_, all)| all).unwrap_or_default();
            all.into_iter().map(|one| one.expected).collect::<Vec<_>>()
        };
        assert_eq!(found(script), ["2"]);
        assert_eq!(found(&script.replace("sh\n", "sh\nset -eu\n")), ["1", "2"]);
        assert_eq!(found(&script.replace("1 ]", "1 ] || { echo no; exit 1; }")), ["1", "2"]);
    }

    #[test]
    fn answers_are_held_against_what_was_expected() {
        let of = |expected: &str, how| Compared {
            expected: expected.into(),
            how,
            sure: true,
            file: None,
        };
        assert!(of("4", How::Same).holds("4") && !of("4", How::Same).holds("5"));
        assert!(of("4", How::Number).holds(" 4\n") && !of("4", How::Number).holds("x"));
        assert!(of("b", How::Line).holds("a\nb\n") && !of("b", How::Line).holds("ab"));
        assert!(of("b", How::Part).holds("ab"));
    }
}
