//! Counting a text's characters up to given bytes.

use super::{Store, bytes};
use crate::text::Unit;

/// The number of bytes read at a time.
const PIECE: usize = 256 * 1024;

impl Store {
    /// Counts `unit` before each of `offsets`, which are bytes in ascending order. Reads
    /// the text once, up to the last of them.
    ///
    /// A character belongs to the byte it starts at; invalid UTF-8 counts as the U+FFFD that is
    /// shown for it. A byte order mark is a character like any other, as it is for bytes.
    pub fn count_before(&self, offsets: &[usize], unit: Unit) -> Vec<usize> {
        if unit == Unit::Bytes {
            offsets.to_vec()
        } else {
            self.count_before_by(offsets, unit, PIECE)
        }
    }

    /// Like [`Store::count_before`], reading `piece` bytes at a time.
    pub(super) fn count_before_by(
        &self,
        offsets: &[usize],
        unit: Unit,
        piece: usize,
    ) -> Vec<usize> {
        let mut count = Count { unit, offsets, at: 0, counted: 0, found: Vec::new() };
        let mut low = 0;
        while count.found.len() < offsets.len() && low < self.len {
            let high = low.saturating_add(piece).min(self.len);
            let seen = self.window(low, high, |bytes| count.piece(bytes, high == self.len));
            if seen == 0 {
                break;
            }
            low += seen;
        }
        bytes::release_buffer();
        // Offsets past the end, or in the part that a file has lost since it was opened.
        count.found.resize(offsets.len(), count.counted);
        count.found
    }
}

/// A count under way.
struct Count<'o> {
    unit: Unit,
    offsets: &'o [usize],
    /// The number of bytes read, and their count.
    at: usize,
    counted: usize,
    /// The counts of the first offsets.
    found: Vec<usize>,
}

impl Count<'_> {
    /// Goes over the next bytes; how many that were. A character cut off at their end is left for
    /// the next piece, unless this is the `last`.
    fn piece(&mut self, bytes: &[u8], last: bool) -> usize {
        let before = self.at;
        let mut left = bytes.len();
        for chunk in bytes.utf8_chunks() {
            self.valid(chunk.valid().as_bytes());
            left -= chunk.valid().len() + chunk.invalid().len();
            let may_go_on = left == 0 && !last && chunk.invalid().len() < bytes.len();
            if !chunk.invalid().is_empty() && !may_go_on {
                self.answer(self.at, self.counted);
                self.at += chunk.invalid().len();
                self.counted += 1;
                self.answer(self.at, self.counted);
            }
        }
        self.at - before
    }

    /// Goes over whole characters.
    fn valid(&mut self, mut bytes: &[u8]) {
        while let Some(&offset) = self.offsets.get(self.found.len())
            && let Some((before, after)) = bytes.split_at_checked(offset.saturating_sub(self.at))
        {
            self.pass(before);
            self.found.push(self.counted);
            bytes = after;
        }
        self.pass(bytes);
    }

    fn pass(&mut self, bytes: &[u8]) {
        self.at += bytes.len();
        self.counted += characters(bytes, self.unit);
    }

    /// Answers the offsets up to byte `at`.
    fn answer(&mut self, at: usize, counted: usize) {
        while self.offsets.get(self.found.len()).is_some_and(|&offset| offset <= at) {
            self.found.push(counted);
        }
    }
}

/// Returns the characters that start in `bytes` of valid UTF-8. Short runs are summed in a byte
/// each, so that the compiler can use vectors.
fn characters(bytes: &[u8], unit: Unit) -> usize {
    let wide = u8::from(unit == Unit::Utf16);
    let run = |bytes: &[u8]| {
        bytes
            .iter()
            .map(|&byte| u8::from(byte & 0xC0 != 0x80) + (wide & u8::from(byte >= 0xF0)))
            .fold(0_u8, u8::wrapping_add)
    };
    bytes.chunks(96).map(|bytes| usize::from(run(bytes))).sum()
}
