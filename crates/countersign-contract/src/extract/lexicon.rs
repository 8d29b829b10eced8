//! The words that decide, in tables.

use super::generic::Topic;

/// What an instruction does with what it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    /// Brings a file into being.
    Create,
    /// Adds something: a file, or something to a file.
    Add,
    /// Puts a name into a file: export, register, set, document.
    Declare,
    /// Changes what is there.
    Change,
    /// Gives a file another name or place.
    Move,
    Remove,
    /// Only looks.
    Read,
    /// Says that what follows must hold.
    Ensure,
    Run,
    Install,
    /// Gives a dependency another version.
    Bump,
    /// Ticks an item off.
    Tick,
    /// Gets or keeps something in a state: "get X passing".
    Get,
    /// Builds something, in a file that may be new: implement, define.
    Make,
    /// Any other work.
    Other,
}

/// The verb a word is in its base form, and whether the word is hardly ever anything else.
pub(super) fn verb(word: &str) -> Option<(Verb, bool)> {
    use Verb::{
        Add, Bump, Change, Create, Declare, Ensure, Get, Install, Make, Move, Other, Read, Remove,
        Run, Tick,
    };
    let found = match word {
        "criar" | "crear" | "créer" | "creare" => (Create, true),
        "añadir" | "agregar" | "adicionar" | "ajouter" | "aggiungere" => (Add, true),
        "create" | "write" | "generate" | "scaffold" | "introduce" | "author" | "produce" | "save"
            | "bootstrap" => (Create, true),
        "draft" | "summarise" | "summarize" => (Create, false),
        "add" | "append" | "insert" | "include" => (Add, true),
        "put" | "place" | "give" | "provide" | "supply" | "ship" => (Add, false),
        "register" | "declare" | "expose" | "enable" | "mention" | "configure" | "re-export" => {
            (Declare, true)
        }
        "export" | "set" | "document" | "list" | "import" | "record" | "describe" | "note" | "reflect" | "announce" => {
            (Declare, false)
        }
        "modify" | "extend" | "refactor" | "edit" | "adjust" | "rewrite" | "replace" | "improve"
            | "simplify" | "migrate" | "convert" | "enhance" | "revise" | "correct" | "optimize"
            | "optimise" | "integrate" | "rework" | "restructure" | "tighten" => {
            (Change, true)
        }
        "update" | "fix" | "change" | "turn" | "patch" | "wire" | "hook" | "clean" | "tweak" => {
            (Change, false)
        }
        "rename" | "move" | "copy" => (Move, true),
        "extract" | "split" | "port" => (Move, false),
        "remove" | "delete" | "uninstall" | "drop" | "strip" | "eliminate" | "deprecate" => {
            (Remove, true)
        }
        "read" | "refer" | "inspect" | "see" | "consult" | "understand" | "investigate"
            | "examine" | "study" | "analyze" | "analyse" | "compare" | "follow" => (Read, true),
        "review" | "look" | "reference" | "audit" => (Read, false),
        "ensure" | "ensuring" | "verifying" | "confirming" | "verify" | "confirm" | "validate" | "assert" | "guarantee" => (Ensure, true),
        "check" | "prove" => (Ensure, false),
        "run" | "execute" | "rerun" | "re-run" => (Run, true),
        "install" => (Install, true),
        "bump" | "upgrade" | "downgrade" | "pin" => (Bump, false),
        "tick" | "mark" => (Tick, true),
        "cross" | "strike" => (Tick, false),
        "get" | "bring" | "keep" | "make" | "leave" => (Get, false),
        "implement" | "define" | "setup" | "initialize" | "initialise" => (Make, true),
        "build" | "develop" | "design" => (Make, false),
        "use" | "allow" | "support" | "handle" | "return" | "show" | "display" | "apply" | "call"
            | "do" | "test" | "cover" | "exercise" | "commit" | "ignore" | "push" | "open" | "close" | "prefer" | "stop"
            | "start" | "avoid" | "render" | "accept" | "reject" | "log" | "throw" | "raise"
            | "send" | "store" | "load" | "parse" | "link" | "publish" | "deploy" | "release"
            | "merge" | "tell" | "find" | "wrap" | "pass" | "print" | "cache" | "expand" | "break"
            | "reuse" | "report" | "point" | "switch" | "persist" | "delegate" | "default" => (Other, false),
        _ => return None,
    };
    Some(found)
}

