//! Citations and their findings as CSV: a row per citation and cited source.
//!
//! Cells never begin a formula.

use std::io::{self, Write};

use super::rows::Row;
use super::{Checked, Options, Report, Summary, Syntax, Writer};
use crate::review::exchange::cell;

/// The entry in the table of reports.
pub(super) const REPORT: Report = Report {
    name: "csv",
    summary: "a row per citation, for spreadsheets and pandas",
    syntax: Syntax::Csv,
    begins: |head| head.starts_with("input,line,case,citation,target,claim,"),
    begin,
};

const HEAD: [&str; 15] = [
    "input", "line", "case", "citation", "target", "claim", "id", "locator", "status", "support",
    "place", "better", "outcome", "findings", "reason",
];

fn begin(_: Options) -> Box<dyn Writer> {
    Box::new(Csv { begun: false })
}

struct Csv {
    begun: bool,
}

impl Writer for Csv {
    fn case(&mut self, checked: &Checked, out: &mut dyn Write) -> io::Result<()> {
        self.rows(Row::of(checked), out)
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<Vec<String>> {
        self.rows(Row::of_all(summary), out)?;
        Ok(Vec::new())
    }
}

impl Csv {
    fn rows(&mut self, rows: Vec<Row<'_>>, out: &mut dyn Write) -> io::Result<()> {
        let mut out = csv::Writer::from_writer(out);
        if !std::mem::replace(&mut self.begun, true) {
            out.write_record(HEAD)?;
        }
        for row in rows {
            out.write_record(cells(&row))?;
        }
        out.flush()
    }
}

/// Returns the cells of a row, in the order of [`HEAD`].
fn cells(row: &Row<'_>) -> [String; HEAD.len()] {
    let number = |number: Option<usize>| number.map(|it| it.to_string()).unwrap_or_default();
    let text = |text: Option<&str>| cell(text.unwrap_or_default());
    [
        cell(row.input),
        row.line.map(|line| line.to_string()).unwrap_or_default(),
        cell(row.case),
        number(row.citation),
        number(row.target),
        text(row.claim),
        text(row.id),
        text(row.locator),
        text(row.status),
        row.support.map(|it| format!("{it:.4}")).unwrap_or_default(),
        text(row.place),
        text(row.better),
        text(row.outcome),
        cell(&row.findings.join("; ")),
        text(row.reason),
    ]
}
