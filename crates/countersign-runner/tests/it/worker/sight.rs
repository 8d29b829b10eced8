//! What a worker sees, what it can write, and whom it can talk to.

use std::fs;
use std::net::TcpListener;
use std::os::unix::net::UnixListener;

use countersign_runner::worker::{CommandLine, Outcome, Profile};

use super::cast::{SECRET, SECRETS, Site, shell, write};

#[test]
fn a_worker_reads_no_secret_in_any_way() {
    let site = Site::new();
    let ways = SECRETS.map(|path| {
        let path = site.root.join(path);
        assert_eq!(fs::read_to_string(&path).unwrap(), SECRET);
        let (path, folder) = (path.display(), path.parent().unwrap().display());
        format!(
            "cat {path}; cat /proc/self/root{path}; ls {folder}; umount {folder}; \
             unshare -Urm sh -c 'umount {folder}; cat {path}'; ln -s {path} link; cat link; rm link; \
             ln {path} link; echo x > {path}; rm {path}; mv {folder} ."
        )
    });
    let worked = site.shell(&ways.join("\n"));
    let said = worked.said.head.clone() + &worked.said.tail;
    assert!(!said.contains(SECRET), "{said}");
    for name in ["journal.db", "answer", "hidden.md", "owner.token", "test_hidden.py"] {
        let listed = said.lines().any(|line| line == name);
        assert!(!listed, "{name} was listed: {said}");
    }
    for path in SECRETS {
        assert_eq!(fs::read_to_string(site.root.join(path)).unwrap(), SECRET, "{path}");
    }
}

#[test]
fn what_is_closed_stays_so_if_it_is_made_while_the_worker_is_there() {
    let site = Site::new();
    let later = site.root.join("later/secret");
    let mut tell = |_: countersign_runner::worker::Heard<'_>| write(&later, SECRET);
    let script = format!(
        "echo begun; i=0; while [ $i -lt 50 ]; do cat {} 2>/dev/null && exit 0; i=$((i+1)); sleep 0.01; done",
        later.display()
    );
    let worked = site.attended(&shell(&script), "", None, &mut tell).unwrap();
    assert!(later.exists());
    assert_eq!(worked.said.head, "begun\n", "{worked:?}");
}

#[test]
fn a_worker_reads_the_packages_of_the_project_and_cannot_change_them() {
    let site = Site::new();
    let packages = site.place.dependencies[0].join("left/index.js");
    let path = packages.display();
    let worked = site.shell(&format!("cat {path}; echo x > {path}; rm {path}; true"));
    assert!(worked.said.head.starts_with("packages"), "{worked:?}");
    assert_eq!(fs::read_to_string(&packages).unwrap(), "packages");
}

#[test]
fn home_and_temporary_files_are_its_own_and_gone_afterwards() {
    let site = Site::new();
    let name = format!("countersign-{}", std::process::id());
    let script = format!(
        "echo x > ~/file && echo y > /tmp/{name} && cat $TMPDIR/{name} && ls -A ~ && mkdir ~/closed && \
         : > ~/closed/file && chmod 000 ~/closed && cd ~ && pwd"
    );
    let worked = site.shell(&script);
    assert_eq!(worked.outcome, Outcome::Finished, "{worked:?}");
    let home = site.place.aside.join("home");
    assert_eq!(worked.said.head, format!("y\n.cargo\nfile\n{}\n", home.display()));
    assert!(!site.place.aside.exists());
    assert!(!std::path::Path::new("/tmp").join(name).exists());
    assert!(!site.place.home.join("file").exists());
}

#[test]
fn only_chosen_variables_reach_a_worker() {
    let site = Site::new();
    let set = [("MINE", "1"), ("COUNTERSIGN_TOKEN", "x")];
    let set = set.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let profile = Profile { set, environment: vec!["CARGO_MANIFEST_*".to_owned()], ..shell("env") };
    let said = site.work(&profile, "").said.head;
    let names: Vec<&str> = said.lines().filter_map(|line| line.split('=').next()).collect();
    for name in ["PATH", "HOME", "TMPDIR", "MINE", "CARGO_MANIFEST_DIR"] {
        assert!(names.contains(&name), "{name}: {said}");
    }
    // Cargo sets it for every test, and nobody chose it.
    assert!(std::env::var_os("CARGO_PKG_NAME").is_some());
    for name in ["CARGO_PKG_NAME", "COUNTERSIGN_TOKEN"] {
        assert!(!names.contains(&name), "{name}: {said}");
    }
}

#[test]
fn a_worker_has_the_network_and_no_socket_of_somebody_else() {
    let site = Site::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    // Where a worker can look.
    let outside = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let path = outside.path().join("socket");
    let _socket = UnixListener::bind(&path).unwrap();
    let program = "import socket, sys
socket.create_connection(('127.0.0.1', int(sys.argv[1])))
print('reached')
s = socket.socket(socket.AF_UNIX)
s.connect(sys.argv[2])
print('and the other')";
    let path = path.to_str().unwrap();
    let arguments = ["python3", "-c", program, &port.to_string(), path].map(ToOwned::to_owned);
    let profile = Profile::custom("mine", CommandLine::Arguments(arguments.to_vec()));
    let worked = site.work(&profile, "");
    let said = &worked.said.head;
    assert!(said.contains("reached\n") && said.contains("OSError"), "{worked:?}");
    assert!(!said.contains("and the other"), "{worked:?}");
}

#[test]
fn a_program_in_the_closed_home_can_be_the_worker() {
    let site = Site::new();
    let script = site.place.home.join("agents/mine");
    write(&script, "#!/bin/sh\ncat; ls ~ ..\n");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&script, mode).unwrap();
    let arguments = vec![script.to_str().unwrap().to_owned()];
    let profile = Profile::custom("mine", CommandLine::Arguments(arguments));
    let worked = site.work(&profile, "the brief\n");
    assert_eq!(worked.outcome, Outcome::Finished, "{worked:?}");
    assert!(worked.said.head.starts_with("the brief\n"), "{worked:?}");
}
