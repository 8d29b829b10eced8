//! `contract`: what a task would be held to, with reasons, before anything is stored.

use std::io::{BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use countersign_contract::brief::check_name;
use countersign_contract::dispatch;
use countersign_contract::generate::{Generated, Wishes};
use countersign_contract::{Draft, Intake};
use countersign_core::{Contract, ContractKind, Timing, Visibility};
use countersign_engine::now;
use serde::Serialize;

use super::contract_args::{KindName, touched};
use super::{read_input, sources};
use crate::context::Context;
use crate::failure::{Asked, Ending, Failure};
use crate::maker;
use crate::output::view::Reader;
use crate::output::{OneOrSeveral, Page, plain};
use crate::surveyor::Site;

/// Longest line of `--jsonl` in bytes.
const MAX_LINE: u64 = 2 * 1024 * 1024;
/// What some editors begin a file with.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign contract \"Add a login form in src/login.ts; npm test \
    must pass\"\n  countersign contract tasks/TASK-042.md --json\n  countersign contract < prd.md\n  \
    countersign contract --jsonl tasks.jsonl\n\nA line of --jsonl is {\"id\", \"text\", \"workspace\": \
    {\"files\": […]}}; the answer is {\"id\", \"label\", \"criteria\": […]}. A line that cannot be read is \
    answered with {\"line\", \"id\", \"error\"}, and the exit code is 2.\n\nExit code 3: a person has \
    to say what kind of work it is."
)]
pub struct ContractCommand {
    /// The task in prose, a file with it (task file, PRD or workflow), or - for standard input, which is also
    /// read where nothing is given and it is no terminal
    task: Option<String>,
    /// A file that the work will touch; may be given more than once [default: predicted]
    #[arg(long = "file", value_name = "PATH")]
    files: Vec<String>,
    /// The kind of work, if you know it better than the text says
    #[arg(long = "as", value_enum, value_name = "KIND")]
    kind: Option<KindName>,
    /// A named criterion of countersign.toml; may be given more than once
    #[arg(long = "criterion", value_name = "NAME")]
    templates: Vec<String>,
    /// A change that exists already, as a unified diff, for the rules about code
    #[arg(long, value_name = "FILE")]
    diff: Option<PathBuf>,
    /// Leave out the workspace's own tests, lint and type check
    #[arg(long)]
    no_universal: bool,
    /// Also what is hidden from workers (lead or runner)
    #[arg(long)]
    hidden: bool,
    /// Read one task a line and answer one a line; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["task", "files", "kind", "templates", "diff"])]
    jsonl: Option<PathBuf>,
}

/// One task's contract with its reasons.
#[derive(Serialize, schemars::JsonSchema)]
pub struct ContractView<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    title: &'a str,
    #[serde(flatten)]
    generated: &'a Generated,
    /// What would be stored, without what is hidden from workers; absent while a person has to decide or
    /// nothing could be checked.
    #[schemars(with = "Option<Contract>")]
    contract: Option<serde_json::Value>,
    #[serde(skip)]
    sealed: Option<&'a Contract>,
}

impl ContractCommand {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        if let Some(path) = &self.jsonl {
            return jsonl(context, path);
        }
        // Whoever may not see it is told so before anything is read.
        let reader = if self.hidden { context.reader(true).await?.1 } else { Reader::Anyone };
        let text = match &self.task {
            Some(task) => sources::of_argument(task)?,
            None if std::io::stdin().is_terminal() => return Err(nothing_given()),
            None => sources::of_argument("-")?,
        };
        let Intake { goal, drafts } = text.intake()?;
        let site = Site::here()?.without_universal(self.no_universal);
        site.tell(context.printer);
        if let Some(words) = goal.as_ref().and_then(|goal| goal.unchecked(&text.name)) {
            context.printer.notice(&plain(&words));
        }
        let wishes = Wishes {
            kind: self.kind.map(Into::into),
            files: touched(self.files)?,
            diff: self.diff.as_deref().map(read_input).transpose()?,
            templates: site.templates(&self.templates)?,
            extraction: None,
        };
        let generator = site.generator();
        let mut all = Vec::new();
        let mut refused = None;
        for draft in &drafts {
            let generated = generator.generate(draft, wishes.clone(), context.printer);
            let sealed = generated.kind.map(|_| maker::sealed(generated.clone(), draft, now()));
            let sealed = sealed.transpose().map_err(|failure| failure.asked_by(Asked::Contract));
            let contract = match sealed {
                Ok(contract) => contract,
                // The others are shown first.
                Err(failure) => {
                    refused.get_or_insert(failure);
                    None
                }
            };
            all.push((draft, generated, contract));
        }
        if reader == Reader::Anyone {
            all.iter_mut().for_each(|(_, generated, _)| generated.hide());
        }
        let waits = all.iter().any(|(_, generated, _)| generated.question.is_some());
        show(context, goal.as_ref().map(|goal| goal.title.as_str()), &all, reader)?;
        match refused {
            Some(failure) => Err(failure),
            None if waits => Ok(Ending::WaitsForPerson),
            None => Ok(Ending::Done),
        }
    }
}

fn nothing_given() -> Failure {
    let how = "say what is to be done, name a file that says it, or pass it on standard input";
    Failure::Usage(format!("no task was given: {how}"))
}

