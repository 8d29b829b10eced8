//! What a command changed, while it ran, of what its own end rests on.
//!
//! A shell reads a script while it runs it, and what an output is compared with is read last: who writes there
//! meanwhile decides how the command ends. So does who writes over a program that the same command calls later, and who
//! puts all of it back before its end. Tests say something of the code that was judged; of other code that was written in
//! its place before they loaded it they say nothing, and nor do their twins. What other commands write, formatters say, is no
//! concern here.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use countersign_core::Contract;

use super::error::RoomError;
use super::make::{Room, Way};
use super::mend::{Found, has_plain_folders, is_code, look};
use super::outputs::Outputs;
use crate::files::Files;
use crate::protect::{called, expects, is_product, is_shell, is_test, names, steers};

/// What was written of what a command rests on.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Rewritten {
    /// Scripts and expected outputs that are not as they were.
    pub changed: Vec<String>,
    /// Scripts and expected outputs that are as they were and were written meanwhile, and other programs that are not
    /// as they were: there may be a reason.
    pub touched: Vec<String>,
    /// Code that was judged and is not as it was, after tests.
    pub replaced: Vec<String>,
}

impl Room {
    /// Scripts, programs and expected outputs of the base or the specification that were written since the command
    /// began, and that the checks rest on. No process may be left in the room.
    pub fn rewritten(
        &self,
        contract: &Contract,
        since: SystemTime,
    ) -> Result<Rewritten, RoomError> {
        let root = match self.way {
            Way::Overlay => self.upper(),
            Way::Copied => self.folder(),
        };
        let mut found = Found::default();
        look(&root, "", &mut found).map_err(RoomError::not_written(&root))?;
        let is_sure = |path: &str| is_shell(path) || expects(path).is_some();
        // Of tests in other languages the twins tell.
        let is_kind = |path: &str| is_sure(path) || (is_code(path) && !is_test(path));
        let is_given = |path: &str| is_kind(path) && !self.contents.stock.over.contains_key(path);
        let mut written = Rewritten::default();
        let mut kept = self.kept(&found, is_given);
        kept.extend(self.contents.laid_paths().filter(|path| is_sure(path)).map(ToOwned::to_owned));
        for path in kept {
            let laid =
                self.contents.read(&path).map_err(|_| RoomError::Changed { path: path.clone() })?;
            let Some(bytes) = laid else { continue };
            let is_same = has_plain_folders(&root, &path)
                && fs::symlink_metadata(root.join(&path)).is_ok_and(|there| there.is_file())
                && fs::read(root.join(&path)).is_ok_and(|there| there == bytes);
            match (is_same, is_sure(&path)) {
                (false, true) => written.changed.push(path),
                (false, false) => written.touched.push(path),
                (true, _) if is_newer(&root.join(&path), since) => written.touched.push(path),
                (true, _) => {}
            }
        }
        if written == Rewritten::default() {
            return Ok(written);
        }
        let commands = Outputs::of(contract).commands;
        let called = called(self.contents.stock.base(), &commands);
        let matters = |path: &String| {
            let is_named = || commands.iter().any(|(folder, line)| names(folder, line, path));
            let is_laid = self.contents.laid_paths().any(|laid| laid == path);
            let is_script = is_shell(path) && (is_test(path) || steers(path).is_some());
            is_laid || is_script || called.contains(path) || is_named()
        };
        written.changed.retain(matters);
        written.touched.retain(matters);
        Ok(written)
    }

    /// Code of the work and the base that is not what it was, since tests ran. What they made anew, or wrote once more
    /// as it was, is not among it; nor is what an earlier command has written. No process may be left in the room.
    pub fn replaced(&self, since: SystemTime) -> Result<Vec<String>, RoomError> {
        let root = match self.way {
            Way::Overlay => self.upper(),
            Way::Copied => self.folder(),
        };
        let mut found = Found::default();
        look(&root, "", &mut found).map_err(RoomError::not_written(&root))?;
        // Declarations of types are made by programs, and no test runs them.
        let is_run =
            |path: &str| is_code(path) && !is_test(path) && !is_product(path) && !is_types(path);
        let mut kept = self.kept(&found, is_run);
        kept.extend(self.contents.stock.over.keys().filter(|path| is_run(path)).cloned());
        let mut replaced = Vec::new();
        for path in kept {
            let there = root.join(&path);
            if !has_plain_folders(&root, &path) || !is_newer(&there, since) {
                continue;
            }
            let laid =
                self.contents.read(&path).map_err(|_| RoomError::Changed { path: path.clone() })?;
            let is_other = |bytes| fs::read(&there).is_ok_and(|there| there != bytes);
            if laid.is_some_and(is_other) {
                replaced.push(path);
            }
        }
        Ok(replaced)
    }
}

fn is_types(path: &str) -> bool {
    [".d.ts", ".d.mts", ".d.cts", ".pyi"].iter().any(|ending| path.ends_with(ending))
}

/// Whether the kernel saw a change of it, which nobody can set back.
fn is_newer(path: &Path, since: SystemTime) -> bool {
    let since = since.duration_since(UNIX_EPOCH).unwrap_or_default();
    let since =
        (i64::try_from(since.as_secs()).unwrap_or(i64::MAX), i64::from(since.subsec_nanos()));
    fs::symlink_metadata(path).is_ok_and(|there| (there.ctime(), there.ctime_nsec()) > since)
}
