//! Reports and printed runs as people save them: lists that repeat the marks, traces of tools, examples of marks,
//! pieces of files, and the labels of tickets.

use pincite::model::{Source, SourceText};
use serde_json::json;

use crate::rows::resolved;
use crate::saved::{cited, open, read, refused};

#[test]
fn the_rows_of_a_list_that_a_word_processor_exports_do_not_cite() {
    let link = |number: usize| {
        format!("[\\[{number}\\]](https://pier.example/times#:~:text=ferry%20{number})")
    };
    let (one, two, three) = (link(1), link(2), link(3));
    let text = format!(
        "# The pier\n\nThe ferry leaves at noon{one}{two}. It waits for the\ntrain{three}.\n\n\
         ------------------\n\n{one}\n{two}\n{three}\nTimes of the ferry\n\n\
         <https://pier.example/times>\n"
    );
    assert_eq!(cited(&read("report.md", &text)).len(), 3);
}

#[test]
fn the_calls_in_a_printed_trace_do_not_cite() {
    let text = "TOOL CALLS:\n  [1] search: {'query': 'ferry'}\n       → 5 found\n  [2] refine_query: \
                {'query': 'ferry times'}\n       → 4 found\n  [3] search: {'query': 'times'}\n\
                ====\nANSWER:\nThe ferry leaves at noon.\n====\nSOURCES:\n[1] Times of the ferry\n\
                [2] Rules of the pier\n[3] Fares\n";
    let case = read("run.txt", text);
    assert!(cited(&case).is_empty(), "{:?}", cited(&case));
    let note = "3 sources listed under “SOURCES” that no mark in the text cites";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn the_marks_in_printed_sources_are_those_of_other_texts() {
    let source = |number: usize| {
        format!(
            "[Source {number}] File: Times of the pier\n  Snippet: \"The ferry\n{number}...\"\n  \
             Content:\nThe ferry waits for the train\n[48{number}]. It leaves at noon.\n\n"
        )
    };
    let text = format!(
        "QUERY: 'When?'\n====\nANSWER:\nThe ferry leaves at **noon**.\n====\n--- SOURCES ---\n\n{}{}{}",
        source(1),
        source(2),
        source(3)
    );
    let case = read("run.txt", &text);
    assert!(cited(&case).is_empty(), "{:?}", cited(&case));
    assert!(case.notes.iter().any(|own| own.contains("marks not read")), "{:?}", case.notes);
    let listed = "The ferry leaves at noon [Source 1]. It waits [Source 2][Source 3].\n\nSources:\n\
                  [Source 1] Times\n[Source 2] Rules\n[Source 3] Fares\n";
    assert_eq!(cited(&read("a.md", listed)).len(), 3);
}

#[test]
fn a_few_escaped_marks_beside_others_show_how_marks_are_written() {
    let text = "The page asks a service【5†L1-L9】 and shows an answer (with marks like \\[1], \\[2]) beside \
                a list【7†L3】. It keeps the marks【5†L20】.\n\n**Sources:**\n\n* Docs of the page\n* Notes\n";
    let case = read("review.txt", text);
    assert_eq!(cited(&case), ["【5†L1-L9】 → 5", "【7†L3】 → 7", "【5†L20】 → 5"]);
    let note = "2 marks not read that look like citations, such as `\\[1]` and `\\[2]`";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn the_piece_of_a_file_is_a_place_in_it() {
    let text = "It opens at nine (Source: Rules.pdf, Chunk 2). It closes at six (Source: Rules.pdf, Chunk 6, \
                7). It is free [Source: Rules.pdf, Chunk 3].\n";
    let case = read("a.md", text);
    let targets = case.response.citations.iter().flat_map(|it| &it.targets);
    assert_eq!(targets.map(|it| it.id.as_str()).collect::<Vec<_>>(), ["Rules.pdf"; 3]);
}

#[test]
fn ranges_and_lists_of_sources_in_korean_are_read() {
    let docs: Vec<_> = (1..4).map(|it| json!({"rank": it, "text": format!("제{it}조")})).collect();
    let answer = "신고해야 한다 [근거1~3]. 허가는 아니다 [근거1·3]. 다른 규정도 있다 [근거1, 제3조②, 제9조③].";
    let row = json!({"question": "?", "answer": answer, "contexts": docs});
    let case = read("a.json", &row.to_string());
    let targets = case.response.citations.iter().map(|it| it.targets.len()).collect::<Vec<_>>();
    assert_eq!(targets, [3, 2]);
    let note = "1 mark not read that looks like a citation, such as `[근거1, 제3조②, 제9조③]`";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn a_document_that_was_not_retrieved_is_named_beside_others() {
    let chunk = |id: &str| json!({"source_id": id, "chunk_id": format!("{id}_chunk_0017"), "text": "At noon."});
    let answer = "It leaves at noon [Moll2018_Ferry:Moll2018_Ferry_chunk_0017]. It waits \
                  [Holm2012, Moll2018_Ferry:Moll2018_Ferry_chunk_0017].";
    let row = json!({"query": "?", "answer": answer, "retrieved": [chunk("Moll2018_Ferry"), chunk("Berg2020_Pier")]});
    let case = read("a.json", &row.to_string());
    let ids: Vec<Vec<&str>> = (case.response.citations.iter())
        .map(|it| it.targets.iter().map(|target| target.id.as_str()).collect())
        .collect();
    assert_eq!(ids.len(), 2, "{ids:?}");
    assert_eq!(ids[1].first(), Some(&"Holm2012"), "{ids:?}");
}

#[test]
fn the_number_of_a_ticket_that_a_context_begins_with_is_noted() {
    let context = "- [Access] ### 001.1 · Reset of a password\n\nAsk for the number of the card.";
    let answer = "From the earlier case (Reference Ticket: ### 001.1), ask for the card.";
    let row = json!({"query": "?", "response": answer, "context": context});
    let case = read("a.json", &row.to_string());
    let note = "1 number such as `### 001.1` may name a context: no context states such a name";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn lines_of_pages_and_files_in_a_notebook_are_described() {
    let output =
        "Answer:\n The ferry leaves at noon.\n• Page 8: page_008.txt\n• Page 12: page_012.txt\n";
    let cell = json!({"cell_type": "code", "source": [], "outputs": [
        {"output_type": "stream", "name": "stdout", "text": [output]}]});
    let book = json!({"cells": [cell], "nbformat": 4, "metadata": {}});
    let why = refused("a.ipynb", &book.to_string());
    assert!(why.contains("2 lines of pages and files, such as `Page 8: page_008.txt`"), "{why}");
}

#[test]
fn a_document_and_its_piece_in_round_brackets_are_the_piece_that_is_cited() {
    let piece = |number: u8| {
        json!({"source_id": "moll_2024", "relevant_quote": "It leaves at noon.",
        "chunk_id": format!("moll_2024__results__00{number}")})
    };
    let answer = "It leaves at noon (moll_2024, moll_2024__results__006). It waits (moll_2024, \
                  moll_2024__results__006; moll_2024, moll_2024__results__009).";
    let row = json!({"query": "When?", "answer": answer, "citations": [piece(6), piece(9)]});
    let case = read("a.json", &row.to_string());
    let ids: Vec<_> = (case.response.citations.iter())
        .flat_map(|it| it.targets.iter().map(|target| target.id.as_str()))
        .collect();
    let (six, nine) = ("moll_2024__results__006", "moll_2024__results__009");
    assert_eq!(ids, [six, six, nine]);
    let is_given = |source: &Source| matches!(source.text, SourceText::Inline(_));
    assert!(case.sources.iter().all(is_given), "{:?}", case.sources);
}

#[test]
fn a_list_under_a_numbered_heading_in_wide_brackets_is_one_of_sources() {
    let text = "1. 【回答】渡轮中午开船[1][2]。\n2. 【说明】它等火车[1]。\n3. 【引用来源】\n[1] 文档1 第1块\n\
                [2] 文档2 第3块\n";
    let row = json!({"question": "?", "answer": text, "model": "m"});
    assert_eq!(cited(&read("a.json", &row.to_string())).len(), 3);
}

#[test]
fn a_preview_that_ends_in_a_title_says_so() {
    let row = json!({"question": "?", "answer_preview": "It leaves at noon. [Times of the fer"});
    let case = read("a.json", &row.to_string());
    let note = "the text ends inside a mark, which is not read: `[Times of the fer`";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn documents_that_were_retrieved_without_their_texts_are_cited_and_noted_by_their_keys() {
    let docs = json!([{"doc_id": "PIER-FAQ-006", "section": "Fares", "is_gold": false, "score": 0.8},
        {"doc_id": "PIER-ER-001", "section": "Gates", "score": 0.6}]);
    let row =
        |answer: &str| json!({"question_id": "q", "answer": answer, "retrieved": docs}).to_string();
    let cites = read("a.json", &row("It costs four crowns [PIER-FAQ-006 · Fares]."));
    assert_eq!(cited(&cites), ["[PIER-FAQ-006 · Fares] → PIER-FAQ-006"]);
    let is_absent = |source: &Source| matches!(source.text, SourceText::Absent(_));
    assert!(cites.sources.iter().all(is_absent), "{:?}", cites.sources);
    let names = read("a.json", &row("According to PIER-ER-001 · Gates, the gate opens at nine."));
    let note = "1 name of sources in the text, such as `PIER-ER-001`, may be citations: not read";
    assert!(names.notes.iter().any(|own| own == note), "{:?}", names.notes);
}

#[test]
fn a_list_of_sources_in_one_line_does_not_cite() {
    for (text, expected) in [
        (
            "It leaves at noon [1]. It waits for the train [2].\n\nSources: [1] Times of the ferry; [2] Rules of \
             the pier\n",
            [("1", "Times of the ferry"), ("2", "Rules of the pier")],
        ),
        (
            "渡轮中午开船[1]。它等火车[2]。\n\n【引用来源】[1] 时刻表；[2] 码头规则\n",
            [("1", "时刻表"), ("2", "码头规则")],
        ),
        (
            "渡轮中午开船[1]。它等火车[3]。\n\n来源：[1] 时刻表；[3] 规则。",
            [("1", "时刻表"), ("3", "规则。")],
        ),
        (
            "It leaves at noon [1]. It waits [2].\n\n**Sources:** [1] Times https://pier.example/t, [2] \
             [Rules](https://pier.example/r)\n",
            [("1", "Times"), ("2", "Rules")],
        ),
    ] {
        let case = read("a.md", text);
        assert_eq!(case.response.citations.len(), 2, "{text}: {:?}", cited(&case));
        let listed: Vec<(&str, &str)> = (case.sources.iter())
            .map(|it| (it.id.as_str(), it.title.as_deref().unwrap_or_default()))
            .collect();
        assert_eq!(listed, expected, "{text}");
    }
    // Each answer of a text has a line of its own.
    let one = |word: &str| {
        format!("It {word} [1]. It stays [2].\n\nSources: [1] {word} A; [2] {word} B\n\n")
    };
    let case = read("a.md", &format!("{}{}", one("leaves"), one("waits")));
    assert_eq!(case.response.citations.len(), 4, "{:?}", cited(&case));
    // A line without titles only repeats citations, and one without marks above it cites.
    let case = read("a.md", "Sources: [1] says that it leaves at noon, [2] that it waits.\n");
    assert_eq!(case.response.citations.len(), 2);
}

#[test]
fn a_long_heading_ends_the_list_above_it() {
    let question = "What have the officials of the harbour said in public about the times at which the ferry to \
                    Nordby leaves on the days of a spring tide?";
    let link = |number: usize| {
        format!("\\[[{number}](https://pier.example/{number}#:~:text=ferry%20{number})\\]")
    };
    let text = format!(
        "## Q0: When?\nAnswer:\nIt leaves at noon {}.\n\nSources:\n- {} [Times](https://pier.example/1)\n## Q1: \
         {question}\nAnswer:\nIt waits for the train {}. It is free {}.\n",
        link(1),
        link(1),
        link(2),
        link(3)
    );
    assert_eq!(read("report.md", &text).response.citations.len(), 3);
}

#[test]
fn marks_in_round_brackets_may_count_from_zero() {
    let text =
        "It leaves at noon ([0]). It waits ([0], [2]). It is free ([1]) and open ([0], [1]).\n";
    let case = read("a.md", text);
    assert_eq!(case.response.citations.len(), 6, "{:?}", cited(&case));
    let once = "It leaves at noon ([1]). The first item is ([0]) of the list. It waits ([2]).\n";
    assert_eq!(read("a.md", once).response.citations.len(), 2);
}

#[test]
fn columns_of_a_table_that_cite_are_the_answers_of_systems() {
    let table = ",alder,birch,seconds\nWhen does it leave?,\"It leaves at noon from the inner ramp ([1], [2]).\",The \
                 ferry leaves from the ramp at noon ([1]).,12\nDoes it wait long?,\"It waits for the train from Holm \
                 ([1], [2]).\",It waits for the train on Sundays ([2]).,9\n";
    let cases = open("table.csv", table);
    assert_eq!(cases.len(), 4);
    let first = cases.read(0).unwrap();
    assert_eq!(first.question.as_deref(), Some("When does it leave?"));
    let note = "opened a table of 2 rows: the texts of `alder` and `birch` cite";
    assert!(first.notes.iter().any(|own| own == note), "{:?}", first.notes);
    let plain = "name,words\na,It leaves at noon from the inner ramp.\nb,It waits for the train from Holm.\n";
    assert_eq!(open("table.csv", plain).len(), 1);
}

#[test]
fn entries_of_a_list_whose_addresses_end_as_files_are_no_names() {
    let entry = |number: u8| {
        format!("[{number}] HARBOUR CORP 10-K (HBR_{number}) — https://a.example/hbr.htm")
    };
    let row = json!({"question": "?", "answer": "It rose [2].", "citations": [entry(1), entry(2)]});
    let case = read("a.json", &row.to_string());
    let source = &case.sources[1];
    assert_eq!(
        (source.id.as_str(), source.url.as_deref()),
        ("2", Some("https://a.example/hbr.htm"))
    );
    assert_eq!(source.title.as_deref(), Some("HARBOUR CORP 10-K (HBR_2)"));
}

#[test]
fn an_answer_as_the_model_wrote_it_is_read_where_there_is_no_other() {
    let chunk = |text: &str| json!({"chunk_id": text.len().to_string(), "text": text});
    let row = json!({"question": "When?", "answer_raw": "It leaves at noon [1]. It waits [2].", "retrieval":
        {"returned_chunks": [chunk("The ferry leaves at noon."), chunk("It waits for the train.")]}});
    let case = read("a.json", &row.to_string());
    assert_eq!((case.response.citations.len(), case.sources.len()), (2, 2));
    let is_given = |source: &Source| matches!(source.text, SourceText::Inline(_));
    assert!(case.sources.iter().all(is_given), "{:?}", case.sources);
    let both = json!({"question": "When?", "answer": "At noon [1].", "answer_raw": "At noon [1]. <end>",
        "contexts": ["It leaves at noon."]});
    assert_eq!(read("a.json", &both.to_string()).response.text, "At noon [1].");
}

#[test]
fn keys_of_a_document_and_its_piece_in_a_text_are_noted() {
    let text = "It leaves at noon (moll_2024, moll_2024__results__006). It waits (berg_2020, \
                berg_2020__intro__001; holm_2012).\n";
    let case = read("a.md", text);
    let note = "2 brackets with keys of documents and of their pieces, such as `(moll_2024, \
                moll_2024__results__006)`, may be citations: no source states such a key";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
    let code = read("a.md", "It calls `(app, app__run)` and f(x, x__y) = `(a, a__b)`.\n");
    assert!(!code.notes.iter().any(|own| own.contains("keys of documents")), "{:?}", code.notes);
}

#[test]
fn an_answer_saved_beside_what_grounds_it_is_one_of_gemini() {
    let (text, page) = ("It leaves at noon. It waits.", "https://pier.example/times");
    let support = json!({"segment": {"endIndex": 18, "text": "It leaves at noon."}, "groundingChunkIndices": [0]});
    let web = json!({"web": {"title": "pier", "uri": page}});
    let flat = json!({"start_index": 0, "end_index": 18, "grounding_chunk_indices": [0]});
    for document in [
        json!({"text": text, "groundingMetadata": {"groundingChunks": [web], "groundingSupports": [support]}}),
        json!({"query": "When?", "answer": text, "grounding_chunks": [{"title": "pier", "uri": page}],
            "grounding_supports": [{"segment": {"end_index": 18, "text": "It leaves at noon."},
                "grounding_chunk_indices": [0]}]}),
        json!({"text": text, "chunks": [{"title": "pier", "url": page}], "supports": [flat],
            "queries": ["ferry"]}),
    ] {
        let case = read("a.json", &document.to_string());
        assert_eq!((case.format.name, case.response.citations.len()), ("gemini", 1), "{document}");
        assert_eq!(case.response.citations[0].anchor.span.slice(text), Some("It leaves at noon."));
        assert_eq!(case.sources[0].url.as_deref(), Some(page));
    }
    let row = json!({"query": "When?", "response": text, "grounding_chunks": [web], "grounding_supports": [support]});
    let cases = open("a.json", &json!([row, row]).to_string());
    assert_eq!(cases.len(), 2);
    let case = cases.read(1).unwrap();
    assert_eq!((case.question.as_deref(), case.response.citations.len()), (Some("When?"), 1));
}

#[test]
fn results_of_open_rag_eval_are_read_by_part() {
    let parts = json!([{"text": "It leaves at noon.", "citations": ["[1]"]},
        {"text": "It waits.", "citations": ["[2]", "[1]"]}, {"text": "So be it.", "citations": []}]);
    let passages = json!({"[1]": "The ferry leaves at noon.", "[2]": "It waits for the train."});
    let result = json!({"rag_result": {"retrieval_result": {"query": "When?", "retrieved_passages": passages},
        "generation_result": {"query": "When?", "generated_answer": parts}}, "scores": null});
    let case = read("a.json", &json!({"results": [result]}).to_string());
    assert_eq!((case.format.name, case.question.as_deref()), ("open-rag-eval", Some("When?")));
    assert_eq!(case.response.text, "It leaves at noon. It waits. So be it.");
    assert_eq!(resolved(case), ["1 → 1", "2 → 2", "1 → 1"]);
    let quoted =
        |value: &serde_json::Value| format!("\"{}\"", value.to_string().replace('"', "\"\""));
    let (passages, parts) = (quoted(&passages), quoted(&parts));
    let table = format!(
        "query_id,query,run_1_retrieved_passages,run_1_generated_answer,run_2_retrieved_passages,\
         run_2_generated_answer\nq1,When?,{passages},{parts},{passages},{parts}\nq2,Why?,{passages},{parts},,\n"
    );
    let cases = open("scores.csv", &table);
    let ids: Vec<String> = (0..cases.len()).map(|at| cases.read(at).unwrap().id).collect();
    assert_eq!(ids, ["q1 run 1", "q1 run 2", "q2"]);
    assert!((0..3).all(|at| cases.read(at).unwrap().response.citations.len() == 2));
}
