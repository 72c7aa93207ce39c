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

/// The folders of dialects with their samples. Folders that are named otherwise show something else.
fn folders() -> Vec<(&'static str, PathBuf)> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    // A user's own pattern is known only where it is given.
    let formats = DIALECTS.iter().filter(|format| format.name != "pattern");
    let folders = formats.map(|format| (format.name, samples.join(format.name)));
    folders.filter(|(_, folder)| folder.is_dir()).collect()
}

/// The answers in a folder.
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

/// Cuts and flips the samples of these dialects at every `step`-th byte.
fn damage(dialects: &[&str], step: usize) {
    for (_, folder) in folders().into_iter().filter(|(name, _)| dialects.contains(name)) {
        for path in answers(&folder) {
            let (bytes, name) = (std::fs::read(&path).unwrap(), path.to_string_lossy());
            for at in (0..bytes.len()).step_by(step) {
                read(&name, bytes[..at].to_vec());
                for flip in [0x01, 0x20] {
                    let mut flipped = bytes.clone();
                    flipped[at] ^= flip;
                    read(&name, flipped);
                }
            }
        }
    }
}

#[test]
fn damaged_transcripts_and_chats_never_panic() {
    let chats = ["transcript", "librechat", "librechat-text", "vercel-ai", "pydantic-ai"];
    damage(&chats, 67);
}

#[test]
fn damaged_answers_of_azure_never_panic() {
    damage(&["azure-on-your-data", "azure-knowledge"], 31);
}

#[test]
fn damaged_runs_and_documents_never_panic() {
    let rows = ["rows", "alce", "trec-rag", "ragtruth"];
    damage(&rows, 41);
    damage(&["pandoc", "latex", "wiki", "named-brackets", "leaked"], 13);
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

#[test]
fn damaged_answers_of_apps_never_panic() {
    damage(&["ragflow", "ragflow-text", "dify", "onyx", "anythingllm", "fastgpt"], 53);
    damage(&["fastgpt-text", "lightrag", "cherry-studio", "kotaemon"], 29);
}

#[test]
fn damaged_traces_never_panic() {
    damage(&["langsmith", "openinference", "langfuse"], 97);
    damage(&["llamaindex", "haystack", "langchain"], 61);
}

/// Puts something else in the place of every value of the JSON samples of these dialects, one at a time.
fn mistype(dialects: &[&str]) {
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
    let mut read_in_all = 0;
    for (_, folder) in folders().into_iter().filter(|(name, _)| dialects.contains(name)) {
        for path in answers(&folder) {
            let text = std::fs::read_to_string(&path).unwrap();
            let Ok(sound) = serde_json::from_str::<Value>(&text) else { continue };
            let mut all = Vec::new();
            paths(&sound, "", &mut all);
            for at in &all {
                for other in &others {
                    let mut value = sound.clone();
                    *value.pointer_mut(at).unwrap() = other.clone();
                    read("x.json", value.to_string().into_bytes());
                    read_in_all += 1;
                }
            }
        }
    }
    assert!(read_in_all > 1000, "{read_in_all}");
}

#[test]
fn values_of_wrong_types_never_panic_in_apps() {
    mistype(&["ragflow", "dify", "onyx", "anythingllm", "fastgpt", "lightrag"]);
}

#[test]
fn values_of_wrong_types_never_panic_in_traces() {
    mistype(&["langsmith", "openinference", "langfuse", "llamaindex", "haystack", "langchain"]);
}
