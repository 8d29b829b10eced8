//! Verbs of knowledge: somebody is to find something out, or a program is to do so each time it runs.
//!
//! "Compare three queues" yields an opinion, "compare passwords in constant time" a change. What the
//! words leave open is for a person: unchecked work is worse than a question too many.

use super::lexicon::Sense;
use super::phrase::{self, Chunk};
use super::request;
use super::terms::Term;
use super::words::Kind;

#[derive(Debug, Clone, Copy)]
pub(super) enum Done<'t> {
    /// Once, by somebody who then knows more.
    ByPeople,
    /// Whenever it runs; the word shows it.
    ByProgram(&'t Term),
    Unclear,
}

/// Who does what a verb of knowledge says.
pub(super) fn done<'t>(verb: &Term, object: &'t [Term]) -> Done<'t> {
    if let Some(sign) = unattended(object) {
        return Done::ByProgram(sign);
    }
    let chunks = phrase::chunks(object);
    // "Estimate the costs from the weight": what is estimated from data, a program estimates.
    let source = chunks.iter().filter(|_| verb.one_of(&["estimate", "recommend", "suggest"]));
    if let Some(sign) =
        source.filter(|chunk| chunk.after.is_some_and(|a| a.is("from"))).find_map(means_or_source)
    {
        return Done::ByProgram(sign);
    }
    if weighs(object) {
        return Done::ByPeople;
    }
    if !verb.has(Sense::Computes) {
        return own_object(verb, &chunks).map_or(Done::ByPeople, Done::ByProgram);
    }
    let mostly_people = verb.among(MOSTLY_PEOPLE);
    let sign = each_time(object)
        .or_else(|| own_object(verb, &chunks))
        .or_else(|| chunks.iter().find_map(means_or_source))
        .or_else(|| based_on(object, &chunks))
        .or_else(|| object.first().filter(|each| each.one_of(&["each", "every"])))
        .or_else(|| object.iter().skip(1).find(|term| term.one_of(CONDITIONS)))
        .or_else(|| object.windows(2).find_map(only_if))
        .or_else(|| object.iter().find(|term| term.one_of(&["instead", "periodically", "rather"])))
        .or_else(|| chunks.iter().filter(|_| !mostly_people).find_map(part_of_program))
        .or_else(|| object.iter().find(|term| term.among(AT_HAND)));
    if let Some(sign) = sign {
        return Done::ByProgram(sign);
    }
    let kinds: &[&str] = &["category", "environment", "kind", "team", "type"];
    let shared_out = chunks.iter().any(|chunk| {
        chunk.after.is_some_and(|after| after.is("per"))
            && chunk.head().is_some_and(|head| !head.one_of(kinds))
    });
    // "Learn the tempo from the taps": what is learnt from data, at run time or not.
    let from_data = verb.one_of(&["decide", "learn", "observe", "profile"]) && has_source(object);
    let by_people = mostly_people && !from_data || names_study(verb, object, &chunks);
    if by_people && !shared_out { Done::ByPeople } else { Done::Unclear }
}

/// Whether the words say that a program does it, whatever it is.
pub(super) fn done_by_program(object: &[Term]) -> bool {
    let chunks = phrase::chunks(object);
    each_time(object).is_some()
        || chunks.iter().any(|chunk| means_or_source(chunk).or(part_of_program(chunk)).is_some())
        || based_on(object, &chunks).is_some()
        || object.iter().any(|term| term.one_of(CONDITIONS) || term.among(AT_HAND))
        || object.windows(2).any(|pair| only_if(pair).is_some())
}

/// "if not given", "if missing": what a program does with what it is given.
fn only_if(pair: &[Term]) -> Option<&Term> {
    let [on, state] = pair else { return None };
    (on.is("if")
        && state
            .among("absent available empty missing none not null present set unset unspecified"))
    .then_some(on)
}

const CONDITIONS: &[&str] = &["unless", "until", "when", "whenever"];

/// Of these a noun alone says nothing: people analyse queries and learn about objects.
const MOSTLY_PEOPLE: &str =
    "analyse analyze ask assess canvass decide diagnose evaluate examine learn observe profile";

