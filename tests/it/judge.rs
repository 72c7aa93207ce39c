//! Judges that are programs: those that answer, and those that do all else.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use pincite::model::Judgement;
use pincite::review::judge::{Answer, Judge, Options};
use pincite::tui::actions::receive;
use pincite::tui::state::job::Outcome;
use pincite::tui::state::judging::Judged;
use serde_json::Value;

use crate::check::Folder;
use crate::cli::{Output, cite, run};
use crate::pty::{Terminal, command};
use crate::session::Session;

const SOURCE: (&str, &str) = ("a.txt", "Take five working days.\nCards are paid at once.\n");

fn answer() -> String {
    format!("Take five working days.{}\n\nCards are paid at once.{}\n", cite("a L1"), cite("a L2"))
}

/// Returns a folder with an answer, its source and a judge that is a script of the shell.
fn folder(judge: &str) -> Folder {
    let script = format!("#!/bin/sh\n{judge}\n");
    let folder = Folder::new(&[("answer.md", &answer()), SOURCE, ("judge", &script)]);
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.0.path().join("judge"), executable).unwrap();
    folder
}

fn pincite(folder: &Folder, args: &str) -> Output {
    let args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
    run(folder.0.path(), &args, "")
}

/// `show` with the judge of the folder, which keeps its answers there.
fn judged(folder: &Folder, more: &str) -> Output {
    let judge = "show answer.md a.txt --judge ./judge --judge-cache kept.jsonl";
    pincite(folder, &format!("{judge} {more}"))
}

/// Answers with a score and keeps what it was asked.
const SOUND: &str = r#"read asked; echo "$asked" >> asked.jsonl
echo '{"score": 0.42, "reason": "It does not say so.", "by": "judge-x"}'"#;

fn asked(folder: &Folder) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.0.path().join("asked.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn its_score_stands_beside_the_evidence_with_its_origin() {
    let folder = folder(SOUND);
    let output = judged(&folder, "");
    assert_eq!((output.stderr.as_str(), output.status), ("", 0));
    let second = output.stdout.split("\n[2]").nth(1).unwrap();
    assert_eq!(
        second.split("\n\nsources:").next().unwrap(),
        " Cards are paid at once.
  [2] a L2, found by line number, judge-x score 0.42
      2: Cards are paid at once.
      evidence: 2 of 2 words
      judge-x: It does not say so."
    );
    let mut questions = asked(&folder);
    questions.sort_by_key(|question| question["citation"].as_u64());
    let source = serde_json::json!({"id": "a.txt", "title": null, "url": null});
    let expected = serde_json::json!({
        "layout": "pincite.judge/1", "case": "answer.md", "citation": 2, "target": 1,
        "question": null, "claim": "Cards are paid at once.", "cited": "a L2", "source": source,
        "passage": "Cards are paid at once.", "cut": false,
    });
    assert_eq!((questions.len(), &questions[1]), (2, &expected));
    crate::schemas::check("judge", &questions[1].to_string());
}

#[test]
fn nothing_is_asked_twice_until_it_changes() {
    let folder = folder(SOUND);
    let first = judged(&folder, "");
    let kept = folder.0.path().join("kept.jsonl");
    let mode = std::fs::metadata(&kept).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!((judged(&folder, "").stdout, asked(&folder).len()), (first.stdout, 2));
    judged(&folder, "--judge-again");
    assert_eq!(asked(&folder).len(), 4);
    // Another command is another judge.
    let other = "show answer.md a.txt --judge-cache kept.jsonl --judge";
    let args: Vec<String> =
        other.split(' ').chain(["./judge --strict"]).map(str::to_owned).collect();
    run(folder.0.path(), &args, "");
    assert_eq!(asked(&folder).len(), 6);
    std::fs::write(folder.0.path().join("a.txt"), "Take six days.\nCards are paid.\n").unwrap();
    judged(&folder, "");
    assert_eq!(asked(&folder).len(), 8);
    // A line that was cut off costs only itself.
    std::fs::write(&kept, "{\"fingerprint\": \n").unwrap();
    assert_eq!((judged(&folder, "").status, asked(&folder).len()), (0, 10));
}

