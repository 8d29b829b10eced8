use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use countersign_runner::room::{Way, sweep};
use rustix::fs::{Mode, OFlags};

use super::Scene;
use super::contracts::anything;
use crate::made::Made;

fn names(place: &Path) -> Vec<String> {
    let names = fs::read_dir(place).unwrap();
    names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_room_goes_away_with_whatever_was_left_in_it() {
    let scene = Scene::new(&[("a.py", "1")], anything(), |_| {});
    let outside = Made::with(&[("precious", "1")]);
    for way in [Way::Overlay, Way::Copied] {
        let room = scene.room(way);
        let at = room.folder();
        fs::create_dir_all(at.join("locked/inner")).unwrap();
        fs::write(at.join("locked/inner/file"), "1").unwrap();
        std::os::unix::fs::symlink(outside.path(), at.join("locked/link")).unwrap();
        // A name that the removal itself would choose.
        fs::create_dir(at.join("..1")).unwrap();
        let locked = fs::Permissions::from_mode(0o000);
        fs::set_permissions(at.join("locked/inner"), locked.clone()).unwrap();
        fs::set_permissions(at.join("locked"), locked).unwrap();
        // Deeper than any path.
        let name = "d".repeat(200);
        let mut folder = rustix::fs::open(&at, OFlags::DIRECTORY, Mode::empty()).unwrap();
        for _ in 0..200 {
            rustix::fs::mkdirat(&folder, &*name, Mode::RWXU).unwrap();
            folder = rustix::fs::openat(&folder, &*name, OFlags::DIRECTORY, Mode::empty()).unwrap();
        }
        drop((folder, room));
        assert_eq!(names(scene.place.path()), Vec::<String>::new());
        assert!(outside.at("precious").exists());
    }
}

#[test]
fn a_kept_room_stays() {
    let scene = Scene::new(&[("a.py", "1")], anything(), |made| made.write("b.py", "2"));
    for way in [Way::Overlay, Way::Copied] {
        let kept = scene.room(way).keep().unwrap();
        assert_eq!(fs::read(kept.join("a.py")).unwrap(), b"1");
        assert_eq!(fs::read(kept.join("b.py")).unwrap(), b"2");
        assert_eq!(sweep(scene.place.path()).unwrap(), 0);
        assert!(kept.exists());
    }
    assert_eq!(names(scene.place.path()).len(), 2);
}

#[test]
fn a_sweep_takes_the_rooms_of_the_dead_and_no_others() {
    let scene = Scene::new(&[("a.py", "1")], anything(), |_| {});
    let living = scene.room(Way::Copied);
    // A process that was killed leaves its folder, and nobody holds the lock.
    scene.place.write("cs-0123456789abcdef0123456789abcdef/upper/a", "1");
    scene.place.write("other/a", "1");
    File::create(scene.place.at("cs-file")).unwrap();
    std::os::unix::fs::symlink(scene.base.path(), scene.place.at("cs-link")).unwrap();
    assert_eq!(sweep(scene.place.path()).unwrap(), 1);
    assert!(living.folder().join("a.py").exists());
    let mut left = names(scene.place.path());
    left.retain(|name| !living.folder().starts_with(scene.place.at(name)));
    left.sort();
    assert_eq!(left, ["cs-file", "cs-link", "other"]);
    assert!(scene.base.at("a.py").exists());
    drop(living);
}