/// "adds A": the verb of a change that is told in the third person.
pub(super) fn third_person(word: &str) -> Option<Verb> {
    match word {
        "adds" | "introduces" => Some(Verb::Add),
        "creates" | "writes" | "generates" => Some(Verb::Create),
        "updates" | "extends" => Some(Verb::Change),
        "removes" | "deletes" | "drops" => Some(Verb::Remove),
        "renames" | "moves" => Some(Verb::Move),
        _ => None,
    }
}

/// "this change", "this task": the work itself, not what it is about.
pub(super) fn is_change(word: &str) -> bool {
    matches!(
        word,
        "pr" | "mr" | "change" | "changeset" | "commit" | "patch" | "branch" | "task" | "story" | "ticket" | "issue" | "work"
    )
}

/// Verbs by which a program puts something out, in the base form and in the third person.
pub(super) fn is_output(word: &str) -> bool {
    let base = word.strip_suffix('s').unwrap_or(word);
    matches!(
        base,
        "write" | "store" | "save" | "dump" | "log" | "emit" | "output" | "generate" | "create" | "persist" | "cache"
            | "record" | "append" | "export" | "print" | "collect" | "produce" | "put"
    )
}

/// What something is or is to be, where other verbs say what it does.
pub(super) fn is_state(word: &str) -> bool {
    is_working(word)
        || is_passing(word)
        || matches!(
            word,
            "be" | "stay" | "remain" | "exist" | "contain" | "have" | "include" | "match" | "keep" | "look" | "build" | "fail"
        )
}

/// Nouns for what always has a file of its own.
pub(super) fn is_own_file(word: &str) -> bool {
    is_test_noun(word)
        || matches!(
            word,
            "migration" | "fixture" | "fixtures" | "script" | "workflow" | "benchmark" | "adr" | "guide" | "document" | "config"
        )
}

/// What people leave behind when something was done.
pub(super) fn is_outcome(word: &str) -> bool {
    matches!(
        word,
        "decision" | "diagram" | "diagrams" | "evidence" | "findings" | "measurements" | "minutes" | "notes" | "numbers" | "plan"
            | "report" | "result" | "results" | "screenshot" | "screenshots" | "summary" | "transcript" | "write-up" | "writeup"
    )
}

/// "the file", "this document": nouns that stand for a file that was named before.
pub(super) fn is_file_spoken_of(word: &str) -> bool {
    matches!(word, "file" | "document" | "doc" | "adr" | "config" | "readme" | "guide")
}

/// Folders as they are called in most projects, so that no mark has to show that they are folders.
pub(super) fn is_usual_folder(word: &str) -> bool {
    matches!(
        word,
        "src" | "lib" | "app" | "apps" | "tests" | "test" | "packages" | "crates" | "docs" | "scripts" | "backend" | "frontend"
            | "server" | "client" | "cmd" | "internal" | "pkg" | "examples" | "benches" | "api" | "web"
    )
}

/// Where packages come from: "the X NuGet package", "X from PyPI".
pub(super) fn is_registry(word: &str) -> bool {
    matches!(word, "npm" | "nuget" | "pypi" | "crates.io" | "rubygems" | "packagist" | "maven")
}

/// Of one file, into another.
pub(super) fn is_converting(word: &str) -> bool {
    matches!(word, "migrate" | "convert" | "turn")
}

