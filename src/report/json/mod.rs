//! The inspection as JSON: one object a case, one case a line.
//!
//! The layout is a promise: fields may be added, none is renamed or retyped without a new number in
//! `schema`. The order of the fields below is the order in the output, and the JSON Schema is made
//! from the same types. Whatever a terminal might act on is written as a `\u…` escape.

mod boxes;
mod cut;
mod evidence;
mod handout;
mod past;
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use boxes::JsonBox;
use cut::{kept, most_of};
use evidence::{JsonEvidence, JsonFinding};
pub use handout::HANDOUT;
#[cfg(feature = "schemas")]
pub(super) use handout::layout as report_layout;
use past::JsonPast;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
pub(super) use sources::line_count;
use sources::{JsonSource, sources};

use super::safe_writer::write_safely;
use super::{Options, Report};
use crate::inspect::{Claim, Inspected, Inspection};
use crate::model::{AnchorKind, Citation, Judgement, Placement, Target};
use crate::resolve::{Passage, Reason, Resolution};
use crate::text::units::Offsets;
use crate::text::{Span, Unit};

/// The entry in the table of reports.
pub const REPORT: Report =
    Report { name: "json", summary: "the complete inspection, one JSON object per case", write };

/// The layout's name and number.
const SCHEMA: &str = "pincite.inspection/1";

/// Returns the layout of one line of output.
#[cfg(feature = "schemas")]
pub(super) fn layout() -> schemars::Schema {
    schemars::schema_for!(JsonInspection)
}

/// Writes an inspection piece by piece: the lines of fifty thousand citations are never all in
/// memory.
fn write(inspection: &Inspection, options: &Options, out: &mut dyn Write) -> io::Result<()> {
    let writer = Writer::new(inspection, options.unit);
    write_safely(&writer.inspection(), out)?;
    writeln!(out)
}

/// One inspected case.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema), schemars(title = "pincite.inspection/1"))]
struct JsonInspection<'w> {
    /// Name and number of this layout.
    schema: &'static str,
    /// Unit of every `start` and `end`: `bytes`, `code-points` or `utf16`.
    unit: &'static str,
    /// The case's id, else the name of its input.
    id: String,
    /// The file it was read from; `-` for standard input.
    input: String,
    format: JsonFormat,
    response: JsonResponse<'w>,
    /// In reading order.
    #[cfg_attr(feature = "schemas", schemars(with = "Vec<JsonCitation>"))]
    citations: Citations<'w>,
    /// In the order given.
    sources: Vec<JsonSource>,
    /// Findings, by position.
    #[cfg_attr(feature = "schemas", schemars(with = "Vec<JsonFinding>"))]
    findings: Findings<'w>,
    /// Assumptions, and parts that were not understood.
    #[cfg_attr(feature = "schemas", schemars(with = "Vec<String>"))]
    notes: Notes<'w>,
}

/// The reading of the input.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonFormat {
    /// The dialect, as `--from` takes it.
    name: &'static str,
    /// Reason for the detection.
    reason: String,
    /// The reading of offsets, if the dialect has any.
    reading: Option<String>,
}

/// The text that was checked.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonResponse<'w> {
    /// The original text, including markers.
    text: &'w str,
}

/// The citations, each made when it is written.
#[derive(Debug)]
struct Citations<'w>(&'w Writer<'w>);

impl Serialize for Citations<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(writer) = self;
        let citations = writer.citations();
        serializer.collect_seq(
            citations
                .map(|(number, citation, inspected)| writer.citation(number, citation, inspected)),
        )
    }
}

/// The notes on the case and on its citations, each made when it is written: every passage may have
/// one.
#[derive(Debug)]
struct Notes<'w>(&'w Writer<'w>);

impl Serialize for Notes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(writer) = self;
        let on_citations = writer.citations().flat_map(|(number, _, inspected)| {
            cut::notes(&writer.inspection.case.response.text, inspected)
                .into_iter()
                .map(move |note| format!("citation {number}: {note}"))
        });
        let on_case = writer.inspection.case.notes.iter().cloned();
        serializer.collect_seq(on_case.chain(on_citations))
    }
}

/// The findings, each made when it is written.
#[derive(Debug)]
struct Findings<'w>(&'w Writer<'w>);

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(writer) = self;
        let order = writer.inspection.reading_order().into_iter().enumerate();
        let numbers: BTreeMap<usize, usize> =
            order.map(|(place, index)| (index, place + 1)).collect();
        let number = |index: usize| numbers.get(&index).copied();
        serializer.collect_seq(writer.inspection.findings.iter().map(|finding| {
            let number = finding.citation.and_then(number);
            evidence::finding(finding, number, writer.in_response(finding.span))
        }))
    }
}

/// One place in the response that points at sources.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonCitation {
    /// From 1, in reading order.
    number: usize,
    /// The family word of a marker; the kind of annotation elsewhere.
    family: String,
    /// The citation as written in the response.
    raw: String,
    anchor: JsonAnchor,
    /// The placement of the stated offsets; null if there are none.
    offsets: Option<JsonOffsets>,
    /// The response text that it is attached to.
    claim: Option<JsonClaim>,
    /// The fault of the citation, if any.
    problem: Option<JsonProblem>,
    targets: Vec<JsonTarget>,
    /// Scores of external judges: see `--scores`.
    judgements: Vec<JsonJudgement>,
}

