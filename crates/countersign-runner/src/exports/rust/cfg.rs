//! What `#[cfg(…)]` says about whether something is built.

use crate::exports::presence::Presence;

/// Of an attribute, inner or outer; certain where it is no condition.
pub(crate) fn presence(attribute: &str) -> Presence {
    let plain: String = attribute.chars().filter(|c| !c.is_whitespace()).collect();
    let inside = plain.trim_start_matches('#').trim_start_matches('!');
    let inside = inside.strip_prefix("[cfg(").and_then(|rest| rest.strip_suffix(")]"));
    let Some(inside) = inside else { return Presence::Certain };
    match holds(inside, 0) {
        Some(true) => Presence::Certain,
        Some(false) if !names_machine(inside) => Presence::Never(format!("cfg({inside})")),
        Some(false) | None => Presence::Perhaps(format!("cfg({inside})")),
    }
}

/// None where it depends on what is asked for when it is built.
fn holds(predicate: &str, depth: usize) -> Option<bool> {
    const DEEPEST: usize = 20;
    if depth > DEEPEST {
        return None;
    }
    let list = |name: &str| {
        let rest = predicate.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?;
        Some(parts(rest).into_iter().map(|part| holds(part, depth + 1)).collect::<Vec<_>>())
    };
    if let Some(all) = list("all") {
        return match all.contains(&Some(false)) {
            true => Some(false),
            false => (!all.contains(&None)).then_some(true),
        };
    }
    if let Some(any) = list("any") {
        return match any.contains(&Some(true)) {
            true => Some(true),
            false => (!any.contains(&None)).then_some(false),
        };
    }
    if let Some(one) = list("not") {
        return one.first().copied().flatten().map(|holds| !holds);
    }
    let (key, value) = predicate.split_once('=').unwrap_or((predicate, ""));
    let value = value.trim_matches('"');
    match key {
        "test" | "false" => Some(false),
        "true" | "debug_assertions" => Some(true),
        "unix" => Some(cfg!(unix)),
        "windows" => Some(cfg!(windows)),
        "target_os" => Some(value == std::env::consts::OS),
        "target_arch" => Some(value == std::env::consts::ARCH),
        "target_family" => Some(value == std::env::consts::FAMILY),
        "target_pointer_width" => Some(value == usize::BITS.to_string()),
        _ => None,
    }
}

/// What is for another machine than the one that judges, only a person can judge.
fn names_machine(predicate: &str) -> bool {
    ["target_", "unix", "windows"].iter().any(|word| predicate.contains(word))
}

/// Split at the commas that are in no brackets.
fn parts(list: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let outside = |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    };
    list.split(outside).filter(|part| !part.is_empty()).collect()
}
