//! Positions of an earlier text's lines in a later one.

use std::collections::BTreeSet;
use std::time::Instant;

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use super::edited::{Edited, edited, edited_in};
use super::run::{LineRun, MAX_TIME, MIN_LETTERS, letters};
use crate::model::Fate;

/// Finds the lines `first..=last` of `then`, counted from 1, in `now`.
pub fn trace(then: &str, lines: (usize, usize), now: &str) -> Fate {
    trace_by(then, lines, now, || images_between(then, now))
}

/// Returns, for each line of `then`, the index of the line of `now` that it became unchanged.
pub fn images_between(then: &str, now: &str) -> Vec<Option<usize>> {
    let old: Vec<&str> = then.lines().map(str::trim_end).collect();
    let new: Vec<&str> = now.lines().map(str::trim_end).collect();
    let deadline = Some(Instant::now() + MAX_TIME);
    let ops = capture_diff_slices_deadline(Algorithm::Patience, &old, &new, deadline);
    images(&ops, old.len())
}

/// As [`trace()`]; `images` returns the result of [`images_between`], where it is needed.
pub fn trace_by<I: AsRef<[Option<usize>]>>(
    then: &str,
    (first, last): (usize, usize),
    now: &str,
    images: impl FnOnce() -> I,
) -> Fate {
    let old: Vec<&str> = then.lines().map(str::trim_end).collect();
    let new: Vec<&str> = now.lines().map(str::trim_end).collect();
    let Some(cited) = first.checked_sub(1).and_then(|from| old.get(from..last)) else {
        return Fate::OutOfRange;
    };
    if cited.iter().all(|line| line.is_empty()) {
        return Fate::Unknown;
    }
    if old == new {
        return Fate::Unchanged;
    }
    let images = images();
    let run = LineRun::new((&old, &new), images.as_ref(), (first - 1, last));
    let at = |(from, to): (usize, usize)| match (from + 1, to) {
        same if same == (first, last) => Fate::Unchanged,
        (from, to) => Fate::Moved { first: wide(from), last: wide(to) },
    };
    match run.place() {
        RunPlace::At(start) => return at((start, start + cited.len())),
        RunPlace::Several => return Fate::Unknown,
        RunPlace::Nowhere => {}
    }
    match reflowed(cited, &new) {
        Some(place) => at(place),
        None => edited(&run)
            .map_or(Fate::Gone, |it| Fate::Changed { first: wide(it.from + 1), last: wide(it.to) }),
    }
}

fn wide(line: usize) -> u64 {
    line as u64
}

/// The place of a run of lines in a later text.
enum RunPlace {
    /// Index of its first line.
    At(usize),
    Several,
    Nowhere,
}

impl LineRun<'_> {
    /// Finds the lines, their indentation aside. Where several places have them, the lines nearby decide.
    fn place(&self) -> RunPlace {
        let cited = self.lines();
        let own = self.whole_image(self.from);
        let before = places(cited, self.old);
        let is_unique = before.len() == 1;
        let taken: BTreeSet<usize> = before
            .into_iter()
            .filter(|start| *start != self.from)
            .filter_map(|start| self.whole_image(start))
            .collect();
        // The changes at another place of the same lines do not apply to these lines.
        let mut candidates = places(cited, self.new);
        candidates.retain(|start| !taken.contains(start) || own == Some(*start));
        let has_any = !candidates.is_empty();
        candidates.retain(|start| is_unique || self.is_anchored(*start, *start + cited.len()));
        if has_any && candidates.is_empty() {
            return RunPlace::Several;
        }
        let scored = candidates.iter().map(|start| {
            let is_own = usize::from(own == Some(*start));
            (2 * self.nearby(*start, *start + cited.len()) + is_own, *start)
        });
        let mut scored: Vec<(usize, usize)> = scored.collect();
        scored.sort_unstable_by(|one, other| other.cmp(one));
        let letters: usize = cited.iter().map(|line| letters(line)).sum();
        let is_distinctive = letters >= MIN_LETTERS;
        match *scored.as_slice() {
            [(score, start)] if is_distinctive || score > 0 => RunPlace::At(start),
            [(best, start), (next, _), ..] if best > next && (best > 1 || own == Some(start)) => {
                RunPlace::At(start)
            }
            [_, _, ..] if is_distinctive => RunPlace::Several,
            _ => RunPlace::Nowhere,
        }
    }
}

/// A place where lines of an earlier text may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// First line, from 1.
    pub first: u64,
    /// Last line, inclusive.
    pub last: u64,
    /// Number of lines nearby that were near the lines before.
    pub nearby: usize,
    /// True if the lines are not as they were.
    pub is_edited: bool,
}

