//! The mouse: borders are dragged, text is selected and copied, the gutter leads to citations.

use crossterm::event::{Event, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use crate::cli::cite;
use crate::session::Session;

const SOURCE: &str = "one\ntwo is a line that is long enough to be folded in a narrow pane, twice or more\n\tthree\nfour\nfive\n";

fn session() -> Session {
    let answer = format!(
        "The **first** claim.{} The second claim.{} The third.{}",
        cite("a L1"),
        cite("a L2"),
        cite("a L2")
    );
    Session::open(("r.md", &answer), &[("a.txt", SOURCE)]).size(100, 24)
}

fn point(session: Session, kind: MouseEventKind, (column, row): (u16, u16)) -> Session {
    let modifiers = KeyModifiers::NONE;
    session.event(&Event::Mouse(MouseEvent { kind, column, row, modifiers }))
}

fn drag(session: Session, from: (u16, u16), to: (u16, u16)) -> Session {
    let session = point(session, MouseEventKind::Down(MouseButton::Left), from);
    let session = point(session, MouseEventKind::Drag(MouseButton::Left), to);
    point(session, MouseEventKind::Up(MouseButton::Left), to)
}

/// Returns the first cell of some words.
fn place(session: &Session, words: &str) -> (u16, u16) {
    let rows = session.rows();
    let (y, row) = rows.iter().enumerate().find(|(_, row)| row.contains(words)).unwrap();
    let x = unicode_width::UnicodeWidthStr::width(&row[..row.find(words).unwrap()]);
    (x.try_into().unwrap(), y.try_into().unwrap())
}

#[test]
fn the_border_is_dragged_in_both_layouts() {
    let session = session();
    let before = session.state.areas().source_frame.x;
    let session = drag(session, (before, 5), (70, 8));
    assert_eq!(session.state.areas().source_frame.x, 71);
    let session = drag(session, (70, 5), (0, 8));
    assert_eq!(session.state.split.columns, 16, "a pane keeps some room");
    let session = session.size(80, 30);
    let y = session.state.areas().source_frame.y;
    let session = drag(session, (10, y), (10, y + 5));
    assert!(session.state.areas().source_frame.y.abs_diff(y + 6) <= 1);
}

#[test]
fn text_of_one_pane_is_selected_and_copied_without_numbers_and_borders() {
    let session = session();
    let (x, y) = place(&session, "two is a");
    let (end, last) = place(&session, "three");
    let held = point(session, MouseEventKind::Down(MouseButton::Left), (x, y));
    let held = point(held, MouseEventKind::Drag(MouseButton::Left), (end + 4, last));
    assert!(held.drawn_in(" fg=Black bg=Magenta").join("").contains("three"));
    let done = point(held, MouseEventKind::Up(MouseButton::Left), (end + 4, last));
    let line = SOURCE.lines().nth(1).unwrap();
    assert_eq!(done.effects, [format!("copy {:?}", format!("{line}\n\tthree"))]);
    assert!(done.row_with("copied 2 lines").contains("copied 2 lines"));
    assert!(done.drawn_in(" fg=Black bg=Magenta").is_empty(), "the selection is gone");
}

#[test]
fn of_the_response_the_text_is_copied_without_chips() {
    let session = session();
    let from = place(&session, "The first");
    let to = place(&session, "second");
    let done = drag(session, from, (to.0 + 5, to.1));
    assert_eq!(done.effects, ["copy \"The first claim. The second\""]);
    let done = drag(done, from, from);
    assert_eq!(done.effects.len(), 1, "a click selects nothing");
}

#[test]
fn the_numbers_in_the_gutter_lead_to_the_citations() {
    let session = session();
    let (x, y) = (session.state.areas().source.x, place(&session, "two is a").1);
    let session = session.click(x, y);
    assert_eq!(session.state.selected, Some(1));
    let session = session.click(x, y);
    assert_eq!(session.state.selected, Some(2), "the next that cites the line");
    let session = session.click(x, y);
    assert_eq!(session.state.selected, Some(1));
}

#[test]
fn the_wheel_turns_everywhere() {
    let text: Vec<String> = (1..100).map(|line| format!("line {line}\n")).collect();
    let text = text.concat();
    let answer = format!("It is so.{}", cite("a L1"));
    let session = Session::open(("r.md", &answer), &[("a.txt", &text)]).size(100, 24);
    let session = session.press("<tab>");
    for place in [(60, 10), (60, 22), (60, 23), (60, 0)] {
        let top = session.state.source.window.top;
        let turned = Session::open(("r.md", &answer), &[("a.txt", &text)]).size(100, 24);
        let turned = point(turned.press("<tab>"), MouseEventKind::ScrollDown, place);
        assert!(turned.state.source.window.top > top, "{place:?}");
    }
}

#[test]
fn a_click_selects_a_line_of_either_pane() {
    let session = Session::samples("story/answer.md", &["story/sources"]).size(80, 24);
    let row = |session: &Session, words: &str| {
        let rows = session.rows();
        rows.iter().find(|row| row.contains(words)).unwrap().clone()
    };
    let session = session.click_on("You can send");
    assert!(row(&session, "You can send").starts_with("│›"), "{}", session.rows().join("\n"));
    let selected = session.state.selected;
    let session = session.click_on("Your Fjord 3");
    assert!(row(&session, "Your Fjord 3").starts_with("│›"), "{}", session.rows().join("\n"));
    assert_eq!(session.state.selected, selected);
}

#[test]
fn paragraphs_and_code_keep_their_line_breaks_when_copied() {
    let answer = "First one here is a sentence that goes on until it has to be folded.\n\nSecond one.\n\n```\nlet a = 1;\n\n    let b = 2;\n```\n\n東京は日本の首都であり最大の都市である人口は約一千四百万人で世界有数の大都市圏\n";
    let session = Session::open(("r.md", answer), &[]).size(44, 70);
    let from = place(&session, "First one");
    let (_, last) = place(&session, "let b");
    let done = drag(session, from, (30, last));
    let text = "First one here is a sentence that goes on until it has to be folded.\n\nSecond one.\n\nlet a = 1;\n\n    let b = 2;";
    assert_eq!(done.effects, [format!("copy {text:?}")]);
    let from = place(&done, "東京");
    let done = drag(done, from, (40, from.1 + 1));
    let text = answer.lines().last().unwrap();
    assert_eq!(done.effects[1], format!("copy {text:?}"), "no blanks where it was folded");
    let story = Session::samples("story/answer.md", &["story/sources"]).size(80, 24);
    let from = place(&story, "You can send");
    let to = place(&story, "The warranty");
    let done = drag(story, from, (to.0 + 11, to.1));
    let text = "You can send the Fjord 3 back within 30 days of delivery, and we pay the postage.\n\nThe warranty";
    assert_eq!(done.effects, [format!("copy {text:?}")]);
}

#[test]
fn the_keys_in_the_foot_are_clicked_like_pressed() {
    let session = session().click_on("n next");
    assert_eq!(session.state.selected, Some(1));
    let session = session.click_on("p previous");
    assert_eq!(session.state.selected, Some(0));
    let session = session.click_on("c citations");
    session.row_with("Citations");
    let session = session.click_on("esc back");
    assert!(!session.rows().concat().contains("worst first"));
    let foot = session.state.areas().foot;
    // The blank after the last one, and a message, are no keys.
    let session = session.click(foot.right() - 1, foot.y);
    assert_eq!((session.state.selected, session.effects.len()), (Some(0), 0));
    let session = session.press("y");
    let copied = session.effects.len();
    assert_eq!(session.click(1, foot.y).effects.len(), copied);
}

#[test]
fn the_answers_of_a_question_are_clicked_like_pressed() {
    let session = session().press("x").click_on("esc no");
    assert!(!session.rows().concat().contains("start a review"));
    let folder = tempfile::tempdir().unwrap();
    let session = self::session().size(80, 24).reviewing(&folder.path().join("j")).press("x");
    let reasons = |session: &Session| {
        let own = session.state.review.own(0).unwrap();
        own.judgement.reasons.clone()
    };
    // The reasons are in two rows; the words before them are no answer.
    let session = session.click_on("2 date");
    assert_eq!(reasons(&session), ["date"]);
    let session = session.click_on("condition");
    assert_eq!(reasons(&session), ["date", "condition"]);
    let session = session.click_on("why?");
    assert!(!session.rows().concat().contains("why?"));
}

#[test]
fn a_verdict_is_given_by_a_click_on_its_key() {
    let folder = tempfile::tempdir().unwrap();
    let session = session().reviewing(&folder.path().join("j")).click_on("x no");
    session.row_with("1: ✗ does not support");
}
