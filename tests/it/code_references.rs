//! Citations of lines of code: the checkout they are in, its history, and repairs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pincite::cases::{self, Compare, References};
use pincite::dialects::shared::markers::Families;
use pincite::error::Error;
use pincite::input::Input;
use pincite::inspect::{Inspection, inspect};
use pincite::model::{Case, Fate, SourceText};
use pincite::rules::fix::apply;

pub(crate) const CODE: &str = "\
import os


def read_limit(text):
    limit = int(text)
    if limit < 0:
        raise ValueError(\"negative limit\")
    return limit


def open_store(path):
    with open(path) as file:
        return file.read()


def close_store(store):
    store.flush()
    store.close()
";

pub(crate) const TEXT: &str = "\
# Limits

`read_limit` refuses a negative limit (`src/limits.py:4-8`).

The store is read by `open_store`, see src/limits.py#L11-L13.
";

/// A repository in a folder that goes away with it.
pub(crate) struct Repository {
    dir: tempfile::TempDir,
}

impl Repository {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let repository = Self { dir };
        repository.git(&["init", "-q", "-b", "main"]);
        repository
    }

    /// One with the code and the text, committed.
    pub(crate) fn cited() -> Self {
        let repository = Self::new();
        repository.write("src/limits.py", CODE);
        repository.write("docs/limits.md", TEXT);
        repository.commit("Read limits");
        repository
    }

    pub(crate) fn root(&self) -> &Path {
        self.dir.path()
    }

    pub(crate) fn git(&self, arguments: &[&str]) {
        git(self.root(), arguments);
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn commit(&self, message: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", message]);
    }

    /// Commits at a time, so that the commit has the same hash on every run.
    pub(crate) fn commit_at(&self, time: &str, message: &str) {
        self.git(&["add", "-A"]);
        let dates = [("GIT_AUTHOR_DATE", time), ("GIT_COMMITTER_DATE", time)];
        git_with(self.root(), &["commit", "-q", "-m", message], &dates);
    }

    fn case(&self) -> Case {
        self.case_of("docs/limits.md")
    }

    fn case_of(&self, path: &str) -> Case {
        read(&self.root().join(path), None)
    }

    /// Returns the fate of each citation.
    fn fates(&self) -> Vec<Option<Fate>> {
        fates(&self.case())
    }

    fn checked(&self) -> Inspection {
        inspect(self.case())
    }
}

pub(crate) fn git(folder: &Path, arguments: &[&str]) {
    git_with(folder, arguments, &[]);
}

fn git_with(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) {
    let status = Command::new("git")
        .args(["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"])
        .args(["-c", "protocol.file.allow=always"])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    assert!(status.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&status.stderr));
}

pub(crate) fn read(path: &Path, root: Option<PathBuf>) -> Case {
    read_comparing(path, root, Compare::AsWritten).unwrap()
}

fn read_comparing(path: &Path, root: Option<PathBuf>, compare: Compare) -> Result<Case, Error> {
    let input = Input::new(path.to_str().unwrap(), std::fs::read(path).unwrap());
    let cases = cases::open(input, None, &Families::default()).unwrap();
    cases.with_references(References::new(root, compare)).read(0)
}

fn fates(case: &Case) -> Vec<Option<Fate>> {
    let targets = case.response.citations.iter().flat_map(|citation| &citation.targets);
    targets.map(|target| target.past.as_ref().map(|past| past.fate)).collect()
}

fn rules(inspection: &Inspection) -> Vec<&'static str> {
    let codes = inspection.findings.iter().map(|finding| finding.rule.code);
    codes.filter(|code| code.starts_with('R')).collect()
}

#[test]
fn a_text_that_cites_symbols_alone_is_recognised_by_the_files_of_its_checkout() {
    let repository = Repository::cited();
    let text = "Limits are parsed by `read_limit` in `src/limits.py`; see also limits.py:11.\n";
    repository.write("docs/symbols.md", text);
    let case = read(&repository.root().join("docs/symbols.md"), None);
    assert_eq!(case.format.name, "code-references");
    let ids: Vec<&str> =
        case.response.citations.iter().map(|citation| citation.targets[0].id.as_str()).collect();
    assert_eq!(ids, ["src/limits.py", "limits.py"]);
    // Nothing of it leads to a file of this checkout.
    repository.write("docs/others.md", &text.replace("limits.py", "bounds.py"));
    let case = read(&repository.root().join("docs/others.md"), None);
    assert_eq!((case.format.name, case.response.citations.len()), ("plain", 0));
    assert!(!case.notes.iter().any(|note| note.contains("checkout")), "{:?}", case.notes);
}

