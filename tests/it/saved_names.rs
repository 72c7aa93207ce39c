//! Answers that name their contexts, and other forms in which programs save answers.

use pincite::dialects::shared::markers::Families;
use pincite::model::{Case, SourceText};
use serde_json::{Value, json};

use crate::rows::resolved;
use crate::saved::{cited, noted, open, read};

fn row(answer: &str, chunks: &Value) -> Case {
    let row =
        json!({"question": "When does it leave?", "answer": answer, "retrieved_chunks": chunks});
    read("a.json", &row.to_string())
}

/// Pieces of two documents, one of which has the same number of a piece.
fn pieces() -> Value {
    let piece = |document: &str, id: &str, text: &str| json!({"source_id": document, "chunk_id": id, "text_preview": text});
    json!([
        piece("nordby2022", "sec3_p4", "The ferry leaves at noon."),
        piece("holm2023", "sec3_p4", "Tickets are sold on board."),
        piece("holm2023", "sec1_p1", "The pier is closed in May."),
    ])
}

#[test]
fn a_document_and_its_piece_name_a_context() {
    let answer = "It leaves at noon (nordby2022, sec3_p4). Tickets are sold on board (holm2023, \
                  sec3_p4; holm2023, sec1_p1). It is cheap [holm2023: sec1_p1] (see below).";
    let case = row(answer, &pieces());
    assert_eq!(
        cited(&case),
        [
            "(nordby2022, sec3_p4) → nordby2022:sec3_p4",
            "(holm2023, sec3_p4; holm2023, sec1_p1) → holm2023:sec3_p4+sec1_p1",
            "[holm2023: sec1_p1] → sec1_p1",
        ]
    );
    let unknown =
        row("It leaves at noon (nordby2022, sec3_p4). It is new (holm2023, sec9_p9).", &pieces());
    assert_eq!(resolved(unknown)[1], "sec9_p9 → unknown-source");
    assert!(cited(&row("It is new (holm2023, sec9_p9).", &pieces())).is_empty());
    let several = row("It is so [nordby2022:sec3_p4, holm2023: sec1_p1].", &pieces());
    assert_eq!(
        cited(&several),
        ["[nordby2022:sec3_p4, holm2023: sec1_p1] → nordby2022:sec3_p4+sec1_p1"]
    );
    let text = |at: usize| match &case.sources[at].text {
        SourceText::Inline(text) => text.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        (text(0).as_str(), text(1).as_str()),
        ("The ferry leaves at noon.", "Tickets are sold on board.")
    );
    assert!(!noted(&case, "not read"), "{:?}", case.notes);
}

#[test]
fn a_file_and_its_page_name_the_piece_on_that_page() {
    let piece = |id: &str, page: u64, section: &str, text: &str| {
        json!({"chunk_id": id, "document": "guide.pdf", "source": "guide.pdf", "section": section,
            "page_start": page, "page_end": page, "text_snippet": text})
    };
    let chunks = json!([
        piece("guide.pdf_1", 4, "Times", "The ferry leaves at noon."),
        piece("guide.pdf_2", 9, "Fares, and more", "A ticket is 4 crowns."),
        piece("guide.pdf_3", 9, "Boats", "The boat is new."),
    ]);
    let answer = "It leaves at noon [Source: guide.pdf, Section: Times, Page: 4]. It is 4 crowns \
                  [Source: guide.pdf, Section: Fares, and more, Page: 9]. All is in [guide.pdf].";
    let case = row(answer, &chunks);
    assert_eq!(
        cited(&case),
        [
            "[Source: guide.pdf, Section: Times, Page: 4] → guide.pdf_1",
            "[Source: guide.pdf, Section: Fares, and more, Page: 9] → guide.pdf_2",
            "[guide.pdf] → guide.pdf_1+guide.pdf_2+guide.pdf_3",
        ]
    );
    assert_eq!(resolved(case)[0], "guide.pdf_1 → guide.pdf_1");
}