#[test]
fn whatever_it_does_the_rest_is_printed() {
    let hostile = r#"printf %s '{"score": 1, "by": "\u001b[31mx", "reason": "a\u202eb\nc"}'"#;
    let output = judged(&folder(hostile), "");
    assert_eq!((output.stderr.as_str(), output.status), ("", 0));
    assert!(output.stdout.contains("␛[31mx score 1"), "{}", output.stdout);
    assert!(output.stdout.contains("␛[31mx: a⟨RLO⟩b"), "{}", output.stdout);
    let failure = |judge: &str, more: &str| {
        let output = judged(&folder(judge), more);
        assert_eq!(output.status, 2, "{judge}");
        assert!(output.stdout.contains("[2] a L2, found by line number\n"), "{}", output.stdout);
        output.stderr.replace("pincite: judge: no score for citation ", "")
    };
    let crash = failure("printf 'no key\\033[2J\\nset it' >&2; exit 3", "");
    let why = "ended with exit status: 3: no key␛[2J set it";
    assert_eq!(crash, format!("1, source 1, and 1 more: {why}\n"));
    let garbage = failure("echo 'Sure! It holds.'", "");
    assert!(garbage.contains("invalid JSON (expected value at line 1 column 1): Sure!"));
    assert!(failure("true", "").contains("no output"));
    let huge = failure("exec head -c 300000 /dev/zero", "");
    assert!(huge.contains("the answer is longer than 64 KiB"), "{huge}");
    assert!(failure("echo '{\"score\": 1e400}'", "").contains("invalid JSON"));
    let endless = failure("exec cat /dev/zero", "--judge-timeout 0.5");
    assert!(endless.contains("64 KiB") || endless.contains("0.5 s"), "{endless}");
}

#[test]
fn a_slow_one_is_ended_with_all_it_started() {
    let folder = folder("echo $$ >> pids; sleep 60 & echo $! >> pids; wait");
    let begun = Instant::now();
    let output = judged(&folder, "--judge-timeout 0.3");
    assert!(begun.elapsed() < Duration::from_secs(20));
    let why = "source 1, and 1 more: timed out after 0.3 s";
    assert!(output.stderr.contains(why), "{}", output.stderr);
    let pids = std::fs::read_to_string(folder.0.path().join("pids")).unwrap();
    assert!(pids.lines().count() >= 2, "{pids}");
    for pid in pids.lines() {
        let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        assert!(state.is_empty() || state.contains(") Z "), "{state}");
    }
}

#[test]
fn one_that_leaves_something_behind_is_not_waited_for() {
    let folder = folder("sleep 60 & echo '{\"score\": 1}'; exec 1>&-");
    let begun = Instant::now();
    let output = judged(&folder, "--judge-timeout 2");
    // The pipe is held open by what was left after, so the answer counts as late.
    assert!(begun.elapsed() < Duration::from_secs(20));
    assert_eq!(output.status, 2);
    let folder = self::folder("sleep 60 >/dev/null 2>&1 & echo '{\"score\": 1}'");
    let output = judged(&folder, "--judge-timeout 20");
    assert_eq!((output.stderr.as_str(), output.status), ("", 0));
}

#[test]
fn a_failed_start_is_reported_once() {
    let folder = folder("true");
    let output = pincite(&folder, "show answer.md a.txt --judge ./missing");
    assert_eq!(output.status, 2);
    let why = "pincite: cannot start the judge: cannot run ./missing: no such file\n";
    assert_eq!(output.stderr, why);
    let args = ["show", "answer.md", "a.txt", "--judge", "it's"].map(str::to_owned);
    let output = run(folder.0.path(), &args, "");
    assert_eq!(output.stderr, "pincite: cannot run `it's`: missing closing quote\n");
}

