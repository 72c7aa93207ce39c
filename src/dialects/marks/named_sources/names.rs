//! The names of sources in a bracket: words and letters with numbers, and files.

use crate::dialects::marks::named_sources::ranges::{bounds, range};
use crate::dialects::shared::contexts::is_file;
use crate::locator;
use crate::model::Locator;
use crate::sources::is_code_path;
use crate::text::address::is_address;
use crate::text::source_words::singular;

/// The maximum length of the words after a name that may be a place in its source, in bytes.
const MAX_LOCATOR: usize = 40;

/// The maximum length of the word before a number, in code points.
const MAX_WORD: usize = 12;

/// The kinds of name; letters need a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `Source 1`.
    Counted,
    /// `doc1`.
    Glued,
    /// `handbook.md`.
    File,
    /// `S1`.
    Letter,
    /// `PMID: 37186453`, `arXiv:2006.15738`: a number in a public register.
    Registered,
    /// `Timetable, p. 8`, `Timetable (p. 8)`: a title before a page.
    Paged,
    /// `Source: Timetable`.
    Titled,
    /// `Source: https://pier.example/times`.
    Address,
}

/// Words that lead names in round brackets too, in the singular and in lower case.
const LEADS: &[&str] = &[
    "source",
    "reference",
    "ref",
    "citation",
    "quelle",
    "fuente",
    "fonte",
    "来源",
    "出典",
    "kaynak",
    "kilde",
    "källa",
    "bron",
    "zdroj",
    "źródło",
    "lähde",
    "forrás",
    "izvor",
    "источник",
    "джерело",
    "sumber",
    "nguồn",
    "來源",
    "出处",
    "资料来源",
    "資料來源",
    "参考",
    "参照",
    "출처",
    "מקור",
    "مصدر",
    "المصدر",
    "منبع",
];

/// Words between the last two of a list, each between blanks.
const JOINS: &[&str] = &[
    "and", "und", "ve", "y", "e", "et", "og", "och", "en", "a", "i", "и", "та", "ja", "és", "dan",
    "và", "&",
];

/// The lengths of a title before a page, in bytes.
const TITLE: std::ops::RangeInclusive<usize> = 3..=120;

/// Registers of papers, in lower case.
const REGISTERS: &[&str] = &["pmid", "pmcid", "arxiv", "doi"];

/// The name of a source in a bracket.
#[derive(Debug, Clone)]
pub(crate) struct Name {
    pub(crate) form: Form,
    /// As it is written.
    pub(crate) written: String,
    /// Its word in the singular and in lower case; empty for a file or title without a number.
    pub(crate) word: String,
    /// Its numbers, without leading zeros.
    pub(crate) numbers: Vec<String>,
}

/// The conversion of names to ids in one text.
#[derive(Debug)]
pub(crate) struct Naming<'k> {
    /// True if two words count from 1 each (`[Source 1]` and `[Document 1]`), so that the word is
    /// part of the id.
    pub(crate) by_word: bool,
    /// The numbers of the sources that came with the text.
    pub(crate) known: &'k [u64],
}

impl Naming<'_> {
    pub(crate) fn ids(&self, name: &Name) -> Vec<String> {
        let known = |number: &String| number.parse().is_ok_and(|it| self.known.contains(&it));
        match name.form {
            Form::Counted if self.by_word => {
                name.numbers.iter().map(|number| format!("{} {number}", name.word)).collect()
            }
            Form::Glued | Form::Letter | Form::File | Form::Titled
                if !name.numbers.is_empty() && name.numbers.iter().all(known) =>
            {
                name.numbers.clone()
            }
            Form::Counted => name.numbers.clone(),
            Form::Glued
            | Form::Letter
            | Form::File
            | Form::Registered
            | Form::Paged
            | Form::Titled
            | Form::Address => vec![name.written.clone()],
        }
    }
}

