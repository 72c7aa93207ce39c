//! The way of verdicts: to the journal first, and to the screen when they are on disk.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::error::Result;
use crate::review::journal::{Damage, Hold, Journal, Opened};
use crate::review::{Entry, EventId, Ledger, merge};
use crate::text::prose::count;
use crate::tui::actions::note::take_drafts;
use crate::tui::actions::questions::{ask_for_file, ask_for_file_again};
use crate::tui::actions::subjects::{apply_entries, apply_ledger, resume};
use crate::tui::actions::verdicts::{Remedy, apply_entry, note_unsaved};
use crate::tui::state::{Mode, Question, State};
use crate::tui::unsaved::{describe, note_failed, set_unsaved, verdicts};

/// The options of a review.
#[derive(Debug, Clone, Default)]
pub struct Reviewing {
    /// The reviewer.
    pub reviewer: String,
    /// True if the evidence is hidden until there is a verdict.
    pub blind: bool,
    /// The place where verdicts are saved.
    pub save_to: SaveTarget,
    /// The input as the user named it.
    pub input: String,
    /// True if the user asked for a review, so that verdict keys need no confirmation.
    pub begins: bool,
    /// Journals of reviewers who differ, to be settled.
    pub disagreements: Vec<PathBuf>,
}

impl Reviewing {
    /// True if verdict keys work from the start: the user asked for a review, or there is a
    /// journal.
    pub fn is_on(&self) -> bool {
        let is_kept = match &self.save_to {
            SaveTarget::File(path) => path.exists(),
            SaveTarget::Memory | SaveTarget::Nowhere(_) => false,
        };
        is_kept || self.begins || !self.disagreements.is_empty()
    }
}

/// The place where verdicts are saved.
#[derive(Debug, Clone, Default)]
pub enum SaveTarget {
    /// In this file, which is made with the first decision.
    File(PathBuf),
    /// Until the program ends: this is only a demonstration.
    #[default]
    Memory,
    /// Nowhere, and why.
    Nowhere(String),
}

/// The message, given once, on verdicts that are not saved.
const DEMO: &str = "demo: verdicts are not saved";

/// The maximum number of files that a review continues in.
const MAX_FILES: usize = 1000;

/// Saves the decisions of one session.
#[derive(Debug)]
pub struct VerdictSaver {
    reviewing: Reviewing,
    journal: Option<Journal>,
    /// The verdicts given while no journal could be opened.
    waiting: Vec<Entry>,
    /// The entries in the journals of reviewers who differ, by journal.
    others: Vec<Vec<Entry>>,
    /// True if checking for entries of others failed; reported once.
    failed: bool,
    /// True if it was said that verdicts are not saved.
    is_warned: bool,
    /// The place at a journal that is made with the first decision.
    hold: Option<Hold>,
}

impl VerdictSaver {
    /// Creates a saver without any open file.
    pub fn new(reviewing: Reviewing) -> Self {
        Self {
            reviewing,
            journal: None,
            waiting: Vec::new(),
            others: Vec::new(),
            failed: false,
            is_warned: false,
            hold: None,
        }
    }

    /// Shows the saved entries to the state; the review continues where it stopped.
    pub fn begin(&mut self, state: &mut State) {
        self.look_up(state);
        if !state.review.ledger.entries().is_empty() {
            resume(state);
        }
    }

    fn look_up(&mut self, state: &mut State) {
        if let Err(error) = self.read_others(state) {
            state.review.refused = Some(error.to_string());
            state.warn(error.to_string());
            return;
        }
        state.review.on |= self.reviewing.is_on();
        match &self.reviewing.save_to {
            SaveTarget::File(path) if path.exists() => {
                if let Err(error) = self.open(state) {
                    state.review.refused = Some(error.to_string());
                    state.warn(error.to_string());
                }
            }
            SaveTarget::Nowhere(why) => state.review.refused = Some(why.clone()),
            SaveTarget::File(path) if self.reviewing.begins => {
                if let Err(error) = Journal::refuse_folder(path) {
                    let save = state.key("save");
                    state.warn(format!("{error}; `{save}` saves elsewhere"));
                    return;
                }
                if self.hold.is_none() {
                    let (hold, held_by) = Hold::take(path, &self.reviewing.reviewer);
                    self.hold = hold;
                    if let Some(holder) = held_by {
                        warn_of(&holder, path, state);
                    }
                }
            }
            SaveTarget::File(_) | SaveTarget::Memory => {}
        }
    }