/// A judge's score for a citation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonJudgement {
    /// Origin of the score.
    by: String,
    /// The score on the judge's own scale; higher is better.
    score: f64,
    /// The target it is about, from 1; null for the citation as a whole.
    target: Option<usize>,
    reason: Option<String>,
}

/// The position of a citation in the response.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonAnchor {
    /// `marker`, `claim` or `point`.
    kind: &'static str,
    start: usize,
    /// Exclusive.
    end: usize,
}

/// The placement of stated offsets.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonOffsets {
    /// `fitted`: the words that the payload repeats are at the offsets; `repaired`: they are
    /// elsewhere, and the anchor is there; `not-verified`: there are no words, or they are not in
    /// the text; `outside`: the offsets are not in the text.
    how: &'static str,
    /// The distance from the stated place to the place found; 0 unless repaired.
    shift: i64,
    /// Unit of `shift`; null unless repaired.
    shift_unit: Option<&'static str>,
    /// The same in words.
    message: String,
}

/// The response text that a citation is attached to.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonClaim {
    text: String,
    start: usize,
    /// Exclusive.
    end: usize,
    /// True if inferred from the position of the marker.
    inferred: bool,
}

/// The fault of a citation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonProblem {
    kind: &'static str,
    message: String,
}

/// One pointed-at source.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonTarget {
    /// The id as written.
    id: String,
    /// The locator as `L8` or `L8-L13`; null cites the whole source.
    locator: Option<String>,
    /// `resolved`, `unresolved`, or `without-text`: the source is known, but the input has no text
    /// for it.
    status: &'static str,
    /// Reason for a missing passage.
    reason: Option<&'static str>,
    /// The source it was matched to, as named in `sources`.
    source: Option<String>,
    /// The cited words, if the format repeats them.
    quote: Option<String>,
    /// The format's own confidence.
    score: Option<f64>,
    /// The boxes on pages that contain the cited words, if the format states them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemas", schemars(default))]
    boxes: Vec<JsonBox>,
    passage: Option<JsonPassage>,
    /// The comparison of claim and passage; null without a claim or a passage.
    evidence: Option<JsonEvidence>,
    /// The cited lines of code at the time when they were cited or accepted; left out if that is
    /// unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    past: Option<JsonPast>,
}

/// A place in a source.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonPassage {
    start: usize,
    /// Exclusive.
    end: usize,
    /// By the number the locator counts.
    first_line: Option<u64>,
    /// Inclusive.
    last_line: Option<u64>,
    /// The page it begins on, from 1; null if the source has no pages.
    page: Option<u64>,
    /// The page it ends on.
    last_page: Option<u64>,
    /// Label of `page`, if it is not its number.
    page_label: Option<String>,
    text: String,
    /// Step that found it: `label`, `line`, `whole`, …
    how: &'static str,
    /// True if the cited words were found after folding blanks, hyphens and typography.
    normalised: bool,
    /// By how much the place found differs from the place stated: characters, or pages.
    shift: i64,
}

/// Turns an inspection into the layout above.
#[derive(Debug)]
struct Writer<'i> {
    inspection: &'i Inspection,
    unit: Unit,
    response: Offsets<'i>,
    /// For each source, the ends of passages in bytes and in `unit`, ascending.
    sources: Vec<Vec<(usize, usize)>>,
}

impl<'i> Writer<'i> {
    fn new(inspection: &'i Inspection, unit: Unit) -> Self {
        let response = Offsets::new(&inspection.case.response.text);
        let sources = match unit {
            Unit::Bytes => Vec::new(),
            Unit::CodePoints | Unit::Utf16 => converted(inspection, unit),
        };
        Self { inspection, unit, response, sources }
    }

    /// Returns the citations in reading order, with their numbers.
    fn citations(&self) -> impl Iterator<Item = (usize, &'i Citation, &'i Inspected)> {
        let Inspection { case, inspected, .. } = self.inspection;
        let order = self.inspection.reading_order().into_iter().enumerate();
        order.filter_map(|(place, index)| {
            Some((place + 1, case.response.citations.get(index)?, inspected.get(index)?))
        })
    }