#[test]
fn a_title_names_a_context() {
    let chunks = json!([{"title": "Ferries: a guide", "text": "The ferry leaves at noon."},
        {"content": "It is cheap.", "metadata": {"source": "fares.md", "page": 2}}]);
    let case =
        row("It leaves (Source: Ferries: a guide). It is cheap [fares.md]. So (it is).", &chunks);
    assert_eq!(
        cited(&case),
        ["(Source: Ferries: a guide) → Ferries: a guide", "[fares.md] → fares.md"]
    );
    assert_eq!(resolved(case).len(), 2);
    let printed =
        json!("[Source 1: Timetable]\nThe ferry leaves at noon.\n[Source 2: Fares]\nIt is cheap.");
    let case = row("[Retrieved from: Timetable]\n\nThe ferry leaves at noon.", &printed);
    assert_eq!(cited(&case), ["[Retrieved from: Timetable] → 1"]);
    let unknown = row("[Retrieved from: Timetable]\n\nThe ferry leaves at noon.", &json!([]));
    assert!(noted(&unknown, "`[Retrieved from: Timetable]`"), "{:?}", unknown.notes);
}

#[test]
fn an_answer_below_its_question_is_that_of_the_row() {
    let log = json!({"query": "When does it leave?", "retrieval": {"chunks": [{"id": "a"}]},
        "reranking": {"chunks": [{"id": "a", "text": "The ferry leaves at noon."}]},
        "generation": {"answer": "It leaves at noon [1].", "tokens": 9}});
    let cases = open("log.jsonl", &format!("{log}\n{log}\n"));
    assert_eq!(cases.len(), 2);
    let case = cases.read(1).unwrap();
    assert!(noted(&case, "`generation.answer` is read as the answer"), "{:?}", case.notes);
    assert_eq!(resolved(case), ["1 → 1"]);
}

#[test]
fn an_essay_beside_its_question_and_contexts_is_the_answer() {
    let memo = json!({"query": "When does it leave?", "memo": "It leaves at noon [nordby: nordby_7].",
        "citations": [["nordby", "nordby_7"]], "evidence_table": [{"claim": "x", "snippet": "It leaves at noon, so it is."}],
        "retrieved": [{"source_id": "nordby", "chunk_id": "nordby_7", "text": "The ferry leaves at noon."}]});
    let case = read("a.json", &memo.to_string());
    assert_eq!(resolved(case), ["nordby_7 → nordby_7"]);
    let bare =
        json!({"query": "When does it leave?", "summary": "It leaves at noon, so it is said."});
    let input = pincite::input::Input::new("a.json", bare.to_string().into_bytes());
    assert!(pincite::cases::open(input, None, &Families::default()).is_err());
}

#[test]
fn the_summary_of_a_page_is_its_text() {
    let chat = json!({"object": "chat.completion", "choices": [{"index": 0, "message": {"role": "assistant",
        "content": "It leaves at noon.", "annotations": [{"type": "url_citation", "title": "Ferries",
        "url": "https://a.example/f", "summary": "The ferry leaves at noon."}]}}]});
    let case = read("a.json", &chat.to_string());
    assert!(matches!(&case.sources[0].text, SourceText::Inline(_)), "{:?}", case.sources[0]);
}

#[test]
fn files_behind_the_word_sources_in_round_brackets_cite() {
    let text = "Reset it in the portal.\n\n(Sources: reset.md, lockout.md)\n\nIt works (Source: vpn.pdf, p. 3).\n\n\
                Run it (file: main.md).\n";
    assert_eq!(
        cited(&read("a.md", text)),
        [
            "(Sources: reset.md, lockout.md) → reset.md+lockout.md",
            "(Source: vpn.pdf, p. 3) → vpn.pdf"
        ]
    );
    let led = "It leaves [Source: Ferries, and boats.pdf, Section: Times, Page: 4].";
    let case = read("a.md", led);
    let target = &case.response.citations[0].targets[0];
    assert_eq!(target.id, "Ferries, and boats.pdf");
    assert_eq!(target.locator, Some(pincite::model::Locator::Pages { first: 4, last: 4 }));
}

