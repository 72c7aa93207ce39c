//! OpenAI's interfaces: samples of their shape, streams against what they end in, recordings.

use std::path::{Path, PathBuf};

use insta::assert_snapshot;
use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::{Inspection, inspect};
use pincite::model::{AnchorKind, Case, Source};
use serde_json::{Value, json};

use crate::corpus::corpus;
use crate::corpus_table::rows;
use crate::session::Session;

fn input(path: &Path) -> Input {
    Input::new(path.file_name().unwrap().to_string_lossy(), std::fs::read(path).unwrap())
}

fn sample_path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)
}

fn sample(name: &str) -> Input {
    input(&sample_path(name))
}

fn text(name: &str) -> String {
    std::fs::read_to_string(sample_path(name)).unwrap()
}

fn read(input: Input) -> Case {
    cases::open(input, None, &Families::default()).unwrap().read(0).unwrap()
}

fn read_json(value: &Value) -> Case {
    read(Input::new("x.json", value.to_string().into_bytes()))
}

/// Returns a case with the sources that are beside it.
fn beside(input: Input, companions: &[Input]) -> Inspection {
    let sources: Vec<Source> =
        companions.iter().flat_map(|input| cases::companion_of(input).unwrap()).collect();
    let cases = cases::open(input, None, &Families::default()).unwrap();
    inspect(cases.with_companions(sources).read(0).unwrap())
}

/// Returns each citation's kind of anchor, the text it covers, and its first target.
fn cited(case: &Case) -> Vec<(AnchorKind, &str, &str)> {
    let citations = case.response.citations.iter();
    citations
        .map(|citation| {
            let covered = citation.anchor.span.slice(&case.response.text).unwrap();
            let target = citation.targets.first().map_or("", |target| target.id.as_str());
            (citation.anchor.kind, covered, target)
        })
        .collect()
}

fn resolved(inspection: &Inspection) -> usize {
    inspection.inspected.len() - inspection.unresolved() - inspection.without_text()
}

/// Returns the text of the passage of a citation's first target.
pub fn passage(inspection: &Inspection, citation: usize) -> String {
    let passage = inspection.inspected[citation].targets[0].passage().unwrap();
    let store = inspection.stores[passage.source].as_ref().unwrap();
    store.read(passage.span, usize::MAX)
}

#[test]
fn an_address_citation_covers_its_link() {
    let case = read(sample("openai-responses/web-search.response.json"));
    let timetable =
        "([harbour.example](https://harbour.example/notices/ferry-timetable?utm_source=openai))";
    let post = "[the Coast Post](https://www.coastpost.example/2026/05/nordby-pier)";
    let timetable =
        (AnchorKind::Marker, timetable, "https://harbour.example/notices/ferry-timetable");
    let post = (AnchorKind::Marker, post, "https://www.coastpost.example/2026/05/nordby-pier");
    assert_eq!(cited(&case), [timetable, post, timetable]);
    let labels: Vec<_> = case.response.citations.iter().map(|c| c.label.as_deref()).collect();
    assert_eq!(labels, [None, Some("the Coast Post"), None]);
    let reading = case.format.offsets();
    assert_eq!(reading, Some("code points, end exclusive; 3 of 3 fit"));
    assert_eq!(case.sources.len(), 3);
    assert_eq!(case.sources[0].title.as_deref(), Some("Ferry timetable \u{2013} summer"));
    assert_eq!(case.notes, Vec::<String>::new());
}

#[test]
fn a_file_citation_is_a_place_and_its_file_has_the_passages_found() {
    let case = read(sample("openai-responses/file-search.exchange.json"));
    assert_eq!(case.question.as_deref(), Some("How many days may I work from home?"));
    assert!(case.response.text.starts_with("Let me look into the handbook.\n\nStaff may"));
    let file = (AnchorKind::Point, "", "file-handbook01");
    assert_eq!(cited(&case), [file, file]);
    assert_eq!(case.notes.len(), 1);
    assert!(case.notes[0].starts_with("the response names the file only"));
    let source = &case.sources[0];
    assert_eq!((source.divisions.len(), source.score), (2, Some(0.91)));
    let inspection = inspect(case);
    assert_eq!(resolved(&inspection), 2);
    let claim = inspection.claim_text(0).unwrap();
    assert_eq!(claim, "Staff may work remotely up to three days a week");
}