/// Finds every place in `now` of the lines `first..=last` of `then`, layout aside.
pub fn candidates(then: &str, (first, last): (usize, usize), now: &str) -> Vec<Candidate> {
    let old: Vec<&str> = then.lines().collect();
    let new: Vec<&str> = now.lines().collect();
    let Some(cited) = first.checked_sub(1).and_then(|from| old.get(from..last)) else {
        return Vec::new();
    };
    let run = LineRun::new((&old, &new), &[], (first - 1, last));
    let candidate = |(from, to): (usize, usize)| Candidate {
        first: wide(from + 1),
        last: wide(to),
        nearby: run.nearby(from, to),
        is_edited: false,
    };
    let same = places(cited, &new);
    if same.is_empty() {
        return reflowed(cited, &new).into_iter().map(candidate).collect();
    }
    let is_distinctive = cited.iter().map(|line| letters(line)).sum::<usize>() >= MIN_LETTERS;
    let is_unique = places(cited, &old).len() == 1;
    let all = same.into_iter().map(|start| (start, start + cited.len()));
    let all = all.filter(|(from, to)| is_unique || run.is_anchored(*from, *to)).map(candidate);
    all.filter(|candidate| is_distinctive || candidate.nearby > 0).collect()
}

/// Finds the place in `now` of the lines `first..=last` of `then` that were edited on the way.
pub fn edited_candidate(then: &str, (first, last): (usize, usize), now: &str) -> Option<Candidate> {
    let old: Vec<&str> = then.lines().map(str::trim_end).collect();
    let new: Vec<&str> = now.lines().map(str::trim_end).collect();
    let from = first.checked_sub(1)?;
    old.get(from..last)?;
    let Edited { from: start, to: end, .. } = edited_in(&old, &new, (from, last))?;
    let nearby = LineRun::new((&old, &new), &[], (from, last)).nearby(start, end);
    Some(Candidate { first: wide(start + 1), last: wide(end), nearby, is_edited: true })
}

/// Returns, for each old line, the new line that it became unchanged.
fn images(ops: &[DiffOp], count: usize) -> Vec<Option<usize>> {
    let mut images = vec![None; count];
    for op in ops {
        if let DiffOp::Equal { old_index, new_index, len } = *op {
            for offset in 0..len {
                if let Some(image) = images.get_mut(old_index + offset) {
                    *image = Some(new_index + offset);
                }
            }
        }
    }
    images
}

/// Finds every place of lines in other lines, their indentation aside.
fn places(lines: &[&str], all: &[&str]) -> Vec<usize> {
    let is_same = |(one, other): (&&str, &&str)| one.trim() == other.trim();
    let windows = all.windows(lines.len().max(1)).enumerate();
    windows
        .filter(|(_, window)| window.iter().zip(lines).all(is_same))
        .map(|(start, _)| start)
        .collect()
}

/// Finds the only run of whole lines that has the same code as `lines` in another layout. Returns the
/// indexes of the first line and of the one after the last.
fn reflowed(lines: &[&str], all: &[&str]) -> Option<(usize, usize)> {
    let wanted = without_layout(lines.iter().copied());
    if letters(&wanted) < 2 * MIN_LETTERS {
        return None;
    }
    let mut squeezed = String::new();
    let mut ends = Vec::with_capacity(all.len());
    for line in all {
        squeezed.extend(line.chars().filter(|c| is_code(*c)));
        ends.push(squeezed.len());
    }
    let starts = |at: usize| at == 0 || ends.binary_search(&at).is_ok();
    let mut found = squeezed.match_indices(wanted.as_str()).filter_map(|(at, _)| {
        let end = at + wanted.len();
        let from = ends.partition_point(|line| *line <= at);
        let to = ends.partition_point(|line| *line < end);
        (starts(at) && starts(end)).then_some((from, to + 1))
    });
    let only = found.next()?;
    found.next().is_none().then_some(only)
}

/// Formatters add and remove blanks, and commas at the ends of lists.
pub(super) fn is_code(c: char) -> bool {
    !c.is_whitespace() && c != ','
}

