//! The checks that only look at files.

use countersign_core::{Check, Finding, PathNote, SpecFile};
use jiff::civil::Date;

use crate::check::{
    Seen, backlog, changelog, content, dependency, file, outputs, protected, signal,
};
use crate::exports;
use crate::files::Files;

/// What they look at.
pub(super) struct Context<'a> {
    pub base: &'a dyn Files,
    pub room: &'a dyn Files,
    pub today: Date,
    /// The task as the worker read it.
    pub brief: &'a str,
    pub restored: &'a [PathNote],
    pub restored_is_failure: bool,
    pub spec: &'a [SpecFile],
    /// Paths of which only the mode is another one since the work.
    pub other_mode: &'a [String],
}

/// What a check saw that needs no process; nothing for the others.
pub(super) fn see(context: &Context<'_>, check: &Check) -> Option<Seen> {
    let Context { base, room, today, .. } = *context;
    Some(match check {
        Check::File { path, min_length } => file::see(room, path, *min_length),
        Check::Content { path, pattern, literal } => content::see(room, path, pattern, *literal),
        Check::Signal { path, signal } => signal::see(room, path, signal),
        Check::Outputs { write, modify, may_write: _ } => {
            let given: Vec<String> = context.spec.iter().map(|file| file.path.clone()).collect();
            let (given, other_mode) = (&given, context.other_mode);
            outputs::see(outputs::Outputs { base, room, write, modify, given, other_mode })
        }
        Check::Exports { path, signatures } => exports::see(room, path, signatures),
        Check::Dependency { package, version } => {
            let role = dependency::asked(context.brief, package);
            dependency::see(room, package, version.as_deref(), role)
        }
        Check::Changelog { path, pattern } => {
            changelog::see(base, room, path, pattern.as_deref(), today)
        }
        Check::Backlog { path, item, pattern } => {
            let pattern = pattern.as_deref();
            let see = |item: Option<&str>| backlog::see(base, room, path, item, pattern);
            // A task that speaks of certain items asks for these.
            let named = backlog::named_in(base, path, context.brief);
            match item {
                None if !named.is_empty() => of_all(named.iter().map(|item| see(Some(item)))),
                item => see(item.as_deref()),
            }
        }
        Check::Protected { .. } => protected::see(context.restored, context.restored_is_failure),
        Check::Command { .. }
        | Check::Tests { .. }
        | Check::Lint { .. }
        | Check::Typecheck { .. }
        | Check::Evaluate { .. }
        | Check::Critic { .. }
        | Check::None => return None,
    })
}

/// What was seen of several that are named. One that is done, and one that is not, may be what was asked for: a task also
/// names what it leaves open.
fn of_all(seen: impl Iterator<Item = Seen>) -> Seen {
    let (mut done, mut open): (Vec<Seen>, Vec<Seen>) =
        seen.partition(|seen| seen.finding == Finding::Pass);
    match (done.pop(), open.pop()) {
        (Some(_), Some(open)) => Seen {
            finding: Finding::Undecided,
            reason: format!(
                "{} The task names others, which are done: a person must say.",
                open.reason
            ),
            ..open
        },
        (Some(seen), None) | (None, Some(seen)) => seen,
        (None, None) => Seen::undecided("nothing is named"),
    }
}
