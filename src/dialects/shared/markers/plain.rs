//! The fast path for markers as models print them: `open family (separator field)+ close`.
//!
//! Nine markers of ten have a requested family, ids, perhaps a locator and nothing else, and are
//! short. Such a marker is read from one bit mask of the bytes that are not allowed in an id: these
//! must be exactly its marks. Every other marker is left to the
//! [`grammar`](crate::dialects::shared::markers::grammar), which reads plain ones the same way; a
//! test compares the two.

use crate::model::ProblemKind;

use crate::dialects::shared::markers::fields::{doubt_about, is_id_byte, line_numbers};
use crate::dialects::shared::markers::marks::{CLOSE, SEPARATOR};

/// The maximum length of a plain marker, in bytes: the bits of a mask.
const MAX_LENGTH: usize = 64;

/// The bytes from the opening on that must be there; every [`FIELD`] from a field's start on are.
const WINDOW: usize = MAX_LENGTH + FIELD;

/// Number of bytes of a field that are copied at once, whatever its length.
pub(crate) const FIELD: usize = 32;

/// The maximum number of marks after the opening.
const MARKS: u32 = 8;

/// Length of a mark, in bytes.
const MARK: usize = 3;

/// A sound marker in ASCII but for its marks, without blanks or empty fields.
#[derive(Debug)]
pub(crate) struct Plain<'b> {
    window: &'b [u8; WINDOW],
    /// Beginnings of the marks after the opening, in bytes from the opening: one per byte, the
    /// first as the lowest. An array would go through memory and stall each time it is passed on.
    marks: u64,
    /// Their number.
    count: u32,
    /// Number of the fields after the family that are ids; one more is a locator.
    ids: u32,
    /// The index of its family among the requested ones.
    pub(crate) family: usize,
    /// Fault of its locator.
    pub(crate) problem: Option<ProblemKind>,
}

impl<'b> Plain<'b> {
    /// Returns the marker that opens at `open` with a private-use character, if it is a plain one.
    #[inline]
    pub(crate) fn read(bytes: &'b [u8], open: usize, families: &[String]) -> Option<Self> {
        let window = bytes.get(open..)?.first_chunk::<WINDOW>()?;
        let (marks, count) = marks(window)?;
        let fields = count - 1;
        let mut plain = Self { window, marks, count, ids: fields, family: 0, problem: None };
        let head = window.get(MARK..plain.mark(0))?;
        plain.family = families.iter().position(|family| family.as_bytes() == head)?;
        let last = plain.field(fields.checked_sub(1)?).text();
        if last.first() == Some(&b'L')
            && let Some((first, last)) = line_numbers(last)
        {
            plain.ids -= 1;
            plain.problem = doubt_about(first, last);
        }
        (plain.ids > 0).then_some(plain)
    }

    /// Returns its length in bytes.
    pub(crate) fn len(&self) -> usize {
        self.mark(self.count - 1) + MARK
    }

    /// Returns the number of its characters, which are as many UTF-16 units.
    pub(crate) fn characters(&self) -> usize {
        self.len() - (MARK - 1) * (self.count as usize + 1)
    }

    /// Returns the fields after the family: its ids, then the locator.
    pub(crate) fn fields(&self) -> impl Iterator<Item = Field<'b>> {
        (0..self.count - 1).map(|index| self.field(index))
    }

    /// Its ids, at least one.
    pub(crate) fn ids(&self) -> impl Iterator<Item = Field<'b>> {
        (0..self.ids).map(|index| self.field(index))
    }

    /// Returns the last field, if it is a locator.
    pub(crate) fn locator(&self) -> Option<Field<'b>> {
        (self.ids + 1 < self.count).then(|| self.field(self.ids))
    }

    /// Returns the field after the mark with this index, without the opening.
    #[inline]
    fn field(&self, index: u32) -> Field<'b> {
        let start = self.mark(index) + MARK;
        let len = self.mark(index + 1).saturating_sub(start);
        Field { from: self.window.get(start..).unwrap_or_default(), len }
    }

    #[inline]
    fn mark(&self, index: u32) -> usize {
        usize::from(self.marks.unbounded_shr(index * 8).to_le_bytes()[0])
    }
}

/// A field of a plain marker, with the bytes after it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field<'b> {
    from: &'b [u8],
    len: usize,
}

impl<'b> Field<'b> {
    pub(crate) fn text(self) -> &'b [u8] {
        self.from.get(..self.len).unwrap_or_default()
    }

    /// Appends the field.
    ///
    /// A copy of a fixed size is two moves; one of the right size is a call that first has to guess
    /// the size, and guesses wrong from field to field.
    #[inline]
    pub(crate) fn push_to(self, out: &mut Vec<u8>) {
        match self.from.first_chunk::<FIELD>() {
            Some(chunk) if self.len <= FIELD => {
                let end = out.len() + self.len;
                out.extend_from_slice(chunk);
                out.truncate(end);
            }
            _ => out.extend_from_slice(self.text()),
        }
    }
}

