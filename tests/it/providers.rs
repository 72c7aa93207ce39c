//! Answers of Cohere, Amazon, Mistral, IBM Granite, Google's Discovery Engine and Contextual: samples,
//! and the recorded ones of the corpus.

use std::path::PathBuf;

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::{Inspection, inspect};
use pincite::model::{AnchorKind, Case, Placement, ProblemKind};
use pincite::resolve::{How, Resolution};
use serde_json::{Value, json};

use crate::corpus::corpus;
use crate::corpus_table::rows;
use crate::session::Session;

/// The dialects here, each with its folder of samples.
const DIALECTS: [&str; 11] = [
    "cohere",
    "cohere-tags",
    "bedrock-converse",
    "bedrock-rag",
    "bedrock-agentic",
    "q-business",
    "mistral",
    "granite",
    "granite-text",
    "discovery-engine",
    "contextual",
];

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)
}

fn input(name: &str) -> Input {
    Input::new(name, std::fs::read(folder(name)).unwrap())
}

#[track_caller]
fn read(input: Input) -> Case {
    let cases = cases::open(input, None, &Families::default());
    cases.unwrap_or_else(|error| panic!("{error}")).read(0).unwrap()
}

fn sample(name: &str) -> Case {
    read(input(name))
}

fn of(value: &Value) -> Case {
    read(Input::new("x.json", value.to_string().into_bytes()))
}

/// Returns a sample with its request beside it.
fn beside(name: &str, request: &str) -> Inspection {
    let cases = cases::open(input(name), None, &Families::default()).unwrap();
    let companions = cases::companion_of(&input(request)).expect("a request");
    inspect(cases.with_companions(companions).read(0).unwrap())
}

/// Returns the words of citations, with the ids of their targets.
fn cited(case: &Case) -> Vec<(&str, Vec<&str>)> {
    let citations = case.response.citations.iter().map(|citation| {
        let words = citation.anchor.span.slice(&case.response.text).unwrap();
        (words, citation.targets.iter().map(|target| target.id.as_str()).collect())
    });
    citations.collect()
}

/// Returns the words of each target's passage, and how it was found.
fn passages(inspection: &Inspection) -> Vec<(How, String)> {
    let targets = inspection.inspected.iter().flat_map(|found| &found.targets);
    let words = |resolution: &Resolution| {
        let passage = resolution.passage()?;
        let store = inspection.stores[passage.source].as_ref().unwrap();
        Some((passage.how, store.read(passage.span, usize::MAX)))
    };
    targets.filter_map(words).collect()
}

fn same(left: &Case, right: &Case, what: &str) {
    assert_eq!(left.response, right.response, "{what}");
    assert_eq!(left.sources, right.sources, "{what}");
    assert_eq!(left.notes, right.notes, "{what}");
    assert_eq!(left.format.reading, right.format.reading, "{what}");
}

#[test]
fn every_sample_is_read_in_its_own_dialect() {
    for dialect in DIALECTS {
        for entry in std::fs::read_dir(folder(dialect)).unwrap() {
            let name = format!("{dialect}/{}", entry.unwrap().file_name().to_str().unwrap());
            let request = cases::companion_of(&input(&name));
            assert_eq!(request.is_some(), name.contains("request"), "{name}");
            if request.is_none() {
                let case = sample(&name);
                assert_eq!(case.format.name, dialect, "{name}");
                assert!(!case.response.citations.is_empty(), "{name}");
            }
        }
    }
}

#[test]
fn cohere_counts_code_points_and_spans_may_overlap() {
    let case = sample("cohere/answer.response.json");
    assert_eq!(
        cited(&case),
        [
            ("**every 40 minutes", vec!["doc:0"]),
            ("every 40 minutes** at high tide.", vec!["doc:0"]),
            ("6 euro", vec!["fares"]),
            ("free before 9.", vec!["fares"]),
            ("calm", vec!["weather_7f:0:0"]),
        ]
    );
    assert_eq!(case.format.offsets(), Some("code points, end exclusive; 5 of 5 fit"));
    assert!(case.response.citations.iter().all(|it| it.placement == Placement::Fitted));
    assert_eq!(case.sources[1].title.as_deref(), Some("Fares"));
}

