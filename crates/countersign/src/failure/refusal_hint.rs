//! How to go on after a rule refused something.

use countersign_core::duty::Breach;
use countersign_core::{ActorId, Hat, Refusal};

pub(super) fn refusal_hint(refusal: &Refusal) -> Option<String> {
    match refusal {
        Refusal::Duty { could, .. } if !could.is_empty() => {
            let names: Vec<&str> = could.iter().map(ActorId::as_str).collect();
            Some(format!("who could: {}", names.join(", ")))
        }
        Refusal::Duty { breach, act, .. } => match &**breach {
            Breach::MissingHat { hats } => Some(format!(
                "a lead gives it with: countersign hat give ACTOR {}",
                hats.first().map_or("HAT", |hat| hat.name())
            )),
            Breach::NotRunner => Some(
                "nobody could yet; a lead adds one with: countersign actor add NAME --kind runner".into(),
            ),
            Breach::VerifierIsApprover { .. } => Some(
                "nobody else could; a lead adds a tester (countersign actor add NAME --kind agent --hat \
                 tester) or allows solo mode (countersign policy set --solo on)"
                    .into(),
            ),
            Breach::ReviewerIsBuilder { .. }
            | Breach::VerifierIsBuilder { .. }
            | Breach::HatConflict { .. } => Some(format!(
                "nobody on the team could {act} it; a lead adds someone with: countersign actor add NAME \
                 --kind agent --hat {}",
                if *act == countersign_core::duty::Act::Review { Hat::Reviewer } else { Hat::Tester }
            )),
            Breach::Unknown
            | Breach::Retired
            | Breach::NotLead
            | Breach::NeitherLeadNorRunner
            | Breach::IsRunner
            | Breach::NotEscalation
            | Breach::IsEscalation
            | Breach::NotAnAgents { .. }
            | Breach::NotItsBuilder { .. } => None,
        },
        Refusal::OverriddenWork { task } | Refusal::NeverReviewed { task } => Some(format!(
            "a lead can reopen it, so that it goes the whole way: countersign task reopen {task} --reason …"
        )),
        Refusal::WaitsForLead { task } => Some(format!(
            "a lead assigns it anew: countersign task assign {task} ACTOR"
        )),
        Refusal::ContractOpen { task, .. } => Some(format!(
            "a lead answers it: countersign task settle {task} --as verifiable|advisory|skip --reason …"
        )),
        Refusal::WaitsForDependencies { waiting, .. } => {
            waiting.first().map(|first| format!("see: countersign task show {first}"))
        }
        Refusal::DeferredOutstanding { goal, .. } => Some(format!(
            "a runner records them with: countersign goal record {goal} --evidence FILE"
        )),
        Refusal::LastRunFailed { goal, .. } => Some(format!(
            "reject it (countersign goal reject {goal} --reason …), or have a runner record a run that passes"
        )),
        Refusal::NameTaken { .. } => Some("choose a name that nobody has or had".into()),
        Refusal::LeadMustBePerson { .. } => {
            Some("add a person: countersign actor add NAME --kind person --hat lead".into())
        }
        Refusal::MinionCannotSpawn { .. } => {
            Some("its pilot takes on another one, or a lead: countersign actor add NAME --kind agent".into())
        }
        Refusal::TooManyMinions { .. } => {
            Some("a lead allows more: countersign policy set --max-minions N".into())
        }
        Refusal::LastToken => Some("make another first: countersign actor token NAME".into()),
        Refusal::NoSuchTask { .. } => Some("see: countersign task list".into()),
        Refusal::NoSuchGoal { .. } => Some("see: countersign goal list".into()),
        Refusal::NoSuchActor { .. } | Refusal::NoSuchToken { .. } => {
            Some("see: countersign actor list".into())
        }
        _ => None,
    }
}
