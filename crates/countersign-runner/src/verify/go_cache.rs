//! What Go has compiled before: its own library, and the modules that the base names. Each command has a new home, and would
//! compile all of that anew.
//!
//! It is compiled in a folder in which there is nothing but the base's `go.mod`, so no file of a worker's, and none of the base's
//! either, has a part in it; which packages that are is the only thing that the work has a say in. Commands have it by links that
//! they can only read, in a home of their own: what one of them leaves there is gone with it.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use countersign_core::Exit;
use rustix::fs::{FlockOperation, flock};

use super::case::{Machine, VerifyError};
use super::sitting::shell;
use crate::files::Files;
use crate::jail::{self, Job, Network};
use crate::report::split;
use crate::tree::Digest;

const MODULE: &str = "module";
const HOME: &str = "home";
const TEMPORARY: &str = "tmp";
const ASIDE: &[&str] = &[HOME, TEMPORARY, MODULE];
/// Where `go` looks in a home.
const IN_HOME: &str = ".cache/go-build";
/// What was compiled, a line a package with its options.
const COMPILED: &str = "compiled";

/// Programs that may call `go` in their turn.
const CALLERS: &[&str] = &["make", "gmake", "just", "task", "mage", "sh", "bash"];
/// Options with which all packages are compiled another way.
const OPTIONS: &[&str] = &["-race", "-trimpath"];
/// What nearly every test needs.
const USUAL: &[&str] = &["errors", "fmt", "os", "reflect", "sort", "strconv", "strings", "testing"];

/// Most files that are looked through for what they import, the largest of them, and most packages.
const MOST_FILES: usize = 500;
const LARGEST: usize = 256 * 1024;
const MOST_PACKAGES: usize = 300;

/// Only packages that can be imported: a name that means nothing here would fail all the others. Their programs are not run.
const COMPILE: &str = r#"
list() { go list -e -f '{{if and (not .Error) .Dir (ne .Name "main")}}{{.ImportPath}}{{end}}' "$@"; }
options=$1; shift
names=$(list "$@")
if [ -z "$names" ]; then rm -f go.sum; echo 'module compiled' >go.mod; names=$(list "$@"); fi
{ echo 'package compiled'; for name in $names; do echo "import _ \"$name\""; done; } >compiled.go
printf 'package compiled\nimport "testing"\nfunc TestNothing(*testing.T) {}\n' >compiled_test.go
go build $options . ; go vet $options . ; go test $options -exec true .
"#;

/// A command that may want it, and what it may see.
pub(super) struct Lending<'a> {
    pub machine: &'a Machine,
    pub line: &'a str,
    pub folder: &'a str,
    pub base: &'a dyn Files,
    pub room: &'a dyn Files,
    /// What of the room nobody may learn anything about.
    pub hidden: &'a BTreeSet<&'a str>,
    pub masked: Vec<PathBuf>,
    pub visible: Vec<PathBuf>,
    pub time: Duration,
}

/// Whether a line may want it, as far as the line itself says.
pub(super) fn is_wanted(machine: &Machine, line: &str) -> bool {
    ["go"].iter().chain(CALLERS).any(|known| calls(line, known))
        && machine.tools.find("go").is_some()
}

fn calls(line: &str, program: &str) -> bool {
    match split(line) {
        Some(all) => all.iter().any(|one| one.words.first().is_some_and(|it| it.text == program)),
        None => line.split_whitespace().any(|word| word == program),
    }
}