#[test]
fn citations_on_thinking_and_on_the_plan_are_separate() {
    let case = sample("cohere/answer.response.json");
    assert_eq!(
        case.notes,
        [
            "1 citation on the model's thinking, not shown",
            "1 citation on the model's plan of tool calls, not shown"
        ]
    );
    // Without a type the number of the content tells.
    let case = of(&json!({"finish_reason": "COMPLETE", "message": {
    "content": [{"type": "thinking", "thinking": "so"}, {"type": "text", "text": "so"}],
    "citations": [
        {"start": 0, "end": 2, "text": "so", "content_index": 0, "sources": [{"id": "a"}]},
        {"start": 0, "end": 2, "text": "so", "content_index": 1, "sources": [{"id": "a"}]},
    ]}}));
    assert_eq!(case.response.citations.len(), 1);
    assert_eq!(case.notes, ["1 citation on the model's thinking, not shown"]);
}

#[test]
fn streams_are_the_answers_they_end_in() {
    for (stream, whole) in [
        ("cohere/answer.stream.sse", "cohere/answer.response.json"),
        ("cohere/first.stream.jsonl", "cohere/first.response.json"),
        ("bedrock-converse/answer.stream.jsonl", "bedrock-converse/answer.response.json"),
        ("bedrock-converse/answer-snake.json", "bedrock-converse/answer.response.json"),
        ("bedrock-rag/stream.jsonl", "bedrock-rag/answer.json"),
        ("bedrock-rag/agent.json", "bedrock-rag/answer.json"),
        ("bedrock-agentic/stream.jsonl", "bedrock-agentic/answer.json"),
        ("q-business/history.json", "q-business/answer.json"),
        ("mistral/answer.stream.sse", "mistral/answer.response.json"),
        ("mistral/agent.stream.sse", "mistral/agent.response.json"),
    ] {
        let raws = |mut case: Case| {
            for citation in &mut case.response.citations {
                citation.raw.clear();
            }
            case
        };
        same(&raws(sample(stream)), &raws(sample(whole)), stream);
    }
}

#[test]
fn a_cohere_event_holds_one_citation_or_a_list() {
    let start = json!({"type": "content-start", "index": 0,
        "delta": {"message": {"content": {"type": "text", "text": "So it is."}}}});
    let one = json!({"start": 0, "end": 2, "text": "So", "sources": [{"id": "a"}]});
    for citations in [one.clone(), json!([one])] {
        let event = json!({"type": "citation-start", "index": 0,
            "delta": {"message": {"citations": citations}}});
        let case = of(&json!([start, event]));
        assert_eq!(cited(&case), [("So", vec!["a"])]);
        assert_eq!(case.notes, ["the stream ends before the answer; it may be cut off"]);
    }
}

#[test]
fn the_repeated_words_decide_over_an_end_that_is_documented_wrongly() {
    let answer = |end: u64| {
        of(&json!({"text": "Hello, world!", "citations": [
            {"start": 7, "end": end, "text": "world", "document_ids": ["doc_0"]}]}))
    };
    assert_eq!(cited(&answer(11)), [("world", vec!["doc_0"])]);
    assert_eq!(answer(11).format.offsets(), Some("code points, end inclusive; 1 of 1 fit"));
    assert_eq!(answer(12).format.offsets(), Some("code points, end exclusive; 1 of 1 fit"));
}

