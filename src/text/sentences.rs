//! Sentence boundaries, and texts that were cut within a sentence.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation as _;

use super::Span;

/// The maximum number of signs in a row that are read, in characters: more of them add nothing, and
/// the segmentation looks ahead over all of them from each one of them.
const MAX_RUN_LENGTH: usize = 32;

/// Returns the starts of the sentences of `text`, in bytes and in order; the first at 0.
///
/// Uses Unicode's sentence borders (UAX #29), except after an abbreviation, an initial or a quoted
/// sign, where they are wrong.
pub fn starts(text: &str) -> Vec<usize> {
    let mut starts = vec![0];
    let mut from = 0;
    while let Some(stretch) = undecided(text, from) {
        borders(text, stretch, &mut starts);
        from = stretch.end;
    }
    starts
}

/// Signs after the end of a sentence.
pub const CLOSING: [char; 10] =
    ['"', '\'', ')', ']', '*', '_', '\u{201d}', '\u{2019}', '\u{bb}', '\u{300d}'];

/// Returns true if a text begins within a sentence: with a small letter, or a sign that ends or joins.
pub fn begins_within(text: &str) -> bool {
    let first = text.trim_start().chars().next();
    first.is_some_and(|c| c.is_lowercase() || matches!(c, '.' | ',' | ';' | ':' | ')' | '!' | '?'))
}

/// Returns true if a text ends with a sentence, or with a sign that introduces the next one.
pub fn ends_sentence(text: &str) -> bool {
    let bare = text.trim_end().trim_end_matches(CLOSING);
    bare.ends_with(['.', '!', '?', ';', ':', '\u{3002}', '\u{ff01}', '\u{ff1f}'])
}

/// Returns true if a text ends in a sign that something is left out: `…`, `...`, `[...]`, `…"`, or
/// `(continued)` after one.
pub fn is_cut_off(text: &str) -> bool {
    const MARKS: [&str; 6] =
        ["(continued)", "[continued]", "(truncated)", "[truncated]", "(cut)", "[more]"];
    let bare = text.trim_end();
    if MARKS.iter().any(|mark| bare.ends_with(mark)) {
        return true;
    }
    let bare = bare.trim_end_matches(CLOSING).trim_end();
    bare.ends_with('\u{2026}') || bare.ends_with("...") || bare.ends_with(". . .")
}

/// Returns the first stretch after `from` in which a sentence may end: from the character before
/// the possible terminator up to the next Latin letter.
///
/// A sentence cannot end outside such stretches. By UAX #29, a sentence ends only after a
/// terminator or the end of a line; only one character before that and the text up to the first
/// letter after it matter. Here every character that is not ASCII may be a terminator, which saves
/// a table look-up for nearly all characters of most texts.
fn undecided(text: &str, from: usize) -> Option<Span> {
    let bytes = text.as_bytes();
    let may_end =
        |byte: &u8| matches!(byte, b'.' | b'!' | b'?' | b'\n' | b'\r') || !byte.is_ascii();
    let end = from + bytes.get(from..)?.iter().position(may_end)?;
    // The character before is ASCII: another would have been met first.
    let start = end.saturating_sub(1);
    let letter = bytes.get(end..)?.iter().position(u8::is_ascii_alphabetic);
    Some(Span::new(start, letter.map_or(text.len(), |at| end + at + 1)))
}

/// Adds the starts of sentences inside `stretch`.
fn borders(text: &str, stretch: Span, starts: &mut Vec<usize>) {
    let (short, pieces) = without_long_runs(stretch.slice(text).unwrap_or_default());
    let mut end = 0;
    for sentence in short.split_sentence_bounds() {
        let piece = pieces.partition_point(|(at, _)| *at <= end).checked_sub(1);
        let piece = piece.and_then(|index| pieces.get(index));
        let start = stretch.start + piece.map_or(end, |(at, original)| original + (end - at));
        if end > 0 && !goes_on(text, start) {
            starts.push(start);
        }
        end += sentence.len();
    }
}

