//! References next to the text: `content_references` and the older `citations`.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::dialects::app::chatgpt_export::message::{list, references};
use crate::dialects::app::chatgpt_export::sources::{page, ref_id};
use crate::dialects::shared::draft::Note;
use crate::dialects::shared::retrieved::Sources;
use crate::model::{AnchorKind, Locator, Source, SourceText, Target};

/// References to sources.
const CITING: &[&str] = &[
    "grouped_webpages",
    "grouped_webpages_model_predicted_fallback",
    "webpage",
    "webpage_extended",
    "url",
    "link_title",
    "file",
    "attribution",
];

/// References without a mark in the text.
const FOOTNOTES: &[&str] = &["sources_footnote"];

/// Maximum distance of an older citation from its bracket, in characters: some exports are shifted.
const NEAR: usize = 3;

/// A reference next to the text, with its place as stated.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Reference {
    /// It cites.
    Citation(Note),
    /// It is not a citation: the words it shows instead, where it shows any.
    Card(Note, Option<String>),
}

/// True if a message has anything that cites.
pub(crate) fn cites(message: &Value) -> bool {
    let citing = |reference: &Value| CITING.contains(&kind(reference));
    references(message).iter().any(citing) || !list(message, "/metadata/citations").is_empty()
}

fn kind(reference: &Value) -> &str {
    reference.get("type").and_then(Value::as_str).unwrap_or_default()
}

/// Returns the references of a message; their sources are added to `sources`.
pub(crate) fn read(message: &Value, text: &str, sources: &mut Sources<'_>) -> Vec<Reference> {
    let all = references(message);
    let attributed = attributed(all);
    let mut found: Vec<Reference> = all
        .iter()
        .filter(|reference| !FOOTNOTES.contains(&kind(reference)))
        .filter_map(|reference| content_reference(reference, &attributed, sources))
        .collect();
    if all.is_empty() {
        let older = list(message, "/metadata/citations");
        found.extend(older.iter().filter_map(|citation| older_citation(citation, text, sources)));
    }
    found
}

fn content_reference(
    reference: &Value,
    attributed: &Attributed<'_>,
    sources: &mut Sources<'_>,
) -> Option<Reference> {
    let field = |name: &str| reference.get(name).and_then(Value::as_str);
    let number = |name: &str| reference.get(name).and_then(Value::as_i64);
    let family = kind(reference);
    let mut card = None;
    let (anchor, targets) = match family {
        "attribution" => {
            let pages = field("attributable_index").and_then(|index| attributed.get(index));
            let mut targets: Vec<Target> = Vec::new();
            for page in pages.into_iter().flatten() {
                let target = whole(sources.add(page.clone()));
                if !targets.contains(&target) {
                    targets.push(target);
                }
            }
            if targets.is_empty() {
                return None;
            }
            (AnchorKind::Claim, targets)
        }
        "file" => (AnchorKind::Marker, vec![file(reference, sources)]),
        _ if CITING.contains(&family) => {
            let pages = pages(reference);
            let targets: Vec<Target> =
                pages.into_iter().map(|page| whole(sources.add(page))).collect();
            (AnchorKind::Marker, targets)
        }
        "hidden" => {
            card = Some(String::new());
            (AnchorKind::Marker, Vec::new())
        }
        _ => {
            let words = ["alt", "prompt_text", "name"].iter().find_map(|name| field(name));
            let words = words.map(str::trim).filter(|words| !words.is_empty());
            card = Some(words.unwrap_or(family).to_owned());
            (AnchorKind::Marker, Vec::new())
        }
    };
    let note = Note {
        kind: anchor,
        family: family.to_owned(),
        start: number("start_idx")?,
        end: number("end_idx")?,
        words: field("matched_text").map(str::to_owned),
        contained: false,
        targets,
        raw: reference.to_string(),
    };
    Some(match card {
        Some(label) => Reference::Card(note, Some(label).filter(|label| !label.is_empty())),
        None => Reference::Citation(note),
    })
}

fn whole(id: String) -> Target {
    Target { id, ..Target::default() }
}

/// Returns the pages of a reference: `items` with their supporting ones, `refs` in parallel.
fn pages(reference: &Value) -> Vec<Source> {
    let mut refs = list(reference, "/refs").iter();
    let mut found: Vec<Source> = Vec::new();
    for item in list(reference, "/items") {
        for entry in [item].into_iter().chain(list(item, "/supporting_websites")) {
            found.push(page(entry, ref_id(refs.next())));
        }
    }
    if found.is_empty() && reference.get("url").is_some() {
        found.push(page(reference, ref_id(refs.next())));
    }
    if found.is_empty() {
        let urls = list(reference, "/safe_urls").iter().filter_map(Value::as_str);
        found.extend(urls.map(|url| page(&serde_json::json!({ "url": url }), ref_id(refs.next()))));
    }
    found.extend(refs.filter_map(|rest| ref_id(Some(rest))).map(|id| Source {
        id,
        text: SourceText::Absent("the export names its id only".to_owned()),
        ..Source::default()
    }));
    found.retain(|page| !page.id.is_empty() || page.url.is_some() || page.title.is_some());
    found
}

