//! A review on the screen: verdicts, notes, reasons, what a blind review hides, the queue.

use std::fs;
use std::path::Path;

use pincite::review::{Entry, Event, Journal, Judgement, Verdict};
use serde_json::Value;

use crate::session::Session;

fn answer() -> Session {
    Session::samples("evidence/answer.md", &["evidence/sources"]).size(120, 40)
}

fn cases() -> Session {
    Session::samples("case/cases.jsonl", &[]).size(120, 40)
}

/// Returns a batch of cases with one citation each.
fn small_cases(count: usize) -> Session {
    let case = |n: usize| {
        let response = format!("Claim {n}.{}", crate::cli::cite("a L1"));
        let sources = [serde_json::json!({"id": "a", "text": format!("Fact {n}.")})];
        serde_json::json!({"id": format!("case {n}"), "response": response, "sources": sources})
    };
    let lines: Vec<String> = (1..=count).map(|n| case(n).to_string()).collect();
    Session::open(("batch.jsonl", &lines.join("\n")), &[]).size(120, 24)
}

#[test]
fn space_skips_cases_that_the_journal_has_done() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    // The first three are judged, and the third is undone.
    small_cases(5).reviewing(&journal).press("a<space>a<space>ar");
    let mut session = small_cases(5).reviewing(&journal).press("<space>");
    assert!(session.rows()[0].contains("case 3 [3 of 5]"), "{}", session.rows()[0]);
    session = session.press("a<space>");
    assert!(session.rows()[0].contains("case 4 [4 of 5]"), "{}", session.rows()[0]);
}

#[test]
fn whoever_does_something_is_not_moved_to_an_open_case() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    small_cases(5).reviewing(&journal).press("a");
    let header = |session: &Session| session.rows()[0].clone();
    let open = small_cases(5).reviewing(&journal);
    assert!(header(&open).contains("case 2 [2 of 5]"), "{}", header(&open));
    for keys in ["C<esc>", "x", "n"] {
        let mut late = small_cases(5).reviewing_late(&journal);
        late.press(keys);
        late.rest();
        assert!(
            header(&late.session).contains("case 1 [1 of 5]"),
            "{keys}: {}",
            header(&late.session)
        );
        for (key, case) in [("}", "case 2 [2 of 5]"), ("{", "case 1 [1 of 5]")] {
            late.press(key);
            late.rest();
            assert!(header(&late.session).contains(case), "{keys}{key}: {}", header(&late.session));
        }
    }
}

#[test]
fn every_state_of_a_verdict_shows_without_colour() {
    let folder = tempfile::tempdir().unwrap();
    let session = answer().reviewing(&folder.path().join("j")).press("ahxXtg").plain();
    insta::assert_snapshot!("verdicts_without_colour", session.picture());
}

/// Returns the decisions in a journal, in order.
fn decisions(path: &Path) -> Vec<Judgement> {
    let (entries, damaged) = Journal::read(path).unwrap();
    assert!(damaged.is_empty());
    let decision = |entry: Entry| match entry.event {
        Event::Judged(judgement) => Some(*judgement),
        _ => None,
    };
    entries.into_iter().filter_map(decision).collect()
}

fn verdicts(path: &Path) -> Vec<Option<Verdict>> {
    decisions(path).into_iter().map(|it| it.verdict).collect()
}

/// Writes the entries of a journal to another, each as if the clock had gone back since the one before.
fn with_clock_going_back(journal: &Path, other: &Path) {
    let (mut entries, _) = Journal::read(journal).unwrap();
    let mut at = entries[0].at;
    let mut lines = String::new();
    for entry in &mut entries {
        (entry.at, at) = (at, at - std::time::Duration::from_mins(1));
        lines += &pincite::review::journal::line(entry).unwrap();
    }
    fs::write(other, lines).unwrap();
}

