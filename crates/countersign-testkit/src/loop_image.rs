//! A small disk in a file, to see what is on it after the power was cut.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

/// Waits for the end of its input, which comes when the owner drops the image and also when the
/// owner is killed, so that no mount is left behind. Lazily only where files are still open.
const UNMOUNTER: &str = r#"
read -r _
status=0
if mountpoint -q "$1/mount"; then
    umount "$1/mount" || umount --lazy "$1/mount" || status=1
fi
rm -rf --one-file-system -- "$1"
exit "$status"
"#;

/// How often a copy is tried again because the disk changed under it.
const COPY_ATTEMPTS: usize = 50;

/// An ext4 file system in an image file, mounted by a loop device. Linux and root only.
#[derive(Debug)]
pub struct LoopImage {
    unmounter: Child,
    folder: TempDir,
}

impl LoopImage {
    /// Whether this machine lets us mount images; found out by mounting one.
    #[must_use]
    pub fn possible() -> bool {
        static POSSIBLE: OnceLock<bool> = OnceLock::new();
        *POSSIBLE.get_or_init(|| Self::create(16).is_ok())
    }

    /// Makes an empty file system of this size and mounts it.
    pub fn create(size_mib: u64) -> io::Result<Self> {
        let folder = image_folder()?;
        let image = folder.path().join("image");
        File::create(&image)?.set_len(size_mib * 1024 * 1024)?;
        // Not lazily: a kernel thread that goes on to initialise tables would write to the disk
        // behind the test's back.
        run(Command::new("mkfs.ext4")
            .args(["-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0"])
            .arg(&image))?;
        Self::mount(folder)
    }

    #[must_use]
    pub fn mount_point(&self) -> PathBuf {
        self.folder.path().join("mount")
    }

    /// The disk as it would be found had the power been cut now: what has not reached the device
    /// is not on it, and mounting it replays its journal.
    ///
    /// What reached the device without a flush is on the copy, as on a device without a volatile
    /// cache: a missing flush is therefore not found by this, a missing write is.
    ///
    /// # Errors
    /// `ResourceBusy` where writers do not pause long enough for a copy of one moment. A copy of
    /// several moments would show damage that no power cut can do. Stop the writers first (STOP or
    /// KILL them); files may stay open.
    pub fn copy_as_after_power_cut(&self) -> io::Result<Self> {
        let folder = image_folder()?;
        let (from, to) = (self.folder.path().join("image"), folder.path().join("image"));
        for _ in 0..COPY_ATTEMPTS {
            run(Command::new("cp").arg("--sparse=always").arg(&from).arg(&to))?;
            // Equal when read a second time: then the copy is the disk of the moment between.
            if Command::new("cmp").arg("--silent").arg(&from).arg(&to).status()?.success() {
                return Self::mount(folder);
            }
        }
        Err(io::Error::new(
            io::ErrorKind::ResourceBusy,
            "the disk is being written to all the time; stop its writers before copying it",
        ))
    }

    fn mount(folder: TempDir) -> io::Result<Self> {
        fs::create_dir(folder.path().join("mount"))?;
        // Before the mount, so that there is no moment without somebody to undo it.
        let unmounter = Command::new("sh")
            .args(["-c", UNMOUNTER, "loop-image-unmounter"])
            .arg(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let image = Self { unmounter, folder };
        run(Command::new("mount")
            .args(["-t", "ext4", "-o", "loop"])
            .arg(image.folder.path().join("image"))
            .arg(image.mount_point()))?;
        Ok(image)
    }
}

impl Drop for LoopImage {
    fn drop(&mut self) {
        drop(self.unmounter.stdin.take());
        match self.unmounter.wait() {
            Ok(status) if status.success() => {}
            failed => eprintln!("{} is still mounted: {failed:?}", self.mount_point().display()),
        }
    }
}

fn image_folder() -> io::Result<TempDir> {
    tempfile::Builder::new().prefix("cs-loop-").tempdir()
}

fn run(command: &mut Command) -> io::Result<()> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(format!("{:?}: {}: {said}", command.get_program(), output.status)))
}
