//! Which kind of source a text is.

use super::error::IntakeError;
use super::hidden_title::hidden_tests;
use super::lines::{Fence, Line, Look, fence, heading, line_places};
use super::task_file::{SectionKind, TaskFile, kind_of};
use super::{Bindings, Intake, prd, prose, workflow};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SourceKind {
    TaskFile,
    Prd,
    Workflow,
    Prose,
}

/// By the file's name where that says it, otherwise by the text's form. Prose is what has none.
pub fn detect(name: Option<&str>, text: &str) -> SourceKind {
    let extension = name.and_then(|name| name.rsplit_once('.')).map(|(_, extension)| extension);
    if extension.is_some_and(|it| it.eq_ignore_ascii_case("yaml") || it.eq_ignore_ascii_case("yml"))
    {
        return SourceKind::Workflow;
    }
    let signs = Signs::of(text);
    if signs.is_task_file() || (signs.front_matter_with_id && !signs.story) {
        SourceKind::TaskFile
    } else if signs.story {
        SourceKind::Prd
    } else if signs.steps {
        SourceKind::Workflow
    } else if signs.requirements {
        SourceKind::Prd
    } else {
        SourceKind::Prose
    }
}

/// Whether it is a task file with tests that its worker must not see, or looks like one: what cannot be read as a
/// task file hides as much as it seems to.
pub fn hides_tests(text: &str) -> bool {
    let has_section = || {
        let file = TaskFile::parse(text);
        file.is_ok_and(|file| file.sections_of(SectionKind::HiddenTests).next().is_some())
    };
    detect(None, text) == SourceKind::TaskFile && (hidden_tests(text).is_some() || has_section())
}

/// Reads a source of a known kind.
pub fn read(kind: SourceKind, text: &str, bindings: &Bindings) -> Result<Intake, IntakeError> {
    match kind {
        SourceKind::TaskFile => {
            let draft = TaskFile::parse(text)?.draft()?;
            Ok(Intake { goal: None, drafts: vec![draft] })
        }
        SourceKind::Prd => prd(text),
        SourceKind::Workflow => workflow(text, bindings),
        SourceKind::Prose => prose(text),
    }
}

/// Whether the line that begins here may be a heading or a fence.
#[inline]
fn may_be_markup(text: &str, line: usize) -> bool {
    let rest = text.as_bytes().get(line..).unwrap_or_default();
    let first = rest.iter().find(|byte| **byte != b' ');
    matches!(first, Some(b'#' | b'`' | b'~'))
}

#[derive(Default)]
struct Signs {
    front_matter_with_id: bool,
    sections: Vec<SectionKind>,
    story: bool,
    /// A heading that only PRDs have, though no story was found.
    requirements: bool,
    steps: bool,
}

impl Signs {
    fn of(text: &str) -> Self {
        let mut signs = Self::default();
        let bom = text.len() - text.trim_start_matches('\u{feff}').len();
        let mut block: Option<Fence<'_>> = None;
        let mut in_front_matter = false;
        // YAML begins with a key; a page of prose may hold a line that looks like one.
        let mut begins_with_key = None;
        let rest = text.get(bom..).unwrap_or_default();
        for (start, end) in line_places(rest) {
            // Most lines, told by their first mark.
            if begins_with_key == Some(false) && !in_front_matter && !may_be_markup(rest, start) {
                continue;
            }
            let line = Line::at(text, bom + start, bom + end);
            if let Some(begins) = begins_with_key
                && !in_front_matter
                && line.look() != Look::Markup
            {
                signs.steps |= begins && line.text.starts_with("steps:") && block.is_none();
                continue;
            }
            let said = line.text.trim_end();
            if begins_with_key.is_none() && said == "---" && !in_front_matter {
                in_front_matter = true;
                continue;
            }
            let is_key = ["steps:", "name:"].iter().any(|key| said.starts_with(key));
            if begins_with_key.is_none() && !said.is_empty() && !said.starts_with('#') {
                begins_with_key = Some(is_key);
            }
            let begins = begins_with_key == Some(true);
            signs.steps |= begins && said.starts_with("steps:") && block.is_none();
            if in_front_matter {
                in_front_matter = !matches!(said, "---" | "...");
                signs.front_matter_with_id |= in_front_matter && said.starts_with("id:");
                continue;
            }
            if line.look() != Look::Markup {
                continue;
            }
            match (block, fence(&line)) {
                (None, Some(open)) => block = Some(open),
                (Some(open), Some(close)) if close.info.is_empty() && close.reaches(&open) => {
                    block = None;
                }
                (Some(_), _) => {}
                (None, None) => signs.heading(heading(&line)),
            }
            // Nothing after it can change the answer.
            if signs.has_own_section() {
                break;
            }
        }
        signs
    }

    fn heading(&mut self, heading: Option<(usize, &str)>) {
        let Some((level, title)) = heading else { return };
        self.story |= level >= 2 && super::prd::names_a_story(title);
        self.requirements |= super::prd::is_of_a_prd(level, title);
        if level != 2 {
            return;
        }
        let kind = kind_of(title);
        if kind != SectionKind::Other && !self.sections.contains(&kind) {
            self.sections.push(kind);
        }
    }

    /// Whether it has a section that only task files have.
    fn has_own_section(&self) -> bool {
        let own = [SectionKind::TestSpecification, SectionKind::OutputFiles];
        self.sections.iter().any(|kind| own.contains(kind))
    }

    /// A heading such as Dependencies or Verification alone is found in any text. A PRD with hidden tests is
    /// told so.
    fn is_task_file(&self) -> bool {
        let common =
            self.sections.iter().filter(|kind| **kind != SectionKind::Dependencies).count();
        let hides = self.sections.contains(&SectionKind::HiddenTests);
        let is_prd = self.story || (self.requirements && common < 2);
        self.has_own_section() || ((common >= 2 || hides) && !is_prd)
    }
}

#[cfg(test)]
mod tests {
    use super::hides_tests;

    #[test]
    fn a_task_file_hides_tests_and_a_page_about_them_does_not() {
        let task = "---\nid: TASK-1\n---\n\n# TASK-1\n\n## Output Files\n\nWRITE: a.py\n";
        let hidden = "\n## Hidden Tests\n\n```python\n# tests/test_a.py\nassert True\n```\n";
        assert!(hides_tests(&format!("{task}{hidden}")));
        assert!(hides_tests(&format!("{task}{}", hidden.replace('\n', "\r\n"))));
        // Front matter that nobody can read makes nothing visible.
        assert!(hides_tests(&format!(
            "---\nid: [\n---\n{}{hidden}",
            task.replace("id: TASK-1", "")
        )));
        for other in
            [task, "# A page\n\nOf hidden tests.\n", "# A page\n\n```md\n## Hidden Tests\n```\n"]
        {
            assert!(!hides_tests(other), "{other}");
        }
    }
}
