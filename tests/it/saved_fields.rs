//! Rows that describe their sources in fields: places, cited ids, titles that were cut, files beside them.

use pincite::model::{Case, SourceText};
use serde_json::{Value, json};

use crate::rows::resolved;
use crate::saved::{cited, noted, open, read};

/// Returns the place of each target, or a dash.
fn places(case: &Case) -> Vec<String> {
    let targets = case.response.citations.iter().flat_map(|citation| &citation.targets);
    let place = |locator: Option<String>| locator.unwrap_or_else(|| "-".to_owned());
    targets.map(|target| place(target.locator.as_ref().map(ToString::to_string))).collect()
}

/// Returns the cases that `show` prints.
fn shown(folder: &std::path::Path, files: &[&str]) -> Vec<Value> {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args([&["show", "--format", "json"], files].concat())
        .current_dir(folder)
        .output()
        .unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn row(answer: &str, citations: &Value) -> Case {
    let row = json!({"id": "q1", "q": "When?", "mode": "short", "answer": answer,
        "citations": citations});
    read("a.json", &row.to_string())
}

#[test]
fn the_page_of_a_listed_source_is_the_place_of_its_citation() {
    let entry = |idx: u32, page: Value| json!({"idx": idx, "page": page, "source": "pier.pdf"});
    let case = row(
        "It leaves at noon [2]. It returns at four [1]. It is new [3].",
        &json!([entry(1, json!(44)), entry(2, json!("5-6")), entry(3, json!("p. 7"))]),
    );
    assert_eq!(cited(&case), ["[2] → 2", "[1] → 1", "[3] → 3"]);
    assert_eq!(places(&case), ["pp. 5-6", "p. 44", "p. 7"]);
    let lines = json!([{"file": "a.py", "start_line": 8, "end_line": 13}, {"file": "b.py", "lines": "4-5"}]);
    let case = row("It leaves at noon [1]. It returns at four [2].", &lines);
    assert_eq!(places(&case), ["L8-L13", "L4-L5"]);
    let parts = json!([{"file": "a.md", "section": "Fares > In winter"}, {"file": "a.pdf", "section": "2"}]);
    assert_eq!(places(&row("It leaves at noon [1]. It returns [2].", &parts)), ["#in-winter", "-"]);
}

#[test]
fn pages_are_counted_from_the_first_and_texts_need_none() {
    let from_zero = json!([{"source": "a.pdf", "page": 0}, {"source": "a.pdf", "page": 3}]);
    let case = row("It leaves at noon [1]. It returns at four [2].", &from_zero);
    assert_eq!(places(&case), ["p. 1", "p. 4"]);
    assert!(noted(&case, "counted from 0"), "{:?}", case.notes);
    let labelled = json!([{"source": "a.pdf", "page": 0, "page_label": "1"}, {"source": "b.pdf"}]);
    assert_eq!(places(&row("It leaves at noon [1]. It returns [2].", &labelled))[0], "p. 1");
    let text = json!([{"source": "a.pdf", "page": 4, "text": "It leaves at noon."}]);
    assert_eq!(places(&row("It leaves at noon [1].", &text)), ["-"]);
}

#[test]
fn ids_in_a_field_are_what_the_answer_cites() {
    let row = json!({"case_id": "c1", "cited_chunk_ids": ["part-35", "part-13", "part-06"],
        "retrieved_chunk_ids": ["part-35", "part-13", "part-06", "part-36"],
        "justification": "The boat leaves at noon (part-35). As part-13 says, it is new. It is blue."});
    let case = read("a.json", &row.to_string());
    assert_eq!(cited(&case), ["(part-35) → part-35", "part-13 → part-13", "part-06 → part-06"]);
    let claim = &case.response.citations[1].anchor.span.slice(&case.response.text).unwrap();
    assert_eq!(*claim, "As part-13 says, it is new.");
    assert!(noted(&case, "1 citation in `cited_chunk_ids` only"), "{:?}", case.notes);
    assert_eq!(case.sources.len(), 4);
    for ids in [json!("a-1; a-2"), json!("['a-1', 'a-2']"), json!(["a-1", "a-2"])] {
        let row = json!({"question": "When?", "rationale": "It leaves at noon.", "used_docs": ids});
        let case = read("a.json", &row.to_string());
        assert_eq!(cited(&case), ["a-1 → a-1", "a-2 → a-2"], "{ids}");
    }
}

#[test]
fn ids_that_were_expected_or_are_numbered_in_the_answer_are_not_cited() {
    let row = json!({"question": "When?", "answer": "It leaves at noon.",
        "gold_cited_ids": ["a-1"], "citation_count": 2});
    let case = read("a.json", &row.to_string());
    assert!(case.response.citations.is_empty() && case.sources.is_empty());
    let row = json!({"question": "When?", "answer": "It leaves at noon [1].",
        "contexts": ["It leaves at noon."], "cited_ids": ["a-1"]});
    assert_eq!(cited(&read("a.json", &row.to_string())), ["[1] → 1"]);
}

#[test]
fn cited_ids_are_found_in_a_list_beside_the_answers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let row = json!({"case_id": "c1", "cited_chunk_ids": ["part-2"], "justification": "It is new, surely."});
    std::fs::write(path.join("runs.jsonl"), format!("{row}\n")).unwrap();
    std::fs::create_dir(path.join("data")).unwrap();
    let parts = [
        json!({"id": "part-1", "text": "It leaves at noon."}),
        json!({"id": "part-2", "text": "The boat is new."}),
    ];
    for (name, text) in [
        ("parts.jsonl", format!("{}\n{}\n", parts[0], parts[1])),
        ("parts.json", json!(parts).to_string()),
    ] {
        let file = path.join("data").join(name);
        std::fs::write(&file, text).unwrap();
        for given in ["data".to_owned(), format!("data/{name}")] {
            let case = &shown(path, &["runs.jsonl", &given])[0];
            let text = &case["citations"][0]["targets"][0]["passage"]["text"];
            assert_eq!(text, "The boat is new.", "{given} {name}");
        }
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn a_table_of_pages_in_a_folder_numbers_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let url = |name: &str| format!("https://pier.example/{name}");
    let pages = json!({"url_to_unified_index": {url("b"): 2, url("a"): 1},
        "url_to_info": {url("a"): {"title": "Times", "snippets": ["It leaves at noon."]},
            url("b"): {"title": "Fares", "snippets": ["A ticket is four crowns."]}}});
    std::fs::create_dir_all(path.join("out/pier")).unwrap();
    std::fs::write(path.join("out/pier/url_to_info.json"), pages.to_string()).unwrap();
    std::fs::write(path.join("a.txt"), "A ticket is four crowns [2]. It leaves at noon [1].")
        .unwrap();
    let case = &shown(path, &["a.txt", "out"])[0];
    let text = |at: usize| &case["citations"][at]["targets"][0]["passage"]["text"];
    assert_eq!([text(0), text(1)], ["A ticket is four crowns.", "It leaves at noon."]);
    assert_eq!(case["sources"].as_array().unwrap().len(), 2);
}

#[test]
fn titles_cut_in_a_column_are_named_with_a_section() {
    let table = "Question,Answer,Sources\n\
        When?,\"It leaves at noon [Timetable of the old pier in winter | Boats]. It is new \
        [Timetable of the old pier in winter | Ships]. It is fast [Another Book of Boats | \
        Speed].\",timetable of the old pi... | timetable of the old pi... | fares of the harbour b...\n";
    let case = read("runs.csv", table);
    assert_eq!(case.sources.len(), 2);
    assert_eq!(case.sources[0].text.why_not().map(|why| why.contains("names it only")), Some(true));
    assert_eq!(places(&case), ["Boats", "Ships"]);
    assert_eq!(case.response.citations[0].targets[0].id, "timetable of the old pi...");
    assert!(noted(&case, "`[Another Book of Boats | Speed]`"), "{:?}", case.notes);
    let context = "It leaves at noon | in winter at ten";
    let row = json!({"question": "When?", "answer": "At noon [1].", "context": context});
    let SourceText::Inline(text) = &read("a.json", &row.to_string()).sources[0].text else {
        panic!()
    };
    assert_eq!(&**text, context);
}

#[test]
fn an_answer_in_an_object_called_response_has_the_sources_beside_it() {
    let said = json!({"classification": "answerable", "answer": "Check the time of the boat.",
        "sources": [{"source_id": "CASE-1", "passage": "The boat leaves at noon..."},
            {"source_id": "02_times.md", "passage": "In winter it leaves at ten..."}],
        "reason": "Answered from the timetable of the pier."});
    let result = json!({"question_id": "Q-1", "question": "When does it leave?", "response": said});
    let cases =
        open("out.json", &json!({"generated_at": "now", "results": [result, result]}).to_string());
    assert_eq!(cases.len(), 2);
    let case = cases.read(0).unwrap();
    assert_eq!(case.response.text, "Check the time of the boat.");
    let ids: Vec<&str> = case.sources.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["CASE-1", "02_times.md"]);
    assert!(noted(&case, "no citation found"), "{:?}", case.notes);
}

