//! `anthropic`: an Anthropic message with its request.
//!
//! Spec: the vendor's pages on citations, search results and web search. A claim is a separate text
//! block, so claims cannot overlap: of two, the later one begins where the other ends. A source
//! with text is a document, cited by characters (code points, ends exclusive), or, if it is divided
//! into blocks and has an address, a search result, cited by blocks. A source with only an address
//! is a page of the hosted search.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::{Value, json};

use super::edits::EditedText;
use super::losses::Fact;
use super::wording::{CitationMark, Layout, Quotable, Wording};
use super::{Conversion, wire};
use crate::model::{Division, DivisionKind, Locator, Source, Target};
use crate::text::prose::count;
use crate::text::{Span, Unit};

/// The entry in the table of conversions.
pub(super) const CONVERSION: Conversion = Conversion {
    name: "anthropic",
    title: "Anthropic: a message with citations, and its request",
    extension: "json",
    holds: &[
        Fact::Question,
        Fact::Citations,
        Fact::Claims,
        Fact::Quotes,
        Fact::Titles,
        Fact::Addresses,
        Fact::Texts,
        Fact::Metadata,
        Fact::Uncited,
    ],
    write,
};

/// The kind of citation used for a source.
#[derive(Debug)]
enum CitedAs {
    /// A document of plain text, by its number.
    Text { index: usize, text: Rc<Quotable> },
    /// A document of blocks, by its number.
    Blocks { index: usize, blocks: Vec<String> },
    /// A search result, by its number.
    Result { index: usize, blocks: Vec<String>, origin: String },
    /// A document that only has a name.
    Named { index: usize, file: String },
    /// A page of the web.
    Page { url: String },
}

fn write(wording: &mut Wording<'_>) -> String {
    let edited = wording.bare(&Layout::READERS);
    let (shelf, homes) = shelve(wording);
    let ids: Vec<String> =
        homes.iter().filter_map(|home| shelf.get(*home)).map(CitedAs::id).collect();
    wording.lose_ids(|number| ids.get(number.wrapping_sub(1)).cloned().unwrap_or_default());
    let blocks = cited(wording, &edited, &shelf, &homes);
    let content = content(&edited.text, &blocks);
    wording.lose_inferred();
    let case = &wording.inspection.case;
    let message = json!({
        "id": case.id, "type": "message", "role": "assistant",
        "content": searched(wording, &shelf).into_iter().chain(content).collect::<Vec<_>>(),
        "stop_reason": "end_turn",
    });
    let material = material(wording, &shelf);
    let question = case.question.as_ref().map(|it| json!({"type": "text", "text": it}));
    let asked: Vec<Value> = material.into_iter().chain(question).collect();
    wire::json(&json!({
        "request": {"messages": [{"role": "user", "content": asked}]},
        "response": message,
    }))
}

/// Returns the claims in order, none overlapping another, each with its citations.
fn cited(
    wording: &mut Wording<'_>,
    edited: &EditedText,
    shelf: &[CitedAs],
    homes: &[usize],
) -> Vec<(Span, Vec<Value>)> {
    let mut blocks: Vec<(Span, Vec<Value>)> = Vec::new();
    let (mut nowhere, mut shared, mut cut, mut placeless) = (0, 0, 0, BTreeSet::new());
    let mut claims: Vec<(Span, &CitationMark)> = wording
        .marks
        .iter()
        .map(|mark| (wording.claim(mark, edited).unwrap_or_else(|| edited.span(mark.span)), mark))
        .collect();
    claims.sort_by_key(|(span, _)| (span.end, span.start));
    for (span, mark) in claims {
        let mut entries = Vec::new();
        for (at, (number, target)) in wording.targets(mark).enumerate() {
            let home = homes.get(number.wrapping_sub(1)).and_then(|home| shelf.get(*home));
            let entry = home.and_then(|home| entry(wording, mark, at, target, home));
            nowhere += usize::from(entry.is_none());
            if let Some((_, false)) = &entry {
                placeless.insert((mark.citation, at));
            }
            entries.extend(entry.map(|(value, _)| value));
        }
        let after = blocks.last().map_or(0, |(last, _)| last.end);
        match blocks.last_mut() {
            Some((last, known)) if last.end == span.end && !span.is_empty() => {
                shared += 1;
                known.extend(entries);
            }
            _ => {
                cut += usize::from(span.start < after);
                blocks.push((Span::new(span.start.max(after), span.end.max(after)), entries));
            }
        }
    }
    wording.losses.add("unresolved", nowhere, |n| {
        format!("{} with a place outside its source", count(n, "target"))
    });
    wording.losses.add("overlap", shared, |n| {
        format!("the boundaries between the claims of {}", count(n, "citation"))
    });
    wording.losses.add("overlap", cut, |n| {
        format!("the beginnings of {} that overlap others", count(n, "claim"))
    });
    wording.lose_places(|citation, target, _| !placeless.contains(&(citation, target)));
    blocks
}

