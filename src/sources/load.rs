//! Sources from files, folders and standard input.
//!
//! A file is read only as far as necessary to see if it holds several sources: its beginning is
//! searched for the parts that every presentation has, and only a file with them is decoded and
//! read. A plain file of any size costs a few reads.

use std::collections::BTreeSet;
use std::fs::{File, Metadata};
use std::io::Read;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use memchr::memmem;

use super::browser_display::SCROLLBAR;
use super::documents::{ADDRESS_BYTES, DocumentKind};
use super::gate::open_regular;
use super::lines::lossy;
use super::recode::{self, Encoding};
use super::stamp;
use super::store::{binary, is_binary};
use super::walk::Walk;
use super::{LOOK_BYTES, Loaded, SPLIT_BYTES, file_frames, pieces, subtitles, webpage_frames};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{Document, DocumentData, IdFrom, Origin, Source, SourceText, Stamp};

/// The number of bytes read at a time in search of a presentation.
const BLOCK: usize = 64 * 1024;

/// The minimum number of bytes read at a time: a file may have grown, or have no known size.
const MIN_BLOCK: usize = 4 * 1024;

/// Bytes carried over from one block to the next: longer than anything searched for.
const OVERLAP: usize = 32;

/// Loads `paths` in order, then `named` (`--source ID=PATH`).
///
/// A path is a file, a folder (sorted by path; git's ignore rules apply, and hidden and binary
/// files are left out) or `-` for standard input. A file with several sources gives them with their
/// own ids; any other file is one source with an empty id, to be matched by its [`Source::origin`].
/// A named file gets its id from the user, unless it has several sources. A file that several paths lead to
/// is loaded once.
///
/// Fails on the first path that cannot be read; files inside a folder are noted instead.
pub fn load(paths: &[PathBuf], named: &[(String, PathBuf)]) -> Result<Loaded> {
    load_with_progress(paths, named, &mut |_, _| ())
}

/// As [`load`]; calls `progress` with each file of a folder before it is read, and with the
/// number of files before it.
pub fn load_with_progress(
    paths: &[PathBuf],
    named: &[(String, PathBuf)],
    progress: &mut dyn FnMut(&Path, usize),
) -> Result<Loaded> {
    let mut loaded = Loaded::default();
    let mut known = BTreeSet::new();
    for path in paths {
        let mut one = Loaded::default();
        if path.as_os_str() == "-" {
            one.append(standard_input()?);
        } else if path.is_dir() {
            folder(path, &mut one, progress);
        } else {
            one.append(file(path)?);
        }
        if paths.len() > 1 {
            one.leave_out(&mut known);
        }
        loaded.append(one);
    }
    for (id, path) in named {
        let mut one = if path.as_os_str() == "-" { standard_input()? } else { file(path)? };
        match one.sources.as_mut_slice() {
            [source] => {
                source.id.clone_from(id);
                source.id_from = IdFrom::User;
            }
            several => one.notes.push(format!(
                "{} holds {} sources, which keep their own ids; `{id}` is not used",
                path.display(),
                several.len()
            )),
        }
        loaded.append(one);
    }
    Ok(loaded)
}

impl Loaded {
    /// Leaves out the sources in known files, and adds the files of the others to them: a file that two
    /// paths lead to is one.
    fn leave_out(&mut self, known: &mut BTreeSet<PathBuf>) {
        let file = |source: &Source| source.origin.as_ref()?.path.canonicalize().ok();
        let files: Vec<Option<PathBuf>> = self.sources.iter().map(file).collect();
        let mut numbered = files.iter();
        self.sources.retain(|_| {
            let file = numbered.next().and_then(Option::as_ref);
            file.is_none_or(|file| !known.contains(file))
        });
        known.extend(files.into_iter().flatten());
    }

    fn append(&mut self, mut other: Self) {
        self.sources.append(&mut other.sources);
        self.notes.append(&mut other.notes);
    }

