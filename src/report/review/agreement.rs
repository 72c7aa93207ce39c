//! Agreement between reviewers, and their disagreements.

use std::io::{self, Write};

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::Serialize;

use super::json::JsonFigure;
use super::wording::shown;
use crate::review::Opinions;
use crate::review::agreement::{Agreement, DEFINITIONS, Group, Overall, Pair};
use crate::review::figure::Figure;
use crate::review::metrics::Unit;
use crate::text::SafeText;
use crate::text::prose::{count, listed};
use crate::text::safe::json_safe;

/// Writes it as text.
pub fn text(agreement: &Agreement<'_>, out: &mut dyn Write) -> io::Result<()> {
    let reviewers = agreement
        .reviewers
        .iter()
        .map(|(name, judged)| format!("{} ({judged})", SafeText::new(name)));
    if agreement.reviewers.is_empty() {
        writeln!(out, "no verdicts")?;
    } else {
        writeln!(out, "verdicts by {}", listed(reviewers, 0, ", "))?;
    }
    for group in &agreement.groups {
        writeln!(out, "\nOn {}", group.of)?;
        overall(&group.overall, out)?;
        group.pairs.iter().try_for_each(|it| pair(it, out))?;
    }
    writeln!(out, "\nDisagreements: {}", agreement.disagreements.len())?;
    for opinions in &agreement.disagreements {
        disagreement(opinions, out)?;
    }
    writeln!(out, "\nDefinitions")?;
    for (name, definition) in DEFINITIONS {
        writeln!(out, "  {name}: {definition}")?;
    }
    Ok(())
}

fn overall(overall: &Overall, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  all: {} with two or more reviewers", count(overall.shared, "subject"))?;
    figure("percent", overall.percent, out)?;
    let over = format!(", over the {} with all reviewers", count(overall.by_all, "subject"));
    let fleiss = overall.fleiss.map(|_| over).unwrap_or_default();
    writeln!(out, "    {:14} {}{fleiss}", "fleiss_kappa", message(overall.fleiss))?;
    figure("alpha_nominal", overall.alpha_nominal, out)?;
    figure("alpha_ordinal", overall.alpha_ordinal, out)
}

fn pair(pair: &Pair<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (one, other) = pair.reviewers;
    let common = count(pair.common, "subject");
    writeln!(out, "  {} and {}: {common} in common", SafeText::new(one), SafeText::new(other))?;
    figure("percent", pair.percent, out)?;
    figure("cohen_kappa", pair.cohen, out)?;
    if pair.places > 0 {
        writeln!(out, "    right places named by both: {}", pair.places)?;
        for (name, (iou, f1)) in [("in lines", pair.lines), ("in bytes", pair.bytes)] {
            writeln!(out, "      {name}: IoU {}, F1 {}", message(iou), message(f1))?;
        }
    }
    Ok(())
}

fn figure(name: &str, figure: Figure, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "    {name:14} {}", message(figure))
}

fn message(figure: Figure) -> String {
    match figure {
        Ok(_) => shown(figure, Unit::Share),
        Err(why) => format!("undefined: {why}"),
    }
}

