//! The past of cited lines, from the history of the checkout.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::dated::Dated;
use super::lines::{equal_lines, inline};
use super::renamed::respelled;
use super::texts::Texts;
use crate::cases::lock::{Hasher, Locked};
use crate::dialects::marks::code_references::{FAMILY, as_read, fixed_name, revision};
use crate::history::{Candidate, History, SoughtLines, candidates, edited_candidate, trace_by};
use crate::model::{Case, Fate, Locator, Past, Revision, Source, Target, lines_of};
use crate::sources::{Checkout, from_root, normal_path};
use crate::text::lines::LineIndex;

/// Maximum number of other files that are searched for missing lines.
const MAX_SEARCHED: usize = 500;

/// Maximum length of the line by which a commit is searched for, in bytes.
const MAX_NEEDLE: usize = 200;

/// Search for the past of the cited lines of one case.
pub(super) struct Tracer<'h> {
    pub(super) history: &'h History,
    pub(super) checkout: &'h Checkout,
    /// The texts of the checkout.
    pub(super) texts: &'h Texts,
    /// The path from the root of each id.
    pub(super) found: &'h BTreeMap<String, String>,
    /// The one commit to compare with.
    pub(super) base: Option<Revision>,
    /// Computes the hashes of accepted lines.
    pub(super) hasher: Option<Hasher>,
}

