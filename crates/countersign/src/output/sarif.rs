//! Findings as SARIF 2.1.0, for editors and CI.

use std::path::Path;

use countersign_contract::lint::{Finding, RULES, Rule, Severity};
use serde_json::{Value, json};

/// Where its schema is published.
pub const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
const ROOT: &str = "%SRCROOT%";

pub fn log(findings: &[Finding], folder: &Path) -> Value {
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "countersign",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": RULES.iter().map(|rule| descriptor(rule)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { ROOT: { "uri": folder_uri(folder) } },
            "results": findings.iter().map(|finding| result(finding, folder)).collect::<Vec<_>>(),
        }],
    })
}

fn descriptor(rule: &Rule) -> Value {
    let Rule { what, why, fix, bad, good, .. } = rule;
    json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": { "text": what },
        "fullDescription": { "text": format!("{what} {why}") },
        "help": {
            "text": format!("{why}\n{fix}\n\nBad:\n{bad}\n\nGood:\n{good}"),
            "markdown": format!("{why}\n\n{fix}\n\nBad:\n\n{}\n\nGood:\n\n{}", indented(bad), indented(good)),
        },
        "defaultConfiguration": { "level": level(rule.severity) },
    })
}

fn result(finding: &Finding, folder: &Path) -> Value {
    let index = RULES.iter().position(|rule| rule.code == finding.code);
    json!({
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": level(finding.severity),
        "message": { "text": format!("{}. {}", finding.message, finding.fix) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": location(&finding.file, folder),
            "region": {
                "startLine": finding.start.line,
                "startColumn": finding.start.column,
                "endLine": finding.end.line,
                "endColumn": finding.end.column,
                "byteOffset": finding.span.start,
                "byteLength": finding.span.end - finding.span.start,
            },
        }}],
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// A code block of markdown that no fence in the text can end.
fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

/// Relative to the folder where it lies in it; other files by their whole path.
fn location(file: &str, folder: &Path) -> Value {
    let path = Path::new(file);
    let inside = path.strip_prefix(folder).unwrap_or(path);
    let relative =
        !inside.is_absolute() && !inside.components().any(|part| part.as_os_str() == "..");
    if relative {
        json!({ "uri": encoded(&inside.display().to_string()), "uriBaseId": ROOT })
    } else {
        let whole = folder.join(inside);
        json!({ "uri": format!("file://{}", encoded(&whole.display().to_string())) })
    }
}

fn folder_uri(folder: &Path) -> String {
    format!("file://{}/", encoded(&folder.display().to_string()).trim_end_matches('/'))
}

/// Percent-encoded, but for what a path of a URI may hold.
fn encoded(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
