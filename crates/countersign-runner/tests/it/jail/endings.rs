//! How a command ended is told as it was.

use countersign_core::Exit;
use countersign_runner::jail::{JailError, Job, Launcher, Refusal, run};

use super::cast::{folder, jailed, job, launcher, shell, text, told};

#[test]
fn success_is_told() {
    let (_keep, folder) = folder();
    let ended = jailed(&shell(&folder, "echo out; echo err >&2"));
    assert_eq!((ended.exit, ended.stopped.clone()), (Exit::Success, None));
    assert_eq!(text(&ended), "out\n");
    assert!(ended.output.head.contains("err\n"));
}

#[test]
fn a_failure_has_its_code_and_a_signal_its_number() {
    let (_keep, folder) = folder();
    assert_eq!(jailed(&shell(&folder, "exit 7")).exit, Exit::Failure(7));
    assert_eq!(jailed(&shell(&folder, "kill -SEGV $$")).exit, Exit::Signalled(11));
    assert_eq!(jailed(&shell(&folder, "kill -KILL $$")).exit, Exit::Signalled(9));
}

#[test]
fn a_program_that_is_not_there_or_not_executable_is_told_as_a_shell_does() {
    let (_keep, folder) = folder();
    let missing = jailed(&job(&folder, &["/nowhere/program"]));
    assert_eq!(missing.exit, Exit::Failure(127));
    assert!(missing.output.head.contains("/nowhere/program: No such file"), "{}", told(&missing));
    assert_eq!(jailed(&job(&folder, &["/etc/passwd"])).exit, Exit::Failure(126));
    assert_eq!(jailed(&job(&folder, &["/usr"])).exit, Exit::Failure(126));
}

#[test]
fn a_command_begins_as_a_login_would_start_it() {
    let (_keep, folder) = folder();
    let script = "sleep 0.01 & wait; grep -E '^Sig(Blk|Ign)|^Cap(Prm|Bnd)|^NoNewPrivs' /proc/self/status; \
                  umask; nice; ulimit -c; env | sort; ls -l /proc/self/fd/0; pwd";
    let said = text(&jailed(&shell(&folder, script)));
    let blocked = said.lines().find(|line| line.starts_with("SigBlk")).unwrap();
    assert!(blocked.ends_with("0000000000000000"), "{said}");
    let ignored = said.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let pipe = u64::from_str_radix(ignored.trim(), 16).unwrap() & (1 << 12);
    assert_eq!(pipe, 0, "{said}");
    let files_alone = if rustix::process::geteuid().is_root() { "1b" } else { "00" };
    let rights =
        format!("CapPrm:\t00000000000000{files_alone}\nCapBnd:\t00000000000000{files_alone}\n");
    assert!(said.contains(&rights), "{said}");
    let rest = said.split_once("NoNewPrivs:\t1\n").unwrap().1;
    let expected = format!(
        "0022\n{}\n0\nPATH=/usr/local/bin:/usr/bin:/bin\nPWD={}\n",
        rustix::process::getpriority_process(None).unwrap(),
        folder.display()
    );
    assert!(rest.starts_with(&expected), "{said}\n{expected}");
    assert!(rest.contains("-> /dev/null\n"), "{said}");
    assert!(rest.ends_with(&format!("{}\n", folder.display())));
}

/// Only root can be that urgent, and only of root's commands could it be asked.
#[test]
fn a_command_is_as_urgent_as_its_caller_unless_the_caller_became_so_later() {
    let (_keep, folder) = folder();
    let launcher = launcher();
    let nice = || {
        let ended = run(&launcher, &shell(&folder, "nice")).unwrap();
        (ended.exit, text(&ended))
    };
    let urgent = |niceness| rustix::process::setpriority_process(None, niceness).is_ok();
    if !urgent(-15) {
        assert!(!rustix::process::geteuid().is_root());
        return;
    }
    assert_eq!(nice(), (Exit::Success, "-15\n".to_owned()));
    assert!(urgent(-18));
    assert_eq!(nice(), (Exit::Success, "-15\n".to_owned()));
    assert!(urgent(3));
    assert_eq!(nice(), (Exit::Success, "3\n".to_owned()));
}

#[test]
fn a_job_that_cannot_be_run_is_our_trouble_and_not_the_commands() {
    let (_keep, folder) = folder();
    let gone = Job { folder: folder.join("gone"), ..shell(&folder, "true") };
    let refused = run(&launcher(), &gone).unwrap_err();
    assert!(matches!(refused, JailError::Refused(Refusal::Folder { .. })), "{refused}");
    assert!(matches!(run(&launcher(), &job(&folder, &[])), Err(JailError::Job(_))));
    let relative = Job { writable: vec!["here".into()], ..shell(&folder, "true") };
    assert!(matches!(run(&launcher(), &relative), Err(JailError::Job(_))));
    let nobody = Launcher::new("/nowhere".into(), Vec::new());
    let failed = run(&nobody, &shell(&folder, "true"));
    assert!(matches!(failed, Err(JailError::Launcher { .. })));
    let other = Launcher::new("/bin/ls".into(), Vec::new());
    let silent = run(&other, &shell(&folder, "true")).unwrap_err();
    assert!(matches!(&silent, JailError::Silent(said) if said.contains("ls")), "{silent}");
}
