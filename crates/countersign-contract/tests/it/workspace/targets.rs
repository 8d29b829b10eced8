//! Targets of a Makefile, recipes of a justfile.

use countersign_contract::workspace::Family;

use super::{only, run, runs, workspace};

#[test]
fn only_real_targets_of_a_makefile_count() {
    let text = "\
.PHONY: lint typecheck
TEST := x
build: LDFLAGS = -s
include other.mk
test: unit ## run them
# lint:
\techo not a rule
fmt-check typecheck:
\tmake -C tools tidy
empty:
";
    let chain = only(&[("Makefile", text)]);
    assert_eq!(chain.family, Family::Make);
    assert_eq!(runs(&chain), ["make test", "-", "make fmt-check", "make typecheck", "-"]);
    let check = only(&[("GNUmakefile", "check:\n\t./run\n")]);
    assert_eq!(run(&check.test), "make check");
}

#[test]
fn recipes_of_a_justfile_count_if_they_need_no_argument() {
    let text = "\
set shell := ['bash']
alias t := test
export CI := 'true'
[group('checks')]
test *ARGS:
    cargo test {{ ARGS }}
lint TOOL:
    {{ TOOL }}
@build target='all: of it':
    make
typecheck: test
";
    assert_eq!(
        runs(&only(&[("justfile", text)])),
        ["just test", "-", "-", "just typecheck", "just build"]
    );
}

#[test]
fn a_makefile_yields_to_the_language_beside_it_and_fills_what_it_leaves_open() {
    let files = [
        ("go.mod", "module example.org/x\n"),
        ("a_test.go", ""),
        (
            "Makefile",
            "test:\n\tgo test ./...\nlint:\n\tx\nfmt-check:\n\ttest -z \"$$(gofmt -l .)\"\n",
        ),
    ];
    let chains = workspace(&files).toolchains();
    assert_eq!(chains.len(), 2);
    assert_eq!(runs(&chains[0])[..2], ["go test ./...", "go vet ./..."]);
    assert_eq!(runs(&chains[1]), ["-", "-", "make fmt-check", "-", "-"]);
}

#[test]
fn a_target_that_cannot_fail_is_no_check() {
    for recipe in [
        "\tgofmt -l .",
        "\t@echo linting\n\t-golint ./...",
        "\tnpx eslint . || true",
        "\tnpx eslint src \\\n\t  || true",
        "\t# nothing yet\n\t@true",
    ] {
        let chain = only(&[("Makefile", &format!("lint:\n{recipe}\nbuild:\n\tmake -C src\n"))]);
        assert_eq!(runs(&chain), ["-", "-", "-", "-", "make build"], "{recipe}");
    }
    for lint in [
        "lint:\n\t@echo linting\n\tgolint ./...",
        "lint: vet\n\t@echo done",
        "lint:\n\t$(GO) fmt ./...",
        "lint:\n\ttest -z \"$$(gofmt -l .)\"",
    ] {
        let chain = only(&[("Makefile", &format!("{lint}\n"))]);
        assert_eq!(run(&chain.lint), "make lint", "{lint}");
    }
}
