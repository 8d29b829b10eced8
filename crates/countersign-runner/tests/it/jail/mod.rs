//! The jail. Every wall is tried twice: with it an attack fails, without it the same attack succeeds.

pub mod cast;
mod endings;
mod limits;
mod mounts;
mod network;
mod overlay;
pub mod processes;
pub mod refused;
mod warden;
mod writes;
