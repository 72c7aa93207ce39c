//! The text of a cited passage: the words and numbers of all of it.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::Window;
use super::letters::RunsFound;
use super::numbers::{NumberMatch, NumberStatus, Side, compare_read};
use super::places::{Places, SearchTerms};
use super::reversal::{ComparedPlace, DividedText, ReadText};
use super::support::ContentWords;
use super::words::{Key, KeySet, Language, Word, source_words, words};
use crate::model::{Source, SourceText};
use crate::resolve::{How, Passage};
use crate::sources::Store;
use crate::text::Span;
use crate::text::sentences::{CLOSING, begins_within, ends_sentence, is_cut_off};
use crate::text::wrapped::with_whole_sentences;

/// The maximum number of bytes of a passage that are read for its words.
const MAX_READ: usize = 256 * 1024;

/// A cited passage. For a whole source, only the best lines are read closely; the rest is searched
/// for the words that these lack.
#[derive(Debug)]
pub(super) struct PassageText<'t> {
    source: usize,
    /// The bytes of the source that are read closely.
    span: Span,
    text: Cow<'t, str>,
    /// The words of `text`, by their places in it.
    words: Vec<Word>,
    /// The whole passage, if it is longer than `text`.
    rest: Option<(Span, &'t str)>,
    /// The text of the source, if it is loaded.
    whole: Option<&'t str>,
    /// `text` with the rest of its first and last sentence, and its words, if lines are wrapped there.
    sentences: OnceCell<Option<(Span, &'t str, Vec<Word>)>>,
}

impl<'t> PassageText<'t> {
    /// Reads a passage; `whole` is the text of its source, where that is loaded.
    pub(super) fn new(
        passage: &Passage,
        tightest: Option<Window>,
        whole: Option<&'t str>,
        store: &Store,
    ) -> Self {
        let close = match (passage.how, tightest) {
            (How::Whole, Some(window)) => window.span,
            _ => passage.span,
        };
        let text_of = |span: Span| {
            let span = limited(span, whole);
            Some((span, span.slice(whole?)?))
        };
        let span = limited(close, whole);
        let known = span.slice(whole.unwrap_or_default());
        let text = known.map_or_else(|| store.read_in_place(span).into(), Cow::Borrowed);
        Self {
            source: passage.source,
            words: source_words(&text),
            span,
            text,
            rest: text_of(passage.span).filter(|_| close != passage.span),
            whole,
            sentences: OnceCell::new(),
        }
    }

    /// Returns the text that is read closely.
    pub(super) fn read(&self) -> &str {
        &self.text
    }

    /// Returns the claim's runs of letters in the text that is read closely.
    pub(super) fn letters(&self, terms: &SearchTerms) -> RunsFound {
        let content = self.words.iter().filter(|word| word.class.is_content());
        let content = content.filter_map(|word| word.span.slice(&self.text));
        terms.letters_in((self.source, self.span), content).as_ref().clone()
    }

    /// Returns the words of the passage, by their places in the source: those that are read
    /// closely, and each word of the claim that is only in the rest.
    pub(super) fn words(&self, places: &Places, content: &ContentWords) -> Vec<Word> {
        let mut all = absolute(&self.words, self.span.start);
        let Some((passage, text)) = self.rest else { return all };
        let there: KeySet = all.iter().map(|word| word.key).collect();
        let missing = content.words.iter().map(|word| word.key);
        for key in missing.filter(|key| !there.contains(key)) {
            all.extend(first_in(places, key, self.source, passage, text));
        }
        all.sort_by_key(|word| word.span);
        all.dedup();
        all
    }

    /// Compares the numbers of a claim with those of the passage; `speaks` is the language of the passage as
    /// far as it shows, and reads that of its source.
    pub(super) fn numbers(
        &self,
        claim: &Side<'_>,
        place: &ComparedPlace<'_>,
        speaks: (Option<Language>, &dyn Fn() -> Option<Language>),
        long: &LongPassages<'t>,
    ) -> Vec<NumberMatch> {
        if claim.is_empty() {
            return Vec::new();
        }
        let ComparedPlace { start, text: DividedText { read, .. }, .. } = *place;
        let language = speaks.0.or_else(speaks.1);
        let near = Side::of_passage(read.text, start).with_words(read.words);
        let near = near.in_language(&|| language);
        let mut numbers = compare_read(claim, &near);
        if numbers.iter().any(|number| !number.status.is_found())
            && let Some((span, text)) = self.rest
        {
            let all = compare_read(claim, &long.read((self.source, span), text, speaks.1()));
            for (close, far) in numbers.iter_mut().zip(all) {
                if !close.status.is_found() && far.status.is_found() {
                    *close = far;
                }
            }
        }
        numbers
    }

    /// Returns the text that is read closely, with whole sentences, as a place to compare with a claim.
    pub(super) fn place(&self) -> ComparedPlace<'_> {
        let sentences = self.sentences.get_or_init(|| {
            let (passage, _) = self.rest?;
            let all = with_whole_sentences(self.whole?, self.span).intersect(passage)?;
            let text = all.slice(self.whole?)?;
            (all != self.span).then(|| (all, text, source_words(text)))
        });
        let (start, text, words) = match sentences {
            Some((span, text, words)) => (span.start, *text, words),
            None => (self.span.start, &*self.text, &self.words),
        };
        let text = DividedText::whole(ReadText { text, words });
        ComparedPlace { source: self.source, start, text }
    }

    /// True if more than that place is cited.
    pub(super) fn is_part(&self) -> bool {
        self.rest.is_some()
    }
}

