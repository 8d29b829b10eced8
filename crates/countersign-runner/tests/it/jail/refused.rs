//! An ordinary user, and kernels that refuse a layer: the jail runs with what it has, and says what it lacks.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};

use countersign_core::{Exit, Layer};
use countersign_runner::jail::{Ended, Job, Launcher, Overlay, run, run_within};
use rustix::process::geteuid;

use super::cast::{ALL, folder, job, launcher, shell, text, told};

const NOBODY: u32 = 65534;

/// The launcher where another user can execute it: the folder it was built in may be closed to others.
fn open_launcher(to: &Path) -> PathBuf {
    let copy = to.join("jail");
    fs::copy(launcher().program(), &copy).unwrap();
    fs::set_permissions(to, fs::Permissions::from_mode(0o755)).unwrap();
    copy
}

/// The launcher as a user without any rights. Who runs the tests without rights has them tried already.
fn ordinary(program: &Path) -> Launcher {
    if !geteuid().is_root() {
        return Launcher::new(program.to_owned(), Vec::new());
    }
    let user = format!("--reuid={NOBODY}");
    let group = format!("--regid={NOBODY}");
    let arguments = [user.as_str(), &group, "--clear-groups"].into_iter().map(OsString::from);
    let arguments = arguments.chain([program.as_os_str().to_owned()]).collect();
    Launcher::new("/usr/bin/setpriv".into(), arguments)
}

/// The launcher on a kernel that refuses a kind of namespace.
pub fn refusing(kind: &str, program: &Path) -> Launcher {
    let script = format!("echo 0 > /proc/sys/user/max_{kind}_namespaces && exec \"$0\" \"$@\"");
    let arguments = ["-U", "-r", "/bin/sh", "-c", &script].into_iter().map(OsString::from);
    let arguments = arguments.chain([program.as_os_str().to_owned()]).collect();
    Launcher::new("/usr/bin/unshare".into(), arguments)
}

fn own(path: &Path) {
    if geteuid().is_root() {
        chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
    }
}

fn jailed_by(launcher: &Launcher, job: &Job) -> Ended {
    run(launcher, job).unwrap()
}

#[test]
fn an_ordinary_user_has_every_layer_and_stays_who_it_is() {
    let (_keep, room) = folder();
    let (_kept, bin) = folder();
    own(&room);
    let launcher = ordinary(&open_launcher(&bin));
    let ended = jailed_by(&launcher, &shell(&room, "id -u; echo x > file; stat -c %u file"));
    assert_eq!(ended.layers.len(), 5, "{}", told(&ended));
    let user = if geteuid().is_root() { NOBODY } else { geteuid().as_raw() };
    assert_eq!(text(&ended), format!("{user}\n{user}\n"));
}

#[test]
fn an_ordinary_user_can_do_without_any_layer() {
    let (_keep, room) = folder();
    let (_kept, bin) = folder();
    own(&room);
    let launcher = ordinary(&open_launcher(&bin));
    for left_out in ALL {
        let walls = ALL.into_iter().filter(|layer| *layer != left_out).collect();
        let ended = run_within(&launcher, &shell(&room, "echo x > file && cat file"), &walls);
        let ended = ended.unwrap();
        assert_eq!(text(&ended), "x\n", "{}", told(&ended));
        let mut expected: BTreeSet<Layer> = walls;
        // Without mounts, whoever on this machine listens at a path can be reached.
        let reached = ended.missing_layers.get(&Layer::Network);
        if left_out == Layer::Mounts && reached.is_some_and(|why| why.starts_with("sockets in")) {
            expected.remove(&Layer::Network);
        }
        assert_eq!(ended.layers, expected, "{}", told(&ended));
    }
}

