//! What one command changes of what steers the next is put back between them.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use countersign_core::Contract;
use countersign_runner::room::{Rewritten, Room, Way};

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
    mended_after(room, &anything(), false)
}

fn mended_after(room: &Room, contract: &Contract, has_tested: bool) -> Vec<String> {
    room.mend(contract, has_tested).unwrap().into_iter().map(|note| note.path).collect()
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
        let later = SystemTime::now() + Duration::from_secs(60);
        let rewritten = || {
            let Rewritten { changed, touched, .. } = room.rewritten(&contract, later).unwrap();
            assert_eq!(touched, [""; 0], "{way:?}");
            changed
        };
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

#[test]
fn scripts_that_were_put_back_and_programs_that_are_called_and_changed_are_touched() {
    let contract = of(&[command("make check"), command("sh scripts/all.sh")]);
    let base = [
        ("Makefile", "check:\n\tpython3 tool.py\n\tpython3 tools/check.py\n"),
        ("tools/check.py", "base"),
        ("tools/other.py", "base"),
        ("scripts/all.sh", "base"),
    ];
    for way in [Way::Overlay, Way::Copied] {
        let scene = Scene::new(&base, contract.clone(), |made| made.write("tool.py", "work"));
        let room = scene.room(way);
        let root = written(&room);
        let before = SystemTime::now();
        std::thread::sleep(Duration::from_millis(20));
        let rewritten = || room.rewritten(&contract, before).unwrap();
        assert_eq!(rewritten(), Rewritten::default(), "{way:?}");
        put(&root, "scripts/all.sh", "forged");
        put(&root, "scripts/all.sh", "base");
        put(&root, "tools/check.py", "forged");
        put(&root, "tools/other.py", "formatted");
        let touched = vec!["scripts/all.sh".to_owned(), "tools/check.py".to_owned()];
        assert_eq!(rewritten(), Rewritten { touched, ..Rewritten::default() }, "{way:?}");
    }
}

#[test]
fn code_that_is_another_one_after_tests_is_named_and_what_they_make_is_not() {
    let contract = of(&[
        outputs(&["src/a.js", "src/same.js", "src/a.d.ts", "earlier.py"], &[], &[]),
        command("npx vitest run"),
    ]);
    let base = [("src/b.js", "base"), ("src/c.js", "base"), ("data.json", "base")];
    for way in [Way::Overlay, Way::Copied] {
        let scene = Scene::new(&base, contract.clone(), |made| {
            made.write("src/a.js", "work");
            made.write("src/same.js", "work");
            made.write("src/a.d.ts", "work");
            made.write("src/a.test.js", "work");
            made.write("earlier.py", "work");
        });
        let room = scene.room(way);
        let root = written(&room);
        put(&root, "earlier.py", "formatted before");
        std::thread::sleep(Duration::from_millis(20));
        let since = SystemTime::now();
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(room.replaced(since).unwrap(), [""; 0], "{way:?}");
        put(&root, "src/same.js", "work");
        put(&root, "src/a.d.ts", "made anew");
        put(&root, "src/a.test.js", "written");
        put(&root, "src/made.js", "made");
        put(&root, "data.json", "made anew");
        put(&root, "src/__snapshots__/a.js.snap", "made");
        assert_eq!(room.replaced(since).unwrap(), [""; 0], "{way:?}");
        put(&root, "src/a.js", "forged");
        put(&root, "src/b.js", "forged");
        assert_eq!(room.replaced(since).unwrap(), ["src/a.js", "src/b.js"], "{way:?}");
    }
}

#[test]
fn after_tests_all_code_of_the_base_is_put_back_and_after_others_what_is_called() {
    let contract = of(&[command("sh scripts/all.sh"), command("node gen.js")]);
    let base = [("scripts/all.sh", "base"), ("lib/rules.py", "base"), ("data.json", "base")];
    for way in [Way::Overlay, Way::Copied] {
        let scene = Scene::new(&base, contract.clone(), |made| made.write("m.py", "work"));
        let room = scene.room(way);
        let root = written(&room);
        let forge = || {
            for (path, _) in base {
                put(&root, path, "forged");
            }
            put(&root, "m.py", "formatted");
            put(&root, "lib/rules/__init__.py", "forged");
        };
        forge();
        let called = ["scripts/all.sh", "lib/rules/__init__.py"];
        assert_eq!(mended_after(&room, &contract, false), called, "{way:?}");
        forge();
        let all = ["lib/rules.py", "scripts/all.sh", "lib/rules/__init__.py"];
        assert_eq!(mended_after(&room, &contract, true), all, "{way:?}");
        let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
        assert_eq!((read("m.py"), read("data.json")), ("formatted".into(), "forged".into()));
    }
}

#[test]
fn caches_of_one_command_are_not_there_for_the_next() {
    for way in [Way::Overlay, Way::Copied] {
        let scene = scene();
        let room = scene.room(way);
        let root = written(&room);
        let caches =
            ["src/__pycache__/a.cpython-311.pyc", ".mypy_cache/3.11/a.json", "b.tsbuildinfo"];
        for path in caches.into_iter().chain(["dist/made.js", "target/debug/made"]) {
            put(&root, path, "made");
        }
        assert_eq!(mended(&room), Vec::<String>::new(), "{way:?}");
        assert!(caches.iter().all(|path| !root.join(path).exists()), "{way:?}");
        assert!(root.join("dist/made.js").exists() && root.join("target/debug/made").exists());
    }
}

#[test]
fn packages_of_the_base_are_put_back_and_generated_ones_stay() {
    let base = [
        ("a.py", "1"),
        ("node_modules/lint/index.js", "base"),
        ("node_modules/@of/lint/index.js", "base"),
        ("node_modules/.client/index.js", "base"),
        (".venv/lib/lint.py", "base"),
    ];
    let scene = Scene::new(&base, anything(), |made| made.write("a.py", "2"));
    let room = scene.room(Way::Overlay);
    let root = written(&room);
    let forged = [
        "node_modules/lint/index.js",
        "node_modules/lint/node_modules/of/index.js",
        "node_modules/@of/lint/index.js",
        "node_modules/.bin/lint",
        ".venv/lib/lint.py",
        ".venv/lib/more.pth",
    ];
    let made = [
        "node_modules/.client/index.js",
        "node_modules/new/index.js",
        "node_modules/@of/new/index.js",
    ];
    for path in forged.into_iter().chain(made) {
        put(&root, path, "made");
    }
    mended(&room);
    for path in forged {
        assert!(!root.join(path).exists(), "{path} still hides the base's");
    }
    for path in made {
        assert!(root.join(path).exists(), "{path}");
    }
}
