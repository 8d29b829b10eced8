//! Many agents at once over HTTP, each doing the whole life of its tasks, against the syncs of the same disk.
#![allow(
    clippy::indexing_slicing,
    reason = "what an answer lacks is null, and stops the measurement"
)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use countersign_core::{Event, Statement, TaskEvent};
use countersign_store::{Journal, SqlStore};
use serde::Serialize;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::floor::{Floor, Onto};
use crate::growth::binary;
use crate::report::{Table, grouped};
use crate::work::{commit, created, task_id};

const AGENTS: usize = 100;
const TASKS: usize = 20;
const PROTOCOL: &str = "2025-06-18";

/// How many events the journal has when the last of the second round is done, nearly.
const EVENTS: u64 = 100_000;
/// Commits under way at once while the journal is filled.
const AT_ONCE: u64 = 250;
/// Where the numbers of tasks begin with which it is filled; far from those that agents create.
const FILLED_FROM: u64 = 1_000_000;

#[derive(Debug, Serialize)]
pub struct Load {
    agents: usize,
    /// With a new journal, and with one that has grown.
    rounds: Vec<Round>,
}

/// All agents with the whole life of their tasks, once.
#[derive(Debug, Serialize)]
struct Round {
    calls: usize,
    /// In the journal when it was done.
    events: u64,
    seconds: f64,
    /// Of the calls, all of which change something.
    median_ms: f64,
    p99_ms: f64,
    /// The same of the first and of the last tenth of them.
    p99_first_ms: f64,
    p99_last_ms: f64,
    sync_ms: f64,
}

impl Load {
    pub fn table(&self) -> Table {
        let mut table = Table::new(
            "load: agents over HTTP, each with the whole life of its tasks; milliseconds of a call that changes something",
            &[
                "agents",
                "calls",
                "events",
                "a second",
                "median",
                "p99",
                "first tenth",
                "last tenth",
                "a sync of the disk",
            ],
        );
        for round in &self.rounds {
            table.row(vec![
                self.agents.to_string(),
                grouped(round.calls as f64),
                grouped(round.events as f64),
                grouped(round.calls as f64 / round.seconds),
                format!("{:.1}", round.median_ms),
                format!("{:.1}", round.p99_ms),
                format!("{:.1}", round.p99_first_ms),
                format!("{:.1}", round.p99_last_ms),
                format!("{:.2}", round.sync_ms),
            ]);
        }
        table
    }
}

/// A project that is served, and everyone's token.
struct Served {
    child: Child,
    url: String,
    tokens: BTreeMap<String, String>,
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Where everything is.
struct Site {
    binary: PathBuf,
    folder: TempDir,
    config: TempDir,
}

fn command(site: &Site, arguments: &[&str]) -> Command {
    let mut command = Command::new(&site.binary);
    command
        .args(arguments)
        .current_dir(site.folder.path())
        .env("COUNTERSIGN_CONFIG_DIR", site.config.path())
        .stdin(Stdio::null());
    command
}

fn asked(site: &Site, arguments: &[&str]) -> Value {
    let output = command(site, arguments).output().expect("the binary starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("it answers with JSON")
}

fn serve(site: &Site) -> Served {
    asked(site, &["init", "--owner", "ada", "--json"]);
    let mut tokens = BTreeMap::new();
    let mut add = |name: &str, hat: &str| {
        let arguments = ["actor", "add", name, "--kind", "agent", "--hat", hat, "--json"];
        let token = asked(site, &arguments)["token"].as_str().expect("a token").to_owned();
        tokens.insert(name.to_owned(), token);
    };
    for number in 0..AGENTS {
        add(&format!("agent-{number}"), "builder");
    }
    add("rex", "reviewer");
    add("eve", "tester");
    let lead = asked(site, &["actor", "token", "ada", "--json"]);
    tokens.insert("ada".to_owned(), lead["token"].as_str().expect("a token").to_owned());
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--rate", "1000000", "--json"];
    let mut child = command(site, &arguments).stdout(Stdio::piped()).spawn().expect("it serves");
    let mut line = String::new();
    let output = child.stdout.as_mut().expect("it has an output");
    BufReader::new(output).read_line(&mut line).expect("it says where");
    let serving: Value = serde_json::from_str(&line).expect("it says it in JSON");
    let url = serving["url"].as_str().expect("an address").to_owned();
    Served { child, url, tokens }
}

/// One client with a connection of its own.
struct Client<'s> {
    served: &'s Served,
    agent: ureq::Agent,
    /// When each call that changes something ended, and how long it took.
    took: Vec<(Instant, Duration)>,
}

impl<'s> Client<'s> {
    fn new(served: &'s Served) -> Self {
        Self { served, agent: ureq::Agent::new_with_defaults(), took: Vec::new() }
    }

