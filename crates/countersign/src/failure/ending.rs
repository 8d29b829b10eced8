//! How a command ends, and how each failure does.

use std::io::ErrorKind;
use std::process::ExitCode;

use countersign_core::Refusal;
use countersign_core::duty::Breach;
use countersign_runner::area::{BaseError, HandInError};
use countersign_runner::landing::LandingError;
use countersign_runner::room::RoomError;
use countersign_runner::verify::VerifyError;

use super::Failure;

/// The documented exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    Done,
    /// Refused by a rule, or failed.
    Refused,
    Usage,
    WaitsForPerson,
    NotFound,
    StoreTrouble,
    /// Nothing could be judged, and that is nobody's fault who worked.
    MachineTrouble,
}

impl Ending {
    pub fn code(self) -> u8 {
        match self {
            Ending::Done => 0,
            Ending::Refused => 1,
            Ending::Usage => 2,
            Ending::WaitsForPerson => 3,
            Ending::NotFound => 4,
            Ending::StoreTrouble => 5,
            Ending::MachineTrouble => 6,
        }
    }

    /// The ending that a code stands for.
    pub fn of_code(code: u8) -> Self {
        let all = [
            Ending::Done,
            Ending::Refused,
            Ending::Usage,
            Ending::WaitsForPerson,
            Ending::NotFound,
            Ending::StoreTrouble,
            Ending::MachineTrouble,
        ];
        all.into_iter().find(|ending| ending.code() == code).unwrap_or(Ending::Refused)
    }

    pub fn exit_code(self) -> ExitCode {
        ExitCode::from(self.code())
    }
}

impl Failure {
    pub fn ending(&self) -> Ending {
        match self {
            Failure::Refused(refusal) => refusal_ending(refusal),
            Failure::Store(_)
            | Failure::NoStore { .. }
            | Failure::Engine(_)
            | Failure::Stale { .. }
            | Failure::Damaged { .. } => Ending::StoreTrouble,
            Failure::Judging(failure) => failure.ending(),
            Failure::NoRunner
            | Failure::WithARun { .. }
            | Failure::NothingToJudge { .. }
            | Failure::WholeSource { .. }
            | Failure::Unsettled { .. }
            | Failure::PlaceTaken { .. }
            | Failure::NotAsJudged(_)
            | Failure::NotJudgedSo { .. }
            | Failure::UnconfirmedSettings { .. }
            | Failure::BeingJudged { .. }
            | Failure::Unchanged { .. }
            | Failure::BegunElsewhere { .. }
            | Failure::AtWork { .. }
            | Failure::RunDied
            | Failure::ServerStopped
            | Failure::NotYourName { .. }
            | Failure::NoSuchDoor { .. }
            | Failure::Serving { .. }
            | Failure::NoAgentToken { .. }
            | Failure::NobodyNamed
            | Failure::NotSetUp { .. }
            | Failure::HandIn(HandInError::TooLarge { .. })
            | Failure::Verify(VerifyError::Vacuous | VerifyError::OtherBase) => Ending::Refused,
            Failure::NoBase { .. }
            | Failure::NoWorkTree { .. }
            | Failure::PlaceGone { .. }
            | Failure::Base(BaseError::Gone { .. })
            | Failure::NotJudged { .. }
            | Failure::NoRun { .. } => Ending::NotFound,
            Failure::Verify(VerifyError::Room(RoomError::Changed { .. })) => Ending::WaitsForPerson,
            Failure::Landing(
                LandingError::NoWorkTree { .. }
                | LandingError::Dirty { .. }
                | LandingError::InTheWay { .. }
                | LandingError::HoldsUncommitted { .. }
                | LandingError::Detached
                | LandingError::CutShort { .. }
                | LandingError::NotAncestor { .. }
                | LandingError::NotJudged { .. }
                | LandingError::Diverged { .. }
                | LandingError::Unmerged { .. }
                | LandingError::CheckedOut { .. }
                | LandingError::NothingToLand { .. }
                | LandingError::ChangedMeanwhile { .. },
            )
            | Failure::FailedAgain { .. }
            | Failure::NotAccepted { .. }
            | Failure::NotPart { .. }
            | Failure::Contradicts { .. }
            | Failure::Stopped => Ending::Refused,
            Failure::Verify(_)
            | Failure::Base(_)
            | Failure::HandIn(_)
            | Failure::HandedInGone { .. }
            | Failure::Landing(_)
            | Failure::PlannerStopped { .. }
            | Failure::Workshop { .. } => Ending::MachineTrouble,
            Failure::File { source, .. } if is_of_the_machine(source.kind()) => {
                Ending::MachineTrouble
            }
            Failure::Auth(_)
            | Failure::AlreadyInitialised { .. }
            | Failure::NoIdentity
            | Failure::NoHome
            | Failure::SecretExposed { .. }
            | Failure::File { .. }
            | Failure::Unsound(_)
            | Failure::NothingToCheck { .. }
            | Failure::PrdKnown { .. }
            | Failure::CriterionKnown { .. }
            | Failure::StoryNew { .. }
            | Failure::NoPlan(_)
            | Failure::Demo(_)
            | Failure::Runtime { .. }
            | Failure::Output { .. } => Ending::Refused,
            Failure::BadId(_)
            | Failure::BadText(_)
            | Failure::NoTemplate(_)
            | Failure::NoWorker { .. }
            | Failure::NobodyWorks { .. }
            | Failure::CannotStart(_)
            | Failure::OneOff { .. }
            | Failure::AssuranceFixed { .. }
            | Failure::BadSource { .. }
            | Failure::Usage(_)
            | Failure::PrdTwice { .. }
            | Failure::Unreadable { .. }
            | Failure::BadFile { .. } => Ending::Usage,
            Failure::InFile { source, .. }
            | Failure::PartlyImported { source, .. }
            | Failure::Argument { source, .. } => source.ending(),
            Failure::NoProject => Ending::NotFound,
        }
    }
}

fn refusal_ending(refusal: &Refusal) -> Ending {
    match refusal {
        Refusal::NoSuchActor { .. }
        | Refusal::NoSuchTask { .. }
        | Refusal::NoSuchGoal { .. }
        | Refusal::NoSuchToken { .. } => Ending::NotFound,
        Refusal::Duty { breach, .. } if **breach == Breach::Unknown => Ending::NotFound,
        Refusal::WaitsForLead { .. } | Refusal::ContractOpen { .. } => Ending::WaitsForPerson,
        _ => Ending::Refused,
    }
}

/// Whether nothing can be written there, whatever is asked for.
fn is_of_the_machine(kind: ErrorKind) -> bool {
    use ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(kind, PermissionDenied | QuotaExceeded | ReadOnlyFilesystem | StorageFull)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_cannot_be_written_is_trouble_of_the_machine() {
        let failed = |kind: ErrorKind| Failure::File {
            what: "make",
            path: "/srv/project/.countersign".into(),
            source: kind.into(),
        };
        assert_eq!(failed(ErrorKind::ReadOnlyFilesystem).ending().code(), 6);
        assert_eq!(failed(ErrorKind::PermissionDenied).ending().code(), 6);
        assert_eq!(failed(ErrorKind::NotFound).ending().code(), 1);
    }
}
