//! The figures of a review as text, each with its definition below.

use std::io::{self, Write};

use super::ReviewReport;
use super::wording::{
    RULES_MEAN, basis, caveats, rule_figures, shown, source_figures, source_name, summary, turn_off,
};
use crate::review::metrics::Numbers;
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
        let [judged, supports, partly, wrong_place, fails, ais, weighted] = source_figures(source);
        writeln!(
            out,
            "  {judged:>6}  {supports:>8}  {partly:>6}  {wrong_place:>11}  {fails:>5}  {ais:>9}  \
             {weighted:>9}  {}",
            SafeText::new(&source_name(source)),
        )?;
    }
    Ok(())
}

fn rules(numbers: &Numbers, out: &mut dyn Write) -> io::Result<()> {
    if numbers.rules.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nAgreement of rules with reviewers")?;
    writeln!(out, "  right  wrong  missed  silent  agreement  rule")?;
    for rule in &numbers.rules {
        let [right, wrong, missed, silent, agreement] = rule_figures(rule);
        let name = format!("{} {}", rule.code, rule.name);
        writeln!(
            out,
            "  {right:>5}  {wrong:>5}  {missed:>6}  {silent:>6}  {agreement:>9}  {}",
            SafeText::new(name.trim_end()),
        )?;
    }
    writeln!(out, "  {RULES_MEAN}")?;
    match turn_off(numbers) {
        Some(advice) => writeln!(out, "  {}", SafeText::new(&advice)),
        None => Ok(()),
    }
}
