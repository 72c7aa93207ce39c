//! Offsets in other units than bytes.
//!
//! Python counts code points, JavaScript UTF-16 code units, Gemini bytes. The same number means
//! three places; a conversion that would land inside a character answers `None`.

use super::Span;

/// What an offset counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Unit {
    /// Bytes of UTF-8.
    #[default]
    Bytes,
    /// Unicode code points, as Python counts.
    CodePoints,
    /// UTF-16 code units, as JavaScript counts.
    Utf16,
}

impl Unit {
    /// The name used on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::CodePoints => "code-points",
            Self::Utf16 => "utf16",
        }
    }

    /// How many of this unit `text` has.
    pub fn count(self, text: &str) -> usize {
        match self {
            Self::Bytes => text.len(),
            Self::CodePoints => text.chars().count(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }
}

/// How many bytes lie between two remembered places: a look-up walks at most this far.
const STEP: usize = 1024;

/// Converts offsets of one text between units, in time independent of the text's length.
#[derive(Debug, Clone)]
pub struct Offsets<'t> {
    text: &'t str,
    marks: Vec<Mark>,
}

/// One place in all three units, on a character boundary.
#[derive(Debug, Clone, Copy, Default)]
struct Mark {
    bytes: usize,
    code_points: usize,
    utf16: usize,
}

impl Mark {
    const fn get(self, unit: Unit) -> usize {
        match unit {
            Unit::Bytes => self.bytes,
            Unit::CodePoints => self.code_points,
            Unit::Utf16 => self.utf16,
        }
    }

    const fn past(self, c: char) -> Self {
        Self {
            bytes: self.bytes + c.len_utf8(),
            code_points: self.code_points + 1,
            utf16: self.utf16 + c.len_utf16(),
        }
    }
}

impl<'t> Offsets<'t> {
    /// Reads `text` once and remembers a place every kilobyte.
    pub fn new(text: &'t str) -> Self {
        let mut marks = vec![Mark::default()];
        let mut at = Mark::default();
        let mut next = STEP;
        for c in text.chars() {
            at = at.past(c);
            if at.bytes >= next {
                marks.push(at);
                next = at.bytes + STEP;
            }
        }
        Self { text, marks }
    }

    /// `offset` counted in `from`, counted in `to`; `None` past the end or inside a character.
    pub fn convert(&self, offset: usize, from: Unit, to: Unit) -> Option<usize> {
        let index = self.marks.partition_point(|mark| mark.get(from) <= offset).checked_sub(1)?;
        let mut at = *self.marks.get(index)?;
        let mut rest = self.text.get(at.bytes..)?.chars();
        while at.get(from) < offset {
            at = at.past(rest.next()?);
        }
        (at.get(from) == offset).then(|| at.get(to))
    }

    /// A range counted in `from` as bytes.
    pub fn span(&self, start: usize, end: usize, from: Unit) -> Option<Span> {
        let start = self.convert(start, from, Unit::Bytes)?;
        let end = self.convert(end, from, Unit::Bytes)?;
        Some(Span::new(start, end))
    }

    /// Both ends of a byte span counted in `to`.
    pub fn range(&self, span: Span, to: Unit) -> Option<(usize, usize)> {
        let start = self.convert(span.start, Unit::Bytes, to)?;
        let end = self.convert(span.end, Unit::Bytes, to)?;
        Some((start, end))
    }
}
