//! Everything the screen depends on, size and scroll included; no widget in it.
//!
//! A state is changed by commands ([`super::commands`]) and by what the worker brings
//! ([`State::receive`]); both end in [`State::settle`], which lays out what is in view. Drawing
//! then only paints.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::areas::{Areas, Split};
use super::digest::Digest;
use super::highlight::Colours;
use super::keymap::Keymap;
use super::layout::response::{Cut, ResponseFlow};
use super::layout::source::SourceFlow;
use super::layout::{Flow as _, Window};
use super::list::List;
use super::prompt::Prompt;
use super::queue::Queue;
use super::reading::Progress;
use super::reread::Watching;
use super::review::{NoteEditor, Review};
use super::search::{Search, Searches};
use super::survey::CaseName;
use crate::cases::Cases;
use crate::inspect::Inspection;
use crate::resolve::{Passage, Resolution};
use crate::sources::store::Counted;
use crate::sources::{Change, change_of};
use crate::text::Span;

/// The pane that takes the keys.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Focus {
    /// The response.
    #[default]
    Response,
    /// The source.
    Source,
}

/// What the keys do now.
#[derive(Debug, Clone, Default)]
pub enum Mode {
    /// They run commands.
    #[default]
    Browse,
    /// They type a filter for a list over the panes.
    List(List),
    /// They type what to search for in the pane of the focus.
    Prompt(Prompt),
    /// They write a note.
    Note(Box<NoteEditor>),
}

/// The source pane.
#[derive(Debug, Default)]
pub struct SourcePane {
    /// The text shown; `None` when there is none to show.
    pub flow: Option<SourceFlow>,
    /// Index of the source whose head is shown.
    pub source: Option<usize>,
    /// The view on the text.
    pub window: Window,
    /// Shown because it was asked for in the list of sources, not by a citation.
    pub browsing: bool,
    /// What became of its file since it was read.
    pub change: Option<Change>,
    /// The better place that is looked at instead of what is cited; index into the evidence's
    /// places.
    pub better: Option<usize>,
    /// Where a selection of lines began: an item of the flow.
    pub range: Option<usize>,
}

/// A line for the foot, until the next key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// What to say.
    pub text: String,
    /// Whether something went wrong.
    pub trouble: bool,
}

/// What is looked at in one of two responses that has no citation to select there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aside {
    /// The words, in bytes of the response; `None` where it has none.
    pub span: Option<Span>,
    /// What to say of them where the passage would be.
    pub told: &'static str,
}

/// The cases of the input.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// How many there are, as far as is known.
    pub count: usize,
    /// How far they are counted, while there may be more; see [`crate::cases::Cases::counted`].
    pub counting: Option<usize>,
    /// The one shown, from 0.
    pub index: usize,
    /// What is known of each so far.
    pub names: Rc<BTreeMap<usize, CaseName>>,
    /// Why the one asked for cannot be read.
    pub failed: Option<String>,
}

impl Batch {
    /// The cases known so far.
    pub fn of(cases: &Cases) -> Self {
        let mut batch = Self::default();
        batch.counted(cases.counted());
        batch
    }

    /// Takes over how far the cases are counted.
    pub fn counted(&mut self, counted: Counted) {
        self.count = counted.count;
        self.counting = (!counted.all).then_some(counted.progress);
    }
}

