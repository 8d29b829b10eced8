//! A stable word for each failure.

use countersign_engine::AuthError;
use countersign_runner::area::{BaseError, HandInError};
use countersign_runner::room::RoomError;
use countersign_runner::verify::VerifyError;

use super::Failure;

impl Failure {
    /// A stable word for scripts.
    pub fn code(&self) -> &'static str {
        match self {
            Failure::Refused(refusal) => refusal.rule(),
            Failure::Auth(AuthError::Malformed) => "token-malformed",
            Failure::Auth(AuthError::Invalid) => "token-invalid",
            Failure::Auth(AuthError::Expired { .. }) => "token-expired",
            Failure::Store(_) => "store",
            Failure::Engine(_) => "engine",
            Failure::BadId(_) => "bad-id",
            Failure::BadText(_) => "bad-text",
            Failure::Unsound(_) => "unsound-contract",
            Failure::NothingToCheck { .. } => "unsound-contract",
            Failure::NoTemplate(_) => "no-template",
            Failure::BadSource { .. } => "bad-file",
            Failure::InFile { source, .. } | Failure::Argument { source, .. } => source.code(),
            Failure::PrdKnown { .. } => "goal-exists",
            Failure::CriterionKnown { .. } => "criterion-known",
            Failure::AssuranceFixed { .. } => "assurance-fixed",
            Failure::StoryNew { .. } => "story-new",
            Failure::PartlyImported { source, .. } => source.code(),
            Failure::PrdTwice { .. } | Failure::Usage(_) => "usage",
            Failure::NotYourName { .. } => "not-your-name",
            Failure::NoSuchDoor { .. } => "no-such-door",
            Failure::Judging(failure) => failure.code(),
            Failure::Serving { .. } => "serving",
            Failure::NoAgentToken { .. } | Failure::NobodyNamed | Failure::NotSetUp { .. } => {
                "no-identity"
            }
            Failure::NoProject => "no-project",
            Failure::NoStore { .. } => "no-store",
            Failure::AlreadyInitialised { .. } => "already-initialised",
            Failure::BadFile { .. } => "bad-file",
            Failure::Unreadable { .. } | Failure::File { .. } => "file",
            Failure::NoIdentity => "no-identity",
            Failure::NoHome => "no-home",
            Failure::SecretExposed { .. } => "secret-exposed",
            Failure::Damaged { .. } => "damaged",
            Failure::Stale { .. } => "stale",
            Failure::NoPlan(_) => "no-plan",
            Failure::NoBase { .. } | Failure::Base(BaseError::Gone { .. }) => "no-base",
            Failure::HandedInGone { .. } | Failure::HandIn(HandInError::Gone { .. }) => {
                "handed-in-gone"
            }
            Failure::HandIn(HandInError::TooLarge { .. }) => "hand-in-too-large",
            Failure::NotAsJudged(_) | Failure::NotJudgedSo { .. } => "not-as-judged",
            Failure::UnconfirmedSettings { .. } => "unconfirmed-settings",
            Failure::BeingJudged { .. } => "being-judged",
            Failure::Unchanged { .. } => "unchanged",
            Failure::BegunElsewhere { .. } => "begun-elsewhere",
            Failure::AtWork { .. } => "at-work",
            Failure::NoWorkTree { .. } | Failure::PlaceGone { .. } => "no-work-tree",
            Failure::PlaceTaken { .. } => "work-tree-taken",
            Failure::PlannerStopped { .. } => "planner-stopped",
            Failure::NoRunner => "no-runner",
            Failure::WithARun { .. } => "with-a-run",
            Failure::WholeSource { .. } => "whole-source",
            Failure::Unsettled { .. } => "contract-open",
            Failure::NothingToJudge { .. } => "nothing-to-judge",
            Failure::NotJudged { .. } => "not-judged",
            Failure::NoRun { .. } => "no-run",
            Failure::RunDied => "run-died",
            Failure::ServerStopped => "server-stopped",
            Failure::NoWorker { .. } | Failure::NobodyWorks { .. } | Failure::OneOff { .. } => {
                "no-worker"
            }
            Failure::CannotStart(_) => "worker-missing",
            Failure::Verify(VerifyError::Vacuous) => "vacuous-contract",
            Failure::Verify(VerifyError::Room(RoomError::Changed { .. })) => "changed-meanwhile",
            Failure::Verify(VerifyError::SandboxMissing(_)) => "sandbox-missing",
            Failure::Verify(VerifyError::OtherBase) => "other-base",
            Failure::Verify(_)
            | Failure::Base(_)
            | Failure::HandIn(_)
            | Failure::Workshop { .. } => "machine",
            Failure::Landing(_)
            | Failure::FailedAgain { .. }
            | Failure::NotAccepted { .. }
            | Failure::NotPart { .. }
            | Failure::Contradicts { .. } => "landing",
            Failure::Stopped => "stopped",
            Failure::Demo(_) => "demo",
            Failure::Runtime { .. } => "runtime",
            Failure::Output { .. } => "output",
        }
    }
}
