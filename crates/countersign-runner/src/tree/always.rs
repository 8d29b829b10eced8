//! Paths that count whatever a `.gitignore` says, because a contract names them.

use std::collections::BTreeSet;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

/// Paths that count although they are ignored: those that are named, and those that a pattern covers which
/// begins with a folder. A pattern such as `**` says nothing about what is ignored.
#[derive(Debug, Clone, Default)]
pub struct Always {
    names: BTreeSet<String>,
    patterns: GlobSet,
    /// The folders in which the patterns lie.
    places: Vec<String>,
}

impl Always {
    /// A pattern that cannot be matched covers nothing.
    pub fn new<'a>(
        names: impl IntoIterator<Item = &'a str>,
        patterns: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let mut builder = GlobSetBuilder::new();
        let mut places = Vec::new();
        for pattern in patterns {
            let Some(place) = place_of(pattern) else { continue };
            if let Ok(glob) = GlobBuilder::new(pattern).literal_separator(true).build() {
                builder.add(glob);
                places.push(place.to_owned());
            }
        }
        Self {
            names: names.into_iter().map(ToOwned::to_owned).collect(),
            patterns: builder.build().unwrap_or_default(),
            places,
        }
    }

    /// Likewise with more names.
    #[must_use]
    pub fn and(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.names.extend(names);
        self
    }

    pub(super) fn counts(&self, path: &str) -> bool {
        self.names.contains(path) || (!self.places.is_empty() && self.patterns.is_match(path))
    }

    /// Whether something that counts can lie in a folder that does not.
    pub(super) fn reaches_into(&self, folder: &str) -> bool {
        self.names_something_in(folder)
            || self.places.iter().any(|place| is_or_is_in(folder, place))
    }

    /// Whether a path is named that lies in the folder, or a pattern whose own folder does.
    pub(super) fn names_something_in(&self, folder: &str) -> bool {
        let inside = format!("{folder}/");
        self.names.range(inside.clone()..).next().is_some_and(|name| name.starts_with(&inside))
            || self.places.iter().any(|place| is_or_is_in(place, folder))
    }
}

/// The folders before the first part with a wildcard. Absent where there are none.
fn place_of(pattern: &str) -> Option<&str> {
    let wild = pattern.find(['*', '?', '[', '{', '\\']).unwrap_or(pattern.len());
    let end = pattern.get(..wild)?.rfind('/')?;
    pattern.get(..end).filter(|place| !place.is_empty())
}

fn is_or_is_in(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
