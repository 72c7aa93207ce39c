//! Typing: a search that shows its matches while it is typed, a filter of a list.

use std::sync::Arc;

use super::commands::{Effect, accept};
use super::layout::{Flow, Place};
use super::list::Kind;
use super::search::{self, Search};
use super::state::{Focus, Mode, State};
use super::worker::Job;
use crate::text::Span;

/// A search being typed.
#[derive(Debug, Clone)]
pub struct Prompt {
    /// What was typed so far.
    pub words: String,
    /// Byte offset from which on matches are wanted.
    origin: usize,
    /// What to come back to: the search before, and the view's top and cursor.
    before: (Option<Search>, Place, Place),
}

impl State {
    /// Opens the prompt for a search in the pane of the focus.
    pub fn open_prompt(&mut self) {
        let window = match self.focus {
            Focus::Response => &self.response_window,
            Focus::Source => &self.source.window,
        };
        let top = window.visible.iter().find_map(|visible| visible.row()?.span());
        let start = || self.source.flow.as_ref().and_then(Flow::first).unwrap_or(0);
        let origin = top.map_or_else(start, |span| span.start);
        let before = (self.search().cloned(), window.top, window.cursor);
        self.mode = Mode::Prompt(Prompt { words: String::new(), origin, before });
    }

    /// Leaves the prompt as if it had not been opened.
    pub fn cancel_prompt(&mut self) {
        let Mode::Prompt(prompt) = std::mem::take(&mut self.mode) else { return };
        let (search, top, cursor) = prompt.before;
        *self.searches.place(self.focus) = search;
        let window = match self.focus {
            Focus::Response => &mut self.response_window,
            Focus::Source => &mut self.source.window,
        };
        (window.top, window.cursor) = (top, cursor);
    }

    /// Adds a character to what is searched for, or to a list's filter.
    pub fn type_character(&mut self, c: char) -> Vec<Effect> {
        match &mut self.mode {
            Mode::Prompt(prompt) => {
                prompt.words.push(c);
                self.look()
            }
            Mode::List(list) if list.kind == Kind::Reasons && c == ' ' => accept(self),
            Mode::List(list) => {
                let filter = format!("{}{c}", list.filter);
                list.set_filter(filter);
                Vec::new()
            }
            Mode::Browse | Mode::Note(_) => Vec::new(),
        }
    }

    /// Takes back some of what was typed; taking back from nothing leaves the prompt.
    pub fn erase(&mut self, act: fn(&mut String)) -> Vec<Effect> {
        match &mut self.mode {
            Mode::List(list) => {
                let mut filter = list.filter.clone();
                act(&mut filter);
                list.set_filter(filter);
                Vec::new()
            }
            Mode::Prompt(prompt) if prompt.words.is_empty() => {
                self.cancel_prompt();
                Vec::new()
            }
            Mode::Prompt(prompt) => {
                act(&mut prompt.words);
                self.look()
            }
            Mode::Browse | Mode::Note(_) => Vec::new(),
        }
    }

    /// Searches for the words in the prompt: the response at once, a source on the worker.
    fn look(&mut self) -> Vec<Effect> {
        let Mode::Prompt(prompt) = &self.mode else { return Vec::new() };
        let search = Search::new(&prompt.words, prompt.origin);
        let pane = self.focus;
        self.searches.place(pane).clone_from(&search);
        let Some(Search { words, pattern, .. }) = search else { return Vec::new() };
        match (pane, &self.source.flow) {
            (Focus::Response, _) => {
                let matches = search::in_text(&self.inspection.case.response.text, &pattern);
                self.take_matches(pane, matches);
                Vec::new()
            }
            (Focus::Source, Some(flow)) => {
                let (source, store) = (flow.source, Arc::clone(&flow.store));
                vec![Effect::Work(Job::Find { source, store, words, pattern })]
            }
            (Focus::Source, None) => {
                self.take_matches(pane, Vec::new());
                Vec::new()
            }
        }
    }

    /// Takes over what was found in a pane, and goes to the first match.
    pub fn take_matches(&mut self, pane: Focus, matches: Vec<Span>) {
        let Some(search) = self.searches.place(pane) else { return };
        search.found(matches);
        let here = search.here().unwrap_or_else(|| Span::at(search.origin));
        self.go_to(pane, here);
    }

    /// Goes on through the matches of the pane of the focus (negative: back).
    pub fn step_match(&mut self, steps: isize) {
        let Some(search) = self.searches.place(self.focus) else { return };
        let around = search.step(steps);
        let Some(here) = search.here() else { return };
        if around {
            let from = if steps > 0 { "top" } else { "end" };
            self.say(format!("searched on from the {from}"));
        }
        self.go_to(self.focus, here);
    }

    fn go_to(&mut self, pane: Focus, here: Span) {
        let offset = here.start;
        match (pane, &mut self.source.flow) {
            (Focus::Response, _) => {
                if let Some(place) = self.response.place_of(offset) {
                    self.response_window.reveal(&self.response, place);
                }
            }
            (Focus::Source, Some(flow)) => {
                flow.unfold_for(here);
                if let Some(place) = flow.place_of(offset) {
                    self.source.window.reveal(flow, place);
                }
            }
            (Focus::Source, None) => {}
        }
    }
}
