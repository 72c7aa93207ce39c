//! `citations.lock`: the cited lines of code at the time when somebody accepted them.
//!
//! The file has one line per citation, sorted, so that two branches merge without conflicts: the
//! text, the cited path and lines, a hash of the cited lines, and their first words, separated by
//! tabs. Lines are compared without leading and trailing blanks.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::model::{Fate, Past};

/// The name of the file, in the root of a checkout.
pub const FILE: &str = "citations.lock";

/// The first line of the file.
const HEAD: &str =
    "# pincite citations 1: written by `pincite lock`, accepted by `pincite lock --update`";

/// Maximum number of words of the cited lines, and of their characters.
const MAX_WORDS: (usize, usize) = (6, 60);

/// The minimum number of letters and digits in a line that helps to find edited lines.
const MIN_LETTERS: usize = 8;

/// Computes the hash of a text.
pub type Hasher = fn(&str) -> String;

/// The place of a citation: the text, and the path and lines it cites.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CitationPlace {
    /// The text with the citation, its path from the root.
    pub text: String,
    /// The cited file, its path from the root.
    pub path: String,
    /// First cited line, from 1.
    pub first: u64,
    /// Last cited line, inclusive.
    pub last: u64,
}

/// The cited lines as they were accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Locked {
    /// The hash of the lines.
    pub hash: String,
    /// The words they begin with.
    pub words: String,
}

impl Locked {
    /// Describes lines of code.
    pub fn new(lines: &[&str], hasher: Hasher) -> Self {
        let first = lines.iter().map(|line| line.trim()).find(|line| !line.is_empty());
        let words = first.unwrap_or_default().split_whitespace().take(MAX_WORDS.0);
        let words: Vec<&str> = words.collect();
        let words = words.join(" ").chars().take(MAX_WORDS.1).collect();
        Self { hash: hash(lines, hasher), words }
    }

    fn count_letters(&self) -> usize {
        self.words.chars().filter(|c| c.is_alphanumeric()).count()
    }

    /// Returns true if a line begins with the words.
    fn begins(&self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().take(MAX_WORDS.0).collect();
        words.join(" ").starts_with(&self.words)
    }
}

fn hash(lines: &[&str], hasher: Hasher) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    hasher(&lines.join("\n"))
}

/// The contents of a lock file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lock {
    /// The accepted lines of each citation.
    pub entries: BTreeMap<CitationPlace, Locked>,
}

impl Lock {
    /// Reads a lock file. Fails with the number of the first line that is not an entry.
    pub fn parse(text: &str) -> Result<Self, usize> {
        let mut entries = BTreeMap::new();
        for (number, line) in (1_usize..).zip(text.lines()) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (place, locked) = entry(line).ok_or(number)?;
            entries.insert(place, locked);
        }
        Ok(Self { entries })
    }

    /// Prints the file. Its lines are sorted as texts, so that other tools can sort them too.
    pub fn render(&self) -> String {
        let entry = |(place, locked): (&CitationPlace, &Locked)| {
            let CitationPlace { text, path, first, last } = place;
            let lines = if first == last { String::new() } else { format!("-{last}") };
            let (text, path) = (escaped(text), escaped(path));
            format!("{text}\t{path}:{first}{lines}\t{}\t{}\n", locked.hash, locked.words)
        };
        let mut lines: Vec<String> = self.entries.iter().map(entry).collect();
        lines.sort_unstable();
        format!("{HEAD}\n{}", lines.concat())
    }

    /// Returns the accepted lines of a citation. If its line numbers were corrected, it is found by
    /// the hash of the lines cited now.
    pub fn find(&self, place: &CitationPlace, now: &[&str], hasher: Hasher) -> Option<&Locked> {
        self.entries.get(place).or_else(|| {
            let hash = hash(now, hasher);
            self.of_text(&place.text)
                .find(|(other, locked)| other.path == place.path && locked.hash == hash)
                .map(|(_, locked)| locked)
        })
    }

    /// Returns the entries of one text.
    pub fn of_text<'l>(
        &'l self,
        text: &str,
    ) -> impl Iterator<Item = (&'l CitationPlace, &'l Locked)> + use<'l> {
        let text = text.to_owned();
        let from = CitationPlace { text: text.clone(), path: String::new(), first: 0, last: 0 };
        self.entries.range(from..).take_while(move |(place, _)| place.text == text)
    }
}

