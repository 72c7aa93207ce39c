//! The head, the foot and the lists on narrow screens: nothing that matters is cut without a mark.

use std::fs;
use std::path::Path;

use crate::session::Session;

fn evidence(size: (u16, u16), journal: &Path) -> Session {
    let session = Session::samples("evidence/answer.md", &["evidence/sources"]);
    session.size(size.0, size.1).reviewing(journal)
}

/// Returns the last rows of the screen in one line.
fn end(session: &Session, count: usize) -> String {
    let rows = session.rows();
    let rows: Vec<&str> = rows[rows.len() - count..].iter().map(|row| row.trim()).collect();
    rows.join(" ")
}

#[test]
fn a_long_id_leaves_room_for_what_counts() {
    let folder = tempfile::tempdir().unwrap();
    let case = serde_json::json!({
        "id": "msg_".to_owned() + &"0192TuWe".repeat(12),
        "response": format!("It is so.{} It is not.{}", crate::cli::cite("a L1"), crate::cli::cite("b L9")),
        "sources": [{"id": "a", "text": "It is so."}],
    });
    let answer = case.to_string();
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let session = Session::open(("prism-content-blocks.response.json", &answer), &[]);
        let session = session.size(width, height).reviewing(&folder.path().join("j"));
        let head = &session.rows()[0];
        for part in ["1 of 2", "0 of 2 judged", "1 unresolved", "…"] {
            assert!(head.contains(part), "{part} at {width}: {head}");
        }
        assert!(head.starts_with(" prism-"), "{head}");
        assert_eq!(head.contains("msg_"), width > 60, "{head}");
    }
    let names = (1..=3)
        .map(|n| serde_json::json!({"id": "x".repeat(90) + &n.to_string(), "response": "So."}));
    let lines: Vec<String> = names.map(|case| case.to_string()).collect();
    let session = Session::open(("batch.jsonl", &lines.join("\n")), &[]).size(60, 20);
    // The end of a name distinguishes it from the others.
    let head = &session.rows()[0];
    assert!(head.contains("xxx…xxx") && head.contains("x1 [1 of 3]"), "{head}");
}

#[test]
fn every_reason_is_in_view_or_its_list_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let journal = |name: &str| folder.path().join(name);
    for (index, size) in [(80, 24), (120, 40), (200, 50)].into_iter().enumerate() {
        let foot = end(&evidence(size, &journal(&index.to_string())).press("x"), 2);
        for reason in
            ["1: ✗", "why?", "1 number", "9 off-topic", "0 two-sources", "- unreadable", "C note"]
        {
            assert!(foot.contains(reason), "{reason} at {size:?}: {foot}");
        }
    }
    let small = evidence((40, 10), &journal("small")).press("<tab>x");
    let foot = end(&small, 2);
    assert!(foot.contains("1 number") && foot.ends_with("…  R all"), "{foot}");
    small.press("R").press("two-").row_with("only together with");
}

#[test]
fn a_message_leaves_room_for_the_reasons() {
    let folder = tempfile::tempdir().unwrap();
    let session = evidence((80, 24), &folder.path().join("j")).press("aaaaaaxaaax");
    let foot = end(&session, 2);
    assert!(foot.contains("- unreadable") && foot.contains("why?"), "{foot}");
}

#[test]
fn every_answer_is_in_view_on_a_small_screen() {
    let folder = tempfile::tempdir().unwrap();
    let session = Session::samples("handbook/answer.md", &["handbook/sources"]).size(40, 10);
    let session = session.reviewing(&folder.path().join("j")).press("ua");
    let foot = end(&session, 2);
    for part in ["unresolved", "supports anyway?", "y yes", "e yes, seen elsewhere", "esc no"] {
        assert!(foot.contains(part), "{part}: {foot}");
    }
}

#[test]
fn a_message_is_shown_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let session = evidence((80, 24), &folder.path().join("j")).press("o");
    let foot = end(&session, 2);
    assert!(foot.ends_with("or look at a better match (`b`), then `o`"), "{foot}");
    let session = session.press("j");
    assert!(session.rows()[22].starts_with('╰'), "the next key ends it");
}

#[test]
fn the_name_of_a_file_can_be_replaced_corrected_and_read_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let session = evidence((80, 24), &folder.path().join("none/j")).press("aqs");
    session.row_with("save verdicts in: review.jsonl▏ enter save and quit  esc back  ctrl-u erase");
    let deep =
        folder.path().join("a-folder-with-a-long-name").join("another/that/is/not/there/r.jsonl");
    let deep = deep.to_str().unwrap();
    let session = session.press("x");
    session.row_with("save verdicts in: x▏");
    let session = session.press("<ctrl-u>").paste(deep);
    let foot = end(&session, 1);
    assert!(foot.contains("not/there/r.jsonl▏") && foot.contains("enter save and quit"), "{foot}");
    let session = session.press("<enter>");
    let foot = end(&session, 3);
    assert!(foot.contains("NOT SAVED") && foot.contains("not/there/r.jsonl▏"), "{foot}");
    let other = folder.path().join("r.jsonl");
    let session = session.press("<ctrl-u>").paste(other.to_str().unwrap()).press("<enter>");
    assert!(other.exists() && !session.rows()[0].contains("NOT SAVED"));
}

#[test]
fn a_long_search_shows_its_end_and_its_keys() {
    let words =
        "the annual report of the committee on the harbour and the ferries of the northern islands";
    let folder = tempfile::tempdir().unwrap();
    let session = evidence((80, 24), &folder.path().join("j")).press("/").paste(words);
    let foot = end(&session, 1);
    assert!(foot.contains("northern islands▏") && foot.contains("enter done"), "{foot}");
}

