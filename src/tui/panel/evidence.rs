//! The evidence strip: the evidence for and against the selected citation, most important first.
//!
//! Its first row has to suffice by itself, because a low screen shows no other.

use crate::report::evidence::{EvidenceLine, EvidenceText, reasons, scores};
use crate::report::standing::is_weak;
use crate::text::prose::one_line;
use crate::tui::layout::Row;
use crate::tui::role::Role;
use crate::tui::state::State;

/// Cells of the bar that shows how many words match.
const BAR: usize = 6;

/// Returns the rows of the strip, unfolded.
pub fn evidence_lines(state: &State) -> Vec<Row> {
    let Some(index) = state.selected.filter(|_| !state.conceals()) else { return Vec::new() };
    let scores = scores(&state.inspection.case, index, state.target);
    let mut rows = Vec::new();
    let is_weak = is_weak(&state.inspection, index);
    let cited = EvidenceText::of(&state.inspection, (index, state.target), is_weak);
    if let (Some(cited), Some(_)) = (&cited, state.better_in_view()) {
        let compared = state.comparison().map(|comparison| EvidenceText {
            inspection: &state.inspection,
            passage: &comparison.passage,
            evidence: &comparison.evidence,
            is_weak: false,
        });
        let better = better_line(state, cited);
        match &compared {
            Some(compared) => rows.extend(compared_rows(compared, Vec::new(), better)),
            None => rows.extend(better),
        }
        return rows;
    }
    if let Some(compared) = cited {
        let better = better_line(state, &compared);
        rows.extend(compared_rows(&compared, scores, better));
    } else if !scores.is_empty() {
        rows.push(row(&EvidenceLine { text: scores.join(" · "), against: false }));
    }
    rows.extend(reasons(&state.inspection.case, index, state.target).iter().map(row));
    rows
}

/// Returns the rows of a comparison. What is wrong comes first: the summary names it, unless a line
/// says exactly what it is.
fn compared_rows(
    compared: &EvidenceText<'_>,
    scores: Vec<String>,
    better: Option<Row>,
) -> Vec<Row> {
    let trouble = compared.trouble();
    let named = trouble.as_ref().map(|it| it.strip_prefix("a ").unwrap_or(it));
    let describes = |line: &EvidenceLine| named.is_some_and(|name| line.text.starts_with(name));
    let (describing, others): (Vec<_>, Vec<_>) =
        compared.lines().into_iter().partition(|line| line.against && describes(line));
    let unsaid = trouble.as_deref().filter(|_| describing.is_empty());
    let mut rows: Vec<Row> = describing.iter().map(row).collect();
    rows.push(summary(compared, unsaid, scores));
    rows.extend(better);
    rows.extend(others.iter().map(row));
    rows
}

/// Returns the better matches, or the one in view next to the cited passage.
pub fn better_line(state: &State, compared: &EvidenceText<'_>) -> Option<Row> {
    let Some(window) = state.better_in_view() else {
        let line = compared.better()?;
        let key = state.key("show-better");
        return Some(row(&EvidenceLine {
            text: format!("{} · {key} shows it", line.text),
            ..line
        }));
    };
    let of = compared.evidence.better.len();
    let shown = state.source.better.unwrap_or_default() + 1;
    let which = if of > 1 { format!(" {shown} of {of}") } else { String::new() };
    let leads = if shown < of { "goes on" } else { "goes back" };
    let key = format!("{} {leads}", state.key("show-better"));
    let words = &compared.evidence.words;
    let cited = format!("cited passage: words {} of {}", words.matched, words.of);
    let text = format!("better match{which}: {} · {cited} · {key}", compared.place(window));
    Some(row(&EvidenceLine { text, against: false }))
}

/// Returns the summary: the most important evidence, the number of matching words, and given scores.
pub fn summary(compared: &EvidenceText<'_>, trouble: Option<&str>, scores: Vec<String>) -> Row {
    let mut row = Row::default();
    if let Some(trouble) = trouble {
        row.decorate(&format!("! {trouble}"), Role::Trouble);
        row.decorate(" · ", Role::Muted);
    }
    let words = &compared.evidence.words;
    if let Some(why) = compared.not_compared() {
        row.decorate(why, Role::Text);
    } else if words.of == 0 {
        row.decorate("no words to compare", Role::Muted);
    } else {
        row.decorate("words ", Role::Muted);
        row.decorate(&bar(words.matched, words.of), Role::Bar);
        row.decorate(&format!(" {} of {}", words.matched, words.of), Role::Text);
    }
    for sum in compared.sums().into_iter().chain(scores) {
        row.decorate(&format!(" · {sum}"), Role::Text);
    }
    row
}

/// Returns a bar of a fixed width; full only when all match, empty only when none does.
pub fn bar(matched: usize, of: usize) -> String {
    let full = match matched {
        0 => 0,
        _ if matched >= of => BAR,
        _ => (matched * BAR / of.max(1)).clamp(1, BAR - 1),
    };
    "▮".repeat(full) + &"▯".repeat(BAR - full)
}

pub(in crate::tui) fn row(line: &EvidenceLine) -> Row {
    let (sign, role) = if line.against { ("! ", Role::Trouble) } else { ("", Role::Text) };
    let mut row = Row::default();
    row.decorate(&format!("{sign}{}", one_line(&line.text)), role);
    row
}
