//! Rows and runs of evaluations: samples, and the traps of their formats.

use std::path::PathBuf;

use pincite::cases;
use pincite::cases::Cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::inspect;
use pincite::model::{Case, Placement};
use pincite::resolve::Resolution;

use crate::cli::show_samples;
use crate::session::Session;

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)).unwrap()
}

fn input(name: &str) -> Input {
    Input::new(name, bytes(name))
}

pub(crate) fn cases(name: &str, lists: &[&str]) -> Cases {
    let cases = cases::open(input(name), None, &Families::default());
    let cases = cases.unwrap_or_else(|error| panic!("{error}"));
    lists.iter().fold(cases, |cases, list| {
        cases.with_companions(cases::companion_of(&input(list)).expect(list))
    })
}

fn read(text: &str) -> Case {
    let input = Input::new("x.json", text.as_bytes().to_vec());
    let cases = cases::open(input, None, &Families::default());
    cases.unwrap_or_else(|error| panic!("{error}")).read(0).unwrap()
}

/// Returns each target as `mark → source`, or why it has none.
pub(crate) fn resolved(case: Case) -> Vec<String> {
    let inspection = inspect(case);
    let case = &inspection.case;
    let mut renamed = Vec::new();
    for (citation, found) in case.response.citations.iter().zip(&inspection.inspected) {
        for (target, resolution) in citation.targets.iter().zip(&found.targets) {
            let to = match resolution {
                Resolution::Missing(missing) => missing.reason.name().to_owned(),
                other => {
                    let source = other.passage().map(|passage| &case.sources[passage.source]);
                    source.map_or_else(|| "found".to_owned(), |source| source.id.clone())
                }
            };
            renamed.push(format!("{} → {to}", target.id));
        }
    }
    renamed
}

fn claims(case: &Case) -> Vec<&str> {
    let citations = case.response.citations.iter();
    citations.map(|it| it.anchor.span.slice(&case.response.text).unwrap()).collect()
}

fn ids(case: &Case) -> Vec<Vec<&str>> {
    let citations = case.response.citations.iter();
    citations.map(|it| it.targets.iter().map(|target| target.id.as_str()).collect()).collect()
}

#[test]
fn ragas_rows_of_both_ages_are_read_with_their_contexts() {
    let batch = cases("rows/ragas.jsonl", &[]);
    let read: Vec<_> = (0..3).map(|index| resolved(batch.read(index).unwrap())).collect();
    assert_eq!(read[0], ["1 → ", "2 → "]);
    // With an `id` beside `response` it is not a case of our own: `retrieved_contexts` says so.
    assert_eq!(read[1], ["1 → ", "3 → unknown-source"]);
    assert_eq!(read[2], ["1 → "]);
    assert_eq!(batch.read(2).unwrap().question.as_deref(), Some("Who built it?"));
}

