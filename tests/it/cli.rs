//! Every subcommand from outside: exact standard output, standard error and exit status.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// One run of the program in a separate folder. Expects silence and status 0 by default.
#[must_use]
pub(crate) struct Test {
    dir: TempDir,
    args: Vec<String>,
    stdin: String,
    stdout: String,
    stderr: String,
    status: i32,
}

impl Test {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let (stdin, stdout, stderr) = (String::new(), String::new(), String::new());
        Self { dir, args: Vec::new(), stdin, stdout, stderr, status: 0 }
    }

    pub(crate) fn file(self, name: &str, content: &str) -> Self {
        let path = self.dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
        self
    }

    pub(crate) fn args<const N: usize>(mut self, args: [&str; N]) -> Self {
        self.args.extend(args.map(str::to_owned));
        self
    }

    pub(crate) fn stdin(mut self, text: &str) -> Self {
        text.clone_into(&mut self.stdin);
        self
    }

    pub(crate) fn stdout(mut self, text: &str) -> Self {
        text.clone_into(&mut self.stdout);
        self
    }

    pub(crate) fn stderr(mut self, text: &str) -> Self {
        text.clone_into(&mut self.stderr);
        self
    }

    pub(crate) fn status(mut self, status: i32) -> Self {
        self.status = status;
        self
    }

    #[track_caller]
    pub(crate) fn run(self) {
        let output = run(self.dir.path(), &self.args, &self.stdin);
        let reported = (output.stdout, output.stderr, output.status);
        let expected = (self.stdout, self.stderr, self.status);
        assert!(reported == expected, "expected {expected:#?}\nbut got {reported:#?}");
    }
}

pub(crate) struct Output {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) status: i32,
}

pub(crate) fn run(dir: &Path, args: &[String], stdin: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args(args)
        .current_dir(dir)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // A program that streams answers before it has read all, and one that does not read its
        // input closes the pipe, which is its right.
        scope.spawn(move || drop(pipe.write_all(stdin.as_bytes())));
        child.wait_with_output().unwrap()
    });
    Output {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        status: output.status.code().unwrap(),
    }
}

/// Checks the output of `show` for an answer and its sources, all paths below `samples/`.
#[track_caller]
pub(crate) fn show_samples(answer: &str, sources: &[&str]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let args: Vec<String> =
        ["show", answer].iter().chain(sources).map(|&it| it.to_owned()).collect();
    let output = run(&root, &args, "");
    assert_eq!((output.stderr.as_str(), output.status), ("", 0));
    output.stdout
}

/// Checks the output of the program when started in the repository.
#[track_caller]
fn printed<const N: usize>(args: [&str; N]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = run(root, &args.map(str::to_owned), "");
    assert_eq!((output.stderr.as_str(), output.status), ("", 0));
    output.stdout
}

/// Returns a marker with these fields.
pub(crate) fn cite(fields: &str) -> String {
    format!("\u{e200}cite\u{e202}{}\u{e201}", fields.replace(' ', "\u{e202}"))
}

#[test]
fn demo_without_a_terminal_prints_the_samples() {
    let demo = printed(["demo", "handbook"]);
    assert_eq!(demo, printed(["samples/handbook/answer.md", "samples/handbook/sources"]));
    insta::assert_snapshot!("demo", demo);
    let evidence = printed(["samples/evidence/answer.md", "samples/evidence/sources"]);
    assert_eq!(printed(["demo", "evidence"]), evidence);
    insta::assert_snapshot!("demo_evidence", evidence);
}

#[test]
fn show_prints_a_batch_case_by_case() {
    insta::assert_snapshot!("show_cases", printed(["show", "samples/case/cases.jsonl"]));
}

#[test]
fn show_as_json_is_the_whole_inspection() {
    let args = ["show", "--format", "json", "samples/case/cases.jsonl"];
    insta::assert_snapshot!("show_json", printed(args));
}

#[test]
fn one_case_and_the_first_line_of_the_batch_are_the_same() {
    let one = printed(["show", "samples/case/case.json"]);
    assert!(printed(["show", "samples/case/cases.jsonl"]).starts_with(&one));
}

