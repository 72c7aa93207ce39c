//! Properties of every screen, for any input, any size of the window and any keys.

use crate::session::Session;

/// Keys that go to another citation, source or place.
const MOVES: &[&str] = &["n", "]", "n", "b", "b", "u", "f", "n", "<enter>", "p", "U", "n"];

const SIZES: &[(u16, u16)] = &[(120, 40), (80, 24), (100, 18), (60, 17), (200, 50)];

/// Answers of every shape: with better matches, with tables, long ranges, pages, many cases.
const ANSWERS: &[(&str, &[&str])] = &[
    ("evidence/answer.md", &["evidence/sources"]),
    ("handbook/answer.md", &["handbook/sources"]),
    ("review/answers.jsonl", &[]),
    ("case/cases.jsonl", &[]),
    ("gemini/answer.json", &[]),
    ("html/answer.json", &["html/harbour.html"]),
    ("anthropic/web.response.json", &[]),
    ("lenticular/answer.md", &[]),
];

pub(crate) fn sessions() -> Vec<(&'static str, Session)> {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let known = ANSWERS.iter().filter(|(response, files)| {
        samples.join(response).exists() && files.iter().all(|file| samples.join(file).exists())
    });
    let mut sessions: Vec<_> =
        known.map(|(response, files)| (*response, Session::samples(response, files))).collect();
    assert!(sessions.len() >= 5, "too few samples are there");
    let lines: Vec<String> =
        (1..=100).map(|line| format!("Line {line} of the log is calm.")).collect();
    let answer = format!("The last line of the log is calm.{}", crate::cli::cite("log.txt L100"));
    sessions.push((
        "the last line",
        Session::open(("a.md", &answer), &[("log.txt", &lines.join("\n"))]),
    ));
    sessions
}

#[test]
fn after_a_move_the_place_in_view_begins_on_the_screen() {
    for (name, mut session) in sessions() {
        for &(width, height) in SIZES {
            session = session.size(width, height);
            for key in MOVES {
                session = session.press(key);
                let state = &session.state;
                let Some(span) = state.span_in_view() else { continue };
                if state.areas().source.is_empty() {
                    continue;
                }
                assert!(
                    pincite::tui::actions::settle::is_in_view(state, span),
                    "{name} at {width}x{height} after `{key}`:\n{}",
                    session.rows().join("\n")
                );
            }
        }
    }
}

/// Keys that leave a citation and come back to it in every way.
const WAYS_BACK: &[&str] = &[
    "n", "n", "n", "n", "n", "n", "p", "p", "p", "<tab>", "n", "n", "<tab>", "p", "p", "<tab>",
    "u", "<tab>", "u", "p", "f", "]", "G", "n", "g", "n", "v", "p", "v", "|", "|", "<gt>", "<lt>",
    "w", "w",
];

/// Returns true if the claim of the citation selected is on the screen with its chip, or fills the
/// pane.
fn shows_claim(session: &Session) -> bool {
    let state = &session.state;
    let flow = &state.response;
    let (Some(claim), Some(selected)) = (state.claim(), state.selected) else { return true };
    let anchor = state.citation().unwrap().anchor;
    let places = [
        flow.place_of(claim.start),
        flow.place_of(claim.end.saturating_sub(1).max(claim.start)),
        flow.place_of_chip(selected, anchor),
    ];
    let places = places.map(Option::unwrap);
    let visible: Vec<_> = state.response_window.visible.iter().map(|it| it.place).collect();
    let chip_is_shown = visible.contains(&places[2]);
    let all = places.iter().all(|place| visible.contains(place));
    let (first, last) = (places.iter().min().unwrap(), places.iter().max().unwrap());
    all || chip_is_shown && visible.iter().all(|place| first <= place && place <= last)
}

#[test]
fn after_a_move_the_claim_is_on_the_screen() {
    let sizes = SIZES.iter().chain(&[(40, 10), (30, 16), (80, 16)]);
    let sizes: Vec<(u16, u16)> = sizes.copied().collect();
    for (name, mut session) in sessions() {
        for &(width, height) in &sizes {
            session = session.size(width, height);
            for key in WAYS_BACK {
                session = session.press(key);
                if session.state.areas().response.is_empty() || ["g", "G"].contains(key) {
                    continue;
                }
                assert!(
                    shows_claim(&session),
                    "{name} at {width}x{height} after `{key}`:\n{}",
                    session.rows().join("\n")
                );
            }
        }
    }
}

#[test]
fn folded_text_never_moves_sideways() {
    for (name, mut session) in sessions() {
        for &(width, height) in SIZES {
            session = session.size(width, height);
            for key in MOVES {
                session = session.press(key);
                let state = &session.state;
                let left = (state.response_window.left, state.source.window.left);
                assert_eq!(left, (0, 0), "{name} at {width}x{height} after `{key}`");
            }
        }
    }
}

#[test]
fn a_citation_at_the_right_edge_leaves_the_response_where_it_is() {
    let session = Session::samples("review/answers.jsonl", &[]).size(120, 40).press("nn");
    let first = session.rows()[2].clone();
    assert!(session.press("p").rows()[2].starts_with(&first[..3]), "{first}");
}

#[test]
fn the_last_line_of_a_long_source_stays_above_the_evidence() {
    let lines: Vec<String> =
        (1..=100).map(|line| format!("Entry {line} of the log is calm.")).collect();
    let answer = format!("Entry 100 of the log is calm.{}", crate::cli::cite("log.txt L100"));
    let files = [("log.txt", lines.join("\n"))];
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    for (width, height) in [(120, 40), (80, 24), (60, 17)] {
        let session = Session::open(("a.md", &answer), &files).size(width, height);
        session.row_with("Entry 100 of the log");
    }
}

#[test]
fn a_document_alone_is_said_to_be_a_source() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("paper.pdf"), "%PDF-1.4\n%%EOF\n").unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_pincite"))
        .arg("paper.pdf")
        .current_dir(folder.path())
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(message.contains("this PDF is a source; a response is missing"), "{message}");
    assert!(message.contains("pass the response first: pincite RESPONSE paper.pdf"), "{message}");
}
