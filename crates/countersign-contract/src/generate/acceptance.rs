//! Whether a text says what its outcome is accepted by.

/// What such a part is called.
const LABELS: &[&str] =
    &["acceptance", "acceptance criteria", "definition of done", "done when", "success criteria"];

/// Whether one of the labels stands before a colon or alone on its line.
pub(super) fn is_stated(text: &str) -> bool {
    let is_mark = |c: char| matches!(c, '#' | '*' | '_' | '-' | ' ' | '\t');
    text.lines().any(|line| {
        let alone =
            LABELS.iter().any(|label| line.trim_matches(is_mark).eq_ignore_ascii_case(label));
        let parts = line.split(':');
        let before_colons = parts.clone().take(parts.count().saturating_sub(1));
        alone || before_colons.into_iter().any(ends_in_label)
    })
}

/// "Investigate the crash. Acceptance".
fn ends_in_label(words: &str) -> bool {
    let sentence = words.rsplit(['.', '!', '?', ';']).next().unwrap_or(words);
    let said = sentence.trim_matches(|c: char| !c.is_alphanumeric());
    LABELS.iter().any(|label| said.eq_ignore_ascii_case(label))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_before_a_colon_or_alone_says_so() {
        for text in [
            "Investigate the slow query.\n\nAcceptance:\n- [ ] p95 under 200 ms",
            "Investigate the crash. Acceptance: `cargo test` passes.",
            "Look into it\n\n## Acceptance criteria\n- cargo test passes",
            "**Definition of done**: RSS stays below 300 MB",
            "Done when: - cargo test passes",
        ] {
            assert!(is_stated(text), "{text}");
        }
        for text in [
            "Investigate how acceptance criteria are read",
            "Find out: when is it done?",
            "Review the definition of done.",
        ] {
            assert!(!is_stated(text), "{text}");
        }
    }
}
