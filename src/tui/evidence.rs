//! The evidence strip: what speaks for and against the selected citation, the most telling first.
//!
//! Its first row alone says the most needed, because on a low screen there is no other.

use super::layout::row::Row;
use super::state::State;
use super::theme::Role;
use crate::evidence::{Evidence, Window};
use crate::report::evidence::{Line, Told, reasons, scores, trouble};
use crate::text::Span;
use crate::text::prose::one_line;

/// Cells of the bar that shows how many words match.
const BAR: usize = 6;

impl State {
    /// What was found for the target shown.
    ///
    /// Nothing while a blind review hides it.
    pub fn evidence(&self) -> Option<&Evidence> {
        if self.conceals() {
            return None;
        }
        self.inspection.inspected.get(self.selected?)?.evidence.get(self.target)?.as_ref()
    }

    /// The better place that is looked at.
    pub fn looked_at(&self) -> Option<&Window> {
        self.evidence()?.better.get(self.source.better?)
    }

    /// The rows of the strip, unfolded.
    pub fn evidence_lines(&self) -> Vec<Row> {
        let Some(index) = self.selected.filter(|_| !self.conceals()) else { return Vec::new() };
        let scores = scores(&self.inspection.case, index, self.target);
        let mut rows = Vec::new();
        if let Some(told) = Told::of(&self.inspection, index, self.target) {
            rows.push(summary(&told, scores));
            rows.extend(self.better_line(&told));
            rows.extend(told.lines().iter().map(row));
        } else if !scores.is_empty() {
            rows.push(row(&Line { text: scores.join(" · "), against: false }));
        }
        rows.extend(reasons(&self.inspection.case, index, self.target).iter().map(row));
        rows
    }

    /// The better places, or the one that is looked at.
    fn better_line(&self, told: &Told<'_>) -> Option<Row> {
        let Some(window) = self.looked_at() else {
            let line = told.better()?;
            return Some(row(&Line { text: format!("{} · b looks there", line.text), ..line }));
        };
        let of = told.evidence.better.len();
        let shown = self.source.better.unwrap_or_default() + 1;
        let which = if of > 1 { format!(" {shown} of {of}") } else { String::new() };
        let key = if shown < of { "b goes on" } else { "b goes back" };
        let text = format!("looking at the better place{which}: {} · {key}", told.place(window));
        Some(row(&Line { text, against: false }))
    }
}

/// The first row: what tells most, how many words match, what others say of it.
fn summary(told: &Told<'_>, scores: Vec<String>) -> Row {
    let mut row = Row::default();
    if let Some(trouble) = trouble(told.evidence) {
        row.decorate(&format!("! {trouble}"), Role::Trouble);
        row.decorate(" · ", Role::Muted);
    }
    let words = &told.evidence.words;
    if words.of == 0 {
        row.decorate("no words to compare", Role::Muted);
    } else {
        row.decorate("words ", Role::Muted);
        row.decorate(&bar(words.matched, words.of), Role::Bar);
        row.decorate(&format!(" {} of {}", words.matched, words.of), Role::Text);
    }
    for sum in told.sums().into_iter().chain(scores) {
        row.decorate(&format!(" · {sum}"), Role::Text);
    }
    row
}

/// A bar of a fixed width; full only when all match, empty only when none does.
fn bar(matched: usize, of: usize) -> String {
    let full = match matched {
        0 => 0,
        _ if matched >= of => BAR,
        _ => (matched * BAR / of.max(1)).clamp(1, BAR - 1),
    };
    "▮".repeat(full) + &"▯".repeat(BAR - full)
}

fn row(line: &Line) -> Row {
    let (sign, role) = if line.against { ("! ", Role::Trouble) } else { ("", Role::Text) };
    let mut row = Row::default();
    row.decorate(&format!("{sign}{}", one_line(&line.text)), role);
    row
}

/// Whether `span` touches one of `spans`, which are in order and do not overlap but by pairs.
pub fn touches(spans: &[Span], span: Span) -> bool {
    let from = spans.partition_point(|other| other.end <= span.start);
    spans.get(from).is_some_and(|other| other.overlaps(span))
}