/// Returns the names in a bracket with their locators; `None` if it has any other text.
pub(crate) fn names(inner: &str) -> Option<Vec<(Name, Option<Locator>)>> {
    // Most brackets hold plain numbers or plain words.
    let counts = |byte: u8| byte.is_ascii_digit() || matches!(byte, b' ' | b',' | b'-' | b';');
    let has = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b':');
    if inner.bytes().all(counts) || !inner.bytes().any(has) && !inner.contains('：') {
        return None;
    }
    let single = |found| vec![found];
    let other = || led_file(inner).or_else(|| paged(inner)).or_else(|| led_title(inner));
    led_addresses(inner).or_else(|| listed(inner)).or_else(|| other().map(single))
}

/// Reads addresses after a word for sources and a colon: `Source: https://pier.example/times`.
fn led_addresses(inner: &str) -> Option<Vec<(Name, Option<Locator>)>> {
    let (_, rest) = inner.split_once(COLONS).filter(|(_, rest)| rest.contains("://"))?;
    let address = |part: &str| {
        let part = part.trim_matches([',', ';', '<', '>']);
        is_address(part).then(|| (unnumbered(Form::Address, part), None))
    };
    let addresses: Option<Vec<_>> = rest.split_whitespace().map(address).collect();
    addresses.filter(|it| !it.is_empty() && is_led(inner))
}

/// Words for a piece of a file, in the singular and in lower case.
const PIECES: &[&str] = &["chunk", "passage", "excerpt", "snippet"];

/// Signs between a word for a source and its name.
const COLONS: [char; 2] = [':', '：'];

/// Signs between the names in a bracket.
const SEPARATORS: [char; 7] = [',', ';', '&', '|', '·', '、', '，'];

/// True for a word before the number of a source, of any kind.
pub(crate) fn names_source(word: &str) -> bool {
    singular(word).is_some()
}

/// True for a word for a source in some language, and not for one for a document of any kind.
pub(crate) fn source_word(word: &str) -> bool {
    let is_lead = |word: String| {
        LEADS.contains(&word.as_str()) && !["reference", "ref"].contains(&word.as_str())
    };
    let tail = || {
        let at = word.char_indices().rev().nth(1).map_or(0, |(at, _)| at);
        word.get(at..).filter(|tail| !tail.is_ascii() && LEADS.contains(tail))
    };
    singular(word).is_some_and(is_lead) || tail().is_some()
}

/// True if a word such as `Sources:` leads the names in a bracket.
pub(crate) fn is_led(inner: &str) -> bool {
    let word = inner.split_once(COLONS).and_then(|(word, _)| singular(word.trim()));
    word.is_some_and(|word| LEADS.contains(&word.as_str()))
}

/// Reads `Source: a.pdf, Section: Fares, and more, Page: 4`: a file and words on a place in it, of which
/// a page is the surest.
fn led_file(inner: &str) -> Option<(Name, Option<Locator>)> {
    let (word, rest) = inner.split_once(COLONS)?;
    singular(word.trim())?;
    // The name of a file may have commas itself.
    let mut ends = rest.match_indices(',').map(|(at, _)| at);
    let end = ends.find(|at| rest.get(..*at).is_some_and(|file| is_file(file.trim())))?;
    let (file, place) = (rest.get(..end)?.trim(), rest.get(end + 1..)?.trim());
    let mut items = place.split([',', ';']).map(str::trim);
    if items.clone().any(is_file) {
        return None;
    }
    let unreadable = || Locator::Unreadable(place.to_owned());
    let locator = items.find_map(locator::read);
    Some((unnumbered(Form::File, file), Some(locator.unwrap_or_else(unreadable))))
}

/// Reads `Source: Timetable`; a title may have any signs but those of an address.
fn led_title(inner: &str) -> Option<(Name, Option<Locator>)> {
    let title = is_led(inner).then(|| inner.split_once(COLONS))??.1.trim();
    let is_title = TITLE.contains(&title.len())
        && title.contains(char::is_alphabetic)
        && !title.contains("://")
        && !title.contains(';');
    is_title.then(|| (unnumbered(Form::Titled, title), None))
}

