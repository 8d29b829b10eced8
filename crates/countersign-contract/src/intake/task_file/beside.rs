//! Lines of Verification that cannot fail and serve the checks beside them. None is a criterion: what makes something ready
//! runs before the next check, and what only speaks or looks is left out.

use super::Command;
use crate::about_itself::tells_of_itself;
use crate::{newline, simple_commands};

/// What leaves nothing behind. What waits (`sleep`) is not among it: a check may need the time.
const SPEAKS_OR_LOOKS: [&str; 19] = [
    ":", "cat", "date", "echo", "grep", "head", "hostname", "id", "ls", "printf", "pwd", "tail",
    "times", "tree", "true", "uname", "uptime", "wc", "whoami",
];
/// Likewise of git.
const GIT_LOOKS: [&str; 7] = ["branch", "describe", "diff", "log", "rev-parse", "show", "status"];

/// The commands that judge, each with what those before it have made ready; `beside` are the places of those that serve.
pub(super) fn that_judge(commands: &[Command], beside: &[usize]) -> Vec<Command> {
    let mut beside = beside.iter().peekable();
    let mut judging: Vec<Command> = Vec::with_capacity(commands.len());
    let mut ready: Vec<&Command> = Vec::new();
    for (at, command) in commands.iter().enumerate() {
        if beside.next_if_eq(&&at).is_some() {
            ready.extend(Some(command).filter(|command| !leaves_nothing(&command.run)));
            continue;
        }
        let (here, elsewhere): (Vec<&Command>, Vec<&Command>) =
            ready.drain(..).partition(|one| one.cwd == command.cwd);
        // In another folder it runs by itself.
        judging.extend(elsewhere.into_iter().cloned());
        judging.push(after(&here, command));
    }
    judging
}

fn leaves_nothing(run: &str) -> bool {
    !run.contains(['$', '`', '>', '\n'])
        && simple_commands::of(run).all(|command| {
            let words: Vec<&str> = newline::words(command).collect();
            let git_looks =
                matches!(words.as_slice(), ["git", what, ..] if GIT_LOOKS.contains(what));
            git_looks
                || words.first().is_none_or(|first| SPEAKS_OR_LOOKS.contains(first))
                || tells_of_itself(&words).is_some()
        })
}

/// The command behind what makes it ready: on its line where all of that is plain, as a script otherwise.
fn after(ready: &[&Command], command: &Command) -> Command {
    if ready.is_empty() {
        return command.clone();
    }
    let is_plain = |run: &str| !run.contains(['|', '&', ';', '#', '(', '{', '<', '\n']);
    let is_script = command.run.contains('\n') || !ready.iter().all(|one| is_plain(&one.run));
    let own = command.run.strip_prefix("set -e\n").unwrap_or(&command.run);
    let lines = ready.iter().map(|one| one.run.as_str()).chain([own]);
    let lines: Vec<&str> = lines.collect();
    let run = match is_script {
        true => format!("set -e\n{}", lines.join("\n")),
        false => lines.join(" && "),
    };
    Command { run, ..command.clone() }
}
