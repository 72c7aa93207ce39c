//! The strings of a JSON document that a text was read from: one, or several in order, such as the blocks of a
//! response or the events of a stream; and the cells of a table.
//!
//! The document is not parsed: its strings are found by their quotes, so that one that is damaged or a
//! stream of several is searched too.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::text::Span;

/// The number of bytes of a text after which its place in a string is noted.
const STEP: usize = 256;

/// The places of a text in the strings that hold it.
#[derive(Debug, Default)]
pub(crate) struct StringPlaces {
    /// Bytes of the text, each with the byte of the document where it is.
    marks: Vec<(usize, usize)>,
    escapes: Escapes,
}

/// The way in which signs that end a string are written in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Escapes {
    #[default]
    Json,
    /// `""` for a quote, as in the cells of a table.
    Doubled,
}

/// The strings of a document by their content, for a document that holds many responses.
#[derive(Debug)]
pub(crate) struct StringIndex {
    /// The content of a string as it is written, by the hash of its text; `None` for several.
    by_text: BTreeMap<u64, Option<Span>>,
}

impl StringPlaces {
    /// Finds the first string that is `text`, or strings that follow one another and are `text` together, with
    /// blanks between them.
    pub(crate) fn find(document: &str, text: &str) -> Option<Self> {
        if text.trim().is_empty() {
            return None;
        }
        let mut parts: Vec<(usize, Span)> = Vec::new();
        let mut rest = text;
        for string in values(document) {
            let written = string.slice(document)?;
            if is_same(written, text) {
                return Some(Self::of(document, &[(0, string)]));
            }
            let begin = rest.trim_start();
            let next = if written.is_empty() { None } else { without(written, begin) };
            if let Some(next) = next {
                parts.push((text.len() - begin.len(), string));
                if next.trim().is_empty() {
                    return Some(Self::of(document, &parts));
                }
                rest = next;
            }
        }
        None
    }

    /// Finds the text like [`Self::find`]; `None` if several strings are `text`.
    pub(crate) fn find_only(document: &str, text: &str) -> Option<Self> {
        let is_text = |string: &Span| string.slice(document).is_some_and(|it| is_same(it, text));
        match values(document).filter(is_text).take(2).count() {
            2 => None,
            _ => Self::find(document, text),
        }
    }

    /// Finds the only cell of a row that is `text`.
    pub(crate) fn find_cell(row: &str, delimiter: u8, text: &str) -> Option<Self> {
        let is_text = |cell: &Span| {
            let written = characters(cell.slice(row).unwrap_or_default(), Escapes::Doubled);
            written.map(|(c, _)| c).eq(text.chars())
        };
        let mut cells = cells(row, delimiter).filter(is_text);
        let cell = cells.next().filter(|_| cells.next().is_none())?;
        Some(Self::with(row, &[(0, cell)], Escapes::Doubled))
    }

    /// Returns the places in strings, each with the byte of the text that it begins with.
    pub(crate) fn of(document: &str, parts: &[(usize, Span)]) -> Self {
        Self::with(document, parts, Escapes::Json)
    }

    fn with(document: &str, parts: &[(usize, Span)], escapes: Escapes) -> Self {
        let mut marks = Vec::new();
        for (from, string) in parts {
            let mut next = *from;
            let mut at = *from;
            for (c, place) in characters(string.slice(document).unwrap_or_default(), escapes) {
                if at >= next {
                    marks.push((at, string.start + place));
                    next = at + STEP;
                }
                at += c.len_utf8();
            }
        }
        Self { marks, escapes }
    }

    /// Returns the bytes of the document where a part of the text is.
    pub(crate) fn span(&self, document: &str, part: Span) -> Option<Span> {
        let start = self.marks.partition_point(|(at, _)| *at <= part.start);
        // The end of one string may be the start of the next one.
        let end = self.marks.partition_point(|(at, _)| *at < part.end);
        let start = self.after_mark(start, document, part.start)?;
        let end = self.after_mark(end, document, part.end).unwrap_or(start);
        Some(Span::new(start, end.max(start)))
    }

