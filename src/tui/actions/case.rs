//! Shows a case, or more of the one shown.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::inspect::Inspection;
use crate::report::cut::Cut;
use crate::tui::actions::passage::{open_source, show_target};
use crate::tui::actions::questions::leave_subject;
use crate::tui::actions::search::forget_hits;
use crate::tui::actions::select::select;
use crate::tui::actions::settle::settle;
use crate::tui::keymap::Keymap;
use crate::tui::layout::{ResponseFlow, Window};
use crate::tui::state::{
    Areas, Batch, CaseName, Digest, Focus, Hits, Mode, Pointer, Queue, Review, Round, Searches,
    SourcePane, Split, State, Watching,
};

/// Returns the first screen: the first citation selected, its passage in view.
pub fn open(inspection: Inspection, batch: Batch, keymap: Keymap, size: (u16, u16)) -> State {
    let inspection = Arc::new(inspection);
    let mut state = State {
        size,
        keymap,
        batch,
        round: Round::default(),
        response: ResponseFlow::new(Arc::clone(&inspection), Cut::of(&inspection)),
        digest: Digest::of(&inspection),
        inspection,
        response_window: Window::default(),
        source: SourcePane::default(),
        aside: None,
        selected: None,
        target: 0,
        focus: Focus::default(),
        split: Split::default(),
        wrap: true,
        tab_width: 4,
        mouse: true,
        pointer: Pointer::default(),
        mode: Mode::default(),
        searches: Searches::default(),
        hits: Hits::default(),
        effects: Vec::new(),
        message: None,
        guide: &[],
        count: None,
        colours: BTreeMap::new(),
        awaited: None,
        worst_first: true,
        loading: false,
        review: Review::default(),
        watching: Watching::default(),
        queue: Queue::default(),
        comparisons: BTreeMap::new(),
        reading: BTreeMap::new(),
        areas: Areas::default(),
    };
    start_case(&mut state);
    state
}

/// Shows another inspection: another case, or the whole of one whose beginning was shown.
pub fn set_case(state: &mut State, inspection: Inspection, cut: Cut) {
    let whole = std::mem::take(&mut state.loading);
    let keep = whole.then_some((state.selected, state.target));
    leave_subject(state);
    swap_inspection(state, inspection, cut);
    state.review.leave_case();
    state.watching.leave_case();
    state.searches = Searches::default();
    let why = if whole { "the whole case is read" } else { "another case is open" };
    forget_hits(state, why);
    match keep {
        Some((selected @ Some(_), target)) => {
            (state.selected, state.target) = (selected, target);
            name_case(state);
            match &mut state.source.flow {
                Some(flow) => flow.set_inspection(&state.inspection),
                // The rest of the response may list the source that its beginning lacked.
                None => show_target(state),
            }
            settle(state);
        }
        _ => start_case(state),
    }
}

/// Replaces the inspection shown, which is returned, and drops all that was computed from it.
pub(in crate::tui) fn swap_inspection(
    state: &mut State,
    inspection: Inspection,
    cut: Cut,
) -> Arc<Inspection> {
    let raw = state.response.is_raw();
    let before = std::mem::replace(&mut state.inspection, Arc::new(inspection));
    state.round.text += 1;
    state.digest = Digest::of(&state.inspection);
    state.response = ResponseFlow::new(Arc::clone(&state.inspection), cut);
    state.response.set_raw(raw);
    state.colours.clear();
    state.reading.clear();
    state.comparisons.clear();
    before
}

pub(in crate::tui) fn start_case(state: &mut State) {
    name_case(state);
    state.response_window = Window::default();
    state.source = SourcePane::default();
    state.awaited = None;
    (state.selected, state.target) = (None, 0);
    if state.inspection.case.response.citations.is_empty() {
        if !state.inspection.case.sources.is_empty() {
            open_source(state, 0);
            state.source.browsing = true;
        }
        settle(state);
    } else {
        // The first subject to judge in this case is known later.
        let seeking = state.review.seeking;
        select(state, 0, 0);
        state.review.seeking = seeking;
    }
}

pub(in crate::tui) fn name_case(state: &mut State) {
    let case = &state.inspection.case;
    if state.batch.failed.is_none() {
        let name = CaseName::of(case);
        let names = Rc::make_mut(&mut state.batch.names);
        let summary = names.get(&state.batch.index).and_then(|known| known.summary.clone());
        names.insert(state.batch.index, CaseName { summary, ..name });
    }
}
