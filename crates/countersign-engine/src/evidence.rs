//! Evidence is named by the digest of what it says.

use countersign_core::{Evidence, EvidenceId, Observation, RoomReport};
use sha2::{Digest, Sha256};

use crate::EngineError;
use crate::random::hex;

/// Puts observations, and the room they were made in, under their digest.
pub fn seal(
    observations: Vec<Observation>,
    room: Option<RoomReport>,
) -> Result<Evidence, EngineError> {
    // Without a room, the digest is what it was before evidence could name one.
    let text = match &room {
        None => serde_json::to_vec(&observations),
        Some(room) => serde_json::to_vec(&(&observations, room)),
    };
    let digest = hex(&Sha256::digest(&text.map_err(|_| EngineError::NotSealable)?));
    let id = EvidenceId::new(format!("sha256:{digest}")).map_err(|_| EngineError::NotSealable)?;
    Ok(Evidence { id, observations, room })
}
