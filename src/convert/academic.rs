//! `academic`: citations and references in a style of CSL, the language in which journals and
//! handbooks describe theirs.
//!
//! A processor does the styling; this module turns sources into its entries. A source has a title,
//! an address, a date, and authors if its metadata names some; the style can only show these.
//! Styles that cite in notes get footnotes. Titles keep their capitals, whatever the style
//! requires.

use std::collections::BTreeMap;
use std::str::FromStr as _;
use std::sync::Arc;

use hayagriva::citationberg::taxonomy::Locator as Kind;
use hayagriva::citationberg::{
    FontStyle, FontWeight, IndependentStyle, Locale, LocaleCode, Style as AnyStyle, StyleClass,
};
use hayagriva::types::{
    ChunkKind, ChunkedString, Date, EntryType, FormatString, Person, QualifiedUrl,
};
use hayagriva::{
    BibliographyDriver, BibliographyRequest, CitationItem, CitationRequest, ElemChild,
    ElemChildren, Entry, Formatted, LocatorPayload, SpecificLocator,
};

use super::blanks::apart;
use super::csl;
use super::escapes::escaped;
use super::kept_styles;
use super::references::with_list;
use super::wording::{Layout, Wording};
use super::{Conversion, Fact};
use crate::error::{Error, Result};
use crate::model::{Locator, Source};
use crate::text::prose::ticked;

/// The entry in the table of conversions.
pub(super) const CONVERSION: Conversion = Conversion {
    name: "academic",
    title: "Markdown with citations and references in an academic style",
    extension: "md",
    holds: &[Fact::Citations, Fact::Titles, Fact::Addresses],
    write,
};

/// The default style.
const USUAL: &str = "apa";

/// Styles that a hint names.
const KNOWN: [&str; 6] =
    ["apa", "ieee", "mla", "chicago-author-date", "chicago-notes", "vancouver"];

/// A style of academic references.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Style(Option<Arc<Parsed>>);

/// A style, with the words of the languages that it may look up.
#[derive(Debug, PartialEq)]
struct Parsed {
    style: IndependentStyle,
    locales: Vec<Locale>,
}

impl Parsed {
    fn new(style: IndependentStyle) -> Self {
        let own = style.default_locale.clone().unwrap_or_else(LocaleCode::en_us);
        let wanted = [own.fallback(), Some(own), Some(LocaleCode::en_us())];
        let wanted: Vec<String> = wanted.into_iter().flatten().map(|code| code.0).collect();
        Self { style, locales: kept_styles::locales(&wanted) }
    }
}

impl Style {
    /// Returns the names of the styles that come with the program.
    pub fn names() -> impl Iterator<Item = &'static str> {
        kept_styles::names()
    }

    /// Returns a style that comes with the program, by the processor's or the CSL project's name
    /// for it.
    ///
    /// Fails for unknown names.
    pub fn named(name: &str) -> Result<Self> {
        match kept_styles::style(name) {
            Some(style) => Ok(Self(Some(Arc::new(Parsed::new(style))))),
            None => Err(Error::new("use", format!("`--style {name}`"), "unknown style").hint(
                format!("try {}, or a CSL file: `--style journal.csl`", ticked(KNOWN, KNOWN.len())),
            )),
        }
    }

    /// Reads a style from a CSL file called `name`.
    ///
    /// Fails for text that is not CSL, and for a style that only refers to another.
    pub fn of_csl(name: &str, xml: &str) -> Result<Self> {
        if let Some(why) = csl::refusal(xml) {
            return Err(Error::new("read", name, why));
        }
        match AnyStyle::from_xml(xml) {
            Ok(AnyStyle::Independent(style)) => Ok(Self(Some(Arc::new(Parsed::new(style))))),
            Ok(AnyStyle::Dependent(style)) => {
                let parent = style.parent_link.href;
                Err(Error::new("use", name, "it only refers to another style")
                    .hint(format!("use the file of that style: {parent}")))
            }
            Err(error) => Err(Error::new("read", name, format!("not a CSL style: {error}"))),
        }
    }
}

fn write(wording: &mut Wording<'_>) -> String {
    wording.lose_ids(|number| number.to_string());
    let usual = || Style::named(USUAL).ok().and_then(|Style(style)| style);
    let Some(parsed) = wording.options.style.0.clone().or_else(usual) else { return String::new() };
    let Parsed { style, locales } = parsed.as_ref();
    let entries: Vec<Entry> = (1..=wording.cited.len()).map(|n| entry(wording, n)).collect();
    let (citations, references) = styled(wording, style, locales, &entries);
    let notes = style.settings.class == StyleClass::Note;
    let places = wording.marks.iter().zip(0..).map(|(mark, at)| (mark.citation, at));
    let places: BTreeMap<usize, usize> = places.collect();
    let edited = wording.edited(&Layout::READERS, |mark| {
        let at = places.get(&mark.citation).copied();
        let words = at.and_then(|at| citations.get(at)).map(String::as_str).unwrap_or_default();
        match (words, at) {
            ("", _) | (_, None) => String::new(),
            (_, Some(at)) if notes => format!("[^{}]", at + 1),
            (words, _) => format!("{}{words}", apart(wording, mark)),
        }
    });
    wording
        .lose_places(|_, _, target| target.locator.as_ref().is_some_and(|it| place(it).is_some()));
    let text = with_list(
        &edited.text,
        Some("## References").filter(|_| !references.is_empty()),
        &references,
    );
    if !notes {
        return text;
    }
    let cited = citations.iter().zip(1..).filter(|(words, _)| !words.is_empty());
    let lines: Vec<String> = cited.map(|(words, n)| format!("[^{n}]: {words}")).collect();
    with_list(&text, None, &lines)
}

