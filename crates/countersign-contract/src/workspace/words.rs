//! Words of texts and of file names, made comparable.

/// A run of characters without blanks that may name something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
    /// The sentence or line already said what is not to be done.
    pub(super) negated: bool,
    /// A sentence, line or list item ends with it.
    pub(super) last: bool,
}

const NEGATIONS: &[&str] =
    &["not", "don't", "never", "without", "except", "cannot", "won't", "shouldn't"];

pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut negated = false;
        for raw in
            line.split(|c: char| c.is_whitespace() || matches!(c, '`' | '"' | '(' | '<' | '>'))
        {
            let token = raw.trim_matches(|c: char| !is_name(c));
            let token = token.trim_end_matches(['.', '/', '-']);
            // A dot or comma inside a name is no end; one after it is.
            let ends = raw.ends_with(['.', ',', ';', ':', '!', '?', ')']);
            if !token.is_empty() && !raw.contains("://") {
                found.push(Token { text: token, negated, last: ends });
            } else if let (true, Some(before)) = (ends, found.last_mut()) {
                before.last = true;
            }
            negated |= NEGATIONS.contains(&token.to_ascii_lowercase().as_str());
            negated &= !raw.ends_with(['.', ';', '!', '?']);
        }
        if let Some(token) = found.last_mut() {
            token.last = true;
        }
    }
    found
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '/' | '.' | '-' | '$' | '@' | '[' | ']')
}

/// `DarkModeToggle`, `dark_mode_toggle` and `dark-mode-toggle` are the words dark, mode, toggle.
pub(super) fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before_is_lower = false;
    let mut rest = name.chars().peekable();
    while let Some(c) = rest.next() {
        let next_is_lower = rest.peek().is_some_and(|next| next.is_lowercase());
        // `HTTPServer` is http, server.
        let in_word = words.last().is_some_and(|word| !word.is_empty());
        let begins = c.is_uppercase() && (before_is_lower || (next_is_lower && in_word));
        if begins || !c.is_alphanumeric() {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_alphanumeric(), words.last_mut()) {
            word.extend(c.to_lowercase());
        }
        before_is_lower = c.is_lowercase() || c.is_numeric();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether a name is made of several words, as code makes them.
pub(super) fn is_compound(token: &str) -> bool {
    let inner =
        token.chars().skip(1).any(char::is_uppercase) && token.chars().any(char::is_lowercase);
    inner || token.contains('_')
}
