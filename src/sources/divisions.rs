//! Turns the printed labels of a text into divisions of it.
//!
//! The text stays byte-identical except for the labels themselves, one blank after each, and the
//! line of a separate block heading.

use super::labels::{Form, label};
use super::lines::{content, lines};
use super::{Label, fields};
use crate::model::{Division, DivisionKind, Source};
use crate::text::{LineIndex, Span};

/// A text without its labels.
#[derive(Debug, Default)]
pub(super) struct UnlabelledText {
    pub(super) text: String,
    pub(super) divisions: Vec<Division>,
    /// Offset of the text's beginning in its original.
    pub(super) start: usize,
}

/// Returns the form of the labels of a declared source.
pub(super) fn form_of_declared<'t>(parts: impl Iterator<Item = &'t str>) -> Option<Form> {
    let tally = Tally::of(parts.flat_map(lines).map(|(_, line)| line));
    if tally.sure > 0 { Some(Form::Sure) } else { tally.unsure_form(1) }
}

/// Returns the form of labels that make `text` a labelled source by themselves. A document that
/// merely shows an example of labels is none: they begin it (after fields such as `Title:`) or are
/// on half of its lines.
pub(super) fn form_of_undeclared(text: &str) -> Option<Form> {
    let whole = Span::new(0, text.len());
    let body = fields::read(text, whole, &mut Source::default()).slice(text)?;
    let tally = Tally::of(lines(body).map(|(_, line)| line));
    if tally.first == Some(Form::Sure) || tally.sure > 0 && tally.sure * 2 >= tally.all {
        return Some(Form::Sure);
    }
    tally.unsure_form(2)
}

/// Takes the labels of `form` out of the `parts` of `text`, which are joined by line ends.
/// `file_lines` are the lines of `text` if it is a file's.
pub(super) fn divide(
    text: &str,
    parts: &[Span],
    form: Option<Form>,
    file_lines: Option<&LineIndex>,
) -> UnlabelledText {
    let mut divider = Divider::default();
    let mut begun = false;
    divider.out.start = parts.first().map_or(0, |part| part.start);
    for part in parts {
        if !divider.out.text.is_empty() {
            divider.out.text.push('\n');
        }
        divider.end(DivisionKind::Block);
        for (at, line) in lines(part.slice(text).unwrap_or_default()) {
            let at = part.start + at;
            let label = form.and_then(|form| label(line, form));
            let kept = line.get(label.map_or(0, |label| label.len)..).unwrap_or_default();
            if let Some(label) = label {
                let is_alone = label.kind == DivisionKind::Block && kept.trim().is_empty();
                let line = |lines: &LineIndex| lines.number(at) + u64::from(is_alone);
                divider.begin(label, file_lines.map_or(0, line));
                if is_alone {
                    continue;
                }
            }
            if !begun {
                divider.out.start = at;
                begun = true;
            }
            divider.push(kept);
        }
    }
    divider.out
}

/// Collects text and divisions; at most one block and one line are open.
#[derive(Debug, Default)]
struct Divider {
    out: UnlabelledText,
    block: Option<usize>,
    line: Option<usize>,
}

impl Divider {
    fn begin(&mut self, label: Label, file_line: u64) {
        self.end(label.kind);
        let index = Some(self.out.divisions.len());
        match label.kind {
            DivisionKind::Block | DivisionKind::Page => self.block = index,
            DivisionKind::Line => self.line = index,
        }
        let span = Span::at(self.out.text.len());
        self.out.divisions.push(Division {
            kind: label.kind,
            number: label.number,
            span,
            file_line,
        });
    }

    /// Ends the open division of this kind, and with a block the line inside it.
    fn end(&mut self, kind: DivisionKind) {
        self.line = None;
        if kind == DivisionKind::Block {
            self.block = None;
        }
    }

    /// Adds a line. Blank lines after a division are not part of it unless more text follows.
    fn push(&mut self, line: &str) {
        let end = self.out.text.len() + content(line).len();
        self.out.text.push_str(line);
        if line.trim().is_empty() {
            return;
        }
        for index in [self.block, self.line].into_iter().flatten() {
            if let Some(division) = self.out.divisions.get_mut(index) {
                division.span.end = end;
            }
        }
    }
}

/// Counts of the labelled lines of a text.
#[derive(Debug, Default)]
struct Tally {
    /// Lines that are not blank.
    all: usize,
    sure: usize,
    unsure: usize,
    /// The label of the first line that is not blank.
    first: Option<Form>,
}

impl Tally {
    fn of<'t>(lines: impl Iterator<Item = &'t str>) -> Self {
        let mut tally = Self::default();
        for line in lines.filter(|line| !line.trim_start().is_empty()) {
            let form =
                [Form::Sure, Form::Unsure].into_iter().find(|form| label(line, *form).is_some());
            match form {
                Some(Form::Sure) => tally.sure += 1,
                Some(Form::Unsure) => tally.unsure += 1,
                None => {}
            }
            if tally.all == 0 {
                tally.first = form;
            }
            tally.all += 1;
        }
        tally
    }

    fn unsure_form(&self, at_least: usize) -> Option<Form> {
        let labelled = self.unsure >= at_least && self.unsure * 2 >= self.all;
        (labelled && self.first == Some(Form::Unsure)).then_some(Form::Unsure)
    }
}
