//! Places in an order: `third`, `21st`, `twenty-first`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::edges::ends_at;
use crate::evidence::numbers::{digits, listed};

static UNITS: LazyLock<Vec<&str>> = LazyLock::new(|| listed("ordinals"));

const TENS: [(&str, u32); 8] = [
    ("twent", 20),
    ("thirt", 30),
    ("fort", 40),
    ("fift", 50),
    ("sixt", 60),
    ("sevent", 70),
    ("eight", 80),
    ("ninet", 90),
];

/// Reads `21st` at the start of `rest`; returns its length in bytes and its value.
pub(super) fn in_digits(rest: &str) -> Option<(usize, u32)> {
    let len = rest.bytes().take(5).take_while(u8::is_ascii_digit).count();
    let value: u32 = rest.get(..len).filter(|_| (1..=4).contains(&len))?.parse().ok()?;
    let tail = rest.get(len..)?;
    let is_ending = ["st", "nd", "rd", "th"].iter().any(|end| tail.starts_with(end));
    (is_ending && ends_at(rest, len + 2)).then_some((len + 2, value))
}

/// Reads the ordinal at the start of `text`, whose first word is `len` bytes long; `before` is the
/// text in front of it.
pub(super) fn worded(text: &str, len: usize, before: &str) -> Option<(usize, u32)> {
    if !(5..=13).contains(&len) || !may_order(text) {
        return None;
    }
    let word = text.get(..len)?.to_ascii_lowercase();
    let tens = TENS.iter().find_map(|(stem, value)| {
        let end = word.strip_prefix(stem)?;
        match end {
            "ieth" => Some((len, *value)),
            "y" => {
                let tail = text.get(len..)?.strip_prefix(['-', ' '])?;
                let next = tail.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(tail.len());
                let unit =
                    unit(&tail.get(..next)?.to_ascii_lowercase()).filter(|unit| *unit < 10)?;
                Some((len + 1 + next, *value + unit))
            }
            _ => None,
        }
    });
    tens.or_else(|| {
        let value = unit(&word)?;
        let last = before.trim_end_matches([' ', '-']);
        let last = last.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        // `a second`, `per second`, `a third`, `two fifths`, `at first`
        let is_other = ["a", "per", "each", "every", "one", "split"]
            .iter()
            .any(|known| last.eq_ignore_ascii_case(known))
            || value == 1 && last.eq_ignore_ascii_case("at")
            || last.ends_with(|c| digits::digit(c).is_some())
            || before.ends_with('/');
        (!is_other).then_some((len, value))
    })
}

/// Reads the German, French or Spanish ordinal at the start of `text`, whose first word is `len`
/// bytes long: `dritte`, `drittgrößte`, `troisième`, `tercer`. `before` is the text in front of it.
pub(super) fn foreign(text: &str, len: usize, before: &str) -> Option<(usize, u32)> {
    if !(5..=24).contains(&len) {
        return None;
    }
    let candidates = FOREIGN.get(text.as_bytes().first_chunk::<2>()?)?;
    let word = text.get(..len)?;
    let is_german = |stem: &str| {
        let Some(end) = word.strip_prefix(stem) else { return false };
        let is_superlative = || {
            ["größt", "höchst", "ältest", "längst", "best", "wichtigst", "stärkst"]
                .iter()
                .any(|degree| end.starts_with(degree))
        };
        GERMAN_ENDINGS.contains(&end) || is_superlative()
    };
    let fits = |(stem, _): &&(&str, u32)| word == *stem || is_german(stem);
    let (stem, value) = candidates.iter().find(fits)?;
    let last = before.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    // `por segundo`, `un segundo`
    let is_second = stem.starts_with("segund") && matches!(last, "por" | "un" | "cada" | "y");
    (!is_second).then_some((len, *value))
}

/// Endings of a German ordinal.
const GERMAN_ENDINGS: [&str; 5] = ["e", "er", "es", "en", "em"];

/// Ordinals with their values.
type Ordinals = Vec<(&'static str, u32)>;

/// Ordinals of other languages, by their first two bytes, which rule out nearly all words;
/// German ones without their ending.
static FOREIGN: LazyLock<BTreeMap<[u8; 2], Ordinals>> = LazyLock::new(|| {
    let mut by_beginning: BTreeMap<[u8; 2], Ordinals> = BTreeMap::new();
    for place in 1..=10 {
        for word in listed(&format!("ordinals {place}")) {
            if let Some(beginning) = word.as_bytes().first_chunk() {
                by_beginning.entry(*beginning).or_default().push((word, place));
            }
        }
    }
    by_beginning
});

/// The first letters of ordinals: they rule out nearly all words.
pub(super) const BEGINNINGS: [&str; 13] =
    ["fir", "sec", "thi", "fou", "fif", "six", "sev", "eig", "nin", "ten", "ele", "twe", "for"];

fn may_order(text: &str) -> bool {
    let head = text.get(..3);
    head.is_some_and(|head| BEGINNINGS.iter().any(|known| head.eq_ignore_ascii_case(known)))
}

/// Returns the ordinals of other languages, German ones without their ending.
pub(super) fn in_other_languages() -> impl Iterator<Item = &'static str> {
    FOREIGN.values().flatten().map(|(word, _)| *word)
}

fn unit(word: &str) -> Option<u32> {
    let index = UNITS.iter().position(|known| *known == word)?;
    u32::try_from(index + 1).ok()
}
