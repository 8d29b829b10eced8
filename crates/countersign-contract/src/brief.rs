//! What a worker reads: the task, what will be checked in plain words, and where to write.

use countersign_core::{Check, Contract, ContractKind, Criterion, Timing, Visibility};

/// How the result of the work gets to whoever judges it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandIn<'a> {
    /// Whoever has started the worker looks when it has stopped.
    ByStopping,
    /// The worker calls this, with what it has to say.
    ByCalling(&'a str),
}

/// The brief of a task. Nothing hidden is in it, not even that there is anything hidden.
pub fn brief(title: &str, text: &str, contract: &Contract) -> String {
    brief_for(title, text, contract, HandIn::ByStopping)
}

/// The same for a worker that hands its work in like this.
pub fn brief_for(title: &str, text: &str, contract: &Contract, hand_in: HandIn<'_>) -> String {
    let mut page = String::new();
    page.push_str("## Task\n\n");
    let text = text.trim();
    if !text.starts_with(title) && !text.starts_with('#') {
        paragraph(&mut page, title);
    }
    if !text.is_empty() {
        paragraph(&mut page, text);
    }
    page.push_str("## Verification Contract\n\n");
    let shown: Vec<&Criterion> = contract
        .criteria()
        .iter()
        .filter(|criterion| criterion.visibility == Visibility::Shown)
        .collect();
    paragraph(&mut page, opening(contract.kind(), shown.is_empty()));
    page.push_str(&numbered(&shown));
    if !shown.is_empty() {
        page.push('\n');
    }
    page.push_str("## Output\n\n");
    page.push_str(&output(contract.kind(), &shown, hand_in));
    page
}

const STOP: &str = "Then stop. Do not report completion and do not post any message about it";

/// What is checked, in plain words: the contract as an evaluator reads it.
pub fn contract_in_words(contract: &Contract) -> String {
    numbered(&contract.criteria().iter().collect::<Vec<_>>())
}

fn numbered(criteria: &[&Criterion]) -> String {
    let line = |(number, criterion): (usize, &&Criterion)| {
        let (name, when) = (check_name(&criterion.check), when(criterion.timing));
        let words = indented(&criterion.description);
        format!("{}. **{name}** ({when}): {words}\n", number + 1)
    };
    criteria.iter().enumerate().map(line).collect()
}

fn paragraph(page: &mut String, text: &str) {
    page.push_str(text);
    page.push_str("\n\n");
}

/// A description of several lines stays inside its item of the list.
fn indented(text: &str) -> String {
    text.trim().replace('\n', "\n   ")
}

fn opening(kind: ContractKind, empty: bool) -> &'static str {
    match (kind, empty) {
        (ContractKind::Advisory, _) => {
            "Nothing of this is checked by machine. A person reads what you find: write it so that it \
             can be acted on."
        }
        (ContractKind::Skip, true) => "This is too small to be checked by machine.",
        (ContractKind::Skip, false) => "This is a small change. Your work will be checked by:",
        (ContractKind::Verifiable, true) => {
            "Your work will be verified by someone else, in a clean copy that you cannot reach."
        }
        (ContractKind::Verifiable, false) => {
            "Your work will be verified by someone else, in a clean copy that you cannot reach. All of \
             these must hold:"
        }
    }
}

/// What a check is called where people and workers read.
pub fn check_name(check: &Check) -> &'static str {
    match check {
        Check::File { .. } => "File",
        Check::Content { .. } => "Content",
        Check::Command { .. } => "Command",
        Check::Tests { .. } => "Tests",
        Check::Lint { .. } => "Lint",
        Check::Typecheck { .. } => "Types",
        Check::Outputs { .. } => "Output files",
        Check::Exports { .. } => "Exports",
        Check::Signal { .. } => "Signal",
        Check::Dependency { .. } => "Dependency",
        Check::Changelog { .. } => "Changelog",
        Check::Backlog { .. } => "Backlog",
        Check::Protected { .. } => "Protected files",
        Check::Evaluate { .. } => "Evaluation",
        Check::Critic { .. } => "Critic",
        Check::None => "Clean exit",
    }
}

fn when(timing: Timing) -> &'static str {
    match timing {
        Timing::Immediate => "immediate, with every attempt",
        Timing::Deferred => "deferred, once all tasks of the goal are verified",
    }
}