#[test]
fn what_is_cited_is_found_in_the_checkout_around_the_text() {
    let repository = Repository::cited();
    let case = repository.case();
    assert_eq!(case.format.name, "code-references");
    assert_eq!(case.sources.len(), 1);
    assert_eq!(case.sources[0].text, SourceText::Inline(CODE.into()));
    assert_eq!(repository.fates(), [Some(Fate::Unchanged); 2]);
    assert!(rules(&repository.checked()).is_empty());
}

#[test]
fn lines_that_moved_are_followed() {
    let repository = Repository::cited();
    repository.write("src/limits.py", &format!("# Head.\n# More.\n{CODE}"));
    repository.commit("Say what it is");
    let moved = |first, last| Some(Fate::Moved { first, last });
    assert_eq!(repository.fates(), [moved(6, 10), moved(13, 15)]);
    let inspection = repository.checked();
    assert_eq!(rules(&inspection), ["R001", "R001"]);
    let message = &inspection.findings.iter().find(|it| it.rule.code == "R001").unwrap().message;
    assert!(message.contains("moved to L6-L10, 2 lines below since it was cited"), "{message}");
    assert!(message.contains("Read limits"), "{message}");
}

#[test]
fn moved_functions_and_layout_are_followed() {
    let repository = Repository::cited();
    let (head, functions) = CODE.split_once("def read_limit").unwrap();
    let (limit, store) = functions.split_once("\n\ndef open_store").unwrap();
    let turned = format!("{head}def open_store{store}\n\ndef read_limit{limit}");
    repository.write("src/limits.py", &turned);
    repository.commit("Turn round");
    let first =
        turned.lines().position(|line| line.starts_with("def read_limit")).unwrap() as u64 + 1;
    assert_eq!(repository.fates()[0], Some(Fate::Moved { first, last: first + 4 }));
    let inside = CODE.lines().fold(String::new(), |all, line| all + "    " + line + "\n");
    repository.write("src/limits.py", &format!("class Limits:\n{inside}"));
    repository.commit("Put into a class");
    let moved = |first, last| Some(Fate::Moved { first, last });
    assert_eq!(repository.fates(), [moved(5, 9), moved(12, 14)]);
}

#[test]
fn edits_and_removals_are_reported() {
    let repository = Repository::cited();
    let edited = CODE.replace("negative limit", "a limit below zero");
    let (kept, rest) = edited.split_once("def open_store").unwrap();
    let without = format!("{kept}{}", rest.split_once("\n\n\n").unwrap().1);
    repository.write("src/limits.py", &without);
    repository.commit("Drop the store");
    let changed = Some(Fate::Changed { first: 4, last: 8 });
    assert_eq!(repository.fates(), [changed, Some(Fate::Gone)]);
    let inspection = repository.checked();
    assert_eq!(rules(&inspection), ["R002", "R003"]);
    let all: String = inspection.findings.iter().map(|it| it.message.clone() + "\n").collect();
    assert!(all.contains("is `raise ValueError(\"a limit below zero\")`"), "{all}");
    assert!(all.contains("Drop the store"), "{all}");
}

#[test]
fn renamed_files_and_lines_in_other_files_are_found() {
    let repository = Repository::cited();
    repository.git(&["mv", "src/limits.py", "src/bounds.py"]);
    repository.write("src/bounds.py", &format!("# Head.\n{}", CODE.replace("import os\n", "")));
    repository.commit("Rename");
    let places = |repository: &Repository| -> Vec<_> {
        let citations = repository.case().response.citations.into_iter();
        citations.map(|it| it.targets[0].past.clone().unwrap().now_in.unwrap()).collect()
    };
    let bounds = |first, last| ("src/bounds.py".to_owned(), first, last);
    assert_eq!(places(&repository), [bounds(4, 8), bounds(11, 13)]);
    assert_eq!(repository.case().sources[0].title.as_deref(), Some("src/bounds.py"));
    repository
        .write("src/bounds.py", &format!("# Head.\n# More.\n{}", CODE.replace("import os\n", "")));
    repository.commit("More");
    assert_eq!(places(&repository), [bounds(5, 9), bounds(12, 14)]);

    let repository = Repository::cited();
    let (kept, store) = CODE.split_once("def open_store").unwrap();
    repository.write("src/limits.py", kept);
    repository.write("src/store.py", &format!("\"\"\"Stores.\"\"\"\n\n\ndef open_store{store}"));
    repository.commit("Part the store");
    let case = repository.case();
    let past = case.response.citations[1].targets[0].past.clone().unwrap();
    assert_eq!(past.now_in, Some(("src/store.py".to_owned(), 4, 6)));
    assert_eq!(rules(&repository.checked()), ["R001"]);
}

