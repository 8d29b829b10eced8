//! The two judged checks: what only a reader can tell is put to an evaluator.
//!
//! An evaluator can only turn a pass into a failure: it is asked after every mechanical check has passed,
//! and an answer that is malformed, missing or late is its own failure, after which a person is asked.

mod answer;
mod command;
mod http;
mod person;
mod prompt;

use countersign_core::Finding;

pub use answer::{Answer, BadAnswer};
pub use command::CommandJudge;
pub use http::{Dialect, HttpJudge};
pub use person::Told;
pub use prompt::{Exhibit, Question};

use crate::check::Seen;

/// How often an evaluator is asked that gives no usable answer.
const TRIES: usize = 2;

/// Something that answers a prompt. Its answer is read as data and nothing else.
pub trait Judge: Send + Sync {
    /// Who is asked, for the evidence.
    fn name(&self) -> &str;

    /// Its answer, unless nobody waits for one any more.
    fn answer(&self, prompt: &str, is_over: &dyn Fn() -> bool) -> Result<String, NoAnswer>;
}

/// Why there is no answer to read.
#[derive(Debug, thiserror::Error)]
pub enum NoAnswer {
    #[error("it could not be started: {0}")]
    NotStarted(std::io::Error),
    #[error(transparent)]
    NotAsked(crate::consulted::Unheard),
    #[error("it ended with {0}")]
    Failed(String),
    #[error("it took more than {} seconds", .0.as_secs())]
    TimedOut(std::time::Duration),
    #[error("nobody waited for it any more")]
    GivenUp,
    #[error("it could not be reached: {0}")]
    Unreachable(String),
    #[error("its answer is longer than {0} bytes")]
    TooLong(u64),
    #[error("no unguessable delimiter could be drawn: {0}")]
    NoDelimiter(String),
}

/// Puts a question to an evaluator, or to a person where there is none.
pub fn ask(judge: Option<&dyn Judge>, question: &Question<'_>, is_over: &dyn Fn() -> bool) -> Seen {
    let Some(judge) = judge else {
        return Seen::undecided(
            "no evaluator is configured: a person has to judge this (`[evaluator]` in countersign.toml)",
        );
    };
    let mut troubles = Vec::new();
    for _ in 0..TRIES {
        match put(judge, question, is_over) {
            Ok(Answer { pass, diagnosis }) => {
                let finding = if pass { Finding::Pass } else { Finding::Fail };
                let reason = match (pass, diagnosis.trim().is_empty()) {
                    (true, true) => format!("{} finds it met", judge.name()),
                    (true, false) | (false, _) => diagnosis,
                };
                return Seen { finding, reason, files: question.digests() };
            }
            Err(trouble) => troubles.push(trouble),
        }
    }
    troubles.dedup();
    Seen::undecided(format!(
        "the evaluator {} gave no usable answer ({}): a person has to judge this",
        judge.name(),
        troubles.join("; ")
    ))
}

fn put(
    judge: &dyn Judge,
    question: &Question<'_>,
    is_over: &dyn Fn() -> bool,
) -> Result<Answer, String> {
    let prompt = question.prompt().map_err(|error| error.to_string())?;
    let answer = judge.answer(&prompt, is_over).map_err(|error| error.to_string())?;
    Answer::read(&answer).map_err(|error| error.to_string())
}
