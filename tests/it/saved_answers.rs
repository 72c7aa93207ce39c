//! Answers with lists of what they cite, without marks or beside other marks, as programs save them.

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::model::{Case, Locator};
use serde_json::{Value, json};

use crate::rows::resolved;
use crate::saved::{cited, noted, open, read};

fn row(row: &Value) -> Case {
    read("a.json", &row.to_string())
}

#[test]
fn sentences_may_have_the_cited_ids_as_keys() {
    let run = json!({"metadata": {"team_id": "pier", "run_id": "pier-1", "topic_id": "12"},
        "responses": [{"text": "It leaves at noon.", "citations": {"a_1": 0.5, "b_2": 0.25}},
            {"text": "It is red.", "citations": {}}, {"text": "It costs four crowns.", "citations": ["c_3"]}],
        "references": ["a_1", "b_2", "c_3"]});
    let case = read("run.jsonl", &format!("{run}\n"));
    assert_eq!(case.format.name, "trec-rag");
    let targets = case.response.citations.iter().flat_map(|it| &it.targets);
    let targets: Vec<_> = targets.map(|it| (it.id.as_str(), it.score)).collect();
    assert_eq!(targets, [("a_1", Some(0.5)), ("b_2", Some(0.25)), ("c_3", None)]);
    assert_eq!(case.response.text, "It leaves at noon. It is red. It costs four crowns.");
}

#[test]
fn an_answer_without_marks_cites_what_it_lists() {
    let case = row(&json!({"question": "When?", "answer": "At noon, for four crowns.",
        "citations": [{"doc_path": "docs/ferry.md", "anchor": "#times"},
            {"doc_path": "docs/ferry.md", "anchor": "#fares"}, {"url": "https://pier.example/"}]}));
    let file = "docs/ferry.md → docs/ferry.md";
    assert_eq!(cited(&case), [file, file, "https://pier.example/ → https://pier.example/"]);
    assert_eq!(case.sources.len(), 2);
    let place = case.response.citations[0].targets[0].locator.clone();
    assert_eq!(place, Some(Locator::Fragment("times".to_owned())));
    assert!(noted(&case, "in fields of the row, and not in the answer"), "{:?}", case.notes);
}

#[test]
fn what_was_expected_is_no_answer() {
    let item = |id: &str| {
        json!({"id": id, "question": format!("When does {id} leave?"),
        "gold_sources": [{"doc_path": "ferry.md", "evidence": "It leaves at noon ([Times](https://ferry.example/times)), \
            and costs four crowns ([Fares](https://ferry.example/fares)), says [Pier](https://pier.example/)."}],
        "model_answer": "It leaves at noon.", "judge": {"verdict": "correct"}})
    };
    let saved = json!({"meta": {"judge": "x"}, "per_question": [item("a"), item("b")]});
    let cases = open("a.json", &saved.to_string());
    assert_eq!(cases.len(), 2);
    assert_eq!(cases.read(0).unwrap().response.text, "It leaves at noon.");
}

#[test]
fn a_row_of_which_nothing_was_found_is_a_row() {
    let report = "It leaves at noon ([ferry](https://ferry.example/times)).";
    let found = "The ferry leaves at noon, ".repeat(8);
    let lines = [("", "one"), (found.as_str(), "two")].map(|(text, id)| {
        json!({"query": format!("When, {id}?"), "report": report, "source_text": text}).to_string()
    });
    let cases = open("a.jsonl", &lines.join("\n"));
    assert_eq!(cases.len(), 2);
    assert_eq!(cited(&cases.read(0).unwrap()).len(), 1);
}

#[test]
fn rows_that_say_the_same_are_all_read() {
    let item = |arm: &str| {
        json!({"arm": arm, "question": "When?", "answer": "Not found in the documents.",
        "context": "[1] The ferry is red.\n\n[2] A ticket costs four crowns."})
    };
    let saved =
        json!({"arms": [{"name": "a", "rows": [item("a")]}, {"name": "b", "rows": [item("b")]}]});
    assert_eq!(open("a.json", &saved.to_string()).len(), 2);
}

#[test]
fn a_citation_in_a_field_beside_marks_is_noted() {
    let case = row(&json!({"question": "When?", "answer": "At noon [cite: 92].",
        "citation": "Harbour rules, section 1"}));
    assert!(noted(&case, "`citation` of the row not read"), "{:?}", case.notes);
}

