//! The lifecycle of tasks and goals.
#![no_std]

extern crate alloc;