/// Reads `Timetable, p. 8` or `Timetable (p. 8)`, led by `Source:` or not.
fn paged(inner: &str) -> Option<(Name, Option<Locator>)> {
    let inner = inner.split_once(COLONS).filter(|_| is_led(inner)).map_or(inner, |(_, rest)| rest);
    let at = inner.rfind([',', '('])?;
    let (title, place) = (inner.get(..at)?.trim(), inner.get(at + 1..)?.trim_end_matches(')'));
    let locator = locator::read(place).filter(|it| matches!(it, Locator::Pages { .. }))?;
    let is_title = title.starts_with(char::is_uppercase) && !title.contains(['=', '{', '|']);
    (is_title && TITLE.contains(&title.len()))
        .then(|| (unnumbered(Form::Paged, title), Some(locator)))
}

fn unnumbered(form: Form, written: &str) -> Name {
    Name { form, written: written.to_owned(), word: String::new(), numbers: Vec::new() }
}

/// Returns the names in a bracket that only lists names, each with a locator or not.
fn listed(inner: &str) -> Option<Vec<(Name, Option<Locator>)>> {
    let inner = without_kind(inner);
    let counted = counted_file(inner);
    let plain = counted
        .as_deref()
        .unwrap_or(inner)
        .replace(['\u{a0}', '\u{202f}', '\u{2009}'], " ")
        .replace('\u{2011}', "-");
    let joined = plain.replace(" and ", ",").replace(" und ", ",");
    let more = || {
        let join = |text: String, word: &&str| text.replace(&format!(" {word} "), ",");
        Some(JOINS.iter().fold(joined.clone(), join)).filter(|more| *more != joined)
    };
    let is_clear = |names: &Vec<(Name, Option<Locator>)>| {
        names.iter().all(|(_, locator)| !matches!(locator, Some(Locator::Unreadable(_))))
    };
    more().and_then(|more| items(&more)).filter(is_clear).or_else(|| items(&joined))
}

/// Returns names without the kind of their source after a bar: `Source 1 | IMAGE`.
fn without_kind(inner: &str) -> &str {
    let is_kind =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_uppercase());
    let parts = inner.rsplit_once('|').filter(|(_, word)| is_kind(word.trim()));
    parts.map_or(inner, |(names, _)| names.trim_end())
}

/// Returns the names in a list with commas, each with a locator or not.
fn items(joined: &str) -> Option<Vec<(Name, Option<Locator>)>> {
    let mut names: Vec<(Name, Option<Locator>)> = Vec::new();
    let items = joined.split(SEPARATORS).map(str::trim);
    for item in items.filter(|item| !item.is_empty()) {
        // `L3` after `Source 1` is a line.
        let fits = |name: &Name| {
            name.form != Form::Letter
                || names.last().is_none_or(|(last, _)| last.form == Form::Letter)
        };
        if let Some((name, piece)) = indexed_file(item) {
            names.push((name, Some(piece)));
            continue;
        }
        if let Some((name, place)) = placed_file(item) {
            names.push((name, Some(place)));
            continue;
        }
        let name = name(item).filter(fits);
        if add_piece(&mut names, name.as_ref(), item) {
            continue;
        }
        if let Some(name) = name {
            names.push((name, None));
            continue;
        }
        let (last, locator) = names.last_mut()?;
        if last.form == Form::Registered && is_entry(item) {
            let name = Name { written: item.to_owned(), ..last.clone() };
            names.push((name, None));
            continue;
        }
        match range(item) {
            Some(numbers) if last.form == Form::Counted => {
                let name = Name { written: item.to_owned(), numbers, ..last.clone() };
                names.push((name, None));
            }
            // The words of a title go on: `Source 1: Rules, 1959 | Year: unknown`.
            None if !last.numbers.is_empty()
                && matches!(last.form, Form::File | Form::Titled)
                && locator::read(item).is_none() => {}
            _ if locator.is_some() || item.len() > MAX_LOCATOR => return None,
            _ => {
                let unreadable = || Locator::Unreadable(item.to_owned());
                *locator = Some(locator::read(item).unwrap_or_else(unreadable));
            }
        }
    }
    (!names.is_empty()).then_some(names)
}

