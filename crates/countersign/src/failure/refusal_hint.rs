//! How to go on after a rule refused something, on the command line. Every rule has a way on, or says that none is needed.

use countersign_core::duty::{Act, Breach};
use countersign_core::{ActorId, Hat, Refusal, TaskId, UnsoundContract};

pub(super) fn refusal_hint(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Duty { could, .. } if !could.is_empty() => {
            let names: Vec<&str> = could.iter().map(ActorId::as_str).collect();
            format!("who could: {}", names.join(", "))
        }
        Refusal::Duty { breach, act, .. } => of_breach(breach, *act),
        Refusal::CannotWear { breach, .. } => of_breach(breach, Act::Verify),
        Refusal::OverriddenWork { task } | Refusal::NeverReviewed { task } => format!(
            "a lead can reopen it, so that it goes the whole way: countersign task reopen {task} --reason …"
        ),
        Refusal::WaitsForLead { task } => {
            format!("a lead assigns it anew: countersign task assign {task} ACTOR")
        }
        Refusal::ContractOpen { task, .. } => format!(
            "a lead answers it: countersign task settle {task} --as verifiable|advisory|skip --reason …"
        ),
        Refusal::WaitsForDependencies { task, waiting } => {
            format!("see: countersign task show {}", waiting.first().unwrap_or(task))
        }
        Refusal::WrongState { task, state, .. } => way_on(task, state),
        Refusal::UnsoundContract(why) => of_contract(why).to_owned(),
        Refusal::DependencyCycle { .. } => {
            "take one of these out: countersign task depend TASK --on OTHER --drop".into()
        }
        Refusal::TaskCancelled { .. } => "make another: countersign task create TITLE".into(),
        Refusal::LinkedElsewhere { goal, .. } => {
            format!("a task belongs to one goal, for good: countersign goal status {goal}")
        }
        Refusal::StaleEvidence { task, .. }
        | Refusal::OtherBase { task }
        | Refusal::OtherWork { task } => {
            format!("judge what is there now: countersign verify {task}")
        }
        Refusal::TooManyObservations { .. }
        | Refusal::EvidenceIncomplete { .. }
        | Refusal::EvidenceForeign { .. }
        | Refusal::EvidenceContradictsItself { .. } => {
            "a runner's evidence has one observation for each criterion: countersign task show TASK lists them; \
             countersign verify TASK makes it"
                .into()
        }
        Refusal::GoalNotPending { goal, state, .. } => match *state {
            "verified" => format!("it is over: countersign goal status {goal}"),
            _ => format!("see what is left of it: countersign goal status {goal}"),
        },
        Refusal::DeferredOutstanding { goal, .. } => format!(
            "a runner records them with: countersign goal record {goal} --evidence FILE"
        ),
        Refusal::StaleRun { goal, .. } | Refusal::NoSuchPassedRun { goal, .. } => format!(
            "have a runner record one of this round: countersign goal record {goal} --evidence FILE"
        ),
        Refusal::LastRunFailed { goal, .. } => format!(
            "reject it (countersign goal reject {goal} --reason …), or have a runner record a run that passes"
        ),
        Refusal::NeverJudged { task, .. } => format!(
            "link it first (countersign goal link GOAL {task}), or have it judged with every attempt"
        ),
        Refusal::EscalationHides { .. } => {
            "a lead hides it: countersign criterion change TASK CRITERION … --hidden --reason …".into()
        }
        Refusal::NothingDeferred { task } => {
            format!("see what is asked of it: countersign task show {task}")
        }
        Refusal::NameTaken { .. } => {
            "choose a name that nobody has or had: countersign actor list".into()
        }
        Refusal::LeadMustBePerson { .. } => {
            "add a person: countersign actor add NAME --kind person --hat lead".into()
        }
        Refusal::RunnerWearsNoHat { .. } | Refusal::EscalationWearsNoHat { .. } => {
            "give it to a person or an agent: countersign hat give ACTOR HAT".into()
        }
        Refusal::OnlyToAgents { .. } => {
            "name an agent in \"to\" (countersign actor list), or answer with \"person\"".into()
        }
        Refusal::MinionCannotSpawn { .. } => {
            "its pilot takes on another one, or a lead: countersign actor add NAME --kind agent".into()
        }
        Refusal::TooManyMinions { .. } => {
            "a lead allows more: countersign policy set --max-minions N".into()
        }
        Refusal::LastToken => "make another first: countersign actor token NAME".into(),
        Refusal::LastLead { .. } => {
            "make another person a lead first: countersign hat give NAME lead".into()
        }
        Refusal::TokenAlreadyExpired { .. } => {
            "let it last longer: countersign actor token NAME --expires 90d".into()
        }
        Refusal::ActorRetired { .. }
        | Refusal::NoSuchActor { .. }
        | Refusal::NoSuchToken { .. } => "see: countersign actor list".into(),
        Refusal::NoSuchTask { .. } => "see: countersign task list".into(),
        Refusal::TaskExists { task } => format!("see: countersign task show {task}"),
        Refusal::NoSuchGoal { .. } => "see: countersign goal list".into(),
        Refusal::GoalExists { goal } => format!("see: countersign goal status {goal}"),
        Refusal::TooLong { .. } => {
            "say it in short here, and the rest in a file of the work (countersign task create --help)".into()
        }
        Refusal::AlreadySo { .. } => "nothing is left to do: countersign status".into(),
        Refusal::WouldNotReplay(_) => "see what is wrong with: countersign doctor".into(),
    }
}