#[test]
fn the_walls_of_an_ordinary_user_hold() {
    let (_keep, room) = folder();
    let (_kept, bin) = folder();
    let (_hidden, secrets) = folder();
    let launcher = ordinary(&open_launcher(&bin));
    for path in [&room, &secrets] {
        own(path);
    }
    fs::write(secrets.join("key"), "s3cret").unwrap();
    own(&secrets.join("key"));
    let key = secrets.join("key");
    let attack = format!(
        "cat {0} /proc/1/root{0}; unshare -Urm sh -c 'umount {1}; cat {0}'; echo x > {2}/x; \
         kill -9 1; ls /proc; ps -e; readlink /proc/1/fd/0; cat /proc/1/environ",
        key.display(),
        secrets.display(),
        bin.display()
    );
    let ended = jailed_by(&launcher, &Job { masked: vec![secrets], ..shell(&room, &attack) });
    assert!(!text(&ended).contains("s3cret"), "{}", told(&ended));
    assert!(!bin.join("x").exists());
    assert!(!text(&ended).lines().any(|line| line == "1"), "{}", told(&ended));

    // They stay: a bomb may burn out between two looks, once the kernel lets it make no more.
    let mut few = shell(&room, "for i in $(seq 80); do setsid sleep 60 & done; wait");
    few.limits.processes = 50;
    let ended = jailed_by(&launcher, &few);
    assert_ne!(ended.exit, Exit::Success);
    assert_eq!(ended.stopped.as_deref(), Some("it had more than 50 processes"), "{}", told(&ended));
}

#[test]
fn an_ordinary_user_can_have_an_overlay_and_a_terminal() {
    let (_keep, root) = folder();
    let (_kept, bin) = folder();
    own(&root);
    let [lower, upper, work, at] = ["lower", "upper", "work", "at"].map(|name| {
        let folder = root.join(name);
        fs::create_dir(&folder).unwrap();
        own(&folder);
        folder
    });
    for file in ["kept", "gone"] {
        fs::write(lower.join(file), file).unwrap();
        own(&lower.join(file));
    }
    let overlay = Overlay { lower, upper, work, at: at.clone(), absent: vec!["gone".into()] };
    let script = "import os, pty; pty.openpty(); open('kept', 'w').write('new'); os.mkdir('made'); \
                  print(sorted(os.listdir()))";
    let job = Job {
        overlay: Some(overlay.clone()),
        writable: vec![at.clone()],
        ..job(&at, &["/usr/bin/python3", "-c", script])
    };
    let ended = jailed_by(&ordinary(&open_launcher(&bin)), &job);
    assert_eq!(text(&ended), "['kept', 'made']\n", "{}", told(&ended));
    assert_eq!(fs::read_to_string(overlay.lower.join("kept")).unwrap(), "kept");
}

#[test]
fn root_can_write_in_a_folder_of_another_user() {
    assert!(geteuid().is_root(), "this can only be tried by root");
    let (_keep, root) = folder();
    let [lower, upper, work, at] = ["lower", "upper", "work", "at"].map(|name| {
        let folder = root.join(name);
        fs::create_dir(&folder).unwrap();
        folder
    });
    fs::write(lower.join("file"), "lower").unwrap();
    own(&lower);
    own(&lower.join("file"));
    let overlay = Overlay { lower, upper, work, at: at.clone(), absent: Vec::new() };
    let script = "echo new >> file && mkdir made && stat -c %u file";
    let job = Job { overlay: Some(overlay), writable: vec![at.clone()], ..shell(&at, script) };
    let ended = super::cast::jailed(&job);
    assert_eq!(text(&ended), format!("{NOBODY}\n"), "{}", told(&ended));
}

#[test]
fn without_a_process_namespace_a_daemon_is_found_and_killed() {
    let (_keep, room) = folder();
    let launcher = refusing("pid", launcher().program());
    let mark = room.join("alive");
    let mark = mark.to_str().unwrap();
    let daemon = job(&room, &["/usr/bin/python3", "-c", super::processes::DAEMON, mark]);
    let ended = jailed_by(&launcher, &daemon);
    assert_eq!((ended.exit, text(&ended).as_str()), (Exit::Success, "left\n"), "{}", told(&ended));
    assert_eq!(super::processes::alive(mark), Vec::<i32>::new());
    let missing = &ended.missing_layers;
    assert_eq!(missing.keys().copied().collect::<Vec<_>>(), [Layer::Processes]);
    assert!(missing[&Layer::Processes].contains("No space left"), "{missing:?}");
}

#[test]
fn without_a_process_namespace_limits_hold_and_a_keeper_cannot_be_killed() {
    let (_keep, room) = folder();
    let launcher = refusing("pid", launcher().program());
    let mut few = shell(&room, "for i in $(seq 80); do setsid sleep 60 & done; wait");
    few.limits.processes = 50;
    let ended = jailed_by(&launcher, &few);
    assert_eq!(ended.stopped.as_deref(), Some("it had more than 50 processes"));
    let ended = jailed_by(&launcher, &shell(&room, "kill -9 $PPID; sleep 0.1; exit 5"));
    assert_eq!(ended.exit, Exit::Failure(5), "{}", told(&ended));
}