/// The state.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct State {
    /// Terminal cells, columns and rows.
    pub size: (u16, u16),
    /// The keys in force.
    pub keymap: Keymap,
    /// The cases.
    pub batch: Batch,
    /// The case shown, with what is known about it.
    pub inspection: Arc<Inspection>,
    /// Counts over it.
    pub digest: Digest,
    /// The response as rows.
    pub response: ResponseFlow,
    /// The view on the response.
    pub response_window: Window,
    /// The source pane.
    pub source: SourcePane,
    /// What is looked at instead of a citation; only where two responses are compared.
    pub aside: Option<Aside>,
    /// Index of the selected citation.
    pub selected: Option<usize>,
    /// Index of the target shown of the selected citation.
    pub target: usize,
    /// The pane that takes the keys.
    pub focus: Focus,
    /// How the panes share the screen.
    pub split: Split,
    /// Whether long lines are folded.
    pub wrap: bool,
    /// Whether the mouse is ours.
    pub mouse: bool,
    /// What the keys do.
    pub mode: Mode,
    /// The search in each pane.
    pub searches: Searches,
    /// The foot's message.
    pub message: Option<Message>,
    /// A number typed before a command.
    pub count: Option<usize>,
    /// Colours known, by source; `None` as key is the response.
    pub colours: BTreeMap<Option<usize>, Rc<Colours>>,
    /// A place asked for that waits for lines to be counted: the last line, or a line's number.
    pub awaited: Option<Awaited>,
    /// Whether the list of citations begins with those that most need a look.
    pub worst_first: bool,
    /// Set while the case shown is only the beginning of a long one.
    pub loading: bool,
    /// What is judged.
    pub review: Review,
    /// What became of the files.
    pub watching: Watching,
    /// The cases in the order of the review.
    pub queue: Queue,
    /// How far the documents are read that are not read to their end, by source.
    pub reading: BTreeMap<usize, Progress>,
    areas: Areas,
}

/// A jump that waits for the line count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Awaited {
    /// The selected target's passage.
    Passage,
    /// A physical line of the source shown.
    Line(u64),
}

impl State {
    /// The first screen: the first citation selected, its passage in view.
    pub fn new(inspection: Inspection, batch: Batch, keymap: Keymap, size: (u16, u16)) -> Self {
        let inspection = Arc::new(inspection);
        let mut state = Self {
            size,
            keymap,
            batch,
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
            mouse: true,
            mode: Mode::default(),
            searches: Searches::default(),
            message: None,
            count: None,
            colours: BTreeMap::new(),
            awaited: None,
            worst_first: false,
            loading: false,
            review: Review::default(),
            watching: Watching::default(),
            queue: Queue::default(),
            reading: BTreeMap::new(),
            areas: Areas::default(),
        };
        state.start_case();
        state
    }

    /// Shows another inspection: another case, or the whole of one whose beginning was shown.
    pub fn set_case(&mut self, inspection: Inspection, cut: Cut) {
        let whole = std::mem::take(&mut self.loading);
        let keep = whole.then_some((self.selected, self.target));
        let raw = self.response.is_raw();
        self.inspection = Arc::new(inspection);
        self.digest = Digest::of(&self.inspection);
        self.response = ResponseFlow::new(Arc::clone(&self.inspection), cut);
        self.response.set_raw(raw);
        self.colours.clear();
        self.reading.clear();
        self.review.leave_case();
        self.leave_changes();
        self.searches = Searches::default();
        match keep {
            Some((selected @ Some(_), target)) => {
                (self.selected, self.target) = (selected, target);
                self.name_case();
                match &mut self.source.flow {
                    Some(flow) => flow.set_inspection(&self.inspection),
                    // The rest of the response may list the source that its beginning lacked.
                    None => self.show_target(),
                }
                self.settle();
            }
            _ => self.start_case(),
        }
    }

    fn start_case(&mut self) {
        self.name_case();
        self.response_window = Window::default();
        self.source = SourcePane::default();
        self.awaited = None;
        (self.selected, self.target) = (None, 0);
        if self.inspection.case.response.citations.is_empty() {
            if !self.inspection.case.sources.is_empty() {
                self.open_source(0);
                self.source.browsing = true;
            }
            self.settle();
        } else {
            self.select(0, 0);
        }
    }

    pub(super) fn name_case(&mut self) {
        let case = &self.inspection.case;
        if self.batch.failed.is_none() {
            let name = CaseName::of(case);
            let names = Rc::make_mut(&mut self.batch.names);
            let survey = names.get(&self.batch.index).and_then(|known| known.survey.clone());
            names.insert(self.batch.index, CaseName { survey, ..name });
        }
    }

    /// Takes over an inspection that knows more about the same case.
    pub fn know_more(&mut self, inspection: Inspection) {
        self.inspection = Arc::new(inspection);
        self.digest = Digest::of(&self.inspection);
        self.response.set_inspection(&self.inspection);
        if let Some(flow) = &mut self.source.flow {
            flow.set_inspection(&self.inspection);
        }
    }

