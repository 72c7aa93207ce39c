//! The figures of a review as one JSON object, in the layout `pincite.review/1`: fields may be
//! added, none is renamed or retyped without a new number. An undefined figure is `null` with its
//! reason in `undefined`.

use std::io::{self, Write};

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::Serialize;

use super::ReviewReport;
use crate::review::figure::Figure;
use crate::review::metrics::{Calibration, Metric, Numbers, SourceNumbers};
use crate::text::safe::json_safe;

/// The entry in the table of reports.
pub(super) const REPORT: ReviewReport =
    ReviewReport { name: "json", summary: "one JSON object", write };

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema), schemars(title = "pincite.review/1"))]
struct JsonReview<'n> {
    schema: &'static str,
    reviewers: Vec<JsonReviewer<'n>>,
    cases: usize,
    verdicts: serde_json::Map<String, serde_json::Value>,
    contested: usize,
    earlier: usize,
    adjudicated: usize,
    metrics: Vec<JsonMetric<'n>>,
    sources: Vec<JsonSource<'n>>,
    rules: Vec<JsonRule<'n>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonReviewer<'n> {
    name: &'n str,
    verdicts: usize,
}

/// A figure, or the reason why there is none.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub(super) struct JsonFigure {
    value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'static str>,
}

impl From<Figure> for JsonFigure {
    fn from(figure: Figure) -> Self {
        Self { value: figure.ok(), undefined: figure.err() }
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonMetric<'n> {
    name: &'static str,
    title: &'static str,
    definition: &'static str,
    unit: &'static str,
    #[serde(flatten)]
    figure: JsonFigure,
    over: usize,
    of: &'static str,
    left_out: Vec<JsonLeftOut>,
    not_known: &'n [String],
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonLeftOut {
    count: usize,
    why: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonSource<'n> {
    source: &'n str,
    judged: usize,
    supports: usize,
    partly: usize,
    wrong_place: usize,
    fails: usize,
    without_passage: usize,
    ais_rate: JsonFigure,
    weighted: JsonFigure,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonRule<'n> {
    code: &'n str,
    name: &'static str,
    right: usize,
    wrong: usize,
    missed: usize,
    silent: usize,
    agreement: JsonFigure,
    about_form: bool,
    turn_off: bool,
}

/// Returns the layout.
#[cfg(feature = "schemas")]
pub(crate) fn layout() -> schemars::Schema {
    schemars::schema_for!(JsonReview)
}

fn write(numbers: &Numbers, out: &mut dyn Write) -> io::Result<()> {
    let review = JsonReview {
        schema: "pincite.review/1",
        reviewers: numbers
            .reviewers
            .iter()
            .map(|(name, verdicts)| JsonReviewer { name, verdicts: *verdicts })
            .collect(),
        cases: numbers.cases,
        verdicts: numbers
            .verdicts
            .iter()
            .map(|(verdict, times)| (verdict.name().to_owned(), (*times).into()))
            .collect(),
        contested: numbers.contested,
        earlier: numbers.earlier,
        adjudicated: numbers.adjudicated,
        metrics: numbers.metrics.iter().map(metric).collect(),
        sources: numbers.sources.iter().map(source).collect(),
        rules: numbers.rules.iter().map(rule).collect(),
    };
    let json = serde_json::to_string_pretty(&review)?;
    writeln!(out, "{}", json_safe(&json))
}

fn metric(metric: &Metric) -> JsonMetric<'_> {
    JsonMetric {
        name: metric.name,
        title: metric.title,
        definition: metric.definition,
        unit: metric.unit.name(),
        figure: metric.figure.into(),
        over: metric.over,
        of: metric.of,
        left_out: metric.left_out.iter().map(|&(count, why)| JsonLeftOut { count, why }).collect(),
        not_known: &metric.missing,
    }
}

fn source(source: &SourceNumbers) -> JsonSource<'_> {
    JsonSource {
        source: &source.source,
        judged: source.judged,
        supports: source.supports,
        partly: source.partly,
        wrong_place: source.wrong_place,
        fails: source.fails,
        without_passage: source.without_passage,
        ais_rate: source.ais.into(),
        weighted: source.weighted.into(),
    }
}

fn rule(rule: &Calibration) -> JsonRule<'_> {
    JsonRule {
        code: &rule.code,
        name: rule.name,
        right: rule.right,
        wrong: rule.wrong,
        missed: rule.missed,
        silent: rule.silent,
        agreement: rule.agreement.into(),
        about_form: rule.about_form,
        turn_off: rule.turn_off,
    }
}
