//! Keeps a view in place while its text changes: the row that the user looks at stays at the same
//! height of the screen.
//!
//! This row is the selected chip or the cited passage if it is in view, otherwise the longest row
//! that still exists.

use crate::text::Span;
use crate::tui::layout::{Flow, RowPlace, Window};
use crate::tui::state::State;

/// The maximum number of bytes of a source that are searched for a row, around its old place.
const MAX_SEARCHED: usize = 4 * 1024 * 1024;

/// The rows that a view showed.
pub struct ViewPosition {
    /// The row of the selection, counted from the top of the view.
    anchor: Option<usize>,
    /// The row of the cursor.
    cursor: usize,
    /// The rows, longest first.
    rows: Vec<RowSeen>,
    /// True if there was a passage to show.
    had_passage: bool,
}

struct RowSeen {
    row: usize,
    /// Its place, in bytes.
    start: usize,
    words: String,
}

impl ViewPosition {
    /// Records the view on the response.
    pub fn of_response(state: &State) -> Self {
        let text = &state.inspection.case.response.text;
        let window = &state.response_window;
        let mut position =
            Self::of(window, |span, _| span.slice(text).unwrap_or_default().to_owned());
        let citation = state.citation().map(|citation| citation.anchor);
        let chip = citation
            .zip(state.selected)
            .and_then(|(anchor, selected)| state.response.place_of_chip(selected, anchor));
        position.anchor = window.visible.iter().position(|visible| Some(visible.place) == chip);
        position
    }

    /// Records the view on the source.
    pub fn of_source(state: &State) -> Self {
        let window = &state.source.window;
        let mut position = Self::of(window, |_, shown| shown);
        let cited = state.passage_shown().filter(|_| !state.source.browsing);
        position.had_passage = cited.is_some();
        let start = cited.filter(|_| state.source.better.is_none()).map(|cited| cited.span.start);
        position.anchor = start.and_then(|start| {
            let mut spans = window.visible.iter().map(|visible| visible.row()?.span());
            spans.position(|span| span.is_some_and(|span| span.contains(start)))
        });
        position
    }

    fn of(window: &Window, words: impl Fn(Span, String) -> String) -> Self {
        let rows = window.visible.iter().enumerate().filter_map(|(row, visible)| {
            let own = visible.row()?;
            let span = own.span()?;
            let shown = own.glyphs().filter(|(_, glyph)| !glyph.span.is_empty());
            let shown: String = shown.map(|(text, _)| text).collect();
            Some(RowSeen { row, start: span.start, words: words(span, shown) })
        });
        let mut rows: Vec<RowSeen> = rows.filter(|shown| !shown.words.trim().is_empty()).collect();
        rows.sort_by_key(|shown| std::cmp::Reverse(shown.words.len()));
        let cursor = window.visible.iter().position(|visible| visible.place == window.cursor);
        Self { anchor: None, cursor: cursor.unwrap_or_default(), rows, had_passage: false }
    }

    /// Brings the view on the response back.
    pub fn restore_response(&self, state: &mut State) {
        let anchored = self.anchor.zip(state.selected).and_then(|(row, selected)| {
            let anchor = state.citation()?.anchor;
            Some((state.response.place_of_chip(selected, anchor)?, row))
        });
        let place = anchored.or_else(|| {
            let (start, row) = self.find(&state.inspection.case.response.text, 0)?;
            Some((state.response.place_of(start)?, row))
        });
        if let Some(place) = place {
            self.put(&mut state.response_window, &state.response, place);
        }
    }

    /// Restores the view on the source; fails if something else has to be shown now.
    pub fn restore_source(&self, state: &mut State) -> bool {
        let cited = state.passage_shown().map(|passage| passage.span);
        let browsing = state.source.browsing;
        if !browsing && (self.had_passage != cited.is_some() || !state.shows_cited()) {
            return false;
        }
        let Some(flow) = &mut state.source.flow else { return browsing };
        let place = if let (Some(row), Some(span)) = (self.anchor, cited) {
            flow.unfold_for(span);
            flow.place_of(span.start).map(|place| (place, row))
        } else {
            let longest = self.rows.first().map(|shown| (shown.start, shown.row));
            let from = longest.map_or(0, |(start, _)| start.saturating_sub(MAX_SEARCHED / 2));
            let to = flow.store.len().min(from.saturating_add(MAX_SEARCHED));
            let found = self.find(&flow.store.read_in_place(Span::new(from.min(to), to)), from);
            let found = found.or(longest);
            found.and_then(|(start, row)| Some((flow.place_of(start)?, row)))
        };
        match place {
            Some(place) => self.put(&mut state.source.window, flow, place),
            None => return browsing,
        }
        true
    }

    /// Returns the place of a row that was in view in `text`, which begins at byte `from`: the
    /// place nearest to its old one, and which row it was.
    fn find(&self, text: &str, from: usize) -> Option<(usize, usize)> {
        self.rows.iter().find_map(|shown| {
            let places = text.match_indices(shown.words.as_str()).map(|(at, _)| from + at);
            Some((places.min_by_key(|at| at.abs_diff(shown.start))?, shown.row))
        })
    }

    fn put(&self, window: &mut Window, flow: &dyn Flow, (place, row): (RowPlace, usize)) {
        window.top = Window::up(flow, place, row);
        window.cursor = Window::down(flow, window.top, self.cursor);
    }
}
