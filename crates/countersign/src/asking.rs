//! Asking the person at the terminal, if there is one.

use std::io::{self, BufRead, IsTerminal, Write};

use countersign_core::ContractKind;

use crate::output::{Printer, plain};

/// How often an answer that is none is asked for again.
const PATIENCE: usize = 3;

/// The kind of contract that the person chooses; nothing without a person, or if the question can wait.
pub fn for_kind(
    title: &str,
    reason: &str,
    question: &str,
    printer: &Printer,
) -> Option<ContractKind> {
    let there = io::stdin().is_terminal() && io::stderr().is_terminal();
    if printer.is_json() || !there {
        return None;
    }
    printer.notice(&format!("{}\n  {}\n  {question}", plain(title), plain(reason)));
    let mut lines = io::stdin().lock().lines();
    for _ in 0..PATIENCE {
        let mut err = io::stderr();
        // A prompt that cannot be shown is answered by nobody.
        write!(err, "  [v]erifiable, [a]dvisory, [s]kip, or [l]ater? ")
            .and_then(|()| err.flush())
            .ok()?;
        match lines.next()?.ok()?.trim().to_ascii_lowercase().as_str() {
            "v" | "verifiable" => return Some(ContractKind::Verifiable),
            "a" | "advisory" => return Some(ContractKind::Advisory),
            "s" | "skip" => return Some(ContractKind::Skip),
            "" | "l" | "later" => return None,
            _ => {}
        }
    }
    None
}