/// "automatically", "on every push": nobody sits there.
pub(super) fn unattended(object: &[Term]) -> Option<&Term> {
    let asked = |term: &Term| term.one_of(&["how", "what", "whether", "which", "why"]);
    let told = object.iter().position(asked).unwrap_or(object.len());
    let events =
        "build builds commit deploy deployment login merge pr pull push release request save";
    let every = |pair: &[Term]| matches!(pair, [each, event] if each.one_of(&["each", "every"]) && event.among(events));
    let at = object.windows(2).position(every).filter(|at| *at > 0 && *at < told);
    // "tools to automatically format code" are looked for by somebody.
    let aim = |at: usize| {
        at.checked_sub(1).and_then(|before| object.get(before)).is_some_and(|to| to.is("to"))
    };
    let mut words = object.iter().take(told).enumerate();
    let manner = words.find(|(at, term)| term.among(MANNERS) && !aim(*at)).map(|(_, term)| term);
    manner.or_else(|| object.get(at?))
}

/// "when the nightly job fails".
pub(super) fn on_failure(object: &[Term]) -> Option<&Term> {
    let at =
        object.iter().position(|term| term.one_of(&["when", "whenever"])).filter(|at| *at > 0)?;
    let fails = object.iter().skip(at).any(|term| term.has(Sense::Symptom));
    object.get(at).filter(|_| fails)
}

/// "lazily", "at startup", "before each call": only what runs again and again is said so.
fn each_time(object: &[Term]) -> Option<&Term> {
    let event = object.iter().enumerate().find(|(at, term)| {
        let after = object.get(at + 1..).unwrap_or_default();
        (*at > 0 || term.is("before")) && opens_event(term, after)
    });
    unattended(object).or_else(|| event.map(|(_, term)| term))
}

const MANNERS: &str = "asynchronously atomically automatically client-side concurrently deterministically dynamically eagerly \
     incrementally lazily on-demand programmatically recursively server-side silently statically \
     transparently";

/// What follows a preposition that says when a program does something.
const EVENTS: &[(&str, &str)] = &[
    (
        "at",
        "boot build-time compile-time install-time checkout launch load-time login logout run-time runtime start startup",
    ),
    (
        "on",
        "blur boot checkout click commit demand each error every exit failure focus hover import keypress launch load login \
         logout merge paste push registration resize save scroll shutdown sign-up signup start startup submit timeout",
    ),
    ("in", "batches ci memory o parallel place real-time realtime"),
    (
        "before",
        "any copying deleting each every overwriting rendering returning saving sending storing",
    ),
    ("after", "checkout each every login logout registration sign-up signup"),
    ("for", "each every"),
    ("with", "each every"),
    ("during", "boot build builds import ingestion installation startup"),
    ("while", "a dragging drawing editing recording running the typing user users"),
    ("as", "they you"),
];

/// Two words after their preposition.
const EVENTS_OF_TWO: &[(&str, &str, &str)] = &[
    ("at", "build", "time"),
    ("at", "compile", "time"),
    ("at", "load", "time"),
    ("at", "run", "time"),
    ("in", "constant", "time"),
    ("in", "linear", "time"),
    ("in", "real", "time"),
    ("in", "the", "background"),
    ("on", "first", "use"),
    ("on", "the", "fly"),
    ("as", "the", "user"),
    ("when", "the", "user"),
    ("when", "a", "user"),
];

fn opens_event(preposition: &Term, after: &[Term]) -> bool {
    let [first, rest @ ..] = after else { return false };
    if preposition.is("whenever") {
        return true;
    }
    // "on upload": a deed of the program or of those who use it.
    let ends = rest.first().is_none_or(|next| next.has(Sense::Preposition));
    if preposition.is("on") && first.base && first.any(&[Sense::Build, Sense::Edit]) && ends {
        return true;
    }
    let of_one = EVENTS.iter().any(|(word, events)| {
        preposition.is(word) && events.split_whitespace().any(|event| first.is(event))
    });
    let of_two = EVENTS_OF_TWO.iter().any(|(word, event, more)| {
        preposition.is(word) && first.is(event) && rest.first().is_some_and(|next| next.is(more))
    });
    of_one || of_two
}

