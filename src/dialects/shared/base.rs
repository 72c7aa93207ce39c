//! The first number of marks that count sources without numbers of their own: 1, as people count,
//! or 0, as programs do.

use std::collections::BTreeSet;

use crate::model::{Citation, Source, SourceText};
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
        // A mark with an address of its own counts nothing.
        let counting = citations.iter().filter(|citation| !citation.raw.contains("](http"));
        let named = counting.flat_map(|citation| {
            citation
                .targets
                .iter()
                .filter_map(move |target| Some((citation, target.id.parse::<u64>().ok()?)))
        });
        let numbers: BTreeSet<u64> = named.clone().map(|(_, number)| number).collect();
        let has_zero = numbers.contains(&0);
        let reaches = numbers.last().is_some_and(|last| *last == count);
        // A list that is too short for a mark is too short from 0 as well.
        let is_short = numbers.last().is_some_and(|last| *last > count);
        if numbers.is_empty() || count == 0 || !has_zero && reaches {
            return Self { first: 1, note: None, is_guess: false };
        }
        let fits = fits(text, named, sources);
        let is_guess = !has_zero && fits == Fits::FromZero && !is_short;
        let (first, note) = match (has_zero, reaches, fits) {
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
}

/// The base that the words before the marks fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fits {
    FromZero,
    FromOne,
    Unclear,
}

fn fits<'c>(
    text: &str,
    named: impl Iterator<Item = (&'c Citation, u64)>,
    sources: &[Source],
) -> Fits {
    if sources.len() > MAX_COMPARED {
        return Fits::Unclear;
    }
    let texts: Vec<Option<BTreeSet<String>>> = sources.iter().map(passage).collect();
    let at = |index: Option<usize>| texts.get(index?)?.as_ref();
    let (mut from_zero, mut from_one, mut marks) = (0, 0, 0);
    for (citation, number) in named {
        let Ok(number) = usize::try_from(number) else { continue };
        let claim = words(claim(text, citation.anchor.span.start));
        let shared = |passage: Option<&BTreeSet<String>>| {
            passage.map_or(0, |passage| claim.intersection(passage).count())
        };
        from_zero += shared(at(Some(number)));
        from_one += shared(at(number.checked_sub(1)));
        marks += 1;
    }
    // Of two marks, all words have to say the same.
    if marks == MIN_MARKS - 1 && from_one == 0 && from_zero >= MIN_SHARED {
        return Fits::FromZero;
    }
    match marks >= MIN_MARKS {
        true if from_zero * 2 > from_one * 3 => Fits::FromZero,
        true if from_one * 2 > from_zero * 3 => Fits::FromOne,
        _ => Fits::Unclear,
    }
}

/// Returns the words of a source; `None` if it has no text.
fn passage(source: &Source) -> Option<BTreeSet<String>> {
    let SourceText::Inline(text) = &source.text else { return None };
    Some(words(text.get(..text.floor_char_boundary(PASSAGE))?))
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
