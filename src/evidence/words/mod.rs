//! The words of a text in the form they are compared by.
//!
//! Two words are the same if their keys are: case, width (full-width letters and digits),
//! typographic forms and inflection do not count. Snowball's stemmers take the endings off: that of the language
//! that is in force (English unless [`StemsOf`] says otherwise), and those of Arabic, Greek, Hindi and Russian. A
//! number is the same in digits, with or without thousands separators, and as an English word up to
//! ninety. Scripts without blanks between words are compared by pairs of neighbouring characters.
//! Web addresses are skipped in a response: they are not part of any claim. In a source their words
//! count.

mod key;
mod lists;
mod script;
mod synonyms;

use std::rc::Rc;

use unicode_segmentation::UnicodeSegmentation as _;

pub(super) use key::KeyMap;
use key::Keys;
pub(in crate::evidence) use key::StemsOf;
pub use key::{AsItIs, Key, KeySet};
pub(in crate::evidence) use lists::counts_one;
pub use script::{LanguageCounts, Script, has_signs_of, language, script};

use crate::text::Span;
use crate::text::bare::is_unspaced;

/// A word of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// Bytes of the text.
    pub span: Span,
    /// The form it is compared by.
    pub key: Key,
    /// Its role in the sentence.
    pub class: Class,
    /// The language in which it is a common word.
    pub language: Option<Language>,
}

/// The role of a word in its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// A function word: `the`, `of`, `これは`.
    Function,
    /// A negation: `not`, `never`, `without`.
    Negation,
    /// A word with a meaning of its own.
    Content,
    /// As [`Class::Content`], and written with a capital inside a sentence, or in capitals.
    Name,
    /// A number in digits or as a word.
    Number,
}

impl Class {
    /// Returns true for a content word: one that a passage that supports the claim should have too.
    pub const fn is_content(self) -> bool {
        matches!(self, Self::Content | Self::Name | Self::Number)
    }
}

/// A language that its commonest words identify.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "internals", expect(missing_docs, reason = "the names say it"))]
pub enum Language {
    English,
    German,
    French,
    Spanish,
    Italian,
    Portuguese,
    Dutch,
}

/// Returns the words of `text`, in order. Pairs of characters of scripts without blanks overlap.
pub fn words(text: &str) -> Vec<Word> {
    read(text, false)
}

/// Returns the words of an English list of the program, whatever language is in force.
pub(in crate::evidence) fn listed_words(text: &str) -> Vec<Word> {
    let _english = StemsOf::language(None);
    words(text)
}

/// Returns the words of a source: also those inside its web addresses.
pub fn source_words(text: &str) -> Vec<Word> {
    read(text, true)
}

fn read(text: &str, reads_addresses: bool) -> Vec<Word> {
    let words = Vec::with_capacity(text.len() / 4);
    let mut reader = Reader { text, words, opens: true, reads_addresses };
    key::with_keys(|keys| reader.read(keys));
    reader.words
}

/// Returns the keys of English words with a similar meaning to `word`, whose own key is `key`.
pub fn synonyms(word: &str, key: Key) -> Rc<[Key]> {
    key::with_keys(|keys| keys.synonyms(word, key))
}

/// True if a text has the words of `run` one after another; false for runs that are too long to look for.
pub(super) fn has_run(words: &[Word], run: &[Word]) -> bool {
    const MAX_RUN: usize = 256;
    let is_same = |there: &[Word]| there.iter().zip(run).all(|(one, other)| one.key == other.key);
    (1..=MAX_RUN).contains(&run.len()) && words.windows(run.len()).any(is_same)
}

/// Returns the keys of English words with the opposite meaning of `word`, whose own key is `key`.
pub(super) fn opposites(word: &str, key: Key) -> Rc<[Key]> {
    key::with_keys(|keys| keys.opposites(word, key))
}

struct Reader<'t> {
    text: &'t str,
    words: Vec<Word>,
    /// True if the next word opens a sentence, so that its capital has no meaning.
    opens: bool,
    reads_addresses: bool,
}

