//! Any prose is classified, and what is extracted from it stands in it.
#![no_main]

use countersign_contract::intake::prose;
use countersign_contract::{Span, Workspace, classify, extract};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = prose(text);
    let is_place = |span: Span| assert!(text.get(span.range()).is_some(), "{span:?}");
    let classification = classify(text);
    assert!(classification.decided_by.iter().all(|span| text.get(span.range()).is_some()));
    let workspace = Workspace::of_names(["package.json", "src/app.ts", "CHANGELOG.md", "Makefile"]);
    let extraction = extract(text, &workspace);
    extraction.stated.iter().for_each(|stated| is_place(stated.span));
    extraction.not_covered.iter().for_each(|clause| is_place(clause.span));
});