#[test]
fn the_last_verdict_counts_even_if_the_clock_went_back() {
    let folder = tempfile::tempdir().unwrap();
    let (journal, other) = (folder.path().join("j"), folder.path().join("back"));
    drop(answer().reviewing(&journal).press("apx"));
    with_clock_going_back(&journal, &other);
    let session = answer().reviewing(&other);
    let first = &decisions(&journal)[0];
    let subject = first.fingerprint.in_case(&first.case);
    let (_, last) = session.state.review.ledger.decision("ann", &subject).unwrap();
    assert_eq!(last.verdict, Some(Verdict::DoesNotSupport));

    // Judged, undone and redone: so it is in a picture.
    let journal = folder.path().join("k");
    drop(answer().reviewing(&journal).press("ar<ctrl-r>"));
    with_clock_going_back(&journal, &other);
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/evidence");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args([samples.join("answer.md"), samples.join("sources")])
        .args(["--screenshot", "-", "--reviewer", "ann", "--review"])
        .arg(&other)
        .output()
        .unwrap();
    let picture = String::from_utf8(output.stdout).unwrap();
    assert!(picture.contains("1 of 7 judged"), "{picture}");
}

#[test]
fn a_verdict_is_ticked_off_and_the_next_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = answer().reviewing(&journal).press("ahx");
    assert_eq!(session.state.selected, Some(3));
    assert!(session.rows()[0].contains("3 of 7 judged") || session.rows()[0].contains(" 3 of "));
    session.row_with("3: ✗ does not support");
    insta::assert_snapshot!("verdicts", session.picture());
    let low = session.size(80, 24).press("p");
    insta::assert_snapshot!("verdict_low", low.picture());
    let own = [Verdict::Supports, Verdict::Partly, Verdict::DoesNotSupport].map(Some);
    assert_eq!(verdicts(&journal), own);
}

#[test]
fn verdicts_are_there_when_the_answer_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let before = answer().reviewing(&journal).press("ahx<space>");
    let after = answer().reviewing(&journal);
    assert!(after.rows()[0].contains(" judged"));
    assert_eq!(after.state.selected, Some(3), "it goes on at the first open one");
    assert_eq!(after.rows()[1..39], before.press("p").rows()[1..39]);
}

#[test]
fn verdicts_are_undone_and_redone_without_end() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = answer().reviewing(&journal).press("ahxr");
    session.row_with("undone: 3: ✗ does not support");
    assert_eq!(session.state.selected, Some(2));
    let session = session.press("rr");
    assert!(session.rows()[0].contains("0 of"));
    session.row_with("undone: 1: ✓ supports");
    session.press("r").row_with("nothing to undo");
    let session = answer().reviewing(&journal).press("<ctrl-r><ctrl-r><ctrl-r>");
    assert!(session.rows()[0].contains("3 of"));
    session.row_with("redone: 3: ✗ does not support");
    session.press("<ctrl-r>").row_with("nothing to redo");
}

#[test]
fn a_note_is_written_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = answer().reviewing(&journal).press("CIt says nine,<enter>not eight.");
    insta::assert_snapshot!("note", session.picture());
    let session = session.press("<ctrl-s>");
    session.row_with("1: “It says nine, not eight.”");
    assert_eq!(session.state.selected, Some(0), "a note alone does not move on");
    let session = session.press("Cnever<esc>C<ctrl-e>");
    session.row_with("NOT EIGHT.");
    let session = session.press("<ctrl-s>a");
    let last = decisions(&journal).pop().unwrap();
    assert_eq!(
        (last.verdict, last.note.as_str()),
        (Some(Verdict::Supports), "IT SAYS NINE,\nNOT EIGHT.NEVER"),
        "what was typed before is a draft"
    );
    assert_eq!(session.state.selected, Some(1));
}

#[test]
fn reasons_are_ticked_and_go_with_the_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = answer().reviewing(&journal).press("nR<down><space><up><enter>");
    insta::assert_snapshot!("reasons", session.picture());
    let session = session.press("<esc>");
    session.row_with("no verdict: number, date");
    assert_eq!(session.state.selected, Some(1), "a reason alone does not move on");
    let session = session.press("x");
    assert_eq!(session.state.selected, Some(2));
    assert_eq!(decisions(&journal).pop().unwrap().reasons, ["number", "date"]);
    session.press("pR<enter><esc>").row_with("✗ does not support · date");
    assert_eq!(decisions(&journal).pop().unwrap().reasons, ["date"]);
}

