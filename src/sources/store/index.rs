//! The line index: the number of line ends before each block.
//!
//! A line end belongs to the block of its last byte, so a CRLF across a block border counts once,
//! in the later block. "Line ends in a range" is therefore additive over any cuts, so that blocks,
//! the nearby place and a partial block can be combined.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use super::{LineStart, Store};

/// The number of blocks counted between two calls of `go_on`: few enough to stay in the processor's
/// cache between reading and counting, and to fit the buffer for rows.
const BLOCKS_AT_ONCE: usize = 4;

/// The line ends counted so far.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// Entry *i*: line ends in the blocks 0 to *i*.
    sums: RwLock<Vec<u64>>,
    /// A byte offset and the number of line ends before it: the last place asked for. Neighbouring
    /// rows are requested one after the other, and need not count from the block's start each time.
    near: Mutex<Option<(usize, u64)>>,
    /// Number of lines, once all is counted.
    lines: OnceLock<u64>,
}

impl Index {
    fn counted_blocks(&self) -> usize {
        self.sums.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Returns all line ends counted so far.
    fn total(&self) -> u64 {
        let sums = self.sums.read().unwrap_or_else(PoisonError::into_inner);
        sums.last().copied().unwrap_or(0)
    }

    /// Returns the line ends before block `block`, if counted that far.
    fn before(&self, block: usize) -> Option<u64> {
        let Some(previous) = block.checked_sub(1) else { return Some(0) };
        self.sums.read().unwrap_or_else(PoisonError::into_inner).get(previous).copied()
    }

    /// Returns the block that holds the line end of `number` (1-based) and the line ends before
    /// that block, if counted that far.
    fn block_of(&self, number: u64) -> Option<(usize, u64)> {
        let sums = self.sums.read().unwrap_or_else(PoisonError::into_inner);
        let block = sums.partition_point(|&sum| sum < number);
        if block == sums.len() {
            return None;
        }
        let before = block.checked_sub(1).and_then(|previous| sums.get(previous));
        Some((block, before.copied().unwrap_or(0)))
    }

    /// Appends the counts of the blocks from `first` on, except those that another thread has
    /// appended meanwhile.
    fn append(&self, first: usize, counts: &[u64]) {
        let mut sums = self.sums.write().unwrap_or_else(PoisonError::into_inner);
        let Some(known) = sums.len().checked_sub(first) else { return };
        let mut sum = sums.last().copied().unwrap_or(0);
        for count in counts.iter().skip(known) {
            sum += count;
            sums.push(sum);
        }
    }

    fn near(&self) -> MutexGuard<'_, Option<(usize, u64)>> {
        self.near.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store {
    /// Returns the number of lines, if it is known; short texts are counted on request.
    pub fn line_count(&self) -> Option<u64> {
        if self.len <= self.sizes.lazy {
            self.count_lines(&|| true);
        }
        self.known_line_count()
    }

    /// Like [`Store::line_count`], but counts only if that takes one read: for callers that must
    /// not wait.
    pub fn line_count_at_a_glance(&self) -> Option<u64> {
        if self.len <= self.sizes.block * BLOCKS_AT_ONCE {
            self.count_lines(&|| true);
        }
        self.known_line_count()
    }

    fn known_line_count(&self) -> Option<u64> {
        self.all_counted().then(|| self.lines_when_counted())
    }

    /// Returns the share of the text whose lines are counted, 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "a share for people, not an offset")]
    pub fn counted(&self) -> f64 {
        match self.blocks() {
            0 => 1.0,
            blocks => self.index.counted_blocks() as f64 / blocks as f64,
        }
    }

    /// Counts lines up to the end, or until `go_on` (called every 64 KiB) returns false; a later
    /// call continues from there. Other threads may read meanwhile.
    pub fn count_lines(&self, go_on: &dyn Fn() -> bool) {
        while !self.all_counted() && go_on() {
            self.count_blocks(BLOCKS_AT_ONCE);
        }
    }

    /// Returns the start of the line of `number` (1-based). There is no line 0.
    pub fn line_start(&self, number: u64) -> LineStart {
        let Some(wanted) = number.checked_sub(1) else {
            return LineStart::PastEnd(self.line_count().unwrap_or(0));
        };
        if self.is_empty() {
            return LineStart::PastEnd(0);
        }
        if wanted == 0 {
            return LineStart::At(0);
        }
        while self.index.total() < wanted && !self.all_counted() && self.may_count() {
            // Most requested lines are near the start.
            let how_many = if self.index.counted_blocks() == 0 { 1 } else { BLOCKS_AT_ONCE };
            self.count_blocks(how_many);
        }
        match self.index.block_of(wanted) {
            Some((block, before)) => self.start_in_block(block, wanted - before, number),
            None if self.all_counted() => LineStart::PastEnd(self.lines_when_counted()),
            None => LineStart::NotCounted,
        }
    }

    /// Returns the number of the line that holds byte `offset`, if counted that far; the last line
    /// for an offset at or past the end, 0 for the empty text.
    pub fn line_at(&self, offset: usize) -> Option<u64> {
        if self.is_empty() {
            return Some(0);
        }
        Some(self.ends_before(offset.min(self.len - 1))? + 1)
    }

    /// Returns the number of line ends whose last byte is before `offset`, if counted that far.
    fn ends_before(&self, offset: usize) -> Option<u64> {
        let block = offset / self.sizes.block;
        self.count_to_block(block);
        let mut base = (block * self.sizes.block, self.index.before(block)?);
        if let Some(near) = *self.index.near()
            && near.0.abs_diff(offset) < offset - base.0
        {
            base = near;
        }
        let (low, high) = (base.0.min(offset), base.0.max(offset));
        let between = self.window(low, high + 1, |bytes| line_ends(bytes, 0, high - low));
        let ends = if base.0 <= offset { base.1 + between } else { base.1.saturating_sub(between) };
        *self.index.near() = Some((offset, ends));
        Some(ends)
    }

    /// Returns the start of line `number`, which follows line end `nth` (1-based) of `block`.
    fn start_in_block(&self, block: usize, nth: u64, number: u64) -> LineStart {
        let start = block * self.sizes.block;
        let skip = usize::try_from(nth.saturating_sub(1)).unwrap_or(usize::MAX);
        let end = self.window(start, start + self.sizes.block + 1, |bytes| {
            memchr::memchr2_iter(b'\n', b'\r', bytes).filter(|&at| is_line_end(bytes, at)).nth(skip)
        });
        match end {
            Some(end) if start + end + 1 < self.len => LineStart::At(start + end + 1),
            _ => LineStart::PastEnd(number - 1),
        }
    }

    /// Counts up to `block`, exclusive, if that is near enough to the start to be quick.
    fn count_to_block(&self, block: usize) {
        if block.saturating_mul(self.sizes.block) > self.sizes.lazy.saturating_add(self.sizes.block)
        {
            return;
        }
        while self.index.counted_blocks() < block && !self.all_counted() {
            self.count_blocks(1);
        }
    }

    /// Counts the next `how_many` blocks, or the rest.
    fn count_blocks(&self, how_many: usize) {
        let first = self.index.counted_blocks();
        let block = self.sizes.block;
        let start = first * block;
        let stop = (start + how_many * block).min(self.len);
        let length = stop.saturating_sub(start);
        let counts: Vec<u64> = self.window(start, stop + 1, |bytes| {
            (0..length)
                .step_by(block)
                .map(|from| line_ends(bytes, from, (from + block).min(length)))
                .collect()
        });
        self.index.append(first, &counts);
    }

    fn blocks(&self) -> usize {
        self.len.div_ceil(self.sizes.block)
    }

    fn all_counted(&self) -> bool {
        self.index.counted_blocks() >= self.blocks()
    }

    /// True if counting may continue without a request.
    fn may_count(&self) -> bool {
        self.index.counted_blocks().saturating_mul(self.sizes.block) < self.sizes.lazy
    }

    fn lines_when_counted(&self) -> u64 {
        if self.is_empty() {
            return 0;
        }
        *self.index.lines.get_or_init(|| {
            let closed = self.window(self.len - 1, self.len, |last| matches!(last, b"\n" | b"\r"));
            self.index.total() + u64::from(!closed)
        })
    }
}

/// True if the CR or LF at `at` is the last byte of a line end.
pub(super) fn is_line_end(bytes: &[u8], at: usize) -> bool {
    bytes.get(at) == Some(&b'\n') || bytes.get(at + 1) != Some(&b'\n')
}

/// Returns the number of line ends whose last byte is in `from..to`. The byte at `to`, if there is
/// one, decides if a CR before it is a line end by itself.
fn line_ends(bytes: &[u8], from: usize, to: usize) -> u64 {
    let to = to.min(bytes.len());
    let range = bytes.get(from..to).unwrap_or_default();
    let feeds = memchr::memchr_iter(b'\n', range).count() as u64;
    if memchr::memchr(b'\r', range).is_none() {
        return feeds;
    }
    let returns = memchr::memchr_iter(b'\r', range).count() as u64;
    let with_next = bytes.get(from..(to + 1).min(bytes.len())).unwrap_or_default();
    feeds + returns - pairs(with_next)
}

/// Counts CRLF. Summing short runs in a byte each lets the compiler use vectors.
fn pairs(bytes: &[u8]) -> u64 {
    let next = bytes.get(1..).unwrap_or_default();
    bytes
        .chunks(128)
        .zip(next.chunks(128))
        .map(|(these, those)| {
            let run = these.iter().zip(those).map(|(&a, &b)| u8::from(a == b'\r' && b == b'\n'));
            u64::from(run.fold(0_u8, u8::wrapping_add))
        })
        .sum()
}
