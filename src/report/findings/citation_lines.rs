//! Citations and their findings as JSON Lines: an object per citation and cited source.

use std::io::{self, Write};

use super::rows::Row;
use super::{Checked, Options, Report, Summary, Syntax, Writer};
use crate::text::safe::json_safe;

/// The entry in the table of reports.
pub(super) const REPORT: Report = Report {
    name: "jsonl-citations",
    summary: "one JSON object per citation and line",
    syntax: Syntax::Json,
    begins: |head| head.starts_with("{\"input\":") && head.contains(",\"citation\":"),
    begin,
};

/// Returns the layout of one line.
#[cfg(feature = "schemas")]
pub(crate) fn layout() -> schemars::Schema {
    schemars::schema_for!(Row<'_>)
}

fn begin(_: Options) -> Box<dyn Writer> {
    Box::new(CitationLines)
}

struct CitationLines;

impl Writer for CitationLines {
    fn case(&mut self, checked: &Checked, out: &mut dyn Write) -> io::Result<()> {
        Row::of(checked).iter().try_for_each(|row| write(row, out))
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<Vec<String>> {
        Row::of_all(summary).iter().try_for_each(|row| write(row, out))?;
        Ok(Vec::new())
    }
}

fn write(row: &Row<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", json_safe(&serde_json::to_string(row)?))
}
