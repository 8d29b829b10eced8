//! Workers, by real processes: how they end, what they see, what they leave.

mod cancelling;
mod cast;
mod dialects;
mod endings;
mod home;
mod refused;
mod sight;
