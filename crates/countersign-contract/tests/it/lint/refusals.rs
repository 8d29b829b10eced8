//! What intake refuses, lint reports: a file without an error is a file that a contract can be made of.

use std::collections::BTreeSet;

use countersign_contract::generate::{Surroundings, Wishes, generate};
use countersign_contract::intake::{HiddenFault, Problem, SourceKind, TaskFile, detect};
use countersign_contract::lint::{Settings, Severity, lint_source};
use countersign_contract::rules::Rules;
use countersign_contract::{Workspace, workspace::WorkspaceIndex};
use countersign_core::{GeneratedFrom, Timestamp, UnsoundContract};
use proptest::prelude::*;

use super::model::{PYTHON, RUST, TYPESCRIPT};

/// What a refusal is called here, and nothing for those that are not about task files. A new one must be
/// given a place, and with a name in [`CASES`] it needs a case.
fn called(problem: &Problem) -> Option<&'static str> {
    match problem {
        Problem::Unreadable(_) => Some("unreadable"),
        Problem::NoTitle => Some("no title"),
        Problem::BadId(_) => Some("bad id"),
        Problem::ControlCharacter { .. } => Some("control character"),
        Problem::DuplicateSection { .. } => Some("section twice"),
        Problem::UnclosedBlock => Some("unclosed block"),
        Problem::NothingToVerify => Some("nothing to verify"),
        Problem::TestsNotRun => Some("tests not run"),
        Problem::TestWithoutPath => Some("test without path"),
        Problem::DuplicateFile { .. } => Some("file twice"),
        Problem::EmptyFile { .. } => Some("empty file"),
        Problem::TestIsTheWork { .. } => Some("test is the work"),
        Problem::BadPath { .. } => Some("bad path"),
        Problem::BadOutput { .. } => Some("bad output"),
        Problem::BadCommand { .. } => Some("bad command"),
        Problem::NeverFails { .. } => Some("never fails"),
        Problem::TooManyChecks { .. } => Some("too many checks"),
        Problem::Hidden { why } => Some(match why {
            HiddenFault::FollowedByAnother => "hidden: followed by another",
            HiddenFault::WordsAfterBlocks => "hidden: words after blocks",
            HiddenFault::FencesBeforeAnother => "hidden: fences before another",
            HiddenFault::HeadingInBlock => "hidden: heading in a block",
            HiddenFault::OtherHeading => "hidden: other heading",
            HiddenFault::TestWithoutPath => "hidden: test without path",
            HiddenFault::BadPath => "hidden: bad path",
            HiddenFault::DuplicateFile => "hidden: file twice",
            HiddenFault::EmptyFile => "hidden: empty file",
            HiddenFault::IsTheWork => "hidden: test is the work",
            HiddenFault::BadCommand => "hidden: bad command",
            HiddenFault::NoCommand => "hidden: no command",
            HiddenFault::NotRun => "hidden: not run",
            HiddenFault::Empty => "hidden: empty",
        }),
        Problem::Blank
        | Problem::NoStories
        | Problem::HiddenInPrd
        | Problem::HiddenInProse
        | Problem::DuplicateStory { .. }
        | Problem::UnknownNeed { .. }
        | Problem::NoSteps
        | Problem::DuplicateStep { .. }
        | Problem::Cycle { .. }
        | Problem::UnknownPlaceholder { .. }
        | Problem::BadCompletion { .. } => None,
    }
}