/// "created", "is added to": the past participle of a verb that makes something be there.
pub(super) fn participle(word: &str) -> Option<Verb> {
    match word {
        "created" | "written" | "generated" | "scaffolded" | "introduced" | "saved" | "committed"
            | "goes" => {
            Some(Verb::Create)
        }
        "added" | "included" | "inserted" | "appended" => Some(Verb::Add),
        "registered" | "exported" | "listed" | "documented" | "declared" | "mentioned" | "set"
            | "exposed" | "defined" | "referenced" | "enabled" | "configured" => Some(Verb::Declare),
        "updated" | "modified" | "changed" | "fixed" | "refactored" | "extended" => {
            Some(Verb::Change)
        }
        "removed" | "deleted" | "dropped" => Some(Verb::Remove),
        "renamed" | "moved" => Some(Verb::Move),
        "installed" => Some(Verb::Install),
        "ticked" | "marked" | "checked" => Some(Verb::Tick),
        _ => None,
    }
}

/// "the file contains X".
pub(super) fn is_containing(word: &str) -> bool {
    matches!(
        word,
        "contain" | "contains" | "include" | "includes" | "list" | "lists" | "document"
            | "documents" | "mention" | "mentions" | "export" | "exports" | "define" | "defines"
            | "declare" | "declares" | "show" | "shows" | "reference" | "references" | "has"
            | "have" | "set" | "sets" | "registers" | "register" | "describes" | "describe"
            | "exposes" | "expose" | "containing" | "exporting" | "listing" | "documenting"
            | "gets" | "gains" | "defining" | "imports" | "import" | "add" | "adds" | "say" | "says" | "state" | "states"
    )
}

/// Verbs whose object is a name in a program, even when it is written like any other word.
pub(super) fn is_naming(word: &str) -> bool {
    ["export", "import", "declar", "defin", "register", "expos", "re-export"].iter().any(|stem| word.starts_with(stem))
}

pub(super) fn is_modal(word: &str) -> bool {
    matches!(
        word,
        "must" | "should" | "shall" | "will" | "can" | "needs" | "need" | "has" | "have" | "may"
            | "would" | "could" | "ought" | "might"
    )
}

/// What may be done need not be.
pub(super) fn is_permissive(word: &str) -> bool {
    matches!(word, "may" | "might" | "could")
}

/// "Optionally create X", "perhaps X".
pub(super) fn is_optional(word: &str) -> bool {
    matches!(word, "optionally" | "optional" | "perhaps" | "maybe" | "possibly" | "ideally")
}

/// Before the place that a file goes to.
pub(super) fn is_place(word: &str) -> bool {
    matches!(word, "in" | "into" | "inside" | "within" | "under" | "to" | "at")
}

pub(super) fn is_folder_noun(word: &str) -> bool {
    matches!(word, "directory" | "folder" | "dir")
}

/// What has a folder of its own: "a crate crates/io".
pub(super) fn is_container(word: &str) -> bool {
    matches!(word, "crate" | "package" | "module" | "project" | "library" | "plugin" | "workspace" | "service" | "app")
}

/// Runtimes, systems and tools that no list of dependencies names.
pub(super) fn is_platform(word: &str) -> bool {
    matches!(
        word,
        "node" | "nodejs" | "node.js" | "python" | "java" | "jdk" | "openjdk" | "jvm" | "ruby" | "go" | "golang" | "rust"
            | "php" | "kotlin" | "swift" | "dart" | "scala" | "elixir" | "erlang" | "perl" | "julia" | "haskell" | "dotnet"
            | ".net" | "android" | "ios" | "macos" | "windows" | "linux" | "ubuntu" | "debian" | "alpine" | "fedora"
            | "kubernetes" | "k8s" | "docker" | "helm" | "terraform" | "postgres" | "postgresql" | "mysql" | "mariadb"
            | "nginx" | "kafka" | "rabbitmq" | "gradle" | "maven" | "npm" | "pnpm" | "yarn" | "bun" | "deno" | "xcode"
            | "chrome" | "firefox" | "safari" | "cuda" | "gcc" | "clang" | "llvm" | "cmake"
    )
}

