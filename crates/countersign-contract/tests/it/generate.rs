//! One contract out of sections, sentences, rules and marker files.

use countersign_contract::extract::{By, Constraint, Extraction, Stated};
use countersign_contract::generate::{Generated, Surroundings, Wishes, generate, merged};
use countersign_contract::intake::{self, Bindings, SourceKind, titled};
use countersign_contract::rules::Rules;
use countersign_contract::template::{self, NoTemplate, Templates};
use countersign_contract::workspace::{WorkspaceFile, WorkspaceIndex};
use countersign_contract::{Draft, Origin, Proposal, Span, Workspace};
use countersign_core::{
    Check, Contract, ContractKind, GeneratedFrom, Timestamp, Timing, UnsoundContract, Visibility,
};

const NODE: &[(&str, &str)] = &[
    ("package.json", r#"{"scripts": {"test": "vitest run", "lint": "eslint ."}}"#),
    ("package-lock.json", "{}"),
    ("src/pages/settings.tsx", ""),
];

fn workspace(files: &[(&str, &str)]) -> Workspace {
    let files = files.iter().map(|(path, text)| WorkspaceFile {
        path: (*path).to_owned(),
        text: Workspace::wants_text(path).then(|| (*text).to_owned()),
    });
    Workspace { name: Some("shop".into()), files: files.collect(), ..Workspace::default() }
}

struct Place {
    workspace: Workspace,
    rules: Rules,
    universal: bool,
    prompt_for_advisory: bool,
}

impl Place {
    fn new(files: &[(&str, &str)]) -> Self {
        let rules = Rules::built_in().clone();
        let workspace = workspace(files);
        Self { workspace, rules, universal: true, prompt_for_advisory: false }
    }

    fn generate(&self, draft: &Draft, wishes: Wishes) -> Generated {
        let survey = self.workspace.survey();
        let around = Surroundings {
            workspace: &self.workspace,
            survey: &survey,
            index: &WorkspaceIndex::new(&self.workspace),
            rules: &self.rules,
            universal: self.universal,
            prompt_for_advisory: self.prompt_for_advisory,
        };
        generate(draft, &around, wishes)
    }

    fn of(&self, text: &str) -> Generated {
        self.generate(&titled(text, ""), Wishes::default())
    }
}

/// Work that grows with the square of their number would take the test runner's patience, and it ends it.
#[test]
fn a_contract_for_very_many_files_is_made() {
    let stated = (0..600_000).map(|number| Stated {
        constraint: Constraint::FileExists { path: format!("a/{number}.ts") },
        span: Span::new(0, 6),
        by: By::Text,
    });
    let extraction = Extraction { stated: stated.collect(), not_covered: Vec::new() };
    let wishes = Wishes { extraction: Some(extraction), ..Wishes::default() };
    let made = Place::new(&[]).generate(&titled("Create them", ""), wishes);
    assert!(made.proposals.len() >= 600_000);
}

/// Likewise.
#[test]
fn a_story_with_very_many_acceptance_criteria_is_read() {
    const STORY: &str = "# PRD: X\n\n### US-1: Make it\n\n**Acceptance Criteria:**\n";
    let items: String =
        (0..30_000).map(|number| format!("- [ ] part {number} is shown\n")).collect();
    let intake = intake::prd(&format!("{STORY}{items}")).unwrap();
    let made = Place::new(&[]).generate(&intake.drafts[0], Wishes::default());
    let judged = |check: &Check| matches!(check, Check::Evaluate { rubric } if rubric.contains("part 29999 is shown"));
    assert!(made.proposals.iter().any(|proposal| judged(&proposal.check)));
    let named: String = (0..12_000)
        .map(|number| format!("- [ ] `npm test -- {number}` passes\n- [ ] no eslint errors\n"))
        .collect();
    let intake = intake::prd(&format!("{STORY}{named}")).unwrap();
    let made = Place::new(&[]).generate(&intake.drafts[0], Wishes::default());
    assert!(made.proposals.len() >= 12_000);
}

fn contract(made: Generated, draft: &Draft) -> Result<Contract, UnsoundContract> {
    made.contract(GeneratedFrom::Auto, Timestamp::UNIX_EPOCH, draft)
}

fn runs(made: &Generated) -> Vec<String> {
    let run = |proposal: &Proposal| -> Option<String> {
        if let Check::Command { run, .. }
        | Check::Tests { run, .. }
        | Check::Lint { run, .. }
        | Check::Typecheck { run, .. } = &proposal.check
        {
            return Some(run.clone());
        }
        None
    };
    made.proposals.iter().filter_map(run).collect()
}

#[test]
fn what_is_stated_comes_before_what_is_usual_and_nothing_is_there_twice() {
    let made = Place::new(NODE).of("Create src/cart.ts; `npm test` must pass");
    assert_eq!(runs(&made), ["npm test", "npm run lint"]);
    assert!(matches!(made.proposals[0].check, Check::File { .. }));
    assert!(matches!(&made.proposals[1].origin, Origin::Sentence { .. }));
    assert!(
        matches!(&made.proposals[2].origin, Origin::Marker { path, .. } if path == "package.json")
    );
}

#[test]
fn every_criterion_says_where_it_came_from() {
    let draft = titled("Create src/cart.ts; `npm test` must pass", "");
    let made = Place::new(NODE).generate(&draft, Wishes::default());
    let sealed = contract(made, &draft).unwrap();
    assert_eq!(sealed.generated_from(), GeneratedFrom::Auto);
    for criterion in sealed.criteria() {
        assert!(!criterion.origin.is_empty() && !criterion.description.is_empty(), "{criterion:?}");
    }
    assert!(sealed.criteria()[0].origin.contains("Create src/cart.ts"));
    assert!(sealed.reason().is_some());
}

#[test]
fn tests_pass_means_the_workspaces_own_command_or_is_not_covered() {
    let text = "Create src/cart.ts. All tests pass.";
    assert!(runs(&Place::new(NODE).of(text)).contains(&"npm test".to_owned()));
    let bare = Place::new(&[("src/main.c", "")]).of(text);
    assert!(runs(&bare).is_empty());
    let clause = bare.not_covered.iter().find(|clause| clause.text.contains("tests pass")).unwrap();
    assert!(clause.why.contains("no test command"), "{clause:?}");
}

#[test]
fn a_command_is_never_made_of_a_name_alone() {
    let named = Workspace::of_names(["package.json", "tsconfig.json"]);
    let mut place = Place::new(&[]);
    place.workspace = named;
    assert!(runs(&place.of("Create src/cart.ts")).is_empty());
}

#[test]
fn files_outside_the_workspace_are_not_looked_at() {
    for text in ["Create /etc/cart.conf", "Create ../cart.ts", "Create ~/cart.ts"] {
        let made = Place::new(&[]).of(text);
        let outside = |p: &&Proposal| {
            matches!(&p.check, Check::File { path, .. }
            if path.starts_with(['/', '.', '~']))
        };
        assert_eq!(made.proposals.iter().find(outside), None, "{text}");
    }
}

#[test]
fn advisory_work_has_no_criteria_whatever_it_mentions() {
    let made = Place::new(NODE).of("Investigate why `npm test` is slow and write docs/slow.md");
    if made.kind == Some(ContractKind::Advisory) {
        assert!(made.proposals.is_empty());
    }
    let plain = Place::new(NODE).of("Investigate why the checkout is slow");
    assert_eq!((plain.kind, plain.question), (Some(ContractKind::Advisory), None));
    assert!(plain.proposals.is_empty());
}

#[test]
fn small_work_is_only_linted_and_type_checked() {
    let made = Place::new(NODE).of("Fix a typo in the README");
    assert_eq!(made.kind, Some(ContractKind::Skip));
    assert_eq!(runs(&made), ["npm run lint"]);
}

#[test]
fn ambiguous_work_is_a_question_and_its_contract_binds_nobody() {
    let draft = titled("Consider a smaller cache", "");
    let made = Place::new(NODE).generate(&draft, Wishes::default());
    assert_eq!(made.kind, None);
    assert!(made.question.is_some());
    let open = contract(made, &draft).unwrap();
    assert_eq!((open.kind(), open.criteria().len()), (ContractKind::Advisory, 0));
}

#[test]
fn advisory_stories_and_a_person_who_wants_to_be_asked_make_a_question() {
    let prd = "# PRD: Speed\n\n### US-001: Investigate the slow query\n\n**Description:** Find out why.\n\n\
               **Acceptance Criteria:**\n- [ ] A write-up of what was found\n";
    let story = intake::read(SourceKind::Prd, prd, &Bindings::default()).unwrap().drafts.remove(0);
    let asked = Place::new(NODE).generate(&story, Wishes::default());
    assert!(asked.question.as_deref().unwrap_or_default().contains("PRD"), "{asked:?}");
    let mut place = Place::new(NODE);
    place.prompt_for_advisory = true;
    assert!(place.of("Investigate the slow query").question.is_some());
}

#[test]
fn a_persons_word_on_the_kind_settles_it() {
    let draft = titled("Consider a smaller cache", "`npm test` passes");
    let wishes = Wishes { kind: Some(ContractKind::Verifiable), ..Wishes::default() };
    let made = Place::new(NODE).generate(&draft, wishes);
    assert_eq!((made.kind, made.question.is_none()), (Some(ContractKind::Verifiable), true));
    assert!(runs(&made).contains(&"npm test".to_owned()));
}

#[test]
fn verifiable_work_without_a_criterion_is_refused() {
    let draft = titled("Refactor the scheduler", "");
    let made = Place::new(&[]).generate(&draft, Wishes::default());
    assert_eq!(contract(made, &draft), Err(UnsoundContract::NothingToCheck));
}

#[test]
fn rules_ask_for_more_where_their_files_are_touched() {
    let mut place = Place::new(NODE);
    let rules = r#"{"version": 1, "filePatterns": {"**/cart.ts":
        {"critics": ["@security-critic"], "reason": "Money moves here"}},
        "codePatterns": {"eval\\(": {"critics": ["exploit-critic"], "reason": "Code from text"}}}"#;
    place.rules = Rules::built_in().extended_by(&Rules::parse(rules).unwrap().rules).unwrap();
    let critics = |made: &Generated| -> Vec<String> {
        let name = |proposal: &Proposal| {
            let Check::Critic { name, .. } = &proposal.check else { return None };
            Some(name.clone())
        };
        made.proposals.iter().filter_map(name).collect()
    };
    assert_eq!(critics(&place.of("Create src/cart.ts")), ["security-critic"]);
    assert!(critics(&place.of("Create src/shelf.ts")).is_empty());
    let draft = titled("Create src/shelf.ts", "");
    let given = Wishes { files: vec!["src/cart.ts".into()], ..Wishes::default() };
    assert_eq!(critics(&place.generate(&draft, given)), ["security-critic"]);
    let diff = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+eval(text)\n".to_owned();
    let changed = Wishes { diff: Some(diff), ..Wishes::default() };
    assert_eq!(critics(&place.generate(&draft, changed)), ["exploit-critic"]);
}

