//! Reads the folder that work is done in: its files, its rules and its settings, for making contracts.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use countersign_contract::generate::{Generated, Surroundings, Wishes, generate};
use countersign_contract::rules::{Rules, RulesNotice};
use countersign_contract::template::{self, Templates};
use countersign_contract::workspace::{MAX_MARKER, Survey, WorkspaceFile, WorkspaceIndex};
use countersign_contract::{Draft, Proposal, Workspace};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::config::{Project, STATE_FOLDER};
use crate::context::current_folder;
use crate::extractor;
use crate::failure::Failure;
use crate::output::Printer;
use crate::trust::Door;

/// Most files of a workspace that are looked at.
const MOST_FILES: usize = 50_000;
/// Most bytes of a source, and of all sources together, that are looked at for tests.
const LONGEST_SOURCE: u64 = 512 * 1024;
const MOST_SOURCE: u64 = 32 * 1024 * 1024;
/// The rules of a project, unless its settings name another file.
const RULES: &str = "test-activity-rules.json";
/// Settings of another tool that may be there already.
const PROJECT_JSON: &str = "project.json";
const PROMPT_FOR_ADVISORY: &str = "promptForAdvisory";

/// What is read of another tool's `project.json`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct ProjectJson {
    /// Whether a person wants to be asked about advisory work.
    #[serde(default, rename = "promptForAdvisory")]
    prompt_for_advisory: bool,
}

/// All that a contract is made with, beside the task.
#[derive(Debug)]
pub struct Site {
    root: PathBuf,
    workspace: Workspace,
    survey: Survey,
    rules: Rules,
    templates: Templates,
    universal: bool,
    prompt_for_advisory: bool,
    extractor: Option<String>,
    pub notices: Vec<String>,
}

impl Site {
    /// The project's folder or, where there is no project, the current one.
    pub fn here() -> Result<Self, Failure> {
        let current = current_folder()?;
        let project = Project::joined(&current)?;
        let root = project.as_ref().map_or(current, |project| project.root().to_owned());
        Self::of(root, project.as_ref())
    }

    /// A folder as it is, with the settings of the project it lies in.
    pub fn at(folder: &Path) -> Result<Self, Failure> {
        Self::of(folder.to_owned(), Project::joined(folder)?.as_ref())
    }

    /// Likewise at a door: what is set there to be run and is not confirmed is left out, and that is said.
    pub fn at_door(folder: &Path, door: &Door) -> Result<Self, Failure> {
        let project = Project::joined(folder)?;
        let mut site = Self::of(folder.to_owned(), project.as_ref())?;
        if let (Some(project), Some(_)) = (&project, &site.extractor) {
            match door.refuse_unconfirmed(project) {
                Err(failure @ Failure::UnconfirmedSettings { .. }) => {
                    let hint = failure.hint().unwrap_or_default();
                    site.notices.push(format!("the extractor was not asked: {failure} ({hint})"));
                    site.extractor = None;
                }
                checked => checked?,
            }
        }
        Ok(site)
    }

    fn of(root: PathBuf, project: Option<&Project>) -> Result<Self, Failure> {
        let (mut workspace, mut notices) = look(&root);
        workspace.tested = tested(&root, &workspace, &mut notices);
        read_untold_tests(&root, &mut workspace);
        let (rules, of_rules) = rules(&root, project.and_then(Project::rules))?;
        notices.extend(of_rules);
        let asked = match project.and_then(Project::prompt_for_advisory) {
            Some(asked) => asked,
            None => asked_in_project_json(&root, &mut notices),
        };
        Ok(Self {
            survey: workspace.survey(),
            workspace,
            rules,
            templates: project.map(|p| p.templates().clone()).unwrap_or_default(),
            universal: project.is_none_or(Project::universal_criteria),
            prompt_for_advisory: asked,
            extractor: project.and_then(|p| p.extractor().map(ToOwned::to_owned)),
            root,
            notices,
        })
    }

    /// Says what was found wrong on the way and left out.
    pub fn tell(&self, printer: &Printer) {
        for notice in &self.notices {
            printer.notice(&format!("note: {notice}"));
        }
    }

    pub fn without_universal(mut self, without: bool) -> Self {
        self.universal &= !without;
        self
    }

    /// Named criteria of the settings.
    pub fn templates(&self, names: &[String]) -> Result<Vec<Proposal>, Failure> {
        Ok(template::propose_all(&self.templates, names)?)
    }

    pub fn generator(&self) -> Generator<'_> {
        Generator { site: self, index: WorkspaceIndex::new(&self.workspace) }
    }
}

/// Makes contracts at a site, one or many.
#[derive(Debug)]
pub struct Generator<'s> {
    site: &'s Site,
    index: WorkspaceIndex<'s>,
}

impl Generator<'_> {
    /// What a contract for the draft would say. A configured model is asked as well; what it answers is
    /// checked, and without an answer the text alone decides.
    pub fn generate(&self, draft: &Draft, mut wishes: Wishes, printer: &Printer) -> Generated {
        let site = self.site;
        if let Some(command) = &site.extractor {
            let read = extractor::read(command, &site.root, &draft.said(), &site.workspace);
            for notice in &read.notices {
                printer.notice(&format!("note: {notice}"));
            }
            wishes.extraction = Some(read.extraction);
        }
        let around = Surroundings {
            workspace: &site.workspace,
            survey: &site.survey,
            index: &self.index,
            rules: &site.rules,
            universal: site.universal,
            prompt_for_advisory: site.prompt_for_advisory,
        };
        generate(draft, &around, wishes)
    }
}

