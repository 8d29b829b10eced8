//! A finding as a compiler shows it: where, the line, what is wrong with it, and what helps.

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use countersign_contract::LineIndex;
use countersign_contract::lint::{Finding, Severity};

use super::plain;

/// Longest line that is shown around a finding.
const LONGEST: usize = 400;

/// With colour marks; the printer takes them away where they are not wanted.
pub fn render(finding: &Finding, source: Option<&Source>) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let message = plain(&finding.message);
    let file = plain(&finding.file);
    let title = level.primary_title(message.as_str()).id(finding.code);
    let reason = Level::NOTE.message(finding.reason);
    let fix = plain(&finding.fix);
    let help = Level::HELP.message(fix.as_str());
    let report = match source.and_then(|source| excerpt(finding, source)) {
        Some(Excerpt { lines, first_line, from, to }) => title.element(
            Snippet::source(lines)
                .line_start(first_line)
                .path(file.as_str())
                .annotation(AnnotationKind::Primary.span(from..to).label(finding.name)),
        ),
        None => title.element(
            Origin::path(file.as_str()).line(finding.start.line).char_column(finding.start.column),
        ),
    };
    let report = [report.element(reason).element(help)];
    format!("{}\n\n", Renderer::styled().render(&report))
}

/// A text with its lines counted once, however many findings it has.
pub struct Source {
    text: String,
    lines: LineIndex,
}

impl Source {
    pub fn new(text: String) -> Self {
        let lines = LineIndex::new(&text);
        Self { text, lines }
    }
}

struct Excerpt<'t> {
    lines: &'t str,
    first_line: usize,
    from: usize,
    to: usize,
}

/// The first line of a finding. Nothing where the text is no longer the one that was judged, or where
/// the line is too long to look at.
fn excerpt<'t>(finding: &Finding, source: &'t Source) -> Option<Excerpt<'t>> {
    let text = source.text.as_str();
    // No more of a line is looked at than is shown of the longest: a line may be as long as the file.
    let near = finding.span.start.saturating_sub(LONGEST + 1);
    let before = text.as_bytes().get(near..finding.span.start)?;
    let start = match before.iter().rposition(|byte| *byte == b'\n') {
        Some(at) => near + at + 1,
        None if near == 0 => 0,
        None => return None,
    };
    let after = text.as_bytes().get(start..)?;
    let after = after.get(..LONGEST + 2).unwrap_or(after);
    let end = after.iter().position(|byte| *byte == b'\n').map_or(after.len(), |at| at + 1);
    let lines = text.get(start..start + end)?.lines().next().unwrap_or_default();
    let from = finding.span.start - start;
    let to = finding.span.end.min(start + lines.len()).max(finding.span.start) - start;
    let same = source.lines.line(finding.span.start) == finding.start.line;
    (same && lines.len() <= LONGEST && from <= lines.len()).then_some(Excerpt {
        lines,
        first_line: finding.start.line,
        from,
        to,
    })
}
