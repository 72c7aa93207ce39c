//! Claims with the chunks that support them: of a checked grounding, whose answer is in its request,
//! and of grounded generation, where a claim has no offsets and is found by its words.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::dialects::payload::discovery_engine::outcome::Outcome;
use crate::dialects::shared::cursor::{Cursor, get, integer};
use crate::dialects::shared::draft::{Draft, Note};
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::passages;
use crate::dialects::shared::position::id_at;
use crate::input::container::Payload;
use crate::input::json::Reader;
use crate::model::{Anchor, AnchorKind, Citation, IdFrom, Placement, Source, SourceText, Target};
use crate::text::prose::count;
use crate::text::{Span, Unit};

const STATED: Reading = Reading::exclusive(Unit::Bytes);

/// Reads a checked grounding.
pub(crate) fn check(payload: &Payload, reader: &mut Reader) -> Outcome {
    let Some(document) = payload.documents.first() else { return Outcome::default() };
    let Some(fields) = Cursor::of(reader, document, String::new()) else {
        return Outcome::default();
    };
    let sources = chunks(&fields, "citedChunks", reader);
    let claims = fields.objects(reader, "claims");
    let mut notes: Vec<Note> =
        claims.iter().map(|claim| note(claim, "citationIndices", &sources, reader)).collect();
    let uncited = notes.iter().filter(|note| note.targets.is_empty()).count();
    if uncited > 0 {
        reader.notes.push(format!("{} without any chunk", count(uncited, "claim")));
    }
    let answer = payload.requests.iter().find_map(|request| {
        get(request.as_object()?, "answerCandidate")?.as_str().map(str::to_owned)
    });
    let mut draft = Draft::default();
    if let Some(answer) = answer {
        notes.retain(|note| !note.targets.is_empty());
        draft.part(&answer, notes);
    } else {
        let note = "the answer is in the request only: its claims are put together here";
        reader.notes.push(note.to_owned());
        notes.sort_by_key(|note| note.start);
        together(notes, &mut draft);
    }
    Outcome { finished: draft.finish(STATED), sources, question: None }
}

/// Puts claims together to a text, with a blank between them.
fn together(claims: Vec<Note>, draft: &mut Draft) {
    for claim in claims {
        if !draft.text().is_empty() {
            draft.between(" ");
        }
        let words = claim.words.unwrap_or_default();
        let start = draft.text().len();
        draft.part(&words, Vec::new());
        if !claim.targets.is_empty() {
            let anchor = Anchor { kind: claim.kind, span: Span::new(start, start + words.len()) };
            let (family, raw, targets) = (claim.family, claim.raw, claim.targets);
            draft.cite(Citation { family, raw, anchor, targets, ..Citation::default() });
        }
    }
}

/// Reads grounded generation.
pub(crate) fn generation(payload: &Payload, reader: &mut Reader) -> Outcome {
    let mut text = String::new();
    let mut supports = Vec::new();
    let mut sources = Vec::new();
    for document in &payload.documents {
        let Some(fields) = Cursor::of(reader, document, String::new()) else { continue };
        let Some(candidate) = fields.objects(reader, "candidates").into_iter().next() else {
            continue;
        };
        if let Some(content) = candidate.object(reader, "content") {
            for part in content.objects(reader, "parts") {
                text.push_str(part.text(reader, "text").unwrap_or_default());
            }
        }
        let Some(grounding) = candidate.object(reader, "groundingMetadata") else { continue };
        let chunks = chunks(&grounding, "supportChunks", reader);
        if !chunks.is_empty() {
            sources = chunks;
        }
        supports.extend(grounding.objects(reader, "groundingSupport"));
    }
    let mut draft = Draft::default();
    draft.part(&text, Vec::new());
    let mut from = 0;
    for support in supports {
        let note = note(&support, "supportChunkIndices", &sources, reader);
        if note.targets.is_empty() {
            continue;
        }
        let words = note.words.as_deref().unwrap_or_default().trim();
        let found = find(&text, words, from);
        from = found.map_or(from, |span| span.end);
        draft.cite(Citation {
            family: note.family,
            raw: note.raw,
            anchor: match found {
                Some(span) => Anchor { kind: AnchorKind::Claim, span },
                None => Anchor { kind: AnchorKind::Point, span: Span::at(text.len()) },
            },
            targets: note.targets,
            placement: if found.is_some() { Placement::Inherent } else { Placement::Unfounded },
            ..Citation::default()
        });
    }
    Outcome { finished: draft.finish(STATED), sources, question: None }
}

/// Finds words in a text, preferably at or after byte `from`.
fn find(text: &str, words: &str, from: usize) -> Option<Span> {
    if words.is_empty() {
        return None;
    }
    let after = text.get(from..).and_then(|rest| Some(from + rest.find(words)?));
    let start = after.or_else(|| text.find(words))?;
    Some(Span::new(start, start + words.len()))
}

fn note(fields: &Cursor<'_>, indices: &str, sources: &[Source], reader: &mut Reader) -> Note {
    let score = ["score", "supportScore"].iter().find_map(|name| fields.number(reader, name));
    let mut seen = BTreeSet::new();
    let mut targets = Vec::new();
    for (place, value) in fields.list(reader, indices).iter().enumerate() {
        let Some(index) = integer(value) else {
            reader.expected(&format!("{}[{place}]", fields.at(indices)), "a whole number", value);
            targets.push(Target { id: id_at("chunk", value), ..Target::default() });
            continue;
        };
        if !seen.insert(index) {
            continue;
        }
        let source = usize::try_from(index).ok().and_then(|index| sources.get(index));
        let quote = source.and_then(passages::quote);
        targets.push(Target { id: format!("chunk {index}"), quote, score, ..Target::default() });
    }
    Note {
        kind: AnchorKind::Claim,
        family: "claim".to_owned(),
        start: fields.offset(reader, "startPos"),
        end: fields.offset(reader, "endPos"),
        words: fields.text(reader, "claimText").map(str::to_owned),
        contained: false,
        targets,
        raw: fields.raw(),
    }
}

/// Returns the chunks that claims name by their index; each names the supplied fact that it comes
/// from.
fn chunks(fields: &Cursor<'_>, name: &str, reader: &mut Reader) -> Vec<Source> {
    let chunks = fields.objects(reader, name);
    let chunk = |(chunk, place): (&Cursor<'_>, usize)| {
        let text = chunk.text(reader, "chunkText");
        let known = ["chunkText", "sourceMetadata", "title", "uri", "id"];
        let about = chunk.object(reader, "sourceMetadata");
        let mut first = |name: &str| {
            let inner = about.as_ref().and_then(|about| about.text(reader, name));
            chunk.text(reader, name).or(inner).map(str::to_owned)
        };
        let (title, url) = (first("title"), first("uri"));
        let mut metadata = chunk.others(&known);
        metadata.extend(about.iter().flat_map(|about| about.others(&known)));
        Source {
            id: format!("chunk {place}"),
            id_from: IdFrom::Text,
            title,
            url,
            metadata,
            excerpt: text.is_some(),
            text: match text {
                Some(text) => SourceText::Inline(Arc::from(text)),
                None => SourceText::Absent("the chunk has no `chunkText`".to_owned()),
            },
            ..Source::default()
        }
    };
    chunks.iter().zip(0..).map(chunk).collect()
}