impl Lending<'_> {
    /// Lays it into the home of a command; where it lies itself, for the command to see. One that cannot be had is none: the
    /// command compiles what it needs.
    pub fn lay(self, home: &Path) -> Option<PathBuf> {
        if !calls(self.line, "go") && self.module().is_none() {
            return None;
        }
        let shelf = self.shelf().ok()?;
        let names = self.packages();
        self.compile(&shelf, names).ok()?;
        shelf.lay(&home.join(IN_HOME)).ok()?;
        Some(shelf.folder)
    }

    /// The folder of the module that the command is about: the nearest above, or the first of all.
    fn module(&self) -> Option<String> {
        let is_there =
            |folder: &str| matches!(self.base.read(&beneath(folder, "go.mod")), Ok(Some(_)));
        let mut at = self.folder;
        loop {
            if is_there(at) {
                return Some(at.to_owned());
            }
            match at.rsplit_once('/') {
                Some((above, _)) => at = above,
                None if at.is_empty() => break,
                None => at = "",
            }
        }
        let found = self.base.paths();
        let folders = found.iter().filter_map(|path| path.strip_suffix("/go.mod"));
        folders.min_by_key(|folder| folder.matches('/').count()).map(ToOwned::to_owned)
    }

    fn shelf(&self) -> io::Result<Shelf> {
        let folder = self.module();
        let of = |name: &str| -> Vec<u8> {
            let path = folder.as_ref().map(|folder| beneath(folder, name));
            path.and_then(|path| self.base.read(&path).ok().flatten()).unwrap_or_default()
        };
        let (module, sums) = (of("go.mod"), of("go.sum"));
        let all = self.machine.place.join("go");
        fs::create_dir_all(&all)?;
        let all = all.canonicalize()?;
        let key = Digest::of(&[module.as_slice(), b"\0", sums.as_slice()].concat()).to_string();
        let folder = all.join(&key);
        // Who comes second waits for the first, and finds it done.
        let lock = File::create(all.join(format!("{key}.lock")))?;
        flock(&lock, FlockOperation::LockExclusive)?;
        fs::create_dir_all(&folder)?;
        Ok(Shelf { folder, _lock: lock, module, sums })
    }

    /// What the sources of the room import.
    fn packages(&self) -> BTreeSet<String> {
        let mut names: BTreeSet<String> = USUAL.iter().map(|name| (*name).to_owned()).collect();
        let is_source =
            |path: &&String| path.ends_with(".go") && !self.hidden.contains(path.as_str());
        for path in self.room.paths().iter().filter(is_source).take(MOST_FILES) {
            let Ok(Some(source)) = self.room.read(path) else { continue };
            let source = String::from_utf8_lossy(source.get(..LARGEST).unwrap_or(&source));
            names.extend(imports(&source).take(MOST_PACKAGES.saturating_sub(names.len())));
        }
        names
    }

    fn compile(&self, shelf: &Shelf, names: BTreeSet<String>) -> Result<(), VerifyError> {
        let is_asked = |option: &&&str| self.line.split_whitespace().any(|word| word == **option);
        let options: Vec<&str> = OPTIONS.iter().filter(is_asked).copied().collect();
        let options = options.join(" ");
        let known = fs::read_to_string(shelf.folder.join(COMPILED)).unwrap_or_default();
        let line = |name: &String| format!("{name} {options}");
        let mut compiled: BTreeSet<String> = known.lines().map(ToOwned::to_owned).collect();
        if names.iter().all(|name| compiled.contains(&line(name))) {
            return Ok(());
        }
        // With what was there: an earlier time may have been cut short.
        let end = format!(" {options}");
        let before = compiled.iter().filter_map(|line| line.strip_suffix(&end));
        let names: BTreeSet<String> = before.map(ToOwned::to_owned).chain(names).collect();
        let aside = self.machine.spares.take(&self.machine.place, ASIDE)?;
        let at = |name: &str| aside.path().join(name);
        self.machine.tools.furnish(&at(HOME)).map_err(VerifyError::Place)?;
        for (name, bytes) in [("go.mod", &shelf.module), ("go.sum", &shelf.sums)] {
            if !bytes.is_empty() {
                fs::write(at(MODULE).join(name), bytes).map_err(VerifyError::Place)?;
            }
        }
        keep_all(&shelf.folder).map_err(VerifyError::Place)?;
        let mut environment = self.machine.tools.environment(&at(HOME), &at(MODULE));
        environment.insert("GOCACHE".into(), shelf.folder.clone().into());
        let command = [shell(), "-c", COMPILE, "go", &options].map(OsString::from);
        let job = Job {
            command: command.into_iter().chain(names.iter().map(OsString::from)).collect(),
            folder: at(MODULE),
            environment,
            network: Network::None,
            input: Vec::new(),
            stands_for: None,
            temporary: Some(at(TEMPORARY)),
            writable: vec![aside.path().to_owned(), shelf.folder.clone()],
            masked: self.masked.clone(),
            visible: self.visible.clone(),
            overlay: None,
            limits: jail::Limits { time: self.time, ..self.machine.limits },
        };
        let ended = jail::run_unless(&self.machine.launcher, &job, self.machine.cancel.as_ref())?;
        // One that came to its end has done what can be done, whatever it says.
        if matches!(ended.exit, Exit::Success | Exit::Failure(_)) && !ended.cancelled {
            compiled.extend(names.iter().map(line));
            let text = compiled.into_iter().fold(String::new(), |text, line| text + &line + "\n");
            fs::write(shelf.folder.join(COMPILED), text).map_err(VerifyError::Place)?;
        }
        Ok(())
    }
}

