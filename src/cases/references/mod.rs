//! The code that a case cites by path and line: found in the checkout around it, with its history.

mod accepted;
mod changed;
mod dated;
mod given;
mod lines;
mod mixed;
mod placed;
mod renamed;
mod symbols;
mod texts;
mod tracer;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use accepted::Accepted;
use changed::ChangedSince;
use lines::{inline, place_of};
use placed::Placed;
use texts::Texts;
use tracer::Tracer;

use crate::cases::fit::Paths;
use crate::cases::lock::{self, CitationPlace, Hasher, Lock, Locked};
use crate::dialects::marks::code_references::{DIALECT, FAMILY, repository};
use crate::error::{Error, Result, Why};
use crate::history::History;
use crate::model::{Case, Citation, FormatNote, IdFrom, Revision, Source, SourceText, Target};
use crate::sources::{Checkout, from_root, root_of};
use crate::text::Span;
use crate::text::prose::count;
use crate::text::span_set::SpanSet;

/// Maximum number of files that are read for one case.
const MAX_FILES: usize = 10_000;

/// The lines that cited lines are compared with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Compare {
    /// Nothing: git is not asked.
    #[default]
    Nothing,
    /// The lines as they were when the citation was written.
    AsWritten,
    /// The lines at this revision, for citations that were in the text then.
    Base(String),
}

/// A citation of lines, for a lock file.
#[derive(Debug)]
pub struct CitedLines {
    /// Its place.
    pub place: CitationPlace,
    /// The lines as they are now; `None` if there are none.
    pub now: Option<Locked>,
    /// The indexes of the citation in its response, and of the target in the citation.
    pub target: (usize, usize),
}

/// Lookup of cited code, shared by all cases of an input.
#[derive(Debug, Default)]
pub struct References {
    /// The checkout that the user named; otherwise it is searched for upwards from each text.
    root: Option<PathBuf>,
    compare: Compare,
    /// Citations are left out unless they, or the code they cite, changed since this revision.
    since: Option<String>,
    /// Computes the hashes of a lock file; without it, none is read.
    hasher: Option<Hasher>,
    known: Mutex<BTreeMap<PathBuf, Arc<Repository>>>,
}

#[derive(Debug)]
struct Repository {
    checkout: Checkout,
    history: OnceLock<Result<History, Why>>,
    /// The lock file, or the number of its first bad line if it cannot be read.
    lock: OnceLock<Result<Option<Lock>, usize>>,
    texts: Texts,
}

impl Repository {
    fn history(&self) -> Result<&History, &Why> {
        self.history.get_or_init(|| History::open(self.checkout.root())).as_ref()
    }

    /// Returns the lock file in the root, if there is one.
    fn lock(&self) -> Result<Option<&Lock>> {
        let lock = self.lock.get_or_init(|| {
            let source = from_root(self.checkout.root(), lock::FILE);
            let SourceText::Inline(text) = source.text else { return Ok(None) };
            Lock::parse(&text).map(Some)
        });
        match lock {
            Ok(lock) => Ok(lock.as_ref()),
            Err(line) => Err(lock::fault(*line)),
        }
    }
}

/// A text whose citations are resolved.
struct Citing<'r> {
    repository: &'r Repository,
    /// Its path from the root; `None` if it is outside.
    path: Option<String>,
    /// The path from the root of each id.
    found: BTreeMap<String, String>,
}

impl References {
    /// Resolves code below `root`, or, if that is `None`, in the checkout around each text.
    pub fn new(root: Option<PathBuf>, compare: Compare) -> Self {
        Self { root, compare, ..Self::default() }
    }

    /// True if citations are left out that did not change.
    pub(crate) const fn chooses(&self) -> bool {
        self.since.is_some()
    }

    /// True if the user named the checkout.
    pub const fn has_root(&self) -> bool {
        self.root.is_some()
    }

    /// Leaves out citations unless they, or the code they cite, changed since a revision.
    #[must_use]
    pub fn since(self, revision: Option<String>) -> Self {
        Self { since: revision, ..self }
    }

    /// Compares with the lines accepted in a lock file, whose hashes are computed by `hasher`.
    #[must_use]
    pub fn with_lock(self, hasher: Hasher) -> Self {
        Self { hasher: Some(hasher), ..self }
    }