#[test]
fn documents_of_a_request_have_the_ids_that_the_interface_gives_them() {
    let ids = |request: Value| -> Vec<String> {
        let input = Input::new("r.json", request.to_string().into_bytes());
        let sources = cases::companion_of(&input).unwrap();
        sources.into_iter().map(|source| source.id).collect()
    };
    let documents = json!([{"data": {"text": "a"}}, {"id": "x", "data": {"text": "b"}}, "c"]);
    let second = json!({"model": "m", "messages": [], "documents": documents});
    assert_eq!(ids(json!({"message": "?", "documents": [{"snippet": "a"}]})), ["doc_0"]);
    let mut asked = second;
    asked["messages"] = json!([{"role": "user", "content": "?"}]);
    assert_eq!(ids(asked), ["doc:0", "x", "doc:2"]);
    let named = beside("cohere/answer.response.json", "cohere/answer.request.json");
    assert_eq!(named.unresolved(), 0);
}

#[test]
fn numbers_in_tags_count_documents_from_0() {
    let case = sample("cohere-tags/answer.md");
    assert_eq!(
        cited(&case),
        [
            ("1871", vec!["0:0"]),
            ("in 1924", vec!["0:0", "0:1"]),
            ("is a museum", vec!["document 3"]),
            ("The keeper's house <co: 3>is a museum</co: 3> today", vec!["document 2"]),
        ]
    );
    assert_eq!(case.response.cards.len(), 10);
}

#[test]
fn converse_finds_the_passages_in_the_documents_of_its_request() {
    let name = "bedrock-converse/answer";
    let inspection = beside(&format!("{name}.response.json"), &format!("{name}.request.json"));
    let passages = passages(&inspection);
    let found: Vec<(How, &str)> = passages.iter().map(|(how, it)| (*how, it.as_str())).collect();
    assert_eq!(
        found,
        [
            (How::Offset, "The hut opens on 15 June. "),
            (How::Offset, "It has 24 beds and a drying room. "),
            (How::Block, "Bread is baked at noon."),
            (How::Block, "Boil it after storms."),
            (How::Quote, "Snow down to 1800 m."),
        ]
    );
    assert!(inspection.case.response.text.starts_with("In short: the hut opens"));
    let exchange = json!({
        "request": serde_json::from_slice::<Value>(&std::fs::read(folder(&format!("{name}.request.json"))).unwrap()).unwrap(),
        "response": serde_json::from_slice::<Value>(&std::fs::read(folder(&format!("{name}.response.json"))).unwrap()).unwrap(),
    });
    let case = of(&exchange);
    let reading = "code points, end exclusive; 2 of 2 fit, in the source";
    assert_eq!(case.format.offsets(), Some(reading));
    let asked = "When does the hut open, and where do dogs sleep?";
    assert_eq!(case.question.as_deref(), Some(asked));
}

#[test]
fn ends_of_knowledge_bases_are_inclusive_and_uncited_parts_no_error() {
    let case = sample("bedrock-rag/answer.json");
    assert_eq!(
        cited(&case),
        [
            ("Die Hütte öffnet am 15. Juni 🏔\u{fe0f}.", vec!["reference 1", "reference 2"]),
            ("Hunde schlafen in der Vorhütte.", vec!["reference 3", "reference 1"]),
        ]
    );
    assert_eq!(case.format.offsets(), Some("code points, end inclusive; 2 of 2 fit"));
    let note = "1 part of the answer without any reference: cited for nothing";
    assert_eq!(case.notes, [note]);
    let first = &case.sources[0];
    assert_eq!(first.title.as_deref(), Some("regeln.pdf"));
    assert!(first.metadata.contains(&("x-amz-bedrock-kb-chunk-id".to_owned(), "c1".to_owned())));
    assert_eq!(case.sources[1].url.as_deref(), Some("https://huette.example/saison"));
}

#[test]
fn a_span_that_fits_nothing_is_found_by_its_words() {
    let case = sample("bedrock-rag/evaluation.jsonl");
    assert_eq!(cited(&case), [("sleep in the porch", vec!["reference 1"])]);
    assert!(matches!(case.response.citations[0].placement, Placement::Repaired { shift: 2, .. }));
    assert_eq!(case.question.as_deref(), Some("Where do dogs sleep?"));
    assert_eq!(case.sources.len(), 2);
}

