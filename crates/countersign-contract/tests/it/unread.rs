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
    for (below, wanted) in [
        ("**Priority:** High, and the zebra must be striped", "the zebra must be striped"),
        ("**Depends on:** US-2, whose lion must sleep", "must sleep"),
        ("**Striped zebras:**\n- in the barn", "Striped zebras"),
        ("#### Notes on Windows\n\n- The zebra expires", "Notes on Windows"),
    ] {
        let made = made(&story(below));
        assert!(
            listed(&made).iter().any(|text| text.contains(wanted)),
            "{below}: {:?}",
            listed(&made)
        );
    }
    let long = format!("Shear {}the sheep", "the very woolly and ".repeat(12));
    let text = format!("# PRD: Zoo\n\n### US-1: {long}\n\n- [ ] `npm run zebra` passes\n");
    assert_eq!(listed(&made(&read(SourceKind::Prd, &text).drafts.remove(0))), [long]);
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
fn a_good_task_file_lists_its_title_its_remarks_and_items_of_done_when() {
    let texts: Vec<String> = task(GOOD).into_iter().map(|(text, _)| text).collect();
    let remark = "shop/src/index.ts (add export)";
    assert_eq!(texts, ["Round prices to whole cents", "A price of 0.125 becomes 0.13", remark]);
}

#[test]
fn what_a_task_file_says_in_prose_is_listed_with_its_line() {
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
        let is_new = |one: &&(String, String)| !before.iter().any(|known| known.0 == one.0);
        let new: Vec<_> = found.iter().filter(is_new).collect();
        assert_eq!(new.len(), 1, "{put}: {new:?}");
        assert!(new[0].0.contains("The zebra must expire"), "{put}: {new:?}");
        assert!(new[0].1.starts_with(&format!("line {line}")), "{put}: {new:?}");
    }
    let more =
        "## Requirements\n\n- zebras expire\n\nThe lion is fed. Add a stable for it.\n\n## Hidden";
    let last = GOOD.replace("## Hidden", more);
    let is_new = |one: &(String, String)| !before.iter().any(|known| known.0 == one.0);
    let found: Vec<_> = task(&last).into_iter().filter(is_new).collect();
    let texts: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(texts, ["zebras expire", "The lion is fed", "Add a stable for it"]);
}

#[test]
fn what_a_task_file_says_beside_its_form_is_listed() {
    let before = task(GOOD);
    for (mark, put, wanted) in [
        (
            "# TASK-107: Round prices to whole cents",
            "# TASK-107: Tame the zebra",
            "TASK-107: Tame the zebra",
        ),
        ("## Done When", "## Done When (zebra included)", "zebra included"),
        (
            "## Dependencies (Interfaces Only)",
            "## Tame the zebra\n\n## Dependencies (Interfaces Only)",
            "Tame the zebra",
        ),
        ("(~30 lines)", "(~30 lines, no zebra)", "shop/src/price.ts (no zebra)"),
        (
            "MAY WRITE: shop/fixtures/**/*.json",
            "MAY WRITE: shop/fixtures/**/*.json (the zebra)",
            "shop/fixtures/**/*.json (the zebra)",
        ),
        ("MAY WRITE:", "# keep the zebra\nMAY WRITE:", "keep the zebra"),
        ("# both must pass", "# both must pass, with the zebra", "both must pass, with the zebra"),
        ("// From TASK-101: money.ts", "// The zebra must be fed", "The zebra must be fed"),
        (
            "export function roundToCents",
            "/** Feeds the zebra. */\nexport function roundToCents",
            "Feeds the zebra",
        ),
        ("## Contract\n", "## Contract\n\n```java\nclass Zebra {}\n```\n", "class Zebra {}"),
        (
            "## Done When\n",
            "## Notes\n\n```java\nclass Zebra {}\n```\n\n## Done When\n",
            "class Zebra {}",
        ),
    ] {
        let text = GOOD.replacen(mark, put, 1);
        let found = task(&text);
        let new: Vec<_> = found.iter().filter(|one| !before.contains(one)).collect();
        let new: Vec<&str> = new
            .iter()
            .map(|(text, _)| text.as_str())
            .filter(|text| text.to_lowercase().contains("zebra"))
            .collect();
        assert_eq!(new, [wanted], "{put}");
    }
}

