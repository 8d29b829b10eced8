use countersign_runner::check::file;

use super::{Broken, fails, is_undecided, passes, tree};

const PROSE: &str = "The parser reads one line at a time and keeps the place of every mistake, so that a \
    reader can go straight to it. It never looks back further than a bracket.";

fn see(content: impl AsRef<[u8]>, min_length: u64) -> countersign_runner::check::Seen {
    file::see(&tree(&[("notes.md", content)]), "notes.md", min_length)
}

#[test]
fn honest_documents_have_the_length_they_show() {
    let table = "| name | price | stock |\n| --- | --- | --- |\n\
        | apple | 1.00 | 10 |\n| pear | 1.00 | 10 |\n| plum | 1.00 | 10 |\n| fig | 2.00 | 10 |\n";
    let list: String = ["add", "remove", "rename", "copy", "move", "show"]
        .map(|verb| format!("- `{verb}`: {verb}s an entry\n"))
        .concat();
    let code = "fn a() {\n    if x {\n        y();\n    }\n}\n\nfn b() {\n    if z {\n        w();\n    }\n}\n\
        fn c() {\n    match q {\n        _ => {\n        }\n    }\n}\n";
    let utf16: Vec<u8> =
        [0xFF, 0xFE].into_iter().chain(PROSE.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let utf16_be: Vec<u8> =
        [0xFE, 0xFF].into_iter().chain(PROSE.encode_utf16().flat_map(u16::to_be_bytes)).collect();
    let crlf = PROSE.replace(' ', "\r\n");
    let latin1: Vec<u8> = "Über die Größe der Dinge".chars().map(|c| c as u8).collect();
    let numbers: String =
        (1..=40).map(|n| format!("{n},{},{}\n", n * 7919 % 1000, n * 104_729 % 1000)).collect();
    let steps: String =
        ["Install the tools", "Fetch the data", "Clean it", "Train", "Write the report"]
            .into_iter()
            .zip(1..)
            .map(|(what, n)| format!("{n}. Step {n}: {what}\n"))
            .collect();
    let days: String = [(120, 12), (131, 15), (128, 11), (140, 17), (122, 10), (119, 9), (133, 14)]
        .into_iter()
        .chain([(127, 13), (141, 18), (138, 16), (129, 12), (125, 11)])
        .zip(1..)
        .map(|((visits, orders), day)| format!("2026-11-{day:02},{visits},{orders}\n"))
        .collect();
    let days = format!("day,visits,orders\n{days}");
    let results: String = [("login_ok", 12), ("login_bad_password", 10), ("login_locked", 11)]
        .into_iter()
        .chain([("logout", 5), ("reset_mail", 31), ("reset_expired", 29), ("profile_edit", 17)])
        .map(|(name, time)| format!("| test_{name} | passed | 0.{time:02} |\n"))
        .collect();
    let results = format!("| test | result | seconds |\n|---|---|---|\n{results}");
    let cases: [(&str, &[u8], u64); 20] = [
        ("a row for each day", days.as_bytes(), 200),
        ("a table of test results", results.as_bytes(), 200),
        ("rows of numbers", numbers.as_bytes(), 300),
        ("numbered steps", steps.as_bytes(), 80),
        ("how comments begin", b"A comment begins with `<!--`, and this page is about that", 40),
        ("prose", PROSE.as_bytes(), 120),
        ("a table", table.as_bytes(), 85),
        ("a list", list.as_bytes(), 120),
        ("code with braces", code.as_bytes(), 52),
        ("UTF-16", &utf16, 120),
        ("UTF-16, the other way round", &utf16_be, 120),
        ("a byte order mark", b"\xEF\xBB\xBFhello", 5),
        ("CRLF", crlf.as_bytes(), 120),
        ("Latin-1", &latin1, 20),
        ("no least length", b"x", 0),
        ("a least length of one", b"x", 1),
        ("exactly enough", b"abc def", 6),
        ("Chinese", "解析器每次读取一行，并记录每个错误的位置。".as_bytes(), 20),
        ("accents as marks", "de\u{301}ja\u{300} vu, ete\u{301}".as_bytes(), 10),
        ("a rule between parts", b"Part one\n--------------------\nPart two is another\n", 40),
    ];
    for (name, content, length) in cases {
        passes(name, &see(content, length));
    }
}

#[test]
fn our_own_documents_and_code_are_not_padding() {
    let sources = [
        include_str!("../../../src/check/file.rs"),
        include_str!("../../../src/check/dependency/npm.rs"),
        include_str!("../../../Cargo.toml"),
        include_str!("../../../../../Cargo.lock"),
        include_str!("../../../../../README.md"),
        include_str!("../../../../../ARCHITECTURE.md"),
    ];
    for source in sources {
        let outside =
            source.split("<!--").map(|part| part.split_once("-->").map_or(part, |it| it.1));
        let graphic = |part: &str| part.chars().filter(char::is_ascii_graphic).count() as u64;
        passes("our own", &see(source, outside.map(graphic).sum()));
    }
}

#[test]
fn padding_is_not_length() {
    let lines = ["first of all", "then the next", "and the last"];
    let shuffled = [0, 1, 2, 0, 2, 1, 1, 0, 2, 2, 1, 0].map(|at: usize| lines[at]).join("\n");
    let counted: String = (1..=60).map(|n| format!("This is line {n} of the report\n")).collect();
    let cases: [(&str, String); 15] = [
        ("lines that differ in their number", counted),
        ("a comment", format!("x <!-- {} -->", PROSE.repeat(2))),
        ("lines in any order", format!("{shuffled}\n").repeat(12)),
        ("spaces", format!("x{}", " ".repeat(500))),
        ("new lines", format!("x{}", "\n".repeat(500))),
        ("NUL", format!("x{}", "\0".repeat(500))),
        ("control characters", format!("x{}", "\u{7}".repeat(500))),
        ("zero-width spaces", format!("x{}", "\u{200B}".repeat(500))),
        ("blank braille", format!("x{}", "\u{2800}".repeat(500))),
        ("marks on one letter", format!("x{}", "\u{301}\u{489}".repeat(250))),
        ("one character", "x".repeat(500)),
        ("one line", "this is the content\n".repeat(50)),
        ("one line between blank ones", "this is the content\n\n\n".repeat(50)),
        ("a cycle of lines", "first of all\nthen the next\nand the last\n".repeat(30)),
        ("a cycle inside one line", "lorem ipsum ".repeat(80)),
    ];
    for (name, content) in cases {
        fails(name, &see(content, 100), &["notes.md", "100", "Write"]);
    }
}

#[test]
fn one_repeated_line_counts_exactly_once() {
    let line = "a line with 24 characters....\n".repeat(40);
    let once = "alinewith24characters....".len() as u64;
    passes("as long as the line", &see(&line, once));
    fails("one more", &see(&line, once + 1), &[&format!("there are {once}")]);
}

#[test]
fn what_is_not_there_or_empty_is_told_apart() {
    fails("empty", &see("", 0), &["is empty"]);
    fails("blank", &see(" \n\t\0", 0), &["nothing in them that can be seen"]);
    let elsewhere = tree(&[("docs/Notes.md", "x")]);
    let seen = file::see(&elsewhere, "notes.md", 0);
    fails("elsewhere", &seen, &["`notes.md` is not there", "`docs/Notes.md`"]);
    is_undecided("a bad disk", &file::see(&Broken, "notes.md", 0), &["input/output error"]);
}

#[test]
fn the_file_judged_is_named_by_its_digest() {
    let digest = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(see("abc", 0).files, [("notes.md".to_owned(), digest.to_owned())]);
}
