//! A task file, a base and a result, and no store.

use std::path::Path;

use countersign_contract::Draft;
use countersign_contract::brief::{brief, contract_in_words};
use countersign_contract::generate::Wishes;
use countersign_core::Timing;
use countersign_engine::{now, seal};
use countersign_runner::verify::{Case, Kept, verify};

use super::{VerifiedView, Verify, tell};
use crate::acts::begun;
use crate::acts::judging::two_folders;
use crate::commands::sources;
use crate::config::Project;
use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::machine;
use crate::maker;
use crate::output::view::Reader;
use crate::surveyor::Site;

impl Verify {
    pub(super) fn alone(
        &self,
        context: &Context<'_>,
        task: &Path,
        base: &Path,
        result: &Path,
    ) -> Result<Ending, Failure> {
        let (base, result) = two_folders(base, result)?;
        let draft = self.draft(task)?;
        let site = Site::at(&base)?;
        for notice in &site.notices {
            context.printer.notice(&format!("note: {notice}"));
        }
        let generated = site.generator().generate(&draft, Wishes::default(), context.printer);
        if let Some(question) = &generated.question {
            context.printer.notice(&format!("{question} ({})", generated.reason));
            return Ok(Ending::WaitsForPerson);
        }
        let contract = maker::sealed(generated, &draft, now())?;
        if contract.timed(Timing::Immediate).next().is_none() {
            context.printer.notice(&format!(
                "nothing in \"{}\" is judged by machine ({} work): a person has to read what came of it",
                draft.title,
                contract.kind().name()
            ));
            return Ok(Ending::WaitsForPerson);
        }
        let hidden = task.canonicalize().ok().into_iter().collect();
        let machine =
            machine::of(Project::find(&base)?.as_ref(), (&base, &result), hidden, self.wanted())?;
        let committed = begun::committed_paths(&base);
        let case = Case {
            contract: &contract,
            brief: &brief(&draft.title, &draft.brief, &contract),
            in_words: &contract_in_words(&contract),
            base: &base,
            result: &result,
            kept: Kept { committed: &committed, ..Kept::default() },
            handed_in: None,
            today: jiff::Zoned::now().date(),
            worker: None,
            until: None,
        };
        let seen = verify(&machine, &case, &|stage| tell(context, stage))?;
        let evidence = seal(seen.observations, Some(seen.room))?;
        let named = (draft.id, draft.title);
        let view = VerifiedView::new(named, &contract, (1, evidence), now(), Reader::Trusted);
        VerifiedView { kept: seen.kept, ..view }.answer(context, self.explain)
    }

    /// The one task of the file, or the one that was named.
    fn draft(&self, task: &Path) -> Result<Draft, Failure> {
        let source = sources::Source { path: task.to_owned(), named: true, input: None };
        let text = source
            .read()?
            .ok_or_else(|| Failure::BadFile { path: task.to_owned(), why: "is no task".into() })?;
        let mut drafts = text.intake()?.drafts;
        if let Some(name) = &self.name {
            drafts.retain(|draft| draft.id.as_deref() == Some(name));
        }
        let ids: Vec<&str> = drafts.iter().filter_map(|draft| draft.id.as_deref()).collect();
        let ids = ids.join(", ");
        match (drafts.len(), &self.name) {
            (0, Some(name)) => {
                Err(Failure::Usage(format!("{} has no task {name}", task.display())))
            }
            (0 | 1, _) => drafts.pop().ok_or_else(|| Failure::BadFile {
                path: task.to_owned(),
                why: "has no task".into(),
            }),
            (_, _) => Err(Failure::Usage(format!(
                "{} has several tasks, name one of them: {ids}",
                task.display()
            ))),
        }
    }
}
