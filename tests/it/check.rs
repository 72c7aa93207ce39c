//! `check` from outside: what each format prints, the exit status, and what configures it.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{Output, cite, run};

/// A folder with files to check.
pub(crate) struct Folder(pub(crate) TempDir);

impl Folder {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).unwrap()
    }

    pub(crate) fn check(&self, args: &str) -> Output {
        self.check_stdin(args, "")
    }

    pub(crate) fn check_stdin(&self, args: &str, stdin: &str) -> Output {
        let args: Vec<String> =
            ["check"].into_iter().chain(args.split_whitespace()).map(str::to_owned).collect();
        run(self.0.path(), &args, stdin)
    }

    /// Returns the codes and lines of the findings, and the status.
    fn found(&self, args: &str) -> (Vec<String>, i32) {
        let Output { stdout, status, .. } = self.check(&format!("--format json {args}"));
        let mut found = Vec::new();
        for line in stdout.lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            for finding in case["findings"].as_array().unwrap() {
                let code = finding["code"].as_str().unwrap();
                found.push(format!("{code}:{}", finding["line"]));
            }
        }
        (found, status)
    }
}

/// Two unknown ids on the third line, after what no terminal may see, and a third id.
fn answer() -> String {
    let (first, second, third) = (cite("b L2"), cite("c"), cite("a L1"));
    let fine = format!("Fine.{third}");
    format!(
        "# Title\n\n\u{1b}[31mTake\u{202e} five @all | *days*.{first} More.{second}\n\n{fine}\n"
    )
}

const SOURCE: (&str, &str) = ("a.txt", "Take five working days.\n");

fn folder() -> Folder {
    Folder::new(&[("answer.md", &answer()), SOURCE])
}

/// Two rules only, so that what others find changes nothing here.
const TWO: &str = "--select P001,I001";

fn batch() -> String {
    let case = |id: &str, marker: &str| {
        let response = serde_json::to_string(&format!("Fine.{marker}")).unwrap();
        format!(
            "{{\"id\":\"{id}\",\"response\":{response},\"sources\":[{{\"id\":\"a\",\"text\":\"Fine.\"}}]}}"
        )
    };
    [&case("one", &cite("b")), "{oops", "", &case("four", &cite("a")), "[1]"].join("\n")
}

#[track_caller]
fn printed(format: &str) -> String {
    let output = folder().check(&format!("{TWO} --format {format} answer.md a.txt"));
    assert_eq!(output.status, 1);
    output.stdout
}

#[test]
fn text_underlines_the_place() {
    let output = folder().check(&format!("{TWO} answer.md a.txt"));
    assert_eq!(
        (output.stderr.as_str(), output.status),
        (
            "2 findings (2 errors) in 1 of 1 case\n\
             1 case: 3 citations, 0 checked against text, 1 not compared, 2 unresolved\n",
            1
        )
    );
    insta::assert_snapshot!("check_text", output.stdout);
}

#[test]
fn each_format_is_what_it_promises() {
    insta::assert_snapshot!("check_json", printed("json"));
    insta::assert_snapshot!("check_junit", printed("junit"));
    insta::assert_snapshot!("check_github", printed("github"));
    insta::assert_snapshot!("check_markdown", printed("markdown"));
}

#[test]
fn help_has_examples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let help = run(root, &["check", "--help"].map(str::to_owned), "");
    insta::assert_snapshot!("help_check", help.stdout);
}

/// Returns the faults of a document by the published schema.
pub(crate) fn sarif_faults(sarif: &Value) -> Vec<String> {
    // The published schema has a stray bracket in one pattern, which strict readers refuse.
    let schema = include_str!("sarif-2.1.0.schema.json").replace("{2}]?$", "{2}$");
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    validator.iter_errors(sarif).map(|fault| fault.to_string()).collect()
}

