//! What was judged of a task, for whoever has to confirm it.

use countersign_core::{PathNote, Task, TreeId};
use countersign_store::SqlStore;
use schemars::JsonSchema;
use serde::Serialize;

use super::Page;
use crate::acts::{begun, confirming};
use crate::config::Project;
use crate::failure::Failure;

/// Most paths that are listed.
const MOST: usize = 100;

/// What was judged, and whether the folder of the work still holds it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Judged")]
pub struct JudgedView {
    tree: String,
    /// Whether the folder holds it; null where nobody can tell here.
    held: Option<bool>,
    /// What was changed in the folder since.
    changed_since: Vec<String>,
    /// Likewise, but another task that has to be confirmed declares these, and its work accounts for them.
    excused: Vec<String>,
    /// What to look at before it is confirmed: tests and what steers the checks that were not as committed when the work
    /// was begun, and what the work changed of them and was put back.
    findings: Vec<PathNote>,
    /// Where the files that the work changed lie as they were judged, each at its own path.
    copy: Option<String>,
}

impl JudgedView {
    /// Nothing where nobody has to confirm it, or it was not handed in from a folder.
    pub async fn of(
        store: &SqlStore,
        task: &Task,
        project: Option<&Project>,
    ) -> Result<Option<Self>, Failure> {
        let Some(project) = project else { return Ok(None) };
        let mut findings = match confirming::unconfirmed(task) {
            Some(_) => begun::findings(store, &task.id).await?,
            None => Vec::new(),
        };
        findings.truncate(MOST);
        let judged = match confirming::judged(store, project, task).await {
            // What cannot be read can be shown all the same; it cannot be confirmed.
            Err(Failure::Verify(_) | Failure::HandIn(_) | Failure::Base(_)) => {
                let tree = confirming::unconfirmed(task).and_then(|one| one.handed_in.as_ref());
                return Ok(tree.map(|tree| Self { findings, ..Self::untold(tree) }));
            }
            judged => judged?,
        };
        Ok(judged.map(|judged| Self {
            held: (!judged.departures.untold).then(|| judged.departures.is_none()),
            changed_since: judged.departures.paths().take(MOST).cloned().collect(),
            excused: judged.departures.excused.iter().take(MOST).cloned().collect(),
            findings,
            copy: judged.copy.map(|copy| copy.display().to_string()),
            ..Self::untold(&judged.tree)
        }))
    }

    fn untold(tree: &TreeId) -> Self {
        Self {
            tree: tree.to_string(),
            held: None,
            changed_since: Vec::new(),
            excused: Vec::new(),
            findings: Vec::new(),
            copy: None,
        }
    }

    pub fn describe(&self, page: &mut Page) {
        let held = match self.held {
            Some(true) => "the folder holds it".to_owned(),
            Some(false) => {
                format!("changed in the folder since: {}", self.changed_since.join(", "))
            }
            None => "nobody can tell here whether the folder still holds it".to_owned(),
        };
        page.field("judged", &format!("{} ({held})", self.tree));
        if !self.excused.is_empty() {
            page.field(
                "",
                &format!("changed by other tasks' work since: {}", self.excused.join(", ")),
            );
        }
        for finding in &self.findings {
            page.field("", &format!("look at {}: {}", finding.path, finding.why));
        }
        if let Some(copy) = &self.copy {
            page.field("", &format!("what the work changed, as it was judged: {copy}"));
        }
    }
}
