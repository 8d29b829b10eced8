//! The jail. Every wall is tried twice: with it an attack fails, without it the same attack succeeds.

mod cast;
mod endings;
mod limits;
mod mounts;
mod network;
mod overlay;
mod processes;
mod refused;
mod writes;