#[test]
fn a_whole_document_takes_the_place_of_its_retrieved_pieces() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("tiere.md");
    std::fs::write(&file, "# Tiere\n\nHunde sind willkommen; sie schlafen in der Vorhütte.\n")
        .unwrap();
    let loaded = pincite::sources::load(&[file], &[]).unwrap();
    let cases = cases::open(input("bedrock-rag/answer.json"), None, &Families::default());
    let cases = cases.unwrap().with_sources(loaded.sources, loaded.notes);
    let inspection = inspect(cases.read(0).unwrap());
    let words = "Hunde sind willkommen; sie schlafen in der Vorhütte.";
    assert!(passages(&inspection).contains(&(How::Quote, words.to_owned())));
    let own = inspection.case.sources.iter().find(|source| source.id == "reference 3").unwrap();
    assert!(!own.excerpt && own.origin.is_some());
}

#[test]
fn results_are_counted_from_0_and_a_zero_may_be_left_out() {
    let case = of(&json!({"generatedResponse": {"answer": "So it is.", "citations": [
        {"endIndex": 2, "references": [{}]}]}, "results": [{"content": {"text": "So."}}]}));
    assert_eq!(cited(&case), [("So", vec!["result 0"])]);
    let inspection = inspect(sample("bedrock-agentic/answer.json"));
    assert_eq!(inspection.unresolved(), 1);
    assert_eq!(cited(&inspection.case)[1], ("closes in October", vec!["result 7"]));
}

#[test]
fn a_stretch_that_several_attributions_share_is_one_citation() {
    let case = sample("q-business/answer.json");
    assert_eq!(
        cited(&case),
        [("Parking is free for guests.", vec!["1", "2"]), ("The gate closes at ten.", vec!["2"]),]
    );
    let reading = "code points, end exclusive; not verified (no repeated words)";
    assert_eq!(case.format.offsets(), Some(reading));
    assert!(case.response.citations.iter().all(|it| it.placement == Placement::Unverified));
    let quote = case.response.citations[0].targets[1].quote.as_deref();
    assert_eq!(quote, Some("Guests park in the yard."));
}

#[test]
fn references_stand_between_the_texts_and_their_ids_are_numbers_or_texts() {
    let case = sample("mistral/answer.response.json");
    assert_eq!(case.response.text, "Bees swarm in May. Honey is taken in July.");
    assert!(case.response.citations.iter().all(|it| it.anchor.kind == AnchorKind::Point));
    assert_eq!(cited(&case), [("", vec!["0"]), ("", vec!["3", "0"])]);
    let before = case.response.citations[0].anchor.span.start;
    assert!(case.response.text[before..].starts_with(". Honey"));
    let inspection = beside("mistral/answer.response.json", "mistral/answer.request.json");
    let words = "Bees swarm in May. A swarm holds 20000 bees.";
    assert_eq!(passages(&inspection)[0].1, words);
    let agent = inspect(sample("mistral/agent.response.json"));
    assert_eq!(passages(&agent)[0], (How::Quote, "May: swarming. July: honey.".to_owned()));
}

#[test]
fn both_sides_of_a_granite_citation_are_checked_by_their_words() {
    let inspection = inspect(sample("granite/message.json"));
    let claims = ["The museum has been open since 1974", "its tower is 61 m high"];
    let cited = cited(&inspection.case);
    assert_eq!(cited, [(claims[0], vec!["0"]), (claims[1], vec!["7"])]);
    assert_eq!(passages(&inspection)[0], (How::Offset, "The museum opened in 1974.".to_owned()));
    let excerpts = inspect(sample("granite/results.json"));
    assert_eq!(passages(&excerpts)[0], (How::Quote, "The museum opened in 1974.".to_owned()));
}

