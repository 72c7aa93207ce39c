//! The figures of a review as Markdown, for a page or a pull request.

use std::io::{self, Write};

use super::ReviewReport;
use super::wording::{
    RULES_MEAN, basis, caveats, rule_figures, shown, source_figures, source_name, summary, turn_off,
};
use crate::report::findings::markdown_text as plain;
use crate::review::metrics::Numbers;

/// The entry in the table of reports.
pub(super) const REPORT: ReviewReport =
    ReviewReport { name: "markdown", summary: "tables for a page or a comment", write };

fn write(numbers: &Numbers, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "## Review\n")?;
    for line in summary(numbers) {
        writeln!(out, "- {}", plain(&line))?;
    }
    writeln!(out, "\n| Figure | Value | Over | Definition |\n|---|--:|---|---|")?;
    for metric in &numbers.metrics {
        let cells: Vec<String> =
            std::iter::once(metric.definition.to_owned()).chain(caveats(metric)).collect();
        // These words are ours, and the signs in them are meant.
        let (figure, basis) = (shown(metric.figure, metric.unit), basis(metric));
        let explained = cells.join("<br>");
        writeln!(out, "| {} | {figure} | {basis} | {explained} |", metric.title)?;
    }
    sources(numbers, out)?;
    rules(numbers, out)
}

fn sources(numbers: &Numbers, out: &mut dyn Write) -> io::Result<()> {
    if numbers.sources.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n| Source | Judged | Supports | Partly | Wrong place | Fails | AIS | Weighted |"
    )?;
    writeln!(out, "|---|--:|--:|--:|--:|--:|--:|--:|")?;
    for source in &numbers.sources {
        let figures = source_figures(source).join(" | ");
        writeln!(out, "| {} | {figures} |", plain(&source_name(source)))?;
    }
    Ok(())
}

fn rules(numbers: &Numbers, out: &mut dyn Write) -> io::Result<()> {
    if numbers.rules.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n| Rule | Right | Wrong | Missed | Silent | Agreement |")?;
    writeln!(out, "|---|--:|--:|--:|--:|--:|")?;
    for rule in &numbers.rules {
        let figures = rule_figures(rule).join(" | ");
        writeln!(out, "| {} {} | {figures} |", plain(&rule.code), rule.name)?;
    }
    writeln!(out, "\n{RULES_MEAN}.")?;
    match turn_off(numbers) {
        Some(advice) => writeln!(out, "\n{}", plain(&advice)),
        None => Ok(()),
    }
}
