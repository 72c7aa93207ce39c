//! Exports of `chatgpt`: branches, references and markers, sources from tools, offsets.

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::inspect;
use pincite::model::{AnchorKind, Case, Locator, SourceText};
use serde_json::{Value, json};

use crate::session::Session;

fn cases(name: &str, text: &str) -> cases::Cases {
    cases::open(Input::new(name, text.into()), None, &Families::default()).unwrap()
}

fn sample() -> cases::Cases {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/chatgpt-export/conversations.json");
    cases("conversations.json", &std::fs::read_to_string(path).unwrap())
}

/// Returns each citation as `covered words: ids`.
fn cited(case: &Case) -> Vec<String> {
    let described = |citation: &pincite::model::Citation| {
        let words = citation.anchor.span.slice(&case.response.text).unwrap();
        let words = words.replace(['\u{e200}', '\u{e201}'], "").replace('\u{e202}', "|");
        let ids: Vec<&str> = citation.targets.iter().map(|target| target.id.as_str()).collect();
        format!("{words}: {}", ids.join(" "))
    };
    case.response.citations.iter().map(described).collect()
}

/// A conversation whose one answer has this text and metadata.
fn conversation(text: &str, metadata: &Value) -> String {
    let answer = json!({"author": {"role": "assistant"}, "metadata": metadata,
                        "content": {"content_type": "text", "parts": [text]}});
    json!({"title": "T", "current_node": "b", "mapping": {
        "a": {"parent": null, "message": null}, "b": {"parent": "a", "message": answer}}})
    .to_string()
}

fn one(text: &str, metadata: &Value) -> Case {
    cases("c.json", &conversation(text, metadata)).read(0).unwrap()
}

#[test]
fn each_citing_answer_of_the_shown_branches_is_a_case() {
    let cases = sample();
    assert_eq!((cases.format().name, cases.len()), ("chatgpt-export", 2));
    assert_eq!(cases.reason(), "2 conversations with `mapping`");
    let case = cases.read(0).unwrap();
    assert_eq!(case.id, "Firing stoneware, message 2");
    assert!(case.question.unwrap().starts_with("At what temperature"));
    assert_eq!(case.notes, ["1 message of the chat is on another branch and not shown"]);
    assert_eq!(cases.read(1).unwrap().id, "The river, message 2");
}

#[test]
fn references_and_markers_are_one_citation() {
    let case = sample().read(0).unwrap();
    assert_eq!(
        cited(&case),
        [
            "cite|turn0search0|turn0search1: turn0search0 turn0search1",
            "filecite|turn1file0|L2-L3: turn1file0",
            "the club's rules forbid lead.: turn0news4",
            "cite|turn0news4: turn0news4",
        ]
    );
    assert_eq!(case.response.citations[2].anchor.kind, AnchorKind::Claim);
    let lines = Locator::Lines { first: 2, last: 3 };
    assert_eq!(case.response.citations[1].targets[0].locator, Some(lines));
    let cards: Vec<_> = case.response.cards.iter().map(|card| card.family.as_str()).collect();
    assert_eq!(cards, ["hidden", "hidden", "entity"]);
}

#[test]
fn places_count_code_points() {
    let case = sample().read(0).unwrap();
    assert_eq!(case.format.offsets(), Some("code points, end exclusive; 7 of 7 fit"));
}

#[test]
fn pages_and_files_that_tools_read_have_their_text() {
    let case = sample().read(0).unwrap();
    let source = |id: &str| case.sources.iter().find(|source| source.id == id).unwrap();
    assert!(source("turn0search0").excerpt);
    assert!(matches!(source("turn0search1").text, SourceText::Absent(_)));
    assert_eq!(source("turn1file0").divisions.len(), 3);
    assert!(!source("turn0news4").excerpt);
    let inspection = inspect(case);
    let passage = inspection.inspected[1].targets[0].passage().unwrap();
    assert_eq!((passage.first_line, passage.last_line), (Some(2), Some(3)));
}

#[test]
fn older_citations_find_their_bracket_when_shifted() {
    let case = sample().read(1).unwrap();
    let expected =
        ["【8†source】: https://river.example/gauge", "【9†source】: https://river.example/news"];
    assert_eq!(cited(&case), expected);
    assert!(case.notes[0].starts_with("2 spans repaired"), "{:?}", case.notes);
    assert!(case.response.citations[0].targets[0].quote.is_some());
}

#[test]
fn a_reference_without_marker_stands_by_its_words() {
    let words = "([clay](https://clay.example))";
    let text = format!("🔥 It matures. {words}");
    let reference = json!({"matched_text": words, "start_idx": 14, "end_idx": 14 + words.len(),
        "type": "webpage", "url": "https://clay.example", "title": "Clay", "snippet": "Matures."});
    let case = one(&text, &json!({"content_references": [reference]}));
    assert_eq!(cited(&case), [format!("{words}: https://clay.example")]);
    // Counted in a browser, the same place is one further.
    let reference = json!({"matched_text": words, "start_idx": 15, "end_idx": 15 + words.len(),
        "type": "webpage", "url": "https://clay.example"});
    let case = one(&text, &json!({"content_references": [reference]}));
    assert_eq!(case.format.offsets(), Some("utf16, end exclusive; 1 of 1 fit"));
}

