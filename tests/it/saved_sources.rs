//! Saved answers whose sources share a title or a document, are named in round brackets, or in words before
//! a link.

use serde_json::{Value, json};

use crate::rows::resolved;
use crate::saved::{cited, read};

fn row(value: &Value) -> pincite::model::Case {
    read("row.json", &value.to_string())
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
