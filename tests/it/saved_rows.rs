//! Rows of evaluations and logs as programs save them, and the sources that they name.

use pincite::cases::Cases;
use pincite::dialects::shared::markers::Families;
use pincite::inspect::inspect;
use pincite::model::{Case, Origin, Source, SourceText};
use pincite::resolve::Resolution;
use serde_json::{Value, json};

use crate::check::Folder;
use crate::rows::resolved;
use crate::saved::{cited, noted, open, read};

fn file(name: &str, text: &str) -> Source {
    let origin = Origin { path: name.into(), first_line: 1 };
    let text = SourceText::Inline(text.into());
    Source { origin: Some(origin), text, ..Source::default() }
}

fn beside_files(row: &Value, files: &[Source]) -> Case {
    let cases: Cases = open("a.json", &row.to_string());
    cases.with_sources(files.to_vec(), Vec::new()).read(0).unwrap()
}

/// Returns the message and the help of the first target without a passage.
fn missing(case: Case) -> (String, String) {
    let inspection = inspect(case);
    let targets = inspection.inspected.iter().flat_map(|citation| &citation.targets);
    let mut missing = targets.filter_map(|target| match target {
        Resolution::Missing(missing) => Some(missing),
        _ => None,
    });
    let missing = missing.next().unwrap();
    (missing.message.clone(), missing.help.clone().unwrap_or_default())
}

#[test]
fn given_files_do_not_continue_the_list_of_a_row() {
    let answer = "It leaves at noon [1]. Tickets are sold on board [3].";
    let files = [file("README.md", "About."), file("tickets.md", "Tickets."), file("c.md", "C.")];
    let list = json!([{"doc_id": "times.md", "title": "Times", "snippet": "It leaves at noon."}]);
    let row = json!({"question": "When?", "answer": answer, "citations": list});
    let case = beside_files(&row, &files);
    let (message, help) = missing(case.clone());
    assert_eq!(message, "unknown source `3` (the answer lists 1 source)");
    assert!(help.contains("`--source 3=PATH`"), "{help}");
    assert_eq!(resolved(case), ["1 → 1", "3 → unknown-source"]);
    let row = json!({"question": "When?", "answer": answer, "contexts": ["It leaves at noon."]});
    assert_eq!(resolved(beside_files(&row, &files))[1], "3 → unknown-source");
    let row = json!({"question": "When?", "answer": answer});
    assert_eq!(resolved(beside_files(&row, &files))[1], "3 → ");
}

#[test]
fn a_list_of_the_cited_sources_alone_is_in_the_order_of_the_marks() {
    let list = json!([
        {"doc_id": "times.md", "title": "Times", "snippet": "It leaves at noon."},
        {"doc_id": "fares.md", "title": "Fares", "snippet": "A ticket is four crowns."},
    ]);
    let read = |answer: &str| {
        read("a.json", &json!({"question": "?", "answer": answer, "citations": list}).to_string())
    };
    let case = read("It leaves at noon [2]. A ticket is four crowns [4], as said [2].");
    assert!(noted(&case, "the cited sources only, in the order"), "{:?}", case.notes);
    assert_eq!(case.sources[1].title.as_deref(), Some("Fares"));
    assert_eq!(resolved(case), ["2 → 2", "4 → 4", "2 → 2"]);
    let turned = read("A ticket is four crowns [4]. It leaves at noon [2].");
    assert!(noted(&turned, "in an order that the marks leave open"), "{:?}", turned.notes);
    assert_eq!(resolved(turned), ["4 → unknown-source", "2 → unknown-source"]);
    let whole = read("A ticket is four crowns [2]. It leaves at noon [1].");
    assert_eq!(resolved(whole), ["2 → 2", "1 → 1"]);
}

