//! A list over the panes.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::frame::{self, Frame};
use super::paint::{clear, put, words};
use crate::text::SafeText;
use crate::text::prose::one_line;
use crate::tui::layout::Row;
use crate::tui::panel::preview::{has_preview, preview};
use crate::tui::role::Role;
use crate::tui::state::State;
use crate::tui::state::areas::margin;
use crate::tui::state::list::{List, ListKind};
use crate::tui::theme::Theme;

/// A column is not cut to fewer cells than this.
const MIN: usize = 6;

/// The cells that are kept for the main column, if it needs so many.
const MAIN: usize = 16;

/// The most rows that show the chosen row whole, if the list cuts rows and has no preview.
const WHOLE_ROWS: u16 = 3;
/// The minimum number of rows of a list next to those.
const MIN_ROWS: u16 = 2;

/// The number of rows that determine the widths of the columns.
const SAMPLE: usize = 500;

/// The minimum number of columns at which the preview is next to the list.
const BESIDE: u16 = 100;
/// The minimum number of rows for a preview below the list.
const BELOW: u16 = 20;

/// Draws the list with the preview of its chosen row; `size` is that of the screen.
pub fn draw(state: &State, size: (u16, u16), list: &List, theme: Theme, buffer: &mut Buffer) {
    let Parts { area, filter, rows, preview } = parts(size, list);
    clear(buffer, area);
    let note = place(list, usize::from(rows.height));
    let frame = Frame { title: &list.title, note: &note, focus: true };
    frame::draw(&frame, area, theme, buffer);
    let prompt = if list.filter.is_empty() { "type to filter" } else { "" };
    words(
        buffer,
        filter,
        &format!("› {}{prompt}", list.filter),
        if prompt.is_empty() { Role::Text } else { Role::Muted },
        theme,
    );
    let widths = widths(list, usize::from(rows.width));
    let first = first(list, rows);
    let mut above: Option<String> = None;
    for ((y, index), row) in (rows.y..rows.bottom()).zip(first..).zip(list.from(first)) {
        let chosen = index == list.cursor;
        let role = match (row.trouble, row.muted) {
            (true, _) => Role::ChipTrouble,
            (false, true) => Role::Muted,
            (false, false) => Role::Text,
        };
        let mut cells = row.columns.clone();
        // A topic is named over its first row only.
        if list.kind == ListKind::Keys
            && let Some(topic) = cells.first_mut()
        {
            let own = topic.clone();
            if above.as_deref() == Some(own.as_str()) {
                topic.clear();
            }
            above = Some(own);
        }
        let line = columns(&cells, &widths, role, preview.is_empty());
        let area = Rect { y, height: 1, ..rows };
        let line = line.cut(0, usize::from(area.width));
        put(buffer, area, &line, |_| chosen.then_some(Role::ChipSelected), theme);
        if chosen {
            let x = area.x.saturating_sub(1);
            words(buffer, Rect { x, width: 1, ..area }, "›", Role::Cursor, theme);
        }
    }
    if list.is_empty() {
        words(buffer, rows, "nothing fits what you typed", Role::Muted, theme);
    }
    draw_preview(state, list, (rows, preview), theme, buffer);
}

fn draw_preview(
    state: &State,
    list: &List,
    (rows, area): (Rect, Rect),
    theme: Theme,
    buffer: &mut Buffer,
) {
    if area.is_empty() {
        return;
    }
    if area.y > rows.bottom() {
        let line = "─".repeat(usize::from(area.width));
        words(buffer, Rect { y: area.y - 1, height: 1, ..area }, &line, Role::Muted, theme);
    } else if area.y == rows.y {
        for y in area.y..area.bottom() {
            let x = area.x.saturating_sub(2);
            words(buffer, Rect { x, y, width: 1, height: 1 }, "│", Role::Muted, theme);
        }
    }
    let width = usize::from(area.width);
    let is_whole = !has_preview(list.kind) || area.y == rows.bottom();
    let previewed = if is_whole { whole_row(list, width) } else { preview(state, list, width) };
    let hidden = is_whole && previewed.len() > usize::from(area.height);
    for (y, row) in (area.y..area.bottom()).zip(previewed) {
        let mut row = row;
        if hidden && y + 1 == area.bottom() {
            row = row.cut_words(width.saturating_sub(1));
            row.decorate("…", Role::Muted);
        }
        put(buffer, Rect { y, height: 1, ..area }, &row, |_| None, theme);
    }
}