#[test]
fn a_wrong_place_takes_the_right_one_from_what_is_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    // The second citation has a better place; the first has none.
    let session = answer().reviewing(&journal).press("o");
    session.row_with("select the right lines");
    assert!(!journal.exists(), "nothing is recorded");
    let session = session.press("V").press("jj");
    insta::assert_snapshot!("lines_selected", session.picture());
    assert!(session.drawn_in(" fg=Black bg=Magenta").len() > 3);
    let first = session.state.source.range.unwrap();
    let session = session.press("kk<esc>");
    assert!(session.state.source.range.is_none() && session.state.range().is_none());
    let session = session.press("Vjo");
    assert_eq!(session.state.selected, Some(1));
    let own = decisions(&journal).pop().unwrap().place.unwrap();
    assert_eq!((own.start, own.last_line.unwrap() - own.first_line.unwrap()), (first, 1));
    assert_eq!(own.source, "turn0file0");
    session.press("o").row_with("2: ↷ wrong place · right: turn0file0 L14");
    assert_eq!(decisions(&journal).pop().unwrap().place.unwrap().first_line, Some(14));
}

#[test]
fn a_blind_review_shows_the_evidence_behind_the_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = answer().reviewing_blind(&journal).press("n");
    insta::assert_snapshot!("blind_before", session.picture());
    for found in ["drifted", "better", "finding", "words ▮"] {
        assert!(!session.rows().concat().contains(found), "{found}");
    }
    let session = session.press("b");
    session.row_with("blind review: evidence is shown after your verdict");
    let session = session.press("fd");
    assert_eq!(session.state.selected, Some(1));
    let list = session.press("c").rows().concat();
    assert!(!list.contains("? L9") && !list.contains('/'), "{list}");
    let session = answer().reviewing_blind(&journal).press("na");
    assert_eq!(session.state.selected, Some(1), "the evidence is looked at first");
    insta::assert_snapshot!("blind_after", session.picture());
    let session = session.press("x");
    session.row_with("2: ✗ does not support · blind: ✓ supports");
    // What was seen stays seen.
    let session = session.press("rr");
    session.row_with("better match at L14 (+5)");
    let session = session.press("h<space>");
    assert_eq!(session.state.selected, Some(2));
    let found: Vec<_> = decisions(&journal)
        .iter()
        .map(|it| {
            (it.verdict.unwrap().name(), it.saw_evidence, it.blind_verdict.map(Verdict::name))
        })
        .collect();
    let first = Some("supports");
    let own =
        [("supports", false, None), ("does-not-support", true, first), ("partly", true, first)];
    assert_eq!(found, own);
}

#[test]
fn what_is_judged_can_be_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let session = answer().reviewing(&folder.path().join("j")).press("anahH");
    assert!(session.rows()[0].contains("judged, hidden"));
    let session = session.press("4p");
    assert_eq!(session.state.selected, Some(1));
    let list = session.press("c");
    assert!(list.state.selected == Some(1) && !list.rows().concat().contains("  1  ✓"));
    let session = list.press("<esc>n");
    assert_eq!(session.state.selected, Some(4), "the third and fourth are judged");
}

