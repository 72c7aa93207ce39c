//! Cited lines at the time of the citation, and their fate.

/// The fate of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// They are unchanged and at the same place.
    Unchanged,
    /// They are at other lines, unchanged except for their indentation.
    Moved {
        /// First line, from 1.
        first: u64,
        /// Last line, inclusive.
        last: u64,
    },
    /// They were edited; these lines replace them.
    Changed {
        /// First line, from 1.
        first: u64,
        /// Last line, inclusive.
        last: u64,
    },
    /// They no longer exist.
    Gone,
    /// The earlier text has no such lines.
    OutOfRange,
    /// Unknown: the lines are blank, or occur in several places.
    Unknown,
}

/// A commit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Revision {
    /// Its hash.
    pub id: String,
    /// Its day, `2026-01-31`.
    pub date: String,
    /// The first line of its message.
    pub subject: String,
}

/// The past of the lines that a target cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Past {
    /// The lines as they were when they were cited.
    pub lines: String,
    /// Their fate in the cited file.
    pub fate: Fate,
    /// The hash of the lines in the lock file, if they were accepted there. Without a commit, `lines` has
    /// their first words only.
    pub locked: Option<String>,
    /// The commit in which they were cited.
    pub cited_in: Option<Revision>,
    /// The last commit that touched them, for lines that no longer exist.
    pub removed_in: Option<Revision>,
    /// Another file with the lines, for lines that no longer exist: its path, first and last line.
    pub now_in: Option<(String, u64, u64)>,
}
