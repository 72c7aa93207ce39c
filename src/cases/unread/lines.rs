//! Lines of files that a text names without a folder, or without a file.

use std::collections::BTreeSet;

use crate::dialects::marks::code_references;
use crate::model::Citation;
use crate::sources::is_code_path;
use crate::text::prose::{count, one_line};

/// Minimum number of references to lines of files that are noted.
const MIN_LINES: usize = 2;

/// Returns a note on lines of files that are named without a folder, which count only where a checkout
/// has such a file: files of code, and those like the ones that are `read`.
pub(super) fn by_line(text: &str, read: &[Citation]) -> Option<String> {
    let targets = read.iter().flat_map(|citation| &citation.targets);
    let endings: BTreeSet<&str> = targets.filter_map(|target| ending(&target.id)).collect();
    let is_file =
        |name: &str| ending(name).is_some_and(|own| is_code_path(name) || endings.contains(own));
    let cited = code_references::unread(text, &is_file, read);
    let first = one_line(&cited.first()?.raw);
    let hint = "name the folder with the files with `--root`";
    // A path from the root of a file system is no time or port.
    (cited.len() >= MIN_LINES || first.contains(['/', '\\'])).then(|| {
        let references = count(cited.len(), "reference");
        format!(
            "{references} to lines of files not read, such as `{}`: {hint}",
            first.trim_matches('`')
        )
    })
}

fn ending(path: &str) -> Option<&str> {
    path.rsplit_once('.').map(|(_, ending)| ending)
}

/// Returns a note on lines of a file that the text does not name before.
pub(super) fn without_path(text: &str, read: &[Citation]) -> Option<String> {
    let places = code_references::pathless_in(text, read);
    let first = places.first()?.slice(text)?;
    let number = count(places.len(), "place");
    Some(format!(
        "{number} without a file not read, such as `{first}`: the section names no file before it"
    ))
}