    /// Reads the journals of reviewers who differ.
    fn read_others(&mut self, state: &mut State) -> Result<()> {
        if self.reviewing.disagreements.is_empty() {
            return Ok(());
        }
        self.others.clear();
        for path in &self.reviewing.disagreements {
            let (entries, damaged) = Journal::read(path)?;
            self.others.push(entries);
            report_damage(path, &damaged, state);
        }
        state.review.begin_settling();
        apply_ledger(state, Ledger::of(merge(self.others.clone()).entries));
        Ok(())
    }

    /// Saves an entry; the state applies it when it is on disk.
    pub fn save_entry(&mut self, entry: Entry, state: &mut State) {
        let SaveTarget::File(_) = self.reviewing.save_to else {
            apply_entry(state, entry);
            let is_warned = std::mem::replace(&mut self.is_warned, true);
            if let Some(message) = state.message.as_mut().filter(|_| !is_warned) {
                message.text = format!("{} · {DEMO}", message.text);
            }
            return;
        };
        self.waiting.push(entry);
        if self.journal.is_none()
            && let Err(error) = self.open(state)
        {
            self.count_unsaved(state);
            return note_unsaved(state, &error.to_string(), Remedy::Again);
        }
        self.reload(state);
        self.write(state);
    }

    /// Saves what the program would lose at an end about which nobody was asked: entries that another
    /// program removed, and the drafts of notes, as notes.
    pub fn save_at_end(&mut self, state: &mut State) {
        self.verify(state);
        for entry in take_drafts(state) {
            self.save_entry(entry, state);
        }
    }

    /// Tries again to save the pending entries; uses another file next to the journal if that
    /// accepts no more.
    pub fn save(&mut self, state: &mut State) {
        self.verify(state);
        let SaveTarget::File(path) = &self.reviewing.save_to else {
            return state.notify(DEMO);
        };
        let read_only = self.journal.as_ref().is_some_and(|it| it.read_only().is_some());
        if !read_only && state.review.unsaved == 0 {
            let name = self.journal.as_ref().map_or(path.as_path(), Journal::path);
            return state.notify(format!("every verdict is saved in {}", name.display()));
        }
        if !read_only {
            if self.journal.is_some() || self.open(state).is_ok() {
                self.write(state);
            }
            if state.review.unsaved == 0 {
                return;
            }
        }
        if let Err(error) = self.go_on_elsewhere(state) {
            ask_for_file(state, false);
            if let Mode::SaveAs(prompt) = &mut state.mode {
                prompt.error = Some(error.to_string());
            }
        }
    }

    /// Reads the whole journal again, and saves the entries that another program removed.
    pub fn verify(&mut self, state: &mut State) {
        let Some(journal) = &mut self.journal else { return };
        match journal.verify() {
            Ok(entries) => apply_entries(state, entries),
            Err(error) => state.warn(error.to_string()),
        }
        self.recover(state);
    }

    /// Writes the entries again that disappeared from the journal. Returns true if there are any.
    fn recover(&mut self, state: &mut State) -> bool {
        let Some(journal) = &mut self.journal else { return false };
        let lost = journal.lost();
        let entries = state.review.ledger.entries().iter();
        let entries: Vec<Entry> = entries.filter(|it| lost.contains(&it.id)).cloned().collect();
        if entries.is_empty() {
            return false;
        }
        let lost = count(verdicts(&entries), "verdict");
        journal.put_back(entries);
        let saved = journal.save();
        self.count_unsaved(state);
        let Some(journal) = &self.journal else { return false };
        match saved {
            Ok(()) => {
                let name = journal.path().display();
                state.warn(format!("another program removed {lost} from {name}: saved again"));
            }
            Err(unsaved) => note_failed(journal, &unsaved, state),
        }
        true
    }

