//! Tells which message of a client makes the server commit.

use std::collections::HashSet;

use crate::wire::{Message, take_text};

/// A driver may prepare COMMIT once and execute it later by name, so names are followed from
/// Parse over Bind to Execute. Parameters are never looked at: a value can say COMMIT, too.
#[derive(Debug, Default)]
pub(super) struct CommitSpotter {
    statements: HashSet<String>,
    portals: HashSet<String>,
}

impl CommitSpotter {
    /// Whether this message is the one that runs a COMMIT.
    pub(super) fn runs_commit(&mut self, message: &Message) -> bool {
        self.look(message).unwrap_or(false)
    }

    fn look(&mut self, message: &Message) -> Option<bool> {
        let mut body = message.body.as_slice();
        match message.kind {
            b'Q' => Some(says_commit(&take_text(&mut body)?)),
            b'P' => {
                let name = take_text(&mut body)?;
                let commits = says_commit(&take_text(&mut body)?);
                note(&mut self.statements, name, commits);
                Some(false)
            }
            b'B' => {
                let portal = take_text(&mut body)?;
                let commits = self.statements.contains(&take_text(&mut body)?);
                note(&mut self.portals, portal, commits);
                Some(false)
            }
            b'E' => Some(self.portals.contains(&take_text(&mut body)?)),
            _ => None,
        }
    }
}

/// A name is given again without being closed (the empty one always is), so what it stood for
/// before must be forgotten.
fn note(names: &mut HashSet<String>, name: String, commits: bool) {
    if commits {
        names.insert(name);
    } else {
        names.remove(&name);
    }
}

fn says_commit(sql: &str) -> bool {
    sql.split(';').any(|statement| {
        statement.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("commit"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(kind: u8, body: &str) -> Message {
        Message { kind, body: body.as_bytes().to_vec() }
    }

    #[test]
    fn a_simple_query_commits_by_its_statements_not_by_its_texts() {
        let mut spotter = CommitSpotter::default();
        assert!(spotter.runs_commit(&message(b'Q', "COMMIT\0")));
        assert!(spotter.runs_commit(&message(b'Q', "insert into t values (1); commit ;\0")));
        assert!(!spotter.runs_commit(&message(b'Q', "SELECT 'COMMIT'\0")));
        assert!(!spotter.runs_commit(&message(b'Q', "COMMITTED\0")));
    }

    #[test]
    fn a_prepared_commit_commits_when_executed() {
        let mut spotter = CommitSpotter::default();
        assert!(!spotter.runs_commit(&message(b'P', "s1\0COMMIT\0\0\0")));
        assert!(!spotter.runs_commit(&message(b'B', "\0s1\0")));
        assert!(spotter.runs_commit(&message(b'E', "\0\0\0\0\0")));
    }

    #[test]
    fn a_name_given_again_is_forgotten() {
        let mut spotter = CommitSpotter::default();
        assert!(!spotter.runs_commit(&message(b'P', "\0COMMIT\0\0\0")));
        assert!(!spotter.runs_commit(&message(b'P', "\0SELECT 1\0\0\0")));
        assert!(!spotter.runs_commit(&message(b'B', "\0\0")));
        assert!(!spotter.runs_commit(&message(b'E', "\0\0\0\0\0")));
    }
}
