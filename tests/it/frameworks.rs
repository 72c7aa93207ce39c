//! Answers of frameworks and traces: which document a number means.

use pincite::inspect::inspect;
use pincite::model::{AnchorKind, Case, Locator};
use serde_json::{Value, json};

use crate::apps::{case, meant, sample, text};

fn read(name: &str) -> Case {
    sample(name).read(0).unwrap()
}

/// Returns the text of each citation's anchor.
fn anchored(case: &Case) -> Vec<&str> {
    let citations = case.response.citations.iter();
    citations.map(|citation| citation.anchor.span.slice(&case.response.text).unwrap()).collect()
}

#[test]
fn langsmith_documents_count_as_they_stand_in_the_prompt() {
    let case = read("langsmith/trace.json");
    let question = "When is high water at the mill, and what does a night cost?";
    assert_eq!(case.question.as_deref(), Some(question));
    // The first retriever gave what is the third in the prompt; one document came twice.
    assert_eq!(case.sources.len(), 3);
    assert_eq!(case.notes, ["documents are numbered in the order of the model's prompt"]);
    assert!(case.sources[0].metadata.contains(&("id".to_owned(), "8f1e".to_owned())));
    assert_eq!(meant(case), ["[1] tides.pdf", "[3] fees.xlsx", "[2] passage-rules.docx"]);
}

#[test]
fn langsmith_retrievals_count_through_in_order_and_the_doubt_is_reported() {
    let case = read("langsmith/runs.json");
    assert_eq!(case.response.text, "Boats wait for slack water [1].");
    // The list has the later retriever first.
    assert_eq!(case.sources[0].title.as_deref(), Some("passage-rules.docx"));
    assert!(
        case.notes[0].starts_with("the documents of 2 retrievals are numbered"),
        "{:?}",
        case.notes
    );
    assert_eq!(meant(case), ["[1] passage-rules.docx"]);
}

#[test]
fn langsmith_trees_in_a_list_are_a_case_each() {
    let tree = |answer: &str| {
        let found = json!([{"page_content": "It rose.", "metadata": {"source": "a.txt"}}]);
        let retriever = json!({"id": "b", "run_type": "retriever", "trace_id": "t",
            "parent_run_id": "a", "dotted_order": "1.2", "outputs": found});
        json!({"id": "a", "run_type": "chain", "trace_id": "t", "dotted_order": "1",
            "inputs": {"question": "Did it?"}, "outputs": {"answer": answer},
            "child_runs": [retriever]})
    };
    let list = json!([tree("Yes [1]."), tree("No [1].")]).to_string();
    let cases = crate::apps::cases("x.json", list.into_bytes());
    let texts: Vec<String> =
        (0..cases.len()).map(|index| cases.read(index).unwrap().response.text).collect();
    assert_eq!(texts, ["Yes [1].", "No [1]."]);
    assert_eq!(meant(cases.read(1).unwrap()), ["[1] a.txt"]);
}

#[test]
fn langsmith_runs_of_several_traces_in_a_list_are_a_case_each() {
    let run = |id: &str, parent: Option<&str>, kind: &str, outputs: Value| {
        let trace = parent.unwrap_or(id);
        json!({"id": id, "run_type": kind, "trace_id": trace, "parent_run_id": parent,
            "dotted_order": format!("{trace}.{id}"), "inputs": {"question": "Did it?"}, "outputs": outputs})
    };
    let found = |file: &str| json!({"documents": [{"page_content": "It rose.", "metadata": {"source": file}}]});
    let runs = json!([
        run("b1", Some("a1"), "retriever", found("a.txt")),
        run("a2", None, "chain", json!({"answer": "No [1]."})),
        run("a1", None, "chain", json!({"answer": "Yes [1]."})),
        run("b2", Some("a2"), "retriever", found("b.txt")),
        run("a3", None, "chain", json!({})),
    ]);
    for list in [runs.clone(), json!({ "runs": runs })] {
        let cases = crate::apps::cases("x.json", list.to_string().into_bytes());
        let read: Vec<_> = (0..cases.len()).map(|index| cases.read(index).unwrap()).collect();
        let texts: Vec<&str> = read.iter().map(|case| case.response.text.as_str()).collect();
        assert_eq!(texts, ["Yes [1].", "No [1]."]);
        let noted =
            |case: &Case| case.notes.contains(&"1 trace without an answer not shown".to_owned());
        assert_eq!(read.iter().map(noted).collect::<Vec<bool>>(), [true, false]);
        let cited: Vec<_> = read.into_iter().map(meant).collect();
        assert_eq!(cited, [["[1] a.txt"], ["[1] b.txt"]]);
    }
}

#[test]
fn a_root_without_retrievers_gives_back_what_it_was_given() {
    let context = json!([{"page_content": "It rose.", "metadata": {"source": "a.txt"}}]);
    let value = json!({"id": "a", "run_type": "chain", "trace_id": "a", "dotted_order": "1",
        "inputs": {"input": "Did it?"}, "outputs": {"answer": "Yes [1].", "context": context}});
    assert_eq!(meant(case("langsmith", &value)), ["[1] a.txt"]);
}