/// Returns the error for a line that is not an entry.
pub fn fault(line: usize) -> Error {
    let why = "expected text, path:lines, hash and words, parted by tabs";
    let error = Error::new("read", FILE, why).at(format!("line {line}"));
    error.hint("after a merge conflict, keep the lines of both sides")
}

fn entry(line: &str) -> Option<(CitationPlace, Locked)> {
    let mut fields = line.split('\t');
    let (text, cited, hash) = (fields.next()?, fields.next()?, fields.next()?);
    let words = fields.next()?.to_owned();
    let (path, lines) = cited.rsplit_once(':')?;
    let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    let is_hash = !hash.is_empty() && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_whole = is_hash && first <= last && !text.is_empty() && !path.is_empty();
    let place = CitationPlace { text: unescaped(text), path: unescaped(path), first, last };
    is_whole.then(|| (place, Locked { hash: hash.to_owned(), words }))
}

/// Returns a path in one field of one line.
fn escaped(path: &str) -> String {
    path.replace('%', "%25").replace('\t', "%09").replace('\n', "%0a").replace('\r', "%0d")
}

fn unescaped(path: &str) -> String {
    path.replace("%0d", "\r").replace("%0a", "\n").replace("%09", "\t").replace("%25", "%")
}

/// Returns the fate of accepted lines in the file they were in, `None` if the file is gone.
pub fn fate(locked: &Locked, place: &CitationPlace, now: Option<&str>, hasher: Hasher) -> Fate {
    let Some(now) = now else { return Fate::Gone };
    let lines: Vec<&str> = now.lines().collect();
    if cited(&lines, place.first, place.last).is_some_and(|it| hash(it, hasher) == locked.hash) {
        return Fate::Unchanged;
    }
    let count = place.last - place.first;
    let at = |start: usize| (start as u64 + 1, (start as u64 + 1 + count).min(lines.len() as u64));
    let found = places(locked, place, &lines, hasher);
    if let [start] = *found.as_slice() {
        let (first, last) = at(start);
        return Fate::Moved { first, last };
    }
    let mut begun = lines.iter().enumerate().filter(|(_, line)| locked.begins(line));
    if locked.count_letters() >= MIN_LETTERS
        && let (Some((start, _)), None) = (begun.next(), begun.next())
    {
        let (first, last) = at(start);
        return Fate::Changed { first, last };
    }
    match place {
        CitationPlace { first, last, .. } if *last <= lines.len() as u64 => {
            Fate::Changed { first: *first, last: *last }
        }
        _ => Fate::Gone,
    }
}

/// Returns the only place of accepted lines in another file: first and last line.
pub fn place_in(
    locked: &Locked,
    place: &CitationPlace,
    text: &str,
    hasher: Hasher,
) -> Option<(u64, u64)> {
    (locked.count_letters() >= MIN_LETTERS).then_some(())?;
    let lines: Vec<&str> = text.lines().collect();
    let found = places(locked, place, &lines, hasher);
    let [start] = *found.as_slice() else { return None };
    let first = start as u64 + 1;
    Some((first, first + place.last - place.first))
}

/// Returns the indexes at which the accepted lines begin.
fn places(locked: &Locked, place: &CitationPlace, lines: &[&str], hasher: Hasher) -> Vec<usize> {
    let count = usize::try_from(place.last - place.first + 1).unwrap_or(usize::MAX);
    let windows = lines.windows(count).enumerate();
    let is_same = |window: &&[&str]| {
        let first = window.iter().find(|line| !line.trim().is_empty());
        // Hashing is slow; the words leave few candidates.
        first.is_none_or(|line| locked.begins(line)) && hash(window, hasher) == locked.hash
    };
    windows.filter(|(_, window)| is_same(window)).map(|(start, _)| start).collect()
}

