//! What a worker has of the packages that were fetched before: it reads those that are there, and can fetch more, which
//! only it has.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;

/// Folders of cargo's home in which each registry or repository has one of its own.
const OF_CARGO: [&str; 5] =
    ["registry/index", "registry/cache", "registry/src", "git/db", "git/checkouts"];
/// Where Go asks, where nobody says otherwise.
const OF_GO: &str = "https://proxy.golang.org,direct";

/// Cargo's home for a worker: new folders, in which everything that is there is linked one by one.
pub(super) fn lay_cargo(trusted: Option<&Path>, home: &Path) -> io::Result<()> {
    let Some(trusted) = trusted else { return Ok(()) };
    let own = home.join(".cargo");
    fs::create_dir_all(&own)?;
    for name in ["config.toml", "config"] {
        if trusted.join(name).exists() {
            symlink(trusted.join(name), own.join(name))?;
        }
    }
    for folder in OF_CARGO {
        fs::create_dir_all(own.join(folder))?;
        for registry in entries(&trusted.join(folder))? {
            let (from, to) =
                (trusted.join(folder).join(&registry), own.join(folder).join(registry));
            // A repository is read as one; a registry is a folder of packages.
            if folder.starts_with("git") || !from.is_dir() {
                symlink(from, to)?;
                continue;
            }
            fs::create_dir(&to)?;
            for package in entries(&from)? {
                symlink(from.join(&package), to.join(package))?;
            }
        }
    }
    Ok(())
}

/// Go's cache for a worker: its own, which asks the one that is there before anyone else.
pub(super) fn of_go(there: &Path, home: &Path) -> BTreeMap<OsString, OsString> {
    let fetched = there.join("cache/download");
    let others = env::var("GOPROXY").unwrap_or_else(|_| OF_GO.to_owned());
    let proxy = match fetched.is_dir() {
        true => format!("file://{},{others}", fetched.display()),
        false => others,
    };
    let own = home.join("go/pkg/mod");
    BTreeMap::from([
        ("GOMODCACHE".into(), own.into_os_string()),
        ("GOPROXY".into(), proxy.into()),
        // Otherwise nobody can clear it away.
        ("GOFLAGS".into(), "-modcacherw".into()),
    ])
}

fn entries(folder: &Path) -> io::Result<Vec<OsString>> {
    match fs::read_dir(folder) {
        Ok(all) => all.map(|entry| Ok(entry?.file_name())).collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_fetched_is_read_and_more_can_be_fetched_beside_it() {
        let (trusted, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let old = trusted.path().join("registry/cache/crates/old-1.0.crate");
        fs::create_dir_all(old.parent().unwrap()).unwrap();
        fs::write(&old, "old").unwrap();
        lay_cargo(Some(trusted.path()), home.path()).unwrap();
        let own = home.path().join(".cargo/registry/cache/crates");
        assert_eq!(fs::read(own.join("old-1.0.crate")).unwrap(), b"old");
        fs::write(own.join("new-1.0.crate"), "new").unwrap();
        assert!(!trusted.path().join("registry/cache/crates/new-1.0.crate").exists());
        fs::write(home.path().join(".cargo/registry/index/new"), "").unwrap();
    }

    #[test]
    fn go_asks_what_was_fetched_before_anyone_else() {
        let there = tempfile::tempdir().unwrap();
        let proxy = |variables: BTreeMap<OsString, OsString>| {
            variables[&OsString::from("GOPROXY")].to_str().unwrap().to_owned()
        };
        let home = Path::new("/home/of/worker");
        assert!(!proxy(of_go(there.path(), home)).contains("file://"));
        fs::create_dir_all(there.path().join("cache/download")).unwrap();
        assert!(proxy(of_go(there.path(), home)).starts_with("file://"));
        let own = of_go(there.path(), home)[&OsString::from("GOMODCACHE")].clone();
        assert!(Path::new(&own).starts_with(home));
    }
}
