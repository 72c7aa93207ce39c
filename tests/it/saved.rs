//! Answers as people save them: recordings, notebooks, copies out of apps, printed objects.

use std::path::PathBuf;

use pincite::cases;
use pincite::cases::Cases;
use pincite::cases::unread::marks;
use pincite::dialects::shared::markers::{Families, Fields};
use pincite::input::Input;
use pincite::model::{Case, SourceText};
use serde_json::json;

use crate::rows::resolved;

pub fn open_with(name: &str, bytes: Vec<u8>, families: &Families) -> Cases {
    let cases = cases::open(Input::new(name, bytes), None, families);
    cases.unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub fn open(name: &str, text: &str) -> Cases {
    open_with(name, text.as_bytes().to_vec(), &Families::default())
}

fn sample(name: &str) -> Cases {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples/recordings").join(name);
    open_with(name, std::fs::read(path).unwrap(), &Families::default())
}

pub fn read(name: &str, text: &str) -> Case {
    open(name, text).read(0).unwrap()
}

/// True if a note of the case has these words.
pub fn noted(case: &Case, words: &str) -> bool {
    case.notes.iter().any(|note| note.contains(words))
}

/// Returns the text of the source of each target.
pub fn texts(case: &Case) -> Vec<String> {
    let targets = case.response.citations.iter().flat_map(|citation| &citation.targets);
    let text = |id: &str| match &case.sources.iter().find(|source| source.id == id)?.text {
        SourceText::Inline(text) => Some(text.to_string()),
        _ => None,
    };
    targets.map(|target| text(&target.id).unwrap_or_else(|| format!("- {}", target.id))).collect()
}

/// Returns the marks of a case, each with the ids it names.
pub fn cited(case: &Case) -> Vec<String> {
    let citations = case.response.citations.iter();
    citations
        .map(|citation| {
            let ids: Vec<&str> = citation.targets.iter().map(|it| it.id.as_str()).collect();
            format!("{} → {}", citation.raw, ids.join("+"))
        })
        .collect()
}

#[test]
fn each_cited_exchange_of_a_recording_is_a_case_with_its_request() {
    for (name, kind) in [
        ("cassette.yaml", "opened a cassette of 2 exchanges; shown: 1 answer with citations"),
        ("traffic.har", "opened a HAR file of 2 exchanges; shown: 1 answer with citations"),
        ("trace.httprr", "opened an httprr trace of 1 exchange"),
    ] {
        let cases = sample(name);
        assert_eq!(cases.len(), 1, "{name}");
        let case = cases.read(0).unwrap();
        assert_eq!((case.id.as_str(), case.format.name), (name, "openai-chat"));
        assert_eq!(case.question.as_deref(), Some("When does the ferry to Nordby leave?"));
        assert_eq!(cited(&case), ["[1] → 1", "[2] → 2"], "{name}");
        assert!(case.notes.iter().any(|note| note == kind), "{name}: {:?}", case.notes);
        assert_eq!(resolved(case), ["1 → 1", "2 → 2"]);
    }
}

/// The reason that an input is refused.
pub fn refused(name: &str, text: &str) -> String {
    let input = Input::new(name, text.as_bytes().to_vec());
    cases::open(input, None, &Families::default()).unwrap_err().to_string()
}

#[test]
fn a_recording_or_notebook_without_an_answer_says_so() {
    let text = "interactions:\n- request:\n    body: null\n    uri: https://a.example\n  response:\n    \
                body:\n      string: 'no answer [1]'\n";
    let expected = "cannot read c.yaml: it is a cassette of 1 exchange; none holds an answer in a known format";
    assert_eq!(refused("c.yaml", text), expected);
    let text = r#"{"nbformat": 4, "cells": [{"outputs": [{"text": "It rose [Source 1"}]}]}"#;
    let expected =
        "cannot read n.ipynb: it is a notebook of 1 output; none holds an answer with citations";
    assert_eq!(refused("n.ipynb", text), expected);
}

#[test]
fn a_recorded_stream_of_aws_is_read() {
    let frames: &[u8] = include_bytes!("../../samples/recordings/converse.eventstream");
    let cases = open_with("converse.eventstream", frames.to_vec(), &Families::default());
    let case = cases.read(0).unwrap();
    assert_eq!(case.format.name, "bedrock-converse");
    assert_eq!(case.response.text, "The ferry leaves every forty minutes.");
    assert_eq!(case.response.citations.len(), 1);
    assert!(
        case.notes.contains(&"read from an event stream of AWS".to_owned()),
        "{:?}",
        case.notes
    );
    let cut = frames[..frames.len() - 20].to_vec();
    let case = open_with("cut", cut, &Families::default()).read(0).unwrap();
    assert!(case.notes.iter().any(|note| note.contains("damaged or cut off")), "{:?}", case.notes);
}

#[test]
fn the_cited_outputs_of_a_notebook_are_cases() {
    let cases = sample("notebook.ipynb");
    assert_eq!(cases.len(), 2);
    let (first, second) = (cases.read(0).unwrap(), cases.read(1).unwrap());
    assert_eq!((first.id.as_str(), first.format.name), ("notebook.ipynb#cell 3", "numbered"));
    assert_eq!(cited(&first), ["[1] → 1", "[2] → 2"]);
    assert_eq!((second.id.as_str(), second.format.name), ("msg_1", "anthropic"));
    assert_eq!(second.response.citations[0].targets[0].id, "document 0");
    assert!(second.notes.iter().any(|note| note.starts_with("read from what Python printed")));
}

#[test]
fn the_cited_texts_of_unknown_json_are_cases() {
    let report = "It rose in May [1] and fell in June [2].\n\n## Sources\n1. https://a.example\n2. https://b.example\n";
    let text = json!({"run": 7, "records": [{"title": "x", "report": report}, {"report": "none"}]});
    let case = read("x.json", &text.to_string());
    assert_eq!((case.format.name, case.response.text.as_str()), ("numbered", report));
    let note = "JSON of an unknown shape: 1 text in it cites";
    assert!(case.notes.iter().any(|it| it == note), "{:?}", case.notes);
    let two = json!({"records": [{"report": report}, {"report": report}]}).to_string();
    let cases = open("x.json", &two);
    assert_eq!(cases.read(1).unwrap().id, "x.json#records[1].report");
}

#[test]
fn a_stream_may_open_with_a_comment() {
    let chunk = |delta: &str| {
        format!(
            "data: {{\"object\":\"chat.completion.chunk\",\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"{delta}\"}}}}],\"citations\":[\"https://a.example\"]}}\n\n"
        )
    };
    let events = format!("{}{}data: [DONE]\n\n", chunk("It rose "), chunk("[1]."));
    for opening in [
        ": OPENROUTER PROCESSING\n\n",
        ": ping\n\n",
        ":\n\n",
        "\u{feff}",
        "\n\nretry: 3000\nid: 1\n\n",
    ] {
        let case = read("stream.txt", &format!("{opening}{events}"));
        assert_eq!(
            (case.format.name, cited(&case)),
            ("openai-chat", vec!["[1] → 1".to_owned()]),
            "{opening:?}"
        );
    }
    let message = r#"data: {"type":"message_start","message":{"type":"message","role":"assistant","content":[]}}"#;
    let start = r#"data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":[]}}"#;
    let text = r#"data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"It rose."}}"#;
    let citation = r#"data: {"type":"content_block_delta","index":0,"delta":{"type":"citations_delta","citation":{"type":"char_location","cited_text":"rose","document_index":0,"start_char_index":0,"end_char_index":4}}}"#;
    let case =
        read("s.txt", &format!(": ping\n\n{message}\n\n{start}\n\n{text}\n\n{citation}\n\n"));
    assert_eq!((case.format.name, case.response.citations.len()), ("anthropic", 1));
    let gemini = r#"data: {"candidates":[{"content":{"parts":[{"text":"It rose."}]},"groundingMetadata":{"groundingChunks":[{"web":{"uri":"https://a.example"}}],"groundingSupports":[{"segment":{"endIndex":8,"text":"It rose."},"groundingChunkIndices":[0]}]}}]}"#;
    let case = read("s.txt", &format!(":\n\n{gemini}\n\n"));
    assert_eq!((case.format.name, case.response.citations.len()), ("gemini", 1));
}

#[test]
fn rows_of_an_array_are_all_read_whatever_python_wrote_in_them() {
    let row = |score: &str| {
        format!(
            r#"{{"question":"q","answer":"It rose [1].","contexts":["It rose."],"score":{score}}}"#
        )
    };
    let rows = [row("1"), row("NaN"), row("-Infinity")].join(", ");
    let cases = open("rows.json", &format!("[{rows}]"));
    assert_eq!(cases.len(), 3);
    let case = cases.read(1).unwrap();
    assert_eq!(cited(&case), ["[1] → 1"]);
    assert!(
        case.notes.contains(&"1 number (`NaN` or `Infinity`) read as null".to_owned()),
        "{:?}",
        case.notes
    );
    // One that is cut off fails by itself, as a line of a batch does.
    let cases = open("rows.json", &format!("[{rows}, {{\"question\": \"q\", \"answer\": \"It"));
    assert_eq!(cases.len(), 4);
    assert_eq!(cited(&cases.read(0).unwrap()), ["[1] → 1"]);
    let error = cases.read(3).unwrap_err().to_string();
    assert!(
        error.starts_with("cannot read rows.json") && error.contains("invalid JSON"),
        "{error}"
    );
}

#[test]
fn rows_that_failed_before_they_had_an_answer_are_cases_that_cannot_be_read() {
    let row = |question: &str| json!({"question": question, "answer": "It rose [1].", "contexts": ["It rose."]});
    let failed = [json!(null), json!({}), json!({"question": "b", "error": "timeout"})];
    for failed in &failed {
        let rows = json!([row("a"), failed, row("c")]);
        let forms = [
            rows.clone(),
            json!({"results": rows}),
            json!({"runs": [{"model": "m", "rows": rows}]}),
        ];
        for form in forms {
            let cases = open("rows.json", &form.to_string());
            assert_eq!(cases.len(), 3, "{form}");
            assert_eq!(cited(&cases.read(2).unwrap()), ["[1] → 1"], "{form}");
            let error = cases.read(1).unwrap_err().to_string();
            let why = if failed.is_null() { "no answer, only `null`" } else { "unknown format" };
            assert!(error.contains("[1]: ") && error.contains(why), "{form}: {error}");
        }
    }
    // One that says what was asked is a case without an answer.
    let empty = json!({"question": "b", "answer": null, "contexts": []});
    let cases = open("rows.json", &json!({"results": [row("a"), empty, row("c")]}).to_string());
    assert_eq!(cases.read(1).unwrap().response.text, "");
    // Parts of a conversation are no rows.
    let answer =
        json!({"role": "assistant", "content": "It rose [1].", "citations": ["https://a.example"]});
    let messages = json!([{"role": "user", "content": "When?"}, answer]);
    assert_eq!(open("x.json", &messages.to_string()).len(), 1);
}

#[test]
fn failed_rows_are_cases_wherever_the_answers_are_found() {
    let row = |question: &str| json!({"question": question, "answer": "It rose [1].", "contexts": ["It rose."]});
    let failed = json!({"error": {"message": "timeout"}});
    let (a, c) = (row("a"), row("c"));
    for (form, count, at) in [
        // In envelopes, and in lists around them.
        (json!([{"data": a}, failed, {"data": c}]), 3, 1),
        (json!([{"status": 200, "body": a}, {"status": 500, "body": failed}]), 2, 1),
        (
            json!({"results": [{"id": 1, "result": a}, {"id": 2, "result": null, "error": "x"}]}),
            2,
            1,
        ),
        (json!({"runs": [{"rows": [a, c]}, {"error": "x"}]}), 3, 2),
        // Most rows failed.
        (json!([a, failed, failed, failed]), 4, 3),
        (json!({"results": [failed, failed, failed, a]}), 4, 0),
        (json!([{"data": a}, null, null, null]), 4, 2),
        (
            json!([{"data": failed}, {"data": failed}, {"data": failed}, {"data": failed}, {"data": a}]),
            5,
            3,
        ),
        // By keys.
        (json!({"a": a, "b": failed, "c": c}), 3, 2),
        (json!({"results": {"a": a, "b": null, "c": c}}), 3, 2),
    ] {
        let cases = open("rows.json", &form.to_string());
        assert_eq!(cases.len(), count, "{form}");
        let error = cases.read(at).map(|case| case.response.text).unwrap_err().to_string();
        assert!(error.contains("unknown format") || error.contains("no answer"), "{form}: {error}");
        let read = (0..count).filter(|at| cases.read(*at).is_ok()).count();
        assert_eq!(read, form.to_string().matches("It rose [1]").count(), "{form}");
    }
    let said = open("rows.json", &json!([a, failed]).to_string()).read(1).unwrap_err().to_string();
    assert!(said.ends_with("its `error`: timeout"), "{said}");
    let documents = format!("{a:#}\n{failed:#}\n{c:#}\n");
    let cases = open("rows.json", &documents);
    assert_eq!((cases.len(), cases.read(1).is_err()), (3, true));
    // Something else beside the answers is left out with a note.
    let others = json!({"results": [a, c, {"total": 2, "seconds": 7}]});
    let cases = open("rows.json", &others.to_string());
    assert_eq!(cases.len(), 2);
    let notes = cases.read(0).unwrap().notes;
    assert!(notes.iter().any(|it| it.starts_with("1 other item of the list")), "{notes:?}");
}

#[test]
fn a_table_by_columns_has_its_rows_without_an_answer() {
    let answer = "It rose [1].";
    let contexts = json!([["It rose."], ["It fell."]]);
    for form in [
        json!({"question": ["a", "b"], "answer": [answer, null], "contexts": contexts}),
        json!({"question": {"0": "a", "1": "b"}, "answer": {"0": answer, "1": ""}}),
        json!({"columns": ["question", "answer"], "data": [["a", answer], ["b", null]]}),
    ] {
        let cases = open("rows.json", &form.to_string());
        assert_eq!(cases.len(), 2, "{form}");
        assert_eq!(cases.read(1).unwrap().response.text, "", "{form}");
    }
}

#[test]
fn arrays_of_pairs_and_exchanges_are_batches() {
    let pair = json!({"input": "When?", "output": "It rose [1].", "ctxs": [{"title": "T", "text": "It rose."}]});
    let cases = open("x.json", &json!([pair, pair]).to_string());
    assert_eq!(cases.len(), 2);
    let case = cases.read(1).unwrap();
    assert_eq!((case.question.as_deref(), case.sources.len()), (Some("When?"), 1));
    assert_eq!(resolved(case), ["1 → "]);
    let body = json!({"object": "chat.completion", "citations": ["https://a.example"],
        "choices": [{"message": {"role": "assistant", "content": "It rose [1]."}}]});
    let request = json!({"messages": [{"role": "user", "content": "When?"}]});
    let logged = json!([{"request": request, "response": {"status": 200, "body": body}}]);
    let case = read("log.json", &logged.to_string());
    assert_eq!(
        (case.question.as_deref(), cited(&case)),
        (Some("When?"), vec!["[1] → 1".to_owned()])
    );
}

#[test]
fn marks_may_count_from_zero() {
    let row = |answer: &str| {
        json!({"question": "q", "answer": answer,
        "contexts": ["The ferry leaves hourly.", "Tickets are sold aboard."]})
        .to_string()
    };
    let case = read("x.json", &row("It leaves hourly [0]. Tickets are sold aboard [1]."));
    let note = "`[0]` is cited, so marks count from 0; `--base 1` counts from 1";
    assert!(case.notes.iter().any(|it| it == note), "{:?}", case.notes);
    let inspection = pincite::inspect::inspect(case);
    let sources: Vec<usize> =
        inspection.inspected.iter().map(|it| it.targets[0].passage().unwrap().source).collect();
    assert_eq!(sources, [0, 1]);
    let case = read("x.json", &row("It leaves hourly [1]. Tickets are sold aboard [2]."));
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2"]);
    // Nothing shows that it counts from 0 but the user's word.
    let chosen = Families::default().with_base(Some(0));
    let text = row("Tickets are sold aboard [1].");
    let case = open_with("x.json", text.into_bytes(), &chosen).read(0).unwrap();
    let inspection = pincite::inspect::inspect(case);
    assert_eq!(inspection.inspected[0].targets[0].passage().unwrap().source, 1);
}

#[test]
fn columns_may_be_named() {
    let fields = Fields {
        answer: Some("verdict_text".to_owned()),
        question: Some("ask".to_owned()),
        contexts: Some("evidence".to_owned()),
    };
    let families = Families::default().with_fields(Some(fields));
    let row = json!({"ask": "When?", "verdict_text": "It rose [1].", "evidence": ["It rose."]});
    let input = Input::new("x.json", json!([row, row]).to_string().into_bytes());
    let cases = cases::open(input, Some("rows"), &families).unwrap();
    assert_eq!(cases.len(), 2);
    let case = cases.read(1).unwrap();
    assert_eq!((case.question.as_deref(), case.sources.len()), (Some("When?"), 1));
    let named = json!({"case_id": "c7", "answer_text": "It rose [1]. It fell [2]."});
    let case = read("x.json", &named.to_string());
    assert_eq!((case.id.as_str(), cited(&case).len()), ("c7", 2));
}

#[test]
fn pieces_of_one_page_are_one_source() {
    let row = json!({"question": "q", "answer": "It rose [a.pdf#page=7].",
        "context": "[a.pdf#page=7]: It rose in May.\n[a.pdf#page=7]: It fell in June.\n"});
    let case = read("x.json", &row.to_string());
    assert_eq!(case.sources.len(), 1);
    assert!(case.notes.contains(&"2 pieces with 1 id merged".to_owned()), "{:?}", case.notes);
    assert_eq!(resolved(case), ["a.pdf#page=7 → a.pdf#page=7"]);
}

#[test]
fn pieces_of_a_document_that_the_answer_names_are_one_source() {
    let piece = |title: &str, text: &str| json!({"source": title, "text": text, "rank": 1});
    let row = |title: &str, answer: &str| {
        let chunks = [piece(title, "It rose in May."), piece(title, "It fell in June.")];
        let case = read(
            "x.json",
            &json!([{"query": "q", "answer": answer, "chunks": chunks}]).to_string(),
        );
        (case.sources.len(), resolved(case))
    };
    let harbour = "moll/HarbourNotes";
    let (sources, found) =
        row(harbour, "It rose [MOLL/HARBOURNOTES]. It fell [moll/HarbourNotes].");
    let expected = format!("{harbour} → {harbour}");
    assert_eq!((found, sources), (vec![expected.clone(), expected], 1));
    // Numbers count the pieces.
    assert_eq!(row(harbour, "It rose [1]. It fell [2].").0, 2);
}

const REPORT: &str = "# Ferries\n\nThe ferry leaves every forty minutes.1 In winter it leaves every \
    hour, as **the harbour** says.2 Version 2.1 of the table, of 3.5 pages, is out.1, 2\n\n\
    #### **Works cited**\n\n1. Timetable, accessed May 5, 2026, [https://harbour.example/t](https://harbour.example/t)\n\
    2. Winter, accessed May 5, 2026, [https://harbour.example/w](https://harbour.example/w)\n";

#[test]
fn numbers_that_lost_their_brackets_cite_above_a_list() {
    let case = read("report.md", REPORT);
    assert_eq!(cited(&case), ["1 → 1", "2 → 2", "1, 2 → 1+2"]);
    let note = "3 numbers without brackets after sentences read as citations";
    assert!(case.notes.iter().any(|it| it == note), "{:?}", case.notes);
    let (bare, _) = REPORT.split_once("####").unwrap();
    assert_eq!(cited(&read("report.md", bare)), [""; 0]);
}

#[test]
fn exports_of_perplexity_are_read() {
    let text = "It leaves hourly.[^1_1][^1_2] Or not [^1_1].\n<span style=\"display:none\">[^1_3][^1_4]</span>\n\n\
        <div align=\"center\">⁂</div>\n\n[^1_1]: https://a.example/1\n\n[^1_2]: https://a.example/2\n\n[^1_3]: https://a.example/3\n";
    let case = read("export.md", text);
    assert_eq!(cited(&case), ["[^1_1] → 1_1", "[^1_2] → 1_2", "[^1_1] → 1_1"]);
    assert!(case.notes.contains(&"1 row of marks not shown (`display:none`) left out".to_owned()));
    let copied = "It leaves hourly [harbour](https://www.harbour.example/t). It costs nothing [reuters](https://www.reuters.example/x).\n";
    assert_eq!(read("copy.md", copied).response.citations.len(), 2);
    let single = "It leaves hourly ([harbour.example](https://harbour.example/t)).\n";
    assert_eq!(read("copy.md", single).response.citations.len(), 1);
    let tools = "So [web:15\u{2013}17] and [post:42].";
    assert_eq!(
        cited(&read("copy.md", tools)),
        ["[web:15\u{2013}17] → web:15+web:16+web:17", "[post:42] → post:42"]
    );
    let named = "It leaves hourly【66†Harbour】.\n\nIt is free 【67†Town hall】\n";
    assert_eq!(cited(&read("copy.md", named)), ["【66†Harbour】 → 66", "【67†Town hall】 → 67"]);
}

#[test]
fn lists_in_their_forms_are_no_citations() {
    let list = "So it is [1]. Or not [2].\n\n## References\n\n[1](https://a.example)\n[2](https://b.example)\n";
    assert_eq!(cited(&read("x.md", list)), ["[1] → 1", "[2] → 2"]);
    let table = "So it is [21]. Or not [22].\n\n## References\n\n| No | Page |\n|---|---|\n| [21] | https://a.example |\n| [22] | https://b.example |\n";
    let case = read("x.md", table);
    assert_eq!(cited(&case), ["[21] → 21", "[22] → 22"]);
    assert_eq!(
        case.sources.iter().map(|it| it.url.as_deref().unwrap()).collect::<Vec<_>>(),
        ["https://a.example", "https://b.example"]
    );
    let criteria = "So it is [1].\n\nSources:\n- [1] https://a.example\n\nEligible is who has:\n1. age over 18\n2. a ticket\n";
    assert_eq!(read("x.md", criteria).sources.len(), 1);
    let two = "So it is [1].\n\n## Sources\n[1] https://a.example\n\n# Next\n\nSo it is not [1].\n\n## Sources\n[1] https://b.example\n";
    let case = read("x.md", two);
    assert_eq!(cited(&case), ["[1] → 1", "[1] → 1 (list 2)"]);
    assert_eq!(case.sources[1].url.as_deref(), Some("https://b.example"));
    assert!(case.notes.contains(&"2 lists of sources: each serves the text above it".to_owned()));
}

#[test]
fn marks_of_several_dialects_in_one_text_are_all_read() {
    let text = "A \u{e200}cite\u{e202}turn0file0\u{e201}. B 【5:0†notes.txt†L1-L16】. C [1]. D [2].\n\n## Sources\n1. https://a.example\n2. https://b.example\n";
    let case = read("x.md", text);
    assert_eq!(case.format.name, "markers");
    let ids: Vec<&str> =
        case.response.citations.iter().map(|it| it.targets[0].id.as_str()).collect();
    assert_eq!(ids, ["turn0file0", "5:0", "1", "2"]);
    assert!(
        case.notes.contains(&"1 mark also read as `lenticular`".to_owned()),
        "{:?}",
        case.notes
    );
    assert!(case.notes.contains(&"2 marks also read as `numbered`".to_owned()), "{:?}", case.notes);
}

#[test]
fn older_streams_of_perplexity_are_put_together() {
    let piece = |delta: &str, whole: &str| {
        format!(
            "data: {{\"object\":\"chat.completion\",\"citations\":[\"https://a.example\"],\"choices\":[{{\"index\":0,\"finish_reason\":null,\"message\":{{\"role\":\"assistant\",\"content\":\"{whole}\"}},\"delta\":{{\"content\":\"{delta}\"}}}}]}}\n\n"
        )
    };
    let text = format!("{}{}", piece("It ", "It "), piece("rose [1].", "It rose [1]."));
    let case = read("stream.txt", &text);
    assert_eq!((case.response.text.as_str(), case.response.citations.len()), ("It rose [1].", 1));
}

#[test]
fn the_pages_that_a_tool_of_groq_found_are_sources() {
    let text = json!({"object": "chat.completion", "choices": [{"message": {"role": "assistant",
        "content": "It rose ([a.example](https://a.example/x)).",
        "executed_tools": [{"type": "search", "search_results": {"results": [
            {"title": "A", "url": "https://a.example/x", "content": "It rose in May.", "score": 0.9}]}}]}}]});
    let case = read("x.json", &text.to_string());
    assert_eq!(case.response.citations.len(), 1);
    assert_eq!(case.sources.len(), 1);
    assert!(case.sources[0].text.why_not().is_none(), "{:?}", case.sources[0].text);
}

#[test]
fn a_request_that_repeats_an_answer_is_no_document() {
    let answer = json!({"role": "assistant", "content": [{"citationsContent": {
        "content": [{"text": "It rose."}],
        "citations": [{"location": {"documentChar": {"documentIndex": 0, "start": 0, "end": 8}},
            "sourceContent": [{"text": "It rose."}]}]}}]});
    let document = json!({"document": {"name": "d", "format": "txt", "source": {"text": "It rose. It fell."}}});
    let request = json!({"messages": [
        {"role": "user", "content": [{"text": "When?"}, document]}, answer,
        {"role": "user", "content": [{"text": "And then?"}]}]});
    let sources =
        cases::companion_of(&Input::new("q.json", request.to_string().into_bytes())).unwrap();
    assert_eq!((sources.len(), sources[0].id.as_str()), (1, "document 0"));
    let repeated = json!({"model": "m", "input": [
        {"role": "user", "content": "When?"},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "It rose.",
            "annotations": [{"type": "url_citation", "url": "https://a.example", "title": "A", "start_index": 0, "end_index": 8}]}]},
        {"role": "user", "content": "And then?"}]});
    let case = read("x.json", &repeated.to_string());
    assert_eq!((case.format.name, case.response.citations.len()), ("openai-responses", 1));
}

