//! Samples as programs wrap them: every sample gives the same citations in each wrapping.

use std::path::{Path, PathBuf};

use pincite::cases;
use pincite::cases::Cases;
use pincite::dialects::DIALECTS;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::model::Case;
use serde_json::{Value, json};

use crate::rows::resolved;

fn open(name: &str, text: &str) -> Result<Cases, String> {
    let input = Input::new(name, text.as_bytes().to_vec());
    cases::open(input, None, &Families::default()).map_err(|error| error.to_string())
}

fn all(cases: &Cases) -> Vec<Case> {
    (0..cases.len()).filter_map(|index| cases.read(index).ok()).collect()
}

/// Returns each citation as its words and targets, with the source that each resolves to.
fn cited(name: &str, text: &str) -> Vec<String> {
    let Ok(cases) = open(name, text) else { return Vec::new() };
    let cited = all(&cases).into_iter().flat_map(|case| {
        let covered = case.response.citations.iter().map(|citation| {
            let words = citation.anchor.span.slice(&case.response.text).unwrap_or_default();
            words.split_whitespace().collect::<Vec<_>>().join(" ")
        });
        covered.collect::<Vec<_>>().into_iter().chain(resolved(case))
    });
    cited.collect()
}

/// The samples of the dialects with these endings.
fn samples(endings: &[&str]) -> Vec<PathBuf> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let folders = DIALECTS.iter().map(|dialect| samples.join(dialect.name));
    let files =
        folders.flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
    let mut files: Vec<PathBuf> = files.map(|entry| entry.path()).collect();
    files.retain(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        endings.iter().any(|ending| name.ends_with(ending)) && !name.contains("request")
    });
    files.sort();
    files
}

