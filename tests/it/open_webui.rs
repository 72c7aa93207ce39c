//! Exports of `open-webui`, and events: groups, numbers, branches, marks.

use pincite::cases;
use pincite::cases::companion_of;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::{Inspection, inspect};
use pincite::model::{Case, SourceText};
use serde_json::{Value, json};

use crate::session::Session;

fn cases(name: &str, text: &str) -> cases::Cases {
    cases::open(Input::new(name, text.into()), None, &Families::default()).unwrap()
}

fn sample(name: &str) -> cases::Cases {
    let path = format!("{}/samples/open-webui/{name}", env!("CARGO_MANIFEST_DIR"));
    cases(name, &std::fs::read_to_string(path).unwrap())
}

/// Returns each citation as `raw: ids`.
fn cited(case: &Case) -> Vec<String> {
    let ids = |targets: &[pincite::model::Target]| {
        targets.iter().map(|target| target.id.clone()).collect::<Vec<_>>().join(" ")
    };
    let citations = case.response.citations.iter();
    citations.map(|citation| format!("{}: {}", citation.raw, ids(&citation.targets))).collect()
}

fn text(case: &Case, source: usize) -> &str {
    match &case.sources[source].text {
        SourceText::Inline(text) => text,
        other => panic!("{other:?}"),
    }
}

/// Returns a chat of one question and one answer.
fn chat(content: &str, fields: &Value) -> String {
    let mut answer = json!({"id": "b", "parentId": "a", "role": "assistant", "content": content});
    for (name, value) in fields.as_object().unwrap() {
        answer[name] = value.clone();
    }
    let question = json!({"id": "a", "parentId": null, "role": "user", "content": "Why?"});
    let messages = json!({"a": question, "b": answer});
    json!([{"chat": {"title": "T", "history": {"currentId": "b", "messages": messages}}}])
        .to_string()
}

fn record(name: &str, metadata: &[Value]) -> Value {
    let texts: Vec<String> =
        (1..=metadata.len()).map(|number| format!("{name} chunk {number}")).collect();
    json!({"source": {"name": name}, "document": texts, "metadata": metadata})
}

#[test]
fn an_export_is_one_case_for_each_answer_with_sources() {
    let cases = sample("export.json");
    assert_eq!(cases.format().name, "open-webui");
    assert_eq!(cases.reason(), "3 chats with `history.messages`");
    let ids: Vec<String> = (0..cases.len()).map(|index| cases.read(index).unwrap().id).collect();
    assert_eq!(ids, ["Kiln safety, message 2", "Glazes, message 2", "Glazes, message 4"]);
}

#[test]
fn the_branch_that_is_shown_is_read() {
    let case = sample("export.json").read(0).unwrap();
    assert_eq!(case.question.as_deref(), Some("How do I fire earthenware?"));
    assert!(case.response.text.contains("ten days"));
    assert!(case.notes.iter().any(|note| note.starts_with("2 messages of the chat are on other")));
}

#[test]
fn numbers_open_groups_of_chunks() {
    let case = sample("export.json").read(0).unwrap();
    let expected = ["[1]: 1", "[2][3]: 2 3", "[1#page=3]: 1", "[1,3]: 1 3", "[7]: 7"];
    assert_eq!(cited(&case), expected);
    let manual = &case.sources[0];
    assert_eq!(manual.title.as_deref(), Some("kiln-manual.pdf"));
    assert_eq!(manual.score, Some(0.71));
    assert!(manual.metadata.contains(&("distance".to_owned(), "0.71, 0.64".to_owned())));
    let chunks: Vec<&str> = manual
        .divisions
        .iter()
        .map(|division| division.span.slice(text(&case, 0)).unwrap())
        .collect();
    assert_eq!(chunks.len(), 2);
    assert!(chunks[1].starts_with("Let the kiln cool"));
    assert_eq!(case.sources[2].url.as_deref(), Some("https://pottery.example/drying"));
    let Inspection { inspected, .. } = inspect(case);
    let missing = |index: usize| inspected[index].targets.iter().any(|it| it.passage().is_none());
    assert_eq!((0..5).map(missing).collect::<Vec<_>>(), [false, false, false, false, true]);
}

