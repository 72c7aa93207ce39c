//! The journal: the file in which decisions are saved, one line per [`Entry`].
//!
//! Lines are only ever appended: each by one `write`, then `fdatasync`, and only then is the entry
//! acknowledged. A crash can tear only the last line, which has no acknowledged entry. Every line
//! has a checksum, so damage is reported line by line and affects no other line; existing bytes are
//! never changed. The layout of a line is in [`mod@line`], and for users in the README.
//!
//! Several processes may append to one journal: they take a short lock for it, under which a torn
//! piece of another process is terminated before the next line. After a failed `fdatasync`, the
//! content of the disk is unknown, and trying again can give a wrong answer (the kernel may have
//! dropped the data and forgotten it), so a journal is never used for writing after one.

mod disk;
mod hold;
mod line;
mod scan;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use self::disk::{Disk, DiskFile, Real, uninterrupted};
use self::scan::{Next, Scan, scan};
use super::{Entry, Event, EventId};
use crate::error::{Error, Result, Why};

pub use self::disk::sync_folder;
pub use self::hold::Hold;
pub use self::line::{Damage, Reason};

/// The version of the file format.
const FORMAT: u32 = 1;

/// The program and its version.
const TOOL: &str = concat!("pincite ", env!("CARGO_PKG_VERSION"));

/// A journal that is open for appending.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Box<dyn DiskFile>,
    /// Entries not on disk, in order.
    unsaved: Vec<Entry>,
    read_only: Option<String>,
    /// True if the path refers to another file now, or to none.
    replaced: bool,
    /// The position up to which it was read.
    next: Next,
    /// The minimum length of the file that has everything read and written here.
    end: u64,
    /// The time of the last change that was read or made here, if the disk knows it.
    modified: Option<SystemTime>,
    /// The entries that were read from the file or written to it.
    stored: BTreeSet<EventId>,
    /// Stored entries that another program removed since.
    lost: BTreeSet<EventId>,
    /// Damaged lines.
    damaged: Vec<Damage>,
    hold: Option<Hold>,
}

/// A journal and its content.
#[derive(Debug)]
pub struct Opened {
    /// The journal.
    pub journal: Journal,
    /// Its entries, in the order of the file.
    pub entries: Vec<Entry>,
    /// The lines that gave no entry. They stay in the file.
    pub damaged: Vec<Damage>,
    /// Another current reviewer: `ann (process 4711)`. The name is untrusted: print it through
    /// [`crate::text::SafeText`].
    pub held_by: Option<String>,
}

/// Returns the default journal of an input, used without `--review`: next to it,
/// `answer.json.review.jsonl`; for a folder, next to the folder. `None` for standard input (`-`),
/// which needs an explicit file, and for the built-in demos, whose names are not files.
pub fn default_path(input: &str) -> Option<PathBuf> {
    let path = Path::new(input);
    match path.file_name() {
        _ if input == "-" || input.is_empty() => None,
        Some(name) => {
            let mut name = OsString::from(name);
            name.push(".review.jsonl");
            Some(path.with_file_name(name))
        }
        // `.`, `..` and `/` have no name to add to.
        None => Some(path.join("review.jsonl")),
    }
}

/// Returns the line of an entry, its checksum and LF included, for journals that are written
/// elsewhere.
///
/// Fails for one that is too long for a line (4 MiB).
pub fn line(entry: &Entry) -> Result<String, Why> {
    line::write(entry)
}

