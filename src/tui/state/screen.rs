//! The state of the screen, including size and scroll positions, and queries on it.
//!
//! [`crate::tui::actions`] changes a state. Drawing only reads it.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::cases::Cases;
use crate::evidence::Evidence;
use crate::evidence::claim_text::without_markup;
use crate::inspect::{CitationView, Comparison, Inspection, TargetView};
use crate::model::{Citation, Source};
use crate::resolve::{Passage, Resolution};
use crate::review::SubjectPart;
use crate::rules::Finding;
use crate::sources::Change;
use crate::sources::store::Counted;
use crate::text::Span;
use crate::tui::chip::ChipSign;
use crate::tui::colours::Colours;
use crate::tui::keymap::{Keymap, Section};
use crate::tui::layout::{ResponseFlow, SourceFlow};
use crate::tui::layout::{RowPlace, Window};
use crate::tui::state::case_rows::MAX_NAMED;
use crate::tui::state::list::List;
use crate::tui::state::review::Seeking;
use crate::tui::state::{
    Areas, CaseName, Detail, Digest, Effect, Focus, Hits, NoteDraft, Outcome, Pointer, Progress,
    Prompt, Question, Queue, Review, Round, SavePrompt, Search, Searches, Split, Watching,
};

/// The mode of the keys.
#[derive(Debug, Clone, Default)]
pub enum Mode {
    /// They run commands.
    #[default]
    Browse,
    /// They type a filter for a list over the panes.
    List(List),
    /// A search in the focused pane is being typed.
    Prompt(Prompt),
    /// They write a note.
    Note(NoteDraft),
    /// They scroll through everything about the citation selected.
    Detail(Box<Detail>),
    /// The next one answers a question in the foot.
    Ask(Question),
    /// They type the name of a file to save verdicts in.
    SaveAs(SavePrompt),
}

/// The source pane.
#[derive(Debug, Default)]
pub struct SourcePane {
    /// The text shown; `None` if there is none.
    pub flow: Option<SourceFlow>,
    /// Index of the source whose head is shown.
    pub source: Option<usize>,
    /// The view on the text.
    pub window: Window,
    /// True if it was opened from the list of sources and not by a citation.
    pub browsing: bool,
    /// The change of its file since it was read.
    pub change: Option<Change>,
    /// The better place shown instead of the cited one; index into the evidence's places.
    pub better: Option<usize>,
    /// The beginning of a selection of lines: an item of the flow.
    pub range: Option<usize>,
    /// The current place inside a long passage: bytes of the source.
    pub inside: Option<Span>,
    /// The first row of the view when the passage was shown; another row means that the user has
    /// moved.
    pub shown_at: Option<RowPlace>,
}

/// A line for the foot, until the next key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The text.
    pub text: String,
    /// True if something went wrong.
    pub trouble: bool,
}

/// The current words in one of two responses, if it has no citation to select there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aside {
    /// The words, in bytes of the response; `None` if it has none.
    pub span: Option<Span>,
    /// The message about them, in place of the passage.
    pub message: &'static str,
}

/// The cases of the input.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// Their number, as far as it is known.
    pub count: usize,
    /// The progress of counting them, while there may be more; see [`crate::cases::Cases::counted`].
    pub counting: Option<usize>,
    /// The name of the input's file.
    pub file: String,
    /// The one shown, from 0.
    pub index: usize,
    /// The name of each, and its results so far.
    pub names: Rc<BTreeMap<usize, CaseName>>,
    /// The files of the cases, for the list until the names are known. Empty unless the input is a
    /// folder.
    pub files: Rc<BTreeMap<usize, Arc<str>>>,
    /// The one that was asked for and is not open yet.
    pub opening: Option<usize>,
    /// The reason why the requested one cannot be read.
    pub failed: Option<String>,
}

impl Batch {
    /// Returns the cases known so far.
    pub fn of(cases: &Cases) -> Self {
        let mut batch = Self { file: cases.input().file_name(), ..Self::default() };
        batch.counted(cases.counted());
        batch.files = Self::files_of(cases);
        batch
    }

    /// Returns the files of the first cases of a folder.
    pub fn files_of(cases: &Cases) -> Rc<BTreeMap<usize, Arc<str>>> {
        let file = |index| Some((index, Arc::from(cases.file_in_folder(index)?)));
        Rc::new((0..MAX_NAMED).map_while(file).collect())
    }

