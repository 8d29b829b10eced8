//! Who is asking. Only a token makes a session; no name given by a client does.

use countersign_core::{ActorId, Team, Timestamp, TokenId};

use crate::error::AuthError;
use crate::token::Presented;

/// An actor that proved who it is. There is no other way to make one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    actor: ActorId,
    token: TokenId,
}

impl Session {
    pub fn actor(&self) -> &ActorId {
        &self.actor
    }

    /// The name of the token that made it, which is no secret.
    pub fn token(&self) -> &TokenId {
        &self.token
    }

    /// Whether a token stood for somebody in a team that may be a little old. It makes no session.
    pub fn would_open(text: &str, team: &Team, now: Timestamp) -> bool {
        Self::authenticate(text, team, now).is_ok()
    }

    pub(crate) fn authenticate(text: &str, team: &Team, now: Timestamp) -> Result<Self, AuthError> {
        let presented = Presented::parse(text).ok_or(AuthError::Malformed)?;
        let issued = team.tokens.get(&presented.id).ok_or(AuthError::Invalid)?;
        if !presented.matches(&issued.token) {
            return Err(AuthError::Invalid);
        }
        let session = Self { actor: issued.actor.clone(), token: presented.id };
        session.still_valid(team, now)?;
        Ok(session)
    }

    /// A session lives no longer than its token: asked again before every decision.
    pub(crate) fn still_valid(&self, team: &Team, now: Timestamp) -> Result<(), AuthError> {
        match team.tokens.get(&self.token) {
            Some(issued) if issued.actor != self.actor => Err(AuthError::Invalid),
            Some(issued) if issued.token.expires <= now => {
                Err(AuthError::Expired { actor: self.actor.clone() })
            }
            Some(_) => Ok(()),
            None => Err(AuthError::Invalid),
        }
    }
}
