//! The terminal: taken, drawn on, and given back whatever happens.
//!
//! A frame goes out in one write between synchronized-update marks. Only cells that changed are
//! sent, and where a band of whole rows moved, the terminal is told to scroll it: a one-row step
//! in a full-width pane then costs two rows, not forty.

use std::io::{self, IsTerminal as _, Write};

use crossterm::{cursor, event, execute, queue, style, terminal};
use ratatui::backend::IntoCrossterm as _;
use ratatui::buffer::{Buffer, Cell, CellWidth as _};
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

/// A cell's text is at most this long, in bytes: graphemes can be any length.
const CELL_BYTES: usize = 32;

/// A band of fewer rows is not worth scrolling.
const MIN_BAND: usize = 4;

/// The screen while it is ours.
#[derive(Debug)]
pub struct Screen {
    out: Frame,
    front: Buffer,
    mouse: bool,
}

impl Screen {
    /// Takes the terminal: raw mode, alternate screen, hidden cursor, the mouse if wanted.
    pub fn enter(mouse: bool) -> io::Result<Self> {
        let mut screen =
            Self { out: Frame::default(), front: Buffer::empty(Rect::default()), mouse };
        screen.take()?;
        Ok(screen)
    }

    /// Takes it again after [`leave`], or after a stop in which a shell may have changed its modes;
    /// the next draw paints everything.
    pub fn take(&mut self) -> io::Result<()> {
        if terminal::is_raw_mode_enabled()? {
            terminal::disable_raw_mode()?;
        }
        terminal::enable_raw_mode()?;
        queue!(self.out, terminal::EnterAlternateScreen, cursor::Hide)?;
        queue!(self.out, event::EnableBracketedPaste)?;
        if self.mouse {
            queue!(self.out, event::EnableMouseCapture)?;
        }
        self.forget();
        Ok(())
    }

    /// Forgets what is on the screen, so that the next draw paints everything.
    pub fn forget(&mut self) {
        self.front = Buffer::empty(Rect::default());
    }

    /// Takes the mouse or gives it back.
    pub fn set_mouse(&mut self, mouse: bool) -> io::Result<()> {
        self.mouse = mouse;
        if mouse {
            queue!(self.out, event::EnableMouseCapture)
        } else {
            queue!(self.out, event::DisableMouseCapture)
        }
    }

    /// Asks the terminal to put text on the clipboard (OSC 52).
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(self.out, crossterm::clipboard::CopyToClipboard::to_clipboard_from(text))
    }

    /// Draws a frame of `size` with `paint`, sending what changed.
    pub fn draw(&mut self, size: (u16, u16), paint: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        let area = Rect::new(0, 0, size.0, size.1);
        let mut back = Buffer::empty(area);
        paint(&mut back);
        sweep(&mut back);
        queue!(self.out, terminal::BeginSynchronizedUpdate)?;
        if self.front.area != area {
            queue!(self.out, terminal::Clear(terminal::ClearType::All))?;
            send(&mut self.out, whole(&back))?;
        } else {
            if let Some(band) = moved(&self.front, &back) {
                scroll(&mut self.out, band)?;
                band.apply(&mut self.front);
            }
            send(&mut self.out, self.front.diff_iter(&back))?;
        }
        queue!(self.out, terminal::EndSynchronizedUpdate)?;
        self.front = back;
        Write::flush(&mut self.out)
    }
}

/// What is to be sent, until it is flushed, in one write. Unlike a `BufWriter` it says nothing when
/// it is dropped: a panic must not take the terminal again that was just given back.
#[derive(Debug, Default)]
struct Frame(Vec<u8>);

impl Write for Frame {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        stdout.write_all(&self.0)?;
        self.0.clear();
        stdout.flush()
    }
}

/// Gives the terminal back as it was. Does what it can: there is nobody left to tell of a failure.
pub fn leave() {
    let mut stdout = io::stdout().lock();
    if stdout.is_terminal() {
        let left = execute!(
            stdout,
            event::DisableMouseCapture,
            event::DisableBracketedPaste,
            terminal::EndSynchronizedUpdate,
            terminal::LeaveAlternateScreen,
            cursor::Show
        );
        drop(left);
    }
    drop(terminal::disable_raw_mode());
}

