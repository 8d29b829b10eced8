//! What becomes of a changed path, and why.

use std::fmt;

use crate::protect::Manifest;
use crate::tree::LeftOut;

/// What becomes of a path that the worker changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// The worker's file is in the room.
    Comes,
    /// The worker deleted it, and it is not in the room.
    Goes,
    /// The room is as if the worker had not touched it.
    LeftBehind(Why),
    /// It steers the checks, and is as it was.
    Restored(Source, Why),
    /// The worker's file, with the sections that steer as they were.
    Merged(Manifest),
}

/// Where something that was put back comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Base,
    Spec,
}

/// Why a path did not reach the room as the worker left it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    NotDeclared,
    Link,
    NotAFile,
    Product,
    Dependencies,
    /// With what it steers.
    Steers(&'static str),
    ExistingTest,
    Protected,
    SpecFile,
    /// A criterion's command runs it.
    RunByACheck,
    ShadowsAModule,
    LeftOut(LeftOut),
    NotText,
    InTheWay,
    LeadsOutside,
    /// A test of the worker's beside what steers it.
    RestsOnWhatStays,
    /// A test of the worker's, for as long as it is asked how the others fare without it.
    OwnTest,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::NotDeclared => "the contract does not declare it",
            Why::Link => "it is a link, and only files come over",
            Why::NotAFile => "it is not a regular file",
            Why::Product => "a cache, a build product or the result of a run",
            Why::Dependencies => "packages come from the base",
            Why::Steers(what) => what,
            Why::ExistingTest => "a test that was there before the work",
            Why::Protected => "the contract protects it",
            Why::SpecFile => "a test of the specification",
            Why::RunByACheck => "a criterion's command runs it",
            Why::ShadowsAModule => "it would be found in place of a module that the tests rest on",
            Why::LeftOut(why) => return why.fmt(f),
            Why::NotText => "its name is not text",
            Why::InTheWay => "something that stays is where it or its folder would be",
            Why::RestsOnWhatStays => {
                "a test that the work adds beside fixtures or mocks that the contract does not name"
            }
            Why::OwnTest => "a test that the work adds",
            Why::LeadsOutside => "a link that leads out of the workspace",
        })
    }
}
