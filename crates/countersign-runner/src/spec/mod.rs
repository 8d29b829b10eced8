//! The tests of a specification: which there are ([`names`]), and the same tests with expectations that are
//! wrong ([`twin`]).
//!
//! A right implementation fails every twin. What passes them too, an object that equals everything, a
//! patched framework, an early exit, a forged report, does not pass because of the work. So an expectation
//! is altered only where it is certain that a right implementation then fails, or at least fails one of
//! several rounds, and that the altered line is reached; every other test is reported as not twinned, with
//! the reason. Which wrong expectation is taken is chance ([`Chance`]), and as far as possible it looks like
//! one that somebody wrote: work that could tell a twin would behave there. Of several expectations of a test each is
//! altered by itself ([`Part`]): one that fails says nothing of the others. Of tests that the work knows it always can;
//! so a copy of one that is right, and only written otherwise, stands among the twins ([`twin_beside_control`]), and
//! right work passes it. Tests that it does not know stand once more with blanks instead of what they expect
//! ([`blanks`]), so that nothing is there to be looked up.

mod blank;
mod chance;
mod control;
mod cut;
mod data;
mod edit;
mod exchange;
mod go;
mod helper;
mod java;
mod javascript;
mod literal;
mod names_of_file;
mod part;
mod platform;
mod python;
mod rust;
mod skips;
mod syntax;
mod test;
mod title;
mod twin;
mod values;

pub use blank::{Answered, Blank, Blanks, blanks, compare};
pub use chance::Chance;
pub use control::{rewritten, rewritten_script};
pub use cut::cut_script;
pub use data::{Choice, WrongRows, wrong_rows};
pub use java::{is_java_test, java_tests};
pub use part::{Part, Which};
pub use syntax::{Language, SpecError};
pub use test::SpecTest;
pub use title::Title;
pub use twin::{Altered, Control, NotTwinned, Twin, twin, twin_beside_control, wrong_script};
pub use values::{holds, values};

/// The tests that a file of a specification contains, in the order in which they stand there.
pub fn names(path: &str, text: &str) -> Result<Vec<SpecTest>, SpecError> {
    let language = Language::of(path).ok_or_else(|| SpecError::UnknownLanguage(path.to_owned()))?;
    let tree = syntax::parse(language, text)?;
    let source = syntax::Source { path, text, language };
    Ok(twin::tests(&tree, source).into_iter().map(|found| found.test).collect())
}
