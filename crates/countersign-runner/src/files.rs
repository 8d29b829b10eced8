//! What a check reads: files by their path, wherever they lie.

use std::collections::BTreeMap;

/// The files of a tree. A path is relative, with `/`, and names a regular file; whatever else lies there,
/// a link or a device, is not a file.
pub trait Files {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Unreadable>;

    /// Every path, in order.
    fn paths(&self) -> Vec<String>;
}

/// Our machine's trouble, never the worker's.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    #[error("{path} cannot be read: {why}")]
    NotRead { path: String, why: String },
    /// Something was still at work on it.
    #[error("{path} changed after it was looked at")]
    Changed { path: String },
}

impl Files for BTreeMap<String, Vec<u8>> {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Unreadable> {
        Ok(self.get(path).cloned())
    }

    fn paths(&self) -> Vec<String> {
        self.keys().cloned().collect()
    }
}