/// Words before the first verb that change nothing.
pub(super) fn is_opener(word: &str) -> bool {
    matches!(
        word,
        "please" | "also" | "then" | "and" | "or" | "but" | "now" | "next" | "finally" | "first"
            | "second" | "third" | "lastly" | "last" | "afterwards" | "additionally" | "plus"
            | "to" | "just" | "only" | "so" | "let's" | "kindly" | "todo" | "task" | "simply" | "again"
            | "further" | "il" | "faut"
    )
}

/// Who is told to do the work.
pub(super) fn is_addressee(word: &str) -> bool {
    matches!(
        word,
        "you" | "we" | "i" | "agent" | "agents" | "developer" | "developers" | "worker"
            | "implementer"
    )
}

/// After these a path or a name is where the work goes.
pub(super) fn is_goal(word: &str) -> bool {
    matches!(
        word,
        "in" | "at" | "to" | "into" | "under" | "inside" | "within" | "as" | "called" | "named"
            | "with" | "onto" | "on"
    )
}

/// After these a path is only spoken of.
pub(super) fn is_aside(word: &str) -> bool {
    matches!(
        word,
        "from" | "for" | "of" | "like" | "per" | "following" | "using" | "via" | "see" | "by"
            | "around" | "against" | "about" | "after" | "before" | "than" | "mirroring"
            | "matching" | "extending" | "importing" | "covering" | "alongside" | "beside"
            | "between" | "across" | "through" | "based" | "similar" | "reading" | "that"
            | "which" | "where" | "existing" | "current" | "because" | "since" | "so" | "imports"
            | "reads" | "uses" | "mirrors" | "replacing" | "over" | "compared"
            | "against:" | "out" | "next" | "excluding" | "ignoring" | "wrapping" | "reusing" | "consuming" | "exporting"
            | "loading" | "testing" | "tests:" | "parsing" | "comparing" | "checking" | "validating" | "scanning" | "converting"
            | "processing"
    )
}

/// From here to the end of the clause nothing is asked.
pub(super) fn is_turning(word: &str) -> bool {
    matches!(
        word,
        "without" | "instead" | "rather" | "except" | "unlike" | "e.g." | "eg" | "e.g" | "such"
    )
}

pub(super) fn is_condition(word: &str) -> bool {
    matches!(word, "if" | "unless" | "whether" | "suppose" | "assuming")
}

pub(super) fn is_time(word: &str) -> bool {
    matches!(word, "when" | "once" | "after" | "before" | "while" | "until" | "whenever"
        | "during")
}

pub(super) fn is_negation(word: &str) -> bool {
    word.ends_with("n't")
        || word.ends_with("n’t")
        || matches!(word, "not" | "never" | "cannot" | "avoid" | "nor" | "neither" | "nobody")
}

pub(super) fn is_determiner(word: &str) -> bool {
    matches!(
        word,
        "a" | "an" | "the" | "all" | "any" | "each" | "every" | "this" | "that" | "these"
            | "those" | "its" | "their" | "our" | "it" | "them" | "both" | "existing" | "new"
            | "no" | "sure" | "up" | "off" | "back" | "at" | "for" | "how" | "whether" | "only"
            | "your" | "my" | "full" | "unit" | "integration" | "only:" | "with" | "what" | "one"
            | "two"
    )
}

/// "passes", "succeeds", "is green".
pub(super) fn is_passing(word: &str) -> bool {
    matches!(
        word,
        "pass" | "passes" | "passing" | "passed" | "succeed" | "succeeds" | "succeeding" | "green"
            | "clean" | "cleanly" | "successful" | "successfully" | "sukses" | "berhasil" | "verde" | "grün" | "erfolgreich"
            | "pasa" | "pasan" | "passa" | "passam" | "passano" | "passe" | "passent" | "réussit" | "réussissent" | "limpo" | "limpio"
    )
}

/// "ESLint is happy", "the compiler stays quiet"; not "the happy path".
pub(super) fn is_content(word: &str) -> bool {
    matches!(word, "happy" | "quiet" | "silent" | "satisfied" | "spotless" | "warning-free" | "error-free")
}