    fn call(&mut self, who: &str, tool: &str, arguments: &Value) -> Value {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": tool, "arguments": arguments } });
        let began = Instant::now();
        let answer: Value = self
            .agent
            .post(&self.served.url)
            .header("Authorization", format!("Bearer {}", self.served.tokens[who]))
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", PROTOCOL)
            .send_json(&message)
            .expect("the server answers")
            .body_mut()
            .read_json()
            .expect("it answers with JSON");
        let now = Instant::now();
        self.took.push((now, now - began));
        assert_eq!(answer["result"]["isError"], false, "{tool} by {who}: {answer}");
        answer["result"]["structuredContent"].clone()
    }

    /// The whole life of one agent's tasks. What it claims is its own, each once.
    fn live(&mut self, name: &str) {
        for number in 0..TASKS {
            let asked = json!({ "title": format!("Why is part {number} slow?"), "kind": "advisory",
                "assign_to": name, "universal_criteria": false });
            self.call("ada", "create_task", &asked);
        }
        let mut claimed = Vec::new();
        for _ in 0..TASKS {
            let next = self.call(name, "next_task", &json!({}));
            let id = next["task"]["id"].as_str().expect("a task is ready").to_owned();
            assert!(!claimed.contains(&id), "{id} was claimed twice");
            let of_it = json!({ "task_id": id });
            self.call(
                name,
                "submit_for_review",
                &json!({ "task_id": id, "summary": "It waits for locks." }),
            );
            self.call("rex", "approve_task", &of_it);
            self.call("eve", "verify_task", &json!({ "task_id": id, "notes": "Measured it too." }));
            claimed.push(id);
        }
    }
}

pub fn measure(runtime: &Runtime) -> Load {
    let folder = || tempfile::tempdir().expect("a temporary folder can be made");
    let site = Site { binary: binary(), folder: folder(), config: folder() };
    let served = serve(&site);
    eprintln!("load: {AGENTS} agents with {TASKS} tasks each …");
    let first = round(&site, &served, 1);
    let others = EVENTS.saturating_sub(2 * first.events) / 2;
    eprintln!("load: {others} tasks of before, and the agents once more …");
    runtime.block_on(fill(&site, others));
    let second = round(&site, &served, 2);
    Load { agents: AGENTS, rounds: vec![first, second] }
}

/// Tasks that are over, two events each, as a journal has them that was used for long.
async fn fill(site: &Site, tasks: u64) {
    let url = SqlStore::sqlite_url(&site.folder.path().join(".countersign/journal.db"));
    let store = Arc::new(SqlStore::open(&url).await.expect("the journal is there"));
    for first in (0..tasks).step_by(usize::try_from(AT_ONCE).expect("a small number")) {
        let mut work = JoinSet::new();
        for number in first..(first + AT_ONCE).min(tasks) {
            let store = Arc::clone(&store);
            work.spawn(async move {
                let id = task_id(FILLED_FROM + number);
                let reason = Statement::new("no longer wanted").expect("a reason");
                let over = Event::Task(id.clone(), TaskEvent::Cancelled { reason });
                let commit = commit(format!("filled-{number}"), vec![created(id), over]);
                store.commit(commit).await.expect("a commit goes through");
            });
        }
        work.join_all().await;
    }
}

fn round(site: &Site, served: &Served, number: u64) -> Round {
    let mut floor = Floor::new(site.config.path(), Onto::Old);
    let sync_ms = 1000.0 / floor.rate(Duration::from_secs(1));
    let took = Arc::new(Mutex::new(Vec::new()));
    let began = Instant::now();
    std::thread::scope(|scope| {
        for number in 0..AGENTS {
            let took = Arc::clone(&took);
            scope.spawn(move || {
                let mut client = Client::new(served);
                client.live(&format!("agent-{number}"));
                took.lock().expect("no client has failed").extend(client.took);
            });
        }
    });
    let seconds = began.elapsed().as_secs_f64();
    let status = asked(site, &["status", "--json"]);
    let verified = status["tasks"]["verified"].as_u64().unwrap_or(0);
    assert_eq!(verified, number * (AGENTS * TASKS) as u64, "nothing is lost: {status}");
    let audit = asked(site, &["doctor", "--json"]);
    let mut took = took.lock().expect("no client has failed").clone();
    took.sort_by_key(|(at, _)| *at);
    let milliseconds: Vec<f64> = took.iter().map(|(_, took)| took.as_secs_f64() * 1000.0).collect();
    let tenth = milliseconds.len() / 10;
    let last = milliseconds.len() - tenth;
    Round {
        calls: milliseconds.len(),
        events: audit["records"].as_u64().unwrap_or(0),
        seconds,
        median_ms: percentile(&milliseconds, 50),
        p99_ms: percentile(&milliseconds, 99),
        p99_first_ms: percentile(milliseconds.get(..tenth).unwrap_or_default(), 99),
        p99_last_ms: percentile(milliseconds.get(last..).unwrap_or_default(), 99),
        sync_ms,
    }
}

fn percentile(values: &[f64], percent: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
        .get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1)))
        .copied()
        .unwrap_or(0.0)
}
