//! Locators as people and models write them after an id: `p. 3`, `lines 8–13`, `12:05`.
//!
//! Used if a dialect's own form does not fit. An ambiguous locator (`3`, `p3`, `§ 4`, `S. 3`) is
//! not read.

use crate::model::Locator;
use crate::text::clock::milliseconds;
use crate::text::prose::count;

/// The most digits of a number.
const MAX_DIGITS: usize = 18;

/// The maximum length of a locator, in bytes.
pub(crate) const MAX_LENGTH: usize = 200;

/// Characters that join the two ends of a range: hyphens, en and em dash.
pub(crate) const DASHES: [char; 5] = ['-', '\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}'];

/// The unit of the numbers after a word.
#[derive(Debug, Clone, Copy)]
enum Counted {
    Lines,
    Pages,
    Blocks,
}

/// The words that may precede numbers, in lower case.
const WORDS: &[(&str, Counted)] = &[
    ("l", Counted::Lines),
    ("line", Counted::Lines),
    ("lines", Counted::Lines),
    ("p.", Counted::Pages),
    ("p ", Counted::Pages),
    ("pp.", Counted::Pages),
    ("pp ", Counted::Pages),
    ("pg.", Counted::Pages),
    ("page", Counted::Pages),
    ("pages", Counted::Pages),
    ("página", Counted::Pages),
    ("páginas", Counted::Pages),
    ("pagina", Counted::Pages),
    ("pagine", Counted::Pages),
    ("seite", Counted::Pages),
    ("seiten", Counted::Pages),
    ("sayfa", Counted::Pages),
    ("trang", Counted::Pages),
    ("strona", Counted::Pages),
    ("halaman", Counted::Pages),
    ("block", Counted::Blocks),
    ("blocks", Counted::Blocks),
];

/// Returns the locator in `text`, without the blanks around it; `None` if it is not one.
///
/// Its numbers are as written: a range may be reversed and a line may be 0, which the resolver
/// reports.
pub(crate) fn read(text: &str) -> Option<Locator> {
    let text = text.trim();
    if text.len() > MAX_LENGTH {
        return None;
    }
    if let Some(name) = text.strip_prefix('#') {
        let plain = !name.is_empty() && !name.contains(char::is_whitespace);
        return plain.then(|| Locator::Fragment(name.to_owned()));
    }
    if let Some((first, last)) = line_digits(text) {
        let (first, last) = (number(first)?, number(last)?);
        return Some(Locator::Lines { first, last });
    }
    if let Some(pages) = counted_pages(text) {
        return Some(pages);
    }
    let (first, last) = ends(text);
    if let Some(start) = milliseconds(first) {
        let end = last.map_or(Some(start), milliseconds)?;
        return Some(Locator::Time { start, end });
    }
    let (counted, first) = counted(first)?;
    let first = number(first)?;
    let last = match last {
        // `L 8-L13` repeats the letter, `lines 8-13` no word.
        Some(last) => number(last.strip_prefix(['L', 'l']).unwrap_or(last))?,
        None => first,
    };
    Some(match counted {
        Counted::Lines => Locator::Lines { first, last },
        Counted::Pages => Locator::Pages { first, last },
        Counted::Blocks => Locator::Blocks { first, last },
    })
}

/// The beginnings of words that name a place other than pages and lines, in lower case.
const PARTS: &[&str] = &[
    "bk", "book", "chap", "ch.", "col", "fig", "fol", "n.", "no.", "op.", "para", "part", "pt",
    "sec", "sv", "v.", "verse", "vol", "§", "¶",
];

/// Returns a note on places in a document that cannot be looked up, such as `chap. 3`.
pub(crate) fn not_looked_up<'w>(words: impl Iterator<Item = &'w str>) -> Option<String> {
    let is_place = |words: &&str| {
        let lower = words.trim_start().to_lowercase();
        PARTS.iter().any(|part| lower.starts_with(part))
            && lower.contains(|c: char| c.is_ascii_digit())
            && read_in_document(words).is_none()
    };
    let places: Vec<&str> = words.filter(is_place).map(str::trim).collect();
    let first = places.first().filter(|first| first.len() <= MAX_LENGTH)?;
    let places = count(places.len(), "place");
    Some(format!("{places} such as `{first}` cannot be looked up: the whole source counts there"))
}

/// Returns the locator of a citation in a document, where a bare number is a page: `33-35`, `p. 3`.
pub(crate) fn read_in_document(text: &str) -> Option<Locator> {
    let text = text.trim().trim_end_matches(['.', ',']);
    if let Some(locator) = read(text) {
        return Some(locator);
    }
    let (first, last) = ends(text);
    // `pp. 33--35`, as LaTeX wants a range.
    let last = last.map(|last| last.trim_start_matches(DASHES).trim_start());
    let (counted, first) = counted(first).unwrap_or((Counted::Pages, first));
    if let (Counted::Pages, Some(first)) = (counted, number(first)) {
        let last = last.map_or(Some(first), number)?;
        return Some(Locator::Pages { first, last });
    }
    None
}

/// Reads pages whose word is after their number: `第3页`, `第3-5頁`, `3ページ`, `3페이지`.
fn counted_pages(text: &str) -> Option<Locator> {
    const PAGES: [&str; 5] = ["页", "頁", "ページ", "페이지", "쪽"];
    let numbers = PAGES.iter().find_map(|word| text.strip_suffix(word))?;
    let (first, last) = ends(numbers.strip_prefix('第').unwrap_or(numbers).trim());
    let first = number(first)?;
    Some(Locator::Pages { first, last: last.map_or(Some(first), number)? })
}

