//! Changes of a text, applied together, so that none shifts the place of another.

use crate::text::Span;

/// Words that replace others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Edit {
    /// The replaced span; empty for an insertion.
    pub(super) span: Span,
    /// The new text.
    pub(super) with: String,
}

/// A text after its changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct EditedText {
    pub(super) text: String,
    /// For each piece that stayed, its former span and its new start.
    kept: Vec<(Span, usize)>,
}

/// Applies the changes. Changes at one place keep their order; of two that overlap, the first
/// replaces the words and the second follows it.
pub(super) fn apply(text: &str, mut edits: Vec<Edit>) -> EditedText {
    edits.sort_by_key(|edit| edit.span.start);
    let mut edited = EditedText::default();
    let mut at = 0;
    for edit in edits {
        let start = edit.span.start.max(at);
        edited.keep(text, Span::new(at, start));
        edited.text.push_str(&edit.with);
        at = edit.span.end.max(start);
    }
    edited.keep(text, Span::new(at, text.len().max(at)));
    edited
}

impl EditedText {
    fn keep(&mut self, text: &str, span: Span) {
        self.kept.push((span, self.text.len()));
        self.text.push_str(span.slice(text).unwrap_or_default());
    }

    /// Returns the stretch for the bytes of `span`, without insertions at its ends.
    pub(super) fn span(&self, span: Span) -> Span {
        let first = self.kept.partition_point(|(kept, _)| kept.end <= span.start);
        let start = self.kept.get(first).map_or(self.text.len(), |(kept, now)| {
            now + span.start.saturating_sub(kept.start).min(kept.len())
        });
        let after = self.kept.partition_point(|(kept, _)| kept.start < span.end);
        let end = after.checked_sub(1).and_then(|last| self.kept.get(last));
        let end = end.map_or(0, |(kept, now)| now + span.end.min(kept.end) - kept.start);
        Span::new(start, end.max(start))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn edit(start: usize, end: usize, with: &str) -> Edit {
        Edit { span: Span::new(start, end), with: with.to_owned() }
    }

    #[test]
    fn places_are_those_of_the_old_text() {
        let edited = apply("Käse! Und Brot.", vec![edit(16, 16, "[2]"), edit(6, 7, " [1]")]);
        assert_eq!(edited.text, "Käse! [1]Und Brot.[2]");
        let of = |start, end| edited.span(Span::new(start, end)).slice(&edited.text).unwrap();
        assert_eq!((of(0, 6), of(7, 16), of(0, 16)), ("Käse!", "Und Brot.", "Käse! [1]Und Brot."));
    }

    proptest! {
        /// Compares with changes applied from the last place to the first, which need no map.
        #[test]
        fn the_same_as_one_by_one_from_behind(
            text in "\\PC{0,30}",
            mut places in prop::collection::vec((any::<prop::sample::Index>(), "[a-z]{0,3}"), 0..6),
        ) {
            let at = |index: prop::sample::Index| text.floor_char_boundary(index.index(text.len() + 1));
            let mut edits: Vec<Edit> =
                places.drain(..).map(|(index, with)| edit(at(index), at(index), &with)).collect();
            let edited = apply(&text, edits.clone());
            edits.sort_by_key(|edit| edit.span.start);
            let mut one_by_one = text.clone();
            for edit in edits.iter().rev() {
                one_by_one.insert_str(edit.span.start, &edit.with);
            }
            prop_assert_eq!(edited.text, one_by_one);
        }
    }
}
