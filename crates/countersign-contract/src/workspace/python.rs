//! `pyproject.toml` and its older relatives.

use toml::{Table, Value};

use super::folders::{Below, Folder, Folders, Names};
use super::python_tests::{project_without_marker, told, untold};
use super::toolchain::{Family, Notice, ToolCommand, Toolchain};
use super::wanted::is_requirements;

const PYPROJECT: &str = "pyproject.toml";
const MARKERS: &[&str] =
    &[PYPROJECT, "setup.py", "setup.cfg", "tox.ini", "pytest.ini", "Pipfile", "manage.py"];

const LOCKS: &[(&str, &str)] = &[
    ("uv.lock", "uv run "),
    ("poetry.lock", "poetry run "),
    ("pdm.lock", "pdm run "),
    ("Pipfile.lock", "pipenv run "),
];

/// A tool, what configures it, and its one command.
struct Tool {
    package: &'static str,
    /// A table below `[tool]` of `pyproject.toml`.
    table: &'static str,
    files: &'static [&'static str],
    /// A section of an INI file.
    sections: &'static [(&'static str, &'static str)],
    run: &'static str,
}

const PYTEST: Tool = Tool {
    package: "pytest",
    table: "pytest",
    files: &["pytest.ini", ".pytest.ini", "conftest.py"],
    sections: &[("setup.cfg", "tool:pytest"), ("tox.ini", "pytest")],
    run: "pytest",
};

const LINTERS: &[Tool] = &[
    Tool {
        package: "ruff",
        table: "ruff",
        files: &["ruff.toml", ".ruff.toml"],
        sections: &[],
        run: "ruff check .",
    },
    Tool {
        package: "flake8",
        table: "flake8",
        files: &[".flake8"],
        sections: &[("setup.cfg", "flake8"), ("tox.ini", "flake8")],
        run: "flake8",
    },
    Tool {
        package: "pylint",
        table: "pylint",
        files: &[".pylintrc", "pylintrc"],
        sections: &[],
        run: "pylint --recursive=y .",
    },
];

const TYPE_CHECKERS: &[Tool] = &[
    Tool {
        package: "mypy",
        table: "mypy",
        files: &["mypy.ini", ".mypy.ini"],
        sections: &[("setup.cfg", "mypy")],
        run: "mypy .",
    },
    Tool {
        package: "pyright",
        table: "pyright",
        files: &["pyrightconfig.json"],
        sections: &[],
        run: "pyright",
    },
    Tool {
        package: "basedpyright",
        table: "basedpyright",
        files: &[],
        sections: &[],
        run: "basedpyright",
    },
];

const BLACK: Tool =
    Tool { package: "black", table: "black", files: &[], sections: &[], run: "black --check ." };

pub(super) fn detect(folder: Folder<'_, '_>, notices: &mut Vec<Notice>) -> Option<Toolchain> {
    let requirements: Vec<&str> = folder.names().filter(|name| is_requirements(name)).collect();
    let marker = folder.first(MARKERS).or_else(|| requirements.first().copied());
    let Some(marker) = marker else { return without_marker(folder) };
    let nothing_read = MARKERS.iter().chain(&requirements).all(|name| folder.text(name).is_none());
    // `pytest.ini` says all it has to say by being there.
    if nothing_read && !folder.has("pytest.ini") {
        return Some(usual(folder, marker));
    }
    let mut project = Table::new();
    if let Some(text) = folder.text(PYPROJECT) {
        match text.parse::<Table>() {
            Ok(table) => project = table,
            Err(error) => {
                let what =
                    format!("not valid TOML, so its tools are not known: {}", error.message());
                notices.push(folder.notice(PYPROJECT, what));
            }
        }
    }
    let dependencies = dependencies(folder, &project, &requirements);
    let python = Python { folder, project, dependencies, prefix: prefix_of(folder) };
    let mut chain = Toolchain::new(Family::Python, folder.dir);
    chain.test = python.test();
    chain.lint = python.one_of(LINTERS);
    chain.format = python.format();
    chain.typecheck = python.one_of(TYPE_CHECKERS);
    chain.build = python.build();
    notices.extend(python.left_out(&chain, marker));
    Some(chain)
}

/// A folder of which nothing but its tests says that it is a project.
fn without_marker(folder: Folder<'_, '_>) -> Option<Toolchain> {
    let project = project_without_marker(folder, has_marker)?;
    let mut chain = Toolchain::new(Family::Python, project.dir);
    chain.test = by_its_tests(project, "");
    Some(chain)
}

