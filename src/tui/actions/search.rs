//! Searches in a pane; matches show while one types.

use std::sync::Arc;

use crate::evidence::words::words;
use crate::text::Span;
use crate::text::prose::count;
use crate::tui::actions::lists::list_of;
use crate::tui::actions::passage::open_source;
use crate::tui::actions::settle::{reveal_sideways, settle};
use crate::tui::layout::Flow;
use crate::tui::state::list::ListKind;
use crate::tui::state::search::in_text;
use crate::tui::state::{Effect, Focus, Hit, Hits, Job, Mode, Prompt, Search, State};

/// Opens the prompt for a search in the pane of the focus.
pub fn open_prompt(state: &mut State) {
    let window = state.window(state.focus);
    let top = window.visible.iter().find_map(|visible| visible.row()?.span());
    let start = || state.source.flow.as_ref().and_then(Flow::first).unwrap_or(0);
    let origin = top.map_or_else(start, |span| span.start);
    let (search_before, place_before) =
        (state.search().cloned(), Some((window.top, window.cursor)));
    let words = String::new();
    state.mode =
        Mode::Prompt(Prompt { words, in_sources: false, origin, search_before, place_before });
}

/// Leaves the prompt as if it had not been opened.
pub fn cancel_prompt(state: &mut State) {
    let Mode::Prompt(prompt) = std::mem::take(&mut state.mode) else { return };
    let Prompt { search_before, place_before, .. } = prompt;
    *state.searches.place(state.focus) = search_before;
    let window = match state.focus {
        Focus::Response => &mut state.response_window,
        Focus::Source => &mut state.source.window,
    };
    if let Some((top, cursor)) = place_before {
        (window.top, window.cursor) = (top, cursor);
    }
    find_again(state);
}

/// Searches the source shown once more if a newer search cancelled the one that is shown again.
fn find_again(state: &mut State) {
    let Some(search) = state.searches.of(Focus::Source).filter(|search| !search.done) else {
        return;
    };
    let (words, pattern) = (search.words.clone(), search.pattern.clone());
    if let Some(flow) = &state.source.flow {
        let (source, store) = (flow.source, Arc::clone(&flow.store));
        state.request(Effect::Work(Job::Find { source, store, words, pattern }));
    }
}

/// Has the prompt search all sources, or the pane of the focus.
pub fn toggle_scope(state: &mut State) {
    let Mode::Prompt(prompt) = &mut state.mode else { return };
    prompt.in_sources = !prompt.in_sources;
}

/// Closes the prompt and shows the matches; those in all sources are listed.
pub fn accept_prompt(state: &mut State) {
    let Mode::Prompt(prompt) = &state.mode else { return };
    if !prompt.in_sources {
        state.mode = Mode::Browse;
        return;
    }
    let search = Search::new(&prompt.words, 0);
    cancel_prompt(state);
    if let Some(search) = search {
        find_in_sources(state, search, false);
    }
}

/// Searches in all sources for the words of the claim.
pub fn search_claim(state: &mut State) {
    let text = &state.inspection.case.response.text;
    let spans: Vec<Span> = match state.evidence() {
        Some(evidence) => {
            let words = &evidence.words;
            words.in_claim.iter().chain(&words.missing).copied().collect()
        }
        None => state.claim().map(|claim| content_words(text, claim)).unwrap_or_default(),
    };
    let mut words: Vec<&str> = spans.iter().filter_map(|span| span.slice(text)).collect();
    words.sort_by_key(|word| word.to_lowercase());
    words.dedup_by_key(|word| word.to_lowercase());
    match Search::any_of(&words, 0) {
        Some(search) => find_in_sources(state, search, true),
        None => state.notify("the claim has no words to search for"),
    }
}

fn content_words(text: &str, claim: Span) -> Vec<Span> {
    let words = words(claim.slice(text).unwrap_or_default()).into_iter();
    let content_words = words.filter(|word| word.class.is_content());
    content_words.map(|word| word.span.shifted(claim.start)).collect()
}

fn find_in_sources(state: &mut State, search: Search, by_words: bool) {
    let stores = state.inspection.stores.iter().enumerate();
    let stores: Vec<_> = stores
        .filter_map(|(source, store)| Some((source, Arc::clone(store.as_ref().ok()?))))
        .collect();
    state.notify(format!("searching {} …", count(stores.len(), "source")));
    let (words, pattern) = (search.words.clone(), search.pattern.clone());
    state.hits = Hits { search: Some(search), ..Hits::default() };
    state.request(Effect::Work(Job::FindInSources { words, pattern, by_words, stores }));
}

/// Applies the results of a search in all sources; [`list_due_hits`] shows them.
pub fn apply_hits(state: &mut State, words: &str, found: Vec<Hit>) {
    if state.hits.search.as_ref().is_some_and(|search| search.words == words) {
        (state.hits.found, state.hits.is_due) = (found, true);
    }
}

