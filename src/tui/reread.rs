//! The case read again because a file changed: done beside the screen, and taken over at once with
//! everything that is known about it, so that the screen changes once and the place is kept.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use super::hold::Hold;
use super::layout::response::{Cut, ResponseFlow};
use super::layout::source::SourceFlow;
use super::review::drafted;
use super::search;
use super::state::{Focus, Mode, State};
use super::worker::Job;
use crate::cases::Cases;
use crate::error::{Error, Result};
use crate::inspect::{self, Inspection};
use crate::model::{Source, SourceText};
use crate::review::{Difference, Judgement, Subject, Trace, What, trace};
use crate::sources::store::Counted;
use crate::sources::{change_of, file_of};

/// Cases are looked through for the one shown before, up to this many.
const MAX_SEARCHED: usize = 500;

/// A source of at most this many bytes is searched anew before the next draw.
const SEARCHED_AT_ONCE: usize = 4 * 1024 * 1024;

/// The input, to be opened once more.
pub trait Reopen: Debug + Send + Sync {
    /// Reads the response and loads the sources, as they are now; says nothing on the way.
    fn open(&self) -> Result<Cases>;
    /// The files and folders that are looked at for that.
    fn files(&self) -> Vec<PathBuf>;
}

/// What is asked of the worker: the case as it is now.
#[derive(Debug, Clone)]
pub struct Again {
    /// Index of the case shown.
    pub index: usize,
    /// How many changes were told before it was asked for.
    pub told: usize,
    before: Arc<Inspection>,
    subjects: Vec<Subject>,
}

/// What came of it.
#[derive(Debug)]
pub struct Reread {
    index: usize,
    told: usize,
    /// What is to be watched from now on; `None` where the input could not be read.
    pub files: Option<Vec<PathBuf>>,
    /// The cases as they are now; `None` likewise.
    pub cases: Option<Arc<Cases>>,
    counted: Option<Counted>,
    changed: Result<Option<Changed>>,
}

/// A case that is not what it was.
#[derive(Debug)]
struct Changed {
    index: usize,
    inspection: Inspection,
    cut: Cut,
    drafted: Vec<(Subject, Judgement)>,
    traces: Vec<Trace>,
}

/// What became of the files while they were looked at.
#[derive(Debug, Default)]
pub struct Watching {
    /// Whether the case is read again after a change.
    pub on: bool,
    told: usize,
    read: usize,
    /// When it was last read again, as `12:05:31`.
    at: Option<String>,
    failed: Option<String>,
    /// In what the targets of citations differ from before, by citation and target.
    differences: BTreeMap<(usize, usize), Difference>,
    gone: usize,
}

impl Watching {
    /// Whether the citation at `index` is marked as changed.
    pub fn marks(&self, index: usize) -> bool {
        self.differences.range((index, 0)..=(index, usize::MAX)).next().is_some()
    }

    /// Whether a change needs no word, because the case is read again.
    pub(super) const fn looks_itself(&self) -> bool {
        self.on && self.failed.is_none()
    }

    fn changed(&self) -> usize {
        let mut citations: Vec<usize> = self.differences.keys().map(|key| key.0).collect();
        citations.dedup();
        citations.len()
    }
}

impl Again {
    /// Reads the case again, as it is in `cases` when it is done.
    pub(super) fn carry_out(self, input: &dyn Reopen, cases: &mut Arc<Cases>) -> Reread {
        let opened = input.open().map(|fresh| fresh.with_documents_of(cases));
        let read = opened.and_then(|fresh| {
            let index = self.place(&fresh);
            let case = fresh.read(index)?;
            let inspection = inspect::inspect_with(case, fresh.extractor());
            is_whole(&self.before, &inspection)?;
            Ok((fresh, index, inspection))
        });
        let (index, told) = (self.index, self.told);
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
                Reread { index, told, files, cases, counted, changed: Ok(changed) }
            }
            Err(error) => {
                let changed = Err(error);
                Reread { index, told, files: None, cases: None, counted: None, changed }
            }
        }
    }

    /// The index of the case shown before: at its old place if it has its old name there.
    fn place(&self, cases: &Cases) -> usize {
        let id = &self.before.case.id;
        let is_it = |&index: &usize| cases.read(index).is_ok_and(|case| case.id == *id);
        if id.is_empty() || !cases.has(1) || is_it(&self.index) {
            return self.index;
        }
        let known = (0..MAX_SEARCHED).take_while(|&index| cases.has(index));
        known.into_iter().find(is_it).unwrap_or(self.index)
    }

    fn compared(&self, index: usize, inspection: Inspection) -> Changed {
        let drafted = drafted(&inspection);
        let subjects: Vec<Subject> = drafted.iter().map(|(subject, _)| subject.clone()).collect();
        let traces = trace(&self.subjects, &subjects);
        Changed { index, cut: Cut::of(&inspection), inspection, drafted, traces }
    }
}

