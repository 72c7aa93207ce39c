//! Forms of marks, lists and rows in saved answers, each with the passage that it leads to.

use pincite::model::Case;
use serde_json::{Value, json};

use crate::saved::{cited, noted, read};

fn row(row: &Value) -> Case {
    read("a.json", &row.to_string())
}

#[test]
fn a_part_below_the_last_of_several_lists_has_none() {
    let list = |host: &str| {
        format!("[1]: https://{host}/a\n[2]: https://{host}/b\n[3]: https://{host}/c\n")
    };
    let text = format!(
        "# Piers\n\nOne pier ([Port][1]).\n\n{}\n---\n\n# Fares\n\nA fare ([Port][2]).\n\n{}\n---\n\n\
         # Tides\n\nIt falls ([Port][1]).\n",
        list("a.example"),
        list("b.example")
    );
    let case = read("a.md", &text);
    let expected = ["[Port][1] → 1", "[Port][2] → 2 (list 2)", "[Port][1] → 1 (no list)"];
    assert_eq!(cited(&case), expected);
    assert!(
        noted(&case, "1 mark in parts of the text without a list of their own"),
        "{:?}",
        case.notes
    );
}

#[test]
fn a_number_may_be_the_label_of_a_link() {
    let text = "It rose ([444][2]). It fell [Port][1]), and both ([1][2]).\n\n\
                [1]: https://port.example/a\n[2]: https://444.example/b\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case), ["[444][2] → 2", "[Port][1] → 1", "[1] → 1", "[2] → 2"]);
    assert_eq!(case.response.citations[0].label.as_deref(), Some("444"));
}

#[test]
fn powers_of_units_cite_nothing() {
    let answer = "断面積は8mm²以上、2.0mm²、1.25mm²、3m³、5km²、10⁶、9.8m/s²、断面積mm²、100 inch². It rose.²";
    let case = row(
        &json!({"question": "?", "answer": answer, "contexts": ["a", "b", "c", "d", "e", "f"]}),
    );
    assert_eq!(cited(&case), ["² → 2"]);
}

#[test]
fn marks_count_by_the_number_of_a_source_and_not_by_that_of_its_chunk() {
    let sources = |key: &str| {
        json!([
            {key: 1, "title": "F-score", "chunk_id": "2", "preview": "F."},
            {key: 2, "title": "Precision", "chunk_id": "1", "preview": "P."},
            {key: 3, "title": "Recall", "chunk_id": "1", "preview": "R."}
        ])
    };
    for key in ["n", "number", "ref", "index"] {
        let case =
            row(&json!({"question": "?", "answer": "It is [1]. So [3].", "sources": sources(key)}));
        let title = |id: &str| {
            let source = case.sources.iter().find(|source| source.id == id).unwrap();
            source.title.clone().unwrap_or_default()
        };
        assert_eq!((title("1"), title("3")), ("F-score".to_owned(), "Recall".to_owned()), "{key}");
        assert_eq!(case.sources.len(), 3, "{key}");
    }
}

#[test]
fn words_for_a_source_are_read_with_contexts_and_else_noted() {
    for answer in [
        "It rose (Kaynak\u{202f}1). It fell (Kaynak 1, 2 ve 3).",
        "It rose (Quelle\u{a0}1). It fell (Quellen 1, 2 und 3).",
        "It rose (Fonte 1). It fell (Fonti 1, 2 e 3).",
        "It rose (Källa 1). It fell (Källor 1, 2 och 3).",
        "It rose (Źródło 1). It fell (Źródła 1, 2 i 3).",
        "It rose (Источник 1). It fell (Источники 1, 2 и 3).",
        "It rose (来源 1). It fell (来源 1-3).",
    ] {
        let case = row(&json!({"question": "?", "answer": answer, "contexts": ["a", "b", "c"]}));
        let ids = |index: usize| {
            let targets = &case.response.citations[index].targets;
            targets.iter().map(|it| it.id.clone()).collect::<Vec<_>>().join("+")
        };
        assert_eq!((ids(0), ids(1)), ("1".to_owned(), "1+2+3".to_owned()), "{answer}");
        let case = read("a.md", answer);
        assert!(noted(&case, "2 words with a number"), "{answer}: {:?}", case.notes);
    }
    let case = read("a.md", "According to Source 1, Risk Factors, p. 28: it rose.");
    assert!(noted(&case, "such as `Source 1`, may be a citation"), "{:?}", case.notes);
    let case = read(
        "a.md",
        "It rose [Source 1]. It fell [Source 2]. Open source 3.\n\nSource 1: Report\n",
    );
    assert!(!noted(&case, "with a number, such as `Source"), "{:?}", case.notes);
}

