//! What is a path in a text about programs, and what only looks like one.

/// What a word or code span is, judged by its letters alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Plain,
    File,
    Directory,
    /// `src/parse.rs:212`: a place in a file that is there.
    Location,
}

/// Endings that make a name a file even without a folder before it.
#[rustfmt::skip]
const EXTENSIONS: &[&str] = &[
    "adoc", "asm", "astro", "avsc", "bash", "bat", "bats", "bib", "bicep", "bru", "bzl", "c",
    "cabal", "capnp", "cc", "cfg", "cjs", "clj", "cmake", "conf", "cpp", "cs", "csl", "csproj",
    "css", "csv", "cts", "cu", "cuh", "cxx", "dart", "dhall", "dockerfile", "docx", "drawio", "ejs",
    "elm", "erb", "erl", "ex", "excalidraw", "exs", "f90", "fbs", "fish", "fs", "fsproj", "gd",
    "gemspec", "gif", "glsl", "go", "gql", "gradle", "graphql", "h", "haml", "hbs", "hcl", "hlsl",
    "hpp", "hs", "htm", "html", "http", "ico", "ini", "ipynb", "java", "jinja", "jl", "jpeg", "jpg",
    "js", "json", "json5", "jsonc", "jsonl", "jsonnet", "jsx", "kt", "kts", "ld", "lean", "less",
    "libsonnet", "liquid", "lua", "md", "mdc", "mdx", "mjs", "ml", "mli", "mmd", "mp3", "mp4",
    "mts", "ndjson", "nim", "nix", "njk", "onnx", "otf", "parquet", "pdf", "php", "pkl", "pl",
    "plantuml", "plist", "png", "po", "podspec", "pptx", "prisma", "properties", "props", "proto",
    "ps1", "pt", "puml", "purs", "py", "pyi", "pyx", "qmd", "rb", "rego", "rkt", "rmd", "robot",
    "rs", "rst", "sass", "sbt", "scala", "scss", "service", "sh", "sln", "slnx", "snap", "sol",
    "sql", "styl", "sv", "svelte", "svg", "svh", "swift", "targets", "tcl", "tex", "tf", "tfvars",
    "tmpl", "toml", "tpl", "ts", "tscn", "tsv", "tsx", "ttf", "twig", "txt", "vala", "vbproj",
    "vhd", "vhdl", "vue", "wasm", "wav", "webp", "wgsl", "wit", "woff", "woff2", "xcconfig", "xlf",
    "xliff", "xlsx", "xml", "yaml", "yml", "zig", "zsh",
];

/// Endings of a file only under a name of their own, so that `process.env` and `mutex.lock` are none.
#[rustfmt::skip]
const RARE_EXTENSIONS: &[&str] = &[
    "example", "sample", "template", "local", "lock", "development", "production", "test",
];

#[rustfmt::skip]
const NAMES: &[&str] = &[
    "Brewfile", "CODEOWNERS", "Caddyfile", "Containerfile", "Dockerfile", "Gemfile", "Jenkinsfile",
    "Justfile", "LICENSE", "MANIFEST.in", "Makefile", "NOTICE", "Pipfile", "Procfile", "Rakefile", "Tiltfile",
    "Vagrantfile", "go.mod", "go.sum", "go.work", "justfile", "py.typed",
];

/// Names that are files when set in back-ticks or under a folder.
#[rustfmt::skip]
const QUOTED_NAMES: &[&str] = &[
    "README", "CHANGELOG", "AUTHORS", "BUILD", "WORKSPACE",
];

#[rustfmt::skip]
const HOSTS: &[&str] = &[
    "com", "org", "net", "io", "dev", "ai", "app", "in", "co",
];

/// More than one brace group of a few names is not a list a person wrote.
const MOST_EXPANDED: usize = 32;

pub(super) fn shape(text: &str, set_apart: bool) -> Shape {
    if text.len() < 2 || text.len() > 300 || text.contains("://") || text.contains("()") {
        return Shape::Plain;
    }
    let plain = text.strip_prefix("./").unwrap_or(text);
    let (plain, located) = match without_line(plain) {
        Some(path) => (path, true),
        None => (plain, false),
    };
    let braces = plain.contains('{');
    if !plain
        .chars()
        .all(|c| c.is_alphanumeric() || "._-+@/()[]".contains(c) || (braces && "{}, ".contains(c)))
        || plain.starts_with(['/', '@', '-', '+'])
        || plain.contains("..")
        || plain.contains("//")
        || (braces && expand(plain).is_none())
        || is_placeholder(plain)
    {
        return Shape::Plain;
    }
    if let Some(folder) = plain.strip_suffix('/') {
        // "w/" is "with".
        let dirs = set_apart || folder.len() > 1;
        return if dirs && !folder.is_empty() { Shape::Directory } else { Shape::Plain };
    }
    match (is_file(plain, set_apart), located) {
        (true, false) => Shape::File,
        (true, true) => Shape::Location,
        (false, _) => Shape::Plain,
    }
}