    /// The areas of the screen, as of the last [`State::settle`].
    pub fn areas(&self) -> Areas {
        self.areas
    }

    /// The resolution of the target shown.
    pub fn resolution(&self) -> Option<&Resolution> {
        self.inspection.inspected.get(self.selected?)?.targets.get(self.target)
    }

    /// The passage of the target shown.
    pub fn passage(&self) -> Option<&Passage> {
        match self.resolution()? {
            Resolution::Found(passage) => Some(passage),
            Resolution::Missing(_) | Resolution::Pending(_) => None,
        }
    }

    /// The passage, if the source pane shows its source.
    pub fn passage_shown(&self) -> Option<&Passage> {
        self.passage().filter(|passage| self.source.source == Some(passage.source))
    }

    /// Selects a citation and one of its targets; both panes follow.
    pub fn select(&mut self, citation: usize, target: usize) {
        self.aside = None;
        self.selected = Some(citation);
        self.target = target;
        self.look_at(None);
        self.awaited = None;
        self.settle();
        self.reveal_chip();
        self.show_target();
        self.notice_change();
        self.settle();
    }

    /// Looks at words that have no citation, or at nothing.
    pub fn look_aside(&mut self, aside: Aside) {
        self.select_nothing();
        let span = aside.span;
        self.aside = Some(aside);
        self.settle();
        if let Some(place) = span.and_then(|span| self.response.place_of(span.start)) {
            self.response_window.reveal(&self.response, place);
        }
        self.settle();
    }

    /// Selects no citation: a sentence without one is looked at.
    pub(super) fn select_nothing(&mut self) {
        (self.selected, self.target, self.awaited) = (None, 0, None);
        self.close_source();
    }

    /// Brings the selected citation's chip into view; the view moves only if it must.
    pub fn reveal_chip(&mut self) {
        let Some(selected) = self.selected else { return };
        let Some(citation) = self.inspection.case.response.citations.get(selected) else { return };
        let anchor = citation.anchor;
        // A claim is brought into view first, so that it is seen unless it fills the pane.
        for place in [
            self.response.place_of(anchor.span.start),
            self.response.place_of_chip(selected, anchor),
        ] {
            let Some(place) = place else { return };
            self.response_window.reveal(&self.response, place);
        }
        let Some(place) = self.response.place_of_chip(selected, anchor) else { return };
        let width = usize::from(self.areas().response.width);
        let rows = self.response.rows(place.item);
        let cells = rows
            .get(place.row)
            .and_then(|row| row.cells_of_chip(selected).or_else(|| row.cells_of(anchor.span)));
        if let Some((start, end)) = cells {
            // Folded rows fit; only a table may reach out of view, and only for it they are moved.
            let left = self.response_window.left;
            let fits = width == 0 || self.wrap && end < width;
            if fits {
                self.response_window.left = 0;
            } else if start < left || end > left + width.saturating_sub(1) {
                self.response_window.left = (end + width / 4).saturating_sub(width);
            }
        }
    }

    /// Brings a marker that is no citation into view.
    pub fn show_card(&mut self, card: usize) {
        let Some(card) = self.inspection.case.response.cards.get(card) else { return };
        if let Some(place) = self.response.place_of(card.span.start) {
            self.response_window.reveal(&self.response, place);
        }
    }

    /// Goes to what a finding is about: its citation, else its place in the response.
    pub fn show_finding(&mut self, index: usize) {
        let Some(finding) = self.inspection.findings.get(index).cloned() else { return };
        match finding.citation {
            Some(citation) => self.select(citation, finding.target.unwrap_or(0)),
            None => {
                if let Some(place) = self.response.place_of(finding.span.start) {
                    self.response_window.reveal(&self.response, place);
                }
            }
        }
        self.say(format!("{}: {}", finding.rule.name, finding.message));
    }