/// What only people weigh, look for or have.
const WEIGHED: &str = "advantages alternative alternatives approach approaches audience baseline baselines \
     benefits best-practices bottleneck bottlenecks bug bugs candidate candidates cause causes competitor \
     competitors concerns cons considerations cost costs crash crashes deadlock disadvantages drawbacks effort efforts \
     factors failure failures feasibility feedback finding findings framework frameworks freeze gap gaps goal goals hang \
     ideas impact implications improvements incident incidents interview interviews issue issues leak leaks lessons \
     libraries library licence licensing limitations needs offerings opportunities opportunity option \
     options origin outage owners possibilities practices priorities problem problems pros provider providers \
     rationale reason reasons regression regressions requirements risk risks roi root-cause scope solution solutions source sources \
     stakeholder stakeholders strategies strategy tool tooling tools trade-off trade-offs \
     tradeoff tradeoffs use-cases value vendor vendors viability way ways";

/// "why it fails", "whether we need it", "root cause of", "options for".
fn weighs(object: &[Term]) -> bool {
    let asks = object.first().is_some_and(|first| {
        first.one_of(&["between", "how", "if", "what", "where", "whether", "which", "who", "why"])
    });
    let versus = object.iter().any(|term| term.one_of(&["versus", "vs", "where"]));
    let chunks = phrase::chunks(object);
    // "the cause of the crash at startup": what hangs on it does not matter.
    let weighed = chunks
        .iter()
        .take_while(|chunk| {
            chunk.after.is_none_or(|after| after.one_of(&["of", "for", "on", "between"]))
        })
        .any(|chunk| chunk.head().is_some_and(|head| head.among(WEIGHED)));
    // "Meet with legal", "reflect on the launch".
    let about = object.first().is_some_and(|first| first.one_of(&["about", "on", "with"]))
        && each_time(object).is_none()
        && chunks.first().is_none_or(|chunk| means_or_source(chunk).is_none());
    let for_us = object.windows(2).any(|pair| {
        matches!(pair, [of, our] if of.one_of(&["for", "of", "by"]) && our.one_of(&["our", "us", "your"]))
    });
    asks || versus || weighed || for_us || about
}

/// "our endpoints", "the ten slowest queries", "current failures": what there is, looked at once.
fn names_study(verb: &Term, object: &[Term], chunks: &[Chunk<'_>]) -> bool {
    const OF_WHAT_IS: &str = "all best both common current existing five four key most our potential \
                              possible right ten these three top two unused which your";
    // "Choose the smallest variant" says how a program chooses; people choose a name.
    let picks = verb.one_of(&["choose", "pick"]);
    let superlative = |term: &Term| {
        term.kind == Kind::Word && term.lower.len() > 5 && term.lower.ends_with("est")
    };
    let looks_at_own =
        object.iter().take(3).any(|term| term.among(OF_WHAT_IS) || !picks && superlative(term));
    let head = chunks.first().and_then(Chunk::head);
    let data = head.is_some_and(|head| head.has(Sense::RunData));
    let article = if picks { &["a", "an"][..] } else { &["a", "an", "the"] };
    let definite = !has_source(object) && object.first().is_some_and(|first| first.one_of(article));
    let study = object.iter().any(|term| {
        term.any(&[Sense::Study, Sense::Decision]) && !term.has(Sense::Thing) || term.among(WEIGHED)
    });
    let several = verb.one_of(&["compare", "weigh"])
        && object.iter().any(|term| term.one_of(&["against", "and", "or", "to", "with"]));
    looks_at_own || !data && !verb.is("confirm-that") && (definite || study || several)
}

fn has_source(object: &[Term]) -> bool {
    object.iter().any(|term| term.one_of(&["based", "by", "from", "using", "via"]))
}

/// What such a verb is done to by a program, where nobody would do it by hand.
const OWN_OBJECTS: &[(&str, &str)] = &[
    (
        "assess",
        "charge charges fee fees fine fines interest penalties penalty strength surcharge tax taxes",
    ),
    (
        "compare",
        "checksum checksums date dates digest digests etag etags float floats hash hashes number numbers password passwords \
         semver signature signatures string strings timestamp timestamps url urls",
    ),
    ("consult", "cache config index registry table"),
    ("discover", "peers plugin plugins"),
    (
        "evaluate",
        "argument arguments clause clauses condition conditions expression expressions filter filters flag flags formula formulas \
         macro macros operand operands predicate predicates rule rules thunk thunks",
    ),
    ("learn", "bias biases embedding embeddings parameters weights"),
    ("justify", "column columns line lines paragraph paragraphs text"),
    ("outline", "element elements glyph glyphs selection shape shapes"),
    ("plan", "path paths queries route routes"),
    ("recommend", "items posts products songs videos"),
    ("reflect", "change changes"),
    ("sketch", "curve curves line lines polygon polygons"),
    ("suggest", "completion completions corrections hashtags spellings"),
    ("vet", "certificate certificates input inputs package packages upload uploads"),
    ("weigh", "edges results scores terms votes"),
];

fn own_object<'t>(verb: &Term, chunks: &[Chunk<'t>]) -> Option<&'t Term> {
    let (_, objects) = OWN_OBJECTS.iter().find(|(own, _)| verb.is(own))?;
    let chunk = chunks.first().filter(|chunk| chunk.after.is_none())?;
    let of_somebody = chunk.words.iter().any(|word| word.one_of(&["our", "these", "your"]));
    let head = chunk.head()?;
    (!of_somebody && objects.split_whitespace().any(|object| head.is(object))).then_some(head)
}

