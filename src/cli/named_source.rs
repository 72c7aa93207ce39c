//! The value of `--source ID=PATH`.

use crate::error::Why;
use std::path::{Path, PathBuf};

/// Parses `ID=PATH`. Addresses with a query are ids too, so it is split at the first `=` followed
/// by an existing path, or else at the last one. `-` counts as existing.
pub(super) fn id_and_path(text: &str) -> Result<(String, PathBuf), Why> {
    let splits = || text.match_indices('=').filter_map(|(at, _)| split_at_sign(text, at));
    let exists = |(_, path): &(&str, &str)| *path == "-" || Path::new(path).exists();
    let (id, path) = splits()
        .find(exists)
        .or_else(|| splits().next_back())
        .ok_or("expected ID=PATH, such as turn0file0=handbook.txt")?;
    Ok((id.to_owned(), PathBuf::from(path)))
}

/// Returns the two sides of the `=` at byte `at`, unless one is empty.
fn split_at_sign(text: &str, at: usize) -> Option<(&str, &str)> {
    let (id, sign_and_path) = text.split_at_checked(at)?;
    let path = sign_and_path.strip_prefix('=')?;
    (!id.is_empty() && !path.is_empty()).then_some((id, path))
}
