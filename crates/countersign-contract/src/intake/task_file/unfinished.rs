//! Scripts that a shell would not take, since something in them is never closed.

use std::collections::VecDeque;

/// Where something is opened that nothing closes, and what it is. Said only where there is no doubt.
pub(super) fn unfinished(script: &str) -> Option<(usize, &'static str)> {
    let mut reader = Reader {
        script,
        open: Vec::new(),
        strings: 0,
        numbers: 0,
        blocks: Vec::new(),
        word: None,
        at_command: true,
        has_patterns: false,
    };
    reader.run()
}

struct Reader<'s> {
    script: &'s str,
    /// Quotation marks and brackets that are open, and where.
    open: Vec<(char, usize)>,
    /// How many of these are `"`.
    strings: usize,
    /// How many of these are the second of `((`.
    numbers: usize,
    /// Where loops, conditions and groups begin.
    blocks: Vec<usize>,
    /// Where the word begins that is being read.
    word: Option<usize>,
    at_command: bool,
    /// `case` has brackets that are only closed.
    has_patterns: bool,
}

impl Reader<'_> {
    fn run(&mut self) -> Option<(usize, &'static str)> {
        let script = self.script;
        let mut here: VecDeque<(usize, &str)> = VecDeque::new();
        let mut chars = script.char_indices().peekable();
        let mut before = '\n';
        while let Some((at, c)) = chars.next() {
            let last = core::mem::replace(&mut before, c);
            let inside = self.open.last().map(|(mark, _)| *mark);
            let next = chars.peek().map(|(_, next)| *next);
            match (inside, c) {
                (Some('\''), '\'') | (Some('"'), '"') | (Some('{'), '}') => self.close(),
                (Some('\''), _) => {}
                // `$'…'` has escapes; nothing else between single marks has.
                (Some('$'), '\'') => self.close(),
                (_, '\\') => {
                    self.word = self.word.or(Some(at));
                    chars.next();
                    before = 'x';
                }
                (Some('$'), _) => {}
                (Some('`'), '`') => self.close(),
                (_, '{') if last == '$' => self.open('{', at),
                (_, '(') if last == '$' => self.bracket(at),
                (Some('"'), '`') => self.open(c, at),
                (Some('"'), _) => {}
                // Between `"${` and `}"` an apostrophe is one.
                (Some('{'), '\'') if self.strings > 0 => {}
                (_, '\'') => {
                    self.word = self.word.or(Some(at));
                    self.open(if last == '$' { '$' } else { '\'' }, at);
                }
                (_, '"' | '`') => {
                    self.word = self.word.or(Some(at));
                    self.open(c, at);
                }
                (Some('{'), _) => {}
                // `names=(a b)`
                (_, '(') if last == '=' => {
                    self.word = None;
                    self.at_command = false;
                    self.open('=', at);
                }
                (_, '(') => {
                    self.end_word(at);
                    self.bracket(at);
                }
                (Some('='), ')') => {
                    self.word = Some(at);
                    self.close();
                }
                (_, ')') => {
                    self.end_word(at);
                    if inside == Some('(') {
                        self.close();
                    }
                    // `name() {`
                    self.at_command = last == '(';
                }
                (_, '#') if self.word.is_none() => {
                    while chars.next_if(|(_, c)| *c != '\n').is_some() {}
                }
                (_, '<') if next == Some('<') => {
                    self.end_word(at);
                    chars.next();
                    if chars.next_if(|(_, c)| *c == '<').is_none()
                        && self.numbers == 0
                        && let Some(end) = delimiter(script.get(at + 2..).unwrap_or_default())
                    {
                        here.push_back((at, end));
                    }
                }
                (_, '\n') => {
                    self.end_word(at);
                    self.at_command = inside != Some('=');
                    while let Some((opened, end)) = here.pop_front() {
                        let from = chars.peek().map_or(script.len(), |(at, _)| *at);
                        let Some(after) = after_line(script, from, end) else {
                            return Some((
                                opened,
                                "the text after << has no end: close it with its word on a line of its own",
                            ));
                        };
                        while chars.next_if(|(at, _)| *at < after).is_some() {}
                    }
                }
                (_, ';' | '&' | '|') => {
                    self.end_word(at);
                    self.at_command = true;
                }
                (_, c) if c.is_whitespace() => self.end_word(at),
                _ => self.word = self.word.or(Some(at)),
            }
        }
        self.end_word(script.len());
        if let Some((opened, _)) = here.pop_front() {
            return Some((
                opened,
                "the text after << has no end: close it with its word on a line of its own",
            ));
        }
        self.left_open()
    }

    fn left_open(&self) -> Option<(usize, &'static str)> {
        if self.has_patterns {
            return None;
        }
        let quote = self.open.iter().find(|(mark, _)| !matches!(mark, '(' | '{' | '='));
        match quote {
            Some(('"', at)) => Some((*at, "the quotation mark \" is never closed")),
            Some(('`', at)) => Some((*at, "the mark ` is never closed")),
            Some((_, at)) => Some((*at, "the quotation mark ' is never closed")),
            None => {
                let at = *self.blocks.first()?;
                Some((at, "this loop, condition or group is never ended: write it as a whole"))
            }
        }
    }

    fn open(&mut self, mark: char, at: usize) {
        self.strings += usize::from(mark == '"');
        self.numbers += usize::from(self.is_number(mark, at));
        self.open.push((mark, at));
    }

    fn close(&mut self) {
        if let Some((mark, at)) = self.open.pop() {
            self.strings -= usize::from(mark == '"');
            self.numbers -= usize::from(self.is_number(mark, at));
        }
    }

    /// Whether this mark, within those that are open, is the second of `((`.
    fn is_number(&self, mark: char, at: usize) -> bool {
        mark == '(' && self.open.last().is_some_and(|(mark, first)| *mark == '(' && first + 1 == at)
    }

    fn bracket(&mut self, at: usize) {
        self.open('(', at);
        self.word = None;
        self.at_command = true;
    }

    fn end_word(&mut self, to: usize) {
        let Some(from) = self.word.take() else { return };
        if !core::mem::take(&mut self.at_command) {
            return;
        }
        match self.script.get(from..to).unwrap_or_default() {
            "case" => self.has_patterns = true,
            "for" | "select" => self.blocks.push(from),
            "if" | "while" | "until" | "{" => {
                self.blocks.push(from);
                self.at_command = true;
            }
            "fi" | "done" | "}" => drop(self.blocks.pop()),
            "then" | "do" | "else" | "elif" | "!" | "time" => self.at_command = true,
            _ => {}
        }
    }
}

