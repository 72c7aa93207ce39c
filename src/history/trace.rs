//! Positions of an earlier text's lines in a later one.

use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use crate::model::Fate;

/// Time limit for comparing two texts.
const MAX_TIME: Duration = Duration::from_secs(2);

/// Lines with fewer letters and digits together stand in many places by chance.
const MIN_LETTERS: usize = 8;

/// Lines that took the place of others are the same lines, edited, from this likeness on; git draws
/// the line for renamed files there too.
const SAME: f32 = 0.5;

/// Finds the lines `first..=last` of `then`, counted from 1, in `now`.
pub fn trace(then: &str, (first, last): (usize, usize), now: &str) -> Fate {
    let old: Vec<&str> = then.lines().map(str::trim_end).collect();
    let new: Vec<&str> = now.lines().map(str::trim_end).collect();
    let Some(cited) = first.checked_sub(1).and_then(|from| old.get(from..last)) else {
        return Fate::OutOfRange;
    };
    if cited.iter().all(|line| line.is_empty()) {
        return Fate::Unknown;
    }
    if new.get(first - 1..last) == Some(cited) && old == new {
        return Fate::Unchanged;
    }
    let moved_to =
        |start: usize| Fate::Moved { first: wide(start), last: wide(start + last - first) };
    let deadline = Some(Instant::now() + MAX_TIME);
    let ops = capture_diff_slices_deadline(Algorithm::Patience, &old, &new, deadline);
    let images = images(&ops, old.len());
    let image = |line: usize| images.get(line).copied().flatten();
    let found: Vec<Option<usize>> = (first - 1..last).map(image).collect();
    let whole = found.first().copied().flatten().filter(|start| {
        found.iter().enumerate().all(|(offset, image)| *image == Some(start + offset))
    });
    if let Some(start) = whole {
        return match start + 1 {
            same if same == first => Fate::Unchanged,
            moved => moved_to(moved),
        };
    }
    match places(cited, &new).as_slice() {
        [start] => return moved_to(start + 1),
        [_, _, ..] if found.iter().all(Option::is_none) => return Fate::Unknown,
        _ => {}
    }
    // What stands between the neighbours that are still there took the place of the lines.
    let before = (0..first - 1).rev().find_map(image).map_or(0, |line| line + 1);
    let behind = (last..old.len()).find_map(image).unwrap_or(new.len());
    let kept = || found.iter().flatten();
    let from = kept().min().map_or(before, |least| before.min(*least));
    let to = kept().max().map_or(behind, |most| behind.max(most + 1));
    let Some(there) = new.get(from..to).filter(|lines| !lines.is_empty()) else {
        return Fate::Gone;
    };
    let trimmed = trim(there, from);
    let is_same = found.iter().any(Option::is_some) || likeness(cited, there) >= SAME;
    match trimmed.filter(|_| is_same) {
        Some((from, to)) => Fate::Changed { first: wide(from + 1), last: wide(to) },
        None => Fate::Gone,
    }
}

fn wide(line: usize) -> u64 {
    line as u64
}

/// The one place of lines in another text, with their layout aside; counted from 1.
pub fn place_in(lines: &[&str], text: &str) -> Option<(u64, u64)> {
    let all: Vec<&str> = text.lines().collect();
    match places(lines, &all).as_slice() {
        [start] => Some((wide(start + 1), wide(start + lines.len()))),
        _ => None,
    }
}

/// For each old line the new one it became unchanged.
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

/// Returns the positions of lines in other lines, their indentation aside. None where they say too
/// little.
fn places(lines: &[&str], all: &[&str]) -> Vec<usize> {
    let letters = |line: &&str| line.chars().filter(|c| c.is_alphanumeric()).count();
    if lines.iter().map(letters).sum::<usize>() < MIN_LETTERS {
        return Vec::new();
    }
    let is_same = |(one, other): (&&str, &&str)| one.trim() == other.trim();
    let windows = all.windows(lines.len()).enumerate();
    windows
        .filter(|(_, window)| window.iter().zip(lines).all(is_same))
        .map(|(start, _)| start)
        .collect()
}

/// Lines without the blank ones at both ends; `from` is the index of the first.
fn trim(lines: &[&str], from: usize) -> Option<(usize, usize)> {
    let first = lines.iter().position(|line| !line.is_empty())?;
    let last = lines.iter().rposition(|line| !line.is_empty())?;
    Some((from + first, from + last + 1))
}

/// The share of words that two pieces of code have in common, in order.
#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^24 words")]
fn likeness(one: &[&str], other: &[&str]) -> f32 {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words = |lines: &[&str]| -> Vec<String> {
        let all = lines.iter().flat_map(|line| line.split(|c: char| !is_word(c)));
        all.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (one, other) = (words(one), words(other));
    let deadline = Some(Instant::now() + MAX_TIME);
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &one, &other, deadline);
    let same: usize = ops
        .iter()
        .map(|op| match op {
            DiffOp::Equal { len, .. } => *len,
            _ => 0,
        })
        .sum();
    2.0 * same as f32 / (one.len() + other.len()).max(1) as f32
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
    fn what_cannot_be_told_is_not_told() {
        assert_eq!(traced((2, 2), "x\n"), Fate::Unknown);
        assert_eq!(traced((7, 9), OLD), Fate::OutOfRange);
        assert_eq!(traced((0, 1), OLD), Fate::OutOfRange);
        let twice = "def other():\n    return open(path).read()\n\ndef more():\n    return open(path).read()\n";
        assert!(!matches!(traced((4, 4), twice), Fate::Unchanged | Fate::Gone));
    }
}
