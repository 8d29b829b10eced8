//! `schema`: the JSON Schema of every format that is read or written.

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::schemas;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  countersign schema\n  countersign schema contract > \
    contract.schema.json")]
pub struct Schema {
    /// Which one; without a name, the names
    #[arg(value_parser = PossibleValuesParser::new(schemas::names()))]
    name: Option<String>,
}

impl Schema {
    pub fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let Some(name) = self.name else {
            return context.printer.answer(&schemas::names(), |page| {
                let rows: Vec<Vec<String>> = schemas::ALL
                    .iter()
                    .map(|format| vec![format.name.to_owned(), format.about.to_owned()])
                    .collect();
                page.table(&["SCHEMA", "WHAT IT DESCRIBES"], &rows);
                page.next("countersign schema NAME");
            });
        };
        // The parser lets only known names through.
        let Some(format) = schemas::ALL.iter().find(|format| format.name == name) else {
            return Err(Failure::Usage(format!("there is no schema {name:?}")));
        };
        context.printer.write(&schemas::text(format)?)?;
        Ok(Ending::Done)
    }
}
