//! Citations that name a document by number, title or address and a place in it: code shared by the
//! dialects that cite in this way, before they are in the model.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use crate::dialects::shared::cited::Cited;
use crate::dialects::shared::draft::Draft;
use crate::dialects::shared::excerpts::Excerpts;
use crate::dialects::shared::offsets::{Reading, Stated, arbitrate as decide};
use crate::model::{
    Anchor, AnchorKind, Citation, Division, DivisionKind, Locator, OffsetReading, Source,
    SourceText, Target,
};
use crate::text::{Span, Unit};

/// A text block with its targets.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub(crate) text: String,
    pub(crate) cited: Vec<Cited>,
    pub(crate) raw: String,
    /// It is the first of a message that does not continue the one before.
    pub(crate) apart: bool,
}

/// Decides what cited characters count, and gives sources without text the words that the citations
/// repeat. `requested` means that the documents came with a request. Returns the reading of the
/// offsets; `None` if no characters are cited.
pub(crate) fn settle(
    blocks: &mut [Block],
    sources: &mut Vec<Source>,
    requested: bool,
    notes: &mut Vec<String>,
) -> Option<OffsetReading> {
    let mut all: Vec<&mut Cited> = blocks.iter_mut().flat_map(|block| &mut block.cited).collect();
    let reading = arbitrate(&mut all, sources);
    if requested {
        refuse_divisions(all.iter_mut().map(|cited| &mut cited.target), sources.iter());
    }
    let mut excerpts = Excerpts::new(requested, sources);
    for cited in all {
        excerpts.add(cited, sources);
    }
    excerpts.finish(sources, notes);
    reading
}

/// Makes locators unreadable that name pages or blocks of a text from the request that has none.
pub(crate) fn refuse_divisions<'t, 's>(
    targets: impl Iterator<Item = &'t mut Target>,
    sources: impl Iterator<Item = &'s Source>,
) {
    let has = |source: &Source, kind| source.divisions.iter().any(|it| it.kind == kind);
    let texts: BTreeMap<&str, (bool, bool)> = sources
        .filter(|source| matches!(source.text, SourceText::Inline(_)) && !source.excerpt)
        .filter(|source| source.extracted_from.is_none())
        .map(|source| {
            let pages = has(source, DivisionKind::Page);
            (source.id.as_str(), (pages, has(source, DivisionKind::Block)))
        })
        .collect();
    for target in targets {
        let Some((pages, blocks)) = texts.get(target.id.as_str()) else { continue };
        let raw = match target.locator {
            Some(Locator::Pages { first, last }) if !pages => format!("pages {first} to {last}"),
            Some(Locator::Blocks { first, last }) if !blocks => format!("blocks {first} to {last}"),
            _ => continue,
        };
        target.locator = Some(Locator::Unreadable(raw));
    }
}

/// Returns the response: the blocks' texts without anything between them, but for messages that do
/// not continue one another.
pub(crate) fn draft(blocks: Vec<Block>) -> Draft {
    let mut draft = Draft::default();
    for block in blocks {
        if block.apart && !draft.text().is_empty() && !draft.text().ends_with("\n\n") {
            draft.between("\n\n");
        }
        let span = Span::new(draft.text().len(), draft.text().len() + block.text.len());
        let kind = if span.is_empty() { AnchorKind::Point } else { AnchorKind::Claim };
        draft.part(&block.text, Vec::new());
        let Some(first) = block.cited.first() else { continue };
        draft.cite(Citation {
            family: first.kind.clone(),
            raw: block.raw,
            anchor: Anchor { kind, span },
            targets: block.cited.into_iter().map(|cited| cited.target).collect(),
            ..Citation::default()
        });
    }
    draft
}

/// Decides what the characters count, by the cited words in the sources with text, and returns the
/// best reading; `None` if no characters are cited.
fn arbitrate(all: &mut [&mut Cited], sources: &[Source]) -> Option<OffsetReading> {
    let stated = Reading::exclusive(Unit::CodePoints);
    let cited = || all.iter().map(|cited| &**cited);
    let is_chars = |cited: &&Cited| matches!(cited.target.locator, Some(Locator::Chars { .. }));
    if !cited().any(|cited| is_chars(&cited)) {
        return None;
    }
    let mut stated_in: BTreeMap<&str, Vec<Stated<'_>>> = BTreeMap::new();
    for cited in cited() {
        stated_in.entry(cited.target.id.as_str()).or_default().extend(span(cited));
    }
    let mut parts = Vec::new();
    for source in sources {
        let SourceText::Inline(text) = &source.text else { continue };
        let spans = stated_in.get(source.id.as_str()).filter(|spans| !spans.is_empty());
        parts.extend(spans.map(|spans| (&**text, spans.clone())));
    }
    if parts.is_empty() {
        let description = "code points of the source, end exclusive".to_owned();
        return Some(OffsetReading { unit: stated.unit, inclusive: stated.inclusive, description });
    }
    let outcome = decide(stated, &parts);
    let (mut note, reading) = (outcome.note(), outcome.reading);
    drop((parts, stated_in));
    if reading != stated {
        for cited in all {
            if let Some(Locator::Chars { end, unit, .. }) = &mut cited.target.locator {
                *unit = reading.unit;
                *end += u64::from(reading.inclusive);
            }
        }
    }
    note.description.push_str(", in the source");
    Some(note)
}

/// Returns a citation's characters with its words. The blank after the last sentence is in the
/// range but not always in the words.
fn span(cited: &Cited) -> Option<Stated<'_>> {
    let Some(Locator::Chars { start, end, .. }) = &cited.target.locator else { return None };
    let words = cited.target.quote.as_deref().map(str::trim);
    Some(Stated {
        start: i64::try_from(*start).ok()?,
        end: i64::try_from(*end).ok()?,
        words: words.filter(|words| !words.is_empty()),
        contained: true,
    })
}

/// Sets a source's text from content blocks, with one division each. A block that does not end its
/// line gets an additional line end.
pub(crate) fn blocks(source: &mut Source, content: Option<&Value>) {
    let mut whole = String::new();
    let one;
    let blocks = match content {
        Some(Value::Array(blocks)) => blocks.as_slice(),
        Some(other) => {
            one = [other.clone()];
            &one
        }
        None => &[],
    };
    for (block, number) in blocks.iter().zip(0..) {
        if !whole.is_empty() && !whole.ends_with('\n') {
            whole.push('\n');
        }
        let start = whole.len();
        let text = block.as_str().or_else(|| block.get("text")?.as_str());
        match text {
            Some(text) => whole.push_str(text),
            None => whole.extend(["[", kind_of(block).unwrap_or("nothing"), "]"]),
        }
        let span = Span::new(start, whole.len());
        source.divisions.push(Division { kind: DivisionKind::Block, number, span, file_line: 0 });
    }
    source.text = SourceText::Inline(Arc::from(whole));
}

/// Returns the kind of a block without text: its type, or its only field.
fn kind_of(block: &Value) -> Option<&str> {
    let kind = block.get("type").and_then(Value::as_str);
    kind.or_else(|| Some(block.as_object()?.keys().next()?.as_str()))
}
