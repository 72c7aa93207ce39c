//! The bytes for a frame: only changed cells, in as few sequences as possible.
//!
//! If a band of whole rows moved, the terminal scrolls it: a one-row step in a full-width pane then
//! costs two rows instead of forty. Short gaps between changes are sent again, because moving the
//! cursor takes more; long blanks are erased; a change of style sends only the difference.

use std::io::{self, Write};

use ratatui::buffer::{Buffer, Cell, CellWidth as _};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use crate::tui::sgr;

/// Maximum length of a cell's text, in bytes: graphemes can be any length.
const MAX_CELL_BYTES: usize = 32;

/// The minimum number of rows of a band that is worth scrolling.
const MIN_BAND: usize = 4;

/// Cells between two changes that are sent again instead of moving the cursor.
const MAX_GAP: u16 = 4;

/// Blanks in a row that are erased instead of sent.
const MIN_BLANKS: u16 = 9;

/// Text that no cell shows, so that a cell with it differs from every other.
const NOTHING: &str = "\u{10ffff}";

/// Cells of one row that lead to an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The cells; one row.
    pub area: Rect,
    /// The address, fit to be sent: see [`crate::text::address::encoded`].
    pub address: String,
}

/// The content of the terminal.
#[derive(Debug, Default)]
pub struct ScreenContent {
    /// The cells.
    pub front: Buffer,
    links: Vec<Link>,
}

impl ScreenContent {
    /// Sends the bytes that make the terminal show `back` with `links`.
    pub fn update(
        &mut self,
        out: &mut impl Write,
        back: Buffer,
        links: Vec<Link>,
    ) -> io::Result<()> {
        let mut pen = Pen { out, now: SentStyle::default(), at: None };
        if self.front.area != back.area {
            pen.out.write_all(b"\x1b[2J")?;
            self.front = Buffer::empty(back.area);
            self.links.clear();
        } else if let Some(band) = moved(&self.front, &back) {
            scroll(pen.out, band)?;
            band.apply(&mut self.front);
        }
        self.forget_changed_links(&links);
        for y in back.area.top()..back.area.bottom() {
            pen.row(&self.front, &back, &links, y)?;
        }
        pen.set_style(SentStyle::default())?;
        self.front = back;
        self.links = links;
        Ok(())
    }

    /// Makes cells differ whose address changed, so that they are sent.
    fn forget_changed_links(&mut self, links: &[Link]) {
        let gone = self.links.iter().filter(|link| !links.contains(link));
        let new = links.iter().filter(|link| !self.links.contains(link));
        let areas: Vec<Rect> = gone.chain(new).map(|link| link.area).collect();
        for area in areas {
            for x in area.left()..area.right() {
                if let Some(cell) = self.front.cell_mut((x, area.y)) {
                    cell.set_symbol(NOTHING);
                }
            }
        }
    }
}

/// Colours and attributes of cells, as far as they are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SentStyle {
    ink: Color,
    ground: Color,
    attributes: Modifier,
}

impl Default for SentStyle {
    fn default() -> Self {
        Self { ink: Color::Reset, ground: Color::Reset, attributes: Modifier::empty() }
    }
}

impl SentStyle {
    fn of(cell: &Cell) -> Self {
        Self { ink: cell.fg, ground: cell.bg, attributes: cell.modifier }
    }

    /// Returns the parameters of SGR that lead from `before` to this style, the shorter of two:
    /// everything anew, or only the difference.
    fn parameters(self, before: Self) -> String {
        let anew = {
            let mut all = vec!["0".to_owned()];
            all.extend(added(self.attributes));
            all.extend((self.ink != Color::Reset).then(|| colour(self.ink, 30)));
            all.extend((self.ground != Color::Reset).then(|| colour(self.ground, 40)));
            if self == Self::default() { String::new() } else { all.join(";") }
        };
        let mut steps = Vec::new();
        let mut kept = before.attributes;
        for (attributes, number) in REMOVED {
            if !(before.attributes & attributes & !self.attributes).is_empty() {
                steps.push(number.to_string());
                kept -= attributes;
            }
        }
        steps.extend(added(self.attributes & !kept));
        steps.extend((self.ink != before.ink).then(|| colour(self.ink, 30)));
        steps.extend((self.ground != before.ground).then(|| colour(self.ground, 40)));
        let steps = steps.join(";");
        if anew.len() <= steps.len() { anew } else { steps }
    }
}