#[test]
fn a_list_that_is_too_short_is_counted_from_one() {
    let answer = "Call the harbour office about a lost ticket [1]. Bring a written police report \
                  [4]. Keep the receipt of the report [5].";
    let snippets = ["A ticket is lost.", "Call the harbour office about a lost ticket.", "Boats."];
    let row = json!({"question": "What now?", "answer": answer, "contexts": snippets});
    let case = read("a.json", &row.to_string());
    assert!(!noted(&case, "--base"), "{:?}", case.notes);
    assert_eq!(cited(&case), ["[1] → 1", "[4] → 4", "[5] → 5"]);
    assert_eq!(resolved(case)[1..], ["4 → unknown-source", "5 → unknown-source"]);
}

#[test]
fn an_object_that_only_names_a_page_is_a_source_without_text() {
    let pages = json!([
        {"title": "Dismissal", "url": "https://gov.example/dismissal"},
        {"rank": 2, "doc_title": "Harbour act", "unit_id": "7", "path": ["7"]},
        {"city": "Nordby", "ferries": 3},
    ]);
    let row = json!({"prompt": "May they?", "answer": "They may not [1].", "sources": pages});
    let case = read("a.json", &row.to_string());
    let texts: Vec<bool> = case.sources.iter().map(|it| it.text.why_not().is_none()).collect();
    assert_eq!(texts, [false, false, true]);
    assert_eq!(case.sources[0].url.as_deref(), Some("https://gov.example/dismissal"));
    assert_eq!(case.sources[1].title.as_deref(), Some("Harbour act"));
    assert_eq!(resolved(case), ["1 → no-text"]);
}

fn documents() -> String {
    let document = |text: &str, source: &str| {
        let metadata = json!({"source": source, "n_pages": 2});
        format!("{}\n", json!({"text": text, "metadata": metadata}))
    };
    [
        document("The boat is new.", "001__L1__boats.pdf"),
        document("It leaves at noon.", "docs/002__L1__times.pdf"),
        document("It returns at four.", "docs/002__L1__times.pdf"),
    ]
    .concat()
}

#[test]
fn files_named_in_a_column_are_found_in_a_list_of_documents() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let table = "question,gold_answer,generated_answer,retrieved_files\n\
                 When?,At noon.,It leaves at noon. [002__L1__times.pdf],\
                 003__L1__fares.pdf;002__L1__times.pdf\n";
    std::fs::write(path.join("runs.csv"), table).unwrap();
    std::fs::create_dir(path.join("store")).unwrap();
    std::fs::write(path.join("store/docs.jsonl"), documents()).unwrap();
    std::fs::write(path.join("store/log.jsonl"), "{\"level\": 1}\n{\"level\": 2}\n").unwrap();
    for sources in [&["store"][..], &["store/docs.jsonl"], &[]] {
        let shown = shown(path, &[&["runs.csv"], sources].concat());
        let text = &shown["citations"][0]["targets"][0]["passage"]["text"];
        let whole = json!("It leaves at noon.\n\nIt returns at four.");
        assert_eq!(*text, if sources.is_empty() { Value::Null } else { whole });
        let source = |at: usize| shown["sources"][at]["id"].clone();
        assert_eq!([source(0), source(1)], ["003__L1__fares.pdf", "002__L1__times.pdf"]);
    }
}

#[test]
fn a_list_of_documents_in_a_folder_names_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::create_dir(path.join("store")).unwrap();
    std::fs::write(path.join("store/docs.jsonl"), documents()).unwrap();
    let row = json!({"question": "New?", "answer": "The boat is new [001__L1__boats.pdf]."});
    std::fs::write(path.join("a.json"), row.to_string()).unwrap();
    let shown = shown(path, &["a.json", "store"]);
    assert_eq!(shown["citations"][0]["targets"][0]["passage"]["text"], "The boat is new.");
}

/// Returns the first case that `show` prints.
fn shown(folder: &std::path::Path, files: &[&str]) -> Value {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args([&["show", "--format", "json"], files].concat())
        .current_dir(folder)
        .output()
        .unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    serde_json::from_str(lines.lines().next().unwrap()).unwrap()
}

