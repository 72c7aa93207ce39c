//! Shapes of recordings in which places were taken for sources, or sources for others of their name.

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::model::SourceText;
use serde_json::json;

use crate::saved::{cited, noted, read, texts};

#[test]
fn a_number_before_the_name_of_a_source_says_which_piece_it_is() {
    let row = json!({
        "question": "When?",
        "answer": "It leaves at noon [Source 3: Guide to the pier.pdf]. It is old [Source 1: Guide to the pier.pdf, \
                   Source 2: Fares.html]. It docks there [Source 2: Guide to the pier.pdf].",
        "retrieved_sources": ["Guide to the pier.pdf", "Fares.html", "Guide to the pier.pdf", "Guide to the pier.pdf"],
    });
    let case = read("row.json", &row.to_string());
    let expected = [
        "[Source 3: Guide to the pier.pdf] → 3",
        "[Source 1: Guide to the pier.pdf, Source 2: Fares.html] → 1+2",
        // The second source has another name: the name counts.
        "[Source 2: Guide to the pier.pdf] → 1+3+4",
    ];
    assert_eq!(cited(&case), expected);
}

#[test]
fn attributes_and_steps_of_a_path_are_no_citations() {
    let text = "engines:\n  - name: pier\n    results_xpath: //li[@class=\"repo-2\"]\n    url_xpath: //a[@class=\"link\"]/@href\n    \
                title_xpath: ./td[2]/b\n    content_xpath: //td/a[1][contains(@href, \"p9\")]/text()[1]\n";
    assert!(cited(&read("settings.yml", text)).is_empty());
    assert_eq!(
        cited(&read("a.md", "So [@holm2019, p. 3] and [see @berg]."))[0],
        "[@holm2019, p. 3] → holm2019"
    );
}

#[test]
fn an_address_after_the_word_for_a_source_is_cited() {
    let text = "It leaves at noon [Source: https://pier.example/times]. It is cheap [Sources: https://pier.example/fares, \
                https://bus.example/?a=1;b=2]. The bus waits [Source: https://pier.example/times].";
    let case = read("a.md", text);
    let expected = [
        "[Source: https://pier.example/times] → https://pier.example/times",
        "[Sources: https://pier.example/fares, https://bus.example/?a=1;b=2] → https://pier.example/fares+https://bus.example/?a=1;b=2",
        "[Source: https://pier.example/times] → https://pier.example/times",
    ];
    assert_eq!(cited(&case), expected);
    assert_eq!(case.sources.len(), 3);
    // Contexts with such an address are cited themselves.
    let row = json!({
        "question": "When?", "answer": "It leaves at noon [Source: https://pier.example/times].",
        "contexts": [{"text": "The bus waits for it.", "url": "https://pier.example/bus"},
            {"text": "The ferry leaves at noon.", "url": "https://pier.example/times"}],
    });
    let case = read("row.json", &row.to_string());
    let id = &case.response.citations[0].targets[0].id;
    let source = case.sources.iter().find(|source| source.id == *id).unwrap();
    assert!(
        matches!(&source.text, SourceText::Inline(text) if text.contains("at noon")),
        "{source:?}"
    );
}

#[test]
fn headings_of_lists_in_other_languages_are_known() {
    let list = "[1] Altan, T. (2005). Cold and hot forging: fundamentals\nand applications. Pier Press.\n\
                [2] Holm, A. (2010). Sheet metal of the pier\nand its forming. Harbour Press.\n15\n\n\
                [3] Berg, B. (2012). The forming of boats. Pier Press.\n";
    for heading in [
        "Hivatkoza\u{301}sok",
        "Irodalomjegyzék",
        "Referenser",
        "Použitá literatura",
        "Reference(s)",
    ] {
        let text = format!("It is formed [2]. It is cold [1, 3].\n\n{heading}\n{list}");
        let case = read("a.txt", &text);
        assert!(case.sources.len() == 3, "{heading}: {:?}", case.sources.len());
    }
}

