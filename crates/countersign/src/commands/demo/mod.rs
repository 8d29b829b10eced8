//! `demo`: what this is for, in a minute, without a model, a key or a network.

pub mod duties;
mod work;

use clap::{Args, ValueEnum};

use crate::context::Context;
use crate::failure::{Ending, Failure};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  countersign demo\n  countersign demo duties")]
pub struct Demo {
    /// What to see
    #[arg(value_enum, default_value_t = What::Work)]
    what: What,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// Five tasks through five workers, of which one lies and one edits the tests
    Work,
    /// A goal goes the whole way, with three actors and their separate duties
    Duties,
}

impl Demo {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        match self.what {
            What::Work => work::run(context),
            What::Duties => duties::run(context.printer).await,
        }
    }
}
