//! The output of `pincite report`: standard output, a file, or a folder with a file per case.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::console::{print, print_report};
use super::file;
use crate::error::{Error, Result};
use crate::report::HANDOUTS;
use crate::report::dossier::Summary;
use crate::report::handout::{Handout, HandoutCase, Head};
use crate::report::html::{self, Neighbours};
use crate::sources::gate;
use crate::text::SafeText;

/// Bytes at the start of a file in which a report identifies itself.
const HEAD: u64 = 4096;

/// Number of cases after which texts that are not shown are let go.
const MAX_HELD: usize = 64;

/// The output of a report.
pub(super) struct Writing<'w> {
    pub(super) format: &'static Handout,
    pub(super) to: To<'w>,
    /// The parts so far, those in a folder without text.
    pub(super) parts: Vec<HandoutCase>,
    /// The maximum number of cases that are shown.
    pub(super) most: usize,
    pub(super) worst_first: bool,
}

pub(super) enum To<'w> {
    Output,
    File(&'w Path),
    Folder(Box<Folder>),
}

impl Writing<'_> {
    pub(super) fn add(&mut self, part: HandoutCase) -> Result<()> {
        self.parts.push(part);
        if let To::Folder(folder) = &mut self.to {
            if let Some(part) = self.parts.last_mut().filter(|part| part.summary.is_ok())
                && folder.written < self.most
            {
                folder.add(part)?;
            }
        } else if self.parts.len().is_multiple_of(self.most.clamp(1, MAX_HELD)) {
            self.thin();
        }
        Ok(())
    }

    /// Sorts the parts, and drops the text of surplus ones: the text of cases that are only in the
    /// index is not kept in memory.
    fn thin(&mut self) {
        if self.worst_first {
            self.parts.sort_by_key(|part| part.summary.as_ref().ok().map(Summary::badness));
        }
        for part in self.parts.iter_mut().skip(self.most) {
            part.text = None;
        }
    }

    pub(super) fn finish(mut self, head: &Head) -> Result<()> {
        self.thin();
        let (format, parts) = (self.format, &self.parts);
        match self.to {
            To::Output if format.name == html::HANDOUT.name => {
                print(|out| (format.bind)(head, parts, out))
            }
            To::Output => print_report(format.name, |out| (format.bind)(head, parts, out)),
            To::File(path) => {
                let failed = |error| Error::io("write", path.display().to_string(), error);
                file::replace_with(path, |out| (format.bind)(head, parts, out)).map_err(failed)
            }
            To::Folder(folder) => folder.finish(head, parts),
        }
    }
}

/// A folder with an index and a file per case.
pub(super) struct Folder {
    path: PathBuf,
    force: bool,
    /// The last case and the one before it: its file has a link to the next one.
    waiting: Option<HandoutCase>,
    previous: Option<(String, SafeText)>,
    /// The number of cases so far.
    written: usize,
}

impl Folder {
    /// Creates the folder; fails if it has an index of another program.
    pub(super) fn new(path: &Path, force: bool) -> Result<Self> {
        let cases = path.join(html::CASES);
        file::make_folder(&cases)
            .map_err(|error| Error::io("write", cases.to_string_lossy(), error))?;
        let folder =
            Self { path: path.to_owned(), force, waiting: None, previous: None, written: 0 };
        folder.refuse(&folder.index())?;
        Ok(folder)
    }

    fn index(&self) -> PathBuf {
        self.path.join("index.html")
    }

    fn refuse(&self, path: &Path) -> Result<()> {
        if self.force { Ok(()) } else { refuse_foreign(path) }
    }

    /// Takes the text of a case; its file is written when the next case is known.
    fn add(&mut self, part: &mut HandoutCase) -> Result<()> {
        self.written += 1;
        let own = HandoutCase {
            name: part.name.clone(),
            question: None,
            key: part.key.clone(),
            summary: Ok(Summary::default()),
            text: part.text.take(),
        };
        let next = Some((own.key.clone(), own.name.clone()));
        match self.waiting.replace(own) {
            Some(waiting) => self.write_page(&waiting, next),
            None => Ok(()),
        }
    }

    fn write_page(&mut self, part: &HandoutCase, next: Option<(String, SafeText)>) -> Result<()> {
        let own = (part.key.clone(), part.name.clone());
        let neighbours = Neighbours { previous: self.previous.replace(own), next };
        let path = self.path.join(html::CASES).join(format!("{}.html", part.key));
        self.refuse(&path)?;
        let failed = |error| Error::io("write", path.to_string_lossy(), error);
        file::replace_with(&path, |out| html::write_case(part, &neighbours, out)).map_err(failed)
    }

    fn finish(mut self, head: &Head, parts: &[HandoutCase]) -> Result<()> {
        if let Some(last) = self.waiting.take() {
            self.write_page(&last, None)?;
        }
        let path = self.index();
        let failed = |error| Error::io("write", path.to_string_lossy(), error);
        file::replace_with(&path, |out| html::write_index(head, parts, out)).map_err(failed)
    }
}

/// True if a path names a folder.
pub(super) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/')
}

/// Fails for a file that is there and none of ours.
pub(super) fn refuse_foreign(path: &Path) -> Result<()> {
    let name = path.display().to_string();
    let mut head = Vec::new();
    if !file::is_in_the_way(path) {
        return Ok(());
    }
    let unreadable = |error| Error::io("write", name.clone(), error);
    let (file, _) = gate::open(path, File::options().read(true)).map_err(unreadable)?;
    file.take(HEAD).read_to_end(&mut head).map_err(unreadable)?;
    let head = String::from_utf8_lossy(&head);
    if head.is_empty() || HANDOUTS.iter().any(|handout| head.contains(handout.mark)) {
        return Ok(());
    }
    Err(Error::new("write", name, "the file exists and is not a report of pincite")
        .hint("choose another name, or add `--force` to replace it"))
}
