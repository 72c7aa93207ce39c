//! Citations beside what is read: earlier messages, cached bodies, data after what a notebook shows, lists
//! without headings.

use serde_json::{Value, json};

use crate::rows::resolved;
use crate::saved::{cited, open, read, refused};

#[test]
fn earlier_messages_that_cite_are_noted() {
    let said = |role: &str, text: &str| json!({"role": role, "content": text});
    let call = json!({"role": "tool", "content": "[]", "tool_call_id": "c"});
    let chat = json!({"messages": [
        said("user", "When does it leave?"),
        said("assistant", "It leaves at noon [1](https://a.example/times). It stops twice."),
        call,
        said("assistant", "It leaves at noon."),
        said("user", "And on Sundays?"),
        said("assistant", "Never on Sundays [1](https://a.example/sundays).")]});
    let case = read("a.json", &chat.to_string());
    let note = "2 earlier messages of the assistant not shown, one of which cites: the last is the \
                response";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn a_cached_body_beside_its_headers_is_the_response() {
    let message = json!({"type": "message", "role": "assistant", "content": [
        {"type": "text", "text": "It leaves at noon.", "citations": [
            {"type": "char_location", "cited_text": "Departure: noon.", "document_index": 0,
                "document_title": "Timetable", "start_char_index": 0, "end_char_index": 16}]}]});
    let cached =
        |body: &str| json!({"key": "3f", "response": body, "status_code": 200}).to_string();
    let stream = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"type\":\"message\",\
                  \"role\":\"assistant\",\"content\":[]}}\n\n";
    let lines = format!("{}\n{}\n", cached(&message.to_string()), cached(stream));
    let cases = open("cache.jsonl", &lines);
    let first = cases.read(0).unwrap();
    assert_eq!((first.format.name, first.response.citations.len()), ("anthropic", 1));
    assert_eq!(cases.read(1).unwrap().format.name, "anthropic");
    // Words are an answer, whatever is beside them.
    let row = json!({"question": "When?", "response": "At noon [1].", "status": "ok",
        "contexts": ["It leaves at noon."]});
    assert_eq!(read("row.json", &row.to_string()).format.name, "rows");
}

fn notebook(outputs: &[Value]) -> String {
    json!({"nbformat": 4, "cells": [{"cell_type": "code", "outputs": outputs}]}).to_string()
}

#[test]
fn data_that_cites_is_read_where_a_notebook_shows_its_words() {
    let printed = "ModelResponse(id='c', object='chat.completion', choices=[Choices(index=0, \
        message=Message(content='It leaves at noon.', role='assistant', annotations=[{'type': \
        'url_citation', 'url_citation': {'start_index': 0, 'end_index': 18, 'title': 'Timetable', \
        'url': 'https://a.example/times'}}]))])";
    let output = json!({"output_type": "execute_result",
        "data": {"text/markdown": ["It leaves at noon."], "text/plain": [printed]}});
    let case = read("a.ipynb", &notebook(&[output]));
    assert_eq!((case.format.name, case.response.citations.len()), ("openai-chat", 1));
}

#[test]
fn the_refusal_of_a_notebook_describes_the_lists_in_it() {
    let printed = "It leaves at noon.\n\nCitations:\n\n[1] \"Departure: noon.\"\n    Source: Timetable\n\n\
        [2] \"Arrival: one.\"\n    Source: Timetable\n\n[3] \"No service.\"\n    Source: Notice\n";
    let book = notebook(&[json!({"output_type": "stream", "text": [printed]})]);
    let error = refused("a.ipynb", &book);
    assert!(
        error.ends_with(
            "3 sources listed under “Citations” that no mark in the text cites (cell 1)"
        )
    );
}

#[test]
fn the_refusal_counts_citations_by_author_and_year() {
    let row = json!({"id": 3, "without_rules": "It is heavy.", "with_rules": "It is heavy (Lund et al., 2014). \
        It was light (Dahl, 1988). It will be lighter (Moe & Holm, 2007)."});
    let error = refused("a.json", &row.to_string());
    let marks =
        "3 marks in its texts look like citations, such as `(Lund et al., 2014)` in `with_rules`";
    assert!(error.ends_with(marks), "{error}");
}

#[test]
fn a_line_of_numbered_links_is_the_list_of_the_part_above_it() {
    let part = |title: &str, site: &str| {
        format!(
            "## {title}\n\nIt rose [1]. It fell [2][3].\n\nCitations: [1](https://{site}.example/x) \
             [2](https://{site}.example/y) [3](https://{site}.example/z)\n\n"
        )
    };
    let both = format!("{}{}{}", part("Prices", "a"), part("Rents", "b"), part("Loans", "c"));
    let case = read("a.md", &both);
    let one = ["[1] → 1", "[2] → 2", "[3] → 3"];
    let two = ["[1] → 1 (list 2)", "[2] → 2 (list 2)", "[3] → 3 (list 2)"];
    let three = ["[1] → 1 (list 3)", "[2] → 2 (list 3)", "[3] → 3 (list 3)"];
    assert_eq!(cited(&case), [one, two, three].concat());
    // A line that alone cites is no list.
    let alone = "It rose.\n\nSources: [1](https://a.example/x) [2](https://a.example/y)\n";
    assert_eq!(cited(&read("a.md", alone)).len(), 2);
}

#[test]
fn lines_of_addresses_above_a_headed_list_are_the_list_of_their_part() {
    let list = |site: &str| {
        let entry = |number: i32| format!("[{number}] https://{site}.example/{number}\n");
        (1..4).map(entry).collect::<String>()
    };
    let text = format!(
        "It rose [1]. It fell [2].\n\n{}\nRents rose [1]. They fell [3].\n\n## Sources\n\n{}",
        list("a"),
        list("b")
    );
    let case = read("a.md", &text);
    let marks = ["[1] → 1", "[2] → 2", "[1] → 1 (list 2)", "[3] → 3 (list 2)"];
    assert_eq!(cited(&case), marks);
}

#[test]
fn pieces_of_documents_are_no_answers() {
    let piece = |id: i32| {
        json!({"chunk_id": id, "content": format!("We followed earlier work closely [{id}, 9]. It held."),
            "metadata": {"raw_text": "It held, as others had found before us [8]."}})
    };
    let error = refused("found.json", &json!([piece(1), piece(2), piece(3)]).to_string());
    assert!(error.contains("unknown format"), "{error}");
    // A row with an answer is one, whichever piece it was made from.
    let row = json!([{"chunk_id": 1, "question": "Did it hold?", "answer": "It held [1].",
        "contexts": ["It held."]}]);
    assert_eq!(cited(&read("rows.json", &row.to_string())), ["[1] → 1"]);
}

#[test]
fn keys_after_a_label_are_noted() {
    let text = "- [events: ev-0001] It was launched in May.\n- [events: ev-0002, ev-0003] It was sold out.\n\
                - [events: none] It may return.\n- [events: ev-0004] It returned.\n";
    let case = read("report.md", text);
    let note = "3 brackets with keys after a label, such as `[events: ev-0001]`, may be citations: \
                `--pattern` reads marks of your own";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn names_of_retrieved_files_in_an_answer_are_noted() {
    let row = json!({"question": "Where is it?", "response": "It is in `src/core/login.rs`.\n\n\
        FILE: src/core/login.rs\n", "retrieved": ["src/core/login.rs", "src/core/page.rs"]});
    let case = read("a.json", &json!({"results": [row, row]}).to_string());
    let note =
        "2 names of sources in the text, such as `src/core/login.rs`, may be citations: not read";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn pages_that_a_browsing_tool_displays_are_cited_by_their_calls() {
    let page = |index: i32, name: &str, output: &str| {
        json!({"index": index, "name": name, "type": name, "arguments": "{}", "output": output,
            "search_results": {"results": [{"title": "a.example - viewing lines [0 - 3] of 3",
                "url": "https://a.example/times", "content": ""}]}})
    };
    let found = "L0: \nL1: URL: https://search.example\nL2: 【0†Timetable†a.example】";
    let opened =
        "L0: \nL1: URL: https://a.example/times\nL2: The ferry leaves at noon.\nL3: 【1†More】";
    let answer = json!({"object": "chat.completion", "choices": [{"message": {"role": "assistant",
        "content": "It leaves at noon【1†L2-L2】.",
        "executed_tools": [page(0, "browser.search", found), page(1, "browser.open", opened)]}}]});
    let case = read("a.json", &answer.to_string());
    assert_eq!(cited(&case), ["【1†L2-L2】 → 1"]);
    let source = case.sources.iter().find(|source| source.id == "1").unwrap();
    assert_eq!(source.url.as_deref(), Some("https://a.example/times"));
    assert_eq!(resolved(case), ["1 → 1"]);
}

#[test]
fn claims_may_hold_several_quotes_of_named_files() {
    let quote = |file: &str, words: &str| json!({"document_name": file, "matching_text": words});
    let report = json!({"claims": [
        {"claim": "The ferry leaves at noon.", "match_source": [
            quote("times.pdf", "departure at noon"), quote("notice.pdf", "leaves at twelve")]},
        {"claim": "It stops twice.", "match_source": [quote("times.pdf", "two stops")]},
        {"claim": "It is red.", "match_source": []}]});
    let case = read("report.json", &report.to_string());
    let targets = case.response.citations.iter().flat_map(|citation| &citation.targets);
    let ids: Vec<&str> = targets.map(|target| target.id.as_str()).collect();
    assert_eq!((case.format.name, ids), ("claims", vec!["times.pdf", "notice.pdf", "times.pdf"]));
}

/// A mark that no reader sees makes nothing cited.
#[test]
fn marks_that_are_not_shown_cite_nothing() {
    let mark = "It leaves at noon \u{e200}cite\u{e202}turn0file0\u{e201}";
    let answer = "The ferry leaves at six.";
    for hidden in [
        format!("{answer}\n\n<!-- {mark}. -->"),
        format!("{answer}\n\n[//]: # ({mark})"),
        format!("{answer}\n\n[x]: https://x.example \"{mark}\""),
        format!("{answer} [More](https://x.example \"{mark}\")"),
        format!("{answer}\n\n<span title=\"{mark}\"></span>"),
        format!("{answer}\n\n<p style=\"display: none\">{mark}</p>"),
        format!("{answer}\n\n<div hidden>{mark}</div>"),
        format!("{answer}\n\n<template>{mark}</template>"),
        format!("<think>{mark}</think>\n\n{answer}"),
        format!("---\ntitle: Ferries\n\ndescription: {mark}\n---\n\n{answer}"),
        format!("+++\ntitle = \"{mark}\"\n+++\n\n{answer}"),
        format!("{answer}\n\n![Ferry [1] {mark}](x.png)"),
        format!("{answer}\n\n[^n]: See.\n  {mark}\n"),
    ] {
        let case = read("answer.md", &hidden);
        assert!(case.response.citations.is_empty(), "{hidden}");
        assert!(case.notes.iter().any(|note| note.contains("left out")), "{:?}", case.notes);
        assert!(!case.notes.iter().any(|note| note.contains("looks like")), "{:?}", case.notes);
    }
    for shown in [
        format!("{answer} <b title=\"6\">{mark}</b>"),
        format!("<!-- a --> {mark} <!-- b -->"),
        format!("{answer} <details>{mark}</details>"),
        format!("Open it with `<script>`. {mark}. Close it with `</script>`."),
        format!("```html\n<!-- a\n```\n{mark}\n```html\n-->\n```\n"),
        format!("If 5 < 6, \"{mark}\" > 4."),
        format!("---\nFerries leave: {mark}\n\n---\n"),
        format!("{answer}[^n]\n\n[^n]: See {mark}\n"),
        format!("![Ferry](x.png) {mark}"),
    ] {
        assert_eq!(read("answer.md", &shown).response.citations.len(), 1, "{shown}");
    }
}
