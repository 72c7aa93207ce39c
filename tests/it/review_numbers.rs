//! `pincite review` from outside: what each command prints, its status, and that nothing is lost.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::cli::{Output, run};

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/review")
}

/// Returns a run of `pincite review` in `folder`.
fn review_in(folder: &Path, args: &str) -> Output {
    let args: Vec<String> =
        ["review"].into_iter().chain(args.split_whitespace()).map(str::to_owned).collect();
    run(folder, &args, "")
}

/// Returns the output of `pincite review` over the samples, if it succeeds.
fn printed(args: &str) -> String {
    let Output { stdout, stderr, status } = review_in(&samples(), args);
    assert_eq!((stderr.as_str(), status), ("", 0), "{args}");
    stdout
}

/// Returns a folder with copies of the samples.
fn copies() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["ann.review.jsonl", "bob.review.jsonl", "judge.jsonl", "answers.jsonl"] {
        std::fs::copy(samples().join(name), folder.path().join(name)).unwrap();
    }
    folder
}

const BOTH: &str = "ann.review.jsonl bob.review.jsonl";

const JUDGE: &str = "import judge.jsonl --supports-from 0.8 --partly-from 0.4 \
    --verdict refuted=contradicts --input answers.jsonl -o judge.review.jsonl";

#[test]
fn figures_come_with_their_definitions() {
    insta::assert_snapshot!("report_text", printed(&format!("report {BOTH}")));
}

#[test]
fn figures_for_programs() {
    let report = |format: &str| {
        printed(&format!("report ann.review.jsonl --min-findings 1 --format {format}"))
    };
    insta::assert_snapshot!("report_json", report("json"));
    insta::assert_snapshot!("report_csv", report("csv"));
    insta::assert_snapshot!("report_markdown", report("markdown"));
}