#[test]
fn the_schema_of_the_json_is_printed() {
    insta::assert_snapshot!("schema", printed(["show", "--format", "json", "--schema"]));
}

#[test]
fn formats_prints_both_tables() {
    insta::assert_snapshot!("formats", printed(["formats"]));
}

#[test]
fn help_is_complete() {
    insta::assert_snapshot!("help", printed(["--help"]));
    insta::assert_snapshot!("help_show", printed(["show", "--help"]));
}

#[test]
fn without_arguments_an_overview_is_printed() {
    let output = run(Path::new("."), &[], "");
    assert_eq!((output.stdout.as_str(), output.status), ("", 2));
    assert!(output.stderr.contains("Usage: pincite RESPONSE [SOURCE]..."), "{}", output.stderr);
    assert!(output.stderr.lines().count() <= 25);
}

#[test]
fn a_mistyped_command_gets_a_suggestion() {
    for args in [["chek", "a.md"], ["chek", "--fix"], ["fromats", "-h"]] {
        let output = run(Path::new("."), &args.map(str::to_owned), "");
        assert_eq!((output.stdout.as_str(), output.status), ("", 2));
        let nearest = if args[0] == "chek" { "check" } else { "formats" };
        let tip = format!("tip: a similar command exists: `{nearest}`");
        assert!(output.stderr.contains(&tip), "{}", output.stderr);
    }
    // A file of that name is opened.
    Test::new().file("chek", "No citation.").args(["strip", "chek"]).stdout("No citation.").run();
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("chek"), format!("Fine.{}", cite("a L1"))).unwrap();
    assert_eq!(run(dir.path(), &["chek".to_owned()], "").status, 0);
}

#[test]
fn offsets_are_printed_in_the_requested_unit() {
    let case = format!(
        r#"{{"response":"😀é.{}","sources":[{{"id":"a","text":"é😀\nb"}}]}}"#,
        cite("a L2")
    );
    let offsets = |unit: &str| {
        let args = ["show", "--format", "json", "--unit", unit, "-"].map(str::to_owned);
        let output = run(Path::new("."), &args, &case).stdout;
        let line: serde_json::Value = serde_json::from_str(&output).unwrap();
        let citation = &line["citations"][0];
        let passage = &citation["targets"][0]["passage"];
        [
            &citation["anchor"]["start"],
            &citation["claim"]["end"],
            &passage["start"],
            &passage["end"],
        ]
        .map(|value| value.as_u64().unwrap())
    };
    assert_eq!(offsets("bytes"), [7, 7, 7, 8]);
    assert_eq!(offsets("code-points"), [3, 3, 3, 4]);
    assert_eq!(offsets("utf16"), [4, 4, 4, 5]);
}

#[test]
fn a_bad_line_costs_only_itself_and_status_2() {
    Test::new()
        .file(
            "b.jsonl",
            "{\"id\":\"a\",\"response\":\"x\"}\n{oops}\n\n{\"id\":\"c\",\"response\":\"y\"}\n",
        )
        .args(["show", "b.jsonl"])
        .stdout(
            "case: a
format: case (an object with `response`, `id`)
0 citations, 0 unresolved
0 sources, 0 never cited

notes:
  no citation found

case: c
format: case (an object with `response`, `id`)
0 citations, 0 unresolved
0 sources, 0 never cited

notes:
  no citation found
",
        )
        .stderr(
            "pincite: cannot read b.jsonl, at line 2 column 2: \
             invalid JSON: key must be a string\n\
             hint: each line of a batch is a JSON object\n",
        )
        .status(2)
        .run();
}

