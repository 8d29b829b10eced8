//! What a line in front of a list says of everything in it: that these files are to be made, or these packages installed.

use super::lexicon;
use super::package;

/// What the items of a list are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    /// Commands that must pass.
    Passing,
    /// Files that must be there.
    Files,
    /// Packages that must be among the dependencies.
    Packages,
}

/// A line that announces a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Head {
    pub listed: Listed,
    /// Whether it says nothing else, so that its items say all of it.
    pub only: bool,
}

/// Longest line that is taken for one, in words.
const LONGEST: usize = 20;

const MAKES: &[&str] = &[
    "add", "create", "generate", "include", "introduce", "make", "produce", "provide", "scaffold", "write",
];

/// What may stand before the verb of such a line.
const LEADS: &[&str] = &[
    "also", "and", "change", "finally", "first", "have", "just", "need", "needs", "next", "now", "please", "pr", "should", "shall",
    "must", "story", "task", "the", "then", "this", "to", "we", "will", "work", "you",
];

/// What says that all that follows is demanded: "make sure that".
const ENSURES: &[&str] =
    &["check", "confirm", "ensure", "make", "please", "sure", "that", "validate", "verify"];

/// What points at the list.
const POINTS: &[&str] = &[
    "additional", "all", "both", "extra", "few", "five", "following", "four", "missing", "new", "required", "several", "six", "the",
    "these", "those", "three", "two",
];

const FILES: &[&str] = &[
    "components", "docs", "documents", "file", "files", "fixtures", "migrations", "modules", "pages", "scripts", "specs", "tests",
];

const THERE: &[&str] = &["added", "available", "created", "exist", "installed", "present", "there", "written"];

/// A line with one of these allows, excepts, tells or takes away.
const OTHERWISE: &[&str] = &[
    "already", "can", "cannot", "could", "except", "existing", "if", "may", "maybe", "might", "never", "no", "none", "not", "only",
    "optional", "optionally", "possibly", "unless", "was", "were", "when", "without",
];

/// How many words may say of which kind the files are: "the following route handler modules".
const MOST_KINDS: usize = 2;

/// What a line announces, given without its colon.
pub(super) fn head(line: &str) -> Option<Head> {
    let last = line.rsplit(". ").next().unwrap_or(line);
    let lower = last.to_ascii_lowercase();
    let is_mark = |c: char| !c.is_alphanumeric() && !matches!(c, '-' | '.' | '/');
    let words: Vec<&str> = lower
        .split_whitespace()
        .map(|word| word.trim_matches(is_mark).trim_end_matches('.'))
        .filter(|word| !word.is_empty())
        .take(LONGEST + 1)
        .collect();
    if words.len() > LONGEST || words.iter().any(|word| OTHERWISE.contains(word)) {
        return None;
    }
    let head = told(&words).or_else(|| demanded(&words)).or_else(|| labelled(&words))?;
    Some(Head { only: head.only && last.len() == line.len(), ..head })
}

/// "Create the following files", "you should install these packages".
fn told(words: &[&str]) -> Option<Head> {
    let leads = words.iter().take_while(|word| LEADS.contains(word)).count();
    let (verb, object) = words.get(leads..)?.split_first()?;
    let installs = *verb == "install";
    if !installs && !MAKES.contains(verb) {
        return None;
    }
    let Some((listed, tail)) = noun(object) else {
        // "Install these".
        let points = !object.is_empty() && object.iter().all(|word| POINTS.contains(word));
        return (installs && points).then_some(Head { listed: Listed::Packages, only: true });
    };
    behind(listed, tail).filter(|head| !(installs && head.listed == Listed::Files))
}

