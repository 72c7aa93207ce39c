//! Citations by author and year above a list of references: `(Lund et al., 2021; Moe & Holm, 2019a)`,
//! `[Lund, 2021]`, `Lund et al. (2021) found …`.
//!
//! Spec: none; the forms are those of the APA and Chicago styles. An entry of the list is meant if it begins
//! with the first author and has the year; what several entries fit is not decided. The list is below
//! a heading such as `References`. Without one that has at least half of what is cited, nothing is read.
//!
//! # Incomplete support
//!
//! Authors after the first are not compared.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::dialects::shared::code::Code;
use crate::dialects::shared::list_address::title_and_url;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{Anchor, AnchorKind, Citation, IdFrom, Source, SourceText, Target};
use crate::text::list_heading::{heading, is_name};
use crate::text::prose::{MONTHS, count};
use crate::text::sentences::starts;
use crate::text::{Span, brackets::enclosed};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "author-year",
    title: "text with citations by author and year, and a list of references",
    recognised_by: "`(Lund et al., 2021)`, `Lund (2021)`, with a list below `References`",
    sources_from: "the list of references, then the files given",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

/// Minimum number of citations.
const MIN_CITED: usize = 2;

/// The maximum length of what is in brackets, in bytes.
const MAX_BRACKET: usize = 400;

/// The maximum length of the part of an entry that has its authors and the year, in bytes.
const MAX_HEAD: usize = 400;

/// The maximum length of the claim of a named author, in bytes.
const MAX_SENTENCE: usize = 2000;

/// Words before a citation that refer to it.
const REFERRING: [&str; 6] = ["see also ", "see ", "e.g., ", "e.g. ", "cf. ", "siehe "];

/// Words with years that are no authors besides those of months, in lower case.
const SEASONS: [&str; 4] = ["spring", "summer", "autumn", "winter"];

/// The first author and the year.
const AUTHOR: &str = r"((?:\p{Lu}\.|\p{Lu}[\p{L}'’-]*)(?: (?:\p{Lu}\.|[\p{L}&][\p{L}'’-]*)){0,4}?)(?:,? et al\.?|,? (?:&|and|und|y|et) \p{Lu}[\p{L}'’ -]+)?";

/// `Lund et al., 2021`, `Lund, 2021, p. 3`: the author, what divides it from the year, and the year.
static ITEM: LazyLock<Regex> = LazyLock::new(|| {
    let pages = r"(?:[,:] (?:pp?\. ?)?[0-9]+(?:[-–][0-9]+)?)?";
    Regex::new(&format!(r"^{AUTHOR}(,? )((?:19|20)[0-9]{{2}}[a-z]?){pages}$")).expect("it is sound")
});

/// `Lund et al. (2021)`: the author and the year.
static NARRATIVE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(r"{AUTHOR} \(((?:19|20)[0-9]{{2}}[a-z]?)\)")).expect("it is sound")
});

/// An entry of the list.
struct Entry<'t> {
    words: &'t str,
    id: String,
}

/// A citation, and what it cites.
struct Mark {
    span: Span,
    kind: AnchorKind,
    raw: String,
    cited: Vec<Cited>,
}

/// An author with a year.
#[derive(Clone)]
struct Cited {
    author: String,
    year: String,
    /// True if it is surely a citation, whether the list has it or not.
    is_sure: bool,
}

fn detect(text: &str, families: &Families) -> Option<String> {
    let found = read(text, families);
    let first = found.citations.first()?;
    let marks = count(found.citations.len(), "mark");
    Some(format!(
        "{marks} such as `{}`, and {} listed",
        first.raw,
        count(found.sources.len(), "source")
    ))
}

fn read(text: &str, _: &Families) -> TextMarks {
    let Some((list, entries)) = entries(text) else { return TextMarks::default() };
    let id = |cited: &Cited| {
        let entry = entries.iter().find(|entry| entry.is(cited));
        entry.map(|entry| entry.id.clone())
    };
    let mut marks = marks(text, list, &|cited| id(cited).is_some());
    for mark in &mut marks {
        mark.cited.retain(|cited| cited.is_sure || id(cited).is_some());
    }
    let known = |mark: &&Mark| mark.cited.iter().any(|cited| id(cited).is_some());
    let known = marks.iter().filter(known).count();
    marks.retain(|mark| !mark.cited.is_empty());
    if known < MIN_CITED || 2 * known < marks.len() {
        return TextMarks::default();
    }
    let citations = marks.into_iter().map(|mark| {
        let target = |cited: &Cited| {
            let own = || format!("{} {}", cited.author, cited.year);
            Target { id: id(cited).unwrap_or_else(own), ..Target::default() }
        };
        Citation {
            family: "author".to_owned(),
            raw: mark.raw,
            anchor: Anchor { kind: mark.kind, span: mark.span },
            targets: mark.cited.iter().map(target).collect(),
            ..Citation::default()
        }
    });
    TextMarks {
        citations: citations.collect(),
        sources: entries.iter().map(Entry::source).collect(),
        ..TextMarks::default()
    }
}

