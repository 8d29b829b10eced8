//! What a worker says of itself, read as it comes: what it spent, what it was denied, why it gave up.
//!
//! All of it is bounded, whatever is printed, and what cannot be read is passed over.

mod claude;
mod codex;
mod gemini;
mod lines;
mod phrases;

pub use countersign_core::Spent;
use serde_json::Value;

use lines::Lines;
pub(super) use phrases::trouble_of;

/// The form of what a worker prints to its standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// Anything.
    Plain,
    /// `--output-format stream-json`, or `json`.
    Claude,
    /// `exec --json`.
    Codex,
    /// `--output-format stream-json`.
    Gemini,
}

/// Why it gave up, by its own account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    pub kind: TroubleKind,
    pub words: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TroubleKind {
    RateLimit,
    ContextOverflow,
    Authentication,
    Other,
}

/// All that is kept of what it said.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// Whether anything was in its dialect.
    pub spoke: bool,
    pub spent: Spent,
    pub message: Option<String>,
    /// What stands at the end: what was overcome is none.
    pub trouble: Option<Trouble>,
}

/// Bytes of a name or an identifier, of one line about what it does, and of a message.
const NAME: usize = 200;
const LINE: usize = 300;
const MESSAGE: usize = 16 * 1024;
/// How many denials are kept.
const DENIALS: usize = 100;

impl Told {
    fn fail(&mut self, kind: TroubleKind, words: &str) {
        self.trouble = Some(Trouble { kind, words: cut(words, MESSAGE) });
    }

    fn say(&mut self, message: &str) {
        self.message = Some(cut(message, MESSAGE));
    }

    fn deny(&mut self, what: &str) {
        if self.spent.denied.len() < DENIALS {
            self.spent.denied.push(one_line(what));
        }
    }

    fn session(&mut self, event: &Value, name: &str) {
        if let Some(session) = text(event, name) {
            self.spent.session = Some(cut(session, NAME));
        }
    }
}

/// Listens to one worker.
#[derive(Debug)]
pub(super) struct Reader {
    dialect: Dialect,
    lines: Lines,
    told: Told,
    claude: claude::Messages,
}

impl Reader {
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            lines: Lines::default(),
            told: Told::default(),
            claude: claude::Messages::default(),
        }
    }

    /// Takes what was printed, and tells what the worker is doing.
    pub fn hear(&mut self, bytes: &[u8], doing: &mut dyn FnMut(&str)) {
        let Self { dialect, lines, told, claude } = self;
        lines.take(bytes, &mut |line| {
            if let Some(did) = read(*dialect, line, told, claude) {
                doing(&did);
            }
        });
    }

    pub fn end(mut self) -> Told {
        let Self { dialect, lines, told, claude } = &mut self;
        lines.end(&mut |line| {
            read(*dialect, line, told, claude);
        });
        self.told
    }
}

fn read(
    dialect: Dialect,
    line: &[u8],
    told: &mut Told,
    claude: &mut claude::Messages,
) -> Option<String> {
    if dialect == Dialect::Plain {
        let line = String::from_utf8_lossy(line);
        return Some(one_line(&line)).filter(|line| !line.is_empty());
    }
    // Whatever is no event is somebody else's, who prints to the same place.
    let event: Value = serde_json::from_slice(line).ok()?;
    let kind = text(&event, "type")?;
    let did = match dialect {
        Dialect::Plain => None,
        Dialect::Claude => claude::read(kind, &event, told, claude),
        Dialect::Codex => codex::read(kind, &event, told),
        Dialect::Gemini => gemini::read(kind, &event, told),
    };
    told.spoke = true;
    did.map(|did| one_line(&did)).filter(|did| !did.is_empty())
}

fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    value.get(name)?.as_str()
}

fn number(value: &Value, name: &str) -> Option<u64> {
    value.get(name)?.as_u64()
}

/// A tool and what it was used for, as far as one of the usual arguments says.
fn tool(name: &str, input: Option<&Value>) -> String {
    const SAY: [&str; 8] =
        ["command", "cmd", "file_path", "absolute_path", "path", "pattern", "url", "description"];
    let said = input.and_then(|input| SAY.into_iter().find_map(|name| text(input, name)));
    match said {
        Some(said) => format!("{name}: {said}"),
        None => name.to_owned(),
    }
}

/// As many whole characters as fit.
fn cut(text: &str, most: usize) -> String {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default().to_owned()
}

/// The first line that says something, without what would move a cursor.
fn one_line(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let plain: String = line.chars().filter(|character| !character.is_control()).collect();
    cut(&plain, LINE)
}
