//! The border of a pane, with its title above and a note below.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::paint::{put, words};
use crate::tui::layout::Row;
use crate::tui::role::Role;
use crate::tui::theme::Theme;

/// The words of a border.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'f> {
    /// In the top edge.
    pub title: &'f str,
    /// In the bottom edge, at the right.
    pub note: &'f str,
    /// True if the pane takes the keys.
    pub focus: bool,
}

/// Draws a border around `area`; the pane with the keys has a brighter one and a
/// pointer before its title.
pub fn draw(frame: &Frame<'_>, area: Rect, theme: Theme, buffer: &mut Buffer) {
    if area.width < 2 || area.height == 0 {
        return;
    }
    let role = if frame.focus { Role::Focus } else { Role::Muted };
    let style = theme.style(role);
    let mut set = |x: u16, y: u16, symbol: &str| {
        if let Some(cell) = buffer.cell_mut((x, y)) {
            cell.set_symbol(theme.sign(symbol)).set_style(style);
        }
    };
    let (left, right) = (area.x, area.right() - 1);
    let mut edge = |y: u16, corners: [&str; 2]| {
        set(left, y, corners[0]);
        (left + 1..right).for_each(|x| set(x, y, "─"));
        set(right, y, corners[1]);
    };
    let top = Rect { height: 1, ..area };
    let bottom = Rect { y: area.bottom() - 1, height: 1, ..area };
    let closed = area.height > 4;
    edge(top.y, ["╭", "╮"]);
    if closed {
        edge(bottom.y, ["╰", "╯"]);
    }
    for y in area.y + 1..area.bottom() - u16::from(closed) {
        set(left, y, "│");
        set(right, y, "│");
    }
    if closed {
        let note = format!(" {} ", frame.note);
        let width = u16::try_from(note.chars().count()).unwrap_or(u16::MAX);
        if !frame.note.is_empty() && width + 4 <= area.width {
            let x = area.right() - 2 - width;
            words(buffer, Rect { x, width, ..bottom }, &note, Role::Muted, theme);
        }
    }
    title(frame, top, theme, buffer);
}

fn title(frame: &Frame<'_>, top: Rect, theme: Theme, buffer: &mut Buffer) {
    if top.width < 6 {
        return;
    }
    let mut row = Row::default();
    if frame.focus {
        row.decorate("▸ ", Role::Focus);
    }
    row.decorate(frame.title, if frame.focus { Role::Focus } else { Role::Text });
    let row = row.cut(0, usize::from(top.width) - 6);
    let width = u16::try_from(row.width()).unwrap_or(0);
    let x = top.x + 2;
    words(buffer, Rect { x, width: 1, ..top }, " ", Role::Text, theme);
    put(buffer, Rect { x: x + 1, width, ..top }, &row, |_| None, theme);
    words(buffer, Rect { x: x + 1 + width, width: 1, ..top }, " ", Role::Text, theme);
}
