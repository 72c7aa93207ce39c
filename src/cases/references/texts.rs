//! Texts of a checkout that are compared with earlier ones, kept for all citations.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::lines::inline;
use crate::history::{SearchedText, images_between};
use crate::sources::from_root;

/// Maximum number of texts and of comparisons that are kept.
const MAX_KEPT: usize = 5000;

/// For each line of an earlier text the later one that it became unchanged.
type Images = Arc<[Option<usize>]>;

/// The texts of a checkout, and comparisons of them with earlier ones.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// By the path from the root; `None` for files without text.
    searched: Mutex<BTreeMap<String, Option<Arc<SearchedText>>>>,
    /// By the hash of both texts.
    images: Mutex<BTreeMap<u64, Images>>,
}

impl Texts {
    /// Returns the text of a file, to search for lines in it.
    pub(super) fn searched(&self, root: &Path, path: &str) -> Option<Arc<SearchedText>> {
        kept(&self.searched, path.to_owned(), || {
            let source = from_root(root, path);
            inline(&source.text).map(|text| Arc::new(SearchedText::new(Arc::clone(text))))
        })
    }

    /// Returns the later line of each line of an earlier text.
    pub(super) fn images(&self, then: &str, now: &str) -> Images {
        let mut hasher = DefaultHasher::new();
        (then, now).hash(&mut hasher);
        kept(&self.images, hasher.finish(), || images_between(then, now).into())
    }
}

/// Returns the value of a key, made on first use.
fn kept<K: Ord, V: Clone>(known: &Mutex<BTreeMap<K, V>>, key: K, make: impl FnOnce() -> V) -> V {
    let known = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(value) = known().get(&key) {
        return value.clone();
    }
    let value = make();
    let mut known = known();
    if known.len() >= MAX_KEPT {
        known.clear();
    }
    known.insert(key, value.clone());
    value
}
