//! `rebuild`: everything that is derived, derived again.

use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Context;
use crate::failure::{Ending, Failure};

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Rebuilt")]
pub struct RebuiltView {
    records: u64,
    streams: u64,
}

pub async fn run(context: &Context<'_>) -> Result<Ending, Failure> {
    let engine = context.engine().await?;
    let rebuilt = engine.store().rebuild().await?;
    let view = RebuiltView { records: rebuilt.records, streams: rebuilt.streams };
    context.printer.answer(&view, |page| {
        page.line(&format!("rebuilt {} streams from {} records", view.streams, view.records));
        page.next("countersign doctor");
    })
}
