//! Shapes of recorded answers that were read wrong at first sight: lists written as data, rows of marks,
//! numbers of figures and what programs print.

use pincite::model::Case;
use serde_json::{Value, json};

use crate::saved::{cited, noted, open, read};

/// Returns title and address of the source of each citation.
fn sources(case: &Case) -> Vec<(String, String)> {
    let targets = case.response.citations.iter().flat_map(|citation| &citation.targets);
    let source = |id: &str| case.sources.iter().find(|source| source.id == id);
    let titled = |id: &str| {
        let found = source(id)?;
        Some((found.title.clone().unwrap_or_default(), found.url.clone().unwrap_or_default()))
    };
    targets.map(|target| titled(&target.id).unwrap_or_default()).collect()
}

fn titles(case: &Case) -> Vec<String> {
    sources(case).into_iter().map(|(title, _)| title).collect()
}

fn claims(text: &str) -> Vec<String> {
    let case = read("a.md", text);
    let claim = |claim: Option<pincite::evidence::Claim>| {
        claim.map_or("-", |claim| claim.span.slice(text).unwrap()).to_owned()
    };
    pincite::evidence::claims(&case.response).into_iter().map(claim).collect()
}

#[test]
fn entries_written_as_data_keep_their_numbers() {
    let text = "It leaves at noon[^1]. The bus waits[^4]. It is cheap[^5].\n\n:::references\n\
                - {id: 1, title: \"Timetable\", url: \"https://pier.example/t\", source: Pier}\n\
                - {id: 2, title: \"Fares, 2026\", url: \"https://pier.example/f\", date: \"2026-05\"}\n\
                - {id: 4, title: \"Bus plan\", url: \"https://bus.example/p\", source: \"Bus\"}\n\
                - {\"id\": 5, \"title\": \"Prices\", \"url\": \"https://pier.example/s\"}\n:::\n";
    let case = read("a.md", text);
    let expected = [
        ("Timetable", "https://pier.example/t"),
        ("Bus plan", "https://bus.example/p"),
        ("Prices", "https://pier.example/s"),
    ];
    let expected = expected.map(|(title, url)| (title.to_owned(), url.to_owned()));
    assert_eq!(sources(&case), expected);
    assert!(!noted(&case, "no numbers"), "{:?}", case.notes);
}

#[test]
fn entries_of_a_converted_paper_begin_with_anchors() {
    let text = "It leaves at noon [\\[2\\]](#page-9-1), as the bus does [\\[1\\]](#page-9-0).\n\n# References\n\n\
                - <span id=\"page-9-0\"></span>[1] A. Holm. Ferries. 2016.\n\
                - <span id=\"page-9-1\"></span><a id=\"b\"></a>[2] B. Berg. Boats. 2014.\n";
    let case = read("paper.md", text);
    assert_eq!(titles(&case), ["B. Berg. Boats. 2014.", "A. Holm. Ferries. 2016."]);
}

#[test]
fn linked_numbers_of_figures_are_no_citations() {
    let page = "https://journal.example/a";
    let text = format!(
        "It rose [^1]. See Fig. [2]({page}#Fig2) and Extended Data Figs. [3]({page}#Fig3) and \
         [4]({page}#Fig4). It fell [^2], as Table [1]({page}) has it.\n\n\
         [^1]: Holm, A. Ferries. https://pier.example/h\n[^2]: Berg, B. Boats. https://pier.example/b\n"
    );
    let case = read("a.md", &text);
    assert_eq!(cited(&case), ["[^1] → 1", "[^2] → 2"]);
    assert!(noted(&case, "links in sentences not read as citations"), "{:?}", case.notes);
    // A linked number after other words still cites.
    let text = format!("It rose [1]({page}). The figure fell [2]({page}/b).\n");
    assert_eq!(cited(&read("a.md", &text)).len(), 2);
    let text = format!("It rose [1]({page}#section-1). So says the table [2]({page}/b#Tab3).\n");
    assert_eq!(cited(&read("a.md", &text)).len(), 2);
}

