//! Places that citations of code lead to: renamed files, files of the same name, other repositories, and
//! lines that were written again.

use std::path::Path;
use std::process::Command;

use crate::code_references::{CODE, Repository, read};
use pincite::inspect::inspect;
use pincite::model::Case;
use pincite::rules::fix::apply;

/// Returns the messages of the rules about history, each with its code.
fn changes(case: Case) -> Vec<String> {
    let findings = inspect(case).findings.into_iter();
    let own = findings.filter(|finding| finding.rule.code.starts_with('R'));
    own.map(|finding| format!("{} {}", finding.rule.code, finding.message)).collect()
}

/// Returns a text with its repairs, those of locators among them.
fn repair(path: &Path) -> String {
    let inspection = inspect(read(path, None));
    let text = std::fs::read_to_string(path).unwrap();
    apply(&text, &inspection.findings, |_| true).0
}

fn written(repository: &Repository, path: &str, text: &str) -> Case {
    repository.write(path, text);
    read(&repository.root().join(path), None)
}

/// Returns, for each target of code, its id and the path that its source was read from.
fn places(case: &Case) -> Vec<(String, String)> {
    let code = case.response.citations.iter().filter(|citation| citation.family == "code");
    let place = |id: &str| {
        let source = case.sources.iter().find(|source| source.id == id).unwrap();
        let why = || source.text.why_not().unwrap_or_default().to_owned();
        let path = || source.title.clone().unwrap_or_else(|| id.to_owned());
        source.origin.as_ref().map_or_else(why, |_| path())
    };
    code.flat_map(|it| &it.targets).map(|it| (it.id.clone(), place(&it.id))).collect()
}

fn place(id: &str, path: &str) -> (String, String) {
    (id.to_owned(), path.to_owned())
}

const LINKED: &str = "It refuses a negative limit (`src/limits.py:4-8`).\n\n\
                      The [store](../src/limits.py#L11-L13) is read.\n";

#[test]
fn a_renamed_file_is_reported_and_repaired() {
    let repository = Repository::new();
    repository.write("src/limits.py", CODE);
    repository.write("docs/more.md", LINKED);
    repository.commit("Cite");
    repository.git(&["mv", "src/limits.py", "src/bounds.py"]);
    repository.commit("Rename");
    let path = repository.root().join("docs/more.md");
    let found = changes(read(&path, None));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("R001 `src/limits.py` L4-L8 moved to `src/bounds.py` L4-L8"));
    assert!(found[1].contains("moved to `src/bounds.py` L11-L13"), "{found:?}");
    let repaired = repair(&path);
    let expected = LINKED.replace("limits.py", "bounds.py");
    assert_eq!(repaired, expected);
    repository.write("docs/more.md", &repaired);
    assert!(changes(read(&path, None)).is_empty());

    // The lines moved, too.
    repository.write("docs/more.md", LINKED);
    repository.write("src/bounds.py", &format!("# Head.\n{CODE}"));
    repository.commit("Say what it is");
    let repaired = repair(&path);
    let expected = expected.replace("4-8", "5-9").replace("#L11-L13", "#L12-L14");
    assert_eq!(repaired, expected);
}

#[test]
fn a_removed_file_is_not_one_of_another_package() {
    let repository = Repository::new();
    repository.write("pkg/a/src/app.py", &CODE.replace("limit", "bound"));
    repository.write("pkg/b/src/app.py", CODE);
    repository.write("pkg/b/README.md", "It refuses a negative limit (`src/app.py:4-8`).\n");
    repository.commit("Cite");
    let path = repository.root().join("pkg/b/README.md");
    assert!(changes(read(&path, None)).is_empty());
    repository.git(&["rm", "-q", "pkg/b/src/app.py"]);
    repository.commit("Drop it");
    let case = read(&path, None);
    let note = "`src/app.py` is read as `pkg/a/src/app.py`, the only path that ends so, outside of `pkg/b`";
    assert!(case.notes.iter().any(|own| own == note), "{:?}", case.notes);
    let found = changes(case);
    assert!(found.len() == 1 && found[0].starts_with("R003"), "{found:?}");
}

#[test]
fn a_link_counts_from_the_folder_of_its_text() {
    let repository = Repository::new();
    repository.write("src/s.py", "ROOT = 1\n");
    repository.write("docs/src/s.py", "DOCS = 2\n");
    repository.write("src/only.py", "ONLY = 3\n");
    for (text, expected) in [
        ("See [code](src/s.py#L1).", ("./src/s.py", "docs/src/s.py")),
        ("See [code](./src/s.py#L1).", ("./src/s.py", "docs/src/s.py")),
        ("See [code](../src/s.py#L1).", ("../src/s.py", "src/s.py")),
        ("See [code](/src/s.py#L1).", ("/src/s.py", "src/s.py")),
        ("See [code](src/only.py#L1).", ("src/only.py", "src/only.py")),
        ("See `src/s.py:1`.", ("src/s.py", "src/s.py")),
    ] {
        let case = written(&repository, "docs/e.md", text);
        assert_eq!(places(&case), [place(expected.0, expected.1)], "{text}");
        let doubt =
            "`src/s.py` is read from the root of the checkout; `docs/src/s.py` is another file";
        let is_doubtful = case.notes.iter().any(|note| note == doubt);
        assert_eq!(is_doubtful, text == "See `src/s.py:1`.", "{text}: {:?}", case.notes);
    }
}

