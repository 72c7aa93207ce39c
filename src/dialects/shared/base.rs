//! The first number of marks that count sources without numbers of their own: 1, as people count,
//! or 0, as programs do.

use std::collections::BTreeSet;

use crate::model::{Case, Citation, IdFrom, Source, SourceText};
use crate::sources::Store;
use crate::text::Span;
use crate::text::prose::ticked;

/// Maximum number of bytes before a mark whose words are compared.
const CLAIM: usize = 300;

/// Maximum number of bytes of a source whose words are compared.
const PASSAGE: usize = 20_000;

/// Maximum number of sources of which the words are compared.
const MAX_COMPARED: usize = 200;

/// Minimum number of letters of the words that are compared.
const MIN_WORD: usize = 5;

/// Minimum number of marks that the words can decide.
const MIN_MARKS: usize = 3;

/// Minimum number of words that two marks share with their sources counted from 0.
const MIN_SHARED: usize = 3;

/// The base of the marks of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Base {
    /// The number of the first source: 0 or 1.
    pub(crate) first: u64,
    /// The reason, if it is not 1, or if the text contradicts itself.
    pub(crate) note: Option<String>,
    /// True if only the words show it.
    pub(crate) is_guess: bool,
}

impl Base {
    /// Decides by the marks of a text: a 0, the highest number compared with that of the sources,
    /// and the words before the marks.
    pub(crate) fn of(text: &str, citations: &[Citation], sources: &[Source]) -> Self {
        let count = sources.len() as u64;
        let named = counting(citations);
        let numbers: BTreeSet<u64> = named.clone().map(|(_, number)| number).collect();
        let has_zero = numbers.contains(&0);
        let reaches = numbers.last().is_some_and(|last| *last == count);
        // A list that is too short for a mark is too short from 0 as well.
        let is_short = numbers.last().is_some_and(|last| *last > count);
        if numbers.is_empty() || count == 0 || !has_zero && reaches {
            return Self { first: 1, note: None, is_guess: false };
        }
        // A mark that counts from 0 is rare enough to open the files for it.
        let fits = Shared::count(text, named, sources, has_zero).fits();
        let is_guess =
            !has_zero && fits == Fits::FromZero && !is_short && !lists_from_one(text, sources);
        let (first, note) = match (has_zero, reaches, fits) {
            (true, false, Fits::FromOne) => {
                let why = "`[0]` is cited, but the words fit counting from 1";
                (1, Some(format!("{why}; `--base 0` counts from 0")))
            }
            (true, false, _) => (
                0,
                Some("`[0]` is cited, so marks count from 0; `--base 1` counts from 1".to_owned()),
            ),
            (true, true, fits) => {
                let both = ticked(["[0]", format!("[{count}]").as_str()], 2);
                let first = u64::from(fits != Fits::FromZero);
                let why = format!("{both} are cited, of {count} sources: counted from {first}");
                (first, Some(format!("{why}; `--base {}` counts otherwise", 1 - first)))
            }
            (false, ..) if is_guess => {
                let why = "marks count from 0: their words fit so; `--base 1` counts from 1";
                (0, Some(why.to_owned()))
            }
            (false, ..) => (1, None),
        };
        Self { first, note, is_guess }
    }

    /// Gives sources without ids their numbers if these count from 0.
    pub(crate) fn number(&self, sources: &mut [Source]) {
        if self.first > 0 {
            return;
        }
        for (index, source) in sources.iter_mut().enumerate() {
            (source.id, source.id_from) = (index.to_string(), IdFrom::Position);
            source.is_guessed_number = self.is_guess;
        }
    }
}

/// True if a line of the text that begins with a number in brackets names the source that this number means
/// counted from 1: `[2] Bus plan - https://…`.
fn lists_from_one(text: &str, sources: &[Source]) -> bool {
    const MIN_NAME: usize = 6;
    let row = |line: &str| {
        let (number, words) = line.trim_start().strip_prefix('[')?.split_once(']')?;
        let source = sources.get(number.parse::<usize>().ok()?.checked_sub(1)?)?;
        let mut names = [&source.url, &source.title].into_iter().flatten();
        Some(names.any(|name| name.len() >= MIN_NAME && words.contains(name.as_str())))
    };
    text.lines().any(|line| row(line) == Some(true))
}