#[test]
fn numbers_name_the_retrieved_ids() {
    let ids = json!(["pier_2022::boats::ed44::0", "pier_docs::times::748e::0"]);
    let row = json!({"question": "When?", "answer": "It leaves at noon [2].",
        "retrieved_chunk_ids": ids});
    let case = beside_files(&row, &[file("a.md", "A."), file("b.md", "B.")]);
    assert_eq!(case.sources[1].title.as_deref(), Some("pier_docs::times::748e::0"));
    assert_eq!(resolved(case), ["2 → no-text"]);
}

#[test]
fn the_file_of_which_a_question_was_made_is_no_context_beside_retrieved_ids() {
    let ids = ["Port::pdf::times of 2022.pdf::chunk3", "Port::pdf::fares.pdf::chunk1"];
    let answer = "It leaves at noon (Excerpt [2]). It is cheap [1].";
    let row = json!({"source_filename": "pier.pdf", "question": "When?",
        "candidate_answer": answer, "retrieved_ids": ids});
    let case = read("a.json", &row.to_string());
    assert_eq!(case.sources[1].title.as_deref(), Some("Port::pdf::fares.pdf::chunk1"));
    assert_eq!(resolved(case), ["2 → no-text", "1 → no-text"]);
    // A table has the list as Python printed it.
    let table = format!(
        "source_filename,question,candidate_answer,retrieved_ids\npier.pdf,When?,{answer},\"['{}', '{}']\"\n",
        ids[0], ids[1]
    );
    let case = read("a.csv", &table);
    assert!(noted(&case, "2 sources read from `retrieved_ids`"), "{:?}", case.notes);
    assert_eq!(case.sources[0].title.as_deref(), Some(ids[0]));
    // Titles of what was found are not ids; the file stays none.
    let row = json!({"source_filename": "pier.pdf", "question": "When?",
        "answer": answer, "retrieved_titles": []});
    assert_eq!(resolved(read("a.json", &row.to_string()))[0], "2 → unknown-source");
}

#[test]
fn what_is_expected_of_the_answer_to_a_question_is_no_answer() {
    let law = |article: &str| json!({"law": "Port law", "article": article});
    let data = json!({"fields": {}, "questions": [
        {"id": "a", "query": "Who pays?", "ground_truth_citations": [law("Article 38")]},
        {"id": "b", "query": "Who sails?", "ground_truth_citations": [law("Article 2")]},
    ]});
    let folder = Folder::new(&[("a.json", &data.to_string())]);
    let output = folder.check("a.json");
    assert_eq!(output.status, 2, "{}", output.stdout);
    assert!(output.stderr.contains("unknown format"), "{}", output.stderr);
}

#[test]
fn the_number_of_a_record_in_parentheses_is_no_mark() {
    let row = |answer: &str| json!({"question": "Which?", "answer": answer}).to_string();
    assert!(cited(&read("a.json", &row("It is the Port Act (ID: 011357).\n"))).is_empty());
    assert_eq!(cited(&read("a.json", &row("It is the Port Act (ID: 11).\n"))), ["(ID: 11) → 11"]);
}

#[test]
fn a_list_of_documents_without_texts_has_none() {
    let answer = "It leaves at noon [1]. It is cheap [2].";
    let row = |key: &str, list: Value| {
        json!({"question": "When?", "answer": answer, key: list}).to_string()
    };
    let scored =
        json!([{"source_id": "times.md", "score": 0.5}, {"source_id": "fares.md", "score": 0.4}]);
    let paged = json!([{"file": "times.pdf", "page": 3}, {"file": "fares.pdf", "page": 4}]);
    for key in
        ["sources", "search_results", "source_documents", "retrieved_sources", "reranked_docs"]
    {
        for list in [&scored, &paged] {
            let case = read("a.json", &row(key, list.clone()));
            assert!(
                case.sources.iter().all(|it| it.text.why_not().is_some()),
                "{key} {:?}",
                case.sources
            );
            assert_eq!(resolved(case), ["1 → no-text", "2 → no-text"], "{key} {list}");
        }
    }
    // A part of what was retrieved is not what the marks count.
    assert_eq!(resolved(read("a.json", &row("sources_used", scored)))[0], "1 → unknown-source");
}

