//! Who asks is proven by a token and by nothing else.

use std::time::Duration;

use countersign_core::{Command, TaskCommand, TeamCommand};
use countersign_engine::{AuthError, EngineError, mint, now};
use countersign_store::{Journal, Stream};

use crate::cast::{Office, actor, rule, task, token, words};

#[tokio::test]
async fn the_acting_identity_is_the_tokens_whatever_the_command_says() {
    let office = Office::open().await;
    office.task_in_review("TASK-1").await;
    // Nothing in the command can name another actor as the one who acts; bob stays bob.
    assert_eq!(rule(office.act(&office.bob, "TASK-1", TaskCommand::Approve).await), "missing-hat");
    let records = office.engine.store().stream(&Stream::Task(task("TASK-1"))).await.unwrap();
    let submitted = records.iter().find(|record| record.event.name() == "submitted").unwrap();
    assert_eq!(submitted.stamp.by, actor("bob"));
}

#[tokio::test]
async fn garbled_wrong_and_foreign_tokens_open_nothing() {
    let office = Office::open().await;
    let other = Office::open().await;
    let minted = token();
    let add = TeamCommand::IssueToken { actor: actor("bob"), token: minted.token };
    other.engine.execute(&other.ada, &[Command::Team(add)]).await.unwrap();
    let valid_elsewhere = minted.text.clone();
    let mut wrong_secret = valid_elsewhere.clone();
    wrong_secret.pop();
    wrong_secret.push(if valid_elsewhere.ends_with('0') { '1' } else { '0' });
    for garbled in ["", "bob", "cst", "cst_a_b", "cst__", &valid_elsewhere[..40]] {
        let outcome = office.engine.authenticate(garbled).await;
        assert!(
            matches!(outcome, Err(EngineError::Auth(AuthError::Malformed))),
            "{garbled:?} gave {outcome:?}"
        );
    }
    for (engine, text) in [(&office.engine, &valid_elsewhere), (&other.engine, &wrong_secret)] {
        let outcome = engine.authenticate(text).await;
        assert!(matches!(outcome, Err(EngineError::Auth(AuthError::Invalid))), "{outcome:?}");
    }
    assert_eq!(other.engine.authenticate(&valid_elsewhere).await.unwrap().actor(), &actor("bob"));
}

#[tokio::test]
async fn a_session_ends_when_its_token_is_revoked() {
    let office = Office::open().await;
    let minted = token();
    let id = minted.token.id.clone();
    let issue = TeamCommand::IssueToken { actor: actor("bob"), token: minted.token };
    office.engine.execute(&office.ada, &[Command::Team(issue)]).await.unwrap();
    let session = office.engine.authenticate(&minted.text).await.unwrap();
    office.act(&session, "TASK-1", crate::cast::create()).await.unwrap();

    let revoke = Command::Team(TeamCommand::RevokeToken { token: id });
    office.engine.execute(&office.ada, &[revoke]).await.unwrap();
    let outcome = office.act(&session, "TASK-2", crate::cast::create()).await;
    assert!(matches!(outcome, Err(EngineError::Auth(AuthError::Invalid))), "{outcome:?}");
    assert!(office.engine.authenticate(&minted.text).await.is_err());
}

#[tokio::test]
async fn a_session_ends_when_its_token_expires() {
    let office = Office::open().await;
    let minted = mint(now().checked_add(Duration::from_millis(400)).unwrap()).unwrap();
    let issue = TeamCommand::IssueToken { actor: actor("bob"), token: minted.token };
    office.engine.execute(&office.ada, &[Command::Team(issue)]).await.unwrap();
    let session = office.engine.authenticate(&minted.text).await.unwrap();
    tokio::time::sleep(Duration::from_millis(450)).await;
    let outcome = office.act(&session, "TASK-1", crate::cast::create()).await;
    assert!(matches!(outcome, Err(EngineError::Auth(AuthError::Expired { .. }))), "{outcome:?}");
    let outcome = office.engine.authenticate(&minted.text).await;
    assert!(matches!(outcome, Err(EngineError::Auth(AuthError::Expired { .. }))), "{outcome:?}");
}

#[tokio::test]
async fn the_tokens_of_a_retired_actor_are_dead() {
    let office = Office::open().await;
    let retire = Command::Team(TeamCommand::RetireActor { actor: actor("bob") });
    office.engine.execute(&office.ada, &[retire]).await.unwrap();
    let outcome = office.act(&office.bob, "TASK-1", crate::cast::create()).await;
    assert!(matches!(outcome, Err(EngineError::Auth(AuthError::Invalid))), "{outcome:?}");
}

#[tokio::test]
async fn no_token_is_kept_in_the_journal() {
    let office = Office::open().await;
    let minted = token();
    let secret = minted.text.rsplit('_').next().unwrap().to_owned();
    let issue = TeamCommand::IssueToken { actor: actor("bob"), token: minted.token };
    office.engine.execute(&office.ada, &[Command::Team(issue)]).await.unwrap();
    let log = office.engine.store().log(0, 1000).await.unwrap();
    assert!(log.len() > 5);
    assert!(log.iter().all(|record| !format!("{record:?}").contains(&secret)));
}

#[tokio::test]
async fn an_agent_cannot_make_itself_a_lead_or_mint_tokens() {
    let office = Office::open().await;
    let hat = countersign_core::Hat::Lead;
    let give = TeamCommand::GiveHat { actor: actor("bob"), hat };
    let own = Command::Team(give.clone());
    assert_eq!(rule(office.engine.execute(&office.bob, &[own]).await), "lead-only");
    let by_lead = Command::Team(give);
    let outcome = office.engine.execute(&office.ada, &[by_lead]).await;
    assert_eq!(rule(outcome), "lead-must-be-person");
    let issue = TeamCommand::IssueToken { actor: actor("ada"), token: token().token };
    let outcome = office.engine.execute(&office.bob, &[Command::Team(issue)]).await;
    assert_eq!(rule(outcome), "lead-only");
    let reason = words("I say so");
    office.task_in_review("TASK-1").await;
    let outcome = office.act(&office.bob, "TASK-1", TaskCommand::Override { reason }).await;
    assert_eq!(rule(outcome), "lead-only");
}
