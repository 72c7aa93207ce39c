//! Dishonest ellipses and brackets, made from the documents of the public benchmark.

use pincite::evidence::texts::Texts;

use super::cases::{Case, Expected};

/// Words that a quote must not leave out in silence.
const NEGATIONS: &[&str] =
    &["not", "no", "never", "without", "cannot", "unless", "except", "neither", "nor"];

/// Words kept on both sides of what is left out.
const KEPT: usize = 4;

/// Returns the documents, those joined in pairs under headings after them, and the cases about
/// both.
pub(super) fn attacks(documents: &[String]) -> (Texts, Vec<Case>) {
    let mut texts = documents.to_vec();
    let mut cases = Vec::new();
    for (document, text) in documents.iter().enumerate() {
        for sentence in sentences(text) {
            let mut add = |mode: &str, expected, quote: Option<String>| {
                let mode = mode.to_owned();
                cases.extend(quote.map(|quote| Case { mode, expected, document, quote }));
            };
            add("ellipsis_swallows_not", Expected::Warned, swallowed(&sentence, is_negation));
            add("number_in_gap", Expected::NumberWarned, swallowed(&sentence, is_number));
            add("honest_gap", Expected::Found, honest(&sentence));
            add("bracket_flips_subject", Expected::Warned, flipped(&sentence, 0));
            add("bracket_flips_object", Expected::Warned, flipped(&sentence, 5));
            add("bracket_puts_in_not", Expected::Warned, Some(negated(&sentence)));
            add("one_word_fragments", Expected::Refused, Some(crumbs(&sentence)));
        }
        add_far(document, text, &mut cases);
    }
    for pair in documents.chunks_exact(2) {
        let document = texts.len();
        texts.push(format!("# One\n\n{}\n\n# Other\n\n{}\n", pair[0], pair[1]));
        let (first, second) = (sentences(&pair[0]), sentences(&pair[1]));
        let (Some(one), Some(other)) = (first.last(), second.first()) else { continue };
        let quote = format!("{} ... {}", one[..6].join(" "), other[other.len() - 6..].join(" "));
        let mode = "two_sections".to_owned();
        cases.push(Case { mode, expected: Expected::Refused, document, quote });
    }
    (Texts::of(texts.into_iter().map(Some)), cases)
}

/// The beginning of the first sentence with the end of the last: far apart in one document.
fn add_far(document: usize, text: &str, cases: &mut Vec<Case>) {
    let all = sentences(text);
    let (Some(first), Some(last)) = (all.first(), all.last()) else { return };
    if text.len() > 1200 && all.len() > 4 {
        let quote = format!("{} ... {}", first[..6].join(" "), last[last.len() - 6..].join(" "));
        cases.push(Case {
            mode: "far_fragments".to_owned(),
            expected: Expected::Refused,
            document,
            quote,
        });
    }
}

/// Returns the words of the sentences that are long enough to leave something out.
fn sentences(text: &str) -> Vec<Vec<&str>> {
    let sentences = text.split_inclusive(". ");
    let words = sentences.map(|sentence| sentence.split_whitespace().collect::<Vec<_>>());
    words.filter(|words| words.len() >= 3 * KEPT).collect()
}

fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word)
}

fn is_number(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Returns the sentence without its first word of that kind and the word after it.
fn swallowed(words: &[&str], wanted: fn(&str) -> bool) -> Option<String> {
    let at = (KEPT..words.len() - KEPT - 1).find(|at| wanted(words[*at]))?;
    Some(format!("{} ... {}", words[..at].join(" "), words[at + 2..].join(" ")))
}

/// Returns the sentence without two words that turn nothing.
fn honest(words: &[&str]) -> Option<String> {
    let at = words.len() / 2;
    let kept = words[at..at + 2].iter().all(|word| !is_negation(word) && !is_number(word));
    kept.then(|| format!("{} [\u{2026}] {}", words[..at].join(" "), words[at + 2..].join(" ")))
}

/// Returns the sentence with two content words replaced by others.
fn flipped(words: &[&str], at: usize) -> Option<String> {
    let old = &words[at..at + 2];
    let long = old.iter().any(|word| word.len() > 6);
    long.then(|| {
        let before = words[..at].join(" ");
        format!("{before} [the zoning board] {}", words[at + 2..].join(" ")).trim().to_owned()
    })
}

fn negated(words: &[&str]) -> String {
    let (before, after) = words.split_at(words.len() / 2);
    format!("{} [not] {}", before.join(" "), after.join(" "))
}

/// Returns every third word of the sentence.
fn crumbs(words: &[&str]) -> String {
    let crumbs: Vec<&str> = words.iter().step_by(3).copied().collect();
    crumbs.join(" ... ")
}
