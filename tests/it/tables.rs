//! Tables of answers: results of evaluations in CSV, and rows that name their columns by side.

use pincite::cases;
use pincite::dialects::shared::markers::{Families, Fields};
use pincite::input::Input;
use pincite::model::SourceText;

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
fn a_table_without_a_known_answer_says_so_and_takes_names() {
    let text = "Question,Result Of The Model\nWhen?,At noon [1]. Always [2].\n";
    let case = read("results.csv", text);
    let hint = "`--fields answer=COLUMN` names it";
    assert!(case.notes.iter().any(|note| note.ends_with(hint)), "{:?}", case.notes);
    let fields = Fields { answer: Some("Result Of The Model".to_owned()), ..Fields::default() };
    let families = Families::default().with_fields(Some(fields));
    let input = Input::new("results.csv", text.as_bytes().to_vec());
    let cases = cases::open(input, Some("rows"), &families).unwrap();
    assert_eq!(cited(&cases.read(0).unwrap()), ["[1] → 1", "[2] → 2"]);
}

#[test]
fn numbers_count_the_citations_of_a_row_one_by_one() {
    let row = r#"{"question": "When?", "answer": "At noon [1][3].",
        "citations": [{"doc_id": "t.md", "section": "A"}, {"doc_id": "t.html"}, {"doc_id": "t.md", "section": "B"}],
        "snippets": ["It leaves at noon.", "It leaves.", "It always does."]}"#;
    let case = read("x.json", row);
    assert_eq!(
        (case.format.name, cited(&case)),
        ("rows", vec!["[1] → 1".into(), "[3] → 3".into()])
    );
    let texts: Vec<&str> = case
        .sources
        .iter()
        .map(|source| match &source.text {
            SourceText::Inline(text) => &**text,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(texts, ["It leaves at noon.", "It leaves.", "It always does."]);
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