/// "type-clean", "lint-free": a check and its result in one word.
pub(super) fn is_tidy(word: &str) -> Option<Topic> {
    match word {
        "type-clean" | "type-correct" | "well-typed" | "type-checks" | "typechecks" => Some(Topic::Types),
        "lint-clean" | "lint-free" | "linted" => Some(Topic::Lint),
        "formatted" | "well-formatted" => Some(Topic::Format),
        _ => None,
    }
}

/// "fails", "is broken".
pub(super) fn is_failing(word: &str) -> bool {
    matches!(
        word,
        "fail" | "fails" | "failed" | "failing" | "broken" | "breaks" | "crash" | "crashes"
            | "crashed" | "hangs" | "hung" | "throws" | "errors" | "flaky" | "failure"
    )
}

/// "is refused", "aborts": how what was run ends when it is not let through.
pub(super) fn is_refusing(word: &str) -> bool {
    matches!(
        word,
        "refused" | "refuses" | "refuse" | "rejected" | "rejects" | "reject" | "denied" | "aborts" | "abort" | "aborted"
            | "raises" | "raise" | "throw" | "panics" | "panic"
    )
}

/// Things that live in a file of their own.
pub(super) fn is_file_noun(word: &str) -> bool {
    matches!(
        word,
        "file" | "files" | "component" | "components" | "module" | "page" | "script" | "migration"
            | "workflow" | "fixture" | "fixtures" | "template" | "schema" | "hook" | "service"
            | "class" | "helper" | "helpers" | "utility" | "utilities" | "model" | "test"
            | "tests" | "spec" | "specs" | "suite" | "document" | "doc" | "guide" | "config"
            | "configuration" | "adr" | "controller" | "repository" | "middleware" | "dockerfile"
            | "benchmark" | "example" | "adapter" | "layout" | "store" | "provider" | "view"
            | "screen" | "dialog" | "modal" | "unit" | "manifest"
    )
}

pub(super) fn is_test_noun(word: &str) -> bool {
    matches!(word, "test" | "tests" | "spec" | "specs" | "suite" | "suites" | "testcase" | "testcases")
}

/// "exits 0", "reports no errors".
pub(super) fn is_exiting(word: &str) -> bool {
    matches!(word, "exits" | "exit" | "returns" | "return" | "has" | "have" | "reports" | "report"
        | "produces" | "produce" | "with" | "emits" | "emit" | "gives" | "give" | "code" | "status" | "finds" | "find" | "prints" | "outputs")
}

pub(super) fn is_working(word: &str) -> bool {
    matches!(
        word,
        "works" | "work" | "working" | "completes" | "runs" | "compiles" | "compile" | "builds"
    )
}

pub(super) fn is_none(word: &str) -> bool {
    matches!(word, "no" | "zero" | "0" | "without" | "sin" | "sem" | "sans" | "senza" | "ohne" | "keine" | "keinen")
}

/// What there must be none of.
pub(super) fn is_trouble(word: &str) -> bool {
    matches!(
        word,
        "errors" | "error" | "erroring" | "warnings" | "warning" | "issues" | "violations" | "failures" | "problems"
            | "failing" | "broken" | "complaints" | "complaint" | "findings" | "finding" | "regressions" | "errores" | "erros" | "erreurs" | "erreur"
            | "errori" | "fehler" | "warnungen" | "advertencias" | "avisos" | "avertissements"
    )
}

/// Words that are never an argument of a command.
pub(super) fn is_filler(word: &str) -> bool {
    matches!(
        word,
        "and" | "or" | "is" | "are" | "exits" | "shows" | "works" | "without" | "still" | "all" | "both" | "now"
            | "it" | "that" | "this" | "the" | "a" | "no" | "zero" | "there" | "if" | "each" | "again" | "locally"
            | "here" | "then" | "returns" | "completes" | "runs"
    )
}

/// What can be said of a file or a command.
pub(super) fn is_predicate(word: &str) -> bool {
    is_modal(word)
        || is_passing(word)
        || matches!(word, "exists" | "exist" | "is" | "are" | "contains" | "includes" | "exits" | "works" | "returns" | "shows")
}

