//! Saved answers whose sources share a title or a document, are named in round brackets, or in words before
//! a link.

use serde_json::{Value, json};

use crate::rows::resolved;
use crate::saved::{cited, read, refused};

fn row(value: &Value) -> pincite::model::Case {
    read("row.json", &value.to_string())
}

#[test]
fn addresses_tell_sources_with_one_title_apart() {
    let page =
        |path: &str| json!({"title": "Ferry times", "url": format!("https://a.example/{path}")});
    let case = row(&json!({"question": "When?", "sources": [page("summer"), page("winter")],
        "answer": "At noon.\n\nSources used:\n- https://a.example/summer\n- https://a.example/winter"}));
    let (summer, winter) = ("https://a.example/summer", "https://a.example/winter");
    assert_eq!(cited(&case), [summer, winter].map(|it| format!("{it} → {it}")));
    assert!(!resolved(case).iter().any(|it| it.contains("ambiguous")));
}

#[test]
fn the_only_link_cites_if_words_announce_it() {
    let link = "[The speed of ferries](https://a.example/speed)";
    for text in [
        format!("It makes twelve knots (Source: {link}), as found."),
        format!(
            "# Speed\n\nIt makes twelve knots.\n- Source: **{link}**\n\n## Outlook\n\nIt will rise.\n"
        ),
    ] {
        assert_eq!(read("a.md", &text).response.citations.len(), 1, "{text}");
    }
    let text = format!("It makes twelve knots, and {link} has more.");
    assert_eq!(cited(&read("a.md", &text)), [""; 0]);
}

#[test]
fn links_below_words_for_a_source_in_each_part_cite() {
    let part = |name: &str| {
        format!(
            "## {name}\n\nIt leaves at noon.\n\n**Source:**\n- **[Times of {name}](https://a.example/{name})**\n\n"
        )
    };
    let text = format!("# Ferries\n\n{}{}It may change.\n", part("nordby"), part("fanoe"));
    let urls = ["https://a.example/nordby", "https://a.example/fanoe"];
    let case = read("a.md", &text);
    let ids: Vec<&str> =
        case.response.citations.iter().map(|it| it.targets[0].id.as_str()).collect();
    assert_eq!(ids, urls);
    // One list at the end is only a list.
    let text = "It leaves at noon.\n\nSources:\n- [Times](https://a.example/a)\n- [Fares](https://a.example/b)\n";
    assert_eq!(cited(&read("a.md", text)), [""; 0]);
}

#[test]
fn numbers_in_registers_cite_in_round_brackets() {
    let text = "Fog delays ferries (PMID: 36967777). Ice does too (PMID: 39084811, 28707578).\n";
    let case = read("a.txt", text);
    assert_eq!(
        cited(&case),
        ["(PMID: 36967777) → 36967777", "(PMID: 39084811, 28707578) → 39084811+28707578"]
    );
    // In a list of sources they belong to the entry.
    let text = "Fog delays ferries [1].\n\nReferences:\n[1] Nordby, Ferries in fog (PMID: 36967777).\n\
                [2] Holm, Ice (PMID: 39084811).\n";
    assert_eq!(cited(&read("a.txt", text)), ["[1] → 1"]);
}

#[test]
fn the_word_for_a_source_is_known_in_more_languages() {
    for text in
        ["היא יוצאת בצהריים [מקור 1, עמוד 2].", "تغادر ظهرا [مصدر 1].", "حرکت ظهر است [منبع 1]."]
    {
        assert_eq!(read("a.txt", text).response.citations.len(), 1, "{text}");
    }
}

#[test]
fn places_in_one_document_are_citations_of_their_own() {
    let entry = |place: &str, quote: &str| json!({"doc_id": "ferry_plan", "source": "Ferry plan", "loc": place, "quote": quote});
    let citations =
        json!([entry("page:1", "It leaves at noon."), entry("page:4", "It costs nine crowns.")]);
    // Marks that name the document and the place.
    let case = row(&json!({"id": 1, "question": "When?", "citations": citations, "answer":
        "It leaves at noon (ferry_plan – page:1)\nIt costs nine crowns (ferry_plan – page:4)"}));
    assert_eq!(
        cited(&case),
        ["(ferry_plan – page:1) → ferry_plan", "(ferry_plan – page:4) → ferry_plan"]
    );
    // No marks.
    let case = row(&json!({"id": 1, "question": "When?", "citations": citations,
        "answer": "It leaves at noon and costs nine crowns."}));
    let quotes: Vec<Option<&str>> =
        case.response.citations.iter().map(|it| it.targets[0].quote.as_deref()).collect();
    assert_eq!(quotes, [Some("It leaves at noon."), Some("It costs nine crowns.")]);
    assert!(resolved(case).iter().all(|it| it.contains("ferry_plan →")));
}