/// Lists the results of a search in all sources, once no list, note or prompt is open.
pub fn list_due_hits(state: &mut State) {
    if !state.hits.is_due || !matches!(state.mode, Mode::Browse) {
        return;
    }
    state.hits.is_due = false;
    if state.hits.found.is_empty() {
        let search = std::mem::take(&mut state.hits).search;
        let words = search.map(|search| search.words).unwrap_or_default();
        state.notify(format!("/{words} · not found in any source"));
        return;
    }
    state.message = None;
    state.mode = Mode::List(list_of(ListKind::Hits, state));
}

/// Drops the results of a search in all sources, which are places in texts as they were. If they are
/// listed or awaited, a message says `why` they are gone.
pub fn forget_hits(state: &mut State, why: &str) {
    let is_listed = matches!(&state.mode, Mode::List(list) if list.kind == ListKind::Hits);
    let Hits { search, found, is_due } = std::mem::take(&mut state.hits);
    if is_listed {
        state.mode = Mode::Browse;
    }
    let is_expected = is_due || search.is_some() && found.is_empty();
    if is_listed || is_expected {
        state.warn(format!("{why}: search in all sources anew"));
    }
}

/// Opens a result of a search in all sources; the search continues from there.
pub fn show_hit(state: &mut State, index: usize) {
    let Some(hit) = state.hits.found.get(index).cloned() else { return };
    let Some(search) = state.hits.search.clone() else { return };
    open_source(state, hit.source);
    state.source.browsing = true;
    state.focus = Focus::Source;
    settle(state);
    go_to_match(state, Focus::Source, hit.span);
    let (words, pattern) = (search.words.clone(), search.pattern.clone());
    *state.searches.place(Focus::Source) = Some(Search { origin: hit.span.start, ..search });
    let Some(flow) = &state.source.flow else { return };
    let (source, store) = (flow.source, Arc::clone(&flow.store));
    state.request(Effect::Work(Job::Find { source, store, words, pattern }));
}

/// Searches for the words in the prompt: the response immediately, a source on the worker.
pub fn search_prompt(state: &mut State) {
    let Mode::Prompt(prompt) = &state.mode else { return };
    if prompt.in_sources {
        return;
    }
    let search = Search::new(&prompt.words, prompt.origin);
    let pane = state.focus;
    state.searches.place(pane).clone_from(&search);
    let Some(Search { words, pattern, .. }) = search else { return };
    match (pane, &state.source.flow) {
        (Focus::Response, _) => {
            let matches = in_text(&state.inspection.case.response.text, &pattern);
            apply_matches(state, pane, matches);
        }
        (Focus::Source, Some(flow)) => {
            let (source, store) = (flow.source, Arc::clone(&flow.store));
            state.request(Effect::Work(Job::Find { source, store, words, pattern }));
        }
        (Focus::Source, None) => apply_matches(state, pane, Vec::new()),
    }
}

/// Applies the results of a search in a pane, and moves to the first match.
pub fn apply_matches(state: &mut State, pane: Focus, matches: Vec<Span>) {
    let Some(search) = state.searches.place(pane) else { return };
    search.found(matches);
    let here = search.here().unwrap_or_else(|| Span::at(search.origin));
    go_to_match(state, pane, here);
}

/// Goes on through the matches of the pane of the focus (negative: back).
pub fn step_match(state: &mut State, steps: isize) {
    let Some(search) = state.searches.place(state.focus) else { return };
    let around = search.step(steps);
    let Some(here) = search.here() else { return };
    if around {
        let from = if steps > 0 { "top" } else { "end" };
        state.notify(format!("search continues from the {from}"));
    }
    go_to_match(state, state.focus, here);
}

pub(in crate::tui) fn go_to_match(state: &mut State, pane: Focus, here: Span) {
    let offset = here.start;
    match (pane, &mut state.source.flow) {
        (Focus::Response, _) => {
            if let Some(place) = state.response.place_of(offset) {
                state.response_window.reveal(&state.response, place);
            }
        }
        (Focus::Source, Some(flow)) => {
            flow.unfold_for(here);
            if let Some(place) = flow.place_of(offset) {
                state.source.window.reveal(flow, place);
            }
        }
        (Focus::Source, None) => {}
    }
    reveal_sideways(state, pane, here);
}

/// Erases part of the input; erasing an empty input closes the prompt.
pub fn erase(state: &mut State, act: fn(&mut String)) {
    match &mut state.mode {
        Mode::List(list) => {
            let mut filter = list.filter.clone();
            act(&mut filter);
            list.set_filter(filter);
        }
        Mode::Prompt(prompt) if prompt.words.is_empty() => cancel_prompt(state),
        Mode::Prompt(prompt) => {
            act(&mut prompt.words);
            search_prompt(state);
        }
        Mode::Browse | Mode::Note(_) | Mode::Detail(_) | Mode::Ask(_) | Mode::SaveAs(_) => {}
    }
}
