//! The inspection as JSON: one object a case, one case a line.
//!
//! The layout is a promise: fields may be added, none is renamed or retyped without a new number in
//! `schema`. The order of the fields below is the order in the output, and the JSON Schema is made
//! from the same types. Whatever a terminal might act on is written as a `\u…` escape.

use std::collections::BTreeMap;
use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{Options, Report};
use crate::inspect::{Claim, Inspected, Inspection};
use crate::model::{AnchorKind, Citation, DivisionKind, SourceText, Target};
use crate::resolve::{Passage, Resolution};
use crate::sources::Store;
use crate::text::safe::json_safe;
use crate::text::units::Offsets;
use crate::text::{Span, Unit};

/// The entry in the table of reports.
pub const REPORT: Report =
    Report { name: "json", summary: "the whole inspection, one JSON object a case", write };

/// The layout's name and number.
const SCHEMA: &str = "pincite.inspection/1";

/// The most bytes of one passage's text that are written, 1 MiB; a longer one is cut and noted.
const MOST_TEXT: usize = 1024 * 1024;

/// The JSON Schema of one line of output, indented.
pub fn schema() -> String {
    let schema = schemars::schema_for!(JsonInspection);
    serde_json::to_string_pretty(&schema).unwrap_or_default()
}

fn write(inspection: &Inspection, options: &Options, out: &mut dyn Write) -> io::Result<()> {
    let line = serde_json::to_string(&Writer::new(inspection, options.unit).inspection())?;
    writeln!(out, "{}", json_safe(&line))
}

/// One inspected case.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "pincite.inspection/1")]
struct JsonInspection {
    /// Name and number of this layout.
    schema: &'static str,
    /// What every `start` and `end` counts: `bytes`, `code-points` or `utf16`.
    unit: &'static str,
    /// The case's id, else the name of its input.
    id: String,
    /// The file it came from; `-` for standard input.
    input: String,
    format: JsonFormat,
    response: JsonResponse,
    /// In reading order.
    citations: Vec<JsonCitation>,
    /// In the order given.
    sources: Vec<JsonSource>,
    /// Remarks of rules; empty so far.
    findings: Vec<Value>,
    /// What had to be assumed or could not be understood.
    notes: Vec<String>,
}

/// How the input was read.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonFormat {
    /// The dialect, as `--from` takes it.
    name: &'static str,
    /// What the recognition rests on.
    reason: String,
    /// How offsets were read, where the dialect has any.
    reading: Option<String>,
}

/// The text that was checked.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonResponse {
    /// The text as it came, markers and all.
    text: String,
}

/// One place in the response that points at sources.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonCitation {
    /// From 1, in reading order.
    number: usize,
    /// The family word of a marker; the kind of annotation elsewhere.
    family: String,
    /// What the response has for it, unchanged.
    raw: String,
    anchor: JsonAnchor,
    /// The response text it stands behind.
    claim: Option<JsonClaim>,
    /// Why it is not sound.
    problem: Option<JsonProblem>,
    targets: Vec<JsonTarget>,
}

/// Where a citation stands in the response.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonAnchor {
    /// `marker`, `claim` or `point`.
    kind: &'static str,
    start: usize,
    /// Exclusive.
    end: usize,
}

/// The response text a citation stands behind.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonClaim {
    text: String,
    start: usize,
    /// Exclusive.
    end: usize,
    /// Whether it was inferred from where the marker stands.
    inferred: bool,
}

/// What is wrong with a citation itself.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonProblem {
    kind: &'static str,
    message: String,
}

/// One pointed-at source.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonTarget {
    /// The id as written.
    id: String,
    /// The locator as `L8` or `L8-L13`; null cites the whole source.
    locator: Option<String>,
    /// `resolved` or `unresolved`.
    status: &'static str,
    /// The kind of failure of an unresolved one.
    reason: Option<&'static str>,
    /// The source it was matched to, as named in `sources`.
    source: Option<String>,
    /// The cited words, where the format repeats them.
    quote: Option<String>,
    /// The format's own confidence.
    score: Option<f64>,
    passage: Option<JsonPassage>,
    /// What the comparison of claim and passage shows; null so far.
    evidence: Option<Value>,
}

