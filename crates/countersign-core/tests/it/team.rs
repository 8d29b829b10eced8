//! The team: founding, names, hats, minions, tokens, the last lead.

use countersign_core::{
    ActorId, ActorKind, Board, Command, Event, Facts, Hat, Stamp, TeamCommand, TeamEvent,
    Timestamp, Token, TokenId, decide,
};

use crate::cast::*;
use crate::story::given;

fn revoke(id: &str) -> TeamCommand {
    TeamCommand::RevokeToken { token: TokenId::new(id).unwrap() }
}

fn issue(name: &str, token: Token) -> TeamCommand {
    TeamCommand::IssueToken { actor: by(name), token }
}

#[test]
fn whoever_founds_the_team_is_its_lead_and_it_is_founded_once() {
    let found = || TeamCommand::Found { token: token("t0") };
    let story = given([]).and("ada", found());
    assert!(story.board.team.actors[&by("ada")].is_lead());
    story.when(by("bob"), found()).refused("already-so");
}

#[test]
fn nothing_happens_before_the_team_is_founded() {
    given([]).when(by("ada"), add("bob", ActorKind::Agent, &[])).refused("no-such-actor");
    given([]).when(by("ada"), create()).refused("no-such-actor");
}

#[test]
fn names_are_never_used_twice() {
    let story = given(the_team()).when(by("ada"), add("bob", ActorKind::Agent, &[]));
    let story = story.refused("name-taken").and("ada", retire("bob"));
    let story = story.when(by("ada"), add("bob", ActorKind::Person, &[])).refused("name-taken");
    story.when(by("dan"), spawn("bob")).refused("name-taken");
}

#[test]
fn only_persons_lead_and_runners_wear_nothing() {
    given(the_team())
        .when(by("ada"), add("zed", ActorKind::Agent, &[Hat::Lead]))
        .refused("lead-must-be-person")
        .when(by("ada"), give("bob", Hat::Lead))
        .refused("lead-must-be-person")
        .when(by("ada"), add("zed", ActorKind::Runner, &[Hat::Builder]))
        .refused("runner-wears-no-hat")
        .when(by("ada"), give("ci", Hat::Tester))
        .refused("runner-wears-no-hat");
}

#[test]
fn forged_hats_do_not_fold() {
    let mut board = given(the_team()).board;
    let stamp = Stamp { by: by("ada"), at: now() };
    for (actor, hat) in [("bob", Hat::Lead), ("ci", Hat::Tester)] {
        let given = Event::Team(TeamEvent::HatGiven { actor: by(actor), hat });
        let why = board.apply(&given, &stamp).unwrap_err().why;
        assert_eq!(why, "an actor of that kind cannot hold those hats");
    }
}

#[test]
fn only_a_lead_administers() {
    for name in ["bob", "eve", "rex"] {
        given(the_team()).when(by(name), add("zed", ActorKind::Agent, &[])).refused("lead-only");
        given(the_team()).when(by(name), give(name, Hat::Tester)).refused("lead-only");
        given(the_team()).when(by(name), take("dan", Hat::Builder)).refused("lead-only");
        given(the_team()).when(by(name), retire("dan")).refused("lead-only");
        given(the_team()).when(by(name), solo_allowed()).refused("lead-only");
        given(the_team()).when(by(name), issue("dan", token("t1"))).refused("lead-only");
    }
}

#[test]
fn giving_and_taking_hats_changes_something_or_is_refused() {
    given(the_team())
        .when(by("ada"), give("bob", Hat::Builder))
        .refused("already-so")
        .when(by("ada"), take("bob", Hat::Tester))
        .refused("already-so")
        .when(by("ada"), give("nobody", Hat::Tester))
        .refused("no-such-actor")
        .and("ada", retire("bob"))
        .when(by("ada"), give("bob", Hat::Tester))
        .refused("actor-retired");
}

#[test]
fn the_last_lead_stays() {
    given(the_team())
        .when(by("ada"), retire("ada"))
        .refused("last-lead")
        .when(by("ada"), take("ada", Hat::Lead))
        .refused("last-lead")
        .and("ada", add("lea", ActorKind::Person, &[Hat::Lead]))
        .and("ada", retire("ada"))
        .when(by("lea"), take("lea", Hat::Lead))
        .refused("last-lead")
        .when(by("ada"), solo_allowed())
        .refused("actor-retired");
}

