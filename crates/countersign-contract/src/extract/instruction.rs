//! Instructions: what each verb makes of the paths, literals and packages behind it.

use super::constraint::Constraint;
use super::content;
use super::executable;
use super::file;
use super::folder::Folders;
use super::lexicon::{self, Verb};
use super::package;
use super::path::{self, Shape};
use super::read::Reader;
use super::section::Section;
use super::statement::until_break;
use super::token::{Kind, Token};

impl<'t> Reader<'t> {
    pub(super) fn instruction(
        &mut self,
        verb: Verb,
        names: bool,
        rest: &[Token<'t>],
        found: &mut Vec<Constraint>,
    ) {
        if matches!(verb, Verb::Declare | Verb::Change | Verb::Other) {
            found.extend(marked_new(rest));
        }
        match verb {
            Verb::Create | Verb::Make if names_entry(rest) => self.declare(rest, false, found),
            Verb::Move if let Some((file, name)) = renamed(rest) => {
                found.extend(content::matches(file, vec![name.to_owned()]));
            }
            Verb::Create | Verb::Move | Verb::Make => self.create(verb, rest, found),
            Verb::Add => self.add(rest, found),
            Verb::Declare => self.declare(rest, names, found),
            Verb::Change => self.change(rest, found),
            Verb::Ensure | Verb::Get => {
                self.statement(rest, Section::Neutral, found);
                found.extend(covered_by(rest));
                if verb == Verb::Ensure && found.is_empty() {
                    found.extend(exists_in(rest));
                }
            }
            Verb::Install => found.extend(package::installed(rest)),
            Verb::Bump => found.extend(all_bumped(rest)),
            Verb::Other if ignored(rest) => self.declare(rest, false, found),
            Verb::Other => found.extend(covered_by(rest)),
            Verb::Run => found.extend(produced(rest)),
            Verb::Remove | Verb::Read | Verb::Tick => {}
        }
    }

    fn create(&mut self, verb: Verb, rest: &[Token<'t>], found: &mut Vec<Constraint>) {
        let whole = rest;
        let rest = up_to_description(rest);
        // "Split A: helpers go into B, views into C".
        if verb == Verb::Move
            && let Some(parts) = whole.get(rest.len()..).filter(|parts| !parts.is_empty())
        {
            let new = super::statement::parted_into(parts).into_iter();
            let new = new.filter(|path| !self.present.contains(path.as_str()));
            found.extend(new.map(|path| Constraint::FileExists { path }));
        }
        if let Some((file, entry)) = entry_in(rest).filter(|(_, entry)| !entry.is_empty()) {
            return found.extend(content::matches(file, entry));
        }
        if self.put_into_folder(rest, found) {
            return;
        }
        self.memory.folder = file::folder(rest).or(self.memory.folder.take());
        let mut files = file::created(rest, verb);
        if files.created.is_empty() {
            files.created.extend(script_without_ending(rest));
        }
        let direct = rest.iter().take(4).any(Token::is_path);
        for path in self.settled(files.created, rest) {
            // "Create a target in the Makefile" that is there already.
            if direct || !self.present.contains(path.as_str()) {
                self.memory.created = Some(path.clone());
                found.push(Constraint::FileExists { path });
            }
        }
        if verb == Verb::Create
            && let [Constraint::FileExists { path }] = found.as_slice()
        {
            let path = path.clone();
            let mut literals = promised(self.text, rest);
            literals.extend(content::stated(self.text, rest).filter(|_| literals.is_empty()));
            literals.extend(content::bracketed(self.text, rest));
            found.extend(content::matches(&path, literals));
        }
    }

    fn add(&mut self, rest: &[Token<'t>], found: &mut Vec<Constraint>) {
        let rest = up_to_description(rest);
        if let Some((file, entry)) = entry_in(rest) {
            return found.extend(content::matches(file, entry));
        }
        if let Some(package) = scoped_package(rest) {
            return found.extend(package::of_spec(package));
        }
        // "Add Some.Package 8.0 to the API project".
        if let [name, ..] = rest
            && package::is_dotnet_name(name.text)
            && let Some((version, _)) = package::version_from(rest, 1)
        {
            return found.extend(package::at_version(name.text, &version));
        }
        let packages = package::only_added(rest, self.registries, self.memory.swapped);
        if !packages.is_empty() {
            return found.extend(packages);
        }
        if self.put_into_folder(rest, found) {
            return;
        }
        self.memory.folder = file::folder(rest).or(self.memory.folder.take());
        let into = content::into(rest, Verb::Add);
        // "`X` is missing in FILE. Add it there."
        let there = rest.last().is_some_and(|t| t.is("there") && rest.len() <= 3);
        let target = into
            .target
            .map(|token| self.meant_behind(token, rest))
            .or_else(|| self.memory.target.clone())
            .or_else(|| self.memory.file.clone().filter(|_| there));
        let depends =
            package::speaks_of_dependency(if into.target.is_none() { rest } else { into.object });
        if depends && package::is_plain_list(into.object) {
            found.extend(package::installed(rest));
            if !found.is_empty() {
                return;
            }
        }
        if let Some(target) = &target {
            let named = package::is_all_packages(into.object)
                || package::is_plain_list(into.object) && !names_script(into.object);
            if package::is_manifest(target) && named && !content::has_pair(self.text, into.object) {
                found.extend(package::listed_in(target, into.object));
                if !found.is_empty() {
                    return;
                }
            }
            let tests = into.object.iter().any(|t| t.is_word() && lexicon::is_test_noun(&t.lower));
            let mut literals = content::literals(self.text, into.object, false);
            literals.extend(content::literals(self.text, into.tail, false));
            if into.object.last().is_some_and(|t| t.is("it") || t.is("them")) {
                // "Write a test. Put it in FILE": the test, not what was named in it.
                if path::is_test(target) && !self.present.contains(target.as_str()) {
                    self.memory.created = Some(target.clone());
                    return found.push(Constraint::FileExists { path: target.clone() });
                }
                literals.extend(self.memory.spoken.clone());
            }
            if literals.is_empty() && content::is_settings(target) {
                literals.extend(content::only_name(into.object));
            }
            literals.retain(|literal| content::may_hold(target, literal));
            if !literals.is_empty() && !tests {
                found.extend(content::matches(target, literals));
                return;
            }
        }
        let mut files = file::created(rest, Verb::Add);
        if files.created.is_empty() {
            files.created.extend(script_without_ending(rest));
        }
        let created = self.settled(files.created, rest);
        for path in created.into_iter().filter(|path| !self.present.contains(path.as_str())) {
            self.memory.created = Some(path.clone());
            found.push(Constraint::FileExists { path });
        }
        if let [Constraint::FileExists { path }] = found.as_slice() {
            let path = path.clone();
            let whole = rest.iter().any(|t| t.is("containing"));
            let mut literals = if whole { promised(self.text, rest) } else { Vec::new() };
            literals.extend(content::stated(self.text, rest).filter(|_| literals.is_empty()));
            literals.extend(content::bracketed(self.text, rest));
            found.extend(content::matches(&path, literals));
        }
    }

    /// "Cover it in FILE": where its tests will be.
    pub(super) fn tested_in(&self, rest: &[Token<'t>]) -> Vec<Constraint> {
        let placed = rest.windows(2).filter_map(|pair| match pair {
            [place, file] if place.is_word() && lexicon::is_place(&place.lower) => Some(file),
            _ => None,
        });
        let tests = placed.filter(|t| t.is_path() && path::is_test(t.text));
        let paths = tests.filter_map(|t| path::expand(t.text)).flatten();
        let new = paths.filter(|path| !self.present.contains(path.as_str()));
        new.map(|path| Constraint::FileExists { path }).collect()
    }

    /// Files by the folders that the workspace has, where words name one.
    fn settled(&self, paths: Vec<String>, rest: &[Token<'t>]) -> Vec<String> {
        let says_where = |t: &Token<'_>| {
            t.is_word() && (lexicon::is_folder_noun(&t.lower) || lexicon::is_place(&t.lower))
        };
        if !rest.iter().any(says_where) {
            return paths;
        }
        let folders = self.folders.get_or_init(|| Folders::of(self.present.iter().copied()));
        paths.into_iter().filter_map(|path| folders.settled(path, rest)).collect()
    }

    /// "Create a folder X and put FILE into it".
    fn put_into_folder(&self, rest: &[Token<'t>], found: &mut Vec<Constraint>) -> bool {
        let Some(folder) = &self.memory.folder else { return false };
        let end = rest.iter().enumerate().position(|(at, token)| {
            let it = rest.get(at + 1).is_some_and(|t| t.is("it"));
            token.is("there") || (it && token.is_word() && lexicon::is_place(&token.lower))
        });
        let object = end.and_then(|end| rest.get(..end)).unwrap_or_default();
        let names = object.iter().filter(|t| t.shape == Shape::File && !t.text.contains('/'));
        let paths = names.filter_map(|t| path::expand(t.text)).flatten();
        let before = found.len();
        found.extend(paths.map(|name| Constraint::FileExists { path: format!("{folder}/{name}") }));
        found.len() > before
    }

    fn declare(&mut self, rest: &[Token<'t>], names: bool, found: &mut Vec<Constraint>) {
        let into = content::into(rest, Verb::Declare);
        let target = into
            .target
            .map(|token| self.meant_behind(token, rest))
            .or_else(|| self.memory.target.clone());
        if let Some(target) = target {
            let mut literals = content::literals(self.text, into.object, names);
            if into.object.iter().all(|t| t.is("it") || t.is("them")) {
                literals = content::literals(self.text, named_behind(rest), false);
            } else if literals.is_empty() {
                literals = content::literals(self.text, heading(rest), false);
            }
            if literals.is_empty() {
                literals = content::variables(&target, into.object);
            }
            found.extend(content::matches(&target, literals));
        }
    }

    /// "Update FILE to mention `X`", "Replace A with B in package.json".
    fn change(&mut self, rest: &[Token<'t>], found: &mut Vec<Constraint>) {
        if let Some(new) = swapped_in(rest) {
            return found.extend(package::installed(new));
        }
        if let [name, to, ..] = rest
            && to.is("to")
            && self.registries.know(name.text)
        {
            return found.extend(all_bumped(rest));
        }
        let Some(file) = rest.iter().position(Token::is_path) else { return };
        if let Some(target) = rest.get(file) {
            found.extend(content::matches(target.text, content::bracketed(self.text, rest)));
        }
        let purpose = rest.iter().enumerate().skip(file).find(|(at, token)| {
            token.is("to")
                && rest.get(at + 1).is_some_and(|next| lexicon::is_containing(&next.lower))
        });
        if let (Some((at, _)), Some(target)) = (purpose, rest.get(file)) {
            let named = rest.get(at + 1..).unwrap_or_default();
            let literals = content::literals(self.text, until_break(named), false);
            found.extend(content::matches(target.text, literals));
        }
    }
}

/// "a script bin/x", "an executable `scripts/check`": programs of a project often have no ending.
fn script_without_ending(rest: &[Token<'_>]) -> Option<String> {
    let at = rest.iter().take(6).position(executable::is_script)?;
    let before = rest.get(..at).unwrap_or_default();
    let named = before.last().is_some_and(|t| {
        matches!(
            &*t.lower,
            "script"
                | "executable"
                | "program"
                | "wrapper"
                | "hook"
                | "named"
                | "called"
                | "at"
                | "as"
        )
    });
    let script = before
        .iter()
        .any(|t| matches!(&*t.lower, "script" | "executable" | "program" | "wrapper" | "hook"));
    (named && script)
        .then(|| rest.get(at).map(|t| t.text.trim_start_matches("./").to_owned()))
        .flatten()
}

/// The packages that take the place of others in a manifest.
fn swapped_in<'a, 't>(rest: &'a [Token<'t>]) -> Option<&'a [Token<'t>]> {
    let with = rest.iter().position(|t| t.is("with") || t.is("by"))?;
    let place = rest.iter().skip(with).position(|t| t.is("in"))? + with;
    let manifest = rest.get(place + 1).is_some_and(|t| package::is_manifest(t.text));
    let new = rest.get(with + 1..place)?;
    let old = rest.get(..with)?;
    let named = package::is_all_packages(new)
        && package::is_all_packages(old)
        && !old.iter().any(|t| t.is_word() && lexicon::is_determiner(&t.lower));
    (manifest && named && !names_script(new)).then_some(new)
}

/// "Document it in FILE (new)": whatever is done there, the file has to be.
fn marked_new(rest: &[Token<'_>]) -> Vec<Constraint> {
    let new =
        rest.iter().enumerate().filter(|(at, t)| t.is_path() && file::is_marked_new(rest, *at));
    let paths = new.filter_map(|(_, token)| path::expand(token.text)).flatten();
    paths.map(|path| Constraint::FileExists { path }).collect()
}

/// "the variable `A` to `B` in FILE": another name inside the file. With a class the file often moves too, so
/// only files of settings and text count.
fn renamed<'a>(rest: &'a [Token<'_>]) -> Option<(&'a str, &'a str)> {
    let to = rest.iter().take(8).position(|t| t.is("to"))?;
    let [name, place, file] = rest.get(to + 1..to + 4)? else { return None };
    let names = |t: &Token<'_>| t.is_literal() && t.shape == Shape::Plain && !t.text.contains(' ');
    let old =
        to.checked_sub(1).and_then(|at| rest.get(at)).is_some_and(|t| names(t) || t.is_word());
    let settings =
        [".json", ".yml", ".yaml", ".toml", ".ini", ".conf", ".cfg", ".md", ".properties"];
    let kept = file.text.rsplit('/').next().is_some_and(|name| name.starts_with(".env"))
        || settings.iter().any(|ending| file.text.ends_with(ending));
    let fits = old && names(name) && place.is("in") && file.is_path() && kept;
    fits.then(|| (file.text.trim_start_matches("./"), name.text))
}

/// "Ignore `X` in .gitignore": a line of such a file, and of no other.
fn ignored(rest: &[Token<'_>]) -> bool {
    let literal = rest.first().is_some_and(Token::is_literal);
    let place = rest.get(1).is_some_and(|t| t.is("in"));
    literal && place && rest.get(2).is_some_and(|t| t.text.ends_with("ignore"))
}

/// "Add lint and test to package.json": scripts, not packages.
fn names_script(object: &[Token<'_>]) -> bool {
    object.iter().any(|t| {
        t.is_literal()
            || lexicon::check(&t.lower).is_some()
            || matches!(&*t.lower, "dev" | "start" | "test")
    })
}

/// "a feature flag `X` in FILE": something in the file, not the file.
fn names_entry(rest: &[Token<'_>]) -> bool {
    rest.windows(2).take(6).any(|pair| {
        matches!(pair, [noun, name] if name.kind == Kind::Code
            && name.shape == Shape::Plain
            && matches!(&*noun.lower, "constant" | "flag" | "key" | "option" | "setting" | "variable"))
    })
}

/// "a FILE entry for X", "a FILE target `x`", "an `x` FILE target": the line goes into a file that is there.
fn entry_in<'a>(rest: &'a [Token<'_>]) -> Option<(&'a str, Vec<String>)> {
    let at = rest.iter().take(3).position(|t| t.shape == Shape::File)?;
    let file = rest.get(at)?.text;
    let noun = rest.get(at + 1).filter(|t| t.is_word())?;
    let behind = rest.get(at + 2..).unwrap_or_default();
    let before = at.checked_sub(1).and_then(|at| rest.get(at));
    let named = |t: &&Token<'_>| t.is_literal() && t.shape == Shape::Plain;
    let joins = |t: &&Token<'_>| named(t) || t.kind == Kind::Comma || t.is("and");
    let mut names: Vec<String> =
        before.into_iter().filter(named).map(|t| t.text.to_owned()).collect();
    names.extend(behind.iter().take_while(joins).filter(named).map(|t| t.text.to_owned()));
    if let [called, name, ..] = behind
        && matches!(&*called.lower, "called" | "named")
        && (name.is_word() || name.is_literal())
    {
        names.push(name.text.to_owned());
    }
    match &*noun.lower {
        "entry" | "entries" | "rule" | "rules" | "line" | "lines" => {
            let wanted = behind.get(1).filter(|_| behind.first().is_some_and(|t| t.is("for")));
            let literal =
                wanted.filter(|t| t.is_literal() || t.text.contains(['/', '*', '_', '.']));
            names.extend(literal.map(|t| t.text.to_owned()));
            Some((file, names))
        }
        "target" | "targets" | "recipe" | "recipes" | "field" | "key" | "setting" => {
            (!names.is_empty()).then_some((file, names))
        }
        _ => None,
    }
}

/// "Add @scope/name": nothing else is written so.
fn scoped_package<'t>(rest: &[Token<'t>]) -> Option<&'t str> {
    let first = rest.first()?.text;
    let scoped = first.strip_prefix('@').and_then(|name| name.split_once('/'));
    let plain = |part: &str| part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
    let named = scoped.is_some_and(|(scope, name)| {
        !scope.is_empty() && !name.is_empty() && plain(scope) && plain(name)
    });
    // "Add @org/team to CODEOWNERS" puts it into a file.
    let placed = rest.get(1).is_some_and(|t| lexicon::is_goal(&t.lower));
    (named && !placed).then_some(first)
}

/// "a helper exists in FILE": so does the file.
fn exists_in(rest: &[Token<'_>]) -> Vec<Constraint> {
    let at = rest.iter().position(|t| t.is("exists") || t.is("exist")).unwrap_or(rest.len());
    let negated = rest.iter().take(at).any(|t| lexicon::is_negation(&t.lower) || t.is("no"));
    let paths = match rest.get(at + 1..) {
        Some([place, file, ..]) if place.is("in") && file.shape == Shape::File && !negated => {
            path::expand(file.text)
        }
        Some(_) | None => None,
    };
    paths.unwrap_or_default().into_iter().map(|path| Constraint::FileExists { path }).collect()
}

/// "Run X to create FILE".
fn produced(rest: &[Token<'_>]) -> Vec<Constraint> {
    let to = rest.windows(2).position(|pair| {
        matches!(pair, [to, make] if to.is("to")
            && matches!(&*make.lower, "create" | "generate" | "produce"))
    });
    let object = to.and_then(|at| rest.get(at + 2..)).unwrap_or_default();
    let file = object.iter().find(|t| !lexicon::is_determiner(&t.lower));
    let paths = file.filter(|t| t.shape == Shape::File).and_then(|t| path::expand(t.text));
    paths.unwrap_or_default().into_iter().map(|path| Constraint::FileExists { path }).collect()
}

/// "Add FILE: what it is for": what follows the colon describes the file.
fn up_to_description<'a, 't>(rest: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let colon = rest.iter().take(6).position(|t| t.kind == Kind::Colon);
    let described = colon.and_then(|at| rest.get(..at)).filter(|before| {
        before.last().is_some_and(|t| t.shape == Shape::File)
            && !before.iter().any(|t| lexicon::is_goal(&t.lower))
    });
    described.unwrap_or(rest)
}

/// "Register in FILE as `X`", "with the name 'x'".
fn named_behind<'a, 't>(rest: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let link = rest.iter().position(|t| t.is("as") || t.is("with") || t.is("under"));
    link.and_then(|at| rest.get(at + 1..)).unwrap_or_default()
}

/// "in FILE under the heading "X"".
fn heading<'a, 't>(rest: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let noun = rest.iter().position(|t| t.is("heading") || t.is("section") || t.is("title"));
    let quote = |at: usize| rest.get(at..at + 1).filter(|q| q.iter().all(Token::is_literal));
    noun.and_then(|at| quote(at + 1).or_else(|| quote(at.checked_sub(1)?))).unwrap_or_default()
}

/// What a new file is said to be made with: "with a `[workspace]` table".
fn promised(text: &str, rest: &[Token<'_>]) -> Vec<String> {
    let Some(with) =
        rest.iter().position(|t| t.is("with") || t.is("containing") || t.is("exporting"))
    else {
        return Vec::new();
    };
    // "a test FILE that is run with X": of the test, not of the file.
    if rest.iter().take(with).any(|t| t.is("that") || t.is("which")) {
        return Vec::new();
    }
    let object = rest.get(with + 1..).unwrap_or_default();
    let whole = rest.get(with).is_some_and(|t| t.is("containing"));
    let near: Vec<Token<'_>> =
        object.iter().take(3).filter(|t| t.shape == Shape::Plain).cloned().collect();
    let literals = content::literals(text, &near, false);
    literals
        .into_iter()
        .filter(|literal| {
            whole || !literal.contains(' ') || literal.starts_with('#') || literal.contains(" = ")
        })
        .take(1)
        .collect()
}

/// "Prove it with tests in FILE".
fn covered_by(rest: &[Token<'_>]) -> Vec<Constraint> {
    let Some(with) = rest.iter().position(|t| t.is("with")) else { return Vec::new() };
    let after = rest.get(with + 1..).unwrap_or_default();
    let tests = after.iter().take(4).any(|t| lexicon::is_test_noun(&t.lower));
    let files = if tests { file::created(after, Verb::Add).created } else { Vec::new() };
    files
        .into_iter()
        .filter(|path| path::is_test(path))
        .map(|path| Constraint::FileExists { path })
        .collect()
}

/// "Bump serde to 1.0.3 and tokio to 1.40": each with a version of its own, or the first alone.
fn all_bumped(rest: &[Token<'_>]) -> Vec<Constraint> {
    let joins = |(_, t): &(usize, &Token<'_>)| t.is("and") || t.kind == Kind::Comma;
    let further = rest.iter().enumerate().filter(joins).filter_map(|(at, _)| rest.get(at + 1..));
    core::iter::once(rest).chain(further).filter_map(bumped).take(MOST_BUMPED).collect()
}

/// Nobody names more in one sentence, and each is looked for to the end of it.
const MOST_BUMPED: usize = 20;

/// "Bump serde from 1.0.2 to 1.0.3".
fn bumped(rest: &[Token<'_>]) -> Option<Constraint> {
    let at = rest.iter().position(|t| !lexicon::is_determiner(&t.lower))?;
    let object = rest.get(at)?;
    // `actions/checkout` in a workflow is no dependency of the project.
    let workflow = rest.iter().any(|t| t.text.ends_with(".yml") || t.text.ends_with(".yaml"));
    if lexicon::is_about_packages(&object.lower)
        || workflow
        || object.text.starts_with("actions/")
        || lexicon::is_platform(&object.lower)
        || lexicon::is_goal(&object.lower)
        || is_product(object)
        || !ends_name(object, rest.get(at + 1))
    {
        return None;
    }
    if let Some(pinned) = package::of_spec(object.text).filter(is_versioned) {
        return Some(pinned);
    }
    let link = rest.iter().position(|t| t.is("to") || t.is("at"))?;
    let (version, _) = package::version_from(rest, link + 1)
        .or_else(|| rest.get(link + 1).map(|t| (t.text.to_owned(), 1)))?;
    let number = version.trim_start_matches(['v', '^', '~', '=', '>']);
    // "80%" and "30s" are amounts.
    let whole = number.bytes().all(|b| b.is_ascii_digit());
    let dotted = number.contains('.') && number.bytes().all(|b| b.is_ascii_graphic() && b != b'%');
    let numbered = number.starts_with(|c: char| c.is_ascii_digit()) && (whole || dotted);
    package::at_version(object.text, &version).filter(|_| numbered)
}

/// `Next.js` with its capital is what people call it; registries write it otherwise.
fn is_product(object: &Token<'_>) -> bool {
    object.is_word()
        && object.text.starts_with(|c: char| c.is_uppercase())
        && !object.text.bytes().all(|b| b.is_ascii_alphabetic())
        && package::of_spec(object.text).is_none_or(|spec| !is_versioned(&spec))
}

/// "Spring Boot", "the docker image": the first word of a longer name is no package.
fn ends_name(object: &Token<'_>, next: Option<&Token<'_>>) -> bool {
    let Some(next) = next.filter(|next| next.is_word() && !object.is_literal()) else {
        return true;
    };
    let capital = next.text.starts_with(|c: char| c.is_uppercase());
    let several = matches!(&*next.lower, "packages" | "crates" | "libraries" | "dependencies");
    let number = next.text.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit());
    !capital && !several && (number || next.is("at") || lexicon::is_behind_package(&next.lower))
}

fn is_versioned(constraint: &Constraint) -> bool {
    matches!(constraint, Constraint::PackageInstalled { version: Some(_), .. })
}
