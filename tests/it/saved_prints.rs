//! What programs print and write beside answers: links broken over lines, lists of changes, pieces of files,
//! results of searches, passages after numbers.

use pincite::model::{Case, SourceText};
use serde_json::json;

use crate::rows::resolved;
use crate::saved::{cited, open, read, refused};

#[track_caller]
fn assert_note(case: &Case, note: &str) {
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
}

#[test]
fn the_label_of_a_link_may_break_over_lines() {
    let page = "https://pier.example/times#:~:text=leaves";
    let text = format!(
        "The ferry leaves at noon ([\n            Times of the ferry - Pier\n        ]({page})). It is free \
         ([Fares of the\npier](https://pier.example/fares#:~:text=free)).\n\n- [Pier\n- Times](https://pier.example)\n"
    );
    let case = read("a.md", &text);
    let labels: Vec<_> = case.response.citations.iter().filter_map(|it| it.label.clone()).collect();
    assert_eq!(labels, ["Times of the ferry - Pier", "Fares of the pier"]);
    assert_eq!(case.sources[0].url.as_deref(), Some("https://pier.example/times"));
}

#[test]
fn the_commits_in_brackets_of_a_list_of_changes_do_not_cite() {
    let change = |hash: &str| {
        format!(
            "* wait for the ferry ([{hash}](https://git.example/pier/commit/{hash}0f2a))\n\
             * leave at noon ([#12](https://git.example/pier/issues/12)), see [a@b](https://git.example/a)\n"
        )
    };
    let hashes = ["5f08862", "748e1b9", "54d4b6b"].map(change);
    let case = read("CHANGELOG.md", &format!("## 1.2.0\n\n{}", hashes.join("\n")));
    assert_eq!(cited(&case), [""; 0]);
}

#[test]
fn the_numbers_of_a_report_mean_its_references_and_not_the_addresses_below() {
    let text = "The ferry leaves at noon [1,3]. It is free [2].\n\n## 7. References (key works)\n1. Pier 2009. \
                *Times* 11:209.\n2. Quay 2010. *Fares* 9:1.\n3. Mole 2011. *Tides* 4:2.\n\n## Sources\n\n- \
                https://a.example/1\n- https://a.example/2\n- https://a.example/3\n- https://a.example/4\n";
    let case = read("report.md", text);
    assert_eq!(cited(&case), ["[1,3] → 1+3", "[2] → 2"]);
    let titles: Vec<_> = case.sources.iter().filter_map(|it| it.title.clone()).collect();
    assert!(titles[0].starts_with("Pier 2009"), "{titles:?}");
}

#[test]
fn links_in_numbered_statements_cite() {
    let item = |number: usize, name: &str| {
        let page = format!("http://pier.example/{name}");
        format!("{number}. **{name}** ([{page}]({page})) – it leaves at noon.\n")
    };
    let list: String =
        (1..).zip(["north", "south", "east", "west"]).map(|(n, s)| item(n, s)).collect();
    let page = "http://pier.example";
    let text = format!("All leave at noon ([{page}]({page})).\n\n### Ferries\n\n{list}");
    assert_eq!(read("a.md", &text).response.citations.len(), 5);
}

#[test]
fn the_pieces_of_files_are_no_answers() {
    let piece =
        |text: &str| json!({"text": text, "metadata": {"doc_type": "PDF", "source": "pier.pdf"}});
    let text =
        "Ferries wait for the train in most ports of the north [12], as earlier work shows [14].";
    let pieces = json!([piece(text), piece(text)]).to_string();
    let message = refused("chunks.json", &pieces);
    assert!(message.contains("unknown format"), "{message}");
    let report = json!([{"text": text, "metadata": {"model": "m", "source": "web"}}]).to_string();
    assert_eq!(read("reports.json", &report).response.citations.len(), 2);
}

#[test]
fn the_turns_of_a_storm_dialogue_have_the_snippets_of_their_search() {
    let found = |name: &str, text: &str| {
        json!({"url": format!("https://pier.example/{name}"), "title": name, "description": text,
            "snippets": [text], "meta": {"query": ""}})
    };
    let turn = json!({
        "agent_utterance": "The ferry leaves at noon [1], and a ticket is four crowns for most people [2].",
        "user_utterance": "You say that the ferry leaves at noon (Source 1), but does it wait for the train [2]?",
        "search_queries": ["times of the ferry"],
        "search_results": [found("times", "The ferry leaves at noon."), found("fares", "A ticket is four crowns.")]});
    let dialogue = json!([{"perspective": "A traveller", "dlg_turns": [turn]}]).to_string();
    let cases = open("conversation_log.json", &dialogue);
    assert_eq!(cases.len(), 1);
    let case = cases.read(0).unwrap();
    assert!(matches!(&case.sources[1].text, SourceText::Inline(_)), "{:?}", case.sources[1]);
    assert_eq!(resolved(case), ["1 → 1", "2 → 2"]);
}

