//! Claims with the words that support them, each with the source of these words.
//!
//! Spec: none; gathered from recorded reports whose programs ask a model for evidence as JSON.
//!
//! ```json
//! {"title": "…", "evidence": [{"claim": "…", "quote": "…", "source_id": "doc-3", "page": 4}]}
//! ```
//!
//! An entry may hold several quotes in a list (`"match_source": [{"document_name": "…", "matching_text": "…"}]`).
//! A row may be a claim with the text of its source (`{"claim_text": "…", "source_text": "…", "source_url": "…"}`).
//! The response is written here, one claim per line. The source is named in the entry, or for all entries
//! beside their list. Sources may be listed in `sources` or `documents`.
//!
//! # Incomplete support
//!
//! Claims in other fields, and lists that name no source, are not read.

use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::source_fields::SourceFields;
use crate::dialects::shared::statements::{Place, Statement, Statements, cites};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Element;
use crate::input::json::{id as id_of, list};
use crate::locator;
use crate::model::{Case, Source, SourceText};
use crate::text::prose::count;
use crate::text::{Span, Unit};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "claims",
    title: "claims with quotes, each of a named source",
    recognised_by: "`evidence[]` or `claims[]` with `claim`, `quote` and a source; `claim` beside `source_text`",
    sources_from: "`sources[]` or `documents[]`, else the quotes; then the files given",
    units: "none: a citation covers its claim",
    kind: Kind::Payload { detect, read },
    element: |value| {
        let is_row = list_in(value).is_some() || Pair::with_source(value).is_some();
        if is_row { Element::Row } else { Element::No }
    },
    ..Dialect::DEFAULTS
};

/// Fields with a list of claims.
const LISTS: [&str; 5] = ["evidence", "claims", "evidences", "supporting_evidence", "findings"];

/// Fields of an entry, the surest first.
const CLAIMS: [&str; 4] = ["claim", "claim_text", "statement", "text"];
const QUOTES: [&str; 8] = [
    "quote",
    "supporting_quote",
    "exact_quote",
    "verbatim_quote",
    "evidence_quote",
    "evidence",
    "matching_text",
    "matched_text",
];
const SOURCES: [&str; 9] = [
    "source_id",
    "doc_id",
    "document_id",
    "chunk_id",
    "source",
    "document",
    "document_name",
    "file",
    "file_name",
];
const URLS: [&str; 2] = ["url", "source_url"];
const TITLES: [&str; 2] = ["source_title", "title"];

/// Fields beside the list that name the source of all entries.
const COMMON: [&str; 5] = ["source_title", "source_id", "document_id", "doc_id", "source_url"];

/// Fields of a row with a claim of its own.
const OWN_CLAIMS: [&str; 2] = ["claim", "claim_text"];

/// The field of such a row with the whole text of its source.
const SOURCE_TEXT: &str = "source_text";

/// Lists of the sources.
const DOCUMENTS: [&str; 2] = ["sources", "documents"];

/// A claim with the words that support it.
struct Pair<'v> {
    fields: &'v Map<String, Value>,
    claim: &'v str,
    quote: &'v str,
}

impl<'v> Pair<'v> {
    fn of(entry: &'v Value) -> Option<Self> {
        let fields = entry.as_object()?;
        let (claim, quote) = (said(fields, &CLAIMS)?, said(fields, &QUOTES)?);
        Some(Self { fields, claim, quote })
    }

    /// Returns the claim of a row with the whole text of its source.
    fn with_source(row: &'v Value) -> Option<Self> {
        let fields = row.as_object()?;
        let (claim, quote) = (said(fields, &OWN_CLAIMS)?, fields.get(SOURCE_TEXT)?.as_str()?);
        Some(Self { fields, claim, quote }).filter(|pair| pair.source().is_some())
    }

    /// Returns the pairs of an entry: one, or one for each quote that a list in it holds.
    fn all_of(entry: &'v Value) -> Vec<Self> {
        if let Some(pair) = Self::of(entry) {
            return vec![pair];
        }
        let Some(fields) = entry.as_object() else { return Vec::new() };
        let Some(claim) = said(fields, &CLAIMS) else { return Vec::new() };
        let quoted = |item: &'v Value| {
            let fields = item.as_object()?;
            Some(Self { fields, claim, quote: said(fields, &QUOTES)? })
        };
        let lists = fields.values().filter_map(Value::as_array);
        lists.flatten().filter_map(quoted).collect()
    }

    /// Returns the id, the title and the address of its source.
    fn source(&self) -> Option<(String, Option<String>, Option<String>)> {
        let named = self.fields.get("source").and_then(Value::as_object).unwrap_or(self.fields);
        let first = |keys: &[&str]| keys.iter().find_map(|key| id_of(named, key));
        let (url, title) = (first(&URLS), first(&TITLES));
        let id = first(&SOURCES).or_else(|| id_of(named, "id").filter(|_| named != self.fields));
        let id = id.or_else(|| url.clone()).or_else(|| title.clone())?;
        Some((id, title, url))
    }
}

