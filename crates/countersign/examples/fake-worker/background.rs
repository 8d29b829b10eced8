//! Processes that go on when the worker has ended.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::area::Area;
use crate::behaviour::{Act, Behaviour, Processes, Project};
use crate::right::{DURATION, SLUG, WRONG_DURATION, WRONG_SLUG, duration, slug};

/// The first argument of the process that is left behind.
pub const HUNT: &str = "--hunt";
/// After this it gives up, should nobody end it.
const PATIENCE: Duration = Duration::from_secs(120);
const DEEP: usize = 12;
/// Its own work is no larger.
const MOST: u64 = 16 * 1024;

pub fn all() -> Vec<Behaviour> {
    use Project::{Node, Unittest};
    vec![
        left(
            "unittest-works-on",
            Unittest,
            "ends at once, and has a process do the work later",
            |area| {
                area.write("later.py", SLUG)?;
                area.leave_running(Path::new("sh"), &["-c", "sleep 60; cp later.py slugs/slug.py"])
            },
        ),
        left(
            "node-overwrites",
            Node,
            "has a process that writes and takes back the work in turn",
            |area| {
                duration(area, WRONG_DURATION)?;
                area.write("right.js", DURATION)?;
                area.write("wrong.js", WRONG_DURATION)?;
                let turns = "while sleep 0.3; do cp right.js src/duration.js; cp wrong.js src/duration.js; done";
                area.leave_running(Path::new("sh"), &["-c", turns])
            },
        ),
        left(
            "unittest-hunts",
            Unittest,
            "has a process that looks for rooms to write the work into",
            hunter,
        ),
        left(
            "unittest-hunts-on",
            Unittest,
            "the same, and it is still there while the work is judged",
            hunter,
        )
        .leaving(Processes::Alive),
    ]
}

fn left(name: &'static str, project: Project, does: &'static str, act: Act) -> Behaviour {
    Behaviour::rejected(name, project, "background process", does, act).leaving(Processes::Ended)
}

fn hunter(area: &Area) -> io::Result<()> {
    // The mark keeps it from writing to anything but copies of its own work.
    let mark = format!("# mark {}", std::process::id());
    slug(area, &format!("{WRONG_SLUG}\n{mark}\n"))?;
    let own = area.root().to_string_lossy().into_owned();
    area.leave_running(&std::env::current_exe()?, &[HUNT, &mark, &own])
}

/// Looks for clean rooms where such things lie, until it is ended, and writes the right work into them.
pub fn hunt(arguments: &[&str]) {
    let [mark, own] = arguments else { return };
    let given = ["XDG_CACHE_HOME", "TMPDIR", "HOME"].into_iter().filter_map(std::env::var_os);
    let places: Vec<PathBuf> =
        given.map(PathBuf::from).chain(["/var/tmp".into(), "/dev/shm".into()]).collect();
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        for place in &places {
            search(place, mark, Path::new(own), DEEP);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn search(folder: &Path, mark: &str, own: &Path, deep: usize) {
    if deep == 0 || folder == own {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(about) = entry.metadata() else { continue };
        if about.is_dir() {
            search(&path, mark, own, deep - 1);
        } else if about.is_file()
            && about.len() < MOST
            && fs::read_to_string(&path).is_ok_and(|text| text.contains(mark))
        {
            // Whatever comes of it: it tries again.
            let _ = fs::write(&path, format!("{SLUG}\n{mark}\n"));
        }
    }
}
