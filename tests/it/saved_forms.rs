//! Answers in the forms that programs and people give them: wrapped, printed, copied, logged.

use serde_json::json;

use crate::saved::{cited, open, read};

#[test]
fn links_that_are_a_letter_or_between_escaped_brackets_cite() {
    let text = "**Facts**:\n- It rose in 2024 [A](https://a.example/x)\n\
                - It fell [B](https://b.example/y)\n- It stays \\[[3](https://c.example/z)\\].\n";
    let found = cited(&read("a.md", text));
    assert_eq!(
        found,
        [
            "[A](https://a.example/x) → https://a.example/x",
            "[B](https://b.example/y) → https://b.example/y",
            "[3](https://c.example/z) → 3",
        ]
    );
    let formula = "It is \\[x_{[1]} = 2\\] and one [A](https://a.example/x) link.\n";
    assert!(cited(&read("a.md", formula)).is_empty());
}

#[test]
fn a_page_named_before_the_end_of_a_cell_is_cited() {
    let table = "| a | b |\n|---|---|\n| `step()` in `utils.py`【66†Edge of chaos】 | Reuse |\n";
    assert_eq!(cited(&read("a.md", table)), ["【66†Edge of chaos】 → 66"]);
    let page = "The tool shows 【3†Home page】 and 【4†More】 here.\n";
    let case = read("a.md", page);
    let note = "2 marks such as `【3†Home page】` taken for links of a tool's page";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn a_card_that_an_export_of_grok_lost_is_cited_still() {
    let export = json!({"conversations": [{"responses": [
        {"response": {"sender": "human", "message": "Is it so?"}},
        {"response": {"sender": "ASSISTANT", "message": "It is so.<grok:render card_id=\"02a86c\" \
            type=\"render_inline_citation\"></grok:render>"}}]}]});
    let case = read("prod-grok-backend.json", &export.to_string());
    assert_eq!(case.response.citations[0].targets[0].id, "02a86c");
}

#[test]
fn the_list_in_a_wrapper_is_opened() {
    let row = json!({"query": "Is it so?", "response": "It is so [1].",
        "retrieved_context": [{"doc_id": "d", "text": "It is so."}]});
    let cases = open("a.json", &json!({"results": [row, row]}).to_string());
    assert_eq!(cases.len(), 2);
    let case = cases.read(1).unwrap();
    assert_eq!((case.id.as_str(), case.format.name), ("a.json#results[1]", "rows"));
    assert_eq!((case.sources.len(), case.response.citations.len()), (1, 1));
    let note = "opened the list `results`";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn pages_listed_beside_a_text_of_unknown_json_are_its_sources() {
    let known = json!({"status": "ok", "outcome": {"words": "It rose in 2023 by a tenth [2]. It fell \
        again later that year [1][2].", "citations": ["https://a.example", "https://b.example"]}});
    let case = read("a.json", &known.to_string());
    assert_eq!(cited(&case), ["[2] → 2", "[1] → 1", "[2] → 2"]);
    let urls: Vec<_> = case.sources.iter().filter_map(|source| source.url.as_deref()).collect();
    assert_eq!(urls, ["https://a.example", "https://b.example"]);
}

#[test]
fn the_state_of_a_graph_ends_with_its_answer() {
    let state = json!({"values": {"messages": [
        {"type": "human", "content": [{"type": "text", "text": "Is it so?"}]},
        {"type": "ai", "content": "", "tool_calls": [{"name": "search", "args": {}, "id": "c"}]},
        {"type": "tool", "content": "[{\"title\": \"A\", \"url\": \"https://a.example\", \
            \"content\": \"It is so.\"}]", "tool_call_id": "c"},
        {"type": "ai", "content": "It is so [1]. And so [1]."}]}, "next": [], "tasks": []});
    let case = read("thread.json", &state.to_string());
    assert_eq!((case.format.name, case.question.as_deref()), ("langchain", Some("Is it so?")));
    assert_eq!(case.response.citations.len(), 2);
    assert_eq!(case.sources[0].url.as_deref(), Some("https://a.example"));
}

#[test]
fn each_chat_of_a_list_is_a_case() {
    let chat = |answer: &str| {
        json!({"name": "chat", "messages": [{"role": "user", "content": "Is it so?"},
            {"role": "assistant", "content": answer}]})
    };
    let cases = open("a.json", &json!([chat("It is so."), chat("It isn't.")]).to_string());
    assert_eq!(cases.len(), 2);
    assert_eq!(cases.read(1).unwrap().response.text, "It isn't.");
}

#[test]
fn output_under_the_name_of_json_is_a_text() {
    let text = "🚀 Started\nIt rose [1]. It fell [2].\n\nSources:\n1. https://a.example\n\
                2. https://b.example\n";
    let case = read("output.json", text);
    assert_eq!((case.format.name, case.response.citations.len()), ("numbered", 2));
}

#[test]
fn links_in_sentences_are_noted() {
    let line = "The [ferry](https://a.example/f) leaves the [pier](https://a.example/p) at noon.\n";
    let noted = |text: &str| {
        let case = read("x.md", text);
        let mut notes = case.notes.into_iter();
        notes.find(|note| note.contains("links in sentences")).unwrap_or_default()
    };
    let note = "6 links in sentences not read as citations, such as `[ferry](https://a.example/f)`";
    assert_eq!(noted(&line.repeat(3)), note);
    assert_eq!(noted(&line.repeat(2)), "");
    assert_eq!(noted(&"- [ferry](https://a.example/f) at noon\n".repeat(9)), "");
    assert_eq!(noted(&format!("```\n{}```\n", line.repeat(9))), "");
}

#[test]
fn citations_by_author_and_year_are_noted() {
    let text = "It rose (Zens et al., 2006; later 2012). It fell (Martin & Blossey, 2013).\n";
    let case = read("a.md", text);
    let note = "2 citations by author and year not read, such as `(Zens et al., 2006; later 2012)`";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
    let plain = read("a.md", "It rose (in May 2006). It fell (see Table 2, 2013).\n");
    assert!(plain.notes.iter().all(|own| !own.contains("author")), "{:?}", plain.notes);
}

#[test]
fn a_stream_of_perplexity_in_the_log_of_a_proxy_is_opened() {
    let stream = include_str!("../../samples/perplexity/stream.sse");
    let asked = json!({"host": "a.example", "path": "/ask", "request_body": "{\"q\": 1}"});
    let answered = json!({"host": "a.example", "status": 200, "response_body": stream});
    let case = read("log.json", &format!("{asked}\n{answered}\n"));
    assert_eq!((case.format.name, case.sources.len()), ("perplexity", 2));
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2", "[1] → 1"]);
    let note = "opened the log of a proxy of 1 exchange";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}
