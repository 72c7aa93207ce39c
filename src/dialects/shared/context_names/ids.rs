//! The ids by which citations name contexts.

use super::Names;
use super::spelling::plain;
use crate::model::Source;

impl Names<'_> {
    /// Returns the id of a source; of several with one title the address.
    pub(super) fn id_of(&self, source: &Source) -> String {
        let id = id_of(source);
        let is_shared = || self.named.get(&plain(&id)).is_some_and(|contexts| contexts.len() > 1);
        let url = source.url.as_ref().filter(|_| source.id.is_empty());
        url.filter(|_| is_shared()).cloned().unwrap_or(id)
    }
}

/// Returns the id of a source, or the name of its file, or its title.
pub(super) fn id_of(source: &Source) -> String {
    let file = || source.origin.as_ref()?.path.file_name()?.to_str().map(str::to_owned);
    Some(source.id.clone())
        .filter(|id| !id.is_empty())
        .or_else(file)
        .or_else(|| source.title.clone())
        .unwrap_or_default()
}