#[test]
fn lists_on_a_small_screen_say_what_their_rows_are_about() {
    let folder = tempfile::tempdir().unwrap();
    let session = Session::samples("case/cases.jsonl", &[]).size(40, 10);
    let session = session.reviewing(&folder.path().join("j")).press("l");
    session.row_with("remote-work");
    let session = evidence((40, 10), &folder.path().join("k")).press("d");
    session.row_with("`turn0file0` L4 stops before");
    session.row_with("`However` in L5: “However, staff");
    let commands = evidence((80, 24), &folder.path().join("l")).press("?").paste("wrong-place");
    let screen = commands.rows().concat().replace(['│', ' '], "");
    assert!(
        screen.contains("(thebettermatch,orthe") && screen.contains("selectedlines)"),
        "{}",
        commands.rows().join("\n")
    );
}

#[test]
fn a_list_gives_the_place_of_the_chosen_row() {
    let session = Session::samples("handbook/answer.md", &["handbook/sources"]).size(80, 24);
    let session = session.press("c<down><down>");
    session.row_with(" 14 of 31 ─╯");
}

#[test]
fn facts_that_do_not_fit_are_marked() {
    let folder = tempfile::tempdir().unwrap();
    let session = Session::samples("evidence/answer.md", &["evidence/sources"]).size(80, 24);
    let session = session.reviewing_blind(&folder.path().join("j")).press("na");
    session.row_with("… D ");
    session.press("D").row_with("Citation 2 of 7");
}

#[test]
fn a_picture_shows_the_review() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    drop(evidence((120, 40), &journal).press("ax"));
    let before = fs::read(&journal).unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args(["samples/evidence/answer.md", "samples/evidence/sources", "--reviewer", "ann"])
        .args(["--screenshot", "-", "--keys", "x", "--review", journal.to_str().unwrap()])
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let picture = String::from_utf8(output.stdout).unwrap();
    assert!(picture.contains("4 of 7") && picture.contains("3 of 7 judged"), "{picture}");
    assert!(picture.contains("[2 ✗"), "{picture}");
    assert_eq!(fs::read(&journal).unwrap(), before, "nothing is written");
}

#[test]
fn what_is_looked_at_stays_in_view_when_lines_run_on() {
    let mut words: Vec<String> = (0..20_000).map(|n| format!("word{n}")).collect();
    words[9_000] = "The trailer carries nine bicycles across the harbour.".to_owned();
    words[15_000] = "Bicycles need a ticket.".to_owned();
    let source = words.join(" ");
    let answer = format!(
        "The trailer carries nine bicycles across the harbour.{}",
        crate::cli::cite("a L1")
    );
    let session = Session::open(("r.md", &answer), &[("a.txt", &source)]).size(80, 24);
    session.row_with("word8999 The trailer carries");
    let session = session.press("w");
    let row = |session: &Session| {
        let rows = session.rows();
        rows.into_iter().find(|row| row.contains("┃") && row.contains("trailer carries nine"))
    };
    let shown = row(&session).expect("the match is in view");
    assert_eq!(shown.matches('…').count(), 2, "both cuts are marked: {shown}");
    let session = session.press("<tab><right><right><right><right><right><right><right><right><right><right><right><right><enter>");
    row(&session).expect("the match is in view again");
    let session = session.press("<tab><tab>/a ticket<enter>");
    session.row_with("need a ticket");
}

#[test]
fn a_source_without_text_is_named_by_its_title() {
    let address = "https://ferries.example/timetables/northern-islands/summer/2026/boats-and-buses";
    let case = serde_json::json!({
        "response": format!("It runs.{}", crate::cli::cite(address)),
        "sources": [{"id": address, "url": address, "title": "Ferry timetable – summer"}],
    });
    let session = Session::open(("case.json", &case.to_string()), &[]).size(80, 24);
    session.row_with("╭─ Ferry timetable – summer");
    let rows = session.rows();
    assert!(!rows.iter().any(|row| row.trim_end_matches(['│', ' ']).ends_with("--")));
}

#[test]
fn a_search_without_a_match_names_keys_that_act() {
    let folder = tempfile::tempdir().unwrap();
    let session = evidence((80, 24), &folder.path().join("j")).press("/zzz<enter>");
    let foot = end(&session, 1);
    assert!(foot.contains("not found") && foot.contains("esc end search"), "{foot}");
    assert!(!foot.contains("next match"), "{foot}");
    let session = session.press("<esc>nb");
    assert!(end(&session, 1).contains("keys"));
    let wide = session.size(200, 50);
    assert!(end(&wide, 1).contains("b cited passage"), "{}", end(&wide, 1));
}

#[test]
fn rules_explain_themselves_once_in_the_detail() {
    let folder = tempfile::tempdir().unwrap();
    let session = evidence((120, 40), &folder.path().join("j")).press("nD");
    let rows = session.rows().join("\n");
    assert!(!rows.contains("better match  better match") && !rows.contains("-0.000"), "{rows}");
    assert!(rows.matches(" why ").count() <= 1, "{rows}");
}

#[test]
fn lists_show_claims_as_they_are_read() {
    let answer = format!(
        "Please **do not repack** the `box`.{} [Ask](https://a.example) first.{}",
        crate::cli::cite("a L1"),
        crate::cli::cite("a L1")
    );
    let session =
        Session::open(("r.md", &answer), &[("a.txt", "Do not repack the box. Ask first.")]);
    let session = session.size(80, 24).press("c");
    session.row_with("Please do not repack the box.");
    session.row_with("Ask first.");
}