#[test]
fn files_are_predicted_from_the_text_and_the_tree() {
    let made = Place::new(NODE).of("Sort the rows of the settings page; `npm test` passes");
    assert!(made.expected_files.iter().any(|path| path == "src/pages/settings.tsx"), "{made:?}");
}

#[test]
fn a_file_that_something_is_put_into_is_predicted_where_the_tree_has_none() {
    let place = Place::new(NODE);
    let expected = |ask: &str| place.of(ask).expected_files;
    assert_eq!(expected("Add a handler in src/http/health.ts"), ["src/http/health.ts"]);
    assert_eq!(expected("Do not add a handler in src/http/health.ts"), [] as [&str; 0]);
    assert_eq!(expected("Add a row to pages/settings.tsx"), ["src/pages/settings.tsx"]);
}

#[test]
fn universal_criteria_can_be_turned_off() {
    let mut place = Place::new(NODE);
    place.universal = false;
    assert!(!place.of("Create src/cart.ts").proposals.iter().any(|p| p.origin.is_universal()));
}

#[test]
fn a_named_template_is_added_as_it_is() {
    let templates: Templates = toml::from_str(
        "[e2e]\ncheck = \"tests\"\nrun = \"npx playwright test\"\ntiming = \"deferred\"\n\
         [notes]\ncheck = \"content\"\npath = \"NOTES.md\"\npattern = \"done\"\nvisibility = \"hidden\"\n",
    )
    .unwrap();
    let names = ["e2e".to_owned(), "notes".to_owned()];
    let proposals = template::propose_all(&templates, &names).unwrap();
    let wishes = Wishes { templates: proposals, ..Wishes::default() };
    let made = Place::new(&[]).generate(&titled("Create src/cart.ts", ""), wishes);
    let found: Vec<_> = made.proposals.iter().map(|p| (p.timing, p.visibility)).collect();
    let (now, later) = (Timing::Immediate, Timing::Deferred);
    let (shown, hidden) = (Visibility::Shown, Visibility::Hidden);
    assert_eq!(found, [(now, shown), (now, hidden), (later, shown)]);
    let missing = template::propose(&templates, "nothing").unwrap_err();
    assert!(missing.to_string().contains("e2e"), "{missing}");
}