fn has_marker(folder: Folder<'_, '_>) -> bool {
    folder.first(MARKERS).is_some() || folder.names().any(is_requirements)
}

fn by_its_tests(project: Folder<'_, '_>, prefix: &str) -> Option<ToolCommand> {
    let told = told(project, python(prefix))?;
    project.command_by(format!("{prefix}{}", told.run), told.path, told.what)
}

/// The tests that have to be read to know what runs them.
pub(super) fn untold_tests<'w>(folders: &Folders<'w>) -> Vec<&'w str> {
    let projects = folders.iter().filter_map(|folder| {
        if !has_marker(folder) {
            return project_without_marker(folder, has_marker).map(|project| project.dir);
        }
        let says = detect(folder, &mut Vec::new()).and_then(|chain| chain.test);
        says.is_none().then_some(folder.dir)
    });
    projects.flat_map(|project| untold(folders, project)).collect()
}

/// What is usual where only the names of files are known.
fn usual(folder: Folder<'_, '_>, marker: &str) -> Toolchain {
    let prefix = prefix_of(folder);
    let mut chain = Toolchain::new(Family::Python, folder.dir);
    chain.test = folder.assumed(format!("{prefix}pytest"), marker);
    chain.lint = folder.assumed(format!("{prefix}ruff check ."), marker);
    chain.typecheck = folder.assumed(format!("{prefix}mypy ."), marker);
    let build = match prefix {
        "uv run " => "uv build",
        "poetry run " => "poetry build",
        _ => "python3 -m build",
    };
    chain.build = folder.assumed(build, marker);
    chain
}

fn prefix_of(folder: Folder<'_, '_>) -> &'static str {
    let lock = |folder: Folder<'_, '_>| LOCKS.iter().find(|(lock, _)| folder.has(lock));
    folder.upwards().find_map(lock).map_or("", |(_, prefix)| prefix)
}

/// The interpreter by the name that every machine has it by: many have no `python`. An environment of the project's own
/// has both, and what makes one starts it.
fn python(prefix: &str) -> &'static str {
    if prefix.is_empty() { "python3" } else { "python" }
}

struct Python<'f, 'w> {
    folder: Folder<'f, 'w>,
    project: Table,
    /// By name, with the file that says so.
    dependencies: Vec<(String, Names)>,
    prefix: &'static str,
}

impl Python<'_, '_> {
    fn command(&self, run: &str, marker: &str, what: impl Into<String>) -> Option<ToolCommand> {
        self.folder.command(format!("{}{run}", self.prefix), marker, what)
    }

    /// The first that is configured; without one, the first that is depended on.
    fn one_of(&self, tools: &[Tool]) -> Option<ToolCommand> {
        let configured = || tools.iter().find_map(|tool| self.configured(tool));
        configured().or_else(|| tools.iter().find_map(|tool| self.depended_on(tool)))
    }

    /// Tests that nothing says how to run, and linters beside the one that is taken.
    fn left_out(&self, chain: &Toolchain, marker: &str) -> Vec<Notice> {
        let mut notices = Vec::new();
        if chain.test.is_none() && self.folder.below(Below::PythonTests) {
            let what = "there are tests, and nothing says what runs them: name the command in the task, or depend on \
                        pytest";
            notices.push(self.folder.notice(marker, what));
        }
        let mut configured = LINTERS.iter().filter_map(|tool| self.configured(tool));
        if let (Some(first), Some(second)) = (configured.next(), configured.next()) {
            let (taken, other) = (&first.run, &second.run);
            let what = format!(
                "`{taken}` is asked for and `{other}` is not, though both are configured: name it in the task"
            );
            notices.push(self.folder.notice(marker, what));
        }
        notices
    }

    fn configured(&self, tool: &Tool) -> Option<ToolCommand> {
        let run = &self.line(tool);
        if let Some(table) = self.tool_table(tool.table) {
            let below = if tool.package == "pytest" && table.contains_key("ini_options") {
                ".ini_options"
            } else {
                ""
            };
            return self.command(run, PYPROJECT, format!("[tool.{}{below}]", tool.table));
        }
        if let Some(file) = self.folder.first(tool.files) {
            return self.command(run, file, format!("configuration of {}", tool.package));
        }
        let has_section = |(file, section): &&(&str, &str)| {
            let header = format!("[{section}]");
            let text = self.folder.text(file).unwrap_or_default();
            text.lines().any(|line| line.trim_end() == header)
        };
        let (file, section) = tool.sections.iter().find(has_section)?;
        self.command(run, file, format!("[{section}]"))
    }

