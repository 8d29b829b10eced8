//! The commands of Verification, for the hidden tests: one that names a file of the shown tests runs these alone, so
//! the hidden ones take its place.

use countersign_core::SpecFile;

use super::Command;

/// How a runner is told which file to run.
#[derive(Debug, Clone, Copy)]
enum Form {
    Path,
    /// `tests.test_a`
    Module,
    /// `--test name`, the binary of a file below `tests`
    Binary,
}

/// The command with the hidden files in place of the shown ones; as it is where it names none, or names a hidden
/// one itself.
pub(super) fn for_hidden(command: &Command, shown: &[SpecFile], hidden: &[SpecFile]) -> Command {
    let folder = command.cwd.as_deref().unwrap_or_default();
    let inside = |file: &SpecFile| {
        let path = file.path.as_str();
        if folder.is_empty() {
            return Some(path.to_owned());
        }
        let rest = path.strip_prefix(folder.trim_end_matches('/'))?.strip_prefix('/')?;
        Some(rest.to_owned())
    };
    let shown: Vec<String> = shown.iter().filter_map(inside).collect();
    let hidden: Vec<String> = hidden.iter().filter_map(inside).collect();
    let names_hidden =
        |path: &String| called(path, Form::Path).is_some_and(|n| command.run.contains(&n));
    if hidden.iter().any(names_hidden) {
        return command.clone();
    }
    let mut run = String::with_capacity(command.run.len());
    let mut before = "";
    for piece in command.run.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        let space = piece.get(word.len()..).unwrap_or_default();
        match replaced(word, before, &shown, &hidden) {
            Some(words) => run.push_str(&words),
            None => run.push_str(word),
        }
        run.push_str(space);
        before = word;
    }
    Command { run, ..command.clone() }
}

fn replaced(word: &str, before: &str, shown: &[String], hidden: &[String]) -> Option<String> {
    let plain = word.trim_matches(['"', '\'']).trim_start_matches("./");
    let plain = plain.split("::").next().unwrap_or(plain);
    // To node `--test` is no name's flag.
    let forms: &[Form] = match before {
        "--test" => &[Form::Binary, Form::Path],
        _ => &[Form::Path, Form::Module],
    };
    let is_called =
        |form: &Form| shown.iter().find(|path| called(path, *form).as_deref() == Some(plain));
    let (form, path) = forms.iter().find_map(|form| Some((*form, is_called(form)?)))?;
    let extension = path.rsplit_once('.').map(|(_, extension)| extension);
    let alike = |other: &&String| other.rsplit_once('.').map(|(_, e)| e) == extension;
    let names: Vec<String> =
        hidden.iter().filter(alike).filter_map(|path| called(path, form)).collect();
    let is_plain =
        |name: &String| name.chars().all(|c| c.is_ascii_alphanumeric() || "_-./@+".contains(c));
    if names.is_empty() || !names.iter().all(is_plain) {
        return None;
    }
    let between = if matches!(form, Form::Binary) { " --test " } else { " " };
    Some(names.join(between))
}

fn called(path: &str, form: Form) -> Option<String> {
    match form {
        Form::Path => Some(path.to_owned()),
        Form::Module => path.strip_suffix(".py").map(|module| module.replace('/', ".")),
        Form::Binary => {
            let below =
                path.strip_prefix("tests/").or_else(|| Some(path.rsplit_once("/tests/")?.1));
            let name = below?.strip_suffix(".rs")?;
            Some(name.strip_suffix("/main").unwrap_or(name).to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use countersign_core::{Placement, Visibility};

    use super::*;
    use crate::Span;

    fn file(path: &str) -> SpecFile {
        let (placement, visibility) = (Placement::Whole, Visibility::Shown);
        SpecFile { path: path.to_owned(), content: String::new(), placement, visibility }
    }

    fn run(line: &str, cwd: Option<&str>, shown: &str, hidden: &[&str]) -> String {
        let (run, cwd) = (line.to_owned(), cwd.map(ToOwned::to_owned));
        let command = Command { run, cwd, span: Span::new(0, 0) };
        let hidden: Vec<SpecFile> = hidden.iter().map(|path| file(path)).collect();
        for_hidden(&command, &[file(shown)], &hidden).run
    }

    #[test]
    fn a_command_that_names_the_shown_file_runs_the_hidden_ones() {
        let python = ["tests/test_x.py", "tests/test_y.py"];
        for (line, hidden) in [
            ("pytest -q tests/test_a.py", "pytest -q tests/test_x.py tests/test_y.py"),
            ("pytest ./tests/test_a.py::test_b -x", "pytest tests/test_x.py tests/test_y.py -x"),
            ("python3 -m unittest tests.test_a", "python3 -m unittest tests.test_x tests.test_y"),
            ("pytest -q", "pytest -q"),
            ("pytest tests/test_other.py", "pytest tests/test_other.py"),
            ("pytest tests/test_a.py tests/test_x.py", "pytest tests/test_a.py tests/test_x.py"),
        ] {
            assert_eq!(run(line, None, "tests/test_a.py", &python), hidden, "{line}");
        }
        let cargo = run("cargo test --test adding", None, "tests/adding.rs", &["tests/more.rs"]);
        assert_eq!(cargo, "cargo test --test more");
        let inside = run(
            "node --test test/a.test.js",
            Some("web"),
            "web/test/a.test.js",
            &["web/test/b.test.js"],
        );
        assert_eq!(inside, "node --test test/b.test.js");
    }

    #[test]
    fn files_of_another_language_take_nobodys_place() {
        let line = "pytest tests/test_a.py";
        assert_eq!(run(line, None, "tests/test_a.py", &["test/x.test.js"]), line);
    }
}
