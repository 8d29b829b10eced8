//! A task that has a title and a brief already, as in the journal or on the command line.

use std::collections::BTreeMap;

use super::prose::first_line;
use super::{Draft, words};
use countersign_core::GeneratedFrom;

/// The draft of such a task; what it asks for is both together.
pub fn titled(title: &str, brief: &str) -> Draft {
    in_prose(title.to_owned(), brief.to_owned(), whole(title, brief))
}

/// All that such a task says. A title that its brief begins with, or that was cut out of it, is not said twice.
pub fn whole(title: &str, brief: &str) -> String {
    match brief.trim() {
        "" => title.to_owned(),
        text if text.starts_with(title) || words::title(first_line(text)) == title => {
            brief.to_owned()
        }
        _ => format!("{title}\n\n{brief}"),
    }
}

/// A task of which nothing is known but its words.
pub(super) fn in_prose(title: String, brief: String, ask: String) -> Draft {
    Draft {
        id: None,
        title,
        brief,
        ask,
        kind: None,
        notes: String::new(),
        generated_from: GeneratedFrom::Auto,
        depends_on: Vec::new(),
        layer: None,
        track: None,
        complexity: None,
        role: None,
        further: BTreeMap::new(),
        worker: None,
        output_path: None,
        expected_files: Vec::new(),
        stated: Vec::new(),
        acceptance: Vec::new(),
        told: Vec::new(),
        spec_files: Vec::new(),
    }
}
