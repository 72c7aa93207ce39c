//! The records of a text with one on each line, such as JSON Lines, or the items of one JSON list,
//! found on demand.
//!
//! A record is a line that is not blank, and not a comment such as `# run 2`, which begins with `#` and
//! holds no `{`; a line ends at LF, as JSON Lines defines it. An item ends at the comma or bracket after
//! it; the rest of its text is not looked at. Only the state of the count before every 64 KiB is kept,
//! so a text of 10 GiB takes 6 MiB of index, however short its records are. A record belongs to the
//! place of its first non-blank byte, or of the first `{` after a `#`.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Store, bytes};
use crate::text::Span;

/// The records of a text. Several threads may use it at once.
#[derive(Debug)]
pub struct Records {
    store: Store,
    /// True if they are the items of a list.
    items: bool,
    sizes: Sizes,
    known: Mutex<CountedBlocks>,
}

/// Sizes of reads; tests use small values so that every border is met.
#[derive(Debug, Clone, Copy)]
struct Sizes {
    /// Bytes between two entries of the index.
    block: usize,
    /// Blocks counted in one go: few enough to stay in the processor's cache.
    blocks: usize,
}

const SIZES: Sizes = Sizes { block: 64 * 1024, blocks: 4 };

/// The maximum number of stretches that are searched in one go: less than two milliseconds' worth.
const MAX_STRETCHES: usize = 16;

/// The place of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordPlace {
    /// Its line, from 1; blank lines and comments count. The number of an item of a list.
    pub line: u64,
    /// Its bytes in the text, from the start of the line, without the LF.
    pub span: Span,
}

/// The progress of a count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counted {
    /// Number counted so far.
    pub count: usize,
    /// True if these are all.
    pub all: bool,
    /// Grows with every step of the count, even if nothing was found.
    pub progress: usize,
}

#[derive(Debug)]
struct CountedBlocks {
    /// The state before each block that was counted.
    blocks: Vec<State>,
    /// The state after them.
    end: State,
    /// The state before the last requested record: most often that record or the next one is
    /// requested again.
    near: State,
}

/// A count under way.
#[derive(Debug, Clone, Copy, Default)]
struct State {
    /// The number of bytes read.
    at: usize,
    /// Records begun.
    records: usize,
    /// Line ends passed.
    lines: u64,
    /// Start of the current line.
    line_start: usize,
    /// True if the record of the current line has begun.
    begun: bool,
    /// True if the current line begins as a comment.
    comment: bool,
    /// The place in JSON, for items of a list.
    json: Json,
}

/// A place in JSON.
#[derive(Debug, Clone, Copy, Default)]
struct Json {
    /// Number of open brackets within the list.
    depth: u32,
    quoted: bool,
    escaped: bool,
    /// True after the list.
    ended: bool,
    /// The end of the last item that is over.
    item_end: usize,
}

impl State {
    /// As [`State::pass`], for the items of a list.
    fn pass_items(&mut self, bytes: &[u8], wanted: usize) -> bool {
        let start = self.at;
        self.at += bytes.len();
        let mut rest = bytes;
        while let Some((byte, after)) = rest.split_first().filter(|_| !self.json.ended) {
            let at = start + (bytes.len() - rest.len());
            rest = after;
            if self.json.escaped {
                self.json.escaped = false;
                continue;
            }
            if self.json.quoted {
                match byte {
                    b'\\' => self.json.escaped = true,
                    b'"' => self.json.quoted = false,
                    _ => {
                        let next = memchr::memchr2(b'"', b'\\', rest).unwrap_or(rest.len());
                        rest = rest.get(next..).unwrap_or_default();
                    }
                }
                continue;
            }
            match (byte, self.json.depth) {
                (byte, _) if byte.is_ascii_whitespace() => {}
                (b',', 0) => {
                    (self.begun, self.lines, self.json.item_end) = (false, self.lines + 1, at);
                }
                (b']', 0) => {
                    self.json.ended = true;
                    self.json.item_end = if self.begun { at } else { self.json.item_end };
                }
                _ => {
                    if !self.begun {
                        (self.begun, self.line_start) = (true, at);
                        self.records += 1;
                        if self.records > wanted {
                            self.at = at;
                            return true;
                        }
                    }
                    match byte {
                        b'{' | b'[' => self.json.depth += 1,
                        b'}' | b']' => self.json.depth = self.json.depth.saturating_sub(1),
                        b'"' => self.json.quoted = true,
                        _ => {}
                    }
                }
            }
        }
        false
    }

