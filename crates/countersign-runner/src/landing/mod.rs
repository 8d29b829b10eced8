//! From an accepted result to a commit, and from there to the person's branch.
//!
//! Everything happens in the project's own repository, or in one of ours where it has none, and there in objects
//! and in refs of our own: the person's index, branch, HEAD and folder stay as they are until [`Repository::land`]
//! is asked for. What is committed is what was judged; where it has to be merged with what came before it, the
//! merged tree is judged again first. A lock is around everything that moves the integration branch, and refs
//! move only from where they were seen.

mod again;
mod ahead;
mod both;
mod branches;
mod checkout;
mod commit;
mod cut_short;
mod earlier;
mod error;
mod integrate;
mod integration;
mod land;
mod lay;
mod left_out;
mod merging;
mod names;
mod replacing;
mod repository;
mod results;
mod uncommitted;
mod user;
mod write_back;

pub use again::{Again, Unjudged};
pub use ahead::Ahead;
pub use commit::{Label, Signature};
pub use earlier::Earlier;
pub use error::LandingError;
pub use integrate::{Conflict, Moved, Outcome};
pub use integration::Begun;
pub use land::Delivered;
pub use lay::Changed;
pub use names::Oid;
pub use replacing::{Apart, Placed};
pub use repository::{Kind, Repository};
pub use results::leave;
pub use uncommitted::Forward;
