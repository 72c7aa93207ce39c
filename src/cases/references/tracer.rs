//! The past of cited lines, from the history of the checkout.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::lines::{equal_lines, inline};
use crate::cases::lock::{Hasher, Locked};
use crate::dialects::marks::code_references::{FAMILY, as_read, revision};
use crate::history::{Candidate, History, candidates, trace};
use crate::model::{Case, Fate, Locator, Past, Revision, Source, Target};
use crate::sources::{Checkout, from_root, normal_path};
use crate::text::lines::LineIndex;

/// Maximum length of the earlier lines that are kept, in bytes.
const MAX_EARLIER: usize = 4 * 1024;

/// Maximum number of other files that are searched for missing lines.
const MAX_SEARCHED: usize = 500;

/// Maximum length of the line by which a commit is searched for, in bytes.
const MAX_NEEDLE: usize = 200;

/// Search for the past of the cited lines of one case.
pub(super) struct Tracer<'h> {
    pub(super) history: &'h History,
    pub(super) checkout: &'h Checkout,
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
        for citation in case.response.citations.iter_mut().filter(|one| one.family == FAMILY) {
            let line = usize::try_from(lines.number(citation.anchor.span.start)).unwrap_or(0);
            let pinned = revision(&citation.raw)
                .map(|id| Revision { id: id.to_owned(), ..Revision::default() });
            let writer = line.checked_sub(1).and_then(|line| writers.get(line).cloned().flatten());
            let Some(writer) = pinned.or(writer) else { continue };
            for target in &mut citation.targets {
                let accepted = target.past.take();
                if accepted.as_ref().is_some_and(|past| past.fate == Fate::Unchanged) {
                    target.past = accepted;
                    continue;
                }
                let past = self.past(target, &writer, folder, &case.sources, &mut renamed);
                target.past = self.chosen(accepted, past);
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
        let from_root = normal_path(Path::new(id));
        let now = self.found.get(id).cloned();
        let mut paths = from_root.into_iter().chain(from_folder).chain(now);
        paths.find_map(|path| {
            let text = self.history.text(commit, &path)?;
            Some((path, text))
        })
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
        let source = sources.iter().find(|source| source.id == target.id);
        let text = source.and_then(|source| inline(&source.text)).cloned().or_else(|| {
            let new = self.history.renamed(&writer.id, &path)?;
            let source = from_root(self.checkout.root(), &new);
            let text = inline(&source.text).cloned()?;
            renamed.push((target.id.clone(), new));
            Some(text)
        });
        let mut fate = text.as_ref().map_or(Fate::Gone, |text| trace(&then, lines, text));
        let all: Vec<&str> = then.lines().collect();
        let cited = lines.0.checked_sub(1).and_then(|from| all.get(from..lines.1));
        let cited = cited.unwrap_or_default();
        let here = text.as_deref().unwrap_or_default();
        let now_in = least_nearby(fate, &then, lines, here).and_then(|least| {
            let found = self.elsewhere(&writer.id, &path, (&then, lines));
            found.filter(|(_, candidate)| candidate.nearby >= least)
        });
        let now_in = now_in.map(|(path, Candidate { first, last, .. })| (path, first, last));
        // Lines that went to another file as they were have not been edited.
        if now_in.is_some() {
            fate = Fate::Gone;
        }
        let mut past = Past {
            lines: cut(&cited.join("\n")),
            fate,
            locked: None,
            cited_in: Some(writer.clone()),
            removed_in: None,
            now_in,
        };
        if fate == Fate::Gone {
            let longest = cited.iter().map(|line| line.trim()).max_by_key(|line| line.len());
            let needle = longest.filter(|line| !line.is_empty() && line.len() <= MAX_NEEDLE);
            past.removed_in = needle.and_then(|line| self.history.removed(&writer.id, &path, line));
        }
        Some((Box::new(past), cited.join("\n")))
    }

    /// Returns the best place of the lines in another file that was changed since then; `None` if
    /// several are as good.
    fn elsewhere(
        &self,
        since: &str,
        path: &str,
        (then, lines): (&str, (usize, usize)),
    ) -> Option<(String, Candidate)> {
        let changed = self.history.changed(since);
        let others = changed.iter().map(|(_, new)| new).filter(|new| *new != path);
        let mut found: Vec<(String, Candidate)> = Vec::new();
        for other in others.take(MAX_SEARCHED) {
            let source = from_root(self.checkout.root(), other);
            let Some(text) = inline(&source.text) else { continue };
            let all = candidates(then, lines, text).into_iter();
            found.extend(all.map(|candidate| (other.clone(), candidate)));
        }
        found.sort_by_key(|(_, candidate)| std::cmp::Reverse(candidate.nearby));
        match found.as_slice() {
            [only] => Some(only.clone()),
            [best, next, ..] if best.1.nearby > next.1.nearby => Some(best.clone()),
            _ => None,
        }
    }
}

/// Returns the number of nearby lines that another file must share for lines with this fate in
/// their own file, which is `here` now; `None` if no other file is asked.
fn least_nearby(fate: Fate, then: &str, lines: (usize, usize), here: &str) -> Option<usize> {
    match fate {
        Fate::Moved { first, .. } => {
            let mut here = candidates(then, lines, here).into_iter();
            let nearby = here.find(|it| it.first == first).map_or(0, |here| here.nearby);
            (nearby == 0).then_some(1)
        }
        Fate::Changed { .. } => Some(2),
        Fate::Gone | Fate::Unknown => Some(0),
        Fate::Unchanged | Fate::OutOfRange => None,
    }
}

fn cut(text: &str) -> String {
    text.get(..text.floor_char_boundary(MAX_EARLIER)).unwrap_or_default().to_owned()
}
