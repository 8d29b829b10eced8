//! What a verb does to its object: the object decides, not the word.

use super::Label;
use super::knowledge;
use super::lexicon::Sense;
use super::misspelling;
use super::noun_phrase;
use super::phrase::{self, Chunk};
use super::prose;
use super::request;
use super::statement;
use super::terms::Term;
use super::verdict::Finding;
use super::words::Kind;

const MENDING: &[&str] = &[
    "correct", "fix", "fixed", "fixes", "fixing", "repair", "replace", "update", "updated",
    "updates",
];

/// Where texts send their readers.
const ELSEWHERE: &str =
    "blog channel demo discord forum homepage paper playground slack wiki youtube";

const LINKS: &[&str] = &["anchor", "anchors", "hyperlink", "hyperlinks", "link", "links"];

pub(super) fn judge(verb: &Term, object: &[Term]) -> Finding {
    let object = without_measure(object);
    let (mut direct, attached) = phrase::direct_and_attached(object);
    if direct.is_empty() {
        // "Switch from A to B": B is what will be.
        let changes = verb.one_of(&["change", "convert", "migrate", "move", "port", "switch"]);
        let to = attached.iter().find(|chunk| chunk.after.is_some_and(|after| after.is("to")));
        direct.extend(to.filter(|_| changes).or(attached.first()).cloned());
    }
    direct.iter_mut().for_each(noun_phrase::without_change);
    if let Some(sign) = knowledge::unattended(object).or_else(|| knowledge::on_failure(object)) {
        let reason = "says what a program is to do";
        return Finding::firm(Label::Verifiable, reason, [verb.span, sign.span]);
    }
    if let Some(sign) = handled_by_program(verb, object).or_else(|| ability(&direct, object)) {
        let reason = "says what a program is to do";
        return Finding::firm(Label::Verifiable, reason, [verb.span, sign.span]);
    }
    looked_at_by_others(verb, object)
        .or_else(|| gathered(verb, &direct, &attached))
        .or_else(|| reported(verb, &direct, &attached))
        .or_else(|| listed(verb, &direct, &attached))
        .or_else(|| study(verb, &direct))
        .or_else(|| definition(verb, &direct, &attached))
        .or_else(|| gathering(verb, &direct))
        .or_else(|| moved_onto(verb, &direct, &attached))
        .or_else(|| text(verb, object, &direct, &attached))
        .unwrap_or_else(|| {
            Finding::firm(
                Label::Verifiable,
                "asks for a change that commands can check",
                [verb.span],
            )
        })
}

/// "a check that the manifest has a license": whatever text it looks for, it is a program.
fn looks_for(object: &[Term]) -> bool {
    const LOOKS: &str = "assertion assertions check checks constraint gate guard hook lint precondition rule rules test tests \
         validation validator";
    // "check that" and "check whether" are one term each.
    object.iter().skip(1).any(|term| term.one_of(&["ascertain", "confirm-that"]))
        || object.windows(2).any(|pair| {
            matches!(pair, [noun, that] if noun.among(LOOKS) && that.one_of(&["that", "whether"]))
        })
}

/// "a changelog page to the site", "a changelog link to the footer": where a program shows a text.
fn on_a_site(direct: &[Chunk<'_>], attached: &[Chunk<'_>]) -> bool {
    const SITES: &str = "footer header homepage menu nav navbar navigation portal sidebar site toolbar webapp webpage website";
    let [one] = direct else { return false };
    let [.., text, place] = one.words.as_slice() else { return false };
    let shows = text.among(statement::SHOWN)
        && place.among("button link links page pages section tab view");
    let onto = |chunk: &Chunk<'_>| {
        chunk.is_place()
            && chunk.head().is_some_and(|head| head.among(SITES))
            && !chunk.has(Sense::Prose)
    };
    let of_text = attached.iter().any(|chunk| chunk.has(Sense::Prose));
    shows && !of_text && attached.iter().any(onto)
}

