//! Bare words behind "install" and "dependency" that are no package.

use super::{assert_table, read, stated};

#[test]
fn a_determiner_or_an_adverb_or_the_end_of_a_compound_is_no_package() {
    for text in [
        "Add dependency injection",
        "Add dependency injection to the mailer",
        "Add dependency pinning to the release job",
        "Add dependency updates",
        "Introduce dependency inversion",
        "Add a dependency graph",
        "Add dependency resolution for plugins",
        "Add a package manager",
        "Install hooks silently",
        "Install updates quietly",
        "Install dependencies automatically",
        "Install the dependencies upfront",
        "Install our dependencies first",
        "Install these packages",
        "Install those libraries again",
        "Install the following tools",
        "Add your dependencies",
        "Add these dependencies:",
        "Install both",
        "Install fonts everywhere",
    ] {
        assert_eq!(stated(text), [] as [&str; 0], "{text}");
        if !text.ends_with(':') {
            assert!(!read(text).not_covered.is_empty(), "{text}");
        }
    }
    assert_table(&[
        ("Install luxon", &["package luxon"]),
        ("Install plotly", &["package plotly"]),
        ("Install luxon and plotly", &["package luxon", "package plotly"]),
        ("Install the luxon package", &["package luxon"]),
        ("Install the package luxon", &["package luxon"]),
        ("Add the dependency luxon", &["package luxon"]),
        ("Add dependency `tracing`", &["package tracing"]),
        ("Add tracing as a dependency", &["package tracing"]),
        ("Install the packages luxon and pinia", &["package luxon", "package pinia"]),
        ("Install the latest luxon", &["package luxon"]),
        ("Add these dependencies: luxon, pinia", &["package luxon", "package pinia"]),
        ("Install our dependencies `luxon` and `pinia`", &["package luxon", "package pinia"]),
    ]);
}

#[test]
fn a_list_of_packages_that_go_elsewhere_installs_none() {
    assert_table(&[
        ("Add these packages to the denylist:\n- left-pad\n- request", &[]),
        ("Add these packages to the denylist in src/deny.ts:\n- left-pad", &[]),
        ("Add these dependencies to the size report:\n- zod", &[]),
        ("Include these dependencies in the graph view:\n- zod", &[]),
        ("Add these dependencies:\n- something for dates\n- a logger", &[]),
        ("Add these dependencies:\n- whatever is needed\n- zod", &["package zod"]),
        ("Add these packages to the dev dependencies:\n- zod", &["package zod"]),
        ("Add these packages to package.json:\n- zod", &["package zod"]),
    ]);
}

#[test]
fn files_that_somebody_else_has_or_that_were_added_are_not_asked_for() {
    assert_table(&[
        ("Another team ships these new files:\n- lib/a.rb", &[]),
        ("The old release brought the following new files:\n- lib/a.rb", &[]),
        ("The following new files were added in May:\n- lib/a.rb", &[]),
        ("These new files:\n- lib/a.rb", &["file lib/a.rb"]),
        ("This change adds these new files:\n- lib/a.rb", &["file lib/a.rb"]),
        ("New files:\n- lib/a.rb", &["file lib/a.rb"]),
    ]);
}