#[test]
fn sarif_validates_and_its_paths_are_relative() {
    let folder = Folder::new(&[("batch.jsonl", &batch()), ("answer.md", &answer())]);
    let absolute = folder.0.path().join("answer.md");
    for (input, status) in [("batch.jsonl", 2), (absolute.to_str().unwrap(), 1)] {
        let output = folder.check(&format!("{TWO} --format sarif {input}"));
        assert_eq!(output.status, status);
        let sarif: Value = serde_json::from_str(&output.stdout).unwrap();
        assert_eq!(sarif_faults(&sarif), [""; 0]);
        let run = &sarif["runs"][0];
        let result = &run["results"][0];
        let rule = result["ruleIndex"].as_u64().unwrap();
        let rule = &run["tool"]["driver"]["rules"][usize::try_from(rule).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(!output.stdout.contains(folder.0.path().to_str().unwrap()));
        assert_eq!(run["invocations"][0]["executionSuccessful"], status != 2);
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], input.rsplit('/').next().unwrap());
    }
}

#[test]
fn a_path_elsewhere_loses_its_folders() {
    let folder = folder();
    let other = Folder::new(&[]);
    let input = folder.0.path().join("answer.md");
    let output = other.check(&format!("{TWO} --format sarif {}", input.display()));
    let sarif: Value = serde_json::from_str(&output.stdout).unwrap();
    let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "answer.md");
}

#[test]
fn hostile_text_stays_text_in_every_format() {
    for format in ["text", "json", "sarif", "junit", "github", "markdown"] {
        let harmless = |c: char| {
            c == '\n'
                || !(c.is_control() || c == '\u{202e}' || ('\u{e000}'..='\u{f8ff}').contains(&c))
        };
        let text = printed(format);
        assert!(text.chars().all(harmless), "{format}: {text}");
    }
    let name = "::error::x|`a` <b> [l](u) @all #1.md";
    let folder = Folder::new(&[(name, &format!("Fine.{}", cite("b"))), ("a.txt", "Fine.\n")]);
    let args = ["check", "--format", "markdown", "--select", "P001", name, "a.txt"];
    let table = run(folder.0.path(), &args.map(str::to_owned), "").stdout;
    let options = pulldown_cmark::Options::ENABLE_TABLES;
    let mut words = String::new();
    for event in pulldown_cmark::Parser::new_ext(&table, options) {
        match event {
            pulldown_cmark::Event::Text(text) => words.push_str(&text),
            pulldown_cmark::Event::InlineHtml(html) => assert_eq!(&*html, "<!-- -->"),
            pulldown_cmark::Event::Code(_) => panic!("{table}"),
            _ => {}
        }
    }
    assert!(words.starts_with(name) && words.contains("unknown source `b`"), "{words}");
}

#[test]
fn colours_are_for_terminals_unless_asked_for() {
    let folder = folder();
    assert!(!folder.check("answer.md").stdout.contains('\u{1b}'));
    assert!(folder.check("--color always answer.md").stdout.contains("\u{1b}[1m"));
}

#[test]
fn the_status_follows_what_is_to_fail() {
    let folder = folder();
    assert_eq!(folder.check(&format!("{TWO} --quiet answer.md")).stdout, "");
    let status = |args: &str| folder.check(&format!("{TWO} {args} answer.md a.txt")).status;
    assert_eq!(status(""), 1);
    assert_eq!(status("--severity P001=warning"), 1);
    assert_eq!(status("--severity P001=warning --fail-on error"), 0);
    assert_eq!(status("--severity P001=note"), 0);
    assert_eq!(status("--severity P001=note --fail-on note"), 1);
    assert_eq!(status("--fail-on never"), 0);
    assert_eq!(status("--severity P=off"), 0);
    let unreadable = folder.check("nope.md");
    assert_eq!((unreadable.stdout.as_str(), unreadable.status), ("", 2));
    assert!(unreadable.stderr.starts_with("pincite: cannot read nope.md: no such file\n"));
}

#[test]
fn a_rule_that_is_none_is_refused_with_the_nearest() {
    let output = folder().check("--select unknown-sauce answer.md");
    assert_eq!(output.status, 2);
    assert!(output.stderr.contains("did you mean `unknown-source`?"), "{}", output.stderr);
}

