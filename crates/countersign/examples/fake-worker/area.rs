//! The work area: the folder that the worker was started in.

use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub struct Area {
    root: PathBuf,
}

impl Area {
    pub fn current() -> io::Result<Self> {
        Ok(Self { root: std::env::current_dir()? })
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) -> io::Result<()> {
        let path = self.root.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, text)
    }

    /// A file that can be run.
    pub fn script(&self, path: &str, text: &str) -> io::Result<()> {
        self.write(path, text)?;
        fs::set_permissions(self.root.join(path), fs::Permissions::from_mode(0o755))
    }

    pub fn append(&self, path: &str, text: &str) -> io::Result<()> {
        let before = fs::read_to_string(self.root.join(path)).unwrap_or_default();
        self.write(path, before + text)
    }

    pub fn link(&self, path: &str, target: &Path) -> io::Result<()> {
        let path = self.root.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        symlink(target, path)
    }

    /// Writes a file outside the work area, and says where it is.
    pub fn write_outside(&self, name: &str, text: &str) -> io::Result<PathBuf> {
        let folder = std::env::temp_dir().join(format!("fake-worker-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let path = folder.join(name);
        fs::write(&path, text)?;
        Ok(path)
    }

    /// Runs a program in the work area; that it fails is an error.
    pub fn run(&self, program: &str, arguments: &[&str]) -> io::Result<()> {
        let mut command = Command::new(program);
        let output =
            command.args(arguments).current_dir(&self.root).stdin(Stdio::null()).output()?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        Err(io::Error::other(format!("{command:?} ended with {}: {said}", output.status)))
    }

    /// Starts a program in a session of its own, and leaves it running.
    pub fn leave_running(&self, program: &Path, arguments: &[&str]) -> io::Result<()> {
        let mut command = Command::new("setsid");
        command.arg(program).args(arguments).current_dir(&self.root);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().map(|_| ())
    }
}
