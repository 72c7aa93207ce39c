//! Answers of chat apps: what their marks mean, and where that is easily got wrong.

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::inspect;
use pincite::model::{Case, SourceText};
use serde_json::{Value, json};

use crate::session::Session;

pub(crate) fn cases(name: &str, bytes: Vec<u8>) -> cases::Cases {
    cases::open(Input::new(name, bytes), None, &Families::default()).unwrap()
}

pub(crate) fn sample(name: &str) -> cases::Cases {
    let path = format!("{}/samples/{name}", env!("CARGO_MANIFEST_DIR"));
    cases(name, std::fs::read(path).unwrap())
}

/// Returns the one case of a value, which is taken for one of `dialect`.
pub(crate) fn case(dialect: &str, value: &Value) -> Case {
    let cases = cases("answer.json", value.to_string().into_bytes());
    assert_eq!((cases.len(), cases.format().name), (1, dialect));
    cases.read(0).unwrap()
}

/// Returns each citation as its mark and the titles of what it means; `?` for what is unknown.
pub(crate) fn meant(case: Case) -> Vec<String> {
    let inspection = inspect(case);
    let sources = &inspection.case.sources;
    let title = |source: Option<usize>| {
        source.map_or("?", |at| sources[at].title.as_deref().unwrap_or("untitled"))
    };
    let citations = inspection.case.response.citations.iter().zip(&inspection.inspected);
    citations
        .map(|(citation, found)| {
            let titles = found.targets.iter().map(|target| title(target.source()));
            format!("{} {}", citation.raw, titles.collect::<Vec<_>>().join("|"))
        })
        .collect()
}

pub(crate) fn text(case: &Case, source: usize) -> &str {
    match &case.sources[source].text {
        SourceText::Inline(text) => text,
        other => panic!("{other:?}"),
    }
}

fn ragflow(answer: &str, chunks: &Value) -> Value {
    json!({"code": 0, "data": {"answer": answer, "reference": {"chunks": chunks}}})
}

fn chunk(name: &str) -> Value {
    json!({"id": name, "content": format!("The words of {name}."), "document_name": name})
}

#[test]
fn ragflow_counts_a_list_from_0() {
    let case = sample("ragflow/chat.json").read(0).unwrap();
    let expected =
        ["[ID:0] tides.pdf", "[ID:1] passage-rules.docx", "[ID:2] fees.xlsx", "(ID: 2) fees.xlsx"];
    assert!(case.sources[0].metadata.contains(&("page".to_owned(), "3".to_owned())));
    assert_eq!(meant(case), expected);
}

#[test]
fn ragflow_agents_name_chunks_by_a_hash() {
    let case = sample("ragflow/agent.json").read(0).unwrap();
    assert!(case.notes[0].contains("hash"), "{:?}", case.notes);
    assert_eq!(meant(case), ["[ID:417] passage-rules.docx", "[ID:23] fees.xlsx"]);
    // By place, `[ID:1]` would be `b`; by key there is none.
    let value = ragflow("So [ID:1].", &json!({"7": chunk("a"), "9": chunk("b")}));
    assert_eq!(meant(case_of(&value)), ["[ID:1] ?"]);
}

fn case_of(value: &Value) -> Case {
    case("ragflow", value)
}

#[test]
fn ragflow_marks_that_it_mends_count_where_there_is_such_a_chunk() {
    let chunks = json!([chunk("a"), chunk("b")]);
    let marks_in = |answer: &str| meant(case_of(&ragflow(answer, &chunks)));
    assert_eq!(marks_in("So [0] and ref1, but ref7 and x[1]."), ["[0] a", "ref1 b"]);
    assert_eq!(marks_in("So [ID:٠] and [ID:۱]."), ["[ID:٠] a", "[ID:۱] b"]);
    assert_eq!(marks_in("So [ID:0, ID:1] and `[ID:0]`."), ["[ID:0, ID:1] a|b"]);
    assert_eq!(marks_in("So ##1$$ and [ID:5]."), ["##1$$ b", "[ID:5] ?"]);
}

#[test]
fn ragflow_sessions_have_a_reference_for_each_answer_but_the_greeting() {
    let cases = sample("ragflow/session.json");
    assert_eq!(cases.len(), 2);
    let first = cases.read(0).unwrap();
    assert_eq!(first.question.as_deref(), Some("When is high water at the mill?"));
    assert!(first.sources[0].metadata.contains(&("page".to_owned(), "3, 4".to_owned())));
    assert_eq!(meant(first), ["##0$$ tides.pdf"]);
    let expected = ["##0$$ fees.xlsx", "##0$$ fees.xlsx", "##1$$ ?"];
    assert_eq!(meant(cases.read(1).unwrap()), expected);
}

