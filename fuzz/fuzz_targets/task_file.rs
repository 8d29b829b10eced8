//! A task file is read or refused; every place is a place in the text; what is hidden stays so.
#![no_main]

use countersign_contract::Span;
use countersign_contract::intake::{SectionKind, TaskFile, detect};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = detect(None, text);
    let is_place = |span: Span| assert!(text.get(span.range()).is_some(), "{span:?}");
    let file = match TaskFile::parse(text) {
        Ok(file) => file,
        Err(error) => return is_place(error.span),
    };
    for block in file.sections.iter().flat_map(|section| &section.blocks) {
        assert_eq!(block.content_span.of(text), block.content);
    }
    let (outputs, malformed) = file.outputs();
    outputs.iter().for_each(|output| is_place(output.span));
    let (commands, refused) = file.commands();
    commands.iter().for_each(|command| is_place(command.span));
    malformed.iter().chain(&refused).for_each(|(span, _)| is_place(*span));
    file.done_when().iter().for_each(|item| is_place(item.span));
    for part in file.contract_blocks() {
        part.signatures.iter().for_each(|signature| is_place(signature.span));
    }
    match file.draft() {
        Ok(draft) => {
            for section in file.sections_of(SectionKind::HiddenTests) {
                assert!(!draft.brief.contains(section.heading.of(text).trim()));
            }
        }
        Err(error) => is_place(error.span),
    }
});
