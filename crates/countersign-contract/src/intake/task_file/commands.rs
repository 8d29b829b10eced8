//! The commands of Verification, each with its folder.
//!
//! A block is read as a shell would run it from the workspace's root, line by line, so that each line
//! is a criterion of its own. What only makes sense in one shell stays one script. Every block starts
//! at the root again, and so do commands that stand outside of one.

use std::borrow::Cow;

use super::shell::{self, Lexed, lex};
use super::unfinished::unfinished;
use super::verification::{self, Piece};
use super::{Block, Command, SectionKind, TaskFile};
use crate::Span;
use crate::command_line::{CommandKind, kind_of};
use crate::intake::lines::Line;
use crate::intake::words::is_blank;
use crate::newline::trimmed;

/// Most commands of one section; a contract holds no more criteria.
const MAX_COMMANDS: usize = 200;
/// Longest settings in bytes that are said again before each command.
const MAX_SETTINGS: usize = 1024;
/// Deepest folder that `cd` lines lead to.
const MAX_DEPTH: usize = 64;

/// Commands, and the lines that cannot be run, with the reason.
type Read = (Vec<Command>, Vec<(Span, String)>);

impl TaskFile<'_> {
    /// The commands of Verification in order.
    pub fn commands(&self) -> Read {
        let mut read = Read::default();
        for section in self.sections_of(SectionKind::Verification) {
            let found = verification::read(self.text, section);
            run_all(&found.pieces, &mut read);
            read.1.extend(found.unread);
            let mut said = found.said;
            said.sort_by_key(|(span, _)| *span);
            // A clause may name several, and a label stands before its command.
            let mut told = 0;
            for (span, said) in said {
                if span.end > told && !read.0.iter().any(|command| is_run_by(command, &said)) {
                    let why = "it stands in a sentence: give it in a `bash` block, or as a list item of its own";
                    read.1.push((span, why.to_owned()));
                    told = span.end;
                }
            }
        }
        read
    }

    /// The commands of Hidden Tests itself.
    pub fn hidden_commands(&self) -> Read {
        let specs = self.spec_blocks(SectionKind::HiddenTests);
        let own = specs.iter().filter(|spec| spec.target.is_none() && spec.block.is_shell());
        let pieces: Vec<Piece<'_>> =
            own.map(|spec| Piece::of_block(self.text, &spec.block)).collect();
        let mut read = Read::default();
        run_all(&pieces, &mut read);
        read
    }
}

/// Whether a command is what a sentence speaks of: "npm test in web", or a tool by its name alone.
fn is_run_by(command: &Command, said: &str) -> bool {
    let inside = said.strip_prefix("cd ").and_then(|rest| rest.split_once(" && "));
    let there = |folder: &str| command.cwd.as_deref() == Some(folder.trim_end_matches('/'));
    let kind = || kind_of(said) != CommandKind::Other && kind_of(said) == kind_of(&command.run);
    command.run.contains(said)
        || inside.is_some_and(|(folder, run)| there(folder) && command.run.contains(run))
        || !said.contains(' ') && kind()
}

fn run_all(pieces: &[Piece<'_>], read: &mut Read) {
    for piece in pieces {
        script(piece, read);
        if read.0.len() > MAX_COMMANDS {
            read.0.truncate(MAX_COMMANDS);
            let why =
                format!("there are more than {MAX_COMMANDS} commands: put them into a script");
            read.1.push((piece.span, why));
            break;
        }
    }
}

impl Block<'_> {
    /// Whether its language is that of a shell.
    pub fn is_shell(&self) -> bool {
        let language = self.language();
        let shells = ["bash", "sh", "shell", "zsh", "dash", "ksh"];
        shells.iter().any(|shell| shell.eq_ignore_ascii_case(language)) || self.is_session()
    }

    /// Whether it shows a session, with prompts before the commands and output between them.
    pub(super) fn is_session(&self) -> bool {
        let language = self.language();
        let sessions = ["console", "shellsession", "shell-session"];
        sessions.iter().any(|session| session.eq_ignore_ascii_case(language))
    }
}