/// "the changelog generator" is a program, not a changelog.
pub(super) fn is_program_noun(word: &str) -> bool {
    matches!(
        word,
        "generator" | "parser" | "page" | "command" | "tool" | "script" | "workflow" | "component" | "view"
            | "format" | "modal" | "endpoint"
    )
}

/// "lint rule", "build script": the check's word is part of another name.
pub(super) fn is_qualified(word: &str) -> bool {
    matches!(
        word,
        "rule" | "rules" | "script" | "scripts" | "config" | "configuration" | "step" | "steps" | "job" | "that"
            | "file" | "files" | "coverage" | "data" | "plugin" | "pipeline" | "system" | "time" | "directory"
            | "output" | "target" | "targets" | "definitions" | "types" | "interfaces"
    )
}

/// Words that speak of packages and name none.
pub(super) fn is_about_packages(word: &str) -> bool {
    matches!(
        word,
        "and" | "or" | "dependencies" | "dependency" | "package" | "packages" | "the" | "a" | "an" | "all" | "new"
            | "required" | "dev" | "git" | "hooks" | "npm" | "python" | "it" | "them" | "latest" | "library"
            | "libraries" | "following" | "necessary" | "missing" | "project" | "as" | "both" | "peer" | "runtime"
            | "plus" | "then" | "tools" | "tool" | "cli" | "version" | "locally" | "globally" | "development"
            | "deps" | "plugin" | "plugins" | "crate" | "crates" | "gem" | "module" | "first" | "again" | "now"
            | "everything" | "newer" | "later" | "higher" | "above" | "too" | "instead" | "afterwards" | "tests" | "requirements" | "app" | "script" | "updates" | "upgrades"
    )
}

/// One of what can be installed: "the package zod".
pub(super) fn is_kind_of_package(word: &str) -> bool {
    matches!(
        word,
        "crate" | "dependency" | "gem" | "library" | "module" | "package" | "plugin" | "tool" | "dev-dependency" | "devdependency"
    )
}

/// Several of them: "the packages zod and dayjs".
pub(super) fn is_kind_of_packages(word: &str) -> bool {
    matches!(
        word,
        "crates" | "dependencies" | "deps" | "gems" | "libraries" | "packages" | "plugins" | "requirements" | "tools"
            | "dev-dependencies" | "devdependencies"
    )
}

/// What is done with dependencies, or is made of them: "dependency caching", "dependency graph".
pub(super) fn is_about_dependencies(word: &str) -> bool {
    const ENDINGS: [&str; 8] = ["ing", "tion", "sion", "ment", "ance", "ence", "ysis", "ity"];
    word.len() > 5 && ENDINGS.iter().any(|ending| word.ends_with(ending))
        || matches!(
            word,
            "alert" | "alerts" | "array" | "arrays" | "audit" | "audits" | "badge" | "bot" | "cache" | "caches" | "chart" | "check"
                | "checker" | "checks" | "conflict" | "conflicts" | "cycle" | "cycles" | "diagram" | "file" | "graph" | "graphs"
                | "group" | "groups" | "info" | "injector" | "installer" | "list" | "lists" | "lock" | "lockfile" | "locks" | "manager" | "map"
                | "matrix" | "names" | "order" | "policies" | "policy" | "report" | "reports" | "resolver" | "review"
                | "reviews" | "rules" | "scan" | "scanner" | "scans" | "support" | "table" | "tracker" | "tree" | "trees" | "update"
                | "updates" | "updater" | "upgrade" | "upgrades" | "versions"
        )
}

/// What may stand before the bare name of a package.
pub(super) fn is_before_package(word: &str) -> bool {
    matches!(
        word,
        "and" | "or" | "plus" | "then" | "as" | "both" | "all" | "new" | "required" | "dev" | "npm" | "python" | "latest" | "following"
            | "necessary" | "missing" | "peer" | "runtime" | "development" | "cli" | "newer"
    )
}

