//! Wherever a source demands something, it is a criterion or is told to be none.

use countersign_contract::generate::{Generated, Surroundings, Wishes, generate};
use countersign_contract::intake::{self, Bindings, SourceKind};
use countersign_contract::rules::Rules;
use countersign_contract::workspace::WorkspaceIndex;
use countersign_contract::{Draft, Intake, Workspace};
use countersign_core::Check;

fn read(kind: SourceKind, text: &str) -> Intake {
    let read = intake::read(kind, text, &Bindings::default());
    read.unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn made(draft: &Draft) -> Generated {
    let workspace = Workspace::default();
    let survey = workspace.survey();
    let around = Surroundings {
        workspace: &workspace,
        survey: &survey,
        index: &WorkspaceIndex::new(&workspace),
        rules: Rules::built_in(),
        universal: false,
        prompt_for_advisory: false,
    };
    let kind = Some(countersign_core::ContractKind::Verifiable);
    generate(draft, &around, Wishes { kind, ..Wishes::default() })
}

fn listed(made: &Generated) -> Vec<&str> {
    made.not_covered.iter().map(|clause| clause.text.as_str()).collect()
}

/// What is listed beside what is listed of the story anyway.
fn beside(made: &Generated) -> Vec<&str> {
    let known = ["Add a zebra", "As a keeper, I want a zebra"];
    listed(made).into_iter().filter(|text| !known.contains(text)).collect()
}

fn run(check: &Check) -> Option<&str> {
    if let Check::Command { run, .. } | Check::Tests { run, .. } = check {
        Some(run.as_str())
    } else {
        None
    }
}

fn runs(made: &Generated) -> Vec<&str> {
    made.proposals.iter().filter_map(|one| run(&one.check)).collect()
}

fn story(below: &str) -> Draft {
    let text = format!(
        "# PRD: Zoo\n\n### US-1: Add a zebra\n\n**Description:** As a keeper, I want a zebra.\n\n\
         **Acceptance Criteria:**\n- [ ] The zebra is shown\n\n{below}\n\n### US-2: Add a lion\n- [ ] x\n"
    );
    read(SourceKind::Prd, &text).drafts.remove(0)
}

#[test]
fn what_a_story_demands_behind_its_acceptance_criteria_is_listed() {
    for (below, wanted) in [
        ("The zebra must expire after 30 minutes.", "The zebra must expire after 30 minutes"),
        ("#### Details\n\nThe zebra must expire.", "The zebra must expire"),
        ("#### The zebra must expire\n", "The zebra must expire"),
        ("**Technical Notes:**\n- must not log the zebra", "must not log the zebra"),
        ("**Technical Notes:**\n- Parse the name for stripes", "Parse the name for stripes"),
        ("**Technical Notes:** must not log the zebra", "must not log the zebra"),
        ("**Definition of Done:**\n- The zebra expires", "The zebra expires"),
        ("**Requirements:**\n- The zebra must expire", "The zebra must expire"),
        ("Notes:\n1. The zebra must expire", "The zebra must expire"),
        ("| animal | rule |\n|---|---|\n| zebra | must expire |", "| zebra | must expire |"),
        ("> The zebra must expire.", "The zebra must expire"),
        ("```\nThe zebra must expire.\n```", "The zebra must expire."),
        ("**Depends on:**\n- The zebra must expire", "The zebra must expire"),
        ("**Acceptance Criteria:** The zebra must expire", "The zebra must expire"),
    ] {
        let draft = story(below);
        let made = made(&draft);
        assert_eq!(beside(&made), [wanted], "{below}");
        assert!(draft.brief.contains(wanted.trim_end_matches('.')), "{below}");
        assert_eq!(draft.ask, "Add a zebra\nAs a keeper, I want a zebra.\n- The zebra is shown");
        // The brief is all that is left of it when a person settles its kind.
        let again = intake::story(&draft.brief).unwrap();
        assert_eq!((again.notes, again.ask), (draft.notes, draft.ask));
    }
    for nothing in [
        "",
        "---",
        "**Priority:** High",
        "**Story points:** 3",
        "**Depends on:** none",
        "#### Notes",
    ] {
        assert_eq!(beside(&made(&story(nothing))), [""; 0], "{nothing}");
    }
}

#[test]
fn what_a_story_states_as_a_check_behind_its_acceptance_criteria_is_one() {
    for below in [
        "**Verification:**\n```bash\nnpm run zebra\n```",
        "#### Verification\n\n```bash\nnpm \\\n  run zebra\n```",
        "**Technical Notes:**\n- `npm run zebra` must pass",
        "`npm run zebra` must pass.",
        "#### Details\n\n- [ ] `npm run zebra` passes",
    ] {
        let made = made(&story(below));
        assert_eq!(runs(&made), ["npm run zebra"], "{below}");
        assert_eq!(beside(&made), [""; 0], "{below}");
    }
    let made = made(&story("**Technical Notes:**\n- Create src/zebra.ts"));
    let is_file =
        |check: &Check| matches!(check, Check::File { path, .. } if path == "src/zebra.ts");
    assert!(made.proposals.iter().any(|one| is_file(&one.check)));
}

#[test]
fn what_the_title_of_a_story_asks_for_is_judged_or_listed() {
    let below = "\n- [ ] `npm run zebra` passes\n- [ ] The zebra is striped\n";
    for (title, wanted) in [
        ("Shear the sheep", &["Shear the sheep"][..]),
        ("Do not feed the lion", &["Do not feed the lion"]),
        ("Create src/k.ts and shear the sheep", &["Create src/k.ts and shear the sheep"]),
        ("Sheep in the barn", &["Sheep in the barn"]),
        ("Sheep", &[]),
    ] {
        let text = format!("# PRD: Zoo\n\n### US-1: {title}\n{below}");
        let made = made(&read(SourceKind::Prd, &text).drafts.remove(0));
        assert_eq!(listed(&made), wanted, "{title}");
    }
}

const PRD: &str = "# PRD: Zoo\n\n**Status:** Ready\n\nThe zebra must expire.\n\n## Goals\n\n- happy zebras\n\n\
    ## Non-Goals\n\n- Lions must not be added\n\n## Functional Requirements\n\n- FR-1: Zebras expire\n- Feeding at six\n\n\
    ### Limits\n\n| zebra | must be striped |\n|---|---|\n| lion | should roar |\n\n## User Stories\n\n\
    ### US-1: Add a zebra\n\n- [ ] x\n\n### Appendix\n\nThe lion must sleep.\n\n## Files\n\n| `a.md` | Add zebras |\n\n\
    ## Verification\n\n`npm run zebra` must pass\n\n```bash\nnpm run lion\n```\n";

#[test]
fn what_belongs_to_no_story_is_kept_with_the_goal_and_told_with_its_lines() {
    let goal = read(SourceKind::Prd, PRD).goal.unwrap();
    insta::assert_snapshot!(goal.unchecked("zoo.md").unwrap());
    insta::assert_snapshot!(goal.description);
    let windows = read(SourceKind::Prd, &PRD.replace('\n', "\r\n")).goal.unwrap();
    assert_eq!(windows, goal);
}

#[test]
fn a_prd_that_is_all_stories_has_nothing_outside() {
    let text = "# PRD: Zoo\n\n## User Stories\n\n### US-1: Add a zebra\n- [ ] x\n\n### US-2: Add a lion\n- [ ] y\n";
    let goal = read(SourceKind::Prd, text).goal.unwrap();
    assert_eq!((goal.unchecked("zoo.md"), goal.description), (None, String::new()));
}

#[test]
fn a_goal_keeps_and_tells_no_more_than_a_person_reads() {
    let many = "- The zebra must expire\n".repeat(20_000);
    let text = format!("# Zoo\n\n## Rules\n\n{many}\n### US-1: Add a zebra\n- [ ] x\n");
    let goal = read(SourceKind::Prd, &text).goal.unwrap();
    let told = goal.unchecked("zoo.md").unwrap();
    assert!(told.ends_with("and 19950 more that demand something"), "{told}");
    assert!(told.lines().count() < 60 && goal.description.len() < 100 * 1024);
}

const GOOD: &str = include_str!("intake/data/task.md");

fn task(text: &str) -> Vec<(String, String)> {
    let draft = read(SourceKind::TaskFile, text).drafts.remove(0);
    let clauses = made(&draft).not_covered;
    clauses.into_iter().map(|clause| (clause.text, clause.why)).collect()
}

#[test]
fn a_good_task_file_lists_nothing_but_items_of_done_when() {
    let texts: Vec<String> = task(GOOD).into_iter().map(|(text, _)| text).collect();
    assert_eq!(texts, ["A price of 0.125 becomes 0.13"]);
}

#[test]
fn what_a_task_file_demands_in_prose_is_listed_with_its_line() {
    let before = task(GOOD);
    for (mark, put) in [
        ("# TASK-107: Round prices to whole cents\n", "\nThe zebra must expire.\n"),
        ("## Contract\n", "\nThe zebra must expire.\n"),
        ("## Contract\n", "\n### Rules\n\n- The zebra must expire\n"),
        ("## Contract\n", "\n| rule |\n|---|\n| The zebra must expire |\n"),
        ("## Dependencies (Interfaces Only)\n", "\nThe zebra must expire.\n"),
        ("## Test Specification\n", "\nThe zebra must expire.\n"),
        ("## Output Files\n", "\nThe zebra must expire.\n"),
        ("## Verification (Deterministic)\n", "\n> The zebra must expire.\n"),
        ("## Done When\n", "\nThe zebra must expire.\n"),
        ("## Done When\n", "\n```text\nThe zebra must expire.\n```\n"),
        ("// shop/src/price.ts\n", "// The zebra must expire.\n"),
        ("amount: number): number;", " // The zebra must expire"),
    ] {
        assert_eq!(GOOD.matches(mark).count(), 1, "{mark}");
        let text = GOOD.replacen(mark, &format!("{mark}{put}"), 1);
        let line = text.lines().position(|line| line.contains("zebra")).unwrap() + 1;
        let found = task(&text);
        let new: Vec<_> = found.iter().filter(|one| !before.contains(one)).collect();
        assert_eq!(new.len(), 1, "{put}: {new:?}");
        assert!(new[0].0.contains("The zebra must expire"), "{put}: {new:?}");
        assert!(new[0].1.starts_with(&format!("line {line}")), "{put}: {new:?}");
    }
    let more =
        "## Requirements\n\n- zebras expire\n\nThe zebra is fed. Add a stable for it.\n\n## Hidden";
    let last = GOOD.replace("## Hidden", more);
    let found: Vec<_> = task(&last).into_iter().filter(|one| !before.contains(one)).collect();
    let texts: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(texts, ["zebras expire", "Add a stable for it"]);
}

#[test]
fn what_only_describes_in_a_task_file_is_no_demand() {
    let before = task(GOOD);
    for (mark, put) in [
        ("# TASK-107: Round prices to whole cents\n", "\nZebras live in a zoo.\n"),
        ("## Contract\n", "\nThe signature of the new method:\n"),
        ("## Dependencies (Interfaces Only)\n", "\nNone.\n"),
        ("## Dependencies (Interfaces Only)\n", "\nNothing.\n"),
        ("## Dependencies (Interfaces Only)\n", "\n- TASK-031: the repository\n"),
        ("## Test Specification\n", "\n`backend/src/a.test.ts`\n"),
        ("## Output Files\n", "\nFiles:\n"),
        ("## Verification (Deterministic)\n", "\nRun these:\n"),
        ("## Verification (Deterministic)\n", "\nAll tests must pass.\n"),
        ("// shop/src/price.ts\n", "// Return the items of a state.\n"),
    ] {
        assert_eq!(GOOD.matches(mark).count(), 1, "{mark}");
        let text = GOOD.replacen(mark, &format!("{mark}{put}"), 1);
        assert_eq!(task(&text), before, "{put}");
    }
}

#[test]
fn what_is_hidden_is_not_listed() {
    let text = GOOD.replace("## Hidden Tests\n", "## Hidden Tests\n\nThe zebra must expire.\n");
    let text =
        text.replace("price.hidden.test.ts\n", "price.hidden.test.ts\n// The zebra must expire.\n");
    assert_eq!(task(&text), task(GOOD));
}

/// What grows with the square of their number would take the test runner's patience.
#[test]
fn very_many_demands_are_read() {
    let many = "The zebra must expire. Run `npm test`. Add a stable for it.\n".repeat(4_000);
    for mark in ["## Contract\n", "## Verification (Deterministic)\n"] {
        let text = GOOD.replacen(mark, &format!("{mark}\n{many}\n"), 1);
        if let Ok(intake) = intake::read(SourceKind::TaskFile, &text, &Bindings::default()) {
            assert!(made(&intake.drafts[0]).not_covered.len() >= 4_000);
        }
    }
    assert!(listed(&made(&story(&many))).len() >= 4_000);
    let rows = "| FR-1 | `npm test` passes |".repeat(20_000);
    let _ = read(SourceKind::Prd, &format!("# Zoo\n\n{rows}\n\n### US-1: Add a zebra\n- [ ] x\n"));
}
