//! The figures of a review as CSV, one figure a row: `part,of,figure,value,over,note`.

use std::io::{self, Write};

use super::ReviewReport;
use super::wording::caveats;
use crate::review::exchange::cell;
use crate::review::figure::Figure;
use crate::review::metrics::Numbers;

/// The entry in the table of reports.
pub(super) const REPORT: ReviewReport =
    ReviewReport { name: "csv", summary: "one figure per row, for spreadsheets", write };

fn write(numbers: &Numbers, out: &mut dyn Write) -> io::Result<()> {
    let mut rows = Rows(csv::Writer::from_writer(out));
    rows.row(["part", "of", "figure", "value", "over", "note"])?;
    for (name, verdicts) in &numbers.reviewers {
        rows.count("reviewer", name, "verdicts", *verdicts)?;
    }
    rows.count("review", "", "cases", numbers.cases)?;
    rows.count("review", "", "contested", numbers.contested)?;
    rows.count("review", "", "earlier", numbers.earlier)?;
    rows.count("review", "", "adjudicated", numbers.adjudicated)?;
    for (verdict, times) in &numbers.verdicts {
        rows.count("verdict", verdict.name(), "subjects", *times)?;
    }
    for metric in &numbers.metrics {
        let mut notes = vec![metric.definition.to_owned()];
        notes.extend(metric.figure.err().map(str::to_owned));
        notes.extend(caveats(metric));
        let over = metric.over.to_string();
        let note = notes.join("; ");
        rows.row(["metric", metric.of, metric.name, &number(metric.figure), &over, &note])?;
    }
    for source in &numbers.sources {
        for (name, times) in [
            ("judged", source.judged),
            ("supports", source.supports),
            ("partly", source.partly),
            ("wrong_place", source.wrong_place),
            ("fails", source.fails),
            ("without_passage", source.without_passage),
        ] {
            rows.count("source", &source.source, name, times)?;
        }
        rows.figure("source", &source.source, "ais_rate", source.ais)?;
        rows.figure("source", &source.source, "weighted", source.weighted)?;
    }
    for rule in &numbers.rules {
        for (name, times) in [
            ("right", rule.right),
            ("wrong", rule.wrong),
            ("missed", rule.missed),
            ("silent", rule.silent),
            ("turn_off", usize::from(rule.turn_off)),
        ] {
            rows.count("rule", &rule.code, name, times)?;
        }
        rows.figure("rule", &rule.code, "agreement", rule.agreement)?;
    }
    rows.0.flush()
}

/// Returns a figure in full; empty if it is undefined.
fn number(figure: Figure) -> String {
    figure.map(|value| value.to_string()).unwrap_or_default()
}

struct Rows<'o>(csv::Writer<&'o mut dyn Write>);

impl Rows<'_> {
    fn row(&mut self, cells: [&str; 6]) -> io::Result<()> {
        Ok(self.0.write_record(cells.map(cell))?)
    }

    fn count(&mut self, part: &str, of: &str, figure: &str, times: usize) -> io::Result<()> {
        self.row([part, of, figure, &times.to_string(), "", ""])
    }

    fn figure(&mut self, part: &str, of: &str, name: &str, figure: Figure) -> io::Result<()> {
        self.row([part, of, name, &number(figure), "", figure.err().unwrap_or_default()])
    }
}
