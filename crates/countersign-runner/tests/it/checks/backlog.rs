use countersign_runner::check::{Seen, backlog};

use super::{Broken, fails, is_undecided, passes, tree};

const PATH: &str = "backlogs/shop.md";
const BASE: &str = "# Backlog\n\n## Next\n\n- [ ] Add a **parser** for `dates`\n- [ ] Write the README.\n\
    - [x] Set up the project\n  - [ ] Nested thing\n\n## Done\n";

fn see(base: &str, room: &str, item: Option<&str>) -> Seen {
    backlog::see(&tree(&[(PATH, base)]), &tree(&[(PATH, room)]), PATH, item, None)
}

fn ticked(line: &str) -> String {
    BASE.replacen("- [ ] Add a **parser** for `dates`", line, 1)
}

#[test]
fn a_ticked_item_passes_however_it_is_written() {
    let lines = [
        "- [x] Add a **parser** for `dates`",
        "- [X] Add a **parser** for `dates`",
        "- [✓] Add a **parser** for `dates`",
        "* [x] Add a **parser** for `dates`",
        "1. [x] Add a **parser** for `dates`",
        "- [x] ~~Add a **parser** for `dates`~~",
        "- [x] Add a parser for dates",
        "- [x]  Add a  **parser** for `dates`.",
        "- [x] Add a **parser** for `dates` (2026-01-02)",
        "- [x] Add a **parser** for `dates` ✅ 2026-01-02",
        "- [x] Add a **parser** for `dates` — done in #12",
        "\t- [x] Add a **parser** for `dates`",
    ];
    for line in lines {
        passes(line, &see(BASE, &ticked(line), None));
        passes(line, &see(BASE, &ticked(line), Some("Add a parser for dates")));
        passes(line, &see(BASE, &ticked(line), Some("`parser`")));
        passes(line, &see(BASE, &ticked(line).replace('\n', "\r\n"), None));
    }
    let moved = format!("{}- [x] Add a **parser** for `dates`\n", ticked(""));
    passes("moved to Done", &see(BASE, &moved, None));
    let nested = BASE.replace("- [ ] Nested", "- [x] Nested");
    passes("a nested one", &see(BASE, &nested, Some("Nested thing")));
    let twice = "- [ ] Review\n- [ ] Review\n";
    passes("one of two alike", &see(twice, "- [x] Review\n- [ ] Review\n", None));
    let numbered = see("1. [ ] One\n2. [ ] Two\n", "1. [ ] One\n2. [x] Two\n", None);
    passes("numbered", &numbered);
    assert!(numbered.reason.contains("\"Two\""), "{}", numbered.reason);
}

#[test]
fn what_was_not_ticked_by_this_change_does_not_count() {
    let words = ["Change `- [ ]` to `- [x]`", "Add a **parser**"];
    let cases = [
        ("untouched", BASE.to_owned()),
        ("deleted", ticked("")),
        ("rewritten", ticked("- [x] Add something else")),
        ("rewritten, beginning alike", ticked("- [x] Add a **parser** for `dates` and times")),
        ("a new item, ticked", format!("{BASE}- [x] Something quick\n")),
        ("a ticked copy", format!("{BASE}- [x] Add a **parser** for `dates`\n")),
        ("in a comment", format!("{}<!--\n- [x] Add a **parser** for `dates`\n-->\n", ticked(""))),
        ("in code", format!("{}````\n```\n- [x] Add a **parser** for `dates`\n````\n", ticked(""))),
        ("half ticked", ticked("- [-] Add a **parser** for `dates`")),
        ("no longer a box", ticked("- Add a **parser** for `dates` (done)")),
        (
            "ticked in code",
            format!("{}\n```\n- [x] Add a **parser** for `dates`\n```\n", ticked("")),
        ),
        ("unticked", BASE.replace("- [x]", "- [ ]")),
    ];
    for (name, room) in cases {
        fails(name, &see(BASE, &room, None), &words);
    }
    let other = BASE.replace("- [ ] Write", "- [x] Write");
    fails(
        "another item",
        &see(BASE, &other, Some("Add a parser for dates")),
        &["Add a **parser**"],
    );
    let none = backlog::see(&tree(&[(PATH, BASE)]), &tree::<&str>(&[]), PATH, None, None);
    fails("the file deleted", &none, &["is not there"]);
}