/// A place in a source.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonPassage {
    start: usize,
    /// Exclusive.
    end: usize,
    /// By the number the locator counts.
    first_line: Option<u64>,
    /// Inclusive.
    last_line: Option<u64>,
    page: Option<u64>,
    text: String,
    /// Which step found it: `label`, `line`, `whole`, …
    how: &'static str,
    /// By how much the place found differs from the place stated.
    shift: i64,
}

/// A source.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonSource {
    /// Its id, else its file's name.
    id: String,
    title: Option<String>,
    url: Option<String>,
    /// How many lines it has, by what locators count; null without text.
    lines: Option<u64>,
    /// How many targets lie in it.
    cited: usize,
}

/// Turns an inspection into the layout above.
struct Writer<'i> {
    inspection: &'i Inspection,
    unit: Unit,
    response: Offsets<'i>,
    sources: BTreeMap<usize, Offsets<'i>>,
    notes: Vec<String>,
}

impl<'i> Writer<'i> {
    fn new(inspection: &'i Inspection, unit: Unit) -> Self {
        let texts = inspection.case.sources.iter().enumerate();
        let sources = texts
            .filter_map(|(index, source)| match &source.text {
                SourceText::Inline(text) => Some((index, Offsets::new(text))),
                SourceText::File(_) | SourceText::Absent(_) => None,
            })
            .collect();
        let response = Offsets::new(&inspection.case.response.text);
        Self { inspection, unit, response, sources, notes: inspection.case.notes.clone() }
    }

    fn inspection(mut self) -> JsonInspection {
        let case = &self.inspection.case;
        let citations = self
            .inspection
            .reading_order()
            .into_iter()
            .enumerate()
            .filter_map(|(place, index)| {
                let citation = case.response.citations.get(index)?;
                Some(self.citation(place + 1, citation, self.inspection.findings.get(index)?))
            })
            .collect();
        JsonInspection {
            schema: SCHEMA,
            unit: self.unit.name(),
            id: case.id.clone(),
            input: case.input.clone(),
            format: JsonFormat {
                name: case.format.name,
                reason: case.format.reason.clone(),
                reading: case.format.reading.clone(),
            },
            response: JsonResponse { text: case.response.text.clone() },
            citations,
            sources: sources(self.inspection),
            findings: Vec::new(),
            notes: self.notes,
        }
    }

    fn citation(&mut self, number: usize, citation: &Citation, found: &Inspected) -> JsonCitation {
        let (start, end) = self.in_response(citation.anchor.span);
        let targets = citation.targets.iter().zip(&found.targets);
        JsonCitation {
            number,
            family: citation.family.clone(),
            raw: citation.raw.clone(),
            anchor: JsonAnchor { kind: anchor_kind(citation.anchor.kind), start, end },
            claim: found.claim.map(|claim| self.claim(claim)),
            problem: citation.problem.as_ref().map(|problem| JsonProblem {
                kind: problem.kind.name(),
                message: problem.message.clone(),
            }),
            targets: targets.map(|(target, found)| self.target(number, target, found)).collect(),
        }
    }

    fn claim(&self, claim: Claim) -> JsonClaim {
        let (start, end) = self.in_response(claim.span);
        let text = claim.span.slice(&self.inspection.case.response.text).unwrap_or_default();
        JsonClaim { text: text.to_owned(), start, end, inferred: claim.inferred }
    }

