//! One change to a model file a case.

mod contract;
mod outputs;
mod sizes;
mod structure;
mod tests;
mod verification;
mod wording;

use crate::lint::files::lint_named;

type Edit = (&'static str, &'static str);

fn edited(model: &str, edits: &[Edit]) -> String {
    let mut text = model.to_owned();
    for (from, to) in edits {
        assert!(text.contains(from), "{from:?} is not in the model");
        text = text.replacen(from, to, 1);
    }
    text
}

fn codes(text: &str, name: &str) -> Vec<&'static str> {
    lint_named(text, name).iter().map(|finding| finding.code).collect()
}

/// Each case breaks exactly this rule.
fn breaks(code: &str, model: &str, cases: &[&[Edit]]) {
    for edits in cases {
        let text = edited(model, edits);
        let found = lint_named(&text, "task.md");
        assert!(found.iter().any(|f| f.code == code), "{code} not found for {edits:?}: {found:#?}");
        assert!(found.iter().all(|f| f.code == code), "more than {code} for {edits:?}: {found:#?}");
    }
}

/// Each case is a near miss: nothing is found.
fn keeps(model: &str, cases: &[&[Edit]]) {
    for edits in cases {
        let found = lint_named(&edited(model, edits), "task.md");
        assert!(found.is_empty(), "{edits:?}: {found:#?}");
    }
}

/// A section of a model, to be replaced.
fn section(model: &str, title: &str) -> String {
    let start = model.find(title).unwrap() + title.len();
    let end = model[start..].find("\n## ").map_or(model.len(), |end| start + end);
    model[start..end].to_owned()
}
