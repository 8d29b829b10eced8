//! From proposals to a contract.