impl Journal {
    /// Fails if no journal can be created at `path`, with the folder that is not there or not writable.
    pub fn refuse_folder(path: &Path) -> Result<()> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let name = folder.map_or_else(
            || "the current folder".to_owned(),
            |folder| format!("the folder {}", folder.display()),
        );
        let folder = folder.unwrap_or_else(|| Path::new("."));
        let access = rustix::fs::access(folder, rustix::fs::Access::WRITE_OK);
        let why = match access {
            // The path of the journal names it.
            _ if !folder.is_dir() => "its folder does not exist".to_owned(),
            Err(error) => format!("{name} is not writable ({})", message(&error.into())),
            Ok(()) => return Ok(()),
        };
        Err(Error::new("save verdicts in", path.display().to_string(), why)
            .hint("name another journal with `--review FILE`"))
    }

    /// Opens a journal for a command that appends to it, and creates a missing one (mode 0600),
    /// with an [`Event::Began`].
    ///
    /// Fails for anything but a regular file, for a file with content that is not a journal, and if
    /// the file or its name in the folder cannot be made durable.
    pub fn open(path: &Path) -> Result<Opened> {
        let opened = Self::open_on(&Real, path, "pincite", "")?;
        Ok(Opened { held_by: Hold::holder(path), ..opened })
    }

    /// Opens a journal for a person who reviews `input`, as named on the command line: until the
    /// journal is dropped, others who open it learn that `reviewer` is using it.
    pub fn review(path: &Path, reviewer: &str, input: &str) -> Result<Opened> {
        if !path.exists() {
            Self::refuse_folder(path)?;
        }
        let opened = Self::open_on(&Real, path, reviewer, input)?;
        let (hold, held_by) = Hold::take(path, reviewer);
        Ok(Opened { journal: Self { hold, ..opened.journal }, held_by, ..opened })
    }

    /// Returns the entries of a journal and the lines that gave none. Nothing is written.
    ///
    /// Fails like [`Self::open`], and for a missing file.
    pub fn read(path: &Path) -> Result<(Vec<Entry>, Vec<Damage>)> {
        let failed = |error| Error::io("read", path.display().to_string(), error);
        let file = disk::open_to_read(path).map_err(failed)?;
        let scan = scan(&file, Next::default()).map_err(failed)?;
        refuse_others(path, &scan).map_err(|error| {
            error.hint("name a journal: that of `answer.json` is `answer.json.review.jsonl`")
        })?;
        Ok((scan.entries, scan.damaged))
    }

    fn open_on(disk: &dyn Disk, path: &Path, reviewer: &str, input: &str) -> Result<Opened> {
        let failed = |error| {
            Error::io("open", path.display().to_string(), error)
                .hint("give a file for the verdicts that can be written, with `--review FILE`")
        };
        let file = disk.open(path).map_err(failed)?;
        let scan = scan(&*file, Next::default()).map_err(failed)?;
        refuse_others(path, &scan)?;
        // Whoever made the file or wrote to it may have died before this.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        disk.sync_folder(folder.unwrap_or(Path::new("."))).map_err(failed)?;
        file.sync().map_err(failed)?;
        let Scan { mut entries, damaged, next, .. } = scan;
        let modified = file.modified();
        let mut journal = Self {
            path: path.to_owned(),
            file,
            unsaved: Vec::new(),
            read_only: None,
            replaced: false,
            modified,
            next,
            end: next.byte,
            stored: entries.iter().map(|entry| entry.id.clone()).collect(),
            lost: BTreeSet::new(),
            damaged: damaged.clone(),
            hold: None,
        };
        if !is_begun(&entries, input) {
            let (input, tool) = (input.to_owned(), TOOL.to_owned());
            let began = Entry::new(reviewer, Event::Began { input, tool, format: FORMAT });
            journal.append(&began).map_err(|unsaved| failed(io::Error::other(unsaved)))?;
            entries.push(began);
        }
        Ok(Opened { journal, entries, damaged, held_by: None })
    }

    /// Appends an entry. If this returns `Ok`, it and all unsaved entries are on disk.
    ///
    /// Otherwise the entry is among [`Self::unsaved`], and the next append writes it too. Only an
    /// entry that is too long for a line (4 MiB) is not kept.
    pub fn append(&mut self, entry: &Entry) -> Result<(), Why> {
        line::write(entry)?;
        self.unsaved.push(entry.clone());
        self.save()
    }

    /// Tries once more to write the unsaved entries to disk.
    pub fn save(&mut self) -> Result<(), Why> {
        if let Some(why) = &self.read_only {
            return Err(why.as_str().into());
        }
        let lines: String = self.unsaved.iter().map(line::write).collect::<Result<_, _>>()?;
        if lines.is_empty() {
            return Ok(());
        }
        self.write(&lines)?;
        if let Err(error) = self.file.sync() {
            return Err(self.give_up(format!("the disk could not keep it: {}", message(&error))));
        }
        self.modified = self.file.modified();
        self.stored.extend(self.unsaved.drain(..).map(|entry| entry.id));
        Ok(())
    }

    /// Entries not on disk, in order.
    pub fn unsaved(&self) -> &[Entry] {
        &self.unsaved
    }

    /// Returns the reason why nothing more can be written: a sync failed, or the file is no longer
    /// the one that was opened. This is permanent; [`Self::continue_in`] continues in another file.
    pub fn read_only(&self) -> Option<&str> {
        self.read_only.as_deref()
    }

    /// True if the path now refers to another file, or to none. The file that was opened is then
    /// read-only, and the review may continue at the same path.
    pub fn is_replaced(&self) -> bool {
        self.replaced
    }

    /// Returns the entries that were in the file and that another program removed since, by
    /// truncating, replacing or removing the file. [`Self::put_back`] makes them unsaved again.
    pub fn lost(&self) -> &BTreeSet<EventId> {
        &self.lost
    }

    /// Puts lost entries in front of those that are unsaved. The next save writes them.
    pub fn put_back(&mut self, entries: Vec<Entry>) {
        for entry in &entries {
            self.lost.remove(&entry.id);
        }
        self.unsaved.splice(..0, entries);
    }

    /// Opens another journal for the same review and writes all unsaved entries there. Saved
    /// entries stay only here: both files together are the review.
    ///
    /// Fails like [`Self::open`]; then nothing changes.
    pub fn continue_in(&mut self, path: &Path, reviewer: &str, input: &str) -> Result<Opened> {
        if path != self.path {
            return self.continued(Self::review(path, reviewer, input)?);
        }
        let mut other = self.continued(Self::open_on(&Real, path, reviewer, input)?)?;
        other.journal.hold = self.hold.take();
        Ok(other)
    }

    fn continued(&self, mut other: Opened) -> Result<Opened> {
        other.journal.unsaved.clone_from(&self.unsaved);
        let saved = other.journal.save();
        let name = || other.journal.path.display().to_string();
        saved.map_err(|unsaved| Error::new("save the verdicts in", name(), unsaved.to_string()))?;
        other.entries.extend_from_slice(&self.unsaved);
        Ok(other)
    }

    /// Returns entries that others appended since it was opened or reloaded. If the file became
    /// shorter, or changed without becoming longer, it is read from its beginning.
    pub fn reload(&mut self) -> Result<Vec<Entry>> {
        self.notice_replacement()?;
        let failed = |error| Error::io("read", self.path.display().to_string(), error);
        let before = std::mem::replace(&mut self.modified, self.file.modified());
        let len = self.file.len().map_err(failed)?;
        if len < self.end || len == self.end && self.modified != before {
            return self.verify();
        }
        let Scan { entries, damaged, next, .. } = scan(&*self.file, self.next).map_err(failed)?;
        // The last line may have been read before, when it was incomplete.
        self.damaged.retain(|known| known.line <= self.next.lines);
        self.damaged.extend(damaged);
        Ok(self.take_over(entries, next))
    }

    /// Reads the whole file again and returns the entries of others like [`Self::reload`].
    /// Afterwards, [`Self::lost`] has every entry that is no longer in it.
    pub fn verify(&mut self) -> Result<Vec<Entry>> {
        self.notice_replacement()?;
        if self.replaced {
            return Ok(Vec::new());
        }
        let failed = |error| Error::io("read", self.path.display().to_string(), error);
        let Scan { entries, damaged, next, .. } =
            scan(&*self.file, Next::default()).map_err(failed)?;
        self.damaged = damaged;
        self.end = 0;
        self.lose_all_but(&entries);
        Ok(self.take_over(entries, next))
    }

    /// Takes over the entries up to `next`, and returns the new ones.
    fn take_over(&mut self, mut entries: Vec<Entry>, next: Next) -> Vec<Entry> {
        self.next = next;
        self.end = self.end.max(next.byte);
        entries.retain(|entry| self.stored.insert(entry.id.clone()));
        entries
    }

    /// Takes the stored entries that are not among `present` for lost.
    fn lose_all_but(&mut self, present: &[Entry]) {
        let present: BTreeSet<&EventId> = present.iter().map(|entry| &entry.id).collect();
        let lost = self.stored.extract_if(.., |id| !present.contains(id));
        self.lost.extend(lost);
        self.lost.retain(|id| !present.contains(id));
    }

    /// Gives up a file that is no longer at the path.
    fn notice_replacement(&mut self) -> Result<()> {
        let failed = |error| Error::io("read", self.path.display().to_string(), error);
        if self.read_only.is_none() && !self.file.is_at(&self.path).map_err(failed)? {
            self.give_up_replaced();
        }
        Ok(())
    }

    fn give_up_replaced(&mut self) -> Why {
        self.replaced = true;
        let present = Self::read(&self.path).map(|(entries, _)| entries).unwrap_or_default();
        self.lose_all_but(&present);
        self.give_up("another program replaced or removed the file".to_owned())
    }

    /// Returns the lines that gave no entry, as far as it was read.
    pub fn damaged(&self) -> &[Damage] {
        &self.damaged
    }

    /// Returns the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends lines under the lock.
    fn write(&mut self, lines: &str) -> Result<(), Why> {
        let unsaved = |error: io::Error| Why::from(message(&error));
        let locked = self.file.lock().map_err(unsaved)?;
        let written = self.write_locked(lines, locked);
        self.file.unlock();
        match written.map_err(unsaved)? {
            // If the file was shorter than `end`, it stays so, and `reload` notices it.
            Written::Whole { before, taken } => self.end = self.end.max(before) + taken,
            Written::Elsewhere => return Err(self.give_up_replaced()),
        }
        Ok(())
    }

    fn write_locked(&self, lines: &str, locked: bool) -> io::Result<Written> {
        if !self.file.is_at(&self.path)? {
            return Ok(Written::Elsewhere);
        }
        let end = self.file.len()?;
        let mut bytes = Vec::with_capacity(lines.len() + 1);
        if !self.ends_in_line_feed(end)? {
            bytes.push(b'\n');
        }
        bytes.extend_from_slice(lines.as_bytes());
        let taken = uninterrupted(|| self.file.append(&bytes))?;
        if taken == bytes.len() {
            return Ok(Written::Whole { before: end, taken: taken as u64 });
        }
        // Without the lock, or if the length differs from the one after this write, the piece may
        // no longer be the last: it stays, and the next line begins after an LF.
        if locked && self.file.len().is_ok_and(|len| len == end + taken as u64) {
            self.file.truncate(end).unwrap_or_default();
        }
        let why = format!("the disk took {taken} of {} bytes only; it may be full", bytes.len());
        Err(io::Error::other(why))
    }

    fn ends_in_line_feed(&self, end: u64) -> io::Result<bool> {
        let Some(last) = end.checked_sub(1) else { return Ok(true) };
        let mut byte = [0];
        let read = uninterrupted(|| self.file.read_at(&mut byte, last))?;
        Ok(read == 1 && byte == *b"\n")
    }

    fn give_up(&mut self, why: String) -> Why {
        self.read_only = Some(why.clone());
        why.into()
    }
}