/// Returns the text in blocks, those of claims with their citations.
fn content(text: &str, blocks: &[(Span, Vec<Value>)]) -> Vec<Value> {
    let mut content = Vec::new();
    let mut at = 0;
    let plain = |span: Span, content: &mut Vec<Value>| {
        if let Some(text) = span.slice(text).filter(|text| !text.is_empty()) {
            content.push(json!({"type": "text", "text": text}));
        }
    };
    for (span, entries) in blocks {
        plain(Span::new(at, span.start), &mut content);
        let words = span.slice(text).unwrap_or_default();
        content.push(json!({"type": "text", "text": words, "citations": entries}));
        at = span.end;
    }
    plain(Span::new(at, text.len()), &mut content);
    content
}

impl CitedAs {
    /// Returns the id under which it is read back.
    fn id(&self) -> String {
        match self {
            Self::Text { index, .. } | Self::Blocks { index, .. } | Self::Named { index, .. } => {
                format!("document {index}")
            }
            Self::Result { index, .. } => format!("search result {index}"),
            Self::Page { url } => url.clone(),
        }
    }
}

/// Returns the sources of the case in their cited form, in the order of the case, then the ids
/// without a source; and the index for each number.
fn shelve(wording: &Wording<'_>) -> (Vec<CitedAs>, Vec<usize>) {
    let (mut documents, mut results) = (0, 0);
    let next = |counter: &mut usize| {
        *counter += 1;
        *counter - 1
    };
    let sources = wording.inspection.case.sources.iter().enumerate();
    let mut shelf: Vec<CitedAs> = sources
        .map(|(index, source)| match (wording.text_of(index), &source.url) {
            (Some(text), url) => match (blocks_of(source, &text.text), url) {
                (Some(blocks), Some(url)) => {
                    CitedAs::Result { index: next(&mut results), blocks, origin: url.clone() }
                }
                (Some(blocks), None) => CitedAs::Blocks { index: next(&mut documents), blocks },
                (None, _) => CitedAs::Text { index: next(&mut documents), text },
            },
            (None, Some(url)) => CitedAs::Page { url: url.clone() },
            (None, None) => CitedAs::Named { index: next(&mut documents), file: source.id.clone() },
        })
        .collect();
    let mut homes = Vec::new();
    for cited in &wording.cited {
        homes.push(cited.source.unwrap_or(shelf.len()));
        if cited.source.is_none() {
            shelf.push(CitedAs::Named { index: next(&mut documents), file: cited.id.clone() });
        }
    }
    (shelf, homes)
}

/// Returns the blocks of a source if they make up all of its text.
fn blocks_of(source: &Source, text: &str) -> Option<Vec<String>> {
    let is_block = |it: &&Division| it.kind == DivisionKind::Block;
    let blocks: Vec<&Division> = source.divisions.iter().filter(is_block).collect();
    let others = source.divisions.len() > blocks.len();
    let slices: Option<Vec<String>> =
        blocks.iter().map(|block| block.span.slice(text).map(str::to_owned)).collect();
    let slices = slices.filter(|slices| !slices.is_empty() && !others)?;
    let mut joined = String::new();
    for slice in &slices {
        if !joined.is_empty() && !joined.ends_with('\n') {
            joined.push('\n');
        }
        joined.push_str(slice);
    }
    let counted = blocks.iter().zip(0..).all(|(block, number)| block.number == number);
    (joined == text && counted).then_some(slices)
}

