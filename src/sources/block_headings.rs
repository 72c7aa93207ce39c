//! `[Block1]`: a heading over each block of a source, alone on its line or before the text.
//!
//! Blocks may hold labelled lines.

use super::lines::{blanks, strip_prefix_any_case};
use super::{Label, Presentation, PresentationForm};
use crate::model::DivisionKind;

pub(super) const PRESENTATION: Presentation = Presentation {
    name: "block-headings",
    title: "blocks under headings such as `[Block1]`",
    example: "[Block1]\n\
              Employees may work remotely up to three days per week.\n\
              [Block2]\n\
              Additional remote days require manager approval.",
    shape: PresentationForm::Label { read: label, sure: true },
};

fn label(line: &str) -> Option<Label> {
    let rest = strip_prefix_any_case(line.get(blanks(line)..)?, "[block")?;
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    Label::in_brackets(line, rest, DivisionKind::Block)
}
