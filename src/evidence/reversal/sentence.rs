//! A sentence that is compared, and what its words say of each other.

use std::cell::OnceCell;
use std::sync::LazyLock;

use crate::evidence::word_lists::list;
use crate::evidence::words::{Class, Key, KeySet, Word};
use crate::text::Span;
use crate::text::sentences::starts;
use crate::text::wrapped::unwrapped;

pub(super) const LISTS: &str = include_str!("../../../assets/words/negation.txt");

/// Words that may say the same as a negation, or limit their sentence. Sorted.
pub(super) static LIMITING: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "limiting"));

/// Verbs before `that` which introduce what somebody says. Sorted.
pub(super) static SAYING: LazyLock<Vec<&str>> = LazyLock::new(|| list(LISTS, "saying"));

/// The maximum number of sentences of a claim that are compared, and of negations of a sentence: each is
/// looked for in a whole passage.
pub(super) const MAX_COMPARED: usize = 16;

/// A text and its words, whose spans are bytes of it.
#[derive(Debug, Clone, Copy)]
pub(in crate::evidence) struct ReadText<'t> {
    pub(in crate::evidence) text: &'t str,
    pub(in crate::evidence) words: &'t [Word],
}

impl ReadText<'_> {
    /// Returns the place of its words; `None` if it has none.
    pub(super) fn span(&self) -> Option<Span> {
        Some(Span::new(self.words.first()?.span.start, self.words.last()?.span.end))
    }
}

/// A part of a text with its words and its sentences, which are found when they are first needed.
#[derive(Debug)]
pub(in crate::evidence) struct DividedText<'t> {
    /// The text, and the words of the part.
    pub(in crate::evidence) read: ReadText<'t>,
    /// The part; bytes of the text.
    pub(super) part: Span,
    keys: OnceCell<KeySet>,
    sentences: OnceCell<Vec<Sentence<'t>>>,
}

impl<'t> DividedText<'t> {
    /// Takes a part of a text; `read` has the words of that part.
    pub(in crate::evidence) fn part(read: ReadText<'t>, part: Span) -> Self {
        Self { read, part, keys: OnceCell::new(), sentences: OnceCell::new() }
    }

    /// Takes all of a text.
    pub(in crate::evidence) fn whole(read: ReadText<'t>) -> Self {
        Self::part(read, Span::new(0, read.text.len()))
    }

    /// Returns the keys of the words.
    pub(in crate::evidence) fn keys(&self) -> &KeySet {
        self.keys.get_or_init(|| keys(self.read.words))
    }

    /// Returns the sentences.
    pub(in crate::evidence) fn sentences(&self) -> &[Sentence<'t>] {
        self.sentences.get_or_init(|| {
            let all = sentences(self.read, self.part).into_iter();
            all.map(|read| Sentence { read, keys: OnceCell::new() }).collect()
        })
    }
}

/// A sentence of a [`DividedText`].
#[derive(Debug)]
pub(in crate::evidence) struct Sentence<'t> {
    /// The whole text, and the words of the sentence.
    pub(super) read: ReadText<'t>,
    keys: OnceCell<KeySet>,
}

impl Sentence<'_> {
    /// Returns the keys of the words.
    pub(super) fn keys(&self) -> &KeySet {
        self.keys.get_or_init(|| keys(self.read.words))
    }
}

fn keys(words: &[Word]) -> KeySet {
    words.iter().map(|word| word.key).collect()
}

/// The maximum number of words of a label before a sentence.
const MAX_LABEL: usize = 6;

/// Returns a sentence without the label or the words that introduce it: `**Receipts:** Members need …`,
/// `The policy says that members need …`.
pub(in crate::evidence) fn without_label(sentence: ReadText<'_>) -> ReadText<'_> {
    let head = sentence.words.iter().zip(sentence.words.iter().skip(1)).take(MAX_LABEL);
    let after = head.enumerate().find_map(|(at, (word, next))| {
        let between = Span::new(word.span.end, next.span.start).slice(sentence.text)?;
        let is_label = between.trim_start_matches('*').starts_with(':')
            || between.contains(['\u{2013}', '\u{2014}']);
        let introduces = at > 0
            && written((sentence, *next)).is_some_and(|it| it.eq_ignore_ascii_case("that"))
            && is_listed((sentence, *word), &SAYING);
        let from = if introduces { at + 2 } else { at + 1 };
        (is_label || introduces).then_some(from)
    });
    let words = after.and_then(|from| sentence.words.get(from..)).unwrap_or(sentence.words);
    ReadText { words, ..sentence }
}

/// A word of a sentence.
pub(super) type WordOf<'t> = (ReadText<'t>, Word);

/// Returns the word after a word.
pub(super) fn next_word((sentence, word): WordOf<'_>) -> Option<&Word> {
    sentence.words.iter().find(|it| it.span.start >= word.span.end)
}

/// Returns the first content word after a word.
pub(super) fn next((sentence, word): WordOf<'_>) -> Option<Key> {
    let mut after = sentence.words.iter().filter(|it| it.span.start >= word.span.end);
    after.find(|it| it.class.is_content()).map(|it| it.key)
}

/// Returns the last content word before a word.
pub(super) fn last((sentence, word): WordOf<'_>) -> Option<Key> {
    let mut before = sentence.words.iter().filter(|it| it.span.end <= word.span.start);
    before.rfind(|it| it.class.is_content()).map(|it| it.key)
}

/// True if a word negates its sentence or may limit it.
pub(super) fn limits((sentence, word): WordOf<'_>) -> bool {
    word.class == Class::Negation || is_listed((sentence, word), &LIMITING)
}

/// True if a word of a sentence turns or limits it and is not in the other one, too; the word `except` aside.
pub(super) fn is_limited_alone(
    sentence: ReadText<'_>,
    other: ReadText<'_>,
    except: Option<Span>,
) -> bool {
    let is_there = |key| other.words.iter().any(|word| word.key == key);
    let mut words = sentence.words.iter().filter(|word| Some(word.span) != except);
    words.any(|word| limits((sentence, *word)) && !is_there(word.key))
}

/// Returns a word as it is written.
pub(super) fn written((sentence, word): WordOf<'_>) -> Option<&str> {
    word.span.slice(sentence.text)
}

/// True if a word is in a sorted list of words in small letters.
pub(super) fn is_listed(word: WordOf<'_>, list: &[&str]) -> bool {
    written(word).is_some_and(|it| is_in_list(it, list))
}

/// The same for a word as it is written.
pub(super) fn is_in_list(word: &str, list: &[&str]) -> bool {
    let found = if word.is_ascii() {
        let small = || word.bytes().map(|byte| byte.to_ascii_lowercase());
        list.binary_search_by(|it| it.bytes().cmp(small()))
    } else {
        list.binary_search(&word.to_lowercase().as_str())
    };
    found.is_ok()
}

/// Divides a part of a text into its sentences.
fn sentences(read: ReadText<'_>, part: Span) -> Vec<ReadText<'_>> {
    let text = part.slice(read.text).unwrap_or_default();
    let starts: Vec<usize> =
        starts(&unwrapped(text)).into_iter().map(|at| part.start + at).collect();
    let ends = starts.iter().skip(1).copied().chain([part.end]);
    let at = |byte: usize| read.words.partition_point(|word| word.span.start < byte);
    let each = starts.iter().zip(ends).filter_map(|(&start, end)| {
        let words = read.words.get(at(start)..at(end))?;
        Some(ReadText { text: read.text, words })
    });
    each.collect()
}
