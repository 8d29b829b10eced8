//! What becomes of every path that the worker changed: a decision on two trees and a contract. Of the worker's
//! files none is looked at, and of the base's only those that say what else the checks run.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{Contract, Placement, SpecFile, Visibility};

use super::fate::{Fate, Source, Why};
use super::links::{leads_inside, resolved};
use super::outputs::Outputs;
use crate::protect::{
    Expects, Hold, called, expects, is_a_check, is_product, is_test, shadows_a_module, steers,
};
use crate::tree::{Digest, Entry, Folder, Tree, changes, is_cache, is_dependency_folder};

/// Where the journal of a project and what belongs to it lie.
const OWN_FOLDER: &str = ".countersign";

/// What becomes of every path that the worker changed, and what of the base is not shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoomPlan {
    pub fates: BTreeMap<String, Fate>,
    /// Paths of the base's tree that no room has: links that lead outside, and what is no file.
    pub hidden: BTreeMap<String, Why>,
}

impl RoomPlan {
    /// The plan for the base alone.
    pub fn of_base(base: &Tree) -> Self {
        Self { fates: BTreeMap::new(), hidden: hidden(base) }
    }
}

/// `base` and `result` are scanned with [`Outputs::always`] of the same contract.
pub fn plan(contract: &Contract, base: &Folder, result: &Tree) -> RoomPlan {
    let outputs = Outputs::of(contract);
    let spec = contract.spec_files().iter();
    let whole = spec
        .filter(|file| file.placement == Placement::Whole && file.visibility == Visibility::Shown);
    let spec =
        whole.map(|file| (file.path.as_str(), Digest::of(file.content.as_bytes()))).collect();
    let commands = outputs.commands.clone();
    let called = LazyCell::new(move || called(base, &commands));
    let base: &Tree = base.tree();
    let files = contract.spec_files();
    Planner { outputs: outputs.through_links(base), base, result, spec, files, called }.plan()
}

/// Whether this machine has a program of that name.
fn is_a_program(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.is_absolute() && folder.join(name).is_file())
}

fn hidden(base: &Tree) -> BTreeMap<String, Why> {
    let why = |path: &str, entry: &Entry| match entry {
        Entry::File { .. } => None,
        Entry::Link { .. } => (!leads_inside(base, path)).then_some(Why::LeadsOutside),
        Entry::Other => Some(Why::NotAFile),
    };
    base.entries
        .iter()
        .filter_map(|(path, entry)| Some((path.clone(), why(path, entry)?)))
        .collect()
}

struct Planner<'a, C> {
    outputs: Outputs,
    base: &'a Tree,
    result: &'a Tree,
    /// The specification's own files that the worker knows, by path.
    spec: BTreeMap<&'a str, Digest>,
    /// All of its files.
    files: &'a [SpecFile],
    /// Looked for only where it is asked for: most contracts say what is the worker's by name.
    called: LazyCell<BTreeSet<String>, C>,
}

