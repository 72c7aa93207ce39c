//! A comparison as JSON: one object a pair of cases, one pair a line.
//!
//! The layout is a promise, as that of the inspection: fields may be added, none is renamed or
//! retyped without a new number in `schema`.

use std::collections::BTreeMap;
use std::io::{self, Write};

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::Serialize;

use super::{Options, Pair, Report, Sum};
use crate::inspect::Inspection;
use crate::resolve::Resolution;
use crate::review::compare::{
    Aspect, Change, CitationChange, ClaimText, ComparedTarget, Difference, Flip,
};
use crate::text::safe::json_safe;

/// The entry in the table of reports.
pub(super) const REPORT: Report =
    Report { name: "json", summary: "one JSON object per pair of cases and line", write, end };

/// The layout's name and number.
const SCHEMA: &str = "pincite.diff/1";

/// Maximum number of bytes of a passage in `text`.
const MAX_TEXT: usize = 16 * 1024;

/// Returns the layout of one line of output.
#[cfg(feature = "schemas")]
pub(crate) fn layout() -> schemars::Schema {
    schemars::schema_for!(JsonPair)
}

/// Two responses and their differences.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema), schemars(title = "pincite.diff/1"))]
struct JsonPair<'p> {
    /// Name and number of this layout.
    schema: &'static str,
    /// The first response; null for a case that only the second input has.
    before: Option<JsonCase<'p>>,
    /// The second response; null for a case that only the first input has.
    after: Option<JsonCase<'p>>,
    /// The claims of which something changed, the worst first.
    changes: Vec<JsonChange<'p>>,
    /// Counts per kind of difference, from the worst to the best; kinds that do not occur are
    /// left out.
    counts: serde_json::Map<String, serde_json::Value>,
    /// Number of unchanged citations.
    unchanged: usize,
    /// Number of sentences that only the first response has, and that neither have nor need a citation.
    uncited_removed: usize,
    /// The same for the second response.
    uncited_added: usize,
}

/// One of the two responses.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonCase<'p> {
    /// The case's id, else the name of its input.
    id: &'p str,
    /// The file it came from; `-` for standard input.
    input: &'p str,
    /// The dialect it was read as.
    format: &'static str,
    citations: usize,
    unresolved: usize,
}

/// A claim of which something changed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonChange<'p> {
    /// Its differences, from the worst to the best, each once.
    differences: Vec<&'static str>,
    /// Its words in the first response; several if it was split or merged, none if it was added.
    before: Vec<JsonSaid<'p>>,
    /// Its words in the second response; none if it was removed.
    after: Vec<JsonSaid<'p>>,
    citations: Vec<JsonCitation<'p>>,
}

/// A claim, or a part of one.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonSaid<'p> {
    /// Its words as a reader sees them.
    text: &'p str,
    /// Bytes of the response.
    start: usize,
    /// Exclusive.
    end: usize,
}

/// The change of one target of a citation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonCitation<'p> {
    /// `lost`, `replaced`, `moved`, `gained` or `kept`.
    fate: &'static str,
    /// Change in support for its claim: `fell`, `same` or `rose`.
    support: &'static str,
    before: Option<JsonTarget<'p>>,
    after: Option<JsonTarget<'p>>,
    /// The aspects in which the support changed, in descending weight.
    aspects: Vec<JsonAspect<'p>>,
    /// The verdicts that changed.
    verdicts: Vec<JsonFlip<'p>>,
}

/// A target of a citation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonTarget<'p> {
    /// The citation's number in its response, from 1.
    citation: usize,
    /// The target's number in its citation, from 1.
    target: usize,
    /// The id as written; null for a citation without a target.
    id: Option<&'p str>,
    locator: Option<String>,
    /// Reason for a missing passage.
    reason: Option<&'static str>,
    /// The text of the passage, its first 16 KiB.
    text: Option<String>,
}

/// One aspect of the support for a claim.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonAspect<'p> {
    /// `passage`, `numbers`, `quotes`, `place` or `words`.
    name: &'static str,
    before: &'p str,
    after: &'p str,
    /// `fell` or `rose`.
    trend: &'static str,
}

