//! Lists over the panes: citations, sources, cases, keys; filtered by typing.

use super::chip;
use super::commands::COMMANDS;
use super::keymap::Section;
use super::notice;
use super::state::{CaseName, State};
use crate::model::SourceText;

/// What a list is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The citations of the case.
    Citations,
    /// Its sources.
    Sources,
    /// The cases of the input.
    Cases,
    /// How the case was read, and the markers that are no citations.
    Notes,
    /// Every key and command.
    Keys,
}

impl Kind {
    /// The list's title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Citations => "Citations",
            Self::Sources => "Sources",
            Self::Cases => "Cases",
            Self::Notes => "How this case was read",
            Self::Keys => "Keys and commands",
        }
    }
}

/// A list being looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    /// What it is of.
    pub kind: Kind,
    /// What was typed.
    pub filter: String,
    /// Its rows.
    rows: Vec<ListRow>,
    /// Indices of the rows that fit the filter.
    shown: Vec<usize>,
    /// Index into `shown`.
    pub cursor: usize,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListRow {
    /// What it leads to: index of the citation, source, case or command.
    pub index: usize,
    /// Its columns, as foreign text.
    pub columns: Vec<String>,
    /// Whether something is wrong with it.
    pub trouble: bool,
}

impl List {
    /// Opens a list with the cursor on what is shown now.
    pub fn open(kind: Kind, state: &State) -> Self {
        let rows = match kind {
            Kind::Citations => citations(state),
            Kind::Sources => sources(state),
            Kind::Cases => cases(state),
            Kind::Notes => notes(state),
            Kind::Keys => keys(state),
        };
        let here = match kind {
            Kind::Citations => state.selected,
            Kind::Sources => state.source.source,
            Kind::Cases => Some(state.batch.index),
            Kind::Notes | Kind::Keys => None,
        };
        let cursor = rows.iter().position(|row| Some(row.index) == here).unwrap_or(0);
        let shown = (0..rows.len()).collect();
        Self { kind, filter: String::new(), rows, shown, cursor }
    }

    /// The same list over what is known now, with its filter and cursor.
    #[must_use]
    pub fn renewed(&self, state: &State) -> Self {
        let mut list = Self::open(self.kind, state);
        list.set_filter(self.filter.clone());
        list.cursor = self.cursor.min(list.shown.len().saturating_sub(1));
        list
    }

    /// The rows that fit the filter.
    pub fn shown(&self) -> impl ExactSizeIterator<Item = &ListRow> {
        self.shown.iter().filter_map(|&index| self.rows.get(index)).collect::<Vec<_>>().into_iter()
    }

    /// How many rows there are without the filter.
    pub fn total(&self) -> usize {
        self.rows.len()
    }

    /// The row under the cursor.
    pub fn chosen(&self) -> Option<&ListRow> {
        self.rows.get(*self.shown.get(self.cursor)?)
    }

    /// Moves the cursor, stopping at the ends.
    pub fn step(&mut self, steps: isize) {
        let last = self.shown.len().saturating_sub(1);
        self.cursor = self.cursor.saturating_add_signed(steps).min(last);
    }

    /// Filters anew: every word typed must stand in the row, whatever its case.
    pub fn set_filter(&mut self, filter: String) {
        let chosen = self.chosen().map(|row| row.index);
        let words: Vec<String> =
            filter.to_lowercase().split_whitespace().map(str::to_owned).collect();
        self.filter = filter;
        let fits = |row: &ListRow| {
            let text = row.columns.join(" ").to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        self.shown = (0..self.rows.len()).filter(|&i| self.rows.get(i).is_some_and(fits)).collect();
        let kept = self.shown().position(|row| Some(row.index) == chosen);
        self.cursor = kept.unwrap_or(0);
    }
}

fn citations(state: &State) -> Vec<ListRow> {
    let inspection = &state.inspection;
    let response = &inspection.case.response;
    let row = |(index, citation): (usize, &crate::model::Citation)| {
        let standing = chip::standing(inspection, index);
        let ids: Vec<&str> = citation.targets.iter().map(|target| target.id.as_str()).collect();
        let claim = inspection.findings.get(index).and_then(|found| found.claim);
        let claim = claim.and_then(|claim| claim.span.slice(&response.text)).unwrap_or_default();
        let columns = vec![
            format!("{:>3}", index + 1),
            standing.sign().trim().to_owned(),
            chip::place(citation),
            ids.join(", "),
            claim.split_whitespace().collect::<Vec<_>>().join(" "),
        ];
        ListRow { index, columns, trouble: standing == chip::Standing::Trouble }
    };
    response.citations.iter().enumerate().map(row).collect()
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
        rows.push(ListRow { index, columns, trouble });
    }
    rows
}

fn cases(state: &State) -> Vec<ListRow> {
    let row = |index: usize| {
        let number = format!("{:>3}", index + 1);
        let (name, told, trouble) = match state.batch.names.get(&index) {
            Some(CaseName { id, citations: Some(1) }) => {
                (id.clone(), "1 citation".to_owned(), false)
            }
            Some(CaseName { id, citations: Some(n) }) => {
                (id.clone(), format!("{n} citations"), false)
            }
            Some(CaseName { id, citations: None }) => {
                (id.clone(), "cannot be read".to_owned(), true)
            }
            None => (String::new(), String::new(), false),
        };
        ListRow { index, columns: vec![number, name, told], trouble }
    };
    (0..state.batch.count).map(row).collect()
}

/// The format, the notes, then each marker that is no citation; only these lead anywhere.
fn notes(state: &State) -> Vec<ListRow> {
    let case = &state.inspection.case;
    let row = |index: usize, kind: &str, text: String, trouble: bool| ListRow {
        index,
        columns: vec![kind.to_owned(), text],
        trouble,
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
    for section in [Section::Browse, Section::List, Section::Prompt] {
        for (index, command) in COMMANDS.iter().enumerate() {
            let keys: Vec<&str> = state.keymap.keys_of(section, command.name).collect();
            if keys.is_empty() {
                continue;
            }
            let place = match section {
                Section::Browse => "",
                Section::List => "in a list",
                Section::Prompt => "while typing",
            };
            let columns = vec![
                keys.join(" "),
                command.name.to_owned(),
                command.summary.to_owned(),
                place.to_owned(),
            ];
            rows.push(ListRow { index, columns, trouble: false });
        }
    }
    rows
}
