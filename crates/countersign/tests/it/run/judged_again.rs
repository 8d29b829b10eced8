//! A result that waits for a verdict, because nobody could be asked.

use super::place::{HONEST, Place};

fn waiting() -> Place {
    let place = Place::new();
    place.write(
        "flow.yaml",
        "name: one\nsteps:\n  - role: developer\n    brief: \"Write the word done into task-1.txt\"\n    completion:\n      \
         type: file\n      path: task-1.txt\n      evaluate: \"It says that it is done.\"\n",
    );
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "flow"]);
    let run = place.finish(&["run", "flow.yaml", "--worker-cmd", HONEST]);
    assert_eq!(run.code, 3, "{run:#?}");
    place
}

fn only_task(place: &Place) -> serde_json::Value {
    let all = place.finish(&["task", "list", "--json"]).ok().json();
    let all = all.as_array().or_else(|| all["items"].as_array()).unwrap();
    assert_eq!(all.len(), 1);
    all[0].clone()
}

#[test]
fn it_is_judged_as_it_is_once_there_is_an_evaluator() {
    for command in ["run", "retry"] {
        let place = waiting();
        let id = only_task(&place)["id"].as_str().unwrap().to_owned();
        let inbox = place.finish(&["inbox"]).ok().out;
        assert!(inbox.contains(&format!("countersign run {id}")), "{inbox}");
        // Without one, nothing changes.
        assert_eq!(place.finish(&["run", &id]).code, 3);
        let settings = place.path().join("countersign.toml");
        let text = std::fs::read_to_string(&settings).unwrap_or_default();
        let answer = "[evaluator]\ncommand = \"cat > /dev/null; echo '{\\\"pass\\\": true, \\\"diagnosis\\\": \\\"yes\\\"}'\"\n";
        std::fs::write(&settings, format!("{text}\n{answer}")).unwrap();
        let run = place.finish(&[command, &id]).ok();
        assert!(run.out.contains("1 of 1 completed"), "{run:#?}");
        let log = place.finish(&["log", "--task", &id, "--json"]).ok().out;
        assert_eq!(log.matches("\"delivered\"").count(), 1, "no new attempt: {log}");
        assert_eq!(place.git(&["show", "countersign/integration:task-1.txt"]), "done\n");
    }
}

#[test]
fn an_evaluator_cannot_decide_with_the_owners_secret() {
    let place = waiting();
    let id = only_task(&place)["id"].as_str().unwrap().to_owned();
    let binary = env!("CARGO_BIN_EXE_countersign");
    let config = place.world.config.path().display().to_string();
    let journal = place.world.database_file().display().to_string();
    let script = format!(
        "#!/bin/sh\ncat > /dev/null\ncd {}\n\
         {binary} task override {id} --reason hehe > tried 2>&1 && echo override >> open\n\
         COUNTERSIGN_CONFIG_DIR={config} {binary} task override {id} --reason hehe >> tried 2>&1 && echo again >> open\n\
         test -s {journal} && echo journal >> open\n\
         find {config} -type f | xargs cat | grep -q . && echo secret >> open\n\
         env | grep -q '^COUNTERSIGN_' && echo variables >> open\n\
         echo '{{\"pass\":false,\"diagnosis\":\"all was tried\"}}'\n",
        place.path().display()
    );
    place.write("ask.sh", &script);
    let settings = place.path().join("countersign.toml");
    let text = std::fs::read_to_string(&settings).unwrap_or_default();
    let command = format!("command = \"sh {}/ask.sh\"", place.path().display());
    std::fs::write(&settings, format!("{text}\n[evaluator]\n{command}\n")).unwrap();
    let run = place.finish(&["run", &id, "--worker-cmd", HONEST]);
    assert_eq!(run.code, 1, "{run:#?}");
    let open = std::fs::read_to_string(place.path().join("open")).unwrap_or_default();
    let tried = std::fs::read_to_string(place.path().join("tried")).unwrap();
    assert_eq!(open, "", "{tried}");
    assert_eq!(place.world.state(&id), "blocked");
}