#[test]
fn headings_in_a_list_of_citations_are_names() {
    let citations = json!([
        "Ferry guide v1.0 (2026-02-22) – Ferry guide > Fares > Children",
        "FAQ v1.0 – Questions (FAQ) > Dogs > Can I bring a dog?"
    ]);
    let case = row(&json!({"id": "q1", "question": "What?", "citations": citations,
        "answer": "Children pay half."}));
    assert_eq!(case.response.citations.len(), 2);
    assert!(case.sources.iter().all(|it| it.text.why_not().is_some()), "{:?}", case.sources);
    let case = row(&json!({"id": "q1", "question": "What?", "citations": citations,
        "answer": "Children pay half (Source 1)."}));
    assert_eq!(cited(&case).len(), 1);
    assert!(case.sources.iter().all(|it| it.text.why_not().is_some()), "{:?}", case.sources);
}

#[test]
fn an_answer_beside_the_id_of_its_query_is_a_row() {
    let lines = format!(
        "{}\n{}\n",
        json!({"query_id": "Q3", "answer": "At noon.\n\n[95c73047]"}),
        json!({"query_id": "Q4", "answer": "According to chunk [f511bd3a], it is late."})
    );
    let cases = crate::saved::open("answers.json", &lines);
    assert_eq!(cases.len(), 2);
    let case = cases.read(0).unwrap();
    assert_eq!((case.format.name, case.id.as_str()), ("rows", "Q3"));
    let note = "1 mark not read that looks like a citation, such as `[95c73047]`";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn long_names_in_brackets_are_noted() {
    let name = "[Article 8 — Collected rules of the ferries of the western islands and their piers — Volume 1]";
    let citations = json!([{"article_number": "8", "document": "Collected rules", "page": 4, "snippet": "At noon."}]);
    let case = row(&json!({"question": "When?", "citations": citations,
        "answer": format!("It leaves at noon {name}.")}));
    let note = "1 bracket with words at the end of sentences";
    assert!(case.notes.iter().any(|own| own.starts_with(note)), "{:?}", case.notes);
}

#[test]
fn a_row_with_an_empty_answer_is_a_case() {
    let lines = format!(
        "{}\n{}\n",
        json!({"question": "When?", "answer": "At noon [1].", "contexts": ["It leaves at noon."]}),
        json!({"question": "Where?", "answer": null, "citations": []})
    );
    let cases = crate::saved::open("answers.jsonl", &lines);
    let case = cases.read(1).unwrap();
    assert_eq!((case.format.name, case.response.text.as_str()), ("rows", ""));
    assert_eq!(case.notes.first().unwrap(), "`answer` is empty: the row has no answer");
}

#[test]
fn marks_name_the_labels_that_a_row_lists_as_cited() {
    let case = row(&json!({"question_id": "q1", "question": "When?", "citations": ["P1", "P10"],
        "answer": "It leaves at noon [P1]. It costs nine crowns [P10]."}));
    assert_eq!(cited(&case), ["[P1] → P1", "[P10] → P10"]);
}

#[test]
fn titles_of_what_was_retrieved_are_sources() {
    let retrieved = json!([{"title": "Ferry times", "score": 0.7, "year": "2026"},
        {"title": "Ferry fares", "score": 0.6, "year": "2024"}]);
    let case = row(&json!({"query": "When?", "retrieved": retrieved,
        "answer": "It leaves at noon [1]. It costs nine crowns [2]."}));
    let titles: Vec<Option<&str>> = case.sources.iter().map(|it| it.title.as_deref()).collect();
    assert_eq!(titles, [Some("Ferry times"), Some("Ferry fares")]);
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2"]);
}

#[test]
fn a_number_of_contexts_is_no_context() {
    let table = "question,answer,retrieved_chunks,sources\n\
        When?,It leaves at noon.,8,Pier | Times of 2024; Harbour Office | Fares\n";
    let case = read("a.csv", table);
    let names: Vec<&str> = case.sources.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(names, ["Pier | Times of 2024", "Harbour Office | Fares"]);
}

#[test]
fn lists_without_numbers_are_not_counted_by_names_and_powers() {
    let list = "\n## Sources\n\n- [Times](https://a.example/a)\n- [Fares](https://a.example/b)\n\
        - [Ice](https://a.example/c)\n- [Fog](https://a.example/d)\n";
    let text = format!(
        "It grew after Wave 1, Wave 2, Wave 3, Wave 4. Pier 1, Quay 2, Dock 3, Slip 4, Berth 1.\n{list}"
    );
    assert_eq!(cited(&read("a.md", &text)), [""; 0]);
    let text = format!("It is updated with depth² of the search.\n{list}");
    assert_eq!(cited(&read("a.md", &text)), [""; 0]);
    let list = list.replace("[Ice]", "[Ice on the fjord]");
    let text = format!("- **[Ice]**: It can be cut.\n{list}");
    assert_eq!(cited(&read("a.md", &text)), [""; 0]);
}

#[test]
fn spans_of_sources_in_code_are_noted() {
    let text = "The run prints:\n\n```text\n- [high | trial | ferry-002@0-116] It leaves at noon.\n\
        - It costs nine crowns. [ferry-007@76-89]\n- It is late. [ferry-007@143-156]\n```\n";
    let notes = read("a.md", text).notes;
    assert!(
        notes.iter().any(|note| note.contains("marks in blocks of code not read")),
        "{notes:?}"
    );
}

#[test]
fn headings_of_references_for_further_reading_are_known() {
    let text = "It leaves at noon.\n\n## References for Further Exploration\n\n1. Times - Pier \
        [Read Here](https://a.example/a)\n2. Fares - Pier [Read Here](https://a.example/b)\n";
    let notes = read("a.md", text).notes;
    assert!(notes.iter().any(|note| note.starts_with("2 sources listed under")), "{notes:?}");
}

#[test]
fn a_part_with_a_number_and_its_document_name_a_citation_also_without_blanks() {
    let entry = |number: &str, volume: u32, words: &str| {
        json!({"article_number": number,
        "document": format!("Rules of the western ferries — Volume {volume}"), "snippet": words})
    };
    let citations = json!([
        entry("2", 1, "It leaves at noon."),
        entry("8", 1, "Dogs pay half."),
        entry("8", 2, "It costs nine crowns.")
    ]);
    let case = row(&json!({"question": "What?", "citations": citations, "answer":
        "Dogs pay half [Article8 — Rules of thewestern ferries—Volume 1]. It costs nine crowns \
         [Article 8— Rulesof the western ferries — Volume2]. It is late [Article 9 — Rules of the \
         western ferries — Volume 1]."}));
    assert_eq!(case.response.citations.len(), 2);
    let note = "1 bracket with words at the end of sentences";
    assert!(case.notes.iter().any(|own| own.starts_with(note)), "{:?}", case.notes);
    let ids = case.response.citations.iter().map(|it| it.targets[0].id.clone());
    let document = "Rules of the western ferries — Volume";
    let expected = [format!("{document} 1, article 8"), format!("{document} 2, article 8")];
    assert_eq!(ids.collect::<Vec<_>>(), expected);
    assert_eq!(resolved(case).len(), 2);
}

#[test]
fn words_with_a_page_are_the_cited_piece() {
    let citations = json!([{"source": "rules.pdf", "page": 26, "snippet": "It leaves at noon."},
        {"source": "fares.pdf", "page": 3, "snippet": "It costs nine crowns."}]);
    let case = row(&json!({"question": "When?", "citations": citations,
        "answer": "It leaves at noon and costs nine crowns."}));
    assert_eq!(resolved(case), ["rules.pdf → rules.pdf", "fares.pdf → fares.pdf"]);
}

#[test]
fn documents_that_an_answer_used_are_its_sources() {
    let answer = "It leaves at noon [blog | ferry.md]. Tickets are four crowns ([fares.md](#Children)). The \
                  pier is closed in May ([source](docs | pier.md)).";
    let used = |source: &str, id: &str| json!({"source": source, "source_id": id, "distance": 0.5});
    let sources = json!([
        used("blog", "ferry.md"),
        used("blog", "harbour.md"),
        used("docs", "fares.md"),
        used("docs", "pier.md"),
        used("docs", "pier.md"),
    ]);
    for key in ["sources_used", "citedSources", "source_documents"] {
        let row = json!({"question": "When?", "answer": answer, key: sources});
        let case = read("a.json", &row.to_string());
        let expected = [
            "[blog | ferry.md] → ferry.md",
            "([fares.md](#Children)) → fares.md",
            "([source](docs | pier.md)) → pier.md",
        ];
        let cited = cited(&case);
        assert_eq!(cited.len(), 3, "{cited:?}");
        for (own, expected) in cited.iter().zip(expected) {
            let without = |text: &str| text.replace(['(', ')'], "");
            assert!(without(own).starts_with(&without(expected)), "{own} {expected}");
        }
    }
    let row = json!({"question": "When?", "answer": answer, "expected_sources": sources});
    assert!(read("a.json", &row.to_string()).sources.is_empty());
}

#[test]
fn texts_in_scripts_without_blanks_count_as_words() {
    let row = json!({"id": "q1", "question": "何時に出ますか？", "answer_preview": "船は正午に出港します。",
                     "citations": []});
    let case = read("a.json", &json!({"results": [row]}).to_string());
    assert_eq!(case.response.text, "船は正午に出港します。");
    let unknown = json!({"blocks": [{"body": "船は正午に出港します[1][2]。"}, {"body": "切符は四クローネです[2][3]。"}]});
    let unknown = refused("a.json", &unknown.to_string());
    assert!(unknown.contains("look like citations"), "{unknown}");
}