/// Rows of the screen that moved up or down as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Band {
    /// First row of the region that scrolls.
    top: u16,
    /// The row behind its last.
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

/// The longest band of whole rows that stands in `back` at another height than in `front`.
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

/// The scrolling region for rows `start..end` of the new screen that came from `up` rows below.
fn band(start: usize, end: usize, up: i32) -> Option<Band> {
    let (start, end) = (u16::try_from(start).ok()?, u16::try_from(end).ok()?);
    let by = u16::try_from(up.unsigned_abs()).ok()?;
    if up > 0 {
        Some(Band { top: start, bottom: end.checked_add(by)?, up })
    } else {
        Some(Band { top: start.checked_sub(by)?, bottom: end, up })
    }
}

/// The cells for an empty screen: of each row what stands before the blanks at its end. To send the
/// blanks between words takes less than to jump over them.
fn whole(buffer: &Buffer) -> impl Iterator<Item = (u16, u16, &Cell)> {
    (0..).zip(rows(buffer)).flat_map(|(y, row)| {
        let end = row.iter().rposition(|cell| *cell != Cell::EMPTY).map_or(0, |last| last + 1);
        let mut free = 0;
        (0_u16..).zip(row.iter().take(end)).filter_map(move |(x, cell)| {
            // What a wide character covers is not sent.
            if x < free {
                return None;
            }
            free = x.saturating_add(cell.cell_width());
            Some((x, y, cell))
        })
    })
}

fn rows(buffer: &Buffer) -> Vec<&[Cell]> {
    buffer.content.chunks(usize::from(buffer.area.width.max(1))).collect()
}

fn scroll(out: &mut impl Write, band: Band) -> io::Result<()> {
    let by = band.up.unsigned_abs();
    let letter = if band.up > 0 { 'S' } else { 'T' };
    write!(out, "\x1b[m\x1b[{};{}r\x1b[{by}{letter}\x1b[r", band.top + 1, band.bottom)
}

/// Sends cells; most of them stand behind one another and look the same, and cost only their text.
fn send<'c>(
    out: &mut impl Write,
    cells: impl IntoIterator<Item = (u16, u16, &'c Cell)>,
) -> io::Result<()> {
    let mut behind = None;
    let mut before = &Cell::EMPTY;
    for (x, y, cell) in cells {
        if behind != Some((x, y)) {
            queue!(out, cursor::MoveTo(x, y))?;
        }
        behind = Some((x + 1, y));
        if !looks_like(cell, before) {
            queue!(out, style::SetAttribute(style::Attribute::Reset))?;
            queue!(out, style::SetStyle(without_defaults(cell.style()).into_crossterm()))?;
        }
        before = cell;
        out.write_all(cell.symbol().as_bytes())?;
    }
    queue!(out, style::SetAttribute(style::Attribute::Reset))
}

fn looks_like(cell: &Cell, other: &Cell) -> bool {
    cell.fg == other.fg && cell.bg == other.bg && cell.modifier == other.modifier
}

/// A look without the colours that the terminal has by itself.
fn without_defaults(look: Style) -> Style {
    let chosen = |colour: Option<Color>| colour.filter(|colour| *colour != Color::Reset);
    Style { fg: chosen(look.fg), bg: chosen(look.bg), ..look }
}

/// The last line of defence: whatever was painted, no control reaches the terminal and no cell
/// holds more than a grapheme of reasonable size.
fn sweep(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let symbol = cell.symbol();
        if matches!(symbol.as_bytes(), [b' '..=b'~']) {
            continue;
        }
        if symbol.len() > CELL_BYTES || symbol.chars().any(char::is_control) {
            cell.set_symbol("\u{fffd}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_screen_gets_each_row_up_to_its_last_character() {
        let area = Rect::new(0, 0, 6, 3);
        let mut buffer = Buffer::empty(area);
        buffer.set_string(0, 0, "a b", Style::new());
        buffer.set_string(1, 2, "漢字", Style::new());
        let sent: Vec<_> = whole(&buffer).map(|(x, y, cell)| (x, y, cell.symbol())).collect();
        let expected =
            [(0, 0, "a"), (1, 0, " "), (2, 0, "b"), (0, 2, " "), (1, 2, "漢"), (3, 2, "字")];
        assert_eq!(sent, expected);
    }
}
