//! How to go on after each failure, on the command line.

use std::error::Error;

use countersign_core::BadText;
use countersign_runner::area::{BaseError, HandInError};
use countersign_runner::landing::LandingError;
use countersign_runner::room::RoomError;
use countersign_runner::verify::VerifyError;
use countersign_store::StoreError;

use super::Failure;
use super::refusal_hint::{of_contract, refusal_hint};
use crate::acts::confirming::Departed;

impl Failure {
    /// How to go on, where there is a way.
    pub fn hint(&self) -> Option<String> {
        if is_of_a_full_disk(self) {
            return Some(
                "make room on that disk, and go on with the same command: nothing is lost but what was just being done. What \
                 workers write takes most of ours (.countersign/areas)"
                    .into(),
            );
        }
        match self {
            Failure::Refused(refusal) => Some(refusal_hint(refusal)),
            Failure::Auth(_) => Some(
                "a lead makes a new one with: countersign actor token NAME".into(),
            ),
            Failure::Store(error) => store_hint(error),
            Failure::BadText(error) => Some(text_hint(error).into()),
            Failure::Engine(_) => Some("try again".into()),
            Failure::Unsound(why) => Some(of_contract(why).into()),
            Failure::NothingToCheck { asked, .. } => Some(asked.how().into()),
            Failure::InFile { source, .. } | Failure::Argument { source, .. } => source.hint(),
            Failure::Judging(failure) => failure.hint(),
            Failure::NoAgentToken { .. } => Some("a lead makes one with: countersign setup claude|codex|gemini".into()),
            Failure::NotSetUp { client } => {
                Some(format!("a lead makes it one with: countersign setup {client}"))
            }
            Failure::NobodyNamed => Some(
                "name an agent with --actor NAME, or give its token in COUNTERSIGN_TOKEN or --token-file; the \
                 owner's secret is not used here, since an agent would act as a lead with it"
                    .into(),
            ),
            Failure::NotYourName { argument, .. } => {
                Some(format!("leave {argument} out, or present the token of who is named"))
            }
            Failure::NoSuchDoor { status, .. } => Some(match status.as_str() {
                "review" => "hand the work in with submit_for_review: it is in review once its contract has passed",
                "completed" => "completion follows from approve_task, by someone who did not build it",
                "verified" => "verification follows from verify_task, by someone who neither built nor approved it",
                "assigned" | "pending" => "a lead hands it out with assign_task",
                "blocked" => "a task is blocked when its attempts are used up, and not otherwise",
                _ => "in_progress begins the work, cancelled gives it up; every other state follows from another tool",
            }.into()),
            Failure::PartlyImported { .. } => Some(
                "import the rest without the files of what is stored (see: countersign task list)".into(),
            ),
            Failure::PrdKnown { goal, .. } => Some(format!(
                "see what is there: countersign goal status {goal}; a story that is new: countersign task \
                 create TITLE --goal {goal}; another goal of the same title: --again, or another title"
            )),
            Failure::CriterionKnown { task, criterion } => Some(format!(
                "to put another check in its place: countersign criterion change {task} {criterion} …"
            )),
            Failure::AssuranceFixed { .. } => Some(
                "run those as they are, without --assurance; name the others with --only; or give one up (countersign \
                 cancel TASK --reason …, or: countersign task reopen TASK --reason … first) and give its text another id"
                    .into(),
            ),
            Failure::StoryNew { goal, .. } => Some(format!(
                "add it: countersign task create TITLE --goal {goal}; or run what is there: countersign run with \
                 the ids of countersign task list --goal {goal}"
            )),
            Failure::NoProject => Some(
                "make one with: countersign init (or name a store with --store URL)".into(),
            ),
            Failure::NoIdentity => Some(
                "set COUNTERSIGN_TOKEN, or pass --token-file FILE; the owner's secret is made by \
                 countersign init and lies in the configuration folder of the user who ran it"
                    .into(),
            ),
            Failure::NoHome => {
                Some(format!("name a folder for secrets with {}", crate::identity::CONFIG_VARIABLE))
            }
            Failure::SecretExposed { path } => Some(format!(
                "chmod 600 {}, and if others may have read it: countersign actor token NAME, then \
                 --revoke the old one",
                path.display()
            )),
            Failure::NoStore { .. } => Some("make one with: countersign init".into()),
            Failure::Stale { .. } => Some("make it anew with: countersign rebuild".into()),
            Failure::Damaged { .. } => Some(
                "stop writing to this store, keep a copy, and compare with a backup or another machine; if \
                 only indexes are damaged, countersign rebuild repairs them"
                    .into(),
            ),
            Failure::AlreadyInitialised { .. } => Some(
                "countersign status shows what is there; to act in it, ask its lead for a token".into(),
            ),
            Failure::NoPlan(_) => Some(
                "an arrow goes from a task to one it needs: remove one arrow of each cycle, correct ids \
                 that no task has, and give the files of all tasks"
                    .into(),
            ),
            Failure::NoBase { .. } | Failure::Base(BaseError::Gone { .. }) => Some(
                "name the folder before the work with --base DIR; a task that is started in the project's folder \
                 keeps it by itself"
                    .into(),
            ),
            Failure::HandedInGone { task } => Some(format!(
                "its builder hands it in again: countersign verify {task}"
            )),
            Failure::NotAsJudged(departed) => {
                let Departed { task, is_completed, tree, is_kept, .. } = &**departed;
                let back = if *is_completed { "reject-verification" } else { "reject" };
                let on = if *is_completed { "verify" } else { "approve" };
                let again = format!(
                    "put the folder back, or have it handed in again: countersign task {back} {task} --reason …"
                );
                Some(match is_kept {
                    true => format!(
                        "{again}; if you have looked at what was judged (countersign task show {task} says where it \
                         lies): countersign task {on} {task} --judged {tree}"
                    ),
                    false => again,
                })
            }
            Failure::NotJudgedSo { task, .. } => {
                Some(format!("see what was: countersign task show {task}"))
            }
            Failure::UnconfirmedSettings { .. } => Some(
                "the owner looks at countersign.toml, puts back what is not wanted there, and confirms the rest: \
                 countersign trust"
                    .into(),
            ),
            Failure::BeingJudged { task } => Some(format!(
                "wait for the verdict, then hand in what there is now: countersign verify {task}"
            )),
            Failure::Unchanged { task, .. } => {
                Some(format!(
                    "mend what it lacks first: countersign show {task}; if that was no fault of the work, a lead hands it out \
                     again: countersign task assign {task} BUILDER"
                ))
            }
            Failure::BegunElsewhere { .. } => Some(
                "hand it in where it was begun; or a lead hands it out anew with countersign task assign, and it is \
                 begun in the other folder"
                    .into(),
            ),
            Failure::AtWork { task, .. } => Some(format!(
                "hand that in first: countersign verify {task}; or work in another folder: git worktree add FOLDER"
            )),
            Failure::HandIn(HandInError::TooLarge { .. }) => Some(
                "take what the task does not ask for out of the folder, or declare the files that it is about"
                    .into(),
            ),
            Failure::NoWorkTree { known, .. } if known.is_empty() => {
                Some("it has none yet: git worktree add FOLDER".into())
            }
            Failure::NoWorkTree { known, .. } => Some(format!("there are: {}", known.join(", "))),
            Failure::PlaceGone { .. } => Some(
                "name the folder of the work: --result DIR; or hand the task out anew with countersign task assign".into(),
            ),
            Failure::PlaceTaken { .. } => {
                Some("work in a folder of your own: git worktree add FOLDER".into())
            }
            Failure::NoRunner => Some(
                "a lead adds one: countersign actor add NAME --kind runner --keep; or present a runner's token"
                    .into(),
            ),
            Failure::PlannerStopped { .. } => Some(
                "nothing was written; try again, with another --worker, or by hand: countersign decompose PRD".into(),
            ),
            Failure::RunDied | Failure::WithARun { .. } => {
                Some("it goes on where it was with: countersign run".into())
            }
            Failure::ServerStopped => Some("it is judged by whoever serves next: countersign serve".into()),
            Failure::NoRun { .. } => Some("begin one with: countersign run tasks/ --worker claude".into()),
            Failure::NobodyWorks { .. } => Some(
                "name a worker: --worker claude (codex, gemini, or one of [workers] in countersign.toml), \
                 --worker-cmd 'LINE', or worker = \"…\" under [run]"
                    .into(),
            ),
            Failure::NoWorker { name, known, .. } => Some(format!(
                "there are: {}; another is said in countersign.toml: [workers.{name}] command = \"…\"",
                known.join(", ")
            )),
            Failure::CannotStart(_) => Some(
                "install it, mend its command, or have another one work: --worker NAME, or --worker-cmd 'LINE'"
                    .into(),
            ),
            Failure::OneOff { .. } => Some(
                "go on with the same --worker-cmd 'LINE', or with --worker NAME, which gets them then".into(),
            ),
            Failure::WholeSource { .. } => {
                Some("a lead takes it with all that it states: countersign task import FILE".into())
            }
            Failure::Unsettled { .. } => Some(
                "create it without handing it out, then settle it: countersign task settle TASK --as \
                 verifiable|advisory|skip --reason …; or say first what done means"
                    .into(),
            ),
            Failure::NothingToJudge { task, .. } => Some(format!(
                "see what is open: countersign show {task}; what checks could not decide is judged again with \
                 countersign verify {task}, or a lead takes it as done: countersign task override {task} --reason …"
            )),
            Failure::NotJudged { task, .. } => Some(format!("judge it with: countersign verify {task}")),
            Failure::Verify(VerifyError::Vacuous) => Some(
                "let the contract ask for something new: a test that fails now, a file that is not there; or \
                 allow it with --allow-vacuous, if only what holds already is to be guarded"
                    .into(),
            ),
            Failure::Verify(VerifyError::Room(RoomError::Changed { .. })) => Some(
                "someone is still at work in the folders: end every process of the worker, then judge it again"
                    .into(),
            ),
            Failure::Verify(VerifyError::NotPrepared { .. }) => {
                Some("mend `prepare` under [verify] in countersign.toml, or run it by hand".into())
            }
            Failure::Verify(VerifyError::OutOfTime(_)) => {
                Some("give it more with total_seconds under [verify] in countersign.toml".into())
            }
            Failure::Verify(VerifyError::SandboxMissing(_)) => Some(
                "judge it on a machine that has them, or take require_sandbox out of countersign.toml".into(),
            ),
            Failure::Landing(LandingError::NoWorkTree { .. }) => Some(
                "run it in a work tree of the repository: git worktree add FOLDER, or a clone".into(),
            ),
            Failure::BadFile { .. } => Some(
                "mend it by hand and try again; countersign schema lists what each file may say".into(),
            ),
            Failure::Verify(_)
            | Failure::HandIn(_)
            | Failure::Serving { .. }
            | Failure::Landing(_)
            | Failure::FailedAgain { .. }
            | Failure::NotAccepted { .. }
            | Failure::NotPart { .. }
            | Failure::Contradicts { .. }
            | Failure::Stopped
            | Failure::Workshop { .. }
            | Failure::Base(_)
            | Failure::BadId(_)
            | Failure::NoTemplate(_)
            | Failure::BadSource { .. }
            | Failure::Usage(_)
            | Failure::PrdTwice { .. }
            | Failure::Unreadable { .. }
            | Failure::File { .. }
            | Failure::Demo(_)
            | Failure::Runtime { .. }
            | Failure::Output { .. } => None,
        }
    }
}

