//! Answers and streams of the chat apps in Azure's samples.

use std::path::PathBuf;

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::inspect;
use pincite::model::Case;

use crate::openai::passage;
use crate::saved::{cited, read};

fn sample(name: &str) -> Case {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples/azure-chat").join(name);
    let cases =
        cases::open(Input::new(name, std::fs::read(path).unwrap()), None, &Families::default());
    let cases = cases.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!((cases.format().name, cases.len()), ("azure-chat", 1), "{name}");
    cases.read(0).unwrap()
}

#[test]
fn the_lines_of_a_stream_are_one_answer_with_its_pages() {
    let case = sample("stream.jsonl");
    let marks = [
        "[Leave Policy.pdf#page=3] → Leave Policy.pdf#page=3",
        "[Leave Policy.pdf#page=4(figure4_1.png)] → Leave Policy.pdf#page=4(figure4_1.png)",
        "[calendar] → calendar",
    ];
    assert_eq!(cited(&case), marks);
    assert!(
        case.response.text.starts_with("Parents may") && case.response.text.ends_with("[sic].")
    );
    assert_eq!(case.sources.len(), 4);
    let url = case.sources[2].url.as_deref();
    assert_eq!(url, Some("https://intranet.example/calendar"));
    assert!(case.notes.iter().any(|it| it == "3 sources read from `context.data_points.text`"));
    let inspection = inspect(case);
    assert_eq!(passage(&inspection, 0), "Parents may take up to 26 weeks of paid leave.");
    assert!(inspection.inspected[1].targets[0].passage().is_none());
    assert_eq!(passage(&inspection, 2), "The office is closed in the last week of December.");
}

#[test]
fn older_streams_have_the_context_in_their_choices() {
    let case = sample("choices.stream.jsonl");
    assert_eq!(case.response.text, "The team lead approves trips [Travel-2.pdf].");
    assert_eq!(cited(&case), ["[Travel-2.pdf] → Travel-2.pdf"]);
    assert_eq!(case.sources.len(), 1);
}

#[test]
fn a_whole_answer_may_name_rows_by_their_ids() {
    let case = sample("answer.json");
    assert_eq!(cited(&case), ["[1] → 1", "[4] → 4"]);
    let ids: Vec<&str> = case.sources.iter().map(|source| source.id.as_str()).collect();
    assert_eq!(ids, ["1", "4"]);
    let text = r#"{"output_text": "It is so [a.pdf].", "context": {"data_points": {"text": ["a.pdf: It is."]}}}"#;
    assert_eq!(cited(&read("x.json", text)), ["[a.pdf] → a.pdf"]);
}

#[test]
fn a_stream_that_failed_says_so() {
    let text = "{\"delta\": {\"role\": \"assistant\"}, \"context\": {\"data_points\": {\"text\": []}}}\n\
                {\"error\": \"the filter was triggered\"}\n";
    let case = read("x.jsonl", text);
    let note = "the app failed: the filter was triggered";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}
