//! One list of criteria out of many proposals: no check twice, in a settled order, each with a name.

use std::collections::{BTreeMap, HashMap};

use countersign_core::{BadId, Check, Contract, Criterion, CriterionId, Timing, Visibility};

use crate::Proposal;

/// The proposals without repetitions, ordered by when they are judged, whether they are shown and where
/// they come from. Of two that check the same, the one that says more about where it comes from stays, and the
/// origin of the other with it.
pub fn merged(mut proposals: Vec<Proposal>) -> Vec<Proposal> {
    proposals.sort_by_key(rank);
    let mut kept: Vec<Proposal> = Vec::with_capacity(proposals.len());
    let mut seen: BTreeMap<(bool, String), usize> = BTreeMap::new();
    for proposal in proposals {
        let key = (proposal.visibility == Visibility::Hidden, subject(&proposal.check));
        // The same check at both times is judged with every attempt, which is the stricter.
        match seen.get(&key).and_then(|at| kept.get_mut(*at)) {
            Some(known) => known.add_origins(proposal),
            None => {
                seen.insert(key, kept.len());
                kept.push(proposal);
            }
        }
    }
    without_implied(kept)
}

/// An entry of a record that has to match a pattern is an entry of that record.
fn without_implied(proposals: Vec<Proposal>) -> Vec<Proposal> {
    let key = |proposal: &Proposal| {
        let record = record(&proposal.check)?;
        Some((record, proposal.visibility, proposal.timing))
    };
    let keys: Vec<Option<(Record, Visibility, Timing)>> = proposals.iter().map(key).collect();
    let mut matching = HashMap::new();
    let (mut kept, mut plain) = (Vec::with_capacity(proposals.len()), Vec::new());
    for (at, key) in keys.iter().enumerate() {
        if let Some((record, visibility, timing)) = key
            && record.matches
        {
            let plain = Record { matches: false, ..record.clone() };
            matching.entry((plain, *visibility, *timing)).or_insert(at);
        }
    }
    let mut places: Vec<Option<usize>> = Vec::with_capacity(proposals.len());
    for (proposal, key) in proposals.into_iter().zip(&keys) {
        match key.as_ref().and_then(|key| matching.get(key)) {
            Some(by) => {
                plain.push((*by, proposal));
                places.push(None);
            }
            None => {
                places.push(Some(kept.len()));
                kept.push(proposal);
            }
        }
    }
    for (by, proposal) in plain {
        let by = places.get(by).copied().flatten();
        if let Some(by) = by.and_then(|by| kept.get_mut(by)) {
            by.add_origins(proposal);
        }
    }
    kept
}

/// An entry of a record, and whether it has to match a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Record {
    kind: &'static str,
    path: String,
    matches: bool,
}

fn record(check: &Check) -> Option<Record> {
    let (path, pattern) = match check {
        Check::Changelog { path, pattern } | Check::Backlog { path, item: None, pattern } => {
            (path, pattern)
        }
        Check::Backlog { item: Some(_), .. }
        | Check::Command { .. }
        | Check::Tests { .. }
        | Check::Lint { .. }
        | Check::Typecheck { .. }
        | Check::File { .. }
        | Check::Content { .. }
        | Check::Outputs { .. }
        | Check::Exports { .. }
        | Check::Signal { .. }
        | Check::Dependency { .. }
        | Check::Protected { .. }
        | Check::Evaluate { .. }
        | Check::Critic { .. }
        | Check::None => return None,
    };
    Some(Record { kind: stem(check), path: path.clone(), matches: pattern.is_some() })
}

/// Immediate before deferred, shown before hidden; then by origin. Stable within an origin.
fn rank(proposal: &Proposal) -> (bool, bool, u8) {
    let deferred = proposal.timing == Timing::Deferred;
    let hidden = proposal.visibility == Visibility::Hidden;
    (deferred, hidden, proposal.origin.rank())
}