#[test]
fn what_only_names_things_in_a_task_file_is_not_listed() {
    let before = task(GOOD);
    for (mark, put) in [
        ("## Contract\n", "\nThe signature of the new method:\n"),
        ("## Dependencies (Interfaces Only)\n", "\nNone.\n"),
        ("## Dependencies (Interfaces Only)\n", "\nNothing.\n"),
        ("## Test Specification\n", "\n`backend/src/a.test.ts`\n"),
        ("## Output Files\n", "\nFiles:\n"),
        ("## Verification (Deterministic)\n", "\nRun these:\n"),
        ("## Verification (Deterministic)\n", "\nAll tests must pass.\n"),
    ] {
        assert_eq!(GOOD.matches(mark).count(), 1, "{mark}");
        let text = GOOD.replacen(mark, &format!("{mark}{put}"), 1);
        let texts =
            |found: Vec<(String, String)>| found.into_iter().map(|one| one.0).collect::<Vec<_>>();
        assert_eq!(texts(task(&text)), texts(before.clone()), "{put}");
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

/// What somebody may put on a line of their own, wherever that is.
const LINES: &[&str] = &[
    "The zebra must expire.",
    "Zebra striped",
    "Paint the zebra",
    "- the zebra is fed",
    "* [ ] Zebra fed",
    "1. Feed the zebra",
    "> zebra",
    "| zebra | x |",
    "### The zebra must sleep",
    "**Zebra:** fed",
    "**Priority:** the zebra must come first",
    "Notes on the zebra:",
    "<!-- zebra -->",
    "```text\nzebra fed\n```",
    "Depends on: the zebra in the barn",
    "Out of scope: the zebra",
    "e.g. the zebra",
    "Is the zebra fed?",
    "(1) feed the zebra, (2) shear the sheep",
];

/// Puts each of the lines at each place of a text.
fn put_everywhere<'t>(text: &'t str, lines: &'t [&str]) -> impl Iterator<Item = String> + 't {
    let places = text.match_indices('\n').map(|(at, _)| at + 1);
    places.flat_map(move |at| {
        lines.iter().map(move |line| format!("{}{line}\n{}", &text[..at], &text[at..]))
    })
}

fn speaks_of_it(made: &Generated, draft: &Draft) -> bool {
    let said = format!("{:?} {:?} {:?}", made.not_covered, made.proposals, draft.spec_files);
    said.to_lowercase().contains("zebra")
}

#[test]
fn whatever_line_is_put_into_a_task_file_is_listed_or_checked() {
    // What is hidden is nobody's business, and front matter is no text.
    let end = GOOD.find("## Hidden Tests").unwrap();
    let (front, shown) = GOOD[..end].split_at(GOOD.find("# TASK").unwrap());
    let comments = ["// The zebra must expire", "# the zebra must come on Mondays"];
    let mut lost = Vec::new();
    let lines: Vec<&str> = LINES.iter().copied().chain(comments).collect();
    for body in put_everywhere(shown, &lines) {
        let text = format!("{front}{body}");
        // What cannot be taken is refused with its line.
        let Ok(intake) = intake::read(SourceKind::TaskFile, &text, &Bindings::default()) else {
            continue;
        };
        let at = body.to_lowercase().find("zebra").unwrap();
        let fences = body[..at].trim_end_matches("```text\n").matches("```").count();
        let is_comment = comments.iter().any(|comment| body.contains(comment));
        if fences % 2 == 1 && !is_comment {
            continue;
        }
        let draft = &intake.drafts[0];
        if !speaks_of_it(&made(draft), draft) {
            lost.push(body[at.saturating_sub(80)..at + 10].to_owned());
        }
    }
    assert!(lost.is_empty(), "{} are lost: {lost:#?}", lost.len());
}

#[test]
fn whatever_line_is_put_into_a_prd_is_listed_judged_or_told() {
    let prd = "# PRD: Zoo\n\nA zoo.\n\n## Goals\n\n- happy animals\n\n## Rules\n\nThe keeper must:\n\n- sleep\n\n\
        ### US-1: Add a lion\n\n**Description:** As a keeper, I want a lion.\n\nIt roars.\n\n\
        **Acceptance Criteria:**\n- [ ] `npm run lion` passes\n- [ ] The lion roars\n\n**Technical Notes:**\n- a cage\n\n\
        **Depends on:** US-2\n\n### US-2: Add a bear\n\n- [ ] It sleeps\n\n## Appendix\n\nThe end.\n";
    let mut lost = Vec::new();
    for text in put_everywhere(prd, LINES) {
        let Ok(intake) = intake::read(SourceKind::Prd, &text, &Bindings::default()) else {
            continue;
        };
        let goal = intake.goal.unwrap();
        let told =
            goal.description.to_lowercase().contains("zebra") && goal.unchecked("zoo.md").is_some();
        if !told && !intake.drafts.iter().any(|draft| speaks_of_it(&made(draft), draft)) {
            let at = text.to_lowercase().find("zebra").unwrap();
            lost.push(text[at.saturating_sub(60)..at + 10].to_owned());
        }
    }
    assert!(lost.is_empty(), "{} are lost: {lost:#?}", lost.len());
}

#[test]
fn no_word_is_listed_twice_and_thanks_are_not() {
    for (text, wanted) in [
        (
            "Use lamp@3 (not lamp@4) in src/lamp.ts. Thanks!",
            &["Use lamp@3 (not lamp@4) in src/lamp.ts"][..],
        ),
        ("Create src/lamp.ts (but not the shade).", &["Create src/lamp.ts (but not the shade)"]),
    ] {
        let draft = intake::titled("", text);
        assert_eq!(listed(&made(&draft)), wanted, "{text}");
    }
}

#[test]
fn whatever_line_is_put_into_a_brief_is_listed() {
    let brief =
        "Mend the lamp.\n\nCreate src/lamp.ts.\n\n- `npm test` passes\n- it glows\n\nDone.\n";
    let mut lost = Vec::new();
    for text in put_everywhere(brief, LINES) {
        let indented: String = text.lines().map(|line| format!("      {line}\n")).collect();
        let workflow = format!(
            "name: lamps\nsteps:\n  - role: builder\n    brief: |\n{indented}    completion:\n      type: file\n      path: out.md\n"
        );
        let step = read(SourceKind::Workflow, &workflow).drafts.remove(0);
        let beside_a_command = intake::titled("Mend the lamp", &text);
        let left = countersign_contract::generate::left_by(&[], &beside_a_command);
        if !speaks_of_it(&made(&step), &step) || !left.join(" ").to_lowercase().contains("zebra") {
            lost.push(text);
        }
    }
    assert!(lost.is_empty(), "{} are lost: {lost:#?}", lost.len());
}