#[test]
fn merges_and_squashes_are_history_too() {
    let repository = Repository::cited();
    repository.git(&["checkout", "-q", "-b", "side"]);
    repository.write("src/limits.py", &format!("# One.\n{CODE}"));
    repository.commit("One");
    repository.write("src/limits.py", &format!("# One.\n# Two.\n{CODE}"));
    repository.commit("Two");
    repository.git(&["checkout", "-q", "main"]);
    repository.write("README.md", "Hello.\n");
    repository.commit("Readme");
    repository.git(&["merge", "-q", "--no-edit", "side"]);
    let moved = |first, last| Some(Fate::Moved { first, last });
    assert_eq!(repository.fates(), [moved(6, 10), moved(13, 15)]);
    repository.git(&["checkout", "-q", "-b", "more"]);
    repository.write("src/limits.py", &format!("# One.\n# Two.\n# Three.\n{CODE}"));
    repository.commit("Three");
    repository.git(&["checkout", "-q", "main"]);
    repository.git(&["merge", "-q", "--squash", "more"]);
    repository.commit("Squashed");
    assert_eq!(repository.fates(), [moved(7, 11), moved(14, 16)]);
}

#[test]
fn a_line_written_again_counts_from_then() {
    let repository = Repository::cited();
    repository.write("src/limits.py", &format!("# Head.\n{CODE}"));
    repository.write("docs/limits.md", &TEXT.replace("4-8", "5-9"));
    repository.commit("Move and cite again");
    let moved = Some(Fate::Moved { first: 12, last: 14 });
    assert_eq!(repository.fates(), [Some(Fate::Unchanged), moved]);
    // What is not committed has no history yet.
    repository.write("docs/limits.md", &TEXT.replace("refuses", "never takes"));
    assert_eq!(repository.fates()[0], None);
}

#[test]
fn a_shallow_history_is_noted_and_earlier_citations_are_not_compared() {
    let repository = Repository::cited();
    repository.write("src/limits.py", &format!("# Head.\n{CODE}"));
    repository.commit("Say what it is");
    let dir = tempfile::tempdir().unwrap();
    let from = format!("file://{}", repository.root().display());
    git(dir.path(), &["clone", "-q", "--depth", "1", &from, "copy"]);
    let case = read(&dir.path().join("copy/docs/limits.md"), None);
    assert_eq!(fates(&case), [None, None]);
    assert!(case.notes.iter().any(|note| note.contains("history is shallow")), "{:?}", case.notes);
}

#[test]
fn a_permalink_names_its_own_version() {
    let repository = Repository::cited();
    let output = Command::new("git")
        .args(["rev-parse", "HEAD"])
        .current_dir(repository.root())
        .output()
        .unwrap();
    let commit = String::from_utf8(output.stdout).unwrap();
    repository.write("src/limits.py", &format!("# Head.\n{CODE}"));
    let text = format!(
        "The limit is read at https://github.com/o/r/blob/{}/src/limits.py#L4-L8.\n",
        commit.trim()
    );
    repository.write("docs/limits.md", &text);
    repository.commit("Link");
    assert_eq!(repository.fates(), [Some(Fate::Moved { first: 5, last: 9 })]);
}

#[test]
fn a_change_is_compared_with_its_base() {
    let repository = Repository::cited();
    repository.git(&["checkout", "-q", "-b", "change"]);
    repository.write("src/limits.py", &format!("# Head.\n{CODE}"));
    repository.write("docs/limits.md", &format!("{TEXT}\nNew: `src/limits.py:2`.\n"));
    repository.commit("Change");
    let path = repository.root().join("docs/limits.md");
    let base = |name: &str| read_comparing(&path, None, Compare::Base(name.to_owned()));
    let moved = |first, last| Some(Fate::Moved { first, last });
    assert_eq!(fates(&base("main").unwrap()), [moved(5, 9), moved(12, 14), None]);
    assert_eq!(fates(&base("HEAD").unwrap()), [Some(Fate::Unchanged); 3]);
    for name in ["nowhere", "--upload-pack=x", ""] {
        let error = base(name).unwrap_err().to_string();
        assert!(error.contains("there is no such commit"), "{error}");
    }
}

