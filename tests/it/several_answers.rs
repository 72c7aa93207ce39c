//! Payloads that list several answers: each is a case of its own, named, placed and checked by itself.

use serde_json::{Value, json};

use crate::check::Folder;
use crate::cli::run;
use crate::session::Session;

const GOOD: &str = "Refunds take five days [1].";
const BAD: &str = "Refunds take nine days [7].";

fn choice(index: usize, content: &str) -> Value {
    json!({"index": index, "finish_reason": "stop",
        "message": {"role": "assistant", "content": content}})
}

fn call(index: usize) -> Value {
    let called = json!({"id": "c", "type": "function",
        "function": {"name": "look_up", "arguments": "{}"}});
    json!({"index": index, "finish_reason": "tool_calls",
        "message": {"role": "assistant", "content": null, "tool_calls": [called]}})
}

fn completion(choices: &[Value]) -> Value {
    json!({"object": "chat.completion", "choices": choices, "search_results": [
        {"title": "Refunds", "url": "https://pier.example/refunds", "snippet": "Refunds take five days."}]})
}

fn both() -> Value {
    completion(&[choice(0, GOOD), choice(1, BAD)])
}

/// Returns the ids of the cases of a file, if it has several, and the texts of their citations.
fn extracted(folder: &Folder, file: &str) -> Vec<(String, String)> {
    let output = run(folder.path(), &["extract".to_owned(), file.to_owned()], "");
    let lines = output.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    lines.map(|line| (text(&line["case"]), text(&line["raw"]))).collect()
}

/// Returns the lines and columns of the findings on citations that lead to no source.
fn places(folder: &Folder, file: &str) -> Vec<String> {
    let output = folder.check(&format!("--format github --select P001 {file} --"));
    let lines = output.stdout.lines().filter_map(|line| line.split(" file=").nth(1));
    lines.map(|line| line.split(",title").next().unwrap().to_owned()).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(id, raw)| ((*id).to_owned(), (*raw).to_owned())).collect()
}

#[test]
fn every_choice_is_a_case_that_is_checked() {
    let folder = Folder::new(&[("two.json", &format!("{:#}", both()))]);
    let output = folder.check("two.json --");
    assert_eq!(output.status, 1, "{}", output.stderr);
    assert!(output.stderr.contains("2 cases: 2 citations, 1 checked"), "{}", output.stderr);
    assert!(!output.stderr.contains("note:"), "{}", output.stderr);
    assert_eq!(
        extracted(&folder, "two.json"),
        pairs(&[("two.json", "[1]"), ("two.json[1]", "[7]")])
    );
    let reasons = run(folder.path(), &["report".to_owned(), "two.json".to_owned()], "");
    assert!(reasons.stdout.contains("two.json[1]"), "{}", reasons.stdout);
}

#[test]
fn equal_choices_are_placed_by_themselves() {
    let same = completion(&[choice(0, BAD), choice(1, BAD)]);
    let folder = Folder::new(&[("same.json", &format!("{same:#}"))]);
    let first = folder.read("same.json").lines().position(|line| line.contains(BAD)).unwrap() + 1;
    let last = folder.read("same.json").lines().filter(|line| line.contains(BAD)).count();
    let found = places(&folder, "same.json");
    assert_eq!((found.len(), last), (2, 2), "{found:?}");
    assert!(found[0].starts_with(&format!("same.json,line={first},")), "{found:?}");
    assert!(!found[1].starts_with(&format!("same.json,line={first},")), "{found:?}");

    folder.write("same.jsonl", &format!("{}\n{same}\n", completion(&[choice(0, GOOD)])));
    let line = same.to_string();
    let columns = line.match_indices("[7]").map(|(at, _)| at + 1);
    let expected =
        columns.map(|it| format!("same.jsonl,line=2,endLine=2,col={it},endColumn={}", it + 3));
    assert_eq!(places(&folder, "same.jsonl"), expected.collect::<Vec<_>>());
}

