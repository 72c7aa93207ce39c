//! Brackets of a text that name files, before it is known which files belong to it.

use super::{Names, in_brackets};
use crate::dialects::shared::code::Code;
use crate::model::Source;

/// Files by their names.
pub(crate) struct GivenNames<'s>(Names<'s>);

impl<'s> GivenNames<'s> {
    pub(crate) fn of(files: &'s [Source]) -> Self {
        Self(Names::of(files))
    }

    /// Returns the indices of the files that square brackets of a text name outside code and links, each
    /// with true if a place in it is named too.
    pub(crate) fn cited(&self, text: &str) -> Vec<(usize, bool)> {
        if !text.contains(['[', '\u{3010}']) {
            return Vec::new();
        }
        let code = Code::of(text);
        let mut cited = Vec::new();
        for bracket in in_brackets(&self.0, text) {
            let mark = bracket.span.slice(text).unwrap_or_default();
            let before = text.get(..bracket.span.start).unwrap_or_default();
            let is_mark = mark.starts_with(['[', '\u{3010}']) && !mark.ends_with(')');
            // `[[policy]]` is a link of a wiki.
            if !is_mark || before.ends_with('[') || code.overlaps(bracket.span) {
                continue;
            }
            for meant in bracket.meant {
                let has_place = meant.place.is_some();
                cited.extend(meant.contexts.into_iter().map(|context| (context, has_place)));
            }
        }
        cited
    }
}