/// Returns the place of the list of references, and its entries that have a year.
fn entries(text: &str) -> Option<(Span, Vec<Entry<'_>>)> {
    let mut list: Option<Span> = None;
    let mut entries = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let head = heading(line).map(|(level, words)| (level, is_name(words)));
        match (&mut list, head.filter(|(level, is_name)| *level < 7 || *is_name)) {
            (_, Some((_, true))) => {
                entries.clear();
                list = Some(Span::new(at, start));
            }
            (Some(_), Some(_)) => break,
            (Some(span), None) => {
                span.end = start;
                entries.extend(Entry::of(line));
            }
            (None, _) => {}
        }
    }
    list.filter(|_| !entries.is_empty()).map(|list| (list, entries))
}

impl<'t> Entry<'t> {
    /// Reads a line of the list.
    fn of(line: &'t str) -> Option<Self> {
        let line = line.trim_start_matches(['-', '*', '+', '•', ' ', '\t', '>']);
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let inner = line.strip_prefix('[').unwrap_or(line);
        let number = digits(inner);
        let counted =
            inner.get(number..).filter(|rest| number > 0 && rest.starts_with(['.', ')', ']']));
        let words =
            counted.map_or(line, |rest| rest.trim_start_matches(['.', ')', ']', ' ', '\t']));
        let words = words.trim();
        let head = words.get(..words.floor_char_boundary(MAX_HEAD))?;
        let has_digit = head.bytes().any(|byte| byte.is_ascii_digit());
        let year = has_digit.then(|| years(head).next())??;
        let ends = |c: char| matches!(c, ',' | '.' | '(' | '&') || c.is_ascii_digit();
        let author = head.split(ends).next()?.trim().trim_matches(['*', '_']);
        let is_author = author.chars().next().is_some_and(char::is_alphabetic);
        is_author.then(|| Self { words, id: format!("{author} {year}") })
    }

    fn is(&self, cited: &Cited) -> bool {
        let words = self.words.trim_start_matches(['*', '_']);
        let after = words
            .get(..cited.author.len())
            .filter(|it| it.to_lowercase() == cited.author.to_lowercase());
        let ends = words
            .get(cited.author.len()..)
            .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
        let head = words.get(..words.floor_char_boundary(MAX_HEAD)).unwrap_or_default();
        after.is_some() && ends && years(head).any(|year| year == cited.year)
    }

    fn source(&self) -> Source {
        let (title, url) = title_and_url(self.words);
        Source {
            id: self.id.clone(),
            id_from: IdFrom::Text,
            title,
            url,
            text: SourceText::Absent(ADDRESS_ONLY.to_owned()),
            ..Source::default()
        }
    }
}

/// Returns the years of a text, with the letters after them.
fn years(text: &str) -> impl Iterator<Item = &str> {
    let joins = |c: char| !c.is_ascii_alphanumeric();
    text.split(joins).filter(|word| {
        let (digits, letter) = word.split_at_checked(4).unwrap_or_default();
        let is_letter = letter.len() <= 1 && letter.bytes().all(|it| it.is_ascii_lowercase());
        (digits.starts_with("19") || digits.starts_with("20"))
            && digits.bytes().all(|it| it.is_ascii_digit())
            && is_letter
    })
}

/// Returns what looks like a citation outside the list and code, in order; names of authors in a sentence
/// only if the list has them.
fn marks(text: &str, list: Span, is_listed: &dyn Fn(&Cited) -> bool) -> Vec<Mark> {
    let mut marks = Vec::new();
    let square = enclosed(text, '[', ']', &[]);
    for (span, inner) in enclosed(text, '(', ')', &['[', ']']).chain(square) {
        let inner =
            inner.slice(text).filter(|inner| inner.len() <= MAX_BRACKET).unwrap_or_default();
        let before = text.get(..span.start).unwrap_or_default();
        let after = text.get(span.end..).unwrap_or_default();
        if let Some(cited) =
            cited(inner).filter(|_| !before.ends_with(']') && !after.starts_with('('))
        {
            let raw = span.slice(text).unwrap_or_default().to_owned();
            marks.push(Mark { span, kind: AnchorKind::Marker, raw, cited });
        }
    }
    for found in NARRATIVE.captures_iter(text) {
        let (Some(whole), Some(author), Some(year)) = (found.get(0), found.get(1), found.get(2))
        else {
            continue;
        };
        // Words of the sentence may come before the name.
        let begins = author.as_str().match_indices(' ').map(|(at, _)| at + 1);
        let mut named = [0].into_iter().chain(begins).filter_map(|at| {
            let author = author.as_str().get(at..)?.to_owned();
            let cited = Cited { author, year: year.as_str().to_owned(), is_sure: false };
            is_listed(&cited).then_some((whole.start() + at, cited))
        });
        let Some((start, cited)) = named.next() else { continue };
        let span = Span::new(start, whole.end());
        let raw = span.slice(text).unwrap_or_default().to_owned();
        let line = text.get(..start).and_then(|before| before.rsplit('\n').next());
        let is_cell = line.is_some_and(|line| line.trim_start().starts_with('|'));
        let (kind, span) = if is_cell {
            (AnchorKind::Marker, span)
        } else {
            (AnchorKind::Claim, sentence(text, span))
        };
        marks.push(Mark { span, kind, raw, cited: vec![cited] });
    }
    if !marks.is_empty() {
        let code = Code::of(text);
        marks.retain(|mark| !list.overlaps(mark.span) && !code.overlaps(mark.span));
    }
    marks.sort_by_key(|mark| mark.span);
    marks
}

