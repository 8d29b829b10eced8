//! Writing only where it was allowed.

use std::fs;

use countersign_core::{Exit, Layer};

use super::cast::{folder, jailed, shell, text, told, without};

#[test]
fn writes_outside_are_refused() {
    let (_keep, room) = folder();
    let (_kept, outside) = folder();
    let target = outside.join("file");
    fs::write(&target, "original").unwrap();
    let attacks = [
        format!("echo changed > {}", target.display()),
        format!("echo changed >> {}", target.display()),
        format!("truncate -s 0 {}", target.display()),
        format!("rm {}", target.display()),
        format!("mv {} {}", target.display(), room.display()),
        format!("touch {}/new", outside.display()),
        format!("mkdir {}/new", outside.display()),
        format!("ln -s /etc {}/new", outside.display()),
        format!("ln -s {} link && echo changed > link", target.display()),
        format!("ln {} hard", target.display()),
    ];
    for attack in attacks {
        let ended = jailed(&shell(&room, &attack));
        assert!(matches!(ended.exit, Exit::Failure(_)), "{attack}: {}", told(&ended));
        assert_eq!(fs::read_to_string(&target).unwrap(), "original", "{attack}");
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 1, "{attack}");
    }
    let attack = format!("echo changed > {}", target.display());
    // Landlock alone refuses it too, where there are no mounts of its own.
    let ended = without(Layer::Mounts, &shell(&room, &attack));
    assert!(matches!(ended.exit, Exit::Failure(_)), "{}", told(&ended));
    assert!(ended.layers.contains(&Layer::Writes));
    assert_eq!(without(Layer::Writes, &shell(&room, &attack)).exit, Exit::Success);
    assert_eq!(fs::read_to_string(&target).unwrap(), "changed\n");
}

#[test]
fn modes_times_and_attributes_outside_cannot_be_changed() {
    let (_keep, room) = folder();
    let (_kept, outside) = folder();
    let target = outside.join("file");
    fs::write(&target, "original").unwrap();
    let path = target.display();
    let set = format!("import os; os.setxattr('{path}', 'user.mark', b'x')");
    let attacks = [
        format!("chmod 4777 {path}"),
        format!("touch -d 2001-01-01 {path}"),
        format!("/usr/bin/python3 -c \"{set}\""),
    ];
    for attack in attacks {
        let ended = jailed(&shell(&room, &attack));
        assert!(matches!(ended.exit, Exit::Failure(_)), "{attack}: {}", told(&ended));
        let ended = without(Layer::Writes, &shell(&room, &attack));
        assert_eq!(ended.exit, Exit::Success, "{attack}: {}", told(&ended));
    }
}

#[test]
fn what_the_kernel_lets_root_tune_is_not_the_jobs() {
    let (_keep, room) = folder();
    let attack = "echo 1 > /proc/sys/kernel/pid_max || echo x > /proc/self/comm || \
                  echo 0 > /proc/self/oom_score_adj || echo b > /proc/sysrq-trigger";
    let ended = jailed(&shell(&room, attack));
    assert!(matches!(ended.exit, Exit::Failure(_)), "{}", told(&ended));
}

#[test]
fn inside_everything_can_be_written() {
    let (_keep, room) = folder();
    let script = "mkdir -p a/b && echo x > a/b/c && mv a/b/c a/d && ln -s d a/l && ln a/d a/h \
                  && chmod 700 a/d && rm -r a && mkfifo p && echo done";
    assert_eq!(text(&jailed(&shell(&room, script))), "done\n");
}

#[test]
fn harmless_devices_and_shared_memory_can_be_written() {
    let (_keep, room) = folder();
    let script = "echo x > /dev/null && echo x > /dev/shm/x && echo x > /dev/stdout && echo y >&2 \
                  && ls /dev/shm";
    assert_eq!(text(&jailed(&shell(&room, script))), "x\nx\n");
}
