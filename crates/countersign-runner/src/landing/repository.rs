//! The repository of a project: its own, or one of ours.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use countersign_core::TreeId;

use super::branches::Branches;
use super::error::LandingError;
use super::names::{Names, Oid};
use crate::area::{Base, Bases, Closes, FileLock, RAW};
use crate::git::{Call, Git, GitError, Program};
use crate::room::PrivateFolder;

const SHADOW: &str = "shadow.git";
const LOCK: &str = "integration.lock";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The project's own.
    Own,
    /// One of ours in the state folder, because the project has none.
    Shadow,
}

/// Where results are landed.
#[derive(Debug)]
pub struct Repository {
    pub(super) kind: Kind,
    pub(super) git: Git,
    pub(super) names: Names,
    /// The project's folder in the work tree, with a slash after it; empty where they are the same.
    pub(super) prefix: String,
    pub(super) project: PathBuf,
    pub(super) state: PathBuf,
    pub(super) bases: Bases,
    /// The person's own index. It is only copied.
    pub(super) index: PathBuf,
    /// Whether the person's settings may ask for conversions, whatever the tree says.
    pub(super) may_convert: bool,
    /// Where its branches are kept.
    pub(super) branches: Branches,
}

impl Repository {
    /// The repository that the project's folder is part of. A folder of which a repository above it has nothing is
    /// no part of it.
    pub fn open(project: &Path, state: &Path) -> Result<Self, LandingError> {
        let project = project.canonicalize().map_err(LandingError::not_read(project))?;
        fs::create_dir_all(state).map_err(LandingError::not_written(state))?;
        let state = state.canonicalize().map_err(LandingError::not_read(state))?;
        let program = Program::find(&project)?;
        program.check()?;
        match Found::from(&program, &project)? {
            Some(found) => Self::own(program, project, state, found),
            None => Self::shadow(program, project, state),
        }
    }

    /// Refuses a folder that no work can be landed in. It makes nothing there.
    pub fn refuse_without_work_tree(project: &Path) -> Result<(), LandingError> {
        let program = Program::find(project)?;
        program.check()?;
        Found::from(&program, project).map(drop)
    }

    /// No base of it has a file that closes.
    pub fn closing(self, closes: Closes) -> Self {
        Self { bases: self.bases.closing(closes), ..self }
    }

    fn own(
        program: Program,
        project: PathBuf,
        state: PathBuf,
        found: Found,
    ) -> Result<Self, LandingError> {
        let Found { top, folder, common, prefix, index } = found;
        let work_tree = (folder != common).then(|| folder.file_name()?.to_str()).flatten();
        let names = Names::of(work_tree, &prefix);
        let git = Git { program, folder, work_tree: top, is_ours: false };
        let bases = Bases::new(&project, &state);
        let may_convert = !prefix.is_empty() || may_convert(&git, &common)?;
        let (kind, branches) = (Kind::Own, Branches::of(common));
        Ok(Self { kind, git, names, prefix, project, state, bases, index, may_convert, branches })
    }

