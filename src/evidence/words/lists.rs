//! Fixed lists of words: function words, negations, number words.

use super::Language;

/// Words without a meaning of their own, in English and the commonest of German, French and
/// Spanish.
const FUNCTION_WORDS: &[&str] = &[
    "a",
    "about",
    "above",
    "according",
    "after",
    "again",
    "against",
    "all",
    "along",
    "already",
    "also",
    "although",
    "always",
    "am",
    "among",
    "an",
    "and",
    "any",
    "are",
    "around",
    "as",
    "at",
    "au",
    "auf",
    "aus",
    "aux",
    "avec",
    "be",
    "because",
    "been",
    "before",
    "being",
    "below",
    "between",
    "both",
    "but",
    "by",
    "can",
    "com",
    "con",
    "could",
    "da",
    "dans",
    "das",
    "dass",
    "de",
    "dem",
    "den",
    "der",
    "des",
    "did",
    "die",
    "do",
    "does",
    "doing",
    "done",
    "down",
    "du",
    "due",
    "during",
    "each",
    "eg",
    "ein",
    "eine",
    "einem",
    "einen",
    "einer",
    "either",
    "el",
    "en",
    "er",
    "es",
    "est",
    "et",
    "etc",
    "even",
    "every",
    "few",
    "for",
    "from",
    "further",
    "für",
    "had",
    "has",
    "have",
    "having",
    "he",
    "hence",
    "her",
    "here",
    "hers",
    "him",
    "his",
    "how",
    "however",
    "i",
    "ie",
    "if",
    "im",
    "in",
    "indeed",
    "into",
    "is",
    "ist",
    "it",
    "its",
    "itself",
    "je",
    "just",
    "la",
    "las",
    "le",
    "les",
    "like",
    "los",
    "made",
    "make",
    "makes",
    "many",
    "may",
    "me",
    "might",
    "mit",
    "more",
    "most",
    "much",
    "must",
    "my",
    "no.",
    "now",
    "of",
    "off",
    "often",
    "on",
    "once",
    "one's",
    "only",
    "or",
    "other",
    "our",
    "out",
    "over",
    "own",
    "par",
    "per",
    "plus",
    "por",
    "pour",
    "que",
    "qui",
    "rather",
    "same",
    "se",
    "she",
    "should",
    "sich",
    "sie",
    "since",
    "so",
    "some",
    "such",
    "sur",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "though",
    "through",
    "thus",
    "to",
    "too",
    "un",
    "una",
    "und",
    "under",
    "une",
    "until",
    "up",
    "upon",
    "us",
    "very",
    "via",
    "von",
    "was",
    "we",
    "well",
    "were",
    "what",
    "when",
    "where",
    "whether",
    "which",
    "while",
    "who",
    "whom",
    "whose",
    "why",
    "will",
    "with",
    "within",
    "would",
    "y",
    "yet",
    "you",
    "your",
    "zu",
    "zum",
    "zur",
];

/// The commonest words of each language that are in no other list here: a few of them identify it.
pub(super) const LANGUAGES: [(Language, &[&str]); 7] = [
    (
        Language::English,
        &["and", "are", "at", "by", "for", "from", "has", "is", "of", "that", "the", "to", "with"],
    ),
    (
        Language::German,
        &[
            "auf", "bei", "dem", "den", "der", "ein", "eine", "einer", "für", "ist", "mit",
            "nicht", "und", "von", "werden", "wird", "zu", "zum", "zur",
        ],
    ),
    (
        Language::French,
        &["au", "aux", "avec", "dans", "des", "du", "est", "et", "le", "les", "par", "pour", "sur"],
    ),
    (Language::Spanish, &["con", "del", "el", "las", "los", "por", "se", "y"]),
    (Language::Italian, &["che", "della", "delle", "di", "gli", "il", "nel", "per", "sono"]),
    (Language::Portuguese, &["ao", "com", "da", "do", "dos", "em", "não", "os", "para", "uma"]),
    (Language::Dutch, &["de", "een", "het", "niet", "van", "voor", "wordt", "zijn"]),
];