#[test]
fn ragflow_streams_grow_or_come_in_pieces() {
    let grown = sample("ragflow/stream.sse").read(0).unwrap();
    let expected = "High water at the mill comes 70 minutes after the bridge ##0$$.";
    assert_eq!(grown.response.text, expected);
    let pieces = sample("ragflow/stream-pieces.sse").read(0).unwrap();
    let expected = "Boats over twelve metres wait for slack water [ID:0].";
    assert_eq!(pieces.response.text, expected);
    // After the pieces the whole may come once more, with its marks.
    let event = |answer: &str| format!("data: {}\n\n", ragflow(answer, &json!([chunk("a")])));
    let stream = [event("So it "), event("is."), event("So it is [ID:0].")].concat();
    let whole = cases("x.sse", stream.into_bytes()).read(0).unwrap();
    assert_eq!(whole.response.text, "So it is [ID:0].");
}

#[test]
fn dify_numbers_are_positions_and_not_places() {
    let case = sample("dify/answer.json").read(0).unwrap();
    assert_eq!(case.sources[0].id, "2");
    assert_eq!(meant(case), ["[1] tides.pdf", "[2] passage-rules.docx"]);
}

#[test]
fn dify_answers_without_marks_list_what_was_retrieved() {
    let case = sample("dify/unmarked.json").read(0).unwrap();
    assert_eq!(case.question.as_deref(), Some("What does a night cost?"));
    assert_eq!((case.response.citations.len(), case.sources.len()), (0, 1));
    assert!(case.notes[0].starts_with("no mark in the answer names"), "{:?}", case.notes);
}

#[test]
fn dify_streams_bring_their_sources_at_the_end() {
    let case = sample("dify/stream.sse").read(0).unwrap();
    assert_eq!(case.response.text, "Boats over twelve metres wait for slack water [1].");
    assert_eq!(meant(case), ["[1] passage-rules.docx"]);
    let replaced = "data: {\"event\": \"message\", \"answer\": \"No\"}\n\n\
                    data: {\"event\": \"message_replace\", \"answer\": \"Yes.\"}\n\n\
                    data: {\"event\": \"message_end\", \"metadata\": {\"retriever_resources\": []}}\n\n";
    let case = cases("x.sse", replaced.into()).read(0).unwrap();
    assert_eq!((case.format.name, case.response.text.as_str()), ("dify", "Yes."));
}

#[test]
fn dify_histories_are_a_case_for_each_answer_with_sources() {
    let cases = sample("dify/history.json");
    let questions: Vec<_> =
        (0..cases.len()).map(|index| cases.read(index).unwrap().question.unwrap()).collect();
    assert_eq!(questions, ["When is high water at the mill?", "What does a night cost?"]);
}

#[test]
fn onyx_numbers_are_what_the_mapping_says_and_links_may_be_empty() {
    let case = sample("onyx/answer.json").read(0).unwrap();
    let ids: Vec<&str> = case.sources.iter().map(|source| source.id.as_str()).collect();
    assert_eq!(ids, ["25", "26", "fees"]);
    assert_eq!(
        text(&case, 1),
        "Boats over twelve metres wait for slack water\n\nSlack lasts about twenty minutes."
    );
    let expected = [
        "[[25]](https://river.example/tides) Tide tables",
        "[[26]]() passage-rules.docx",
        "[[25]](https://river.example/tides) Tide tables",
    ];
    assert_eq!(meant(case), expected);
}

#[test]
fn onyx_numbers_without_document_are_reported() {
    let info = json!([{"citation_number": 1, "document_id": "gone"}]);
    let value =
        json!({"answer": "So [[1]]().", "answer_citationless": "So.", "citation_info": info});
    let case = case("onyx", &value);
    assert_eq!(case.sources[0].metadata, [("document_id".to_owned(), "gone".to_owned())]);
    assert_eq!(meant(case), ["[[1]]() untitled"]);
}

#[test]
fn onyx_sessions_and_packets() {
    let session = sample("onyx/session.json").read(0).unwrap();
    assert_eq!(session.id, "Fees and tides, message 3");
    assert_eq!(meant(session), ["[[1]](https://river.example/fees) Fees"]);
    let cases = sample("onyx/stream.jsonl");
    assert_eq!(cases.len(), 1);
    let stream = cases.read(0).unwrap();
    assert!(stream.response.text.starts_with("It comes 70 minutes later [[1]]"));
    assert_eq!(meant(stream), ["[[1]](https://river.example/tides) Tide tables"]);
}

#[test]
fn anythingllm_counts_contexts_from_0_and_bare_numbers_from_1() {
    let case = sample("anythingllm/answer.json").read(0).unwrap();
    assert_eq!(case.sources[1].url.as_deref(), Some("https://river.example/rules"));
    assert_eq!(meant(case), ["[CONTEXT 0] tides.pdf", "[CONTEXT 1] passage-rules.docx"]);
    let sources = json!([{"title": "a", "text": "x"}, {"title": "b", "text": "y"}]);
    let value =
        json!({"type": "textResponse", "textResponse": "So it is [1].", "sources": sources});
    assert_eq!(meant(self::case("anythingllm", &value)), ["[1] a"]);
}

