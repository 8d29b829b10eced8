//! All that is printed goes through here: answers to standard output, failures to standard error.

pub mod amended;
pub mod blocked;
pub mod card;
pub mod diagnostic;
pub mod escalation;
mod event;
mod hidden;
pub mod judged;
pub mod next;
mod page;
mod plain;
pub mod run_events;
pub mod run_screen;
pub mod sarif;
mod standstill;
pub mod verdict;
pub mod view;
pub mod words;

pub use page::Page;
pub use plain::{plain, when};

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::{Ending, Failure};

/// Prints one answer, for a person or for a machine.
#[derive(Debug)]
pub struct Printer {
    json: bool,
    color: anstream::ColorChoice,
}

/// What `--json` prints on standard error when a command fails.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub struct ErrorView<'a> {
    error: FailureView<'a>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Failure")]
struct FailureView<'a> {
    /// A stable word: the rule that refused it, or what went wrong.
    code: &'a str,
    message: String,
    /// How to go on, where there is a way.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    /// Who could do it instead.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    could: &'a [countersign_core::ActorId],
    /// The exit code of the command.
    exit: u8,
}

impl<'a> ErrorView<'a> {
    pub fn of(failure: &'a Failure) -> Self {
        Self {
            error: FailureView {
                code: failure.code(),
                message: failure.to_string(),
                hint: failure.hint(),
                could: failure.could(),
                exit: failure.ending().code(),
            },
        }
    }
}

/// An answer about what may be one thing or many: one alone stands without a list around it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrSeveral<'a, T> {
    One(&'a T),
    Several(&'a [T]),
}

impl<'a, T> OneOrSeveral<'a, T> {
    pub fn of(all: &'a [T]) -> Self {
        match all {
            [one] => OneOrSeveral::One(one),
            several => OneOrSeveral::Several(several),
        }
    }
}

impl Printer {
    pub fn new(json: bool, color: anstream::ColorChoice) -> Self {
        Self { json, color }
    }

    pub fn color(&self) -> anstream::ColorChoice {
        self.color
    }

    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Prints the value as JSON, or the page that `human` writes.
    pub fn answer<T: Serialize>(
        &self,
        value: &T,
        human: impl FnOnce(&mut Page),
    ) -> Result<Ending, Failure> {
        if self.json {
            self.json_line(value)?;
        } else {
            let mut page = Page::default();
            human(&mut page);
            self.write(&page.into_text())?;
        }
        Ok(Ending::Done)
    }

    /// One JSON value on one line.
    pub fn json_line<T: Serialize>(&self, value: &T) -> Result<(), Failure> {
        let mut text = serde_json::to_string(value)
            .map_err(|error| Failure::Output { source: io::Error::other(error) })?;
        text.push('\n');
        self.write(&text)
    }

    /// Text for standard output as it is; colour goes only to a terminal.
    pub fn write(&self, text: &str) -> Result<(), Failure> {
        let mut out = anstream::AutoStream::new(io::stdout().lock(), self.color);
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            // The reader has seen enough, as in `countersign log | head`.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(source) => Err(Failure::Output { source }),
            Ok(()) => Ok(()),
        }
    }

    /// Progress and notices for a person; never on standard output.
    pub fn notice(&self, text: &str) {
        if !self.json {
            let mut err = anstream::AutoStream::new(io::stderr().lock(), self.color);
            // A notice that cannot be shown is not worth failing for.
            let _ = writeln!(err, "{text}");
        }
    }

    /// What is being done, for a person who waits at a terminal and for nobody else.
    pub fn progress(&self, text: &str) {
        if io::stderr().is_terminal() {
            self.notice(&plain(text));
        }
    }

    pub fn failure(&self, failure: &Failure) -> ExitCode {
        let mut err = anstream::AutoStream::new(io::stderr().lock(), self.color);
        let ErrorView { error: view } = ErrorView::of(failure);
        // Standard error is gone: the exit code still tells.
        let _ = if self.json {
            let text = serde_json::to_string(&ErrorView { error: view });
            writeln!(err, "{}", text.unwrap_or_default())
        } else {
            let red = anstyle::AnsiColor::Red.on_default().bold();
            writeln!(err, "{red}error{red:#}: {} [{}]", plain(&view.message), view.code).and_then(
                |()| match &view.hint {
                    Some(hint) => writeln!(err, "hint: {}", plain(hint)),
                    None => Ok(()),
                },
            )
        };
        failure.ending().exit_code()
    }
}