#[test]
fn the_queue_shows_progress_and_takes_orders_and_filters() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = cases().reviewing(&journal).press("al");
    insta::assert_snapshot!("queue", session.picture());
    let session = session.press("<tab>");
    insta::assert_snapshot!("queue_worst_first", session.rows().join("\n"));
    let session = session.press("<enter>");
    assert!(
        session.rows()[0].contains("past-the-end [1 of 4, worst first]"),
        "{}",
        session.rows()[0]
    );
    let session = session.press("}");
    assert!(session.rows()[0].contains("[2 of 4, worst first]"));
    let session = session.press("l<tab><tab>lease<enter>");
    assert!(session.rows()[0].contains("past-the-end [1 of 1 filtered]"), "{}", session.rows()[0]);
    let session = session.press("}");
    session.row_with("this is the last case");
    // By a verdict, which no column shows.
    let session = session.press("l<ctrl-u>supports<enter>");
    assert!(session.rows()[0].contains("remote-work [1 of 1 filtered]"), "{}", session.rows()[0]);
    let low = session.press("l<ctrl-u>").size(80, 24);
    insta::assert_snapshot!("queue_low", low.picture());
    let session = low.press("<enter>");
    assert!(session.rows()[0].contains("[1 of 4]"));
}

#[test]
fn the_place_in_a_case_is_kept() {
    let session = cases().press("n}").press("{");
    assert_eq!(session.state.selected, Some(1));
}

#[test]
fn space_goes_through_all_cases_to_what_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = cases().reviewing(&journal).press("l<esc>ax");
    session.row_with("all 2 judged: space goes to the next case");
    let session = session.press("<space>");
    assert!(session.rows()[0].contains("two-sources [2 of 4]"));
    // Again from the start: what is open in a later case is shown.
    let session = cases().reviewing(&journal).press("");
    assert!(session.rows()[0].contains("two-sources [2 of 4]"));
    let session = session.press("a{}");
    assert_eq!((session.state.selected, session.state.target), (Some(0), 1), "where it was left");
}

#[test]
fn the_journal_of_a_short_session() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    drop(cases().reviewing(&journal).press("axr"));
    let text = fs::read_to_string(&journal).unwrap();
    let mut lines = String::new();
    for line in text.lines() {
        let mut value: Value = serde_json::from_str(line).unwrap();
        let object = value.as_object_mut().unwrap();
        for changing in ["id", "at", "crc", "of", "seconds", "tool"] {
            let given = object.shift_remove(changing);
            assert!(given.is_none_or(|given| given.is_string() || given.is_f64()));
        }
        lines.push_str(&serde_json::to_string_pretty(&value).unwrap());
        lines.push('\n');
    }
    insta::assert_snapshot!(lines);
}

#[test]
fn a_journal_that_takes_no_more_is_reported_loudly_and_left_for_another() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = answer().reviewing(&journal).press("a");
    fs::remove_file(&journal).unwrap();
    let session = session.press("x");
    assert!(session.rows()[0].starts_with(" 2 NOT SAVED ·"), "{}", session.rows()[0]);
    session.row_with("NOT SAVED: the journal was removed; `S` writes it again");
    assert_eq!(session.state.selected, Some(1), "nothing is ticked off");
    insta::assert_snapshot!("read_only", session.picture());
    let session = session.press("h");
    session.row_with("the journal was removed: `S` writes it again");
    fs::write(&journal, "").unwrap();
    let session = session.press("S");
    session.row_with("2 verdicts saved in");
    assert!(!session.rows()[0].contains("NOT SAVED"));
    assert_eq!(session.state.selected, Some(2));
    let both = [Verdict::Supports, Verdict::DoesNotSupport].map(Some);
    assert_eq!(verdicts(&journal), both, "the removed one is written again");
    drop(session.press("h"));
    assert_eq!(verdicts(&journal), [&both[..], &[Some(Verdict::Partly)]].concat());
    assert!(!folder.path().join("j-2").exists(), "the journal is whole again");
    assert!(answer().reviewing(&journal).rows()[0].contains("3 of"));
}

#[test]
fn what_no_file_could_be_made_for_is_saved_with_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("later").join("j");
    let session = answer().reviewing(&journal).press("a");
    assert!(session.rows()[0].starts_with(" 1 NOT SAVED ·"));
    let session = session.press("r");
    session.row_with("an unsaved verdict cannot be undone");
    let session = session.press("nx");
    assert!(session.rows()[0].starts_with(" 2 NOT SAVED ·"));
    fs::create_dir(folder.path().join("later")).unwrap();
    let session = session.press("S");
    assert!(session.rows()[0].contains("2 of"), "{}", session.rows()[0]);
    assert_eq!(verdicts(&journal), [Some(Verdict::Supports), Some(Verdict::DoesNotSupport)]);
    session.press("S").row_with("every verdict is saved in");
}