#[test]
fn strict_fails_only_when_something_is_unresolved() {
    let good = format!("Fine.{}", cite("a L1"));
    let bad = format!("Fine.{}", cite("a L9"));
    let shown =
        |what: &str| format!("case: r.md\nformat: markers (private-use citation markers)\n{what}");
    Test::new()
        .file("r.md", &good)
        .file("a.txt", "one\n")
        .args(["show", "--strict", "r.md", "a.txt"])
        .stdout(&shown(
            "1 citation, 0 unresolved
1 source, 0 never cited

[1] Fine.
  [1] a L1, found by line number
      1: one
      evidence: 0 of 1 words
      not in the passage: Fine

sources:
  a.txt, 1 line, cited once

notes:
  `a` was matched by file name: a.txt
",
        ))
        .run();
    Test::new()
        .file("r.md", &bad)
        .file("a.txt", "one\n")
        .args(["show", "--strict", "r.md", "a.txt"])
        .stdout(&shown(
            "1 citation, 1 unresolved
1 source, 1 never cited

[1] Fine.
  [1] a L9, unresolved (out-of-range)
      `L9` is past the end of `a` (ends at L1)
      marker: ⟨U+E200⟩cite⟨U+E202⟩a⟨U+E202⟩L9⟨U+E201⟩

sources:
  a.txt, 1 line, never cited

notes:
  `a` was matched by file name: a.txt
",
        ))
        .status(1)
        .run();
}

#[test]
fn strict_passes_what_is_only_without_text() {
    Test::new()
        .stdin(&format!(
            r#"{{"id":"x","response":"Fine.{}","sources":[{{"id":"a","title":"T"}}]}}"#,
            cite("a")
        ))
        .args(["show", "--strict", "-"])
        .stdout(
            "case: x
format: case (an object with `response`, `sources`, `id`)
1 citation, 0 unresolved, 1 without text
1 source, 0 never cited

[1] Fine.
  [1] a, T, without text

sources:
  a, T, no text: no text available, cited once
",
        )
        .run();
}

#[test]
fn strict_fails_for_a_cited_file_that_cannot_be_read() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("r.md"), "Fine.【F:gone.rs†L1】\n").unwrap();
    let args = ["show", "--strict", "r.md", "--root", "."].map(str::to_owned);
    let output = run(dir.path(), &args, "");
    let text = &output.stdout;
    assert!(text.contains("gone.rs L1, unresolved (unreadable)"), "{text}");
    assert_eq!(output.status, 1);
}

#[test]
fn an_id_given_by_hand_goes_before_everything_else() {
    Test::new()
        .file("r.md", &format!("Fine.{}", cite("a L1")))
        .file("a.txt", "by name\n")
        .file("other.txt", "by hand\nmore\n")
        .args(["show", "--context", "1", "r.md", "a.txt", "--source", "a=other.txt"])
        .stdout(
            "case: r.md
format: markers (private-use citation markers)
1 citation, 0 unresolved
2 sources, 1 never cited

[1] Fine.
  [1] a L1, found by line number
      1: by hand
      2- more
      evidence: 0 of 1 words
      not in the passage: Fine

sources:
  a.txt, 1 line, never cited
  a, 2 lines, cited once

notes:
  `a` was matched by --source: other.txt
",
        )
        .run();
}

/// A page of a browsing tool is cited by its number and the lines of its display, whether the
/// display says which it is or the user does.
#[test]
fn a_page_of_a_browsing_tool_is_found_by_its_number() {
    let display = "[6] Tides (harbour.example)\n**viewing lines [8 - 9] of 20**\n\n\
                   L8: The pier is closed\nL9: at low water.\n";
    let plain = "L8: The pier is closed\nL9: at low water.\n";
    for (file, arg) in
        [(display, "page.txt"), (display, "--source=6=page.txt"), (plain, "--source=6=page.txt")]
    {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("r.md"), "It is closed.【6†L8-L9】\n").unwrap();
        std::fs::write(dir.path().join("page.txt"), file).unwrap();
        let args = ["show", "--strict", "r.md", arg].map(str::to_owned);
        let output = run(dir.path(), &args, "");
        let passage =
            "found by printed label\n      8: The pier is closed\n      9: at low water.\n";
        assert!(output.stdout.contains(passage), "{arg}: {}", output.stdout);
        assert!(!output.stdout.contains("doubt"), "{arg}: {}", output.stdout);
        assert_eq!(output.status, 0, "{arg}");
    }
}

