//! Random numbers, from the system.

use countersign_store::CommandKey;

use crate::EngineError;

/// Fills a buffer.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], EngineError> {
    let mut bytes = [0u8; N];
    getrandom::fill(&mut bytes).map_err(|_| EngineError::NoRandomness)?;
    Ok(bytes)
}

/// A number from zero up to but without `bound`. Slightly uneven, which does not matter for spreading out.
pub(crate) fn below(bound: u64) -> Result<u64, EngineError> {
    Ok(u64::from_le_bytes(bytes()?).checked_rem(bound).unwrap_or(0))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A key that no other commit has: under it a commit whose answer was lost can be sent again.
pub(crate) fn key() -> Result<CommandKey, EngineError> {
    Ok(CommandKey::new(hex(&bytes::<16>()?))?)
}