/// "Migrate the wiki to the new search backend": what serves the text changes, and not the text.
fn moved_onto(verb: &Term, direct: &[Chunk<'_>], attached: &[Chunk<'_>]) -> Option<Finding> {
    const PLACES: &str =
        "directory document file folder page repo repository section style template";
    let moves = verb.one_of(&["migrate", "port", "switch"]);
    let text = direct.first().and_then(Chunk::head).filter(|head| head.has(Sense::Prose))?;
    let onto = attached.iter().find(|chunk| chunk.after.is_some_and(|after| after.is("to")))?;
    let system = onto.head().filter(|head| {
        head.any(&[Sense::Thing, Sense::DocumentTool])
            && !head.has(Sense::Prose)
            && !head.among(PLACES)
    })?;
    let reason = "changes what serves a text";
    moves.then(|| Finding::firm(Label::Verifiable, reason, [verb.span, text.span, system.span]))
}

/// "Improve the wording a bit": how much says nothing of what.
fn without_measure(object: &[Term]) -> &[Term] {
    match object {
        [rest @ .., a, bit] if a.is("a") && bit.one_of(&["bit", "little"]) => rest,
        [..] => object,
    }
}

/// "Fix deleting comments": what cannot be done yet is the program's part.
fn handled_by_program<'t>(verb: &Term, object: &'t [Term]) -> Option<&'t Term> {
    const HANDLES: &str = "adding archiving creating deleting duplicating editing exporting fetching filtering importing loading \
         opening parsing pasting posting previewing removing rendering reordering replying saving searching selecting \
         sending sharing sorting submitting uploading";
    let [doing, what, ..] = object else { return None };
    let mends = verb.one_of(&["correct", "fix", "improve", "repair"]);
    let handles = doing.kind == Kind::Word && doing.among(HANDLES);
    (mends && handles && what.is_nominal()).then_some(doing)
}

/// "Add an option to create `plan.md`": what the program is to let people do, whatever comes of it.
fn ability<'t>(direct: &[Chunk<'t>], object: &[Term]) -> Option<&'t Term> {
    let able = direct.first().and_then(Chunk::head).filter(|head| head.among(ABILITIES))?;
    let at = object.iter().position(|term| term.span == able.span)?;
    let does = matches!(object.get(at + 1..), Some([to, verb, ..]) if to.is("to")
        && verb.base
        && verb.any(&[Sense::Build, Sense::Edit, Sense::Make]));
    Some(able).filter(|_| does)
}

/// What lets people do something.
const ABILITIES: &str =
    "ability button command flag option possibility setting subcommand switch toggle";

/// "Have the code reviewed by somebody else", "get the schema audited".
fn looked_at_by_others(verb: &Term, object: &[Term]) -> Option<Finding> {
    const LOOKED_AT: &str =
        "analysed analyzed assessed audited evaluated investigated pen-tested reviewed vetted";
    let at = object.iter().skip(1).position(|term| term.among(LOOKED_AT))? + 1;
    let looked = object.get(at)?;
    // "get the reviewed flag" describes the flag.
    let describes = object.get(at + 1).is_some_and(|next| {
        next.is_nominal() && !next.has(Sense::Preposition) && !request::is_connector(next)
    });
    if describes {
        return None;
    }
    verb.one_of(&["get", "have"])
        .then(|| Finding::firm(Label::Advisory, BRINGS_STUDY_ABOUT, [verb.span, looked.span]))
}

/// "Gather costs", "list pros and cons", "test it with customers": no program does.
fn gathered(verb: &Term, direct: &[Chunk<'_>], attached: &[Chunk<'_>]) -> Option<Finding> {
    const ASKED_FOR: &str = "costs feedback ideas opinions quotes requirements";
    const WEIGHED: &str =
        "advantages alternatives benefits cons drawbacks pros trade-offs tradeoffs";
    let head = direct.first().and_then(Chunk::head)?;
    let gathers = verb.one_of(&["collect", "gather"]) && head.among(ASKED_FOR)
        || verb.one_of(&["collect", "gather", "get", "obtain"])
            && head.one_of(&["estimates", "figures", "measurements", "numbers", "quotes"]);
    let weighs = verb.among("collect compile gather list note record write") && head.among(WEIGHED);
    let people = attached.iter().find(|chunk| with_people(chunk)).and_then(Chunk::head);
    let tried = people.filter(|_| verb.one_of(&["test", "try", "validate", "verify"]));
    let shown = attached.iter().any(|chunk| knowledge::part_of_program(chunk).is_some());
    let sign = tried.or((gathers || weighs).then_some(head)).filter(|_| !shown)?;
    Some(Finding::firm(Label::Advisory, BRINGS_STUDY_ABOUT, [verb.span, sign.span]))
}