/// Returns the lines `first..=last`, from 1.
pub fn cited<'l, 't>(lines: &'l [&'t str], first: u64, last: u64) -> Option<&'l [&'t str]> {
    let from = usize::try_from(first.checked_sub(1)?).ok()?;
    lines.get(from..usize::try_from(last).ok()?)
}

/// Describes the past of accepted lines.
pub fn past(locked: &Locked, fate: Fate) -> Past {
    Past {
        lines: locked.words.clone(),
        fate,
        locked: Some(locked.hash.clone()),
        cited_in: None,
        removed_in: None,
        now_in: None,
        path_now: None,
        is_pinned: false,
        now: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hash that is good enough for the few texts of the tests.
    fn hasher(text: &str) -> String {
        let sum = text
            .bytes()
            .fold(7_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
        format!("{sum:016x}")
    }

    const CODE: &str = "import os\n\ndef load(path):\n    return open(path).read()\n";

    fn place() -> CitationPlace {
        CitationPlace { text: "docs/a.md".into(), path: "src/a.py".into(), first: 3, last: 4 }
    }

    fn locked() -> Locked {
        let lines: Vec<&str> = CODE.lines().collect();
        Locked::new(cited(&lines, 3, 4).unwrap(), hasher)
    }

    #[test]
    fn a_file_is_read_as_it_is_written() {
        let odd = CitationPlace { text: "do\tcs/%09 b.md".into(), last: 3, ..place() };
        let lock = Lock { entries: [(place(), locked()), (odd, locked())].into() };
        let text = lock.render();
        assert!(text.contains("docs/a.md\tsrc/a.py:3-4\t"), "{text}");
        assert!(text.contains("\tsrc/a.py:3\t") && text.ends_with("\tdef load(path):\n"), "{text}");
        assert_eq!(Lock::parse(&text).unwrap(), lock);
        assert_eq!(lock.of_text("docs/a.md").count(), 1);
    }

    #[test]
    fn a_line_that_is_no_entry_is_named() {
        for bad in ["<<<<<<< ours", "a\tb\tc", "a\tb:x\tff\tw", "a\tb:4-2\tff\tw", "a\tb:1\tzz\tw"]
        {
            let line = Lock::parse(&format!("{HEAD}\n{bad}\n")).unwrap_err();
            assert!(fault(line).to_string().contains("line 2"), "{bad}: {line}");
        }
    }

    #[test]
    fn the_fate_of_accepted_lines_is_exact() {
        let fate = |now: Option<&str>| fate(&locked(), &place(), now, hasher);
        assert_eq!(fate(Some(CODE)), Fate::Unchanged);
        assert_eq!(fate(Some(&CODE.replace("    ", "\t"))), Fate::Unchanged);
        assert_eq!(fate(Some(&format!("# x\n{CODE}"))), Fate::Moved { first: 4, last: 5 });
        let edited = CODE.replace("read()", "read(9)");
        assert_eq!(fate(Some(&edited)), Fate::Changed { first: 3, last: 4 });
        let below = format!("# x\n{edited}");
        assert_eq!(fate(Some(&below)), Fate::Changed { first: 4, last: 5 });
        let twice = format!("# x\n{CODE}{CODE}");
        assert_eq!(fate(Some(&twice)), Fate::Changed { first: 3, last: 4 });
        assert_eq!(fate(Some("import os\n")), Fate::Gone);
        assert_eq!(fate(None), Fate::Gone);
    }

    #[test]
    fn corrected_line_numbers_need_no_new_acceptance() {
        let lock = Lock { entries: [(place(), locked())].into() };
        let lines: Vec<&str> = CODE.lines().skip(2).collect();
        let moved = CitationPlace { first: 9, last: 10, ..place() };
        assert_eq!(lock.find(&moved, &lines, hasher), Some(&locked()));
        assert_eq!(lock.find(&moved, &["other"], hasher), None);
        assert_eq!(lock.find(&place(), &["other"], hasher), Some(&locked()));
    }
}
