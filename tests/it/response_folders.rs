//! Folders of responses: the division into cases and sources, and the notes on other files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::cli::cite;
use crate::pty::{LIMIT, Terminal, command};

const PINCITE: &str = env!("CARGO_BIN_EXE_pincite");

fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

/// Responses in several dialects and depths, sources for all or one of them, and what is left out.
fn runs(folder: &Path) {
    let payload = |name: &str| {
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/anthropic").join(name))
            .unwrap()
    };
    let case = |id: &str, fact: &str| {
        let response = format!("So it is.{}", cite("own L1"));
        let sources = [serde_json::json!({"id": "own", "text": fact})];
        serde_json::json!({"id": id, "response": response, "sources": sources})
    };
    let batch = format!("{}\n{}\n", case("one", "fact one"), case("two", "fact two"));
    write(folder, "runs/batch.jsonl", batch);
    write(folder, "runs/a10.md", format!("Ten.{}\n", cite("handbook L1")));
    write(folder, "runs/a2.md", format!("Two.{}\n", cite("handbook L2")));
    write(folder, "runs/q7.request.json", payload("documents.request.json"));
    write(folder, "runs/q7.response.json", payload("documents.response.json"));
    write(folder, "runs/late/b.md", format!("Late.{}\n", cite("late L1")));
    write(folder, "runs/late/late.txt", "only for the late one\n");
    write(folder, "runs/docs/handbook.txt", "the first line\nthe second line\n");
    write(folder, "runs/broken.json", "{\"id\": \"x\", \"response\": ");
    write(folder, "runs/.hidden.md", cite("handbook L1"));
    write(folder, "runs/.gitignore", "ignored.md\n");
    write(folder, "runs/ignored.md", cite("handbook L1"));
    write(folder, "runs/picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0");
    write(folder, "runs/old.review.jsonl", "{}\n");
    write(folder, "outside.md", cite("handbook L1"));
    fs::create_dir(folder.join("runs/.git")).unwrap();
    std::os::unix::fs::symlink(folder.join("outside.md"), folder.join("runs/link.md")).unwrap();
    std::os::unix::fs::symlink(folder, folder.join("runs/up")).unwrap();
}

fn run(folder: &Path, args: &[&str]) -> (String, String, Option<i32>) {
    let Output { stdout, stderr, status } =
        Command::new(PINCITE).args(args).current_dir(folder).output().unwrap();
    (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap(), status.code())
}

/// Returns the cases that `show --format json` prints.
fn cases(folder: &Path, args: &[&str]) -> Vec<serde_json::Value> {
    let (stdout, ..) = run(folder, &[&["show", "--format", "json"], args].concat());
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn each_response_is_a_case_with_the_sources_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    runs(folder.path());
    let shown: Vec<(String, String, usize, Vec<String>)> = cases(folder.path(), &["runs"])
        .iter()
        .map(|case| {
            let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
            let sources = case["sources"].as_array().unwrap();
            let all = case["citations"].as_array().unwrap();
            let resolved = all.iter().filter(|it| it["targets"][0]["status"] == "resolved").count();
            let names = sources.iter().map(|it| text(&it["id"])).collect();
            (text(&case["id"]), text(&case["format"]["name"]), resolved, names)
        })
        .collect();
    insta::assert_debug_snapshot!(shown);
}

#[test]
fn omitted_and_unreadable_parts_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    runs(folder.path());
    let (shown, printed, status) = run(folder.path(), &["show", "runs"]);
    assert_eq!(status, Some(2));
    assert!(
        printed.starts_with("pincite: cannot read runs/broken.json, at line 1 column "),
        "{printed}"
    );
    for note in [
        "2 files of runs without citations, read as source: docs/handbook.txt and late/late.txt",
        "1 binary file in runs left out",
        "left out of runs: `ignored.md` (ignored), `.hidden.md` (hidden), `link.md` and `up` (a symbolic \
         link), `old.review.jsonl` (a journal of verdicts)",
    ] {
        assert_eq!(shown.matches(note).count(), 6, "{note}: {shown}");
    }
    assert!(!shown.contains("outside"), "{shown}");
    let (shown, ..) = run(folder.path(), &["--explain-format", "runs"]);
    assert_eq!(shown.lines().count(), 6, "{shown}");
    assert!(shown.starts_with("runs/a2.md: markers, private-use citation markers\n"), "{shown}");
}

