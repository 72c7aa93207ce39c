//! Search for the words that a citation repeats.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::headings;
use crate::model::Anchored;
use crate::sources::Store;
use crate::text::Span;
use crate::text::bare::{Bare, is_word_edge};
use crate::text::fold::Folded;
use crate::text::units::{Offsets, UnitIndex};

/// The maximum size of a source whose whole text is searched for words or characters, in bytes.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The maximum of texts kept for later citations, of all sources together, in bytes. Their
/// searchable forms take up to fifteen times as much.
const MAX_STORED: usize = 16 * 1024 * 1024;

/// The texts of sources in which words were searched for, kept for the next citation of them.
#[derive(Debug, Default)]
pub struct Searches {
    /// By the source's index.
    kept: RefCell<BTreeMap<usize, Rc<Searched>>>,
    /// Total size of the texts in `kept`, in bytes.
    bytes: Cell<usize>,
}

impl Searches {
    /// Returns the text of the source at `index`; `None` if it is too large to be searched.
    pub(super) fn of(&self, index: usize, store: &Store) -> Option<Rc<Searched>> {
        if let Some(known) = self.kept.borrow().get(&index) {
            return Some(Rc::clone(known));
        }
        let len = store.len();
        if len > MAX_BYTES {
            return None;
        }
        let read = Rc::new(Searched::new(store.read(Span::new(0, len), MAX_BYTES)));
        let bytes = self.bytes.get() + len;
        if bytes <= MAX_STORED {
            self.bytes.set(bytes);
            self.kept.borrow_mut().insert(index, Rc::clone(&read));
        }
        Some(read)
    }
}

/// A text with its searchable forms, each made on first use.
#[derive(Debug)]
pub(super) struct Searched {
    text: String,
    folded: OnceCell<Folded>,
    bare: OnceCell<Bare>,
    sections: OnceCell<Vec<Anchored>>,
    units: OnceCell<UnitIndex>,
}

/// The maximum size of notes, page numbers and running titles between two pages, in bytes of their
/// bare form.
const MAX_BETWEEN: usize = 400;

/// The minimum of a quote on either side of a page border, and of a quote that is searched for in
/// other typography, in bytes of the bare form.
const MIN: usize = 4;

/// Places of words in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Places {
    /// In their order.
    pub(super) spans: Vec<Span>,
    /// True if the words are the same in other typography: blanks, hyphens at line ends, case.
    pub(super) normalised: bool,
}

impl Searched {
    pub(super) fn new(text: String) -> Self {
        Self {
            text,
            folded: OnceCell::new(),
            bare: OnceCell::new(),
            sections: OnceCell::new(),
            units: OnceCell::new(),
        }
    }

    /// Returns the text as it is.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text with blanks and typography folded.
    pub(super) fn folded(&self) -> &Folded {
        self.folded.get_or_init(|| Folded::new(&self.text))
    }

    /// Returns its offsets in all units.
    pub(super) fn offsets(&self) -> Offsets<'_> {
        self.units.get_or_init(|| UnitIndex::new(&self.text)).offsets(&self.text)
    }

    /// Returns its sections under Markdown headings.
    pub(super) fn sections(&self) -> &[Anchored] {
        self.sections.get_or_init(|| headings::sections(&self.text))
    }

    /// Finds a quote: literally; else with blanks and typography folded; else by its letters alone,
    /// as whole words. A cut quote ends in an ellipsis, which is ignored.
    pub(super) fn places(&self, quote: &str) -> Places {
        let quote = without_ellipsis(quote);
        if quote.is_empty() {
            return Places::default();
        }
        let exact: Vec<Span> = memchr::memmem::find_iter(self.text.as_bytes(), quote.as_bytes())
            .map(|at| Span::new(at, at + quote.len()))
            .collect();
        if !exact.is_empty() {
            return Places { spans: exact, normalised: false };
        }
        let folded = self.folded().find_all(&self.text, &Folded::new(quote));
        if !folded.is_empty() {
            return Places { spans: folded, normalised: true };
        }
        Places { spans: self.by_letters(quote), normalised: true }
    }

    fn by_letters(&self, quote: &str) -> Vec<Span> {
        let words = Bare::new(quote);
        if words.as_str().len() < MIN {
            return Vec::new();
        }
        let text = self.text.as_str();
        let bare = self.bare.get_or_init(|| Bare::new(text));
        let found = memchr::memmem::find_iter(bare.as_str().as_bytes(), words.as_str().as_bytes());
        found
            .filter_map(|at| bare.span(text, at, at + words.as_str().len()))
            .filter(|span| is_word_edge(text, span.start) && is_word_edge(text, span.end))
            .map(|span| with_ends(text, span, quote))
            .collect()
    }
}