    fn target(&mut self, number: usize, target: &Target, resolution: &Resolution) -> JsonTarget {
        let (status, reason) = match resolution {
            Resolution::Found(_) => ("resolved", None),
            Resolution::Missing(missing) => ("unresolved", Some(missing.reason.name())),
            Resolution::Pending(_) => ("unresolved", Some("not-loaded")),
        };
        JsonTarget {
            id: target.id.clone(),
            locator: target.locator.as_ref().map(ToString::to_string),
            status,
            reason,
            source: resolution.source().map(|index| self.inspection.source_name(index)),
            quote: target.quote.clone(),
            score: target.score,
            passage: resolution.passage().map(|passage| self.passage(number, passage)),
            evidence: None,
        }
    }

    fn passage(&mut self, number: usize, passage: &Passage) -> JsonPassage {
        for doubt in &passage.doubts {
            self.notes.push(format!("citation {number}: {doubt}"));
        }
        let store =
            self.inspection.stores.get(passage.source).and_then(|store| store.as_ref().ok());
        let text = store.map(|store| store.read(passage.span, MOST_TEXT)).unwrap_or_default();
        if passage.span.len() > MOST_TEXT {
            self.notes.push(format!(
                "citation {number}: `text` has the first {MOST_TEXT} bytes of the passage"
            ));
        }
        let (start, end) = match (self.unit, self.sources.get(&passage.source), store) {
            (Unit::Bytes, ..) => (passage.span.start, passage.span.end),
            (unit, Some(offsets), _) => offsets.range(passage.span, unit).unwrap_or_default(),
            (unit, None, Some(store)) => in_file(store, passage.span, unit),
            (_, None, None) => (0, 0),
        };
        JsonPassage {
            start,
            end,
            first_line: passage.first_line,
            last_line: passage.last_line,
            page: None,
            text,
            how: passage.how.name(),
            shift: passage.shift,
        }
    }

    fn in_response(&self, span: Span) -> (usize, usize) {
        self.response.range(span, self.unit).unwrap_or((span.start, span.end))
    }
}

fn sources(inspection: &Inspection) -> Vec<JsonSource> {
    let cited = inspection.times_cited();
    let sources = inspection.case.sources.iter().enumerate().zip(cited);
    sources
        .map(|((index, source), cited)| JsonSource {
            id: inspection.source_name(index),
            title: source.title.clone(),
            url: source.url.clone(),
            lines: line_count(inspection, index),
            cited,
        })
        .collect()
}

/// How many lines the source at `index` has, by what locators count: its printed labels, else its
/// physical lines, which are counted to the end now.
pub(super) fn line_count(inspection: &Inspection, index: usize) -> Option<u64> {
    let source = inspection.case.sources.get(index)?;
    let labels =
        source.divisions.iter().filter(|division| division.kind == DivisionKind::Line).count();
    if labels > 0 {
        return Some(labels as u64);
    }
    let store = inspection.stores.get(index)?.as_ref().ok()?;
    if store.line_count().is_none() {
        store.count_lines(&|| true);
    }
    store.line_count()
}

/// A span of a file counted in another unit, row by row: the file is never held whole.
fn in_file(store: &Store, span: Span, unit: Unit) -> (usize, usize) {
    let mut counted = 0;
    let mut start = 0;
    let mut row = store.row_at(0);
    while let Some(here) = row {
        if here.span.start <= span.start {
            start = counted + unit.count(&cut(&here.text, span.start - here.span.start));
        }
        if here.next > span.end || here.span.end >= span.end {
            let end =
                counted + unit.count(&cut(&here.text, span.end.saturating_sub(here.span.start)));
            return (start, end);
        }
        // What lies between two rows is a line end: every unit counts its bytes alike.
        counted += unit.count(&here.text) + (here.next - here.span.end);
        row = store.row_at(here.next);
    }
    (start, counted)
}

/// The characters of `text` that start in its first `bytes` bytes.
fn cut(text: &str, bytes: usize) -> String {
    text.char_indices().take_while(|(at, _)| *at < bytes).map(|(_, c)| c).collect()
}

const fn anchor_kind(kind: AnchorKind) -> &'static str {
    match kind {
        AnchorKind::Marker => "marker",
        AnchorKind::Claim => "claim",
        AnchorKind::Point => "point",
    }
}
