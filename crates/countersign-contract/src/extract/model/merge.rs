//! What a model found, added to what the text alone gave.

use std::collections::{BTreeMap, HashSet};

use crate::Span;
use crate::extract::beside::beside;
use crate::extract::constraint::{By, Constraint, Extraction, Stated};
use crate::extract::coverage::Why;
use crate::extract::rest;
use crate::extract::token::tokens;

use super::answer::ModelStated;

/// Adds what is new, marked as the model's. A clause that it covers is no longer listed as not covered; one that says
/// more than its criteria look for stays, as covered in part.
pub fn merge(extraction: &mut Extraction, accepted: Vec<ModelStated>) {
    let mut known: HashSet<Constraint> =
        extraction.stated.iter().map(|stated| stated.constraint.clone()).collect();
    let mut found_in: BTreeMap<usize, Vec<Constraint>> = BTreeMap::new();
    for found in accepted {
        if !known.insert(found.constraint.clone()) {
            continue;
        }
        let clause =
            extraction.not_covered.iter().position(|clause| clause.span.contains(found.span));
        let span = match clause.and_then(|at| extraction.not_covered.get(at).zip(Some(at))) {
            Some((clause, at)) => {
                found_in.entry(at).or_default().push(found.constraint.clone());
                clause.span
            }
            None => found.span,
        };
        extraction.stated.push(Stated { constraint: found.constraint, span, by: By::Model });
    }
    let mut at = 0;
    extraction.not_covered.retain_mut(|clause| {
        let found = found_in.get(&at);
        at += 1;
        let Some(found) = found else { return true };
        clause.why = Why::Rest.words().to_owned();
        says_more(&clause.text, found)
    });
}

/// Whether a clause names or says more than the criteria that were found in it look for.
fn says_more(clause: &str, found: &[Constraint]) -> bool {
    let words = tokens(clause, Span::new(0, clause.len()));
    let beside = beside(clause, &words, found);
    rest::is_left(&words, found) || beside.within || !beside.own.is_empty()
}
