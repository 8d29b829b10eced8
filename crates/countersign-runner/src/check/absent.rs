//! Words for a file that is not where it should be.

use crate::files::Files;

/// Where a worker may have put it instead, if anywhere.
pub(crate) fn elsewhere(room: &dyn Files, path: &str) -> String {
    let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let wanted = name(path);
    let paths = room.paths();
    let by_case = paths.iter().find(|other| other.to_lowercase() == path.to_lowercase());
    let found = by_case.or_else(|| paths.iter().find(|other| name(other) == wanted));
    let other = found.filter(|other| *other != path);
    other.map_or_else(String::new, |other| {
        format!(" There is `{other}`; it is not looked at, because the path must be exact.")
    })
}

pub(crate) fn words(room: &dyn Files, path: &str) -> String {
    format!(
        "`{path}` is not there. Write it, as a regular file at exactly this path.{}",
        elsewhere(room, path)
    )
}
