//! Packages that a text wants among the dependencies.

use super::below;
use super::constraint::Constraint;
use super::lexicon;
use super::registry::Registries;
use super::token::{Kind, Token};

const MANIFESTS: &[&str] = &[
    "package.json",
    "pyproject.toml",
    "requirements.txt",
    "Cargo.toml",
    "go.mod",
    "Gemfile",
    "setup.py",
    "Pipfile",
    "requirements-dev.txt",
    "composer.json",
    "pubspec.yaml",
    "build.gradle",
    "build.gradle.kts",
    "pom.xml",
    "mix.exs",
    "deno.json",
];

/// Commands that install what follows them.
const INSTALLERS: &[&[&str]] = &[
    &["npm", "install"],
    &["npm", "i"],
    &["npm", "add"],
    &["pnpm", "add"],
    &["pnpm", "install"],
    &["yarn", "add"],
    &["bun", "add"],
    &["bun", "install"],
    &["pip", "install"],
    &["pip3", "install"],
    &["uv", "add"],
    &["uv", "pip", "install"],
    &["poetry", "add"],
    &["pdm", "add"],
    &["cargo", "add"],
    &["go", "get"],
    &["composer", "require"],
    &["gem", "install"],
    &["bundle", "add"],
    &["dotnet", "add", "package"],
];

pub(super) fn is_manifest(path: &str) -> bool {
    MANIFESTS.contains(&path.rsplit('/').next().unwrap_or(path)) || is_dotnet(path)
}

fn is_dotnet(path: &str) -> bool {
    [".csproj", ".fsproj", ".vbproj", "Directory.Packages.props"]
        .iter()
        .any(|end| path.ends_with(end))
}

/// What a project file of .NET has besides its packages.
#[rustfmt::skip]
const PROPERTIES: &[&str] = &[
    "AssemblyName", "ImplicitUsings", "ItemGroup", "LangVersion", "Nullable", "OutputType", "PackageReference",
    "ProjectReference", "PropertyGroup", "RootNamespace", "TargetFramework", "TargetFrameworks", "TreatWarningsAsErrors",
    "Version",
];

/// What a manifest has besides its packages.
#[rustfmt::skip]
const FIELDS: &[&str] = &[
    "author", "bin", "browser", "description", "edition", "engines", "exports", "features", "files", "homepage", "keywords",
    "license", "lints", "main", "metadata", "module", "name", "private", "profile", "repository", "scripts", "sideeffects",
    "type", "types", "version", "workspaces",
];

/// What a package is called.
const NOUNS: &[&str] =
    &["package", "packages", "library", "libraries", "crate", "crates", "gem", "gems"];

