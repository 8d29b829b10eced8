//! The jail's launcher for the tests.

use std::process::ExitCode;

fn main() -> ExitCode {
    countersign_runner::jail::enter()
}