#[test]
fn a_list_with_the_number_of_its_entries_left_open_is_a_list() {
    let row = json!({
        "question": "When?",
        "answer": "It leaves at noon [2]. It is old [1].\n\nReference(s):\n[1] LOCAL DOCUMENT: guide.pdf\n[2] LOCAL DOCUMENT: times.pdf",
        "sources": [{"filename": "guide.pdf", "text": "The pier is old."}, {"filename": "times.pdf", "text": "It leaves at noon."}],
    });
    let case = read("row.json", &row.to_string());
    assert_eq!(case.response.citations.len(), 2, "{:?}", cited(&case));
    assert!(!noted(&case, "no numbers"));
}

#[test]
fn what_a_search_returned_is_cited_and_not_what_was_expected() {
    let row = json!({
        "query": "When?", "answer": "It leaves at noon [Rules of the pier, p24]. It is old [Rules of the pier, p28-29].",
        "expected_answer": "At noon.",
        "references": [{"doc_id": "r", "title": "Rules of the pier", "page": 7, "snippet": "It leaves at noon, they say."}],
        "rag_hints": [
            {"title": "Rules of the pier", "page": 42, "text": "The bus waits.", "__rerank_score": 6.5},
            {"title": "Rules of the pier", "page": 24, "text": "The ferry leaves at noon.", "__rerank_score": 5.1},
            {"title": "Rules of the pier", "page": 28, "text": "The pier is old.", "__rerank_score": 4.0},
        ],
    });
    let case = read("row.json", &row.to_string());
    assert!(noted(&case, "3 sources read from `rag_hints`"), "{:?}", case.notes);
    let text = |citation: usize| {
        let id = &case.response.citations[citation].targets[0].id;
        case.sources
            .iter()
            .find(|source| source.id == *id)
            .map(|source| format!("{:?}", source.text))
    };
    assert!(
        text(0).unwrap().contains("at noon") && text(1).unwrap().contains("is old"),
        "{:?}",
        case.sources
    );
    // Without any scores the references are the sources of the answer.
    let row = json!({
        "query": "When?", "answer": "It leaves at noon [1].",
        "references": [{"title": "Rules", "text": "It leaves at noon, they say."}],
        "results": [{"title": "Fares", "text": "It is cheap."}],
    });
    assert!(noted(&read("row.json", &row.to_string()), "1 source read from `references`"));
}

#[test]
fn results_of_a_search_beside_an_answer_are_its_sources() {
    let result = |title: &str, text: &str| json!({"title": title, "url": format!("https://pier.example/{title}"), "content": text});
    for key in ["results", "web_results", "matches"] {
        let row = json!({
            "query": "When?", "answer": "It leaves at noon [2].",
            key: [result("fares", "It is cheap."), result("times", "The ferry leaves at noon.")],
        });
        let case = read("row.json", &row.to_string());
        assert!(noted(&case, &format!("2 sources read from `{key}`")), "{:?}", case.notes);
        assert_eq!(case.response.citations[0].targets[0].id, "2");
    }
    // Measured values are no sources.
    let row = json!({
        "query": "When?", "answer": "It leaves at noon [1].",
        "results": [{"metric": "faithfulness", "score": 0.9, "reason": "It is said there."}],
        "scored": [{"text": "It leaves at noon.", "score": 1.0}],
        "claims": [{"source": "answer", "text": "It leaves at noon.", "score": 1.0}],
    });
    assert!(read("row.json", &row.to_string()).sources.is_empty());
}

#[test]
fn the_prices_of_models_are_no_answers() {
    let model = |id: &str| json!({"id": id, "name": id, "pricing": {"prompt": "0.000002", "completion": "0.000008"}});
    let list = json!({"data": [model("pier-1"), model("pier-2")]}).to_string();
    let input = Input::new("models.json", list.into_bytes());
    let opened = cases::open(input, None, &Families::default());
    assert!(opened.is_err(), "{:?}", opened.map(|cases| cases.len()));
}

