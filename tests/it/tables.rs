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
    assert_eq!((cases.format().name, cases.len()), ("rows", 3));
    let case = cases.read(0).unwrap();
    assert_eq!(case.question.as_deref(), Some("When?"));
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2"]);
    assert_eq!(case.sources.len(), 2);
    let note = "opened a table of 3 rows";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
    let second = cases.read(1).unwrap();
    assert_eq!(second.response.text, "Nobody knows.");
    let third = cases.read(2).unwrap();
    assert_eq!((third.question.as_deref(), third.response.text.as_str()), (Some("Where?"), ""));
    assert!(third.notes.iter().any(|it| it == "`response` is empty: the row has no answer"));
}

#[test]
fn rows_of_a_table_without_an_answer_are_cases_as_in_json_lines() {
    let found = |text: &str| {
        let cases = open("results.csv", text);
        let texts = (0..cases.len()).map(|at| cases.read(at).unwrap().response.text);
        let notes = cases.read(0).unwrap().notes;
        (texts.collect::<Vec<_>>(), notes.iter().find(|it| it.starts_with("opened")).cloned())
    };
    let rose = "It rose [1].";
    let table =
        format!("id,question,answer,error\n1,When?,{rose},\n2,Where?,,timeout\n3,,,timeout\n");
    assert_eq!(found(&table).0, [rose, "", ""]);
    // A line of sums is no row.
    let sums = format!("question,model_answer,score\nWhen?,{rose},1\nWhere?,,0\n,,0.5\n");
    let note = "opened a table of 3 rows; 1 without question and answer left out";
    assert_eq!(found(&sums), (vec![rose.to_owned(), String::new()], Some(note.to_owned())));
    // Of several systems, one that did not answer has an empty answer.
    let cited = "It is three days a week for all [1](https://a.example/x).";
    let systems = format!(
        "asked,one,two\nWhen is it due?,{cited},{cited}\nHow long is it?,,{cited}\nWhat is it like?,{cited},{cited}\n"
    );
    assert_eq!(found(&systems).0, [cited, cited, "", cited, cited, cited]);
}

#[test]
fn a_table_without_any_answer_has_empty_answers() {
    let context = "\"[\"\"It leaves at noon.\"\"]\"";
    let text = format!("question,Answer,contexts\nWhen?,,{context}\nWhere?, ,{context}\n");
    let cases = open("results.csv", &text);
    assert_eq!((cases.format().name, cases.len()), ("rows", 2));
    for at in 0..2 {
        let case = cases.read(at).unwrap();
        assert_eq!((case.response.text.as_str(), case.sources.len()), ("", 1));
    }
    // A row of sums, and a table whose head names no answer.
    let sums = format!("{text}mean,,\n");
    assert_eq!(open("results.csv", &sums).len(), 3);
    let other = format!("question,contexts\nWhen?,{context}\n");
    assert_eq!(open("results.csv", &other).len(), 1);
    assert_ne!(open("results.csv", &other).format().name, "rows");
}

