//! Sessions with the inspector: keys in, whole screens with their styles out.

use crate::session::Session;

/// The demo's sources.
const HANDBOOK: &[&str] = &["handbook/sources"];

fn demo() -> Session {
    Session::samples("handbook/answer.md", HANDBOOK)
}

/// Returns a response with one citation of `turn0file0`, lines as given.
fn citing(locator: &str) -> String {
    format!("It holds. \u{e200}cite\u{e202}turn0file0\u{e202}{locator}\u{e201}\n")
}

/// Returns a source of numbered lines.
fn lines(count: usize) -> String {
    let lines: Vec<String> = (1..=count).map(|line| format!("line {line} of the source")).collect();
    lines.join("\n") + "\n"
}

#[test]
fn opens_with_the_first_citation_and_its_passage() {
    insta::assert_snapshot!(demo().size(120, 40).picture());
}

#[test]
fn opens_stacked_on_eighty_columns() {
    insta::assert_snapshot!(demo().size(80, 24).picture());
}

#[test]
fn one_pane_at_a_time_on_a_small_screen() {
    insta::assert_snapshot!("small_response", demo().size(40, 10).press("n").picture());
    insta::assert_snapshot!("small_source", demo().size(40, 10).press("n<tab>").picture());
}

#[test]
fn the_smallest_screens_still_say_something() {
    insta::assert_snapshot!("smallest", demo().size(10, 3).picture());
    insta::assert_snapshot!("too_small", demo().size(9, 2).picture());
}

#[test]
fn the_next_citation_is_one_key() {
    insta::assert_snapshot!(demo().size(120, 40).press("n").picture());
}

#[test]
fn the_next_passage_is_in_sight_where_lines_are_not_folded() {
    let long = format!("{}and the fee is nine euros.", "So it goes on and on. ".repeat(20));
    let answer = format!(
        "It goes on.{}\n\nRefunds are paid within five days.{}\n",
        crate::cli::cite("s L2"),
        crate::cli::cite("s L4")
    );
    let source = format!("Head\n{long}\n\nRefunds are paid within five days.\n{long}\n");
    for size in [(120, 40), (80, 24)] {
        let session = Session::open(("long.md", &answer), &[("s.md", &source)]);
        let session = session.size(size.0, size.1).press("<tab>w");
        let session = session.press("<right><right><right><right>n");
        session.row_with("┃  4  Refunds are paid");
        // Also if the passage begins with a row that has nothing to show.
        let answer = answer.replace("L4", "L3-L4");
        let session = Session::open(("long.md", &answer), &[("s.md", &source)]);
        let session = session.size(size.0, size.1).press("<tab>w<right><right>n");
        session.row_with("┃  4  Refunds are paid");
    }
}

#[test]
fn targets_of_one_citation_are_stepped_through() {
    let session = demo().size(120, 40).press("nnn");
    assert!(session.row_with("1 of 2").contains("turn0file0"));
    let session = session.press("]");
    assert!(session.row_with("2 of 2").contains("block3"));
    let session = session.press("]");
    assert!(session.row_with("1 of 2").contains("turn0file0"));
}

#[test]
fn trouble_is_said_where_the_passage_would_be() {
    insta::assert_snapshot!(demo().size(120, 40).press("u").picture());
}

#[test]
fn every_unresolved_citation_says_why() {
    let mut session = demo().size(120, 40);
    let mut reasons = Vec::new();
    loop {
        session = session.press("u");
        let head = session.rows()[0].trim().to_owned();
        let reason: String = session
            .rows()
            .iter()
            .skip(2)
            .map(|row| row.chars().skip(57).collect::<String>())
            .take_while(|row| !row.contains("marker:"))
            .map(|row| row.trim_matches(['│', ' ']).to_owned() + " ")
            .collect();
        let reason_line = format!("{head}: {}", reason.trim());
        if reasons.contains(&reason_line) {
            break;
        }
        reasons.push(reason_line);
    }
    insta::assert_snapshot!(reasons.join("\n"));
}