/// "with the customer", "with three people".
pub(super) fn with_people(chunk: &Chunk<'_>) -> bool {
    const PEOPLE: &str = "client clients colleagues customer customers experts legal participants people stakeholder \
         stakeholders team users";
    chunk.after.is_some_and(|after| after.is("with"))
        && chunk.head().is_some_and(|head| head.among(PEOPLE))
}

/// "Write a report on X": not what a program reports.
fn reported(verb: &Term, direct: &[Chunk<'_>], attached: &[Chunk<'_>]) -> Option<Finding> {
    let report = direct.first().and_then(Chunk::head).filter(|head| head.is("report"))?;
    let on = attached.first().and_then(|chunk| chunk.after)?;
    let by_hand = verb.one_of(&["compile", "deliver", "draft", "prepare", "write"]);
    (by_hand && on.one_of(&["about", "on"]))
        .then(|| Finding::firm(Label::Advisory, BRINGS_STUDY_ABOUT, [verb.span, report.span]))
}

/// "Compile a list of X": somebody gathers it, unless it goes into software.
fn listed(verb: &Term, direct: &[Chunk<'_>], attached: &[Chunk<'_>]) -> Option<Finding> {
    let [only] = direct else { return None };
    let list = only.head().filter(|head| {
        head.one_of(&[
            "catalogue",
            "inventory",
            "list",
            "overview",
            "rundown",
            "spreadsheet",
            "summary",
        ])
    })?;
    let of = attached.first().and_then(|chunk| chunk.after).filter(|after| after.is("of"))?;
    let software = |chunk: &Chunk<'_>| {
        chunk.is_place()
            && !chunk.after.is_some_and(|after| after.is("of"))
            && chunk.head().is_some_and(|head| head.is_code() || head.has(Sense::Thing))
    };
    let gathers = verb.one_of(&["assemble", "collect", "compile", "gather", "prepare", "produce"]);
    (gathers && !attached.iter().any(software)).then(|| {
        Finding::firm(Label::Advisory, BRINGS_STUDY_ABOUT, [verb.span, list.span, of.span])
    })
}

