//! Scores that judges gave: next to the evidence, in the findings, and notes on bad ones.

use serde_json::Value;

use crate::check::Folder;
use crate::cli::{Output, cite, run};
use crate::session::Session;

const SOURCE: (&str, &str) = ("a.txt", "Take five working days.\nCards are paid at once.\n");

fn answer() -> String {
    format!("Take five working days.{}\n\nCards are paid at once.{}\n", cite("a L1"), cite("a L2"))
}

/// The second citation is scored by two judges, one of them on a scale of its own.
const SCORES: &str = r#"{"citation": 2, "target": 1, "score": 0.42, "by": "judge-x", "reason": "It\u001b[31m does not\n\u202esay so."}
{"citation": 2, "score": 3, "by": "judge-y"}
{"citation": 1, "score": 1, "by": "judge-x"}
"#;

fn folder(scores: &str) -> Folder {
    Folder::new(&[("answer.md", &answer()), ("scores.jsonl", scores), SOURCE])
}

fn show(folder: &Folder, args: &str) -> Output {
    let args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
    run(folder.0.path(), &args, "")
}

#[test]
fn scores_stand_beside_the_evidence_with_their_origin() {
    let folder = folder(SCORES);
    let output = show(&folder, "show answer.md a.txt --scores scores.jsonl");
    let second = output.stdout.split("\n[2]").nth(1).unwrap();
    assert_eq!(
        second.split("\n\nsources:").next().unwrap(),
        " Cards are paid at once.
  [2] a L2, found by line number, judge-x score 0.42, judge-y score 3
      2: Cards are paid at once.
      evidence: 2 of 2 words
      judge-x: It␛[31m does not ⟨RLO⟩say so."
    );
    assert_eq!((output.stderr.as_str(), output.status), ("", 0));
    let output = show(&folder, "show --format json answer.md a.txt --scores scores.jsonl");
    let json: Value = serde_json::from_str(&output.stdout).unwrap();
    let judgements = json["citations"][1]["judgements"].as_array().unwrap();
    assert_eq!((&judgements[0]["by"], &judgements[0]["target"]), (&"judge-x".into(), &1.into()));
    assert_eq!((&judgements[1]["score"], &judgements[1]["target"]), (&3.0.into(), &Value::Null));
}

#[test]
fn scores_stand_in_the_strip() {
    let response = ("answer.md", answer());
    let session = Session::judged((response.0, &response.1), &[SOURCE], SCORES).press("n");
    session.row_with("2 of 2 · judge-x score 0.42 · judge-y score 3");
    session.row_with("judge-x: It␛[31m does not ⟨RLO⟩say so.");
}

#[test]
fn each_origin_has_its_threshold() {
    let found = |folder: &Folder| {
        let output =
            folder.check("--format json --select E007 answer.md a.txt --scores scores.jsonl");
        let case: Value = serde_json::from_str(&output.stdout).unwrap();
        let messages = case["findings"].as_array().unwrap().iter();
        messages.map(|one| one["message"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let folder = folder(SCORES);
    let [low] = &*found(&folder) else { panic!("{:?}", found(&folder)) };
    let expected = "score 0.42 of `judge-x` for `a.txt` is below 0.5: ";
    assert!(low.starts_with(expected), "{low}");
    folder.write("pincite.toml", "[least-scores]\njudge-x = 0.4\njudge-y = 4\n");
    assert_eq!(found(&folder), ["score 3 of `judge-y` for the citation is below 4"]);
}

#[test]
fn a_high_score_takes_nothing_back() {
    let wrong = format!("Take nine working days.{}\n", cite("a L1"));
    let files = [("answer.md", wrong.as_str()), SOURCE];
    let judged = Folder::new(&files);
    judged.write("scores.jsonl", r#"{"citation": 1, "score": 1, "by": "judge-x"}"#);
    let without = judged.check("answer.md a.txt");
    assert!(without.stdout.contains("E001"), "{}", without.stdout);
    let with = judged.check("answer.md a.txt --scores scores.jsonl");
    assert_eq!((with.stdout, with.status), (without.stdout, without.status));
}

#[test]
fn faults_of_a_file_are_reported_and_the_rest_is_kept() {
    let scores = "oops\n{\"citation\": 1, \"score\": 0.1, \"by\": \"j\"}\n{\"citation\": 9, \"score\": 0.1, \"by\": \"j\"}\n";
    let folder = folder(scores);
    let bad = "pincite: cannot read scores.jsonl, at line 1: invalid JSON: expected value\n";
    let unmet = "pincite: cannot use scores.jsonl, at line 3: there is no citation 9\n";
    for command in ["show", "check --quiet --select E007"] {
        let output = show(&folder, &format!("{command} answer.md a.txt --scores scores.jsonl"));
        assert_eq!((output.stderr, output.status), (format!("{bad}{unmet}"), 2), "{command}");
    }
    let output = show(&folder, "show answer.md a.txt --scores scores.jsonl");
    assert!(output.stdout.contains("[1] a L1, found by line number, j score 0.1\n"));
    let notes = "\n\nnotes:\n  scores.jsonl, line 3: there is no citation 9\n  cannot read scores.jsonl, at \
        line 1: invalid JSON: expected value\n";
    assert!(output.stdout.contains(notes), "{}", output.stdout);
}

#[test]
fn in_a_batch_a_score_names_its_case() {
    let case = |id: &str| {
        let response = serde_json::to_string(&format!("Take five.{}", cite("a"))).unwrap();
        format!(
            r#"{{"id":"{id}","response":{response},"sources":[{{"id":"a","text":"Take five."}}]}}"#
        )
    };
    let scores = r#"{"case": "two", "citation": 1, "score": 0.1, "by": "j"}
{"citation": 1, "score": 0.1, "by": "j"}
{"case": "three", "citation": 1, "score": 0.1, "by": "j"}
"#;
    let batch = format!("{}\n{}\n", case("one"), case("two"));
    let folder = Folder::new(&[("batch.jsonl", &batch), ("scores.jsonl", scores)]);
    let unmet = "pincite: cannot use scores.jsonl, at line 2: no `case`, and there are several\n\
        pincite: cannot use scores.jsonl, at line 3: there is no citation 1 in a case `three`\n";
    let output = folder.check("--select E007 --format json batch.jsonl --scores scores.jsonl");
    let lines: Vec<Value> =
        output.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found = |line: &Value| line["findings"].as_array().unwrap().len();
    assert_eq!((found(&lines[0]), found(&lines[1])), (0, 1));
    assert_eq!(output.stderr, unmet);
    let output = show(&folder, "show batch.jsonl --scores scores.jsonl");
    assert_eq!(
        (output.stdout.matches("j score 0.1").count(), output.stderr),
        (1, unmet.to_owned())
    );
}

#[test]
fn a_repair_takes_no_scores() {
    let output = folder(SCORES).check("--fix answer.md a.txt --scores scores.jsonl");
    assert_eq!(output.status, 2);
    assert!(output.stderr.contains("cannot be used with"), "{}", output.stderr);
}
