//! Lines that are sought in many texts, and what shows at once that a text has none of them.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, OnceLock};

use memchr::memmem;

use super::edited::MIN_KEPT;
use super::run::{LineRun, MIN_LETTERS, NEARBY, letters};
use super::trace::{is_code, without_layout};

/// A text in which lines are sought.
#[derive(Debug)]
pub struct SearchedText {
    text: Arc<str>,
    /// The hashes of its lines, their indentation aside; sorted, each once.
    lines: Vec<u64>,
    /// The text without its layout.
    squeezed: OnceLock<String>,
}

impl SearchedText {
    /// Reads a text.
    pub fn new(text: Arc<str>) -> Self {
        let mut lines: Vec<u64> = text.lines().map(|line| hash(line.trim())).collect();
        lines.sort_unstable();
        lines.dedup();
        Self { text, lines, squeezed: OnceLock::new() }
    }

    /// Returns the text.
    pub const fn text(&self) -> &Arc<str> {
        &self.text
    }

    fn squeezed(&self) -> &str {
        self.squeezed.get_or_init(|| self.text.chars().filter(|c| is_code(*c)).collect())
    }
}

/// Lines of an earlier text that are sought.
pub struct SoughtLines {
    /// The lines.
    own: Vec<u64>,
    /// Those of them and around them by which a place is known.
    known: Vec<u64>,
    /// The lines without their layout; `None` if they are too short to be found so.
    squeezed: Option<memmem::Finder<'static>>,
}

impl SoughtLines {
    /// Takes the lines `first..=last` of a text, counted from 1.
    pub fn new(then: &str, (first, last): (usize, usize)) -> Self {
        let old: Vec<&str> = then.lines().map(str::trim_end).collect();
        let from = first.saturating_sub(1);
        let cited = old.get(from..last).unwrap_or_default();
        let end = last.min(old.len());
        let run = LineRun::new((&old, &[]), &[], (from, end));
        let around = old.get(from.saturating_sub(NEARBY)..old.len().min(end + NEARBY));
        let around: BTreeSet<&str> =
            around.unwrap_or_default().iter().map(|line| line.trim()).collect();
        let known = around.into_iter().filter(|line| run.is_distinct(line)).map(hash).collect();
        let wanted = without_layout(cited.iter().copied());
        let is_long = letters(&wanted) >= 2 * MIN_LETTERS;
        Self {
            own: cited.iter().map(|line| hash(line.trim())).collect(),
            known,
            squeezed: is_long.then(|| memmem::Finder::new(wanted.as_bytes()).into_owned()),
        }
    }

    /// Returns false if neither [`candidates`](super::candidates) nor
    /// [`edited_candidate`](super::edited_candidate) finds the lines in a text.
    pub fn may_be_in(&self, text: &SearchedText) -> bool {
        let has = |line: &&u64| text.lines.binary_search(line).is_ok();
        self.own.iter().all(|line| has(&line))
            || self.known.iter().filter(has).take(MIN_KEPT).count() == MIN_KEPT
            || self
                .squeezed
                .as_ref()
                .is_some_and(|wanted| wanted.find(text.squeezed().as_bytes()).is_some())
    }
}

fn hash(line: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    line.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::{candidates, edited_candidate};

    const THEN: &str = "import os\n\ndef load(path):\n    text = open(path).read()\n    return parse(text)\n\ndef save(path, text):\n    open(path, 'w').write(text)\n";

    #[test]
    fn a_text_in_which_lines_are_found_may_have_them() {
        for now in [
            THEN,
            "x = 1\n",
            "class A:\n    def load(path):\n        text = open(path).read()\n        return parse(text)\n",
            "def load(\n    path,\n):\n    text = open(path).read(); return parse(text)\n",
            "def load(path):\n    text = open(path, 'rb').read()\n    return parse(text)\n",
            "def other():\n    return None\n",
        ] {
            let text = SearchedText::new(now.into());
            for lines in [(3, 5), (4, 4), (7, 8), (1, 8), (8, 12)] {
                let sought = SoughtLines::new(THEN, lines);
                let is_found = !candidates(THEN, lines, now).is_empty()
                    || edited_candidate(THEN, lines, now).is_some();
                assert!(!is_found || sought.may_be_in(&text), "{lines:?} in {now}");
            }
        }
        let sought = SoughtLines::new(THEN, (3, 5));
        assert!(!sought.may_be_in(&SearchedText::new("def other():\n    return None\n".into())));
    }
}
