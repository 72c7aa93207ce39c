//! Those who speak OpenAI's interfaces with words of their own, and Azure's two ways to cite.

use std::path::PathBuf;

use pincite::cases;
use pincite::cases::companion_of;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::inspect;
use pincite::model::{AnchorKind, Case, SourceText};
use serde_json::{Value, json};

use crate::session::Session;

fn sample_path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)
}

fn input(name: &str) -> Input {
    Input::new(name, std::fs::read(sample_path(name)).unwrap())
}

fn read(input: Input) -> Case {
    cases::open(input, None, &Families::default()).unwrap().read(0).unwrap()
}

fn sample(name: &str) -> Case {
    read(input(name))
}

fn completion(message: &Value, beside: &Value) -> Case {
    let mut completion = json!({"object": "chat.completion", "choices": [{"message": message}]});
    for (key, value) in beside.as_object().unwrap() {
        completion[key] = value.clone();
    }
    read(Input::new("x.json", completion.to_string().into_bytes()))
}

/// Returns each citation as `covered words: ids`.
pub(crate) fn cited(case: &Case) -> Vec<String> {
    let description = |citation: &pincite::model::Citation| {
        let covered = citation.anchor.span.slice(&case.response.text).unwrap();
        let ids: Vec<&str> = citation.targets.iter().map(|target| target.id.as_str()).collect();
        format!("{covered}: {}", ids.join(" "))
    };
    case.response.citations.iter().map(description).collect()
}

pub(crate) fn ids(case: &Case) -> Vec<&str> {
    case.sources.iter().map(|source| source.id.as_str()).collect()
}

fn text(case: &Case, source: usize) -> &str {
    match &case.sources[source].text {
        SourceText::Inline(text) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn numbers_count_the_whole_list_and_snippets_are_the_sources() {
    let case = sample("openai-chat/perplexity.response.json");
    assert_eq!(case.format.reason, "`choices` with `message`, and 3 `search_results`");
    assert_eq!(cited(&case), ["[1]: 1", "[2]: 2", "[3]: 3", "[1]: 1", "[9]: 9"]);
    assert_eq!(ids(&case), ["1", "2", "3"]);
    assert!(text(&case, 1).starts_with("The pier opened again on 4 May after two years"));
    assert_eq!(case.sources[0].updated.as_deref(), Some("2026-05-11"));
    assert_eq!(case.sources[1].updated.as_deref(), Some("2026-05-04"));
}

#[test]
fn thoughts_are_folded_away_and_no_mark_is_read_in_them() {
    let case = sample("openai-chat/perplexity.response.json");
    let card = &case.response.cards[0];
    assert!(card.span.slice(&case.response.text).unwrap().ends_with("or is it [2]?\n</think>"));
    assert_eq!((card.family.as_str(), card.label.as_deref()), ("think", Some("[thoughts]")));
    let inspection = inspect(case);
    let claim = inspection.inspected[0].claim.unwrap();
    let words = claim.span.slice(&inspection.case.response.text).unwrap();
    assert_eq!(words, "A day pass costs 12 crowns");
}

#[test]
fn pieces_that_repeat_the_list_are_the_same_answer() {
    let whole = sample("openai-chat/perplexity.response.json");
    let streamed = sample("openai-chat/perplexity.stream.sse");
    assert_eq!(streamed.response, whole.response);
    assert_eq!(streamed.sources, whole.sources);
}

#[test]
fn addresses_alone_are_a_list_too() {
    let beside = json!({"citations": ["https://a.example/", "https://b.example/"]});
    let case = completion(&json!({"content": "It rose[2]."}), &beside);
    assert_eq!(cited(&case), ["[2]: 2"]);
    assert_eq!(case.sources[1].url.as_deref(), Some("https://b.example/"));
    // A wrapper cut the list: the number leads nowhere and stays.
    let case = completion(&json!({"content": "It rose[2]. It fell[7]."}), &beside);
    assert_eq!(inspect(case).unresolved(), 1);
}

#[test]
fn annotations_made_of_the_marks_are_not_shown_twice() {
    let case = sample("openai-chat/litellm.response.json");
    assert_eq!(cited(&case), ["[1]: 1", "[2]: 2"]);
    assert_eq!(ids(&case), ["1", "2", "3"]);
    let note = "the marks in the text are the citations, numbered as the list is; 2 annotations of \
                the same sources without words to check not shown apart";
    assert!(case.notes.contains(&note.to_owned()), "{:?}", case.notes);
}

#[test]
fn the_number_of_a_link_is_no_index() {
    let case = sample("openai-chat/xai.response.json");
    let pier = "https://www.coastpost.example/2026/05/nordby-pier";
    let fares = "https://harbour.example/fares";
    let expected = [
        format!("[[1]]({pier}): {pier}"),
        format!("[[2]]({fares}): {fares}"),
        format!("[[1]]({pier}): {pier}"),
    ];
    assert_eq!(cited(&case), expected);
    assert_eq!(ids(&case), ["https://harbour.example/", fares, pier]);
}

#[test]
fn a_mark_without_definition_means_the_annotation_in_its_order() {
    let case = sample("openai-chat/jina.response.json");
    let expected = [
        "[^1]: https://harbour.example/fares",
        "[^2]: https://harbour.example/timetable",
        "[^3]: 3",
    ];
    assert_eq!(cited(&case), expected);
    let quote = case.response.citations[0].targets[0].quote.as_deref();
    assert_eq!(quote, Some("A day pass costs 12 crowns."));
    assert_eq!(inspect(case).unresolved(), 1);
}

#[test]
fn annotations_of_no_place_follow_the_numbers_that_a_gateway_left() {
    let page = |url: &str| json!({"type": "url_citation", "url_citation": {"url": url, "title": "T", "content": "It rose by two.", "start_index": 0, "end_index": 0}});
    let message = json!({"content": "It rose[1]. It fell[2][1].", "annotations": [page("https://a.example/"), page("https://b.example/")]});
    let case = completion(&message, &json!({}));
    let expected =
        ["[1]: https://a.example/", "[2]: https://b.example/", "[1]: https://a.example/"];
    assert_eq!(cited(&case), expected);
    assert_eq!(inspect(case).unresolved(), 0);
}

#[test]
fn citations_of_the_xai_client_are_annotations() {
    let text = "It rose.[[1]](https://a.example/) The file says so.";
    let end = "It rose.[[1]](https://a.example/)".len();
    let message = json!({"content": text, "citations": [
        {"id": "1", "start_index": 8, "end_index": end, "web_citation": {"url": "https://a.example/"}},
        {"id": "2", "start_index": text.len() - 1, "end_index": 0, "collections_citation":
            {"file_id": "file_1", "chunk_id": "c", "chunk_content": "It rose by two.", "score": 0.5}}]});
    let case = completion(&message, &json!({}));
    assert_eq!(cited(&case), ["[[1]](https://a.example/): https://a.example/", ": file_1"]);
    assert_eq!(case.response.citations[1].anchor.kind, AnchorKind::Point);
    assert_eq!(text_of_id(&case, "file_1"), "It rose by two.");
}

fn text_of_id<'c>(case: &'c Case, id: &str) -> &'c str {
    text(case, case.sources.iter().position(|source| source.id == id).unwrap())
}

