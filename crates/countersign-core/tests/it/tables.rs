//! The whole behaviour at a glance: three tables that a reviewer can read, kept as snapshots.

use countersign_core::duty::Act;
use countersign_core::{
    ActorKind, Assurance, Command, Contract, Finding, Hat, Hindrance, InterruptedBy, TaskCommand,
    TaskState,
};

use crate::cast::*;
use crate::names;
use crate::story::{Ask, Story, given};

/// Cells in columns, as wide as they need to be.
fn render(head: &[String], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| &row[column]).chain([&head[column]]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let line = |row: &[String]| {
        let cells = row.iter().enumerate().map(|(n, cell)| {
            let pad = width(n) - cell.chars().count();
            format!("{cell}{}", " ".repeat(pad))
        });
        cells.collect::<Vec<_>>().join(" | ").trim_end().to_string()
    };
    std::iter::once(line(head))
        .chain(rows.iter().map(|row| line(row)))
        .collect::<Vec<_>>()
        .join("\n")
}

/// With an escalation command, which only the tables have.
fn the_usual_team() -> Vec<Past> {
    let mut team = the_team();
    team.push(joined("esc", ActorKind::Escalation, &[]));
    team
}

// First: state × command.

/// TASK-1, which depends on TASK-3 (completed), beside TASK-2.
fn fresh(contract: Contract, assurance: Assurance) -> Story {
    let create = TaskCommand::Create {
        title: title("the login form"),
        brief: String::new(),
        contract,
        assurance,
        revisions: 1,
        depends_on: [task_id(T3)].into(),
        question: None,
        labels: Default::default(),
    };
    given(the_usual_team())
        .and("ada", (T3, create_with(verifiable(), Assurance::Contract)))
        .and("ada", (T3, assign("dan")))
        .and("dan", (T3, start()))
        .and("ada", (T3, override_it()))
        .and("ada", (T2, create_with(verifiable(), Assurance::Contract)))
        .and("ada", create)
}

fn in_work(contract: Contract, assurance: Assurance) -> Story {
    fresh(contract, assurance).and("ada", assign("bob")).and("bob", start())
}

fn in_state(state: &str) -> Story {
    let ours = || in_work(verifiable(), Assurance::Independent);
    let without_criteria = |contract| {
        in_work(contract, Assurance::Independent).and("bob", submit()).and("rex", approve())
    };
    match state {
        "pending (open question)" => given(the_usual_team())
            .and("ada", (T3, create_with(verifiable(), Assurance::Contract)))
            .and("ada", (T2, create_with(verifiable(), Assurance::Contract)))
            .and("ada", create_open())
            .and("ada", depend_on(T3)),
        "pending" => fresh(verifiable(), Assurance::Independent),
        "assigned" => fresh(verifiable(), Assurance::Independent).and("ada", assign("bob")),
        "working" => ours(),
        "verifying" => ours().and("bob", submit()),
        "undecided" => ours().and("bob", submit()).and("ci", record(unclear())),
        "escalated" => ours()
            .completed_again()
            .and("eve", reject_verification())
            .completed_again()
            .and("eve", reject_verification()),
        "blocked" => ours()
            .and("bob", submit())
            .and("ci", record(failing()))
            .and("bob", submit())
            .and("ci", record(failing())),
        "review" => ours().through_its_contract(),
        "review (nothing checked)" => {
            in_work(advisory(), Assurance::Independent).and("bob", submit())
        }
        "completed (contract)" => in_work(verifiable(), Assurance::Contract).through_its_contract(),
        "completed (review)" => ours().completed_again(),
        "completed (advisory, unread)" => {
            in_work(advisory(), Assurance::Contract).and("bob", submit())
        }
        "completed (advisory)" => without_criteria(advisory()),
        "completed (skip)" => without_criteria(skipped()),
        "completed (override)" => ours().and("ada", override_it()),
        "verified" => ours().completed_again().and("eve", verify()),
        "verified (solo)" => ours()
            .through_its_contract()
            .and("ada", approve())
            .and("ada", retire("eve"))
            .and("ada", retire("rex"))
            .and("ada", solo_allowed())
            .and("ada", verify()),
        "cancelled" => ours().and("ada", cancel()),
        other => panic!("no way to {other} is known"),
    }
}

