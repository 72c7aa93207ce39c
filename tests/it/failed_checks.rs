//! Checks that end with an error: every report says so, and no file of an earlier run, nor an empty one, passes for the
//! result. And outputs that would replace what a check reads.

use serde_json::Value;

use crate::check::Folder;
use crate::cli::{cite, run};

/// Every format, and words of its report on an input that cannot be read.
const FORMATS: [(&str, &str); 8] = [
    ("text", "error[not checked]: cannot read"),
    ("json", "\"error\":\"cannot read"),
    ("csv", "not-checked"),
    ("jsonl-citations", "not-checked"),
    ("sarif", "\"executionSuccessful\": false"),
    ("junit", "type=\"not checked\""),
    ("github", "title=not checked::cannot read"),
    ("markdown", "Not checked: cannot read"),
];

fn folder() -> Folder {
    Folder::new(&[
        ("answer.md", &format!("Refunds take five days.{}\n", cite("a L1"))),
        ("docs/a.txt", "Refunds take five days.\n"),
        ("broken.toml", "bogus = 1\n"),
    ])
}

#[test]
fn each_format_reports_a_check_that_could_not_begin() {
    for (format, words) in FORMATS {
        for arguments in [
            "missing.md docs/",
            "answer.md missing/",
            "answer.md docs/ --config broken.toml",
            "answer.md docs/ --baseline missing.json",
            "answer.md docs/ --trend missing.json",
        ] {
            let folder = folder();
            folder.write("out", "no findings in 1 case\n");
            let output = folder.check(&format!("{arguments} --format {format} -o out"));
            assert_eq!(output.status, 2, "{format} {arguments}: {}", output.stderr);
            let report = folder.read("out");
            assert!(report.contains(words), "{format} {arguments}: {report}");
            let printed = output.stderr.matches("cannot read").count();
            assert_eq!(printed, 1, "{format} {arguments}: {}", output.stderr);

            let output = folder.check(&format!("{arguments} --format {format}"));
            assert_eq!(output.status, 2, "{format} {arguments}");
            let is_text = format == "text";
            assert_eq!(output.stdout.contains(words), !is_text, "{format}: {}", output.stdout);
        }
    }
}

#[test]
fn a_response_that_is_no_text_is_not_called_empty() {
    for (response, why) in [
        ("[\"Refunds take five days [1].\"]", "`response` should be a text but is a list"),
        ("7", "`response` should be a text but is a number"),
    ] {
        let case =
            format!("{{\"response\":{response},\"sources\":[{{\"id\":\"1\",\"text\":\"x\"}}]}}");
        let folder = Folder::new(&[("case.json", &case)]);
        let output = folder.check("case.json");
        let message = format!("no text of the response was read: {why}");
        assert!(output.stdout.contains(&message), "{}", output.stdout);
        assert_eq!(output.status, 1);
    }
}

#[test]
fn rows_and_results_count_what_was_not_checked() {
    let folder = folder();
    let csv = folder.check("missing.md docs/ --format csv").stdout;
    let row = "missing.md,,missing.md,,,,,,not-checked,,,,,not-checked,cannot read missing.md: no such file";
    assert_eq!(csv.lines().nth(1), Some(row));
    let line = folder.check("missing.md docs/ --format jsonl-citations").stdout;
    let line: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(line["findings"], serde_json::json!(["not-checked"]));
    assert_eq!(line["reason"], "cannot read missing.md: no such file");
    // Services show results, and close those of earlier runs that are missing.
    let sarif = folder.check("missing.md docs/ --format sarif").stdout;
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"not-checked".into(), &"error".into()));
    let file = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(file, "missing.md");
    folder.write("batch.jsonl", "{\"id\":\"a\",\"response\":\"x\",\"sources\":[]}\nno\n");
    let csv = folder.check("batch.jsonl --format csv --require citations --select P001").stdout;
    assert!(csv.contains("batch.jsonl,2,batch.jsonl:2,"), "{csv}");
    let unmet = ",,,,,,,,not-met,,,,,not-met,\"required: citations, but there is 1 case without citations\"";
    assert!(csv.contains(unmet), "{csv}");
}