#[test]
fn a_slash_at_the_end_makes_no_other_page() {
    let text = "It leaves at noon [Times of the ferry](https://ferry.example/times/). It costs four \
                crowns [Fares](https://ferry.example/fares).\n\n## Key Citations\n\n\
                - [Times of the ferry](https://ferry.example/times)\n- [Fares](https://ferry.example/fares/)\n";
    let case = read("a.md", text);
    let pages: Vec<_> =
        case.response.citations.iter().map(|it| it.targets[0].id.as_str()).collect();
    assert_eq!(pages, ["https://ferry.example/times", "https://ferry.example/fares/"]);
    assert_eq!(case.sources.len(), 2);
}

#[test]
fn a_list_of_all_pages_visited_is_not_that_of_a_few_marks() {
    let pages: Vec<String> =
        (1..=14).map(|number| format!("- https://ferry.example/{number}\n")).collect();
    let pages = pages.concat();
    let text = format!(
        "It leaves at noon [Learning 1, 3]. It is red [Learning 2]. It costs four crowns [Learning 4].\n\n\
         | What | Where |\n|---|---|\n| Red | [2] |\n| Fares | [4] |\n\n## Sources\n\n{pages}"
    );
    let case = read("a.md", &text);
    assert!(case.response.citations.iter().all(|it| it.raw != "[2]" || case.sources.is_empty()));
    assert!(noted(&case, "14 sources listed without numbers"), "{:?}", case.notes);
    assert!(noted(&case, "such as `[Learning 1, 3]`"), "{:?}", case.notes);
    let short = read("b.md", &text.replace("/9\n- https://ferry.example/", "/"));
    assert!(noted(&short, "listed without numbers"));
}

#[test]
fn marks_with_words_in_them_are_noted() {
    let text = "It leaves at noon [1]. It costs four crowns [2, Table 1 and 17]. It is red [Context: boats_2020].";
    let case = row(&json!({"question": "?", "answer": text, "contexts": ["At noon.", "Fares."]}));
    assert_eq!(cited(&case), ["[1] → 1"]);
    assert!(noted(&case, "`[2, Table 1 and 17]` and `[Context: boats_2020]`"), "{:?}", case.notes);
    let parts = "See [Figure 1], [Figure 2] and [Figure 3]. It leaves at noon [1].";
    let case = row(&json!({"question": "?", "answer": parts, "contexts": ["At noon."]}));
    assert!(!noted(&case, "not read"), "{:?}", case.notes);
}

#[test]
fn marks_may_name_the_labels_of_a_list() {
    let list = json!([{"label": "C1", "text": "The ferry leaves at noon."},
        {"label": "C6", "text": "A ticket costs four crowns."}]);
    let answer = "It leaves at noon [C1]. It costs four crowns [C6, C1]. The road [A4] is near.";
    let case = row(&json!({"question": "?", "answer": answer, "citations": list}));
    assert_eq!(cited(&case), ["[C1] → C1", "[C6, C1] → C6+C1"]);
    assert_eq!(resolved(case), ["C1 → C1", "C6 → C6", "C1 → C1"]);
}

#[test]
fn a_list_that_repeats_contexts_adds_no_sources() {
    let context = "[1] The ferry leaves\nat noon from pier 4.\n\n[2] A ticket costs four crowns.";
    let answer = "It leaves at noon [1]. It costs four [2].\n\nSources:\n\n[1] - \"The ferry leaves at noon\"\n\
                  [2] - \"A ticket costs four crowns.\"\n";
    let case = row(&json!({"question": "?", "answer": answer, "context": context}));
    assert_eq!(resolved(case), ["1 → 1", "2 → 2"]);
}

#[test]
fn keys_in_round_brackets_are_noted() {
    let text = "It rose (C-16). It fell at night (C-16, C-27). It stays where it is (A-4).";
    let case = read("a.md", text);
    assert!(noted(&case, "3 keys in round brackets, such as `(C-16)`"), "{:?}", case.notes);
    let trials = json!({"experiment": "x", "trials": [{"variant": "a", "output": text}]});
    let input = Input::new("a.json", trials.to_string().into_bytes());
    let refused = cases::open(input, None, &Families::default()).unwrap_err().to_string();
    assert!(refused.contains("such as `(C-16)` in `trials[0].output`"), "{refused}");
}