#[test]
fn names_with_pages_cite_where_there_are_several() {
    let text = "It leaves at noon [Timetable(p.8)]. It is cheap [Fares of 2024, pp. 3-4].";
    assert_eq!(
        cited(&read("a.md", text)),
        ["[Timetable(p.8)] → Timetable", "[Fares of 2024, pp. 3-4] → Fares of 2024"]
    );
    assert!(cited(&read("a.md", "See [@nordby, p. 8] and [see Fares, p. 3] of it.")).len() < 2);
}

#[test]
fn a_list_without_addresses_that_ends_a_text_is_its_sources() {
    let text = "Ferries\nThey leave at noon.\n[1], [2]\nFares\nThey are cheap.\n[3]\n\
                [1] Timetable of Nordby\n[2] Piers\n[3] Fares and more\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2", "[3] → 3"]);
    assert_eq!(case.sources[2].title.as_deref(), Some("Fares and more"));
    let column = "Ferries\nTimes\nSources\nNordby\nIt leaves at noon.\nSo it is said.\n[1], [2]\nHolm\n\
                  It is cheap.\n[1], [3]\n[1] Timetable\n[2] Piers\n[3] Fares\n";
    assert_eq!(cited(&read("a.md", column)).len(), 4);
    let questions = "Results\n\n[1] Is it so?\n[2] Is it cheap?\n[3] Is it new?\n";
    assert!(cited(&read("a.md", questions)).is_empty());
}

#[test]
fn lines_that_name_a_source_and_its_address_cite() {
    let text = "**Q:** When?\n**A:** It leaves at noon.\n**Source:** Timetable\n**Link:** https://a.example/t\n\n\
                **Q:** How much?\n**A:** It is cheap.\n**Source:** https://b.example/f\n";
    let case = read("a.md", text);
    let urls: Vec<_> = case.sources.iter().map(|source| source.url.as_deref()).collect();
    assert_eq!(urls, [Some("https://a.example/t"), Some("https://b.example/f")]);
    assert_eq!(
        cited(&case),
        [
            "**Source:** Timetable\n**Link:** https://a.example/t → https://a.example/t",
            "**Source:** https://b.example/f → https://b.example/f",
        ]
    );
    let named =
        read("a.md", "It leaves at noon.\nSource: Timetable\n\nIt is cheap.\nSource: Fares\n");
    assert!(
        noted(&named, "2 lines that name a source not read, such as `Source: Timetable`"),
        "{:?}",
        named.notes
    );
    let files =
        "1. It leaves\n   - 來源：`daily.md`、`macro.md`\n2. It is cheap\n   - 來源：`fares.md`\n";
    let note = "2 lines that name a source not read, such as `- 來源：`daily.md`、`macro.md``";
    assert!(noted(&read("a.md", files), note), "{:?}", read("a.md", files).notes);
    let page = "---\ntitle: Ferries\nsource: https://a.example/page\n---\n\nIt leaves at noon.\n";
    assert!(!noted(&read("a.md", page), "source not read"));
}

#[test]
fn the_server_of_codex_logs_sessions() {
    let line =
        |method: &str, params: Value| json!({"method": method, "params": params}).to_string();
    let item = |item: Value| json!({"threadId": "t", "turnId": "u", "item": item});
    let log = [
        json!({"id": 1, "result": {"userAgent": "codex/0.1"}}).to_string(),
        line("turn/started", json!({"threadId": "t", "turn": {"id": "u"}})),
        line(
            "item/completed",
            item(
                json!({"type": "userMessage", "id": "i", "content": [{"type": "text", "text": "When?"}]}),
            ),
        ),
        line("item/completed", item(json!({"type": "webSearch", "id": "w", "query": "ferry"}))),
        line(
            "codex/event/agent_message",
            json!({"id": "u", "msg": {"type": "agent_message", "message": "x"}}),
        ),
        line(
            "item/completed",
            item(
                json!({"type": "agentMessage", "id": "m", "text": "At noon ([a.example](https://a.example/t))"}),
            ),
        ),
        line("turn/completed", json!({"threadId": "t", "turn": {"id": "u"}})),
    ];
    let cases = open("log.ndjson", &(log.join("\n") + "\n"));
    assert_eq!(cases.len(), 1);
    let case = cases.read(0).unwrap();
    assert_eq!((case.format.name, case.question.as_deref()), ("codex", Some("When?")));
    assert_eq!(cited(&case), ["[a.example](https://a.example/t) → https://a.example/t"]);
}

