//! The changes since the case was read before, in words.

use crate::tui::state::State;

/// Returns `read again 12:05:31 · 2 changed`, for the head; empty before the first change.
pub fn reread_status(state: &State) -> Vec<String> {
    let watching = &state.watching;
    if watching.failed.is_some() {
        return vec!["changed, not reloaded".to_owned()];
    }
    let mut parts: Vec<String> = watching.at.iter().map(|at| format!("read again {at}")).collect();
    let counted = |count: usize, word: &str| (count > 0).then(|| format!("{count} {word}"));
    parts.extend(counted(watching.changed(), "changed"));
    parts.extend(counted(watching.gone, "gone"));
    parts
}

/// Describes the difference between the selected target and its state before the last reading.
pub fn difference_line(state: &State) -> Option<String> {
    let difference = state.watching.differences.get(&(state.selected?, state.target))?;
    Some(format!("* {} at {}", difference.message(), state.watching.at.as_deref()?))
}
