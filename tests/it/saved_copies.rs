//! Copies of reports, printed runs and tables: links with shown brackets, named footnotes, lists that a
//! program printed, and numbers that count what a cell lists.

use serde_json::json;

use crate::rows::resolved;
use crate::saved::{cited, read};

#[test]
fn links_whose_labels_have_shown_brackets_cite() {
    let pier = r"[\[pier.example\]](https://www.pier.example/times)";
    let long = r"[\[harbouroff...ices.example\]](https://harbouroffices.example/fares)";
    let text = format!("It leaves at noon {pier}, {long}. Fares rose {pier}, which is new.\n");
    let case = read("a.md", &text);
    let ids: Vec<&str> =
        case.response.citations.iter().map(|it| it.targets[0].id.as_str()).collect();
    let (times, fares) = ("https://www.pier.example/times", "https://harbouroffices.example/fares");
    assert_eq!(ids, [times, fares, times]);
    assert_eq!(case.response.citations[0].label.as_deref(), Some("pier.example"));
}

#[test]
fn links_with_pictures_in_their_labels_are_noted() {
    let chip = |name: &str| {
        format!("[\n\n![](https://icons.example/{name})\n\n{name}\n\nOpens](https://{name}/a)")
    };
    let text = format!(
        "The ferry leaves at noon.\n\n{}{}{}",
        chip("a.example"),
        chip("b.example"),
        chip("c.example")
    );
    let notes = read("a.md", &text).notes;
    let expected = "3 links with pictures or several lines in their labels not read as citations, such as \
                    `https://a.example/a`";
    assert!(notes.iter().any(|note| note == expected), "{notes:?}");
}

#[test]
fn footnotes_with_names_cite_if_they_name_works() {
    let text = "Fog delays ferries[^fog]. Ice does too[^ice-2021].\n\n\
        [^fog]: Nordby et al., \"Ferries in fog,\" Journal of Piers, 2019.\n\
        [^ice-2021]: \"Ice on the fjord,\" arXiv:2101.00001, 2021.\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case), ["[^fog] → fog", "[^ice-2021] → ice-2021"]);
    assert!(case.sources[0].title.as_deref().is_some_and(|it| it.contains("Ferries in fog")));
    // Remarks are none.
    let text =
        "Fog delays ferries[^a]. Ice does too[^b].\n\n[^a]: Mostly in 2019.\n[^b]: Seldom.\n";
    assert_eq!(cited(&read("a.md", text)), [""; 0]);
}

#[test]
fn lists_that_a_run_printed_serve_the_answers_above_them() {
    let text = "[1] Q: When does it leave?\nA: It leaves at noon [2].\n\
        Citations: [{\"idx\": 1, \"page\": 4, \"source\": \"fares.pdf\"}, {\"idx\": 2, \"page\": 9, \"source\": \"times.pdf\"}]\n\n\
        [2] Q: What does it cost?\nA: It costs nine crowns [1].\n\
        Citations: [{\"idx\": 1, \"page\": 7, \"source\": \"fees.pdf\"}]\n\n\
        [3] Q: Is it late?\nA: Seldom [1].\nCitations: [{\"idx\": 1, \"page\": 2, \"source\": \"log.pdf\"}]\n";
    let case = read("smoke.txt", text);
    let found: Vec<String> = case
        .response
        .citations
        .iter()
        .map(|it| {
            let target = &it.targets[0];
            let source = case.sources.iter().find(|source| source.id == target.id).unwrap();
            let place = target.locator.as_ref().unwrap();
            format!("{} {} {place}", it.raw, source.title.as_deref().unwrap())
        })
        .collect();
    assert_eq!(found, ["[2] times.pdf p. 9", "[1] fees.pdf p. 7", "[1] log.pdf p. 2"]);
}

#[test]
fn numbers_before_the_words_of_a_cell_are_no_citations() {
    let text = "| type | found | truth |\n|---|---|---|\n| set | none | [17] Cod, Eel, Hake |\n\
        | set | Eel | [2] Eel, Ling |\n| number | 5 | expected 5; matched [5] |\n| set | Pike | [1] Pike |\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case), [""; 0]);
    assert!(case.notes.iter().any(|note| note.contains("marks not read")), "{:?}", case.notes);
    // A mark after words cites, whatever its cell.
    let text = "| what | where |\n|---|---|\n| It leaves at noon [1]. | It returns at one [2]. |\n";
    assert_eq!(cited(&read("a.md", text)), ["[1] → 1", "[2] → 2"]);
}

