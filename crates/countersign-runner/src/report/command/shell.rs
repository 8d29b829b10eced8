//! A shell line as its simple commands. No expansion is done: a word that needs one stays as it is
//! written, and so matches nothing.

use std::ops::Range;

/// Longest line that is looked at.
const MAX_LINE: usize = 64 * 1024;

/// A simple command: assignments, then words. Redirections are in neither.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Command {
    pub assignments: Vec<Word>,
    pub words: Vec<Word>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Without its quotes.
    pub text: String,
    pub span: Range<usize>,
}

/// Words that stand before a command and change neither what it is nor what it prints.
const BEFORE: &[&str] = &[
    "!", "{", "}", "if", "then", "else", "elif", "fi", "while", "until", "do", "done", "time",
    "exec",
];

impl Command {
    pub fn texts(&self) -> Vec<&str> {
        self.words.iter().map(|word| word.text.as_str()).collect()
    }

    pub fn assigns(&self, name: &str) -> bool {
        let assigns =
            |word: &Word| word.text.split_once('=').is_some_and(|(assigned, _)| assigned == name);
        self.assignments.iter().any(assigns)
    }

    fn push(&mut self, word: Word, quoted: bool) {
        if self.words.is_empty() && !quoted {
            if BEFORE.contains(&word.text.as_str()) {
                return;
            }
            let name = word.text.split_once('=').map(|(name, _)| name);
            let is_name = |name: &str| {
                !name.is_empty()
                    && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                    && !name.starts_with(|c: char| c.is_ascii_digit())
            };
            if name.is_some_and(is_name) {
                self.assignments.push(word);
                return;
            }
        }
        self.words.push(word);
    }
}

/// The simple commands of a line in order; nothing where it has a construct that is not understood here:
/// a substitution, a here-document, a quote without end.
pub fn split(line: &str) -> Option<Vec<Command>> {
    if line.len() > MAX_LINE {
        return None;
    }
    let mut commands = vec![Command::default()];
    let mut scanner = Scanner { line, at: 0 };
    while let Some(char) = scanner.peek() {
        match char {
            ' ' | '\t' => scanner.skip(char),
            '\\' if scanner.rest().starts_with("\\\n") => scanner.at += 2,
            '\n' | ';' | '&' | '|' | '(' | ')' => {
                scanner.skip(char);
                commands.push(Command::default());
            }
            '#' => {
                while scanner.peek().is_some_and(|c| c != '\n') {
                    scanner.at += scanner.peek().map_or(0, char::len_utf8);
                }
            }
            '<' | '>' => scanner.redirection()?,
            _ => {
                let start = scanner.at;
                let (text, quoted) = scanner.word()?;
                // A number before a redirection belongs to it.
                let numbers = text.bytes().all(|byte| byte.is_ascii_digit());
                if numbers && !quoted && matches!(scanner.peek(), Some('<' | '>')) {
                    continue;
                }
                let word = Word { text, span: start..scanner.at };
                if let Some(command) = commands.last_mut() {
                    command.push(word, quoted);
                }
            }
        }
    }
    commands.retain(|command| !command.words.is_empty());
    Some(commands)
}

struct Scanner<'l> {
    line: &'l str,
    at: usize,
}

impl Scanner<'_> {
    fn rest(&self) -> &str {
        self.line.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self, char: char) {
        self.at += char.len_utf8();
    }

    fn redirection(&mut self) -> Option<()> {
        if self.rest().starts_with("<<") || self.rest().starts_with("<(") {
            return None;
        }
        while let Some(char @ ('<' | '>' | '&' | '|')) = self.peek() {
            self.skip(char);
        }
        while let Some(char @ (' ' | '\t')) = self.peek() {
            self.skip(char);
        }
        if self.rest().starts_with('(') {
            return None;
        }
        self.word().map(|_| ())
    }

    /// A word without its quotes, and whether it had any.
    fn word(&mut self) -> Option<(String, bool)> {
        let mut text = String::new();
        let mut quoted = false;
        while let Some(char) = self.peek() {
            match char {
                ' ' | '\t' | '\n' | ';' | '&' | '|' | '(' | ')' | '<' | '>' => break,
                '`' => return None,
                '$' if self.rest().starts_with("$(") => return None,
                '\'' => {
                    quoted = true;
                    self.skip(char);
                    let rest = self.rest();
                    let end = rest.find('\'')?;
                    text.push_str(rest.get(..end)?);
                    self.at += end + 1;
                }
                '"' => {
                    quoted = true;
                    self.skip(char);
                    self.double_quoted(&mut text)?;
                }
                '\\' => {
                    self.skip(char);
                    let next = self.peek()?;
                    self.skip(next);
                    if next != '\n' {
                        text.push(next);
                        quoted = true;
                    }
                }
                _ => {
                    text.push(char);
                    self.skip(char);
                }
            }
        }
        Some((text, quoted))
    }

    fn double_quoted(&mut self, text: &mut String) -> Option<()> {
        loop {
            let char = self.peek()?;
            if char == '`' || self.rest().starts_with("$(") {
                return None;
            }
            self.skip(char);
            match char {
                '"' => return Some(()),
                '\\' => {
                    let next = self.peek()?;
                    self.skip(next);
                    if !matches!(next, '"' | '\\' | '$' | '`' | '\n') {
                        text.push('\\');
                    }
                    if next != '\n' {
                        text.push(next);
                    }
                }
                _ => text.push(char),
            }
        }
    }
}

/// The text as one word of a shell line.
pub fn quote(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./=:,+@".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<Vec<String>> {
        let commands = split(line).unwrap();
        commands.iter().map(|c| c.texts().into_iter().map(str::to_owned).collect()).collect()
    }

    #[test]
    fn a_line_is_its_simple_commands() {
        assert_eq!(
            words("cd 'a b' && CI=1 npm test -- --run 2>&1 | tee log; x"),
            [vec!["cd", "a b"], vec!["npm", "test", "--", "--run"], vec!["tee", "log"], vec!["x"]]
        );
        assert_eq!(
            words("if ! pytest -k \"a \\\" b\" >log 2>&1; then exit 1; fi # x"),
            [vec!["pytest", "-k", "a \" b"], vec!["exit", "1"]]
        );
        assert_eq!(words("pytest \\\n  -q"), [["pytest", "-q"]]);
        assert_eq!(words("(cd x; go test ./...)"), [vec!["cd", "x"], vec!["go", "test", "./..."]]);
    }

    #[test]
    fn what_is_not_understood_is_nothing() {
        for line in
            ["pytest $(cat list)", "pytest `x`", "cat <<E\npytest\nE", "pytest 'a", "a \"$(b)\""]
        {
            assert_eq!(split(line), None, "{line}");
        }
    }

    #[test]
    fn a_quoted_word_is_one_word_again() {
        for text in ["a b", "it's", "", "$(x)", "plain/path-1.xml"] {
            assert_eq!(words(&format!("x {}", quote(text))), [["x", text]]);
        }
    }
}