/// The base that the words before the marks fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fits {
    FromZero,
    FromOne,
    Unclear,
}

/// The numbers of words that marks share with their sources, counted from 0 and from 1.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    from_zero: usize,
    from_one: usize,
    marks: usize,
}

impl Shared {
    /// Counts the words of a case that has been read, in whichever way.
    pub(crate) fn of(case: &Case) -> Self {
        let named = counting(&case.response.citations);
        Self::count(&case.response.text, named, &case.sources, true)
    }

    fn count<'c>(
        text: &str,
        named: impl Iterator<Item = (&'c Citation, u64)>,
        sources: &[Source],
        opens_files: bool,
    ) -> Self {
        let mut shared = Self::default();
        if sources.len() > MAX_COMPARED {
            return shared;
        }
        let texts: Vec<Option<BTreeSet<String>>> =
            sources.iter().map(|source| passage(source, opens_files)).collect();
        let at = |index: Option<usize>| texts.get(index?)?.as_ref();
        for (citation, number) in named {
            let Ok(number) = usize::try_from(number) else { continue };
            let claim = words(claim(text, citation.anchor.span.start));
            let common = |passage: Option<&BTreeSet<String>>| {
                passage.map_or(0, |passage| claim.intersection(passage).count())
            };
            shared.from_zero += common(at(Some(number)));
            shared.from_one += common(at(number.checked_sub(1)));
            shared.marks += 1;
        }
        shared
    }

    /// True if the words clearly fit counting from 1, however few marks there are.
    pub(crate) const fn shows_one(&self) -> bool {
        self.from_one >= MIN_SHARED && self.from_one * 2 > self.from_zero * 3
    }

    /// True if the words clearly fit counting from 0, however few marks there are.
    pub(crate) const fn shows_zero(&self) -> bool {
        self.from_zero >= MIN_SHARED && self.from_zero * 2 > self.from_one * 3
    }

    /// Returns the base that the words of enough marks fit.
    fn fits(&self) -> Fits {
        let Self { from_zero, from_one, marks } = *self;
        // Of two marks, all words have to say the same.
        let is_enough =
            marks >= MIN_MARKS || marks == MIN_MARKS - 1 && (from_zero == 0 || from_one == 0);
        match is_enough {
            true if marks < MIN_MARKS && from_zero.max(from_one) < MIN_SHARED => Fits::Unclear,
            true if from_zero * 2 > from_one * 3 => Fits::FromZero,
            true if from_one * 2 > from_zero * 3 => Fits::FromOne,
            _ => Fits::Unclear,
        }
    }
}

/// Returns the marks that are numbers, with the numbers. A mark with an address of its own counts nothing.
fn counting(citations: &[Citation]) -> impl Iterator<Item = (&Citation, u64)> + Clone {
    let counting = citations.iter().filter(|citation| !citation.raw.contains("](http"));
    counting.flat_map(|citation| {
        let numbers = citation.targets.iter().filter_map(|target| target.id.parse::<u64>().ok());
        numbers.map(move |number| (citation, number))
    })
}

/// Returns the words of a source; `None` if it has no text, or it is in a file that is not to be opened.
fn passage(source: &Source, opens_files: bool) -> Option<BTreeSet<String>> {
    match &source.text {
        SourceText::Inline(text) => Some(words(text.get(..text.floor_char_boundary(PASSAGE))?)),
        SourceText::File(path) if opens_files => {
            let store = Store::file(path).ok()?;
            Some(words(&store.read(Span::new(0, PASSAGE), PASSAGE)))
        }
        _ => None,
    }
}

/// Returns the sentence before a mark.
fn claim(text: &str, at: usize) -> &str {
    let from = text.ceil_char_boundary(at.saturating_sub(CLAIM));
    let before = text.get(from..at).unwrap_or_default().trim_end_matches(['.', ' ', ']', '[']);
    before.rsplit(['\n', '.', '!', '?', '。', ']']).next().unwrap_or_default()
}

fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let long = words.filter(|word| word.chars().count() >= MIN_WORD);
    long.map(str::to_lowercase).collect()
}
