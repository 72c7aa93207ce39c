//! A picture as text with ANSI styles, for `cat` and `less -R`.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use super::Form;
use super::cells::cells;

/// The entry in the table of forms.
pub(super) const FORM: Form = Form { extension: "ansi", write };

/// The attributes that are drawn, with their numbers in SGR.
const ATTRIBUTES: [(Modifier, u8); 6] = [
    (Modifier::BOLD, 1),
    (Modifier::DIM, 2),
    (Modifier::ITALIC, 3),
    (Modifier::UNDERLINED, 4),
    (Modifier::REVERSED, 7),
    (Modifier::CROSSED_OUT, 9),
];

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
    for (modifier, number) in ATTRIBUTES {
        if cell.modifier.contains(modifier) {
            let _infallible = write!(style, ";{number}");
        }
    }
    for (colour, base) in [(cell.fg, 30), (cell.bg, 40)] {
        if let Color::Rgb(red, green, blue) = colour {
            let _infallible = write!(style, ";{};2;{red};{green};{blue}", base + 8);
        }
        if let Some(number) = number(colour) {
            let bright = if number < 8 { base + number } else { base + 60 + number - 8 };
            let _infallible = write!(style, ";{bright}");
        }
    }
    style
}

/// Returns the place of a colour among the terminal's sixteen.
pub(super) fn number(colour: Color) -> Option<u8> {
    Some(match colour {
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
        // Others are not of the sixteen.
        _ => return None,
    })
}
