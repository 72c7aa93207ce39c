//! The samples of dialects that have no tests of their own: what each citation covers and points at.

use std::path::PathBuf;

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::model::{BoxUnit, Case, PageBox};
use serde_json::Value;

use crate::cli;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples")
}

fn input(name: &str) -> Input {
    Input::new(name, std::fs::read(folder().join(name)).unwrap())
}

fn sample(name: &str) -> Vec<Case> {
    let cases = cases::open(input(name), None, &Families::default()).unwrap();
    (0..cases.len()).map(|index| cases.read(index).unwrap()).collect()
}

/// Returns each citation as `covered words => id locator + id`.
fn described(case: &Case) -> Vec<String> {
    let citations = case.response.citations.iter().map(|citation| {
        let covered = citation.anchor.span.slice(&case.response.text).unwrap();
        let target = |target: &pincite::model::Target| {
            let locator = target.locator.as_ref().map(|it| format!(" {it}")).unwrap_or_default();
            format!("{}{locator}", target.id)
        };
        let targets: Vec<String> = citation.targets.iter().map(target).collect();
        format!("{covered} => {}", targets.join(" + "))
    });
    citations.collect()
}

#[track_caller]
fn check(name: &str, expected: &[&str]) {
    let found: Vec<String> = sample(name).iter().flat_map(described).collect();
    assert_eq!(found, expected, "{name}");
}

#[test]
fn marks_in_text() {
    check(
        "named-sources/answer.md",
        &[
            "[Source 1] => 1",
            "[Source 1, L3] => 1 L3",
            "[Sources 2, 3] => 2 + 3",
            "[Source 2] => 2",
            "[Source 3] => 3",
        ],
    );
    check("named-sources/letters.md", &["[S1] => S1", "[S1; S2] => S1 + S2", "[S3] => S3"]);
    check(
        "named-sources/files.md",
        &[
            "[handbook.md, p. 3] => handbook.md p. 3",
            "[Source: handbook.md] => handbook.md",
            "[travel-rules.pdf, p. 1] => travel-rules.pdf p. 1",
        ],
    );
    check(
        "longcite/answer.md",
        &[
            "The harbour office collects the fee each evening. => 1 blocks 1-2",
            "Boats that leave before noon pay nothing for the day. => 1 block 3 + 1 block 5",
        ],
    );
    check("numbered/notes.md", &["[^1] => 1", "[^2] => 2"]);
    check(
        "librechat-text/without-backslash.md",
        &[
            "ue202turn0search0 => turn0search0",
            "ue202turn0search1 => turn0search1",
            "ue202turn1news2 => turn1news2",
        ],
    );
}

/// The first case of a text or payload that is not among the samples.
fn of(name: &str, text: &str) -> Case {
    let input = Input::new(name, text.as_bytes().to_vec());
    cases::open(input, None, &Families::default()).unwrap().read(0).unwrap()
}

#[test]
fn cited_blocks_of_a_completion_are_claims() {
    let block = r#"{"type": "text", "text": "Blue", "citations": [{"type": "char_location",
        "cited_text": "The sky is blue.", "document_index": 0, "start_char_index": 0,
        "end_char_index": 16}]}"#;
    let text = format!(
        r#"{{"choices": [{{"message": {{"content": [{{"type": "text", "text": "It is "}}, {block}]}}}}]}}"#
    );
    let case = of("x.json", &text);
    assert_eq!(case.format.name, "litellm");
    assert_eq!(described(&case), ["Blue => document 0 chars 0-16"]);
}

#[test]
fn spans_of_cohere_are_read_where_litellm_passes_them_on() {
    let text = r#"{"choices": [{"message": {"content": "It is 18 euros.", "provider_specific_fields":
        {"citations": [{"start": 6, "end": 14, "text": "18 euros", "sources": [{"type": "document",
        "id": "d1", "document": {"title": "Tariff", "snippet": "A berth costs 18 euros."}}]}]}}}]}"#;
    let case = of("x.json", text);
    assert_eq!(described(&case), ["18 euros => d1"]);
    assert_eq!(case.sources[0].title.as_deref(), Some("Tariff"));
}

#[test]
fn citations_of_blocks_that_are_no_text_are_noted() {
    let text = r#"{"name": "x", "chat_messages": [{"sender": "assistant", "content": [
        {"type": "voice", "citations": [{"start_index": 0, "end_index": 2}]},
        {"type": "text", "text": "Yes."}]}]}"#;
    let case = of("x.json", text);
    assert_eq!(case.notes[0], "1 citation of blocks that are not text left out");
}

#[test]
fn claims_of_payloads() {
    let tariff = "https://harbour.example/tariff";
    let winter = "https://harbour.example/winter";
    check(
        "litellm/answer.json",
        &[
            "a clerk collects the fee each evening => document 0 chars 0-57",
            "Boats that leave before noon owe nothing. => document 1 p. 4",
        ],
    );
    check(
        "litellm/dspy.json",
        &["A clerk collects the fee each evening. => document 0 chars 0-57"],
    );
    check("litellm/stream.sse", &[" => document 0 chars 0-57"]);
    let berth = format!("A berth costs 18 euros a night. => {tariff}");
    let storage = format!("Winter storage ends on 15 March. => {winter}");
    let crane = "The crane arrives on 11 May. => https://harbour.example/crane";
    check("claude-export/conversations.json", &[&berth, &storage, crane]);
    let members = " Members are exempt for a night. => file-9 chars 120-156";
    check("agent-framework/answer.json", &[&berth, &storage, members]);
    check(
        "glean/answer.json",
        &["A berth costs 18 euros a night. => DOC_1", "Winter storage ends on 15 March. => DOC_2"],
    );
    check(
        "chatkit/answer.json",
        &[" => tariff.pdf", " => https://harbour.example/crane", " => person_7"],
    );
    let winter = ["winter.pdf pp. 7-8", "winter.pdf p. 11"].join(" + ");
    check("pinecone/answer.json", &[" => tariff.pdf p. 3", &format!(" => {winter}")]);
    check("pinecone/stream.sse", &[" => tariff.pdf p. 3"]);
    check("cortex/answer.json", &["[^1] => 1", "[^2] => 2"]);
    check("cortex/stream.sse", &["[^1] => 1"]);
    check("vectara/answer.json", &["[1] => 1", "[2] => 2"]);
    check("vectara/older.json", &["[1] => 1", "[2] => 2"]);
    check("vercel-ai/stream-v4.sse", &["[1] => 1", "[2] => 2"]);
}

