//! `[L1] …`: lines labelled with the number that locators such as `L1-L3` count.
//!
//! Numbers may start anywhere, have gaps and repeat. A line without a label belongs to the one
//! before it. `[L1]:` and `[L1](…)` are Markdown links and no labels.

use super::lines::blanks;
use super::{Label, Presentation, PresentationForm};
use crate::model::DivisionKind;

pub(super) const PRESENTATION: Presentation = Presentation {
    name: "line-labels",
    title: "lines labelled `[L1]`; line locators count the labels",
    example: "[L1] Employees may work remotely up to three days per week.\n\
              [L2] Additional remote days require manager approval.",
    shape: PresentationForm::Label { read: label, sure: true },
};

fn label(line: &str) -> Option<Label> {
    let rest = line.get(blanks(line)..)?.strip_prefix("[L")?;
    Label::in_brackets(line, rest, DivisionKind::Line)
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn only_labels_are_labels() {
        let read = |line| label(line).map(|label| (label.number, label.len));
        assert_eq!(read("[L12] text"), Some((12, 6)));
        assert_eq!(read("\t[L0]\ttext"), Some((0, 6)));
        assert_eq!(read("[L3]   indented"), Some((3, 5)));
        assert_eq!(read("[L3]"), Some((3, 4)));
        assert_eq!(read("[L3]汉字"), Some((3, 4)));
        for line in ["[L]", "[l1] a", "[L1]: x", "[L1](x)", "[L1", "[L-1] a", "see [L1] a", ""] {
            assert_eq!(read(line), None, "{line}");
        }
        assert_eq!(read(&format!("[L{}] a", "9".repeat(19))), None);
    }
}
