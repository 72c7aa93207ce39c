//! Finds words again after changes to blanks, hyphenation and typography.
//!
//! A text is folded (blanks run together, soft hyphens, U+0002 and zero-width characters dropped,
//! typographic quotes and dashes made plain, ligatures taken apart) with a map back to its bytes.
//! Letters are never changed, so a match has the same words.

use super::Span;

/// A folded text with the origin of each of its bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folded {
    text: String,
    /// For each byte of `text`, the byte of the original that it came from.
    from: Vec<usize>,
    len: usize,
}

impl Folded {
    /// Folds `text`. Blanks at either end are dropped.
    pub fn new(text: &str) -> Self {
        let mut folded = Self { len: text.len(), ..Self::default() };
        let mut blank = None;
        for (at, c) in text.char_indices() {
            if c.is_whitespace() {
                blank = blank.or(Some(at));
                continue;
            }
            if is_dropped(c) {
                continue;
            }
            if let Some(at) = blank.take().filter(|_| !folded.text.is_empty()) {
                folded.push(" ", at);
            }
            match plain(c) {
                Some(plain) => folded.push(plain, at),
                None => folded.push(c.encode_utf8(&mut [0; 4]), at),
            }
        }
        folded
    }

    /// Returns the folded text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the bytes of the original for a range of the folded text.
    pub fn span(&self, original: &str, start: usize, end: usize) -> Option<Span> {
        let first = *self.from.get(start)?;
        let last = *self.from.get(end.checked_sub(1)?)?;
        let width = original.get(last..)?.chars().next()?.len_utf8();
        Some(Span::new(first, (last + width).min(self.len)))
    }

    /// Returns all places of `words` (folded likewise) in the original, in order.
    pub fn find_all(&self, original: &str, words: &Self) -> Vec<Span> {
        if words.text.is_empty() {
            return Vec::new();
        }
        let found = memchr::memmem::find_iter(self.text.as_bytes(), words.text.as_bytes());
        found.filter_map(|at| self.span(original, at, at + words.text.len())).collect()
    }

    fn push(&mut self, text: &str, from: usize) {
        self.text.push_str(text);
        self.from.resize(self.text.len(), from);
    }
}

/// True for characters without meaning of their own: joiners, soft hyphens, and U+0002, which PDF
/// extraction leaves at hyphenations.
fn is_dropped(c: char) -> bool {
    matches!(c, '\u{2}' | '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// Returns the plain spelling of a typographic character.
fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{2032}' => "'",
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{2033}' => "\"",
        '\u{2010}'..='\u{2015}' | '\u{2212}' => "-",
        '\u{2026}' => "...",
        '\u{fb00}' => "ff",
        '\u{fb01}' => "fi",
        '\u{fb02}' => "fl",
        '\u{fb03}' => "ffi",
        '\u{fb04}' => "ffl",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_over_line_ends_and_typography() {
        let text = "He said: \u{201c}it is\r\n  effi\u{ad}cient\u{201d} \u{2013} twice.";
        let folded = Folded::new(text);
        let spans = folded.find_all(text, &Folded::new("\"it is efficient\" -"));
        let found: Vec<_> = spans.iter().filter_map(|span| span.slice(text)).collect();
        assert_eq!(found, ["\u{201c}it is\r\n  effi\u{ad}cient\u{201d} \u{2013}"]);
    }

    #[test]
    fn ligatures_are_taken_apart() {
        let text = "an e\u{fb03}cient \u{fb01}le";
        let spans = Folded::new(text).find_all(text, &Folded::new("efficient file"));
        assert_eq!(spans, [Span::new(3, text.len())]);
    }
}