    /// Returns the byte of the document where the text begins.
    pub(crate) fn start(&self) -> Option<usize> {
        self.marks.first().map(|(_, place)| *place)
    }

    fn after_mark(&self, marks: usize, document: &str, offset: usize) -> Option<usize> {
        let (mut at, start) = *self.marks.get(marks.checked_sub(1)?)?;
        for (c, place) in characters(document.get(start..)?, self.escapes) {
            if at >= offset {
                return Some(start + place);
            }
            at += c.len_utf8();
        }
        Some(document.len())
    }
}

impl StringIndex {
    /// Reads all strings of a document.
    pub(crate) fn new(document: &str) -> Self {
        let mut by_text = BTreeMap::new();
        for string in values(document) {
            let mut hasher = DefaultHasher::new();
            let written = string.slice(document).unwrap_or_default();
            characters(written, Escapes::Json).for_each(|(c, _)| c.hash(&mut hasher));
            by_text.entry(hasher.finish()).and_modify(|it| *it = None).or_insert(Some(string));
        }
        Self { by_text }
    }

    /// Returns the only string that is `text`, without its quotes.
    pub(crate) fn find(&self, document: &str, text: &str) -> Option<Span> {
        let mut hasher = DefaultHasher::new();
        text.chars().for_each(|c| c.hash(&mut hasher));
        let string = (*self.by_text.get(&hasher.finish())?)?;
        is_same(string.slice(document)?, text).then_some(string)
    }
}

/// True if the text of a string is `text`.
fn is_same(written: &str, text: &str) -> bool {
    without(written, text).is_some_and(str::is_empty)
}

/// Returns what follows in `text` after the text of a string; `None` if it does not begin with that.
fn without<'t>(written: &str, text: &'t str) -> Option<&'t str> {
    let mut rest = text;
    for (c, _) in characters(written, Escapes::Json) {
        rest = rest.strip_prefix(c)?;
    }
    Some(rest)
}

/// Returns the place of the quote that ends a string of JSON.
pub(super) fn end_of_string(bytes: &[u8], from: usize) -> Option<usize> {
    let mut end = from;
    loop {
        end += memchr::memchr2(b'"', b'\\', bytes.get(end..)?)?;
        if bytes.get(end) == Some(&b'"') {
            return Some(end);
        }
        end += 2;
    }
}

/// Returns the content of each string that is not a key.
fn values(document: &str) -> impl Iterator<Item = Span> {
    let bytes = document.as_bytes();
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + memchr::memchr(b'"', bytes.get(from..)?)? + 1;
            let end = end_of_string(bytes, start)?;
            from = end + 1;
            let after = bytes.get(from..)?.iter().find(|byte| !byte.is_ascii_whitespace());
            if after != Some(&b':') {
                return Some(Span::new(start, end));
            }
        }
    })
}

/// Returns the text of a string of JSON.
pub(super) fn unescaped(written: &str) -> impl Iterator<Item = char> {
    characters(written, Escapes::Json).map(|(c, _)| c)
}

/// Returns the content of each cell of a row, without its quotes.
fn cells(row: &str, delimiter: u8) -> impl Iterator<Item = Span> {
    let bytes = row.as_bytes();
    let mut from = Some(0);
    std::iter::from_fn(move || {
        let start = from?;
        let rest = |at: usize| bytes.get(at..).unwrap_or_default();
        let ends = |byte: &u8| *byte == delimiter || matches!(byte, b'\n' | b'\r');
        let next = |at: usize| rest(at).iter().position(ends).map_or(bytes.len(), |end| at + end);
        let cell = if bytes.get(start) == Some(&b'"') {
            let mut end = start + 1;
            loop {
                end = memchr::memchr(b'"', rest(end)).map_or(bytes.len(), |at| end + at);
                if bytes.get(end + 1) != Some(&b'"') {
                    break Span::new(start + 1, end);
                }
                end += 2;
            }
        } else {
            Span::new(start, next(start))
        };
        let end = next(cell.end);
        from = (bytes.get(end) == Some(&delimiter)).then_some(end + 1);
        Some(cell)
    })
}

