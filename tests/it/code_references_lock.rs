//! Citations of code in whole folders: the lock file, what changed since a revision, comments of code.

use std::process::Command;

use crate::code_references::{CODE, Repository};

/// Runs the program in a repository. Returns its status, standard output and standard error.
fn run(repository: &Repository, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args(arguments)
        .current_dir(repository.root())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Returns the codes of the rules about cited code that `check` reports, without history.
fn checked(repository: &Repository) -> Vec<String> {
    let arguments =
        ["check", "--format", "json", "--select", "R", "--no-history", "docs/limits.md"];
    codes(&run(repository, &arguments).1)
}

fn codes(json: &str) -> Vec<String> {
    let codes = json.match_indices("\"R0").filter_map(|(at, _)| json.get(at + 1..at + 5));
    codes.map(str::to_owned).collect()
}

fn lock_file(repository: &Repository) -> String {
    std::fs::read_to_string(repository.root().join("citations.lock")).unwrap()
}

#[test]
fn accepted_lines_are_compared_exactly() {
    let repository = Repository::cited();
    let (status, out, error) = run(&repository, &["lock", "docs"]);
    assert_eq!((status, error.as_str()), (0, ""));
    assert!(out.ends_with("citations.lock: 2 citations, 2 added\n"), "{out}");
    let lock = lock_file(&repository);
    let lines: Vec<&str> = lock.lines().skip(1).collect();
    assert!(lines[1].starts_with("docs/limits.md\tsrc/limits.py:4-8\t"), "{lock}");
    assert!(lines[1].ends_with("\tdef read_limit(text):"), "{lock}");
    assert!(lines[0].starts_with("docs/limits.md\tsrc/limits.py:11-13\t"), "{lock}");
    assert!(checked(&repository).is_empty());

    repository.write("src/limits.py", &format!("# Head.\n{CODE}"));
    assert_eq!(checked(&repository), ["R001", "R001"]);
    let (status, _, error) = run(&repository, &["lock", "docs"]);
    assert_eq!(status, 1);
    assert!(error.contains("src/limits.py:4-8 differs from what is recorded"), "{error}");
    assert_eq!(lock_file(&repository), lock);

    let (_, _, error) = run(
        &repository,
        &["check", "--no-history", "--fix", "--fix-locators", "--select", "R", "docs/limits.md"],
    );
    assert!(error.contains("2 repairs made"), "{error}");
    // The same lines are cited: nothing has to be accepted.
    assert!(checked(&repository).is_empty());
    let (status, out, _) = run(&repository, &["lock", "docs"]);
    assert_eq!(status, 0);
    assert!(out.contains("2 citations, 2 added, 2 removed"), "{out}");
}

#[test]
fn accepted_lines_that_were_edited_or_removed_are_reported_until_they_are_accepted_again() {
    let repository = Repository::cited();
    run(&repository, &["lock"]);
    let (kept, _) = CODE.split_once("def open_store").unwrap();
    repository.write("src/limits.py", &kept.replace("negative limit", "limit below zero"));
    assert_eq!(checked(&repository), ["R002", "R003"]);
    let (_, out, _) = run(&repository, &["check", "--no-history", "docs/limits.md"]);
    assert!(out.contains("accepted in the lock file"), "{out}");
    // The history has the accepted lines, and says what became of them.
    repository.git(&["add", "-A"]);
    repository.commit("Drop the store");
    let (_, out, _) = run(&repository, &["check", "docs/limits.md"]);
    assert!(out.contains("limit below zero") && out.contains("Drop the store"), "{out}");
    let (status, out, error) = run(&repository, &["lock", "--update"]);
    assert_eq!(status, 1);
    assert!(
        error.contains(
            "the cited src/limits.py:11-13 cannot be recorded: the file has no such lines"
        ),
        "{error}"
    );
    assert!(out.contains("1 citation, 1 updated, 1 removed"), "{out}");
    assert!(checked(&repository).is_empty());
}

/// Without a lock file an edit is a note: most of them leave the text true.
#[test]
fn a_check_with_a_lock_file_fails_for_every_edit() {
    let repository = Repository::cited();
    let check = |arguments: &[&str]| {
        let all = [&["check", "--select", "R", "docs/limits.md"], arguments].concat();
        run(&repository, &all)
    };
    let edited = CODE.replace("negative limit", "limit below zero");
    repository.write("src/limits.py", &edited);
    repository.commit("Edit");
    let (status, out, _) = check(&[]);
    assert!(out.contains("note[R002") && status == 0, "{out}");
    repository.write("src/limits.py", CODE);
    run(&repository, &["lock"]);
    repository.write("src/limits.py", &edited);
    for history in [&[][..], &["--no-history"]] {
        let (status, out, _) = check(history);
        assert!(out.contains("warning[R002") && status == 1, "{history:?} {out}");
        let (status, out, _) = check(&[history, &["--severity", "R002=off"]].concat());
        assert!(!out.contains("R002") && status == 0, "{history:?} {out}");
    }
    run(&repository, &["lock", "--update"]);
    let (status, out, _) = check(&[]);
    assert_eq!(status, 0, "{out}");
    // A text under another name has nothing recorded.
    let root = repository.root();
    std::fs::rename(root.join("docs/limits.md"), root.join("docs/bounds.md")).unwrap();
    let (_, _, error) = run(&repository, &["check", "--no-history", "docs/bounds.md"]);
    assert!(error.contains("not in citations.lock: 2 of the citations"), "{error}");
}

#[test]
fn accepted_lines_are_found_in_another_file() {
    let repository = Repository::cited();
    run(&repository, &["lock"]);
    let (kept, store) = CODE.split_once("def open_store").unwrap();
    repository.write("src/limits.py", kept);
    repository.write("src/store.py", &format!("\"\"\"Stores.\"\"\"\n\n\ndef open_store{store}"));
    let (_, out, _) = run(&repository, &["check", "--no-history", "docs/limits.md"]);
    assert!(out.contains("moved to `src/store.py` L4-L6"), "{out}");
}

#[test]
fn a_lock_file_is_merged_by_lines_and_a_conflict_is_named() {
    let repository = Repository::cited();
    run(&repository, &["lock"]);
    repository.write("docs/more.md", "It closes (`src/limits.py:16-18`).\n");
    run(&repository, &["lock", "docs/more.md"]);
    let lock = lock_file(&repository);
    assert_eq!(lock.lines().count(), 4, "{lock}");
    assert!(lock.lines().skip(1).is_sorted(), "{lock}");
    std::fs::remove_file(repository.root().join("docs/more.md")).unwrap();
    run(&repository, &["lock", "docs/limits.md"]);
    assert_eq!(lock_file(&repository).lines().count(), 3);
    repository.write("citations.lock", &format!("<<<<<<< ours\n{lock}"));
    let (status, _, error) = run(&repository, &["check", "docs/limits.md"]);
    assert_eq!(status, 2);
    assert!(error.contains("citations.lock, at line 1"), "{error}");
}

#[test]
fn only_what_changed_since_a_revision_is_checked() {
    let repository = Repository::cited();
    repository.write("src/other.py", "x = 1\ny = 2\n");
    repository.write("docs/other.md", "It is set (`src/other.py:90`).\n");
    repository.commit("More");
    let found = |arguments: &[&str]| {
        let all = [&["check", "--select", "P,R", "--root", "."], arguments, &["docs", "src"]];
        run(&repository, &all.concat())
    };
    let (status, out, _) = found(&[]);
    assert_eq!(status, 1);
    assert!(out.contains("docs/other.md"), "{out}");
    let (status, out, error) = found(&["--since", "HEAD"]);
    assert_eq!(status, 0, "{out}{error}");
    // Not committed, in the code and in the text.
    repository.write("src/limits.py", &format!("# Head.\n{CODE}"));
    let (_, out, _) = found(&["--since", "HEAD"]);
    assert_eq!(out.matches("moved-code").count(), 2, "{out}");
    assert!(!out.contains("docs/other.md"), "{out}");
    repository
        .write("docs/other.md", "It is set (`src/other.py:90`).\n\nNew: `src/other.py:80`.\n");
    let (_, out, _) = found(&["--since", "HEAD"]);
    assert!(out.contains("other.py:80") && !out.contains("--> docs/other.md:1"), "{out}");
    let (status, _, error) = found(&["--since", "nowhere"]);
    assert_eq!(status, 2);
    assert!(error.contains("there is no such commit"), "{error}");
    let (status, _, error) = found(&["--since", "HEAD", "--secure"]);
    assert_eq!(status, 2);
    assert!(error.contains("--secure"), "{error}");
}

/// A request that touches no cited line is in order, however its files are named.
#[test]
fn nothing_that_changed_is_nothing_to_check() {
    let repository = Repository::cited();
    for arguments in [&["docs"][..], &["docs/limits.md"], &["docs", "src"]] {
        let common = ["check", "--require", "citations", "--root", ".", "--since", "HEAD"];
        let (status, out, error) = run(&repository, &[&common, arguments].concat());
        assert_eq!((status, out.as_str()), (0, ""), "{arguments:?} {error}");
        assert!(error.contains("unchanged since HEAD left out"), "{error}");
        assert!(!error.contains("not read"), "{error}");
    }
}

const COMMENTED: &str = "\
use std::fs;

/// Reads a limit as `read_limit` does (src/limits.py:4-8).
pub fn limit() -> u32 {
    let text = \"src/limits.py:900\"; // and closes as src/limits.py:16-18 does
    text.len()
}
";

#[test]
fn comments_of_code_are_texts() {
    let repository = Repository::cited();
    repository.write("src/lib.rs", COMMENTED);
    repository.commit("Comment");
    repository.write("src/limits.py", &format!("# Head.\n{CODE}"));
    repository.commit("Say what it is");
    let path = repository.root().join("src/lib.rs");
    let arguments = ["check", "--select", "P,R", "--from", "code-references"];
    let (status, out, error) = run(&repository, &[&arguments[..], &["src"]].concat());
    assert_eq!(status, 1, "{error}");
    assert_eq!(out.matches("moved-code").count(), 2, "{out}");
    assert!(out.contains("src/lib.rs:3:") && out.contains("src/lib.rs:5:"), "{out}");
    let fix = ["--fix", "--fix-locators", "src"];
    let (_, _, error) = run(&repository, &[&arguments[..], &fix].concat());
    assert!(error.contains("2 repairs made"), "{error}");
    let expected = COMMENTED.replace("4-8", "5-9").replace("16-18", "17-19");
    assert_eq!(std::fs::read_to_string(path).unwrap(), expected);
}

#[test]
fn every_path_is_a_text_where_the_checkout_is_named() {
    let repository = Repository::cited();
    repository.write("src/lib.rs", COMMENTED);
    let (_, out, error) = run(&repository, &["check", "docs/", "src/", "--root", "."]);
    assert!(out.is_empty() && error.contains("2 cases: 4 citations, 4 checked"), "{out}{error}");
    let (status, _, error) = run(&repository, &["check", "docs/", "docs/", "--root", "."]);
    assert_eq!(status, 0, "{error}");
    std::fs::create_dir(repository.root().join("empty")).unwrap();
    let (status, _, _) = run(&repository, &["check", "empty/", "docs/", "--root", "."]);
    assert_eq!(status, 0);
}

#[test]
fn sessions_of_coding_agents_open_as_cases() {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let repository = Repository::cited();
    repository.write("src/limits.py", &format!("# Head.\n{CODE}"));
    for (file, cases) in [
        ("claude-code/session.jsonl", 2),
        ("claude-code/stream.jsonl", 1),
        ("codex/session.jsonl", 2),
        ("codex/exec.jsonl", 1),
        ("codebuddy/session.jsonl", 2),
        ("opencode/session.json", 2),
        ("opencode/run.jsonl", 1),
    ] {
        // A session is outside the checkout it is about.
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(file.rsplit('/').next().unwrap());
        std::fs::copy(samples.join(file), &path).unwrap();
        let path = path.to_str().unwrap();
        let (status, out, error) = run(&repository, &["show", "--format", "json", path]);
        assert_eq!((status, out.lines().count()), (0, cases), "{file}: {error}");
        assert!(
            out.contains("\"src/limits.py\"") && !out.contains("src/other.py"),
            "{file}: {out}"
        );
        assert_eq!(out.matches("\"status\":\"resolved\"").count(), cases, "{file}: {out}");
        let root = repository.root().to_str().unwrap();
        let (_, out, _) = run(&repository, &["show", "--root", root, path]);
        assert!(out.contains("limits.py"), "{file}: {out}");
    }
}

#[test]
fn a_symbol_is_cited_by_its_name() {
    let repository = Repository::cited();
    let text = "It is `read_limit` in `src/limits.py`, and `close_stor` in `src/limits.py`.\n";
    repository.write("docs/limits.md", text);
    let (_, out, _) = run(
        &repository,
        &["show", "--from", "code-references", "--format", "json", "docs/limits.md"],
    );
    assert!(out.contains("\"first_line\":4,\"last_line\":8"), "{out}");
    let (status, out, _) = run(
        &repository,
        &["check", "--from", "code-references", "--select", "P", "docs/limits.md"],
    );
    assert_eq!(status, 1, "{out}");
    assert!(out.contains("defines no `close_stor` (nearest: `close_store`)"), "{out}");
    assert!(!out.contains("#read_limit"), "{out}");
}

#[test]
fn a_folder_whose_texts_cite_symbols_alone_is_checked() {
    let repository = Repository::cited();
    let text = "Limits are parsed by `read_limit` in `src/limits.py`.\n";
    repository.write("docs/limits.md", text);
    repository.write("docs/others.md", &text.replace("Limits are", "Every limit is"));
    repository.write("docs/other.md", "Nothing is cited here.\n");
    let (_, out, error) = run(&repository, &["check", "docs"]);
    assert!(error.contains("2 cases: 2 citations, 2 checked against text"), "{out}{error}");
    // Beside an answer in another dialect, such texts are its sources.
    repository.write("docs/answer.md", "Limits are parsed.\u{e200}cite\u{e202}limits.md\u{e201}\n");
    let (_, out, error) = run(&repository, &["check", "docs"]);
    let counts = "1 case: 1 citation, 0 checked against text, 1 not compared";
    assert!(error.contains(counts), "{out}{error}");
}

#[test]
fn a_note_asks_only_for_citations_that_can_be_recorded() {
    let repository = Repository::cited();
    let cited = "`read_limit` reads it (src/limits.py:4-8). More in src/util.py:4 and src/limits.py:99. \
        Nothing is said at src/limits.py:2.\n";
    repository.write("docs/limits.md", cited);
    let (status, _, error) = run(&repository, &["lock", "docs"]);
    assert_eq!(status, 1);
    for line in [
        "docs/limits.md: the cited src/util.py:4 cannot be recorded: no such file",
        "docs/limits.md: the cited src/limits.py:99 cannot be recorded: the file has no such lines",
        "docs/limits.md: the cited src/limits.py:2 is recorded, but is blank",
    ] {
        assert!(error.contains(line), "{line}: {error}");
    }
    let (_, _, error) = run(&repository, &["check", "--no-history", "docs/limits.md"]);
    assert!(!error.contains("citations.lock"), "{error}");
    repository.write("docs/limits.md", &format!("{cited}\nAnd src/limits.py:11.\n"));
    let (_, _, error) = run(&repository, &["check", "--no-history", "docs/limits.md"]);
    assert!(error.contains("not in citations.lock: 1 of the citations"), "{error}");
}

#[test]
fn files_of_the_checkout_are_named_from_the_current_folder() {
    let repository = Repository::cited();
    let cited = "`open_store` opens the path of a store and returns what the file reads \
        ([store](../src/limits.py#L4)).\n";
    repository.write("docs/limits.md", cited);
    for (folder, text, source) in
        [("", "docs/limits.md", "src/limits.py:1"), ("docs", "limits.md", "../src/limits.py:1")]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_pincite"))
            .args(["check", "--no-history", text])
            .current_dir(repository.root().join(folder))
            .output()
            .unwrap();
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(shown.contains(&format!("--> {source}")), "{shown}");
        assert!(!shown.contains("/xxx"), "{shown}");
    }
}