#[test]
fn what_looks_like_a_citation_and_is_not_read_is_noted() {
    let text = "It rose [Source 2]. It fell arr[0] as said.\n";
    let case = read("x.md", text);
    let marks = marks(&case).len();
    assert!(
        marks == 0 || case.notes.iter().any(|it| it.contains("not read that look")),
        "{:?}",
        case.notes
    );
    let litellm = json!({"object": "chat.completion", "choices": [{"message": {"role": "assistant",
        "content": "It rose.", "unknown_fields": {"citations": [{"x": "rose"}]}}}]});
    let case = read("x.json", &litellm.to_string());
    let note = "citations in `choices[0].message.unknown_fields.citations` not read";
    assert!(case.notes.iter().any(|it| it == note), "{:?}", case.notes);
}

#[test]
fn an_export_of_grok_has_its_cited_answers() {
    let cases = open("g.json", include_str!("../../samples/grok-export/prod-grok-backend.json"));
    assert_eq!((cases.format().name, cases.len()), ("grok-export", 1));
    let case = cases.read(0).unwrap();
    assert_eq!(case.id, "Ferries, message 2");
    assert_eq!(case.question.as_deref(), Some("When does the ferry to Nordby leave?"));
    assert_eq!(case.sources.len(), 3);
    let expected = [
        "https://harbour.example/timetable → https://harbour.example/timetable",
        "https://harbour.example/winter → no-text",
    ];
    assert_eq!(resolved(case), expected);
}

