//! `pincite review step` from outside: what is printed, and what is in the journal afterwards.

use serde_json::Value;

use crate::check::Folder;
use crate::cli::{Output, cite, run};

const SOURCE: (&str, &str) = (
    "ferry.txt",
    "The ferry runs from April to October.\nThe crossing takes 95 minutes.\nBicycles travel free of charge.\n",
);

/// A right citation, a wrong number, and a source that is not there.
fn answer() -> String {
    let (right, wrong, none) = (cite("ferry L1"), cite("ferry L3"), cite("harbour L1"));
    format!(
        "The ferry runs from April to October.{right} The crossing takes 75 minutes.{wrong}\n\n\
         Tickets are sold on board.{none}\n"
    )
}

fn folder() -> Folder {
    Folder::new(&[("answer.md", &answer()), SOURCE])
}

fn step(folder: &Folder, options: &str, typed: &str) -> Output {
    let line = format!("review step answer.md ferry.txt --reviewer ann {options}");
    let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    run(folder.0.path(), &args, typed)
}

/// The verdicts in the journal: number, verdict, reasons, note and more, as `export` prints them.
fn verdicts(folder: &Folder) -> Vec<String> {
    let args = ["review", "export", "answer.md.review.jsonl"].map(str::to_owned);
    let exported = run(folder.0.path(), &args, "").stdout;
    let lines = exported.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut verdicts: Vec<String> = lines
        .map(|line| {
            let part = |name: &str| match line.get(name) {
                None | Some(Value::Null) => String::new(),
                Some(value) => format!(" {value}"),
            };
            let names =
                ["citation", "verdict", "reasons", "note", "blind_verdict", "without_passage"];
            names.map(part).concat().trim().to_owned()
        })
        .collect();
    verdicts.sort();
    verdicts
}

#[test]
fn each_open_citation_is_printed_and_judged() {
    let folder = folder();
    let output = step(&folder, "", "a\nx 1: 95, not 75\nt\n");
    assert_eq!(
        output.stdout,
        "case: answer.md\n\
         3 of 3 to judge; `?` is help\n\
         \n\
         1 of 3: The ferry runs from April to October.\n  \
           [1] ferry L1, found by line number\n      \
               1: The ferry runs from April to October.\n      \
               evidence: 4 of 4 words, support 99 %, 2 of 2 numbers\n\
         verdict: saved: ✓ supports\n\
         \n\
         2 of 3: The crossing takes 75 minutes.\n  \
           [2] ferry L3, found by line number\n      \
               3: Bicycles travel free of charge.\n      \
               evidence: drifted -1 lines, 0 of 4 words, support 3 %\n      \
               better match at L2 (-1): “crossing takes”, “minutes”\n      \
               not in the passage: crossing, takes, 75, minutes\n\
         verdict: saved: ✗ does not support · number · “95, not 75”\n\
         \n\
         3 of 3: Tickets are sold on board.\n  \
           [3] harbour L1, unresolved (unknown-source)\n      \
               unknown source `harbour` (1 source loaded: `ferry.txt`)\n      \
               marker: ⟨U+E200⟩cite⟨U+E202⟩harbour⟨U+E202⟩L1⟨U+E201⟩\n\
         verdict: saved: ~ cannot tell\n\
         3 of 3 judged, saved in answer.md.review.jsonl\n"
    );
    assert_eq!((output.stderr.as_str(), output.status), ("", 0));
    assert_eq!(
        verdicts(&folder),
        [
            r#"1 "supports""#,
            r#"2 "does-not-support" ["number"] "95, not 75""#,
            r#"3 "cannot-tell""#
        ]
    );
}

