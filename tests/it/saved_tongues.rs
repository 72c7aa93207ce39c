//! Sources and marks in many languages and in blocks of code: lines after a word for a source, fields with such a
//! name, records of `GraphRAG`; and the ends of lists.

use serde_json::json;

use crate::saved::{cited, noted, open, read};

#[test]
fn records_in_blocks_of_code_are_read() {
    let answer = "The ferry leaves at noon. [Data: Sources (4, 9)]. The bus waits for it. [Data: Sources (7); \
                  Entities (2)].";
    let text = format!(
        "# Review\n\n### One\n\n```text\nThe ferry leaves at noon.\n```\n\n### Two\n\n```text\n{answer}\n```\n"
    );
    let cases = open("review.md", &text);
    let case = cases.read(0).unwrap();
    assert_eq!(
        cited(&case),
        [
            "[Data: Sources (4, 9)] → Sources 4+Sources 9",
            "[Data: Sources (7); Entities (2)] → Sources 7+Entities 2"
        ]
    );
    assert!(noted(&case, "opened blocks of code: 1 text in it cites"), "{:?}", case.notes);
}

#[test]
fn a_line_that_ends_an_answer_and_names_its_source_is_noted() {
    let row = |answer: &str| json!({"question": "Ne zaman?", "answer": answer});
    for line in [
        "_Kaynak: 2026 tarifesi (Nordby)._",
        "Quelle: Fahrplan der Fähre",
        "**Fuente:** Horario del ferry",
        "*Kaynak:\u{a0}nordby_tarife.docx*",
        "Source: Timetable of the ferry",
    ] {
        let rows = format!(
            "{}\n{}\n",
            row(&format!("Öğlen kalkar.\n\n{line}")),
            row("Akşam kalkar, öğlen kalkmaz.")
        );
        let cases = open("a.jsonl", &rows);
        let case = cases.read(0).unwrap();
        assert!(noted(&case, "1 line that names a source not read, such as `"), "{:?}", case.notes);
        assert!(!noted(&cases.read(1).unwrap(), "not read"));
    }
    // One line in the middle of a page is no citation of the whole.
    let page = "# Ferries\n\nSource: the pier office\n\nThe ferry leaves at noon.\n";
    assert!(!noted(&read("a.md", page), "source not read"));
}

#[test]
fn links_after_a_word_for_a_source_cite_in_every_language() {
    for word in ["Kaynak", "Källa", "Źródło", "Bron", "Nguồn"] {
        let (one, two) = ("[Timetable](https://pier.example/t)", "[Fares](https://pier.example/f)");
        let text = format!("It leaves at noon. {word}: {one}\n\nIt is cheap. {word}: {two}\n");
        assert_eq!(cited(&read("a.md", &text)).len(), 2, "{text}");
    }
}

#[test]
fn round_brackets_after_a_word_for_a_source_are_noted() {
    for mark in
        ["(Kaynak: **Staj kuralı – Madde 4**)", "(Quelle: Fahrplan, Seite 3)", "(Fuente: Horario)"]
    {
        let case = read("a.md", &format!("It leaves at noon {mark}. The bus waits.\n"));
        assert!(noted(&case, "not read that looks like a citation"), "{mark}: {:?}", case.notes);
    }
}

#[test]
fn documents_are_named_by_a_word_for_a_source_in_other_languages() {
    for key in ["kaynak", "quelle", "fuente", "fonte", "출처", "来源", "source"] {
        let row = json!({"question": "Ne zaman?", "answer": "Öğlen kalkar [Kaynak 1], akşam değil [Kaynak 2].",
            "hits": [{"id": "T 3", key: "tarife.docx", "distance": 0.1}, {"id": "T 3", key: "kurallar.pdf", "distance": 0.2}]});
        let case = read("a.json", &row.to_string());
        let titles: Vec<&str> = case.sources.iter().filter_map(|it| it.title.as_deref()).collect();
        assert_eq!(titles, ["tarife.docx", "kurallar.pdf"], "{key}: {:?}", case.notes);
        let ids =
            case.response.citations.iter().flat_map(|it| &it.targets).map(|it| it.id.as_str());
        let ids: Vec<&str> = ids.collect();
        assert_eq!(ids, [case.sources[0].id.as_str(), case.sources[1].id.as_str()], "{key}");
    }
}

#[test]
fn a_word_for_a_source_before_a_numbered_heading_is_no_citation() {
    let text =
        "Firms like open source.\n\n### 4 Prices\n\nThey are low [1].\n\n## Sources\n\n[1] Fares\n";
    let case = read("a.md", text);
    assert!(!noted(&case, "word with a number"), "{:?}", case.notes);
}

#[test]
fn a_year_on_a_line_of_its_own_is_no_entry_of_a_list() {
    let text = "It leaves at noon [1]. The bus waits [2].\n\n# References\n\n[1] A. Holm, Ferries, Nordby, \n\n2019. \n\n\
                [2] B. Berg, Buses, Nordby, \n\n2004. \n";
    let case = read("a.md", text);
    let ids: Vec<&str> = case.sources.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["1", "2"]);
}

#[test]
fn titles_lose_the_second_sign_of_emphasis_that_began_before_their_number() {
    let text = "It leaves at noon [1]. The bus waits [2].\n\nSources:\n\n- **[1] timetable.txt** — Summer\n\
                - **[2] bus.txt** — Winter\n";
    let case = read("a.md", text);
    let titles: Vec<&str> = case.sources.iter().filter_map(|it| it.title.as_deref()).collect();
    assert_eq!(titles, ["timetable.txt — Summer", "bus.txt — Winter"]);
}

#[test]
fn a_line_that_says_that_entries_are_left_out_is_no_title() {
    for line in ["... (cut: 18 sources in all)", "… and 14 more sources"] {
        let text = format!(
            "It leaves at noon [1]. The bus waits [2].\n\n## Sources\n\n[1] https://pier.example/t\n\
             [2] https://bus.example/p\n{line}\n"
        );
        let case = read("a.md", &text);
        let titles: Vec<Option<&str>> = case.sources.iter().map(|it| it.title.as_deref()).collect();
        assert_eq!(titles, [None, None], "{line}");
    }
}
