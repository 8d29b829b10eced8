//! What is to be there or to pass by the words above or behind it.

use countersign_contract::{Workspace, extract::extract};

use super::{assert_table, stated_in};

#[test]
fn files_that_are_said_to_exist_in_a_list() {
    assert_table(&[
        (
            "Check that these files exist: conf/a.toml, conf/b.toml.",
            &["file conf/a.toml", "file conf/b.toml"],
        ),
        (
            "Make sure the files exist (docs/a.md and docs/b.md).",
            &["file docs/a.md", "file docs/b.md"],
        ),
        ("Verify files exist (`src/a.rs`, `src/b.rs`)", &["file src/a.rs", "file src/b.rs"]),
        (
            "A notice has to be present in each app, i.e. apps/web/NOTICE and apps/api/NOTICE.",
            &["file apps/web/NOTICE", "file apps/api/NOTICE"],
        ),
        ("A licence must be present, i.e. LICENSE.", &["file LICENSE"]),
        // none, only an example, or more than a list
        ("Verify no files exist (`tmp/a.txt`).", &[]),
        ("A config must be present in every service, e.g. services/a/app.toml.", &[]),
        ("Each crate has a notice, i.e. crates/a/NOTICE.", &[]),
        ("If these files exist (a.toml), read them.", &[]),
    ]);
}

#[test]
fn what_is_left_behind_and_where() {
    assert_table(&[
        ("Report committed to `main` at `bench/REPORT.md`.", &["file bench/REPORT.md"]),
        ("Results stored at `docs/results.csv`.", &["file docs/results.csv"]),
        ("Screenshots placed at docs/img/home.png.", &["file docs/img/home.png"]),
        ("The report is to be stored at docs/load.md.", &["file docs/load.md"]),
        // what a program does
        ("The cache is stored at var/cache.json when it runs.", &[]),
        ("The results are stored at out/run.json.", &[]),
        ("The session is kept in var/session.json.", &[]),
        ("Report on the outage in March.", &[]),
    ]);
}

#[test]
fn what_is_parted_into_new_files() {
    assert_table(&[
        (
            "Routes go into a new file src/routes.ts and views into src/views.ts.",
            &["file src/routes.ts", "file src/views.ts"],
        ),
        (
            "Split store.ts: queries move into src/queries.ts, the cache into src/cache.ts.",
            &["file src/queries.ts", "file src/cache.ts"],
        ),
        ("Split util.py: helpers go into a new module `lib/text.py`.", &["file lib/text.py"]),
        // Nothing says that these are new.
        ("String helpers go into `app/old.py`.", &[]),
        ("Split `big.py`: keep the imports of app/api.py as they are.", &[]),
    ]);
}

#[test]
fn what_stands_below_words_that_demand_it() {
    assert_table(&[
        (
            "These commands must pass for every story:\n- `pnpm typecheck` - Type checking\n- `pnpm lint` - Linting",
            &["types pnpm typecheck", "lint pnpm lint"],
        ),
        (
            "All of these must succeed:\n- `make check` — the whole gate\n- `npm test` → unit tests\n\nThese may fail:\n- `npm run e2e` - browsers",
            &["lint make check", "test npm test"],
        ),
        (
            "It needs Docker. All must exit `0`:\n- `bash ci/03.sh` → start and stop\nA call without a name (`tool exec`) exits non-zero.",
            &["run bash ci/03.sh"],
        ),
        (
            "Both commands have to succeed:\n- `npm test`, `npm run lint` (the gate)",
            &["test npm test", "lint npm run lint"],
        ),
        // what is denied, optional or only told
        ("None of these may pass:\n- `npm run evil` - a trap", &[]),
        ("These must not pass:\n- `npm run evil` - a trap", &[]),
        ("These must pass:\n- `npm run e2e` - optional\n- `npm test` - units", &["test npm test"]),
        (
            "These must pass:\n- `npm run cli` - by the CLI only\n- `npm run e2e` - only in CI",
            &["run npm run cli"],
        ),
        (
            "All must pass:\n- `bash ci/of-a-long-name.sh` → the whole way from start to end\nA call without a name (`tool exec`) exits non-zero.",
            &["run bash ci/of-a-long-name.sh"],
        ),
        ("These must pass:\n- `npm run bad` → must fail", &[]),
        (
            "The following commands are available:\n- `npm run dev` - starts the server\n- `npm run lint` - linting",
            &[],
        ),
    ]);
}

#[test]
fn a_command_that_has_to_go_on_working() {
    assert_table(&[
        ("Fix the pager, and `yarn build` still has to work.", &["run yarn build"]),
        ("`make dist` has to continue working.", &["run make dist"]),
        ("`make dist` needs to keep working.", &["run make dist"]),
        ("`make dist` used to work.", &[]),
        ("`make dist` has to work around the old linker.", &[]),
    ]);
}

