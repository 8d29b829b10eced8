//! A worker that was made to deceive, and the verifier: for every behaviour of `fake-worker` the verdict that
//! its table names, on real projects.

mod groups;
mod shown;
mod table;
mod trial;
mod worker;