/// The path before `:12`, `:12-20` or `:12:5`.
fn without_line(text: &str) -> Option<&str> {
    let (path, lines) = text.split_once(':')?;
    let numbers =
        lines.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b':' | b',' | b'L'));
    (numbers && lines.bytes().any(|b| b.is_ascii_digit())).then_some(path)
}

fn is_placeholder(path: &str) -> bool {
    ["XXX", "NNN", "YYYY", "xxx", "path/to/"].iter().any(|mark| path.contains(mark))
}

fn is_file(path: &str, set_apart: bool) -> bool {
    let (folder, name) = path.rsplit_once('/').map_or((None, path), |(f, n)| (Some(f), n));
    if folder.is_some_and(is_host) {
        return false;
    }
    let listed = NAMES.contains(&name)
        || NAMES.iter().any(|known| name.strip_prefix(known).is_some_and(|r| r.starts_with('.')))
        || name.strip_prefix("LICENSE-").is_some_and(|r| r.bytes().any(|b| b.is_ascii_uppercase()))
        || ((set_apart || folder.is_some()) && QUOTED_NAMES.contains(&name));
    if listed {
        return true;
    }
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let ending_lower = ending.to_ascii_lowercase();
    let known = EXTENSIONS.binary_search(&ending_lower.as_str()).is_ok();
    let stem_has_letter = stem.chars().any(char::is_alphanumeric);
    if stem.is_empty() {
        // `.gitignore` is a file, `.ts` is an ending.
        return is_dotfile(ending) && (!known || folder.is_some());
    }
    if known && stem_has_letter {
        return folder.is_some() || set_apart || !is_product(stem, ending);
    }
    let dotfile = stem.starts_with('.') && RARE_EXTENSIONS.contains(&ending);
    let lock = ending == "lock"
        && matches!(
            stem,
            "Cargo"
                | "yarn"
                | "bun"
                | "poetry"
                | "uv"
                | "composer"
                | "flake"
                | "Gemfile"
                | "Pipfile"
        );
    let foldered = folder.is_some()
        && set_apart
        && stem_has_letter
        && (1..=10).contains(&ending.len())
        && ending.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        && ending.bytes().any(|b| b.is_ascii_lowercase());
    dotfile || lock || foldered
}

fn is_dotfile(name: &str) -> bool {
    name.len() >= 3
        && name
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_'))
        && (name.ends_with("rc")
            || name.ends_with("ignore")
            || name.ends_with("attributes")
            || name.ends_with("-version")
            || matches!(
                name,
                "clang-format"
                    | "clang-tidy"
                    | "editorconfig"
                    | "env"
                    | "flake8"
                    | "gitkeep"
                    | "gitmodules"
                    | "htaccess"
                    | "mailmap"
                    | "nojekyll"
                    | "tool-versions"
                    | "yamllint"
            ))
}

/// `Node.js` and `Next.js` are products; `Button.js` set in back-ticks or under a folder is a file.
fn is_product(stem: &str, ending: &str) -> bool {
    ending == "js"
        && stem.starts_with(|c: char| c.is_ascii_uppercase())
        && !stem.contains(['.', '-', '_'])
        || stem.eq_ignore_ascii_case("asp")
}

fn is_host(folder: &str) -> bool {
    let first = folder.split('/').next().unwrap_or_default();
    !first.starts_with('.')
        && first.rsplit_once('.').is_some_and(|(_, domain)| HOSTS.contains(&domain))
}

/// `src/{a,b}.ts` as its paths; nothing where the braces are no short list.
pub(super) fn expand(path: &str) -> Option<Vec<String>> {
    let path = path.strip_prefix("./").unwrap_or(path);
    let Some((before, rest)) = path.split_once('{') else { return Some(vec![path.to_owned()]) };
    let (list, after) = rest.split_once('}')?;
    let names: Vec<&str> = list.split(',').take(MOST_EXPANDED + 1).collect();
    let listed = (2..=MOST_EXPANDED).contains(&names.len());
    if !listed || list.contains('{') || after.contains(['{', '}']) {
        return None;
    }
    Some(names.into_iter().map(|name| format!("{before}{}{after}", name.trim())).collect())
}

