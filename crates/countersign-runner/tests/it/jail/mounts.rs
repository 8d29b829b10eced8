//! A view of the file system in which secrets are not.

use std::fs;
use std::path::PathBuf;

use countersign_core::{Exit, Layer};
use countersign_runner::jail::{Job, StandsFor};

use super::cast::{folder, jailed, shell, text, told, without};

#[test]
fn what_is_masked_cannot_be_read_in_any_way() {
    let (_keep, room) = folder();
    let (_kept, secrets) = folder();
    fs::create_dir(secrets.join("folder")).unwrap();
    fs::write(secrets.join("folder/key"), "s3cret").unwrap();
    fs::write(secrets.join("token"), "s3cret").unwrap();
    let key = secrets.join("folder/key");
    let token = secrets.join("token");
    let ways: Vec<String> = [&key, &token]
        .into_iter()
        .flat_map(|path| {
            let path = path.display();
            [
                format!("cat {path}"),
                format!("cat /proc/1/root{path}"),
                format!("cat /proc/self/root{path}"),
                format!("cat /proc/1/cwd/../../..{path}"),
                format!("umount {path}; umount {}; cat {path}", secrets.join("folder").display()),
                format!("unshare -Urm sh -c 'umount {path}; umount {}; cat {path}'", secrets.join("folder").display()),
                format!("mkdir -p m; mount --bind / m; cat m{path}; unshare -Urm sh -c 'mount --bind / m; cat m{path}'"),
            ]
        })
        .collect();
    let attack = shell(&room, &ways.join("; "));
    let masked = Job { masked: vec![secrets.join("folder"), token], ..attack };
    let ended = jailed(&masked);
    assert!(!text(&ended).contains("s3cret"), "{}", told(&ended));
    // Neither is it Landlock alone that keeps a mask where it is.
    let ended = without(Layer::Writes, &masked);
    assert!(!text(&ended).contains("s3cret"), "{}", told(&ended));
    assert!(text(&without(Layer::Mounts, &masked)).contains("s3cret"));
}

#[test]
fn a_mask_inside_a_writable_folder_cannot_be_written() {
    let (_keep, room) = folder();
    fs::create_dir(room.join("hidden")).unwrap();
    fs::write(room.join("hidden/file"), "x").unwrap();
    let attack = shell(
        &room,
        "ls hidden; echo y > hidden/new && echo written; rmdir hidden; mv hidden other; ls",
    );
    let ended = jailed(&Job { masked: vec![room.join("hidden")], ..attack });
    assert_eq!(text(&ended), "hidden\n");
    assert_eq!(fs::read_dir(room.join("hidden")).unwrap().count(), 1);
}

#[test]
fn the_room_stays_in_sight_when_what_is_around_it_is_masked() {
    let (_keep, home) = folder();
    let room = home.join("rooms/one");
    fs::create_dir_all(&room).unwrap();
    fs::write(home.join("secret"), "x").unwrap();
    fs::write(home.join("rooms/other"), "x").unwrap();
    fs::write(room.join("inner"), "x").unwrap();
    let script = format!("ls -R {}; echo made > made; ls", home.display());
    let around = vec![home.clone(), room.join("inner")];
    let ended = jailed(&Job { masked: around, ..shell(&room, &script) });
    let said = text(&ended);
    assert!(!said.contains("secret") && !said.contains("other"), "{said}");
    assert_eq!(fs::read_to_string(room.join("made")).unwrap(), "made\n");
    assert_eq!(fs::read_to_string(home.join("secret")).unwrap(), "x");
}

#[test]
fn what_is_not_there_need_not_be_masked() {
    let (_keep, room) = folder();
    let job = Job { masked: vec![PathBuf::from("/nowhere/at/all")], ..shell(&room, "true") };
    assert_eq!(jailed(&job).exit, Exit::Success);
}

#[test]
fn the_disks_of_the_machine_are_not_there() {
    let (_keep, room) = folder();
    let script = "find /dev -type b; ls /dev";
    let ended = jailed(&shell(&room, script));
    assert_eq!(
        text(&ended).split_whitespace().collect::<Vec<_>>().join(" "),
        "fd full null ptmx pts random shm stderr stdin stdout tty urandom zero"
    );
}

#[test]
fn a_terminal_can_be_had() {
    let (_keep, room) = folder();
    let script = "import pty, sys; sys.exit(pty.spawn(['/bin/sh', '-c', 'test -t 0 && tty']) >> 8)";
    let job = super::cast::job(&room, &["/usr/bin/python3", "-c", script]);
    let ended = jailed(&job);
    assert_eq!(ended.exit, Exit::Success, "{}", told(&ended));
    assert!(text(&ended).contains("/dev/pts/0"), "{}", told(&ended));
}

#[test]
fn temporary_files_are_its_own_under_every_name() {
    let (_keep, room) = folder();
    let temporary = room.join("temporary");
    fs::create_dir(&temporary).unwrap();
    let script = "echo 1 > /tmp/one && cat /var/tmp/one && echo $TMPDIR && ls /tmp";
    let job = Job { temporary: Some(temporary.clone()), ..shell(&room, script) };
    let ended = jailed(&Job { masked: vec!["/tmp".into(), "/var/tmp".into()], ..job.clone() });
    assert!(text(&ended).starts_with("1\n/tmp\n"), "{}", told(&ended));
    assert_eq!(fs::read_to_string(temporary.join("one")).unwrap(), "1\n");
    assert!(!std::path::Path::new("/tmp/one").exists());
    // Without a view of its own these are the machine's, and stay closed.
    let ended = without(
        Layer::Mounts,
        &Job { command: shell(&room, "echo $TMPDIR; echo 1 > /tmp/one").command, ..job },
    );
    assert_eq!(text(&ended).trim(), temporary.to_str().unwrap(), "{}", told(&ended));
    assert_ne!(ended.exit, Exit::Success);
}

#[test]
fn a_folder_is_seen_in_the_place_of_another() {
    let (_keep, room) = folder();
    let (_keep_too, base) = folder();
    fs::write(base.join("old"), "").unwrap();
    let script = format!("echo new > {0}/made && cat made && ls {0}", base.display());
    let stands_for = Some(StandsFor { folder: room.clone(), at: base.clone() });
    let ended = jailed(&Job { stands_for, ..shell(&room, &script) });
    assert_eq!(text(&ended), "new\nmade\n", "{}", told(&ended));
    assert!(!base.join("made").exists() && base.join("old").exists());
}
