//! Mutants of the samples through every entry point that takes bytes from strangers: none panics,
//! and none takes long. The entry points are those of the fuzzers in `fuzz/`.
//!
//! `PINCITE_MUTANTS` is the number for each entry point (500 without it), `PINCITE_MUTATE` keeps
//! the entry points whose name contains it. What broke one is in `fuzz/crashes/NAME/`, and is run
//! first.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

#[path = "../../fuzz/targets.rs"]
mod targets;

use targets::{TARGETS, Target};

/// A mutant that takes longer is a failure, on a machine that does other things as well.
const LIMIT: Duration = Duration::from_secs(10);

/// The largest seed, in bytes: of a larger one its beginning.
const MAX_SEED: usize = 8 * 1024;

/// Pieces that readers look for.
const PIECES: &[&str] = &[
    "\u{e200}",
    "\u{e201}",
    "\u{e202}",
    "cite",
    "filecite",
    "turn0file0",
    "L1-L9",
    "L9-L1",
    "L0",
    "【",
    "】",
    "†",
    "[1]",
    "[^1]",
    "[@a]",
    "](",
    "<ref>",
    "</ref>",
    "<!--",
    "-->",
    "```",
    "| a |",
    "\\cite{",
    "\"",
    "\\ud800",
    "\\u0000",
    "\u{feff}",
    "\u{202e}",
    "\u{e0041}",
    "\r",
    "\n\n",
    "data: ",
    "{\"",
    "}",
    "[",
    "]",
    "null",
    "-1",
    "1e400",
    "18446744073709551616",
    "start_index",
    "\"sources\":[",
    "\"response\":\"",
    "#:~:text=",
    "p. 3",
    "§ 5",
    "12:05",
    "lines 4-",
    "\u{301}",
    "\u{1f469}\u{200d}\u{1f4bb}",
    "日本",
    "\u{0}",
];

/// Numbers that look random and are the same each time (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit.max(1)).unwrap()).unwrap()
    }

    /// Returns a part of something of that length, most often a short one.
    fn part(&mut self, len: usize) -> std::ops::Range<usize> {
        let start = self.below(len + 1);
        let longest = if self.below(4) == 0 { len } else { 16 };
        start..(start + self.below(longest + 1)).min(len)
    }
}

