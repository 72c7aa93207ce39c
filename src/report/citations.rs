//! The citations of a case, one JSON object per line: the output of `pincite extract` for any
//! dialect.
//!
//! The first fields are those of the citation guide's helper. Fields that it has no name for
//! follow.

use std::io::{self, Write};

use serde::Serialize;

use crate::model::{AnchorKind, Case, Citation, Target};
use crate::text::Unit;
use crate::text::safe::json_safe;
use crate::text::units::Offsets;

/// Options for printing citations.
#[derive(Debug, Clone, Copy, Default)]
pub struct Listing<'l> {
    /// Unit of `start` and `end`.
    pub unit: Unit,
    /// Faulty ones as well, with their problem.
    pub malformed: bool,
    /// The file, if there are several.
    pub file: Option<&'l str>,
    /// The case's id, if there are several.
    pub case: Option<&'l str>,
}

#[derive(Debug, Serialize)]
struct Line<'c> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'c str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<&'c str>,
    raw: &'c str,
    family: &'c str,
    source_ids: Vec<&'c str>,
    /// The locator of the citation; null if its targets have several.
    locator: Option<String>,
    start: usize,
    end: usize,
    /// The kind of span: `marker`, `claim` or `point`.
    anchor: &'static str,
    targets: Vec<TargetRecord<'c>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct TargetRecord<'c> {
    id: &'c str,
    locator: Option<String>,
    quote: Option<&'c str>,
    score: Option<f64>,
}

/// Writes a line for each citation outside code, in reading order, and answers whether any is
/// faulty.
pub fn write(case: &Case, listing: &Listing<'_>, out: &mut dyn Write) -> io::Result<bool> {
    let offsets = Offsets::new(&case.response.text);
    let mut broken = false;
    for index in case.response.reading_order() {
        let Some(citation) = case.response.citations.get(index).filter(|it| !it.in_code) else {
            continue;
        };
        broken |= citation.problem.is_some();
        if citation.problem.is_some() && !listing.malformed {
            continue;
        }
        let line = serde_json::to_string(&line(citation, listing, &offsets))?;
        writeln!(out, "{}", json_safe(&line))?;
    }
    Ok(broken)
}

fn line<'c>(citation: &'c Citation, listing: &Listing<'c>, offsets: &Offsets<'_>) -> Line<'c> {
    let span = citation.anchor.span;
    let (start, end) = offsets.range(span, listing.unit).unwrap_or((span.start, span.end));
    let locator_text = |target: &Target| target.locator.as_ref().map(ToString::to_string);
    let mut source_ids: Vec<&str> = Vec::new();
    for target in &citation.targets {
        if !source_ids.contains(&target.id.as_str()) {
            source_ids.push(&target.id);
        }
    }
    let mut locators = citation.targets.iter().filter_map(locator_text);
    let locator = locators.next().filter(|_| locators.next().is_none());
    Line {
        file: listing.file,
        case: listing.case,
        raw: &citation.raw,
        family: &citation.family,
        source_ids,
        locator,
        start,
        end,
        anchor: match citation.anchor.kind {
            AnchorKind::Marker => "marker",
            AnchorKind::Claim => "claim",
            AnchorKind::Point => "point",
        },
        targets: citation
            .targets
            .iter()
            .map(|target| TargetRecord {
                id: &target.id,
                locator: locator_text(target),
                quote: target.quote.as_deref(),
                score: target.score,
            })
            .collect(),
        problem: citation.problem.as_ref().map(|problem| problem.kind.name()),
    }
}