#[test]
fn a_stream_in_the_log_of_a_browser_is_read() {
    let body = include_str!("../../samples/deepseek/stream.sse");
    let log = json!([{"url": "https://chat.example/", "status": 200, "content_type": "text/html", "body": ""},
        {"url": "https://chat.example/api/completion", "status": 200,
            "content_type": "text/event-stream; charset=utf-8", "body": body}]);
    for case in [read("a.json", &log.to_string()), read("a.sse", body)] {
        assert_eq!(case.format.name, "deepseek");
        assert_eq!(
            case.response.text,
            "The ferry leaves at noon from pier 4[citation:1]. A ticket costs four crowns[citation:2]."
        );
        assert_eq!(resolved(case), ["1 → 1", "2 → 2"]);
    }
}

#[test]
fn messages_of_a_framework_list_pages() {
    let kwargs =
        json!({"citations": ["https://ferry.example/times", "https://pier.example/fares"]});
    let text = "The ferry leaves at noon [1]. A ticket costs four crowns [2].";
    let message = json!({"type": "ai", "content": text, "additional_kwargs": kwargs, "response_metadata": {}});
    let asked = json!({"type": "human", "content": "When does it leave?"});
    let printed = format!(
        "content='{text}' additional_kwargs={{'citations': ['https://ferry.example/times', \
         'https://pier.example/fares']}} response_metadata={{}} id='run-1'"
    );
    let called = format!(
        "AIMessage({})",
        printed.replace(" additional", ", additional").replace(" id=", ", id=")
    )
    .replace(" response_metadata", ", response_metadata");
    let notebook = json!({"nbformat": 4, "cells": [{"cell_type": "code", "outputs": [
        {"output_type": "execute_result", "data": {"text/plain": [called]}}]}]});
    for (name, saved) in [
        ("a.json", message.to_string()),
        ("a.json", json!({"messages": [asked, message]}).to_string()),
        ("a.txt", printed),
        ("a.txt", called),
        ("a.ipynb", notebook.to_string()),
    ] {
        let case = read(name, &saved);
        assert_eq!(case.response.text, text, "{name}: {saved}");
        let urls: Vec<_> = case.sources.iter().filter_map(|it| it.url.as_deref()).collect();
        assert_eq!(urls, ["https://ferry.example/times", "https://pier.example/fares"]);
        assert_eq!(resolved(case), ["1 → no-text", "2 → no-text"]);
    }
}

#[test]
fn numbers_behind_hyphens_are_noted() {
    let text = "渡船很早离开-\n1\n-\n10\n。它很晚才回来-\n2\n。票价四克朗-\n1\n。";
    let case = read("a.txt", text);
    assert!(noted(&case, "4 numbers alone on a line"), "{:?}", case.notes);
    let link = |number: &str, page: &str| json!({"url": format!("https://ferry.example/{page}"), "title": number});
    let case = row(&json!({"response_text": text, "chat_id": "a",
        "citations": [link("-\n10", "ten"), link("-\n2", "two"), link("-\n1", "one")]}));
    assert_eq!(cited(&case), ["1 → 1", "10 → 10", "2 → 2", "1 → 1"]);
    let urls: Vec<_> = case.sources.iter().map(|it| (it.id.as_str(), it.url.as_deref())).collect();
    assert_eq!(urls[2], ("1", Some("https://ferry.example/one")));
}

#[test]
fn a_list_of_named_pages_cites_nothing() {
    let rows: String = ["Timetable", "Fares", "Tides"]
        .map(|name| {
            format!("- **{name}**: [{0}.example](https://{0}.example)\n", name.to_lowercase())
        })
        .concat();
    let case = read("a.md", &format!("It leaves at noon.\n\n## Further reading\n\n{rows}"));
    assert!(case.response.citations.is_empty(), "{:?}", cited(&case));
    let sourced = "- It leaves at noon.\n  - **Source:** [Times](https://ferry.example/times)\n\
                   - It costs four.\n  - **Source:** [Fares](https://ferry.example/fares)\n\
                   - It is red.\n  - **Source:** [Boats](https://ferry.example/boats)\n";
    assert_eq!(cited(&read("a.md", sourced)).len(), 3);
}