#[test]
fn results_of_an_agent_are_known_by_their_ids() {
    let case = sample("openai-responses/perplexity-agent.response.json");
    assert_eq!(cited(&case), ["[web:2]: 2", "[web:1]: 1", "[web:3]: 3"]);
    assert!(text_of_id(&case, "2").starts_with("A day pass costs 12 crowns."));
    assert!(
        case.notes[0]
            .ends_with("1 annotation of the same sources without words to check not shown apart")
    );
}

#[test]
fn documents_of_on_your_data_are_counted_from_one() {
    let expected = ["[doc1]: 1", "[doc2]: 2", "[doc1]: 1", "[doc5]: 5"];
    let answer = sample("azure-on-your-data/answer.json");
    assert_eq!(cited(&answer), expected);
    assert_eq!(answer.sources[1].title.as_deref(), Some("handbook/tickets.pdf"));
    assert_eq!(text(&answer, 1), "A refund needs the ticket number.");
    for name in ["answer-2023.json", "answer-2023-08.json", "stream.sse", "conversation.json"] {
        let other = sample(&format!("azure-on-your-data/{name}"));
        assert_eq!(other.response, answer.response, "{name}");
        assert_eq!(other.sources, answer.sources, "{name}");
    }
    let talked = sample("azure-on-your-data/conversation.json");
    assert_eq!(talked.question.as_deref(), Some("How long does a refund take?"));
}

#[test]
fn references_of_a_knowledge_base_are_known_by_their_id() {
    let case = sample("azure-knowledge/answer.json");
    assert_eq!(cited(&case), ["[ref_id:0]: 0", "[ref_id:1]: 1", "[ref_id:7]: 7"]);
    assert_eq!(text(&case, 0), "Refunds go back to the card within five working days.");
    assert!(
        case.sources[1].text.why_not().unwrap().starts_with("its reference has no `sourceData`")
    );
    assert_eq!(case.sources[1].url.as_deref(), Some("https://files.example/tickets.pdf"));
}