#[test]
fn wide_characters_marks_and_emoji_keep_their_places() {
    let answer = "東京は日本の首都です。\u{e200}cite\u{e202}turn0file0\u{e202}L2\u{e201} \
                  Cafe\u{301} 👩\u{200d}👩\u{200d}👧 open. \u{e200}cite\u{e202}turn0file0\u{e202}L3\u{e201} \
                  שלום עולם. \u{e200}cite\u{e202}turn0file0\u{e202}L4\u{e201}\n";
    let source = "# ノート\n東京は日本の首都であり、最大の都市である。人口は約一千四百万人で、世界有数の大都市圏を形成している。\n\
                  The cafe\u{301} is open 👩\u{200d}👩\u{200d}👧 every day 👍🏽.\nשלום עולם, נתראה מחר.\n";
    let session = Session::open(("a.md", answer), &[("turn0file0.txt", source)]).size(80, 24);
    insta::assert_snapshot!("wide", session.picture());
    let session = session.press("n");
    // The selected chip is drawn so too.
    let source = |mut stretches: Vec<String>| {
        stretches.retain(|stretch| !stretch.starts_with('▐'));
        stretches
    };
    assert_eq!(
        source(session.drawn_in(" fg=Black bg=Yellow")).concat(),
        "The cafe\u{301} is open 👩\u{200d}👩\u{200d}👧  every day 👍🏽 ."
    );
}

#[test]
fn hostile_text_is_shown_and_never_acts() {
    let answer = "Fine\u{1b}[2J\u{1b}]52;c;AAAA\u{7} so\u{9b}31m \u{202e}far\u{2066}. \
                  \u{e200}cite\u{e202}turn0file0\u{e202}L1\u{e201}\n";
    let source = "a\tb\rVERIFIED \u{1b}[32mgreen\u{1b}[0m \u{e0041}\u{e0042} zero\u{200b}width\n";
    let session = Session::open(("a.md", answer), &[("turn0file0", source)]).size(100, 16);
    let rows = session.rows().concat();
    assert!(rows.contains("Fine␛[2J␛]52;c;AAAA␇"));
    assert!(rows.contains("⟨RLO⟩"));
    let raw = |c: char| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c);
    assert_eq!(rows.chars().find(|c| raw(*c)), None);
}

#[test]
fn without_colour_nothing_is_lost() {
    insta::assert_snapshot!(demo().size(120, 40).plain().press("u").picture());
}

#[test]
fn raw_text_shows_every_marker() {
    insta::assert_snapshot!(demo().size(80, 24).press("v").picture());
}

#[test]
fn the_list_of_citations_filters_and_goes_there() {
    let session = demo().size(120, 40).press("c");
    insta::assert_snapshot!("citations", session.picture());
    let session = session.press("refund card");
    insta::assert_snapshot!("citations_filtered", session.rows().join("\n"));
    let session = session.press("<enter>");
    assert!(session.rows()[0].contains("10 of 31"));
}

#[test]
fn leaving_a_list_changes_nothing() {
    let before = demo().size(120, 40).press("nn");
    let picture = before.picture();
    assert_eq!(before.press("sblock<esc>").picture(), picture);
}

#[test]
fn the_list_of_sources_shows_their_uses() {
    insta::assert_snapshot!(demo().size(120, 40).press("s").picture());
}

#[test]
fn a_source_from_the_list_is_read_and_left_again() {
    let session = demo().size(120, 40).press("nsfaq<enter>");
    assert!(session.row_with("▸ turn0file1").contains("Refund Desk FAQ"));
    let session = session.press("<esc>");
    assert!(session.row_with("turn0file0").contains("Support Handbook"));
}

#[test]
fn the_keys_are_printed_from_the_table() {
    insta::assert_snapshot!(demo().size(120, 60).press("?").rows().join("\n"));
}

#[test]
fn a_command_runs_from_the_list_of_keys() {
    let session = demo().size(120, 40).press(":next-unres<enter>");
    assert!(session.rows()[0].contains("12 of 31"));
}

#[test]
fn search_counts_wraps_and_is_left() {
    let session = demo().size(80, 24).press("n<tab>/days");
    assert!(session.row_with("/days").contains("2 of 3"), "from where one looks");
    let session = session.press("<enter>");
    insta::assert_snapshot!("search", session.picture());
    let session = session.press("nn");
    assert!(session.row_with("search continues from the top").contains("top"));
    assert!(session.press("Z<esc>n").rows()[0].contains("3 of 31"));
}

