//! What was not checked and is no result all the same: text that only the response has, offsets outside it, a judge
//! and scores that judge nothing.

use serde_json::{Value, json};

use crate::check::Folder;
use crate::cli::{Output, run};

const SAID: &str = "Refunds take five working days at the counter.";

/// Returns an answer of Anthropic's interface without its request, which cites this document.
fn without_request(document: u64) -> Value {
    let citation = json!({"type": "char_location", "cited_text": SAID, "document_index": document,
        "document_title": "Refunds", "start_char_index": 0, "end_char_index": SAID.len()});
    let content = json!([{"type": "text", "text": SAID, "citations": [citation]}]);
    json!({"id": "m", "type": "message", "role": "assistant", "content": content})
}

/// Returns the folder with each response in a file of its own.
fn responses(all: &[Value]) -> Folder {
    let folder = Folder::new(&[]);
    for (number, response) in all.iter().enumerate() {
        folder.write(&format!("{number}.json"), &response.to_string());
    }
    folder
}

fn summary(output: &Output) -> &str {
    output.stderr.lines().nth(1).unwrap_or_default()
}

#[test]
fn words_that_only_the_citation_repeats_are_no_source() {
    let annotated = json!({"type": "url_citation", "start_index": 0, "end_index": SAID.len(),
        "url": "https://a.example/b", "title": "B", "content": SAID});
    let message = json!({"role": "assistant", "content": SAID, "annotations": [
        {"type": "url_citation", "url_citation": annotated}]});
    let all = [
        without_request(0),
        without_request(77),
        json!({"claims": [{"claim": SAID, "quote": SAID, "source": "policy.md"}]}),
        json!({"answer": SAID, "citations": [{"source": "policy.md", "quote": SAID}]}),
        json!({"answer": format!("{SAID} [1]"), "references": [{"id": 1, "quote": SAID}]}),
        json!({"object": "chat.completion", "choices": [{"index": 0, "message": message}]}),
    ];
    let folder = responses(&all);
    for (number, response) in all.iter().enumerate() {
        let plain = folder.check(&format!("{number}.json --"));
        let counted = "1 case: 1 citation, 0 checked against text, 1 with text that only the response repeats";
        assert_eq!((summary(&plain), plain.status), (counted, 0), "{response}: {}", plain.stderr);
        for gate in
            ["--require text", "--require compared", "--min text=0.1", "--min supported=0.1"]
        {
            let output = folder.check(&format!("{gate} {number}.json --"));
            assert_eq!(output.status, 1, "{gate}: {response}: {}", output.stderr);
            let named = ": repeated text (no source beside the response has it)";
            assert!(output.stderr.contains(named), "{gate}: {}", output.stderr);
        }
        for (command, shown) in [
            ("show", "0 unresolved, 1 with text that only the response repeats\n"),
            ("show --format json", "\"repeated\":true"),
            ("report", "repeated text"),
            ("report --format markdown", "repeats"),
        ] {
            let args = format!("{command} {number}.json");
            let args: Vec<String> = args.split(' ').map(str::to_owned).collect();
            let output = run(folder.0.path(), &args, "");
            assert!(output.stdout.contains(shown), "{command}: {}", output.stdout);
        }
        let json = folder.check(&format!("--format json {number}.json --"));
        let case: Value = serde_json::from_str(&json.stdout).unwrap();
        assert_eq!(case["citations"]["repeated_text"], 1, "{response}");
        let rows = folder.check(&format!("--format jsonl-citations {number}.json --"));
        assert!(rows.stdout.contains("\"repeated-text\""), "{response}: {}", rows.stdout);
        let junit = folder.check(&format!("--format junit {number}.json --"));
        assert!(junit.stdout.contains("only the response repeats the text"), "{}", junit.stdout);
    }
}

