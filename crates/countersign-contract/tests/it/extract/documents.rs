//! Whole documents put together from all that a page may be made of: whatever word stands where, it is part of a check
//! or of what is listed.

use std::collections::HashSet;

use countersign_contract::extract::NotCovered;
use countersign_contract::{Extraction, Workspace, extract};

/// What a page is made of. `{}` stands for a clause.
const FORMS: &[&str] = &[
    "# {}\n",
    "## {}\n",
    "### {} ###\n",
    "{}\n====\n",
    "{}.\n",
    "{}. {}.\n",
    "{}, and {}\n",
    "{}; {}!\n",
    "{} ({}).\n",
    "{} - {}\n",
    "{} — {}\n",
    "{}:\n",
    "{}:\n\n- {}\n- {}\n",
    "{}:\n{}\n",
    "- {}\n",
    "- {}\n  - {}\n    - {}\n",
    "- {}\n\n  {}\n",
    "- {}: {}\n",
    "- **{}** — {}\n",
    "- **{}:** {}\n",
    "* [ ] {}\n* [x] {}\n",
    "1. {}\n2. {}\n",
    "a) {}\nb) {}\n",
    "{} (1) {}, (2) {} and (3) {}.\n",
    "T001 [P] {}\n",
    "AC-1: {}\n",
    "**{}**\n\n{}\n",
    "**{}:**\n- {}\n",
    "> {}\n",
    "> {}\n> {}\n",
    "> - {}\n",
    "| {} | {} |\n",
    "| Name | Note |\n|---|---|\n| {} | {} |\n",
    "| # | It |\n|---|---|\n| 1 | {} |\n",
    "```\n{}\n```\n",
    "```yaml\n{}\n```\n",
    "```bash\n{}\n```\n",
    "~~~\n{}\n~~~\n",
    "    {}\n",
    "(1) {} (2) {} (3) {}.\n",
    "{}: (a) {}, (b) {}\n",
    "Acceptance criteria:\n- {}\n- [ ] {}\n",
    "Acceptance criteria: {}\n",
    "## Done when\n\n{}\n",
    "Verification\n\n{}\n",
    "## Verification\n\n- {}\n\n```bash\nnpm test\n{}\n```\n",
    "Files to modify:\n- src/a.ts — {}\n- {}\n",
    "Create these files:\n\n- src/k.ts: {}\n- {}\n",
    "Create these files:\n\n```\nsrc/l.ts\n{}\n```\n",
    "Add these packages:\n- zod - {}\n- {} {}\n",
    "These commands must pass:\n- `npm test` ({})\n- {}\n",
    "Out of scope: {}\n",
    "Non-goals:\n- {}\n",
    "Do not change the API:\n- {}\n",
    "Background: {}. {}\n",
    "Example: {}\n",
    "Steps to reproduce:\n1. {}\n2. {}\n\nExpected: {}\nActual: {}\n",
    "Note: {}\n",
    "See also: {}\n",
    "TODO {}\n",
    "<!-- {} -->\n",
    "<details><summary>{}</summary>\n{}\n</details>\n",
    "[{}](https://example.org/a)\n",
    "{}[^1]\n\n[^1]: {}\n",
    "Could you please {}? {}\n",
    "Can it {}?\n",
    "{} e.g. {}\n",
    "{}, i.e. {}\n",
    "gates:\n  {}: x\n",
    "Run `npm test`: {}\n",
    "Update CHANGELOG.md: {}\n",
    "{} \u{2013} {}\n",
    "feat(x): {}\n",
    "\u{2022} {}\n",
    "---\n{}\n---\n",
];

