//! Reads the case again because a file changed. This happens in the background, and the result is
//! taken over in one step with everything known about it, so that the screen changes once and keeps
//! its place.

use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

use crate::cases::Cases;
use crate::error::{Error, Result};
use crate::inspect;
use crate::inspect::Inspection;
use crate::model::{Source, SourceText};
use crate::report::cut::Cut;
use crate::review::{Subject, trace};
use crate::sources::{change_of, file_of};
use crate::tui::actions::subjects::drafted;
use crate::tui::state::reread::ChangedCase;
use crate::tui::state::{Again, Reread};

/// The maximum number of cases that are searched for the one shown before.
const MAX_SEARCHED: usize = 500;

/// The input, to be opened once more.
pub trait Reopen: Debug + Send + Sync {
    /// Reads the response and loads the sources, as they are now; says nothing on the way.
    fn open(&self) -> Result<Cases>;
    /// Returns the files and folders that are watched for that.
    fn files(&self) -> Vec<PathBuf>;
}

impl Again {
    /// Reads the case again, as it is in `cases` when it is done.
    pub fn carry_out(self, input: &dyn Reopen, cases: &mut Arc<Cases>) -> Reread {
        let opened = input.open().map(|fresh| fresh.with_documents_of(cases));
        let read = opened.and_then(|fresh| {
            let index = self.place(&fresh);
            let case = fresh.read(index)?;
            let inspection = inspect::inspect_with(case, fresh.extractor());
            is_whole(&self.before, &inspection)?;
            Ok((fresh, index, inspection))
        });
        let (index, changes) = (self.index, self.changes);
        match read {
            Ok((fresh, found, inspection)) => {
                let mut files = input.files();
                files.extend(inspection.case.sources.iter().filter_map(own_file));
                *cases = Arc::new(fresh);
                let changed = if are_same(&self.before, &inspection) && found == index {
                    None
                } else {
                    Some(self.compared(found, inspection))
                };
                let counted = Some(cases.counted());
                let (files, cases) = (Some(files), Some(Arc::clone(cases)));
                Reread { index, changes, files, cases, counted, changed: Ok(changed) }
            }
            Err(error) => Reread::failed(index, changes, error),
        }
    }

    /// Returns the index of the case shown before: at its old place if it has its old name there. If it is
    /// gone, this is the case in its place, or the last one.
    fn place(&self, cases: &Cases) -> usize {
        let id = &self.before.case.id;
        let is_it = |&index: &usize| cases.read(index).is_ok_and(|case| case.id == *id);
        let last = (0..=self.index).rev().find(|&index| cases.has(index));
        let in_its_place = last.unwrap_or(self.index);
        if id.is_empty() || !cases.has(1) || is_it(&self.index) {
            return in_its_place;
        }
        let mut known = (0..MAX_SEARCHED).take_while(|&index| cases.has(index));
        known.find(is_it).unwrap_or(in_its_place)
    }

    fn compared(&self, index: usize, inspection: Inspection) -> ChangedCase {
        let drafted = drafted(&inspection);
        let subjects: Vec<Subject> = drafted.iter().map(|(subject, _)| subject.clone()).collect();
        let traces = trace(&self.subjects, &subjects);
        ChangedCase { index, cut: Cut::of(&inspection), inspection, drafted, traces }
    }
}

/// Returns the file of a source, to be watched.
pub fn own_file(source: &Source) -> Option<PathBuf> {
    file_of(source).map(std::path::Path::to_owned)
}

/// Fails for a file that was most likely read while it was being written: it had text before and
/// has none now.
pub fn is_whole(before: &Inspection, now: &Inspection) -> Result<()> {
    let blank = |inspection: &Inspection| inspection.case.response.text.trim().is_empty();
    if blank(now) && !blank(before) {
        return Err(Error::new("read", now.case.input.clone(), "it is empty"));
    }
    for (index, source) in now.case.sources.iter().enumerate() {
        let Some(file) = file_of(source) else { continue };
        let earlier = before.case.sources.iter().position(|other| file_of(other) == Some(file));
        let had = earlier.is_some_and(|earlier| has_text(before, earlier));
        if had && !has_text(now, index) {
            let why = match &source.text {
                SourceText::Unreadable(why) => why.clone(),
                _ => "it is empty".to_owned(),
            };
            return Err(Error::new("read", file.display().to_string(), why));
        }
    }
    Ok(())
}

pub(in crate::tui) fn has_text(inspection: &Inspection, source: usize) -> bool {
    inspection.store(source).is_some_and(|store| !store.is_empty())
}

/// Returns true if all is as it was: files were only touched.
pub fn are_same(before: &Inspection, now: &Inspection) -> bool {
    let unstamped = |source: &Source| Source { stamp: None, ..source.clone() };
    let sources = || before.case.sources.iter().zip(&now.case.sources).enumerate();
    before.case.response == now.case.response
        && before.case.notes == now.case.notes
        && before.case.sources.len() == now.case.sources.len()
        && sources().all(|(index, (one, other))| {
            let store = before.store(index).map(Arc::as_ref);
            unstamped(one) == unstamped(other) && change_of(one, store).is_none()
        })
}
