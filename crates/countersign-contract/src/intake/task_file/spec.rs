//! The tests a task file carries, shown and hidden.

use countersign_core::Placement;

use super::target::{self, Target};
use super::{Block, SectionKind, TaskFile};

/// Formats in which there are no comments.
const WITHOUT_COMMENTS: [&str; 7] = ["json", "jsonl", "ndjson", "geojson", "csv", "tsv", "txt"];

/// A code block and the file it is for.
#[derive(Debug, Clone)]
pub struct SpecBlock<'t> {
    pub block: Block<'t>,
    /// Absent where neither the info string nor the first comment names a file.
    pub target: Option<Target>,
}

impl SpecBlock<'_> {
    /// The content as the file will hold it: lines end in `\n`, and what the fence was indented by is
    /// taken off them.
    pub fn file_content(&self, text: &str) -> String {
        let fence_line = self.block.span.of(text);
        let indent = fence_line.len() - fence_line.trim_start_matches(' ').len();
        let mut content = String::with_capacity(self.block.content.len());
        let label = self.label_in(self.block.content);
        for (number, line) in self.block.content.lines().enumerate() {
            if Some(number) == label {
                continue;
            }
            let blanks = line.len() - line.trim_start_matches(' ').len();
            content.push_str(line.get(blanks.min(indent)..).unwrap_or(line));
            content.push('\n');
        }
        content
    }

    /// The line that names the file and cannot stand in it: what reads such files knows no comments.
    fn label_in(&self, content: &str) -> Option<usize> {
        let target = self.target.as_ref()?;
        let extension = target.path.rsplit_once('.').map(|(_, extension)| extension)?;
        let has_no_comments =
            WITHOUT_COMMENTS.iter().any(|known| known.eq_ignore_ascii_case(extension));
        // Before the block where its info string names the file.
        let at = target.span.start.checked_sub(self.block.content_span.start)?;
        let before = content.get(..at).filter(|_| has_no_comments)?;
        Some(before.matches('\n').count())
    }

    /// How it comes to its file. In Rust unit tests stand in the file that they test, which is the work itself.
    pub(super) fn placement(&self, target: &Target) -> Placement {
        if !target.path.ends_with(".rs") {
            return target.placement;
        }
        let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//");
        let first = self.block.content.lines().map(str::trim).find(is_code);
        let is_module = first.is_some_and(|first| first.starts_with("#[cfg(test)]"));
        if is_module { Placement::Added } else { target.placement }
    }
}

impl<'t> TaskFile<'t> {
    /// The blocks of Test Specification.
    pub fn tests(&self) -> Vec<SpecBlock<'t>> {
        self.spec_blocks(SectionKind::TestSpecification)
    }

    /// The blocks of Hidden Tests that are tests. Its shell blocks without a file are commands.
    pub fn hidden_tests(&self) -> Vec<SpecBlock<'t>> {
        let mut blocks = self.spec_blocks(SectionKind::HiddenTests);
        blocks.retain(|spec| spec.target.is_some() || !spec.block.is_shell());
        blocks
    }

    pub(super) fn spec_blocks(&self, kind: SectionKind) -> Vec<SpecBlock<'t>> {
        let blocks = self.sections_of(kind).flat_map(|section| &section.blocks);
        blocks
            .map(|block| SpecBlock {
                block: block.clone(),
                target: target::of_block(self.text, block),
            })
            .collect()
    }
}