#[test]
fn anythingllm_heads_are_no_part_of_the_text() {
    let case = sample("anythingllm/answer.json").read(0).unwrap();
    assert!(text(&case, 0).starts_with("High water"), "{}", text(&case, 0));
    let published = ("published".to_owned(), "3/1/2026, 10:00:00 AM".to_owned());
    assert!(case.sources[0].metadata.contains(&published));
    let stream = sample("anythingllm/stream.sse").read(0).unwrap();
    assert_eq!(stream.response.text, "A night costs 14 €.");
    assert!(text(&stream, 0).starts_with("Mooring"));
}

#[test]
fn anythingllm_exports_leave_the_sources_out_and_that_is_reported() {
    let case = sample("anythingllm/export.json").read(0).unwrap();
    assert_eq!(case.format.name, "anythingllm");
    assert!(case.notes[0].contains("leave the sources out"), "{:?}", case.notes);
    assert_eq!(meant(case), ["[1] ?"]);
    let history = sample("anythingllm/history.json").read(0).unwrap();
    assert_eq!(meant(history), ["[1] fees.xlsx"]);
}

#[test]
fn fastgpt_marks_name_rows_in_nodes_of_any_depth() {
    let (first, second) = ("[65f0c3b2a1d4e5f60718293a](CITE)", "[65f0c3b2a1d4e5f60718293b](CITE)");
    let case = sample("fastgpt/answer.json").read(0).unwrap();
    assert!(text(&case, 1).starts_with("What does a night cost?\nMooring"));
    assert_eq!(case.sources[0].score, Some(0.83));
    assert_eq!(meant(case), [format!("{first} tides.pdf"), format!("{second} fees.csv")]);
    let stream = sample("fastgpt/stream.sse").read(0).unwrap();
    assert_eq!(meant(stream), [format!("{second} fees.csv")]);
    let records = sample("fastgpt/records.json").read(0).unwrap();
    assert_eq!(records.question.as_deref(), Some("When is high water?"));
    assert_eq!(meant(records), ["[quote:65f0c3b2a1d4e5f60718293a] tides.pdf"]);
}

#[test]
fn lightrag_references_stand_once_although_the_text_lists_them_again() {
    let case = sample("lightrag/answer.json").read(0).unwrap();
    assert_eq!(case.sources.len(), 2);
    assert_eq!(meant(case), ["[1] tides.pdf", "[2] passage-rules.docx"]);
    let cases = sample("lightrag/stream.jsonl");
    assert_eq!(cases.len(), 1);
    assert_eq!(meant(cases.read(0).unwrap()), ["[1] tides.pdf"]);
}

#[test]
fn lightrag_text_has_its_list_at_the_end() {
    let text = "It comes later [1].\n\n### References\n\n- [1] tides.pdf\n- [2] rules.docx\n";
    let case = cases("answer.md", text.into()).read(0).unwrap();
    assert_eq!((case.format.name, case.sources.len()), ("numbered", 2));
    assert_eq!(meant(case), ["[1] tides.pdf"]);
}

#[test]
fn cherry_studio_marks_carry_their_sources() {
    let case = sample("cherry-studio/answer.md").read(0).unwrap();
    assert!(text(&case, 0).starts_with("High water"));
    assert_eq!(case.sources[2].url.as_deref(), Some("https://river.example/fees"));
    let inspection = inspect(case);
    assert!(inspection.inspected[0].targets[0].passage().is_some());
    assert!(inspection.inspected[3].targets[0].has_no_text());
}

#[test]
fn kotaemon_lists_first_and_last_words() {
    let case = sample("kotaemon/answer.md").read(0).unwrap();
    assert_eq!(case.response.citations.len(), 2);
    let source = "High water at the mill gauge is slow. It is behind the harbour bridge. Next.";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tides.txt");
    std::fs::write(&path, source).unwrap();
    let loaded = pincite::sources::load(&[], &[("1".to_owned(), path)]).unwrap();
    let cases = sample("kotaemon/answer.md").with_sources(loaded.sources, loaded.notes);
    let inspection = inspect(cases.read(0).unwrap());
    let passage = inspection.inspected[0].targets[0].passage().unwrap();
    let expected = "High water at the mill gauge is slow. It is behind the harbour bridge.";
    assert_eq!(passage.span.slice(source), Some(expected));
}

#[test]
fn answers_of_apps_open() {
    let session = Session::samples("ragflow/chat.json", &[]).size(100, 20).press("n");
    insta::assert_snapshot!(session.picture());
}