/// Marks as a person would search for them, written down apart from the program.
fn look_like_citations() -> regex::Regex {
    let shapes = [
        r"\[\^?[0-9]{1,3}\]",
        r"\[(?:web|doc|source|citation|ref):? ?[0-9]{1,3}\]",
        r"【[0-9]{1,3}(?::[0-9]{1,3})?†[^】\n]{1,60}】",
        r"\x{e200}(?:file)?cite\x{e202}",
        r"citeturn[0-9]+(?:search|file|view)[0-9]+",
        r"(?:^|[^\\])ue202turn[0-9]+(?:search|file|news)[0-9]+",
        // Named brackets and ids in brackets.
        r"\[(?:source|document|context) [0-9]{1,3}(?:, (?:p\. ?|L)[0-9]+)?\]",
        r"\[[a-z0-9_-]+\.(?:md|pdf|txt|docx), p\. [0-9]+\]",
        r"\[(?:source|note|source_insight):[0-9a-z_]+\]",
        r"\[Data: [A-Z][a-z]+ \([0-9]",
        r"\[(?:ID|CONTEXT):? ?[0-9]{1,3}\]",
        r"\[cite: ?[0-9]",
        r"\[@[a-z][a-z0-9]+[0-9]{4}",
        r"\[\^https?://[^\]\s]+\]",
        r"\[[0-9]{6,9} \| [^\]\n]+\]",
        // Tags and other marks of models and apps.
        r"##[0-9]{1,3}\$\$",
        r"</?co: ?[0-9]",
        r"<\|start_of_cite\|>\s*\{[^}\n]*\}",
        r"<cite (?:id|index)=",
        r"<cite>\[[0-9]",
        r"<grok:render [^>]*card_id[^>]*citation",
        r"\{reference\([0-9a-z]+\)\}",
        r"\]\(CITE\)",
        r"\]\(@ref\)",
        r"\(pqac-[0-9a-f]{8}\)",
        r"\([a-z]+[0-9]{4}[a-z]+ pages? [0-9]+(?:[–-][0-9]+)?\)",
        r"\\(?:auto|paren|text)?cite[pt]?(?:\[[^\]\n]*\])*\{[^}\n]+\}",
        r":codex-file-citation",
    ];
    regex::Regex::new(&format!("(?i){}", shapes.join("|"))).unwrap()
}