/// Returns `text` without the middle of long runs of signs, blanks and digits, and the start of
/// each kept piece in it and in `text`.
fn without_long_runs(text: &str) -> (Cow<'_, str>, Vec<(usize, usize)>) {
    if text.len() <= MAX_RUN_LENGTH {
        return (text.into(), vec![]);
    }
    let mut short = String::with_capacity(text.len());
    let mut pieces = vec![(0, 0)];
    let mut kept_from = 0;
    let mut run = 0;
    let mut left_out = false;
    for (at, c) in text.char_indices() {
        run = if c.is_alphabetic() || c == '.' { 0 } else { run + 1 };
        let leave_out = run > MAX_RUN_LENGTH;
        if leave_out && !left_out {
            short.push_str(text.get(kept_from..at).unwrap_or_default());
        } else if left_out && !leave_out {
            kept_from = at;
            pieces.push((short.len(), at));
        }
        left_out = leave_out;
    }
    if !left_out {
        short.push_str(text.get(kept_from..).unwrap_or_default());
    }
    (short.into(), pieces)
}

/// Abbreviations that are usually followed by the rest of their sentence, in lower case.
const ABBREVIATIONS: &[&str] = &[
    "dr", "mr", "mrs", "ms", "prof", "st", "e.g", "i.e", "vs", "no", "nos", "fig", "figs", "art",
    "sec", "sect", "approx", "ca", "cf", "al", "p", "pp", "vol", "ch", "ed", "eds", "eq", "z.b",
    "d.h", "bzw", "nr", "abs", "u.a", "vgl", "s", "m", "mme", "sr", "sra", "para", "viz", "inc",
    "corp", "ltd", "u.s", "u.k",
];

/// More characters than any abbreviation has.
const MAX_ABBREVIATION_LENGTH: usize = 8;

/// True if the sentence continues at a border that Unicode sees at byte `at`.
fn goes_on(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    ends_in_abbreviation(before) || ends_in_quoted_sign(before, after)
}

/// True after a quotation that is only a sign (`the "?" key`), and after one that a lower-case word
/// follows (`"Why?" she asked`).
fn ends_in_quoted_sign(before: &str, after: &str) -> bool {
    const QUOTES: [char; 8] = ['"', '\'', '`', '“', '”', '‘', '’', '„'];
    let Some(inner) = before.trim_end().strip_suffix(QUOTES) else { return false };
    let words = inner.trim_end_matches(['.', '!', '?']);
    let is_signed = words.len() < inner.len();
    is_signed && (words.ends_with(QUOTES) || after.starts_with(char::is_lowercase))
}

fn ends_in_abbreviation(text: &str) -> bool {
    let Some(text) = text.trim_end().strip_suffix('.') else { return false };
    let near =
        text.char_indices().rev().take(MAX_ABBREVIATION_LENGTH).last().map_or(0, |(at, _)| at);
    let near = text.get(near..).unwrap_or_default();
    let word = near.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    let mut letters = word.chars();
    let initial = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
    initial || ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let mut ends = starts(text);
        ends.push(text.len());
        let found: Vec<&str> =
            ends.windows(2).map(|pair| text.get(pair[0]..pair[1]).unwrap()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn abbreviations_and_initials_end_no_sentence() {
        check("See e.g. Dr. J. Doe. So it is.", &["See e.g. Dr. J. Doe. ", "So it is."]);
        check("\u{3042}\u{3002}\u{3044}\u{3002}", &["\u{3042}\u{3002}", "\u{3044}\u{3002}"]);
        check("", &[""]);
    }

    #[test]
    fn quoted_signs_end_no_sentence() {
        check("The \"?\" key. \"Why?\" he said.", &["The \"?\" key. ", "\"Why?\" he said."]);
        check("He asked \"why?\" No one knew.", &["He asked \"why?\" ", "No one knew."]);
    }

    proptest! {
        /// Compares the result with Unicode's borders, to show that skipping loses none.
        #[test]
        fn borders_are_those_of_unicode(
            text in "([ab]|[A-Z]|[0-9 .!?()\"']|[.\n\r ]|\\PC|[\u{e9}\u{301}\u{345}\u{3002}\u{2028}\u{85}]){0,24}"
        ) {
            let mut expected = vec![0];
            let mut end = 0;
            for sentence in text.split_sentence_bounds() {
                if end > 0 && !goes_on(&text, end) {
                    expected.push(end);
                }
                end += sentence.len();
            }
            prop_assert_eq!(starts(&text), expected);
        }
    }

    #[test]
    fn a_long_run_of_signs_changes_nothing_and_costs_little() {
        let signs = ")".repeat(300);
        check(
            &format!("One.{signs} Two {signs} three. Four"),
            &[&format!("One.{signs} "), &format!("Two {signs} three. "), "Four"],
        );
        let long = format!("One.{}", ")".repeat(4_000_000));
        assert_eq!(starts(&long), [0]);
    }
}
