//! The passage or source of a row of a list, next to the list or below it.

use crate::evidence::Evidence;
use crate::rules::Finding;
use crate::text::Span;
use crate::text::prose::one_line;
use crate::tui::layout::Row;
use crate::tui::panel::titles::source_name;
use crate::tui::role::Role;
use crate::tui::state::State;
use crate::tui::state::list::{List, ListKind};

/// The most of a source that is read for a preview, in bytes.
const MAX_TEXT: usize = 16 * 1024;

/// The number of bytes before a place that are shown with it.
const LEAD: usize = 160;

/// Returns the rows of the preview of the row under the cursor, folded to `width` cells; empty for
/// a list whose rows are complete by themselves.
pub fn preview(state: &State, list: &List, width: usize) -> Vec<Row> {
    let Some(chosen) = list.chosen() else { return Vec::new() };
    let mut rows = Vec::new();
    let index = chosen.index;
    match list.kind {
        ListKind::Citations => citation(state, index, None, width, &mut rows),
        ListKind::Findings => {
            if let Some(finding) = state.inspection.findings.get(index) {
                about_finding(state, finding, width, &mut rows);
            }
        }
        ListKind::Sources => source(state, index, width, &mut rows),
        ListKind::Hits => {
            if let Some(hit) = state.hits.found.get(index) {
                title(state, hit.source, None, width, &mut rows);
                let pattern = state.hits.search.as_ref().map(|search| &search.pattern);
                place(state, (hit.source, hit.span), width, &mut rows, &|text, at| {
                    let found = pattern.into_iter().flat_map(|it| it.find_iter(text.as_bytes()));
                    found.map(|found| Span::from(found.range()).shifted(at)).collect()
                });
            }
        }
        ListKind::Cases => case(state, index, width, &mut rows),
        ListKind::Notes => {
            for column in chosen.columns.iter().filter(|column| !column.trim().is_empty()) {
                push_text(&one_line(column), Role::Text, width, &mut rows);
            }
        }
        ListKind::Keys | ListKind::Reasons => {}
    }
    rows
}

/// Returns true if the rows of a list have a preview.
pub const fn has_preview(kind: ListKind) -> bool {
    matches!(
        kind,
        ListKind::Citations
            | ListKind::Findings
            | ListKind::Sources
            | ListKind::Hits
            | ListKind::Cases
    )
}

fn push_text(text: &str, role: Role, width: usize, rows: &mut Vec<Row>) {
    if text.trim().is_empty() {
        return;
    }
    let mut row = Row::default();
    row.decorate(text, role);
    rows.extend(row.wrap(&Row::default(), &Row::default(), width));
}

fn gap(rows: &mut Vec<Row>) {
    if !rows.is_empty() {
        rows.push(Row::default());
    }
}

fn title(state: &State, source: usize, span: Option<Span>, width: usize, rows: &mut Vec<Row>) {
    let own = state.inspection.case.sources.get(source);
    let title = own.and_then(|own| own.title.clone()).map(|title| format!(" · {title}"));
    let place = span.and_then(|span| state.inspection.place_of(source, span));
    let place = place.map(|place| format!(" · {place}"));
    let name = source_name(state, source);
    let text = format!("{name}{}{}", title.unwrap_or_default(), place.unwrap_or_default());
    push_text(&one_line(&text), Role::Heading, width, rows);
}

/// The question and the answer of a case, and its gravest findings; or why it cannot be read.
fn case(state: &State, index: usize, width: usize, rows: &mut Vec<Row>) {
    let name = state.batch.names.get(&index);
    if let Some(unreadable) = name.filter(|name| name.citations.is_none()) {
        return push_text(&unreadable.id, Role::Trouble, width, rows);
    }
    let Some(summary) = name.and_then(|name| name.summary.as_ref()) else {
        return push_text("not inspected yet", Role::Muted, width, rows);
    };
    let [question, answer] = &summary.begins;
    push_text(question, Role::Heading, width, rows);
    push_text(answer, Role::Claim, width, rows);
    if !state.review.blind {
        for message in &summary.messages {
            push_text(&format!("! {message}"), Role::Text, width, rows);
        }
    }
    push_text(&summary.sources.join(" · "), Role::Muted, width, rows);
}

