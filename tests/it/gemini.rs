//! Gemini, Interactions and Gemini app answers: samples, and the recorded ones of the corpus.

use std::path::PathBuf;

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::model::{AnchorKind, Case, Response};
use pincite::{inspect, resolve};
use serde_json::Value;

use crate::corpus::corpus;
use crate::corpus_table::rows;
use crate::session::Session;

fn read(name: &str, bytes: Vec<u8>) -> Case {
    let cases = cases::open(Input::new(name, bytes), None, &Families::default());
    cases.unwrap_or_else(|error| panic!("{name}: {error}")).read(0).unwrap()
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)).unwrap()
}

fn sample(name: &str) -> Case {
    read(name, bytes(name))
}

fn claims(response: &Response) -> Vec<&str> {
    response.citations.iter().map(|c| c.anchor.span.slice(&response.text).unwrap()).collect()
}

fn ids(response: &Response) -> Vec<Vec<&str>> {
    response.citations.iter().map(|c| c.targets.iter().map(|t| t.id.as_str()).collect()).collect()
}

/// Returns the words that a grounding citation repeats.
fn words(raw: &str) -> Option<String> {
    let raw: Value = serde_json::from_str(raw).unwrap();
    Some(raw.pointer("/segment/text")?.as_str()?.to_owned())
}

#[test]
fn segments_cover_the_words_they_repeat() {
    let case = sample("gemini/answer.json");
    let expected = [
        "Der Käsekeller in Gruyères hält 12 °C.",
        "werden zweimal pro Woche gewendet",
        "**Die Laibe reifen dort fünf Monate** und werden zweimal pro Woche gewendet.",
        "Besucher zahlen 9 € Eintritt.",
    ];
    assert_eq!(claims(&case.response), expected);
    assert_eq!(case.format.offsets(), Some("bytes, end exclusive; 4 of 4 fit"));
    let scores: Vec<_> = case.response.citations[2].targets.iter().map(|t| t.score).collect();
    assert_eq!(scores, [Some(0.71), Some(0.88)]);
}

#[test]
fn chunks_that_are_not_there_stay_unresolved() {
    let case = sample("gemini/answer.json");
    let found = [vec!["chunk 0"], vec!["chunk 1"], vec!["chunk 0", "chunk 1"]];
    assert_eq!(ids(&case.response)[..3], found);
    let inspection = inspect::inspect(case);
    let reasons: Vec<_> = inspection.inspected[3]
        .targets
        .iter()
        .map(|target| match target {
            resolve::Resolution::Missing(missing) => missing.reason.name(),
            _ => "found",
        })
        .collect();
    assert_eq!(reasons, ["no-text", "no-text", "unknown-source"]);
    assert_eq!(inspection.times_cited(), [2, 2, 1, 1]);
}

#[test]
fn streams_are_their_final_payload() {
    let whole = sample("gemini/answer.json");
    for name in ["gemini/answer.sse", "gemini/answer-chunks.json"] {
        let stream = sample(name);
        assert_eq!(stream.response, whole.response, "{name}");
        assert_eq!((&stream.sources, &stream.notes), (&whole.sources, &whole.notes), "{name}");
    }
    let snake = sample("gemini/answer-snake.json");
    assert_eq!(claims(&snake.response), claims(&whole.response));
    assert_eq!(ids(&snake.response), ids(&whole.response));
    let stream = sample("interactions/answer.sse");
    let whole = sample("interactions/answer.json");
    assert_eq!(stream.response, whole.response);
    assert_eq!((&stream.sources, &stream.question), (&whole.sources, &whole.question));
    assert_eq!(stream.notes, whole.notes);
}

