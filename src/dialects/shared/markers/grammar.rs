//! The one grammar of markers: `open family (separator field)* close`.
//!
//! A [`Scanner`] walks over bytes that may arrive in pieces and yields one marker after another;
//! the streaming reader, the block reader of `extract` and `strip`, and the inspector's lenient
//! reading all use it. An opening always starts a new marker, so an unclosed one affects only
//! itself: nothing is searched past the next opening, which keeps the time linear. Callers
//! interpret a family's fields.

use crate::dialects::shared::markers::marker::{Ending, Marker};
use crate::text::Span;

use crate::dialects::shared::markers::fields::{
    blank_at, is_id_byte, line_numbers, slice, trimmed,
};
use crate::dialects::shared::markers::marks::{
    MAX_LENGTH, Mark, MarkKind, is_escape, next_mark, next_mark_near, undecided,
};
use crate::dialects::shared::markers::plain::Plain;
use crate::dialects::shared::markers::stripped::{locator_prefix, turn_id};

/// The maximum length of a marker, in bytes from the start of its opening to the end of its close.
///
/// A citation takes less than 200 bytes, but lists of links and interface descriptions take
/// kilobytes. A marker that is still open after this many bytes counts as unclosed, in a stream as
/// in a whole text.
pub const MARKER_LIMIT: usize = 64 * 1024;

/// Maximum distance of the close of a citation after the first blank inside one of its fields, in
/// bytes.
///
/// Ids have no blanks, so the text after a blank is prose that follows a lost close. The limit
/// keeps a stream from waiting until the next marker, and still lets a field of two words be
/// reported as a bad id.
pub const PROSE_LIMIT: usize = 1024;

/// The markers to search for, and their spelling.
#[derive(Debug, Clone, Default)]
pub(crate) struct Grammar {
    /// Families whose fields are ids and locators.
    pub(crate) families: Vec<String>,
    /// Other known families, only used to find the end of a broken marker.
    pub(crate) others: Vec<&'static str>,
    /// True if six-character escapes are marks as well.
    pub(crate) escapes: bool,
    /// True if U+E20B closes a `navlist`.
    pub(crate) list_close: bool,
}

/// The result of [`Scanner::next`].
#[derive(Debug)]
pub(crate) enum Found<'s> {
    /// A marker; continue at the end of its span.
    Marker(&'s Marker),
    /// Everything before this byte is settled and has no further marker. The rest needs more bytes:
    /// pass it again, followed by the next bytes.
    More(usize),
}

/// Walks over text that may arrive in pieces.
#[derive(Debug)]
pub(crate) struct Scanner {
    grammar: Grammar,
    /// The current marker; while it is unfinished, its spans count from its opening.
    marker: Marker,
    unfinished: Option<Unfinished>,
}

/// The length of an unfinished marker searched so far, in bytes from its opening.
#[derive(Debug, Clone, Copy)]
struct Unfinished {
    /// All marks before this byte are known.
    scanned: usize,
    /// At this length, look for prose again; doubled each time, so that a stream of single
    /// characters is read in linear time.
    look_at: usize,
}

impl Scanner {
    pub(crate) fn new(grammar: Grammar) -> Self {
        Self { grammar, marker: Marker::default(), unfinished: None }
    }