/// Returns the authors and years in a bracket that has nothing else.
fn cited(inner: &str) -> Option<Vec<Cited>> {
    years(inner).next()?;
    let items = inner.split(';').map(|item| {
        let item = item.trim();
        let referring = REFERRING.iter().find_map(|word| {
            let (head, rest) = item.split_at_checked(word.len())?;
            head.eq_ignore_ascii_case(word).then_some(rest)
        });
        let item = referring.unwrap_or(item);
        let found = ITEM.captures(item)?;
        let (author, year) = (found[1].to_owned(), found[3].to_owned());
        let word = author.to_lowercase();
        let is_time = MONTHS.contains(&&*word) || SEASONS.contains(&&*word);
        let is_sure = !is_time && (found[2].starts_with(',') || item.contains(" et al"));
        Some(Cited { author, year, is_sure })
    });
    items.collect()
}

/// Returns the sentence, or its rest, that begins with a citation.
fn sentence(text: &str, span: Span) -> Span {
    let rest = text.get(span.start..).unwrap_or_default();
    let rest = rest.get(..rest.floor_char_boundary(MAX_SENTENCE)).unwrap_or_default();
    // The end of a line in a block ends no sentence.
    let ends = ["\n\n", "\n\r\n"].into_iter().filter_map(|end| rest.find(end));
    let block = rest.get(..ends.min().unwrap_or(rest.len())).unwrap_or_default();
    let block = block.replace(['\r', '\n'], " ");
    let next: BTreeSet<usize> = starts(&block).into_iter().collect();
    let end = next.range(span.len()..).next().copied().unwrap_or(block.len());
    let words = block.get(..end).unwrap_or(&block).trim_end();
    Span::new(span.start, span.start + words.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::shared::testing::described;

    const LIST: &str = "\n\n## References\n\n1. Lund, A., & Moe, B. (2021). Tides. https://a.example/t\n\
                        2. Harbour Office. (2019). Yearbook.\n- Moe B, Holm C. Gauges. Tides 2019;4:1-9.\n";

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let text = format!("{text}{LIST}");
        assert_eq!(described(&read(&text, &Families::default()).citations), expected, "{text}");
    }

    #[test]
    fn authors_and_years_name_entries() {
        check(
            "It rose (Lund & Moe, 2021). It fell (see Moe et al., 2019, p. 3; Harbour Office, 2019) [Lund, 2021].",
            &[
                "(Lund & Moe, 2021)=Lund 2021",
                "(see Moe et al., 2019, p. 3; Harbour Office, 2019)=Moe B 2019+Harbour Office 2019",
                "[Lund, 2021]=Lund 2021",
            ],
        );
        check(
            "It rose (Lund, 2021). Moe et al. (2019) say that it fell. It is (Holm, 2020) so.",
            &["(Lund, 2021)=Lund 2021", "Moe et al. (2019)=Moe B 2019", "(Holm, 2020)=Holm 2020"],
        );
    }

    #[test]
    fn words_with_years_are_none() {
        check("It rose (May 2021) and fell (in 2019), says Lund (2021).", &[]);
        check(
            "As shown by Lund (2021), it rose. In May (2019) it fell (Moe et al., 2019).",
            &["Lund (2021)=Lund 2021", "(Moe et al., 2019)=Moe B 2019"],
        );
        let text = "It rose (Lund, 2021). It fell (Moe, 2019).";
        assert!(read(text, &Families::default()).citations.is_empty());
    }

    #[test]
    fn the_claim_of_a_named_author_is_the_sentence() {
        let text = format!("So. Moe et al. (2019) say\nthat it fell. It rose (Lund, 2021).{LIST}");
        let found = read(&text, &Families::default()).citations;
        let said = found[0].anchor.span.slice(&text).unwrap();
        assert_eq!(said, "Moe et al. (2019) say\nthat it fell.");
    }
}
