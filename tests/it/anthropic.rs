//! Anthropic Messages: samples of every kind of citation, and the recorded corpus.

use std::path::Path;

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::{Inspection, inspect_with};
use pincite::model::{AnchorKind, Citation, Locator, Target};
use pincite::resolve::{How, Resolution};
use pincite::text::fold::Folded;
use serde_json::Value;

use crate::corpus::corpus;
use crate::corpus_table::rows;
use crate::session::{Session, extractor};

/// Opens a response with requests beside it, as the command line does.
fn open(response: (&str, &str), requests: &[&str]) -> Inspection {
    let input = |name: &str, text: &str| Input::new(name, text.as_bytes().to_vec());
    let cases = cases::open(input(response.0, response.1), None, &Families::default()).unwrap();
    let companions = requests
        .iter()
        .flat_map(|text| cases::companion_of(&input("request.json", text)).expect("a request"));
    let cases = cases.with_companions(companions.collect());
    assert_eq!(cases.len(), 1, "{}", response.0);
    inspect_with(cases.read(0).unwrap(), &extractor())
}

fn sample(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/anthropic");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// Returns every target with its resolution, in order.
fn targets(inspection: &Inspection) -> Vec<(&Target, &Resolution)> {
    let citations = inspection.case.response.citations.iter().zip(&inspection.inspected);
    citations.flat_map(|(citation, found)| citation.targets.iter().zip(&found.targets)).collect()
}

fn passage(inspection: &Inspection, resolution: &Resolution) -> Option<String> {
    let passage = resolution.passage()?;
    let store = inspection.stores[passage.source].as_ref().unwrap();
    Some(store.read(passage.span, usize::MAX))
}

fn claim<'i>(inspection: &'i Inspection, citation: &Citation) -> &'i str {
    assert_eq!(citation.anchor.kind, AnchorKind::Claim);
    citation.anchor.span.slice(&inspection.case.response.text).unwrap()
}

/// Returns, for each target, the id, the step that found it, and the words.
fn shown(inspection: &Inspection) -> Vec<(String, Option<How>, String)> {
    let shown = targets(inspection).into_iter().map(|(target, resolution)| {
        let words = passage(inspection, resolution).unwrap_or_default();
        (target.id.clone(), resolution.passage().map(|passage| passage.how), words)
    });
    shown.collect()
}

fn expected(rows: &[(&str, How, &str)]) -> Vec<(String, Option<How>, String)> {
    rows.iter().map(|(id, how, words)| ((*id).into(), Some(*how), (*words).into())).collect()
}

const DOCUMENTS: [(&str, How, &str); 7] = [
    ("document 0", How::Offset, "The cellar is kept at twelve degrees. "),
    ("document 0", How::Offset, "Wheels are turned every second day.\n"),
    (
        "document 0",
        How::Offset,
        "Rind is washed with \u{201c}brine\u{201d}, never with plain water. ",
    ),
    ("document 1", How::Block, "Bread is baked at four.\nThe oven cools by noon."),
    ("document 2", How::Page, "One wheel:\nforty."),
    ("search result 0", How::Block, "It is checked on arrival."),
    ("document 3", How::Offset, "salt is weighed, not counted."),
];

#[test]
fn a_response_beside_its_request_is_shown_in_the_sources() {
    let response = sample("documents.response.json");
    let inspection = open(("r.json", &response), &[&sample("documents.request.json")]);
    assert_eq!(shown(&inspection), expected(&DOCUMENTS));
    assert_eq!(inspection.case.sources.len(), 5);
    let first = &inspection.case.response.citations[0];
    assert!(claim(&inspection, first).starts_with("the cellar has twelve degrees"));
    assert_eq!(first.targets.len(), 2);
    let pages = &inspection.case.response.citations[3].targets[0].locator;
    assert_eq!(*pages, Some(Locator::Pages { first: 3, last: 3 }));
    assert!(inspection.case.response.text.starts_with("In short:\n- the cellar"));
}