fn of_breach(breach: &Breach, act: Act) -> String {
    match breach {
        Breach::MissingHat { hats } => format!(
            "a lead gives it with: countersign hat give ACTOR {}",
            hats.first().map_or("HAT", |hat| hat.name())
        ),
        Breach::NotRunner | Breach::NeitherLeadNorRunner => {
            "nobody could yet; a lead adds one with: countersign actor add NAME --kind runner".into()
        }
        Breach::VerifierIsApprover { .. } => {
            "nobody else could; a lead adds a tester (countersign actor add NAME --kind agent --hat \
             tester) or allows solo mode (countersign policy set --solo on)"
                .into()
        }
        Breach::ReviewerIsBuilder { .. }
        | Breach::VerifierIsBuilder { .. }
        | Breach::HatConflict { .. } => format!(
            "nobody on the team could {act} it; a lead adds someone with: countersign actor add NAME \
             --kind agent --hat {}",
            if act == Act::Review { Hat::Reviewer } else { Hat::Tester }
        ),
        Breach::Unknown | Breach::Retired => {
            "a lead adds you, under a new name: countersign actor add NAME".into()
        }
        Breach::NotLead | Breach::IsRunner | Breach::IsEscalation => {
            "a lead does it with a token of their own; who that is: countersign actor list".into()
        }
        Breach::NotEscalation => "it is for the command that [run] escalate names: countersign run".into(),
        Breach::NotAnAgents { .. } | Breach::NotItsBuilder { .. } => {
            "a lead hands it to somebody else with: countersign task assign TASK ACTOR".into()
        }
    }
}

/// What can be done with a task in a state.
fn way_on(task: &TaskId, state: &str) -> String {
    let way = match state {
        "pending" => "a lead hands it out: countersign task assign",
        "assigned" => "whoever it is assigned to begins it: countersign task start",
        "in_progress" => {
            "its builder hands it in: countersign verify; if that leaves it undecided, someone else says what no check \
             can tell: countersign judge"
        }
        "blocked" => "a lead hands it out anew: countersign retry",
        "review" => "someone who did not build it decides: countersign task approve, or reject",
        "completed" => {
            "someone else decides: countersign task verify, or reject-verification (not after an override); a lead may \
             reopen it"
        }
        "verified" => "it is over; a lead may take it up again: countersign task reopen",
        _ => "it is over",
    };
    format!("it is {state}: {way}; see: countersign task show {task}")
}

/// Which criteria there may be.
pub(super) fn of_contract(why: &UnsoundContract) -> &'static str {
    match why {
        UnsoundContract::NothingToCheck => {
            "say what done means: --run COMMAND, --expect-file PATH or --contract FILE; or call the \
             task --advisory or --skip"
        }
        UnsoundContract::AdvisoryWithCriteria => {
            "leave the criteria out, or call it verifiable: countersign task create --help"
        }
        UnsoundContract::NoSuchCriterion(_) => "countersign task show TASK lists what there is",
        UnsoundContract::Duplicate(_) | UnsoundContract::DuplicateFile { .. } => {
            "give each a name of its own: countersign schema contract"
        }
        UnsoundContract::TooMany | UnsoundContract::TooLong => {
            "make several tasks of it: countersign task create --help"
        }
        UnsoundContract::Blank(_) | UnsoundContract::BlankFile { .. } => {
            "say what is looked at: countersign schema contract"
        }
    }
}
