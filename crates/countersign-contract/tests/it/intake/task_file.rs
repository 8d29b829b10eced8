use countersign_contract::intake::{Block, Complexity, SectionKind, TaskFile, Unreadable};

use super::TASK;

fn parsed(text: &str) -> TaskFile<'_> {
    TaskFile::parse(text).unwrap()
}

fn refused(text: &str) -> String {
    TaskFile::parse(text).unwrap_err().to_string()
}

/// `kind: blocks` of every section.
fn shape(text: &str) -> Vec<(SectionKind, usize)> {
    parsed(text).sections.iter().map(|section| (section.kind, section.blocks.len())).collect()
}

#[test]
fn a_complexity_may_be_written_in_capitals() {
    for name in ["Simple", "SIMPLE", "simple"] {
        let text =
            TASK.replace("estimated_complexity: simple", &format!("estimated_complexity: {name}"));
        let front = TaskFile::parse(&text).unwrap().front;
        assert_eq!(front.complexity, Some(Complexity::Simple), "{name}");
    }
}

#[test]
fn a_whole_file_gives_its_front_matter_and_its_sections() {
    let file = parsed(TASK);
    assert_eq!(file.front.id.as_deref(), Some("TASK-107"));
    assert_eq!(file.front.title.as_deref(), Some("Round prices to whole cents"));
    assert_eq!(file.front.layer, Some(2));
    assert_eq!(file.front.track.as_deref(), Some("backend"));
    assert_eq!(file.front.depends_on, ["TASK-101", "TASK-103"]);
    assert_eq!(file.front.complexity, Some(Complexity::Simple));
    let [owner] = file.front.unknown.as_slice() else { panic!("one unknown key") };
    assert_eq!((owner.name.as_str(), owner.span.of(TASK)), ("owner", "owner"));
    assert_eq!(owner.value, "till");
    assert_eq!(file.heading.unwrap().0, "TASK-107: Round prices to whole cents");
    assert_eq!(
        shape(TASK),
        [
            (SectionKind::Contract, 1),
            (SectionKind::Dependencies, 1),
            (SectionKind::TestSpecification, 2),
            (SectionKind::OutputFiles, 1),
            (SectionKind::Verification, 1),
            (SectionKind::DoneWhen, 0),
            (SectionKind::HiddenTests, 2),
        ]
    );
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_change_nothing_but_the_places() {
    let windows = format!("\u{feff}{}", TASK.replace('\n', "\r\n"));
    let (plain, odd) = (parsed(TASK), parsed(&windows));
    assert_eq!(shape(&windows), shape(TASK));
    assert_eq!(odd.front.id, plain.front.id);
    assert_eq!(odd.front.unknown[0].span.of(&windows), "owner");
    for (one, other) in plain.sections.iter().zip(&odd.sections) {
        assert_eq!(one.title, other.title);
        assert_eq!(other.heading.of(&windows), one.heading.of(TASK));
    }
}

#[test]
fn dependencies_are_a_list_a_line_or_nothing() {
    for (written, read) in [
        ("[A-1, A-2]", vec!["A-1", "A-2"]),
        ("\n  - A-1\n  - A-2", vec!["A-1", "A-2"]),
        ("A-1", vec!["A-1"]),
        ("A-1, A-2", vec!["A-1", "A-2"]),
        ("7", vec!["7"]),
        ("none", vec![]),
        ("[]", vec![]),
        ("", vec![]),
        ("null", vec![]),
    ] {
        let text = format!("---\nid: A-3\ndepends_on: {written}\n---\n");
        assert_eq!(parsed(&text).front.depends_on, read, "{written}");
    }
}

#[test]
fn section_names_are_known_in_any_case_with_or_without_parentheses() {
    let text = "## CONTRACT\n## dependencies\n## Dependencies (Interfaces Only)\n\
                ## verification (deterministic) ##\n## Done when:\n## Notes\n##Contract\n### Contract\n";
    let kinds: Vec<_> = shape(text).into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(
        kinds,
        [
            SectionKind::Contract,
            SectionKind::Dependencies,
            SectionKind::Dependencies,
            SectionKind::Verification,
            SectionKind::DoneWhen,
            SectionKind::Other,
            // Markdown wants a blank there; whoever wrote it meant the section.
            SectionKind::Contract,
        ]
    );
    let other = "##Notes\n##Hidden Tests\n###Contract\n##Contracts\n## Contract\n";
    assert_eq!(shape(other), [(SectionKind::Contract, 0)]);
}

#[test]
fn front_matter_that_cannot_be_read_says_where_and_how_to_mend_it() {
    let said = [
        "---\nid: A-1\n",
        "---\nid: [A-1\n---\n",
        "---\nid: A-1\nlayer: second\n---\n",
        "---\nid: A-1\ndepends_on: {A-2: yes}\n---\n",
        "---\nid: A-1\nestimated_complexity: huge\n---\n",
        "---\nid: A-1\nid: A-2\n---\n",
        "---\nid: &a A-1\ntitle: *a\n---\n",
        "---\nid: [[[[[[[[[[A-1]]]]]]]]]]\n---\n",
        "---\njust words\n---\n",
    ]
    .map(refused);
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn an_empty_front_matter_is_none() {
    for text in ["---\n---\n# A\n", "---\n\n---\n# A\n", "---\n# a comment\n---\n# A\n"] {
        let file = parsed(text);
        assert_eq!(file.front.id, None);
        assert!(file.front.span.is_some());
        assert_eq!(file.heading.unwrap().0, "A");
    }
}

#[test]
fn a_file_over_the_limit_is_refused_before_it_is_read() {
    let error = TaskFile::parse(&"x".repeat(1024 * 1024 + 1)).unwrap_err();
    assert_eq!(error.problem, Unreadable::TooLarge);
}

#[test]
fn a_block_that_shows_a_whole_task_file_is_one_block() {
    let text = format!(
        "## Test Specification\n\n```markdown\n<!-- docs/sample.md -->\n{TASK}```\n\n## Done When\n- [ ] it is\n"
    );
    assert_eq!(shape(&text), [(SectionKind::TestSpecification, 1), (SectionKind::DoneWhen, 0)]);
    let file = parsed(&text);
    assert!(file.sections[0].blocks[0].content.ends_with("hidden.test.ts\n```\n"));
}

#[test]
fn a_template_string_may_hold_a_block() {
    let text =
        "## Test Specification\n```ts\nconst page = `\n```sh\nls\n```\n`;\n```\n## Done When\n";
    assert_eq!(shape(text), [(SectionKind::TestSpecification, 1), (SectionKind::DoneWhen, 0)]);
    assert_eq!(parsed(text).sections[0].blocks[0].content, "const page = `\n```sh\nls\n```\n`;\n");
}

#[test]
fn a_longer_fence_holds_shorter_ones_whatever_they_are() {
    let text = "## Contract\n````md\n```\nopen\n```ts\n````\n~~~~\n```\n~~~\n~~~~\n## Done When\n";
    assert_eq!(shape(text), [(SectionKind::Contract, 2), (SectionKind::DoneWhen, 0)]);
}

#[test]
fn a_nested_fence_that_nothing_closes_does_not_swallow_the_next_section() {
    let text =
        "## Contract\n```ts\n/* as in\n```js\n*/\n```\n## Output Files\n```\nWRITE: a.ts\n```\n";
    assert_eq!(shape(text), [(SectionKind::Contract, 1), (SectionKind::OutputFiles, 1)]);
    let at_the_end = "## Contract\n```ts\n```js\n```\n## Notes\n";
    assert_eq!(shape(at_the_end), [(SectionKind::Contract, 1), (SectionKind::Other, 0)]);
}

#[test]
fn a_block_that_is_never_closed_runs_to_the_end_and_says_so() {
    let text = "## Contract\n```ts\nlet a;\n## Done When\n";
    let file = parsed(text);
    assert_eq!(shape(text), [(SectionKind::Contract, 1)]);
    assert!(!file.sections[0].blocks[0].is_closed());
    assert!(parsed(TASK).sections.iter().flat_map(|section| &section.blocks).all(Block::is_closed));
}

#[test]
fn headings_in_code_are_code() {
    let text = "```\n# not it\n```\n# It\n## Contract\n```md\n## Done When\n```\n    ```\n## Verification\n";
    let file = parsed(text);
    assert_eq!(file.heading.unwrap().0, "It");
    assert_eq!(shape(text), [(SectionKind::Contract, 1), (SectionKind::Verification, 0)]);
}

#[test]
fn an_error_about_a_value_names_the_column_of_the_value() {
    for (line, column) in [
        ("estimated_complexity: huge", 23),
        ("estimated_complexity:   [a]", 25),
        ("layer: abc", 8),
        ("title: [a]", 8),
        ("depends_on: {a: b}", 13),
    ] {
        let text = format!("---\nid: T-1\n{line}\n---\n");
        let error = TaskFile::parse(&text).unwrap_err();
        assert_eq!((error.at.line, error.at.column), (3, column), "{line}: {error}");
    }
}
