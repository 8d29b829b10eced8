//! Any text is read or refused: no panic, no runaway, and every place is a place in the text.

use std::time::{Duration, Instant};

use countersign_contract::Span;
use countersign_contract::intake::{
    Bindings, Intake, IntakeError, MAX_SOURCE, TaskFile, detect, prd, prose, read, workflow,
};
use countersign_core::Visibility;
use proptest::prelude::*;

use super::TASK;

const PRD: &str = include_str!("data/prd.md");
const WORKFLOW: &str = include_str!("data/workflow.yaml");

fn is_place(text: &str, span: Span) {
    assert!(span.start <= span.end && text.get(span.range()).is_some(), "{span:?}");
}

fn look_at(text: &str, outcome: Result<Intake, IntakeError>) {
    match outcome {
        Ok(intake) => assert!(intake.drafts.iter().all(|draft| draft.title.len() <= 200)),
        Err(error) => {
            is_place(text, error.span);
            assert!(error.at.line >= 1 && error.at.column >= 1);
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
}

/// Reads the text in every way there is.
fn read_every_way(text: &str) {
    look_at(text, read(detect(None, text), text, &Bindings::default()));
    look_at(text, prd(text));
    look_at(text, prose(text));
    look_at(text, workflow(text, &Bindings::default()));
    match TaskFile::parse(text) {
        Ok(file) => look_at_file(text, &file),
        Err(error) => is_place(text, error.span),
    }
}

fn look_at_file(text: &str, file: &TaskFile<'_>) {
    for section in &file.sections {
        is_place(text, section.heading);
        is_place(text, section.body);
        for block in &section.blocks {
            is_place(text, block.span);
            assert_eq!(block.content_span.of(text), block.content);
            assert!(section.body.contains(block.span) && block.span.contains(block.content_span));
        }
    }
    for key in &file.front.unknown {
        is_place(text, key.span);
    }
    let (outputs, malformed) = file.outputs();
    outputs.iter().for_each(|output| is_place(text, output.span));
    let (commands, refused) = file.commands();
    commands.iter().for_each(|command| is_place(text, command.span));
    malformed.iter().chain(&refused).for_each(|(span, _)| is_place(text, *span));
    file.done_when().iter().for_each(|item| is_place(text, item.span));
    for test in file.tests().iter().chain(&file.hidden_tests()) {
        if let Some(target) = &test.target {
            assert_eq!(target.span.of(text), target.path);
        }
    }
    for block in file.contract_blocks() {
        block.signatures().iter().for_each(|signature| is_place(text, signature.span));
    }
    look_at(text, file.draft().map(|draft| Intake { goal: None, drafts: vec![draft] }));
}

fn shown_part() -> &'static str {
    TASK.split_once("\n## Hidden Tests\n").unwrap().0
}

/// A text with some of its lines lost, doubled, cut or swapped.
fn mutated(source: &'static str) -> impl Strategy<Value = String> {
    let edit = (0..6_u8, any::<prop::sample::Index>(), any::<prop::sample::Index>());
    prop::collection::vec(edit, 1..8).prop_map(move |edits| {
        let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
        for (what, one, other) in edits {
            let (one, other) = (one.index(lines.len()), other.index(lines.len()));
            match what {
                0 => lines[one].clear(),
                1 => lines.insert(other, lines[one].clone()),
                2 => lines.swap(one, other),
                3 => {
                    let cut = lines[one].chars().count() / 2;
                    lines[one] = lines[one].chars().take(cut).collect();
                }
                4 => lines[one].insert_str(0, "    "),
                _ => lines[one].push_str(" {x} ```\\ü🧾\r"),
            }
        }
        lines.join("\n")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        read_every_way(&text);
    }

    #[test]
    fn any_heap_of_marks_is_read_or_refused(
        text in prop::collection::vec(
            prop::sample::select(vec![
                "---\n", "```", "~~~", "````\n", "ts", "\n", "\r\n", "## Contract\n", "## Hidden Tests\n",
                "## Verification\n", "## Output Files\n", "WRITE: a.ts (~4 lines)", "- [ ] x\n", "cd a && ", "cd ..",
                "// a.ts\n", "$(", "'", "\"", "\\", "<<EOF\n", "steps:\n", "  - role: a\n", "    brief: {x}\n",
                "### US-1: a\n", "**Depends on:** US-1\n", "id: [", "&a *a", "\u{feff}", "ü", "🧾", "{{", "}",
                "/* ", " */", "(", ")", "{", ";", "&&", "|", "# ", "if x; then\n", "fi\n", "\t",
            ]),
            0..60,
        )
    ) {
        read_every_way(&text.concat());
    }

    #[test]
    fn a_mutated_task_file_is_read_or_refused(text in mutated(TASK)) {
        read_every_way(&text);
    }

    #[test]
    fn a_task_file_never_shows_what_is_hidden_whatever_stands_before_it(shown in mutated(shown_part())) {
        let (_, hidden) = TASK.split_once("\n## Hidden Tests\n").unwrap();
        let text = format!("{shown}\n## Hidden Tests\n{hidden}");
        if let Ok(draft) = TaskFile::parse(&text).map_err(IntakeError::from).and_then(|file| file.draft()) {
            let secret = "keeps the sign of a refund";
            prop_assert!(!draft.brief.contains(secret) && !draft.ask.contains(secret));
            let of_worker = draft.spec_files.iter().filter(|file| file.visibility == Visibility::Shown);
            prop_assert!(of_worker.into_iter().all(|file| !file.content.contains(secret)));
        }
    }

    #[test]
    fn a_mutated_prd_or_workflow_is_read_or_refused(prd in mutated(PRD), workflow in mutated(WORKFLOW)) {
        read_every_way(&prd);
        read_every_way(&workflow);
    }
}

#[test]
fn a_full_source_of_any_one_mark_is_read_in_linear_time() {
    let sources = [
        ("", "```\n"),
        ("", "```x\n```x\n```\n"),
        ("", "~~~\n```\n"),
        ("", "## Contract\n"),
        ("", "## X\n```x\n```\n"),
        ("", "### US-001\n"),
        ("", "[[[["),
        ("", "{{{{"),
        ("", "&a [*a,"),
        ("", "? "),
        ("", "- "),
        ("", "\n"),
        ("", "x"),
        ("---\n", "a: "),
        ("---\n", "k: v\n"),
        ("---\nid: ", "&a [*a,"),
        ("---\ndepends_on: [", "A-1,"),
        ("## Verification\n```bash\n", "cd a\n"),
        ("## Verification\n```bash\n", "cd a && ls\n"),
        ("## Verification\n```bash\n", "A=1\n"),
        ("## Verification\n```bash\n", "ls;"),
        ("## Verification\n```bash\n", "a |\n"),
        ("## Verification\n```bash\n", "x \\\n"),
        ("## Verification\n```bash\n", "$(\n"),
        ("## Verification\n```bash\n", "export A=1\n"),
        ("## Verification\n```bash\n", "A=1 "),
        ("## Verification\n```bash\nnpm test", " && true"),
        ("## Verification\n```bash\nnpm test", " || b"),
        ("## Verification\n```bash\nnpm test", " <<a"),
        ("## Verification\n```bash\n", "npm test &\n"),
        ("## Verification\n```bash\n", "\"${'"),
        ("## Verification\n```bash\n", "trap 'exit 0' EXIT\n"),
        ("## Verification\n```bash\nf() { exit 0; }\n", "trap f EXIT\n"),
        ("## Verification\n```bash\n", "t() { npm test; }; t\n"),
        ("## Verification\n```bash\nset +e\n", "npm test || a=1\n"),
        ("## Verification\n```bash\n", "mkdir -p a\nnpm test\n"),
        ("## Verification\n```bash\n[[ ", "a && "),
        ("## Verification\n```bash\ntest ", "1 -a "),
        ("## Contract\n```ts\n// a.ts\n", "("),
        ("## Contract\n```ts\n// a.ts\n", "/*\n"),
        ("## Contract\n```ts\n// a.ts\n", "@a\n"),
        ("## Contract\n```ts\n// a.ts\n", "// b.ts\n// c.ts\n"),
        ("## Contract\n", "```ts\n// a.ts\nf();\n```\n"),
        ("## Output Files\n", "WRITE: a\n"),
        ("## Done When\n", "- [ ] x\n"),
        ("## Done When\n- [ ] x\n", "  y\n"),
        ("## Hidden Tests\n", "```ts\n// a.ts\n```\n"),
        ("steps:\n", "  - {role: a, brief: b, completion: {type: none}}\n"),
        ("steps:\n  - role: a\n    brief: ", "{x}"),
        ("### US-1\n**Depends on:** ", "US-1,"),
        ("### US-1\n", "- [ ] x\n"),
        ("### US-1\nNot now:\n", "- [ ] x\n"),
        ("### US-1\n", "- x\n\n"),
        ("### US-1\n", "- [ ] x\nLater:\n"),
    ];
    let mut slowest = (Duration::ZERO, "", "");
    for (head, mark) in sources {
        let text = format!("{head}{}", mark.repeat((MAX_SOURCE - head.len()) / mark.len()));
        let start = Instant::now();
        read_every_way(&text);
        slowest = slowest.max((start.elapsed(), head, mark));
    }
    // What is linear takes a second or two here, without optimisation; what is not takes minutes.
    assert!(slowest.0 < Duration::from_secs(60), "{slowest:?}");
}