#[test]
fn a_sentence_asks_for_no_command_that_cannot_fail() {
    let place = Place::new(&[("src/main.c", "")]);
    for run in [
        "(make build || true)",
        "make build | grep -v warn",
        "make -i build",
        "make -n build",
        "echo $(make build)",
        "node --version",
        "trap 'exit 0' EXIT; make build",
        "[ 1 = 1 ]",
        "touch done.txt",
        "pytest --collect-only",
        "npx jest --listTests",
        "go test -run ^$ ./...",
    ] {
        let made = place.of(&format!("Create src/cart.c. `{run}` must pass."));
        assert!(runs(&made).is_empty(), "{run}: {:?}", runs(&made));
    }
    for run in [
        "make build | grep -q done",
        "make -k build",
        "cd app && make build",
        "cargo test --no-run",
        "pytest -q",
        "./shop --version",
    ] {
        let made = place.of(&format!("Create src/cart.c. `{run}` must pass."));
        assert_eq!(runs(&made), [run]);
    }
    for run in ["gofmt -w .", "gofmt -l ."] {
        let made = place.of(&format!("Create src/cart.c. `{run}` must pass."));
        assert_eq!(runs(&made), ["test -z \"$(gofmt -l .)\""]);
    }
    let made = place.of("Create src/cart.c. `cargo test --no-run` must pass.");
    let is_plain = |proposal: &Proposal| matches!(proposal.check, Check::Command { .. });
    assert!(made.proposals.iter().any(is_plain), "{:?}", made.proposals);
}

