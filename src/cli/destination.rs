//! The output of converted cases: standard output, a file, or a folder with one file per case.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use super::console::{print, print_readable};
use super::file::{self, Pending, SHARED};
use super::passed_text::{PassedText, SanitizeArg};
use crate::convert::Conversion;
use crate::error::{Error, Result};
use crate::text::SafeText;

/// Maximum length of a file name in a folder, in bytes, without a distinguishing number.
const MAX_NAME_LENGTH: usize = 80;

/// The output of converted cases.
#[derive(Debug)]
pub(super) struct Destination {
    to: To,
    form: &'static Conversion,
    passed: PassedText,
    force: bool,
    begun: bool,
}

#[derive(Debug)]
enum To {
    /// Standard output, made safe if it is a terminal.
    Output { is_terminal: bool },
    /// A file that is there when all is written.
    File { path: PathBuf, file: Pending },
    /// A folder, and the names in it so far.
    Folder { path: PathBuf, names: BTreeSet<String> },
}

impl Destination {
    /// Fails if there is a file that may not be replaced.
    pub(super) fn new(
        path: Option<&PathBuf>,
        force: bool,
        form: &'static Conversion,
        sanitize: SanitizeArg,
    ) -> Result<Self> {
        let to = match file::named(path) {
            None => To::Output { is_terminal: io::stdout().is_terminal() },
            Some(path) if path.is_dir() || path.to_string_lossy().ends_with('/') => {
                file::make_folder(path).map_err(|error| failed(path, error))?;
                To::Folder { path: path.to_owned(), names: BTreeSet::new() }
            }
            Some(path) => {
                refuse(path, force)?;
                To::File { path: path.to_owned(), file: pending(path)? }
            }
        };
        let passed = match to {
            To::Output { .. } => sanitize.to_output(),
            To::File { .. } | To::Folder { .. } => sanitize.to_files(),
        };
        Ok(Self { to, form, passed, force, begun: false })
    }

    /// Writes a case; `several` when it is not the only one.
    pub(super) fn case(&mut self, id: &str, text: &str, several: bool) -> Result<()> {
        let head = if several && !self.form.is_json() {
            let gap = if self.begun { "\n" } else { "" };
            let id = SafeText::new(id).into_string().replace("--", "- -").replace('>', "&gt;");
            format!("{gap}<!-- case {id} -->\n\n")
        } else {
            String::new()
        };
        self.begun = true;
        let is_terminal = matches!(self.to, To::Output { is_terminal: true });
        let passed = if self.form.is_json() || is_terminal {
            Cow::Borrowed(text)
        } else {
            self.passed.text(text)
        };
        let text = passed.as_ref();
        match &mut self.to {
            To::Output { is_terminal: true } if !self.form.is_json() => {
                let end = if text.ends_with('\n') || text.is_empty() { "" } else { "\n" };
                print_readable(|out| write!(out, "{head}{}{end}", SafeText::multiline(text)))
            }
            To::Output { .. } => print(|out| write!(out, "{head}{text}")),
            To::File { path, file } => {
                write!(file, "{head}{text}").map_err(|error| failed(path, error))
            }
            To::Folder { path, names } => {
                let path = path.join(name(id, self.form.extension, names));
                refuse(&path, self.force)?;
                let mut file = pending(&path)?;
                file.write_all(text.as_bytes()).map_err(|error| failed(&path, error))?;
                file.commit(self.force).map_err(|error| failed(&path, error))
            }
        }
    }

    /// Makes the file, and warns of control characters in what was written.
    pub(super) fn finish(self) -> Result<()> {
        self.passed.warn();
        match self.to {
            To::File { path, file } => {
                file.commit(self.force).map_err(|error| failed(&path, error))
            }
            To::Output { .. } | To::Folder { .. } => Ok(()),
        }
    }
}

fn pending(path: &Path) -> Result<Pending> {
    Pending::open(path, SHARED).map_err(|error| failed(path, error))
}

fn refuse(path: &Path, force: bool) -> Result<()> {
    if force || !file::is_in_the_way(path) {
        return Ok(());
    }
    Err(Error::new("write", path.to_string_lossy(), "the file exists")
        .hint("choose another name, or add `--force` to replace it"))
}

fn failed(path: &Path, error: io::Error) -> Error {
    Error::io("write", path.to_string_lossy(), error)
}

/// Returns a file name for a case: its id with valid characters, different from the earlier names.
fn name(id: &str, extension: &str, names: &mut BTreeSet<String>) -> String {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let mut stem: String = id.chars().map(|c| if fits(c) { c } else { '-' }).collect();
    stem.truncate(stem.floor_char_boundary(MAX_NAME_LENGTH));
    let stem = stem.trim_matches(['.', '-']);
    let stem = if stem.is_empty() { "case" } else { stem };
    let mut name = format!("{stem}.{extension}");
    for number in 2.. {
        if names.insert(name.to_lowercase()) {
            break;
        }
        name = format!("{stem}-{number}.{extension}");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_folder_and_apart() {
        let mut names = BTreeSet::new();
        let mut of = |id| name(id, "md", &mut names);
        assert_eq!(of("../../etc/passwd"), "etc-passwd.md");
        assert_eq!(of("Käse 7"), "Käse-7.md");
        assert_eq!(of("käse 7"), "käse-7-2.md");
        assert_eq!((of(".."), of("")), ("case.md".to_owned(), "case-2.md".to_owned()));
    }
}
