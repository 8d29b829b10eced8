//! The words that decide, in their base forms.

use super::lexicon::Sense;

pub(super) const TABLES: &[(Sense, &str)] = &[
    (
        Sense::Build,
        "abort abstract accept activate adapt address adjust adopt alert align allocate allow \
         allowlist animate append apply approve archive assign attach augment authenticate \
         authorize auto-detect automate avoid await axe backport ban batch benchmark bind block bootstrap \
         bound broadcast browse bubble build bump bundle blur cache calculate call cancel canonicalize cap capture \
         cast catch center centre chain check circumvent clamp clean cleanup clear clone close \
         coerce collapse collect colorize compile compose compress compute concatenate \
         configure conform connect consolidate constrain construct consume containerize convert \
         correlate cover crawl crop de-duplicate debounce debug decode decouple decrease deduce deny \
         dedupe deduplicate default defer delegate demote denormalize deploy deprecate dequeue \
         dereference derive deserialize destroy detach detect dim disable disallow dispatch \
         display distinguish ditch dockerize double downgrade download drag dump eliminate embed emit emulate \
         enable encapsulate encode encrypt enforce enqueue enrich ensure escalate escape evict \
         exclude execute exempt exit expand expire export expose extend extract factor fail \
         fall fetch filter fine-tune finetune flatten flush focus forbid force forward free fuzz gate generate \
         gitignore grant group guard gut halt halve handle hardcode harden hash hide highlight hoist honor honour \
         hook hotfix hover hydrate ignore implement import improve increase index infer inform inherit \
         inject inline insert inspect install instantiate instrument integrate intercept \
         internationalize interpolate interrupt introduce invalidate invoke isolate iterate \
         join keep kill launch lazy-load leave let lift limit lint listen load localize lock \
         log loosen lower maintain mark mask match maximize memoize merge migrate minify \
         minimize mirror mitigate mock modernize modularize monitor mount mute narrow nest \
         normalize notify nuke obey obtain offer offload omit onboard open optimize orchestrate order \
         overhaul override overwrite package pad paginate parallelize parameterize parametrize \
         parse pass patch pause permit persist pin pipe plumb poll populate port pre-fill \
         prefer preload preselect preserve prevent preview print prioritize process promote prompt \
         propagate protect provide provision proxy prune publish pull purge push quarantine \
         query quit raise randomize rank rate-limit re-enable re-export reach react read rebase \
         rebrand rebuild reclaim recognize recompile recompute reconcile reconnect record \
         recover recreate reconfigure redact redeploy redesign redirect redo redraw reduce refactor refine reformat \
         refresh regenerate register reimplement reindex reinstall reinstate reject relax release reload relocate \
         remap remediate remember remind render reopen reorder repackage repair repeat replay replicate \
         reproduce require rerun resend reserve reset reshape resize resolve resubmit respect respond \
         restart restrict restructure resume retain retarget retire retrieve retry return reuse \
         reverse revert rewire rework roll rotate round route run sandbox sanitize save \
         scaffold scale scan schedule scope scrape scroll scrub search secure seed select send \
         separate serialize serve set shard share shift ship short-circuit shorten show shrink \
         shut sign silence simplify skip slice snap snapshot soften solve sort spawn specialize \
         speed spin split squash stabilize stack standardize stay stitch stop store stream \
         streamline strip stub style submit subscribe substitute sunset supply support suppress \
         surface suspend swap switch symlink sync synchronize tag teach terminate test theme throttle \
         throw tidy tighten toggle track train transcode transcribe transform translate transpile traverse treat trigger trim \
         truncate tune turn tweak typecheck unblock undo unescape unhide unify uninstall unlock unpack unpin unregister unskip \
         unset unsubscribe unwrap upgrade upload upsert use utilize validate vary vendor verify \
         version visualize wait walk warn watch whitelist widen wire wrap yank yield zap zip",
    ),
    (
        Sense::Edit,
        "add addition address adjust align alphabetize amend append axe bring capitalize change clean cleanup \
         complete consolidate convert copy correct create creation cut delete deletion develop \
         discard ditch drop edit enhance expand extend fill finalize finish fix format group gut import \
         improve include init initialize insert introduce introduction link list loosen make merge \
         migrate modify move name nuke polish port prepare provide put rearrange refactor refine \
         reformat refresh regenerate removal remove rename reorganize repair replace \
         replacement resolve restore restructure revamp revert revise rework rewrite set setup \
         simplify soften sort split standardize streamline swap switch sync tidy tighten transfer translate tweak unify \
         update upgrade use write yank zap",
    ),
    (
        Sense::Make,
        "collect complete conduct continue create define deliver develop devise do establish facilitate finalize \
         finish gather get give have hold host make obtain organize perform prepare present \
         produce propose provide run schedule seek solicit write",
    ),
    (
        Sense::Inquire,
        "agree analyse analyze architect ascertain ask assess audit brainstorm canvass catalog catalogue \
         characterize choose compare conceive confer confirm confirm-that consult contemplate debate decide \
         deliberate design determine diagnose discover discuss draft enumerate envision \
         estimate evaluate examine experiment explore find formulate gauge hypothesize ideate \
         identify inquire interview inventory investigate justify learn measure meet observe \
         outline pick pinpoint plan ponder prioritise profile propose quantify question \
         re-evaluate reassess recommend reconsider reevaluate reflect research rethink review \
         revisit root-cause scrutinize sketch socialize spike strategize study suggest summarize survey \
         synthesize theorize think threat-model triage troubleshoot understand vet weigh wireframe wonder",
    ),
    (
        Sense::Computes,
        "analyse analyze ask assess canvass characterize choose compare confirm confirm-that consult \
         decide determine diagnose discover enumerate estimate evaluate examine find gauge identify \
         inquire justify learn measure meet observe pick pinpoint profile propose quantify \
         recommend reflect suggest summarize think understand vet weigh",
    ),
    (
        Sense::RunData,
        "address argument attachment avatar body branch browser byte caller charset checksum client \
         completion connection content contents content-type cookie cpu currency device digest directory element email encoding \
         entry env environment etag event extension field file fingerprint float format frame \
         gpu hash hashtag header host hostname id identifier image input ip key keyword language \
         latency level locale login message metadata mime-type mimetype node object offset os \
         owner param parameter password path payload peer permission pixel platform plugin port position prefix \
         product query record recipient region reply request response role row sender \
         sensor session shell signature size slug socket song spelling string suffix suggestion tag tenant \
         thread timestamp timezone token type url user username uuid value variable variant version video \
         viewport weight width",
    ),
    (
        Sense::Describe,
        "clarify comment copy-edit copyedit cross-reference describe document elaborate \
         explain illustrate mention note proofread rephrase reword spell-check spellcheck typo \
         write-up",
    ),
    (
        Sense::Hedge,
        "consider considering how-about idea ideas maybe perhaps possibly prototype suggestion thoughts",
    ),
    (
        Sense::AlsoNoun,
        "abstract account address alert analyze archive audit axe batch benchmark block bound build \
         bump bundle cache call cap cast catalog catch chain change check clean clone close \
         comment copy cover decrease default delete design display docs document download draft \
         drop dump edit estimate exit experiment explain explore export factor fail fall filter \
         find fix focus force format free gate group guard gut handle hash hook host hotfix import \
         increase index install interview inventory launch limit link lint list load lock log \
         map mark measure merge mirror mock move name note order outline overhaul override \
         package pad pass patch pause pin pipe plan poll port present preview print process \
         profile prototype proxy pull purge push query question queue raise read rebase record \
         redesign refactor refresh release render replay report request research reset retry \
         return review rework roll round route run scale schedule scope search seed set shard \
         share ship sign sketch snapshot sort speed spell-check spellcheck spike split stack \
         start stop store stream stub study style support surface survey switch sync tag test \
         theme threat-model throttle throw toggle track transform trigger tune typo update upgrade upload \
         use version watch wrap yank zap zip",
    ),
    (
        Sense::Prose,
        "acknowledgement acknowledgment announcement apidoc article attribution badge blog \
         blog-post blogpost book capitalization caption changelog cheatsheet code-comment \
         code-of-conduct codeowners comment contributing cookbook copyright copyright-header \
         disclaimer doc doc-string docblock docs docstring documentation explainer explanation \
         faq foreword getting-started glossary grammar guidance guide guideline handbook \
         help-text how-to howto instruction intro javadoc jsdoc kdoc licence licence-header \
         license license-header man-page manpage manual markdown misspelling narrative \
         newsletter notice paragraph phpdoc phrasing playbook preface prose punctuation \
         quick-start quickstart readme release-note runbook sentence speling spelling spellign \
         spelling-mistake \
         tutorial typo userguide usermanual vignette walkthrough whitepaper wiki wording write-up writeup",
    ),
    (
        Sense::ProsePart,
        "alternative appendix bullet chapter column command config content default definition \
         description detail details diagram draft entry example file footnote header heading \
         headings hint image info information instruction introduction label link list logo \
         mention message name note notes option order outline overview page paragraph part \
         picture pointer quote rationale reference requirement requirements row sample \
         screenshot section sentence setup snippet statement step string summary syntax table \
         tagline template term text tip title toc topic url usage warning word",
    ),
    (
        Sense::Study,
        "affinity-mapping agenda all-hands alternatives analysis appraisal approach architecture \
         assessment assumption audience audit backlog best-practices brainstorm brainstorming breakout \
         budget comparison conclusions consensus criteria debrief decision deck deep-dive \
         design discovery discussion elicitation estimate estimation evaluation experiment \
         exploration feasibility feedback finding findings follow-up follow-ups goal goals \
         hypothesis ideation inquiry inspection interview interviews inventory investigation \
         issue kick-off kickoff kpi learnings meeting milestone modeling modelling moodboard \
         mvp objective offsite okr opinion outline plan planning policies policy poll post-mortem \
         postmortem rca presentation prioritization priority process questionnaire rationale \
         readout recommendation recommendations requirement requirements requirements-gathering \
         research responsibilities retro retrospective review risk risks roi root-cause scope \
         scoping sign-off slides source spike stakeholder stand-up standup status-quo strategy study survey swot \
         synthesis terminology ticket tickets timeline trade-off trade-offs tradeoff tradeoffs \
         training triage user-research vision workshop",
    ),
    (
        Sense::Decision,
        "adr architecture-decision brd charter decision-record design-brief design-doc \
         design-document design-proposal design-spec designdoc kep memo rfd mock-up mockup \
         one-pager persona position-paper prd proposal research-plan rfc roadmap storyboard \
         threat-model threat-modeling threat-modelling trd user-story white-paper wireframe",
    ),
    (
        Sense::Thing,
        "2fa ability access account action adapter address admin agent alarm alert algorithm \
         alias allocation allocator analytics analyzer animation annotation api app application \
         arg argument arguments array artifact assertion asset async attribute auth \
         authentication authorisation authorization auto-update autocomplete automation avatar \
         backend backoff backpressure backup banner bar batch behavior behaviour benchmark \
         binary bindings block bot bound box branch breadcrumb browser bucket buffer bug build \
         bump bumps bundle button cache caching calculation calendar call callback camera \
         capability card carousel cart certificate channel chart chat check checkbox checker \
         checkout checkpoint checksum ci class cleanup cli client clone cluster code codebase \
         codec coercion collection color colour column command commands compaction \
         compatibility compiler completion component compression concurrency config \
         configuration connection connector constant constraint consumer container context \
         control controller conversion cookie core cors counter coverage crash crate creation \
         credential cron csrf cursor customization cve daemon dag dark-mode darkmode dashboard data \
         database dataset datatype date deadlock debounce debugger decoder deduplication \
         default deletion dependencies dependency deployment deserialization detection detector \
         device dialog diff directive directory dispatch dispatcher distribution dns docker \
         dockerfile domain download dragging drawer driver dropdown duplicate e2e edge editing \
         editor element email emitter encoder encoding encryption endpoint endpoints engine \
         enum env environment error errors escape evaluator event eviction exception execution \
         executor exercise expiration expiry export exporter expression extension extractor \
         factory fallback favicon feature feed fetch fetching field file filename filter \
         filtering fix fixture fixtures flag flags flow folder font footer form format \
         formatter formatting framework frontend function functionality functions fuzz fuzzer \
         fuzzing gateway generation generator generators generics grid grouping handler \
         handling handshake harness hash header health-check healthcheck heartbeat heatmap helm \
         highlighting hook hooks host hotkey http i18n icon id idempotency image implementation \
         import importer indent indentation index indexer indices infrastructure ingress \
         initialization input inspector installation installer instance instrumentation \
         integration interaction interface internationalization interpreter invalidation \
         isolation iterator job json jwt kernel key keybinding keyboard keyword label lambda \
         language launcher layer layout leak lexer lexing library lifecycle lifetimes limit \
         limiter limits linkage linker linking lint linter linting list listener liveness \
         loader loading localization lock lockfile locking log logger logging logic login \
         logout lookup loop macro makefile manager manifest map mapper mapping marker matcher \
         memory menu merge message metadata method methods metric metrics mfa middleware \
         migration migrations mock modal mode model module monitoring mutation mutex namespace \
         navbar navigation node notification notifications oauth object observability offline \
         op operation operator optimization optimizer option options orchestration ordering orm \
         output overflow override package packaging page pagination pane panel parallelism \
         parameter params parser parsing partition password patch path pattern payload payment \
         performance permission permissions persistence picker pipeline pipelines platform \
         plugin plugins pod pool popup port portal precision predicate preference prefetch \
         prefetching preset presets preview process processing processor producer profile \
         profiler program progress prompt prop property protocol prototype provider proxy query \
         queue quota race rate reader readiness receiver reconnection record recursion redesign \
         redirect reducer refactor refactoring regex registry regression release removal \
         renderer rendering replay replication report reporter repository request reset \
         resolution resolver resource response responsiveness rest retries retry role rollback \
         rollout rotation route router routing row rule rules runner runtime sandbox scaffold \
         scaffolding scanner scheduler scheduling schema schemas screen screens script scripts \
         scroll sdk search secret segment selection selector semantics semaphore serialization \
         serializer server service services session sessions setting settings setup sharding \
         shell shortcut sidebar signature simulation site skeleton skill slider snapshot socket \
         sort sorting sourcemap sql ssl sso stack stage state state-machine statement status \
         step storage store stream streaming string struct style styles stylesheet subcommand \
         subscription subsystem suite support symbol sync syntax-highlighting system tab table \
         tag target task telemetry template terminal test testing tests theme thread threading \
         throttle throttling timeout timer timestamp tls toast toggle token tokenization \
         tokenizer tokens tool toolbar toolchain tooling tooltip topic trace tracing tracker \
         trail trait transaction transition translation transport tree trigger type types \
         typing typings ui upgrade upload url user util utilities utility validation validator \
         value values variable variant vector version versioning video view viewer viewport \
         views visitor visualization vm volume vulnerability warning warnings wasm watcher web \
         webauthn webhook webpage website widget window wizard worker workers workflow \
         workflows workspace wrapper writer xml yaml zoom",
    ),
    (
        Sense::Tooling,
        "api autodoc build builder building builds cache check checker ci command compilation \
         compile dark-mode deploy deployment docfx doctest doctests docusaurus editor endpoint \
         extraction extractor feature generate generation generator hosting job lexing \
         link-checker lint linter mdbook migrate mkdocs parser parsing pipeline plugin preview \
         publish publishing redirect redirects release render renderer rendering rustdoc-json \
         script search serve server site sphinx test tests theme thread threading tool toolchain \
         tooling typedoc ui upload validator version-selector versioning viewer vitepress \
         vuepress website workflow",
    ),
    (
        Sense::Shown,
        "api app cli console dashboard diff editor export frontend gui html interface issue json \
         mode output page panel payload pdf post posts pr query record reply report response \
         screen sidebar tab task terminal ticket ui ux video view web webapp widget yaml",
    ),
    (
        Sense::Symbol,
        "api attribute class cmake code column command config configuration constant dockerfile \
         endpoint enum env event field filename flag function id identifier import json key \
         keyword macro makefile method module namespace option package param parameter path prop \
         property query route schema script selector sql struct symbol test tests trait type url \
         var variable variant workflow yaml",
    ),
    (
        Sense::Symptom,
        "abnormal aren't bad blank bogus breakage breaks broken bug buggy can't cannot cant \
         choke confuse corrupt corrupted corruption couldn't crash deadlock defect degradation \
         degrade delayed desync discrepancy desyncs desynced desynchronization didn't differ disappear distorted diverge doesn't doesnt don't dont drops duplicate duplicated \
         empty error exception excessive excessively fail failure false-positive flakiness \
         flaky flash flicker forgets freeze garbled glitch grow hang hangs hard-coded hardcoded \
         hasn't haven't ice ices ignore ignored impossible inaccurate incompatible \
         inconsistency inconsistent incorrect incorrectly ineffective inefficient infinite \
         insufficient invalid isn't issue jitter jump lacks lag laggy livelock lockup leak leaked leaks loses lost \
         malformation malformed malfunction mangled misaligned misbehave misleading mismatch misplaced misses missing \
         never nil nonexistent not npe null obsolete off-by-one oom outage outdated overflow overlap overshoot panic \
         poor problem race raises redundant refuses regress regression rejects segfault \
         shouldn't sigsegv slow slowly softlock spikes sluggish stack-overflow stale stall stuck stutter \
         swallow swallowed throws timeout too traceback trap truncated unable unavailable \
         undefined unexpected unexpectedly unhandled unnecessary unreachable unreliable \
         unresponsive unsound unsoundness unstable unusable useless vanish vulnerability \
         vulnerable wasn't won't wrong wrongfully wrongly",
    ),
    (
        Sense::Finite,
        "accepts allows analyzes appears are be become becomes been being blocks calls can causes \
         closes confuses contains continues could depends did displays do does emits \
         executes finds gets gives had has have is keeps leads looks makes may might must needs \
         now opens ought overwrites prevents prints produces remains reports requires resets \
         results returns reuses runs seems sends shall should shows starts stays stops suggests \
         takes triggers uses was were will works would writes",
    ),
    (
        Sense::Preposition,
        "about above across after against along among around as at based because before behind below \
         beneath between beyond but by comparing covering despite during except following for \
         from how if in inside instead into like near of off on onto out outside over per \
         rather regarding since so such than that through throughout till to toward towards \
         under unless until upon using versus via vs w when where whether which while who whose \
         why with within without",
    ),
    (
        Sense::Determiner,
        "a additional all an another any both current each every existing few first her his how \
         if initial its last many missing more most multiple my new no old other our remaining \
         several some stale such that the their these this those three two various what whether \
         which why your",
    ),
    (
        Sense::Asks,
        "am any anybody anyone are aren't can can't could did do does doesn't don't has have how \
         is isn't may might shall should shouldn't was were what what's whats when where which \
         who whom whose why will won't would wouldn't",
    ),
    (
        Sense::Filler,
        "able actually again also always auto automatically be briefly can carefully \
         correctly could don't explicitly finally first formally fully further gracefully help \
         i initial just let's lets like manually minor must need needs never next no not \
         only optionally partially periodically please properly quick quickly really safely \
         should small temporarily then thoroughly tiny to try want wants we would you",
    ),
    (
        Sense::Light,
        "batch bit bunch collection copy couple draft family first-draft group initial kind list \
         lot mention number page pair part pass piece portion rest round round-up rundown section \
         series set sort start summary table type version",
    ),
    (
        Sense::Tail,
        "board bot bots box button card column columns command commands counter editor endpoint \
         endpoints entries entry event events finding findings gate generator handler \
         highlighting hook hooks id ids lexer lexing log logger logs loop marker mode node \
         nodes output panel parser parsing picker placeholder popup queue queues record records \
         renderer row rows runner selector status tab table tables thread threading threads \
         tier tiers timestamp token tokens toolbar tooltip tracker trail trails tree trigger \
         validator view viewer widget widgets wizard",
    ),
    (
        Sense::DocumentTool,
        "autodoc doctest docusaurus doxygen hugo jekyll mdbook mkdocs pandoc readthedocs sphinx \
         sphinx-build typedoc vitepress vuepress",
    ),
    (
        Sense::Machinery,
        "analytics breadcrumbs build builder ci deploy deployment dropdown favicon generation generator hosting \
         layout navbar pipeline preview redirect rendering search selector sidebar site stylesheet theme \
         theming toggle versioning website widget",
    ),
    // The word itself is often misspelt where somebody reports such a thing.
    (Sense::Misspelling, "misspelling speling spelling spellign typo"),
    (
        Sense::DataToo,
        "announcement article badge blog book caption comment guide instruction licence license \
         manual markdown notice tutorial",
    ),
    (
        Sense::TwoFaced,
        "approach audit backlog budget onboarding estimate feedback goal inspection inventory milestone modeling outline \
         plan planning policy poll priority process review scope source timeline training",
    ),
];