    /// Sets the number of cases counted so far.
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
    /// The changes so far of what the outcomes of jobs are about.
    pub round: Round,
    /// The case shown, with its results.
    pub inspection: Arc<Inspection>,
    /// Counts over it.
    pub digest: Digest,
    /// The response as rows.
    pub response: ResponseFlow,
    /// The view on the response.
    pub response_window: Window,
    /// The source pane.
    pub source: SourcePane,
    /// The words shown instead of a citation; only if two responses are compared.
    pub aside: Option<Aside>,
    /// Index of the selected citation.
    pub selected: Option<usize>,
    /// Index of the target shown of the selected citation.
    pub target: usize,
    /// The pane that takes the keys.
    pub focus: Focus,
    /// The shares of the panes.
    pub split: Split,
    /// True if long lines are folded.
    pub wrap: bool,
    /// Cells between tab stops.
    pub tab_width: u16,
    /// True if the mouse is ours.
    pub mouse: bool,
    /// The state of the pointer.
    pub pointer: Pointer,
    /// The mode of the keys.
    pub mode: Mode,
    /// The search in each pane.
    pub searches: Searches,
    /// The result of a search in all sources.
    pub hits: Hits,
    /// The requests of the last event to the world outside, in order.
    pub effects: Vec<Effect>,
    /// The foot's message.
    pub message: Option<Message>,
    /// The guide's texts for each citation, shown in the foot; empty outside the demo.
    pub guide: &'static [&'static str],
    /// A number typed before a command.
    pub count: Option<usize>,
    /// The colours by source; the key `None` is the response.
    pub colours: BTreeMap<Option<usize>, Rc<Colours>>,
    /// A requested place that waits for lines to be counted: the last line, or a line's number.
    pub awaited: Option<Awaited>,
    /// True if the list of citations begins with those that most need a look.
    pub worst_first: bool,
    /// Set while the case shown is only the beginning of a long one.
    pub loading: bool,
    /// The review.
    pub review: Review,
    /// The changes of the files.
    pub watching: Watching,
    /// The cases in the order of the review.
    pub queue: Queue,
    /// The comparisons of claims with better matches, by citation, target and match.
    pub comparisons: BTreeMap<(usize, usize, usize), Comparison>,
    /// The progress of reading documents, by source.
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
    /// Returns the areas of the screen, as of the last time the screen was settled.
    pub fn areas(&self) -> Areas {
        self.areas
    }

    /// Returns the selected citation with its results.
    pub fn view(&self) -> Option<CitationView<'_>> {
        self.inspection.citation(self.selected?)
    }

    /// Returns the target shown with its results.
    pub fn target_view(&self) -> Option<TargetView<'_>> {
        self.view()?.target(self.target)
    }

    /// Returns the number of citations of the case.
    pub fn citation_count(&self) -> usize {
        self.inspection.case.response.citations.len()
    }

    /// Returns some bytes of the response.
    pub fn response_text(&self, span: Span) -> Option<String> {
        span.slice(&self.inspection.case.response.text).map(str::to_owned)
    }

    /// Returns the resolution of the target shown.
    pub fn resolution(&self) -> Option<&Resolution> {
        Some(self.target_view()?.resolution)
    }

    /// Returns the passage of the target shown.
    pub fn passage(&self) -> Option<&Passage> {
        match self.resolution()? {
            Resolution::Found(passage) => Some(passage),
            Resolution::Missing(_) | Resolution::Pending(_) => None,
        }
    }

    /// Returns the passage, if the source pane shows its source.
    pub fn passage_shown(&self) -> Option<&Passage> {
        self.passage().filter(|passage| self.source.source == Some(passage.source))
    }

    /// Returns the key of a command as currently bound, or its name if it has none.
    pub fn key<'k>(&'k self, command: &'k str) -> &'k str {
        self.keymap.keys_of(Section::Browse, command).next().unwrap_or(command)
    }

    /// Returns the question in the foot.
    pub fn question(&self) -> Option<Question> {
        match &self.mode {
            Mode::Ask(question) => Some(*question),
            Mode::Detail(detail) => detail.question,
            _ => None,
        }
    }

    /// Asks a question in the foot; the detail of a citation stays open above it.
    pub fn ask(&mut self, question: Question) {
        match &mut self.mode {
            Mode::Detail(detail) => detail.question = Some(question),
            mode => *mode = Mode::Ask(question),
        }
    }

    /// Removes the question from the foot.
    pub fn end_question(&mut self) {
        match &mut self.mode {
            Mode::Ask(_) => self.mode = Mode::Browse,
            Mode::Detail(detail) => detail.question = None,
            _ => {}
        }
    }

    /// Requests something that happens outside the state.
    pub fn request(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Shows a message in the foot.
    pub fn notify(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), trouble: false });
    }

    /// Shows a warning in the foot.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), trouble: true });
    }

    /// Returns the view on a pane.
    pub fn window(&self, pane: Focus) -> &Window {
        match pane {
            Focus::Response => &self.response_window,
            Focus::Source => &self.source.window,
        }
    }

    /// Returns the search in the pane of the focus.
    pub fn search(&self) -> Option<&Search> {
        self.searches.of(self.focus)
    }

    /// Returns the selected citation.
    pub fn citation(&self) -> Option<&Citation> {
        self.view().map(|view| view.citation)
    }

    /// Returns the source whose text is shown.
    pub fn shown_source(&self) -> Option<&Source> {
        self.inspection.case.sources.get(self.source.source?)
    }

    pub(in crate::tui) fn is_unread(&self, source: usize) -> bool {
        self.inspection.case.sources.get(source).is_some_and(|source| source.document().is_some())
    }

    /// Returns the evidence on the target shown.
    ///
    /// Nothing while a blind review hides it.
    pub fn evidence(&self) -> Option<&Evidence> {
        if self.conceals() {
            return None;
        }
        self.target_view()?.evidence
    }

    /// Returns the evidence for the place in view: the better match if one is shown, otherwise the
    /// cited passage.
    pub fn evidence_in_view(&self) -> Option<&Evidence> {
        match self.source.better {
            Some(_) => self.comparison().map(|comparison| &comparison.evidence),
            None => self.evidence(),
        }
    }

    /// Returns the comparison with the better match in view; `None` until it is made.
    pub fn comparison(&self) -> Option<&Comparison> {
        let key = (self.selected?, self.target, self.source.better?);
        self.comparisons.get(&key).filter(|_| !self.conceals())
    }

    /// Returns the bytes of the place in view: the better match if one is shown, otherwise the
    /// cited passage.
    pub fn span_in_view(&self) -> Option<Span> {
        if self.source.browsing {
            return None;
        }
        match self.better_in_view() {
            Some(window) => Some(window.span).filter(|_| self.source.source == Some(window.source)),
            None => self.source.inside.or_else(|| self.passage_shown().map(|passage| passage.span)),
        }
    }

    /// Returns the bytes and the first line of the place in view, as [`Self::span_in_view`] has it.
    pub fn place_in_view(&self) -> Option<(Span, Option<u64>)> {
        let span = self.span_in_view()?;
        let passage = || self.passage_shown().filter(|passage| passage.span.start == span.start);
        let line = match self.better_in_view() {
            Some(window) => Some(window.first_line),
            None => passage().and_then(|passage| passage.first_line),
        };
        Some((span, line))
    }

    /// Returns the better match in view.
    pub fn better_in_view(&self) -> Option<&crate::evidence::Window> {
        self.evidence()?.better.get(self.source.better?)
    }

    /// Returns true if the evidence on the target shown is still hidden.
    pub fn conceals(&self) -> bool {
        let review = &self.review;
        review.blind && self.subject().is_none_or(|subject| review.conceals(subject))
    }

    /// Returns true if the evidence on a target of a citation is still hidden.
    pub fn conceals_target(&self, citation: usize, target: usize) -> bool {
        let review = &self.review;
        review.blind && review.subject_of(citation, target).is_none_or(|it| review.conceals(it))
    }

    /// Returns true if evidence on a citation is still hidden.
    pub fn conceals_citation(&self, citation: usize) -> bool {
        let sign = self.review.signs.get(citation).copied();
        self.review.blind && sign.is_none_or(|sign| sign == ChipSign::Resolution)
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

    /// Returns the index of the subject selected.
    pub fn subject(&self) -> Option<usize> {
        match self.review.sentence {
            Some(sentence) => Some(sentence),
            None => self.review.subject_of(self.selected?, self.target),
        }
    }

    /// Returns the selected sentence without a citation; bytes of the response.
    pub fn sentence(&self) -> Option<Span> {
        match self.review.subjects().get(self.review.sentence?)?.what {
            SubjectPart::Uncited(span) => Some(span),
            SubjectPart::Cited { .. } => None,
        }
    }

    /// Returns true if moving skips a citation: it is reviewed, and reviewed items are hidden.
    pub fn passes_over(&self, citation: usize) -> bool {
        self.review.hides_reviewed && self.review.is_done(citation)
    }

    /// Returns true if the cited passage is, or should be, in the source shown.
    pub fn shows_cited(&self) -> bool {
        self.resolution().and_then(Resolution::source) == self.source.source
    }

    /// Returns true if every document of the case is read to its end.
    pub fn has_read_all(&self) -> bool {
        let inspection = &self.inspection;
        inspection.growing.is_empty()
            && inspection.case.sources.iter().all(|source| source.document().is_none())
    }

    /// True if the lines of the source shown are being counted: its title gives their number. The
    /// lines of a huge source are counted only when an uncounted line is requested or in view.
    pub fn is_counting(&self) -> bool {
        let Some(flow) = &self.source.flow else { return false };
        let last = self.source.window.visible.last();
        let is_past = || last.is_some_and(|row| flow.is_past_count(row.place.item));
        let unknown = || flow.last_number().is_none();
        self.awaited.is_some() || unknown() && (flow.is_counted_unasked() || is_past())
    }

    /// True for the outcome of the job that opens the case that was asked for.
    pub fn is_opening(&self, outcome: &Outcome) -> bool {
        matches!(outcome, Outcome::Opened { index, .. } if self.batch.opening == Some(*index))
    }

    /// True if a case that was opened is to be shown: it was asked for, or a search for something
    /// open may go there. Whoever has chosen another one since is not moved.
    pub fn awaits_case(&self, index: usize) -> bool {
        self.loading && index == self.batch.index
            || self.batch.opening == Some(index)
            || matches!(self.review.seeking, Seeking::HereOrFrom(from) if from <= index)
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
        self.view()?.claim_span()
    }

    /// Returns the claim of a citation as it is read, on one or more lines.
    pub fn claim_of(&self, view: &CitationView<'_>) -> String {
        let read = view.claim_span().map(|span| self.response.read_text(span));
        let read = read.filter(|text| !text.trim().is_empty());
        let claim = || view.claim().unwrap_or_default();
        match read {
            // As it is read, code has no marks that tell it from tags.
            Some(read) if read.contains(['<', '&']) && claim().contains(['<', '&']) => read,
            Some(read) => without_markup(read),
            None => claim(),
        }
    }

    /// Returns the bytes of the lines selected in the source shown, whole lines.
    pub fn range(&self) -> Option<Span> {
        let (anchor, flow) = (self.source.range?, self.source.flow.as_ref()?);
        let cursor = self.source.window.cursor.item;
        Some(Span::new(anchor.min(cursor), flow.span(anchor.max(cursor)).end))
    }

    /// Returns the verdict of each reviewer on the selected subject, if they differ.
    pub fn dispute_lines(&self) -> &[String] {
        let subject = self.subject().and_then(|index| self.review.subjects().get(index));
        let dispute = subject.and_then(|subject| self.review.dispute(&subject.fingerprint));
        dispute.map(|dispute| dispute.verdicts.as_slice()).unwrap_or_default()
    }

    /// Returns the position of the case in the queue, as `2 of 7`, with the order and filter of the
    /// queue.
    pub fn place_in_queue(&self) -> String {
        let more = if self.batch.counting.is_some() { "+" } else { "" };
        let Some(list) = &self.queue.list else {
            return format!("{} of {}{more}", self.batch.index + 1, self.batch.count);
        };
        let mut place = match list.place(self.batch.index) {
            Some(place) => format!("{} of {}{more}", place + 1, list.len()),
            None => format!("outside the {}{more}", list.len()),
        };
        if !self.queue.filter.trim().is_empty() {
            place.push_str(" filtered");
        }
        let order = self.queue.order.title();
        if order.is_empty() { place } else { format!("{place}, {order}") }
    }

    /// Returns the search matches in a pane's view, with which of them is the current one.
    pub fn matches(&self, pane: Focus, window: &Window) -> Vec<(Span, bool)> {
        let Some(search) = self.searches.of(pane) else { return Vec::new() };
        let spans = window.visible.iter().filter_map(|visible| visible.row()?.span());
        let view = spans.reduce(|a, b| Span::new(a.start.min(b.start), a.end.max(b.end)));
        view.map(|view| search.within(view).collect()).unwrap_or_default()
    }
}