#[test]
fn marks_that_only_code_has_are_noted() {
    let text = "Use this:\n\n```\nconst noon = 12; // as planned [cite: 4, 9]\nconst fare = 9; // [cite: 2]\n```\n";
    let notes = read("a.md", text).notes;
    let expected = "2 tags in code not read as citations, such as `[cite: 4, 9]`";
    assert!(notes.iter().any(|note| note == expected), "{notes:?}");
    // A formatter took the end of a block for one more beginning.
    let text = "It leaves at noon.[1]\n\n````\n```\nlet noon = 12;\n```[2][3]\n````\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case), ["[1] → 1"]);
    let expected = "2 marks in blocks of code not read, such as `[2]`";
    assert!(case.notes.iter().any(|note| note.starts_with(expected)), "{:?}", case.notes);
}

#[test]
fn numbers_count_contexts_that_have_the_numbers_of_a_database() {
    let row = |answer: &str| {
        json!({"question": "When?", "response": answer, "evidence_chunks": [
            {"text": "The ferry leaves at noon.", "source_id": "1959232"},
            {"text": "Fares rose in May.", "source_id": "2364920"}]})
    };
    let case =
        read("a.json", &row("It leaves at noon [Source 1]. Fares rose [Source 1, 2].").to_string());
    assert_eq!(resolved(case), ["1 → 1", "1 → 1", "2 → 2"]);
    // Those that the answer names are meant themselves.
    let case = read("a.json", &row("It leaves at noon [1959232].").to_string());
    assert!(case.sources.iter().any(|source| source.id == "1959232"));
}

#[test]
fn rows_place_citations_where_their_items_repeat_the_words() {
    let answer = "The ferry leaves at noon – daily. Fares rose in May.";
    let row = json!({"prompt": "When?", "response_text": answer, "citations": [
        {"url": "https://a.example/times", "title": "Times", "start_index": 0, "end_index": 33,
            "snippet_cited": "The ferry leaves at noon – daily."},
        {"url": "https://b.example/fares", "title": "Fares", "start_index": 34, "end_index": 52,
            "snippet_cited": "Fares rose in May."},
        {"url": "https://c.example/log", "title": "Log", "start_index": 4, "end_index": 40,
            "snippet_cited": "Words of another text."}]});
    let case = read("a.json", &row.to_string());
    let claim = |index: usize| case.response.citations[index].anchor.span.slice(answer).unwrap();
    assert_eq!((claim(0), claim(1)), ("The ferry leaves at noon – daily.", "Fares rose in May."));
    assert_eq!(case.response.citations[0].placement.name(), Some("fitted"));
    // An offset without its words in the answer is no place.
    assert_eq!(claim(2), "");
    let note = "1 citation in fields of the row, without a place in the answer";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
    assert_eq!(case.format.offsets(), Some("code points, end exclusive; 2 of 2 fit"));
}

