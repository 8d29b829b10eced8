//! Tools that Verification had better not run so: of whatever version, with options that let everything pass,
//! or models.

/// Options with which a tool succeeds although there was nothing to check, or although it found something.
const TOLERANT: [&str; 11] = [
    "--passWithNoTests",
    "--passWithNoTests=true",
    "--pass-with-no-tests",
    "--no-error-on-unmatched-pattern",
    "--allow-no-tests",
    "--no-tests=pass",
    "--no-tests=warn",
    "--suppress-no-test-exit-code",
    "--if-present",
    "--exit-zero",
    "--allow-empty-input",
];
const MODELS: [&str; 9] =
    ["claude", "codex", "gemini", "aider", "ollama", "opencode", "cursor-agent", "sgpt", "chatgpt"];

pub(super) fn tolerates_nothing<'a>(arguments: &[&'a str]) -> Option<&'a str> {
    arguments.iter().copied().find(|argument| TOLERANT.contains(argument))
}

pub(super) fn asks_a_model(program: &str, arguments: &[&str]) -> bool {
    let only_looks = ["--version", "--help", "-h", "-V"];
    MODELS.contains(&program) && !arguments.iter().any(|argument| only_looks.contains(argument))
}

/// Why a command may run something else tomorrow.
pub(super) fn unpinned(words: &[&str]) -> Option<String> {
    let tags = ["@latest", "@next", "@canary", "@master", "@main", ":latest"];
    if let Some(newest) = words.iter().find(|word| tags.iter().any(|tag| word.ends_with(tag))) {
        return Some(format!("`{newest}` is another version tomorrow"));
    }
    let only_leads = |word: &str| {
        word.bytes().any(|byte| byte == b'=')
            || matches!(word, "sudo" | "time" | "env" | "exec" | "python" | "python3" | "-m" | "uv")
    };
    let leads = words.iter().take_while(|word| only_leads(word)).count();
    let (program, rest) = words.get(leads..)?.split_first()?;
    let verb = rest.first().copied().unwrap_or_default();
    let of_verb = rest.get(1..).unwrap_or_default();
    let package = match (*program, verb) {
        ("npx" | "bunx", _) => {
            let fetches = rest.iter().take_while(|word| word.starts_with('-'));
            let fetches = fetches.into_iter().any(|word| matches!(*word, "-y" | "--yes"));
            fetches.then(|| package(rest)).flatten()?
        }
        ("uvx" | "pipx", _) => package(if verb == "run" { of_verb } else { rest })?,
        ("pnpm" | "yarn", "dlx")
        | ("pip" | "pip3", "install")
        | ("npm", "install" | "i" | "add")
        | ("yarn" | "pnpm" | "bun", "add")
        | ("gem" | "brew" | "apt" | "apt-get", "install") => package(of_verb)?,
        ("cargo", "install") => {
            let settled = ["--path", "--version", "--git"];
            let is_settled = of_verb.iter().any(|word| settled.contains(word));
            (!is_settled).then(|| package(of_verb)).flatten()?
        }
        _ => return None,
    };
    (!is_pinned(package))
        .then(|| format!("no version of `{package}` is named, so it is another tomorrow"))
}

/// Why a command that installs what the project needs depends on the network. One that names a package is told for
/// its version.
pub(super) fn installs(program: &str, arguments: &[&str]) -> Option<String> {
    let (program, arguments) = match (program, arguments) {
        ("python" | "python3", ["-m", "pip", rest @ ..]) | ("uv", ["pip", rest @ ..]) => {
            ("pip", rest)
        }
        _ => (program, arguments),
    };
    let (verb, rest) = arguments.split_first()?;
    let names_none = || rest.iter().all(|word| word.starts_with('-'));
    let from_a_list = || rest.iter().any(|word| matches!(*word, "-r" | "--requirement"));
    let fetches = match (program, *verb) {
        ("npm", "ci" | "clean-install")
        | ("go", "get")
        | ("docker" | "podman", "pull")
        | ("cargo", "fetch") => true,
        ("npm" | "pnpm" | "yarn" | "bun" | "poetry" | "bundle" | "composer", "install")
        | ("npm" | "pnpm", "i") => names_none(),
        ("pip" | "pip3", "install") => from_a_list(),
        ("uv", "sync") => true,
        _ => false,
    };
    let offline = ["--offline", "--no-index", "--local", "--frozen-offline"];
    (fetches && !rest.iter().any(|word| offline.contains(word)))
        .then(|| format!("`{program} {verb}` depends on the network"))
}

/// The first that is no option. What is installed from a file or a folder is in the workspace.
fn package<'a>(words: &[&'a str]) -> Option<&'a str> {
    let from_a_file = ["-r", "--requirement", "-e", "--editable", "-c", "--constraint"];
    if words.iter().any(|word| from_a_file.contains(word)) {
        return None;
    }
    let name = words.iter().copied().find(|word| !word.starts_with('-'))?;
    let is_local =
        name.starts_with(['.', '/', '$']) || name.ends_with(".whl") || name.ends_with(".tgz");
    (!is_local).then_some(name)
}

/// `name@1.2`, `@scope/name@1`, `name==1.2`, `name:1.2`.
fn is_pinned(package: &str) -> bool {
    let name = package.strip_prefix('@').unwrap_or(package);
    name.contains('@') || name.contains("==") || name.contains("~=")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_project_needs_is_installed_before() {
        let told = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            words.split_first().is_some_and(|(first, rest)| installs(first, rest).is_some())
        };
        for line in [
            "npm install",
            "npm ci",
            "pnpm install --frozen-lockfile",
            "go get x",
            "pip install -r r.txt",
            "python3 -m pip install -r r.txt",
            "docker pull redis:7",
        ] {
            assert!(told(line), "{line}");
        }
        for line in [
            "npm ci --offline",
            "npm test",
            "pip install -e .",
            "npm install left-pad@1.3.0",
            "go test ./...",
            "npm",
        ] {
            assert!(!told(line), "{line}");
        }
    }

    #[test]
    fn a_tool_is_pinned_by_its_version_or_by_the_workspace() {
        let told = |line: &str| unpinned(&line.split(' ').collect::<Vec<_>>()).is_some();
        for line in [
            "npx prettier@latest --check .",
            "npx -y prettier --check .",
            "npx --yes @biomejs/biome ci",
            "pip install pytest",
            "python -m pip install -U pytest",
            "uv pip install ruff",
            "npm install -g typescript",
            "pnpm dlx prettier .",
            "uvx ruff check",
            "cargo install cargo-nextest",
            "go install example.org/x@latest",
            "docker run node:latest",
            "sudo apt-get install jq",
        ] {
            assert!(told(line), "{line}");
        }
        for line in [
            "npx prettier --check .",
            "npx -y prettier@3.3.0 --check .",
            "npx --yes @biomejs/biome@1.9.4 ci",
            "npm ci",
            "npm install",
            "pip install -r requirements.txt",
            "pip install -e .",
            "pip install .",
            "pip install pytest==8.3.2",
            "cargo install --path .",
            "cargo install cargo-nextest --version 0.9.1",
            "git log main@latest~1",
            "",
        ] {
            assert!(!told(line), "{line}");
        }
    }
}
