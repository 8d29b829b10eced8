//! What the jail is given to mount. Whether the kernel then shows what the room says is looked at where a
//! mount is possible.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use countersign_runner::files::Files;
use countersign_runner::jail::Overlay;
use countersign_runner::room::{Room, Way};

use super::Scene;
use super::contracts::{anything, of, outputs, spec};
use crate::made::Made;

fn absent(overlay: &Overlay) -> Vec<&str> {
    overlay.absent.iter().map(|path| path.to_str().unwrap()).collect()
}

fn upper(overlay: &Overlay) -> Vec<String> {
    let made = countersign_runner::tree::Always::default();
    let bounds = countersign_runner::tree::Bounds::default();
    let tree = countersign_runner::tree::scan_base(&overlay.upper, &made, bounds).unwrap();
    tree.entries.into_keys().collect()
}

fn scene() -> Scene {
    let contract = anything().with_spec_files(vec![spec("tests/test_s.py", "spec")]).unwrap();
    let base = Made::with(&[
        (".gitignore", "/dist\n.env\nnode_modules\n"),
        ("src/a.py", "1"),
        ("gone/b.py", "1"),
        ("Makefile", "all:"),
        ("dist/stale", "1"),
        (".env", "SECRET"),
        ("node_modules/dep/index.js", "dep"),
        (".git/config", ""),
        ("src/__pycache__/a.pyc", "stale"),
        ("was/folder", "1"),
        ("will", "1"),
    ]);
    base.link("out", "/etc/passwd");
    Scene::on(base, contract, |made| {
        made.write("src/a.py", "2");
        made.write("Makefile", "forged");
        made.remove("gone");
        made.remove("was");
        made.write("was", "a file");
        made.remove("will");
        made.write("will/be", "a folder");
    })
}

#[test]
fn only_what_differs_from_the_base_is_written_and_the_rest_is_hidden_or_seen_through() {
    let scene = scene();
    let room = scene.room(Way::Overlay);
    let overlay = room.overlay().unwrap();
    assert_eq!(overlay.lower, scene.base.path().canonicalize().unwrap());
    assert_eq!(upper(&overlay), ["src/a.py", "tests/test_s.py", "was", "will/be"]);
    let hidden = [".env", ".git", "dist", "gone/b.py", "out", "src/__pycache__"];
    assert_eq!(absent(&overlay), hidden);
    let seen = [".gitignore", "Makefile", "src/a.py", "tests/test_s.py", "was", "will/be"];
    assert_eq!(room.contents().paths(), seen);
    assert!(fs::read_dir(&overlay.work).unwrap().next().is_none());
}

#[test]
fn an_ignored_folder_of_the_base_with_a_declared_file_in_it_shows_that_file_alone() {
    let base =
        [(".gitignore", "dist\n"), ("dist/stale.js", "1"), ("dist/sub/x.js", "1"), ("a", "")];
    let contract = of(&[outputs(&["dist/new.js"], &[], &[])]);
    let scene = Scene::new(&base, contract, |made| made.write("dist/new.js", "2"));
    let room = scene.room(Way::Overlay);
    assert_eq!(absent(&room.overlay().unwrap()), ["dist/stale.js", "dist/sub"]);
    assert_eq!(room.contents().paths(), [".gitignore", "a", "dist/new.js"]);
}

#[test]
fn a_copied_room_needs_no_mount() {
    assert!(scene().room(Way::Copied).overlay().is_none());
}

/// Mounts the overlay in a namespace of its own, hides what must be hidden in the simplest way, and lists the
/// files that are seen. Absent where this machine does not allow it.
fn seen_by_the_kernel(overlay: &Overlay, then: &str) -> Option<String> {
    let hide: String = absent(overlay).iter().map(|path| format!("rm -rf 'AT/{path}'\n")).collect();
    let script = format!(
        "set -e\nmount -t overlay overlay -o lowerdir=LOWER,upperdir=UPPER,workdir=WORK AT\n{hide}\
         cd AT\n{then}\nfind . -type f -not -path './node_modules/*' | sed 's|^./||' | sort\n"
    );
    let name = |path: &PathBuf| path.to_str().unwrap().to_owned();
    let script = script
        .replace("LOWER", &name(&overlay.lower))
        .replace("UPPER", &name(&overlay.upper))
        .replace("WORK", &name(&overlay.work))
        .replace("AT", &name(&overlay.at));
    let output = Command::new("unshare")
        .args(["-rm", "sh", "-c", &script])
        .env("LC_ALL", "C")
        .output()
        .ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
}

fn listed(room: &Room) -> String {
    room.contents().paths().iter().map(|path| format!("{path}\n")).collect()
}

#[test]
fn the_kernel_shows_what_the_room_says_and_the_base_is_never_written() {
    let scene = scene();
    let before = scene.base.as_base().digest();
    let room = scene.room(Way::Overlay);
    let Some(seen) = seen_by_the_kernel(&room.overlay().unwrap(), "") else { return };
    assert_eq!(seen, listed(&room));
    assert_eq!(scene.base.as_base().digest(), before);
    assert!(scene.base.at(".git/config").exists() && scene.base.at("node_modules/dep").exists());
}

#[test]
fn a_kept_overlay_is_a_plain_folder_with_what_commands_wrote_and_removed() {
    let scene = scene();
    let room = scene.room(Way::Overlay);
    let commands =
        "echo new > made.txt; rm Makefile; rm -r src; mkdir src; echo x > src/z; ln -s z src/l";
    let seen = seen_by_the_kernel(&room.overlay().unwrap(), commands);
    let kept = room.keep().unwrap();
    let always = countersign_runner::tree::Always::default();
    let bounds = countersign_runner::tree::Bounds::default();
    let tree = countersign_runner::tree::scan_base(&kept, &always, bounds).unwrap();
    let files: String = tree
        .entries
        .keys()
        .filter(|path| tree.file(path).is_some())
        .map(|p| format!("{p}\n"))
        .collect();
    match seen {
        Some(seen) => assert_eq!(files, seen),
        None => assert!(files.contains("tests/test_s.py")),
    }
    assert_eq!(fs::read_to_string(kept.join("node_modules/dep/index.js")).unwrap(), "dep");
}