#[test]
fn extracted_values_cite_their_pages() {
    check(
        "parallel/answer.json",
        &[
            "Nordby => https://nordby.example/",
            "berth => https://nordby.example/tariff + https://nordby.example/tariff",
            "18 euros a night => https://nordby.example/tariff + https://nordby.example/tariff",
            " => https://nordby.example/tariff",
            " => https://nordby.example/winter",
            " => https://nordby.example/tariff",
        ],
    );
    let shown = cli::show_samples("parallel/answer.json", &[]);
    for claim in ["[4] A berth costs 18 euros", "[5] [6] Winter storage ends on 15 March."] {
        assert!(shown.contains(claim), "{shown}");
    }
    check(
        "langextract/answer.jsonl",
        &[
            "18 euros => tariff chars 27-35",
            "free for members => tariff chars 62-86",
            "15 March => winter chars 23-31",
            "north quay => winter",
        ],
    );
    let vendor = "Harbour office => document p. 1";
    let line = "Berth, two nights => document p. 2";
    check(
        "llama-extract/answer.json",
        &[vendor, "36.0 => document p. 2", line, "36.0 => document p. 2"],
    );
    check("extend/answer.json", &[vendor, line, "36 => document p. 2"]);
    check("reducto/answer.json", &[vendor, "36.00 EUR => document p. 2"]);
    check("reducto/wrapped.json", &[vendor, "Berth, two nights => document p. 1"]);
    check("azure-document/answer.json", &[vendor, "36.00 EUR => document p. 2"]);
    check("landing-ai/answer.json", &["Harbour office => a1-text", "36.00 EUR => b2-table"]);
    check(
        "mistral-ocr/answer.json",
        &[
            "Mooring fees => document",
            "18 euros => document",
            "Plan of the north quay => document p. 1",
            "Mooring fees => document p. 1",
            "From April a visitor's berth costs 18 euros a night. => document p. 1",
        ],
    );
    check(
        "docling/chunks.json",
        &["Mooring fees From April a visitor's berth costs 18 euros a night. => tariff.pdf p. 1"],
    );
    check(
        "docling/report.json",
        &[
            "Mooring fees. => tariff.pdf p. 1",
            "From April a visitor's berth costs 18 euros a night. => tariff.pdf p. 1",
            "Winter storage ends on 15 March. => tariff.pdf p. 2",
            "Length | Fee\n12 m | 36 euros => tariff.pdf p. 2",
        ],
    );
}

#[test]
fn boxes_count_from_the_upper_left_corner() {
    let boxes = |name: &str| -> Vec<PageBox> {
        let cases = sample(name);
        let targets = cases[0].response.citations.iter().flat_map(|citation| &citation.targets);
        targets.flat_map(|target| target.boxes.clone()).collect()
    };
    let first = |name: &str| boxes(name)[0];
    let unit = BoxUnit::Points;
    let expected = PageBox { page: 1, left: 72.0, top: 72.0, right: 200.0, bottom: 92.0, unit };
    assert_eq!(first("docling/report.json"), expected);
    let expected = PageBox { page: 2, left: 72.0, top: 60.0, right: 540.0, bottom: 74.0, unit };
    assert_eq!(boxes("docling/report.json")[2], expected);
    let expected = PageBox { page: 2, left: 72.0, top: 610.0, right: 192.0, bottom: 624.0, unit };
    assert_eq!(first("llama-extract/answer.json"), expected);
    let unit = BoxUnit::Inches;
    let expected = PageBox { page: 1, left: 1.0, top: 0.8, right: 3.0, bottom: 1.0, unit };
    assert_eq!(first("azure-document/answer.json"), expected);
    assert_eq!(first("mistral-ocr/answer.json").unit, BoxUnit::Pixels);
    assert_eq!(first("reducto/answer.json").unit, BoxUnit::Page);
}

#[test]
fn boxes_are_in_the_json() {
    let printed = cli::show_samples("extend/answer.json", &["--format", "json"]);
    let value: Value = serde_json::from_str(printed.trim()).unwrap();
    let found = value.pointer("/citations/0/targets/0/boxes/0").unwrap();
    let expected =
        r#"{"page":1,"left":72.0,"top":60.0,"right":220.0,"bottom":74.0,"unit":"points"}"#;
    assert_eq!(found, &serde_json::from_str::<Value>(expected).unwrap());
}

#[test]
fn parsed_documents_are_sources_of_what_names_their_chunks() {
    let companions = cases::companion_of(&input("landing-ai/parsed.json")).expect("chunks");
    let cases = cases::open(input("landing-ai/answer.json"), None, &Families::default()).unwrap();
    let case = cases.with_companions(companions).read(0).unwrap();
    let ids: Vec<&str> = case.sources.iter().map(|source| source.id.as_str()).collect();
    assert!(ids.contains(&"a1-text") && ids.contains(&"b2-table"), "{ids:?}");
    let converted = cases::companion_of(&input("docling/report.json")).expect("a document");
    assert_eq!(converted[0].pages().count(), 2);
}