    /// Goes over the next bytes, up to and including the first byte of record `wanted` (from 0) if
    /// that is among them; whether it is.
    fn pass(&mut self, bytes: &[u8], wanted: usize) -> bool {
        let end = self.at + bytes.len();
        let mut rest = bytes;
        loop {
            if !self.begun {
                let blank = |byte: &&u8| byte.is_ascii_whitespace() && **byte != b'\n';
                let blanks = rest.iter().take_while(blank).count();
                rest = rest.get(blanks..).unwrap_or_default();
                self.comment |= rest.first() == Some(&b'#');
                if self.comment {
                    let end = memchr::memchr2(b'{', b'\n', rest).unwrap_or(rest.len());
                    rest = rest.get(end..).unwrap_or_default();
                }
                match rest.first() {
                    None => break,
                    Some(b'\n') => {}
                    Some(_) => {
                        self.begun = true;
                        self.records += 1;
                        if self.records > wanted {
                            self.at = end - rest.len();
                            return true;
                        }
                    }
                }
            }
            let Some(feed) = memchr::memchr(b'\n', rest) else { break };
            rest = rest.get(feed + 1..).unwrap_or_default();
            (self.begun, self.comment) = (false, false);
            self.lines += 1;
            self.line_start = end - rest.len();
        }
        self.at = end;
        false
    }
}

impl Records {
    /// Creates the records of `store`. Nothing is read yet.
    pub fn new(store: Store) -> Self {
        let start = store.bom;
        Self::sized(store, start, false, SIZES)
    }

    /// Creates the records of a JSON list of objects, which is the whole text or the first field of an
    /// object; `None` if that is not how the text begins.
    pub fn of_list(store: Store) -> Option<Self> {
        let start = store.head(list_start)?;
        Some(Self::sized(store, start, true, SIZES))
    }

    fn sized(store: Store, start: usize, items: bool, sizes: Sizes) -> Self {
        let start = State { at: start, line_start: start, ..State::default() };
        let known = CountedBlocks { blocks: Vec::new(), end: start, near: start };
        Self { store, items, sizes, known: Mutex::new(known) }
    }

    /// True if they are the items of a list instead of lines.
    pub const fn are_items(&self) -> bool {
        self.items
    }

    /// Goes over the next bytes, up to record `wanted`.
    fn pass(&self, state: &mut State, bytes: &[u8], wanted: usize) -> bool {
        if self.items { state.pass_items(bytes, wanted) } else { state.pass(bytes, wanted) }
    }

    /// Returns their text.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Returns the count so far.
    pub fn counted(&self) -> Counted {
        let end = self.known().end;
        Counted { count: end.records, all: end.at >= self.store.len, progress: end.at }
    }

    /// Counts the records that start in the next `bytes` of the text.
    pub fn count_on(&self, bytes: usize) {
        let stop = self.counted().progress.saturating_add(bytes);
        while self.counted().progress < stop && self.count_blocks() {}
        bytes::release_buffer();
    }

    /// True if there is a record `index` (from 0). Counts only as far as necessary.
    pub fn has(&self, index: usize) -> bool {
        while self.counted().count <= index {
            if !self.count_blocks() {
                return false;
            }
        }
        true
    }

    /// Returns the place of record `index` (from 0); `None` if it does not exist. Counts only as
    /// far as necessary.
    pub fn place(&self, index: usize) -> Option<RecordPlace> {
        if !self.has(index) {
            return None;
        }
        let mut state = self.state_before(index)?;
        let block_end = (state.at / self.sizes.block + 1) * self.sizes.block;
        // A file that has become shorter has lost it.
        let found =
            self.store.window(state.at, block_end, |bytes| self.pass(&mut state, bytes, index));
        found.then_some(())?;
        let end = if self.items { self.item_end(state) } else { self.line_end(state.at) };
        let place = RecordPlace { line: state.lines + 1, span: Span::new(state.line_start, end) };
        self.known().near = State { records: index, begun: false, ..state };
        Some(place)
    }

