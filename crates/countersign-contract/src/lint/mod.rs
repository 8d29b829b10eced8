//! How a task file falls short of its format.

mod tokens;