    /// Reads a text as one that cites code if the checkout has the files. Symbols (`parse` in
    /// `src/app.rs`) and names without a folder (`Makefile:12`) are citations only then.
    pub fn recognise(&self, case: &mut Case) {
        let found = self.citations(Path::new(&case.input), &case.response.text);
        let Some(first) = found.first() else { return };
        let reason = format!("{}, such as {}", count(found.len(), "code reference"), first.raw);
        case.format = FormatNote { name: DIALECT.name, reason, reading: None };
        case.response.citations = found;
    }

    /// Returns true if the text of a file cites code that the checkout has.
    pub fn cites(&self, file: &Path, text: &str) -> bool {
        !self.citations(file, text).is_empty()
    }

    fn citations(&self, file: &Path, text: &str) -> Vec<Citation> {
        self.placed(file, text).citations
    }

    fn placed(&self, file: &Path, text: &str) -> Placed {
        let Some(root) = self.root.clone().or_else(|| root_of(file)) else {
            return Placed::default();
        };
        let repository = self.repository(&root);
        let checkout = &repository.checkout;
        let folder = folder_of(checkout.relative(file).as_deref());
        placed::citations(text, checkout, &folder)
    }

    /// Adds the code of the checkout that a text cites by lines beside other marks. A link to such lines
    /// is a reference to code.
    pub fn join(&self, case: &mut Case) {
        let Placed { citations: mut code, notes } =
            self.placed(Path::new(&case.input), &case.response.text);
        code.retain(mixed::is_lines);
        // A text that cites no file of the checkout is about another one.
        if code.iter().flat_map(|it| &it.targets).any(|target| self.has(case, &target.id)) {
            mixed::join(case, code);
        }
        if !case.response.citations.is_empty()
            && case.response.citations.iter().all(|own| own.family == FAMILY)
        {
            self.recognise(case);
        } else {
            case.notes.extend(notes);
        }
    }

    /// Returns true if the checkout of a case has a file that its text cites by this path.
    fn has(&self, case: &Case, path: &str) -> bool {
        let file = Path::new(&case.input);
        let root = self.root.clone().or_else(|| root_of(file));
        root.is_some_and(|root| {
            let repository = self.repository(&root);
            let folder = folder_of(repository.checkout.relative(file).as_deref());
            repository.checkout.find(path, &folder).is_some()
        })
    }

    /// Returns true if a text of a case cites another repository than that of its checkout as `raw`.
    pub fn is_of_another(&self, case: &Case, raw: &str) -> bool {
        let Some((_, names)) = repository(raw) else { return false };
        let root = self.root.clone().or_else(|| root_of(Path::new(&case.input)));
        root.is_some_and(|root| self.repository(&root).checkout.is_of_another(names))
    }

    /// Adds the cited files that are not among the given sources, and the history of the cited
    /// lines.
    ///
    /// Fails if a revision does not exist, or if the lock file cannot be read.
    pub fn add(&self, case: &mut Case) -> Result<()> {
        let is_own = case.format.name == DIALECT.name;
        if !is_own && !case.response.citations.iter().any(|one| one.family == FAMILY) {
            return Ok(());
        }
        let file = PathBuf::from(&case.input);
        // A session or payload is anywhere; its code is most likely that of the folder one works in.
        let here = || root_of(Path::new(lock::FILE)).filter(|_| !is_own);
        let Some(root) = self.root.clone().or_else(|| root_of(&file)).or_else(here) else {
            let paths = Paths::of(&case.sources);
            let is_given = |id: &String| paths.ending_with(id).next().is_some();
            if ids(&case.response.citations).iter().all(is_given) {
                return Ok(());
            }
            let note =
                "no checkout around the text: name the folder of the cited code with `--root`";
            case.notes.push(note.to_owned());
            return Ok(());
        };
        let repository = self.repository(&root);
        let checkout = &repository.checkout;
        let path = checkout.relative(&file);
        let folder = folder_of(path.as_deref());
        if is_own {
            let Placed { citations: code, notes } =
                placed::citations(&case.response.text, checkout, &folder);
            case.notes.extend(notes);
            let own = &mut case.response.citations;
            let spans = || code.iter().map(|own| own.anchor.span);
            let read = SpanSet::new(spans());
            let points: BTreeSet<usize> =
                spans().filter(|it| it.is_empty()).map(|it| it.start).collect();
            let is_read = |span: Span| {
                let point = points.range(span.start.saturating_add(1)..).next();
                read.overlaps(span) || point.is_some_and(|point| *point < span.end)
            };
            own.retain(|it| it.family != FAMILY && !is_read(it.anchor.span));
            own.extend(code);
            own.sort_by_key(|it| it.anchor.span);
        }
        self.leave_out_unchanged(case, &repository, path.as_deref(), &folder)?;
        let found = add_sources(case, checkout, &folder);
        case.notes.extend(placed::doubts(&found, checkout, &folder));
        symbols::add(case);
        let citing = Citing { repository: &repository, path, found };
        let is_of_base = matches!(self.compare, Compare::Base(_));
        if let Some(hasher) = self.hasher.filter(|_| !is_of_base)
            && let Some(text) = &citing.path
            && let Some(lock) = repository.lock()?
        {
            Accepted { checkout, text, found: &citing.found, lock, hasher }.add(case);
        }
        self.add_history(case, &citing)
    }

