//! What kind of work a text asks for: sentences of our own, by what they are a case of.

use countersign_contract::{Label, classify};

mod advisory;
mod ambiguous;
mod escapes;
mod laws;
mod skip;
mod verifiable;

/// Sentences by what they are a case of.
type Table = &'static [(&'static str, &'static [&'static str])];

fn wrong(table: Table, label: Label) -> Vec<String> {
    let mut wrong = Vec::new();
    for (case, sentences) in table {
        for sentence in *sentences {
            let found = classify(sentence);
            if found.label != label {
                wrong.push(format!("{case}: {sentence:?} is {:?}: {}", found.label, found.reason));
            }
        }
    }
    wrong
}

#[test]
fn the_tables_are_large_enough_to_mean_something() {
    let tables =
        [verifiable::TABLE, escapes::TABLE, advisory::TABLE, skip::TABLE, ambiguous::TABLE];
    let sentences = tables.into_iter().flatten().map(|(_, sentences)| sentences.len());
    assert!(sentences.sum::<usize>() >= 300);
}

#[test]
fn the_reason_names_the_word_that_decided() {
    let text = "Investigate the flaky test";
    let found = classify(text);
    assert_eq!(found.reason, "asks for knowledge, an opinion or a plan (Investigate)");
    let words: Vec<&str> = found.decided_by.iter().map(|span| span.of(text)).collect();
    assert_eq!(words, ["Investigate"]);
}

#[test]
fn a_mixed_request_names_both_words() {
    let text = "Investigate/implement pooling";
    let found = classify(text);
    let words: Vec<&str> = found.decided_by.iter().map(|span| span.of(text)).collect();
    assert_eq!(words, ["Investigate", "implement"]);
}

#[test]
fn only_the_beginning_of_a_long_text_is_read() {
    let text = format!("Warmer atmosphere\n{}\nAdd an endpoint", "lorem ".repeat(4_000));
    assert_eq!(classify(&text).label, Label::Ambiguous);
}

#[test]
fn a_text_that_is_not_read_whole_is_neither_advisory_nor_skipped() {
    let after = "lorem ".repeat(4_000);
    for text in ["Investigate the slow start", "Update the README"] {
        assert_ne!(classify(text).label, Label::Ambiguous);
        let long = classify(&format!("{text}\n{after}"));
        assert_eq!(long.label, Label::Ambiguous, "{text}: {}", long.reason);
    }
}

#[test]
fn a_change_in_a_later_sentence_names_the_word_that_asks_for_it() {
    let text = "Investigate the drain. Then rewrite the loop.";
    let found = classify(text);
    let words: Vec<&str> = found.decided_by.iter().map(|span| span.of(text)).collect();
    assert_eq!((found.label, words), (Label::Verifiable, vec!["rewrite"]));
}