    fn shadow(program: Program, project: PathBuf, state: PathBuf) -> Result<Self, LandingError> {
        let folder = state.join(SHADOW);
        let git =
            Git { program, folder: folder.clone(), work_tree: project.clone(), is_ours: true };
        let bases = Bases::new(&project, &state);
        if !folder.is_dir() {
            let making =
                PrivateFolder::new(&bases.making()?).map_err(crate::area::BaseError::from)?;
            let new = making.path().join(SHADOW);
            let git = Git { folder: new.clone(), ..git.clone() };
            git.init("make a repository beside the project")?;
            let info = new.join("info");
            fs::create_dir_all(&info)
                .and_then(|()| fs::write(info.join("attributes"), RAW))
                .map_err(LandingError::not_written(info))?;
            match fs::rename(&new, &folder) {
                // Someone else was faster with the same.
                Err(_) if folder.is_dir() => {}
                renamed => renamed.map_err(LandingError::not_written(&folder))?,
            }
        }
        let index = folder.join("index");
        let (kind, names, prefix) = (Kind::Shadow, Names::of(None, ""), String::new());
        let branches = Branches::of(folder);
        let may_convert = false;
        Ok(Self { kind, git, names, prefix, project, state, bases, index, may_convert, branches })
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    pub fn bases(&self) -> &Bases {
        &self.bases
    }

    /// The integration branch, as people write it.
    pub fn integration_branch(&self) -> String {
        self.names.integration()
    }

    /// Where the integration branch is. Absent where nothing was begun.
    pub fn head(&self) -> Result<Option<Oid>, LandingError> {
        let name = self.names.integration_ref();
        Ok(self.refs(&[&name])?.remove(&name))
    }

    /// A base that work was started from, to go on after a crash.
    pub fn reopen(&self, base: &TreeId) -> Result<Base, LandingError> {
        Ok(self.bases.open(base)?)
    }

    /// Nobody else moves the integration branch as long as this is held.
    pub(super) fn lock(&self) -> Result<FileLock, LandingError> {
        let path = self.state.join(LOCK);
        FileLock::wait_for(&path).map_err(LandingError::not_written(path))
    }

    /// A folder that goes away when it is dropped.
    pub(super) fn private(&self) -> Result<PrivateFolder, LandingError> {
        Ok(PrivateFolder::new(&self.bases.making()?).map_err(crate::area::BaseError::from)?)
    }

    /// Those of the refs that there are.
    pub(super) fn refs(&self, names: &[&str]) -> Result<BTreeMap<String, Oid>, LandingError> {
        if let Some(refs) = self.branches.read(names) {
            return Ok(refs);
        }
        let call = self.git.call("look at our branches");
        let text = call
            .args(&["for-each-ref", "--format=%(objectname) %(refname)", "--"])
            .args(names)
            .text()?;
        let mut refs = BTreeMap::new();
        for line in text.lines() {
            let (oid, name) = line.split_once(' ').unwrap_or((line, ""));
            // A name stands for everything below it as well.
            if names.contains(&name) {
                refs.insert(name.to_owned(), Oid::new(oid)?);
            }
        }
        Ok(refs)
    }

    /// Moves refs, all or none, each from where it was seen. Whether they still were there.
    pub(super) fn move_refs(
        &self,
        why: &str,
        moves: &[(&str, &Oid, Option<&Oid>)],
    ) -> Result<bool, LandingError> {
        let what = "move our branches";
        let mut input = String::from("start\n");
        for (name, to, from) in moves {
            input.push_str(&match from {
                Some(from) => format!("update {name} {to} {from}\n"),
                None => format!("create {name} {to}\n"),
            });
        }
        input.push_str("prepare\ncommit\n");
        let said =
            self.git.call(what).args(&["update-ref", "-m", why, "--stdin"]).input(input).said()?;
        let has_moved = ["but expected", "already exists", "unable to resolve reference"];
        if said.code == 0 {
            Ok(true)
        } else if has_moved.iter().any(|sign| said.complaint.contains(sign)) {
            Ok(false)
        } else {
            Err(GitError::of(what, &said).into())
        }
    }

    pub(super) fn is_ancestor(&self, ancestor: &Oid, of: &Oid) -> Result<bool, LandingError> {
        let call = self.git.call("compare two commits").args(&["merge-base", "--is-ancestor"]);
        Ok(ancestor == of || call.arg(ancestor.as_str()).arg(of.as_str()).answer()?)
    }

    /// What a commit holds: two with the same files have the same name for it.
    pub fn tree_of(&self, commit: &Oid) -> Result<Oid, LandingError> {
        let call = self.git.call("look at a commit").args(&["rev-parse", "--verify", "-q"]);
        Oid::new(&call.arg(format!("{commit}^{{tree}}")).text()?)
    }
}

/// A repository that a folder lies in.
struct Found {
    top: PathBuf,
    folder: PathBuf,
    common: PathBuf,
    prefix: String,
    index: PathBuf,
}

impl Found {
    fn from(program: &Program, project: &Path) -> Result<Option<Self>, LandingError> {
        let what = "find the project's repository";
        let said = Call::new(program, what)
            .from(project)
            .args(&["rev-parse", "--path-format=absolute", "--show-toplevel", "--absolute-git-dir"])
            .args(&["--git-common-dir", "--git-path", "index", "--show-prefix"])
            .said()?;
        if said.code != 0 {
            return match said.complaint.as_str() {
                words if words.contains("not a git repository") => Ok(None),
                words if words.contains("must be run in a work tree") => {
                    Err(LandingError::NoWorkTree { path: project.to_owned() })
                }
                _ => Err(GitError::of(what, &said).into()),
            };
        }
        let text = String::from_utf8(said.output).map_err(|_| GitError::Strange { what })?;
        let lines: Vec<&str> = text.lines().collect();
        let (top, folder, common, index, prefix) = match lines.as_slice() {
            [top, folder, common, index] => (top, folder, common, index, ""),
            [top, folder, common, index, prefix] => (top, folder, common, index, *prefix),
            _ => return Err(GitError::Strange { what }.into()),
        };
        let found = Self {
            top: PathBuf::from(top),
            folder: PathBuf::from(folder),
            common: PathBuf::from(common),
            prefix: prefix.to_owned(),
            index: PathBuf::from(index),
        };
        let is_part = prefix.is_empty() || found.has_something(program, project)?;
        Ok(is_part.then_some(found))
    }

    /// Whether it has anything in the project's folder. A home that is a repository of settings is not the
    /// repository of every project in it.
    fn has_something(&self, program: &Program, project: &Path) -> Result<bool, LandingError> {
        let git = Git {
            program: program.clone(),
            folder: self.folder.clone(),
            work_tree: self.top.clone(),
            is_ours: false,
        };
        let files = git.call("look for the project's files").from(project);
        Ok(!files.args(&["ls-files", "-z", "--", "."]).bytes()?.is_empty())
    }
}

/// Whether anything beside the tree's own attributes makes git convert files.
fn may_convert(git: &Git, common: &Path) -> Result<bool, LandingError> {
    let call = git.call("read settings").args(&["config", "--get-regexp"]);
    let settings = call.arg("^core\\.(autocrlf|attributesfile)$").said()?;
    let text = String::from_utf8_lossy(&settings.output).to_lowercase();
    let is_harmless = |line: &str| matches!(line.trim(), "core.autocrlf false" | "");
    let of_home = env::var_os("XDG_CONFIG_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".config")));
    let files = [
        Some(common.join("info/attributes")),
        Some(PathBuf::from("/etc/gitattributes")),
        of_home.map(|folder| folder.join("git/attributes")),
    ];
    Ok(!text.lines().all(is_harmless) || files.iter().flatten().any(|file| file.exists()))
}
