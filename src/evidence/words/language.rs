//! Which language a text is written in, by the words that hold its sentences together.

/// The commonest words of a language that the others listed here do not have.
const COMMON: &[(&str, &[&str])] = &[
    (
        "en",
        &[
            "the", "of", "and", "to", "is", "that", "for", "with", "was", "are", "by", "from",
            "it", "be",
        ],
    ),
    (
        "de",
        &[
            "der", "und", "die", "das", "ist", "nicht", "mit", "von", "den", "ein", "eine", "auf",
            "für", "wird",
        ],
    ),
    (
        "fr",
        &[
            "le", "les", "et", "des", "est", "une", "dans", "pour", "qui", "du", "sur", "pas",
            "par", "au",
        ],
    ),
    (
        "es",
        &[
            "el", "los", "y", "las", "del", "que", "por", "con", "una", "para", "como", "más",
            "su", "es",
        ],
    ),
    (
        "pt",
        &["o", "os", "e", "do", "da", "em", "não", "uma", "com", "dos", "são", "ao", "mais", "na"],
    ),
    (
        "it",
        &[
            "il", "di", "che", "per", "della", "sono", "gli", "nel", "alla", "con", "è", "dei",
            "più", "anche",
        ],
    ),
    (
        "nl",
        &[
            "het", "een", "van", "zijn", "niet", "voor", "op", "dat", "met", "aan", "ook", "werd",
            "naar", "bij",
        ],
    ),
];

/// Fewer common words do not tell a language.
const FEWEST: usize = 3;

/// The language of `text`, as a two-letter code; `None` where it cannot be told. Of the scripts
/// without blanks between words only Chinese and Japanese are told apart.
pub fn language(text: &str) -> Option<&'static str> {
    if text.contains(|c| matches!(c, '\u{3041}'..='\u{30ff}')) {
        return Some("ja");
    }
    if text.contains(|c| matches!(c, '\u{4e00}'..='\u{9fff}')) {
        return Some("zh");
    }
    let mut counts = [0; COMMON.len()];
    for word in text.split(|c: char| !c.is_alphabetic()) {
        let word = word.to_lowercase();
        for (count, (_, common)) in counts.iter_mut().zip(COMMON) {
            *count += usize::from(common.contains(&word.as_str()));
        }
    }
    let named = counts.iter().zip(COMMON).map(|(count, (name, _))| (*count, *name));
    let (most, name) = named.clone().max()?;
    let second = named.filter(|(_, other)| *other != name).map(|(count, _)| count).max()?;
    (most >= FEWEST && most > second).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_told_by_their_common_words() {
        for (text, expected) in [
            ("The fee was raised by the board of the bank.", Some("en")),
            ("Die Gebühr wurde von der Bank und nicht vom Amt erhöht.", Some("de")),
            ("Les frais sont fixés par la banque et le conseil.", Some("fr")),
            ("東京の人口", Some("ja")),
            ("北京人口", Some("zh")),
            ("Acme Inc 2019", None),
            ("", None),
        ] {
            assert_eq!(language(text), expected, "{text}");
        }
    }
}
