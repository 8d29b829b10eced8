//! The linked work trees of a repository, read from git's own files: no git runs in a folder that an agent writes, and
//! a folder is one of them only if the repository says so too.

use std::fs;
use std::path::{Path, PathBuf};

const LINK: &str = ".git";

/// A linked work tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkTree {
    /// As git knows it, which is mostly the name of its folder.
    pub name: String,
    pub top: PathBuf,
    /// The repository's main folder.
    pub main: PathBuf,
}

impl WorkTree {
    /// The linked work tree that a folder lies in, if it lies in one.
    pub fn around(folder: &Path) -> Option<Self> {
        let top = folder.ancestors().find(|top| top.join(LINK).symlink_metadata().is_ok())?;
        Self::at(top)
    }

    /// All that the repository has whose main folder this is.
    pub fn all_of(main: &Path) -> Vec<Self> {
        let folders = fs::read_dir(main.join(LINK).join("worktrees")).into_iter().flatten();
        let top = |folder: PathBuf| Some(named_in(&folder, "gitdir")?.parent()?.to_owned());
        let mut all: Vec<Self> =
            folders.flatten().filter_map(|folder| Self::at(&top(folder.path())?)).collect();
        // One that was moved away may have left a name for somebody else's.
        all.retain(|tree| main.canonicalize().is_ok_and(|main| tree.main == main));
        all.sort_by(|one, other| one.name.cmp(&other.name));
        all
    }

    /// The one of which this folder is the top. Both sides have to name each other.
    fn at(top: &Path) -> Option<Self> {
        let link = top.join(LINK);
        if !link.symlink_metadata().ok()?.is_file() {
            return None;
        }
        let text = fs::read_to_string(&link).ok()?;
        let folder = top.join(text.strip_prefix("gitdir:")?.trim()).canonicalize().ok()?;
        let back = named_in(&folder, "gitdir")?.canonicalize().ok()?;
        let shared = folder.parent().filter(|shared| shared.ends_with("worktrees"))?.parent()?;
        if back != link.canonicalize().ok()? || !shared.ends_with(LINK) {
            return None;
        }
        Some(Self {
            name: folder.file_name()?.to_str()?.to_owned(),
            top: top.canonicalize().ok()?,
            main: shared.parent()?.to_owned(),
        })
    }

    /// The same folder in the main one.
    pub fn in_main(&self, folder: &Path) -> Option<PathBuf> {
        let folder = folder.canonicalize().ok()?;
        Some(self.main.join(folder.strip_prefix(&self.top).ok()?))
    }

    /// A folder of the main one, here.
    pub fn here(&self, in_main: &Path) -> Option<PathBuf> {
        let in_main = in_main.canonicalize().ok()?;
        let here = self.top.join(in_main.strip_prefix(&self.main).ok()?);
        // Not through a link that leads elsewhere.
        here.canonicalize().ok().filter(|real| *real == here && real.is_dir())
    }
}

/// The path that a file of git's holds, which may begin at the folder of the file.
fn named_in(folder: &Path, file: &str) -> Option<PathBuf> {
    Some(folder.join(fs::read_to_string(folder.join(file)).ok()?.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A repository with a linked work tree, as git lays them out.
    fn linked(relative: bool) -> (tempfile::TempDir, PathBuf, PathBuf) {
        let keep = tempfile::tempdir().unwrap();
        let real = keep.path().canonicalize().unwrap();
        let (main, tree) = (real.join("main"), real.join("tree"));
        let admin = main.join(".git/worktrees/tree");
        fs::create_dir_all(&admin).unwrap();
        fs::create_dir_all(tree.join("part")).unwrap();
        fs::create_dir_all(main.join("part")).unwrap();
        let (there, back) = match relative {
            true => ("../main/.git/worktrees/tree".into(), "../../../../tree/.git".into()),
            false => (admin.clone(), tree.join(".git")),
        };
        fs::write(tree.join(".git"), format!("gitdir: {}\n", there.display())).unwrap();
        fs::write(admin.join("gitdir"), format!("{}\n", back.display())).unwrap();
        (keep, main, tree)
    }

    #[test]
    fn a_work_tree_is_found_from_below_and_from_the_main_folder() {
        for relative in [false, true] {
            let (_keep, main, tree) = linked(relative);
            let found = WorkTree::around(&tree.join("part")).unwrap();
            assert_eq!((&found.top, &found.main), (&tree, &main));
            assert_eq!(WorkTree::all_of(&main), std::slice::from_ref(&found));
            assert_eq!(found.in_main(&tree.join("part")), Some(main.join("part")));
            assert_eq!(found.here(&main.join("part")), Some(tree.join("part")));
            assert_eq!(WorkTree::around(&main.join("part")), None, "the main folder is none");
        }
    }

    #[test]
    fn a_folder_that_only_says_so_itself_is_none() {
        let (keep, main, tree) = linked(false);
        let liar = keep.path().join("liar");
        fs::create_dir(&liar).unwrap();
        fs::copy(tree.join(".git"), liar.join(".git")).unwrap();
        assert_eq!(WorkTree::around(&liar), None);
        // Nor one that the repository names and that does not name it.
        fs::write(tree.join(".git"), "gitdir: /elsewhere/.git/worktrees/tree\n").unwrap();
        assert_eq!(WorkTree::all_of(&main), []);
    }

    #[test]
    fn no_link_leads_out_of_it() {
        let (keep, main, tree) = linked(false);
        fs::remove_dir(tree.join("part")).unwrap();
        std::os::unix::fs::symlink(keep.path(), tree.join("part")).unwrap();
        let found = WorkTree::around(&tree).unwrap();
        assert_eq!(found.here(&main.join("part")), None);
    }
}
