//! Cited lines at the time of the citation, and their fate.

/// Maximum length of the lines that are kept, in bytes.
const MAX_LINES: usize = 4 * 1024;

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
    /// Another file with the lines, for lines that are gone or were edited on the way: its path, first and
    /// last line.
    pub now_in: Option<(String, u64, u64)>,
    /// The new path of a renamed file, written in the form of the cited one.
    pub path_now: Option<String>,
    /// True if the citation names the commit: its line numbers are those of the file as of then.
    pub is_pinned: bool,
    /// The lines that stand for them now, in their own file or in the other one; empty for lines that are
    /// unchanged or gone.
    pub now: String,
}

impl Past {
    /// The first and the last line that stand for the cited ones now, where these did not stay.
    pub fn place_now(&self) -> Option<(u64, u64)> {
        match (&self.now_in, self.fate) {
            (Some((_, first, last)), _) => Some((*first, *last)),
            (None, Fate::Moved { first, last } | Fate::Changed { first, last }) => {
                Some((first, last))
            }
            _ => None,
        }
    }

    /// Returns true if the cited lines are known: of those in a lock file only the first words are.
    pub fn has_lines(&self) -> bool {
        self.cited_in.is_some() || self.locked.is_none()
    }

    /// Takes the lines that stand for the cited ones now from the text of their file.
    #[must_use]
    pub fn with_now(self, text: &str) -> Self {
        let now = self.place_now().map(|(first, last)| lines_of(text, first, last));
        Self { now: now.unwrap_or_default(), ..self }
    }
}

/// Returns the lines `first..=last` of a text, from 1; of many lines the first ones.
pub fn lines_of(text: &str, first: u64, last: u64) -> String {
    let narrow = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let (skipped, count) =
        (narrow(first.saturating_sub(1)), narrow((last + 1).saturating_sub(first)));
    let mut lines = String::new();
    for (index, line) in text.lines().skip(skipped).take(count).enumerate() {
        if index > 0 && lines.len() + line.len() > MAX_LINES {
            break;
        }
        if index > 0 {
            lines.push('\n');
        }
        lines.push_str(line.get(..line.floor_char_boundary(MAX_LINES)).unwrap_or_default());
    }
    lines
}