    /// Returns the marker after `opening`, if the fast path can read it; nothing is unfinished
    /// then.
    #[inline]
    pub(crate) fn plain<'b>(&self, opening: Mark, bytes: &'b [u8]) -> Option<Plain<'b>> {
        if is_escape(opening.span) {
            return None;
        }
        Plain::read(bytes, opening.span.start, &self.grammar.families)
    }

    /// Returns the next marker of `bytes` at or after `from`; `last` means that nothing follows
    /// `bytes`.
    ///
    /// After [`Found::More`], the next call must have the named byte at its `from`.
    pub(crate) fn next(&mut self, bytes: &[u8], from: usize, last: bool) -> Found<'_> {
        let opening = self.next_opening(bytes, from);
        self.next_behind(opening, bytes, from, last)
    }

    /// Like [`Scanner::next`], for a caller that already has the next opening.
    pub(crate) fn next_behind(
        &mut self,
        opening: Option<Mark>,
        bytes: &[u8],
        from: usize,
        last: bool,
    ) -> Found<'_> {
        let (open, state) = match (self.unfinished.take(), opening) {
            (Some(state), _) => (from, state),
            (None, Some(mark)) => (mark.span.start, self.begin(mark)),
            (None, None) if last => return Found::More(bytes.len()),
            (None, None) => return Found::More(undecided(bytes, self.grammar.escapes).max(from)),
        };
        if self.go_on(bytes, open, state, last) {
            Found::Marker(&self.marker)
        } else {
            Found::More(open)
        }
    }

    /// Returns the next opening at or after `from`; `None` while a marker is unfinished.
    #[inline]
    pub(crate) fn next_opening(&self, bytes: &[u8], from: usize) -> Option<Mark> {
        if self.unfinished.is_some() {
            return None;
        }
        let mut at = from;
        loop {
            let mark = next_mark(bytes, at, self.grammar.escapes)?;
            if mark.kind == MarkKind::Open {
                return Some(mark);
            }
            at = mark.span.end;
        }
    }

    fn begin(&mut self, open: Mark) -> Unfinished {
        self.marker.fields.clear();
        self.marker.escaped = is_escape(open.span);
        // The span's end carries where the current field starts until the marker is finished.
        self.marker.span = Span::at(open.span.len());
        Unfinished { scanned: open.span.len(), look_at: PROSE_LIMIT }
    }

    /// Reads on in the marker that opens at `open`; false when more bytes are needed.
    fn go_on(&mut self, bytes: &[u8], open: usize, mut state: Unfinished, last: bool) -> bool {
        while let Some(mark) = next_mark_near(bytes, open + state.scanned, self.grammar.escapes) {
            let (start, end) = (mark.span.start - open, mark.span.end - open);
            if end > MARKER_LIMIT {
                break;
            }
            state.scanned = end;
            let opens = mark.kind == MarkKind::Open;
            if mark.kind == MarkKind::ListClose && !self.closes_list(bytes, open, start) {
                continue;
            }
            if !opens {
                self.marker.escaped |= is_escape(mark.span);
            }
            self.marker.fields.push(Span::new(self.marker.span.end, start));
            self.marker.span.end = end;
            if mark.kind == MarkKind::Separator {
                continue;
            }
            if end > PROSE_LIMIT && self.ran_into_prose(bytes, open, end) {
                self.break_off(bytes, open, Ending::Unclosed);
            } else if opens {
                self.break_off(bytes, open, Ending::SecondOpening);
            } else {
                self.finish(bytes, open, end, Ending::Closed);
            }
            return true;
        }
        let len = bytes.len() - open;
        let mut given_up = last || len > MARKER_LIMIT;
        if !given_up && len >= state.look_at {
            self.marker.fields.push(Span::new(self.marker.span.end, len));
            given_up = self.ran_into_prose(bytes, open, len);
            self.marker.fields.pop();
            state.look_at = len * 2;
        }
        if given_up {
            let end = len.min(MARKER_LIMIT);
            self.marker.fields.push(Span::new(self.marker.span.end.min(end), end));
            self.break_off(bytes, open, Ending::Unclosed);
            return true;
        }
        // The end of the bytes may cut a mark, so the last few bytes are scanned again.
        state.scanned = state.scanned.max(len.saturating_sub(MAX_LENGTH - 1));
        self.unfinished = Some(state);
        false
    }

    fn closes_list(&self, bytes: &[u8], open: usize, start: usize) -> bool {
        let head = self.marker.fields.first().copied();
        let head = head.unwrap_or(Span::new(self.marker.span.end, start));
        self.grammar.list_close && slice(bytes, head.shifted(open)) == b"navlist"
    }

    /// True if a citation's field had a blank inside its text more than [`PROSE_LIMIT`] before
    /// `end`.
    fn ran_into_prose(&self, bytes: &[u8], open: usize, end: usize) -> bool {
        let fields = self.marker.fields.iter().map(|field| field.shifted(open));
        let asked =
            fields.clone().next().is_some_and(|head| self.grammar.asks_for(slice(bytes, head)));
        let blank = fields.skip(1).find_map(|field| inner_blank(bytes, field));
        asked && blank.is_some_and(|blank| open + end > blank + PROSE_LIMIT)
    }

    /// Ends a marker without a close: it keeps its longest part that reads like a marker, and the
    /// rest becomes prose.
    fn break_off(&mut self, bytes: &[u8], open: usize, ending: Ending) {
        let fields: Vec<Span> =
            self.marker.fields.iter().map(|field| field.shifted(open)).collect();
        let (kept, end) = self.grammar.readable_part(bytes, &fields);
        self.marker.fields.truncate(kept);
        if let Some(field) = self.marker.fields.last_mut() {
            field.end = end - open;
        }
        self.finish(bytes, open, end - open, ending);
    }

    fn finish(&mut self, bytes: &[u8], open: usize, end: usize, ending: Ending) {
        for field in &mut self.marker.fields {
            *field = field.shifted(open);
        }
        self.marker.span = Span::new(open, open + end);
        self.marker.ending = ending;
        let head = slice(bytes, self.marker.head());
        let nameless = head.is_empty() && ending != Ending::Closed;
        self.marker.asked = nameless || self.grammar.asks_for(head);
    }
}

