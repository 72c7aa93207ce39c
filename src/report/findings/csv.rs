//! Citations and their findings as CSV: a row per citation and cited source.
//!
//! Cells never begin a formula. Findings of a case without a citation are in rows without a number.

use std::io::{self, Write};

use super::{Checked, Options, Report, ReportFinding, Summary, Writer};
use crate::review::exchange::cell;

/// The entry in the table of reports.
pub(super) const REPORT: Report =
    Report { name: "csv", summary: "a row per citation, for spreadsheets and pandas", begin };

const HEAD: [&str; 14] = [
    "input", "line", "case", "citation", "target", "claim", "id", "locator", "status", "support",
    "place", "better", "outcome", "findings",
];

fn begin(_: Options) -> Box<dyn Writer> {
    Box::new(Csv { begun: false })
}

struct Csv {
    begun: bool,
}

impl Writer for Csv {
    fn case(&mut self, checked: &Checked, out: &mut dyn Write) -> io::Result<()> {
        self.head(out)?;
        let mut out = csv::Writer::from_writer(out);
        let line = match checked.lines {
            super::Lines::In(line) => line.to_string(),
            super::Lines::Own | super::Lines::Within => String::new(),
        };
        let input = crate::input::record::input_title(&checked.input);
        let mut row = |case: &str, cells: [&str; 11]| -> io::Result<()> {
            let all = [input, line.as_str(), case].into_iter().chain(cells);
            Ok(out.write_record(all.map(cell))?)
        };
        if let Some((error, _)) = &checked.error {
            row(&checked.id, ["", "", "", "", "", "not-checked", "", "", "", "", error])?;
        }
        for entry in checked.findings.iter().filter(|entry| entry.citation.is_none()) {
            let case = entry.case.as_ref().unwrap_or(&checked.id);
            row(case, ["", "", "", "", "", "", "", "", "", "", &finding(entry)])?;
        }
        let by_citation = checked.by_citation();
        for cited in &checked.citations {
            let case = cited.case.as_ref().unwrap_or(&checked.id);
            let findings = by_citation.get(&cited.key()).map(Vec::as_slice).unwrap_or_default();
            let findings: Vec<String> = findings.iter().map(|entry| finding(entry)).collect();
            let (number, findings) = (cited.number.to_string(), findings.join("; "));
            if cited.targets.is_empty() {
                let (claim, outcome) = (&cited.claim, cited.outcome.name());
                row(case, [&number, "", claim, "", "", outcome, "", "", "", outcome, &findings])?;
            }
            for (at, target) in cited.targets.iter().enumerate() {
                let support = target.support.map(|it| format!("{it:.4}")).unwrap_or_default();
                let cells = [
                    number.as_str(),
                    &(at + 1).to_string(),
                    &cited.claim,
                    &target.id,
                    &target.locator,
                    target.status,
                    &support,
                    target.place.unwrap_or_default(),
                    &target.better,
                    cited.outcome.name(),
                    &findings,
                ];
                row(case, cells)?;
            }
        }
        out.flush()
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<Vec<String>> {
        self.head(out)?;
        let mut out = csv::Writer::from_writer(out);
        for gate in summary.gates.iter().filter(|gate| !gate.is_met) {
            let mut row = [""; HEAD.len()].map(str::to_owned);
            let [.., status, _, _, _, _, findings] = &mut row;
            "below-minimum".clone_into(status);
            *findings = cell(&gate.text);
            out.write_record(row)?;
        }
        out.flush()?;
        Ok(Vec::new())
    }
}

impl Csv {
    fn head(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        let mut out = csv::Writer::from_writer(out);
        out.write_record(HEAD)?;
        out.flush()
    }
}

fn finding(entry: &ReportFinding) -> String {
    format!("{} {}", entry.rule.code, entry.rule.name)
}