#[test]
fn folded_blocks_are_cards_without_marks_and_no_part_of_a_claim() {
    let case = sample("export.json").read(0).unwrap();
    assert_eq!(case.response.cards[0].label.as_deref(), Some("[Thought for 4 seconds]"));
    let Inspection { case, inspected, .. } = inspect(case);
    let claim = inspected[0].claim.unwrap().span.slice(&case.response.text).unwrap();
    assert!(claim.starts_with("Earthenware is fired"), "{claim}");
}

#[test]
fn distances_that_are_no_similarities_are_no_score() {
    let case = sample("export.json").read(1).unwrap();
    assert_eq!(case.sources[0].score, None);
    assert!(case.sources[0].metadata.contains(&("distance".to_owned(), "1.31, 1.4".to_owned())));
}

#[test]
fn tool_results_make_numbers_ambiguous_and_both_readings_are_offered() {
    let tool = json!({"source": {"name": "TOOL:x"}, "document": ["t"], "tool_result": true,
                      "metadata": [{"source": "TOOL:x"}]});
    let records = json!([tool, record("a.md", &[json!({"source": "a.md"})])]);
    let time = 1_760_000_000;
    let chat = chat("So [1].", &json!({"sources": records, "timestamp": time}));
    let case = cases("export.json", &chat).read(0).unwrap();
    assert_eq!(cited(&case), ["[1]: 1 2"]);
    assert_eq!(
        case.notes,
        ["numbers are read as the app opens them; if tool results were not counted, as in some \
          versions, `[1]` means source 2: both are offered"]
    );
}

#[test]
fn old_answers_may_have_a_number_for_each_file_or_chunk() {
    let same = |file: &str| json!({"source": "notes.md", "file_id": file});
    let records = json!([
        record("notes.md", &[same("f1"), same("f2")]),
        record("b.md", &[json!({"source": "b.md", "file_id": "f3"})])
    ]);
    let chat = |time: u64| {
        let chat = chat("So [2][3].", &json!({"citations": records, "timestamp": time}));
        cases("export.json", &chat).read(0).unwrap()
    };
    let old = chat(1_735_000_000);
    assert_eq!(cited(&old), ["[2][3]: 2 3 1"]);
    assert!(old.notes[0].contains("if each file had a number of its own"), "{:?}", old.notes);
    assert!(old.notes[0].contains("`[2]` means source 1 and `[3]` means source 2"));
    // Later versions count groups; `[3]` is beyond them, and only counting chunks explains it.
    let new = chat(1_760_000_000);
    assert!(new.notes[0].contains("if each chunk had a number of its own"), "{:?}", new.notes);
}

#[test]
fn chunks_without_any_id_are_one_source_and_empty_ids_are_reported() {
    let records = json!([
        record("", &[json!({}), json!({"source": null})]),
        record("b", &[json!({"source": ""})])
    ]);
    let case = cases("x.json", &chat("So [1].", &json!({"sources": records}))).read(0).unwrap();
    assert_eq!(case.sources.len(), 2);
    assert_eq!(case.sources[0].title.as_deref(), Some("N/A"));
    assert_eq!(text(&case, 0), " chunk 1\n\n chunk 2");
}

#[test]
fn sources_stand_above_citations_even_when_empty() {
    let own = [record("a", &[json!({"source": "a"})])];
    let chat = chat("So [1].", &json!({"sources": [], "citations": own}));
    let case = cases("x.json", &chat).read(0).unwrap();
    assert!(case.sources.is_empty());
    assert_eq!(case.question.as_deref(), Some("Why?"));
}

#[test]
fn chips_that_bear_another_name_are_reported() {
    let case = sample("export.json").read(1).unwrap();
    assert!(case.notes.iter().any(|note| note.contains("`[2]` bears the name `shop.html`")));
}