fn disagreement(opinions: &Opinions<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Some((_, first)) = opinions.own.first() else { return Ok(()) };
    let place = super::listing::place(first);
    writeln!(out, "\n  {place}")?;
    writeln!(out, "    {}", SafeText::new(&first.claim))?;
    for (entry, judgement) in &opinions.own {
        let verdict = judgement.verdict.map_or("", |verdict| verdict.kind().title);
        write!(out, "    {}: {verdict}", SafeText::new(&entry.reviewer))?;
        writeln!(out, "{}", super::listing::remarks(judgement))?;
    }
    if let Some((entry, judgement)) = opinions.adjudication {
        let verdict = judgement.verdict.map_or("", |verdict| verdict.kind().title);
        let standing = if opinions.is_contested() { ", reopened" } else { "" };
        writeln!(out, "    settled by {}: {verdict}{standing}", SafeText::new(&entry.reviewer))?;
    }
    Ok(())
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema), schemars(title = "pincite.agreement/1"))]
struct JsonAgreement<'l> {
    schema: &'static str,
    definitions: serde_json::Map<String, serde_json::Value>,
    reviewers: Vec<JsonReviewer<'l>>,
    groups: Vec<JsonGroup<'l>>,
    disagreements: Vec<JsonDisagreement<'l>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonReviewer<'l> {
    name: &'l str,
    judged: usize,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonGroup<'l> {
    of: &'static str,
    shared: usize,
    judged_by_all: usize,
    percent: JsonFigure,
    fleiss_kappa: JsonFigure,
    alpha_nominal: JsonFigure,
    alpha_ordinal: JsonFigure,
    pairs: Vec<JsonPair<'l>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonPair<'l> {
    reviewers: [&'l str; 2],
    common: usize,
    percent: JsonFigure,
    cohen_kappa: JsonFigure,
    right_places: usize,
    lines: JsonOverlap,
    bytes: JsonOverlap,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonOverlap {
    iou: JsonFigure,
    f1: JsonFigure,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonDisagreement<'l> {
    case: &'l str,
    citation: Option<usize>,
    target: Option<usize>,
    cited: &'l str,
    claim: &'l str,
    verdicts: Vec<JsonOpinion<'l>>,
    settled: Option<JsonOpinion<'l>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonOpinion<'l> {
    reviewer: &'l str,
    #[cfg_attr(feature = "schemas", schemars(with = "Option<String>"))]
    verdict: Option<crate::review::Verdict>,
    reasons: &'l [String],
    note: &'l str,
}

/// Returns the layout.
#[cfg(feature = "schemas")]
pub(crate) fn layout() -> schemars::Schema {
    schemars::schema_for!(JsonAgreement)
}

/// Writes it as one JSON object, in the layout `pincite.agreement/1`.
pub fn json(agreement: &Agreement<'_>, out: &mut dyn Write) -> io::Result<()> {
    let definition = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).into());
    let reviewer = |&(name, judged)| JsonReviewer { name, judged };
    let json = JsonAgreement {
        schema: "pincite.agreement/1",
        definitions: DEFINITIONS.iter().map(definition).collect(),
        reviewers: agreement.reviewers.iter().map(reviewer).collect(),
        groups: agreement.groups.iter().map(json_group).collect(),
        disagreements: agreement.disagreements.iter().filter_map(json_disagreement).collect(),
    };
    writeln!(out, "{}", json_safe(&serde_json::to_string_pretty(&json)?))
}

fn json_group<'l>(group: &Group<'l>) -> JsonGroup<'l> {
    let overlap = |(iou, f1): (Figure, Figure)| JsonOverlap { iou: iou.into(), f1: f1.into() };
    let pair = |pair: &Pair<'l>| JsonPair {
        reviewers: [pair.reviewers.0, pair.reviewers.1],
        common: pair.common,
        percent: pair.percent.into(),
        cohen_kappa: pair.cohen.into(),
        right_places: pair.places,
        lines: overlap(pair.lines),
        bytes: overlap(pair.bytes),
    };
    JsonGroup {
        of: group.of,
        shared: group.overall.shared,
        judged_by_all: group.overall.by_all,
        percent: group.overall.percent.into(),
        fleiss_kappa: group.overall.fleiss.into(),
        alpha_nominal: group.overall.alpha_nominal.into(),
        alpha_ordinal: group.overall.alpha_ordinal.into(),
        pairs: group.pairs.iter().map(pair).collect(),
    }
}

fn json_disagreement<'l>(opinions: &Opinions<'l>) -> Option<JsonDisagreement<'l>> {
    let (_, first) = opinions.own.first()?;
    let opinion = |(entry, judgement): crate::review::JudgementInEntry<'l>| JsonOpinion {
        reviewer: &entry.reviewer,
        verdict: judgement.verdict,
        reasons: &judgement.reasons,
        note: &judgement.note,
    };
    let settled = opinions.adjudication.filter(|_| !opinions.is_contested());
    Some(JsonDisagreement {
        case: &first.case,
        citation: first.citation,
        target: first.target,
        cited: &first.cited,
        claim: &first.claim,
        verdicts: opinions.own.iter().copied().map(opinion).collect(),
        settled: settled.map(opinion),
    })
}
