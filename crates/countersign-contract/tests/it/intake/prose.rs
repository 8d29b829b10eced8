use countersign_contract::intake::{Bindings, SourceKind, detect, prose, read, whole};

use super::TASK;

fn title(text: &str) -> String {
    prose(text).unwrap().drafts.remove(0).title
}

#[test]
fn the_first_line_is_the_title_and_the_whole_text_the_brief() {
    assert_eq!(
        title("Fix the login. It fails, e.g. on Mondays.\nNot on others."),
        "Fix the login. It fails, e.g. on Mondays."
    );
    assert_eq!(title("\n\n# Fix the login\n\nIt fails."), "Fix the login");
    assert_eq!(
        title("Support v1. of the API, i.e. all of it"),
        "Support v1. of the API, i.e. all of it"
    );
    let long = title(&format!("Fix the login. {}", "It fails on Mondays. ".repeat(9)));
    assert!(long.starts_with("Fix the login. It fails") && long.ends_with('…'), "{long}");
    assert_eq!(title("###"), "###");
    let draft = prose("\u{feff} Fix it.\r\nNow. \n").unwrap().drafts.remove(0);
    assert_eq!((draft.brief.as_str(), draft.ask.as_str()), ("Fix it.\nNow.", "Fix it.\nNow."));
    assert_eq!((draft.kind, draft.id), (None, None));
}

#[test]
fn a_title_that_was_cut_out_of_its_brief_is_not_said_twice() {
    let long = format!("Create src/header.js. {}", "It has a logo  and links. ".repeat(9));
    let title = title(&long);
    assert!(title.ends_with('…'), "{title}");
    assert_eq!(whole(&title, long.trim()), long.trim());
    assert_eq!(whole("Fix it", "# Fix it\n\nNow."), "# Fix it\n\nNow.");
    assert_eq!(whole("Fix it", "Now."), "Fix it\n\nNow.");
    assert_eq!(whole("Fix it", " "), "Fix it");
}

#[test]
fn text_that_says_nothing_is_refused() {
    for text in ["", " \n\t", "\u{200b}\u{feff}\u{2060}"] {
        insta::allow_duplicates! {
            insta::assert_snapshot!(prose(text).unwrap_err(), @"line 1, column 1: the text says nothing: describe what is to be done");
        }
    }
    assert!(prose(&"a".repeat(1024 * 1024 + 1)).is_err());
}

#[test]
fn a_source_is_known_by_its_name_or_its_form() {
    let prd = include_str!("data/prd.md");
    let workflow = include_str!("data/workflow.yaml");
    for (name, text, kind) in [
        (None, TASK, SourceKind::TaskFile),
        (None, "---\r\nid: A-1\r\n---\r\n", SourceKind::TaskFile),
        (None, "# A\n## Contract\n## Done When\n", SourceKind::TaskFile),
        (None, "## Hidden Tests\n", SourceKind::TaskFile),
        (None, prd, SourceKind::Prd),
        (None, "# PRD: Shop\n\n## Goals\n- sell\n", SourceKind::Prd),
        (None, "# PRD - Shop\n", SourceKind::Prd),
        (None, "# Shop\n## 4. User Stories\nAs a buyer …\n", SourceKind::Prd),
        (None, "### US-1: a\n## Hidden Tests\n", SourceKind::Prd),
        (None, "## Hidden Tests\n### US-1: a\n", SourceKind::Prd),
        (None, "# PRDs are read\n", SourceKind::Prose),
        (None, "# PRD-7: read it\n", SourceKind::Prose),
        (Some("prd.md"), "## Dependencies\n### US-1: a\n", SourceKind::Prd),
        (None, "---\nid: prd-4\n---\n### US-1: a\n", SourceKind::Prd),
        (None, workflow, SourceKind::Workflow),
        (None, "---\nsteps:\n", SourceKind::Workflow),
        (Some("flow.YML"), "", SourceKind::Workflow),
        (None, "Follow these\nsteps:\n- one\n", SourceKind::Prose),
        (None, "Add\n## Verification\nby hand\n", SourceKind::Prose),
        (None, "```md\n### US-1: a\n```\n", SourceKind::Prose),
        (Some("note.md"), "---\ntitle: a\n---\nFix it", SourceKind::Prose),
        (None, "", SourceKind::Prose),
    ] {
        assert_eq!(detect(name, text), kind, "{text}");
    }
}

#[test]
fn every_kind_is_read_the_same_way() {
    let late = Bindings {
        late: ["task_id".to_owned(), "workflow_instance_id".to_owned()].into(),
        ..Bindings::default()
    };
    let sources = [TASK, include_str!("data/prd.md"), include_str!("data/workflow.yaml"), "Fix it"];
    let counts = sources.map(|text| read(detect(None, text), text, &late).unwrap().drafts.len());
    assert_eq!(counts, [1, 3, 4, 1]);
}
