//! A test command, made to tell which tests it runs.

use std::collections::BTreeMap;
use std::path::Path;

use super::Source;
use super::command::{
    Command, Found, Framework, Reach, Word, base_name, find, program, quote, recipes_written_out,
    split, unittest_script, written_out,
};
use crate::files::Files;

/// What is known of the place in which a command will run. Scripts are read from the base tree, never from
/// what the worker left.
#[derive(Clone, Copy)]
pub struct Facts<'f> {
    pub base: &'f dyn Files,
    /// The folder in the tree in which the line runs; empty for the tree itself.
    pub folder: &'f str,
}

impl std::fmt::Debug for Facts<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Facts").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// The command as it is to be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instrumented {
    /// A line for `sh -c`.
    pub run: String,
    /// Variables to set.
    pub environment: BTreeMap<String, String>,
    pub source: Source,
}

/// Makes a test command tell which tests it ran, into files of `report_folder` where the runner can write
/// one, and run on after a failure. A line that starts no known runner, or in a way in which nothing can be
/// asked of it, stays as it is, and its source is `None`.
pub fn instrument(run: &str, facts: Facts<'_>, report_folder: &Path) -> Instrumented {
    let in_recipes = || {
        let written = recipes_written_out(run, facts.base, facts.folder)?;
        asked(&written, facts, report_folder)
    };
    asked(run, facts, report_folder).or_else(in_recipes).unwrap_or_else(|| Instrumented {
        run: run.to_owned(),
        environment: BTreeMap::new(),
        source: Source::None,
    })
}

fn asked(run: &str, facts: Facts<'_>, report_folder: &Path) -> Option<Instrumented> {
    let whole = written_out(run, facts.base, facts.folder);
    let run = whole.as_deref().unwrap_or(run);
    let commands = split(run)?;
    let found = find(&commands, facts.base, facts.folder);
    let mut plan = Plan {
        commands: &commands,
        found: &found,
        folder: report_folder,
        edits: Vec::new(),
        environment: BTreeMap::new(),
        sources: Vec::new(),
        both_streams: false,
        collects: false,
    };
    for runner in &found {
        // One runner that tells nothing makes the whole line tell nothing: its tests would be missed.
        plan.ask(runner)?;
    }
    plan.sources.dedup();
    let source = match plan.sources.len() {
        0 => return None,
        1 => plan.sources.swap_remove(0),
        _ => Source::Several(plan.sources),
    };
    let line = apply(run, plan.edits);
    let line = if plan.both_streams { format!("{{ {line}\n}} 2>&1") } else { line };
    let run = if plan.collects { collecting(&line, report_folder) } else { line };
    Some(Instrumented { run, environment: plan.environment, source })
}

struct Edit {
    from: usize,
    to: usize,
    text: String,
}

struct Plan<'p> {
    commands: &'p [Command],
    found: &'p [Found],
    folder: &'p Path,
    edits: Vec<Edit>,
    environment: BTreeMap<String, String>,
    sources: Vec<Source>,
    both_streams: bool,
    /// Reports lie where the runner puts them, and are fetched from there.
    collects: bool,
}