/// The study or decision that the verb brings about.
fn study(verb: &Term, direct: &[Chunk<'_>]) -> Option<Finding> {
    let unknown = verb.senses.is_none();
    let carries_out = verb.one_of(&["execute", "undertake"]);
    let makes = verb.has(Sense::Make) || unknown || carries_out;
    let gathers = verb.one_of(&["collate", "consolidate"]);
    let takes_away = verb.one_of(&["delete", "fix", "move", "remove", "rename"]);
    let hands_in = verb.one_of(&["circulate", "file", "share", "submit"]);
    let arranges = verb.one_of(&["arrange", "book", "plan", "setup"]);
    let writes = (makes || hands_in || verb.has(Sense::Edit)) && !takes_away;
    let found = direct.iter().find_map(|chunk| {
        let chunk = &without_what_it_does(chunk);
        let head = chunk.study().or(chunk.head())?;
        let is_study = head.has(Sense::Study) && !head.has(Sense::Thing);
        // "Run an audit" is one; "run npm audit" runs a command.
        let deliberate = !(verb.one_of(&["provide", "run"]) || carries_out)
            || head.one_of(&["interviews", "meeting", "retro", "retrospective", "workshop"])
            || chunk.words.iter().any(|word| word.one_of(&["a", "an", "the"]));
        let filed = head.one_of(&["issue", "issues", "ticket", "tickets"])
            && verb.one_of(&["file", "log", "open", "raise"]);
        let taken_in = head.one_of(&["article", "book", "paper", "papers", "spec", "thread"])
            && verb.is("read");
        let ranked = head.has(Sense::Study) && verb.one_of(&["prioritise", "prioritize"]);
        let tried_on_people =
            is_study && chunk.after.is_none() && verb.one_of(&["test", "validate"]);
        let gathered = gathers && is_study && !head.has(Sense::TwoFaced) && chunk.after.is_none();
        let met = arranges
            && chunk.after.is_none()
            && chunk.head().is_some_and(|head| head.among(MEETINGS))
            && chunk.has(Sense::Study);
        let brought_about = head.has(Sense::Decision) && writes || is_study && makes && deliberate;
        (brought_about || gathered || met || filed || taken_in || ranked || tried_on_people)
            .then_some(head)
    })?;
    Some(Finding::firm(Label::Advisory, BRINGS_STUDY_ABOUT, [verb.span, found.span]))
}

/// "server.py implementing RFC 7230": what is made, without what it does.
fn without_what_it_does<'t>(chunk: &Chunk<'t>) -> Chunk<'t> {
    const DOES: &str =
        "covering following fulfilling implementing matching satisfying supporting testing using";
    let end = chunk.words.iter().skip(1).position(|word| word.among(DOES));
    let mut made = chunk.clone();
    made.words.truncate(end.map_or(made.words.len(), |end| end + 1));
    made
}

/// Where people come together.
const MEETINGS: &str = "brainstorm breakout call debrief interview interviews kick-off kickoff meeting meetings offsite \
     retro retrospective session sessions stand-up standup workshop workshops";

const BRINGS_STUDY_ABOUT: &str = "asks for a document or an act of judgement";