/// What makes two checks the same: a command is the same whatever kind of check runs it.
fn subject(check: &Check) -> String {
    let command = |run: &str, cwd: &Option<String>| {
        let words: Vec<&str> = run.split_whitespace().collect();
        format!("run {:?} {}", cwd.as_deref().unwrap_or("."), words.join(" "))
    };
    match check {
        Check::Command { run, cwd, .. }
        | Check::Tests { run, cwd, .. }
        | Check::Lint { run, cwd }
        | Check::Typecheck { run, cwd } => command(run, cwd),
        Check::File { path, .. } => format!("file {path}"),
        Check::Dependency { package, .. } => format!("dependency {package}"),
        Check::Changelog { path, pattern } => format!("changelog {path} {pattern:?}"),
        Check::Backlog { path, pattern, .. } => format!("backlog {path} {pattern:?}"),
        Check::Critic { name, .. } => format!("critic {name}"),
        Check::Content { .. }
        | Check::Outputs { .. }
        | Check::Exports { .. }
        | Check::Signal { .. }
        | Check::Protected { .. }
        | Check::Evaluate { .. }
        | Check::None => format!("{check:?}"),
    }
}

/// The criterion of a contract that checks the same already, for the same readers and no later.
pub fn known_as<'c>(criterion: &Criterion, contract: &'c Contract) -> Option<&'c Criterion> {
    let wanted = subject(&criterion.check);
    contract.criteria().iter().find(|there| {
        there.visibility == criterion.visibility
            && (there.timing == Timing::Immediate || there.timing == criterion.timing)
            && subject(&there.check) == wanted
    })
}

/// The word that an id begins with.
fn stem(check: &Check) -> &'static str {
    match check {
        Check::File { .. } => "file",
        Check::Content { .. } => "content",
        Check::Command { .. } => "command",
        Check::Tests { .. } => "tests",
        Check::Lint { .. } => "lint",
        Check::Typecheck { .. } => "typecheck",
        Check::Outputs { .. } => "outputs",
        Check::Exports { .. } => "exports",
        Check::Signal { .. } => "signal",
        Check::Dependency { .. } => "dependency",
        Check::Changelog { .. } => "changelog",
        Check::Backlog { .. } => "backlog",
        Check::Protected { .. } => "protected",
        Check::Evaluate { .. } => "evaluate",
        Check::Critic { .. } => "critic",
        Check::None => "none",
    }
}

/// Each proposal with a name of its own, `tests-1`, `tests-2`, …
pub fn named(proposals: Vec<Proposal>) -> Vec<Criterion> {
    named_beside(&[], proposals)
}

/// The same, with names that the criteria beside them do not have.
pub fn named_beside(others: &[Criterion], proposals: Vec<Proposal>) -> Vec<Criterion> {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    let is_free = |id: &CriterionId| others.iter().all(|other| other.id != *id);
    let named = proposals.into_iter().filter_map(|proposal| {
        let stem = stem(&proposal.check);
        let count = counts.entry(stem).or_default();
        let id = loop {
            *count += 1;
            // A word, a hyphen and a number always make an id.
            let id = CriterionId::new(format!("{stem}-{count}")).ok()?;
            if is_free(&id) {
                break id;
            }
        };
        let origin = proposal.origins();
        Some(Criterion {
            id,
            description: proposal.description,
            check: proposal.check,
            timing: proposal.timing,
            visibility: proposal.visibility,
            origin,
        })
    });
    named.collect()
}

/// A name for one more criterion of a contract.
pub fn next_id(check: &Check, contract: &Contract) -> Result<CriterionId, BadId> {
    let stem = stem(check);
    let taken = |id: &CriterionId| contract.criteria().iter().any(|there| there.id == *id);
    let mut number = 1;
    loop {
        let id = CriterionId::new(format!("{stem}-{number}"))?;
        if !taken(&id) {
            return Ok(id);
        }
        number += 1;
    }
}
