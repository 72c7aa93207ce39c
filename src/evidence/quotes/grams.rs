//! An index of the beginnings of words by their first letters, to find the text nearest to a quote.

use crate::text::bare::{Bare, is_unspaced};

/// The number of bytes indexed from the beginning of a word, across its end: about one word and a
/// half, or three Chinese characters.
const WIDTH: usize = 8;

/// Letters that begin more places than this do not narrow down a place.
const MAX_PLACES: usize = 32;

/// The beginnings of words of a bare text, ordered by their first letters.
#[derive(Debug, Default)]
pub(crate) struct Grams(Vec<(u32, u32)>);

impl Grams {
    /// Reads the beginnings of all words of `text`, whose bare form is `bare`.
    pub(crate) fn new(text: &str, bare: &Bare) -> Self {
        let mut grams: Vec<(u32, u32)> = beginnings(text, bare)
            .filter_map(|at| Some((key(bare, at)?, u32::try_from(at).ok()?)))
            .collect();
        grams.sort_unstable();
        Self(grams)
    }

    /// Returns the places where words begin with the letters that `bare` has at `at`, in bytes of
    /// the bare text.
    pub(crate) fn places(&self, bare: &Bare, at: usize) -> impl Iterator<Item = usize> {
        let key = key(bare, at);
        let from = key.map_or(0, |key| self.0.partition_point(|(other, _)| *other < key));
        let rest = self.0.get(from..).unwrap_or_default();
        let count = rest.iter().take(MAX_PLACES + 1).take_while(|gram| Some(gram.0) == key).count();
        let count = if count > MAX_PLACES { 0 } else { count };
        rest.iter().take(count).map(|(_, at)| *at as usize)
    }
}

/// Returns the bare bytes at which a word of `text` begins, or a character of a script without
/// blanks between words.
pub(super) fn beginnings(text: &str, bare: &Bare) -> impl Iterator<Item = usize> {
    let mut end = None;
    bare.as_str().char_indices().filter_map(move |(at, c)| {
        let origin = bare.origin(at)?;
        let begins = end != Some(origin) || is_unspaced(c);
        let width = text.get(origin..)?.chars().next().map_or(0, char::len_utf8);
        end = Some(origin + width);
        (begins && c.is_alphanumeric()).then_some(at)
    })
}

fn key(bare: &Bare, at: usize) -> Option<u32> {
    let bytes = bare.as_str().as_bytes();
    let letters = bytes.get(at..bytes.len().min(at + WIDTH))?;
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = letters.iter().fold(0xcbf2_9ce4_8422_2325, mix);
    u32::try_from((hash ^ (hash >> 32)) & u64::from(u32::MAX)).ok()
}