/// Returns the marks in the text of a case that no citation, card, list or code explains.
fn unexplained(case: &Case, shape: &regex::Regex) -> usize {
    let text = &case.response.text;
    let is_taken = |start: usize, end: usize| {
        let spans = case.response.citations.iter().map(|it| it.anchor.span);
        let mut spans = spans.chain(case.response.cards.iter().map(|it| it.span));
        spans.any(|span| span.start < end && start < span.end)
    };
    let mut fenced = false;
    let (mut at, mut found) = (0, 0);
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start_matches([' ', '>', '-', '*', '|', '#']);
        fenced ^= trimmed.starts_with("```");
        let closes = ["]:", "):"].iter().any(|close| line.contains(close));
        let is_list = trimmed.starts_with(['[', '【']) || closes;
        for mark in shape.find_iter(line) {
            let before = &line[..mark.start()];
            let is_tex = before.contains(" % ") || before.contains("\\verb");
            let is_code = fenced || before.matches('`').count() % 2 == 1 || is_tex;
            let is_array = before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
            let is_link = line[mark.end()..].starts_with("](") || before.contains("display:none");
            let (start, end) = (at + mark.start(), at + mark.end());
            found +=
                usize::from(!is_list && !is_code && !is_array && !is_link && !is_taken(start, end));
        }
        at += line.len();
    }
    found
}

