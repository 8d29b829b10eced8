//! The runners themselves, on projects that are made here.
