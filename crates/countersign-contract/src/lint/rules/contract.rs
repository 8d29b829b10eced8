//! Contract: signatures, each with the path of its file.

use crate::Span;
use crate::intake::{Block, OutputMode, Section, SectionKind};
use crate::lint::catalogue::contract::{
    IMPLEMENTATION, NO_PATH, PATH_NOT_AN_OUTPUT, PROSE_CONTRACT,
};
use crate::lint::code::{Code, Language};
use crate::lint::finding::Findings;
use crate::lint::prose::lines;

use super::{Parts, placeholders};

/// As many characters of a parameter list as are looked at.
const PARAMETERS: usize = 200;

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let Some(section) = parts.file.sections_of(SectionKind::Contract).next() else { return };
    if section.blocks.is_empty() && !section.body.of(parts.file.text).trim().is_empty() {
        found.add(&PROSE_CONTRACT, section.heading, "the contract has no signatures");
    }
    prose_beside(parts, section, found);
    for block in &parts.contents.contract {
        match &block.target {
            None => {
                let start = block.block.content_span.start;
                let first = block.block.content.lines().next().unwrap_or_default().len();
                let message = "this block does not begin with the path of its file";
                found.add(&NO_PATH, Span::new(start, start + first), message);
            }
            Some(target) => {
                let mut outputs =
                    parts.contents.outputs.iter().filter(|output| {
                        matches!(output.mode, OutputMode::Write | OutputMode::Modify)
                    });
                let listed = outputs.any(|output| is_same_file(&output.path, &target.path));
                if !listed && !parts.contents.outputs.is_empty() {
                    let message = format!("`{}` is not listed in Output Files", target.path);
                    found.add(&PATH_NOT_AN_OUTPUT, target.span, message);
                }
            }
        }
    }
    let mut target_of = parts.contents.contract.iter().peekable();
    for block in &section.blocks {
        let mut path = None;
        while let Some(part) = target_of.next_if(|part| part.block.span == block.span) {
            path = path.or(part.target.as_ref());
        }
        let language = Language::of(block, path.map(|target| target.path.as_str()));
        let code = Code::read(block.content, language);
        placeholders::check(block, &code, language, found);
        implementation(block, &code, language, found);
        prose_inside(block, &code, language, found);
    }
}

/// A sentence among signatures, where no comment is.
fn prose_inside(block: &Block<'_>, code: &Code, language: Language, found: &mut Findings<'_>) {
    if language == Language::Data {
        return;
    }
    let ends = code.bare.match_indices('.').map(|(at, _)| at + 1);
    let ends = ends.filter(|end| {
        code.bare.get(*end..).is_some_and(|rest| rest.is_empty() || rest.starts_with(['\n', '\r']))
    });
    for end in ends {
        let before = code.bare.get(..end).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.get(start..).unwrap_or_default();
        if is_sentence(line) {
            let start = start + line.len() - line.trim_start().len();
            let span = Span::new(start, end).shifted(block.content_span.start);
            found.add(&PROSE_CONTRACT, span, "this is a sentence and no signature");
            return;
        }
    }
}

/// Words and nothing that code is made of.
fn is_sentence(line: &str) -> bool {
    let said = line.trim().trim_end_matches('.');
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, ' ' | ',' | '-' | '`' | '/');
    said.starts_with(|c: char| c.is_ascii_uppercase())
        && said.chars().all(is_word)
        && said.split_whitespace().count() > 3
}

/// A list of demands in words beside the signatures.
fn prose_beside(parts: &Parts<'_, '_>, section: &Section<'_>, found: &mut Findings<'_>) {
    const DEMANDS: [&str; 8] = [
        " must ",
        " should ",
        " shall ",
        " needs to ",
        " need to ",
        " has to ",
        " have to ",
        " ought to ",
    ];
    const BEGINS: [&str; 10] = [
        "Export",
        "Implement",
        "Add",
        "Create",
        "Provide",
        "Write",
        "Define",
        "Expose",
        "Build",
        "Make",
    ];
    if section.blocks.is_empty() {
        return;
    }
    let mut at = section.body.start;
    let rest = section
        .blocks
        .iter()
        .map(|block| block.span)
        .chain([Span::new(section.body.end, section.body.end)]);
    for block in rest {
        let part = Span::new(at, block.start.max(at));
        at = block.end;
        let demand = lines(parts.file.text, part).find(|(_, line)| {
            // A sentence may tell what the signatures are for; a list of demands is a specification.
            let item = line.trim_start().strip_prefix(['-', '*', '+']);
            let Some(said) = item.and_then(|item| item.strip_prefix(' ')) else { return false };
            let first = said.split(' ').next().unwrap_or_default();
            said.split(' ').count() > 3
                && (BEGINS.contains(&first) || DEMANDS.iter().any(|word| said.contains(word)))
        });
        if let Some((start, line)) = demand {
            let blanks = line.len() - line.trim_start().len();
            let span = Span::new(start + blanks, start + line.trim_end().len());
            // What is told for its words is not told twice.
            if !found.has_within(span) {
                let message = "this demand stands beside the signatures and in none of them";
                found.add(&PROSE_CONTRACT, span, message);
            }
            return;
        }
    }
}

fn is_same_file(a: &str, b: &str) -> bool {
    a.strip_prefix("./").unwrap_or(a) == b.strip_prefix("./").unwrap_or(b)
}

/// A body gives itself away by what only bodies hold.
pub(super) fn implementation(
    block: &Block<'_>,
    code: &Code,
    language: Language,
    found: &mut Findings<'_>,
) {
    let words: &[&str] = match language {
        Language::Script | Language::Go | Language::Braces => &["return", "await", "throw", "for"],
        Language::Python => &["return", "raise", "for", "with"],
        // `for` is part of `impl Trait for Type`; a body's last line needs no word.
        Language::Rust => &["return", "let", "match"],
        Language::Ruby | Language::Shell | Language::Sql | Language::Data => return,
    };
    // Most names are told by their first letters.
    let may_be_one = |[first, second, _]: [u8; 3]| {
        matches!(&[first, second], b"re" | b"aw" | b"th" | b"fo" | b"ra" | b"wi" | b"le" | b"ma")
    };
    let body = code.names_that(may_be_one).find(|(at, name)| {
        words.contains(name)
            && is_statement(&code.bare, *at)
            && !is_member(&code.bare, *at + name.len())
    });
    if let Some((at, word)) = body {
        let span = Span::new(at, at + word.len()).shifted(block.content_span.start);
        found.add(&IMPLEMENTATION, span, format!("`{word}` belongs to a body, not to a signature"));
    }
}

/// First on its line or after what begins a statement, but not after a dot as in `iter.return`.
fn is_statement(code: &str, at: usize) -> bool {
    let before = code.get(..at).unwrap_or_default().trim_end_matches([' ', '\t']);
    before.is_empty() || before.ends_with(['\n', '{', ';', '}', ')', ':', '>'])
}

/// `return(value: T): void` and `for: string` declare members of that name.
fn is_member(code: &str, after: usize) -> bool {
    let next = code.get(after..).unwrap_or_default().trim_start_matches([' ', '\t']);
    let mut near = next.chars().take(PARAMETERS).skip_while(|c| *c != ')').skip(1);
    next.starts_with([':', '?', ','])
        || next.starts_with('(') && near.find(|c| !c.is_whitespace()) == Some(':')
}