#[test]
fn numbers_of_pages_cite_nothing() {
    let question = |number: u8| {
        format!(
            "## Q{number}\n\n- **File**: rules.pdf\n- **Page**: [{number}]\n\n**Answer:** At noon.\n\n"
        )
    };
    let text =
        format!("{}Check the sum [352,000] of [54,450].", [1, 2, 3, 4].map(question).concat());
    assert!(read("a.md", &text).response.citations.is_empty());
}

#[test]
fn ids_in_wide_brackets_are_read() {
    let printed = "{'answer': 'It leaves at noon\u{3010}act:1994:51#art:2\u{3011}. It costs \
                   four\u{3010}act:2010:17#art:15\u{3011}.', 'citations': []}";
    let notebook = json!({"nbformat": 4, "cells": [{"cell_type": "code", "outputs": [
        {"output_type": "display_data", "data": {"text/plain": [printed]}}]}]});
    let case = read("a.ipynb", &notebook.to_string());
    let ids: Vec<_> = case.response.citations.iter().map(|it| it.targets[0].id.as_str()).collect();
    assert_eq!(ids, ["act:1994:51#art:2", "act:2010:17#art:15"]);
}

#[test]
fn contexts_may_be_in_numbered_columns() {
    let text =
        |about: &str| format!("The ferry {about}, as the board at the pier says, ").repeat(3);
    let case =
        row(&json!({"question": "?", "response": "It leaves at noon [1]. It costs four [2].",
        "retrieved_text1": text("leaves at noon"), "retrieved_text2": text("costs four"),
        "retrieved_text3": ""}));
    assert_eq!(case.sources.len(), 2);
    assert!(noted(&case, "2 sources read from `retrieved_text…`"), "{:?}", case.notes);
    assert_eq!(resolved(case).len(), 2);
}

#[test]
fn places_may_be_behind_the_names_of_contexts() {
    let contexts = json!([{"id": "handbook", "text": "Tickets cost four crowns.", "page": 8},
        {"id": "meeting", "text": "The ferry leaves at noon."},
        {"id": "R-7", "title": "Rules of the pier", "text": "Dogs stay ashore."}]);
    let answer = "It costs four [handbook(p.8), meeting@00:01:50]. No dogs (Source: R-7 \u{b7} Rules of the pier).";
    let case = row(&json!({"question": "?", "answer": answer, "contexts": contexts}));
    let targets = case.response.citations.iter().flat_map(|it| &it.targets);
    let targets: Vec<_> =
        targets.map(|it| (it.id.as_str(), it.locator.as_ref().map(ToString::to_string))).collect();
    assert_eq!(targets[0].0, "handbook");
    assert_eq!((targets[1].0, targets[1].1.is_some()), ("meeting", true));
    assert_eq!(targets[2], ("R-7", None));
    assert_eq!(case.response.citations.len(), 2);
}

#[test]
fn what_a_judge_said_is_no_answer() {
    let pair = |fact: &str| json!({"fact": fact, "citation": "https://ferry.example/", "answer": "YES, it is there."});
    let judged = json!({"query": "When?", "answer": "Is it relevant? It is, in every way."});
    let saved = json!({"id": "a", "run": {"text": "It leaves at noon [1]. It costs four crowns [2].\n\n## Sources\n\n\
        [1] https://ferry.example/times\n[2] https://ferry.example/fares\n"},
        "fact_citation_pairs": [pair("It leaves at noon."), pair("It costs four.")],
        "relevancy_judgements": [judged.clone(), judged]});
    let cases = open("a.json", &saved.to_string());
    assert_eq!(cases.len(), 1);
    assert_eq!(cited(&cases.read(0).unwrap()), ["[1] → 1", "[2] → 2"]);
}

#[test]
fn ids_in_square_brackets_are_noted() {
    let text = "It leaves at noon [ferry_rules_0012-4]. It costs four crowns [ferry_fares_0007-1].";
    assert!(noted(&read("a.md", text), "such as `[ferry_rules_0012-4]`"));
    let code = "It sets `row` to table[column_1] and table[column_2].";
    assert!(!noted(&read("a.md", code), "not read"));
}
