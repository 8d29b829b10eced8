//! Both ways to reach the server, each as plain as a client can be.
#![allow(clippy::needless_pass_by_value, reason = "calls are written where they are made")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::world::World;

pub const PROTOCOL: &str = "2025-06-18";

/// A connection over standard input and output.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next: u64,
    /// Notifications that came before the last answer.
    pub told: Vec<Value>,
}

impl Client {
    pub fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut client = Self { child, input, output, next: 0, told: Vec::new() };
        client.request(
            "initialize",
            json!({
                "protocolVersion": PROTOCOL,
                "capabilities": {},
                "clientInfo": { "name": "test", "version": "1" },
            }),
        );
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    /// As someone of the usual team.
    pub fn of(world: &World, who: &str) -> Self {
        let mut command = world.command(&["mcp"]);
        command.env("COUNTERSIGN_TOKEN", world.token(who));
        Self::start(command)
    }

    pub fn send(&mut self, message: &Value) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{message}").unwrap();
        input.flush().unwrap();
    }

    pub fn send_bytes(&mut self, line: &[u8]) {
        self.send_part(line);
        self.send_part(b"\n");
    }

    /// Bytes that need not be a line.
    pub fn send_part(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Ends it without a word, as a crash would.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
    }

    pub fn line(&mut self) -> Option<Value> {
        let mut line = String::new();
        (self.output.read_line(&mut line).unwrap() > 0)
            .then(|| serde_json::from_str(&line).unwrap())
    }

    pub fn request(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.told.clear();
        loop {
            let answer = self.line().expect("the server answers");
            if answer["id"] == id {
                return answer;
            }
            self.told.push(answer);
        }
    }

    /// The answer to a request that was only sent.
    pub fn line_with_id(&mut self, id: u64) -> Value {
        loop {
            let answer = self.line().expect("the server answers");
            if answer["id"] == id {
                return answer;
            }
        }
    }

    pub fn call(&mut self, tool: &str, arguments: Value) -> Answer {
        let params =
            json!({ "name": tool, "arguments": arguments, "_meta": { "progressToken": "p" } });
        Answer(self.request("tools/call", params))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // The end of its input is its end.
        self.input = None;
        self.child.wait().unwrap();
    }
}

/// What came of calling a tool.
#[derive(Debug)]
pub struct Answer(pub Value);

impl Answer {
    pub fn ok(self) -> Value {
        assert_eq!(self.0["result"]["isError"], false, "{:#}", self.0);
        self.0["result"]["structuredContent"].clone()
    }

    pub fn refused_by(&self, rule: &str) {
        assert_eq!(self.0["result"]["isError"], true, "{:#}", self.0);
        assert!(self.0["result"].get("structuredContent").is_none(), "{:#}", self.0);
        let text = self.0["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(&format!("[{rule}]")), "{text}");
        let told = &self.0["result"]["_meta"]["countersign/refusal"];
        assert_eq!(told["rule"], rule, "for programs: {:#}", self.0);
        assert!(text.starts_with(told["message"].as_str().unwrap()), "{:#}", self.0);
    }

    /// How to go on.
    pub fn hint(&self) -> &str {
        let told = &self.0["result"]["_meta"]["countersign/refusal"];
        told["hint"].as_str().unwrap_or_else(|| panic!("{:#}", self.0))
    }
}

/// A server over HTTP.
pub struct Served {
    child: Child,
    pub port: u16,
    /// What it said when it began.
    pub serving: Value,
}

impl Served {
    pub fn start(world: &World, options: &[&str]) -> Self {
        let args = [&["serve", "--listen", "127.0.0.1:0", "--json"], options].concat();
        Self::spawn(world.command(&args))
    }

    /// The same with no more open files than that.
    pub fn with_files(world: &World, most: u32) -> Self {
        let plain = world.command(&["serve", "--listen", "127.0.0.1:0", "--json"]);
        let mut command = Command::new("/bin/sh");
        let line = format!("ulimit -n {most}; exec \"$@\"");
        command.args(["-c", &line, "sh"]).arg(plain.get_program()).args(plain.get_args());
        let environment = plain.get_envs().filter_map(|(name, value)| Some((name, value?)));
        command.current_dir(world.path()).env_clear().envs(environment).stdin(Stdio::null());
        Self::spawn(command)
    }

    fn spawn(mut command: Command) -> Self {
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let serving: Value = serde_json::from_str(&line).unwrap();
        let url = serving["url"].as_str().unwrap();
        let port = url.rsplit_once(':').unwrap().1.split('/').next().unwrap().parse().unwrap();
        Self { child, port, serving }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// One request with these headers; the status and the body.
    pub fn post(&self, headers: &[(&str, &str)], body: &str) -> (u16, String, String) {
        let mut stream = self.connect();
        let mut head = format!(
            "POST /mcp HTTP/1.1\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n",
            body.len()
        );
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head.push_str(&format!("Host: 127.0.0.1:{}\r\n", self.port));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
        read(stream)
    }

    pub fn call(&self, token: &str, tool: &str, arguments: Value) -> Answer {
        let message = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": tool, "arguments": arguments },
        });
        let bearer = format!("Bearer {token}");
        let headers = [("Authorization", bearer.as_str()), ("MCP-Protocol-Version", PROTOCOL)];
        let (status, _, body) = self.post(&headers, &message.to_string());
        assert_eq!(status, 200, "{body}");
        Answer(serde_json::from_str(&body).unwrap())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // Told to stop as a person would; it is ours, by its own id.
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
        self.child.wait().unwrap();
    }
}

/// The same of a connection that stays open.
pub fn read_one(stream: &mut TcpStream) -> (u16, String, String) {
    let mut text = Vec::new();
    let mut byte = [0];
    while !text.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).unwrap();
        text.push(byte[0]);
    }
    let head = String::from_utf8(text).unwrap();
    let length = head.to_ascii_lowercase();
    let length = length.split("content-length: ").nth(1).unwrap().lines().next().unwrap();
    let mut body = vec![0; length.parse().unwrap()];
    stream.read_exact(&mut body).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head, String::from_utf8(body).unwrap())
}

/// The status, the head and the body of an answer; status 0 if there was none.
pub fn read(mut stream: TcpStream) -> (u16, String, String) {
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    let text = String::from_utf8_lossy(&text).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = match head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        true => unchunked(body),
        false => body.to_owned(),
    };
    (status, head.to_owned(), body)
}

fn unchunked(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || rest.len() < size {
            break;
        }
        whole.push_str(&rest[..size]);
        body = rest[size..].trim_start_matches("\r\n");
    }
    whole
}
