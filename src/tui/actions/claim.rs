//! Brings the claim that is being checked into view.

use crate::tui::layout::{Flow as _, RowPlace, Window};
use crate::tui::state::State;

/// The rows of the response that belong together: those of the claim and of its citation's chip.
struct ClaimRows {
    first: RowPlace,
    last: RowPlace,
    /// The row that must be in view even if not all of them fit: that of the chip, or the first one
    /// of a sentence without a citation.
    anchor: RowPlace,
}

/// Brings the claim and the chip of the selected citation into view; the view moves only if it must.
/// A claim that does not fit fills the pane.
pub fn reveal_claim(state: &mut State) {
    // A hidden pane has no rows to choose from; it is brought up to date when it is shown.
    if state.areas().response.is_empty() {
        return;
    }
    reveal_rows(state);
    reveal_chip_sideways(state);
}

fn reveal_rows(state: &mut State) {
    let Some(ClaimRows { first, last, anchor }) = claim_rows(state) else { return };
    let (window, flow) = (&mut state.response_window, &state.response);
    let height = window.height;
    window.cursor = anchor;
    let is_in_view =
        |place| place >= window.top && Window::distance(flow, window.top, place, height) < height;
    if is_in_view(first) && is_in_view(last) {
        return;
    }
    let rows = Window::distance(flow, first, last, height) + 1;
    window.top = if rows <= height {
        Window::up(flow, first, (height / 3).min(height - rows))
    } else {
        Window::up(flow, anchor, height.saturating_sub(1)).max(first)
    };
}

/// Returns true if the claim is in view as far as it fits.
pub fn is_claim_in_view(state: &State) -> bool {
    let Some(ClaimRows { first, last, anchor }) = claim_rows(state) else { return false };
    let visible = &state.response_window.visible;
    let shows = |place| visible.iter().any(|visible| visible.place == place);
    let fills = || visible.iter().all(|visible| (first..=last).contains(&visible.place));
    shows(anchor) && (shows(first) && shows(last) || fills())
}

fn claim_rows(state: &State) -> Option<ClaimRows> {
    let flow = &state.response;
    let chip = state
        .selected
        .zip(state.citation())
        .and_then(|(selected, citation)| flow.place_of_chip(selected, citation.anchor));
    let claim = state.claim().and_then(|claim| {
        let last = claim.end.saturating_sub(1).max(claim.start);
        Some((flow.place_of(claim.start)?, flow.place_of(last)?))
    });
    let (first, last) = claim.or(chip.zip(chip))?;
    let anchor = chip.unwrap_or(first);
    Some(ClaimRows { first: first.min(anchor), last: last.max(anchor), anchor })
}

fn reveal_chip_sideways(state: &mut State) {
    let width = usize::from(state.areas().response.width);
    let Some((selected, anchor)) = state.selected.zip(state.citation().map(|it| it.anchor)) else {
        return;
    };
    let Some(place) = state.response.place_of_chip(selected, anchor) else { return };
    let rows = state.response.rows(place.item);
    let cells = rows
        .get(place.row)
        .and_then(|row| row.cells_of_chip(selected).or_else(|| row.cells_of(anchor.span)));
    let Some((start, end)) = cells else { return };
    let left = state.response_window.left;
    if state.wrap || width == 0 {
        // Folded rows never move sideways.
        state.response_window.left = 0;
    } else if start < left || end > left + width.saturating_sub(1) {
        state.response_window.left = (end + width / 4).saturating_sub(width);
    }
}
