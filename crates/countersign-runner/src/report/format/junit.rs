//! JUnit XML. Entities other than the five of XML and character references are errors, so nothing can be
//! made to grow; depth is bounded, and a document that ends early is an error.

use std::path::Path;

use countersign_core::TestOutcome;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::within;
use crate::report::{ReportError, TestRun};

/// Deepest nesting of elements.
const MAX_DEPTH: usize = 200;

/// As pytest writes it with `junit_family=xunit1`: a name is `file::Class::test[variant]`.
pub fn pytest(bytes: &[u8], room: &Path) -> Result<TestRun, ReportError> {
    parse(bytes, |case, _| match &case.file {
        Some(file) => {
            let file = within(file, room);
            let module = file.strip_suffix(".py").unwrap_or(&file).replace('/', ".");
            // A module that could not be collected is named as such.
            if case.class.is_empty() && case.name == module {
                return file;
            }
            let classes = case.class.strip_prefix(module.as_str()).unwrap_or(&case.class);
            let mut name = file.clone();
            for class in classes.split('.').filter(|class| !class.is_empty()) {
                name.push_str("::");
                name.push_str(class);
            }
            name.push_str("::");
            name.push_str(&case.name);
            name
        }
        None if case.class.is_empty() => case.name.clone(),
        None => format!("{}.{}", case.class, case.name),
    })
}

/// As other runners write it: `file > suite > test`.
pub fn any(bytes: &[u8], room: &Path) -> Result<TestRun, ReportError> {
    parse(bytes, |case, suites| {
        let file = case.file.as_deref().map(|file| within(file, room));
        // A runner that makes a suite of each file names it so.
        let suites = suites.iter().filter(|name| !name.is_empty() && Some(*name) != file.as_ref());
        let mut parts: Vec<&str> = file.as_deref().into_iter().collect();
        parts.extend(suites.map(String::as_str));
        parts.push(&case.name);
        parts.join(" > ")
    })
}

struct Case {
    class: String,
    name: String,
    file: Option<String>,
    depth: usize,
    failed: bool,
    skipped: bool,
    words: String,
}

fn parse(bytes: &[u8], name: impl Fn(&Case, &[String]) -> String) -> Result<TestRun, ReportError> {
    let text = std::str::from_utf8(bytes).map_err(|_| malformed("it is not UTF-8"))?;
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut run = TestRun::default();
    // Names of the suites around, one for each open element; only those of `testsuite` are not empty.
    let mut suites: Vec<String> = Vec::new();
    let mut case: Option<Case> = None;
    let mut rooted = false;
    loop {
        match reader.read_event().map_err(|error| malformed(error.to_string()))? {
            Event::Start(start) => {
                let depth = suites.len() + 1;
                if depth > MAX_DEPTH {
                    return Err(malformed("it is nested too deeply"));
                }
                let element = start.local_name();
                let mut suite = String::new();
                match element.as_ref() {
                    "testsuites" | "testsuite" if case.is_none() => {
                        rooted = true;
                        if element.as_ref() == "testsuite" {
                            suite = attribute(&start, "name")?.unwrap_or_default();
                        }
                    }
                    _ if !rooted => return Err(malformed("it does not begin with test suites")),
                    "testcase" if case.is_none() => case = Some(open_case(&start, depth)?),
                    "testcase" => return Err(malformed("a test lies in another test")),
                    other => note(other, &start, case.as_mut(), depth)?,
                }
                suites.push(suite);
            }
            Event::End(_) => {
                let depth = suites.len();
                if suites.pop().is_none() {
                    return Err(malformed("an element ends that never began"));
                }
                if case.as_ref().is_some_and(|case| case.depth == depth)
                    && let Some(case) = case.take()
                {
                    let name = name(&case, &suites);
                    if case.failed && !case.skipped {
                        run.say(&name, &case.words);
                    }
                    run.add(name, case.outcome())?;
                }
            }
            Event::Eof if !suites.is_empty() => {
                return Err(ReportError::CutOff { what: "an element is not closed".into() });
            }
            Event::Eof if !rooted => {
                return Err(ReportError::CutOff { what: "it is empty".into() });
            }
            Event::Eof => return Ok(run),
            Event::DocType(_) => return Err(malformed("it defines a document type")),
            Event::Empty(_)
            | Event::Text(_)
            | Event::CData(_)
            | Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::GeneralRef(_) => {}
        }
    }
}

impl Case {
    fn outcome(&self) -> TestOutcome {
        // What was to do or expected to fail is marked as skipped even where it failed as well.
        if self.skipped {
            TestOutcome::Skipped
        } else if self.failed {
            TestOutcome::Failed
        } else {
            TestOutcome::Passed
        }
    }
}

fn open_case(start: &BytesStart<'_>, depth: usize) -> Result<Case, ReportError> {
    let name = attribute(start, "name")?.ok_or_else(|| malformed("a test has no name"))?;
    let status = attribute(start, "status")?.unwrap_or_default();
    Ok(Case {
        class: attribute(start, "classname")?.unwrap_or_default(),
        name,
        file: attribute(start, "file")?,
        depth,
        failed: ["failed", "error"].contains(&status.as_str()),
        skipped: ["skipped", "disabled", "notrun"].contains(&status.as_str()),
        words: String::new(),
    })
}

/// What stands directly in a test: how it ended.
fn note(
    element: &str,
    start: &BytesStart<'_>,
    case: Option<&mut Case>,
    depth: usize,
) -> Result<(), ReportError> {
    let Some(case) = case else { return Ok(()) };
    if depth != case.depth + 1 {
        return Ok(());
    }
    match element {
        "failure" | "error" => {
            case.failed = true;
            if case.words.is_empty() {
                case.words = attribute(start, "message")?.unwrap_or_default();
            }
        }
        "skipped" => case.skipped = true,
        _ => {}
    }
    Ok(())
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Result<Option<String>, ReportError> {
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| malformed(error.to_string()))?;
        if attribute.key.local_name().as_ref() == name {
            let text = quick_xml::escape::unescape(&attribute.value)
                .map_err(|error| malformed(error.to_string()))?;
            return Ok(Some(text.into_owned()));
        }
    }
    Ok(None)
}

fn malformed(why: impl Into<String>) -> ReportError {
    ReportError::Malformed { format: "JUnit XML", why: why.into() }
}
