//! Wikitext: `<ref>…</ref>`, `<ref name="x">…</ref>`, `<ref name="x" />`.
//!
//! Spec: the Cite extension of `MediaWiki` and the `{{cite …}}` templates of Wikipedia. A named
//! reference is one source however often it is used; an unnamed one has the number that the page
//! shows. Its content, a template (`title`, `url`, `archive-url`, `page`, `quote`, …) or words with
//! an address, describes the source. `{{rp|12}}` after a reference is its page. References in
//! `<references>` are definitions; comments and `<nowiki>` are ignored.
//!
//! # Incomplete support
//!
//! Short footnotes (`{{sfn|Moll|2019|p=3}}`) and groups (`group="note"`, whose references are remarks)
//! are not citations here. Templates inside templates are skipped.

use std::collections::{BTreeMap, BTreeSet};

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::code::Code;
use crate::dialects::shared::labelled_passages::labelled_passages;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::locator;
use crate::model::{Anchor, AnchorKind, Card, Citation, IdFrom, Source, SourceText, Target};
use crate::text::Span;
use crate::text::prose::{count, one_line};
use crate::text::span_set::SpanSet;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "wiki",
    title: "wikitext with references",
    recognised_by: "`<ref>…</ref>`, `<ref name=\"x\" />`",
    sources_from: "what the references say, then the pages and files given",
    units: "none: references are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

/// The longest reference, in bytes.
const MAX_LENGTH: usize = 20_000;

/// Signs of wikitext beside references.
const SIGNS: [&str; 6] = ["\n==", "{{", "[[", "''", "<references", "<nowiki"];

/// Signs of Markdown.
const MARKDOWN_SIGNS: [&str; 6] = ["\n# ", "\n## ", "\n- ", "\n```", "](", "**"];

/// Reason that a source has no text.
const DESCRIBED_ONLY: &str =
    "the text describes the source only; pass the saved page with `--source` to see the passage";

/// A `<ref>`, and its place.
#[derive(Debug, PartialEq)]
struct Mark<'t> {
    span: Span,
    name: Option<&'t str>,
    /// Contents; `None` for one that is closed at once.
    body: Option<&'t str>,
    /// True if it is inside `<references>`.
    defines: bool,
}

fn detect(text: &str, _: &Families) -> Option<String> {
    let marks = marks(text);
    let cited = marks.iter().filter(|mark| !mark.defines).count();
    let named: BTreeSet<&str> = marks.iter().filter_map(|mark| mark.name).collect();
    are_own(text, &marks).then(|| match named.len() {
        0 => count(cited, "`<ref>`"),
        _ => format!("{} with {}", count(cited, "`<ref>`"), count(named.len(), "name")),
    })
}

/// True if references are those of the text, and not left in what it quotes. One alone in Markdown shows no
/// wikitext.
fn are_own(text: &str, marks: &[Mark<'_>]) -> bool {
    if marks.is_empty() {
        return false;
    }
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let begin = start;
        start += line.len();
        (line, Span::new(begin, start))
    });
    let quotes = lines.filter(|(line, _)| line.trim_start().starts_with('>')).map(|(_, span)| span);
    let quoted = SpanSet::new(quotes.chain(labelled_passages(text).iter().map(|it| it.span)));
    let says = |mark: &Mark<'_>| mark.body.is_none_or(|body| !body.trim().is_empty());
    let is_own = |mark: &&Mark<'_>| !mark.defines && says(mark) && !quoted.overlaps(mark.span);
    let has = |signs: &[&str]| signs.iter().any(|sign| text.contains(sign));
    match marks.iter().filter(is_own).count() {
        0 => false,
        1 => {
            has(&SIGNS)
                || text.starts_with("==")
                || !text.starts_with("# ") && !has(&MARKDOWN_SIGNS)
        }
        _ => true,
    }
}

fn read(text: &str, _: &Families) -> TextMarks {
    let mut pages = Pages::default();
    let mut citations = Vec::new();
    let mut places: Vec<String> = Vec::new();
    for mark in marks(text) {
        let (id, reference) = pages.take(&mark);
        places.extend(reference.page.clone());
        if mark.defines {
            continue;
        }
        let mut span = mark.span;
        let mut locator = reference.page.as_deref().and_then(locator::read_in_document);
        if let Some((page, length)) = page_behind(text.get(span.end..).unwrap_or_default()) {
            span.end += length;
            locator = locator::read_in_document(page).or(locator);
        }
        citations.push(Citation {
            family: "ref".to_owned(),
            raw: span.slice(text).unwrap_or_default().to_owned(),
            anchor: Anchor { kind: AnchorKind::Marker, span },
            targets: vec![Target { id, locator, quote: reference.quote, ..Target::default() }],
            ..Citation::default()
        });
    }
    let notes = locator::not_looked_up(places.iter().map(String::as_str)).into_iter().collect();
    let cards = emphasis(text, &citations);
    TextMarks { citations, sources: pages.sources, notes, cards }
}

