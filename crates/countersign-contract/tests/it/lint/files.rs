//! Whole files, settings, and what a finding carries.

use countersign_contract::intake::{SourceKind, TaskFile};
use countersign_contract::lint::{
    Finding, Level, RULES, Settings, Severity, count_tokens, lint_file, lint_source, rule,
};

use super::model;

pub fn lint(text: &str) -> Vec<Finding> {
    lint_named(text, "task.md")
}

pub fn lint_named(text: &str, name: &str) -> Vec<Finding> {
    let file = TaskFile::parse(text).unwrap();
    lint_file(&file, name, &Settings::default())
}

#[test]
fn model_files_have_no_findings() {
    for model in [model::TYPESCRIPT, model::PYTHON, model::RUST] {
        assert_eq!(lint(model), []);
    }
}

#[test]
fn carriage_returns_change_nothing() {
    assert_eq!(lint(&model::TYPESCRIPT.replace('\n', "\r\n")), []);
}

#[test]
fn every_rule_has_a_code_a_name_and_a_page() {
    for (at, one) in RULES.iter().enumerate() {
        assert!(RULES[..at].iter().all(|other| other.name != one.name && other.code < one.code));
        assert!(one.code.starts_with("CS") && one.code.len() == 5, "{}", one.code);
        for text in [one.what, one.why, one.fix, one.bad, one.good] {
            assert!(!text.trim().is_empty(), "{}", one.code);
        }
        assert_eq!(rule(&one.code.to_lowercase()), Some(*one));
    }
    assert_eq!(rule("CS999"), None);
}

#[test]
fn a_finding_says_where_why_and_how_to_mend_it() {
    let text = model::TYPESCRIPT.replace("All 3 tests pass", "The code is clean");
    let found = lint(&text);
    assert_eq!(found.len(), 1);
    let finding = &found[0];
    assert_eq!((finding.code, finding.severity), ("CS092", Severity::Error));
    assert_eq!(finding.span.of(&text), "code is clean");
    let line = text.lines().nth(finding.start.line - 1).unwrap();
    assert_eq!(&line[finding.start.column - 1..finding.end.column - 1], "code is clean");
    assert!(!finding.reason.is_empty() && !finding.fix.is_empty());
    let json = serde_json::to_value(finding).unwrap();
    assert_eq!(json["file"], "task.md");
    assert_eq!(json["start"]["line"], finding.start.line);
}

#[test]
fn settings_turn_rules_off_by_code_and_change_them_by_name() {
    let text = model::TYPESCRIPT.replace("All 3 tests pass", "The code is clean");
    let file = TaskFile::parse(&text).unwrap();
    let off = Settings::new([("CS092", Level::Off)]).unwrap();
    assert_eq!(lint_file(&file, "t", &off), []);
    let milder = Settings::new([("subjective-criterion", Level::Info)]).unwrap();
    assert_eq!(lint_file(&file, "t", &milder)[0].severity, Severity::Info);
    let unknown = Settings::new([("CS999", Level::Off)]).unwrap_err();
    assert!(unknown.to_string().contains("CS999"));
    assert!("loud".parse::<Level>().unwrap_err().to_string().contains("loud"));
}

#[test]
fn the_figure_in_a_finding_is_the_tokenizers_and_leaves_hidden_tests_out() {
    let long = "- [ ] `total` of one more line is right\n".repeat(60);
    let text =
        format!("{}{long}", model::TYPESCRIPT.replace("complexity: medium", "complexity: simple"));
    let wanted = format!("{} tokens", count_tokens(&text));
    let hidden = format!(
        "{text}\n## Hidden Tests\n\n```ts\n// shop/h.test.ts\n{}\n```\n",
        "expect(1).toBe(1);\n".repeat(150)
    );
    for text in [&text, &hidden] {
        let found: Vec<Finding> = lint(text).into_iter().filter(|f| f.code == "CS020").collect();
        assert_eq!(found.len(), 1);
        let close = count_tokens(&text[..text.find("\n## Hidden").map_or(text.len(), |at| at + 1)]);
        assert!(
            found[0].message.starts_with(&format!("{close} tokens")),
            "{} {wanted}",
            found[0].message
        );
    }
}

#[test]
fn a_megabyte_of_anything_is_linted_in_time_that_grows_with_its_length() {
    let pieces = [
        "etc. ",
        "`x",
        "import { a } from './b';\n",
        "from a import (\n",
        "return(",
        "## Contract\n",
        "```\n",
        "/* ",
        "'",
        "as needed ",
        "<a",
        "1. x\n",
        "// ...\n",
        "WRITE: a\n",
        "depends_on:\n",
        "use a::b::{c};\n",
        "- [ ] it is fast\n",
        "... ",
        "{ ... } ",
        "r#",
        "## Hidden Tests\n",
        "Hidden Tests\n",
        "and make it ",
        "Check the `x y` by hand. ",
        "check that the \"x\n",
        "Read a/b.c, to d. ",
    ];
    let heads = [
        "",
        "## Verification\n",
        "## Contract\n```ts\n",
        "## Test Specification\n```py\n# a.py\n",
        "## Test Specification\n```ts\n// a.ts\n",
        "## Test Specification\n```rust\n// a.rs\n",
        "## Dependencies\n```ts\n",
        "## Verification\n```bash\n",
        "## Done When\n",
    ];
    for head in heads {
        for piece in pieces {
            let text = format!("{head}{}", piece.repeat(150_000 / piece.len()));
            // What is quadratic takes minutes, and the test runner ends it.
            let _ = lint(&text);
        }
    }
}

#[test]
fn a_story_that_asks_for_a_change_says_what_it_is_accepted_by() {
    let story = "# PRD: Shop\n\n## User Stories\n\n### US-001: Sum of a cart\nAs a buyer I want to see the sum.\n";
    let codes = |text: &str| -> Vec<&'static str> {
        let linted = lint_source(SourceKind::Prd, text, "prd.md", &Settings::default());
        linted.findings.iter().map(|finding| finding.code).collect()
    };
    assert_eq!(codes(story), ["CS093"]);
    assert_eq!(
        codes(&format!("{story}\n**Acceptance Criteria:**\n- [ ] `npm test` passes\n")),
        [""; 0]
    );
    let asks = "# PRD: Shop\n\n### US-001: Taxes\nFind out which taxes apply.\n";
    assert_eq!(codes(asks), [""; 0], "an answer needs none");
}
