//! What the sections of a task file say.

use core::fmt::Write as _;

use countersign_contract::intake::{Checkbox, Output, OutputMode, TaskFile};

use super::TASK;

/// One section of one block.
fn section(title: &str, language: &str, content: &str) -> String {
    format!("## {title}\n```{language}\n{content}\n```\n")
}

/// Each command as `folder$ command`, then what was refused.
fn commands(script: &str) -> String {
    let text = section("Verification", "bash", script);
    let (commands, problems) = TaskFile::parse(&text).unwrap().commands();
    let mut out = String::new();
    for command in commands {
        writeln!(out, "{}$ {}", command.cwd.unwrap_or_default(), command.run).unwrap();
    }
    for (span, why) in problems {
        writeln!(out, "{:?}: {why}", span.of(&text)).unwrap();
    }
    out
}

fn outputs(lines: &str) -> (Vec<Output>, Vec<String>) {
    let text = format!("## Output Files\n{lines}\n");
    let (outputs, malformed) = TaskFile::parse(&text).unwrap().outputs();
    (
        outputs,
        malformed.into_iter().map(|(span, why)| format!("{}: {why}", span.of(&text))).collect(),
    )
}

#[test]
fn cd_carries_on_to_the_next_lines() {
    insta::assert_snapshot!(commands("# both\ncd shop\nnpx tsc --noEmit # types\n\ncd ../till\nmake test\ncd -\nls"), @r"
    shop$ npx tsc --noEmit
    till$ make test
    shop$ ls
    ");
}

#[test]
fn a_command_after_cd_runs_there_and_so_does_what_follows() {
    insta::assert_snapshot!(commands("cd shop && npm test\nnpm run lint\ncd \"$(git rev-parse --show-toplevel)\"; make"), @r"
    shop$ npm test
    shop$ npm run lint
    $ make
    ");
}

#[test]
fn a_cd_after_another_command_carries_on_too() {
    insta::assert_snapshot!(commands("npm test && cd shop\npytest\ntest -d deep && cd deep\nmake\ncd ..\nls"), @r"
    $ npm test && cd shop
    shop$ pytest
    shop$ test -d deep && cd deep
    shop/deep$ make
    shop$ ls
    ");
}

#[test]
fn lines_that_each_begin_with_their_own_cd_start_at_the_same_folder() {
    insta::assert_snapshot!(commands("cd shop && npm test\ncd till && npm test\nmake"), @r"
    shop$ npm test
    till$ npm test
    $ make
    ");
    insta::assert_snapshot!(commands("cd shop && npm test\ncd ../till && npm test"), @r"
    shop$ npm test
    till$ npm test
    ");
}

#[test]
fn a_folder_outside_the_workspace_is_refused() {
    insta::assert_snapshot!(commands("cd ..\ncd /tmp && ls\ncd\ncd ~/x\ncd -\ncd a/../../b\nmake"), @r#"
    $ make
    "cd ..": cd goes above the workspace's root
    "cd /tmp && ls": cd leaves the workspace: name a folder from its root, as in cd backend
    "cd": cd to the home folder leaves the workspace: name a folder in it
    "cd ~/x": cd leaves the workspace: name a folder from its root, as in cd backend
    "cd -": cd - has no folder to go back to
    "cd a/../../b": cd goes above the workspace's root
    "#);
}

#[test]
fn settings_are_said_again_before_each_command() {
    insta::assert_snapshot!(commands("set -euo pipefail\nexport CI=1\nNAME=\"a b\" OTHER=2\nCI=2 npm test\nA=1 && make"), @r#"
    $ set -euo pipefail && export CI=1 && NAME="a b" OTHER=2 && CI=2 npm test
    $ set -euo pipefail && export CI=1 && NAME="a b" OTHER=2 && A=1 && make
    "#);
}

#[test]
fn continued_lines_are_one_command_and_a_semicolon_parts_two() {
    insta::assert_snapshot!(commands("npm test -- \\\n  --run \\\n  a.test.ts\nnpx tsc &&\n  npx eslint .\ncat a |\n  grep b\nmake; make test\necho 'a; b' \"c && d ;\" # e"), @r#"
    $ npm test --  --run  a.test.ts
    $ npx tsc && npx eslint .
    $ cat a | grep b
    $ make
    $ make test
    $ echo 'a; b' "c && d ;"
    "#);
}

#[test]
fn what_needs_one_shell_stays_one_script() {
    for script in [
        "cd shop\ncat > a.txt <<EOF\n# kept\nEOF\ntest -s a.txt",
        "for f in a b; do\n  test -f $f\ndone",
        "while read -r l; do\n  echo $l\ndone < a",
        "if test -f a; then\n  ls\nfi",
        "case $1 in\n  a) ls ;;\nesac",
        "check() {\n  ls\n}\ncheck",
        "(\n  cd shop\n  ls\n)",
        "npm start &\ncurl localhost:3000",
        "pushd shop\nls\npopd",
        "cd $FOLDER\nls",
        "echo 'a\nb'",
        "ls\ntest $? -eq 0",
        "source .venv/bin/activate\ncd shop\npytest",
    ] {
        assert_eq!(commands(script), format!("$ set -e\n{script}\n"), "{script}");
    }
}

#[test]
fn what_is_whole_on_one_line_stays_one_command() {
    for line in [
        "for f in a b; do test -f $f; done",
        "(cd shop || cd till)",
        "if test -f a; then ls; fi",
        "test -z \"$(git status --porcelain)\"",
        "! grep -r 'TODO(' src",
        "grep \"foo(\" src && ls > a 2>&1",
        "make; test $? -eq 2",
        "cat <<< hello",
        "npm test || exit 1",
    ] {
        assert_eq!(commands(line), format!("$ {line}\n"), "{line}");
    }
}

#[test]
fn each_block_starts_at_the_root_and_other_languages_are_no_commands() {
    let text = format!(
        "{}{}",
        section("Verification", "bash", "cd shop\nls"),
        "```json\n{}\n```\n```console\n$ make\nok\n$ make test\n```\n```\nls\n```\n"
    );
    let (commands, problems) = TaskFile::parse(&text).unwrap().commands();
    let runs: Vec<_> =
        commands.iter().map(|command| (command.cwd.as_deref(), command.run.as_str())).collect();
    assert_eq!(runs, [(Some("shop"), "ls"), (None, "make"), (None, "make test"), (None, "ls")]);
    assert_eq!(problems, []);
}

#[test]
fn outputs_are_read_inside_and_outside_of_blocks() {
    let (outputs, malformed) = outputs(
        "Two files.\n```\nWRITE: ./a.ts (~40 lines)\nMODIFY: app/(shop)/page.tsx (~10-20 lines added, add export)\n\
         # a remark\n```\n- **WRITE:** `b c.ts` (1 line)\n* MAY WRITE: docs/**/*.md\nDELETE: old.ts (no longer used)\nWrite the tests first.",
    );
    assert_eq!(malformed, [""; 0]);
    let read: Vec<_> = outputs
        .iter()
        .map(|output| (output.mode, output.path.as_str(), output.lines, output.note.as_deref()))
        .collect();
    assert_eq!(
        read,
        [
            (OutputMode::Write, "a.ts", Some(40), None),
            (OutputMode::Modify, "app/(shop)/page.tsx", Some(20), Some("add export")),
            (OutputMode::Write, "b c.ts", Some(1), None),
            (OutputMode::MayWrite, "docs/**/*.md", None, None),
            (OutputMode::Delete, "old.ts", None, Some("no longer used")),
        ]
    );
}

#[test]
fn an_output_that_is_written_wrongly_is_reported_with_the_reason() {
    let (outputs, malformed) = outputs(
        "```\nCREATE: a.ts\na.ts\nWRITE a.ts\nWRITE:\nWRITE: src/\nWRITE: a b.ts\nWRITE: *.ts\nMAY WRITE: [a\nMODIFY: `a\n```\n- `a.ts`",
    );
    assert_eq!(outputs, []);
    insta::assert_snapshot!(malformed.join("\n"));
}

#[test]
fn done_when_lists_its_items_in_and_out_of_blocks() {
    let text = "## Done When\n- [ ] one\n  goes on\n* [x] two\n1. [ ] three\n- four\n\n```markdown\n- [ ] five\n```\nprose\n";
    let items = TaskFile::parse(text).unwrap().done_when();
    let read: Vec<_> = items.iter().map(|item| (item.text.as_ref(), item.checkbox)).collect();
    assert_eq!(
        read,
        [
            ("one goes on", Checkbox::Open),
            ("two", Checkbox::Ticked),
            ("three", Checkbox::Open),
            ("four", Checkbox::Missing),
            ("five", Checkbox::Open),
        ]
    );
    assert_eq!(items[0].span.of(text), "one\n  goes on");
}

/// Each part as `path: signatures`.
fn declared(language: &str, content: &str) -> String {
    let text = section("Contract", language, content);
    let blocks = TaskFile::parse(&text).unwrap().contract_blocks();
    let mut out = String::new();
    for block in blocks {
        writeln!(out, "{}", block.target.as_ref().map_or("no file", |target| &target.path))
            .unwrap();
        for signature in block.signatures().into_owned() {
            writeln!(out, "  | {}", signature.text.replace('\n', "\n  . ")).unwrap();
        }
    }
    out
}

#[test]
fn a_contract_declares_each_export_whole_without_comments_and_imports() {
    let file = TaskFile::parse(TASK).unwrap();
    let signatures = file.contract_blocks().remove(0).signatures().into_owned();
    assert_eq!(signatures[0].text, "export function roundToCents(amount: number): number;");
    assert!(
        signatures[1].text.starts_with("export const prices: {\n  total(")
            && signatures[1].text.ends_with("\n};")
    );
    assert_eq!(signatures.len(), 2);
    assert!(signatures.iter().all(|signature| signature.span.of(TASK) == signature.text));
}

#[test]
fn declarations_are_found_in_every_language() {
    let python = "# shop/price.py\nfrom x import y\n\n@dataclass\nclass Price:\n    cents: int  # whole\n\n    \
                  def total(self) -> int: ...\n\ndef net(\n    rate: float,\n) -> int: ...";
    let rust = "// src/a.rs\nuse std::fmt;\n#[derive(Debug)]\npub struct A<'a>(&'a str);\n/* long\n   comment */\n\
                pub fn f<'a>(\n    x: &'a str,\n) -> A<'a>\nwhere\n    A<'a>: Sized;\n// src/b.rs\npub fn g();";
    let go = "// store.go\npackage store\n\ntype Store interface {\n\tGet(id string) (Item, error) // one\n}\n\nfunc New() Store";
    let nameless = "export type A = string;";
    let declared = [("python", python), ("rust", rust), ("go", go), ("ts", nameless)]
        .map(|(l, c)| declared(l, c));
    insta::assert_snapshot!(declared.join(""));
}

#[test]
fn tests_know_their_file_and_a_block_without_one_is_kept() {
    let text = "## Test Specification\n```ts\n// ADD to a.test.ts\nit()\n```\n  ```py\n  #!/usr/bin/env python\n  # t/b.py\n    x\n  ```\n\
                ```json path=\"c d.json\"\n{}\n```\n```ts\nit()\n```\n";
    let file = TaskFile::parse(text).unwrap();
    let tests = file.tests();
    let paths: Vec<_> = tests
        .iter()
        .map(|test| test.target.as_ref().map(|target| (target.path.as_str(), target.span.of(text))))
        .collect();
    assert_eq!(
        paths,
        [
            Some(("a.test.ts", "a.test.ts")),
            Some(("t/b.py", "t/b.py")),
            Some(("c d.json", "c d.json")),
            None
        ]
    );
    assert_eq!(tests[1].file_content(text), "#!/usr/bin/env python\n# t/b.py\n  x\n");
}

#[test]
fn the_shell_block_of_hidden_tests_is_its_command() {
    let file = TaskFile::parse(TASK).unwrap();
    let paths: Vec<_> =
        file.hidden_tests().into_iter().map(|test| test.target.unwrap().path).collect();
    assert_eq!(paths, ["shop/src/price.hidden.test.ts"]);
    let (commands, _) = file.hidden_commands();
    assert_eq!(commands[0].run, "npx vitest run src/price.hidden.test.ts");
    assert_eq!(commands[0].cwd.as_deref(), Some("shop"));
}

#[test]
fn brackets_in_comments_and_strings_close_nothing_and_open_nothing() {
    let of = |language: &str, code: &str| -> Vec<String> {
        let text = format!("# T\n\n## Contract\n\n```{language}\n{code}\n```\n");
        let file = TaskFile::parse(&text).unwrap();
        let block = file.contract_blocks().remove(0);
        block.signatures().iter().map(|signature| signature.text.clone()).collect()
    };
    for (language, code, wanted) in [
        (
            "ts",
            "export class Cart { /* private */ }\nexport function f(): void;",
            vec!["export class Cart { }", "export function f(): void;"],
        ),
        (
            "ts",
            "export interface A { /* { */ x: number; /* } */ }\nexport const b: string;",
            vec!["export interface A { x: number; }", "export const b: string;"],
        ),
        (
            "ts",
            "export type T = `{${string}`;\nexport const open = '{'; // }\nexport const c: 1;",
            vec!["export type T = `{${string}`;", "export const open = '{';", "export const c: 1;"],
        ),
        (
            "ts",
            "export function f(/* a { */ x: number): void;\n/* } */ export function g(): void;",
            vec!["export function f( x: number): void;", "export function g(): void;"],
        ),
        (
            "rust",
            "pub struct Cart { /* private fields */ }\npub const OPEN: char = '{';\npub fn f<'a>(x: &'a str) -> &'a str;",
            vec![
                "pub struct Cart { }",
                "pub const OPEN: char = '{';",
                "pub fn f<'a>(x: &'a str) -> &'a str;",
            ],
        ),
        (
            "rust",
            "pub const Q: char = '\\'';\npub fn g();",
            vec!["pub const Q: char = '\\'';", "pub fn g();"],
        ),
        (
            "python",
            "def f(x: str = \"(\") -> int: ...\ndef g() -> str: ...",
            vec!["def f(x: str = \"(\") -> int: ...", "def g() -> str: ..."],
        ),
        (
            "python",
            "def f() -> int:\n    \"\"\"Reads (and\n    keeps { it.\n    \"\"\"\ndef g() -> str: ...",
            vec![
                "def f() -> int:\n    \"\"\"Reads (and\n    keeps { it.\n    \"\"\"",
                "def g() -> str: ...",
            ],
        ),
    ] {
        assert_eq!(of(language, code), wanted, "{code}");
    }
}
