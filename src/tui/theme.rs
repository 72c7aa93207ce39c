//! The theme: the look of each role on this terminal. Colours are data, see [`super::palette`]; no
//! other code names one.
//!
//! Every state that has a colour also has a sign or an attribute, so nothing is lost without
//! colour.

use std::sync::LazyLock;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Style};

use crate::tui::palette::Palette;
use crate::tui::role::Role;

/// The styles of the roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    look: ThemeBase,
    /// True if the background is painted.
    paints: bool,
    /// True if signs and borders are ASCII.
    ascii: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ThemeBase {
    Terminal,
    Mono,
    Own(&'static Palette),
}

static TERMINAL: LazyLock<Palette> =
    LazyLock::new(|| Palette::built_in("terminal").unwrap_or_default());
static MONO: LazyLock<Palette> = LazyLock::new(|| Palette::built_in("mono").unwrap_or_default());

/// The program's signs, by the ASCII character that replaces them.
const ASCII_SIGNS: &[(&str, &str)] = &[
    ("+", "╭╮╰╯├┤┼┬┴┌┐└┘✓✔"),
    ("-", "─·–—"),
    ("=", "━═"),
    ("|", "│┃"),
    ("_", "▏␣"),
    ("#", "█▮"),
    (">", "▐▸›↪→"),
    ("<", "▌‹←"),
    (".", "▯☐"),
    ("v", "▾↓"),
    ("~", "…◐±≈"),
    ("*", "•"),
    ("o", "◦"),
    ("x", "✗✘☑×"),
    ("X", "‡"),
    ("^", "↑"),
    ("\"", "“”"),
    ("'", "‘’"),
];

impl Theme {
    /// The terminal's own sixteen colours.
    pub const COLOUR: Self = Self { look: ThemeBase::Terminal, paints: false, ascii: false };
    /// Attributes only, for `NO_COLOR` and for terminals without colour.
    pub const PLAIN: Self = Self { look: ThemeBase::Mono, paints: false, ascii: false };

    /// Returns a theme that is used until the program ends.
    pub fn new(palette: Palette) -> Self {
        Self { look: ThemeBase::Own(Box::leak(Box::new(palette))), paints: true, ascii: false }
    }

    /// Returns the same theme on the terminal's own background.
    #[must_use]
    pub const fn on_terminal_ground(self) -> Self {
        Self { paints: false, ..self }
    }

    /// Returns the same theme with signs and borders in ASCII.
    #[must_use]
    pub const fn in_ascii(self, ascii: bool) -> Self {
        Self { ascii, ..self }
    }

    fn palette(self) -> &'static Palette {
        match self.look {
            ThemeBase::Terminal => &TERMINAL,
            ThemeBase::Mono => &MONO,
            ThemeBase::Own(palette) => palette,
        }
    }

    /// Returns the style of a role.
    pub fn style(self, role: Role) -> Style {
        self.palette().style(role)
    }

    /// Returns `under` with a role on top. A highlight that only sets the background keeps the
    /// text's own colour; text without one gets that of the palette, which is readable there.
    pub fn over(self, under: Style, role: Role) -> Style {
        let palette = self.palette();
        let style = under.patch(palette.style(role));
        let is_coloured = style.fg.is_some_and(|ink| ink != Color::Reset);
        match (style.bg, palette.text) {
            (Some(_), Some(text)) if !is_coloured => style.fg(text),
            _ => style,
        }
    }

    /// Returns the form of a sign to draw.
    pub fn sign(self, sign: &str) -> &str {
        if !self.ascii || sign.is_ascii() {
            return sign;
        }
        ASCII_SIGNS.iter().find(|(_, signs)| signs.contains(sign)).map_or(sign, |(ascii, _)| ascii)
    }

    /// Paints the background, and uncoloured text, if the theme does that.
    pub fn paint_ground(self, buffer: &mut Buffer) {
        let palette = self.palette();
        let (true, Some(ground), Some(text)) = (self.paints, palette.ground, palette.text) else {
            return;
        };
        for cell in &mut buffer.content {
            if cell.bg == Color::Reset {
                cell.bg = ground;
            }
            if cell.fg == Color::Reset {
                cell.fg = text;
            }
        }
    }
}
