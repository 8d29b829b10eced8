//! Two results that each only add lines, at the same place: both can be had, one after the other.
//!
//! Nobody wrote what comes of it, so it is no more than a try: it is judged by the contracts of both, and where it does not
//! hold, it is the conflict that it was. Where either side took something away, or both made a file, there is nothing to
//! try.

use std::collections::BTreeMap;

use super::error::LandingError;
use super::names::Oid;
use super::repository::Repository;

/// How long the marks around both sides are: no text has such lines.
const MARK: usize = 71;
/// Most files that are tried.
const MOST: usize = 20;

/// A file with three sides: what both began with, what is there, and what is to come.
#[derive(Debug, Default)]
struct Contested {
    mode: String,
    sides: BTreeMap<u8, String>,
}

impl Repository {
    /// The tree of both sides of a conflict, each file with what is there first.
    pub(super) fn both(&self, ours: &Oid, theirs: &Oid) -> Result<Option<Oid>, LandingError> {
        let call = self.git.call("merge a result").args(&["merge-tree", "--write-tree", "-z"]);
        let said = call.arg("--no-messages").arg(ours.as_str()).arg(theirs.as_str()).said()?;
        let text = String::from_utf8_lossy(&said.output);
        // A path that is no text is not said as it is.
        if text.contains(char::REPLACEMENT_CHARACTER) {
            return Ok(None);
        }
        let mut parts = text.split('\0').filter(|part| !part.is_empty());
        let (1, Some(tree)) = (said.code, parts.next()) else { return Ok(None) };
        let Some(files) = contested(parts) else { return Ok(None) };
        let mut entries = String::new();
        for (path, Contested { mode, sides }) in &files {
            let (Some(base), Some(ours), Some(theirs)) =
                (sides.get(&1), sides.get(&2), sides.get(&3))
            else {
                return Ok(None);
            };
            let Some(text) = self.both_of([ours, base, theirs])? else { return Ok(None) };
            let call = self.git.call("keep both").args(&["hash-object", "-w", "--stdin"]);
            let made = Oid::new(&call.input(text).text()?)?;
            entries.push_str(&format!("{mode} {made}\t{path}\0"));
        }
        let private = self.private()?;
        let index = private.path().join("index");
        let call = || self.git.call("keep both").index(&index);
        call().args(&["read-tree", tree.trim()]).done()?;
        call().args(&["update-index", "-z", "--index-info"]).input(entries).done()?;
        Oid::new(&call().arg("write-tree").text()?).map(Some)
    }

    /// A file with what both sides add. Absent where that is not all they do.
    fn both_of(&self, [ours, base, theirs]: [&str; 3]) -> Result<Option<Vec<u8>>, LandingError> {
        let size = format!("--marker-size={MARK}");
        let call = self.git.call("keep both").args(&["merge-file", "-p", "--diff3", "--object-id"]);
        // A git that cannot do it so says something else, of which nothing comes.
        let said = call.args(&[size.as_str(), ours, base, theirs]).said()?;
        Ok(usize::try_from(said.code).ok().and_then(|conflicts| unmarked(&said.output, conflicts)))
    }
}

/// What a merge says of the files that it could not merge. Absent where one of them is no plain file on all sides.
fn contested<'a>(parts: impl Iterator<Item = &'a str>) -> Option<BTreeMap<&'a str, Contested>> {
    let mut files: BTreeMap<&str, Contested> = BTreeMap::new();
    for part in parts {
        let (what, path) = part.split_once('\t')?;
        let [mode, object, stage] = what.split(' ').collect::<Vec<_>>().try_into().ok()?;
        let file = files.entry(path).or_default();
        let is_plain = mode == "100644" || mode == "100755";
        if !is_plain || !(file.mode.is_empty() || file.mode == mode) {
            return None;
        }
        file.mode = mode.to_owned();
        file.sides.insert(stage.parse().ok()?, object.to_owned());
    }
    (!files.is_empty() && files.len() <= MOST).then_some(files)
}

/// A merged text with both sides where they stood between marks, if nothing stood there before.
fn unmarked(text: &[u8], conflicts: usize) -> Option<Vec<u8>> {
    #[derive(PartialEq)]
    enum At {
        Outside,
        Ours,
        Base,
        Theirs,
    }
    let is_mark = |line: &[u8], c: u8| {
        line.len() >= MARK
            && line.iter().take(MARK).all(|byte| *byte == c)
            && line.get(MARK).is_none_or(|next| b" \r\n".contains(next))
    };
    let (mut at, mut seen, mut both) = (At::Outside, 0, Vec::with_capacity(text.len()));
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        at = match at {
            At::Outside if is_mark(line, b'<') => At::Ours,
            At::Ours if is_mark(line, b'|') => At::Base,
            At::Base if is_mark(line, b'=') => At::Theirs,
            // Something was there, and one side or both made something else of it.
            At::Base => return None,
            At::Theirs if is_mark(line, b'>') => {
                seen += 1;
                At::Outside
            }
            at @ (At::Outside | At::Ours | At::Theirs) => {
                // A mark in any other place is the text's own.
                if b"<|=>".iter().any(|mark| is_mark(line, *mark)) {
                    return None;
                }
                both.extend_from_slice(line);
                at
            }
        };
    }
    let is_whole = at == At::Outside && seen == conflicts && seen > 0 && !both.contains(&0);
    is_whole.then_some(both)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(ours: &str, base: &str, theirs: &str) -> Vec<u8> {
        let mark = |c: &str| c.repeat(MARK);
        let (a, b, c, d) = (mark("<"), mark("|"), mark("="), mark(">"));
        format!("head\n{a} ours\n{ours}{b} base\n{base}{c}\n{theirs}{d} theirs\ntail\n")
            .into_bytes()
    }

    #[test]
    fn only_what_both_add_is_kept() {
        let both = unmarked(&marked("one\n", "", "two\n"), 1).unwrap();
        assert_eq!(both, b"head\none\ntwo\ntail\n");
        assert_eq!(unmarked(&marked("one\n", "was\n", "two\n"), 1), None);
        assert_eq!(unmarked(&marked("one\n", "", "two\n"), 2), None);
        assert_eq!(unmarked(b"head\ntail\n", 0), None);
        let own = format!("{}\n", "=".repeat(MARK));
        assert_eq!(unmarked(&marked(&own, "", "two\n"), 1), None);
        assert_eq!(unmarked(&marked("one\0\n", "", "two\n"), 1), None);
    }
}
