//! What is known of the folder the work is done in, as values: this crate reads no file.

/// The files of a workspace, and the text of those that say how it is tested, linted and built.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Workspace {
    /// The folder's own name, for `changelogs/{workspace}.md`.
    pub name: Option<String>,
    pub files: Vec<WorkspaceFile>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkspaceFile {
    /// From the workspace's root, with `/`.
    pub path: String,
    /// Only of marker files; absent also where only names are known.
    pub text: Option<String>,
}

impl Workspace {
    /// A workspace of which only the names of files are known.
    pub fn of_names(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let files = names.into_iter().map(|path| WorkspaceFile { path: path.into(), text: None });
        Self { name: None, files: files.collect() }
    }
}
