//! Families with few ways of their own: Swift, .NET, Elixir, Deno, PHP, Ruby.

use serde_json::Value;

use super::folders::{Below, Folder};
use super::toolchain::{Family, Notice, Toolchain};

pub(super) fn detect_swift(folder: Folder<'_, '_>, _: &mut Vec<Notice>) -> Option<Toolchain> {
    const MARKER: &str = "Package.swift";
    if !folder.has(MARKER) {
        return None;
    }
    let mut chain = Toolchain::new(Family::Swift, folder.dir);
    if folder.text(MARKER).is_none() {
        chain.test = folder.assumed("swift test", MARKER);
        chain.lint = folder.assumed("swiftlint", MARKER);
        chain.typecheck = folder.assumed("swift build", MARKER);
        chain.build = folder.assumed("swift build", MARKER);
        return Some(chain);
    }
    if folder.below(Below::SwiftTests) {
        chain.test = folder.command("swift test", MARKER, "a package with Tests");
    }
    if let Some(file) = folder.first(&[".swiftlint.yml", ".swiftlint.yaml"]) {
        chain.lint = folder.command("swiftlint", file, "configuration of swiftlint");
    }
    chain.typecheck = folder.command("swift build", MARKER, "a package");
    chain.build = folder.command("swift build", MARKER, "a package");
    Some(chain)
}

pub(super) fn detect_dotnet(folder: Folder<'_, '_>, _: &mut Vec<Notice>) -> Option<Toolchain> {
    let is_solution = |name: &str| name.ends_with(".sln") || name.ends_with(".slnx");
    let is_project = |name: &str| name.ends_with(".csproj") || name.ends_with(".fsproj");
    // A solution above builds and tests its projects.
    if folder.upwards().skip(1).any(|above| above.names().any(is_solution)) {
        return None;
    }
    let solution = folder.names().find(|name| is_solution(name));
    if let Some(marker) = solution.or_else(|| folder.names().find(|name| is_project(name))) {
        // What such a file says is not looked at: its name is enough for these commands.
        let mut chain = Toolchain::new(Family::Dotnet, folder.dir);
        if folder.below(Below::DotnetTests) {
            chain.test = folder.command("dotnet test", marker, "with a test project");
        } else {
            chain.test = folder.assumed("dotnet test", marker);
        }
        chain.lint = folder.assumed("dotnet format --verify-no-changes", marker);
        chain.typecheck = folder.command("dotnet build", marker, "a project");
        chain.build = folder.command("dotnet build", marker, "a project");
        return Some(chain);
    }
    let properties = folder.first(&["Directory.Packages.props", "Directory.Build.props"])?;
    let mut chain = Toolchain::new(Family::Dotnet, folder.dir);
    chain.test = folder.assumed("dotnet test", properties);
    chain.lint = folder.assumed("dotnet format --verify-no-changes", properties);
    chain.typecheck = folder.assumed("dotnet build", properties);
    chain.build = folder.assumed("dotnet build", properties);
    Some(chain)
}

pub(super) fn detect_elixir(folder: Folder<'_, '_>, _: &mut Vec<Notice>) -> Option<Toolchain> {
    const MARKER: &str = "mix.exs";
    if !folder.has(MARKER) {
        return None;
    }
    let mut chain = Toolchain::new(Family::Elixir, folder.dir);
    let Some(text) = folder.text(MARKER) else {
        chain.test = folder.assumed("mix test", MARKER);
        chain.build = folder.assumed("mix compile", MARKER);
        return Some(chain);
    };
    if folder.below(Below::ElixirTests) {
        chain.test = folder.command("mix test", MARKER, "a project with tests");
    }
    if text.contains(":credo") {
        chain.lint = folder.command("mix credo", MARKER, "dependency credo");
    }
    if folder.has(".formatter.exs") {
        chain.format =
            folder.command("mix format --check-formatted", ".formatter.exs", "its inputs");
    }
    if text.contains(":dialyxir") {
        chain.typecheck = folder.command("mix dialyzer", MARKER, "dependency dialyxir");
    }
    chain.build = folder.command("mix compile", MARKER, "a project");
    Some(chain)
}

/// Why nothing is known of a file of JSON.
fn unread(text: &str, what: &str) -> String {
    let why = if text.is_empty() { "nothing of it was read" } else { "not valid JSON" };
    format!("{why}, so its {what} are not known")
}