#[test]
fn a_template_that_cannot_fail_is_refused_whoever_asks_for_it() {
    let templates: Templates = toml::from_str(
        "[bad]\ncheck = \"tests\"\nrun = \"npm test || true\"\n[mends]\ncheck = \"lint\"\nrun = \"cargo fmt\"\n\
         [out]\ncheck = \"file\"\npath = \"/etc/passwd\"\nmin_length = 1\n",
    )
    .unwrap();
    for name in ["bad", "mends", "out"] {
        let unfit = template::propose_all(&templates, &[name.to_owned()]).unwrap_err();
        assert!(matches!(unfit, NoTemplate::Unfit { .. }), "{unfit}");
    }
}

#[test]
fn the_same_check_shown_and_hidden_stays_both() {
    let run = |visibility| Proposal {
        visibility,
        ..Proposal::shown(
            Check::Tests { run: "make  test".into(), cwd: None, named: Vec::new() },
            "tests",
            Origin::Section { name: "Verification".into(), line: 1 },
        )
    };
    let spaced = Proposal::shown(
        Check::Command { run: "make test".into(), cwd: None, time_limit_seconds: None },
        "the same command in other words",
        Origin::Marker { path: "Makefile".into(), what: "test:".into() },
    );
    let all = vec![spaced, run(Visibility::Hidden), run(Visibility::Shown)];
    let kept: Vec<_> = merged(all).into_iter().map(|p| p.visibility).collect();
    assert_eq!(kept, [Visibility::Shown, Visibility::Hidden]);
}