/// Adds the piece of a file to its place, `Chunk 2` of `a.pdf, Chunk 2, 4`; returns false for any other item.
fn add_piece(names: &mut Vec<(Name, Option<Locator>)>, name: Option<&Name>, item: &str) -> bool {
    let Some((file, place)) = names.last_mut() else { return false };
    if file.form != Form::File || !file.numbers.is_empty() {
        return false;
    }
    match (place, name) {
        (place @ None, Some(piece)) if piece.form == Form::Counted => {
            let is_piece = PIECES.contains(&piece.word.as_str());
            if is_piece {
                *place = Some(Locator::Unreadable(item.to_owned()));
            }
            is_piece
        }
        (Some(Locator::Unreadable(pieces)), None) if bounds(item).is_some() => {
            pieces.push_str(", ");
            pieces.push_str(item);
            true
        }
        // `a.pdf, p. 4, 26`
        (Some(Locator::Pages { .. }), None) => {
            let file = file.clone();
            let more = bounds(item).map(|(first, last)| Locator::Pages { first, last });
            let is_page = more.is_some();
            names.extend(more.map(|page| (file, Some(page))));
            is_page
        }
        _ => false,
    }
}

/// Reads `a.md L7-L9`, `a.md (Page 3)` or `a.md #chunk7`, after `Source:` or not: a file and a place in it without a
/// comma.
fn placed_file(item: &str) -> Option<(Name, Locator)> {
    let placed = |(at, _)| {
        // Most words are no names of files.
        let (file, place) = item.split_at_checked(at).filter(|(file, _)| file.contains('.'))?;
        let name = name(file).filter(|name| name.form == Form::File)?;
        let place = place.trim();
        let inner = place.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
        Some((name, locator::read(inner.unwrap_or(place)).filter(is_place)?))
    };
    let mut blanks = item.match_indices(' ').filter(|(at, _)| item.len() - at <= MAX_LOCATOR);
    blanks.find_map(placed)
}

/// True for a place that may be written after a file without a comma.
const fn is_place(place: &Locator) -> bool {
    matches!(place, Locator::Lines { .. } | Locator::Pages { .. } | Locator::Fragment(_))
}

/// Returns `Source 1: a.pdf` for `Source 1 | a.pdf`, a number and the file that it counts.
fn counted_file(inner: &str) -> Option<String> {
    let (head, rest) = inner.split_once('|')?;
    let counted = name(head.trim()).filter(|name| name.form == Form::Counted)?;
    let file = rest.split('|').next()?.trim();
    let is_file = name(file).is_some_and(|name| name.form == Form::File);
    (counted.numbers.len() == 1 && (is_file || placed_file(file).is_some()))
        .then(|| format!("{}: {}", head.trim(), rest.trim()))
}

/// Reads `source:a.pdf:3`: a file and the number of its piece, which may count anything but lines of code.
fn indexed_file(item: &str) -> Option<(Name, Locator)> {
    let (word, rest) = item.split_once(COLONS)?;
    let (file, number) = rest.rsplit_once(':').filter(|_| singular(word.trim()).is_some())?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_document = is_number && !is_code_path(file);
    let name = name(file.trim()).filter(|name| is_document && name.form == Form::File)?;
    Some((name, Locator::Unreadable(number.to_owned())))
}

