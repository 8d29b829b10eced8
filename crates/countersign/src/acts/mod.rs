//! What every door does, apart from how it is asked for and how it is shown.

pub mod creating;
pub mod handing_in;
pub mod judging;
pub mod places;
pub mod starting;
