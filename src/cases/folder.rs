//! A folder of responses: one file after the other, and the sources next to them.
//!
//! Each file is looked at once when the folder is opened, to see if it has responses, and how many.
//! Only that is kept; a file is read again when one of its cases is needed. A file in no citation
//! dialect is a source:
//!
//! - next to a response of the same name (`q7.request.json` and `q7.response.json`), it belongs to
//!   that response,
//! - otherwise it belongs to all responses in its own folder and below; in a folder without
//!   responses, to those of the nearest folder above that has some.
//!
//! A JSON file that cannot be read or parsed is a case that cannot be read, because it may have been one.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::cases::batch::Cases;
use crate::cases::companions::companion_of;
use crate::cases::files::{self, looks_like_payload};
use crate::cases::folder_names::naming_files;
use crate::cases::folder_sources::{Folder, ResponseFile, Shelf, is_given, pair_of};
use crate::cases::recognition::with_first_record;
use crate::cases::{Compare, References, enclosed, markdown_block};
use crate::dialects::Dialect;
use crate::dialects::dialect::{CODE_REFERENCES, NAMED_SOURCES, PLAIN};
use crate::dialects::lookup::{by_name, detect};
use crate::dialects::marks::code_references::may_cite;
use crate::dialects::shared::markers::Families;
use crate::error::{Error, ErrorKind, Result};
use crate::input::Input;
use crate::model::{Source, SourceText};
use crate::sources::Loaded;
use crate::sources::folder::{Listed, is_within, listed};
use crate::sources::is_code_path;
use crate::sources::load::of_file;
use crate::text::prose::{count, listed as enumerated};

/// Number of bytes in which a NUL shows that a file is not a text.
const BINARY_LOOK: usize = 8 * 1024;

/// Maximum number of names in a note.
const MAX_NAMED: usize = 3;

/// The options for reading the files of a folder.
#[derive(Debug, Clone, Copy)]
pub struct FolderOptions<'h> {
    /// The only format that a response may be in, by name.
    pub from: Option<&'h str>,
    /// The marker families that are citations.
    pub families: &'h Families,
    /// Files and folders that are named as sources. If there are some, a text without citations beside answers
    /// is an answer.
    pub sources: &'h [PathBuf],
    /// Files of scores.
    pub scores: &'h [PathBuf],
    /// The checkout of cited code; otherwise it is searched for upwards from each text.
    pub root: Option<&'h Path>,
}

