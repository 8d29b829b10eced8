//! The lines that a unified diff adds.

/// By file, in the order of the diff; without a name where the diff gives none. What is not the shape
/// of a diff is passed over.
pub(super) fn added_by_file(diff: &str) -> Vec<(Option<&str>, String)> {
    let mut files: Vec<(Option<&str>, String)> = Vec::new();
    let mut hunk = Hunk { old: 0, new: 0 };
    for line in diff.lines() {
        // Inside a hunk, its header says how many lines follow: one that begins with `++` is no name.
        if hunk.old == 0 && hunk.new == 0 {
            if let Some(name) = line.strip_prefix("+++ ") {
                files.push((file_name(name), String::new()));
            } else if line.starts_with("@@ ") {
                hunk = Hunk::of(line);
            } else if let Some(added) = line.strip_prefix('+') {
                add(&mut files, added);
            }
            continue;
        }
        match line.as_bytes().first() {
            Some(b'+') => {
                hunk.new = hunk.new.saturating_sub(1);
                add(&mut files, line.get(1..).unwrap_or_default());
            }
            Some(b'-') => hunk.old = hunk.old.saturating_sub(1),
            // `\ No newline at end of file`
            Some(b'\\') => {}
            Some(_) | None => {
                hunk.old = hunk.old.saturating_sub(1);
                hunk.new = hunk.new.saturating_sub(1);
            }
        }
    }
    files.retain(|(_, added)| !added.is_empty());
    files
}

fn add(files: &mut Vec<(Option<&str>, String)>, line: &str) {
    if files.is_empty() {
        files.push((None, String::new()));
    }
    if let Some((_, added)) = files.last_mut() {
        added.push_str(line);
        added.push('\n');
    }
}

/// Lines that are still to come.
struct Hunk {
    old: usize,
    new: usize,
}

impl Hunk {
    /// `@@ -1,4 +1,5 @@`, where a missing count is one.
    fn of(header: &str) -> Self {
        let count = |sign: char| {
            let range = header.split_whitespace().find_map(|word| word.strip_prefix(sign))?;
            let count = range.split_once(',').map_or("1", |(_, count)| count);
            count.parse().ok()
        };
        Self { old: count('-').unwrap_or(0), new: count('+').unwrap_or(0) }
    }
}

/// git's `b/` is not part of the name; a tab begins the time.
fn file_name(name: &str) -> Option<&str> {
    let name = name.split('\t').next().unwrap_or(name).trim().trim_matches('"');
    let name = name.strip_prefix("b/").unwrap_or(name);
    (!name.is_empty() && name != "/dev/null").then_some(name)
}
