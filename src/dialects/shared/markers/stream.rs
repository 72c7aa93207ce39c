//! The streaming reader: text as it arrives from a model, in pieces of any size.
//!
//! It returns prose, citations and broken markers, in order, and only holds back text that may
//! still become a marker: from an opening to its close, the next opening or a limit. Any division
//! of a text gives the same result as reading it whole, except for the points where prose is cut.

use crate::model::ProblemKind;
use crate::text::Span;

use crate::dialects::shared::markers::fields::{Reading, slice};
use crate::dialects::shared::markers::grammar;
use crate::dialects::shared::markers::grammar::{Grammar, Scanner};
use crate::dialects::shared::markers::marker::Marker;

/// The markers that a [`Reader`] looks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The families that are citations, literally; if empty, nothing is found.
    pub families: Vec<String>,
    /// True if six-character escapes such as `\ue200` (any hex case) are marks as well.
    pub escapes: bool,
}

impl Default for Options {
    /// Returns the family `cite`, in both spellings.
    fn default() -> Self {
        Self { families: vec!["cite".to_owned()], escapes: true }
    }
}

impl Options {
    pub(crate) fn grammar(&self) -> Grammar {
        Grammar { families: self.families.clone(), escapes: self.escapes, ..Grammar::default() }
    }
}

/// A piece of the text, in order; the pieces' texts joined are the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Text outside markers. Where one event of prose ends and the next begins means nothing.
    Prose(String),
    /// A citation as the guide reads it. Its `problem` can only be a doubtful locator.
    Citation(Found),
    /// A marker that the guide's helpers ignore; its `problem` is the reason. An unclosed one
    /// covers only the part that reads like a marker, and the rest comes as prose.
    Malformed(Found),
    /// A marker of another family. Its fields are not read.
    Other(Found),
}

/// A marker in a stream.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// The marker as written in the text.
    pub raw: String,
    /// Its family; empty if it broke off before that.
    pub family: String,
    /// Its ids, in order.
    pub source_ids: Vec<String>,
    /// The line locator of its last field, as written.
    pub locator: Option<String>,
    /// Bytes of the whole stream.
    pub span: Span,
    /// Its fault.
    pub problem: Option<ProblemKind>,
}

/// Reads a text in pieces.
///
/// ```
/// use pincite::dialects::shared::markers::{Event, Options, Reader};
///
/// let mut reader = Reader::new(Options::default());
/// assert_eq!(reader.push("Yes. \u{e200}ci"), [Event::Prose("Yes. ".to_owned())]);
/// let events = reader.push("te\u{e202}turn0file0\u{e201}");
/// assert!(matches!(events.as_slice(), [Event::Citation(_)]));
/// assert_eq!(reader.finish(), []);
/// ```
#[derive(Debug)]
pub struct Reader {
    scanner: Scanner,
    reading: Reading,
    /// Text that is held back.
    held: String,
    /// Bytes of the stream before `held`.
    before: usize,
}

impl Reader {
    /// Returns a reader at the start of a text.
    pub fn new(options: Options) -> Self {
        let Options { families, escapes } = options;
        let grammar = Grammar { families, escapes, ..Grammar::default() };
        Self {
            scanner: Scanner::new(grammar),
            reading: Reading::default(),
            held: String::new(),
            before: 0,
        }
    }

    /// Takes the next piece and returns the events that it settles.
    ///
    /// At most [`MARKER_LIMIT`](grammar::MARKER_LIMIT) bytes are held back.
    pub fn push(&mut self, piece: &str) -> Vec<Event> {
        self.held.push_str(piece);
        self.read(false)
    }

    /// Returns the held-back events: a marker that is still open is unclosed.
    pub fn finish(mut self) -> Vec<Event> {
        self.read(true)
    }

    fn read(&mut self, last: bool) -> Vec<Event> {
        let mut events = Vec::new();
        let bytes = self.held.as_bytes();
        let mut at = 0;
        loop {
            match self.scanner.next(bytes, at, last) {
                grammar::Found::Marker(marker) => {
                    push_prose(&mut events, bytes, Span::new(at, marker.span.start));
                    events.push(event(bytes, marker, &mut self.reading, self.before));
                    at = marker.span.end;
                }
                grammar::Found::More(settled) => {
                    push_prose(&mut events, bytes, Span::new(at, settled));
                    self.held.drain(..settled);
                    self.before += settled;
                    return events;
                }
            }
        }
    }
}

fn push_prose(events: &mut Vec<Event>, bytes: &[u8], span: Span) {
    if !span.is_empty() {
        events.push(Event::Prose(text(bytes, span)));
    }
}

fn event(bytes: &[u8], marker: &Marker, reading: &mut Reading, before: usize) -> Event {
    let mut found = Found {
        raw: text(bytes, marker.span),
        family: text(bytes, marker.head()),
        span: marker.span.shifted(before),
        ..Found::default()
    };
    if !marker.asked {
        return Event::Other(found);
    }
    reading.read(bytes, marker);
    found.source_ids = reading.ids.iter().map(|id| text(bytes, *id)).collect();
    found.locator = reading.locator.map(|locator| text(bytes, locator));
    found.problem = reading.problem;
    if reading.sound { Event::Citation(found) } else { Event::Malformed(found) }
}

/// Returns a part of a text that came as `&str`; marks are on its character boundaries.
fn text(bytes: &[u8], span: Span) -> String {
    String::from_utf8_lossy(slice(bytes, span)).into_owned()
}