/// What was compiled for modules that say the same. Nobody else writes or reads it meanwhile.
struct Shelf {
    folder: PathBuf,
    _lock: File,
    module: Vec<u8>,
    sums: Vec<u8>,
}

impl Shelf {
    /// Links to each of its files, so that a command can add to it and change nothing of it.
    fn lay(&self, at: &Path) -> io::Result<()> {
        let mut links = BTreeMap::new();
        for folder in fs::read_dir(&self.folder)? {
            let folder = folder?;
            // `00` to `ff`; the rest is about the cache itself.
            if folder.file_name().len() != 2 || !folder.file_type()?.is_dir() {
                continue;
            }
            for entry in fs::read_dir(folder.path())? {
                let entry = entry?;
                let to = at.join(folder.file_name()).join(entry.file_name());
                links.insert(to, entry.path());
            }
        }
        fs::create_dir_all(at)?;
        keep_all(at)?;
        for (to, from) in links {
            if let Some(folder) = to.parent().filter(|folder| !folder.is_dir()) {
                fs::create_dir(folder)?;
            }
            symlink(from, to)?;
        }
        Ok(())
    }
}

/// Says that the cache was tidied just now. Else `go` removes what nobody has asked for in days, also what a command elsewhere
/// has links to, and what was only read looks like that.
fn keep_all(cache: &Path) -> io::Result<()> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    fs::write(cache.join("trim.txt"), now.as_secs().to_string())
}

fn beneath(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// The packages that a source names, and perhaps some more words of it.
fn imports(source: &str) -> impl Iterator<Item = String> {
    let mut within = false;
    let of_line = move |line: &str| {
        let line = line.trim();
        let is_import = line.starts_with("import");
        let counts = within || is_import;
        within = (within || (is_import && line.contains('('))) && !line.contains(')');
        let name = line.split('"').nth(1).filter(|_| counts)?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "./_~-".contains(c);
        let is_inner = name.split('/').any(|part| part == "internal");
        let is_name = name.chars().all(is_plain) && name.starts_with(char::is_alphanumeric);
        (is_name && !is_inner && name != "C").then(|| name.to_owned())
    };
    source.lines().map(ToOwned::to_owned).collect::<Vec<_>>().into_iter().filter_map({
        let mut of_line = of_line;
        move |line| of_line(&line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_in_every_form_and_nothing_that_is_no_name() {
        let source = "package a\n\nimport \"fmt\"\nimport x \"math/big\"\nimport (\n\t\"strings\"\n\t_ \
                      \"example.com/a-b/v2\"\n\t\"internal/abi\"\n\t\"-exec\"\n\t\"$(x)\"\n)\n\nvar s = \"os\"\n";
        let found: Vec<String> = imports(source).collect();
        assert_eq!(found, ["fmt", "math/big", "strings", "example.com/a-b/v2"]);
    }
}