    fn plain(path: &Path) -> Self {
        let mut loaded = Self::of(path, SourceText::File(path.to_owned()));
        if let [source] = loaded.sources.as_mut_slice() {
            subtitles::take_file(source, path);
        }
        loaded
    }

    /// Creates the sources of a text in memory, which was read in `encoding` if that is not UTF-8.
    fn text(text: &str, path: Option<&Path>, encoding: Option<Encoding>) -> Self {
        let mut loaded = pieces::split(text, path).unwrap_or_else(|| {
            let origin = path.map(|path| Origin { path: path.to_owned(), first_line: 1 });
            let text = SourceText::Inline(text.into());
            Self { sources: vec![Source { text, origin, ..Source::default() }], notes: Vec::new() }
        });
        for source in &mut loaded.sources {
            source.encoding = encoding.map(Encoding::name);
        }
        let named = path.is_some_and(subtitles::is_named);
        if let [source] = loaded.sources.as_mut_slice()
            && (named || subtitles::begins(text.as_bytes()))
        {
            subtitles::attach_cues(source, text.as_bytes());
        }
        loaded
    }

    fn of(path: &Path, text: SourceText) -> Self {
        let source = Source {
            text,
            origin: Some(Origin { path: path.to_owned(), first_line: 1 }),
            ..Source::default()
        };
        Self { sources: vec![source], notes: Vec::new() }
    }
}

fn file(path: &Path) -> Result<Loaded> {
    regular_file(path)?.map_err(|head| binary(&path.display().to_string(), &head))
}

/// Returns the sources of one file, as [`load`] gives them; `None` if it is binary.
pub fn of_file(path: &Path) -> Result<Option<Loaded>> {
    regular_file(path).map(Result::ok)
}

/// Returns the sources of a regular file; its beginning when it is binary.
fn regular_file(path: &Path) -> Result<Result<Loaded, Vec<u8>>> {
    let (file, metadata) = open_regular(path)?;
    // Taken before reading, so that a later change is noticed.
    let before = stamp::of(path, &file, &metadata, 0);
    let mut loaded = opened(path, (file, &metadata))?;
    let is_held = |source: &&mut Source| matches!(source.text, SourceText::Inline(_));
    let held = loaded.iter_mut().flat_map(|loaded| &mut loaded.sources).filter(is_held);
    let held: Vec<&mut Source> = held.collect();
    if !held.is_empty() {
        let (file, now) = open_regular(path)?;
        let now = stamp::of(path, &file, &now, stamp::TEXT_BYTES);
        let same = Stamp { content: None, ..now.clone() } == before;
        for source in held {
            source.stamp = Some(if same { now.clone() } else { before.clone() });
        }
    }
    Ok(loaded)
}

fn opened(path: &Path, (mut file, metadata): (File, &Metadata)) -> Result<Result<Loaded, Vec<u8>>> {
    let failed = |error| Error::io("read", path.display().to_string(), error);
    match file_kind(&file, metadata.len(), path).map_err(failed)? {
        FileKind::Document(kind) => {
            let mut head = Vec::new();
            file.take(ADDRESS_BYTES as u64).read_to_end(&mut head).map_err(failed)?;
            let document = Document::new(kind.name, DocumentData::File(path.to_owned()));
            let mut loaded = Loaded::of(path, SourceText::Document(document));
            for source in &mut loaded.sources {
                source.set_addresses(kind.addresses(&head));
            }
            return Ok(Ok(loaded));
        }
        FileKind::Recoded(encoding) => {
            return recoded(path, (file, metadata.len()), encoding).map_err(failed).map(Ok);
        }
        FileKind::Binary(head) => return Ok(Err(head)),
        FileKind::Plain => return Ok(Ok(Loaded::plain(path))),
        FileKind::Promising => {}
    }
    let mut head = Vec::new();
    file.by_ref().take(LOOK_BYTES as u64).read_to_end(&mut head).map_err(failed)?;
    let whole = head.len() < LOOK_BYTES;
    if !pieces::shows(without_mark(&lossy(whole_lines(&head, whole)))) {
        return Ok(Ok(Loaded::plain(path)));
    }
    if metadata.len() > SPLIT_BYTES as u64 {
        let mut loaded = Loaded::plain(path);
        loaded.notes.push(format!(
            "{} is read as one source, although it seems to hold several: larger than {} MiB",
            path.display(),
            SPLIT_BYTES / (1024 * 1024)
        ));
        return Ok(Ok(loaded));
    }
    let left = SPLIT_BYTES.saturating_sub(head.len());
    file.take(left as u64).read_to_end(&mut head).map_err(failed)?;
    let (text, note) = decode(head, &path.display().to_string());
    let loaded = pieces::split(without_mark(&text), Some(path));
    Ok(Ok(loaded.map_or_else(
        || Loaded::plain(path),
        |mut loaded| {
            loaded.notes.extend(note);
            loaded
        },
    )))
}

