//! One test of a specification, and by which name a runner reports it.

use std::collections::BTreeSet;
use std::fmt;

use super::syntax::Language;
use super::title::Title;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpecTest {
    /// The file that contains it.
    pub path: String,
    /// The classes, suites or modules around it, and its own name.
    pub titles: Vec<Title>,
    /// It may run several times, once for each of its cases.
    pub variants: bool,
    /// The specification itself skips it, always or under a condition, or expects it to fail.
    pub skipped: bool,
    /// The modules that are asked whether it is skipped: part of a path, or `.` for what its file lies in.
    pub skipped_by: BTreeSet<String>,
}

impl SpecTest {
    /// Whether a runner means this test by that name; the names are those of
    /// [`TestRun`](crate::report::TestRun).
    pub fn matches(&self, reported: &str) -> bool {
        match Language::of(&self.path) {
            Some(Language::Python) => self.matches_python(reported),
            Some(Language::JavaScript | Language::TypeScript | Language::Tsx) => {
                self.matches_javascript(reported)
            }
            Some(Language::Rust) => self.matches_rust(reported),
            Some(Language::Go) => self.matches_go(reported),
            None => false,
        }
    }

    fn is_named<'n>(&self, parts: impl Iterator<Item = &'n str>) -> bool {
        let parts: Vec<&str> = parts.collect();
        parts.len() == self.titles.len()
            && parts.iter().zip(&self.titles).all(|(part, title)| title.matches(part))
    }

    /// `tests/test_a.py::Class::test_b[1]`, or `tests.test_a.Class.test_b`.
    fn matches_python(&self, reported: &str) -> bool {
        let name = reported.split('[').next().unwrap_or(reported);
        if let Some((file, name)) = name.split_once("::") {
            return same_end(file, &self.path, '/') && self.is_named(name.split("::"));
        }
        let parts: Vec<&str> = name.split('.').collect();
        let Some(module) = parts.len().checked_sub(self.titles.len()) else { return false };
        let (module, own) = parts.split_at(module);
        let path = self.path.strip_suffix(".py").unwrap_or(&self.path).replace('/', ".");
        // A file that is run as a program calls itself by another name.
        !module.is_empty()
            && (module == ["__main__"] || same_end(&module.join("."), &path, '.'))
            && self.is_named(own.iter().copied())
    }

    /// `src/a.test.js > suite > test`, or without the file; suites joined by ` > ` or by a blank.
    fn matches_javascript(&self, reported: &str) -> bool {
        let mut name = reported;
        if let Some((file, rest)) = reported.split_once(" > ")
            && Language::of(file).is_some()
            && !file.contains(' ')
        {
            if !same_end(file, &self.path, '/') {
                return false;
            }
            name = rest;
        }
        [" > ", " "].iter().any(|between| Title::join(&self.titles, between).matches(name))
    }

    /// `binary module::test`, or `module::test`.
    fn matches_rust(&self, reported: &str) -> bool {
        let (binary, name) = match reported.split_once(' ') {
            Some((binary, name)) => (Some(binary), name),
            None => (None, reported),
        };
        if let (Some(binary), Some(wanted)) = (binary, self.test_binary()) {
            let binary = binary.rsplit("::").next().unwrap_or(binary);
            if binary.replace('-', "_") != wanted.replace('-', "_") {
                return false;
            }
        }
        let own = Title::join(&self.titles, "::");
        if own.matches(name) {
            return true;
        }
        // Cases are modules below the function, or functions in a module of its name.
        self.variants && name.rsplit_once("::").is_some_and(|(parent, _)| own.matches(parent))
    }

    /// The binary of a file below `tests`.
    fn test_binary(&self) -> Option<&str> {
        let path = self.path.strip_suffix(".rs")?;
        let below = match path.strip_prefix("tests/") {
            Some(below) => below,
            None => path.rsplit_once("/tests/").filter(|(before, _)| !before.contains("src"))?.1,
        };
        below.split('/').next()
    }

    /// `import/path TestA/sub`
    fn matches_go(&self, reported: &str) -> bool {
        let name = reported.rsplit_once(' ').map_or(reported, |(_, name)| name);
        let titles: Vec<Title> = self.titles.iter().map(as_go_prints).collect();
        let own = Title::join(&titles, "/");
        // Of subtests with the same name the later ones get a number.
        own.matches(name)
            || (self.titles.len() > 1
                && name.rsplit_once('#').is_some_and(|(name, number)| {
                    number.bytes().all(|byte| byte.is_ascii_digit()) && own.matches(name)
                }))
    }
}

fn as_go_prints(title: &Title) -> Title {
    let blank = |piece: &String| piece.replace(char::is_whitespace, "_");
    Title::of_pieces(title.pieces().iter().map(blank).collect())
}

/// Whether one path is the end of the other: a runner may be started in a folder of the tree.
fn same_end(one: &str, other: &str, separator: char) -> bool {
    let (long, short) = if one.len() >= other.len() { (one, other) } else { (other, one) };
    long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with(separator))
}

impl fmt::Display for SpecTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let between = match Language::of(&self.path) {
            Some(Language::Python | Language::Rust) | None => "::",
            Some(Language::Go) => "/",
            Some(Language::JavaScript | Language::TypeScript | Language::Tsx) => " > ",
        };
        let first = if between == " > " { between } else { "::" };
        write!(f, "{}{first}{}", self.path, Title::join(&self.titles, between))
    }
}
