//! A task that has a title and a brief already, as in the journal or on the command line.

use super::Draft;
use countersign_core::GeneratedFrom;

/// The draft of such a task; what it asks for is both together.
pub fn titled(title: &str, brief: &str) -> Draft {
    let ask = match brief.trim() {
        "" => title.to_owned(),
        text if text.starts_with(title) => brief.to_owned(),
        _ => format!("{title}\n\n{brief}"),
    };
    Draft {
        id: None,
        title: title.to_owned(),
        brief: brief.to_owned(),
        ask,
        kind: None,
        generated_from: GeneratedFrom::Auto,
        depends_on: Vec::new(),
        layer: None,
        track: None,
        complexity: None,
        role: None,
        output_path: None,
        expected_files: Vec::new(),
        stated: Vec::new(),
        acceptance: Vec::new(),
        spec_files: Vec::new(),
    }
}