#[test]
fn search_that_finds_nothing_says_so() {
    let session = demo().size(80, 24).press("/zebra<enter>");
    assert!(session.row_with("/zebra").contains("not found"));
}

#[test]
fn a_click_on_a_chip_selects_it() {
    let session = demo().size(120, 40).click_on("[9 L3-L5]");
    assert!(session.rows()[0].contains("9 of 31"));
}

#[test]
fn a_click_on_a_row_of_a_list_goes_there() {
    let session = demo().size(120, 40).press("c").click_on("1/3");
    assert!(session.rows()[0].contains("11 of 31"));
}

#[test]
fn passage_and_reference_are_copied() {
    let session = demo().size(120, 40).press("nyY");
    assert_eq!(
        session.effects,
        [
            "copy \"Damage in transit is reported within seven days of delivery.\"",
            "copy \"Support Handbook, L9, https://intranet.nordlicht.example/support/handbook\""
        ]
    );
}

#[test]
fn the_editor_opens_at_the_line_of_the_file() {
    let plain = Session::open(("a.md", &citing("L3")), &[("turn0file0.txt", &lines(9))]);
    assert_eq!(plain.press("e").effects, ["edit turn0file0.txt +3"]);
    let text = "Citation Marker: \\ue200cite\\ue202turn0file0\\ue201\nTitle: T\n\n\
                [L3] three\n[L4] four\n";
    let labelled = Session::open(("a.md", &citing("L4")), &[("all.txt", text)]);
    assert_eq!(labelled.press("e").effects, ["edit all.txt +5"]);
    let cursor = Session::open(("a.md", &citing("L3")), &[("turn0file0.txt", &lines(9))]);
    assert_eq!(cursor.press("<tab>jje").effects, ["edit turn0file0.txt +5"]);
}

#[test]
fn effects_of_the_other_keys() {
    let session = demo().press("m<ctrl-z><ctrl-l>q");
    assert_eq!(session.effects, ["mouse(false)", "suspend", "redraw", "quit"]);
}

#[test]
fn a_passage_longer_than_the_pane_begins_in_view() {
    let session = Session::open(("a.md", &citing("L20-L90")), &[("turn0file0.txt", &lines(200))]);
    let session = session.size(80, 24);
    assert!(session.rows().iter().any(|row| row.contains("line 20 of")));
    assert!(session.row_with("lines of the passage fit").contains("of 71"));
}

#[test]
fn a_passage_stands_a_third_from_the_top_with_context() {
    let session = Session::open(("a.md", &citing("L100-L101")), &[("turn0file0.txt", &lines(200))]);
    let session = session.size(120, 40);
    let at = |words: &str| session.rows().iter().position(|row| row.contains(words)).unwrap();
    assert_eq!(at("line 100 of") - at("line 89 of"), 11);
    assert!(at("line 100 of") < 16);
}

#[test]
fn the_lines_of_a_long_source_are_counted_beside_the_screen() {
    let many = "ab\n".repeat(200_000);
    let session = Session::open(("a.md", &citing("L3")), &[("turn0file0.txt", &many)]);
    let session = session.size(80, 24);
    assert!(session.row_with("L3 of 200000").contains('╯'));
    let end = session.press("<tab>G").row_with("200000 ab");
    assert!(end.contains("│›  200000 ab"), "the number column has room: {end}");
}

#[test]
fn a_huge_source_is_counted_when_it_is_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("turn0file0.txt");
    std::fs::write(&path, lines(9000)).unwrap();
    // What follows is not written: a hole, read as NULs.
    let file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.set_len(65 * 1024 * 1024).unwrap();
    let session = Session::with_paths(("a.md", &citing("L3")), &[path]).size(80, 24);
    assert!(session.row_with("─ L3 ─").contains('╯'));
    let session = session.press("<tab>Gg");
    assert!(session.row_with("L1 of 9001").contains('╯'));
}