enum FileContents {
    Cases(usize, &'static Dialect),
    /// Most likely a case, but damaged or not readable.
    Damage,
    Companion(Vec<Source>),
    Sources(Loaded),
    /// The reason why it is left out.
    Nothing(String),
    Binary,
    /// It cites no code, and only code references were requested.
    Uncited,
}

/// The files of a folder, sorted by their contents.
#[derive(Default)]
struct Sorted {
    files: Vec<ResponseFile>,
    format: Option<&'static Dialect>,
    apart: Vec<(PathBuf, Shelf)>,
    plain: Vec<String>,
    binaries: usize,
    /// The number of files that may be answers and are not read.
    unread: usize,
    notes: Vec<String>,
}

/// Opens the responses of the folder `name`; `progress` is called for each file before it is looked
/// at, with the number of files before it.
///
/// Fails if there is none, or if `how` names no format. Files that cannot be read are noted.
pub fn open(
    name: &str,
    how: &FolderOptions<'_>,
    progress: &mut dyn FnMut(&Path, usize),
) -> Result<Cases> {
    let root = Path::new(name);
    let forced = how.from.map(by_name).transpose()?;
    let Listed { files, mut notes, left_out } = listed(root);
    let apart: Vec<PathBuf> = how.sources.iter().chain(how.scores).cloned().collect();
    let is_answer = |path: &&PathBuf| {
        let is_text = is_prose_path(path) || is_page_path(path) || looks_like_payload(path);
        is_text && !is_given(path) && !apart.iter().any(|apart| is_within(path, apart))
    };
    let unread = unread(left_out, &files).filter(|path| is_answer(&path)).count();
    let mut contents: Vec<(PathBuf, FileContents)> = Vec::new();
    for (index, path) in files.into_iter().enumerate() {
        progress(&path, index);
        if !apart.iter().any(|apart| is_within(&path, apart)) {
            let holds = holds(&path, forced, how);
            contents.push((path, holds));
        }
    }
    let number =
        unread + contents.iter().filter(|(path, it)| it.is_unread() && is_answer(&path)).count();
    notes.extend((number > 0).then(|| {
        format!("{} not read may be answers, and were not checked", count(number, "file"))
    }));
    let mut sorted = Sorted { notes, unread: number, ..Sorted::default() };
    if forced.is_none() {
        recognise_names(&mut contents, &apart)?;
        recognise_symbols(&mut contents, how.root)?;
        if !how.sources.is_empty() {
            recognise_uncited(&mut contents)?;
        }
    }
    for (path, holds) in contents {
        sorted.take(root, path, holds);
    }
    let Some(format) = sorted.format else {
        if apart.iter().any(|apart| is_within(root, apart)) {
            return Err(Error::new("read", name, "it is named as a source, not as answers").hint(
                "name the answers first; `--no-config` leaves out the sources of `pincite.toml`",
            ));
        }
        return Err(Error::new("read", name, "it is a folder without a response")
            .of_kind(ErrorKind::Unrecognized)
            .hint("if these are sources, list them after the response"));
    };
    let mut cases = Cases::of_folder(name, how.from, how.families)?;
    cases.set_folder(sorted.folder(name), forced.unwrap_or(format));
    Ok(cases)
}

/// Returns the entries of a folder that are not read and may hold an answer that no other file of it has:
/// a link to a file that is read is none, and a hidden file of data serves some program.
fn unread(left_out: Vec<PathBuf>, files: &[PathBuf]) -> impl Iterator<Item = PathBuf> {
    let is_link = |path: &Path| path.is_symlink();
    let has_links = left_out.iter().any(|path| is_link(path));
    let read: BTreeSet<PathBuf> =
        files.iter().filter(|_| has_links).filter_map(|path| path.canonicalize().ok()).collect();
    left_out.into_iter().filter(move |path| {
        let is_hidden =
            path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        let is_read = || path.canonicalize().is_ok_and(|path| read.contains(&path));
        let is_setting = is_hidden && looks_like_payload(path);
        !(is_setting || path.is_dir() || is_link(path) && is_read())
    })
}

impl FileContents {
    /// True for a file whose text could not be read.
    const fn is_unread(&self) -> bool {
        matches!(self, Self::Binary | Self::Nothing(_))
    }
}

impl Sorted {
    fn take(&mut self, root: &Path, path: PathBuf, holds: FileContents) {
        let called = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        let (companions, sources) = match holds {
            FileContents::Cases(count, format) => {
                self.format = self.format.or(Some(format));
                return self.push(path, called, count);
            }
            FileContents::Damage => return self.push(path, called, 1),
            FileContents::Binary => {
                self.binaries += 1;
                return;
            }
            FileContents::Uncited => return,
            FileContents::Nothing(why) => {
                self.notes.push(format!("left out: {why}"));
                return;
            }
            FileContents::Companion(companions) => (companions, Vec::new()),
            FileContents::Sources(loaded) => {
                self.plain.push(called);
                self.notes.extend(loaded.notes);
                (Vec::new(), loaded.sources)
            }
        };
        let below = path.parent().unwrap_or(root).to_owned();
        self.apart.push((path, Shelf { below, pair: None, companions, sources }));
    }

    fn push(&mut self, path: PathBuf, called: String, count: usize) {
        let first = self.files.last().map_or(0, |last| last.first + last.count);
        self.files.push(ResponseFile { path, called, first, count });
    }

