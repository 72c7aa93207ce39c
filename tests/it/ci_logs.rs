//! Text for people in the log of a continuous-integration service: whatever command prints it, no line
//! is a command of the service. The names of files are not ours either.

use std::io::Read as _;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::check::Folder;
use crate::cli::cite;

/// A folder whose name is a command, with texts that have some.
fn folder() -> Folder {
    let answer = format!(
        "Refunds ##vso[task.x] take five days. ##VSO[task.y]{}\n\n::error::one {}\n",
        cite("a L1"),
        cite("b")
    );
    let case = serde_json::json!({"id": "##[c]", "response": format!("So{}", cite("d")),
        "sources": [{"id": "##[id]", "title": "##[title]", "text": "So ##[t]\n::set-env::x"}]});
    let source = "Refunds take five days. ##[group]\n::set-output name=x::y\n";
    Folder::new(&[
        ("##[d]/r.md", &answer),
        ("##[d]/c.json", &case.to_string()),
        ("##[d]/a.txt", source),
        ("##[d]/pincite.toml", "[check]\nignore = [\"E\"]\n"),
        ("##[d]/runs/a.md", &answer),
        ("##[d]/runs/.##[b].md", &answer),
    ])
}

fn is_command(line: &str) -> bool {
    let lower = line.to_lowercase();
    let inside = ["##[", "##vso[", "##teamcity["].iter().any(|it| lower.contains(it));
    inside || line.trim_start().starts_with("::")
}

fn command(folder: &Folder, arguments: &[&str], is_ci: bool) -> Command {
    command_in(folder, arguments, ("CI", if is_ci { "true" } else { "" }))
}

fn command_in(folder: &Folder, arguments: &[&str], (name, value): (&str, &str)) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
    command.args(arguments).current_dir(folder.0.path()).env_clear().env(name, value);
    command
}

/// Returns standard output and standard error.
fn printed(folder: &Folder, arguments: &[&str], is_ci: bool) -> String {
    let output = command(folder, arguments, is_ci).stdin(Stdio::null()).output().unwrap();
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat()
}

#[test]
fn no_line_for_people_is_a_command_of_a_service() {
    let (answer, case, source) = ("##[d]/r.md", "##[d]/c.json", "##[d]/a.txt");
    for arguments in [
        &["convert", "--to", "footnotes", answer, source][..],
        &["convert", "--to", "##[x]", answer],
        &["convert", "--to", "academic", answer, source],
        &["check", "--statistics", answer, source],
        &["check", "--fix-locators", "--diff", answer, source],
        &["check", "##[d]/runs", source],
        &["check", "--baseline", "##[d]/none.json", answer, source],
        &["check", "--format", "##[x]", answer],
        &["check", "--##[x]"],
        &["##[command]x"],
        &["show", answer, source],
        &["show", "--explain-format", "##[d]/none"],
        &["explain", "##[x]"],
        &["diff", answer, case],
        &["report", "--format", "markdown", answer, source],
        &["review", "step", answer, source, "--reviewer", "ann"],
        &["review", "report", "##[d]/none.jsonl"],
        &["lock", answer, "--root", "##[d]"],
    ] {
        let plain = printed(&folder(), arguments, false);
        assert!(plain.lines().any(is_command), "{arguments:?}: {plain}");
        let safe = printed(&folder(), arguments, true);
        assert!(!safe.is_empty(), "{arguments:?}");
        assert!(!safe.lines().any(is_command), "{arguments:?}: {safe}");
    }
}

/// Azure Pipelines and `TeamCity` do not set `CI`.
#[test]
fn every_service_is_recognised_by_its_own_variable() {
    let folder = folder();
    let arguments = ["convert", "--to", "footnotes", "##[d]/r.md", "##[d]/a.txt"];
    for (variable, is_ci) in [
        (("CI", "true"), true),
        (("TF_BUILD", "True"), true),
        (("TEAMCITY_VERSION", "2025.03"), true),
        (("GITHUB_ACTIONS", "true"), true),
        (("CI", "false"), false),
        (("HOME", "/"), false),
    ] {
        let output = command_in(&folder, &arguments, variable).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.contains("take five days"), "{printed}");
        assert_eq!(printed.lines().any(is_command), !is_ci, "{variable:?}: {printed}");
    }
}

