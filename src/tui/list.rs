//! Lists over the panes: citations, sources, cases, keys; filtered by typing.

use std::borrow::Cow;
use std::cmp::Reverse;

use super::chip;
use super::commands::COMMANDS;
use super::keymap::Section;
use super::notice;
use super::queue::CaseRows;
use super::review::reasons;
use super::state::{Mode, State};
use crate::inspect::Inspection;
use crate::model::SourceText;
use crate::rules::Severity;

/// What a list is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The citations of the case.
    Citations,
    /// What the rules remark.
    Findings,
    /// Its sources.
    Sources,
    /// The cases of the input.
    Cases,
    /// How the case was read, and the markers that are no citations.
    Notes,
    /// Every key and command.
    Keys,
    /// The reasons that can go with a verdict.
    Reasons,
}

impl Kind {
    /// The list's title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Citations => "Citations",
            Self::Findings => "Findings",
            Self::Sources => "Sources",
            Self::Cases => "Cases",
            Self::Notes => "How this case was read",
            Self::Keys => "Keys and commands",
            Self::Reasons => "Reasons",
        }
    }
}

/// A list being looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    /// What it is of.
    pub kind: Kind,
    /// What stands over it.
    pub title: String,
    /// What was typed.
    pub filter: String,
    /// Its rows.
    rows: Rows,
    /// Indices of the rows that fit the filter; `None` without one.
    shown: Option<Vec<usize>>,
    /// Index among the rows shown.
    pub cursor: usize,
}

/// The rows of a list without its filter.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Rows {
    /// All of them.
    Made(Vec<ListRow>),
    /// One for each case of the queue.
    Cases(CaseRows),
}

impl Rows {
    fn len(&self) -> usize {
        match self {
            Self::Made(rows) => rows.len(),
            Self::Cases(cases) => cases.count,
        }
    }

    fn get(&self, at: usize) -> Option<Cow<'_, ListRow>> {
        match self {
            Self::Made(rows) => rows.get(at).map(Cow::Borrowed),
            Self::Cases(cases) => cases.row(at).map(Cow::Owned),
        }
    }

    /// What the row at `at` leads to.
    fn index(&self, at: usize) -> Option<usize> {
        match self {
            Self::Made(rows) => rows.get(at).map(|row| row.index),
            Self::Cases(cases) => Some(cases.index(at)),
        }
    }

    /// Where the row of the item `index` stands.
    fn position(&self, index: usize) -> Option<usize> {
        match self {
            Self::Made(rows) => rows.iter().position(|row| row.index == index),
            Self::Cases(cases) => cases.position(index),
        }
    }

    /// The rows that every one of `words` stands in.
    fn fitting(&self, words: &[String]) -> Vec<usize> {
        let rows = match self {
            Self::Made(rows) => rows,
            Self::Cases(cases) => return cases.fitting(words),
        };
        let fits = |(at, row): (usize, &ListRow)| {
            let text = row.searched();
            words.iter().all(|word| text.contains(word)).then_some(at)
        };
        rows.iter().enumerate().filter_map(fits).collect()
    }
}

/// One row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListRow {
    /// What it leads to: index of the citation, source, case or command.
    pub index: usize,
    /// Its columns, as foreign text.
    pub columns: Vec<String>,
    /// Whether something is wrong with it.
    pub trouble: bool,
    /// Words that it can be found by besides its columns.
    pub keywords: String,
}

impl ListRow {
    /// What a filter is looked for in, in lower case.
    pub fn searched(&self) -> String {
        format!("{} {}", self.columns.join(" "), self.keywords).to_lowercase()
    }
}