#[test]
fn deepeval_arrays_are_batches_and_the_ideal_context_is_not_what_was_retrieved() {
    let batch = cases("rows/deepeval.json", &[]);
    assert_eq!(batch.len(), 2);
    assert_eq!(batch.read(1).unwrap().id, "deepeval.json[1]", "each its own");
    let case = batch.read(0).unwrap();
    assert_eq!(case.sources.len(), 2);
    assert_eq!(case.notes[1], "2 sources read from `retrieval_context`");
    assert_eq!(resolved(case), ["1 → ", "2 → "]);
    let one = read(r#"[{"input":"q","actual_output":"So [1].","retrieval_context":["a"]}]"#);
    assert_eq!((one.format.name, one.id.as_str()), ("rows", "x.json[0]"));
    let camel =
        read(r#"{"input":"q","actualOutput":"So [1].","retrievalContext":["a"],"context":["b"]}"#);
    assert_eq!(camel.notes[1], "1 source read from `retrievalContext`");
}

#[test]
fn numbers_count_contexts_whose_ids_are_no_numbers() {
    let case = read(
        r#"{"question":"q","answer":"So [2].","contexts":[{"id":"a","text":"x"},{"id":"b","text":"y"}]}"#,
    );
    assert_eq!(case.sources[1].metadata, [("id".to_owned(), "b".to_owned())]);
    assert!(case.notes.iter().any(|note| note.starts_with("the numbers count the contexts")));
    assert_eq!(resolved(case), ["2 → 2"]);
}

#[test]
fn two_answers_without_a_pair_are_still_refused() {
    let text = br#"{"question":"q","answer":"a","output":"b"}"#.to_vec();
    assert!(cases::open(Input::new("x.json", text), None, &Families::default()).is_err());
}

#[test]
fn alce_counts_documents_from_one_and_reads_marks_that_are_never_closed() {
    let run = cases("alce/run.json", &[]);
    assert_eq!(run.len(), 3);
    let case = run.read(0).unwrap();
    assert_eq!(case.id, "4021");
    assert_eq!(ids(&case), [vec!["1"], vec!["3"], vec!["2", "1"], vec!["3"]]);
    assert!(case.response.text.starts_with("The ferry has carried"), "not the reference answer");
    assert_eq!(
        case.notes,
        ["1 mark of several numbers: ALCE's own scorer counts only the first of each"]
    );
    assert_eq!(case.sources[2].metadata, [("id".to_owned(), "771209".to_owned())]);
    assert_eq!(resolved(case), ["1 → 1", "3 → 3", "2 → 2", "1 → 1", "3 → 3"]);
    // Each sample of an item is a case.
    let samples: Vec<String> = (1..3).map(|index| run.read(index).unwrap().id).collect();
    assert_eq!(samples, ["4022#1", "4022#2"]);
    assert_eq!(resolved(run.read(2).unwrap()), ["4 → unknown-source"]);
}

#[test]
fn trec_citations_count_from_zero_and_cover_their_sentences() {
    let run = cases("trec-rag/run.jsonl", &["trec-rag/segments.jsonl"]);
    let case = run.read(0).unwrap();
    assert_eq!(case.id, "harbour-1 2024-31");
    assert_eq!(
        claims(&case),
        [
            "At low water the larger ferries cannot use the inner ramp.",
            "Timetables in spring therefore leave out the noon departure on days of spring tide.",
            "The ramp is 40 metres long."
        ]
    );
    assert_eq!(case.sources.len(), 3, "only the segments that the run names");
    assert_eq!(case.sources[0].title.as_deref(), Some("Ramps of the harbour"));
    assert_eq!(
        case.notes,
        [
            "1 of 3 references cited by no sentence",
            "1 sentence cites the same reference twice",
            "`response_length` is 31, but the answer has 35 words",
        ]
    );
    let [first, second] =
        ["07_90210_0#3_1", "11_44003_9#0_2"].map(|id| format!("msmarco_v2.1_doc_{id}"));
    assert_eq!(
        resolved(case),
        [
            format!("{first} → {first}"),
            format!("{first} → {first}"),
            format!("{second} → {second}"),
            format!("{second} → {second}"),
            "reference 7 → unknown-source".to_owned(),
        ]
    );
}

#[test]
fn trec_runs_of_2025_may_cite_by_segment_id() {
    let run = cases("trec-rag/run.jsonl", &["trec-rag/segments.jsonl"]);
    let case = run.read(1).unwrap();
    assert_eq!(case.id, "harbour-2 712");
    assert_eq!(case.question.as_deref(), Some("I want to know whether the ferry runs in ice."));
    let segment = "msmarco_v2.1_doc_52_10007_4#8_5";
    assert_eq!(ids(&case), [[segment], [segment]]);
    assert_eq!(resolved(case).len(), 2);
    // Without the segments nothing can be seen, and that is what is said.
    let bare = cases("trec-rag/run.jsonl", &[]).read(1).unwrap();
    assert!(resolved(bare)[0].ends_with("no-text"));
}

#[test]
fn trec_candidates_of_a_retriever_are_segments_too() {
    let text = br#"{"query":{"qid":"1","text":"q"},"candidates":[{"docid":"a#1","score":3.5,
        "doc":{"segment":"The text.","title":"T","url":"https://a.example"}}]}"#;
    let found = cases::companion_of(&Input::new("c.json", text.to_vec())).unwrap();
    assert_eq!((found[0].id.as_str(), found[0].score), ("a#1", Some(3.5)));
}