/// "Add X to FILE": a proper name, with capitals where the packages have them.
pub(super) fn listed_in(manifest: &str, object: &[Token<'_>]) -> Vec<Constraint> {
    let noun = object.iter().any(|t| NOUNS.contains(&&*t.lower));
    let article = object.first().is_some_and(|t| lexicon::is_determiner(&t.lower));
    if !is_dotnet(manifest) || article && !noun {
        return installed(object);
    }
    let capital = |t: &Token<'_>| t.is_word() && t.text.starts_with(|c: char| c.is_uppercase());
    let named = object.iter().filter(|t| t.is_literal() || capital(t));
    let named = named.filter(|t| !PROPERTIES.contains(&t.text) && !lexicon::is_registry(&t.lower));
    named.filter_map(|t| of_spec(t.text)).collect()
}

/// "Add zod and dayjs", "add the X npm package": names of packages and nothing else, with what says that they are.
/// A bare name counts where it is known and can be listed, or where another is taken out of a manifest in the same
/// sentence (`swapped`).
pub(super) fn only_added(
    rest: &[Token<'_>],
    registries: Registries,
    swapped: bool,
) -> Vec<Constraint> {
    let the = usize::from(rest.first().is_some_and(|t| t.is("the") || t.is("both")));
    let mut names: Vec<(&str, Option<String>)> = Vec::new();
    let mut at = the;
    while let Some(token) = rest.get(at).filter(|t| t.is_word() && !NOUNS.contains(&&*t.lower)) {
        if lexicon::is_registry(&token.lower) {
            break;
        }
        let behind = version_from(rest, at + 1);
        at += 1 + behind.as_ref().map_or(0, |(_, width)| *width);
        names.push((token.text, behind.map(|(version, _)| version)));
        let glue = rest.iter().skip(at).take(2);
        let glue = glue.take_while(|t| t.kind == Kind::Comma || t.is("and")).count();
        if glue == 0 {
            break;
        }
        at += glue;
    }
    let registry = rest.get(at).is_some_and(|t| lexicon::is_registry(&t.lower));
    at += usize::from(registry);
    let noun = rest.get(at).is_some_and(|t| t.is_word() && NOUNS.contains(&&*t.lower));
    at += usize::from(noun);
    let from = rest.get(at).is_some_and(|t| t.is("from"))
        && rest.get(at + 1).is_some_and(|t| lexicon::is_registry(&t.lower));
    let sure = registry && noun || from;
    // "Add zod to check X"; not "Add eslint to the pipeline", and not "Add zod schemas".
    let purpose = rest.get(at).is_some_and(|t| t.is("to"))
        && rest.get(at + 1).is_some_and(|t| lexicon::verb(&t.lower).is_some());
    let ends = rest.get(at).is_none_or(|t| !t.is_word() || t.is("for")) || purpose || from;
    let whole = is_whole_project(rest.get(at..).unwrap_or_default());
    let ends = ends || whole;
    let swap = |name: &str| swapped && rest.len() == 1 && is_name(name);
    let known = |(name, _): &(&str, Option<String>)| sure || registries.know(name) || swap(name);
    // "Add A and B to the project": of what stands beside a package in such a row, nobody doubts.
    let row = whole && names.iter().any(known) && names.iter().all(|(name, _)| is_name(name));
    let sure = row || names.iter().all(known);
    if (the == 1 && !noun) || !ends || names.is_empty() || !sure {
        return Vec::new();
    }
    let named = |(name, version): (&str, Option<String>)| match version {
        Some(version) => at_version(name, &version),
        None => of_spec(name),
    };
    names.into_iter().filter_map(named).collect()
}

/// "package.json must list zod and dayjs": bare names and nothing else, known ones unless it is said that they are listed.
pub(super) fn only_listed(
    object: &[Token<'_>],
    registries: Registries,
    lists: bool,
) -> Vec<Constraint> {
    let joins = |t: &Token<'_>| t.kind == Kind::Comma || t.is("and") || t.is("both");
    let mut names = object.iter().filter(|t| !joins(t));
    let fits = |t: &Token<'_>| t.is_word() && is_name(t.text) && (lists || registries.know(t.text));
    let rows = object.windows(2).all(|pair| pair.iter().any(joins));
    if !rows || !names.clone().all(fits) {
        return Vec::new();
    }
    names.by_ref().filter_map(|t| of_spec(t.text)).collect()
}

/// "to the project", "to our dependencies": where every package goes.
fn is_whole_project(rest: &[Token<'_>]) -> bool {
    const WHOLE: &[&str] = &[
        "app",
        "application",
        "backend",
        "codebase",
        "dependencies",
        "frontend",
        "project",
        "repo",
        "repository",
        "requirements",
        "workspace",
    ];
    let Some((to, rest)) = rest.split_first().filter(|(to, _)| to.is("to")) else { return false };
    let determined = rest.first().is_some_and(|t| lexicon::is_determiner(&t.lower));
    let noun = rest.get(usize::from(determined)).is_some_and(|t| WHOLE.contains(&&*t.lower));
    let ends = rest.get(1 + usize::from(determined)).is_none_or(|t| !t.is_word());
    to.is_word() && noun && ends
}

/// A bare name that is neither a field of a manifest nor one of the scripts it has.
fn is_name(name: &str) -> bool {
    let plain = name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    let other = FIELDS.contains(&name)
        || lexicon::check(name).is_some()
        || lexicon::is_about_packages(name)
        || matches!(name, "dev" | "start" | "test");
    plain && name.len() > 2 && !other
}

/// `zod@^3`, `requests>=2.31`, `@types/node`.
pub(super) fn of_spec(spec: &str) -> Option<Constraint> {
    let (package, version) = parts(spec)?;
    Some(Constraint::PackageInstalled {
        package: package.to_owned(),
        version: version.map(str::to_owned),
    })
}

pub(super) fn at_version(spec: &str, version: &str) -> Option<Constraint> {
    let (package, _) = parts(spec)?;
    Some(Constraint::PackageInstalled {
        package: package.to_owned(),
        version: Some(version.to_owned()),
    })
}

fn parts(spec: &str) -> Option<(&str, Option<&str>)> {
    let spec = spec.trim_matches(['"', '\'']);
    let ends = |(at, c): &(usize, char)| {
        matches!(c, '<' | '>' | '=' | '~' | '!' | '[' | ';' | ' ') || (*c == '@' && *at > 0)
    };
    let end = spec.char_indices().find(ends).map_or(spec.len(), |(at, _)| at);
    let (name, rest) = spec.split_at_checked(end)?;
    let version = rest.trim_start_matches('@').trim();
    let fits = name.len() >= 2
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"@/._-".contains(&b))
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@')
        && !name.ends_with('/');
    fits.then_some((name, Some(version).filter(|v| !v.is_empty() && !v.starts_with('['))))
}

/// What an installing command installs; nothing for one that installs what is already listed.
pub(super) fn of_command(line: &str) -> Vec<Constraint> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(installer) = INSTALLERS.iter().find(|installer| words.starts_with(installer)) else {
        return Vec::new();
    };
    let own = words
        .iter()
        .skip(installer.len())
        .take_while(|word| !matches!(**word, "&&" | "||" | ";" | "|"));
    // `-r requirements.txt`: a list that is there, by its file.
    let by_file =
        |word: &&str| matches!(*word, "-r" | "--requirement" | "-c" | "--constraint" | "-e");
    let before = core::iter::once(&"").chain(own.clone());
    let named = own.zip(before).filter(|(word, before)| {
        !word.starts_with('-') && !word.starts_with('.') && !by_file(before)
    });
    named.filter_map(|(word, _)| of_spec(word)).collect()
}

/// The packages an instruction to install names: the words up to the first preposition.
pub(super) fn installed(object: &[Token<'_>]) -> Vec<Constraint> {
    let object = listed_behind(object);
    let mut found = Vec::new();
    let mut depth = 0_usize;
    for (at, token) in object.iter().enumerate() {
        // "X (v5.5), Y (v1.0)": what stands in brackets is about the package before it.
        if token.kind == Kind::Open && !found.is_empty() {
            depth += 1;
        }
        if token.kind == Kind::Close && depth > 0 {
            depth -= 1;
            continue;
        }
        if depth > 0 {
            continue;
        }
        match token.kind {
            Kind::Code | Kind::Quote => {
                let version = version_behind(object, at).filter(|_| !token.text.contains(' '));
                found.extend(match version {
                    Some(version) => at_version(token.text, &version),
                    None => of_spec(token.text),
                });
            }
            Kind::Word => {
                let word = &*token.lower;
                let next = object.get(at + 1);
                // "a dependency on X" goes on to its name.
                let on = word == "on" && found.is_empty() && next.is_some_and(Token::is_literal);
                if !on
                    && (lexicon::is_goal(word) || lexicon::is_aside(word) || lexicon::is_time(word))
                {
                    break;
                }
                if !found.is_empty() && is_done(object, at) {
                    break;
                }
                // "React Router v6": what follows a capital is the rest of a product's name.
                let before = at.checked_sub(1).and_then(|at| object.get(at));
                let named = before.is_some_and(|before| {
                    before.is_word() && before.text.starts_with(|c: char| c.is_uppercase())
                });
                if !on && !named && is_bare_package(token, next) && is_named_at(object, at) {
                    found.extend(match version_behind(object, at) {
                        Some(version) => at_version(token.text, &version),
                        None => of_spec(token.text),
                    });
                }
            }
            Kind::Comma => {}
            Kind::Semicolon
            | Kind::Colon
            | Kind::Open
            | Kind::Close
            | Kind::Dash
            | Kind::Stop
            | Kind::Question => {
                if !found.is_empty() {
                    break;
                }
            }
        }
    }
    found
}

/// "X and stop using Y", "X and ditch Y": behind "and" stands what is done next, and not another name.
fn is_done(object: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| object.get(at));
    let joined =
        before.is_some_and(|t| t.kind == Kind::Comma || t.is("and") || t.is("then") || t.is("but"));
    let Some(token) = object.get(at).filter(|_| joined) else { return false };
    let next = object.get(at + 1).filter(|next| next.is_word());
    let plain = token.text.bytes().all(|b| b.is_ascii_lowercase());
    let known = lexicon::is_about_packages(&token.lower) || lexicon::is_platform(&token.lower);
    // "ditch underscore": two bare words are no name.
    let two = next.is_some_and(|next| {
        !is_version(next)
            && !lexicon::is_behind_package(&next.lower)
            && !lexicon::is_about_packages(&next.lower)
    });
    // "begin using hooks"; not "underscore using npm".
    let doing = next.is_some_and(|next| next.is("using") || next.is("with"))
        && object.get(at + 2).is_none_or(|t| !t.is_literal() && !is_installer(&t.lower));
    // "retry the upload": no name stands before an article.
    let does = next.is_some_and(|next| {
        matches!(&*next.lower, "a" | "all" | "an" | "it" | "our" | "the" | "them" | "this")
    });
    plain && !known && (lexicon::verb(&token.lower).is_some() || two || doing || does)
}

fn is_installer(word: &str) -> bool {
    lexicon::is_registry(word)
        || INSTALLERS.iter().any(|installer| installer.first() == Some(&word))
}

/// "build dependencies: `a`, `b`": what stands before the colon says of which kind they are.
fn listed_behind<'a, 't>(object: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let colon = object.iter().take(6).position(|t| t.kind == Kind::Colon).unwrap_or(0);
    let (before, behind) = object.split_at_checked(colon).unwrap_or_default();
    let kind = before.last().is_some_and(|t| lexicon::is_about_packages(&t.lower))
        && !before.iter().any(Token::is_literal);
    let names =
        behind.get(1..).filter(|names| kind && names.first().is_some_and(Token::is_literal));
    names.unwrap_or(object)
}

/// `Microsoft.EntityFrameworkCore`: what packages of .NET are called, and nothing else.
pub(super) fn is_dotnet_name(text: &str) -> bool {
    let capital = |part: &str| part.starts_with(|c: char| c.is_ascii_uppercase());
    text.contains('.') && text.split('.').all(capital)
}

/// What stands behind a package for its version: "3.22", "^1.6", "v2", "3.22 or newer", "2.1+".
fn version_behind(object: &[Token<'_>], at: usize) -> Option<String> {
    version_from(object, at + 1).map(|(version, _)| version)
}

/// The version that begins at a place, also in brackets, and how many words it takes: "3.22 or newer", "(at least 3.22)",
/// ">= 3.22".
pub(super) fn version_from(object: &[Token<'_>], at: usize) -> Option<(String, usize)> {
    let open = object.get(at).is_some_and(|t| t.kind == Kind::Open);
    let mut next = at + usize::from(open);
    next += usize::from(object.get(next).is_some_and(|t| t.is("version")));
    let least = match object.get(next..) {
        Some([one, two, ..]) if one.is("at") && two.is("least") => 2,
        Some([sign, ..]) if sign.text == ">=" || sign.is("minimum") => 1,
        Some(_) | None => 0,
    };
    next += least;
    let version = object.get(next).filter(|t| is_version(t))?.text;
    let number = version.trim_start_matches('v').trim_end_matches('+');
    let joined = object.get(next + 1).is_some_and(|t| t.is("or") || t.is("and"));
    let up = ["above", "greater", "higher", "later", "newer", "up"];
    let or_newer = joined && object.get(next + 2).is_some_and(|t| up.iter().any(|word| t.is(word)));
    next += 1 + if or_newer { 2 } else { 0 };
    let closed = object.get(next).is_some_and(|t| t.kind == Kind::Close);
    if open && !closed {
        return None;
    }
    let is_plain = number.starts_with(|c: char| c.is_ascii_digit());
    let is_least = is_plain && (version.ends_with('+') || or_newer || least > 0);
    // "X (v5.5)": which one that is, and not which one it has to be.
    if open && !is_least {
        return None;
    }
    let version = if is_least { format!(">={number}") } else { version.to_owned() };
    Some((version, next + usize::from(open) - at))
}

fn is_version(token: &Token<'_>) -> bool {
    let number = token.text.trim_start_matches(['v', '^', '~', '>', '<', '=']);
    number.starts_with(|c: char| c.is_ascii_digit())
        && number.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-+*".contains(&b))
}

/// The packages that stand before a version and those in back-ticks: nothing else says of a bare word that it is one.
pub(super) fn versioned(object: &[Token<'_>]) -> Vec<Constraint> {
    let named = object.iter().enumerate().filter_map(|(at, token)| {
        let version = version_behind(object, at)?;
        let named = token.kind == Kind::Code
            || is_bare_package(token, object.get(at + 1)) && is_named_at(object, at);
        named.then(|| at_version(token.text, &version)).flatten()
    });
    named.collect()
}

/// Whether the words before a bare word let it be the name of a package: "the package zod", "dayjs and zod"; not "dependency
/// caching", "updates silently", "dependencies upfront".
fn is_named_at(object: &[Token<'_>], at: usize) -> bool {
    let Some(token) = object.get(at) else { return false };
    let before = at.checked_sub(1).and_then(|before| object.get(before)).filter(|t| t.is_word());
    let Some(before) = before else { return true };
    if lexicon::is_adverb(&token.lower) {
        return matches!(&*before.lower, "and" | "or" | "plus");
    }
    if lexicon::is_kind_of_package(&before.lower) {
        return !lexicon::is_about_dependencies(&token.lower);
    }
    // Several are named in a row, or with their versions.
    let next = object.get(at + 1);
    let row = next.is_some_and(|t| t.kind == Kind::Comma || t.is("and") || is_version(t));
    if lexicon::is_kind_of_packages(&before.lower) {
        return row;
    }
    lexicon::is_before_package(&before.lower)
        || lexicon::is_determiner(&before.lower)
        || lexicon::verb(&before.lower).is_some()
        || before.is("on")
        || is_version(before)
}

/// What stands for some package or other and is the name of none.
#[rustfmt::skip]
const ANY: &[&str] = &[
    "another", "any", "anything", "either", "everything", "it", "none", "nothing", "one", "others", "some", "something", "such", "that",
    "these", "this", "those", "whatever", "whichever",
];

/// A bare word that names a package: lower case, and no English around it.
fn is_bare_package(token: &Token<'_>, next: Option<&Token<'_>>) -> bool {
    // "Install + configure X": a second verb.
    let verb = lexicon::verb(&token.lower).is_some_and(|(_, sure)| sure);
    let plain = verb
        || ANY.contains(&&*token.lower)
        || lexicon::is_about_packages(&token.lower)
        || lexicon::is_determiner(&token.lower)
        || lexicon::is_platform(&token.lower);
    let joined = next.is_none_or(|next| {
        !next.is_word() || is_version(next) || lexicon::is_behind_package(&next.lower)
    });
    let lower = token
        .text
        .bytes()
        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"@/._-<>=~^".contains(&b));
    !plain && joined && lower && !is_version(token)
}

/// Whether an object names packages and nothing else: literals, or bare names without English between.
pub(super) fn is_plain_list(object: &[Token<'_>]) -> bool {
    object.iter().any(Token::is_literal)
        || object.iter().enumerate().filter(|(_, token)| token.is_word()).all(|(at, token)| {
            let version = at > 0 && is_version(token);
            version
                || lexicon::is_about_packages(&token.lower)
                || lexicon::is_determiner(&token.lower)
                || is_bare_package(token, object.get(at + 1)) && is_named_at(object, at)
        })
}

/// The packages of an item in a list of packages.
pub(super) struct Item {
    pub found: Vec<Constraint>,
    /// Whether more is said of them: "zod - validates the forms".
    pub glossed: bool,
}

/// "zod", "`zod` ^3.22", "zod and undici (for the client)": names, and what they are for.
pub(super) fn item(tokens: &[Token<'_>]) -> Option<Item> {
    let goes_on = |t: &Token<'_>| {
        matches!(t.kind, Kind::Dash | Kind::Open | Kind::Colon | Kind::Stop)
            || t.is_word() && (lexicon::is_goal(&t.lower) || lexicon::is_aside(&t.lower))
    };
    let end = tokens.iter().position(goes_on).unwrap_or(tokens.len());
    let (row, gloss) = tokens.split_at_checked(end)?;
    let names = row.iter().enumerate().all(|(at, token)| {
        let joins = token.kind == Kind::Comma || token.is("and");
        let literal = token.is_literal() && !token.text.contains(' ');
        let bare = || is_bare_package(token, row.get(at + 1)) && is_named_at(row, at);
        joins || literal || token.is_word() && (at > 0 && is_version(token) || bare())
    });
    let found = if names { installed(row) } else { Vec::new() };
    let glossed = gloss.iter().any(|t| t.is_word() || t.is_literal());
    (!found.is_empty() && !below::is_otherwise(gloss)).then_some(Item { found, glossed })
}

/// Whether an object is nothing but packages: literals, or a single bare name.
pub(super) fn is_all_packages(object: &[Token<'_>]) -> bool {
    let words = || {
        object.iter().filter(|t| {
            t.is_word()
                && !matches!(&*t.lower, "and" | "the" | "a" | "both")
                && !NOUNS.contains(&&*t.lower)
        })
    };
    let literals = object.iter().any(Token::is_literal);
    if literals { words().next().is_none() } else { words().count() == 1 }
}

/// Whether the words speak of a dependency: "a dependency on", "to devDependencies", "the `x` crate".
pub(super) fn speaks_of_dependency(tokens: &[Token<'_>]) -> bool {
    tokens.iter().enumerate().any(|(at, token)| {
        let after_code = || {
            at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|t| t.kind == Kind::Code)
        };
        let listed = token.kind == Kind::Code && token.lower.ends_with("dependencies");
        listed
            || token.is_word()
                && match &*token.lower {
                    "dependency" | "dependencies" | "devdependency" | "devdependencies"
                    | "deps" | "dépendances" | "dependencias" | "dependências"
                    | "dev-dependency" | "dev-dependencies" | "peerdependencies" => true,
                    "crate" | "package" | "library" | "gem" => after_code(),
                    _ => false,
                }
    })
}
