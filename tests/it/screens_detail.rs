//! Everything about a citation in one popup, long passages, and words that contradict.

use crate::session::Session;

fn evidence() -> Session {
    Session::samples("evidence/answer.md", &["evidence/sources"]).size(120, 40)
}

fn demo() -> Session {
    Session::samples("handbook/answer.md", &["handbook/sources"]).size(120, 40)
}

#[test]
fn everything_about_a_citation_is_one_key() {
    let session = evidence().press("nnD");
    insta::assert_snapshot!("detail", session.picture());
    let all = session.size(200, 200).rows().join("\n");
    for part in ["claim", "marker", "id", "passage", "support from", "number", "Findings", "why"] {
        assert!(all.contains(part), "`{part}` is missing:\n{all}");
    }
}

#[test]
fn the_detail_scrolls_copies_a_row_and_goes_along_with_the_selection() {
    let session = evidence().size(80, 24).press("nnD");
    session.row_with("Citation 3 of 7");
    let before = session.rows();
    let session = session.press("G");
    assert_ne!(session.rows(), before, "it is longer than the screen");
    let session = session.press("gy");
    assert_eq!(session.effects.len(), 1);
    assert!(session.effects[0].contains("80 percent"), "{:?}", session.effects);
    let session = session.press("n");
    session.row_with("Citation 4 of 7");
    let session = session.press("<esc>");
    assert_eq!(session.state.selected, Some(3));
    assert!(!session.rows().concat().contains("Citation 4 of 7"));
}

#[test]
fn long_addresses_questions_and_findings_are_read_whole_somewhere() {
    let address = format!("https://example.org/{}/end-of-address", "a-long-path/".repeat(30));
    let question = format!("Why {} is it so at the very end?", "and why ".repeat(60));
    let case = serde_json::json!({
        "question": question,
        "response": format!("It is so.{}", crate::cli::cite("a L1")),
        "sources": [{"id": "a", "url": address, "text": "It is so.", "metadata": {"edition": "third of March"}}],
    });
    let session = Session::open(("case.json", &case.to_string()), &[]).size(80, 120).press("D");
    let text: String = session.rows().join("").split_whitespace().collect();
    let text = text.replace(['│', '›'], "");
    assert!(text.contains("end-of-address"), "{text}");
    assert!(text.contains("attheveryend?"), "{text}");
    assert!(text.contains("thirdofMarch"), "{text}");
}

#[test]
fn the_history_of_verdicts_is_in_the_detail() {
    let folder = tempfile::tempdir().unwrap();
    let session = evidence().reviewing(&folder.path().join("j")).press("xpaphpD").size(120, 200);
    let rows = session.rows().join("\n");
    for verdict in ["does not support", "✓ supports", "◐ supports partly"] {
        assert!(rows.contains(verdict), "{verdict}:\n{rows}");
    }
}

#[test]
fn a_blind_review_hides_the_evidence_in_the_detail() {
    let folder = tempfile::tempdir().unwrap();
    let session = evidence().reviewing_blind(&folder.path().join("j")).press("nnD").size(120, 100);
    let rows = session.rows().join("\n");
    session.row_with("blind review: evidence is shown after your verdict");
    assert!(!rows.contains("support from") && !rows.contains("Findings"), "{rows}");
}

/// Returns a source of `count` lines in which one says what the claim says, and others a little of
/// it.
fn long_source(count: usize, at: usize) -> String {
    let line = |n: usize| match n {
        n if n == at => "The harbour ferry carries ninety cars on summer evenings.".to_owned(),
        n if n % 40 == 7 => format!("Entry {n}: the harbour ferry was calm that summer."),
        n => format!("Entry {n}: nothing happened."),
    };
    (1..=count).map(line).collect::<Vec<_>>().join("\n") + "\n"
}

fn long(locator: &str) -> Session {
    let answer = format!(
        "The harbour ferry carries ninety cars on summer evenings.{}",
        crate::cli::cite(&format!("log.txt{locator}"))
    );
    Session::open(("a.md", &answer), &[("log.txt", &long_source(300, 211))])
}

#[test]
fn a_long_range_opens_where_it_says_most_of_the_claim() {
    for locator in ["", " L5-L290"] {
        let session = long(locator).size(80, 24);
        let row = session.row_with("carries ninety cars on summer evenings.");
        assert!(session.rows().iter().skip(8).any(|row| row.contains("┃")), "{row}");
        session.row_with("211");
    }
    insta::assert_snapshot!("whole_source", long("").size(120, 40).picture());
}

