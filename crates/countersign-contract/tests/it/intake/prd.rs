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
    let text = "### US-1: Bell\n- ignored\n```md\n**Depends on:** US-9\n### US-2: b\n```\n**Done when:**\n- it rings\n";
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

fn accepted(story: &str) -> (Vec<String>, String) {
    let text = format!("# Shop\n\n### US-1: Add a bell\n{story}\n\n### US-2: Sell\n");
    let draft = prd(&text).unwrap().drafts.remove(0);
    (draft.acceptance, draft.ask)
}

#[test]
fn boxes_without_a_label_are_what_a_story_is_accepted_by() {
    for story in [
        "- [ ] It rings\n- [x] `npm test` passes",
        "As a guest I want a bell.\n\n- [ ] It rings\n  \n* [ ] `npm test` passes",
        "**Description:** A bell.\nIt is done when:\n- [ ] It rings\n- [ ] `npm test` passes",
        "**Depends on:** US-2\n- [ ] It rings\n- [ ] `npm test` passes",
        "**Depends on:**\n- [ ] US-2\n\n- [ ] It rings\n- [ ] `npm test` passes",
        "**Priority:** High\n\n- [ ] It rings\n- [ ] `npm test` passes\n\n**Notes:**\n- [ ] brass",
        "A bell.\n- [ ] It rings\n- [ ] `npm test` passes\n\nOut of scope:\n- [ ] a gong",
        "A bell.\n\n1. [ ] It rings\n2. [ ] `npm test` passes\n\n- brass",
    ] {
        let (acceptance, ask) = accepted(story);
        assert_eq!(acceptance, ["It rings", "`npm test` passes"], "{story}");
        assert!(ask.ends_with("- It rings\n- `npm test` passes"), "{story}: {ask}");
    }
    for story in [
        "A bell.\n\n**Technical Notes:**\n- [ ] brass",
        "A bell.\n\n**Out of scope:**\n- [ ] a gong",
        "A bell.\n\nOut of scope:\n- [ ] a gong",
        "A bell.\n\nNot now:\n\n- [ ] a gong",
        "A bell.\n\n**Open questions**\n- [ ] How loud?",
        "A bell.\n\nRisks:\n- [ ] It may break",
        "**Depends on:**\n- [ ] US-2",
        "A bell.\n- brass\n- loud",
        "A bell.\n```md\n- [ ] It rings\n```",
    ] {
        assert_eq!(accepted(story).0, [""; 0], "{story}");
    }
    let labelled = "- [ ] It rings\n\n**Acceptance Criteria:**\n- It is loud";
    assert_eq!(accepted(labelled).0, ["It rings", "It is loud"]);
}

#[test]
fn a_list_in_a_description_keeps_its_form() {
    for (story, ask) in [
        (
            "As a guest I want a bell.\nIt must:\n- ring\n- create src/bell.ts",
            "Add a bell\nAs a guest I want a bell. It must:\n- ring\n- create src/bell.ts",
        ),
        (
            "**Description:** A bell.\n\n1. Do not touch the store\n2. Create src/bell.ts,\n   with a test\n\nIt rings\nloudly.",
            "Add a bell\nA bell.\n\n1. Do not touch the store\n2. Create src/bell.ts,\n   with a test\n\nIt rings loudly.",
        ),
        (
            "Steps\n\n- Create src/bell.ts\n\n**Acceptance Criteria:**\n- It rings",
            "Add a bell\nSteps\n\n- Create src/bell.ts\n\n- It rings",
        ),
    ] {
        assert_eq!(accepted(story).1, ask, "{story}");
    }
}