/// Where to write, and how it is handed in.
fn output(kind: ContractKind, shown: &[&Criterion], hand_in: HandIn<'_>) -> String {
    let mut text = String::new();
    for criterion in shown {
        match &criterion.check {
            Check::File { path, .. } => {
                text.push_str(&format!("Write your output to: {path}\n"));
            }
            Check::Signal { path, signal } => text.push_str(&format!(
                "Write your output to: {path}\n\nIt is JSON with your verdict and your reasons; the \
                 work goes on if the signal is \"{signal}\":\n\n    {{ \"signal\": \"…\", \
                 \"reasoning\": \"…\" }}\n"
            )),
            Check::Outputs { write, modify, may_write } => {
                let lists = [("Write", write), ("Modify", modify), ("You may also write", may_write)];
                for (verb, paths) in lists.iter().filter(|(_, paths)| !paths.is_empty()) {
                    text.push_str(&format!("{verb}: {}\n", paths.join(", ")));
                }
            }
            Check::Content { .. }
            | Check::Command { .. }
            | Check::Tests { .. }
            | Check::Lint { .. }
            | Check::Typecheck { .. }
            | Check::Exports { .. }
            | Check::Dependency { .. }
            | Check::Changelog { .. }
            | Check::Backlog { .. }
            | Check::Protected { .. }
            | Check::Evaluate { .. }
            | Check::Critic { .. }
            | Check::None => {}
        }
    }
    if text.is_empty() {
        text.push_str(match (kind, hand_in) {
            (ContractKind::Advisory, HandIn::ByStopping) => "Give what you found as your answer.\n",
            (ContractKind::Advisory, HandIn::ByCalling(_)) => "Write down what you find.\n",
            (ContractKind::Verifiable | ContractKind::Skip, _) => "Do the work in this folder.\n",
        });
    }
    let is_checked = kind != ContractKind::Advisory && !shown.is_empty();
    let checked =
        "whether it is done is found out by running the checks above, not by what you say";
    text.push_str(&match (hand_in, is_checked) {
        (HandIn::ByStopping, true) => format!("\n{STOP}: {checked}.\n"),
        (HandIn::ByStopping, false) => format!("\n{STOP}.\n"),
        (HandIn::ByCalling(call), true) => format!("\nThen hand it in: {call}; {checked}.\n"),
        (HandIn::ByCalling(call), false) => {
            format!("\nThen hand it in: {call}. What you say there is what somebody else reads.\n")
        }
    });
    text
}

/// What a check asks for, in one sentence.
pub fn in_words(check: &Check) -> String {
    let there = |cwd: &Option<String>| match cwd {
        Some(folder) => format!(" in `{folder}`"),
        None => String::new(),
    };
    let listed = |paths: &[String]| {
        paths.iter().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ")
    };
    match check {
        Check::File { path, min_length: 0 | 1 } => format!("`{path}` is there and not empty"),
        Check::File { path, min_length } => {
            format!("`{path}` is there, with at least {min_length} characters that are not blank")
        }
        Check::Content { path, pattern, literal: true } => format!("`{path}` contains `{pattern}`"),
        Check::Content { path, pattern, literal: false } => {
            format!("`{path}` has a match for the regular expression `{pattern}`")
        }
        Check::Command { run, cwd, time_limit_seconds: None } => {
            format!("`{run}` ends with success{}", there(cwd))
        }
        Check::Command { run, cwd, time_limit_seconds: Some(limit) } => {
            format!("`{run}` ends with success{} within {limit} seconds", there(cwd))
        }
        Check::Tests { run, cwd, named } if named.is_empty() => {
            format!("`{run}` passes{}, with at least one test run", there(cwd))
        }
        Check::Tests { run, cwd, named } => {
            format!("`{run}` passes{}, and in it {}", there(cwd), listed(named))
        }
        Check::Lint { run, cwd } => format!("`{run}` finds nothing{}", there(cwd)),
        Check::Typecheck { run, cwd } => format!("`{run}` finds no type errors{}", there(cwd)),
        Check::Outputs { write, modify, .. } => {
            let write = (!write.is_empty()).then(|| format!("written: {}", listed(write)));
            let modify = (!modify.is_empty()).then(|| format!("changed: {}", listed(modify)));
            write.into_iter().chain(modify).collect::<Vec<_>>().join("; ")
        }
        Check::Exports { path, signatures } => {
            let many = if signatures.len() == 1 { "signature" } else { "signatures" };
            format!("`{path}` has the {} {many} of the Contract section", signatures.len())
        }
        Check::Signal { path, signal } => {
            format!("the JSON in `{path}` has the signal \"{signal}\", with reasoning")
        }
        Check::Dependency { package, version: None } => {
            format!("`{package}` is in the manifest and the lock file")
        }
        Check::Dependency { package, version: Some(version) } => {
            format!("`{package}` ({version}) is in the manifest and the lock file")
        }
        Check::Changelog { path, pattern } => {
            let which = matching(pattern.as_deref());
            format!("an entry{which} was added to `{path}` by this change")
        }
        Check::Backlog { path, item: None, pattern } => {
            format!("an item of `{path}`{} was ticked", matching(pattern.as_deref()))
        }
        Check::Backlog { path, item: Some(item), pattern } => {
            let which = matching(pattern.as_deref());
            format!("the item \"{item}\" of `{path}`{which} was ticked")
        }
        Check::Protected { paths } => {
            format!("{} are the specification's own, whatever is written there", listed(paths))
        }
        Check::Evaluate { rubric } => format!("an evaluator finds: {rubric}"),
        Check::Critic { name, rubric } => format!("{name} finds nothing wrong: {rubric}"),
        Check::None => "the worker exits cleanly".into(),
    }
}

/// Of a record, what the new part of it must match.
fn matching(pattern: Option<&str>) -> String {
    pattern.map_or_else(String::new, |pattern| format!(" that matches `{pattern}`"))
}
