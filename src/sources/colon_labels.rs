//! `L12: …`: the colon form of labelled lines, as some browsing tools print them.
//!
//! So short a label also occurs in programs (`L1:` in assembler), so a text counts as labelled this
//! way only when it begins with such a label and half of its lines have one.

use super::lines::{blanks, number};
use super::{Label, Presentation, PresentationForm};
use crate::model::DivisionKind;

pub(super) const PRESENTATION: Presentation = Presentation {
    name: "colon-labels",
    title: "lines labelled `L1:`; line locators count the labels",
    example: "L1: Employees may work remotely up to three days per week.\n\
              L2: Additional remote days require manager approval.",
    shape: PresentationForm::Label { read: label, sure: false },
};

fn label(line: &str) -> Option<Label> {
    let rest = line.get(blanks(line)..)?.strip_prefix('L')?;
    let (number, rest) = number(rest)?;
    let rest = rest.strip_prefix(':')?;
    if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
        return None;
    }
    let text = rest.strip_prefix([' ', '\t']).unwrap_or(rest);
    Some(Label { len: line.len() - text.len(), kind: DivisionKind::Line, number })
}
