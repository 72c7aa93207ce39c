//! Names of sources as texts spell them.

use crate::model::Source;

/// Returns the id of a source, or the name of its file, or its title.
pub(super) fn id_of(source: &Source) -> String {
    let file = || source.origin.as_ref()?.path.file_name()?.to_str().map(str::to_owned);
    Some(source.id.clone())
        .filter(|id| !id.is_empty())
        .or_else(file)
        .or_else(|| source.title.clone())
        .unwrap_or_default()
}

/// Returns a name with blanks for hyphens and underscores.
pub(super) fn spaced(name: &str) -> String {
    name.replace(['_', '-'], " ")
}

/// Returns a name as it is compared.
pub(super) fn plain(name: &str) -> String {
    trimmed(name).to_lowercase()
}

/// Returns a name without blanks and typography around it.
pub(super) fn trimmed(name: &str) -> &str {
    name.trim_matches(|c: char| c.is_whitespace() || "\"'`*_“”".contains(c))
}