/// "The following files must exist", "make sure that these files exist".
fn demanded(words: &[&str]) -> Option<Head> {
    let ensured = words.iter().take_while(|word| ENSURES.contains(word)).count();
    let (listed, said) = noun(words.get(ensured..)?)?;
    let said = said.strip_prefix(&["that"]).unwrap_or(said);
    let said = match said {
        ["must" | "should" | "shall", rest @ ..]
        | ["have" | "has" | "need" | "needs", "to", rest @ ..] => rest,
        _ if ensured > 0 => said.strip_prefix(&["are"]).unwrap_or(said),
        _ => return None,
    };
    let said = said.strip_prefix(&["be"]).unwrap_or(said);
    let (there, tail) = said.split_first()?;
    behind(listed, tail).filter(|_| THERE.contains(there))
}

/// "Packages to install", "New dependencies".
fn labelled(words: &[&str]) -> Option<Head> {
    let (listed, tail) = noun(words)?;
    let only = Head { listed, only: true };
    match (listed, tail) {
        (Listed::Packages, ["to", "add" | "install"]) => Some(only),
        (Listed::Packages, []) if words.first() == Some(&"new") => Some(only),
        (Listed::Files, ["to", "be", "added" | "created"]) => Some(only),
        (Listed::Packages | Listed::Files | Listed::Passing, _) => None,
    }
}

/// What a list is of, and the words behind its noun: "the following files", "two route modules".
fn noun<'a, 'w>(words: &'a [&'w str]) -> Option<(Listed, &'a [&'w str])> {
    let number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let points = words.iter().take_while(|word| POINTS.contains(word) || number(word)).count();
    let rest = words.get(points..)?;
    let kind = |word: &&&str| {
        !lexicon::is_goal(word)
            && !lexicon::is_aside(word)
            && !lexicon::is_determiner(word)
            && !FILES.contains(word)
            && !lexicon::is_kind_of_packages(word)
    };
    let kinds = rest.iter().take(MOST_KINDS).take_while(kind).count();
    let (noun, tail) = rest.get(kinds..)?.split_first()?;
    if FILES.contains(noun) {
        Some((Listed::Files, tail))
    } else if lexicon::is_kind_of_packages(noun) {
        Some((Listed::Packages, tail))
    } else {
        None
    }
}

/// Where packages are at home: "to our dependencies", "in the backend".
#[rustfmt::skip]
const HOMES: &[&str] = &[
    "api", "app", "application", "backend", "build", "client", "crate", "dependencies", "dependency", "deps", "dev-dependencies",
    "devdependencies", "environment", "frontend", "gemfile", "image", "library", "lockfile", "manifest", "monorepo", "package",
    "peerdependencies", "pipfile", "project", "repo", "repository", "requirements", "server", "service", "site", "ui", "web", "workspace",
];

/// "backend", "frontend": a part of the project that has packages and tests of its own.
pub(super) fn is_home(word: &str) -> bool {
    HOMES.contains(&word)
}

/// Whether packages are to go where none is installed: "to the blocklist", "in the licence report", "to deny.toml".
fn go_elsewhere(tail: &[&str]) -> bool {
    let ends = |word: &&&str| !lexicon::is_goal(word) && !lexicon::is_aside(word) && **word != "and";
    tail.iter().enumerate().any(|(at, place)| {
        let goal = matches!(*place, "in" | "into" | "on" | "onto" | "to");
        let phrase = tail.get(at + 1..).unwrap_or_default();
        let phrase = phrase.get(..phrase.iter().take_while(ends).count()).unwrap_or_default();
        let Some((first, last)) = phrase.first().zip(phrase.last()).filter(|_| goal) else {
            return false;
        };
        let home = package::is_manifest(last)
            || HOMES.contains(last)
            || last.contains('/') && !last.contains('.');
        // "To speed up the parser" is no place, and "in order" none either.
        let named = lexicon::is_determiner(first) || last.contains('.');
        let alone = matches!(*place, "to" | "into" | "onto") && phrase.len() == 1 && at + 2 == tail.len();
        !home && (named || alone)
    })
}

