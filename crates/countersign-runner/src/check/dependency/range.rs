//! Sets of versions, and when one is inside another.

use semver::{Op, Version, VersionReq};

use super::Answer;

/// Stands for a version above all others.
const HIGH: u64 = 9_999_999;

/// A set of versions made of intervals whose ends are known.
pub(super) trait Set {
    type Version: Ord;

    fn has(&self, version: &Self::Version) -> bool;

    /// Versions at, just below and just above every end: what holds of all of them holds everywhere.
    fn probes(&self) -> Vec<Self::Version>;
}

/// Whether `required` alone ensures `wanted`: a bare version must be the lowest that is allowed, a range
/// must hold all that is allowed.
pub(super) fn ensures<S: Set>(wanted: &S, is_bare: bool, required: &S) -> Answer {
    let mut allowed = wanted.probes();
    allowed.extend(required.probes());
    allowed.retain(|version| required.has(version));
    allowed.sort();
    let judged = if is_bare { allowed.get(..1) } else { Some(allowed.as_slice()) };
    judged.is_some_and(|judged| !judged.is_empty() && judged.iter().all(|v| wanted.has(v))).into()
}

/// Without an operator: `1.35.0`, `1.35`.
pub(super) fn is_bare(wanted: &str) -> bool {
    wanted.starts_with(|c: char| c.is_ascii_digit())
        && !wanted.contains([',', ' ', '|', '<', '>', '*', 'x', 'X'])
}

/// Ends of intervals around a version of up to three numbers.
pub(super) fn around(major: u64, minor: u64, patch: u64) -> Vec<[u64; 3]> {
    vec![
        [0, 0, 0],
        [major, minor, patch],
        [major, minor, patch.saturating_add(1)],
        [major, minor, patch.saturating_sub(1)],
        [major, minor, HIGH],
        [major, minor.saturating_add(1), 0],
        [major, minor.saturating_sub(1), HIGH],
        [major, HIGH, HIGH],
        [major.saturating_add(1), 0, 0],
        [major.saturating_sub(1), HIGH, HIGH],
        [HIGH, 0, 0],
    ]
}

/// Alternatives of semantic versions.
pub(super) struct Semantic(Vec<VersionReq>);

impl Semantic {
    /// `^1.2`, `1.2` meaning the same, `>=1, <3`.
    pub(super) fn cargo(text: &str) -> Option<Self> {
        VersionReq::parse(text.trim()).ok().map(|range| Self(vec![range]))
    }

    /// `^1.2`, `1.2.3` meaning exactly that, `1.x`, `1.2 - 1.5`, `>=1 <3 || ^4`.
    pub(super) fn npm(text: &str) -> Option<Self> {
        text.split("||").map(one_npm_range).collect::<Option<Vec<_>>>().map(Self)
    }
}

impl Set for Semantic {
    type Version = Version;

    fn has(&self, version: &Version) -> bool {
        self.0.iter().any(|range| range.matches(version))
    }

    fn probes(&self) -> Vec<Version> {
        let mut probes = vec![Version::new(0, 0, 0), Version::new(HIGH, 0, 0)];
        for bound in self.0.iter().flat_map(|range| &range.comparators) {
            let (minor, patch) = (bound.minor.unwrap_or(0), bound.patch.unwrap_or(0));
            let near = around(bound.major, minor, patch);
            probes.extend(
                near.into_iter().map(|[major, minor, patch]| Version::new(major, minor, patch)),
            );
            if !bound.pre.is_empty() && !matches!(bound.op, Op::Wildcard) {
                let exact =
                    Version { pre: bound.pre.clone(), ..Version::new(bound.major, minor, patch) };
                probes.push(exact);
            }
        }
        probes
    }
}

fn one_npm_range(text: &str) -> Option<VersionReq> {
    let text = text.trim();
    if let Some((low, high)) = text.split_once(" - ") {
        return VersionReq::parse(&format!(">={}, <={}", plain(low), plain(high))).ok();
    }
    let mut bounds: Vec<String> = Vec::new();
    let mut operator = String::new();
    for word in text.split([' ', ',', '\t']).filter(|word| !word.is_empty()) {
        let number = word.trim_start_matches(['<', '>', '=', '^', '~']);
        let sign = word.strip_suffix(number).unwrap_or_default();
        operator.push_str(sign);
        if number.is_empty() {
            continue;
        }
        let number = plain(number);
        let is_open = number.split('.').any(|part| matches!(part, "*" | "x" | "X"));
        bounds.push(match (operator.as_str(), is_open) {
            ("" | "=" | "==", true) => number.to_owned(),
            ("" | "==", false) => format!("={number}"),
            (_, true) => format!("{operator}{}", before_wildcard(number)?),
            (_, false) => format!("{operator}{number}"),
        });
        operator.clear();
    }
    if !operator.is_empty() {
        return None;
    }
    let joined = if bounds.is_empty() { "*".to_owned() } else { bounds.join(", ") };
    VersionReq::parse(&joined).ok()
}

fn plain(number: &str) -> &str {
    number.trim().trim_start_matches(['v', 'V'])
}

/// `^1.x` is `^1`.
fn before_wildcard(number: &str) -> Option<&str> {
    let at = number.find(['*', 'x', 'X'])?;
    number.get(..at).map(|kept| kept.trim_end_matches('.')).filter(|kept| !kept.is_empty())
}

/// A version, also one with fewer numbers than three.
pub(super) fn version(text: &str) -> Option<Version> {
    Version::parse(plain(text)).ok().or_else(|| build(text))
}

/// A version of a Java package: one to three numbers or more, and a word for the kind of build or of
/// release.
pub(super) fn build(text: &str) -> Option<Version> {
    let text = plain(text);
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (numbers, rest) = text.split_at_checked(end)?;
    let mut parts = numbers.trim_end_matches('.').split('.').map(|part| part.parse::<u64>().ok());
    let major = parts.next()??;
    let minor = parts.next().unwrap_or(Some(0))?;
    let patch = parts.next().unwrap_or(Some(0))?;
    let rest = rest.trim_start_matches(['-', '.']);
    // `-jre` and `.RELEASE` name a kind of build; these name a version before it.
    let is_early =
        ["alpha", "beta", "rc", "m", "snapshot", "cr", "pre", "dev"].iter().any(|early| {
            rest.to_lowercase().strip_prefix(early).is_some_and(|after| {
                after.is_empty() || after.starts_with(|c: char| !c.is_alphabetic())
            })
        });
    let mut version = Version::new(major, minor, patch);
    if is_early {
        let name: String =
            rest.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '.').collect();
        version.pre = semver::Prerelease::new(name.trim_matches('.')).ok()?;
    }
    Some(version)
}
