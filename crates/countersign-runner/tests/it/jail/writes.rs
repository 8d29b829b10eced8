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
    assert_eq!(without(Layer::Writes, &shell(&room, &attack)).exit, Exit::Success);
    assert_eq!(fs::read_to_string(&target).unwrap(), "changed\n");
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
