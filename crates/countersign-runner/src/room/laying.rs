//! The specification's own files, as they come into a room.

use std::collections::BTreeMap;

use countersign_core::{Placement, SpecFile};

use super::error::RoomError;

/// The files by path. What is added comes after the file that is there, be it the base's, the worker's or one
/// of the specification's own.
pub(super) fn laid(
    spec: &[SpecFile],
    there: impl Fn(&str) -> Result<Option<Vec<u8>>, RoomError>,
) -> Result<BTreeMap<String, Vec<u8>>, RoomError> {
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let (whole, added): (Vec<&SpecFile>, Vec<&SpecFile>) =
        spec.iter().partition(|file| file.placement == Placement::Whole);
    for file in whole {
        files.insert(path(file)?, file.content.clone().into_bytes());
    }
    for file in added {
        let path = path(file)?;
        let before = match files.remove(&path) {
            Some(before) => before,
            None => there(&path)?.unwrap_or_default(),
        };
        let added = with_added(&before, &file.content, path.ends_with(".rs"));
        files.insert(path, added);
    }
    Ok(files)
}

/// The path of a file that lies in the room and nowhere else.
fn path(file: &SpecFile) -> Result<String, RoomError> {
    let path = file.path.strip_prefix("./").unwrap_or(&file.path);
    let is_sound = !path.is_empty()
        && !path.contains('\0')
        && path.split('/').all(|part| !matches!(part, "" | "." | ".." | ".git"));
    if is_sound {
        Ok(path.to_owned())
    } else {
        Err(RoomError::BadSpecPath { path: file.path.clone() })
    }
}

/// A worker that was shown the tests may have added them already; twice they would not compile. So what is
/// there of them is taken out first.
fn with_added(before: &[u8], content: &str, is_rust: bool) -> Vec<u8> {
    let mut text = match str::from_utf8(before) {
        Ok(text) if is_rust => renamed(&without(text, content), content).into_bytes(),
        Ok(text) => without(text, content).into_bytes(),
        Err(_) => before.to_vec(),
    };
    if text.last().is_some_and(|last| *last != b'\n') {
        text.push(b'\n');
    }
    text.extend(content.as_bytes());
    text
}

/// The text without the lines of the block, wherever they stand together. Blanks at the ends of lines do not
/// count.
fn without(text: &str, block: &str) -> String {
    let wanted: Vec<&str> = block.trim().lines().map(str::trim_end).collect();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let is_block = |at: usize| {
        let there = lines.get(at..at + wanted.len());
        there.is_some_and(|there| {
            there.iter().zip(&wanted).all(|(line, want)| line.trim_end() == *want)
        })
    };
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        if !wanted.is_empty() && is_block(at) {
            at += wanted.len();
        } else {
            kept.push_str(line);
            at += 1;
        }
    }
    kept
}

/// A file cannot have two modules of one name. Tests that it has in a module of the added one's name stay, under
/// another name.
fn renamed(text: &str, added: &str) -> String {
    let module = |line: &str| {
        let name = line.trim_end().strip_prefix("mod ")?.strip_suffix('{')?.trim();
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        (!name.is_empty() && name.chars().all(is_name)).then(|| name.to_owned())
    };
    let taken: Vec<String> = added.lines().filter_map(module).collect();
    let line = |line: &str| match module(line).filter(|name| taken.contains(name)) {
        Some(name) => format!("mod {name}_of_the_file {{\n"),
        None => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect()
}
