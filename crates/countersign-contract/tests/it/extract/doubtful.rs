//! Sentences whose literal reading would be a criterion that honest work fails: what is doubtful is not covered.

use super::assert_table;

#[test]
fn a_product_is_no_package() {
    assert_table(&[
        ("Upgrade Spring Boot to 3.3.", &[]),
        ("Upgrade React Router to v6.", &[]),
        ("Bump Material UI to v5.", &[]),
        ("Upgrade Next.js to 15.", &[]),
        ("Install React Router v6.", &[]),
        ("Bump the timeout to 30s.", &[]),
        ("Upgrade Node to 20.", &[]),
        ("Upgrade Node.js to 22.", &[]),
        ("Upgrade Python to 3.13.", &[]),
        ("Bump Django REST Framework to 3.15.", &[]),
        ("Upgrade Ruby on Rails to 7.1.", &[]),
        ("Upgrade Apache Kafka to 3.7.", &[]),
        ("Bump Tailwind CSS to v4.", &[]),
        ("Upgrade the Amazon SDK to v3.", &[]),
        ("Upgrade the kotlin compiler to 2.0.", &[]),
        ("Pin the kubernetes cluster at 1.30.", &[]),
        ("Upgrade the Gradle wrapper to 8.7.", &[]),
        ("Bump the docker image to 3.2.", &[]),
        ("Upgrade Django to 5.1.", &["package Django 5.1"]),
        ("Bump serde from 1.0.2 to 1.0.3.", &["package serde 1.0.3"]),
        (
            "Bump serde to 1.0.3, jiff to 0.2 and toml to 0.9.",
            &["package serde 1.0.3", "package jiff 0.2", "package toml 0.9"],
        ),
        ("Downgrade sharp to 0.32.", &["package sharp 0.32"]),
        ("Bump the serde crate to 1.0.3.", &["package serde 1.0.3"]),
        ("Upgrade `React` to 19.", &["package React 19"]),
        ("Bump @types/node to v22.", &["package @types/node v22"]),
        ("Upgrade react-router to v6.", &["package react-router v6"]),
    ]);
}

#[test]
fn a_command_that_is_to_find_nothing_or_to_fail_is_not_to_succeed() {
    assert_table(&[
        ("Make sure that `grep -r TODO src` finds nothing.", &[]),
        ("Ensure `rg unwrap crates` comes back empty.", &[]),
        ("`git grep println` should return no results.", &[]),
        ("`git diff --exit-code | grep x` must print nothing.", &[]),
        ("Verify that `ack FIXME lib` turns up no matches.", &[]),
        ("It should be impossible for `cargo publish` to succeed with a dirty tree.", &[]),
        ("Make it impossible for `npm publish` to pass without a tag.", &[]),
        ("It must no longer be possible for `make deploy` to succeed twice.", &[]),
        ("`npm run lint` should return no errors.", &["lint npm run lint"]),
        ("Make sure that `cargo clippy` finds nothing.", &["lint cargo clippy"]),
    ]);
}

#[test]
fn what_a_json_file_is_to_hold_is_spelt_as_json() {
    assert_table(&[
        ("Set `strict: true` in tsconfig.json.", &[]),
        ("Add `name: acme` to package.json.", &[]),
        ("tsconfig.json must contain `strict: true`.", &[]),
        (
            "Add \"type\": \"module\" to package.json.",
            &["content package.json :: \"type\": \"module\""],
        ),
        ("Set `strict: true` in config/app.yml.", &["content config/app.yml :: strict: true"]),
        (
            "Add a `\"strict\": true` line to tsconfig.json.",
            &["content tsconfig.json :: \"strict\": true"],
        ),
        ("Add `zod` to package.json.", &["package zod"]),
    ]);
}

#[test]
fn what_is_told_wished_or_done_by_the_program_makes_no_file() {
    assert_table(&[
        ("Pull the date helpers out of App.vue; put them in src/utils/date.js.", &[]),
        (
            "When the user runs `acme init`, create acme.toml in the current directory unless it exists.",
            &[],
        ),
        ("Whenever a report is requested, write report.html next to the input.", &[]),
        ("When the server starts, generate keys/session.json.", &[]),
        ("Create cache/index.json unless it exists.", &[]),
        ("When you are done, create docs/notes.md.", &["file docs/notes.md"]),
        ("When finished, run `npm test`.", &["test npm test"]),
        ("Ideally we would also add src/extra.ts, but that is optional.", &[]),
        ("Ideally, add src/extra.ts.", &[]),
        ("Add src/extra.ts (optional).", &[]),
        ("Optional: add src/extra.ts.", &[]),
        ("Create src/extra.ts. This is optional.", &[]),
        ("Create src/extra.ts. It must hold no state.", &["file src/extra.ts"]),
        ("On startup, create data/cache.json.", &[]),
        ("Add src/extra.ts; this is optional.", &[]),
        ("It would be nice to create docs/tour.md.", &[]),
        ("> Create src/quoted.ts and run `npm test`.\n\nThe above was the old plan.", &[]),
        ("> - Create src/quoted.ts\n> - Install `zod`", &[]),
        ("Create src/plain.ts.\n> Create src/quoted.ts.", &["file src/plain.ts"]),
    ]);
}