fn show(
    context: &Context<'_>,
    goal: Option<&str>,
    all: &[(&Draft, Generated, Option<Contract>)],
    reader: Reader,
) -> Result<(), Failure> {
    let views: Vec<ContractView<'_>> = all
        .iter()
        .map(|(draft, generated, contract)| ContractView {
            id: draft.id.as_deref(),
            title: &draft.title,
            generated,
            contract: contract.as_ref().map(|contract| reader.contract(contract)),
            sealed: contract.as_ref(),
        })
        .collect();
    let human = |page: &mut Page| {
        if let Some(goal) = goal {
            page.title(&format!("Goal: {goal}"));
            page.blank();
        }
        for (number, view) in views.iter().enumerate() {
            if number > 0 {
                page.blank();
            }
            describe(page, view, reader);
        }
    };
    let all = match goal {
        None => OneOrSeveral::of(&views),
        // A PRD of one story is still a list of stories.
        Some(_) => OneOrSeveral::Several(&views),
    };
    context.printer.answer(&all, human)?;
    Ok(())
}

fn describe(page: &mut Page, view: &ContractView<'_>, reader: Reader) {
    let generated = view.generated;
    let kind = generated.kind.map_or("ambiguous", ContractKind::name);
    let id = view.id.map_or(String::new(), |id| format!("{id}  "));
    page.title(&format!("{id}{}", view.title));
    page.field("kind", &format!("{kind}: {}", generated.reason));
    if let Some(question) = &generated.question {
        page.field("question", question);
    }
    match view.sealed {
        Some(contract) => {
            let all = contract.criteria().iter();
            let seen =
                all.filter(|one| reader == Reader::Trusted || one.visibility == Visibility::Shown);
            for (number, criterion) in seen.enumerate() {
                let name = check_name(&criterion.check);
                let timing = at_the_time(criterion.timing);
                let hidden = match criterion.visibility {
                    Visibility::Shown => "",
                    Visibility::Hidden => ", hidden from the worker",
                };
                let label = if number == 0 { "criteria" } else { "" };
                let (id, words) = (&criterion.id, &criterion.description);
                page.field(label, &format!("{id}  {name}: {words}{timing}{hidden}"));
                page.field("", &format!("    from {}", criterion.origin));
            }
        }
        None => {
            // Either a person has to decide first, or nothing of it is checked with an attempt.
            let refused = generated.kind.is_some();
            let said = if refused { "criteria" } else { "would check" };
            if generated.proposals.is_empty() && refused {
                page.field(said, "none");
            }
            for (number, proposal) in generated.proposals.iter().enumerate() {
                let label = if number == 0 { said } else { "" };
                let timing = at_the_time(proposal.timing);
                page.field(label, &format!("{}{timing}", proposal.description));
                page.field("", &format!("    from {}", proposal.origins()));
            }
        }
    }
    for (number, clause) in generated.not_covered.iter().enumerate() {
        let label = if number == 0 { "not covered" } else { "" };
        page.field(label, &format!("{} ({})", clause.text.trim(), clause.why));
    }
    if !generated.expected_files.is_empty() {
        page.field("files", &generated.expected_files.join(", "));
    }
    for notice in &generated.notices {
        page.field("note", &format!("{}: {}", notice.path, notice.what));
    }
}

fn at_the_time(timing: Timing) -> &'static str {
    match timing {
        Timing::Immediate => "",
        Timing::Deferred => " (deferred: once all tasks of the goal are verified)",
    }
}

/// One answer for each line, as they come. A line that cannot be read is told where its answer would be and
/// at the end.
fn jsonl(context: &Context<'_>, path: &Path) -> Result<Ending, Failure> {
    let file = |source| Failure::Unreadable { path: path.to_owned(), source };
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(std::io::stdin())
    } else {
        Box::new(std::fs::File::open(path).map_err(file)?)
    };
    let mut input = BufReader::new(input);
    let mut refused: Vec<usize> = Vec::new();
    for number in 1.. {
        let mut line = Vec::new();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(file)?;
        if read == 0 {
            break;
        }
        if number == 1 && line.starts_with(BYTE_ORDER_MARK) {
            line.drain(..BYTE_ORDER_MARK.len());
        }
        let reply = if read as u64 == MAX_LINE && !line.ends_with(b"\n") {
            input.skip_until(b'\n').map_err(file)?;
            let error = format!("the line is longer than {MAX_LINE} bytes");
            dispatch::Reply::Refused(dispatch::Refused { line: number, id: None, error })
        } else if line.trim_ascii().is_empty() {
            continue;
        } else {
            dispatch::reply(number, &line)
        };
        if matches!(reply, dispatch::Reply::Refused(_)) {
            refused.push(number);
        }
        context.printer.json_line(&reply)?;
    }
    match refused.as_slice() {
        [] => Ok(Ending::Done),
        [first, rest @ ..] => {
            let more = match rest.len() {
                0 => String::new(),
                1 => " and 1 other line".to_owned(),
                more => format!(" and {more} other lines"),
            };
            let why = format!("line {first}{more} could not be read; the answers say why");
            Err(Failure::BadFile { path: path.to_owned(), why })
        }
    }
}
