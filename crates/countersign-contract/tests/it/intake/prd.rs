use countersign_contract::intake::{Problem, prd};
use countersign_core::Check;

const PRD: &str = include_str!("data/prd.md");

fn refused(text: &str) -> String {
    prd(text).unwrap_err().to_string()
}

#[test]
fn a_document_becomes_a_goal_and_a_task_a_story() {
    insta::assert_debug_snapshot!(prd(PRD).unwrap());
}

#[test]
fn stories_are_found_in_common_spellings() {
    for heading in [
        "### US-7: Sell",
        "## US-7: Sell",
        "#### US-7 - Sell",
        "### us-7. Sell",
        "### [US-7] Sell",
        "### [ ] US-7: Sell",
        "### Story US-7: Sell",
        "### **US-7:** Sell",
        "### US-7 — Sell ###",
    ] {
        let text = format!("# Shop\n{heading}\n- [ ] x\n");
        let draft = prd(&text).unwrap().drafts.remove(0);
        assert_eq!(draft.title, "Sell", "{heading}");
        assert!(draft.id.unwrap().eq_ignore_ascii_case("US-7"), "{heading}");
    }
    for heading in
        ["# US-7: Sell", "### US-: Sell", "### USA-7", "### US-7ab: x", "###US-7", "### US-7_x"]
    {
        let error = prd(&format!("# Shop\n{heading}\n")).unwrap_err();
        assert_eq!(error.problem, Problem::NoStories, "{heading}");
    }
}

#[test]
fn labels_are_known_bold_plain_or_as_headings() {
    for criteria in [
        "**Acceptance Criteria:**\n- [ ] It rings",
        "**Acceptance Criteria**:\n* It rings",
        "Acceptance criteria:\n1. It rings",
        "#### Acceptance Criteria\n\n- [x] It rings",
        "**Done when:**\n- It rings",
    ] {
        let text = format!(
            "### US-1: Bell\n**Description:** A bell.\n\n{criteria}\n\n**Notes:**\n- brass\n"
        );
        let draft = prd(&text).unwrap().drafts.remove(0);
        assert_eq!(draft.ask, "Bell\nA bell.\n- It rings", "{criteria}");
        assert!(draft.brief.contains("brass"));
    }
}

#[test]
fn an_example_in_a_story_is_no_part_of_its_form() {
    let text = "### US-1: Bell\n- [ ] ignored\n```md\n**Depends on:** US-9\n### US-2: b\n```\n**Done when:**\n- it rings\n";
    let drafts = prd(text).unwrap().drafts;
    assert_eq!((drafts.len(), drafts[0].depends_on.len()), (1, 0));
    assert!(drafts[0].ask.ends_with("\n- it rings"));
}

#[test]
fn what_cannot_be_taken_says_where_and_why() {
    let said = [
        "# PRD: Nothing\n## Goals\n- one\n",
        "",
        "### US-001: a\n### US-002: b\n### us-001: c\n",
        "### US-001: a\n**Dependencies:** US-002\n",
        "# PRD: Nothing\n## User Stories\nAs a buyer …\n",
        "# PRD: Shop\n### US-001: a\n- [ ] b\n\n## Hidden Tests\n```ts\n// secret.ts\n```\n",
        "# PRD: Shop\n### US-001: a\n#### Hidden tests for it\nsecret\n",
    ];
    let said = said.map(refused).join("\n");
    assert!(!said.contains("secret"));
    insta::assert_snapshot!(said);
}

#[test]
fn windows_line_ends_make_the_same_stories() {
    assert_eq!(prd(&PRD.replace('\n', "\r\n")).unwrap(), prd(PRD).unwrap());
}

#[test]
fn a_criterion_that_is_only_a_command_is_that_check() {
    for criterion in ["`npm test`", "npm test"] {
        let text = format!(
            "### US-1: Bell\nA bell.\n\n**Done when:**\n- [ ] It rings\n- [ ] {criterion}\n"
        );
        let draft = prd(&text).unwrap().drafts.remove(0);
        assert_eq!(draft.ask, "Bell\nA bell.\n- It rings", "{criterion}");
        assert_eq!(draft.acceptance, ["It rings", criterion]);
        let checks: Vec<_> = draft.stated.iter().map(|one| &one.check).collect();
        assert!(matches!(checks.as_slice(), [Check::Tests { run, .. }] if run == "npm test"));
    }
    for criterion in
        ["make it fast", "`src/bell.ts`", "`npm test` is documented", "`ring`", "Tests"]
    {
        let text = format!("### US-1: Bell\n**Done when:**\n- [ ] {criterion}\n");
        assert_eq!(prd(&text).unwrap().drafts.remove(0).stated, [], "{criterion}");
    }
}

#[test]
fn the_mark_of_an_encoding_is_no_part_of_the_text() {
    assert_eq!(prd(&format!("\u{feff}{PRD}")).unwrap(), prd(PRD).unwrap());
}