#[test]
fn a_place_found_in_a_huge_source_gets_its_line_number() {
    use std::io::{Seek as _, SeekFrom, Write as _};
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("turn0file0.txt");
    std::fs::write(&path, lines(9000)).unwrap();
    let mut file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.seek(SeekFrom::Start(66 * 1024 * 1024)).unwrap();
    file.write_all(b"\nthe needle\nthe end\n").unwrap();
    let session = Session::with_paths(("a.md", &citing("L3")), &[path]).size(80, 24);
    let session = session.press("<tab>/needle<enter>");
    assert!(session.row_with("the needle").contains("9002"));
}

#[test]
fn lines_are_gone_to_by_number() {
    let session =
        Session::open(("a.md", &citing("L1")), &[("turn0file0.txt", &lines(500))]).size(80, 24);
    let session = session.press("<tab>320G");
    assert!(session.row_with("line 320 of").contains("›"));
    let session = session.press("G");
    assert!(session.row_with("line 500 of").contains("›"));
    let session = session.press("gj");
    assert!(session.row_with("line 2 of").contains("›"));
}

#[test]
fn unfolded_lines_run_on_to_the_side() {
    let long = format!("{} needle at the end\n", "word ".repeat(60));
    let session = Session::open(("a.md", &citing("L1")), &[("turn0file0.txt", &long)]).size(80, 24);
    assert!(session.rows().iter().any(|row| row.contains("needle")));
    let session = session.press("w");
    assert!(!session.rows().iter().any(|row| row.contains("needle")));
    let session = session.press(&format!("<tab>{}", "<right>".repeat(32)));
    assert!(session.rows().iter().any(|row| row.contains("needle")));
}

#[test]
fn panes_change_their_shares_and_their_order() {
    let wide = demo().size(120, 40).press(">>");
    let border = |session: &Session| session.rows()[1].chars().position(|c| c == '╮').unwrap();
    assert!(border(&wide) > border(&demo().size(120, 40)));
    let stacked = demo().size(120, 40).press("|");
    assert_eq!(border(&stacked), 119);
}

#[test]
fn cases_are_moved_through_and_listed() {
    let session = Session::samples("case/cases.jsonl", &[]).size(100, 20);
    insta::assert_snapshot!("cases", session.press("l").rows().join("\n"));
    let session = Session::samples("case/cases.jsonl", &[]).size(100, 20).press("}}");
    assert!(session.rows()[0].contains("past-the-end [3 of 4]"));
    assert!(session.press("}}").row_with("last case").contains("this is the last case"));
}

#[test]
fn a_broken_case_says_so_and_the_others_open() {
    let text = "{\"id\":\"one\",\"response\":\"A.\",\"sources\":[]}\n{broken\n\
                {\"id\":\"three\",\"response\":\"C.\",\"sources\":[]}\n";
    let session = Session::open(("b.jsonl", text), &[]).size(100, 20).press("}");
    assert!(session.row_with("line 2").contains("b.jsonl"));
    let head = &session.rows()[0];
    assert!(head.contains("b.jsonl [2 of 3] · ") && head.contains("cannot be read"), "{head}");
    assert!(session.press("}").rows()[0].contains("three [3 of 3]"));
}

#[test]
fn a_response_without_citations_is_still_shown() {
    let session = Session::open(("a.md", "Nothing cited.\n"), &[("s.txt", "one\n")]).size(80, 24);
    assert!(session.row_with("no citation in this response").contains('│'));
    assert!(session.rows().iter().any(|row| row.contains("Nothing cited.")));
}

#[test]
fn matching_by_position_is_said() {
    let answer = "A. \u{e200}cite\u{e202}turn0file1\u{e202}L1\u{e201}\n";
    let files = [("a.txt", "first\n"), ("b.txt", "second\n")];
    let session = Session::open(("r.md", answer), &files).size(100, 20);
    assert!(session.row_with("position").contains('?'));
    assert!(session.rows().iter().any(|row| row.contains("[1 ? L1]")));
}

#[test]
fn code_of_a_source_is_coloured() {
    let source = "// a comment\nfn main() {\n    let text = \"words\";\n}\n";
    let session = Session::open(("a.md", &citing("L4")), &[("turn0file0.rs", source)]);
    let session = session.size(100, 20);
    assert_eq!(session.drawn_in(" fg=Green"), ["\"words\""]);
    assert!(session.drawn_in(" fg=Magenta").contains(&"fn".to_owned()));
}