impl Reader<'_> {
    fn read(&mut self, keys: &mut Keys) {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if byte.is_ascii() && !is_letter_or_digit(byte) {
                self.opens |= matches!(byte, b'.' | b'!' | b'?' | b'\n' | b':');
                at += 1;
                continue;
            }
            at += if matches!(byte, b'h' | b'w') && self.is_address(at) {
                let rest = self.text.get(at..).unwrap_or_default();
                let scheme =
                    rest.find("://").filter(|_| rest.starts_with('h')).map_or(4, |end| end + 3);
                if self.reads_addresses { scheme } else { address(self.text, at) }
            } else {
                let Run { len, is_ascii } = run(self.text, at);
                let span = Span::new(at, at + len);
                if is_ascii {
                    self.push(span, keys);
                } else {
                    self.divide(span, keys);
                }
                self.hyphenated(span, keys);
                len
            };
        }
    }

    fn is_address(&self, at: usize) -> bool {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        [&b"http://"[..], b"https://", b"www."].iter().any(|start| rest.starts_with(start))
    }

    /// Reads a run that is not ASCII, divided by Unicode's rules (UAX #29).
    fn divide(&mut self, span: Span, keys: &mut Keys) {
        let run = span.slice(self.text).unwrap_or_default();
        let mut before: Option<Span> = None;
        let mut alone = false;
        for (at, word) in run.unicode_word_indices() {
            let here = Span::new(span.start + at, span.start + at + word.len());
            let is_single = word.chars().all(is_unspaced);
            if !is_single {
                self.push_alone(before.filter(|_| alone), keys);
                (before, alone) = (None, false);
                self.push(here, keys);
                continue;
            }
            for (offset, c) in word.char_indices() {
                let start = here.start + offset;
                let one = Span::new(start, start + c.len_utf8());
                let pair = before.filter(|before| before.end == one.start);
                if let Some(first) = pair {
                    self.push(Span::new(first.start, one.end), keys);
                    alone = false;
                } else {
                    self.push_alone(before.filter(|_| alone), keys);
                    alone = true;
                }
                before = Some(one);
            }
        }
        self.push_alone(before.filter(|_| alone), keys);
    }

    /// Also reads a word that is divided at the end of a line (`over-` and `night`) as a whole: the
    /// hyphen may or may not belong to it.
    fn hyphenated(&mut self, first: Span, keys: &mut Keys) {
        let Some(next) = behind_hyphen(self.text, first.end) else { return };
        let second = Span::new(next, next + run(self.text, next).len);
        if let (Some(one), Some(other)) = (first.slice(self.text), second.slice(self.text)) {
            let (key, class, language) = keys.of(&format!("{one}{other}"));
            let span = Span::new(first.start, second.end);
            self.words.push(Word { span, key, class, language });
        }
    }

    fn push_alone(&mut self, span: Option<Span>, keys: &mut Keys) {
        if let Some(span) = span {
            self.push(span, keys);
        }
    }

    fn push(&mut self, span: Span, keys: &mut Keys) {
        let Some(word) = span.slice(self.text) else { return };
        let (mut key, mut class, language) = keys.of(word);
        if word.eq_ignore_ascii_case("one")
            && counts_one(self.text.get(span.end..).unwrap_or_default())
        {
            (key, class, _) = keys.of("1");
        }
        if class == Class::Content && word.chars().next().is_some_and(char::is_uppercase) {
            let shouted = word.chars().skip(1).any(char::is_uppercase);
            if shouted || !self.opens {
                class = Class::Name;
            }
        }
        self.opens = false;
        self.words.push(Word { span, key, class, language });
    }
}

/// True for the bytes that are ASCII letters and digits.
#[expect(clippy::indexing_slicing, reason = "every byte has its place")]
const LETTERS_AND_DIGITS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte.is_ascii() {
        table[byte as usize] = byte.is_ascii_alphanumeric();
        byte += 1;
    }
    table
};

/// Returns true for an ASCII letter or digit; one look-up, because it is asked of every byte.
fn is_letter_or_digit(byte: u8) -> bool {
    LETTERS_AND_DIGITS.get(usize::from(byte)).copied().unwrap_or_default()
}

/// A run of characters without blanks.
struct Run {
    /// Its length in bytes.
    len: usize,
    /// True if it is ASCII: a single word.
    is_ascii: bool,
}

/// Returns the run at `at`: letters and digits, an apostrophe between letters, a point or comma
/// between digits, and any other character that is not ASCII, blank or sign.
fn run(text: &str, at: usize) -> Run {
    let bytes = text.as_bytes();
    let (mut end, mut is_ascii) = (at, true);
    while let Some(rest) = bytes.get(end..) {
        let plain = rest.iter().position(|byte| !is_letter_or_digit(*byte));
        end += plain.unwrap_or(rest.len());
        let Some(&byte) = bytes.get(end) else { break };
        let stands_between = |is_inside: fn(&u8) -> bool| {
            let before = end.checked_sub(1).filter(|_| end > at).and_then(|i| bytes.get(i));
            before.is_some_and(is_inside) && bytes.get(end + 1).is_some_and(is_inside)
        };
        let joins = match byte {
            b'\'' => stands_between(u8::is_ascii_alphabetic),
            b'.' | b',' => stands_between(u8::is_ascii_digit),
            _ => false,
        };
        if joins {
            end += 1;
            continue;
        }
        if byte.is_ascii() {
            break;
        }
        let wide = text.get(end..).and_then(|rest| rest.chars().next());
        match wide.filter(|c| c.is_alphanumeric() || is_inner(*c)) {
            Some(c) => (end, is_ascii) = (end + c.len_utf8(), false),
            None => break,
        }
    }
    // Other non-ASCII characters that are not part of a word are skipped as a run of their own.
    if end == at
        && let Some(c) = text.get(at..).and_then(|rest| rest.chars().next())
        && !c.is_ascii()
    {
        return Run { len: c.len_utf8(), is_ascii: false };
    }
    Run { len: end - at, is_ascii }
}

