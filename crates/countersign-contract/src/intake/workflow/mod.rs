//! A workflow template: steps with a role, a brief and what completes them.

mod placeholder;
mod template;

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{Check, ContractKind, GeneratedFrom};
use serde_json::Value;

use super::error::{IntakeError, Problem, within_limit};
use super::hidden_title::hidden_tests;
use super::lines::{Line, lines_in};
use super::prose::first_line;
use super::words::{is_blank, path_problem, tidy_path, title};
use super::yaml::{self, Limits};
use super::{Draft, Intake};
use crate::brief::in_words;
use crate::plan::{self, Item, Plan};
use crate::{LineIndex, Origin, Proposal, Span};
use placeholder::{Scope, expand};
use template::{Completion, CompletionKind, Step, Text};

pub use template::Template;

const LIMITS: Limits = Limits { depth: 8, nodes: 20_000 };

/// What the placeholders of a workflow stand for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bindings {
    pub known: BTreeMap<String, String>,
    /// Names that get their value later and stay as they are until then: `task_id` at import.
    pub late: BTreeSet<String>,
}

/// Reads the steps. They run in order unless they say what they need.
pub fn workflow(text: &str, bindings: &Bindings) -> Result<Intake, IntakeError> {
    within_limit(text)?;
    let template: Template = yaml::read(text, Span::new(0, text.len()), "the workflow", LIMITS)?;
    let names = Names::of(&template.steps);
    let reader = Reader { text, index: LineIndex::new(text), bindings, template: &template, names };
    reader.named_once()?;
    if template.steps.is_empty() {
        return Err(reader.refuse(Span::new(0, 0), Problem::NoSteps));
    }
    let mut drafts = Vec::with_capacity(template.steps.len());
    for (at, step) in template.steps.iter().enumerate() {
        drafts.push(reader.draft(at, step)?);
    }
    reader.no_cycle(&drafts)?;
    Ok(Intake { goal: None, drafts })
}

/// The keys of a workflow as a whole that mean nothing here, each with its place. None of a text that cannot be read.
pub fn unknown_keys(text: &str) -> Vec<(String, Span)> {
    let read = yaml::read(text, Span::new(0, text.len()), "the workflow", LIMITS);
    let Ok(Template { further, .. }) = read else { return Vec::new() };
    let whole = Span::new(0, text.len());
    let place = |key: &str| {
        let begins = |line: &Line<'_>| {
            let bare = line.text.trim_start_matches(['"', '\'']);
            bare.strip_prefix(key).is_some_and(|rest| rest.contains(':'))
        };
        lines_in(text, whole).find(begins).map_or(Span::new(0, 0), |line| line.span())
    };
    let placed = |key: String| {
        let span = place(&key);
        (key, span)
    };
    further.into_keys().map(placed).collect()
}

/// What the whole workflow says beside what the format knows: a text as it is, anything else as JSON.
fn further(template: &Template) -> BTreeMap<String, String> {
    let said = |(key, value): (&String, &Value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
        (key.clone(), value)
    };
    template.further.iter().map(said).collect()
}

struct Reader<'r> {
    text: &'r str,
    index: LineIndex,
    bindings: &'r Bindings,
    template: &'r Template,
    names: Names,
}