#[test]
fn an_index_that_the_request_does_not_hold_is_unresolved() {
    for odd in ["77", "-1", "0.5", "4294967296", "1e300", "\"0\""] {
        let response: Value = serde_json::from_str(&sample("documents.response.json")).unwrap();
        let mut exchange: Value = serde_json::from_str(&pair()).unwrap();
        let mut response = response;
        for side in [&mut response, &mut exchange["response"]] {
            let citation = &mut side["content"][1]["citations"][0];
            assert_eq!(citation["document_index"], 0);
            citation["document_index"] = serde_json::from_str(odd).unwrap();
        }
        let request = sample("documents.request.json");
        for inspection in [
            open(("pair.json", &exchange.to_string()), &[]),
            open(("r.json", &response.to_string()), &[&request]),
        ] {
            let (target, resolution) = targets(&inspection)[0];
            assert!(target.id.starts_with("document "), "{odd}: {}", target.id);
            assert!(resolution.passage().is_none(), "{odd}: {resolution:?}");
            assert_eq!(inspection.unresolved(), 1, "{odd}");
            assert!(!inspection.case.notes.is_empty(), "{odd}");
        }
    }
}

#[test]
fn a_recorded_exchange_says_how_its_offsets_were_read() {
    let inspection = open(("pair.json", &pair()), &[]);
    assert_eq!(shown(&inspection), expected(&DOCUMENTS));
    let case = &inspection.case;
    let reading = "code points, end exclusive; 4 of 4 fit, in the source";
    assert_eq!(case.format.offsets(), Some(reading));
    let asked = "How is the cheese kept, and when is bread baked?";
    assert_eq!(case.question.as_deref(), Some(asked));
    assert!(case.notes.is_empty(), "{:?}", case.notes);
}

#[test]
fn offsets_in_other_units_are_recognised_by_the_cited_words() {
    let pair = pair();
    // The source begins with an umlaut and an emoji: UTF-16 counts one more, bytes four more.
    for (shift, unit) in [(1, "utf16"), (4, "bytes")] {
        let mut pair: Value = serde_json::from_str(&pair).unwrap();
        let block = &mut pair["response"]["content"][1];
        for key in ["start_char_index", "end_char_index"] {
            for citation in block["citations"].as_array_mut().unwrap() {
                citation[key] = (citation[key].as_u64().unwrap() + shift).into();
            }
        }
        pair["response"]["content"].as_array_mut().unwrap().truncate(2);
        let inspection = open(("pair.json", &pair.to_string()), &[]);
        let reading = inspection.case.format.offsets().unwrap();
        assert!(reading.starts_with(unit), "{reading}");
        assert_eq!(shown(&inspection), expected(&DOCUMENTS[..2]));
    }
}

#[test]
fn a_response_alone_shows_the_words_it_repeats() {
    let inspection = open(("r.json", &sample("documents.response.json")), &[]);
    assert_eq!(inspection.unresolved(), 0);
    for (target, resolution) in targets(&inspection) {
        let words = passage(&inspection, resolution).unwrap();
        assert_eq!(words, target.quote.as_deref().unwrap().trim(), "{}", target.id);
    }
    assert!(inspection.case.sources.iter().all(|source| source.excerpt));
    let titles = inspection.case.sources.iter().filter_map(|source| source.title.as_deref());
    assert_eq!(titles.collect::<Vec<_>>(), ["cellar.txt", "bakery", "prices.pdf", "Milk", "salt"]);
}

#[test]
fn a_stream_equals_its_message() {
    let message = open(("r.json", &sample("documents.response.json")), &[]).case;
    let stream = sample("documents.response.sse");
    let case = open(("r.sse", &stream), &[]).case;
    assert_eq!((&case.response.text, &case.sources), (&message.response.text, &message.sources));
    assert_eq!(case.response.citations, message.response.citations);
    let lines: Vec<&str> = stream.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
    let case = open(("r.chunks.txt", &lines.join("\n")), &[]).case;
    assert_eq!(case.response, message.response);
    assert!(case.notes.is_empty(), "{:?}", case.notes);
}

