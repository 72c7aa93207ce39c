//! Pieces of one document that came with an answer under one id.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Source, SourceText};
use crate::sources::with_divisions;
use crate::text::prose::count;

/// The maximum number of bytes that are searched for pieces which are in others of their document.
const MAX_SEARCHED: usize = 256 * 1024 * 1024;

/// A document of several pieces.
struct Joined {
    text: String,
    metadata: BTreeSet<(String, String)>,
}

/// Makes sources with one id one, as pieces of a page are, and returns a note on it.
pub(crate) fn merged(sources: &mut Vec<Source>) -> Option<String> {
    let before = sources.len();
    let mut kept: Vec<Source> = Vec::with_capacity(before);
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    let mut joined: BTreeMap<usize, Joined> = BTreeMap::new();
    let mut searched = 0_usize;
    for source in sources.drain(..) {
        let at = first.get(&source.id).copied();
        let Some((at, own)) = at.and_then(|at| Some((at, kept.get_mut(at)?))) else {
            if !source.id.is_empty() {
                first.insert(source.id.clone(), kept.len());
            }
            kept.push(source);
            continue;
        };
        match &source.text {
            SourceText::Inline(text) => {
                let document = joined.entry(at).or_insert_with(|| Joined::of(own));
                if matches!(own.text, SourceText::Inline(_)) {
                    document.add(text, &mut searched);
                }
                for pair in source.metadata {
                    if document.metadata.insert(pair.clone()) {
                        own.metadata.push(pair);
                    }
                }
            }
            // Named once more without a text, as in a list that is cut off.
            _ if source.text.why_not().is_some() && own.title == source.title => {}
            _ => kept.push(source),
        }
    }
    for (at, document) in joined {
        if let Some(own) = kept.get_mut(at)
            && let SourceText::Inline(text) = &own.text
            && text.len() < document.text.len()
        {
            with_divisions(own, &document.text);
        }
    }
    *sources = kept;
    let after = sources.len();
    let pieces = || format!("{before} pieces with {} merged", count(after, "id"));
    (after < before).then(pieces)
}

impl Joined {
    fn of(own: &Source) -> Self {
        let text = match &own.text {
            SourceText::Inline(text) => text.to_string(),
            _ => String::new(),
        };
        Self { text, metadata: own.metadata.iter().cloned().collect() }
    }

    /// Adds a piece that is not in the text yet, as far as so much may be `searched`.
    fn add(&mut self, piece: &str, searched: &mut usize) {
        let is_known = *searched < MAX_SEARCHED
            && memchr::memmem::find(self.text.as_bytes(), piece.trim().as_bytes()).is_some();
        *searched = searched.saturating_add(self.text.len());
        if !is_known {
            self.text.truncate(self.text.trim_end().len());
            self.text.push_str("\n\n");
            self.text.push_str(piece);
        }
    }
}
