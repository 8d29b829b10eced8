use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use countersign_runner::files::Files;
use countersign_runner::room::{Room, Way};
use serde_json::json;

use super::Scene;
use super::contracts::{anything, of, outputs, spec};
use crate::made::{Made, paths};

/// What a plain folder really holds is what the room says of itself.
fn same_as_told(room: &Room) {
    let there = countersign_runner::tree::scan_base(
        &room.folder(),
        &countersign_runner::tree::Always::default(),
        countersign_runner::tree::Bounds::default(),
    )
    .unwrap();
    let files: Vec<&str> =
        paths(&there).into_iter().filter(|path| there.file(path).is_some()).collect();
    assert_eq!(room.contents().paths(), files);
    for path in files {
        assert_eq!(
            fs::read(room.folder().join(path)).unwrap(),
            room.contents().read(path).unwrap().unwrap()
        );
    }
}

#[test]
fn a_copied_room_is_the_base_with_what_came_over_and_what_was_put_back() {
    let contract = anything().with_spec_files(vec![spec("tests/test_s.py", "spec")]).unwrap();
    let base = Made::with(&[
        ("src/a.py", "1"),
        ("src/b.py", "1"),
        ("gone.py", "1"),
        ("Makefile", "all:"),
        ("package.json", r#"{"scripts": {"test": "jest"}}"#),
        ("run.sh", "1"),
        ("crlf.txt", "a\r\n"),
    ]);
    base.mode("run.sh", 0o755);
    base.link("link", "src/a.py");
    let scene = Scene::on(base, contract, |made| {
        made.write("src/a.py", "2");
        made.write("src/deep/c.py", "3");
        made.remove("gone.py");
        made.write("Makefile", "all: forged");
        made.write("package.json", r#"{"scripts": {"test": "true"}, "dependencies": {"x": "1"}}"#);
        made.write("tests/test_s.py", "forged");
        made.write("junit.xml", "forged");
    });
    let room = scene.room(Way::Copied);
    same_as_told(&room);
    let read = |path: &str| fs::read_to_string(room.folder().join(path)).unwrap();
    assert_eq!(read("src/a.py"), "2");
    assert_eq!(read("src/deep/c.py"), "3");
    assert_eq!(read("src/b.py"), "1");
    assert_eq!(read("Makefile"), "all:");
    assert_eq!(read("crlf.txt"), "a\r\n");
    assert_eq!(read("tests/test_s.py"), "spec");
    let package: serde_json::Value = serde_json::from_str(&read("package.json")).unwrap();
    assert_eq!(package, json!({"scripts": {"test": "jest"}, "dependencies": {"x": "1"}}));
    assert!(!room.folder().join("gone.py").exists() && !room.folder().join("junit.xml").exists());
    assert_eq!(fs::read_link(room.folder().join("link")).unwrap(), PathBuf::from("src/a.py"));
    let mode = |path: &str| fs::metadata(room.folder().join(path)).unwrap().permissions().mode();
    assert_eq!((mode("run.sh") & 0o100, mode("src/a.py") & 0o100), (0o100, 0));
    assert_eq!(
        fs::metadata(scene.place.path().join(room.folder().parent().unwrap()))
            .unwrap()
            .permissions()
            .mode()
            & 0o777,
        0o700
    );
}

#[test]
fn what_became_of_the_paths_is_told() {
    let contract = of(&[outputs(&["src/a.py"], &[], &["package.json/**"])]);
    let base = Made::with(&[("Makefile", "all:"), ("src/a.py", "1")]);
    base.link("out", "/etc/passwd");
    let scene = Scene::on(base, contract, |made| {
        made.write("src/a.py", "2");
        made.write("Makefile", "forged");
        made.write("notes.md", "1");
    });
    let report = scene.stock().report();
    let told = |notes: &[countersign_core::PathNote]| {
        notes.iter().map(|note| (note.path.clone(), note.why.clone())).collect::<Vec<_>>()
    };
    let expected = [
        ("notes.md", "the contract does not declare it"),
        ("out", "a link that leads out of the workspace"),
    ];
    assert_eq!(told(&report.left_behind), expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    let restored = told(&report.restored);
    assert_eq!(restored.len(), 1);
    assert_eq!(restored[0].0, "Makefile");
    assert!(restored[0].1.starts_with("put back from the base: "));
    assert_ne!(report.base, report.result);
}

#[test]
fn a_manifest_that_was_not_forged_is_no_finding_and_a_forged_one_names_its_sections() {
    let base =
        [("package.json", r#"{"scripts": {"test": "jest"}}"#), ("pyproject.toml", "[project]\n")];
    let honest = Scene::new(&base, anything(), |made| {
        made.write("package.json", r#"{"scripts":{"test":"jest"},"dependencies":{}}"#);
    });
    assert_eq!(honest.stock().report().restored, []);
    let forged = Scene::new(&base, anything(), |made| {
        made.write("package.json", r#"{"scripts":{"test":"true"}}"#);
        made.write("pyproject.toml", "[tool");
    });
    let restored = forged.stock().report().restored;
    assert_eq!(restored[0].why, "put back from the base: scripts");
    assert_eq!(restored[1].why, "put back from the base: it is not TOML");
}

#[test]
fn installed_packages_come_from_the_base_and_their_links_stay_in_the_room() {
    let base = Made::with(&[
        (".gitignore", "node_modules\n.venv\n.env\nbuild\n"),
        ("packages/own/index.js", "base"),
        ("node_modules/dep/index.js", "dep"),
        ("node_modules/@scope/dep/index.js", "scoped"),
        (".venv/bin/tool", "tool"),
        (".env", "SECRET=1"),
        ("build/stale.js", "stale"),
        (".git/config", ""),
    ]);
    base.link("node_modules/own", "../packages/own");
    let scene = Scene::on(base, anything(), |made| {
        made.write("packages/own/index.js", "worker");
        made.write("node_modules/dep/index.js", "forged");
        made.write("node_modules/jest/index.js", "forged");
    });
    let room = scene.room(Way::Copied);
    let read = |path: &str| fs::read_to_string(room.folder().join(path)).ok();
    assert_eq!(read("node_modules/dep/index.js").unwrap(), "dep");
    assert_eq!(read("node_modules/@scope/dep/index.js").unwrap(), "scoped");
    assert_eq!(read("node_modules/own/index.js").unwrap(), "worker");
    assert_eq!(read(".venv/bin/tool").unwrap(), "tool");
    for absent in ["node_modules/jest/index.js", ".env", "build/stale.js", ".git/config"] {
        assert_eq!(read(absent), None, "{absent}");
    }
}