/// As in a container that hides parts of `/proc`: then the kernel shows nobody inside a whole one.
#[test]
fn where_its_own_proc_is_refused_a_job_sees_others_and_still_ends_whole() {
    assert!(geteuid().is_root(), "this can only be tried by root");
    let (_keep, room) = folder();
    let hide = "mount -t tmpfs none /proc/fs && exec \"$0\" \"$@\"";
    let arguments = ["-m", "/bin/sh", "-c", hide].into_iter().map(OsString::from);
    let arguments = arguments.chain([launcher().program().into()]).collect();
    let container = Launcher::new("/usr/bin/unshare".into(), arguments);
    let mark = room.join("alive");
    let mark = mark.to_str().unwrap();
    let daemon = job(&room, &["/usr/bin/python3", "-c", super::processes::DAEMON, mark]);
    let ended = jailed_by(&container, &daemon);
    assert_eq!((ended.exit, text(&ended).as_str()), (Exit::Success, "left\n"), "{}", told(&ended));
    assert_eq!(super::processes::alive(mark), Vec::<i32>::new());
    assert!(ended.missing_layers[&Layer::Processes].contains("/proc"), "{}", told(&ended));
    let mut few = shell(&room, "for i in $(seq 80); do sleep 60 & done; wait");
    few.limits.processes = 50;
    let ended = jailed_by(&container, &few);
    assert_eq!(ended.stopped.as_deref(), Some("it had more than 50 processes"), "{}", told(&ended));
}

#[test]
fn without_a_network_namespace_tcp_is_refused_all_the_same() {
    let (_keep, room) = folder();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let connect = "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1])))";
    let job = job(&room, &["/usr/bin/python3", "-c", connect, &port]);
    let ended = jailed_by(&refusing("net", launcher().program()), &job);
    assert_eq!(ended.exit, Exit::Failure(1), "{}", told(&ended));
    assert!(ended.output.head.contains("PermissionError"), "{}", told(&ended));
    assert!(ended.missing_layers.contains_key(&Layer::Network), "{}", told(&ended));
}

#[test]
fn without_a_mount_namespace_an_overlay_is_refused_and_all_else_runs() {
    let (_keep, room) = folder();
    let launcher = refusing("mnt", launcher().program());
    let ended = jailed_by(&launcher, &shell(&room, "echo done"));
    assert_eq!(text(&ended), "done\n");
    assert!(ended.missing_layers.contains_key(&Layer::Mounts), "{}", told(&ended));
    let overlay = Overlay {
        lower: room.clone(),
        upper: room.clone(),
        work: room.clone(),
        at: room.clone(),
        absent: Vec::new(),
    };
    let refused = run(&launcher, &Job { overlay: Some(overlay), ..shell(&room, "true") });
    assert!(refused.unwrap_err().to_string().contains("no mount namespace"));
}

#[test]
fn without_user_namespaces_root_has_every_layer() {
    let (_keep, room) = folder();
    let ended = jailed_by(&refusing("user", launcher().program()), &shell(&room, "echo done"));
    assert_eq!((text(&ended).as_str(), ended.layers.len()), ("done\n", 5), "{}", told(&ended));
}

/// As in a container that forbids them all.
#[test]
fn where_no_namespace_can_be_had_writes_and_limits_hold() {
    let (_keep, room) = folder();
    let kinds = ["user", "pid", "net", "mnt", "ipc", "uts"];
    let forbid = kinds.map(|kind| format!("echo 0 > /proc/sys/user/max_{kind}_namespaces"));
    let script = format!("{} && exec \"$0\" \"$@\"", forbid.join(" && "));
    let arguments = ["-U", "-r", "/bin/sh", "-c", &script].into_iter().map(OsString::from);
    let arguments = arguments.chain([launcher().program().into()]).collect();
    let bare = Launcher::new("/usr/bin/unshare".into(), arguments);
    let (_kept, outside) = folder();
    let script = format!("echo x > {}/x; setsid sleep 600 & echo done", outside.display());
    let ended = jailed_by(&bare, &shell(&room, &script));
    assert_eq!((ended.exit, text(&ended).as_str()), (Exit::Success, "done\n"), "{}", told(&ended));
    assert!(!outside.join("x").exists());
    let held: Vec<Layer> = ended.layers.iter().copied().collect();
    assert_eq!(held, [Layer::Writes, Layer::Limits], "{}", told(&ended));
}