    /// Returns the next records from `index` on with bytes that `is_in` accepts, and maybe some before and after
    /// them, among those that are counted: some megabytes of them are searched, in stretches of some blocks. `is_in`
    /// gets a stretch with the block after it, and the number of bytes of the stretch. If none is found, the range is
    /// empty and begins where the search ended.
    pub fn search(&self, index: usize, is_in: impl Fn(&[u8], usize) -> bool) -> Range<usize> {
        let Some(first) = self.place(index) else { return index..index };
        let Counted { count, all, progress } = self.counted();
        // The last one may go on after what was counted.
        let last = if all { count } else { count.saturating_sub(1) }.max(index);
        let Sizes { block, blocks } = self.sizes;
        let mut start = first.span.start;
        for _ in 0..MAX_STRETCHES {
            if start >= progress {
                return last..last;
            }
            let end = (start / block + blocks) * block;
            let own = end.min(progress) - start;
            if self.store.window(start, start + own + block, |bytes| is_in(bytes, own)) {
                let from = self.records_before(start).saturating_sub(1).max(index);
                return from..self.records_before(end).clamp(from, last).max((from + 1).min(last));
            }
            start = end;
        }
        // The one before it may go on in the next stretch.
        let next = self.records_before(start).saturating_sub(1).clamp(index, last);
        next..next
    }

    /// Returns the number of records that begin before the block of a byte.
    fn records_before(&self, at: usize) -> usize {
        let known = self.known();
        let next = known.blocks.partition_point(|state| state.at <= at);
        let state = next.checked_sub(1).and_then(|it| known.blocks.get(it));
        let is_counted = known.end.at > at;
        if is_counted { state.map_or(0, |state| state.records) } else { known.end.records }
    }

    /// Returns the bytes of a record at `span`; fewer if the file has become shorter.
    pub fn bytes(&self, span: Span) -> Vec<u8> {
        let read = self.store.window(span.start, span.end, <[u8]>::to_vec);
        if read.len() > self.sizes.block {
            bytes::release_buffer();
        }
        read
    }

    /// Returns the nearest known state before record `index`, in the block where that starts.
    fn state_before(&self, index: usize) -> Option<State> {
        let known = self.known();
        let block = known.blocks.partition_point(|state| state.records <= index);
        let state = *known.blocks.get(block.checked_sub(1)?)?;
        let near = known.near;
        let nearer = near.at > state.at && near.records <= index;
        let next = known.blocks.get(block).map_or(known.end.at, |state| state.at);
        Some(if nearer && near.at < next { near } else { state })
    }

    /// Returns the end of the item that begins at `state`: where the next begins or the list is over.
    fn item_end(&self, state: State) -> usize {
        let start = state.at;
        let mut state = State { begun: false, records: 0, ..state };
        let mut seen = 1;
        while seen > 0 && state.records < 2 && !state.json.ended {
            let from = state.at;
            seen = self.store.window(from, from + self.sizes.block, |bytes| {
                state.pass_items(bytes, 1);
                bytes.len()
            });
        }
        Some(state.json.item_end).filter(|end| *end > start).unwrap_or(self.store.len)
    }

    /// Returns the end of the line that holds byte `from`.
    fn line_end(&self, from: usize) -> usize {
        let mut low = from;
        // Most records are short: a first look is a small one.
        let mut look = 4 * 1024;
        while low < self.store.len {
            let (feed, seen) = self.store.window(low, low.saturating_add(look), |bytes| {
                (memchr::memchr(b'\n', bytes), bytes.len())
            });
            match feed {
                Some(feed) => return low + feed,
                None if seen == 0 => return low,
                None => low += seen,
            }
            look = (look * 4).min(self.sizes.block * self.sizes.blocks);
        }
        self.store.len
    }

    /// Counts some more; whether there was anything left to count.
    fn count_blocks(&self) -> bool {
        let mut known = self.known();
        if known.end.at >= self.store.len {
            return false;
        }
        let Sizes { block, blocks } = self.sizes;
        let from = known.end.at;
        let until = (from / block + blocks) * block;
        self.store.window(from, until, |bytes| {
            let mut rest = bytes;
            while !rest.is_empty() {
                let mut state = known.end;
                known.blocks.push(state);
                let left = block - state.at % block;
                let (these, after) = rest.split_at(left.min(rest.len()));
                self.pass(&mut state, these, usize::MAX);
                known.end = state;
                rest = after;
            }
            if bytes.is_empty() {
                // The file has become shorter.
                known.end.at = self.store.len;
            }
        });
        true
    }

