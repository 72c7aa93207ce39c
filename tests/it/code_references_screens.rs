//! Cited code in the inspector: the lines then and now.

use pincite::cases::{self, Compare, References};
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;

use crate::code_references::{CODE, Repository};
use crate::session::Session;

const CITED: &str = "2026-01-31T12:00:00Z";

/// A text that cites code, on a day of its own, opened with the history of what `change` did to the code.
fn opened(text: &str, change: impl FnOnce(&Repository)) -> Session {
    let repository = Repository::new();
    repository.write("src/limits.py", CODE);
    repository.write("docs/limits.md", text);
    repository.commit_at(CITED, "Read limits");
    change(&repository);
    repository.commit_at("2026-02-28T12:00:00Z", "Change limits");
    let path = repository.root().join("docs/limits.md");
    let input = Input::new(path.to_str().unwrap(), std::fs::read(&path).unwrap());
    let cases = cases::open(input, None, &Families::default()).unwrap();
    Session::of(cases.with_references(References::new(None, Compare::AsWritten)))
}

fn edited() -> Session {
    let text = "`read_limit` refuses a negative limit (`src/limits.py:4-8`).\n";
    opened(text, |repository| {
        let code = CODE
            .replace("int(text)", "int(text, base=16)")
            .replace("    return limit\n", "    log(limit)\n    return limit\n");
        repository.write("src/limits.py", &format!("# Limits.\n{code}"));
    })
}

#[test]
fn edited_lines_are_shown_then_and_now() {
    let session = edited().size(120, 40);
    session.row_with("edited, now at L5-L10 · B then and now");
    session.row_with(" B then and now ");
    let session = session.press("B");
    insta::assert_snapshot!("then_and_now_wide", session.picture());
    let session = session.size(80, 24);
    insta::assert_snapshot!("then_and_now_narrow", session.picture());
    let session = session.press("B");
    assert!(!session.rows().concat().contains("then · "), "the same key closes it");
}

#[test]
fn moved_lines_are_shown_with_their_new_place() {
    let text = "`read_limit` refuses a negative limit (`src/limits.py:4-8`).\n";
    let session = opened(text, |repository| {
        repository.write("src/limits.py", &format!("# One.\n# Two.\n{CODE}"));
    });
    session.row_with("[1 ? L4-L8]");
    let rows = session.rows();
    let row = |words: &str| rows.iter().position(|row| row.contains(words)).unwrap();
    assert!(row("! moved to L6-L10") < row("words ▮"), "what is wrong comes first: {rows:?}");
    let session = session.press("B");
    session.row_with("moved to L6-L10, 2 lines below");
    let row = session.row_with("def read_limit(text):");
    assert_eq!(row.matches("def read_limit(text):").count(), 2, "side by side: {row}");
    assert!(session.drawn_in(" fg=Black bg=Red").is_empty(), "nothing differs");
    let narrow = session.size(80, 24);
    let rows = narrow.rows();
    let of_popup = rows.iter().filter(|row| row.contains(" 6   def read_limit(text):"));
    assert_eq!(of_popup.count(), 1, "a line that is the same is shown once: {rows:?}");
}

#[test]
fn lines_in_another_file_and_removed_ones_are_shown() {
    let text =
        "Read by `open_store` (`src/limits.py:11-13`).\n\nIt is closed (`src/limits.py:16-18`).\n";
    let session = opened(text, |repository| {
        let (limits, store) = CODE.split_once("def open_store").unwrap();
        let (open, _) = store.split_once("\n\ndef close").unwrap();
        repository.write("src/limits.py", limits);
        repository.write("src/store.py", &format!("# Stores.\n\ndef open_store{open}\n"));
    });
    let session = session.press("B");
    session.row_with("moved to src/store.py L3-L5");
    session.row_with("now · src/store.py L3-L5");
    assert_eq!(session.row_with("return file.read()").matches("return file.read()").count(), 2);
    let session = session.press("n");
    session.row_with("now · not in src/limits.py");
    session.row_with("removed");
    session.row_with("· 2026-02-28 · Change limits");
    session.row_with("16 - def close_store(store):");
}

#[test]
fn unchanged_lines_have_no_earlier_version_to_show() {
    let text = "`read_limit` refuses a negative limit (`src/limits.py:4-8`).\n";
    let session = opened(text, |repository| repository.write("notes.md", "New.\n"));
    assert!(!session.rows().concat().contains("then and now"));
    let session = session.press("B");
    session.row_with("no earlier version of this passage is known, or it is unchanged");
}

#[test]
fn the_lines_now_are_copied_and_the_detail_is_a_key_away() {
    let session = edited().press("B").press("jjjjjy");
    assert_eq!(session.effects, ["copy \"    limit = int(text, base=16)\""]);
    let session = session.press("D");
    session.row_with("inferred from marker position");
    let session = session.press("B");
    session.row_with("then · src/limits.py L4-L8");
}

#[test]
fn a_blind_review_does_not_show_what_became_of_the_lines() {
    let folder = tempfile::tempdir().unwrap();
    let session = edited().reviewing_blind(&folder.path().join("j"));
    assert!(!session.rows().concat().contains("then and now"));
    let session = session.press("B");
    session.row_with("blind review: it is shown after your verdict");
}
