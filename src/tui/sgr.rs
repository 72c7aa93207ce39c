//! Colours and attributes as a terminal is sent them: parameters of SGR, `CSI … m` of ECMA-48.

use ratatui::style::{Color, Modifier};

/// Attributes and the numbers that begin them.
pub const ATTRIBUTES: [(Modifier, u8); 6] = [
    (Modifier::BOLD, 1),
    (Modifier::DIM, 2),
    (Modifier::ITALIC, 3),
    (Modifier::UNDERLINED, 4),
    (Modifier::REVERSED, 7),
    (Modifier::CROSSED_OUT, 9),
];

/// Returns the parameters for a colour; `base` is 30 for the ink, 40 for the ground. `None` for the
/// terminal's own colour.
pub fn colour(colour: Color, base: u8) -> Option<String> {
    Some(match colour {
        Color::Rgb(red, green, blue) => format!("{};2;{red};{green};{blue}", base + 8),
        Color::Indexed(index) => format!("{};5;{index}", base + 8),
        _ => {
            let number = number(colour)?;
            let bright = if number < 8 { number } else { number + 52 };
            (base + bright).to_string()
        }
    })
}

/// Returns the place of a colour among the terminal's sixteen.
pub fn number(colour: Color) -> Option<u8> {
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
        Color::Reset | Color::Rgb(..) | Color::Indexed(_) => return None,
    })
}
