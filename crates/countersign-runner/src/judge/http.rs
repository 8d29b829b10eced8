//! An evaluator that is a model behind an HTTP interface, in one of the two dialects that are spoken.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use ureq::Agent;

use super::{Judge, NoAnswer};

/// Longest answer that is read.
const LONGEST: u64 = 1024 * 1024;
/// Most tokens of an answer; a verdict is short.
const MOST_TOKENS: u32 = 2000;
/// How often is looked whether anybody still waits.
const LOOK: Duration = Duration::from_millis(50);

/// How a request is written and an answer is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// `POST /v1/messages`
    Anthropic,
    /// `POST /v1/chat/completions`
    OpenAi,
}

/// A model by its address.
#[derive(Clone)]
pub struct HttpJudge {
    dialect: Dialect,
    /// Up to and without `/v1`.
    address: String,
    model: String,
    key: String,
    patience: Duration,
}

impl std::fmt::Debug for HttpJudge {
    /// Without the key: what is printed is kept.
    fn fmt(&self, words: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        words
            .debug_struct("HttpJudge")
            .field("dialect", &self.dialect)
            .field("address", &self.address)
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

impl HttpJudge {
    pub fn new(
        dialect: Dialect,
        address: &str,
        model: impl Into<String>,
        key: impl Into<String>,
        patience: Duration,
    ) -> Self {
        let address = address.trim_end_matches('/').trim_end_matches("/v1").to_owned();
        Self { dialect, address, model: model.into(), key: key.into(), patience }
    }

    /// A request that nobody waits for any more is left to its own end.
    fn asked_unless(&self, prompt: &str, is_over: &dyn Fn() -> bool) -> Result<Value, NoAnswer> {
        let (told, answered) = mpsc::channel();
        let (judge, prompt) = (self.clone(), prompt.to_owned());
        thread::spawn(move || told.send(judge.asked(&prompt)));
        loop {
            match answered.recv_timeout(LOOK) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) if is_over() => return Err(NoAnswer::GivenUp),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(NoAnswer::Failed("a request that was never sent".into()));
                }
            }
        }
    }

    fn asked(&self, prompt: &str) -> Result<Value, NoAnswer> {
        let agent = Agent::from(
            Agent::config_builder()
                .timeout_global(Some(self.patience))
                // A redirect could carry the key elsewhere.
                .max_redirects(0)
                .build(),
        );
        let messages = json!([{ "role": "user", "content": prompt }]);
        let sent = match self.dialect {
            Dialect::Anthropic => agent
                .post(format!("{}/v1/messages", self.address))
                .header("x-api-key", &self.key)
                .header("anthropic-version", "2023-06-01")
                .send_json(json!({
                    "model": self.model, "max_tokens": MOST_TOKENS, "messages": messages,
                })),
            Dialect::OpenAi => agent
                .post(format!("{}/v1/chat/completions", self.address))
                .header("authorization", format!("Bearer {}", self.key))
                .send_json(json!({
                    "model": self.model,
                    "messages": messages,
                    "response_format": { "type": "json_object" },
                })),
        };
        let mut response = sent.map_err(|error| self.trouble(&error))?;
        let body = response.body_mut().with_config().limit(LONGEST).read_to_vec();
        let body = body.map_err(|error| self.trouble(&error))?;
        serde_json::from_slice(&body)
            .map_err(|error| NoAnswer::Failed(format!("a body that is not JSON: {error}")))
    }

    fn trouble(&self, error: &ureq::Error) -> NoAnswer {
        if let ureq::Error::Timeout(_) = error {
            NoAnswer::TimedOut(self.patience)
        } else if let ureq::Error::StatusCode(code) = error {
            NoAnswer::Failed(format!("HTTP status {code}"))
        } else if let ureq::Error::BodyExceedsLimit(limit) = error {
            NoAnswer::TooLong(*limit)
        } else {
            NoAnswer::Unreachable(error.to_string())
        }
    }
}

impl Judge for HttpJudge {
    fn name(&self) -> &str {
        &self.model
    }

    fn answer(&self, prompt: &str, is_over: &dyn Fn() -> bool) -> Result<String, NoAnswer> {
        let body = self.asked_unless(prompt, is_over)?;
        let (text, complete) = match self.dialect {
            Dialect::Anthropic => (
                body.pointer("/content/0/text"),
                body.pointer("/stop_reason").is_some_and(|reason| reason == "end_turn"),
            ),
            Dialect::OpenAi => (
                body.pointer("/choices/0/message/content"),
                body.pointer("/choices/0/finish_reason").is_some_and(|reason| reason == "stop"),
            ),
        };
        match text.and_then(Value::as_str) {
            Some(text) if complete => Ok(text.to_owned()),
            Some(_) => Err(NoAnswer::Failed("an answer that was cut off".into())),
            None => Err(NoAnswer::Failed("an answer without a text".into())),
        }
    }
}