/// Files that are as good empty: markers, and the `__init__.py` of a package.
pub(super) fn is_often_empty(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    matches!(name, "__init__.py" | "py.typed" | ".gitkeep" | ".keep" | ".nojekyll")
}

/// Endings of what people write for a program to be made of or to be run by.
#[rustfmt::skip]
const SOURCES: &[&str] = &[
    "bash", "c", "cc", "cjs", "clj", "cpp", "cs", "css", "cxx", "dart", "erl", "ex", "exs", "go", "h", "hpp", "hs", "java",
    "jl", "js", "jsx", "kt", "kts", "lua", "mjs", "ml", "mts", "nim", "php", "pl", "proto", "ps1", "py", "pyi", "rb", "rs",
    "scala", "scss", "sh", "sql", "svelte", "swift", "tf", "ts", "tsx", "vue", "zig", "zsh",
];

/// A file that no program writes while it runs.
pub(super) fn is_source(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    NAMES.contains(&name)
        || path.starts_with(".github/")
        || ending.is_some_and(|ending| SOURCES.binary_search(&ending.as_str()).is_ok())
}

/// A test file by its name or its folder.
pub(super) fn is_test(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    let name = lower.rsplit('/').next().unwrap_or_default();
    lower
        .split('/')
        .any(|part| matches!(part, "test" | "tests" | "__tests__" | "spec" | "specs" | "e2e"))
        || name.contains("test")
        || name.contains(".spec.")
        || name.contains("_spec.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_endings_is_sorted() {
        assert!(EXTENSIONS.is_sorted());
        assert!(SOURCES.is_sorted());
    }

    #[test]
    fn files_are_told_from_what_looks_like_them() {
        let bare = [
            ("src/http/retry.ts", Shape::File),
            ("./scripts/seed.sh", Shape::File),
            ("app/[locale]/(shop)/page.tsx", Shape::File),
            ("parser_test.go", Shape::File),
            ("Dockerfile", Shape::File),
            ("Dockerfile.prod", Shape::File),
            ("docker/Dockerfile", Shape::File),
            (".gitignore", Shape::File),
            (".env.example", Shape::File),
            ("Cargo.lock", Shape::File),
            (".github/workflows/ci.yml", Shape::File),
            ("src/{read,write}.rs", Shape::File),
            (".github/workflows/", Shape::Directory),
            ("src/parse.rs:212", Shape::Location),
            ("src/parse.rs:10-20", Shape::Location),
            ("https://example.org/a/setup.md", Shape::Plain),
            ("example.com/setup.md", Shape::Plain),
            ("golang.org/x/sync", Shape::Plain),
            ("Node.js", Shape::Plain),
            ("e.g.", Shape::Plain),
            ("2.4.1", Shape::Plain),
            ("v1.2.3", Shape::Plain),
            ("and/or", Shape::Plain),
            ("sync.RWMutex", Shape::Plain),
            ("process.env", Shape::Plain),
            ("mutex.lock", Shape::Plain),
            ("console.log", Shape::Plain),
            ("client.get()", Shape::Plain),
            (".ts", Shape::Plain),
            (".NET", Shape::Plain),
            ("/api/users.json", Shape::Plain),
            ("../outside.md", Shape::Plain),
            ("src/**/*.ts", Shape::Plain),
            ("logs/{id}.json", Shape::Plain),
            ("docs/<name>.md", Shape::Plain),
        ];
        for (text, expected) in bare {
            assert_eq!(shape(text, false), expected, "{text}");
        }
        for (text, expected) in [
            ("Button.js", Shape::File),
            ("presets/", Shape::Directory),
            ("README", Shape::File),
            ("deploy/base.kustomization", Shape::Plain),
            ("views/home.blade", Shape::File),
        ] {
            assert_eq!(shape(text, true), expected, "{text}");
        }
    }

    #[test]
    fn braces_are_expanded_within_bounds() {
        assert_eq!(expand("src/{a, b}.ts").unwrap(), ["src/a.ts", "src/b.ts"]);
        assert_eq!(expand("src/{id}.ts"), None);
        assert_eq!(expand("{a,{b,c}}.ts"), None);
        assert_eq!(expand("{a,b}/{c,d}.ts"), None);
        assert_eq!(expand(&format!("{{{}b}}.ts", "a,".repeat(100))), None);
    }
}
