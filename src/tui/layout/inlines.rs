//! The text within a block of the response: words, code in colours, chips in place of markers.

use std::rc::Rc;
use std::sync::Arc;

use crate::inspect::Inspection;
use crate::report::cut::{Cut, InlineKind};
use crate::text::Span;
use crate::text::markdown::{Block, Run, RunText};
use crate::tui::chip;
use crate::tui::chip::ChipSign;
use crate::tui::colours::Colours;
use crate::tui::layout::block::{ends_in_word, look_of};
use crate::tui::layout::row::{GlyphStyle, Row};
use crate::tui::role::Role;

/// Everything that the text of a row depends on.
#[derive(Debug)]
pub(super) struct Inlines {
    pub(super) inspection: Arc<Inspection>,
    pub(super) cut: Cut,
    pub(super) colours: Rc<Colours>,
    pub(super) selected: Option<usize>,
    /// The signs of the chips, by citation.
    pub(super) signs: Rc<Vec<ChipSign>>,
    /// True for each citation that is marked as changed.
    pub(super) marks: Rc<Vec<bool>>,
}

impl Inlines {
    pub(super) fn text(&self) -> &str {
        &self.inspection.case.response.text
    }

    /// Adds a run of a block.
    pub(super) fn run(&self, line: &mut Row, run: &Run, block: &Block) {
        let look = look_of(run, block);
        match &run.text {
            RunText::Source => self.source(line, run.span, look),
            RunText::Replaced(text) => line.replaced(text, run.span, look),
            RunText::SoftBreak => line.replaced(" ", run.span, look),
            RunText::HardBreak => {}
            RunText::Cell => line.decorate(" │ ", Role::Muted),
        }
    }

    /// Lays out text with chips in place of markers.
    pub(super) fn source(&self, line: &mut Row, span: Span, look: GlyphStyle) {
        for (part, inline) in self.cut.parts(span) {
            let text = part.slice(self.text()).unwrap_or_default();
            match inline.map(|inline| (inline.what, inline.span)) {
                None => self.coloured(line, text, part.start, look),
                Some((InlineKind::Citation(index), whole)) => {
                    if part.start == whole.start {
                        self.chip(line, index, whole, text);
                    }
                }
                Some((InlineKind::Card(index), whole)) => {
                    if part.start == whole.start {
                        self.card(line, index, whole);
                    }
                }
            }
        }
    }

    fn coloured(&self, line: &mut Row, text: &str, at: usize, look: GlyphStyle) {
        if look.role != Role::Code {
            line.text(text, at, look);
            return;
        }
        for (part, role) in self.colours.cut(Span::new(at, at + text.len())) {
            let piece = part.slice(self.text()).unwrap_or_default();
            line.text(piece, part.start, role.map_or(look, |role| GlyphStyle { role, ..look }));
        }
    }

    fn chip(&self, line: &mut Row, index: usize, whole: Span, raw: &str) {
        let Some(citation) = self.inspection.case.response.citations.get(index) else { return };
        let role = self.chip_role(index);
        if citation.in_code {
            line.marker(raw, whole.start, role, index);
        } else if let Some(label) = &citation.label {
            line.replaced(label, whole, Role::Link.into());
        }
        if ends_in_word(line) {
            line.decorate(" ", Role::Text);
        }
        let changed = self.marks.get(index).is_some_and(|changed| *changed);
        let selected = self.selected == Some(index);
        let text = chip::label(&self.inspection, index, self.sign_of(index), changed, selected);
        line.chip(&text, whole, role, index);
    }

    fn card(&self, line: &mut Row, index: usize, whole: Span) {
        let Some(card) = self.inspection.case.response.cards.get(index) else { return };
        match (&card.label, card.known) {
            (Some(label), _) => line.replaced(label, whole, Role::Card.into()),
            (None, true) => {}
            (None, false) => {
                let raw = whole.slice(self.text()).unwrap_or_default();
                line.text(raw, whole.start, Role::Card.into());
            }
        }
    }

    pub(super) fn chip_role(&self, index: usize) -> Role {
        if self.selected == Some(index) {
            return Role::ChipSelected;
        }
        chip::shown_standing(&self.inspection, index, self.sign_of(index)).role()
    }

    fn sign_of(&self, citation: usize) -> ChipSign {
        self.signs.get(citation).copied().unwrap_or_default()
    }
}