#[test]
fn a_printed_answer_whose_marks_end_sentences_in_a_row_is_read() {
    let text = "The program prints this answer:\n\n```\nResponse:\nThe ferry leaves the old pier at noon [1][2]. \
                The bus to the town waits for all of them [3].\n\nCitations:\n1: https://pier.example/t\n```\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case).len(), 3);
    assert!(noted(&case, "opened blocks of code"), "{:?}", case.notes);
    let code = "Use it so:\n\n```\nfor (i = 0; i < n; i++) total += rows [0][1].value;\n```\n";
    assert!(cited(&read("a.md", code)).is_empty());
}

#[test]
fn rows_that_begin_with_marks_support_their_own_words() {
    let list = "Sources:\n[1] Timetable - https://pier.example/t\n[2] Bus plan - https://bus.example/p\n\
                [3] Fares - https://pier.example/f\n";
    let rows = [
        "The ferry leaves at noon every day. (Source: Timetable)",
        "The bus follows ten minutes later. (Source: Bus plan)",
        "The crew sells the tickets on board.",
    ];
    let text = format!("Evidence:\n[1] {}\n[2] {}\n[3] {}\n\n{list}", rows[0], rows[1], rows[2]);
    assert_eq!(claims(&text), rows);
    // Marks that a copy moved to the next line belong to the sentences above them.
    let moved = format!(
        "The ferry leaves at noon every day.\n[1] The bus follows ten minutes later.\n\
         [2] The crew sells the tickets on board.\n[3]\n\n{list}"
    );
    let claims = claims(&moved);
    assert!(claims[0].starts_with("The ferry leaves"), "{claims:?}");
    assert!(claims[2].starts_with("The crew sells"), "{claims:?}");
}

#[test]
fn rows_of_a_table_of_ids_are_the_sources_of_brackets_with_these_ids() {
    let text = "It leaves at noon [S01]. The bus waits for it [S02][S03], as the pier says [S01].\n\n\
                ### 7.1 Quality of the evidence\n\n| ID | Type | Confidence |\n|----|------|----|\n\
                | S01 | Timetable of the pier | High |\n| **S02** | Bus plan | https://bus.example/p |\n\
                | [S03] | Fares | Low |\n";
    let case = read("a.md", text);
    let (pier, bus, fares) = ("Timetable of the pier", "Bus plan", "Fares");
    assert_eq!(titles(&case), [pier, bus, fares, pier], "{:?}", cited(&case));
    assert_eq!(sources(&case)[1].1, "https://bus.example/p");
    // Rows that cite a listed source do not declare it.
    let citing = "| [S1] | It leaves at noon |\n| [S2] | The bus waits |\n| [S1] | It is cheap |\n\n\
                  Sources:\n- [S1] Timetable\n- [S2] Bus plan\n";
    let titles = titles(&read("a.md", citing));
    assert!(!titles.iter().any(|title| title == "It leaves at noon"), "{titles:?}");
}

#[test]
fn what_programs_print_of_their_processes_is_not_cited() {
    let log = "[PM2] Applying action deleteProcessId on app [pier_backend_4101](ids: [ 42 ])\n\
               [PM2] [pier_backend_4101](42) done\n\
               [PM2] Applying action restartProcessId on app [pier_light_3719](ids: [ 8 ])\n";
    assert!(cited(&read("deploy.txt", log)).is_empty());
    let chart = "It leaves at noon [2]. It is cheap [1, 2].\n\n:::stacked-bar\n- {label: \"2025\", values: [1, 2]}\n\
                 - {label: \"2026\", values: [2, 1], note: \"It rose[3]\"}\n:::\n\nSources:\n[1] https://pier.example/a\n\
                 [2] https://pier.example/b\n[3] https://pier.example/c\n";
    let expected = ["[2] → 2", "[1, 2] → 1+2", "[3] → 3"];
    let case = read("chart.md", chart);
    assert_eq!(cited(&case), expected);
    assert!(!case.notes.iter().any(|note| note.contains("not read")), "{:?}", case.notes);
}

