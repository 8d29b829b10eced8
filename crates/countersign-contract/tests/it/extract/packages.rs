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
