//! Passages, labels and claims in saved texts: what belongs to them is no citation of the text.

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use serde_json::json;

use crate::rows::resolved;
use crate::saved::{cited, open, read};

/// Returns why a text is refused, with the hint.
fn refused(name: &str, text: &str) -> String {
    let input = Input::new(name, text.as_bytes().to_vec());
    cases::open(input, None, &Families::default())
        .and_then(|cases| cases.read(0).map(drop))
        .unwrap_err()
        .to_string()
}

#[test]
fn a_reference_in_a_quoted_passage_makes_no_wikitext() {
    let passages = "**Retrieved:**\n\n[PASSAGE 1] The pier is old.\n\n[PASSAGE 2] It leads out to sea. \
        <ref name=\"E/N301\"> </ref> It ''was'' new. <ref>The Pier</ref> <ref>The Port</ref>\n\n\
        [PASSAGE 3] the boat is new [7].\n\n[PASSAGE 4] It rains.\n\n";
    let case = read("a.md", &format!("# Check\n\n{passages}**Answer:** The pier is old [1].\n"));
    assert_eq!((case.format.name, cited(&case)), ("numbered", vec!["[1] → 1".to_owned()]));
    for text in [
        "# Notes\n\nIt is **old**.<ref>The Pier, p. 3</ref>\n",
        "It is old.\n\n> It is old.<ref>A</ref><ref>B</ref>\n",
        "It is old.<ref name=\"a\"> </ref>\n",
    ] {
        let case = read("a.md", text);
        assert_eq!(case.format.name, "plain", "{text}");
        assert!(case.notes.iter().any(|note| note.contains("not read that look")), "{text}");
    }
    for text in [
        "It is old.<ref>The Pier, p. 3</ref>\n",
        "== Pier ==\n* It is **old**.<ref>The Pier, p. 3</ref>\n",
        "# It is old.<ref>The Pier</ref>\n# It is new.<ref>The Port</ref>\n",
    ] {
        assert_eq!(read("a.md", text).format.name, "wiki", "{text}");
    }
}

#[test]
fn labels_of_passages_are_no_citations() {
    let text = "Given:\n\n[Document 1] The pier is old [4].\n\n[Document 2] The boat is new [5].\n\n\
        [Document 3] It rains.\n\nThe boat is new [Document 2].\n";
    assert_eq!(cited(&read("a.md", text)), ["[Document 2] → 2"]);
    let row = json!({"question": "?", "contexts": ["a b c d", "e f g h", "i j k l"],
        "answer": "[Document 1] A.\n\n[Document 2] B.\n\n[Document 3] C."});
    assert_eq!(cited(&read("a.json", &row.to_string())).len(), 3);
}

#[test]
fn numbers_with_zeros_that_label_items_are_no_citations() {
    let text = "1. [ ] The figure of [001] is right.\n2. [x] That of [002] is right.\n[003] It rose.\n\
        # [004] Fees\n";
    let case = read("a.md", text);
    assert_eq!((case.format.name, cited(&case).len()), ("plain", 0));
    let cites = "The pier is old [01]. The boat is new [02].\n";
    assert_eq!(cited(&read("a.md", cites)), ["[01] → 1", "[02] → 2"]);
    let listed = "- [ ] The pier is old [01].\n\n## Sources\n\n[01] Piers, https://a.example/1\n";
    assert_eq!(cited(&read("a.md", listed)), ["[01] → 1"]);
}

#[test]
fn claims_with_quotes_are_read_where_they_name_a_source() {
    let pair =
        json!({"claim": "It is old.", "quote": "built in 1889", "source_id": "pier", "page": 4});
    let unnamed = json!({"claim": "It is new.", "quote": "built in May"});
    let pier = json!({"id": "pier", "title": "The pier", "text": "It was built in 1889, in May."});
    let case = read(
        "a.json",
        &json!({"title": "Pier", "evidence": [pair, unnamed], "sources": [pier]}).to_string(),
    );
    assert_eq!(case.format.name, "claims");
    assert_eq!(case.response.text, "It is old.\nIt is new.\n");
    let claim = case.response.citations[0].anchor.span.slice(&case.response.text);
    assert_eq!(claim, Some("It is old."));
    assert_eq!(case.response.citations[0].targets[0].quote.as_deref(), Some("built in 1889"));
    let note = "1 claim with a quote of a source that is not named";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
    let nested = json!({"claims": [{"text": "It is old.", "quote": "built in 1889",
        "source": {"url": "https://a.example/pier", "title": "The pier"}}]});
    let lines =
        format!("{nested}\n{}\n", json!({"source_title": "pier.pdf", "evidence": [unnamed]}));
    let all = open("a.jsonl", &lines);
    assert_eq!(all.len(), 2);
    assert_eq!(resolved(all.read(0).unwrap()), ["https://a.example/pier → https://a.example/pier"]);
    assert_eq!(all.read(1).unwrap().response.citations[0].targets[0].id, "pier.pdf");
}