#[test]
fn passages_that_came_beside_the_answer_are_sources() {
    let document = json!({"id": "d", "text": SAID, "title": "Refunds"});
    let cohere = json!({"message": {"role": "assistant", "content": [{"type": "text", "text": SAID}],
        "citations": [{"start": 0, "end": SAID.len(), "text": SAID,
            "sources": [{"type": "document", "id": "d", "document": document}]}]}});
    let message = json!({"role": "assistant", "content": format!("{SAID}[1]")});
    let perplexity = json!({"model": "sonar", "choices": [{"index": 0, "message": message}],
        "citations": ["https://a.example/b"],
        "search_results": [{"title": "B", "url": "https://a.example/b", "snippet": SAID}]});
    let source = json!({"type": "text", "media_type": "text/plain", "data": SAID});
    let asked = json!([{"type": "document", "title": "Refunds", "source": source}]);
    let request = json!({"messages": [{"role": "user", "content": asked}]});
    let rows = json!({"answer": format!("{SAID} [1]"), "citations": [{"id": 1, "content": SAID}]});
    let complete = json!({"request": request, "response": without_request(0)});
    let folder = responses(&[cohere, perplexity, rows, complete]);
    for number in 0..4 {
        let output = folder.check(&format!("--require text --min supported=1 {number}.json --"));
        let counted = "1 case: 1 citation, 1 checked against text";
        assert_eq!((summary(&output), output.status), (counted, 0), "{number}: {}", output.stderr);
    }
    // The text that a user gives takes the place of the quote.
    folder.write("answer.json", &without_request(0).to_string());
    folder.write("s.txt", &format!("{SAID}\n"));
    let output = folder.check("--require text answer.json --source 'document 0'=s.txt");
    assert_eq!(output.status, 2, "no shell takes the quotes: {}", output.stderr);
    let args = ["check", "--require", "text", "answer.json", "--source", "document 0=s.txt"];
    let output = run(folder.0.path(), &args.map(str::to_owned), "");
    assert_eq!(output.status, 0, "{}", output.stderr);
}

#[test]
fn a_problem_with_repeated_words_is_reported_and_was_not_checked_against_text() {
    let mut response = without_request(0);
    response["content"][0]["text"] = json!("Refunds take nine working days at the counter.");
    let folder = responses(&[response]);
    let output = folder.check("0.json --");
    assert!(output.stdout.contains("E001"), "{}", output.stdout);
    assert!(summary(&output).contains("0 checked against text, 1 with text"), "{}", output.stderr);
    let required = folder.check("--ignore E --require text 0.json --");
    assert!(required.stderr.contains("wrong number ("), "{}", required.stderr);
    assert_eq!(required.status, 1);
}

#[test]
fn offsets_outside_the_response_fail_and_have_no_claim() {
    let document = json!({"id": "d", "text": SAID});
    let citation = |start: u64, end: u64| {
        json!({"start": start, "end": end,
            "sources": [{"type": "document", "id": "d", "document": document}]})
    };
    let answer = |citations: Value| {
        json!({"message": {"role": "assistant", "citations": citations,
            "content": [{"type": "text", "text": SAID}]}})
    };
    let folder = responses(&[
        answer(json!([citation(0, 46)])),
        answer(json!([citation(0, 46), citation(500, 546)])),
        answer(json!([citation(0, 46), citation(46, 92)])),
    ]);
    assert_eq!(folder.check("0.json --").status, 0);
    for number in [1, 2] {
        let output = folder.check(&format!("{number}.json --"));
        assert!(output.stdout.contains("warning[F012"), "{number}: {}", output.stdout);
        assert!(summary(&output).contains("1 checked against text, 1 not compared"), "{number}");
        assert_eq!(output.status, 1, "{number}");
    }
}

#[test]
fn a_judge_that_was_asked_nothing_has_judged_nothing() {
    let list = format!("{SAID} [1]\n\n## Sources\n1. https://a.example/b\n");
    let folder = Folder::new(&[("answer.md", &list), ("s/1.txt", SAID)]);
    let judge = "--judge cat --judge-cache kept.jsonl";
    for command in ["check", "show", "report -o r.html"] {
        let args = format!("{command} answer.md {judge}");
        let args: Vec<String> = args.split(' ').map(str::to_owned).collect();
        let output = run(folder.0.path(), &args, "");
        let why = "cannot ask the judge: nothing to judge: no citation has a passage";
        assert!(output.stderr.contains(why), "{command}: {}", output.stderr);
        assert_eq!(output.status, 2, "{command}");
    }
}

#[test]
fn a_judge_that_fails_throughout_a_batch_says_so_once() {
    let case = |id: usize| {
        let source = json!({"id": "1", "text": SAID});
        json!({"id": id.to_string(), "response": format!("{SAID} [1]"), "sources": [source]})
    };
    let lines: Vec<String> = (0..9).map(|id| case(id).to_string() + "\n").collect();
    let folder = Folder::new(&[("batch.jsonl", &lines.concat())]);
    let output = folder.check("batch.jsonl --judge false --judge-cache kept.jsonl --jobs 1");
    let faults = output.stderr.lines().filter(|line| line.contains("no score"));
    let expected = [
        "pincite: false: no score for citation 1, source 1: ended with exit status: 1",
        "pincite: false: no score for 8 more questions, for the same reasons",
    ];
    assert_eq!(faults.collect::<Vec<_>>(), expected, "{}", output.stderr);
    assert_eq!(output.status, 2);
}

