//! What kind of file a path is, by its words.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileKind {
    Source,
    Test,
    Schema,
}

impl FileKind {
    pub fn of(path: &str) -> Self {
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let is = |part: &[u8], of: &[&str]| {
            of.iter().any(|word| part.eq_ignore_ascii_case(word.as_bytes()))
        };
        let ends_word = |byte: &u8| matches!(byte, b'.' | b'_' | b'-');
        let named = |of: &[&str]| name.as_bytes().split(ends_word).any(|part| is(part, of));
        let inside =
            |of: &[&str]| folders.as_bytes().split(|byte| *byte == b'/').any(|part| is(part, of));
        if named(&["test", "tests", "spec"]) || inside(&["test", "tests", "__tests__", "spec"]) {
            FileKind::Test
        } else if named(&["schema", "schemas", "migration", "prisma", "sql", "proto"])
            || inside(&["schema", "schemas", "migrations"])
        {
            FileKind::Schema
        } else {
            FileKind::Source
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            FileKind::Source => "source",
            FileKind::Test => "test",
            FileKind::Schema => "schema",
        }
    }

    pub fn most_lines(self) -> usize {
        match self {
            FileKind::Source => 150,
            FileKind::Test => 200,
            FileKind::Schema => 100,
        }
    }
}