#[test]
fn search_results_beside_the_response_fill_its_sources() {
    let bare = || sample("openai-responses/file-search.bare.json");
    assert_eq!(resolved(&beside(bare(), &[])), 0);
    let filled = beside(bare(), &[sample("openai-responses/file-search.results.json")]);
    assert_eq!(resolved(&filled), 2);
    assert!(passage(&filled, 0).starts_with("## Remote work"));
}

#[test]
fn texts_that_an_app_sends_before_the_answer_are_its_sources() {
    let inspection = inspect(read(sample("openai-responses/app-context.stream.jsonl")));
    let citations = inspection.case.response.citations.iter();
    let ids: Vec<&str> = citations.map(|citation| citation.targets[0].id.as_str()).collect();
    assert_eq!(ids, ["Leave_Policy.pdf#page=3", "Travel.pdf"]);
    assert_eq!(passage(&inspection, 0), "Parents may take up to 26 weeks of paid leave.");
    assert_eq!(passage(&inspection, 1), "A trip needs the approval of the team lead.");
    let note = "2 sources read from `context.data_points.text`";
    assert!(inspection.case.notes.iter().any(|own| own == note), "{:?}", inspection.case.notes);
}

#[test]
fn marks_in_structured_output_are_read_where_they_stand() {
    let case = read(sample("openai-responses/structured.response.json"));
    let marker = "\u{e200}cite\u{e202}turn0file0\u{e201}";
    assert_eq!(cited(&case), [(AnchorKind::Marker, marker, "turn0file0")]);
}

#[test]
fn nested_annotations_of_a_completion() {
    let case = read(sample("openai-chat/search.response.json"));
    let targets: Vec<&str> = cited(&case).iter().map(|(_, _, target)| *target).collect();
    let pages =
        ["https://harbour.example/fares", "https://www.coastpost.example/2026/05/nordby-pier"];
    assert_eq!(targets, pages);
    assert!(case.response.text.starts_with("<think>"));
}

#[test]
fn zeros_are_no_place_and_the_excerpt_is_the_passage() {
    let case = read(sample("openai-chat/openrouter.response.json"));
    let anchor = case.response.citations[0].anchor;
    assert_eq!((anchor.kind, anchor.span.start), (AnchorKind::Point, case.response.text.len()));
    assert_eq!(case.notes.len(), 1);
    let inspection = inspect(case);
    assert!(passage(&inspection, 0).starts_with("Bicycles travel free before nine o'clock"));
}

#[test]
fn every_marker_of_a_thread_is_cited_annotated_or_not() {
    let thread = beside(
        sample("openai-assistants/thread.messages.json"),
        &[sample("openai-assistants/thread.run-step.json")],
    );
    let markers = [
        ("\u{3010}4:0\u{2020}dishes.txt\u{3011}", "file-dishes"),
        ("\u{3010}4:1\u{2020}source\u{3011}", "file-fish"),
        ("\u{3010}4:1\u{2020}source\u{3011}", "file-fish"),
        ("\u{3010}9:2\u{2020}menu.txt\u{3011}", "menu.txt"),
    ];
    let markers = markers.map(|(marker, target)| (AnchorKind::Marker, marker, target));
    assert_eq!(cited(&thread.case), markers);
    assert_eq!(thread.case.question.as_deref(), Some("What do they like to eat?"));
    assert_eq!(resolved(&thread), 3);
    assert_eq!(passage(&thread, 1), "Olaf: plaice, fried");
}

/// A stream, what it ends in, and what the first event has that only repeats or closes.
const STREAMS: &[(&str, &str, &str)] = &[
    (
        "openai-responses/web-search.stream.sse",
        "openai-responses/web-search.response.json",
        "response.output_text.done",
    ),
    (
        "openai-responses/file-search.stream.jsonl",
        "openai-responses/file-search.exchange.json",
        "response.output_text.done",
    ),
    ("openai-chat/search.stream.sse", "openai-chat/search.response.json", "\"stop\""),
    (
        "openai-assistants/thread.stream.sse",
        "openai-assistants/thread.messages.json",
        "thread.message.completed",
    ),
];

