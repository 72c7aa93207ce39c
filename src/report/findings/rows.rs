//! Citations and their findings as rows: one for each citation and cited source.
//!
//! Findings of a case without a citation are in rows without a number, and so are findings that
//! comments in the response silence or that the baseline has.

use std::borrow::Cow;

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::Serialize;

use super::{Checked, Condition, ReportFinding, ResponseLines, Summary, Unmet};
use crate::input::record::input_title;

/// A row.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema), schemars(title = "pincite.citation/1"))]
pub(super) struct Row<'c> {
    /// The file it was read from; `standard input` for a pipe.
    pub(super) input: &'c str,
    /// The line of the file that the response begins in, or of a batch that is the case; none if the response
    /// is the file. If a case cannot be read, the line of the fault, if that is known.
    pub(super) line: Option<u64>,
    /// The id of the case.
    pub(super) case: &'c str,
    /// The number of the citation in reading order, from 1.
    pub(super) citation: Option<usize>,
    /// The number of the source among those that the citation points at, from 1.
    pub(super) target: Option<usize>,
    /// The claim, on one line.
    pub(super) claim: Option<&'c str>,
    /// The id as written.
    pub(super) id: Option<&'c str>,
    /// The locator; empty if the whole source is cited.
    pub(super) locator: Option<&'c str>,
    /// `found`, or the reason why there is no passage; `not-checked` for a case that cannot be read, and if
    /// nothing was checked; `ignored` for a finding that a comment in the response silences, `known` for one that
    /// the baseline has, `below-minimum` for a share, `not-met` for another requirement.
    pub(super) status: Option<&'static str>,
    /// The support score, from 0 to 1.
    pub(super) support: Option<f64>,
    /// The place that supports the claim.
    pub(super) place: Option<&'static str>,
    /// The best match elsewhere, as source and lines; empty without one.
    pub(super) better: Option<&'c str>,
    /// The result of checking the citation.
    pub(super) outcome: Option<&'static str>,
    /// The findings about it, as code and name. A row that makes the check fail without a finding has its status
    /// here, so that whoever counts rows with findings counts it.
    pub(super) findings: Vec<Cow<'c, str>>,
    /// The outcome or status with its reason, in words; empty if the citation is supported.
    pub(super) reason: Option<&'c str>,
}

impl<'c> Row<'c> {
    /// Returns the rows of a case.
    pub(super) fn of(checked: &'c Checked) -> Vec<Self> {
        let line = match checked.lines {
            ResponseLines::In(line) => Some(line),
            ResponseLines::Own | ResponseLines::Within => None,
        };
        let input = input_title(&checked.input);
        let of_case = |case| Row { input, line, case, ..Row::default() };
        let mut rows = Vec::new();
        if let Some((error, _)) = &checked.error {
            rows.push(of_case(&checked.id).failed("not-checked", error));
        }
        for entry in checked.findings.iter().filter(|entry| entry.citation.is_none()) {
            let case = entry.case.as_ref().unwrap_or(&checked.id);
            rows.push(Row { findings: vec![finding(entry)], ..of_case(case) });
        }
        rows.extend(checked.ignored.iter().map(|one| {
            let findings = vec![one.to_string().into()];
            Row { status: Some("ignored"), findings, ..of_case(&checked.id) }
        }));
        rows.extend(checked.known.iter().map(|one| {
            let findings = vec![finding(one)];
            let case = one.case.as_ref().unwrap_or(&checked.id);
            Row { status: Some("known"), findings, ..of_case(case) }
        }));
        let by_citation = checked.by_citation();
        for cited in &checked.citations {
            let findings = by_citation.get(&cited.key()).map(Vec::as_slice).unwrap_or_default();
            let outcome = Some(cited.outcome.name());
            let of_citation = || Row {
                citation: Some(cited.number),
                claim: Some(&cited.claim),
                status: outcome,
                outcome,
                reason: Some(&cited.reason),
                findings: findings.iter().map(|entry| finding(entry)).collect(),
                ..of_case(cited.case.as_ref().unwrap_or(&checked.id))
            };
            if cited.targets.is_empty() {
                rows.push(of_citation());
            }
            rows.extend((1..).zip(&cited.targets).map(|(number, target)| Row {
                target: Some(number),
                id: Some(&target.id),
                locator: Some(&target.locator),
                status: Some(target.status),
                support: target.support,
                place: target.place,
                better: Some(&target.better),
                ..of_citation()
            }));
        }
        rows
    }

    /// Returns the rows of what makes the check fail besides its cases.
    pub(super) fn of_all(summary: &'c Summary) -> Vec<Self> {
        let unchecked = summary.unchecked.map(|why| Self::default().failed("not-checked", why));
        let is_minimum = |it: &&Unmet| matches!(it.condition, Some(Condition::Minimum(_)));
        let unmet = summary.unmet.iter().filter(|it| !is_minimum(it));
        let unmet = unmet.map(|unmet| Self::default().failed("not-met", &unmet.text));
        let gates = summary.gates.iter().filter(|gate| !gate.is_met);
        let gates = gates.map(|gate| Self::default().failed("below-minimum", &gate.text));
        unchecked.into_iter().chain(unmet).chain(gates).collect()
    }

    /// Returns it as a row that makes the check fail with this status and reason.
    fn failed(self, status: &'static str, reason: &'c str) -> Self {
        let findings = vec![status.into()];
        Self { status: Some(status), findings, reason: Some(reason), ..self }
    }
}

fn finding(entry: &ReportFinding) -> Cow<'_, str> {
    format!("{} {}", entry.rule.code, entry.rule.name).into()
}