#[test]
fn trec_ends_may_be_wrong() {
    let case = read(
        r#"{"topic_id":1,"references":["a"],"answer":[{"text":"One. ","citations":["0", -1, 9e9, {}]},
        {"text":"","citations":[0]},{"text":"Two.","citations":null}]}"#,
    );
    assert_eq!(ids(&case)[0], ["a", "reference -1"]);
    assert_eq!(case.response.text, "One. Two.");
    assert_eq!(case.notes.len(), 2, "{:?}", case.notes);
}

#[test]
fn ragtruth_shows_what_annotators_found_unsupported() {
    let data = cases("ragtruth/response.jsonl", &["ragtruth/source_info.jsonl"]);
    let case = data.read(0).unwrap();
    assert_eq!(claims(&case), ["for twelve hours", "The mayor apologised for the delay."]);
    assert_eq!(case.format.offsets(), Some("code points, end exclusive; 2 of 2 fit"));
    let judged = &case.response.citations[1].judgements[0];
    assert_eq!((judged.by.as_str(), judged.score), ("RAGTruth", 0.0));
    assert_eq!(
        judged.reason.as_deref(),
        Some(
            "Evident Baseless Info; may be true outside of the source; the source does not say so"
        )
    );
    assert_eq!(case.sources.len(), 1, "only its own source");
    assert_eq!(case.notes[0], "2 spans that the source does not support, as its annotators judge");
    assert_eq!(resolved(case), ["60011 → 60011", "60011 → 60011"]);
    let none = data.read(1).unwrap();
    assert_eq!(
        none.notes[..2],
        [
            "its annotators found nothing unsupported",
            "the annotators call the response's quality `truncated`"
        ]
    );
    let shown = show_samples("ragtruth/response.jsonl", &["ragtruth/source_info.jsonl"]);
    insta::assert_snapshot!("ragtruth", shown);
}

#[test]
fn ragtruth_labels_that_drifted_are_found_by_their_words() {
    let case = read(
        r#"{"id":1,"source_id":2,"labels":[{"start":0,"end":4,"text":"Ja."},{"start":"x"}],"response":"Nein. Ja."}"#,
    );
    assert_eq!(case.response.citations.len(), 2);
    assert_eq!(claims(&case)[0], "Ja.");
    assert!(matches!(case.response.citations[0].placement, Placement::Repaired { .. }));
}

#[test]
fn storm_numbers_are_turned_round() {
    let case = cases("storm/article.txt", &["storm/url_to_info.json"]).read(0).unwrap();
    let listed: Vec<_> =
        case.sources.iter().map(|it| (it.id.as_str(), it.title.as_deref().unwrap())).collect();
    assert_eq!(listed, [("1", "The tower"), ("2", "Lamps and oils"), ("3", "Power for the isles")]);
    assert_eq!(resolved(case), ["1 → 1", "2 → 2", "1 → 1", "3 → no-text", "4 → unknown-source"]);
}

#[test]
fn runs_are_shown() {
    let shown = show_samples("trec-rag/run.jsonl", &["trec-rag/segments.jsonl"]);
    insta::assert_snapshot!("trec", shown);
    let session = Session::samples("alce/run.json", &[]).size(120, 30);
    insta::assert_snapshot!("alce", session.press("n").picture());
}