#[test]
fn every_command_with_an_answer_takes_sources_by_option() {
    let dir = tempfile::tempdir().unwrap();
    let answer = format!("Refunds take five days {}.\n", cite("turn0file0 L1"));
    let files =
        [("a.md", &answer), ("b.md", &answer), ("s.txt", &"Refunds take five days.\n".to_owned())];
    for (name, text) in files {
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    let printed = |args: &str| {
        let args: Vec<String> =
            args.split(' ').filter(|it| !it.is_empty()).map(str::to_owned).collect();
        let Output { stdout, stderr, status } = run(dir.path(), &args, "");
        (stdout, stderr, status)
    };
    // A page of HTML has the time in it.
    for command in
        ["", "show", "check", "report --format json", "convert --to footnotes", "diff a.md"]
    {
        let one = printed(&format!("{command} b.md s.txt"));
        assert!(one.2 != 2, "{command}: {}", one.1);
        assert_eq!(printed(&format!("{command} b.md --sources s.txt")), one, "{command}");
    }
    // Before the option are responses, and these commands read one.
    let (_, stderr, status) = printed("show a.md b.md --sources s.txt");
    assert!(
        status == 2 && stderr.contains("cannot be used with '--sources <PATH>...'"),
        "{stderr}"
    );
}

#[test]
fn two_sources_with_one_id_are_ambiguous() {
    Test::new()
        .stdin(&format!(
            r#"{{"id":"x","response":"Fine.{}","sources":[{{"id":"a","text":"1"}},{{"id":"a","title":"T","text":"2"}}]}}"#,
            cite("a")
        ))
        .args(["show", "-"])
        .stdout(
            "case: x
format: case (an object with `response`, `sources`, `id`)
1 citation, 1 unresolved
2 sources, 2 never cited

[1] Fine.
  [1] a, unresolved (ambiguous-source)
      ambiguous source `a` (2 sources have this id: number 1 and number 2 “T”)
      marker: ⟨U+E200⟩cite⟨U+E202⟩a⟨U+E201⟩

sources:
  a, 1 line, never cited
  a, T, 1 line, never cited
",
        )
        .run();
}

#[test]
fn hostile_text_never_reaches_the_terminal() {
    let test = Test::new()
        .file("r.md", &format!("\u{1b}[2J\u{202e}Fine.\u{7}{}", cite("a\u{1b} L1")))
        .file("a.txt", "\u{1b}]0;x\u{7}\n");
    for format in ["text", "json"] {
        let args = ["show", "--format", format, "r.md", "a.txt"].map(str::to_owned);
        let output = run(test.dir.path(), &args, "");
        let harmless = |c: char| c == '\n' || !(c.is_control() || c == '\u{202e}');
        assert!(output.stdout.chars().all(harmless), "{}", output.stdout);
    }
}

#[test]
fn a_long_passage_is_cut_unless_asked_for_in_full() {
    let lines: Vec<String> = (1..=50).map(|number| format!("line {number}\n")).collect();
    let test = Test::new()
        .file("r.md", &format!("Fine.{}", cite("a L1-L50")))
        .file("a.txt", &lines.concat());
    let shown = |args: &[&str]| {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        run(test.dir.path(), &args, "").stdout
    };
    let cut = shown(&["show", "r.md", "a.txt"]);
    assert!(
        cut.contains("      40: line 40\n      … 10 more lines; `--full` shows all\n"),
        "{cut}"
    );
    let full = shown(&["show", "--full", "r.md", "a.txt"]);
    assert!(full.contains("      50: line 50\n      evidence:"), "{full}");
}

#[test]
fn unreadable_input_is_reported_with_advice() {
    Test::new()
        .args(["nope.md"])
        .stderr(
            "pincite: cannot read nope.md: no such file\n\
             hint: check the path, or see `pincite -h` for examples\n",
        )
        .status(2)
        .run();
    Test::new()
        .args(["show", "-", "-"])
        .stderr(
            "pincite: cannot read standard input: it cannot be both response and source\n\
             hint: save one of them to a file\n",
        )
        .status(2)
        .run();
    Test::new()
        .args(["show", "--from", "nope", "-"])
        .stderr(
            "pincite: cannot use `--from nope`: unknown format\n\
             hint: `pincite formats` lists the formats\n",
        )
        .status(2)
        .run();
    Test::new()
        .args(["show", "-"])
        .stdin("{\"model\": 1}")
        .stderr(
            "pincite: cannot read standard input: unknown format; \
             JSON with `model`\n\
             hint: `pincite formats` lists what can be read; `--from NAME` skips recognition\n",
        )
        .status(2)
        .run();
}

#[test]
fn extract_prints_the_guides_fields() {
    Test::new()
        .args(["extract"])
        .stdin(&format!("Fine.{} é", cite("turn0file0 L8-L13")))
        .stdout(
            "{\"raw\":\"\\ue200cite\\ue202turn0file0\\ue202L8-L13\\ue201\",\"family\":\"cite\",\
             \"source_ids\":[\"turn0file0\"],\"locator\":\"L8-L13\",\"start\":5,\"end\":29}\n",
        )
        .run();
}

#[test]
fn cases_are_extracted_and_stripped_in_order() {
    let words = |number: usize| "word ".repeat(number * 37 % 400);
    let numbers = || (0..300).filter(|&number| number != 150);
    let line = |number: usize| {
        let marker = cite("f L1");
        format!("{{\"id\": \"{number}\", \"response\": \"{}{marker}\"}}\n", words(number))
    };
    let batch: Vec<String> = numbers().map(line).collect();
    let (head, tail) = batch.split_at(150);
    let batch = format!("{}{{\"id\": 150, \"response\"\n{}", head.concat(), tail.concat());
    let extracted = numbers().map(|number| {
        let start = words(number).len();
        format!(
            "{{\"case\":\"{number}\",\"raw\":\"\\ue200cite\\ue202f\\ue202L1\\ue201\",\
             \"family\":\"cite\",\"source_ids\":[\"f\"],\"locator\":\"L1\",\"start\":{start},\
             \"end\":{},\"anchor\":\"marker\",\"targets\":[{{\"id\":\"f\",\"locator\":\"L1\",\
             \"quote\":null,\"score\":null}}]}}\n",
            start + 11
        )
    });
    let stripped = numbers().map(|number| format!("<!-- case {number} -->\n\n{}\n", words(number)));
    let stripped = stripped.collect::<String>();
    let fault = "pincite: cannot read standard input, at line 151 column 22: invalid JSON: eof while \
                 parsing an object; it may be cut off\nhint: each line of a batch is a JSON object\n";
    for (command, expected) in [
        ("extract", extracted.collect::<String>()),
        ("strip", stripped.trim_end_matches('\n').to_owned()),
    ] {
        Test::new()
            .args([command, "--from", "any"])
            .stdin(&batch)
            .stdout(&expected)
            .stderr(fault)
            .status(2)
            .run();
    }
}

#[test]
fn strip_leaves_every_other_byte() {
    Test::new()
        .args(["strip"])
        .stdin(&format!("Fine.{}\r\n \u{feff}é", cite("a")))
        .stdout("Fine.\r\n \u{feff}é")
        .run();
}

#[test]
fn a_closed_pipe_is_quiet() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args(["demo"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(141), &[][..]));
}