#[test]
fn an_item_that_comes_to_its_end() {
    assert_table(&[
        ("Set the item to Done in docs/backlog.md.", &["backlog"]),
        ("Set the status of the story to done in TODO.md.", &["backlog"]),
        ("Change the task to Closed in BACKLOG.md.", &["backlog"]),
        ("Set the item to Open in docs/backlog.md.", &[]),
        ("Set the timeout to 5 in config/queue.toml.", &[]),
    ]);
}

#[test]
fn a_row_of_packages_ends_with_its_noun() {
    assert_table(&[
        ("Add the `tenacity` package and retry the upload three times.", &["package tenacity"]),
        ("Add the `httpx` package and drop two calls.", &["package httpx"]),
        ("Add the `zod` package and yup.", &["package zod", "package yup"]),
        ("Install `zod`, `yup` and dayjs.", &["package zod", "package yup", "package dayjs"]),
    ]);
}

#[test]
fn what_an_item_describes_is_no_check() {
    let node = ["package.json"];
    let cases: [(&str, &[&str]); 5] = [
        (
            "Create the Go profile.\n- [ ] go.yaml created\n- [ ] Quality gates: go test, go vet",
            &["file go.yaml"],
        ),
        ("- Checks: cargo test, cargo clippy", &[]),
        ("- Checks: go vet must pass", &["lint go vet"]),
        ("Create go.mod.\n- Checks: go test", &["file go.mod", "test go test"]),
        ("- Tests: npm test", &["test npm test"]),
    ];
    for (text, expected) in cases {
        assert_eq!(stated_in(text, &node).0, expected, "{text}");
    }
    assert_table(&[
        ("Create a profile with go.sum detection.", &[]),
        ("Create go.yaml with Makefile support.", &["file go.yaml"]),
    ]);
}

#[test]
fn what_kind_of_check_a_command_is() {
    assert_table(&[
        ("Run `./gradlew connectedAndroidTest`.", &["test ./gradlew connectedAndroidTest"]),
        ("Run `./gradlew :app:integrationTest`.", &["test ./gradlew :app:integrationTest"]),
        ("`./gradlew assembleDebug` must pass.", &["run ./gradlew assembleDebug"]),
        ("`terraform validate` succeeds.", &["run terraform validate"]),
        ("`terraform fmt -check` succeeds.", &["format terraform fmt -check"]),
    ]);
}

#[test]
fn files_and_packages_that_a_line_above_their_list_asks_for() {
    assert_table(&[
        (
            "Create the following files:\n- lib/a.rb\n- lib/b.rb",
            &["file lib/a.rb", "file lib/b.rb"],
        ),
        (
            "Please add these two modules:\n\n1. `lib/a.rb` - reads the feed\n2. `lib/b.rb`: writes it",
            &["file lib/a.rb", "file lib/b.rb"],
        ),
        (
            "The following documents must exist:\n* docs/a.md\n* docs/b.md",
            &["file docs/a.md", "file docs/b.md"],
        ),
        (
            "Make sure that these files exist:\ndocs/a.md\ndocs/b.md",
            &["file docs/a.md", "file docs/b.md"],
        ),
        ("## Create the following files\n\n- lib/a.rb", &["file lib/a.rb"]),
        (
            "- Add these files:\n  - lib/a.rb\n- Run `make docs`",
            &["file lib/a.rb", "run make docs"],
        ),
        ("You should create three files:\n- lib/a.rb (optional)\n- lib/b.rb", &["file lib/b.rb"]),
        (
            "Install the following packages:\n- luxon\n- `pinia` ^2.1\n- a small date parser",
            &["package luxon", "package pinia ^2.1"],
        ),
        (
            "Add these dependencies:\n- luxon for the calendar\n- pinia (stores)",
            &["package luxon", "package pinia"],
        ),
        (
            "Create the following files, each below 90 lines:\n- lib/a.rb\n- lib/b.rb",
            &["file lib/a.rb", "file lib/b.rb"],
        ),
        ("Write these modules, each with a header in it:\n- lib/a.rb", &["file lib/a.rb"]),
        ("Add the following files and nothing else:\n- lib/a.rb", &["file lib/a.rb"]),
        ("Create the following files, each in a folder of its own:\n- a.rb", &[]),
        ("Create the following files and delete the old:\n- lib/a.rb", &[]),
        // not to be made, not these, or not there
        ("Update the following files:\n- lib/a.rb", &[]),
        ("Do not create the following files:\n- lib/a.rb", &[]),
        ("The following files may be created:\n- lib/a.rb", &[]),
        ("Create the following files if they are missing:\n- lib/a.rb", &[]),
        ("Add tests for the following files:\n- lib/a.rb", &[]),
        ("Add a licence to these files:\n- lib/a.rb", &[]),
        ("Create the following files in lib:\n- a.rb", &[]),
        ("Create the following files:\n- lib/\n  - a.rb", &[]),
        ("Create the following files:\n- an index that reads lib/a.rb", &[]),
        ("Add the following:\n- a switch in lib/a.rb", &[]),
        ("Remove these dependencies:\n- luxon", &[]),
        (
            "Create the following files:\n- lib/a.rb\n\nLeave these alone:\n- lib/b.rb",
            &["file lib/a.rb"],
        ),
    ]);
}