/// Returns the apostrophes that make words bold or italic, outside of references: no quotes are
/// meant.
fn emphasis(text: &str, citations: &[Citation]) -> Vec<Card> {
    let taken: Vec<Span> = citations.iter().map(|citation| citation.anchor.span).collect();
    let mut cards: Vec<Card> = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find("''")).map(|next| at + next) {
        let rest = text.get(start..).unwrap_or_default();
        at = start + rest.len() - rest.trim_start_matches('\'').len();
        if !Span::any_contains(&taken, start) {
            let span = Span::new(start, at);
            cards.push(Card { family: "emphasis".to_owned(), span, label: None, known: true });
        }
    }
    cards
}

/// The sources that references describe, by name and by number.
#[derive(Default)]
struct Pages {
    sources: Vec<Source>,
    by_name: BTreeMap<String, usize>,
}

impl Pages {
    /// Returns the id of a reference, and its description.
    fn take(&mut self, mark: &Mark<'_>) -> (String, Reference) {
        let reference = mark.body.map(Reference::new).unwrap_or_default();
        let known = mark.name.and_then(|name| self.by_name.get(name).copied());
        let at = known.unwrap_or_else(|| {
            let number = self.sources.len() + 1;
            let id = mark.name.map_or_else(|| format!("ref {number}"), str::to_owned);
            self.by_name.extend(mark.name.map(|name| (name.to_owned(), number - 1)));
            self.sources.push(Source { id, id_from: IdFrom::Text, ..Source::default() });
            number - 1
        });
        let Some(source) = self.sources.get_mut(at) else { return (String::new(), reference) };
        if mark.body.is_some() && source.title.is_none() && source.url.is_none() {
            source.title.clone_from(&reference.title);
            source.url.clone_from(&reference.url);
            source.also_at.extend(reference.archive.clone());
            source.metadata.clone_from(&reference.facts);
            source.excerpt = reference.quote.is_some();
            source.repeated = source.excerpt;
            source.text = match &reference.quote {
                Some(quote) => SourceText::Inline(quote.as_str().into()),
                None => SourceText::Absent(DESCRIBED_ONLY.to_owned()),
            };
        }
        (source.id.clone(), reference)
    }
}

/// The contents of a reference.
#[derive(Debug, Default, PartialEq)]
struct Reference {
    title: Option<String>,
    url: Option<String>,
    archive: Option<String>,
    page: Option<String>,
    quote: Option<String>,
    facts: Vec<(String, String)>,
}

impl Reference {
    fn new(body: &str) -> Self {
        match template(body) {
            Some(fields) => Self::of_template(&fields),
            None => Self::of_words(body),
        }
    }

    fn of_template(fields: &BTreeMap<String, String>) -> Self {
        let first = |keys: &[&str]| keys.iter().find_map(|key| fields.get(*key).cloned());
        let facts = [
            ("author", first(&["author", "last", "last1", "authors", "vauthors"])),
            ("year", first(&["year", "date"])),
            ("in", first(&["work", "website", "journal", "newspaper", "publisher"])),
        ];
        let fact = |(key, value): (&str, Option<String>)| Some((key.to_owned(), value?));
        let doi = first(&["doi"]).map(|doi| format!("https://doi.org/{doi}"));
        Self {
            title: first(&["title", "chapter"]),
            url: first(&["url", "chapter-url"]).or(doi),
            archive: first(&["archive-url", "archiveurl"]),
            page: first(&["page", "pages", "p", "pp", "at"]),
            quote: first(&["quote"]),
            facts: facts.into_iter().filter_map(fact).collect(),
        }
    }

