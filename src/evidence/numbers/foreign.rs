//! Numbers written as German, French and Spanish words.

use super::decimal::Decimal;
use super::numerals::{Worded, last_word, share_step};

/// Maximum length of a number word of another language, in bytes.
const MAX_FOREIGN_WORD: usize = 28;

/// Reads the German, French or Spanish number that the word at the start of `text` (`len` bytes long)
/// begins, and its length in bytes: `doce`, `vingt et un`, `einundzwanzig`, `zwei Drittel`. `before`
/// is the text in front of it.
pub(super) fn foreign(text: &str, len: usize, before: &str) -> Option<(usize, Worded)> {
    if !(3..=MAX_FOREIGN_WORD).contains(&len) {
        return None;
    }
    let word = text.get(..len)?;
    if let Some(share) = foreign_share(word, before) {
        return Some((len, share));
    }
    let count = |len, value| Some((len, Worded::Count(Decimal::whole(value))));
    let Some(value) = foreign_word(word) else {
        return count(len, german(word).or_else(|| spanish_twenties(word))?);
    };
    let tail = text.get(len..)?;
    let next = |lead: &str| {
        let rest = tail.strip_prefix(lead)?;
        let len = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        Some((lead.len() + len, rest.get(..len)?))
    };
    if let Some((more, part)) = next(" ").filter(|_| (2..4).contains(&value))
        && let Some(hundredths) = fraction(part)
    {
        let share = Decimal::new(hundredths, -2).times(Decimal::whole(value))?;
        return Some((len + more, Worded::Share(share, share_step())));
    }
    // `vingt et un`, `soixante-quinze`, `treinta y dos`
    let added = [" et ", "-et-", "-", " y "].into_iter().find_map(|lead| {
        let (more, part) = next(lead)?;
        let one = matches!((lead, part), (" et " | "-et-", "un" | "une") | (" y ", "uno" | "una"));
        let is_tens = value >= 20 && value.is_multiple_of(10);
        let limit = if value == 60 && lead != " y " { 20 } else { 10 };
        let fits = |part: &u32| *part < limit && (lead != " et " || *part == 11);
        let value = if one { Some(1) } else { foreign_word(part).filter(fits) };
        value.filter(|_| is_tens).map(|part| (more, part))
    });
    match added {
        Some((more, part)) => count(len + more, value + part),
        None => count(len, value),
    }
}

/// Returns the hundredths of a hundredth that the name of a fraction stands for.
fn fraction(word: &str) -> Option<i128> {
    Some(match word {
        "Drittel" | "Dritteln" | "tiers" | "tercios" => 3333,
        "Viertel" | "Vierteln" | "quarts" => 2500,
        _ => return None,
    })
}

/// Reads `Hälfte`, `moitié`, `(un) tiers` or `(la) mitad`.
fn foreign_share(word: &str, before: &str) -> Option<Worded> {
    let last = || last_word(before);
    let is_one = || matches!(last(), "ein" | "eines" | "einem" | "Ein" | "un" | "Un" | "le" | "Le");
    let half = Worded::Share(Decimal::whole(50), share_step());
    let part = |hundredths| Worded::Share(Decimal::new(hundredths, -2), share_step());
    match word {
        "Hälfte" => matches!(last(), "die" | "Die" | "der" | "").then_some(half),
        "moitié" => matches!(last(), "la" | "La" | "").then_some(half),
        "mitad" => matches!(last(), "la" | "La").then_some(half),
        "Drittel" | "tiers" | "tercio" if is_one() => Some(part(3333)),
        "Viertel" | "quart" if is_one() => Some(part(2500)),
        _ => None,
    }
}

/// The beginnings of German numbers; most words have none of them.
const GERMAN_BEGINNINGS: [&str; 13] =
    ["ei", "zw", "dr", "vi", "fü", "se", "si", "ac", "ne", "ze", "el", "hu", "ta"];