/// The claim and the passages of a citation. Why one is missing is left out if it was `said` before.
fn citation(state: &State, index: usize, said: Option<&str>, width: usize, rows: &mut Vec<Row>) {
    let Some(view) = state.inspection.citation(index) else { return };
    push_text(&one_line(&state.claim_of(&view)), Role::Claim, width, rows);
    for target in view.targets() {
        let missing = target.why_missing().unwrap_or_default();
        if target.passage().is_none() && said == Some(missing) {
            continue;
        }
        gap(rows);
        let evidence = target.evidence.filter(|_| !state.conceals_target(index, target.index));
        match target.passage() {
            Some(passage) => {
                title(state, passage.source, Some(passage.span), width, rows);
                let at = best(passage.span, evidence);
                let matched = evidence.map(|it| &*it.words.in_passage);
                let matched = matched.unwrap_or_default();
                place(state, (passage.source, at), width, rows, &|_, _| matched.to_vec());
            }
            None => push_text(missing, Role::Trouble, width, rows),
        }
    }
}

/// Returns the part of a passage that says most of the claim.
fn best(span: Span, evidence: Option<&Evidence>) -> Span {
    let tightest =
        evidence.and_then(|evidence| evidence.tightest.as_ref()).map(|window| window.span);
    tightest.unwrap_or(span)
}

fn about_finding(state: &State, finding: &Finding, width: usize, rows: &mut Vec<Row>) {
    push_text(&one_line(&finding.message), Role::Heading, width, rows);
    push_text(finding.rule.summary, Role::Muted, width, rows);
    if let Some(help) = &finding.help {
        push_text(&format!("help: {}", one_line(help)), Role::Text, width, rows);
    }
    if let Some(citation_index) = finding.citation {
        gap(rows);
        citation(state, citation_index, Some(&finding.message), width, rows);
    }
}

fn source(state: &State, index: usize, width: usize, rows: &mut Vec<Row>) {
    title(state, index, None, width, rows);
    let Some(own) = state.inspection.case.sources.get(index) else { return };
    push_text(&one_line(&own.url.clone().unwrap_or_default()), Role::Muted, width, rows);
    gap(rows);
    if let Some(Err(why)) = state.inspection.stores.get(index) {
        return push_text(why.as_str(), Role::Text, width, rows);
    }
    place(state, (index, Span::at(0)), width, rows, &|_, _| Vec::new());
}

/// Returns the text from a little before a place on, with the matches in it; `matched` receives a
/// text and its start.
fn place(
    state: &State,
    (source, span): (usize, Span),
    width: usize,
    rows: &mut Vec<Row>,
    matched: &dyn Fn(&str, usize) -> Vec<Span>,
) {
    let Some(store) = state.inspection.store(source) else { return };
    let Some(first) = store.row_holding(span.start) else { return };
    // A long line is shown from a little before the place on.
    let mut at = first.span.start.max(span.start.saturating_sub(LEAD));
    let end = at.saturating_add(MAX_TEXT).min(store.len());
    while let Some(line) = store.row_holding(at).filter(|line| at < end && line.next > at) {
        let from = at.saturating_sub(line.span.start);
        let faithful = line.text.len() == line.span.len();
        let from = if faithful { line.text.floor_char_boundary(from) } else { 0 };
        let text = line.text.get(from..).unwrap_or_default();
        let text = text.get(..text.floor_char_boundary(MAX_TEXT)).unwrap_or_default();
        let start = line.span.start + from;
        let mut row = Row::default();
        let plain = Role::Text;
        let mut done = 0;
        for span in matched(text, start).iter().filter(|_| faithful) {
            let (from, to) = (span.start.saturating_sub(start), span.end.saturating_sub(start));
            if span.start < start || from < done || to > text.len() {
                continue;
            }
            row.text(text.get(done..from).unwrap_or_default(), start + done, plain.into());
            row.text(text.get(from..to).unwrap_or_default(), start + from, Role::Matched.into());
            done = to;
        }
        row.text(text.get(done..).unwrap_or_default(), start + done, plain.into());
        rows.extend(row.wrap(&Row::default(), &Row::default(), width));
        at = line.next;
        if rows.len() > MAX_ROWS {
            return;
        }
    }
}

/// More rows than this no screen has.
const MAX_ROWS: usize = 500;