/// Compares each sample with what `wrap` makes of it; `times` as often as it is in there.
fn compare(endings: &[&str], times: usize, but: &[&str], wrap: impl Fn(&str) -> (String, String)) {
    let mut wrong = Vec::new();
    let files = samples(endings);
    for path in &files {
        let text = std::fs::read_to_string(path).unwrap();
        let expected = cited(&path.to_string_lossy(), &text);
        let (name, wrapped) = wrap(&text);
        let found = cited(&name, &wrapped);
        let shown = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().display().to_string();
        if found != vec![expected.clone(); times].concat()
            && !but.iter().any(|it| shown.contains(it))
        {
            wrong.push(format!("{shown}: {expected:?}\n    but {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), files.len(), wrong.join("\n"));
    assert!(files.len() > 20, "{}", files.len());
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn pretty(text: &str) -> String {
    serde_json::to_string_pretty(&value(text)).unwrap()
}

/// A request beside its response and the stream that is its own request.
const EXCHANGE: &[&str] = &["transcript/exchange.json"];

#[test]
fn documents_in_an_envelope() {
    for key in ["data", "body", "result"] {
        compare(&[".json"], 1, &[], |text| {
            let envelope = json!({"status": 200, "headers": {}, key: value(text)});
            ("answer.json".to_owned(), envelope.to_string())
        });
    }
    compare(&[".json"], 1, EXCHANGE, |text| {
        let response = json!({"status": 200, "data": {"items": [{"id": 1, "reply": value(text)}]}});
        ("answer.json".to_owned(), response.to_string())
    });
}

#[test]
fn documents_one_after_another() {
    // Chunks and whole answers of generated grounding have the same fields.
    let but = ["discovery-engine/generation"];
    compare(&[".json"], 2, &but, |text| {
        ("answers.txt".to_owned(), format!("{0}\n{0}\n", pretty(text)))
    });
    compare(&[".jsonl"], 1, &[], |text| {
        let lines = text.lines().filter(|line| !line.trim().is_empty()).map(pretty);
        ("answers.jsonl".to_owned(), lines.map(|document| document + "\n").collect())
    });
}

#[test]
fn documents_in_logs_strings_and_blocks() {
    let named = |name: &str, text: String| (name.to_owned(), text);
    compare(&[".json"], 1, EXCHANGE, |text| {
        named("a.log", format!("2026-01-01 INFO reply: {}", value(text)))
    });
    compare(&[".json"], 1, EXCHANGE, |text| named("a.json", json!(text).to_string()));
    compare(&[".json"], 1, EXCHANGE, |text| {
        named("a.md", format!("Output:\n\n```json\n{}\n```\n", pretty(text)))
    });
    compare(&[".json"], 1, EXCHANGE, |text| {
        named("a.txt", format!("\u{1b}[1;32m{}\u{1b}[0m\n", pretty(text)))
    });
}

fn har(body: &str, kind: &str) -> String {
    let request =
        json!({"method": "POST", "url": "https://api.example/v1", "postData": {"text": "{}"}});
    let response = json!({"status": 200, "content": {"mimeType": kind, "text": body}});
    json!({"log": {"version": "1.2", "entries": [{"request": request, "response": response}]}})
        .to_string()
}

#[test]
fn bodies_of_a_recording() {
    compare(&[".json"], 1, &["transcript/exchange", "rows/deepeval"], |text| {
        ("a.har".to_owned(), har(text, "application/json"))
    });
    compare(&[".sse"], 1, &[], |text| ("a.har".to_owned(), har(text, "text/event-stream")));
    // These lines are not known as complete answers.
    let but = ["ragtruth/", "trec-rag/"];
    compare(&[".jsonl"], 1, &but, |text| ("a.har".to_owned(), har(text, "application/x-ndjson")));
}

#[test]
fn copies_of_streams() {
    // Version 4 of this stream has lines of its own.
    let but = ["vercel-ai/stream-v4"];
    let no_blank = |text: &str| text.replace("\r\n", "\n").replace("\n\n", "\n");
    compare(&[".sse"], 1, &but, |text| ("a.sse".to_owned(), no_blank(text)));
    compare(&[".sse"], 1, &but, |text| ("a.sse".to_owned(), text.replace('\n', "\r")));
    compare(&[".sse"], 1, &but, |text| {
        let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("event:"));
        ("a.sse".to_owned(), lines.collect())
    });
    compare(&[".sse"], 1, &but, |text| {
        (
            "a.sse".to_owned(),
            format!(": ping\n\nretry: 3\nid: 1\n{}", text.replace("data:", "  data:")),
        )
    });
    compare(&[".sse"], 1, &but, |text| {
        let events = text.split("\n\n").filter(|event| !event.trim().is_empty());
        let pieces: Vec<String> = events.map(|event| format!("{event}\n\n")).collect();
        ("a.json".to_owned(), json!(pieces).to_string())
    });
}

#[test]
fn ends_of_lines() {
    compare(&[".md", ".json", ".sse", ".jsonl"], 1, &[], |text| {
        ("a.md".to_owned(), text.replace("\r\n", "\n").replace('\n', "\r\n"))
    });
}

#[test]
fn lines_before_the_first_answer_of_a_batch() {
    let header = json!({"run": "nightly", "config": {"model": "m"}, "created": "2026-01-02"});
    let row =
        json!({"question": "When?", "answer": "At noon [1].", "contexts": ["It leaves at noon."]});
    let cases = all(&open("a.jsonl", &format!("{header}\n{row}\n{row}\n")).unwrap());
    assert_eq!(cases.len(), 2);
    assert_eq!(cases[0].id, "a.jsonl:2");
    let note =
        "1 line before the first answer is left out: JSON with `config`, `created` and `run`";
    assert!(cases[0].notes.iter().any(|it| it == note), "{:?}", cases[0].notes);
    // An unknown line between answers is an answer that cannot be read.
    let cases = open("a.jsonl", &format!("{row}\n{header}\n")).unwrap();
    assert!(cases.has(1) && cases.read(1).is_err());
}

#[test]
fn keys_in_the_other_spelling() {
    let nodes = json!([{"node": {"text": "It leaves at noon.", "metadata": {}}, "score": 0.9}]);
    let answer = json!({"response": "At noon [1].", "sourceNodes": nodes});
    let case = open("a.json", &answer.to_string()).unwrap().read(0).unwrap();
    assert_eq!(case.format.name, "llamaindex");
    assert!(
        case.notes.iter().any(|it| it.starts_with("keys read in snake_case")),
        "{:?}",
        case.notes
    );
    let citation =
        json!({"url": "https://a.example/t", "title": "T", "startIndex": 0, "endIndex": 7});
    let annotations = json!([{"type": "url_citation", "urlCitation": citation}]);
    let message = json!({"role": "assistant", "content": "At noon.", "annotations": annotations});
    let answer = json!({"choices": [{"message": message}]}).to_string();
    assert_eq!(cited("a.json", &answer)[0], "At noon");
    // A client of Java or .NET writes the fields of one part in its own spelling.
    let citation = json!({"type": "char_location", "citedText": "It leaves at noon.", "documentIndex": 0,
        "documentTitle": "Timetable", "startCharIndex": 10, "endCharIndex": 28});
    let block = json!({"type": "text", "text": "At noon.", "citations": [citation]});
    let answer = json!({"type": "message", "role": "assistant", "content": [block]}).to_string();
    let case = open("a.json", &answer).unwrap().read(0).unwrap();
    let target = &case.response.citations[0].targets[0];
    assert_eq!(
        (target.id.as_str(), target.quote.as_deref()),
        ("document 0", Some("It leaves at noon."))
    );
    assert!(target.locator.is_some());
    let note = "names such as `citedText` read as `cited_text`";
    assert!(case.notes.iter().any(|it| it == note), "{:?}", case.notes);
}

#[test]
fn a_request_and_its_response_in_one_file() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/anthropic");
    let read = |name| std::fs::read_to_string(samples.join(name)).unwrap();
    let (request, response) = (read("documents.request.json"), read("documents.response.json"));
    let found = cited("both.json", &format!("{request}\n{response}"));
    let alone = cited("response.json", &response);
    assert_eq!(found.len(), alone.len());
    assert_ne!(found, alone, "the sources are those of the request");
}

#[test]
fn rows_in_columns() {
    let (asked, said) =
        (["When a?", "When b?"], ["It leaves at noon [1].", "It returns at four [1]."]);
    let texts = [["The boat leaves at noon."], ["The boat returns at four."]];
    let column = |cells: Value| json!({"0": cells[0], "1": cells[1]});
    for table in [
        json!({"question": asked, "answer": said, "contexts": texts}),
        json!({"question": column(json!(asked)), "answer": column(json!(said)),
            "contexts": column(json!(texts))}),
        json!({"columns": ["question", "answer", "contexts"], "index": [0, 1],
            "data": [[asked[0], said[0], texts[0]], [asked[1], said[1], texts[1]]]}),
    ] {
        let cases = all(&open("a.json", &table.to_string()).unwrap());
        assert_eq!(cases.len(), 2, "{table}");
        assert_eq!(cases[1].question.as_deref(), Some("When b?"));
        let note = "opened a table of 2 rows by columns";
        assert!(cases[0].notes.iter().any(|it| it == note), "{:?}", cases[0].notes);
        assert_eq!(resolved(cases[1].clone()), ["1 → "]);
    }
}