#[test]
fn a_configuration_above_the_current_folder_counts() {
    let folder = Folder::new(&[
        ("pincite.toml", "[check]\nfail-on = \"never\"\n"),
        ("a/b/answer.md", &answer()),
        ("z.txt", "Nothing.\n"),
    ]);
    let places = [
        ("", "a/b"),
        ("a", "b"),
        ("a/b", "."),
        ("a/b", "../b"),
        ("a", "./b"),
        ("a/b", "../../a/b"),
    ];
    for (current, written) in places {
        let source = folder.0.path().join("z.txt").to_string_lossy().into_owned();
        let input = format!("{written}/answer.md");
        let status = |more: &[&str]| {
            let given = ["check", &input, &source];
            let args = given.into_iter().chain(more.iter().copied());
            let args: Vec<String> = args.map(str::to_owned).collect();
            run(&folder.0.path().join(current), &args, "").status
        };
        assert_eq!((status(&[]), status(&["--no-config"])), (0, 1), "{current}: {written}");
    }
}

#[test]
fn the_nearest_configuration_counts_and_flags_win() {
    let folder = Folder::new(&[
        ("pincite.toml", "[check]\nselect = [\"P\"]\nfail-on = \"never\"\n"),
        ("deep/down/answer.md", &answer()),
        (
            "other/pincite.toml",
            "[check]\nselect = [\"P\"]\n[per-file-ignores]\n\"a*.md\" = [\"P001\"]\n",
        ),
        ("other/answer.md", &answer()),
        ("z.txt", "Nothing.\n"),
    ]);
    let two = vec!["P001:3".to_owned(), "P001:3".to_owned(), "P001:5".to_owned()];
    assert_eq!(folder.found("deep/down/answer.md z.txt"), (two.clone(), 0));
    assert_eq!(folder.found("--fail-on note deep/down/answer.md z.txt"), (two.clone(), 1));
    // No rule is left.
    assert_eq!(folder.found("--ignore P deep/down/answer.md z.txt"), (vec![], 2));
    assert_eq!(folder.found("other/answer.md z.txt"), (vec![], 0));
    assert_eq!(folder.found("--no-config --select P other/answer.md z.txt"), (two.clone(), 1));
    assert_eq!(folder.found("--config pincite.toml other/answer.md z.txt"), (two, 0));
    let shown = folder.check("--show-config --select I deep/down/answer.md").stdout;
    assert!(
        shown.starts_with("[check]\nselect = [\"I\"]\nignore = []\nfail-on = \"never\"\n"),
        "{shown}"
    );
    folder.write("pincite.toml", "[chekc]\n");
    let output = folder.check("deep/down/answer.md");
    assert!(
        output.stderr.contains("unknown key `chekc` at the top of the file; did you mean `check`?"),
        "{}",
        output.stderr
    );
    assert_eq!(output.status, 2);
}

#[test]
fn a_comment_with_a_reason_silences_a_finding() {
    let marker = cite("b");
    let text = format!(
        "One.{marker} <!-- pincite-ignore P001: known -->\n\n\
         <!-- pincite-ignore unknown-source: the next line -->\nTwo.{marker}\n\n\
         Three.{marker} <!-- pincite-ignore P -->\n\n\
         Four.{marker} <!-- pincite-ignore M, nope: other rules -->\n"
    );
    let folder = Folder::new(&[("r.md", &text), ("a.txt", "Nothing.\n")]);
    let found = ["I001:6", "P001:8", "I001:8"].map(str::to_owned).to_vec();
    assert_eq!(folder.found(&format!("{TWO} --allow-ignores r.md a.txt")), (found, 1));
}

