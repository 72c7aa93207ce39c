//! Answers whose sources are numbered in the prompt that came with them.

use serde_json::{Value, json};

use crate::check::Folder;

const ANSWER: &str = "Refunds are paid within 90 days [1].";
const NUMBERED: &str = "Answer from:\n[1] Refunds are paid within five days.\n[2] Dogs bark.";

/// Returns the codes of the findings of the first case, its number of citations, and its notes.
fn checked(name: &str, text: &str) -> (Vec<String>, u64, String) {
    let output = Folder::new(&[(name, text)]).check(&format!("--format json {name}"));
    let case: Value = serde_json::from_str(output.stdout.lines().next().unwrap()).unwrap();
    let findings = case["findings"].as_array().unwrap().iter();
    let codes = findings.map(|it| it["code"].as_str().unwrap().to_owned()).collect();
    (codes, case["citations"]["total"].as_u64().unwrap(), case["notes"].to_string())
}

fn said(role: &str, content: &str) -> Value {
    json!({"role": role, "content": content})
}

#[test]
fn sources_in_the_prompt_of_a_record_are_read() {
    let asked = format!("{NUMBERED}\n\nQuestion: When?");
    let words = |labels: [&str; 2]| {
        let [one, two] = labels;
        format!("{one}Refunds are paid within five days.\n{two}Dogs bark.\n\nQ: When?")
    };
    let tags = "<document id=1>Refunds are paid within five days.</document>\n<document id=2>Dogs bark.</document>";
    let prompted =
        |prompt: &str| json!({"messages": [said("user", prompt), said("assistant", ANSWER)]});
    let records = [
        json!({"messages": [said("system", NUMBERED), said("user", "When?"), said("assistant", ANSWER)]}),
        prompted(&asked),
        prompted(&words(["[Source 1] ", "[Source 2] "])),
        prompted(&words(["Document 1: ", "Document 2: "])),
        prompted(tags),
        prompted(&words(["来源1：", "来源2："])),
        prompted(&words(["【资料 1】", "【资料 2】"])),
        prompted(&words(["[[citation:1]] ", "[[citation:2]] "])),
        json!([said("system", NUMBERED), said("user", "When?"), said("assistant", ANSWER)]),
        json!([said("user", &asked), said("assistant", ANSWER)]),
        json!({"messages": [said("system", NUMBERED), said("user", "When?")], "response": ANSWER}),
        json!({"system": NUMBERED, "messages": [said("user", "When?"), said("assistant", ANSWER)]}),
        json!({"messages": [
            {"role": "user", "content": [{"type": "text", "text": NUMBERED}]},
            {"role": "assistant", "content": [{"type": "text", "text": ANSWER}]}]}),
        json!({"prompt": asked, "completion": ANSWER}),
        json!({"input": asked, "output": ANSWER}),
        json!({"request": {"messages": [said("system", NUMBERED), said("user", "When?")]},
            "response": {"object": "chat.completion", "choices": [{"message": said("assistant", ANSWER)}]}}),
    ];
    for record in records {
        let (codes, citations, notes) = checked("a.json", &record.to_string());
        assert_eq!((codes, citations), (vec!["E001".to_owned()], 1), "{record}");
        assert!(notes.contains("2 sources read from the prompt: `1` and `2`"), "{notes}");
    }
    let named = json!({"messages": [
        said("user", &words(["[Source 1] ", "[Source 2] "])),
        said("assistant", "Refunds are paid within 90 days [Source 1].")]});
    assert_eq!(checked("a.json", &named.to_string()).0, ["E001"]);
    let pages = "[webpage 1 begin]\nTitle: A\nRefunds are paid within five days.\n[webpage 1 end]\n\
                 [webpage 2 begin]Dogs bark.[webpage 2 end]\nWhen?";
    for answer in [ANSWER, "Refunds are paid within 90 days [citation:1]."] {
        let record = json!({"messages": [said("user", pages), said("assistant", answer)]});
        assert_eq!(checked("a.json", &record.to_string()).0, ["E001"], "{answer}");
    }
    let files = "[file name]: refunds.md\n[file content begin]\nRefunds are paid within five days.\n\
                 [file content end]\nWhen?";
    let answer = "Refunds are paid within 90 days [refunds.md].";
    let record = json!({"messages": [said("user", files), said("assistant", answer)]});
    assert_eq!(checked("a.json", &record.to_string()).0, ["E001"]);
}

#[test]
fn the_sources_of_the_last_question_count() {
    let later = "[1] Cats sleep all day long.\n[2] Birds sing in the morning.\n\nWhat do cats do?";
    let record = json!({"messages": [
        said("user", NUMBERED), said("assistant", ANSWER),
        said("user", later), said("assistant", "Cats sleep all day long [1].")]});
    assert_eq!(checked("a.json", &record.to_string()).0, [""; 0]);
    let unnumbered = json!({"messages": [said("user", "When?"), said("assistant", ANSWER)]});
    assert_eq!(checked("a.json", &unnumbered.to_string()).0, ["P001"]);
}

#[test]
fn given_sources_and_those_of_the_record_come_first() {
    let record =
        json!({"messages": [said("user", NUMBERED), said("assistant", ANSWER)]}).to_string();
    let folder =
        Folder::new(&[("a.json", &record), ("1.md", "Refunds are paid within 90 days.\n")]);
    let output = folder.check("--format json a.json 1.md");
    assert!(output.stdout.contains("\"findings\":[]"), "{}", output.stdout);
    // The number of a context is its place.
    let row = json!({"prompt": NUMBERED, "answer": ANSWER, "contexts": ["Refunds are paid within 90 days."]});
    assert_eq!(checked("a.json", &row.to_string()).0, ["P008"]);
}

#[test]
fn labels_of_a_printed_context_cite_nothing() {
    let sources = "[1] Refunds are paid within five days.\n[2] Dogs bark.";
    for text in [
        format!("Question: When?\n\nContext:\n{sources}\n\nAnswer: {ANSWER}\n"),
        format!("Context:\n{sources}\n\nQuestion: When?\n\nAnswer:\n{ANSWER}\n"),
        format!("## Question\nWhen?\n\n## Context\n{sources}\n\n## Answer\n{ANSWER}\n"),
        format!("**Retrieved documents:**\n\n{sources}\n\n**Answer:** {ANSWER}\n"),
    ] {
        let (codes, citations, notes) = checked("a.md", &text);
        assert_eq!((codes, citations), (vec!["E001".to_owned()], 1), "{text}");
        assert!(notes.contains("2 sources read from the prompt"), "{notes}");
    }
    // The list of an answer is below it.
    let list = format!("Answer: {ANSWER}\n\nSources:\n{sources}\n");
    assert!(!checked("a.md", &list).2.contains("from the prompt"));
}
