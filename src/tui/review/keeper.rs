//! Where decisions go: to the journal first, and to the screen when they are on disk.

use std::path::PathBuf;

use crate::error::Result;
use crate::review::journal::{Journal, Opened};
use crate::review::{Entry, Ledger};
use crate::text::prose::count;
use crate::tui::state::State;

/// What the command line says about the review.
#[derive(Debug, Clone, Default)]
pub struct Reviewing {
    /// Who reviews.
    pub reviewer: String,
    /// Whether the evidence is shown only behind the verdict.
    pub blind: bool,
    /// Where decisions are kept.
    pub keeps: Keeps,
    /// The input as the user named it.
    pub input: String,
}

/// Where decisions are kept.
#[derive(Debug, Clone, Default)]
pub enum Keeps {
    /// In this file, which is made with the first decision.
    File(PathBuf),
    /// Until the program ends: this is only a demonstration.
    #[default]
    Memory,
    /// Nowhere, and why.
    Nowhere(String),
}

/// Keeps the decisions of one session.
#[derive(Debug)]
pub(in crate::tui) struct Keeper {
    reviewing: Reviewing,
    journal: Option<Journal>,
}

impl Keeper {
    /// A keeper of which nothing is open yet.
    pub(in crate::tui) fn new(reviewing: Reviewing) -> Self {
        Self { reviewing, journal: None }
    }

    /// Shows the state what is kept already.
    pub(in crate::tui) fn begin(&mut self, state: &mut State) {
        match &self.reviewing.keeps {
            Keeps::File(path) if path.exists() => {
                if let Err(error) = self.open(state) {
                    state.review.refused = Some(error.to_string());
                    state.complain(error.to_string());
                }
            }
            Keeps::Nowhere(why) => state.review.refused = Some(why.clone()),
            Keeps::File(_) | Keeps::Memory => {}
        }
    }

    /// Keeps an entry; the state takes it in when it is on disk.
    pub(in crate::tui) fn keep(&mut self, entry: Entry, state: &mut State) {
        if self.journal.is_none()
            && let Err(error) = self.open(state)
        {
            return state.not_recorded(&error.to_string(), false);
        }
        let Some(journal) = &mut self.journal else { return state.recorded(entry) };
        // What could not be written before goes to disk together with this one.
        let waiting = journal.unsaved().to_vec();
        match journal.append(&entry) {
            Ok(()) => waiting.into_iter().chain([entry]).for_each(|entry| state.recorded(entry)),
            Err(unsaved) => {
                let for_good = journal.read_only().is_some();
                state.not_recorded(&unsaved.to_string(), for_good);
            }
        }
    }

    /// The file that decisions are kept in.
    pub(in crate::tui) fn file(&self) -> Option<PathBuf> {
        match &self.reviewing.keeps {
            Keeps::File(path) => Some(path.clone()),
            Keeps::Memory | Keeps::Nowhere(_) => None,
        }
    }

    /// Takes in what others have written to the journal since.
    pub(in crate::tui) fn look(&mut self, state: &mut State) {
        let Some(journal) = &mut self.journal else { return self.begin(state) };
        match journal.reload() {
            Ok(entries) => state.take_entries(entries),
            Err(error) => state.complain(error.to_string()),
        }
    }

    fn open(&mut self, state: &mut State) -> Result<()> {
        let Reviewing { reviewer, input, keeps: Keeps::File(path), .. } = &self.reviewing else {
            return Ok(());
        };
        let Opened { journal, entries, damaged, held_by } = Journal::review(path, reviewer, input)?;
        self.journal = Some(journal);
        state.take_ledger(Ledger::of(entries));
        let name = path.display();
        if let Some(first) = damaged.first() {
            let lines = count(damaged.len(), "line");
            state.complain(format!("{lines} of {name} damaged and left out; the first is {first}"));
        } else if let Some(holder) = held_by {
            state.complain(format!("{name} is also open by {holder}: decisions of both are kept"));
        }
        Ok(())
    }
}