    /// Leaves out citations that did not change since the revision asked for, and whose code did not.
    fn leave_out_unchanged(
        &self,
        case: &mut Case,
        repository: &Repository,
        path: Option<&str>,
        folder: &str,
    ) -> Result<()> {
        let Some(name) = &self.since else { return Ok(()) };
        let history = repository.history().map_err(|why| no_history("--since", why))?;
        let since = revision_named(history, name)?;
        let before = case.response.citations.len();
        ChangedSince { history, checkout: &repository.checkout, since, folder }.retain(case, path);
        case.unchanged = before - case.response.citations.len();
        if case.unchanged > 0 {
            let left = count(case.unchanged, "citation");
            case.notes.push(format!("{left} unchanged since {name} left out"));
        }
        Ok(())
    }

    fn add_history(&self, case: &mut Case, citing: &Citing<'_>) -> Result<()> {
        let Some(path) = citing.path.as_deref().filter(|_| self.compare != Compare::Nothing) else {
            return Ok(());
        };
        let history = match citing.repository.history() {
            Ok(history) => history,
            Err(why) => {
                case.notes.push(format!(
                    "no git history, so cited lines are compared as they are: {why}"
                ));
                return Ok(());
            }
        };
        if history.is_shallow() {
            let note = "the git history is shallow: citations from before it begins are not compared \
                        with earlier lines";
            case.notes.push(note.to_owned());
        }
        let base = match &self.compare {
            Compare::Base(name) => Some(revision_named(history, name)?),
            Compare::Nothing | Compare::AsWritten => None,
        };
        let checkout = &citing.repository.checkout;
        let hasher = self.hasher;
        let (texts, found) = (&citing.repository.texts, &citing.found);
        Tracer { history, checkout, texts, found, base, hasher }.add(case, path);
        Ok(())
    }

    /// Returns the place and the current lines of each citation of `case`, for a lock file. Citations of
    /// whole files and of symbols have no place.
    pub fn cited(&self, case: &Case, hasher: Hasher) -> Vec<CitedLines> {
        let file = PathBuf::from(&case.input);
        let root = self.root.clone().or_else(|| root_of(&file));
        let Some(repository) = root.map(|root| self.repository(&root)) else { return Vec::new() };
        let Some(text) = repository.checkout.relative(&file) else { return Vec::new() };
        let citations = case.response.citations.iter().enumerate();
        let citations = citations.filter(|(_, citation)| citation.family == FAMILY);
        let folder = text.rsplit_once('/').map_or("", |(folder, _)| folder);
        let place = |citation: usize, number: usize, target: &Target| {
            let path = repository.checkout.find(&target.id, folder);
            let path = path.unwrap_or_else(|| target.id.clone());
            let place = place_of(&text, &path, target)?;
            let source = case.sources.iter().find(|source| source.id == target.id);
            let now = source.and_then(|source| inline(&source.text));
            let locked = now.and_then(|now| {
                let lines: Vec<&str> = now.lines().collect();
                Some(Locked::new(lock::cited(&lines, place.first, place.last)?, hasher))
            });
            Some(CitedLines { place, now: locked, target: (citation, number) })
        };
        let targets = citations.flat_map(|(index, citation)| {
            citation.targets.iter().enumerate().map(move |(number, target)| (index, number, target))
        });
        targets.filter_map(|(index, number, target)| place(index, number, target)).collect()
    }