#[test]
fn a_root_that_is_no_folder_is_an_error() {
    let repository = Repository::cited();
    for command in ["check", "lock", "show"] {
        for (root, why) in [("nodir", "no such folder"), ("src/limits.py", "it is not a folder")] {
            let (status, _, error) = run(&repository, &[command, "--root", root, "docs/limits.md"]);
            assert_eq!(status, 2, "{command}");
            assert!(error.contains(root) && error.contains(why), "{command}: {error}");
        }
    }
}

#[test]
fn a_fault_that_all_texts_share_is_printed_once() {
    let repository = Repository::cited();
    repository.write("docs/more.md", "See src/limits.py:4.\n");
    let (status, _, error) =
        run(&repository, &["check", "--root", ".", "--diff-base", "nosuch", "docs"]);
    assert_eq!((status, error.matches("there is no such commit").count()), (2, 1), "{error}");
    assert!(!error.contains("no findings"), "{error}");
}

#[test]
fn a_missing_file_is_not_said_to_be_in_no_checkout() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("there.md"), "See `src/app.rs:3`.\n").unwrap();
    for (file, expected) in [
        ("missing.md", "pincite: cannot lock missing.md: no such file\n"),
        (
            "there.md",
            "pincite: cannot lock there.md: it is in no checkout\n\
             hint: name the folder of the cited code with `--root`\n",
        ),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_pincite"))
            .args(["lock", file])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), expected);
    }
}
