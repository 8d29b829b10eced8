//! What a folder holds.

mod hostile;
mod ignored;
mod reading;
