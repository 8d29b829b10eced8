//! Files that are predicted from the text and the tree.

use countersign_contract::Workspace;
use countersign_contract::workspace::{MAX_EXPECTED, WorkspaceIndex, expected_files};
use proptest::prelude::*;

fn tree() -> Workspace {
    Workspace::of_names([
        "src/pages/settings.tsx",
        "src/components/SettingsPage.vue",
        "server/settings_page.py",
        "server/settings_page_test.py",
        "src/components/DarkModeToggle.tsx",
        "src/lib/streaks.ts",
        "src/index.ts",
        "src/a/index.ts",
        "src/billing/invoice.ts",
        "docs/settings.md",
        "assets/settings.png",
        "web/api/client.ts",
        "cli/api/client.ts",
    ])
}

#[test]
fn files_are_predicted_from_names_in_the_text() {
    let cases: &[(&str, &[&str])] = &[
        ("Fix rounding in src/billing/invoice.ts.", &["src/billing/invoice.ts"]),
        ("Fix rounding in `billing/invoice.ts:42`, please", &["src/billing/invoice.ts"]),
        ("Update lib/streaks.ts", &["src/lib/streaks.ts"]),
        ("Rework api/client.ts", &[]),
        ("Rework cli/api/client.ts", &["cli/api/client.ts"]),
        ("Make DarkModeToggle remember its state", &["src/components/DarkModeToggle.tsx"]),
        ("Make dark_mode_toggle remember its state", &["src/components/DarkModeToggle.tsx"]),
        ("The dark mode toggle forgets its state", &["src/components/DarkModeToggle.tsx"]),
        ("Switch to dark mode. Toggle it on start", &[]),
        (
            "Add a theme switch to the settings page",
            &[
                "server/settings_page.py",
                "src/components/SettingsPage.vue",
                "src/pages/settings.tsx",
            ],
        ),
        ("Change the settings", &[]),
        ("Improve the index page", &[]),
        ("Add tests", &[]),
        ("Do not touch src/billing/invoice.ts", &[]),
        ("Do not rush. Change src/billing/invoice.ts", &["src/billing/invoice.ts"]),
        ("See https://example.org/src/billing/invoice.ts", &[]),
        ("", &[]),
    ];
    for (ask, expected) in cases {
        assert_eq!(expected_files(ask, &tree()), *expected, "{ask}");
    }
}

#[test]
fn surer_matches_come_first_and_there_are_at_most_twenty() {
    let ask = "On the settings page use DarkModeToggle as in src/lib/streaks.ts";
    let found = expected_files(ask, &tree());
    assert_eq!(found[..2], ["src/lib/streaks.ts", "src/components/DarkModeToggle.tsx"]);
    let many: Vec<String> = (0..50).map(|at| format!("src/file{at}.ts")).collect();
    let found = expected_files(&many.join(" "), &Workspace::of_names(many.clone()));
    assert_eq!(found, many[..MAX_EXPECTED]);
}

#[test]
fn a_large_tree_is_indexed_and_asked() {
    let names = (0..10_000).map(|at| format!("src/part{}/SomeThing{at}Page.tsx", at % 100));
    let workspace = Workspace::of_names(names);
    let index = WorkspaceIndex::new(&workspace);
    let ask = "Make the some thing 42 page and SomeThing77Page faster than before. ".repeat(9);
    assert_eq!(index.expected_files(&ask).first().unwrap(), "src/part77/SomeThing77Page.tsx");
}

proptest! {
    #[test]
    fn no_text_makes_the_prediction_panic(ask in "\\PC{0,300}") {
        let known = tree();
        for path in expected_files(&ask, &known) {
            prop_assert!(known.files.iter().any(|file| file.path == path));
        }
    }
}