/// One change to the model in Python, which has hidden tests, and what it is refused for.
const CASES: &[(&str, &str, &str)] = &[
    ("unreadable", "layer: 0", "layer: [0"),
    ("unreadable", "---\n\n# T-7", "\n# T-7"),
    ("no title", "title: Parse a duration", "title: \"\u{200b}\""),
    ("bad id", "id: T-7", "id: T 7/../x"),
    ("bad id", "id: T-7", "id: \"-T-7\""),
    ("control character", "seconds as `int`", "seconds\0 as `int`"),
    ("control character", "Both tests pass", "Both tests pass\rand more"),
    (
        "control character",
        "assert parse_duration(\"2m\")",
        "assert \u{1b}[1mparse_duration(\"2m\")",
    ),
    ("control character", "# tests/test_duration.py", "# tests/test_duration.py \u{202e}"),
    ("control character", "title: Parse a duration", r#"title: "Parse \u202E a duration""#),
    ("control character", "title: Parse a duration", r#"title: "Parse \e[31m a duration""#),
    ("control character", "layer: 0", "layer: 0\nnote: \"\\x07\""),
    ("never fails", "python -m pytest -q tests/test_duration.py", "python -m pytest -q || true"),
    (
        "never fails",
        "python -m pytest -q tests/test_duration.py\npython -m mypy timekit/duration.py",
        "mkdir -p out || true\necho ok",
    ),
    ("section twice", "## Done When", "## Contract\n\nx\n\n## Done When"),
    ("section twice", "## Done When", "## Verification\n\nx\n\n## Done When"),
    ("unclosed block", "== 3600\n```\n", "== 3600\n"),
    // The fence that ends the block of tests ends the one that was opened in it.
    ("unclosed block", "# tests/test_duration.py\n", "# tests/test_duration.py\n```bash\nls\n"),
    (
        "unclosed block",
        "# tests/test_duration.py\n",
        "# tests/test_duration.py\n```bash\nls\n```\n## Output Files\n",
    ),
    ("test without path", "# tests/test_duration.py\n", ""),
    (
        "file twice",
        "    with pytest",
        "    pass\n```\n\n```python\n# tests/test_duration.py\n    with pytest",
    ),
    ("empty file", "## Output Files", "```json path=cases.json\n```\n\n## Output Files"),
    (
        "test is the work",
        "## Output Files",
        "```python\n# timekit/duration.py\nassert f() == 1\n```\n\n## Output Files",
    ),
    ("bad path", "```python\n# tests/test_duration.py", "```python path=/tests/test_duration.py\n"),
    ("bad path", "```python\n# tests/test_duration.py", "```python path=../test_duration.py\n"),
    (
        "bad path",
        "```python\n# tests/test_duration.py",
        "```python path=tests/../../test_duration.py\n",
    ),
    ("bad path", "# tests/test_duration.py", "# File: C:/tests/test_duration.py"),
    ("bad path", "# tests/test_duration.py", "# File: tests\\test_duration.py"),
    ("bad path", "# tests/test_duration.py", "# .git/hooks/test_duration.py"),
    ("bad path", "# timekit/duration.py", "# ../timekit/duration.py"),
    ("bad path", "```python\n# timekit/duration.py", "```python path=/timekit/duration.py"),
    ("bad path", "WRITE: timekit/duration.py", "WRITE: /timekit/duration.py"),
    ("bad path", "WRITE: timekit/duration.py", "MODIFY: .git/config"),
    ("bad path", "WRITE: timekit/duration.py", "WRITE: .countersign/duration.py"),
    ("bad path", "WRITE: timekit/duration.py", "MAY WRITE: ../**"),
    ("bad output", "WRITE: timekit/duration.py", "WRITE: timekit/"),
    ("bad output", "WRITE: timekit/duration.py", "CREATE: timekit/duration.py"),
    ("bad command", "python -m mypy", "cd /srv\npython -m mypy"),
    ("bad command", "python -m mypy", "cd ..\npython -m mypy"),
    ("bad command", "python -m mypy", "echo \"abc\npython -m mypy"),
    (
        "hidden: followed by another",
        "assert parse_duration(\"1h\") == 3600\n```\n",
        "assert parse_duration(\"1h\") == 3600\n```\n\n## Notes\n\nMore.\n",
    ),
    ("hidden: other heading", "## Hidden Tests", "### Hidden Tests"),
    ("hidden: other heading", "## Hidden Tests", "## Hidden Tests and more"),
    ("hidden: other heading", "## Hidden Tests", "1. ## Hidden Tests"),
    ("hidden: other heading", "## Hidden Tests", "## Secret Tests"),
    ("hidden: other heading", "## Hidden Tests", "## Private Tests"),
    ("hidden: other heading", "## Hidden Tests", "**Secret Tests**"),
    ("hidden: other heading", "## Hidden Tests", "## Hidden Test"),
    ("hidden: other heading", "## Hidden Tests", "- ## Hidden Tests"),
    ("hidden: other heading", "## Hidden Tests", "## Hidden Test Cases"),
    ("hidden: other heading", "## Hidden Tests", "**Hidden Tests**"),
    ("hidden: other heading", "## Hidden Tests", "## Нidden Теsts"),
    ("hidden: other heading", "## Hidden Tests", "## &#72;idden&nbsp;Tests"),
    ("hidden: other heading", "## Hidden Tests", "<h2>Hidden Tests</h2>"),
    ("hidden: other heading", "## Hidden Tests", "**Ｈｉｄｄｅｎ Ｔｅｓｔｓ**"),
    ("hidden: other heading", "## Hidden Tests", "\u{c}Hidden Tests"),
    ("hidden: other heading", "## Hidden Tests", "\u{a0}Hidden Tests"),
    (
        "hidden: heading in a block",
        "parse_duration(\"soon\")\n```\n",
        "parse_duration(\"soon\")\n# Hidden Tests\n```\n",
    ),
    ("hidden: test without path", "# tests/test_duration_hidden.py\n", ""),
    (
        "hidden: bad path",
        "```python\n# tests/test_duration_hidden.py",
        "```python path=/tests/test_hidden.py",
    ),
    ("hidden: bad path", "# tests/test_duration_hidden.py", "# ../test_hidden.py"),
    (
        "hidden: file twice",
        "## Hidden Tests\n",
        "## Hidden Tests\n\n```python\n# tests/test_duration_hidden.py\nassert x() == 1\n```\n",
    ),
    (
        "hidden: empty file",
        "## Hidden Tests\n",
        "## Hidden Tests\n\n```json path=cases.json\n```\n",
    ),
    (
        "hidden: test is the work",
        "## Hidden Tests\n",
        "## Hidden Tests\n\n```python\n# timekit/duration.py\nassert f() == 1\n```\n",
    ),
    ("hidden: bad command", "## Hidden Tests\n", "## Hidden Tests\n\n```bash\ncd /srv\n```\n"),
];

/// Cases that take more than one change.
fn larger_cases() -> Vec<(&'static str, String)> {
    let (start, hidden) = PYTHON.split_once("## Hidden Tests").unwrap();
    let hidden = format!("## Hidden Tests{hidden}");
    let (before, done) = start.split_once("## Done When").unwrap();
    let done = format!("## Done When{done}");
    let (head, verification) = before.split_once("## Verification (Deterministic)").unwrap();
    let fences = hidden.replace("def test_hours", "~~~\nx\n~~~\ndef test_hours");
    let many = verification
        .replace("python -m mypy", &format!("{}python -m mypy", "test -f a\n".repeat(198)));
    let with = |verification: &str| format!("{head}## Verification\n\n{verification}\n\n{done}");
    let untested = head.split_once("## Test Specification").unwrap().0;
    vec![
        ("hidden: words after blocks", format!("{before}{hidden}\nMore.\n\n{done}")),
        ("hidden: fences before another", format!("{before}{fences}\n{done}")),
        ("hidden: empty", format!("{start}## Hidden Tests\n\nTo come.\n")),
        ("hidden: no command", format!("{start}{hidden}\n```bash\ntrue\n```\n")),
        (
            "hidden: not run",
            format!(
                "{head}## Verification\n\n```bash\ngrep -q x a.py && test -f a.py\n```\n\n{done}## Hidden \
                 Tests\n\n```bash\n# tests/check.sh\ngrep -q y a.py\n```\n"
            ),
        ),
        ("nothing to verify", format!("{untested}{done}")),
        ("nothing to verify", format!("{untested}## Verification\n\nRun it.\n\n{done}")),
        ("nothing to verify", format!("{untested}## Verification\n\n{done}")),
        ("tests not run", format!("{head}{done}")),
        ("tests not run", format!("{head}## Verification\n\n{done}")),
        ("tests not run", format!("{head}## Verification\n\nThe tests pass.\n\n{done}")),
        ("tests not run", format!("{head}## Verification\n\n```bash\n# pytest\n```\n\n{done}")),
        ("bad command", with("```powershell\npython -m pytest\n```")),
        ("bad command", with("```make\ntest:\n\tpython -m pytest\n```")),
        ("bad command", with("```text\npytest -q\n2 passed\n```")),
        ("bad command", with("```text\n2 passed\n```")),
        ("bad command", with("```json\n{}\n```")),
        ("bad command", with("    2 passed")),
        ("bad command", with("- `pytest -q` passes")),
        ("bad command", with("- `the tests`")),
        ("bad command", with("```bash\npytest -q\n```\n\n- `npm run lint` is clean")),
        ("bad command", with("```bash\npytest -q\n```\n\n```python\nassert f()\n```")),
        ("too many checks", format!("{head}## Verification{many}{done}")),
        (
            "no title",
            PYTHON.split_once("---\n\n").unwrap().1.replace("# T-7: Parse a duration\n", ""),
        ),
    ]
}

fn errors(text: &str) -> usize {
    let linted = lint_source(SourceKind::TaskFile, text, "task.md", &Settings::default());
    linted.findings.iter().filter(|finding| finding.severity == Severity::Error).count()
}

fn refusal(text: &str) -> Option<Problem> {
    match TaskFile::parse(text) {
        Ok(file) => file.draft().err().map(|error| error.problem),
        Err(error) => Some(Problem::Unreadable(error.problem)),
    }
}

#[test]
fn every_refusal_of_a_task_file_is_an_error_of_lint() {
    let edited = CASES.iter().map(|(name, from, to)| {
        assert!(PYTHON.contains(from), "{from:?} is not in the model");
        (*name, PYTHON.replacen(from, to, 1))
    });
    let mut seen = BTreeSet::new();
    for (name, text) in edited.chain(larger_cases()) {
        let problem = refusal(&text).unwrap_or_else(|| panic!("{name} is taken:\n{text}"));
        assert_eq!(called(&problem), Some(name), "{problem}\n{text}");
        assert!(errors(&text) > 0, "{name}: {problem}\n{text}");
        seen.insert(name);
    }
    // As many as `called` has names.
    assert_eq!(seen.len(), 31, "{seen:#?}");
}

#[test]
fn hidden_parts_are_told_without_a_word_of_them() {
    let text = PYTHON.replace("# tests/test_duration_hidden.py", "# ../secret.py");
    let linted = lint_source(SourceKind::TaskFile, &text, "t", &Settings::default());
    assert!(linted.findings.iter().all(|finding| !finding.message.contains("secret")));
}

/// The contract that is made of a file in an empty workspace.
fn sealed(text: &str) -> Result<(), UnsoundContract> {
    let draft = TaskFile::parse(text).unwrap().draft().unwrap();
    let workspace = Workspace::default();
    let around = Surroundings {
        survey: &workspace.survey(),
        index: &WorkspaceIndex::new(&workspace),
        rules: Rules::built_in(),
        universal: true,
        prompt_for_advisory: false,
        workspace: &workspace,
    };
    let generated = generate(&draft, &around, Wishes::default());
    generated.contract(GeneratedFrom::User, Timestamp::UNIX_EPOCH, &draft).map(|_| ())
}

#[test]
fn what_cannot_be_seen_makes_no_check() {
    for (from, to) in [
        ("# timekit/duration.py\n", "# timekit/duration.py\n\u{200b}\n"),
        ("python -m mypy", "\u{200b}\npython -m mypy"),
    ] {
        let text = PYTHON.replacen(from, to, 1);
        assert_eq!(errors(&text), 0, "{text}");
        assert_eq!(sealed(&text), Ok(()), "{text}");
    }
}

/// Lines that are dropped, doubled, moved or put in.
fn damaged() -> impl Strategy<Value = String> {
    let put_in = prop::sample::select(vec![
        "```",
        "````",
        "```json path=/a.json",
        "```json path=a.json",
        "## Hidden Tests",
        "### Hidden Tests",
        "## Hidden Tests (more)",
        "## Hіdden Tests",
        "a\0b",
        "## Verification",
        "## Contract",
        "## Notes",
        "# ../a.py",
        "// /a.ts",
        "WRITE: /a.ts (~3 lines)",
        "MODIFY: .git/a (~3 lines)",
        "cd ..",
        "cd \u{200b}",
        "\u{200b}",
        "title: \u{200b}",
        "~~~",
        "",
    ]);
    let edit = (0..4_usize, any::<prop::sample::Index>(), any::<prop::sample::Index>(), put_in);
    let model = prop::sample::select(vec![TYPESCRIPT, PYTHON, RUST]);
    (model, prop::collection::vec(edit, 1..5)).prop_map(|(model, edits)| {
        let mut lines: Vec<&str> = model.lines().collect();
        for (how, from, to, new) in edits {
            let (from, to) = (from.index(lines.len()), to.index(lines.len()));
            match how {
                0 => {
                    lines.remove(from);
                }
                1 => lines.insert(to, lines[from]),
                2 => lines.swap(from, to),
                _ => lines.insert(to, new),
            }
        }
        lines.join("\n")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_file_without_an_error_is_taken_and_sealed(text in damaged()) {
        prop_assume!(detect(Some("task.md"), &text) == SourceKind::TaskFile);
        if errors(&text) == 0 {
            prop_assert_eq!(refusal(&text), None, "{}", text);
            prop_assert_eq!(sealed(&text), Ok(()), "{}", text);
        }
    }
}