impl List {
    /// Opens a list with the cursor on what is shown now.
    pub fn open(kind: Kind, state: &State) -> Self {
        let rows = match kind {
            Kind::Citations => Rows::Made(citations(state)),
            Kind::Findings => Rows::Made(findings(state)),
            Kind::Sources => Rows::Made(sources(state)),
            Kind::Cases => Rows::Cases(CaseRows::of(state)),
            Kind::Reasons => Rows::Made(reasons::rows(state)),
            Kind::Notes => Rows::Made(notes(state)),
            Kind::Keys => Rows::Made(keys(state)),
        };
        let here = match kind {
            Kind::Citations => state.selected,
            Kind::Sources => state.source.source,
            Kind::Cases => Some(state.batch.index),
            Kind::Findings => {
                let mut findings = state.inspection.findings.iter();
                findings.position(|finding| finding.citation == state.selected)
            }
            Kind::Notes | Kind::Keys | Kind::Reasons => None,
        };
        let cursor = here.and_then(|here| rows.position(here)).unwrap_or(0);
        let title = match &rows {
            Rows::Cases(cases) => {
                let order = Some(state.queue.order.title()).filter(|order| !order.is_empty());
                let order = order.map(str::to_owned);
                let parts = [Some(kind.title().to_owned()), order, cases.progress()];
                parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
            }
            Rows::Made(_) => kind.title().to_owned(),
        };
        Self { kind, title, filter: String::new(), rows, shown: None, cursor }
    }

    /// The same list over what is known now, with its filter and cursor.
    #[must_use]
    pub fn renewed(&self, state: &State) -> Self {
        let mut list = Self::open(self.kind, state);
        list.set_filter(self.filter.clone());
        self.over(list)
    }

    /// The list that takes the place of this one, with its cursor.
    #[must_use]
    pub fn over(&self, mut list: Self) -> Self {
        // The same row, wherever it stands now.
        let chosen = self.chosen().and_then(|row| list.place(row.index));
        list.cursor = chosen.unwrap_or(self.cursor).min(list.len().saturating_sub(1));
        list
    }

    /// How many rows fit the filter.
    pub fn len(&self) -> usize {
        self.shown.as_ref().map_or(self.rows.len(), Vec::len)
    }

    /// Whether no row fits it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rows that fit the filter, from the one at `first` on.
    pub fn from(&self, first: usize) -> impl Iterator<Item = Cow<'_, ListRow>> {
        (first..self.len()).filter_map(|at| self.row(at))
    }

    /// How many rows there are without the filter.
    pub fn total(&self) -> usize {
        self.rows.len()
    }

    /// The row under the cursor.
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

    /// Filters anew: every word typed must stand in the row, whatever its case.
    pub fn set_filter(&mut self, filter: String) {
        let chosen = self.chosen().map(|row| row.index);
        let words: Vec<String> =
            filter.to_lowercase().split_whitespace().map(str::to_owned).collect();
        // Who types on looks for less: only what fitted so far can still fit.
        let before = self.shown.take().filter(|_| filter.starts_with(&self.filter));
        self.filter = filter;
        self.shown = (!words.is_empty()).then(|| match (before, &self.rows) {
            (Some(shown), Rows::Cases(cases)) if cases.are_named() => {
                shown.into_iter().filter(|at| cases.fits(*at, &words)).collect()
            }
            _ => self.rows.fitting(&words),
        });
        self.cursor = chosen.and_then(|chosen| self.place(chosen)).unwrap_or(0);
    }

    /// What the row at `at` among those shown leads to.
    pub fn index(&self, at: usize) -> Option<usize> {
        match &self.shown {
            Some(shown) => self.rows.index(*shown.get(at)?),
            None => self.rows.index(at),
        }
    }

    /// Where the row of the item `index` is among those shown.
    pub fn place(&self, index: usize) -> Option<usize> {
        match &self.shown {
            Some(shown) => shown.iter().position(|at| self.rows.index(*at) == Some(index)),
            None => self.rows.position(index),
        }
    }
}

