//! The sources of a grounded answer: grounding chunks, recited addresses, pages that were opened.

use std::sync::Arc;

use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::position;
use crate::input::json::Reader;
use crate::model::{IdFrom, Locator, Source, SourceText};
use crate::text::address;

/// A chunk as it is cited.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    pub(crate) source: Source,
    /// The retrieved words.
    pub(crate) quote: Option<String>,
    /// The pages of the chunk.
    pub(crate) pages: Option<Locator>,
}

/// Returns the id of the chunk at a place of the list.
pub(crate) fn chunk_id(place: i64) -> String {
    format!("chunk {place}")
}

/// Returns the chunks of grounding metadata.
pub(crate) fn chunks(grounding: &Cursor<'_>, reader: &mut Reader) -> Vec<Chunk> {
    let path = grounding.at("groundingChunks");
    let mut chunks = Vec::new();
    for (place, value) in (0..).zip(grounding.list(reader, "groundingChunks")) {
        let fields = Cursor::of(reader, value, format!("{path}[{place}]"));
        let mut read = fields.map_or_else(Chunk::default, |fields| chunk(&fields, reader));
        read.source.id = chunk_id(place);
        read.source.id_from = IdFrom::Text;
        chunks.push(read);
    }
    chunks
}

fn chunk(fields: &Cursor<'_>, reader: &mut Reader) -> Chunk {
    if let Some(context) = fields.object(reader, "retrievedContext") {
        return retrieved(&context, reader);
    }
    for kind in ["web", "maps", "image"] {
        if let Some(page) = fields.object(reader, kind) {
            return found(kind, &page, reader);
        }
    }
    let names: Vec<String> = fields.others(&[]).into_iter().map(|(name, _)| name).collect();
    let why = match names.as_slice() {
        [] => "the chunk is empty".to_owned(),
        names => format!("chunks of the kind `{}` are not known", names.join("`, `")),
    };
    let metadata = fields.others(&[]);
    Chunk {
        source: Source { text: SourceText::Absent(why), metadata, ..Source::default() },
        ..Chunk::default()
    }
}

/// Returns a web page, a place or an image: mostly a title and an address.
fn found(kind: &str, page: &Cursor<'_>, reader: &mut Reader) -> Chunk {
    let known = ["uri", "sourceUri", "title", "text"];
    let mut source = Source {
        title: page.text(reader, "title").map(str::to_owned),
        url: page.text(reader, "uri").or_else(|| page.text(reader, "sourceUri")).map(str::to_owned),
        metadata: page.others(&known),
        text: SourceText::Absent(ADDRESS_ONLY.to_owned()),
        ..Source::default()
    };
    if kind != "web" {
        source.metadata.insert(0, ("kind".to_owned(), kind.to_owned()));
    }
    let quote = page.text(reader, "text").map(str::to_owned);
    excerpt(&mut source, quote.as_deref());
    Chunk { source, quote, pages: None }
}

/// Returns a passage out of a file store or a corpus.
fn retrieved(context: &Cursor<'_>, reader: &mut Reader) -> Chunk {
    let known = ["title", "uri", "text", "ragChunk", "pageNumber"];
    let mut source = Source {
        title: context
            .text(reader, "title")
            .or_else(|| context.text(reader, "documentName"))
            .map(str::to_owned),
        url: context.text(reader, "uri").map(str::to_owned),
        metadata: context.others(&known),
        text: SourceText::Absent(
            "the response names the document only; pass it with `--source` to see the passage"
                .to_owned(),
        ),
        ..Source::default()
    };
    let rag = context.object(reader, "ragChunk");
    let mut quote = context.text(reader, "text");
    context.integer(reader, "pageNumber");
    let mut pages = position::pages(context.get("pageNumber"), None);
    if let Some(rag) = &rag {
        quote = rag.text(reader, "text").or(quote);
        source.metadata.extend(rag.others(&["text", "pageSpan"]));
        if let Some(span) = rag.object(reader, "pageSpan") {
            for name in ["firstPage", "lastPage"] {
                span.integer(reader, name);
            }
            pages = position::pages(span.get("firstPage"), span.get("lastPage")).or(pages);
        }
    }
    excerpt(&mut source, quote);
    Chunk { source, quote: quote.map(str::to_owned), pages }
}

fn excerpt(source: &mut Source, words: Option<&str>) {
    if let Some(words) = words {
        source.text = SourceText::Inline(Arc::from(words));
        source.excerpt = true;
    }
}

/// Adds the retrieval state of opened pages to the sources of the same address; pages that are not
/// chunks become sources.
pub(crate) fn opened(pages: &[Cursor<'_>], sources: &mut Vec<Source>, reader: &mut Reader) {
    for (place, page) in pages.iter().enumerate() {
        let Some(url) = page.text(reader, "retrievedUrl") else { continue };
        let state = page.text(reader, "urlRetrievalStatus").unwrap_or("not stated");
        let state = state.strip_prefix("URL_RETRIEVAL_STATUS_").unwrap_or(state).to_lowercase();
        let retrieval = ("retrieval".to_owned(), state);
        let same = |source: &&mut Source| {
            source.url.as_deref().is_some_and(|own| address::plain(own) == address::plain(url))
        };
        let mut known = false;
        for source in sources.iter_mut().filter(same) {
            source.metadata.push(retrieval.clone());
            known = true;
        }
        if !known {
            sources.push(Source {
                id: format!("page {place}"),
                id_from: IdFrom::Text,
                url: Some(url.to_owned()),
                metadata: vec![retrieval],
                text: SourceText::Absent(ADDRESS_ONLY.to_owned()),
                ..Source::default()
            });
        }
    }
}

/// Returns the source of a recited passage: one for each address and title.
pub(crate) fn recited(
    citation: &Cursor<'_>,
    sources: &mut Vec<Source>,
    reader: &mut Reader,
) -> String {
    let url = citation.text(reader, "uri").map(str::to_owned);
    let title = citation.text(reader, "title").map(str::to_owned);
    let named = url.is_some() || title.is_some();
    let same = |source: &&Source| {
        named && source.id.starts_with("recited ") && source.url == url && source.title == title
    };
    let licence =
        citation.text(reader, "license").map(|text| ("licence".to_owned(), text.to_owned()));
    let known = sources.iter().position(|source| same(&source));
    let index = known.unwrap_or(sources.len());
    if known.is_none() {
        let number = sources.iter().filter(|source| source.id.starts_with("recited ")).count();
        let why = match (&url, &title) {
            (Some(_), _) => ADDRESS_ONLY,
            (None, Some(_)) => "the response gives the title only",
            (None, None) => "the response does not state the origin of the recited words",
        };
        sources.push(Source {
            id: format!("recited {number}"),
            id_from: IdFrom::Text,
            url,
            title,
            updated: citation.object(reader, "publicationDate").and_then(|date| day(&date, reader)),
            text: SourceText::Absent(why.to_owned()),
            ..Source::default()
        });
    }
    let Some(source) = sources.get_mut(index) else { return String::new() };
    source.metadata.extend(licence.filter(|pair| !source.metadata.contains(pair)));
    source.id.clone()
}

/// Returns a date such as `2014-03-30`, as far as it is given.
fn day(date: &Cursor<'_>, reader: &mut Reader) -> Option<String> {
    let mut text = format!("{:04}", date.integer(reader, "year")?);
    for name in ["month", "day"] {
        let Some(number) = date.integer(reader, name) else { break };
        text = format!("{text}-{number:02}");
    }
    Some(text)
}
