//! `doctor`: is the journal what was written?

use countersign_store::Damage;
use schemars::JsonSchema;
use serde::Serialize;

use super::status::hex;
use crate::context::Context;
use crate::failure::{Ending, Failure};

/// Progress is told every so many records.
const TELL_EVERY: u64 = 50_000;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Audit")]
pub struct AuditView {
    sound: bool,
    records: u64,
    streams: u64,
    root: String,
    findings: Vec<String>,
}

pub async fn run(context: &Context<'_>) -> Result<Ending, Failure> {
    let engine = context.engine().await?;
    let progress = |records: u64| {
        if records > 0 && records.is_multiple_of(TELL_EVERY) {
            context.printer.notice(&format!("{records} records read"));
        }
    };
    let audit = engine.store().audit(progress).await?;
    let only_derived = audit.findings.iter().all(Damage::is_derived);
    let view = AuditView {
        sound: audit.is_sound(),
        records: audit.records,
        streams: audit.streams,
        root: hex(&audit.root),
        findings: audit.findings.iter().map(ToString::to_string).collect(),
    };
    context.printer.answer(&view, |page| {
        page.title(match (view.sound, only_derived) {
            (true, _) => "the journal is sound",
            (false, true) => "the journal is sound, but not what is derived from it",
            (false, false) => "the journal is damaged",
        });
        page.field("records", &view.records.to_string());
        page.field("streams", &view.streams.to_string());
        page.field("root", &view.root);
        for finding in &view.findings {
            page.field("found", finding);
        }
    })?;
    let findings = view.findings.len();
    if view.sound {
        Ok(Ending::Done)
    } else if only_derived {
        Err(Failure::Stale { findings })
    } else {
        Err(Failure::Damaged { findings })
    }
}
