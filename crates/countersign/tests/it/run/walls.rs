//! A worker that would rather approve itself than work.

use super::place::Place;

/// What the worker says of each door that it tried, and whether it was open.
fn doors(said: &str) -> Vec<(&str, &str)> {
    let door = |word: &str| word.contains('=');
    said.split_whitespace()
        .filter(|word| door(word))
        .filter_map(|word| word.split_once('='))
        .collect()
}

#[test]
fn a_worker_cannot_approve_itself_by_the_command_line_the_store_or_the_secret() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let binary = env!("CARGO_BIN_EXE_countersign");
    let journal = place.world.database_file().display().to_string();
    let config = place.world.config.path().display().to_string();
    let root = place.path().display().to_string();
    let line = format!(
        "cat > /dev/null; echo done > task-1.txt\n\
         try() {{ name=$1; shift; if \"$@\" > /dev/null 2>&1; then echo \" $name=open\"; else echo \" $name=shut\"; fi; }}\n\
         export COUNTERSIGN_CONFIG_DIR={config}\n\
         approve() {{ cd {root} 2> /dev/null; {binary} task approve TASK-1; }}\n\
         override() {{ {binary} --store sqlite://{journal} task override TASK-1 --reason mine; }}\n\
         read_store() {{ test -s {journal} && head -c 16 {journal} | grep -q SQLite; }}\n\
         write_store() {{ test -e {journal} && echo forged >> {journal}; }}\n\
         read_secret() {{ find {config} -type f | xargs cat | grep -q .; }}\n\
         try approve approve; try override override; try read_store read_store\n\
         try write_store write_store; try read_secret read_secret\n"
    );
    let run = place.run(&line, &["--json", "--assurance", "review"]);
    assert_eq!(run.code, 3, "it waits for somebody else: {run:#?}");
    let log = place.finish(&["log", "--task", "TASK-1", "--json"]).ok().out;
    let delivered = log
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .find(|record| record["event"]["event"] == "delivered")
        .unwrap();
    let said = delivered["event"]["work"]["said"]["head"].as_str().unwrap();
    let names = ["approve", "override", "read_store", "write_store", "read_secret"];
    let shut: Vec<(&str, &str)> = names.iter().map(|name| (*name, "shut")).collect();
    assert_eq!(doors(said), shut, "{said}");
    assert_eq!(place.world.state("TASK-1"), "review");
    place.finish(&["doctor"]).ok();
    // The same doors are open to whom they belong.
    let secrets = std::fs::read_dir(place.world.config.path().join("owners")).unwrap();
    assert_eq!(secrets.count(), 1);
    place.finish(&["task", "approve", "TASK-1"]).ok();
    assert_eq!(place.world.state("TASK-1"), "completed");
}
