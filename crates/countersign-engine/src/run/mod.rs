//! Running tasks: delegate, capture, judge, land, record; in parallel, and through a crash.
//!
//! The journal says where each task stands, and nothing else does: whoever runs next goes on from there. What
//! happens outside of it (workers, rooms, branches) is behind the [`Workshop`], whose every step can be done
//! again. One task's way is in `way.rs`, the order of many in `graph.rs` and `dispatcher.rs`.

mod account;
mod dispatcher;
mod escalating;
mod event;
mod graph;
mod hold;
mod landing;
mod once_more;
mod options;
mod standing;
mod stop;
mod way;
mod workshop;

pub use dispatcher::{Runner, Summary};
pub use event::{Arrival, End, RunEvent, RunPhase};
pub use graph::Graph;
pub use options::{Budget, EscalationDesk, RunOptions};
pub use stop::Stop;
pub use workshop::{
    EarlierTask, Ended, EscalationReply, How, Judged, Landed, Prepared, Run, Stage, WorkOrder,
    Workshop, WorkshopError,
};
