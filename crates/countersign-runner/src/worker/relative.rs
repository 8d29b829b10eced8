//! Files that a command names from where the person stands, while the worker stands in an area of its own.

use std::path::{Path, PathBuf};

use super::profile::CommandLine;
use crate::report::{quote, split};

/// Commands after which a path starts from somewhere else.
const MOVES: [&str; 2] = ["cd", "pushd"];

impl CommandLine {
    /// The same command as the worker has to be given it: what leads out of the project from `folder` is named by its
    /// whole path, and what is part of the project from the project's own folder, where the area begins.
    pub fn seen_from(self, folder: &Path, project: &Path) -> Self {
        let (Ok(folder), Ok(project)) = (folder.canonicalize(), project.canonicalize()) else {
            return self;
        };
        let place = Standing { folder, project };
        match self {
            CommandLine::Arguments(arguments) => CommandLine::Arguments(
                arguments.into_iter().map(|word| place.renamed(&word).unwrap_or(word)).collect(),
            ),
            CommandLine::Shell(line) => CommandLine::Shell(place.renamed_in(line)),
        }
    }
}

struct Standing {
    folder: PathBuf,
    project: PathBuf,
}

impl Standing {
    fn renamed_in(&self, mut line: String) -> String {
        let commands = split(&line).unwrap_or_default();
        let moves = |word: &str| MOVES.contains(&word);
        if commands.iter().any(|command| command.texts().first().is_some_and(|word| moves(word))) {
            return line;
        }
        let words = commands.into_iter().flat_map(|one| [one.assignments, one.words]).flatten();
        let mut words: Vec<_> =
            words.filter_map(|word| Some((word.span, self.renamed(&word.text)?))).collect();
        words.sort_by_key(|(span, _)| span.start);
        for (span, renamed) in words.into_iter().rev() {
            let (name, path) = assigned(&renamed);
            line.replace_range(span, &format!("{name}{}", quote(path)));
        }
        line
    }

    /// A word that is the relative path of something that is there, or assigns one, if it has to be written differently.
    fn renamed(&self, word: &str) -> Option<String> {
        let (name, path) = assigned(word);
        if !path.contains('/') || Path::new(path).is_absolute() {
            return None;
        }
        let real = self.folder.join(path).canonicalize().ok()?;
        let renamed = match real.strip_prefix(&self.project) {
            Ok(_) if self.folder == self.project => return None,
            Ok(below) => Path::new(".").join(below),
            Err(_) => real,
        };
        Some(format!("{name}{}", renamed.to_str()?))
    }
}

/// What stands before the path in `--script=../agent.sh`, and the path.
fn assigned(word: &str) -> (&str, &str) {
    let end = word.find('=').map_or(0, |at| at + 1);
    let (name, path) = word.split_at(end);
    if name.contains('/') { ("", word) } else { (name, path) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_lies_outside_of_the_project_has_its_whole_path() {
        let keep = tempfile::tempdir().unwrap();
        let root = keep.path().canonicalize().unwrap();
        let project = root.join("project");
        fs::create_dir_all(project.join("sub")).unwrap();
        fs::create_dir(root.join("my tools")).unwrap();
        for file in ["agent.sh", "my tools/a.py", "project/own.sh", "project/sub/part.sh"] {
            fs::write(root.join(file), "").unwrap();
        }
        let seen = |line: &str, from: &str| {
            let command = CommandLine::Shell(line.to_owned());
            match command.seen_from(&project.join(from), &project) {
                CommandLine::Shell(line) => line.replace(root.to_str().unwrap(), "ROOT"),
                CommandLine::Arguments(_) => unreachable!(),
            }
        };
        for (line, from, expected) in [
            ("../agent.sh --yes", "", "ROOT/agent.sh --yes"),
            ("A=1 sh ../agent.sh | tee log", "", "A=1 sh ROOT/agent.sh | tee log"),
            ("run --script=../agent.sh", "", "run --script=ROOT/agent.sh"),
            ("AGENT=../agent.sh sh -c true", "", "AGENT=ROOT/agent.sh sh -c true"),
            ("python3 '../my tools/a.py'", "", "python3 'ROOT/my tools/a.py'"),
            ("sh ./own.sh", "", "sh ./own.sh"),
            ("sh ./part.sh; sh ../own.sh", "sub", "sh ./sub/part.sh; sh ./own.sh"),
            ("sh ../../agent.sh", "sub", "sh ROOT/agent.sh"),
            // Not there, or not to be told without running it.
            ("sh ../none.sh", "", "sh ../none.sh"),
            ("cd sub && sh ../agent.sh", "", "cd sub && sh ../agent.sh"),
            ("sh $(echo ../agent.sh)", "", "sh $(echo ../agent.sh)"),
        ] {
            assert_eq!(seen(line, from), expected, "{line}");
        }
        let arguments = CommandLine::Arguments(vec!["../agent.sh".into(), "-x".into()]);
        let expected = vec![root.join("agent.sh").to_str().unwrap().to_owned(), "-x".into()];
        let arguments = arguments.seen_from(&project, &project);
        assert_eq!(arguments, CommandLine::Arguments(expected));
    }
}