/// A cited number, with the kind and the numbers of its locator.
type CitedNumber = (usize, Option<(Kind, String)>);

/// Returns the words of each citation and of each reference, in Markdown.
fn styled(
    wording: &Wording<'_>,
    style: &IndependentStyle,
    locales: &[Locale],
    entries: &[Entry],
) -> (Vec<String>, Vec<String>) {
    let places: Vec<Vec<CitedNumber>> = wording
        .marks
        .iter()
        .map(|mark| {
            let mut items = Vec::new();
            for (number, target) in wording.targets(mark) {
                let item = (number, target.locator.as_ref().and_then(place));
                if !items.contains(&item) {
                    items.push(item);
                }
            }
            items
        })
        .collect();
    let mut driver = BibliographyDriver::new();
    for (items, note) in places.iter().zip(1..) {
        let items = items.iter().filter_map(|(number, place)| {
            let entry = entries.get(number.checked_sub(1)?)?;
            let place = place.as_ref();
            let place = place
                .map(|(kind, date_text)| SpecificLocator(*kind, LocatorPayload::Str(date_text)));
            Some(CitationItem::with_locator(entry, place))
        });
        let items: Vec<CitationItem<'_, Entry>> = items.collect();
        driver.citation(CitationRequest::new(items, style, None, locales, Some(note)));
    }
    let rendered = driver.finish(BibliographyRequest::new(style, None, locales));
    let citations = rendered.citations.iter().zip(&places).map(|(citation, items)| {
        if items.is_empty() { String::new() } else { markdown(&citation.citation) }
    });
    let bibliography = rendered.bibliography.map(|it| it.items).unwrap_or_default();
    let references = bibliography.iter().map(|item| {
        let mut first = String::new();
        if let Some(field) = &item.first_field {
            child(field, &mut first);
            first.push(' ');
        }
        format!("{first}{}", markdown(&item.content))
    });
    (citations.collect(), references.collect())
}

/// Returns the bibliography entry of a source.
fn entry(wording: &Wording<'_>, number: usize) -> Entry {
    let source = wording.source(number);
    let mut entry = Entry::new(&format!("source-{number}"), EntryType::Web);
    let mut title = ChunkedString::new();
    title.push_str(&wording.name(number), ChunkKind::Verbatim);
    entry.set_title(FormatString { value: title, short: None });
    if let Some(url) = wording.page(number).and_then(|url| QualifiedUrl::from_str(&url).ok()) {
        entry.set_url(url);
    }
    if let Some(date) = source.and_then(date) {
        entry.set_date(date);
    }
    let authors = source.map(authors).unwrap_or_default();
    if !authors.is_empty() {
        entry.set_authors(authors);
    }
    entry
}

/// Returns the date of a source, if it is numeric.
fn date(source: &Source) -> Option<Date> {
    let given = |name: &str| {
        let field = source.metadata.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        field.map(|(_, value)| value)
    };
    let dated = ["date", "published", "year"].into_iter().find_map(given);
    let date_text = dated.or(source.updated.as_ref())?;
    Date::from_str(date_text.get(..10).unwrap_or(date_text)).ok()
}

/// Returns the authors of a source: `author` or `authors` in its metadata, separated by `;`.
fn authors(source: &Source) -> Vec<Person> {
    let is_author =
        |key: &str| ["author", "authors"].iter().any(|name| key.eq_ignore_ascii_case(name));
    let fields = source.metadata.iter().filter(|(key, _)| is_author(key));
    let names = fields.flat_map(|(_, value)| value.split(';')).map(str::trim);
    names.filter(|name| !name.is_empty()).filter_map(|name| Person::from_str(name).ok()).collect()
}

/// Returns a locator in the terms of a style: its kind, and the numbers.
fn place(locator: &Locator) -> Option<(Kind, String)> {
    let range = |first: &u64, last: &u64| {
        if first == last { first.to_string() } else { format!("{first}–{last}") }
    };
    Some(match locator {
        Locator::Lines { first, last } => (Kind::Line, range(first, last)),
        Locator::Pages { first, last } => (Kind::Page, range(first, last)),
        Locator::Time { .. } => (Kind::Timestamp, locator.to_string()),
        Locator::Blocks { .. } => (Kind::Custom, locator.to_string()),
        Locator::Chars { .. } | Locator::Fragment(_) | Locator::Unreadable(_) => return None,
    })
}

fn markdown(children: &ElemChildren) -> String {
    let mut out = String::new();
    for one in &children.0 {
        child(one, &mut out);
    }
    out
}

fn child(one: &ElemChild, out: &mut String) {
    match one {
        ElemChild::Text(text) => formatted(text, out),
        ElemChild::Elem(elem) => elem.children.0.iter().for_each(|one| child(one, out)),
        ElemChild::Markup(text) => out.push_str(&escaped(text)),
        ElemChild::Link { url, .. } => out.push_str(url),
        ElemChild::Transparent { .. } => {}
    }
}

/// Writes a piece of text; emphasized text uses Markdown's emphasis, with its outer blanks outside.
fn formatted(piece: &Formatted, out: &mut String) {
    let words = piece.text.trim();
    let (before, after) = (
        piece.text.len() - piece.text.trim_start().len(),
        piece.text.len() - piece.text.trim_end().len(),
    );
    let mark = match (piece.formatting.font_style, piece.formatting.font_weight) {
        _ if words.is_empty() => "",
        (FontStyle::Italic, _) => "*",
        (_, FontWeight::Bold) => "**",
        _ => "",
    };
    out.push_str(if before > 0 { " " } else { "" });
    out.push_str(mark);
    out.push_str(&escaped(words));
    out.push_str(mark);
    out.push_str(if after > 0 && !words.is_empty() { " " } else { "" });
}
