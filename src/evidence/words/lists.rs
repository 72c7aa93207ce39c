//! Words that are known by heart: those that hold sentences together, turn them round, or count.

/// Words that say nothing alone, in English and the commonest of German, French and Spanish.
const FUNCTION_WORDS: &[&str] = &[
    "a", "about", "above", "according", "after", "again", "against", "all", "along", "already",
    "also", "although", "always", "am", "among", "an", "and", "any", "are", "around", "as", "at",
    "au", "auf", "aus", "aux", "avec", "be", "because", "been", "before", "being", "below",
    "between", "both", "but", "by", "can", "com", "con", "could", "da", "dans", "das", "dass", "de",
    "dem", "den", "der", "des", "did", "die", "do", "does", "doing", "done", "down", "du", "due",
    "during", "each", "eg", "ein", "eine", "einem", "einen", "einer", "either", "el", "en", "er",
    "es", "est", "et", "etc", "even", "every", "few", "for", "from", "further", "für", "had",
    "has", "have", "having", "he", "hence", "her", "here", "hers", "him", "his", "how", "however",
    "i", "ie", "if", "im", "in", "indeed", "into", "is", "ist", "it", "its", "itself", "je",
    "just", "la", "las", "le", "les", "like", "los", "made", "make", "makes", "many", "may",
    "me", "might", "mit", "more", "most", "much", "must", "my", "no.", "now", "of", "off", "often",
    "on", "once", "one's", "only", "or", "other", "our", "out", "over", "own", "par", "per",
    "plus", "por", "pour", "que", "qui", "rather", "same", "se", "she", "should", "sich", "sie",
    "since", "so", "some", "such", "sur", "than", "that", "the", "their", "them", "then", "there",
    "these", "they", "this", "those", "though", "through", "thus", "to", "too", "un", "una",
    "und", "under", "une", "until", "up", "upon", "us", "very", "via", "von", "was", "we", "well",
    "were", "what", "when", "where", "whether", "which", "while", "who", "whom", "whose", "why",
    "will", "with", "within", "would", "y", "yet", "you", "your", "zu", "zum", "zur",
];

/// Words that turn a sentence round.
const NEGATIONS: &[&str] = &[
    "cannot", "except", "hardly", "kein", "keine", "lack", "lacks", "neither", "never", "nicht",
    "no", "nobody", "none", "nor", "not", "nothing", "nowhere", "sans", "sin", "unless",
    "without",
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

/// Whether a folded word holds sentences together.
pub(super) fn is_function_word(word: &str) -> bool {
    FUNCTION_WORDS.binary_search(&word).is_ok()
}

/// Whether a folded word turns its sentence round: one of the list, or a verb with `n't`.
pub(super) fn is_negation(word: &str) -> bool {
    NEGATIONS.binary_search(&word).is_ok() || word.ends_with("n't")
}

/// The digits of a number written as an English word. `one` is left out: it is a pronoun as often.
pub(super) fn number_word(word: &str) -> Option<&'static str> {
    let index = NUMBER_WORDS.binary_search_by_key(&word, |(name, _)| name).ok()?;
    NUMBER_WORDS.get(index).map(|(_, digits)| *digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(FUNCTION_WORDS.is_sorted() && NEGATIONS.is_sorted() && NUMBER_WORDS.is_sorted());
    }
}
