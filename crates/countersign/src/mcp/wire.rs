//! Messages on their way in: as the protocol's own types, or answered at once. Over standard input and output each
//! is a line.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, RequestId, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::message::{self, Fault, LONGEST};

/// Answers that wait to be written; whoever does not read them is not read either.
const WAITING: usize = 64;
/// How long the last of them may take once the connection is closed.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// A message of the protocol, or why it is none.
pub fn typed(message: Value) -> Result<ClientJsonRpcMessage, Fault> {
    let id = message.get("id").filter(|id| id.is_string() || id.is_number()).cloned();
    let id = id.unwrap_or_default();
    if let Some(missing) = lacks(&message) {
        return Err(Fault::bad_parameters(id, format!("\"params\" is to have {missing:?}")));
    }
    if has_bad_arguments(&message) {
        return Err(Fault::bad_parameters(id, "\"arguments\" is to be an object".into()));
    }
    serde_json::from_value(message).map_err(|error| Fault::no_request(id, error.to_string()))
}

/// What a known request does not say that it has to. It would be taken for an unknown request.
fn lacks(message: &Value) -> Option<&'static str> {
    let needed = match message.get("method").and_then(Value::as_str)? {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        _ => return None,
    };
    let said = message.get("params").and_then(|params| params.get(needed));
    said.and_then(Value::as_str).is_none().then_some(needed)
}

/// Whether a known request comes with arguments of another form. It would be taken for an unknown request.
fn has_bad_arguments(message: &Value) -> bool {
    let method = message.get("method").and_then(Value::as_str);
    let arguments = message.get("params").and_then(|params| params.get("arguments"));
    matches!(method, Some("tools/call" | "prompts/get"))
        && arguments.is_some_and(|arguments| !arguments.is_object() && !arguments.is_null())
}

/// One message a line, in both directions. A line that is no message is answered, and the next one is read.
pub struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    /// The line is too long: what is left of it is read over.
    is_over: bool,
    /// What is to be answered before anything else is read. Reading may be broken off at any wait.
    unsaid: Option<Vec<u8>>,
    /// What waits for an answer.
    asked: Arc<Mutex<HashSet<RequestId>>>,
    output: Option<mpsc::Sender<Vec<u8>>>,
    writer: Option<JoinHandle<()>>,
}

/// Whoever was at the other end is gone.
#[derive(Debug, thiserror::Error)]
#[error("nobody reads any more")]
pub struct Gone;

impl<R: AsyncRead + Send + Unpin> Lines<R> {
    pub fn new(input: R, output: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        let (sender, receiver) = mpsc::channel(WAITING);
        let writer = tokio::spawn(write(receiver, output));
        Self {
            input: BufReader::new(input),
            line: Vec::new(),
            is_over: false,
            unsaid: None,
            asked: Arc::default(),
            output: Some(sender),
            writer: Some(writer),
        }
    }

    /// The next line without its end, or nothing at the end of the input. What was read of it before this was
    /// broken off is kept.
    async fn next_line(&mut self) -> Option<Result<Vec<u8>, Fault>> {
        loop {
            let read = self.input.fill_buf().await.ok()?;
            if read.is_empty() {
                // The last line may have no end.
                let is_something = self.is_over || !self.line.is_empty();
                return is_something.then(|| self.take_line());
            }
            let end = read.iter().position(|byte| *byte == b'\n');
            let part = read.get(..end.unwrap_or(read.len())).unwrap_or_default();
            self.is_over |= self.line.len().saturating_add(part.len()) > LONGEST;
            if self.is_over {
                self.line = Vec::new();
            } else {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Some(self.take_line());
            }
        }
    }

    fn take_line(&mut self) -> Result<Vec<u8>, Fault> {
        let line = std::mem::take(&mut self.line);
        match std::mem::take(&mut self.is_over) {
            true => Err(Fault::too_long()),
            false => Ok(line),
        }
    }

    /// Notes what is asked and not answered yet. Two at once with one id could not be told apart, and one of them would
    /// stay without an answer. What was cancelled keeps its id: its work may go on, and end in another one's answer.
    fn note(&self, message: &ClientJsonRpcMessage) -> Result<(), Fault> {
        let JsonRpcMessage::Request(request) = message else { return Ok(()) };
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        match asked.insert(request.id.clone()) {
            true => Ok(()),
            false => Err(Fault::id_in_use(&request.id.to_string())),
        }
    }

    async fn say_unsaid(&mut self) -> Option<()> {
        if self.unsaid.is_some() {
            let place = self.output.as_ref()?.reserve().await.ok()?;
            place.send(self.unsaid.take()?);
        }
        Some(())
    }
}

/// Writes each message whole, before the next.
async fn write(mut messages: mpsc::Receiver<Vec<u8>>, mut output: impl AsyncWrite + Unpin) {
    while let Some(mut message) = messages.recv().await {
        message.push(b'\n');
        if output.write_all(&message).await.is_err() || output.flush().await.is_err() {
            return;
        }
    }
}

impl<R: AsyncRead + Send + Unpin> Transport<RoleServer> for Lines<R> {
    type Error = Gone;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Gone>> + Send + 'static {
        let output = self.output.clone();
        let answers = match &message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        if let Some(id) = answers {
            self.asked.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        }
        async move {
            let text = serde_json::to_vec(&message).map_err(|_| Gone)?;
            output.ok_or(Gone)?.send(text).await.map_err(|_| Gone)
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            self.say_unsaid().await?;
            let fault = match self.next_line().await? {
                Ok(line) if line.trim_ascii().is_empty() => continue,
                Ok(line) => {
                    let message = message::read(&line).and_then(typed);
                    match message.and_then(|message| self.note(&message).map(|()| message)) {
                        Ok(message) => return Some(message),
                        Err(fault) => fault,
                    }
                }
                Err(fault) => fault,
            };
            self.unsaid = Some(fault.answer().to_string().into_bytes());
        }
    }

    /// What was said before is written first.
    async fn close(&mut self) -> Result<(), Gone> {
        self.output = None;
        if let Some(writer) = self.writer.take() {
            // Whoever has stopped reading is not waited for.
            let _ = tokio::time::timeout(LAST_WORDS, writer).await;
        }
        Ok(())
    }
}