#[test]
fn a_source_that_only_a_last_line_lists_has_no_claim() {
    let answer =
        "The act regulates the ratings of banks [1].\n\nNo more is given.\n\n**Sources:** [1], [2]";
    let row = json!({"question": "What?", "answer": answer,
        "contexts": ["The act regulates the ratings of banks.", "It was passed in 2010."]});
    let folder = Folder::new(&[("a.json", &row.to_string())]);
    let case = shown(folder.0.path(), &["a.json"]);
    let claims = case["citations"].as_array().unwrap().iter().map(|it| &it["claim"]["text"]);
    assert_eq!(
        claims.collect::<Vec<_>>(),
        [&json!("The act regulates the ratings of banks"), &Value::Null]
    );
}

#[test]
fn a_preview_of_a_chunk_is_the_beginning_of_its_text() {
    let row = json!({"question": "When?", "answer": "It leaves at noon [1].", "contexts": [
        {"article_id": "", "title": "Times", "score": 0.6, "chunk_preview": "It leaves at noon."}]});
    let case = read("a.json", &row.to_string());
    let source = &case.sources[0];
    assert!(
        matches!(&source.text, SourceText::Inline(text) if text.trim() == "It leaves at noon.")
    );
    assert!(source.is_cut, "{source:?}");
}

#[test]
fn a_link_cites_the_source_of_the_row_at_its_address() {
    let source = |number: &str, words: &str| {
        json!({"source_type": "study", "title": "A study", "abstract": words,
            "source_url": format!("https://studies.example/{number}/")})
    };
    let row = json!({"question": "Is it?",
        "answer": "It is so [1]. It was [2](https://studies.example/36031053/). It may be \
                   [7](https://studies.example/36031053).",
        "sources": [source("1", "It is so."), source("36031053", "It was so.")]});
    let case = read("a.json", &row.to_string());
    assert_eq!(case.sources.len(), 2, "{:?}", case.sources);
    assert_eq!(resolved(case), ["1 → 1", "2 → 2", "2 → 2"]);
}

#[test]
fn columns_of_a_first_citation_are_a_source() {
    let table = "question,gold_answer,predicted_answer,citation_count,first_citation_title,\
                 first_citation_source,first_citation_snippet\n\
                 How many?,Five.,You may carry over five days.,2,Time off,time_off.md,\
                 Up to five days may be carried over.\n";
    let case = read("runs.csv", table);
    let source = &case.sources[0];
    assert_eq!((source.id.as_str(), source.title.as_deref()), ("time_off.md", Some("Time off")));
    assert!(source.text.why_not().is_none());
    assert!(noted(&case, "1 source read from `first_citation_…`"), "{:?}", case.notes);
    assert_eq!(cited(&case), ["Time off → time_off.md"]);
}

#[test]
fn answers_by_their_ids_state_what_they_cite() {
    let answer = |text: &str, citation: &str| json!({"answer": text, "citation": citation});
    let report = json!({
        "P001": {"S0": answer("About half a metre.", "Harbour act (no page)"),
            "S1": answer("NOT FOUND", "(none)"), "S2": answer("NOT FOUND", "(none)")},
        "P002": {"S3": answer("Four metres.", "NOR_Pier::NOR_Pier-Rules_full p.63")},
    });
    let cases = open("answers.json", &report.to_string());
    let read: Vec<Case> = (0..cases.len()).map(|at| cases.read(at).unwrap()).collect();
    assert_eq!(read.len(), 4);
    assert!(read[0].id.ends_with("P001.S0"), "{}", read[0].id);
    assert_eq!(cited(&read[0]), ["Harbour act (no page) → Harbour act"]);
    assert!(read[1].response.citations.is_empty());
    let target = &read[3].response.citations[0].targets[0];
    assert_eq!(target.id, "NOR_Pier::NOR_Pier-Rules_full");
    assert_eq!(target.locator.as_ref().unwrap().to_string(), "p. 63");
    assert_eq!(resolved(read[3].clone()), ["NOR_Pier::NOR_Pier-Rules_full → no-text"]);
}

