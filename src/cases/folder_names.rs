//! The texts of a folder that are answers because their brackets name files (`[policy.md L7]`).
//!
//! A source may name other sources too. So a text is an answer if it names a file given beside the
//! folder, a file in another folder, or a place in a file next to it, and if no other text names it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::dialects::shared::context_names::GivenNames;
use crate::model::{Origin, Source};
use crate::sources::folder::listed;
use crate::sources::is_code_path;

/// Texts of a folder by what their brackets name.
pub(super) struct Naming {
    /// The texts that are answers.
    pub(super) answers: BTreeSet<PathBuf>,
    /// The files that another text names: sources.
    pub(super) named: BTreeSet<PathBuf>,
}

/// Divides `texts`, where `files` are the files of the folder that may be cited and `apart` the files and
/// folders given beside it; `read` returns the text of a path.
pub(super) fn naming_files(
    texts: &[&Path],
    files: &[&Path],
    apart: &[PathBuf],
    read: &dyn Fn(&Path) -> Option<String>,
) -> Naming {
    let given = apart
        .iter()
        .flat_map(|path| if path.is_dir() { listed(path).files } else { vec![path.clone()] });
    let own = files.len();
    let all: Vec<PathBuf> = files.iter().map(|path| path.to_path_buf()).chain(given).collect();
    let sources: Vec<Source> = all.iter().map(|path| source_at(path)).collect();
    let names = GivenNames::of(&sources);
    let (mut answers, mut named) = (BTreeSet::new(), BTreeSet::new());
    for text in texts {
        let Some(words) = read(text) else { continue };
        let mut is_answer = false;
        for (at, has_place) in names.cited(&words) {
            let Some(file) = all.get(at).filter(|file| file.as_path() != *text) else { continue };
            if at < own {
                named.insert(file.clone());
            }
            is_answer |= at >= own || has_place || file.parent() != text.parent();
        }
        if is_answer {
            answers.insert(text.to_path_buf());
        }
    }
    answers.retain(|text| !named.contains(text));
    Naming { answers, named }
}

/// Returns a source of which only the name is known; one of code is mentioned as often as cited.
fn source_at(path: &Path) -> Source {
    let is_code = is_code_path(&path.to_string_lossy());
    let origin = (!is_code).then(|| Origin { path: path.to_owned(), first_line: 1 });
    Source { origin, ..Source::default() }
}