#[test]
fn a_failed_check_records_no_baseline_but_its_metrics() {
    let folder = folder();
    let output = folder.check("missing.md docs/ --write-baseline known.json");
    assert_eq!((output.status, folder.path().join("known.json").exists()), (2, false));
    let output = folder.check("missing.md docs/ --metrics m.json -q");
    let metrics: Value = serde_json::from_str(&folder.read("m.json")).unwrap();
    assert_eq!((output.status, metrics["not_checked"].as_u64()), (2, Some(1)), "{metrics}");
}

#[test]
fn a_broken_configuration_ends_the_check_of_its_own_folder_only() {
    let folder = folder();
    folder.write("other/answer.md", &folder.read("answer.md"));
    folder.write("other/pincite.toml", "bogus = 1\n");
    let output = folder.check("--format json answer.md other/answer.md answer.md --sources docs/");
    let errors: Vec<bool> = output
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["error"].is_string())
        .collect();
    assert_eq!((errors, output.status), (vec![false, true, false], 2), "{}", output.stderr);
}

#[test]
fn an_agent_does_not_go_on_because_of_a_configuration() {
    let folder = folder();
    folder.write("pincite.toml", "bogus = 1\n");
    let output = folder.check_stdin("--hook", "{\"last_assistant_message\":\"Done.\"}");
    assert_eq!(output.status, 1, "{}", output.stderr);
    assert!(output.stderr.contains("unknown key `bogus`"), "{}", output.stderr);
}

#[test]
fn an_empty_path_is_called_empty() {
    let folder = folder();
    for arguments in [
        &["check", ""][..],
        &["show", ""],
        &["report", ""],
        &["convert", "--to", "html", ""],
        &["diff", "", ""],
        &["", "docs/"],
    ] {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let output = run(folder.path(), &arguments, "");
        assert_eq!(output.status, 2, "{arguments:?}: {}", output.stderr);
        let is_named = output.stderr.contains("cannot read '': the path is empty");
        assert!(is_named, "{arguments:?}: {}", output.stderr);
    }
}

#[test]
fn what_a_check_reads_is_never_what_it_writes() {
    for (arguments, file, words) in [
        ("-o answer.md", "answer.md", "the check reads this file"),
        ("-o ./docs/../answer.md", "answer.md", "the check reads this file"),
        ("-o docs/a.txt", "docs/a.txt", "the check reads this file"),
        ("--metrics answer.md -q", "answer.md", "the check reads this file"),
        ("--write-baseline docs/a.txt --force", "docs/a.txt", "the check reads this file"),
        ("--baseline known.json -o known.json", "known.json", "the check reads this file"),
        ("--config own.toml -o own.toml", "own.toml", "the check reads this file"),
        ("-o new.json --metrics new.json", "answer.md", "`--output` writes this file"),
    ] {
        let folder = folder();
        folder.write("own.toml", "[check]\n");
        folder.write("known.json", "{\"schema\":\"pincite.baseline/1\",\"findings\":[]}\n");
        let old = folder.read(file);
        let output = folder.check(&format!("answer.md docs/a.txt {arguments}"));
        assert_eq!(output.status, 2, "{arguments}: {}", output.stderr);
        assert!(output.stderr.contains(words), "{arguments}: {}", output.stderr);
        assert!(output.stderr.contains("hint: name another file with `--"), "{}", output.stderr);
        assert_eq!(folder.read(file), old, "{arguments}");
        assert!(!folder.path().join("new.json").exists(), "{arguments}");
    }
    let folder = folder();
    for allowed in [
        "--write-baseline known.json",
        "--baseline known.json --write-baseline known.json",
        "-q --metrics m.json",
        "-q --trend m.json --metrics m.json",
        "-o /dev/null --metrics /dev/null",
    ] {
        let output = folder.check(&format!("answer.md docs/a.txt {allowed}"));
        assert_eq!(output.status, 0, "{allowed}: {}", output.stderr);
    }
}

