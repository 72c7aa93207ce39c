//! Texts that programs save around an answer: lists of pages, rows of marks, outputs of models with a layout,
//! printed texts, whole pages.

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::model::{AnchorKind, Case};
use serde_json::{Value, json};

use crate::rows::resolved;
use crate::saved::{cited, noted, open, read};

fn row(row: &Value) -> Case {
    read("a.json", &row.to_string())
}

#[test]
fn a_numbered_link_cites_the_source_at_its_address() {
    let page = |name: &str| json!({"url": format!("https://{name}.example/"), "title": name, "snippet": name});
    let answer = "The tide rises[[1]](https://tide.example/)[[2]](https://moon.example/). The ferry \
                  waits[[1]](https://ferry.example/)[[2]](https://tide.example/).";
    let case = row(&json!({"question": "?", "answer": answer,
        "sources": [page("ferry"), page("tide"), page("moon"), page("pier")]}));
    let title = |id: &str| case.sources.iter().find(|it| it.id == id)?.title.as_deref();
    let targets = case.response.citations.iter().flat_map(|it| &it.targets);
    let titles: Vec<_> = targets.map(|target| title(&target.id).unwrap_or("-")).collect();
    assert_eq!(titles, ["tide", "moon", "ferry", "tide"]);
    assert!(!noted(&case, "count from 0"), "{:?}", case.notes);
}

#[test]
fn an_answer_with_a_list_of_citations_is_a_row() {
    let list = json!([{"index": 1, "quote": "It leaves Nordby at noon."},
        {"index": 2, "cited_text": "A ticket costs four crowns."}]);
    let text = "It leaves at noon [1]. A ticket costs four crowns [2].";
    for key in ["answer", "content"] {
        let case = row(&json!({key: text, "citations": list, "confidence": 0.9}));
        assert_eq!(resolved(case), ["1 → 1", "2 → 2"], "{key}");
    }
    let named =
        row(&json!({"content": text, "citations": [{"review_id": "7"}, {"review_id": "9"}]}));
    assert_eq!(resolved(named), ["1 → no-text", "2 → no-text"]);
}

#[test]
fn an_answer_may_be_called_a_result() {
    let list =
        json!([{"title": "Times", "url": "https://ferry.example/", "description": "At noon."}]);
    let case = row(
        &json!({"id": "a", "question": "When?", "result": "At noon [1].", "search_results": list}),
    );
    assert_eq!(cited(&case), ["[1] → 1"]);
    assert!(noted(&case, "`result` is read as the answer"), "{:?}", case.notes);
    let case = row(&json!({"question": "Which?", "predicted": "11"}));
    assert_eq!(case.response.text, "11");
    let state = json!({"query": "ping", "result": "ok"}).to_string();
    assert!(
        cases::open(Input::new("a.json", state.into_bytes()), None, &Families::default()).is_err()
    );
}

#[test]
fn the_form_of_an_answer_that_cites_is_read() {
    let case = row(&json!({"question": "When?", "answer": "At noon, as the board says.",
        "answer_with_citations": "At noon [1], as the board says [2].", "contexts": ["At noon.", "A board."]}));
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2"]);
    let note = "`answer_with_citations` is read as the answer: `answer` does not cite";
    assert!(noted(&case, note), "{:?}", case.notes);
    let plain = row(&json!({"question": "When?", "answer": "At noon [1].",
        "answer_with_citations": "At noon [2].", "contexts": ["At noon.", "A board."]}));
    assert_eq!(cited(&plain), ["[1] → 1"]);
}

#[test]
fn a_row_of_marks_that_repeats_them_cites_nothing() {
    let text = "It rose [1]. It fell at night [2, 3].\n\n**Sources:** [1] [2], [3]\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case), ["[1] → 1", "[2, 3] → 2+3"]);
    assert!(!noted(&case, "not read"), "{:?}", case.notes);
    let alone = read("a.md", "It rose [1]. It fell at night.\n\nSources: [1] [2]\n");
    assert_eq!(cited(&alone), ["[1] → 1", "[2] → 2"]);
}

#[test]
fn links_alone_behind_bullets_are_a_list() {
    let rows: String = ["port", "ferry", "tide"]
        .map(|name| format!("* [{name}](https://www.{name}.example/a)\n"))
        .concat();
    let text = format!(
        "# Report\n\n## Sidebar\n\n{rows}\n## Answer\n\nIt rose. [port](https://www.port.example/a) It fell. \
         [tide](https://www.tide.example/a)\n"
    );
    let expected = [
        "[port](https://www.port.example/a) → https://www.port.example/a",
        "[tide](https://www.tide.example/a) → https://www.tide.example/a",
    ];
    assert_eq!(cited(&read("a.md", &text)), expected);
}

#[test]
fn a_printed_list_of_addresses_is_that_of_the_marks() {
    let text = "Tool Calls:\n  ReviseAnswer (call_1)\n  Args:\n    answer: It rose [1]. It fell at night [2].\n    \
                search_queries: ['tide at night']\n    references: ['https://tide.example/a', \
                'https://tide.example/b']\n";
    let case = read("a.txt", text);
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2"]);
    let urls: Vec<_> = case.sources.iter().filter_map(|it| it.url.as_deref()).collect();
    assert_eq!(urls, ["https://tide.example/a", "https://tide.example/b"]);
}

#[test]
fn texts_that_python_printed_one_after_another_are_unquoted() {
    let printed = "('Answer: The tide rises by '\n '3 m [1]. It falls at '\n \"night, it's said [2].\")\n\
                   ('Nugget: The tide rises, '\n 'Support: FULL')\n'Done.'\n";
    let notebook = json!({"nbformat": 4, "cells": [{"cell_type": "code", "outputs": [
        {"output_type": "stream", "name": "stdout", "text": [printed]}]}]});
    let case = read("a.ipynb", &notebook.to_string());
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2"]);
    assert!(case.response.text.starts_with("Answer: The tide rises by 3 m [1]. It falls"));
}