#[test]
fn scores_of_which_none_belongs_to_a_citation_judge_nothing() {
    let folder = Folder::new(&[("answer.md", &format!("{SAID} [1]\n")), ("s/1.txt", SAID)]);
    folder.write("none.jsonl", "");
    folder.write(
        "other.jsonl",
        "{\"case\": \"other\", \"citation\": 1, \"score\": 0, \"by\": \"j\"}\n",
    );
    folder.write("right.jsonl", "{\"citation\": 1, \"score\": 0.9, \"by\": \"j\"}\n");
    for command in ["check", "show", "report -o r.html --force", "convert --to plain"] {
        for (file, why) in [
            ("none.jsonl", "cannot use none.jsonl: no scores found"),
            ("other.jsonl", "cannot use other.jsonl: its only score belongs to no citation"),
            ("right.jsonl", ""),
        ] {
            let args = format!("{command} answer.md s --scores {file}");
            let args: Vec<String> = args.split(' ').map(str::to_owned).collect();
            let output = run(folder.0.path(), &args, "");
            assert!(output.stderr.contains(why), "{command} {file}: {}", output.stderr);
            let status = if why.is_empty() { 0 } else { 2 };
            assert_eq!(output.status, status, "{command} {file}: {}", output.stderr);
        }
    }
}

#[test]
fn an_answer_of_any_size_is_not_taken_for_a_source_in_silence() {
    let many = format!("{SAID} [1]\n").repeat(100_000);
    let folder = Folder::new(&[("answer.md", &format!("{SAID} [1]\n")), ("s/1.txt", SAID)]);
    folder.write("many.md", &many);
    let output = folder.check("answer.md s/1.txt many.md");
    assert!(output.stderr.contains("warning: many.md holds"), "{}", output.stderr);
    assert_eq!(folder.check("--min resolved=1 answer.md s/1.txt many.md").status, 1);
}

#[test]
fn a_citation_without_a_source_is_a_finding() {
    let cohere = |ids: Value| {
        json!({"text": SAID, "citations": [
            {"start": 0, "end": SAID.len(), "text": SAID, "document_ids": ids}],
            "documents": [{"id": "doc_0", "text": SAID}]})
    };
    let chunk = json!({"retrievedContext": {"title": "Refunds", "text": SAID}});
    let gemini = |indices: Value| {
        let segment = json!({"startIndex": 0, "endIndex": SAID.len(), "text": SAID});
        let support = json!({"segment": segment, "groundingChunkIndices": indices});
        let grounding = json!({"groundingChunks": [chunk], "groundingSupports": [support]});
        json!({"candidates": [{"content": {"parts": [{"text": SAID}], "role": "model"},
            "groundingMetadata": grounding}]})
    };
    for (response, code) in [
        (cohere(json!(["doc_0"])), None),
        (cohere(json!([])), Some("P014")),
        // The list of documents has all that the interface found.
        (cohere(json!(["doc_9"])), Some("P001")),
        (gemini(json!([0])), None),
        (gemini(json!([])), Some("P014")),
        (gemini(Value::Null), Some("P014")),
    ] {
        let output = responses(std::slice::from_ref(&response)).check("0.json --");
        let found = output.stdout.lines().find(|line| line.starts_with("error["));
        assert_eq!(found.and_then(|line| line.get(6..10)), code, "{response}: {}", output.stdout);
        assert_eq!(output.status, i32::from(code.is_some()), "{response}");
    }
}

#[test]
fn an_answer_does_not_bear_itself_out() {
    let folder = Folder::new(&[("answer.md", &format!("{SAID} [1]\n")), ("s/1.txt", SAID)]);
    std::os::unix::fs::symlink("answer.md", folder.0.path().join("1.md")).unwrap();
    for sources in ["-- answer.md", "--sources 1.md"] {
        let output = folder.check(&format!("answer.md {sources}"));
        assert!(output.stdout.contains("error[P001"), "{sources}: {}", output.stdout);
        let left = output.stderr.contains("left out of the sources: an answer is none");
        assert!(left, "{sources}: {}", output.stderr);
    }
    folder.write("pincite.toml", "sources = [\"answer.md\"]\n");
    assert_eq!(folder.check("answer.md").status, 1);
}

#[test]
fn a_row_with_an_answer_and_empty_cells_beside_it_is_checked() {
    let row = "q,Refunds take five days [1].,\"[\"\"Refunds take five days.\"\"]\"\n";
    let table = format!("question,answer,contexts\n{row},Refunds take nine days [1].,\n");
    let folder = Folder::new(&[("full.csv", &table)]);
    folder
        .write("bare.csv", &table.replace("question,", "").replace("q,", "").replace("\n,", "\n"));
    for name in ["full.csv", "bare.csv"] {
        let output = folder.check(&format!("{name} --"));
        assert!(output.stderr.contains("2 cases: 2 citations"), "{name}: {}", output.stderr);
        assert!(output.stdout.contains("error[P001"), "{name}: {}", output.stdout);
        assert_eq!(output.status, 1, "{name}");
    }
}