#[test]
fn code_is_read_beside_other_marks() {
    let repository = Repository::cited();
    let own = place("src/limits.py", "src/limits.py");
    let numbered = "See the paper [1]. The limit is read (src/limits.py:4). So it is [1].\n\n\
                    ## References\n[1] Knuth, D. (1968). The Art. https://example.org/taocp\n";
    let footnote = "The limit is read (src/limits.py:4).[^1]\n\n\
                    [^1]: See https://github.com/me/mini/issues/3\n";
    for text in [numbered, footnote] {
        let case = written(&repository, "docs/mixed.md", text);
        assert_eq!(places(&case), std::slice::from_ref(&own), "{text}");
        let starts: Vec<usize> =
            case.response.citations.iter().map(|it| it.anchor.span.start).collect();
        assert!(starts.len() > 1 && starts.is_sorted(), "{starts:?}");
        assert!(!case.notes.iter().any(|note| note.contains("not read")), "{:?}", case.notes);
    }
    // A permalink is a reference to code, whatever else the text links.
    let links = "The limit is read ([code](https://github.com/o/r/blob/main/src/limits.py#L4)).\n\n\
                 More is in [the guide](https://example.org/guide).\n";
    let case = written(&repository, "docs/links.md", links);
    assert_eq!(places(&case), [own]);
    let (one, _) = links.split_once("\n\n").unwrap();
    let case = written(&repository, "docs/links.md", one);
    assert_eq!((case.format.name, case.response.citations.len()), ("code-references", 1));
    // No checkout has the file.
    let text = numbered.replace("limits.py", "bounds.py");
    let case = written(&repository, "docs/mixed.md", &text);
    assert!(places(&case).is_empty());
}

#[test]
fn a_permalink_to_another_repository_is_none_of_the_checkout() {
    let repository = Repository::cited();
    let text = "The limit is read at https://github.com/other/thing/blob/main/src/limits.py#L4, and \
                at https://gitlab.com/Me/mini/-/blob/main/src/limits.py#L4-L8.\n";
    // Without a remote nobody knows.
    assert_eq!(places(&written(&repository, "docs/p.md", text)).len(), 2);
    repository.git(&["remote", "add", "origin", "git@github.com:me/mini.git"]);
    let case = written(&repository, "docs/p.md", text);
    assert_eq!(places(&case).len(), 1);
    let note = "1 permalink not read, such as `https://github.com/other/thing/blob/main/src/limits.py`: \
                another repository";
    assert!(case.notes.iter().any(|own| own.starts_with(note)), "{:?}", case.notes);
}

#[test]
fn a_permalink_with_a_tag_names_its_own_version_and_keeps_its_numbers() {
    let repository = Repository::cited();
    repository.git(&["tag", "v1.0"]);
    repository.write("src/limits.py", &format!("# Head.\n{CODE}"));
    let text = "The limit is read at https://github.com/o/r/blob/v1.0/src/limits.py#L4-L8.\n";
    repository.write("docs/limits.md", text);
    repository.commit("Link");
    let path = repository.root().join("docs/limits.md");
    let found = changes(read(&path, None));
    assert!(found.len() == 1 && found[0].contains("moved to L5-L9"), "{found:?}");
    assert_eq!(repair(&path), text);
}

#[test]
fn a_line_written_again_with_the_same_citation_keeps_its_date() {
    let repository = Repository::cited();
    repository.write("src/limits.py", &format!("# Head.\n{CODE}"));
    repository.commit("Move");
    let path = "docs/limits.md";
    let text = std::fs::read_to_string(repository.root().join(path)).unwrap();
    let mut number = 0;
    for (now, message) in [
        (text.replace("refuses", "never takes"), "Correct"),
        (text.replace("`read_limit` refuses", "Nowadays,\n`read_limit` refuses"), "Wrap"),
        (text.clone(), "Revert"),
    ] {
        repository.write(path, &now);
        repository.commit(message);
        let found = changes(read(&repository.root().join(path), None));
        assert_eq!(found.len(), 2, "{message}: {found:?}");
        assert!(found[0].contains("L4-L8 moved to L5-L9"), "{message}: {found:?}");
        assert!(found[0].contains("Read limits"), "{message}: {found:?}");
        number += 1;
    }
    assert_eq!(number, 3);
    // Other numbers are another citation.
    repository.write(path, &text.replace("4-8", "5-9"));
    repository.commit("Cite again");
    assert_eq!(changes(read(&repository.root().join(path), None)).len(), 1);
    // One more of the same kind may be the new one.
    repository.write("src/limits.py", &format!("# More.\n# Head.\n{CODE}"));
    repository.write(path, "Both: `src/limits.py:6-10`.\n");
    repository.commit("One");
    repository.write("src/limits.py", CODE);
    repository.write(path, "Both: `src/limits.py:6-10`.\n\nNew: `src/limits.py:6-10`.\n");
    repository.commit("Two");
    let found = changes(read(&repository.root().join(path), None));
    assert_eq!(found.len(), 1, "{found:?}");
}