/// Returns the cases of a file whose marks are neither read nor noted.
fn silent(name: &str, bytes: &[u8], shape: &regex::Regex, seen: &mut usize) -> Vec<String> {
    let input = Input::new(name, bytes.to_vec());
    let Ok(cases) = cases::open(input, None, &Families::default()) else { return Vec::new() };
    let mut silent = Vec::new();
    for index in (0..20).take_while(|&index| cases.has(index)) {
        let Ok(case) = cases.read(index) else { continue };
        *seen += 1;
        let noted = case
            .notes
            .iter()
            .any(|it| ["not read", "may be", "left out", "cut"].iter().any(|own| it.contains(own)));
        let marks = unexplained(&case, shape);
        if marks > 0 && !noted {
            silent.push(format!("{name} case {index}: {marks} marks, notes {:?}", case.notes));
        }
    }
    silent
}

fn files_below(folder: &std::path::Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(&path, files);
        } else {
            files.push(path);
        }
    }
    files.sort();
}

/// Looks for marks that are passed over in every second sample, whole, cut and with damaged bytes.
fn silent_samples(half: usize) {
    let (shape, mut seen, mut found) = (look_like_citations(), 0, Vec::new());
    let mut files = Vec::new();
    files_below(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples"), &mut files);
    for path in files.iter().skip(half).step_by(2) {
        let (name, bytes) = (path.to_string_lossy().into_owned(), std::fs::read(path).unwrap());
        for part in 1..=8 {
            found.extend(silent(&name, &bytes[..bytes.len() * part / 8], &shape, &mut seen));
        }
        for part in [1, 3, 5] {
            let mut damaged = bytes.clone();
            let at = bytes.len() * part / 6;
            damaged[at] = if damaged[at] == b'"' { b'\'' } else { 0xff };
            found.extend(silent(&name, &damaged, &shape, &mut seen));
        }
    }
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
    assert!(seen > 300, "{seen}");
}

#[test]
fn no_mark_of_a_sample_whole_cut_or_damaged_is_passed_over_in_silence() {
    silent_samples(0);
}

#[test]
fn no_mark_of_the_other_samples_is_passed_over_in_silence() {
    silent_samples(1);
}

#[test]
fn no_mark_of_the_corpus_is_passed_over_in_silence() {
    let Some(corpus) = crate::corpus::corpus() else { return };
    let (shape, mut seen, mut found) = (look_like_citations(), 0, Vec::new());
    let mut files = Vec::new();
    files_below(&corpus, &mut files);
    for path in files.iter().filter(|it| !it.to_string_lossy().contains("LICENSES")) {
        let bytes = std::fs::read(path).unwrap();
        found.extend(silent(&path.to_string_lossy(), &bytes, &shape, &mut seen));
    }
    assert_eq!(found, [""; 0]);
    assert!(seen > 50, "{seen}");
}

#[test]
fn sessions_of_a_test_proxy_are_opened() {
    let chat = r#"{"object": "chat.completion", "choices": [{"message": {"role": "assistant",
        "content": "It leaves at noon. ([a.example](https://a.example/t))", "annotations": [
        {"type": "url_citation", "url_citation": {"start_index": 19, "end_index": 53,
        "title": "Times", "url": "https://a.example/t"}}]}}]}"#;
    let text = format!(
        r#"{{"Entries": [{{"RequestUri": "https://api.example/v1", "RequestBody": {{"messages": [
        {{"role": "user", "content": "When?"}}]}}, "StatusCode": 200, "ResponseBody": {chat}}}],
        "Variables": {{}}}}"#
    );
    let case = read("WebSearch.json", &text);
    assert_eq!(case.format.name, "openai-chat");
    assert_eq!(case.sources[0].title.as_deref(), Some("Times"));
    let note = "opened a recording of a test proxy of 1 exchange";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn a_session_of_the_web_is_read_like_a_file() {
    let text = r#"{"loglines": [{"type": "user", "message": {"role": "user", "content": "Where?"}},
        {"type": "assistant", "message": {"role": "assistant", "content": [
        {"type": "text", "text": "In `src/app.rs:42`."}]}}]}"#;
    let case = read("session.json", text);
    assert_eq!((case.format.name, case.question.as_deref()), ("claude-code", Some("Where?")));
    assert_eq!(case.response.citations.len(), 1);
}