/// The numbers that end attributes; bold and dim end together.
const REMOVED: [(Modifier, u8); 5] = [
    (Modifier::BOLD.union(Modifier::DIM), 22),
    (Modifier::ITALIC, 23),
    (Modifier::UNDERLINED, 24),
    (Modifier::REVERSED, 27),
    (Modifier::CROSSED_OUT, 29),
];

fn added(attributes: Modifier) -> impl Iterator<Item = String> {
    let contained = sgr::ATTRIBUTES.into_iter().filter(move |(one, _)| attributes.contains(*one));
    contained.map(|(_, number)| number.to_string())
}

/// Returns the parameters for a colour, or for the terminal's own; `base` is 30 for the ink, 40 for the ground.
fn colour(colour: Color, base: u8) -> String {
    sgr::colour(colour, base).unwrap_or_else(|| (base + 9).to_string())
}

/// The terminal's cursor and its present style.
struct Pen<'o, W> {
    out: &'o mut W,
    now: SentStyle,
    /// The position of the next character, if it is known.
    at: Option<(u16, u16)>,
}

impl<W: Write> Pen<'_, W> {
    /// Sends the changes of a row.
    fn row(&mut self, front: &Buffer, back: &Buffer, links: &[Link], y: u16) -> io::Result<()> {
        let area = back.area;
        let old = |x: u16| front.cell((x, y));
        let new = |x: u16| back.cell((x, y));
        let changed = |x: u16| old(x) != new(x);
        let mut x = area.left();
        // A wide character that disappears uncovers the cells after it.
        let mut uncovered = x;
        while x < area.right() {
            let Some(cell) = new(x) else { break };
            let width = cell.cell_width().max(1);
            if x >= uncovered && !(x..x + width).any(changed) {
                x += width;
                continue;
            }
            uncovered = uncovered.max(x + old(x).map_or(1, |cell| cell.cell_width().max(1)));
            self.move_to((x, y), back)?;
            let end = blanks_from(back, x, y);
            if end - x >= MIN_BLANKS && !links.iter().any(|link| link.area.y == y) {
                self.set_style(SentStyle::default())?;
                if end == area.right() {
                    self.out.write_all(b"\x1b[K")?;
                } else {
                    write!(self.out, "\x1b[{}X", end - x)?;
                }
                x = end;
            } else {
                self.cell(cell, links, (x, y))?;
                x += width;
            }
        }
        Ok(())
    }

    fn cell(&mut self, cell: &Cell, links: &[Link], (x, y): (u16, u16)) -> io::Result<()> {
        self.set_style(SentStyle::of(cell))?;
        let link = links.iter().find(|link| link.area.contains((x, y).into()));
        if let Some(link) = link {
            write!(self.out, "\x1b]8;;{}\x1b\\", link.address)?;
        }
        self.out.write_all(cell.symbol().as_bytes())?;
        if link.is_some() {
            self.out.write_all(b"\x1b]8;;\x1b\\")?;
        }
        // Terminals disagree about the width of all but single characters.
        let is_sure = cell.symbol().chars().nth(1).is_none() && cell.cell_width() == 1;
        self.at = is_sure.then_some((x + 1, y));
        Ok(())
    }

    /// Moves to a cell: by sending a short gap again, or by a sequence.
    fn move_to(&mut self, to: (u16, u16), back: &Buffer) -> io::Result<()> {
        let (x, y) = to;
        match self.at {
            Some(at) if at == to => return Ok(()),
            Some((from, row)) if row == y && from < x => {
                let gap: Vec<&Cell> = (from..x).filter_map(|x| back.cell((x, y))).collect();
                let is_plain = |cell: &&Cell| {
                    matches!(cell.symbol().as_bytes(), [b' '..=b'~'])
                        && SentStyle::of(cell) == self.now
                };
                if x - from <= MAX_GAP && gap.iter().all(is_plain) {
                    for cell in gap {
                        self.out.write_all(cell.symbol().as_bytes())?;
                    }
                } else {
                    write!(self.out, "\x1b[{}C", x - from)?;
                }
            }
            Some((_, row)) if row + 1 == y && x == 0 => self.out.write_all(b"\r\n")?,
            _ => write!(self.out, "\x1b[{};{}H", y + 1, x + 1)?,
        }
        self.at = Some(to);
        Ok(())
    }

    fn set_style(&mut self, look: SentStyle) -> io::Result<()> {
        if look != self.now {
            write!(self.out, "\x1b[{}m", look.parameters(self.now))?;
            self.now = look;
        }
        Ok(())
    }
}

