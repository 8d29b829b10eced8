//! `{name}` in the texts of a workflow. `{{` and `}}` stand for braces; braces around anything but a
//! name, as in JSON, stand for themselves.

use super::Bindings;

/// The names that have a value in one step.
pub(super) struct Scope<'b> {
    bindings: &'b Bindings,
    role: &'b str,
    step: usize,
    pub output_path: Option<String>,
}

pub(super) struct Unknown {
    pub name: String,
    pub known: String,
}

impl<'b> Scope<'b> {
    pub fn new(bindings: &'b Bindings, role: &'b str, step: usize) -> Self {
        Self { bindings, role, step, output_path: None }
    }

    /// Where a worker gives its signal if the step does not say.
    pub fn default_output_path(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
        let role: String = self.role.chars().map(plain).collect();
        // One workflow's verdict must not answer for another's.
        let task = self.value("task_id").map(|task| format!("{task}-")).unwrap_or_default();
        format!(".countersign-output/{task}{role}-{}.json", self.step)
    }

    fn value(&self, name: &str) -> Option<String> {
        match name {
            "role" => Some(self.role.to_owned()),
            "step_num" => Some(self.step.to_string()),
            "output_path" => self.output_path.clone(),
            _ if self.bindings.late.contains(name) => Some(format!("{{{name}}}")),
            _ => self.bindings.known.get(name).cloned(),
        }
    }

    fn names(&self) -> String {
        let own = ["role", "step_num"]
            .into_iter()
            .chain(self.output_path.as_ref().map(|_| "output_path"));
        let bound = self.bindings.known.keys().chain(&self.bindings.late).map(String::as_str);
        let names: Vec<String> = own.chain(bound).map(|name| format!("{{{name}}}")).collect();
        names.join(", ")
    }
}

pub(super) fn expand(text: &str, scope: &Scope<'_>) -> Result<String, Unknown> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut escaped: usize = 0;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        if let Some(after) = from.strip_prefix("{{") {
            escaped += 1;
            out.push('{');
            rest = after;
        } else if let Some(after) = from.strip_prefix("}}").filter(|_| escaped > 0) {
            escaped -= 1;
            out.push('}');
            rest = after;
        } else if let Some(name) = name_in_braces(from) {
            let unknown = || Unknown { name: name.to_owned(), known: scope.names() };
            out.push_str(&scope.value(name).ok_or_else(unknown)?);
            rest = from.get(name.len() + 2..).unwrap_or_default();
        } else {
            let mut chars = from.chars();
            out.extend(chars.next());
            rest = chars.as_str();
        }
    }
    out.push_str(rest);
    Ok(out)
}

fn name_in_braces(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('{')?;
    let end = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let name = inner.get(..end)?;
    let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    (starts_well && inner.get(end..)?.starts_with('}')).then_some(name)
}
