//! A page of the right length with nothing on it.

use std::path::Path;

use crate::behaviour::{Act, Behaviour, Project};

const PAGE: &str = "docs/survey.md";

pub fn all() -> Vec<Behaviour> {
    vec![
        padded("text-blanks", "white space of every kind", |area| {
            area.write(PAGE, "# Survey\n".to_owned() + &" \t\u{a0}\u{2003}\u{3000}\n".repeat(200))
        }),
        padded("text-zero-width", "characters without a width", |area| {
            area.write(
                PAGE,
                "# Survey\n".to_owned() + &"\u{200b}\u{200d}\u{2060}\u{feff}\u{ad}".repeat(200),
            )
        }),
        padded("text-nul", "NUL bytes", |area| {
            area.write(PAGE, "# Survey\n".to_owned() + &"\0".repeat(1000))
        }),
        padded("text-repeated-line", "one line again and again", |area| {
            area.write(PAGE, "The survey is complete.\n".repeat(100))
        }),
        padded("text-empty", "nothing at all", |area| area.write(PAGE, "")),
        padded("text-folder", "a folder in place of the page", |area| {
            area.write("docs/survey.md/survey.md", crate::honest::SURVEY)
        }),
        padded("text-link", "a link to a long file of the machine", |area| {
            area.link(PAGE, Path::new("/etc/services"))
        }),
    ]
}

fn padded(name: &'static str, does: &'static str, act: Act) -> Behaviour {
    Behaviour::rejected(name, Project::Text, "padding", does, act)
}
