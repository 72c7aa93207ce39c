//! The code that a case cites by path and line: found in the checkout around it, with its history.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::dialects::marks::code_references::{DIALECT, FAMILY, citations, revision};
use crate::error::{Error, Result};
use crate::history::{History, place_in, trace};
use crate::model::{
    Case, Citation, Fate, IdFrom, Locator, Past, Revision, Source, SourceText, Target,
};
use crate::sources::{Checkout, from_root, root_of};
use crate::text::lines::LineIndex;

/// The most files that are read for one case.
const MAX_FILES: usize = 10_000;

/// The most of the lines as they were that is kept, in bytes.
const MAX_KEPT: usize = 4 * 1024;

/// The most other files that are searched for lines that are gone.
const MAX_SEARCHED: usize = 50;

/// The longest line by which a commit is looked for, in bytes.
const MAX_NEEDLE: usize = 200;

/// The version that cited lines are compared with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Compare {
    /// Nothing: git is not asked.
    #[default]
    Nothing,
    /// The lines as they were when the citation was written.
    AsWritten,
    /// The lines as of this revision, for citations that stood in the text then.
    Base(String),
}

/// The checkout in which cited code is looked up. Shared by all cases of an input.
#[derive(Debug, Default)]
pub struct References {
    /// The checkout the user named; else it is found from each text upwards.
    root: Option<PathBuf>,
    compare: Compare,
    known: Mutex<BTreeMap<PathBuf, Arc<Repository>>>,
}

#[derive(Debug)]
struct Repository {
    checkout: Checkout,
    history: OnceLock<Option<History>>,
}

impl References {
    /// Looks code up beneath `root`, or where it is `None` in the checkout around each text.
    pub fn new(root: Option<PathBuf>, compare: Compare) -> Self {
        Self { root, compare, known: Mutex::default() }
    }

    /// Adds the cited files that no source given stands for, and the past of the cited lines.
    ///
    /// Fails where the revision to compare with does not exist.
    pub fn add(&self, case: &mut Case) -> Result<()> {
        let is_own = case.format.name == DIALECT.name;
        if !is_own && !case.response.citations.iter().any(|one| one.family == FAMILY) {
            return Ok(());
        }
        let file = PathBuf::from(&case.input);
        let Some(root) = self.root.clone().or_else(|| root_of(&file)) else {
            case.notes.push(
                "no checkout around the text: name the folder of the cited code with `--root`"
                    .to_owned(),
            );
            return Ok(());
        };
        let repository = self.repository(&root);
        let checkout = &repository.checkout;
        let path = checkout.relative(&file);
        let folder = path.as_deref().and_then(|path| path.rsplit_once('/'));
        let folder = folder.map_or("", |(folder, _)| folder).to_owned();
        if is_own {
            let exists = |path: &str| checkout.find(path, &folder).is_some();
            case.response.citations = citations(&case.response.text, Some(&exists));
        }
        let found = add_sources(case, checkout, &folder);
        let Some(path) = path.filter(|_| self.compare != Compare::Nothing) else { return Ok(()) };
        let history = repository.history.get_or_init(|| History::open(checkout.root()));
        let Some(history) = history else {
            case.notes.push("no git history: cited lines are compared as they are".to_owned());
            return Ok(());
        };
        if history.is_shallow() {
            case.notes.push(
                "the history is shallow: what was cited before it begins cannot be told".to_owned(),
            );
        }
        let base = match &self.compare {
            Compare::Base(name) => Some(history.revision(name).ok_or_else(|| {
                Error::new("compare with", format!("`{name}`"), "there is no such commit")
                    .hint("fetch it first: a shallow checkout has the last commit only")
            })?),
            Compare::Nothing | Compare::AsWritten => None,
        };
        Tracer { history, checkout, found: &found, base }.add(case, &path);
        Ok(())
    }

    fn repository(&self, root: &Path) -> Arc<Repository> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let new =
            || Repository { checkout: Checkout::new(root.to_owned()), history: OnceLock::new() };
        Arc::clone(known.entry(root.to_owned()).or_insert_with(|| Arc::new(new())))
    }
}

/// Adds the cited files as sources. Returns the path from the root of each id.
fn add_sources(case: &mut Case, checkout: &Checkout, folder: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let (mut read, mut left) = (0, 0_usize);
    for id in ids(&case.response.citations) {
        let path = checkout.find(&id, folder);
        if let Some(path) = &path {
            found.insert(id.clone(), path.clone());
        }
        if case.sources.iter().any(|source| source.id == id) {
            continue;
        }
        let ends = |source: &&mut Source| {
            let origin = source.origin.as_ref();
            source.id.is_empty() && origin.is_some_and(|origin| origin.path.ends_with(&id))
        };
        if let Some(given) = case.sources.iter_mut().find(ends) {
            given.id_from = IdFrom::FileName;
            given.id = id;
            continue;
        }
        if read == MAX_FILES {
            left += 1;
            continue;
        }
        read += 1;
        let source = if let Some(path) = path {
            let source = from_root(checkout.root(), &path);
            Source { title: (path != id).then_some(path), id, ..source }
        } else {
            let text = SourceText::Unreadable(missing(checkout, &id));
            Source { id, id_from: IdFrom::Text, text, ..Source::default() }
        };
        case.sources.push(source);
    }
    if left > 0 {
        case.notes.push(format!("{left} more cited files are not read: the limit is {MAX_FILES}"));
    }
    found
}

