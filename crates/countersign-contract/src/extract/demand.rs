//! Which sentences of a text demand something, where nothing in it is read for checks.

use crate::Span;

use super::block::{self, Block, Form};
use super::clause;
use super::head::head;
use super::introduction;
use super::lexicon::{self, Verb};
use super::part::span_of;
use super::section::Section;
use super::token::{Kind, Token, tokens};

#[derive(Debug, Default)]
pub(crate) struct Demands {
    pub spans: Vec<Span>,
    /// How many sentences, rows and code blocks there are, whatever they say.
    pub statements: usize,
}

/// What lists of demands are headed by.
const HEADS: [&str; 6] =
    ["requirement", "requirements", "constraints", "rules", "must-haves", "must-have"];

/// What numbered demands are called: "FR-1".
const IDS: [&str; 5] = ["FR", "NFR", "REQ", "BR", "AC"];

/// So far back a heading's marks or a number of a demand are looked for.
const MARKS: usize = 48;

/// The demands of a text that stands under a title.
pub(crate) fn demands(title: &str, text: &str) -> Demands {
    let mut found = Demands::default();
    let mut listed = heads_demands(title);
    // "The service must:", and what it must stands in the items below.
    let mut announced: Option<Announced> = None;
    for block in block::blocks(text).blocks {
        if let Some(before) = announced.take_if(|_| !block.item) {
            found.spans.extend(before.alone(text, block.span.start));
        }
        let (marks, said) = (before(text, block.span.start), block.span.of(text));
        if marks.trim_start().starts_with('#') {
            listed = heads_demands(said);
            found.spans.extend(said_outright(text, block).filter(|_| obliges(text, block.span)));
            continue;
        }
        let by_number = numbered(marks, said);
        match block.form {
            Form::Prose if by_number.is_some() => {
                found.statements += 1;
                let from = block.span.start - by_number.unwrap_or_default();
                found.spans.push(Span::new(from, block.span.end));
            }
            Form::Prose => {
                let above = announced.as_mut().filter(|_| block.item);
                let below = above.map(|above| above.spelled_out = true).is_some();
                let asked = below || (listed && block.section == Section::Neutral);
                prose(text, block, asked && block.item, &mut found);
                // What ends in a colon is said by what stands below it.
                if !block.item && said.trim_end_matches('*').ends_with(':') {
                    let last = found.spans.pop_if(|last| block.span.contains(*last));
                    announced = last.map(|span| Announced { span, spelled_out: false });
                }
            }
            Form::Row => {
                found.statements += 1;
                let demands = by_number.is_some() || obliges(text, block.span);
                found.spans.extend(demands.then_some(block.span));
            }
            Form::Shell | Form::Label => {
                found.statements += 1;
                found.spans.push(block.span);
            }
            Form::Listing => found.statements += 1,
        }
    }
    found.spans.extend(announced.and_then(|last| last.alone(text, last.span.end)));
    found.spans.sort_by_key(|span| span.start);
    found
}

/// A demand that ends in a colon.
struct Announced {
    span: Span,
    /// Whether items below it say what is demanded.
    spelled_out: bool,
}

impl Announced {
    /// The demand itself, where plain text follows it or it says more than that the items are wanted. Behind a gap there was code, which is read by itself.
    fn alone(&self, text: &str, next: usize) -> Option<Span> {
        let gap = text.get(self.span.end..next).unwrap_or_default();
        let near = gap.bytes().filter(|byte| *byte == b'\n').take(3).count() < 3;
        let said = if self.spelled_out { !goes_on_below(self.span.of(text)) } else { near };
        said.then_some(self.span)
    }
}