impl Grammar {
    #[inline]
    pub(crate) fn asks_for(&self, family: &[u8]) -> bool {
        self.families.iter().any(|asked| asked.as_bytes() == family)
    }

    /// Returns the number of a broken marker's fields that read like a marker, and the end of the
    /// last of them.
    ///
    /// The last field continues into prose, so it only counts up to the end of an id or a locator.
    fn readable_part(&self, bytes: &[u8], fields: &[Span]) -> (usize, usize) {
        let Some((head, rest)) = fields.split_first() else { return (0, 0) };
        let Some((last, middle)) = rest.split_last() else {
            return (1, head.start + self.family_prefix(slice(bytes, *head)));
        };
        let family = slice(bytes, trimmed(bytes, *head));
        if !(is_family_word(family) || self.asks_for(family)) {
            return (1, head.start);
        }
        let first = rest.first().unwrap_or(last);
        if !self.asks_for(family) {
            return (2, first.start);
        }
        for (index, field) in middle.iter().enumerate() {
            let inner = trimmed(bytes, *field);
            if id_run(slice(bytes, inner)) < inner.len() {
                return (index + 2, field.start + tail_part(slice(bytes, *field)));
            }
        }
        (fields.len(), last.start + tail_part(slice(bytes, *last)))
    }

    /// Returns the length of a family word at the beginning of a text, followed by other text.
    pub(crate) fn family_prefix(&self, text: &[u8]) -> usize {
        let asked = self.families.iter().map(String::as_bytes);
        let names = asked.chain(self.others.iter().map(|name| name.as_bytes()));
        names
            .filter(|name| text.starts_with(name))
            .map(<[u8]>::len)
            .filter(|len| !text.get(*len).is_some_and(|byte| is_id_byte(*byte)))
            .max()
            .unwrap_or(0)
    }
}

/// True if it looks like a family: ASCII lowercase letters, digits and `_`.
pub(crate) fn is_family_word(text: &[u8]) -> bool {
    text.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'_')
}

/// Finds the byte in `bytes` where text continues after a blank in a field.
fn inner_blank(bytes: &[u8], field: Span) -> Option<usize> {
    let inner = trimmed(bytes, field);
    let mut at = inner.start;
    while at < inner.end {
        if blank_at(slice(bytes, Span::new(at, inner.end))) > 0 {
            return Some(at);
        }
        at += 1;
    }
    None
}

fn id_run(text: &[u8]) -> usize {
    text.iter().take_while(|byte| is_id_byte(**byte)).count()
}

/// Returns the length of the part of a broken marker's last field that belongs to it.
fn tail_part(field: &[u8]) -> usize {
    let mut blanks = 0;
    loop {
        let blank = blank_at(field.get(blanks..).unwrap_or_default());
        if blank == 0 {
            break;
        }
        blanks += blank;
    }
    let text = field.get(blanks..).unwrap_or_default();
    let run = text.get(..id_run(text)).unwrap_or_default();
    // Prose may be attached to an id with a recognizable end: `turn0file0However`.
    let sure = turn_id(run).or_else(|| locator_prefix(run));
    match sure {
        Some(len) if run.get(len).is_some_and(u8::is_ascii_alphabetic) => blanks + len,
        // After a blank any word could be prose; only the id forms that models print are taken.
        None if blanks > 0 && line_numbers(run).is_none() => 0,
        _ if run.is_empty() => 0,
        _ => blanks + run.len(),
    }
}