#[test]
fn an_explanation_cites_the_evidence_beside_it() {
    let document = json!({"claim": {"text": "It leaves at noon."}, "explanation":
        "It leaves at noon [2]. Fares rose [1].\n\nSources:\n[1] Fares - https://b.example/fares\n\
         [2] Times - https://a.example/times\n",
        "evidence": [
            {"text": "The ferry leaves at noon.", "source_url": "https://a.example/times", "id": "7b44"},
            {"text": "Fares rose in May.", "source_url": "https://b.example/fares", "id": "e3d5"}]});
    let case = read("check.json", &document.to_string());
    assert_eq!(case.format.name, "rows");
    let text = |index: usize| {
        let id = &case.response.citations[index].targets[0].id;
        let source = case.sources.iter().find(|source| source.id == *id).unwrap();
        match &source.text {
            pincite::model::SourceText::Inline(text) => text.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(text(0), "The ferry leaves at noon.");
    assert_eq!(text(1), "Fares rose in May.");
}

#[test]
fn graded_answers_are_rows_and_their_pages_are_noted() {
    let row = |id: &str, answer: &str| json!({"id": id, "type": "fact", "model": "m", "passed": true, "answer": answer, "cited_pages": [12]});
    let rows = json!([
        row("Q1", "Выручка выросла (стр. 12; стр. 86). Прибыль тоже (стр. 12)."),
        row("Q2", "It rose (p. 12), not as before (pp. 8–9).")
    ]);
    let cases = crate::saved::open("results.json", &rows.to_string());
    for (index, first) in ["(стр. 12; стр. 86)", "(p. 12)"].iter().enumerate() {
        let case = cases.read(index).unwrap();
        let note = format!(
            "2 brackets of a page, such as `{first}`, may be citations: they name no source"
        );
        assert!(case.notes.contains(&note), "{:?}", case.notes);
    }
}

#[test]
fn contexts_may_be_pairs_of_a_name_and_a_text() {
    let row = json!({"question": "When?", "answer": "It leaves at noon [1]. Fares rose [2].", "context": [
        ["table_3", "The ferry leaves at noon."],
        ["Fares of piers", ["Fares rose in May.", " They fell in June."]]]});
    let case = read("a.json", &row.to_string());
    assert_eq!(case.sources[1].title.as_deref(), Some("Fares of piers"));
    assert_eq!(resolved(case), ["1 → 1", "2 → 2"]);
}

#[test]
fn what_a_tool_returned_is_no_answer() {
    let call = |page: &str| {
        json!({"type": "search", "arguments": "{\"query\": \"ferries\"}", "output":
            format!("It leaves at noon, as [the pier says](https://{page}#:~:text=leaves%20at%20noon).")})
    };
    let log = json!([call("a.example/times"), call("b.example/times")]);
    crate::saved::refused("tools.json", &log.to_string());
}

#[test]
fn values_with_pages_are_answers_that_cite_them() {
    let answers = json!({"team": "pier", "answers": [
        {"question_text": "How many ferries ran in 2024?", "kind": "number", "value": 12.5,
            "references": [{"pdf_sha1": "3fa2", "page_index": 61}, {"pdf_sha1": "3fa2", "page_index": 4}]},
        {"question_text": "Is the pier open in winter?", "kind": "boolean", "value": false, "references": []}]});
    let cases = crate::saved::open("answers.json", &answers.to_string());
    let case = cases.read(0).unwrap();
    assert_eq!(case.response.text, "12.5");
    let places: Vec<String> = case
        .response
        .citations
        .iter()
        .map(|it| format!("{} {}", it.targets[0].id, it.targets[0].locator.as_ref().unwrap()))
        .collect();
    assert_eq!(places, ["3fa2 p. 62", "3fa2 p. 5"]);
    let case = cases.read(1).unwrap();
    assert_eq!((case.response.text.as_str(), case.response.citations.len()), ("false", 0));
}

#[test]
fn brackets_that_are_entries_of_a_list_do_not_cite() {
    let text = "Fares rose in May ([2], [1]). The ferry leaves at noon ([1]).\n\n**Sources**\n\
        1. [Source: timetable of the pier, 2024]\n2. [Source: fares_2024_0]\n";
    let case = read("a.md", text);
    assert_eq!(case.format.name, "numbered");
    assert_eq!(cited(&case), ["[2] → 2", "[1] → 1", "[1] → 1"]);
    assert_eq!(case.sources.len(), 2);
}

#[test]
fn short_marks_in_two_brackets_cite_and_steps_of_a_plan_do_not() {
    let text = "It leaves at noon [[S:1]]. Fares rose [[S:2,4]].\n\n✓ [1] Read the timetable\n\
        … [2] Compare the fares\n✓ [3] Write it up\n";
    let case = read("a.txt", text);
    assert_eq!(cited(&case), ["[[S:1]] → 1", "[[S:2,4]] → 2+4"]);
    let text = "✓ [1] Read the timetable\n… [2] Compare the fares\n✓ [3] Write it up\n";
    assert_eq!(cited(&read("a.txt", text)), [""; 0]);
}

#[test]
fn replies_beside_the_messages_of_a_request_are_rows() {
    let line = |text: &str| {
        json!({"request": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "When?"}],
            "response": {"role": "assistant", "content": text}, "metadata": {"tag": "a"}})
    };
    let lines = format!(
        "{}\n{}\n",
        line("It leaves at noon ([pier.example](https://pier.example/times))."),
        line("It is late.")
    );
    let cases = crate::saved::open("log.jsonl", &lines);
    let case = cases.read(0).unwrap();
    assert_eq!((case.format.name, case.question.as_deref()), ("rows", Some("When?")));
    assert_eq!(case.response.citations.len(), 1);
    assert_eq!(cases.read(1).unwrap().response.text, "It is late.");
}