/// "The service must:", "It has to support the following:": a sentence that its items end.
fn goes_on_below(line: &str) -> bool {
    const OPEN: &[&str] = &[
        "allow",
        "be",
        "contain",
        "cover",
        "do",
        "following",
        "follows",
        "handle",
        "has",
        "have",
        "include",
        "must",
        "need",
        "offer",
        "provide",
        "shall",
        "should",
        "support",
        "that",
        "these",
        "to",
        "with",
    ];
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let last = words.next_back().unwrap_or_default().to_lowercase();
    OPEN.contains(&last.as_str()) && !introduction::qualifies(line)
}

fn said_outright(text: &str, block: Block) -> Option<Span> {
    block.span.of(text).contains(' ').then_some(block.span)
}

fn prose(text: &str, block: Block, asked: bool, found: &mut Demands) {
    let all = tokens(text, block.span);
    for (range, question) in clause::sentences(&all) {
        let sentence = all.get(range).unwrap_or_default();
        if !sentence.iter().any(|token| token.is_word() || token.is_literal()) {
            continue;
        }
        found.statements += 1;
        if !question && (asked || is_told(text, sentence) || is_obliged(sentence)) {
            found.spans.push(span_of(sentence));
        }
    }
}

fn heads_demands(title: &str) -> bool {
    let words = title.split(|c: char| !c.is_alphanumeric() && c != '-');
    words.map(str::to_lowercase).any(|word| HEADS.contains(&word.as_str()))
}

/// What stands before a place on its line, where that is little.
fn before(text: &str, at: usize) -> &str {
    let from = at.saturating_sub(MARKS);
    let from = (from..=at).find(|from| text.is_char_boundary(*from)).unwrap_or(at);
    let near = text.get(from..at).unwrap_or_default();
    match near.rfind('\n') {
        Some(newline) => near.get(newline + 1..).unwrap_or_default(),
        None if from == 0 => near,
        None => "",
    }
}

/// Where a statement is a numbered demand: how long its number is, as far as it stands among the marks before it.
fn numbered(marks: &str, said: &str) -> Option<usize> {
    if let Some(at) = marks.find(|c: char| c.is_ascii_uppercase()) {
        let number = marks.get(at..).unwrap_or_default();
        return is_number(number).then_some(number.len());
    }
    is_number(said.trim_start_matches(['|', '*', '[', '(', ' '])).then_some(0)
}

fn is_number(text: &str) -> bool {
    IDS.iter().any(|id| {
        let number = text.strip_prefix(id).map(|rest| rest.trim_start_matches(['-', '_']));
        number.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    })
}

/// Whether a text says that something must be or must not.
pub(crate) fn is_demand(text: &str) -> bool {
    obliges(text, Span::new(0, text.len()))
}

pub(super) fn obliges(text: &str, span: Span) -> bool {
    is_obliged(&tokens(text, span))
}