#[test]
fn metadata_of_a_page_is_no_text_of_it() {
    let page = |id: u32, more: Value| {
        json!({"source_id": format!("source-{id}"), "title": "Timetable", "metadata": more,
               "canonical_uri": format!("https://pier.example/{id}")})
    };
    let answer = json!({"report_text": "It leaves at noon [1]. The bus waits [2].", "sources": [
        page(1, json!({"auth_scope": "public"})),
        page(2, json!({"link_depth": 1, "content_kind": "remote_pdf", "trust_tier_override": 4})),
    ]});
    let case = read("a.json", &answer.to_string());
    assert_eq!(cited(&case).len(), 2);
    assert!(
        case.sources.iter().all(|source| source.text.why_not().is_some()),
        "{:?}",
        case.sources
    );
}

/// Returns a message as programs that export chats write it.
fn exported(number: usize, role: &str, text: &str) -> Value {
    json!({"id": format!("m{number}"), "role": role, "content": text,
        "created_at": "2023-11-28T11:10:12.576479", "sequence_order": number,
        "parent_id": null, "metadata": {"status": "finished_successfully", "weight": 1}})
}

fn chat(messages: &[(&str, &str)]) -> Value {
    let numbered = messages.iter().enumerate();
    let messages: Vec<Value> =
        numbered.map(|(number, (role, text))| exported(number, role, text)).collect();
    json!({"id": "c", "source": "chatgpt", "title": "Ferries", "summary": null,
        "message_count": messages.len(), "messages": messages})
}

const CHAT: [(&str, &str); 8] = [
    ("user", "When does it leave?"),
    ("assistant", ""),
    ("tool", ""),
    ("assistant", "It leaves at noon\u{3010}8\u{2020}source\u{3011}."),
    ("user", "And in May?"),
    (
        "assistant",
        "It is closed\u{3010}12\u{2020}source\u{3011}, all day\u{3010}9\u{2020}source\u{3011}.",
    ),
    ("user", "Thank you."),
    ("assistant", "You are welcome."),
];

#[test]
fn each_answer_of_an_exported_chat_is_a_case() {
    let cases = open("chat.json", &chat(&CHAT).to_string());
    assert_eq!((cases.format().name, cases.len()), ("chat-log", 3));
    let read = |index: usize| cases.read(index).unwrap();
    let marks: Vec<usize> = (0..3).map(|index| read(index).response.citations.len()).collect();
    assert_eq!(marks, [1, 2, 0]);
    assert_eq!(read(1).question.as_deref(), Some("And in May?"));
    assert_eq!(read(1).id, "Ferries, message 6");
}

#[test]
fn requests_and_chats_with_results_of_tools_are_no_exported_chats() {
    let format = |document: &Value| read("chat.json", &document.to_string()).format.name;
    // The last answer alone cites.
    assert_eq!(format(&chat(&CHAT[..4])), "transcript");
    // It ends with a question: an interface is to answer it.
    assert_eq!(format(&chat(&CHAT[..7])), "transcript");
    let mut without_stamps = chat(&CHAT);
    for message in without_stamps["messages"].as_array_mut().unwrap() {
        *message = json!({"role": message["role"], "content": message["content"]});
    }
    assert_eq!(format(&without_stamps), "transcript");
    let mut with_result = CHAT;
    with_result[2].1 = r#"[{"title": "Timetable", "text": "Noon."}]"#;
    assert_eq!(format(&chat(&with_result)), "transcript");
    let mut with_parts = chat(&CHAT);
    with_parts["messages"][5]["metadata"]["parts"] = json!([{"text": "It is closed."}]);
    assert_eq!(format(&with_parts), "transcript");
}

