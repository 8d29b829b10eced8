use countersign_runner::check::{Seen, content};

use super::{Broken, fails, is_undecided, passes, tree};

fn literal(text: impl AsRef<[u8]>, pattern: &str) -> Seen {
    content::see(&tree(&[("notes.md", text)]), "notes.md", pattern, true)
}

fn regex(text: impl AsRef<[u8]>, pattern: &str) -> Seen {
    content::see(&tree(&[("notes.md", text)]), "notes.md", pattern, false)
}

#[test]
fn what_is_there_is_found_however_the_file_is_written() {
    let utf16: Vec<u8> = [0xFF, 0xFE]
        .into_iter()
        .chain("npm install".encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    passes("UTF-16", &literal(utf16, "npm install"));
    passes("literal", &literal("Run npm install first.", "npm install"));
    passes("marks of a pattern are literal", &literal("price: 1.00 (net)", "1.00 (net)"));
    passes("two lines", &literal("one\r\ntwo\r\n", "one\ntwo"));
    passes("a pattern with CRLF", &literal("one\ntwo", "one\r\ntwo"));
    passes("an emoji of several characters", &literal("done 👩\u{200D}💻!", "👩\u{200D}💻"));
    passes("in a comment", &literal("<!-- TODO done -->", "TODO done"));
    passes("after a byte order mark", &regex("\u{FEFF}# Title", "^# Title"));
    passes("at the start of a line", &regex("Intro\n## Usage\n", "^## Usage$"));
    passes("at a CRLF line's end", &regex("Intro\r\n## Usage\r\n", "^## Usage$"));
    passes("alternatives", &regex("colour", "colou?r|farbe"));
    passes("case by request", &regex("USAGE", "(?i)usage"));
    passes("across lines by request", &regex("start\nmiddle\nend", "(?s)start.*end"));
    passes("white space around something", &regex("a\n\n\nb", r"\s+b"));
    let seen = literal("one\ntwo\nthree", "three");
    assert!(seen.reason.contains("line 3"), "{}", seen.reason);
}

#[test]
fn what_is_not_there_is_not_found() {
    fails("absent", &literal("Run yarn.", "npm install"), &["does not contain `npm install`"]);
    let near = ["Line 1", "case or white space"];
    fails("another case", &literal("Run NPM  install.", "npm install"), &near);
    fails("a regular expression is no literal", &literal("colour", "colou?r"), &["colou?r"]);
    fails("no match", &regex("nothing", r"\d+"), &["no match", r"\d+"]);
    fails("padding is no content", &regex(" ".repeat(500), ".{200,}"), &["nothing to see"]);
    fails("NUL is no content", &regex(format!("x{}", "\0".repeat(500)), ".{200,}"), &["no match"]);
    let hidden = "\u{200B}".repeat(500);
    fails("zero-width is no content", &regex(format!("x{hidden}"), ".{200,}"), &["no match"]);
    fails("an empty match", &regex("x", "y*$"), &["nothing to see"]);
    fails(
        "no file",
        &content::see(&tree::<&str>(&[]), "a.md", "x", true),
        &["`a.md` is not there"],
    );
}

#[test]
fn a_contract_that_cannot_be_applied_is_not_the_workers_fault() {
    is_undecided("a pattern that does not compile", &regex("x", "("), &["contract", "mended"]);
    is_undecided("a pattern too large", &regex("x", r"\w{1000}{1000}{100}"), &["contract"]);
    is_undecided("a blank pattern", &literal("x", " \u{200B}"), &["contract"]);
    is_undecided("a bad disk", &content::see(&Broken, "a.md", "x", true), &["input/output error"]);
}