#[test]
fn data_without_an_answer_are_the_sources_of_one_beside_it() {
    let data = companion_of(&input("azure-knowledge/data.json")).unwrap();
    let ids: Vec<&str> = data.iter().map(|source| source.id.as_str()).collect();
    assert_eq!(ids, ["0", "1"]);
    let cases = cases::open(input("azure-knowledge/answer.json"), None, &Families::default());
    let inspection = inspect(cases.unwrap().with_companions(data).read(0).unwrap());
    assert_eq!((inspection.unresolved(), inspection.without_text()), (1, 0));
}

#[test]
fn an_answer_over_ones_own_data_opens() {
    let session = Session::samples("azure-on-your-data/answer.json", &[]).size(110, 20).press("n");
    insta::assert_snapshot!(session.picture());
}

#[test]
fn a_search_answer_opens() {
    let session = Session::samples("openai-chat/perplexity.response.json", &[]).size(110, 20);
    insta::assert_snapshot!(session.press("n").picture());
}

/// Odd fields of these payloads affect only themselves.
#[test]
fn odd_fields_cost_themselves() {
    let notes = |case: &Case| case.notes.clone();
    let message = json!({"content": "So [doc1] [doc2].", "context": {"citations": [3, {"content": ["x"], "title": 4}]}});
    let case = completion(&message, &json!({}));
    assert_eq!(cited(&case), ["[doc1]: 1", "[doc2]: 2"]);
    let expected = [
        "`citations[0]` should be an object but is a number",
        "`citations[1].title` should be a text but is a number",
        "`citations[1].content` should be a text but is a list",
    ];
    assert_eq!(notes(&case), expected);
    let value = json!({"response": [{"content": [{"text": "So [ref_id:0]."}]}], "references": [{"id": 0, "docKey": "k", "sourceData": 3}, null]});
    let case = read(Input::new("x.json", value.to_string().into_bytes()));
    let expected = [
        "`references[0].sourceData` should be an object but is a number",
        "`references[1]` should be an object but is null",
    ];
    assert_eq!(notes(&case), expected);
    assert_eq!(ids(&case), ["0"]);
}

#[test]
fn marks_stand_in_the_strings_of_structured_output_too() {
    let content = json!({"answer": "It rose[2].", "why": ["Rain[1]."]}).to_string();
    let beside = json!({"citations": ["https://a.example/", "https://b.example/"]});
    assert_eq!(cited(&completion(&json!({"content": content}), &beside)), ["[2]: 2", "[1]: 1"]);
}

#[test]
fn a_list_of_addresses_that_goes_on_behind_the_snippets_counts() {
    let results = json!([{"title": "A", "url": "https://a.example/", "snippet": "It rose."}]);
    let beside = json!({"search_results": results, "citations": ["https://a.example/", "https://b.example/"]});
    let case = completion(&json!({"content": "It rose[1][2]."}), &beside);
    assert_eq!(ids(&case), ["1", "2"]);
    assert_eq!(case.sources[1].url.as_deref(), Some("https://b.example/"));
}

#[test]
fn agents_of_azure_cite_pages_and_files_by_marks_without_quotes() {
    let text = "It rose【58:1†source】 and fell【4:0†levels.pdf】.";
    let at = |mark: &str| {
        let start = text[..text.find(mark).unwrap()].chars().count();
        (start, start + mark.chars().count())
    };
    let ((page, page_end), (file, file_end)) = (at("【58:1†source】"), at("【4:0†levels.pdf】"));
    let message = json!({"object": "thread.message", "role": "assistant", "content": [{"type": "text", "text": {"value": text, "annotations": [
        {"type": "url_citation", "text": "【58:1†source】", "start_index": page, "end_index": page_end, "url_citation": {"url": "https://a.example/", "title": "A"}},
        {"type": "file_citation", "text": "【4:0†levels.pdf】", "start_index": file, "end_index": file_end, "file_citation": {"file_id": "assistant-1"}}]}}]});
    let case = read(Input::new("x.json", message.to_string().into_bytes()));
    assert_eq!(case.format.name, "openai-assistants");
    assert_eq!(
        cited(&case),
        ["【58:1†source】: https://a.example/", "【4:0†levels.pdf】: assistant-1"]
    );
}

#[test]
fn thoughts_of_a_pasted_answer_are_folded_away_too() {
    let text = "<think>\nIs it [1]?\n</think>\n\nIt rose [2]. It fell [1].\n\nReferences\n\n[1] https://a.example/\n[2] https://b.example/\n";
    let case = read(Input::new("x.md", text.as_bytes().to_vec()));
    assert_eq!(
        (case.format.name, cited(&case)),
        ("numbered", vec!["[2]: 2".to_owned(), "[1]: 1".to_owned()])
    );
    assert_eq!(case.response.cards[0].family, "think");
}