/// "A must B", "A has to B", "A is required", "Never B".
fn is_obliged(sentence: &[Token<'_>]) -> bool {
    let word = |at: usize| super::token::word(sentence, at);
    let told_not = matches!(word(0), "never" | "don't" | "don’t")
        || word(0) == "do" && matches!(word(1), "not" | "never");
    told_not
        || (0..sentence.len()).any(|at| {
            let denied = at.checked_sub(1).is_some_and(|before| lexicon::is_negation(word(before)));
            match word(at) {
                "must" | "shall" | "should" | "mustn't" | "mustn’t" | "shouldn't" | "shouldn’t" => {
                    true
                }
                "has" | "have" | "need" | "needs" | "ought" => word(at + 1) == "to" && !denied,
                "may" => word(at + 1) == "not",
                "is" | "are" | "be" => {
                    let by = usize::from(word(at + 1) == "not");
                    let said = word(at + 1 + by);
                    matches!(said, "forbidden" | "prohibited")
                        || by == 0 && matches!(said, "required" | "mandatory")
                        || by == 1 && matches!(said, "allowed" | "permitted")
                }
                _ => false,
            }
        })
}

/// An instruction. To read something is no part of the outcome, and what ends in a colon is said below it, unless it says
/// where, when or how.
fn is_told(text: &str, sentence: &[Token<'_>]) -> bool {
    let announces = sentence.last().is_some_and(|token| token.kind == Kind::Colon);
    if announces && !introduction::qualifies(span_of(sentence).of(text)) {
        return false;
    }
    let known = head(sentence);
    let first = sentence.iter().position(|token| {
        token.is_word()
            && !lexicon::is_opener(&token.lower)
            && !lexicon::is_addressee(&token.lower)
            && !lexicon::is_modal(&token.lower)
    });
    let instructs = first.is_some_and(|at| {
        sentence.get(at).is_some_and(|word| clause::is_instruction(word, sentence.get(at + 1)))
            && sentence.get(at + 1).is_some()
    });
    let labelled = sentence.iter().take(6).any(|token| token.kind == Kind::Colon);
    match known.verb {
        None | Some(Verb::Read) => false,
        Some(Verb::Ensure) => true,
        Some(
            Verb::Create
            | Verb::Add
            | Verb::Declare
            | Verb::Change
            | Verb::Move
            | Verb::Remove
            | Verb::Run
            | Verb::Install
            | Verb::Bump
            | Verb::Tick
            | Verb::Get
            | Verb::Make
            | Verb::Other,
        ) => instructs || labelled,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'t>(title: &str, text: &'t str) -> Vec<&'t str> {
        let spans = demands(title, text).spans;
        spans.into_iter().map(|span| span.of(text)).collect()
    }

    #[test]
    fn what_must_be_and_what_one_is_told_to_do_is_a_demand() {
        for (text, wanted) in [
            ("The zebra must expire.", "The zebra must expire"),
            ("Zebras live here. A zebra has to expire!", "A zebra has to expire"),
            ("> Zebras should expire", "Zebras should expire"),
            ("Never log the token.", "Never log the token"),
            ("Secrets may not be logged.", "Secrets may not be logged"),
            ("A token is required.", "A token is required"),
            ("- Ensure that the zebra expires", "Ensure that the zebra expires"),
            ("Add a zebra to the zoo.", "Add a zebra to the zoo"),
            ("Use the existing parser.", "Use the existing parser"),
            ("| zebra | must expire |", "| zebra | must expire |"),
            ("- **FR-1:** zebras expire", "FR-1:** zebras expire"),
            (
                "FR-2: zebras expire. Then they are gone.",
                "FR-2: zebras expire. Then they are gone.",
            ),
            ("| FR-3 | zebras expire |", "| FR-3 | zebras expire |"),
            ("### The zebra must expire\n", "The zebra must expire"),
        ] {
            assert_eq!(found("", text), [wanted], "{text}");
        }
        for text in [
            "None.",
            "Nothing.",
            "N/A",
            "No external credentials required.",
            "See the page about zebras.",
            "Must the zebra expire?",
            "You do not have to log in.",
            "Zebras expire after an hour.",
            "Run these:",
            "`must`",
            "| `agents/a.md` | Add a zebra |",
            "**Priority:** High",
            "```\nThe zebra must expire.\n```",
        ] {
            assert_eq!(found("", text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_list_of_demands_is_known_by_what_stands_above_it() {
        let items = "- zebra expiry\n- lion feeding\n";
        assert_eq!(found("Functional Requirements", items).len(), 2);
        assert_eq!(found("Goals", items), [""; 0]);
        let announced = format!("The zoo must have:\n\n{items}\nIt is a zoo.\n");
        assert_eq!(found("", &announced), ["zebra expiry", "lion feeding"]);
        assert_eq!(found("", "The zoo must close:\n\nAt six.\n").len(), 1);
        let encrypted = format!("The zoo must encrypt these at rest:\n\n{items}");
        assert_eq!(found("Rules", &encrypted).len(), 3);
        let below = format!("### Rules\n{items}### Notes\n{items}");
        assert_eq!(found("", &below).len(), 2);
    }
}