impl Tracer<'_> {
    /// Adds the history of the cited lines to the targets of a text at `path`.
    pub(super) fn add(&self, case: &mut Case, path: &str) {
        let writers = self.writers(path, &case.response.text);
        let lines = LineIndex::new(&case.response.text);
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut renamed: Vec<(String, String)> = Vec::new();
        let mut dated = Dated::new(self.history, path);
        let mut tags = BTreeMap::new();
        for citation in case.response.citations.iter_mut().filter(|one| one.family == FAMILY) {
            let line = usize::try_from(lines.number(citation.anchor.span.start)).unwrap_or(0);
            let pinned = self.pinned(&citation.raw, &mut tags);
            let is_pinned = pinned.is_some();
            let writer = line.checked_sub(1).and_then(|line| writers.get(line).cloned().flatten());
            let Some(writer) = pinned.or(writer) else { continue };
            let first = (!is_pinned && self.base.is_none())
                .then(|| dated.first(&writer, &citation.raw))
                .flatten();
            for target in &mut citation.targets {
                let accepted = target.past.take();
                if accepted.as_ref().is_some_and(|past| past.fate == Fate::Unchanged) {
                    target.past = accepted;
                    continue;
                }
                let sources = &case.sources;
                // Lines that were still there when the line was written again are known best from then.
                let at = |commit: &Revision| self.cited_at(target, &commit.id, folder);
                let first = first.as_ref().filter(|first| at(first) != at(&writer));
                let first =
                    first.and_then(|it| self.past(target, it, folder, sources, &mut renamed));
                // Whoever wrote the line again beside edited lines had them before their eyes.
                let past = first
                    .filter(|(past, _)| !is_edited_in_place(past, target))
                    .or_else(|| self.past(target, &writer, folder, sources, &mut renamed));
                target.past = self.chosen(accepted, past);
                if let Some(past) = &mut target.past {
                    past.is_pinned = is_pinned;
                }
            }
        }
        for (id, path) in renamed {
            let source = case.sources.iter_mut().find(|source| source.id == id);
            if let Some(source) = source.filter(|source| source.text.why_not().is_some()) {
                let read = from_root(self.checkout.root(), &path);
                *source = Source { id, title: Some(path), ..read };
            }
        }
    }

    /// Returns the commit that a permalink names, by its hash or a tag.
    fn pinned(&self, raw: &str, tags: &mut BTreeMap<String, Option<Revision>>) -> Option<Revision> {
        if let Some(id) = revision(raw) {
            return Some(Revision { id: id.to_owned(), ..Revision::default() });
        }
        let tag = fixed_name(raw)?;
        let find = || self.history.revision(&format!("refs/tags/{tag}"));
        tags.entry(tag.to_owned()).or_insert_with(find).clone()
    }

    /// Chooses between the history and a lock file: the history knows more if it has the accepted
    /// lines.
    fn chosen(
        &self,
        accepted: Option<Box<Past>>,
        traced: Option<(Box<Past>, String)>,
    ) -> Option<Box<Past>> {
        let Some(accepted) = accepted else { return traced.map(|(past, _)| past) };
        let is_same = |lines: &str| {
            let lines: Vec<&str> = lines.lines().collect();
            let hash = self.hasher.map(|hasher| Locked::new(&lines, hasher).hash);
            hash.is_some() && hash == accepted.locked
        };
        match traced {
            Some((past, lines)) if past.fate != Fate::Unchanged && is_same(&lines) => {
                Some(Box::new(Past { locked: accepted.locked.clone(), ..*past }))
            }
            _ => Some(accepted),
        }
    }

    /// Returns, for each line of a text, the commit that wrote it, if the text has the line as
    /// committed.
    fn writers(&self, path: &str, text: &str) -> Vec<Option<Revision>> {
        let blamed = match &self.base {
            Some(_) => Arc::default(),
            None => self.history.blame(path),
        };
        let committed = match &self.base {
            Some(base) => self.history.text(&base.id, path),
            None => self.history.committed(path).map(Arc::from),
        };
        let Some(committed) = committed else { return Vec::new() };
        let committed = as_read(path, &committed);
        let writer = |image: Option<usize>| {
            let own = || blamed.get(image?).cloned().flatten();
            image.and_then(|_| self.base.clone().or_else(own))
        };
        equal_lines(&committed, text).into_iter().map(writer).collect()
    }

    /// Returns the path that an id of a text in `folder` led to as of a commit, and the file's text
    /// then.
    fn then(&self, id: &str, commit: &str, folder: &str) -> Option<(String, Arc<str>)> {
        let from_folder = normal_path(&Path::new(folder).join(id));
        let from_root = normal_path(Path::new(id)).filter(|_| !id.starts_with("./"));
        let now = self.found.get(id).cloned();
        // To git, a symbolic link is a text with the path that it leads to.
        let written = from_root.into_iter().chain(from_folder);
        let mut paths = written.filter(|path| !self.checkout.is_linked(path)).chain(now);
        paths.find_map(|path| {
            let text = self.history.text(commit, &path)?;
            Some((path, text))
        })
    }

    /// Returns true if a path from the root leads to a file now.
    fn is_there(&self, path: &str) -> bool {
        self.checkout.find(path, "").as_deref() == Some(path)
    }

    /// Returns the present path and text of a file that was renamed since a commit.
    fn new_path(&self, since: &str, path: &str) -> Option<(String, Arc<str>)> {
        if self.is_there(path) {
            return None;
        }
        let new = self.history.renamed(since, path)?;
        let source = from_root(self.checkout.root(), &new);
        let text = inline(&source.text).cloned()?;
        Some((new, text))
    }

    /// Returns the lines that a target cites as of a commit.
    fn cited_at(&self, target: &Target, commit: &str, folder: &str) -> Option<String> {
        let Some(Locator::Lines { first, last }) = target.locator else { return None };
        let (_, text) = self.then(&target.id, commit, folder)?;
        Some(lines_of(&text, first, last))
    }

    /// Returns the past of a target, and all of its lines as they were.
    fn past(
        &self,
        target: &Target,
        writer: &Revision,
        folder: &str,
        sources: &[Source],
        renamed: &mut Vec<(String, String)>,
    ) -> Option<(Box<Past>, String)> {
        let Some(Locator::Lines { first, last }) = target.locator else { return None };
        let lines = (usize::try_from(first).ok()?, usize::try_from(last).ok()?);
        let (path, then) = self.then(&target.id, &writer.id, folder)?;
        let new = self.new_path(&writer.id, &path);
        let text = match &new {
            Some((_, text)) => Some(Arc::clone(text)),
            None => sources
                .iter()
                .find(|source| source.id == target.id && self.is_there(&path))
                .and_then(|source| inline(&source.text))
                .cloned(),
        };
        let mut fate = text.as_ref().map_or(Fate::Gone, |text| {
            trace_by(&then, lines, text, || self.texts.images(&then, text))
        });
        let all: Vec<&str> = then.lines().collect();
        let cited = lines.0.checked_sub(1).and_then(|from| all.get(from..lines.1));
        let cited = cited.unwrap_or_default();
        let here = text.as_deref().unwrap_or_default();
        let now_in = least_nearby(fate, &then, lines, here).and_then(|least| {
            let found = self.elsewhere(&writer.id, &path, (&then, lines));
            // Lines that are there as they were were not edited elsewhere.
            let is_free = !matches!(fate, Fate::Moved { .. } | Fate::Changed { .. });
            found.filter(|found| found.at.nearby >= least && (is_free || !found.at.is_edited))
        });
        // Lines that went to another file as they were have not been edited.
        match &now_in {
            Some(found) if found.at.is_edited => {
                fate = Fate::Changed { first: found.at.first, last: found.at.last };
            }
            Some(_) => fate = Fate::Gone,
            None => {}
        }
        let past = Past {
            lines: lines_of(&then, first, last),
            fate,
            locked: None,
            cited_in: Some(writer.clone()),
            removed_in: None,
            now_in: now_in.as_ref().map(|it| (it.path.clone(), it.at.first, it.at.last)),
            path_now: None,
            is_pinned: false,
            now: String::new(),
        };
        let past = match (&new, &now_in) {
            (Some((new, _)), None) => {
                let past = in_renamed(past, (first, last), new);
                if past.now_in.is_some() || fate == Fate::Gone {
                    renamed.push((target.id.clone(), new.clone()));
                }
                Past { path_now: respelled(&target.id, &path, new, folder), ..past }
            }
            _ => past,
        };
        let mut past = past.with_now(now_in.as_ref().map_or(here, |it| &it.text));
        if fate == Fate::Gone {
            let longest = cited.iter().map(|line| line.trim()).max_by_key(|line| line.len());
            let needle = longest.filter(|line| !line.is_empty() && line.len() <= MAX_NEEDLE);
            past.removed_in = needle.and_then(|line| self.history.removed(&writer.id, &path, line));
        }
        Some((Box::new(past), cited.join("\n")))
    }

    /// Returns the best place of the lines in another file that was changed since then; `None` if
    /// several are as good. Edited lines count where no file has them unchanged.
    fn elsewhere(
        &self,
        since: &str,
        path: &str,
        cited: (&str, (usize, usize)),
    ) -> Option<Elsewhere> {
        let changed = self.history.changed(since);
        let others = changed.iter().filter(|(_, new)| *new != path).take(MAX_SEARCHED);
        let (mut found, mut edited) = (Vec::new(), Vec::new());
        let sought = SoughtLines::new(cited.0, cited.1);
        for (old, other) in others {
            let searched = self.texts.searched(self.checkout.root(), other);
            let Some(searched) = searched.filter(|searched| sought.may_be_in(searched)) else {
                continue;
            };
            let text = searched.text();
            let all = |text: &str| match candidates(cited.0, cited.1, text) {
                none if none.is_empty() => {
                    edited_candidate(cited.0, cited.1, text).into_iter().collect()
                }
                places => places,
            };
            let mut places = all(text);
            if places.is_empty() {
                continue;
            }
            // Lines that the other file already had did not move there.
            let before = self.history.text(since, old.as_deref().unwrap_or(other));
            let before = before.map(|before| all(&before)).unwrap_or_default();
            let had = before.iter().map(|place| place.nearby).max();
            places.retain(|place| had.is_none_or(|had| place.nearby > had));
            for at in places {
                let place = Elsewhere { path: other.clone(), at, text: Arc::clone(text) };
                if at.is_edited { &mut edited } else { &mut found }.push(place);
            }
        }
        best(found).or_else(|| best(edited))
    }
}

