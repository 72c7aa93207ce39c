//! The strip below the passage: verdict, evidence, how the passage was found.

use crate::tui::layout::Row;
use crate::tui::panel::evidence::evidence_lines;
use crate::tui::panel::fold::fold;
use crate::tui::panel::past::past_line;
use crate::tui::panel::reread::difference_line;
use crate::tui::panel::review::verdict_line;
use crate::tui::role::Role;
use crate::tui::state::State;

/// Returns the rows below the source's text: the step that found the passage, doubts, the visible
/// part.
pub fn strip(state: &State, width: u16) -> Vec<Row> {
    let mut lines: Vec<(Role, String)> = Vec::new();
    if state.source.browsing {
        return Vec::new();
    }
    let verdict = verdict_line(state)
        .map(|(text, stale)| (if stale { Role::Trouble } else { Role::Heading }, text));
    let others = state.dispute_lines().iter();
    let others = others.map(|said| (Role::Heading, said.clone()));
    let difference = difference_line(state).map(|text| (Role::Heading, text));
    let verdict: Vec<(Role, String)> = others.chain(verdict).chain(difference).collect();
    let verdict = fold(&verdict, width);
    let Some(index) = state.selected else { return verdict };
    let mut facts = Vec::new();
    let past: Vec<(Role, String)> = past_line(state).into_iter().collect();
    if let Some(passage) = state.passage() {
        lines.extend(passage.doubts.iter().map(|doubt| (Role::Text, format!("? {doubt}"))));
        facts.extend(passage_rows(state));
        if passage.normalised {
            facts.push("matched ignoring blanks and hyphens".to_owned());
        }
        let claim = state.inspection.inspected.get(index).and_then(|found| found.claim);
        if claim.is_some_and(|claim| claim.inferred) {
            facts.push("claim inferred from marker position".to_owned());
        }
    }
    let placement = state.citation().map(|citation| citation.placement).unwrap_or_default();
    match placement.describe() {
        Some(text) if placement.is_doubtful() => lines.push((Role::Text, format!("? {text}"))),
        text => facts.extend(text),
    }
    let mut indent = Row::default();
    indent.decorate("  ", Role::Text);
    let folded = |row: Row| row.wrap(&Row::default(), &indent, usize::from(width.max(1)));
    let mut evidence = evidence_lines(state).into_iter();
    // Assumptions made on the way come before results, except for the summary.
    let mut rows: Vec<Row> = verdict;
    rows.extend(fold(&past, width));
    rows.extend(evidence.next().map(folded).unwrap_or_default());
    rows.extend(fold(&lines, width));
    rows.extend(evidence.flat_map(folded));
    if !facts.is_empty() {
        let mut row = Row::default();
        row.decorate(&facts.join(" · "), Role::Muted);
        rows.push(row.cut(0, usize::from(width)));
    }
    rows
}

/// Returns `34 of 120 lines` if the passage does not fit the pane.
pub fn passage_rows(state: &State) -> Option<String> {
    let passage = state.passage_shown()?;
    let (first, last) = (passage.first_line?, passage.last_line?);
    let lines = last.checked_sub(first)? + 1;
    let whole = passage.how == crate::resolve::How::Whole;
    match usize::try_from(lines) {
        _ if whole => Some("the whole source is cited".to_owned()),
        Ok(count) if count > state.source.window.height.max(1) => {
            Some(format!("{} of {lines} lines of the passage fit", state.source.window.height))
        }
        _ => None,
    }
}