/// "Conduct listening sessions": such verbs have people as their means, unless software is held.
fn gathering(verb: &Term, direct: &[Chunk<'_>]) -> Option<Finding> {
    let of_people = verb.one_of(&["attend", "conduct", "convene", "facilitate", "hold"]);
    let software = direct.iter().filter_map(Chunk::head).any(|head| {
        head.is_code()
            || head.has(Sense::Thing) && !head.one_of(&["call", "calls", "session", "sessions"])
    });
    (of_people && !software)
        .then(|| Finding::firm(Label::Advisory, "brings people together", [verb.span]))
}

/// What a definition of settles among people.
const AGREED_AMONG_PEOPLE: &[&str] = &[
    "boundaries",
    "cadence",
    "checklist",
    "convention",
    "conventions",
    "guidance",
    "guidelines",
    "metrics",
    "métricas",
    "principles",
    "procedure",
    "procedures",
    "process",
    "processes",
    "roles",
    "standards",
    "terms",
];

/// What a group comes to, and keeps to.
const CONVENTIONS: &str = "cadence consensus convention conventions criteria ground-rules mission policy principles procedure \
     procedures process processes vision";

/// Verbs and objects that may mean words or code alike.
fn definition(verb: &Term, direct: &[Chunk<'_>], attached: &[Chunk<'_>]) -> Option<Finding> {
    let in_code = |head: &Term| head.is_code() || head.any(&[Sense::Thing, Sense::Symbol]);
    let settles = verb.one_of(&["develop", "devise", "establish", "work-out"]);
    // "Create a process for code owners to hand over": an arrangement, where software would be named.
    let arranged = direct.first().filter(|chunk| {
        matches!(chunk.words.as_slice(), [a, process] if a.one_of(&["a", "the"]) && process.among("policy procedure process"))
    });
    let for_people =
        attached.first().and_then(|chunk| chunk.after).is_some_and(|after| after.is("for"));
    if let Some(process) =
        arranged.and_then(Chunk::head).filter(|_| verb.is("create") && for_people)
    {
        let reason = "defines what people are to agree on";
        return Some(Finding::firm(Label::Advisory, reason, [verb.span, process.span]));
    }
    let convention =
        direct.iter().filter_map(Chunk::head).find(|head| settles && head.among(CONVENTIONS));
    if let Some(convention) = convention {
        let reason = "defines what people are to agree on";
        return Some(Finding::firm(Label::Advisory, reason, [verb.span, convention.span]));
    }
    let defines = verb.one_of(&["define", "definir", "définir", "definieren"]);
    let agreed = direct.iter().filter_map(Chunk::head).find(|head| {
        head.has(Sense::Study) && !head.has(Sense::Thing) || head.one_of(AGREED_AMONG_PEOPLE)
    });
    if let Some(agreed) = agreed.filter(|_| defines) {
        return Some(Finding::firm(
            Label::Advisory,
            "defines what people are to agree on",
            [verb.span, agreed.span],
        ));
    }
    if defines && !direct.iter().filter_map(Chunk::head).any(in_code) {
        return Some(Finding::firm(
            Label::Ambiguous,
            "defines something, in words or in code",
            [verb.span],
        ));
    }
    let trial = direct.iter().filter_map(Chunk::head).find(|head| head.is("prototype"));
    if let Some(trial) = trial.filter(|_| verb.has(Sense::Make) || verb.is("build")) {
        return Some(Finding::firm(
            Label::Ambiguous,
            "makes a trial, which may be kept or thrown away",
            [trial.span],
        ));
    }
    let [only] = direct else { return None };
    let plan = only.head().filter(|head| head.one_of(&["design", "plan", "strategy"]))?;
    // "Add a plan to the pipeline" goes into software.
    let placed = attached
        .iter()
        .any(|chunk| chunk.is_place() && chunk.head().is_some_and(|head| head.has(Sense::Thing)));
    (verb.is("add") && !placed).then(|| {
        Finding::firm(
            Label::Ambiguous,
            "adds a plan or design, which may be a text or software",
            [plan.span],
        )
    })
}

/// "during the build", "on every push": a program does it.
fn is_automatic(chunk: &Chunk<'_>) -> bool {
    let when = |after: &str| chunk.after.is_some_and(|word| word.is(after));
    let run = |words: &[&str]| chunk.head().is_some_and(|head| head.one_of(words));
    when("during") && run(&["build", "ci", "deployment", "release"])
        || when("in") && run(&["ci"])
        || when("on") && run(&["merge", "push"])
}

/// "broken links", but not "magic link".
fn is_link(chunk: &Chunk<'_>) -> bool {
    let plain = |word: &&Term| {
        word.any(&[Sense::Determiner, Sense::Prose, Sense::Symptom, Sense::Edit])
            || word.one_of(&["dead", "external", "internal"])
            || word.is_code()
    };
    match chunk.words.as_slice() {
        // "broken contributor's guide links": whose guide does not matter.
        [.., text, head]
            if head.one_of(LINKS)
                && (prose::is_text(text) || text.one_of(&["badge", "badges"])) =>
        {
            true
        }
        [before @ .., head] => head.one_of(LINKS) && before.iter().all(plain),
        [] => false,
    }
}

/// What people publish and others list.
const PUBLISHED: &str = "article articles book books course courses essay essays newsletter paper papers podcast podcasts \
     post-mortem post-mortems postmortem postmortems publication publications talk talks thesis tutorial tutorials";

/// "Add the paper ... to the list", "... to the list of post-mortems": a list for readers.
fn reading_list<'t>(verb: &Term, direct: &[Chunk<'t>], attached: &[Chunk<'t>]) -> Option<&'t Term> {
    let [to, further @ ..] = attached else { return None };
    let list = to.head().filter(|head| head.one_of(&["collection", "list"]))?;
    let placed = to.after.is_some_and(|after| after.one_of(&["in", "to"]));
    let published = |chunk: &Chunk<'_>| {
        let named = chunk.words.iter().rev().find(|word| !word.is_code());
        named.is_some_and(|noun| noun.among(PUBLISHED))
    };
    // "the awesome list" is one by its name.
    let by_name = to.words.iter().any(|word| word.is("awesome"));
    let of_them = match further {
        [] => by_name || direct.iter().all(published),
        [of, ..] => of.after.is_some_and(|after| after.is("of")) && published(of),
    };
    let plain = by_name
        || to.words.iter().all(|word| word.has(Sense::Determiner) || word.span == list.span);
    (verb.one_of(&["add", "include", "put"]) && placed && plain && of_them).then_some(list)
}