/// Reads `Source 1`, `doc1`, `S1`, `Source: a.md` or `a.md`.
pub(crate) fn name(item: &str) -> Option<Name> {
    if let Some(name) = numbered_title(item) {
        return Some(name);
    }
    let file = match item.split_once(COLONS) {
        Some((word, file)) if singular(word.trim()).is_some() => file.trim(),
        _ => item,
    };
    if is_file(file) && !file.contains("://") {
        return Some(unnumbered(Form::File, file));
    }
    if let Some(entry) = registered(item) {
        return Some(unnumbered(Form::Registered, entry));
    }
    let (word, between, numbers) = numbered(item)?;
    let numbers = range(numbers)?;
    let written = item.to_owned();
    if let Some(word) = singular(word) {
        let apart = between.contains([' ', ':', '#']) || !word.is_ascii() || numbers.len() > 1;
        let form = if apart { Form::Counted } else { Form::Glued };
        return Some(Name { form, written, word, numbers });
    }
    let letters = word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    let word = word.to_owned();
    (letters && between.is_empty() && numbers.len() == 1).then_some(Name {
        form: Form::Letter,
        written,
        word,
        numbers,
    })
}

/// Reads `Source 3: a.md` or `Source 3: Timetable`: a number, and the name of what it counts.
fn numbered_title(item: &str) -> Option<Name> {
    let (head, title) = item.split_once(COLONS)?;
    let (word, between, numbers) = numbered(head.trim_end())?;
    let (word, numbers) = (singular(word)?, range(numbers)?);
    let title = title.trim();
    let is_title = between.contains(' ')
        && TITLE.contains(&title.len())
        && title.contains(char::is_alphabetic)
        && !title.contains("://");
    let form = if is_file(title) { Form::File } else { Form::Titled };
    is_title.then(|| Name { form, written: title.to_owned(), word, numbers })
}

/// Returns the number of a paper in a register: `37186453` of `PMID: 37186453`.
fn registered(item: &str) -> Option<&str> {
    let (register, entry) = item.split_at(item.find(|c: char| !c.is_ascii_alphabetic())?);
    let is_own = REGISTERS.iter().any(|known| register.eq_ignore_ascii_case(known));
    let entry = entry.trim_start_matches([':', ' ']);
    (is_own && is_entry(entry)).then_some(entry)
}

/// True for a number of such a register.
fn is_entry(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    digits >= 5 && !text.contains(char::is_whitespace)
}

/// Divides `Source 1`, `doc1`, `S1`, `Sources 1-3`, `来源1` into the word, what follows it, and the
/// rest, which begins with a digit. A pattern with all letters takes milliseconds to compile, and
/// nearly every text has brackets.
fn numbered(item: &str) -> Option<(&str, &str, &str)> {
    let item = item.strip_prefix(['#', '№']).unwrap_or(item);
    // The sign that joins two letters of Devanagari is no letter itself.
    let (word, rest) = item.split_at(item.find(|c: char| !c.is_alphabetic() && c != '\u{94d}')?);
    let (between, numbers) = rest.split_at(rest.find(|c: char| c.is_ascii_digit())?);
    let mut left = between;
    for signs in [&['.'][..], &[' '], &['#', ':', '№'], &[' ']] {
        left = left.strip_prefix(signs).unwrap_or(left);
    }
    let joins = left.is_empty() || matches!(between, "_" | "-");
    let is_word = !word.is_empty() && word.chars().count() <= MAX_WORD;
    (is_word && joins).then_some((word, between, numbers))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::Regex;

    use super::*;

    proptest! {
        #[test]
        fn numbered_words_are_those_of_the_pattern(
            parts in proptest::collection::vec(
                prop::sample::select(vec!["#", "№", "doc", "Quelle", "é", "1", "23", "4567", " ", ".", ":", "-", "\u{2013}", "~", "_"]),
                0..8,
            )
        ) {
            let item = parts.concat();
            let pattern = Regex::new(
                r"^(?:#|№)?(\p{Alphabetic}{1,12}?)(\.? ?[#:№]? ?|[_-])([0-9]{1,4}(?: ?[-\x{2013}~～] ?[0-9]{1,4})?)$",
            )
            .unwrap();
            let expected = pattern.captures(&item).map(|it| it.extract().1);
            let found = numbered(&item)
                .filter(|(.., numbers)| bounds(numbers).is_some())
                .map(|(word, between, numbers)| [word, between, numbers]);
            prop_assert_eq!(found, expected);
        }
    }
}
