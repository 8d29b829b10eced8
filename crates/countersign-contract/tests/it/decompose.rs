//! From a PRD to a plan: what is asked for, and what is found wrong with it.

use countersign_contract::decompose::{Demand, Judged, Written, brief, judge, revision, wanted};
use countersign_contract::intake::prd;
use countersign_contract::lint::Settings;

const PRD: &str = "# PRD: Slugs\n\n## User Stories\n\n### US-001: Make slugs\n\n**Description:** As a writer, I want \
    slugs.\n\n**Acceptance Criteria:**\n- [ ] Words are joined with hyphens\n- [ ] Accents are dropped\n\n\
    ### US-002: Show slugs\n\n**Description:** As a reader, I see them.\n";

/// The example that the brief shows, under another id.
fn file(id: &str, needs: &str, covers: &str) -> String {
    let page = brief(PRD, &[]);
    let example = page.split("~~~~").nth(1).unwrap().strip_prefix("markdown\n").unwrap();
    example
        .replace("TASK-001", id)
        .replace("depends_on: []", &format!("depends_on: [{needs}]"))
        .replace("covers: [US-001.1]", &format!("covers: [{covers}]"))
}

fn judged(files: &[(&str, &str)]) -> Judged {
    let wanted = wanted(&prd(PRD).unwrap());
    let files: Vec<Written<'_>> =
        files.iter().map(|(name, text)| Written { name, text: Some(text) }).collect();
    judge(&wanted, &files, &Settings::default())
}

fn demands(judged: &Judged) -> Vec<Demand> {
    judged.shortfalls.iter().map(|one| one.demand).collect()
}

#[test]
fn each_acceptance_criterion_has_a_name_and_a_story_without_any_is_one() {
    let wanted = wanted(&prd(PRD).unwrap());
    let ids: Vec<&str> = wanted.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids, ["US-001.1", "US-001.2", "US-002"]);
    let page = brief(PRD, &wanted);
    for one in &wanted {
        assert!(page.contains(&format!("- **{}**: {}", one.id, one.text)), "{page}");
    }
}

#[test]
fn the_example_of_the_brief_is_itself_a_task_that_holds() {
    let one = file("TASK-001", "", "US-001.1, US-001.2");
    let two = file("TASK-002", "TASK-001", "us-002");
    let judged = judged(&[("TASK-001.md", &one), ("TASK-002.md", &two)]);
    assert!(judged.holds(), "{:#?}", judged.shortfalls);
    assert_eq!(judged.coverage[2].by, ["TASK-002"]);
}

#[test]
fn no_file_is_no_plan() {
    let judged = judged(&[]);
    assert_eq!(demands(&judged)[0], Demand::Files);
    assert!(demands(&judged).contains(&Demand::Coverage));
}

#[test]
fn a_criterion_that_nobody_covers_is_named_and_so_is_one_that_the_document_does_not_have() {
    let one = file("TASK-001", "", "US-001.1, US-009.1");
    let judged = judged(&[("TASK-001.md", &one)]);
    let said: Vec<&str> = judged.shortfalls.iter().map(|one| one.what.as_str()).collect();
    assert!(said.iter().any(|what| what.contains("no task covers US-001.2: Accents")), "{said:?}");
    assert!(said.iter().any(|what| what.contains("no task covers US-002")), "{said:?}");
    assert!(said.iter().any(|what| what.contains("US-009.1")), "{said:?}");
    assert_eq!(said.len(), 3, "{said:?}");
}

#[test]
fn cycles_unknown_dependencies_and_ids_given_twice_are_found() {
    let all = "US-001.1, US-001.2, US-002";
    let one = file("TASK-001", "TASK-002, TASK-009", all);
    let two = file("TASK-002", "TASK-001", all);
    let twice = file("TASK-002", "", all);
    let judged =
        judged(&[("TASK-001.md", &one), ("TASK-002.md", &two), ("sub/TASK-002.md", &twice)]);
    let said: Vec<&str> = judged.shortfalls.iter().map(|one| one.what.as_str()).collect();
    for code in ["CS100", "CS101", "CS103"] {
        assert!(said.iter().any(|what| what.starts_with(code)), "{code}: {said:?}");
    }
    assert!(demands(&judged).iter().all(|one| *one == Demand::Graph), "{:#?}", judged.shortfalls);
}

#[test]
fn what_is_no_task_file_too_big_or_has_errors_does_not_hold() {
    let all = "US-001.1, US-001.2, US-002";
    let good = file("TASK-001", "", all);
    let padded = format!("{good}\n## Notes\n\n{}", "Every word of it counts. ".repeat(600));
    let broken = good.replace("id: TASK-001", "id: [");
    let vague = good.replace("npx vitest run src/slug.test.ts", "true");
    for (name, text, demand) in [
        ("notes.txt", "hello", Demand::Files),
        ("README.md", "# Plan\n\nAs you see.\n", Demand::Format),
        ("TASK-002.md", broken.as_str(), Demand::Format),
        ("TASK-001.md", padded.as_str(), Demand::Sizes),
        ("TASK-001.md", vague.as_str(), Demand::Lint),
    ] {
        let judged = judged(&[(name, text)]);
        assert!(demands(&judged).contains(&demand), "{name}: {:#?}", judged.shortfalls);
    }
    let wanted = wanted(&prd(PRD).unwrap());
    let link = [Written { name: "TASK-001.md", text: None }];
    assert_eq!(demands(&judge(&wanted, &link, &Settings::default()))[0], Demand::Files);
}

#[test]
fn what_does_not_hold_is_in_the_revision_with_its_place_and_how_to_mend_it() {
    let one = file("TASK-001", "TASK-009", "US-001.1");
    let judged = judged(&[("TASK-001.md", &one)]);
    let first = brief(PRD, &wanted(&prd(PRD).unwrap()));
    let page = revision(&first, &judged.shortfalls);
    assert!(page.starts_with(first.trim_end()));
    assert!(page.contains("**graph** tasks/TASK-001.md:"), "{page}");
    assert!(page.contains("no task covers US-001.2") && page.contains("Mend it: "), "{page}");
}
