//! Where cargo builds: the place for what is costly to make and safe to delete.

use std::path::{Path, PathBuf};

/// The target folder that the running test was built into.
pub(crate) fn target_dir() -> PathBuf {
    // Asked of the running executable first, because a test can run with another environment and
    // another current folder than the build had. Cargo marks its target folder by this file.
    let from_executable = std::env::current_exe().ok().and_then(|executable| {
        executable
            .ancestors()
            .find(|folder| folder.join("CACHEDIR.TAG").is_file())
            .map(Path::to_path_buf)
    });
    from_executable
        .or_else(|| std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from))
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target"))
}
