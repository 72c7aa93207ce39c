//! Mouse actions other than choosing: dragging the border, selecting text, clicking the gutter.

use std::time::{Duration, Instant};

use ratatui::layout::{Position, Rect};

use crate::resolve::Resolution;
use crate::text::Span;
use crate::text::prose::count;
use crate::tui::actions::moves::{keep_places, on_pane, wheel};
use crate::tui::actions::select::select;
use crate::tui::layout::Row;
use crate::tui::layout::Window;
use crate::tui::state::pointer::TextCell;
use crate::tui::state::{Drag, Effect, Focus, Selection, State};

/// The maximum time between the two clicks of a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

/// Maximum number of rows that are copied.
const MAX_ROWS: usize = 10_000;

/// The share of the response in hundredths, at least and at most.
const SHARES: (u16, u16) = (16, 84);

/// Handles a press of the button: it drags the border, or begins a selection of text. True if the
/// click has no other meaning.
pub fn press(state: &mut State, at: Position) -> bool {
    if is_border(state, at) {
        state.pointer.drag = Some(Drag::Border);
        return true;
    }
    state.pointer.drag = [Focus::Response, Focus::Source].into_iter().find_map(|pane| {
        let cell = cell_at(state, pane, at)?;
        Some(Drag::Text(Selection { pane, from: cell, to: cell }))
    });
    false
}

/// True if a click is the second of a double click.
pub fn is_double_click(state: &mut State, at: Position, now: Instant) -> bool {
    let last = state.pointer.last_click.replace((at, now));
    let is_double = last
        .is_some_and(|(place, before)| place == at && now.duration_since(before) < DOUBLE_CLICK);
    if is_double {
        state.pointer.last_click = None;
    }
    is_double
}

/// Moves the border or the end of the selection.
pub fn drag(state: &mut State, at: Position) {
    match state.pointer.drag {
        Some(Drag::Border) => move_border(state, at),
        Some(Drag::Text(selection)) => {
            let area = text_area(state, selection.pane);
            // Beyond the edge of the pane, its text scrolls into view.
            let rows = i32::from(at.y >= area.bottom()) - i32::from(at.y < area.y);
            if rows != 0 {
                wheel(state, selection.pane, isize::try_from(rows).unwrap_or(0));
                crate::tui::actions::settle::settle(state);
            }
            let inside = Position {
                x: at.x.clamp(area.x, area.right().saturating_sub(1)),
                y: at.y.clamp(area.y, area.bottom().saturating_sub(1)),
            };
            if let Some(to) = cell_at(state, selection.pane, inside) {
                state.pointer.drag = Some(Drag::Text(Selection { to, ..selection }));
            }
        }
        None => {}
    }
}

/// Ends dragging; text that was selected is copied.
pub fn release(state: &mut State) {
    let Some(Drag::Text(selection)) = state.pointer.drag.take() else { return };
    if selection.from == selection.to {
        return;
    }
    let text = selected_text(state, selection);
    if text.trim().is_empty() {
        return;
    }
    state.notify(match text.lines().count() {
        1 => format!("copied {}", count(text.chars().count(), "character")),
        lines => format!("copied {}", count(lines, "line")),
    });
    state.request(Effect::Copy(text));
}

/// Selects the next of the citations whose lines the gutter marks at a cell; true if there is one.
pub fn select_in_gutter(state: &mut State, at: Position) -> bool {
    let area = state.areas().source;
    let Some(flow) = state.source.flow.as_ref() else { return false };
    let gutter = u16::try_from(flow.gutter()).unwrap_or(0);
    let row = at.y.checked_sub(area.y).and_then(|row| state.source.window.at(usize::from(row)));
    let Some(visible) = row.filter(|_| (area.x..area.x + gutter).contains(&at.x)) else {
        return false;
    };
    let span = flow.span(visible.place.item);
    let here: Vec<usize> = state.digest.passages(flow.source, span).map(|(_, it)| it).collect();
    let after = |citation: &&usize| state.selected.is_none_or(|selected| **citation > selected);
    let others = || here.iter().filter(|citation| Some(**citation) != state.selected);
    let Some(&next) = others().find(after).or_else(|| others().next()) else { return false };
    let target = target_on(state, next, flow.source, span);
    select(state, next, target);
    true
}

/// Returns the target of a citation that points at `span` of a source.
fn target_on(state: &State, citation: usize, source: usize, span: Span) -> usize {
    let inspected = state.inspection.inspected.get(citation);
    let mut targets = inspected.map(|it| it.targets.iter()).into_iter().flatten();
    let is_here = |resolution: &Resolution| match resolution {
        Resolution::Found(passage) => passage.source == source && passage.span.overlaps(span),
        Resolution::Missing(_) | Resolution::Pending(_) => false,
    };
    targets.position(is_here).unwrap_or(0)
}

fn is_border(state: &State, at: Position) -> bool {
    let areas = state.areas();
    let (response, source) = (areas.response_frame, areas.source_frame);
    if response.is_empty() || source.is_empty() {
        return false;
    }
    if areas.stacked {
        return at.y + 1 == source.y || at.y == source.y;
    }
    (source.y..source.bottom()).contains(&at.y) && (at.x + 1 == source.x || at.x == source.x)
}