#[test]
fn numbers_of_the_parts_of_a_text_are_no_citations() {
    let text = "Run of May\n\n[1] Q: When?\nA: It leaves at noon [2]. It always does [4].\n\n\
        [2] Q: Who?\nA: All of them [1].\n\n[3] Q: Where?\nA: At the quay [3].\n";
    let case = read("run.txt", text);
    let marks: Vec<&str> = case.response.citations.iter().map(|it| it.raw.as_str()).collect();
    assert_eq!(marks, ["[2]", "[4]", "[1]", "[3]"]);
    assert!(!case.notes.iter().any(|it| it.contains("not read that look")), "{:?}", case.notes);
}

#[test]
fn marks_after_words_for_sources_and_in_bullets_cite() {
    let raws = |text: &str| -> Vec<String> {
        let citations = read("x.txt", text).response.citations;
        citations.into_iter().map(|it| it.raw).collect()
    };
    assert_eq!(raws("2. In context [1], it is stated so.\n3. And more.\n"), ["[1]"]);
    let bullets =
        "The documents say:\n\n  - [1] states that it leaves.\n  - [3] mentions the fare.\n";
    assert_eq!(raws(bullets), ["[1]", "[3]"]);
    let heads = "The documents say:\n\n  - [1] states that it leaves.\n  - [2] names the fare.\n  - [3] too.\n";
    assert_eq!(raws(heads), ["[1]", "[2]", "[3]"]);
    assert!(raws("The array of elements [1] and its size.\n").is_empty());
}

