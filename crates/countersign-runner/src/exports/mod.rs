//! `exports`: each signature of the contract is in the file, with that shape.
//!
//! Contract and file are read by the same grammar into the same `model`; what differs is told one
//! difference at a time, with its line. Names are exact. Types are compared by what they mean and not by
//! how they are written: white space, quotes, the order of alternatives, `T[]` and `Array<T>`,
//! `Optional[X]` and `X | None`, the names of type parameters and lifetimes make no difference. What the
//! contract does not state is not asked for: further members, decorators, a type that it leaves out. What
//! it states must stand in the text; a missing annotation is a difference, because nobody infers types
//! here.
//!
//! A file that cannot be parsed fails, with its line. But grammars have gaps: where all that the contract
//! asks for was read all the same, the file is not blamed and not passed either (see `words::broken`).
//!
//! What is built or loaded only under a condition is none that others can count on: it fails where the condition
//! never holds for them, and is left to a person where the text does not decide it (see `presence`).
//!
//! Nothing is run here (`loadable` says what can be asked of a module that is loaded). A name that is passed on from another file of the room is followed there.

mod aliases;
mod assertion;
mod compare;
mod contract;
mod find;
mod go;
mod go_build;
mod loadable;
mod model;
mod module;
mod paths;
mod presence;
mod python;
mod rust;
mod same;
mod shadowed;
mod syntax;
mod typescript;
mod words;

pub use assertion::assertion;
pub use loadable::{Interpreter, loadable};

use crate::check::{Seen, absent};
use crate::files::{Files, Unreadable};
use find::{Finder, Lookup};
use presence::Verdict;
use syntax::Language;

/// Looks for every signature in the file.
pub fn see(room: &dyn Files, path: &str, signatures: &[String]) -> Seen {
    look(room, path, signatures).unwrap_or_else(Seen::from)
}

fn look(room: &dyn Files, path: &str, signatures: &[String]) -> Result<Seen, Unreadable> {
    let Some(language) = Language::of(path) else {
        return Ok(Seen::undecided(format!(
            "Signatures in `{path}` cannot be looked for: only TypeScript, JavaScript, Python, Rust and Go \
             are read. A person must look."
        )));
    };
    let Some(bytes) = room.read(path)? else {
        return Ok(Seen::fail(absent::words(room, path)));
    };
    let finder = Finder::new(room);
    let Some(module) = finder.module(path)? else {
        return Ok(Seen::undecided(format!("`{path}` cannot be parsed here. A person must look.")));
    };
    let expected = contract::read(language, signatures);
    let mut lookups = Vec::new();
    for wanted in &expected.items {
        lookups.push((wanted, finder.find(path, &module, wanted)?));
    }
    let aliases = finder.aliases(path, &module)?.with(&expected.items);
    let mut wrong = Vec::new();
    let mut unclear: Vec<String> =
        expected.unreadable.iter().map(|text| words::unreadable(text)).collect();
    let shadowed = shadowed::find(language, &expected.items, &module);
    unclear.extend(shadowed.map(|(name, line)| words::shadowed(path, &name, line)));
    unclear.extend(module.unchecked.map(|line| words::unchecked(path, line)));
    let mut lines = Vec::new();
    for (wanted, lookup) in lookups {
        match lookup {
            Lookup::Found(found) => {
                lines.extend(found.iter().filter(|one| one.path == path).map(|one| one.item.line));
                match presence::judge(language, wanted, &found, &aliases) {
                    Verdict::Fits => {}
                    Verdict::Differs(found, differences) => {
                        wrong.push(words::differs(path, wanted, &found, &differences));
                    }
                    Verdict::Perhaps(found, why) => {
                        unclear.push(words::perhaps(wanted, &found, &why));
                    }
                    Verdict::Never(found, why) => wrong.push(words::never(wanted, &found, &why)),
                }
            }
            Lookup::Hidden { line } => wrong.push(words::hidden(language, path, wanted, line)),
            Lookup::Outside(source) => unclear.push(words::outside(path, wanted, &source)),
            Lookup::Missing => wrong.push(words::missing(path, wanted, &module)),
        }
    }
    let is_clear = unclear.is_empty() || !wrong.is_empty();
    let seen = if let Some(broken) = module.broken.as_ref().filter(|_| is_clear) {
        {
            let is_in_head = lines.contains(&broken.line);
            words::broken(language, path, broken, is_in_head, &wrong)
        }
    } else if !wrong.is_empty() {
        Seen::fail(wrong.join("\n"))
    } else if !unclear.is_empty() {
        Seen::undecided(unclear.join("\n"))
    } else if expected.items.is_empty() {
        Seen::undecided(format!("The contract names no signature of `{path}`."))
    } else {
        let names: Vec<String> =
            expected.items.iter().map(|wanted| format!("`{}`", wanted.item.name)).collect();
        Seen::pass(format!("`{path}` has {} as the contract says.", names.join(", ")))
    };
    let mut seen = seen.of(path, &bytes);
    for (followed, bytes) in finder.followed(path) {
        seen = seen.of(&followed, &bytes);
    }
    Ok(seen)
}
