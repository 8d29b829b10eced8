//! `doctor`: is the journal what was written?

use serde::Serialize;

use super::status::hex;
use crate::context::Context;
use crate::failure::{Ending, Failure};

/// Progress is told every so many records.
const TELL_EVERY: u64 = 50_000;

#[derive(Serialize)]
struct AuditView {
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
    let view = AuditView {
        sound: audit.is_sound(),
        records: audit.records,
        streams: audit.streams,
        root: hex(&audit.root),
        findings: audit.findings.iter().map(ToString::to_string).collect(),
    };
    context.printer.answer(&view, |page| {
        let verdict = if view.sound { "the journal is sound" } else { "the journal is damaged" };
        page.title(verdict);
        page.field("records", &view.records.to_string());
        page.field("streams", &view.streams.to_string());
        page.field("root", &view.root);
        for finding in &view.findings {
            page.field("found", finding);
        }
    })?;
    if view.sound {
        Ok(Ending::Done)
    } else {
        Err(Failure::Damaged { findings: view.findings.len() })
    }
}
