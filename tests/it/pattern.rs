//! Marks of a user's own: from the command line and from `pincite.toml`.

use crate::cli::{Test, run, show_samples};

const ANSWER: &str = "Refunds take five days [[handbook L2]].\n";
const HANDBOOK: &str = "Refunds\nRefunds take five days.\n";
const PATTERN: &str = r"\[\[(?<id>\w+) (?<locator>L[\d-]+)\]\]";

fn shown(files: &[(&str, &str)], args: &[&str]) -> (String, String, i32) {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
    let output = run(folder.path(), &args, "");
    let place = format!("{}/", folder.path().display());
    (output.stdout, output.stderr.replace(&place, ""), output.status)
}

#[test]
fn the_sample_is_read_by_the_pattern_beside_it() {
    insta::assert_snapshot!("show_pattern", show_samples("pattern/answer.md", &[]));
}

#[test]
fn the_command_line_gives_pattern_and_sources() {
    let files = [("answer.md", ANSWER), ("policy.md", HANDBOOK)];
    let args =
        ["show", "answer.md", "--strict", "--pattern", PATTERN, "--source", "handbook=policy.md"];
    let (shown, errors, status) = shown(&files, &args);
    assert!(shown.contains("format: pattern (1 mark of your pattern"), "{shown}");
    assert!(shown.contains("2: Refunds take five days."), "{shown}");
    assert_eq!((errors.as_str(), status), ("", 0));
}

#[test]
fn the_command_line_wins_over_the_file() {
    let config =
        "[citations]\npattern = '<(?<id>\\w+)>'\n[citations.sources]\nhandbook = \"no.md\"\n";
    let files = [("answer.md", ANSWER), ("policy.md", HANDBOOK), ("pincite.toml", config)];
    let args =
        ["show", "answer.md", "--strict", "--pattern", PATTERN, "--source", "handbook=policy.md"];
    let (shown, _, status) = shown(&files, &args);
    assert!(shown.contains("1 source,") && shown.contains("2: Refunds take five days."), "{shown}");
    assert_eq!(status, 0);
}

#[test]
fn a_configuration_opens_no_file_outside_its_folder() {
    let config = "[citations]\npattern = '\\[\\[(?<id>\\w+) (?<locator>L\\d+)\\]\\]'\n[citations.sources]\nhandbook = \"../secret.md\"\n";
    let files = [("in/answer.md", ANSWER), ("secret.md", HANDBOOK), ("in/pincite.toml", config)];
    let (shown, _, status) = shown(&files, &["show", "in/answer.md", "--strict"]);
    assert!(!shown.contains("2: Refunds take five days."), "{shown}");
    assert!(shown.contains("`..`"), "{shown}");
    assert_eq!(status, 1);
}

#[test]
fn a_bad_pattern_in_the_file_is_reported_with_its_line() {
    let config = "[citations]\npattern = '(?<id>x'\n";
    let (_, errors, status) =
        shown(&[("answer.md", ANSWER), ("pincite.toml", config)], &["show", "answer.md"]);
    assert_eq!(
        errors,
        "pincite: cannot read pincite.toml:2:11: cannot use the pattern `(?<id>x`, at \
         character 1: unclosed group\n"
    );
    assert_eq!(status, 2);
}

#[test]
fn a_bad_pattern_on_the_command_line_is_reported_with_its_place() {
    Test::new()
        .file("answer.md", ANSWER)
        .args(["show", "answer.md", "--pattern", r"(?<id>\w+)(?<line>\d+)"])
        .stderr(
            "error: invalid value '(?<id>\\w+)(?<line>\\d+)' for '--pattern <REGEX>': cannot use the \
             pattern `(?<id>\\w+)(?<line>\\d+)`, at character 14: it has a group `line`, which means \
             nothing here\nhint: the groups are `id`, `locator` and `claim`; `(?:…)` groups without a \
             name\n\nFor more information, try '--help'.\n",
        )
        .status(2)
        .run();
}

#[test]
fn a_pattern_that_matches_nowhere_is_reported() {
    let files = [("answer.md", "Five days [1].\n\n# Sources\n\n[1] Handbook\n")];
    let (shown, _, _) = shown(&files, &["show", "answer.md", "--pattern", PATTERN]);
    assert!(shown.contains("format: numbered"), "{shown}");
    assert!(shown.contains("the pattern has no match in the response"), "{shown}");
}

#[test]
fn the_pattern_is_read_inside_a_payload_and_a_batch() {
    let case = r#"{"id": "7", "response": "Five days [[handbook L1]].", "sources": [{"id": "handbook", "text": "Refunds take five days."}]}"#;
    let lines = format!("{case}\n{}\n", case.replace("\"7\"", "\"8\""));
    for (name, content, cases) in [("case.json", case, 1), ("cases.jsonl", lines.as_str(), 2)] {
        let (shown, errors, status) =
            shown(&[(name, content)], &["show", name, "--strict", "--pattern", PATTERN]);
        let passages = shown.matches("1: Refunds take five days.").count();
        assert_eq!(passages, cases, "{name}: {shown}{errors}");
        assert_eq!(status, 0);
    }
}
