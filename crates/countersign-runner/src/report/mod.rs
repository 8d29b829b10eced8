//! What really ran. An exit code says that a command ended, not that a test was run: so the command is
//! made to tell which tests it ran ([`instrument`]), and what it tells is read here ([`read`]).
//!
//! Nothing in a report is taken for a pass unless it says so itself: a report that is missing, cut off,
//! malformed or at odds with its own totals is an error. A report can still be forged by the code that is
//! tested, because it runs in the same process: that is what the twins are for ([`crate::spec`]).

pub(crate) mod command;
mod format;
mod instrument;
mod reader;
mod run;

pub(crate) use command::{Compared, Script, blanked, quote, script_of, split};
pub use instrument::{Facts, Instrumented, instrument};
pub(crate) use reader::written;
pub use reader::{Source, read};
pub use run::{ReportError, TestRun};
