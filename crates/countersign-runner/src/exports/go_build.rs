//! What `//go:build` says about whether a file is built.

use super::presence::Presence;

/// By the lines before the package.
pub(crate) fn presence(text: &str) -> Presence {
    let head = || text.lines().map(str::trim).take_while(|line| !line.starts_with("package "));
    let constraint = head().find_map(|line| line.strip_prefix("//go:build ")).map(str::to_owned);
    let older = || {
        let lines =
            head().filter_map(|line| line.strip_prefix("//")?.trim().strip_prefix("+build "));
        let one = |line: &str| {
            let options: Vec<String> =
                line.split_whitespace().map(|option| option.replace(',', "&&")).collect();
            format!("({})", options.join("||"))
        };
        let lines: Vec<String> = lines.map(one).collect();
        (!lines.is_empty()).then(|| lines.join("&&"))
    };
    let Some(constraint) = constraint.or_else(older) else { return Presence::Certain };
    let plain: String = constraint.chars().filter(|c| !c.is_whitespace()).collect();
    let mut reader = Reader { rest: &plain, depth: 0 };
    match reader.either() {
        Some(true) if reader.rest.is_empty() => Presence::Certain,
        // A command may ask for a tag, and another machine has other ones.
        _ => Presence::Perhaps(format!("//go:build {}", constraint.trim())),
    }
}

struct Reader<'t> {
    rest: &'t str,
    depth: usize,
}

impl Reader<'_> {
    fn either(&mut self) -> Option<bool> {
        let mut holds = self.all()?;
        while self.takes("||") {
            holds |= self.all()?;
        }
        Some(holds)
    }

    fn all(&mut self) -> Option<bool> {
        let mut holds = self.one()?;
        while self.takes("&&") {
            holds &= self.one()?;
        }
        Some(holds)
    }

    fn one(&mut self) -> Option<bool> {
        const DEEPEST: usize = 20;
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let holds = if self.takes("!") {
            !self.one()?
        } else if self.takes("(") {
            let inside = self.either()?;
            self.takes(")").then_some(inside)?
        } else {
            let end = self.rest.find(['|', '&', '!', '(', ')']).unwrap_or(self.rest.len());
            let (tag, rest) = self.rest.split_at_checked(end)?;
            self.rest = rest;
            is_set(tag)
        };
        self.depth -= 1;
        Some(holds)
    }

    fn takes(&mut self, token: &str) -> bool {
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

/// Whether it is so on this machine when nobody asks for a tag.
fn is_set(tag: &str) -> bool {
    let arch = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let is_old_enough = |version: &str| version.parse::<u32>().is_ok_and(|minor| minor <= 18);
    tag == arch
        || tag == system
        || matches!(tag, "gc" | "cgo")
        || (tag == "unix" && cfg!(unix))
        || tag.strip_prefix("go1.").is_some_and(is_old_enough)
}
