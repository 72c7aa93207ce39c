//! Places in the comments of code blocks, which are no citations but look like them: `// before (app.rs:42)`.

use super::context::fences;
use super::scan::{COMMENTS, references};
use crate::model::Citation;
use crate::sources::is_code_path;
use crate::text::Span;
use crate::text::prose::count;
use crate::text::span_set::SpanSet;

/// Returns a note on places in comments of code blocks that none of the citations reads.
pub(super) fn note(text: &str, cited: &[Citation]) -> Option<String> {
    let read = SpanSet::new(cited.iter().map(|citation| citation.anchor.span));
    let mut places = places(text);
    places.retain(|place| !read.overlaps(*place));
    let first = places.first()?.slice(text)?.trim_matches('`');
    let places = count(places.len(), "place");
    Some(format!("{places} in comments of code blocks not read, such as `{first}`"))
}

fn places(text: &str) -> Vec<Span> {
    let is_file = |name: &str| name.contains('.') && is_code_path(name);
    let mut found = Vec::new();
    for fence in fences(text) {
        let mut at = fence.inner.start;
        for line in fence.inner.slice(text).unwrap_or_default().split_inclusive('\n') {
            let code = line.trim_start();
            let start = at + line.len() - code.len();
            at += line.len();
            if let Some(comment) = COMMENTS.iter().find_map(|sign| code.strip_prefix(sign)) {
                let start = start + code.len() - comment.len();
                let named = references(comment, Some(&is_file));
                found.extend(named.into_iter().map(|one| one.span.shifted(start)));
            }
        }
    }
    found
}