#[test]
fn acceptance_criteria_that_no_command_checks_are_put_to_an_evaluator() {
    let prd = "# PRD: Lists\n\n### US-001: Sort the list\n\n**Description:** As a user, I sort the list.\n\n\
               **Acceptance Criteria:**\n- [ ] The newest entry is on top\n- [ ] `npm test` passes\n";
    let story = intake::read(SourceKind::Prd, prd, &Bindings::default()).unwrap().drafts.remove(0);
    let made = Place::new(&[]).generate(&story, Wishes::default());
    let rubrics: Vec<&str> = made
        .proposals
        .iter()
        .filter_map(|proposal| {
            let Check::Evaluate { rubric } = &proposal.check else { return None };
            Some(rubric.as_str())
        })
        .collect();
    assert_eq!(rubrics, ["Each of these holds:\n- The newest entry is on top"]);
    assert_eq!(runs(&made), ["npm test"]);
    assert!(!made.not_covered.iter().any(|clause| clause.text.contains("newest")), "{made:?}");
}

#[test]
fn a_tool_that_is_named_stays_that_tool_or_is_not_covered() {
    let python = &[("pyproject.toml", "[project]\nname = \"x\"\n[tool.ruff]\n"), ("src/a.py", "")];
    let why = |made: &Generated, text: &str| {
        let clause = made.not_covered.iter().find(|clause| clause.text.contains(text));
        clause.map(|clause| clause.why.clone()).unwrap_or_default()
    };
    let mut place = Place::new(python);
    place.universal = false;
    for text in ["Add src/p.py and run flake8", "Add src/p.py. flake8 must pass."] {
        let made = place.of(text);
        assert!(runs(&made).is_empty(), "{text}: {made:?}");
        let why = why(&made, "flake8");
        assert!(why.contains("names flake8") && why.contains("ruff check ."), "{text}: {why}");
    }
    for text in ["Add src/p.py and run ruff", "Add src/p.py. No lint errors."] {
        assert_eq!(runs(&place.of(text)), ["ruff check ."], "{text}");
    }
    // The second of two is no repetition of the first.
    let both = place.of("Add src/p.py. ruff must pass. flake8 must pass.");
    assert_eq!(runs(&both), ["ruff check ."]);
    assert!(why(&both, "flake8").contains("names flake8"), "{both:?}");
}

#[test]
fn a_script_or_target_is_the_tool_that_it_runs() {
    let scripts =
        r#"{"scripts": {"lint": "eslint .", "typecheck": "npm run types", "test": "vitest run"}}"#;
    let mut place = Place::new(&[("package.json", scripts), ("src/a.ts", "")]);
    place.universal = false;
    // The rules ask for the tests of what is touched.
    assert_eq!(runs(&place.of("Add src/p.ts. eslint must pass.")), ["npm run lint", "npm test"]);
    for text in ["Add src/p.ts. tsc must pass.", "Add src/p.ts. All jest tests pass."] {
        let made = place.of(text);
        assert_eq!(runs(&made), ["npm test"], "{text}");
        assert!(made.not_covered.iter().any(|one| one.why.starts_with("names ")), "{made:?}");
    }
    let targets = "lint:\n\tflake8 src\n\ntypecheck: lint\n\tmypy src\n";
    let mut place = Place::new(&[("Makefile", targets), ("src/a.py", "")]);
    place.universal = false;
    assert_eq!(runs(&place.of("Add src/p.py; run flake8")), ["make lint"]);
    assert_eq!(runs(&place.of("Add src/p.py; mypy must pass")), ["make typecheck"]);
    assert!(runs(&place.of("Add src/p.py; pylint must pass")).is_empty());
}

