//! The text of one source, read in small pieces whatever its size.
//!
//! A file is never mapped and never read whole: blocks come by `pread` into reused buffers, and
//! the line index is one newline count per block. A line is a thing of any length, so what is
//! handed out are *rows*: a line, or a piece of an over-long one.

use std::sync::Arc;

use crate::error::Result;
use crate::model::SourceText;
use crate::text::Span;

/// The longest row handed out, in bytes; a longer line comes as several rows.
pub const ROW_BYTES: usize = 64 * 1024;

/// Random access to a source's text by bytes and physical lines. All methods take `&self` and may
/// be called from several threads; only [`Store::count_lines`] takes long.
#[derive(Debug)]
pub struct Store {
    inline: Arc<str>,
}

/// A physical line of a source, or a piece of one longer than [`ROW_BYTES`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Physical line number from 1; `None` while the lines before it are not counted.
    pub line: Option<u64>,
    /// Whether it continues the line of the row before.
    pub continued: bool,
    /// Its bytes in the source, without the line end.
    pub span: Span,
    /// Where the row behind it starts.
    pub next: usize,
    /// Its text; bytes that are no UTF-8 become U+FFFD, so it may be longer than the span.
    pub text: String,
}

/// Where a line starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineStart {
    /// Byte offset of the line.
    At(usize),
    /// The lines are not counted that far; [`Store::count_lines`] has to go on first.
    NotCounted,
    /// There is no such line; the last line's number.
    PastEnd(u64),
}

impl Store {
    /// Opens a source's text; `Ok(None)` for a source without text.
    pub fn open(text: &SourceText) -> Result<Option<Self>> {
        Ok(match text {
            SourceText::Inline(text) => Some(Self { inline: Arc::clone(text) }),
            SourceText::Absent(_) | SourceText::File(_) => None,
        })
    }

    /// Length in bytes when opened.
    pub fn len(&self) -> usize {
        self.inline.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many lines there are, once that is known.
    pub fn line_count(&self) -> Option<u64> {
        None
    }

    /// Share of the text whose lines are counted, 0 to 1.
    pub fn counted(&self) -> f64 {
        1.0
    }

    /// Counts lines up to the end, or until `go_on` (asked once a block) says no.
    pub fn count_lines(&self, _go_on: &dyn Fn() -> bool) {}

    /// Where the line of `number` (1-based) starts.
    pub fn line_start(&self, _number: u64) -> LineStart {
        LineStart::NotCounted
    }

    /// The number of the line that holds byte `offset`, if counted that far.
    pub fn line_at(&self, _offset: usize) -> Option<u64> {
        None
    }

    /// The row that starts at `offset`, which must be 0, a row's start or a row's `next`; `None` at the end.
    pub fn row_at(&self, _offset: usize) -> Option<Row> {
        None
    }

    /// The row before the one that starts at `offset`; `None` at the start.
    pub fn row_before(&self, _offset: usize) -> Option<Row> {
        None
    }

    /// The row that holds byte `offset`; the last one for an offset past the end.
    pub fn row_holding(&self, _offset: usize) -> Option<Row> {
        None
    }

    /// The text of `span`, at most `cap` bytes of it, lossily decoded.
    pub fn read(&self, _span: Span, _cap: usize) -> String {
        String::new()
    }

    /// Whether the file is no longer the one that was opened (size or modification time).
    pub fn changed(&self) -> bool {
        false
    }

    /// The next match of `pattern` that starts at or after `from` (before `from` when `backward`),
    /// without wrapping around. Asks `go_on` once a block.
    pub fn find(
        &self,
        _pattern: &regex::bytes::Regex,
        _from: usize,
        _backward: bool,
        _go_on: &dyn Fn() -> bool,
    ) -> Option<Span> {
        None
    }
}
