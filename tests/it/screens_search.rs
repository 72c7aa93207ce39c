//! Searching in all sources, lists as finders with a preview, the list of commands, the foot.

use crate::session::Session;

fn demo() -> Session {
    Session::samples("handbook/answer.md", &["handbook/sources"]).size(120, 40)
}

fn evidence() -> Session {
    Session::samples("evidence/answer.md", &["evidence/sources"]).size(120, 40)
}

#[test]
fn tab_searches_in_all_sources_and_lists_the_lines() {
    let session = demo().press("/refund<tab>");
    session.row_with("all sources /refund");
    let session = session.press("<enter>");
    insta::assert_snapshot!("hits", session.picture());
    assert!(session.row_with("/refund ·").contains("matches in"), "matches are counted");
}

#[test]
fn a_line_that_was_found_is_shown_and_its_matches_gone_through() {
    let session = demo().press("Frefund<enter>");
    let session = session.press("<down><enter>");
    assert!(session.state.source.browsing);
    session.row_with("/refund ·");
    let first = session.state.search().unwrap().current;
    let session = session.press("n");
    assert_ne!(session.state.search().unwrap().current, first);
    let session = session.press("<esc><esc>");
    assert!(!session.state.source.browsing, "back to the passage");
}

#[test]
fn capitals_count_where_they_are_typed() {
    let count = |keys: &str| demo().press(keys).state.hits.found.len();
    assert!(count("Frefund<enter>") >= count("FRefund<enter>"));
    assert_eq!(count("FREFUND<enter>"), 0);
    demo().press("FREFUND<enter>").row_with("not found in any source");
}

#[test]
fn the_words_of_the_claim_are_looked_for_everywhere() {
    let session = evidence().press("n*");
    let rows = session.rows();
    insta::assert_snapshot!("claim_hits", rows.join("\n"));
    let hits = &session.state.hits.found;
    assert!(hits.windows(2).all(|pair| pair[0].words >= pair[1].words), "most words come first");
    assert!(hits[0].text.contains("application must"), "{:?}", hits[0]);
}

#[test]
fn leaving_the_prompt_for_all_sources_changes_nothing() {
    let before = demo().press("n");
    let picture = before.picture();
    assert_eq!(before.press("Fabc<esc>").picture(), picture);
}

#[test]
fn a_list_finds_by_letters_and_shows_the_passage_of_its_row() {
    let session = demo().press("cscan");
    let first = session.rows().into_iter().find(|row| row.contains('›')).unwrap_or_default();
    assert!(!first.is_empty());
    insta::assert_snapshot!("finder", session.picture());
    let session = demo().press("shndbk");
    assert!(session.rows().concat().contains("Support Handbook"), "letters in order are enough");
}

#[test]
fn on_a_narrow_screen_the_preview_is_below_or_away() {
    insta::assert_snapshot!("finder_low", demo().size(80, 24).press("c").rows().join("\n"));
    insta::assert_snapshot!("finder_small", demo().size(40, 10).press("c").rows().join("\n"));
}

#[test]
fn rows_are_cut_with_a_mark() {
    let small = demo().size(40, 10).press("c");
    small.row_with("limit. · block2");
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let session = demo().size(width, height).press("c");
        let claims: Vec<String> =
            session.state.inspection.citations().filter_map(|view| view.claim()).collect();
        let claims: Vec<String> =
            claims.iter().map(|it| it.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        let mut rows = 0;
        for row in session.rows() {
            // A row of the list: number, sign, figures, locator, claim.
            let Some(cells) = row.split('│').find(|cells| cells.contains("  L1")) else {
                continue;
            };
            let shown = cells.trim_end();
            let is_whole = claims.iter().any(|claim| shown.ends_with(claim.as_str()));
            assert!(is_whole || shown.ends_with('…') || shown.contains("[1"), "{row}");
            rows += 1;
        }
        assert!(rows > 0, "{width}x{height}");
    }
}

#[test]
fn the_figures_of_a_list_are_those_of_the_pane() {
    let session = demo().press("c");
    let list = session.rows().join("\n");
    let session = session.press("<esc>nnn");
    let pane = session.state.evidence().map(|it| format!("{}/{}", it.words.matched, it.words.of));
    let row = list.lines().find(|row| row.contains("  4  ")).unwrap_or_default();
    assert!(row.contains(&pane.unwrap_or_default()), "{row}");
}

