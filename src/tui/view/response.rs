//! The response pane: text with chips, the selected claim underlined.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::text::Span;
use crate::tui::layout::{Glyph, Row};
use crate::tui::panel::clashes::clashes;
use crate::tui::panel::titles::response_share;
use crate::tui::role::Role;
use crate::tui::state::{Areas, Focus, State};
use crate::tui::theme::Theme;
use crate::tui::view::frame;
use crate::tui::view::frame::Frame;
use crate::tui::view::paint::{put, touches, words};

/// Draws the pane.
pub fn draw(state: &State, theme: Theme, areas: &Areas, buffer: &mut Buffer) {
    if areas.response_frame.is_empty() {
        return;
    }
    let title = if state.response.is_raw() { "Response, raw" } else { "Response" };
    let question = state.inspection.case.question.as_ref();
    let title = question.map_or(title.to_owned(), |question| format!("{title} · {question}"));
    let note = response_share(state);
    let focus = state.focus == Focus::Response;
    frame::draw(&Frame { title: &title, note: &note, focus }, areas.response_frame, theme, buffer);
    let claim = state.claim();
    let words = state.evidence_in_view().map(|evidence| &evidence.words);
    let clashes = clashes(state).in_claim;
    let marks = state.matches(Focus::Response, &state.response_window);
    for (y, visible) in (areas.response.y..).zip(&state.response_window.visible) {
        let Some(row) = visible.row() else { continue };
        let area = Rect { y, height: 1, ..areas.response };
        let cut = shift(row, state.response_window.left, area.width);
        let over = |glyph: &Glyph| {
            mark(&marks, glyph.span).or_else(|| {
                let inside = claim.is_some_and(|claim| claim.overlaps(glyph.span));
                (inside && glyph.chip.is_none()).then(|| match words {
                    _ if touches(&clashes, glyph.span) => Role::ClaimClash,
                    Some(words) if touches(&words.in_claim, glyph.span) => Role::ClaimMatched,
                    Some(words) if touches(&words.missing, glyph.span) => Role::ClaimMissing,
                    _ => Role::Claim,
                })
            })
        };
        put(buffer, area, &cut, over, theme);
        if focus && visible.place == state.response_window.cursor {
            cursor(areas.response, y, theme, buffer);
        }
    }
}

/// Returns the citation whose chip is drawn at a cell.
pub fn chip_at(state: &State, at: Position) -> Option<usize> {
    let area = state.areas().response;
    let row = usize::from(at.y.checked_sub(area.y)?);
    let row = state.response_window.at(row)?.row()?;
    let mut x = usize::from(area.x);
    for (_, glyph) in shift(row, state.response_window.left, area.width).glyphs() {
        let next = x + usize::from(glyph.width);
        if (x..next).contains(&usize::from(at.x)) {
            return glyph.chip.and_then(|chip| usize::try_from(chip).ok());
        }
        x = next;
    }
    None
}

/// Returns the visible part of a row that does not fit, with a mark at each edge where it is cut.
pub fn shift(row: &Row, left: usize, width: u16) -> Row {
    let width = usize::from(width);
    if left == 0 {
        return if row.width() <= width { row.clone() } else { row.cut(0, width) };
    }
    let mut shown = Row::default();
    if !row.is_empty() && width > 0 {
        shown.decorate("…", Role::Muted);
        shown.append(&row.cut(left + 1, width - 1));
    }
    shown
}

/// Returns the role of a search match at a glyph.
pub fn mark(marks: &[(Span, bool)], span: Span) -> Option<Role> {
    let from = marks.partition_point(|(mark, _)| mark.end <= span.start);
    let (mark, here) = marks.get(from)?;
    if !mark.overlaps(span) {
        return None;
    }
    Some(if *here { Role::MatchHere } else { Role::Match })
}

/// Draws the sign of the cursor row, in the margin left of the text.
pub fn cursor(text: Rect, y: u16, theme: Theme, buffer: &mut Buffer) {
    if let Some(x) = text.x.checked_sub(1) {
        words(buffer, Rect { x, y, width: 1, height: 1 }, "›", Role::Cursor, theme);
    }
}
