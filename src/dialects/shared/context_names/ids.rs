//! The ids by which citations name contexts.

use std::collections::BTreeSet;

use super::spelling::plain;
use super::{Bracket, Names};
use crate::model::{Citation, Source};

/// The minimum length of the name of a document, in bytes.
const MIN_DOCUMENT: usize = 6;

/// The maximum length of the id of a piece, in bytes.
const MAX_ID: usize = 80;

impl Names<'_> {
    /// Returns the id of a source; of several with one title the address.
    pub(super) fn id_of(&self, source: &Source) -> String {
        let id = id_of(source);
        let is_shared = || self.named.get(&plain(&id)).is_some_and(|contexts| contexts.len() > 1);
        let url = source.url.as_ref().filter(|_| source.id.is_empty());
        url.filter(|_| is_shared()).cloned().unwrap_or(id)
    }

    /// True for a citation whose numbers are those of contexts that the bracket names too: `[Source 3:
    /// guide.pdf]`, where several pieces of the guide are contexts.
    pub(super) fn count(&self, known: &Citation, bracket: &Bracket) -> bool {
        let contexts = bracket.meant.iter().flat_map(|it| &it.contexts);
        let named: BTreeSet<&str> =
            contexts.filter_map(|at| Some(self.sources.get(*at)?.id.as_str())).collect();
        let is_number = |id: &str| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
        let has_no_place = bracket.meant.iter().all(|it| it.place.is_none());
        let mut targets = known.targets.iter();
        has_no_place
            && !known.targets.is_empty()
            && targets.all(|it| is_number(&it.id) && named.contains(it.id.as_str()))
    }

    /// True for the name of a document with which the id of a context begins: `ferry_2024` of
    /// `ferry_2024__results__006`.
    pub(super) fn begins_id(&self, words: &str) -> bool {
        let words = plain(words);
        let is_long = words.len() >= MIN_DOCUMENT;
        let next = self.named.range(words.clone()..).next();
        let piece = next.and_then(|(id, _)| id.strip_prefix(words.as_str()));
        is_long && piece.is_some_and(|it| it.starts_with("__") || it.starts_with(['#', ':']))
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

/// True for a word that can only be the key of a document: `Mahaffy2012`.
pub(super) fn is_key(words: &str) -> bool {
    const MIN_LETTERS: usize = 3;
    is_id(words) && words.chars().filter(|c| c.is_alphabetic()).count() >= MIN_LETTERS
}

/// True for what may be the id of a piece.
pub(super) fn is_id(words: &str) -> bool {
    let signs = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':');
    words.len() <= MAX_ID
        && words.chars().all(signs)
        && words.contains(|c: char| c.is_ascii_digit())
}
