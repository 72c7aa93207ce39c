//! Offsets in units other than bytes.
//!
//! Python counts code points, JavaScript UTF-16 code units, Gemini bytes. The same number means
//! three different places; a conversion that would land inside a character returns `None`.

use std::sync::Arc;

use super::{LineIndex, Span};

/// The unit that an offset counts.
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
    /// Returns the name used on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::CodePoints => "code-points",
            Self::Utf16 => "utf16",
        }
    }

    /// Returns a number of them in words: `1 byte`, `4 code points`.
    pub fn counted(self, number: u64) -> String {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        super::prose::count(number, self.noun())
    }

    /// Returns the name of one.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Bytes => "byte",
            Self::CodePoints => "code point",
            Self::Utf16 => "UTF-16 unit",
        }
    }

    /// Returns the unit in a few words, for help.
    pub(crate) const fn meaning(self) -> &'static str {
        match self {
            Self::Bytes => "Bytes of UTF-8",
            Self::CodePoints => "Unicode code points, as Python counts",
            Self::Utf16 => "UTF-16 code units, as JavaScript counts",
        }
    }

    /// Returns the number of this unit in `text`.
    pub fn count(self, text: &str) -> usize {
        self.count_bytes(text.as_bytes())
    }

    /// As [`Unit::count`], for text that may not be UTF-8: bytes that continue no character count
    /// for nothing.
    #[inline]
    pub(crate) fn count_bytes(self, bytes: &[u8]) -> usize {
        let begins_character = |byte: u8| u8::from(byte & 0xC0 != 0x80);
        match self {
            Self::Bytes => bytes.len(),
            Self::CodePoints => sum(bytes, begins_character),
            Self::Utf16 => sum(bytes, |byte| begins_character(byte) + u8::from(byte >= 0xF0)),
        }
    }
}

/// Returns the sum of the worth of each byte, at most 2.
///
/// Adds sixty-four bytes at a time, which compiles to four vector registers and whose sum fits a
/// byte. The rest is added as the last sixty-four bytes without those already counted.
#[inline]
fn sum(bytes: &[u8], worth: impl Fn(u8) -> u8) -> usize {
    const PART: usize = 64;
    let sum = |part: &[u8]| part.iter().map(|byte| usize::from(worth(*byte))).sum::<usize>();
    let Some(last) = bytes.last_chunk::<PART>() else { return sum(bytes) };
    let (parts, rest) = bytes.as_chunks::<PART>();
    let whole = parts.iter().map(|part| part.iter().map(|byte| worth(*byte)).sum::<u8>());
    let summed = PART - rest.len();
    let rest = last
        .iter()
        .zip(0_u8..)
        .map(|(byte, index)| if usize::from(index) < summed { 0 } else { worth(*byte) });
    whole.map(usize::from).sum::<usize>() + usize::from(rest.sum::<u8>())
}

/// Bytes between two remembered places: a look-up walks at most this far.
const STEP: usize = 1024;

/// Converts offsets of one text between units, in time independent of the text's length.
#[derive(Debug, Clone)]
pub struct Offsets<'t> {
    text: &'t str,
    index: UnitIndex,
}

/// The places of a text in all units, for an owner of the text in which many offsets are looked up.
#[derive(Debug, Clone)]
pub struct UnitIndex(Arc<[UnitOffsets]>);

impl UnitIndex {
    /// Reads `text` once and remembers a place every kilobyte.
    pub fn new(text: &str) -> Self {
        let mut at = UnitOffsets::default();
        let mut marks = vec![at];
        while let Some(step) = text.get(at.bytes..text.ceil_char_boundary(at.bytes + STEP))
            && step.len() >= STEP
        {
            at = at.past(step);
            marks.push(at);
        }
        Self(marks.into())
    }

    /// Returns the offsets of the text, which is `text`.
    pub fn offsets<'t>(&self, text: &'t str) -> Offsets<'t> {
        Offsets { text, index: self.clone() }
    }
}

/// The lines of a text and its places in all units, for a text of which many parts are looked up.
#[derive(Debug)]
pub struct PlaceIndex {
    lines: LineIndex,
    units: UnitIndex,
}

impl PlaceIndex {
    /// Reads `text` once.
    pub fn new(text: &str) -> Self {
        Self { lines: LineIndex::new(text), units: UnitIndex::new(text) }
    }

    /// Returns the lines of the text.
    pub const fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// Returns the offsets of the text, which is `text`.
    pub fn offsets<'t>(&self, text: &'t str) -> Offsets<'t> {
        self.units.offsets(text)
    }
}

/// One place in all three units, on a character boundary.
#[derive(Debug, Clone, Copy, Default)]
struct UnitOffsets {
    bytes: usize,
    code_points: usize,
    utf16: usize,
}

impl UnitOffsets {
    const fn get(self, unit: Unit) -> usize {
        match unit {
            Unit::Bytes => self.bytes,
            Unit::CodePoints => self.code_points,
            Unit::Utf16 => self.utf16,
        }
    }

    fn past(self, text: &str) -> Self {
        Self {
            bytes: self.bytes + text.len(),
            code_points: self.code_points + Unit::CodePoints.count(text),
            utf16: self.utf16 + Unit::Utf16.count(text),
        }
    }
}

impl<'t> Offsets<'t> {
    /// Reads `text` once.
    pub fn new(text: &'t str) -> Self {
        UnitIndex::new(text).offsets(text)
    }

    /// Converts `offset` from the unit `from` to the unit `to`; `None` past the end or inside a
    /// character.
    pub fn convert(&self, offset: usize, from: Unit, to: Unit) -> Option<usize> {
        let index = self.index.0.partition_point(|mark| mark.get(from) <= offset).checked_sub(1)?;
        let mark = *self.index.0.get(index)?;
        let end = match from {
            Unit::Bytes => offset,
            Unit::CodePoints | Unit::Utf16 => {
                let mut at = mark.get(from);
                let mut rest = self.text.get(mark.bytes..)?.chars();
                while at < offset {
                    at += if from == Unit::Utf16 {
                        rest.next()?.len_utf16()
                    } else {
                        rest.next().map(|_| 1)?
                    };
                }
                (at == offset).then(|| self.text.len() - rest.as_str().len())?
            }
        };
        Some(mark.get(to) + to.count(self.text.get(mark.bytes..end)?))
    }

    /// Returns a range counted in `from` as bytes.
    pub fn span(&self, start: usize, end: usize, from: Unit) -> Option<Span> {
        let start = self.convert(start, from, Unit::Bytes)?;
        let end = self.convert(end, from, Unit::Bytes)?;
        Some(Span::new(start, end))
    }

    /// Returns both ends of a byte span counted in `to`.
    pub fn range(&self, span: Span, to: Unit) -> Option<(usize, usize)> {
        let start = self.convert(span.start, Unit::Bytes, to)?;
        let end = self.convert(span.end, Unit::Bytes, to)?;
        Some((start, end))
    }
}

#[cfg(test)]
mod tests {
    use super::Unit;

    #[test]
    fn units_are_counted_over_texts_of_any_length() {
        let text = "aé漢😀".repeat(50);
        for (end, _) in text.char_indices() {
            let text = text.get(..end).unwrap_or_default();
            assert_eq!(Unit::Bytes.count(text), text.len());
            assert_eq!(Unit::CodePoints.count(text), text.chars().count());
            assert_eq!(Unit::Utf16.count(text), text.chars().map(char::len_utf16).sum::<usize>());
        }
    }
}