#[test]
fn a_citation_may_be_an_object() {
    let citation = json!({"source": "act.pdf", "page": 3, "quote": "Four metres."});
    let row = json!({"question": "How deep?", "answer": "Four metres.", "citation": citation});
    let case = read("a.json", &row.to_string());
    assert_eq!(cited(&case), ["act.pdf → act.pdf"]);
    let place = case.response.citations[0].targets[0].locator.as_ref();
    assert_eq!(place.unwrap().to_string(), "p. 3");
}

#[test]
fn quotes_beside_an_answer_are_the_sources_of_its_marks() {
    let quotes = "[#q0d54 | 2024-04-11]\nIt leaves at noon.\n\n[#q0d55 | 2024-04-12]\nIt \
                  returns at four.";
    let answer = "It leaves at noon [#q0d54]. It returns [#q0d55, #q0d54]. It is new [#q0d99].";
    let said = json!({"answer": answer, "dropped": 0, "found": 3, "quotes": quotes});
    let report = json!({"cur01": {"maker/model-4.5": said}, "cur02": {"maker/model-4.5": said}});
    let cases = open("answers.json", &report.to_string());
    assert!(cases.len() >= 1);
    let case = cases.read(0).unwrap();
    assert_eq!(
        resolved(case),
        ["#q0d54 → #q0d54", "#q0d55 → #q0d55", "#q0d54 → #q0d54", "#q0d99 → unknown-source"]
    );
}

#[test]
fn questions_of_bioasq_have_their_snippets() {
    let snippet = |page: u32, text: &str| {
        json!({"text": text, "document": format!("http://studies.example/{page}"),
            "beginSection": "abstract", "offsetInBeginSection": 8})
    };
    let question = |id: &str| {
        json!({"id": id, "type": "summary", "body": "What leaves at noon?",
            "documents": ["http://studies.example/1"], "ideal_answer": "The ferry leaves at noon.",
            "exact_answer": [["ferry"]],
            "snippets": [snippet(1, "The ferry leaves at noon."), snippet(2, "The pier is old.")]})
    };
    let cases = open("run.json", &json!({"questions": [question("a"), question("b")]}).to_string());
    assert_eq!(cases.len(), 2);
    let case = cases.read(0).unwrap();
    assert_eq!(case.id, "a");
    assert_eq!(case.question.as_deref(), Some("What leaves at noon?"));
    assert_eq!(case.response.text, "The ferry leaves at noon.");
    assert_eq!(case.sources.len(), 2);
    assert_eq!(case.sources[1].url.as_deref(), Some("http://studies.example/2"));
}

#[test]
fn a_trace_of_monocle_answers_in_its_events() {
    let span = |id: &str, parent: Value, kind: &str, events: Value| {
        json!({"name": "step", "context": {"trace_id": "11a4", "span_id": id}, "parent_id": parent,
            "start_time": format!("2026-07-09T19:27:4{}Z", events.to_string().len() % 10),
            "attributes": {"monocle_apptrace.version": "0.8.8", "span.type": kind},
            "events": events})
    };
    let events = |input: &str, response: &str| {
        json!([{"name": "data.input", "attributes": {"input": input}},
            {"name": "data.output", "attributes": {"response": response}}])
    };
    let answer = "Boats leave at noon [citation:Pier](https://pier.example/times). They return \
                  [citation:Harbour](https://harbour.example/returns).";
    let found = json!({"query": "boats", "results": [{"title": "Times",
        "url": "https://pier.example/times", "content": "Boats leave at noon."}]});
    let said = json!({"ai": answer}).to_string();
    let asked = "[\"When do boats leave?\"]";
    let trace = json!([
        span("d", json!("c"), "agentic.tool.invocation", events("{}", &found.to_string())),
        span("e", json!("c"), "agentic.tool.invocation", events("{}", "Error: 401")),
        span("m", json!("c"), "inference.framework", events("[\"{}\"]", &said)),
        span("c", json!("b"), "agentic.invocation", events(asked, answer)),
        span("b", json!("a"), "agentic.turn", events(asked, answer)),
        span("a", Value::Null, "workflow", json!([])),
    ]);
    let case = read("trace.json", &trace.to_string());
    assert_eq!(case.format.name, "openinference");
    assert_eq!(case.question.as_deref(), Some("When do boats leave?"));
    assert_eq!(case.response.text, answer);
    assert_eq!(case.sources.len(), 2, "{:?}", case.sources);
    assert_eq!(resolved(case), ["1 → 1", "https://harbour.example/returns → no-text"]);
}