#[test]
fn what_others_append_is_taken_in_and_stays_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let session = answer().reviewing(&path).press("a");
    let mut judgement = decisions(&path).pop().unwrap();
    let mut other = Journal::open(&path).unwrap().journal;
    judgement.verdict = Some(Verdict::Contradicts);
    other.append(&Entry::new("bob", Event::Judged(Box::new(judgement.clone())))).unwrap();
    let session = session.look_for_others();
    assert!(
        session.row_with("[1 ✓").contains("judged") || !session.rows().concat().contains("[1 ⊘")
    );
    other.append(&Entry::new("ann", Event::Judged(Box::new(judgement)))).unwrap();
    let session = session.look_for_others();
    session.row_with("[1 ⊘");
}

/// Another reviewer's journal: the decisions of `from`, with other verdicts.
fn differing(from: &Path, to: &Path, verdicts: &[Verdict]) {
    let mut journal = Journal::open(to).unwrap().journal;
    for (judgement, verdict) in decisions(from).into_iter().zip(verdicts) {
        let judgement = Judgement { verdict: Some(*verdict), ..judgement };
        journal.append(&Entry::new("bob", Event::Judged(Box::new(judgement)))).unwrap();
    }
}

#[test]
fn disagreements_are_gone_through_and_settled() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    drop(cases().reviewing(&path("ann")).press("ax<space>a"));
    let verdicts = [Verdict::Supports, Verdict::Partly, Verdict::Contradicts];
    differing(&path("ann"), &path("bob"), &verdicts);
    let others = [path("ann"), path("bob")];
    let session = cases().settling(&path("settled"), &others);
    assert_eq!(session.state.selected, Some(1), "both agree on the first");
    insta::assert_snapshot!("disagreement", session.picture());
    let session = session.press("l<tab><tab><tab>");
    insta::assert_snapshot!("queue_of_disagreements", session.rows().join("\n"));
    let session = session.press("<esc>h");
    session.row_with("2: ◐ supports partly · nothing is left to settle here");
    let session = session.press("<space>");
    session.row_with("bob: ⊘ contradicts");
    drop(session.press("X"));
    let settled = decisions(&path("settled"));
    assert!(settled.iter().all(|it| it.adjudicates.len() == 2) && settled.len() == 2);
    let session = cases().settling(&path("settled"), &others);
    assert!(session.rows()[0].contains("1 of 1 settled"), "{}", session.rows()[0]);
    let damaged = fs::read_to_string(path("bob")).unwrap().replacen("bob", "bib", 1);
    fs::write(path("bob"), damaged).unwrap();
    let session = cases().settling(&path("settled again"), &others);
    session.row_with("damaged and left out; the first is line");
}

#[test]
fn a_verdict_without_a_review_asks_first_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let browsing = answer().browsing(&journal);
    let session = browsing.press("h");
    session.row_with("start a review with “supports partly”?");
    assert!(!journal.exists());
    let session = session.press("j");
    assert!(!journal.exists() && session.state.selected == Some(0));
    let session = session.press("hy");
    assert_eq!(verdicts(&journal), [Some(Verdict::Partly)]);
    assert!(session.rows()[0].contains("1 of "));
    drop(session.press("x"));
    assert_eq!(verdicts(&journal).len(), 2, "once is enough");
    assert!(answer().browsing(&journal).state.review.on, "there is a journal");
}

#[test]
fn quitting_with_unsaved_verdicts_asks() {
    let folder = tempfile::tempdir().unwrap();
    let session = answer().reviewing(&folder.path().join("none/j"));
    session.row_with("cannot save verdicts in");
    let session = session.press("aq");
    assert_eq!(session.effects, [""; 0], "it goes on");
    session.row_with("1 verdict not saved:");
    let screen = session.rows().join("\n");
    let screen = screen.replace(folder.path().to_str().unwrap(), "/folder");
    insta::assert_snapshot!("unsaved", screen);
    let session = session.press("<esc>");
    assert!(session.rows()[0].contains("1 NOT SAVED"));
    assert_eq!(session.press("qd").effects, ["discard"]);
}

