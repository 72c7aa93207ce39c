//! The fate of cited lines, as JSON.

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::Serialize;

use crate::model::{Fate, Past, Revision};

/// The cited lines of code as they were.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub(super) struct JsonPast {
    /// `unchanged`, `moved`, `changed`, `gone`, `out-of-range` (there were no such lines), or
    /// `unknown`.
    state: &'static str,
    /// The lines as they were; of lines accepted in a lock file the first words.
    lines: String,
    /// The lines that stand for them now; null for lines that are unchanged or gone.
    lines_now: Option<String>,
    /// The file they are in now, where it is another one.
    path: Option<String>,
    /// First line now, from 1.
    first_line: Option<u64>,
    /// Last line now, inclusive.
    last_line: Option<u64>,
    /// True if they are compared with lines accepted in a lock file.
    locked: bool,
    /// The commit that cited them.
    cited_in: Option<JsonCommit>,
    /// The last commit that touched them, if they no longer exist.
    removed_in: Option<JsonCommit>,
}

/// A commit.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonCommit {
    /// Its hash.
    id: String,
    /// Its day, `2026-01-31`; null if it is unknown.
    date: Option<String>,
    /// The first line of its message; null if it is unknown.
    subject: Option<String>,
}

pub(super) fn past(past: &Past) -> JsonPast {
    let state = match (&past.fate, &past.now_in) {
        (Fate::Changed { .. }, _) => "changed",
        (_, Some(_)) | (Fate::Moved { .. }, None) => "moved",
        (Fate::Unchanged, None) => "unchanged",
        (Fate::Gone, None) => "gone",
        (Fate::OutOfRange, None) => "out-of-range",
        (Fate::Unknown, None) => "unknown",
    };
    let lines = past.place_now();
    JsonPast {
        state,
        lines: past.lines.clone(),
        lines_now: lines.map(|_| past.now.clone()),
        path: past.now_in.as_ref().map(|(path, _, _)| path.clone()),
        first_line: lines.map(|(first, _)| first),
        last_line: lines.map(|(_, last)| last),
        locked: past.locked.is_some(),
        cited_in: past.cited_in.as_ref().map(commit),
        removed_in: past.removed_in.as_ref().map(commit),
    }
}

fn commit(revision: &Revision) -> JsonCommit {
    let known = |text: &String| (!text.is_empty()).then(|| text.clone());
    JsonCommit {
        id: revision.id.clone(),
        date: known(&revision.date),
        subject: known(&revision.subject),
    }
}