/// Who is best entitled to ask, and what exactly; evidence is split by what it says.
fn asked(command: &str, story: &Story) -> Vec<(&'static str, &'static str, TaskCommand)> {
    // Where only ada is left to judge, ada judges.
    let judge = |name| if story.board.team.actors[&by("eve")].retired { "ada" } else { name };
    let seen = |evidence| {
        let criteria = story.task().contract.criteria().is_empty();
        record(if criteria { nothing_seen() } else { evidence })
    };
    match command {
        "create" => vec![("create", "ada", create())],
        "restate" => vec![("restate", "ada", restate(&[T3]))],
        "require" => vec![("require", "ada", require(Assurance::Review, 3))],
        "settle" => vec![("settle", "ada", settle(verifiable()))],
        "amend" => {
            // Advisory work has nothing to add to; what it is held to is settled instead.
            vec![("amend", "ada", amend(one_more("more")))]
        }
        "add dependency" => vec![("add dependency", "ada", depend_on(T2))],
        "drop dependency" => vec![("drop dependency", "ada", drop_dependency(T3))],
        "wear hat" => vec![("wear hat", "ada", wear("dan", Hat::Builder))],
        "assign" => vec![("assign", "ada", assign("dan"))],
        "start" => vec![("start", "bob", start())],
        "submit" => vec![("submit", "bob", submit())],
        "delegate" => vec![("delegate", "ci", delegate())],
        "deliver" => vec![("deliver", "ci", deliver())],
        "interrupt" => vec![("interrupt", "ci", interrupt(InterruptedBy::RateLimit))],
        "leave" => vec![("leave", "ci", leave(Hindrance::RateLimit))],
        "rebase" => vec![("rebase", "ci", rebase())],
        "return conflict" => vec![("return conflict", "ci", return_conflict())],
        "record evidence" => vec![
            ("record pass", "ci", seen(passing())),
            ("record fail", "ci", seen(failing())),
            ("record undecided", "ci", seen(unclear())),
        ],
        "answer the escalation" => {
            vec![("answer the escalation", "esc", answer(retry_with("look again")))]
        }
        "approve" => vec![("approve", judge("rex"), approve())],
        "reject" => vec![("reject", judge("rex"), reject())],
        "review outcome" => vec![("review outcome", judge("rex"), review_outcome())],
        "verify" => vec![("verify", judge("eve"), verify())],
        "reject verification" => {
            vec![("reject verification", judge("eve"), reject_verification())]
        }
        "reopen" => vec![("reopen", "ada", reopen())],
        "override" => vec![("override", "ada", override_it())],
        "cancel" => vec![("cancel", "ada", cancel())],
        other => panic!("nobody asks to {other}"),
    }
}

#[test]
fn every_state_meets_every_command() {
    let mut head = vec!["state".to_string()];
    let mut rows = Vec::new();
    for state in names::TASK_STATES {
        let story = in_state(state).in_state(state);
        let mut row = vec![state.to_string()];
        for command in names::TASK_COMMANDS {
            for (column, name, ask) in asked(command, &story) {
                assert_eq!(names::of_task_command(&ask), command);
                if rows.is_empty() {
                    head.push(column.to_string());
                }
                let outcome = story.clone().when(by(name), ask);
                row.push(match &outcome.decision {
                    Err(refusal) if refusal.rule() == "wrong-state" => "·".to_string(),
                    Err(refusal) => format!("! {}", refusal.rule()),
                    Ok(_) => match outcome.accepted().state(T1) {
                        after if after == state => "=".to_string(),
                        after => after.to_string(),
                    },
                });
            }
        }
        rows.push(row);
    }
    let legend = "· refused: wrong-state   = done, the state stays   ! refused by that rule\n\n";
    insta::assert_snapshot!("state_by_command", format!("{legend}{}", render(&head, &rows)));
}

#[test]
fn the_table_has_every_name_of_a_state() {
    // The names of the states as every door says them, against the rows told apart above.
    let said: std::collections::BTreeSet<&str> =
        names::TASK_STATES.map(|state| in_state(state).task().state.name()).into();
    assert_eq!(said, TaskState::NAMES.into());
}

