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
        part.signatures().iter().for_each(|signature| is_place(signature.span));
    }
    match file.draft() {
        Ok(_) => stays_hidden(&file, text),
        Err(error) => is_place(error.span),
    }
});

/// Puts a word that stands nowhere else into every hidden block, and looks for it in the brief.
fn stays_hidden(file: &TaskFile<'_>, text: &str) {
    const SECRET: &str = "qzxsecretxzq\n";
    let mut marked = String::new();
    let mut from = 0;
    let hidden = file.sections_of(SectionKind::HiddenTests);
    for block in hidden.flat_map(|section| &section.blocks) {
        marked.push_str(&text[from..block.content_span.start]);
        marked.push_str(SECRET);
        from = block.content_span.end;
    }
    marked.push_str(&text[from..]);
    if from == 0 || text.contains(SECRET.trim_end()) {
        return;
    }
    if let Ok(Ok(draft)) = TaskFile::parse(&marked).map(|file| file.draft()) {
        assert!(!draft.brief.contains(SECRET.trim_end()), "{marked}");
    }
}