#[test]
fn a_stream_cut_anywhere_still_opens() {
    let stream = sample("documents.response.sse");
    let whole = open(("r.sse", &stream), &[]).case.response.text;
    let first = stream.find("\n\n").unwrap() + 2;
    let last = stream.rfind("event: message_stop").unwrap();
    for end in (first..last).step_by(97) {
        let (part, rest) = stream.split_at(stream.floor_char_boundary(end));
        let case = open(("r.sse", part), &[]).case;
        assert!(whole.starts_with(&case.response.text), "{end}");
        assert!(case.notes.iter().any(|note| note.contains("cut off")), "{end}: {:?}", case.notes);
        // The rest, without its beginning.
        let rest = rest.split_once("\n\n").map_or("", |(_, rest)| rest);
        if rest.contains("content_block_delta") {
            let case = open(("r.sse", rest), &[]).case;
            assert!(whole.ends_with(&case.response.text), "{end}");
        }
    }
}

#[test]
fn web_pages_show_the_cited_words_and_fetched_ones_their_text() {
    let inspection = open(("r.json", &sample("web.response.json")), &[]);
    let all = targets(&inspection);
    let words = passage(&inspection, all[0].1).unwrap();
    assert!(words.ends_with("stays shut") && all[0].0.id == "https://tower.example/visit");
    let found = shown(&inspection);
    assert_eq!(found[1], expected(&[("document 1", How::Offset, "Adults pay five. ")])[0]);
    assert_eq!(found[2].1, None, "nothing is repeated of the second page");
    let dream = expected(&[("dream_location", How::Quote, "It was a dream.")]);
    assert_eq!(found[3], dream[0]);
    let notes = [
        "1 citation of unknown type kept: `dream_location`",
        "a web search failed: `max_uses_exceeded`",
    ];
    assert_eq!(inspection.case.notes, notes);
    let fetched = &inspection.case.sources[0];
    assert_eq!(fetched.url.as_deref(), Some("https://tower.example/fees"));
}

#[test]
fn the_last_cited_turn_of_a_conversation_is_shown() {
    let mut request: Value = serde_json::from_str(&sample("documents.request.json")).unwrap();
    let response: Value = serde_json::from_str(&sample("documents.response.json")).unwrap();
    let turn = |text: &str| serde_json::json!({"role": "user", "content": text});
    let messages = request["messages"].as_array_mut().unwrap();
    messages.push(serde_json::json!({"role": "assistant", "content": response["content"]}));
    messages.push(turn("Thank you."));
    messages.push(serde_json::json!({"role": "assistant", "content": "You are welcome."}));
    messages.push(turn("And tea?"));
    let list = request["messages"].to_string();
    for text in [request.to_string(), list] {
        let inspection = open(("chat.json", &text), &[]);
        assert_eq!(shown(&inspection), expected(&DOCUMENTS));
        let notes = &inspection.case.notes;
        assert_eq!(notes[0], "only the last turn with citations is shown");
    }
}

#[test]
fn a_paused_turn_is_continued_and_other_messages_stand_apart() {
    let message = |text: &str, stop: &str| {
        serde_json::json!({"type": "message", "role": "assistant", "stop_reason": stop, "id": text,
            "content": [{"type": "text", "text": text}]})
    };
    let several = serde_json::json!([
        message("One, ", "pause_turn"),
        message("two.", "end_turn"),
        message("Three.", "end_turn"),
    ]);
    let case = open(("r.json", &several.to_string()), &[]).case;
    assert_eq!(case.response.text, "One, two.\n\nThree.");
}

#[test]
fn wrong_types_cost_only_themselves() {
    let text = r#"{"type": "message", "role": "assistant", "content": [7,
        {"type": "text", "text": "A", "citations": "none"},
        {"type": "text", "text": "B", "citations": [null, {"type": "char_location",
            "cited_text": "b", "document_index": -1, "start_char_index": "x",
            "end_char_index": 3, "document_title": "T"}]}]}"#;
    let inspection = open(("r.json", text), &[]);
    assert_eq!(inspection.case.response.text, "AB");
    assert_eq!(shown(&inspection), [("document -1".to_owned(), None, String::new())]);
    let notes = [
        "`content[0]` should be an object but is a number",
        "`content[1].citations` should be a list but is a text",
        "`content[2].citations[0]` should be an object but is null",
        "`content[2].citations[1].document_index` should be a whole number from 0 on but is a \
         number",
        "`content[2].citations[1].start_char_index` should be a whole number from 0 on but is a \
         text",
    ];
    assert_eq!(inspection.case.notes, notes);
}