#[test]
fn unsaved_verdicts_are_saved_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.jsonl");
    let session = answer().reviewing(&folder.path().join("none/j")).press("aqs");
    session.row_with("save verdicts in: review.jsonl");
    let erased = "<backspace>".repeat("review.jsonl".len());
    let session = session.press(&erased).paste(other.to_str().unwrap()).press("<enter>");
    assert_eq!(verdicts(&other), [Some(Verdict::Supports)]);
    assert!(!session.rows()[0].contains("NOT SAVED"));
    assert_eq!(session.press("q").effects, ["quit"]);
}

#[test]
fn a_note_left_with_escape_is_there_as_a_draft() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = answer().reviewing(&journal).press("CNot quite<esc>");
    session.row_with("draft kept");
    let session = session.press("nC");
    assert!(!session.rows().concat().contains("Not quite"), "it belongs to the first");
    let session = session.press("<esc>pC").press("!<ctrl-s>");
    session.row_with("1: “Not quite!”");
    assert_eq!(decisions(&journal).pop().unwrap().note, "Not quite!");
}

#[test]
fn a_selection_grows_by_lines_not_by_rows() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let long = "The first line goes on and on ".repeat(8);
    let answer = format!("It goes on.{}\n", crate::cli::cite("a L1"));
    let source = format!("{long}\nThe second line.\n{long}\nThe end.\n");
    let open = || Session::open(("answer.md", answer.as_str()), &[("a.md", source.as_str())]);
    let places = |keys: &str| {
        open().size(100, 30).reviewing(&journal).press(keys);
        let place = decisions(&journal).pop().unwrap().place.unwrap();
        (place.first_line, place.last_line)
    };
    assert_eq!(places("Vjo"), (Some(1), Some(2)));
    assert_eq!(places("Vjjo"), (Some(1), Some(3)));
    assert_eq!(places("Vjjko"), (Some(1), Some(2)));
}

#[test]
fn quitting_with_a_draft_of_a_note_asks() {
    let folder = tempfile::tempdir().unwrap();
    let session = answer().reviewing(&folder.path().join("j")).press("CNot quite<esc>q");
    assert_eq!(session.effects, [""; 0], "it goes on");
    session.row_with("1 draft not saved:  s save as note and quit  d discard and quit  esc stay");
    let session = session.press("<esc>C");
    session.row_with("Not quite");
    assert_eq!(session.press("<ctrl-s>q").effects, ["quit"]);

    let session = answer().reviewing(&folder.path().join("k")).press("CNot quite<esc>qd");
    assert_eq!(session.effects, ["quit"]);
    // A draft outlives the verdicts that are saved elsewhere.
    let other = folder.path().join("other.jsonl");
    let session = answer().reviewing(&folder.path().join("none/j")).press("aCNot quite<esc>q");
    session.row_with("1 verdict and 1 draft not saved:");
    let erased = "<backspace>".repeat("review.jsonl".len());
    let session = session.press("s").press(&erased).paste(other.to_str().unwrap()).press("<enter>");
    // The draft is saved with it, as a note on the same citation.
    assert_eq!(verdicts(&other), [Some(Verdict::Supports); 2]);
    assert_eq!(decisions(&other)[1].note, "Not quite");
    assert!(!session.rows()[0].contains("NOT SAVED"));
}