impl Reader<'_> {
    fn refuse(&self, span: Span, problem: Problem) -> IntakeError {
        IntakeError { at: self.index.position(self.text, span.start), span, problem }
    }

    fn place(&self, text: &Text) -> Span {
        template::place(text, self.text)
    }

    fn named_once(&self) -> Result<(), IntakeError> {
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        for (at, step) in self.template.steps.iter().enumerate() {
            let (id, span) = (id_of(at, step), self.place(step.id.as_ref().unwrap_or(&step.role)));
            if let Some(first) = seen.insert(id.clone(), span) {
                let first = self.index.position(self.text, first.start).line;
                return Err(self.refuse(span, Problem::DuplicateStep { id, first }));
            }
        }
        Ok(())
    }

    fn id(&self, at: usize) -> String {
        self.template.steps.get(at).map_or_else(String::new, |step| id_of(at, step))
    }

    fn draft(&self, at: usize, step: &Step) -> Result<Draft, IntakeError> {
        let role = step.role.value.trim();
        let mut scope = Scope::new(self.bindings, role, at + 1);
        let completion = &step.completion;
        let output_path = self.output_path(completion, &scope)?;
        scope.output_path.clone_from(&output_path);
        let brief = self.expanded(&step.brief, &scope)?;
        let brief = brief.trim();
        if is_blank(brief) {
            return Err(self.refuse(self.place(&step.brief), Problem::Blank));
        }
        if hidden_tests(brief).is_some() {
            return Err(self.refuse(self.place(&step.brief), Problem::HiddenInProse));
        }
        let stated = self.stated(at, step, &scope)?;
        let is_file = completion.kind.value == CompletionKind::File;
        Ok(Draft {
            id: Some(self.id(at)),
            title: title(first_line(brief)),
            brief: brief.to_owned(),
            ask: brief.to_owned(),
            kind: Some(match completion.kind.value {
                CompletionKind::File | CompletionKind::Signal => ContractKind::Verifiable,
                CompletionKind::None => ContractKind::Skip,
            }),
            notes: String::new(),
            generated_from: GeneratedFrom::User,
            depends_on: self.needs(at, step)?,
            layer: None,
            track: None,
            complexity: None,
            role: Some(role.to_owned()),
            further: further(self.template),
            worker: None,
            expected_files: output_path.iter().filter(|_| is_file).cloned().collect(),
            output_path,
            stated,
            acceptance: Vec::new(),
            told: Vec::new(),
            spec_files: Vec::new(),
        })
    }

    fn expanded(&self, text: &Text, scope: &Scope<'_>) -> Result<String, IntakeError> {
        expand(&text.value, scope).map_err(|unknown| {
            let scalar = self.place(text);
            let written = format!("{{{}}}", unknown.name);
            let after = self.text.get(scalar.start..).unwrap_or_default();
            let start = scalar.start + after.find(&written).unwrap_or(0);
            let problem = Problem::UnknownPlaceholder { name: unknown.name, known: unknown.known };
            self.refuse(Span::new(start, start + written.len()), problem)
        })
    }

    fn output_path(
        &self,
        completion: &Completion,
        scope: &Scope<'_>,
    ) -> Result<Option<String>, IntakeError> {
        let path = match (completion.kind.value, &completion.path) {
            (CompletionKind::None, _) => return Ok(None),
            (CompletionKind::File, None) => {
                return Err(
                    self.bad_completion(completion, "needs `path`: the file that is to be there")
                );
            }
            (CompletionKind::Signal, None) => return Ok(Some(scope.default_output_path())),
            (CompletionKind::File | CompletionKind::Signal, Some(path)) => path,
        };
        let expanded = self.expanded(path, scope)?;
        match path_problem(&expanded) {
            Some(why) => {
                Err(self.refuse(self.place(path), Problem::BadPath { path: expanded, why }))
            }
            None => Ok(Some(tidy_path(&expanded).into_owned())),
        }
    }

    fn bad_completion(&self, completion: &Completion, why: &'static str) -> IntakeError {
        let span = template::place(&completion.kind, self.text);
        self.refuse(span, Problem::BadCompletion { of: completion.kind.value.name(), why })
    }

    fn stated(
        &self,
        at: usize,
        step: &Step,
        scope: &Scope<'_>,
    ) -> Result<Vec<Proposal>, IntakeError> {
        let completion = &step.completion;
        let line = self.index.position(self.text, self.place(&step.role).start).line;
        let of = self.template.name.as_ref().map_or(String::new(), |name| format!("{name}, "));
        let name = format!("{of}step {} ({})", at + 1, step.role.value.trim());
        let shown = |check, description: String| {
            Proposal::shown(check, description, Origin::Section { name: name.clone(), line })
        };
        let path = scope.output_path.clone().unwrap_or_default();
        let mut stated = Vec::new();
        match completion.kind.value {
            CompletionKind::File => {
                if completion.signal.is_some() {
                    return Err(self.bad_completion(completion, "has no `signal`"));
                }
                let min_length = completion.min_length.unwrap_or(1).max(1);
                let check = Check::File { path, min_length };
                let description = in_words(&check);
                stated.push(shown(check, description));
            }
            CompletionKind::Signal => {
                let Some(signal) = &completion.signal else {
                    return Err(self.bad_completion(
                        completion,
                        "needs `signal`: the word that is to be given",
                    ));
                };
                if completion.min_length.is_some() {
                    return Err(self.bad_completion(completion, "has no `min_length`"));
                }
                let signal = self.expanded(signal, scope)?.trim().to_owned();
                if is_blank(&signal) {
                    return Err(
                        self.bad_completion(completion, "needs a `signal` that is not blank")
                    );
                }
                let description = format!("{path} gives the signal {signal}");
                stated.push(shown(Check::Signal { path, signal }, description));
            }
            CompletionKind::None => {
                let given = [
                    completion.path.is_some(),
                    completion.signal.is_some(),
                    completion.min_length.is_some(),
                    completion.evaluate.is_some(),
                ];
                if given.contains(&true) {
                    return Err(self.bad_completion(
                        completion,
                        "looks at nothing, so it takes no other field",
                    ));
                }
                stated.push(shown(Check::None, "the worker ends cleanly".to_owned()));
            }
        }
        if let Some(evaluate) = &completion.evaluate {
            let rubric = self.expanded(evaluate, scope)?.trim().to_owned();
            if is_blank(&rubric) {
                return Err(self.bad_completion(completion, "has an `evaluate` that says nothing"));
            }
            let check = Check::Evaluate { rubric };
            let description = in_words(&check);
            stated.push(shown(check, description));
        }
        Ok(stated)
    }

    /// Steps that wait for each other would never begin.
    fn no_cycle(&self, drafts: &[Draft]) -> Result<(), IntakeError> {
        let item = |(at, draft): (usize, &Draft)| Item {
            id: self.id(at),
            depends_on: draft.depends_on.clone(),
            ..Item::default()
        };
        let Err(error) = Plan::new(drafts.iter().enumerate().map(item).collect()) else {
            return Ok(());
        };
        // Every need is the id of a step, and each step has its own: only cycles are left.
        let edges = error.problems.into_iter().find_map(|problem| match problem {
            plan::Problem::Cycle { edges } => Some(edges),
            plan::Problem::DuplicateId { .. } | plan::Problem::UnknownDependency { .. } => None,
        });
        let edges = edges.unwrap_or_default();
        let places: Vec<usize> =
            edges.iter().filter_map(|edge| self.names.by_id.get(&edge.id).copied()).collect();
        let steps = places.iter().chain(places.first()).map(|at| self.called(*at)).collect();
        let first = places.first().and_then(|at| self.template.steps.get(*at));
        let written = first
            .map(|step| step.needs.as_ref().and_then(|needs| needs.first()).unwrap_or(&step.role));
        let span = written.map_or(Span::new(0, 0), |text| self.place(text));
        Err(self.refuse(span, Problem::Cycle { steps }))
    }

    /// A step as the person who wrote it would call it.
    fn called(&self, at: usize) -> String {
        let Some(step) = self.template.steps.get(at) else { return String::new() };
        let role = step.role.value.trim();
        match (&step.id, self.names.by_role.get(role)) {
            (Some(id), _) => id.value.trim().to_owned(),
            (None, Some(Some(_))) => role.to_owned(),
            (None, _) => format!("{role} (step {})", at + 1),
        }
    }

    /// The ids of the steps that come first.
    fn needs(&self, at: usize, step: &Step) -> Result<Vec<String>, IntakeError> {
        let Some(needs) = &step.needs else {
            return Ok(at.checked_sub(1).map(|before| self.id(before)).into_iter().collect());
        };
        let (mut ids, mut seen) = (Vec::new(), BTreeSet::new());
        for need in needs {
            let Some(found) = self.names.find(need.value.trim()) else {
                let problem = Problem::UnknownNeed { id: need.value.clone(), what: "step" };
                return Err(self.refuse(self.place(need), problem));
            };
            if seen.insert(found) {
                ids.push(self.id(found));
            }
        }
        Ok(ids)
    }
}

/// The steps by what they may be called: an id, a role that only one step has, or a number.
#[derive(Default)]
struct Names {
    by_id: BTreeMap<String, usize>,
    /// Absent where several steps have the role.
    by_role: BTreeMap<String, Option<usize>>,
    count: usize,
}

impl Names {
    fn of(steps: &[Step]) -> Self {
        let mut names = Self { count: steps.len(), ..Self::default() };
        for (at, step) in steps.iter().enumerate() {
            names.by_id.entry(id_of(at, step)).or_insert(at);
            let role = names.by_role.entry(step.role.value.trim().to_owned());
            role.and_modify(|only| *only = None).or_insert(Some(at));
        }
        names
    }

    fn find(&self, name: &str) -> Option<usize> {
        let by_number = || name.parse::<usize>().ok()?.checked_sub(1).filter(|at| *at < self.count);
        let by_role = || self.by_role.get(name).copied().flatten();
        self.by_id.get(name).copied().or_else(by_role).or_else(by_number)
    }
}

fn id_of(at: usize, step: &Step) -> String {
    step.id.as_ref().map_or_else(|| format!("step-{}", at + 1), |id| id.value.clone())
}