// Minions.

#[test]
fn a_minion_builds_has_a_pilot_and_spawns_none() {
    let story = given(the_team()).and("bob", spawn("min"));
    let minion = &story.board.team.actors[&by("min")];
    assert_eq!(minion.pilot, Some(by("bob")));
    assert_eq!(minion.hats, [Hat::Builder].into());
    story.when(by("min"), spawn("tiny")).refused("minion-cannot-spawn");
}

#[test]
fn minions_are_limited_and_a_retired_one_makes_room() {
    let limited = TeamCommand::SetPolicy { max_minions: Some(1), solo: None };
    given(the_team())
        .and("ada", limited)
        .and("bob", spawn("min"))
        .when(by("bob"), spawn("mix"))
        .refused("too-many-minions")
        .and("dan", spawn("mix"))
        .and("bob", retire("min"))
        .when(by("bob"), spawn("mop"))
        .accepted();
}

#[test]
fn three_minions_are_allowed_unless_the_policy_says_otherwise() {
    given(the_team())
        .and("bob", spawn("m1"))
        .and("bob", spawn("m2"))
        .and("bob", spawn("m3"))
        .when(by("bob"), spawn("m4"))
        .refused("too-many-minions");
}

#[test]
fn a_pilot_retires_its_own_minions_only() {
    let story = given(the_team()).and("bob", spawn("min"));
    let story = story.when(by("dan"), retire("min")).refused("lead-only");
    story.when(by("bob"), retire("min")).accepted();
}

#[test]
fn a_whole_lineage_retires_with_its_head() {
    let story = given(the_team())
        .after([spawned("min", "bob"), spawned("tiny", "min"), spawned("other", "dan")])
        .and("ada", retire("bob"));
    let retired = |name: &str| story.board.team.actors[&by(name)].retired;
    assert!(retired("bob") && retired("min") && retired("tiny"));
    assert!(!retired("other") && !retired("dan"));
}

#[test]
fn runners_and_strangers_spawn_nothing() {
    given(the_team()).when(by("ci"), spawn("min")).refused("runner-only-records");
    given(the_team()).when(by("mallory"), spawn("min")).refused("no-such-actor");
}

#[test]
fn one_lineage_is_one_pair_of_hands_through_any_depth() {
    let mut history = the_team();
    history.push(spawned("m0", "bob"));
    for depth in 1..20 {
        history.push(spawned(&format!("m{depth}"), &format!("m{}", depth - 1)));
    }
    history.push(spawned("sib", "bob"));
    let team = given(history).board.team;
    let same = |a: &str, b: &str| team.same_hands(&by(a), &by(b));
    for relative in ["bob", "m0", "m7", "m19", "sib"] {
        assert!(same("m19", relative) && same(relative, "m19"), "{relative}");
    }
    for other in ["dan", "ada", "nobody"] {
        assert!(!same("m19", other) && !same(other, "m19"), "{other}");
    }
}

// Tokens.

#[test]
fn a_token_that_has_expired_is_not_issued() {
    for expires in [now(), Timestamp::UNIX_EPOCH] {
        let stale = Token { expires, ..token("t1") };
        given(the_team())
            .when(by("ada"), issue("bob", stale.clone()))
            .refused("token-already-expired");
        given([])
            .when(by("ada"), TeamCommand::Found { token: stale.clone() })
            .refused("token-already-expired");
        given(the_team())
            .when(by("bob"), TeamCommand::SpawnMinion { actor: by("min"), token: stale })
            .refused("token-already-expired");
    }
}

#[test]
fn a_token_id_is_taken_while_its_token_lives() {
    let story = given(the_team()).and("ada", issue("bob", token("t1")));
    story.when(by("ada"), issue("dan", token("t1"))).refused("already-so");
}

