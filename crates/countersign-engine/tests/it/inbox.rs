//! What waits for whom.

use countersign_core::{Effect, TaskCommand};
use countersign_engine::InboxQuery;

use crate::cast::{Office, actor, create, words};

impl Office {
    async fn waiting(&self, who: &str) -> Vec<String> {
        let query = InboxQuery { actor: actor(who), limit: 100 };
        let effects = self.engine.inbox(&query).await.unwrap();
        effects
            .iter()
            .map(|effect| match effect {
                Effect::RunContract { task, .. } => format!("run {task}"),
                Effect::RunDeferred { goal, .. } => format!("run {goal}"),
                Effect::Notify(n) => format!("{} {:?}", n.need.name(), n.about),
            })
            .collect()
    }
}

#[tokio::test]
async fn each_actor_sees_what_it_may_do_and_nothing_else() {
    let office = Office::open().await;
    office.task_in_review("TASK-1").await;
    assert_eq!(office.waiting("rex").await, [r#"review Task(TaskId("TASK-1"))"#]);
    assert_eq!(office.waiting("ada").await, [r#"review Task(TaskId("TASK-1"))"#]);
    assert!(office.waiting("bob").await.is_empty());
    assert!(office.waiting("eve").await.is_empty());

    office.act(&office.rex, "TASK-1", TaskCommand::Approve).await.unwrap();
    assert_eq!(office.waiting("eve").await, [r#"verify Task(TaskId("TASK-1"))"#]);
    assert_eq!(office.waiting("ada").await, [r#"verify Task(TaskId("TASK-1"))"#]);
    assert!(office.waiting("rex").await.is_empty());
}

#[tokio::test]
async fn the_oldest_comes_first_and_settled_work_is_gone() {
    let office = Office::open().await;
    for id in ["TASK-1", "TASK-2"] {
        office.task_in_review(id).await;
    }
    office.act(&office.ada, "TASK-3", create()).await.unwrap();
    let waiting = office.waiting("ada").await;
    let expected = [
        r#"review Task(TaskId("TASK-1"))"#,
        r#"review Task(TaskId("TASK-2"))"#,
        r#"assign Task(TaskId("TASK-3"))"#,
    ];
    assert_eq!(waiting, expected);
    for id in ["TASK-1", "TASK-2", "TASK-3"] {
        let reason = words("not wanted");
        office.act(&office.ada, id, TaskCommand::Cancel { reason }).await.unwrap();
    }
    assert!(office.waiting("ada").await.is_empty());
}

#[tokio::test]
async fn a_runner_sees_the_contracts_to_run() {
    let office = Office::open().await;
    office.act(&office.ada, "TASK-1", create()).await.unwrap();
    let to = actor("bob");
    office.act(&office.ada, "TASK-1", TaskCommand::assign(to)).await.unwrap();
    office.act(&office.bob, "TASK-1", TaskCommand::Start { base: None }).await.unwrap();
    assert!(office.waiting("ci").await.is_empty());
    let submission = countersign_core::Submission { summary: words("done"), files_changed: vec![] };
    office
        .act(&office.bob, "TASK-1", TaskCommand::Submit { submission, handed_in: None })
        .await
        .unwrap();
    assert_eq!(office.waiting("ci").await, ["run TASK-1"]);
}

#[tokio::test]
async fn the_second_rejection_by_verifiers_reaches_the_lead() {
    let office = Office::open().await;
    for _ in 0..2 {
        office.rework("TASK-1").await;
        let reason = words("accepts 'abc' as an email");
        let reject = TaskCommand::RejectVerification { reason };
        office.act(&office.eve, "TASK-1", reject).await.unwrap();
    }
    assert_eq!(office.waiting("ada").await, [r#"triage Task(TaskId("TASK-1"))"#]);
    assert!(office.waiting("bob").await.is_empty());
}

impl Office {
    /// Brings the task from wherever it is to completed.
    async fn rework(&self, id: &str) {
        if self.engine.store().task(&crate::cast::task(id)).await.unwrap().is_none() {
            self.task_in_review(id).await;
        } else {
            let submission =
                countersign_core::Submission { summary: words("again"), files_changed: vec![] };
            self.act(&self.bob, id, TaskCommand::Submit { submission, handed_in: None })
                .await
                .unwrap();
            let evidence = countersign_engine::seal(vec![crate::cast::passed()], None).unwrap();
            self.act(&self.ci, id, TaskCommand::RecordEvidence { attempt: 2, evidence })
                .await
                .unwrap();
        }
        self.act(&self.rex, id, TaskCommand::Approve).await.unwrap();
    }
}