/// Whoever writes the line again beside edited lines has read them.
#[test]
fn edited_lines_are_settled_by_the_line_written_again() {
    let repository = Repository::cited();
    repository.write("src/limits.py", &CODE.replace("negative limit", "a limit below zero"));
    repository.commit("Edit");
    let path = repository.root().join("docs/limits.md");
    assert!(changes(read(&path, None))[0].starts_with("R002"));
    let text = std::fs::read_to_string(&path).unwrap();
    repository.write("docs/limits.md", &text.replace("refuses", "never takes"));
    repository.commit("Read again");
    assert!(changes(read(&path, None)).is_empty());
}

/// `check` on a text with a number and code reports both, and fails on stale code.
#[test]
fn stale_code_beside_numbers_fails_a_check() {
    let repository = Repository::cited();
    let text = "See the paper [1]. The limit is read (src/limits.py:4-8). So it is [1].\n\n\
                ## References\n[1] Knuth, D. (1968). The Art. https://example.org/taocp\n";
    repository.write("docs/mixed.md", text);
    repository.commit("Cite");
    repository.write("src/limits.py", &format!("# Head.\n{CODE}"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
    command.args(["check", "--fail-on", "warning", "docs/mixed.md"]);
    let output = command.current_dir(repository.root()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("R001"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn lines_whose_place_cannot_be_told_are_reported() {
    let part =
        |name: &str| format!("def {name}(it):\n    check_the_value(it)\n    return None\n\n");
    let old = format!("{}{}", part("first"), part("second"));
    let repository = Repository::new();
    repository.write("src/a.py", &old);
    repository.write("docs/d.md", "The value is checked (`src/a.py:6`).\n");
    repository.commit("Cite");
    let new = format!("{}{}{}", part("other"), part("third"), part("fourth"));
    repository.write("src/a.py", &format!("import os\n\n{new}"));
    repository.commit("Rewrite");
    let found = changes(read(&repository.root().join("docs/d.md"), None));
    assert_eq!(found.len(), 1, "{found:?}");
    let message = "R001 `src/a.py` L6 no longer has `check_the_value(it)` since it was cited";
    assert!(found[0].starts_with(message), "{found:?}");
    assert!(found[0].ends_with("; 3 places have it now"), "{found:?}");
}

/// Returns the messages of a rule about a text in a checkout with the usual code, each with its help.
fn found(text: &str, rule: &str) -> Vec<String> {
    let repository = Repository::cited();
    let inspection = inspect(written(&repository, "docs/new.md", text));
    let own = inspection.findings.iter().filter(|finding| finding.rule.code == rule);
    own.map(|it| format!("{} ({})", it.message, it.help.as_deref().unwrap_or_default())).collect()
}

#[test]
fn lines_that_have_nothing_of_the_name_beside_them_are_reported() {
    for text in [
        "`open_store` is defined at src/limits.py:16.\n",
        "The store is read by `open_store()` (`src/limits.py:16`).\n",
        "See the implementation of `open_store` in src/limits.py:16 for details.\n",
        "- [`open_store`](../src/limits.py#L16) reads it\n",
    ] {
        let expected = "src/limits.py` L16 has nothing of `open_store`, which is defined at L11 \
                        (5 lines above) (cite L11)";
        let found = found(text, "E002");
        assert!(found.len() == 1 && found[0].ends_with(expected), "{text}{found:?}");
    }
}

#[test]
fn lines_of_the_name_beside_them_are_not_reported() {
    for text in [
        "`open_store` is defined at src/limits.py:11.\n",
        "The store is read by `open_store()` (`src/limits.py:12-13`).\n",
        "The callers of `open_store` (src/limits.py:16) close it.\n",
        "`close_store` undoes `open_store` (src/limits.py:16).\n",
    ] {
        let found = found(text, "E002");
        let by_name = found.iter().filter(|message| message.contains("nothing of"));
        assert_eq!(by_name.count(), 0, "{text}{found:?}");
    }
}

#[test]
fn another_value_of_a_name_of_code_is_reported() {
    let repository = Repository::new();
    repository.write("src/conf.py", "import os\nTIMEOUT = 60\nPORT = 8080\n");
    let text = "The port is `PORT = 8081` (src/conf.py:3).\n\nThe timeout is 30 seconds (src/conf.py:2).\n\n\
                The timeout is one minute, 60 seconds (src/conf.py:2).\n\nThe port is `PORT = 8080` (src/conf.py:3).\n";
    let inspection = inspect(written(&repository, "docs/conf.md", text));
    let own = inspection.findings.iter().filter(|finding| finding.rule.code == "E001");
    let messages: Vec<&str> = own.map(|finding| finding.message.as_ref()).collect();
    assert_eq!(
        messages,
        [
            "the claim says `PORT = 8081`, `src/conf.py` L3 says `PORT = 8080`",
            "the claim says `30 seconds`, `src/conf.py` L2 says `TIMEOUT = 60`",
        ]
    );
}
