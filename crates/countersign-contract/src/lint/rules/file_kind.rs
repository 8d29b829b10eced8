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
        let ends_word = |byte: &u8| matches!(byte, b'.' | b'_' | b'-');
        let named = name.as_bytes().split(ends_word).map(of_word);
        let inside = folders.as_bytes().split(|byte| *byte == b'/').map(of_folder);
        let mut known = FileKind::Source;
        for kind in named.chain(inside) {
            match kind {
                FileKind::Test => return FileKind::Test,
                FileKind::Schema => known = FileKind::Schema,
                FileKind::Source => {}
            }
        }
        known
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

/// What a word of a file's name says.
fn of_word(word: &[u8]) -> FileKind {
    if !may_be_told(word) {
        return FileKind::Source;
    }
    if is_any(word, &["test", "tests", "spec"]) {
        FileKind::Test
    } else if is_any(word, &["schema", "schemas", "migration", "prisma", "sql", "proto"]) {
        FileKind::Schema
    } else {
        FileKind::Source
    }
}

/// What the name of a folder says.
fn of_folder(name: &[u8]) -> FileKind {
    if !may_be_told(name) {
        return FileKind::Source;
    }
    if is_any(name, &["test", "tests", "__tests__", "spec"]) {
        FileKind::Test
    } else if is_any(name, &["schema", "schemas", "migrations"]) {
        FileKind::Schema
    } else {
        FileKind::Source
    }
}

/// Most words are told by their first letter or their length.
fn may_be_told(word: &[u8]) -> bool {
    let first = word.first().map(|first| first | 0x20);
    word.len() > 2 && matches!(first, Some(b't' | b's' | b'm' | b'p' | 0x7F))
}

fn is_any(word: &[u8], of: &[&str]) -> bool {
    // Most differ in their first letter.
    let first = word.first().map(|first| first | 0x20);
    of.iter().any(|one| {
        one.as_bytes().first().map(|first| first | 0x20) == first
            && word.eq_ignore_ascii_case(one.as_bytes())
    })
}
