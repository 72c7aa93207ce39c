//! Commands that move from the evidence against a citation to the place that shows it.

use crate::resolve::Resolution;
use crate::rules::Severity;
use crate::tui::actions::passage::open_source;
use crate::tui::actions::queue::sort_list;
use crate::tui::actions::select::select;
use crate::tui::actions::settle::show_bytes;
use crate::tui::commands::shared::{Command, Group, open_list};
use crate::tui::state::list::ListKind;
use crate::tui::state::{Mode, State};

pub(super) const SHOW_BETTER: Command = Command::new(
    Group::Evidence,
    "show-better",
    "show the better match for the claim; again: back to the cited passage",
)
.when(|state| state.evidence().is_some_and(|evidence| !evidence.better.is_empty()))
.run(show_better);

pub(super) const NEXT_FINDING: Command =
    Command::new(Group::Evidence, "next-finding", "next citation with a warning")
        .when(|state| (0..state.digest.warned.len()).any(|index| is_warned(state, index)))
        .run(next_finding);

pub(super) const FINDINGS: Command = Command::new(Group::Evidence, "findings", "list of findings")
    .when(|state| state.inspection.findings.iter().any(|it| state.shows_finding(it)))
    .run(|state| {
        if state.conceals_any()
            && !state.inspection.findings.iter().any(|it| state.shows_finding(it))
        {
            state.notify(CONCEALED);
        } else if state.inspection.is_weighed {
            open_list(state, ListKind::Findings);
        } else {
            state.notify("still comparing claims and passages …");
        }
    });

pub(super) const SORT: Command = Command::new(
    Group::InList,
    "list-sort",
    "another order: worst first, as in the response; cases by rule too",
)
.when(|state| match &state.mode {
    Mode::List(list) => matches!(list.kind, ListKind::Citations | ListKind::Cases),
    _ => false,
})
.run(sort_list);

/// The message shown while evidence is hidden.
pub(super) const CONCEALED: &str = "blind review: evidence is shown after your verdict";

/// True if a rule warns about a citation that is not skipped, unless a blind review hides that.
pub(super) fn is_warned(state: &State, index: usize) -> bool {
    let warned = state.digest.warned.get(index) == Some(&true);
    warned && !state.conceals_citation(index) && !state.passes_over(index)
}

pub(super) fn show_better(state: &mut State) {
    if state.conceals() {
        state.notify(CONCEALED);
        return;
    }
    let places = state.evidence().map(|evidence| evidence.better.clone()).unwrap_or_default();
    if places.is_empty() {
        state.notify(why_no_better(state));
        return;
    }
    let next = state.source.better.map_or(0, |shown| shown + 1);
    let Some(window) = places.get(next) else {
        if let Some(selected) = state.selected {
            select(state, selected, state.target);
        }
        return;
    };
    state.source.browsing = false;
    open_source(state, window.source);
    (state.source.better, state.source.range, state.source.inside) = (Some(next), None, None);
    show_bytes(state, window.span);
}

/// Returns the reason why there is no better match to show.
fn why_no_better(state: &State) -> &'static str {
    match state.resolution() {
        None => "no citation is selected",
        Some(resolution) if resolution.has_no_text() => "not compared: the source has no text",
        Some(Resolution::Missing(_)) => "not compared: the citation is unresolved",
        Some(_) if !state.inspection.is_weighed => "still comparing claims and passages …",
        Some(_) if state.evidence().is_none() => "not compared: nothing to compare",
        Some(_) => "no better match for this claim",
    }
}

pub(super) fn next_finding(state: &mut State) {
    let warned = &state.digest.warned;
    let from = state.selected.map_or(0, |selected| selected + 1);
    let around = (from..warned.len()).chain(0..from.min(warned.len()));
    let found = around.into_iter().find(|index| is_warned(state, *index));
    let Some(index) = found else {
        state.notify(if state.conceals_any() {
            CONCEALED
        } else if state.inspection.is_weighed && state.review.hides_reviewed {
            "no open citation has a warning"
        } else if state.inspection.is_weighed {
            "no citation has a warning"
        } else {
            "still comparing claims and passages …"
        });
        return;
    };
    if index < from {
        state.notify("continues from the first citation");
    }
    let mut findings = state.inspection.findings.iter();
    let finding = findings
        .find(|finding| finding.citation == Some(index) && finding.severity >= Severity::Warning);
    let target = finding.and_then(|finding| finding.target).unwrap_or(0);
    select(state, index, target);
}