/// Returns a mutant of one seed, with parts of another.
fn mutant(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(6) {
        let part = random.part(bytes.len());
        match random.below(9) {
            0 => drop(bytes.drain(part)),
            1 => {
                let copy = bytes[part.clone()].to_vec();
                bytes.splice(part.end..part.end, copy);
            }
            2 => {
                let copy = bytes[part].repeat(1 + random.below(60));
                let at = random.below(bytes.len() + 1);
                bytes.splice(at..at, copy);
            }
            3 => {
                let other = &seeds[random.below(seeds.len())];
                let piece = other[random.part(other.len())].to_vec();
                bytes.splice(part, piece);
            }
            4 => {
                let piece = PIECES[random.below(PIECES.len())].bytes();
                bytes.splice(part.start..part.start, piece);
            }
            5 => {
                let piece = PIECES[random.below(PIECES.len())].bytes();
                bytes.splice(part, piece);
            }
            6 => bytes.truncate(part.start),
            7 => {
                let byte = [0, 0x0a, 0x20, 0x22, 0x7f, 0x80, 0xff][random.below(7)];
                bytes.splice(part.start..part.start, [byte]);
            }
            _ => {
                if let Some(byte) = bytes.get_mut(part.start) {
                    *byte ^= 1 << (random.next() % 8);
                }
            }
        }
        bytes.truncate(4 * MAX_SEED);
    }
    bytes
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut all: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    all.sort();
    for path in all {
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// Returns the seeds of an entry point.
fn seeds((name, endings, _): &Target) -> Vec<Vec<u8>> {
    let own: &[&str] = match *name {
        "locators" => {
            &["L8-L13", "p. 3", "12:05", "#section-3", "L1", "lines 2 to 4", "¶ 7", "L2-L"]
        }
        "fragments" => &["two", "L3", ":~:text=five%20days,fee", "page=3", "one-,two,-three"],
        "pattern" => &["(?<id>[a-z]+)", "\\[(?<id>\\w+), (?<first>[0-9]+)\\]", "(?:a|b)*{2,5}"],
        "protocol" => &[
            "{\"Ok\":{\"Head\":{\"encoding\":null,\"title\":\"T\",\"url\":null,\"pages\":2}}}\n",
            "{\"Ok\":{\"Page\":{\"number\":1,\"label\":\"i\",\"text\":\"So\"}}}\n{\"Err\":\"why\"}\n",
            "{\"Ok\":{\"Note\":\"n\"}}\n{\"Ok\":{\"LostPage\":{\"number\":2,\"label\":null,\"why\":\"x\"}}}\n",
        ],
        _ => &[],
    };
    let mut seeds: Vec<Vec<u8>> = own.iter().map(|seed| seed.as_bytes().to_vec()).collect();
    if *name == "journal" {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.review.jsonl");
        let mut journal = pincite::review::journal::Journal::open(&path).unwrap().journal;
        for number in 0..3 {
            journal.append(&crate::journal_writers::verdict("ann", number)).unwrap();
        }
        seeds.push(fs::read(path).unwrap());
    }
    if seeds.is_empty() {
        let mut all = Vec::new();
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("samples"), &mut all);
        all.retain(|path| endings.iter().any(|it| path.to_string_lossy().ends_with(it)));
        for path in all {
            let mut seed = fs::read(path).unwrap();
            seed.truncate(MAX_SEED);
            seeds.push(seed);
        }
    }
    assert!(!seeds.is_empty(), "no samples for {name}");
    seeds
}

/// Runs an entry point on some bytes; returns what is wrong.
fn fault((name, ..): &Target, bytes: &[u8]) -> Option<String> {
    let begun = Instant::now();
    let ended = catch_unwind(AssertUnwindSafe(|| targets::run(name, bytes)));
    let what = match ended {
        Err(panic) => {
            let why = panic.downcast_ref::<String>().map(String::as_str);
            let why = why.or_else(|| panic.downcast_ref::<&str>().copied());
            format!("panics: {}", why.unwrap_or_default())
        }
        Ok(()) if begun.elapsed() > LIMIT => format!("takes {:?}", begun.elapsed()),
        Ok(()) => return None,
    };
    Some(format!("{name} {what}\n  {}", bytes.escape_ascii()))
}

#[test]
fn no_mutant_of_a_sample_breaks_an_entry_point() {
    let count = std::env::var("PINCITE_MUTANTS").map_or(500, |count| count.parse().unwrap());
    let only = std::env::var("PINCITE_MUTATE").unwrap_or_default();
    let targets: Vec<&Target> = TARGETS.iter().filter(|it| it.0.contains(&only)).collect();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(target) = targets.get(next.fetch_add(1, Ordering::Relaxed)) {
            let seeds = seeds(target);
            let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ u64::try_from(target.0.len()).unwrap());
            // A defect shows many times; three of it are enough.
            let faults = (0..count).filter_map(|_| fault(target, &mutant(&mut random, &seeds)));
            found.lock().unwrap().extend(faults.take(3));
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let found = found.into_inner().unwrap();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_broke_an_entry_point_breaks_it_no_more() {
    let crashes = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/crashes");
    for target in TARGETS {
        let folder = crashes.join(target.0);
        if folder.is_dir() {
            let mut all = Vec::new();
            files(&folder, &mut all);
            for path in all {
                assert_eq!(fault(target, &fs::read(&path).unwrap()), None, "{}", path.display());
            }
        }
    }
}

#[test]
fn every_entry_point_has_a_fuzzer() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = fs::read_to_string(fuzz.join("Cargo.toml")).unwrap();
    for (name, ..) in TARGETS {
        let program = fs::read_to_string(fuzz.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(program.contains(&format!("\"{name}\"")), "{name}");
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
    }
}
