//! Shapes of recordings that programs write and that were read wrong at first sight: pages in other words, ids with
//! addresses, answers inside the lines of a batch, and what a model was given.

use pincite::model::{Case, SourceText};
use serde_json::json;

use crate::saved::read;

/// Returns the text of the source of each target.
fn texts(case: &Case) -> Vec<String> {
    let targets = case.response.citations.iter().flat_map(|citation| &citation.targets);
    let text = |id: &str| match &case.sources.iter().find(|source| source.id == id)?.text {
        SourceText::Inline(text) => Some(text.to_string()),
        _ => None,
    };
    targets.map(|target| text(&target.id).unwrap_or_else(|| format!("- {}", target.id))).collect()
}

#[test]
fn a_page_counts_whatever_sign_or_language_it_is_in() {
    let row = |answer: &str| {
        let row = json!({
            "question": "When?",
            "answer": answer,
            "contexts": [
                {"source": "pier.pdf", "page": 2, "text": "It leaves at noon."},
                {"source": "pier.pdf", "page": 3, "text": "It costs two euros."},
                {"source": "bus.pdf", "page": 3, "text": "The bus waits."},
            ],
        });
        texts(&read("row.json", &row.to_string()))
    };
    for answer in [
        "It costs two euros 【pier.pdf | Page: 3】.",
        "Custa dois euros (Fonte: pier.pdf, Página: 3).",
        "Custa dois euros [pier.pdf, página 3].",
        "Es kostet zwei Euro [pier.pdf | Seite: 3].",
        "It costs two euros [pier.pdf; page 3].",
    ] {
        assert_eq!(row(answer), ["It costs two euros."], "{answer}");
    }
    let answer = "It waits [bus.pdf | Page: 3; pier.pdf | Page: 2].";
    assert_eq!(row(answer), ["- bus.pdf", "It leaves at noon."]);
}

#[test]
fn ids_with_addresses_are_cited_one_by_one_and_words_are_no_address() {
    let page = |path: &str, text: &str| {
        json!({"chunk_id": format!("web:https://pier.example/{path}"),
            "url": format!("https://pier.example/{path}"), "text": text})
    };
    let row = json!({
        "question": "When?",
        "answer": "Harbour-Ferry Timetable (Harbour-Ferry Timetable) leaves at noon \
                   [web:https://pier.example/times/harbour-ferry-timetable, web:https://pier.example/fares.html].",
        "citations": [
            page("times/harbour-ferry-timetable", "It leaves at noon."),
            page("fares.html", "It costs two euros."),
        ],
    });
    let case = read("row.json", &row.to_string());
    assert_eq!(texts(&case), ["It leaves at noon.", "It costs two euros."]);
    assert_eq!(case.response.citations.len(), 1);
}