/// Returns the column after the unstyled blanks that start at a cell.
fn blanks_from(buffer: &Buffer, x: u16, y: u16) -> u16 {
    let blanks = (x..buffer.area.right())
        .take_while(|x| buffer.cell((*x, y)).is_some_and(|cell| *cell == Cell::EMPTY));
    x + u16::try_from(blanks.count()).unwrap_or(0)
}

/// Rows of the screen that moved up or down as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Band {
    /// First row of the region that scrolls.
    top: u16,
    /// The row after its last one.
    bottom: u16,
    /// Rows the text moved up; negative: down.
    up: i32,
}

impl Band {
    /// Does to a buffer what the terminal does on the screen.
    fn apply(self, buffer: &mut Buffer) {
        let old = buffer.clone();
        let width = buffer.area.width;
        for y in self.top..self.bottom {
            let from = i32::from(y) + self.up;
            let from = u16::try_from(from).ok().filter(|y| (self.top..self.bottom).contains(y));
            for x in 0..width {
                let cell = from.and_then(|from| old.cell((x, from))).cloned().unwrap_or_default();
                if let Some(place) = buffer.cell_mut((x, y)) {
                    *place = cell;
                }
            }
        }
    }
}

/// Returns the longest band of whole rows of `back` that is at another height in `front`.
fn moved(front: &Buffer, back: &Buffer) -> Option<Band> {
    let (before, after) = (rows(front), rows(back));
    let height = i32::try_from(after.len()).ok()?;
    let mut best: Option<Band> = None;
    for up in (-height / 2..=height / 2).filter(|up| *up != 0) {
        let mut run = 0;
        for y in 0..=after.len() {
            let same = |y: usize| {
                let from = usize::try_from(i32::try_from(y).ok()? + up).ok()?;
                Some(after.get(y)? == before.get(from)?)
            };
            if same(y) == Some(true) {
                run += 1;
                continue;
            }
            let longest = best.map_or(0, |band| usize::from(band.bottom - band.top));
            let length = run + up.unsigned_abs() as usize;
            let gains = (y - run..y).filter(|&y| after.get(y) != before.get(y)).count();
            if gains >= MIN_BAND && length > longest {
                best = band(y - run, y, up);
            }
            run = 0;
        }
    }
    best
}

/// Returns the scrolling region for rows `start..end` of the new screen that came from `up` rows
/// below.
fn band(start: usize, end: usize, up: i32) -> Option<Band> {
    let (start, end) = (u16::try_from(start).ok()?, u16::try_from(end).ok()?);
    let by = u16::try_from(up.unsigned_abs()).ok()?;
    if up > 0 {
        Some(Band { top: start, bottom: end.checked_add(by)?, up })
    } else {
        Some(Band { top: start.checked_sub(by)?, bottom: end, up })
    }
}

fn rows(buffer: &Buffer) -> Vec<&[Cell]> {
    buffer.content.chunks(usize::from(buffer.area.width.max(1))).collect()
}