/// Returns the start of the second part of a word that ends at byte `end` with a hyphen and its
/// line.
fn behind_hyphen(text: &str, end: usize) -> Option<usize> {
    // Fast path: after nearly every word comes a byte that cannot begin such a line end.
    if !matches!(text.as_bytes().get(end)?, b'-' | b'\r' | b'\n' | 0xe2) {
        return None;
    }
    let rest = text.get(end..)?;
    let ends_soft = text.get(..end)?.ends_with('\u{ad}');
    let line = rest.strip_prefix(['-', '\u{2010}']).or_else(|| ends_soft.then_some(rest))?;
    let next = line.strip_prefix("\r\n").or_else(|| line.strip_prefix('\n'))?;
    next.starts_with(char::is_lowercase).then(|| text.len() - next.len())
}

/// Marks and signs that are inside words: combining marks, the typographic apostrophe, joiners.
fn is_inner(c: char) -> bool {
    matches!(c, '\u{2019}' | '\u{ad}' | '\u{200c}' | '\u{200d}' | '\u{b7}')
        || unicode_normalization::char::is_combining_mark(c)
}

/// Returns the length of a web address at `at`, in bytes.
fn address(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let ends = |c: char| c.is_whitespace() || matches!(c, ')' | '>' | ']' | '"' | '|' | '\u{e200}');
    rest.find(ends).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn same(one: &str, other: &str) {
        let keys = |text: &str| words(text).iter().map(|word| word.key).collect::<Vec<_>>();
        assert_eq!(keys(one), keys(other), "{one:?} and {other:?}");
    }

    fn spelled(text: &str) -> Vec<&str> {
        words(text).iter().map(|word| word.span.slice(text).unwrap()).collect()
    }

    #[test]
    fn case_width_typography_and_inflection_do_not_count() {
        same("Employees WORK remotely", "employee works remote");
        same("\u{ff21}\u{ff22}\u{ff23} \u{ff11}\u{ff12}", "abc 12");
        same("the company\u{2019}s \u{fb01}le", "the company's file");
        same("1,000 and 2.50", "1000 and 2.5");
        same("three days", "3 days");
        same(
            "\u{440}\u{430}\u{431}\u{43e}\u{442}\u{430}\u{43c}\u{438}",
            "\u{440}\u{430}\u{431}\u{43e}\u{442}\u{44b}",
        );
    }

    #[test]
    fn unspaced_scripts_are_pairs() {
        assert_eq!(
            spelled("\u{6771}\u{4eac}\u{90fd} \u{753a}"),
            ["\u{6771}\u{4eac}", "\u{4eac}\u{90fd}", "\u{753a}"]
        );
        assert_eq!(spelled("API\u{306e}\u{5024}"), ["API", "\u{306e}\u{5024}"]);
    }

    #[test]
    fn a_word_that_a_line_divides_is_read_both_ways() {
        assert_eq!(spelled("kept over-\nnight"), ["kept", "over", "over-\nnight", "night"]);
        let key = words("over\u{ad}\r\nnight")[1].key;
        assert_eq!(key, words("overnight")[0].key);
        assert_eq!(
            spelled("see -\nnight and Over-\nNight-\n2"),
            ["see", "night", "and", "Over", "Night", "2"]
        );
    }

    #[test]
    fn addresses_and_markers_are_no_words() {
        assert_eq!(spelled("see https://a.example/x?y=1 now"), ["see", "now"]);
        assert_eq!(spelled("one \u{2014} two\u{2026}three"), ["one", "two", "three"]);
    }

    #[test]
    fn classes_are_recognized() {
        use Class::{Content, Function, Name, Negation, Number};
        let class = |text: &str| words(text).iter().map(|word| word.class).collect::<Vec<_>>();
        assert_eq!(
            class("Staff in Berlin don't work 30 of the days, NASA"),
            [Content, Function, Name, Negation, Content, Number, Function, Function, Content, Name]
        );
    }
}
