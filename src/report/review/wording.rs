//! The words and cells that the forms of a review report share.

use crate::review::figure::Figure;
use crate::review::metrics::{Calibration, Metric, Numbers, SourceNumbers, Unit};
use crate::text::prose::{count, listed};

/// Returns a figure in a few characters; `undefined` if there is none.
pub(super) fn shown(figure: Figure, unit: Unit) -> String {
    match (figure, unit) {
        (Ok(value), Unit::Share) => format!("{value:.3}"),
        (Ok(value), Unit::Seconds) => format!("{value:.1} s"),
        (Err(_), _) => "undefined".to_owned(),
    }
}

/// Returns the basis of a figure: `of 8 citations`, or the reason why there is no figure.
pub(super) fn basis(metric: &Metric) -> String {
    match metric.figure {
        Ok(_) => format!("of {}", count(metric.over, metric.of)),
        Err(why) => format!("({why})"),
    }
}

/// Returns omissions and unknowns, one line each.
pub(super) fn caveats(metric: &Metric) -> impl Iterator<Item = String> {
    let left_out = metric.left_out.iter().map(|(times, why)| format!("left out: {times}, {why}"));
    left_out.chain(metric.missing.iter().map(|what| format!("not known: {what}")))
}

/// Returns a summary in a sentence or two.
pub(super) fn summary(numbers: &Numbers) -> Vec<String> {
    let Numbers { reviewers, cases, verdicts, contested, adjudicated, earlier, .. } = numbers;
    let decided: usize = verdicts.iter().map(|(_, times)| times).sum();
    let each = verdicts
        .iter()
        .filter(|(_, times)| *times > 0)
        .map(|(verdict, times)| format!("{times} {}", verdict.kind().title));
    let mut lines = vec![format!(
        "{} in {}: {}",
        count(decided, "subject"),
        count(*cases, "case"),
        if decided == 0 { "no verdicts".to_owned() } else { listed(each, 0, ", ") }
    )];
    let names = reviewers.iter().map(|(name, verdicts)| format!("{name} ({verdicts})"));
    if !reviewers.is_empty() {
        lines.push(format!("verdicts by {}", listed(names, 0, ", ")));
    }
    if *contested > 0 {
        lines.push(format!("{} left out: unsettled disagreement", count(*contested, "subject")));
    }
    if *earlier > 0 {
        lines.push(format!("{} left out: no longer in the response", count(*earlier, "verdict")));
    }
    if *adjudicated > 0 {
        lines.push(format!("{} settled by adjudication", count(*adjudicated, "subject")));
    }
    lines
}

/// Returns the name of a source, which is untrusted text, with the verdicts that its figures leave
/// out.
pub(super) fn source_name(source: &SourceNumbers) -> String {
    let name = if source.source.is_empty() { "(none known)" } else { &source.source };
    match source.without_passage {
        0 => name.to_owned(),
        left_out => format!("{name} (left out: {left_out} without a passage)"),
    }
}

/// Returns the figures of a source: judged, supports, partly, wrong place, fails, AIS rate,
/// weighted.
pub(super) fn source_figures(source: &SourceNumbers) -> [String; 7] {
    let SourceNumbers { judged, supports, partly, wrong_place, fails, .. } = source;
    let [judged, supports, partly, wrong_place, fails] =
        [judged, supports, partly, wrong_place, fails].map(ToString::to_string);
    let [ais, weighted] = [source.ais, source.weighted].map(|figure| shown(figure, Unit::Share));
    [judged, supports, partly, wrong_place, fails, ais, weighted]
}

/// Returns the figures of a rule: right, wrong, missed, silent, agreement.
pub(super) fn rule_figures(rule: &Calibration) -> [String; 5] {
    let Calibration { right, wrong, missed, silent, .. } = rule;
    let [right, wrong, missed, silent] = [right, wrong, missed, silent].map(ToString::to_string);
    let agreement =
        if rule.about_form { "form".to_owned() } else { shown(rule.agreement, Unit::Share) };
    [right, wrong, missed, silent, agreement]
}

/// Returns a suggestion to turn off rules that are often wrong, if there are any.
pub(super) fn turn_off(numbers: &Numbers) -> Option<String> {
    let codes = || numbers.rules.iter().filter(|rule| rule.turn_off).map(|rule| rule.code.as_str());
    codes().next()?;
    let flag = codes().collect::<Vec<_>>().join(",");
    Some(format!("often wrong here; to turn off: pincite check --ignore {flag}"))
}

/// Legend of the columns of rules.
pub(super) const RULES_MEAN: &str = "right, wrong: findings on citations that people rejected or accepted; missed, silent: \
    the same without a finding; `cannot tell` does not count. Rules about form are not measured by \
    support";