pub(super) fn without_layout<'l>(lines: impl Iterator<Item = &'l str>) -> String {
    lines.flat_map(str::chars).filter(|c| is_code(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "import os\n\ndef load(path):\n    return open(path).read()\n\ndef save(path, text):\n    open(path, 'w').write(text)\n";

    fn traced(lines: (usize, usize), now: &str) -> Fate {
        trace(OLD, lines, now)
    }

    #[test]
    fn what_is_left_alone_is_unchanged() {
        assert_eq!(traced((3, 4), OLD), Fate::Unchanged);
        assert_eq!(traced((3, 4), &OLD.replace("text)", "data)")), Fate::Unchanged);
    }

    #[test]
    fn moved_lines_are_found() {
        let above = format!("# A new head.\n# Of two lines.\n{OLD}");
        assert_eq!(traced((3, 4), &above), Fate::Moved { first: 5, last: 6 });
        let turned = "import os\n\ndef save(path, text):\n    open(path, 'w').write(text)\n\ndef load(path):\n    return open(path).read()\n";
        assert_eq!(traced((3, 4), turned), Fate::Moved { first: 6, last: 7 });
        assert_eq!(traced((6, 7), turned), Fate::Moved { first: 3, last: 4 });
        let indented = OLD
            .replace("def load", "class A:\n    def load")
            .replace("    return", "        return");
        assert_eq!(traced((3, 4), &indented), Fate::Moved { first: 4, last: 5 });
    }

    #[test]
    fn edited_lines_are_changed_and_removed_ones_gone() {
        let edited = OLD.replace("open(path).read()", "open(path, 'rb').read()");
        assert_eq!(traced((3, 4), &edited), Fate::Changed { first: 3, last: 4 });
        let above = format!("# Head.\n{edited}");
        assert_eq!(traced((4, 4), &above), Fate::Changed { first: 5, last: 5 });
        let without = "import os\n\ndef save(path, text):\n    open(path, 'w').write(text)\n";
        assert_eq!(traced((3, 4), without), Fate::Gone);
        let other = without.replace("import os\n", "import os\n\nLIMIT = 3\n");
        assert_eq!(traced((3, 4), &other), Fate::Gone);
    }

    #[test]
    fn lines_that_were_edited_one_by_one_are_changed() {
        let old = "import os\n\nMAX_USERS = 25\nNAME = 'shop'\nRATE = 0.5\n\nprint(os)\n";
        let new = "import os\n\nMAX_USERS = 50\nNAME = 'store'\nRATE = 0.7\n\nprint(os)\n";
        for line in 3..=5 {
            let at = line as u64;
            assert_eq!(trace(old, (line, line), new), Fate::Changed { first: at, last: at });
        }
        // Other lines in their place are no edit.
        let other = new.replace("NAME = 'store'", "from sys import path");
        assert_eq!(trace(old, (4, 4), &other), Fate::Gone);
    }

    /// Two functions with the same build.
    fn twins() -> (String, String) {
        let part = |name: &str| {
            format!(
                "def {name}(value):\n    if value is None:\n        return None\n    \
                 total_{name} = value + 1\n    check_{name}(total_{name})\n    return total_{name}\n\n"
            )
        };
        (part("first"), part("second"))
    }

    #[test]
    fn lines_that_moved_and_were_edited_are_found() {
        let (first, second) = twins();
        let old = format!("{first}{second}");
        let edited = first.replace("value + 1", "value + 2  # more");
        assert_eq!(
            trace(&old, (1, 6), &format!("{second}{edited}")),
            Fate::Changed { first: 8, last: 13 }
        );
    }

    #[test]
    fn what_only_looks_like_removed_lines_is_not_taken_for_them() {
        let (first, second) = twins();
        let old = format!("{first}{second}");
        assert_eq!(trace(&old, (1, 6), &second), Fate::Gone);
        // The same line has the same number, but belongs to the other function.
        let fate = trace(&old, (3, 3), &second);
        assert!(matches!(fate, Fate::Gone | Fate::Unknown), "{fate:?}");
    }

    #[test]
    fn layout_is_no_edit() {
        let indented = OLD.replace("def ", "  def ").replace("    ", "      ");
        assert_eq!(traced((3, 4), &indented), Fate::Unchanged);
        let wrapped = OLD.replace("def save(path, text):", "def save(\n    path,\n    text,\n):");
        assert_eq!(traced((6, 7), &wrapped), Fate::Moved { first: 6, last: 10 });
        let joined = wrapped.replace("import os\n\n", "");
        assert_eq!(trace(&wrapped, (6, 10), OLD), Fate::Moved { first: 6, last: 7 });
        assert_eq!(trace(&wrapped, (6, 10), &joined), Fate::Moved { first: 4, last: 8 });
    }

    #[test]
    fn lines_that_stand_in_several_places_are_known_by_their_neighbours() {
        let part =
            |name: &str| format!("def {name}(it):\n    check_{name}(it)\n    return None\n\n");
        let old = format!("{}{}", part("one"), part("two"));
        let turned = format!("{}{}", part("two"), part("one"));
        assert_eq!(trace(&old, (3, 3), &turned), Fate::Moved { first: 7, last: 7 });
        assert_eq!(trace(&old, (7, 7), &turned), Fate::Moved { first: 3, last: 3 });
        // The rest is the end of the other one.
        let without = part("two");
        assert_eq!(trace(&old, (3, 3), &without), Fate::Gone);
        assert_eq!(trace(&old, (7, 7), &without), Fate::Moved { first: 3, last: 3 });
    }

    #[test]
    fn what_is_unclear_stays_unknown() {
        assert_eq!(traced((2, 2), "x\n"), Fate::Unknown);
        assert_eq!(traced((7, 9), OLD), Fate::OutOfRange);
        assert_eq!(traced((0, 1), OLD), Fate::OutOfRange);
        let twice = "def other():\n    return open(path).read()\n\ndef more():\n    return open(path).read()\n";
        assert!(!matches!(traced((4, 4), twice), Fate::Unchanged | Fate::Gone));
    }
}
