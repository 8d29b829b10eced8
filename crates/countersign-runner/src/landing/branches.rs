//! Where branches are, read from the repository's own files: a run looks at one for every task, and to start git for it
//! would cost more than most of what is done besides.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use super::names::Oid;

/// The branches of a repository that keeps each in a file of its own, or in one for many.
#[derive(Debug)]
pub(super) struct Branches {
    folder: PathBuf,
}

impl Branches {
    /// `folder` is what all work trees of the repository share.
    pub(super) fn of(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Those of the refs that there are. Absent where only git can say it: it keeps them otherwise, or one of them is
    /// not simply a commit.
    pub(super) fn read(&self, names: &[&str]) -> Option<BTreeMap<String, Oid>> {
        // A repository with tables of refs has a file here, so that nobody takes it for one without branches.
        if !self.folder.join("refs/heads").is_dir() {
            return None;
        }
        let mut refs = BTreeMap::new();
        let mut packed = None;
        for name in names {
            let oid = match fs::read_to_string(self.folder.join(name)) {
                Ok(text) => Some(whole(&text)?),
                // In this order: git takes a branch's own file away only when it is among the others.
                Err(error) if is_absence(error.kind()) => {
                    if packed.is_none() {
                        packed = Some(self.packed()?);
                    }
                    find(packed.as_deref().unwrap_or_default(), name)?
                }
                Err(_) => return None,
            };
            refs.extend(oid.map(|oid| ((*name).to_owned(), oid)));
        }
        Some(refs)
    }

    fn packed(&self) -> Option<String> {
        match fs::read_to_string(self.folder.join("packed-refs")) {
            Ok(text) => Some(text),
            Err(error) if is_absence(error.kind()) => Some(String::new()),
            Err(_) => None,
        }
    }
}

/// A folder is what other branches lie in whose names go on.
fn is_absence(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::IsADirectory)
}

fn whole(text: &str) -> Option<Oid> {
    Oid::new(text.strip_suffix('\n')?).ok()
}

/// Nothing inside where it is not there; nothing at all where it cannot be read.
fn find(packed: &str, name: &str) -> Option<Option<Oid>> {
    let entry = |line: &&str| line.split_once(' ').is_some_and(|(_, of)| of == name);
    match packed.lines().filter(|line| !line.starts_with(['#', '^'])).find(entry) {
        None => Some(None),
        Some(line) => Some(Some(Oid::new(line.split_once(' ')?.0).ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "1111111111111111111111111111111111111111";
    const TWO: &str = "2222222222222222222222222222222222222222";
    const NAME: &str = "refs/heads/countersign/T";

    fn of(files: &[(&str, String)]) -> (tempfile::TempDir, Branches) {
        let keep = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = keep.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let branches = Branches::of(keep.path().to_owned());
        (keep, branches)
    }

    fn found(files: &[(&str, String)]) -> Option<Option<String>> {
        let (_keep, branches) = of(files);
        let mut refs = branches.read(&[NAME])?;
        Some(refs.remove(NAME).map(|oid| oid.to_string()))
    }

    #[test]
    fn a_branch_is_read_from_its_own_file_before_that_of_many() {
        let main = ("refs/heads/main", format!("{ONE}\n"));
        let packed = ("packed-refs", format!("# pack-refs with: peeled\n{TWO} {NAME}\n^{ONE}\n"));
        assert_eq!(found(std::slice::from_ref(&main)), Some(None));
        let both = [(NAME, format!("{ONE}\n")), packed.clone()];
        assert_eq!(found(&both), Some(Some(ONE.to_owned())));
        assert_eq!(found(&[main.clone(), packed]), Some(Some(TWO.to_owned())));
        // A longer name is another branch.
        let other = format!("{TWO} {NAME}2\n");
        assert_eq!(found(&[main.clone(), ("packed-refs", other)]), Some(None));
        assert_eq!(found(&[main, ("refs/heads/countersign/T/x", format!("{ONE}\n"))]), Some(None));
    }

    #[test]
    fn git_is_asked_where_the_files_do_not_say_it() {
        assert_eq!(
            found(&[("refs/heads", "this repository uses the reftable format\n".into())]),
            None
        );
        for text in ["ref: refs/heads/main\n", "", "12\n", ONE] {
            assert_eq!(found(&[(NAME, text.to_owned())]), None, "{text}");
        }
        let main = ("refs/heads/main", format!("{ONE}\n"));
        assert_eq!(found(&[main, ("packed-refs", format!("nothing {NAME}\n"))]), None);
    }
}
