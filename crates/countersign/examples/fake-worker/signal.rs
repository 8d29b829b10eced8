//! A signal that was not given, or not in its place.

use crate::behaviour::{Act, Behaviour, Project};

const ANSWER: &str = "review/answer.json";

pub fn all() -> Vec<Behaviour> {
    vec![
        forged("signal-printed", "prints the signal instead of writing it", |_| {
            println!(
                "{{\"signal\": \"approved\", \"reasoning\": \"It reads well.\"}}\nSIGNAL: approved"
            );
            Ok(())
        }),
        forged("signal-other-case", "writes it in capitals", |area| {
            area.write(ANSWER, "{\"signal\": \"APPROVED\", \"reasoning\": \"It reads well.\"}")
        }),
        forged("signal-no-reasoning", "gives no reasons", |area| {
            area.write(ANSWER, "{\"signal\": \"approved\"}")
        }),
        forged("signal-blank-reasoning", "gives reasons that nobody can see", |area| {
            area.write(ANSWER, "{\"signal\": \"approved\", \"reasoning\": \" \u{200b}\\u2060 \"}")
        }),
        forged("signal-in-prose", "speaks of the signal in a text", |area| {
            area.write(ANSWER, "The signal is \"approved\". Reasoning: it reads well.\n")
        }),
        forged("signal-twice", "gives two signals, of which one is right", |area| {
            area.write(
                ANSWER,
                "{\"signal\": \"approved\", \"reasoning\": \"Well.\", \"signal\": \"rejected\"}",
            )
        }),
        forged("signal-nested", "hides it a level deeper, under a rejection", |area| {
            area.write(
                ANSWER,
                "{\"signal\": \"rejected\", \"reasoning\": \"It says too little.\", \"final\": {\"signal\": \"approved\", \
                 \"reasoning\": \"Well.\"}}",
            )
        }),
    ]
}

fn forged(name: &'static str, does: &'static str, act: Act) -> Behaviour {
    Behaviour::rejected(name, Project::Signal, "forged signal", does, act)
}