#[test]
fn quitting_saves_drafts_as_notes_also_those_of_other_cases() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    // The first draft is closed before the verdict on its citation.
    let session = small_cases(3).reviewing(&journal).press("CToo wide<esc>a<space>CWhere<esc>q");
    session.row_with("2 drafts not saved:  s save as notes and quit");
    let session = session.press("s");
    assert_eq!(session.effects, ["quit"]);
    let own = |it: &Judgement| (it.case.clone(), it.verdict, it.note.clone());
    let mut notes: Vec<_> = decisions(&journal).iter().skip(1).map(own).collect();
    notes.sort_by(|one, other| one.0.cmp(&other.0));
    let note = |case: &str, verdict, note: &str| (case.to_owned(), verdict, note.to_owned());
    let supports = Some(Verdict::Supports);
    assert_eq!(notes, [note("case 1", supports, "Too wide"), note("case 2", None, "Where")]);
}

#[test]
fn a_decision_in_another_case_is_shown_before_it_is_undone() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = small_cases(4).reviewing(&journal).press("a<space>a<space>r");
    assert!(session.rows()[0].contains("case 2 [2 of 4]"), "{}", session.rows()[0]);
    session.row_with("`r` again undoes 1: ✓ supports");
    assert!(session.rows()[0].contains("1 of 1 judged"));
    let session = session.press("r");
    session.row_with("undone: 1: ✓ supports");
    assert!(session.rows()[0].contains("0 of 1 judged"));
    // The next one is in the first case.
    let session = session.press("r");
    assert!(session.rows()[0].contains("case 1 [1 of 4]"), "{}", session.rows()[0]);
    assert!(session.rows()[0].contains("1 of 1 judged"));
    let session = session.press("r<ctrl-r>");
    session.row_with("redone: 1: ✓ supports");
    let session = session.press("<ctrl-r>");
    session.row_with("`ctrl-r` again redoes 1: ✓ supports");
    assert!(session.rows()[0].contains("case 2 [2 of 4]"), "{}", session.rows()[0]);
    session.press("<ctrl-r>").row_with("redone: 1: ✓ supports");
}

#[test]
fn the_last_verdict_of_a_case_opens_the_next_one_if_it_is_set_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = small_cases(4).reviewing(&folder.path().join("j"));
    session.state.review.opens_next = true;
    let session = session.press("aa");
    assert!(session.rows()[0].contains("case 3 [3 of 4]"), "{}", session.rows()[0]);
    // Reasons belong to the case just judged.
    let session = session.press("x");
    session.row_with("why?");
    let session = session.press("1<space>");
    assert!(session.rows()[0].contains("case 4 [4 of 4]"), "{}", session.rows()[0]);
    session.press("a").row_with("every case is judged");
}

#[test]
fn closing_the_list_of_cases_brings_their_order_back() {
    let folder = tempfile::tempdir().unwrap();
    let session = small_cases(4).reviewing(&folder.path().join("j")).press("l<tab>");
    session.row_with("Cases · worst first");
    let session = session.press("<esc>");
    assert!(!session.rows()[0].contains("worst first"), "{}", session.rows()[0]);
    let session = session.press("l<tab><enter>");
    assert!(session.rows()[0].contains("worst first"), "{}", session.rows()[0]);
    let session = session.press("l<tab><esc>");
    assert!(session.rows()[0].contains("worst first"), "{}", session.rows()[0]);
    session.press("l<tab>").click(0, 0).row_with("worst first");
}

#[test]
fn a_note_keeps_the_verdict_that_could_not_be_saved_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("later").join("j");
    let session = answer().reviewing(&journal).press("aCNot quite<ctrl-s>");
    fs::create_dir(folder.path().join("later")).unwrap();
    drop(session.press("S"));
    let last = decisions(&journal).pop().unwrap();
    assert_eq!((last.verdict, last.note.as_str()), (Some(Verdict::Supports), "Not quite"));
}

#[test]
fn the_removal_of_a_journal_is_said_instead_of_the_question_for_reasons() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = answer().reviewing(&journal).press("x");
    session.row_with("why?");
    fs::remove_file(&journal).unwrap();
    let session = session.look_for_others();
    session.row_with("NOT SAVED: the journal was removed; `S` writes it again");
    session.press("S").row_with("1 verdict saved in");
    assert_eq!(verdicts(&journal), [Some(Verdict::DoesNotSupport)]);
}

