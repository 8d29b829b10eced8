//! Contract: signatures, each with the path of its file.

use crate::Span;
use crate::intake::{Block, OutputMode, SectionKind};
use crate::lint::catalogue::contract::{
    IMPLEMENTATION, NO_PATH, PATH_NOT_AN_OUTPUT, PROSE_CONTRACT,
};
use crate::lint::code::{Code, Language};
use crate::lint::finding::Findings;

use super::{Parts, placeholders};

/// As many characters of a parameter list as are looked at.
const PARAMETERS: usize = 200;

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let Some(section) = parts.file.sections_of(SectionKind::Contract).next() else { return };
    if section.blocks.is_empty() && !section.body.of(parts.file.text).trim().is_empty() {
        found.add(&PROSE_CONTRACT, section.heading, "the contract has no signatures");
    }
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