#[test]
fn brackets_with_words_that_end_sentences_are_noted() {
    let answer =
        "It heals itself [Vendor blog posts]. It runs in the cloud [Vendor roadmap, Q4 2024].";
    let case = read("a.md", answer);
    assert!(noted(&case, "2 brackets with words at the end of sentences"), "{:?}", case.notes);
    for other in [
        "It heals itself [Vendor blog posts].",
        "Dear [Recipient Name], it heals [Your Product]. Yours, [Company Signature].",
        "It [Vendor blog posts] heals. It `runs [Vendor road map].` It `ends [Vendor road map].`",
        "It heals [Vendor blog posts](https://v.example/a). It runs [Vendor road map](https://v.example/b).",
    ] {
        let case = read("a.md", other);
        assert!(!noted(&case, "brackets with words"), "{other}: {:?}", case.notes);
    }
}

#[test]
fn marks_of_an_app_lead_to_the_list_at_the_end() {
    let text = "It rose[web: 2][web: 1]. It fell [web:3].\n\n[1](https://a.example/1)\n\
                [2](https://a.example/2)\n[3](https://a.example/3)\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case), ["[web: 2] → 2", "[web: 1] → 1", "[web:3] → 3"]);
    let source = case.sources.iter().find(|source| source.id == "2").unwrap();
    assert_eq!(source.url.as_deref(), Some("https://a.example/2"));
}

#[test]
fn links_below_headlines_are_noted() {
    let text = "## Boats\n[Read more](https://a.example/1)\n\n## Piers\n[Read more](https://a.example/2)\n\n\
                ## Tides\n[Read more](https://a.example/3)\n";
    assert!(noted(&read("a.md", text), "3 links on lines of their own not read"));
}

#[test]
fn a_list_that_is_indented_is_one() {
    let text = "It rose [1]. It fell [2][3].\n\nCitations:\n\n    [1] https://a.example/1\n    \
                [2] https://a.example/2\n    [3] https://a.example/3\n\nMore.\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2", "[3] → 3"]);
    assert_eq!(case.sources.len(), 3);
}

#[test]
fn bare_numbers_follow_other_signs_too() {
    let text = "It rose.1 Is it messy?.2 It fell.3 See the folder (bank/) 3: it is old.1\n\n## Works cited\n\n\
                1. A, https://a.example/1\n2. B, https://a.example/2\n3. C, https://a.example/3\n";
    assert_eq!(cited(&read("a.md", text)), ["1 → 1", "2 → 2", "3 → 3", "3 → 3", "1 → 1"]);
}

#[test]
fn bare_numbers_end_cells_and_lines_that_announce() {
    let text = "It rose.1 It fell.2 It has two parts of the pipeline 2:\n\n* One.\n\n| Part | Cause |\n|---|---|\n\
                | Mast | Packet loss 1 |\n| Sail | Gust 3 |\n\n## Works cited\n\n\
                1. A, https://a.example/1\n2. B, https://a.example/2\n3. C, https://a.example/3\n";
    assert_eq!(cited(&read("a.md", text)), ["1 → 1", "2 → 2", "2 → 2", "1 → 1"]);
}

#[test]
fn lists_that_python_printed_may_begin_with_either_quote() {
    let printed = r#"["It's noon.", 'It rose to "9".', "It's late."]"#;
    let case = row(&json!({"user_input": "?", "response": "Noon.", "retrieved_contexts": printed}));
    assert_eq!(case.sources.len(), 3);
}

#[test]
fn rows_may_name_their_model_on_both_sides() {
    let case =
        row(&json!({"model_input": "How many?", "target_output": "Nine.", "model_output": "Nine.",
        "citations": ["months.csv:1"], "hit": true}));
    assert_eq!(case.question.as_deref(), Some("How many?"));
    assert_eq!(cited(&case), ["months.csv:1 → months.csv:1"]);
}

#[test]
fn ids_of_contexts_may_be_in_wide_brackets_and_back_ticks() {
    let answer = "使えます（`pier-kaisetsu-0159`）。点検します（[pier-r5-0420]）。";
    let case = row(&json!({"question": "?", "answer": answer,
        "retrieved": ["pier-kaisetsu-0159", "pier-r5-0420"]}));
    let ids: Vec<&str> =
        case.response.citations.iter().map(|it| it.targets[0].id.as_str()).collect();
    assert_eq!(ids, ["pier-kaisetsu-0159", "pier-r5-0420"]);
}

#[test]
fn a_number_in_the_place_of_an_address_is_that_of_the_list() {
    let said = "Images are read by [nets](1) and texts by [transformers](2).\n\n";
    let list = "References:\n1. Nets, https://a.example/1\n2. Texts, https://a.example/2\n";
    assert_eq!(cited(&read("a.md", &format!("{said}{list}"))), ["(1) → 1", "(2) → 2"]);
    let case = read("a.md", said);
    assert_eq!(cited(&case), [""; 0]);
    assert!(noted(&case, "2 marks not read that look like citations, such as `[nets](1)`"));
}

