//! `#[cfg(…)]`: tests that are for another machine than this one.

/// Whether the condition of an attribute certainly does not hold here. What a feature or a flag of the build decides is
/// not known.
pub fn fails_here(attribute: &str) -> bool {
    let Some(start) = attribute.find("cfg") else { return false };
    let rest = attribute.get(start + "cfg".len()..).unwrap_or_default().trim_start();
    let Some(inner) = rest.strip_prefix('(') else { return false };
    let mut reader = Reader { rest: inner };
    reader.predicate() == Some(false)
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    /// Nothing where it cannot be said.
    fn predicate(&mut self) -> Option<bool> {
        let name = self.word();
        if self.takes('(') {
            let all = self.list();
            return match name.as_str() {
                "not" => all.first().copied().flatten().map(|holds| !holds),
                "all" if all.contains(&Some(false)) => Some(false),
                "all" => all.iter().all(|one| *one == Some(true)).then_some(true),
                "any" if all.contains(&Some(true)) => Some(true),
                "any" => all.iter().all(|one| *one == Some(false)).then_some(false),
                _ => None,
            };
        }
        if self.takes('=') {
            let value = self.word();
            return match name.as_str() {
                "target_os" => Some(value == std::env::consts::OS),
                "target_family" => Some(value == std::env::consts::FAMILY),
                "target_arch" => Some(value == std::env::consts::ARCH),
                _ => None,
            };
        }
        match name.as_str() {
            "windows" | "unix" => Some(name == std::env::consts::FAMILY),
            "test" => Some(true),
            _ => None,
        }
    }

    fn list(&mut self) -> Vec<Option<bool>> {
        let mut all = Vec::new();
        while !self.rest.trim_start().is_empty() && !self.takes(')') {
            let before = self.rest.len();
            all.push(self.predicate());
            self.takes(',');
            if self.rest.len() == before {
                break;
            }
        }
        all
    }

    /// A name, or what stands in quotation marks.
    fn word(&mut self) -> String {
        let rest = self.rest.trim_start();
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let quoted = rest.strip_prefix('"').and_then(|inner| inner.split_once('"'));
        let (word, rest) = quoted.unwrap_or_else(|| {
            let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
            rest.split_at(end)
        });
        self.rest = rest;
        word.to_owned()
    }

    fn takes(&mut self, mark: char) -> bool {
        let rest = self.rest.trim_start().strip_prefix(mark);
        rest.map(|rest| self.rest = rest).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certainly_for_another_machine_is_left_out() {
        let other = if cfg!(windows) { "unix" } else { "windows" };
        let own = std::env::consts::OS;
        for attribute in [
            format!("#[cfg({other})]"),
            format!("#[cfg(not(target_os = \"{own}\"))]"),
            format!("#[cfg(all(test, {other}))]"),
            format!("#[cfg(any({other}, target_os = \"plan9\"))]"),
            format!("#[cfg(all(feature = \"x\", {other}))]"),
        ] {
            assert!(fails_here(&attribute), "{attribute}");
        }
        for attribute in [
            "#[cfg(test)]".to_owned(),
            "#[cfg(feature = \"windows\")]".to_owned(),
            "#[cfg(not(miri))]".to_owned(),
            format!("#[cfg(target_os = \"{own}\")]"),
            format!("#[cfg(any({other}, feature = \"x\"))]"),
            "#[test]".to_owned(),
            "#[cfg(".to_owned(),
            "#[cfg(all(((".to_owned(),
        ] {
            assert!(!fails_here(&attribute), "{attribute}");
        }
    }
}