    fn depended_on(&self, tool: &Tool) -> Option<ToolCommand> {
        let (file, _) = self.dependencies.iter().find(|(_, names)| names.contains(tool.package))?;
        self.command(&self.line(tool), file, format!("dependency {}", tool.package))
    }

    fn line(&self, tool: &Tool) -> String {
        // With targets of its own, a target on the command line would replace them.
        let table = self.tool_table(tool.table);
        let has_targets = |table: &Table| {
            ["files", "packages", "modules"].iter().any(|key| table.contains_key(*key))
        };
        let in_files = || {
            let texts = ["mypy.ini", ".mypy.ini", "setup.cfg"].map(|file| self.folder.text(file));
            let names = |line: &str| {
                let key = line.split(['=', ':']).next().unwrap_or_default().trim();
                matches!(key, "files" | "packages" | "modules") && line.contains('=')
            };
            texts
                .into_iter()
                .flatten()
                .any(|text| text.contains("[mypy]") && text.lines().any(names))
        };
        if tool.package != "mypy" {
            return tool.run.to_owned();
        }
        if table.is_some_and(has_targets) || in_files() {
            return "mypy".to_owned();
        }
        self.written("mypy").unwrap_or_else(|| tool.run.to_owned())
    }

    /// A tool as the project's own scripts call it: `mypy src` and not all that lies about.
    fn written(&self, tool: &str) -> Option<String> {
        let texts =
            ["tox.ini", "Makefile", "makefile", "justfile"].map(|file| self.folder.text(file));
        let mut lines = texts.into_iter().flatten().flat_map(str::lines);
        lines.find_map(|line| {
            let line = line.trim().trim_start_matches(['@', '-']);
            let line = line.strip_prefix("commands =").map_or(line, str::trim_start);
            let line =
                LOCKS.iter().find_map(|(_, prefix)| line.strip_prefix(prefix)).unwrap_or(line);
            let module =
                line.strip_prefix("python -m ").or_else(|| line.strip_prefix("python3 -m "));
            let line = module.unwrap_or(line);
            let plain = line.bytes().all(|b| b.is_ascii_alphanumeric() || b" ./_-=".contains(&b));
            let called = line.strip_prefix(tool).is_some_and(|rest| rest.starts_with(' '));
            (plain && called).then(|| line.to_owned())
        })
    }

    fn tool_table(&self, name: &str) -> Option<&Table> {
        self.project.get("tool")?.get(name)?.as_table()
    }

    fn test(&self) -> Option<ToolCommand> {
        let pytest = || {
            let named = self.configured(&PYTEST).or_else(|| self.depended_on(&PYTEST));
            if self.has_tests_for_pytest() { named } else { self.folder.without_tests(named) }
        };
        let tox = || {
            let text = self.folder.text("tox.ini")?;
            let runs = text.lines().any(|line| line.trim_end() == "[testenv]");
            if runs { self.command("tox", "tox.ini", "[testenv]") } else { None }
        };
        let told = || by_its_tests(self.folder, self.prefix);
        pytest().or_else(tox).or_else(|| self.test_of_the_standard_library()).or_else(told)
    }

    /// Which files are tests, or that examples in documentation are some, can be configured.
    fn has_tests_for_pytest(&self) -> bool {
        let says = |file: &&str| {
            let text = self.folder.text(file).unwrap_or_default();
            ["python_files", "doctest", "--pyargs"].iter().any(|word| text.contains(word))
        };
        self.folder.below(Below::PythonTests)
            || [PYPROJECT, "pytest.ini", ".pytest.ini", "setup.cfg", "tox.ini"].iter().any(says)
    }