#[test]
fn messages_of_another_agent_are_no_stream_of_anthropic() {
    let message =
        json!({"role": "assistant", "content": [{"type": "text", "text": "It leaves at noon."}]});
    let asked = json!({"role": "user", "content": [{"type": "text", "text": "When?"}]});
    let log = [
        json!({"type": "agent_start"}),
        json!({"type": "message_start", "message": asked}),
        json!({"type": "message_start", "message": message}),
        json!({"type": "message_end", "message": message}),
        json!({"type": "agent_end", "messages": [asked, message]}),
    ];
    let cases = open("log.ndjson", &log.map(|line| line.to_string()).join("\n"));
    let formats: Vec<_> =
        (0..cases.len()).filter_map(|at| Some(cases.read(at).ok()?.format.name)).collect();
    assert!(!formats.contains(&"anthropic"), "{formats:?}");
}

#[test]
fn json_answers_in_fences_are_cases() {
    let answer = |text: &str| json!({"answer": text, "sources": [{"title": "Timetable", "text": "It leaves at noon."}]});
    let text = format!(
        "# Results\n\nQuestion: When?\n\n```json\n{}\n```\n\nQuestion: How much?\n\n```json\n{}\n```\n\n```json\n{{\"a\": 1}}\n```\n",
        answer("It leaves at noon [1]."),
        answer("It is cheap.")
    );
    let cases = open("a.md", &text);
    assert_eq!(cases.len(), 2);
    let case = cases.read(0).unwrap();
    assert!(noted(&case, "opened 2 JSON answers in blocks of code"), "{:?}", case.notes);
    assert_eq!(resolved(case), ["1 → "]);
    let example = format!("# Manual\n\nIt answers:\n\n```json\n{}\n```\n", answer("It is cheap."));
    assert!(!noted(&read("a.md", &example), "blocks of code"));
    let own = format!("It leaves at noon. [1] So it is [1].\n\n[1]: https://a.example\n\n{text}");
    assert_eq!(open("a.md", &own).len(), 1);
}

#[test]
fn json_in_an_answer_that_cites_takes_no_citation_away() {
    let json = json!({
        "answer": "Parcels leave on Monday, as they did in the year before [1].",
        "citations": ["https://a.example"],
    });
    for name in ["a.md", "a.txt"] {
        let text =
            format!("It opens at nine [1].\n\n```json\n{json}\n```\n\nIt lasts 12 hours [2].\n");
        let cases = open(name, &text);
        let cited: usize =
            (0..cases.len()).map(|at| cases.read(at).unwrap().response.citations.len()).sum();
        assert_eq!((cases.len(), cited), (2, 3));
        let heading = format!("Here is the answer:\n\n```json\n{json}\n```\n\nThat is all.\n");
        assert_eq!(open(name, &heading).len(), 1);
    }
}

#[test]
fn links_in_brackets_and_links_called_source_cite() {
    let link = |name: &str, at: &str| format!("[{name}](https://{at}.example/p)");
    let (a, b, c) = (link("Timetable", "a"), link("Fares", "b"), link("Piers", "c"));
    let text = format!("It leaves at noon ({a}). It is cheap ({b}). It is closed in May ({c}).");
    assert_eq!(cited(&read("a.md", &text)).len(), 3);
    let digest = format!(
        "It leaves at noon. {}\n\nIt is cheap. {}\n",
        link("Source", "a"),
        link("source", "b")
    );
    assert_eq!(cited(&read("a.md", &digest)).len(), 2);
    let plain = format!("Read {a} of the ferry, or {b} before {c} opens. It is new ({a}).");
    assert!(cited(&read("a.md", &plain)).is_empty());
}

