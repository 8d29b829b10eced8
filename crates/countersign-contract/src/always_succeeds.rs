//! Commands that end with success whatever the work is like: `true`, `echo ok`, `npm test || true`, `npm test | tee log`,
//! `npm test &`, `if npm test; then echo ok; fi`, `make -i`, `$(…)` as an argument.
//!
//! Only what is sure: what the exit status can depend on is told by [`exit_status`](crate::exit_status), for lint as well.

use crate::command_line::{CommandKind, kind_of};
use crate::exit_status::judge;
use crate::idle_commands::{name_of, passes_on_what_it_gets, unwrapped};
use crate::{mending, no_tests, simple_commands};

/// Why a command cannot fail, or a check in it cannot, and what to do about it.
pub(crate) fn why(run: &str) -> Option<String> {
    let how = judge(run)?.how;
    Some(format!("`{}` succeeds whatever the work is like: {how}", run.trim()))
}

/// Why a command is no check: it cannot fail, only mends, or is to run tests and runs none.
pub(crate) fn checks_nothing(run: &str) -> Option<String> {
    mending::why(run).or_else(|| why(run)).or_else(|| no_tests::why(run))
}

/// Whether a command that succeeds whatever happens would check something if it did not: a check is in it, or a program
/// is run of which only what it prints goes on (`python3 check.py | tee log.txt`).
pub(crate) fn would_check(run: &str) -> bool {
    let is_check = |command: &str| kind_of(command) != CommandKind::Other;
    is_check(run)
        || simple_commands::may_be_several(run) && simple_commands::of(run).any(is_check)
        || is_lost_in_a_pipe(run)
        || judge(run).is_some_and(|found| found.loses) && !is_beside(run)
}

/// Whether nothing is run in it but what serves the checks beside it, looks, makes something ready or puts away what an earlier
/// run has left: `node server.js &`, `cat VERSION | head -1`, `pkill -f server || true`.
fn is_beside(run: &str) -> bool {
    const SERVES: [&str; 24] = [
        "cat",
        "cp",
        "createdb",
        "docker",
        "docker-compose",
        "dropdb",
        "find",
        "git",
        "grep",
        "head",
        "kill",
        "killall",
        "ln",
        "ls",
        "mkdir",
        "mv",
        "pkill",
        "podman",
        "rm",
        "rmdir",
        "sort",
        "tail",
        "umount",
        "wc",
    ];
    const PUTS_AWAY: [&str; 8] =
        ["rm", "stop", "kill", "down", "rmi", "prune", "clean", "worktree"];
    let run = run.trim_end();
    if run.ends_with('&') && !run.ends_with("&&") {
        return true;
    }
    simple_commands::of(run).all(|command| {
        let words: Vec<&str> = command.split_whitespace().collect();
        let words = unwrapped(&words);
        let Some(program) = words.first().map(|word| name_of(word)) else { return true };
        let is_tool = ["docker", "docker-compose", "podman", "git"].contains(&program);
        let puts_away = words.iter().any(|word| PUTS_AWAY.contains(word));
        judge(command).is_some_and(|found| !found.loses)
            || SERVES.contains(&program) && (!is_tool || puts_away)
    })
}