#[test]
fn streams_that_were_cut_still_open() {
    for name in ["gemini/answer.sse", "gemini/answer-chunks.json", "interactions/answer.sse"] {
        let whole = String::from_utf8(bytes(name)).unwrap();
        let format = sample(name).format.name;
        let text = sample(name).response.text;
        let first = whole.find('}').unwrap() * 3;
        let len = whole.trim_end().len();
        // After the last object of an array, its end alone is missing.
        let ends = (first..len).step_by(37).chain([len - 2, len - 1]);
        for end in ends.filter(|end| whole.is_char_boundary(*end)) {
            let cut = whole.as_bytes()[..end].to_vec();
            let Ok(cases) = cases::open(Input::new(name, cut), None, &Families::default()) else {
                panic!("{name} cut at {end} is not read");
            };
            let case = cases.read(0).unwrap();
            assert_eq!(case.format.name, format, "{name} cut at {end}");
            assert!(text.starts_with(&case.response.text), "{name} cut at {end}");
        }
    }
}

/// Returns an answer of these parts with one segment.
fn one_segment(parts: &str, segment: &str) -> Case {
    let text = format!(
        r#"{{"candidates":[{{"content":{{"parts":{parts}}},"groundingMetadata":{{"groundingChunks":
        [{{"web":{{"uri":"https://x.example"}}}}],"groundingSupports":[{{"segment":{segment},
        "groundingChunkIndices":[0]}}]}}}}]}}"#
    );
    read("x.json", text.into_bytes())
}

#[test]
fn offsets_count_from_all_text_or_from_a_part() {
    let parts = r#"[{"thought":true,"text":"hm"},{"text":"Käse. "},{"text":"Ja, gut."}]"#;
    for segment in [
        r#"{"startIndex":7,"endIndex":10,"text":"Ja,"}"#,
        r#"{"partIndex":2,"endIndex":3,"text":"Ja,"}"#,
        r#"{"endIndex":3,"text":"Ja,"}"#,
        r#"{"startIndex":3,"endIndex":6,"text":"Ja,"}"#,
        r#"{"part_index":2,"end_index":"3"}"#,
    ] {
        let case = one_segment(parts, segment);
        assert_eq!(claims(&case.response), ["Ja,"], "{segment}");
    }
    let first = one_segment(parts, r#"{"partIndex":1,"endIndex":6,"text":"Käse."}"#);
    assert_eq!(claims(&first.response), ["Käse."]);
}

#[test]
fn wrong_types_cost_only_their_field() {
    let case = one_segment(r#"[{"text":"Ja."},7]"#, r#"{"startIndex":"x","endIndex":3,"text":5}"#);
    assert_eq!(claims(&case.response), ["Ja."]);
    let path = "candidates[0].groundingMetadata.groundingSupports[0].segment";
    assert_eq!(
        case.notes[..3],
        [
            "`candidates[0].content.parts[1]` should be an object but is a number".to_owned(),
            format!("`{path}.startIndex` should be a whole number but is a text"),
            format!("`{path}.text` should be a text but is a number"),
        ]
    );
}

#[test]
fn supports_without_chunks_are_reported() {
    let text = r#"{"candidates":[{"content":{"parts":[{"text":"Ja."}]},"groundingMetadata":
        {"groundingSupports":[{"segment":{"endIndex":3,"text":"Ja."},"groundingChunkIndices":[0]},
        {"segment":{"endIndex":2,"text":"Ja"}}]}}]}"#;
    let case = read("x.json", text.as_bytes().to_vec());
    assert_eq!(claims(&case.response), ["Ja", "Ja."]);
    assert!(case.notes.iter().any(|note| note.contains("no list of chunks")), "{:?}", case.notes);
    assert_eq!(inspect::inspect(case).unresolved(), 2);
}

#[test]
fn recitations_are_claims_with_an_address() {
    let case = sample("gemini/recitation.json");
    assert_eq!(claims(&case.response), ["Grüße!", "for x in y: print(x)"]);
    assert_eq!(case.sources[0].metadata, [("licence".to_owned(), "mit".to_owned())]);
    assert_eq!(case.notes, ["the answer ended with `RECITATION`"]);
}