/// Words that change the sense of a sentence.
const NEGATIONS: &[&str] = &[
    "cannot", "except", "hardly", "kein", "keine", "lack", "lacks", "neither", "never", "nicht",
    "no", "nobody", "none", "nor", "not", "nothing", "nowhere", "sans", "sin", "unless", "without",
];

const NUMBER_WORDS: &[(&str, &str)] = &[
    ("eight", "8"),
    ("eighteen", "18"),
    ("eighty", "80"),
    ("eleven", "11"),
    ("fifteen", "15"),
    ("fifty", "50"),
    ("five", "5"),
    ("forty", "40"),
    ("four", "4"),
    ("fourteen", "14"),
    ("nine", "9"),
    ("nineteen", "19"),
    ("ninety", "90"),
    ("seven", "7"),
    ("seventeen", "17"),
    ("seventy", "70"),
    ("six", "6"),
    ("sixteen", "16"),
    ("sixty", "60"),
    ("ten", "10"),
    ("thirteen", "13"),
    ("thirty", "30"),
    ("three", "3"),
    ("twelve", "12"),
    ("twenty", "20"),
    ("two", "2"),
    ("zero", "0"),
];

/// Returns the language in which a folded word is common.
pub(super) fn language(word: &str) -> Option<Language> {
    let mut lists = LANGUAGES.iter();
    lists.find(|(_, words)| words.binary_search(&word).is_ok()).map(|(language, _)| *language)
}

/// Returns true if a folded word is a function word.
pub(super) fn is_function_word(word: &str) -> bool {
    FUNCTION_WORDS.binary_search(&word).is_ok()
}

/// Returns true if a folded word negates its sentence: it is in the list, or a verb with `n't`.
pub(super) fn is_negation(word: &str) -> bool {
    NEGATIONS.binary_search(&word).is_ok() || word.ends_with("n't")
}

/// Nouns before which `one` is a number; elsewhere it is as often a pronoun.
const COUNTED: &[&str] = &[
    "century",
    "cent",
    "day",
    "decade",
    "dollar",
    "euro",
    "gram",
    "hour",
    "inch",
    "kilogram",
    "kilometer",
    "kilometre",
    "liter",
    "litre",
    "meter",
    "metre",
    "mile",
    "minute",
    "month",
    "percent",
    "pound",
    "quarter",
    "second",
    "ton",
    "tonne",
    "week",
    "year",
];

/// Words that may be between `one` and such a noun.
const COUNTED_AS: [&str; 5] = ["business", "calendar", "full", "whole", "working"];

/// Returns true if `one` is a number before `rest`: the name of a unit follows.
pub(in crate::evidence) fn counts_one(rest: &str) -> bool {
    let mut words = rest.split_inclusive(|c: char| !c.is_ascii_alphabetic()).map(|word| {
        let bare = word.trim_end_matches([' ', '-']);
        (bare.trim_end_matches(|c: char| !c.is_ascii_alphabetic()), bare.len() < word.len())
    });
    // Only a blank or a hyphen follows `one` here.
    let Some(("", true)) = words.next() else { return false };
    let known = |list: &[&str], word: &str| list.iter().any(|it| word.eq_ignore_ascii_case(it));
    match words.next() {
        Some((word, true)) if known(&COUNTED_AS, word) => {
            words.next().is_some_and(|(noun, _)| known(COUNTED, noun))
        }
        Some((word, _)) => known(COUNTED, word),
        None => false,
    }
}

/// Returns the digits of a number written as an English word. `one` is left out: see
/// [`counts_one`].
pub(super) fn number_word(word: &str) -> Option<&'static str> {
    let index = NUMBER_WORDS.binary_search_by_key(&word, |(name, _)| name).ok()?;
    NUMBER_WORDS.get(index).map(|(_, digits)| *digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(LANGUAGES.iter().all(|(_, words)| words.is_sorted()));
        assert!(FUNCTION_WORDS.is_sorted() && NEGATIONS.is_sorted() && NUMBER_WORDS.is_sorted());
    }
}