#[test]
fn pieces_of_a_document_are_cited_by_their_pages() {
    for fields in [json!({}), json!({"doc_id": "r7"}), json!({"doc_id": "r7", "chunk_id": "c"})] {
        let piece = |page: u64, text: &str| {
            let mut piece = json!({"title": "Rules of the pier", "page": page, "text": text});
            piece.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
            piece
        };
        let row = json!({
            "question": "When?",
            "answer": "It leaves at noon [Rules of the pier, p. 24]. It is old [Rules of the pier, p. 28].",
            "contexts": [piece(42, "The bus waits."), piece(24, "The ferry leaves at noon."), piece(28, "The pier is old.")],
        });
        let case = read("row.json", &row.to_string());
        assert_eq!(texts(&case), ["The ferry leaves at noon.", "The pier is old."], "{fields}");
    }
    // Where no page is cited, the pieces of a document are one source.
    let row = json!({
        "question": "When?", "answer": "It leaves at noon [r7].",
        "contexts": [{"doc_id": "r7", "page": 1, "text": "The bus waits."}, {"doc_id": "r7", "page": 2, "text": "It leaves at noon."}],
    });
    assert_eq!(read("row.json", &row.to_string()).sources.len(), 1);
}

#[test]
fn a_list_of_nothing_but_numbers_cites_for_the_whole_answer() {
    let row = |answer: &str| {
        let row = json!({"question": "When?", "answer": answer, "contexts": ["It leaves at noon.", "It is cheap.", "It is old."]});
        cited(&read("row.json", &row.to_string()))
    };
    assert_eq!(row("It leaves at noon.\n\nReferences:\n[1], [3]"), ["[1] → 1", "[3] → 3"]);
    assert_eq!(row("It leaves at noon.\n\nReference(s):\n- [1]\n- [3]"), ["[1] → 1", "[3] → 3"]);
    assert_eq!(row("It leaves at noon [1].\n\nReferences:\n[1], [3]"), ["[1] → 1"]);
}

#[test]
fn numbers_that_a_row_states_as_cited_are_ids_or_noted() {
    let row = |contexts: serde_json::Value| json!({"question": "When?", "answer": "It leaves at noon. It is old.", "contexts": contexts, "sources_used": [2, 1]});
    let piece = |id: u64, text: &str| json!({"doc_id": id, "text": text});
    let stated = row(json!([
        piece(12, "The bus waits."),
        piece(2, "It leaves at noon."),
        piece(1, "It is old.")
    ]));
    let case = read("row.json", &stated.to_string());
    assert_eq!(texts(&case), ["It leaves at noon.", "It is old."]);
    assert!(noted(&case, "2 citations in `sources_used` only"), "{:?}", case.notes);
    // Without ids, the numbers may be those of another list.
    let case = read("row.json", &row(json!(["The bus waits.", "It leaves at noon."])).to_string());
    assert!(
        case.response.citations.is_empty() && noted(&case, "2 numbers in `sources_used` not read"),
        "{:?}",
        case.notes
    );
}

#[test]
fn documents_have_the_excerpts_of_another_list() {
    let source = |id: &str, title: &str| json!({"source_id": id, "title": title, "canonical_uri": format!("https://pier.example/{id}")});
    let excerpt =
        |id: &str, text: &str| json!({"source_id": id, "excerpt": text, "method": "snippet"});
    let mut bundle = json!({
        "prompt": "When?", "report_text": "It leaves at noon[1]. It is old and it is grey[2].",
        "sources": [source("s-1", "Timetable"), source("s-2", "The pier")],
        "evidence_fragments": [excerpt("s-2", "The pier is old."), excerpt("s-1", "The ferry leaves at noon."), excerpt("s-2", "It is grey.")],
        "edges": [{"source_id": "s-1", "relation": "supports"}],
    });
    let case = read("bundle.json", &bundle.to_string());
    assert_eq!(texts(&case), ["The ferry leaves at noon.", "The pier is old.\n\nIt is grey."]);
    // An excerpt of an unknown document shows that the list is another one.
    bundle["evidence_fragments"][0]["source_id"] = json!("s-9");
    assert_eq!(texts(&read("bundle.json", &bundle.to_string())), ["- 1", "- 2"]);
}