/// Returns the index among the shown rows of the one drawn at a cell; `None` outside the rows.
pub fn row_at(size: (u16, u16), list: &List, at: Position) -> Option<usize> {
    let rows = parts(size, list).rows;
    if !rows.contains(at) {
        return None;
    }
    let index = first(list, rows) + usize::from(at.y - rows.y);
    (index < list.len()).then_some(index)
}

/// The parts of a list on the screen; the preview is empty if there is no room for one.
struct Parts {
    area: Rect,
    filter: Rect,
    rows: Rect,
    preview: Rect,
}

fn parts(size: (u16, u16), list: &List) -> Parts {
    let (width, height) = size;
    let previewed = has_preview(list.kind);
    let limit = height.saturating_sub(2).max(3).min(height);
    let needed = u16::try_from(list.total()).unwrap_or(u16::MAX).saturating_add(4);
    // A case and the message of a finding need the whole width.
    let is_wide = matches!(list.kind, ListKind::Cases | ListKind::Findings);
    let is_beside = previewed && width >= BESIDE && !is_wide;
    let is_below = previewed && !is_beside && height >= BELOW;
    let below = if is_below { limit / 3 } else { 0 };
    let margin = margin(width);
    let cut = if below == 0 && !is_beside && is_cut(list, (width - 2 * margin).saturating_sub(4)) {
        WHOLE_ROWS
    } else {
        0
    };
    let needed = needed.saturating_add(cut);
    let needed = if is_beside { needed.max(limit * 2 / 3) } else { needed.saturating_add(below) };
    let high = needed.clamp(5.min(height), limit);
    let area = Rect { x: margin, y: (height - high) / 2, width: width - 2 * margin, height: high };
    let bottom = u16::from(area.height > 4);
    let inside = Rect {
        x: area.x + 2,
        y: area.y + 1,
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(1 + bottom),
    };
    let filter = Rect { height: 1, ..inside };
    let rest = Rect { y: inside.y + 1, height: inside.height.saturating_sub(1), ..inside };
    let (rows, preview) = if is_beside {
        let left = rest.width * 11 / 20;
        let x = rest.x + left + 3;
        (Rect { width: left, ..rest }, Rect { x, width: rest.width - left - 3, ..rest })
    } else {
        if cut > 0 {
            let whole = cut.min(rest.height.saturating_sub(MIN_ROWS));
            let rows = Rect { height: rest.height - whole, ..rest };
            let preview = Rect { y: rows.bottom(), height: whole, ..rest };
            return Parts { area, filter, rows, preview };
        }
        let upper = rest.height.saturating_sub(below);
        let below = Rect { y: rest.y + upper + 1, height: below.saturating_sub(1), ..rest };
        (Rect { height: upper, ..rest }, below)
    };
    Parts { area, filter, rows, preview }
}

/// Returns the number of rows, with the chosen one's place if not all of them are in view.
fn place(list: &List, height: usize) -> String {
    let (count, total) = (list.len(), list.total());
    let at = if count > height { format!("{} of ", list.cursor + 1) } else { String::new() };
    if count == total { format!("{at}{total}") } else { format!("{at}{count} ({total} in all)") }
}

