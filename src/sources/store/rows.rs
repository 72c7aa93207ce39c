//! Rows: lines, and the pieces of over-long lines.
//!
//! A line longer than a row is cut at multiples of half a row, counted from the start of the *text*
//! and moved back to the start of a character; only the multiples in its first quarter row are
//! skipped, so that no piece at its start is tiny. The surrounding bytes therefore determine if a
//! multiple is a cut, and rows are the same from any direction, without searching for a line's
//! distant start.

use super::{Row, Store};
use crate::sources::lines::lossy;
use crate::text::Span;

/// Room for the byte before a row (is this a line's start?) and for the line end after it.
const MARGIN: usize = 3;

impl Store {
    /// Returns the row that starts at `offset`, which must be 0, a row's start or a row's `next`;
    /// `None` at the end.
    ///
    /// From any other offset, returns the rest of the row there.
    pub fn row_at(&self, offset: usize) -> Option<Row> {
        let mut row = self.row(offset)?;
        row.line = self.line_at(row.span.start);
        Some(row)
    }

    /// Returns the row before the one that starts at `offset`; `None` at the start.
    pub fn row_before(&self, offset: usize) -> Option<Row> {
        if offset <= self.bom {
            return None;
        }
        self.row_holding(offset - 1)
    }

    /// Returns the row that holds byte `offset`; the last one for an offset past the end.
    pub fn row_holding(&self, offset: usize) -> Option<Row> {
        if self.is_empty() {
            return None;
        }
        let offset = offset.clamp(self.bom, self.len - 1);
        let mut row = self.row(self.row_start_before(offset))?;
        while row.next <= offset {
            row = self.row(row.next)?;
        }
        row.line = self.line_at(row.span.start);
        Some(row)
    }

    /// Returns the row at `offset`, its line not yet numbered.
    fn row(&self, offset: usize) -> Option<Row> {
        let start = offset.max(self.bom);
        if start >= self.len {
            return None;
        }
        self.row_within(start, self.sizes.glance)
            .or_else(|| self.row_within(start, self.sizes.row + MARGIN))
    }

    /// Returns the row at `start`, if the next `reach` bytes contain its end.
    fn row_within(&self, start: usize, reach: usize) -> Option<Row> {
        let before = usize::from(start > self.bom);
        self.window(start - before, start + reach, |bytes| {
            let rest = bytes.get(before..).filter(|rest| !rest.is_empty())?;
            let previous = if before == 1 { bytes.first() } else { None };
            let continued = match previous {
                None | Some(b'\n') => false,
                Some(b'\r') => rest.first() == Some(&b'\n'),
                Some(_) => true,
            };
            let complete = rest.len() < reach || start + rest.len() >= self.len;
            let (end, next) = self.row_end(rest, start, continued, complete)?;
            let text = lossy(rest.get(..end)?).into_owned();
            let span = Span::new(start, start + end);
            Some(Row { line: None, continued, span, next: start + next, text })
        })
    }

    /// Returns the end of the row of `rest` and the start of the next one, both counted from
    /// `start`; `None` if more bytes are needed. `complete` means that there are no more.
    fn row_end(
        &self,
        rest: &[u8],
        start: usize,
        continued: bool,
        complete: bool,
    ) -> Option<(usize, usize)> {
        let cut = self.next_cut(start, continued) - start;
        let longest = if continued { cut } else { self.sizes.row };
        let end = memchr::memchr2(b'\n', b'\r', rest).or_else(|| complete.then_some(rest.len()));
        match end {
            Some(end) if end <= longest => {
                let needs_a_look = rest.get(end) == Some(&b'\r') && end + 1 == rest.len();
                if needs_a_look && !complete {
                    return None;
                }
                Some((end, end + line_end_len(rest, end)))
            }
            Some(_) => Some((character_start(rest, cut), character_start(rest, cut))),
            None if rest.len() > longest => {
                Some((character_start(rest, cut), character_start(rest, cut)))
            }
            None => None,
        }
    }

    /// Returns the first cut of an over-long line after `start`, before moving back to a character.
    const fn next_cut(&self, start: usize, continued: bool) -> usize {
        let piece = self.sizes.row / 2;
        if continued {
            // A row starts up to three bytes before its own cut.
            ((start + 3) / piece + 1) * piece
        } else {
            (start + piece / 2).div_ceil(piece) * piece
        }
    }

    /// Returns some row's start at or before `offset`, a few rows away at most.
    fn row_start_before(&self, offset: usize) -> usize {
        let far = self.sizes.row * 2;
        self.line_start_within(offset, self.sizes.glance)
            .or_else(|| self.line_start_within(offset, far))
            .unwrap_or_else(|| {
                // The line starts more than two rows before: every multiple here is a cut.
                let piece = self.sizes.row / 2;
                let cut = (offset / piece).saturating_sub(1) * piece;
                let low = cut.saturating_sub(3);
                self.window(low, cut + 1, |bytes| low + character_start(bytes, cut - low))
            })
    }

    /// Returns the start of the line that holds `offset`, if it lies at most `back` bytes before
    /// it.
    fn line_start_within(&self, offset: usize, back: usize) -> Option<usize> {
        let low = offset.saturating_sub(back);
        self.window(low, offset + 1, |bytes| {
            let mut end = offset - low;
            while let Some(at) = memchr::memrchr2(b'\n', b'\r', bytes.get(..end)?) {
                if super::index::is_line_end(bytes, at) {
                    return Some(low + at + 1);
                }
                end = at;
            }
            (low == 0).then_some(0)
        })
    }
}

/// Returns the length of the line end at `at`; 0 if there is none.
fn line_end_len(bytes: &[u8], at: usize) -> usize {
    match (bytes.get(at), bytes.get(at + 1)) {
        (Some(b'\r'), Some(b'\n')) => 2,
        (Some(b'\r' | b'\n'), _) => 1,
        _ => 0,
    }
}

/// Returns `at`, or the start of the character across it. Invalid UTF-8 is cut anywhere.
fn character_start(bytes: &[u8], at: usize) -> usize {
    if bytes.get(at).is_none_or(|byte| byte & 0xC0 != 0x80) {
        return at;
    }
    for back in 1..=at.min(3) {
        match bytes.get(at - back) {
            Some(byte) if byte & 0xC0 == 0x80 => {}
            Some(&byte) if character_len(byte) > back => return at - back,
            _ => return at,
        }
    }
    at
}

/// Returns `bytes` without an incomplete character at their end.
pub(super) fn without_cut_character(bytes: &[u8]) -> &[u8] {
    for back in 1..=bytes.len().min(3) {
        match bytes.get(bytes.len() - back) {
            Some(byte) if byte & 0xC0 == 0x80 => {}
            Some(&byte) if character_len(byte) > back => {
                return bytes.get(..bytes.len() - back).unwrap_or_default();
            }
            _ => return bytes,
        }
    }
    bytes
}

/// Returns the length of a character that starts with `lead`; 1 if none does.
const fn character_len(lead: u8) -> usize {
    match lead {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 1,
    }
}
