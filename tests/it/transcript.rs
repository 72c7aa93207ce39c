//! Whole conversations: results of tools as sources, turns counted by call, in every interface.

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::inspect;
use pincite::model::Case;
use serde_json::{Value, json};

use crate::relatives::{cited, ids};
use crate::session::Session;

fn cases(name: &str, bytes: Vec<u8>) -> cases::Cases {
    cases::open(Input::new(name, bytes), None, &Families::default()).unwrap()
}

fn sample(name: &str) -> Case {
    let path = format!("{}/samples/transcript/{name}", env!("CARGO_MANIFEST_DIR"));
    cases(name, std::fs::read(path).unwrap()).read(0).unwrap()
}

fn read(value: &Value) -> Case {
    let cases = cases("x.json", value.to_string().into_bytes());
    assert_eq!(cases.format().name, "transcript");
    cases.read(0).unwrap()
}

fn marker(id: &str) -> String {
    format!("\u{e200}cite\u{e202}{id}\u{e201}")
}

/// Returns a conversation in which the `search` tool gave back each of `results`, one call each.
fn searched(results: &[Value], answer: &str) -> Value {
    let mut messages = vec![json!({"role": "user", "content": "Why?"})];
    for (index, result) in results.iter().enumerate() {
        let call = json!({"id": format!("c{index}"), "function": {"name": "search"}});
        messages.push(json!({"role": "assistant", "tool_calls": [call]}));
        messages
            .push(json!({"role": "tool", "tool_call_id": format!("c{index}"), "content": result}));
    }
    messages.push(json!({"role": "assistant", "content": answer}));
    json!({"messages": messages})
}

#[test]
fn every_interface_gives_the_same_case() {
    let chat = sample("chat.json");
    assert_eq!(ids(&chat), ["turn0search0", "turn0search1", "turn1search0"]);
    assert_eq!(chat.question.as_deref().unwrap().len(), 59);
    for name in ["exchange.json", "responses.json", "anthropic.json", "gemini.json", "bedrock.json"]
    {
        let other = sample(name);
        assert_eq!(other.response, chat.response, "{name}");
        assert_eq!(other.sources, chat.sources, "{name}");
        assert_eq!(other.question, chat.question, "{name}");
    }
}

#[test]
fn turns_are_counted_by_call_not_by_result() {
    let inspection = inspect(sample("chat.json"));
    assert_eq!(inspection.unresolved(), 1);
    let found: Vec<bool> =
        inspection.inspected.iter().map(|finding| finding.targets[0].passage().is_some()).collect();
    assert_eq!(found, [true, true, true, false]);
}

#[test]
fn ids_that_the_results_present_stand_above_the_count() {
    let result_text =
        format!("Citation Marker: {}\n[L1] It rose.\n[L2] By two.\n", marker("turn7file3"));
    let case =
        read(&searched(&[json!(result_text)], &format!("It rose. {}", marker("turn7file3"))));
    assert_eq!(ids(&case), ["turn7file3"]);
    assert_eq!(inspect(case).unresolved(), 0);
    let own = json!([{"id": "doc-a", "text": "It rose."}]).to_string();
    let case = read(&searched(&[json!(own)], &format!("It rose. {}", marker("doc-a"))));
    assert_eq!((ids(&case), inspect(case.clone()).unresolved()), (vec!["doc-a"], 0));
}

#[test]
fn turns_may_be_counted_from_the_last_question() {
    let page = |text: &str| json!(json!({"results": [{"title": "T", "text": text}]}).to_string());
    let mut first =
        searched(&[page("a"), page("b")], "So.")["messages"].as_array().unwrap().clone();
    let answer = format!("It rose. {}{}", marker("turn0file0"), marker("turn1file0"));
    let second = searched(&[page("c"), page("d"), page("e")], &answer);
    first.extend(second["messages"].as_array().unwrap().clone());
    // Counted from the beginning, both turns are there as well: that count is taken.
    assert_eq!(ids(&read(&json!(first)))[..2], ["turn0file0", "turn1file0"]);
    let early: Vec<Value> =
        first.iter().filter(|message| message["content"] != page("a")).cloned().collect();
    let case = read(&json!(early));
    let note = "turns are counted from the last question: 2 calls before it";
    assert!(case.notes.contains(&note.to_owned()), "{:?}", case.notes);
    assert_eq!(inspect(case).unresolved(), 0);
}