    fn known(&self) -> MutexGuard<'_, CountedBlocks> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the place after the bracket that opens the list, for a text that begins with a list of
/// objects or with an object whose first field is one.
fn list_start(head: &[u8]) -> Option<usize> {
    let rest = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    let list = match rest.strip_prefix(b"{") {
        Some(fields) => {
            let key = fields.trim_ascii_start().strip_prefix(b"\"")?;
            let end = memchr::memchr2(b'"', b'\\', key)?;
            let value = key.get(end..)?.strip_prefix(b"\"")?.trim_ascii_start();
            value.strip_prefix(b":")?.trim_ascii_start()
        }
        None => rest,
    };
    let items = list.strip_prefix(b"[")?;
    items.trim_ascii_start().starts_with(b"{").then_some(head.len() - items.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn records(text: &str, block: usize) -> Records {
        let store = Store::inline(text.into());
        let start = store.bom;
        Records::sized(store, start, false, Sizes { block, blocks: 2 })
    }

    fn items(text: &str, block: usize) -> Vec<String> {
        let store = Store::inline(text.into());
        let start = store.head(list_start).unwrap();
        let records = Records::sized(store, start, true, Sizes { block, blocks: 2 });
        let found = (0..).map_while(|index| records.place(index)).enumerate();
        let text = |(index, place): (usize, RecordPlace)| {
            assert_eq!(place.line, index as u64 + 1);
            String::from_utf8(records.bytes(place.span)).unwrap()
        };
        let found: Vec<String> = found.map(text).collect();
        assert_eq!(records.counted().count, found.len());
        found
    }

    #[test]
    fn items_of_a_list_end_at_commas_outside_of_them() {
        let first = r#"{"a": "],\\\"[", "b": [1, {"c": "}"}]}"#;
        for block in [1, 2, 3, 7, 4096] {
            let list = format!("\u{feff} [ {first} ,\n{{}},{first}]  , {{}}");
            let found: Vec<String> =
                items(&list, block).iter().map(|item| item.trim().to_owned()).collect();
            assert_eq!(found, [first, "{}", first]);
            let field = format!("{{\"conversations\" : [{first},{{\"d\": 1}}], \"x\": [{{}}]}}");
            assert_eq!(items(&field, block), [first, "{\"d\": 1}"]);
            // One that is cut off goes to the end.
            assert_eq!(items("[{},{\"a\": [1, 2", block), ["{}", "{\"a\": [1, 2"]);
        }
        for other in ["", "{", "[1, 2]", "{\"a\": 1, \"b\": [{}]}", "text", "{}\n{}\n"] {
            assert_eq!(list_start(other.as_bytes()), None);
        }
    }

    proptest! {
        #[test]
        fn a_search_passes_no_record_with_what_is_searched_for(
            lines in prop::collection::vec("[ax]{0,12}", 0..120),
            block in 1_usize..6,
        ) {
            let text = lines.join("\n");
            let records = records(&text, block);
            let is_in = |bytes: &[u8], own: usize| bytes.iter().take(own).any(|it| *it == b'x');
            let (mut index, mut end) = (0, 0);
            let mut seen = std::collections::BTreeSet::new();
            loop {
                if index >= end {
                    let next = records.search(index, is_in);
                    (index, end) = (next.start, next.end.max(next.start + 1));
                }
                if records.place(index).is_none() {
                    break;
                }
                seen.insert(index);
                index += 1;
            }
            let found = lines.iter().filter(|line| !line.is_empty()).enumerate();
            for (number, _) in found.filter(|(_, line)| line.contains('x')) {
                prop_assert!(seen.contains(&number), "{number}");
            }
        }

        #[test]
        fn records_are_the_lines_that_are_neither_blank_nor_comments(
            text in "(\u{feff})?[ab#{ \t\r\n]{0,60}",
            block in 1_usize..9,
            asked in proptest::collection::vec(0_usize..40, 0..12),
        ) {
            let body = text.strip_prefix('\u{feff}').unwrap_or(&text);
            let bom = text.len() - body.len();
            let mut expected = Vec::new();
            let mut start = bom;
            for (line, content) in (1..).zip(body.split('\n')) {
                let words = content.trim_ascii();
                let is_comment = words.starts_with('#') && !words.contains('{');
                if !words.is_empty() && !is_comment {
                    let span = Span::new(start, start + content.len());
                    expected.push(RecordPlace { line, span });
                }
                start += content.len() + 1;
            }
            let records = records(&text, block);
            for index in asked {
                prop_assert_eq!(records.place(index), expected.get(index).copied());
            }
            records.count_on(usize::MAX);
            prop_assert!(records.counted().all);
            prop_assert_eq!(records.counted().count, expected.len());
            let all: Vec<RecordPlace> = (0..).map_while(|index| records.place(index)).collect();
            prop_assert_eq!(all, expected);
        }
    }

    #[test]
    fn only_what_is_asked_for_is_counted() {
        let text = "{}\n".repeat(100);
        let records = records(&text, 8);
        assert_eq!(records.counted(), Counted::default());
        assert_eq!(records.place(0).map(|place| place.line), Some(1));
        assert_eq!(records.counted(), Counted { count: 6, all: false, progress: 16 });
    }
}
