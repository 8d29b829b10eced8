//! Which tasks can run when.