#[test]
fn a_pattern_is_held_against_the_items_that_were_ticked() {
    let see = |room: &str, pattern: &str| {
        backlog::see(&tree(&[(PATH, BASE)]), &tree(&[(PATH, room)]), PATH, None, Some(pattern))
    };
    let done = ticked("- [x] Add a **parser** for `dates`");
    let words = ["none that matches", "Tick the one"];
    fails("one that was ticked before", &see(&done, "Set up"), &words);
    fails("one that is still open", &see(&done, "README"), &words);
    let more = format!("{done}- [x] PROJ-1, which was never open\n\nPROJ-1 is done\n");
    fails("one that arrived ticked, and a remark", &see(&more, "PROJ-1"), &words);
    for pattern in [r"\[x\]", r"^- \[x\] Add", r"parser\*\* for", "## Next", r"(?s)## Next.*parser"]
    {
        passes(pattern, &see(&done, pattern));
    }
    let remark = ticked("- [x] Add a **parser** for `dates` (PROJ-2)\n  in PROJ-3");
    for pattern in ["PROJ-2", "PROJ-3"] {
        passes(pattern, &see(&remark, pattern));
    }
    let moved = format!("{}- [x] Add a **parser** for `dates`\n", ticked(""));
    passes("where it stands now", &see(&moved, r"(?s)## Done.*parser"));
    fails("where it stood", &see(&moved, "## Next"), &words);
    is_undecided("no pattern", &see(&done, "("), &["contract must be mended"]);
}

#[test]
fn what_nobody_could_tick_is_undecided() {
    is_undecided(
        "no open item",
        &see("- [x] a thing\n", "- [x] a thing\n", None),
        &["no open item"],
    );
    is_undecided(
        "no file before",
        &backlog::see(&tree::<&str>(&[]), &tree(&[(PATH, BASE)]), PATH, None, None),
        &["no open item"],
    );
    is_undecided("unknown item", &see(BASE, BASE, Some("Fly to the moon")), &["was not there"]);
    is_undecided(
        "ticked before",
        &see(BASE, BASE, Some("Set up the project")),
        &["ticked already"],
    );
    is_undecided("bad", &backlog::see(&Broken, &Broken, PATH, None, None), &["input/output error"]);
}

#[test]
fn an_item_that_only_speaks_of_the_named_one_is_another() {
    let base = "- [ ] B-12 Parser\n- [ ] B-13 Printer, after B-12\n";
    let other = base.replace("[ ] B-13", "[x] B-13");
    fails("another one", &see(base, &other, Some("B-12")), &["B-12 Parser"]);
    passes("the named one", &see(base, &base.replace("[ ] B-12", "[x] B-12"), Some("B-12")));
    passes("by a word within", &see(base, &other, Some("Printer")));
}

#[test]
fn a_task_names_items_where_it_speaks_of_the_backlog() {
    let base = tree(&[(
        PATH,
        "- [ ] B-12 Parser\n- [ ] B-13 Printer\n- [x] B-14 Old\n- [ ] Write the README.\n",
    )]);
    let named = |task: &str| backlog::named_in(&base, PATH, task);
    assert_eq!(named("Write a parser.\nTick B-12 in backlogs/shop.md."), ["B-12 Parser"]);
    assert_eq!(named("Mark \"write the readme\" done in the backlog"), ["Write the README."]);
    assert_eq!(named("B-13 comes later.\nTick the item in backlogs/shop.md"), [""; 0]);
    assert_eq!(named("Tick B-1 in the backlog; B-14 was before"), [""; 0]);
}