#[test]
fn a_token_is_revoked_by_its_owner_or_a_lead() {
    let story = given(the_team()).and("ada", issue("bob", token("t1")));
    let story = story.when(by("dan"), revoke("t1")).refused("lead-only");
    story.clone().when(by("ada"), revoke("t1")).accepted();
    story.and("bob", revoke("t1")).when(by("bob"), revoke("t1")).refused("no-such-token");
}

/// The tokens that are left after one was revoked.
fn left(board: &mut Board, revoked: &str) -> Vec<String> {
    let facts = Facts { by: by("ada"), with: None, now: now() };
    let stamp = Stamp { by: by("ada"), at: now() };
    for event in decide(board, &Command::Team(revoke(revoked)), &facts).unwrap() {
        board.apply(&event, &stamp).unwrap();
    }
    board.team.tokens.keys().map(ToString::to_string).collect()
}

#[test]
fn what_a_token_minted_for_minions_is_revoked_with_it_and_nothing_else() {
    let mut board = given(the_team())
        .and("ada", issue("bob", token("t1")))
        .and("ada", issue("bob", token("t2")))
        .and("ada", issue("dan", token("t3")))
        .board;
    let minted = |board: &mut Board, with: &str, minion: &str| {
        let with = Some(TokenId::new(with).unwrap());
        let facts = Facts { by: by("bob"), with, now: now() };
        let stamp = Stamp { by: by("bob"), at: now() };
        for event in decide(board, &Command::Team(spawn(minion)), &facts).unwrap() {
            board.apply(&event, &stamp).unwrap();
        }
    };
    minted(&mut board, "t1", "min-1");
    minted(&mut board, "t2", "min-2");
    assert_eq!(left(&mut board.clone(), "t1"), ["of-min-2", "t2", "t3"]);
    assert_eq!(left(&mut board.clone(), "t2"), ["of-min-1", "t1", "t3"]);
    assert_eq!(left(&mut board.clone(), "of-min-1"), ["of-min-2", "t1", "t2", "t3"]);
    // A lead gave it this one, with a token that nobody takes away here.
    let of_lead = Event::Team(TeamEvent::TokenIssued {
        actor: by("min-1"),
        token: token("t4"),
        minted_with: Some(TokenId::new("adas").unwrap()),
    });
    board.apply(&of_lead, &Stamp { by: by("ada"), at: now() }).unwrap();
    assert_eq!(left(&mut board, "t1"), ["of-min-2", "t2", "t3", "t4"]);
}

#[test]
fn a_minions_token_of_which_nobody_kept_where_it_came_from_goes_with_any_of_its_pilots() {
    let mut board = given(the_team())
        .and("ada", issue("bob", token("t1")))
        .and("bob", spawn("min"))
        .and("ada", issue("dan", token("t2")))
        .board;
    assert_eq!(left(&mut board, "t1"), ["t2"]);
}

#[test]
fn a_retired_actor_loses_its_tokens_and_gets_no_new_ones() {
    let story = given(the_team())
        .and("ada", issue("bob", token("t1")))
        .and("ada", issue("dan", token("t2")))
        .and("ada", retire("bob"));
    let left: Vec<&ActorId> = story.board.team.tokens.values().map(|held| &held.actor).collect();
    assert_eq!(left, [&by("dan")]);
    story.when(by("ada"), issue("bob", token("t3"))).refused("actor-retired");
}

#[test]
fn expired_tokens_are_forgotten_when_a_new_one_is_issued() {
    let mut board = given(the_team()).and("ada", issue("bob", token("t1"))).board;
    let long_after: Timestamp = "2030-01-01T00:00:00Z".parse().unwrap();
    let fresh = Token { expires: "2031-01-01T00:00:00Z".parse().unwrap(), ..token("t2") };
    let issued =
        Event::Team(TeamEvent::TokenIssued { actor: by("bob"), token: fresh, minted_with: None });
    board.apply(&issued, &Stamp { by: by("ada"), at: long_after }).unwrap();
    assert_eq!(board.team.tokens.keys().map(TokenId::as_str).collect::<Vec<_>>(), ["t2"]);
}

#[test]
fn a_board_of_nobody_owes_nothing() {
    assert!(countersign_core::owed(&Board::default()).is_empty());
}
