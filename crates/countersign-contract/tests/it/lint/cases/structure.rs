//! Front matter, headings and sections.

use crate::lint::files::lint_named;
use crate::lint::model::{PYTHON, TYPESCRIPT};

use super::{breaks, codes, edited, keeps, section};

#[test]
fn front_matter_is_there() {
    let without = TYPESCRIPT.split_once("---\n\n").unwrap().1;
    assert_eq!(codes(without, "task.md"), ["CS002"]);
}

#[test]
fn every_key_has_a_value() {
    breaks(
        "CS003",
        TYPESCRIPT,
        &[
            &[("title: Sum the lines of a cart\n", "")],
            &[("layer: 2\n", "")],
            &[("track: backend", "track:")],
            &[("estimated_complexity: medium\n", "")],
        ],
    );
    let without = edited(PYTHON, &[("depends_on: []\n", "")]);
    assert_eq!(codes(&without, "task.md"), ["CS003"]);
    keeps(
        PYTHON,
        &[&[("depends_on: []", "depends_on:")], &[("depends_on: []", "depends_on: none")]],
    );
}

#[test]
fn unknown_keys_are_told_with_the_likely_one() {
    breaks(
        "CS004",
        PYTHON,
        &[&[("layer: 0", "layer: 0\npriority: high")], &[("layer: 0", "layer: 0\ndepend_on: []")]],
    );
    let found = lint_named(&edited(PYTHON, &[("layer: 0", "layer: 0\ndepend_on: []")]), "t");
    assert!(found[0].fix.contains("depends_on"), "{found:#?}");
}

#[test]
fn heading_and_file_name_agree_with_the_id() {
    breaks("CS005", TYPESCRIPT, &[&[("# TASK-012:", "# TASK-013:")]]);
    breaks(
        "CS006",
        TYPESCRIPT,
        &[&[("# TASK-012: Sum", "# Sum")], &[("# TASK-012: Sum the lines of a cart\n", "")]],
    );
    keeps(TYPESCRIPT, &[&[("# TASK-012: Sum", "# TASK-012 Sum")]]);
    assert_eq!(codes(TYPESCRIPT, "tasks/TASK-013-total.md"), ["CS007"]);
    for name in
        ["tasks/TASK-012-total.md", "task-012.md", "total.md", "2026-01-total.md", "cart-2.md", "-"]
    {
        assert!(codes(TYPESCRIPT, name).is_empty(), "{name}");
    }
}

#[test]
fn a_track_is_one_of_three() {
    breaks("CS008", TYPESCRIPT, &[&[("track: backend", "track: moon")]]);
}

#[test]
fn sections_are_there_once_in_order_and_filled() {
    let done = format!("## Done When{}", section(TYPESCRIPT, "## Done When"));
    let without = TYPESCRIPT.replace(&done, "");
    assert_eq!(codes(&without, "t"), ["CS010"]);
    let moved = without.replace("## Contract", &format!("{done}\n## Contract"));
    assert_eq!(codes(&moved, "t"), ["CS011"; 5]);
    let twice = format!("{TYPESCRIPT}\n{done}");
    assert_eq!(codes(&twice, "t"), ["CS012"]);
    breaks("CS013", PYTHON, &[&[("\nNone.\n", "\n")]]);
    breaks("CS014", TYPESCRIPT, &[&[("## Contract", "## Notes\n\nFor later.\n\n## Contract")]]);
    keeps(
        TYPESCRIPT,
        &[
            &[("## Verification (Deterministic)", "## verification")],
            &[("## Done When", "### Remarks\n\nNone.\n\n## Done When")],
        ],
    );
}

#[test]
fn hidden_tests_hold_tests() {
    let hidden = section(PYTHON, "## Hidden Tests");
    assert_eq!(codes(&PYTHON.replace(&hidden, "\n\nTo come.\n"), "t"), ["CS015"]);
    assert_eq!(codes(&PYTHON.replace(&hidden, ""), "t"), ["CS015"]);
}

#[test]
fn blocks_are_closed() {
    let open =
        format!("{PYTHON}\n```python\n# tests/test_more.py\ndef test_x():\n    assert x() == 1\n");
    assert_eq!(codes(&open, "t"), ["CS016"]);
}