/// Returns the sources of a file in another encoding than UTF-8, given with its length in bytes.
fn recoded(path: &Path, (file, len): (File, u64), encoding: Encoding) -> std::io::Result<Loaded> {
    if len > recode::MAX_BYTES {
        if !encoding.holds_ascii() {
            return Ok(Loaded::of(path, SourceText::Unreadable(encoding.not_shown())));
        }
        let mut loaded = Loaded::plain(path);
        for source in &mut loaded.sources {
            source.notes.push(encoding.too_large());
        }
        return Ok(loaded);
    }
    let mut bytes = Vec::new();
    file.take(recode::MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(Loaded::text(&encoding.decode(&bytes), Some(path), Some(encoding)))
}

/// The kind of a file, by its beginning.
enum FileKind {
    Document(&'static DocumentKind),
    Recoded(Encoding),
    Binary(Vec<u8>),
    Plain,
    Promising,
}

/// Searches the beginning of a file of `len` bytes for the parts that every presentation has.
fn file_kind(file: &File, len: u64, path: &Path) -> std::io::Result<FileKind> {
    // In a folder of small files most of a whole block would be filled with zeros for nothing.
    let block =
        usize::try_from(len).map_or(BLOCK, |len| len.saturating_add(1).clamp(MIN_BLOCK, BLOCK));
    let mut buffer = vec![0; block + OVERLAP];
    let mut kept = 0;
    let mut at = 0;
    while at < LOOK_BYTES {
        let read = file.read_at(buffer.get_mut(kept..).unwrap_or_default(), at as u64)?;
        let bytes = buffer.get(..kept + read).unwrap_or_default();
        if at == 0 {
            if let Some(kind) = DocumentKind::of(bytes, Some(path)) {
                return Ok(FileKind::Document(kind));
            }
            if let Some(encoding) = Encoding::of(bytes, read < block) {
                return Ok(FileKind::Recoded(encoding));
            }
            if is_binary(bytes) {
                return Ok(FileKind::Binary(bytes.to_vec()));
            }
            let text = lossy(whole_lines(bytes, read < block));
            if super::divisions::form_of_undeclared(without_mark(&text)).is_some() {
                return Ok(FileKind::Promising);
            }
        }
        if read == 0 {
            break;
        }
        if may_open_a_source(bytes) {
            return Ok(FileKind::Promising);
        }
        at += read;
        let length = kept + read;
        kept = OVERLAP.min(length);
        buffer.copy_within(length - kept..length, 0);
    }
    Ok(FileKind::Plain)
}

/// True if there is a part of a head or tag. Cheap, and often wrong for HTML; a head all in
/// capitals is not worth another pass over every plain file.
fn may_open_a_source(bytes: &[u8]) -> bool {
    let tag = |at: usize| {
        let name = bytes.get(at + 1..at + 7).unwrap_or_default().to_ascii_lowercase();
        name.starts_with(b"block") || name == b"source" || name == b"result"
    };
    let signs = ["arker", "【turn", SCROLLBAR, webpage_frames::SIGN, file_frames::SIGN];
    signs.iter().any(|sign| memmem::find(bytes, sign.as_bytes()).is_some())
        || memchr::memchr_iter(b'<', bytes).any(tag)
}

/// Returns the files and folders that [`load`] would read for `path`: itself, and its content.
pub fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    Walk::new(path, Path::cmp).filter_map(|entry| Some(entry.ok()?.into_path())).collect()
}

fn folder(path: &Path, loaded: &mut Loaded, progress: &mut dyn FnMut(&Path, usize)) {
    let (before, mut binaries, mut looked_at) = (loaded.sources.len(), 0_usize, 0);
    let mut walk = Walk::new(path, Path::cmp);
    for entry in walk.by_ref() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                loaded.notes.push(format!("part of {} left out: {error}", path.display()));
                continue;
            }
        };
        if !entry.file_type().is_some_and(|kind| kind.is_file()) {
            continue;
        }
        progress(entry.path(), looked_at);
        looked_at += 1;
        match regular_file(entry.path()) {
            Ok(Ok(one)) => loaded.append(one),
            Ok(Err(_)) => binaries += 1,
            Err(error) => loaded.notes.push(format!("left out: {error}")),
        }
    }
    loaded.notes.extend(walk.notes());
    let name = path.display();
    match binaries {
        0 => {}
        1 => loaded.notes.push(format!("1 binary file in {name} left out")),
        many => loaded.notes.push(format!("{many} binary files in {name} left out")),
    }
    if loaded.sources.len() == before {
        loaded.notes.push(format!("{name} holds no text files"));
    }
}

