//! Tables: the columns use the room there is, rows are parted, narrow columns become cards.

use crate::session::Session;

/// Returns a table of three columns with text of any length in the last one.
fn table(words: usize) -> String {
    let text = "some words of a longer remark ".repeat(words.div_ceil(6));
    format!(
        "| Station | Opened | Remark |\n|---|---|---|\n| Harbour North | 12 May 1889 | {text}|\n\
         | Quarry Road | 3 June 1901 | {text}|\n| Mill | 1912 | short |\n"
    )
}

fn shown(words: usize, width: u16) -> Vec<String> {
    let session = Session::open(("a.md", &table(words)), &[("s.txt", "one\n")]).size(width, 40);
    // Side by side, the panes have half the width.
    if width < 90 { session.rows() } else { session.press("|").rows() }
}

#[test]
fn columns_use_the_room_there_is() {
    let rows = shown(24, 200);
    let row = rows.iter().find(|row| row.contains("Harbour North")).unwrap();
    assert!(row.trim_end_matches(['│', ' ']).chars().count() > 140, "{row}");
    assert!(row.contains("Harbour North │ 12 May 1889 │ some words"), "{row}");
}

#[test]
fn folded_rows_are_parted_by_rules() {
    let rows = shown(24, 90);
    let rules = rows.iter().filter(|row| row.contains("─┼─")).count();
    assert_eq!(rules, 3, "one below the head, one between each two rows: {rows:#?}");
    let calm = shown(1, 120);
    assert_eq!(calm.iter().filter(|row| row.contains("─┼─")).count(), 1, "{calm:#?}");
}

#[test]
fn narrow_columns_become_a_card_for_each_row() {
    let rows = shown(12, 40);
    insta::assert_snapshot!("cards", rows.join("\n"));
    assert!(rows.iter().any(|row| row.contains("Station: Harbour North")));
    assert!(rows.iter().any(|row| row.contains("Remark: some words")));
}

#[test]
fn chips_stay_in_their_cells() {
    let answer = format!(
        "| A | B |\n|---|---|\n| {}{} | {} |\n",
        "word ".repeat(20),
        crate::cli::cite("s.txt L1"),
        "other ".repeat(30)
    );
    for width in [120, 60, 40] {
        let session = Session::open(("a.md", &answer), &[("s.txt", "one\n")]).size(width, 40);
        let session = if width < 90 { session } else { session.press("|") };
        session.row_with("[1");
    }
}

/// A Markdown source with a table whose cells are of different widths.
const SOURCE: &str =
    "# Stations\n\n| Station | Opened |\n|---|:--|\n| Harbour North | 1889 |\n| Mill | 1912 |\n";

#[test]
fn tables_of_markdown_sources_are_aligned() {
    let answer = format!("Mill opened in 1912.{}", crate::cli::cite("s.md L6"));
    let session = Session::open(("a.md", &answer), &[("s.md", SOURCE)]).size(120, 30);
    insta::assert_snapshot!("markdown_source", session.picture());
    session.row_with("Station       │ Opened");
    session.row_with("Mill          │ 1912");
    assert!(
        session.drawn_in(" fg=Black bg=Yellow").concat().contains("Mill"),
        "the passage is marked"
    );
}

#[test]
fn tables_of_html_sources_are_aligned() {
    let page = "<html><body><main><h1>Stations</h1><table><tr><th>Station</th><th>Opened</th></tr>\
                <tr><td>Harbour North</td><td>1889</td></tr><tr><td>Mill</td><td>1912</td></tr>\
                </table></main></body></html>";
    let answer = format!("Mill opened in 1912.{}", crate::cli::cite("s.html"));
    let session = Session::open(("a.md", &answer), &[("s.html", page)]).size(120, 30);
    session.row_with("Station       │ Opened");
    session.row_with("Mill          │ 1912");
}

#[test]
fn bars_in_other_texts_are_no_table() {
    let code = "let a = b | c;\nlet d = e | f;\n";
    let answer = format!("It is so.{}", crate::cli::cite("s.rs L1"));
    let session = Session::open(("a.md", &answer), &[("s.rs", code)]).size(120, 30);
    session.row_with("let a = b | c;");
}

#[test]
fn a_card_breaks_lines_between_words() {
    let answer = "| Product | Country of origin and assembly | Weight and measures |\n|---|---|---|\n| Fjord 3 speaker | Norway, assembled in Poland | 12 kilograms |\n";
    let session = Session::open(("r.md", answer), &[]).size(40, 50);
    let rows = session.rows().join("\n");
    assert!(rows.contains("Norway, assembled in Poland"), "{rows}");
}

#[test]
fn columns_of_a_source_end_at_the_right_where_the_table_says_so() {
    let source = "| Item | Price |\n|---|---:|\n| Speaker | 1249 |\n| Stand | 9 |\n";
    let answer = format!("The stand costs 9.{}", crate::cli::cite("a L4"));
    let session = Session::open(("r.md", &answer), &[("a.md", source)]).size(100, 24);
    session.row_with("Speaker │  1249");
    session.row_with("Stand   │     9");
}