    fn inspection(&self) -> JsonInspection<'_> {
        let case = &self.inspection.case;
        JsonInspection {
            schema: SCHEMA,
            unit: self.unit.name(),
            id: case.id.clone(),
            input: case.input.clone(),
            format: JsonFormat {
                name: case.format.name,
                reason: case.format.reason.clone(),
                reading: case.format.offsets().map(str::to_owned),
            },
            response: JsonResponse { text: &case.response.text },
            citations: Citations(self),
            sources: sources(self.inspection),
            findings: Findings(self),
            notes: Notes(self),
        }
    }

    fn citation(&self, number: usize, citation: &Citation, found: &Inspected) -> JsonCitation {
        let (start, end) = self.in_response(citation.anchor.span);
        let targets = citation.targets.iter().zip(&found.targets).enumerate();
        let evidence = |target: usize| found.evidence.get(target)?.as_deref();
        JsonCitation {
            number,
            family: citation.family.clone(),
            raw: citation.raw.clone(),
            anchor: JsonAnchor { kind: anchor_kind(citation.anchor.kind), start, end },
            offsets: offsets(citation.placement),
            claim: found.claim.map(|claim| self.claim(claim)),
            problem: citation.problem.as_ref().map(|problem| JsonProblem {
                kind: problem.kind.name(),
                message: problem.message.clone().into_owned(),
            }),
            targets: targets
                .map(|(index, (target, found))| JsonTarget {
                    evidence: evidence(index).map(|one| evidence::evidence(self.inspection, one)),
                    ..self.target(target, found)
                })
                .collect(),
            judgements: citation.judgements.iter().map(judgement).collect(),
        }
    }

    fn claim(&self, claim: Claim) -> JsonClaim {
        let (start, end) = self.in_response(claim.span);
        let text = kept(self.claim_text(claim)).to_owned();
        JsonClaim { text, start, end, inferred: claim.inferred }
    }

    fn claim_text(&self, claim: Claim) -> &'i str {
        claim.span.slice(&self.inspection.case.response.text).unwrap_or_default()
    }

    fn target(&self, target: &Target, resolution: &Resolution) -> JsonTarget {
        let (status, reason) = match resolution {
            Resolution::Found(_) => ("resolved", None),
            Resolution::Missing(missing) if missing.reason == Reason::NoText => {
                ("without-text", Some(missing.reason.name()))
            }
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
            boxes: target.boxes.iter().map(JsonBox::from).collect(),
            passage: resolution.passage().map(|passage| self.passage(passage)),
            evidence: None,
            past: target.past.as_deref().map(past::past),
        }
    }

    fn passage(&self, passage: &Passage) -> JsonPassage {
        let store = self.inspection.store(passage.source);
        let text =
            store.map(|store| store.read(passage.span, most_of(passage))).unwrap_or_default();
        let (start, end) = self.in_source(passage);
        let page_at = |at| evidence::page_at(self.inspection, passage.source, at);
        let page = page_at(passage.span.start);
        let source = self.inspection.case.sources.get(passage.source);
        let labels = source.map(|source| &source.outline.page_labels);
        JsonPassage {
            start,
            end,
            first_line: passage.first_line,
            last_line: passage.last_line,
            page,
            last_page: page_at(passage.span.end.saturating_sub(1).max(passage.span.start)),
            page_label: page.and_then(|page| labels?.get(&page).cloned()),
            text,
            how: passage.how.name(),
            normalised: passage.normalised,
            shift: passage.shift,
        }
    }

    fn in_source(&self, passage: &Passage) -> (usize, usize) {
        let offsets = self.sources.get(passage.source);
        let of = |byte: usize| {
            let Some(offsets) = offsets else { return byte };
            let index = offsets.partition_point(|(known, _)| *known < byte);
            offsets.get(index).map_or(byte, |(_, counted)| *counted)
        };
        (of(passage.span.start), of(passage.span.end))
    }

    fn in_response(&self, span: Span) -> (usize, usize) {
        self.response.range(span, self.unit).unwrap_or((span.start, span.end))
    }
}

fn judgement(judgement: &Judgement) -> JsonJudgement {
    JsonJudgement {
        by: judgement.by.clone(),
        score: judgement.score,
        target: judgement.target.map(|index| index + 1),
        reason: judgement.reason.clone(),
    }
}

/// Returns the ends of all passages of each source in bytes and in `unit`, in one pass over each
/// source.
fn converted(inspection: &Inspection, unit: Unit) -> Vec<Vec<(usize, usize)>> {
    let mut ends: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); inspection.stores.len()];
    let targets = inspection.inspected.iter().flat_map(|finding| &finding.targets);
    for passage in targets.filter_map(Resolution::passage) {
        if let Some(ends) = ends.get_mut(passage.source) {
            ends.extend([passage.span.start, passage.span.end]);
        }
    }
    let stores = inspection.stores.iter().zip(ends);
    stores
        .map(|(store, ends)| {
            let ends: Vec<usize> = ends.into_iter().collect();
            let counted = store.as_ref().map(|store| store.count_before(&ends, unit));
            ends.into_iter().zip(counted.unwrap_or_default()).collect()
        })
        .collect()
}

fn offsets(placement: Placement) -> Option<JsonOffsets> {
    let (shift, shift_unit) = match placement {
        Placement::Repaired { shift, unit } => (shift, Some(unit.name())),
        _ => (0, None),
    };
    let (how, message) = (placement.name()?, placement.describe()?);
    Some(JsonOffsets { how, shift, shift_unit, message })
}

const fn anchor_kind(kind: AnchorKind) -> &'static str {
    match kind {
        AnchorKind::Marker => "marker",
        AnchorKind::Claim => "claim",
        AnchorKind::Point => "point",
    }
}