/// "automatically", "silently": how something is done.
pub(super) fn is_adverb(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ly")
        || matches!(
            word,
            "always" | "beforehand" | "everywhere" | "once" | "overnight" | "somewhere" | "today" | "tomorrow" | "twice" | "upfront"
        )
}

/// What may follow the bare name of a package.
pub(super) fn is_behind_package(word: &str) -> bool {
    matches!(
        word,
        "and" | "or" | "as" | "package" | "packages" | "library" | "libraries" | "dependency" | "dependencies"
            | "then" | "plus" | "dev" | "for" | "in" | "to" | "with" | "via" | "using" | "from" | "crate" | "crates"
            | "module" | "version" | "into" | "under" | "only"
    )
}

pub(super) fn is_being(word: &str) -> bool {
    matches!(word, "is" | "are" | "be" | "was" | "were" | "been" | "being" | "properly" | "correctly" | "also")
}

/// The check that a word is the name of.
pub(super) fn check(word: &str) -> Option<Topic> {
    match word {
        "tests" | "suite" | "suites" | "specs" | "unit-tests" | "testsuite" => Some(Topic::Tests),
        "lint" | "lints" | "linting" | "linter" | "linters" | "eslint" | "clippy" | "ruff" | "pylint" | "flake8"
        | "golangci-lint" | "rubocop" | "swiftlint" | "biome" | "stylelint" => Some(Topic::Lint),
        "format" | "formatting" | "formatter" | "prettier" | "rustfmt" | "gofmt" => Some(Topic::Format),
        "typecheck" | "typechecker" | "type-checker" | "typechecking" | "type-check" | "type-checks" | "typechecks" | "type-checking"
        | "typescript" | "mypy" | "pyright" | "tsc" | "typing" => Some(Topic::Types),
        "build" | "builds" | "compilation" | "compile" | "compiler" => Some(Topic::Build),
        _ => None,
    }
}

/// "type errors", "type checking".
pub(super) fn is_type_noun(word: &str) -> bool {
    matches!(
        word,
        "check" | "checks" | "checking" | "checker" | "checkers" | "errors" | "error" | "issues" | "or" | "and"
    )
}

/// "the footer of FILE".
pub(super) fn is_part_of_file(word: &str) -> bool {
    matches!(
        word,
        "footer" | "header" | "head" | "body" | "top" | "bottom" | "end" | "beginning" | "start" | "section" | "title"
    )
}

/// "install instructions", "install script": the noun after it makes a noun of it.
pub(super) fn is_of_installing(word: &str) -> bool {
    matches!(
        word,
        "instructions" | "steps" | "guide" | "docs" | "documentation" | "page" | "section" | "script" | "command"
            | "process" | "size" | "path" | "button" | "prompt" | "time" | "flow" | "notes"
    )
}

/// "is forbidden", "would be wrong": said of what shall not be.
pub(super) fn is_rejecting(word: &str) -> bool {
    matches!(
        word,
        "forbidden" | "prohibited" | "disallowed" | "banned" | "avoided" | "unnecessary" | "unneeded" | "pointless"
            | "wrong" | "absent" | "obsolete" | "off-limits"
    )
}

/// Past tenses that do not end in "ed".
pub(super) fn is_past_verb(word: &str) -> bool {
    matches!(
        word,
        "ran" | "had" | "have" | "did" | "got" | "saw" | "made" | "wrote" | "built" | "was" | "were" | "broke" | "found"
            | "left" | "began" | "went" | "told" | "said" | "heard" | "thought" | "knew" | "kept" | "took" | "gave"
    )
}

/// "in the style of", "along the lines of".
pub(super) fn is_manner(word: &str) -> bool {
    matches!(
        word,
        "pattern" | "style" | "manner" | "spirit" | "lines" | "example" | "conventions" | "convention" | "structure"
            | "layout" | "lead" | "shape" | "vein"
    )
}

/// "using FILE as a template".
pub(super) fn is_model(word: &str) -> bool {
    matches!(
        word,
        "template" | "model" | "base" | "basis" | "reference" | "example" | "blueprint" | "starting" | "guide"
            | "pattern"
    )
}