/// Reads a German number in one word: `einundzwanzig`, `zweihundertfünf`.
fn german(word: &str) -> Option<u32> {
    if word.len() < 8
        || !GERMAN_BEGINNINGS.iter().any(|it| word.starts_with(it))
        || !["zig", "ßig", "hundert", "tausend"].iter().any(|part| word.contains(part))
    {
        return None;
    }
    for (name, unit) in [("tausend", 1000), ("hundert", 100)] {
        if let Some((head, tail)) = word.split_once(name) {
            let head = if head.is_empty() { 1 } else { german_part(head)? };
            let tail = if tail.is_empty() { 0 } else { german_part(tail)? };
            return (head < 1000 && tail < unit).then_some(head * unit + tail);
        }
    }
    german_part(word)
}

fn german_part(word: &str) -> Option<u32> {
    let small = |word: &str| if word == "ein" { Some(1) } else { foreign_word(word) };
    if word.contains("hundert") {
        return german(word);
    }
    small(word).or_else(|| {
        let (ones, tens) = word.split_once("und")?;
        let (ones, tens) = (small(ones)?, small(tens)?);
        (ones < 10 && (20..100).contains(&tens)).then_some(ones + tens)
    })
}

/// Reads `veintiuno` to `veintinueve`.
fn spanish_twenties(word: &str) -> Option<u32> {
    let one = match word.strip_prefix("veinti")? {
        "uno" | "una" | "ún" => 1,
        "dós" => 2,
        "trés" => 3,
        "séis" => 6,
        other => foreign_word(other).filter(|one| *one < 10)?,
    };
    Some(20 + one)
}

/// Number words of German, French and Spanish. Words that are English ones too are left out.
const WORDS: [(u32, &[&str]); 28] = [
    (2, &["zwei", "deux", "dos"]),
    (3, &["drei", "trois", "tres"]),
    (4, &["vier", "quatre", "cuatro"]),
    (5, &["fünf", "cinq", "cinco"]),
    (6, &["sechs", "seis"]),
    (7, &["sieben", "sept", "siete"]),
    (8, &["acht", "huit", "ocho"]),
    (9, &["neun", "neuf", "nueve"]),
    (10, &["zehn", "dix", "diez"]),
    (11, &["onze"]),
    (12, &["zwölf", "douze", "doce"]),
    (13, &["dreizehn", "treize", "trece"]),
    (14, &["vierzehn", "quatorze", "catorce"]),
    (15, &["fünfzehn", "quinze", "quince"]),
    (16, &["sechzehn", "dieciséis"]),
    (17, &["siebzehn", "diecisiete"]),
    (18, &["achtzehn", "dieciocho"]),
    (19, &["neunzehn", "diecinueve"]),
    (20, &["zwanzig", "vingt", "veinte"]),
    (30, &["dreißig", "trente", "treinta"]),
    (40, &["vierzig", "quarante", "cuarenta"]),
    (50, &["fünfzig", "cinquante", "cincuenta"]),
    (60, &["sechzig", "soixante", "sesenta"]),
    (70, &["siebzig", "setenta"]),
    (80, &["achtzig", "ochenta"]),
    (90, &["neunzig", "noventa"]),
    (100, &["hundert", "cien"]),
    (1000, &["tausend"]),
];

/// Returns what the number words of these languages begin with.
pub(super) fn beginnings() -> impl Iterator<Item = &'static str> {
    let shares =
        ["hälfte", "drittel", "viertel", "moitié", "mitad", "tiers", "tercio", "quart"].into_iter();
    let words = WORDS.iter().flat_map(|(_, words)| words.iter().copied());
    words.chain(shares).chain(GERMAN_BEGINNINGS).chain(["veinti"])
}

fn foreign_word(word: &str) -> Option<u32> {
    WORDS.iter().find(|(_, words)| words.contains(&word)).map(|(value, _)| *value)
}