#[test]
fn a_stream_gives_the_same_response_as_its_final_payload() {
    for (stream, whole, _) in STREAMS {
        let (stream, whole) = (read(sample(stream)), read(sample(whole)));
        assert_eq!(stream.response, whole.response);
        assert_eq!(stream.format.reading, whole.format.reading);
        assert_eq!(stream.notes, whole.notes);
    }
}

#[test]
fn a_stream_without_its_closing_events_gives_the_same_response() {
    for (stream, whole, closing) in STREAMS {
        let text = text(stream);
        let closing = text.rfind(closing).unwrap();
        let cut = text[..closing].rfind('\n').unwrap();
        let case = read(Input::new(*stream, text.as_bytes()[..cut].to_vec()));
        assert_eq!(case.response, read(sample(whole)).response, "{stream}");
        assert!(case.notes.iter().any(|note| note.starts_with("the stream was cut")), "{stream}");
    }
}

#[test]
fn a_stream_that_is_cut_anywhere_still_opens() {
    for (stream, whole, _) in STREAMS {
        let (text, whole) = (text(stream), read(sample(whole)));
        for cut in (text.len() / 4..text.len()).step_by(211) {
            let cut = text.floor_char_boundary(cut);
            let case = read(Input::new(*stream, text.as_bytes()[..cut].to_vec()));
            assert!(whole.response.text.starts_with(&case.response.text), "{stream} at {cut}");
        }
    }
}

/// Returns a Responses message of one part.
fn part(text: &str, annotations: &Value) -> Value {
    let part = json!({"type": "output_text", "text": text, "annotations": annotations});
    json!({"object": "response", "output": [{"type": "message", "content": [part]}]})
}

#[test]
fn a_citation_without_offsets_stands_where_its_address_does() {
    let text = "It rose.[[1]](https://a.example/x) It fell.[[2]](https://a.example/x)";
    let annotation = json!({"type": "url_citation", "url": "https://a.example/x"});
    let other = json!({"type": "url_citation", "url": "https://a.example/x", "title": "X"});
    let third = json!({"type": "url_citation", "url": "https://a.example/x", "title": "Y"});
    let case = read_json(&part(text, &json!([annotation, other, third])));
    let link = |number| format!("[[{number}]](https://a.example/x)");
    let covered: Vec<&str> = cited(&case).iter().map(|(_, covered, _)| *covered).collect();
    assert_eq!(covered, [link(1).as_str(), link(2).as_str(), ""]);
    assert_eq!(case.notes.len(), 2);
}

#[test]
fn a_span_over_words_is_the_claim() {
    let annotation = json!({"type": "url_citation", "url": "https://a.example/", "start_index": 4, "end_index": 13});
    let case = read_json(&part("The lake rose today.", &json!([annotation])));
    assert_eq!(cited(&case), [(AnchorKind::Claim, "lake rose", "https://a.example/")]);
}

#[test]
fn offsets_that_a_recording_wrote_as_text_are_read() {
    let annotation = json!({"type": "url_citation", "url": "https://a.example/", "start_index": "4", "end_index": "13"});
    let case = read_json(&part("The lake rose today.", &json!([annotation])));
    assert_eq!(cited(&case), [(AnchorKind::Claim, "lake rose", "https://a.example/")]);
    assert!(!case.notes.iter().any(|note| note.contains("whole number")), "{:?}", case.notes);
}

#[test]
fn a_drifted_span_is_repaired_to_the_whole_link() {
    let text = "It rose. ([a.example](https://a.example/x)) More words.";
    let annotation = json!({"type": "url_citation", "url": "https://a.example/x", "start_index": 45, "end_index": 52});
    let case = read_json(&part(text, &json!([annotation])));
    assert_eq!(cited(&case)[0].1, "([a.example](https://a.example/x))");
    assert!(case.notes[0].starts_with("1 span repaired"), "{:?}", case.notes);
}

