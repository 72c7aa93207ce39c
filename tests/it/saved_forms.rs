//! Answers in the forms that programs and people give them: wrapped, printed, copied, logged.

use pincite::dialects::shared::markers::Families;
use serde_json::json;

use crate::rows::resolved;
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
fn links_in_square_brackets_cite_beside_others_to_listed_pages() {
    let list = "\n## Sources\n\n1. [Board](https://board.example/x)\n2. [Yearbook](https://year.example/y)\n";
    let text = "- It opens at noon [[Forum](https://forum.example/t)]\n\
                - It is old [[Yearbook](https://year.example/y)]，and closed [[Board](https://board.example/x)].\n";
    let found = cited(&read("a.md", &format!("{text}{list}")));
    assert_eq!(
        found,
        [
            "[Forum](https://forum.example/t) → https://forum.example/t",
            "[Yearbook](https://year.example/y) → 2",
            "[Board](https://board.example/x) → 1",
        ]
    );
    let works = "- Tide [[paper](https://tide.example/p)] [[code](https://git.example/tide)]\n";
    assert!(cited(&read("a.md", &works.repeat(3))).is_empty());
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
    let note = "4 links in sentences not read as citations, such as `[ferry](https://a.example/f)`: \
                `--family link` reads all links";
    assert_eq!(noted(&line.repeat(2)), note);
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

/// A row whose program named the fields itself, below a run and a list.
fn nested() -> serde_json::Value {
    let hit = |id: &str, text: &str| json!({"chunk_id": id, "text_snippet": text});
    let qa = json!({"raw_text": "when?", "rag": {"top_k": 2, "question": "When does it leave?",
        "hits": [hit("8f", "The ferry leaves at noon."), hit("a0", "Tickets are sold on board.")],
        "answer": "It leaves at noon [S1]. Tickets are sold on board [S2]."}});
    json!({"input_file": "a.json", "items": [{"meta": {"week": 1}, "qa": [qa, qa]}]})
}

#[test]
fn rows_at_any_depth_are_cases_with_their_contexts() {
    let cases = open("run.json", &nested().to_string());
    assert_eq!(cases.len(), 1);
    let case = cases.read(0).unwrap();
    assert_eq!(case.id, "run.json");
    assert_eq!(case.question.as_deref(), Some("When does it leave?"));
    assert_eq!(cited(&case), ["[S1] → 1", "[S2] → 2"]);
    assert_eq!(resolved(case), ["1 → 1", "2 → 2"]);
}

#[test]
fn names_of_fields_are_told_by_their_words() {
    for (row, field) in [
        (
            json!({"review": "x", "retrieved_context": ["The ferry leaves at noon."],
            "generated_explanation": "It leaves at noon [1]."}),
            "retrieved_context",
        ),
        (
            json!({"query_text": "When does it leave?", "answer": "It leaves at noon [1].",
            "source_text": ["The ferry leaves at noon."]}),
            "source_text",
        ),
        (
            json!({"question": "When?", "answer": "It leaves at noon [C1].",
            "evidence": [{"doc_id": "f", "text": "The ferry leaves at noon."}]}),
            "evidence",
        ),
        (
            json!({"question": "When?", "generated_answer": "It leaves at noon [1].", "retrieval":
            {"retrieved_contexts": ["The ferry leaves at noon."]}}),
            "retrieval.retrieved_contexts",
        ),
    ] {
        let case = read("a.json", &row.to_string());
        let note = format!("1 source read from `{field}`");
        assert!(case.notes.contains(&note), "{row}: {:?}", case.notes);
        // Contexts without ids are found by their place.
        let id = if field == "evidence" { "1" } else { "" };
        assert_eq!(resolved(case), [format!("1 → {id}")], "{row}");
    }
}

#[test]
fn the_answer_beside_its_question_is_read_and_no_other_text() {
    let run = json!({"samples": {"first": {"query": "How much did it grow?", "response": {
        "answer": "It is not said how much it grew.", "reasoning": "The report [1] says nothing, nor does [3].",
        "sources": [{"year": 2023, "excerpt": "Revenue grew by 7 % in that year."}]}}}});
    let cases = open("run.json", &run.to_string());
    assert_eq!(cases.len(), 1);
    let case = cases.read(0).unwrap();
    assert_eq!(case.question.as_deref(), Some("How much did it grow?"));
    assert!(cited(&case).is_empty(), "{:?}", cited(&case));
    let text = "Revenue grew by 7 % in that year.";
    assert!(
        matches!(&case.sources[0].text, pincite::model::SourceText::Inline(own) if &**own == text)
    );
}

#[test]
fn rows_beside_failed_ones_and_with_addresses_as_sources_are_read() {
    let row = |query: &str| {
        json!({"query": query, "response": "It leaves at noon.", "model": "m",
        "sources": ["[Timetable](https://a.example/t)", "https://b.example/f"]})
    };
    let rows =
        json!([row("When does it leave?"), row("When?"), {"query": "Where?", "error": "timeout"}]);
    let cases = open("run.json", &rows.to_string());
    assert_eq!((cases.len(), cases.read(2).is_err()), (3, true));
    let case = cases.read(0).unwrap();
    assert_eq!(case.format.name, "rows");
    let urls: Vec<_> = case.sources.iter().map(|source| source.url.as_deref()).collect();
    assert_eq!(urls, [Some("https://a.example/t"), Some("https://b.example/f")]);
}

#[test]
fn a_table_of_ragas_with_both_terms_keeps_its_contexts() {
    let table = "question,answer,contexts,response,retrieved_contexts\n\
        When?,At noon [1].,\"['It leaves at noon.']\",At noon [1].,\"['It leaves at noon.']\"\n";
    let case = read("a.csv", table);
    assert_eq!((case.format.name, case.sources.len()), ("rows", 1));
    assert_eq!(resolved(case), ["1 → "]);
}

#[test]
fn what_a_search_found_is_no_answer() {
    let found = "As was shown in [10]. It rose again in 2023 [11], and fell later [12].";
    for run in [
        json!({"query_results": [{"query": "a", "retrieved_documents": [{"title": "t", "content": found}]}]}),
        json!({"sessions": {"a": {"messages": [{"role": "system", "content": found}]}}}),
    ] {
        let input = pincite::input::Input::new("run.json", run.to_string().into_bytes());
        let opened = pincite::cases::open(input, None, &Families::default());
        assert!(opened.is_err(), "{run}");
    }
}

#[test]
fn a_list_that_lost_its_numbers_in_a_copy_is_counted() {
    let entry = |name: &str| {
        format!("The {name} - Site, accessed March 1, 2026, https://{name}.example/\n")
    };
    let list: String = ["ferry", "pier", "port"].into_iter().map(entry).collect();
    let text = format!(
        "The ferry leaves at noon.1 It lands at the pier.2\nIt is cheap.3 So it is.1\n\nWorks cited\n{list}"
    );
    let case = read("a.md", &text);
    assert_eq!(cited(&case), ["1 → 1", "2 → 2", "3 → 3", "1 → 1"]);
    assert_eq!(case.sources[1].url.as_deref(), Some("https://pier.example/"));
    let note = "the list of sources has no numbers: they are counted in order";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn links_behind_the_word_source_cite() {
    let text = "The ferry leaves at noon.\n\nSource: [Timetable](https://a.example/t)\n\nIt is cheap.\n\n\
                **Source:** prices.md, [Fares](https://b.example/f)\n";
    let case = read("a.md", text);
    assert_eq!(
        cited(&case),
        [
            "[Timetable](https://a.example/t) → https://a.example/t",
            "[Fares](https://b.example/f) → https://b.example/f",
        ]
    );
}

#[test]
fn marks_of_every_shape_are_noted_where_nothing_reads_them() {
    for (text, mark) in [
        ("It leaves at noon [C1]. It is cheap [C2, C3].", "[C1]"),
        ("It leaves at noon [Timetable(p.8)].", "[Timetable(p.8)]"),
        ("It leaves at noon [Timetable, p. 8].", "[Timetable, p. 8]"),
        ("*(Source: Nordby – timetable)* It leaves at noon.", "(Source: Nordby – timetable)"),
    ] {
        let case = read("a.md", text);
        let is_noted = |note: &String| note.contains("not read that look") && note.contains(mark);
        assert!(case.notes.iter().any(is_noted), "{text}: {:?}", case.notes);
    }
    let keys = read("a.md", "Press [F1] in the cell [A4], or [B].");
    assert!(keys.notes.iter().all(|note| !note.contains("look")), "{:?}", keys.notes);
    let round =
        "It leaves ([plan](https://a.example/t)). It is cheap ([API](https://b.example/f)).";
    let case = read("a.md", round);
    assert!(case.notes.iter().any(|note| note.contains("2 links")), "{:?}", case.notes);
    let session =
        "# Session\n\n```console\n$ ask when\nIt leaves at noon. [1]\nIt is cheap. [2]\n```\n";
    let case = read("a.md", session);
    let note = "2 marks in blocks of code not read, such as `[1]`: save such a block as a file";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
    let chat = json!({"messages": [{"role": "user", "content": "When?"}, {"role": "assistant",
        "content": "{\"text\": \"It leaves at noon.\", \"sources\": [\"2006.15738\"]}"}]});
    let case = read("a.json", &chat.to_string());
    let note = "the answer is JSON: citations in its `sources` not read";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn evidence_that_names_sources_is_noted() {
    let row = |evidence| json!({"question": "When?", "answer": "At noon.", "evidence": evidence});
    let note = "citations in `evidence` not read";
    let is_noted = |row: serde_json::Value| {
        read("a.json", &row.to_string()).notes.iter().any(|own| own == note)
    };
    assert!(is_noted(row(json!([{"source_id": "timetable", "locator": "p001"}]))));
    assert!(!is_noted(row(json!([{"weight": 2}]))));
    assert!(!is_noted(row(json!([{"source_id": "timetable", "text": "It leaves at noon."}]))));
}

#[test]
fn references_to_files_without_a_folder_are_noted_beside_others() {
    let case = read("a.md", "See src/app.rs:4. But `pace.rs:9` and `pace.rs:12-14` are dead.");
    let note = "2 references to lines of files not read, such as `pace.rs:9`: name the folder with \
                the files with `--root`";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn documents_without_a_folder_are_noted_beside_others_with_lines() {
    let note = "2 references to lines of files not read, such as `PACE.md:9`: name the folder with \
                the files with `--root`";
    let is_noted = |text: &str| read("a.md", text).notes.iter().any(|own| own == note);
    assert!(is_noted("- `tide` — `docs/TIDE.md:4`; `PACE.md:9`\n- `moor` — `PACE.md:12`\n"));
    assert!(!is_noted("- `tide` — `src/app.rs:4`; `PACE.md:9`\n- `moor` — `PACE.md:12`\n"));
}

#[test]
fn names_of_sources_between_escaped_brackets_cite() {
    let text = "잔교가 올랐다 \\[출처: Pier Board\\]. It fell \\[Source 2\\].\n";
    assert_eq!(
        cited(&read("a.md", text)),
        ["\\[출처: Pier Board\\] → Pier Board", "\\[Source 2\\] → 2"]
    );
    for shown in ["Write `\\[Source 1\\]`.\n", "\\[Source 1] shows it.\n", "\\[x_1 = 2.5\\]\n"] {
        assert!(cited(&read("a.md", shown)).is_empty(), "{shown}");
    }
}

#[test]
fn comments_and_declarations_may_precede_a_page() {
    let page = "<HTML><body><p>It leaves at noon <span><a href=\"https://pier.example/\">1</a></span>.</p></body></HTML>\n";
    let is_noted = |text: &str| {
        read("a.html", text)
            .notes
            .iter()
            .any(|own| own.starts_with("the answer is HTML, whose tags, scripts"))
    };
    for above in
        ["", "<!-- Saved <b>today</b> -->\n<!-- by hand -->\n", "<?xml version=\"1.0\"?>\n"]
    {
        assert!(is_noted(&format!("{above}{page}")), "{above}");
    }
    assert!(!is_noted("<!-- Saved today --> It leaves at noon.\n"));
}