#[test]
fn no_shell_takes_the_command() {
    let folder = folder(r#"echo "{\"score\": $#, \"by\": \"$1\"}""#);
    let args = ["show", "answer.md", "a.txt", "--judge", "./judge '$(touch x);*' b"];
    let mut args: Vec<String> = args.map(str::to_owned).into();
    args.extend(["--judge-cache", "kept.jsonl"].map(str::to_owned));
    let output = run(folder.0.path(), &args, "");
    assert!(output.stdout.contains("$(touch x);* score 2"), "{}", output.stdout);
    assert!(!folder.0.path().join("x").exists());
}

#[test]
fn secure_starts_nothing() {
    let folder = folder("touch started");
    let output = judged(&folder, "--secure");
    let failure = "pincite: judge not started because of `--secure`\n";
    assert_eq!((output.stderr.as_str(), output.status), (failure, 0));
    let checked = pincite(&folder, "check answer.md a.txt --judge ./judge --secure");
    assert!(
        checked.stderr.contains("judge not started") && checked.status == 2,
        "{}",
        checked.stderr
    );
    assert!(!folder.0.path().join("started").exists());
}

#[test]
fn the_rules_know_its_scores() {
    let folder = folder(SOUND);
    std::fs::write(
        folder.0.path().join("pincite.toml"),
        "[check]\nselect = [\"low-score\"]\n[least-scores]\njudge-x = 0.5\n",
    )
    .unwrap();
    let args = "check answer.md a.txt --judge ./judge --judge-cache kept.jsonl";
    let output = pincite(&folder, args);
    assert!(output.stdout.contains("judge-x"), "{}", output.stdout);
    let broken = self::folder("exit 1");
    assert_eq!(pincite(&broken, args).status, 2);
}

#[test]
fn so_many_run_at_a_time() {
    let judge = "mkdir run-$$; ls -d run-* | wc -l >> most; sleep 0.1; rmdir run-$$
        echo '{\"score\": 1}'";
    let folder = folder(judge);
    let one = |number| format!("Take {number} working days.{}\n\n", cite("a L1"));
    let many: Vec<String> = (0..9).map(one).collect();
    std::fs::write(folder.0.path().join("answer.md"), many.concat()).unwrap();
    let output = judged(&folder, "--judge-jobs 3");
    assert_eq!((output.stderr.as_str(), output.status), ("", 0));
    let counts = std::fs::read_to_string(folder.0.path().join("most")).unwrap();
    assert_eq!(counts.lines().count(), 9);
    assert!(counts.lines().all(|count| count.trim().parse::<u32>().unwrap() <= 3), "{counts}");
}

#[test]
fn the_example_is_a_judge() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let kept = tempfile::tempdir().unwrap();
    let args = [
        "show".to_owned(),
        "samples/evidence/answer.md".to_owned(),
        "samples/evidence/sources".to_owned(),
        "--judge".to_owned(),
        "/usr/bin/env PATH=/usr/local/bin:/usr/bin:/bin python3 examples/judge.py".to_owned(),
        "--judge-cache".to_owned(),
        kept.path().join("kept.jsonl").to_str().unwrap().to_owned(),
    ];
    let output = run(root, &args, "");
    assert_eq!((output.stderr.as_str(), output.status), ("", 0));
    assert!(output.stdout.contains("word-count score 1"), "{}", output.stdout);
    assert!(output.stdout.contains("word-count: not in the passage: "), "{}", output.stdout);
}