/// A line with its continuations.
struct Logical<'t> {
    text: Cow<'t, str>,
    span: Span,
}

/// The lines, and whether the last one goes on although nothing follows.
fn logical_lines<'t>(piece: &Piece<'t>) -> (Vec<Logical<'t>>, bool) {
    let mut lines: Vec<Logical<'_>> = Vec::new();
    let mut goes_on = false;
    for line in &piece.lines {
        let said = trimmed(line.text);
        let prompted = said.strip_prefix("$ ");
        if !goes_on
            && (is_blank(said) || said.starts_with('#') || (piece.is_session && prompted.is_none()))
        {
            continue;
        }
        let continued = said.strip_prefix("> ").filter(|_| goes_on && piece.is_session);
        let said = prompted.filter(|_| !goes_on).or(continued).unwrap_or(said);
        let backslashes = said.len() - said.trim_end_matches('\\').len();
        let joins = backslashes % 2 == 1;
        let said = if joins { said.strip_suffix('\\').unwrap_or(said) } else { said };
        match lines.last_mut().filter(|_| goes_on) {
            Some(last) => {
                let joined = last.text.to_mut();
                joined.push(' ');
                joined.push_str(said);
                last.span.end = line.span().end;
            }
            None => lines.push(Logical { text: Cow::Borrowed(said), span: line.span_of(said) }),
        }
        // Only an operator at the end makes it go on; most lines have none at all.
        goes_on =
            joins || (said.bytes().any(|byte| matches!(byte, b'&' | b'|')) && lex(said).goes_on);
    }
    (lines, goes_on)
}

fn script(piece: &Piece<'_>, read: &mut Read) {
    let (lines, goes_on) = logical_lines(piece);
    // What looks like a mark at the end may belong to a remark.
    if let Some(last) = lines.last().filter(|last| goes_on && !last.text.contains('#')) {
        let why = "it goes on at its end, and nothing follows".to_owned();
        read.1.push((last.span, why));
        return;
    }
    let lexed: Vec<Lexed<'_>> = lines.iter().map(|line| lex(&line.text)).collect();
    let mut shell = Shell::new(stands_alone(&lexed));
    let (mut commands, mut problems) = Read::default();
    let mut whole = lexed.iter().any(|line| line.needs_neighbours);
    for (line, lexed) in lines.iter().zip(&lexed) {
        if whole || commands.len().max(problems.len()) > MAX_COMMANDS {
            break;
        }
        let known = commands.len();
        if let Err(stop) = shell.run(line, lexed, &mut commands) {
            commands.truncate(known);
            match stop {
                Stop::Refused(why) => problems.push((line.span, why.to_owned())),
                Stop::NeedsOneShell => whole = true,
            }
        }
    }
    if whole && piece.is_session {
        let why = "these lines need one shell, and what is printed stands between them: give them in a `bash` block, \
                   without prompts";
        read.1.push((piece.span, why.to_owned()));
    } else if whole && let Some((at, why)) = unfinished(&piece.script) {
        // The lines of a block follow each other as those of its script do.
        let number = piece.script.get(..at).unwrap_or_default().matches('\n').count();
        let line = piece.lines.get(number).map_or(piece.span, Line::span);
        read.1.push((line, why.to_owned()));
    } else if whole {
        let content = piece.script.replace("\r\n", "\n");
        let run = format!("set -e\n{}", content.trim_end());
        read.0.push(Command { run, cwd: None, span: piece.span });
    } else {
        read.0.extend(commands);
        read.1.extend(problems);
    }
}