#[test]
fn brackets_with_the_first_word_of_a_context_are_noted() {
    let row = json!({"question": "Is it open?", "generated_answer": "Yes (FERRY 1.1). It closed in May (2019).",
        "retrieval": {"retrieved_contexts": ["[FERRY 1. Timetable / Q1]\nIt is open in winter too.",
            "[FEES 2. Fares]\nFares rose."]}});
    let case = read("a.json", &row.to_string());
    let note = "1 bracket such as `(FERRY 1.1)` may name a context: no context states such a name";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn pieces_in_contents_and_kinds_behind_a_bar_are_read() {
    let row = json!({"query": "Is it open?", "answer": "It is open [Source 1]. It was closed [Source 2 | IMAGE].",
        "passages_used": [
            {"rank": 1, "docid": "pier-12_chunk1", "contents": "The pier is open in winter.", "modality": "text"},
            {"rank": 2, "docid": "pier-14_chunk0", "contents": "The pier was closed in May.", "modality": "image"}]});
    assert_eq!(resolved(read("a.json", &row.to_string())), ["1 → 1", "2 → 2"]);
}

/// Returns sentences with a number after each, as a copy leaves raised numbers.
fn sentences(last: u64) -> String {
    let said = |at: u64| format!("The ferry left at noon on day {at} again.{at} ");
    (1..=last).map(said).collect::<Vec<_>>().concat()
}

/// Returns a list of pages under the heading of such a copy.
fn works_cited(name: &str, last: u64) -> String {
    let page =
        |at: u64| format!("{at}. {name} {at}, accessed May 1, 2025, https://{name}.example/{at}\n");
    let pages = (1..=last).map(page).collect::<Vec<_>>().concat();
    format!("Works cited\n{pages}")
}

#[test]
fn numbers_after_sentences_outweigh_a_list_of_numbers() {
    let text = format!(
        "{}\n\nIt sailed on these days:\n1\n2\n3\n4\n\n{}",
        sentences(12),
        works_cited("pier", 12)
    );
    let case = read("a.md", &text);
    let note = "12 numbers without brackets after sentences read as citations";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn hosts_with_the_number_of_further_pages_cite() {
    let text = "It leaves at noon.[pier+2](https://www.pier.example/times) It is cheap.[ferry.fares](https://ferry.fares.example/a) \
        See [the map](https://maps.example/a), [the plan](https://maps.example/b) and [the book](https://books.example/c).\n\n\
        1. [https://www.pier.example/times](https://www.pier.example/times)\n\
        2. [https://harbour.example/x](https://harbour.example/x)\n\
        3. [https://ferry.fares.example/a](https://ferry.fares.example/a)\n\nFares rose.[harbour+1](https://harbour.example/x)\n";
    let case = read("a.md", text);
    let raws: Vec<&str> =
        case.response.citations.iter().map(|it| it.label.as_deref().unwrap()).collect();
    assert_eq!(raws, ["pier+2", "ferry.fares", "harbour+1"]);
}

#[test]
fn reports_in_one_file_may_cite_in_different_forms() {
    let text = format!(
        "Ferries\n\n{}\n\n{}\nPiers\n\nThe pier is open [1].\n\n{}\nFares\n\n{}\n\n{}",
        sentences(4),
        works_cited("ferries", 4),
        works_cited("piers", 4),
        sentences(4),
        works_cited("fares", 4)
    );
    let case = read("a.md", &text);
    assert_eq!(case.response.citations.len(), 9, "{:?}", cited(&case));
    let note = "8 numbers without brackets after sentences read as citations";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn the_list_of_an_answer_copied_from_a_chat_of_copilot_is_read() {
    let answer = "The ferry leaves at noon¹. It costs two crowns².\n\n";
    let list = "(1) Times of the ferry - Port. https://port.example/times.\n\
                (2) Fares. https://pier.example/fares.\n";
    for head in [
        "Source: Conversation with Copilot, 9/18/2024",
        "Quelle: Unterhaltung mit Bing, 18.3.2023",
        "ソース: Bing との会話 2023/6/9",
    ] {
        let case = read("a.md", &format!("{answer}{head}\n{list}"));
        assert_eq!(case.sources.len(), 2, "{head}");
        assert_eq!(case.sources[0].url.as_deref(), Some("https://port.example/times"));
        assert_eq!(resolved(case), ["1 → no-text", "2 → no-text"]);
    }
    // Each list is that of the answer above it, and another answer has none.
    let other = "The pier is old². It is long¹.\n\n---\n\n";
    let head = "Source: Conversation with Copilot, 9/18/2024";
    let case = read("a.md", &format!("{other}{answer}{head}\n{list}\n---\n\nIs it new?\n"));
    assert_eq!(cited(&case), ["² → 2 (no list)", "¹ → 1 (no list)", "¹ → 1", "² → 2"]);
    // A page that somebody names is not such a line.
    let named = read("a.md", &format!("{answer}Source: Microsoft Copilot in 2024\n{list}"));
    assert!(named.sources.is_empty());
}
