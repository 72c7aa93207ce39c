//! Forms of marks, lists and rows in saved answers, each with the passage that it leads to.

use pincite::evidence::Claim;
use pincite::model::Case;
use serde_json::{Value, json};

use crate::rows::resolved;
use crate::saved::{cited, read};

fn noted(case: &Case, words: &str) -> bool {
    case.notes.iter().any(|note| note.contains(words))
}

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
