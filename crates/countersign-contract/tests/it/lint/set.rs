//! Tasks among each other.

use countersign_contract::intake::TaskFile;
use countersign_contract::lint::{Settings, Summary, lint_set};

fn task(name: &str, id: &str, needs: &str, layer: u32) -> Summary {
    let text = format!(
        "---\nid: {id}\ntitle: t\nlayer: {layer}\ntrack: shared\ndepends_on: [{needs}]\nestimated_complexity: simple\n---\n\n# {id}: t\n"
    );
    Summary::of(TaskFile::parse(&text).unwrap(), name).unwrap()
}

fn found(tasks: &[Summary]) -> Vec<String> {
    let findings = lint_set(tasks, &Settings::default());
    findings
        .iter()
        .map(|f| format!("{} {}:{}:{} {}", f.code, f.file, f.start.line, f.start.column, f.message))
        .collect()
}

#[test]
fn flat_dependencies_have_no_findings() {
    let tasks =
        [task("a.md", "A-1", "", 0), task("b.md", "B-1", "A-1", 1), task("c.md", "C-1", "A-1", 1)];
    assert!(found(&tasks).is_empty());
}

#[test]
fn unknown_repeated_and_own_ids_are_found_at_the_line_of_depends_on() {
    let tasks = [
        task("a.md", "A-1", "GONE-1", 1),
        task("b.md", "B-1", "B-1", 1),
        task("c.md", "C-1", "A-1, A-1", 2),
        task("d.md", "A-1", "", 1),
    ];
    assert_eq!(
        found(&tasks),
        [
            "CS100 a.md:6:1 no task has the id GONE-1",
            "CS102 b.md:6:1 B-1 depends on itself",
            "CS106 c.md:6:1 A-1 is named twice",
            "CS101 d.md:2:1 A-1 is already the id of a.md:2",
        ]
    );
}

#[test]
fn cycles_are_told_once_with_every_edge() {
    let tasks = [
        task("a.md", "A-1", "B-1", 1),
        task("b.md", "B-1", "C-1", 1),
        task("c.md", "C-1", "A-1", 1),
    ];
    let cycles: Vec<String> =
        found(&tasks).into_iter().filter(|f| f.starts_with("CS103")).collect();
    assert_eq!(
        cycles,
        ["CS103 a.md:6:1 cycle: A-1 -> B-1 (a.md:6) -> C-1 (b.md:6) -> A-1 (c.md:6)"]
    );
}

#[test]
fn chains_are_shown_and_layers_rise() {
    let tasks =
        [task("a.md", "A-1", "", 1), task("b.md", "B-1", "A-1", 1), task("c.md", "C-1", "B-1", 2)];
    assert_eq!(
        found(&tasks),
        [
            "CS105 b.md:6:1 B-1 is on layer 1 and needs A-1, which is on layer 1",
            "CS104 c.md:6:1 chain: C-1 -> B-1 -> A-1",
        ]
    );
}

#[test]
fn a_hundred_thousand_tasks_in_a_chain_are_judged() {
    let tasks: Vec<Summary> = (0..100_000)
        .map(|n| Summary {
            id: format!("T-{n}"),
            depends_on: (n > 0).then(|| format!("T-{}", n - 1)).into_iter().collect(),
            layer: None,
            ..task("t.md", "T-0", "", 0)
        })
        .collect();
    assert_eq!(lint_set(&tasks, &Settings::default()).len(), 99_998);
}
