//! `trust`: the owner's word for what the settings run.

use clap::Args;
use countersign_core::duty::{self, Act};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Desk};
use crate::failure::{Ending, Failure};
use crate::trust::Confirmable;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign trust --check\n  countersign trust\n\nAn agent can write countersign.toml in \
    the folder that it works in. What is in there that runs programs or decides verdicts ([verify], [evaluator], \
    [extractor], require_sandbox) counts for agents (mcp, serve, hook) only as it was confirmed here; your own commands \
    use it as it is. Look at what is shown: a file of the project that a line names is confirmed with it, but not what \
    that file goes on to read, nor what a package manager runs of the project's packages."
)]
pub struct Trust {
    /// Only say what is set and whether it is confirmed: exit code 1 if it is not
    #[arg(long)]
    check: bool,
}

/// What runs programs or decides verdicts here.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Trusted")]
pub struct TrustView {
    /// The file that sets it.
    file: String,
    /// Each with what it is set to; of a file, its SHA-256.
    settings: Confirmable,
    /// What is not as it was confirmed before.
    changed: Vec<String>,
    /// Whether it is confirmed now.
    confirmed: bool,
}

impl Trust {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let project = context.project()?;
        // In a work tree as well, it is the project's own folder that is meant.
        let project = project.at(project.home().to_owned());
        let settings = Confirmable::here(&project)?;
        let engine = context.engine().await?;
        let store = engine.store().id().to_owned();
        let before = Confirmable::confirmed(&store)?.unwrap_or_default();
        let changed = settings.changed_since(&before);
        if !self.check {
            let Desk { engine, session } = context.desk().await?;
            let (team, _) = engine.store().team().await?;
            duty::permit(Act::Administer, session.actor(), None, &team)?;
            settings.confirm(&store)?;
        }
        let confirmed = !self.check || changed.is_empty();
        let file = project.file().display().to_string();
        let view = TrustView { file, settings, changed, confirmed };
        context.printer.answer(&view, |page| {
            page.title(match (view.settings.is_empty(), view.confirmed) {
                (true, true) => "nothing in the settings runs a program or decides verdicts",
                (false, true) => "confirmed: what runs programs or decides verdicts",
                (_, false) => "not confirmed: what runs programs or decides verdicts",
            });
            page.field("file", &view.file);
            for (name, value) in view.settings.lines() {
                page.line(&format!("  {name}: {value}"));
            }
            if !view.changed.is_empty() {
                page.line(&format!("  changed: {}", view.changed.join(", ")));
            }
            if !view.confirmed {
                page.next("countersign trust, once you have looked at it");
            }
        })?;
        Ok(if view.confirmed { Ending::Done } else { Ending::Refused })
    }
}
