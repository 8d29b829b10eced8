//! Tokens: `cst_<id>_<secret>`. The id finds the record, the secret proves it.

use countersign_core::{Timestamp, Token, TokenId};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::EngineError;
use crate::random::{self, hex};

const PREFIX: &str = "cst";
const ID_BYTES: usize = 8;
const SECRET_BYTES: usize = 32;

/// A token that has just been made. The text is shown once and kept nowhere.
#[derive(Debug)]
pub struct MintedToken {
    pub text: String,
    pub token: Token,
}

/// Makes a token that expires at the given time.
pub fn mint(expires: Timestamp) -> Result<MintedToken, EngineError> {
    let id = hex(&random::bytes::<ID_BYTES>()?);
    let secret = hex(&random::bytes::<SECRET_BYTES>()?);
    let text = format!("{PREFIX}_{id}_{secret}");
    let id = TokenId::new(id).map_err(|_| EngineError::NoRandomness)?;
    // 256 random bits cannot be guessed, so a plain hash keeps them; a slow one would only slow us.
    Ok(MintedToken { text, token: Token { id, digest: digest(&secret), expires } })
}

/// A token as it was presented, taken apart.
pub(crate) struct Presented<'a> {
    pub(crate) id: TokenId,
    secret: &'a str,
}

impl<'a> Presented<'a> {
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        let mut parts = text.trim().split('_');
        let (prefix, id, secret) = (parts.next()?, parts.next()?, parts.next()?);
        let well_formed = prefix == PREFIX
            && parts.next().is_none()
            && id.len() == 2 * ID_BYTES
            && secret.len() == 2 * SECRET_BYTES;
        if !well_formed {
            return None;
        }
        Some(Self { id: TokenId::new(id).ok()?, secret })
    }

    pub(crate) fn matches(&self, token: &Token) -> bool {
        digest(self.secret).as_bytes().ct_eq(token.digest.as_bytes()).into()
    }
}

fn digest(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}
