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
    keeps: Keeps,
    journal: Option<Journal>,
}

impl Keeper {
    /// A keeper of which nothing is open yet.
    pub(in crate::tui) fn new(keeps: Keeps) -> Self {
        Self { keeps, journal: None }
    }

    /// Shows the state what is kept already.
    pub(in crate::tui) fn begin(&mut self, state: &mut State) {
        match &self.keeps {
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
            return state.not_recorded(&error.to_string());
        }
        let kept = self.journal.as_mut().map_or(Ok(()), |journal| journal.append(&entry));
        match kept {
            Ok(()) => state.recorded(entry),
            Err(unsaved) => state.not_recorded(&unsaved.to_string()),
        }
    }

    fn open(&mut self, state: &mut State) -> Result<()> {
        let Keeps::File(path) = &self.keeps else { return Ok(()) };
        let Opened { journal, entries, damaged, held_by } = Journal::open(path)?;
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