    /// Assigns the sources to the responses.
    fn folder(mut self, name: &str) -> Folder<Cases> {
        let root = Path::new(name);
        let within = |file: &ResponseFile| {
            let folders = file.path.ancestors().skip(1).take_while(|it| it.starts_with(root));
            folders.map(Path::to_owned).collect::<Vec<_>>()
        };
        let responding: BTreeSet<PathBuf> = self.files.iter().flat_map(within).collect();
        let pairs: BTreeSet<(PathBuf, String)> =
            self.files.iter().filter_map(|file| pair_of(&file.path)).collect();
        for (path, shelf) in &mut self.apart {
            shelf.pair = pair_of(path).filter(|pair| pairs.contains(pair)).map(|(_, name)| name);
            while !responding.contains(&shelf.below) && shelf.below != root {
                let Some(above) = shelf.below.parent() else { break };
                shelf.below = above.to_owned();
            }
        }
        if !self.plain.is_empty() {
            let files = count(self.plain.len(), "file");
            let more = self.plain.len().saturating_sub(MAX_NAMED);
            let names = enumerated(self.plain.iter().take(MAX_NAMED).cloned(), more, ", ");
            self.notes
                .push(format!("{files} of {name} without citations, read as source: {names}"));
        }
        if self.binaries > 0 {
            let files = count(self.binaries, "binary file");
            self.notes.push(format!("{files} in {name} left out"));
        }
        let shelves = self.apart.into_iter().map(|(_, shelf)| shelf).collect();
        let (files, notes) = (self.files, self.notes);
        Folder::new(files, shelves, notes, self.unread)
    }
}

impl Cases {
    /// Returns the number of files of a folder that may be answers and are not read: git ignores them, they are
    /// links or have another encoding.
    pub fn unread_answers(&self) -> usize {
        self.folder.as_ref().map_or(0, |folder| folder.unread)
    }
}

/// Makes cases of the texts whose brackets name files of the folder or beside it, and sources of those that
/// another text names.
fn recognise_names(contents: &mut [(PathBuf, FileContents)], apart: &[PathBuf]) -> Result<()> {
    let (mut texts, mut files) = (Vec::new(), Vec::new());
    for (path, contents) in contents.iter() {
        match contents {
            FileContents::Sources(loaded) => {
                files.push(path.as_path());
                if !is_material(loaded) && !is_code_path(&path.to_string_lossy()) {
                    texts.push(path.as_path());
                }
            }
            // It is an answer, unless another one names it.
            FileContents::Cases(1, format) if format.name == NAMED_SOURCES => {
                files.push(path.as_path());
                texts.push(path.as_path());
            }
            _ => {}
        }
    }
    let read = |path: &Path| Some(String::from_utf8_lossy(&bytes_of(path).ok()??).into_owned());
    let naming = naming_files(&texts, &files, apart, &read);
    let format = by_name(NAMED_SOURCES)?;
    for (path, contents) in contents {
        if naming.answers.contains(path) {
            *contents = FileContents::Cases(1, format);
        } else if naming.named.contains(path) && matches!(contents, FileContents::Cases(..)) {
            *contents = as_sources(path);
        }
    }
    Ok(())
}

/// Makes cases of the texts that cite only symbols of a checkout (`parse` in `src/app.rs`), unless the
/// folder has responses of another kind, whose sources they may be.
fn recognise_symbols(contents: &mut [(PathBuf, FileContents)], root: Option<&Path>) -> Result<()> {
    let cites_code = |contents: &FileContents| match contents {
        FileContents::Cases(_, format) => format.name == CODE_REFERENCES,
        _ => true,
    };
    if !contents.iter().all(|(_, contents)| cites_code(contents)) {
        return Ok(());
    }
    let references = References::new(root.map(Path::to_owned), Compare::Nothing);
    let format = by_name(CODE_REFERENCES)?;
    for (path, contents) in contents {
        if let FileContents::Sources(loaded) = contents
            && !is_material(loaded)
            && let Ok(Some(bytes)) = bytes_of(path)
            && references.cites(path, &String::from_utf8_lossy(&bytes))
        {
            *contents = FileContents::Cases(1, format);
        }
    }
    Ok(())
}

/// Makes cases of texts without citations that are in one folder with answers, if sources are named elsewhere:
/// an answer that has lost its citations is no evidence for the others. Requests and prompts stay what they are.
fn recognise_uncited(contents: &mut [(PathBuf, FileContents)]) -> Result<()> {
    let answers = contents.iter().filter(|(_, contents)| match contents {
        FileContents::Cases(_, format) => format.name != CODE_REFERENCES,
        _ => false,
    });
    let folders: BTreeSet<PathBuf> =
        answers.filter_map(|(path, _)| path.parent().map(Path::to_owned)).collect();
    let format = by_name(PLAIN)?;
    for (path, contents) in contents {
        let FileContents::Sources(loaded) = contents else { continue };
        let is_beside = path.parent().is_some_and(|folder| folders.contains(folder));
        let is_text = !is_material(loaded) && is_prose_path(path) || is_page_path(path);
        if is_beside && !is_given(path) && is_text {
            *contents = FileContents::Cases(1, format);
        }
    }
    Ok(())
}

/// True for the name of a text file.
fn is_prose_path(path: &Path) -> bool {
    let ending = path.extension().map(OsStr::to_ascii_lowercase);
    ending.is_some_and(|it| it == "md" || it == "markdown" || it == "txt")
}

/// True for the name of a web page, as which an answer may be saved.
fn is_page_path(path: &Path) -> bool {
    let ending = path.extension().map(OsStr::to_ascii_lowercase);
    ending.is_some_and(|it| it == "html" || it == "htm")
}

/// Reads a file; `None` if it is too large.
fn bytes_of(path: &Path) -> Result<Option<Vec<u8>>> {
    let name = path.to_string_lossy();
    files::bytes(&name, files::reader(&name)?)
}

/// Looks at a file that may cite code; any other file is neither a response nor a source.
fn holds_references(path: &Path, format: &'static Dialect) -> FileContents {
    let name = path.to_string_lossy();
    let bytes = match bytes_of(path) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return FileContents::Nothing(Input::too_large(&name).to_string()),
        Err(error) => return FileContents::Nothing(error.to_string()),
    };
    if is_binary(&bytes) || Input::unpacks(&bytes) {
        return FileContents::Binary;
    }
    if may_cite(&name, &String::from_utf8_lossy(&bytes)) {
        FileContents::Cases(1, format)
    } else {
        FileContents::Uncited
    }
}