impl<C: FnOnce() -> BTreeSet<String>> Planner<'_, C> {
    fn plan(&self) -> RoomPlan {
        let changes = changes(self.base, self.result);
        let mut fates = BTreeMap::new();
        for path in changes.added.into_iter().chain(changes.modified) {
            if let Some(fate) = self.of_change(&path) {
                fates.insert(path, fate);
            }
        }
        for path in changes.deleted {
            if let Some(fate) = self.of_deletion(&path) {
                fates.insert(path, fate);
            }
        }
        let left_out = self.result.left_out.iter();
        // Our own folder is no news to anyone.
        let left_out = left_out.filter(|(path, _)| {
            !self.base.left_out.contains_key(*path) && path.as_str() != OWN_FOLDER
        });
        for (path, why) in left_out {
            fates.insert(path.clone(), Fate::LeftBehind(Why::LeftOut(*why)));
        }
        for path in self.result.unnamed.difference(&self.base.unnamed) {
            fates.insert(path.clone(), Fate::LeftBehind(Why::NotText));
        }
        self.leave_their_tests(&mut fates);
        self.clear_the_way(&mut fates);
        RoomPlan { fates, hidden: hidden(self.base) }
    }

    /// Tests that the work adds beside fixtures or mocks of its own fail without these. They are nobody's concern but
    /// the worker's, and are no reason to refuse the rest: so they stay behind with what they may rest on.
    fn leave_their_tests(&self, fates: &mut BTreeMap<String, Fate>) {
        let stays = |(path, fate): (&String, &Fate)| {
            let steers = matches!(
                fate,
                Fate::Restored(Source::Base, Why::Steers(_)) | Fate::LeftBehind(Why::Steers(_))
            );
            steers.then(|| path.clone())
        };
        let stay: Vec<String> = fates.iter().filter_map(stays).collect();
        let is_left = |(path, fate): (&String, &Fate)| {
            let is_own = matches!(fate, Fate::Comes)
                && !self.base.entries.contains_key(path)
                && !self.outputs.names(path);
            let is_left = is_own && stay.iter().any(|steering| may_rest_on(path, steering));
            is_left.then(|| path.clone())
        };
        let left: Vec<String> = fates.iter().filter_map(is_left).collect();
        for path in left {
            fates.insert(path, Fate::LeftBehind(Why::RestsOnWhatStays));
        }
    }

    /// Absent where the room is the same in any case.
    fn of_change(&self, path: &str) -> Option<Fate> {
        match (self.spec.get(path), self.result.entries.get(path)?) {
            (Some(digest), Entry::File { digest: written, .. }) if digest == written => {
                return None;
            }
            (Some(_), _) => return Some(Fate::Restored(Source::Spec, Why::SpecFile)),
            (None, Entry::File { .. }) => {}
            (None, Entry::Link { .. }) => return Some(Fate::LeftBehind(Why::Link)),
            (None, Entry::Other) => return Some(Fate::LeftBehind(Why::NotAFile)),
        }
        if self.is_listed(path) {
            return Some(Fate::Comes);
        }
        if is_product(path) {
            return Some(Fate::LeftBehind(Why::Product));
        }
        if path.split('/').any(is_dependency_folder) && !self.outputs.covers_by_name(path) {
            return Some(Fate::LeftBehind(Why::Dependencies));
        }
        // One that is kept is a part of the base, and every tool writes to it by the way.
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        if folder.split('/').any(is_cache) && !self.outputs.covers_by_name(path) {
            return Some(Fate::LeftBehind(Why::Product));
        }
        Some(match self.held(path) {
            Some(Held::Whole(why)) if self.base.file(path).is_some() => {
                Fate::Restored(Source::Base, why)
            }
            Some(Held::Whole(why)) => Fate::LeftBehind(why),
            Some(Held::Sections(_)) | None if !self.outputs.covers(path) => {
                Fate::LeftBehind(Why::NotDeclared)
            }
            Some(Held::Sections(manifest)) => Fate::Merged(manifest),
            None => Fate::Comes,
        })
    }

    fn of_deletion(&self, path: &str) -> Option<Fate> {
        if let Some(why) = self.result.why_left_out(path) {
            return Some(Fate::LeftBehind(Why::LeftOut(why)));
        }
        if self.spec.contains_key(path) {
            return Some(Fate::Restored(Source::Spec, Why::SpecFile));
        }
        if self.is_listed(path) {
            return Some(Fate::Goes);
        }
        Some(match self.held(path) {
            Some(Held::Whole(why)) => Fate::Restored(Source::Base, why),
            Some(Held::Sections(_)) => {
                Fate::Restored(Source::Base, Why::Steers("it says how the project is tested"))
            }
            None if self.outputs.covers(path) => Fate::Goes,
            None => Fate::LeftBehind(Why::NotDeclared),
        })
    }

    /// Named by the contract, and so the worker's whatever it steers.
    fn is_listed(&self, path: &str) -> bool {
        let outputs = &self.outputs;
        outputs.names(path)
            || (outputs.asks_for(path) && !self.base.entries.contains_key(path))
            || (outputs.edits(path) && steers(path).is_some() && !outputs.protects(path))
    }

    fn held(&self, path: &str) -> Option<Held> {
        let outputs = &self.outputs;
        let is_there = self.base.entries.contains_key(path);
        if outputs.protects(path) {
            return Some(Held::Whole(Why::Protected));
        }
        match steers(path) {
            Some(Hold::Whole(_)) if outputs.asks_for_packages_in(path) => {}
            Some(Hold::Whole(what)) => return Some(Held::Whole(Why::Steers(what))),
            Some(Hold::Sections(manifest)) => return Some(Held::Sections(manifest)),
            None => {}
        }
        if is_there && is_test(path) && !outputs.covers_as_test(path) {
            return Some(Held::Whole(Why::ExistingTest));
        }
        if is_there && self.says_what_is_expected(path) && !outputs.covers_as_test(path) {
            return Some(Held::Whole(Why::Steers("it says what the checks expect")));
        }
        let is_run = || outputs.run.contains(path);
        if is_there && (is_script(path) || is_a_check(path)) && is_run() {
            return Some(Held::Whole(Why::RunByACheck));
        }
        // What a criterion looks for in it is what the contract asks for.
        if outputs.covers(path) && !outputs.looks_at(path) && self.is_called(path) {
            return Some(Held::Whole(Why::Steers("what steers the checks runs or loads it")));
        }
        let run_in = outputs.run_in.iter().map(String::as_str);
        if !is_there && (shadows_a_module(path, run_in) || self.stands_before_a_test(path)) {
            return Some(Held::Whole(Why::ShadowsAModule));
        }
        None
    }

    /// Run or loaded by what steers the checks. Of what is new where programs are looked for, what stands before another
    /// one of this machine; the others may well be the work.
    fn is_called(&self, path: &str) -> bool {
        let (folder, name) = path.rsplit_once('/').unwrap_or_default();
        let is_looked_for = !folder.is_empty()
            && self.called.contains(&format!("{folder}/"))
            && (self.base.entries.contains_key(path) || is_a_program(name));
        is_looked_for || self.called.contains(path)
    }

    /// Whether tests look in it for what is right, and nothing else asks for it.
    fn says_what_is_expected(&self, path: &str) -> bool {
        if self.outputs.looks_at(path) {
            return false;
        }
        let name = path.rsplit('/').next().unwrap_or(path);
        match expects(path) {
            Some(Expects::Sure) => true,
            Some(Expects::Likely) => {
                self.outputs.spoken_of.contains(path)
                    || self.files.iter().any(|file| file.content.contains(name))
            }
            None => false,
        }
    }

    /// Of a package and a module of the same name Python takes the package.
    fn stands_before_a_test(&self, path: &str) -> bool {
        let Some(folder) = path.strip_suffix("/__init__.py") else { return false };
        let module = format!("{folder}.py");
        self.files.iter().any(|file| file.path == module)
            || (is_test(&module) && self.base.entries.contains_key(&module))
    }

    /// A file cannot be where a folder stays, nor in a folder where a file stays.
    fn clear_the_way(&self, fates: &mut BTreeMap<String, Fate>) {
        let stays = |path: &str| {
            let is_there = self.base.entries.contains_key(path);
            is_there && !matches!(fates.get(path), Some(Fate::Goes))
        };
        let spec: BTreeSet<&str> = self.spec.keys().copied().collect();
        let is_file = |path: &str| stays(path) || spec.contains(path);
        let blocked = |path: &String| {
            let above = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
            let inside = format!("{path}/");
            let below = self.base.entries.range(inside.clone()..).map(|(path, _)| path.as_str());
            let below = below.take_while(|path| path.starts_with(&inside));
            let spec_below = spec.range(inside.as_str()..).next();
            above.into_iter().any(is_file)
                || below.into_iter().any(stays)
                || spec_below.is_some_and(|path| path.starts_with(&inside))
        };
        let comes = |fate: &Fate| matches!(fate, Fate::Comes | Fate::Merged(_));
        let blocked: Vec<String> = fates
            .iter()
            .filter(|(path, fate)| comes(fate) && !self.base.entries.contains_key(*path))
            .map(|(path, _)| path)
            .filter(|path| blocked(path))
            .cloned()
            .collect();
        for path in blocked {
            fates.insert(path, Fate::LeftBehind(Why::InTheWay));
        }
    }
}

/// Whether a test is given something by a file that steers tests: pytest's fixtures reach all tests below their folder,
/// jest's mocks at the root those of the whole project.
fn may_rest_on(test: &str, steering: &str) -> bool {
    let name = test.rsplit('/').next().unwrap_or(test);
    let is_collected = is_test(name);
    match steering.strip_suffix("conftest.py") {
        Some(folder) => is_collected && name.ends_with(".py") && test.starts_with(folder),
        None => is_collected && !name.ends_with(".py") && steering.starts_with("__mocks__/"),
    }
}

enum Held {
    Whole(Why),
    Sections(crate::protect::Manifest),
}

/// What a shell runs. A program in another language may well be the work itself.
fn is_script(path: &str) -> bool {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension);
    matches!(extension, Some("sh" | "bash" | "zsh" | "fish" | "ps1" | "bat" | "cmd" | "mk"))
}

impl Outputs {
    /// The same outputs, and the paths that they stand for where the base's links lie on their way.
    fn through_links(mut self, base: &Tree) -> Self {
        let has_links = base.entries.values().any(|entry| matches!(entry, Entry::Link { .. }));
        if has_links {
            self.also(|path| resolved(base, path));
        }
        self
    }
}
