//! Words that leave the work open.

use std::sync::LazyLock;

use regex::Regex;

use crate::Span;
use crate::lint::catalogue::wording::{
    FOLLOW_EXISTING, OPEN_ENDED, OWN_JUDGMENT, SIMILAR_TO, UNLISTED_CASES, VAGUE,
};
use crate::lint::finding::Findings;
use crate::lint::prose::{around, is_negated, is_quoted};
use crate::lint::rule::Rule;

use super::{Parts, vague};

/// What to look for, for each rule. White space stands for any white space.
const PHRASES: &[(&Rule, &[&str])] = &[
    (
        &VAGUE,
        &[
            r"(?:implement|build|create|write|develop|complete|finish) (?:the|all|all the|an?|our) (?:\w+ )?(?:service|data|business|persistence|domain|presentation|repository|access|api) (?:layer|logic)",
            r"implement (?:the|this) (?:feature|functionality|module|system|backend|frontend|logic)(?: ?[.;!]|$)",
            r"(?:follow|use|apply) (?:\w+ )?best practices",
            r"add (?:proper|appropriate|suitable|adequate|sensible|comprehensive) (?:error handling|validation|logging|tests|types|checks)",
            r"make (?:it|sure it|everything) works?(?: ?[.;!]|$)",
        ],
    ),
    (
        &FOLLOW_EXISTING,
        &[
            r"follow(?:s|ing)? (?:the |our |an? )?(?:existing|established|current|usual|project'?s?)(?: \w+)? (?:pattern|style|convention|approach|structure|code|practice|design|implementation)s?",
            r"match(?:es|ing)? the existing (?:\w+ )?(?:pattern|style|convention|approach|code)s?",
            r"consistent with (?:the )?(?:existing|rest of the) \w+",
            r"follow existing",
            r"(?:look at|see|check) how (?:the )?(?:others?|(?:other|existing|neighbou?ring) [a-z]+|rest|we) (?:do|does|did|handles?|have|has|are|is)\b",
            r"(?:match(?:es|ing)?|follow(?:s|ing)?|use|keep to|stick to|adhere to|respect) (?:the |our )?(?:[a-z]+ ){0,2}(?:pattern|style|convention|approach|practice)s?,? (?:(?:that are |as )?(?:used|found|seen|applied|established|in use) )?(?:elsewhere|everywhere else|throughout the|across the|(?:in|of) the (?:rest|other|existing|codebase|code base|project|repo)|in other)",
        ],
    ),
    (
        &OWN_JUDGMENT,
        &[
            r"use (?:your|good|sound)(?: own| best)? (?:judge?ment|discretion)",
            r"use (?:your |some |plain )?common sense",
            r"feel free to",
            r"up to (?:you|the (?:worker|implementer|developer|agent))\b",
            r"(?:of your (?:own )?choice|your call)\b",
            r"at your (?:own )?discretion",
            r"as you (?:see fit|like|prefer|think best)",
            r"(?:if|where|when|whatever|however|whichever) you (?:think|feel|deem|consider|prefer)",
            r"what(?:ever)? (?:makes (?:the )?(?:most )?sense|seems right|works best|it takes)",
            r"whatever (?:[a-z]+ ){0,2}(?:is|are|may be|you find|seems?) (?:necessary|needed|required|appropriate)",
            r"(?:any|all)(?: other| further)? (?:changes|adjustments|modifications|updates) (?:that are |you find |you deem )?(?:necessary|needed|required)",
            r"(?:any|all|the)(?: other)? (?:necessary|needed|required) (?:changes|adjustments|modifications|updates)",
        ],
    ),
    (
        &UNLISTED_CASES,
        &[
            r"(?:handl(?:e|es|ing)|cover|account for|deal with|take care of|consider) (?:all |any |the |various |other |possible |potential |remaining |relevant |common )*(?:edge|corner|boundary|special|error)(?: |-)?cases?",
            r"(?:handl(?:e|es|ing)|deal(?:s|ing)? with|tak(?:e|es|ing) care of|treat(?:s|ing)?) (?:all |any |the |possible |other )*(?:errors?|failures?|exceptions?|problems?) (?:gracefully|properly|appropriately|correctly|sensibly|accordingly)",
        ],
    ),
    (
        &SIMILAR_TO,
        &[
            r"similar(?:ly)? to (?:how|what (?:we|is)|the way|existing|our|the (?:existing|other)|[a-z]+-\d+)",
            r"(?:just )?(?:like|as) we (?:did|do|have done|already did)",
            r"(?:in )?the same way (?:as )?(?:(?:in|for|with) )?(?:we|[a-z]+-\d+|elsewhere|the other|`?[a-z0-9_./-]+\.[a-z]{1,4}\b)",
            r"the same (?:[a-z]+ )?(?:approach|pattern|structure|style|technique|conventions?|idea) (?:as|that we|that is|used|we|like)",
            r"(?:like|as) (?:in )?(?:task|story|ticket)-\d+",
            r"same as (?:before|last time|previously|usual|in the (?:last|previous|other))\b",
            r"in the same way as (?:before\b|(?:the |our |an? )(?:[a-z]+ ){0,2}(?:task|service|module|file|component|class|repository|handler|endpoint|page|code|controller|model|screen|parser|one|other|rest)s?\b)",
            r"the way (?:that )?`?[a-z0-9_./-]+\.[a-z]{1,4}`? (?:does|did|handles|works|has)\b",
            r"analogous(?:ly)? to (?:how|what|the|our|existing|[a-z]+-\d+)",
        ],
    ),
    (
        &OPEN_ENDED,
        &[
            r"etc(?:\.|,|;|\)|$)",
            r"and (?:much |many )?more(?: ?[.;!)]|$)",
            r"and (?:so (?:on|forth)|the like)\b",
            r"(?:TODO|FIXME):? (?:decide|define|clarify|figure out|choose|discuss|agree on|specify|fill in)\b",
            r"(?:as|if|where|when) (?:appropriate|applicable|necessary|needed)",
            r"\bTBD\b",
            r"to be (?:decided|determined|defined|agreed)",
        ],
    ),
];

