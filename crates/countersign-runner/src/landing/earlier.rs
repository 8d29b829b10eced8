//! What was accepted before, and is not the person's own yet.

use std::collections::BTreeSet;

use countersign_core::TaskId;

use super::error::LandingError;
use super::names::Oid;
use super::repository::{Kind, Repository};

/// An accepted result on the integration branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Earlier {
    pub task: TaskId,
    /// Where the branch was, and where it went.
    pub before: Oid,
    pub after: Oid,
}

impl Repository {
    /// The accepted results that changed one of the paths on the way to a commit, oldest first; of each task the last.
    /// What the person has landed is theirs, and to be changed as anything of theirs.
    pub fn earlier<'a>(
        &self,
        to: &Oid,
        paths: impl Iterator<Item = &'a str>,
    ) -> Result<Vec<Earlier>, LandingError> {
        let paths: Vec<&str> = paths.collect();
        if paths.is_empty() {
            return Ok(Vec::new());
        }
        let mut input = String::new();
        // A name of two lines cannot be asked for in this way, so then it is everything.
        if !paths.iter().any(|path| path.contains('\n')) {
            input.push_str("--\n");
            for path in paths {
                input.push_str(&format!("{}{path}\n", self.prefix));
            }
        }
        self.accepted(to, input)
    }

    /// All accepted results on the way to a commit, oldest first; of each task the last.
    pub fn accepted_up_to(&self, to: &Oid) -> Result<Vec<Earlier>, LandingError> {
        self.accepted(to, String::new())
    }

    /// Where the branch went after a commit on its way to another one, oldest first.
    pub fn since(&self, from: &Oid, to: &Oid) -> Result<Vec<Oid>, LandingError> {
        let call = self.git.call("look at what came after a result");
        let call = call.args(&["rev-list", "--first-parent", "--reverse", to.as_str()]);
        call.arg(format!("^{from}")).text()?.lines().map(Oid::new).collect()
    }

    /// `paths` is what git is told beside that, to look for.
    fn accepted(&self, to: &Oid, paths: String) -> Result<Vec<Earlier>, LandingError> {
        let format =
            "--format=%H%x09%P%x09%(trailers:key=Countersign-Task,valueonly,separator=%x2C)";
        let call = self.git.call("look for what was accepted before");
        let call = call.env("GIT_LITERAL_PATHSPECS", "1");
        let call = call.args(&["log", "--first-parent", "--no-show-signature", format]);
        // There may be nothing that is the person's own.
        let call =
            call.args(&["--ignore-missing", to.as_str()]).arg(format!("^{}", self.of_the_person()));
        let text = call.arg("--stdin").input(paths).text()?;
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for line in text.lines() {
            let mut parts = line.split('\t');
            let (Some(after), Some(parents), Some(task)) =
                (parts.next(), parts.next(), parts.next())
            else {
                continue;
            };
            // The others are the person's, or merges with what they did.
            let Ok(task) = TaskId::new(task) else { continue };
            let before = Oid::new(parents.split(' ').next().unwrap_or_default())?;
            if seen.insert(task.clone()) {
                found.push(Earlier { task, before, after: Oid::new(after)? });
            }
        }
        found.reverse();
        Ok(found)
    }

    /// What is the person's own.
    pub(super) fn of_the_person(&self) -> String {
        match self.kind {
            Kind::Own => "HEAD".to_owned(),
            Kind::Shadow => self.names.seen_ref(),
        }
    }
}