/// The maximum length of the passages whose numbers are kept, in bytes together: several megabytes of numbers.
const MAX_KEPT: usize = 1024 * 1024;

/// The numbers of long passages: many claims of an answer cite the same whole source.
#[derive(Debug, Default)]
pub(super) struct LongPassages<'t>(RefCell<BTreeMap<(usize, Span), Rc<Side<'t>>>>);

impl<'t> LongPassages<'t> {
    /// Returns the numbers of the text of a passage, given by the index of its source and its bytes there.
    /// The text is in the language that the source `speaks`.
    fn read(
        &self,
        passage: (usize, Span),
        text: &'t str,
        speaks: Option<Language>,
    ) -> Rc<Side<'t>> {
        let mut known = self.0.borrow_mut();
        if let Some(found) = known.get(&passage) {
            return Rc::clone(found);
        }
        let kept: usize = known.keys().map(|(_, span)| span.len()).sum();
        if kept + text.len() > MAX_KEPT {
            known.clear();
        }
        let numbers = Rc::new(Side::of_passage(text, passage.1.start).in_language(&|| speaks));
        known.insert(passage, Rc::clone(&numbers));
        numbers
    }
}

/// Marks the numbers that a cut-off text lacks as unknown instead of absent.
pub(super) fn leave_open(numbers: &mut [NumberMatch]) {
    for number in numbers.iter_mut().filter(|it| it.status == NumberStatus::Absent) {
        number.status = NumberStatus::Unknown;
        number.note = Some("the source text is cut off".into());
    }
}

/// Returns true if a source's text is known to be only a part of it.
pub(super) fn is_cut(source: &Source, text: Option<&str>) -> bool {
    source.excerpt || source.is_cut || text.is_some_and(is_cut_off)
}

/// The minimum number of texts of one length that were cut at a limit.
const MIN_ALIKE: usize = 3;

/// The minimum length of such a text, in characters.
const MIN_CUT: usize = 100;

/// The maximum number of characters that are missing at the ends of such a text because blanks were
/// removed there.
const MAX_TRIMMED: usize = 4;

