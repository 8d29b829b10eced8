//! What the tests and benchmarks of the other crates share: a real PostgreSQL server that can be
//! killed, a disk that can lose its power, a connection that can lose the answer to COMMIT, and
//! pytest.
//!
//! Nothing here is skipped quietly: where a server is not to be had, the test stops.

// A broken test rig should stop the test loudly.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

pub mod loop_image;
pub mod lossy_proxy;
pub mod postgres;

mod pytest;
mod target_dir;
mod wire;

pub use loop_image::LoopImage;
pub use lossy_proxy::LossyProxy;
pub use postgres::ThrowawayPostgres;
pub use pytest::Pytest;
