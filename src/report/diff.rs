//! Unified diffs between two texts.
//!
//! Lines end at LF alone, as for `patch` and git; a CR before it, or without it, is part of its
//! line. So the diff of any two texts can be applied.

use std::ops::Range;
use std::time::{Duration, Instant};

use similar::{Algorithm, ChangeTag, capture_diff_slices_deadline, group_diff_ops};

use crate::text::SafeText;

/// Lines of context around a change.
const CONTEXT: usize = 3;

/// Time limit for finding the shortest diff; after that, a longer one is accepted.
const MAX_TIME: Duration = Duration::from_secs(2);

/// Returns the diff from `before` to `after`, empty if they are the same. Its lines are not yet
/// safe to show; `name` is made safe.
pub fn unified(name: &str, before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let deadline = Instant::now() + MAX_TIME;
    let changes = capture_diff_slices_deadline(Algorithm::Myers, &old, &new, Some(deadline));
    let name = SafeText::new(name).into_string();
    // Without a tab after it, a name ends at its first blank.
    let end = if name.contains(' ') { "\t" } else { "" };
    let mut diff = format!("--- {name}{end}\n+++ {name}{end}\n");
    for hunk in group_diff_ops(changes, CONTEXT) {
        let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { continue };
        let from = lines(first.old_range().start..last.old_range().end);
        let to = lines(first.new_range().start..last.new_range().end);
        diff.extend(["@@ -", &from, " +", &to, " @@\n"]);
        for change in hunk.iter().flat_map(|part| part.iter_changes(&*old, &*new)) {
            let line = change.value();
            diff.push(match change.tag() {
                ChangeTag::Equal => ' ',
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
            });
            diff.push_str(line);
            if !line.ends_with('\n') {
                diff.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    diff
}

/// Returns a range of lines in the form for hunks: its first line and the number of lines, unless
/// that is one.
fn lines(range: Range<usize>) -> String {
    match range.len() {
        // The line in front of the place.
        0 => format!("{},0", range.start),
        1 => format!("{}", range.start + 1),
        several => format!("{},{several}", range.start + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hunk_names_its_lines() {
        let diff = unified("a b.md", "1\n2\n3\n4\n5\r\n6", "1\n2\n3\n4\nfive\r\n6");
        assert_eq!(
            diff,
            "--- a b.md\t\n+++ a b.md\t\n@@ -2,5 +2,5 @@\n 2\n 3\n 4\n-5\r\n+five\r\n 6\n\
             \\ No newline at end of file\n"
        );
        assert_eq!(unified("a", "x", "x"), "");
        assert!(unified("a", "", "x\n").contains("@@ -0,0 +1 @@\n+x\n"));
        assert!(
            unified("a", "x\ry", "z\ry").contains("-x\ry\n\\ No newline at end of file\n+z\ry")
        );
    }
}
