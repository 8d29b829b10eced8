//! What was typed and means nothing.

use std::process::ExitCode;

use super::{Ending, Failure};
use crate::output::Printer;

/// Clap knows help from mistakes; both are printed its way, a mistake as JSON where that was asked for.
pub fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Nothing can be done about a closed terminal.
        let _ = error.print();
        return Ending::Done.exit_code();
    }
    if std::env::args_os().any(|argument| argument == "--json") {
        let text = error.render().to_string();
        let message = text.trim_start_matches("error: ").trim_end().to_owned();
        return Printer::new(true, anstream::ColorChoice::Never).failure(&Failure::Usage(message));
    }
    let _ = error.print();
    Ending::Usage.exit_code()
}