fn text_hint(error: &BadText) -> &'static str {
    match error {
        BadText::Blank(_) => "write a sentence that somebody else can check",
        BadText::TooLong { .. } => "say it in short here, and the rest in a file of the work",
        BadText::NotOneLine => "put what follows the first line into the description",
    }
}

fn store_hint(error: &StoreError) -> Option<String> {
    let hint = match error {
        StoreError::TooNew { .. } => "use the version of countersign that wrote it, or a newer one",
        StoreError::Corrupt { .. } => "see what is wrong with: countersign doctor",
        StoreError::Busy { .. } => "another process holds the store; try again",
        StoreError::Unknown { .. } => {
            "it may have been done: look before you repeat it (countersign log)"
        }
        _ => return None,
    };
    Some(hint.into())
}

/// Whoever was refused the room may be deep below, and git only says so.
fn is_of_a_full_disk(failure: &Failure) -> bool {
    const WORDS: [&str; 3] = ["No space left on device", "disk is full", "Disk quota exceeded"];
    let mut next: Option<&dyn Error> = Some(failure);
    while let Some(error) = next {
        let said = error.to_string();
        if WORDS.iter().any(|words| said.contains(words)) {
            return true;
        }
        next = error.source();
    }
    false
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn whoever_has_no_room_is_told_what_takes_it() {
        let source = io::Error::from_raw_os_error(28);
        let failure = Failure::File { what: "write", path: "run.lock".into(), source };
        assert!(failure.hint().is_some_and(|hint| hint.contains(".countersign/areas")));
        let source = io::Error::from_raw_os_error(2);
        let failure = Failure::File { what: "write", path: "run.lock".into(), source };
        assert!(!failure.hint().is_some_and(|hint| hint.contains("make room")));
    }
}
