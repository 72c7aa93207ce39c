//! The decisions that hold, from top to bottom.

use std::io::{self, Write};

use crate::review::{Judgement, JudgementInEntry, RightPlace};
use crate::text::SafeText;

/// Writes decisions by case, in the order of the citations.
pub fn listing(decisions: Vec<JudgementInEntry<'_>>, out: &mut dyn Write) -> io::Result<()> {
    let mut decisions = decisions;
    decisions.sort_by_key(|(entry, judgement)| {
        let Judgement { case, citation, target, .. } = judgement;
        (case, citation.is_none(), *citation, *target, &entry.reviewer, entry.at)
    });
    let mut case = None;
    for (entry, judgement) in decisions {
        if case != Some(&judgement.case) {
            let between = if case.is_some() { "\n" } else { "" };
            writeln!(out, "{between}{}", SafeText::new(&judgement.case))?;
            case = Some(&judgement.case);
        }
        let verdict = judgement.verdict.map_or("no verdict", |verdict| verdict.kind().title);
        let settles = if judgement.adjudicates.is_empty() { "" } else { ", settling" };
        writeln!(
            out,
            "  {}: {verdict} ({}{settles}, {})",
            within(judgement),
            SafeText::new(&entry.reviewer),
            entry.at.round(jiff::Unit::Second).unwrap_or(entry.at),
        )?;
        writeln!(out, "    {}", SafeText::new(&judgement.claim))?;
        let remarks = remarks(judgement);
        if let Some(remarks) = remarks.strip_prefix(", ") {
            writeln!(out, "    {remarks}")?;
        }
    }
    Ok(())
}

/// Returns the place of a judgement: `q7, citation 3.1, turn0file0 L8-L13`.
pub(super) fn place(judgement: &Judgement) -> String {
    format!("{}, {}", SafeText::new(&judgement.case), within(judgement))
}

fn within(judgement: &Judgement) -> String {
    let cited = SafeText::new(&judgement.cited);
    match (judgement.citation, judgement.target) {
        (Some(citation), Some(target)) => format!("citation {citation}.{target}, {cited}"),
        (Some(citation), None) => format!("citation {citation}, {cited}"),
        (None, _) => "uncited sentence".to_owned(),
    }
}

/// Returns reasons, right place and note, each after a comma.
pub(super) fn remarks(judgement: &Judgement) -> String {
    let reasons = judgement.reasons.iter().map(|reason| SafeText::new(reason).into_string());
    let place =
        judgement.place.as_ref().map(|place| format!("right: {}", SafeText::new(&right(place))));
    let note = Some(&judgement.note).filter(|note| !note.is_empty());
    let note = note.map(|note| format!("“{}”", SafeText::new(note)));
    let mut remarks = String::new();
    for remark in reasons.chain(place).chain(note) {
        remarks.push_str(", ");
        remarks.push_str(&remark);
    }
    remarks
}

/// Returns the place that a reviewer named as the right one; it is not yet safe to show.
pub(crate) fn right(place: &RightPlace) -> String {
    let source = &place.source;
    match (place.first_line, place.last_line) {
        (Some(first), Some(last)) if first == last => format!("{source} L{first}"),
        (Some(first), Some(last)) => format!("{source} L{first}-L{last}"),
        _ => format!("{source} bytes {}-{}", place.start, place.end),
    }
}