#[test]
fn short_texts_beside_those_that_cite_are_cases() {
    let row = |verbose: &str, concise: &str| {
        json!({"case": "fares", "verbose": {"preview": verbose, "tokens": 61},
            "concise": {"preview": concise}})
    };
    let rows = [
        row(
            "According to the annual report [1], the port took $12,645 million in fares [2].",
            "$12,645 million [1]",
        ),
        row(
            "The annual report states that the ferries took $1,615.9 million [1].",
            "$1,615.9 million",
        ),
    ];
    let bench = json!({"model": "m", "rows": rows, "labels": ["Fares [2]"]});
    let cases = open("bench.json", &bench.to_string());
    let ids: Vec<String> = (0..cases.len()).map(|index| cases.read(index).unwrap().id).collect();
    let expected =
        ["rows[0].verbose.preview", "rows[0].concise.preview", "rows[1].verbose.preview"];
    assert_eq!(ids, expected.map(|path| format!("bench.json#{path}")));
    // A lone mark in so few words is noted.
    assert!(noted(&cases.read(1).unwrap(), "1 mark not read that looks like a citation"));
}

#[test]
fn a_bare_number_after_a_decimal_is_read_or_noted() {
    let list = "\n\n#### **Works cited**\n\n1. Fares, accessed May 5, 2026, https://pier.example/1\n\
                2. Tides, accessed May 5, 2026, https://pier.example/2\n\
                3. Piers, accessed May 5, 2026, https://pier.example/3\n";
    let of = |text: &str| read("a.md", &format!("It leaves at noon.1 It is cheap.2 {text}{list}"));
    let cited_in = |text: &str| cited(&of(text)).len();
    for value in ["The ratio is \\>2.5.3 The port", "It took $1.2.3 The port", "It is ~7.5.3\n"] {
        assert_eq!(cited_in(value), 3, "{value}");
    }
    let note = "1 number after a decimal, such as in `2.5.3`, may be a citation: not read";
    for unsure in ["The ratio is 2.5.3 The port is old.", "See section 2.5.3 The port is old."] {
        assert_eq!(cited_in(unsure), 2, "{unsure}");
        assert!(noted(&of(unsure), note), "{:?}", of(unsure).notes);
    }
    let others = [
        "\n\n2.5.3 The port\n\nIt is old.",
        "\n\n## 2.5.3 The port\n\nIt is old.",
        "It runs Python 2.5.3 The port is old.",
        "It runs v2.5.3 The port is old.",
        "The ratio is 2.5.4 The port is old.",
        "The ratio is 2.5.3 and more.",
    ];
    for other in others {
        assert_eq!(cited_in(other), 2, "{other}");
        assert!(!noted(&of(other), "after a decimal"), "{other}");
    }
}

#[test]
fn names_beside_the_same_texts_are_those_of_contexts() {
    let chunk = |text: &str, name: &str| json!({"rank": 1, "text": text, "source": name, "doc_type": "pdf", "distance": 0.28});
    let (times, fares) = ("The ferry leaves at noon.", "A day pass costs 12 crowns.");
    let row = |chunks: &[Value]| {
        json!({"query": "When?", "chunks": chunks, "contexts": [times, fares], "answer":
            "It leaves at noon [HOLM/PORTQA].\nA pass costs 12 crowns [FARES GUIDE 2023].\nIt is old [ISO 3166 B]."})
    };
    let chunks = [chunk(times, "Holm/PortQA"), chunk(fares, "fares_guide_2023.pdf")];
    let case = read("a.json", &json!([row(&chunks), row(&chunks)]).to_string());
    let named: Vec<&str> = case.sources.iter().filter_map(|it| it.title.as_deref()).collect();
    assert_eq!(named, ["Holm/PortQA", "fares_guide_2023.pdf"]);
    assert_eq!(cited(&case), ["[HOLM/PORTQA] → Holm/PortQA"]);
    let note = "2 brackets with words at the end of sentences, such as `[FARES GUIDE 2023]`";
    assert!(noted(&case, note), "{:?}", case.notes);
    // Other texts are not those of the contexts.
    let others = [chunk(fares, "Holm/PortQA"), chunk(times, "fares_guide_2023.pdf")];
    let case = read("a.json", &json!([row(&others), row(&others)]).to_string());
    assert!(cited(&case).is_empty());
    let note = "3 brackets with words at the end of sentences, such as `[HOLM/PORTQA]`";
    assert!(noted(&case, note), "{:?}", case.notes);
}