#[test]
fn a_baseline_knows_findings_wherever_they_move() {
    let folder = folder();
    let write = format!("{TWO} --write-baseline known.json");
    let output = folder.check(&format!("{write} answer.md a.txt"));
    assert_eq!((output.stdout.as_str(), output.status), ("", 0));
    assert_eq!(output.stderr, "pincite: 2 known findings written to known.json\n");
    let first = folder.read("known.json");

    // Known findings that moved, and a new one.
    folder.write("answer.md", &format!("New.{}\n\nMore lines.\n\n{}", cite("d"), answer()));
    let read = format!("{TWO} --baseline known.json answer.md a.txt");
    assert_eq!(folder.found(&read), (vec!["P001:1".to_owned()], 1));

    let refused = folder.check(&format!("{write} answer.md a.txt"));
    assert_eq!(
        refused.stderr,
        "pincite: cannot replace known.json: it does not have 1 of 3 findings\n\
         hint: `--force` records new findings too\n"
    );
    assert_eq!((refused.status, folder.read("known.json")), (2, first));
    assert_eq!(folder.check(&format!("{write} --force answer.md a.txt")).status, 0);
    assert_eq!(folder.found(&read), (vec![], 0));

    // One is gone; a rule that does not run says nothing about its findings.
    folder.write("answer.md", &answer());
    let stale = folder.check(&format!("--quiet {read}"));
    assert_eq!(
        stale.stderr,
        "pincite: 1 known finding of known.json no longer found\n\
         hint: `--write-baseline known.json` takes them out as soon as no finding is new\n"
    );
    let other = folder.check("--quiet --select I --baseline known.json answer.md a.txt");
    assert_eq!((other.stderr.as_str(), other.status), ("", 0));
}

#[test]
fn a_batch_has_a_result_for_each_line() {
    let folder = Folder::new(&[("batch.jsonl", &batch())]);
    let output = folder.check(&format!("{TWO} --format json batch.jsonl"));
    assert_eq!(output.status, 2);
    assert_eq!(output.stderr, "2 of 4 cases could not be checked\n");
    insta::assert_snapshot!("check_batch", output.stdout);
    let piped = folder.check_stdin(&format!("{TWO} --format json -"), &batch());
    let renamed = output.stdout.replace("\"batch.jsonl\"", "\"-\"");
    let renamed = renamed.replace("batch.jsonl", "standard input");
    assert_eq!(piped.stdout, renamed);
}

#[test]
fn a_long_batch_stays_in_order() {
    let line = |number: usize| {
        let text = "word ".repeat(number % 700);
        format!("{{\"id\":\"{number}\",\"response\":\"{text}\"}}\n")
    };
    let text: String = (0..3000).map(line).collect();
    assert!(text.len() > 4 * 1024 * 1024);
    let output = Folder::new(&[]).check_stdin(&format!("{TWO} --format json -"), &text);
    let ids: Vec<usize> = output
        .stdout
        .lines()
        .map(|line| {
            let case: Value = serde_json::from_str(line).unwrap();
            case["id"].as_str().unwrap().parse().unwrap()
        })
        .collect();
    assert!(ids.into_iter().eq(0..3000));
}

#[test]
fn statistics_count_by_rule() {
    let output = folder().check(&format!("{TWO} --quiet --statistics answer.md a.txt"));
    assert_eq!((output.stdout.as_str(), output.stderr.as_str()), ("", "2  P001  unknown-source\n"));
}

#[test]
fn every_rule_is_listed_and_explained() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let printed = |args: &[&str]| {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        run(root, &args, "")
    };
    let table = printed(&["rules"]).stdout;
    let json: Value =
        serde_json::from_str(&printed(&["rules", "--format", "json"]).stdout).unwrap();
    for rule in pincite::rules::rules() {
        let row = table.lines().find(|line| line.trim_start().starts_with(rule.code));
        assert!(row.is_some_and(|row| row.contains(rule.name)), "{}", rule.code);
        assert!(json.as_array().unwrap().iter().any(|one| one["code"] == rule.code));
        let explained = printed(&["explain", rule.name]);
        assert!(explained.stdout.contains(rule.explain.trim()), "{}", rule.code);
        let head = format!("[{} {}]: ", rule.code, rule.name);
        assert!(explained.stdout.contains(&head), "{}: {}", rule.code, explained.stdout);
    }
    insta::assert_snapshot!("explain", printed(&["explain", "P001"]).stdout);
    let unknown = printed(&["explain", "nope"]);
    assert_eq!(
        (unknown.stderr.as_str(), unknown.status),
        ("pincite: cannot explain `nope`: unknown rule `nope`; `pincite rules` lists them\n", 2)
    );
}

#[test]
fn a_closed_pipe_ends_a_batch_quietly_and_not_with_success() {
    let folder = Folder::new(&[("batch.jsonl", &format!("{}\n", batch()).repeat(2000))]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args(["check", "--format", "json", "batch.jsonl"])
        .current_dir(folder.0.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(141), &[][..]));
}