    /// Looks whether the file shown is still what was read, and says so when it no longer is.
    /// Whether the screen differs now.
    pub fn notice_change(&mut self) -> bool {
        if self.watching.looks_itself() && self.source.change.is_none() {
            return false;
        }
        let index = self.source.source.unwrap_or_default();
        let store = self.source.flow.as_ref().map(|flow| flow.store.as_ref());
        let change = self.shown_source().and_then(|source| change_of(source, store));
        if change == self.source.change {
            return false;
        }
        self.source.change = change;
        match change {
            Some(change) => {
                self.complain(format!(
                    "{} {}",
                    super::notice::name(self, index),
                    change.describe()
                ));
            }
            // It holds again what was read.
            None => self.message = None,
        }
        self.settle();
        true
    }

    /// Shows the passage of the selected target, or what comes nearest to it.
    pub fn show_target(&mut self) {
        self.source.browsing = false;
        (self.source.better, self.source.range) = (None, None);
        match self.resolution().cloned() {
            Some(Resolution::Found(passage)) => {
                self.open_source(passage.source);
                self.show_bytes(passage.span);
            }
            Some(Resolution::Missing(missing)) => match missing.candidates.first() {
                Some(&source) => {
                    self.open_source(source);
                    self.settle();
                    self.show_near();
                }
                None => self.close_source(),
            },
            Some(Resolution::Pending(source)) => {
                self.open_source(source);
                self.awaited = Some(Awaited::Passage);
            }
            None => self.close_source(),
        }
    }

    /// Near an unresolved place: the end of the source, when it is known.
    fn show_near(&mut self) {
        let Some(flow) = &self.source.flow else { return };
        if let Some(item) = flow.last().filter(|_| flow.store.line_count().is_some()) {
            let place = super::layout::Place { item, row: 0 };
            self.source.window.show(flow, place, self.source.window.height.saturating_sub(2));
        }
    }

    /// Puts bytes of the source shown into view: whole when they fit, a third from the top.
    pub fn show_bytes(&mut self, span: Span) {
        self.settle();
        let height = self.source.window.height;
        let Some(flow) = &mut self.source.flow else { return };
        flow.unfold_for(span);
        let Some(first) = flow.place_of(span.start) else { return };
        let last = flow.place_of(span.end.saturating_sub(1).max(span.start)).unwrap_or(first);
        let rows = Window::distance(flow, first, last, height) + 1;
        let above = (height / 3).min(height.saturating_sub(rows));
        self.source.window.show(flow, first, above);
    }

    /// Shows a source from its beginning, unless it is the one shown.
    pub fn open_source(&mut self, source: usize) {
        if self.source.source == Some(source) && self.source.flow.is_some() {
            return;
        }
        self.source.source = Some(source);
        (self.source.change, self.source.range) = (None, None);
        self.source.window = Window::default();
        self.source.flow = SourceFlow::new(&self.inspection, source);
        *self.searches.place(Focus::Source) = None;
        if let (Some(flow), Some(colours)) =
            (&mut self.source.flow, self.colours.get(&Some(source)))
        {
            flow.set_colours(Rc::clone(colours));
        }
        if let Some(first) = self.source.flow.as_ref().and_then(super::layout::Flow::first) {
            let place = super::layout::Place { item: first, row: 0 };
            (self.source.window.top, self.source.window.cursor) = (place, place);
        }
    }

    fn close_source(&mut self) {
        self.source = SourcePane::default();
        *self.searches.place(Focus::Source) = None;
    }

    /// Lays out what is in view for the present size and settings.
    pub fn settle(&mut self) {
        self.areas = Areas::of(self);
        let areas = self.areas;
        let width = usize::from(areas.response.width);
        self.response.set(width, self.wrap, self.selected);
        self.response_window.settle(&self.response, usize::from(areas.response.height));
        if let Some(flow) = &mut self.source.flow {
            flow.set(usize::from(areas.source.width), self.wrap);
            self.source.window.settle(flow, usize::from(areas.source.height));
        }
    }

    /// Says something in the foot.
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), trouble: false });
    }

    /// Says in the foot that something cannot be done.
    pub fn complain(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), trouble: true });
    }

    /// The search in the pane of the focus.
    pub fn search(&self) -> Option<&Search> {
        self.searches.of(self.focus)
    }
}