    /// Applies the entries that others appended, and saves again those they removed. Returns
    /// true if the screen changed.
    pub fn reload(&mut self, state: &mut State) -> bool {
        let Some(journal) = &mut self.journal else {
            let SaveTarget::File(path) = &self.reviewing.save_to else { return false };
            // Another program may have created the journal of this input.
            let begun = state.review.refused.is_none() && self.waiting.is_empty() && path.exists();
            return begun && {
                self.look_up(state);
                true
            };
        };
        let damaged = journal.damaged().len();
        let reloaded = journal.reload();
        if !journal.lost().is_empty() {
            drop(reloaded.map(|entries| apply_entries(state, entries)));
            return self.recover(state);
        }
        match reloaded {
            Ok(entries) if entries.is_empty() && journal.damaged().len() == damaged => false,
            Ok(entries) => {
                let (name, more) = (journal.path().display(), journal.damaged().len());
                if let Some(last) = journal.damaged().last().filter(|_| more > damaged) {
                    state.warn(format!("damaged in {name} and left out: {last}"));
                }
                apply_entries(state, entries);
                true
            }
            Err(_) if self.failed => false,
            Err(error) => {
                self.failed = true;
                state.warn(error.to_string());
                true
            }
        }
    }

    /// Writes the pending entries, including those that could not be written before.
    fn write(&mut self, state: &mut State) {
        let Some(journal) = &mut self.journal else { return };
        let mut failed = None;
        if self.waiting.is_empty() {
            let before = journal.unsaved().to_vec();
            match journal.save() {
                Ok(()) => apply_each_entry(before, state),
                Err(unsaved) => failed = Some(unsaved),
            }
        }
        for entry in std::mem::take(&mut self.waiting) {
            let before = journal.unsaved().to_vec();
            match journal.append(&entry) {
                Ok(()) => {
                    failed = None;
                    apply_each_entry(before.into_iter().chain([entry]), state);
                }
                Err(unsaved) => failed = Some(unsaved),
            }
        }
        self.count_unsaved(state);
        if let (Some(journal), Some(unsaved)) = (&self.journal, failed) {
            note_failed(journal, &unsaved, state);
        }
    }

    /// Tells the state which entries are not on disk.
    fn count_unsaved(&self, state: &mut State) {
        let in_journal = self.journal.iter().flat_map(Journal::unsaved);
        let unsaved: Vec<&Entry> = in_journal.chain(&self.waiting).collect();
        set_unsaved(&unsaved, state);
    }

    /// Continues in a new file next to the journal, or in the file that replaced it.
    fn go_on_elsewhere(&mut self, state: &mut State) -> Result<()> {
        let SaveTarget::File(path) = &self.reviewing.save_to else { return Ok(()) };
        let path = path.clone();
        let replaced =
            self.journal.as_ref().is_some_and(|it| it.is_replaced() && it.path() == path);
        if replaced && self.go_on_in(&path, state).is_ok() {
            return Ok(());
        }
        // A file beside the journal is in the same folder.
        Journal::refuse_folder(&path)?;
        let other = (2..=MAX_FILES).map(|number| sibling(&path, number)).find(|it| !it.exists());
        other.map_or(Ok(()), |other| self.go_on_in(&other, state))
    }

    /// Saves the pending entries in `path` and continues there; reports the result, and asks for
    /// another name if that failed. `quits` ends the program when that is done.
    pub fn save_as(&mut self, path: &Path, quits: bool, state: &mut State) {
        if let Err(error) = self.go_on_in(path, state) {
            ask_for_file_again(state, path, quits, error.to_string());
        } else if quits && state.review.unsaved == 0 && state.review.has_unsaved() {
            // Drafts of notes are in no file.
            state.ask(Question::Quit);
        }
    }

