//! Names of files as ids that a marker can have.

/// Returns a name with `_` for everything but letters, digits, `_` and `-`: `docs_policy_md` for
/// `docs/policy.md`.
pub(crate) fn name_id(name: &str) -> String {
    let is_sound = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let parts = name.split(|c| !is_sound(c)).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("_")
}