#[test]
fn no_output_replaces_a_file_of_a_folder_that_is_read() {
    for arguments in [
        "answers docs/ -o answers/one.md",
        "answers docs/ -o docs/a.txt --format json",
        "answers docs/ --metrics answers/one.md -q",
        "answers docs/ --write-baseline docs/a.txt --force",
        ". -o answers/one.md",
        "answers --sources docs/ -o docs/a.txt",
    ] {
        let folder = folder();
        folder.write("answers/one.md", &folder.read("answer.md"));
        let before = [folder.read("answers/one.md"), folder.read("docs/a.txt")];
        let output = folder.check(arguments);
        assert!(
            output.stderr.contains("the check reads this file"),
            "{arguments}: {}",
            output.stderr
        );
        assert_eq!(output.status, 2, "{arguments}");
        assert_eq!([folder.read("answers/one.md"), folder.read("docs/a.txt")], before);
    }
    // An answer that quotes what a check or a compiler prints is none of its outputs.
    for quoted in [
        "error[E0382]: use of moved value. The shop opens at ten [1].\n",
        "No findings. The shop opens at ten [1].\n",
        "The check printed `error[E001 number-differs]` [1].\n",
        "| Place | Severity | Rule | Finding |\n|---|---|---|---|\n\nThe shop opens at ten [1].\n",
        "{\"response\": \"It wrote \\\"pincite.findings/1\\\" [1].\"}\n",
    ] {
        let folder = folder();
        folder.write("answers/one.md", quoted);
        let output = folder.check("answers docs/ -o answers/one.md");
        assert_eq!((output.status, folder.read("answers/one.md")), (2, quoted.to_owned()));
    }
    let folder = folder();
    for written in ["docs/a.txt", "answer.md", "r.html"] {
        let arguments = ["report", "answer.md", "docs", "-o", "r.html", "--metrics", written];
        let output = run(folder.path(), &arguments.map(str::to_owned), "");
        assert!(output.stderr.contains("the report reads this file"), "{}", output.stderr);
        assert_eq!(folder.read("docs/a.txt"), "Refunds take five days.\n");
    }
    folder.write("answers/one.md", "The shop opens at ten [1].\n");
    folder.write("answers/two.md", "");
    for (format, _) in FORMATS {
        for _ in 0..2 {
            let written = "--metrics answers/m.json -o answers/two.md";
            let output = folder.check(&format!("answers/ docs/ {written} --format {format}"));
            assert!(!output.stderr.contains("the check reads"), "{format}: {}", output.stderr);
            assert_ne!(folder.read("answers/two.md"), "", "{format}");
        }
    }
}

