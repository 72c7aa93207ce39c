//! The texts of a case's sources, held in memory for comparing.

use std::sync::{Arc, OnceLock};

use super::quotes::Grams;
use super::words::{Language, LanguageCounts, words};
use crate::error::Why;
use crate::sources::Store;
use crate::text::Span;
use crate::text::bare::Bare;

/// The maximum size of a source that is compared as a whole, in bytes.
pub const MAX_ONE_TEXT: usize = 16 * 1024 * 1024;

/// The maximum size of all compared sources of one case together, in bytes.
pub const MAX_ALL_TEXTS: usize = 64 * 1024 * 1024;

/// The part of each source that shows its language, in bytes, and the maximum number of sources.
const SHOWS_LANGUAGE: usize = 2000;
const MAX_SHOWING: usize = 8;

/// The texts of the sources, parallel to the case's sources.
///
/// Bytes that are not UTF-8 become blanks, so that every offset is also an offset into the source.
/// A source that is too large or cannot be read has no text.
#[derive(Debug, Default)]
pub struct Texts(Vec<Option<Text>>);

/// A text with its indexes, which are built on first use.
#[derive(Debug, Default)]
struct Text {
    original: String,
    bare: OnceLock<Bare>,
    grams: OnceLock<Grams>,
}

impl Texts {
    /// Reads the sources in order until the limits are reached.
    pub fn new(stores: &[Result<Arc<Store>, Why>]) -> Self {
        let mut left = MAX_ALL_TEXTS;
        let texts = stores.iter().map(|store| {
            let store = store.as_ref().ok()?;
            if store.len() > MAX_ONE_TEXT.min(left) {
                return None;
            }
            left -= store.len();
            Some(store.read_in_place(Span::new(0, store.len())))
        });
        Self::of(texts)
    }

    /// Wraps texts in memory; `None` stands for a source without text.
    pub fn of(texts: impl IntoIterator<Item = Option<String>>) -> Self {
        let lazy = |original| Text { original, ..Text::default() };
        Self(texts.into_iter().map(|text| text.map(lazy)).collect())
    }

    /// Returns the text of the source at `index`.
    pub fn get(&self, index: usize) -> Option<&str> {
        Some(&self.0.get(index)?.as_ref()?.original)
    }

    /// Returns the bare form of the source at `index`; built on the first call.
    pub fn bare(&self, index: usize) -> Option<&Bare> {
        let text = self.0.get(index)?.as_ref()?;
        Some(text.bare.get_or_init(|| Bare::new(&text.original)))
    }

    /// Returns an index of the beginnings of words in the source at `index`; built on the first
    /// call.
    pub(super) fn grams(&self, index: usize) -> Option<&Grams> {
        let bare = self.bare(index)?;
        let text = self.0.get(index)?.as_ref()?;
        Some(text.grams.get_or_init(|| Grams::new(&text.original, bare)))
    }

    /// Returns all available texts with the index of their source.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &str)> {
        let texts = self.0.iter().enumerate();
        texts.filter_map(|(index, text)| Some((index, text.as_ref()?.original.as_str())))
    }

    /// Returns the language that most of the texts begin in.
    pub(super) fn language(&self) -> Option<Language> {
        let mut counts = LanguageCounts::default();
        for (_, text) in self.iter().take(MAX_SHOWING) {
            let beginning = text.get(..text.floor_char_boundary(SHOWS_LANGUAGE));
            for word in &words(beginning.unwrap_or_default()) {
                counts.add(word);
            }
        }
        counts.language()
    }

    /// Returns true if the text of a source is missing.
    pub fn is_partial(&self) -> bool {
        self.0.iter().any(Option::is_none)
    }
}