/// Returns the output of `pincite check --hook` for a message of an agent in a repository, and its
/// status.
fn hooked(repository: &Repository, message: &str, again: bool) -> (i32, String) {
    use std::io::Write as _;
    let given = serde_json::json!({
        "hook_event_name": "Stop",
        "cwd": repository.root(),
        "stop_hook_active": again,
        "last_assistant_message": message,
    });
    let mut child = Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args(["check", "--hook"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(given.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn an_agent_gets_what_does_not_hold_and_is_stopped_once() {
    let repository = Repository::cited();
    let wrong = "It is in `src/limit.py:4` and past the end at `src/limits.py:400`.";
    let (status, message) = hooked(&repository, wrong, false);
    assert_eq!(status, 2, "{message}");
    assert!(message.contains("src/limits.py:400") && message.contains("near names"), "{message}");
    assert_eq!(hooked(&repository, wrong, true), (0, String::new()));
    let right = "`read_limit` refuses a negative limit (`src/limits.py:4-8`).";
    assert_eq!(hooked(&repository, right, false), (0, String::new()));
    assert_eq!(hooked(&repository, "Done.", false), (0, String::new()));
    // What the agent cannot mend does not make it go on.
    let output = Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args(["check", "--hook"])
        .current_dir(repository.root())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(!output.stderr.is_empty());
}

#[test]
fn locators_are_rewritten_and_nothing_else_is() {
    let repository = Repository::cited();
    repository.write("src/limits.py", &format!("# Head.\n{CODE}"));
    repository.commit("Say what it is");
    let inspection = repository.checked();
    let moves = |finding: &pincite::rules::Finding| finding.rule.code == "R001";
    let (text, made) = apply(TEXT, &inspection.findings, moves);
    assert_eq!(made, 2);
    assert_eq!(text, TEXT.replace("4-8", "5-9").replace("L11-L13", "L12-L14"));
}

#[test]
fn all_texts_of_a_folder_are_repaired() {
    let repository = Repository::cited();
    repository.write("docs/more.md", "See `src/limits.py:4-8` for `read_limit`.\n\n`read_limit` is [here](../src/limits.py#L4-L8).\n");
    repository.write("docs/none.md", "Nothing is cited.\n");
    repository.commit("Write more");
    repository.write("src/limits.py", &format!("# Head.\n{CODE}"));
    repository.commit("Say what it is");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
        let output = command.current_dir(repository.root()).args(arguments).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let text = |path: &str| std::fs::read_to_string(repository.root().join(path)).unwrap();
    let (status, message) = run(&["check", "docs", "--fix-locators", "--diff"]);
    assert_eq!(status, 1, "{message}");
    assert_eq!(text("docs/limits.md"), TEXT);
    let (status, message) = run(&["check", "docs", "--fix-locators"]);
    assert_eq!(status, 0, "{message}");
    assert_eq!(text("docs/limits.md"), TEXT.replace("4-8", "5-9").replace("L11-L13", "L12-L14"));
    assert_eq!(
        text("docs/more.md"),
        "See `src/limits.py:5-9` for `read_limit`.\n\n`read_limit` is [here](../src/limits.py#L5-L9).\n"
    );
    assert_eq!(text("docs/none.md"), "Nothing is cited.\n");
    repository.write("docs/answer.md", "A limit is a number【F:src/limits.py†L4-L8】.\n");
    let (status, message) = run(&["check", "docs", "--fix-locators"]);
    assert_eq!(status, 2);
    assert!(message.contains("it is a folder with answers that cite no code"), "{message}");
}

#[test]
fn nothing_outside_the_root_is_read() {
    let repository = Repository::cited();
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret.py"), "CANARY = 1\n").unwrap();
    std::os::unix::fs::symlink(outside.path(), repository.root().join("src/out")).unwrap();
    let text = format!(
        "A (`../../secret.py:1`), B (`src/out/secret.py:1`), C (file://{}/secret.py#L1), D (`.git/config:1`).\n",
        outside.path().display()
    );
    repository.write("docs/limits.md", &text);
    let case = repository.case();
    assert!(case.response.citations.len() >= 3, "{}", case.response.citations.len());
    assert!(
        case.sources.iter().all(|source| source.text.why_not().is_some()),
        "{:?}",
        case.sources
    );
    // A named root is the wall, even where the checkout goes further.
    let docs = repository.root().join("docs");
    repository.write("docs/limits.md", TEXT);
    let case = read(&docs.join("limits.md"), Some(docs.clone()));
    assert!(case.sources.iter().all(|source| source.text.why_not().is_some()));
}

#[test]
fn a_missing_file_is_reported_with_near_names() {
    let repository = Repository::cited();
    repository.write("docs/limits.md", "See `src/limit.py:4`.\n");
    let case = repository.case();
    let why = case.sources[0].text.why_not().unwrap_or_default();
    assert!(why.contains("near names: `src/limits.py`"), "{why}");
    let name = repository.root().file_name().unwrap().to_str().unwrap();
    assert!(why.starts_with(&format!("no such file beneath `{name}`;")), "{why}");
}

#[test]
fn without_git_the_text_is_read_all_the_same() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(dir.path().join("src")).unwrap();
    std::fs::write(dir.path().join("src/limits.py"), CODE).unwrap();
    let path = dir.path().join("limits.md");
    std::fs::write(&path, TEXT).unwrap();
    let case = read(&path, Some(dir.path().to_owned()));
    assert_eq!(fates(&case), [None, None]);
    assert_eq!(case.sources[0].text, SourceText::Inline(CODE.into()));
}

#[test]
fn the_sample_is_read_beside_its_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/code-references/answer.md");
    let input = Input::new(path.to_str().unwrap(), std::fs::read(&path).unwrap());
    let cases = cases::open(input, None, &Families::default()).unwrap();
    let root = path.parent().unwrap().to_owned();
    let case =
        cases.with_references(References::new(Some(root), Compare::Nothing)).read(0).unwrap();
    assert_eq!(case.response.citations.len(), 5);
    assert_eq!(case.sources.len(), 2);
    let inspection = inspect(case);
    let places: Vec<&str> = inspection
        .inspected
        .iter()
        .flat_map(|one| one.evidence.iter().flatten())
        .map(|evidence| evidence.place.name())
        .collect();
    assert_eq!(places.len(), 4, "{places:?}");
}

#[test]
fn show_says_what_the_lines_were_and_are_and_starts_no_git_if_it_must_not() {
    let repository = Repository::cited();
    repository.write("src/limits.py", &CODE.replace("int(text)", "int(text, 16)"));
    repository.commit("Read hexadecimal limits");
    let shown = |arguments: &[&str]| -> serde_json::Value {
        let output = Command::new(env!("CARGO_BIN_EXE_pincite"))
            .args(["show", "--format", "json", "docs/limits.md"])
            .args(arguments)
            .current_dir(repository.root())
            .output()
            .unwrap();
        let shown: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        shown["citations"][0]["targets"][0]["past"].clone()
    };
    let past = shown(&[]);
    assert_eq!(past["state"], "changed");
    assert!(past["lines"].as_str().unwrap().contains("int(text)\n"), "{past}");
    assert!(past["lines_now"].as_str().unwrap().contains("int(text, 16)\n"), "{past}");
    assert_eq!(past["cited_in"]["subject"], "Read limits");
    assert!(shown(&["--secure"]).is_null());
}

#[test]
fn lines_that_were_edited_on_the_way_to_another_file_are_followed() {
    let repository = Repository::cited();
    let (limits, store) = CODE.split_once("def open_store").unwrap();
    let store = store.replace("file.read()", "file.read().strip()");
    repository.write("src/limits.py", limits);
    repository.write("src/store.py", &format!("# Stores.\n\ndef open_store{store}"));
    repository.commit("Move stores");
    let case = repository.case();
    let past = case.response.citations[1].targets[0].past.clone().unwrap();
    assert_eq!(past.fate, Fate::Changed { first: 3, last: 5 });
    assert_eq!(past.now_in, Some(("src/store.py".to_owned(), 3, 5)));
    assert!(past.now.contains("read().strip()"), "{past:?}");
    let findings = inspect(case).findings;
    let found = findings.iter().find(|finding| finding.rule.code == "R001").unwrap();
    assert!(found.message.contains("is now `src/store.py` L3-L5"), "{}", found.message);
}

#[test]
fn lines_that_another_file_had_before_did_not_move_there() {
    let repository = Repository::cited();
    let (limits, store) = CODE.split_once("def open_store").unwrap();
    repository.write("src/copy.py", &format!("def open_store{store}"));
    repository.write("docs/limits.md", &format!("{TEXT}\nWritten again.\n"));
    repository.commit("Copy stores");
    repository.write("docs/limits.md", &TEXT.replace("The store is", "A store is"));
    repository.commit("Cite again");
    repository.write("src/copy.py", &format!("# Copies.\n\ndef open_store{store}"));
    repository.write("src/limits.py", limits);
    repository.commit("Remove stores");
    let past = repository.case().response.citations[1].targets[0].past.clone().unwrap();
    assert_eq!((past.fate, past.now_in), (Fate::Gone, None));
}

#[test]
fn a_number_of_the_text_that_the_cited_lines_have_lost() {
    let repository = Repository::new();
    repository.write(
        "src/app.py",
        "import os\n\nTIMEOUT = 30\n\ndef run():\n    pass\n\nRETRIES = 1_000\n",
    );
    repository.write(
        "docs/app.md",
        "Requests end after 30 seconds (`src/app.py:3`).\n\nThere are 1,000 retries (`src/app.py:8`).\n",
    );
    repository.commit("Start");
    repository.write(
        "src/app.py",
        "import os\n\nTIMEOUT = 30\n\ndef run():\n    pass\n\nRETRIES = 9_000\n",
    );
    repository.commit("Retry more");
    let all = |repository: &Repository| -> Vec<String> {
        let case = repository.case_of("docs/app.md");
        let findings = inspect(case).findings;
        let references = findings.iter().filter(|it| it.rule.code.starts_with('R'));
        references.map(|it| format!("{} {}", it.rule.code, it.message)).collect()
    };
    let found = all(&repository);
    let lost = found.iter().find(|it| it.starts_with("R004"));
    let lost = lost.unwrap_or_else(|| panic!("{found:?}"));
    assert!(lost.contains("`src/app.py` L8 no longer has the 1000 of the text"), "{lost}");
    assert!(lost.ends_with(": was `RETRIES = 1_000`, is `RETRIES = 9_000`"), "{lost}");
    assert_eq!(found.iter().filter(|it| it.starts_with("R004")).count(), 1, "{found:?}");
    // The lines are elsewhere, too.
    repository.write("src/app.py", "import os\nimport re\nimport sys\n\nTIMEOUT = 60\n\ndef run():\n    pass\n\nRETRIES = 9_000\n");
    repository.commit("Wait longer");
    let found = all(&repository);
    assert!(
        found.iter().any(|it| it.starts_with("R001") && it.contains("was edited and is now L5")),
        "{found:?}"
    );
    assert!(found.iter().any(|it| it.starts_with("R004") && it.contains("the 30 of")), "{found:?}");
}

#[test]
fn a_change_of_cited_lines_is_one_finding() {
    let repository = Repository::new();
    let code = "LIMIT = 10\n# The cache assumes 500ms update intervals here.\nRATE = 3\nSIZE = 4\n";
    repository.write("src/a.py", &format!("import os\n\n{code}\nprint(os)\n"));
    repository.write("src/b.py", code);
    let text = "\
One comment still says \"500ms update intervals\" (src/a.py:4).

At most 10 items are kept (`src/a.py:3`).
";
    repository.write("docs/limits.md", text);
    let other = "The limit is `LIMIT` (`src/b.py:1`), the rate `RATE` (`src/b.py:3`).\n";
    repository.write("docs/other.md", other);
    repository.commit("Add");
    let edited = "LIMIT = 50\n# Nothing is assumed.\nRATE = 3\nSIZE = 4\n";
    repository.write("src/a.py", &format!("import os\n\n{edited}\nprint(os)\n"));
    std::fs::remove_file(repository.root().join("src/b.py")).unwrap();
    repository.commit("Change");
    let inspection = repository.checked();
    let found: Vec<&str> = inspection.findings.iter().map(|finding| finding.rule.code).collect();
    assert_eq!(found.len(), 2, "{:?}", inspection.findings);
    assert!(found.iter().all(|code| code.starts_with('R')), "{:?}", inspection.findings);
    let messages: Vec<&str> = inspection.findings.iter().map(|it| it.message.as_ref()).collect();
    assert!(messages[0].ends_with("; it had the quoted words"), "{messages:?}");
    assert!(messages[1].contains("no longer has the 10 of the text"), "{messages:?}");
    let other = inspect(repository.case_of("docs/other.md"));
    let found: Vec<&str> = other.findings.iter().map(|finding| finding.rule.code).collect();
    assert_eq!(found, ["R003", "R003"], "{:?}", other.findings);
}
