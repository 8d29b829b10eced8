//! Evidence is named by the digest of what it says.

use countersign_core::{Evidence, EvidenceId, Observation};
use sha2::{Digest, Sha256};

use crate::EngineError;
use crate::random::hex;

/// Puts observations under their digest.
pub fn seal(observations: Vec<Observation>) -> Result<Evidence, EngineError> {
    let text = serde_json::to_vec(&observations).map_err(|_| EngineError::NotSealable)?;
    let digest = hex(&Sha256::digest(&text));
    let id = EvidenceId::new(format!("sha256:{digest}")).map_err(|_| EngineError::NotSealable)?;
    Ok(Evidence { id, observations })
}