#[test]
fn files_that_are_empty_by_nature_are_not_asked_to_have_content() {
    assert_table(&[
        ("Create src/acme/__init__.py.", &[]),
        ("Add src/acme/py.typed and src/acme/core.py.", &["file src/acme/core.py"]),
        ("Add a logs/.gitkeep.", &[]),
        ("Create `data/.keep`.", &[]),
        ("Add docs/.nojekyll.", &[]),
        ("Create an empty marker file flags/ready.txt.", &[]),
        ("Add an empty file src/stub.ts.", &[]),
        (
            "Create src/acme/__init__.py with `__version__`.",
            &["file src/acme/__init__.py", "content src/acme/__init__.py :: __version__"],
        ),
        ("- [ ] src/acme/__init__.py exists", &["file src/acme/__init__.py"]),
        ("Create tests/empty-list.test.ts.", &["file tests/empty-list.test.ts"]),
    ]);
}

#[test]
fn a_file_stands_in_the_folder_that_is_named_with_it() {
    assert_table(&[
        (
            "Create a new crate crates/acme-io with src/lib.rs and Cargo.toml.",
            &["file crates/acme-io/src/lib.rs", "file crates/acme-io/Cargo.toml"],
        ),
        (
            "Create a package packages/mail with package.json and src/index.ts.",
            &["file packages/mail/package.json", "file packages/mail/src/index.ts"],
        ),
        ("Add __init__.py to src/acme.", &[]),
        (
            "Create crates/acme-io with src/lib.rs and Cargo.toml.",
            &["file crates/acme-io/src/lib.rs", "file crates/acme-io/Cargo.toml"],
        ),
        ("Add conftest.py to tests/unit.", &["file tests/unit/conftest.py"]),
        ("Under packages/core add src/retry.ts.", &["file packages/core/src/retry.ts"]),
        ("Under packages/core, add src/retry.ts.", &["file packages/core/src/retry.ts"]),
        (
            "In packages/core create packages/core/src/retry.ts.",
            &["file packages/core/src/retry.ts"],
        ),
        (
            "In src/http, create src/http/retry.ts and tests/retry.test.ts.",
            &["file src/http/retry.ts", "file tests/retry.test.ts"],
        ),
        ("Inside `services/mail/`, create send.ts.", &["file services/mail/send.ts"]),
    ]);
}

#[test]
fn what_a_thing_is_told_by_or_chosen_from_is_not_asked_for() {
    assert_table(&[
        ("Make `make lint` also run shellcheck on scripts/*.sh.", &[]),
        ("Let `npm run check` run eslint too.", &[]),
        ("Have `make ci` run `cargo deny check`.", &[]),
        ("Add a step so `make ci` must also run `cargo deny check`.", &[]),
        ("After `npm ci` run `npm test`.", &["test npm test"]),
        ("Ask for a review after you run `npm test`.", &["test npm test"]),
        ("Generate src/api.ts; secrets must not be committed.", &["file src/api.ts"]),
        ("Create src/a.ts that reads old.json or new.json.", &["file src/a.ts"]),
        ("Either src/a.ts or src/b.ts should export `run`.", &[]),
        ("Create either src/a.ts or src/b.ts.", &[]),
        ("Create src/a.ts or src/b.ts.", &[]),
        ("Either `npm test` or `npm run check` must pass.", &[]),
        ("Create the endpoint like the one in src/routes/users.ts.", &[]),
        ("Tell users to run `pip install acme[all]` in the error message.", &[]),
        ("Ask the user to run `npm install zod`.", &[]),
        ("The message should tell people to run `cargo add serde`.", &[]),
        ("The script must generate dist/tokens.css; it must not be committed.", &[]),
        ("Generate dist/tokens.css from tokens.json; it must not be committed.", &[]),
        ("Generate dist/tokens.css, which must not be committed.", &[]),
        ("Generate dist/tokens.css. It must not be committed.", &[]),
        ("Unlike `make check`, `make ci` must pass.", &["run make ci"]),
    ]);
}