// Second: act × kind of actor, in the state where the act is due.

const KINDS: [(&str, &str); 14] = [
    ("lead", "ada"),
    ("builder", "bob"),
    ("its pilot", "pam"),
    ("its minion", "min"),
    ("sibling minion", "sib"),
    ("other builder", "dan"),
    ("reviewer", "rex"),
    ("approver", "apo"),
    ("tester", "eve"),
    ("second tester", "tia"),
    ("runner", "ci"),
    ("escalation", "esc"),
    ("retired tester", "old"),
    ("unknown", "mallory"),
];

/// bob is a minion of pam, as is sib; min is a minion of bob. The family holds every hat of building and
/// judging, so that the table shows their duties and not their hats.
fn large_team() -> Vec<Past> {
    let mut team = vec![
        joined("ada", ActorKind::Person, &[Hat::Lead]),
        joined("pam", ActorKind::Agent, &[Hat::Builder]),
        spawned("bob", "pam"),
        spawned("sib", "pam"),
        spawned("min", "bob"),
        joined("dan", ActorKind::Agent, &[Hat::Builder]),
        joined("rex", ActorKind::Agent, &[Hat::Reviewer]),
        joined("apo", ActorKind::Agent, &[Hat::Reviewer, Hat::Tester]),
        joined("eve", ActorKind::Agent, &[Hat::Tester]),
        joined("tia", ActorKind::Agent, &[Hat::Tester]),
        joined("old", ActorKind::Agent, &[Hat::Tester]),
        joined("ci", ActorKind::Runner, &[]),
        joined("esc", ActorKind::Escalation, &[]),
        past("ada", countersign_core::TeamEvent::ActorRetired { actor: by("old") }),
    ];
    for relative in ["pam", "bob", "sib", "min"] {
        team.extend([Hat::Tester, Hat::Reviewer].map(|hat| given_hat(relative, hat)));
    }
    team
}

