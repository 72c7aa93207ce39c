//! Evidence on the screen: the strip, the better place, the lists that it orders.

use crate::session::Session;

fn session() -> Session {
    Session::samples("evidence/answer.md", &["evidence/sources"])
}

#[test]
fn a_claim_in_another_language_says_so_instead_of_counting_words() {
    let claim = "Les remboursements sont effectués dans un délai de cinq jours.";
    let answer = format!("{claim} [policy.md L1]\n");
    let source = "Refunds are paid within five days of the return, and members need no receipt.\n";
    let open = || Session::open(("fr.md", answer.as_str()), &[("policy.md", source)]);
    for size in [(120, 40), (80, 24), (40, 10)] {
        let session = open().size(size.0, size.1).press("<tab>");
        let rows = session.rows().join("\n");
        assert!(rows.contains("not compared: claim and passage"), "{rows}");
        assert!(!rows.contains("words ") && !rows.contains("not in the passage"), "{rows}");
    }
}

#[test]
fn a_sound_citation_is_calm() {
    insta::assert_snapshot!(session().size(120, 40).picture());
}

#[test]
fn drift_names_the_better_place_and_one_key_goes_there_and_back() {
    let session = session().size(120, 40).press("n");
    assert_eq!(session.row_with("drifted").matches("drifted +5 lines").count(), 1);
    session.row_with("better match at L14 (+5)");
    session.row_with("b shows it");
    insta::assert_snapshot!("drifted", session.picture());
    let cited = session.rows();
    let session = session.press("b");
    insta::assert_snapshot!("looking_at_the_better_place", session.picture());
    assert!(session.drawn_in(" fg=Black bg=Green").concat().starts_with("The application must"));
    let session = session.press("b");
    assert_eq!(session.rows(), cited);
}

#[test]
fn a_better_place_in_another_source_is_shown_and_left_again() {
    let session = session().size(80, 24).press("nnnn");
    assert!(session.row_with("better match at turn0file1 L3").contains("b shows it"));
    let session = session.press("b");
    assert!(session.rows()[9].contains("turn0file1 · Equipment and mobility guide"));
    let next = session.press("n");
    assert!(next.state.source.better.is_none());
    assert!(next.rows()[9].contains("turn0file1"), "the next citation cites it");
}

#[test]
fn both_numbers_are_said() {
    let session = session().size(120, 40).press("nn");
    session.row_with("! number differs: claim 80 percent · passage 70 percent");
    session.row_with("not in the passage: paid");
}

#[test]
fn an_altered_quote_says_which_words() {
    let session = session().size(120, 40).press("nnn");
    assert!(session.row_with("quote altered “paid in full").contains('!'));
    session.row_with("where the source has “part”");
}

#[test]
fn matched_and_missing_words_stand_out_in_both_panes() {
    let session = session().size(120, 40).press("nn");
    let missing = session.drawn_in(" ITALIC | UNDERLINED").concat();
    assert_eq!(missing, "paid");
    let matched: Vec<String> = session.drawn_in(" fg=Black bg=Yellow BOLD");
    assert!(matched.contains(&"salary".to_owned()), "{matched:?}");
    let session = session.plain();
    assert_eq!(session.drawn_in(" ITALIC | UNDERLINED").concat(), "paid");
}

#[test]
fn the_worst_come_first_unless_the_order_of_the_response_is_asked_for() {
    let session = session().size(120, 40).press("c");
    insta::assert_snapshot!("worst_first", session.picture());
    let numbers = |session: &Session| match &session.state.mode {
        pincite::tui::state::Mode::List(list) => list.from(0).map(|row| row.index).collect(),
        _ => Vec::new(),
    };
    assert_eq!(numbers(&session)[..2], [4, 1], "the worst are first");
    let session = session.press("<tab>");
    assert_eq!(numbers(&session), (0..7).collect::<Vec<_>>());
    let session = session.press("<esc>c");
    assert_eq!(numbers(&session), (0..7).collect::<Vec<_>>(), "the order stays");
}

#[test]
fn findings_are_listed_and_lead_to_their_citation() {
    let session = session().size(120, 40).press("d");
    insta::assert_snapshot!("findings", session.picture());
    assert_eq!(
        session.press("<up><up><up><up><enter>").state.selected,
        Some(2),
        "the number differs"
    );
}

#[test]
fn the_next_finding_is_one_key() {
    let session = session().size(120, 40).press("f");
    let warned: Vec<usize> = (0..7).filter(|index| session.state.digest.warned[*index]).collect();
    assert!(!warned.is_empty());
    assert_eq!(session.state.selected, warned.first().copied());
}

#[test]
fn on_a_low_screen_the_sum_is_left() {
    insta::assert_snapshot!("low", session().size(80, 24).press("n").picture());
    insta::assert_snapshot!("lowest", session().size(40, 10).press("n<tab>").picture());
}

#[test]
fn what_is_said_of_a_better_match_is_about_that_match() {
    let session = session().size(120, 40).press("n");
    let cited = session.state.evidence().unwrap().words.clone();
    let session = session.press("b");
    let shown = session.state.evidence_in_view().unwrap().words.clone();
    assert!(shown.matched > cited.matched, "{shown:?}");
    session.row_with(&format!("{} of {}", shown.matched, shown.of));
    session.row_with(&format!("cited passage: words {} of {}", cited.matched, cited.of));
    let matched = session.drawn_in(" fg=Black bg=Green BOLD");
    assert!(!matched.is_empty(), "its matched words stand out");
    let session = session.press("b");
    assert_eq!(session.state.evidence_in_view().unwrap().words, cited);
}
