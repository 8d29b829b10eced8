//! Which file of the room a relative import may mean.

use super::syntax::Language;

/// In the order in which they are tried; none for what is not in the workspace.
pub(crate) fn candidates(path: &str, source: &str) -> Vec<String> {
    match Language::of(path) {
        Some(Language::TypeScript | Language::Tsx | Language::JavaScript) => script(path, source),
        Some(Language::Python) => python(path, source),
        Some(Language::Rust) => rust(path, source),
        Some(Language::Go) | None => Vec::new(),
    }
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Resolves `.` and `..`; none where the path leaves the workspace.
fn joined(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

fn script(path: &str, source: &str) -> Vec<String> {
    if !source.starts_with('.') {
        return Vec::new();
    }
    let Some(target) = joined(folder(path), source) else { return Vec::new() };
    // `./a.js` is what a TypeScript file calls the `./a.ts` beside it.
    let stem = [".js", ".jsx", ".mjs", ".cjs"].iter().find_map(|end| target.strip_suffix(end));
    let stem = stem.unwrap_or(&target).to_owned();
    let ends = ["ts", "tsx", "mts", "cts", "d.ts", "js", "jsx", "mjs", "cjs"];
    let mut candidates = vec![target.clone()];
    candidates.extend(ends.iter().map(|end| format!("{stem}.{end}")));
    candidates.extend(ends.iter().map(|end| format!("{target}/index.{end}")));
    candidates.retain(|candidate| candidate != path);
    candidates
}

fn python(path: &str, source: &str) -> Vec<String> {
    let dots = source.chars().take_while(|c| *c == '.').count();
    let name = source.trim_start_matches('.').replace('.', "/");
    let own = folder(path);
    let roots: Vec<String> = if dots > 0 {
        let ups = "../".repeat(dots - 1);
        joined(own, &ups).into_iter().collect()
    } else {
        // From the file's own folder and every one above it, any of which may be the root.
        let mut roots = vec![own.to_owned()];
        let mut here = own;
        while !here.is_empty() {
            here = folder(here);
            roots.push(here.to_owned());
        }
        roots.push("src".into());
        roots
    };
    let mut candidates = Vec::new();
    for target in roots.iter().filter_map(|root| joined(root, &name)) {
        let files = ["py", "pyi"].map(|end| format!("{target}.{end}"));
        let package = joined(&target, "__init__.py");
        candidates.extend(files.into_iter().filter(|_| !name.is_empty()).chain(package));
    }
    candidates.retain(|candidate| candidate != path);
    candidates
}

fn rust(path: &str, source: &str) -> Vec<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let own = folder(path);
    let is_root = matches!(name, "lib.rs" | "main.rs" | "mod.rs");
    let below = match is_root {
        true => own.to_owned(),
        false => path.trim_end_matches(".rs").to_owned(),
    };
    let mut here = below;
    let mut parts: Vec<&str> = source.split("::").collect();
    while let Some(first) = parts.first().copied() {
        here = match first {
            "self" => here,
            "super" => folder(&here).to_owned(),
            "crate" => match path.rfind("src/") {
                Some(at) => path.get(..at + 3).unwrap_or_default().to_owned(),
                None => own.to_owned(),
            },
            _ => break,
        };
        parts.remove(0);
    }
    let Some(target) = joined(&here, &parts.join("/")) else { return Vec::new() };
    let mut candidates = vec![format!("{target}.rs"), format!("{target}/mod.rs")];
    if parts.is_empty() {
        candidates.extend(["lib.rs", "main.rs", "mod.rs"].map(|root| format!("{target}/{root}")));
    }
    candidates.retain(|candidate| candidate != path);
    candidates
}
