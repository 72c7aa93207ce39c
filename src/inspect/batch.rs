//! Cases from files, inspected one by one.

use std::path::{Path, PathBuf};

use super::{Inspection, inspect_with};
use crate::cases::{self, Cases, files, folder};
use crate::dialects::shared::markers::Families;
use crate::error::{Error, ErrorKind, Result};
use crate::input::Input;
use crate::model::Case;
use crate::sources;
use crate::sources::documents::Extractor;

/// The cases of one input: a response in a file, JSON Lines of cases, or a folder of responses.
///
/// A case is read on its turn and dropped afterwards.
#[derive(Debug)]
pub struct Batch {
    cases: Cases,
}

/// Opens a response, a batch or a folder, and detects its dialect.
///
/// Fails if the file cannot be read, or is in no known dialect.
///
/// ```
/// let batch = pincite::open("samples/case/cases.jsonl")?;
/// for inspection in batch.inspect_all() {
///     let inspection = inspection?;
///     println!("{}: {} unresolved", inspection.case.id, inspection.unresolved());
/// }
/// # Ok::<(), pincite::Error>(())
/// ```
pub fn open(path: impl AsRef<Path>) -> Result<Batch> {
    Batch::open(path.as_ref(), None)
}

/// Opens an input as the dialect of this name; `pincite formats` lists them.
pub fn open_as(path: impl AsRef<Path>, dialect: &str) -> Result<Batch> {
    Batch::open(path.as_ref(), Some(dialect))
}

impl Batch {
    fn open(path: &Path, dialect: Option<&str>) -> Result<Self> {
        let name = file_name(path);
        let families = Families::default();
        let cases = if path.is_dir() {
            let how = folder::FolderOptions {
                from: dialect,
                families: &families,
                sources: &[],
                scores: &[],
                root: None,
            };
            folder::open(&name, &how, &mut |_, _| ())?
        } else {
            cases::open(files::read(&name)?, dialect, &families)?
        };
        Ok(Self { cases })
    }

    /// Reads an input in memory; `name` serves as a file name in ids and messages, and its
    /// extension may help to detect the dialect.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Self> {
        let cases = cases::open(Input::unpacked(name, bytes)?, None, &Families::default())?;
        Ok(Self { cases })
    }

    /// Adds source files to every case: files, folders, prompts with several sources, requests and
    /// lists of search results. A source without an id of its own is matched by its file name.
    pub fn with_sources<P: AsRef<Path>>(
        mut self,
        paths: impl IntoIterator<Item = P>,
    ) -> Result<Self> {
        let paths = paths.into_iter().map(|path| PathBuf::from(file_name(path.as_ref())));
        let mut paths: Vec<PathBuf> = paths.collect();
        let companions = files::take_companions(&mut paths)?;
        self.cases.add_sources(sources::load(&paths, &[])?);
        self.cases = self.cases.with_companions(companions);
        Ok(self)
    }

    /// Adds a source file that is cited as `id`.
    pub fn with_source(mut self, id: &str, path: impl AsRef<Path>) -> Result<Self> {
        let path = PathBuf::from(file_name(path.as_ref()));
        self.cases.add_sources(sources::load(&[], &[(id.to_owned(), path)])?);
        Ok(self)
    }

    /// Looks up cited files of a checkout, such as `src/lib.rs`, beneath `folder`.
    #[must_use]
    pub fn with_root(self, folder: impl Into<PathBuf>) -> Self {
        Self { cases: self.cases.with_root(folder.into()) }
    }

    /// Reads PDF, HTML and office files among the sources with `extractor`. Without one, they have
    /// no text.
    #[must_use]
    pub fn with_extractor(self, extractor: Extractor) -> Self {
        Self { cases: self.cases.with_extractor(extractor) }
    }

    /// Returns the cases as they are read, without inspecting them. One that cannot be read does
    /// not end the iteration.
    pub fn read(&self) -> impl Iterator<Item = Result<Case>> {
        let indexes = (0..).take_while(|&index| self.cases.has(index));
        indexes.map(|index| self.cases.read(index))
    }

    /// Reads and inspects each case in turn.
    pub fn inspect_all(&self) -> impl Iterator<Item = Result<Inspection>> {
        self.read().map(|case| Ok(inspect_with(case?, self.cases.extractor())))
    }

    /// Inspects the only case.
    ///
    /// Fails with [`ErrorKind::SeveralCases`] for a batch of several: see [`Batch::inspect_all`].
    pub fn inspect(&self) -> Result<Inspection> {
        if self.cases.has(1) {
            let name = self.cases.input().title();
            return Err(Error::new("inspect", name, "it holds several cases")
                .of_kind(ErrorKind::SeveralCases)
                .hint("call `inspect_all`"));
        }
        Ok(inspect_with(self.cases.read(0)?, self.cases.extractor()))
    }
}

/// Returns a path as the readers take it, for which `-` alone is standard input.
fn file_name(path: &Path) -> String {
    if path.as_os_str() == "-" { "./-".to_owned() } else { path.to_string_lossy().into_owned() }
}
