//! Signatures made into a file that Python would take.

/// Adds the bodies that signatures leave out, and puts what follows a class on its line below it.
pub(crate) fn completed(text: &str) -> String {
    let lines = logical_lines(text);
    let mut whole = String::new();
    for (at, line) in lines.iter().enumerate() {
        let indent = indentation(line);
        let next = lines.get(at + 1).map_or(0, |next| indentation(next));
        let has_body = next > indent;
        let words = line.trim_start();
        let is_class = words.starts_with("class ");
        if !is_class && !words.starts_with("def ") && !words.starts_with("async def ") {
            whole.push_str(line);
            whole.push('\n');
            continue;
        }
        match colon(line) {
            None => {
                whole.push_str(line.trim_end());
                whole.push_str(if has_body { ":" } else { ": ..." });
            }
            Some(colon) => {
                let (head, rest) = line.split_at_checked(colon + 1).unwrap_or((line, ""));
                let rest = rest.trim();
                whole.push_str(head);
                let is_member =
                    ["def ", "async def ", "@"].iter().any(|start| rest.starts_with(start));
                if is_class && is_member {
                    let inner = completed(&rest.replace("; def ", "\ndef "));
                    let deeper = " ".repeat(indent + 4);
                    whole.extend(inner.lines().map(|line| format!("\n{deeper}{line}")));
                } else if rest.is_empty() {
                    whole.push_str(if has_body { "" } else { " ..." });
                } else {
                    whole.push(' ');
                    whole.push_str(rest);
                }
            }
        }
        whole.push('\n');
    }
    whole
}

/// `T = TypeVar("T")`.
pub(crate) fn is_type_variable(text: &str) -> bool {
    let made = text.split_once('=').map(|(_, made)| made.trim_start());
    made.is_some_and(|made| {
        let made = made.rsplit_once("typing.").map_or(made, |(_, made)| made);
        ["TypeVar(", "ParamSpec(", "TypeVarTuple("].iter().any(|kind| made.starts_with(kind))
    })
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Lines without the blank ones, each with all that its open brackets take in.
fn logical_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut depth = 0_usize;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        match lines.last_mut().filter(|_| depth > 0) {
            Some(last) => {
                last.push('\n');
                last.push_str(line);
            }
            None => lines.push(line.to_owned()),
        }
        depth = scan(line, depth, |_, _, _| {});
    }
    lines
}

/// The colon after a head: the first outside brackets and quotes.
fn colon(line: &str) -> Option<usize> {
    let mut found = None;
    scan(line, 0, |at, c, depth| {
        if c == ':' && depth == 0 && found.is_none() {
            found = Some(at);
        }
    });
    found
}

/// Walks over what is not quoted, and gives the brackets still open at the end.
fn scan(line: &str, mut depth: usize, mut visit: impl FnMut(usize, char, usize)) -> usize {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            (None, _) => visit(at, c, depth),
        }
    }
    depth
}