#[test]
fn comments_between_the_lines_of_a_log_are_no_cases() {
    let row = json!({"question": "When?", "answer": "At noon [1].", "contexts": ["At noon."]});
    let cases = open("log.jsonl", &format!("#1\n{row}\n\n # 2\n{row}\n#3{row}\n"));
    let ids: Vec<String> = (0..cases.len()).map(|at| cases.read(at).unwrap().id).collect();
    assert_eq!(ids, ["log.jsonl:2", "log.jsonl:5", "log.jsonl:6"]);
}

#[test]
fn rows_of_given_tables_lead_to_their_files() {
    let row = json!({"query": "How many?", "response": "Nine [2].",
        "citations": ["D:\\data\\births.csv#row=1", "D:\\data\\births.csv#row=0"]});
    let case = beside_files(&row, &[file("births.csv", "year,births\n2000,9\n2001,8\n")]);
    assert!(
        case.sources.iter().all(|source| source.text.why_not().is_none()),
        "{:?}",
        case.sources
    );
    assert!(case.sources[0].notes.iter().any(|note| note.contains("`#row=1` is not read")));
}

#[test]
fn a_response_beside_a_question_and_evidences_is_a_row() {
    let row = r#"{"question": "When?", "response": "At noon [2].",
        "evidences": ["The pier is long.", "The ferry leaves at noon."], "selected_idx": [0, 1]}"#;
    let case = read("a.json", row);
    assert_eq!(case.sources.len(), 2);
    assert_eq!(case.response.citations.len(), 1);
}

#[test]
fn a_table_of_sources_instead_of_an_answer_is_noted() {
    let case = read(
        "a.csv",
        ",text,group\n0,\"It leaves at noon [1], by the north pier.\",a\n1,\"So come [2].\",b\n",
    );
    assert!(noted(&case, "a table of 2 rows read as text: its columns are those of sources"));
}

#[test]
fn each_answer_of_a_row_with_several_is_a_case_with_the_contexts_of_its_side() {
    let item = |query: &str, enhanced: &str| {
        json!({"query": query, "status": "OK",
            "baseline_output": "I cannot find that in the given context.",
            "enhanced_output": enhanced,
            "baseline_chunk_ids": ["holm_times_chunk_7"],
            "enhanced_chunk_ids": ["holm_times_chunk_1", "holm_times_chunk_4"]})
    };
    let items = json!([
        item("When does it leave?", "It leaves at noon [holm_times_chunk_1]."),
        item("Is it open in May?", "The pier is closed in May [holm_times_chunk_4]."),
    ]);
    for document in [json!({"summary": {"total": 2}, "results": items}), items] {
        let cases = open("a.json", &document.to_string());
        assert_eq!(cases.len(), 4, "{document}");
        let all: Vec<Case> = (0..4).map(|at| cases.read(at).unwrap()).collect();
        let question: Vec<_> = all.iter().filter_map(|case| case.question.as_deref()).collect();
        assert_eq!(question[..2], ["When does it leave?", "When does it leave?"]);
        assert_eq!(
            all.iter().map(cited).collect::<Vec<_>>(),
            [
                vec![],
                vec!["[holm_times_chunk_1] → holm_times_chunk_1".to_owned()],
                vec![],
                vec!["[holm_times_chunk_4] → holm_times_chunk_4".to_owned()],
            ]
        );
        assert_eq!(all[1].sources.len(), 2);
        assert!(all[1].id.ends_with(".enhanced_output"), "{}", all[1].id);
    }
}

