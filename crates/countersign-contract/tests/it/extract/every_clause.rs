//! Texts put together from parts: nothing that a part says is lost, wherever it stands.

use countersign_contract::{Workspace, extract};

/// What checks are made of.
const CHECKS: &[&str] = &[
    "`npm test` passes",
    "`npm test` must pass",
    "All tests pass",
    "Run `npm run build`",
    "Create src/a.ts",
    "Add a file docs/x.md",
    "Add zod as a dependency",
    "Install lodash",
    "No lint errors",
    "ESLint passes",
    "Update CHANGELOG.md",
    "README.md contains \"Hello\"",
    "`cargo build` succeeds",
    "src/b.ts must exist",
    "Tick the item in BACKLOG.md",
    "Typecheck passes",
    "Add `FOO=1` to .env.example",
    "Rename src/q.ts to src/r.ts",
    "Write tests in test/a.test.ts",
];

/// What no check looks for, each with its last word in no other part.
const TAILS: &[&str] = &[
    " on Windows",
    " within two seconds",
    " in under 100 lines",
    " with caching",
    " for all users",
    " twice",
    " quietly",
    " without network access",
    " offline",
    " before the deadline",
    " and stays fast",
    " so that logins work",
    " to speed up parsing",
    " using streams",
    " by hand",
    " while the server listens",
    " from a fresh clone",
    " in strict mode",
    " under load",
    " as root",
    " on every commit",
    " via the proxy",
    " for the new parser",
    " which handles empty input",
    " (also on arm64)",
    " - also on arm64",
    ", also on arm64",
    "; it must be quick",
    " in CI",
    " with 90% coverage",
    " at least once",
    " after login",
    " if possible",
    " except on Mondays",
    " but not in the browser",
    " with the strictest settings",
    " in French",
    " like the old one did before lunch",
    " behind a flag",
    " until Friday",
];

const FRAMES: &[&str] = &[
    "{}.",
    "{}",
    "Mend the lamp. {}",
    "{}. Mend the lamp.",
    "- {}\n- Mend the lamp",
    "Mend the lamp.\n\n## Acceptance criteria\n\n- [ ] {}\n- [ ] `make lamp` succeeds",
    "Done when:\n1. {}\n2. `make lamp` succeeds",
    "Please do the following:\n\n* {}",
];

#[test]
fn what_stands_behind_a_check_is_listed_wherever_the_check_stands() {
    let mut lost = Vec::new();
    for (check, tail) in CHECKS.iter().flat_map(|check| TAILS.iter().map(move |tail| (check, tail)))
    {
        let is_end = |c: char| !c.is_alphanumeric();
        let last = tail.trim_end_matches(is_end).rsplit(is_end).next().expect("it has words");
        for frame in FRAMES {
            let text = frame.replace("{}", &format!("{check}{tail}"));
            let not_covered = extract(&text, &Workspace::default()).not_covered;
            if !not_covered.iter().any(|clause| clause.text.contains(last)) {
                lost.push(text);
            }
        }
    }
    assert!(lost.is_empty(), "{} are lost: {lost:#?}", lost.len());
}

/// What no check comes from, each with a word that is in no other part.
const WORK: &[&str] = &[
    "Encrypt the wallet",
    "Do not touch the anchor",
    "Never edit the banner",
    "the candle must burn for an hour",
    "The doorbell rings twice",
    "Is the engine warm?",
    "If the fuse is out, ring the bell",
    "You may use gravel",
    "Remove the hammer",
    "See docs/island.md",
    "e.g. the jacket",
    "Rather than kettles, use pots",
    "Make the ladder as long as the mast",
    "Unlike the mirror, the window opens",
    "Configure CI for the needle",
    "Add the following ovens:",
    "Create these pages:",
    "Fix the stack trace of the pillow",
    "Must hold on quartz:",
    "Could you please rinse the spoon?",
    "so that the tunnel is lit",
    "and then close the umbrella",
    "# Rework the test plan of the violin",
    "**Watch the yard:**",
    "> the zebra said so",
    "| the acorn | is green |",
    "```\nbutton --press\n```",
    "T012 [P] Paint the cellar",
    "[Bug] Dusty feather",
    "Steps: open the garage",
    "Not just the helmet but also the visor",
];

const GLUE: &[&str] =
    &[". ", "; ", ", ", " and ", ", but ", "\n", "\n\n", "\n- ", ":\n- ", " (", " - "];

#[test]
fn every_word_of_a_text_stands_in_a_criterion_or_in_a_clause_that_is_listed() {
    // Words that only join, address somebody or name what follows.
    let empty = "a add also and but by can could create do does e.g following for if is just must not of on or p please rather \
                 see so steps than that the then these this to t012 you bug pages on the fix";
    let mut lost = Vec::new();
    let parts: Vec<&str> = WORK.iter().chain(CHECKS).copied().collect();
    for (at, first) in parts.iter().enumerate() {
        for (by, second) in WORK.iter().enumerate() {
            let glue = GLUE[(at * 7 + by) % GLUE.len()];
            // What begins in the middle of a line closes no block.
            let glue = if first.starts_with("```") { "\n" } else { glue };
            let text = format!("{first}{glue}{second}");
            let read = extract(&text, &Workspace::default());
            let stated = read.stated.iter().map(|one| one.span);
            let spans: Vec<_> = stated.chain(read.not_covered.iter().map(|one| one.span)).collect();
            let mut from = 0;
            for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
                let start = from + text[from..].find(word).expect("it is in the text");
                from = start + word.len();
                let held = spans.iter().any(|span| span.start <= start && from <= span.end);
                let lower = word.to_lowercase();
                if !held && !empty.split_whitespace().any(|known| known == lower) {
                    lost.push(format!("{word}: {text}"));
                }
            }
        }
    }
    assert!(lost.is_empty(), "{} are lost: {lost:#?}", lost.len());
}
