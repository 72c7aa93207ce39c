//! Lines selected in the source pane: where a claim stands instead.

use crate::review::RightPlace;
use crate::text::Span;
use crate::tui::layout::source::SourceFlow;
use crate::tui::state::{Focus, State};

impl State {
    /// Starts a selection at the cursor row of the source pane, or ends it.
    pub(in crate::tui) fn toggle_range(&mut self) {
        if self.source.range.take().is_some() {
            return self.say("no lines are selected any more");
        }
        if self.source.flow.is_none() {
            return self.say("no source is shown to select lines in");
        }
        self.focus = Focus::Source;
        self.settle();
        self.source.range = Some(self.source.window.cursor.item);
        self.say("selecting lines: move to the last one, then `o`; Esc ends it");
    }

    /// The bytes of the lines selected in the source shown, whole lines.
    pub fn range(&self) -> Option<Span> {
        let (anchor, flow) = (self.source.range?, self.source.flow.as_ref()?);
        let cursor = self.source.window.cursor.item;
        Some(Span::new(anchor.min(cursor), flow.span(anchor.max(cursor)).end))
    }

    /// The lines selected, as the gutter numbers them: `L4-L6`.
    pub fn range_told(&self) -> Option<String> {
        let (range, flow) = (self.range()?, self.source.flow.as_ref()?);
        let (first, last) = numbers(flow, range);
        Some(match (first, last) {
            (Some(first), Some(last)) if first != last => format!("L{first}-L{last}"),
            (Some(line), _) | (None, Some(line)) => format!("L{line}"),
            (None, None) => "lines".to_owned(),
        })
    }

    /// The place that the claim stands at instead: the lines selected, the better place that is
    /// looked at, or the first better place.
    pub(super) fn right_place(&self) -> Option<RightPlace> {
        if let (Some(range), Some(flow)) = (self.range(), &self.source.flow) {
            let (first_line, last_line) = numbers(flow, range);
            let source = self.inspection.source_name(flow.source);
            let (start, end) = (range.start, range.end);
            return Some(RightPlace { source, first_line, last_line, start, end });
        }
        let window = self.looked_at().or_else(|| self.evidence()?.better.first())?;
        Some(RightPlace {
            source: self.inspection.source_name(window.source),
            first_line: Some(window.first_line),
            last_line: Some(window.last_line),
            start: window.span.start,
            end: window.span.end,
        })
    }
}

/// The numbers of the first and the last line of a range, where the gutter has them.
fn numbers(flow: &SourceFlow, range: Span) -> (Option<u64>, Option<u64>) {
    let number = |offset: usize| {
        let item = flow.place_of(offset)?.item;
        flow.number(item).parse().ok()
    };
    (number(range.start), number(range.end.saturating_sub(1).max(range.start)))
}