#[test]
fn a_granite_mark_leads_over_its_line_to_a_document() {
    let case = sample("granite-text/answer.md");
    let marks = [("<co>1</co>", vec!["2"]), ("<co>2</co>", vec!["1"]), ("<co>3</co>", vec![])];
    assert_eq!(cited(&case), marks);
    let problem = case.response.citations[2].problem.as_ref().unwrap();
    assert_eq!(problem.kind, ProblemKind::NoId);
    let quote = case.response.citations[1].targets[0].quote.as_deref();
    assert_eq!(quote, Some("The tower is 61 m high, \u{201c}a landmark\u{201d}."));
}

#[test]
fn google_counts_bytes_leaves_out_zeros_and_writes_numbers_as_texts() {
    let case = sample("discovery-engine/answer.json");
    let stop = "Zürich\u{2019}s trams stop at midnight.";
    let buses = "Night buses run until four.";
    let ids = [vec!["reference 0", "reference 1"], vec!["reference 2"]];
    assert_eq!(cited(&case), [(stop, ids[0].clone()), (buses, ids[1].clone())]);
    let scores: Vec<Option<f64>> =
        case.response.citations[0].targets.iter().map(|target| target.score).collect();
    assert_eq!(scores, [Some(0.93), None]);
    for name in ["check.json", "check.exchange.json", "generation.json"] {
        let case = sample(&format!("discovery-engine/{name}"));
        let cited = cited(&case);
        assert_eq!((cited[0].0, &cited[0].1), (stop, &vec!["chunk 0"]), "{name}");
        assert_eq!(cited[1].0, buses, "{name}");
    }
    let exchange = sample("discovery-engine/check.exchange.json");
    assert_eq!(exchange.format.offsets(), Some("bytes, end exclusive; 2 of 2 fit"));
    assert!(exchange.response.text.ends_with(" Fares vary."));
    let lost = &sample("discovery-engine/generation.json").response.citations[2];
    assert_eq!((lost.anchor.kind, lost.placement), (AnchorKind::Point, Placement::Unfounded));
}

#[test]
fn groundedness_is_the_score_of_what_stands_on_it() {
    let case = sample("contextual/answer.json");
    let scores: Vec<Option<f64>> =
        case.response.citations.iter().map(|citation| citation.targets[0].score).collect();
    assert_eq!(scores, [Some(0.98), Some(0.4)]);
    assert_eq!(cited(&case)[1], ("Seals last ten years.", vec!["k2"]));
}

#[test]
fn claims_are_shown_beside_what_was_retrieved() {
    let session = Session::samples("cohere/answer.response.json", &[]);
    insta::assert_snapshot!("cohere", session.size(80, 24).press("n").picture());
    let session = Session::samples("bedrock-rag/answer.json", &[]);
    insta::assert_snapshot!("bedrock_rag", session.size(120, 30).press("n").picture());
    let session = Session::samples("granite-text/answer.md", &[]);
    insta::assert_snapshot!("granite_text", session.size(80, 24).picture());
}

#[test]
fn recorded_spans_cover_the_words_they_repeat() {
    let Some(folder) = corpus() else { return };
    for row in rows(&["cohere", "bedrock-rag"]) {
        let mut fitted = 0;
        for inspection in row.inspect(&folder) {
            let case = inspection.case;
            for citation in &case.response.citations {
                let raw: Value = serde_json::from_str(&citation.raw).unwrap();
                let part = raw.pointer("/generatedResponsePart/textResponsePart").unwrap_or(&raw);
                let claim = citation.anchor.span.slice(&case.response.text).unwrap();
                assert_eq!(claim.trim(), part["text"].as_str().unwrap().trim(), "{}", row.file);
                fitted += usize::from(citation.placement == Placement::Fitted);
            }
        }
        // The manifest: 7 of the vendor's sample spans fit inclusively, 6 exclusively. One reading
        // counts for all spans of an answer, which leaves 11, and 6 fit but for a blank at an end.
        let expected = if row.file.contains("samples-byoi") { 17 } else { row.citations };
        assert_eq!(fitted, expected, "{}", row.file);
    }
}
