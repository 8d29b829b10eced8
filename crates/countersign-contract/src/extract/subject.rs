//! Where behind an instruction another thing is spoken of: "create A, and B must not change".

use super::denial;
use super::head::head;
use super::lexicon::{self, Verb};
use super::path::Shape;
use super::token::{Kind, Token, word};

/// Nobody names more in a row, and each is looked at from every joint before it.
const LONGEST: usize = 12;

/// Within so many words an instruction has its verb.
const LONGEST_LEAD: usize = 40;

/// Words that lead on to another subject.
const JOINTS: &[&str] = &["although", "and", "but", "plus", "though", "whereas", "while", "yet"];

/// How far before a joint it is looked for what both of its sides may belong to.
const BACK: usize = 8;

/// Whether behind the joint at a place something is said of another thing, where the clause that begins at `start`
/// is an instruction: its objects end there.
pub(super) fn is_another(sentence: &[Token<'_>], start: usize, at: usize) -> bool {
    let Some(joint) = sentence.get(at).filter(|_| at > start + 1) else { return false };
    let joins = joint.kind == Kind::Comma || joint.is_word() && JOINTS.contains(&&*joint.lower);
    let again = JOINTS.contains(&word(sentence, at + 1));
    if !joins || joint.kind == Kind::Comma && again || said_of(sentence, at + 1).is_none() {
        return false;
    }
    let clause = sentence.get(start..at).unwrap_or_default();
    if shares_clause(clause) {
        return false;
    }
    let verb = head(clause.get(..LONGEST_LEAD).unwrap_or(clause)).verb;
    verb.is_some_and(|verb| !matches!(verb, Verb::Ensure | Verb::Get | Verb::Read))
}

/// Whether something is said of the path at a place, or of the row that it stands in, so that it is no object.
pub(super) fn is_one(tokens: &[Token<'_>], at: usize) -> bool {
    tokens.get(at).is_some_and(Token::is_path) && said_of(tokens, at).is_some()
}

/// The paths that stand in a row before the one at a place: of "A, B and C must", A and B.
pub(super) fn row_before<'a, 't>(tokens: &'a [Token<'t>], last: usize) -> Vec<&'a Token<'t>> {
    let joins = |t: &Token<'_>| {
        t.kind == Kind::Comma || matches!(&*t.lower, "and" | "or" | "as" | "well" | "&" | "nor")
    };
    let mut found = Vec::new();
    let mut joined = false;
    for token in tokens.iter().take(last).rev() {
        if token.is_path() && joined && found.len() < LONGEST {
            found.push(token);
            joined = false;
        } else if joins(token) {
            joined = true;
        } else if !(lexicon::is_determiner(&token.lower) && token.is_word() || token.is("file")) {
            // "Like A, B must": A is only compared with.
            if lexicon::is_aside(&token.lower)
                || lexicon::is_goal(&token.lower)
                || token.is("unlike")
            {
                found.clear();
            }
            break;
        }
    }
    found.reverse();
    found
}

/// Where what is said of the subject that begins at a place starts: "the file B must", "B and C stay".
fn said_of(tokens: &[Token<'_>], from: usize) -> Option<usize> {
    let is_name =
        |at: usize| tokens.get(at).is_some_and(|t| t.is_literal() || t.shape != Shape::Plain);
    let mut at = from;
    let that = usize::from(word(tokens, at) == "that");
    at += that;
    let determined = lexicon::is_determiner(word(tokens, at));
    let first = at;
    while at < first + 4 && !is_name(at) && is_noun(tokens, at) {
        at += 1;
    }
    let mut named = is_name(at);
    if !(named || determined && at > first + 1) {
        return None;
    }
    let end = at + LONGEST;
    while named && at < end {
        at += 1;
        let joined = matches!(word(tokens, at), "and" | "or");
        named = joined && is_name(at + 1);
        at += usize::from(named);
    }
    // "src/y.ts itself then", "the `x` file".
    let behind = tokens.iter().skip(at).take(2);
    at += behind.take_while(|t| is_between(t)).count();
    is_predicate(tokens, at).then_some(at)
}

fn is_noun(tokens: &[Token<'_>], at: usize) -> bool {
    let Some(token) = tokens.get(at).filter(|t| t.is_word()) else { return false };
    let goes_on = lexicon::is_goal(&token.lower)
        || lexicon::is_aside(&token.lower) && !token.is("existing") && !token.is("current")
        || lexicon::is_predicate(&token.lower)
        || denial::is_subordinating(&token.lower)
        || matches!(&*token.lower, "and" | "or" | "but" | "to");
    !goes_on
}

fn is_between(token: &Token<'_>) -> bool {
    token.is_word()
        && (lexicon::is_file_noun(&token.lower)
            || lexicon::is_folder_noun(&token.lower)
            || matches!(
                &*token.lower,
                "also"
                    | "always"
                    | "both"
                    | "itself"
                    | "just"
                    | "now"
                    | "still"
                    | "then"
                    | "themselves"
            ))
}

/// "must", "is", "needs to", "stays", "imports it": what makes a statement of the words before it.
fn is_predicate(tokens: &[Token<'_>], at: usize) -> bool {
    let Some(token) = tokens.get(at).filter(|t| t.is_word()) else { return false };
    let next = tokens.get(at + 1);
    let said = &*token.lower;
    match said {
        "must" | "should" | "shall" | "will" | "can" | "may" | "might" | "could" | "would"
        | "cannot" | "is" | "are" | "was" | "were" | "ought" | "mustn't" | "shouldn't" => true,
        "needs" | "need" | "has" | "have" => next.is_some_and(|t| {
            t.is("to") || t.lower.ends_with("ing") || lexicon::is_determiner(&t.lower)
        }),
        "stay" | "stays" | "remain" | "remains" | "becomes" | "gets" | "goes" | "keeps"
        | "belongs" => true,
        // "B unchanged", "B never changes".
        "never" | "obsolete" | "unchanged" | "unmodified" | "untouched" => true,
        _ if denial::is_auxiliary(said) => true,
        _ if lexicon::participle(said) == Some(Verb::Remove) => true,
        _ => {
            is_third_person(said)
                && next.is_some_and(|t| !t.is("in") && t.is_word() || t.is_literal())
        }
    }
}

/// "imports", "documents"; not "tests" and "checks", which are as often things.
fn is_third_person(word: &str) -> bool {
    let thing = lexicon::is_test_noun(word)
        || matches!(
            word,
            "builds"
                | "changes"
                | "checks"
                | "copies"
                | "hooks"
                | "links"
                | "logs"
                | "notes"
                | "records"
                | "reports"
                | "sets"
        );
    let base = word.strip_suffix('s').filter(|_| !thing);
    base.is_some_and(|base| lexicon::verb(base).is_some())
}

/// "a check that A and B are equal", "how A and B are loaded": both stand in what the instruction speaks of.
fn shares_clause(clause: &[Token<'_>]) -> bool {
    for token in clause.iter().rev().take(BACK) {
        let leads = token.is_word()
            && (denial::is_subordinating(&token.lower)
                || matches!(&*token.lower, "between" | "how" | "what" | "why"));
        if leads {
            return true;
        }
        let says = token.is_word()
            && (lexicon::verb(&token.lower).is_some()
                || is_third_person(&token.lower)
                || lexicon::is_predicate(&token.lower));
        if says {
            return false;
        }
    }
    false
}