fn scroll(out: &mut impl Write, band: Band) -> io::Result<()> {
    let by = band.up.unsigned_abs();
    let letter = if band.up > 0 { 'S' } else { 'T' };
    write!(out, "\x1b[m\x1b[{};{}r\x1b[{by}{letter}\x1b[r", band.top + 1, band.bottom)
}

/// Cleans the frame as a last defence: no control reaches the terminal, and no cell holds more than
/// a grapheme of reasonable size.
pub fn sweep(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let symbol = cell.symbol();
        if matches!(symbol.as_bytes(), [b' '..=b'~']) {
            continue;
        }
        if symbol.len() > MAX_CELL_BYTES || symbol.chars().any(char::is_control) {
            cell.set_symbol("\u{fffd}");
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::style::Style;

    use super::*;

    fn sent(front: &Buffer, back: &Buffer) -> String {
        let mut shown = ScreenContent { front: front.clone(), links: Vec::new() };
        let mut out = Vec::new();
        shown.update(&mut out, back.clone(), Vec::new()).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_row_ends_with_its_last_character() {
        let area = Rect::new(0, 0, 12, 3);
        let mut back = Buffer::empty(area);
        back.set_string(0, 0, "a b", Style::new());
        back.set_string(1, 2, "漢字", Style::new());
        assert_eq!(
            sent(&Buffer::empty(Rect::default()), &back),
            "\x1b[2J\x1b[1;1Ha b\x1b[3;2H漢\x1b[3;4H字"
        );
    }

    #[test]
    fn a_change_of_style_sends_what_differs() {
        let area = Rect::new(0, 0, 6, 1);
        let mut back = Buffer::empty(area);
        back.set_string(0, 0, "ab", Style::new().fg(Color::Red).add_modifier(Modifier::BOLD));
        back.set_string(2, 0, "cd", Style::new().fg(Color::Red));
        back.set_string(4, 0, "ef", Style::new().fg(Color::Rgb(1, 2, 3)).bg(Color::Blue));
        let expected = "\x1b[1;1H\x1b[1;31mab\x1b[22mcd\x1b[38;2;1;2;3;44mef\x1b[m";
        assert_eq!(sent(&Buffer::empty(area), &back), expected);
    }

    #[test]
    fn a_link_is_sent_when_it_comes_and_when_it_goes() {
        let area = Rect::new(0, 0, 4, 1);
        let mut back = Buffer::empty(area);
        back.set_string(0, 0, "ab", Style::new());
        let link = Link { area: Rect::new(1, 0, 1, 1), address: "https://a.example".to_owned() };
        let mut shown = ScreenContent { front: back.clone(), links: Vec::new() };
        let mut sent = |links: Vec<Link>| {
            let mut out = Vec::new();
            shown.update(&mut out, back.clone(), links).unwrap();
            String::from_utf8(out).unwrap()
        };
        let linked = "\x1b[1;2H\x1b]8;;https://a.example\x1b\\b\x1b]8;;\x1b\\";
        assert_eq!(sent(vec![link.clone()]), linked);
        assert_eq!(sent(vec![link]), "");
        assert_eq!(sent(Vec::new()), "\x1b[1;2Hb");
    }

    #[test]
    fn a_short_gap_is_sent_again_and_a_long_blank_erased() {
        let area = Rect::new(0, 0, 30, 1);
        let (mut front, mut back) = (Buffer::empty(area), Buffer::empty(area));
        front.set_string(0, 0, "one two three four five six", Style::new());
        back.set_string(0, 0, "One two Three", Style::new());
        assert_eq!(sent(&front, &back), "\x1b[1;1HO\x1b[7CT\x1b[5C\x1b[K");
        back.set_string(0, 0, "One Two", Style::new());
        front = back.clone();
        back.set_string(0, 0, "one two", Style::new());
        assert_eq!(sent(&front, &back), "\x1b[1;1Hone t");
    }
}
