//! What one command changes of what steers the next is put back between them.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use countersign_runner::room::{Room, Way};

use super::Scene;
use super::contracts::{anything, command, of, outputs, spec};

fn scene() -> Scene {
    let contract = anything().with_spec_files(vec![spec("tests/test_s.py", "spec")]).unwrap();
    let base = [("src/a.py", "1"), ("Makefile", "all:"), ("tests/test_b.py", "base")];
    Scene::new(&base, contract, |made| made.write("src/a.py", "2"))
}

/// Where a command's changes end up.
fn written(room: &Room) -> PathBuf {
    room.overlay().map_or_else(|| room.folder(), |overlay| overlay.upper)
}

fn mended(room: &Room) -> Vec<String> {
    room.mend().unwrap().into_iter().map(|note| note.path).collect()
}

fn put(root: &Path, path: &str, text: &str) {
    fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
    fs::write(root.join(path), text).unwrap();
}

#[test]
fn an_untouched_room_needs_no_mending() {
    for way in [Way::Overlay, Way::Copied] {
        assert_eq!(mended(&scene().room(way)), Vec::<String>::new(), "{way:?}");
    }
}

#[test]
fn tests_and_settings_are_put_back_and_products_stay() {
    for way in [Way::Overlay, Way::Copied] {
        let scene = scene();
        let room = scene.room(way);
        let root = written(&room);
        put(&root, "tests/test_s.py", "forged");
        put(&root, "tests/test_b.py", "forged");
        put(&root, "Makefile", "forged");
        put(&root, "conftest.py", "forged");
        put(&root, "dist/made.js", "a product");
        put(&root, "src/a.py", "formatted");
        let paths = ["Makefile", "tests/test_b.py", "tests/test_s.py", "conftest.py"];
        assert_eq!(mended(&room), paths, "{way:?}");
        let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
        assert_eq!((read("tests/test_s.py"), read("Makefile")), ("spec".into(), "all:".into()));
        assert_eq!(
            (read("dist/made.js"), read("src/a.py")),
            ("a product".into(), "formatted".into())
        );
        assert!(!root.join("conftest.py").exists(), "{way:?}");
    }
}

#[test]
fn nothing_is_written_through_a_link_that_a_command_left() {
    for way in [Way::Overlay, Way::Copied] {
        let scene = scene();
        let room = scene.room(way);
        let root = written(&room);
        let outside = tempfile::tempdir().unwrap();
        fs::remove_dir_all(root.join("tests")).unwrap();
        symlink(outside.path(), root.join("tests")).unwrap();
        assert!(mended(&room).contains(&"tests/test_s.py".to_owned()), "{way:?}");
        assert!(fs::read_dir(outside.path()).unwrap().next().is_none(), "{way:?}");
        assert_eq!(fs::read_to_string(root.join("tests/test_s.py")).unwrap(), "spec");
    }
}

#[test]
fn scripts_that_change_while_they_run_are_named() {
    let contract = of(&[
        outputs(&["tool.sh"], &[], &[]),
        command("bash tests/check.sh && sh ./scripts/all.sh"),
        command("./tool.sh | diff - data/expected.txt"),
    ]);
    let contract = contract.with_spec_files(vec![spec("t/spec.sh", "spec")]).unwrap();
    let base = [
        ("tests/check.sh", "base"),
        ("tests/test_b.py", "base"),
        ("scripts/all.sh", "sh scripts/part.sh"),
        ("scripts/part.sh", "base"),
        ("install.sh", "base"),
        ("data/expected.txt", "base"),
    ];
    for way in [Way::Overlay, Way::Copied] {
        let scene = Scene::new(&base, contract.clone(), |made| made.write("tool.sh", "work"));
        let room = scene.room(way);
        let root = written(&room);
        let rewritten = || room.rewritten(&contract).unwrap();
        assert_eq!(rewritten(), [""; 0], "{way:?}");
        put(&root, "tests/check.sh", "base");
        put(&root, "tests/test_b.py", "formatted");
        put(&root, "install.sh", "made anew");
        put(&root, "tool.sh", "formatted");
        put(&root, "tests/new.sh", "made");
        assert_eq!(rewritten(), [""; 0], "{way:?}");
        put(&root, "tests/check.sh", "forged");
        put(&root, "scripts/all.sh", "forged");
        put(&root, "scripts/part.sh", "forged");
        put(&root, "data/expected.txt", "forged");
        fs::remove_file(root.join("t/spec.sh")).unwrap();
        let forged = [
            "data/expected.txt",
            "scripts/all.sh",
            "scripts/part.sh",
            "t/spec.sh",
            "tests/check.sh",
        ];
        assert_eq!(rewritten(), forged, "{way:?}");
    }
}