#[test]
fn a_matched_blank_deletes_nothing_else() {
    let reference = json!({"matched_text": " ", "start_idx": 3, "end_idx": 4, "type": "hidden"});
    let cite = json!({"matched_text": "x", "start_idx": 4, "end_idx": 5, "type": "url",
                      "url": "https://x.example"});
    let case = one("a b x y", &json!({"content_references": [reference, cite]}));
    assert_eq!(case.response.cards.len(), 1);
    assert_eq!(case.response.text, "a b x y");
}

#[test]
fn a_file_reference_names_lines_when_the_marker_does_not() {
    let text = "So.\u{e200}filecite\u{e202}turn0file0\u{e201}";
    let file = json!({"matched_text": &text[3..], "start_idx": 3, "end_idx": 24, "type": "file",
        "name": "plan.md", "id": "file-1", "input_pointer": {"line_range_start": 4}});
    let case = one(text, &json!({"content_references": [file]}));
    let target = &case.response.citations[0].targets[0];
    assert_eq!(target.locator, Some(Locator::Lines { first: 4, last: 4 }));
    assert_eq!(case.sources[0].title.as_deref(), Some("plan.md"));
}

#[test]
fn shares_single_conversations_and_bare_messages_are_read() {
    let reference = json!({"matched_text": "x", "start_idx": 0, "end_idx": 1, "type": "url",
                           "url": "https://x.example"});
    let metadata = json!({"content_references": [reference]});
    let single: Value = serde_json::from_str(&conversation("x", &metadata)).unwrap();
    let share = json!({"serverResponse": {"type": "data", "data": single}});
    let message = single["mapping"]["b"]["message"].clone();
    for value in [single, share, message] {
        let case = cases("c.json", &value.to_string()).read(0).unwrap();
        assert_eq!(cited(&case), ["x: https://x.example"]);
        assert_eq!(case.format.name, "chatgpt-export");
    }
}

#[test]
fn a_circle_of_messages_and_odd_types_do_no_harm() {
    let node = |parent: &str| {
        json!({"parent": parent, "message": {"author": {"role": "assistant"},
        "metadata": {"content_references": [{"type": 3}, 4, {"type": "url"}]},
        "content": {"parts": [3, "text", {"image": 1}]}}})
    };
    let text =
        json!({"current_node": "b", "mapping": {"a": node("b"), "b": node("a")}}).to_string();
    let cases = cases("c.json", &text);
    assert_eq!(cases.len(), 2);
    let case = cases.read(0).unwrap();
    assert_eq!(case.response.text, "text");
    assert!(case.notes.contains(&"2 parts of the message left out: no text".to_owned()));
}

/// A conversation in which each question has its search, which lists these pages under
/// `turn0search0` and so on, and an answer that cites these ids.
fn searched(turns: &[(&[&str], &[&str])]) -> cases::Cases {
    let mut mapping = serde_json::Map::new();
    let mut parent = Value::Null;
    let mut node = |message: Value| {
        let id = mapping.len().to_string();
        mapping.insert(id.clone(), json!({"parent": parent, "message": message}));
        parent = json!(id);
    };
    for (pages, ids) in turns {
        node(json!({"author": {"role": "user"}, "content": {"parts": ["Why?"]}}));
        let entry = |(index, page): (usize, &&str)| {
            json!({"url": page, "snippet": format!("What {page} says."),
                "ref_id": {"turn_index": 0, "ref_type": "search", "ref_index": index}})
        };
        let entries: Vec<Value> = pages.iter().enumerate().map(entry).collect();
        node(json!({"author": {"role": "tool"},
            "metadata": {"search_result_groups": [{"entries": entries}]}}));
        let marker = ids.iter().map(|id| format!("\u{e202}{id}"));
        let text = format!("So.\u{e200}cite{}\u{e201}", marker.collect::<String>());
        node(json!({"author": {"role": "assistant"}, "content": {"parts": [text]}}));
    }
    let last = parent.clone();
    cases("c.json", &json!({"current_node": last, "mapping": mapping}).to_string())
}

#[test]
fn an_answer_has_what_was_found_for_it_and_what_it_cites() {
    let cases = searched(&[
        (&["https://a.example", "https://b.example"], &["turn0search0"]),
        (&["https://c.example"], &["turn0search0", "turn0search1"]),
    ]);
    let urls = |index: usize| -> Vec<String> {
        let sources = cases.read(index).unwrap().sources;
        sources.into_iter().filter_map(|source| source.url).collect()
    };
    assert_eq!(urls(0), ["https://a.example", "https://b.example"]);
    // The ids begin anew: the nearest page of that id is meant.
    assert_eq!(urls(1), ["https://c.example", "https://b.example"]);
}

#[test]
fn the_cases_of_a_long_conversation_share_its_sources() {
    let pages = ["https://a.example", "https://b.example"];
    let cases = searched(&vec![(pages.as_slice(), ["turn0search0"].as_slice()); 50]);
    assert_eq!(cases.len(), 50);
    let sources = (0..50).map(|index| cases.read(index).unwrap().sources.len());
    assert_eq!(sources.sum::<usize>(), 100);
    let text = || match cases.read(7).unwrap().sources.swap_remove(0).text {
        SourceText::Inline(text) => text,
        other => panic!("{other:?}"),
    };
    assert!(std::sync::Arc::ptr_eq(&text(), &text()));
}

#[test]
fn the_sample_opens_with_its_passage() {
    let session = Session::samples("chatgpt-export/conversations.json", &[]).size(110, 30);
    insta::assert_snapshot!(session.press("nn").picture());
}
