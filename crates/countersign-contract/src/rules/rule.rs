//! What a rule asks for, and a whole set of them.

use std::sync::LazyLock;

use globset::GlobSet;
use regex::RegexSet;

use super::pattern::{FilePattern, Layer, compile_code, compile_files};
use super::read::RulesError;

/// What a match asks for. Absent fields say nothing, which is not the same as saying no.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rule {
    pub unit: Option<Unit>,
    pub end_to_end: Option<EndToEnd>,
    pub scope: Option<Scope>,
    pub critics: Vec<String>,
    /// Critics of quality; `quality: true` is the one called `quality-critic`.
    pub quality: Vec<String>,
    pub reason: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    No,
    Yes { tester: Option<String> },
}

/// Ordered by how much it asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EndToEnd {
    Skip,
    Deferred,
    Immediate,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    #[default]
    Direct,
    Dependents,
}

/// Rules about the list of files as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CrossCutting {
    /// From this many folders on.
    pub multiple_directories: Option<(u64, Rule)>,
    /// When a file matches one of these globs.
    pub shared_module_touch: Option<(Vec<String>, Rule)>,
}

/// A set of rules, compiled.
#[derive(Debug, Clone)]
pub struct Rules {
    /// Whether the set adds to the built-in one or stands alone.
    pub(super) extends: bool,
    pub(super) defaults: Rule,
    pub(super) files: Vec<FilePattern>,
    pub(super) code: Vec<(String, Rule)>,
    pub(super) cross_cutting: CrossCutting,
    pub(super) file_set: GlobSet,
    pub(super) code_set: RegexSet,
    pub(super) shared_set: GlobSet,
}

impl Default for Rules {
    /// Asks for nothing.
    fn default() -> Self {
        Self {
            extends: true,
            defaults: Rule::default(),
            files: Vec::new(),
            code: Vec::new(),
            cross_cutting: CrossCutting::default(),
            file_set: GlobSet::empty(),
            code_set: RegexSet::empty(),
            shared_set: GlobSet::empty(),
        }
    }
}

static BUILT_IN: LazyLock<Rules> = LazyLock::new(|| {
    // A test holds that it parses.
    Rules::parse(include_str!("default.json")).map(|parsed| parsed.rules).unwrap_or_default()
});

impl Rules {
    /// For TypeScript and JavaScript, Python, Rust, Go and Java. It names no critic: a critic that
    /// nobody has configured makes a task wait for a person.
    pub fn built_in() -> &'static Rules {
        &BUILT_IN
    }

    /// This set with a project's own on top, or the project's alone where it says `"extends": false`.
    /// The project's rule replaces the one for the same pattern.
    pub fn extended_by(&self, project: &Rules) -> Result<Rules, RulesError> {
        if !project.extends {
            return Ok(project.clone());
        }
        let replaced = |text: &str| project.files.iter().any(|pattern| pattern.text == text);
        let mut files: Vec<FilePattern> =
            self.files.iter().filter(|pattern| !replaced(&pattern.text)).cloned().collect();
        for pattern in &mut files {
            pattern.layer = Layer::Below;
        }
        files.extend(project.files.iter().cloned());
        let rewritten = |text: &str| project.code.iter().any(|(pattern, _)| pattern == text);
        let mut code = self.code.clone();
        code.retain(|(text, _)| !rewritten(text));
        code.extend(project.code.iter().cloned());
        let cross = project.cross_cutting.clone();
        let shared_is_own = cross.shared_module_touch.is_some();
        let below = &self.cross_cutting;
        Ok(Rules {
            extends: true,
            defaults: project.defaults.clone().or(&self.defaults),
            file_set: compile_files(files.iter().map(|pattern| pattern.text.as_str()))?,
            code_set: compile_code(code.iter().map(|(text, _)| text.as_str()))?,
            shared_set: if shared_is_own { &project.shared_set } else { &self.shared_set }.clone(),
            cross_cutting: CrossCutting {
                multiple_directories: cross
                    .multiple_directories
                    .or_else(|| below.multiple_directories.clone()),
                shared_module_touch: cross
                    .shared_module_touch
                    .or_else(|| below.shared_module_touch.clone()),
            },
            files,
            code,
        })
    }

    pub fn patterns(&self) -> usize {
        self.files.len() + self.code.len()
    }
}

impl Rule {
    /// What it leaves open, another says.
    fn or(self, other: &Rule) -> Rule {
        let first_of = |ours: Vec<String>, theirs: &Vec<String>| {
            if ours.is_empty() { theirs.clone() } else { ours }
        };
        Rule {
            unit: self.unit.or_else(|| other.unit.clone()),
            end_to_end: self.end_to_end.or(other.end_to_end),
            scope: self.scope.or(other.scope),
            critics: first_of(self.critics, &other.critics),
            quality: first_of(self.quality, &other.quality),
            reason: self.reason.or_else(|| other.reason.clone()),
        }
    }
}