fn is_lost_in_a_pipe(run: &str) -> bool {
    const RUN_OTHERS: [&str; 12] = [
        "python", "python3", "node", "deno", "bun", "ruby", "perl", "bash", "sh", "uv", "poetry",
        "npx",
    ];
    let bare = run.replace("||", " ");
    let word = run.split_whitespace().next().unwrap_or_default();
    bare.contains('|')
        && (word.starts_with("./") || RUN_OTHERS.contains(&name_of(word)))
        && bare.rsplit('|').next().is_some_and(|last| {
            let words: Vec<&str> = last.trim_start_matches('&').split_whitespace().collect();
            passes_on_what_it_gets(unwrapped(&words))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beside_checks_a_line_may_serve_them_and_no_failure_of_anything_else_may_be_lost() {
        for run in [
            "env CI=1 npm test || true",
            "timeout 60 ./check || true",
            "sh -c './check || true'",
            "docker compose run app ./check || true",
            "./scripts/check.sh || true",
            "python manage.py check || true",
            "curl -fsS http://127.0.0.1/health || true",
            "! make build || true",
            "python3 a.py || true",
        ] {
            assert!(would_check(run), "{run}");
        }
        for run in [
            "node server.js &",
            "./server --port 8080 > log.txt 2>&1 &",
            "grep -r TODO src | wc -l",
            "rm -rf dist || true",
            "pkill -f server || true",
            "docker compose down -v || true",
            "docker rm -f shop-db || true",
            "mkdir -p out || true",
            "git worktree remove out || true",
            "echo ready",
            "mkdir -p dist",
            "sleep 1",
        ] {
            assert!(!would_check(run), "{run}");
        }
    }

    #[test]
    fn what_swallows_every_failure_is_found() {
        let tried = [
            "true",
            ":",
            "exit 0",
            "echo ok",
            "echo \"all tests pass\"",
            "/bin/true",
            "npm test || true",
            "npm test || rc=0; exit $rc",
            "npm test || rc=; exit $rc",
            "rc=0; npm test; exit $rc",
            "npm test | tee log; exit ${PIPESTATUS[1]}",
            "npm test | tee log; date; exit ${PIPESTATUS[0]}",
            "npm test | tee log; echo ${PIPESTATUS[0]}",
            "npm test | tee log; [ ${PIPESTATUS[0]} -ge 0 ]",
            "[[ 1 -lt 2 ]]",
            "[[ -n a ]]",
            "X=true; $X",
            "X=true\n\"$X\" --now",
            "X=echo; ${X} done",
            "git branch",
            "git branch -a",
            "git tag",
            "git stash list",
            "npm run",
            "yarn run --json",
            "just --list",
            "npm test||:",
            "npm test || exit 0",
            "npm test || echo failed >&2",
            "npm test; true",
            "npm test & true",
            "npm test\necho done",
            "npm test && npm run lint || true",
            "npm test || true # for now",
            "printf 'a; b'",
            "cat x | echo",
            "sh -c 'npm test || true'",
            "bash -lc \"npm test; true\"",
            "/bin/bash -c 'npm test; exit 0' x",
            "CI=1 bash -o nounset -c 'echo ok'",
            "env CI=1 sh -c true",
            "bash -ec 'npm test || true'",
            "bash -c \"sh -c 'npm test || :'\"",
            "npm test | tee log.txt",
            "npm test 2>&1 | tail -5",
            "npm test |& cat",
            "npm run lint && npm test | /usr/bin/head",
            "npm test | tail -3; npm run lint",
            "set -e\ncd shop\nnpx tsc\nnpm test &",
            "set -e\nif npm test; then echo ok; fi\nnpm run lint",
            "npm test &",
            "npm test > log.txt 2>&1 &",
            "if npm test; then echo ok; fi",
            "if npm test; then true; else echo failed; fi",
            "ruff check --exit-zero .",
            "sh -c 'npm test | cat'",
            "bash -o pipefail -c 'npm test; true'",
            // What comes after decides, in brackets too.
            "(npm test || true)",
            "npm test || { echo failed; }",
            "npm test || (echo failed; true)",
            "{ npm test; date; }",
            "npm test; ls",
            "npm test || echo failed > log.txt",
            "npm test || true; npm run lint",
            "set -e; npm test && echo ok; date",
            "bash -c '(npm test || true)'",
            "eval \"npm test || true\"",
            "npm test & wait",
            // In a pipe, what only passes lines on.
            "npm test | grep -v warning",
            "npm test | grep -iv warning",
            "npm test | awk '{ print $1 }'",
            "npm test | sed 's/q/x/'",
            "npm test | sed '/x/q'",
            "npm test | jq -R .",
            "npm test | jq .ok",
            "npm test | less",
            "npm test | xargs echo",
            "npm test | while read -r line; do echo \"$line\"; done",
            "cat <(npm test)",
            // Words of another command do not decide.
            "echo $(npm test)",
            "export LOG=$(npm test)",
            "name=cart",
            // No branch and no turn of it can fail.
            "while npm test; do break; done",
            "case $x in a) true;; *) echo other;; esac",
            "for f in a b; do echo $f; done",
            // What makes ready, mends, shows or is told to succeed.
            "make -i test",
            "make -C docs -ki all",
            "make -n build",
            "npm run build --if-present",
            "sleep 1",
            "mkdir -p dist",
            "touch done.txt",
            "python -c \"print(1)\"",
            "node -e 'console.log(\"ok\")'",
            "gofmt -w .",
            "go fmt ./...",
            "npx eslint . --exit-zero",
            "golangci-lint run --issues-exit-code=0",
            "golangci-lint run --issues-exit-code 0",
            "hadolint --no-fail Dockerfile",
            "pylint --fail-under=0 src",
            "timeout 60 make -i",
            "git status",
            "git diff",
            "find . -name '*.ts'",
            // What only prints what it finds.
            "gofmt -l .",
            "gofmt -d .",
            "gofmt main.go",
            "goimports -l ./cmd && gofumpt -d .",
            "find . -name '*.go' | xargs gofmt -l",
            "black --diff .",
            "clang-format -n src/a.c",
            "misspell README.md",
            "files=$(gofmt -l .)",
            // Nothing but remarks.
            "# npm test",
            "# npm test\n  # npm run lint",
            "bash -c '# npm test'",
            "sh -c ''",
            // Comparisons that hold each time, or never.
            "test 1 -eq 1",
            "[ 1 = 1 ]",
            "[ ok ]",
            "test -n 'done'",
            "[ -z \"\" ]",
            "[[ -n \"x\" ]]",
            "[[ 1 -lt 2 && a != b ]]",
            "((1))",
            "! false",
            "! [ 1 = 2 ]",
            "[ 1 -eq 2 -o 3 -gt 2 ]",
            "[ \"$HOME\" = \"$HOME\" ]",
            "npm test; [ $? -ge 0 ]",
            "npm test; test \"$?\" -lt 256",
            "npm test; [ $? -le 255 ] && [ -n $? ]",
            "npm test || [ $? -ne 256 ]",
            "if false; then npm test; fi",
            // What is run as the shell ends decides.
            "trap 'exit 0' EXIT; npm test",
            "trap \"rm -rf out; exit 0\" EXIT\nnpm test",
            "set -e; trap 'exit 0' 0 INT; npm run lint; npm test",
            "(trap 'exit 0' EXIT; npm test)",
            "bash -c \"trap 'exit 0' EXIT; npm test\"",
            "bye() { exit 0; }; trap bye EXIT; npm test",
            "trap 'exit 1' INT; npm test || true",
            "set -e; make; trap 'exit 0' EXIT; npm test",
            // What is called cannot fail.
            "t() { npm test || true; }; t",
            "function t { npm test; true; }\nt",
            "npm() { :; }; npm test",
            "t() { npm test; return 0; }\nt",
            "check() { npm test; echo done; }; check && echo ok",
            "t() { npm test; }; t || true",
            "inner() { true; }; outer() { inner; }; outer",
            // Code that only ends.
            "node -e \"process.exit(0)\"",
            "node -e ''",
            "node -p 1",
            "python3 -c 'import sys; sys.exit(0)'",
            "python -c 'raise SystemExit(0)'",
            "perl -e 'exit 0'",
            "ruby -e 'exit'",
            "php -r 'exit(0);'",
            // What a program says of itself.
            "node --version",
            "node -v",
            "cargo --help",
            "env CI=1 python3 -V",
            "bash --version",
            "git --version && go version",
            // For nothing.
            "for i in; do npm test; done",
            "for i in ; do npm test; done; for j in\ndo make; done",
        ];
        let missed: Vec<&str> = tried.into_iter().filter(|run| why(run).is_none()).collect();
        assert_eq!(missed, [""; 0]);
    }

    #[test]
    fn a_program_is_lost_in_a_pipe_and_what_only_looks_is_not() {
        for run in
            ["python3 check.py | tee log.txt", "./check.sh 2>&1 | tail", "npx tsx a.ts | cat"]
        {
            assert!(would_check(run), "{run}");
        }
        for run in ["cat VERSION | head -1", "ls src | wc -l", "node 'a|b'"] {
            assert!(!would_check(run), "{run}");
        }
    }

    #[test]
    fn what_can_fail_is_left_alone() {
        let tried = [
            "npm test",
            "npm test || exit 1",
            "rm -rf dist || true && npm test",
            "echo start; npm test",
            "echo start && npm test",
            "echo x > a.txt",
            "echo ok | grep -q ok",
            "npm start & npm test",
            "npm start & true && npm test > log 2>&1",
            "grep -q '|| true' a.sh",
            "grep -q \"; echo\" a.sh",
            "set -e; npm test; echo done",
            "if npm test; then true; else exit 1; fi",
            "(npm test) || false",
            "test -f a.txt # || true",
            "true-north --check",
            "echo ${TOKEN:?}",
            "sh -c 'npm test'",
            "sh -c 'npm test || exit 1'",
            "bash -ec 'npm test; echo done'",
            "bash -c 'true' && npm test",
            "bash -c \"$CHECK || true\"",
            "sh check.sh -c true",
            "grep -c true a.txt",
            "npm test | grep -q passed",
            "set -o pipefail; npm test | tail -5",
            "bash -o pipefail -c 'npm test | tail -5'",
            "npm test | tail -5 || exit 1; test -f a",
            "ls src | sort -c",
            "ls src | sort > names.txt",
            "cat a | sort && npm test",
            "tail -5 a.txt",
            "npm start & npm test",
            "npm test &&",
            "npm test & npm run lint & wait -n && wait -n",
            "set -e\nnpm run serve &\nnpm test",
            "if [ -f a ]; then echo ok; fi; npm run lint",
            "./sum | grep expected",
            "! grep -r TODO src",
            "! ./sum | grep -v ok",
            "diff <(./sum) expected.txt",
            "test \"$(./sum)\" = 3",
            "test -z \"$(./sum 2>&1 | grep -v ok)\"",
            "[ -z \"$(gofmt -l .)\" ]",
            "gofmt -l . | (! grep .)",
            "./sum | jq -e '.ok'",
            "./sum | python3 -c 'import sys; sys.exit(1)'",
            "./sum | awk '/bad/ { exit 1 }'",
            "cat package.json | jq .version",
            "jq . package.json",
            "set -euo pipefail; npm test | tee log",
            "set -e; npm test; npm run lint",
            "cd shop && make",
            "mkdir -p build && cd build && cmake .. && make",
            "cargo build; cargo test",
            "for f in *.sh; do bash -n \"$f\" || exit 1; done",
            "while read -r f; do test -f \"$f\" || exit 1; done < list.txt",
            "until curl -sf localhost; do sleep 1; done",
            "node check.js",
            "python -c \"import pkg\"",
            "python -c \"assert 1 + 1 == 2\"",
            "timeout 60 make",
            "env X=1 make",
            "make -j4",
            "make -k test",
            "make -C include test",
            "make check",
            "find . -name '*.sh' | xargs grep -L 'set -e'",
            "npm test || { echo failed; exit 1; }",
            "if ! npm test; then exit 1; fi; echo ok",
            "npm test || exit 1; date",
            "case $(uname) in Linux) make;; *) exit 1;; esac",
            "[[ $(ls src | wc -l) -gt 3 && -f a ]]",
            "x=$(npm test)",
            "x=$(./sum); test \"$x\" = 3",
            "f() { npm test; }; f",
            "npm test & p=$!; npm run lint && wait $p",
            "npm test > /dev/null 2>&1 && echo ok",
            "cat > a.sh <<E\nnpm test || true\nE\nbash a.sh",
            "pylint --fail-under=8 src",
            "git diff --exit-code",
            "docker stop x || true; make",
            "rm dist/a.js",
            "ls dist/index.js",
            "test -z \"$(gofmt -l .)\"",
            "if gofmt -l . | grep -q .; then exit 1; fi",
            "gofmt -l . | grep . && exit 1 || true",
            "gofmt -e main.go > /dev/null",
            "files=$(gofmt -l .); [ -z \"$files\" ]",
            "black --check --diff .",
            "clang-format -n --Werror src/a.c",
            "misspell -error README.md",
            "npx prettier --list-different src",
            "grep -c total src/a.js",
            "# the tests\nnpm test",
            "bash -c '# tests\nnpm test'",
            "[ \"$(wc -l < f)\" -eq 3 ]",
            "test 3 -eq $(ls src | wc -l)",
            "[ -a f ]",
            "[ ! -a f ]",
            "[ -f a -o -f b ]",
            "[ 1 = 1 -a -f a ]",
            "[ -n \"$X\" ]",
            "[ $x = $x ]",
            "[ a* = ab ]",
            "test a -nt b",
            "test 1 -eq 2",
            "[ \"$a\" = \"$b\" ]",
            "[[ $out == *ok* && 1 -eq 1 ]]",
            "[[ x =~ (a|b) ]]",
            "npm test; [ $? -eq 0 ]",
            "npm test; test $? -lt 2",
            "npm test; [ $? -gt 0 ]",
            "(( $(ls | wc -l) > 3 ))",
            "if true; then npm test; fi",
            "trap 'rm -rf \"$tmp\"' EXIT; npm test",
            "trap 'kill $server' EXIT; npm test",
            "trap 'rc=$?; rm -rf out; exit $rc' EXIT; npm test",
            "trap 'rm -rf out; exit' EXIT; npm test",
            "trap 'test -f ok && exit 0' EXIT; npm test",
            "trap 'exit 0' INT TERM; npm test",
            "trap 'exit 0' EXIT; exec npm test",
            "trap 'exit 0' EXIT; trap - EXIT; npm test",
            "set -e; npm test; trap 'exit 0' EXIT; ./notify",
            "(trap 'exit 0' EXIT; ./prepare); npm test",
            "test -f a && trap 'exit 0' EXIT; npm test",
            "clean() { rm -rf out; }; trap clean EXIT; npm test",
            "t() { npm test; }; t",
            "t() { set -e; npm test; echo done; }; t",
            "set -e; t() { npm test; echo done; }; t",
            "t() { npm test || return 1; echo ok; }; t",
            "fail() { echo \"$1\" >&2; exit 1; }; npm test || fail no",
            "log() { echo \"$1\"; }; log start; npm test",
            "npm() { command npm --silent \"$@\"; }; npm test",
            "t() { true; }; t() { npm test; }; t",
            "[ -n \"$CI\" ] && npm() { :; }; npm test",
            "if [ -n \"$CI\" ]; then npm() { :; }; fi; npm test",
            "retry() { for i in 1 2 3; do \"$@\" && return 0; done; return 1; }; retry npm test",
            "t() { t; }; t",
            "node -e \"require('./a')\"",
            "node -e \"require('./a'); process.exit(0)\"",
            "node -e \"process.exit(require('./a').ok ? 0 : 1)\"",
            "node -r ./setup.js -e 1",
            "node -p \"require('./package.json').version\"",
            "python check.py -c 'pass'",
            "python -c 'import sys, pkg; sys.exit(0)'",
            "python3 -c 'import sys; sys.exit(1)'",
            "perl -e 'exit 1'",
            "./tool --version | grep 1.2",
            "./tool --version",
            "our-tool --version",
            "node cli.js --version",
            "npx tsc --version",
            "npm run cli -- --help",
            "npm test || failed=1; exit $failed",
            "npm test || failed=$?; exit $failed",
            "npm test | tee log; exit ${PIPESTATUS[0]}",
            "npm test 2>&1 | tee log\nexit \"${PIPESTATUS[0]}\"",
            "npm test | tee log; code=${PIPESTATUS[0]}; exit $code",
            "npm test | tee log; [ ${PIPESTATUS[0]} -eq 0 ]",
            "rc=0; npm test || rc=1; exit $rc",
            "X=npm; $X test",
            "X='npm test'; $X",
            "[[ $n -lt 2 ]]",
            "git branch -d done",
            "git stash pop",
            "npm run build",
            "just build",
            "npm test && exit 0 || exit 1",
            "cargo run -- --help",
            "target/debug/node --version",
            "node --version | grep -q v22",
            "pytest -v",
            "docker version",
            "for i in 1; do npm test; done",
            "for i; do npm test; done",
            "for f in $(ls src); do node --check \"$f\" || exit 1; done",
            "(((",
            "echo $(",
            "'",
            "",
        ];
        let refused: Vec<&str> = tried.into_iter().filter(|run| why(run).is_some()).collect();
        assert_eq!(refused, [""; 0]);
    }
}
