//! From a PRD to task files: what a planner is asked for, and whether what it wrote is that. What it says about its
//! own plan is not asked.

mod brief;
mod judge;
mod wanted;

pub use brief::{FOLDER, brief, revision};
pub use judge::{Covered, Demand, Judged, Planned, Shortfall, Written, judge};
pub use wanted::{Wanted, wanted};
