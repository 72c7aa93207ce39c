//! Colours of code: spans of a text and the role of each.

use crate::text::Span;
use crate::tui::role::Role;

/// Coloured spans of one text, sorted, not overlapping.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Colours {
    spans: Vec<(Span, Role)>,
    better_in_view: Vec<Span>,
}

impl Colours {
    /// Returns true if all of `span` has been coloured.
    pub fn covers(&self, span: Span) -> bool {
        self.better_in_view.iter().any(|known| known.start <= span.start && span.end <= known.end)
    }

    /// Adds the colours of a stretch of text, replacing earlier ones.
    pub fn add(&mut self, within: Span, spans: Vec<(Span, Role)>) {
        self.spans.retain(|(span, _)| !span.overlaps(within));
        self.spans.extend(spans);
        self.spans.sort_by_key(|(span, _)| *span);
        self.better_in_view
            .retain(|known| !(within.start <= known.start && known.end <= within.end));
        self.better_in_view.push(within);
    }

    /// Returns `span` cut into coloured and plain parts, in order; a single part if nothing is
    /// known.
    pub fn cut(&self, span: Span) -> Vec<(Span, Option<Role>)> {
        let from = self.spans.partition_point(|(known, _)| known.end <= span.start);
        let mut parts = Vec::new();
        let mut at = span.start;
        for (known, role) in self.spans.get(from..).unwrap_or_default() {
            let Some(inside) = known.intersect(span) else { break };
            if at < inside.start {
                parts.push((Span::new(at, inside.start), None));
            }
            parts.push((inside, Some(*role)));
            at = inside.end;
        }
        if at < span.end {
            parts.push((Span::new(at, span.end), None));
        }
        parts
    }
}

/// A line to be coloured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeLine {
    /// Its start in the text.
    pub start: usize,
    /// The line, with its end.
    pub text: String,
}