#[test]
fn events_in_every_wrapping_give_the_same_case() {
    let lines = {
        let path = format!("{}/samples/open-webui/events.jsonl", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    };
    let list = format!("[{}]", lines.trim().replace('\n', ","));
    let events = |line: &str| format!("data: {line}\n\n");
    let stream = lines.lines().map(events).collect::<Vec<_>>().concat();
    let inside = |line: &str| {
        format!("data: {{\"chat_id\":\"c\",\"message_id\":\"m\",\"data\":{line}}}\n\n")
    };
    let socket = lines.lines().map(inside).collect::<Vec<_>>().concat();
    for (name, text) in
        [("e.jsonl", &lines), ("e.json", &list), ("e.sse", &stream), ("s.sse", &socket)]
    {
        let cases = cases(name, text);
        assert_eq!((cases.len(), cases.format().name), (1, "open-webui"), "{name}");
        let case = cases.read(0).unwrap();
        assert_eq!(case.response.text, "Dry it for ten days [1], then fire to 1060 °C [2].");
        assert_eq!(cited(&case), ["[1]: 1", "[2]: 2"], "{name}");
        assert_eq!(case.sources[1].title.as_deref(), Some("kiln-manual.pdf"));
    }
}

#[test]
fn a_stream_with_early_sources_is_read_and_a_cut_one_too() {
    let case = sample("stream.sse").read(0).unwrap();
    assert_eq!(cited(&case), ["[1]: 1"]);
    let path = format!("{}/samples/open-webui/stream.sse", env!("CARGO_MANIFEST_DIR"));
    let whole = std::fs::read_to_string(path).unwrap();
    let cut = &whole[..whole.len() - 40];
    assert!(cases("cut.sse", cut).read(0).unwrap().response.text.starts_with("Fire it"));
}

#[test]
fn a_completion_event_and_a_message_alone_are_cases() {
    let records = json!([record("NASA", &[json!({"source": "https://nasa.example/light"})])]);
    let event = json!({"type": "chat:completion",
                       "data": {"content": "Fast [1].", "done": true, "sources": records}});
    let message = json!({"role": "assistant", "content": "Fast [1].", "sources": records});
    for value in [event, message] {
        let case = cases("x.json", &value.to_string()).read(0).unwrap();
        assert_eq!((cited(&case), case.format.name), (vec!["[1]: 1".to_owned()], "open-webui"));
        assert_eq!(case.sources[0].url.as_deref(), Some("https://nasa.example/light"));
    }
}

#[test]
fn source_events_without_text_are_sources_for_another_answer() {
    let event = json!({"type": "source", "data": record("NASA", &[json!({"source": "n"})])});
    let sources = companion_of(&Input::new("x.json", event.to_string().into())).unwrap();
    assert_eq!((sources.len(), sources[0].id.as_str()), (1, "1"));
}

#[test]
fn the_prompt_beside_the_export_adds_nothing_twice() {
    let prompt = "<source id=\"1\" name=\"a.md\">a.md chunk 2</source>\n\
                  <source id=\"2\" name=\"b.md\">b.md says so</source>\n";
    let records = json!([record("a.md", &[json!({"source": "a"}), json!({"source": "a"})])]);
    let chat = chat("So [1][2].", &json!({"sources": records, "timestamp": 1_760_000_000}));
    let beside = pincite::sources::split(prompt, None).unwrap();
    let case = cases("x.json", &chat).with_sources(beside, Vec::new()).read(0).unwrap();
    let ids: Vec<&str> = case.sources.iter().map(|source| source.id.as_str()).collect();
    assert_eq!(ids, ["1", "2"]);
    assert!(!inspect(case).is_unresolved(0));
}

#[test]
fn documentation_about_citations_is_no_export() {
    let text = "Custom citations are emitted so [1]:\n\n```python\nawait emit({\"type\": \"source\", \
                \"data\": {\"source\": {\"name\": \"NASA\"}, \"document\": [\"x\"], \"metadata\": \
                [{\"source\": \"n\"}]}})\n```\n\n```html\n<source id=\"1\" name=\"NASA\">fast\
                </source>\n```\n";
    assert_ne!(cases("guide.md", text).format().name, "open-webui");
    assert!(companion_of(&Input::new("guide.md", text.into())).is_none());
}

#[test]
fn wrong_types_cost_only_themselves() {
    let records = json!([3, {"source": {"name": "a"}, "document": ["x", 4], "metadata": "none"},
                         {"document": null, "source": {}}]);
    let case = cases("x.json", &chat("So [1].", &json!({"sources": records}))).read(0).unwrap();
    assert_eq!(cited(&case), ["[1]: 1"]);
    for note in [
        "`sources[0]` should be an object",
        "`sources[1].metadata` should be a list",
        "`sources[1].document[1]` should be a text",
    ] {
        assert!(
            case.notes.iter().any(|printed| printed.starts_with(note)),
            "{note}: {:?}",
            case.notes
        );
    }
}

#[test]
fn the_sample_opens_with_its_passage() {
    let session = Session::samples("open-webui/export.json", &[]).size(110, 30);
    insta::assert_snapshot!(session.press("n").picture());
}