#[test]
fn a_retriever_run_alone_lends_its_documents() {
    let run = json!({"id": "b", "run_type": "retriever", "trace_id": "t", "parent_run_id": "a",
        "outputs": {"documents": [{"page_content": "It rose.", "metadata": {"source": "a.txt"}}]}});
    let input = pincite::input::Input::new("run.json", run.to_string().into_bytes());
    let sources = pincite::cases::companion_of(&input).unwrap();
    assert_eq!(sources[0].title.as_deref(), Some("a.txt"));
}

#[test]
fn openinference_lists_are_ordered_by_number_and_not_as_texts() {
    let case = read("openinference/spans.json");
    assert_eq!(case.question.as_deref(), Some("How strong was the wind?"));
    assert_eq!(case.sources.len(), 11);
    // As texts, the third would be document 10.
    assert!(case.sources[2].metadata.contains(&("page".to_owned(), "3".to_owned())));
    assert_eq!(meant(case), ["[3] log-2.txt", "[11] log-10.txt"]);
}

#[test]
fn openinference_spans_of_several_traces_in_a_list_are_a_case_each() {
    let span = |trace: &str, start: usize, kind: &str, own: Value| {
        let mut attributes = json!({"openinference.span.kind": kind});
        attributes.as_object_mut().unwrap().extend(own.as_object().cloned().unwrap());
        let parent = if kind == "CHAIN" { Value::Null } else { json!(format!("{trace}-root")) };
        json!({"context": {"trace_id": trace}, "parent_id": parent, "start_time": format!("2026-05-0{start}"),
            "attributes": attributes})
    };
    let found = |text: &str| json!({"retrieval.documents.0.document.content": text});
    let spans = json!([
        span("b", 3, "RETRIEVER", found("It fell.")),
        span("a", 2, "RETRIEVER", found("It rose.")),
        span("b", 4, "CHAIN", json!({"output.value": "It fell [1]."})),
        span("a", 1, "CHAIN", json!({"output.value": "It rose [1]."})),
        span("c", 5, "RETRIEVER", found("It stayed.")),
    ]);
    let cases = crate::apps::cases("x.json", spans.to_string().into_bytes());
    let read: Vec<_> = (0..cases.len()).map(|index| cases.read(index).unwrap()).collect();
    let passages = |case: &Case| -> Vec<String> {
        (0..case.sources.len()).map(|at| text(case, at).to_owned()).collect()
    };
    let described = |case: &Case| (case.id.clone(), case.response.text.clone(), passages(case));
    let expected = |id: &str, answer: &str, passage: &str| {
        (id.to_owned(), answer.to_owned(), vec![passage.to_owned()])
    };
    let all: Vec<_> = read.iter().map(described).collect();
    assert_eq!(
        all,
        [expected("a", "It rose [1].", "It rose."), expected("b", "It fell [1].", "It fell.")]
    );
    let left_out = "1 span of traces without an output not shown".to_owned();
    assert!(read[0].notes.contains(&left_out) && !read[1].notes.contains(&left_out));
}

#[test]
fn openinference_spans_are_read_in_every_spelling() {
    let flat = json!({"attributes.openinference.span.kind": "CHAIN", "attributes.output.value":
        "It rose [1].", "attributes.retrieval.documents": [{"document.content": "It rose."}]});
    let nested = json!({"attributes": {"openinference": {"span": {"kind": "CHAIN"}}, "output":
        {"value": "It rose [1]."}, "retrieval": {"documents": [{"document": {"content": "It rose."}}]}}});
    for value in [flat, nested] {
        let case = case("openinference", &value);
        assert_eq!(text(&case, 0), "It rose.");
        assert_eq!(case.response.text, "It rose [1].");
    }
}

#[test]
fn a_reranker_decides_what_the_numbers_mean() {
    let case = read("openinference/otlp.json");
    assert_eq!(case.question.as_deref(), Some("How long is slack?"));
    assert_eq!(case.sources.len(), 3);
    assert!(text(&case, 0).starts_with("Boats over twelve"));
}

#[test]
fn a_trace_of_ids_and_scores_can_verify_nothing() {
    let case = read("openinference/ids-only.json");
    assert_eq!(case.sources[0].score, Some(0.9));
    let inspection = inspect(case);
    assert!(inspection.inspected[0].targets[0].has_no_text());
}

#[test]
fn langfuse_documents_are_found_in_free_payloads() {
    let case = read("langfuse/trace.json");
    assert_eq!(case.id, "river-qa tr1");
    assert_eq!(meant(case), ["[1] tides.pdf", "[2] passage-rules.docx"]);
    let observations = read("langfuse/observations.json");
    assert_eq!(observations.question.as_deref(), Some("What does a night cost?"));
    assert_eq!(meant(observations), ["[1] fees.xlsx"]);
}