#[test]
fn verdicts_on_an_earlier_run_are_left_out_when_the_response_is_named() {
    let folder = copies();
    let report = |input: &str| {
        let printed = review_in(folder.path(), &format!("report ann.review.jsonl{input}"));
        assert_eq!((printed.stderr.as_str(), printed.status), ("", 0));
        printed.stdout
    };
    let all = report("");
    assert_eq!(report(" --input answers.jsonl"), all);
    let path = folder.path().join("answers.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let now = text.replace("The deposit is 30 euros.", "Nobody pays a deposit.");
    std::fs::write(&path, now).unwrap();
    let printed = report(" --input answers.jsonl");
    assert_ne!(printed, all);
    let line = "1 verdict left out: no longer in the response";
    assert!(printed.lines().any(|it| it == line), "{printed}");
}

#[test]
fn one_reviewer_is_counted_alone() {
    let report = printed(&format!("report {BOTH} --reviewer bob"));
    assert!(report.starts_with("7 subjects in 2 cases: "), "{report}");
    assert!(report.contains("\nverdicts by bob (7)\n"), "{report}");
    let stranger = review_in(&samples(), &format!("report {BOTH} --reviewer zed"));
    let error = "pincite: cannot find the reviewer `zed`: there are no verdicts by that reviewer\n\
        hint: reviewers: `ann` and `bob`\n";
    assert_eq!((stranger.stderr.as_str(), stranger.status), (error, 2));
}

#[test]
fn agreement_and_who_differs() {
    insta::assert_snapshot!("agreement_text", printed(&format!("agreement {BOTH}")));
    insta::assert_snapshot!("agreement_json", printed(&format!("agreement {BOTH} --format json")));
}

#[test]
fn one_reviewer_agrees_with_nobody() {
    let alone = printed("agreement ann.review.jsonl");
    assert!(alone.contains("fleiss_kappa   undefined: no common subjects\n"));
    assert!(!alone.contains("NaN"));
}

#[test]
fn what_holds_is_listed() {
    insta::assert_snapshot!("listing", printed("show ann.review.jsonl"));
}

#[test]
fn a_model_judge_is_a_reviewer_and_counts_once() {
    let folder = copies();
    let first = review_in(folder.path(), JUDGE);
    assert_eq!(
        (first.stdout.as_str(), first.status),
        ("8 verdicts added to judge.review.jsonl\n", 0)
    );
    let again = review_in(folder.path(), JUDGE);
    assert_eq!(again.stdout, "0 verdicts added to judge.review.jsonl, 8 already known\n");
    let args = format!("agreement {BOTH} judge.review.jsonl");
    let agreement = review_in(folder.path(), &args).stdout;
    assert!(agreement.starts_with("verdicts by ann (9), bob (7) and judge-small (8)\n"));
    assert!(agreement.contains("    judge-small: supports partly, “score 0.41”\n"), "{agreement}");
}

#[test]
fn rejected_lines_of_an_import_are_reported() {
    let folder = copies();
    let lines = "{\"case\":\"lending\",\"citation\":9,\"verdict\":\"supports\"}\nnonsense\n\
        {\"case\":\"lending\",\"citation\":1,\"verdict\":\"supports\"}\n";
    std::fs::write(folder.path().join("lines.jsonl"), lines).unwrap();
    let args = "import lines.jsonl --reviewer cy --input answers.jsonl -o cy.jsonl";
    let output = review_in(folder.path(), args);
    assert_eq!(output.stdout, "1 verdict added to cy.jsonl\n");
    assert_eq!(output.status, 2);
    assert_eq!(
        output.stderr,
        "pincite: cannot read lines.jsonl, at line 1: no citation 9; the case has 5\n\
         pincite: cannot read lines.jsonl, at line 2: invalid JSON: expected ident\n"
    );
    let nowhere = review_in(folder.path(), "import lines.jsonl --reviewer cy");
    assert_eq!(
        nowhere.stderr,
        "pincite: cannot import lines.jsonl: no journal to write to\n\
         hint: add `-o JOURNAL`\n"
    );
}

#[test]
fn merging_keeps_everything_and_overwrites_nothing() {
    let folder = copies();
    let merged = format!("merge {BOTH} ann.review.jsonl -o both.jsonl");
    assert_eq!(review_in(folder.path(), &merged).status, 0);
    let count =
        |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap().lines().count();
    assert_eq!(count("both.jsonl"), count("ann.review.jsonl") + count("bob.review.jsonl"));
    let report = |journals: &str| review_in(folder.path(), &format!("report {journals}")).stdout;
    assert_eq!(report("both.jsonl"), report(BOTH));
    let again = review_in(folder.path(), &merged);
    let error = "pincite: cannot write both.jsonl: file exists\nhint: `--force` replaces it\n";
    assert_eq!((again.stderr.as_str(), again.status), (error, 2));
    assert_eq!(review_in(folder.path(), &format!("{merged} --force")).status, 0);
}

#[test]
fn merging_replaces_no_journal_with_lines_of_its_own() {
    let folder = copies();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let lines = |name: &str| read(name).lines().count();
    // A journal that is not merged, and one whose last line is damaged.
    let own = "merge ann.review.jsonl -o bob.review.jsonl --force";
    let damaged = read("ann.review.jsonl").trim_end().to_owned() + "x\n";
    write("damaged.jsonl", &damaged);
    let onto = "merge ann.review.jsonl damaged.jsonl -o damaged.jsonl --force";
    for (merge, name, lost) in
        [(own, "bob.review.jsonl", lines("bob.review.jsonl")), (onto, "damaged.jsonl", 1)]
    {
        let before = read(name);
        let output = review_in(folder.path(), merge);
        let noun = if lost == 1 { "line" } else { "lines" };
        let why = format!("cannot replace {name}: {lost} {noun} of it would be lost");
        assert!(output.stderr.contains(&why), "{}", output.stderr);
        assert_eq!((output.status, read(name)), (2, before));
    }
    let all = "merge ann.review.jsonl bob.review.jsonl -o bob.review.jsonl --force";
    assert_eq!(review_in(folder.path(), all).status, 0);
}

#[test]
fn what_is_exported_comes_back() {
    let folder = copies();
    for format in ["jsonl", "csv"] {
        let exported = printed(&format!("export {BOTH} --format {format}"));
        let (file, journal) = (format!("verdicts.{format}"), format!("{format}.review.jsonl"));
        std::fs::write(folder.path().join(&file), &exported).unwrap();
        let imported = review_in(folder.path(), &format!("import {file} -o {journal}"));
        assert_eq!(imported.stdout, format!("16 verdicts added to {journal}\n"));
        let again = review_in(folder.path(), &format!("export {journal} --format {format}"));
        assert_eq!(again.stdout, exported);
    }
}

#[test]
fn damage_is_reported_and_costs_only_itself() {
    let folder = copies();
    let path = folder.path().join("ann.review.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("\"supports\"", "\"Supports\"", 1)).unwrap();
    let verified = review_in(folder.path(), &format!("verify {BOTH}"));
    assert_eq!(verified.status, 2);
    assert_eq!(
        verified.stdout,
        "ann.review.jsonl: 11 valid entries, 1 fault\n  \
         line 2: changed: the checksum does not match\n\
         bob.review.jsonl: 8 valid entries, 0 faults\n"
    );
    let damaged = review_in(folder.path(), "show --damaged ann.review.jsonl");
    let line = "ann.review.jsonl: line 2: changed: the checksum does not match\n";
    assert_eq!((damaged.stdout.as_str(), damaged.status), (line, 2));
    let report = review_in(folder.path(), "report ann.review.jsonl");
    assert!(report.stdout.starts_with("8 subjects in 2 cases: "), "{}", report.stdout);
    assert_eq!(
        report.stderr,
        "pincite: cannot read 1 line of ann.review.jsonl: line 2: changed: the checksum \
         does not match\nhint: run `pincite review verify ann.review.jsonl` to list them; the rest is used\n"
    );
    assert_eq!(report.status, 2);
}

#[test]
fn the_help_says_what_there_is() {
    insta::assert_snapshot!("help_review", printed("--help"));
    insta::assert_snapshot!("help_import", printed("import --help"));
}