impl Plan<'_> {
    /// Nothing where the runner cannot be asked.
    fn ask(&mut self, found: &Found) -> Option<()> {
        match found.framework {
            Framework::Pytest | Framework::Tox => self.pytest(found),
            Framework::Unittest => {
                // `discover` is a command of its own, and the flag is its flag.
                let discovers = found.command.texts().contains(&"discover");
                let words = found.command.texts();
                let (at, is_module) = program(&words);
                let script = unittest_script(words.get(at..).unwrap_or_default());
                let after = match script {
                    Some(script) if !is_module => script,
                    _ if discovers => "discover",
                    _ => "unittest",
                };
                self.printed(found, &["-v"], after, Source::Unittest)
            }
            Framework::Django => self.printed(found, &["-v", "2"], "test", Source::Unittest),
            Framework::Vitest => {
                let path = self.file("json")?;
                let file = format!("--outputFile.json={path}");
                self.withdraw(found, &["--bail", "--outputFile"])?;
                let asked = ["--reporter=default", "--reporter=json", &file, "--bail=0"];
                self.arguments(found, &asked)?;
                self.sources.push(Source::Jest(path.into()));
                Some(())
            }
            Framework::Jest => {
                let path = self.file("json")?;
                let file = format!("--outputFile={path}");
                self.withdraw(found, &["--bail", "--outputFile", "--json"])?;
                self.arguments(found, &["--json", &file, "--bail=0"])?;
                self.sources.push(Source::Jest(path.into()));
                Some(())
            }
            Framework::Mocha => {
                let path = self.file("json")?;
                let file = format!("output={path}");
                let asked = ["--reporter", "json", "--reporter-option", &file, "--no-bail"];
                self.arguments(found, &asked)?;
                self.sources.push(Source::Mocha(path.into()));
                Some(())
            }
            Framework::NodeTest => self.node(found),
            Framework::Bun => {
                let path = self.file("xml")?;
                let file = format!("--reporter-outfile={path}");
                self.arguments(found, &["--reporter=junit", &file])?;
                self.sources.push(Source::JUnit(path.into()));
                Some(())
            }
            Framework::Bats | Framework::Ava => {
                self.arguments(found, &["--tap"])?;
                self.sources.push(Source::PrintedTap);
                Some(())
            }
            Framework::CargoTest => self.cargo(found),
            Framework::Nextest => self.nextest(found),
            Framework::GoTest => self.go(found),
            Framework::GoTool => Some(()),
            Framework::Maven => self.collected(found, &["-o", "-B", "-fae"]),
            Framework::Gradle => self.collected(found, &["--offline", "--no-daemon", "--continue"]),
        }
    }

    /// Runners that take no path for their reports.
    fn collected(&mut self, found: &Found, asked: &[&str]) -> Option<()> {
        self.folder.to_str().filter(|path| !path.contains('\n'))?;
        // What cannot be asked of it by an option is asked by nothing: it is content with what it is given.
        let words = found.command.texts();
        let asked: Vec<&str> = asked.iter().copied().filter(|word| !words.contains(word)).collect();
        if !matches!(found.reach, Reach::Environment) {
            self.arguments(found, &asked)?;
        }
        self.collects = true;
        let source = Source::JUnitFolder(self.folder.to_owned());
        if !self.sources.contains(&source) {
            self.sources.push(source);
        }
        Some(())
    }

    /// A file for the next report. Nothing where its path cannot be written into a command.
    fn file(&self, extension: &str) -> Option<String> {
        let name = format!("report-{}.{extension}", self.sources.len());
        let path = self.folder.join(name).to_str()?.to_owned();
        (!path.contains(['\n', '"', '\\', ','])).then_some(path)
    }

    fn pytest(&mut self, found: &Found) -> Option<()> {
        const VARIABLE: &str = "PYTEST_ADDOPTS";
        let words = found.command.texts();
        if words.iter().any(|word| word.ends_with("no:junitxml")) {
            // Three, because a `-q` in the line takes one away.
            self.set(VARIABLE, "-vvv --color=no".into())?;
            self.sources.push(Source::PrintedPytest);
            return Some(());
        }
        // What the line itself says would win over the environment, and one variable names one file.
        let says = |word: &&str| {
            ["--junit", "--maxfail", "--exitfirst"].iter().any(|flag| word.starts_with(flag))
                || is_short_flag(word, 'x')
        };
        let is_pytest = |other: &&Found| other.framework == Framework::Pytest;
        let must_be_argued = words.iter().any(says)
            || self.commands.iter().any(|command| command.assigns(VARIABLE))
            || self.found.iter().filter(is_pytest).count() > 1;
        let path = self.file("xml")?;
        let file = format!("--junitxml={path}");
        if must_be_argued && found.framework == Framework::Pytest {
            self.arguments(found, &[&file, "-o", "junit_family=xunit1", "--maxfail=0"])?;
        } else {
            let options = format!("{} -o junit_family=xunit1 --maxfail=0", quote(&file));
            self.set(VARIABLE, options)?;
        }
        if found.framework == Framework::Tox {
            self.set("TOX_OVERRIDE", format!("testenv.pass_env+={VARIABLE}"))?;
        }
        self.sources.push(Source::Pytest(path.into()));
        Some(())
    }

    fn node(&mut self, found: &Found) -> Option<()> {
        const VARIABLE: &str = "NODE_OPTIONS";
        let path = self.file("tap")?;
        let several = self.found.iter().filter(|f| f.framework == Framework::NodeTest).count() > 1;
        let words = found.command.texts();
        let reports = words.iter().any(|word| word.starts_with("--test-reporter"));
        let assigned = self.commands.iter().any(|command| command.assigns(VARIABLE))
            || found.command.assigns(VARIABLE);
        let destination = format!("--test-reporter-destination={path}");
        let asked = [
            "--test-reporter=spec",
            "--test-reporter-destination=stdout",
            "--test-reporter=tap",
            &destination,
        ];
        if !reports && !assigned && !several {
            // Quotes of its own kind: the variable is no shell line.
            let words = asked.map(|word| format!("\"{word}\""));
            self.set(VARIABLE, words.join(" "))?;
        } else if let (Reach::Append { command, .. }, false, false) =
            (&found.reach, reports, assigned)
        {
            // A variable for each command, if it starts no second runner of the kind.
            let is_same = |other: &&Found| {
                other.framework == Framework::NodeTest
                    && matches!(&other.reach, Reach::Append { command: at, .. } if at == command)
            };
            if self.found.iter().filter(is_same).count() > 1 {
                return None;
            }
            let words = asked.map(|word| format!("\"{word}\""));
            let at = self.commands.get(*command)?.words.first()?.span.start;
            let text = format!("{VARIABLE}={} ", quote(&words.join(" ")));
            self.edits.push(Edit { from: at, to: at, text });
        } else if let Reach::Line { command, from } = found.reach {
            // Node takes options only before the first file, and as many reporters as destinations.
            let command = self.commands.get(command)?;
            self.withdraw(found, &["--test-reporter"])?;
            let program = command.words.get(from)?;
            self.insert(program.span.end, &asked);
        } else {
            return None;
        }
        self.sources.push(Source::Tap(path.into()));
        Some(())
    }

    /// Takes options out of the runner's command that may be given only once, with their values. Nothing
    /// where they are out of reach.
    fn withdraw(&mut self, found: &Found, options: &[&str]) -> Option<()> {
        let is_option = |text: &str| options.iter().any(|option| text.starts_with(option));
        let Reach::Line { command, from } = found.reach else {
            return (!found.command.texts().iter().any(|text| is_option(text))).then_some(());
        };
        // The option before a word, if its value may be the next word.
        let mut option_before: Option<&str> = None;
        for word in self.commands.get(command)?.words.iter().skip(from) {
            let is_value = option_before.is_some_and(|option| match option {
                "--bail" => word.text.bytes().all(|byte| byte.is_ascii_digit()),
                "--json" => false,
                _ => !word.text.starts_with('-'),
            });
            let is_option = is_option(&word.text);
            if is_option || is_value {
                let (from, to) = (word.span.start, word.span.end);
                self.edits.push(Edit { from, to, text: String::new() });
            }
            option_before = (is_option && !word.text.contains('=')).then_some(word.text.as_str());
        }
        Some(())
    }

    fn cargo(&mut self, found: &Found) -> Option<()> {
        self.set("CARGO_TERM_COLOR", "never".into())?;
        self.set("CARGO_TERM_QUIET", "false".into())?;
        let words = found.command.texts();
        let quiet = |word: &str| word == "--quiet" || word == "-q";
        if let Reach::Line { command, from } = found.reach {
            let command = self.commands.get(command)?;
            let own = command.words.iter().skip(from);
            // Quiet tests are dots without names.
            for word in own.clone().filter(|word| quiet(&word.text)) {
                self.edits.push(Edit {
                    from: word.span.start,
                    to: word.span.end,
                    text: String::new(),
                });
            }
            if !words.contains(&"--no-fail-fast")
                && let Some(test) = own.clone().find(|w| w.text == "test" || w.text == "t")
            {
                self.insert(test.span.end, &["--no-fail-fast"]);
            }
        } else if words.iter().any(|word| quiet(word)) {
            return None;
        }
        self.both_streams = true;
        self.sources.push(Source::Libtest);
        Some(())
    }

    fn nextest(&mut self, found: &Found) -> Option<()> {
        self.set("CARGO_TERM_COLOR", "never".into())?;
        self.set("NEXTEST_STATUS_LEVEL", "all".into())?;
        let words = found.command.texts();
        let decided = words.iter().any(|word| word.ends_with("fail-fast"));
        if let Reach::Line { command, from } = found.reach
            && !decided
        {
            let command = self.commands.get(command)?;
            let mut own = command.words.iter().skip(from);
            let run = own.find(|word| word.text == "run" || word.text == "r")?;
            self.insert(run.span.end, &["--no-fail-fast"]);
        }
        self.both_streams = true;
        self.sources.push(Source::Nextest);
        Some(())
    }

    fn go(&mut self, found: &Found) -> Option<()> {
        let words = found.command.texts();
        if !words.contains(&"-json") {
            if let Reach::Line { command, from } = found.reach {
                let command = self.commands.get(command)?;
                let test = command.words.get(from + 1)?;
                self.insert(test.span.end, &["-json"]);
            } else if self.found.iter().any(|other| other.framework == Framework::GoTool) {
                // They obey the same variable, and `go vet -json` ends well whatever it finds.
                return None;
            } else {
                self.set("GOFLAGS", "-json".into())?;
            }
        }
        self.sources.push(Source::GoJson);
        Some(())
    }

    /// A runner that tells on its standard streams, if it is told to be verbose.
    fn printed(
        &mut self,
        found: &Found,
        verbose: &[&str],
        after: &str,
        source: Source,
    ) -> Option<()> {
        let words = found.command.texts();
        let is_verbose = words.iter().any(|word| ["-v", "--verbose", "-v2"].contains(word));
        let quiet = words.iter().any(|word| ["-q", "--quiet"].contains(word));
        if quiet {
            // Quiet tests have no names. Both at once is an error to some.
            let Reach::Line { command, from } = found.reach else { return None };
            let own = self.commands.get(command)?.words.iter().skip(from);
            for word in own.filter(|word| ["-q", "--quiet"].contains(&word.text.as_str())) {
                let (from, to) = (word.span.start, word.span.end);
                self.edits.push(Edit { from, to, text: String::new() });
            }
        }
        if !is_verbose {
            match found.reach {
                Reach::Line { command, .. } => {
                    let command = self.commands.get(command)?;
                    let word = command.words.iter().find(|word| word.text == after)?;
                    self.insert(word.span.end, verbose);
                }
                Reach::Append { .. } => self.arguments(found, verbose)?,
                Reach::Environment => return None,
            }
        }
        self.both_streams = true;
        self.sources.push(source);
        Some(())
    }

    /// Puts arguments at the end of the runner's command.
    fn arguments(&mut self, found: &Found, arguments: &[&str]) -> Option<()> {
        match found.reach {
            Reach::Line { command, from } => {
                let command = self.commands.get(command)?;
                // What follows `--` is no option any more.
                let own = command.words.iter().skip(from);
                let before = own.clone().take_while(|word| word.text != "--");
                let end = before.last().or_else(|| command.words.last())?.span.end;
                self.insert(end, arguments);
            }
            Reach::Append { command, dashes } => {
                let command = self.commands.get(command)?;
                let end = command.words.last()?.span.end;
                let has_dashes = command.words.iter().any(|word| word.text == "--");
                let dashes = if dashes && !has_dashes { &["--"][..] } else { &[] };
                let short = short_test_of_pnpm(command).cloned();
                self.insert(end, &[dashes, arguments].concat());
                if let Some(word) = short {
                    let text = "run test".to_owned();
                    self.edits.push(Edit { from: word.span.start, to: word.span.end, text });
                }
            }
            Reach::Environment => return None,
        }
        Some(())
    }

    fn insert(&mut self, at: usize, words: &[&str]) {
        let text = words.iter().fold(String::new(), |text, word| text + " " + &quote(word));
        self.edits.push(Edit { from: at, to: at, text });
    }

    /// Nothing where the variable is already used for something else, here or by the line itself.
    fn set(&mut self, name: &str, value: String) -> Option<()> {
        if self.commands.iter().any(|command| command.assigns(name))
            || self.found.iter().any(|found| found.command.assigns(name))
            || self.environment.get(name).is_some_and(|known| *known != value)
        {
            return None;
        }
        self.environment.insert(name.to_owned(), value);
        Some(())
    }
}