#[test]
fn files_given_are_not_counted_where_the_order_of_a_list_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let list =
        json!([{"doc_id": "times.md", "title": "Times"}, {"doc_id": "fares.md", "title": "Fares"}]);
    let row = json!({"question": "?", "citations": list,
        "answer": "A ticket is four crowns [4]. It leaves at noon [3]."});
    std::fs::write(path.join("a.json"), row.to_string()).unwrap();
    std::fs::create_dir(path.join("docs")).unwrap();
    for name in ["about.md", "boats.md", "more.md"] {
        std::fs::write(path.join("docs").join(name), "The harbour is old.").unwrap();
    }
    let case = &shown(path, &["a.json", "docs"])[0];
    for citation in case["citations"].as_array().unwrap() {
        assert_eq!(citation["targets"][0]["status"], "unresolved", "{citation}");
    }
}

const REPORT: &str = "The boat leaves at noon in summer and in winter. Sources: Pier, Harbour.  \n\
    https://pier.example/times  \nhttps://harbour.example/boats\n\n\
    It returns at four on every day of the week.  \n\
    Sources: Pier board: https://pier.example/board ; https://harbour.example/returns\n\n\
    It is blue.\nSources:\n- Harbour, *Colours* https://harbour.example/colours\n\nIt is new.\n";

