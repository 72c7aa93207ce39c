//! The labels that are printed before lines and blocks: `[L1]`, `L1:`, `[Block1]`.

use super::lines::content;
use super::{Label, PRESENTATIONS, Shape};

/// The labels that count in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Those of which one is enough.
    Sure,
    /// Labels that other texts have too.
    Unsure,
}

/// True if `line` begins with a label of any form.
pub(super) fn is_label(line: &str) -> bool {
    label(line, Form::Sure).or_else(|| label(line, Form::Unsure)).is_some()
}

/// Returns the label of `form` at the start of `line`.
pub(super) fn label(line: &str, form: Form) -> Option<Label> {
    if !line.trim_start_matches([' ', '\t']).starts_with(['[', 'L']) {
        return None;
    }
    let line = content(line);
    PRESENTATIONS.iter().find_map(|presentation| match presentation.shape {
        Shape::Label { read, sure } if sure == (form == Form::Sure) => read(line),
        _ => None,
    })
}
