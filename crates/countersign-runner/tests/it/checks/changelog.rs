use countersign_runner::check::{Seen, changelog};
use jiff::civil::{Date, date};

use super::{Broken, fails, is_undecided, passes, tree};

const PATH: &str = "CHANGELOG.md";
const TODAY: Date = date(2026, 1, 2);

const KEEP: &str = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A parser for dates\n\n\
    ## [1.0.0] - 2025-11-30\n\n### Added\n\n- First release\n\n[1.0.0]: https://example.org/1.0.0\n";

fn see(base: &str, room: &str) -> Seen {
    changelog::see(&tree(&[(PATH, base)]), &tree(&[(PATH, room)]), PATH, None, TODAY)
}

/// With these lines in place of the first.
fn with(place: &str, lines: &str) -> String {
    KEEP.replacen(place, lines, 1)
}

#[test]
fn an_entry_of_today_passes_in_every_format() {
    let unreleased = with("- A parser for dates\n", "- A parser for dates\n- Prices with tax\n");
    passes("Keep a Changelog", &see(KEEP, &unreleased));
    passes("CRLF", &see(KEEP, &unreleased.replace('\n', "\r\n")));
    let fixed = with("## [1.0.0]", "### Fixed\n\n- No crash on empty input\n\n## [1.0.0]");
    passes("a new part of Unreleased", &see(KEEP, &fixed));
    let released = with(
        "## [1.0.0]",
        "## [1.1.0] - 2026-01-02\n\n### Added\n\n- Prices with tax\n\n## [1.0.0]",
    );
    passes("a release of today", &see(KEEP, &released));
    let table = with(
        "## [1.0.0]",
        "## 2026-01-02\n\n| what | who |\n|---|---|\n| tax on prices | me |\n\n## [1.0.0]",
    );
    passes("a table", &see(KEEP, &table));
    let headings = [
        "## 2026-01-02",
        "## 2026/01/02",
        "## 02.01.2026",
        "## January 2, 2026",
        "## 2 Jan 2026",
        "## Jan 2nd, 2026",
        "## v1.1 (2026-01-02)",
        "### [2026-01-02]",
        "2026-01-02\n----------",
        "**2026-01-02**",
        "2026-01-02",
        "## Unreleased",
        "## [Unreleased] - yyyy-mm-dd",
        "Unreleased\n===",
        "## 20260102",
        "## 2026-01-03",
        "## 2026-01-01",
        "## 2026-01-02 14:05",
        "## 2026-01-02T14:05:00Z",
    ];
    for heading in headings {
        let base = "# Log\n\n## 2025-12-01\n\n- An old thing\n";
        let room = format!(
            "# Log\n\n{heading}\n\n- A new thing was added\n\n## 2025-12-01\n\n- An old thing\n"
        );
        passes(heading, &see(base, &room));
        passes(heading, &see("", &room));
    }
    let lines = [
        "- 2026-01-02: a new thing",
        "* **2026-01-02** a new thing",
        "2026-01-02 The parser is faster now",
        "## 2026-01-02 The parser is much faster",
        "2026-01-02: fixed the crash",
        "- [2026-01-02] 修复了解析器的崩溃",
    ];
    for line in lines {
        passes(line, &see("# Log\n", &format!("# Log\n\n{line}\n")));
    }
    let gnu = "2026-01-02  A. Person  <a@example.org>\n\n\t* parser.c (read): Check the length.\n";
    passes("GNU", &see("2025-01-01  A. Person  <a@example.org>\n\n\t* old.c: Old.\n", gnu));
    passes(
        "a new file",
        &changelog::see(&tree::<&str>(&[]), &tree(&[(PATH, unreleased)]), PATH, None, TODAY),
    );
    let same_day = "## 2026-01-02\n\n- The first of today\n";
    passes("another entry of today", &see(same_day, &format!("{same_day}- The second of today\n")));
}

#[test]
fn what_was_there_before_is_no_entry() {
    fails("untouched", &see(KEEP, KEEP), &["as it was before", "2026-01-02"]);
    let today = "## 2026-01-02\n\n- The first of today\n\n- The second of today\n";
    fails("today's entry of someone else", &see(today, today), &["as it was before"]);
    let swapped = "## 2026-01-02\n\n- The second of today\n\n- The first of today\n";
    fails("in another order", &see(today, swapped), &["no new entry"]);
    let spaced = today.replace('\n', "\n\n").replace("- The", "-  The");
    fails("more white space", &see(today, &spaced), &["altered"]);
    let mended = KEEP.replace("A parser for dates", "A parser for dates.");
    fails("a full stop added", &see(KEEP, &mended), &["altered", "no new one"]);
    let released = with("## [Unreleased]\n", "## [Unreleased]\n\n## [1.1.0] - 2026-01-02\n");
    fails("only moved under a release", &see(KEEP, &released), &["no new entry under it"]);
}

