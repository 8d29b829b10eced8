//! From a draft, a workspace and rules to one contract.
//!
//! Proposals come from the source's own sections, from the sentences of its text, from activity rules and
//! from the workspace's tools. They are merged, ordered and named here and nowhere else.

mod acceptance;
mod called_alike;
mod covered;
mod make_target;
mod merge;
mod resolve;
mod spelled_out;
mod title;
mod unread;

use core::cmp::Reverse;
use std::collections::HashSet;

use countersign_core::{
    Check, Contract, ContractKind, GeneratedFrom, Timestamp, UnsoundContract, Visibility,
};
use serde::Serialize;

use crate::extract::{Extraction, NotCovered, extract, put_into};
use crate::intake::tidy_path;
use crate::rules::Rules;
use crate::workspace::{MAX_EXPECTED, Notice, Survey, WorkspaceIndex};
use crate::{Classification, Draft, Label, Origin, Proposal, Workspace, classify};

use covered::Exports;
pub use merge::{known_as, merged, named, named_beside, next_id};
pub use resolve::{Resolved, cannot_judge, completed, futile, impossible, inside, resolve, unfit};
pub use spelled_out::left_by;

/// What a contract is made for, beside the task itself.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings<'a> {
    pub workspace: &'a Workspace,
    pub survey: &'a Survey,
    pub index: &'a WorkspaceIndex<'a>,
    pub rules: &'a Rules,
    /// Whether the workspace's own tests, lint and types count for every task.
    pub universal: bool,
    /// Whether a person wants to be asked about advisory work.
    pub prompt_for_advisory: bool,
}

/// What a person or a caller adds to what the text says.
#[derive(Debug, Clone, Default)]
pub struct Wishes {
    /// The kind a person has settled on.
    pub kind: Option<ContractKind>,
    /// Files that will be touched.
    pub files: Vec<String>,
    /// A change that exists already, as a unified diff.
    pub diff: Option<String>,
    /// Named templates that were asked for.
    pub templates: Vec<Proposal>,
    /// What a model read out of all that the draft says, already validated.
    pub extraction: Option<Extraction>,
}

/// A contract in the making: everything that is known before it is sealed.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Generated {
    /// Absent while a person has to decide.
    pub kind: Option<ContractKind>,
    /// Why it is of that kind.
    pub reason: String,
    /// The words of the text that decided.
    pub decided_by: Vec<String>,
    /// What a person has to settle first.
    pub question: Option<String>,
    pub proposals: Vec<Proposal>,
    pub not_covered: Vec<NotCovered>,
    /// Files the rules were asked about.
    pub expected_files: Vec<String>,
    /// What was looked for and not found, such as a test command for a rule.
    pub notices: Vec<Notice>,
}

/// Works out what a contract would say.
pub fn generate(draft: &Draft, around: &Surroundings<'_>, wishes: Wishes) -> Generated {
    let Decided { kind, reason, decided_by, question } = decide(draft, around, wishes.kind);
    let expected_files = expected_files(draft, around, &wishes.files);
    let mut made = Generated {
        kind,
        reason,
        decided_by,
        question,
        proposals: Vec::new(),
        not_covered: Vec::new(),
        expected_files,
        notices: Vec::new(),
    };
    // What an open question will be answered with is not known; the contract of the likeliest answer is shown.
    match kind.unwrap_or(ContractKind::Verifiable) {
        // A person reads the outcome: nothing is promised that nobody would check.
        ContractKind::Advisory => {}
        kind @ (ContractKind::Verifiable | ContractKind::Skip) => {
            propose(&mut made, kind, draft, around, wishes.diff.as_deref(), wishes.extraction);
            made.proposals.extend(wishes.templates);
            called_alike::call_alike(&mut made.proposals);
            made.proposals = merged(made.proposals);
        }
    }
    made
}

impl Generated {
    /// Leaves out what is hidden from workers.
    pub fn hide(&mut self) {
        self.proposals.retain(|proposal| proposal.visibility == Visibility::Shown);
    }