#[test]
fn commands_are_grouped_once_each_and_run() {
    let session = demo().size(200, 200).press("?");
    let rows = session.rows();
    let with = |name: &str| rows.iter().filter(|row| row.contains(name)).count();
    for command in pincite::tui::commands::COMMANDS {
        let is_listed = rows.iter().any(|row| row.contains(command.summary));
        assert!(is_listed, "{} is not listed", command.name);
    }
    assert_eq!(with(" back to the shell"), 1, "no command twice");
    for group in ["Citations", "Evidence", "Review", "Moving", "Search", "Lists", "Panes"] {
        assert!(with(&format!("│ {group} ")) + with(&format!("│›{group} ")) >= 1, "{group}");
    }
    let session = session.press("wrap long<enter>");
    assert!(!session.state.wrap, "it is run by Enter");
}

#[test]
fn a_command_of_a_list_says_where_it_belongs() {
    demo().press("?erase all<enter>").row_with("only in a list");
}

#[test]
fn the_foot_shows_the_keys_of_now() {
    let folder = tempfile::tempdir().unwrap();
    let foot = |session: &Session| session.rows().last().cloned().unwrap();
    let session = demo();
    assert!(foot(&session).contains("n next") && !foot(&session).contains("a supports"));
    let session = session.press("c");
    assert!(foot(&session).contains("enter go there"), "{}", foot(&session));
    let session = session.press("<esc>").reviewing(&folder.path().join("j"));
    for key in ["a supports", "h partly", "x no", "X contradicts", "o other place", "t can't tell"]
    {
        assert!(foot(&session).contains(key), "{key}: {}", foot(&session));
    }
    let session = session.press("V");
    let session = session.press("j");
    assert!(foot(&session).contains("o these are the right lines"), "{}", foot(&session));
    let session = session.press("<esc>C");
    assert!(foot(&session).contains("ctrl-s save"), "{}", foot(&session));
    let session = session.press("<esc>/");
    assert!(foot(&session).contains("tab all sources"), "{}", foot(&session));
    let session = session.press("<esc>D");
    assert!(foot(&session).contains("y copy this row"), "{}", foot(&session));
}

#[test]
fn hints_end_with_a_whole_word() {
    for width in [40, 61, 80, 97, 120, 200] {
        let session = demo().size(width, 30);
        let foot = session.rows().last().cloned().unwrap();
        let labels = foot.split("  ").filter(|part| !part.trim().is_empty());
        for label in labels {
            assert!(label.trim().contains(' '), "{width}: {foot}");
        }
    }
}

#[test]
fn the_file_is_named_before_the_id_that_a_service_gave() {
    let response = serde_json::json!({"id": "msg_0192", "response": "A.", "sources": []});
    let session = Session::open(("answer.json", &response.to_string()), &[]).size(100, 16);
    assert!(session.rows()[0].starts_with(" answer.json · msg_0192"), "{}", session.rows()[0]);
}

#[test]
fn the_preview_of_a_finding_says_it_once() {
    let answer = format!("The first claim.{}\n", crate::cli::cite("zzz"));
    let session = Session::open(("r.md", &answer), &[("a.txt", "one\n")]).size(80, 24).press("d");
    let rows = session.rows();
    let list = rows.iter().position(|row| row.contains("Findings")).unwrap();
    let end = list + rows.iter().skip(list).position(|row| row.contains("╰")).unwrap();
    // In the list, and below it.
    let shown = rows[list..end].concat();
    assert_eq!(shown.matches("unknown source `zzz`").count(), 2, "{rows:#?}");
}

#[test]
fn the_preview_of_a_case_that_cannot_be_read_says_why() {
    let batch =
        "{\"id\": \"a\", \"response\": \"Fine.\"}\n{\"id\": \"b\", \"error\": \"timeout\"}\n";
    let session = Session::open(("b.jsonl", batch), &[]).size(80, 24).press("}l");
    let rows = session.rows();
    let list = rows.iter().position(|row| row.contains("Cases")).unwrap();
    let shown = rows[list..].concat();
    assert!(!shown.contains("not inspected yet"), "{rows:#?}");
    // In the list it is cut.
    assert!(shown.contains("`error`: timeout"), "{rows:#?}");
}