/// Looks at a file.
fn holds(path: &Path, forced: Option<&'static Dialect>, how: &FolderOptions<'_>) -> FileContents {
    if let Some(format) = forced.filter(|format| format.name == CODE_REFERENCES) {
        return holds_references(path, format);
    }
    let is_payload = looks_like_payload(path);
    if !is_payload {
        match of_file(path) {
            Ok(Some(loaded)) if is_material(&loaded) => return FileContents::Sources(loaded),
            // A case is read by its name as text; one that cannot be must not pass as a source.
            Ok(Some(_)) if path.to_str().is_none() => return FileContents::Damage,
            Ok(Some(_)) => {}
            Ok(None) => return FileContents::Binary,
            Err(error) => return FileContents::Nothing(error.to_string()),
        }
    }
    let input = match files::read(&path.to_string_lossy()) {
        Ok(input) => match enclosed::open(markdown_block::opened(input), forced, how.families) {
            Ok(input) => input,
            Err(_) if is_payload => return FileContents::Damage,
            Err(error) => return FileContents::Nothing(error.to_string()),
        },
        Err(_) if is_payload => return FileContents::Damage,
        Err(_) => return as_sources(path),
    };
    let fits = match forced {
        Some(format) => with_first_record(&input, how.families, |record| {
            format.detect(record, how.families).map(|_| format)
        }),
        None => with_first_record(&input, how.families, |record| {
            detect(record, how.families).map(|(format, _)| format)
        }),
    };
    let is_response = |format: &&'static Dialect| forced.is_some() || format.name != PLAIN;
    match fits {
        Ok(Some(format)) if is_response(&format) => {
            let cases = Cases::new(input, forced, how.families.clone());
            return match cases.map(|cases| cases.len()) {
                Ok(0) | Err(_) if is_payload => FileContents::Damage,
                Ok(0) | Err(_) => {
                    FileContents::Nothing(format!("{} holds no case", path.display()))
                }
                Ok(count) => FileContents::Cases(count, format),
            };
        }
        Err(_) if is_payload => return FileContents::Damage,
        Err(error) => return FileContents::Nothing(error.to_string()),
        Ok(_) => {}
    }
    if let Some(companions) = companion_of(&input) {
        return FileContents::Companion(companions);
    }
    let is_damaged = with_first_record(&input, how.families, |record| record.payload().is_none());
    if is_payload && is_damaged.unwrap_or(false) {
        return FileContents::Damage;
    }
    as_sources(path)
}

fn as_sources(path: &Path) -> FileContents {
    match of_file(path) {
        Ok(Some(loaded)) => FileContents::Sources(loaded),
        Ok(None) => FileContents::Binary,
        Err(error) => FileContents::Nothing(error.to_string()),
    }
}

/// True if bytes are not text.
fn is_binary(bytes: &[u8]) -> bool {
    bytes.get(..BINARY_LOOK.min(bytes.len())).is_some_and(|head| head.contains(&0))
}

/// True if a file is a document, or has sources with their own ids.
fn is_material(loaded: &Loaded) -> bool {
    let is_one =
        |source: &Source| !source.id.is_empty() || matches!(source.text, SourceText::Document(_));
    loaded.sources.len() > 1 || loaded.sources.iter().any(is_one)
}
