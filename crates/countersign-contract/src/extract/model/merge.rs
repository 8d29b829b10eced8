//! What a model found, added to what the text alone gave.

use std::collections::HashSet;

use crate::extract::constraint::{By, Constraint, Extraction, Stated};

use super::answer::ModelStated;

/// Adds what is new, marked as the model's. A clause that it covers is no longer listed as not covered.
pub fn merge(extraction: &mut Extraction, accepted: Vec<ModelStated>) {
    let mut known: HashSet<Constraint> =
        extraction.stated.iter().map(|stated| stated.constraint.clone()).collect();
    for found in accepted {
        if !known.insert(found.constraint.clone()) {
            continue;
        }
        let clause =
            extraction.not_covered.iter().position(|clause| clause.span.contains(found.span));
        let span = match clause {
            Some(at) => extraction.not_covered.remove(at).span,
            None => found.span,
        };
        extraction.stated.push(Stated { constraint: found.constraint, span, by: By::Model });
    }
}