/// A verdict before and after.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonFlip<'p> {
    reviewer_before: &'p str,
    before: &'static str,
    reviewer_after: &'p str,
    after: &'static str,
    /// `fell`, `rose`, or `same` if the two are on no scale.
    trend: &'static str,
}

fn write(pair: &Pair<'_>, _: &Options, out: &mut dyn Write) -> io::Result<()> {
    let counts: BTreeMap<Difference, usize> = pair.comparison.counts();
    let changes = pair.comparison.changes.iter();
    let line = JsonPair {
        schema: SCHEMA,
        before: pair.before.map(case),
        after: pair.after.map(case),
        changes: changes.map(|it| change(it, pair)).collect(),
        counts: counts
            .into_iter()
            .map(|(it, times)| (it.name().to_owned(), times.into()))
            .collect(),
        unchanged: pair.comparison.unchanged,
        uncited_removed: pair.comparison.uncited_removed,
        uncited_added: pair.comparison.uncited_added,
    };
    let json = serde_json::to_string(&line).map_err(io::Error::other)?;
    writeln!(out, "{}", json_safe(&json))
}

/// Writes nothing, because every line is complete by itself.
#[expect(clippy::unnecessary_wraps, reason = "the shape of the table")]
fn end(_: &Sum, _: &mut dyn Write) -> io::Result<()> {
    Ok(())
}

fn case(inspection: &Inspection) -> JsonCase<'_> {
    let case = &inspection.case;
    JsonCase {
        id: &case.id,
        input: &case.input,
        format: case.format.name,
        citations: case.response.citations.len(),
        unresolved: inspection.unresolved(),
    }
}

fn change<'p>(change: &'p Change, pair: &Pair<'p>) -> JsonChange<'p> {
    let mut differences: Vec<&str> =
        change.differences().into_iter().map(Difference::name).collect();
    differences.dedup();
    JsonChange {
        differences,
        before: change.before.iter().map(said).collect(),
        after: change.after.iter().map(said).collect(),
        citations: change.citations.iter().map(|it| citation(it, pair)).collect(),
    }
}

fn said(said: &ClaimText) -> JsonSaid<'_> {
    JsonSaid { text: &said.words, start: said.span.start, end: said.span.end }
}

fn citation<'p>(change: &'p CitationChange, pair: &Pair<'p>) -> JsonCitation<'p> {
    let side = |inspection: Option<&'p Inspection>, cited: Option<ComparedTarget>| {
        inspection.zip(cited).map(|(inspection, cited)| target(inspection, cited))
    };
    JsonCitation {
        fate: change.fate.name(),
        support: change.trend.name(),
        before: side(pair.before, change.before),
        after: side(pair.after, change.after),
        aspects: change.aspects.iter().map(aspect).collect(),
        verdicts: change.flips.iter().map(flip).collect(),
    }
}

fn target(inspection: &Inspection, cited: ComparedTarget) -> JsonTarget<'_> {
    let citation = inspection.case.response.citations.get(cited.citation);
    let target = citation.and_then(|citation| citation.targets.get(cited.target));
    let resolution = inspection.resolution(cited.citation, cited.target);
    let text = resolution.and_then(Resolution::passage).and_then(|passage| {
        let store = inspection.store(passage.source)?;
        Some(store.read(passage.span, MAX_TEXT))
    });
    JsonTarget {
        citation: cited.number,
        target: cited.target + 1,
        id: target.map(|target| target.id.as_str()),
        locator: target.and_then(|target| target.locator.as_ref()).map(ToString::to_string),
        reason: match resolution {
            Some(Resolution::Missing(missing)) => Some(missing.reason.name()),
            _ => None,
        },
        text,
    }
}

fn aspect(aspect: &Aspect) -> JsonAspect<'_> {
    let Aspect { name, before, after, trend } = aspect;
    JsonAspect { name, before, after, trend: trend.name() }
}

fn flip(flip: &Flip) -> JsonFlip<'_> {
    JsonFlip {
        reviewer_before: &flip.reviewer_before,
        before: flip.before.name(),
        reviewer_after: &flip.reviewer_after,
        after: flip.after.name(),
        trend: flip.trend.name(),
    }
}
