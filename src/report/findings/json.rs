//! Findings as JSON: one object per case, one case per line, in input order; then the metrics if
//! they are requested.
//!
//! The layout is stable, like that of the inspection: fields may be added, but none is renamed or
//! changes its type without a new number in `schema`.

use std::io::{self, Write};

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::{
    Apart, Checked, CheckedCitation, Condition, IgnoredFinding, Options, Report, ReportFinding,
    Summary, Syntax, Writer,
};
use crate::report::safe_writer::write_safely;
use crate::text::safe::json_safe;

/// The entry in the table of reports.
pub(super) const REPORT: Report = Report {
    name: "json",
    summary: "one JSON object per case and line",
    syntax: Syntax::Json,
    begins: |head| head.starts_with("{\"schema\":\"pincite.findings/"),
    begin,
};

/// The layout's name and number.
const SCHEMA: &str = "pincite.findings/1";

/// Returns the layout of one case.
#[cfg(feature = "schemas")]
pub(crate) fn layout() -> schemars::Schema {
    schemars::schema_for!(JsonCase)
}

fn begin(_: Options) -> Box<dyn Writer> {
    Box::new(Json)
}

struct Json;

/// One case.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema), schemars(title = "pincite.findings/1"))]
struct JsonCase<'c> {
    schema: &'static str,
    id: &'c str,
    input: &'c str,
    /// The line of the file that the response begins in, or of a batch that is the case; none if the response
    /// is the file. If a case cannot be read, the line of the fault, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[cfg_attr(feature = "schemas", schemars(with = "Vec<JsonFinding<'_>>"))]
    findings: Findings<'c>,
    citations: JsonCounts,
    /// Findings that comments in the response silence.
    ignored: Vec<JsonIgnored<'c>>,
    /// Findings that the baseline has, which are not among the others.
    known: Vec<JsonKnown>,
    /// Notes on what was not read, left out or assumed.
    notes: &'c [String],
    /// The configuration file in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    configuration: Option<&'c str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'c str>,
    /// Citations that count against a minimum or a requirement in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    counted_against: Option<Vec<JsonAgainst<'c>>>,
}

/// A citation that counts against a minimum or a requirement.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonAgainst<'c> {
    /// Its number in reading order, from 1.
    citation: usize,
    line: u64,
    column: usize,
    outcome: &'static str,
    /// The outcome with its reason, in words.
    reason: &'c str,
    /// `min-supported`, `require-compared` and the like.
    conditions: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<&'c str>,
}

/// The findings, each made when it is written.
struct Findings<'c>(&'c [Apart<ReportFinding>]);

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|it| finding(it)))
    }
}

/// The number of citations by the result of resolving them.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonCounts {
    total: usize,
    checked: usize,
    /// Among the checked ones: probably not supported, without a finding that says so.
    unclear: usize,
    /// Among the checked ones: text and claim could not be compared.
    not_compared: usize,
    /// Not checked: nothing but the response vouches for the text of the source.
    repeated_text: usize,
    without_text: usize,
    unresolved: usize,
}

/// A finding that a comment in the response silences.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonIgnored<'c> {
    rule: &'static str,
    code: &'static str,
    line: u64,
    reason: &'c str,
}

/// A finding that the baseline has.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonKnown {
    rule: &'static str,
    code: &'static str,
    line: u64,
    citation: Option<usize>,
}

/// One finding. Offsets are bytes of the response, columns code points.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonFinding<'c> {
    rule: &'static str,
    code: &'static str,
    severity: &'static str,
    message: &'c str,
    citation: Option<usize>,
    target: Option<&'c str>,
    source: Option<&'c str>,
    start: usize,
    end: usize,
    line: u64,
    column: usize,
    help: Option<&'c str>,
    fingerprint: String,
    /// True if `--fix` repairs it.
    fixable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<&'c str>,
}

impl Writer for Json {
    fn case(&mut self, checked: &Checked, out: &mut dyn Write) -> io::Result<()> {
        let line = match checked.lines {
            super::ResponseLines::In(line) => Some(line),
            super::ResponseLines::Own | super::ResponseLines::Within => None,
        };
        let case = JsonCase {
            schema: SCHEMA,
            id: &checked.id,
            input: &checked.input,
            line,
            findings: Findings(&checked.findings),
            citations: JsonCounts {
                total: checked.counts.citations(),
                checked: checked.counts.checked(),
                unclear: checked.counts.unclear(),
                not_compared: checked.counts.not_compared(),
                repeated_text: checked.counts.repeated(),
                without_text: checked.counts.without_text(),
                unresolved: checked.counts.unresolved(),
            },
            ignored: checked.ignored.iter().map(JsonIgnored::new).collect(),
            known: checked.known.iter().map(|it| JsonKnown::new(it)).collect(),
            notes: &checked.notes,
            configuration: checked.configuration.as_deref(),
            error: checked.error.as_ref().map(|(error, _)| error.as_str()),
            counted_against: all_counted(checked),
        };
        write_safely(&case, out)?;
        writeln!(out)
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<Vec<String>> {
        // Otherwise it looks like a check without findings. Other requirements name their citations.
        let unread = summary.unmet.iter().filter(|unmet| unmet.condition.is_none());
        let unread = unread.map(|unmet| unmet.text.as_str());
        for why in summary.unchecked.into_iter().chain(unread) {
            self.case(&Checked::without_case(why), out)?;
        }
        if let Some(metrics) = &summary.metrics {
            let json = metrics.to_json().map_err(io::Error::other)?;
            writeln!(out, "{}", json_safe(&json))?;
        }
        Ok(Vec::new())
    }
}

impl<'c> JsonIgnored<'c> {
    /// Returns how a finding is written.
    fn new(ignored: &'c IgnoredFinding) -> Self {
        let IgnoredFinding { rule, line, reason } = ignored;
        Self { rule: rule.name, code: rule.code, line: *line, reason }
    }
}

impl JsonKnown {
    /// Returns how a finding is written.
    fn new(entry: &ReportFinding) -> Self {
        Self {
            rule: entry.rule.name,
            code: entry.rule.code,
            line: u64::from(entry.start.line),
            citation: entry.citation,
        }
    }
}

fn all_counted(checked: &Checked) -> Option<Vec<JsonAgainst<'_>>> {
    let all: Vec<_> = checked.citations.iter().filter_map(|it| counted(checked, it)).collect();
    (!all.is_empty()).then_some(all)
}

fn counted<'c>(checked: &'c Checked, cited: &'c CheckedCitation) -> Option<JsonAgainst<'c>> {
    let conditions: Vec<_> = checked.counted_against(cited).map(Condition::name).collect();
    (!conditions.is_empty()).then(|| JsonAgainst {
        citation: cited.number,
        line: u64::from(cited.start.line),
        column: cited.start.column as usize,
        outcome: cited.outcome.name(),
        reason: &cited.reason,
        conditions,
        case: cited.case.as_deref(),
    })
}

fn finding(entry: &ReportFinding) -> JsonFinding<'_> {
    JsonFinding {
        rule: entry.rule.name,
        code: entry.rule.code,
        severity: entry.severity.name(),
        message: &entry.message,
        citation: entry.citation,
        target: entry.target.as_deref(),
        source: entry.source.as_deref(),
        start: entry.span.start,
        end: entry.span.end,
        line: u64::from(entry.start.line),
        column: entry.start.column as usize,
        help: entry.help.as_deref(),
        fingerprint: entry.fingerprint.to_string(),
        fixable: entry.is_fixable(),
        case: entry.case.as_deref(),
    }
}
