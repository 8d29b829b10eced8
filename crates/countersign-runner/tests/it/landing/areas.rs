use std::fs;
use std::os::unix::fs::PermissionsExt;

use countersign_runner::area::{Area, AreaError, AreaName, sweep};

use super::{Project, git_in, task};
use crate::made::Made;

fn name(id: &str, attempt: u32) -> AreaName {
    AreaName { task: task(id), attempt }
}

#[test]
fn an_area_is_a_copy_of_its_base_that_can_be_written() {
    let project = Project::with(&[("src/a.txt", "a\n"), ("run.sh", "#!/bin/sh\n")]);
    project.made.mode("run.sh", 0o755);
    project.made.link("link", "src/a.txt");
    let repository = project.repository();
    let base = repository.base(&project.commit_all("more")).unwrap();
    let place = Made::empty();
    let area = Area::make(repository.bases(), &base, place.path(), &name("T.1", 2), false).unwrap();
    assert!(area.folder().starts_with(place.at("T.1.2")));
    let scanned = countersign_runner::tree::scan_base(
        &area.folder(),
        &countersign_runner::tree::Always::default(),
        countersign_runner::tree::Bounds::default(),
    );
    assert_eq!(scanned.unwrap().digest().to_string(), base.id().as_str());
    let mode = fs::metadata(area.folder().join("run.sh")).unwrap().permissions().mode();
    assert_eq!(mode & 0o111, 0o111);
    fs::write(area.folder().join("src/a.txt"), "changed\n").unwrap();
    assert_eq!(fs::read(base.path().join("src/a.txt")).unwrap(), b"a\n");
    assert!(!area.folder().join(".git").exists());
}

#[test]
fn an_area_with_a_history_shows_what_changed_and_nothing_of_the_persons() {
    let project = Project::with(&[("a.txt", "a\r\n"), ("package.json", "{}")]);
    project.made.write(".gitattributes", "* text=auto\n");
    project.made.write("node_modules/x/i.js", "x\n");
    let repository = project.repository();
    project.git(&["add", "a.txt", ".gitattributes"]);
    project.git(&["commit", "-q", "-m", "second"]);
    let base = repository.base(&project.rev("HEAD")).unwrap();
    let place = Made::empty();
    for attempt in [1, 2] {
        let name = name("T-1", attempt);
        let area = Area::make(repository.bases(), &base, place.path(), &name, true).unwrap();
        let folder = area.folder();
        assert_eq!(git_in(&folder, &["status", "--porcelain"]), "");
        assert_eq!(git_in(&folder, &["rev-list", "--count", "HEAD"]), "1");
        fs::write(folder.join("a.txt"), "b\r\n").unwrap();
        assert!(git_in(&folder, &["diff"]).contains("+b"));
        git_in(&folder, &["commit", "-q", "-a", "-m", "work"]);
        git_in(&folder, &["fsck"]);
    }
    assert_eq!(project.git(&["rev-list", "--all", "--count"]), "2");
    assert!(!base.path().join(".git").exists());
}

#[test]
fn an_area_is_found_again_after_a_crash_and_taken_from_nobody_alive() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let repository = project.repository();
    let base = repository.base(&project.rev("HEAD")).unwrap();
    let place = Made::empty();
    let one = name("T-1", 1);
    assert!(Area::open(place.path(), &one).unwrap().is_none());
    let area = Area::make(repository.bases(), &base, place.path(), &one, false).unwrap();
    fs::write(area.folder().join("work.txt"), "w\n").unwrap();
    let again = Area::make(repository.bases(), &base, place.path(), &one, false).unwrap_err();
    assert!(matches!(again, AreaError::AlreadyThere { .. }), "{again}");
    let taken = Area::open(place.path(), &one).unwrap_err();
    assert!(matches!(taken, AreaError::InUse { .. }), "{taken}");
    assert_eq!(sweep(place.path(), |_| false).unwrap(), 0);
    drop(area);
    let area = Area::open(place.path(), &one).unwrap().unwrap();
    assert_eq!(fs::read(area.folder().join("work.txt")).unwrap(), b"w\n");
    assert_eq!(area.name(), &one);
    area.remove().unwrap();
    assert!(Area::open(place.path(), &one).unwrap().is_none());
}

#[test]
fn a_sweep_takes_what_dead_runs_left_and_nobody_wants() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let repository = project.repository();
    let base = repository.base(&project.rev("HEAD")).unwrap();
    let place = Made::empty();
    for (id, attempt) in [("T-1", 1), ("T-1", 2), ("T-2", 1)] {
        Area::make(repository.bases(), &base, place.path(), &name(id, attempt), false).unwrap();
    }
    // What a killed process leaves, and what is nobody's area.
    fs::create_dir_all(place.at("cs-half/area/work")).unwrap();
    fs::create_dir_all(place.at("someone else's")).unwrap();
    fs::set_permissions(place.at("T-2.1/work/a.txt"), fs::Permissions::from_mode(0o000)).unwrap();
    assert_eq!(sweep(place.path(), |name| name.to_string() == "T-1.2").unwrap(), 2);
    let mut left: Vec<_> =
        fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["T-1.2", "someone else's"]);
    assert_eq!(sweep(&place.at("no such place"), |_| false).unwrap(), 0);
}
