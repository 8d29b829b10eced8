//! Packages that a text wants among the dependencies.

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
    let mut names: Vec<&str> = Vec::new();
    let mut at = the;
    while let Some(token) = rest.get(at).filter(|t| t.is_word() && !NOUNS.contains(&&*t.lower)) {
        if lexicon::is_registry(&token.lower) {
            break;
        }
        names.push(token.text);
        at += 1;
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
    let swap = |name: &str| swapped && rest.len() == 1 && is_name(name);
    let known = |name: &&str| sure || registries.know(name) || swap(name);
    if (the == 1 && !noun) || !ends || names.is_empty() || !names.iter().all(known) {
        return Vec::new();
    }
    names.into_iter().filter_map(of_spec).collect()
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
            Kind::Code | Kind::Quote => found.extend(of_spec(token.text)),
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
                // "React Router v6": what follows a capital is the rest of a product's name.
                let before = at.checked_sub(1).and_then(|at| object.get(at));
                let named = before.is_some_and(|before| {
                    before.is_word() && before.text.starts_with(|c: char| c.is_uppercase())
                });
                if !on && !named && is_bare_package(token, next) {
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

/// What stands behind a package for its version: "3.22", "^1.6", "v2", "3.22 or newer", "2.1+".
fn version_behind(object: &[Token<'_>], at: usize) -> Option<String> {
    let next = object.get(at + 1).filter(|t| is_version(t))?;
    let version = next.text;
    let least = version.trim_start_matches('v').trim_end_matches('+');
    let or_newer = || {
        let joined = object.get(at + 2).is_some_and(|t| t.is("or") || t.is("and"));
        let up = ["above", "greater", "higher", "later", "newer", "up"];
        joined && object.get(at + 3).is_some_and(|t| up.iter().any(|word| t.is(word)))
    };
    let is_plain = least.starts_with(|c: char| c.is_ascii_digit());
    let open = is_plain && (version.ends_with('+') || or_newer());
    Some(if open { format!(">={least}") } else { version.to_owned() })
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
        let named = token.kind == Kind::Code || is_bare_package(token, object.get(at + 1));
        named.then(|| at_version(token.text, &version)).flatten()
    });
    named.collect()
}

/// A bare word that names a package: lower case, and no English around it.
fn is_bare_package(token: &Token<'_>, next: Option<&Token<'_>>) -> bool {
    // "Install + configure X": a second verb.
    let verb = lexicon::verb(&token.lower).is_some_and(|(_, sure)| sure);
    let plain =
        verb || lexicon::is_about_packages(&token.lower) || lexicon::is_platform(&token.lower);
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
                || is_bare_package(token, object.get(at + 1))
        })
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