#[test]
fn answers_side_by_side_share_the_contexts_of_their_row() {
    let row = json!({"question": "When does it leave?", "contexts": ["It leaves at noon."],
        "answer_small": "It leaves at noon [1].", "answer_large": "At noon, as the table says [1]."});
    let cases = open("a.json", &json!([row]).to_string());
    assert_eq!(cases.len(), 2);
    for at in 0..2 {
        let case = cases.read(at).unwrap();
        assert_eq!((case.sources.len(), resolved(case)), (1, vec!["1 → ".to_owned()]));
    }
    // An expected answer and a score are no answers.
    let row = json!({"question": "When does it leave?", "contexts": ["It leaves at noon."],
        "expected_answer": "It leaves at noon.", "generated_answer": "It leaves at noon [1].",
        "answer_score_reason": "It says so."});
    assert_eq!(open("a.json", &json!([row]).to_string()).len(), 1);
}

#[test]
fn a_passage_in_one_text_beside_an_answer_is_its_source() {
    let passage = "The ferry to Nordby leaves at noon from the old pier, except on Sundays, when it leaves at \
                   two. Tickets are sold on board and cost four crowns for one person.";
    let judged = json!({"output": "# Ferries\n\nIt leaves at noon.", "source": passage,
        "is_hallucination": false, "reasoning": "It says so."});
    let asked = json!({"query": "When does it leave?", "report": "It leaves at noon [1].",
        "source_text": passage, "evaluation": {"score": 1}});
    let cases = open("a.jsonl", &format!("{judged}\n{asked}\n"));
    assert_eq!(cases.len(), 2);
    assert_eq!(cases.read(0).unwrap().sources.len(), 1);
    let case = cases.read(1).unwrap();
    assert_eq!((case.sources.len(), resolved(case)), (1, vec!["1 → ".to_owned()]));
    // The name of a source is none.
    let named = json!({"output": "It leaves at noon.", "source": "dataset-7"});
    assert!(
        pincite::cases::open(
            pincite::input::Input::new("a.jsonl", format!("{named}\n").into_bytes()),
            None,
            &Families::default()
        )
        .is_err()
    );
}

#[test]
fn the_answer_of_a_system_is_one_and_the_output_of_a_tool_is_none() {
    let table = "id,question,gold_answer,system_answer\nQ1,When does it leave?,At noon.,It leaves at noon [ACT-1].\n";
    let case = read("a.csv", table);
    assert_eq!(case.response.text, "It leaves at noon [ACT-1].");
    let call = json!({"name": "search", "input": "{\"query\": \"ferry\"}", "output": "Two pages were found."});
    let trace = json!({"query": "When does it leave?", "turns": [{"tool_calls": [call]}]});
    let input = pincite::input::Input::new("a.json", trace.to_string().into_bytes());
    assert!(pincite::cases::open(input, None, &Families::default()).is_err());
}

#[test]
fn of_two_lists_of_sources_that_with_addresses_counts_and_the_text_adds_none_twice() {
    let report = "# Ferries\n\nThe ferry leaves at noon[1]. A ticket is four crowns[2].\n\n## Sources\n\n1. Timetable · 2. Fares";
    let bundle = json!({"report_text": report,
        "citations": [{"citation_id": 1, "title": "Timetable"}, {"citation_id": 2, "title": "Fares"}],
        "sources": [
            {"source_id": "source-1", "title": "Timetable", "canonical_uri": "https://a.example/times"},
            {"source_id": "source-2", "title": "Fares", "canonical_uri": "https://a.example/fares"}]});
    let case = read("a.json", &bundle.to_string());
    let urls: Vec<_> = case.sources.iter().filter_map(|source| source.url.as_deref()).collect();
    assert_eq!(urls, ["https://a.example/times", "https://a.example/fares"]);
    assert_eq!(case.sources.len(), 2);
    assert_eq!(resolved(case), ["1 → no-text", "2 → no-text"]);
}
