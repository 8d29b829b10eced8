//! A toolchain of a workspace and its commands.

use serde::Serialize;

use crate::command_line::{self, CommandKind};

/// What a folder is built with. In a folder with several, the first of this order speaks for it: a
/// `package.json` beside a `Cargo.toml` is more often a helper than the other way round, and targets
/// of a Makefile only fill what the languages leave open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    Rust,
    Go,
    Maven,
    Gradle,
    Swift,
    Dotnet,
    Elixir,
    Python,
    Node,
    Deno,
    Php,
    Ruby,
    Make,
    Just,
}

/// Which files are in whose language.
const LANGUAGES: &[(Family, &[&str])] = &[
    (Family::Rust, &["rs"]),
    (Family::Go, &["go"]),
    (Family::Maven, &["java", "kt", "scala", "groovy"]),
    (Family::Gradle, &["java", "kt", "kts", "scala", "groovy"]),
    (Family::Swift, &["swift"]),
    (Family::Dotnet, &["cs", "fs", "vb", "razor", "cshtml"]),
    (Family::Elixir, &["ex", "exs", "heex"]),
    (Family::Python, &["py", "pyi", "pyx"]),
    (Family::Node, NODE_EXTENSIONS),
    (Family::Deno, NODE_EXTENSIONS),
    (Family::Php, &["php"]),
    (Family::Ruby, &["rb", "erb", "rake"]),
];

const NODE_EXTENSIONS: &[&str] =
    &["ts", "tsx", "js", "jsx", "mts", "cts", "mjs", "cjs", "vue", "svelte", "astro"];

impl Family {
    /// Whether it could be what tests a file: by the file's language, or because the file is in no
    /// language of any family, or the family is of none.
    pub(crate) fn could_test(self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        let speaks = |family: Family| {
            LANGUAGES.iter().any(|(of, known)| *of == family && known.contains(&extension))
        };
        let of_some_language = LANGUAGES.iter().any(|(_, known)| known.contains(&extension));
        speaks(self) || !of_some_language || self.is_neutral()
    }

    /// Runs targets of any language.
    pub(crate) fn is_neutral(self) -> bool {
        matches!(self, Family::Make | Family::Just)
    }
}

/// One definite command, and why the workspace is said to have it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ToolCommand {
    pub run: String,
    /// Absent for the workspace's root.
    pub cwd: Option<String>,
    /// The file that says so.
    pub marker: String,
    /// What in that file says so: `scripts.test`, `[tool.mypy]`.
    pub what: String,
    /// What the script or target that it calls runs, where it calls one and that is known.
    pub script: Option<String>,
    /// The usual command of such a marker, of which only the name is known. Good enough where a text
    /// says that tests pass; no criterion is made of it otherwise.
    pub assumed: bool,
    /// A test command for which no test was found. Where a text says that tests pass it is meant all the
    /// same; no criterion is made of it otherwise, since a run without tests fails.
    pub untested: bool,
}

impl ToolCommand {
    /// Whether every change can be held to it.
    pub(crate) fn is_certain(&self) -> bool {
        !self.assumed && !self.untested
    }

    /// Whether a tool is what it runs, as far as that can be told.
    pub(crate) fn runs(&self, tool: &str) -> Runs {
        let line = self.script.as_deref().unwrap_or(&self.run);
        if command_line::names(line, tool) {
            Runs::It
        } else if command_line::calls_script(line) {
            Runs::Unknown
        } else {
            Runs::Another
        }
    }
}

/// What a command has to do with a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Runs {
    It,
    Another,
    /// It calls a script of which the text is not known, or which calls another.
    Unknown,
}

/// The commands of one family in one folder: at most one for each purpose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Toolchain {
    pub family: Family,
    /// Empty for the workspace's root.
    pub dir: String,
    pub test: Option<ToolCommand>,
    pub lint: Option<ToolCommand>,
    pub format: Option<ToolCommand>,
    pub typecheck: Option<ToolCommand>,
    pub build: Option<ToolCommand>,
    pub end_to_end: Option<ToolCommand>,
}

impl Toolchain {
    pub(crate) fn new(family: Family, dir: &str) -> Self {
        Self {
            family,
            dir: dir.to_owned(),
            test: None,
            lint: None,
            format: None,
            typecheck: None,
            build: None,
            end_to_end: None,
        }
    }

    pub fn command(&self, kind: CommandKind) -> Option<&ToolCommand> {
        match kind {
            CommandKind::Test => self.test.as_ref(),
            CommandKind::Lint => self.lint.as_ref(),
            CommandKind::Format => self.format.as_ref(),
            CommandKind::Typecheck => self.typecheck.as_ref(),
            CommandKind::Build => self.build.as_ref(),
            CommandKind::Other => None,
        }
    }

    pub(crate) fn commands(&self) -> [Option<&ToolCommand>; 6] {
        [&self.test, &self.lint, &self.format, &self.typecheck, &self.build, &self.end_to_end]
            .map(Option::as_ref)
    }

    pub(crate) fn commands_mut(&mut self) -> [&mut Option<ToolCommand>; 6] {
        [
            &mut self.test,
            &mut self.lint,
            &mut self.format,
            &mut self.typecheck,
            &mut self.build,
            &mut self.end_to_end,
        ]
    }

    /// Whether a file lies in its folder.
    pub fn covers(&self, path: &str) -> bool {
        self.dir.is_empty()
            || path.strip_prefix(self.dir.as_str()).is_some_and(|rest| rest.starts_with('/'))
    }
}

/// Something that a person should know about a file, and that stops nothing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, schemars::JsonSchema)]
pub struct Notice {
    pub path: String,
    pub what: String,
}
