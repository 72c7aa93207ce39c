//! Everything the screen depends on, size and scroll included, and what can be asked of it.
//!
//! A state is changed by [`crate::tui::actions`]. Drawing only paints it.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::cases::Cases;
use crate::evidence::Evidence;
use crate::inspect::{Comparison, Inspection};
use crate::model::{Citation, Source};
use crate::report::standing::Standing;
use crate::resolve::{Passage, Resolution};
use crate::review::What;
use crate::rules::Finding;
use crate::sources::Change;
use crate::sources::store::Counted;
use crate::text::Span;
use crate::tui::chip;
use crate::tui::chip::Tells;
use crate::tui::colours::Colours;
use crate::tui::keymap::Keymap;
use crate::tui::layout::Window;
use crate::tui::layout::response::ResponseFlow;
use crate::tui::layout::source::SourceFlow;
use crate::tui::state::areas::{Areas, Split};
use crate::tui::state::digest::Digest;
use crate::tui::state::focus::Focus;
use crate::tui::state::list::List;
use crate::tui::state::note::NoteDraft;
use crate::tui::state::pointer::Pointer;
use crate::tui::state::prompt::Prompt;
use crate::tui::state::question::{Question, SavePrompt};
use crate::tui::state::queue::Queue;
use crate::tui::state::reading::Progress;
use crate::tui::state::review::Review;
use crate::tui::state::search::{Search, Searches};
use crate::tui::state::survey::CaseName;
use crate::tui::state::watching::Watching;

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
    Note(NoteDraft),
    /// The next one answers a question in the foot.
    Ask(Question),
    /// They type the name of a file to save verdicts in.
    SaveAs(SavePrompt),
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
    /// True if something went wrong.
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
    /// True if long lines are folded.
    pub wrap: bool,
    /// Cells between tab stops.
    pub tab_width: u16,
    /// True if the mouse is ours.
    pub mouse: bool,
    /// What it is doing.
    pub pointer: Pointer,
    /// What the keys do.
    pub mode: Mode,
    /// The search in each pane.
    pub searches: Searches,
    /// The foot's message.
    pub message: Option<Message>,
    /// What the foot says about each citation; empty outside the demo.
    pub guide: &'static [&'static str],
    /// A number typed before a command.
    pub count: Option<usize>,
    /// Colours known, by source; `None` as key is the response.
    pub colours: BTreeMap<Option<usize>, Rc<Colours>>,
    /// A place asked for that waits for lines to be counted: the last line, or a line's number.
    pub awaited: Option<Awaited>,
    /// True if the list of citations begins with those that most need a look.
    pub worst_first: bool,
    /// Set while the case shown is only the beginning of a long one.
    pub loading: bool,
    /// What is judged.
    pub review: Review,
    /// What became of the files.
    pub watching: Watching,
    /// The cases in the order of the review.
    pub queue: Queue,
    /// What a comparison of the claim with a better match showed, by citation, target and match.
    pub comparisons: BTreeMap<(usize, usize, usize), Comparison>,
    /// How far the documents are read that are not read to their end, by source.
    pub reading: BTreeMap<usize, Progress>,
    pub(in crate::tui) areas: Areas,
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
    /// The areas of the screen, as of the last time the screen was settled.
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

    /// The selected citation.
    pub fn citation(&self) -> Option<&Citation> {
        self.inspection.case.response.citations.get(self.selected?)
    }

    /// The source whose text is shown.
    pub fn shown_source(&self) -> Option<&Source> {
        self.inspection.case.sources.get(self.source.source?)
    }

    pub(in crate::tui) fn is_unread(&self, source: usize) -> bool {
        self.inspection.case.sources.get(source).is_some_and(|source| source.document().is_some())
    }

    /// What was found for the target shown.
    ///
    /// Nothing while a blind review hides it.
    pub fn evidence(&self) -> Option<&Evidence> {
        if self.conceals() {
            return None;
        }
        self.inspection.inspected.get(self.selected?)?.evidence.get(self.target)?.as_ref()
    }

    /// The evidence for the place in view: the better match that is looked at, else what is cited.
    pub fn evidence_in_view(&self) -> Option<&Evidence> {
        match self.source.better {
            Some(_) => self.comparison().map(|comparison| &comparison.evidence),
            None => self.evidence(),
        }
    }

    /// What a comparison with the better match that is looked at showed; `None` until it is made.
    pub fn comparison(&self) -> Option<&Comparison> {
        let key = (self.selected?, self.target, self.source.better?);
        self.comparisons.get(&key).filter(|_| !self.conceals())
    }

    /// The bytes of the source shown that are offered for the claim: those of the better match that
    /// is looked at, else what is cited.
    pub fn span_in_view(&self) -> Option<Span> {
        if self.source.browsing {
            return None;
        }
        match self.looked_at() {
            Some(window) => Some(window.span).filter(|_| self.source.source == Some(window.source)),
            None => self.passage_shown().map(|passage| passage.span),
        }
    }

    /// The better place that is looked at.
    pub fn looked_at(&self) -> Option<&crate::evidence::Window> {
        self.evidence()?.better.get(self.source.better?)
    }

    /// Returns true if the evidence on the target shown is still hidden.
    pub fn conceals(&self) -> bool {
        let review = &self.review;
        review.blind && self.subject().is_none_or(|subject| review.conceals(subject))
    }

    /// Returns true if evidence on a citation is still hidden.
    pub fn conceals_citation(&self, citation: usize) -> bool {
        let tells = self.review.signs.get(citation).copied();
        self.review.blind && tells.is_none_or(|tells| tells == Tells::Resolution)
    }

    /// Returns true if evidence on anything in the case is still hidden.
    pub fn conceals_any(&self) -> bool {
        let review = &self.review;
        let all = || (0..review.subjects().len()).any(|index| review.conceals(index));
        review.blind && (!review.is_ready() || all())
    }

    /// Returns true if a finding may be shown.
    pub fn shows_finding(&self, finding: &Finding) -> bool {
        match finding.citation {
            _ if !self.review.blind => true,
            Some(citation) => !self.conceals_citation(citation),
            None => !self.conceals_any(),
        }
    }

    /// How well a citation stands, as far as that is shown.
    pub fn standing(&self, citation: usize) -> Standing {
        let concealed = self.conceals_citation(citation);
        let tells = if concealed { Tells::Resolution } else { Tells::Doubts };
        chip::standing_told(&self.inspection, citation, tells)
    }

    /// The index of the subject selected.
    pub fn subject(&self) -> Option<usize> {
        match self.review.sentence {
            Some(sentence) => Some(sentence),
            None => self.review.subject_of(self.selected?, self.target),
        }
    }

    /// The sentence without a citation that is selected; bytes of the response.
    pub fn sentence(&self) -> Option<Span> {
        match self.review.subjects().get(self.review.sentence?)?.what {
            What::Uncited(span) => Some(span),
            What::Cited { .. } => None,
        }
    }

    /// Returns true if moving passes over a citation: it is judged, and what is judged is hidden.
    pub fn passes_over(&self, citation: usize) -> bool {
        self.review.hides_reviewed && self.review.is_done(citation)
    }

    /// Returns true if what is cited lies in the source shown, or should.
    pub fn shows_cited(&self) -> bool {
        self.resolution().and_then(Resolution::source) == self.source.source
    }

    /// Returns true if every document of the case is read to its end.
    pub fn has_read_all(&self) -> bool {
        let inspection = &self.inspection;
        inspection.growing.is_empty()
            && inspection.case.sources.iter().all(|source| source.document().is_none())
    }

    /// Whether the lines of the source shown are being counted: its title tells how many they are.
    /// Those of a huge one are counted when a line is asked for, or in view, that they are not
    /// counted up to.
    pub fn is_counting(&self) -> bool {
        let Some(flow) = &self.source.flow else { return false };
        let last = self.source.window.visible.last();
        let is_past = || last.is_some_and(|row| flow.is_past_count(row.place.item));
        let unknown = || flow.last_number().is_none();
        self.awaited.is_some() || unknown() && (flow.is_counted_unasked() || is_past())
    }

    /// Returns true if all of the case is there, with nothing left to count or to read.
    pub fn is_whole(&self) -> bool {
        !self.loading && self.digest.pending.is_empty() && self.has_read_all()
    }

    /// Bytes of the selected citation's claim.
    pub fn claim(&self) -> Option<Span> {
        if let Some(sentence) = self.sentence() {
            return Some(sentence);
        }
        if let Some(aside) = &self.aside {
            return aside.span;
        }
        self.inspection.inspected.get(self.selected?)?.claim.map(|claim| claim.span)
    }

    /// The bytes of the lines selected in the source shown, whole lines.
    pub fn range(&self) -> Option<Span> {
        let (anchor, flow) = (self.source.range?, self.source.flow.as_ref()?);
        let cursor = self.source.window.cursor.item;
        Some(Span::new(anchor.min(cursor), flow.span(anchor.max(cursor)).end))
    }

    /// What each reviewer said about the subject selected, where they differ.
    pub fn dispute_lines(&self) -> &[String] {
        let subject = self.subject().and_then(|index| self.review.subjects().get(index));
        let dispute = subject.and_then(|subject| self.review.dispute(&subject.fingerprint));
        dispute.map(|dispute| dispute.told.as_slice()).unwrap_or_default()
    }

    /// `2 of 7`: where the case shown stands in the queue, and what is special about the queue.
    pub fn place_in_queue(&self) -> String {
        let more = if self.batch.counting.is_some() { "+" } else { "" };
        let Some(list) = &self.queue.kept else {
            return format!("{} of {}{more}", self.batch.index + 1, self.batch.count);
        };
        let mut told = match list.place(self.batch.index) {
            Some(place) => format!("{} of {}{more}", place + 1, list.len()),
            None => format!("outside the {}{more}", list.len()),
        };
        if !self.queue.filter.trim().is_empty() {
            told.push_str(" filtered");
        }
        let order = self.queue.order.title();
        if order.is_empty() { told } else { format!("{told}, {order}") }
    }

    /// The search matches in a pane's view, with which of them is the current one.
    pub fn matches(&self, pane: Focus, window: &Window) -> Vec<(Span, bool)> {
        let Some(search) = self.searches.of(pane) else { return Vec::new() };
        let spans = window.visible.iter().filter_map(|visible| visible.row()?.span());
        let view = spans.reduce(|a, b| Span::new(a.start.min(b.start), a.end.max(b.end)));
        view.map(|view| search.within(view).collect()).unwrap_or_default()
    }
}
