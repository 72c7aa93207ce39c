//! The 442 vectors of the guide's own reading, through the library and through the commands.

use std::io::Write as _;
use std::process::{Command, Stdio};

use pincite::dialects::shared::markers::{Event, Found, Options, Reader, extract, strip};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(crate) struct Vector {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) families: Vec<String>,
    citations: Vec<Expected>,
    pub(crate) stripped: String,
}

#[derive(Debug, Deserialize)]
struct Expected {
    raw: String,
    family: String,
    source_ids: Vec<String>,
    locator: Option<String>,
    start: usize,
    end: usize,
    utf16: [usize; 2],
    bytes: [usize; 2],
}

/// A line of `extract`.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    file: Option<String>,
    raw: String,
    family: String,
    source_ids: Vec<String>,
    locator: Option<String>,
    start: usize,
    end: usize,
}

pub(crate) fn vectors() -> Vec<Vector> {
    let vectors: Vec<Vector> = include_str!("markers.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(vectors.len(), 442);
    vectors
}

impl Vector {
    pub(crate) fn options(&self) -> Options {
        Options { families: self.families.clone(), escapes: true }
    }

    #[track_caller]
    pub(crate) fn check(&self, found: &[Found]) {
        let name = &self.name;
        assert_eq!(found.len(), self.citations.len(), "{name}: {found:#?}");
        for (found, expected) in found.iter().zip(&self.citations) {
            assert_eq!(found.raw, expected.raw, "{name}");
            assert_eq!(found.family, expected.family, "{name}");
            assert_eq!(found.source_ids, expected.source_ids, "{name}");
            assert_eq!(found.locator, expected.locator, "{name}");
            assert_eq!([found.span.start, found.span.end], expected.bytes, "{name}");
        }
    }
}

fn pincite(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn family_arguments(families: &[String]) -> Vec<&str> {
    families.iter().flat_map(|family| ["--family", family.as_str()]).collect()
}

/// Returns the vectors by the families they ask for. The command line cannot ask for none at all.
fn groups() -> Vec<(Vec<String>, Vec<Vector>)> {
    let mut groups: Vec<(Vec<String>, Vec<Vector>)> = Vec::new();
    for vector in vectors().into_iter().filter(|vector| !vector.families.is_empty()) {
        match groups.iter_mut().find(|(families, _)| *families == vector.families) {
            Some((_, group)) => group.push(vector),
            None => groups.push((vector.families.clone(), vec![vector])),
        }
    }
    assert_eq!(groups.iter().map(|(_, group)| group.len()).sum::<usize>(), 441);
    groups
}

#[test]
fn whole_texts() {
    for vector in vectors() {
        vector.check(&extract(&vector.text, &vector.options()));
        assert_eq!(strip(&vector.text, &vector.options()), vector.stripped, "{}", vector.name);
    }
}

#[test]
fn single_characters() {
    for vector in vectors() {
        let mut reader = Reader::new(vector.options());
        let mut found = Vec::new();
        let mut piece = [0; 4];
        let pieces = vector.text.chars();
        let mut events: Vec<Event> =
            pieces.flat_map(|c| reader.push(c.encode_utf8(&mut piece))).collect();
        events.extend(reader.finish());
        for event in events {
            if let Event::Citation(citation) = event {
                found.push(citation);
            }
        }
        vector.check(&found);
    }
}

#[test]
fn extract_prints_every_vector_in_every_unit() {
    let folder = tempfile::tempdir().unwrap();
    for (families, group) in groups() {
        let mut files = Vec::new();
        for vector in &group {
            let path = folder.path().join(&vector.name);
            std::fs::write(&path, &vector.text).unwrap();
            files.push(path.to_str().unwrap().to_owned());
        }
        for unit in ["code-points", "utf16", "bytes"] {
            let mut arguments = vec!["extract", "--unit", unit];
            arguments.extend(family_arguments(&families));
            arguments.extend(files.iter().map(String::as_str));
            let printed = pincite(&arguments, "");
            let printed: Vec<Line> =
                printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            let several = group.len() > 1;
            let mut expected = Vec::new();
            for (vector, file) in group.iter().zip(&files) {
                for it in &vector.citations {
                    let [start, end] = match unit {
                        "code-points" => [it.start, it.end],
                        "utf16" => it.utf16,
                        _ => it.bytes,
                    };
                    expected.push(Line {
                        file: several.then(|| file.clone()),
                        raw: it.raw.clone(),
                        family: it.family.clone(),
                        source_ids: it.source_ids.clone(),
                        locator: it.locator.clone(),
                        start,
                        end,
                    });
                }
            }
            assert_eq!(printed, expected);
        }
    }
}

#[test]
fn strip_prints_every_vector() {
    // An opening ends whatever a vector leaves open, so a guard of a marker without a family keeps
    // the vectors apart in one run.
    let guard = "\n\u{e200}\u{e201}\n";
    for (families, group) in groups() {
        let mut arguments = vec!["strip"];
        arguments.extend(family_arguments(&families));
        let texts: Vec<&str> = group.iter().map(|vector| vector.text.as_str()).collect();
        let stripped: Vec<&str> = group.iter().map(|vector| vector.stripped.as_str()).collect();
        assert_eq!(pincite(&arguments, &texts.join(guard)), stripped.join(guard));
    }
}