#[test]
fn impossible_ranges_are_reported() {
    let cited = |start: u64, end: u64| {
        let citation = serde_json::json!({"type": "char_location", "cited_text": "x",
            "document_index": 0, "start_char_index": start, "end_char_index": end});
        let message = serde_json::json!({"type": "message", "role": "assistant",
            "content": [{"type": "text", "text": "A", "citations": [citation]}]});
        open(("r.json", &message.to_string()), &[]).case.notes
    };
    assert_eq!(cited(8, 3), ["`content[0].citations[0]` ends before it starts: chars 8-3"]);
    let note = "`content[0].citations[0].end_char_index` is 18446744073709551615: no source is so \
                long";
    assert_eq!(cited(0, u64::MAX), [note]);
}

#[test]
fn a_document_beyond_the_request_is_reported() {
    let text = pair().replace("\"document_index\": 3", "\"document_index\": 9");
    let inspection = open(("pair.json", &text), &[]);
    let note = "1 source cited but not in the request: `document 9`";
    assert!(inspection.case.notes.iter().any(|own| own == note), "{:?}", inspection.case.notes);
}

#[test]
fn leaked_tags_are_read_in_text_and_in_payloads() {
    let text = sample("leaked.md");
    let plain = open(("leaked.md", &text), &[]).case;
    assert_eq!(plain.format.name, "claude-inline");
    let claims: Vec<_> = plain.response.citations.iter().map(|c| c.anchor.span).collect();
    let claims: Vec<_> = claims.iter().map(|span| span.slice(&text).unwrap()).collect();
    assert_eq!(claims, ["the lamp is lit at dusk", "put out at dawn"]);
    let message = serde_json::json!({"type": "message", "role": "assistant",
        "content": [{"type": "text", "text": text, "citations": null}]});
    let case = open(("r.json", &message.to_string()), &[]).case;
    assert_eq!((case.format.name, &case.response), ("anthropic", &plain.response));
}

#[test]
fn the_sample_opens_with_its_passage() {
    let session = Session::open(("pair.json", &pair()), &[]).size(100, 24);
    insta::assert_snapshot!(session.picture());
}

#[test]
fn leaked_tags_are_hidden_and_their_claims_shown() {
    let document = "claude-inline/document 1.txt";
    let session = Session::samples("claude-inline/answer.md", &[document]).size(120, 40);
    insta::assert_snapshot!("claude_inline", session.press("n").picture());
}

/// Returns the sample as a recorded exchange.
fn pair() -> String {
    let [request, response] = ["documents.request.json", "documents.response.json"].map(sample);
    format!("{{\"request\": {request}, \"response\": {response}}}")
}

#[test]
fn recorded_citations_show_the_words_they_repeat() {
    let Some(folder) = corpus() else { return };
    for row in rows(&["anthropic"]) {
        let file = row.file;
        for inspection in row.inspect(&folder) {
            for (target, resolution) in targets(&inspection) {
                let quote = target.quote.as_deref().unwrap();
                let words = passage(&inspection, resolution).unwrap();
                // Web quotes are cut with an ellipsis that the page does not have.
                let quote = quote.trim().trim_end_matches("...").trim_end();
                let normalised = resolution.passage().unwrap().normalised;
                let folded = |text: &str| {
                    if normalised { Folded::new(text).as_str().to_owned() } else { text.to_owned() }
                };
                assert_eq!(folded(words.trim()), folded(quote), "{file}");
                let stated = matches!(target.locator, Some(Locator::Chars { .. }));
                let how = resolution.passage().unwrap().how;
                assert_eq!(how == How::Offset, stated && row.is_beside_sources(), "{file}");
            }
        }
    }
}