#[test]
fn an_id_may_hold_equals_signs_and_so_may_a_path() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["page.txt", "a=b.txt"] {
        std::fs::write(dir.path().join(name), "text\n").unwrap();
    }
    for (named, id, reported) in [
        ("https://x.example/?a=b=page.txt", "https://x.example/?a=b", "page.txt"),
        ("n=a=b.txt", "n", "a=b.txt"),
        ("a=b=gone.txt", "a=b", "cannot read gone.txt: no such file"),
    ] {
        let response = format!("Said. \u{e200}cite\u{e202}{id}\u{e201}");
        std::fs::write(dir.path().join("r.md"), response).unwrap();
        let args = ["show", "r.md", "--source", named].map(str::to_owned);
        let Output { stdout, stderr, .. } = run(dir.path(), &args, "");
        let matched = format!("`{id}` was matched by --source: {reported}");
        assert!(stdout.contains(&matched) || stderr.contains(reported), "{stdout}{stderr}");
    }
}

#[test]
fn text_is_coloured_only_where_it_is_asked_for() {
    let marked = |words: &str| format!("{words}.{}{}", cite("a L1"), cite("b L1"));
    let printed = |args: &[&str]| {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("answer.md"), marked("The fee is 12 euros")).unwrap();
        std::fs::write(dir.path().join("a"), "The fee is 12 euros.\n").unwrap();
        let args: Vec<String> = args.iter().map(|&it| it.to_owned()).collect();
        run(dir.path(), &args, "")
    };
    let plain = printed(&["show", "answer.md", "a"]);
    assert!(!plain.stdout.contains('\x1b'), "{}", plain.stdout);
    let coloured = printed(&["show", "answer.md", "a", "--color", "always"]).stdout;
    for args in [&["--color", "always"][..], &["--color=always"]] {
        let before = [args, &["show", "answer.md", "a"]].concat();
        assert_eq!(printed(&before).stdout, coloured, "{before:?}");
    }
    assert!(coloured.contains("\x1b[1m[1] [2] The fee is 12 euros.\x1b[0m\n"), "{coloured:?}");
    assert!(coloured.contains("\x1b[31m  [2] b L1, unresolved (unknown-source)\x1b[0m\n"));
    let without = ["\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[0m"]
        .iter()
        .fold(coloured, |text, style| text.replace(style, ""));
    assert_eq!(without, plain.stdout, "colour changes no word");
    let failed = printed(&["show", "missing.md", "--color", "always"]).stderr;
    assert!(
        failed.starts_with("\x1b[1m\x1b[31mpincite:\x1b[0m cannot read missing.md"),
        "{failed:?}"
    );
    let failed = printed(&["show", "missing.md", "--color", "auto"]).stderr;
    assert!(failed.starts_with("pincite: cannot read missing.md"), "{failed:?}");
}

