//! Tables of answers: results of evaluations in CSV, and rows that name their columns by side.

use crate::saved::{cited, open, read};

#[test]
fn each_row_of_a_table_is_a_case_with_its_contexts() {
    let text = "\u{feff}user_input,retrieved_contexts,response,faithfulness\r\n\
        When?,\"['It leaves at noon, \"\"always\"\".', \"\"The ferry's fare is 4 EUR.\"\"]\",\"It leaves at noon [1].\nThe fare is 4 EUR [2].\",0.5\r\n\
        Who?,[],Nobody knows.,nan\r\n\
        Where?,[],,\r\n";
    let cases = open("ragas_results.csv", text);
    assert_eq!((cases.format().name, cases.len()), ("rows", 2));
    let case = cases.read(0).unwrap();
    assert_eq!(case.question.as_deref(), Some("When?"));
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2"]);
    assert_eq!(case.sources.len(), 2);
    let note = "opened a table of 3 rows; 1 without an answer left out";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
    let second = cases.read(1).unwrap();
    assert_eq!(second.response.text, "Nobody knows.");
}

#[test]
fn tables_of_other_things_stay_text() {
    for (name, text) in [
        ("sources.csv", "id,text\n1,It leaves at noon.\n2,The fare is 4 EUR.\n"),
        ("prices.csv", "month,price\nMay,4\n"),
        (
            "notes.csv",
            "It is so, they say [1]. And so [2].\n\n[1] https://a.example\n[2] https://b.example\n",
        ),
    ] {
        assert_ne!(open(name, text).format().name, "rows", "{name}");
    }
}

#[test]
fn columns_may_be_named_by_their_side() {
    let row = r#"{"inputs.chat_input": "When?", "outputs.answer": "At noon [1]. Always [2].",
        "outputs.context": "[1]: It leaves at noon.\n[2]: It always does.", "line_number": 0}"#;
    let case = read("x.json", row);
    assert_eq!((case.format.name, case.question.as_deref()), ("rows", Some("When?")));
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2"]);
    assert_eq!(case.sources.len(), 2);
}
