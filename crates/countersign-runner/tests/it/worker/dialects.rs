//! What agents printed, recorded from the real ones (Claude Code 2.1, Codex 0.166, Gemini CLI 0.61) against
//! a service of ours on the loopback device.

use std::path::Path;

use countersign_core::Exit;
use countersign_runner::worker::{
    CommandLine, Dialect, Heard, Outcome, Profile, Spent, TroubleKind, Worked,
};

use super::cast::{Site, shell};

/// A worker that prints what was recorded and ends as that one did.
fn replayed(site: &Site, name: &str, exit: i32) -> Worked {
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/worker/fixtures");
    let text = std::fs::read_to_string(recorded.join(format!("{name}.jsonl"))).unwrap();
    site.work(&speaking(name, &format!("cat; exit {exit}")), &text)
}

fn speaking(name: &str, script: &str) -> Profile {
    let speaks = match name.split('-').next().unwrap() {
        "claude" => Dialect::Claude,
        "codex" => Dialect::Codex,
        _ => Dialect::Gemini,
    };
    Profile { speaks, ..shell(script) }
}

#[test]
fn what_an_agent_spent_is_read() {
    let site = Site::new();
    let worked = replayed(&site, "claude-ok", 0);
    assert_eq!(
        (worked.outcome, worked.message.as_deref()),
        (Outcome::Finished, Some("Hello there"))
    );
    let Spent { cost_usd_micros, input_tokens, output_tokens, session, denied, .. } = worked.spent;
    assert_eq!((cost_usd_micros, input_tokens, output_tokens), (Some(522), Some(35), Some(15)));
    assert!(session.is_some_and(|id| id.len() == 36) && denied.is_empty());
    for name in ["codex-ok", "gemini-ok"] {
        let worked = replayed(&site, name, 0);
        assert_eq!(worked.message.as_deref(), Some("Hello there"), "{name}");
        let Spent { cost_usd_micros, input_tokens, output_tokens, session, .. } = worked.spent;
        assert_eq!((cost_usd_micros, input_tokens, output_tokens), (None, Some(25), Some(15)));
        assert!(session.is_some_and(|id| id.len() == 36), "{name}");
    }
}

#[test]
fn why_an_agent_gave_up_is_read() {
    let site = Site::new();
    for (name, outcome, kind) in [
        ("claude-429", Outcome::RateLimited, TroubleKind::RateLimit),
        ("claude-529", Outcome::RateLimited, TroubleKind::RateLimit),
        ("claude-long", Outcome::ContextOverflow, TroubleKind::ContextOverflow),
        ("claude-401", Outcome::LoggedOut, TroubleKind::Authentication),
        ("codex-429", Outcome::RateLimited, TroubleKind::RateLimit),
        ("codex-usage", Outcome::RateLimited, TroubleKind::RateLimit),
        ("codex-long", Outcome::ContextOverflow, TroubleKind::ContextOverflow),
        ("codex-401", Outcome::LoggedOut, TroubleKind::Authentication),
        ("gemini-long", Outcome::ContextOverflow, TroubleKind::ContextOverflow),
        ("gemini-401", Outcome::LoggedOut, TroubleKind::Authentication),
    ] {
        let worked = replayed(&site, name, 1);
        let trouble = worked.trouble.unwrap();
        assert_eq!((worked.outcome, trouble.kind), (outcome, kind), "{name}: {}", trouble.words);
    }
}

#[test]
fn an_agent_whose_own_report_says_error_has_not_finished_whatever_its_exit() {
    let site = Site::new();
    assert_eq!(replayed(&site, "claude-429", 0).outcome, Outcome::RateLimited);
    for (name, report) in [
        ("claude", r#"{"type":"result","subtype":"error_max_turns","is_error":false}"#),
        ("claude", r#"{"type":"result","subtype":"success","is_error":true,"result":"I gave up"}"#),
        ("codex", r#"{"type":"turn.failed","error":{"message":"the tool is gone"}}"#),
        ("gemini", r#"{"type":"result","status":"error","error":{"message":"no answer"}}"#),
    ] {
        let worked = site.work(&speaking(name, "cat"), report);
        let ended = (worked.outcome, worked.exit);
        assert_eq!(ended, (Outcome::Crashed, Exit::Success), "{report}");
    }
    // What was overcome is no error.
    let overcome = concat!(
        r#"{"type":"turn.failed","error":{"message":"the tool is gone"}}"#,
        "\n",
        r#"{"type":"turn.completed","usage":{"input_tokens":25,"output_tokens":15}}"#
    );
    assert_eq!(site.work(&speaking("codex", "cat"), overcome).outcome, Outcome::Finished);
}

#[test]
fn what_an_agent_was_denied_and_does_is_read() {
    let site = Site::new();
    let lines = r#"{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","name":"Bash","input":{"command":"rm -rf x\nls"}}],"usage":{"input_tokens":5,"output_tokens":2}}}
{"type":"result","subtype":"success","is_error":false,"result":"I could not","permission_denials":[{"tool_name":"Bash","tool_use_id":"1","tool_input":{"command":"rm -rf x"}},{"tool_name":"Other"}]}
"#;
    let mut doing = Vec::new();
    let mut tell = |what: Heard<'_>| {
        if let Heard::Doing(line) = what {
            doing.push(line.to_owned());
        }
    };
    let worked = site.attended(&speaking("claude", "cat"), lines, None, &mut tell).unwrap();
    assert_eq!(worked.spent.denied, ["Bash: rm -rf x", "Other"]);
    assert_eq!(worked.spent.input_tokens, Some(5));
    assert_eq!(doing, ["Bash: rm -rf x"]);
}

#[test]
fn garbage_floods_and_half_lines_are_passed_over() {
    let site = Site::new();
    let ok = r#"{"type":"turn.completed","usage":{"input_tokens":25,"output_tokens":15}}"#;
    for garbage in [
        "head -c 9000000 /dev/zero",
        "head -c 100000 /dev/urandom",
        "printf '{\"type\":\"turn.completed\",\"usage\":[1,{}]}'",
        "printf '{\"type\":7}\\nnull\\n[]\\n\"x\"\\n{\"type\":\"item.completed\"}'",
        "printf '{\"type\":\"turn.failed\",\"error\":{\"mess'",
        "for i in $(seq 3000); do printf '['; done",
    ] {
        let script = format!("{garbage}; echo; printf %s '{ok}'");
        let worked = site.work(&speaking("codex", &script), "");
        assert_eq!(worked.outcome, Outcome::Finished, "{garbage}");
        assert_eq!(worked.spent.output_tokens, Some(15), "{garbage}");
        assert_eq!(worked.trouble, None);
    }
    let huge = r#"{"type":"result","total_cost_usd":1e300,"usage":{"input_tokens":18446744073709551615,"cache_read_input_tokens":5,"output_tokens":-3}}"#;
    let worked = site.work(&speaking("claude", "cat"), huge);
    assert_eq!((worked.spent.cost_usd_micros, worked.spent.output_tokens), (None, None));
    assert_eq!(worked.spent.input_tokens, Some(u64::MAX));
}

#[test]
fn the_built_in_agents_are_there_by_name() {
    for name in Profile::BUILT_IN {
        let profile = Profile::built_in(name).unwrap();
        let CommandLine::Arguments(arguments) = &profile.command else { panic!("{name}") };
        assert_eq!((profile.name.as_str(), arguments[0].as_str()), (name, name));
        assert_ne!(profile.speaks, Dialect::Plain);
    }
    assert_eq!(Profile::built_in("other"), None);
}