#[test]
fn claims_with_quotes_of_no_source_are_described() {
    let unnamed = json!({"claim": "It is new.", "quote": "built in May"});
    let line = json!({"title": "Pier", "evidence": [unnamed, unnamed]}).to_string();
    for (name, text) in [("a.json", line.clone()), ("a.jsonl", format!("{line}\n{line}\n"))] {
        let why = refused(name, &text);
        let words = "2 claims with quotes, such as in `evidence`, but none names a source";
        assert!(why.contains(words), "{why}");
    }
    let row = json!({"question": "?", "answer": "It is new.", "evidence": [unnamed]}).to_string();
    let notes = read("a.json", &row).notes;
    assert!(
        notes.iter().any(|note| note.contains("citations in `evidence` not read")),
        "{notes:?}"
    );
}

#[test]
fn judgements_and_lists_of_sources_are_no_answers_beside_others() {
    let cited = "The pier is old and leads out to the sea [1]. The boat is new [2].";
    let other = "The pier is old and leads out to the sea, and that is all there is to it.";
    let record = json!({"topic": "piers", "answer_judgements": [{"answer": cited}, {"answer": other}],
        "found": {"web_answers": [other, cited]}, "citation_section": format!("## Sources\n\n{cited}")});
    let ids = |text: &str| -> Vec<String> {
        let all = open("run.json", text);
        (0..all.len()).map(|at| all.read(at).unwrap().id).collect()
    };
    let records = json!([record, {"topic": "b", "found": {"web_answers": [cited]}}]).to_string();
    let expected = ["run.json#[0].found.web_answers[1]", "run.json#[1].found.web_answers[0]"];
    assert_eq!(ids(&records), expected);
    let alone =
        json!([{"topic": "piers", "answer_judgements": [{"text_said": cited}]}, {"topic": "b"}]);
    assert_eq!(ids(&alone.to_string()), ["run.json"]);
}

#[test]
fn keys_and_authors_of_listed_sources_are_noted_without_marks() {
    let note = |text: &str| {
        let notes = read("a.md", text).notes;
        notes.into_iter().find(|note| note.contains("of listed sources without marks"))
    };
    let keys = "It leaves at noon (L4/L6), and L4 says why. Take the F16 to A4.\n\n## Sources\n\n\
        - L4: Times of the pier, https://a.example/4\n- L6: Tariff, https://a.example/6\n";
    let expected =
        "3 names of listed sources without marks, such as `L4`, may be citations: not read";
    assert_eq!(note(keys).as_deref(), Some(expected));
    let authors = "It is old (Smith). It is new (Moll and Smith), or not (Python) (see below).\n\n\
        ## References\n\n- Smith, J. (2019). Piers.\n- Moll, A., & Smith, J. (2020). Boats.\n\
        - Python documentation\n";
    let expected =
        "2 names of listed sources without marks, such as `(Smith)`, may be citations: not read";
    assert_eq!(note(authors).as_deref(), Some(expected));
    let listed =
        |marks: &str| format!("{marks}\n\n## Sources\n\n[1] L4 guide, https://a.example/4\n");
    for text in [
        "It is old (Smith) and new (Moll). Take L4 and L6.\n",
        &listed("It leaves at noon [1]. Take the L4 and then the L4 again."),
        &keys.replace("L4/L6", "`L4/L6`").replace("L4 says", "`L4` says"),
    ] {
        assert_eq!(note(text), None, "{text}");
    }
}

#[test]
fn passages_beside_the_choices_are_sources() {
    let result = |name: &str, content: &str| {
        json!({"document_id": "", "document_name": name,
        "document_type": "text", "content": content, "score": 0.5, "metadata": {"page_number": 1}})
    };
    let results = [result("pier.pdf", "The pier is old."), result("boats.pdf", "")];
    let answer = json!([{"object": "chat.completion.chunk", "id": "a",
        "choices": [{"index": 0, "message": {"content": "It is "}, "delta": {"content": "It is "}}],
        "citations": {"total_results": 2, "results": results}},
        {"object": "chat.completion.chunk", "id": "a",
        "choices": [{"index": 0, "message": {"content": "old."}, "delta": {"content": "old."}}],
        "citations": {"total_results": 0, "results": []}}]);
    let case = read("a.json", &answer.to_string());
    assert_eq!(case.response.text, "It is old.");
    let ids: Vec<&str> = case.sources.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["pier.pdf", "boats.pdf"]);
    assert!(case.sources[0].text.why_not().is_none() && case.sources[1].text.why_not().is_some());
}

