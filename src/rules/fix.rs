//! Carrying out the repairs that findings offer.

use super::{Finding, Fix};
use crate::text::Span;

/// `text` with the fixes of those findings that are chosen, and how many were carried out.
///
/// Fixes are taken in the order of the findings. One that touches what an earlier one changed is
/// left out: read the result again, check it, and apply what is left, until nothing is.
pub fn apply(
    text: &str,
    findings: &[Finding],
    choose: impl Fn(&Finding) -> bool,
) -> (String, usize) {
    let mut edits: Vec<(Span, &str)> = Vec::new();
    let mut applied = 0;
    let chosen = findings.iter().filter(|finding| choose(finding));
    for fix in chosen.filter_map(|finding| finding.fix.as_ref()) {
        if fits(text, &edits, fix) {
            // Nearly always behind all others: findings are in the order of their places.
            for (span, by) in &fix.edits {
                let at = edits.partition_point(|(other, _)| other <= span);
                edits.insert(at, (*span, by));
            }
            applied += 1;
        }
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (span, by) in edits {
        out.push_str(text.get(at..span.start).unwrap_or_default());
        out.push_str(by);
        at = span.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    (out, applied)
}

/// Whether every edit of `fix` lies in the text and apart from those already taken.
fn fits(text: &str, edits: &[(Span, &str)], fix: &Fix) -> bool {
    fix.edits.iter().all(|(span, _)| {
        let after = edits.partition_point(|(other, _)| other <= span);
        let before = after.checked_sub(1).and_then(|index| edits.get(index));
        let apart = before.is_none_or(|(other, _)| other.end < span.start)
            && edits.get(after).is_none_or(|(other, _)| span.end < other.start);
        apart && span.slice(text).is_some()
    })
}
