//! What people decide or find out by verbs that programs carry out too: "select a broker", "run a profiler".

use super::Label;
use super::action::{Action, tells};
use super::knowledge;
use super::lexicon::Sense;
use super::phrase::{self, Chunk};
use super::terms::Term;
use super::verdict::Finding;

/// What people weigh and then decide on; a program is given it.
const DECIDED: &str = "backend broker brokers bus candidate candidates cloud database databases engine engines format framework frameworks \
     hosting libraries library licence license option options platform platforms protocol provider providers runtime solution \
     solutions stack storage strategy supplier suppliers technologies technology toolkit tooling transport vendor vendors";

/// Of these, a program has none to choose from.
const DECIDED_BY_PEOPLE: &str = "framework hosting licence license stack supplier suppliers technologies technology vendor \
     vendors";

/// "Evaluate & select a broker", "select the stack and record the decision", "select a licence": "select" is a verb of
/// programs, unless what is selected, and what is done along with it, is done by people.
pub(super) fn decided<'t>(actions: &[Action<'t>], findings: &[Finding]) -> Option<&'t Term> {
    const WEIGHS: &str = "assess discuss evaluate investigate research study weigh";
    const RECORDED: &str = "decision decisions rationale";
    let at = actions.iter().position(|action| action.verb.one_of(&["choose", "pick", "select"]))?;
    let select = actions.get(at)?;
    if knowledge::done_by_program(select.object) {
        return None;
    }
    let (direct, _) = phrase::direct_and_attached(select.object);
    let [only] = direct.as_slice() else { return None };
    let head = only.head()?;
    let records = |action: &Action<'_>| {
        let (direct, attached) = phrase::direct_and_attached(action.object);
        let verb = action.verb;
        let result = direct.first().and_then(Chunk::head).is_some_and(|head| head.among(RECORDED));
        // "... in the journal": a program keeps one.
        let text = |chunk: &Chunk<'_>| {
            chunk.head().is_some_and(|head| head.any(&[Sense::Prose, Sense::Decision]))
        };
        (verb.has(Sense::Describe) || verb.among("record summarize write write-up"))
            && result
            && attached.iter().all(|chunk| !chunk.is_place() || text(chunk))
    };
    let others = || {
        let all = actions.iter().zip(findings).enumerate().filter(move |(other, _)| *other != at);
        all.map(|(_, pair)| pair)
    };
    let weighed =
        others().any(|(action, found)| action.verb.among(WEIGHS) && found.label == Label::Advisory);
    let recorded = others().any(|(action, _)| records(action));
    let plain = others()
        .all(|(action, found)| found.label == Label::Advisory || records(action) || tells(action));
    let alone = head.among(DECIDED_BY_PEOPLE)
        && !only.words.iter().any(|word| word.one_of(&["the", "this", "that"]));
    (plain && (alone || head.among(DECIDED) && (weighed || recorded))).then_some(head)
}

/// "Run profiling, identify bottlenecks and possible solutions": what is run once is a means to know.
pub(super) fn run_to_find_out<'t>(
    actions: &[Action<'t>],
    findings: &[Finding],
) -> Option<&'t Term> {
    const MEASURED: &str = "benchmark benchmarks flamegraph flamegraphs load-test load-tests measurements profiler profilers profiling";
    const TRIED: &str = "load performance soak stress";
    let [run, others @ ..] = actions else { return None };
    let (direct, attached) = phrase::direct_and_attached(run.object);
    let [what] = direct.as_slice() else { return None };
    let head = what.head()?;
    let tests = head.one_of(&["test", "tests", "testing"])
        && what.words.iter().any(|word| word.among(TRIED));
    let runs = run.verb.one_of(&["conduct", "do", "execute", "perform", "run", "use"])
        && (head.among(MEASURED) || tests)
        && attached
            .iter()
            .all(|chunk| chunk.after.is_some_and(|a| a.one_of(&["against", "for", "of", "on"])))
        && !knowledge::done_by_program(run.object);
    let known = |found: &Finding| found.label == Label::Advisory;
    let mut rest = others.iter().zip(findings.iter().skip(1));
    let found = rest.next().filter(|(_, found)| runs && known(found))?.0;
    rest.all(|(action, finding)| known(finding) || tells(action)).then_some(found.verb)
}