#[test]
fn a_source_that_changes_on_disk_is_noticed() {
    let answer = format!("{}{}", citing("L1"), citing("L2"));
    let session = Session::open(("a.md", &answer), &[("turn0file0.txt", "one\ntwo\n")]);
    let session = session.size(100, 20).rewrite("turn0file0.txt", "one\nand a half\ntwo\n");
    assert!(session.press("n").row_with("changed on disk").contains("turn0file0"));
}

#[test]
fn how_a_case_was_read_is_listed_and_leads_to_other_markers() {
    let answer = format!(
        "{}{}By \u{e200}entity\u{e202}[\"company\",\"Nord AG\"]\u{e201} and \
         \u{e200}hologram\u{e202}x\u{e201}.\n",
        citing("L1"),
        "More text.\n\n".repeat(40)
    );
    let session = Session::open(("a.md", &answer), &[("turn0file0.txt", "one\n")]).size(100, 24);
    let session = session.press("i");
    insta::assert_snapshot!("notes", session.rows().join("\n"));
    let session = session.press("hologram<enter>");
    assert!(session.row_with("Nord AG").contains("⟨U+E200⟩hologram"));
}

#[test]
fn a_long_response_is_shown_by_its_beginning_first() {
    let filler = "More words without any citation at all.\n\n".repeat(1_000);
    let answer = format!(
        "It holds [1] and stands [2].\n\n{filler}## References\n\n1. First paper, \
                          https://a.example/one\n2. Second paper, https://b.example/two\n"
    );
    let session = Session::preview(("a.md", &answer));
    assert!(session.rows()[0].contains("reading on"));
    let session = session.read_on().size(100, 20);
    assert!(!session.rows()[0].contains("reading on"));
    assert!(session.row_with("a.example").contains("https://a.example/one"));
}

#[test]
fn a_key_without_meaning_is_answered() {
    assert!(demo().size(80, 24).press("Z").row_with("`Z` is not bound").contains('?'));
}

#[test]
fn nothing_panics_at_any_size() {
    for width in [0, 1, 2, 9, 10, 39, 40, 89, 90, 65535] {
        for height in [0, 1, 3, 5, 6, 15, 16, 65535] {
            let session = demo().size(width, height).press("nu]cs<esc><tab>Gg/a<enter>v");
            assert!(session.rows().len() <= 500);
        }
    }
}

/// A case whose first citation has a passage, whose second is of an address alone, and whose third
/// is of `last`.
fn addressed(last: &str) -> String {
    let cite = |id: &str| format!("\u{e200}cite\u{e202}{id}\u{e201}");
    serde_json::json!({
        "response": format!("One.{} Two.{} Three.{}", cite("a"), cite("b"), cite(last)),
        "sources": [
            {"id": "a", "text": "one"},
            {"id": "b", "title": "Harbour", "url": "https://harbour.example/"},
        ],
    })
    .to_string()
}

#[test]
fn a_source_without_text_is_not_called_unresolved() {
    let session = Session::open(("c.json", &addressed("gone")), &[]).size(100, 16);
    assert!(session.rows()[0].contains("1 unresolved · 1 without text"), "{:?}", session.rows()[0]);
    session.row_with("[2 ○ b]");
    session.row_with("[3 ! gone]");
    let session = session.press("u");
    assert!(session.rows()[0].contains("3 of 3"), "{:?}", session.rows()[0]);
    let session = session.press("u");
    assert!(session.rows()[0].contains("3 of 3"), "the unresolved one is the only one to look at");
    let session = session.press("p");
    session.row_with("○ cannot show `b`");
    assert!(!session.rows().join("\n").contains("marker:"), "nothing is wrong with the marker");
}

#[test]
fn without_anything_unresolved_the_same_key_finds_what_has_no_text() {
    let session = Session::open(("c.json", &addressed("b")), &[]).size(100, 16);
    assert!(session.rows()[0].contains("1 of 3 · 2 without text"), "{:?}", session.rows()[0]);
    session.row_with("u without text");
    let session = session.press("u");
    assert!(session.rows()[0].contains("2 of 3"), "{:?}", session.rows()[0]);
    let session = session.press("u");
    assert!(session.rows()[0].contains("3 of 3"), "{:?}", session.rows()[0]);
}