/// What a program computes with.
const INSTRUMENTS: &str = "algorithm api average backoff bar button checksum classifier counter embeddings filter fingerprint form function functions hash heuristic \
     heuristics histogram histograms hmac index optimizer popup prompt regex regexp search timer timers \
     tokenizer trie widget window";

/// "by UUID", "from `LOG_LEVEL`", "with a histogram".
pub(super) fn means_or_source<'t>(chunk: &Chunk<'t>) -> Option<&'t Term> {
    let preposition = chunk.after?;
    let head = chunk.head()?;
    let data = head.is_code() || head.any(&[Sense::RunData, Sense::Symbol]);
    let fits = match preposition.lower.as_str() {
        "by" => data && !head.one_of(&["user", "users"]),
        "from" => data || head.any(&[Sense::Shown]),
        "without" => head.is_code(),
        "with" | "using" | "via" | "through" => head.among(INSTRUMENTS),
        "per" => head.one_of(&["item", "line", "request", "row", "session", "tenant", "user"]),
        "as" => head.one_of(&["csv", "json", "xml", "yaml"]),
        _ => false,
    };
    fits.then_some(preposition)
}

/// "based on the CPU features".
fn based_on<'t>(object: &'t [Term], chunks: &[Chunk<'t>]) -> Option<&'t Term> {
    let based = object.iter().position(|term| term.is("based"))?;
    let on = object.get(based + 1)?;
    let basis = chunks.iter().find(|chunk| chunk.after.is_some_and(|a| a.span == on.span))?;
    let runs = basis.head()?.any(&[Sense::RunData, Sense::Thing]) || basis.head()?.is_code();
    runs.then_some(on)
}

/// "in the progress bar", "on the product page", "in `train.py`".
pub(super) fn part_of_program<'t>(chunk: &Chunk<'t>) -> Option<&'t Term> {
    let preposition = chunk
        .after?
        .one_of(&["above", "below", "beneath", "in", "inside", "into", "on", "under", "within"]);
    let head = chunk.head()?;
    let of_others =
        chunk.words.iter().any(|word| word.one_of(&["all", "each", "our", "production"]));
    let part = head.one_of(request::ON_SCREEN)
        || head.among(PARTS)
        || head.has(Sense::Shown)
        || head.is_code() && head.kind == Kind::Name && head.lower.contains('.');
    (preposition && part && !of_others).then_some(head)
}

const PARTS: &str = "article articles autocomplete bar cli client compiler constructor dialog dropdown email endpoint engine feed field footer form handler \
     header interpreter loop menu middleware modal navbar notification notifications overlay page parser picker post posts prompt rating renderer \
     resolver response responses scheduler screen server sidebar status statusbar tooltip ui wizard \
     worker";

/// What a program has before it as it runs.
const AT_HAND: &str = "closest elapsed given incoming nearest outgoing pasted related requested selected similar submitted typed uploaded";