#[test]
fn records_of_a_batch_keep_their_names() {
    let one = completion(&[choice(0, BAD)]);
    let body =
        json!({"custom_id": "q", "error": null, "response": {"status_code": 200, "body": both()}});
    let batch = format!("{one}\n{}\n{body}\n{one}\n", both());
    let folder = Folder::new(&[("batch.jsonl", &batch)]);
    let expected = [
        ("batch.jsonl:1", "[7]"),
        ("batch.jsonl:2", "[1]"),
        ("batch.jsonl:2[1]", "[7]"),
        ("batch.jsonl:3", "[1]"),
        ("batch.jsonl:3[1]", "[7]"),
        ("batch.jsonl:4", "[7]"),
    ];
    assert_eq!(extracted(&folder, "batch.jsonl"), pairs(&expected));
    let output = folder.check("batch.jsonl --");
    assert!(output.stderr.contains(") in 4 of 6 cases\n"), "{}", output.stderr);
    assert!(output.stderr.contains("6 cases: 6 citations"), "{}", output.stderr);

    folder.write("runs/may/array.json", &json!([one, both(), one]).to_string());
    let output = folder.check("--format json runs --");
    let ids = output.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let ids: Vec<String> = ids.map(|line| line["id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(ids, ["0", "1", "1][1", "2"].map(|it| format!("may/array.json[{it}]")));
}

#[test]
fn the_secrets_of_every_answer_of_a_line_are_left_out() {
    let secret = "hf_Zx9Qw7Er5Ty3Ui1Op2As4Df6Gh8Jk0";
    let claim = format!("Bring {secret} to the office of the harbour master [1].");
    let batch = format!("{}\n{}\n", both(), completion(&[choice(0, GOOD), choice(1, &claim)]));
    let folder = Folder::new(&[("batch.jsonl", &batch)]);
    for format in ["text", "json", "csv", "github"] {
        let arguments =
            |keep: &str| format!("{keep} --select ALL --format {format} batch.jsonl --");
        let kept = folder.check(&arguments("--keep-secrets")).stdout;
        assert!(kept.to_lowercase().contains(&secret[3..].to_lowercase()), "{format}: {kept}");
        let output = folder.check(&arguments("")).stdout;
        assert!(!output.to_lowercase().contains(&secret[3..].to_lowercase()), "{format}: {output}");
    }
}

#[test]
fn choices_without_a_text_are_no_cases() {
    let called = completion(&[choice(0, GOOD), call(1), choice(2, BAD)]);
    let first = completion(&[call(0), choice(1, BAD)]);
    let last = completion(&[choice(0, GOOD), call(1)]);
    let folder = Folder::new(&[
        ("called.json", &called.to_string()),
        ("first.json", &first.to_string()),
        ("last.json", &last.to_string()),
    ]);
    let expected = pairs(&[("called.json", "[1]"), ("called.json[2]", "[7]")]);
    assert_eq!(extracted(&folder, "called.json"), expected);
    let noted = folder.check("called.json --").stderr;
    assert!(noted.contains("called.json: 1 of 3 `choices` without a text left out"), "{noted}");
    assert_eq!(extracted(&folder, "first.json"), pairs(&[("", "[7]")]));
    assert_eq!(extracted(&folder, "last.json"), pairs(&[("", "[1]")]));
    let noted = folder.check("first.json --").stderr;
    assert!(noted.contains("first.json[1]: 1 of 2 `choices` without a text left out"), "{noted}");
    let noted = folder.check("last.json --").stderr;
    assert!(noted.contains("the first of 2 choices is shown"), "{noted}");
}

#[test]
fn several_answers_are_found_anywhere_in_a_long_batch() {
    const LINES: usize = 1_600;
    let one = completion(&[choice(0, BAD)]).to_string();
    let quoted = json!({"question": "?", "answer": BAD, "log": both().to_string()}).to_string();
    let line = |number: usize| match number {
        600 | LINES => both().to_string(),
        1_000 => quoted.clone(),
        _ => one.clone(),
    };
    let lines: Vec<String> = (1..=LINES).map(line).collect();
    let items = lines.join(",\n").replace(&quoted, &one);
    let folder = Folder::new(&[
        ("batch.jsonl", &(lines.join("\n") + "\n")),
        ("list.json", &format!("[{items}]")),
    ]);
    let found = extracted(&folder, "batch.jsonl");
    assert_eq!(found.len(), LINES + 2);
    for number in [600, LINES] {
        let expected = (format!("batch.jsonl:{number}[1]"), "[7]".to_owned());
        assert_eq!(found.iter().filter(|it| **it == expected).count(), 1, "{number}");
    }
    let found = extracted(&folder, "list.json");
    assert_eq!(found.len(), LINES + 2);
    assert!(found.contains(&(format!("list.json[{}][1]", LINES - 1), "[7]".to_owned())));
}

#[test]
fn choices_that_are_too_many_fail_the_check() {
    let choices: Vec<Value> = (0..130).map(|index| choice(index, GOOD)).collect();
    let folder = Folder::new(&[("many.json", &completion(&choices).to_string())]);
    let output = folder.check("many.json --");
    assert_eq!(output.status, 2, "{}", output.stderr);
    let expected = "cannot read many.json: 2 answers of `choices` not read: the limit is 128";
    assert!(output.stderr.contains(expected), "{}", output.stderr);
    assert!(output.stderr.contains("1 of 129 cases could not be checked"), "{}", output.stderr);
}

#[test]
fn pieces_of_several_choices_are_put_together_by_their_index() {
    let piece = |index: usize, text: &str| {
        let delta = json!({"index": index, "delta": {"content": text}, "finish_reason": "stop"});
        let chunk = json!({"object": "chat.completion.chunk", "choices": [delta],
            "search_results": completion(&[])["search_results"]});
        format!("data: {chunk}\n\n")
    };
    let pieces =
        [(0, "Refunds take "), (1, "Refunds take "), (1, "nine days [7]."), (0, "five days [1].")];
    let stream: String = pieces.iter().map(|(index, text)| piece(*index, text)).collect();
    let folder = Folder::new(&[("answer.sse", &stream)]);
    let expected = pairs(&[("answer.sse", "[1]"), ("answer.sse[1]", "[7]")]);
    assert_eq!(extracted(&folder, "answer.sse"), expected);
    // The pieces of both are the same up to the last: no line is named.
    let found = folder.check("--format json answer.sse --").stdout;
    assert!(
        found.contains(r#""id":"answer.sse[1]","input":"answer.sse","findings":[{"rule""#),
        "{found}"
    );
}

#[test]
fn every_candidate_keeps_its_own_chunks() {
    let candidate = |index: usize, text: &str| {
        let support = json!({"segment": {"startIndex": 0, "endIndex": text.len(), "text": text},
            "groundingChunkIndices": [0]});
        let chunk = json!({"retrievedContext": {"title": text, "text": text}});
        json!({"index": index, "finishReason": "STOP",
            "content": {"role": "model", "parts": [{"text": text}]},
            "groundingMetadata": {"groundingChunks": [chunk], "groundingSupports": [support]}})
    };
    let answer = json!({"candidates": [candidate(0, "It rains."), candidate(1, "It snows.")]});
    let folder = Folder::new(&[("gemini.json", &answer.to_string())]);
    let shown = run(folder.path(), &["show".to_owned(), "gemini.json".to_owned()], "").stdout;
    let (first, second) = shown.split_once("case: gemini.json[1]").unwrap();
    assert!(first.contains("1: It rains.") && !first.contains("snows"), "{shown}");
    assert!(second.contains("1: It snows.") && !second.contains("rains"), "{shown}");
}

#[test]
fn both_sides_of_an_exchange_go_with_every_answer() {
    let request = json!({"model": "m", "n": 2,
        "messages": [{"role": "user", "content": "How long do refunds take?"}]});
    let exchange = json!({"request": request, "response": both()});
    let folder = Folder::new(&[("exchange.json", &exchange.to_string())]);
    let shown = run(folder.path(), &["show".to_owned(), "exchange.json".to_owned()], "").stdout;
    assert_eq!(shown.matches("How long do refunds take?").count(), 2, "{shown}");
    assert!(shown.contains("case: exchange.json[1]"), "{shown}");
}

#[test]
fn completions_without_their_object_are_a_batch() {
    let bare = |text: &str| {
        let mut bare = completion(&[choice(0, text)]);
        bare.as_object_mut().unwrap().remove("object");
        bare
    };
    let folder = Folder::new(&[("list.json", &json!([bare(GOOD), bare(BAD)]).to_string())]);
    let expected = pairs(&[("list.json[0]", "[1]"), ("list.json[1]", "[7]")]);
    assert_eq!(extracted(&folder, "list.json"), expected);
}

#[test]
fn the_inspector_lists_every_choice() {
    let session = Session::open(("two.json", &both().to_string()), &[]).size(90, 16);
    let rows = session.press("l").rows().join("\n");
    assert!(rows.contains("two.json[1]"), "{rows}");
}
