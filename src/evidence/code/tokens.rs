//! Words of code and of text about code.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// The shortest word that is compared, in characters.
pub(super) const MIN_WORD: usize = 3;

/// English words that say nothing about code.
const COMMON: [&str; 81] = [
    "all", "an", "and", "any", "are", "as", "at", "be", "because", "been", "being", "but", "by",
    "can", "could", "did", "do", "does", "doing", "done", "each", "for", "from", "had", "has",
    "have", "he", "her", "his", "how", "if", "in", "into", "is", "it", "its", "no", "not", "of",
    "off", "on", "one", "only", "or", "our", "out", "over", "own", "same", "she", "so", "such",
    "than", "that", "the", "their", "them", "then", "there", "they", "this", "to", "two", "under",
    "was", "we", "were", "what", "when", "where", "which", "who", "why", "will", "with", "would",
    "you", "your", "also", "here", "these",
];

/// A word as it is compared: a hash, stable within one run of the program only.
pub(super) type Key = u64;

/// Returns a run of letters, digits and underscores, with its first byte.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at + rest.find(is_word)?;
        let rest = text.get(start..)?;
        let len = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        at = start + len;
        Some((start, rest.get(..len)?))
    })
}

pub(super) fn key(word: &str) -> Key {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    hasher.finish()
}

/// Returns true if a lower-case word is too common to distinguish places.
pub(super) fn is_common(word: &str) -> bool {
    COMMON.contains(&word)
}

/// Returns true if a word is written as identifiers are: `snake_case`, `camelCase`, `_private`.
pub(super) fn is_identifier(word: &str) -> bool {
    let core = word.trim_matches('_');
    let humps = || {
        let chars: Vec<char> = core.chars().collect();
        let pair = |pair: &[char]| match pair {
            [a, b] => a.is_lowercase() && b.is_uppercase(),
            _ => false,
        };
        let triple = |triple: &[char]| match triple {
            [a, b, c] => a.is_uppercase() && b.is_uppercase() && c.is_lowercase(),
            _ => false,
        };
        chars.windows(2).any(pair) || chars.windows(3).any(triple)
    };
    word.len() >= MIN_WORD
        && (core.contains('_') || word.starts_with('_') && core.len() > 1 || humps())
}

/// Returns the parts of an identifier in lower case: `read`, `json` and `file` of `readJSON_file`.
pub(super) fn parts(word: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for piece in word.split('_') {
        let chars: Vec<char> = piece.chars().collect();
        let mut part = String::new();
        for (index, c) in chars.iter().enumerate() {
            let before = index.checked_sub(1).and_then(|at| chars.get(at));
            let after = chars.get(index + 1);
            let starts = before.is_some_and(|before| {
                c.is_uppercase()
                    && (!before.is_uppercase() || after.is_some_and(|b| b.is_lowercase()))
                    || c.is_numeric() != before.is_numeric()
            });
            if starts {
                parts.push(std::mem::take(&mut part));
            }
            part.extend(c.to_lowercase());
        }
        parts.push(part);
    }
    parts.retain(|part| part.chars().count() >= MIN_WORD);
    parts
}

/// Returns a lower-case English word without its inflection, roughly.
pub(super) fn stem(word: &str) -> &str {
    let without = |end: &str, min: usize| word.strip_suffix(end).filter(|_| word.len() > min);
    without("ing", 5)
        .or_else(|| without("ed", 4))
        .or_else(|| without("es", 4))
        .or_else(|| without("s", 3).filter(|rest| !rest.ends_with('s')))
        .unwrap_or(word)
}

/// Ends of names that belong to the type named before them.
const OF_TYPE: [&str; 12] = [
    "Args", "Config", "Dto", "Impl", "Input", "Model", "Options", "Params", "Props", "Schema",
    "State", "Type",
];

/// True if a longer name is that of a part of a type: `RequestSchema` of `Request`.
pub(super) fn is_of_type(name: &str, word: &str) -> bool {
    let end = word.strip_prefix(name).filter(|_| name.starts_with(char::is_uppercase));
    end.is_some_and(|end| OF_TYPE.contains(&end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_distinguished_from_words() {
        for word in ["snake_case", "camelCase", "_private", "HTTPServer", "MAX_LINES"] {
            assert!(is_identifier(word), "{word}");
        }
        for word in ["plain", "Word", "API", "_", "x_"] {
            assert!(!is_identifier(word), "{word}");
        }
    }

    #[test]
    fn identifiers_have_parts_and_words_have_stems() {
        assert_eq!(parts("readJSON_file2"), ["read", "json", "file"]);
        assert_eq!(parts("HTTPServer"), ["http", "server"]);
        for (word, expected) in
            [("returns", "return"), ("class", "class"), ("parsing", "pars"), ("added", "add")]
        {
            assert_eq!(stem(word), expected);
        }
        assert_eq!(tokens("a.b_c(12)").collect::<Vec<_>>(), [(0, "a"), (2, "b_c"), (6, "12")]);
    }
}