#[test]
fn the_matches_inside_a_passage_are_one_key_apart() {
    let session = long(" L5-L290").size(120, 40);
    let session = session.press(".");
    session.row_with("match ");
    let at = |session: &Session| session.state.source.inside.unwrap().start;
    let first = at(&session);
    let session = session.press(".");
    let second = at(&session);
    assert_ne!(first, second);
    assert!(pincite::tui::actions::settle::is_in_view(
        &session.state,
        session.state.span_in_view().unwrap()
    ));
    let session = session.press(",");
    assert_eq!(at(&session), first);
    let session = session.press("<enter>");
    session.row_with("The harbour ferry carries ninety cars on");
}

#[test]
fn a_line_of_many_words_opens_where_the_match_is() {
    let filler = "word and word again. ".repeat(2_500);
    let text = format!("{filler}The harbour ferry carries ninety cars. {filler}");
    let answer =
        format!("The harbour ferry carries ninety cars.{}", crate::cli::cite("log.txt L1"));
    for (width, height) in [(80, 24), (120, 40), (40, 10)] {
        let session = Session::open(("a.md", &answer), &[("log.txt", &text)]).size(width, height);
        let session = if height < 16 { session.press("<tab>") } else { session };
        let rows = session.rows();
        let source = rows.iter().skip(if height > 30 { 0 } else { 8 });
        let source: Vec<&String> = source.collect();
        let shown = if height < 16 { rows.concat() } else { format!("{source:?}") };
        assert!(shown.matches("carries").count() >= 1, "{width}x{height}: {rows:?}");
        let state = &session.state;
        let span = state.span_in_view().unwrap();
        assert!(span.start > 40_000, "{span:?}");
        assert!(pincite::tui::actions::settle::is_in_view(state, span));
    }
}

#[test]
fn who_has_moved_is_left_there() {
    let session = long("").size(80, 24).press("<tab>g");
    session.row_with("Entry 1: nothing");
    assert!(!session.rows().concat().contains("ninety cars on summer evenings.  ┃ 212"));
}

#[test]
fn the_border_names_the_place_in_view() {
    let session = evidence().press("n");
    let cited = session.rows().into_iter().find(|row| row.contains("─ L")).unwrap();
    assert!(cited.contains("L9 of"), "{cited}");
    let session = session.press("b");
    let better = session.rows().into_iter().find(|row| row.contains("─ L")).unwrap();
    assert!(better.contains("L14 of"), "{better}");
}

#[test]
fn numbers_that_contradict_are_marked_on_both_sides_and_nothing_else_is_red() {
    let session = evidence().press("nn");
    let claim = session.drawn_in(" fg=Red BOLD | UNDERLINED").concat();
    assert!(claim.contains("80"), "{claim}");
    let passage = session.drawn_in(" fg=Black bg=Red").concat();
    assert!(passage.contains("70"), "{passage}");
    assert!(!claim.contains("paid"), "what is only missing is not red: {claim}");
}

#[test]
fn altered_words_of_a_quote_are_marked_on_both_sides() {
    let session = evidence().press("nnn");
    assert!(session.drawn_in(" fg=Red BOLD | UNDERLINED").concat().contains("full"));
    assert!(session.drawn_in(" fg=Black bg=Red").concat().contains("part"));
}

#[test]
fn blocks_are_counted_as_blocks() {
    let session = demo();
    let block = (0..31).fold(session, |session, _| {
        if session.rows().iter().any(|row| row.contains(" block ") && row.contains('╯')) {
            session
        } else {
            session.press("n")
        }
    });
    let row = block.rows().into_iter().find(|row| row.contains('╯')).unwrap();
    assert!(!row.contains("LB"), "{row}");
}

#[test]
fn an_id_of_another_number_is_no_slip() {
    let case = serde_json::json!({
        "response": format!("A.{}", crate::cli::cite("chunk-1 L1")),
        "sources": [{"id": "chunk-0", "text": "A."}],
    });
    let session = Session::open(("case.json", &case.to_string()), &[]).size(120, 24);
    session.row_with("unknown source `chunk-1`");
    assert!(!session.rows().concat().contains("did you mean"));
}