    /// Returns the folder of the checkout around a file or folder, and its lock file.
    ///
    /// Fails if the lock file cannot be read.
    pub fn lock_around(&self, path: &Path) -> Result<Option<(PathBuf, Lock)>> {
        // The checkout of a folder is searched for from a file in it.
        let inside = if path.is_dir() { path.join(lock::FILE) } else { path.to_owned() };
        let Some(root) = self.root.clone().or_else(|| root_of(&inside)) else { return Ok(None) };
        let lock = self.repository(&root).lock()?.cloned().unwrap_or_default();
        Ok(Some((root, lock)))
    }

    fn repository(&self, root: &Path) -> Arc<Repository> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Repository {
            checkout: Checkout::new(root.to_owned()),
            history: OnceLock::new(),
            lock: OnceLock::new(),
            texts: Texts::default(),
        };
        Arc::clone(known.entry(root.to_owned()).or_insert_with(|| Arc::new(new())))
    }
}

/// The folder of a path seen from the root; the root where there is none.
fn folder_of(path: Option<&str>) -> String {
    let folder = path.and_then(|path| path.rsplit_once('/'));
    folder.map_or("", |(folder, _)| folder).to_owned()
}

fn no_history(option: &str, why: &Why) -> Error {
    Error::new("use", format!("`{option}`"), format!("no git history: {why}"))
}

fn revision_named(history: &History, name: &str) -> Result<Revision> {
    history.revision(name).ok_or_else(|| {
        Error::new("compare with", format!("`{name}`"), "there is no such commit")
            .hint("fetch it first: a shallow checkout has the last commit only")
    })
}

/// Adds the cited files as sources. Returns the path from the root of each id.
fn add_sources(case: &mut Case, checkout: &Checkout, folder: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let (mut read, mut left) = (0, 0_usize);
    let ids = ids(&case.response.citations);
    let mut known: BTreeSet<String> = case.sources.iter().map(|it| it.id.clone()).collect();
    let paths = Paths::of(&case.sources);
    let ending: Vec<Vec<usize>> = ids.iter().map(|id| paths.ending_with(id).collect()).collect();
    let mut given = given::Files::of(&case.sources, checkout);
    for (id, ending) in ids.into_iter().zip(ending) {
        let path = checkout.find(&id, folder);
        if let Some(path) = &path {
            found.insert(id.clone(), path.clone());
            if given.cite(&mut case.sources, checkout, (&id, path)) {
                continue;
            }
        }
        if !known.insert(id.clone()) {
            continue;
        }
        // Another file of the checkout with the same end of its path is not the one that is cited.
        let is_other = |source: &Source| {
            let file = source.origin.as_ref().map(|origin| origin.path.as_path());
            path.is_some() && file.is_some_and(|file| checkout.relative(file).is_some())
        };
        let is_free =
            |at: &usize| case.sources.get(*at).is_some_and(|it| it.id.is_empty() && !is_other(it));
        let own = ending.into_iter().find(is_free);
        if let Some(given) = own.and_then(|at| case.sources.get_mut(at)) {
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
            let mut source = from_root(checkout.root(), &path);
            if let Some(origin) = &mut source.origin {
                origin.path = checkout.from_here(&path);
            }
            Source { title: (path != id).then_some(path), id, ..source }
        } else {
            let text = SourceText::Unreadable(placed::missing(checkout, &id));
            Source { id, id_from: IdFrom::Text, text, ..Source::default() }
        };
        case.sources.push(source);
    }
    if left > 0 {
        case.notes.push(format!("{left} more cited files are not read: the limit is {MAX_FILES}"));
    }
    found
}

/// Returns the ids that are cited by path, each once, in order.
fn ids(citations: &[Citation]) -> Vec<String> {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let cited = citations.iter().filter(|citation| citation.family == FAMILY);
    let ids = cited.flat_map(|citation| &citation.targets).map(|target| &target.id);
    ids.filter(|id| known.insert(id)).cloned().collect()
}
