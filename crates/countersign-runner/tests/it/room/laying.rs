use countersign_core::{Placement, SpecFile, Visibility};
use countersign_runner::files::Files;
use countersign_runner::room::{Room, RoomError, Stock, Way};
use std::sync::Arc;

use super::Scene;
use super::contracts::{anything, of, outputs, spec};
use crate::made::Made;

fn text(room: &Room, path: &str) -> String {
    String::from_utf8(room.contents().read(path).unwrap().unwrap()).unwrap()
}

fn added(path: &str, content: &str) -> SpecFile {
    SpecFile { placement: Placement::Added, ..spec(path, content) }
}

#[test]
fn a_spec_file_is_in_the_room_whatever_the_worker_made_of_it() {
    let contract = anything().with_spec_files(vec![spec("tests/test_s.py", "spec")]).unwrap();
    let edits: [fn(&Made); 4] = [
        |_| {},
        |made| made.write("tests/test_s.py", "assert True"),
        |made| made.link("tests/test_s.py", "/dev/null"),
        |made| made.write("tests/test_s.py/conftest.py", "evil"),
    ];
    for edit in edits {
        let room = Scene::new(&[("a.py", "1")], contract.clone(), edit).room(Way::Overlay);
        assert_eq!(text(&room, "tests/test_s.py"), "spec");
        assert_eq!(room.contents().paths(), ["a.py", "tests/test_s.py"]);
    }
}

#[test]
fn a_spec_file_wins_over_what_stands_where_its_folder_must_be() {
    let contract = anything().with_spec_files(vec![spec("tests/test_s.py", "spec")]).unwrap();
    for way in [Way::Overlay, Way::Copied] {
        let room =
            Scene::new(&[("tests", "a file"), ("a", "")], contract.clone(), |_| {}).room(way);
        assert_eq!(room.contents().paths(), ["a", "tests/test_s.py"]);
    }
}

#[test]
fn what_is_added_stands_after_the_file_that_is_there() {
    let contract = of(&[outputs(&[], &["src/lib.rs"], &[])])
        .with_spec_files(vec![added("src/lib.rs", "mod tests {}\n"), added("new.rs", "x\n")])
        .unwrap();
    let scene = Scene::new(&[("src/lib.rs", "old")], contract, |made| {
        made.write("src/lib.rs", "pub fn a() {}");
    });
    let room = scene.room(Way::Overlay);
    assert_eq!(text(&room, "src/lib.rs"), "pub fn a() {}\nmod tests {}\n");
    assert_eq!(text(&room, "new.rs"), "x\n");
}

#[test]
fn what_the_worker_added_already_is_not_there_twice() {
    let block = "#[cfg(test)]\nmod tests {\n    fn t() {}\n}\n";
    let contract = anything().with_spec_files(vec![added("src/lib.rs", block)]).unwrap();
    let written =
        format!("pub fn a() {{}}\r\n\r\n{}pub fn b() {{}}\r\n", block.replace('\n', "  \r\n"));
    let scene =
        Scene::new(&[("src/lib.rs", "")], contract, |made| made.write("src/lib.rs", written));
    let room = scene.room(Way::Overlay);
    let expected = format!("pub fn a() {{}}\r\n\r\npub fn b() {{}}\r\n{block}");
    assert_eq!(text(&room, "src/lib.rs"), expected);
}

#[test]
fn what_is_added_to_a_test_of_the_base_is_added_to_the_bases() {
    let contract =
        anything().with_spec_files(vec![added("tests/test_a.py", "def test_b(): ...\n")]).unwrap();
    let scene = Scene::new(&[("tests/test_a.py", "def test_a(): ...\n")], contract, |made| {
        made.write("tests/test_a.py", "");
    });
    let room = scene.room(Way::Copied);
    assert_eq!(text(&room, "tests/test_a.py"), "def test_a(): ...\ndef test_b(): ...\n");
}

#[test]
fn hidden_files_and_altered_ones_are_laid_only_where_they_are_asked_for() {
    let hidden = SpecFile { visibility: Visibility::Hidden, ..spec("tests/test_h.py", "hidden") };
    let contract =
        anything().with_spec_files(vec![spec("tests/test_s.py", "== 4"), hidden]).unwrap();
    let scene = Scene::new(&[], contract, |_| {});
    let stock = scene.stock();
    let make =
        |spec: &[SpecFile]| Room::make(&stock, scene.place.path(), spec, Way::Overlay).unwrap();
    assert_eq!(make(&scene.spec(false)).contents().paths(), ["tests/test_s.py"]);
    assert_eq!(make(&scene.spec(true)).contents().paths(), ["tests/test_h.py", "tests/test_s.py"]);
    let twin = make(&[spec("tests/test_s.py", "== 5")]);
    assert_eq!(text(&twin, "tests/test_s.py"), "== 5");
    // Rooms of one stock know nothing of each other.
    assert_eq!(text(&make(&scene.spec(false)), "tests/test_s.py"), "== 4");
}

#[test]
fn a_spec_file_with_a_path_that_leaves_the_room_is_refused() {
    let scene = Scene::new(&[], anything(), |_| {});
    for path in ["../x", "/etc/x", "a/../../x", "a//b", ".git/hooks/x", ""] {
        let refused = scene.room_with(&[spec(path, "x")], Way::Copied).unwrap_err();
        assert!(matches!(refused, RoomError::BadSpecPath { .. }), "{path}: {refused}");
    }
}

#[test]
fn a_room_of_the_base_alone_has_the_base_and_the_specification() {
    let base = Made::with(&[("a.py", "1"), ("Makefile", "all:")]);
    let stock = Arc::new(Stock::of_base(base.path(), Arc::new(base.as_base())).unwrap());
    let place = Made::empty();
    let spec = [spec("tests/test_s.py", "spec")];
    let room = Room::make(&stock, place.path(), &spec, Way::Overlay).unwrap();
    assert_eq!(room.contents().paths(), ["Makefile", "a.py", "tests/test_s.py"]);
    assert_eq!(stock.report().base, stock.report().result);
}

#[test]
fn a_module_of_tests_that_is_there_already_stays_beside_the_added_one() {
    let block = "#[cfg(test)]\nmod tests {\n    fn given() {}\n}\n";
    let own = "pub fn a() {}\n#[cfg(test)]\nmod tests {\n    fn own() {}\n}\n";
    let contract = anything().with_spec_files(vec![added("src/lib.rs", block)]).unwrap();
    let room = Scene::new(&[("src/lib.rs", "")], contract, |made| made.write("src/lib.rs", own))
        .room(Way::Overlay);
    let expected = format!("{}{block}", own.replace("mod tests", "mod tests_of_the_file"));
    assert_eq!(text(&room, "src/lib.rs"), expected);
}