    /// Reads `[https://a.example Title], 3 May 2021`, an address, or words.
    fn of_words(body: &str) -> Self {
        let words = one_line(body);
        let ends = |c: char| c.is_whitespace() || matches!(c, ']' | '|' | '}' | '<');
        let at = ["https://", "http://"].iter().filter_map(|scheme| words.find(scheme)).min();
        let rest = at.and_then(|at| words.get(at..)).unwrap_or_default();
        let url = rest.split(ends).next().unwrap_or_default();
        let label = rest.get(url.len()..).and_then(|label| label.split(']').next());
        let bracketed = at.is_some_and(|at| words.get(..at).is_some_and(|it| it.ends_with('[')));
        let title = label.map(str::trim).filter(|label| bracketed && !label.is_empty());
        let before = at.and_then(|at| words.get(..at)).unwrap_or(&words);
        let before = before.trim_matches(|c: char| c.is_whitespace() || "[]{}.,:'".contains(c));
        let title = title.or_else(|| (!before.is_empty()).then_some(before));
        Self {
            title: title.map(str::to_owned),
            url: (!url.is_empty()).then(|| url.to_owned()),
            ..Self::default()
        }
    }
}

/// Returns the fields of the first `{{cite …|key=value}}`, or `{{citation|…}}`; keys in lower case.
fn template(body: &str) -> Option<BTreeMap<String, String>> {
    let open = body.find("{{")?;
    let inner = body.get(open + 2..)?;
    let name = inner.split(['|', '}']).next()?.trim().to_lowercase();
    if !name.starts_with("cit") {
        return None;
    }
    let mut fields = BTreeMap::new();
    let mut depth = 0_usize;
    let mut start = name.len();
    let mut add = |part: Option<&str>| {
        if let Some((key, value)) = part.and_then(|part| part.split_once('=')) {
            let value = one_line(&value.replace("[[", "").replace("]]", "").replace("''", ""));
            if !value.is_empty() {
                fields.entry(key.trim().to_lowercase()).or_insert(value);
            }
        }
    };
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' if depth == 0 => {
                add(inner.get(start..at));
                break;
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'|' if depth == 0 => {
                add(inner.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    Some(fields)
}

/// Returns the page in `{{rp|12}}` or `{{rp|p=12}}` at the start of `text`, and its length.
fn page_behind(text: &str) -> Option<(&str, usize)> {
    let rest = ["{{rp|", "{{Rp|", "{{RP|"].iter().find_map(|open| text.strip_prefix(open))?;
    let (page, after) = rest.split_once("}}")?;
    let page = ["page=", "pages=", "p=", "pp="]
        .iter()
        .find_map(|key| page.strip_prefix(key))
        .unwrap_or(page);
    (page.len() < locator::MAX_LENGTH).then_some((page, text.len() - after.len()))
}

/// Elements that must not be read, with opening and close, in lower case.
const PASSED_OVER: [(&str, &str); 4] = [
    ("<!--", "-->"),
    ("<nowiki>", "</nowiki>"),
    ("<pre>", "</pre>"),
    ("<syntaxhighlight", "</syntaxhighlight>"),
];

/// Returns the references of a text, in order; those of groups are left out.
fn marks(text: &str) -> Vec<Mark<'_>> {
    let mut marks = Vec::new();
    if !text.contains("<ref") && !text.contains("<REF") && !text.contains("<Ref") {
        return marks;
    }
    // As long as the text, byte for byte.
    let lower = text.to_ascii_lowercase();
    // If a close was not found once, there is none further on either.
    let mut gone = [false; PASSED_OVER.len()];
    let mut in_list = false;
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find('<')).map(|next| at + next) {
        let rest = text.get(start..).unwrap_or_default();
        let low = lower.get(start..).unwrap_or_default();
        at = start + 1;
        if let Some(length) = passed_over(low, &mut gone) {
            at = start + length;
        } else if low.starts_with("<references") {
            let tag = low.get(..low.floor_char_boundary(MAX_LENGTH)).unwrap_or_default();
            let tag = tag.split_inclusive('>').next().unwrap_or_default();
            in_list = tag.ends_with('>') && !tag.ends_with("/>");
        } else if low.starts_with("</references") {
            in_list = false;
        } else if let Some((name, body, length, group)) = reference(rest, low) {
            at = start + length;
            if !group {
                marks.push(Mark { span: Span::new(start, at), name, body, defines: in_list });
            }
        }
    }
    if !marks.is_empty() && text.contains('`') {
        // Wikitext has no such code: this is Markdown about references.
        let code = Code::of(text);
        let is_ticked = |code: Span| code.slice(text).is_some_and(|code| code.starts_with('`'));
        marks.retain(|mark| !code.at(mark.span.start).is_some_and(is_ticked));
    }
    marks
}

/// Returns the length of an element that must not be read; one that is never closed is text.
fn passed_over(low: &str, gone: &mut [bool; PASSED_OVER.len()]) -> Option<usize> {
    let at = PASSED_OVER.iter().position(|(open, _)| low.starts_with(open))?;
    let ((open, close), gone) = (PASSED_OVER.get(at)?, gone.get_mut(at)?);
    if *gone {
        return None;
    }
    let end = memchr::memmem::find(low.get(open.len()..)?.as_bytes(), close.as_bytes());
    *gone = end.is_none();
    Some(open.len() + end? + close.len())
}