/// What may follow: "for the parser", "too"; not where the files go or what is done with them: "in src", "to the index".
fn behind(listed: Listed, tail: &[&str]) -> Option<Head> {
    let goes_on = |word: &&str| match listed {
        Listed::Files => matches!(*word, "and" | "as" | "each" | "first" | "for" | "now" | "so" | "too" | "with"),
        Listed::Packages | Listed::Passing => {
            matches!(*word, "as" | "first" | "for" | "in" | "into" | "now" | "to" | "too" | "with")
        }
    };
    let places = |word: &str| {
        listed == Listed::Files && matches!(word, "at" | "in" | "inside" | "into" | "under" | "within")
    };
    // "Add tests for these modules", "create files for": the list is what the words behind the noun speak of.
    let points = |word: &str| {
        matches!(word, "following" | "these" | "those")
            || FILES.contains(&word)
            // "To our dev dependencies" is where packages go.
            || lexicon::is_kind_of_packages(word)
                && !(listed == Listed::Packages && HOMES.contains(&word))
    };
    let open = tail.last().is_some_and(|word| lexicon::is_goal(word) || lexicon::is_aside(word));
    let only = tail.iter().all(|word| matches!(*word, "as" | "first" | "now" | "too" | "well"));
    // "each under 100 lines", "with a header in each".
    let measures = |word: Option<&&str>| {
        word.is_none_or(|word| {
            word.starts_with(|c: char| c.is_ascii_digit()) || matches!(*word, "all" | "each" | "every" | "it" | "them")
        })
    };
    let spoken_of = open
        || tail.iter().enumerate().any(|(at, word)| {
            points(word) || places(word) && !measures(tail.get(at + 1))
        });
    // "and nothing else"; what is done with them besides is another matter.
    let goes_on_otherwise = tail.first() == Some(&"and") && !matches!(tail, ["and", "nothing", "else" | "more"]);
    let spoken_of = spoken_of || goes_on_otherwise;
    let elsewhere = listed == Listed::Packages && go_elsewhere(tail);
    (tail.first().is_none_or(goes_on) && !spoken_of && !elsewhere)
        .then_some(Head { listed, only })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_the_list_below_it_is() {
        for line in [
            "Create the following files",
            "Please add these new files",
            "You should also create two files",
            "Write 3 test files",
            "Then provide the following route modules",
            "The following files must exist",
            "These documents have to be created",
            "Make sure that these files exist",
            "Files that must be present",
            "The task must produce the following files",
        ] {
            assert_eq!(head(line), Some(Head { listed: Listed::Files, only: true }), "{line}");
        }
        let with = Head { listed: Listed::Files, only: false };
        for line in
            ["Create the following files for the parser", "Read the guide. Create the following files"]
        {
            assert_eq!(head(line), Some(with), "{line}");
        }
        for line in [
            "Install the following packages",
            "Add these dependencies",
            "Install these",
            "Packages to install",
            "New dependencies",
            "The following libraries must be installed",
        ] {
            assert_eq!(head(line), Some(Head { listed: Listed::Packages, only: true }), "{line}");
        }
        for line in [
            "Add these packages to our dev dependencies",
            "Add these libraries to package.json",
            "Install these packages in the backend",
            "Add these packages in services/mail",
            "Add these packages to speed up the parser",
        ] {
            let found = head(line).map(|head| head.listed);
            assert_eq!(found, Some(Listed::Packages), "{line}");
        }
        for line in [
            "Update the following files",
            "Read these files",
            "Do not create the following files",
            "Create the following files if they are missing",
            "Create the following files in src",
            "Add tests for the following files",
            "Add a header to the following files",
            "Add these files to .gitignore",
            "Create a helper for these modules",
            "Add tests for these modules",
            "Write docs for",
            "Create two files with the following content",
            "The following files may be created",
            "The following files were created by mistake",
            "The following files must not exist",
            "The following files must be deleted",
            "Create the following",
            "Remove these dependencies",
            "Dependencies to update",
            "Add these packages to the denylist",
            "Add the following libraries to the size report",
            "Include these dependencies in the audit page",
            "Add these packages with their versions to the inventory",
            "The following packages must be added to the ban list in src/deny.ts",
            "Add these packages to deny.toml",
            "Dependencies",
            "Files",
        ] {
            assert_eq!(head(line), None, "{line}");
        }
    }
}