pub(super) fn detect_deno(folder: Folder<'_, '_>, notices: &mut Vec<Notice>) -> Option<Toolchain> {
    let marker = folder.first(&["deno.json", "deno.jsonc"])?;
    let mut chain = Toolchain::new(Family::Deno, folder.dir);
    let Some(text) = folder.text(marker) else {
        chain.test = folder.assumed("deno test", marker);
        chain.lint = folder.assumed("deno lint", marker);
        chain.typecheck = folder.assumed("deno check .", marker);
        return Some(chain);
    };
    let Ok(config) = serde_json::from_str::<Value>(&without_comments(text)) else {
        notices.push(folder.notice(marker, unread(text, "tasks")));
        return None;
    };
    let task = |name: &str| {
        config.get("tasks")?.get(name)?;
        folder.command(format!("deno task {name}"), marker, format!("tasks.{name}"))
    };
    let tests = || {
        let there = folder.below(Below::ScriptTests);
        if there { folder.command("deno test", marker, "a project with tests") } else { None }
    };
    chain.test = task("test").or_else(tests);
    chain.lint = task("lint").or_else(|| folder.command("deno lint", marker, "a project"));
    chain.format = task("fmt:check").or_else(|| {
        config.get("fmt")?;
        folder.command("deno fmt --check", marker, "fmt")
    });
    chain.typecheck =
        task("typecheck").or_else(|| folder.command("deno check .", marker, "a project"));
    chain.build = task("build");
    chain.end_to_end = task("e2e").or_else(|| task("test:e2e"));
    Some(chain)
}

/// Deno allows comments and trailing commas.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = rest.next() {
        match c {
            '\\' if quoted => {
                kept.push(c);
                kept.extend(rest.next());
                continue;
            }
            '"' => quoted = !quoted,
            '/' if !quoted && rest.peek() == Some(&'/') => {
                while rest.next_if(|c| *c != '\n').is_some() {}
                continue;
            }
            '/' if !quoted && rest.peek() == Some(&'*') => {
                let mut before = ' ';
                for c in rest.by_ref().skip(1) {
                    if before == '*' && c == '/' {
                        break;
                    }
                    before = c;
                }
                continue;
            }
            '}' | ']' if !quoted => {
                let end = kept.trim_end().len();
                if kept.get(..end).is_some_and(|kept| kept.ends_with(',')) {
                    kept.truncate(end.saturating_sub(1));
                }
            }
            _ => {}
        }
        kept.push(c);
    }
    kept
}

pub(super) fn detect_php(folder: Folder<'_, '_>, notices: &mut Vec<Notice>) -> Option<Toolchain> {
    const MARKER: &str = "composer.json";
    if !folder.has(MARKER) {
        return None;
    }
    let mut chain = Toolchain::new(Family::Php, folder.dir);
    let Some(text) = folder.text(MARKER) else {
        chain.test = folder.assumed("vendor/bin/phpunit", MARKER);
        return Some(chain);
    };
    let Ok(manifest) = serde_json::from_str::<Value>(text) else {
        notices.push(folder.notice(MARKER, unread(text, "scripts")));
        return None;
    };
    let script = |name: &str| {
        manifest.get("scripts")?.get(name)?;
        folder.command(format!("composer run-script {name}"), MARKER, format!("scripts.{name}"))
    };
    let program = |package: &str, run: &str| {
        let needs = |group: &str| manifest.get(group).is_some_and(|it| it.get(package).is_some());
        if needs("require-dev") || needs("require") {
            folder.command(run, MARKER, format!("dependency {package}"))
        } else {
            None
        }
    };
    chain.test = script("test")
        .or_else(|| program("pestphp/pest", "vendor/bin/pest"))
        .or_else(|| program("phpunit/phpunit", "vendor/bin/phpunit"));
    chain.lint =
        script("lint").or_else(|| program("squizlabs/php_codesniffer", "vendor/bin/phpcs"));
    chain.typecheck =
        script("phpstan").or_else(|| program("phpstan/phpstan", "vendor/bin/phpstan analyse"));
    Some(chain)
}

pub(super) fn detect_ruby(folder: Folder<'_, '_>, _: &mut Vec<Notice>) -> Option<Toolchain> {
    let marker = folder.first(&["Gemfile", "Rakefile"])?;
    let mut chain = Toolchain::new(Family::Ruby, folder.dir);
    let prefix = if marker == "Gemfile" { "bundle exec " } else { "" };
    let Some(text) = folder.text(marker) else {
        chain.test = folder.assumed(format!("{prefix}rake test"), marker);
        return Some(chain);
    };
    let rails = folder.inner("bin").is_some_and(|bin| bin.has("rails"));
    chain.test = if folder.below(Below::RubySpecs) {
        folder.command(format!("{prefix}rspec"), marker, "a project with specs")
    } else if folder.below(Below::RubyTests) && rails {
        folder.command("bin/rails test", "bin/rails", "a project with tests")
    } else if folder.below(Below::RubyTests) && folder.has("Rakefile") {
        folder.command(format!("{prefix}rake test"), "Rakefile", "a project with tests")
    } else {
        None
    };
    if folder.has(".rubocop.yml") && text.contains("rubocop") {
        chain.lint =
            folder.command(format!("{prefix}rubocop"), ".rubocop.yml", "its configuration");
    }
    Some(chain)
}
