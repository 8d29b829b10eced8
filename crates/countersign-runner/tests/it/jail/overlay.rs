//! One folder on top of another.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use countersign_core::Exit;
use countersign_runner::jail::{JailError, Job, Overlay, Refusal, run};

use super::cast::{folder, jailed, launcher, shell, text, told};

fn layers(root: &Path) -> Overlay {
    let folders = ["lower", "upper", "work", "room"].map(|name| root.join(name));
    for folder in &folders {
        fs::create_dir(folder).unwrap();
    }
    let [lower, upper, work, at] = folders;
    fs::create_dir_all(lower.join("src/deep")).unwrap();
    for file in ["kept", "gone", "src/deep/gone", "src/deep/kept", "src/kept"] {
        fs::write(lower.join(file), format!("lower {file}\n")).unwrap();
    }
    Overlay { lower, upper, work, at, absent: Vec::new() }
}

fn over(overlay: &Overlay, folder: &Path, script: &str) -> Job {
    let writable = vec![overlay.at.clone()];
    Job { overlay: Some(overlay.clone()), writable, ..shell(folder, script) }
}

#[test]
fn writes_do_not_reach_the_lower_folder() {
    let (_keep, root) = folder();
    let overlay = layers(&root);
    let before = listing(&overlay.lower);
    fs::write(overlay.upper.join("added"), "upper\n").unwrap();
    let script = "cat added kept && echo new > kept && rm gone && rm -r src/deep && mkdir src/deep \
                  && echo new > src/deep/file && mv src/kept src/moved && cat kept && ls src/deep";
    let ended = jailed(&over(&overlay, &overlay.at, script));
    assert_eq!(text(&ended), "upper\nlower kept\nnew\nfile\n", "{}", told(&ended));
    assert_eq!(listing(&overlay.lower), before);
    assert_eq!(listing(&overlay.at), Vec::<(PathBuf, String)>::new());
    assert_eq!(fs::read_to_string(overlay.upper.join("kept")).unwrap(), "new\n");
}

#[test]
fn no_mark_of_the_kernel_stays_on_an_upper_folder_which_is_used_again() {
    let (_keep, root) = folder();
    let overlay = layers(&root);
    let ended = jailed(&over(&overlay, &overlay.at, "echo new > file && cat file kept"));
    assert_eq!(text(&ended), "new\nlower kept\n", "{}", told(&ended));
    let mut names = [0_u8; 256];
    let length = rustix::fs::listxattr(&overlay.upper, &mut names).unwrap();
    assert_eq!(String::from_utf8_lossy(&names[..length]), "");
}

#[test]
fn what_is_absent_is_not_there() {
    let (_keep, root) = folder();
    let mut overlay = layers(&root);
    overlay.absent = ["gone", "src/deep/gone", "never/was"].map(PathBuf::from).to_vec();
    let ended = jailed(&over(&overlay, &overlay.at, "find . -type f | sort"));
    assert_eq!(text(&ended), "./kept\n./src/deep/kept\n./src/kept\n");
}

#[test]
fn an_absent_folder_is_not_there_and_can_be_made_again() {
    let (_keep, root) = folder();
    let mut overlay = layers(&root);
    overlay.absent = vec![overlay.at.join("src")];
    let ended = jailed(&over(&overlay, &overlay.at, "ls; mkdir src && ls src && echo made"));
    assert_eq!(text(&ended), "gone\nkept\nmade\n", "{}", told(&ended));
}

#[test]
fn a_folder_that_replaces_an_absent_one_lets_nothing_through() {
    let (_keep, root) = folder();
    let mut overlay = layers(&root);
    fs::create_dir_all(overlay.upper.join("src")).unwrap();
    fs::write(overlay.upper.join("src/own"), "").unwrap();
    overlay.absent = vec![PathBuf::from("src")];
    assert_eq!(text(&jailed(&over(&overlay, &overlay.at, "ls src"))), "own\n");
}

#[test]
fn absent_paths_cannot_lead_out() {
    let (_keep, root) = folder();
    let mut overlay = layers(&root);
    let (_kept, outside) = folder();
    fs::write(outside.join("gone"), "x").unwrap();
    std::os::unix::fs::symlink(&outside, overlay.upper.join("src")).unwrap();
    overlay.absent = vec![PathBuf::from("src/deep/gone")];
    jailed(&over(&overlay, &overlay.at, "true"));
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    overlay.absent = vec![PathBuf::from("../gone")];
    let refused = run(&launcher(), &over(&overlay, &overlay.at, "true")).unwrap_err();
    assert!(matches!(refused, JailError::Refused(Refusal::Overlay { .. })), "{refused}");
}

#[test]
fn a_job_can_run_deep_inside_an_overlay() {
    let (_keep, root) = folder();
    let overlay = layers(&root);
    let ended = jailed(&over(&overlay, &overlay.at.join("src/deep"), "pwd; cat kept"));
    let expected = format!("{}\nlower src/deep/kept\n", overlay.at.join("src/deep").display());
    assert_eq!(text(&ended), expected);
}

#[test]
fn the_layers_of_an_overlay_can_be_masked() {
    let (_keep, root) = folder();
    let overlay = layers(&root);
    let job = over(&overlay, &overlay.at, "cat kept; ls ..; ls ../lower; cat /proc/self/mounts");
    let ended = jailed(&Job { masked: vec![root.clone()], ..job });
    assert!(text(&ended).starts_with("lower kept\nroom\n"), "{}", told(&ended));
    assert!(!text(&ended).contains("upperdir=/tmp"), "{}", told(&ended));
}

#[test]
fn a_path_may_hold_what_separates_options() {
    let (_keep, root) = folder();
    let root = root.join("a,b:c\\d e");
    fs::create_dir(&root).unwrap();
    let overlay = layers(&root);
    assert_eq!(jailed(&over(&overlay, &overlay.at, "cat kept")).exit, Exit::Success);
}

#[test]
fn what_an_overlay_leaves_can_be_removed_by_its_owner() {
    let (_keep, root) = folder();
    let overlay = layers(&root);
    jailed(&over(&overlay, &overlay.at, "rm -r src; mkdir src"));
    let left = fs::metadata(overlay.work.join("work")).unwrap();
    assert_eq!(left.permissions().mode() & 0o700, 0o700);
}

#[test]
fn an_overlay_that_cannot_be_made_is_our_trouble() {
    let (_keep, root) = folder();
    let mut overlay = layers(&root);
    overlay.work = root.join("nowhere");
    let refused = run(&launcher(), &over(&overlay, &overlay.at, "true")).unwrap_err();
    assert!(matches!(refused, JailError::Refused(Refusal::Overlay { .. })), "{refused}");
}

/// Every file below a folder, and what is in it.
fn listing(root: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push((path.clone(), fs::read_to_string(path).unwrap()));
            }
        }
    }
    found.sort();
    found
}