/// Whether each `cd x && …` line is meant from the same folder: there are several, and none of them
/// goes back up.
fn stands_alone(lines: &[Lexed<'_>]) -> bool {
    let moves = || {
        lines
            .iter()
            .flat_map(Lexed::pieces)
            .filter_map(|piece| Some((folder_of(piece.first()?)?, piece.len())))
    };
    moves().filter(|(_, segments)| *segments > 1).count() > 1
        && moves().all(|(folder, _)| !folder.contains("..") && folder != "-")
}

enum Stop {
    Refused(&'static str),
    NeedsOneShell,
}

struct Shell {
    folder: Vec<String>,
    last_folder: Option<Vec<String>>,
    settings: Vec<String>,
    settings_size: usize,
    /// The folder that a sourced file was named from.
    sourced_in: Option<Vec<String>>,
    stands_alone: bool,
}

impl Shell {
    fn new(stands_alone: bool) -> Self {
        Self {
            folder: Vec::new(),
            last_folder: None,
            settings: Vec::new(),
            settings_size: 0,
            sourced_in: None,
            stands_alone,
        }
    }

    /// Adds what the line runs, and where.
    fn run(
        &mut self,
        line: &Logical<'_>,
        lexed: &Lexed<'_>,
        commands: &mut Vec<Command>,
    ) -> Result<(), Stop> {
        if let Some(inner) = subshell(&line.text).filter(|_| lexed.is_compound) {
            return self.run_inside(inner, line.span, commands);
        }
        if lexed.is_compound {
            commands.push(self.prepared(&line.text, line.span)?);
            return Ok(());
        }
        for mut segments in lexed.pieces() {
            let before = self.stands_alone.then(|| self.folder.clone());
            while let Some((first, rest)) = segments.split_first() {
                if let Some(folder) = folder_of(first) {
                    self.change(folder)?;
                } else if is_setting(first) {
                    self.set(first);
                } else {
                    break;
                }
                segments = rest;
            }
            if !segments.is_empty() {
                commands.push(match segments {
                    [only] => self.prepared(only, line.span)?,
                    several => self.prepared(&several.join(" && "), line.span)?,
                });
                match before {
                    Some(before) => self.folder = before,
                    // `npm test && cd backend`: the lines that follow are there.
                    None => self.follow(segments)?,
                }
            }
        }
        Ok(())
    }

    /// `(cd backend; make test)`: what a shell of its own changes, it takes with it.
    fn run_inside(
        &mut self,
        inner: &str,
        span: Span,
        commands: &mut Vec<Command>,
    ) -> Result<(), Stop> {
        let before = (self.folder.clone(), self.last_folder.clone(), self.settings.clone());
        let (size, sourced, alone) =
            (self.settings_size, self.sourced_in.clone(), self.stands_alone);
        self.stands_alone = false;
        let line = Logical { text: Cow::Borrowed(inner), span };
        let outcome = self.run(&line, &lex(inner), commands);
        (self.folder, self.last_folder, self.settings) = before;
        (self.settings_size, self.sourced_in, self.stands_alone) = (size, sourced, alone);
        outcome
    }

    /// What these leave behind for the lines after them.
    fn follow(&mut self, segments: &[&str]) -> Result<(), Stop> {
        for segment in segments {
            if let Some(folder) = folder_of(segment) {
                self.change(folder)?;
            } else if is_setting(segment) {
                self.set(segment);
            }
        }
        Ok(())
    }

    fn prepared(&self, command: &str, span: Span) -> Result<Command, Stop> {
        let sourced_elsewhere =
            self.sourced_in.as_ref().is_some_and(|folder| *folder != self.folder);
        if self.settings_size > MAX_SETTINGS || sourced_elsewhere {
            return Err(Stop::NeedsOneShell);
        }
        let mut run = String::with_capacity(command.len());
        for setting in &self.settings {
            run.push_str(setting);
            run.push_str(" && ");
        }
        run.push_str(command);
        let cwd = match self.folder.as_slice() {
            [] => None,
            [only] => Some(only.clone()),
            several => Some(several.join("/")),
        };
        Ok(Command { run, cwd, span })
    }

    fn set(&mut self, setting: &str) {
        if matches!(shell::words(setting).first(), Some(&("source" | "."))) {
            self.sourced_in = Some(self.folder.clone());
        }
        let fits = self.settings_size <= MAX_SETTINGS;
        if fits && !self.settings.iter().any(|known| known == setting) {
            self.settings_size += setting.len();
            self.settings.push(setting.to_owned());
        }
    }

    fn change(&mut self, folder: &str) -> Result<(), Stop> {
        let folder = folder.trim_matches(['"', '\'']);
        let target = match folder {
            "" | "~" => {
                return Err(Stop::Refused(
                    "cd to the home folder leaves the workspace: name a folder in it",
                ));
            }
            "-" => {
                self.last_folder.clone().ok_or(Stop::Refused("cd - has no folder to go back to"))?
            }
            "$(git rev-parse --show-toplevel)" => Vec::new(),
            _ if folder.starts_with(['/', '~']) => {
                return Err(Stop::Refused(
                    "cd leaves the workspace: name a folder from its root, as in cd backend",
                ));
            }
            _ if folder.contains(['$', '`', '*', '?']) => return Err(Stop::NeedsOneShell),
            _ => {
                let mut target = self.folder.clone();
                for name in folder.split('/').filter(|name| !name.is_empty() && *name != ".") {
                    if is_blank(name) {
                        return Err(Stop::Refused("cd names a folder that cannot be seen"));
                    } else if name == ".." {
                        target.pop().ok_or(Stop::Refused("cd goes above the workspace's root"))?;
                    } else {
                        target.push(name.to_owned());
                    }
                }
                if target.len() > MAX_DEPTH {
                    return Err(Stop::Refused("cd leads too deep"));
                }
                target
            }
        };
        self.last_folder = Some(core::mem::replace(&mut self.folder, target));
        Ok(())
    }
}

/// What stands in the brackets of a line that is one shell of its own, where it is plain commands one after the other:
/// the first that fails would not end the shell, but here each of them has to succeed.
fn subshell(line: &str) -> Option<&str> {
    let inner = line.strip_prefix('(')?.strip_suffix(')')?;
    let lexed = lex(inner);
    let plain = !inner.contains(['(', ')', '|', '{']) && !lexed.is_compound;
    (plain && !lexed.needs_neighbours && !lexed.goes_on).then(|| trimmed(inner))
}

/// The folder of `cd folder`, also of `cd folder || exit 1`.
fn folder_of(segment: &str) -> Option<&str> {
    let rest = segment.strip_prefix("cd")?;
    if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
        return None;
    }
    let rest = trimmed(rest);
    let rest = rest.strip_prefix("--").map_or(rest, str::trim);
    let folder = match rest.split_once("||") {
        Some((folder, otherwise))
            if matches!(shell::words(otherwise).first(), Some(&("exit" | "return" | "false"))) =>
        {
            folder.trim()
        }
        Some(_) => return None,
        None => rest,
    };
    (!folder.contains(['|', '>', '<'])).then_some(folder)
}

/// A line that only prepares the ones after it.
fn is_setting(segment: &str) -> bool {
    // The first letter of those below decides, or that there may be an assignment.
    let first = segment.bytes().next();
    if !matches!(first, Some(b'e' | b's' | b'u' | b'.' | b'a' | b'd' | b'r'))
        && !segment.bytes().any(|byte| byte == b'=')
    {
        return false;
    }
    let words = shell::words(segment);
    let prepares = [
        "export", "set", "unset", "source", ".", "shopt", "alias", "umask", "ulimit", "declare",
        "readonly",
    ];
    !segment.contains('|')
        && (words.first().is_some_and(|first| prepares.contains(first))
            || (!words.is_empty() && words.iter().all(|word| shell::is_assignment(word))))
}
