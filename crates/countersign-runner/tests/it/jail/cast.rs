//! A job to be put into the jail, and who puts it there.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use countersign_core::Layer;
use countersign_runner::jail::{Ended, Job, Launcher, Limits, Network, run, run_within};

pub const ALL: [Layer; 5] =
    [Layer::Processes, Layer::Mounts, Layer::Network, Layer::Writes, Layer::Limits];

/// The example `jail`, which is built beside the tests.
pub fn launcher() -> Launcher {
    let test = std::env::current_exe().unwrap();
    let program = test.parent().and_then(Path::parent).unwrap().join("examples/jail");
    assert!(program.exists(), "{} is not built", program.display());
    Launcher::new(program, Vec::new())
}

pub fn job(folder: &Path, command: &[&str]) -> Job {
    let path = OsString::from("/usr/local/bin:/usr/bin:/bin");
    Job {
        command: command.iter().map(OsString::from).collect(),
        folder: folder.to_owned(),
        environment: BTreeMap::from([(OsString::from("PATH"), path)]),
        writable: vec![folder.to_owned()],
        masked: Vec::new(),
        visible: Vec::new(),
        overlay: None,
        network: Network::None,
        input: Vec::new(),
        temporary: None,
        stands_for: None,
        limits: Limits {
            time: Duration::from_secs(60),
            grace: Duration::from_secs(5),
            memory: 1024 * 1024 * 1024,
            processes: 200,
            output: 1024 * 1024,
        },
    }
}

pub fn shell(folder: &Path, script: &str) -> Job {
    job(folder, &["/bin/sh", "-c", script])
}

pub fn jailed(job: &Job) -> Ended {
    let ended = run(&launcher(), job).unwrap();
    assert_eq!(ended.missing_layers, BTreeMap::new(), "this machine refuses a layer");
    assert_eq!(ended.layers, BTreeSet::from(ALL));
    ended
}

/// In all walls but this one.
pub fn without(layer: Layer, job: &Job) -> Ended {
    let walls = ALL.into_iter().filter(|other| *other != layer).collect();
    let ended = run_within(&launcher(), job, &walls).unwrap();
    assert!(!ended.layers.contains(&layer));
    ended
}

/// A folder that every user may go to.
pub fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    (folder, path)
}

pub fn text(ended: &Ended) -> String {
    String::from_utf8_lossy(&ended.stdout).into_owned()
}

/// In a few words, for a test that fails.
pub fn told(ended: &Ended) -> String {
    let said: String = ended.output.head.chars().take(500).collect();
    format!("{:?}, {:?}, {:?}, {said}", ended.exit, ended.stopped, ended.missing_layers)
}
