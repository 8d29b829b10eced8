//! What a worker reads the second time: the brief again, what done looks like, and exactly what is missing.

use countersign_core::{
    Attempt, Contract, Evidence, Finding, HIDDEN_SHORTFALL, Observation, Output, Visibility,
};

use crate::brief::check_name;

/// Most characters of a check's output that are shown for one criterion.
const MOST_OUTPUT: usize = 4 * 1024;
/// Most characters of what a worker said at the end.
const MOST_WORDS: usize = 2 * 1024;
/// Most files that are listed.
const MOST_FILES: usize = 50;

/// What became of the work so far.
#[derive(Debug, Clone, Copy)]
pub struct Sofar<'a> {
    /// What was seen of the last attempt, if it was judged.
    pub evidence: Option<&'a Evidence>,
    /// Why it was sent back, if somebody said so.
    pub sent_back: Option<&'a str>,
    /// The last attempt of somebody else, who could not do it.
    pub predecessor: Option<&'a Attempt>,
}

/// The brief with everything that whoever tries next has to know.
pub fn revision(brief: &str, contract: &Contract, sofar: Sofar<'_>) -> String {
    let mut page = brief.trim_end().to_owned();
    if let Some(evidence) = sofar.evidence.filter(|evidence| !is_pass(evidence)) {
        page.push_str(
            "\n\n## What is missing\n\nThe work was judged in a clean copy. What done looks like is the \
             verification contract above; this did not hold:\n\n",
        );
        page.push_str(&shortfalls(contract, evidence));
    }
    if let Some(why) = sofar.sent_back {
        page.push_str(&format!("\n\n## Why it was sent back\n\n{}", quoted(why)));
    }
    if let Some(attempt) = sofar.predecessor {
        page.push_str("\n\n## What was done before\n\n");
        page.push_str(&checkpoint(attempt));
    }
    page.push_str(
        "\n\n## What to do now\n\nProduce work that satisfies the whole contract: mend what is named above, and \
         keep what held. Do not change tests or their settings to make them pass; they are put back before \
         anything runs.\n",
    );
    page
}

fn is_pass(evidence: &Evidence) -> bool {
    evidence.observations.iter().all(|seen| seen.finding == Finding::Pass)
}

fn shortfalls(contract: &Contract, evidence: &Evidence) -> String {
    let missing = evidence.observations.iter().filter(|seen| seen.finding != Finding::Pass);
    let asked = |seen: &Observation| {
        if seen.visibility == Visibility::Hidden {
            return None;
        }
        match contract.criteria().iter().find(|one| one.id == seen.criterion) {
            Some(criterion) if criterion.visibility == Visibility::Shown => {
                let name = check_name(&criterion.check);
                Some(format!("**{name}**: {}", indented(&criterion.description)))
            }
            None if seen.of.is_some() => {
                Some("**What was accepted before**: keep it as it is".to_owned())
            }
            None if seen.is_of_the_worker() => {
                Some("**The work itself**: do what is asked, and end with success".to_owned())
            }
            Some(_) | None => None,
        }
    };
    let (told, untold): (Vec<_>, Vec<_>) =
        missing.map(|seen| (seen, asked(seen))).partition(|(_, asked)| asked.is_some());
    let mut page = String::new();
    let mut number = 0_u32;
    for (seen, asked) in told {
        number += 1;
        page.push_str(&shown(number, &asked.unwrap_or_default(), seen));
    }
    // Once, however many there are: how many is something that they saw.
    if !untold.is_empty() {
        page.push_str(&format!("{}. {HIDDEN_SHORTFALL}\n", number + 1));
    }
    page
}

fn shown(number: u32, asked: &str, seen: &Observation) -> String {
    let mut item = format!("{number}. {asked}\n   Found: {}\n", indented(&seen.reason));
    if let Some(ran) = &seen.ran {
        item.push_str(&format!("   Ran: `{}`\n", indented(ran)));
    }
    let output = ends(&seen.output, MOST_OUTPUT);
    if !output.is_empty() {
        item.push_str(&format!("   Output:\n\n{}\n", block(&output)));
    }
    item
}

/// What the one before did, said and left, as far as it can be told.
fn checkpoint(attempt: &Attempt) -> String {
    let mut page = format!(
        "{} worked on this before you and did not meet the contract. What follows is its own account; it \
         may be wrong.\n\n",
        attempt.by
    );
    let files = &attempt.submission.files_changed;
    if !files.is_empty() {
        let listed: Vec<&str> = files.iter().take(MOST_FILES).map(String::as_str).collect();
        let more = files.len().saturating_sub(MOST_FILES);
        page.push_str(&format!("Files changed: {}", listed.join(", ")));
        if more > 0 {
            page.push_str(&format!(" and {more} more"));
        }
        page.push_str("\n\n");
    }
    let said = attempt.work.as_ref().map(|work| ends(&work.said, MOST_WORDS)).unwrap_or_default();
    if !said.is_empty() {
        page.push_str(&format!("Its last words:\n\n{}", block(&said)));
    }
    page
}

/// The end of an output, where the reason mostly is, with its beginning if there is room.
fn ends(output: &Output, most: usize) -> String {
    let whole = if output.tail.is_empty() { &output.head } else { &output.tail };
    let whole = whole.trim();
    let skip = whole.chars().count().saturating_sub(most);
    let end: String = whole.chars().skip(skip).collect();
    if skip > 0 || (output.bytes_left_out > 0 && !output.tail.is_empty()) {
        format!("…\n{end}")
    } else {
        end
    }
}

/// A block that no line of what it holds can end.
fn block(text: &str) -> String {
    text.lines().map(|line| format!("       {line}\n")).collect()
}

fn quoted(text: &str) -> String {
    text.trim().lines().map(|line| format!("> {line}\n")).collect()
}

fn indented(text: &str) -> String {
    text.trim().replace('\n', "\n   ")
}
