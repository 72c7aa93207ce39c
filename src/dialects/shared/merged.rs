//! Pieces of one document that came with an answer under one id.

use crate::model::{Source, SourceText};
use crate::sources::with_divisions;
use crate::text::prose::count;

/// Makes sources with one id one, as pieces of a page are, and returns a note on it.
pub(crate) fn merged(sources: &mut Vec<Source>) -> Option<String> {
    let before = sources.len();
    let mut kept: Vec<Source> = Vec::with_capacity(before);
    for source in sources.drain(..) {
        let same = kept.iter_mut().find(|own| own.id == source.id && !own.id.is_empty());
        match (same, &source.text) {
            (Some(own), SourceText::Inline(text)) => {
                if let SourceText::Inline(whole) = &own.text
                    && !whole.contains(text.trim())
                {
                    let joined = format!("{}\n\n{text}", whole.trim_end());
                    with_divisions(own, &joined);
                }
                let more = source.metadata.into_iter();
                let more: Vec<_> = more.filter(|pair| !own.metadata.contains(pair)).collect();
                own.metadata.extend(more);
            }
            // Named once more without a text, as in a list that is cut off.
            (Some(own), _) if source.text.why_not().is_some() && own.title == source.title => {}
            _ => kept.push(source),
        }
    }
    *sources = kept;
    let after = sources.len();
    let pieces = || format!("{before} pieces with {} merged", count(after, "id"));
    (after < before).then(pieces)
}