/// "typo in the README and the crash in `pager.ts`": a second object, which is no text.
pub(super) fn names_another(object: &[Term]) -> bool {
    let chunks = phrase::chunks(object);
    chunks.iter().enumerate().skip(1).any(|(at, chunk)| {
        let before = chunks.get(at - 1).and_then(|before| before.after);
        let joined = chunk.after.is_some() && before.map(|b| b.span) == chunk.after.map(|a| a.span);
        let placed = chunks
            .get(at + 1)
            .is_some_and(|place| place.is_place() && place.head().is_some_and(Term::is_code));
        let text = chunk.has(Sense::Prose);
        let fresh = chunk.words.first().is_some_and(|word| word.one_of(&["a", "an"]));
        joined && !text && (placed || fresh || chunk.has(Sense::Symptom) || begins_with_verb(chunk))
    })
}

/// "and tick the item": what stands before an article, and is none itself, is what is done with the noun.
fn begins_with_verb(chunk: &Chunk<'_>) -> bool {
    let of_text = chunk.words.iter().any(|word| word.has(Sense::ProsePart));
    matches!(chunk.words.as_slice(), [verb, article, _, ..]
        if article.one_of(&["a", "an", "the"])
            && verb.kind == Kind::Word
            && (verb.base || verb.senses.is_none())
            && !verb.lower.ends_with(['s', 'd', 'g'])
            && !of_text
            && !verb.any(&[Sense::Determiner, Sense::Preposition])
            && !verb.one_of(&["all", "both", "half", "only", "just"]))
}

/// "Include the README in the npm package": what is shipped is a matter of the build, and no word of the text changes.
fn is_shipped(verb: &Term, direct: &[Chunk<'_>], attached: &[Chunk<'_>]) -> bool {
    const SHIPS: &str = "add bundle copy embed include install package pack ship";
    const BUILT: &str = "archive archives artifact artifacts binary bundle crate distribution gem image images installer jar package \
         packages sdist tarball tarballs wheel wheels zip";
    let built = |chunk: &Chunk<'_>| {
        chunk.after.is_some_and(|after| after.one_of(&["in", "into", "to", "with"]))
            && chunk.head().is_some_and(|head| head.among(BUILT))
    };
    verb.among(SHIPS)
        && direct.first().is_some_and(prose::is_document_itself)
        && attached.first().is_some_and(built)
}

/// "the docs link checker config": a part of a tool that is called after what it does, and no text about it.
fn is_part_of_a_tool(chunk: &Chunk<'_>) -> bool {
    let does = |word: &Term| {
        word.any(&[Sense::Tooling, Sense::Thing])
            && (word.lower.ends_with("er") || word.lower.ends_with("or"))
    };
    let mut words = chunk.words.iter();
    let about_texts = words.by_ref().any(|word| word.has(Sense::Prose));
    // Something of it stands behind it.
    let tool = about_texts && words.by_ref().any(|word| does(word)) && words.next().is_some();
    tool && chunk.head().is_some_and(|head| !head.has(Sense::Prose))
}

