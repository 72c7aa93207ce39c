//! Saved answers whose sources share a title or a document, are named in round brackets, or in words before
//! a link.

use serde_json::{Value, json};

use crate::rows::resolved;
use crate::saved::{cited, read};

fn row(value: &Value) -> pincite::model::Case {
    read("row.json", &value.to_string())
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
fn long_names_in_brackets_are_noted() {
    let name = "[Article 8 — Collected rules of the ferries of the western islands and their piers — Volume 1]";
    let citations = json!([{"article_number": "8", "document": "Collected rules", "page": 4, "snippet": "At noon."}]);
    let case = row(&json!({"question": "When?", "citations": citations,
        "answer": format!("It leaves at noon {name}.")}));
    let note = "1 bracket with words at the end of sentences";
    assert!(case.notes.iter().any(|own| own.starts_with(note)), "{:?}", case.notes);
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
