//! The figures of a review as text, each with its definition below.

use std::io::{self, Write};

use super::{RULES_MEAN, ReviewReport, basis, caveats, shown, summary, turn_off};
use crate::review::metrics::{Numbers, Unit};
use crate::text::SafeText;

/// The entry in the table of reports.
pub(super) const REPORT: ReviewReport =
    ReviewReport { name: "text", summary: "figures with their definitions", write };

fn write(numbers: &Numbers, out: &mut dyn Write) -> io::Result<()> {
    for line in summary(numbers) {
        writeln!(out, "{}", SafeText::new(&line))?;
    }
    for metric in &numbers.metrics {
        let figure = shown(metric.figure, metric.unit);
        writeln!(out, "\n{:34} {figure:>9}  {}", metric.title, basis(metric))?;
        writeln!(out, "  {}", metric.definition)?;
        for caveat in caveats(metric) {
            writeln!(out, "  {caveat}")?;
        }
    }
    sources(numbers, out)?;
    rules(numbers, out)
}

fn sources(numbers: &Numbers, out: &mut dyn Write) -> io::Result<()> {
    if numbers.sources.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nSources")?;
    writeln!(out, "  judged  supports  partly  wrong place  fails        AIS   weighted  source")?;
    for source in &numbers.sources {
        let name = if source.source.is_empty() { "(none known)" } else { &source.source };
        writeln!(
            out,
            "  {:6}  {:8}  {:6}  {:11}  {:5}  {:>9}  {:>9}  {}",
            source.judged,
            source.supports,
            source.partly,
            source.wrong_place,
            source.fails,
            shown(source.ais, Unit::Share),
            shown(source.weighted, Unit::Share),
            SafeText::new(name),
        )?;
    }
    Ok(())
}

fn rules(numbers: &Numbers, out: &mut dyn Write) -> io::Result<()> {
    if numbers.rules.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nRules, and whether people agreed")?;
    writeln!(out, "  right  wrong  missed  silent  agreement  rule")?;
    for rule in &numbers.rules {
        let agreement =
            if rule.about_form { "form".to_owned() } else { shown(rule.agreement, Unit::Share) };
        let name = format!("{} {}", rule.code, rule.name);
        writeln!(
            out,
            "  {:5}  {:5}  {:6}  {:6}  {agreement:>9}  {}",
            rule.right,
            rule.wrong,
            rule.missed,
            rule.silent,
            SafeText::new(name.trim_end()),
        )?;
    }
    writeln!(out, "  {RULES_MEAN}")?;
    match turn_off(numbers) {
        Some(advice) => writeln!(out, "  {}", SafeText::new(&advice)),
        None => Ok(()),
    }
}