    /// The contract, if nothing is left to be settled. An open question is answered as advisory for the
    /// time being: nobody can work to it before a person has settled it.
    pub fn contract(
        self,
        from: GeneratedFrom,
        at: Timestamp,
        draft: &Draft,
    ) -> Result<Contract, UnsoundContract> {
        let reason = Some(self.reason).filter(|reason| !reason.is_empty());
        let Some(kind) = self.kind else {
            let open = Contract::new(ContractKind::Advisory, Vec::new(), from, at)?;
            return open.explained(reason, Vec::new());
        };
        let not_covered = self.not_covered.into_iter().map(|clause| clause.text).collect();
        let files = match kind {
            ContractKind::Advisory => Vec::new(),
            ContractKind::Verifiable | ContractKind::Skip => draft.spec_files.clone(),
        };
        Contract::new(kind, named(self.proposals), from, at)?
            .with_spec_files(files)?
            .explained(reason, not_covered)
    }
}

struct Decided {
    kind: Option<ContractKind>,
    reason: String,
    decided_by: Vec<String>,
    question: Option<String>,
}

fn decide(draft: &Draft, around: &Surroundings<'_>, settled: Option<ContractKind>) -> Decided {
    let plain = |kind: ContractKind, reason: &str| Decided {
        kind: Some(kind),
        reason: reason.into(),
        decided_by: Vec::new(),
        question: None,
    };
    if let Some(kind) = settled {
        return plain(kind, "a person says so");
    }
    if let Some(kind) = draft.kind {
        return plain(kind, "its source says how it is checked");
    }
    let Classification { label, reason, decided_by } = classify(&draft.ask);
    let decided_by = decided_by.iter().map(|span| span.of(&draft.ask).to_owned()).collect();
    let (kind, question) = match label {
        Label::Verifiable => (Some(ContractKind::Verifiable), None),
        Label::Skip => (Some(ContractKind::Skip), None),
        Label::Ambiguous => {
            let question =
                "Is something to be changed that can be checked, or only to be found out?";
            (None, Some(question.to_owned()))
        }
        Label::Advisory if draft.generated_from == GeneratedFrom::Prd => {
            let question = "This story of a PRD asks for nothing that can be checked: is it advisory, or \
                            are its requirements unclear?";
            (None, Some(question.to_owned()))
        }
        Label::Advisory if acceptance::is_stated(&draft.ask) => {
            let question = "This looks like advisory work, which no machine checks, and it says what it is accepted \
                            by: is something to be changed that can be checked?";
            (None, Some(question.to_owned()))
        }
        Label::Advisory if around.prompt_for_advisory => {
            let question = "This looks like advisory work, which no machine checks: is that right?";
            (None, Some(question.to_owned()))
        }
        Label::Advisory => (Some(ContractKind::Advisory), None),
    };
    Decided { kind, reason, decided_by, question }
}

/// Files that are given come first; prediction is for tasks that name none.
fn expected_files(draft: &Draft, around: &Surroundings<'_>, given: &[String]) -> Vec<String> {
    if !given.is_empty() {
        return given.iter().map(|path| tidy_path(path).into_owned()).collect();
    }
    if !draft.expected_files.is_empty() {
        return draft.expected_files.clone();
    }
    around.index.expected_files(&draft.ask)
}

/// What a story accepts its outcome by and no command checks is put to an evaluator: a model or a person.
/// Left to nobody, work would pass for done that meets none of it.
fn judge_acceptance(made: &mut Generated, draft: &Draft) {
    let accepted = acceptance::Accepted::of(draft);
    let mut uncovered = HashSet::new();
    made.not_covered.retain(|clause| match accepted.item(clause) {
        Some(item) => {
            uncovered.insert(item);
            false
        }
        None => true,
    });
    let judged: Vec<&String> =
        draft.acceptance.iter().filter(|item| uncovered.contains(item.as_str())).collect();
    if judged.is_empty() {
        return;
    }
    let list: Vec<String> = judged.iter().map(|item| format!("- {item}")).collect();
    let check = Check::Evaluate { rubric: format!("Each of these holds:\n{}", list.join("\n")) };
    let description = format!("an evaluator finds that each of these holds:\n{}", list.join("\n"));
    let name = draft
        .id
        .as_deref()
        .map_or("Acceptance Criteria".into(), |id| format!("Acceptance Criteria of {id}"));
    made.proposals.push(Proposal::shown(check, description, Origin::Story { name }));
}

