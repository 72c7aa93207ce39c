//! The strict reading of files of any size: blocks through one buffer, into a [`Sink`].
//!
//! Blocks of 256 KiB stay in the processor's cache, and nothing grows with the input: only a marker
//! that the end of a block cuts is carried over to the next. Invalid UTF-8 is passed on unchanged.

use std::io::{ErrorKind, Read};

use crate::error::{Error, Result};
use crate::text::Span;

use crate::dialects::shared::markers::fields::{Reading, slice};
use crate::dialects::shared::markers::grammar::{Found, Grammar, MARKER_LIMIT, Scanner};
use crate::dialects::shared::markers::marker::Marker;
use crate::dialects::shared::markers::plain::Plain;

const BLOCK: usize = 256 * 1024;

/// Receives the pieces of a text, in order.
pub(crate) trait Sink {
    /// Receives text outside the requested markers.
    fn gap(&mut self, bytes: &[u8]) -> Result<()>;

    /// Receives a plain marker of a requested family.
    fn plain(&mut self, marker: &Plain) -> Result<()>;

    /// Receives any other marker of a requested family. Spans count in `block`.
    fn marker(&mut self, block: &[u8], marker: &Marker, reading: &Reading) -> Result<()>;
}

/// The buffers of a scan, for one input after another.
pub(crate) struct Blocks {
    grammar: Grammar,
    buffer: Vec<u8>,
}

impl Blocks {
    pub(crate) fn new(grammar: Grammar) -> Self {
        Self { grammar, buffer: vec![0; MARKER_LIMIT + BLOCK] }
    }

    /// Reads `input` to its end; `name` is for the error.
    pub(crate) fn scan(
        &mut self,
        input: &mut impl Read,
        name: &str,
        sink: &mut impl Sink,
    ) -> Result<()> {
        let mut pieces =
            Pieces { scanner: Scanner::new(self.grammar.clone()), reading: Reading::default() };
        let mut filled = 0;
        loop {
            let free = self.buffer.get_mut(filled..).unwrap_or_default();
            let count = match input.read(free) {
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(Error::io("read", name, error)),
            };
            filled += count;
            let block = self.buffer.get(..filled).unwrap_or_default();
            let settled = pieces.pass_on(block, count == 0, sink)?;
            if count == 0 {
                return Ok(());
            }
            self.buffer.copy_within(settled..filled, 0);
            filled -= settled;
        }
    }
}

struct Pieces {
    scanner: Scanner,
    reading: Reading,
}

impl Pieces {
    /// Passes on everything settled, and returns the start of the rest.
    fn pass_on(&mut self, block: &[u8], last: bool, sink: &mut impl Sink) -> Result<usize> {
        let mut gap = 0;
        let mut at = 0;
        loop {
            let opening = self.scanner.next_opening(block, at);
            if let Some(mark) = opening
                && let Some(plain) = self.scanner.plain(mark, block)
            {
                sink.gap(slice(block, Span::new(gap, mark.span.start)))?;
                sink.plain(&plain)?;
                at = mark.span.start + plain.len();
                gap = at;
                continue;
            }
            match self.scanner.next_behind(opening, block, at, last) {
                Found::Marker(marker) => {
                    at = marker.span.end;
                    if marker.asked {
                        sink.gap(slice(block, Span::new(gap, marker.span.start)))?;
                        self.reading.read(block, marker);
                        sink.marker(block, marker, &self.reading)?;
                        gap = at;
                    }
                }
                Found::More(settled) => {
                    sink.gap(slice(block, Span::new(gap, settled)))?;
                    return Ok(settled);
                }
            }
        }
    }
}
