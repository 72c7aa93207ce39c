//! Helpers of several commands.

use crate::model::{Division, DivisionKind, Locator};
use crate::tui::actions::lists::list_of;
use crate::tui::state::list::ListKind;
use crate::tui::state::{Mode, State};

/// The topic of a command, in the order of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// From citation to citation.
    Citations,
    /// Evidence and findings.
    Evidence,
    /// Verdicts.
    Review,
    /// Moving through a pane.
    Moving,
    /// Searching.
    Search,
    /// Lists over the panes.
    Lists,
    /// From case to case.
    Cases,
    /// The panes.
    Panes,
    /// The clipboard and the editor.
    Outside,
    /// The program as a whole.
    Program,
    /// While a list is open.
    InList,
    /// While a search is typed.
    Typing,
    /// While a note is written.
    InNote,
}

impl Group {
    /// Its heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Citations => "Citations",
            Self::Evidence => "Evidence",
            Self::Review => "Review",
            Self::Moving => "Moving",
            Self::Search => "Search",
            Self::Lists => "Lists",
            Self::Cases => "Cases",
            Self::Panes => "Panes",
            Self::Outside => "Copy, open",
            Self::Program => "Program",
            Self::InList => "In a list",
            Self::Typing => "Typing",
            Self::InNote => "In a note",
        }
    }
}

/// A thing a key can do.
pub struct Command {
    /// Its topic.
    pub group: Group,
    /// Its name in the key table: verb or verb-object.
    pub name: &'static str,
    /// Its effect, for the help: a short phrase.
    pub summary: &'static str,
    /// True if it would do something now.
    pub available: fn(&State) -> bool,
    /// Does it.
    pub run: fn(&mut State),
}

impl Command {
    /// Returns a command that is always available and does nothing yet.
    pub(super) const fn new(group: Group, name: &'static str, summary: &'static str) -> Self {
        Self { group, name, summary, available: |_| true, run: |_| () }
    }

    /// Sets the condition in which it would do something.
    pub(super) const fn when(self, available: fn(&State) -> bool) -> Self {
        Self { available, ..self }
    }

    /// Sets what it does.
    pub(super) const fn run(self, run: fn(&mut State)) -> Self {
        Self { run, ..self }
    }
}

/// Returns the count typed before the command, or 1.
pub(super) fn count(state: &mut State) -> usize {
    state.count.take().unwrap_or(1).max(1)
}

/// Returns the pages of the passage, in a source that has pages.
pub(super) fn pages_of_passage(state: &State) -> Option<Locator> {
    let passage = state.passage()?;
    let source = state.inspection.case.sources.get(passage.source)?;
    let touched = |division: &&Division| {
        division.kind == DivisionKind::Page
            && division.span.start < passage.span.end.max(passage.span.start + 1)
            && division.span.end > passage.span.start
    };
    let mut pages = source.divisions.iter().filter(touched).map(|division| division.number);
    let first = pages.next()?;
    let last = pages.next_back().unwrap_or(first);
    Some(Locator::Pages { first, last })
}

/// Opens a list, unless it is empty.
pub(super) fn open_list(state: &mut State, kind: ListKind) {
    let list = list_of(kind, state);
    if list.total() == 0 {
        state.notify(format!("no {} here", kind.title().to_lowercase()));
    } else {
        state.mode = Mode::List(list);
    }
}
