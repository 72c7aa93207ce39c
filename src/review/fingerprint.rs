//! The identity of a subject: its claim, its locator and the text of its source.
//!
//! Hashes are the first 128 bits of SHA-256, so that nobody can construct a text that inherits a
//! verdict on another one.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use crate::error::Why;
use crate::model::{Source, Target};
use crate::sources::Store;
use crate::text::Span;
use crate::text::fold::Folded;

/// The number of bytes of a source read at a time.
const BLOCK: usize = 1024 * 1024;

/// Maximum size hashed as a whole. Of a larger source, the length and three blocks are hashed: the
/// first, the middle and the last.
const MAX_HASHED: usize = 64 * 1024 * 1024;

/// 128 bits, in files as 32 hexadecimal digits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(u128);

impl Hash {
    /// Returns the hash of texts in a row, each set apart from the next.
    pub fn of<'t>(parts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        Self::end(hasher)
    }

    fn end(hasher: Sha256) -> Self {
        let digest = hasher.finalize();
        let first = digest.first_chunk::<16>().copied().unwrap_or_default();
        Self(u128::from_be_bytes(first))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = String::deserialize(deserializer)?;
        let sound = digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u128::from_str_radix(&digits, 16).ok().filter(|_| sound);
        number.map(Self).ok_or_else(|| serde::de::Error::custom("expected 32 hexadecimal digits"))
    }
}

/// The identity of a verdict's subject.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Fingerprint {
    /// The words of the claim, blanks and typography folded.
    pub claim: Hash,
    /// The locator and the words that the citation repeats, whatever the source is called.
    pub locator: Hash,
    /// The text of the source, or the name of one without text.
    pub source: Hash,
    /// The case, so that a verdict never counts in another answer with the same words. Journals have its
    /// id beside the fingerprint.
    #[serde(skip)]
    pub case: Hash,
}

impl Fingerprint {
    /// Returns the fingerprint of a claim at a target; none for an uncited sentence.
    pub fn new(claim: &str, target: Option<&Target>, source: Hash) -> Self {
        let locator = target.and_then(|target| target.locator.as_ref()).map(ToString::to_string);
        let quote = target.and_then(|target| target.quote.as_deref()).unwrap_or_default();
        Self {
            claim: Hash::of([Folded::new(claim).as_str()]),
            locator: Hash::of([locator.unwrap_or_default().as_str(), quote]),
            source,
            case: Hash::default(),
        }
    }

    /// Returns the same in the case with this id.
    #[must_use]
    pub fn in_case(self, id: &str) -> Self {
        let case = if id.is_empty() { Hash::default() } else { Hash::of([id]) };
        Self { case, ..self }
    }

    /// Returns the same whatever the case.
    #[must_use]
    pub fn in_any_case(self) -> Self {
        self.in_case("")
    }

    /// Returns the same with another hash for the source.
    #[must_use]
    pub const fn with_source(self, source: Hash) -> Self {
        Self { source, ..self }
    }
}

/// The hashes of a case's sources, each made on first use.
#[derive(Debug, Default)]
pub struct SourceHashes {
    known: Vec<Option<Hash>>,
}

impl SourceHashes {
    /// Returns the hash of the source at `index`.
    pub fn of(
        &mut self,
        index: usize,
        source: &Source,
        store: Option<&Result<Arc<Store>, Why>>,
    ) -> Hash {
        if self.known.len() <= index {
            self.known.resize(index + 1, None);
        }
        if let Some(Some(known)) = self.known.get(index) {
            return *known;
        }
        let hash = match store {
            Some(Ok(store)) => of_text(store),
            _ => of_name(source),
        };
        if let Some(known) = self.known.get_mut(index) {
            *known = Some(hash);
        }
        hash
    }
}

/// Returns the hash of a source without text, which is identified by its name.
fn of_name(source: &Source) -> Hash {
    let name = source.url.as_ref().or(source.title.as_ref()).unwrap_or(&source.id);
    Hash::of(["no text", name])
}

fn of_text(store: &Store) -> Hash {
    let len = store.len();
    let mut hasher = Sha256::new();
    hasher.update((len as u64).to_le_bytes());
    let mut take = |start: usize| {
        let end = start.saturating_add(BLOCK).min(len);
        hasher.update(store.read_in_place(Span::new(start.min(end), end)).as_bytes());
    };
    if len <= MAX_HASHED {
        (0..len).step_by(BLOCK).for_each(take);
    } else {
        [0, len / 2, len - BLOCK].into_iter().for_each(&mut take);
    }
    Hash::end(hasher)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Locator;

    #[test]
    fn typography_changes_no_claim_and_letters_do() {
        let print = |claim: &str| Fingerprint::new(claim, None, Hash::default());
        assert_eq!(print("It\u{2019}s  due"), print("It's due"));
        assert_ne!(print("It is due"), print("It was due"));
    }

    #[test]
    fn a_source_may_be_called_otherwise_but_not_the_lines() {
        let target = |id: &str, first| Target {
            id: id.to_owned(),
            locator: Some(Locator::Lines { first, last: 9 }),
            ..Target::default()
        };
        let print = |target: &Target| Fingerprint::new("c", Some(target), Hash::default());
        assert_eq!(print(&target("a", 3)), print(&target("b", 3)));
        assert_ne!(print(&target("a", 3)), print(&target("a", 4)));
    }

    #[test]
    fn the_same_words_in_two_cases_are_two_subjects() {
        let print = |case: &str| Fingerprint::new("c", None, Hash::default()).in_case(case);
        assert_ne!(print("a"), print("b"));
        assert_eq!(print("a").in_any_case(), print("b").in_any_case());
    }

    #[test]
    fn texts_in_a_row_are_set_apart() {
        assert_ne!(Hash::of(["ab", "c"]), Hash::of(["a", "bc"]));
        assert_eq!(Hash::of(["a"]).to_string().len(), 32);
    }
}
