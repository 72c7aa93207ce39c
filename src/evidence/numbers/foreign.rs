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

/// Reads a German number in one word: `einundzwanzig`, `zweihundertfünf`.
fn german(word: &str) -> Option<u32> {
    // The beginnings of its numbers; most words have none of them.
    const BEGINNINGS: [&str; 13] =
        ["ei", "zw", "dr", "vi", "fü", "se", "si", "ac", "ne", "ze", "el", "hu", "ta"];
    if word.len() < 8
        || !BEGINNINGS.iter().any(|it| word.starts_with(it))
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

/// Reads a number word of German, French or Spanish. Words that are English ones too are left out.
fn foreign_word(word: &str) -> Option<u32> {
    Some(match word {
        "zwei" | "deux" | "dos" => 2,
        "drei" | "trois" | "tres" => 3,
        "vier" | "quatre" | "cuatro" => 4,
        "fünf" | "cinq" | "cinco" => 5,
        "sechs" | "seis" => 6,
        "sieben" | "sept" | "siete" => 7,
        "acht" | "huit" | "ocho" => 8,
        "neun" | "neuf" | "nueve" => 9,
        "zehn" | "dix" | "diez" => 10,
        "onze" => 11,
        "zwölf" | "douze" | "doce" => 12,
        "dreizehn" | "treize" | "trece" => 13,
        "vierzehn" | "quatorze" | "catorce" => 14,
        "fünfzehn" | "quinze" | "quince" => 15,
        "sechzehn" | "dieciséis" => 16,
        "siebzehn" | "diecisiete" => 17,
        "achtzehn" | "dieciocho" => 18,
        "neunzehn" | "diecinueve" => 19,
        "zwanzig" | "vingt" | "veinte" => 20,
        "dreißig" | "trente" | "treinta" => 30,
        "vierzig" | "quarante" | "cuarenta" => 40,
        "fünfzig" | "cinquante" | "cincuenta" => 50,
        "sechzig" | "soixante" | "sesenta" => 60,
        "siebzig" | "setenta" => 70,
        "achtzig" | "ochenta" => 80,
        "neunzig" | "noventa" => 90,
        "hundert" | "cien" => 100,
        "tausend" => 1000,
        _ => return None,
    })
}
