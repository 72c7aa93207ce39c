//! A list over the panes.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::frame::{self, Frame};
use super::paint::{clear, put, words};
use crate::text::SafeText;
use crate::tui::layout::row::Row;
use crate::tui::role::Role;
use crate::tui::state::list::List;
use crate::tui::theme::Theme;

/// A column is not cut to fewer cells than this.
const MIN: usize = 6;

/// So many rows decide how wide the columns are.
const SAMPLE: usize = 500;

/// Draws the list.
pub fn draw(size: (u16, u16), list: &List, theme: Theme, buffer: &mut Buffer) {
    let area = place(size, list);
    clear(buffer, area);
    let total = list.total();
    let note = match list.len() {
        count if count == total => format!("{total}"),
        count => format!("{count} of {total}"),
    };
    let frame = Frame { title: &list.title, note: &note, focus: true };
    frame::draw(&frame, area, theme, buffer);
    let inside = inside(area);
    let prompt = if list.filter.is_empty() { "type to filter" } else { "" };
    words(
        buffer,
        Rect { height: 1, ..inside },
        &format!("› {}{prompt}", list.filter),
        if prompt.is_empty() { Role::Text } else { Role::Muted },
        theme,
    );
    let rows = rows(inside);
    let widths = widths(list, usize::from(rows.width));
    let first = first(list, rows);
    for ((y, index), row) in (rows.y..rows.bottom()).zip(first..).zip(list.from(first)) {
        let chosen = index == list.cursor;
        let role = if row.trouble { Role::ChipTrouble } else { Role::Text };
        let line = columns(&row.columns, &widths, role);
        let area = Rect { y, height: 1, ..rows };
        put(
            buffer,
            area,
            &line.cut(0, usize::from(area.width)),
            |_| chosen.then_some(Role::ChipSelected),
            theme,
        );
        if chosen {
            let x = area.x.saturating_sub(1);
            words(buffer, Rect { x, width: 1, ..area }, "›", Role::Cursor, theme);
        }
    }
    if list.is_empty() {
        words(buffer, rows, "nothing fits what you typed", Role::Muted, theme);
    }
}

/// The index among the shown rows of the one drawn at a cell; `None` outside the rows.
pub fn row_at(size: (u16, u16), list: &List, at: Position) -> Option<usize> {
    let rows = rows(inside(place(size, list)));
    if !rows.contains(at) {
        return None;
    }
    let index = first(list, rows) + usize::from(at.y - rows.y);
    (index < list.len()).then_some(index)
}

fn place(size: (u16, u16), list: &List) -> Rect {
    let (width, height) = size;
    let wanted = u16::try_from(list.total()).unwrap_or(u16::MAX).saturating_add(4);
    let margin = if width > 60 { 4 } else { 0 };
    let high = wanted.clamp(5.min(height), height.saturating_sub(2).max(3).min(height));
    let y = (height - high) / 2;
    Rect { x: margin, y, width: width - 2 * margin, height: high }
}

fn inside(area: Rect) -> Rect {
    let bottom = u16::from(area.height > 4);
    Rect {
        x: area.x + 2,
        y: area.y + 1,
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(1 + bottom),
    }
}

fn rows(inside: Rect) -> Rect {
    Rect { y: inside.y + 1, height: inside.height.saturating_sub(1), ..inside }
}

/// The first row in view, so that the cursor is always in view.
fn first(list: &List, rows: Rect) -> usize {
    let height = usize::from(rows.height).max(1);
    let middle = list.cursor.saturating_sub(height / 2);
    middle.min(list.len().saturating_sub(height))
}

/// The widths of the columns: as wide as what is in them, from the left, as long as there is room;
/// a column that would be cut to a stump is left out.
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
    let mut left = room;
    for width in &mut widths {
        let fits = (*width).min(left);
        *width = if fits < *width && fits < MIN { 0 } else { fits };
        if *width > 0 {
            left = left.saturating_sub(*width + 2);
        }
    }
    widths
}

fn columns(columns: &[String], widths: &[usize], role: Role) -> Row {
    let mut line = Row::default();
    let last = columns.len().saturating_sub(1);
    for (index, (column, width)) in columns.iter().zip(widths).enumerate() {
        if *width == 0 {
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
    line
}