#[test]
fn lines_of_sources_cite_all_their_addresses() {
    let case = read("a.md", REPORT);
    let targets = |at: usize| -> Vec<&str> {
        case.response.citations[at].targets.iter().map(|it| it.id.as_str()).collect()
    };
    assert_eq!(case.response.citations.len(), 3);
    assert_eq!(targets(0), ["https://pier.example/times", "https://harbour.example/boats"]);
    assert_eq!(targets(1), ["https://pier.example/board", "https://harbour.example/returns"]);
    assert_eq!(targets(2), ["https://harbour.example/colours"]);
    let titled = |url: &str| {
        case.sources.iter().find(|it| it.url.as_deref() == Some(url)).unwrap().title.as_deref()
    };
    assert_eq!(titled("https://pier.example/board"), Some("Pier board"));
    let one = read("a.md", "It leaves.\n\nSource: https://pier.example/times\n\nIt returns.\n");
    assert!(noted(&one, "1 line that names a source not read"), "{:?}", one.notes);
}

#[test]
fn lists_of_marks_and_code_are_no_lines_of_sources() {
    let part = "It leaves at noon [1].\n\nCitations:\n[1] https://pier.example/times\n\n";
    let other = "It returns at four [1].\n\nCitations:\n[1] https://pier.example/returns\n\n";
    let code = "```yaml\nsource: \"{boats}\"\nsource: https://pier.example/api\n```\n";
    let case = read("a.md", &format!("{part}{other}{code}"));
    assert_eq!(case.response.citations.len(), 2);
    assert!(!noted(&case, "a source not read"), "{:?}", case.notes);
}

#[test]
fn reports_in_the_same_field_are_all_answers() {
    let quiet = "The boat leaves at noon, and nobody says where that is written down in public.";
    let judged = "The first report is longer and cites more pages than the other one does.";
    let record = json!({"topic": "boats of the harbour", "baseline": {"report": quiet, "ms": 3},
        "model": {"report": REPORT}, "verdicts": {"overall": {"why": judged}}});
    let cases = open("run.json", &json!({"meta": {}, "records": [record]}).to_string());
    let all: Vec<Case> = (0..cases.len()).map(|at| cases.read(at).unwrap()).collect();
    let ids: Vec<&str> = all.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(ids, ["run.json#records[0].baseline.report", "run.json#records[0].model.report"]);
    assert!(
        noted(
            &all[0],
            "1 other text in the fields of those that cite; 1 other text left out; 1 text in it cites"
        ),
        "{:?}",
        all[0].notes
    );
    assert!(noted(&all[0], "no citation found"));
}

#[test]
fn marks_behind_words_count_a_list_from_zero_and_the_list_has_their_texts() {
    let text = "The boat[1] leaves with the captain[0], the pilot[0] and the cook[0] at noon.[1] \
        It is new.[0]\n\nSource documents:\n\
        [0] title: part 0, snippet: The captain, the pilot and the cook are on board, it says.\n\
        [1] snippet: The boat leaves at noon., title: part 1\n";
    let case = read("a.txt", text);
    assert_eq!(case.response.citations.len(), 6);
    let source = &case.sources[1];
    assert_eq!(source.title.as_deref(), Some("part 1"));
    assert!(
        matches!(&source.text, SourceText::Inline(text) if &**text == "The boat leaves at noon.")
    );
    let titles: Vec<_> = case.sources.iter().filter_map(|it| it.title.as_deref()).collect();
    assert_eq!(titles, ["part 0", "part 1"]);
    assert_eq!(resolved(case).len(), 6);
    let code = "Take the first item[0], the last list[0] and rows[0] of it. It is fast [1].";
    assert_eq!(cited(&read("a.txt", code)), ["[1] → 1"]);
}

