//! The figures of a review as Markdown, for a page or a pull request.

use std::io::{self, Write};

use super::{RULES_MEAN, ReviewReport, basis, caveats, shown, summary, turn_off};
use crate::report::findings::markdown_text as plain;
use crate::review::metrics::{Numbers, Unit};

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
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            plain(&source.source),
            source.judged,
            source.supports,
            source.partly,
            source.wrong_place,
            source.fails,
            shown(source.ais, Unit::Share),
            shown(source.weighted, Unit::Share),
        )?;
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
        let agreement = shown(rule.agreement, Unit::Share);
        writeln!(
            out,
            "| {} {} | {} | {} | {} | {} | {} |",
            plain(&rule.code),
            rule.name,
            rule.right,
            rule.wrong,
            rule.missed,
            rule.silent,
            if rule.about_form { "form".to_owned() } else { agreement },
        )?;
    }
    writeln!(out, "\n{RULES_MEAN}.")?;
    match turn_off(numbers) {
        Some(advice) => writeln!(out, "\n{}", plain(&advice)),
        None => Ok(()),
    }
}
