//! Texts reduced to their content: letters, digits and signs with a meaning.
//!
//! Case, blanks, width, typography, vowel points, punctuation, hyphens, look-alike letters of other
//! scripts and the markup of Markdown and HTML are removed, with a map back to the text. Two texts
//! with the same bare form have the same words letter by letter, in any typography; [`super::fold`]
//! is a gentler form that changes no letter.

mod build;
mod chars;

pub use chars::{is_unspaced, look_alike};

use super::Span;

/// A text's bare form with the origin of each of its bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bare {
    text: String,
    /// For each byte of `text`, the start of its character in the original.
    from: Vec<u32>,
}

impl Bare {
    /// Takes everything off `text` that does not count. Linear in its length; of a text over 4 GiB
    /// the rest is left out.
    pub fn new(text: &str) -> Self {
        build::build(text)
    }

    /// Returns the bare form.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// True if the text says nothing.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns the start, in the original, of the character of the bare byte `at`.
    pub fn origin(&self, at: usize) -> Option<usize> {
        self.from.get(at).map(|from| *from as usize)
    }

    /// Returns the bytes of the original for a range of the bare form, including the marks on the
    /// last letter.
    pub fn span(&self, original: &str, start: usize, end: usize) -> Option<Span> {
        let first = self.origin(start)?;
        let last = self.origin(end.checked_sub(1)?)?;
        Some(Span::new(first, last + build::width(original.get(last..)?)))
    }

    /// Returns the first bare byte whose origin is at or after byte `at` of the original.
    pub fn at(&self, at: usize) -> usize {
        self.from.partition_point(|from| (*from as usize) < at)
    }

    fn push(&mut self, c: char, from: usize) {
        let Ok(from) = u32::try_from(from) else { return };
        self.text.push(c);
        self.from.resize(self.text.len(), from);
    }
}

/// True if a word may begin or end at byte `at` of `text`: it is not between two letters or digits,
/// nor inside a decimal number. Arabic's and Hebrew's one-letter words are joined to the next word,
/// which may be quoted without them.
pub fn is_word_edge(text: &str, at: usize) -> bool {
    let (Some(before), Some(after)) = (text.get(..at), text.get(at..)) else { return false };
    let mut left = before.chars().rev();
    let mut right = after.chars();
    let (Some(last), Some(first)) = (left.next(), right.next()) else { return true };
    let is_point = |c: char| matches!(c, '.' | ',');
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    if is_point(first) {
        return !(last.is_ascii_digit() && digit(right.next()));
    }
    if is_point(last) {
        return !(first.is_ascii_digit() && digit(left.next()));
    }
    let in_word = |c: char| (c.is_alphanumeric() || chars::is_mark(c)) && !is_unspaced(c);
    let begins = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    !(in_word(last) && in_word(first)) || (chars::is_prefix(last) && begins(left.next()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn same(one: &str, other: &str) {
        assert_eq!(Bare::new(one).as_str(), Bare::new(other).as_str(), "{one:?} and {other:?}");
    }

    #[track_caller]
    fn differ(one: &str, other: &str) {
        assert_ne!(Bare::new(one).as_str(), Bare::new(other).as_str(), "{one:?} and {other:?}");
    }

    #[test]
    fn how_words_are_set_does_not_count() {
        same("The WORK,\n  is done", "the work is done.");
        same("an e\u{fb03}cient \u{fb01}le", "an efficient file");
        same("proc-\r\nedural long-\n-term", "procedural long-term");
        same("co\u{ad}op\u{200b}erate", "cooperate");
        same("\u{201c}it\u{2019}s\u{201d} \u{2014} so", "``it's'' - so");
        same(
            "**All** _staff_ `run` [the job](https://a.example/x_(y)) now",
            "all staff run the job now",
        );
        same("> quoted\n> over lines", "quoted over lines");
        same("<p>one</p> two &amp; three", "one two & three");
        same("pages 5 \u{2013} 10", "pages 5-10");
        same("OpenAI GPT-\n4), and", "OpenAI GPT-4, and");
    }

    #[test]
    fn scripts_keep_their_letters() {
        same("STRASSE", "Stra\u{df}e");
        same("cafe\u{301} au lait", "caf\u{e9} au lait");
        same("\u{ff21}\u{ff22}\u{ff11}\u{ff0c}\u{4e2d} \u{6587}\u{3002}", "AB1,\u{4e2d}\u{6587}");
        same("\u{642}\u{64e}\u{627}\u{644}\u{640}", "\u{642}\u{627}\u{644}");
        same("\u{5d0}\u{5b8}\u{5d1}", "\u{5d0}\u{5d1}");
        same("m\u{43e}del", "model");
        same("\u{4e0d}\u{300c}\u{597d}\u{300d}", "\u{4e0d}\u{597d}");
    }

    #[test]
    fn what_says_something_stays() {
        differ("5 10", "510");
        differ("1.5", "15");
        differ("-5", "5");
        differ("5 %", "5");
        differ("can't", "cant");
        differ("is it so?", "it is so");
        differ("10\u{b2}", "102");
        differ("C++", "C");
        differ("a < b", "a > b");
        differ("\u{4e0d}\u{597d}", "\u{597d}");
    }

    #[test]
    fn spans_lead_back_to_the_text() {
        let text = "See **cafe\u{301}-\nhouse**.";
        let bare = Bare::new(text);
        let at = bare.as_str().find("caf").unwrap();
        let span = bare.span(text, at, bare.as_str().len()).unwrap();
        assert_eq!(span.slice(text), Some("cafe\u{301}-\nhouse"));
        let end = bare.as_str().find("house").unwrap();
        let span = bare.span(text, at, end).unwrap();
        assert_eq!(span.slice(text), Some("cafe\u{301}"));
    }

    #[test]
    fn word_edges() {
        assert!(!is_word_edge("then", 2) && is_word_edge("the n", 3) && is_word_edge("the", 3));
        assert!(!is_word_edge("5.3", 1) && !is_word_edge("5.3", 2) && is_word_edge("5. 3", 1));
        assert!(is_word_edge("\u{4e2d}\u{6587}", 3));
        assert!(is_word_edge("\u{648}\u{64a}\u{62c}\u{628}", 2));
        assert!(!is_word_edge("\u{64a}\u{648}\u{62c}\u{628}", 4));
    }
}