#[test]
fn tags_scripts_and_styles_of_a_page_cite_nothing() {
    let page = "<!DOCTYPE html>\n<html><head><style>[@media] { } .a { content: \"[@b2]\" }</style>\
                <script>let a = [1]; let b = \"[@key, p. 3]\";</script></head>\n\
                <body class=\"[@container2] [@x3]\"><p>The tide rises.</p></body></html>\n";
    let case = read("a.html", page);
    assert!(case.response.citations.is_empty(), "{:?}", cited(&case));
    assert!(noted(&case, "the answer is HTML"), "{:?}", case.notes);
}

#[test]
fn positions_may_count_over_all_texts_of_an_interaction() {
    let case = read("a.json", include_str!("../../samples/interactions/report.json"));
    let marks: Vec<&str> = case
        .response
        .citations
        .iter()
        .map(|it| it.anchor.span.slice(&case.response.text).unwrap())
        .collect();
    assert_eq!(marks, ["[cite: 1, 2]", "[cite: 2]"]);
    assert!(case.response.citations.iter().all(|it| it.anchor.kind == AnchorKind::Marker));
    let targets: Vec<usize> = case.response.citations.iter().map(|it| it.targets.len()).collect();
    assert_eq!(targets, [2, 1]);
    assert!(noted(&case, "the positions count over all texts"), "{:?}", case.notes);
    assert!(!noted(&case, "outside the text"), "{:?}", case.notes);
}

#[test]
fn places_in_brackets_that_are_not_read_are_noted() {
    for text in [
        "It rose by 3 m [p11:c18]. It fell [p12:c3].",
        "It rose by 3 m [p. 11]. It fell [p. 12].",
        "It rose by 3 m [q5.c3]. It fell [nasa-2021-tides, q5.c11].",
        "It opens at 9 [handbook(p.8), meeting@00:01:50]. It closes [meeting@00:02].",
    ] {
        assert!(noted(&read("a.md", text), "2 marks not read that look like citations"), "{text}");
    }
}

#[test]
fn marks_in_the_texts_of_an_unknown_document_are_described() {
    let report = "It rose by 3 m ([C-26], [C-3]). It fell at night [C-1].";
    let document = json!({"run": 7, "stage": {"recommendation": report}});
    let error = cases::open(
        Input::new("a.json", document.to_string().into_bytes()),
        None,
        &Families::default(),
    );
    let error = error.err().unwrap().to_string();
    let expected =
        "3 marks in its texts look like citations, such as `[C-26]` in `stage.recommendation`";
    assert!(error.contains(expected), "{error}");
    let plain = json!({"run": 7, "stage": {"a": "Use x[0] here, and no mark."}}).to_string();
    let error = cases::open(Input::new("a.json", plain.into_bytes()), None, &Families::default());
    assert!(!error.err().unwrap().to_string().contains("look like"));
    assert_eq!(open("a.json", "{\"answer\": \"A b.\", \"query\": \"c\"}").len(), 1);
}

#[test]
fn numbers_divide_the_contexts_in_one_text() {
    let context = "[1] Times, page 3\nIt leaves at noon.\n\n[2] Fares\nA ticket is four crowns.";
    let answer = "A ticket is four crowns [2].";
    let case = row(&json!({"question": "What?", "answer": answer, "context": context}));
    assert_eq!(case.sources[1].title.as_deref(), Some("Fares"));
    assert_eq!(resolved(case), ["2 → 2"]);
}

#[test]
fn references_used_in_a_section_are_a_list() {
    let text = "It rose [1]. It fell [2].\n\n## References used in this section\n[1] Holm (2021), tides.\n\
                [2] Lund (2020), ebb.\n\n## More\n\nIt stays [1].\n\n## Sources\n\n\
                [1] Moe — https://moe.example/\n[2] Eide — https://eide.example/\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2", "[1] → 1 (list 2)"]);
}

#[test]
fn outputs_with_fields_of_citations_are_noted_beside_an_opened_one() {
    let output = |text: &str| json!({"cell_type": "code", "outputs": [{"text": text}]});
    let book = |cells: &[Value]| json!({"nbformat": 4, "cells": cells}).to_string();
    let answer = "It leaves at noon [1]. It is cheap [2].\n\nSources:\n[1] Timetable — https://a.example/t\n\
                  [2] Fares — https://a.example/f\n";
    let data = "{'pier': 'Nordby', 'citations': [{'field': 'pier', 'url': 'https://a.example/p'}]}";
    let json = r#"{"boat": "Ane", "citations": [{"field": "boat", "url": "https://a.example/b"}]}"#;
    let case = read("a.ipynb", &book(&[output(answer), output(data), output(json)]));
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2"]);
    let note = "citations in 2 outputs not read, such as in `citations` (cell 2 and cell 3)";
    assert!(noted(&case, note), "{:?}", case.notes);
    let refused = crate::saved::refused("b.ipynb", &book(&[output(data)]));
    assert!(refused.contains("citations in 1 output not read"), "{refused}");
}

#[test]
fn rows_of_addresses_are_noted_beside_authors_and_years() {
    let row = |at: usize| format!("[{at}](https://a.example/{at})\n");
    let rows = (1..5).map(row).collect::<Vec<_>>().concat();
    let case = read("a.md", &format!("It was found to leave at noon (Holm, 2017).\n\n{rows}"));
    assert!(noted(&case, "4 sources listed that no mark in the text cites"), "{:?}", case.notes);
}
