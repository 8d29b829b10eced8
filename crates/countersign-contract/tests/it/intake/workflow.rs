use countersign_contract::intake::{Bindings, SourceKind, unknown_keys, workflow};
use countersign_contract::lint::{Settings, lint_source};

const WORKFLOW: &str = include_str!("data/workflow.yaml");

fn bindings() -> Bindings {
    Bindings {
        known: [("workflow_instance_id".to_owned(), "w-1".to_owned())].into(),
        late: ["task_id".to_owned()].into(),
    }
}

fn refused(text: &str) -> String {
    workflow(text, &bindings()).unwrap_err().to_string()
}

fn step(rest: &str) -> String {
    format!("steps:\n  - role: dev\n    brief: do it\n    completion: {rest}\n")
}

#[test]
fn steps_become_drafts_with_their_checks() {
    insta::assert_debug_snapshot!(workflow(WORKFLOW, &bindings()).unwrap());
}

#[test]
fn steps_run_in_order_unless_they_say_what_they_need() {
    let needs = |text: &str| -> Vec<Vec<String>> {
        let drafts = workflow(text, &bindings()).unwrap().drafts;
        drafts.into_iter().map(|draft| draft.depends_on).collect()
    };
    assert_eq!(needs(WORKFLOW), [vec![], vec!["step-1"], vec!["step-1"], vec!["review", "step-3"]]);
    assert_eq!(needs(&WORKFLOW.replace("needs: [1]", "needs: []"))[2], [""; 0]);
}

#[test]
fn a_key_that_means_nothing_is_kept_and_warned_about() {
    let text = format!("version: 2\ndescription: Ship it\n{WORKFLOW}");
    let drafts = workflow(&text, &bindings()).unwrap().drafts;
    let kept: Vec<_> = drafts[0].further.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    assert_eq!(kept, [("description", "Ship it"), ("version", "2")]);
    let keys = unknown_keys(&text).into_iter().map(|(key, span)| (key, span.of(&text)));
    let wanted = [("description", "description: Ship it"), ("version", "version: 2")];
    assert_eq!(keys.collect::<Vec<_>>(), wanted.map(|(key, line)| (key.to_owned(), line)));
    let linted = lint_source(SourceKind::Workflow, &text, "w.yaml", &Settings::default());
    let codes: Vec<_> = linted.findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["CS004", "CS004"]);
}

#[test]
fn a_known_name_is_filled_in_and_a_late_one_stays() {
    let mut bindings = bindings();
    let late = workflow(WORKFLOW, &bindings).unwrap();
    assert_eq!(late.drafts[0].output_path.as_deref(), Some("feature/{task_id}/output.md"));
    bindings.late.clear();
    bindings.known.insert("task_id".to_owned(), "t-9".to_owned());
    let known = workflow(WORKFLOW, &bindings).unwrap();
    assert_eq!(known.drafts[0].output_path.as_deref(), Some("feature/t-9/output.md"));
    assert_eq!(
        known.drafts[0].brief,
        "Implement feature t-9. Write to feature/t-9/output.md.\nAnswer with {\"ok\": {\"a\": 1}} or {braces}."
    );
    bindings.known.insert("task_id".to_owned(), "../../etc".to_owned());
    assert!(
        workflow(WORKFLOW, &bindings).unwrap_err().to_string().contains("leaves the workspace")
    );
}

#[test]
fn what_cannot_be_taken_says_where_and_why() {
    let said = [
        String::new(),
        "steps: []\n".to_owned(),
        "steps:\n  - role: dev\n".to_owned(),
        "step:\n  - role: dev\n".to_owned(),
        step("{ type: file }"),
        step("{ type: signal }"),
        step("{ type: sgnal, signal: yes }"),
        step("{ type: none, evaluate: well }"),
        step("{ type: file, path: a, signal: b }"),
        step("{ type: signal, signal: b, min_length: 3 }"),
        step("{ type: file, path: /a }"),
        step("{ type: file, path: a, min_length: many }"),
        step("{ type: file, path: 'a/{tsk_id}' }"),
        step("{ type: file, path: 'a/{output_path}' }"),
        step("{ type: none, colour: red }"),
        step("{ type: none }\n    needs: [nobody]"),
        step("{ type: none }\n    needs: [7]"),
        WORKFLOW.replace("{step_num}", "{step_number}"),
        WORKFLOW.replace("role: tester", "role: tester\n    id: review"),
        WORKFLOW.replace("id: review", "id: step-1").replace("review, ", ""),
        WORKFLOW.replace("brief: write the notes", "brief: ' '"),
        WORKFLOW.replace("role: developer", "role: &d developer"),
        format!("{}1{}", "steps: ", "[".repeat(2000)),
        "a: b\n--- \nsteps: []\n".to_owned(),
    ];
    insta::assert_snapshot!(said.map(|text| refused(&text)).join("\n"));
}

#[test]
fn steps_that_wait_for_each_other_are_named_as_they_are_written() {
    let step =
        |rest: &str| format!("  - {rest}\n    brief: do it\n    completion: {{ type: none }}\n");
    let cycle = [
        "steps:\n".to_owned(),
        step("role: planner\n    needs: [audit]"),
        step("role: builder\n    needs: [planner]"),
        step("role: reviewer"),
        step("role: reviewer\n    id: audit\n    needs: [3]"),
    ];
    assert_eq!(
        refused(&cycle.concat()),
        "line 3, column 13: these steps wait for each other: planner -> audit -> reviewer (step 3) -> \
         builder -> planner. An arrow goes from a step to one it needs: remove one of them"
    );
    let own = format!("steps:\n{}", step("role: dev\n    id: build\n    needs: [build]"));
    assert!(refused(&own).contains("wait for each other: build -> build."), "{}", refused(&own));
}