/// Returns the columns of the chosen row that are cut or left out, folded.
fn whole_row(list: &List, width: usize) -> Vec<Row> {
    let Some(chosen) = list.chosen() else { return Vec::new() };
    let main = list.kind.main_column();
    let given = widths(list, width).into_iter().chain(std::iter::repeat(0));
    let columns = chosen.columns.iter().zip(given).enumerate();
    let others = columns.filter(|(index, _)| *index != main);
    let cut = others.filter(|(_, (column, given))| SafeText::new(column).width() > *given);
    let cut = cut.map(|(_, (column, _))| column);
    let text: Vec<String> =
        chosen.columns.get(main).into_iter().chain(cut).map(|it| one_line(it)).collect();
    let text: Vec<&str> = text.iter().map(|it| it.trim()).filter(|it| !it.is_empty()).collect();
    let mut row = Row::default();
    row.replaced(&text.join(" · "), crate::text::Span::default(), Role::Heading.into());
    row.wrap(&Row::default(), &Row::default(), width)
}

/// True if the list cuts what its rows are about.
fn is_cut(list: &List, width: u16) -> bool {
    let main = list.kind.main_column();
    let widths = widths(list, usize::from(width));
    let natural = list.from(0).take(SAMPLE).filter_map(|row| {
        let column = row.columns.get(main)?;
        Some(SafeText::new(column).width())
    });
    natural.max().unwrap_or_default() > widths.get(main).copied().unwrap_or_default()
}

/// Returns the first row in view, so that the cursor is always in view.
fn first(list: &List, rows: Rect) -> usize {
    let height = usize::from(rows.height).max(1);
    let middle = list.cursor.saturating_sub(height / 2);
    middle.min(list.len().saturating_sub(height))
}

/// Returns the widths of the columns: as wide as their content, from the left, while there is room.
/// A column that would be cut to a stump is left out.
fn widths(list: &List, room: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = Vec::new();
    for row in list.from(0).take(SAMPLE) {
        for (index, column) in row.columns.iter().enumerate() {
            let width = SafeText::new(column).width();
            match widths.get_mut(index) {
                Some(known) => *known = (*known).max(width),
                None => widths.push(width),
            }
        }
    }
    let natural = widths.clone();
    let main = list.kind.main_column();
    share(&mut widths, main, room);
    if widths.iter().zip(&natural).any(|(width, natural)| *width == 0 && *natural > 0) {
        // Room for the sign that a column is left out.
        widths = natural;
        share(&mut widths, main, room.saturating_sub(2));
    }
    widths
}

/// Divides the room, with some kept for the main column.
fn share(widths: &mut [usize], main: usize, room: usize) {
    let mut kept = widths.get(main).copied().unwrap_or_default().min(MAIN);
    let mut left = room;
    for (index, width) in widths.iter_mut().enumerate() {
        if index == main {
            kept = 0;
        }
        let fits = (*width).min(left.saturating_sub(if kept > 0 { kept + 2 } else { 0 }));
        *width = if fits < *width && fits < MIN { 0 } else { fits };
        if *width > 0 {
            left = left.saturating_sub(*width + 2);
        }
    }
}

/// Returns the cells of a row; `marks` adds a mark if one is left out for lack of room.
fn columns(columns: &[String], widths: &[usize], role: Role, marks: bool) -> Row {
    let mut line = Row::default();
    let last = columns.len().saturating_sub(1);
    let mut is_missing = false;
    for (index, (column, width)) in columns.iter().zip(widths).enumerate() {
        if *width == 0 {
            is_missing |= !column.is_empty();
            continue;
        }
        if !line.is_empty() {
            line.decorate("  ", Role::Text);
        }
        let mut cell = Row::default();
        cell.replaced(column, crate::text::Span::default(), role.into());
        if index == last {
            line.append(&cell.cut(0, *width));
        } else {
            let cell = cell.cut(0, *width);
            line.append(&cell);
            line.decorate(&" ".repeat(width.saturating_sub(cell.width())), Role::Text);
        }
    }
    if marks && is_missing && line.last_glyph().is_none_or(|(last, _)| last != "…") {
        line.decorate(" …", Role::Muted);
    }
    line
}
