use std::fs;
use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, Ordering};

use countersign_runner::files::Files;
use countersign_runner::room::{RoomError, Stock, Way, plan};
use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::Scene;
use super::contracts::anything;
use crate::made::Made;

/// Scans, lets something happen, and gathers what was planned.
fn gathered(scene: &Scene, between: impl FnOnce(&Made)) -> Result<Stock, RoomError> {
    let (base, result) = scene.trees();
    let plan = plan(&scene.contract, &scene.folder(&base), &result);
    between(&scene.result);
    let (base, result) = ((scene.base.path(), base), (scene.result.path(), result));
    Stock::gather(scene.place.path(), base, result, plan)
}

#[test]
fn a_file_that_changes_between_the_look_and_the_copy_is_an_error_and_no_work() {
    let edits: [fn(&Made); 5] = [
        |made| made.write("a.py", "other"),
        |made| made.write("a.py", "workermore"),
        |made| made.remove("a.py"),
        |made| {
            made.remove("a.py");
            made.link("a.py", "/etc/passwd");
        },
        |made| {
            made.remove("a.py");
            let kind = rustix::fs::FileType::Fifo;
            rustix::fs::mknodat(CWD, made.at("a.py"), kind, rustix::fs::Mode::RWXU, 0).unwrap();
        },
    ];
    for edit in edits {
        let scene = Scene::new(&[], anything(), |made| made.write("a.py", "worker"));
        let refused = gathered(&scene, edit).unwrap_err();
        assert!(matches!(refused, RoomError::Changed { .. }), "{refused}");
    }
    let scene = Scene::new(&[], anything(), |made| made.write("package.json", "{}"));
    let refused = gathered(&scene, |made| made.write("package.json", "{ }")).unwrap_err();
    assert!(matches!(refused, RoomError::Changed { .. }));
}

#[test]
fn a_folder_swapped_for_a_link_during_the_copy_brings_nothing_from_outside() {
    let outside = Made::empty();
    let scene = Scene::new(&[], anything(), |made| {
        for n in 0..30 {
            outside.write(&format!("{n}"), "secret");
            made.write(&format!("inner/{n}"), "mine");
        }
    });
    let link = Made::empty();
    symlink(outside.path(), link.at("link")).unwrap();
    let stop = AtomicBool::new(false);
    let (base, result) = scene.trees();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                let (one, two) = (scene.result.at("inner"), link.at("link"));
                renameat_with(CWD, &one, CWD, &two, RenameFlags::EXCHANGE).unwrap();
            }
        });
        for _ in 0..100 {
            let plan = plan(&scene.contract, &scene.folder(&base), &result);
            let base = (scene.base.path(), base.clone());
            let result = (scene.result.path(), result.clone());
            match Stock::gather(scene.place.path(), base, result, plan) {
                Ok(stock) => {
                    let stock = std::sync::Arc::new(stock);
                    let place = scene.place.path();
                    let room =
                        countersign_runner::room::Room::make(&stock, place, &[], Way::Overlay)
                            .unwrap();
                    assert!(
                        room.contents().paths().iter().all(|p| room
                            .contents()
                            .read(p)
                            .unwrap()
                            .unwrap()
                            == b"mine")
                    );
                }
                Err(RoomError::Changed { .. }) => {}
                Err(other) => panic!("{other}"),
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
}

#[test]
fn a_file_with_another_name_elsewhere_cannot_be_changed_through_it_afterwards() {
    let elsewhere = Made::with(&[("other", "worker")]);
    let scene = Scene::new(&[("a.py", "1")], anything(), |made| {
        made.remove("a.py");
        fs::hard_link(elsewhere.at("other"), made.at("a.py")).unwrap();
    });
    for way in [Way::Overlay, Way::Copied] {
        let room = scene.room(way);
        fs::write(elsewhere.at("other"), "forged").unwrap();
        assert_eq!(room.contents().read("a.py").unwrap().unwrap(), b"worker");
        fs::write(elsewhere.at("other"), "worker").unwrap();
    }
}

#[test]
fn what_commands_write_in_a_room_reaches_neither_base_nor_result_nor_the_next_room() {
    let scene =
        Scene::new(&[("a.py", "1"), ("b.py", "1")], anything(), |made| made.write("a.py", "2"));
    let (base, result) = (scene.base.as_base().digest(), scene.result.as_base().digest());
    let stock = scene.stock();
    let make =
        || countersign_runner::room::Room::make(&stock, scene.place.path(), &[], Way::Copied);
    let first = make().unwrap();
    fs::write(first.folder().join("a.py"), "forged").unwrap();
    fs::write(first.folder().join("b.py"), "forged").unwrap();
    let second = make().unwrap();
    assert_eq!(fs::read(second.folder().join("a.py")).unwrap(), b"2");
    assert_eq!(fs::read(second.folder().join("b.py")).unwrap(), b"1");
    assert_eq!(scene.base.as_base().digest(), base);
    assert_eq!(scene.result.as_base().digest(), result);
}

#[test]
fn a_base_that_changes_is_seen_and_not_judged() {
    let scene = Scene::new(&[("a.py", "1")], anything(), |made| made.write("b.py", "2"));
    let stock = scene.stock();
    scene.base.write("a.py", "2");
    let made = countersign_runner::room::Room::make(&stock, scene.place.path(), &[], Way::Copied);
    assert!(matches!(made.unwrap_err(), RoomError::Changed { path } if path == "a.py"));
    let room = countersign_runner::room::Room::make(&stock, scene.place.path(), &[], Way::Overlay)
        .unwrap();
    assert!(room.contents().read("a.py").is_err());
}
