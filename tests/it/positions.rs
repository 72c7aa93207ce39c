//! Positions in payloads: what is outside the request is unresolved, whatever words are repeated,
//! and a number that can be no position is malformed, in every dialect.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use pincite::cases;
use pincite::dialects::DIALECTS;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::{Inspection, inspect};
use pincite::resolve::{Reason, Resolution};
use serde_json::{Value, json};

fn input(name: &str, value: &Value) -> Input {
    Input::new(name, value.to_string().into_bytes())
}

/// Opens the first case of a response with requests beside it; `None` if it is none.
fn open(response: &Value, requests: &[Value]) -> Option<Inspection> {
    let cases = cases::open(input("r.json", response), None, &Families::default()).ok()?;
    let companions =
        requests.iter().filter_map(|it| cases::companion_of(&input("q.json", it))).flatten();
    Some(inspect(cases.with_companions(companions.collect()).read(0).ok()?))
}

const CELLAR: &str = "The cellar is kept at twelve degrees. Wheels are turned.";

/// A text, and a document of two blocks.
fn request() -> Value {
    let blocks = json!([{"type": "text", "text": "Bread is baked at four."},
        {"type": "text", "text": "The oven cools by noon."}]);
    let text = json!({"type": "document", "title": "cellar.txt",
        "source": {"type": "text", "media_type": "text/plain", "data": CELLAR}});
    let parts = json!({"type": "document", "title": "bakery",
        "source": {"type": "content", "content": blocks}});
    json!({"model": "x", "max_tokens": 10,
        "messages": [{"role": "user", "content": [text, parts]}]})
}

/// Returns the reason why a citation with these fields has no passage; `None` if it has one.
fn missing(citation: &Value) -> Option<Reason> {
    let content = json!([{"type": "text", "text": "Bread is baked at four, the cellar is cold.",
        "citations": [citation]}]);
    let response = json!({"id": "m", "type": "message", "role": "assistant", "model": "x",
        "content": content});
    reason(&open(&response, &[request()]).unwrap())
}

fn reason(inspection: &Inspection) -> Option<Reason> {
    let [only] = inspection.inspected.as_slice() else { panic!("one citation is expected") };
    match &only.targets[0] {
        Resolution::Missing(missing) => Some(missing.reason),
        _ => None,
    }
}

fn chars(fields: &Value) -> Value {
    let citation = json!({"type": "char_location", "document_index": 0, "start_char_index": 0,
        "end_char_index": 37, "cited_text": "The cellar is kept at twelve degrees."});
    with(citation, fields)
}

fn blocks(fields: &Value) -> Value {
    let citation = json!({"type": "content_block_location", "document_index": 1,
        "cited_text": "Bread is baked at four.", "start_block_index": 0, "end_block_index": 1});
    with(citation, fields)
}

fn with(mut value: Value, fields: &Value) -> Value {
    for (name, field) in fields.as_object().unwrap() {
        value[name] = field.clone();
    }
    value
}

#[test]
fn what_the_request_does_not_hold_is_unresolved_whatever_words_are_repeated() {
    assert_eq!(missing(&chars(&json!({}))), None);
    assert_eq!(missing(&blocks(&json!({}))), None);
    for index in [json!(77), json!(-1), json!(1.5), json!(1e30)] {
        let of_document = chars(&json!({"document_index": index.clone()}));
        assert_eq!(missing(&of_document), Some(Reason::UnknownSource), "{index}");
        let result = json!({"type": "search_result_location", "source": "https://x.example",
            "cited_text": "Bread is baked at four.", "title": "bakery",
            "search_result_index": index.clone(), "start_block_index": 0, "end_block_index": 1});
        assert_eq!(missing(&result), Some(Reason::UnknownSource), "search result {index}");
    }
    let page = json!({"type": "page_location", "document_index": 0, "start_page_number": 40,
        "end_page_number": 41, "cited_text": "The cellar is kept at twelve degrees."});
    assert_eq!(missing(&page), Some(Reason::BadLocator));
    let page = with(page, &json!({"document_index": 1, "cited_text": "Bread is baked at four."}));
    assert_eq!(missing(&page), Some(Reason::BadLocator));
    assert_eq!(missing(&chars(&json!({"end_char_index": 500}))), Some(Reason::OutOfRange));
    assert_eq!(missing(&blocks(&json!({"end_block_index": 99}))), Some(Reason::OutOfRange));
}