/// "Add a handler in FILE": where no file of the workspace can be meant, the work makes it, and it is held to the rules
/// for such files.
fn predict_new(made: &mut Generated, expected: &mut HashSet<String>, around: &Surroundings<'_>) {
    for path in made.not_covered.iter().flat_map(put_into) {
        let known = || !around.index.expected_files(&path).is_empty();
        if made.expected_files.len() < MAX_EXPECTED && !expected.contains(&path) && !known() {
            expected.insert(path.clone());
            made.expected_files.push(path);
        }
    }
}

/// In the order of the text, each word once: what is part of a clause that is listed whole is listed with it.
fn once(not_covered: &mut Vec<NotCovered>) {
    // Of two reasons for one clause the later knows the workspace.
    not_covered.reverse();
    not_covered.sort_by_key(|clause| (clause.span.start, Reverse(clause.span.end)));
    let mut end = 0;
    not_covered.retain(|clause| {
        let is_new = clause.span.end > end;
        end = end.max(clause.span.end);
        is_new
    });
}

fn propose(
    made: &mut Generated,
    kind: ContractKind,
    draft: &Draft,
    around: &Surroundings<'_>,
    diff: Option<&str>,
    extraction: Option<Extraction>,
) {
    made.proposals.extend(draft.stated.iter().cloned());
    let said = draft.said();
    let Extraction { stated, not_covered } =
        extraction.unwrap_or_else(|| extract(&said, around.workspace));
    made.not_covered = not_covered;
    let mut expected: HashSet<String> = made.expected_files.iter().cloned().collect();
    let mut met = resolve::Met::default();
    for one in stated {
        // "All tests pass" asks for no more than the source's own test command.
        if met.is_met(&one, &said, &made.proposals) {
            let known = made.proposals.split_at_checked(draft.stated.len()).unwrap_or_default();
            made.not_covered.extend(resolve::met_in_part(&one, &said, known));
            continue;
        }
        match resolve(&one, &said, around, &made.expected_files) {
            Resolved::Proposal(proposal) => {
                if let Some(path) = resolve::touched(&proposal.check)
                    && expected.insert(path.to_owned())
                {
                    made.expected_files.push(path.to_owned());
                }
                made.proposals.push(*proposal);
            }
            Resolved::NotCovered(clause) => made.not_covered.push(clause),
        }
    }
    predict_new(made, &mut expected, around);
    let exports = Exports::of(&made.proposals);
    made.not_covered.retain(|clause| !exports.cover(&clause.text));
    once(&mut made.not_covered);
    title::without_title(&mut made.not_covered, draft);
    if kind == ContractKind::Verifiable {
        judge_acceptance(made, draft);
    }
    made.not_covered.extend(unread::unread(draft, &made.proposals));
    match kind {
        ContractKind::Verifiable => {
            let mut activities = around.rules.for_files(&made.expected_files);
            if let Some(diff) = diff {
                activities = activities.and(around.rules.for_diff(diff));
            }
            let proposed = activities.proposals_from(around.survey);
            made.proposals.extend(proposed.proposals);
            made.notices.extend(proposed.notices);
            let tested = |known: &Proposal| matches!(known.check, Check::Tests { .. });
            if !made.proposals.iter().any(tested) {
                made.notices.extend(proposed.untested);
            }
            if around.universal {
                let usual = around.survey.universal(around.workspace, &made.expected_files);
                made.proposals.extend(usual);
                if !made.proposals.iter().any(tested) {
                    made.notices.extend(around.survey.untested(&made.expected_files));
                }
            }
        }
        ContractKind::Skip if around.universal => {
            made.proposals.extend(around.survey.universal_for_skip(&made.expected_files));
        }
        ContractKind::Skip | ContractKind::Advisory => {}
    }
    made.notices.extend(around.survey.notices.iter().cloned());
}