#[test]
fn a_row_without_an_answer_is_empty_where_the_format_is_named_too() {
    let text =
        "question,answer,contexts\nWhen?,,\"[\"\"a b\"\"]\"\nWho?,Ann [1].,\"[\"\"a b\"\"]\"\n";
    let folder = crate::check::Folder::new(&[("results.csv", text)]);
    let output = folder.check("--from rows --format csv results.csv");
    assert!(output.stdout.contains("C001"), "{}", output.stdout);
    assert_eq!(output.status, 1, "{}", output.stderr);
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
fn tables_are_known_by_their_columns_too() {
    let comma = "question,answer,contexts\nWhen?,\"At noon, always [1].\",['It leaves at noon.']\n";
    let tab = "Question\tModel Answer\tSource\nWhen?\tAt noon [1].\thandbook\n";
    let semicolon = "question;answer;contexts\nWhen?;At noon, always [1].;['It leaves at noon.']\n";
    for (name, text) in [
        ("-", comma),
        ("results.txt", comma),
        ("results", tab),
        ("-", semicolon),
        ("results.csv", semicolon),
    ] {
        let case = read(name, text);
        let found = (case.format.name, case.question.as_deref(), case.response.citations.len());
        assert_eq!(found, ("rows", Some("When?"), 1), "{name}: {text}");
    }
    for text in [
        "Question, answer, and be done.\n\nIt is so [1]. And so [2].\n",
        "question,score\nWhen?,0.5\n",
        "question,answer\n\n\n",
    ] {
        assert_ne!(open("-", text).format().name, "rows", "{text}");
    }
}

#[test]
fn lines_with_a_passage_each_are_one_case() {
    let text = "query_id,query,query_run,passage_id,passage,generated_answer\n\
        q1,When?,1,[1],It leaves at noon.,At noon [1]. Always [3].\n\
        q1,When?,1,[3],It always does.,\n\
        q1,When?,2,[1],It leaves at noon.,At noon [1].\n\
        q2,Who?,1,[2],All of them.,All [2].\n";
    let cases = open("runs.csv", text);
    assert_eq!(cases.len(), 3);
    let case = cases.read(0).unwrap();
    let ids: Vec<&str> = case.sources.iter().map(|source| source.id.as_str()).collect();
    assert_eq!((ids, cited(&case)), (vec!["1", "3"], vec!["[1] → 1".into(), "[3] → 3".into()]));
    let note = "4 lines with a passage each joined by question";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
    assert_eq!(cited(&cases.read(2).unwrap()), ["[2] → 2"]);
}

#[test]
fn names_of_files_are_no_texts_of_sources() {
    let row = r#"{"question": "When?", "generated_answer": "At noon.", "sources": ["0f3c.pdf", "my file.pdf"]}"#;
    let case = read("x.json", row);
    let ids: Vec<&str> = case.sources.iter().map(|source| source.id.as_str()).collect();
    assert_eq!(ids, ["0f3c.pdf", "my file.pdf"]);
    assert!(case.sources.iter().all(|source| matches!(source.text, SourceText::Absent(_))));
}

#[test]
fn retrieved_chunks_are_contexts_and_cited_pages_have_numbers() {
    let row = r#"{"question": "When?", "generated_answer": "At noon [1].",
        "retrieved_chunks": [{"text": "It leaves at noon.", "file": "a\\times.pdf", "pages": [2]}]}"#;
    let case = read("x.json", row);
    assert!(case.notes.iter().any(|it| it == "1 source read from `retrieved_chunks`"));
    assert_eq!(case.sources[0].title.as_deref(), Some("a\\times.pdf"));
    let docs = r#"{"question": "When?", "answer": "At noon.", "retrieved_docs": [{"id": "d1",
        "title": "Times", "snippet": "It leaves at noon."}]}"#;
    assert_eq!(read("x.json", docs).sources[0].title.as_deref(), Some("Times"));
    assert!(read("x.json", &docs.replace("[{", "[\"d1\", {")).sources.is_empty());
    let lines = "{\"_run_meta\": {\"k\": 2}}\n\
        {\"id\": \"q1\", \"q\": \"When?\", \"answer\": \"At noon [2].\", \"citations\": [\
        {\"idx\": 1, \"page\": 4, \"source\": \"a.pdf\"}, {\"idx\": 2, \"page\": 9, \"source\": \"a.pdf\"}]}\n";
    let cases = open("answers.jsonl", lines);
    let case = cases.read(0).unwrap();
    assert_eq!((cases.len(), cited(&case)), (1, vec!["[2] → 2".to_owned()]));
    let source = &case.sources[1];
    assert_eq!((source.id.as_str(), source.title.as_deref()), ("2", Some("a.pdf")));
    assert_eq!(source.metadata, [("page".to_owned(), "9".to_owned())]);
}

#[test]
fn an_array_of_questions_and_responses_is_a_batch() {
    let rows = r#"[{"id": "a", "question": "When?", "response": "At noon.", "method": "x"},
        {"id": "b", "question": "Who?", "response": "All [1]. And so [2].", "method": "x"}]"#;
    let cases = open("x.json", rows);
    assert_eq!(cases.len(), 2);
    let case = cases.read(1).unwrap();
    assert_eq!((case.question.as_deref(), case.response.citations.len()), (Some("Who?"), 2));
}

#[test]
fn words_and_brackets_of_any_width_name_contexts() {
    let row = "{\"question\": \"When?\", \"prediction\": \"At noon [Context\u{202f}1]. \
        Always\u{3010}Context\u{a0}2\u{3011}.\", \"contexts\": [\"It leaves at noon.\", \"It always does.\"]}";
    let case = read("x.json", row);
    let ids: Vec<&str> =
        case.response.citations.iter().map(|it| it.targets[0].id.as_str()).collect();
    assert_eq!(ids, ["1", "2"]);
}

#[test]
fn a_document_of_a_data_set_is_no_answer() {
    let row = r#"{"id": "2401", "title": "A paper", "content": "We use it [25], as in [12].",
        "references": [{"id": "1905"}]}"#;
    let input = Input::new("x.json", row.as_bytes().to_vec());
    let cases = cases::open(input, None, &Families::default());
    assert!(cases.is_err() || cases.unwrap().format().name != "rows");
}

#[test]
fn a_table_without_a_known_answer_says_so_and_takes_names() {
    let text = "Question,Result Of The Model\nWhen?,At noon [1]. Always [2].\n";
    let case = read("results.csv", text);
    let hint = "`--fields answer=COLUMN` names the answers";
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
