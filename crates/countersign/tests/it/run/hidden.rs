//! Task files with hidden tests that lie in the project itself, as they mostly do.

use std::fs;

use super::place::{Place, last};

/// What the hidden test of TASK-1 asks for and nothing else says.
const SECRET: &str = "forty-two-hidden";

fn place() -> Place {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let path = place.path().join("tasks/TASK-1.md");
    let hidden = format!("\n## Hidden Tests\n\n```bash\ngrep -q done task-1.txt # {SECRET}\n```\n");
    fs::write(&path, format!("{}{hidden}", fs::read_to_string(&path).unwrap())).unwrap();
    place
}

/// Looks for the secret wherever it may look, does its work and writes down what it found.
fn curious() -> String {
    format!(
        "cat > brief.log\n\
         found() {{ grep -rqs {SECRET} . && echo file; git log --all -p 2> /dev/null | grep -q {SECRET} && echo history; \
         git rev-list --all --objects 2> /dev/null | cut -d' ' -f1 | git cat-file --batch 2> /dev/null | grep -aq {SECRET} && echo object; }}\n\
         echo \"done [$(found)]\" > task-1.txt"
    )
}

fn landed(place: &Place, path: &str) -> String {
    place.git(&["show", &format!("countersign/integration:{path}")])
}

#[test]
fn a_worker_finds_no_hidden_tests_in_its_folder_or_its_history() {
    for committed in [true, false] {
        let place = place();
        if committed {
            place.git(&["add", "."]);
            place.git(&["commit", "-q", "-m", "tasks"]);
        }
        place.run(&curious(), &[]).ok();
        assert_eq!(landed(&place, "task-1.txt"), "done []\n", "committed: {committed}");
        // And nobody took its absence for the worker's doing.
        assert!(landed(&place, "tasks/TASK-1.md").contains(SECRET), "committed: {committed}");
        assert!(!place.git(&["show", "--stat", "countersign/TASK-1"]).contains("tasks/"));
    }
}

#[test]
fn the_work_of_another_task_finds_none_either_and_neither_does_what_is_judged() {
    let place = place();
    place.task("TASK-2", &["TASK-1"]);
    let path = place.path().join("tasks/TASK-2.md");
    // A check that fails where the work could read them while it is judged.
    let text = fs::read_to_string(&path).unwrap();
    let check = format!("grep -q done task-2.txt && ! grep -rqs {} .", "forty-two-hidde[n]");
    fs::write(&path, text.replace("grep -q done task-2.txt", &check)).unwrap();
    let line = format!(
        "name=$(grep -o 'task-[12]\\.txt' | head -n 1); grep -rqs {SECRET} . && exit 1; echo done > \"$name\""
    );
    place.run(&line, &[]).ok();
    assert_eq!(landed(&place, "task-2.txt"), "done\n");
}

#[test]
fn what_a_worker_writes_in_their_place_is_left_out() {
    let place = place();
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "tasks"]);
    // Also through a link that leads to the person's own folder.
    let own = place.path().join("tasks").display().to_string();
    for line in [
        "cat > /dev/null; mkdir -p tasks; echo mine > tasks/TASK-1.md; echo done > task-1.txt"
            .to_owned(),
        format!("cat > /dev/null; rm -rf tasks; ln -s {own} tasks; echo done > task-1.txt"),
    ] {
        let again = Place::new();
        fs::create_dir(again.path().join("tasks")).unwrap();
        fs::copy(place.path().join("tasks/TASK-1.md"), again.path().join("tasks/TASK-1.md"))
            .unwrap();
        again.git(&["add", "."]);
        again.git(&["commit", "-q", "-m", "tasks"]);
        again.run(&line, &["--land"]).ok();
        assert!(fs::read_to_string(again.path().join("tasks/TASK-1.md")).unwrap().contains(SECRET));
        assert!(place.path().join("tasks/TASK-1.md").is_file());
    }
}

/// The same task, in a folder beside the project.
fn beside(place: &Place) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("TASK-1.md");
    fs::rename(place.path().join("tasks/TASK-1.md"), &path).unwrap();
    let file = path.canonicalize().unwrap().display().to_string();
    (folder, file)
}

#[test]
fn whichever_command_has_it_worked_on_again_the_file_beside_the_project_stays_closed() {
    let place = place();
    let (_folder, file) = beside(&place);
    let line = format!("cat > /dev/null; grep -qs {SECRET} {file} && echo done > task-1.txt");
    let run = |args: &[&str]| {
        place.finish(&[&["run", "--worker-cmd", &line, "--revisions", "0"], args].concat())
    };
    assert_eq!(run(&[&file]).code, 1);
    place.finish(&["retry", "TASK-1"]).ok();
    let again = run(&["TASK-1"]);
    assert_eq!(again.code, 1, "{again:#?}");
    place.finish(&["retry", "TASK-1"]).ok();
    let bare = run(&[]);
    assert_eq!(bare.code, 1, "{bare:#?}");
    assert!(bare.out.contains("attempt 3"), "it was worked on: {bare:#?}");
}

#[test]
fn where_nobody_knows_where_they_are_the_task_is_left() {
    let place = place();
    let (_folder, file) = beside(&place);
    let elsewhere = format!("{file}.moved.md");
    assert_eq!(place.finish(&["run", &file, "--worker-cmd", "true", "--revisions", "0"]).code, 1);
    place.finish(&["retry", "TASK-1"]).ok();
    fs::rename(&file, &elsewhere).unwrap();
    let run = place.finish(&["run", "TASK-1", "--worker-cmd", "echo done > task-1.txt", "--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let why = last(&run)["tasks"][0]["reason"].as_str().unwrap().to_owned();
    assert!(why.contains("hidden tests") && why.contains("countersign run FILE"), "{why}");
    let named =
        place.finish(&["run", &elsewhere, "--worker-cmd", "echo done > task-1.txt", "--json"]);
    assert_eq!(named.code, 0, "{named:#?}");
}
