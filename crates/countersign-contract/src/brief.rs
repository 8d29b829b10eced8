//! What a worker reads.
