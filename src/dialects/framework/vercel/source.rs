//! Source parts, and what their providers say of the place that cites them.

use serde_json::Value;

use crate::dialects::shared::draft::Note;
use crate::dialects::shared::found::result;
use crate::dialects::shared::openai::shelf::Shelf;
use crate::dialects::shared::position::{self, Counted};
use crate::input::json::text;
use crate::input::json::words;
use crate::model::{AnchorKind, Locator, Target};

/// The role of a source part for the text.
#[derive(Debug)]
pub(crate) enum SourcePart {
    /// A source among others.
    Listed,
    /// Source that the text part before it cites.
    Behind(Target),
    /// Annotation on the text part before it.
    Stated(Note),
}

/// Puts the source of the part `number` (from 1) on the shelf. Where the text is `numbered`, each
/// part has its number, also one whose address came before.
pub(crate) fn put(shelf: &mut Shelf, part: &Value, number: usize, numbered: bool) -> SourcePart {
    let providers = part.get("providerMetadata");
    let of = |name: &str| providers.and_then(|it| it.get(name)).filter(|it| it.is_object());
    let quote = of("anthropic").map(|it| text(it, "citedText")).filter(|it| !it.trim().is_empty());
    let title = Some(text(part, "title")).filter(|title| !title.is_empty());
    if let Some(cohere) = of("cohere").filter(|it| it.get("start").is_some()) {
        return SourcePart::Stated(stated(shelf, cohere, part));
    }
    let id = if text(part, "type") == "source-url" {
        let url = text(part, "url");
        let known = if url.is_empty() || numbered { None } else { shelf.known(url) };
        known.unwrap_or_else(|| shelf.numbered(&number.to_string(), url, title, None).id.clone())
    } else {
        // One document is a part for each place in it that is cited.
        let file = Some(text(part, "filename")).filter(|name| !name.is_empty());
        let name = file.or(title).unwrap_or_else(|| text(part, "sourceId")).to_owned();
        shelf.file(Some(&name), title, "");
        name
    };
    let Some(quote) = quote else { return SourcePart::Listed };
    shelf.quote(&id, quote);
    let locator = of("anthropic").and_then(locator);
    SourcePart::Behind(Target { id, locator, quote: Some(quote.to_owned()), ..Target::default() })
}

/// Returns the place in a document: characters from 0 with the end after the last, or pages from 1
/// likewise.
fn locator(place: &Value) -> Option<Locator> {
    let between = |counted, start, end| position::range(counted, place.get(start), place.get(end));
    between(Counted::Chars, "startCharIndex", "endCharIndex")
        .or_else(|| between(Counted::Pages, "startPageNumber", "endPageNumber"))
}

/// Returns Cohere's claim, and adds its documents to the shelf.
fn stated(shelf: &mut Shelf, cohere: &Value, part: &Value) -> Note {
    let mut targets = Vec::new();
    let sources = cohere.get("sources").and_then(Value::as_array);
    for (index, cited) in sources.into_iter().flatten().enumerate() {
        let held = cited.get("document").or_else(|| cited.get("tool_output")).unwrap_or(cited);
        let mut source = result(held);
        let id = text(cited, "id");
        if !id.is_empty() {
            id.clone_into(&mut source.id);
        } else if source.id.is_empty() {
            source.id = format!("{}-{index}", text(part, "sourceId"));
        }
        let id = source.id.clone();
        shelf.source(source);
        targets.push(Target { id, ..Target::default() });
    }
    let number = |key: &str| cohere.get(key).and_then(Value::as_i64).unwrap_or(-1);
    Note {
        kind: AnchorKind::Claim,
        family: "cohere".to_owned(),
        start: number("start"),
        end: number("end"),
        words: cohere.get("text").and_then(words),
        contained: false,
        targets,
        raw: part.to_string(),
    }
}
