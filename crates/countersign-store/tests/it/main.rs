//! One suite for both databases: each law of the store is written once and holds on both.

mod audit;
mod commit;
mod format;
mod lease;
mod lists;
mod lost_answer;
mod place;
mod processes;
mod projections;
mod read;
mod world;