#[test]
fn of_a_long_source_the_lines_that_matter_are_shown() {
    let mut source = "This line is about boats.\n\n".repeat(14);
    source.push_str("The mooring of the harbour costs twelve euros per night.\n\nThe end.\n");
    let folder = tempfile::tempdir().unwrap();
    let answer = format!("The mooring of the harbour costs twelve euros per night.{}\n", cite("a"));
    std::fs::write(folder.path().join("answer.md"), answer).unwrap();
    std::fs::write(folder.path().join("a.md"), source).unwrap();
    let shown = run(folder.path(), &["show", "answer.md", "a.md"].map(str::to_owned), "").stdout;
    assert!(shown.contains("29: The mooring of the harbour costs twelve euros"), "{shown}");
    assert!(shown.contains("      … 26 lines above\n      27: "), "{shown}");
}

#[test]
fn a_file_whose_name_begins_with_a_hyphen_is_named_with_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("-x.md"), "Refunds take five days [1].\n").unwrap();
    for arguments in [&["check", "--", "-x.md"][..], &["check", "-x.md"], &["show", "-x.md"]] {
        let output = run(
            folder.path(),
            &arguments.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>(),
            "",
        );
        assert_eq!(output.status, 2);
        let tip = "tip: write the file `-x.md` as `./-x.md`";
        assert!(
            output.stderr.contains(tip) && !output.stderr.contains("'-- "),
            "{}",
            output.stderr
        );
    }
}

#[test]
fn an_option_of_another_command_is_named_with_it() {
    let tip = |line: &str| {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let output = run(Path::new("."), &args, "");
        assert_eq!(output.status, 2, "{line}");
        output.stderr
    };
    let batch = tip("show --batch cases.jsonl");
    assert!(!batch.contains("--watch"), "{batch}");
    let expected = "\n\n  tip: `--batch` is an option of `pincite check`; other commands read a batch without it\n\n";
    assert!(batch.contains(expected), "{batch}");
    let fix = tip("report --fix answer.md");
    assert!(fix.contains("\n\n  tip: `--fix` is an option of `pincite check`\n\n"), "{fix}");
    // A typing error of its own option.
    assert!(tip("show --contxt 3 a.md").contains("'--context'"));
}