#[test]
fn a_check_that_is_only_said_again_is_covered() {
    let uncovered = |text: &str| -> Vec<String> {
        let made = Place::new(NODE).of(text);
        made.not_covered.into_iter().map(|clause| clause.text).collect()
    };
    for text in [
        "Create src/p.ts. Run `npm test`, `npx eslint .` and `npx tsc --noEmit`; all must succeed.",
        "Create src/p.ts. Run `npm test`. It must exit with 0.",
        "Create src/p.ts.\n\n## Verification\n\n```bash\nnpm test\nnpx eslint .\n```\n\nBoth must pass.",
    ] {
        assert_eq!(uncovered(text), Vec::<String>::new(), "{text}");
    }
    for text in [
        "Run `npm test`. Sort the rows. It must succeed.",
        "Create src/p.ts. It must succeed.",
        "Run `npm test`. It must exit with 3.",
    ] {
        assert!(uncovered(text).iter().any(|clause| clause.contains("It must")), "{text}");
    }
}

#[test]
fn a_title_is_listed_unless_it_only_names_what_a_list_below_spells_out() {
    let uncovered = |text: &str| -> Vec<String> {
        let draft = intake::prose(text).unwrap().drafts.remove(0);
        let made = Place::new(NODE).generate(&draft, Wishes::default());
        made.not_covered.into_iter().map(|clause| clause.text).collect()
    };
    for (text, wanted) in [
        (
            "Sign-up crashes\n\nHow to reproduce:\n- run `npm run build`\n- see the trace\n",
            &["Sign-up crashes", "run `npm run build`", "see the trace"][..],
        ),
        (
            "Make the menu foldable\n`npm run lint` must be clean, the footer stays blue\n",
            &["Make the menu foldable", "the footer stays blue"],
        ),
        (
            "Rework the menu\n\n- the menu folds\n- the footer is blue\n",
            &["Rework the menu", "the menu folds", "the footer is blue"],
        ),
        ("Sign these rows at night:\n- a.x\n", &["Sign these rows at night:", "a.x"]),
        ("Shrink the pictures:\n\nThey are many.", &["Shrink the pictures:", "They are many"]),
        ("Task: shrink the pictures\n\n- by half\n", &["Task: shrink the pictures", "by half"]),
        ("Menu in Rust\n\n- it folds\n", &["Menu in Rust", "it folds"]),
        ("Menu within 200 ms\n\n- it folds\n", &["Menu within 200 ms", "it folds"]),
        // They only name what follows.
        ("Menu\n\n- it folds\n", &["it folds"]),
        ("Story: menu\n\nIt must fold.\n", &["It must fold"]),
        ("Title: Quicker menu\n\nIt must fold.\n", &["It must fold"]),
        ("Requirements:\n- the menu must fold\n", &["the menu must fold"]),
        ("Please do the following:\n- fold the menu\n", &["fold the menu"]),
        ("Phase 2\n\n- fold the menu\n", &["fold the menu"]),
        ("Create the following files:\n- src/p.ts\n- a page\n", &["a page"]),
    ] {
        assert_eq!(uncovered(text), wanted, "{text}");
    }
}

