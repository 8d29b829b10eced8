//! pytest, which few systems have: installed once into the target folder.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;

use crate::target_dir::target_dir;

const PACKAGE: &str = "pytest>=8,<10";

/// pytest as the packages of a Python user.
#[derive(Debug, Clone)]
pub struct Pytest {
    /// What `PYTHONUSERBASE` is to be, for Python to find it.
    pub user_base: PathBuf,
    /// The folder that holds the packages themselves, for `PYTHONPATH`.
    pub packages: PathBuf,
}

impl Pytest {
    /// Installed now if it is not there yet.
    ///
    /// # Panics
    /// Where there is no Python, or pytest cannot be installed.
    #[must_use]
    pub fn installed() -> Self {
        let root = target_dir().join("pytest");
        fs::create_dir_all(&root).expect("the target folder can be written");
        // Tests run as many processes at once; the first one installs, the others wait for it.
        let lock = File::create(root.join("install.lock")).expect("a lock file can be made");
        lock.lock().expect("the lock file can be locked");

        let user_base = root.join("user");
        let packages = packages_of(&user_base);
        let done = root.join("complete");
        if !done.exists() {
            let _ = fs::remove_dir_all(&user_base);
            run(Command::new("python3")
                .args([
                    "-m",
                    "pip",
                    "install",
                    "--quiet",
                    "--disable-pip-version-check",
                    "--target",
                ])
                .arg(&packages)
                .arg(PACKAGE));
            File::create(done).expect("the target folder can be written");
        }
        Self { user_base, packages }
    }
}

/// Where Python looks for the packages of a user with this base.
fn packages_of(user_base: &std::path::Path) -> PathBuf {
    let asked = "import site; print(site.getusersitepackages())";
    let said = run(Command::new("python3").args(["-c", asked]).env("PYTHONUSERBASE", user_base));
    PathBuf::from(said.trim())
}

fn run(command: &mut Command) -> String {
    let advice = "Python 3 with pip, and a package registry within reach, are needed for pytest";
    match command.output() {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).into_owned()
        }
        Ok(output) => {
            panic!("{advice}\n{command:?}: {}", String::from_utf8_lossy(&output.stderr))
        }
        Err(error) => panic!("{advice}\n{command:?}: {error}"),
    }
}