/// Returns the characters of a string, each with its place. Half of a pair is U+FFFD, as it is read.
fn characters(written: &str, escapes: Escapes) -> impl Iterator<Item = (char, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let place = at;
        let rest = written.get(at..)?;
        let first = rest.chars().next()?;
        let (c, length) = match (escapes, first) {
            (Escapes::Json, '\\') => escape(rest),
            (Escapes::Doubled, '"') if rest.starts_with("\"\"") => (first, 2),
            _ => (first, first.len_utf8()),
        };
        at += length;
        Some((c, place))
    })
}

/// Returns the character of an escape, and its length.
fn escape(rest: &str) -> (char, usize) {
    let Some(kind) = rest.chars().nth(1) else { return ('\\', 1) };
    let c = match kind {
        'u' => return unicode(rest),
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        other => other,
    };
    (c, 1 + kind.len_utf8())
}

fn unicode(rest: &str) -> (char, usize) {
    const LENGTH: usize = 6;
    let unit = |at: usize| {
        let digits = rest.get(at..at + LENGTH)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let units = [unit(0), unit(LENGTH)];
    let pair = units.into_iter().flatten();
    match char::decode_utf16(pair).next() {
        Some(Ok(c)) if units.first().is_some_and(Option::is_some) => (c, LENGTH * c.len_utf16()),
        _ => (char::REPLACEMENT_CHARACTER, LENGTH.min(rest.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'d>(document: &'d str, text: &str, word: &str) -> Option<&'d str> {
        let places = StringPlaces::find(document, text)?;
        let at = text.find(word)?;
        places.span(document, Span::new(at, at + word.len()))?.slice(document)
    }

    #[test]
    fn a_text_is_found_behind_its_escapes() {
        let document = r#"{"text": "no", "a": {"text": "A \"b\"\n\ud83d\ude00\u00e9 [1]"}}"#;
        assert_eq!(found(document, "A \"b\"\n😀é [1]", "[1]"), Some("[1]"));
        assert_eq!(found(document, "A \"b\"\n😀é [1]", "\n😀"), Some(r"\n\ud83d\ude00"));
        assert_eq!(found(document, "text", "t"), None);
        assert_eq!(found(r#"["\ud83d [1]"]"#, "\u{fffd} [1]", "[1]"), Some("[1]"));
        assert_eq!(found("[\"a\\", "a", "a"), None);
    }

    #[test]
    fn strings_that_follow_one_another_are_one_text() {
        let document = r#"{"d":"Re"}{"d":"funds [1]"}{"d":"\n"}{"d":"and [2]"}"#;
        let text = "Refunds [1]\n\nand [2]";
        assert_eq!(found(document, text, "[2]"), Some("[2]"));
        assert_eq!(found(document, text, "[1]"), Some("[1]"));
    }

    #[test]
    fn a_text_is_found_in_the_only_cell_that_is_equal() {
        let row = "1,\"a \"\"b\"\", c\nd [1]\",e [1],\"\",e [1]\r\n";
        let all: Vec<&str> = cells(row, b',').filter_map(|cell| cell.slice(row)).collect();
        assert_eq!(all, ["1", "a \"\"b\"\", c\nd [1]", "e [1]", "", "e [1]"]);
        let text = "a \"b\", c\nd [1]";
        let places = StringPlaces::find_cell(row, b',', text).unwrap();
        let part = |from: usize, to: usize| places.span(row, Span::new(from, to))?.slice(row);
        assert_eq!((part(11, 14), part(2, 5)), (Some("[1]"), Some("\"\"b\"\"")));
        assert!(StringPlaces::find_cell(row, b',', "e [1]").is_none());
        assert!(StringPlaces::find_cell("a\t\"b", b'\t', "b").is_some());
    }

    #[test]
    fn a_string_that_is_there_twice_is_not_found_in_an_index() {
        let document = r#"["a b", "c", "c"]"#;
        let index = StringIndex::new(document);
        assert_eq!(index.find(document, "a b").and_then(|it| it.slice(document)), Some("a b"));
        assert_eq!(index.find(document, "c"), None);
    }
}
