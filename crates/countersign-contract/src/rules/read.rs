//! From the text of a rule file to rules, or to the place where it goes wrong.

use thiserror::Error;

use super::json::{Member, Node, Value, parse};
use super::pattern::{
    FilePattern, Layer, Specificity, check_code, compile_code, compile_files, compiles_alone,
    glob_of,
};
use super::rule::{CrossCutting, EndToEnd, Rule, Rules, Scope, Unit};
use crate::{LineIndex, Position};

/// Longest rule file in bytes.
pub const MAX_RULES: usize = 1024 * 1024;
/// Most patterns in one file.
pub const MAX_PATTERNS: usize = 2000;
/// Longest pattern in characters that an error says whole.
const MAX_SHOWN: usize = 80;

/// Whoever has read this many looks at the file. Finding the place of each takes time, too.
const MAX_NOTICES: usize = 100;

/// Why a rule file is not taken.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RulesError {
    #[error("the file has {bytes} bytes; at most {MAX_RULES} are read")]
    TooLong { bytes: usize },
    #[error("line {}, column {}: {what}", .at.line, .at.column)]
    Malformed { at: Position, what: String },
    #[error("line {}, column {}: {field} has to be {wanted}, and is {found}", .at.line, .at.column)]
    WrongType { at: Position, field: String, wanted: &'static str, found: &'static str },
    #[error("line {}, column {}: {field} cannot be \"{word}\"; it is one of {known}", .at.line, .at.column)]
    UnknownWord { at: Position, field: String, word: String, known: &'static str },
    #[error("line {}, column {}: version {version} is not known; this reads version 1", .at.line, .at.column)]
    UnknownVersion { at: Position, version: String },
    #[error("line {}, column {}: the glob \"{pattern}\" does not compile: {why}", .at.line, .at.column)]
    BadGlob { at: Position, pattern: String, why: String },
    #[error("line {}, column {}: the regular expression \"{pattern}\" does not compile: {why}", .at.line, .at.column)]
    BadExpression { at: Position, pattern: String, why: String },
    #[error("line {}, column {}: more than {MAX_PATTERNS} patterns; this one and those after it are too many", .at.line, .at.column)]
    TooManyPatterns { at: Position },
    #[error("the patterns are too large together: {why}")]
    Together { why: String },
}

/// Something in the file that is not understood and was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesNotice {
    pub at: Position,
    pub what: String,
}

#[derive(Debug, Clone)]
pub struct Parsed {
    pub rules: Rules,
    pub notices: Vec<RulesNotice>,
}

impl Rules {
    /// Nothing of the file is dropped without a word: what cannot be used is an error, what is not
    /// known is a notice.
    pub fn parse(text: &str) -> Result<Parsed, RulesError> {
        if text.len() > MAX_RULES {
            return Err(RulesError::TooLong { bytes: text.len() });
        }
        let lines = LineIndex::new(text);
        let mut reader =
            Reader { text, lines, notices: Vec::new(), patterns: 0, globs: Vec::new() };
        let rules = reader.file()?;
        Ok(Parsed { rules, notices: reader.notices })
    }
}

struct Reader<'t> {
    text: &'t str,
    lines: LineIndex,
    notices: Vec<RulesNotice>,
    patterns: usize,
    /// With their places.
    globs: Vec<(String, usize)>,
}

