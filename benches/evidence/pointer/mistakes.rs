//! Claims with one more mistake: a number, name or word replaced by one that is nowhere.

use super::{Planted, Random};

/// The kind of the word that is replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Replaced {
    Number,
    Name,
    Word,
}

impl Replaced {
    pub(crate) const ALL: [Self; 3] = [Self::Number, Self::Name, Self::Word];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Name => "name",
            Self::Word => "word",
        }
    }
}

/// Names and words that hardly any page has.
const NAMES: [&str; 6] =
    ["Hendrikson", "Pollardo", "Zagrebin", "Kowalskaya", "Brixworth", "Ulvaneq"];
const WORDS: [&str; 6] = ["umbrellas", "varnished", "thimble", "galoshes", "marzipan", "quarrying"];

/// Returns the case with another word in its claim, for each kind of word that the claim has.
pub(crate) fn mistakes(case: &Planted, random: &mut Random) -> Vec<(Replaced, Planted)> {
    let made = Replaced::ALL.into_iter().filter_map(|kind| {
        let claim = replaced(case, kind, random)?;
        Some((kind, Planted { claim, ..case.clone() }))
    });
    made.collect()
}

fn replaced(case: &Planted, kind: Replaced, random: &mut Random) -> Option<String> {
    let words: Vec<&str> = case.claim.split(' ').collect();
    let fits = |at: &usize| kind_of(*at, bare(words[*at])) == Some(kind);
    let usable: Vec<usize> = (0..words.len()).filter(fits).collect();
    let at = *random.choice(&usable)?;
    let old = bare(words[at]);
    let stands = |word: &str| {
        let word = word.to_lowercase();
        case.claim.to_lowercase().contains(&word)
            || case.documents.iter().flatten().any(|line| line.to_lowercase().contains(&word))
    };
    let new = match kind {
        Replaced::Number => (0..40).map(|_| other_digits(old, random)).find(|it| !stands(it)),
        Replaced::Name => (0..40)
            .filter_map(|_| random.choice(&NAMES))
            .map(|it| (*it).to_owned())
            .find(|it| !stands(it)),
        Replaced::Word => (0..40)
            .filter_map(|_| random.choice(&WORDS))
            .map(|it| (*it).to_owned())
            .find(|it| !stands(it)),
    }?;
    let changed = words[at].replacen(old, &new, 1);
    let all =
        words.iter().enumerate().map(|(place, word)| if place == at { &changed } else { *word });
    Some(all.collect::<Vec<_>>().join(" "))
}

fn kind_of(at: usize, word: &str) -> Option<Replaced> {
    let is_number = word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    let is_long = word.len() >= 5 && word.chars().all(char::is_alphabetic);
    if is_number {
        Some(Replaced::Number)
    } else if at > 0 && is_long && word.starts_with(char::is_uppercase) {
        Some(Replaced::Name)
    } else if is_long && word.chars().all(char::is_lowercase) {
        Some(Replaced::Word)
    } else {
        None
    }
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Returns a number of the same form with other digits.
fn other_digits(number: &str, random: &mut Random) -> String {
    let digit = |random: &mut Random| char::from(b"123456789"[random.below(9)]);
    number.chars().map(|c| if c.is_ascii_digit() { digit(random) } else { c }).collect()
}
