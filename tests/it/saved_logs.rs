//! Logs, lists of changes, and tables of runs as people save them: what only looks like a citation, pieces with
//! broken labels, snippets in columns, and rows in two halves.

use pincite::model::{Case, SourceText};
use serde_json::json;

use crate::rows::resolved;
use crate::saved::{cited, open, read};

#[track_caller]
fn assert_note(case: &Case, note: &str) {
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn the_label_of_a_piece_may_break_over_lines() {
    let quotes = "[#q0d03 | 2026-04-11]\nIt waits for the train.\n[#q0d06 | 2026-04-11 | 5. \nTimes of \
                  the ferry]\nThe ferry leaves at noon.\n[#q0d1e | 2026-04-11 | 2. Fares]\nNo fare is asked.\n";
    let answer =
        "It leaves at noon [#q0d06, #q0d1e]. It waits [#q0d03]. It is free [#q9999, #q0d1e].";
    let text = json!({"q1": {"model-a": {"answer": answer, "quotes": quotes}}}).to_string();
    let case = read("runs.json", &text);
    let expected = [
        "[#q0d06, #q0d1e] → #q0d06+#q0d1e",
        "[#q0d03] → #q0d03",
        "[#q9999, #q0d1e] → #q9999+#q0d1e",
    ];
    assert_eq!(cited(&case), expected);
    let texts: Vec<&str> = (case.sources.iter())
        .filter_map(|source| match &source.text {
            SourceText::Inline(text) => Some(text.trim_end()),
            _ => None,
        })
        .collect();
    assert_eq!(
        texts,
        ["It waits for the train.", "The ferry leaves at noon.", "No fare is asked."]
    );
}

#[test]
fn lists_of_signs_without_such_contexts_are_noted() {
    let row = json!({"question": "?", "answer": "It leaves at noon [#q0d06, #q0d1e].", "contexts": ["At noon."]});
    let case = read("a.json", &row.to_string());
    assert_note(&case, "1 mark not read that looks like a citation, such as `[#q0d06, #q0d1e]`");
}

#[test]
fn snippets_in_the_lines_of_a_table_are_the_sources_of_their_answer() {
    let both = "It leaves at noon [times__pp8-9.pdf], for four crowns [fares__pp1-2.pdf].";
    let text = format!(
        "query,approach,filename,snippet,answer\n\
         When?,a,times__pp8-9.pdf,The ferry leaves at noon.,It leaves at noon [times__pp8-9.pdf].\n\
         When?,b,times__pp8-9.pdf,The ferry leaves at noon.,\"{both}\"\n\
         When?,b,fares__pp1-2.pdf,A ticket is four crowns.,\"{both}\"\n"
    );
    let cases = open("runs.csv", &text);
    assert_eq!(cases.len(), 2);
    assert_eq!(resolved(cases.read(0).unwrap()), ["times__pp8-9.pdf → times__pp8-9.pdf"]);
    let expected = ["times__pp8-9.pdf → times__pp8-9.pdf", "fares__pp1-2.pdf → fares__pp1-2.pdf"];
    assert_eq!(resolved(cases.read(1).unwrap()), expected);
}

#[test]
fn the_answers_of_several_systems_to_one_query_stay_apart() {
    let text = "query,passage,answer\nWhen?,At noon.,It leaves at noon [1].\nWhen?,At ten.,It leaves at ten [1].\n";
    let cases = open("runs.csv", text);
    let answers: Vec<String> =
        (0..cases.len()).map(|at| cases.read(at).unwrap().response.text).collect();
    assert_eq!(answers, ["It leaves at noon [1].", "It leaves at ten [1]."]);
}

#[test]
fn texts_about_the_context_of_something_are_no_contexts_of_an_answer() {
    let prices =
        "The fares of the pier rose by four percent in May [1], which is more than in April.";
    let people = "More people take the train since the fares of the ferry rose [2][1].";
    let market = json!({"pier_context": {"prices": prices}, "impact": {"people": people}});
    let pages = ["https://pier.example/fares", "https://pier.example/trend"];
    let run = json!({"market": market, "citations": pages});
    let cases = open("runs.json", &json!({"runs": [{"id": 1, "enhancement": run}]}).to_string());
    let all: Vec<Vec<String>> =
        (0..cases.len()).map(|at| cited(&cases.read(at).unwrap())).collect();
    assert_eq!(all, [vec!["[1] → 1"], vec!["[2] → 2", "[1] → 1"]]);
}

#[test]
fn the_commits_and_issues_in_a_list_of_changes_do_not_cite() {
    let base = "https://forge.example/pier/ferry";
    let commit =
        |hash: &str| format!("([{hash}]({base}/commit/{hash}707e9f42cacaf005f9ae2b2a648ecf3d4))");
    let text = format!(
        "# Changelog\n\n## [3.2.0]({base}/compare/v3.1.0...v3.2.0) (2024-05-01)\n\n### Features\n\n* **pier:** open \
         at nine {}\n* wait for the train {}, closes [#12]({base}/issues/12)\n* sell fares \
         ([#13]({base}/issues/13)) {}\n",
        commit("73d3170"),
        commit("5a1487a"),
        commit("28a8e32")
    );
    let case = read("CHANGELOG.md", &text);
    assert!(cited(&case).is_empty(), "{:?}", cited(&case));
    let is_noted = |note: &String| note.contains("links in sentences not read as citations");
    assert!(case.notes.iter().any(is_noted), "{:?}", case.notes);
    let text = format!(
        "It leaves at noon ([pier.example](https://pier.example/times)). It waits {}.",
        commit("73d3170")
    );
    assert_eq!(cited(&read("answer.md", &text)).len(), 2);
}

#[test]
fn the_ranks_in_the_lines_of_a_log_do_not_cite() {
    let line = |rank: usize, words: &str| {
        format!("pier-7b2:2430{rank}:2587{rank} [{rank}] INFO {words}\n")
    };
    let lines = (0..6).map(|rank| {
        line(rank % 4, "Trees [0] 2/-1 [1] 2/-1 [2] 3/-1.") + &line(rank % 4, "Channel 02 is open")
    });
    let case = read("train.log", &lines.collect::<String>());
    assert!(cited(&case).is_empty(), "{:?}", cited(&case));
    let text = "At 12:30 [1] it leaves, and at 14:45 [2] it is back.\n\n## Sources\n\n[1] Times\n[2] Rules\n";
    assert_eq!(cited(&read("a.md", text)).len(), 2);
}

#[test]
fn numbers_of_files_in_one_line_do_not_cite() {
    let notes = "The rules of 2025 are current, and those of 2022 stay valid. ALL FILES IN FOLDER: [1] \
                 Rules_2025.pdf (current); [2] Times_2024.pdf (current); [3] Fares.pdf (legacy). All are valid.";
    let case = read("result.md", notes);
    assert!(cited(&case).is_empty(), "{:?}", cited(&case));
    let answer = "It leaves at noon [1]. It is free [2].\n\nSources: [1] times.pdf; [2] fares.pdf";
    assert_eq!(cited(&read("a.md", answer)).len(), 2);
}

#[test]
fn files_of_a_row_that_are_named_in_words_are_noted() {
    let answer =
        "It leaves at noon.\n\n(From times__pp8-9.pdf; also see the fares in fares__pp1-2.pdf)";
    let row = json!({"question": "?", "answer": answer, "retrieved_files": "times__pp8-9.pdf;fares__pp1-2.pdf"});
    let case = read("a.json", &row.to_string());
    assert_note(
        &case,
        "2 names of sources in the text, such as `fares__pp1-2.pdf`, may be citations: not read",
    );
}

#[test]
fn the_number_of_a_piece_after_the_name_of_a_file_is_a_place_in_it() {
    let text = "It leaves at noon [source:times_en.pdf:0]. It is free [source: fares.pdf:3, times_en.pdf].\n";
    assert_eq!(
        cited(&read("a.md", text)),
        [
            "[source:times_en.pdf:0] → times_en.pdf",
            "[source: fares.pdf:3, times_en.pdf] → fares.pdf+times_en.pdf"
        ]
    );
    let row = json!({"question": "?", "answer": text, "contexts": ["At noon."]}).to_string();
    assert_eq!(cited(&read("a.json", &row)).len(), 2);
}

#[test]
fn templates_are_files_of_code() {
    let text = "# Ferry\n\nIt reads the times [src/times/times.py]. It holds the words [src/times/prompt.jinja2].\n";
    assert_eq!(cited(&read("a.md", text)).len(), 2);
}

#[test]
fn a_row_may_have_its_question_and_its_answer_in_two_objects() {
    let row = |number: usize, answer: &str| {
        let sources = json!([{"id": "1", "text": "The ferry leaves at noon."}, {"id": "2", "text": "It waits for the train."}]);
        json!({"case": {"id": format!("c{number}"), "query": "When does it leave?"},
            "result": {"response": answer, "sources": sources}})
    };
    let rows =
        [row(1, "It leaves at noon [1]."), row(2, "It waits for the train [2]."), row(3, "")];
    let lines = rows.each_ref().map(ToString::to_string).join("\n");
    for (name, text) in [("runs.jsonl", lines), ("runs.json", json!(rows).to_string())] {
        let cases = open(name, &text);
        assert_eq!(cases.len(), 3, "{name}");
        assert_eq!(cases.read(2).unwrap().response.text, "");
        let case = cases.read(1).unwrap();
        assert_eq!(
            (case.id.as_str(), case.question.as_deref()),
            ("c2", Some("When does it leave?"))
        );
        assert_eq!(resolved(case), ["2 → 2"], "{name}");
    }
}

#[test]
fn the_label_of_a_passage_that_a_program_printed_is_no_citation() {
    let log = "[2025-12-28 17:36:36]\n\nQUESTION:\nWhen does it leave?\n\nFOUND:\n  1. ('[Source 1] times.pdf (Page N/A)\\n\
               Relevance: 0.7\\nIt leaves at noon.\\n\\n[Source 2] fares.pdf (Page N/A)...\n\nANSWER:\nIt leaves at noon.\n";
    let case = read("a.log", log);
    assert!(cited(&case).is_empty(), "{:?}", cited(&case));
    let said = read("a.md", "It leaves at noon ('noon' [Source 1]).\n");
    assert_eq!(cited(&said), ["[Source 1] → 1"]);
}

#[test]
fn what_commands_of_an_agent_printed_is_no_answer() {
    let page = "[132] link \"Timetable\" [url: https://pier.example/]\n[142] banner\n[149] heading \"It opens\"\n";
    let step = |fields: serde_json::Value| {
        let answer =
            json!({"output": "The ferry leaves at noon.", "question": "When does it leave?"});
        json!({"samples": [{"scores": answer, "events": [fields]}]}).to_string()
    };
    let ran = json!({"event": "sandbox", "action": "exec", "cmd": "browse", "input": "{}", "output": page});
    let case = read("log.json", &step(ran));
    assert_eq!(case.response.text, "The ferry leaves at noon.");
    assert_eq!(case.response.citations, []);
    let asked = json!({"cmd": "ask", "question": "When does it leave?", "answer": "It leaves at noon [1].",
        "contexts": ["It leaves at noon."]});
    assert_eq!(cited(&read("row.json", &asked.to_string())), ["[1] → 1"]);
}