#[test]
fn a_second_address_of_an_entry_is_not_its_title() {
    let text = "It is old [2]. It is new [1].\n\n## Sources\n\n[1] https://pier.example/a\n\
        [2] https://pier.example/b\nhttps://pier.example/c\n";
    let case = read("a.md", text);
    assert_eq!(case.sources[1].title, None);
    assert_eq!(case.sources[1].url.as_deref(), Some("https://pier.example/b"));
}

#[test]
fn printed_citations_find_the_answer_in_the_output_before() {
    let output = |text: &str| {
        json!({"cell_type": "code", "metadata": {}, "source": [], "execution_count": 1,
            "outputs": [{"output_type": "stream", "name": "stdout", "text": [text]}]})
    };
    let rows = "Citations:\nstart=4 end=23 text='boat leaves at noon' sources=[DocumentSource(\
        type='document', id='doc:1', document={'id': 'doc:1', 'snippet': 'It\\'s at noon {daily}.', \
        'title': 'part 1'})]\n";
    let cells = [output("Final answer:\nThe boat leaves at noon.\n"), output(rows)];
    let book = json!({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5});
    let case = read("book.ipynb", &book.to_string());
    assert_eq!(case.format.name, "cohere-printed");
    let claim = case.response.citations[0].anchor.span.slice(&case.response.text);
    assert_eq!(claim, Some("boat leaves at noon"));
    assert_eq!(resolved(case), ["doc:1 → doc:1"]);
}

#[test]
fn objects_that_are_cited_beside_the_contexts_name_them() {
    let chunks = json!([
        {"id": "c1", "source_id": "fares", "text": "A ticket costs four euros.", "metadata": {"page": 1}},
        {"id": "c2", "source_id": "fares", "text": "Children travel free.", "metadata": {"page": 2}},
        {"id": "c3", "source_id": "plan", "text": "The ferry leaves at noon.", "metadata": {"page": 1}},
    ]);
    let row = |citations: Value| {
        let answer = "The ferry leaves at noon. A child pays nothing.";
        let row = json!({"question": "When?", "answer": answer, "retrieved_chunks": chunks, "citations": citations});
        read("a.json", &row.to_string())
    };
    let targets = |case: &Case| -> Vec<Vec<String>> {
        let all = case.response.citations.iter();
        all.map(|it| it.targets.iter().map(|target| target.id.clone()).collect()).collect()
    };
    // One piece by its words, one by its page, all pieces of a document, and one that is not there.
    let case = row(json!([
        {"source_id": "fares", "span_text": "Children travel free"},
        {"source_id": "fares", "page": 1},
        {"source_id": "fares"},
        {"source_id": "tides"},
    ]));
    let expected: [&[&str]; 4] = [&["c2"], &["c1"], &["c1", "c2"], &["tides"]];
    assert_eq!(targets(&case), expected);
    assert!(noted(&case, "the citations are in fields of the row"));
    assert_eq!(resolved(case).len(), 5);

    // The claim is where the answer says it, and its words are no quote.
    let case = row(json!([{"id": 1, "source_id": "plan", "claim": "The ferry leaves at noon."}]));
    let claim = case.response.citations[0].anchor.span.slice(&case.response.text);
    assert_eq!(claim, Some("The ferry leaves at noon."));
    assert_eq!(targets(&case), [["c3"]]);
    let case = row(json!([{"source_id": "fares", "text": "A child pays nothing."}]));
    assert_eq!(case.response.citations[0].targets[0].quote, None);

    // Objects none of which names a context are noted.
    let case = row(json!([{"index": 3, "note": "see the plan"}]));
    assert!(case.response.citations.is_empty());
    assert!(noted(&case, "citations in `citations` not read"));

    // They are beside the answer, not beside the question.
    let response = json!({"answer": "It leaves at noon.", "citations": [{"source_id": "plan"}], "retrieved_chunks": chunks});
    let row = json!({"id": "1", "query": "When?", "response": response});
    assert_eq!(targets(&read("a.json", &row.to_string())), [["c3"]]);
}