impl Reader<'_> {
    fn file(&mut self) -> Result<Rules, RulesError> {
        // A byte order mark is no JSON, and editors on Windows write one.
        let mark = if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let json = self.text.get(mark..).unwrap_or_default();
        let root = parse(json).map_err(|error| RulesError::Malformed {
            at: self.position(error.at + mark),
            what: error.what,
        })?;
        let mut rules = Rules::default();
        for member in self.members(&root, "the file")? {
            match member.key.as_str() {
                "$schema" | "$comment" | "description" => {}
                "version" => self.version(&member.node)?,
                "extends" => rules.extends = self.boolean(&member.node, "extends")?,
                "defaults" => rules.defaults = self.rule(&member.node, "defaults")?,
                "filePatterns" => rules.files = self.file_patterns(&member.node)?,
                "codePatterns" => rules.code = self.code_patterns(&member.node)?,
                "crossCuttingRules" => {
                    rules.cross_cutting = self.cross_cutting(&member.node)?;
                }
                _ => self.unknown(member, "a rule file"),
            }
        }
        rules.file_set = compile_files(rules.files.iter().map(|pattern| pattern.text.as_str()))
            .map_err(|error| self.culprit(error))?;
        rules.code_set = compile_code(rules.code.iter().map(|(text, _)| text.as_str()))?;
        if let Some((paths, _)) = &rules.cross_cutting.shared_module_touch {
            rules.shared_set = compile_files(paths.iter().map(String::as_str))
                .map_err(|error| self.culprit(error))?;
        }
        Ok(rules)
    }

    fn version(&self, node: &Node) -> Result<(), RulesError> {
        let version = match &node.value {
            Value::Number(number) => number.to_string(),
            Value::Text(text) => text.clone(),
            Value::Object(_) | Value::Array(_) | Value::Bool(_) | Value::Null => {
                return Err(self.wrong_type(node, "version", "a number"));
            }
        };
        if matches!(version.as_str(), "1" | "1.0" | "1.0.0") {
            return Ok(());
        }
        Err(RulesError::UnknownVersion { at: self.position(node.at), version })
    }

    fn file_patterns(&mut self, node: &Node) -> Result<Vec<FilePattern>, RulesError> {
        let mut patterns = Vec::new();
        for member in self.members(node, "filePatterns")? {
            self.glob(&member.key, member.at)?;
            let rule = self.rule(&member.node, &member.key)?;
            let specificity = Specificity::of(&member.key);
            let text = member.key.clone();
            patterns.push(FilePattern { text, rule, specificity, layer: Layer::Own });
        }
        Ok(patterns)
    }

    fn code_patterns(&mut self, node: &Node) -> Result<Vec<(String, Rule)>, RulesError> {
        let mut patterns = Vec::new();
        for member in self.members(node, "codePatterns")? {
            self.count(member.at)?;
            check_code(&member.key).map_err(|why| RulesError::BadExpression {
                at: self.position(member.at),
                pattern: shown(&member.key),
                why,
            })?;
            patterns.push((member.key.clone(), self.rule(&member.node, &member.key)?));
        }
        Ok(patterns)
    }

    fn cross_cutting(&mut self, node: &Node) -> Result<CrossCutting, RulesError> {
        let mut rules = CrossCutting::default();
        for member in self.members(node, "crossCuttingRules")? {
            match member.key.as_str() {
                "multipleDirectories" => {
                    rules.multiple_directories = self.multiple_directories(&member.node)?;
                }
                "sharedModuleTouch" => {
                    rules.shared_module_touch = self.shared_module_touch(&member.node)?;
                }
                _ => self.unknown(member, "crossCuttingRules"),
            }
        }
        Ok(rules)
    }

    fn multiple_directories(&mut self, node: &Node) -> Result<Option<(u64, Rule)>, RulesError> {
        let mut threshold = None;
        let (mut add, mut reason) = (None, None);
        for member in self.members(node, "multipleDirectories")? {
            match member.key.as_str() {
                "threshold" => threshold = Some(self.count_of_folders(&member.node)?),
                "add" => add = Some(self.rule(&member.node, "multipleDirectories")?),
                "reason" => reason = Some(self.words(&member.node, "reason", "a text")?),
                _ => self.unknown(member, "multipleDirectories"),
            }
        }
        self.complete(node, "multipleDirectories", "threshold", threshold, reasoned(add, reason))
    }

    fn shared_module_touch(
        &mut self,
        node: &Node,
    ) -> Result<Option<(Vec<String>, Rule)>, RulesError> {
        let mut paths = None;
        let (mut add, mut reason) = (None, None);
        for member in self.members(node, "sharedModuleTouch")? {
            match member.key.as_str() {
                "paths" => paths = Some(self.globs(&member.node)?),
                "add" => add = Some(self.rule(&member.node, "sharedModuleTouch")?),
                "reason" => reason = Some(self.words(&member.node, "reason", "a text")?),
                _ => self.unknown(member, "sharedModuleTouch"),
            }
        }
        self.complete(node, "sharedModuleTouch", "paths", paths, reasoned(add, reason))
    }

    fn complete<T>(
        &self,
        node: &Node,
        name: &str,
        field: &str,
        condition: Option<T>,
        add: Option<Rule>,
    ) -> Result<Option<(T, Rule)>, RulesError> {
        let missing = if condition.is_none() { field } else { "add" };
        match (condition, add) {
            (Some(condition), Some(add)) => Ok(Some((condition, add))),
            _ => Err(RulesError::Malformed {
                at: self.position(node.at),
                what: format!("{name} needs \"{missing}\""),
            }),
        }
    }

    fn count_of_folders(&self, node: &Node) -> Result<u64, RulesError> {
        if let Value::Number(number) = &node.value
            && let Some(count) = number.as_u64().filter(|count| *count > 0)
        {
            return Ok(count);
        }
        Err(self.wrong_type(node, "threshold", "a whole number above zero"))
    }

    fn globs(&mut self, node: &Node) -> Result<Vec<String>, RulesError> {
        let mut globs = Vec::new();
        for node in self.list(node, "paths", "a list of globs")? {
            let glob = self.words(node, "paths", "a list of globs")?;
            self.glob(glob, node.at)?;
            globs.push(glob.to_owned());
        }
        Ok(globs)
    }

    fn rule(&mut self, node: &Node, name: &str) -> Result<Rule, RulesError> {
        let mut rule = Rule::default();
        for member in self.members(node, name)? {
            let node = &member.node;
            match member.key.as_str() {
                "unit" => rule.unit = Some(self.unit(node)?),
                "e2e" => rule.end_to_end = Some(self.end_to_end(node)?),
                "e2eScope" => rule.scope = Some(self.scope(node)?),
                "critics" => rule.critics = self.names(node, "critics", "a list of names")?,
                "quality" => rule.quality = self.quality(node)?,
                "reason" => rule.reason = Some(self.words(node, "reason", "a text")?.to_owned()),
                "$comment" => {}
                _ => self.unknown(member, "a rule"),
            }
        }
        Ok(rule)
    }

    fn unit(&self, node: &Node) -> Result<Unit, RulesError> {
        match &node.value {
            Value::Bool(false) => Ok(Unit::No),
            Value::Bool(true) => Ok(Unit::Yes { tester: None }),
            Value::Text(_) => Ok(Unit::Yes {
                tester: Some(self.name(node, "unit", "true, false or a tester's name")?),
            }),
            Value::Object(_) | Value::Array(_) | Value::Number(_) | Value::Null => {
                Err(self.wrong_type(node, "unit", "true, false or a tester's name"))
            }
        }
    }

    fn end_to_end(&self, node: &Node) -> Result<EndToEnd, RulesError> {
        const KNOWN: &str = "\"immediate\", \"deferred\", \"skip\"";
        match self.words(node, "e2e", KNOWN)? {
            "immediate" => Ok(EndToEnd::Immediate),
            "deferred" => Ok(EndToEnd::Deferred),
            "skip" => Ok(EndToEnd::Skip),
            word => Err(self.unknown_word(node, "e2e", word, KNOWN)),
        }
    }

    fn scope(&self, node: &Node) -> Result<Scope, RulesError> {
        const KNOWN: &str = "\"direct\", \"dependents\"";
        match self.words(node, "e2eScope", KNOWN)? {
            "direct" => Ok(Scope::Direct),
            "dependents" => Ok(Scope::Dependents),
            word => Err(self.unknown_word(node, "e2eScope", word, KNOWN)),
        }
    }

    fn quality(&self, node: &Node) -> Result<Vec<String>, RulesError> {
        match &node.value {
            Value::Bool(true) => Ok(vec!["quality-critic".to_owned()]),
            Value::Bool(false) => Ok(Vec::new()),
            Value::Array(_) => self.names(node, "quality", "true, false or a list of names"),
            Value::Object(_) | Value::Text(_) | Value::Number(_) | Value::Null => {
                Err(self.wrong_type(node, "quality", "true, false or a list of names"))
            }
        }
    }

    fn names(
        &self,
        node: &Node,
        field: &str,
        wanted: &'static str,
    ) -> Result<Vec<String>, RulesError> {
        let nodes = self.list(node, field, wanted)?;
        nodes.iter().map(|node| self.name(node, field, wanted)).collect()
    }

    /// `@react-tester` is `react-tester`.
    fn name(&self, node: &Node, field: &str, wanted: &'static str) -> Result<String, RulesError> {
        let text = self.words(node, field, wanted)?.trim();
        let name = text.strip_prefix('@').unwrap_or(text);
        if name.is_empty() {
            let what = format!("{field} has a name without letters");
            return Err(RulesError::Malformed { at: self.position(node.at), what });
        }
        Ok(name.to_owned())
    }

    fn glob(&mut self, pattern: &str, at: usize) -> Result<(), RulesError> {
        self.count(at)?;
        glob_of(pattern).map_err(|why| self.bad_glob(pattern, at, why))?;
        self.globs.push((pattern.to_owned(), at));
        Ok(())
    }

    /// The one glob that is too much, if it is one.
    fn culprit(&self, error: RulesError) -> RulesError {
        let bad = self.globs.iter().find_map(|(pattern, at)| {
            let why = compiles_alone(pattern).err()?;
            Some(self.bad_glob(pattern, *at, why))
        });
        bad.unwrap_or(error)
    }

    fn bad_glob(&self, pattern: &str, at: usize, why: String) -> RulesError {
        RulesError::BadGlob { at: self.position(at), pattern: shown(pattern), why }
    }

    fn count(&mut self, at: usize) -> Result<(), RulesError> {
        self.patterns += 1;
        if self.patterns > MAX_PATTERNS {
            return Err(RulesError::TooManyPatterns { at: self.position(at) });
        }
        Ok(())
    }

    fn unknown(&mut self, member: &Member, place: &str) {
        if self.notices.len() >= MAX_NOTICES {
            return;
        }
        let what = format!("\"{}\" is not known in {place} and was left out", member.key);
        let at = self.position(member.at);
        self.notices.push(RulesNotice { at, what });
    }

    fn members<'n>(&self, node: &'n Node, field: &str) -> Result<&'n [Member], RulesError> {
        match &node.value {
            Value::Object(members) => Ok(members),
            Value::Array(_) | Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => {
                Err(self.wrong_type(node, field, "an object"))
            }
        }
    }

    fn list<'n>(
        &self,
        node: &'n Node,
        field: &str,
        wanted: &'static str,
    ) -> Result<&'n [Node], RulesError> {
        match &node.value {
            Value::Array(nodes) => Ok(nodes),
            Value::Object(_) | Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Null => {
                Err(self.wrong_type(node, field, wanted))
            }
        }
    }

    fn words<'n>(
        &self,
        node: &'n Node,
        field: &str,
        wanted: &'static str,
    ) -> Result<&'n str, RulesError> {
        match &node.value {
            Value::Text(text) => Ok(text),
            Value::Object(_)
            | Value::Array(_)
            | Value::Number(_)
            | Value::Bool(_)
            | Value::Null => Err(self.wrong_type(node, field, wanted)),
        }
    }

    fn boolean(&self, node: &Node, field: &str) -> Result<bool, RulesError> {
        match &node.value {
            Value::Bool(value) => Ok(*value),
            Value::Object(_)
            | Value::Array(_)
            | Value::Text(_)
            | Value::Number(_)
            | Value::Null => Err(self.wrong_type(node, field, "true or false")),
        }
    }

    fn wrong_type(&self, node: &Node, field: &str, wanted: &'static str) -> RulesError {
        let (at, found) = (self.position(node.at), node.value.kind());
        RulesError::WrongType { at, field: field.to_owned(), wanted, found }
    }

    fn unknown_word(
        &self,
        node: &Node,
        field: &str,
        word: &str,
        known: &'static str,
    ) -> RulesError {
        let (field, word) = (field.to_owned(), shown(word));
        RulesError::UnknownWord { at: self.position(node.at), field, word, known }
    }

    fn position(&self, offset: usize) -> Position {
        self.lines.position(self.text, offset)
    }
}

/// A pattern as an error says it, which may be as long as the file.
fn shown(pattern: &str) -> String {
    match pattern.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", pattern.get(..end).unwrap_or_default()),
        None => pattern.to_owned(),
    }
}

/// The reason may stand beside `add` as well as in it.
fn reasoned(add: Option<Rule>, beside: Option<&str>) -> Option<Rule> {
    add.map(|rule| Rule { reason: rule.reason.or_else(|| beside.map(str::to_owned)), ..rule })
}