/// JSON for programs keeps its values: the bracket of a command is an escape.
#[test]
fn json_gives_no_command_to_a_log_and_keeps_its_values() {
    let (answer, case, source) = ("##[d]/r.md", "##[d]/c.json", "##[d]/a.txt");
    for arguments in [
        &["check", "--format", "json", answer, source][..],
        &["check", "--format", "jsonl-citations", case],
        &["check", "--format", "sarif", case],
        &["show", "--format", "json", answer, source],
        &["report", "--format", "json", answer, source],
        &["diff", "--format", "json", answer, case],
        &["extract", answer, case],
        &["extract", "two.jsonl"],
    ] {
        let folder = folder();
        folder.write("two.jsonl", &format!("{0}\n{0}\n", folder.read(case)));
        let outputs = [false, true].map(|is_ci| {
            let mut command = command(&folder, arguments, is_ci);
            // A report states the time.
            command.env("SOURCE_DATE_EPOCH", "1700000000");
            String::from_utf8(command.output().unwrap().stdout).unwrap()
        });
        let [plain, safe] = &outputs;
        assert!(plain.lines().any(is_command), "{arguments:?}: {plain}");
        assert!(!safe.lines().any(is_command), "{arguments:?}: {safe}");
        let [plain, safe] = outputs.each_ref().map(|json| {
            let values = serde_json::Deserializer::from_str(json).into_iter::<serde_json::Value>();
            values.map(Result::unwrap).collect::<Vec<_>>()
        });
        assert_eq!(plain, safe, "{arguments:?}");
    }
}

#[test]
fn xml_gives_no_command_to_a_log_and_keeps_its_values() {
    let folder = folder();
    let arguments = ["check", "--format", "junit", "##[d]/c.json"];
    let [plain, safe] = [false, true].map(|is_ci| printed(&folder, &arguments, is_ci));
    assert!(plain.lines().any(is_command), "{plain}");
    assert!(!safe.lines().any(is_command), "{safe}");
    assert_eq!(safe.replace("&#91;", "[").replace("&#58;", ":"), plain);
}

#[test]
fn a_repaired_text_gives_no_command_to_a_log() {
    let folder = folder();
    let repaired = |is_ci| {
        let answer = std::fs::File::open(folder.0.path().join("##[d]/r.md")).unwrap();
        let mut command = command(&folder, &["check", "--fix", "-", "##[d]/a.txt"], is_ci);
        let output = command.stdin(answer).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let (plain, safe) = (repaired(false), repaired(true));
    assert!(plain.lines().any(is_command), "{plain}");
    assert!(safe.contains("five days") && !safe.lines().any(is_command), "{safe}");
}

/// A backslash in its lines would make a patch useless.
#[test]
fn a_diff_in_a_file_is_unchanged() {
    let folder = folder();
    let marker = cite("a L1");
    folder.write("twice.md", &format!("Refunds ##[x] take{marker}{marker} five days.\n"));
    let arguments = ["check", "--diff", "twice.md", "##[d]/a.txt"];
    let diff = |is_ci| {
        let file = std::fs::File::create(folder.0.path().join("patch")).unwrap();
        let status = command(&folder, &arguments, is_ci).stdout(file).status().unwrap();
        assert!(status.code().is_some_and(|code| code < 2), "{status}");
        folder.read("patch")
    };
    let plain = diff(false);
    assert!(plain.lines().any(is_command), "{plain}");
    assert_eq!(diff(true), plain);
}

#[test]
fn a_changed_file_gives_no_command_to_a_log() {
    let folder = folder();
    let arguments = ["check", "--watch", "##[d]/r.md", "##[d]/a.txt"];
    let mut child =
        command(&folder, &arguments, true).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let child = child.as_mut().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let (sender, read) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(length @ 1..) = stdout.read(&mut bytes) {
            let _gone = sender.send(String::from_utf8_lossy(&bytes[..length]).into_owned());
        }
    });
    let mut shown = String::new();
    while !shown.contains("changed: ") {
        match read.recv_timeout(Duration::from_millis(500)) {
            Ok(more) => shown += &more,
            Err(mpsc::RecvTimeoutError::Timeout) if shown.len() < 100_000 => {
                folder.write("##[d]/a.txt", &format!("Refunds take {} days.\n", shown.len()));
            }
            Err(ended) => panic!("{ended}: {shown}"),
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!shown.lines().any(is_command), "{shown}");
}
