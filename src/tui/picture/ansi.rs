//! A picture as text with ANSI styles, for `cat` and `less -R`.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};

use super::Form;
use super::cells::cells;
use crate::tui::sgr;

/// The entry in the table of forms.
pub(super) const FORM: Form = Form { extension: "ansi", write };

fn write(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut row = String::new();
        let mut last = String::new();
        for (_, _, cell) in cells(buffer, y) {
            let style = style(cell);
            if style != last {
                let _infallible = write!(row, "\x1b[0{style}m");
                last = style;
            }
            row.push_str(cell.symbol());
        }
        if last.is_empty() {
            row.truncate(row.trim_end_matches(' ').len());
        } else {
            row.push_str("\x1b[0m");
        }
        text.push_str(&row);
        text.push('\n');
    }
    text
}

/// Returns the parameters of a style, after the `0` that resets the one before.
fn style(cell: &Cell) -> String {
    let mut style = String::new();
    for (modifier, number) in sgr::ATTRIBUTES {
        if cell.modifier.contains(modifier) {
            let _infallible = write!(style, ";{number}");
        }
    }
    for colour in [sgr::colour(cell.fg, 30), sgr::colour(cell.bg, 40)].into_iter().flatten() {
        let _infallible = write!(style, ";{colour}");
    }
    style
}