#[test]
fn numbers_mean_the_results_in_their_order() {
    let results = json!({"results": [{"text": "It rose."}, {"text": "It fell."}]}).to_string();
    let case = read(&searched(&[json!(results)], "It rose [1]. It fell [2]. It stood [3]."));
    assert_eq!(cited(&case), ["[1]: 1", "[2]: 2", "[3]: 3"]);
    assert_eq!(inspect(case).unresolved(), 1);
}

#[test]
fn a_prompt_that_presents_sources_needs_no_tools() {
    let prompt = "Answer from these.\n<source id=\"1\" name=\"A\">It rose by two.</source>\n";
    let value = json!({"messages": [{"role": "system", "content": prompt},
        {"role": "user", "content": "Did it?"}, {"role": "assistant", "content": "It rose [1]."}]});
    let cases = cases("x.json", value.to_string().into_bytes());
    assert_eq!(cases.reason(), "a conversation whose prompt presents sources");
    assert_eq!(inspect(cases.read(0).unwrap()).unresolved(), 0);
}

#[test]
fn a_call_that_failed_gives_no_source() {
    let value = json!([{"role": "user", "content": "Why?"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "look"}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "is_error": true, "content": "no"}]},
        {"role": "assistant", "content": [{"type": "text", "text": "I do not know."}]}]);
    let case = read(&value);
    assert_eq!(case.sources, []);
    assert!(case.notes.contains(&"call 0 of `look` failed: it gave no source".to_owned()));
}

#[test]
fn answers_with_citations_of_their_interface_stay_with_its_dialect() {
    let block = json!({"type": "text", "text": "It rose.", "citations": [
        {"type": "char_location", "cited_text": "It rose.", "document_index": 0, "document_title": "T",
         "start_char_index": 0, "end_char_index": 8}]});
    let value = json!({"messages": [{"role": "user", "content": "Why?"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "look"}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "x"}]},
        {"role": "assistant", "content": [block]}]});
    let cases = cases("x.json", value.to_string().into_bytes());
    assert_eq!(cases.format().name, "anthropic");
    // A saved reply is no conversation, a row with a question is none either.
    for value in [
        json!({"role": "assistant", "content": "It rose [1]."}),
        json!({"input": "q", "output": "It rose [1]."}),
    ] {
        assert_eq!(self::cases("x.json", value.to_string().into_bytes()).format().name, "rows");
    }
}

#[test]
fn each_line_of_a_batch_is_a_conversation() {
    let line = searched(&[json!("It rose by two.")], "It rose [1].").to_string();
    let cases = cases("x.jsonl", format!("{line}\n{line}\n").into_bytes());
    assert_eq!((cases.len(), cases.format().name), (2, "transcript"));
}

#[test]
fn many_calls_take_no_longer_than_they_are_long() {
    let calls: Vec<Value> = (0..20_000)
        .map(|index| json!({"type": "function_call_output", "call_id": format!("c{index}"), "output": "x"}))
        .collect();
    let said: Vec<String> = (0..20_000).map(|index| marker(&format!("turn{index}file0"))).collect();
    let answer = said.join(" So. ");
    let value = json!({"input": calls, "output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": answer}]}]});
    let case = read(&value);
    assert_eq!((case.sources.len(), case.response.citations.len()), (20_000, 20_000));
}

#[test]
fn a_conversation_opens() {
    let session = Session::samples("transcript/chat.json", &[]).size(110, 20).press("n");
    insta::assert_snapshot!(session.picture());
}
