//! A base before rooms are made of it: what is in it, and what was prepared in a copy of it.

use std::path::PathBuf;
use std::sync::Arc;

use super::case::{Case, Machine, VerifyError};
use super::prepare;
use crate::room::Stock;
use crate::tree::{Always, Bounds, LeftOut, Tree, scan_base_with, scan_result};

/// The base, ready for rooms to be made of it.
pub(super) struct Ready {
    pub base: Arc<Tree>,
    /// Where it lies; a copy, where something was prepared in it.
    pub at: PathBuf,
    pub before: Arc<Stock>,
    /// What evidence calls it.
    pub name: String,
}

impl Ready {
    pub fn of(machine: &Machine, case: &Case<'_>, always: &Always) -> Result<Self, VerifyError> {
        let (source, committed) = (case.base_source(), case.kept.committed);
        let mut base = Arc::new(scan_base_with(source, always, committed, Bounds::default())?);
        let name = case.kept.base.map_or_else(|| base.digest().to_string(), ToString::to_string);
        let mut at = case.base.to_owned();
        let mut before = Arc::new(Stock::of_base(&at, Arc::clone(&base))?);
        if let Some(command) = &machine.prepare {
            at = prepare::prepared(machine, command, &before)?;
            let mut prepared = scan_result(&at, always, &base, Bounds::default())?;
            if !prepare::shows(&prepared, &base) {
                // It lies where this user's programs can write: one of them may have been at it.
                prepare::forget(&at)?;
                at = prepare::prepared(machine, command, &before)?;
                prepared = scan_result(&at, always, &base, Bounds::default())?;
            }
            // What was fetched or made is seen, also if it is ignored, and is nobody's change: the copy had
            // nothing that is ignored before the command ran.
            let mut left_out = prepared.left_out;
            for why in left_out.values_mut().filter(|why| **why == LeftOut::Ignored) {
                *why = LeftOut::Prepared;
            }
            let mut ready = Tree::clone(&base);
            ready.left_out = left_out;
            base = Arc::new(ready);
            before = Arc::new(Stock::of_base(&at, Arc::clone(&base))?);
        }
        Ok(Self { base, at, before, name })
    }
}
