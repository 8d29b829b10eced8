//! What a command changed, while it ran, of what its own end rests on.
//!
//! A shell reads a script while it runs it, and what an output is compared with is read last: who writes there
//! meanwhile decides how the command ends. What else commands write, formatters say, is no concern here: other
//! programs read their files first, and tests have twins.

use std::fs;

use countersign_core::Contract;

use super::error::RoomError;
use super::make::{Room, Way};
use super::mend::{Found, has_plain_folders, look};
use super::outputs::Outputs;
use crate::files::Files;
use crate::protect::{called, expects, is_shell, is_test, names, steers};

impl Room {
    /// Scripts and expected outputs of the base or the specification that are not as they were laid there, and that
    /// the checks rest on. No process may be left in the room.
    pub fn rewritten(&self, contract: &Contract) -> Result<Vec<String>, RoomError> {
        let root = match self.way {
            Way::Overlay => self.upper(),
            Way::Copied => self.folder(),
        };
        let mut found = Found::default();
        look(&root, "", &mut found).map_err(RoomError::not_written(&root))?;
        let is_kind = |path: &str| is_shell(path) || expects(path).is_some();
        let is_given = |path: &str| is_kind(path) && !self.stock.over.contains_key(path);
        let mut changed = Vec::new();
        let mut kept = self.kept(&found, is_given);
        kept.extend(self.laid_paths().filter(|path| is_kind(path)).map(ToOwned::to_owned));
        for path in kept {
            let laid = self.read(&path).map_err(|_| RoomError::Changed { path: path.clone() })?;
            let is_same = |bytes: &Vec<u8>| {
                has_plain_folders(&root, &path)
                    && fs::symlink_metadata(root.join(&path)).is_ok_and(|there| there.is_file())
                    && fs::read(root.join(&path)).is_ok_and(|there| there == *bytes)
            };
            if laid.is_some_and(|bytes| !is_same(&bytes)) {
                changed.push(path);
            }
        }
        if changed.is_empty() {
            return Ok(changed);
        }
        let commands = Outputs::of(contract).commands;
        let called = called(self.stock.base(), &commands);
        changed.retain(|path| {
            let is_named = || commands.iter().any(|(folder, line)| names(folder, line, path));
            let is_laid = self.laid_paths().any(|laid| laid == path);
            let is_script = is_shell(path) && (is_test(path) || steers(path).is_some());
            is_laid || is_script || called.contains(path) || is_named()
        });
        Ok(changed)
    }
}