/// Returns a response with one citation, without the fields in `lacking`.
fn answer_without(citation: &Value, lacking: &[&str]) -> Value {
    let mut citation = citation.clone();
    citation.as_object_mut().unwrap().retain(|name, _| !lacking.contains(&name.as_str()));
    let content = json!([{"type": "text", "text": "The cellar is kept at two degrees.",
        "citations": [citation]}]);
    json!({"id": "m", "type": "message", "role": "assistant", "model": "x", "content": content})
}

#[test]
fn words_do_not_stand_for_an_index_that_is_missing() {
    let words = json!({"cited_text": "The cellar is kept at two degrees.",
        "source": "https://x.example", "search_result_index": 0, "start_block_index": 0,
        "end_block_index": 1});
    let ranges = ["start_char_index", "end_char_index", "start_block_index", "end_block_index"];
    let index = ["document_index", "search_result_index"];
    let all = [&ranges[..], &index[..]].concat();
    for kind in
        ["char_location", "content_block_location", "page_location", "search_result_location"]
    {
        let citation = with(chars(&words), &json!({"type": kind}));
        for lacking in [&index[..], &all[..]] {
            let titles = [None, Some("no such document")];
            for title in titles {
                let mut response = answer_without(&citation, lacking);
                if let Some(title) = title {
                    response["content"][0]["citations"][0]["document_title"] = json!(title);
                }
                let beside = open(&response, &[request()]).unwrap();
                assert_eq!(reason(&beside), Some(Reason::UnknownSource), "{kind} {title:?}");
                let both = json!({"request": request(), "response": response});
                let both = open(&both, &[]).unwrap();
                assert_eq!(reason(&both), Some(Reason::UnknownSource), "{kind} {title:?}");
            }
        }
    }
    // A title of the request, and no request at all, are what they were.
    let mut titled = answer_without(&chars(&json!({})), &index);
    titled["content"][0]["citations"][0]["document_title"] = json!("cellar.txt");
    assert_eq!(reason(&open(&titled, &[request()]).unwrap()), None);
    assert_eq!(reason(&open(&answer_without(&chars(&json!({})), &index), &[]).unwrap()), None);
}

#[test]
fn a_number_that_is_no_position_is_malformed() {
    for number in [json!(-1), json!(0.5), json!(1e20), json!(1e21), json!(u64::MAX)] {
        for key in ["start_char_index", "end_char_index"] {
            let citation = chars(&json!({key: number.clone()}));
            assert_eq!(missing(&citation), Some(Reason::BadLocator), "{key} {number}");
        }
        for key in ["start_block_index", "end_block_index"] {
            let citation = blocks(&json!({key: number.clone()}));
            assert_eq!(missing(&citation), Some(Reason::BadLocator), "{key} {number}");
        }
    }
}

#[test]
fn converse_reads_positions_likewise() {
    let request = json!({"messages": [{"role": "user", "content": [
        {"document": {"name": "cellar", "format": "txt", "source": {"text": CELLAR}}},
        {"document": {"name": "bakery", "format": "txt",
            "source": {"content": [{"text": "Bread is baked at four."}]}}}]}]});
    let answer = |location: Value, words: &str| {
        let citation = json!({"title": "x", "sourceContent": [{"text": words}],
            "location": location});
        let block = json!({"citationsContent": {"content": [{"text": "It is cold."}],
            "citations": [citation]}});
        json!({"output": {"message": {"role": "assistant", "content": [block]}}})
    };
    let first = "The cellar is kept at twelve degrees.";
    let kinds =
        [("documentChar", 0, 37, first), ("documentChunk", 1, 1, "Bread is baked at four.")];
    for (kind, document, end, words) in kinds {
        let location = |start: Value, end: Value| {
            let place = json!({"documentIndex": document, "start": start, "end": end});
            answer(json!({ kind: place }), words)
        };
        let found =
            |response: &Value| reason(&open(response, std::slice::from_ref(&request)).unwrap());
        assert_eq!(found(&location(json!(0), json!(end))), None, "{kind}");
        for number in [json!(-1), json!(0.5), json!(1e20), json!(1e21)] {
            let one = found(&location(number.clone(), json!(end)));
            let other = found(&location(json!(0), number.clone()));
            assert_eq!([one, other], [Some(Reason::BadLocator); 2], "{kind} {number}");
        }
    }
}