fn without_ellipsis(quote: &str) -> &str {
    let quote = quote.trim();
    let cut = quote.strip_suffix("...").or_else(|| quote.strip_suffix('\u{2026}'));
    cut.unwrap_or(quote).trim_end()
}

/// Returns a place extended by the signs before and after the quote's letters, if the text has them
/// too.
fn with_ends(text: &str, span: Span, quote: &str) -> Span {
    let is_sign = |c: &char| !c.is_alphanumeric();
    let opens: String = quote.chars().take_while(is_sign).collect();
    let closes = quote.get(quote.trim_end_matches(|c| is_sign(&c)).len()..).unwrap_or_default();
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let start = if before.ends_with(&opens) { span.start - opens.len() } else { span.start };
    let end = if after.starts_with(closes) { span.end + closes.len() } else { span.end };
    Span::new(start, end)
}

/// Finds a quote that runs from the end of one page to the beginning of the next, with the footer
/// and header between its two parts: its start, in bytes of `page`, and its end, in bytes of
/// `next`.
pub(super) fn over_border(page: &str, next: &str, quote: &str) -> Option<(usize, usize)> {
    let words = Bare::new(without_ellipsis(quote));
    let words = words.as_str();
    let (above, below) = (Bare::new(page), Bare::new(next));
    let cut = longest_start(above.as_str(), words);
    let (head, tail) = words.split_at_checked(cut)?;
    if head.len() < MIN || tail.len() < MIN {
        return None;
    }
    let start = above.as_str().rfind(head)?;
    let at = below.as_str().find(tail)?;
    let left_out = above.as_str().len() - (start + head.len()) + at;
    let from = above.span(page, start, start + head.len())?;
    let to = below.span(next, at, at + tail.len())?;
    let whole = is_word_edge(page, from.start) && is_word_edge(next, to.end);
    (whole && left_out <= MAX_BETWEEN).then_some((from.start, to.end))
}

/// Returns the length of the longest beginning of `words` in `text`.
fn longest_start(text: &str, words: &str) -> usize {
    let ends: Vec<usize> =
        words.char_indices().map(|(at, _)| at).skip(1).chain([words.len()]).collect();
    let has = |end: &usize| {
        let start = words.get(..*end).unwrap_or_default();
        memchr::memmem::find(text.as_bytes(), start.as_bytes()).is_some()
    };
    ends.partition_point(has).checked_sub(1).and_then(|at| ends.get(at)).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, quote: &str, expected: &[&str], normalised: bool) {
        let found = Searched::new(text.to_owned()).places(quote);
        let words: Vec<&str> = found.spans.iter().filter_map(|span| span.slice(text)).collect();
        assert_eq!(words, expected, "{quote:?}");
        assert!(found.spans.is_empty() || found.normalised == normalised, "{quote:?}");
    }

    #[test]
    fn words_are_found_as_they_were_set() {
        check("an example, an example", "an example", &["an example", "an example"], false);
        check("for exam-\nple here.", "for example here.", &["for exam-\nple here."], true);
        check("for exam-\nple here.", "for exam-ple here.", &["for exam-\nple here."], true);
        check("a long-\nterm plan", "a long-term plan", &["a long-\nterm plan"], true);
        check("for exam\u{2}ple", "for example", &["for exam\u{2}ple"], true);
        check("for exam\u{ad}ple", "for example", &["for exam\u{ad}ple"], true);
        check("for example", "for exam\u{2}ple", &["for example"], true);
        check(
            "an e\u{fb03}cient  \u{fb01}le",
            "an efficient file",
            &["an e\u{fb03}cient  \u{fb01}le"],
            true,
        );
        check("one\ntwo", "one\r\ntwo", &["one\ntwo"], true);
        check("an ex ample of it", "an example of it", &["an ex ample of it"], true);
        check("We start at four.", "start at four\u{2026}", &["start at four"], false);
    }

    #[test]
    fn parts_of_words_are_no_words() {
        check("the hand over starts", "overstart", &[], true);
        check("page 5 10", "510", &[], true);
    }

    #[test]
    fn words_run_over_a_border_with_its_numbers() {
        let (page, next) =
            ("Start. The oven is cleaned\non Mondays and\n3", "Kitchen rules\non Fri-\ndays. End.");
        let quote = "The oven is cleaned on Mondays and on Fridays.";
        let (start, end) = over_border(page, next, quote).unwrap();
        assert_eq!(
            (page.get(start..start + 8).unwrap(), next.get(..end).unwrap()),
            ("The oven", "Kitchen rules\non Fri-\ndays")
        );
        assert_eq!(over_border(page, next, "The oven is cleaned on Mondays"), None);
        assert_eq!(over_border(page, "nothing", quote), None);
        let far = "x ".repeat(500) + next;
        assert_eq!(over_border(page, &far, quote), None);
    }
}