/// The result of writing lines.
enum Written {
    /// They are in the file: its length before, and the bytes that were added.
    Whole { before: u64, taken: u64 },
    /// Nothing was written: the path refers to another file.
    Elsewhere,
}

/// True if this version was the last one to write to the journal, about the same input if it has a name.
fn is_begun(entries: &[Entry], about: &str) -> bool {
    let last = entries.iter().rev().find_map(|entry| match &entry.event {
        Event::Began { input, tool, format } => {
            Some((about.is_empty() || input == about) && tool == TOOL && *format == FORMAT)
        }
        _ => None,
    });
    last.unwrap_or_default()
}

/// The size of the beginning of a file in which lines of a journal are looked for, in bytes.
const BEGINNING: u64 = 64 * 1024;

/// True if a file has lines of a review journal.
pub fn is_journal(file: impl Read) -> bool {
    let mut beginning = Vec::new();
    let read = file.take(BEGINNING).read_to_end(&mut beginning);
    read.is_ok() && beginning.split(|byte| *byte == b'\n').any(line::is_begun)
}

/// Refuses a file that was named as a journal by mistake: nothing must be appended to it.
fn refuse_others(path: &Path, scan: &Scan) -> Result<()> {
    if !scan.entries.is_empty() || line::may_be_ours(&scan.beginning) {
        return Ok(());
    }
    let error = Error::new("open", path.display().to_string(), "not a review journal");
    Err(error.hint("`--review FILE` names the file that verdicts are kept in; a new one is made"))
}

/// Returns the reason in the system's words, without its number.
fn message(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}
