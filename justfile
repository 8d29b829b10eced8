# Show the recipes
default:
    @just --list

# Everything that must pass before a change is merged
check:
    scripts/check

# Run the tests, with any arguments of nextest: `just test -p countersign-core`
test *ARGS:
    cargo nextest run --workspace --locked {{ ARGS }}

# Format the code
fmt:
    cargo fmt --all

# Clippy, warnings are errors
lint:
    scripts/check lint

# Fuzz every parser, each for so many seconds
fuzz SECONDS="60" *TARGETS:
    scripts/fuzz {{ SECONDS }} {{ TARGETS }}

# Score classification and extraction on a folder of labelled texts
score FOLDER *ARGS:
    scripts/score {{ FOLDER }} {{ ARGS }}

# Try real clients against the server for agents (fetches them)
clients *TRIALS:
    scripts/clients {{ TRIALS }}

# Licences, banned crates and sources of the dependencies
deny:
    scripts/check deny

# Known vulnerabilities and yanked versions of the dependencies (needs the internet)
audit:
    scripts/check audit

# Measure
bench:
    cargo run --release -p countersign-bench

# Show the whole way of a task on an example
demo:
    cargo run --release -p countersign -- demo