/// The rows of one act: what is asked, and the story in which it is due.
fn rows_of(act: Act) -> Vec<(&'static str, Story, Vec<Command>)> {
    let team = || given(large_team());
    let task = || team().and("ada", create());
    let assigned = || task().and("ada", assign("bob"));
    let working = || assigned().and("bob", start());
    let submitted = || working().and("bob", submit());
    let review = || submitted().and("ci", record(passing()));
    let completed = || review().and("apo", approve());
    let verified = || completed().and("eve", verify());
    let pending_goal = || {
        verified().and("ada", create_goal()).and("ada", link(T1)).goal_in_state("pending_verify")
    };
    let one = |ask: Command| vec![ask];
    match act {
        Act::Administer => {
            vec![("add actor", team(), one(add("zed", ActorKind::Agent, &[]).command()))]
        }
        Act::Create => vec![
            ("create task", team(), one(create().command())),
            ("create goal", team(), one(create_goal().command())),
            ("spawn minion", team(), one(spawn("zed").command())),
        ],
        Act::Direct => vec![
            ("assign", task(), one(assign("dan").command())),
            ("settle", team().and("ada", create_open()), one(settle(verifiable()).command())),
            ("amend", task(), one(amend(one_more("more")).command())),
            ("link task", task().and("ada", create_goal()), one(link(T1).command())),
        ],
        Act::Build => vec![
            // Here the actor is not who asks but whom a lead hands the work to.
            ("be assigned", task(), vec![]),
            (
                "be assigned escalated work",
                {
                    let again = |story: Story| {
                        story
                            .and("bob", submit())
                            .and("ci", record(passing()))
                            .and("apo", approve())
                    };
                    again(completed().and("eve", reject_verification()))
                        .and("eve", reject_verification())
                },
                vec![],
            ),
        ],
        Act::Start => vec![("start", assigned(), one(start().command()))],
        Act::Submit => vec![("submit", working(), one(submit().command()))],
        Act::Record => vec![
            ("record evidence", submitted(), one(record(passing()).command())),
            (
                "record integration",
                pending_goal(),
                one(integrate(whole(Finding::Pass, &[])).command()),
            ),
        ],
        Act::AnswerEscalation => vec![(
            "answer the escalation",
            submitted()
                .and("ci", record(failing()))
                .and("bob", submit())
                .and("ci", record(failing())),
            one(answer(retry_with("look again")).command()),
        )],
        Act::Delegate => vec![
            ("delegate", assigned(), one(delegate().command())),
            ("deliver", working(), one(deliver().command())),
            ("interrupt", working(), one(interrupt(InterruptedBy::Loss).command())),
            ("leave", assigned(), one(leave(Hindrance::Budget).command())),
            ("rebase", submitted(), one(rebase().command())),
            ("return conflict", submitted(), one(return_conflict().command())),
        ],
        Act::Review => vec![
            ("approve", review(), one(approve().command())),
            ("reject", review(), one(reject().command())),
            (
                "review outcome",
                team()
                    .and("ada", create_with(advisory(), Assurance::Contract))
                    .and("ada", assign("bob"))
                    .and("bob", start())
                    .and("bob", submit()),
                one(review_outcome().command()),
            ),
        ],
        Act::Verify => vec![
            ("verify", completed(), one(verify().command())),
            ("reject verification", completed(), one(reject_verification().command())),
            (
                "verify, policy solo",
                completed().and("ada", solo_allowed()),
                one(verify().command()),
            ),
            (
                "verify what the lead approved, policy solo, testers gone",
                review()
                    .and("ada", approve())
                    .and("ada", solo_allowed())
                    .and("ada", retire("apo"))
                    .and("ada", retire("eve"))
                    .and("ada", retire("tia")),
                one(verify().command()),
            ),
        ],
        // Reading is no command; see `hidden_parts_are_for_leads_and_runners`.
        Act::ReadHidden => Vec::new(),
        Act::Reopen => vec![("reopen", verified(), one(reopen().command()))],
        Act::Override => vec![("override", working(), one(override_it().command()))],
        Act::Cancel => vec![("cancel", working(), one(cancel().command()))],
        Act::JudgeGoal => vec![
            ("verify goal", pending_goal(), one(verify_goal().command())),
            ("reject goal", pending_goal(), one(reject_goal().command())),
        ],
    }
}

#[test]
fn every_act_meets_every_kind_of_actor() {
    let head: Vec<String> =
        ["act"].into_iter().chain(KINDS.map(|(kind, _)| kind)).map(String::from).collect();
    let mut rows = Vec::new();
    for act in names::every_act() {
        for (label, story, ask) in rows_of(act) {
            let cell = |(_, name): &(&str, &str)| {
                let outcome = match ask.first() {
                    Some(command) => story.clone().when(by(name), command.clone()),
                    None => story.clone().when(by("ada"), assign(name)),
                };
                match &outcome.decision {
                    Err(refusal) => refusal.rule().to_string(),
                    Ok(_) => {
                        let story = outcome.accepted();
                        let solo = story.board.tasks.contains_key(&task_id(T1))
                            && story.state(T1) == "verified (solo)";
                        if solo { "ok (solo)".to_string() } else { "ok".to_string() }
                    }
                }
            };
            let cells = KINDS.iter().map(cell);
            rows.push(std::iter::once(label.to_string()).chain(cells).collect());
        }
    }
    insta::assert_snapshot!("act_by_actor", render(&head, &rows));
}

#[test]
fn hidden_parts_are_for_leads_and_runners() {
    let team = given(large_team()).board.team;
    let may = |name| countersign_core::duty::permit(Act::ReadHidden, &by(name), None, &team);
    let trusted: Vec<&str> =
        KINDS.iter().filter(|(_, name)| may(name).is_ok()).map(|(kind, _)| *kind).collect();
    assert_eq!(trusted, ["lead", "runner"]);
    let refused = may("bob").unwrap_err();
    assert_eq!(refused.rule(), "lead-or-runner-only");
    assert_eq!(
        refused.to_string(),
        "bob may not read what is hidden from workers: only a lead or a runner may"
    );
}

// Third: goal state × goal command.