/// The ids that are cited by path, each once, in order.
fn ids(citations: &[Citation]) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    let cited = citations.iter().filter(|citation| citation.family == FAMILY);
    for target in cited.flat_map(|citation| &citation.targets) {
        if !ids.contains(&target.id) {
            ids.push(target.id.clone());
        }
    }
    ids
}

fn missing(checkout: &Checkout, id: &str) -> String {
    let root = checkout.root().display();
    let near: Vec<String> = checkout.near(id).iter().map(|path| format!("`{path}`")).collect();
    let near = match near.as_slice() {
        [] => String::new(),
        near => format!("; near names: {}", near.join(", ")),
    };
    format!("no such file beneath `{root}`{near}")
}

/// Looks for the past of the cited lines of one case.
struct Tracer<'h> {
    history: &'h History,
    checkout: &'h Checkout,
    /// The path from the root of each id.
    found: &'h BTreeMap<String, String>,
    /// The one commit to compare with.
    base: Option<Revision>,
}

impl Tracer<'_> {
    /// Adds what is known to the targets of a text at `path`.
    fn add(&self, case: &mut Case, path: &str) {
        let writers = self.writers(path, &case.response.text);
        let lines = LineIndex::new(&case.response.text);
        let mut renamed: Vec<(String, String)> = Vec::new();
        for citation in case.response.citations.iter_mut().filter(|one| one.family == FAMILY) {
            let line = usize::try_from(lines.number(citation.anchor.span.start)).unwrap_or(0);
            let pinned = revision(&citation.raw)
                .map(|id| Revision { id: id.to_owned(), ..Revision::default() });
            let writer = line.checked_sub(1).and_then(|line| writers.get(line).cloned().flatten());
            let Some(writer) = pinned.or(writer) else { continue };
            for target in &mut citation.targets {
                target.past = self.past(target, &writer, &case.sources, &mut renamed);
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

    /// For each line of a text the commit that wrote it, where the text has the line as committed.
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
        let (old, new): (Vec<&str>, Vec<&str>) =
            (committed.lines().collect(), text.lines().collect());
        let mut writers = vec![None; new.len()];
        for op in capture_diff_slices(Algorithm::Patience, &old, &new) {
            let DiffOp::Equal { old_index, new_index, len } = op else { continue };
            for offset in 0..len {
                if let Some(writer) = writers.get_mut(new_index + offset) {
                    let own = || blamed.get(old_index + offset).cloned().flatten();
                    *writer = self.base.clone().or_else(own);
                }
            }
        }
        writers
    }

    fn past(
        &self,
        target: &Target,
        writer: &Revision,
        sources: &[Source],
        renamed: &mut Vec<(String, String)>,
    ) -> Option<Box<Past>> {
        let Some(Locator::Lines { first, last }) = target.locator else { return None };
        let lines = (usize::try_from(first).ok()?, usize::try_from(last).ok()?);
        let path = self.found.get(&target.id).unwrap_or(&target.id);
        let then = self.history.text(&writer.id, path)?;
        let source = sources.iter().find(|source| source.id == target.id);
        let text = match source.map(|source| &source.text) {
            Some(SourceText::Inline(text)) => Some(Arc::clone(text)),
            _ => self.history.renamed(&writer.id, path).and_then(|new| {
                let source = from_root(self.checkout.root(), &new);
                let SourceText::Inline(text) = source.text else { return None };
                renamed.push((target.id.clone(), new));
                Some(text)
            }),
        };
        let fate = text.map_or(Fate::Gone, |text| trace(&then, lines, &text));
        let all: Vec<&str> = then.lines().collect();
        let cited = lines.0.checked_sub(1).and_then(|from| all.get(from..lines.1));
        let cited = cited.unwrap_or_default();
        let mut past = Past {
            lines: cut(&cited.join("\n")),
            fate,
            cited_in: Some(writer.clone()),
            removed_in: None,
            now_in: None,
        };
        if fate == Fate::Gone {
            past.now_in = self.elsewhere(&writer.id, path, cited);
            let longest = cited.iter().map(|line| line.trim()).max_by_key(|line| line.len());
            let needle = longest.filter(|line| !line.is_empty() && line.len() <= MAX_NEEDLE);
            past.removed_in = needle.and_then(|line| self.history.removed(&writer.id, path, line));
        }
        Some(Box::new(past))
    }

    /// The one other file changed since then that has the lines now.
    fn elsewhere(&self, since: &str, path: &str, lines: &[&str]) -> Option<(String, u64, u64)> {
        let changed = self.history.changed(since);
        let others = changed.iter().map(|(_, new)| new).filter(|new| *new != path);
        let mut found = others.take(MAX_SEARCHED).filter_map(|other| {
            let SourceText::Inline(text) = from_root(self.checkout.root(), other).text else {
                return None;
            };
            let (first, last) = place_in(lines, &text)?;
            Some((other.clone(), first, last))
        });
        let only = found.next()?;
        found.next().is_none().then_some(only)
    }
}

fn cut(text: &str) -> String {
    text.get(..text.floor_char_boundary(MAX_KEPT)).unwrap_or_default().to_owned()
}