/// Returns true if lines were edited and are at the cited place.
fn is_edited_in_place(past: &Past, target: &Target) -> bool {
    let Fate::Changed { first, last } = past.fate else { return false };
    past.now_in.is_none() && target.locator == Some(Locator::Lines { first, last })
}

/// Puts lines that a renamed file still has into the new file.
fn in_renamed(past: Past, cited: (u64, u64), new: &str) -> Past {
    let (fate, (first, last)) = match past.fate {
        Fate::Unchanged => (Fate::Gone, cited),
        Fate::Moved { first, last } => (Fate::Gone, (first, last)),
        Fate::Changed { first, last } => (past.fate, (first, last)),
        Fate::Gone | Fate::OutOfRange | Fate::Unknown => return past,
    };
    Past { fate, now_in: Some((new.to_owned(), first, last)), ..past }
}

/// Returns the place with most lines nearby; `None` if several are as good.
fn best(mut found: Vec<Elsewhere>) -> Option<Elsewhere> {
    found.sort_by_key(|found| std::cmp::Reverse(found.at.nearby));
    let next = found.get(1).map(|next| next.at.nearby);
    let best = found.into_iter().next()?;
    (Some(best.at.nearby) != next).then_some(best)
}

/// Lines of a file with so few known lines around them may be others, which look the same.
const FEW_NEARBY: usize = 2;

/// Lines in another file.
#[derive(Clone)]
struct Elsewhere {
    path: String,
    at: Candidate,
    text: Arc<str>,
}

/// Returns the number of nearby lines that another file must share for lines with this fate in
/// their own file, which is `here` now; `None` if no other file is asked.
fn least_nearby(fate: Fate, then: &str, lines: (usize, usize), here: &str) -> Option<usize> {
    match fate {
        Fate::Moved { first, .. } => {
            let mut here = candidates(then, lines, here).into_iter();
            let nearby = here.find(|it| it.first == first).map_or(0, |here| here.nearby);
            (nearby <= FEW_NEARBY).then_some(nearby + 1)
        }
        Fate::Changed { .. } => Some(2),
        Fate::Gone | Fate::Unknown => Some(0),
        Fate::Unchanged | Fate::OutOfRange => None,
    }
}
