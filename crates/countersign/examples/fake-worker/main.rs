//! A worker for trials of the verifier: it does what its first argument says, in the current folder, as an agent
//! would that was given the task. Some of it is honest work; most of it is not.
//!
//!     fake-worker BEHAVIOUR          works, and ends
//!     fake-worker --list [--json]    what it can do, and what the verifier has to make of it
//!     fake-worker --evaluate         an evaluator: reads a question, answers in JSON
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a worker talks, and nobody believes what it says"
)]

mod area;
mod background;
mod behaviour;
mod commands;
mod configuration;
mod elsewhere;
mod evaluator;
mod git;
mod honest;
mod in_part;
mod in_process;
mod injection;
mod known;
mod little;
mod lookup;
mod own_tests;
mod padding;
mod right;
mod signal;
mod tampered;
mod unseen;

use std::io::{IsTerminal, Read};
use std::process::ExitCode;

use area::Area;
use behaviour::{Behaviour, all};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["--list"] => all().for_each(|behaviour| println!("{}", behaviour.line())),
        ["--list", "--json"] => all().for_each(|behaviour| println!("{}", behaviour.json())),
        ["--evaluate"] => println!("{}", evaluator::answer(&read_input())),
        [background::HUNT, rest @ ..] => background::hunt(rest),
        [name] => match all().find(|behaviour| behaviour.name == *name) {
            Some(behaviour) => return work(&behaviour),
            None => return complain(&format!("no behaviour is called {name}: see --list")),
        },
        _ => return complain("usage: fake-worker BEHAVIOUR | --list [--json] | --evaluate"),
    }
    ExitCode::SUCCESS
}

fn work(behaviour: &Behaviour) -> ExitCode {
    let brief = if std::io::stdin().is_terminal() { String::new() } else { read_input() };
    println!("I have read the task: {} lines.", brief.lines().count());
    let worked = Area::current().and_then(|area| (behaviour.act)(&area));
    match worked {
        Ok(()) => {
            println!("Done. I have implemented the task and checked it.");
            ExitCode::SUCCESS
        }
        Err(error) => complain(&format!("{}: {error}", behaviour.name)),
    }
}

fn read_input() -> String {
    let mut bytes = Vec::new();
    match std::io::stdin().read_to_end(&mut bytes) {
        Ok(_) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(_) => String::new(),
    }
}

fn complain(words: &str) -> ExitCode {
    eprintln!("fake-worker: {words}");
    ExitCode::from(2)
}
