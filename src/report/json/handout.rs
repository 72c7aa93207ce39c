//! The handout in JSON: one object per case, one case per line, with the inspection and the
//! verdicts.

use std::io::{self, Write};

#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use super::JsonInspection;
use crate::inspect::Inspection;
use crate::report::dossier::{Dossier, Opinion};
use crate::report::findings::{IgnoredFinding, ignored};
use crate::report::handout::{Handout, HandoutCase, Head};
use crate::report::safe_writer::write_safely;
use crate::text::Unit;
use crate::text::safe::json_safe;

/// The entry in the table of handouts.
pub const HANDOUT: Handout = Handout {
    name: "json",
    summary: "one JSON object per case: the inspection and the verdicts",
    mark: "{\"schema\":\"pincite.report/1\"",
    for_terminals: true,
    part,
    bind,
};

/// The layout's name and number.
const SCHEMA: &str = "pincite.report/1";

/// One case.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonReport<'d> {
    schema: &'static str,
    /// As `pincite show --format json` prints it.
    inspection: JsonInspection<'d>,
    /// In the order of the citations; those on sentences without one come last.
    verdicts: Vec<JsonVerdict<'d>>,
    /// The findings that comments in the response silence.
    ignored: Vec<JsonIgnored<'d>>,
}

/// A finding that a comment in the response silences.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonIgnored<'d> {
    rule: &'static str,
    code: &'static str,
    line: u64,
    reason: &'d str,
}

impl<'d> JsonIgnored<'d> {
    fn new(IgnoredFinding { rule, line, reason }: &'d IgnoredFinding) -> Self {
        Self { rule: rule.name, code: rule.code, line: *line, reason }
    }
}

/// A case that could not be read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonFailure<'p> {
    schema: &'static str,
    id: &'p str,
    /// Reason.
    error: &'p str,
}

/// A reviewer's decision.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonVerdict<'d> {
    /// The number of the citation, from 1; null for a sentence without one.
    citation: Option<usize>,
    /// The place of the target within the citation, from 1; null for a sentence without one.
    target: Option<usize>,
    /// The sentence; null for a citation.
    sentence: Option<&'d str>,
    reviewer: &'d str,
    /// The day, in UTC.
    day: &'d str,
    /// Name of the verdict in journals; null for a note alone.
    verdict: Option<&'static str>,
    /// In words.
    reasons: Vec<&'d str>,
    /// The right place for the claim.
    right_place: Option<&'d str>,
    note: Option<&'d str>,
    /// The change since the verdict; null if nothing changed.
    changed: Option<&'static str>,
    /// True if it settles a disagreement.
    settles: bool,
}

/// Returns the layout of one line.
#[cfg(feature = "schemas")]
pub(crate) fn layout() -> Schema {
    let mut generator = SchemaGenerator::default();
    let case = generator.subschema_for::<JsonReport<'_>>();
    let failure = generator.subschema_for::<JsonFailure<'_>>();
    json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA,
        "anyOf": [case, failure],
        "$defs": generator.take_definitions(true),
    })
}

fn part(inspection: &Inspection, dossier: &Dossier<'_>, out: &mut dyn Write) -> io::Result<()> {
    let writer = super::Writer::new(inspection, Unit::default());
    let ignored = ignored(inspection);
    let report = JsonReport {
        schema: SCHEMA,
        inspection: writer.inspection(),
        verdicts: verdicts(dossier),
        ignored: ignored.iter().map(JsonIgnored::new).collect(),
    };
    write_safely(&report, out)
}

fn bind(head: &Head, parts: &[HandoutCase], out: &mut dyn Write) -> io::Result<()> {
    for part in parts {
        match (&part.text, &part.summary) {
            (Some(text), _) => writeln!(out, "{text}")?,
            (None, Err(why)) => {
                let (id, error) = (part.name.as_str(), why.as_str());
                let failure = serde_json::to_string(&JsonFailure { schema: SCHEMA, id, error })?;
                writeln!(out, "{}", json_safe(&failure))?;
            }
            (None, Ok(_)) => {}
        }
    }
    if let Some(metrics) = &head.metrics {
        let json = metrics.to_json().map_err(io::Error::other)?;
        writeln!(out, "{}", json_safe(&json))?;
    }
    Ok(())
}

fn verdicts<'d>(dossier: &'d Dossier<'_>) -> Vec<JsonVerdict<'d>> {
    let cited = dossier.opinions();
    let cited = cited.map(|(number, target, one)| verdict(one, Some(number), Some(target), None));
    let mut all: Vec<JsonVerdict<'_>> = cited.collect();
    for sentence in &dossier.uncited {
        let own = sentence.verdicts.iter();
        all.extend(own.map(|one| verdict(one, None, None, Some(sentence.text.as_str()))));
    }
    all
}

fn verdict<'d>(
    one: &'d Opinion,
    citation: Option<usize>,
    target: Option<usize>,
    sentence: Option<&'d str>,
) -> JsonVerdict<'d> {
    JsonVerdict {
        citation,
        target,
        sentence,
        reviewer: one.reviewer.as_str(),
        day: &one.day,
        verdict: one.verdict.map(|kind| kind.name),
        reasons: one.reasons.iter().map(AsRef::as_ref).collect(),
        right_place: one.place.as_ref().map(AsRef::as_ref),
        note: one.note.as_ref().map(AsRef::as_ref),
        changed: one.changed,
        settles: one.settles,
    }
}