/// Numbers whose change may leave everything as it was: the end of their path, and why.
const METADATA: &[(&str, &str)] = &[
    (".choices.index", "the number of an answer among several"),
    (".candidates.index", "the number of an answer among several"),
    (".messages.index", "the number of a message"),
    (".refs.ref_index", "the reference's name repeats it"),
    (".refs.turn_index", "the reference's name repeats it"),
    (".usage.num_pages", "what the request cost"),
    (".usage.num_pages_extracted", "what the request cost"),
    (".usage_info.pages_processed", "what the request cost"),
    (".metadata.page", "a fact about a retrieved piece, whose text is given"),
    (".metadata.page_count", "a fact about a document"),
    (".part_metadata.page", "a fact about a retrieved piece, whose text is given"),
    (".additional_location_info.page", "a fact about a retrieved piece, whose text is given"),
    (".retrieval_contents.page", "a fact about a retrieved piece, whose text is given"),
    ("-page-number", "a fact about a retrieved piece, whose text is given"),
    (".request_corpora_index", "the number of a corpus"),
    (".response.documentIndex", "adds the facts of a document to a piece, whose text is given"),
    (".sources.pages", "facts about a retrieved piece, whose text is given"),
    (".references.pages", "the file has no text in the payload"),
    (".organic.position", "the rank of a page"),
    (".chunkIndex", "the number of a retrieved piece, whose text is given"),
    (".score.index", "the rank of a retrieved piece"),
    ("chunks.positions", "boxes on a picture of the page"),
    (".chunks.417.positions", "boxes on a picture of the page"),
    (".chunks.23.positions", "boxes on a picture of the page"),
    (".bbox.page", "names the page of a box; the words of the field are given"),
    (".bbox.original_page", "names the page of a box; the words of the field are given"),
    (".citation.page", "names the page of a box; the words of the field are given"),
    (".grounding.page", "names the page of a box; the words of the chunk are given"),
    (".prov.page_no", "names the page of a box; the words of the item are given"),
    (".pages.1.page_no", "a fact about a page, whose key is its number"),
    (".pages.2.page_no", "a fact about a page, whose key is its number"),
    (".pages.index", "the pages are counted as they are listed"),
    (".spans.offset", "the words of the field are given"),
    (".groundedness_scores.start_idx", "a score of the vendor"),
    (".groundedness_scores.end_idx", "a score of the vendor"),
    (".hallucinations.response_begin", "a judgement of the vendor"),
    (".hallucinations.response_end", "a judgement of the vendor"),
    (".message.citations.content_index", "the words that it repeats name the part of the answer"),
    (".claims.startPos", "the claim's own words name the place in the answer"),
    (".claims.endPos", "the claim's own words name the place in the answer"),
    (".content_references.start_idx", "the marker itself is in the answer"),
    (".content_references.end_idx", "the marker itself is in the answer"),
    (".citations.start_ix", "the marker itself is in the answer"),
    (".citations.end_ix", "the marker itself is in the answer"),
    (".input_pointer.line_range_start", "the marker's own lines count"),
    (".input_pointer.line_range_end", "the marker's own lines count"),
    (".annotations.url_citation.start_index", "no place of the answer; noted"),
    (".annotations.url_citation.end_index", "no place of the answer; noted"),
    (".output.content.annotations.start_index", "no place of the answer; noted"),
    (".output.content.annotations.end_index", "no place of the answer; noted"),
    (".content.annotations.start_index", "no place of the answer; noted"),
    (".content.annotations.index", "the source is given with the annotation"),
    (".annotations.extras.document_index", "the title names the document"),
];