#[test]
fn pasted_line_breaks_stay_in_a_note_and_are_blanks_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session =
        answer().reviewing(&journal).press("C").paste("one\r\ntwo\rthree").press("<ctrl-s>");
    assert_eq!(decisions(&journal).pop().unwrap().note, "one\ntwo\nthree");
    session.press("/").paste("up to\nthree").row_with("/up to three");
}

#[test]
fn reasons_and_notes_belong_to_the_citation_just_judged() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let session = answer().reviewing(&journal).press("x");
    assert_eq!(session.state.selected, Some(1));
    session.row_with("1: ✗ does not support · why?");
    let session = session.press("1");
    session.row_with("1: ✗ does not support · number · why?");
    let last = decisions(&journal).pop().unwrap();
    assert_eq!((last.citation, last.reasons), (Some(1), vec!["number".to_owned()]));
    let session = session.press("CSee line 8.<ctrl-s>");
    let last = decisions(&journal).pop().unwrap();
    assert_eq!((last.citation, last.note.as_str()), (Some(1), "See line 8."));
    let session = session.press("xR<down><enter><esc>");
    let last = decisions(&journal).pop().unwrap();
    assert_eq!((last.citation, last.reasons), (Some(2), vec!["date".to_owned()]));
    let session = session.press("xnC");
    assert!(session.state.selected == Some(4), "any other key goes on");
    session.row_with("Note on");
}

#[test]
fn support_for_an_unresolved_citation_is_asked_about_and_keeps_both_signs() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let answer =
        format!("Calm.{} Cold.{}", crate::cli::cite("nowhere L1"), crate::cli::cite("log.txt L99"));
    let session = Session::open(("a.md", &answer), &[("log.txt", "One line.")]);
    let session = session.size(120, 24).reviewing(&journal).press("a");
    session.row_with("unresolved: no passage was shown; supports anyway?");
    assert!(!journal.exists());
    let session = session.press("y");
    assert!(decisions(&journal).pop().unwrap().without_passage);
    assert!(session.row_with("Calm.").contains("[1 ! ✓"), "{}", session.rows()[2]);
    drop(session.press("ae"));
    let last = decisions(&journal).pop().unwrap();
    assert_eq!((last.verdict, last.without_passage), (Some(Verdict::Supports), false));
}

#[test]
fn settling_opens_the_first_case_with_something_disputed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    drop(small_cases(5).reviewing(&path("ann")).press("a<space>a<space>a<space>a<space>a"));
    let same = Verdict::Supports;
    differing(&path("ann"), &path("bob"), &[same, same, same, Verdict::Contradicts, same]);
    let others = [path("ann"), path("bob")];
    let session = small_cases(5).settling(&path("settled"), &others);
    assert!(session.rows()[0].contains("case 4 [4 of 5]"), "{}", session.rows()[0]);
    session.row_with("bob: ⊘ contradicts");
    let session = session.press("X");
    drop(session);
    let session = small_cases(5).settling(&path("settled"), &others);
    assert!(session.rows()[0].contains("case 1 [1 of 5]"), "nothing is left to settle");
}

#[test]
fn a_picture_of_a_blind_review_hides_the_evidence() {
    let picture = |more: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_pincite"))
            .args(["samples/evidence/answer.md", "samples/evidence/sources"])
            .args(["--screenshot", "-", "--keys", "n", "--review", "/nonexistent/j"])
            .args(more)
            .env("NO_COLOR", "1")
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(picture(&[]).contains("drifted"));
    let blind = picture(&["--blind"]);
    assert!(blind.contains("blind") && !blind.contains("drifted"), "{blind}");
}

#[test]
fn a_chip_follows_an_opening_bracket_without_a_blank() {
    let text = format!("Cards are refused ({}).\n", crate::cli::cite("a L1"));
    let session = Session::open(("answer.md", &text), &[("a.md", "Cards are refused.\n")]);
    let rows = session.size(100, 20).rows().join("\n");
    assert!(rows.contains("refused (▐[1 ") || rows.contains("refused (["), "{rows}");
}
