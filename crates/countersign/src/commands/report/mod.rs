//! `report`: what came of a run, for a person, a CI or a program.

mod graph;
mod html;
mod junit;
mod markdown;
mod view;

use clap::Args;

use crate::config::Project;
use crate::context::{Context, current_folder};
use crate::failure::{Ending, Failure};
use crate::runs::Reading;
pub use view::ReportView;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign report > report.md\n  countersign report RUN-3 --html > report.html\n  \
    countersign report --junit > junit.xml\n\nMarkdown, unless another form is asked for. The page is one file \
    that needs no other. Nothing that is hidden from workers is in it."
)]
pub struct Report {
    /// Which run [default: the last that had tasks]
    #[arg(value_name = "RUN")]
    run: Option<String>,
    /// One page with the tasks as a picture
    #[arg(long, group = "form")]
    html: bool,
    /// Markdown
    #[arg(long, group = "form")]
    md: bool,
    /// JUnit XML, which any CI reads
    #[arg(long, group = "form")]
    junit: bool,
}

impl Report {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        if context.printer.is_json() && (self.html || self.md || self.junit) {
            return Err(Failure::Usage("--json is a form of its own".into()));
        }
        let project = Project::joined(&current_folder()?)?.ok_or(Failure::NoProject)?;
        let mut reading = match &self.run {
            Some(name) => Reading::open(&project, Some(name))?,
            None => Reading::open_last(&project)?,
        };
        let lines = reading.all()?;
        let engine = context.engine().await?;
        let report = ReportView::of(&lines, &engine).await?;
        if context.printer.is_json() {
            context.printer.json_line(&report)?;
        } else if self.html {
            context.printer.write(&html::page(&report))?;
        } else if self.junit {
            context.printer.write(&junit::document(&report))?;
        } else {
            context.printer.write(&markdown::page(&report))?;
        }
        Ok(Ending::Done)
    }
}

/// Text for HTML and XML: nothing in it means anything there. What XML has no place for is replaced.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(c),
            '\u{FFFE}' | '\u{FFFF}' => safe.push('\u{FFFD}'),
            c if c.is_control() => safe.push('\u{FFFD}'),
            c => safe.push(c),
        }
    }
    safe
}

/// Milliseconds as seconds.
fn seconds(ms: u64) -> String {
    format!("{}.{:03}", ms / 1000, ms % 1000)
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_in_a_text_is_read_as_markup() {
        assert_eq!(escaped("<b a='\"'>&"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;");
        assert_eq!(escaped("a\u{1b}[2Jb\u{0}"), "a\u{FFFD}[2Jb\u{FFFD}");
    }
}