#[test]
fn the_line_above_a_list_is_listed_where_it_says_more_than_its_items() {
    let listed = |text: &str| -> Vec<String> {
        let found = extract(text, &Workspace::of_names(["Gemfile"]));
        found.not_covered.into_iter().map(|one| one.text).collect()
    };
    assert_eq!(listed("Fix it.\n\nCreate the following files:\n- lib/a.rb"), ["Fix it"]);
    assert_eq!(listed("- Add these files:\n  - lib/a.rb\n- lib/b.rb"), ["lib/b.rb"]);
    assert_eq!(
        listed("Mend the feed. Create the following files:\n- lib/a.rb - reads it"),
        ["Mend the feed", "Create the following files:", "reads it"]
    );
    assert_eq!(
        listed("Create two files for the guide:\n- lib/a.rb"),
        ["Create two files for the guide:"]
    );
    assert_eq!(listed("Add these packages:\n- luxon, to show dates"), ["luxon, to show dates"]);
    let passing = |item: &str| listed(&format!("These commands must pass:\n- `make up` {item}\n"));
    assert_eq!(passing("- integration tests"), [""; 0]);
    assert_eq!(passing("on both pumps"), ["`make up` on both pumps"]);
    assert_eq!(passing("(twice)"), ["`make up` (twice)"]);
}

#[test]
fn names_in_a_block_below_such_a_line_are_its_items() {
    assert_table(&[
        (
            "Create these files:\n\n```\nlib/a.rb\nlib/b.rb  # reads it\n```\n",
            &["file lib/a.rb", "file lib/b.rb"],
        ),
        (
            "Add these packages:\n```text\nzod@3.2.0\nluxon@^2\n```\n",
            &["package zod 3.2.0", "package luxon ^2"],
        ),
        ("Create the following file:\n\n```ruby\nputs 1\n```\n", &[]),
        ("Update the following files:\n\n```\nlib/a.rb\n```\n", &[]),
    ]);
}

#[test]
fn a_label_that_demands_or_forbids_something_is_listed() {
    let listed = |text: &str| -> Vec<String> {
        let found = extract(text, &Workspace::of_names(["package.json"]));
        found.not_covered.into_iter().map(|one| one.text).collect()
    };
    for (label, item) in [
        ("Never open these files:", "lib/a.rb"),
        ("## Do not edit the following", "lib/a.rb"),
        ("The rows below must not be sent:", "names"),
        ("These have to be validated on macOS:", "`npm test`"),
        ("Commands that must pass within 5 min:", "`npm test`"),
        ("Files to create without dependencies:", "lib/a.rb"),
        ("Steps to reproduce on macOS:", "lib/a.rb"),
        ("Test plan for the pump:", "`npm test`"),
        ("## Run the pump", "`npm test`"),
    ] {
        let said = label.trim_start_matches(['#', ' ']);
        let found = listed(&format!("The pump is slow.\n\n{label}\n- {item}\n"));
        assert!(found.iter().any(|text| text == said), "{label}: {found:?}");
    }
    assert_eq!(
        listed("It leaks. Never open these: lib/a.rb"),
        ["It leaks", "Never open these:", "lib/a.rb"]
    );
    for label in [
        "Do not:",
        "## Out of scope",
        "Things to avoid:",
        "Files to modify:",
        "## Acceptance criteria",
        "These commands must pass:",
        "Steps to reproduce:",
        "New files:",
    ] {
        let said = label.trim_start_matches(['#', ' ']);
        let found = listed(&format!("The pump is slow.\n\n{label}\n- lib/a.rb\n"));
        assert!(!found.iter().any(|text| text == said), "{label}: {found:?}");
    }
}

#[test]
fn what_stands_below_a_prohibition_of_something_else_is_asked_for() {
    assert_table(&[
        ("Do not change the schema:\n- `npm test` passes", &["test npm test"]),
        ("Never touch the public API:\n- `npm run lint` must pass", &["lint npm run lint"]),
        // All below it is forbidden, or nobody knows.
        ("Do not:\n- `npm test` passes", &[]),
        ("Never do the following:\n- `npm test` passes", &[]),
        ("Avoid the claim that:\n- `npm test` passes", &[]),
        ("Do not change the schema:\n- create lib/a.rb", &[]),
    ]);
}

#[test]
fn very_long_and_very_many_labels_are_read() {
    for unit in
        ["Never open these files:\n", "Create these files, each under 9 lines:\n", "under 9 "]
    {
        let _ = extract(&unit.repeat((1 << 17) / unit.len()), &Workspace::default());
    }
}