/// Parts of the names of fields that may be positions.
const NAMES: &[&str] = &["index", "indices", "start", "end", "offset", "page", "begin", "position"];

/// Returns the paths of the numbers in `value` whose field may be a position, each kind once.
fn positions(value: &Value) -> Vec<(String, String)> {
    fn walk(value: &Value, path: &str, kind: &str, found: &mut Vec<(String, String)>) {
        match value {
            Value::Object(fields) => {
                for (name, inner) in fields {
                    let escaped = name.replace('~', "~0").replace('/', "~1");
                    walk(inner, &format!("{path}/{escaped}"), &format!("{kind}.{name}"), found);
                }
            }
            Value::Array(items) => {
                for (at, inner) in items.iter().enumerate() {
                    walk(inner, &format!("{path}/{at}"), kind, found);
                }
            }
            Value::Number(_) => {
                let name = kind.rsplit('.').next().unwrap_or_default().to_lowercase();
                let is_position = NAMES.iter().any(|part| name.contains(part));
                if is_position && !found.iter().any(|(_, own)| own == kind) {
                    found.push((path.to_owned(), kind.to_owned()));
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk(value, "", "", &mut found);
    found
}

/// Returns what the citations of a case lead to, and the findings.
fn outcome(inspection: &Inspection) -> String {
    let anchors = inspection.case.response.citations.iter().map(|it| it.anchor.span);
    let targets = inspection.inspected.iter().map(|it| &it.targets);
    let findings: BTreeSet<&str> = inspection.findings.iter().map(|it| it.rule.code).collect();
    format!("{:?}\n{findings:?}", anchors.zip(targets).collect::<Vec<_>>())
}

#[test]
fn no_number_of_a_sample_is_a_position_that_nothing_depends_on() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let mut files: Vec<PathBuf> = Vec::new();
    for dialect in DIALECTS {
        let Ok(folder) = fs::read_dir(samples.join(dialect.name)) else { continue };
        files.extend(folder.map(|entry| entry.unwrap().path()));
    }
    files.retain(|path| path.extension().is_some_and(|it| it == "json"));
    files.sort();
    let read = |path: &Path| serde_json::from_slice::<Value>(&fs::read(path).unwrap()).ok();
    let (next, seen, failures) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(value) = read(path) else { continue };
            let request = path.to_string_lossy().replace(".response.", ".request.");
            let request = Path::new(&request);
            let is_paired = request != path && request.exists();
            let requests: Vec<Value> =
                is_paired.then(|| read(request)).flatten().into_iter().collect();
            let Some(inspection) = open(&value, &requests) else { continue };
            let before = outcome(&inspection);
            if !inspection.inspected.iter().flat_map(|it| &it.targets).any(|it| !it.is_unresolved())
            {
                continue;
            }
            for (place, kind) in positions(&value) {
                for number in
                    [json!(-1), json!(0.5), json!(1e20), json!(1_180_591_620_717_411_303_424.0)]
                {
                    let mut mutant = value.clone();
                    *mutant.pointer_mut(&place).unwrap() = number.clone();
                    seen.fetch_add(1, Ordering::Relaxed);
                    let after = open(&mutant, &requests).map(|it| outcome(&it));
                    let is_known = METADATA.iter().any(|(end, _)| kind.ends_with(end));
                    if after.as_ref() == Some(&before) && !is_known {
                        let sample = path.strip_prefix(&samples).unwrap().display();
                        failures.lock().unwrap().push(format!("{sample} {kind} {number}"));
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let failures = failures.into_inner().unwrap();
    let seen = seen.into_inner();
    assert!(failures.is_empty(), "{} of {seen}:\n{}", failures.len(), failures.join("\n"));
    assert!(seen > 200, "{seen}");
}
