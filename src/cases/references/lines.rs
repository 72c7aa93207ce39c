//! Lines of texts, as the parts of the lookup use them.

use std::sync::Arc;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::cases::lock::CitationPlace;
use crate::model::{Locator, SourceText, Target};

/// Returns a text that is held in memory.
pub(super) fn inline(text: &SourceText) -> Option<&Arc<str>> {
    match text {
        SourceText::Inline(text) => Some(text),
        _ => None,
    }
}

/// Returns the place of a citation of lines.
pub(super) fn place_of(text: &str, path: &str, target: &Target) -> Option<CitationPlace> {
    let Some(Locator::Lines { first, last }) = target.locator else { return None };
    let (text, path) = (text.to_owned(), path.to_owned());
    (first > 0 && first <= last).then_some(CitationPlace { text, path, first, last })
}

/// Returns, for each line of a text, the index of the same line in an earlier one, if it existed.
pub(super) fn equal_lines(before: &str, text: &str) -> Vec<Option<usize>> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), text.lines().collect());
    let mut images = vec![None; new.len()];
    for op in capture_diff_slices(Algorithm::Patience, &old, &new) {
        let DiffOp::Equal { old_index, new_index, len } = op else { continue };
        for offset in 0..len {
            if let Some(image) = images.get_mut(new_index + offset) {
                *image = Some(old_index + offset);
            }
        }
    }
    images
}