#[test]
fn interactions_count_bytes_whatever_their_names() {
    let case = sample("interactions/answer.json");
    let tram = "Die Linie 11 fährt bis Auzelg.";
    assert_eq!(claims(&case.response), ["Zürich hat rund 450 000 Einwohner.", tram, tram]);
    let old = sample("interactions/outputs.json");
    assert_eq!(claims(&old.response), ["Größe", ""]);
    assert_eq!(old.response.citations[1].anchor.kind, AnchorKind::Point);
}

#[test]
fn claims_are_shown_with_their_chips_behind() {
    let session = Session::samples("gemini/answer.json", &[]).size(120, 20).press("nn");
    insta::assert_snapshot!("gemini", session.picture());
    let session = Session::samples("gemini-app/answer.md", &[]).size(80, 24).press("n");
    insta::assert_snapshot!("gemini_app", session.picture());
}

#[test]
fn pieces_and_files_that_are_given_are_shown() {
    let session = Session::samples("gemini-app/answer.md", &["gemini-app/pieces.txt"]);
    insta::assert_snapshot!("gemini_app_pieces", session.size(120, 40).press("n").picture());
    let file = "interactions/oeffnungszeiten.txt";
    let session = Session::samples("interactions/file-search.json", &[file]);
    insta::assert_snapshot!("interactions", session.size(120, 40).picture());
}

#[test]
fn recorded_segments_cover_the_words_they_repeat() {
    let Some(folder) = corpus() else { return };
    for row in rows(&["gemini"]) {
        let file = row.file;
        let [inspection] = row.inspect(&folder).try_into().unwrap();
        let case = inspection.case;
        let mut checked = 0;
        for citation in &case.response.citations {
            if let Some(words) = words(&citation.raw) {
                let claim = citation.anchor.span.slice(&case.response.text);
                assert_eq!(claim, Some(words.trim()), "{file}: {}", citation.raw);
                assert_eq!(citation.anchor.kind, AnchorKind::Claim, "{file}");
                checked += 1;
            }
        }
        // Recitations repeat nothing.
        let repeated = if file.contains("recitation") { 0 } else { row.citations };
        assert_eq!(checked, repeated, "{file}");
        let drifted = case.notes.iter().find(|note| note.contains("repaired"));
        let expected = match file {
            "gemini/firebase-url-context.response.json" => {
                Some("4 spans repaired: the words are up to 1 place from where they are stated")
            }
            "gemini/pydantic-search-drifting-offsets.response.json" => {
                Some("2 spans repaired: the words are up to 2 places from where they are stated")
            }
            _ => None,
        };
        assert_eq!(drifted.map(String::as_str), expected, "{file}");
    }
}

#[test]
fn a_support_without_a_place_is_shown_at_the_end() {
    let answer = |support: &str| {
        let chunk = r#"{"retrievedContext": {"title": "t.txt", "text": "It leaves at nine."}}"#;
        let json = format!(
            r#"{{"candidates": [{{"content": {{"role": "model", "parts": [
                {{"text": "It leaves at noon. The fare is two crowns."}}]}},
                "groundingMetadata": {{"groundingChunks": [{chunk}],
                "groundingSupports": [{support}]}}}}]}}"#
        );
        read("a.json", json.into_bytes())
    };
    let note =
        "1 citation without a place in the text: shown at its end, the claim before it is a guess";
    for support in
        [r#"{"segment": {}, "groundingChunkIndices": [0]}"#, r#"{"groundingChunkIndices": [0]}"#]
    {
        let case = answer(support);
        assert!(case.notes.iter().any(|it| it == note), "{:?}", case.notes);
        let anchor = case.response.citations[0].anchor;
        assert_eq!((anchor.kind, anchor.span.start), (AnchorKind::Point, case.response.text.len()));
    }
    let placed = answer(r#"{"segment": {"endIndex": 18}, "groundingChunkIndices": [0]}"#);
    assert_eq!(claims(&placed.response), ["It leaves at noon."]);
    assert!(!placed.notes.iter().any(|it| it == note));
}