/// The word that ends what follows `<<`.
fn delimiter(after: &str) -> Option<&str> {
    let word = after.strip_prefix('-').unwrap_or(after).trim_start_matches([' ', '\t', '\\']);
    let quote = word.chars().next().filter(|c| matches!(c, '"' | '\''));
    let word = quote.and_then(|quote| word.strip_prefix(quote)).unwrap_or(word);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let end = word.find(|c: char| !is_part(c)).unwrap_or(word.len());
    word.get(..end).filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// What comes after the first line from there on that says nothing but this.
fn after_line(script: &str, from: usize, end: &str) -> Option<usize> {
    let mut at = from;
    for line in script.get(from..)?.split_inclusive('\n') {
        at += line.len();
        if line.trim() == end {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_never_closed_is_told_and_nothing_else() {
        for script in [
            "echo \"abc\npytest -q",
            "echo 'abc\npytest -q",
            "for f in a; do\npytest -q",
            "if true; then\n  pytest -q",
            "cat <<EOF\npytest -q",
            "cat <<'EOF' > a.txt\npytest -q\nEOF2",
            "echo `date",
            "{ pytest -q",
            "f() {\n  pytest -q",
            "echo \"$(echo 'a)\"",
        ] {
            assert!(unfinished(script).is_some(), "{script}");
        }
        for script in [
            "for f in a b; do\n  echo \"$f\"\ndone",
            "for f in if while; do echo $f; done",
            "cat <<EOF\nit's \"one\nEOF\npytest -q",
            "cat <<-'EOF' | sort\n\ta'b\n\tEOF\n",
            "cat <<A <<B\n'\nA\n\"\nB\n",
            "f() {\n  echo it\\'s\n}\nf",
            "function f {\n  true\n}\nf",
            "x=$((1 << 2)); (( x << 1 ))",
            "echo \"${x:-it's}\" # don't",
            "echo ${x#\\'} $'it\\'s' \"it's\" 'say \"x\"'",
            "case $x in\n  a) echo \"a\" ;;\n  *) exit 1 ;;\nesac",
            "while read -r line; do echo \"$line\"; done < a.txt",
            "if ! grep -q a b; then exit 1; fi",
            "echo \"$(echo \"a (b\")\" && (cd a && ls)",
            "(\n  if true; then ls; fi\n)",
            "cat <<< \"a\"",
            "{ echo a; echo b; } > c",
            "trap 'kill $pid' EXIT\nserve & pid=$!\npytest -q",
            "a=(if for)\necho ${#a[@]}",
            "[[ $a =~ ^(x|y)$ ]] && ls",
            "find . -name '*.py' -exec cat {} \\;",
            "awk '{ print $1 }' a.txt",
            "",
        ] {
            assert_eq!(unfinished(script), None, "{script}");
        }
    }
}