/// What a clause is like. `W` stands for a word that no other part of the page has.
const CLAUSES: &[&str] = &[
    "W",
    "W W",
    "W W W",
    "the W must W",
    "the W should never W",
    "paint the W",
    "Paint W before W",
    "never W the W",
    "do not W",
    "don't W the W, W it",
    "W is W on W",
    "W must be W",
    "if W, then W the W",
    "when W is done, W it",
    "is the W W",
    "you may W",
    "W may W, but W must",
    "as W as W",
    "rather than W, W",
    "not only W but also W",
    "except W",
    "only W",
    "W and W",
    "W, W and W",
    "W or W",
    "for W",
    "on W",
    "with W",
    "so that W can W",
    "make sure that W is W",
    "ensure W",
    "remove W",
    "rename W to W",
    "read W",
    "investigate W",
    "see W",
    "fix W",
    "add W",
    "create W",
    "update W",
    "use W",
    "run W",
    "W passes",
    "W exists",
    "all W pass",
    "no W",
    "W (W)",
    "\"W\"",
    "`W`",
    "*W* **W**",
    "W/W",
    "W?",
    "W's W",
    "create src/b.ts for W",
    "create src/c.ts and W it",
    "On W, `npm run build` passes",
    "`npm test` passes",
    "all tests pass",
    "create src/g.ts",
    "no type errors",
    "`npm run build` passes within W",
    "all tests pass for W",
    "For W, all tests must pass",
    "no lint errors in W",
    "add zod with W",
    "install lodash for W",
    "README.md mentions \"Hello\" and W",
    "update CHANGELOG.md with W",
    "tick the item in BACKLOG.md by W",
    "src/d.ts exports W",
    "write tests for W in test/e.test.ts",
    "a file src/f.ts that W",
    "run the W",
    "paint W to modify",
    "W with an example",
    "W criteria of W",
    "must pass for W",
    "test W",
    "the W plan",
];

/// Made-up words, each once.
fn word(number: usize) -> String {
    const FIRST: &[&str] = &["bl", "cr", "dr", "fl", "gr", "kn", "pl", "sk", "tr", "zw"];
    const MIDDLE: &[&str] = &["a", "e", "i", "o", "u"];
    const LAST: &[&str] = &["bbo", "ddo", "ffo", "ggo", "kko", "mmo", "nno", "ppo", "rro", "zzo"];
    let pick = |from: &[&'static str], at: usize| from[at % from.len()];
    let (first, middle, last) =
        (pick(FIRST, number), pick(MIDDLE, number / 10), pick(LAST, number / 50));
    format!("{first}{middle}{last}")
}

/// The same numbers each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits fit") % end
    }
}

fn fill(form: &str, mark: &str, mut next: impl FnMut() -> String) -> String {
    let mut parts = form.split(mark);
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        filled.push_str(&next());
        filled.push_str(part);
    }
    filled
}

/// Of the made-up words of a page those that nothing speaks of.
fn lost(text: &str, read: &Extraction) -> Vec<String> {
    let said = |clause: &NotCovered| {
        // A block of code or of a configuration is named by its first line.
        let rest = text.get(clause.span.end..).unwrap_or_default();
        let end = rest.find("\n```").or_else(|| rest.find("\n~~~")).or_else(|| rest.find(": x\n"));
        let by_first = clause.why.contains("first line") || clause.text == "gates:";
        let whole = by_first.then(|| &rest[..end.unwrap_or_default()]);
        format!("{}{}\n", clause.text, whole.unwrap_or_default())
    };
    let listed: String = read.not_covered.iter().map(said).collect();
    let checked: String = read.stated.iter().map(|one| format!("{:?}\n", one.constraint)).collect();
    let words = (0..500).map(word).filter(|word| text.contains(word.as_str()));
    words.filter(|word| !listed.contains(word) && !checked.contains(word)).collect()
}

#[test]
fn every_word_of_a_page_is_part_of_a_check_or_of_what_is_listed() {
    let mut failures = Vec::new();
    let mut page = |forms: &[&str], numbers: &mut Numbers| {
        let mut used = 0;
        let mut clause = || {
            let clause = CLAUSES[numbers.below(CLAUSES.len())];
            fill(clause, "W", || {
                used += 1;
                word(used)
            })
        };
        let text: String = forms.iter().map(|form| fill(form, "{}", &mut clause)).collect();
        let read = extract(&text, &Workspace::default());
        let lost = lost(&text, &read);
        if !lost.is_empty() {
            failures.push(format!("{lost:?} of\n{text}"));
        }
        let mut spans = HashSet::new();
        for clause in &read.not_covered {
            if !spans.insert(clause.span) {
                failures.push(format!("twice: {} of\n{text}", clause.text));
            }
        }
    };
    let mut numbers = Numbers(7);
    for form in FORMS {
        for _ in 0..CLAUSES.len() {
            page(&[*form], &mut numbers);
        }
    }
    for _ in 0..4_000 {
        let forms: Vec<&str> =
            (0..2 + numbers.below(4)).map(|_| FORMS[numbers.below(FORMS.len())]).collect();
        page(&forms, &mut numbers);
    }
    let count = failures.len();
    failures.truncate(40);
    assert!(failures.is_empty(), "{count} fail, such as:\n{}", failures.join("\n--\n"));
}