    fn go_on_in(&mut self, other: &Path, state: &mut State) -> Result<()> {
        let Reviewing { reviewer, input, save_to: SaveTarget::File(path), .. } = &self.reviewing
        else {
            return Ok(());
        };
        let (opened, saved) = match &mut self.journal {
            Some(journal) => {
                let opened = journal.continue_in(other, reviewer, input)?;
                (opened, journal.unsaved().to_vec())
            }
            None => (Journal::review(other, reviewer, input)?, Vec::new()),
        };
        let (name, before) = (other.display(), path.display());
        let message = if other == path {
            format!("{} saved in {name} again", count(verdicts(&saved), "verdict"))
        } else if path.exists() {
            format!("verdicts go to {name} from here on: it and {before} are the review")
        } else {
            format!("verdicts go to {name} from here on")
        };
        self.journal = Some(opened.journal);
        (state.review.refused, state.review.read_only) = (None, false);
        let known: BTreeSet<&EventId> =
            state.review.ledger.entries().iter().map(|entry| &entry.id).collect();
        let new = |entry: &Entry| !known.contains(&entry.id);
        let (saved, others) = opened
            .entries
            .into_iter()
            .filter(new)
            .partition::<Vec<_>, _>(|it| saved.iter().any(|saved| saved.id == it.id));
        apply_entries(state, others);
        apply_each_entry(saved, state);
        self.count_unsaved(state);
        if !self.waiting.is_empty() {
            self.write(state);
        }
        if state.review.unsaved == 0 {
            state.warn(message);
        }
        Ok(())
    }

    /// Returns the entries that are not on disk, a line each.
    pub fn unsaved(&self) -> Vec<String> {
        let SaveTarget::File(_) = self.reviewing.save_to else { return Vec::new() };
        let in_journal = self.journal.iter().flat_map(Journal::unsaved);
        in_journal.chain(&self.waiting).map(describe).collect()
    }

    /// Returns the file that verdicts are saved in.
    pub fn file(&self) -> Option<PathBuf> {
        match &self.reviewing.save_to {
            SaveTarget::File(path) => Some(path.clone()),
            SaveTarget::Memory | SaveTarget::Nowhere(_) => None,
        }
    }

    fn open(&mut self, state: &mut State) -> Result<()> {
        self.hold = None;
        let Reviewing { reviewer, input, save_to: SaveTarget::File(path), .. } = &self.reviewing
        else {
            return Ok(());
        };
        let Opened { journal, entries, mut damaged, held_by } =
            Journal::review(path, reviewer, input)?;
        self.journal = Some(journal);
        let mut all = vec![entries];
        // A session that could no longer write here continued in another file.
        let others =
            (2..=MAX_FILES).map(|number| sibling(path, number)).take_while(|it| it.exists());
        for other in others {
            let (more, damage) = Journal::read(&other)?;
            all.push(more);
            damaged.extend(damage);
        }
        all.extend(self.others.clone());
        apply_ledger(state, Ledger::of(merge(all).entries));
        report_damage(path, &damaged, state);
        if let Some(holder) = held_by {
            warn_of(&holder, path, state);
        }
        Ok(())
    }
}

/// Reports who else reviews in the journal.
fn warn_of(holder: &str, path: &Path, state: &mut State) {
    let damage = state.message.take().map(|message| format!(" · {}", message.text));
    let (name, damage) = (path.display(), damage.unwrap_or_default());
    state.warn(format!("{name} is also open by {holder}: verdicts of both are kept{damage}"));
}

/// Warns about the lines of a journal that could not be read.
pub fn report_damage(path: &Path, damaged: &[Damage], state: &mut State) {
    if let Some(first) = damaged.first() {
        let (lines, name) = (count(damaged.len(), "line"), path.display());
        state.warn(format!("{lines} of {name} damaged and left out; the first is {first}"));
    }
}

pub(in crate::tui) fn apply_each_entry(
    entries: impl IntoIterator<Item = Entry>,
    state: &mut State,
) {
    entries.into_iter().for_each(|entry| apply_entry(state, entry));
}

/// Returns the file in which a review continues if its journal accepts no more:
/// `answer.json.review.jsonl-2`.
pub fn sibling(path: &Path, number: usize) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!("-{number}"));
    name.into()
}