#[test]
fn a_printed_search_result_of_a_notebook_is_no_answer() {
    let output = |text: &str| json!({"output_type": "stream", "name": "stdout", "text": [text]});
    let cell = |text: &str| json!({"cell_type": "code", "metadata": {}, "source": [], "outputs": [output(text)]});
    let found = "[TOOL RESULT] {'found': \"It was built in 653.[6] It fell later.[7][8]\"}";
    let notebook = |texts: &[&str]| {
        let cells: Vec<Value> = texts.iter().map(|text| cell(text)).collect();
        json!({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).to_string()
    };
    let cases = open("a.ipynb", &notebook(&[found, "It was built in 653 [1]. It fell later [2]."]));
    assert_eq!(cases.len(), 1);
    assert_eq!(cited(&cases.read(0).unwrap()), ["[1] → 1", "[2] → 2"]);
    let input = pincite::input::Input::new("a.ipynb", notebook(&[found]).into_bytes());
    assert!(pincite::cases::open(input, None, &Families::default()).is_err());
}

#[test]
fn titles_behind_the_word_source_cite() {
    let text = "It leaves at noon [Source: Ferries, a guide, p. 12]. It is cheap [Source: Fares]. It is new \
                [Source: https://a.example/x].";
    let case = read("a.md", text);
    assert_eq!(
        cited(&case)[..2],
        ["[Source: Ferries, a guide, p. 12] → Ferries, a guide", "[Source: Fares] → Fares"]
    );
    let target = &case.response.citations[0].targets[0];
    assert_eq!(target.locator, Some(pincite::model::Locator::Pages { first: 12, last: 12 }));
}

#[test]
fn contexts_that_a_row_only_names_are_cited_by_name() {
    let ids = json!({"query": "When?", "answer": "At noon [ferry_reg_4](1), or later [ferry_reg_5(b)].",
        "retrieved": ["ferry_reg_4", "ferry_reg_5"], "citations": ["ferry_reg_4"]});
    let case = read("a.json", &ids.to_string());
    assert_eq!(cited(&case), ["[ferry_reg_4] → ferry_reg_4", "[ferry_reg_5(b)] → ferry_reg_5"]);
    let titles = json!({"question": "When?", "answer": "At noon, as Source 1 [Ferry Guide] says.",
        "sources": ["Ferry Guide", "Unknown Section", "p. 32"]});
    let case = read("a.json", &titles.to_string());
    assert_eq!(cited(&case), ["[Ferry Guide] → Ferry Guide"]);
    assert!(matches!(case.sources[0].text, SourceText::Absent(_)), "{:?}", case.sources[0]);
}

#[test]
fn lines_that_end_with_their_sources_and_lines_of_users_are_noted() {
    let text =
        "1. It leaves at noon (3-0). Sources: Nordby, Holm\n2. It is cheap. Sources: Fares\n";
    let case = read("a.md", text);
    assert!(
        noted(&case, "2 lines that name a source not read, such as `Sources: Nordby, Holm`"),
        "{:?}",
        case.notes
    );
    let log = json!({"role": "user", "content": "When does it leave?", "session_id": "s"});
    let case = read("a.json", &log.to_string());
    assert!(noted(&case, "its `role` is `user`"), "{:?}", case.notes);
}

#[test]
fn footnotes_whose_pages_are_in_lines_below_cite() {
    let text = "It leaves at noon[^c-1], and is cheap[^c-2].\n\n[^c-1]: The ferry leaves at noon.\n    \
                - s-1 \"at noon\" - *Times*. <https://a.example/t>\n\n[^c-2]: It is cheap.\n    - s-2 \
                <https://b.example/f>\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case), ["[^c-1] → c-1", "[^c-2] → c-2"]);
    assert_eq!(case.sources[0].url.as_deref(), Some("https://a.example/t"));
    let ids = read("a.md", "It leaves at noon [src-007, src-012]. It is cheap [src-002].");
    assert_eq!(cited(&ids), ["[src-007, src-012] → src-007+src-012", "[src-002] → src-002"]);
}

#[test]
fn numbers_before_a_chinese_full_stop_cite_above_a_list() {
    let text = "渡轮中午出发 1。票价便宜（见价目表） 2，码头在五月关闭 1, 3。共有 95 艘船。\n\n#### **Works cited**\n\n\
                1. 时刻表, accessed April 23, 2026, https://a.example/t\n\
                2. 价目表, accessed April 23, 2026, https://b.example/f\n\
                3. 码头, accessed April 23, 2026, https://c.example/p\n";
    assert_eq!(cited(&read("a.md", text)), ["1 → 1", "2 → 2", "1, 3 → 1+3"]);
}

#[test]
fn lines_of_a_chat_are_its_answers_with_their_questions_and_sources() {
    let said = |role: &str, text: &str| json!({"role": role, "content": text, "session_id": "s"});
    let mut cited_line = said("bot", "It leaves at noon (Source: Timetable of Nordby).");
    cited_line["metadata"] =
        json!({"sources": [{"title": "Timetable of Nordby", "text": "The ferry leaves at noon."}]});
    let lines = [
        said("user", "When?"),
        cited_line,
        said("user", "And in May?"),
        said("bot", "It is closed."),
    ];
    let cases = open("chat.jsonl", &lines.map(|line| line.to_string()).join("\n"));
    assert_eq!(cases.len(), 2);
    let first = cases.read(0).unwrap();
    assert_eq!((first.format.name, first.question.as_deref()), ("chat-log", Some("When?")));
    assert_eq!(cited(&first), ["(Source: Timetable of Nordby) → Timetable of Nordby"]);
    assert_eq!(cases.read(1).unwrap().question.as_deref(), Some("And in May?"));
    let replies = [said("assistant", "It is."), said("assistant", "It isn't.")];
    let replies = replies.map(|mut line| {
        line["question"] = json!("Is it?");
        line.to_string()
    });
    assert_eq!(open("replies.jsonl", &replies.join("\n")).read(1).unwrap().format.name, "rows");
}

#[test]
fn a_chat_with_plain_answers_of_tools_is_no_chat_log() {
    let said = |role: &str, text: &str| json!({"role": role, "content": text}).to_string();
    let lines = |of_tools: &str| {
        let lines = [said("user", "When?"), said(of_tools, "noon"), said("assistant", "At noon.")];
        open("chat.jsonl", &lines.join("\n")).read(0).unwrap().format.name
    };
    assert_eq!(lines("system"), "chat-log");
    assert_ne!(lines("tool"), "chat-log");
    assert_ne!(lines("function"), "chat-log");
}

#[test]
fn steps_in_the_log_of_an_agent_are_no_answers() {
    let line =
        |role: &str, kind: &str, text: &str| json!({"role": role, "kind": kind, "content": text});
    let state = |kind: &str| json!({"role": "system", "kind": kind, "raw": {}});
    let lines = [
        state("status_running"),
        line("user", "goal", "When does it leave?"),
        state("model_request_start"),
        line("agent", "message", "I read the timetable first."),
        line("agent", "tool_use", "{\"command\":\"cat times.txt\"}"),
        line("agent", "tool_result", "It was renewed [8]. It is old [8, 11].\n\n[8] Holm. Boats."),
        line("system", "evaluation", "satisfied [1]"),
        line("agent", "reply", "It leaves at noon ([pier.example](https://pier.example/times))."),
    ];
    let cases = open("log.jsonl", &lines.map(|line| line.to_string()).join("\n"));
    assert_eq!(cases.len(), 2);
    let last = cases.read(1).unwrap();
    assert_eq!(
        (last.format.name, last.question.as_deref()),
        ("chat-log", Some("When does it leave?"))
    );
    assert_eq!(last.response.citations.len(), 1, "{:?}", cited(&last));
    assert!(cases.read(0).unwrap().response.citations.is_empty());
}

#[test]
fn each_answer_of_a_chat_has_its_own_list_of_titles() {
    let text = "### When?\n\nIt leaves at noon [1][2].\n\n**Sources Cited:**\n- [1] Timetable (Page 4)\n- [2] Piers\n\n---\n\n\
                ### How much?\n\nIt is cheap [1].\n\n**Sources Cited:**\n- [1] Fares (Page 2)\n- [2] Boats\n";
    let case = read("chat.md", text);
    let titles: Vec<_> = resolved_titles(&case);
    assert_eq!(titles, ["Timetable (Page 4)", "Piers", "Fares (Page 2)"]);
}

/// Returns the title of each cited source.
fn resolved_titles(case: &Case) -> Vec<&str> {
    let targets = case.response.citations.iter().flat_map(|citation| &citation.targets);
    let source = |id: &str| case.sources.iter().find(|source| source.id == id);
    targets.filter_map(|target| source(&target.id)?.title.as_deref()).collect()
}

#[test]
fn a_preview_of_an_answer_is_read_where_there_is_no_other() {
    let row = json!({"query": "When does it leave?", "answer_preview": "It leaves at noon [1].",
        "sources": [{"document_name": "Timetable", "page": 4}]});
    let case = read("a.json", &row.to_string());
    assert!(noted(&case, "`answer_preview` is read as the answer"), "{:?}", case.notes);
    assert_eq!(case.sources[0].title.as_deref(), Some("Timetable"));
    assert_eq!(case.response.citations.len(), 1);
}

#[test]
fn cited_answers_in_blocks_of_code_are_cases() {
    let block = "It leaves at noon [1]. So it is. [2]\n\nIt is cheap [1, 2].";
    let text = format!(
        "# Capture\n\nPrompt:\n\n```text\nWhen? Say it.\n```\n\nAnswer:\n\n```text\n{block}\n```\n"
    );
    let case = read("a.md", &text);
    assert_eq!(case.response.citations.len(), 3);
    assert!(noted(&case, "opened blocks of code: 1 text in it cites"), "{:?}", case.notes);
    let code = "# Code\n\n```python\na = b[1]. c\nd = b[2]. e\n```\n";
    assert_eq!(read("a.md", code).format.name, "plain");
}

#[test]
fn a_list_without_numbers_that_is_too_short_is_not_counted() {
    let text = "It leaves at noon [1]. It is cheap [9]. It is new [12].\n\n## Sources\n\n- Guide of Nordby\n- Its notes\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case), ["[1] → 1", "[9] → 9", "[12] → 12"]);
    assert!(case.sources.is_empty(), "{:?}", case.sources);
    let fits = read("a.md", &text.replace("[9]", "[2]").replace("[12]", "[1]"));
    assert_eq!(fits.sources.len(), 2);
}

#[test]
fn a_name_before_a_colon_cites_inside_a_sentence() {
    let pieces = json!([
        {"chunk_id": "2025Holm_Piers_chunk_1", "text": "The ferry leaves at noon."},
        {"chunk_id": "2025Holm_Piers_chunk_4", "text": "The pier is closed in May."},
    ]);
    let answer = "Two times are known [2025Holm_Piers_chunk_1]:\n\n- It leaves at noon \
                  [2025Holm_Piers_chunk_1].\n- **In May** [2025Holm_Piers_chunk_4]: the pier is closed.";
    assert_eq!(
        cited(&row(answer, &pieces)),
        [
            "[2025Holm_Piers_chunk_1] → 2025Holm_Piers_chunk_1",
            "[2025Holm_Piers_chunk_1] → 2025Holm_Piers_chunk_1",
            "[2025Holm_Piers_chunk_4] → 2025Holm_Piers_chunk_4",
        ]
    );
    // At the beginning of a line, it is what the line is about.
    let described =
        "It leaves at noon [2025Holm_Piers_chunk_1].\n\n[2025Holm_Piers_chunk_1]: times";
    assert_eq!(cited(&row(described, &pieces)).len(), 1);
}
