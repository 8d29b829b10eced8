//! Which of a test's expectations are altered at once.
//!
//! A test ends at the first expectation that is not met. Where all of them are wrong at once, one that the work really
//! misses hides another that it meets whatever it is: an object that equals everything beside a number that is right. So
//! each is wrong by itself as well, the others as they were.

use super::edit::Edit;

/// Most parts of a test. What goes beyond shares one with others.
const MOST_PARTS: usize = 6;

/// Which tests of a file are altered. A change that nobody would write by hand can be looked for; work that
/// finds one knows that it is a twin's file that it sees. So such changes are kept apart from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// All that can be.
    All,
    /// Those of which the changes look like any other test.
    Plain,
    /// Those that can only be altered in a way that can be told.
    Strange,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// All expectations of a test at once.
    Whole,
    /// One of a test's expectations, the others as they were. A test that has but one that is certainly wrong is
    /// altered as a whole, in the first part.
    Nth(usize),
}

/// What is altered of a test.
#[derive(Debug)]
pub(super) struct Chosen {
    pub expectations: Vec<Vec<Edit>>,
    /// How many parts the test has.
    pub parts: usize,
}

/// The changes of a test that are made.
pub(super) fn chosen(expectations: Vec<Vec<Edit>>, which: Which, part: Part, mark: &str) -> Chosen {
    let Part::Nth(nth) = part else {
        return Chosen { expectations: at_once(expectations, which, mark), parts: 1 };
    };
    let is_strange = |edits: &[Edit]| edits.iter().any(|edit| edit.is_strange(mark));
    let is_of_kind = |edits: &Vec<Edit>| match which {
        Which::All => true,
        Which::Plain => !is_strange(edits),
        Which::Strange => is_strange(edits),
    };
    let of_kind: Vec<Vec<Edit>> =
        expectations.iter().filter(|edits| is_of_kind(edits)).cloned().collect();
    let is_sure = |edits: &&Vec<Edit>| edits.iter().any(|edit| !edit.unsure);
    let sure: Vec<&Vec<Edit>> = of_kind.iter().filter(is_sure).collect();
    if sure.len() < 2 {
        let whole = match which {
            Which::All => at_once(expectations, which, mark),
            Which::Plain | Which::Strange => of_kind,
        };
        let expectations = if nth == 0 { whole } else { Vec::new() };
        return Chosen { expectations, parts: 1 };
    }
    let parts = sure.len().min(MOST_PARTS);
    let own = sure.into_iter().enumerate().filter(|(at, _)| at % parts == nth);
    Chosen { expectations: own.map(|(_, edits)| edits.clone()).collect(), parts }
}

/// Those that look like any other test's are enough where there are any.
fn at_once(expectations: Vec<Vec<Edit>>, which: Which, mark: &str) -> Vec<Vec<Edit>> {
    let is_strange = |edits: &Vec<Edit>| edits.iter().any(|edit| edit.is_strange(mark));
    let (strange, plain): (Vec<_>, Vec<_>) = expectations.into_iter().partition(is_strange);
    match (which, plain.is_empty()) {
        (Which::All | Which::Plain, false) => plain,
        (Which::All | Which::Strange, true) => strange,
        (Which::Plain, true) | (Which::Strange, false) => Vec::new(),
    }
}
