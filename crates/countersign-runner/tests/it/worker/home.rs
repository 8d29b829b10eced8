//! What an agent needs of the home, and what comes back.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use countersign_runner::worker::{HomePart, Outcome, Profile, WorkerError};

use super::cast::{SECRET, Site, shell, write};

const BEFORE: &str = r#"{"token":"old","kind":"oauth"}"#;
const RENEWED: &str = r#"{"token":"new","kind":"oauth"}"#;

/// An agent with credentials and settings.
fn agent(site: &Site, script: &str) -> Profile {
    let home = &site.place.home;
    write(&home.join(".agent/credentials.json"), BEFORE);
    write(&home.join(".agent/history/other.jsonl"), SECRET);
    let mode = fs::Permissions::from_mode(0o600);
    fs::set_permissions(home.join(".agent/credentials.json"), mode).unwrap();
    write(&home.join("dotfiles/settings.json"), "settings");
    let _ = symlink("../dotfiles/settings.json", home.join(".agent/settings.json"));
    let parts = vec![
        HomePart::renewed(".agent/credentials.json"),
        HomePart::read(".agent/settings.json"),
        HomePart::read(".agent/not-there"),
    ];
    Profile { home: parts, ..shell(script) }
}

fn credentials(site: &Site) -> String {
    fs::read_to_string(site.place.home.join(".agent/credentials.json")).unwrap()
}

#[test]
fn an_agent_has_copies_that_it_can_replace_by_renaming() {
    let site = Site::new();
    let script = format!(
        "cd ~/.agent && cat credentials.json settings.json && ls -A && stat -c %a credentials.json && \
         echo '{RENEWED}' > new && mv new credentials.json && echo mine > new && mv new settings.json"
    );
    let worked = site.work(&agent(&site, &script), "");
    assert_eq!(worked.outcome, Outcome::Finished, "{worked:?}");
    let expected = format!("{BEFORE}settings\ncredentials.json\nsettings.json\n600\n");
    assert_eq!(worked.said.head.replace("settingscred", "settings\ncred"), expected);
    // Credentials come back, and what they were copied from is as closed as before; nothing else does.
    assert_eq!(credentials(&site).trim(), RENEWED);
    let path = site.place.home.join(".agent/credentials.json");
    assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
    let settings = fs::read_to_string(site.place.home.join(".agent/settings.json")).unwrap();
    assert_eq!(settings, "settings");
    assert_eq!(worked.notes, Vec::<String>::new());
}

#[test]
fn what_is_no_renewal_does_not_come_back() {
    let site = Site::new();
    let secret = site.root.join("config/owners/owner.token");
    for left in [
        "echo garbage > $c".to_owned(),
        "echo '{}' > $c".to_owned(),
        "rm $c".to_owned(),
        "rm $c; mkfifo $c".to_owned(),
        "rm $c; mkdir $c".to_owned(),
        format!("ln -sf {} $c", secret.display()),
        "rm -r ~/.agent; ln -s /etc ~/.agent".to_owned(),
        "head -c 3000000 /dev/zero > $c".to_owned(),
    ] {
        let script = format!("c=~/.agent/credentials.json; {left}");
        let worked = site.work(&agent(&site, &script), "");
        assert_eq!(worked.outcome, Outcome::Finished, "{left}: {worked:?}");
        assert_eq!(credentials(&site), BEFORE, "{left}");
    }
}

#[test]
fn what_somebody_else_renewed_meanwhile_stays() {
    let site = Site::new();
    let profile = agent(&site, &format!("echo '{RENEWED}' > ~/.agent/credentials.json; echo done"));
    let path = site.place.home.join(".agent/credentials.json");
    let theirs = r#"{"token":"theirs","kind":"oauth"}"#;
    let mut tell = |_: countersign_runner::worker::Heard<'_>| fs::write(&path, theirs).unwrap();
    site.attended(&profile, "", None, &mut tell).unwrap();
    assert_eq!(credentials(&site), theirs);
}

#[test]
fn a_part_outside_of_the_home_is_refused() {
    let site = Site::new();
    for path in ["../config", "/etc/passwd", ""] {
        let profile = Profile { home: vec![HomePart::read(path)], ..shell("true") };
        let refused = site.attended(&profile, "", None, &mut |_| {});
        assert!(matches!(refused, Err(WorkerError::NotInHome { .. })), "{path}: {refused:?}");
        assert!(!site.place.aside.exists());
    }
}