#[test]
fn what_says_nothing_or_is_not_of_today_is_no_entry() {
    let bare = with("## [1.0.0]", "## 2026-01-02\n\n## [1.0.0]");
    fails("a heading alone", &see(KEEP, &bare), &["no new entry under it"]);
    for filler in ["- TBD", "- ...", "- todo", "-", "- \u{200B}", "<!-- A new thing -->", "---"] {
        let room = with("## [1.0.0]", &format!("## 2026-01-02\n\n{filler}\n\n## [1.0.0]"));
        fails(filler, &see(KEEP, &room), &["no new entry"]);
    }
    for mark in ["```", "~~~~"] {
        let code =
            format!("## 2026-01-02\n\n{mark}md\n- A new thing that works\n{mark}\n\n## [1.0.0]");
        fails("in a block of code", &see(KEEP, &with("## [1.0.0]", &code)), &["no new entry"]);
    }
    let quoted = with("- First release\n", "- First release, with `<!--` in it\n");
    let after = quoted
        .replace("## [1.0.0]", "## 2026-01-02\n\n- Reads `<!--`\n- A new thing\n\n## [1.0.0]");
    passes("a comment's mark in code", &see(&quoted, &after));
    let old = with("- First release\n", "- First release\n- Something smuggled in\n");
    fails("under an old release", &see(KEEP, &old), &["not under a heading with today's date"]);
    let other_day = with("## [1.0.0]", "## 2025-12-24\n\n- Something new\n\n## [1.0.0]");
    fails("another day", &see(KEEP, &other_day), &["not under a heading with today's date"]);
    let longer = with("## [1.0.0]", "## 2026-01-021\n\n- Something new\n\n## [1.0.0]");
    fails("not a date", &see(KEEP, &longer), &["today's date"]);
    let link = with("[1.0.0]: ", "[unreleased]: https://example.org/2026-01-02\n[1.0.0]: ");
    fails("a link", &see(KEEP, &link), &["no new entry"]);
    let title = with("# Changelog", "# Changelog of the project");
    fails("the title", &see(KEEP, &title), &["Add a line"]);
}

fn matches(base: &str, room: &str, pattern: &str) -> Seen {
    changelog::see(&tree(&[(PATH, base)]), &tree(&[(PATH, room)]), PATH, Some(pattern), TODAY)
}

#[test]
fn a_pattern_is_held_against_what_this_change_added() {
    let today = "## 2026-01-02\n\n- PROJ-1: The first of today\n\n## 2025-12-01\n\n- PROJ-2: Old\n";
    let plain = today.replace("today\n", "today\n- Something else\n");
    let words = ["new entry", "matches `PROJ-", "does not count"];
    fails("an old entry of today matches", &matches(today, &plain, "PROJ-1"), &words);
    fails("an old entry of another day matches", &matches(today, &plain, "PROJ-2"), &words);
    fails(
        "the title matches",
        &matches(KEEP, &with("dates\n", "dates\n- More\n"), "First release"),
        &["new entry"],
    );
    let old = plain.replace("Old\n", "Old\n- PROJ-3: under an old day\n");
    fails("new, but not of today", &matches(today, &old, "PROJ-3"), &words);
    let altered = plain.replace("PROJ-1: The first of today", "PROJ-4: The first of today");
    fails("an old entry altered", &matches(today, &altered, "PROJ-4"), &words);
    let hidden = plain.replace("Something else", "Something else <!-- PROJ-5 -->");
    fails("in a comment", &matches(today, &hidden, "PROJ-5"), &words);
    fails("nothing to see", &matches(today, &plain, r"\s*$"), &["new entry"]);
    fails("no new entry at all", &matches(today, today, "PROJ-1"), &["as it was before"]);

    let entry = today.replace("today\n", "today\n- PROJ-6: The second of today\n");
    for pattern in ["PROJ-6", "^- PROJ-6", "second of today$", r"PROJ-\d+: The second"] {
        passes(pattern, &matches(today, &entry, pattern));
    }
    passes("the heading it stands under", &matches(today, &entry, r"## \d{4}-\d{2}-\d{2}"));
    passes("heading and entry", &matches(today, &entry, r"## 2026-01-02\n\n- PROJ-6"));
    let section =
        format!("## 2026-01-03\n\n### Fixed\n\n- Two lines of it,\n  see PROJ-7\n\n{today}");
    for pattern in [r"## \d{4}-\d{2}-\d{2}", "### Fixed", "see PROJ-7", r"(?s)Fixed.*PROJ-7"] {
        passes(pattern, &matches(today, &section, pattern));
    }
    passes(
        "a new file",
        &changelog::see(&tree::<&str>(&[]), &tree(&[(PATH, &entry)]), PATH, Some("PROJ-6"), TODAY),
    );
    is_undecided("no pattern", &matches(today, &entry, "(unclosed"), &["contract must be mended"]);
}

#[test]
fn a_missing_file_fails_and_a_bad_disk_does_not() {
    let none = tree::<&str>(&[]);
    fails(
        "missing",
        &changelog::see(&none, &none, PATH, None, TODAY),
        &["is not there", "Unreleased"],
    );
    is_undecided(
        "bad",
        &changelog::see(&Broken, &Broken, PATH, None, TODAY),
        &["input/output error"],
    );
}

#[test]
fn the_first_and_the_last_day_there_is_have_neighbours_too() {
    for day in [Date::MIN, Date::MAX] {
        let seen = changelog::see(&tree(&[(PATH, "x")]), &tree(&[(PATH, KEEP)]), PATH, None, day);
        passes("any day", &seen);
    }
}