/// Returns name, body, length, and true if it is in a group, for the reference at the start of
/// `rest`, which is `low` in lower case.
fn reference<'t>(
    rest: &'t str,
    low: &str,
) -> Option<(Option<&'t str>, Option<&'t str>, usize, bool)> {
    let inner = rest.get(4..).filter(|_| low.starts_with("<ref"))?;
    if !inner.starts_with(|c: char| c.is_whitespace() || matches!(c, '>' | '/')) {
        return None;
    }
    let limit = inner.get(..inner.floor_char_boundary(MAX_LENGTH))?;
    let end = tag_end(limit)?;
    let attributes = limit.get(..end)?;
    let alone = attributes.ends_with('/');
    let attributes = attributes.trim_end_matches('/');
    let name = attribute(attributes, "name").filter(|name| !name.is_empty());
    let group = attribute(attributes, "group").is_some();
    let open = 4 + end + 1;
    if alone {
        return name.map(|name| (Some(name), None, open, group));
    }
    let after = limit.get(end + 1..)?;
    let low = low.get(open..open + after.len())?;
    let close = memchr::memmem::find(low.as_bytes(), b"</ref>")?;
    Some((name, after.get(..close), open + close + "</ref>".len(), group))
}

/// Finds the end of a tag whose attributes may hold `>` in quotes.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '>') => return Some(at),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            (None, '<') | (_, '\n') => return None,
            _ => {}
        }
    }
    None
}

/// Returns the value of an attribute, quoted or not.
fn attribute<'t>(attributes: &'t str, name: &str) -> Option<&'t str> {
    let lower = attributes.to_ascii_lowercase();
    let at = lower.match_indices(name).map(|(at, _)| at).find(|at| {
        let before = lower.get(..*at).and_then(|before| before.chars().next_back());
        before.is_none_or(char::is_whitespace)
    })?;
    let rest = attributes.get(at + name.len()..)?.trim_start().strip_prefix('=')?.trim_start();
    match rest.chars().next()? {
        quote @ ('"' | '\'') => rest.get(1..)?.split(quote).next().map(str::trim),
        _ => rest.split(char::is_whitespace).next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_one_source_a_name() {
        let text = "A.<ref name=\"m\">{{cite web |url=https://x.example/t |title=''Tides'' of [[Nordby]] \
                    |archive-url=https://a.example/t |pages=3–5 |quote=High at noon. |last=Moll}}</ref> \
                    B.<ref name=m />{{rp|12}} C.<ref>[https://y.example Harbour], 2020</ref> \
                    D.<REF>Moll, p. 3.</REF><ref name='late'/>\n<references>\n\
                    <ref name=\"late\">https://z.example</ref>\n</references>";
        let found = read(text, &Families::default());
        let described: Vec<String> = found
            .citations
            .iter()
            .map(|it| {
                let target = &it.targets[0];
                format!(
                    "{} {}",
                    target.id,
                    target.locator.as_ref().map(ToString::to_string).unwrap_or_default()
                )
            })
            .collect();
        assert_eq!(described, ["m pp. 3-5", "m p. 12", "ref 2 ", "ref 3 ", "late "]);
        assert_eq!(found.citations[0].targets[0].quote.as_deref(), Some("High at noon."));
        let listed: Vec<_> = found
            .sources
            .iter()
            .map(|it| (it.title.as_deref().unwrap_or("-"), it.url.as_deref().unwrap_or("-")))
            .collect();
        assert_eq!(
            listed,
            [
                ("Tides of Nordby", "https://x.example/t"),
                ("Harbour", "https://y.example"),
                ("Moll, p. 3", "-"),
                ("-", "https://z.example"),
            ]
        );
        assert_eq!(found.sources[0].also_at, ["https://a.example/t"]);
    }

    #[test]
    fn what_is_no_reference() {
        for text in [
            "<!-- <ref>x</ref> -->",
            "<nowiki><ref>x</ref></nowiki>",
            "<references />",
            "<ref group=\"note\">A remark.</ref>",
            "<ref />",
            "<refuse>x</refuse>",
            "<ref>never closed",
            "<ref name=\"a",
            "<references><ref name=\"a\">x</ref></references>",
        ] {
            assert_eq!(detect(text, &Families::default()), None, "{text}");
        }
    }
}
