//! Paints rows and words into the cells of an area.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr as _;

use crate::text::Span;
use crate::tui::layout::{Glyph, Row};
use crate::tui::role::Role;
use crate::tui::theme::Theme;

/// Paints a row from the left edge of `area`; `over` may replace the role of a glyph.
pub fn put(
    buffer: &mut Buffer,
    area: Rect,
    row: &Row,
    over: impl Fn(&Glyph) -> Option<Role>,
    theme: Theme,
) {
    let mut x = area.x;
    for (text, glyph) in row.glyphs() {
        if x.saturating_add(glyph.width) > area.right() {
            break;
        }
        let look = glyph.look;
        let mut style = theme.style(look.role);
        if look.bold {
            style = style.add_modifier(Modifier::BOLD);
        }
        if look.italic {
            style = style.add_modifier(Modifier::ITALIC);
        }
        if look.struck {
            style = style.add_modifier(Modifier::CROSSED_OUT);
        }
        if let Some(role) = over(glyph) {
            style = theme.over(style, role);
        }
        if glyph.width > 0 {
            // Text of the response or a source is shown as it is.
            let is_own = glyph.span.is_empty() || glyph.chip.is_some();
            let text = if is_own { theme.sign(text) } else { text };
            set(buffer, x, area.y, text, glyph.width, style);
        }
        x = x.saturating_add(glyph.width);
    }
}

/// Sets one glyph. A token takes one cell per character, so that drawing over a part leaves the
/// rest; cells covered by a wide character are cleared, so that nothing shows through.
pub fn set(buffer: &mut Buffer, x: u16, y: u16, text: &str, width: u16, style: Style) {
    if width > 2 {
        for (x, c) in (x..x + width).zip(text.chars()) {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.set_char(c).set_style(style);
            }
        }
        return;
    }
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.set_symbol(text).set_style(style);
    }
    for covered in x + 1..x + width {
        if let Some(cell) = buffer.cell_mut((covered, y)) {
            cell.reset();
            cell.set_style(style);
        }
    }
}

/// Empties an area. A wide character that reaches into it from the left goes as a whole.
pub fn clear(buffer: &mut Buffer, area: Rect) {
    for y in area.top()..area.bottom() {
        if let Some(cell) = area.x.checked_sub(1).and_then(|x| buffer.cell_mut((x, y)))
            && cell.symbol().width() > 1
        {
            cell.set_symbol(" ");
        }
        for x in area.left()..area.right() {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.reset();
            }
        }
    }
}

/// Paints trusted text at a place, cut at the right edge.
pub fn words(buffer: &mut Buffer, area: Rect, text: &str, role: Role, theme: Theme) {
    let mut row = Row::default();
    row.decorate(text, role);
    put(buffer, area, &row.cut(0, usize::from(area.width)), |_| None, theme);
}

/// True if `span` touches one of `spans`, which are in order and do not overlap but by pairs.
pub fn touches(spans: &[Span], span: Span) -> bool {
    let from = spans.partition_point(|other| other.end <= span.start);
    spans.get(from).is_some_and(|other| other.overlaps(span))
}