#[test]
fn contexts_in_numbered_columns_are_read_in_order() {
    let answer = "The hall opens at nine [1] and closes at five [2].";
    let (opens, closes) = ("The hall opens at nine.", "In winter it closes at five.");
    let read_from = |row: &str| {
        let case = open("a.csv", row).read(0).unwrap();
        (cited(&case).len(), resolved(case))
    };
    let head = "Prompt,Response,Context_1,Meta_1,Context_2,Context_10\n";
    let row = format!("{head}When?,{answer},{opens},a.pdf,{closes},Dogs bark all night long.\n");
    assert_eq!(read_from(&row), (2, vec!["1 → 1".to_owned(), "2 → 2".to_owned()]));
    // The column that is empty keeps its number.
    let row = format!("{head}When?,It closes at five [2].,,,{closes},\n{head}");
    assert_eq!(read_from(&row).1, ["2 → unknown-source"]);
    let row = format!("{head}When?,It closes at five [2].,,,{closes},Dogs bark all night.\n");
    assert_eq!(read_from(&row).1, ["2 → 2"]);
    // Beside a response, the actual answer is the expected one.
    let head = "prompt,actual answer,response,context 1,context 2\n";
    let case = open("a.csv", &format!("{head}When?,At nine.,{answer},{opens},{closes}\n")).read(0);
    let case = case.unwrap();
    assert_eq!(case.response.text, answer);
    assert!(
        case.notes.iter().any(|it| it.contains("`actual_answer` beside it")),
        "{:?}",
        case.notes
    );
    // Without a number of its own, a context is found by its position.
    assert_eq!(resolved(case), ["1 → ", "2 → "]);
    for contexts in [json!({"context_1": "a.pdf", "context_2": "b.pdf"}), json!({"chunk_1": 0.5})] {
        let mut row = json!({"question": "When?", "answer": answer});
        row.as_object_mut().unwrap().extend(contexts.as_object().unwrap().clone());
        let case = read("a.json", &json!([row]).to_string());
        assert_eq!(case.sources.len(), 0, "{contexts}");
    }
}

#[test]
fn the_only_prediction_of_a_row_is_its_answer() {
    let row = |predictions: serde_json::Value| {
        json!({"task_id": "c::1", "contexts": [{"document_id": "d", "text": "It opens at nine."}],
        "input": [{"speaker": "user", "text": "When?"}, {"speaker": "agent", "text": "Soon."},
            {"speaker": "user", "text": "When exactly?"}],
        "targets": [{"speaker": "agent", "text": "At nine."}], "predictions": predictions})
    };
    let said = |text: &str| json!({"text": text});
    let one = row(json!([said("It opens at nine [1].")])).to_string();
    for (name, text) in
        [("a.jsonl", format!("{one}\n{one}\n")), ("a.json", format!("[{one},{one}]"))]
    {
        let case = open(name, &text).read(1).unwrap();
        assert_eq!(case.question.as_deref(), Some("When exactly?"), "{name}");
        assert_eq!(resolved(case), ["1 → 1"], "{name}");
    }
    let two = row(json!([said("It opens at nine [1]."), said("At ten [1].")])).to_string();
    assert!(refused("a.jsonl", &two).contains("unknown format"));
}

#[test]
fn a_claim_beside_the_text_of_its_source_cites_all_of_it() {
    let row = |id: &str, text: &str| {
        json!({"id": id, "claim_text": "It opens at nine.", "source_url": "https://a.example/x",
        "claim_container": "It opens at nine.[1] It closes at five.[2]", "source_text": text})
    };
    let rows = json!([row("a", "Hours: it opens at nine in the morning."), row("b", "")]);
    let cases = open("a.json", &rows.to_string());
    let (first, second) = (cases.read(0).unwrap(), cases.read(1).unwrap());
    assert_eq!((first.id.as_str(), first.format.name), ("a", "claims"));
    assert_eq!(first.response.text, "It opens at nine.");
    let resolved = |case| resolved(case).join(" ");
    assert_eq!(resolved(first), "https://a.example/x → https://a.example/x");
    assert!(second.sources[0].text.why_not().is_some_and(|why| why.contains("empty")));
    let unnamed = json!([{"claim": "It opens.", "source_text": "It opens at nine."}]).to_string();
    assert!(refused("a.json", &unnamed).contains("unknown format"));
}

#[test]
fn marks_in_the_arguments_of_a_call_are_noted() {
    let answer = |text: &str| {
        let call = json!({"name": "store", "arguments": json!({"explanation": text, "n": [1]}).to_string()});
        let message =
            json!({"role": "assistant", "content": null, "tool_calls": [{"function": call}]});
        json!({"object": "chat.completion", "choices": [{"message": message}]}).to_string()
    };
    let noted = |text: &str| {
        let notes = read("a.json", &answer(text)).notes;
        notes.iter().any(|note| note.contains("calls functions with 1 text with marks"))
    };
    assert!(noted("It opens at nine [1] and closes at five [2]."));
    assert!(!noted("It opens at nine."));
}

#[test]
fn marks_that_fill_cells_of_values_cite_nothing() {
    let row = "baseline,Q_01,1,[28],\"[28, 29]\",[28],\"[28, 29]\",0\n";
    let head = "variant,query_id,hit,gold,pred,gold_b,pred_b,delta\n";
    let case = read("a.csv", &format!("{head}{}", row.repeat(3)));
    assert_eq!(cited(&case), [""; 0]);
    assert!(case.notes.iter().any(|it| it.contains("marks not read")), "{:?}", case.notes);
    let text = "It opens at nine,[1], and,[2], closes at five [3].\n\n\
        ## Sources\n\n[1] A\n[2] B\n[3] C\n";
    assert_eq!(cited(&read("a.md", text)).len(), 3);
}