/// Returns the citation of a target, and true if it includes the place; `None` if it cannot be
/// written.
fn entry(
    wording: &Wording<'_>,
    mark: &CitationMark,
    at: usize,
    target: &Target,
    home: &CitedAs,
) -> Option<(Value, bool)> {
    let number = *mark.numbers.get(at)?;
    let title = wording.source(number).and_then(|source| source.title.clone());
    let passage = wording.passage(mark.citation, at);
    let words = || passage.and_then(|passage| wording.words(passage));
    let quote = target.quote.clone();
    match home {
        CitedAs::Text { index, text } => {
            let passage = passage?;
            let range = text.offsets().range(passage.span, Unit::CodePoints);
            let (start, end) = range?;
            Some((
                json!({"type": "char_location", "cited_text": quote.or_else(words),
                    "document_index": index, "document_title": title,
                    "start_char_index": start, "end_char_index": end}),
                true,
            ))
        }
        CitedAs::Blocks { index, blocks } => {
            let (first, last, all) = in_blocks(target, blocks)?;
            Some((
                json!({"type": "content_block_location", "cited_text": quote.unwrap_or(all),
                    "document_index": index, "document_title": title,
                    "start_block_index": first, "end_block_index": last + 1}),
                true,
            ))
        }
        CitedAs::Result { index, blocks, origin } => {
            let (first, last, all) = in_blocks(target, blocks)?;
            Some((
                json!({"type": "search_result_location", "cited_text": quote.unwrap_or(all),
                    "source": origin, "title": title, "search_result_index": index,
                    "start_block_index": first, "end_block_index": last + 1}),
                true,
            ))
        }
        CitedAs::Named { index, .. } => {
            let (kind, first, end) = match target.locator {
                Some(Locator::Pages { first, last }) => ("page_location", first, last + 1),
                _ => ("page_location", 1, 2),
            };
            let paged = matches!(target.locator, Some(Locator::Pages { .. }));
            let mut value = wire::object([
                ("type", Some(Value::from(kind))),
                ("cited_text", Some(Value::from(quote.unwrap_or_default()))),
                ("document_index", Some(json!(index))),
                ("document_title", title.map(Value::from)),
            ]);
            if paged {
                value.insert("start_page_number".to_owned(), json!(first));
                value.insert("end_page_number".to_owned(), json!(end));
            }
            Some((Value::Object(value), paged || target.locator.is_none()))
        }
        CitedAs::Page { url } => Some((
            json!({"type": "web_search_result_location", "cited_text": quote.unwrap_or_default(),
                "url": url, "title": title, "encrypted_index": ""}),
            false,
        )),
    }
}

/// Returns the first and last block of a target, and their words.
fn in_blocks(target: &Target, blocks: &[String]) -> Option<(usize, usize, String)> {
    let (first, last) = match target.locator {
        Some(Locator::Blocks { first, last }) => {
            (usize::try_from(first).ok()?, usize::try_from(last).ok()?)
        }
        _ => (0, blocks.len().checked_sub(1)?),
    };
    Some((first, last, blocks.get(first..=last)?.concat()))
}

/// Returns the documents and search results of the request.
fn material(wording: &Wording<'_>, shelf: &[CitedAs]) -> Vec<Value> {
    let enabled = || json!({"enabled": true});
    let texts = |blocks: &[String]| -> Vec<Value> {
        blocks.iter().map(|text| json!({"type": "text", "text": text})).collect()
    };
    let unknown = Source::default();
    let sources = wording.inspection.case.sources.iter().chain(std::iter::repeat(&unknown));
    sources
        .zip(shelf)
        .filter_map(|(source, home)| {
            let given = match home {
                CitedAs::Text { text, .. } => {
                    json!({"type": "text", "media_type": "text/plain", "data": text.text})
                }
                CitedAs::Blocks { blocks, .. } => {
                    json!({"type": "content", "content": texts(blocks)})
                }
                CitedAs::Named { file, .. } => json!({"type": "file", "file_id": file}),
                CitedAs::Result { blocks, origin, .. } => {
                    return Some(json!({"type": "search_result", "source": origin,
                        "title": source.title, "content": texts(blocks),
                        "citations": enabled()}));
                }
                CitedAs::Page { .. } => return None,
            };
            Some(Value::Object(wire::object([
                ("type", Some(Value::from("document"))),
                ("source", Some(given)),
                ("title", source.title.clone().map(Value::from)),
                ("context", context(source).map(Value::from)),
                ("citations", Some(enabled())),
            ])))
        })
        .collect()
}

/// Returns further facts about a source, as lines.
fn context(source: &Source) -> Option<String> {
    let url = source.url.iter().map(|url| ("URL", url));
    let updated = source.updated.iter().map(|it| ("Updated", it));
    let metadata = source.metadata.iter().map(|(key, value)| (key.as_str(), value));
    let lines: Vec<String> =
        url.chain(updated).chain(metadata).map(|(key, value)| format!("{key}: {value}")).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Returns the pages without text, in the form of results of the hosted search.
fn searched(wording: &Wording<'_>, shelf: &[CitedAs]) -> Option<Value> {
    let sources = wording.inspection.case.sources.iter().zip(shelf);
    let pages: Vec<Value> = sources
        .filter_map(|(source, home)| match home {
            CitedAs::Page { url } => Some(json!({"type": "web_search_result", "url": url,
                "title": source.title, "page_age": source.updated, "encrypted_content": ""})),
            _ => None,
        })
        .collect();
    (!pages.is_empty()).then(
        || json!({"type": "web_search_tool_result", "tool_use_id": "search", "content": pages}),
    )
}
