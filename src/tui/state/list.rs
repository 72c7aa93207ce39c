//! A list over the panes, filtered by typing.

use std::borrow::Cow;

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use crate::tui::state::{CaseRows, ListRow};

/// The kinds of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListKind {
    /// The citations of the case.
    Citations,
    /// The findings of the rules.
    Findings,
    /// Its sources.
    Sources,
    /// The cases of the input.
    Cases,
    /// Notes on reading the case, and the markers that are not citations.
    Notes,
    /// The lines of all sources that have a match.
    Hits,
    /// Every key and command.
    Keys,
    /// The reasons that can go with a verdict.
    Reasons,
}

impl ListKind {
    /// Returns the list's title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Citations => "Citations",
            Self::Findings => "Findings",
            Self::Sources => "Sources",
            Self::Cases => "Cases",
            Self::Notes => "How this case was read",
            Self::Hits => "Matches",
            Self::Keys => "Keys and commands",
            Self::Reasons => "Reasons",
        }
    }

    /// Returns the column that says what a row is about; it keeps room on a narrow screen.
    pub const fn main_column(self) -> usize {
        match self {
            Self::Citations | Self::Cases => 4,
            Self::Findings | Self::Sources | Self::Hits => 3,
            Self::Keys | Self::Reasons => 2,
            Self::Notes => 1,
        }
    }
}

/// An open list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    /// Its kind.
    pub kind: ListKind,
    /// Its title.
    pub title: String,
    /// The filter typed.
    pub filter: String,
    /// Its rows.
    pub rows: Rows,
    /// Indices of the rows that fit the filter; `None` without one.
    pub shown: Option<Vec<usize>>,
    /// Index among the rows shown.
    pub cursor: usize,
}

/// The rows of a list without its filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rows {
    /// All of them.
    Made(Vec<ListRow>),
    /// One for each case of the queue.
    Cases(CaseRows),
}

impl Rows {
    pub(in crate::tui) fn len(&self) -> usize {
        match self {
            Self::Made(rows) => rows.len(),
            Self::Cases(cases) => cases.count,
        }
    }

    pub(in crate::tui) fn get(&self, at: usize) -> Option<Cow<'_, ListRow>> {
        match self {
            Self::Made(rows) => rows.get(at).map(Cow::Borrowed),
            Self::Cases(cases) => cases.row(at).map(Cow::Owned),
        }
    }

    /// Returns the index that the row at `at` leads to.
    pub fn index(&self, at: usize) -> Option<usize> {
        match self {
            Self::Made(rows) => rows.get(at).map(|row| row.index),
            Self::Cases(cases) => Some(cases.index(at)),
        }
    }

    /// Returns the place of the row of the item `index`.
    pub fn position(&self, index: usize) -> Option<usize> {
        match self {
            Self::Made(rows) => rows.iter().position(|row| row.index == index),
            Self::Cases(cases) => cases.position(index),
        }
    }

    /// Returns the rows that fit a filter, best first. Cases stay in their order, because the
    /// review follows it; they need every word of the filter.
    pub fn fitting(&self, filter: &str) -> Vec<usize> {
        match self {
            Self::Made(rows) => fuzzy(rows, filter),
            Self::Cases(cases) => cases.fitting(&words_of(filter)),
        }
    }
}

fn words_of(filter: &str) -> Vec<String> {
    filter.to_lowercase().split_whitespace().map(str::to_owned).collect()
}

/// The minimum fit of a row, as a percentage of the best one: in a long text, the letters of any
/// word occur somewhere in order.
const MIN_SHARE: u32 = 75;

/// Returns the rows that fit, best first, equal ones in their order.
fn fuzzy(rows: &[ListRow], filter: &str) -> Vec<usize> {
    let pattern = Pattern::parse(filter, CaseMatching::Smart, Normalization::Smart);
    let mut matcher = Matcher::new(Config::DEFAULT);
    let mut buffer = Vec::new();
    let score = |(at, row): (usize, &ListRow)| {
        let text = row.searched();
        Some((pattern.score(Utf32Str::new(&text, &mut buffer), &mut matcher)?, at))
    };
    let mut scored: Vec<(u32, usize)> = rows.iter().enumerate().filter_map(score).collect();
    let best = scored.iter().map(|(score, _)| *score).max().unwrap_or_default();
    scored.retain(|(score, _)| score.saturating_mul(100) >= best.saturating_mul(MIN_SHARE));
    scored.sort_by_key(|(score, at)| (std::cmp::Reverse(*score), *at));
    scored.into_iter().map(|(_, at)| at).collect()
}

