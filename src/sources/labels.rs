//! The labels that are printed before lines and blocks: `[L1]`, `L1:`, `[Block1]`.

use super::lines::{content, number};
use super::{Label, PRESENTATIONS, PresentationForm};
use crate::model::DivisionKind;

impl Label {
    /// Returns the label of `line` that ends in `rest`: a number, and a `]` that is not of a link.
    pub(super) fn in_brackets(line: &str, rest: &str, kind: DivisionKind) -> Option<Self> {
        let (number, rest) = number(rest)?;
        let rest = rest.strip_prefix(']')?;
        if rest.starts_with([':', '(', '[', ',', '.', ';', ')']) {
            return None;
        }
        let text = rest.strip_prefix([' ', '\t']).unwrap_or(rest);
        Some(Self { len: line.len() - text.len(), kind, number })
    }
}

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
        PresentationForm::Label { read, sure } if sure == (form == Form::Sure) => read(line),
        _ => None,
    })
}