/// The line, and around it: reports that lie about are taken away first, and those that it made are fetched. The
/// programs for it are the machine's.
fn collecting(line: &str, folder: &Path) -> String {
    const REPORTS: &str = "find . -type f -name 'TEST-*.xml' \\( -path '*/target/surefire-reports/*' -o -path \
                           '*/target/failsafe-reports/*' -o -path '*/build/test-results/*' \\)";
    let folder = quote(&folder.to_string_lossy());
    let copy = "for f; do cp -- \"$f\" \"$0/$(printf %s \"$f\" | tr / _)\"; done";
    format!(
        "{REPORTS} -delete\n( {line}\n)\ncountersign_exit=$?\n{REPORTS} -exec sh -c {} {folder} {{}} +\n\
         exit $countersign_exit",
        quote(copy)
    )
}

/// `-x` alone or among other letters, as in `-qx`.
fn is_short_flag(word: &str, letter: char) -> bool {
    word.strip_prefix('-').is_some_and(|letters| {
        letters.len() <= 4
            && letters.chars().all(|c| c.is_ascii_lowercase())
            && letters.contains(letter)
    })
}

fn apply(line: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| edit.from);
    let mut text = String::with_capacity(line.len());
    let mut at = 0;
    for edit in edits {
        text.push_str(line.get(at..edit.from).unwrap_or_default());
        text.push_str(&edit.text);
        at = edit.to.max(at);
    }
    text.push_str(line.get(at..).unwrap_or_default());
    text
}
/// `pnpm test` takes what follows for options of its own, up to version 9; `pnpm run test` hands it on.
fn short_test_of_pnpm(command: &Command) -> Option<&Word> {
    let mut words = command.words.iter();
    words.find(|word| base_name(&word.text) == "pnpm")?;
    let is_script =
        |word: &&Word| ["run", "run-script", "test", "t", "tst"].contains(&word.text.as_str());
    words.find(is_script).filter(|word| !word.text.starts_with("run"))
}