/// A text for people as the object of a verb that edits.
fn text(
    verb: &Term,
    object: &[Term],
    direct: &[Chunk<'_>],
    attached: &[Chunk<'_>],
) -> Option<Finding> {
    // "the notice shown in the footer" is what the program shows.
    let displayed =
        object.iter().skip(1).any(|term| term.one_of(&["displayed", "rendered", "shown"]));
    let by_tool = displayed
        || object.iter().any(|term| term.has(Sense::DocumentTool))
        || attached.iter().any(is_automatic)
        || direct.iter().any(is_part_of_a_tool);
    // "Point the README at the new page".
    let elsewhere = || attached.first().and_then(|to| to.after).filter(|t| t.one_of(&["at", "to"]));
    let document = direct.first().filter(|one| verb.is("point") && prose::is_document_itself(one));
    if let Some(head) = document.and_then(Chunk::head).filter(|_| elsewhere().is_some()) {
        return Some(Finding::firm(Label::Skip, "links to another place", [verb.span, head.span]));
    }
    let by_tool = by_tool
        || looks_for(object)
        || on_a_site(direct, attached)
        || is_shipped(verb, direct, attached);
    if !verb.has(Sense::Edit) || by_tool || names_another(object) {
        return None;
    }
    if let Some(typo) = misspelling::only_misspelling(direct) {
        return Some(if misspelling::programs_depend_on_it(direct, attached) {
            Finding::firm(Label::Verifiable, "mends a name that programs depend on", [typo.span])
        } else {
            Finding::firm(Label::Skip, "mends spelling in a text", [typo.span])
        });
    }
    let in_program = attached.iter().any(|chunk| {
        chunk
            .head()
            .is_some_and(|head| head.any(&[Sense::Thing, Sense::Shown]) && !head.has(Sense::Prose))
    });
    let links = !direct.is_empty() && direct.iter().all(is_link) && !in_program;
    if verb.one_of(MENDING) && links {
        return Some(Finding::firm(Label::Skip, "mends links", [verb.span]));
    }
    // "Add a link to the forum": software has its own pages to link to.
    let elsewhere = attached.first().filter(|to| {
        to.after.is_some_and(|after| after.is("to")) && to.words.iter().any(|w| w.among(ELSEWHERE))
    });
    if let Some(to) = elsewhere.filter(|_| {
        attached.len() == 1 && direct.iter().all(is_link) && !direct.is_empty() && verb.is("add")
    }) {
        let spans = to.head().map(|head| head.span);
        return Some(Finding::firm(Label::Skip, "links to another place", spans));
    }
    let worded = object.iter().find(|term| term.one_of(&["phrased", "worded"]));
    if let Some(worded) = worded.filter(|_| !in_program) {
        return Some(Finding::firm(Label::Skip, "changes how a text is worded", [worded.span]));
    }
    let in_text =
        attached.iter().find(|place| place.is_place() && prose::is_document_itself(place));
    if let Some(place) = in_text.and_then(Chunk::head).filter(|_| verb.is("link")) {
        return Some(Finding::firm(Label::Skip, "links to another place", [place.span]));
    }
    if let Some(list) = reading_list(verb, direct, attached) {
        return Some(Finding::firm(Label::Skip, "adds to a list for readers", [list.span]));
    }
    if verb.is("make") && direct.first().is_some_and(prose::opens_with_tool) {
        return None;
    }
    let screenshots = direct.first().and_then(Chunk::head).filter(|head| head.is("screenshots"));
    let renews = verb.one_of(&["add", "refresh", "replace", "update"]);
    if let Some(screenshots) = screenshots.filter(|_| renews && direct.len() == 1 && !in_program) {
        return Some(Finding::firm(Label::Skip, "changes pictures of a text", [screenshots.span]));
    }
    let head = prose::all_prose(direct, attached)?;
    // "Delete a comment when its author leaves": what a program does then.
    let then = attached.iter().any(|chunk| {
        chunk.after.is_some_and(|after| after.one_of(&["after", "if", "once", "when", "whenever"]))
    });
    if head.has(Sense::DataToo) && then {
        return None;
    }
    // "Use Markdown for the editor", "make comments stable": no text is made.
    if verb.one_of(&["make", "use"]) && head.has(Sense::DataToo) {
        return None;
    }
    // "Make the help message appear first" is about what the program does.
    if verb.is("make") && !head.any(&[Sense::Prose, Sense::ProsePart]) {
        return None;
    }
    Some(Finding::firm(Label::Skip, "changes text for people only", [head.span]))
}