impl List {
    /// Returns a list of the given rows.
    pub fn new(kind: ListKind, rows: Vec<ListRow>) -> Self {
        Self::of(kind, kind.title().to_owned(), Rows::Made(rows))
    }

    /// Returns the list of cases.
    pub fn of_cases(title: String, rows: CaseRows) -> Self {
        Self::of(ListKind::Cases, title, Rows::Cases(rows))
    }

    fn of(kind: ListKind, title: String, rows: Rows) -> Self {
        Self { kind, title, filter: String::new(), rows, shown: None, cursor: 0 }
    }

    /// Returns `list`, which replaces this one, with this one's cursor.
    #[must_use]
    pub fn over(&self, mut list: Self) -> Self {
        // The same row, at its new position.
        let chosen = self.chosen().and_then(|row| list.place(row.index));
        list.cursor = chosen.unwrap_or(self.cursor).min(list.len().saturating_sub(1));
        list
    }

    /// Returns the number of rows that fit the filter.
    pub fn len(&self) -> usize {
        self.shown.as_ref().map_or(self.rows.len(), Vec::len)
    }

    /// Returns true if no row fits it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the rows that fit the filter, from the one at `first` on.
    pub fn from(&self, first: usize) -> impl Iterator<Item = Cow<'_, ListRow>> {
        (first..self.len()).filter_map(|at| self.row(at))
    }

    /// Returns the number of rows without the filter.
    pub fn total(&self) -> usize {
        self.rows.len()
    }

    /// Returns the row under the cursor.
    pub fn chosen(&self) -> Option<Cow<'_, ListRow>> {
        self.row(self.cursor)
    }

    fn row(&self, at: usize) -> Option<Cow<'_, ListRow>> {
        match &self.shown {
            Some(shown) => self.rows.get(*shown.get(at)?),
            None => self.rows.get(at),
        }
    }

    /// Moves the cursor, stopping at the ends.
    pub fn step(&mut self, steps: isize) {
        let last = self.len().saturating_sub(1);
        self.cursor = self.cursor.saturating_add_signed(steps).min(last);
    }

    /// Filters anew.
    pub fn set_filter(&mut self, filter: String) {
        let chosen = self.chosen().map(|row| row.index);
        let words = words_of(&filter);
        // A longer filter can only match rows that matched before.
        let before = self.shown.take().filter(|_| filter.starts_with(&self.filter));
        self.filter = filter;
        self.shown = (!words.is_empty()).then(|| match (before, &self.rows) {
            (Some(shown), Rows::Cases(cases)) if cases.are_named() => {
                shown.into_iter().filter(|at| cases.fits(*at, &words)).collect()
            }
            _ => self.rows.fitting(&self.filter),
        });
        // The best is first; a list of cases, or one without a filter, keeps its cursor.
        let keeps = matches!(self.rows, Rows::Cases(_)) || self.shown.is_none();
        let chosen = chosen.filter(|_| keeps).and_then(|chosen| self.place(chosen));
        self.cursor = chosen.unwrap_or(0);
    }

    /// Returns the index that the row at `at` among those shown leads to.
    pub fn index(&self, at: usize) -> Option<usize> {
        match &self.shown {
            Some(shown) => self.rows.index(*shown.get(at)?),
            None => self.rows.index(at),
        }
    }

    /// Returns the place of the row of the item `index` among those shown.
    pub fn place(&self, index: usize) -> Option<usize> {
        match &self.shown {
            Some(shown) => shown.iter().position(|at| self.rows.index(*at) == Some(index)),
            None => self.rows.position(index),
        }
    }
}
