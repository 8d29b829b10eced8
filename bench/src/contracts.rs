//! What one contract costs: classified, extracted, matched against seventy globs, merged and sealed.

use std::time::Instant;

use countersign_contract::generate::{Surroundings, Wishes, generate};
use countersign_contract::intake::titled;
use countersign_contract::rules::Rules;
use countersign_contract::workspace::{WorkspaceFile, WorkspaceIndex};
use countersign_contract::{Draft, Workspace};
use countersign_core::{GeneratedFrom, Timestamp};
use serde::Serialize;

use crate::report::Table;

const ROUNDS: usize = 400;
/// A contract that takes longer holds up whoever asked for it.
const BUDGET_US: f64 = 1000.0;

#[derive(Debug, Serialize)]
pub struct Contracts {
    contracts: usize,
    patterns: usize,
    median_us: f64,
    p99_us: f64,
    /// The 99th percentile to the budget of a millisecond.
    ratio: f64,
}

pub fn measure() -> Contracts {
    eprintln!("contracts: {ROUNDS} rounds of {} tasks …", TASKS.len());
    let rules = Rules::parse(&seventy()).expect("the rules are sound").rules;
    let workspace = workspace();
    let (survey, index) = (workspace.survey(), WorkspaceIndex::new(&workspace));
    let around = Surroundings {
        workspace: &workspace,
        survey: &survey,
        index: &index,
        rules: &rules,
        universal: true,
        prompt_for_advisory: false,
    };
    let drafts: Vec<Draft> = TASKS.iter().map(|(title, brief)| titled(title, brief)).collect();
    let make = |draft: &Draft| {
        let made = generate(draft, &around, Wishes::default());
        made.contract(GeneratedFrom::Auto, Timestamp::UNIX_EPOCH, draft).expect("it is sound")
    };
    // Once before anything counts: patterns are compiled at their first use.
    drafts.iter().for_each(|draft| drop(make(draft)));
    let mut taken = Vec::with_capacity(ROUNDS * drafts.len());
    for _ in 0..ROUNDS {
        for draft in &drafts {
            let started = Instant::now();
            let contract = make(draft);
            taken.push(started.elapsed().as_secs_f64() * 1e6);
            drop(contract);
        }
    }
    taken.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let place = ((taken.len() - 1) as f64 * share) as usize;
        taken.get(place).copied().expect("something was measured")
    };
    Contracts {
        contracts: taken.len(),
        patterns: rules.patterns(),
        median_us: at(0.5),
        p99_us: at(0.99),
        ratio: at(0.99) / BUDGET_US,
    }
}

impl Contracts {
    pub fn table(&self) -> Table {
        let head = ["", "contracts", "globs", "median us", "p99 us", "p99 to a millisecond"];
        let mut table = Table::new("contracts: from a task's text to its contract", &head);
        table.row(vec![
            "one task".into(),
            self.contracts.to_string(),
            self.patterns.to_string(),
            format!("{:.0}", self.median_us),
            format!("{:.0}", self.p99_us),
            format!("{:.2}", self.ratio),
        ]);
        table
    }

    pub fn fails(&self) -> bool {
        self.ratio > 1.0
    }
}

const TASKS: &[(&str, &str)] = &[
    ("Create src/area3/cart.ts with a total() function; `npm test` must pass", ""),
    ("Fix a typo in the README", ""),
    ("Investigate why the checkout is slow", ""),
    (
        "Add a theme switch to the settings page",
        "The switch is remembered. Create `src/components/ThemeSwitch.tsx` and export `ThemeSwitch` from it.\n\
         - [ ] `npm test -- ThemeSwitch` passes\n- [ ] no type errors\n- [ ] add a changelog entry\n\
         Do not touch src/legacy. See https://example.org/themes for the colours.",
    ),
    (
        "Move the importer to streams",
        "It reads the whole file today, which fails above 2 GB (src/import/read.ts:41).\n\n\
         Acceptance criteria\n- src/import/stream.ts created\n- All existing tests still pass\n\
         - `npm run lint` is clean\n- memory stays below 200 MB for a file of 10 GB\n\n\
         Notes: the old reader stays for now, e.g. for the tests in tests/import.",
    ),
];

fn seventy() -> String {
    let pattern = |n: usize| match n % 5 {
        0 => format!("**/area{n}/**"),
        1 => format!("**/*.ext{n}"),
        2 => format!("**/app{n}/**/*.tsx"),
        3 => format!("**/.tool{n}rc*"),
        _ => format!("**/name{n}.test.ts"),
    };
    let rule = |n: usize| {
        format!(
            r#""{}": {{"critics": ["critic-{}"], "unit": true, "e2e": "deferred", "reason": "rule {n}"}}"#,
            pattern(n),
            n % 7
        )
    };
    let rules: Vec<String> = (0..70).map(rule).collect();
    format!(r#"{{"version": 1, "filePatterns": {{{}}}}}"#, rules.join(","))
}

fn workspace() -> Workspace {
    let package = r#"{"scripts": {"test": "vitest run", "lint": "eslint .", "typecheck": "tsc"}}"#;
    let marker =
        |path: &str, text: &str| WorkspaceFile { path: path.into(), text: Some(text.into()) };
    let sources = (0..500)
        .map(|n| WorkspaceFile { path: format!("src/area{}/Module{n}.ts", n % 20), text: None });
    let markers = [marker("package.json", package), marker("package-lock.json", "{}")];
    let files = markers.into_iter().chain(sources).collect();
    Workspace { name: Some("shop".into()), files, ..Workspace::default() }
}