impl State {
    /// Sorts the open list of citations the other way round, and later ones too.
    pub fn sort_list(&mut self) {
        let Mode::List(list) = &self.mode else { return };
        if !matches!(list.kind, Kind::Citations | Kind::Cases) {
            return;
        }
        if self.conceals_any() {
            return self.say("blind review: another order would tell");
        }
        let list = list.clone();
        if list.kind == Kind::Cases {
            self.next_order();
            let mut renewed = list.renewed(self);
            renewed.cursor = 0;
            self.mode = Mode::List(renewed);
            return;
        }
        let chosen = list.chosen().map(|row| row.index);
        self.worst_first = !self.worst_first;
        let mut renewed = list.renewed(self);
        renewed.cursor = if self.worst_first {
            0
        } else {
            chosen.and_then(|chosen| renewed.place(chosen)).unwrap_or(0)
        };
        self.mode = Mode::List(renewed);
    }
}

fn citations(state: &State) -> Vec<ListRow> {
    let inspection = &state.inspection;
    let response = &inspection.case.response;
    let row = |(index, citation): (usize, &crate::model::Citation)| {
        let standing = state.standing(index);
        let concealed = state.conceals_citation(index);
        let ids: Vec<&str> = citation.targets.iter().map(|target| target.id.as_str()).collect();
        let claim = inspection.inspected.get(index).and_then(|found| found.claim);
        let claim = claim.and_then(|claim| claim.span.slice(&response.text)).unwrap_or_default();
        let columns = vec![
            format!("{:>3}", index + 1),
            state.review.sign(index).unwrap_or_else(|| standing.sign().trim()).to_owned(),
            if concealed { String::new() } else { support_told(inspection, index) },
            chip::place(citation),
            ids.join(", "),
            claim.split_whitespace().collect::<Vec<_>>().join(" "),
        ];
        ListRow {
            index,
            columns,
            trouble: standing == chip::Standing::Trouble,
            ..ListRow::default()
        }
    };
    let all = response.citations.iter().enumerate();
    let mut rows: Vec<ListRow> =
        all.filter(|(index, _)| !state.passes_over(*index)).map(row).collect();
    if state.worst_first && !state.conceals_any() {
        rows.sort_by(|one, other| {
            let (one_worth, other_worth) =
                (worth(inspection, one.index), worth(inspection, other.index));
            one_worth.0.cmp(&other_worth.0).reverse().then(one_worth.1.total_cmp(&other_worth.1))
        });
    }
    rows
}

/// How a citation sorts when the worst come first: how it stands, then its support.
fn worth(inspection: &Inspection, index: usize) -> (chip::Standing, f64) {
    let evidence = inspection.inspected.get(index).into_iter().flat_map(|found| &found.evidence);
    let support = evidence.flatten().map(|evidence| evidence.support).fold(1.0, f64::min);
    (chip::standing(inspection, index), support)
}

/// `5/6` words for the least supported target of a citation; empty where nothing was compared.
fn support_told(inspection: &Inspection, index: usize) -> String {
    let evidence = inspection.inspected.get(index).into_iter().flat_map(|found| &found.evidence);
    let least = evidence.flatten().min_by(|one, other| one.support.total_cmp(&other.support));
    let words = least.map(|evidence| &evidence.words).filter(|words| words.of > 0);
    words.map(|words| format!("{}/{}", words.matched, words.of)).unwrap_or_default()
}

/// The findings, the gravest first; within one severity in the order of their places.
fn findings(state: &State) -> Vec<ListRow> {
    let all = state.inspection.findings.iter().enumerate();
    let all = all.filter(|(_, finding)| state.shows_finding(finding));
    let row = |(index, finding): (usize, &crate::rules::Finding)| ListRow {
        index,
        columns: vec![
            finding.severity.name().to_owned(),
            finding.citation.map(|citation| format!("{:>3}", citation + 1)).unwrap_or_default(),
            finding.rule.name.to_owned(),
            finding.message.clone(),
        ],
        trouble: finding.severity == Severity::Error,
        ..ListRow::default()
    };
    let mut rows: Vec<(Severity, ListRow)> =
        all.map(|(index, finding)| (finding.severity, row((index, finding)))).collect();
    rows.sort_by_key(|(severity, _)| Reverse(*severity));
    rows.into_iter().map(|(_, row)| row).collect()
}

