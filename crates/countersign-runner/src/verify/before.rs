//! What a linter or a type checker found before the work already, in files that the task does not declare: that is
//! not the worker's to mend. Of a test nobody can say so, for it may be just what the work is to make pass.

use std::collections::BTreeSet;

use countersign_core::{Check, Contract, Finding, Output, Visibility};

use super::Verification;

/// Most lines of a command's output that are kept.
const MOST_LINES: usize = 2000;

/// What a command printed, without what differs from run to run.
pub(super) fn lines(output: &Output) -> BTreeSet<String> {
    let said = [output.head.as_str(), "\n", output.tail.as_str()].concat();
    said.lines().map(plain).filter(|line| !line.is_empty()).take(MOST_LINES).collect()
}

/// Numbers are times or places in a file, and a room's path has a name of its own.
fn plain(line: &str) -> String {
    let without_rooms = line.split(' ').map(|word| match word.rsplit_once("/room/") {
        Some((_, within)) => within,
        None => word,
    });
    let joined = without_rooms.collect::<Vec<_>>().join(" ");
    let mut plain = String::with_capacity(joined.len());
    for c in joined.trim().chars() {
        match c {
            '0'..='9' if plain.ends_with('#') => {}
            '0'..='9' => plain.push('#'),
            _ => plain.push(c),
        }
    }
    plain
}

/// What fails as it did on the base, and on nothing that is the worker's, is a person's to decide.
pub(super) fn compare(verification: &mut Verification<'_>, visibility: Visibility) {
    for criterion in verification.criteria(visibility) {
        let on_base = verification.probe.on_base.get(&criterion.id);
        let on_base = on_base.filter(|base| base.finding == Finding::Fail);
        let seen = verification.seen.get_mut(&criterion.id);
        let (Some(on_base), Some(seen)) = (on_base, seen) else { continue };
        let is_one = matches!(criterion.check, Check::Lint { .. } | Check::Typecheck { .. });
        if is_one
            && seen.finding == Finding::Fail
            && fails_as_before(verification.case.contract, &seen.output, &on_base.said)
        {
            seen.finding = Finding::Undecided;
            seen.reason = format!(
                "it fails as it did before the work, and on nothing that the task declares as its output: a person \
                 has to mend the base, or to take the criterion out. {}",
                seen.reason
            );
        }
    }
}

/// Where a contract declares no outputs everything is the worker's, and what it asks for may be just this.
fn fails_as_before(contract: &Contract, output: &Output, before: &BTreeSet<String>) -> bool {
    let declared: Vec<&String> = contract
        .criteria()
        .iter()
        .filter_map(|one| {
            let Check::Outputs { write, modify, may_write } = &one.check else { return None };
            Some([write, modify, may_write])
        })
        .flatten()
        .flatten()
        .collect();
    if declared.is_empty() || output.bytes_left_out > 0 {
        return false;
    }
    let names_work = |text: &str| {
        declared.iter().any(|path| {
            let name = path.rsplit('/').next().unwrap_or(path);
            path.contains('*') || text.contains(name)
        })
    };
    let said = lines(output);
    !said.is_empty() && said.is_subset(before) && !said.iter().any(|line| names_work(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_places_and_rooms_do_not_tell_two_lines_apart() {
        let one = plain("  /tmp/rooms/cs-1f/room/old.js:12:3 took 0.31s");
        assert_eq!(one, plain("/tmp/rooms/cs-99/room/old.js:140:33 took 12.5s "));
        assert_ne!(one, plain("/tmp/rooms/cs-99/room/new.js:140:33 took 12.5s"));
    }
}