#[test]
fn llamaindex_nodes_have_their_number_in_their_text() {
    let case = read("llamaindex/citation-engine.json");
    assert_eq!(case.sources[0].id, "3");
    assert!(text(&case, 0).starts_with("Boats over twelve"), "{}", text(&case, 0));
    assert_eq!(meant(case), ["[1] tides.pdf", "[3] passage-rules.docx"]);
    assert_eq!(meant(read("llamaindex/plain.json")), ["[2] passage-rules.docx"]);
}

#[test]
fn llamaindex_citation_blocks_stand_behind_their_claims() {
    let case = read("llamaindex/blocks.json");
    let claims = ["Slack lasts about twenty minutes.", "The third night is free."];
    assert_eq!(anchored(&case), claims);
    assert_eq!(
        case.response.citations[1].targets[0].quote.as_deref(),
        Some("the third night is free")
    );
    let inspection = inspect(case);
    assert!(inspection.inspected.iter().all(|found| found.targets[0].passage().is_some()));
}

#[test]
fn haystack_numbers_are_the_source_index_and_not_the_place() {
    assert_eq!(meant(read("haystack/answer.json")), ["[2] passage-rules.docx", "[5] fees.xlsx"]);
    let pipeline = read("haystack/pipeline.json");
    assert!(pipeline.notes[0].contains("`source_index`"), "{:?}", pipeline.notes);
    assert_eq!(meant(pipeline), ["[2] passage-rules.docx"]);
}

#[test]
fn haystack_answers_are_a_case_each() {
    let answer = |said: &str, file: &str| {
        let document = json!({"id": "d", "content": "It rose.", "meta": {"source_index": 1, "file_path": file}});
        json!({"data": said, "query": "Did it?", "documents": [document]})
    };
    let list = json!({"answers": [answer("Yes [1].", "a.txt"), answer("No [1].", "b.txt")]});
    let cases = crate::apps::cases("x.json", list.to_string().into_bytes());
    let read: Vec<_> = (0..cases.len()).map(|index| cases.read(index).unwrap()).collect();
    let described: Vec<(&str, &str)> =
        read.iter().map(|case| (case.id.as_str(), case.response.text.as_str())).collect();
    assert_eq!(described, [("x.json[0]", "Yes [1]."), ("x.json[1]", "No [1].")]);
    let cited: Vec<_> = read.into_iter().map(meant).collect();
    assert_eq!(cited, [["[1] a.txt"], ["[1] b.txt"]]);
}

#[test]
fn langchain_documents_count_by_place_whatever_their_ids() {
    let case = read("langchain/chain.json");
    assert!(case.sources[0].metadata.contains(&("id".to_owned(), "8f1e".to_owned())));
    assert_eq!(meant(case), ["[1] tides.pdf", "[3] fees.xlsx", "[2] passage-rules.docx"]);
    let case = read("langchain/retrieval-qa.json");
    assert_eq!(case.sources[0].url.as_deref(), Some("https://river.example/fees"));
    assert_eq!(meant(case), ["[1] Fees"]);
}

#[test]
fn documents_that_are_cited_by_their_ids_keep_them() {
    let context: Value = json!([{"page_content": "It rose.", "metadata": {}, "id": "turn0file7"}]);
    let answer = "It rose.\u{e200}cite\u{e202}turn0file7\u{e201}";
    let value = json!({"question": "Did it?", "answer": answer, "context": context});
    assert_eq!(case("langchain", &value).sources[0].id, "turn0file7");
}

#[test]
fn langchain_passes_geminis_bytes_on_and_the_words_decide() {
    let case = read("langchain/gemini-bytes.json");
    assert_eq!(anchored(&case), ["Bei Dürre dauert es 90 Minuten.", "Slack lasts twenty minutes."]);
    assert_eq!(case.format.offsets(), Some("bytes, end exclusive; 2 of 2 fit"));
    assert!(case.response.citations.iter().all(|it| it.anchor.kind == AnchorKind::Claim));
    // The words are the answer's own and no quote.
    assert!(case.response.citations.iter().all(|it| it.targets[0].quote.is_none()));
}

#[test]
fn langchain_passes_openais_markers_on() {
    let case = read("langchain/openai-markers.json");
    assert_eq!(case.question.as_deref(), Some("What does a night cost?"));
    assert_eq!(anchored(&case), ["([river.example](https://river.example/fees))"]);
    assert_eq!(case.response.citations[0].anchor.kind, AnchorKind::Marker);
    assert!(case.sources.iter().any(|source| source.title.as_deref() == Some("fees.xlsx")));
}

#[test]
fn langchain_blocks_without_offsets_are_claims_with_their_place_in_extras() {
    let case = read("langchain/anthropic-blocks.json");
    assert_eq!(anchored(&case), ["slack lasts about twenty minutes"]);
    let target = &case.response.citations[0].targets[0];
    assert_eq!(target.quote.as_deref(), Some("Slack lasts about twenty minutes."));
    assert_eq!(target.locator, Some(Locator::Pages { first: 1, last: 1 }));
}
