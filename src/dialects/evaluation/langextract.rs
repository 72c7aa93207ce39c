//! `LangExtract`: documents annotated with the extractions from them.
//!
//! Spec: `langextract/core/data.py` and `data_lib.py` of `google/langextract`, which write one document
//! a line.
//!
//! ```json
//! {"text": "…", "document_id": "doc_1", "extractions": [{"extraction_class": "medication",
//!   "extraction_text": "aspirin", "char_interval": {"start_pos": 10, "end_pos": 17},
//!   "alignment_status": "match_exact", "attributes": {"dosage": "100 mg"}}]}
//! ```
//!
//! The response is written here, one extraction per line. An extraction cites the stretch of the
//! document that it was aligned to, in code points. Its text is only there word for word if the
//! alignment is exact; an extraction without alignment is searched for by its words.
//!
//! # Incomplete support
//!
//! The library's tests were available, but no recording of a model.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::statements::{Place, Statement, Statements, cites};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Element;
use crate::input::json::{Reader, list};
use crate::model::{Case, IdFrom, Locator, Source, SourceText};
use crate::text::prose::count;
use crate::text::{Span, Unit};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "langextract",
    title: "LangExtract: documents with extractions",
    recognised_by: "`extractions[]` with `extraction_class` and `extraction_text`",
    sources_from: "`text`",
    units: "code points of the document, end exclusive",
    kind: Kind::Payload { detect, read },
    element: |value| if is_own(value) { Element::Row } else { Element::No },
    ..Dialect::DEFAULTS
};

fn is_own(document: &Value) -> bool {
    let named = |it: &Value| {
        ["extraction_class", "extraction_text"].iter().all(|key| it.get(*key).is_some())
    };
    list(document, "extractions").iter().any(named)
}

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    payload.any(is_own).then(|| "`extractions[]` with `extraction_text`".to_owned())
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload();
    let found = payload.and_then(|it| Some((it, it.documents.iter().find(|it| is_own(it))?)));
    let Some((payload, document)) = found else {
        return Err(record.error("no `extractions[]` found"));
    };
    let mut statements = Statements::default();
    let mut reader = Reader { notes: payload.notes.clone() };
    let Some(fields) = Cursor::of(&mut reader, document, String::new()) else {
        return Ok(Case::default());
    };
    let id = fields.id(&mut reader, "documentId").unwrap_or_else(|| "text".to_owned());
    let whole = fields.string(&mut reader, "text");
    statements.sources.push(Source {
        id: id.clone(),
        id_from: IdFrom::Text,
        text: match whole {
            Some(text) => SourceText::Inline(text.into()),
            None => SourceText::Absent("the payload does not hold the document".to_owned()),
        },
        ..Source::default()
    });
    let (mut text, mut found, mut adrift) = (String::new(), Vec::new(), 0);
    for extraction in fields.objects(&mut reader, "extractions") {
        let (line, statement) = line(&extraction, &id, text.len(), &mut reader);
        adrift += usize::from(statement.cited.iter().all(|it| it.target.locator.is_none()));
        text.push_str(&line);
        found.push(statement);
    }
    if adrift > 0 {
        let extractions = count(adrift, "extraction");
        reader.notes.push(format!("{extractions} not aligned to the document"));
    }
    statements.reader = reader;
    statements.part(text, found);
    let case = statements.case(Reading::exclusive(Unit::CodePoints), text_reader);
    Ok(Case { id, ..case })
}

/// Returns the line of an extraction, and its statement; `start` is where the line begins.
fn line(
    fields: &Cursor<'_>,
    document: &str,
    start: usize,
    reader: &mut Reader,
) -> (String, Statement) {
    let class = fields.string(reader, "extractionClass").unwrap_or_default();
    let words = fields.string(reader, "extractionText").unwrap_or_default();
    let at = start + class.len() + 2;
    let span = Span::new(at, at + words.len());
    let attributes = fields.pairs(reader, "attributes");
    let attributes: Vec<String> =
        attributes.into_iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let after =
        if attributes.is_empty() { String::new() } else { format!(" ({})", attributes.join("; ")) };
    let interval = fields.object(reader, "charInterval");
    let mut place = |name: &str| {
        let place = interval.as_ref()?.integer(reader, name)?;
        u64::try_from(place).ok()
    };
    let range = place("startPos").zip(place("endPos"));
    let mut cited = cites(document, None, None);
    cited.target.locator =
        range.map(|(start, end)| Locator::Chars { start, end, unit: Unit::CodePoints });
    let status = fields.string(reader, "alignmentStatus");
    let exact = status.is_none_or(|status| status == "match_exact");
    cited.target.quote = Some(words.clone()).filter(|words| exact && !words.trim().is_empty());
    let family = "extraction";
    let place = Place::Bytes(span);
    let line = format!("{class}: {words}{after}\n");
    (line, Statement { family, place, words: None, cited: vec![cited], raw: fields.raw() })
}
