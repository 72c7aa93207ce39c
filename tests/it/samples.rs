//! The samples of every dialect against all dialects, and what is left of them when they are damaged.

use std::path::{Path, PathBuf};

use pincite::cases;
use pincite::dialects::DIALECTS;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;

/// Files beside the answers: sources, and payloads that have no answer of their own.
const BESIDE: &[&str] = &["txt", "pdf", "rs", "html", "toml"];

/// Samples that show what another dialect than their folder's makes of an answer. A user's own marks are
/// none without the pattern.
const ELSEWHERE: &[(&str, &str)] =
    &[("anthropic/leaked.md", "claude-inline"), ("pattern/answer.md", "plain")];

/// Returns the dialects with the folders of their samples. Other folders show something else.
fn folders() -> Vec<(&'static str, PathBuf)> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    DIALECTS.iter().map(|dialect| (dialect.name, samples.join(dialect.name))).collect()
}

#[test]
fn every_dialect_has_samples() {
    for (name, folder) in folders() {
        assert!(folder.is_dir(), "{name} has no folder `samples/{name}`");
        assert!(!answers(&folder).is_empty(), "`samples/{name}` holds no answer");
    }
}

/// Returns the answers in a folder.
fn answers(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.retain(|path| {
        let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        path.is_file()
            && !BESIDE.contains(&extension)
            && cases::companion_of(&input(path)).is_none()
    });
    files
}

fn input(path: &Path) -> Input {
    Input::new(path.file_name().unwrap().to_string_lossy(), std::fs::read(path).unwrap())
}

#[test]
fn no_sample_is_taken_for_another_dialect() {
    let mut seen = 0;
    for (name, folder) in folders() {
        for path in answers(&folder) {
            let cases = cases::open(input(&path), None, &Families::default());
            let cases = cases.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let elsewhere = ELSEWHERE.iter().find(|(file, _)| path.ends_with(file));
            let name = elsewhere.map_or(name, |(_, other)| *other);
            assert_eq!(cases.format().name, name, "{}", path.display());
            for index in 0..cases.len() {
                let case = cases.read(index).unwrap();
                assert_eq!(case.format.name, name, "{} case {index}", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn a_large_text_is_in_the_same_dialect() {
    let mut seen = 0;
    for (name, folder) in folders() {
        for path in
            answers(&folder).iter().filter(|path| !ELSEWHERE.iter().any(|it| path.ends_with(it.0)))
        {
            let text = std::fs::read_to_string(path).unwrap();
            let is_text = path
                .extension()
                .is_some_and(|it| ["md", "tex", "wiki"].contains(&it.to_str().unwrap()));
            if !is_text || name == "plain" {
                continue;
            }
            let prose = "The harbour office keeps a list of all moorings, and it is renewed each spring.\n\n";
            let large = format!("{text}\n\n{}", prose.repeat(4_000));
            let large = Input::new(path.to_string_lossy(), large.into_bytes());
            let cases = cases::open(large, None, &Families::default()).unwrap();
            assert_eq!(cases.format().name, name, "{}", path.display());
            seen += 1;
        }
    }
    assert!(seen > 15, "{seen}");
}

/// Reads everything of a text that may be anything.
fn read(name: &str, bytes: Vec<u8>) {
    let input = Input::new(name, bytes);
    cases::companion_of(&input);
    if let Ok(cases) = cases::open(input, None, &Families::default()) {
        for index in (0..3).take_while(|&index| cases.has(index)) {
            drop(cases.read(index));
        }
    }
}

/// Returns the samples of every second dialect of the table, so that the two halves are tested side
/// by side.
fn half(which: usize) -> impl Iterator<Item = PathBuf> {
    let half = folders().into_iter().skip(which).step_by(2);
    half.flat_map(|(_, folder)| answers(&folder))
}

/// Cuts each sample and flips a bit of it in some sixteen places.
fn damage(which: usize) {
    for path in half(which) {
        let (bytes, name) = (std::fs::read(&path).unwrap(), path.to_string_lossy());
        let places = (0..bytes.len()).step_by(bytes.len() / 16 + 1);
        for (at, flip) in places.zip([0x01, 0x20].into_iter().cycle()) {
            read(&name, bytes[..at].to_vec());
            let mut flipped = bytes.clone();
            flipped[at] ^= flip;
            read(&name, flipped);
        }
    }
}

#[test]
fn damaged_samples_of_the_first_half_never_panic() {
    damage(0);
}

#[test]
fn damaged_samples_of_the_second_half_never_panic() {
    damage(1);
}

#[test]
fn damaged_lists_never_panic() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    for name in [
        "pandoc/refs.bib",
        "latex/refs.json",
        "named-brackets/papers.json",
        "storm/url_to_info.json",
        "trec-rag/segments.jsonl",
        "ragtruth/source_info.jsonl",
    ] {
        let bytes = std::fs::read(samples.join(name)).unwrap();
        for at in 0..bytes.len() {
            cases::companion_of(&Input::new(name, bytes[..at].to_vec()));
            let mut flipped = bytes.clone();
            flipped[at] ^= 0x11;
            cases::companion_of(&Input::new(name, flipped));
        }
    }
}

/// The most values of one sample that are replaced.
const MAX_REPLACED: usize = 32;

/// Puts something else in the place of the values of each JSON sample, one at a time: two of five other
/// values, in turn.
fn mistype(which: usize) {
    use serde_json::{Value, json};
    fn paths(value: &Value, at: &str, found: &mut Vec<String>) {
        found.push(at.to_owned());
        match value {
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(n, it)| paths(it, &format!("{at}/{n}"), found));
            }
            Value::Object(fields) => fields.iter().for_each(|(key, it)| {
                let key = key.replace('~', "~0").replace('/', "~1");
                paths(it, &format!("{at}/{key}"), found);
            }),
            _ => {}
        }
    }
    let others = [json!(null), json!(-1.5e300), json!("[1] 漢\u{0}"), json!([[]]), json!({"0": 7})];
    let mut other = others.iter().cycle();
    let mut read_in_all = 0;
    for path in half(which) {
        let text = std::fs::read_to_string(&path).unwrap();
        let Ok(sound) = serde_json::from_str::<Value>(&text) else { continue };
        let mut all = Vec::new();
        paths(&sound, "", &mut all);
        for at in all.iter().step_by(all.len() / MAX_REPLACED + 1) {
            for other in other.by_ref().take(2) {
                let mut value = sound.clone();
                *value.pointer_mut(at).unwrap() = other.clone();
                read("x.json", value.to_string().into_bytes());
                read_in_all += 1;
            }
        }
    }
    assert!(read_in_all > 500, "{read_in_all}");
}

#[test]
fn values_of_wrong_types_never_panic_in_the_first_half() {
    mistype(0);
}

#[test]
fn values_of_wrong_types_never_panic_in_the_second_half() {
    mistype(1);
}
