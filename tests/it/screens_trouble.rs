//! Screens of a citation in trouble: their words, and the room for them.

use pincite::report::standing::{Assessment, Standing};

use crate::cli::cite;
use crate::session::Session;

fn numbered(count: usize) -> String {
    let lines: Vec<String> = (1..=count).map(|line| format!("Entry {line} is calm.")).collect();
    lines.join("\n")
}

#[test]
fn the_number_of_another_citation_is_apart_from_a_long_line_number() {
    for lines in [40, 300, 3000, 30_000] {
        let (one, other) = (lines - 4, lines - 2);
        let answer = format!(
            "Entry {one} is calm.{}\n\nEntry {other} is calm.{}\n",
            cite(&format!("log.txt L{one}")),
            cite(&format!("log.txt L{other}"))
        );
        let session = Session::open(("a.md", &answer), &[("log.txt", &numbered(lines))]);
        let session = session.size(80, 24).press("n");
        session.row_with(&format!("│ 1 {one} "));
    }
}

#[test]
fn a_citation_with_a_warning_has_a_sign() {
    for (name, session) in crate::screen_invariants::sessions() {
        let inspection = &session.state.inspection;
        let assessment = Assessment::new(inspection);
        for finding in &inspection.findings {
            let Some(citation) = finding.citation else { continue };
            if finding.severity >= pincite::rules::Severity::Warning {
                let standing = assessment.standing(inspection, citation);
                let rule = finding.rule.name;
                assert_ne!(standing, Standing::Sound, "{name}: {} has {rule}", citation + 1);
                let own = pincite::tui::chip::standing(inspection, citation);
                assert_eq!(own, standing, "{name}: {}", citation + 1);
            }
        }
    }
}

#[test]
fn without_a_comparison_the_key_for_a_better_match_says_so() {
    let answer = format!("Unpaid leave needs approval.{}", cite("leave.md L40"));
    let session = Session::open(("a.md", &answer), &[("leave.md", "Leave.\n")]).press("b");
    session.row_with("not compared: the citation is unresolved");
    let answer = "# Sources\n\n[1] https://docs.example/guide\n\nA claim of some words [1].\n";
    let session = Session::open(("a.md", answer), &[]).press("b");
    assert!(!session.rows().concat().contains("no better match"), "{:?}", session.rows());
}

#[test]
fn the_detail_names_the_line_of_the_passage() {
    let answer = format!("Entry 9 is calm.{}", cite("log.txt L9"));
    let session = Session::open(("a.md", &answer), &[("log.txt", &numbered(20))]).press("D");
    session.row_with("log.txt:9");
}

#[test]
fn a_trouble_is_said_once() {
    let session = Session::samples("evidence/answer.md", &["evidence/sources"]).size(120, 40);
    let session = session.press("nnn");
    let strip = session.rows().concat();
    assert_eq!(strip.matches("quote altered").count(), 1, "{:?}", session.rows());
    session.row_with("! quote altered “paid in full");
    assert!(!strip.contains("not in the passage: full"), "{:?}", session.rows());
}

#[test]
fn the_list_of_cases_says_what_each_is_about() {
    let case = |id: &str, words: &str| {
        let text = format!("{words} {}.", cite("turn0file0 L1"));
        let text = serde_json::to_string(&text).unwrap();
        format!("{{\"id\": {id}, \"response\": {text}}}\n")
    };
    let batch = [case("1", "The ferry leaves at ten"), case("\"b7\"", "Dogs travel free")].concat();
    let session = Session::open(("cases.jsonl", &batch), &[]).size(120, 40).press("l");
    session.row_with("1  0/1  !  2 findings  The ferry leaves at ten. · unknown-source, marker");
    session.row_with("2  0/1  !  2 findings  b7 · Dogs travel free. · unknown-source, marker");
}

#[test]
fn the_list_of_findings_has_room_for_their_messages() {
    let session = Session::samples("evidence/answer.md", &["evidence/sources"]).size(120, 40);
    let session = session.press("d");
    session.row_with("number-differs            the claim says `80 percent`, `turn0file0` L7 says");
}

#[test]
fn a_chip_in_brackets_follows_them_at_once() {
    let answer = format!("Cards expire ({}) each year.", cite("log.txt L1"));
    let session = Session::open(("a.md", &answer), &[("log.txt", "Cards expire each year.\n")]);
    session.row_with("(▐[1");
}

#[test]
fn a_source_without_text_leaves_its_room_to_the_response() {
    let text = "A sentence has its words.\n\n".repeat(40);
    let answer = format!("A claim of some words {}.\n\n{text}", cite("missing L1"));
    let session = Session::open(("a.md", &answer), &[]).size(80, 24);
    let areas = session.state.areas();
    assert!(areas.response.height >= 12, "{}", session.rows().join("\n"));
    session.row_with("no source");
    let wide = session.size(120, 40);
    assert_eq!(wide.state.areas().source_frame.height, 38);
}