/// The files of a folder as far as version control would keep them, and the texts that say how the
/// folder is tested, linted and built.
fn look(root: &Path) -> (Workspace, Vec<String>) {
    let mut notices = Vec::new();
    let mut files = Vec::new();
    let walk = ignore::WalkBuilder::new(root)
        .hidden(false)
        .require_git(false)
        .filter_entry(|entry| {
            let name = entry.file_name();
            name != ".git" && name != STATE_FOLDER && name != "node_modules"
        })
        .sort_by_file_path(Ord::cmp)
        .build();
    for entry in walk {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                notices.push(error.to_string());
                continue;
            }
        };
        if !entry.file_type().is_some_and(|kind| kind.is_file()) {
            continue;
        }
        let Some(path) = relative(root, entry.path()) else { continue };
        if files.len() == MOST_FILES {
            notices.push(format!("only the first {MOST_FILES} files were looked at"));
            break;
        }
        let text = match Workspace::wants_text(&path) {
            true => read_marker(entry.path(), &path, &mut notices),
            false => None,
        };
        files.push(WorkspaceFile { path, text });
    }
    let name = root.file_name().and_then(|name| name.to_str()).map(ToOwned::to_owned);
    (Workspace { name, files, ..Workspace::default() }, notices)
}

/// One source of each package in which a test was seen. Reading stops there, and where it was enough.
fn tested(root: &Path, workspace: &Workspace, notices: &mut Vec<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut left = MOST_SOURCE;
    for package in workspace.untested_packages() {
        for path in &package.sources {
            if left == 0 {
                notices.push(format!(
                    "only the first {MOST_SOURCE} bytes of sources were looked at for tests"
                ));
                return found;
            }
            let Some(text) = read_source(&root.join(path), left) else { continue };
            left = left.saturating_sub(text.len() as u64);
            if Workspace::has_test(&text, &package) {
                found.insert((*path).to_owned());
                break;
            }
        }
    }
    found
}

/// The texts of tests of which nothing else says what runs them.
fn read_untold_tests(root: &Path, workspace: &mut Workspace) {
    let untold: BTreeSet<String> =
        workspace.untold_tests().into_iter().map(ToOwned::to_owned).collect();
    for file in workspace.files.iter_mut().filter(|file| untold.contains(&file.path)) {
        file.text = read_source(&root.join(&file.path), MAX_MARKER as u64);
    }
}

/// The beginning of a source; what cannot be read shows no test.
fn read_source(file: &Path, left: u64) -> Option<String> {
    let mut bytes = Vec::new();
    fs::File::open(file).ok()?.take(left.min(LONGEST_SOURCE)).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// A path from the root, with `/`; a name that is not text can be matched by nothing.
fn relative(root: &Path, path: &Path) -> Option<String> {
    let parts = path.strip_prefix(root).ok()?.iter().map(|part| part.to_str());
    Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
}

fn read_marker(file: &Path, path: &str, notices: &mut Vec<String>) -> Option<String> {
    let limit = MAX_MARKER as u64;
    let read = fs::File::open(file).and_then(|file| {
        let mut bytes = Vec::new();
        file.take(limit + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    });
    let text = read.and_then(|bytes| {
        // Told before it is decoded: the end of what was read may lie within a character.
        if bytes.len() as u64 > limit {
            return Ok(None);
        }
        let text = String::from_utf8(bytes);
        text.map(Some)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
    });
    match text {
        Ok(Some(text)) => Some(text),
        Ok(None) => {
            notices.push(format!("{path} is larger than {limit} bytes and was not read"));
            // Not `None`: that would mean that only the name is known, and make room for assumptions.
            Some(String::new())
        }
        Err(error) => {
            notices.push(format!("{path} cannot be read: {error}"));
            Some(String::new())
        }
    }
}

/// The built-in rules, extended or replaced by the project's own.
pub fn rules(root: &Path, named: Option<&Path>) -> Result<(Rules, Vec<String>), Failure> {
    let path = root.join(named.unwrap_or_else(|| Path::new(RULES)));
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound && named.is_none() => {
            return Ok((Rules::built_in().clone(), Vec::new()));
        }
        Err(source) => return Err(Failure::Unreadable { path, source }),
    };
    let parsed = Rules::parse(&text)
        .map_err(|error| Failure::BadFile { path: path.clone(), why: error.to_string() })?;
    let said = |notice: &RulesNotice| {
        let RulesNotice { at, what } = notice;
        format!("{}:{}:{}: {what}", path.display(), at.line, at.column)
    };
    let notices = parsed.notices.iter().map(said).collect();
    let rules = Rules::built_in().extended_by(&parsed.rules);
    let rules =
        rules.map_err(|error| Failure::BadFile { path: path.clone(), why: error.to_string() })?;
    Ok((rules, notices))
}

/// Whether another tool's settings say so. Where they speak of it and cannot be understood, a person is asked: one
/// question too many is better than one too few.
fn asked_in_project_json(root: &Path, notices: &mut Vec<String>) -> bool {
    let text = fs::read_to_string(root.join(PROJECT_JSON)).unwrap_or_default();
    let text = text.trim_start_matches('\u{feff}');
    match serde_json::from_str::<ProjectJson>(text) {
        Ok(read) => read.prompt_for_advisory,
        Err(error) if text.contains(PROMPT_FOR_ADVISORY) => {
            let why = format!(
                "{PROJECT_JSON} speaks of {PROMPT_FOR_ADVISORY} and cannot be read ({error})"
            );
            notices.push(format!("{why}, so a person is asked about advisory work"));
            true
        }
        Err(_) => false,
    }
}