#[test]
fn a_report_replaces_an_earlier_report_and_nothing_else() {
    let notes = "Notes for the release.\n";
    let config = "[check]\nignore = [\"F\"]\n";
    let baseline = "{\"schema\":\"pincite.baseline/1\",\"findings\":[]}\n";
    let case = "{\"response\": \"x [1].\", \"contexts\": [\"x\"]}\n";
    let metrics = "{\"schema\":\"pincite.metrics/1\"}\n";
    for (option, content) in [
        ("-o", notes),
        ("-o", config),
        ("-o", baseline),
        ("-o", metrics),
        ("-o", case),
        ("-q --metrics", notes),
        ("-q --metrics", baseline),
        ("-q --metrics", "no findings in 1 case\n"),
    ] {
        let folder = folder();
        folder.write("kept", content);
        let output = folder.check(&format!("answer.md docs/ {option} kept"));
        let about = format!("{option} {content}: {}", output.stderr);
        assert_eq!((output.status, folder.read("kept").as_str()), (2, content), "{about}");
        assert!(
            output.stderr.contains("cannot write kept: the file exists and is not a"),
            "{about}"
        );
        assert!(output.stderr.contains("add `--force`"), "{about}");
        let output = folder.check(&format!("answer.md docs/ {option} kept --force"));
        assert_eq!(output.status, 0, "{}", output.stderr);
        assert_ne!(folder.read("kept"), content, "{option}");
    }
    let ignored = "<!-- pincite-ignore P001: known -->\nRefunds [b.md L1].\n";
    let answers = [
        ("answer.md docs/", 0),
        ("missing.md docs/", 2),
        ("none.jsonl", 2),
        ("wrong.md docs/", 1),
        ("wrong.md docs/ --fail-on never", 0),
        ("answer.md docs/ --min text=1 --require text", 0),
        ("bare.md docs/ --require citations", 1),
        ("answer.md docs/ --select R --ignore R", 2),
        ("answer.md docs/ --baseline known.json", 0),
        ("ignored.md docs/ --allow-ignores --fail-on never", 0),
        ("answer.md wrong.md --sources docs/", 1),
    ];
    for (arguments, status) in answers {
        for (format, _) in FORMATS {
            let folder = folder();
            folder.write("wrong.md", &format!("Refunds take 9 days.{}\n", cite("b L1")));
            folder.write("bare.md", "Refunds take five days.\n");
            folder.write("ignored.md", ignored);
            folder.write("none.jsonl", "");
            folder.write("known.json", baseline);
            for _ in 0..2 {
                let output = folder.check(&format!("{arguments} --format {format} -o out"));
                assert_eq!(output.status, status, "{format} {arguments}: {}", output.stderr);
                assert!(!output.stderr.contains("the file exists"), "{format} {arguments}");
            }
        }
    }
}

#[test]
fn no_output_replaces_a_review_journal() {
    let line = "{\"id\":\"661277aa2a51a-36cb-1\",\"at\":\"2026-11-26T05:47:29.362202736Z\",\
                \"reviewer\":\"ann\",\"event\":\"began\",\"input\":\"a.md\",\"tool\":\"pincite 0.1.0\",\
                \"format\":1,\"crc\":\"a9288838\"}\n";
    let journal = "answer.md.review.jsonl";
    for arguments in [
        "check answer.md docs/ -o answer.md.review.jsonl",
        "check answer.md docs/ -q --metrics answer.md.review.jsonl",
        "check answer.md docs/ --write-baseline answer.md.review.jsonl --force",
        "report answer.md docs/ -o answer.md.review.jsonl --force",
        "report answer.md docs/ -o out.html --metrics answer.md.review.jsonl --force",
        "convert --to html answer.md docs/ -o answer.md.review.jsonl --force",
    ] {
        let folder = folder();
        folder.write(journal, line);
        let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
        let output = run(folder.path(), &arguments, "");
        assert_eq!(output.status, 2, "{arguments:?}: {}", output.stderr);
        let words = "cannot write answer.md.review.jsonl: it is a review journal";
        assert!(output.stderr.contains(words), "{arguments:?}: {}", output.stderr);
        assert_eq!(folder.read(journal), line, "{arguments:?}");
    }
}

#[test]
fn broken_json_is_annotated_at_its_line() {
    let folder = Folder::new(&[
        ("answer.json", "{\n  \"response\": \"x [1]\",\n  \"sources\" [\n}\n"),
        (
            "answers.jsonl",
            "{\"response\": \"x [1].\", \"contexts\": [\"x\"]}\n{\"response\" \"y\"}\n",
        ),
    ]);
    for (file, line) in [("answer.json", 3), ("answers.jsonl", 2)] {
        let github = folder.check(&format!("{file} --format github")).stdout;
        let place = format!("::error file={file},line={line},endLine={line},title=not checked::");
        assert!(github.contains(&place), "{github}");
        let sarif = folder.check(&format!("{file} --format sarif")).stdout;
        let sarif: Value = serde_json::from_str(&sarif).unwrap();
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        let failed = results.iter().find(|result| result["ruleId"] == "not-checked").unwrap();
        let place = &failed["locations"][0]["physicalLocation"];
        assert_eq!(place["region"]["startLine"], line, "{place}");
    }
    let missing = folder.check("missing.json --format github").stdout;
    assert!(missing.contains("::error file=missing.json,title=not checked::"), "{missing}");
}