/// The file of a source, to be watched.
fn own_file(source: &Source) -> Option<PathBuf> {
    file_of(source).map(std::path::Path::to_owned)
}

/// Fails for what was most likely caught while it was written: where there was text and now is
/// none.
fn is_whole(before: &Inspection, now: &Inspection) -> Result<()> {
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

fn has_text(inspection: &Inspection, source: usize) -> bool {
    inspection.stores.get(source).is_some_and(|store| store.as_ref().is_ok_and(|it| !it.is_empty()))
}

/// Whether all is as it was: files were only touched.
fn are_same(before: &Inspection, now: &Inspection) -> bool {
    let unstamped = |source: &Source| Source { stamp: None, ..source.clone() };
    let sources = || before.case.sources.iter().zip(&now.case.sources).enumerate();
    before.case.response == now.case.response
        && before.case.notes == now.case.notes
        && before.case.sources.len() == now.case.sources.len()
        && sources().all(|(index, (one, other))| {
            let store = before.stores.get(index).and_then(|store| store.as_deref().ok());
            unstamped(one) == unstamped(other) && change_of(one, store).is_none()
        })
}

/// The time of day, as `12:05:31`.
fn now() -> String {
    jiff::Zoned::now().strftime("%H:%M:%S").to_string()
}

impl Reread {
    /// Whether the input could be read.
    pub fn is_read(&self) -> bool {
        self.changed.is_ok()
    }
}

impl State {
    /// Files changed on disk: the case is to be read again.
    pub fn files_changed(&mut self) {
        self.watching.told += 1;
    }

    /// The case to be read again, if there is reason to and what is known about it is complete.
    /// Nothing else is asked for meanwhile: it would be about what the case was.
    pub(super) fn due(&self) -> Option<Job> {
        let watching = &self.watching;
        let known = self.batch.failed.is_some()
            || self.digest.pending.is_empty()
                && self.has_read_all()
                && self.review.is_ready()
                && self.inspection.is_weighed;
        let busy = self.loading || matches!(self.mode, Mode::Note(_));
        (watching.on && watching.told > watching.read && known && !busy).then(|| {
            Job::Again(Again {
                index: self.batch.index,
                told: watching.told,
                before: Arc::clone(&self.inspection),
                subjects: self.review.subjects().to_vec(),
            })
        })
    }

    /// Takes over what came of reading the case again.
    pub(super) fn take_reread(&mut self, reread: Reread) {
        if let Some(counted) = reread.counted {
            self.batch.counted(counted);
        }
        if reread.index != self.batch.index {
            // Another case was opened meanwhile; it is read again in turn.
            return;
        }
        self.watching.read = reread.told;
        match reread.changed {
            Ok(changed) => {
                if self.watching.failed.take().is_some() {
                    self.message = None;
                }
                if let Some(changed) = changed {
                    self.watching.at = Some(now());
                    self.show_again(changed);
                }
            }
            Err(error) => {
                self.complain(format!("not read again, this is as it was before: {error}"));
                self.watching.failed = Some(error.to_string());
            }
        }
        self.look_at_change();
        if let Mode::List(list) = &self.mode {
            self.mode = Mode::List(list.renewed(self));
        }
    }

    /// `read again 12:05:31 · 2 changed`, for the head; empty before the first change.
    pub fn reread_told(&self) -> Vec<String> {
        let watching = &self.watching;
        if watching.failed.is_some() {
            return vec!["changed, not read again".to_owned()];
        }
        let mut parts: Vec<String> =
            watching.at.iter().map(|at| format!("read again {at}")).collect();
        let told = |count: usize, word: &str| (count > 0).then(|| format!("{count} {word}"));
        parts.extend(told(watching.changed(), "changed"));
        parts.extend(told(watching.gone, "gone"));
        parts
    }

    /// In what the selected target differs from before it was read again.
    pub fn difference_told(&self) -> Option<String> {
        let difference = self.watching.differences.get(&(self.selected?, self.target))?;
        Some(format!("* {} at {}", difference.told(), self.watching.at.as_deref()?))
    }

    /// Another case is shown: what changed in the one before is of no use.
    pub(super) fn leave_changes(&mut self) {
        let Watching { on, told, read, failed, .. } = std::mem::take(&mut self.watching);
        self.watching = Watching { on, told, read, failed, ..Watching::default() };
    }

    fn show_again(&mut self, changed: Changed) {
        let Changed { index, inspection, cut, drafted, traces } = changed;
        let was = self.subject();
        let failed = self.batch.failed.take().is_some();
        self.batch.index = index;
        self.forget_cases();
        if failed || self.inspection.case.response.citations.is_empty() {
            self.set_case(inspection, cut);
            self.take_subjects(drafted);
            return;
        }
        let (subjects, drafts): (Vec<Subject>, Vec<Judgement>) = drafted.into_iter().unzip();
        let found = was.and_then(|was| traces.iter().position(|trace| trace.before == Some(was)));
        self.note_differences(&subjects, &traces);
        let response = Hold::of_response(self);
        let source = Hold::of_source(self);
        let before = self.replace(inspection, cut);
        let subject = found.and_then(|found| subjects.get(found)).map(|subject| subject.what);
        self.review
            .renew((subjects, drafts), found.filter(|_| matches!(subject, Some(What::Uncited(_)))));
        self.look_up_verdicts();
        self.response.set_marks(&self.marked());
        self.select_again(subject);
        self.source_again(&before);
        self.search_again();
        self.settle();
        response.restore_response(self);
        if !source.restore_source(self) && !self.source.browsing {
            self.show_target();
        }
        self.settle();
    }

    fn note_differences(&mut self, subjects: &[Subject], traces: &[Trace]) {
        let cited = subjects.iter().zip(traces).filter_map(|(subject, trace)| match subject.what {
            What::Cited { citation, target } => Some(((citation, target), trace.difference?)),
            What::Uncited(_) => None,
        });
        self.watching.differences = cited.collect();
        let kept = |index: &usize| traces.iter().any(|trace| trace.before == Some(*index));
        let before = self.review.subjects().iter().enumerate();
        let cited = before.filter(|(_, subject)| matches!(subject.what, What::Cited { .. }));
        self.watching.gone = cited.filter(|(index, _)| !kept(index)).count();
    }

    /// The citations that are marked.
    fn marked(&self) -> Rc<Vec<bool>> {
        let count = self.inspection.case.response.citations.len();
        Rc::new((0..count).map(|index| self.watching.marks(index)).collect())
    }

    /// Puts another inspection in the place of the one shown, which is returned.
    fn replace(&mut self, inspection: Inspection, cut: Cut) -> Arc<Inspection> {
        let raw = self.response.is_raw();
        let before = std::mem::replace(&mut self.inspection, Arc::new(inspection));
        self.digest = super::digest::Digest::of(&self.inspection);
        self.response = ResponseFlow::new(Arc::clone(&self.inspection), cut);
        self.response.set_raw(raw);
        self.colours.clear();
        self.reading.clear();
        self.awaited = None;
        self.name_case();
        before
    }

    /// Selects what was selected, or what stands in its place now.
    fn select_again(&mut self, subject: Option<What>) {
        let last = self.inspection.case.response.citations.len().checked_sub(1);
        match subject {
            Some(What::Cited { citation, target }) => {
                (self.selected, self.target) = (Some(citation), target);
            }
            Some(What::Uncited(_)) => (self.selected, self.target) = (None, 0),
            None => {
                let place = self.selected.unwrap_or(0);
                if self.selected.is_some() {
                    self.say("what was selected is gone; this stands in its place");
                }
                (self.selected, self.target) = (last.map(|last| place.min(last)), 0);
            }
        }
        let better = self.evidence().map_or(0, |evidence| evidence.better.len());
        self.source.better = self.source.better.filter(|shown| *shown < better);
    }

    /// Shows the source again that was shown, as it is now.
    fn source_again(&mut self, before: &Inspection) {
        let shown = self.source.source.and_then(|index| before.case.sources.get(index));
        let is_it = |source: &Source| {
            shown.is_some_and(|it| {
                (&it.id, &it.origin, file_of(it)) == (&source.id, &source.origin, file_of(source))
            })
        };
        let sources = &self.inspection.case.sources;
        let same = self.source.source.filter(|index| sources.get(*index).is_some_and(is_it));
        self.source.source = same.or_else(|| sources.iter().position(is_it));
        let old = self.source.flow.take();
        self.source.flow = self.source.source.and_then(|it| SourceFlow::new(&self.inspection, it));
        if let (Some(old), Some(flow)) = (old, &mut self.source.flow) {
            flow.set_folded(old.fold().is_some() || !old.has_rest());
        }
        self.source.browsing &= self.source.source.is_some();
    }

    /// Searches what was searched for once more.
    fn search_again(&mut self) {
        let text = Arc::clone(&self.inspection);
        if let Some(search) = self.searches.place(Focus::Response) {
            search.again(search::in_text(&text.case.response.text, &search.pattern));
        }
        let store = self.source.flow.as_ref().map(|flow| Arc::clone(&flow.store));
        let place = self.searches.place(Focus::Source);
        match (place.as_mut(), store.filter(|store| store.len() <= SEARCHED_AT_ONCE)) {
            (Some(search), Some(store)) => {
                search.again(search::in_store(&store, &search.pattern, &|| true));
            }
            _ => *place = None,
        }
    }

    /// Takes over what became of the file shown, which was read again or could not be.
    fn look_at_change(&mut self) {
        let message = self.message.take();
        self.notice_change();
        self.message = message.or(self.message.take());
    }

    /// Whether what is cited lies in the source shown, or should.
    pub(super) fn shows_cited(&self) -> bool {
        self.resolution().and_then(crate::resolve::Resolution::source) == self.source.source
    }
}