#[test]
fn check_names_the_file_of_each_finding() {
    let folder = tempfile::tempdir().unwrap();
    runs(folder.path());
    write(folder.path(), "runs/late/b.md", format!("Late.{}\n", cite("nowhere L1")));
    let (printed, errors, status) = run(folder.path(), &["check", "runs/"]);
    assert_eq!(status, Some(2), "{printed}{errors}");
    assert!(printed.contains("runs/late/b.md:1:"), "{printed}");
    assert!(errors.contains("runs/broken.json"), "{errors}");
    let (_, errors, status) = run(folder.path(), &["check", "--fix", "runs"]);
    assert_eq!(
        (status, errors.lines().next()),
        (
            Some(2),
            Some("pincite: cannot repair runs: it is a folder with answers that cite no code")
        )
    );
    let (_, errors, _) = run(folder.path(), &["check", "--batch", "runs"]);
    assert!(errors.contains("leave `--batch` out"), "{errors}");
}

#[test]
fn a_source_that_cites_is_no_case_when_it_is_named_as_source() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "runs/a.md", format!("So.{}", cite("paper L1")));
    write(folder.path(), "runs/docs/paper.md", format!("A text that cites.{}\n", cite("x L1")));
    assert_eq!(cases(folder.path(), &["runs"]).len(), 2);
    let [case] = &cases(folder.path(), &["runs", "runs/docs"])[..] else { panic!() };
    assert_eq!(case["citations"][0]["targets"][0]["status"], "resolved", "{case}");
}

#[test]
fn a_folder_without_a_response_says_where_sources_stand() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "docs/handbook.txt", "words\n");
    let (_, printed, status) = run(folder.path(), &["show", "docs"]);
    let expected = "pincite: cannot read docs: it is a folder without a response\n\
                    hint: if these are sources, list them after the response\n";
    assert_eq!((printed.as_str(), status), (expected, Some(2)));
}

#[test]
fn two_folders_are_compared_file_by_file() {
    let folder = tempfile::tempdir().unwrap();
    for (run, line) in [("monday", 1), ("tuesday", 2)] {
        write(folder.path(), &format!("{run}/a.md"), format!("A.{}", cite(&format!("hb L{line}"))));
        write(folder.path(), &format!("{run}/b.md"), format!("B.{}", cite("hb L1")));
    }
    write(folder.path(), "hb.txt", "first words\nsecond words\n");
    let (printed, errors, status) = run(folder.path(), &["diff", "monday/", "tuesday/", "hb.txt"]);
    assert_eq!((errors.as_str(), status), ("", Some(0)), "{printed}");
    assert!(
        printed.contains("a.md") && printed.contains("moved: [1] hb L1 → [1] hb L2"),
        "{printed}"
    );
    assert!(printed.contains("1 citation unchanged"), "{printed}");
}

#[test]
fn the_inspector_goes_from_file_to_file_keeps_verdicts_beside_and_sees_new_files() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "runs/a.md", format!("First.{}\n", cite("hb L1")));
    write(folder.path(), "runs/b.md", format!("Second.{}\n", cite("hb L1")));
    write(folder.path(), "runs/docs/hb.txt", "words\n");
    let mut terminal = Terminal::start(command(PINCITE, &["runs/"], folder.path()), (80, 24));
    terminal.wait_for("1 of 2");
    terminal.wait_for("words ");
    terminal.press("a");
    terminal.wait_for("start a review");
    terminal.press("y");
    terminal.wait_for("1 of 1 judged");
    assert!(folder.path().join("runs.review.jsonl").is_file());
    terminal.press("}");
    terminal.wait_for("Second.");
    write(folder.path(), "runs/a1.md", format!("Between.{}\n", cite("hb L1")));
    terminal.wait_for("3 of 3");
    terminal.press("{");
    terminal.wait_for("Between.");
    terminal.press("q");
    assert_eq!(terminal.wait_for_end(LIMIT), 0);
}