#[test]
fn odd_annotations_cost_themselves() {
    let odd = json!([
        "what", null, 7,
        {"type": "url_citation", "url": 3, "start_index": [0], "end_index": 2},
        {"type": "file_citation", "file_id": "f", "index": -4},
        {"type": "url_citation", "url": "https://a.example/", "start_index": 900, "end_index": 2},
        {"type": "star_citation", "star": "Vega", "start_index": 0, "end_index": 3}]);
    let case = read_json(&part("The lake rose.", &odd));
    assert_eq!(case.response.citations.len(), 4);
    let notes = case.notes.join("\n");
    for expected in
        ["annotations[0]`", "annotations[2]`", "[3].url`", "[3].start_index`", "star_citation"]
    {
        assert!(notes.contains(expected), "{expected} in {notes}");
    }
}

#[test]
fn a_refusal_is_the_text() {
    let refusal = json!({"output": [{"type": "message", "content": [
        {"type": "output_text", "text": ""}, {"type": "refusal", "refusal": "I cannot help with that."}]}]});
    let case = read_json(&refusal);
    assert_eq!(case.response.text, "I cannot help with that.");
    assert_eq!(case.notes, ["the model refused; its refusal is shown", "no citation found"]);
}

#[test]
fn complete_responses_in_an_array_are_a_batch() {
    let response = |words: &str| {
        let content = json!([{"type": "output_text", "text": words, "annotations": []}]);
        json!({"object": "response", "output": [{"type": "message", "content": content}]})
    };
    let array = json!([response("one"), response("two"), response("three")]);
    let input = Input::new("x.json", array.to_string().into_bytes());
    let cases = cases::open(input, None, &Families::default()).unwrap();
    let texts: Vec<String> =
        (0..cases.len()).map(|index| cases.read(index).unwrap().response.text).collect();
    assert_eq!(texts, ["one", "two", "three"]);
    assert_eq!(cases.format().name, "openai-responses");
}

#[test]
fn an_array_with_anything_else_in_it_stays_one_case() {
    let part = json!({"type": "output_text", "text": "a", "annotations": []});
    let array =
        json!([{"type": "message", "content": [part]}, {"type": "message", "content": [part]}]);
    let input = Input::new("x.json", array.to_string().into_bytes());
    assert_eq!(cases::open(input, None, &Families::default()).unwrap().len(), 1);
}

#[test]
fn a_batch_line_is_unwrapped() {
    let body: Value = serde_json::from_str(&text("openai-chat/search.response.json")).unwrap();
    let line = json!({"id": "batch_1", "custom_id": "q-1", "response": {"status_code": 200, "body": body}});
    assert_eq!(read_json(&line).response.citations.len(), 2);
}

#[test]
fn the_passages_of_a_file_search_are_shown() {
    let session = Session::samples("openai-responses/file-search.exchange.json", &[]);
    assert_snapshot!("openai_file_search", session.size(100, 24).picture());
}

#[test]
fn links_become_chips_with_their_words() {
    let session = Session::samples("openai-responses/web-search.response.json", &[]);
    assert_snapshot!("openai_web_search", session.size(100, 24).picture());
}

#[test]
fn no_recorded_span_is_repaired() {
    let Some(folder) = corpus() else { return };
    for row in rows(&["openai-responses", "openai-chat", "openai-assistants"]) {
        for inspection in row.inspect(&folder) {
            let mut notes = inspection.case.notes.iter();
            assert_eq!(notes.find(|note| note.contains("repaired")), None, "{}", row.file);
        }
    }
}

#[test]
fn a_lone_surrogate_is_reported_once() {
    let text = r#"{"object": "response", "output": [{"type": "message", "role": "assistant",
        "content": [{"type": "output_text", "text": "a\ud83d", "annotations": []}]}]}"#;
    let input = Input::new("r.json", text.into());
    let cases = cases::open(input, None, &Families::default()).unwrap();
    let expected = cases.read(0).unwrap().notes;
    assert_eq!(expected, ["1 lone surrogate shown as U+FFFD", "no citation found"]);
}