/// Returns, for each text, true if it was probably cut at a limit without a sign: several texts of a case
/// are as long as its longest one and end within a sentence. If most of these begin within one, too, they
/// are pieces of a document, which the answer was made from as they are.
pub(super) fn cut_alike(texts: &[Option<&str>]) -> Vec<bool> {
    let length = |text: Option<&str>| text.map_or(0, |text| text.trim().chars().count());
    let lengths: Vec<usize> = if texts.len() < MIN_ALIKE {
        Vec::new()
    } else {
        texts.iter().copied().map(length).collect()
    };
    let longest = lengths.iter().copied().max().unwrap_or(0);
    let ends_at_limit = |(text, length): (Option<&str>, &usize)| {
        *length >= MIN_CUT && length + MAX_TRIMMED >= longest && !text.is_some_and(ends_sentence)
    };
    let cut: Vec<bool> = texts.iter().copied().zip(&lengths).map(ends_at_limit).collect();
    let number = cut.iter().filter(|cut| **cut).count();
    let pieces = texts.iter().copied().zip(&cut);
    let pieces = pieces.filter(|(text, cut)| **cut && text.is_some_and(begins_within)).count();
    if number >= MIN_ALIKE && 2 * pieces <= number { cut } else { Vec::new() }
}

/// The maximum length of the words before an ellipsis that are read, in bytes.
const MAX_CUT_END: usize = 400;

/// Returns the words of the sentence with whose ellipsis a given file ends; `None` for other texts. A file that
/// ends in `Read more...` has all that its author wrote, so that only this sentence goes on.
pub(super) fn cut_end(source: &Source, text: Option<&str>) -> Option<KeySet> {
    let is_file = matches!(source.text, SourceText::File(_)) || source.extracted_from.is_some();
    let text = text.filter(|_| is_file && !source.excerpt && !source.is_cut)?.trim_end();
    let bare = text.trim_end_matches(CLOSING).trim_end();
    let said = bare.trim_end_matches(['.', '\u{2026}', ' ']);
    let line = said.rsplit('\n').next().unwrap_or_default();
    // An ellipsis alone stands for more than the end of a sentence, as do brackets around it.
    if !is_cut_off(bare) || !line.ends_with(char::is_alphanumeric) || said.len() == bare.len() {
        return None;
    }
    let near = line.get(line.ceil_char_boundary(line.len().saturating_sub(MAX_CUT_END))..)?;
    let sentence = near.rsplit(['.', '!', '?']).next().unwrap_or_default();
    let content = words(sentence).into_iter().filter(|word| word.class.is_content());
    Some(content.map(|word| word.key).collect())
}

/// Returns true if a cited passage is known to end before its source does: by an ellipsis, or
/// because it is an excerpt that ends within a sentence. `is_cut` is true for a source that was cut at
/// a limit.
pub(super) fn breaks_off(
    (source, is_cut): (&Source, bool),
    text: Option<&str>,
    passage: Span,
) -> bool {
    let Some(words) = passage.slice(text.unwrap_or_default()) else { return false };
    let ends_text = text.is_some_and(|text| passage.end >= text.trim_end().len());
    let reaches_end = source.excerpt || ends_text;
    (is_cut_off(words) || source.is_cut || is_cut) && reaches_end
        || source.excerpt && !ends_sentence(words)
}

fn limited(span: Span, whole: Option<&str>) -> Span {
    let end = span.end.min(span.start.saturating_add(MAX_READ));
    let end = whole.map_or(end, |whole| whole.floor_char_boundary(end));
    Span::new(span.start, end.max(span.start))
}

fn absolute(words: &[Word], base: usize) -> Vec<Word> {
    words.iter().map(|word| Word { span: word.span.shifted(base), ..*word }).collect()
}

/// Returns the first word of a passage that has a key, by its place in the source.
fn first_in(places: &Places, key: Key, source: usize, passage: Span, text: &str) -> Option<Word> {
    let segment = places.first_with(key, (source, passage))?.intersect(passage)?;
    let within = Span::new(segment.start - passage.start, segment.end - passage.start);
    let found = source_words(within.slice(text)?);
    let word = found.into_iter().find(|word| word.key == key)?;
    Some(Word { span: word.span.shifted(segment.start), ..word })
}