/// The pages that support each sentence, by the index of `attribution_segments`.
type Attributed<'v> = BTreeMap<&'v str, Vec<Source>>;

fn attributed(all: &[Value]) -> Attributed<'_> {
    let mut found = Attributed::new();
    for reference in all {
        // Pages are in the order of the items and their supporting ones, and have their ids.
        let mut pages = pages(reference).into_iter();
        for item in list(reference, "/items") {
            for entry in [item].into_iter().chain(list(item, "/supporting_websites")) {
                let Some(page) = pages.next() else { break };
                for segment in list(entry, "/attribution_segments") {
                    if let Some(index) = segment.as_str() {
                        found.entry(index).or_default().push(page.clone());
                    }
                }
            }
        }
    }
    found
}

/// Returns a file and the lines in it, where the reference points at some.
fn file(reference: &Value, sources: &mut Sources<'_>) -> Target {
    let field = |name: &str| reference.get(name).and_then(Value::as_str).map(str::to_owned);
    let line =
        |name: &str| reference.pointer(&format!("/input_pointer/{name}")).and_then(Value::as_u64);
    let why = "the export names the file only; pass it after the export to see the passage";
    let mut source = Source {
        id: ids_in(field("matched_text").as_deref())
            .next()
            .or_else(|| field("name"))
            .unwrap_or_default(),
        title: field("name"),
        text: SourceText::Absent(why.to_owned()),
        ..Source::default()
    };
    source.metadata.extend(field("id").map(|id| ("file".to_owned(), id)));
    if let Some(snippet) = field("snippet").filter(|snippet| !snippet.trim().is_empty()) {
        source.text = SourceText::Inline(snippet.into());
        (source.excerpt, source.repeated) = (true, true);
    }
    let locator = line("line_range_start").map(|first| {
        let last = line("line_range_end").unwrap_or(first);
        Locator::Lines { first, last }
    });
    Target { id: sources.add(source), locator, ..Target::default() }
}

/// Returns the `turn0file0` in a marker's words.
fn ids_in(words: Option<&str>) -> impl Iterator<Item = String> {
    let fields = words.unwrap_or_default().split(['\u{e200}', '\u{e201}', '\u{e202}']);
    let fields: Vec<String> = fields.filter(|f| f.starts_with("turn")).map(str::to_owned).collect();
    fields.into_iter()
}

/// Returns a citation of the older kind: only its place is stated, and there is often a bracket.
fn older_citation(citation: &Value, text: &str, sources: &mut Sources<'_>) -> Option<Reference> {
    let number = |name: &str| citation.get(name).and_then(Value::as_i64);
    let about = citation.get("metadata")?;
    let field = |name: &str| about.get(name).and_then(Value::as_str).map(str::to_owned);
    let (start, end) = (number("start_ix")?, number("end_ix")?);
    let quote = field("text").filter(|quote| !quote.trim().is_empty());
    let mut source = page(about, None);
    if let Some(quote) = &quote {
        source.text = SourceText::Inline(quote.as_str().into());
        (source.excerpt, source.repeated) = (true, true);
    }
    source.title = source.title.or_else(|| field("name"));
    source.metadata.extend(field("id").map(|id| ("file".to_owned(), id)));
    let words = bracket_near(text, start);
    let note = Note {
        kind: if start == end { AnchorKind::Point } else { AnchorKind::Marker },
        family: field("type").unwrap_or_else(|| "citation".to_owned()),
        start,
        end,
        words,
        contained: false,
        targets: vec![Target { quote, ..whole(sources.add(source)) }],
        raw: citation.to_string(),
    };
    Some(Reference::Citation(note))
}

/// Returns the bracket `【…】` that begins within a few characters of `start`.
fn bracket_near(text: &str, start: i64) -> Option<String> {
    let start = usize::try_from(start).ok()?;
    let first = start.saturating_sub(NEAR);
    let around = text.char_indices().skip(first).take(2 * NEAR + 1);
    let opening = |(index, (_, c)): &(usize, (usize, char))| {
        (*c == '\u{3010}').then_some((first + index).abs_diff(start))
    };
    let nearest =
        around.enumerate().filter(|it| opening(it).is_some()).min_by_key(|it| opening(it))?;
    let rest = text.get(nearest.1.0..)?;
    let end = rest.find('\u{3011}')? + '\u{3011}'.len_utf8();
    rest.get(..end).map(str::to_owned)
}