fn sources(state: &State) -> Vec<ListRow> {
    let mut rows = Vec::new();
    for (index, source) in state.inspection.case.sources.iter().enumerate() {
        let cited = state.digest.times_cited.get(index).copied().unwrap_or(0);
        let unreadable = state.inspection.stores.get(index).is_some_and(Result::is_err);
        let told = match cited {
            0 => "not cited".to_owned(),
            count => format!("cited {count}×"),
        };
        let columns = vec![
            notice::name(state, index),
            told,
            if unreadable { "no text".to_owned() } else { String::new() },
            source.title.clone().unwrap_or_default(),
            source.url.clone().filter(|url| *url != source.id).unwrap_or_default(),
        ];
        let trouble = unreadable && !matches!(source.text, SourceText::Absent(_));
        rows.push(ListRow { index, columns, trouble, ..ListRow::default() });
    }
    rows
}

/// The format, the notes, then each marker that is no citation; only these lead anywhere.
fn notes(state: &State) -> Vec<ListRow> {
    let case = &state.inspection.case;
    let row = |index: usize, kind: &str, text: String, trouble: bool| ListRow {
        index,
        columns: vec![kind.to_owned(), text],
        trouble,
        ..ListRow::default()
    };
    let nowhere = usize::MAX;
    let format = format!("{}: {}", case.format.name, case.format.reason);
    let mut rows = vec![row(nowhere, "format", format, false)];
    rows.extend(case.format.offsets().map(|told| row(nowhere, "offsets", told.to_owned(), false)));
    rows.extend(case.notes.iter().map(|note| row(nowhere, "note", note.clone(), false)));
    for (index, card) in case.response.cards.iter().enumerate() {
        let text = match (&card.label, card.known) {
            (Some(label), _) => format!("{}: {label}", card.family),
            (None, true) => format!("{}: shows nothing", card.family),
            (None, false) => format!("{}: unknown family, kept whole", card.family),
        };
        rows.push(row(index, "marker", text, !card.known));
    }
    rows
}

fn keys(state: &State) -> Vec<ListRow> {
    let mut rows = Vec::new();
    for section in [Section::Browse, Section::List, Section::Prompt, Section::Note] {
        for (index, command) in COMMANDS.iter().enumerate() {
            let keys: Vec<&str> = state.keymap.keys_of(section, command.name).collect();
            if keys.is_empty() {
                continue;
            }
            let place = match section {
                Section::Browse => "",
                Section::List => "in a list",
                Section::Prompt => "while typing",
                Section::Note => "in a note",
            };
            let columns = vec![
                keys.join(" "),
                command.name.to_owned(),
                command.summary.to_owned(),
                place.to_owned(),
            ];
            rows.push(ListRow { index, columns, ..ListRow::default() });
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::rc::Rc;

    use super::*;
    use crate::tui::keymap::Keymap;
    use crate::tui::state::Batch;
    use crate::tui::survey::CaseName;

    #[test]
    fn a_list_of_cases_costs_what_is_seen_of_it() {
        let name = |id: &str| CaseName { id: id.into(), citations: Some(1), survey: None };
        let names = BTreeMap::from([(0, name("first")), (6, name("no 900"))]);
        let count = 1_usize << 40;
        let keys = Keymap::built_in().unwrap();
        let state = State::new(Inspection::default(), Batch::default(), keys, (80, 24));
        let mut list = List::open(Kind::Cases, &state);
        list.rows = Rows::Cases(CaseRows { count, names: Rc::new(names), ..CaseRows::of(&state) });
        let seen: Vec<usize> = list.from(count - 2).map(|row| row.index).collect();
        assert_eq!((list.len(), seen), (count, vec![count - 2, count - 1]));
        list.set_filter("900".to_owned());
        let seen: Vec<usize> = list.from(0).map(|row| row.index).collect();
        assert_eq!(seen, [6, 899]);
        list.step(1);
        list.set_filter(String::new());
        assert_eq!((list.len(), list.cursor), (count, 899));
    }
}
