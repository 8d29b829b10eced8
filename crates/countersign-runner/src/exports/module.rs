//! What one file declares and passes on.

use super::model::Item;
use super::syntax::Broken;

#[derive(Debug, Clone, Default)]
pub(crate) struct Module {
    /// What is declared, under the name it has inside.
    pub(crate) items: Vec<Item>,
    /// What is passed on by name.
    pub(crate) exports: Vec<Export>,
    pub(crate) imports: Vec<Import>,
    /// What is imported where only a type checker comes by.
    pub(crate) not_loaded: Vec<Import>,
    /// Other files of which everything is passed on.
    pub(crate) stars: Vec<String>,
    /// The first line that is not of the language; what follows it may have been misread.
    pub(crate) broken: Option<Broken>,
    /// Text of which nobody knows what it declares.
    pub(crate) opaque: String,
    /// The line that tells the compiler not to check the file.
    pub(crate) unchecked: Option<usize>,
    /// Modules inside the file.
    pub(crate) inner: Vec<(String, Module)>,
}

/// A name that others can reach.
#[derive(Debug, Clone)]
pub(crate) struct Export {
    pub(crate) name: String,
    /// What it is here, or in the file it comes from.
    pub(crate) local: String,
    pub(crate) from: Option<String>,
}

/// A name taken from another file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Import {
    pub(crate) local: String,
    pub(crate) name: String,
    pub(crate) from: String,
}

impl Module {
    pub(crate) fn declared<'m>(&'m self, name: &'m str) -> impl Iterator<Item = &'m Item> {
        self.items.iter().filter(move |item| item.name == name)
    }
}
