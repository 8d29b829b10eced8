//! History, how things stand, and comparisons: told, not asked for.

use super::{assert_table, read, stated};

#[test]
fn what_was_or_is_asks_for_nothing() {
    for text in [
        "I ran `npm test` and it passed.",
        "We've already run `npm run lint`, it is clean.",
        "Yesterday `cargo test` passed, today it panics.",
        "Last week `go build ./...` succeeded.",
        "`yarn test` used to pass.",
        "On my machine `make test` passes.",
        "At the moment `npm run lint` is clean.",
        "`npm run build` passes but `npm test` fails on CI.",
        "All tests pass on main, but fail on my branch.",
        "The docs job passes although `mkdocs build` fails locally.",
        "Tests passed before #412.",
        "Bob added docs/old.md in March.",
        "The last commit added `left-pad` to package.json.",
        "lodash is already installed.",
        "We have already installed `sqlx`.",
        "I have created src/draft.ts as a start.",
        "They told me that `make lint` passes.",
    ] {
        let extraction = read(text);
        assert_eq!(stated(text), Vec::<String>::new(), "{text}");
        assert!(!extraction.not_covered.is_empty(), "{text} is listed nowhere");
    }
}

#[test]
fn a_demand_beside_the_history_stays_one() {
    assert_table(&[
        ("src/a.ts was created in May. Move it to src/core/a.ts.", &["file src/core/a.ts"]),
        ("I ran `npm test` and it failed. `npm test` must pass.", &["test npm test"]),
        ("- [ ] All tests passed", &["test ?"]),
        ("- [ ] Changelog entry added", &["changelog"]),
        ("We have to create docs/tls.md.", &["file docs/tls.md"]),
        ("I'd like `npm test` to pass.", &["test npm test"]),
    ]);
}

#[test]
fn what_is_compared_with_is_context() {
    assert_table(&[
        ("Add `lib/x.py`, similar to lib/y.py.", &["file lib/x.py"]),
        ("Add `lib/x.py`, modelled on lib/y.py.", &["file lib/x.py"]),
        ("Add `lib/x.py` next to lib/y.py.", &["file lib/x.py"]),
        ("Add `lib/x.py` based on lib/y.py and lib/z.py.", &["file lib/x.py"]),
        ("Add `lib/x.py`, just like `lib/y.py`.", &["file lib/x.py"]),
        ("Write tests/test_b.py as in tests/test_a.py.", &["file tests/test_b.py"]),
        ("Add web/Button.vue following the pattern of web/Link.vue.", &["file web/Button.vue"]),
        ("Create k8s/b.yaml using k8s/a.yaml as a template.", &["file k8s/b.yaml"]),
        ("Create cmd/serve.go the way cmd/build.go does it.", &["file cmd/serve.go"]),
        ("Write docs/b.md with the same structure as docs/a.md.", &["file docs/b.md"]),
        ("Add a `purge` key next to `sweep` in jobs.yml.", &["content jobs.yml :: purge"]),
    ]);
}

#[test]
fn what_is_run_to_look_at_something_is_no_check() {
    assert_table(&[
        ("Run `npm run dev` and look at the footer: it jumps. Mend it.", &[]),
        ("Run `npm run dev` and open the cart: the total flickers. Fix it.", &[]),
        ("Run `npm start`, click Send, and you see the error. Fix the error.", &[]),
        ("Start it with `npm start`. Run `npm run seed`, then visit the cart.", &[]),
        ("Run `npm test` and watch it crash. Mend that.", &[]),
        ("Run these commands to reproduce the crash:\n- `npm run explode`", &[]),
        (
            "Run the following on a clean checkout to see the bug that users reported last week:\n- `npm run explode`",
            &[],
        ),
        ("Execute these to trigger the leak:\n- `npm run explode`", &[]),
        ("Steps:\n1. run `node boom.js`\n2. see the stack trace\n\nExpected: no crash.", &[]),
        ("## Steps\n1. run `node boom.js`\n2. look\n\n### Actual\nIt crashes.", &[]),
        // checks all the same
        ("Run `npm run build` and open a pull request.", &["run npm run build"]),
        ("Run `npm run build` and see that it passes.", &["run npm run build"]),
        ("Run `npm test` and look at the coverage.", &["test npm test"]),
        ("Run these commands:\n- `npm run build`", &["run npm run build"]),
        (
            "Steps:\n1. add lib/a.rb\n2. run `npm run build`",
            &["file lib/a.rb", "run npm run build"],
        ),
    ]);
}

#[test]
fn what_a_text_is_to_say_is_no_check() {
    assert_table(&[
        ("Write down that `npm test` must pass on each branch.", &[]),
        ("The README must say that `npm run build` must pass.", &[]),
        ("The docs should state that `npm test` must pass.", &[]),
        ("CHANGELOG.md has to be written by semantic-release.", &[]),
        ("CHANGELOG.md must be updated by git-cliff.", &[]),
        ("The release must show that `npm test` passes.", &["test npm test"]),
        ("CHANGELOG.md must be updated by the author.", &["changelog"]),
    ]);
}