#[test]
fn lists_are_announced_by_a_line_with_a_colon() {
    let text = "ANSWER:\n It leaves at noon [2]. It always does [1].\n\nCITATIONS (top-k):\n  \
        [1] times.pdf  page=4\n  [2] fares.pdf  page=9\n\nFILTERED (source=times.pdf) CITATIONS:\n  \
        [1] times.pdf  page=7\n  [2] times.pdf  page=8\n";
    let case = read("run.txt", text);
    let marks: Vec<&str> = case.response.citations.iter().map(|it| it.raw.as_str()).collect();
    assert_eq!(marks, ["[2]", "[1]"]);
    let titles: Vec<&str> = case.sources.iter().filter_map(|it| it.title.as_deref()).collect();
    assert!(titles.iter().any(|title| title.starts_with("fares.pdf")), "{titles:?}");
}

#[test]
fn lines_of_files_without_a_folder_are_noted() {
    let text = "**Fix:** `ServiceDay.tsx:44-66` adds a query.\n\nSee also `useDays.ts:16`.\n";
    let case = read("review.md", text);
    let note = "2 references to lines of files not read, such as `ServiceDay.tsx:44-66`: name the \
                folder with the files with `--root`";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn rows_of_a_list_that_do_not_cite_stay() {
    let text = r#"{"metrics": {"f1": 0.2}, "results": [
        {"question": "When?", "prediction": "At noon [Context 1]."},
        {"question": "Who?", "prediction": "I cannot answer this."}]}"#;
    let cases = open("results.json", text);
    assert_eq!(cases.len(), 2);
    assert_eq!(cases.read(1).unwrap().question.as_deref(), Some("Who?"));
}