static PATTERN: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!("(?im-u){}", phrases())).ok());

/// The phrases, and whatever a vague demand begins with. Most texts have nothing of it, and one look
/// tells.
static SUSPECT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let beginnings: Vec<&str> = vague::beginnings().collect();
    Regex::new(&format!("(?im-u){}|{}", phrases(), beginnings.join("|"))).ok()
});

pub(super) fn phrases() -> String {
    let rules = PHRASES.iter().map(|(_, phrases)| {
        let phrases: Vec<String> = phrases
            .iter()
            .map(|phrase| phrase.replace(' ', r"[ \t]+").replace("+?", "*"))
            .collect();
        format!("({})", phrases.join("|"))
    });
    let rules: Vec<String> = rules.collect();
    format!(r"\b(?:{})", rules.join("|"))
}

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let suspect = parts.prose.iter().filter(|_| parts.is_suspect);
    for part in suspect {
        check_text(parts.file.text, *part, found);
    }
}

/// Looks at one part of a text, whatever kind of source it is from.
pub(crate) fn check_text(text: &str, part: Span, found: &mut Findings<'_>) {
    let said = part.of(text);
    if SUSPECT.as_ref().is_some_and(|suspect| !suspect.is_match(said)) {
        return;
    }
    vague::check_text(text, part, found);
    let Some(pattern) = PATTERN.as_ref() else { return };
    for captures in pattern.captures_iter(said) {
        let Some(whole) = captures.get(0) else { continue };
        let groups = captures.iter().skip(1).zip(PHRASES);
        let Some((_, (rule, _))) = groups.into_iter().find(|(group, _)| group.is_some()) else {
            continue;
        };
        let words = whole.as_str().trim_end_matches(['.', ';', ',', ')', '!', ' ']);
        let span = Span::new(part.start + whole.start(), part.start + whole.start() + words.len());
        let (line, at) = around(text, span);
        if is_quoted(line, at) || is_negated(line, at) || is_excused(rule, line, at, words) {
            continue;
        }
        found.add(rule, span, format!("`{words}` {}", verdict(rule)));
    }
}

fn verdict(rule: &Rule) -> &'static str {
    match rule.code {
        code if code == VAGUE.code => "does not say what is to be made",
        code if code == FOLLOW_EXISTING.code => "points at something that is not in this task",
        code if code == OWN_JUDGMENT.code => "leaves the decision to the worker",
        code if code == UNLISTED_CASES.code => "does not say which cases",
        code if code == SIMILAR_TO.code => "relies on a memory that the worker does not have",
        _ => "leaves open what is meant",
    }
}

/// What follows may supply what the words alone leave out.
fn is_excused(rule: &Rule, line: &str, at: usize, words: &str) -> bool {
    let after = line.get(at + words.len()..).unwrap_or_default();
    let before = line.get(..at).unwrap_or_default();
    let next = after.trim_start();
    let shows = ["below", "above", "shown here", "listed", "in this file", "following"];
    if rule.code == UNLISTED_CASES.code {
        return next.starts_with([':', '(', '—', '–'])
            || next.starts_with("- ")
            || shows.iter().any(|word| after.contains(word));
    }
    if rule.code == FOLLOW_EXISTING.code || rule.code == SIMILAR_TO.code {
        return shows.iter().any(|word| after.contains(word)) || next.starts_with(':');
    }
    // `/etc`, a rule that says when ("if necessary to …" goes on), "three and more", and "And more" with nothing
    // before it.
    let counts = || {
        let number = before.trim_end().rsplit(' ').next().unwrap_or_default();
        let words = ["one", "two", "three", "four", "five", "ten"];
        number.ends_with(|c: char| c.is_ascii_digit())
            || words.contains(&number)
            || !before.contains(char::is_alphanumeric)
    };
    rule.code == OPEN_ENDED.code
        && (before.ends_with(['/', '.'])
            || next.starts_with("to ")
            || words.to_ascii_lowercase().ends_with("more") && counts())
}
