use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use countersign_runner::area::{Area, AreaError, AreaName, SpareAreas, sweep};

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
    let area = Area::make(
        repository.bases(),
        &base,
        place.path(),
        &name("T.1", 2),
        false,
        &SpareAreas::default(),
    )
    .unwrap();
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
        let area = Area::make(
            repository.bases(),
            &base,
            place.path(),
            &name,
            true,
            &SpareAreas::default(),
        )
        .unwrap();
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
    let area =
        Area::make(repository.bases(), &base, place.path(), &one, false, &SpareAreas::default())
            .unwrap();
    fs::write(area.folder().join("work.txt"), "w\n").unwrap();
    let again =
        Area::make(repository.bases(), &base, place.path(), &one, false, &SpareAreas::default())
            .unwrap_err();
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
        Area::make(
            repository.bases(),
            &base,
            place.path(),
            &name(id, attempt),
            false,
            &SpareAreas::default(),
        )
        .unwrap();
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

/// All that can be told of an area from inside: paths, kinds, bytes, modes and marks.
fn told(folder: &std::path::Path) -> Vec<String> {
    let mut told = Vec::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(at) = pending.pop() {
        for entry in fs::read_dir(&at).unwrap() {
            let path = entry.unwrap().path();
            let there = path.symlink_metadata().unwrap();
            let marks = rustix::fs::llistxattr(&path, &mut [0_u8; 256]).unwrap();
            let says = match there.file_type() {
                kind if kind.is_dir() => {
                    pending.push(path.clone());
                    "a folder".to_owned()
                }
                kind if kind.is_symlink() => format!("{:?}", fs::read_link(&path).unwrap()),
                _ => format!("{:?}", fs::read(&path).unwrap()),
            };
            let (path, mode) = (path.strip_prefix(folder).unwrap(), there.permissions().mode());
            told.push(format!(
                "{path:?} {mode:o} {} {marks} {says}",
                there.is_dir() || there.nlink() == 1
            ));
        }
    }
    told.sort();
    told
}

#[test]
fn an_area_that_is_used_again_is_as_a_new_one() {
    let files =
        [("a.txt", "a\n"), ("b.txt", "b\n"), ("src/c.txt", "c\n"), ("src/deep/d.txt", "d\n")];
    let project = Project::with(&files);
    project.made.link("link", "a.txt");
    let repository = project.repository();
    let first = repository.base(&project.commit_all("link")).unwrap();
    project.made.write("src/c.txt", "another\n");
    project.made.write("src/new.txt", "new\n");
    project.git(&["rm", "-q", "-r", "src/deep"]);
    let second = repository.base(&project.commit_all("more")).unwrap();
    let (place, elsewhere, spares) = (Made::empty(), Made::empty(), SpareAreas::default());
    let long_ago = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1);
    let mut inodes = std::collections::BTreeSet::new();
    for (attempt, base) in [(1, &first), (2, &first), (3, &first), (4, &second), (5, &first)] {
        let name = name("T-1", attempt);
        let bases = repository.bases();
        let area = Area::make(bases, base, place.path(), &name, true, &spares).unwrap();
        let new =
            Area::make(bases, base, elsewhere.path(), &name, true, &SpareAreas::default()).unwrap();
        assert_eq!(told(&area.folder()), told(&new.folder()), "attempt {attempt}");
        let folder = area.folder();
        inodes.insert(fs::metadata(folder.join("b.txt")).unwrap().ino());
        if attempt == 2 {
            std::thread::sleep(std::time::Duration::from_millis(300));
        }
        // The same length, the same time as before and, where the clock is slow, the same time of the change.
        let times = fs::metadata(folder.join("a.txt")).unwrap().modified().unwrap();
        fs::write(folder.join("a.txt"), "A\n").unwrap();
        fs::File::options()
            .write(true)
            .open(folder.join("a.txt"))
            .unwrap()
            .set_modified(times)
            .unwrap();
        fs::write(folder.join("left.txt"), "a word").unwrap();
        fs::create_dir_all(folder.join("left/deep")).unwrap();
        fs::remove_file(folder.join("link")).unwrap();
        std::os::unix::fs::symlink("/", folder.join("link")).unwrap();
        fs::hard_link(folder.join("src/c.txt"), folder.join("src/second name")).unwrap();
        fs::write(folder.join(".git/HEAD"), "ref: refs/heads/left\n").unwrap();
        fs::write(folder.join(".git/hook"), "a word").unwrap();
        fs::set_permissions(folder.join("src"), fs::Permissions::from_mode(0o500)).unwrap();
        fs::File::open(folder.join(".git")).unwrap().set_modified(long_ago).unwrap();
        let flags = rustix::fs::XattrFlags::empty();
        let _ = rustix::fs::setxattr(folder.join(".git/info"), "user.word", b"a word", flags);
        area.let_go(&spares).unwrap();
        new.remove().unwrap();
    }
    assert_eq!(inodes.len(), 1, "nothing was used again");
    drop(spares);
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
}