#[test]
fn lines_that_declare_sources_are_no_unread_marks() {
    let text = "It rose [Source 1]. It fell [Source 2, Source 3].\n\nReferences:\n\n\
                [Source 1] Harbour report\n[Source 2] Ferry plan\n[Source 3] Storm log\n";
    let case = read("a.md", text);
    assert_eq!(case.sources.len(), 3);
    assert!(case.unread.is_empty() && !noted(&case, "not read"), "{:?}", case.notes);
}

#[test]
fn printed_objects_are_read_between_other_lines() {
    let text = "What do you ask for? ferries\nTask(id='t', status='queued')\n\
                Output(basis=[FieldBasis(field='output', citations=[Citation(url='https://a.example/1', \
                title='Ferries', excerpts=['It leaves at noon.'])], reasoning='It is listed.', \
                confidence='high')], content='It leaves at noon.\\nIt returns.', type='text')\nDone.\n";
    let case = read("a.txt", text);
    assert_eq!(case.format.name, "parallel");
    assert_eq!(case.response.text.trim_end(), "It leaves at noon.\nIt returns.");
    assert!(noted(&case, "the data was taken from between lines of text"), "{:?}", case.notes);
}

#[test]
fn pieces_of_an_answer_after_a_call_are_its_message() {
    let search = json!({"type": "web_search_call", "id": "w", "status": "completed"});
    let link = json!({"type": "url_citation", "url": "https://a.example/1", "title": "Ferries"});
    let events = json!([
        {"type": "response.created", "response": {"id": "r"}},
        {"type": "response.output_item.done", "item": search},
        {"type": "response.output_text.delta", "delta": "It leaves "},
        {"type": "response.output_text.delta", "delta": "at noon."},
        {"type": "response.output_text.annotation.added", "annotation": link},
        {"type": "response.completed", "response": {"id": "r"}}
    ]);
    for text in [events.to_string(), json!({"name": "search", "upstream": events}).to_string()] {
        let case = read("a.json", &text);
        assert_eq!(case.response.text, "It leaves at noon.");
        assert_eq!(case.response.citations[0].targets[0].id, "https://a.example/1");
    }
}

#[test]
fn a_source_line_that_ends_an_answer_cites_its_list() {
    let url = "https://a.example/tides#now";
    let answer = format!("The ferry stops:\n\n- at low water\n- in storms\n\nSource: {url}");
    let case =
        row(&json!({"user_input": "?", "response": answer, "retrieved_contexts": ["a b c d"]}));
    assert_eq!(cited(&case), [format!("Source: {url} → {url}")]);
    let below = row(&json!({"question": "?", "answer": format!("It stops.\n\nSource:\n{url}\n")}));
    assert_eq!(below.response.citations.len(), 1);
    let head = read("a.md", &format!("Source: {url}\n\nThe ferry stops at low water.\n"));
    assert_eq!(cited(&head), [""; 0]);
    assert!(noted(&head, "1 line that names a source not read"), "{:?}", head.notes);
}

#[test]
fn contexts_keep_their_texts_where_the_answer_describes_them() {
    let answer =
        "Two sources help:\n\n**Source 2: Ferry plan (1974)**\n\nIt leaves at noon (Source 2).";
    let contexts = ["It rains in May.", "The ferry leaves at noon."];
    let case = row(&json!({"question": "?", "answer": answer, "contexts": contexts}));
    assert_eq!(case.sources.len(), 2, "{:?}", case.sources);
}

#[test]
fn the_run_of_a_row_is_no_source_and_pages_that_were_fetched_are() {
    let pages = ["https://a.example/1", "https://a.example/2"];
    let case = row(&json!({"source_run": "./out/a/_run_state.json", "query": "When?",
        "response_text": "It leaves at noon [1].", "fetched_urls": pages}));
    let found: Vec<&str> = case.sources.iter().filter_map(|it| it.url.as_deref()).collect();
    assert_eq!(found, pages);
    assert_eq!(cited(&case), ["[1] → 1"]);
}

#[test]
fn words_in_wide_brackets_after_a_sentence_are_noted() {
    let case =
        read("a.md", "It opened in **1889**【Wikipedia – Tower】. It closed late【The Tower】.\n");
    assert!(noted(&case, "2 marks not read that look like citations"), "{:?}", case.notes);
    let titles = read("a.md", "【New】 It sails at noon.\n\n- 【Pier Two】 is open.\n");
    assert!(!noted(&titles, "not read"), "{:?}", titles.notes);
    let power = "The rate is T<sub>b</sub>/t<sub>f</sub>².";
    let case = row(&json!({"question": "?", "answer": power, "contexts": ["a b c d", "e f g h"]}));
    assert_eq!(cited(&case), [""; 0]);
}