#[test]
fn an_export_of_the_contract_and_a_record_among_the_outputs_are_covered() {
    let file = "---\nid: TASK-1\ntitle: Write roman numerals\n---\n\n# TASK-1: Write roman numerals\n\n\
        ## Contract\n\n```typescript\n// src/roman.ts\nexport function to_roman(value: number): string;\n```\n\n\
        ## Output Files\n\n- WRITE: src/roman.ts (~20 lines)\n- MODIFY: docs/BACKLOG.md (~1 lines)\n\n\
        ## Verification (Deterministic)\n\n```bash\nnpm test\n```\n\n\
        ## Done When\n\n- [ ] `to_roman` exported\n- [ ] Update the backlog\n- [ ] All tests pass\n";
    let intake = intake::read(SourceKind::TaskFile, file, &Bindings::default()).unwrap();
    let made = Place::new(NODE).generate(&intake.drafts[0], Wishes::default());
    assert!(!made.not_covered.iter().any(|clause| clause.text.contains("exported")), "{made:?}");
    let backlog = Check::Backlog { path: "docs/BACKLOG.md".into(), item: None, pattern: None };
    assert!(made.proposals.iter().any(|proposal| proposal.check == backlog), "{made:?}");
}

#[test]
fn what_several_ask_for_is_one_criterion_that_names_them_all() {
    let draft = titled("Create src/cart.ts; `npm test` must pass", "");
    let made = Place::new(NODE).generate(&draft, Wishes::default());
    let sealed = contract(made, &draft).unwrap();
    let tests = sealed.criteria().iter().find(|one| one.id.as_str() == "tests-1").unwrap();
    let parts = [
        "sentence: `npm test` must pass",
        "rule **/*.{ts,tsx,mts,cts}",
        "package.json: scripts.test",
    ];
    for part in parts {
        assert!(tests.origin.contains(part), "{part}: {}", tests.origin);
    }
    assert!(tests.origin.starts_with("sentence: "), "{}", tests.origin);
}

#[test]
fn the_workspaces_tests_are_called_as_the_task_calls_its_own() {
    let settings = "[tool.pytest.ini_options]\ntestpaths = [\"tests\"]\n";
    let place = Place::new(&[("pyproject.toml", settings), ("tests/test_old.py", "")]);
    let made = place.of("Add src/x.py. `python3 -m pytest -q tests/test_x.py` must pass.");
    assert_eq!(runs(&made), ["python3 -m pytest -q tests/test_x.py", "python3 -m pytest"]);
    for stated in ["python3 -m pytest -q", "pytest", "pytest -v --tb=short", "python -m pytest"] {
        let made = place.of(&format!("Add src/x.py. `{stated}` must pass."));
        assert_eq!(runs(&made), [stated], "the same tests are run once");
    }
    let made = place.of("Add src/x.py. `uv run pytest tests/test_x.py` must pass.");
    assert_eq!(runs(&made), ["uv run pytest tests/test_x.py", "uv run pytest"]);
    assert_eq!(runs(&place.of("Add src/x.py with a function that doubles.")), ["pytest"]);
}

#[test]
fn an_entry_that_must_match_is_not_asked_for_twice() {
    let origin = |name: &str| Origin::Section { name: name.into(), line: 1 };
    let entry = |pattern: Option<&str>, name: &str| {
        let check =
            Check::Changelog { path: "CHANGELOG.md".into(), pattern: pattern.map(Into::into) };
        Proposal::shown(check, "an entry", origin(name))
    };
    for order in [[0, 1], [1, 0]] {
        let both = [entry(None, "usual"), entry(Some("fast"), "asked")];
        let merged = merged(order.iter().map(|at| both[*at].clone()).collect());
        assert_eq!(merged.len(), 1, "{merged:?}");
        assert_eq!(merged[0].check, both[1].check);
        assert!(merged[0].origins().contains("usual"), "{}", merged[0].origins());
    }
    let two = merged(vec![entry(Some("fast"), "a"), entry(Some("small"), "b")]);
    assert_eq!(two.len(), 2, "{two:?}");
}