fn move_border(state: &mut State, at: Position) {
    let areas = state.areas();
    let (response, source) = (areas.response_frame, areas.source_frame);
    let share = |cells: u16, whole: u16| {
        let hundredths = u32::from(cells) * 100 / u32::from(whole.max(1));
        u16::try_from(hundredths).unwrap_or(SHARES.1).clamp(SHARES.0, SHARES.1)
    };
    if areas.stacked {
        let height = response.height + source.height;
        state.split.rows = share((at.y + 1).saturating_sub(response.y), height);
    } else {
        let width = response.width + source.width;
        state.split.columns = share((at.x + 1).saturating_sub(response.x), width);
    }
    keep_places(state);
}

/// Returns the cells of a pane that show text, without numbers.
pub fn text_area(state: &State, pane: Focus) -> Rect {
    let areas = state.areas();
    match (pane, &state.source.flow) {
        (Focus::Response, _) => areas.response,
        (Focus::Source, Some(flow)) => {
            let gutter = u16::try_from(flow.gutter()).unwrap_or(0).min(areas.source.width);
            Rect { x: areas.source.x + gutter, width: areas.source.width - gutter, ..areas.source }
        }
        (Focus::Source, None) => Rect::default(),
    }
}

fn cell_at(state: &State, pane: Focus, at: Position) -> Option<TextCell> {
    let area = text_area(state, pane);
    if !area.contains(at) {
        return None;
    }
    let window = state.window(pane);
    let visible = window.at(usize::from(at.y - area.y))?;
    Some((visible.place, usize::from(at.x - area.x) + window.left))
}

/// Returns the text of a selection: that of a source as it is in its file, that of the response as it
/// is shown, without the chips of citations.
fn selected_text(state: &mut State, selection: Selection) -> String {
    let mut rows: Vec<SelectedRow> = Vec::new();
    let is_raw = state.response.is_raw();
    on_pane(state, selection.pane, |_, flow| {
        let ((mut place, _), (last, _)) = selection.ordered();
        while rows.len() < MAX_ROWS && place <= last {
            if let Some(columns) = selection.columns(place) {
                let row = flow.rows(place.item);
                let row = row.get(place.row);
                rows.push(SelectedRow {
                    item: place.item,
                    is_blank: row.is_none_or(is_blank),
                    glyphs: row.map(|row| glyphs(row, columns, is_raw)).unwrap_or_default(),
                });
            }
            let next = Window::down(flow, place, 1);
            if next == place {
                break;
            }
            place = next;
        }
    });
    if let (Focus::Source, Some(flow)) = (selection.pane, &state.source.flow) {
        let spans = rows.iter().flat_map(|row| row.glyphs.iter().map(|(_, span)| *span));
        let whole = spans.reduce(|a, b| Span::new(a.start.min(b.start), a.end.max(b.end)));
        return whole.map(|span| flow.store.read(span, MAX_ROWS * 100)).unwrap_or_default();
    }
    let mut text = String::new();
    let mut before: Option<(usize, usize)> = None;
    let mut blank_rows = 0;
    for row in rows {
        let bounds = row.glyphs.first().zip(row.glyphs.last());
        let Some(((_, first), (_, last))) = bounds else {
            blank_rows += usize::from(row.is_blank);
            continue;
        };
        if let Some((item, end)) = before {
            let had_blank = text.ends_with(' ');
            text.truncate(text.trim_end_matches(' ').len());
            let gap = Span::new(end.min(first.start), first.start);
            if item == row.item {
                text.push_str(&joint(state, item, gap, had_blank));
            } else {
                text.push_str(&"\n".repeat(1 + blank_rows));
            }
        }
        let is_code = state.response.is_code(row.item);
        let is_new = text.is_empty() || text.ends_with('\n');
        for (glyph, _) in &row.glyphs {
            // A blank at which a row was folded is not doubled.
            if is_code || is_new || glyph != " " || !text.ends_with(' ') {
                text.push_str(glyph);
            }
        }
        (before, blank_rows) = (Some((row.item, last.end)), 0);
    }
    text.trim().to_owned()
}

/// A row of a selection.
struct SelectedRow {
    item: usize,
    /// True if there is nothing in it, so that it parts two paragraphs.
    is_blank: bool,
    /// The glyphs that show text and are selected, with their bytes.
    glyphs: Vec<(String, Span)>,
}

fn is_blank(row: &Row) -> bool {
    row.glyphs().all(|(text, _)| text.trim().is_empty())
}

/// Returns what two rows of one block of the response are joined by: a line break that is in the
/// text, a blank where the text has one, or nothing in a word that was too long for its row.
fn joint(state: &State, item: usize, gap: Span, had_blank: bool) -> String {
    let gap = gap.slice(&state.inspection.case.response.text).unwrap_or_default();
    let breaks = gap.matches('\n').count();
    if breaks > 0 && (state.response.is_code(item) || gap.contains("  \n") || gap.contains("\\\n"))
    {
        return "\n".repeat(breaks);
    }
    let is_blank = had_blank || gap.contains(char::is_whitespace);
    if is_blank { " ".to_owned() } else { String::new() }
}

/// Returns the glyphs of a row that show text and are in the columns, with their bytes.
fn glyphs(row: &Row, (start, end): (usize, usize), is_raw: bool) -> Vec<(String, Span)> {
    let mut cell = 0;
    let mut glyphs = Vec::new();
    for (text, glyph) in row.glyphs() {
        let next = cell + usize::from(glyph.width);
        let is_text = !glyph.span.is_empty() && (glyph.chip.is_none() || is_raw);
        if is_text && cell < end && next > start {
            glyphs.push((text.to_owned(), glyph.span));
        }
        cell = next;
    }
    glyphs
}