#[test]
fn it_continues_where_it_ended_and_takes_back() {
    let folder = folder();
    let first = step(&folder, "", "a\n\nq\n");
    assert!(first.stdout.ends_with("verdict: 1 of 3 judged, saved in answer.md.review.jsonl\n"));
    let second = step(&folder, "", "r\nh\np\nredo\nq\n");
    assert!(second.stdout.contains("2 of 3 to judge"), "{}", second.stdout);
    assert!(second.stdout.contains("undone: ✓ supports\n\n1 of 3:"), "{}", second.stdout);
    assert!(second.stdout.contains("      yours: ◐ supports partly\n"), "{}", second.stdout);
    assert!(second.stdout.contains("verdict: nothing to redo\n"), "{}", second.stdout);
    assert_eq!(verdicts(&folder), [r#"1 "partly""#]);
    let done = step(&folder, "", "");
    assert!(done.stdout.ends_with("\nverdict: \n1 of 3 judged, saved in answer.md.review.jsonl\n"));
}

#[test]
fn a_wrong_place_names_lines_or_takes_the_better_match() {
    let folder = folder();
    let output = step(&folder, "", "o\no L9\no L2-L3\np\no\nq\n");
    assert!(
        output.stdout.contains("verdict: name the right lines: `o L3-L5`\n"),
        "{}",
        output.stdout
    );
    assert!(output.stdout.contains("verdict: the source has 3 lines\n"), "{}", output.stdout);
    assert!(output.stdout.contains("saved: ↷ wrong place · right: ferry.txt L2-L3\n"));
    let output = step(&folder, "", "o\nq\n");
    assert!(
        output.stdout.contains("saved: ↷ wrong place · right: ferry.txt L2\n"),
        "{}",
        output.stdout
    );
}

#[test]
fn support_without_a_passage_is_asked_about() {
    let folder = folder();
    let output = step(&folder, "", "\n\na\n\na\ny\n");
    assert!(output.stdout.contains("verdict: there is no passage."), "{}", output.stdout);
    assert_eq!(verdicts(&folder), [r#"3 "supports" true"#]);
}

#[test]
fn a_blind_verdict_comes_before_the_evidence() {
    let folder = folder();
    let output = step(&folder, "--blind", "\nh\nx\nq\n");
    let (before, after) = output.stdout.split_once("saved: ◐ supports partly\n").unwrap();
    assert!(!before.contains("evidence:"), "{before}");
    assert!(after.starts_with("      evidence: drifted -1 lines, 0 of 4 words"), "{after}");
    assert_eq!(verdicts(&folder), [r#"2 "does-not-support" "partly""#]);
}

#[test]
fn what_is_not_understood_changes_nothing() {
    let folder = folder();
    let output = step(&folder, "", "yes\nx nothing\n+\nc: look again\nq\n");
    for said in [
        "verdict: `yes` is neither a verdict nor a command; `?` is help\n",
        "verdict: `nothing` is not a reason",
        "verdict: this verdict is for sentences without a citation\n",
        "verdict: saved: “look again”\n",
        "verdict: 0 of 3 judged",
    ] {
        assert!(output.stdout.contains(said), "{said}: {}", output.stdout);
    }
    assert_eq!(verdicts(&folder), [r#"1 "look again""#]);
}

#[test]
fn nothing_moves_the_cursor() {
    let folder = Folder::new(&[("answer.md", "A \u{1b}[2Jclaim [1].\n\n[1]: ferry.txt\n"), SOURCE]);
    let output = step(&folder, "", "m\n?\nx: a\u{1b}[2Jb\n");
    assert!(output.stdout.contains("saved: ✗ does not support"), "{}", output.stdout);
    assert!(!output.stdout.contains(['\u{1b}', '\r', '\u{8}']), "{}", output.stdout);
}

#[test]
fn a_journal_that_cannot_be_made_is_told_before_the_first_verdict() {
    let folder = folder();
    let output = step(&folder, "--review none/journal.jsonl", "a\n");
    assert_eq!((output.stdout.as_str(), output.status), ("", 2));
    assert!(output.stderr.contains("none/journal.jsonl"), "{}", output.stderr);
    let args = ["review", "step", "-"].map(str::to_owned);
    let output = run(folder.0.path(), &args, "a\n");
    assert!(output.stderr.contains("`--review FILE`"), "{}", output.stderr);
}

#[test]
fn a_verdict_on_one_answer_leaves_the_same_words_of_another_open() {
    let row = |id: &str| {
        let response = format!("The crossing takes 95 minutes.{}", cite("a L1"));
        let sources = serde_json::json!([{"id": "a", "text": "The crossing takes 95 minutes."}]);
        serde_json::json!({"id": id, "response": response, "sources": sources}).to_string()
    };
    let answers = format!("{}\n{}\n", row("one"), row("two"));
    let folder = Folder::new(&[("answers.jsonl", &answers)]);
    let step = |typed: &str| {
        let args = ["review", "step", "answers.jsonl", "--reviewer", "ann"].map(str::to_owned);
        run(folder.0.path(), &args, typed).stdout
    };
    let report = || {
        let args = ["review", "report", "answers.jsonl.review.jsonl", "--format", "json"]
            .map(str::to_owned);
        let report: Value = serde_json::from_str(&run(folder.0.path(), &args, "").stdout).unwrap();
        (report["reviewers"][0]["verdicts"].clone(), report["cases"].clone())
    };
    assert!(step("a\nq\n").ends_with("1 of 2 judged, saved in answers.jsonl.review.jsonl\n"));
    assert_eq!(report(), (1.into(), 1.into()));
    let again = step("x\n");
    assert!(again.starts_with("case: two\n1 of 1 to judge"), "{again}");
    assert!(again.ends_with("2 of 2 judged, saved in answers.jsonl.review.jsonl\n"), "{again}");
    assert_eq!(report(), (2.into(), 2.into()));
    let args = ["review", "export", "answers.jsonl.review.jsonl"].map(str::to_owned);
    let exported = run(folder.0.path(), &args, "").stdout;
    let verdicts = exported.lines().map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        format!("{} {}", line["case"].as_str().unwrap(), line["verdict"].as_str().unwrap())
    });
    let mut verdicts: Vec<String> = verdicts.collect();
    verdicts.sort();
    assert_eq!(verdicts, ["one supports", "two does-not-support"]);
}

#[test]
fn lines_of_a_pipe_without_effect_fail() {
    for (typed, refused) in [
        ("yes\nno\nmaybe\n", 3),
        ("a\nbogus\nx 1\nt\n", 1),
        ("+\na\nx\nt\n", 1),
        ("a\nx\na\nbogus\n", 1),
        // The verdict on a citation without a passage needs an answer.
        ("a\nx\na\n", 1),
        ("a\nx\nt\n", 0),
        // Everything is judged before the last lines.
        ("a\nx\nt\nx\n", 1),
        ("a\nq\nx\n", 1),
        ("a\nx\nt\n\nq\n", 0),
        ("a\nx\na\ny\n", 0),
        ("a\nx\na\n\nt\n", 0),
        ("", 0),
    ] {
        let output = step(&folder(), "", typed);
        let lines = if refused == 1 { "1 line" } else { "3 lines" };
        let message = format!("{lines} of standard input had no effect");
        assert_eq!(output.stderr.contains(&message), refused > 0, "{typed:?}: {}", output.stderr);
        assert_eq!(output.status, if refused > 0 { 2 } else { 0 }, "{typed:?}");
    }
}

#[test]
fn an_answer_without_citations_has_nothing_to_judge() {
    let folder = Folder::new(&[("answer.md", "Refunds take five days.\n"), SOURCE]);
    let output = step(&folder, "", "");
    assert_eq!(output.stdout, "nothing to judge: no citation was found\n");
    assert_eq!(output.status, 0);
    assert!(!folder.0.path().join("answer.md.review.jsonl").exists());
}

/// A verdict on another passage is no review of this one.
#[test]
fn a_report_counts_no_verdict_on_a_passage_that_changed() {
    let text = format!("The ferry runs from April to October.{}\n", cite("ferry L1"));
    let folder = Folder::new(&[("answer.md", &text), SOURCE]);
    step(&folder, "", "a\n");
    let report = || {
        let line = "report answer.md ferry.txt --format markdown";
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        run(folder.0.path(), &args, "").stdout
    };
    let before = report();
    assert!(
        before.contains("1 of 1 reviewed") && before.contains("resolved, supports"),
        "{before}"
    );
    // Elsewhere in the source.
    folder.write(SOURCE.0, &SOURCE.1.replace("free of charge", "free"));
    assert!(report().contains("1 of 1 reviewed"), "{}", report());
    folder.write(SOURCE.0, &SOURCE.1.replace("April", "May"));
    let after = report();
    assert!(after.contains("- 0 of 1 reviewed\n- 1 to review again\n"), "{after}");
    assert!(!after.contains("doubtful, supports"), "{after}");
    assert!(after.contains("the source has changed"), "{after}");
}