/// Splits `L8`, `L8-L13`, `l8 – 13` into the digits of the first line and of the last, which are the
/// same for one line. There may be more digits than a number has.
pub(crate) fn line_digits(text: &str) -> Option<(&str, &str)> {
    let digits = |text: &'_ str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (first, last) = ends(text);
    let first = first.strip_prefix(['L', 'l'])?;
    let last = last.map_or(first, |last| last.strip_prefix(['L', 'l']).unwrap_or(last));
    (digits(first) && digits(last)).then_some((first, last))
}

/// Returns the two ends of a range, or the whole text.
fn ends(text: &str) -> (&str, Option<&str>) {
    match text.split_once(DASHES) {
        Some((first, last)) => (first.trim_end(), Some(last.trim_start())),
        None => (text, None),
    }
}

/// Returns the unit of the longest fitting word before a number, and the number: `page 3`, `Page: 3`.
fn counted(text: &str) -> Option<(Counted, &str)> {
    let fits = |word: &str| {
        let (head, rest) = text.split_at_checked(word.len())?;
        head.eq_ignore_ascii_case(word).then_some(rest)
    };
    let all = WORDS.iter().filter_map(|(word, counted)| Some((word.len(), *counted, fits(word)?)));
    let (_, counted, rest) = all.max_by_key(|(length, ..)| *length)?;
    Some((counted, rest.strip_prefix(':').unwrap_or(rest).trim_start()))
}

fn number(digits: &str) -> Option<u64> {
    let plain =
        (1..=MAX_DIGITS).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_people_write_is_read() {
        let cases = [
            ("L8", "L8"),
            (" l8-l13 ", "L8-L13"),
            ("L8–13", "L8-L13"),
            ("L8 — L13", "L8-L13"),
            ("lines 8-13", "L8-L13"),
            ("Line 8", "L8"),
            ("p. 3", "p. 3"),
            ("p.3", "p. 3"),
            ("P 3", "p. 3"),
            ("pp. 3–5", "pp. 3-5"),
            ("page 3", "p. 3"),
            ("Pages 3 - 5", "pp. 3-5"),
            ("Page: 3", "p. 3"),
            ("Página: 3", "p. 3"),
            ("Seiten 3–5", "pp. 3-5"),
            ("block 2", "block 2"),
            ("blocks 2-4", "blocks 2-4"),
            ("12:05", "00:12:05"),
            ("00:12:05.250", "00:12:05.250"),
            ("12:05-12:30", "00:12:05-00:12:30"),
            ("1:00:00 – 1:00:30", "01:00:00-01:00:30"),
            ("#section-3", "#section-3"),
            ("#:~:text=five%20days", "#:~:text=five days"),
            ("L13-L8", "L13-L8"),
            ("L0", "L0"),
        ];
        for (written, expected) in cases {
            assert_eq!(
                read(written).map(|it| it.to_string()).as_deref(),
                Some(expected),
                "{written}"
            );
        }
    }

    #[test]
    fn what_is_ambiguous_is_not() {
        for other in [
            "",
            "3",
            "3-5",
            "p3",
            "S. 3",
            "§ 4",
            "L",
            "L-",
            "L8-",
            "L8-L",
            "L8-L9-L10",
            "pages",
            "p. iv",
            "see p. 3",
            "p. 3f.",
            "12:5",
            "12:05-",
            "12:05-p. 3",
            "#",
            "# a",
            "#a b",
            "lines",
            "block",
            "L1234567890123456789",
            "version 2",
            "l.8",
            "12.05",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn a_number_alone_is_a_page_in_a_document() {
        let cases = [
            ("33", Some("p. 33")),
            (" 33--35 ", Some("pp. 33-35")),
            ("pp. 33--35", Some("pp. 33-35")),
            ("p.~3", None),
            ("chap. 2", None),
            ("§ 4", None),
            ("and passim", None),
            ("see", None),
            ("lines 3-5", Some("L3-L5")),
        ];
        for (written, expected) in cases {
            let read = read_in_document(written).map(|it| it.to_string());
            assert_eq!(read.as_deref(), expected, "{written}");
        }
    }

    #[test]
    fn unresolvable_places_are_recognized() {
        let words = ["p. 3", "chap. 2", "see", "§ 4 and passim", "§"];
        assert_eq!(
            not_looked_up(words.into_iter()).as_deref(),
            Some("2 places such as `chap. 2` cannot be looked up: the whole source counts there")
        );
        assert_eq!(not_looked_up(["12"].into_iter()), None);
    }

    proptest! {
        #[test]
        fn what_is_written_by_us_is_read_back(first in 0_u64..1000, more in 0_u64..1000) {
            let last = first + more;
            for locator in [
                Locator::Lines { first, last },
                Locator::Pages { first, last },
                Locator::Blocks { first, last },
                Locator::Time { start: first * 77, end: last * 77 },
            ] {
                prop_assert_eq!(read(&locator.to_string()), Some(locator));
            }
        }

        #[test]
        fn nothing_panics(text in "\\PC{0,20}|[lLp.# 0-9:,–—-]{0,20}") {
            read(&text);
        }
    }
}