#[test]
fn marks_in_indented_lines_of_prose_are_noted() {
    let text = "The ferry is old [1].\n\n          1800 : The first ferry leaves from the old pier[1]\n          \
                1820 : A second ferry leaves from the same pier[1][2]\n          let x = a[1]\n\nIt is red [2].\n\n\
                ## Sources\n[1] https://a.example\n[2] https://b.example\n";
    let case = read("a.md", text);
    let note = "3 marks in blocks of code not read, such as `[1]`: save such a block as a file";
    assert_note(&case, note);
}

#[test]
fn passages_printed_after_numbers_from_zero_do_not_cite() {
    let text = "It leaves at noon [1].\n\n[0]: Tides of the pier [12]. It rises [1]: The ferry leaves at noon. [2]: \
                Fares of the pier rose [3].\n";
    assert_eq!(cited(&read("a.md", text)), ["[1] → 1"]);
}

#[test]
fn the_results_of_a_search_in_one_text_are_its_pieces() {
    let found = "[SEMANTIC SEARCH] — 2 results\n\nResult 1 (score=0.5):\n  Text: The ferry leaves at noon.\n  \
                 Source: times\n\nResult 2 (score=0.4):\n  Text: A ticket is four crowns.\n  Source: \
                 https://pier.example/fares\n";
    let row = json!({"query": "When?", "answer": "It leaves at noon [Source: times], for four crowns [2].",
        "retrieved_context": [found]});
    let case = read("runs.json", &json!({"results": [row]}).to_string());
    let sources: Vec<_> =
        case.sources.iter().map(|it| (it.title.as_deref(), it.url.as_deref())).collect();
    assert_eq!(sources, [(Some("times"), None), (None, Some("https://pier.example/fares"))]);
    assert_eq!(case.sources.len(), 2);
}

#[test]
fn the_places_in_lines_of_a_log_are_no_references() {
    let line = |number: u32| format!("pier-7:24303:278 [1] NET INFO net/pier.cc:{number} -> 3\n");
    let text: String = (60..70).map(line).collect();
    assert_eq!(cited(&read("train.log", &text)), [""; 0]);
}

#[test]
fn what_a_list_says_about_pages_is_not_their_text() {
    let page = |number: usize, name: &str| {
        json!({"source_id": format!("source-{number}"), "citation_id": number, "source_type": "web", "title": name,
            "canonical_uri": format!("https://pier.example/{name}"), "query": "times of the ferry",
            "selected": true, "auth_scope": "open", "snapshot_ref": "snapshot-1", "metadata": {"scope": "public"}})
    };
    let bundle = json!({"report_text": "The ferry leaves at noon [1]. It is free [2].",
        "sources": [page(1, "times"), page(2, "fares")]});
    let case = read("bundle.json", &bundle.to_string());
    assert_eq!(case.sources[1].url.as_deref(), Some("https://pier.example/fares"));
    assert_eq!(resolved(case), ["1 → no-text", "2 → no-text"]);
}

#[test]
fn vectors_do_not_cite() {
    let text = "The ferry leaves at noon [1]. Its course is [1,2]ᵀ/√2 or [1, 1]^T.\n\n## Sources\n1. \
                https://a.example\n2. https://b.example\n";
    assert_eq!(cited(&read("a.md", text)), ["[1] → 1"]);
}

#[test]
fn a_number_that_begins_a_sentence_does_not_cite() {
    let list = "1. https://pier.example/1\n2. https://pier.example/2\n3. https://pier.example/3\n";
    let text = format!("渡轮中午出发。2 个码头相连。3 艘船等候。\n\n## 参考资料\n\n{list}");
    assert_eq!(cited(&read("a.md", &text)), [""; 0]);
    let text = format!("渡轮中午出发。1 船等火车。2 票免费。3\n\n## 参考资料\n\n{list}");
    assert_eq!(cited(&read("a.md", &text)).len(), 3);
}