fn standard_input() -> Result<Loaded> {
    const NAME: &str = "standard input";
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .take(SPLIT_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Error::io("read", NAME, error))?;
    if bytes.len() > SPLIT_BYTES {
        let why = format!("it is longer than {} MiB", SPLIT_BYTES / (1024 * 1024));
        return Err(Error::new("read", NAME, why)
            .of_kind(ErrorKind::TooLarge)
            .hint("save it to a file and name that"));
    }
    if let Some(kind) = DocumentKind::of(&bytes, None) {
        let addresses = kind.addresses(&bytes);
        let document = Document::new(kind.name, DocumentData::Bytes(bytes.into()));
        let text = SourceText::Document(document);
        let mut source = Source { text, ..Source::default() };
        source.set_addresses(addresses);
        return Ok(Loaded { sources: vec![source], notes: Vec::new() });
    }
    if let Some(encoding) = Encoding::of(&bytes, true) {
        return Ok(Loaded::text(&encoding.decode(&bytes), None, Some(encoding)));
    }
    if is_binary(&bytes) {
        return Err(binary(NAME, &bytes));
    }
    let (text, note) = decode(bytes, NAME);
    let mut loaded = Loaded::text(without_mark(&text), None, None);
    loaded.notes.extend(note);
    Ok(loaded)
}

/// Returns the text of `bytes`, and a note if some of them are not UTF-8.
fn decode(bytes: Vec<u8>, name: &str) -> (String, Option<String>) {
    match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let note = format!("{name} is not wholly UTF-8; other bytes are shown as U+FFFD.");
            (text, Some(note))
        }
    }
}

/// Returns `text` without a byte order mark.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Returns `bytes` up to their last line end, or all of them if they are complete or one line.
fn whole_lines(bytes: &[u8], complete: bool) -> &[u8] {
    if complete {
        return bytes;
    }
    let end = memchr::memrchr2(b'\n', b'\r', bytes).map_or(bytes.len(), |at| at + 1);
    bytes.get(..end).unwrap_or(bytes)
}
