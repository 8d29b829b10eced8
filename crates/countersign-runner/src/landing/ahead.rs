//! Whose results would come to the person by landing.

use std::collections::BTreeSet;

use countersign_core::TaskId;

use super::error::LandingError;
use super::names::Oid;
use super::repository::Repository;

/// What the integration branch has and the person has not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ahead {
    /// Where the branch is.
    pub head: Oid,
    pub tasks: BTreeSet<TaskId>,
}

impl Repository {
    /// Of whom there is anything on the branch, however it came there.
    pub fn ahead(&self) -> Result<Ahead, LandingError> {
        let nothing = || LandingError::NothingToLand { branch: self.names.integration() };
        let head = self.head()?.ok_or_else(nothing)?;
        let tasks = self.tasks_up_to(&head)?;
        Ok(Ahead { head, tasks })
    }

    pub(super) fn tasks_up_to(&self, head: &Oid) -> Result<BTreeSet<TaskId>, LandingError> {
        let call =
            self.git.call("look for what was accepted").args(&["log", "--no-show-signature"]);
        let call = call.arg("--format=%(trailers:key=Countersign-Task,valueonly,separator=%x2C)");
        // There may be nothing that is the person's own.
        let call = call.args(&["--ignore-missing", head.as_str()]);
        let text = call.arg(format!("^{}", self.of_the_person())).text()?;
        let names = text.lines().flat_map(|line| line.split(','));
        Ok(names.filter_map(|name| TaskId::new(name.trim()).ok()).collect())
    }
}