/// Returns the first text that is not empty under one of these keys.
fn said<'v>(fields: &'v Map<String, Value>, keys: &[&str]) -> Option<&'v str> {
    keys.iter().find_map(|key| fields.get(*key)?.as_str().filter(|it| !it.trim().is_empty()))
}

/// Returns the number of claims with quotes in a list.
pub(crate) fn quoted_in(entries: &[Value]) -> usize {
    entries.iter().filter(|entry| !Pair::all_of(entry).is_empty()).count()
}

/// Returns the list of a document whose claims have sources, with its name and the source of them all.
fn list_in(document: &Value) -> Option<(&'static str, Option<String>)> {
    let fields = document.as_object()?;
    let common = COMMON.iter().find_map(|key| id_of(fields, key));
    let names = |entry: &Value| {
        Pair::all_of(entry).iter().any(|pair| common.is_some() || pair.source().is_some())
    };
    let name = LISTS.into_iter().find(|name| list(document, name).iter().any(names))?;
    Some((name, common))
}

fn detect(record: &Record<'_>) -> Option<String> {
    let document = record.payload()?.document()?;
    if Pair::with_source(document).is_some() {
        return Some(format!("a claim beside the `{SOURCE_TEXT}` of its source"));
    }
    let (name, _) = list_in(document)?;
    let pairs = quoted_in(list(document, name));
    Some(format!("{} with quotes in `{name}`", count(pairs, "claim")))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload();
    let document = payload.and_then(|it| Some((it, it.document()?)));
    if let Some((payload, document)) = document
        && let Some(pair) = Pair::with_source(document)
    {
        return Ok(case_of_source(&pair, &payload.notes, text_reader));
    }
    let found = document.and_then(|(it, document)| Some((it, document, list_in(document)?)));
    let Some((payload, document, (name, common))) = found else {
        return Err(record.error("no claims with quotes of a source found"));
    };
    let mut statements = Statements::default();
    statements.reader.notes.clone_from(&payload.notes);
    let documents = DOCUMENTS.iter().flat_map(|key| list(document, key));
    let documents =
        documents.filter_map(Value::as_object).map(|it| SourceFields::DOCUMENT.source(it));
    statements.sources = documents.filter(|source| !source.id.is_empty()).collect();
    let (mut text, mut cited, mut unnamed) = (String::new(), Vec::new(), 0);
    for entry in list(document, name) {
        let pairs = Pair::all_of(entry);
        let Some(first) = pairs.first() else { continue };
        let start = text.len();
        text.push_str(first.claim.trim());
        let span = Span::new(start, text.len());
        text.push('\n');
        for pair in &pairs {
            match statement(pair, common.as_deref(), span) {
                Some(statement) => cited.push(statement),
                None => unnamed += 1,
            }
        }
    }
    if unnamed > 0 {
        let claims = count(unnamed, "claim");
        statements
            .reader
            .notes
            .push(format!("{claims} with a quote of a source that is not named"));
    }
    statements.part(text, cited);
    let case = statements.case(Reading::exclusive(Unit::CodePoints), text_reader);
    let id = ["id", "report_id", "title"].iter().find_map(|key| id_of(document.as_object()?, key));
    Ok(Case { id: id.unwrap_or_default(), ..case })
}

/// Returns the claim of a row, which cites its source as a whole.
fn case_of_source(pair: &Pair<'_>, notes: &[String], text_reader: &TextReader<'_>) -> Case {
    let mut statements = Statements::default();
    statements.reader.notes.extend_from_slice(notes);
    let claim = pair.claim.trim();
    let mut cited = statement(pair, None, Span::new(0, claim.len()));
    for target in cited.iter_mut().flat_map(|it| &mut it.cited).map(|it| &mut it.target) {
        target.quote = None;
    }
    if let Some((id, title, url)) = pair.source() {
        let text = match pair.quote.trim() {
            "" => SourceText::Absent(format!("the row has an empty `{SOURCE_TEXT}`")),
            _ => SourceText::Inline(pair.quote.into()),
        };
        statements.sources.push(Source { id, title, url, text, ..Source::default() });
    }
    statements.part(claim, cited.into_iter().collect());
    let case = statements.case(Reading::exclusive(Unit::CodePoints), text_reader);
    let id = ["id", "claim_id"].iter().find_map(|key| id_of(pair.fields, key));
    Case { id: id.unwrap_or_default(), ..case }
}

fn statement(pair: &Pair<'_>, common: Option<&str>, span: Span) -> Option<Statement> {
    let own = pair.source();
    let (id, title, url) = own.or_else(|| Some((common?.to_owned(), None, None)))?;
    let mut cited = cites(&id, title.as_deref(), url.as_deref());
    cited.target.quote = Some(pair.quote.to_owned());
    let stated = id_of(pair.fields, "locator");
    let page = || id_of(pair.fields, "page").map(|page| format!("p. {page}"));
    cited.target.locator = stated.or_else(page).as_deref().and_then(locator::read);
    Some(Statement {
        family: "claim",
        place: Place::Bytes(span),
        words: None,
        cited: vec![cited],
        raw: Value::Object(pair.fields.clone()).to_string(),
    })
}