#[test]
fn answers_appear_on_the_screen_as_they_come() {
    let mut session = Session::judged(("answer.md", &answer()), &[SOURCE], "");
    let judgement = |score| Judgement {
        by: "judge\u{1b}-x".to_owned(),
        score,
        target: Some(0),
        reason: Some("close".to_owned()),
    };
    let judged = |round, score| {
        let answers = vec![Answer { citation: 0, judgement: judgement(score) }];
        Outcome::Judged(Judged { round, answers, faults: Vec::new() })
    };
    let round = session.state.review.judging.round;
    receive(&mut session.state, judged(round + 1, 0.1));
    receive(&mut session.state, judged(round, 0.75));
    receive(&mut session.state, judged(round, 0.75));
    session.row_with("judge␛-x score 0.75");
    session.row_with("judge␛-x: close");
    assert_eq!(session.state.inspection.case.response.citations[0].judgements.len(), 1);
    let faults = vec!["judge did not judge citation 2".to_owned()];
    receive(&mut session.state, Outcome::Judged(Judged { round, answers: Vec::new(), faults }));
    session.row_with("judge did not judge citation 2");
}

#[test]
fn stopping_ends_what_runs() {
    let folder = folder("exec sleep 60");
    let options = Options { timeout: Duration::from_secs(50), jobs: 2, cache: None, again: false };
    let script = folder.0.path().join("judge");
    let judge = Judge::new(&format!("'{}'", script.display()), options).unwrap();
    let session = Session::judged(("answer.md", &answer()), &[SOURCE], "");
    let inspection = session.state.inspection.as_ref();
    let begun = Instant::now();
    let faults = std::thread::scope(|scope| {
        let asking = scope.spawn(|| judge.ask(inspection, &|| true, &mut drop));
        std::thread::sleep(Duration::from_millis(200));
        judge.stop();
        asking.join().unwrap()
    });
    assert_eq!(faults, Vec::<String>::new());
    assert!(begun.elapsed() < Duration::from_secs(30));
}

fn open(folder: &Folder, more: &[&str]) -> Terminal {
    let arguments = ["answer.md", "a.txt", "--judge", "./judge", "--judge-cache", "kept.jsonl"];
    let arguments: Vec<&str> = arguments.iter().chain(more).copied().collect();
    let folder = folder.0.path();
    let mut terminal =
        Terminal::start(command(env!("CARGO_BIN_EXE_pincite"), &arguments, folder), (120, 40));
    terminal.wait_for("n next");
    terminal
}

/// Judges the first citation by what it says, and never comes to an end with the second.
const HALF: &str = r#"read asked
case "$asked" in
*'"citation":2'*) echo $$ > pid; exec sleep 60;;
*six*) score=0.6;;
*) score=0.5;;
esac
echo "{\"score\": $score, \"by\": \"jx\"}""#;

#[test]
fn the_screen_waits_for_no_judge() {
    let folder = folder(HALF);
    let mut terminal = open(&folder, &["--judge-jobs", "1"]);
    terminal.wait_for("score 0.5");
    let path = folder.0.path();
    std::fs::write(path.join("a.txt"), "Take six working days.\nCards are paid at once.\n")
        .unwrap();
    terminal.wait_for("six working days");
    terminal.press("n");
    terminal.wait_for("2 of 2");
    terminal.press("q");
    terminal.wait_for_end(Duration::from_secs(5));
    if let Ok(pid) = std::fs::read_to_string(path.join("pid")) {
        let ended = || {
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
            stat.map_or(true, |stat| stat.contains(") Z "))
        };
        let begun = Instant::now();
        while !ended() {
            assert!(begun.elapsed() < Duration::from_secs(20), "it still runs");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn what_changed_is_judged_again() {
    // The second one is still being judged by then, and is not waited for.
    let folder = folder(HALF);
    let mut terminal = open(&folder, &["--judge-jobs", "1"]);
    terminal.wait_for("score 0.5");
    let changed = "Take six working days.\nCards are paid at once.\n";
    std::fs::write(folder.0.path().join("a.txt"), changed).unwrap();
    terminal.wait_for("score 0.6");
    terminal.press("q");
}

#[test]
fn secure_opens_no_editor() {
    let folder = folder("touch started");
    let mut terminal = open(&folder, &["--secure"]);
    terminal.press("e");
    terminal.wait_for("no editor is started");
    terminal.press("q");
    assert!(!folder.0.path().join("started").exists());
}