    /// Without pytest, tests are those of Django or of the standard library, and of the latter only if some
    /// file says so: it finds nothing in tests that are plain functions, and a run without tests fails.
    fn test_of_the_standard_library(&self) -> Option<ToolCommand> {
        let has_tests = self.folder.below(Below::PythonTests);
        if self.folder.has("manage.py") && (has_tests || self.folder.below(Below::DjangoTests)) {
            let run = format!("{} manage.py test", python(self.prefix));
            return self.command(&run, "manage.py", "Django's test command");
        }
        if !has_tests {
            return None;
        }
        let names_it =
            |name: &&&str| self.folder.text(name).is_some_and(|text| text.contains("unittest"));
        let tellers =
            ["Makefile", "makefile", "justfile", "tox.ini", "setup.cfg", "setup.py", PYPROJECT];
        let marker = tellers.iter().find(names_it)?;
        let what = "it names unittest";
        // Discovery from the top passes over folders that are no packages.
        let is_loose = |name: &&&str| {
            let inner = self.folder.inner(name);
            inner.is_some_and(|it| it.below(Below::PythonTests) && !it.has("__init__.py"))
        };
        let discover = format!("{} -m unittest discover", python(self.prefix));
        match ["tests", "test"].iter().find(is_loose) {
            Some(dir) => self.command(&format!("{discover} -s {dir}"), marker, what),
            None => self.command(&discover, marker, what),
        }
    }

    fn format(&self) -> Option<ToolCommand> {
        let ruff = || {
            self.tool_table("ruff")?.get("format")?;
            self.command("ruff format --check .", PYPROJECT, "[tool.ruff.format]")
        };
        self.one_of(&[BLACK]).or_else(ruff)
    }

    fn build(&self) -> Option<ToolCommand> {
        self.project.get("build-system")?;
        let run = match self.prefix {
            "uv run " => "uv build",
            "poetry run " => "poetry build",
            "pdm run " => "pdm build",
            _ if self.dependencies.iter().any(|(_, names)| names.contains("build")) => {
                "python3 -m build"
            }
            _ => return None,
        };
        self.folder.command(run, PYPROJECT, "[build-system]")
    }
}

fn dependencies(
    folder: Folder<'_, '_>,
    project: &Table,
    requirements: &[&str],
) -> Vec<(String, Names)> {
    let mut found = vec![(PYPROJECT.to_owned(), of_project(project))];
    for name in requirements {
        let lines = folder.text(name).unwrap_or_default().lines();
        found.push(((*name).to_owned(), lines.filter_map(package_of).collect()));
    }
    for name in ["Pipfile", "setup.cfg", "setup.py", "tox.ini"] {
        found.push((name.to_owned(), words_of(folder.text(name).unwrap_or_default())));
    }
    found
}

/// All the places in which packaging tools list what a project needs.
fn of_project(project: &Table) -> Names {
    let mut names = Names::new();
    let at = |path: &[&str]| {
        let mut value = project.get(*path.first()?)?;
        for key in path.iter().skip(1) {
            value = value.get(*key)?;
        }
        Some(value)
    };
    let lists = [at(&["project", "dependencies"]), at(&["tool", "uv", "dev-dependencies"])];
    for list in lists.into_iter().flatten() {
        add_list(list, &mut names);
    }
    let groups = [
        at(&["project", "optional-dependencies"]),
        at(&["dependency-groups"]),
        at(&["tool", "pdm", "dev-dependencies"]),
    ];
    for group in groups.into_iter().flatten().filter_map(Value::as_table) {
        group.values().for_each(|list| add_list(list, &mut names));
    }
    let poetry_groups = at(&["tool", "poetry", "group"]).and_then(Value::as_table);
    let in_groups = poetry_groups.into_iter().flat_map(Table::values);
    let tables =
        [at(&["tool", "poetry", "dependencies"]), at(&["tool", "poetry", "dev-dependencies"])];
    let tables =
        tables.into_iter().flatten().chain(in_groups.filter_map(|it| it.get("dependencies")));
    names.extend(
        tables.filter_map(Value::as_table).flat_map(|table| table.keys().map(|key| normal(key))),
    );
    names
}

fn add_list(list: &Value, names: &mut Names) {
    let entries = list.as_array().into_iter().flatten();
    names.extend(entries.filter_map(Value::as_str).filter_map(package_of));
}

/// `Pytest-Cov>=4 ; python_version > "3.8"` is `pytest-cov`.
fn package_of(line: &str) -> Option<String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let line = line.trim_start();
    let name = line.split(|c| !is_name(c)).next().unwrap_or_default();
    // `-r other.txt` and `--hash` are options.
    (!name.is_empty() && !name.starts_with('-')).then(|| normal(name))
}

/// In files that are programs or have their own form, a tool is needed if it is mentioned.
fn words_of(text: &str) -> Names {
    let uncommented = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    uncommented
        .flat_map(|line| {
            line.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))
        })
        .filter(|word| !word.is_empty())
        .map(normal)
        .collect()
}

fn normal(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}