fn goals() -> Vec<(&'static str, Story)> {
    // TASK-2 is pending, TASK-3 is verified, TASK-4 is cancelled; none of them is linked.
    let others = |story: Story| {
        story
            .and("ada", (T2, create()))
            .and("ada", (T3, create()))
            .and("ada", (T3, assign("bob")))
            .and("bob", (T3, start()))
            .and("bob", (T3, submit()))
            .and("ci", (T3, record(passing())))
            .and("rex", (T3, approve()))
            .and("eve", (T3, verify()))
            .and("ada", ("TASK-4", create()))
            .and("ada", ("TASK-4", cancel()))
    };
    let with = |history| others(given(history)).and("ada", create_goal()).and("ada", link(T1));
    let deferred = || {
        others(
            given(the_usual_team())
                .and("ada", create_with(with_deferred(), Assurance::Independent)),
        )
        .and("ada", create_goal())
        .and("ada", link(T1))
        .and("ada", assign("bob"))
        .and("bob", start())
        .completed_again()
        .and("eve", verify())
    };
    let pending = || with(a_verified_task());
    let run = || integrate(whole(Finding::Pass, &[]));
    vec![
        ("absent", others(given(the_usual_team()))),
        ("open, no tasks", others(given(the_usual_team())).and("ada", create_goal())),
        ("open", with(a_task())),
        ("active", with(a_task_in_work())),
        ("active, all cancelled", with(a_task_in_work()).and("ada", cancel())),
        ("active (rejected)", pending().and("ada", reject_goal())),
        ("pending", pending()),
        ("pending, run passed", pending().and("ci", run())),
        ("pending, deferred not run", deferred()),
        ("pending, deferred failed", deferred().and("ci", integrate(whole(Finding::Fail, &[T1])))),
        ("pending, deferred passed", deferred().and("ci", integrate(whole(Finding::Pass, &[T1])))),
        ("verified by notes", pending().and("ada", verify_goal())),
        (
            "verified by a run",
            pending().and("ci", run()).and("ada", verify_goal_on("sha256:whole")),
        ),
    ]
}

#[test]
fn every_goal_meets_every_command() {
    let columns = [
        ("create", "ada", create_goal()),
        ("link pending", "ada", link(T2)),
        ("link verified", "ada", link(T3)),
        ("link cancelled", "ada", link("TASK-4")),
        ("link linked", "ada", link(T1)),
        ("run passes", "ci", integrate(whole(Finding::Pass, &[]))),
        ("run fails", "ci", integrate(whole(Finding::Fail, &[]))),
        ("verify by notes", "ada", verify_goal()),
        ("verify by run", "ada", verify_goal_on("sha256:whole")),
        ("reject", "ada", reject_goal()),
    ];
    let covered: std::collections::BTreeSet<&str> =
        columns.iter().map(|(_, _, ask)| names::of_goal_command(ask)).collect();
    assert_eq!(covered, names::GOAL_COMMANDS.into());
    let goal = |story: &Story| story.board.goals.get(&goal_id(G1)).map(names::of_goal);
    let head: Vec<String> = std::iter::once("goal")
        .chain(columns.iter().map(|column| column.0))
        .map(String::from)
        .collect();
    let states = goals();
    let seen: std::collections::BTreeSet<&str> = states
        .iter()
        .filter_map(|(_, story)| story.board.goals.get(&goal_id(G1)))
        .map(|goal| goal.state.name())
        .collect();
    assert_eq!(seen, countersign_core::GoalState::NAMES.into());
    let row = |(label, story): &(&str, Story)| {
        let before = goal(story);
        let cell = |(_, name, ask): &(&str, &str, countersign_core::GoalCommand)| {
            let outcome = story.clone().when(by(name), ask.clone());
            match &outcome.decision {
                Err(refusal) => format!("! {}", refusal.rule()),
                Ok(_) => match goal(&outcome.accepted()) {
                    after if after == before => "=".to_string(),
                    after => after.unwrap().to_string(),
                },
            }
        };
        std::iter::once((*label).to_string()).chain(columns.iter().map(cell)).collect()
    };
    let rows: Vec<Vec<String>> = states.iter().map(row).collect();
    insta::assert_snapshot!("goal_by_command", render(&head, &rows));
}
