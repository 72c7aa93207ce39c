//! The verdicts of one reviewer, saved one by one.

use std::path::PathBuf;

use crate::cli::console::{print_error, print_message};
use crate::error::{Error, Result};
use crate::review::{Entry, Event, Journal, Ledger};

/// The reviewer's verdicts, and the journal that they are saved in.
pub(super) struct Verdicts {
    pub(super) path: PathBuf,
    pub(super) reviewer: String,
    input: String,
    /// `None` until the first decision.
    pub(super) journal: Option<Journal>,
    pub(super) ledger: Ledger,
}

impl Verdicts {
    /// Reads the journal, if there is one.
    ///
    /// Fails if it cannot be read, or, if there is none, if none can be made there.
    pub(super) fn open(path: PathBuf, reviewer: String, input: String) -> Result<Self> {
        let mut verdicts = Self { path, reviewer, input, journal: None, ledger: Ledger::default() };
        if verdicts.path.exists() {
            verdicts.journal()?;
        } else {
            Journal::refuse_folder(&verdicts.path)?;
        }
        Ok(verdicts)
    }

    /// Returns the journal, which is made if there is none yet.
    fn journal(&mut self) -> Result<&mut Journal> {
        let journal = match self.journal.take() {
            Some(journal) => journal,
            None => self.begin()?,
        };
        Ok(self.journal.insert(journal))
    }

    fn begin(&mut self) -> Result<Journal> {
        let opened = Journal::review(&self.path, &self.reviewer, &self.input)?;
        let name = self.path.display();
        for damage in &opened.damaged {
            print_message(&format!("damaged in {name} and left out: {damage}"), None);
        }
        if let Some(holder) = opened.held_by {
            print_message(&format!("{holder} reviews with {name} too"), None);
        }
        opened.entries.into_iter().for_each(|entry| self.ledger.add(entry));
        Ok(opened.journal)
    }

    /// Saves an entry. It counts once it is on disk.
    pub(super) fn save(&mut self, event: Event) -> Result<()> {
        let entry = Entry::new(self.reviewer.clone(), event);
        let name = self.path.display().to_string();
        let journal = self.journal()?;
        let before = journal.unsaved().to_vec();
        journal.append(&entry).map_err(|why| {
            Error::new("save the verdict in", name, why.to_string())
                .hint("the next verdict, and the end of the review, try again")
        })?;
        before.into_iter().chain([entry]).for_each(|entry| self.ledger.add(entry));
        Ok(())
    }

    /// Saves what is not on disk, and again what another program removed. Returns the number of entries
    /// that still are not saved.
    pub(super) fn finish(&mut self) -> usize {
        let Some(journal) = &mut self.journal else { return 0 };
        if let Err(error) = journal.verify() {
            print_error(&error);
        }
        let lost = journal.lost();
        let entries = self.ledger.entries().iter().filter(|it| lost.contains(&it.id));
        let entries: Vec<Entry> = entries.cloned().collect();
        journal.put_back(entries);
        if journal.save().is_ok() { 0 } else { journal.unsaved().len() }
    }
}