/// Returns the marks of a marker after its opening, up to the close; `None` if there is any other
/// byte that is not allowed in an id, or if a field is empty.
#[inline]
fn marks(window: &[u8; WINDOW]) -> Option<(u64, u32)> {
    let mut marks = 0;
    let mut left = no_id_bytes(window.first_chunk()?) & !0b111;
    let mut field = MARK;
    for index in 0..MARKS {
        let bit = left.trailing_zeros();
        let at = bit as usize;
        let found: &[u8; MARK] = window.get(at..)?.first_chunk()?;
        if at == field || at + MARK > MAX_LENGTH {
            return None;
        }
        marks |= u64::from(bit) << (index * 8);
        if found == CLOSE {
            return Some((marks, index + 1));
        }
        if found != SEPARATOR {
            return None;
        }
        left &= !(0b111 << bit);
        field = at + MARK;
    }
    None
}

/// Returns a mask of the bytes that are not allowed in an id, the first as the lowest bit.
///
/// The two steps compile to comparisons of sixteen bytes each, and a multiplication that gathers
/// the lowest bits of eight bytes.
#[inline]
fn no_id_bytes(bytes: &[u8; MAX_LENGTH]) -> u64 {
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let flags = bytes.map(|byte| u8::from(!is_id_byte(byte)));
    let (words, _) = flags.as_chunks::<8>();
    let gathered = words.iter().map(|word| u64::from_le_bytes(*word).wrapping_mul(GATHER) >> 56);
    gathered.rev().fold(0, |mask, eight| mask << 8 | eight)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::{Strategy, any, prop_oneof};
    use proptest::{prop_assert, prop_assert_eq, proptest};

    use crate::dialects::shared::markers::fields::{Reading, is_id, slice};
    use crate::dialects::shared::markers::grammar::{Found, Grammar, Scanner};
    use crate::dialects::shared::markers::plain::{MARKS, MAX_LENGTH, Plain, WINDOW};

    fn piece() -> impl Strategy<Value = String> {
        prop_oneof![
            4 => "[a-zA-Z0-9_-]{1,6}",
            4 => "\u{e202}",
            1 => "\u{e201}",
            1 => "\u{e200}|\u{e20b}|\u{ee00}|\\\\ue202|é|漢",
            2 => "turn0(file|search)[0-9]{1,2}",
            2 => "L[0-9]{1,3}(-L[0-9]{1,20})?",
            1 => "[ \t\n.\u{a0}]",
        ]
    }

    proptest! {
        #[test]
        fn the_short_cut_reads_what_the_grammar_reads(
            family in "cite|file|ci",
            pieces in vec(piece(), 0..12),
            close in any::<bool>(),
        ) {
            let families = vec!["cite".to_owned(), "file".to_owned()];
            let separator = if pieces.len() % 4 == 3 { "" } else { "\u{e202}" };
            let close = if close { "\u{e201}" } else { "" };
            let text = format!("\u{e200}{family}{separator}{}{close}", pieces.concat());
            let text = text + &".".repeat(WINDOW);
            let bytes = text.as_bytes();
            let grammar = Grammar { families: families.clone(), ..Grammar::default() };
            let mut scanner = Scanner::new(grammar);
            let Found::Marker(marker) = scanner.next(bytes, 0, true) else {
                return Err(proptest::test_runner::TestCaseError::fail("no marker"));
            };
            let mut reading = Reading::default();
            reading.read(bytes, marker);
            let Some(plain) = Plain::read(bytes, 0, &families) else {
                let mut fields = marker.fields.iter().skip(1);
                let tight = fields.all(|field| is_id(slice(bytes, *field)));
                let fits = marker.span.len() <= MAX_LENGTH && marker.fields.len() <= MARKS as usize;
                prop_assert!(!(marker.asked && reading.sound && tight && fits), "{text}");
                return Ok(());
            };
            prop_assert!(marker.asked && reading.sound);
            prop_assert_eq!(plain.len(), marker.span.len());
            prop_assert_eq!(families[plain.family].as_bytes(), slice(bytes, marker.head()));
            let raw = slice(bytes, marker.span);
            prop_assert_eq!(plain.characters(), std::str::from_utf8(raw).unwrap().chars().count());
            let ids: Vec<&[u8]> = plain.ids().map(crate::dialects::shared::markers::plain::Field::text).collect();
            let expected: Vec<&[u8]> = reading.ids.iter().map(|id| slice(bytes, *id)).collect();
            prop_assert_eq!(ids, expected);
            let locator = reading.locator.map(|locator| slice(bytes, locator));
            prop_assert_eq!(plain.locator().map(crate::dialects::shared::markers::plain::Field::text), locator);
            prop_assert_eq!(plain.problem, reading.problem);
            for field in plain.fields() {
                let mut out = b"x".to_vec();
                field.push_to(&mut out);
                prop_assert_eq!(&out[1..], field.text());
            }
        }
    }
}
